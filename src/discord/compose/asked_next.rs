//! Those who'd be asked next, along with the GM's question that comes before theirs: one press answers both.

use super::{
    super::{
        combatant_tag::{CombatantTag, fnv_1a},
        custom_id::CustomId,
        limits::{BUTTON_LABEL_MAX, OPTION_LABEL_MAX, ROW_BUTTONS_MAX, SELECT_OPTIONS_MAX, SELECT_PLACEHOLDER_MAX},
        message::{ActionRow, Button, Look, Select, SelectOption},
        text,
    },
    tracker::press,
};
use crate::engine::view::{AskedThen, PromptView, few_or_kinds, one_of};

/// The value of the default in a menu of answers, where it means that nobody steps in; the mark follows.
pub const NOBODY: &str = "nobody:";
/// So many are named one by one.
const NAMED_MAX: usize = 4;
/// What stands for a name in the id of a menu of names: Discord allows no two parts of a message with the same id.
const CHOSEN: CombatantTag = CombatantTag(0);

/// Who is asked along with it, and what the default then means: "“Take the hit” also means no “Guard” by Bandit 1 or Bandit 3."
pub fn line(prompt: &PromptView) -> Option<String> {
    let (first, default) = (prompt.then.first()?, prompt.labels.first()?);
    let names: Vec<String> = prompt.then.iter().map(|it| it.to_name.clone()).collect();
    let who = match names.len() {
        ..=NAMED_MAX => one_of(&names),
        _ => format!("any of {}", few_or_kinds(&names)),
    };
    Some(format!(
        "-# \u{201c}{}\u{201d} also means no \u{201c}{}\u{201d} by {}; that can be chosen here, too.",
        text::escape(default),
        text::escape(&first.label),
        text::escape(&who)
    ))
}

/// A hash of who is asked next: an answer for them counts only for those it was drawn for.
pub fn mark<'a>(names: impl Iterator<Item = &'a String>) -> u32 {
    fnv_1a(names.flat_map(|it| it.bytes().chain([0])))
}

/// That of a question.
pub fn mark_of(prompt: &PromptView) -> u32 {
    mark(prompt.then.iter().map(|it| &it.to_name))
}

fn id(encounter: u64, prompt: &PromptView, who: Option<CombatantTag>) -> CustomId {
    CustomId::AnswerThen { encounter, prompt: prompt.id, mark: mark_of(prompt), who }
}

/// What the button of the default does.
pub fn default_id(encounter: u64, prompt: &PromptView) -> CustomId {
    match prompt.then.is_empty() {
        true => CustomId::Answer { encounter, prompt: prompt.id, choice: 0 },
        false => id(encounter, prompt, None),
    }
}

/// Who does what's asked next, a button each; none if there are too many for a row.
pub fn buttons(encounter: u64, prompt: &PromptView) -> Vec<Button> {
    let button = |it: &AskedThen| {
        let id = id(encounter, prompt, Some(CombatantTag::named(&it.to_name)));
        press(&label(it, BUTTON_LABEL_MAX), id).looking(Look::Primary)
    };
    let few = prompt.then.iter().filter(|_| prompt.then.len() <= ROW_BUTTONS_MAX);
    few.map(button).collect()
}

/// The same as a menu, if there are too many for buttons.
pub fn menu(encounter: u64, prompt: &PromptView) -> Option<ActionRow> {
    let option =
        |it: &AskedThen| SelectOption::new(label(it, OPTION_LABEL_MAX), CombatantTag::named(&it.to_name).to_string());
    let first = prompt.then.first().filter(|_| prompt.then.len() > ROW_BUTTONS_MAX)?;
    let options = prompt.then.iter().take(SELECT_OPTIONS_MAX).map(option).collect();
    let id = id(encounter, prompt, Some(CHOSEN)).to_string();
    Some(ActionRow::Select(Select::one(
        id,
        text::label(&format!("{}\u{2026}", first.label), SELECT_PLACEHOLDER_MAX),
        options,
    )))
}

fn label(it: &AskedThen, max: usize) -> String {
    text::label(&format!("{}: {}", it.to_name, it.label), max)
}
