//! The short account of an action: who did what to whom, the roll in place, what it did, and at most two rules. It's made of the lines that
//! its reader may read and says nothing that they don't; what it leaves out is under "Details".

use super::stored::{StoryLine, StoryRoll, StoryRule};
use crate::{
    engine::view::{BriefPart, list},
    rules::wording::{NAMED_MAX, few_or_kinds, of_several},
};

/// The most rules that a short account cites.
const RULES_MAX: usize = 2;

/// A short account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShortAccount<'a> {
    /// Its sentences, in order.
    pub sentences: Vec<ShortSentence>,
    /// The rules that matter most: the rolls', otherwise the deed's.
    pub rules: Vec<&'a StoryRule>,
    /// Whether the lines say more than it does.
    pub leaves_out: bool,
}

/// A sentence of a short account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortSentence {
    /// The length of the name that it begins with, in bytes; 0 if nothing can be added to it.
    pub subject_len: usize,
    /// What it says of the subject, if that's several things.
    pub said: Box<[String]>,
    /// Its words.
    pub text: String,
    /// How much it matters.
    pub weight: Weight,
    /// It without its dice, for an answer that doesn't fit with them.
    pub shorter: Option<Box<str>>,
    /// An attack without what it's made with, for where not everything fits.
    pub unarmed: Option<Box<str>>,
}

impl ShortSentence {
    /// The name that it begins with; empty if nothing can be added to it.
    pub fn subject(&self) -> &str {
        self.text.get(..self.subject_len).unwrap_or_default()
    }

    /// Gives back the memory that its texts don't need.
    pub fn shrink(&mut self) {
        std::iter::once(&mut self.text).chain(&mut self.said).for_each(String::shrink_to_fit);
    }
}

/// How much a sentence matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weight {
    /// That a round begins.
    Round,
    /// What harm somebody came to.
    Harm,
    /// What somebody did.
    Deed,
    /// What else came of it.
    #[default]
    Outcome,
    /// Only a roll by somebody who did nothing, or an answer that failed.
    Roll,
}

/// A sentence in the making: what somebody does, and the rolls that decide it.
#[derive(Default)]
struct Sentence {
    /// The name it begins with; empty if it can't be gone on with.
    subject: String,
    /// Others who do the same.
    others: Vec<String>,
    /// What they do, without the name.
    said: Vec<String>,
    /// The rolls that follow.
    rolls: Vec<String>,
    /// Whether rolls may follow it.
    is_deed: bool,
    /// How much it matters, unless it's a deed.
    weight: Weight,
    /// Whether it ends in a full stop.
    is_stopped: bool,
    /// The same without its dice.
    shorter: Option<String>,
}

impl Sentence {
    /// The same without the weapon, if there's one in it.
    fn unarmed(&self) -> Option<String> {
        let said: Vec<String> = self.said.iter().map(|it| without_weapon(it)).collect();
        let is_armed = self.is_deed && said != self.said;
        is_armed.then(|| {
            Sentence {
                said,
                rolls: self.rolls.clone(),
                subject: self.subject.clone(),
                is_stopped: self.is_stopped,
                ..Sentence::default()
            }
            .text()
        })
    }

    fn text(&self) -> String {
        if !self.others.is_empty() {
            let names: Vec<String> = std::iter::once(&self.subject).chain(&self.others).cloned().collect();
            let said = self.said.concat();
            let plural = of_several(&said);
            return format!("{} {}.", few_or_kinds(&names), plural.unwrap_or(said));
        }
        let name = if self.subject.is_empty() { String::new() } else { format!("{} ", self.subject) };
        let rolls = if self.rolls.is_empty() { String::new() } else { format!(": {}", self.rolls.join("; ")) };
        let stop = if self.is_stopped { "." } else { "" };
        format!("{name}{}{rolls}{stop}", list(&self.said))
    }

    /// Whether its last roll says of whoever a line is about that they failed.
    fn has_failed(&self, line: &StoryLine) -> bool {
        let fails = |it: &String| it.ends_with("miss") || it.ends_with("fails");
        self.subject == line.brief.subject && self.rolls.last().is_some_and(fails)
    }

    fn weight(&self) -> Weight {
        if self.is_deed && self.weight == Weight::Outcome { Weight::Deed } else { self.weight }
    }

    /// Whether it says one thing of one or several people, in a form that's the same for all who follow.
    fn is_of(&self, said: &str) -> bool {
        self.rolls.is_empty() && !self.is_deed && matches!(self.said.as_slice(), [one] if one == said)
    }

