//! Checks whether everything a log from elsewhere refers to exists. A row can be well-formed and still name a combatant, a side, a place or
//! a piece of gear that the fight never had; applying it would lead to an impossible state. So before deciding a row, code that trusts
//! nothing asks here what is missing and where it's named. This module changes nothing, knows no rules, and judges nothing else.
//!
//! Ids are found wherever they are: each has its own type, and serde reports type names as it walks a value.

mod ids;

use super::{
    dice::Used,
    encounter::{Effect, Encounter, Input, LogRow},
    fact::{Record, TableFact},
    fight_state::{Combatant, FightState, Stage},
    ids::CombatantId,
    ruleset::{Ruleset, RulesetTypes, Transition},
    space::Space,
};
use ids::{Kind, check_ids};
use serde::Serialize;

/// What doesn't exist, in words, with the path to where it's named: `combatant 99 (Act.action.Attack.target)`.
pub type Missing = String;

type Found = Result<(), Missing>;

/// Whether everything this input refers to exists in the current fight.
///
/// # Errors
/// The first thing that doesn't exist.
pub fn check_input<R: Ruleset>(now: &Encounter<R>, input: &Input<R>) -> Found {
    let fight = now.now();
    let here = |who: CombatantId| match fight.find(who) {
        Some(_) => Ok(()),
        None => Err(format!("combatant {}", who.0)),
    };
    match input {
        Input::Join(it) => return check_newcomer(fight, it),
        Input::Company(all) => return all.iter().try_for_each(|it| check_newcomer(fight, it)),
        Input::Patch(facts) => return check_facts(fight, facts.iter()),
        // If a combatant has left, their turn and clock end without them.
        Input::Transition(Transition::Joins(who) | Transition::TurnBegins(who)) => here(*who)?,
        Input::Act { who, .. } | Input::Leave { who } | Input::Interject { who, .. } | Input::Orders { who, .. } => {
            here(*who)?;
        }
        _ => {}
    }
    check_value(fight, input)
}

/// Whether everything the facts of a row refer to exists, each in the fight as the facts before it leave it.
///
/// # Errors
/// The first thing that doesn't exist.
pub fn check_effect<R: Ruleset>(now: &Encounter<R>, row: &LogRow<R>) -> Found {
    let facts = |records: &[Record<R>]| -> Vec<TableFact<R>> {
        records.iter().filter_map(|it| it.clone().into_fact()).collect()
    };
    match &row.effect {
        Effect::Ran { records, .. } => check_facts(now.now(), facts(records).iter()),
        Effect::Later(facts) => check_facts(now.now(), facts.iter()),
        _ => Ok(()),
    }
}

/// Whether a fight can begin like this: nothing has happened in it, and it refers only to things it contains.
///
/// # Errors
/// What's wrong with the opening.
pub fn check_opening<R: Ruleset>(opening: &Encounter<R>) -> Found {
    let fight = &opening.fight;
    if opening.pending.is_some() {
        return Err("an action that is under way".to_owned());
    }
    if opening.used != Used::default() {
        return Err("dice that have been used up already".to_owned());
    }
    if fight.stage != Stage::Gathering || fight.turns.round > 0 {
        return Err("a fight that is under way".to_owned());
    }
    if let Some(flaw) = fight.space.flaw() {
        return Err(flaw);
    }
    if !fight.combatants.is_sorted_by(|a, b| a.id < b.id) {
        return Err("combatants who are not in the order of their numbers".to_owned());
    }
    // Their place may be on a board that the GM has since replaced; that's just off the board.
    fight.combatants.iter().try_for_each(|it| check_value(fight, &**it))?;
    check_value(fight, &Ids { turns: &fight.turns, system: &fight.system, clock: &fight.clock })
}

/// The other parts of an opening that name combatants or sides.
#[derive(Serialize)]
#[serde(bound = "")]
struct Ids<'a, R: RulesetTypes> {
    turns: &'a super::turns::Turns<R>,
    system: &'a R::SystemState,
    clock: &'a Option<super::fight_state::TurnClock>,
}

/// The facts whose references all exist, each in the fight as those before it leave it. What was changed by hand in the middle of an action
/// that is taken back may refer to things that only existed because of that action.
pub fn possible<R: Ruleset>(fight: &FightState<R>, mut facts: Vec<TableFact<R>>) -> Vec<TableFact<R>> {
    let mut now = fight.clone();
    facts.retain(|fact| {
        let is_possible = check_fact(&now, fact).is_ok();
        if is_possible {
            now.evolve(fact);
        }
        is_possible
    });
    facts
}

fn check_facts<'a, R: Ruleset>(fight: &FightState<R>, facts: impl Iterator<Item = &'a TableFact<R>>) -> Found {
    let mut now = fight.clone();
    for fact in facts {
        check_fact(&now, fact)?;
        now.evolve(fact);
    }
    Ok(())
}

/// Whether everything a fact refers to exists.
///
/// # Errors
/// The first thing that doesn't exist.
pub fn check_fact<R: Ruleset>(fight: &FightState<R>, fact: &TableFact<R>) -> Found {
    match fact {
        // Both bring along what they refer to.
        TableFact::SideNamed(_) => return Ok(()),
        TableFact::Board(space) => return space.flaw().map_or(Ok(()), Err),
        TableFact::Joined(it) => return check_newcomer(fight, it),
        TableFact::Placed { who, at: Some(at) } if !fight.space.holds_place(at) => {
            return Err(format!("the place where {} is put", fight.name(*who)));
        }
        TableFact::System(fact) => {
            if let Some(what) = R::missing(fight, fact) {
                return Err(what);
            }
        }
        TableFact::Told(event) => {
            if let Some(what) = R::missing_in_event(fight, event) {
                return Err(what);
            }
        }
        _ => {}
    }
    check_value(fight, fact)
}

/// The fight assigns a newcomer's id, whatever id they come with.
fn check_newcomer<R: Ruleset>(fight: &FightState<R>, it: &Combatant<R>) -> Found {
    if it.place.as_ref().is_some_and(|at| !fight.space.holds_place(at)) {
        return Err(format!("the place where {} comes in", it.name));
    }
    let mut with_them = fight.clone();
    with_them.next_combatant = with_them.next_combatant.max(2);
    check_value(&with_them, &Combatant { id: CombatantId(1), ..it.clone() })
}

/// Whether this fight has assigned every id in the value: to a combatant who is in it, or who has left.
fn check_value<R: Ruleset>(fight: &FightState<R>, value: &impl Serialize) -> Found {
    check_ids(value, &|kind, number| match kind {
        Kind::Combatant => (1..u64::from(fight.next_combatant)).contains(&number),
        Kind::Side => fight.sides.iter().any(|it| u64::from(it.id.0) == number),
    })
}
