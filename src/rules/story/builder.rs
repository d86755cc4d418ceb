//! Builds a story from an action's records; shared by every system's `story.rs`. It tracks who is hidden and which rules were cited since
//! the last line, so that each line goes to those who may read it and names the rules it rests on. Contains no sentences of any system.

use crate::engine::{
    Addressee, AnswerOrigin, Citable, Citation, CombatantId, FightState, Overview, Record, Roll, SideId, TableFact,
    Wording,
    fight_state::Stage,
    fog::is_in_open_sight,
    ruleset::PlaceOf,
    space::{Space, ground::Spot},
    view::{Audience, Brief, BriefPart, Line, Mark},
};
use std::borrow::Cow;

/// Goes through an action's records in order.
pub struct StoryBuilder<'a, R: Wording> {
    /// The fight after the records.
    pub fight: &'a FightState<R>,
    /// The lines so far.
    pub lines: Vec<Line>,
    /// The rules cited since the last line.
    pub cited: Vec<Citation>,
    unseen: Vec<CombatantId>,
    /// The last number that everyone has read.
    number: Option<i32>,
    /// The walk that the last line tells.
    way: Option<Way>,
}

/// A walk over squares.
struct Way {
    who: CombatantId,
    /// The squares, each with whether everyone sees it.
    squares: Vec<(String, bool)>,
    /// The line that tells the GM the squares that not everyone sees.
    gms: Option<usize>,
}

impl Way {
    /// As it's told to those who see all of it.
    fn whole(&self, name: &str) -> String {
        let squares: Vec<&str> = self.squares.iter().map(|it| it.0.as_str()).collect();
        match squares.as_slice() {
            [through @ .., to] if !through.is_empty() => format!("{name} moves through {} to {to}", through.join(", ")),
            [to] => format!("{name} moves to {to}"),
            _ => format!("{name} moves"),
        }
    }

    /// As it's told to everyone, and in short.
    fn open(&self, name: &str) -> (String, String) {
        let (mut seen, ends_seen) =
            (Way { squares: vec![], gms: None, ..*self }, self.squares.last().is_some_and(|it| it.1));
        seen.squares = self.squares.iter().filter(|it| it.1).cloned().collect();
        let to = seen.squares.last().map_or("", |it| it.0.as_str());
        match (ends_seen, seen.squares.is_empty()) {
            (true, _) => (format!("{}.", seen.whole(name)), format!("{name} moves to {to}.")),
            (false, true) => (format!("{name} moves out of sight."), format!("{name} moves out of sight.")),
            (false, false) => {
                (format!("{} and out of sight.", seen.whole(name)), format!("{name} moves out of sight."))
            }
        }
    }
}

/// Tells the story of these records: citations are kept for the next line, and the system tells everything else.
pub fn story_lines<'a, R: Wording>(
    fight: &'a FightState<R>,
    records: &[Record<R>],
    mut record: impl FnMut(&mut StoryBuilder<'a, R>, &Record<R>),
) -> Vec<Line> {
    let mut story = StoryBuilder {
        fight,
        lines: vec![],
        cited: vec![],
        unseen: hidden_at_first(fight, records),
        number: None,
        way: None,
    };
    for it in records {
        let told = story.lines.len();
        match it {
            Record::Cited(rule) => story.cite(rule.citation()),
            other => record(&mut story, other),
        }
        // What was told before a question stays as it was. A standing order kept nobody waiting: if it split a walk into two lines, that
        // would reveal that someone unseen let the walker pass.
        let is_step = matches!(it, Record::Fact(TableFact::Placed { .. }));
        let has_waited = matches!(it, Record::Answered { how, .. } if *how != AnswerOrigin::Order);
        if has_waited || (story.lines.len() > told && !is_step) {
            story.way = None;
        }
    }
    story.lines
}

/// Reorders the records so that an action that reveals its actor is told after they come into sight, even if it was recorded before:
/// everyone who sees them now reads what they do as well. `by_whom` says whose action a fact or event is. Nothing moves past an answer: what was
/// told before it stays as it was.
pub fn seen_before_the_deed<R: Wording>(
    records: &[Record<R>],
    by_whom: impl Fn(&TableFact<R>) -> Option<CombatantId>,
) -> Cow<'_, [Record<R>]> {
    let mut told = Cow::Borrowed(records);
    for at in 0..records.len() {
        let Record::Fact(TableFact::Hid { who, hidden: false }) = &records[at] else { continue };
        let together =
            records[..at].iter().rposition(|it| matches!(it, Record::Answered { .. })).map_or(0, |it| it + 1);
        let is_theirs = |it: &Record<R>| matches!(it, Record::Fact(it) if by_whom(it) == Some(*who));
        if let Some(deed) = records[together..at].iter().rposition(is_theirs) {
            told.to_mut()[together + deed..=at].rotate_right(1);
        }
    }
    told
}

