//! What a fact changes, and where: the one place that changes anything. It can't fail and holds no rule.

use crate::engine::{CombatantId, space::zones::ZonePlace};
use crate::rules::murdham::{
    FightState, State, With,
    model::{
        fact::Fact,
        sheet::{Armour, Item},
        state::{At, Gear, Hurt, Lying, Piece, Worn},
    },
};
use std::sync::Arc;

/// Changes the fight by a fact.
pub fn evolve(fight: &mut FightState, fact: &Fact) {
    match fact {
        Fact::InitiativeHeld(side) => fight.system.initiative = Some(*side),
        Fact::FastThresholdIs(wit) => fight.system.fast_threshold = *wit,
        Fact::StepIs(step) => fight.system.step = *step,
        Fact::Untouched(untouched) => fight.system.untouched = *untouched,
        Fact::TurnOf(turn) => fight.system.turn_of = *turn,
        Fact::Beside(who) => fight.system.beside = *who,
        Fact::AmbushOver { .. } => fight.system.ambush_over = true,
        Fact::Mustered(new) => {
            fight.system.standing.extend(new.iter().map(|it| it.0));
            fight.system.mustered.extend_from_slice(new);
        }
        Fact::Counted(standing) => {
            fight.system.standing.clone_from(standing);
            forget_lowest(fight);
        }
        Fact::PutDown { who, gear, place } | Fact::Dropped { who, gear, place } => put_down(fight, *who, *gear, *place),
        Fact::PickedUp { who, lying, at } => pick_up(fight, *who, *lying, *at),
        Fact::Improvised { who, weapon, at } => take(fight, *who, Gear::new(weapon.clone(), *at)),
        Fact::Snaps { lying, .. } => change_lying(fight, *lying, |it| it.fired = true),
        Fact::Broken { who, piece } => destroy(fight, *who, *piece),
        Fact::HasServed { who, piece } => wear(fight, *who, *piece, |worn| worn.used = true),
        Fact::DamagedIs { who, piece, damaged } => wear(fight, *who, *piece, |worn| worn.damaged = *damaged),
        Fact::Reacted { who, round } => change(fight, *who, |it| it.reacted_in = Some(*round)),
        Fact::Swung { by, with, .. } | Fact::Burst { by, with, .. } => change(fight, *by, |it| it.used(*with)),
        Fact::Suffered { who, suffers, health, .. } => change(fight, *who, |it| it.suffer(*suffers, *health)),
        Fact::HealthIs { who, health, .. } => change(fight, *who, |it| it.health = *health),
        Fact::MaxHealthIs { who, most } => change(fight, *who, |it| it.max_health = *most),
        Fact::AbilityIs { who, ability, number } => change(fight, *who, |it| *it.abilities.get_mut(*ability) = *number),
        Fact::Injured { who, injury, loss, permanent } => {
            let hurt = Hurt { injury: *injury, loss: *loss, permanent: *permanent };
            change(fight, *who, |it| Arc::make_mut(&mut it.injuries).push(hurt));
        }
        Fact::DiesAfter { who, round } => change(fight, *who, |it| it.dies_after = *round),
        Fact::Stable { who, stable } => change(fight, *who, |it| it.stable = *stable),
        Fact::Died { who, of } => change(fight, *who, |it| (it.dead, it.dies_after) = (of.is_some(), None)),
        Fact::Omens { who, left, .. } => change(fight, *who, |it| it.omens = Some(*left)),
        Fact::GearAt { who, gear, at } => change_gear(fight, *who, *gear, |it| it.at = *at),
        Fact::Fired { who, gear } => change_gear(fight, *who, *gear, |it| it.fired = true),
        Fact::Coated { who, gear, poison } => change_gear(fight, *who, *gear, |it| it.coated = *poison),
        Fact::GearSet { who, gear } => change(fight, *who, |it| it.gear.clone_from(gear)),
        Fact::Wears { who, armour, helmet } => change(fight, *who, |it| (it.armour, it.helmet) = (*armour, *helmet)),
        Fact::Used { who, item, .. } => change(fight, *who, |it| it.use_up(*item)),
        Fact::ItemsAre { who, items } => change(fight, *who, |it| it.items.clone_from(items)),
        Fact::Exposed { who, poison } => change(fight, *who, |it| it.exposed.push(*poison)),
        Fact::Poisoned { who, poison, sick } => change(fight, *who, |it| hold(&mut it.poisoned, *poison, *sick)),
        Fact::MoraleIs { who, morale } => change(fight, *who, |it| it.morale = *morale),
        Fact::Surrendered { who, surrendered, round } => {
            change(fight, *who, |it| (it.surrendered, it.surrendered_in) = (*surrendered, *round));
        }
        Fact::FlightIs { who, flight, from } => change(fight, *who, |it| (it.flight, it.ran_from) = (*flight, *from)),
        Fact::FullMove { who, sprint } => change(fight, *who, |it| it.move_fully(*sprint)),
        Fact::Climbs { who, from } => change(fight, *who, |it| it.climbs_from = *from),
        Fact::Fell { who, round } => change(fight, *who, |it| it.fell_in = Some(*round)),
        Fact::Tramples { who, round } => change(fight, *who, |it| it.trampled_in = Some(*round)),
        Fact::LosesTurn { who, round } => change(fight, *who, |it| it.loses_turn_of = Some(*round)),
        Fact::FearsAre { who, fears } => change(fight, *who, |it| it.fears.clone_from(fears)),
        Fact::Unafraid { who, of } => change(fight, *who, |it| it.unafraid_of.push(*of)),
        Fact::Rallied(who) => change(fight, *who, |it| it.rallied = true),
        Fact::Burnt { who, burnt } => change(fight, *who, |it| it.burnt = *burnt),
        Fact::Paid { who, mana, corruption } => {
            change(fight, *who, |it| (it.mana, it.corruption) = (*mana, *corruption))
        }
        Fact::Flagged { who, flag, on } => change(fight, *who, |it| hold(&mut it.flags, *flag, *on)),
    }
}

