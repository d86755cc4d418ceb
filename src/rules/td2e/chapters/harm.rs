//! Harm: R11-R14 and rulings A8, A10-A13, A18, A19. What damage does, and how a combatant at 0 HP lives or dies.

use crate::engine::{CombatantId, Ends, Held, Moment, fight_state::Controller};
use crate::rules::td2e::{
    Condition, Cx, FightState, Flow, Rule, TableFact, Violation,
    chapters::{
        cost::Cost,
        testing::{self, Test},
    },
    model::blow::Intent,
    model::{
        board,
        fact::{Event, Fact},
        gear::TestDice,
        options::{Foes, WhileDying},
        state::{Difficulty, StabilisingTests, enemies, is_player},
    },
};

/// R8, R10, A3, A12, A19: damage less what is taken off, never below nothing.
pub fn suffer(cx: &mut Cx<'_>, who: CombatantId, damage: i32, less: i32, intent: Intent) {
    let suffers = (damage - less).max(0);
    let before = cx.combatant(who).state.hp;
    if before == 0 {
        cx.cite(Rule::HitWhileDown);
        cx.change(Fact::Suffered { who, damage, less, hp: 0 });
        if suffers > 0 && cx.options.hit_while_dying == WhileDying::Attempt {
            test_is_lost(cx, who);
        }
        return;
    }
    if suffers > before {
        cx.cite(Rule::Excess);
    }
    let hp = (before - suffers).max(0);
    cx.change(Fact::Suffered { who, damage, less, hp });
    if hp == 0 {
        drops(cx, who, intent);
    }
}

/// R11 Dropping, rulings A13 and A18: a player's character has tests to stabilise, a foe is out.
fn drops(cx: &mut Cx<'_>, who: CombatantId, intent: Intent) {
    cx.end_conditions(Moment::LetsGo(who)); // A15: whoever falls holds nobody
    if cx.combatant(who).is(&Condition::Evading) {
        cx.apply(TableFact::Lost { who, what: Condition::Evading });
    }
    if !is_player(cx.combatant(who)) {
        cx.cite(Rule::FoesAtNothing);
        match intent {
            Intent::KnockOut => return unconscious(cx, who),
            Intent::Kill if cx.options.foes == Foes::Out => return cx.change(Fact::Died(who)),
            Intent::Kill => {}
        }
    }
    cx.cite(Rule::Dropping);
    if cx.combatant(who).is(&Condition::Unconscious) {
        cx.cite(Rule::DownAgain);
    }
    if !cx.combatant(who).is(&Condition::Unconscious) {
        unconscious(cx, who);
    }
    let round = cx.turns.round;
    cx.change(Fact::StabilisingTestsAre { who, tests: Some(StabilisingTests { round, made: 0, attended: false }) });
}

fn unconscious(cx: &mut Cx<'_>, who: CombatantId) {
    let held = Held { what: Condition::Unconscious, ends: Ends::Fight, from: None };
    cx.apply(TableFact::Gained { who, held });
}

/// A10 When to stabilise: whether a combatant makes a test on this turn of theirs.
pub fn must_stabilise(fight: &FightState, who: CombatantId) -> bool {
    fight
        .find(who)
        .is_some_and(|it| !it.state.dead && it.state.stabilising_tests.is_some_and(|it| it.round < fight.turns.round))
}

/// R11-R14, A8, A10, A11, C2: the test of this round. Any success brings back 1 HP; when the last one fails, death.
pub fn stabilise(cx: &mut Cx<'_>, who: CombatantId) {
    let Some(so_far) = cx.combatant(who).state.stabilising_tests else { return };
    let sheet = cx.combatant(who).sheet.clone();
    let tests = sheet.stabilise();
    cx.cite(Rule::Attempts);
    if sheet.any(|it| !it.stabilise.is_empty()) {
        cx.cite(Rule::BetterOdds);
        cx.cite(if tests.len() > 2 { Rule::HardToKill } else { Rule::Robust });
        if sheet.inborn().any(|it| !it.stabilise.is_empty()) {
            cx.cite(Rule::Races);
        }
    }
    let plain = tests.get(usize::from(so_far.made)).copied().unwrap_or(TestDice::Disadvantage);
    if so_far.attended {
        cx.cite(Rule::BetterOdds);
        cx.cite(Rule::MedicTime);
    }
    let dice = if so_far.attended { TestDice::Advantage } else { plain };
    let test =
        Test { what: "test to stabilise".to_owned(), rule: Rule::Dropping, dice, difficulty: Difficulty::Average };
    let test = testing::under_circumstances(cx, who, test);
    if testing::test(cx, who, &test) {
        cx.cite(Rule::Stabilised);
        cx.change(Fact::StabilisingTestsAre { who, tests: None });
        cx.change(Fact::HpIs { who, hp: 1 });
        return;
    }
    test_is_lost(cx, who);
}

