//! What changes only in Einfelst Wilds, and what is only told. A fact contains no rule and can't fail; an event changes nothing. A log keeps
//! both under the same key, so no name is in both lists.

use super::{
    board::ZoneSpot,
    peril::Peril,
    state::{Ambush, Dread, Fire, Position, State, TurnRow},
    track::{HarmKind, Track},
};
use crate::engine::{CombatantId, SideId, space::zones::ZoneId};
use crate::rules::einfelst::FightState;
use serde::{Deserialize, Serialize};

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "a field's name says what it is: who, by whom, at whom, how much")]
pub enum Fact {
    /// R2, A28: the turns of the round.
    RowsAre(Vec<TurnRow>),
    /// R2: the cards no longer in the deck.
    Gone(Vec<u8>),
    /// R5: whether anyone has acted this round.
    Acted(bool),
    /// R32, R33: the ambush that the Director plans.
    AmbushIs(Option<Ambush>),
    /// A12: dice for the first manoeuvre.
    FirstDice { who: CombatantId, dice: u8 },
    /// What the Director says about a combatant's next test.
    NextIs { who: CombatantId, dice: u8, demand: u8 },
    /// R9: the extra successes that shots in the dark need.
    DarknessIs(u8),
    /// A27: the position for the whole fight.
    PositionIs(Option<Position>),
    /// What the Director has called for.
    Called(Vec<(CombatantId, Peril)>),
    /// R20: Harm points.
    PointsAre { who: CombatantId, by: u8, points: u8 },
    /// A26: Harm in slots.
    TrackIs { who: CombatantId, kind: HarmKind, by: u8, track: Track },
    /// C5: Harm beyond the top row.
    Critical { who: CombatantId, critical: bool },
    /// A2: acts in spite of severe Harm, or no longer.
    Helped { who: CombatantId, helped: bool },
    /// R15: the weapon in hand.
    InHand { who: CombatantId, with: Option<u8> },
    /// C3: a weapon is dropped.
    Dropped { who: CombatantId, with: u8 },
    /// C3: a weapon is picked up.
    PickedUp { who: CombatantId, with: u8 },
    /// R16: who a combatant is close to.
    NearIs { who: CombatantId, near: Vec<CombatantId> },
    /// A19: a combatant has left the fight, or is back.
    Fled { who: CombatantId, fled: bool },
    /// R36: a reaction to fear.
    Reacts { who: CombatantId, dread: Dread },
    /// R37: a fire, or its end.
    FireIs { who: CombatantId, fire: Option<Fire> },
    /// R38: the Harm that poison does next round.
    PoisonIs { who: CombatantId, next: Option<u8> },
    /// R38: an antidote is given.
    AntidoteGiven { who: CombatantId, target: CombatantId, left: u8 },
    /// R38: the antidotes carried.
    AntidotesAre { who: CombatantId, left: u8 },
}

