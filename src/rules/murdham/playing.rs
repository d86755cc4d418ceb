//! How Umpire plays Murdham: how much fight is left in somebody, and what seems worth doing. Estimates only; nothing here decides a rule.

use super::{
    Action, Choice, Combatant, Condition, FightState, Question,
    chapters::{attack, cost::main_left, damage, movement},
    model::{
        carried::Lying,
        fact::Fate,
        manner::{Manner, Pace, With},
        sheet::Ability,
        state::{self, is_able, lost_heart, takes_part},
    },
};
use crate::engine::{
    CombatantId,
    ruleset::{Attempt, FORCED, OUT, rescue, worth_of_share},
    space::{Space, zones::ZonePlace},
};
use crate::rules::wording;

/// Health, and what hinders; who has lost heart can only get away, and who runs or has surrendered is out of the fight.
pub fn worth(_: &FightState, of: &Combatant) -> f64 {
    if of.state.dead {
        return 0.0;
    }
    if !is_able(of) || !takes_part(of) {
        return OUT;
    }
    let hinders = |it: &&Condition| of.is(it);
    let hindered =
        [Condition::Stunned, Condition::Grabbed, Condition::Entangled, Condition::Blind, Condition::Terrified];
    let hindered = hindered.iter().filter(hinders).count() + of.state.injuries.len();
    if lost_heart(of) {
        return 2.0 * OUT;
    }
    worth_of_share(health(of) - 0.08 * hindered as f64)
}

/// The share of their health that somebody has left.
pub fn health(of: &Combatant) -> f64 {
    f64::from(of.state.health.max(0)) / f64::from(of.state.max_health.max(1))
}

/// A blow's promise is the share of the target's health it can be expected to take.
pub fn promise(fight: &FightState, who: CombatantId, action: &Action) -> f64 {
    let may_strike = || main_left(fight, who).is_ok();
    match action {
        Action::Attack(it) => strike(fight, who, it.target, it.with, it.how),
        Action::Equip(it) if is_unarmed(fight, who) => {
            let gear = fight.combatant(who).state.gear.get(usize::from(it.gear));
            gear.filter(|it| !it.weapon.shield && it.weapon.power.is_none()).map_or(0.0, |it| f64::from(it.weapon.die))
        }
        // C7: only the dying need it; a remedy is worth keeping for them.
        Action::Use(it) if it.item.heals() && is_dying(fight, it.target) => {
            rescue(fight, who, it.target, Attempt::SURE)
        }
        Action::BreakFree => 1.0,
        Action::PickUp(_) if is_unarmed(fight, who) => 1.0,
        Action::Move(it) if it.how == Pace::Walk && may_strike() => 1.0,
        Action::FullMove(it) if it.how == Pace::Walk => 0.4,
        // R45: who has lost heart may not strike, and would else stand there for ever.
        // R45, R47: both are allowed, but whoever surrenders is at the enemy's mercy. R25: running from a foe's side may cost a blow.
        Action::Flee if lost_heart(fight.combatant(who)) && movement::leaves_freely(fight, who) => FORCED + 1.0,
        Action::Flee if lost_heart(fight.combatant(who)) => FORCED,
        Action::Surrender if lost_heart(fight.combatant(who)) => FORCED,
        Action::Flee => 1.0,
        Action::Surrender => 0.5,
        // Nothing to gain by rule of thumb.
        Action::Stunt(_)
        | Action::Blast(_)
        | Action::Shove(_)
        | Action::LetGo
        | Action::Free(_)
        | Action::Move(_)
        | Action::FullMove(_)
        | Action::Sweep(_)
        | Action::Throw(_)
        | Action::Trample
        | Action::Sway(_)
        | Action::Contest(_)
        | Action::Invoke(_)
        | Action::Rally
        | Action::Rage
        | Action::Calm
        | Action::Equip(_)
        | Action::Unequip(_)
        | Action::Use(_)
        | Action::PickUp(_)
        | Action::PutDown(_)
        | Action::Interact(_)
        | Action::Say(_)
        | Action::Improvise(_)
        | Action::Chase(_)
        | Action::Yield(_)
        | Action::End => 0.0,
    }
}

fn is_dying(fight: &FightState, who: CombatantId) -> bool {
    fight.find(who).is_some_and(|it| it.state.dies_after.is_some())
}

fn is_unarmed(fight: &FightState, who: CombatantId) -> bool {
    !fight.combatant(who).state.in_hand().any(|(_, it)| !it.weapon.shield && it.weapon.die > 0)
}

fn strike(fight: &FightState, who: CombatantId, target: CombatantId, with: With, how: Manner) -> f64 {
    if !matches!(how, Manner::Normal | Manner::Indirect | Manner::Single) {
        return 0.0;
    }
    let Some(foe) = fight.find(target).filter(|it| takes_part(it)) else { return 0.0 };
    let Ok(reasons) = attack::aim(fight, who, target, with, how) else { return 0.0 };
    let hits = if reasons.is_empty() { 1.0 } else { save(fight.combatant(who), Ability::Wit) };
    let times = if how == Manner::Single { 2.0 } else { 1.0 };
    hits * times * expected(fight, who, target, with) / f64::from(foe.state.health.max(1))
}