/// Who was hidden before the first of these records: those hidden now, except for what the records changed.
fn hidden_at_first<R: Wording>(fight: &FightState<R>, records: &[Record<R>]) -> Vec<CombatantId> {
    let changed = |who: CombatantId| {
        records.iter().find_map(|it| match it {
            Record::Fact(TableFact::Hid { who: it, hidden }) if *it == who => Some(*hidden),
            _ => None,
        })
    };
    fight
        .combatants
        .iter()
        .filter(|it| changed(it.id).map_or(it.is_hidden(), |hidden| !hidden))
        .map(|it| it.id)
        .collect()
}

impl<'a, R: Wording> StoryBuilder<'a, R> {
    fn cite(&mut self, citation: Citation) {
        if !self.cited.contains(&citation) {
            self.cited.push(citation);
        }
    }

    /// A combatant's name.
    pub fn name(&self, who: CombatantId) -> &'a str {
        self.fight.name(who)
    }

    /// Whether Umpire plays them. It lets people answer first, so a deadline may pass that it never meant to use up: nothing is told of that.
    pub fn is_umpires(&self, who: CombatantId) -> bool {
        self.fight.is_umpires(Addressee::Combatant(who))
    }

    /// A side's name.
    pub fn side(&self, side: SideId) -> &'a str {
        &self.fight.side(side).name
    }

    /// Whether everyone may know the combatant's numbers: yes for players' characters, no for foes.
    pub fn open_book(&self, who: CombatantId) -> bool {
        self.fight.find(who).is_some_and(|it| it.owner.is_some())
    }

    /// Whether the combatant is hidden at this point of the story.
    pub fn is_hidden(&self, who: CombatantId) -> bool {
        self.unseen.contains(&who)
    }

    /// Who may read about what the combatant does.
    pub fn audience(&self, who: CombatantId) -> Audience {
        match self.fight.find(who) {
            Some(it) if self.is_hidden(who) => Audience::Side(it.side),
            _ => Audience::Everyone,
        }
    }

    /// Whether a rule was cited since the last line.
    pub fn cites(&self, rule: R::Rule) -> bool {
        self.cited.contains(&rule.citation())
    }

    /// Tells a line about a combatant, or about the fight as a whole.
    pub fn say(&mut self, about: Option<CombatantId>, text: String) {
        let audience = about.map_or(Audience::Everyone, |who| self.audience(who));
        let rules = self.rules_for(audience);
        let subject = about.map_or("", |who| self.name(who));
        let is_subject = text.strip_prefix(subject).is_some_and(|rest| rest.starts_with(' '));
        let subject = if is_subject { subject.to_owned() } else { String::new() };
        self.lines.push(Line { rules, audience, brief: Brief { subject, ..Brief::default() }, ..Line::open(text) });
    }

    /// Says what the line just told is in a short account.
    pub fn is_a(&mut self, part: BriefPart) {
        if let Some(line) = self.lines.last_mut() {
            line.brief.part = part;
        }
    }

    /// If the line just told was this one, a short account needn't say it: what follows says it too.
    pub fn goes_without_saying(&mut self, text: &str) {
        if let Some(line) = self.lines.last_mut().filter(|it| it.text == text) {
            line.brief.part = BriefPart::Aside;
        }
    }

    /// Says what a short account reads instead of the line just told.
    pub fn in_short(&mut self, short: impl Into<String>) {
        if let Some(line) = self.lines.last_mut() {
            line.brief.short = Some(short.into());
        }
    }

    /// The same about somebody, so that it's told in one sentence with what else becomes of them.
    pub fn in_short_of(&mut self, who: CombatantId, does: &str) {
        let subject = self.name(who).to_owned();
        if let Some(line) = self.lines.last_mut() {
            line.brief.short = Some(format!("{subject} {does}."));
            line.brief.subject = subject;
        }
    }

    /// Says what a short account with little room reads instead of the line just told; nothing, if what's empty.
    pub fn tightly(&mut self, tight: impl Into<String>) {
        if let Some(line) = self.lines.last_mut() {
            line.brief.tight = Some(tight.into());
        }
    }

    /// Says in Details how the line just told comes about.
    pub fn adds_up(&mut self, sum: impl Into<String>) {
        if let Some(line) = self.lines.last_mut() {
            line.brief.sum = Some(sum.into());
        }
    }

    /// Whether the short form of the newest roll told has these words in it.
    pub fn last_roll_shows(&self, words: &str) -> bool {
        let roll = self.lines.iter().rev().find_map(|it| it.roll.as_ref());
        roll.is_some_and(|it| it.brief.contains(words))
    }

    /// The line just told says that a round begins; the first begins with the fight.
    pub fn begins_round(&mut self, round: u32) {
        self.is_a(if round == 1 { BriefPart::Aside } else { BriefPart::Round });
        self.in_short(format!("Round {round} begins."));
    }

    /// Tells what goes without saying in a short account.
    pub fn aside(&mut self, about: Option<CombatantId>, text: String) {
        self.say(about, text);
        self.is_a(BriefPart::Aside);
    }

    /// The last number that everyone has read of this action: what a roll or a blow came to.
    pub fn last_number(&self) -> Option<i32> {
        self.number
    }

    /// Whether the last deed told names the combatant, so that a short account needn't say again whom it hits.
    pub fn is_meant(&self, who: CombatantId) -> bool {
        let deed = self.lines.iter().rfind(|it| it.brief.part == BriefPart::Deed);
        let name = self.name(who);
        // Not as a part of another's name, such as "Orc" in "Orc 2" or "War-Orc".
        let is_whole = |before: &str, after: &str| {
            let in_a_word = |it: char| it.is_alphanumeric() || it == '-';
            let is_numbered = after.strip_prefix(' ').is_some_and(|it| it.starts_with(|it: char| it.is_ascii_digit()));
            !before.ends_with(in_a_word) && !after.starts_with(in_a_word) && !is_numbered
        };
        deed.is_some_and(|it| {
            let mut found = it.text.match_indices(name);
            found.any(|(at, name)| is_whole(&it.text[..at], &it.text[at + name.len()..]))
        })
    }

    /// Tells in a short account how a foe looks now that was just told to be hurt; its numbers aren't told. What becomes of it, if it no
    /// longer fights, is told by what follows. While it's hidden, the line's own words stay.
    pub fn looks(&mut self, who: CombatantId)
    where
        R: Overview,
    {
        let Some(of) = self.fight.find(who) else { return };
        let name = self.name(who);
        let is_down = R::standing(self.fight, of).0 == Mark::Down;
        let word = R::vitals(self.fight, of).iter().find_map(|it| it.word).filter(|_| !is_down);
        // It still looks unhurt, and was just told to be hurt.
        let word = word.map(|it| if it == "unhurt" { "barely hurt" } else { it });
        let short = word.filter(|_| !of.is_hidden()).map(|it| format!("{name} is {it}."));
        let Some(audience) = self.last_told().map(|it| it.audience) else { return };
        // Two blows leave it looking the same; whoever reads only of the first isn't told of the second.
        let same = |it: &&mut Line| short.is_some() && it.brief.short == short && it.audience == audience;
        self.lines.iter_mut().filter(same).for_each(|it| it.brief.part = BriefPart::Aside);
        let part = if is_down && !of.is_hidden() { BriefPart::Aside } else { BriefPart::Harm };
        if let Some(line) = self.last_told() {
            line.brief = Brief { part, subject: name.to_owned(), short, ..Brief::default() };
        }
    }

    /// The last line that isn't for the GM alone.
    pub fn last_told(&mut self) -> Option<&mut Line> {
        self.lines.iter_mut().rfind(|it| it.audience != Audience::Gm)
    }

    /// Notes that the line just told has this number in it, so that a short account needn't tell it again.
    pub fn has_number(&mut self, number: i32) {
        if self.lines.last().is_some_and(|it| it.audience == Audience::Everyone) {
            self.number = Some(number);
        }
    }

    /// Tells a line about two combatants, only to those who may read about both.
    pub fn with(&mut self, who: CombatantId, other: CombatantId, text: String) {
        let about = if self.is_hidden(other) { other } else { who };
        self.say(Some(about), text);
    }

    /// Replies to the combatant's player: something that matters to nobody else and isn't shown again. For the GM's combatants, it's for
    /// the GM.
    pub fn tell_player(&mut self, who: CombatantId, text: String) {
        let owner = self.fight.find(who).and_then(|it| it.owner);
        self.lines.push(Line { audience: owner.map_or(Audience::AskingGm, Audience::Seat), ..Line::open(text) });
    }

    /// Tells a player who ends a turn that has already ended by itself that there's nothing to end. The channel needn't hear of it.
    pub fn over_already(&mut self, who: CombatantId) {
        self.tell_player(who, format!("{}\u{2019}s turn is already over.", self.name(who)));
    }

    /// Tells only the GM. The citations stay for the next public line.
    pub fn gm(&mut self, text: String) {
        self.lines.push(Line { audience: Audience::Gm, ..Line::open(text) });
    }

    /// The rules cited since the last line. A line for few readers doesn't take them away from everyone else, who would notice that they're
    /// missing.
    pub fn rules_for(&mut self, audience: Audience) -> Vec<Citation> {
        match audience {
            Audience::Everyone => std::mem::take(&mut self.cited),
            _ => self.cited.clone(),
        }
    }

    /// Tells a roll with its dice, in these words, to those who may know about the one who rolled it; a secret roll goes to the GM.
    pub fn roll(&mut self, roll: &Roll<R>, text: String) {
        let audience = match roll.who.map_or(Audience::Everyone, |who| self.audience(who)) {
            Audience::Everyone if roll.secret => Audience::Gm,
            audience => audience,
        };
        let rules = self.rules_for(audience);
        self.roll_for(audience, roll, text, rules);
    }

    /// Tells a roll in these words and with these rules to exactly these readers.
    pub fn roll_for(&mut self, audience: Audience, roll: &Roll<R>, text: String, rules: Vec<Citation>) {
        let full = Line { rules, audience, ..Line::open("") }.rolled(self.fight, roll);
        self.lines.push(Line { text, audience, ..full });
        self.has_number(roll.total);
    }

    /// Tells that a combatant goes out of sight or comes into it, in the system's words, and remembers it.
    pub fn hid(&mut self, who: CombatantId, hidden: bool, does: &str) {
        if hidden {
            self.unseen.push(who);
        } else {
            self.unseen.retain(|it| *it != who);
        }
        self.say(Some(who), format!("{} {does}.", self.name(who)));
        if !hidden {
            self.is_a(BriefPart::Harm);
        }
    }
}

