//! What changes only in Einfelst Wilds. A fact holds no rule and cannot fail. Some change nothing and are there to be told.

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
#[allow(missing_docs, reason = "a field is called by what stands in it: who, by whom, at whom, how much")]
pub enum Fact {
    /// Somebody ends a turn that is over already.
    OverAlready(CombatantId),
    /// R2, A28: the turns of the round.
    RowsAre(Vec<TurnRow>),
    /// R2: the cards that are gone from the deck.
    Gone(Vec<u8>),
    /// R2, R32: somebody drew cards and keeps these.
    Drew { who: CombatantId, drawn: Vec<u8>, kept: Vec<u8> },
    /// R3: somebody acts on a card with others.
    Shares { who: CombatantId, card: u8 },
    /// R5: whether anybody has acted in this round.
    Acted(bool),
    /// R4: it is somebody's turn.
    Up(CombatantId),
    /// R5, R6, R24: two cards changed hands.
    Swapped { who: CombatantId, with: CombatantId, gets: u8, gives: u8 },
    /// R5: somebody would not swap.
    KeepsCard { who: CombatantId, from: CombatantId },
    /// R32, R33: the Director's plan of an ambush.
    AmbushIs(Option<Ambush>),
    /// R32: how the ambush went.
    Ambushed { side: SideId, won: bool },
    /// R33: a side has the surprise.
    Surprised { side: SideId },
    /// A12: dice for the first manoeuvre.
    FirstDice { who: CombatantId, dice: u8 },
    /// What is said of somebody's next test.
    NextIs { who: CombatantId, dice: u8, demand: u8 },
    /// R9: what shots in the dark need more.
    DarknessIs(u8),
    /// A27.
    PositionIs(Option<Position>),
    /// What the Director has called for.
    Called(Vec<(CombatantId, Peril)>),
    /// R17: an attack.
    Swung { by: CombatantId, at: CombatantId, with: String, shot: bool },
    /// R23: successes that a defence took away.
    Cancelled { who: CombatantId, successes: u8 },
    /// An attack, a grapple or a push failed.
    Missed { by: CombatantId, at: CombatantId },
    /// R18: an attack hit.
    Hit { by: CombatantId, at: CombatantId, damage: u8, kind: HarmKind },
    /// A1: what armour took off.
    Armoured { who: CombatantId, off: u8 },
    /// No Harm came of it.
    Unharmed(CombatantId),
    /// R20: Harm points.
    PointsAre { who: CombatantId, by: u8, points: u8 },
    /// A26: Harm in slots.
    TrackIs { who: CombatantId, kind: HarmKind, by: u8, track: Track },
    /// C5: Harm beyond the top row.
    Critical { who: CombatantId, critical: bool },
    /// A2: out of action.
    OutOfAction(CombatantId),
    /// A2: somebody helps.
    Helps { who: CombatantId, target: CombatantId },
    /// A2: acts in spite of it, or no longer.
    Helped { who: CombatantId, helped: bool },
    /// R15: which weapon is in hand.
    InHand { who: CombatantId, with: Option<u8> },
    /// C3: a weapon falls.
    Dropped { who: CombatantId, with: u8 },
    /// C3: and is picked up.
    PickedUp { who: CombatantId, with: u8 },
    /// R16: those somebody is close to.
    NearIs { who: CombatantId, near: Vec<CombatantId> },
    /// R16: somebody moves inside the zone.
    MovesWithin { who: CombatantId, spot: ZoneSpot },
    /// C3: somebody is pushed.
    Pushed { by: CombatantId, who: CombatantId },
    /// R14: somebody pushes.
    Shoves { by: CombatantId, at: CombatantId },
    /// R25: somebody grapples.
    Grapples { by: CombatantId, at: CombatantId },
    /// R27: the hold stays.
    StillHeld(CombatantId),
    /// R27: lets go.
    Releases { who: CombatantId, target: CombatantId },
    /// R29: somebody runs for it.
    Flees { who: CombatantId, to: Option<ZoneId> },
    /// R29: and stays.
    Stays(CombatantId),
    /// R31: and is caught.
    Caught { who: CombatantId, by: Vec<CombatantId> },
    /// A19: and is away, or back.
    Fled { who: CombatantId, fled: bool },
    /// R14, R40: something was tried.
    Tried { who: CombatantId, what: String, passed: bool, successes: u8 },
    /// R21b: magic.
    Casts { who: CombatantId, target: Option<CombatantId>, text: String },
    /// R15: words.
    Shouts { who: CombatantId, text: String },
    /// R15: turns around.
    TurnsAround(CombatantId),
    /// R15: handles a thing.
    Handles { who: CombatantId, to: Option<ZoneId> },
    /// R35: a Fear test was made.
    Faced { who: CombatantId, passed: bool },
    /// R36: how somebody reacts to fear.
    Reacts { who: CombatantId, dread: Dread },
    /// R37: a fire, or none any more.
    FireIs { who: CombatantId, fire: Option<Fire> },
    /// R38: Harm that poison does next round.
    PoisonIs { who: CombatantId, next: Option<u8> },
    /// R38: an antidote was given.
    AntidoteGiven { who: CombatantId, target: CombatantId, left: u8 },
    /// R38: antidotes carried.
    AntidotesAre { who: CombatantId, left: u8 },
    /// R39: a fall.
    Falls { who: CombatantId, feet: u16 },
}

