//! How Umpire plays Ingenuity: how much fight is left in somebody, and what seems worth doing. Estimates only; nothing here decides a rule.

use super::{
    Action, Choice, Combatant, Condition, FightState, Question,
    chapters::{defence, order, task},
    model::{
        board,
        gear::With,
        sheet::Attribute,
        state::{enemies, in_hand, is_up, weapon},
    },
};
use crate::engine::{
    CombatantId,
    ruleset::{Attempt, COMEBACK, OUT, rescue, worth_of_share},
    space::grid::Square,
};

/// Endurance, and health twice over; conditions take their toll.
pub fn worth(_: &FightState, of: &Combatant) -> f64 {
    if of.state.dead {
        return 0.0;
    }
    if !is_up(of) {
        return OUT;
    }
    let bad = |it: &Condition| !matches!(it, Condition::Cover | Condition::Guarding | Condition::SeekingCover);
    let hindered = of.conditions.iter().filter(|it| bad(&it.what)).count();
    worth_of_share(health(of) - 0.05 * hindered as f64)
}

/// The share of their endurance and health that somebody has left, health twice over.
pub fn health(of: &Combatant) -> f64 {
    let most = of.sheet.stat("endurance") + 2 * of.sheet.stat("health");
    f64::from((of.state.endurance + 2 * of.state.health).max(0)) / f64::from(most.max(1))
}

/// A blow's promise is the share of the target's endurance and health it can be expected to take.
pub fn promise(fight: &FightState, who: CombatantId, action: &Action) -> f64 {
    let may_strike = || order::actions_left(fight, who) > 0;
    match action {
        Action::Attack(it) => strike(fight, who, it.target, it.with, (it.attribute, &it.proficiency)),
        Action::Resuscitate(it) => rescue(fight, who, it.target, waking(fight, who, it.target, it.attribute)),
        Action::Continue => 2.0,
        Action::BreakFree => 1.0,
        Action::StandUp => 0.8,
        Action::Reload(_) => 0.7,
        Action::Brandish(it) if is_unarmed(fight, who) => match it.held.as_slice() {
            [one] => {
                let damage = weapon(fight, who, With::Item(*one)).and_then(|it| it.damage);
                damage.map_or(0.0, |it| 0.1 + f64::from(it))
            }
            _ => 0.0,
        },
        Action::PickUp(_) if is_unarmed(fight, who) => 0.1,
        Action::Move(_) if may_strike() => 1.0,
        Action::Step(_) if may_strike() => 0.9,
        Action::Sprint(_) if may_strike() => 0.5,
        Action::Guard => 0.2,
        Action::SeekCover => 0.1,
        // Nothing to gain by rule of thumb.
        Action::Move(_)
        | Action::Maneuver(_)
        | Action::Power(_)
        | Action::Ready(_)
        | Action::Wait
        | Action::Sprint(_)
        | Action::Step(_)
        | Action::DropProne
        | Action::Brandish(_)
        | Action::Interact(_)
        | Action::PickUp(_)
        | Action::Drop(_)
        | Action::Command(_)
        | Action::Assist(_)
        | Action::KillingStrike(_)
        | Action::Task(_)
        | Action::Fate(_)
        | Action::Trigger(_)
        | Action::Abandon
        | Action::Decline
        | Action::Begin
        | Action::End => 0.0,
    }
}

fn is_unarmed(fight: &FightState, who: CombatantId) -> bool {
    !in_hand(fight.combatant(who)).any(|it| it.1.item.is_weapon())
}

