//! What changes only in Sovereign. A fact holds no rule and cannot fail. Some change nothing and are there to be told.

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
    /// R8: a side is not surprised.
    NotSurprised(SideId),
    /// C2: how many each side began with.
    StrengthIs(Vec<(SideId, u16, bool)>),
    /// C2: one more of a side.
    Reinforced(SideId),
    /// C2: the GM has been asked about a side.
    SideWavered(SideId),
    /// C2: the GM has been asked about somebody.
    Wavered(CombatantId),
    /// What lasts a round begins anew.
    RoundOpened,
    /// A21: what lasts a round is over.
    RoundClosed,
    /// A side has acted.
    SideDone(SideId),
    /// A turn begins.
    Began { who: CombatantId, round: u32 },
    /// A blow is struck, thrown or shot.
    Swung { by: CombatantId, at: CombatantId, with: With, manner: Manner },
    /// R13: a foe strikes for what somebody does.
    Provoked { foe: CombatantId, of: CombatantId },
    /// The d20 of a blow has fallen.
    BlowBegan(Blow),
    /// The innermost blow is done.
    BlowEnded,
    /// C18: luck makes the innermost blow a hit or a miss.
    FateIs { who: CombatantId, hit: bool },
    /// C28: the innermost blow is ignored.
    Ignored(CombatantId),
    /// A blow missed.
    Missed { by: CombatantId, at: CombatantId },
    /// R41: the floor of a hit.
    Raised { at: CombatantId, from: i32, to: i32 },
    /// R37: a miss does its Shock.
    Shocked { at: CombatantId, points: i32 },
    /// C21: a Shock is ignored.
    ShockIgnored(CombatantId),
    /// R40: a shield takes a Shock.
    ShieldTook(CombatantId),
    /// R21: somebody has screened against an attacker.
    Screened { who: CombatantId, against: CombatantId },
    /// C25: and against a spell.
    ScreenedSpell(CombatantId),
    /// R21: on whom an attack falls.
    FallsOn { by: CombatantId, ward: CombatantId, on: CombatantId },
    /// R21: somebody screens an ally, or nobody any more.
    Screens { who: CombatantId, ward: Option<CombatantId> },
    /// Somebody is hurt.
    Suffered { who: CombatantId, points: i32, hp: i32 },
    /// Hit points, otherwise than by damage.
    HpIs { who: CombatantId, hp: i32 },
    /// Somebody has felled a foe.
    Felled { by: CombatantId },
    /// C26: another attack is free, or has been made.
    Another { who: CombatantId, yes: bool },
    /// C6: the round of a fall, or no danger any more.
    FellIn { who: CombatantId, round: Option<u32> },
    /// C7: an attempt to stabilise was made in this round.
    TriedIn { who: CombatantId, round: u32 },
    /// C7: somebody tends a patient.
    Tends { who: CombatantId, patient: CombatantId },
    /// C7: somebody helps with a patient.
    Helps { who: CombatantId, patient: CombatantId },
    /// Somebody dies.
    Died(CombatantId),
    /// The GM says that somebody lives after all.
    Lives(CombatantId),
    /// Somebody who falls or flees lets go of all they held, and is held by nobody.
    LetsGo(CombatantId),
    /// An act is broken off.
    Stopped(CombatantId),
    /// C1: somebody runs into another of whom they knew nothing.
    RanInto { who: CombatantId, unseen: CombatantId },
    /// R20: a charge has ended where its target is out of reach.
    ChargedShort { who: CombatantId, at: CombatantId },
    /// R23: somebody stays rather than be struck.
    Stays(CombatantId),
    /// A27: an act is given back.
    GivenBack(CombatantId),
    /// R24: who gets no attack of opportunity.
    ClearOf { who: CombatantId, foes: Vec<CombatantId> },
    /// R31: what somebody holds an action for, or nothing.
    HoldIs {
        who: CombatantId,
        hold: Option<Trigger>,
        #[serde(default)]
        foe: Option<CombatantId>,
    },
    /// R31: a held action is lost.
    HoldLapsed(CombatantId),
    /// Somebody ends a turn that is over already.
    OverAlready(CombatantId),
    /// R17: somebody joins a swarm.
    Swarms { who: CombatantId, at: CombatantId },
    /// R17: the one attack of a swarm is made.
    SwarmStrikes(CombatantId),
    /// R42: a shove was tried.
    Shoved { by: CombatantId, at: CombatantId, won: bool },
    /// R43: a grapple was tried.
    Gripped { by: CombatantId, at: CombatantId, won: bool },
    /// R43: whom somebody holds.
    Holds { by: CombatantId, whom: Option<CombatantId> },
    /// R43: somebody tried to break free of a holder.
    BrokeFree { who: CombatantId, from: CombatantId, free: bool },
    /// R46: somebody tried to move the held.
    Wrestled { by: CombatantId, held: CombatantId, won: bool },
    /// R49: an execution is prepared, or not any more.
    AimIs { who: CombatantId, aim: Option<Aim> },
    /// R49: the execution.
    Executes { who: CombatantId, at: CombatantId },
    /// What somebody has in their hands.
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
    /// C14: how long somebody burns.
    FireIs { who: CombatantId, rounds: u8 },
    /// C14: where oil splashes.
    Splashes(Square),
    /// C15: a spell is begun.
    Casts { who: CombatantId, spell: String, target: Option<CombatantId> },
    /// C15: a spell is spoiled, or done.
    SpellIs { who: CombatantId, spoiled: bool, on: Option<CombatantId> },
    /// C31: a chase is run.
    Chased { by: CombatantId, caught: bool },
    /// R32: what the GM adds to somebody's next attack.
    ModifierIs { who: CombatantId, by: i32 },
    /// R35: cover as the GM states it.
    CoverIs { who: CombatantId, cover: Option<Cover> },
}

