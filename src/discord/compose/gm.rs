//! The GMs' channel: the complete tracker, all of the GM's open questions in one message, and the parts of a story that only the GM may
//! know. It's all for the GM's eyes only; nothing here goes anywhere else.

pub use super::same_question::mark;
use super::{
    super::{
        custom_id::{CustomId, TrackerButton},
        limits::{CONTENT_MAX, EMBED_FIELDS_MAX, ROW_BUTTONS_MAX, ROWS_MAX, length},
        message::{ActionRow, Button, Look, Message, split},
        text,
    },
    asked_next, deadlines, plain_text,
    prompt::{Advice, choices, suggest},
    same_question, story,
    tracker::{self, Tracker, press},
    words,
};
use crate::{
    engine::{
        Stage,
        view::{BriefPart, PromptView, Scene},
    },
    rules::story::stored::{StoryLine, StoryView},
};

/// So many of the last results are told above the people.
const NEWEST: usize = 2;

/// The GMs' tracker, as plain text for those who use a screen reader. `notes` adds something to each combatant: what they wear, what's left
/// of their turn; `last` is what has happened last, oldest first, `undo` what an undo would take back.
pub fn gm_tracker(
    it: &Tracker<'_>,
    channel: u64,
    notes: &[(String, Vec<String>)],
    (last, undo): (&[String], Option<&str>),
    is_plain: bool,
) -> Message {
    let mut scene: Scene = it.scene.clone();
    for fighter in scene.sides.iter_mut().flat_map(|side| &mut side.members) {
        if let Some((_, notes)) = notes.iter().find(|it| it.0 == fighter.name) {
            fighter.conditions.extend(notes.iter().cloned());
        }
    }
    // The newest stands where the GM looks for whose turn it is; the rest is below the people. All of it has the newest first.
    let told: Vec<String> = last.iter().rev().cloned().collect();
    let (newest, earlier) = told.split_at(told.len().min(NEWEST));
    let drawn = Tracker { scene: &scene, last: newest, ..*it };
    let first = format!("For the GM only: everything about the fight in <#{channel}>.");
    let mut message = match is_plain {
        true => plain_text::tracker_under(Some(&first), &drawn, None),
        false => {
            let message = tracker::tracker(&drawn);
            Message { content: format!("{first}\n{}", message.content), ..message }
        }
    };
    let for_the_gm = format!("Players join in <#{channel}>. Press Begin when everyone is here.");
    message.content = message.content.replace(tracker::HOW_TO_JOIN, &for_the_gm);
    for embed in &mut message.embeds {
        embed.description = embed.description.replace(tracker::HOW_TO_JOIN, &for_the_gm);
    }
    match (earlier.is_empty(), message.embeds.first_mut()) {
        (true, _) => {}
        (false, Some(embed)) if embed.fields.len() < EMBED_FIELDS_MAX => {
            embed.fields.extend(words::fields("Earlier", earlier, false))
        }
        (false, _) => {
            let earlier = format!("Earlier:\n{}", earlier.join("\n"));
            let earlier = if is_plain { plain_text::spoken(&earlier) } else { earlier };
            message.content.push_str(&format!("\n{earlier}"));
        }
    }
    message.content = fitting(&message.content, IN_STATUS);
    let can_end = scene.looks_decided().is_some() && !scene.umpire_is_gm && !it.faulted;
    if can_end && message.rows.len() < ROWS_MAX {
        let id = CustomId::Tracker { encounter: it.encounter, seq: scene.seq, button: TrackerButton::End };
        message.rows.insert(0, ActionRow::Buttons(vec![press(tracker::END, id).looking(Look::Success)]));
    }
    if scene.stage == Stage::Fighting && !it.faulted {
        let id = CustomId::Tracker { encounter: it.encounter, seq: scene.seq, button: TrackerButton::Undo };
        put_last(&mut message.rows, press(&undo_label(undo), id));
    }
    message
}

