//! A story: one short message per action. While somebody is asked, it ends with the prompt (see `prompt`); when the action is done, the same
//! message is the result. What the short account leaves out, each die, modifier and rule, is under "Details".

use super::{
    super::{
        custom_id::CustomId,
        limits::{ROWS_MAX, length},
        message::{ActionRow, Message, split},
        text,
    },
    barely,
    prompt::{asked, rows},
    shorter_dice::{counted_beside, which_counts, without_faces, without_many_faces},
    tracker::press,
    words,
};
use crate::{
    engine::view::{BriefPart, PromptView, list},
    rules::story::{
        brief::{ShortSentence, Weight, brief, tight},
        stored::{Fallen, StoryLine, StoryRule, StoryView},
    },
};

/// The most characters that what happened takes, about three lines on a phone; the rest is under "Details". What was done, and the first
/// harm and the last, are told even if they take more.
const ACCOUNT_MAX: usize = 126;
/// As many characters as four lines have room for wherever they break: what can't be told in three takes four without the rules, never five.
const FOUR_LINES_MAX: usize = 150;
/// The same with what others did.
const DEEDS_MAX: usize = 230;
/// The same with all harm: whoever is hit reads it.
const HARM_MAX: usize = 250;
/// The most that it takes where a single sentence is longer than that; Discord allows 2,000, the questions below included.
const SENTENCES_MAX: usize = 500;

/// The most characters of a line of small print on a phone: the rules take one.
const SMALL_LINE_MAX: usize = 49;

/// The length of a sentence that's told rather than counted.
const GAP_MAX: usize = 24;

/// Where the rest is, after how much that is.
const IN_DETAILS: &str = " in Details";

/// What a story is drawn from.
#[derive(Clone, Copy, Debug)]
pub struct StoryContext<'a> {
    /// The fight.
    pub encounter: u64,
    /// The story.
    pub told: &'a StoryView,
    /// The story's open questions, as everyone in the channel sees them.
    pub prompts: &'a [PromptView],
    /// The people who are playing.
    pub players: &'a [u64],
    /// The GM, if questions to the GM ping them in this channel.
    pub gm: Option<u64>,
}

/// Draws it for a live table. `None` if the channel's readers may read none of it.
pub fn story(it: &StoryContext<'_>) -> Option<Message> {
    in_boxes(it, None)
}

/// Draws it with small print, and with the time limit for questions.
pub(super) fn in_boxes(it: &StoryContext<'_>, pace_ms: Option<i64>) -> Option<Message> {
    let small_print = |rules: Vec<String>| format!("\n-# {}", text::escape(&rules.join(" \u{b7} ")));
    drawn(it, &asked(it.prompts, it.players, it.gm, pace_ms), &struck, &small_print)
}

