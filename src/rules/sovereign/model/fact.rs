//! What changes only in Sovereign, and what is only told. A fact holds no rule and can't fail; an event changes nothing. A log keeps both
//! under the same key, so no name is in both lists.

use super::{
    blow::{Blow, Manner, With},
    board::Cover,
    state::{Aim, Ambush, Arm, Fall, Lying, State, Trigger},
};
use crate::engine::{CombatantId, SideId, space::grid::Square};
use crate::rules::sovereign::FightState;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // the fields of a fact are who and what it is about; its own line says which
pub enum Fact {
    /// R5: totals of initiative, the first to act first.
    InitiativeIs(Vec<(SideId, i32)>),
    /// R7: who is to be surprised, and how.
    AmbushIs(Option<(SideId, Ambush)>),
    /// R8: a side expects a fight, or not.
    Expects { side: SideId, yes: bool },
    /// R8: a side is careful, or not.
    Careful { side: SideId, yes: bool },
    /// C2: how many each side began with.
    StrengthIs(Vec<(SideId, u16, bool)>),
    /// C2: one more of a side.
    Reinforced(SideId),
    /// C2: the GM has been asked about a side.
    SideWavered(SideId),
    /// C2: the GM has been asked about a combatant.
    Wavered(CombatantId),
    /// What lasts a round begins anew.
    RoundOpened,
    /// A21: what lasts a round is over.
    RoundClosed,
    /// A turn begins.
    Began { who: CombatantId, round: u32 },
    /// The d20 of a blow has fallen.
    BlowBegan(Blow),
    /// The innermost blow is done.
    BlowEnded,
    /// C18: luck makes the innermost blow a hit or a miss.
    FateIs { who: CombatantId, hit: bool },
    /// C28: the innermost blow is ignored.
    Ignored(CombatantId),
    /// R40: a shield takes a Shock.
    ShieldTook(CombatantId),
    /// R21: a combatant has screened against an attacker.
    Screened { who: CombatantId, against: CombatantId },
    /// C25: and against a spell.
    ScreenedSpell(CombatantId),
    /// R21: a combatant screens an ally, or nobody any more.
    Screens { who: CombatantId, ward: Option<CombatantId> },
    /// A combatant is hurt.
    Suffered { who: CombatantId, points: i32, hp: i32 },
    /// Hit points, otherwise than by damage.
    HpIs { who: CombatantId, hp: i32 },
    /// A combatant has felled a foe.
    Felled { by: CombatantId },
    /// C26: another attack is free, or has been made.
    Another { who: CombatantId, yes: bool },
    /// C6: the round of a fall, or no danger any more.
    FellIn { who: CombatantId, round: Option<u32> },
    /// C7: an attempt to stabilise was made in this round.
    TriedIn { who: CombatantId, round: u32 },
    /// C7: a combatant helps with a patient.
    Helps { who: CombatantId, patient: CombatantId },
    /// A combatant dies.
    Died(CombatantId),
    /// The GM says that a combatant lives after all.
    Lives(CombatantId),
    /// Someone who falls or flees lets go of all they held, and is held by nobody.
    LetsGo(CombatantId),
    /// R24: who gets no attack of opportunity.
    ClearOf { who: CombatantId, foes: Vec<CombatantId> },
    /// R31: what a combatant holds an action for, or nothing.
    HoldIs {
        who: CombatantId,
        hold: Option<Trigger>,
        #[serde(default)]
        foe: Option<CombatantId>,
    },
    /// R31: a held action is lost.
    HoldLapsed(CombatantId),
    /// R17: a combatant joins a swarm.
    Swarms { who: CombatantId, at: CombatantId },
    /// R17: the one attack of a swarm is made.
    SwarmStrikes(CombatantId),
    /// R43: whom a combatant holds.
    Holds { by: CombatantId, whom: Option<CombatantId> },
    /// R49: an execution is prepared, or not any more.
    AimIs { who: CombatantId, aim: Option<Aim> },
    /// What a combatant has in their hands.
    InHand { who: CombatantId, arms: Vec<u8> },
    /// R26: a weapon is at hand, or in the pack.
    Readied { who: CombatantId, arm: u8, ready: bool },
    /// R27: a weapon is loaded or not.
    Loaded { who: CombatantId, arm: u8, loaded: bool },
    /// One of a weapon leaves its owner, and lies on a square, or about where nobody has one, or is used up.
    Parted {
        who: CombatantId,
        arm: u8,
        lies: Option<Square>,
        #[serde(default)]
        about: bool,
    },
    /// R28: something is picked up.
    PickedUp { who: CombatantId, index: usize },
    /// C16: a potion is drunk.
    Drank { who: CombatantId, index: usize, name: String },
    /// C14: how long a combatant burns.
    FireIs { who: CombatantId, rounds: u8 },
    /// R32: what the GM adds to a combatant's next attack.
    ModifierIs { who: CombatantId, by: i32 },
    /// R35: cover as the GM states it.
    CoverIs { who: CombatantId, cover: Option<Cover> },
}

