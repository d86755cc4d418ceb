//! Several of the GM's who are asked the same, such as whether one of eight goblins steps in: one question for all of them, with one menu.

use super::super::{
    custom_id::CustomId,
    limits::{OPTION_LABEL_MAX, SELECT_OPTIONS_MAX},
    message::{ActionRow, Select, SelectOption},
    text,
};
use crate::engine::{
    PromptId,
    view::{PromptView, few_or_kinds},
};

/// The value for the default of all; the hash of the questions follows.
pub const ALL: &str = "all:";
/// So many ask the same before they're put together.
const FEWEST: usize = 3;

/// A question that several are asked.
pub struct SameQuestion {
    /// Who they are: "8 Goblins".
    pub who: String,
    /// What they're asked.
    pub ask: String,
    /// The menu of who does it.
    pub menu: ActionRow,
    /// Until when, in milliseconds since the epoch.
    pub deadline_ms: Option<i64>,
    /// What silence means.
    pub silence: String,
}

/// The one question that all of these are, if they are: yes or no, and the same but for the name of who's asked.
pub fn of(encounter: u64, prompts: &[PromptView]) -> Option<SameQuestion> {
    let first = prompts.first().filter(|_| (FEWEST..SELECT_OPTIONS_MAX).contains(&prompts.len()))?;
    let [no, yes] = first.labels.as_slice() else { return None };
    let unnamed = |it: &PromptView| it.ask.replace(&it.to_name, "\u{0}");
    let is_same = |it: &PromptView| it.labels == first.labels && unnamed(it) == unnamed(first);
    if !prompts.iter().all(is_same) {
        return None;
    }
    let names: Vec<String> = prompts.iter().map(|it| it.to_name.clone()).collect();
    let who = few_or_kinds(&names);
    let of_all = SelectOption::new(
        text::label(&format!("All: {no} (default)"), OPTION_LABEL_MAX),
        format!("{ALL}{}", mark(prompts)),
    );
    let one = |it: &PromptView| {
        let value = format!("{}.{}.1", it.id.seq, it.id.ordinal);
        SelectOption::new(text::label(&format!("{}: {yes}", it.to_name), OPTION_LABEL_MAX), value)
    };
    let options = std::iter::once(of_all).chain(prompts.iter().map(one)).collect();
    let id = CustomId::AnswerMenu { encounter, prompt: first.id };
    let menu =
        ActionRow::Select(Select::one(id.to_string(), text::label(&format!("{who} answer\u{2026}"), 150), options));
    let (deadline_ms, silence) = (first.deadline_ms, no.clone());
    Some(SameQuestion { ask: first.ask.replace(&first.to_name, &who), who, menu, deadline_ms, silence })
}

/// A hash of these questions: a single answer to all counts only for those it was drawn for.
pub fn mark(prompts: &[PromptView]) -> u64 {
    let numbers = prompts.iter().flat_map(|it| [it.id.seq, u64::from(it.id.ordinal)]);
    // FNV-1a over the ids, truncated to 40 bits.
    let hash = numbers.fold(0xcbf2_9ce4_8422_2325_u64, |hash, it| (hash ^ it).wrapping_mul(0x0000_0100_0000_01b3));
    hash & 0xff_ffff_ffff
}

/// The question and the answer that a menu's value means; `None` if it's another kind of value.
pub fn meant(value: &str) -> Option<(PromptId, usize)> {
    let [seq, ordinal, choice] = value.split('.').collect::<Vec<_>>()[..] else { return None };
    Some((PromptId { seq: seq.parse().ok()?, ordinal: ordinal.parse().ok()? }, choice.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Addressee, CombatantId};

    fn asked(number: u16, ask: &str) -> PromptView {
        PromptView {
            id: PromptId { seq: 7, ordinal: u32::from(number) },
            to: Addressee::Combatant(CombatantId(number)),
            to_name: format!("Goblin {number}"),
            seats: vec![],
            ask: ask.to_owned(),
            labels: vec!["Let it happen".to_owned(), "Guard".to_owned()],
            about: String::new(),
            deadline_ms: None,
            answered: false,
            is_umpires: false,
            then: vec![],
        }
    }

    /// Several who are asked the same are asked once; if one is asked something else, each is asked on their own.
    #[test]
    fn the_same_question_is_put_once() {
        let of_goblins = |count: u16| -> Vec<PromptView> {
            (1..=count).map(|it| asked(it, &format!("Ana attacks Orc. Goblin {it} can step in."))).collect()
        };
        let it = of(3, &of_goblins(6)).expect("the same");
        assert_eq!((it.who.as_str(), it.ask.as_str()), ("6 Goblins", "Ana attacks Orc. 6 Goblins can step in."));
        let ActionRow::Select(menu) = it.menu else { panic!("a menu") };
        assert_eq!(menu.options.len(), 7);
        assert_eq!(menu.options[0].label, "All: Let it happen (default)");
        assert_eq!(meant(&menu.options[2].value), Some((PromptId { seq: 7, ordinal: 2 }, 1)));
        assert!(
            menu.options[0].value.starts_with(ALL) && meant(&menu.options[0].value).is_none() && meant("2").is_none()
        );
        assert!(of(3, &of_goblins(2)).is_none(), "two have buttons");
        let mut others = of_goblins(4);
        others.push(asked(5, "Bo moves away from Goblin 5."));
        assert!(of(3, &others).is_none());
    }
}