/// Changes the fight.
pub fn evolve(fight: &mut FightState, fact: &Fact) {
    let mut change = |who: CombatantId, change: &dyn Fn(&mut State)| {
        if let Some(state) = fight.state_mut(who) {
            change(state);
        }
    };
    match fact {
        Fact::Wavered(who) => change(*who, &|it| it.wavered = true),
        Fact::Began { who, round } => change(*who, &|it| it.began = Some(*round)),
        Fact::ShieldTook(who) => change(*who, &|it| it.shield_used = true),
        Fact::Screened { who, against } => change(*who, &|it| {
            if !it.screened.contains(against) {
                it.screened.push(*against);
            }
        }),
        Fact::ScreenedSpell(who) => change(*who, &|it| it.screened_spell = true),
        Fact::Screens { who, ward } => change(*who, &|it| it.screens = *ward),
        Fact::Suffered { who, hp, .. } | Fact::HpIs { who, hp } => change(*who, &|it| it.hp = *hp),
        Fact::Felled { by } => change(*by, &|it| it.killed = true),
        Fact::Another { who, yes } => change(*who, &|it| it.another = *yes),
        Fact::FellIn { who, round } => change(*who, &|it| {
            it.fall = round.map(|round| Fall { round, tried: None, helpers: vec![] });
        }),
        Fact::TriedIn { who, round } => change(*who, &|it| {
            if let Some(fall) = &mut it.fall {
                fall.tried = Some(*round);
                fall.helpers.clear();
            }
        }),
        Fact::Helps { who, patient } => change(*patient, &|it| {
            if let Some(fall) = &mut it.fall {
                fall.helpers.push(*who);
            }
        }),
        Fact::Died(who) => change(*who, &|it| (it.dead, it.hp, it.fall) = (true, 0, None)),
        Fact::Lives(who) => change(*who, &|it| it.dead = false),
        Fact::ClearOf { who, foes } => change(*who, &|it| it.clear_of.clone_from(foes)),
        Fact::HoldIs { who, hold, foe } => change(*who, &|it| (it.hold, it.hold_for) = (*hold, *foe)),
        Fact::HoldLapsed(who) => change(*who, &|it| (it.hold, it.hold_for) = (None, None)),
        Fact::Swarms { who, at } => change(*who, &|it| it.swarms = Some(*at)),
        Fact::Holds { by, whom } => change(*by, &|it| it.holds = *whom),
        Fact::AimIs { who, aim } => change(*who, &|it| it.aim = *aim),
        Fact::InHand { who, arms } => change(*who, &|it| it.in_hand.clone_from(arms)),
        Fact::Loaded { who, arm, loaded } => change(*who, &|it| {
            if let Some(arm) = it.arms.get_mut(usize::from(*arm)) {
                arm.loaded = *loaded;
            }
        }),
        Fact::Readied { who, arm, ready } => change(*who, &|it| {
            if let Some(arm) = it.arms.get_mut(usize::from(*arm)) {
                arm.ready = *ready;
            }
            if !ready {
                it.in_hand.retain(|held| held != arm);
            }
        }),
        Fact::FireIs { who, rounds } => change(*who, &|it| it.fire = *rounds),
        Fact::ModifierIs { who, by } => change(*who, &|it| it.modifier = *by),
        Fact::CoverIs { who, cover } => change(*who, &|it| it.cover = *cover),
        Fact::Drank { who, index, .. } => change(*who, &|it| {
            if *index < it.potions.len() {
                it.potions.remove(*index);
            }
        }),
        _ => evolve_shared(fight, fact),
    }
}