fn change(fight: &mut FightState, who: CombatantId, change: impl FnOnce(&mut State)) {
    if let Some(state) = fight.state_mut(who) {
        change(state);
    }
}

fn change_gear(fight: &mut FightState, who: CombatantId, gear: u8, to: impl FnOnce(&mut Gear)) {
    change(fight, who, |it| to(&mut Arc::make_mut(&mut it.gear)[usize::from(gear)]));
}

fn change_lying(fight: &mut FightState, lying: u8, to: impl FnOnce(&mut Gear)) {
    to(&mut Arc::make_mut(&mut fight.system.ground)[usize::from(lying)].gear);
}

/// The list holds this thing once, or not at all.
fn hold<T: PartialEq>(all: &mut Vec<T>, one: T, on: bool) {
    all.retain(|it| *it != one);
    if on {
        all.push(one);
    }
}

fn forget_lowest(fight: &mut FightState) {
    let hurt: Vec<CombatantId> =
        fight.combatants.iter().filter(|it| it.state.lowest.is_some()).map(|it| it.id).collect();
    for who in hurt {
        change(fight, who, |it| it.lowest = None);
    }
}

fn put_down(fight: &mut FightState, who: CombatantId, gear: u8, place: ZonePlace) {
    let Some(state) = fight.state_mut(who) else { return };
    let gear = &mut Arc::make_mut(&mut state.gear)[usize::from(gear)];
    gear.at = At::Gone;
    let fired = gear.fired && !gear.weapon.trap; // a trap is laid open
    let lying = Lying { place, of: who, gear: Gear { at: At::Stowed, fired, ..gear.clone() } };
    Arc::make_mut(&mut fight.system.ground).push(lying);
}

fn pick_up(fight: &mut FightState, who: CombatantId, lying: u8, at: At) {
    let lying = Arc::make_mut(&mut fight.system.ground).remove(usize::from(lying));
    take(fight, who, Gear { at, ..lying.gear });
}

/// A combatant has something more. It takes the place of something that is gone, so that the list stays short.
fn take(fight: &mut FightState, who: CombatantId, new: Gear) {
    let Some(state) = fight.state_mut(who) else { return };
    let gear = Arc::make_mut(&mut state.gear);
    match gear.iter_mut().find(|it| it.at == At::Gone) {
        Some(free) => *free = new,
        None => gear.push(new),
    }
}

fn destroy(fight: &mut FightState, who: CombatantId, piece: Piece) {
    match piece {
        Piece::Armour => change(fight, who, |it| it.armour = Armour::none()),
        Piece::Helmet => change(fight, who, |it| it.helmet = false),
        Piece::Gear(gear) => change_gear(fight, who, gear, |it| it.at = At::Gone),
        Piece::Lying(lying) => change_lying(fight, lying, |it| it.at = At::Gone),
    }
}

fn wear(fight: &mut FightState, who: CombatantId, piece: Piece, to: impl FnOnce(&mut Worn)) {
    match piece {
        Piece::Armour => change(fight, who, |it| to(&mut it.armour_worn)),
        Piece::Helmet => change(fight, who, |it| to(&mut it.helmet_worn)),
        Piece::Gear(gear) => change_gear(fight, who, gear, |it| to(&mut it.worn)),
        Piece::Lying(lying) => change_lying(fight, lying, |it| to(&mut it.worn)),
    }
}

impl State {
    /// The weapons of an attack have been used.
    fn used(&mut self, with: With) {
        let struck: Vec<u8> = match with {
            With::Unarmed => return,
            With::Gear(gear) => vec![gear],
            With::Both => self.both_weapons().into_iter().flatten().collect(),
        };
        for gear in struck {
            if let Some(gear) = Arc::make_mut(&mut self.gear).get_mut(usize::from(gear)) {
                gear.worn.used = true;
            }
        }
    }

    fn suffer(&mut self, points: i32, health: i32) {
        self.health = health;
        if points > 0 {
            self.lowest = Some(self.lowest.map_or(health, |lowest| lowest.min(health)));
        }
    }

    fn use_up(&mut self, item: Item) {
        let items = Arc::make_mut(&mut self.items);
        if let Some(left) = items.iter_mut().find(|it| it.0 == item) {
            left.1 = left.1.saturating_sub(1);
        }
        items.retain(|it| it.1 > 0);
    }

    /// A full movement counts only if it's a sprint, in this round.
    fn move_fully(&mut self, sprint: Option<u32>) {
        let Some(round) = sprint else { return };
        let follows = self.sprinted_in.is_some_and(|last| last + 1 == round);
        self.sprints_in_a_row = if follows { self.sprints_in_a_row.max(1) + 1 } else { 1 };
        self.sprinted_in = Some(round);
    }
}
