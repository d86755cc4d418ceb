//! A story: one message per action. While somebody is asked, it ends with the prompt (see `prompt`); when the action is done, the same
//! message is the result, with every roll in full. What doesn't fit is under "Details", and the message says so.

use super::{
    super::{
        custom_id::CustomId,
        limits::{CONTENT_MAX, EMBED_DESCRIPTION_MAX, FOOTER_MAX, ROWS_MAX, length},
        message::{ActionRow, Embed, Message},
        text,
    },
    prompt::{asked, rows},
    tracker::press,
    words,
};
use crate::{
    engine::view::PromptView,
    rules::story::stored::{StoryLine, StoryRule, StoryView},
};

/// Room for a note that there's more, and for the small print.
const ROOM_FOR_MORE: usize = 60 + SMALL_PRINT_MAX;
/// If the rules are longer than this, they go into an embed below, so that the text above always fits.
const SMALL_PRINT_MAX: usize = 80;
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

/// Draws it with embeds, and with the time limit for questions.
pub(super) fn in_boxes(it: &StoryContext<'_>, pace_ms: Option<i64>) -> Option<Message> {
    let lines: Vec<&StoryLine> = it.told.open_lines().collect();
    if lines.is_empty() && it.prompts.is_empty() {
        return None;
    }
    let asked = asked(it.prompts, it.players, it.gm, pace_ms);
    let sentences: Vec<String> = lines.iter().map(|line| words::prose(&line.text, it.players)).collect();
    let sentences = match taken_back(it.told, sentences) {
        (None, sentences) => sentences,
        (Some(notice), sentences) => std::iter::once(notice).chain(sentences.iter().map(|it| struck(it))).collect(),
    };
    let (mut content, cut) = as_many_as_fit(&sentences, CONTENT_MAX - length(&asked) - ROOM_FOR_MORE);
    if !asked.is_empty() {
        content.push_str(if content.is_empty() { "" } else { "\n" });
        content.push_str(&asked);
    }
    let (mut embed, left_out) = breakdown(&lines);
    // Rules without a roll go into a line of small print; embeds are for dice.
    if let Some(rules) = embed.take_if(|it| it.description.is_empty() && length(&it.footer) <= SMALL_PRINT_MAX) {
        content.push_str(&format!("\n-# {}", text::escape(&rules.footer)));
    }
    let mut rows = rows(it.encounter, it.prompts);
    if (cut || left_out) && rows.len() < ROWS_MAX {
        let id = CustomId::Details { encounter: it.encounter, seq: it.told.number.unwrap_or(it.told.began_seq) };
        rows.push(ActionRow::Buttons(vec![press("Details", id)]));
    }
    Some(Message { content, embeds: embed.into_iter().collect(), rows, ..Message::default() })
}

/// The heading of a story that was undone.
const TAKEN_BACK: &str = "**This was taken back:**";

/// The heading above a story that was undone, and the lines that no longer hold; `None` if they all hold. If an unfinished action was
/// withdrawn, its own last line says so.
pub(super) fn taken_back(told: &StoryView, mut lines: Vec<String>) -> (Option<String>, Vec<String>) {
    match (told.taken_back, told.withdrawn) {
        (true, _) => (Some(TAKEN_BACK.to_owned()), lines),
        (false, true) => (lines.pop(), lines),
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

/// As many whole lines as fit into this many characters, with a note if some don't. Returns whether some don't.
pub(super) fn as_many_as_fit(lines: &[String], most: usize) -> (String, bool) {
    let mut content = String::new();
    for (index, line) in lines.iter().enumerate() {
        if length(&content) + length(line) + 1 > most {
            let more = lines.len() - index;
            content.push_str(if content.is_empty() { "" } else { "\n" });
            content.push_str(&format!("({more} more under Details.)"));
            return (content, true);
        }
        if !content.is_empty() {
            content.push('\n');
        }
        content.push_str(line);
    }
    (content, false)
}

/// All rolls in one embed, and whether some didn't fit.
fn breakdown(lines: &[&StoryLine]) -> (Option<Embed>, bool) {
    let rolls: Vec<String> = lines.iter().filter_map(|line| line.roll.as_ref()).map(words::roll).collect();
    let mut rules: Vec<&StoryRule> = vec![];
    for rule in lines.iter().flat_map(|line| &line.rules) {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    let cited: Vec<String> = rules.iter().map(|it| words::cited(&it.number, &it.title, it.ruling)).collect();
    if rolls.is_empty() && cited.is_empty() {
        return (None, false);
    }
    let mut description = String::new();
    let mut left_out = false;
    for roll in &rolls {
        if length(&description) + length(roll) + 1 > EMBED_DESCRIPTION_MAX - 60 {
            left_out = true;
            description.push_str("\nMore rolls under Details.");
            break;
        }
        description.push_str(if description.is_empty() { "" } else { "\n" });
        description.push_str(roll);
    }
    let cited = cited.join(" \u{b7} ");
    let footer = text::label(&cited, FOOTER_MAX);
    left_out |= footer != text::one_line(&cited);
    (Some(Embed { description, footer, ..Embed::default() }), left_out)
}

/// A line that only the reader or the reader's side may read, marked as such, since nobody else sees it.
pub fn own(lines: &[StoryLine]) -> String {
    let lines: Vec<&StoryLine> = lines.iter().collect();
    format!("Only you and your side see this:\n{}", details(&lines, &[]))
}

/// A whole story for a reader who may read `lines`: its sentences, each with its roll and rules.
pub fn details(lines: &[&StoryLine], players: &[u64]) -> String {
    let mut all = vec![];
    for line in lines {
        all.push(words::prose(&line.text, players));
        all.extend(line.roll.as_ref().map(words::roll));
        let cited: Vec<String> = line.rules.iter().map(|it| words::cited(&it.number, &it.title, it.ruling)).collect();
        if !cited.is_empty() {
            all.push(format!("-# {}", text::escape(&cited.join(" \u{b7} "))));
        }
    }
    all.join("\n")
}
