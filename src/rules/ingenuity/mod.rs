//! Ingenuity: teams that alternate, three actions and a reaction, endurance before health, the luck die. This page only delegates. Read
//! on in this order: `rules` (the checklist), `model` (who fights, with what, where), `chapters` (the book), `verbs` (what a turn offers),
//! `refusals` (why something is not allowed), `values` (what can be read and set by name), `text` (how it is told). The README beside it
//! leads from each rule to its function.

mod chapters;
mod model;
pub mod refusals;
pub mod rules;
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
    chapters::{lasting, movement, opportunity, order, turn},
    model::{board, fact, options, question, references, sheet, state},
    text::{labels, lookahead, other_games, story},
    verbs::trigger,
};
use super::{
    action_space,
    delegate::{delegate_to_files, engine_types},
};
use crate::engine::{
    CombatantId, Dice, Held, Param, PartialAction, Rest, Rested, Ruleset, Seat,
    ids::Addressee,
    ruleset::Looker,
    space::grid::{Grid, Sight, Square},
};
use serde::{Deserialize, Serialize};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ingenuity;

engine_types!(Ingenuity);

impl Ruleset for Ingenuity {
    const NAME: &'static str = "ingenuity";
    const LIES_IN_WAIT: &'static [&'static str] = &["surprise"];
    const OPEN_REMAINING: &'static [&'static str] = &["actions", "reaction", "begun"];
    type StandingOrder = StandingOrder;
    type Event = Event;
    type Space = Grid;
    delegate_to_files!();

    fn options(fight: &FightState, who: CombatantId, so_far: &PartialAction) -> Result<Param<Action>, Refusal> {
        action_space::options(fight, who, so_far)
    }
    fn obey(
        fight: &FightState,
        who: CombatantId,
        order: &StandingOrder,
        question: &Question,
        offers: &[Choice],
    ) -> Option<usize> {
        question::obey(fight, who, *order, question, offers)
    }
    fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
        verbs::meant_by(verb, typed)
    }
    fn meant_by_them(
        fight: &FightState,
        who: CombatantId,
        verb: &str,
        typed: &[(String, String)],
    ) -> Option<(&'static str, Vec<(String, String)>)> {
        verbs::meant_by_them(fight, who, verb, typed)
    }
    fn rule_of_slot(verb: &str, slot: &str) -> Option<Rule> {
        verbs::rule_of_param(verb, slot)
    }
    fn begins_anew(options: &mut Options) {
        options.finds_unseen = true;
    }
    fn begins_hidden(sheet: &Sheet) -> bool {
        sheet.hidden
    }
    fn reaches(fight: &FightState, who: CombatantId) -> Vec<Square> {
        movement::reaches(fight, who)
    }
    fn threatens(fight: &FightState, who: CombatantId) -> Vec<Square> {
        opportunity::threatens(fight, who)
    }
    fn warning(fight: &FightState, who: CombatantId, action: &Action) -> Option<String> {
        lookahead::warning(fight, who, action)
    }
    fn sight_words(fight: &FightState, from: &Looker<Self>, to: &Looker<Self>, sight: Option<&Sight>) -> Vec<String> {
        lookahead::sight_words(fight, from, to, sight)
    }
    fn instants(fight: &FightState, who: CombatantId) -> Vec<Choice> {
        trigger::instants(fight, who)
    }
    fn may_interject(fight: &FightState, who: CombatantId, choice: &Choice) -> bool {
        trigger::may_interject(fight, who, choice)
    }
    const INTERJECTED: &'static [&'static str] = &["trigger"];
    fn interjected(_: &FightState, who: CombatantId, action: &Action) -> Option<Choice> {
        trigger::interjected(who, action)
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
    fn ask_words(fight: &FightState, _: Addressee, question: &Question) -> String {
        labels::ask(fight, question)
    }
    fn choice_words(fight: &FightState, question: &Question, choice: &Choice) -> String {
        labels::choice(fight, question, choice)
    }
    fn order_words(order: &StandingOrder) -> String {
        labels::order(*order).to_owned()
    }
    fn first_orders(owner: Option<Seat>) -> Vec<StandingOrder> {
        question::first_orders(owner)
    }
    fn order_menu() -> Vec<(&'static str, StandingOrder)> {
        StandingOrder::ALL.into_iter().map(|it| (labels::order(it), it)).collect()
    }
    fn violation_words(fight: &FightState, violation: &Violation) -> (String, Option<Rule>) {
        violation.words(fight)
    }
    fn phase_words(phase: Phase) -> String {
        labels::phase(phase).to_owned()
    }
    fn condition_words(condition: &Condition) -> String {
        condition.words()
    }
    fn die_words(die: &crate::engine::Die) -> Option<String> {
        chapters::testing::die_words(die)
    }
    fn is_plain_to_see(condition: &Condition) -> bool {
        matches!(
            condition,
            Condition::Burning(_)
                | Condition::Grappled
                | Condition::Prone
                | Condition::Stunned
                | Condition::Unconscious
        )
    }
    fn condition_named(name: &str) -> Option<Condition> {
        Condition::named(name)
    }
    fn condition_menu() -> Vec<String> {
        Condition::ALL.into_iter().map(|it| it.name().to_owned()).collect()
    }
    fn shelter(_: &FightState, of: &Combatant) -> Vec<&'static str> {
        labels::shelter(of)
    }
    fn acts_beside(fight: &FightState, who: CombatantId) -> bool {
        order::is_beside(fight, who)
    }
    fn unseen_beside(options: &mut Options, on: bool) {
        options.unseen_beside = on;
    }
    fn begins_with(sheet: &Sheet) -> Vec<Held<Self>> {
        lasting::begins_with(sheet)
    }
    fn set_fight(fight: &FightState, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
        values::set_fight(fight, name, value)
    }
    fn rests() -> Vec<Rest> {
        lasting::RESTS.to_vec()
    }
    fn rest(sheet: &Sheet, kind: &str, _: &mut dyn Dice) -> Rested<Sheet> {
        lasting::rest(sheet, kind)
    }
    fn board(now: &Grid, fields: &[(String, String)]) -> Result<Grid, String> {
        board::read(now, fields)
    }
}
