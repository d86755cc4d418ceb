//! What is only told in Murdham: an event changes nothing. A log keeps it under the same key as a [`Fact`](super::fact::Fact).

use super::{
    manner::Sway,
    sheet::{Ability, Skill},
    state::Condition,
};
use crate::{
    engine::{CombatantId, SideId, space::zones::ZonePlace},
    rules::data_rows::DataRow,
};
use serde::{Deserialize, Serialize};

/// Something to tell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "a field that its name and type explain needs no more")]
pub enum Event {
    /// The side with the initiative lets another begin.
    Yielded(SideId),
    /// A side passed because none of them could act, or because its time ran out.
    PassedBecause {
        side: SideId,
        /// Whether the time ran out.
        clock: bool,
    },
    /// Time ran out in a combatant's turn.
    TimeUp(CombatantId),
    /// A blast that missed goes off elsewhere.
    Strayed {
        by: CombatantId,
        /// Where; nowhere if no zone is beside the one it was aimed at.
        to: Option<ZonePlace>,
    },
    /// Something other than damage is offered.
    StuntOffered { by: CombatantId, at: CombatantId, text: String },
    /// The target accepts, and it happens.
    StuntHappens { by: CombatantId, at: CombatantId, text: String },
    /// No save is made, because one of the two has a skill.
    NoSave {
        who: CombatantId,
        skill: DataRow<Skill>,
        /// Whether they resist, or can't.
        resists: bool,
    },
    /// Monster slaying doubles the damage.
    Slain { on: CombatantId, to: i32 },
    /// A stunning blow puts a combatant out of the fight, or doesn't.
    Stunning { who: CombatantId, stunned: bool },
    /// A combatant is grabbed.
    Grabbed { by: CombatantId, who: CombatantId },
    /// A combatant is let go.
    LetGo { by: CombatantId, who: CombatantId },
    /// Someone who was entangled is free.
    Freed {
        who: CombatantId,
        /// By whom, if not alone.
        by: Option<CombatantId>,
    },
    /// Someone who was held is pushed away.
    Shoved {
        by: CombatantId,
        who: CombatantId,
        /// Into what, if into anything.
        into: Option<String>,
    },
    /// There was nothing to drop.
    NothingDropped(CombatantId),
    /// A blow has a new target.
    Redirected {
        from: CombatantId,
        to: CombatantId,
        /// By a guard, else by hiding behind.
        guarded: bool,
    },
    /// A blow missed.
    Missed {
        by: CombatantId,
        /// Dodged, else the save to hit failed.
        dodged: bool,
    },
    /// A blow that is impaired twice does nothing.
    Harmless(CombatantId),
    /// Which of two blows lands first; `None` for both at once.
    FirstHit(Option<CombatantId>),
    /// A blow doesn't land because its striker is down.
    Forestalled(CombatantId),
    /// A combatant speaks.
    Said { who: CombatantId, text: String },
    /// Something is done with the surroundings.
    Interacted {
        who: CombatantId,
        text: String,
        /// The GM found it complex.
        complex: bool,
    },
    /// A combatant stays unseen while moving.
    Sneaked(CombatantId),
    /// A combatant can't keep above the water.
    GoesUnder(CombatantId),
    /// A combatant distracts, intimidates or taunts an enemy.
    Swayed { who: CombatantId, how: Sway, target: CombatantId },
    /// A combatant challenges another to a contest.
    Contests { who: CombatantId, ability: Ability, target: CombatantId },
    /// How far a combatant's ability is above a die.
    Measured { who: CombatantId, ability: Ability, number: i32, face: i32 },
    /// A contest is tied, and rolled again.
    Tied { who: CombatantId, target: CombatantId },
    /// A combatant wins a contest.
    WinsContest { winner: CombatantId, loser: CombatantId, ability: Ability },
    /// A combatant ends a turn that's already over.
    OverAlready(CombatantId),
    /// A combatant ends a turn in which they have done nothing.
    Idle(CombatantId),
    /// It leaves a combatant cold.
    Unmoved(CombatantId),
    /// A combatant can't run and cowers.
    Cowers(CombatantId),
    /// A combatant is rid of a condition.
    Recovered { who: CombatantId, what: Condition },
    /// Critical damage doesn't put a combatant out of the fight.
    StandsIt(CombatantId),
    /// A STR save goes to the larger.
    BySize { who: CombatantId, passes: bool },
    /// Someone larger throws whom they hold.
    Thrown { by: CombatantId, who: CombatantId },
    /// Size makes more or less of damage.
    Scaled {
        by: CombatantId,
        /// What the dice came to.
        from: i32,
        /// What it comes to.
        to: i32,
    },
    /// A power is invoked on a friend, or on nobody.
    Invoked { who: CombatantId, scroll: u8, target: Option<CombatantId> },
    /// A combatant becomes two.
    Splits { who: CombatantId, copy: CombatantId },
    /// A power that does no damage takes effect.
    PowerWorks { who: CombatantId, scroll: u8, target: Option<CombatantId> },
}
