//! A story: one message per action. While someone is asked it is the prompt, with buttons; when the action is done the same message
//! is the result, with every roll laid open. What does not fit is under "Details", and the message says so.

use super::{
    super::{
        custom_id::CustomId,
        limits::{
            CONTENT_MAX, EMBED_DESCRIPTION_MAX, FOOTER_MAX, OPTION_LABEL_MAX, ROW_BUTTONS_MAX, ROWS_MAX,
            SELECT_OPTIONS_MAX, length,
        },
        message::{ActionRow, Button, Embed, Look, Message, Select, SelectOption},
        text,
    },
    tracker::{GM_LIST, MINE_LIST, press},
    words,
};
use crate::{
    engine::{Addressee, view::PromptView},
    rules::story::stored::{StoryLine, StoryRule, StoryView},
};

/// The prompts below the lines take no more than this of the text.
const ROOM_FOR_PROMPTS: usize = 1_100;
/// Room for saying that there is more, and for the small print.
const ROOM_FOR_MORE: usize = 60 + SMALL_PRINT_MAX;
/// Rules that are longer than this stand in a box below, so that the text above them always fits.
const SMALL_PRINT_MAX: usize = 80;
/// More public prompts than this are answered through one button that opens them privately.
const PROMPTS_IN_OPEN_MAX: usize = 4;

/// What a story is drawn from.
#[derive(Clone, Copy, Debug)]
pub struct StoryContext<'a> {
    /// The fight.
    pub encounter: u64,
    /// The story.
    pub told: &'a StoryView,
    /// The questions that are open now and belong to it, as anyone who reads the channel sees them.
    pub prompts: &'a [PromptView],
    /// The people who play.
    pub players: &'a [u64],
    /// The GM, where what the GM is asked calls them in this channel.
    pub gm: Option<u64>,
}

/// Draws it at a live table. `None` if nobody who reads the channel may read any of it.
pub fn story(it: &StoryContext<'_>) -> Option<Message> {
    in_boxes(it, None)
}

/// Draws it with boxes, and with the time that people have there for a question.
pub(super) fn in_boxes(it: &StoryContext<'_>, pace_ms: Option<i64>) -> Option<Message> {
    let lines: Vec<&StoryLine> = it.told.open_lines().collect();
    if lines.is_empty() && it.prompts.is_empty() {
        return None;
    }
    let asked = asked(it, pace_ms);
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
    // Rules without a roll are a line of small print; a box is for dice.
    if let Some(rules) = embed.take_if(|it| it.description.is_empty() && length(&it.footer) <= SMALL_PRINT_MAX) {
        content.push_str(&format!("\n-# {}", text::escape(&rules.footer)));
    }
    let mut rows = rows(it);
    if (cut || left_out) && rows.len() < ROWS_MAX {
        let id = CustomId::Details { encounter: it.encounter, seq: it.told.number.unwrap_or(it.told.began_seq) };
        rows.push(ActionRow::Buttons(vec![press("Details", id)]));
    }
    Some(Message { content, embeds: embed.into_iter().collect(), rows, ..Message::default() })
}

/// What stands above a story that an undo took back.
const TAKEN_BACK: &str = "**This was taken back:**";

/// What stands above the lines of a story that was taken back, and the lines that no longer hold; `None` if they all hold. An unfinished
/// action that was withdrawn says so itself, in its last line.
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

/// As many whole lines as fit into so many characters; where some do not, it says so. Whether some do not.
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

/// Who is asked what, until when, and what silence does.
pub(super) fn asked(it: &StoryContext<'_>, pace_ms: Option<i64>) -> String {
    let until = |at: i64| words::by(at, pace_ms);
    let the_gm = it.gm.map_or_else(|| "the GM".to_owned(), |gm| format!("the GM, <@{gm}>,"));
    let mut lines = vec![];
    for prompt in it.prompts.iter() {
        let name = text::escape(&prompt.to_name);
        let seats: Vec<String> = prompt.seats.iter().map(|seat| format!("<@{}>", seat.0)).collect();
        let whose = match seats.is_empty() {
            true => the_gm.clone(),
            false => words::list(&seats),
        };
        if prompt.answered {
            lines.push(format!("**{name}** has answered; waiting for others."));
            continue;
        }
        let silence = match prompt.labels.first() {
            Some(default) if !prompt.seats.is_empty() => format!("\u{201c}{}\u{201d}", text::escape(default)),
            _ => "the default".to_owned(),
        };
        let by = match prompt.deadline_ms {
            Some(at) => format!("Answer {}; silence means {silence}.", until(at)),
            None => "No hurry. Without an answer, nothing happens.".to_owned(),
        };
        match (prompt.seats.is_empty(), prompt.deadline_ms) {
            (true, Some(at)) => {
                lines.push(format!("**{name}**: {the_gm} answers, or the default applies {}.", until(at)));
            }
            (true, None) => lines.push(format!("**{name}**: {the_gm} answers. {by}")),
            (false, _) => {
                lines.push(format!("{whose}, for **{name}**: {} {by}", words::prose(&prompt.ask, it.players)))
            }
        }
    }
    let shown = words::fitting(&lines, ROOM_FOR_PROMPTS - 60, 1).min(lines.len());
    if lines.len() > shown {
        let more = lines.len() - shown;
        lines.truncate(shown);
        lines.push(format!("{more} more are asked. The buttons below open their questions."));
    }
    lines.join("\n")
}

