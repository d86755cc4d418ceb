//! Umpire plays: what a side does now, in every rule system, whether it acts or answers a question. A choice is an ordinary input, so nothing
//! in a fight depends on who made it.
//!
//! A player knows the fight as its side does: whoever is hidden from it is taken out before anything is looked at. It has dice of its own
//! (`search`) and never sees those of the fight.

mod eyes;
mod search;
mod simple;
pub mod style;

pub use simple::Thumb;
pub use style::{Style, UnknownStyle};

use super::{
    encounter::{Encounter, Input},
    fight_state::{FightState, Stage},
    ids::{Addressee, CombatantId, PromptId, SideId},
    panics::survives,
    play_rng::PlayRng,
    ruleset::{Playable, Ruleset, RulesetTypes},
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

/// Who plays: in what style, with which dice of its own, and how much it may think.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The style.
    pub style: Style,
    /// The seed of its own dice. With the same fight, seed and budget it makes the same choice.
    pub seed: u64,
    /// The most playouts for one choice; only [`Style::Cunning`] needs any.
    pub playouts: u32,
}

/// The playouts with which a cunning choice takes well under a second at four against four.
pub const USUAL_PLAYOUTS: u32 = 160;

/// What has to be decided next; `None` if nothing is open, or the fight isn't running.
pub fn due<R: Ruleset>(encounter: &Encounter<R>) -> Option<Decision> {
    if encounter.pending.is_some() {
        let prompt = encounter.prompts().iter().find(|it| it.answered.is_none())?;
        return Some(Decision::Answer { prompt: prompt.id, side: side_of(encounter.now(), prompt.to) });
    }
    if encounter.fight.stage != Stage::Fighting {
        return None;
    }
    acting(&encounter.fight)
}

fn acting<R: Ruleset>(fight: &FightState<R>) -> Option<Decision> {
    let mut who = R::may_act(fight);
    let of = |who: &CombatantId| fight.find(*who).map(|it| it.side);
    let up = fight.turns.side_up();
    let side = up.filter(|up| who.iter().any(|it| of(it) == Some(*up))).or_else(|| who.first().and_then(of)).or(up)?;
    who.retain(|it| of(it) == Some(side));
    let idle = who.is_empty() && R::check_pass(fight, side).is_err();
    (!idle).then_some(Decision::Act { side, who })
}

fn side_of<R: RulesetTypes>(fight: &FightState<R>, to: Addressee) -> Option<SideId> {
    match to {
        Addressee::Combatant(who) => fight.find(who).map(|it| it.side),
        Addressee::Side(side) => Some(side),
        Addressee::Gm => None,
    }
}

/// What this player does. It's always something: if a search fails, the rule of thumb; if that finds nothing, the default answer or a pass.
/// `None` if there's nothing to do at all.
pub fn choose<R: Playable>(encounter: &Encounter<R>, decision: &Decision, player: &Player) -> Option<Input<R>> {
    let known = eyes::seen_by(encounter, decision.side());
    let unseen = eyes::unseen(encounter, decision.side());
    let thumb = || survives(|| simple::choose(&known, decision, &player.style)).flatten();
    let chosen = match player.style {
        Style::Random => survives(|| at_random(&known, decision, player.seed)).flatten().or_else(thumb),
        Style::Cunning if R::SEARCHES_ANSWERS || matches!(decision, Decision::Act { .. }) => {
            survives(|| search::choose((&known, &unseen), decision, player)).flatten().or_else(thumb)
        }
        _ => thumb(),
    };
    chosen.or_else(|| by_default(&known, decision))
}

/// The default answer, or a pass.
fn by_default<R: Ruleset>(known: &Encounter<R>, decision: &Decision) -> Option<Input<R>> {
    match decision {
        Decision::Answer { prompt, .. } => {
            let asked = known.prompts().iter().find(|it| it.id == *prompt)?;
            Some(Input::Answer { prompt: *prompt, choice: asked.offers.first()?.clone() })
        }
        Decision::Act { side, .. } => R::check_pass(&known.fight, *side).is_ok().then_some(Input::Pass { side: *side }),
    }
}

/// The percentage of turns that random play passes.
const PASSES: u8 = 2;

fn at_random<R: Playable>(known: &Encounter<R>, decision: &Decision, seed: u64) -> Option<Input<R>> {
    let mut rng = PlayRng::new(seed);
    match decision {
        Decision::Answer { prompt, .. } => {
            let asked = known.prompts().iter().find(|it| it.id == *prompt)?;
            Some(Input::Answer { prompt: *prompt, choice: rng.pick(&asked.offers)?.clone() })
        }
        Decision::Act { side, who } => {
            let mut who = who.clone();
            let passes = rng.percent(PASSES) && R::check_pass(&known.fight, *side).is_ok();
            while let Some(it) = rng.take(&mut who).filter(|_| !passes) {
                if let Some(action) = R::at_random(&known.fight, it, &mut rng) {
                    return Some(Input::Act { who: it, action });
                }
            }
            by_default(known, decision)
        }
    }
}