/// Draws it: what happened in short, the rules in their form, then the questions.
pub(super) fn drawn(
    it: &StoryContext<'_>,
    asked: &str,
    undone: &dyn Fn(&str) -> String,
    cited: &dyn Fn(Vec<String>) -> String,
) -> Option<Message> {
    let lines: Vec<&StoryLine> = it.told.open_lines().collect();
    let is_said = |it: &&StoryLine| it.brief.part != BriefPart::Unsaid;
    if !lines.iter().any(is_said) && it.prompts.is_empty() {
        return None;
    }
    let (notice, lines) = taken_back(it, lines);
    let mut account = brief(&lines);
    let (mut told, mut cut) = said(&account.sentences, it.players, IN_DETAILS, list);
    if length(&told) > ACCOUNT_MAX {
        account = tight(&lines);
        (told, cut) = said_tightly(&account.sentences, it.players);
    }
    // Then the rules would take a fifth line.
    let takes_four = length(&told.replace("**", "").replace('\\', "")) > ACCOUNT_MAX;
    let told = if notice.is_some() && !told.is_empty() { undone(&told) } else { told };
    let mut content: Vec<String> = notice.into_iter().chain([told]).filter(|it| !it.is_empty()).collect();
    let mut rules: Vec<String> = account.rules.iter().map(|it| rule(it)).collect();
    while rules.len() > 1 && length(&rules.join(" \u{b7} ")) > SMALL_LINE_MAX {
        (rules, cut) = (rules[..rules.len() - 1].to_vec(), true);
    }
    if takes_four && !rules.is_empty() {
        (rules, cut) = (vec![], true);
    }
    if let (Some(last), false) = (content.last_mut(), rules.is_empty()) {
        last.push_str(&cited(rules));
    }
    content.extend(to_the_fallen(it));
    content.extend((!asked.is_empty()).then(|| asked.to_owned()));
    let mut rows = rows(it.encounter, it.prompts);
    if (cut || account.leaves_out) && rows.len() < ROWS_MAX {
        let id = CustomId::Details { encounter: it.encounter, seq: it.told.number.unwrap_or(it.told.began_seq) };
        rows.push(ActionRow::Buttons(vec![press("Details", id)]));
    }
    Some(Message { content: content.join("\n"), rows, ..Message::default() })
}

/// The most that the lines about those who went down take; the tracker has the rest. One of them is at most about 450 characters.
const FALLEN_MAX: usize = 600;

/// What's told the players of characters who have gone down, and of those who can help. It notifies them where the story's message is new.
fn to_the_fallen(it: &StoryContext<'_>) -> Vec<String> {
    let stands = !it.told.withdrawn && !it.told.taken_back;
    let line = |it: &Fallen| {
        let mention = it.seat.map_or_else(String::new, |seat| format!("<@{}>: ", seat.0));
        let helpers: Vec<String> = it.helpers.iter().map(|seat| format!("<@{}>", seat.0)).collect();
        let helpers = if helpers.is_empty() { String::new() } else { format!(" ({})", words::list(&helpers)) };
        format!("{mention}**{}** {}{helpers}", text::escape(&it.name), text::escape(&it.words))
    };
    let mut all: Vec<String> = it.told.fallen.iter().filter(|_| stands).map(line).collect();
    let shown = words::fitting(&all, FALLEN_MAX, 1).max(1).min(all.len());
    let more = all.len() - shown;
    all.truncate(shown);
    all.extend((more > 0).then(|| format!("{more} more went down: see the tracker.")));
    all
}

/// A short account without rules, where there are no Details to be opened.
pub fn in_short(sentences: &[ShortSentence], players: &[u64]) -> String {
    said(sentences, players, "", list).0
}

/// The newest of these accounts that fit together into so many characters, oldest first; the newest always.
pub fn newest_within(accounts: Vec<String>, most: usize) -> Vec<String> {
    let (mut newest, mut room) = (vec![], most);
    for told in accounts.into_iter().rev() {
        let takes = told.chars().count() + 1;
        if takes > room && !newest.is_empty() {
            break;
        }
        room = room.saturating_sub(takes);
        newest.push(told);
    }
    newest.reverse();
    newest
}

/// What's said of one person, in one sentence.
type Joined = fn(&[String]) -> String;

