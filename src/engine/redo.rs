//! Redoes actions that a player doesn't know about after that player's undo. Each is done again over the restored state if it still can be,
//! and if redoing it reveals no more than it did before.

use super::{
    encounter::Encounter,
    fact::TableFact,
    fight_state::FightState,
    references,
    ruleset::{Overview, RulesetTypes},
    view::{Discretion, Line, Viewer, scene_at},
};

/// The changes made by one action.
#[derive(Debug)]
pub struct ActionChanges<R: RulesetTypes> {
    /// The facts it applied.
    pub facts: Vec<TableFact<R>>,
    /// The fight it happened in; `None` for a change the GM made by hand, whose facts mean the same in any state.
    pub before: Option<FightState<R>>,
    /// The lines that told it.
    pub told: Vec<Line>,
}

impl<R: Overview> ActionChanges<R> {
    /// A change the GM made by hand.
    pub fn by_hand(facts: Vec<TableFact<R>>) -> ActionChanges<R> {
        ActionChanges { facts, before: None, told: vec![] }
    }
}

/// Splits the facts of these consecutive actions in two: those that leave the fight looking the same to this viewer as it stood before the
/// current action, and those that don't or are no longer possible. An action's facts are kept or dropped together: half an action, such as
/// a turn that ended without beginning, would never finish.
pub fn done_again<R: Overview>(
    now: &Encounter<R>,
    viewer: Viewer,
    discretion: Discretion,
    actions: Vec<ActionChanges<R>>,
) -> (Vec<TableFact<R>>, Vec<ActionChanges<R>>) {
    if actions.is_empty() {
        return (vec![], vec![]);
    }
    let mut now = Encounter { pending: None, ..now.clone() };
    let seen = scene_at(&now, viewer, discretion);
    let (mut again, mut lost) = (vec![], vec![]);
    for action in actions {
        let done = laid_over(&now.fight, &action).map(|(fight, facts)| (Encounter { fight, ..now.clone() }, facts));
        match done.filter(|(then, _)| scene_at(then, viewer, discretion) == seen) {
            Some((then, facts)) => {
                now = then;
                again.extend(facts);
            }
            None => lost.push(action),
        }
    }
    (again, lost)
}

/// Applies an action to the fight. Returns the result and the facts used; `None` if part of the action is no longer possible.
fn laid_over<R: Overview>(
    fight: &FightState<R>,
    action: &ActionChanges<R>,
) -> Option<(FightState<R>, Vec<TableFact<R>>)> {
    let (mut now, mut was, mut facts) = (fight.clone(), action.before.clone(), vec![]);
    for fact in &action.facts {
        let again = match (fact, &was) {
            (TableFact::System(it), Some(was)) => TableFact::System(R::again(it, was, &now)?),
            _ => fact.clone(),
        };
        references::check_fact(&now, &again).ok()?;
        now.evolve(&again);
        if let Some(was) = &mut was {
            references::check_fact(was, fact).ok()?;
            was.evolve(fact);
        }
        facts.push(again);
    }
    Some((now, facts))
}
