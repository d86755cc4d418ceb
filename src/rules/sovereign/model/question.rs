//! What people are asked in the middle of an act, what they may answer, and what they may answer in advance.

use super::{blow::With, state::Trigger};
use crate::{
    engine::{CombatantId, SideId},
    rules::sovereign::Action,
};
use serde::{Deserialize, Serialize};

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Question {
    /// A28: an attack has been rolled.
    Rolled {
        /// Who does it.
        by: CombatantId,
        /// The target.
        at: CombatantId,
        /// It hits as things are now.
        hits: bool,
    },
    /// A28: an act is declared that the one asked could interrupt.
    Declared {
        /// Who does it.
        by: CombatantId,
        /// What is about to happen.
        what: Trigger,
    },
    /// R23: the move would draw attacks of opportunity.
    Provokes {
        /// Who moves.
        who: CombatantId,
        /// From whom.
        foes: Vec<CombatantId>,
    },
    /// R13: an enemy does what draws an attack of opportunity.
    Opportunity {
        /// The enemy who draws it.
        of: CombatantId,
    },
    /// R50: a combatant has lost half their hit points.
    Wavers(CombatantId),
    /// R50: a side has lost a third of its number.
    GroupWavers(SideId),
}

/// What may be answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// Does nothing. The default.
    Pass,
    /// R22.
    TotalDefense,
    /// R16: at the one whose act it is.
    Snap {
        /// Who does it.
        who: CombatantId,
        /// The target.
        target: CombatantId,
        /// With what.
        with: With,
    },
    /// C18.
    Luck,
    /// C28.
    Impervious,
    /// R31: the held Main action, for an attack.
    Held {
        /// Who does it.
        who: CombatantId,
        /// The target.
        target: CombatantId,
        /// With what.
        with: With,
    },
    /// R31, A10: the rest of a held turn, for anything else that it could be.
    HeldAct {
        /// Who does it.
        who: CombatantId,
        /// The action.
        action: Action,
    },
    /// R23: stays. The default.
    Stay,
    /// R23: moves all the same.
    MoveAnyway,
    /// R13: strikes.
    Strike,
    /// R50: goes on. The default.
    FightsOn,
    /// R50: retreats.
    Retreats,
}

/// An answer given in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StandingOrder {
    /// R22: Total Defense if it turns the blow to nothing, else takes it.
    DefendIfItSaves,
    /// R22: Total Defense whenever it can be taken.
    AlwaysDefend,
    /// R22: never.
    NeverDefend,
    /// R16: wants to be asked about Snap Attacks on the attackers of others.
    AskSnaps,
    /// C18: luck whenever a blow would bring them to 0 HP or a blow of theirs misses is asked; this one keeps it.
    KeepLuck,
    /// R13: strikes at nobody who moves.
    NoOpportunity,
    /// R13: wants to be asked.
    AskOpportunity,
    /// R13: strikes while hidden too, and gives themselves away by it.
    StrikeFromHiding,
    /// R23: moves without being warned.
    MoveUnwarned,
    /// Takes the default everywhere.
    NeverAsk,
}

impl StandingOrder {
    /// All of them, by the words for each.
    pub const ALL: [(&'static str, StandingOrder); 10] = [
        ("total defense if it would save me", StandingOrder::DefendIfItSaves),
        ("always total defense", StandingOrder::AlwaysDefend),
        ("no total defense", StandingOrder::NeverDefend),
        ("ask me to snap", StandingOrder::AskSnaps),
        ("keep my luck", StandingOrder::KeepLuck),
        ("no opportunity attacks", StandingOrder::NoOpportunity),
        ("ask me about opportunity attacks", StandingOrder::AskOpportunity),
        ("opportunity attacks from hiding", StandingOrder::StrikeFromHiding),
        ("move without warning", StandingOrder::MoveUnwarned),
        ("never ask me", StandingOrder::NeverAsk),
    ];
}
