//! How Umpire plays Sovereign: how much fight is left in somebody, and what seems worth doing. Estimates only; nothing here decides a rule.

use super::{
    Action, Choice, Combatant, Condition, FightState, Question,
    chapters::{attack_numbers as numbers, harm, instants},
    model::{
        blow::{How, With},
        board,
        state::{Resource, enemies, is_up, weapon},
    },
};
use crate::engine::{
    CombatantId,
    ruleset::{Attempt, LIFE, OUT, rescue, worth_of_share},
    space::grid::Square,
};

/// Hit points; the fallen may be stabilised, the dead and the fled are gone.
pub fn worth(_: &FightState, of: &Combatant) -> f64 {
    match () {
        () if of.state.dead || of.is(&Condition::Fled) => 0.0,
        () if !is_up(of) => OUT,
        () => worth_of_share(f64::from(of.state.hp) / f64::from(of.state.max_hp.max(1))),
    }
}

/// A blow's promise is the share of the target's hit points it can be expected to take.
pub fn promise(fight: &FightState, who: CombatantId, action: &Action) -> f64 {
    let it = fight.combatant(who);
    let has_main = it.budget.left(Resource::Main) > 0;
    let has_move = it.budget.left(Resource::Move) > 0;
    match action {
        Action::Attack(it) if it.how == How::Kill => strike(fight, who, it.target, it.with, 0),
        Action::Charge(it) if it.how == How::Kill && it.to.is_none() => 0.5 * strike(fight, who, it.target, it.with, 2),
        Action::Stabilise(it) => rescue(fight, who, it.target, stabilising(fight, who, it.target)),
        Action::StandUp if has_move => 1.0,
        Action::BreakFree => 0.9,
        Action::Reload(reload) => {
            let unloaded = it.state.arms.get(usize::from(reload.arm)).is_some_and(|it| !it.loaded);
            if unloaded { 0.8 } else { 0.0 } // a free reload of what's loaded could go on for ever
        }
        Action::Wield(wield) if is_unarmed(it) => match wield.arms.as_slice() {
            [one] => weapon(fight, who, With::Weapon(*one)).map_or(0.0, |it| 0.1 + mean(it.dice)),
            _ => 0.0,
        },
        Action::Ready(_) | Action::PickUp(_) if is_unarmed(it) => 0.1,
        Action::Run(_) if has_main && has_move => 1.0,
        Action::Run(_) if has_main => 0.5,
        Action::TotalDefense => 0.2,
        Action::Flee => 1.0,
        // Nothing to gain by rule of thumb.
        Action::Attack(_)
        | Action::Swarm(_)
        | Action::Charge(_)
        | Action::Snap(_)
        | Action::Screen(_)
        | Action::Run(_)
        | Action::Disengage
        | Action::UseSkill(_)
        | Action::Help(_)
        | Action::Ready(_)
        | Action::Stow(_)
        | Action::Wield(_)
        | Action::Sheathe(_)
        | Action::PickUp(_)
        | Action::StandUp
        | Action::GoProne
        | Action::Drop(_)
        | Action::Hold(_)
        | Action::Shove(_)
        | Action::Grapple(_)
        | Action::Drag(_)
        | Action::Hurl(_)
        | Action::Release(_)
        | Action::TakeAim(_)
        | Action::Execute(_)
        | Action::Cast(_)
        | Action::Drink(_)
        | Action::Whirlwind
        | Action::Chase(_)
        | Action::End => 0.0,
    }
}

fn is_unarmed(it: &Combatant) -> bool {
    it.state.in_hand.is_empty()
}

fn mean(dice: super::model::gear::DamageDice) -> f64 {
    f64::from(dice.count) * (f64::from(dice.sides) + 1.0) / 2.0 + f64::from(dice.plus)
}

fn strike(fight: &FightState, who: CombatantId, target: CombatantId, with: With, more: i32) -> f64 {
    let Some(foe) = fight.find(target).filter(|it| is_up(it) && enemies(fight, who, it.id)) else { return 0.0 };
    let Some(weapon) = weapon(fight, who, with) else { return 0.0 };
    let by = &fight.combatant(who).sheet;
    let attribute = by.modifier(numbers::attribute(fight, who, weapon));
    let skill = by.level_of(numbers::skill(fight, who, weapon, super::model::blow::Manner::Strike));
    let bonus = by.attack_bonus() + attribute + skill + weapon.magic + more;
    let hits = (f64::from(21 + bonus - numbers::armour_class(fight, target)) / 20.0).clamp(0.05, 0.95);
    let damage = (mean(numbers::dice(fight, who, with)) + f64::from(attribute + weapon.magic)).max(1.0);
    let shock = weapon.shock.map_or(0.0, |_| 0.5);
    (hits * damage + (1.0 - hits) * shock) / f64::from(foe.state.hp.max(1))
}

/// R25, R13: the attempt, and the blows that it draws.
fn stabilising(fight: &FightState, who: CombatantId, patient: CombatantId) -> Attempt {
    let (chance, is_last) = harm::chance_to_stabilise(fight, who, patient);
    let blow = |foe: CombatantId| {
        let held = fight.combatant(foe).state.in_hand.iter().map(|it| With::Weapon(*it));
        held.chain([With::Unarmed]).map(|with| strike(fight, foe, who, with, 0)).fold(0.0, f64::max)
    };
    let risk = board::opportunity_attackers(fight, who).into_iter().map(blow).sum();
    Attempt { worth: LIFE, chance, risk, is_last }
}

/// Whom an action leads up to, wherever that is.
pub fn leads_up_to(action: &Action) -> Option<CombatantId> {
    match action {
        Action::Charge(it) => Some(it.target),
        _ => None,
    }
}

/// Where an action leads.
pub fn place(action: &Action) -> Option<Square> {
    match action {
        Action::Run(it) => Some(it.to),
        _ => None,
    }
}

/// What happens once a fight is spent on what hits; Total Defense where it saves and nothing better is left of the Main action.
pub fn price(fight: &FightState, question: &Question, choice: &Choice) -> f64 {
    match (question, choice) {
        (Question::Rolled { hits, .. }, Choice::Luck | Choice::Impervious) => {
            if *hits {
                -0.5
            } else {
                -0.2
            }
        }
        (Question::Rolled { .. }, Choice::TotalDefense) => {
            let saves = fight.system.blows.last().is_some_and(|blow| instants::defence_saves(fight, blow));
            if saves { -0.4 } else { 1.0 }
        }
        (Question::Rolled { .. } | Question::Declared { .. }, Choice::Held { .. }) => -0.3,
        (_, Choice::Snap { .. } | Choice::HeldAct { .. } | Choice::TotalDefense) => 1.0,
        (Question::Provokes { .. }, Choice::MoveAnyway) => -1.0, // a move taken back would only be tried again
        (Question::Opportunity { .. }, Choice::Strike) => -1.0,
        (Question::Wavers(_) | Question::GroupWavers(_), Choice::Retreats) => 1.0,
        _ => 0.0,
    }
}

/// One of those counted for their side's morale, and a blow under way.
pub fn forget(known: &mut FightState, unseen: &Combatant) {
    let members = known.members(unseen.side).count() as u16;
    let counted = known.system.strength.iter_mut().filter(|it| it.0 == unseen.side);
    counted.for_each(|it| it.1 = it.1.min(members));
    known.system.swarmed.retain(|it| *it != unseen.id);
}
