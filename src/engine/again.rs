//! What was done without somebody's knowing since a deed that is taken back: it is done again over the state to which that leads, where it
//! can be and shows no more than it did.

use super::{
    encounter::Encounter,
    fact::TableFact,
    fight_state::FightState,
    references,
    ruleset::Ruleset,
    view::{Discretion, Line, Viewer, scene_at},
};

/// What one deed changed.
#[derive(Debug)]
pub struct Deed<R: Ruleset> {
    /// Its facts.
    pub facts: Vec<TableFact<R>>,
    /// The fight in which it was done; `None` of what somebody set by hand, which says what it means.
    pub before: Option<FightState<R>>,
    /// How it was told.
    pub told: Vec<Line>,
}

impl<R: Ruleset> Deed<R> {
    /// A change by hand.
    pub fn by_hand(facts: Vec<TableFact<R>>) -> Deed<R> {
        Deed { facts, before: None, told: vec![] }
    }
}

/// The facts of those of these deeds, one after the other, with which the fight still looks the same to this viewer, as it stood before the
/// action under way, and those of which that is not so, or which cannot be any more. Of a deed all facts are kept or none: one that was done
/// by half, such as a turn that has not begun, would not end.
pub fn done_again<R: Ruleset>(
    now: &Encounter<R>,
    viewer: Viewer,
    discretion: Discretion,
    deeds: Vec<Deed<R>>,
) -> (Vec<TableFact<R>>, Vec<Deed<R>>) {
    if deeds.is_empty() {
        return (vec![], vec![]);
    }
    let mut now = Encounter { pending: None, ..now.clone() };
    let seen = scene_at(&now, viewer, discretion);
    let (mut again, mut lost) = (vec![], vec![]);
    for deed in deeds {
        let done = laid_over(&now.fight, &deed).map(|(fight, facts)| (Encounter { fight, ..now.clone() }, facts));
        match done.filter(|(then, _)| scene_at(then, viewer, discretion) == seen) {
            Some((then, facts)) => {
                now = then;
                again.extend(facts);
            }
            None => lost.push(deed),
        }
    }
    (again, lost)
}

/// The fight with a deed done over it, and with which facts; `None` if something of it cannot be there.
fn laid_over<R: Ruleset>(fight: &FightState<R>, deed: &Deed<R>) -> Option<(FightState<R>, Vec<TableFact<R>>)> {
    let (mut now, mut was, mut facts) = (fight.clone(), deed.before.clone(), vec![]);
    for fact in &deed.facts {
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
