//! How Umpire plays Einfelst Wilds: how much fight is left in somebody, and what seems worth doing. Estimates only; nothing here decides a
//! rule.

use super::{
    Action, Choice, Combatant, Condition, FightState, Question,
    chapters::{attack, cost, testing},
    model::{
        board::{self, ZoneSpot},
        gear::{Weapon, With},
        state::{Dread, TurnRow, enemies, harm_taken, in_hand, is, is_out, is_up, most_harm, weapon},
    },
};
use crate::engine::{
    CombatantId,
    ruleset::{Attempt, COMEBACK, OUT, rescue, worth_of_share},
    space::zones::ZonePlace,
};

/// What's left of the rows of Harm, or of the points.
pub fn worth(fight: &FightState, of: &Combatant) -> f64 {
    match () {
        () if of.state.fled => 0.0,
        () if !is_up(fight, of) => OUT,
        () => worth_of_share(left(fight, of) / most(fight, of) - 0.1 * f64::from(u8::from(of.state.fire.is_some()))),
    }
}

/// The share of the Harm they can take that somebody hasn't taken yet.
pub fn health(fight: &FightState, of: &Combatant) -> f64 {
    (1.0 - taken(fight, of) / most(fight, of)).max(0.0)
}

fn most(fight: &FightState, of: &Combatant) -> f64 {
    f64::from(most_harm(fight, of).max(1))
}

/// How much Harm still fits.
fn left(fight: &FightState, of: &Combatant) -> f64 {
    (most(fight, of) - taken(fight, of)).max(0.5)
}

fn taken(fight: &FightState, of: &Combatant) -> f64 {
    f64::from(harm_taken(fight, of))
}

/// A blow's promise is the share of the Harm that its target can still take.
pub fn promise(fight: &FightState, who: CombatantId, action: &Action) -> f64 {
    let may_strike = || cost::Cost::Slow.check(fight, who).is_ok();
    match action {
        Action::Attack(it) => strike(fight, who, it.target, it.with),
        Action::Draw(it) => draw(fight, who, it.with),
        Action::BreakFree | Action::Extinguish(_) => 2.0,
        Action::Stand => 1.0,
        Action::PickUp(_) if in_hand(fight, who).is_none() => 0.5,
        Action::Move(_) if may_strike() && !shoots(fight, who) => 1.0,
        Action::Within(it) if may_strike() && !shoots(fight, who) => match it.spot {
            ZoneSpot::Beside(foe) if is_foe(fight, who, foe) && !board::is_close(fight, who, foe) => 1.0,
            _ => 0.0,
        },
        Action::TakeCover if shoots(fight, who) && !is(fight, who, Condition::InCover) => 0.2,
        // A2: out of action, not dying.
        Action::Help(it) => rescue(fight, who, it.target, Attempt { worth: COMEBACK, ..Attempt::SURE }),
        Action::Flee(_) => 1.0,
        // Nothing to gain by rule of thumb.
        Action::Grapple(_)
        | Action::Push(_)
        | Action::Sway(_)
        | Action::Lure(_)
        | Action::Survey
        | Action::Climb(_)
        | Action::Clear(_)
        | Action::Cast(_)
        | Action::Move(_)
        | Action::Within(_)
        | Action::TakeCover
        | Action::PickUp(_)
        | Action::Interact(_)
        | Action::Antidote(_)
        | Action::TurnAround
        | Action::Shout(_)
        | Action::Release(_)
        | Action::Swap(_)
        | Action::End => 0.0,
    }
}

fn is_foe(fight: &FightState, who: CombatantId, foe: CombatantId) -> bool {
    enemies(fight, who, foe) && fight.find(foe).is_some_and(|it| is_up(fight, it))
}

fn shoots(fight: &FightState, who: CombatantId) -> bool {
    in_hand(fight, who).is_some_and(|it| !it.is_melee())
}