/// What of these sentences matters, in Discord's Markdown, and whether anything is left out; `rest` says where that is.
fn said(sentences: &[ShortSentence], players: &[u64], rest: &str, joined: Joined) -> (String, bool) {
    let in_prose = |said: &ShortSentence| ShortSentence {
        text: words::prose(&said.text, players),
        shorter: said.shorter.as_ref().map(|it| words::prose(it, players).into()),
        unarmed: said.unarmed.as_ref().map(|it| words::prose(it, players).into()),
        subject_len: words::prose(said.subject(), players).len(),
        said: said.said.iter().map(|it| words::prose(it, players)).collect(),
        ..*said
    };
    let mut sentences: Vec<ShortSentence> = sentences.iter().map(in_prose).collect();
    let (mut told, mut is_cut) = what_matters(&sentences, rest, joined);
    let unarmed = |it: &ShortSentence| it.unarmed.as_deref().unwrap_or(&it.text).to_owned();
    let counted = |it: &ShortSentence| counted_beside(&it.text);
    let unpooled = |it: &ShortSentence| without_many_faces(&it.text);
    let mut is_shortened = false;
    for shorter in [&unarmed as &dyn Fn(&ShortSentence) -> String, &counted, &unpooled] {
        if length(&told) <= ACCOUNT_MAX && !is_cut {
            break;
        }
        for it in &mut sentences {
            let text = shorter(it);
            if text != it.text {
                (it.text, it.said, is_shortened) = (text, Box::default(), true);
            }
        }
        (told, is_cut) = what_matters(&sentences, rest, joined);
    }
    (told, is_cut || is_shortened)
}

/// The same in the least room: in the fewest words, then without the faces of dice that are added up, then without a new round.
fn said_tightly(sentences: &[ShortSentence], players: &[u64]) -> (String, bool) {
    let unarmed = |it: &ShortSentence| match &it.unarmed {
        Some(text) => ShortSentence { text: text.to_string(), said: Box::default(), unarmed: None, ..it.clone() },
        None => it.clone(),
    };
    let is_armed = sentences.iter().any(|it| it.unarmed.is_some());
    let mut sentences: Vec<ShortSentence> = sentences.iter().map(unarmed).collect();
    let (mut told, mut is_cut) = said(&sentences, players, IN_DETAILS, list);
    is_cut |= is_armed;
    for shorten in [which_counts as fn(&str) -> String, counted_beside, without_faces] {
        if length(&told) <= ACCOUNT_MAX {
            return (told, is_cut);
        }
        sentences.iter_mut().for_each(|it| it.text = shorten(&it.text));
        (told, is_cut) = (said(&sentences, players, IN_DETAILS, list).0, true);
    }
    let is_cut = is_cut || length(&told) > ACCOUNT_MAX;
    if length(&told) > ACCOUNT_MAX {
        sentences.retain(|it| it.weight != Weight::Round);
        told = said(&sentences, players, IN_DETAILS, list).0;
    }
    for step in barely::STEPS {
        if length(&told) <= ACCOUNT_MAX {
            break;
        }
        step(&mut sentences);
        told = said(&sentences, players, IN_DETAILS, barely::said_once).0;
    }
    if length(&told) > ACCOUNT_MAX {
        told = said(&sentences, players, IN_DETAILS, barely::said_least).0;
    }
    while length(&told) > ACCOUNT_MAX && barely::without_the_least(&mut sentences) {
        told = said(&sentences, players, IN_DETAILS, barely::said_least).0;
    }
    while length(&told) > FOUR_LINES_MAX && barely::without_the_middle(&mut sentences) {
        told = said(&sentences, players, IN_DETAILS, barely::said_least).0;
    }
    (told, is_cut)
}

fn rule(it: &StoryRule) -> String {
    words::cited(&it.number, &it.title, it.ruling)
}

/// The heading of a story that was undone.
const TAKEN_BACK: &str = "**This was taken back:**";

/// The heading above a story that was undone, and the lines that no longer hold; `None` if they all hold. If an unfinished action was
/// withdrawn, its own last line says so.
fn taken_back<'a>(it: &StoryContext<'_>, mut lines: Vec<&'a StoryLine>) -> (Option<String>, Vec<&'a StoryLine>) {
    match (it.told.taken_back, it.told.withdrawn) {
        (true, _) => (Some(TAKEN_BACK.to_owned()), lines),
        (false, true) => (
            lines.pop().map(|notice| words::prose(notice.brief.short.as_ref().unwrap_or(&notice.text), it.players)),
            lines,
        ),
        (false, false) => (None, lines),
    }
}