/// Changes the fight.
pub fn evolve(fight: &mut FightState, fact: &Fact) {
    let mut change = |who: CombatantId, change: &dyn Fn(&mut State)| {
        if let Some(state) = fight.state_mut(who) {
            change(state);
        }
    };
    match fact {
        Fact::RowsAre(rows) => fight.system.rows.clone_from(rows),
        Fact::Gone(cards) => fight.system.gone.clone_from(cards),
        Fact::Acted(acted) => fight.system.acted = *acted,
        Fact::AmbushIs(ambush) => fight.system.ambush.clone_from(ambush),
        Fact::DarknessIs(extra) => fight.system.darkness = *extra,
        Fact::PositionIs(position) => fight.system.position = *position,
        Fact::Called(called) => fight.system.called.clone_from(called),
        Fact::FirstDice { who, dice } => change(*who, &|it| it.first_dice = *dice),
        Fact::NextIs { who, dice, demand } => change(*who, &|it| (it.next_dice, it.demand) = (*dice, *demand)),
        Fact::PointsAre { who, points, .. } => change(*who, &|it| it.points = *points),
        Fact::TrackIs { who, kind: HarmKind::Physical, track, .. } => change(*who, &|it| it.physical = *track),
        Fact::TrackIs { who, kind: HarmKind::Mental, track, .. } => change(*who, &|it| it.mental = *track),
        Fact::Critical { who, critical } => change(*who, &|it| it.critical = *critical),
        Fact::Helped { who, helped } => change(*who, &|it| it.helped = *helped),
        Fact::InHand { who, with } => change(*who, &|it| it.in_hand = *with),
        Fact::Dropped { who, with } => change(*who, &|it| {
            it.in_hand = None;
            it.dropped.push(*with);
        }),
        Fact::PickedUp { who, with } => change(*who, &|it| {
            it.dropped.retain(|dropped| dropped != with);
            it.in_hand = Some(*with);
        }),
        Fact::NearIs { who, near } => change(*who, &|it| it.near.clone_from(near)),
        Fact::Fled { who, fled } => change(*who, &|it| it.fled = *fled),
        Fact::Reacts { who, dread } => change(*who, &|it| it.dread = Some(*dread)),
        Fact::FireIs { who, fire } => change(*who, &|it| it.fire = *fire),
        Fact::PoisonIs { who, next } => change(*who, &|it| it.poison = *next),
        Fact::AntidoteGiven { who, left, .. } | Fact::AntidotesAre { who, left } => {
            change(*who, &|it| it.antidotes = *left);
        }
        Fact::Drew { .. }
        | Fact::Shares { .. }
        | Fact::Up(_)
        | Fact::Swapped { .. }
        | Fact::KeepsCard { .. }
        | Fact::Ambushed { .. }
        | Fact::Surprised { .. }
        | Fact::Swung { .. }
        | Fact::Cancelled { .. }
        | Fact::Missed { .. }
        | Fact::Hit { .. }
        | Fact::Armoured { .. }
        | Fact::Unharmed(_)
        | Fact::OutOfAction(_)
        | Fact::Helps { .. }
        | Fact::MovesWithin { .. }
        | Fact::Pushed { .. }
        | Fact::Shoves { .. }
        | Fact::Grapples { .. }
        | Fact::StillHeld(_)
        | Fact::Releases { .. }
        | Fact::Flees { .. }
        | Fact::Stays(_)
        | Fact::Caught { .. }
        | Fact::Tried { .. }
        | Fact::Casts { .. }
        | Fact::Shouts { .. }
        | Fact::TurnsAround(_)
        | Fact::OverAlready(_)
        | Fact::Handles { .. }
        | Fact::Faced { .. }
        | Fact::Falls { .. } => {}
    }
}
