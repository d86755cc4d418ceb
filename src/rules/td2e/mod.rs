//! TD2e, a house rewrite of Tiny Dungeon 2e: initiative by 2d6, one deed a turn, tests with one, two or three dice, damage reduction,
//! stabilising. This page only delegates. Read on in this order: `rules` (the checklist), `model` (who fights, with what, where),
//! `chapters` (the book), `verbs` (what a turn offers), `refusals` (why something is not allowed), `values` (what can be read and set
//! by name), `text` (how it is told). The README beside it leads from each rule to its function.

mod chapters;
mod model;
mod playing;
pub mod refusals;
pub mod rules;
mod striking;
mod text;
mod values;
mod verbs;

#[cfg(test)]
mod tests;

pub use chapters::cost::Cost;
pub use model::{
    blow::{Intent, With},
    fact::{Event, Fact},
    options::Options,
    sheet::Sheet,
    state::{Condition, Phase, Resource, State, SystemState},
};
pub use refusals::Violation;
pub use rules::Rule;
pub use verbs::{Action, Part};

use self::{
    chapters::{lasting, turn},
    model::{fact, options, references, sheet, state},
    text::{labels, other_games},
};
use super::{
    boards,
    delegate::{delegate, engine_types},
    names::key,
};
use crate::engine::{
    BetweenFights, ByHand, CombatantId, Dice, Menus, NamedValues, Playable, Rest, Rested, Ruleset, RulesetTypes,
    Striking, space::grid::Grid,
};
use serde::{Deserialize, Serialize};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Td2e;

engine_types!(Td2e);

/// TD2e asks nobody anything: evading is chosen beforehand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {}

/// No question, no choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {}

/// No question, no order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StandingOrder {}

impl RulesetTypes for Td2e {
    delegate!(types);
    type StandingOrder = StandingOrder;
    type Event = Event;
    type Space = Grid;
}

impl Ruleset for Td2e {
    const NAME: &'static str = "td2e";
    delegate!(rules);
    fn obey(_: &FightState, _: CombatantId, order: &StandingOrder, _: &Question, _: &[Choice]) -> Option<usize> {
        match *order {}
    }
    fn evolve(fight: &mut FightState, fact: &Fact) {
        fact::evolve(fight, fact);
    }
    fn missing_in_event(fight: &FightState, event: &Event) -> Option<String> {
        references::missing_in_event(fight, event)
    }
    fn acts_beside(fight: &FightState, who: CombatantId) -> bool {
        turn::is_beside(fight, who)
    }
}

impl Menus for Td2e {
    const NEEDS_GM: &'static [&'static str] = &["grab", "use"];
    delegate!(menus);
    fn warning(fight: &FightState, who: CombatantId, action: &Action) -> Option<String> {
        labels::warning(fight, who, action)
    }
    fn is_out_of_reach(violation: &Violation) -> bool {
        matches!(violation, Violation::TooFarToAttack { .. } | Violation::NoWayTo(_))
    }
    fn distance_words(distance: u32) -> String {
        format!("{distance} square{}", if distance == 1 { "" } else { "s" })
    }
}

impl Playable for Td2e {
    delegate!(playable);
    fn place(action: &Action) -> Option<crate::engine::ruleset::PlaceOf<Self>> {
        playing::place(action)
    }
    fn leads_up_to(action: &Action) -> Option<CombatantId> {
        playing::leads_up_to(action)
    }
    fn forget(known: &mut FightState, unseen: &Combatant) {
        playing::forget(known, unseen);
    }
}

impl Striking for Td2e {
    delegate!(striking);
}

impl NamedValues for Td2e {
    delegate!(named_values);
    fn begins_anew(options: &mut Options) {
        options.finds_unseen = true;
    }
    fn condition_named(name: &str) -> Option<Condition> {
        Condition::ALL.into_iter().find(|it| key(labels::condition(*it)) == key(name))
    }
    fn condition_menu() -> Vec<String> {
        Condition::ALL.into_iter().map(|it| labels::condition(it).to_owned()).collect()
    }
    fn board(now: &Grid, fields: &[(String, String)]) -> Result<Grid, String> {
        boards::grid(now, fields)
    }
}

impl BetweenFights for Td2e {
    const OPEN_LASTING: &'static [&'static str] = &["hp", "dead"];
    delegate!(between_fights);
    fn begins_hidden(sheet: &Sheet) -> bool {
        sheet.hidden
    }
    fn rests() -> Vec<Rest> {
        lasting::RESTS.to_vec()
    }
    fn rest(sheet: &Sheet, kind: &str, _: &mut dyn Dice) -> Rested<Sheet> {
        lasting::rest(sheet, kind)
    }
}

impl ByHand for Td2e {
    delegate!(by_hand);
    fn turn_spent(fight: &FightState, who: CombatantId, spent: bool) -> Vec<TableFact> {
        turn::spent(fight, who, spent)
    }
    fn hidden(fight: &FightState, who: CombatantId) -> Vec<TableFact> {
        turn::hidden(fight, who)
    }
}
