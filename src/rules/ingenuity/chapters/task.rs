//! Tasks: R19, R23, R25, R58, C3 and rulings A12, A13, A19: what takes a test and is no attack.

use crate::engine::{CombatantId, Ends};
use crate::rules::ingenuity::{
    Condition, Cx, Event, Fact, FightState, Flow, Rule, Violation, With,
    chapters::{
        attack::{self, Blow},
        conditions, defence, movement,
        testing::{self, STANDARD, Test},
    },
    model::{
        board,
        circumstances::Circumstances,
        sheet::Attribute,
        state::{enemies, known},
    },
};

/// A19: the least difficulty of resuscitating.
const LEAST: i32 = 4;

/// R19 Interact: something nearby is used.
pub fn interact(cx: &mut Cx<'_>, who: CombatantId, text: &str) {
    cx.cite(Rule::Interact);
    cx.tell(Event::Does { who, rule: Rule::Interact, text: text.to_owned() });
}

/// R25 Short task, R14: a test against the difficulty that the GM has stated, or a standard one (C1).
pub fn task(cx: &mut Cx<'_>, who: CombatantId, rule: Rule, of: Attribute, skill: &str, text: &str) -> Flow {
    cx.cite(rule);
    cx.tell(Event::Does { who, rule, text: text.to_owned() });
    let number = cx.combatant(who).state.next.difficulty.unwrap_or(STANDARD);
    let what = if text.is_empty() { "task" } else { text };
    let best = best_proficiency(cx, who, text);
    let test = Test::new(cx, who, rule, what, (of, skill), &best);
    testing::roll(cx, test)?.against(cx, "difficulty", number);
    Ok(())
}

/// A proficiency that is named in what a combatant does.
fn best_proficiency(fight: &FightState, who: CombatantId, text: &str) -> String {
    let sheet = &fight.combatant(who).sheet;
    let words = text.to_lowercase();
    let named = sheet.proficiencies.iter().filter(|it| words.contains(it.0.as_str())).max_by_key(|it| it.1);
    named.map(|it| it.0.clone()).unwrap_or_default()
}

/// R23 Resuscitate: whether there is a combatant to be brought back.
pub fn check_resuscitate(fight: &FightState, who: CombatantId, patient: CombatantId) -> Result<(), Violation> {
    if patient == who || !known(fight, who, patient) {
        return Err(Violation::NobodyThere);
    }
    let it = fight.combatant(patient);
    if it.state.dead {
        return Err(Violation::Dead(patient));
    }
    if !it.is(&Condition::Unconscious) {
        return Err(Violation::NotUnconscious { who: patient, rule: Rule::Resuscitate });
    }
    board::check_within(fight, who, patient, 1)
}

/// R23 Resuscitate, A19, A20: prone beside the patient, a test against the missing health.
pub fn resuscitate(cx: &mut Cx<'_>, who: CombatantId, patient: CombatantId, of: Attribute) -> Flow {
    cx.cite(Rule::Resuscitate);
    cx.tell(Event::DoesTo { who, rule: Rule::Resuscitate, target: patient });
    if !cx.combatant(who).is(&Condition::Prone) {
        movement::drop_prone(cx, who);
    }
    let number = difficulty_of_resuscitating(cx, patient);
    cx.cite(Rule::ResuscitateTest);
    let test = Test::new(cx, who, Rule::ResuscitateTest, "to resuscitate", (of, "handling"), "healing");
    if testing::roll(cx, test)?.against(cx, "missing health", number) {
        wakes(cx, patient);
    }
    Ok(())
}

/// R23, A19: the patient's missing health.
pub fn difficulty_of_resuscitating(fight: &FightState, patient: CombatantId) -> i32 {
    let it = fight.combatant(patient);
    (it.sheet.stat("health") - it.state.health).max(LEAST)
}

/// A19, A20: a combatant wakes and stays prone; at 0 health with 1, if the table plays so.
fn wakes(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::UnableToAct);
    conditions::lose(cx, who, Condition::Unconscious);
    conditions::gain(cx, who, Condition::Prone, Ends::Fight, None);
    if cx.combatant(who).state.health == 0 && cx.options.wakes_with_one {
        cx.change(Fact::HealthIs { who, left: 1 });
    }
}

/// R58 Killing strike: whether a combatant lies there for it.
pub fn check_killing_strike(
    fight: &FightState,
    who: CombatantId,
    target: CombatantId,
    with: With,
) -> Result<(), Violation> {
    attack::check(fight, who, target, with)?;
    match fight.combatant(target).is(&Condition::Unconscious) {
        true => Ok(()),
        false => Err(Violation::NotUnconscious { who: target, rule: Rule::KillingStrike }),
    }
}

/// R58 Killing strike, A12, A13: a test with advantage against constitution kills outright; failed, it is a sneak attack.
pub fn killing_strike(cx: &mut Cx<'_>, who: CombatantId, target: CombatantId, with: With) -> Flow {
    cx.cite(Rule::KillingStrike);
    cx.cite(Rule::AnyWeapon);
    cx.tell(Event::DoesTo { who, rule: Rule::KillingStrike, target });
    let (of, proficiency) = attack::best_way(cx, who, with);
    let mut test = Test::new(cx, who, Rule::KillingStrike, "killing strike", (of, "combat"), &proficiency);
    test.advantage.push("helpless");
    let number = defence::constitution(cx, target);
    if testing::roll(cx, test)?.against(cx, "constitution", number) {
        cx.cite(Rule::DeadOutright);
        cx.change(Fact::Died(target));
        return Ok(());
    }
    let mut blow = Blow::best(cx, who, target, with);
    blow.sneak = true;
    attack::attack(cx, blow)
}

/// C3 Assist: whether there is a combatant to help.
pub fn check_assist(fight: &FightState, who: CombatantId, ally: CombatantId) -> Result<(), Violation> {
    if ally == who || enemies(fight, who, ally) || !known(fight, who, ally) {
        return Err(Violation::NotAnAlly(ally));
    }
    Ok(())
}

/// C3 Assist: the same test gives the other +1 at 4, +2 at 8, +3 at 12, +4 at 16; only the best help counts.
pub fn assist(cx: &mut Cx<'_>, who: CombatantId, ally: CombatantId, of: Attribute, skill: &str) -> Flow {
    cx.cite(Rule::Assist);
    cx.tell(Event::DoesTo { who, rule: Rule::Assist, target: ally });
    let test = Test::new(cx, who, Rule::Assist, "to assist", (of, skill), "");
    let total = testing::roll(cx, test)?.alone(cx);
    let next = cx.combatant(ally).state.next;
    let bonus = (total / 4).clamp(0, 4).max(next.bonus);
    cx.change(Fact::NextIs { who: ally, next: Circumstances { bonus, ..next } });
    Ok(())
}