/// A sentence that no longer holds.
pub(super) fn struck(sentence: &str) -> String {
    sentence
        .lines()
        .map(|it| if it.is_empty() { String::new() } else { format!("~~{it}~~") })
        .collect::<Vec<_>>()
        .join("\n")
}

/// The first sentence, the first harm and the last, with the blow that led to that, then as much as fits, by weight, the last before the
/// rest; answers without their dice if need be. What's left out is counted where it stood, but for rolls.
fn what_matters(sentences: &[ShortSentence], rest_is: &str, joined: Joined) -> (String, bool) {
    let Some((first, rest)) = sentences.split_first() else { return (String::new(), false) };
    let mut told: Vec<Option<&str>> = vec![None; rest.len()];
    let is_harm = |it: &ShortSentence| it.weight == Weight::Harm;
    for (at, it) in rest.iter().enumerate().filter(|it| it.1.weight == Weight::Round) {
        told[at] = Some(&it.text);
    }
    let last_harm = rest.iter().rposition(is_harm);
    for at in rest.iter().position(is_harm).into_iter().chain(last_harm) {
        told[at] = Some(&rest[at].text);
    }
    // The blow that led to it, however many others there were.
    let led = last_harm.and_then(|harm| rest[..harm].iter().rposition(|it| it.weight == Weight::Deed));
    let is_another = |at: &usize| last_harm.is_some_and(|harm| rest[harm].subject() != rest[*at].subject());
    // An answer has a shorter form; what the doer did next has none.
    if let Some(at) = led.filter(|at| is_another(at) && rest[*at].shorter.is_none()) {
        told[at] = Some(&rest[at].text);
    }
    let mut used = length(&first.text) + told.iter().flatten().map(|it| length(it) + 1).sum::<usize>();
    for weight in [Weight::Deed, Weight::Harm, Weight::Outcome, Weight::Roll] {
        let most = match weight {
            Weight::Harm => HARM_MAX,
            Weight::Deed => DEEDS_MAX,
            _ => ACCOUNT_MAX,
        };
        for at in (0..rest.len()).rev() {
            if rest[at].weight != weight || told[at].is_some() {
                continue;
            }
            let whole = Some(rest[at].text.as_str()).filter(|it| used + length(it) < most);
            let shorter = rest[at].shorter.as_deref();
            let shorter = shorter.filter(|it| weight == Weight::Deed || used + length(it) < DEEDS_MAX);
            told[at] = whole.or(shorter);
            used += told[at].map_or(0, |it| length(it) + 1);
        }
    }
    let is_missing = |at: &usize, told: &[Option<&str>]| told[*at].is_none() && rest[*at].weight != Weight::Roll;
    // A single sentence hardly takes more than the note that it's left out.
    let missing: Vec<usize> = (0..rest.len()).filter(|at| is_missing(at, &told)).collect();
    if let [only] = missing.as_slice()
        && !rest_is.is_empty()
        && length(&rest[*only].text) <= GAP_MAX
    {
        told[*only] = Some(&rest[*only].text);
    }
    let is_missing = |at: &usize| is_missing(at, &told);
    let left_out = (0..rest.len()).filter(is_missing).count();
    let gap = (0..rest.len()).find(is_missing);
    let is_cut = told.iter().zip(rest).any(|(told, whole)| *told != Some(whole.text.as_str()));
    let note = format!("({left_out} more{rest_is})");
    // Where it would take another line, the button says it, but for harm and deeds.
    let matters = |at: usize| matches!(rest[at].weight, Weight::Harm | Weight::Deed);
    let is_noted =
        rest_is.is_empty() || used + length(&note) < ACCOUNT_MAX || (0..rest.len()).filter(is_missing).any(matters);
    let mut all = vec![first.text.clone()];
    // The subject of the last sentence and what's said of it, if more can follow.
    let mut last: Option<(&str, Vec<String>)> = None;
    for (at, it) in told.into_iter().enumerate() {
        if is_noted && gap == Some(at) {
            all.push(note.clone());
            last = None;
        }
        let Some(text) = it else { continue };
        let subject = rest[at].subject();
        let said = said_of(&rest[at], text);
        match (&mut last, said) {
            (Some((same, before)), Some(said)) if *same == subject => {
                before.extend(said);
                *all.last_mut().expect("it has been told") = format!("{subject} {}.", joined(before));
            }
            (last, said) => {
                let several = said.as_ref().filter(|it| it.len() > 1 && text == rest[at].text);
                all.push(several.map_or_else(|| text.to_owned(), |it| format!("{subject} {}.", joined(it))));
                *last = said.map(|it| (subject, it));
            }
        }
    }
    let mut told = all.join(" ");
    // A sentence can be as long as a player's words, or as many as a blast hits.
    let is_long = length(&told) > SENTENCES_MAX;
    if is_long {
        told = split::pieces(&told, SENTENCES_MAX).swap_remove(0) + "\n(More under Details.)";
    }
    (told, is_long || is_cut)
}

