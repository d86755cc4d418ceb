//! A prompt below a story: who is asked what, by when, what silence means, and the buttons or menus for the answer.

use super::{
    super::{
        custom_id::CustomId,
        limits::{BUTTON_LABEL_MAX, OPTION_LABEL_MAX, ROW_BUTTONS_MAX, SELECT_OPTIONS_MAX, length},
        message::{ActionRow, Button, Look, Select, SelectOption},
        text,
    },
    asked_next,
    choice_rows::rows_of,
    deadlines,
    tracker::{GM_LIST, MINE_LIST, press},
    words,
};
use crate::engine::{Addressee, view::PromptView};

/// The maximum share of the text for the prompts below the lines.
const PROMPT_CHARS_MAX: usize = 1_250;
/// The maximum share for the names of those whom Umpire answers for.
const UMPIRES_CHARS_MAX: usize = 300;
/// More public prompts than this get one button that opens them privately.
const PROMPTS_IN_OPEN_MAX: usize = 4;

/// Who is asked what, by when, and what silence does.
pub(super) fn asked(prompts: &[PromptView], players: &[u64], gm: Option<u64>, pace_ms: Option<i64>) -> String {
    let until = |at: i64| deadlines::by(at, pace_ms);
    let the_gm = gm.map_or_else(|| "the GM".to_owned(), |gm| format!("the GM, <@{gm}>,"));
    let mut lines = vec![];
    let (umpires, others): (Vec<&PromptView>, Vec<&PromptView>) =
        prompts.iter().partition(|it| it.is_umpires && !it.answered);
    for prompt in others {
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
                lines.push(format!("**{name}**: {the_gm} answers {}; if not, the fight goes on.", until(at)));
            }
            (true, None) => lines.push(format!("**{name}**: {the_gm} answers. {by}")),
            (false, _) => lines.push(format!("{whose}, for **{name}**: {} {by}", words::prose(&prompt.ask, players))),
        }
    }
    if !umpires.is_empty() {
        let names: Vec<String> = umpires.iter().map(|it| text::escape(&it.to_name)).collect();
        lines.push(format!("Umpire answers for {}.", words::list_within(&names, UMPIRES_CHARS_MAX)));
    }
    let shown = words::fitting(&lines, PROMPT_CHARS_MAX - 60, 1).min(lines.len());
    if lines.len() > shown {
        let more = lines.len() - shown;
        lines.truncate(shown);
        lines.push(format!("{more} more are asked. The buttons below open their questions."));
    }
    lines.join("\n")
}

/// The people asked whom this text mentions: a new message that pings them needs no separate ping.
pub fn called(prompts: &[PromptView], gm: Option<u64>, content: &str) -> Vec<u64> {
    let open = prompts.iter().filter(|prompt| !prompt.answered && !prompt.is_umpires);
    let asked = open.flat_map(|prompt| match prompt.seats.is_empty() {
        true => gm.into_iter().collect::<Vec<u64>>(),
        false => prompt.seats.iter().map(|seat| seat.0).collect(),
    });
    let mut called: Vec<u64> = asked.filter(|id| content.contains(&format!("<@{id}>"))).collect();
    called.sort_unstable();
    called.dedup();
    called
}

/// What's to be said of the answers to a question besides what they are, as far as its readers may know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advice {
    /// What Umpire would answer.
    pub suggested: Option<usize>,
    /// What each answer is likely to do, in a few words: "45% to be hit". Empty where nothing is known.
    pub odds: Vec<String>,
}