/// Something to tell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // the fields of an event are who and what it is about; its own line says which
pub enum Event {
    /// R8: a side is not surprised.
    NotSurprised(SideId),
    /// A side has acted.
    SideDone(SideId),
    /// A blow is struck, thrown or shot.
    Swung { by: CombatantId, at: CombatantId, with: With, manner: Manner },
    /// R13: a foe strikes for what a combatant does.
    Provoked { foe: CombatantId, of: CombatantId },
    /// A blow missed.
    Missed { by: CombatantId, at: CombatantId },
    /// R41: the floor of a hit.
    Raised { at: CombatantId, from: i32, to: i32 },
    /// R37: a miss does its Shock.
    Shocked { at: CombatantId, points: i32 },
    /// C21: a Shock is ignored.
    ShockIgnored(CombatantId),
    /// R21: on whom an attack falls.
    FallsOn { by: CombatantId, ward: CombatantId, on: CombatantId },
    /// C7: a combatant tends a patient.
    Tends { who: CombatantId, patient: CombatantId },
    /// An act is broken off.
    Stopped(CombatantId),
    /// C1: a combatant runs into another they knew nothing of.
    RanInto { who: CombatantId, unseen: CombatantId },
    /// R20: a charge has ended where its target is out of reach.
    ChargedShort { who: CombatantId, at: CombatantId },
    /// R23: a combatant stays rather than be struck.
    Stays(CombatantId),
    /// A27: an act is given back.
    GivenBack(CombatantId),
    /// A combatant ends a turn that is over already.
    OverAlready(CombatantId),
    /// R42: a shove was tried.
    Shoved { by: CombatantId, at: CombatantId, won: bool },
    /// R43: a grapple was tried.
    Gripped { by: CombatantId, at: CombatantId, won: bool },
    /// R43: a combatant tried to break free of a holder.
    BrokeFree { who: CombatantId, from: CombatantId, free: bool },
    /// R46: a combatant tried to move the held.
    Wrestled { by: CombatantId, held: CombatantId, won: bool },
    /// R49: the execution.
    Executes { who: CombatantId, at: CombatantId },
    /// C14: where oil splashes.
    Splashes(Square),
    /// C15: a spell is begun.
    Casts { who: CombatantId, spell: String, target: Option<CombatantId> },
    /// C15: a spell is spoiled, or done.
    SpellIs { who: CombatantId, spoiled: bool, on: Option<CombatantId> },
    /// C31: a chase is run.
    Chased { by: CombatantId, caught: bool },
}

