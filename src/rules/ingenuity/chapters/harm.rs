//! Harm: R33, R50-R57 and rulings A13-A18, A20, A21: what damage does, who stays conscious, who dies. C9: what harms over time.

use crate::engine::{
    CombatantId, Ends,
    ids::Addressee,
    roll::{Keep, Target},
};
use crate::rules::ingenuity::{
    Choice, Condition, Cx, Event, Fact, FightState, Flow, Question, Rule,
    chapters::{conditions, defence, fate, reaction, testing::STANDARD},
    model::{
        gear::DamageType,
        sheet::half_up,
        state::{Coming, held, is_conscious},
    },
};

/// R55: what is added to the number each time death is cheated.
const HARDER_BY: i32 = 5;

/// R51 Harmed, A18: at half of one's endurance or below; halves round up.
pub fn is_harmed(fight: &FightState, who: CombatantId) -> bool {
    let it = fight.combatant(who);
    it.state.endurance <= half_up(it.sheet.stat("endurance"))
}

/// R52 Bloodied: any health is missing.
pub fn is_bloodied(fight: &FightState, who: CombatantId) -> bool {
    let it = fight.combatant(who);
    it.state.health < it.sheet.stat("health")
}

/// R33 Damage, R51-R57: `taken` goes to endurance first and the rest to health; then consciousness and life are at stake.
pub fn suffer(cx: &mut Cx<'_>, who: CombatantId, damage: i32, taken: i32, nonlethal: bool) -> Flow {
    if cx.combatant(who).state.dead || taken <= 0 {
        return Ok(());
    }
    let taken = fate::halved(cx, who, taken)?;
    let (before, harmed) = (cx.combatant(who).state.clone(), is_harmed(cx, who));
    let to_endurance = taken.min(before.endurance);
    let rest = taken - to_endurance;
    let health = (before.health - rest).max(0);
    let endurance = before.endurance - to_endurance;
    let most = cx.combatant(who).sheet.stat("endurance");
    if !harmed && endurance <= half_up(most) {
        cx.cite(Rule::Harmed);
        if most % 2 == 1 {
            cx.cite(Rule::RoundsUp);
        }
    }
    if health < before.health {
        cx.cite(Rule::Bloodied);
    }
    cx.change(Fact::Suffered { who, damage, taken, endurance, health });
    if before.health == 0 {
        return damage_at_zero(cx, who);
    }
    loses_health(cx, who, before.health, rest, nonlethal)
}

/// R57 Damage at zero health, A16: each time, life is at stake.
fn damage_at_zero(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.cite(Rule::DownAgain);
    cx.cite(Rule::EachHitRisks);
    risk_death(cx, who)
}

/// R52-R56, A14, A15: what it means that health was lost.
fn loses_health(cx: &mut Cx<'_>, who: CombatantId, before: i32, lost: i32, nonlethal: bool) -> Flow {
    if lost == 0 {
        return Ok(());
    }
    let it = cx.combatant(who);
    if it.state.health > 0 {
        let missing = it.sheet.stat("health") - it.state.health;
        if is_conscious(it) && missing > defence::constitution(cx, who) {
            return stay_conscious(cx, who, missing);
        }
        return Ok(());
    }
    cx.cite(Rule::ZeroHealth);
    cx.cite(Rule::NoCheckAtZero);
    unconscious(cx, who);
    match () {
        () if lost == before => cx.cite(Rule::ExactlyZero),
        () if nonlethal => cx.cite(Rule::Nonlethal),
        () => return risk_death(cx, who),
    }
    // A citation belongs to a line: that they risk nothing is worth one.
    cx.tell(Event::Withstood { who, yes: true });
    Ok(())
}

/// R53 Staying conscious, A21: fortify against the missing health, or fall.
fn stay_conscious(cx: &mut Cx<'_>, who: CombatantId, missing: i32) -> Flow {
    cx.cite(Rule::StayingConscious);
    cx.cite(Rule::Stats);
    let can = reaction::may_fortify(cx, who);
    if !can {
        cx.cite(Rule::NothingToFortify);
        unconscious(cx, who);
        return Ok(());
    }
    let offers = |fight: &FightState| match reaction::may_fortify(fight, who) {
        true => vec![Choice::Fortify, Choice::FallUnconscious],
        false => vec![Choice::FallUnconscious],
    };
    let question = Question::StayConscious { who, missing };
    if cx.ask(Addressee::Combatant(who), question, offers)? != Choice::Fortify {
        unconscious(cx, who);
        return Ok(());
    }
    cx.cite(Rule::Fortify);
    reaction::pay(cx, who, Rule::Fortify, false);
    let rolled = defence::fortify_test(cx, who)?;
    if !rolled.against(cx, "missing health", missing) {
        unconscious(cx, who);
    }
    Ok(())
}