    /// A sentence that nothing is added to.
    fn closed(text: &str) -> Sentence {
        let bare = text.strip_suffix('.');
        let said = vec![bare.unwrap_or(text).to_owned()];
        Sentence { said, is_stopped: bare.is_some(), ..Sentence::default() }
    }
}

/// The short account of these lines.
pub fn brief<'a>(lines: &[&'a StoryLine]) -> ShortAccount<'a> {
    account(lines, Room::Usual)
}

/// The same in as few words as can be, for where that doesn't fit.
pub fn tight<'a>(lines: &[&'a StoryLine]) -> ShortAccount<'a> {
    account(lines, Room::Little)
}

/// How much room there is for an account.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Room {
    /// As much as most accounts need.
    Usual,
    /// Less than that.
    Little,
}

impl Room {
    /// The words that stand for a line's own.
    fn words(self, line: &StoryLine) -> Option<&String> {
        let tight = line.brief.tight.as_ref().filter(|_| self == Room::Little);
        tight.or(line.brief.short.as_ref())
    }
}

fn account<'a>(lines: &[&'a StoryLine], room: Room) -> ShortAccount<'a> {
    let goes_unsaid = |it: &StoryLine| room.words(it).is_some_and(String::is_empty);
    let is_told = |it: &&StoryLine| !matches!(it.brief.part, BriefPart::Aside | BriefPart::Unsaid) && !goes_unsaid(it);
    let mut told: Vec<&StoryLine> = lines.iter().copied().filter(is_told).collect();
    // Where nothing else happens, what it began with and where it led to.
    if told.iter().all(|it| it.brief.part == BriefPart::Round) {
        let said: Vec<&StoryLine> = lines.iter().copied().filter(|it| it.brief.part != BriefPart::Unsaid).collect();
        let is_kept = |at: usize, it: &StoryLine| at == 0 || at + 1 == said.len() || it.brief.part == BriefPart::Round;
        told = said.iter().enumerate().filter(|(at, it)| is_kept(*at, it)).map(|it| *it.1).collect();
    }
    let mut all: Vec<Sentence> = vec![];
    let mut is_whole = told.len() == lines.len();
    for line in &told {
        match &line.roll {
            Some(roll) => {
                add_roll(&mut all, line, roll, room);
                is_whole = false;
            }
            None if line.brief.part == BriefPart::Miss && all.iter().any(|it| it.has_failed(line)) => {
                is_whole = false;
            }
            None if add_damage(&mut all, line, room) => {
                is_whole = false;
            }
            None => {
                add(&mut all, line, room);
                let weight = match line.brief.part {
                    // A miss that no roll has told is what comes of the deed.
                    BriefPart::Harm | BriefPart::Miss => Some(Weight::Harm),
                    BriefPart::Round => Some(Weight::Round),
                    _ => None,
                };
                if let (Some(weight), Some(last)) = (weight, all.last_mut()) {
                    last.weight = weight;
                }
            }
        }
        is_whole &= room.words(line).is_none_or(|it| *it == line.text);
    }
    if room == Room::Little {
        for it in all.iter_mut().filter(|it| it.rolls.is_empty()) {
            let said = std::mem::take(&mut it.said);
            // Two blows of the same strength are two.
            let is_last = |at: usize| said[at].starts_with(TAKES) || !said[at + 1..].contains(&said[at]);
            it.said = (0..said.len()).filter(|at| is_last(*at)).map(|at| said[at].clone()).collect();
        }
    }
    // Whoever gets up and falls again has fallen, which is told once.
    let texts: Vec<String> = all.iter().map(Sentence::text).collect();
    let mut at = 0;
    all.retain(|it| {
        at += 1;
        let is_hurt = || it.said.iter().any(|it| it.starts_with(TAKES));
        let is_of_somebody = it.weight == Weight::Harm && !it.subject.is_empty() && it.rolls.is_empty() && !is_hurt();
        !is_of_somebody || !texts[at..].contains(&texts[at - 1])
    });
    is_whole &= all.len() == texts.len();
    // Somebody's failed answer to what the first sentence says changes nothing.
    let doer = all.first().map(|it| it.subject.clone()).unwrap_or_default();
    for it in all.iter_mut().skip(1).filter(|it| it.is_deed && it.subject != doer) {
        let has_failed = it.rolls.last().is_some_and(|it| it.ends_with("fails"));
        it.shorter = Some(match (it.said.as_slice(), has_failed) {
            ([one], true) if one.starts_with(TRIES) && !one[TRIES.len()..].contains(' ') => {
                format!("{} fails to {}.", it.subject, &one[TRIES.len()..])
            }
            ([one], true) => format!("{} {one} and fails.", it.subject),
            (all, true) => {
                let said: Vec<String> = all.iter().cloned().chain(["fails".to_owned()]).collect();
                format!("{} {}.", it.subject, list(&said))
            }
            (all, false) => format!("{} {}.", it.subject, list(all)),
        });
        it.weight = if has_failed { Weight::Roll } else { it.weight };
    }
    is_whole &= all.iter().all(|it| it.others.len() < NAMED_MAX);
    let rules = rules(&told);
    let cited = lines.iter().flat_map(|it| &it.rules);
    let leaves_out = !is_whole || cited.into_iter().any(|it| !rules.contains(&it));
    let sentence = |it: &Sentence| ShortSentence {
        subject_len: if it.others.is_empty() { it.subject.len() } else { 0 },
        said: if it.rolls.is_empty() && it.said.len() > 1 { it.said.clone().into() } else { Box::default() },
        text: it.text(),
        weight: it.weight(),
        shorter: it.shorter.clone().map(Into::into),
        unarmed: it.unarmed().map(Into::into),
    };
    let sentences = all.iter().map(sentence).collect();
    ShortAccount { sentences, rules, leaves_out }
}