/// Changes the fight.
pub fn evolve(fight: &mut FightState, fact: &Fact) {
    match fact {
        Fact::InitiativeIs(totals) => fight.system.initiative.clone_from(totals),
        Fact::AmbushIs(ambush) => fight.system.ambush = *ambush,
        Fact::Expects { side, yes } => list(&mut fight.system.expecting, *side, *yes),
        Fact::Careful { side, yes } => list(&mut fight.system.careful, *side, *yes),
        Fact::StrengthIs(strength) => fight.system.strength.clone_from(strength),
        Fact::Reinforced(side) => reinforce(fight, *side),
        Fact::SideWavered(side) => {
            if let Some(it) = fight.system.strength.iter_mut().find(|it| it.0 == *side) {
                it.2 = true;
            }
        }
        Fact::RoundOpened => fight.system.round_over = false,
        Fact::RoundClosed => close_round(fight),
        Fact::BlowBegan(blow) => fight.system.blows.push(blow.clone()),
        Fact::BlowEnded => drop(fight.system.blows.pop()),
        Fact::FateIs { hit, .. } => change_blow(fight, |it| it.fate = Some(*hit)),
        Fact::Ignored(_) => change_blow(fight, |it| (it.fate, it.ignored) = (Some(false), true)),
        Fact::SwarmStrikes(at) => fight.system.swarmed.push(*at),
        Fact::Wavered(who) => change(fight, *who, |it| it.wavered = true),
        Fact::Began { who, round } => change(fight, *who, |it| it.began = Some(*round)),
        Fact::ShieldTook(who) => change(fight, *who, |it| it.shield_used = true),
        Fact::Screened { who, against } => change(fight, *who, |it| {
            if !it.screened.contains(against) {
                it.screened.push(*against);
            }
        }),
        Fact::ScreenedSpell(who) => change(fight, *who, |it| it.screened_spell = true),
        Fact::Screens { who, ward } => change(fight, *who, |it| it.screens = *ward),
        Fact::Suffered { who, hp, .. } | Fact::HpIs { who, hp } => change(fight, *who, |it| it.hp = *hp),
        Fact::Felled { by } => change(fight, *by, |it| it.killed = true),
        Fact::Another { who, yes } => change(fight, *who, |it| it.another = *yes),
        Fact::FellIn { who, round } => change(fight, *who, |it| {
            it.fall = round.map(|round| Fall { round, tried: None, helpers: vec![] });
        }),
        Fact::TriedIn { who, round } => change_fall(fight, *who, |it| (it.tried, it.helpers) = (Some(*round), vec![])),
        Fact::Helps { who, patient } => change_fall(fight, *patient, |it| it.helpers.push(*who)),
        Fact::Died(who) => change(fight, *who, |it| (it.dead, it.hp, it.fall) = (true, 0, None)),
        Fact::Lives(who) => change(fight, *who, |it| it.dead = false),
        Fact::LetsGo(who) => let_go(fight, *who),
        Fact::ClearOf { who, foes } => change(fight, *who, |it| it.clear_of.clone_from(foes)),
        Fact::HoldIs { who, hold, foe } => change(fight, *who, |it| (it.hold, it.hold_for) = (*hold, *foe)),
        Fact::HoldLapsed(who) => change(fight, *who, |it| (it.hold, it.hold_for) = (None, None)),
        Fact::Swarms { who, at } => change(fight, *who, |it| it.swarms = Some(*at)),
        Fact::Holds { by, whom } => change(fight, *by, |it| it.holds = *whom),
        Fact::AimIs { who, aim } => change(fight, *who, |it| it.aim = *aim),
        Fact::InHand { who, arms } => change(fight, *who, |it| it.in_hand.clone_from(arms)),
        Fact::Readied { who, arm, ready } => change(fight, *who, |it| make_ready(it, *arm, *ready)),
        Fact::Loaded { who, arm, loaded } => change(fight, *who, |it| {
            if let Some(arm) = it.arms.get_mut(usize::from(*arm)) {
                arm.loaded = *loaded;
            }
        }),
        Fact::Parted { who, arm, lies, about } => part_with(fight, *who, *arm, *lies, *about),
        Fact::PickedUp { who, index } => pick_up(fight, *who, *index),
        Fact::Drank { who, index, .. } => change(fight, *who, |it| {
            if *index < it.potions.len() {
                it.potions.remove(*index);
            }
        }),
        Fact::FireIs { who, rounds } => change(fight, *who, |it| it.fire = *rounds),
        Fact::ModifierIs { who, by } => change(fight, *who, |it| it.modifier = *by),
        Fact::CoverIs { who, cover } => change(fight, *who, |it| it.cover = *cover),
    }
}