/// What an answer ends in that failed, told without its dice.
const FAILS: &str = " and fails";

/// What a sentence as it's told says of its subject, if more of the same one can follow: "fails to dodge" of "Ana fails to dodge."
fn said_of(sentence: &ShortSentence, told: &str) -> Option<Vec<String>> {
    if sentence.subject().is_empty() {
        return None;
    }
    if told == sentence.text && !sentence.said.is_empty() {
        return Some(sentence.said.to_vec());
    }
    let said = told.strip_prefix(sentence.subject())?.strip_prefix(' ')?.strip_suffix('.')?;
    match said.strip_suffix(FAILS) {
        Some(tried) => Some(vec![tried.to_owned(), "fails".to_owned()]),
        None => (!said.contains(": ")).then(|| vec![said.to_owned()]),
    }
}

/// As many of these as fit into this many characters, at least one, with a note if some don't. Returns whether some don't.
pub(super) fn as_many_as_fit(parts: &[String], most: usize, between: &str) -> (String, bool) {
    let fitting = words::fitting(parts, most, length(between)).min(parts.len());
    let mut content = parts[..fitting].join(between);
    let more = parts.len() - fitting;
    if more > 0 {
        content.push_str(&format!("{between}({more} more in Details)"));
    }
    (content, more > 0)
}

/// A line that only the reader or the reader's side may read, marked as such, since nobody else sees it.
pub fn own(lines: &[StoryLine]) -> String {
    let lines: Vec<&StoryLine> = lines.iter().collect();
    format!("Only you and your side see this:\n{}", details(&lines, &[]))
}