/// Something to tell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "a field's name says what it is: who, by whom, at whom, how much")]
pub enum Event {
    /// A player ends a turn that's already over.
    OverAlready(CombatantId),
    /// R2, R32: a combatant drew cards and keeps these.
    Drew { who: CombatantId, drawn: Vec<u8>, kept: Vec<u8> },
    /// R3: a combatant shares a card.
    Shares { who: CombatantId, card: u8 },
    /// R4: a combatant's turn begins.
    Up(CombatantId),
    /// R5, R6, R24: two cards changed hands.
    Swapped { who: CombatantId, with: CombatantId, gets: u8, gives: u8 },
    /// R5: an offer to swap is declined.
    KeepsCard { who: CombatantId, from: CombatantId },
    /// R32: the outcome of the ambush.
    Ambushed { side: SideId, won: bool },
    /// R33: a side has surprise.
    Surprised { side: SideId },
    /// R17: an attack.
    Swung { by: CombatantId, at: CombatantId, with: String, shot: bool },
    /// R23: the successes that a defence cancels.
    Cancelled { who: CombatantId, successes: u8 },
    /// An attack, a grapple or a push fails.
    Missed { by: CombatantId, at: CombatantId },
    /// R18: an attack hits.
    Hit { by: CombatantId, at: CombatantId, damage: u8, kind: HarmKind },
    /// A1: what armour absorbs.
    Armoured { who: CombatantId, off: u8 },
    /// No Harm is done.
    Unharmed(CombatantId),
    /// A2: out of action.
    OutOfAction(CombatantId),
    /// A2: a combatant helps another.
    Helps { who: CombatantId, target: CombatantId },
    /// R16: a combatant moves within the zone.
    MovesWithin { who: CombatantId, spot: ZoneSpot },
    /// C3: a combatant is pushed.
    Pushed { by: CombatantId, who: CombatantId },
    /// R14: a combatant tries to push another.
    Shoves { by: CombatantId, at: CombatantId },
    /// R25: a combatant grapples another.
    Grapples { by: CombatantId, at: CombatantId },
    /// R27: the hold stays.
    StillHeld(CombatantId),
    /// R27: a combatant lets go of another.
    Releases { who: CombatantId, target: CombatantId },
    /// R29: a combatant tries to flee.
    Flees { who: CombatantId, to: Option<ZoneId> },
    /// R29: the attempt to flee fails.
    Stays(CombatantId),
    /// R31: the fleer is caught.
    Caught { who: CombatantId, by: Vec<CombatantId> },
    /// R14, R40: the outcome of a test.
    Tried { who: CombatantId, what: String, passed: bool, successes: u8 },
    /// R21b: a combatant casts.
    Casts { who: CombatantId, target: Option<CombatantId>, text: String },
    /// R15: a combatant shouts.
    Shouts { who: CombatantId, text: String },
    /// R15: a combatant turns around.
    TurnsAround(CombatantId),
    /// R15: a combatant handles something.
    Handles { who: CombatantId, to: Option<ZoneId> },
    /// R35: the outcome of a Fear test.
    Faced { who: CombatantId, passed: bool },
    /// R39: a fall.
    Falls { who: CombatantId, feet: u16 },
}

/// Applies a fact.
pub fn evolve(fight: &mut FightState, fact: &Fact) {
    match fact {
        Fact::RowsAre(rows) => fight.system.rows.clone_from(rows),
        Fact::Gone(cards) => fight.system.gone.clone_from(cards),
        Fact::Acted(acted) => fight.system.acted = *acted,
        Fact::AmbushIs(ambush) => fight.system.ambush.clone_from(ambush),
        Fact::DarknessIs(extra) => fight.system.darkness = *extra,
        Fact::PositionIs(position) => fight.system.position = *position,
        Fact::Called(called) => fight.system.called.clone_from(called),
        Fact::FirstDice { who, dice } => change(fight, *who, |it| it.first_dice = *dice),
        Fact::NextIs { who, dice, demand } => change(fight, *who, |it| (it.next_dice, it.demand) = (*dice, *demand)),
        Fact::PointsAre { who, points, .. } => change(fight, *who, |it| it.points = *points),
        Fact::TrackIs { who, kind: HarmKind::Physical, track, .. } => change(fight, *who, |it| it.physical = *track),
        Fact::TrackIs { who, kind: HarmKind::Mental, track, .. } => change(fight, *who, |it| it.mental = *track),
        Fact::Critical { who, critical } => change(fight, *who, |it| it.critical = *critical),
        Fact::Helped { who, helped } => change(fight, *who, |it| it.helped = *helped),
        Fact::InHand { who, with } => change(fight, *who, |it| it.in_hand = *with),
        Fact::Dropped { who, with } => change(fight, *who, |it| {
            it.in_hand = None;
            it.dropped.push(*with);
        }),
        Fact::PickedUp { who, with } => change(fight, *who, |it| {
            it.dropped.retain(|dropped| dropped != with);
            it.in_hand = Some(*with);
        }),
        Fact::NearIs { who, near } => change(fight, *who, |it| it.near.clone_from(near)),
        Fact::Fled { who, fled } => change(fight, *who, |it| it.fled = *fled),
        Fact::Reacts { who, dread } => change(fight, *who, |it| it.dread = Some(*dread)),
        Fact::FireIs { who, fire } => change(fight, *who, |it| it.fire = *fire),
        Fact::PoisonIs { who, next } => change(fight, *who, |it| it.poison = *next),
        Fact::AntidoteGiven { who, left, .. } | Fact::AntidotesAre { who, left } => {
            change(fight, *who, |it| it.antidotes = *left);
        }
    }
}

fn change(fight: &mut FightState, who: CombatantId, change: impl FnOnce(&mut State)) {
    if let Some(state) = fight.state_mut(who) {
        change(state);
    }
}
