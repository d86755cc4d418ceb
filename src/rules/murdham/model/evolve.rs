//! What a fact changes, and where: the one place that changes anything. It cannot fail and holds no rule.

use crate::engine::CombatantId;
use crate::rules::murdham::{
    FightState, State, With,
    model::{
        fact::Fact,
        sheet::Armour,
        state::{At, Gear, Hurt, Lying, Piece, Worn},
    },
};
use std::sync::Arc;

/// Changes the fight by a fact.
pub fn evolve(fight: &mut FightState, fact: &Fact) {
    let system = &mut fight.system;
    match fact {
        Fact::InitiativeHeld(side) => system.initiative = Some(*side),
        Fact::FatIs(fat) => system.fat = *fat,
        Fact::StepIs(step) => system.step = *step,
        Fact::Untouched(untouched) => system.untouched = *untouched,
        Fact::TurnOf(turn) => system.turn_of = *turn,
        Fact::Beside(who) => system.beside = *who,
        Fact::AmbushOver { .. } => system.ambush_over = true,
        Fact::PutDown { who, gear, place } | Fact::Dropped { who, gear, place } => {
            let Some(state) = fight.state_mut(*who) else { return };
            let gear = &mut Arc::make_mut(&mut state.gear)[usize::from(*gear)];
            gear.at = At::Gone;
            let fired = gear.fired && !gear.weapon.trap; // a trap is laid open
            let lying = Lying { place: *place, of: *who, gear: Gear { at: At::Stowed, fired, ..gear.clone() } };
            Arc::make_mut(&mut fight.system.ground).push(lying);
        }
        Fact::PickedUp { who, lying, at } => {
            let lying = Arc::make_mut(&mut system.ground).remove(usize::from(*lying));
            take(fight, *who, Gear { at: *at, ..lying.gear });
        }
        Fact::Snaps { lying, .. } => Arc::make_mut(&mut system.ground)[usize::from(*lying)].gear.fired = true,
        Fact::Improvised { who, weapon, at } => take(fight, *who, Gear::new(weapon.clone(), *at)),
        Fact::Mustered(new) => {
            system.standing.extend(new.iter().map(|it| it.0));
            system.mustered.extend_from_slice(new);
        }
        Fact::Counted(standing) => {
            system.standing.clone_from(standing);
            let hurt: Vec<CombatantId> =
                fight.combatants.iter().filter(|it| it.state.lowest.is_some()).map(|it| it.id).collect();
            for who in hurt {
                if let Some(state) = fight.state_mut(who) {
                    state.lowest = None;
                }
            }
        }
        Fact::Broken { who, piece } => {
            let Some(state) = fight.state_mut(*who) else { return };
            match piece {
                Piece::Armour => state.armour = Armour::none(),
                Piece::Helmet => state.helmet = false,
                Piece::Gear(gear) => Arc::make_mut(&mut state.gear)[usize::from(*gear)].at = At::Gone,
                Piece::Lying(lying) => {
                    Arc::make_mut(&mut fight.system.ground)[usize::from(*lying)].gear.at = At::Gone;
                }
            }
        }
        Fact::Yielded(_)
        | Fact::PassedBecause { .. }
        | Fact::TimeUp(_)
        | Fact::Strayed { .. }
        | Fact::StuntOffered { .. }
        | Fact::StuntHappens { .. }
        | Fact::NoSave { .. }
        | Fact::Stunning { .. }
        | Fact::Slain { .. }
        | Fact::Grabbed { .. }
        | Fact::LetGo { .. }
        | Fact::Freed { .. }
        | Fact::Shoved { .. }
        | Fact::NothingDropped(_)
        | Fact::Redirected { .. }
        | Fact::Missed { .. }
        | Fact::Harmless(_)
        | Fact::FirstHit(_)
        | Fact::Forestalled(_)
        | Fact::Said { .. }
        | Fact::Interacted { .. }
        | Fact::Swayed { .. }
        | Fact::OverAlready(_)
        | Fact::Idle(_)
        | Fact::Contests { .. }
        | Fact::Measured { .. }
        | Fact::Tied { .. }
        | Fact::WinsContest { .. }
        | Fact::Unmoved(_)
        | Fact::GoesUnder(_)
        | Fact::Cowers(_)
        | Fact::StandsIt(_)
        | Fact::Recovered { .. }
        | Fact::BySize { .. }
        | Fact::Thrown { .. }
        | Fact::Scaled { .. }
        | Fact::Invoked { .. }
        | Fact::PowerWorks { .. }
        | Fact::Splits { .. }
        | Fact::Sneaked(_) => {}
        Fact::DamagedIs { piece: Piece::Lying(lying), damaged, .. } => {
            Arc::make_mut(&mut system.ground)[usize::from(*lying)].gear.worn.damaged = *damaged;
        }
        Fact::DamagedIs { who, .. }
        | Fact::Swung { by: who, .. }
        | Fact::Burst { by: who, .. }
        | Fact::Reacted { who, .. }
        | Fact::HasServed { who, .. }
        | Fact::Coated { who, .. }
        | Fact::Exposed { who, .. }
        | Fact::Poisoned { who, .. }
        | Fact::MoraleIs { who, .. }
        | Fact::Surrendered { who, .. }
        | Fact::FlightIs { who, .. }
        | Fact::Suffered { who, .. }
        | Fact::DiesAfter { who, .. }
        | Fact::Stable { who, .. }
        | Fact::Died { who, .. }
        | Fact::HealthIs { who, .. }
        | Fact::MaxHealthIs { who, .. }
        | Fact::AbilityIs { who, .. }
        | Fact::Injured { who, .. }
        | Fact::Omens { who, .. }
        | Fact::GearAt { who, .. }
        | Fact::Fired { who, .. }
        | Fact::GearSet { who, .. }
        | Fact::Wears { who, .. }
        | Fact::Used { who, .. }
        | Fact::ItemsAre { who, .. }
        | Fact::FullMove { who, .. }
        | Fact::Climbs { who, .. }
        | Fact::Fell { who, .. }
        | Fact::Tramples { who, .. }
        | Fact::LosesTurn { who, .. }
        | Fact::FearsAre { who, .. }
        | Fact::Unafraid { who, .. }
        | Fact::Rallied(who)
        | Fact::Burnt { who, .. }
        | Fact::Paid { who, .. }
        | Fact::Flagged { who, .. } => {
            if let Some(state) = fight.state_mut(*who) {
                state.evolve(fact);
            }
        }
    }
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

impl State {
    /// What one strikes with has been used.
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

    fn wear(&mut self, piece: Piece, change: impl FnOnce(&mut Worn)) {
        match piece {
            Piece::Armour => change(&mut self.armour_worn),
            Piece::Helmet => change(&mut self.helmet_worn),
            Piece::Lying(_) => {} // nobody has it
            Piece::Gear(gear) => {
                if let Some(gear) = Arc::make_mut(&mut self.gear).get_mut(usize::from(gear)) {
                    change(&mut gear.worn);
                }
            }
        }
    }

    fn evolve(&mut self, fact: &Fact) {
        match fact {
            Fact::Reacted { round, .. } => self.reacted_in = Some(*round),
            Fact::Swung { with, .. } | Fact::Burst { with, .. } => self.used(*with),
            Fact::HasServed { piece, .. } => self.wear(*piece, |worn| worn.used = true),
            Fact::DamagedIs { piece, damaged, .. } => self.wear(*piece, |worn| worn.damaged = *damaged),
            Fact::Suffered { suffers, health, .. } => {
                self.health = *health;
                if *suffers > 0 {
                    self.lowest = Some(self.lowest.map_or(*health, |lowest| lowest.min(*health)));
                }
            }
            Fact::HealthIs { health, .. } => self.health = *health,
            Fact::Coated { gear, poison, .. } => {
                Arc::make_mut(&mut self.gear)[usize::from(*gear)].coated = *poison;
            }
            Fact::Exposed { poison, .. } => self.exposed.push(*poison),
            Fact::Poisoned { poison, sick, .. } => {
                self.poisoned.retain(|it| it != poison);
                if *sick {
                    self.poisoned.push(*poison);
                }
            }
            Fact::MoraleIs { morale, .. } => self.morale = *morale,
            Fact::Surrendered { surrendered, round, .. } => {
                (self.surrendered, self.surrendered_in) = (*surrendered, *round);
            }
            Fact::FlightIs { flight, from, .. } => (self.flight, self.ran_from) = (*flight, *from),
            Fact::DiesAfter { round, .. } => self.dies_after = *round,
            Fact::Stable { stable, .. } => self.stable = *stable,
            Fact::Died { of, .. } => {
                self.dead = of.is_some();
                self.dies_after = None;
            }
            Fact::MaxHealthIs { most, .. } => self.max_health = *most,
            Fact::AbilityIs { ability, number, .. } => *self.abilities.get_mut(*ability) = *number,
            Fact::Injured { injury, loss, permanent, .. } => {
                let hurt = Hurt { injury: *injury, loss: *loss, permanent: *permanent };
                Arc::make_mut(&mut self.injuries).push(hurt);
            }
            Fact::Omens { left, .. } => self.omens = Some(*left),
            Fact::GearAt { gear, at, .. } => Arc::make_mut(&mut self.gear)[usize::from(*gear)].at = *at,
            Fact::Fired { gear, .. } => Arc::make_mut(&mut self.gear)[usize::from(*gear)].fired = true,
            Fact::GearSet { gear, .. } => self.gear = gear.clone(),
            Fact::Wears { armour, helmet, .. } => (self.armour, self.helmet) = (*armour, *helmet),
            Fact::Used { item, .. } => {
                let items = Arc::make_mut(&mut self.items);
                if let Some(left) = items.iter_mut().find(|it| it.0 == *item) {
                    left.1 = left.1.saturating_sub(1);
                }
                items.retain(|it| it.1 > 0);
            }
            Fact::ItemsAre { items, .. } => self.items = items.clone(),
            Fact::FullMove { sprint: Some(round), .. } => {
                let follows = self.sprinted_in.is_some_and(|last| last + 1 == *round);
                self.sprints_in_a_row = if follows { self.sprints_in_a_row.max(1) + 1 } else { 1 };
                self.sprinted_in = Some(*round);
            }
            Fact::FullMove { sprint: None, .. } => {}
            Fact::Climbs { from, .. } => self.climbs_from = *from,
            Fact::Fell { round, .. } => self.fell_in = Some(*round),
            Fact::Tramples { round, .. } => self.trampled_in = Some(*round),
            Fact::LosesTurn { round, .. } => self.loses_turn_of = Some(*round),
            Fact::FearsAre { fears, .. } => self.fears = fears.clone(),
            Fact::Unafraid { of, .. } => self.unafraid_of.push(*of),
            Fact::Rallied(_) => self.rallied = true,
            Fact::Burnt { burnt, .. } => self.burnt = *burnt,
            Fact::Paid { mana, corruption, .. } => (self.mana, self.corruption) = (*mana, *corruption),
            Fact::Flagged { flag, on, .. } => {
                self.flags.retain(|it| it != flag);
                if *on {
                    self.flags.push(*flag);
                }
            }
            _ => unreachable!("only facts about one combatant come here"),
        }
    }
}