fn change(fight: &mut FightState, who: CombatantId, change: impl FnOnce(&mut State)) {
    if let Some(state) = fight.state_mut(who) {
        change(state);
    }
}

fn change_fall(fight: &mut FightState, who: CombatantId, change: impl FnOnce(&mut Fall)) {
    if let Some(fall) = fight.state_mut(who).and_then(|it| it.fall.as_mut()) {
        change(fall);
    }
}

/// Changes the innermost blow.
fn change_blow(fight: &mut FightState, change: impl FnOnce(&mut Blow)) {
    if let Some(blow) = fight.system.blows.last_mut() {
        change(blow);
    }
}

fn list(all: &mut Vec<SideId>, side: SideId, yes: bool) {
    all.retain(|it| *it != side);
    if yes {
        all.push(side);
    }
}

fn reinforce(fight: &mut FightState, side: SideId) {
    match fight.system.strength.iter_mut().find(|it| it.0 == side) {
        Some(it) => it.1 = it.1.saturating_add(1),
        None => fight.system.strength.push((side, 1, false)),
    }
}

fn close_round(fight: &mut FightState) {
    fight.system.round_over = true;
    fight.system.swarmed.clear();
    for who in fight.ids().collect::<Vec<_>>() {
        change(fight, who, |it| {
            (it.shield_used, it.screened_spell, it.killed, it.another) = (false, false, false, false);
            (it.hold, it.hold_for, it.swarms) = (None, None, None);
            it.screened.clear();
            it.clear_of.clear();
        });
    }
}

fn let_go(fight: &mut FightState, who: CombatantId) {
    for id in fight.ids().collect::<Vec<_>>() {
        change(fight, id, |it| {
            if id == who {
                (it.holds, it.screens, it.hold, it.aim) = (None, None, None, None);
            } else if it.holds == Some(who) {
                it.holds = None;
            }
        });
    }
}

fn make_ready(state: &mut State, arm: u8, ready: bool) {
    if let Some(it) = state.arms.get_mut(usize::from(arm)) {
        it.ready = ready;
    }
    if !ready {
        state.in_hand.retain(|held| *held != arm);
    }
}

/// One of a weapon is gone from its owner, and perhaps lies somewhere.
fn part_with(fight: &mut FightState, who: CombatantId, arm: u8, lies: Option<Square>, about: bool) {
    let Some(state) = fight.state_mut(who) else { return };
    let Some(it) = state.arms.get_mut(usize::from(arm)) else { return };
    it.count = it.count.saturating_sub(1);
    let (weapon, gone) = (it.weapon.clone(), it.count == 0);
    if gone {
        state.in_hand.retain(|held| *held != arm);
    }
    if about || lies.is_some() {
        fight.system.lying.push(Lying { at: lies, weapon, of: who });
    }
}

/// What is picked up is one more of the same weapon, or a new one, and in hand.
fn pick_up(fight: &mut FightState, who: CombatantId, index: usize) {
    if index >= fight.system.lying.len() {
        return;
    }
    let lying = fight.system.lying.remove(index);
    let Some(state) = fight.state_mut(who) else { return };
    let known = state.arms.iter().position(|it| it.weapon == lying.weapon);
    let arm = known.unwrap_or(state.arms.len());
    match state.arms.get_mut(arm) {
        Some(it) => (it.count, it.ready) = (it.count.saturating_add(1), true),
        None => state.arms.push(Arm { weapon: Arc::clone(&lying.weapon), count: 1, ready: true, loaded: true }),
    }
    if let Ok(arm) = u8::try_from(arm)
        && !state.in_hand.contains(&arm)
    {
        // Two hands hold two weapons at most; a picked-up one takes the place of what takes both.
        state.in_hand = vec![arm];
    }
}
