//! What damage does: critical (C6, A19), dying (C7), death (C8, R16), recovery and the injuries that stay (C9).

use super::{
    Cx, Flow, Roll, Rule, TableFact,
    damage::Damage,
    fact::{Death, Fact},
    nature, omen, saves,
    sheet::Ability,
    state::{At, Condition, Injury, ability, half_up},
};
use crate::engine::{CombatantId, Ends, Held, roll::Keep};

/// C6 Critical damage, C7 Dying, C8 Killed on the spot, ruling A19: somebody suffers what is left of the damage.
///
/// # Errors
/// When somebody must be asked.
pub fn suffer(cx: &mut Cx<'_>, damage: &Damage) -> Flow {
    let who = damage.on;
    let it = cx.combatant(who);
    if it.state.dead {
        return Ok(());
    }
    let (before, strength, helmet) = (it.state.health, ability(it, Ability::Str), it.state.helmet);
    let suffers = damage.suffers();
    let health = (before - suffers).max(0);
    cx.note(Fact::Suffered { who, rolled: damage.rolled, less: damage.less.clone(), suffers, health });
    if suffers == 0 {
        return Ok(());
    }
    if suffers >= strength {
        return die(cx, who, Death::OnTheSpot, Rule::Killed);
    }
    if before == 0 {
        cx.cite(Rule::Threshold); // nothing is left to lose
        return Ok(());
    }
    // A helmet raises the threshold by one, but saves nobody who has no health left.
    let threshold = half_up(before).max(1) + i32::from(helmet && !damage.direct);
    if suffers >= threshold || health == 0 {
        cx.cite(Rule::Critical);
        cx.cite(Rule::Threshold);
        if nature::stands_critical_damage(cx, who) {
            let frenzied = cx.combatant(who).is(&Condition::Frenzied);
            cx.cite(if frenzied { Rule::Frenzy } else { Rule::Nature });
            cx.note(Fact::StandsIt(who));
        } else {
            gains(cx, who, Condition::Incapacitated);
        }
    }
    if health == 0 && nature::ends_at_nothing(cx, who) {
        return die(cx, who, Death::OnTheSpot, Rule::Nature);
    }
    if health == 0 {
        cx.cite(Rule::Dying);
        let next_round = cx.turns.round + 1;
        cx.note(Fact::DiesAfter { who, round: Some(next_round) });
    }
    Ok(())
}

/// R16 Final blow: kills outright.
///
/// # Errors
/// When somebody must be asked.
pub fn final_blow(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    die(cx, who, Death::FinalBlow, Rule::FinalBlow)
}

/// C7 Dying: at the end of the round in which their time runs out, they die.
///
/// # Errors
/// When somebody must be asked.
pub fn bleed_out(cx: &mut Cx<'_>, round: u32) -> Flow {
    let gone = |it: &super::Combatant| it.state.dies_after.is_some_and(|last| last <= round);
    let gone: Vec<CombatantId> = cx.combatants.iter().filter(|it| gone(it)).map(|it| it.id).collect();
    for who in gone {
        die(cx, who, Death::BledOut, Rule::Dying)?;
    }
    Ok(())
}

/// Somebody dies of something else than what is told here, unless an omen saves them.
///
/// # Errors
/// When somebody must be asked.
pub fn dies(cx: &mut Cx<'_>, who: CombatantId, of: Death, rule: Rule) -> Flow {
    die(cx, who, of, rule)
}

/// Somebody dies, unless an omen saves them.
fn die(cx: &mut Cx<'_>, who: CombatantId, of: Death, rule: Rule) -> Flow {
    if omen::survives(cx, who)? {
        return escape(cx, who);
    }
    cx.cite(rule);
    cx.note(Fact::Died { who, of: Some(of) });
    Ok(())
}

/// C15 Omens: who survives death has health 1, suffers critical damage, is not dying, and keeps an injury for ever. An ability that
/// was at nothing is at 1.
fn escape(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.note(Fact::DiesAfter { who, round: None });
    for ability in [Ability::Wit, Ability::Str, Ability::Agi] {
        if cx.combatant(who).state.abilities.get(ability) < 1 {
            cx.note(Fact::AbilityIs { who, ability, number: 1 });
        }
    }
    cx.note(Fact::HealthIs { who, health: 1, healed: 0 });
    cx.cite(Rule::Critical);
    gains(cx, who, Condition::Incapacitated);
    let permanent = true;
    injury(cx, who, permanent)
}