/// What a blow's harm begins with.
const TAKES: &str = "takes ";
/// What an answer begins with that may fail.
const TRIES: &str = "tries to ";
/// What an attack begins with; its weapon follows whom it's aimed at.
const ATTACKS: [&str; 4] = ["attacks ", "swings at ", "shoots at ", "counters "];

/// An attack without "with a sword"; anything else as it is.
pub(super) fn without_weapon(said: &str) -> String {
    let Some(at) = said.rfind(" with ").filter(|_| ATTACKS.iter().any(|it| said.starts_with(it))) else {
        return said.to_owned();
    };
    let after = said[at..].find(',').map_or("", |comma| &said[at + comma..]);
    format!("{}{after}", &said[..at])
}

/// Adds what a deed does to the roll that decided it: "2 successes vs 1, 3 damage". Returns whether the line says that.
fn add_damage(all: &mut [Sentence], line: &StoryLine, room: Room) -> bool {
    let text = room.words(line).unwrap_or(&line.text);
    let Some(does) = text.strip_prefix("It does ").and_then(|it| it.strip_suffix('.')) else { return false };
    let is_near = |it: &&mut Sentence| room == Room::Usual && it.weight != Weight::Roll;
    let is_rolled = |it: &&mut Sentence| {
        room == Room::Little && it.is_deed && !it.rolls.is_empty() && it.subject == line.brief.subject
    };
    let deed = all.iter_mut().rfind(|it| is_near(it) || is_rolled(it)).filter(|it| it.is_deed);
    let Some(roll) = deed.and_then(|it| it.rolls.last_mut()) else { return false };
    roll.push_str(&format!(", {does}"));
    true
}

/// Adds what somebody does, to the sentence about the same one if that can go on.
fn add(all: &mut Vec<Sentence>, line: &StoryLine, room: Room) {
    let text = room.words(line).unwrap_or(&line.text);
    let is_deed = line.brief.part == BriefPart::Deed;
    let subject = line.brief.subject.as_str();
    let bare = text.strip_suffix('.').unwrap_or(text);
    let rest = bare.strip_prefix(subject).and_then(|it| it.strip_prefix(' ')).filter(|_| !subject.is_empty());
    let ends_sentences = [". ", ": ", "; ", "\u{201d}", "?", "!"];
    let (Some(rest), true) = (rest, text.ends_with('.')) else {
        return all.push(Sentence { is_deed, ..Sentence::closed(text) });
    };
    let is_simple = !ends_sentences.iter().any(|it| rest.contains(it));
    let is_shared = is_simple && of_several(rest).is_some();
    match all.last_mut() {
        Some(last) if is_shared && last.subject != subject && !last.subject.is_empty() && last.is_of(rest) => {
            last.others.push(subject.to_owned());
        }
        Some(last) if is_simple && last.subject == subject && last.rolls.is_empty() && last.others.is_empty() => {
            last.said.push(rest.to_owned());
            last.is_deed = is_deed;
        }
        _ => all.push(Sentence {
            // Nothing can follow on "takes 3 damage: …", but a roll can.
            subject: if is_simple { subject.to_owned() } else { String::new() },
            said: vec![if is_simple { rest.to_owned() } else { bare.to_owned() }],
            is_deed: is_deed && is_simple,
            is_stopped: true,
            ..Sentence::default()
        }),
    }
}