/// What concerns more than one of them.
fn evolve_shared(fight: &mut FightState, fact: &Fact) {
    let set = |all: &mut Vec<SideId>, side: SideId, yes: bool| {
        all.retain(|it| *it != side);
        if yes {
            all.push(side);
        }
    };
    match fact {
        Fact::InitiativeIs(totals) => fight.system.initiative.clone_from(totals),
        Fact::AmbushIs(ambush) => fight.system.ambush = *ambush,
        Fact::Expects { side, yes } => set(&mut fight.system.expecting, *side, *yes),
        Fact::Careful { side, yes } => set(&mut fight.system.careful, *side, *yes),
        Fact::StrengthIs(strength) => fight.system.strength.clone_from(strength),
        Fact::Reinforced(side) => match fight.system.strength.iter_mut().find(|it| it.0 == *side) {
            Some(it) => it.1 = it.1.saturating_add(1),
            None => fight.system.strength.push((*side, 1, false)),
        },
        Fact::SideWavered(side) => {
            if let Some(it) = fight.system.strength.iter_mut().find(|it| it.0 == *side) {
                it.2 = true;
            }
        }
        Fact::RoundOpened => fight.system.round_over = false,
        Fact::RoundClosed => {
            fight.system.round_over = true;
            fight.system.swarmed.clear();
            for who in fight.ids().collect::<Vec<_>>() {
                if let Some(it) = fight.state_mut(who) {
                    (it.shield_used, it.screened_spell, it.killed, it.another) = (false, false, false, false);
                    (it.hold, it.hold_for, it.swarms) = (None, None, None);
                    it.screened.clear();
                    it.clear_of.clear();
                }
            }
        }
        Fact::BlowBegan(blow) => fight.system.blows.push(blow.clone()),
        Fact::BlowEnded => {
            fight.system.blows.pop();
        }
        Fact::FateIs { hit, .. } => {
            if let Some(blow) = fight.system.blows.last_mut() {
                blow.fate = Some(*hit);
            }
        }
        Fact::Ignored(_) => {
            if let Some(blow) = fight.system.blows.last_mut() {
                (blow.fate, blow.ignored) = (Some(false), true);
            }
        }
        Fact::SwarmStrikes(at) => fight.system.swarmed.push(*at),
        Fact::LetsGo(who) => {
            for it in fight.ids().collect::<Vec<_>>() {
                let Some(state) = fight.state_mut(it) else { continue };
                if it == *who {
                    (state.holds, state.screens, state.hold, state.aim) = (None, None, None, None);
                } else if state.holds == Some(*who) && matches!(fact, Fact::LetsGo(_)) {
                    state.holds = None;
                }
            }
        }
        Fact::Parted { who, arm, lies, about } => {
            let Some(state) = fight.state_mut(*who) else { return };
            let Some(it) = state.arms.get_mut(usize::from(*arm)) else { return };
            it.count = it.count.saturating_sub(1);
            let (weapon, gone) = (it.weapon.clone(), it.count == 0);
            if gone {
                state.in_hand.retain(|held| held != arm);
            }
            if *about || lies.is_some() {
                fight.system.lying.push(Lying { at: *lies, weapon, of: *who });
            }
        }
        Fact::PickedUp { who, index } => picked_up(fight, *who, *index),
        _ => {}
    }
}

/// What is picked up is one more of the same weapon, or a new one, and in hand.
fn picked_up(fight: &mut FightState, who: CombatantId, index: usize) {
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