/// The damage that a hit can be expected to do: every face of the die that beats the armour.
fn expected(fight: &FightState, by: CombatantId, at: CombatantId, with: With) -> f64 {
    let Some(foe) = fight.find(at) else { return 0.0 };
    let weapon = damage::weapon_of(fight, by, with);
    let (die, by_hand) = weapon.map_or((4, 0.7), |it| (it.die, 1.0));
    if die == 0 {
        return 0.0;
    }
    let armour = foe.state.armour.value.max(foe.sheet.hide).max(0);
    let armour = if weapon.is_some_and(|it| it.is_direct()) { 0.0 } else { f64::from(armour) };
    let over = (f64::from(die) - armour).max(0.5);
    by_hand * over * (over + 1.0) / (2.0 * f64::from(die))
}

/// About how often a save with this ability succeeds: a d20 must not exceed it.
fn save(of: &Combatant, ability: Ability) -> f64 {
    (f64::from(state::ability(of, ability)) / 20.0).clamp(0.05, 0.95)
}

/// Where an action leads.
pub fn place(action: &Action) -> Option<ZonePlace> {
    match action {
        Action::Move(it) => Some(it.to),
        Action::FullMove(it) => Some(it.to),
        _ => None,
    }
}

/// What losing the turn costs somebody who could still strike.
const A_TURN: f64 = 0.3;
/// What being put out of the fight costs.
const THE_FIGHT: f64 = 0.6;

/// A reaction costs the turn, so it must save more than a turn is worth; a counter is a turn's blow and costs none.
pub fn price(fight: &FightState, question: &Question, choice: &Choice) -> f64 {
    match (question, choice) {
        (Question::React { by, at, with, .. }, _) => react(fight, (*by, *at, *with), choice),
        (Question::Opportunity { .. }, Choice::Strike(With::Unarmed)) => -0.1,
        (Question::Opportunity { .. }, Choice::Strike(_)) => -1.0,
        (
            Question::Guard { .. } | Question::GuardBlast { .. } | Question::Shelter { .. },
            Choice::Guard | Choice::GuardOf(_) | Choice::Agree,
        ) => 1.0,
        (Question::Kill { .. }, Choice::Kill) | (Question::Cleave { .. }, Choice::Cleave(_)) => -1.0,
        (Question::Omen { who, fate }, Choice::SpendOmen) => match fate {
            Fate::Damage(suffers) if *suffers * 2 < fight.find(*who).map_or(0, |it| it.state.health) => 1.0,
            _ => -1.0,
        },
        _ => 0.0,
    }
}

fn react(fight: &FightState, (by, at, with): (CombatantId, CombatantId, With), choice: &Choice) -> f64 {
    let Some(target) = fight.find(at) else { return 0.0 };
    let damage = expected(fight, by, at, with);
    let health = f64::from(target.state.health.max(1));
    let harm = (damage / health).min(1.0) + if damage * 1.6 >= health { THE_FIGHT } else { 0.0 };
    match choice {
        Choice::TakeIt => harm,
        Choice::Dodge => harm * (1.0 - save(target, Ability::Agi)) + A_TURN,
        Choice::Counter(back) => {
            let foe = fight.find(by).map_or(1, |it| it.state.health.max(1));
            harm - (expected(fight, at, by, *back) / f64::from(foe)).min(1.0) + A_TURN
        }
        Choice::HideBehind(_) => harm + A_TURN,
        _ => harm + 2.0,
    }
}

/// Who is protected by guarding, or by being hidden behind.
pub fn protects(question: &Question) -> Option<CombatantId> {
    match question {
        Question::Guard { target, .. } => Some(*target),
        Question::Shelter { from, .. } => Some(*from),
        _ => None,
    }
}

/// Those counted for their side's morale, and a turn in progress.
pub fn forget(known: &mut FightState, unseen: &Combatant) {
    let system = &mut known.system;
    system.mustered.retain(|it| it.0 != unseen.id);
    system.standing.retain(|it| *it != unseen.id);
    system.turn_of = system.turn_of.filter(|it| it.0 != unseen.id);
    system.beside = system.beside.filter(|it| *it != unseen.id);
}

/// Traps that lie open: whoever is to be caught walks on as if they weren't there.
pub fn blind_spots(fight: &FightState) -> Vec<String> {
    let open = fight.system.ground.iter().filter(|it| it.gear.weapon.trap && !it.gear.fired);
    let words = |it: &Lying| format!("{} in {}", wording::a(&it.gear.weapon.name), fight.space.place_words(&it.place));
    let traps: Vec<String> = open.map(words).collect();
    match traps.as_slice() {
        [] => vec![],
        all => vec![format!("Nobody looks out for traps. Whoever walks into one is caught: {}.", wording::list(all))],
    }
}