/// Those who are asked and whom this text mentions: a new message that pings them calls them by itself.
pub fn called(it: &StoryContext<'_>, content: &str) -> Vec<u64> {
    let open = it.prompts.iter().filter(|prompt| !prompt.answered);
    let asked = open.flat_map(|prompt| match prompt.seats.is_empty() {
        true => it.gm.into_iter().collect::<Vec<u64>>(),
        false => prompt.seats.iter().map(|seat| seat.0).collect(),
    });
    let mut called: Vec<u64> = asked.filter(|id| content.contains(&format!("<@{id}>"))).collect();
    called.sort_unstable();
    called.dedup();
    called
}

/// Every roll in one box, and whether some did not fit.
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

/// Buttons and menus: for each question that players are asked its own row; those that only the GM answers behind one button, since
/// anyone who reads the channel is not told what they are.
pub(super) fn rows(it: &StoryContext<'_>) -> Vec<ActionRow> {
    let encounter = it.encounter;
    let open: Vec<&PromptView> = it.prompts.iter().filter(|prompt| !prompt.answered).collect();
    let players: Vec<&PromptView> = open.iter().copied().filter(|prompt| !prompt.seats.is_empty()).collect();
    let list = |label: &str, list: &str| press(label, CustomId::Page { encounter, list: list.to_owned(), page: 0 });
    let mut rows: Vec<ActionRow> = vec![];
    let mut last: Vec<Button> = vec![];
    if players.len() > PROMPTS_IN_OPEN_MAX {
        last.push(list("Answer\u{2026}", MINE_LIST).looking(Look::Primary));
    } else {
        let several = open.len() > 1;
        for prompt in &players {
            rows.extend(choices(encounter, prompt, several, if several { 1 } else { ROWS_ALONE_MAX }));
        }
        last.extend(players.iter().filter_map(|prompt| quiet(encounter, prompt)));
    }
    if open.len() > players.len() {
        last.push(list("GM answers\u{2026}", GM_LIST));
    }
    last.truncate(ROW_BUTTONS_MAX);
    if !last.is_empty() {
        rows.push(ActionRow::Buttons(last));
    }
    rows
}

/// "Don't ask again", for one character's question.
fn quiet(encounter: u64, prompt: &PromptView) -> Option<Button> {
    let id = CustomId::Quiet { encounter, prompt: prompt.id };
    let combatant = matches!(prompt.to, Addressee::Combatant(_));
    combatant.then(|| press(&format!("Don\u{2019}t ask {} again\u{2026}", prompt.to_name), id))
}

/// The value of a menu's line that leads to its next page; the page follows.
pub const FURTHER: &str = "further:";

/// So many rows of buttons a question fills at most that is asked alone.
const ROWS_ALONE_MAX: usize = 3;

/// The answers to one question as buttons, in so many rows at most; if they do not fit, as a menu, of several pages if need be. The
/// default says so.
pub fn choices(encounter: u64, prompt: &PromptView, several: bool, rows_max: usize) -> Vec<ActionRow> {
    if prompt.labels.len() > rows_max * ROW_BUTTONS_MAX {
        return vec![choices_page(encounter, prompt, several, 0)];
    }
    let button = |(index, label): (usize, &String)| {
        let look = if index == 0 { Look::Secondary } else { Look::Primary };
        let choice = u16::try_from(index).unwrap_or(u16::MAX);
        let id = CustomId::Answer { encounter, prompt: prompt.id, choice };
        press(&said(prompt, several, index, label), id).looking(look)
    };
    let buttons: Vec<Button> = prompt.labels.iter().enumerate().map(button).collect();
    buttons.chunks(ROW_BUTTONS_MAX).map(|row| ActionRow::Buttons(row.to_vec())).collect()
}

/// A page of the menu of answers, counted from 0. A menu of Discord's has 25 lines: where there are more answers, the last leads on.
pub fn choices_page(encounter: u64, prompt: &PromptView, several: bool, page: usize) -> ActionRow {
    let all = prompt.labels.len();
    let is_paged = all > SELECT_OPTIONS_MAX;
    let (size, pages) = match is_paged {
        true => (SELECT_OPTIONS_MAX - 1, all.div_ceil(SELECT_OPTIONS_MAX - 1)),
        false => (SELECT_OPTIONS_MAX, 1),
    };
    let page = page.min(pages - 1);
    let option = |(index, label): (usize, &String)| {
        SelectOption::new(text::label(&said(prompt, several, index, label), OPTION_LABEL_MAX), index.to_string())
    };
    let mut options: Vec<SelectOption> =
        prompt.labels.iter().enumerate().skip(page * size).take(size).map(option).collect();
    let mut ask = format!("{} answers\u{2026}", prompt.to_name);
    if is_paged {
        ask = format!("{ask} (page {} of {pages})", page + 1);
        let next = (page + 1) % pages;
        let label = if next == 0 { "Back to the first answers\u{2026}" } else { "More answers\u{2026}" };
        options.push(SelectOption::new(label, format!("{FURTHER}{next}")));
    }
    let id = CustomId::AnswerMenu { encounter, prompt: prompt.id };
    ActionRow::Select(Select::one(id.to_string(), text::label(&ask, 150), options))
}

fn said(prompt: &PromptView, several: bool, index: usize, label: &str) -> String {
    let name = if several { format!("{}: ", prompt.to_name) } else { String::new() };
    let default = if index == 0 && prompt.labels.len() > 1 { " (default)" } else { "" };
    format!("{name}{label}{default}")
}

/// What only the reader's side may read, or the reader alone: said so, since nobody else is told.
pub fn own(lines: &[StoryLine]) -> String {
    let lines: Vec<&StoryLine> = lines.iter().collect();
    format!("Only you and your side see this:\n{}", details(&lines, &[]))
}

/// A whole story for one reader who may read `lines`: the sentences, each with its roll and its rules.
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