/// A whole story for a reader who may read `lines`: its sentences, each with its roll, unless it tells that itself, and its rules.
pub fn details(lines: &[&StoryLine], players: &[u64]) -> String {
    let mut all = vec![];
    for line in lines {
        let sum = line.brief.sum.as_ref().map_or_else(String::new, |it| format!(" ({it})"));
        all.push(words::prose(&line.text, players) + &text::escape(&sum));
        let roll = line.roll.as_ref();
        let untold = roll.filter(|it| !line.text.contains(&it.equation));
        all.extend(untold.map(words::roll));
        // A roll with a line of its own cites its rule there.
        let mut rules: Vec<&StoryRule> =
            line.rules.iter().filter(|it| untold.is_none_or(|roll| roll.rule != **it)).collect();
        rules.extend(roll.map(|it| &it.rule).filter(|it| untold.is_none() && !line.rules.contains(it)));
        let cited: Vec<String> = rules.into_iter().map(rule).collect();
        if !cited.is_empty() {
            all.push(format!("-# {}", text::escape(&cited.join(" \u{b7} "))));
        }
    }
    all.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(text: &str, subject: &str, weight: Weight) -> ShortSentence {
        let (subject_len, said) = (subject.len(), Box::default());
        ShortSentence { text: text.to_owned(), subject_len, said, weight, shorter: None, unarmed: None }
    }

    /// As many of the last accounts as there's room for, in the order in which they happened; the newest even if there's none.
    #[test]
    fn the_last_accounts_are_the_newest_that_fit() {
        let all = ["The first.", "The second.", "The third."].map(str::to_owned).to_vec();
        assert_eq!(newest_within(all.clone(), 1_000), all);
        assert_eq!(newest_within(all.clone(), 25), ["The second.", "The third."]);
        assert_eq!(newest_within(all, 1), ["The third."]);
        assert_eq!(newest_within(vec![], 25), Vec::<String>::new());
    }

    /// What's said of the same one is one sentence, with a failed answer; the weapon that was left out doesn't come back.
    #[test]
    fn the_same_one_has_one_sentence() {
        let blow = sentence(
            "Orc attacks Ana with a very long and heavy two-handed executioner\u{2019}s axe, held high: d20 (18) = 18 vs 12, hit.",
            "Orc",
            Weight::Deed,
        );
        let dodge = ShortSentence {
            shorter: Some("Ana fails to dodge.".into()),
            ..sentence("Ana tries to dodge: d20 (3) vs AGI 9, fails.", "Ana", Weight::Roll)
        };
        let harm = ShortSentence {
            said: ["takes 12 damage", "falls unconscious"].map(str::to_owned).into(),
            ..sentence("Ana takes 12 damage and falls unconscious.", "Ana", Weight::Harm)
        };
        let told = what_matters(&[blow.clone(), dodge, harm.clone()], IN_DETAILS, list).0;
        assert!(told.ends_with(" Ana fails to dodge, takes 12 damage and falls unconscious."), "{told}");
        let block = ShortSentence {
            shorter: Some("Ana blocks and fails.".into()),
            ..sentence("Ana blocks: d20 (3) vs 9, which the shield makes worse, fails.", "Ana", Weight::Roll)
        };
        let told = what_matters(&[blow, block, harm], IN_DETAILS, list).0;
        assert!(told.ends_with(" Ana blocks, fails, takes 12 damage and falls unconscious."), "{told}");
    }

    /// However many strike, the blow that puts somebody down is told.
    #[test]
    fn the_deciding_blow_is_told() {
        let long = "with a very long spear held in both hands: d20 (12) + 4 = 16 vs AC 15, hit; d8 (5) + 1 = 6 damage.";
        let strikes = |who: &str, whom: &str| sentence(&format!("{who} strikes at {whom} {long}"), who, Weight::Deed);
        let harm = |who: &str, text: &str| sentence(&format!("{who} {text}."), who, Weight::Harm);
        let all = [
            sentence("Orc charges.", "Orc", Weight::Deed),
            strikes("Ana", "Orc"),
            harm("Orc", "takes 1 damage"),
            strikes("Orc", "Bo"),
            harm("Bo", "is dying"),
        ];
        let told = what_matters(&all, IN_DETAILS, list).0;
        assert!(told.contains("Orc strikes at Bo") && told.ends_with("Bo is dying."), "{told}");
        assert!(!told.contains("Ana strikes"), "there's no room for more: {told}");
    }

    /// If somebody else's harm is left out, the message counts it, even if that takes another line.
    #[test]
    fn harm_that_is_left_out_is_counted() {
        let hurt = |name: &str| {
            sentence(&format!("{name} the very long-named is burned badly by it all."), name, Weight::Harm)
        };
        let all: Vec<ShortSentence> = ["Ana", "Bo", "Cid", "Dee", "Eve", "Fay", "Gus"].map(hurt).into();
        let (told, is_cut) = what_matters(&all, IN_DETAILS, list);
        assert!(is_cut && told.contains(" more in Details)"), "{told}");
    }
}
