//! Text mode: the same messages in plain sentences, for those who use a screen reader. It has no embeds, columns, standalone symbols or
//! code, but leaves out nothing. Buttons and menus stay, since screen readers read their labels. A message's content is decided where it's
//! composed, not here.

use super::{
    super::{
        limits::{CONTENT_MAX, length},
        message::{Embed, Message, split},
        text,
    },
    prompt, roster,
    story::{self, StoryContext},
    tracker::{self, Tracker},
    words,
};
use crate::{
    engine::view::{FighterView, SURE_DIGITS, SideView},
    rules::story::stored::{StoryLine, StoryRoll, StoryRule},
};

/// Replaces the list if not everyone fits into the tracker.
const REST: &str = "See everyone in full with /encounter status.";

/// Any message as plain text: its embeds become lines below its text. The result may be too long for one message; the sender splits it.
pub fn flattened(message: Message) -> Message {
    let mut lines: Vec<String> = vec![];
    if !message.content.is_empty() {
        lines.push(spoken(&message.content));
    }
    lines.extend(message.embeds.iter().flat_map(embed));
    Message { content: lines.join("\n"), embeds: vec![], ..message }
}

/// An embed as lines.
fn embed(it: &Embed) -> Vec<String> {
    let mut lines = vec![];
    let mut say = |part: &str| {
        if !part.is_empty() {
            lines.push(spoken(part));
        }
    };
    say(&it.author);
    say(&it.title);
    say(&it.description);
    for field in &it.fields {
        say(&format!("{}:", field.name.trim_end_matches(':')));
        say(&field.value);
    }
    // A footer has no markdown, so its text must be escaped here.
    if !it.footer.is_empty() {
        lines.push(spoken(&text::escape(&it.footer)));
    }
    lines
}

/// A message's text with markup removed and signs put into words. Escapes, mentions, times and links don't change.
pub fn spoken(shown: &str) -> String {
    shown.lines().map(spoken_line).collect::<Vec<_>>().join("\n")
}

/// Signs at the start of a line that repeat what a word after them says.
const MARKS: [&str; 4] = ["`>` ", "`*` ", "`-` ", "`x` "];

fn spoken_line(line: &str) -> String {
    let line = line.strip_prefix("-# ").unwrap_or(line);
    let line = MARKS.iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line);
    let mut said = String::with_capacity(line.len() + 16);
    let mut rest = line;
    while let Some(character) = rest.chars().next() {
        let after = &rest[character.len_utf8()..];
        let kept = untouched(rest);
        if kept > 0 {
            said.push_str(&rest[..kept]);
            rest = &rest[kept..];
            continue;
        }
        match character {
            '*' | '`' => {}
            '\u{b7}' => {
                said.truncate(said.trim_end().len());
                said.push(',');
            }
            '\u{2192}' => {
                said.truncate(said.trim_end().len());
                said.push(':');
            }
            '\u{2264}' => said.push_str("at most"),
            '\u{2265}' => said.push_str("at least"),
            '\u{2212}' if after.starts_with(|c: char| c.is_ascii_digit()) => said.push_str("minus "),
            '\u{2212}' => said.push_str("minus"),
            '\u{d7}' => said.push_str("times"),
            '+' if said.ends_with(' ') && after.starts_with(' ') => said.push_str("plus"),
            '=' if said.ends_with(' ') && after.starts_with(' ') => said.push_str("makes"),
            '/' if said.ends_with(|c: char| c.is_ascii_digit()) && after.starts_with(|c: char| c.is_ascii_digit()) => {
                said.push_str(" of ");
            }
            _ => said.push(character),
        }
        rest = after;
    }
    said
}

/// How many bytes from the start of `rest` stay as they are: an escape, a mention, a time or a link.
fn untouched(rest: &str) -> usize {
    if let Some(after) = rest.strip_prefix('\\') {
        // " \> " is "greater than" in a message; anything else that's escaped is somebody's name.
        return 1 + after.chars().next().map_or(0, char::len_utf8);
    }
    if rest.starts_with('<') && rest[1..].starts_with(['@', '#', 't', ':', '/']) {
        return rest.find('>').map_or(0, |end| end + 1);
    }
    if rest.starts_with("https://") || rest.starts_with("http://") {
        return rest.find(char::is_whitespace).unwrap_or(rest.len());
    }
    0
}

/// A roll as a sentence: whose it is, the equation, the outcome, and the rule.
pub fn roll(it: &StoryRoll) -> String {
    let outcome = it.outcome.as_ref().map_or_else(String::new, |it| format!(": {it}"));
    let rule = words::cited(&it.rule.number, &it.rule.title, it.rule.ruling);
    let said = format!("{}, {}: {}{outcome}. {rule}.", it.who, it.what, it.equation);
    spoken(&text::escape(&said))
}

fn rule(it: &StoryRule) -> String {
    words::cited(&it.number, &it.title, it.ruling)
}

/// A line of a story: its sentence, its roll, and the rules that the roll doesn't cite.
pub(super) fn told(line: &StoryLine, players: &[u64]) -> String {
    let mut said = vec![spoken(&words::prose(&line.text, players))];
    said.extend(line.roll.as_ref().map(roll));
    let by_roll = line.roll.as_ref().map(|it| &it.rule);
    let rules: Vec<String> = line.rules.iter().filter(|it| Some(*it) != by_roll).map(rule).collect();
    if !rules.is_empty() {
        said.push(format!("By {}.", text::escape(&words::list(&rules))));
    }
    said.retain(|it| !it.is_empty());
    said.join(" ")
}

/// A whole story for a reader who may read `lines`.
pub fn details(lines: &[&StoryLine], players: &[u64]) -> String {
    lines.iter().map(|it| told(it, players)).collect::<Vec<_>>().join("\n")
}