/// Adds a roll: to the deed that it decides, if its roller did that, otherwise in a sentence of its own.
fn add_roll(all: &mut Vec<Sentence>, line: &StoryLine, roll: &StoryRoll, room: Room) {
    let whose = format!("{}\u{2019}s ", roll.who);
    let words = in_short(&line.text, roll);
    // Where one deed answers another, the rolls of both come after.
    let open = all.iter().rposition(|it| !it.is_deed || !it.rolls.is_empty()).map_or(0, |at| at + 1);
    let last = all.iter().rposition(|it| it.is_deed).filter(|at| at + 1 == all.len());
    let of_deed = (open..all.len()).chain(last).find(|at| all[*at].is_deed && all[*at].subject == roll.who);
    let is_first = all.first().is_some_and(|it| it.subject == roll.who);
    match of_deed.map(|at| &mut all[at]) {
        Some(deed) => {
            let short = room.words(line).map(|it| in_short(it, roll));
            let named = words.strip_prefix(&whose).unwrap_or(&words);
            // What the deed is rolled for first needs no name.
            let bare = named.find(&roll.brief).map(|at| &named[at..]).filter(|_| deed.rolls.is_empty());
            let clause = short.unwrap_or_else(|| bare.unwrap_or(named).to_owned());
            deed.rolls.push(clause.trim_end_matches('.').to_owned());
        }
        // Whose damage it is, and with what, the first sentence says.
        None if is_first && is_damage(&roll.what) => {
            all.push(Sentence { weight: Weight::Harm, ..Sentence::closed(&format!("Damage: {}.", roll.brief)) });
        }
        // The short form leaves out what the deed before it says.
        None => {
            let dice = format!(": {}, fails", roll.brief);
            let answers = words.strip_prefix(&roll.who).is_some_and(|rest| rest.starts_with(' '));
            let shorter = words.contains(&dice).then(|| words.replacen(&dice, " and fails", 1)).filter(|_| answers);
            // What the deed comes to that all began with is told even if others have struck since.
            let weight = if is_first { Weight::Deed } else { Weight::Roll };
            all.push(Sentence { weight, shorter, ..Sentence::closed(&words) });
        }
    }
}

/// Whether a roll is for the damage of a blow: "damage", "sword damage", but not "damage by fire".
fn is_damage(what: &str) -> bool {
    what.ends_with(" damage") || (what.starts_with("damage") && !what.starts_with("damage by"))
}

/// A roll's sentence with the short form of its equation, and its outcome beside that: "d20 (7) vs AGI 9, succeeds".
fn in_short(text: &str, roll: &StoryRoll) -> String {
    if !text.contains(&roll.equation) {
        let outcome = roll.outcome.as_ref().map_or_else(String::new, |it| format!(", {it}"));
        return format!("{}: {}{outcome}.", text.trim_end_matches('.'), roll.brief);
    }
    let text = text.replace(&roll.equation, &roll.brief);
    // Where the dice come from.
    let text = match text.split_once(&format!("): {}", roll.brief)) {
        Some((before, after)) if before.contains(" (") => {
            let named = before.split_once(" (").map_or(before, |it| it.0);
            format!("{named}: {}{after}", roll.brief)
        }
        _ => text,
    };
    match text.split_once(&format!("{}. It ", roll.brief)) {
        Some((before, outcome)) => {
            let outcome = match outcome.split_once('.') {
                Some(("hits", rest)) => format!("hit.{rest}"),
                Some(("misses", rest)) => format!("miss.{rest}"),
                _ => outcome.to_owned(),
            };
            format!("{before}{}, {outcome}", roll.brief)
        }
        None => text,
    }
}

/// The rules that matter most: the rolls' or, if nobody rolled, what the deed and its outcome cite last. What they cite before that are
/// costs and conditions.
fn rules<'a>(told: &[&'a StoryLine]) -> Vec<&'a StoryRule> {
    let rolls = told.iter().filter_map(|it| it.roll.as_ref()).map(|it| &it.rule);
    let others = told.iter().filter(|_| rolls.clone().next().is_none()).filter_map(|it| it.rules.last());
    let mut rules: Vec<&StoryRule> = vec![];
    for rule in rolls.clone().chain(others) {
        if !rules.contains(&rule) && rules.len() < RULES_MAX {
            rules.push(rule);
        }
    }
    rules
}