/// A button at the end of the last row, or in a row of its own: each row less keeps the people in sight. In a full row, Rules gives its place up,
/// which the fight's tracker has as well.
pub fn put_last(rows: &mut Vec<ActionRow>, button: Button) {
    let is_rules = |it: &Button| it.label == tracker::RULES;
    match rows.last_mut() {
        Some(ActionRow::Buttons(last)) if last.len() < ROW_BUTTONS_MAX => last.push(button),
        Some(ActionRow::Buttons(last)) if last.iter().any(is_rules) => {
            last.retain(|it| !is_rules(it));
            last.push(button);
        }
        _ => rows.push(ActionRow::Buttons(vec![button])),
    }
}

/// The button that takes the last action back, with what that is.
pub fn undo_label(what: Option<&str>) -> String {
    what.map_or_else(|| "Undo".to_owned(), |it| format!("Undo: {}", it.trim_end_matches('.')))
}

/// The open questions that the GM answers.
pub fn gms_own(prompts: &[PromptView]) -> Vec<PromptView> {
    prompts.iter().filter(|it| !it.answered && it.seats.is_empty()).cloned().collect()
}

/// Replaces what's missing if a question is too long.
const IN_STATUS: &str = "\n(See the rest with /encounter status.)";
/// Replaces what's missing if the GM's text is too long.
const IN_PANEL: &str = "\n(More under GM\u{2026} below the tracker.)";

/// As much of a text as fits into one message, with a note about where the rest is.
fn fitting(content: &str, rest: &str) -> String {
    match split::pieces(content, CONTENT_MAX) {
        whole if whole.len() <= 1 => content.to_owned(),
        _ => split::pieces(content, CONTENT_MAX - length(rest)).swap_remove(0) + rest,
    }
}

/// The questions in one message, with their answers as buttons, and what's to be said of those of the first few; it pings the GM. `None` if
/// nothing is asked.
pub fn asked(
    encounter: u64,
    (prompts, advice): (&[PromptView], &[Advice]),
    gm: Option<u64>,
    players: &[u64],
    is_plain: bool,
) -> Option<Message> {
    if prompts.is_empty() {
        return None;
    }
    let whom = gm.map(|it| format!("<@{it}>, ")).unwrap_or_default();
    let mut lines = vec![format!("{whom}question for the GM:")];
    let put = |who: &str, ask: &str, silence: Option<&String>, deadline_ms: Option<i64>| {
        let silence = silence.map(|it| format!(" Silence means \u{201c}{}\u{201d}", text::escape(it)));
        let until = deadline_ms.map(|at| format!(", {}", deadlines::by(at, None))).unwrap_or_default();
        format!("**{}**: {}{}{until}.", text::escape(who), words::prose(ask, players), silence.unwrap_or_default())
    };
    let mut foot = vec![];
    if let Some(label) = all_label(prompts) {
        foot.push(press(&label, CustomId::AnswerAll { encounter, seq: mark(prompts), choice: 0 }));
    }
    let mut rows: Vec<ActionRow> = vec![];
    match same_question::of(encounter, prompts) {
        Some(it) => {
            lines.push(put(&it.who, &it.ask, Some(&it.silence), it.deadline_ms));
            rows.push(it.menu);
        }
        None => {
            // One row is reserved for "all".
            let shown = &prompts[..prompts.len().min(ROWS_MAX - 1)];
            lines.extend(shown.iter().map(|it| put(&it.to_name, &it.ask, it.labels.first(), it.deadline_ms)));
            if prompts.len() > shown.len() {
                lines.push(format!("{} more follow once these are answered.", prompts.len() - shown.len()));
            }
            let (several, rows_each) = (prompts.len() > 1, (ROWS_MAX - 1) / shown.len());
            let nothing = Advice::default();
            lines.extend(shown.iter().filter_map(asked_next::line));
            for (at, it) in shown.iter().enumerate() {
                rows.extend(choices(encounter, it, several, rows_each, advice.get(at).unwrap_or(&nothing)));
            }
            foot.extend(shown.iter().map(|it| suggest(encounter, it, several)));
        }
    }
    foot.truncate(ROW_BUTTONS_MAX);
    if !foot.is_empty() {
        rows.push(ActionRow::Buttons(foot));
    }
    let content = lines.join("\n");
    let content = fitting(&if is_plain { plain_text::spoken(&content) } else { content }, IN_PANEL);
    let message = Message { content, rows, ..Message::default() };
    Some(match gm {
        Some(gm) => message.pinging(gm),
        None => message,
    })
}