/// Buttons and menus: a row for each question to players; one button for those that only the GM answers, since the channel may not know
/// what they are. Behind it are their answers.
pub(super) fn rows(encounter: u64, prompts: &[PromptView]) -> Vec<ActionRow> {
    let open: Vec<&PromptView> = prompts.iter().filter(|prompt| !prompt.answered && !prompt.is_umpires).collect();
    let players: Vec<&PromptView> = open.iter().copied().filter(|prompt| !prompt.seats.is_empty()).collect();
    let list = |label: &str, list: &str| press(label, CustomId::Page { encounter, list: list.to_owned(), page: 0 });
    let mut rows: Vec<ActionRow> = vec![];
    let mut last: Vec<Button> = vec![];
    if players.len() > PROMPTS_IN_OPEN_MAX {
        last.push(list("Answer\u{2026}", MINE_LIST).looking(Look::Primary));
    } else {
        let several = open.len() > 1;
        for prompt in &players {
            let rows_max = if several { 1 } else { ROWS_ALONE_MAX };
            rows.extend(choices(encounter, prompt, several, rows_max, &Advice::default()));
        }
        last.extend(players.iter().filter_map(|prompt| quiet(encounter, prompt)));
        last.extend(players.iter().map(|prompt| suggest(encounter, prompt, several)));
    }
    if open.len() > players.len() {
        // However many others there are, this one has a place.
        last.insert(0, list("GM answers\u{2026}", GM_LIST).looking(Look::Primary));
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

/// "Suggest": what Umpire would answer, for the presser alone. Of several questions it says whose.
pub fn suggest(encounter: u64, prompt: &PromptView, several: bool) -> Button {
    let label = if several { format!("Suggest for {}", prompt.to_name) } else { "Suggest".to_owned() };
    press(&text::label(&label, BUTTON_LABEL_MAX), CustomId::Suggest { encounter, prompt: prompt.id })
}

/// The value of a menu's line that leads to its next page; the page follows.
pub const FURTHER: &str = "further:";

/// The maximum number of button rows for a single question.
const ROWS_ALONE_MAX: usize = 3;

/// The answers to one question as buttons, in at most this many rows; if they don't fit, as a menu, with several pages if necessary. But for
/// what Umpire would answer they all look the same; the default is marked in words.
pub fn choices(encounter: u64, prompt: &PromptView, several: bool, rows_max: usize, advice: &Advice) -> Vec<ActionRow> {
    let next = asked_next::buttons(encounter, prompt);
    let menu = asked_next::menu(encounter, prompt);
    let rows_max = rows_max - usize::from(menu.is_some() && rows_max > 1);
    if prompt.labels.len() + next.len() > rows_max * ROW_BUTTONS_MAX {
        let page = choices_page(encounter, prompt, several, 0, advice);
        return std::iter::once(page).chain(rows_of(next)).chain(menu).collect();
    }
    let button = |(index, label): (usize, &String)| {
        let choice = u16::try_from(index).unwrap_or(u16::MAX);
        let id = match choice {
            0 => asked_next::default_id(encounter, prompt),
            _ => CustomId::Answer { encounter, prompt: prompt.id, choice },
        };
        let look = if advice.suggested == Some(index) { Look::Success } else { Look::Primary };
        press(&choice_label(prompt, several, (index, label), advice), id).looking(look)
    };
    let buttons: Vec<Button> = prompt.labels.iter().enumerate().map(button).collect();
    rows_of(buttons.into_iter().chain(next).collect()).into_iter().chain(menu).collect()
}

/// A page of the menu of answers, counted from 0. A menu has 25 options: if there are more answers, the last option leads to the next page.
pub fn choices_page(encounter: u64, prompt: &PromptView, several: bool, page: usize, advice: &Advice) -> ActionRow {
    let all = prompt.labels.len();
    let is_paged = all > SELECT_OPTIONS_MAX;
    let (size, pages) = match is_paged {
        true => (SELECT_OPTIONS_MAX - 1, all.div_ceil(SELECT_OPTIONS_MAX - 1)),
        false => (SELECT_OPTIONS_MAX, 1),
    };
    let page = page.min(pages - 1);
    let option = |it: (usize, &String)| {
        let value = match it.0 {
            0 if !prompt.then.is_empty() => format!("{}{}", asked_next::NOBODY, asked_next::mark_of(prompt)),
            choice => choice.to_string(),
        };
        SelectOption::new(text::label(&choice_label(prompt, several, it, advice), OPTION_LABEL_MAX), value)
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

/// "Dodge (default, suggested, 45% to be hit)".
fn choice_label(prompt: &PromptView, several: bool, (index, label): (usize, &String), advice: &Advice) -> String {
    let name = if several { format!("{}: ", prompt.to_name) } else { String::new() };
    let default = (index == 0 && prompt.labels.len() > 1).then_some("default");
    let suggested = (advice.suggested == Some(index)).then_some("suggested");
    let odds = advice.odds.get(index).map(String::as_str).filter(|it| !it.is_empty());
    let with = |notes: Vec<&str>| match notes.is_empty() {
        true => format!("{name}{label}"),
        false => format!("{name}{label} ({})", notes.join(", ")),
    };
    let whole = with([default, suggested, odds].into_iter().flatten().collect());
    match length(&whole) <= BUTTON_LABEL_MAX {
        true => whole,
        false => with([default, suggested].into_iter().flatten().collect()),
    }
}