fn strike(fight: &FightState, who: CombatantId, target: CombatantId, with: With) -> f64 {
    let Some(foe) = fight.find(target).filter(|it| is_foe(fight, who, it.id)) else { return 0.0 };
    let Ok(weapon) = attack::aim(fight, who, target, with) else { return 0.0 };
    let blow = attack::Blow { by: who, at: target, weapon };
    let dice = i32::from(testing::pool(fight, who, blow.skill(), 0, "").dice);
    let hits = 1.0 - (5.0_f64 / 6.0).powi(dice); // a 6 on any die
    let extra = f64::from(dice) / 6.0;
    let damage = f64::from(blow.weapon.damage) + (extra - hits).max(0.0) - f64::from(foe.sheet.armour) / 6.0;
    hits * damage.max(0.3) / left(fight, foe)
}

/// Another weapon is worth a manoeuvre if the one in hand reaches nobody.
fn draw(fight: &FightState, who: CombatantId, with: u8) -> f64 {
    let reaches = |it: &Weapon| {
        let foes = fight.ids().filter(|foe| is_foe(fight, who, *foe));
        let far = foes.filter_map(|foe| board::zones_apart(fight, who, foe));
        far.into_iter().any(|far| (it.from_zones..=it.to_zones).contains(&far))
    };
    let Some(new) = weapon(fight, who, with) else { return 0.0 };
    let held = in_hand(fight, who);
    let better = held.is_none() || (held.is_some_and(|it| !reaches(it)) && reaches(new));
    if better { f64::from(new.damage) + if reaches(new) { 1.0 } else { 0.1 } } else { 0.0 }
}

/// Where an action leads.
pub fn place(action: &Action) -> Option<ZonePlace> {
    match action {
        Action::Move(it) => Some(ZonePlace::In(it.to)),
        _ => None,
    }
}

/// A manoeuvre that's left pays for a reaction; Harm goes where it costs the fewest dice.
pub fn price(fight: &FightState, question: &Question, choice: &Choice) -> f64 {
    match (question, choice) {
        (Question::Defend { at, .. }, Choice::Parry(_) | Choice::Dodge) => defend(fight, *at),
        (Question::Extra { .. }, Choice::More(more)) => -f64::from(*more),
        (Question::Extra { .. }, Choice::Enough) => 0.5,
        (Question::Extra { .. }, _) => 0.4,
        (Question::Spread { who, .. }, Choice::Spread(track)) => {
            let kept = fight.find(*who).is_some_and(|it| is_out(fight, it));
            f64::from(track.levels()) + if track.severe > 0 && !kept { 5.0 } else { 0.0 }
        }
        (Question::Grappled { .. }, Choice::BreakFree) | (Question::HoldOn { .. }, Choice::HoldOn) => -1.0,
        (Question::React, Choice::Dread(Dread::Attack)) => -1.0,
        (Question::Surplus { .. }, Choice::Swap(_)) | (Question::GiveChase { .. }, Choice::Chase(_)) => 1.0,
        (Question::Resist { .. }, Choice::Resist(_)) => -1.0,
        _ => 0.0,
    }
}

/// Cheap where the fast manoeuvre pays; where it's the slow one, it costs the blow that it was for.
fn defend(fight: &FightState, at: CombatantId) -> f64 {
    match cost::reaction_left(fight, at) {
        Some(true) => SLOW,
        _ => -1.0,
    }
}

/// What giving up a slow manoeuvre costs.
const SLOW: f64 = -0.5;

/// A turn in the round, and its card, which might as well be in the deck.
pub fn forget(known: &mut FightState, unseen: &Combatant) {
    let system = &mut known.system;
    let (theirs, others): (Vec<TurnRow>, Vec<TurnRow>) = system.rows.drain(..).partition(|it| it.owner == unseen.id);
    system.gone.retain(|card| !theirs.iter().any(|it| it.card == *card) || others.iter().any(|it| it.card == *card));
    system.rows = others;
    system.called.retain(|it| it.0 != unseen.id);
}
