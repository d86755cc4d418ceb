//! Fire: R37 and ruling A14. The Director sets its two numbers.

use super::{
    harm,
    testing::{self, Test},
};
use crate::engine::CombatantId;
use crate::rules::einfelst::{
    Cx, FightState, Flow, Rule, Violation,
    model::{
        board,
        fact::Fact,
        state::{Fire, Skill, is_here},
        track::HarmKind,
    },
};

/// R37 Fire: the combatant catches fire and takes its damage at once.
pub fn catches(cx: &mut Cx<'_>, who: CombatantId, fire: Fire) -> Flow {
    cx.cite(Rule::Fire);
    cx.cite(Rule::FireNumbers);
    cx.change(Fact::FireIs { who, fire: Some(fire) });
    burns(cx, who, fire)
}

/// R37 Fire: it burns again at the start of each later round.
pub fn burns_on(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    match cx.combatant(who).state.fire {
        Some(fire) => {
            cx.cite(Rule::Fire);
            burns(cx, who, fire)
        }
        None => Ok(()),
    }
}

/// R37 Fire, A14: its damage, minus the successes of an Endure test.
fn burns(cx: &mut Cx<'_>, who: CombatantId, fire: Fire) -> Flow {
    let own = testing::test(cx, &Test::of(who, Skill::Endure, Rule::Fire, "bearing the fire").counted()).successes;
    harm::suffer(cx, who, fire.damage.saturating_sub(own), HarmKind::Physical)
}

/// R37, A14: whether there's a fire to put out, on the combatant or on someone in the zone.
pub fn check_extinguish(fight: &FightState, who: CombatantId, target: CombatantId) -> Result<(), Violation> {
    match () {
        () if !is_here(fight, target) || !board::seen(fight, who, target) => Err(Violation::NobodyThere),
        () if fight.combatant(target).state.fire.is_none() => Err(Violation::NotBurning(target)),
        () if !board::same_zone(fight, who, target) => Err(Violation::NotSameZone(target)),
        () => Ok(()),
    }
}

/// R37 Fire, A14: a slow Finesse test; successes add up over the rounds until there are enough.
pub fn extinguish(cx: &mut Cx<'_>, who: CombatantId, target: CombatantId) -> Flow {
    cx.cite(Rule::Fire);
    let Some(fire) = cx.combatant(target).state.fire else { return Ok(()) };
    if who != target {
        cx.cite(Rule::FireNumbers);
    }
    let what = "putting out the fire".to_owned();
    let rolled = testing::test(cx, &Test::of(who, Skill::Finesse, Rule::Fire, &what).counted());
    let fire = Fire { done: fire.done.saturating_add(rolled.successes), ..fire };
    let burns = fire.done < fire.needed;
    cx.change(Fact::FireIs { who: target, fire: burns.then_some(fire) });
    Ok(())
}