/// C7 Dying: somebody is healed, at most to their STR. Who was dying is stable now, still incapacitated, and keeps an injury.
///
/// # Errors
/// When somebody must be asked.
pub fn heal(cx: &mut Cx<'_>, who: CombatantId, amount: i32) -> Flow {
    let state = &cx.combatant(who).state;
    let (before, most, dying) = (state.health, state.max_health, state.dies_after.is_some());
    let health = (before + amount).min(most).max(before);
    cx.note(Fact::HealthIs { who, health, healed: health - before });
    if dying && health > 0 {
        cx.cite(Rule::Dying);
        cx.note(Fact::DiesAfter { who, round: None });
        cx.note(Fact::Stable { who, stable: true });
        let permanent = false;
        injury(cx, who, permanent)?;
    }
    Ok(())
}

/// C9 Injuries: a d6, and what it says. An ability at nothing is death.
fn injury(cx: &mut Cx<'_>, who: CombatantId, permanent: bool) -> Flow {
    let injured = |cx: &mut Cx<'_>, who, injury| cx.note(Fact::Injured { who, injury, permanent });
    let face = rolled(cx, who, 6, "injury");
    match face {
        1 => injured(cx, who, Injury::Scar),
        2 => {
            injured(cx, who, Injury::Str);
            weakened(cx, who, Ability::Str)?;
        }
        3 => {
            injured(cx, who, Injury::Wit);
            weakened(cx, who, Ability::Wit)?;
        }
        4 => {
            injured(cx, who, Injury::Agi);
            gains(cx, who, Condition::Hobbled);
            weakened(cx, who, Ability::Agi)?;
        }
        5 if rolled(cx, who, 2, "injured arm (1 secondary, 2 primary)") == 1 => {
            injured(cx, who, Injury::SecondaryArm);
            gains(cx, who, Condition::SecondaryArmInjury);
            lets_fall(cx, who, At::Off);
        }
        5 => {
            injured(cx, who, Injury::PrimaryArm);
            gains(cx, who, Condition::PrimaryArmInjury);
            lets_fall(cx, who, At::Primary);
        }
        _ => {
            let second = cx.combatant(who).is(&Condition::EyeInjury);
            injured(cx, who, Injury::Eye);
            gains(cx, who, if second { Condition::Blind } else { Condition::EyeInjury });
        }
    }
    Ok(())
}

fn rolled(cx: &mut Cx<'_>, who: CombatantId, sides: u16, what: &str) -> u16 {
    let (die, secret) = saves::own_die(cx, who, sides);
    let face = die.faces[0];
    cx.rolled(Roll { secret, ..Roll::total(Some(who), Rule::Injuries, what, vec![die], Keep::All, vec![]) });
    face
}

fn gains(cx: &mut Cx<'_>, who: CombatantId, what: Condition) {
    cx.apply(TableFact::Gained { who, held: Held { what, ends: Ends::Fight, from: None } });
}

/// C9 Injuries: an ability loses a d4. A loss of STR lowers health by as much, not below 1, and is never critical.
fn weakened(cx: &mut Cx<'_>, who: CombatantId, ability: Ability) -> Flow {
    let loss = i32::from(rolled(cx, who, 4, "loss by the injury"));
    let number = (cx.combatant(who).state.abilities.get(ability) - loss).max(0);
    cx.note(Fact::AbilityIs { who, ability, number });
    if ability == Ability::Str {
        let state = &cx.combatant(who).state;
        let (health, most) = (state.health, state.max_health);
        cx.note(Fact::MaxHealthIs { who, most: (most - loss).max(1) });
        cx.note(Fact::HealthIs { who, health: (health - loss).max(1), healed: 0 });
    }
    if number == 0 {
        return die(cx, who, Death::Injury, Rule::Injuries);
    }
    Ok(())
}

/// A useless arm holds nothing: what it held alone or with the other is stowed at the belt.
fn lets_fall(cx: &mut Cx<'_>, who: CombatantId, hand: At) {
    let held: Vec<u8> = cx
        .combatant(who)
        .state
        .in_hand()
        .filter(|(_, it)| it.at == hand || it.at == At::Both)
        .map(|(gear, _)| gear)
        .collect();
    for gear in held {
        cx.note(Fact::GearAt { who, gear, at: At::Stowed });
    }
}
