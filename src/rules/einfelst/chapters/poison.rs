//! Poison: R38 and ruling A15. The Director sets its toxicity.

use super::{
    harm,
    testing::{self, Test},
};
use crate::engine::CombatantId;
use crate::rules::einfelst::{
    Cx, Flow, Rule,
    model::{fact::Fact, state::Skill, track::HarmKind},
};

/// R38 Poison: toxicity against Endure. With more successes for the victim nothing happens; a tie is 1 Harm; otherwise the poison's
/// successes are the Harm.
pub fn poisoned(cx: &mut Cx<'_>, who: CombatantId, toxicity: u8) -> Flow {
    cx.cite(Rule::Poison);
    let strength = testing::dice(cx, None, toxicity, Rule::Poison, format!("poison of toxicity {toxicity}"));
    let own = testing::test(cx, &Test::of(who, Skill::Endure, Rule::Poison, "bearing the poison").counted()).successes;
    if own == strength {
        cx.cite(Rule::PoisonRounds); // A15: also where neither has any
    }
    let amount = match own.cmp(&strength) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => strength,
    };
    let later = amount.saturating_sub(1);
    let worse = cx.combatant(who).state.poison.unwrap_or(0).max(later); // two poisons: the stronger one goes on
    cx.change(Fact::PoisonIs { who, next: (worse > 0).then_some(worse) });
    harm::suffer(cx, who, amount, HarmKind::Physical)
}

/// R38 Poison, A15: one less in each later round, without a new roll.
pub fn works_on(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    let Some(amount) = cx.combatant(who).state.poison else { return Ok(()) };
    cx.cite(Rule::Poison);
    cx.cite(Rule::PoisonRounds);
    cx.change(Fact::PoisonIs { who, next: (amount > 1).then(|| amount - 1) });
    harm::suffer(cx, who, amount, HarmKind::Physical)
}
