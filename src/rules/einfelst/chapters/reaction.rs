//! Reactions to an attack: R12, R13, R22, R24. Each is declared before the roll that it answers.

use super::{cost, swap};
use crate::engine::{CombatantId, ids::Addressee};
use crate::rules::einfelst::{
    Cx, FightState, Flow, Rule,
    model::{
        question::{Choice, Question},
        state::{Condition, Skill, in_hand, is},
    },
};

/// A reaction, once declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The action it's rolled with.
    pub skill: Skill,
    /// The rule that allows it.
    pub rule: Rule,
    /// Its name: "parry".
    pub what: &'static str,
}

/// R22 Dodging and parrying, R13 Before the roll, A6, A8, A10: what the target can do, if they have a manoeuvre left.
pub fn defences(fight: &FightState, by: CombatantId, at: CombatantId, shot: bool) -> Vec<Choice> {
    let mut all = vec![Choice::TakeIt];
    let unseen = fight.combatant(by).is_hidden();
    if cost::reaction_left(fight, at).is_none() || unseen {
        return all;
    }
    if !shot {
        all.push(Choice::Parry(parries_with(fight, at)));
    }
    if (shot || fight.options.dodge_melee) && !is(fight, at, Condition::Restrained) {
        all.push(Choice::Dodge);
    }
    all
}

/// R22: Strike with a melee weapon in hand, otherwise Force.
fn parries_with(fight: &FightState, who: CombatantId) -> Skill {
    match in_hand(fight, who) {
        Some(it) if it.is_melee() => Skill::Strike,
        _ => Skill::Force,
    }
}

/// R13 Before the roll, R22 Dodging and parrying: the target is asked, and pays for a reaction.
pub fn defends(cx: &mut Cx<'_>, by: CombatantId, at: CombatantId, shot: bool) -> Flow<Option<Defence>> {
    let question = Question::Defend { by, at, shot };
    let choice = cx.ask(Addressee::Combatant(at), question, |fight| defences(fight, by, at, shot))?;
    let (skill, what) = match choice {
        Choice::Parry(skill) => (skill, "parry"),
        Choice::Dodge => (Skill::Finesse, "dodge"),
        _ => return Ok(None),
    };
    cx.cite(Rule::BeforeTheRoll);
    cx.cite(Rule::Defence);
    if choice == Choice::Dodge && !shot {
        cx.cite(Rule::DodgeMelee);
    }
    if is(cx, at, Condition::Restrained) {
        cx.cite(Rule::HeldMayParry);
    }
    cost::reacts(cx, at);
    Ok(Some(Defence { skill, rule: Rule::Defence, what }))
}

/// R24 Successes to spare, A23: one success to spare buys a swap of cards with the attacker.
pub fn surplus(cx: &mut Cx<'_>, who: CombatantId, with: CombatantId) -> Flow {
    let offers = |fight: &FightState| -> Vec<Choice> {
        let cards = swap::cards(fight, who, with).into_iter().map(Choice::Swap);
        std::iter::once(Choice::Keep).chain(cards).collect()
    };
    if let Choice::Swap(card) = cx.ask(Addressee::Combatant(who), Question::Surplus { who, with }, offers)? {
        cx.cite(Rule::Surplus);
        swap::forced(cx, who, with, card);
    }
    Ok(())
}