fn strike(fight: &FightState, who: CombatantId, target: CombatantId, with: With, (of, by): (Attribute, &str)) -> f64 {
    let Some(foe) = fight.find(target).filter(|it| is_up(it) && enemies(fight, who, it.id)) else { return 0.0 };
    let Some(item) = weapon(fight, who, with) else { return 0.0 };
    if matches!(with, With::Thrown(_)) && item.damage.unwrap_or(0) > 0 && is_unarmed(fight, who) {
        return 0.0;
    }
    let sheet = &fight.combatant(who).sheet;
    let (die, combat) = (f64::from(sheet.attribute(of)), f64::from(sheet.skill("combat")));
    let before = f64::from(fight.combatant(who).state.attacks);
    let mean = (die + combat) / 2.0 + 1.0 + f64::from(sheet.proficiency(by)) - 2.0 * before;
    let over = mean - f64::from(defence::evasion(fight, target));
    let hits = (0.5 + over / (0.8 * (die + combat))).clamp(0.03, 0.97);
    let total = mean.max(f64::from(defence::evasion(fight, target)));
    let damage = total + f64::from(item.damage.unwrap_or(0) - defence::deflection(fight, target, item.kind()));
    let thrown = if matches!(with, With::Thrown(_)) { 0.5 } else { 1.0 };
    thrown * hits * damage.max(1.0) / f64::from((foe.state.endurance + foe.state.health).max(1))
}

/// R23: a patient who isn't dying, and whoever kneels beside them is an easy mark for the foes who reach them.
fn waking(fight: &FightState, who: CombatantId, patient: CombatantId, of: Attribute) -> Attempt {
    let sheet = &fight.combatant(who).sheet;
    let (die, skill) = (i32::from(sheet.attribute(of)), i32::from(sheet.skill("handling")));
    let number = task::difficulty_of_resuscitating(fight, patient) - sheet.proficiency("healing");
    let sums = (1..=die).flat_map(|a| (1..=skill).map(move |b| a + b));
    let chance = sums.filter(|it| *it >= number).count() as f64 / f64::from(die * skill);
    let foes = fight.combatants.iter().filter(|it| is_up(it) && enemies(fight, who, it.id));
    let near = foes.filter(|it| board::has_squares(fight) && board::within(fight, who, it.id, 1)).count();
    Attempt { worth: COMEBACK, chance, risk: PRONE * near as f64, is_last: false }
}

/// What lying before a foe is likely to cost.
const PRONE: f64 = 0.1;

/// Where an action leads.
pub fn place(action: &Action) -> Option<Square> {
    match action {
        Action::Move(it) => it.to,
        Action::Step(it) => it.to,
        Action::Sprint(it) => it.to,
        _ => None,
    }
}

/// A reaction is there to be used; fate is for what would kill.
pub fn price(fight: &FightState, question: &Question, choice: &Choice) -> f64 {
    match (question, choice) {
        (Question::Defend { .. }, Choice::TakeIt) => 1.0,
        (Question::Defend { .. }, Choice::Block(_)) => 0.2,
        (Question::Defend { .. }, Choice::Dodge) => 0.3,
        (Question::Defend { .. }, Choice::Parry(_)) => 0.4,
        (Question::Defend { .. }, Choice::ParryInVain(_)) => 2.0,
        (Question::Intercept { .. }, Choice::Intercept) => 1.0,
        (Question::StayConscious { .. }, Choice::Fortify) => -1.0,
        (Question::Withstand { .. }, Choice::Fortify | Choice::Resist) => -1.0,
        (Question::Opportunity { .. } | Question::Riposte { .. }, Choice::Strike(With::BareHands)) => -0.1,
        (Question::Opportunity { .. } | Question::Riposte { .. }, Choice::Strike(_)) => -1.0,
        (Question::CheatDeath { .. }, Choice::SpendFate) => -1.0,
        (Question::Maximise { .. }, Choice::SpendFate) => 1.0,
        (Question::Halve { who, amount }, Choice::SpendFate) => {
            let dies = fight.find(*who).is_some_and(|it| *amount >= it.state.endurance + it.state.health);
            if dies { -1.0 } else { 1.0 }
        }
        (_, Choice::Trigger { .. }) => -0.5,
        _ => 0.0,
    }
}

/// Who is protected by stepping in.
pub fn protects(question: &Question) -> Option<CombatantId> {
    match question {
        Question::Intercept { target, .. } => Some(*target),
        _ => None,
    }
}

/// A turn in progress, or lent.
pub fn forget(known: &mut FightState, unseen: &Combatant) {
    let system = &mut known.system;
    system.turn_of = system.turn_of.filter(|it| it.0 != unseen.id);
    system.lent = system.lent.filter(|it| it.0 != unseen.id && it.1 != unseen.id);
    system.just_ended = system.just_ended.filter(|it| *it != unseen.id);
}
