//! Evading: R22, R23 and ruling A4. Anyone who chose to evade tests against every attack that succeeds, until their next turn.

use crate::engine::{CombatantId, Ends, Held};
use crate::rules::td2e::{
    Condition, Cx, FightState, Flow, Rule, TableFact, Violation,
    chapters::{
        attack::{Blow, Training},
        cost::Cost,
        testing::{self, Test},
    },
    model::{
        board,
        gear::{self, TestDice},
        state::{Difficulty, Resource},
    },
};

/// R4 In combat: whether a combatant can choose to evade.
///
/// # Errors
/// The rule that forbids it.
pub fn check_evade(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    if !board::in_combat(fight, who) {
        return Err(Violation::NotInCombat(who));
    }
    if fight.combatant(who).budget.left(Resource::Still) == 0 {
        return Err(Violation::AfterMoving(who));
    }
    Ok(())
}

/// R4, A4: chooses to evade until the next turn.
///
/// # Errors
/// Never; it asks nobody.
pub fn evade(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.cite(Rule::InCombat);
    cx.cite(Rule::Evading);
    Cost::Turn.spend(cx, who);
    let held = Held { what: Condition::Evading, ends: Ends::TurnOf(who), from: None };
    cx.apply(TableFact::Gained { who, held });
    Ok(())
}

/// R16, A14: armour that one is not trained in.
pub fn hampered_by_armour(fight: &FightState, who: CombatantId) -> bool {
    let sheet = &fight.combatant(who).sheet;
    gear::worn(sheet.armour.as_deref()).is_some_and(|it| it.trained) && !sheet.trained()
}

/// A4 Evading: one test against an attack that has succeeded; success is a miss.
pub fn evades(cx: &mut Cx<'_>, who: CombatantId, blow: &Blow) -> bool {
    if !cx.combatant(who).is(&Condition::Evading) || (blow.ranged && !cx.options.evade_ranged) {
        return false;
    }
    cx.cite(Rule::Evading);
    let test = evasion_test(cx, who, blow);
    let test = testing::under_circumstances(cx, who, test);
    testing::test(cx, who, &test)
}

/// R22 Untrained evasion, R23 Unarmed fighter, A4, A14, C4: dice and difficulty.
fn evasion_test(cx: &mut Cx<'_>, who: CombatantId, blow: &Blow) -> Test {
    let sheet = cx.combatant(who).sheet.clone();
    let mut difficulty = Difficulty::Average;
    let mut dice = TestDice::Normal;
    if sheet.weapons.is_empty() {
        let monk = sheet.monk_level().map(|it| it.evade);
        if sheet.any(|it| it.unarmed) && monk != Some(TestDice::Advantage) {
            cx.cite(Rule::UnarmedFighter); // takes a beginner's disadvantage away, too
        } else if let Some(evade) = monk {
            cx.cite(Rule::Monks);
            dice = evade;
        } else if !blow.unarmed && blow.training != Training::None {
            cx.cite(Rule::UntrainedEvasion);
            (dice, difficulty) = (TestDice::Disadvantage, Difficulty::Difficult);
        }
    } else if let Some(monk) = sheet.monk_level().filter(|it| it.evade == TestDice::Advantage) {
        cx.cite(Rule::Monks);
        dice = monk.evade;
    }
    if hampered_by_armour(cx, who) {
        cx.cite(Rule::ArmourUntrained);
        let better = dice == TestDice::Advantage;
        if better {
            cx.cite(Rule::DisadvantageWins);
        }
        dice = testing::dice(&cx.options, better, true);
    }
    Test { what: "evasion".to_owned(), rule: Rule::Evading, dice, difficulty }
}