/// A story as one message in the channel. `None` if the channel's readers may read none of it.
pub fn story(it: &StoryContext<'_>, pace_ms: Option<i64>) -> Option<Message> {
    let asked = prompt::asked(it.prompts, it.players, it.gm, pace_ms);
    let by = |rules: Vec<String>| format!(" By {}.", text::escape(&words::list(&rules)));
    let message = story::drawn(it, &asked, &str::to_owned, &by)?;
    Some(Message { content: spoken(&message.content), ..message })
}

/// The current state in full, as lines; it may be too long for one message.
pub fn status(it: &Tracker<'_>) -> String {
    status_with(it, usize::MAX)
}

fn status_with(it: &Tracker<'_>, digits: usize) -> String {
    let mut lines = above(it);
    lines.extend(it.scene.sides.iter().flat_map(side));
    lines.extend(below(it, digits));
    lines.join("\n")
}

/// The tracker in one message. If everyone's state doesn't fit, it has everyone's name; if even that doesn't fit, how many they are.
pub fn tracker(it: &Tracker<'_>, note: Option<&str>) -> Message {
    tracker_under(None, it, note)
}

/// The same, with a sentence above.
pub(super) fn tracker_under(first: Option<&str>, it: &Tracker<'_>, note: Option<&str>) -> Message {
    let rows = tracker::buttons(it);
    let whole: Vec<String> =
        first.map(spoken).into_iter().chain([status_with(it, SURE_DIGITS)]).chain(note.map(spoken)).collect();
    let whole = whole.join("\n");
    let above = || first.map(spoken).into_iter().chain(above(it)).collect::<Vec<String>>();
    if length(&whole) <= CONTENT_MAX {
        return Message { content: whole, rows, ..Message::default() };
    }
    let names = |side: &SideView| {
        let all: Vec<String> = side.members.iter().map(|it| format!("{}, {}", it.name, it.standing)).collect();
        text::escape(&format!("{}: {}.", heading(side), all.join("; ")))
    };
    let counts = |side: &SideView| text::escape(&format!("{}: {} in total.", heading(side), side.members.len()));
    let forms: [&dyn Fn(&SideView) -> String; 2] = [&names, &counts];
    for form in forms {
        let mut lines = above();
        lines.extend(it.scene.sides.iter().map(form));
        lines.push(REST.to_owned());
        lines.push(committed(it, SURE_DIGITS));
        lines.extend(note.map(spoken));
        let content = lines.join("\n");
        if length(&content) <= CONTENT_MAX {
            return Message { content, rows, ..Message::default() };
        }
    }
    let (content, _) = story::as_many_as_fit(&above(), CONTENT_MAX - length(REST) - 60, "\n");
    let content = split::pieces(&format!("{content}\n{REST}"), CONTENT_MAX).swap_remove(0);
    Message { content, rows, ..Message::default() }
}

/// The fight, and what's happening.
fn above(it: &Tracker<'_>) -> Vec<String> {
    let mut lines = vec![format!("{}.", spoken(&tracker::heading(it)))];
    lines.extend(tracker::now(it).iter().map(|line| spoken(line)));
    lines
}

fn below(it: &Tracker<'_>, digits: usize) -> Vec<String> {
    let mut lines = vec![];
    if !it.scene.places.is_empty() {
        lines.push("Where they are:".to_owned());
        lines.extend(it.scene.places.iter().map(|place| format!("{}.", spoken(&text::escape(place)))));
    }
    lines.push(committed(it, digits));
    lines
}

fn committed(it: &Tracker<'_>, digits: usize) -> String {
    let chain = if it.chain.is_empty() { String::new() } else { format!(" Chain: {}.", it.chain) };
    format!("{}.{chain}", tracker::committed(it, digits))
}

fn heading(side: &SideView) -> String {
    match side.note.is_empty() {
        true => side.name.clone(),
        false => format!("{} ({})", side.name, side.note),
    }
}

fn side(side: &SideView) -> Vec<String> {
    let members = side.members.iter().map(fighter);
    let nobody = side.members.is_empty().then(|| "nobody yet.".to_owned());
    std::iter::once(format!("{}:", text::escape(&heading(side)))).chain(members).chain(nobody).collect()
}

fn fighter(it: &FighterView) -> String {
    let states: Vec<String> = roster::states(it).iter().map(|it| spoken(&text::escape(it))).collect();
    format!("{}: {}.", text::escape(&it.name), states.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Markup is removed and signs become words; anything that carries a meaning of its own stays.
    #[test]
    fn signs_become_words() {
        for (shown, said) in [
            ("`>` **Sybilla** ready \u{b7} health 6/6", "Sybilla ready, health 6 of 6"),
            ("-# R21 Dodge \u{b7} R7 Reaction", "R21 Dodge, R7 Reaction"),
            ("d20 7 \u{2264} AGI 9", "d20 7 at most AGI 9"),
            ("d20 7 \u{2212} 2 shield = 5 \u{2192} **passes**", "d20 7 minus 2 shield makes 5: passes"),
            ("AGI 8 \u{2212} 19 = \u{2212}11", "AGI 8 minus 19 makes minus 11"),
            ("Answer <t:1790000030:R>, <@5>.", "Answer <t:1790000030:R>, <@5>."),
            ("here: https://discord.com/channels/1/2/3", "here: https://discord.com/channels/1/2/3"),
            ("\\*\\*Ana\\*\\* and \\`b\\`", "\\*\\*Ana\\*\\* and \\`b\\`"),
            ("The seed was `5eed`.", "The seed was 5eed."),
            ("Gate/Yard and Jean-Luc", "Gate/Yard and Jean-Luc"),
        ] {
            assert_eq!(spoken(shown), said);
        }
    }
}