impl<R: Overview> StoryBuilder<'_, R> {
    /// Tells a step from square to square; the steps of one walk form one line. Of a step in the fog only the GM hears where it leads.
    fn steps(&mut self, who: CombatantId, at: &PlaceOf<R>) {
        let (audience, name) = (self.audience(who), self.name(who));
        let goes_on = self.lines.last().is_some_and(|it| it.audience == audience);
        let is_seen = audience != Audience::Everyone || is_in_open_sight(self.fight, who, at);
        let step = (self.fight.space.place_words(at), is_seen);
        let mut way = match self.way.take().filter(|it| it.who == who && goes_on) {
            Some(mut way) => {
                way.squares.push(step);
                let rules = self.rules_for(audience);
                let (text, short) = way.open(name);
                if let Some(line) = self.lines.last_mut() {
                    line.rules.extend(rules.into_iter().filter(|it| !line.rules.contains(it)).collect::<Vec<_>>());
                    line.text = text;
                    line.brief.short = Some(short);
                }
                way
            }
            None => {
                let way = Way { who, squares: vec![step], gms: None };
                self.say(Some(who), way.open(name).0);
                way
            }
        };
        if way.squares.iter().any(|it| !it.1) {
            let text = format!("{}; the players don\u{2019}t see all of it.", way.whole(name));
            let line = Line { audience: Audience::Gm, ..Line::open(text) };
            match way.gms {
                Some(index) => self.lines[index] = line,
                None => {
                    // Before the line that everyone reads, which may go on.
                    let index = self.lines.len() - 1;
                    self.lines.insert(index, line);
                    way.gms = Some(index);
                }
            }
        }
        self.way = Some(way);
    }

    /// Tells what's the same in every system: the fight's beginning and end, its rounds, who stands where. Returns whether the fact was one
    /// of these.
    pub fn common(&mut self, fact: &TableFact<R>) -> bool {
        match fact {
            TableFact::StageSet(Stage::Fighting) => self.say(None, "The fight begins.".to_owned()),
            TableFact::StageSet(Stage::Over) => self.say(None, "The fight is over.".to_owned()),
            TableFact::RoundBegan(round) => {
                self.say(None, format!("Round {round} begins."));
                self.begins_round(*round);
            }
            TableFact::Placed { at: None, .. } => {} // told by whatever took them away
            TableFact::Placed { who, at: Some(at) } if matches!(self.fight.space.spot(at), Spot::Square(_)) => {
                self.steps(*who, at);
            }
            TableFact::Placed { who, at: Some(at) } => {
                let place = self.fight.space.place_words(at);
                let is_border = place.starts_with("border");
                let border = format!("{} moves to the border ", self.name(*who));
                // Whoever only crosses it isn't told to stand on it.
                if let Some(line) = self.lines.last_mut().filter(|it| !is_border && it.text.starts_with(&border)) {
                    line.brief.part = BriefPart::Aside;
                }
                let the = if is_border { "the " } else { "" };
                self.say(Some(*who), format!("{} moves to {the}{place}.", self.name(*who)));
            }
            _ => return false,
        }
        true
    }
}