/// R54 No health, C9: unconscious, which is prone and unable to act; what was begun is lost.
pub fn unconscious(cx: &mut Cx<'_>, who: CombatantId) {
    for like in [Condition::Guarding, Condition::SeekingCover] {
        conditions::lose(cx, who, like);
    }
    if cx.combatant(who).state.carried.is_some() {
        cx.change(Fact::Abandoned { who, impossible: true });
    }
    if cx.combatant(who).state.readied.is_some() {
        cx.change(Fact::ReadiedIs { who, readied: None });
    }
    lets_go(cx, who);
    conditions::gain(cx, who, Condition::Unconscious, Ends::Fight, None);
}

/// C12: anyone who can act no more holds nobody.
fn lets_go(cx: &mut Cx<'_>, who: CombatantId) {
    let free: Vec<CombatantId> = cx
        .combatants
        .iter()
        .filter(|it| it.conditions.iter().any(|held| held.what == Condition::Grappled && held.from == Some(who)))
        .map(|it| it.id)
        .collect();
    for it in free {
        conditions::lose(cx, it, Condition::Grappled);
    }
}

/// R55 Risk of death, A17, C8: a luck test. Passed, it is harder the next time; failed, they die.
pub fn risk_death(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.cite(Rule::RiskDeath);
    let number = cx.combatant(who).state.cheat_death;
    if number > 20 {
        cx.cite(Rule::BeyondLuck);
    }
    let die = cx.plain_die(20);
    let target = Target::AtLeast { name: "to cheat death".to_owned(), number };
    let what = "luck test against death";
    let roll = crate::rules::ingenuity::Roll::total(Some(who), Rule::RiskDeath, what, vec![die], Keep::All, vec![]);
    let passed = cx.rolled(roll.against(target)).passed();
    if passed || fate::cheats_death(cx, who, number)? {
        cx.change(Fact::CheatedDeath { who, next: number + HARDER_BY });
    } else {
        cx.change(Fact::Died(who));
    }
    Ok(())
}

/// C9 Conditions: what harms over time does so at the beginning of the turn, and at the end of the round to anyone who had none.
pub fn over_time(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    let round = cx.turns.round;
    let it = cx.combatant(who);
    if it.state.dead || it.state.suffered_in == Some(round) {
        return Ok(());
    }
    let of = |like: Condition| held(it, like).and_then(Condition::amount).map(i32::from);
    let (bleeding, burning, poison) = (of(Condition::Bleeding(1)), of(Condition::Burning(1)), of(Condition::Poison(1)));
    if bleeding.is_none() && burning.is_none() && poison.is_none() {
        return Ok(());
    }
    cx.change(Fact::SufferedIn { who, round });
    for (amount, of) in [(bleeding, DamageType::Piercing), (burning, DamageType::Fire)] {
        let Some(amount) = amount else { continue };
        cx.cite(Rule::Conditions);
        damage(cx, who, amount, of, false)?;
    }
    if let Some(lost) = poison.filter(|_| !cx.combatant(who).state.dead) {
        cx.cite(Rule::Conditions);
        let state = cx.combatant(who).state.clone();
        let health = (state.health - lost).max(0);
        cx.change(Fact::Suffered { who, damage: lost, taken: lost, endurance: state.endurance, health });
        match state.health {
            0 => risk_death(cx, who)?,
            before => loses_health(cx, who, before, lost, false)?,
        }
    }
    Ok(())
}

/// R50 Damage types: damage that is no attack meets the same deflection, and does at least 1.
pub fn damage(cx: &mut Cx<'_>, who: CombatantId, amount: i32, of: DamageType, nonlethal: bool) -> Flow {
    cx.cite(Rule::DamageTypes);
    let taken = (amount - defence::deflection(cx, who, of.kind())).max(1);
    suffer(cx, who, amount, taken, nonlethal)
}

/// R50, R42, R45: the next damage or effect that the GM has set off comes to its combatant.
pub fn next_effect(cx: &mut Cx<'_>) -> Flow {
    let Some(coming) = cx.system.coming.first().cloned() else { return Ok(()) };
    cx.change(Fact::Befell);
    match coming {
        Coming::Damage { who, amount, taken: true, nonlethal, .. } => {
            cx.cite(Rule::DamageTypes);
            suffer(cx, who, amount, amount, nonlethal)
        }
        Coming::Damage { who, amount, of, nonlethal, .. } => damage(cx, who, amount, of, nonlethal),
        Coming::Effect { who, what, difficulty, mental } => {
            let number = if difficulty > 0 { difficulty } else { STANDARD };
            if reaction::fails_to_withstand(cx, who, what, number, mental, false)? {
                takes_hold(cx, who, what, None);
            }
            Ok(())
        }
    }
}

/// C9: a condition takes hold. Being stunned interrupts what was begun.
pub fn takes_hold(cx: &mut Cx<'_>, who: CombatantId, what: Condition, from: Option<CombatantId>) {
    cx.cite(Rule::Conditions);
    if what == Condition::Unconscious {
        return unconscious(cx, who);
    }
    if what == Condition::Stunned && cx.combatant(who).state.carried.is_some() {
        cx.change(Fact::Abandoned { who, impossible: true });
    }
    conditions::gain(cx, who, what, Ends::Fight, from);
}
