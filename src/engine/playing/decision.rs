//! What has to be decided next, and whose decision it is.

use crate::engine::{
    encounter::Encounter,
    fight_state::{FightState, Stage},
    ids::{Addressee, CombatantId, PromptId, SideId},
    ruleset::{Ruleset, RulesetTypes},
};

/// Somebody's turn to decide something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// An open question.
    Answer {
        /// The question.
        prompt: PromptId,
        /// The side that answers; `None` for the GM.
        side: Option<SideId>,
    },
    /// An action, or a pass.
    Act {
        /// The side that acts.
        side: SideId,
        /// Who of it could act.
        who: Vec<CombatantId>,
    },
}

impl Decision {
    /// The side that decides; `None` for the GM.
    pub fn side(&self) -> Option<SideId> {
        match self {
            Decision::Answer { side, .. } => *side,
            Decision::Act { side, .. } => Some(*side),
        }
    }
}

/// What has to be decided next; `None` if nothing is open, or the fight isn't running.
pub fn due<R: Ruleset>(encounter: &Encounter<R>) -> Option<Decision> {
    if encounter.pending.is_some() {
        let prompt = encounter.prompts().iter().find(|it| it.answered.is_none())?;
        return Some(Decision::Answer { prompt: prompt.id, side: side_of(encounter.now(), prompt.to) });
    }
    acting(&encounter.fight).map(|(side, who)| Decision::Act { side, who })
}

/// The side that acts while nothing is pending, and who of it could act; `None` if the fight isn't running.
pub(super) fn acting<R: Ruleset>(fight: &FightState<R>) -> Option<(SideId, Vec<CombatantId>)> {
    if fight.stage != Stage::Fighting {
        return None;
    }
    let mut who = R::may_act(fight);
    let of = |who: &CombatantId| fight.find(*who).map(|it| it.side);
    let up = fight.turns.side_up();
    let side = up.filter(|up| who.iter().any(|it| of(it) == Some(*up))).or_else(|| who.first().and_then(of)).or(up)?;
    who.retain(|it| of(it) == Some(side));
    let idle = who.is_empty() && R::check_pass(fight, side).is_err();
    (!idle).then_some((side, who))
}

pub(super) fn side_of<R: RulesetTypes>(fight: &FightState<R>, to: Addressee) -> Option<SideId> {
    match to {
        Addressee::Combatant(who) => fight.find(who).map(|it| it.side),
        Addressee::Side(side) => Some(side),
        Addressee::Gm => None,
    }
}
