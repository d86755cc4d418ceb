//! What has to be decided next, and whose decision it is.

use super::style::Style;
use crate::engine::{
    encounter::Encounter,
    fight_state::{Combatant, FightState, Stage},
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
        let prompt = encounter.next_asked()?;
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

/// The side that's asked; `None` if it's the GM.
pub fn side_of<R: RulesetTypes>(fight: &FightState<R>, to: Addressee) -> Option<SideId> {
    match to {
        Addressee::Combatant(who) => fight.find(who).map(|it| it.side),
        Addressee::Side(side) => Some(side),
        Addressee::Gm => None,
    }
}

/// A decision by the styles in which Umpire plays those who could make it, each with its part of it; who is taking their turn comes first.
/// Whoever isn't Umpire's is played simply.
pub fn by_style<R: Ruleset>(now: &Encounter<R>, decision: &Decision) -> Vec<(Style, Decision)> {
    let fight = now.now();
    match decision {
        Decision::Answer { prompt, .. } => {
            let asked = now.prompts().iter().find(|it| it.id == *prompt);
            let style = asked.map_or(&Style::Simple, |it| style_of_asked(fight, it.to));
            vec![(style.clone(), decision.clone())]
        }
        Decision::Act { side, who } => {
            let part = |(style, who): (&Style, _)| (style.clone(), Decision::Act { side: *side, who });
            actors_by_style(fight, who).into_iter().map(part).collect()
        }
    }
}

/// The style in which Umpire plays somebody; simple if it doesn't.
fn style_of<R: RulesetTypes>(combatant: Option<&Combatant<R>>) -> &Style {
    combatant.and_then(|it| it.autopilot.as_ref()).unwrap_or(&Style::Simple)
}

/// The style in which somebody's questions are answered: a side's as its first member would, the GM's simply.
pub(super) fn style_of_asked<R: RulesetTypes>(fight: &FightState<R>, to: Addressee) -> &Style {
    match to {
        Addressee::Combatant(who) => style_of(fight.find(who)),
        Addressee::Side(side) => style_of(fight.members(side).next()),
        Addressee::Gm => &Style::Simple,
    }
}

/// Those who could act, by their styles; who is taking their turn comes first. Nobody, in one style, if it's only for their side to pass.
pub(super) fn actors_by_style<'a, R: RulesetTypes>(
    fight: &'a FightState<R>,
    who: &[CombatantId],
) -> Vec<(&'a Style, Vec<CombatantId>)> {
    if who.is_empty() {
        return vec![(&Style::Simple, vec![])];
    }
    let mut parts: Vec<(&Style, Vec<CombatantId>)> = vec![];
    let active = fight.turns.active.filter(|it| who.contains(it));
    for it in active.into_iter().chain(who.iter().copied().filter(|it| Some(*it) != active)) {
        let style = style_of(fight.find(it));
        match parts.iter_mut().find(|part| part.0 == style) {
            Some(part) => part.1.push(it),
            None => parts.push((style, vec![it])),
        }
    }
    parts
}
