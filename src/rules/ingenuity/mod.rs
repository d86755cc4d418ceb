//! Ingenuity: teams that alternate, three actions and a reaction, endurance before health, the luck die. This page only delegates. Read
//! on in this order: `rules` (the checklist), `model` (who fights, with what, where), `chapters` (the book), `verbs` (what a turn offers),
//! `refusals` (why something is not allowed), `values` (what can be read and set by name), `text` (how it is told). The README beside it
//! leads from each rule to its function.

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

pub use model::{
    conditions::Condition,
    fact::{Event, Fact},
    gear::With,
    options::Options,
    question::{Choice, Question, StandingOrder},
    sheet::Sheet,
    state::{Phase, Resource, State, SystemState},
};
pub use refusals::Violation;
pub use rules::Rule;
pub use verbs::{Action, Part};

use self::{
    chapters::{lasting, order, turn},
    model::{board, fact, options, question, references, sheet, state},
    text::{lookahead, other_games},
    verbs::trigger,
};
use super::delegate::{delegate, engine_types};
use crate::engine::{
    BetweenFights, ByHand, CombatantId, Dice, Held, Menus, NamedValues, Playable, Rest, Rested, Ruleset, RulesetTypes,
    Seat, Striking, space::grid::Grid,
};
use serde::{Deserialize, Serialize};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ingenuity;

engine_types!(Ingenuity);

impl RulesetTypes for Ingenuity {
    delegate!(types);
    type StandingOrder = StandingOrder;
    type Event = Event;
    type Space = Grid;
}

impl Ruleset for Ingenuity {
    const NAME: &'static str = "ingenuity";
    delegate!(rules);
    fn obey(
        fight: &FightState,
        who: CombatantId,
        order: &StandingOrder,
        question: &Question,
        offers: &[Choice],
    ) -> Option<usize> {
        question::obey(fight, who, *order, question, offers)
    }
    fn instants(fight: &FightState, who: CombatantId) -> Vec<Choice> {
        trigger::instants(fight, who)
    }
    fn may_interject(fight: &FightState, who: CombatantId, choice: &Choice) -> bool {
        trigger::may_interject(fight, who, choice)
    }
    fn instant(cx: &mut Cx<'_>, who: CombatantId, choice: &Choice) -> Flow {
        trigger::interject(cx, who, choice)
    }
    fn evolve(fight: &mut FightState, fact: &Fact) {
        fact::evolve(fight, fact);
    }
    fn missing(fight: &FightState, fact: &Fact) -> Option<String> {
        references::missing(fight, fact)
    }
    fn acts_beside(fight: &FightState, who: CombatantId) -> bool {
        order::is_beside(fight, who)
    }
}

impl Menus for Ingenuity {
    const WHILE_OTHERS_ARE_ASKED: &'static [&'static str] = &["trigger"];
    delegate!(menus);
    fn is_out_of_reach(violation: &Violation) -> bool {
        matches!(violation, Violation::OutOfReach { .. })
    }
    fn distance_words(distance: u32) -> String {
        format!("{distance} m")
    }
    fn meant_by_them(
        fight: &FightState,
        who: CombatantId,
        verb: &str,
        typed: &[(String, String)],
    ) -> Option<(&'static str, Vec<(String, String)>)> {
        verbs::meant_by_them(fight, who, verb, typed)
    }
    fn warning(fight: &FightState, who: CombatantId, action: &Action) -> Option<String> {
        lookahead::warning(fight, who, action)
    }
    fn interjected(_: &FightState, who: CombatantId, action: &Action) -> Option<Choice> {
        trigger::interjected(who, action)
    }
}

impl Playable for Ingenuity {
    delegate!(playable);
    fn health(fight: &FightState, who: CombatantId) -> f64 {
        fight.find(who).map_or(0.0, playing::health)
    }
    fn place(action: &Action) -> Option<crate::engine::ruleset::PlaceOf<Self>> {
        playing::place(action)
    }
    fn forget(known: &mut FightState, unseen: &Combatant) {
        playing::forget(known, unseen);
    }
    fn protects(question: &Question) -> Option<CombatantId> {
        playing::protects(question)
    }
}

impl Striking for Ingenuity {
    delegate!(striking);
}

impl NamedValues for Ingenuity {
    const LIES_IN_WAIT: &'static [&'static str] = &["surprise"];
    const AT_A_TABLE: &'static [(&'static str, &'static str)] = &[("interceptors", "in-danger")];
    delegate!(named_values);
    fn begins_anew(options: &mut Options) {
        options.finds_unseen = true;
    }
    fn condition_named(name: &str) -> Option<Condition> {
        Condition::named(name)
    }
    fn condition_menu() -> Vec<String> {
        Condition::ALL.into_iter().map(|it| it.name().to_owned()).collect()
    }
    fn set_fight(fight: &FightState, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
        values::set_fight(fight, name, value)
    }
    fn board(now: &Grid, fields: &[(String, String)]) -> Result<Grid, String> {
        board::read(now, fields)
    }
}

impl BetweenFights for Ingenuity {
    const OPEN_LASTING: &'static [&'static str] = &["endurance", "health", "stamina", "focus", "dead"];
    delegate!(between_fights);
    fn begins_hidden(sheet: &Sheet) -> bool {
        sheet.hidden
    }
    fn first_orders(owner: Option<Seat>) -> Vec<StandingOrder> {
        question::first_orders(owner)
    }
    fn begins_with(sheet: &Sheet) -> Vec<Held<Self>> {
        lasting::begins_with(sheet)
    }
    fn rests() -> Vec<Rest> {
        lasting::RESTS.to_vec()
    }
    fn rest(sheet: &Sheet, kind: &str, _: &mut dyn Dice) -> Rested<Sheet> {
        lasting::rest(sheet, kind)
    }
}

impl ByHand for Ingenuity {
    delegate!(by_hand);
}
