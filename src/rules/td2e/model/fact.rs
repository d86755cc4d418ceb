//! What changes only in TD2e, and what is only told. A fact holds no rule and can't fail; an event changes nothing. A log keeps both under
//! the same key, so no name is in both lists.

use crate::engine::CombatantId;
use crate::rules::td2e::{
    FightState,
    model::blow::With,
    model::state::{Circumstances, StabilisingTests, State},
};
use serde::{Deserialize, Serialize};

/// One change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fact {
    /// Totals of initiative, the first to act first.
    InitiativeIs(Vec<(CombatantId, i32)>),
    /// Whose turn of this round was taken beside the order, or used up by the GM's hand.
    ActedAre(Vec<CombatantId>),
    /// A combatant is hit.
    Suffered {
        /// The combatant.
        who: CombatantId,
        /// The damage.
        damage: i32,
        /// What was taken off.
        less: i32,
        /// Hit points afterwards.
        hp: i32,
    },
    /// Hit points, otherwise than by damage.
    HpIs {
        /// Whose.
        who: CombatantId,
        /// How many now.
        hp: i32,
    },
    /// A combatant has tests to stabilise, or none any more.
    #[serde(rename = "Dropped")]
    StabilisingTestsAre {
        /// The combatant.
        who: CombatantId,
        /// Those made so far.
        #[serde(rename = "drop")]
        tests: Option<StabilisingTests>,
    },
    /// A combatant dies.
    Died(CombatantId),
    /// The GM says that a combatant lives after all.
    Lives(CombatantId),
    /// What the GM says of a combatant's next test.
    NextIs {
        /// Whose.
        who: CombatantId,
        /// What.
        next: Circumstances,
    },
}

/// Something to tell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// A newcomer takes a place in the order.
    TakesPlace {
        /// The combatant.
        who: CombatantId,
        /// Whom they come after; nobody if they are the first.
        after: Option<CombatantId>,
    },
    /// A blow is struck or shot.
    Swung {
        /// The attacker.
        by: CombatantId,
        /// The target.
        at: CombatantId,
        /// With what.
        with: With,
        /// From afar.
        ranged: bool,
    },
    /// A15: a combatant grabs for another.
    Grabs {
        /// The attacker.
        by: CombatantId,
        /// The target.
        at: CombatantId,
    },
    /// A combatant uses a thing.
    Uses {
        /// The combatant.
        who: CombatantId,
        /// Which, and how.
        text: String,
    },
    /// A blow missed.
    Missed {
        /// The attacker.
        by: CombatantId,
        /// The target.
        at: CombatantId,
        /// Evaded, else the attack test failed.
        evaded: bool,
    },
    /// A medic attends to a combatant.
    Attends {
        /// The combatant.
        who: CombatantId,
        /// The patient.
        patient: CombatantId,
    },
    /// A combatant is finished off.
    Finishes {
        /// Who does it.
        who: CombatantId,
        /// The target.
        target: CombatantId,
    },
    /// A21: a combatant runs into another they knew nothing of.
    RanInto {
        /// Who walked.
        who: CombatantId,
        /// Into whom.
        unseen: CombatantId,
    },
    /// A combatant ends a turn that has ended by itself.
    OverAlready(CombatantId),
}

/// Changes the fight.
pub fn evolve(fight: &mut FightState, fact: &Fact) {
    let mut change = |who: CombatantId, change: &dyn Fn(&mut State)| {
        if let Some(state) = fight.state_mut(who) {
            change(state);
        }
    };
    match fact {
        Fact::InitiativeIs(totals) => fight.system.initiative.clone_from(totals),
        Fact::ActedAre(acted) => fight.system.acted.clone_from(acted),
        Fact::Suffered { who, hp, .. } | Fact::HpIs { who, hp } => change(*who, &|it| it.hp = *hp),
        Fact::StabilisingTestsAre { who, tests } => change(*who, &|it| it.stabilising_tests = *tests),
        Fact::Died(who) => change(*who, &|it| it.dead = true),
        Fact::Lives(who) => change(*who, &|it| it.dead = false),
        Fact::NextIs { who, next } => change(*who, &|it| it.next = *next),
    }
}