/// R13 Death: one test less; with the last of them a combatant dies.
fn test_is_lost(cx: &mut Cx<'_>, who: CombatantId) {
    let Some(tests) = cx.combatant(who).state.stabilising_tests else { return };
    let made = tests.made + 1;
    if usize::from(made) >= cx.combatant(who).sheet.stabilise().len() {
        cx.cite(Rule::Death);
        cx.change(Fact::StabilisingTestsAre { who, tests: None });
        cx.change(Fact::Died(who));
    } else {
        cx.change(Fact::StabilisingTestsAre { who, tests: Some(StabilisingTests { made, ..tests }) });
    }
}

/// R14, A11: whether a combatant can attend to a patient.
///
/// # Errors
/// The rule that forbids it.
pub fn check_attend(fight: &FightState, who: CombatantId, patient: CombatantId) -> Result<(), Violation> {
    if !fight.combatant(who).sheet.any(|it| it.attends) {
        return Err(Violation::NoMedic(who));
    }
    let Some(it) = fight.find(patient).filter(|_| board::seen(fight, who, patient)) else {
        return Err(Violation::NobodyThere);
    };
    let Some(tests) = it.state.stabilising_tests else { return Err(Violation::NoPatient(patient)) };
    if tests.attended {
        return Err(Violation::Attended(patient));
    }
    if board::has_squares(fight) && !board::adjacent(fight, who, patient) {
        return Err(Violation::NotAdjacent(patient));
    }
    Ok(())
}

/// R14, A11: a medic's turn beside the patient; a normal test that succeeds gives all tests that are left advantage.
///
/// # Errors
/// Never; it asks nobody.
pub fn attend(cx: &mut Cx<'_>, who: CombatantId, patient: CombatantId) -> Flow {
    cx.cite(Rule::BetterOdds);
    cx.cite(Rule::MedicTime);
    Cost::Turn.spend(cx, who);
    cx.tell(Event::Attends { who, patient });
    let test = Test {
        what: "test to attend to the patient".to_owned(),
        rule: Rule::MedicTime,
        dice: TestDice::Normal,
        difficulty: Difficulty::Average,
    };
    let test = testing::under_circumstances(cx, who, test);
    if testing::test(cx, who, &test)
        && let Some(tests) = cx.combatant(patient).state.stabilising_tests
    {
        cx.change(Fact::StabilisingTestsAre {
            who: patient,
            tests: Some(StabilisingTests { attended: true, ..tests }),
        });
    }
    Ok(())
}

/// A12 Hit while down: only the GM has a combatant finished who lies there.
///
/// # Errors
/// Why not.
pub fn check_finish(fight: &FightState, who: CombatantId, target: CombatantId) -> Result<(), Violation> {
    let Some(it) = fight.find(target).filter(|_| board::seen(fight, who, target)) else {
        return Err(Violation::NobodyThere);
    };
    if fight.combatant(who).controller != Controller::Gm {
        return Err(Violation::NotToFinish(who));
    }
    if !enemies(fight, who, target) {
        return Err(Violation::OwnSide(target));
    }
    if it.state.dead {
        return Err(Violation::Dead(target));
    }
    if !it.is(&Condition::Unconscious) {
        return Err(Violation::NoPatient(target));
    }
    if board::has_squares(fight) && !board::adjacent(fight, who, target) {
        return Err(Violation::NotAdjacent(target));
    }
    Ok(())
}

/// A12 Hit while down: the finishing blow that the GM declares.
///
/// # Errors
/// Never; it asks nobody.
pub fn finish(cx: &mut Cx<'_>, who: CombatantId, target: CombatantId) -> Flow {
    cx.cite(Rule::HitWhileDown);
    Cost::Turn.spend(cx, who);
    cx.tell(Event::Finishes { who, target });
    cx.change(Fact::StabilisingTestsAre { who: target, tests: None });
    cx.change(Fact::HpIs { who: target, hp: 0 });
    cx.change(Fact::Died(target));
    Ok(())
}
