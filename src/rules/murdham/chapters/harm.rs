//! What damage does: critical (C6, A19), dying (C7), death (C8, R16) and recovery. The injuries that stay are in
//! `injury.rs`.

use crate::engine::{CombatantId, Ends, Held};
use crate::rules::murdham::{
    Combatant, Cx, Flow, Rule, TableFact,
    chapters::{damage::Damage, demon, durability, injury, morale, nature, omen, poison},
    model::{
        event::Event,
        fact::{Death, Fact},
        gear::{self, Element},
        sheet::Ability,
        state::{Condition, ability, half_up},
    },
};

/// C6 Critical damage, C7 Dying, C8 Killed on the spot, ruling A19: a combatant suffers what is left of the damage.
pub fn suffer(cx: &mut Cx<'_>, damage: &Damage) -> Flow {
    lose_health(cx, damage)?;
    if damage.suffers() > 0 { poison::delivered(cx, damage) } else { Ok(()) }
}

/// C6, C7, C8, A19: health falls by what is left of the damage; whoever it incapacitates, leaves dying or kills on the spot.
fn lose_health(cx: &mut Cx<'_>, damage: &Damage) -> Flow {
    let who = damage.on;
    let it = cx.combatant(who);
    if it.state.dead {
        return Ok(());
    }
    let (before, strength, helmet) = (it.state.health, ability(it, Ability::Str), it.state.helmet);
    let suffers = damage.suffers();
    let health = (before - suffers).max(0);
    cx.change(Fact::Suffered { who, rolled: damage.rolled, less: damage.less.clone(), suffers, health });
    durability::of_damage(cx, damage);
    if suffers == 0 {
        return Ok(());
    }
    if damage.element == Some(Element::Fire) {
        nature::burns(cx, who);
    }
    morale::harmed(cx, who);
    poison::wakes(cx, who);
    if suffers >= strength {
        return die(cx, who, Death::OnTheSpot, Rule::Killed);
    }
    if before == 0 {
        cx.cite(Rule::Threshold); // nothing is left to lose
        return Ok(());
    }
    // A helmet raises the threshold by one, but saves nobody who has no health left.
    let bare = half_up(before).max(1);
    let threshold = bare + if helmet && !damage.direct { gear::helmet_threshold() } else { 0 };
    if suffers >= bare && suffers < threshold {
        durability::helmet_helped(cx, who);
    }
    if suffers >= threshold || health == 0 {
        cx.cite(Rule::Critical);
        cx.cite(Rule::Threshold);
        if nature::stands_critical_damage(cx, who) {
            let frenzied = cx.combatant(who).is(&Condition::Frenzied);
            cx.cite(if frenzied { Rule::Frenzy } else { Rule::Nature });
            cx.tell(Event::StandsIt(who));
            demon::splits(cx, who);
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
        cx.change(Fact::DiesAfter { who, round: Some(next_round) });
    }
    Ok(())
}

/// R16 Final blow: kills outright.
pub fn final_blow(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    die(cx, who, Death::FinalBlow, Rule::FinalBlow)
}

/// C7 Dying: at the end of the round in which their time runs out, they die.
pub fn bleed_out(cx: &mut Cx<'_>, round: u32) -> Flow {
    let gone = |it: &Combatant| it.state.dies_after.is_some_and(|last| last <= round);
    let gone: Vec<CombatantId> = cx.combatants.iter().filter(|it| gone(it)).map(|it| it.id).collect();
    for who in gone {
        die(cx, who, Death::BledOut, Rule::Dying)?;
    }
    Ok(())
}

/// A combatant dies, unless an omen saves them.
pub(super) fn die(cx: &mut Cx<'_>, who: CombatantId, of: Death, rule: Rule) -> Flow {
    if omen::survives(cx, who)? {
        return escape(cx, who);
    }
    cx.cite(rule);
    cx.change(Fact::Died { who, of: Some(of) });
    Ok(())
}

/// C15 Omens: who survives death has health 1, suffers critical damage, is not dying, and keeps an injury for ever. An ability that
/// was at nothing is at 1.
fn escape(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.change(Fact::DiesAfter { who, round: None });
    for ability in Ability::ALL {
        if cx.combatant(who).state.abilities.get(ability) < 1 {
            cx.change(Fact::AbilityIs { who, ability, number: 1 });
        }
    }
    cx.change(Fact::HealthIs { who, health: 1, healed: 0 });
    cx.cite(Rule::Critical);
    gains(cx, who, Condition::Incapacitated);
    let permanent = true;
    injury::injury(cx, who, permanent)
}

/// C7 Dying: a combatant is healed, at most to their STR. Whoever was dying is stable now, still incapacitated, and keeps an injury.
pub fn heal(cx: &mut Cx<'_>, who: CombatantId, amount: i32) -> Flow {
    let state = &cx.combatant(who).state;
    let (before, most, dying) = (state.health, state.max_health, state.dies_after.is_some());
    let health = (before + amount).min(most).max(before);
    cx.change(Fact::HealthIs { who, health, healed: health - before });
    if dying && health > 0 {
        cx.cite(Rule::Dying);
        cx.change(Fact::DiesAfter { who, round: None });
        cx.change(Fact::Stable { who, stable: true });
        let permanent = false;
        injury::injury(cx, who, permanent)?;
    }
    Ok(())
}

/// A combatant is under a condition until the fight ends.
pub(super) fn gains(cx: &mut Cx<'_>, who: CombatantId, what: Condition) {
    cx.apply(TableFact::Gained { who, held: Held { what, ends: Ends::Fight, from: None } });
}
