//! The GMs' channel: the tracker with everything in it, the open questions of everybody the GM plays in one message, and what of a story
//! only the GM may know. All of it is for eyes that see everything; nothing here goes anywhere else.

use super::{
    super::{
        custom_id::{CustomId, TrackerButton},
        limits::{CONTENT_MAX, ROW_BUTTONS_MAX, ROWS_MAX},
        message::{Message, Row, split},
        text,
    },
    story::choices,
    tracker::{self, Tracker, press},
    words,
};
use crate::{
    engine::{
        Stage,
        view::{PromptView, Scene},
    },
    rules::told::Told,
};

/// The GMs' tracker. `notes` is what is said of each besides: what they wear, what is left of their turn.
pub fn gm_tracker(it: &Tracker<'_>, channel: u64, notes: &[(String, Vec<String>)]) -> Message {
    let mut scene: Scene = it.scene.clone();
    for fighter in scene.sides.iter_mut().flat_map(|side| &mut side.members) {
        if let Some((_, notes)) = notes.iter().find(|it| it.0 == fighter.name) {
            fighter.conditions.extend(notes.iter().cloned());
        }
    }
    let mut message = tracker::tracker(&Tracker { scene: &scene, ..*it });
    let first = format!("For the GM alone: everything of the fight in <#{channel}>.\n");
    message.content = split::pieces(&(first + &message.content), CONTENT_MAX).into_iter().next().unwrap_or_default();
    if scene.stage == Stage::Fighting && !it.faulted && message.rows.len() < ROWS_MAX {
        let id = CustomId::Tracker { encounter: it.encounter, seq: scene.seq, button: TrackerButton::Undo };
        message.rows.push(Row::Buttons(vec![press("Undo", id)]));
    }
    message
}

/// Those of the open questions that the GM answers.
pub fn gms_own(prompts: &[PromptView]) -> Vec<PromptView> {
    prompts.iter().filter(|it| !it.answered && it.seats.is_empty()).cloned().collect()
}

/// A mark of these questions: "all take it" counts only for those it was drawn for.
pub fn mark(prompts: &[PromptView]) -> u64 {
    let numbers = prompts.iter().flat_map(|it| [it.id.seq, u64::from(it.id.ordinal)]);
    // FNV-1a over the ids, cut to 40 bits.
    let hash = numbers.fold(0xcbf2_9ce4_8422_2325_u64, |hash, it| (hash ^ it).wrapping_mul(0x0000_0100_0000_01b3));
    hash & 0xff_ffff_ffff
}

/// The questions in one message, with their buttons; the GM is called by it. `None` if nothing is asked.
pub fn asked(encounter: u64, prompts: &[PromptView], gm: Option<u64>, players: &[u64]) -> Option<Message> {
    if prompts.is_empty() {
        return None;
    }
    // One row stays for "all".
    let shown = prompts.len().min(ROWS_MAX - 1);
    let whom = gm.map(|it| format!("<@{it}>, ")).unwrap_or_default();
    let mut lines = vec![format!("{whom}the table asks the GM:")];
    for prompt in &prompts[..shown] {
        let silence = prompt.labels.first().map(|it| format!(" Silence means \u{201c}{}\u{201d}", text::escape(it)));
        let until = prompt.deadline_ms.map(|at| format!(", {}", words::countdown(at))).unwrap_or_default();
        lines.push(format!(
            "**{}**: {}{}{until}.",
            text::escape(&prompt.to_name),
            words::prose(&prompt.ask, players),
            silence.unwrap_or_default()
        ));
    }
    if prompts.len() > shown {
        lines.push(format!("{} more come up as these are answered.", prompts.len() - shown));
    }
    let several = prompts.len() > 1;
    // Each question has one row here, so that none moves when another comes below it.
    let row = |it: &PromptView| choices(encounter, it, several, 1);
    let mut rows: Vec<Row> = prompts[..shown].iter().flat_map(row).collect();
    let mut foot = vec![];
    if let Some(label) = all_label(prompts) {
        foot.push(press(&label, CustomId::AnswerAll { encounter, seq: mark(prompts), choice: 0 }));
    }
    foot.truncate(ROW_BUTTONS_MAX);
    if !foot.is_empty() {
        rows.push(Row::Buttons(foot));
    }
    let content = split::pieces(&lines.join("\n"), CONTENT_MAX).into_iter().next().unwrap_or_default();
    let message = Message { content, rows, ..Message::default() };
    Some(match gm {
        Some(gm) => message.pinging(gm),
        None => message,
    })
}

/// What one press for all of them says: the default is every question's first offer. `None` for a single question.
pub fn all_label(prompts: &[PromptView]) -> Option<String> {
    let first = prompts.first().filter(|_| prompts.len() > 1)?.labels.first();
    Some(match prompts.iter().all(|it| it.labels.first() == first) {
        true => format!("All: {}", first.map_or("the default", String::as_str)),
        false => "All take the default".to_owned(),
    })
}

/// What of a story only the GM may know, in as many messages' worth of text as fit into one; `None` if there is nothing.
pub fn secrets(told: &Told, players: &[u64]) -> Option<Message> {
    if told.withdrawn {
        return Some(Message::text("Taken back: the dice stay rolled."));
    }
    let mut lines = vec![];
    for line in told.secret_lines() {
        lines.push(words::prose(&line.text, players));
        lines.extend(line.roll.as_ref().map(words::roll));
        let rules = line.rules.iter().filter(|rule| line.roll.as_ref().is_none_or(|it| it.rule != **rule));
        let cited: Vec<String> = rules.map(|it| words::cited(&it.number, &it.title, it.ruling)).collect();
        if !cited.is_empty() {
            lines.push(format!("-# {}", text::escape(&cited.join(" \u{b7} "))));
        }
    }
    if lines.is_empty() {
        return None;
    }
    let mut pieces = split::pieces(&lines.join("\n"), CONTENT_MAX - 80).into_iter();
    let mut content = pieces.next().unwrap_or_default();
    if pieces.next().is_some() {
        content.push_str("\n(More of it stands under GM\u{2026} below the tracker.)");
    }
    Some(Message::text(content))
}
