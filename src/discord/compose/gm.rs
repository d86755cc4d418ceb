//! The GMs' channel: the tracker with everything in it, the open questions of everyone the GM plays in one message, and what of a story
//! only the GM may know. All of it is for eyes that see everything; nothing here goes anywhere else.

use super::{
    super::{
        custom_id::{CustomId, TrackerButton},
        limits::{CONTENT_MAX, ROW_BUTTONS_MAX, ROWS_MAX, length},
        message::{ActionRow, Message, split},
        text,
    },
    deadlines, plain_text,
    prompt::choices,
    story,
    tracker::{self, Tracker, press},
    words,
};
use crate::{
    engine::{
        Addressee, Stage,
        view::{PromptView, Scene},
    },
    rules::story::stored::{StoryLine, StoryView},
};

/// The GMs' tracker, in plain text for those who have it read to them. `notes` is what is said of each besides: what they wear, what is
/// left of their turn.
pub fn gm_tracker(it: &Tracker<'_>, channel: u64, notes: &[(String, Vec<String>)], is_plain: bool) -> Message {
    let mut scene: Scene = it.scene.clone();
    for fighter in scene.sides.iter_mut().flat_map(|side| &mut side.members) {
        if let Some((_, notes)) = notes.iter().find(|it| it.0 == fighter.name) {
            fighter.conditions.extend(notes.iter().cloned());
        }
    }
    let drawn = Tracker { scene: &scene, ..*it };
    let first = format!("For the GM only: everything about the fight in <#{channel}>.");
    let mut message = match is_plain {
        true => plain_text::tracker_under(Some(&first), &drawn, None),
        false => {
            let message = tracker::tracker(&drawn);
            Message { content: fitting(&format!("{first}\n{}", message.content), IN_STATUS), ..message }
        }
    };
    if scene.stage == Stage::Fighting && !it.faulted && message.rows.len() < ROWS_MAX {
        let id = CustomId::Tracker { encounter: it.encounter, seq: scene.seq, button: TrackerButton::Undo };
        message.rows.push(ActionRow::Buttons(vec![press("Undo", id)]));
    }
    message
}

/// Those of the open questions that the GM answers.
pub fn gms_own(prompts: &[PromptView]) -> Vec<PromptView> {
    prompts.iter().filter(|it| !it.answered && it.seats.is_empty()).cloned().collect()
}

/// Whether Umpire answers a question, so that nobody has to be called for it.
pub fn is_umpires(scene: &Scene, prompt: &PromptView) -> bool {
    let mut all = scene.sides.iter().flat_map(|it| &it.members);
    match prompt.to {
        Addressee::Combatant(who) => all.any(|it| it.id == who && it.umpire.is_some()),
        Addressee::Side(side) => {
            let side = scene.sides.iter().find(|it| it.id == side);
            side.is_some_and(|it| it.members.iter().all(|it| it.umpire.is_some()))
        }
        Addressee::Gm => scene.umpire_is_gm,
    }
}

/// A mark of these questions: "all take it" counts only for those it was drawn for.
pub fn mark(prompts: &[PromptView]) -> u64 {
    let numbers = prompts.iter().flat_map(|it| [it.id.seq, u64::from(it.id.ordinal)]);
    // FNV-1a over the ids, cut to 40 bits.
    let hash = numbers.fold(0xcbf2_9ce4_8422_2325_u64, |hash, it| (hash ^ it).wrapping_mul(0x0000_0100_0000_01b3));
    hash & 0xff_ffff_ffff
}

/// What stands where a question was too long.
const IN_STATUS: &str = "\n(See the rest with /encounter status.)";
/// What stands where what is for the GM was too long.
const IN_PANEL: &str = "\n(More under GM\u{2026} below the tracker.)";

/// As much of a text as one message holds; where that is not all, it says where the rest is.
fn fitting(content: &str, rest: &str) -> String {
    match split::pieces(content, CONTENT_MAX) {
        whole if whole.len() <= 1 => content.to_owned(),
        _ => split::pieces(content, CONTENT_MAX - length(rest)).swap_remove(0) + rest,
    }
}

