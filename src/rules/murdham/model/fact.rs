//! What changes only in Murdham. A fact holds no rule; `evolve` makes the change. What is only told is an [`Event`](super::event::Event). A
//! log keeps both under the same key, so no name is in both lists.

use crate::rules::murdham::{
    With,
    model::{
        manner::Manner,
        sheet::{Ability, Armour, Item, Weapon},
        state::{At, Fear, Flag, Flight, Gear, Injury, Morale, Piece, RoundStep},
    },
};
use crate::{
    engine::{CombatantId, SideId, space::zones::ZonePlace},
    rules::data_rows::DataRow,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What an omen turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// An own save that failed.
    Save,
    /// A contest that is lost.
    Contest,
    /// Damage that is to be suffered: so much.
    Damage(i32),
    /// Death.
    Death,
}

/// Why a combatant died.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Death {
    /// Damage of at least STR at once.
    OnTheSpot,
    /// A final blow.
    FinalBlow,
    /// A lethal attack: critical damage that kills.
    Lethal,
    /// Nobody helped in time.
    BledOut,
    /// A poison.
    Poison,
    /// An injury took an ability to nothing.
    Injury,
    /// The GM says so.
    Gm,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "a field that its name and type explain needs no more")]
pub enum Fact {
    /// A side holds the initiative.
    InitiativeHeld(SideId),
    /// R53: the threshold for fast actions in this round, or none.
    #[serde(rename = "FatIs")]
    FastThresholdIs(Option<u16>),
    /// How far the round has come.
    StepIs(RoundStep),
    /// A combatant has acted, passed or yielded in this phase, or nobody has.
    Untouched(bool),
    /// Whose turn has begun, and of which side; or it has come to its end.
    TurnOf(Option<(CombatantId, SideId)>),
    /// Whose turn is taken beside the order.
    Beside(Option<CombatantId>),
    /// The ambushers' bonus turn is over.
    AmbushOver {
        /// Whether there was one.
        was_played: bool,
    },
    /// A reaction spent the turn.
    Reacted { who: CombatantId, round: u32 },
    /// A blow is struck or shot.
    Swung {
        by: CombatantId,
        at: CombatantId,
        with: With,
        how: Manner,
        /// It falls on someone who moves away.
        opportunity: bool,
        /// It answers another blow.
        counter: bool,
        /// The target does not know of it.
        unaware: bool,
    },
    /// A blast goes off.
    Burst {
        by: CombatantId,
        with: With,
        /// Where it was aimed.
        at: ZonePlace,
    },
    /// Something falls from a combatant's hand.
    Dropped { who: CombatantId, gear: u8, place: ZonePlace },
    /// A combatant is hit.
    Suffered {
        who: CombatantId,
        rolled: i32,
        /// What was taken off, by name.
        less: Vec<(String, i32)>,
        /// What is left of it.
        suffers: i32,
        health: i32,
    },
    /// A combatant bleeds to death after this round, or no longer.
    DiesAfter { who: CombatantId, round: Option<u32> },
    /// Someone who was dying is safe.
    Stable { who: CombatantId, stable: bool },
    /// A combatant is dead, or not after all.
    Died {
        who: CombatantId,
        /// Of what; `None` if not after all.
        of: Option<Death>,
    },
    /// Health is this now.
    HealthIs {
        who: CombatantId,
        health: i32,
        /// How much of it was healed; nothing where it was set.
        healed: i32,
    },
    /// What health can be at most.
    MaxHealthIs { who: CombatantId, most: i32 },
    /// An ability is this now.
    AbilityIs { who: CombatantId, ability: Ability, number: i32 },
    /// An injury that lasts.
    Injured {
        who: CombatantId,
        injury: Injury,
        /// How much of its ability it costs.
        #[serde(default)]
        loss: u8,
        #[serde(default)]
        permanent: bool,
    },
    /// Omens are left, because one was spent or the GM says so.
    Omens {
        who: CombatantId,
        left: u8,
        /// What the one that was spent has turned.
        turned: Option<Fate>,
    },
    /// A weapon or shield changes its place.
    GearAt {
        who: CombatantId,
        gear: u8,
        /// Where it is now.
        at: At,
    },
    /// A weapon that needs reloading was fired.
    Fired { who: CombatantId, gear: u8 },
    /// Something is put down.
    PutDown { who: CombatantId, gear: u8, place: ZonePlace },
    /// Something is picked up.
    PickedUp {
        who: CombatantId,
        /// Which of what lies about.
        lying: u8,
        at: At,
    },
    /// These have come into the fight and are counted from now on, each with their side.
    Mustered(Vec<(CombatantId, SideId)>),
    /// Morale was looked at: these stand.
    Counted(Vec<CombatantId>),
    /// How a combatant stands to morale.
    MoraleIs { who: CombatantId, morale: Morale },
    /// A combatant surrenders, or may fight again.
    Surrendered {
        who: CombatantId,
        surrendered: bool,
        #[serde(default)]
        round: Option<u32>,
    },
    /// A combatant gets away, or is caught.
    FlightIs {
        who: CombatantId,
        flight: Flight,
        /// Where they ran from.
        #[serde(default)]
        from: Option<ZonePlace>,
    },
    /// A poison is on a weapon, or no longer.
    Coated { who: CombatantId, gear: u8, poison: Option<Item> },
    /// A combatant was exposed to a poison.
    Exposed { who: CombatantId, poison: Item },
    /// A combatant has a poison in them, or is rid of it.
    Poisoned { who: CombatantId, poison: Item, sick: bool },
    /// Something breaks and is gone.
    Broken { who: CombatantId, piece: Piece },
    /// Something of the surroundings is taken in hand as a weapon.
    Improvised { who: CombatantId, weapon: Arc<Weapon>, at: At },
    /// Something has served in this fight, and makes a durability roll after it.
    HasServed { who: CombatantId, piece: Piece },
    /// Something is damaged, or not any more.
    DamagedIs { who: CombatantId, piece: Piece, damaged: bool },
    /// What a combatant carries is set by hand.
    GearSet { who: CombatantId, gear: Arc<Vec<Gear>> },
    /// What a combatant wears is set by hand.
    Wears {
        who: CombatantId,
        armour: DataRow<Armour>,
        /// And on the head.
        helmet: bool,
    },
    /// An item is used up.
    Used { who: CombatantId, item: Item, on: CombatantId },
    /// What is left of the items.
    ItemsAre { who: CombatantId, items: Arc<Vec<(Item, u8)>> },
    /// A full movement begins.
    FullMove {
        who: CombatantId,
        /// Sprinting in this round.
        sprint: Option<u32>,
    },
    /// A combatant hangs from what they climb, which began there; or does not any more.
    Climbs {
        who: CombatantId,
        /// Where the climb began.
        from: Option<ZonePlace>,
    },
    /// A combatant trips or falls, and moves no more in this round.
    Fell { who: CombatantId, round: u32 },
    /// A combatant moves over smaller ones.
    Tramples { who: CombatantId, round: u32 },
    /// A combatant loses the turn of this round.
    LosesTurn { who: CombatantId, round: u32 },
    /// Whom a combatant fears.
    FearsAre { who: CombatantId, fears: Vec<Fear> },
    /// A combatant does not fear this one any more in this fight.
    Unafraid { who: CombatantId, of: CombatantId },
    /// A combatant has rallied the frightened.
    Rallied(CombatantId),
    /// Fire has ended a combatant's regeneration, or has not.
    Burnt { who: CombatantId, burnt: bool },
    /// What a power cost.
    Paid {
        who: CombatantId,
        /// The mana that is left.
        mana: i32,
        corruption: i32,
    },
    /// A trap that lies about snaps shut.
    Snaps {
        who: CombatantId,
        /// Its number among what lies about.
        lying: u8,
    },
    /// What the GM says of a combatant's circumstances.
    Flagged {
        who: CombatantId,
        flag: Flag,
        /// Whether it is so.
        on: bool,
    },
}
