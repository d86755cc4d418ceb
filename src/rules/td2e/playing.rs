//! How Umpire plays TD2e: how much fight is left in somebody, and what seems worth doing. Estimates only; nothing here decides a rule.

use super::{
    Action, Choice, Combatant, Condition, FightState, Question,
    chapters::{attack, testing},
    model::{
        blow::{Intent, With},
        state::{Resource, enemies, is_up},
    },
};
use crate::engine::{
    CombatantId,
    ruleset::{Attempt, LIFE, OUT, rescue, worth_of_share},
    space::grid::Square,
};

/// Hit points; who drops may still be saved, who's dead can't.
pub fn worth(_: &FightState, of: &Combatant) -> f64 {
    match () {
        () if of.state.dead => 0.0,
        () if !is_up(of) => OUT,
        () => worth_of_share(f64::from(of.state.hp) / f64::from(of.state.max_hp.max(1))),
    }
}

/// A blow's promise is the share of the target's hit points it can be expected to take.
pub fn promise(fight: &FightState, who: CombatantId, action: &Action) -> f64 {
    let may_strike = fight.combatant(who).budget.left(Resource::Deed) > 0;
    match action {
        Action::Attack(it) if it.how == Intent::Kill => strike(fight, who, it.target, it.with),
        Action::Advance(it) if may_strike => fight.find(it.target).filter(|it| is_up(it)).map_or(0.0, |_| 1.0),
        Action::Move(_) if may_strike => 1.0,
        Action::Attend(it) => rescue(fight, who, it.target, attending(fight, who, it.target)),
        Action::Evade => 0.3,
        Action::Extricate(_) => 1.0,
        // Nothing to gain by rule of thumb.
        Action::Attack(_)
        | Action::Grab(_)
        | Action::Use(_)
        | Action::Move(_)
        | Action::Advance(_)
        | Action::Sneak
        | Action::Finish(_)
        | Action::End => 0.0,
    }
}

fn strike(fight: &FightState, who: CombatantId, target: CombatantId, with: With) -> f64 {
    let Some(foe) = fight.find(target).filter(|it| is_up(it) && enemies(fight, who, it.id)) else { return 0.0 };
    let Some(blow) = attack::blow(fight, who, with) else { return 0.0 };
    let dice = testing::how_many(attack::dice_of(fight, who, &blow)) as i32;
    let hits = 1.0 - (2.0_f64 / 3.0).powi(dice); // A1: 5 or 6 on any die
    let evades = if foe.is(&Condition::Evading) { 0.6 } else { 1.0 };
    // R10: the same dice again decide whether damage reduction is taken off. What does no damage at all promises nothing.
    let reduced = (blow.damage - attack::reduction(fight, target)).max(0);
    let damage = hits * f64::from(blow.damage) + (1.0 - hits) * f64::from(reduced);
    hits * evades * damage / f64::from(foe.state.hp.max(1))
}

/// R14: a medic's own test; with the patient's last one ahead there's no other.
fn attending(fight: &FightState, who: CombatantId, patient: CombatantId) -> Attempt {
    let left = fight.find(patient).and_then(|it| {
        let made = it.state.stabilising_tests?.made;
        Some(it.sheet.stabilise().len().saturating_sub(usize::from(made)))
    });
    let chance = testing::chance_under_circumstances(fight, who);
    Attempt { worth: LIFE, chance, risk: 0.0, is_last: left == Some(1) }
}

/// Whom an action leads up to, wherever that is.
pub fn leads_up_to(action: &Action) -> Option<CombatantId> {
    match action {
        Action::Advance(it) => Some(it.target),
        _ => None,
    }
}

/// Where an action leads.
pub fn place(action: &Action) -> Option<Square> {
    match action {
        Action::Move(it) => Some(it.to),
        Action::Extricate(it) => it.to,
        _ => None,
    }
}

/// TD2e asks nobody anything.
pub fn price(_: &FightState, question: &Question, _: &Choice) -> f64 {
    match *question {}
}

/// A place in the order, and a turn already taken.
pub fn forget(known: &mut FightState, unseen: &Combatant) {
    known.system.initiative.retain(|it| it.0 != unseen.id);
    known.system.acted.retain(|it| *it != unseen.id);
}