/// The questions in one message, with their buttons; the GM is called by it. `None` if nothing is asked.
pub fn asked(
    encounter: u64,
    prompts: &[PromptView],
    gm: Option<u64>,
    players: &[u64],
    is_plain: bool,
) -> Option<Message> {
    if prompts.is_empty() {
        return None;
    }
    // One row stays for "all".
    let shown = prompts.len().min(ROWS_MAX - 1);
    let whom = gm.map(|it| format!("<@{it}>, ")).unwrap_or_default();
    let mut lines = vec![format!("{whom}question for the GM:")];
    for prompt in &prompts[..shown] {
        let silence = prompt.labels.first().map(|it| format!(" Silence means \u{201c}{}\u{201d}", text::escape(it)));
        let until = prompt
            .deadline_ms
            .map(|at| format!(", {} ({})", deadlines::by(at, None), deadlines::countdown(at)))
            .unwrap_or_default();
        lines.push(format!(
            "**{}**: {}{}{until}.",
            text::escape(&prompt.to_name),
            words::prose(&prompt.ask, players),
            silence.unwrap_or_default()
        ));
    }
    if prompts.len() > shown {
        lines.push(format!("{} more follow once these are answered.", prompts.len() - shown));
    }
    let several = prompts.len() > 1;
    // Each question has one row here, so that none moves when another comes below it.
    let row = |it: &PromptView| choices(encounter, it, several, 1);
    let mut rows: Vec<ActionRow> = prompts[..shown].iter().flat_map(row).collect();
    let mut foot = vec![];
    if let Some(label) = all_label(prompts) {
        foot.push(press(&label, CustomId::AnswerAll { encounter, seq: mark(prompts), choice: 0 }));
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

/// What one press for all of them says: the default is every question's first offer. `None` for a single question.
pub fn all_label(prompts: &[PromptView]) -> Option<String> {
    let first = prompts.first().filter(|_| prompts.len() > 1)?.labels.first();
    Some(match prompts.iter().all(|it| it.labels.first() == first) {
        true => format!("All: {}", first.map_or("the default", String::as_str)),
        false => "Default for all".to_owned(),
    })
}

/// What of a story only the GM may know, in as many messages' worth of text as fit into one; `None` if there is nothing.
pub fn secrets(it: &StoryView, players: &[u64], is_plain: bool) -> Option<Message> {
    let of = |line: &StoryLine| match is_plain {
        true => vec![plain_text::told(line, players)],
        false => shown(line, players),
    };
    let secret: Vec<&StoryLine> = it.secret_lines().collect();
    let lines: Vec<String> = match (it.withdrawn, secret.as_slice()) {
        (false, all) => all.iter().flat_map(|line| of(line)).collect(),
        // The last line of a withdrawn story says that it was. If everyone may read that, it stands in the fight's channel.
        (true, [all @ .., notice]) if it.lines.last() == Some(*notice) => {
            of(notice).into_iter().chain(all.iter().flat_map(|line| of(line)).map(|it| gone(&it, is_plain))).collect()
        }
        (true, all) => std::iter::once("Taken back: the dice stay as they fell.".to_owned())
            .chain(all.iter().flat_map(|line| of(line)).map(|it| gone(&it, is_plain)))
            .collect(),
    };
    (!lines.is_empty()).then(|| Message::text(fitting(&lines.join("\n"), IN_PANEL)))
}

/// A line of a story that was withdrawn. Small print can't be struck out.
fn gone(line: &str, is_plain: bool) -> String {
    if is_plain || line.starts_with("-# ") { line.to_owned() } else { story::struck(line) }
}

/// One line with its roll, and the rules that the roll does not name.
fn shown(line: &StoryLine, players: &[u64]) -> Vec<String> {
    let mut lines = vec![words::prose(&line.text, players)];
    lines.extend(line.roll.as_ref().map(words::roll));
    let rules = line.rules.iter().filter(|rule| line.roll.as_ref().is_none_or(|it| it.rule != **rule));
    let cited: Vec<String> = rules.map(|it| words::cited(&it.number, &it.title, it.ruling)).collect();
    if !cited.is_empty() {
        lines.push(format!("-# {}", text::escape(&cited.join(" \u{b7} "))));
    }
    lines
}