/// The label of the button that answers all of them: each question's first choice is its default. `None` for a single question.
pub fn all_label(prompts: &[PromptView]) -> Option<String> {
    let first = prompts.first().filter(|_| prompts.len() > 1)?.labels.first();
    Some(match prompts.iter().all(|it| it.labels.first() == first) {
        true => format!("All: {}", first.map_or("the default", String::as_str)),
        false => "Default for all".to_owned(),
    })
}

/// The parts of a story that only the GM may know, as long as one message allows; `None` if there are none.
pub fn secrets(it: &StoryView, players: &[u64], is_plain: bool) -> Option<Message> {
    let lines = secret_lines(it, players, is_plain);
    (!lines.is_empty()).then(|| Message::text(fitting(&lines.join("\n"), IN_PANEL)))
}

/// The same for the tracker, without the rules.
pub fn secrets_in_short(it: &StoryView, players: &[u64]) -> String {
    let lines = secret_lines(it, players, false);
    lines.into_iter().filter(|line| !line.starts_with("-# ")).collect::<Vec<_>>().join(" ")
}

fn secret_lines(it: &StoryView, players: &[u64], is_plain: bool) -> Vec<String> {
    let of = |line: &StoryLine| {
        // Everything there is for the GM.
        let line = &StoryLine { text: for_the_gm(&line.text).to_owned(), ..line.clone() };
        match is_plain {
            true => vec![plain_text::told(line, players)],
            false => shown(line, players),
        }
    };
    let secret: Vec<&StoryLine> = it.secret_lines().filter(|it| it.brief.part != BriefPart::Unsaid).collect();
    match (it.withdrawn, secret.as_slice()) {
        (false, all) => all.iter().flat_map(|line| of(line)).collect(),
        // The last line of a withdrawn story says so. If everyone may read that, it's in the fight's channel.
        (true, [all @ .., notice]) if it.lines.last() == Some(*notice) => {
            of(notice).into_iter().chain(all.iter().flat_map(|line| of(line)).map(|it| gone(&it, is_plain))).collect()
        }
        (true, all) => {
            std::iter::once("Taken back. The dice stay as they fell; what follows is rolled anew.".to_owned())
                .chain(all.iter().flat_map(|line| of(line)).map(|it| gone(&it, is_plain)))
                .collect()
        }
    }
}

/// A line without the note that it's for the GM, for places where nobody else reads.
pub fn for_the_gm(text: &str) -> &str {
    text.strip_prefix("For the GM: ").unwrap_or(text)
}

/// A line of a withdrawn story. Small print can't be struck through.
fn gone(line: &str, is_plain: bool) -> String {
    if is_plain || line.starts_with("-# ") { line.to_owned() } else { story::struck(line) }
}

/// A line with its roll, and the rules that the roll doesn't cite.
fn shown(line: &StoryLine, players: &[u64]) -> Vec<String> {
    let text = line.brief.short.as_ref().filter(|_| line.roll.is_none()).unwrap_or(&line.text);
    let mut lines = vec![words::prose(text, players)];
    // Once is enough.
    let untold = line.roll.as_ref().filter(|it| !line.text.contains(&it.equation));
    lines.extend(untold.map(words::roll));
    let rules = line.rules.iter().filter(|rule| untold.is_none_or(|it| it.rule != **rule));
    let cited: Vec<String> = rules.map(|it| words::cited(&it.number, &it.title, it.ruling)).collect();
    if !cited.is_empty() {
        lines.push(format!("-# {}", text::escape(&cited.join(" \u{b7} "))));
    }
    lines
}
