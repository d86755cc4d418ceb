//! Injuries (C9): what somebody who was dying keeps, what it does, and how it is written on a sheet. When they heal is a rest's affair.

use crate::engine::{CombatantId, roll::Keep};
use crate::rules::murdham::model::injuries::conditions;
use crate::rules::murdham::{
    Cx, Flow, Roll, Rule,
    chapters::harm::{die, gains},
    model::{
        fact::{Death, Fact},
        sheet::Ability,
        state::{At, Condition, Hurt, Injury},
    },
};

/// What the roll is called that says how much of an ability is lost.
pub const LOSS: &str = "loss by the injury";

/// C9 Injuries: a d6, and what it says. An ability at nothing is death.
pub fn injury(cx: &mut Cx<'_>, who: CombatantId, permanent: bool) -> Flow {
    let injured = |cx: &mut Cx<'_>, injury| cx.change(Fact::Injured { who, injury, loss: 0, permanent });
    match rolled(cx, who, 6, "injury") {
        1 => injured(cx, Injury::Scar),
        2 => return weakened(cx, who, Injury::Str, Ability::Str, permanent),
        3 => return weakened(cx, who, Injury::Wit, Ability::Wit, permanent),
        4 => {
            gains(cx, who, Condition::Hobbled);
            return weakened(cx, who, Injury::Agi, Ability::Agi, permanent);
        }
        5 => {
            if let Some(arm) = arm(cx, who) {
                injured(cx, arm);
                conditions(&[Hurt { injury: arm, loss: 0, permanent }]).for_each(|what| gains(cx, who, what));
                lets_fall(cx, who, if arm == Injury::PrimaryArm { At::Primary } else { At::Off });
            }
        }
        _ if cx.combatant(who).is(&Condition::Blind) => {} // a third time nothing happens
        _ => {
            let second = cx.combatant(who).is(&Condition::EyeInjury);
            injured(cx, Injury::Eye);
            gains(cx, who, if second { Condition::Blind } else { Condition::EyeInjury });
        }
    }
    Ok(())
}

/// C9 Injuries: which arm: by a d2 the first time, the other one the second time, none the third.
fn arm(cx: &mut Cx<'_>, who: CombatantId) -> Option<Injury> {
    let it = cx.combatant(who);
    match (it.is(&Condition::SecondaryArmInjury), it.is(&Condition::PrimaryArmInjury)) {
        (true, true) => None,
        (true, false) => Some(Injury::PrimaryArm),
        (false, true) => Some(Injury::SecondaryArm),
        (false, false) => match rolled(cx, who, 2, "injured arm (1 secondary, 2 primary)") {
            1 => Some(Injury::SecondaryArm),
            _ => Some(Injury::PrimaryArm),
        },
    }
}

fn rolled(cx: &mut Cx<'_>, who: CombatantId, sides: u16, what: &str) -> u16 {
    let (die, secret) = cx.own_die(who, sides);
    let face = die.faces[0];
    cx.cite(Rule::Injuries);
    cx.rolled(Roll { secret, ..Roll::total(Some(who), Rule::Injuries, what, vec![die], Keep::All, vec![]) });
    face
}

/// C9 Injuries: an ability loses a d4. A loss of STR lowers health by as much, not below 1, and is never critical.
fn weakened(cx: &mut Cx<'_>, who: CombatantId, injury: Injury, ability: Ability, permanent: bool) -> Flow {
    let lost = i32::from(rolled(cx, who, 4, LOSS));
    let before = cx.combatant(who).state.abilities.get(ability);
    let number = (before - lost).max(0);
    let loss = u8::try_from(lost.min(before - 1)).unwrap_or(0); // who survives the loss of all has 1 left
    cx.change(Fact::Injured { who, injury, loss, permanent });
    cx.change(Fact::AbilityIs { who, ability, number });
    if ability == Ability::Str {
        let state = &cx.combatant(who).state;
        let (health, most) = (state.health, state.max_health);
        let size = cx.combatant(who).sheet.size;
        let less = size.scale(before) - size.scale(number);
        cx.change(Fact::MaxHealthIs { who, most: (most - less).max(1) });
        cx.change(Fact::HealthIs { who, health: (health - lost).max(1), healed: 0 });
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
        cx.change(Fact::GearAt { who, gear, at: At::Stowed });
    }
}
