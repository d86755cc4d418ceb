//! Sovereign, a hack of Worlds Without Number by Beau Rancourt: sides that act as a whole, Main, Move, Free and Instant actions, Shock, and
//! a grid with sight and cover. This page only delegates. Read on in this order: `rules` (the checklist), `sheet`, `gear` and
//! `state` (who fights), `options` and `board` (how and where), `verbs` and `violation` (what may be done when), `turn`,
//! `checks`, `attack`, `instants`, `screen`, `swarm`, `manoeuvres`, `execution`, `harm`, `oil`, `morale`, `movement`,
//! `items`, `skills`, `lasting`,
//! `lookahead`, then how it is told: `story`, `labels`, `values`. The README beside it leads from each rule to its function.

mod chapters;
mod model;
mod refusals;
mod rules;
mod text;
mod values;
mod verbs;

#[cfg(test)]
mod tests;

pub use model::{
    fact::{Event, Fact},
    options::Options,
    question::{Choice, Question, StandingOrder},
    sheet::Sheet,
    state::{Condition, Phase, Resource, State, SystemState},
};
pub use refusals::Violation;
pub use rules::Rule;
pub use verbs::Action;

use self::{
    chapters::{instants, lasting, turn},
    model::{fact, options, references, sheet, state},
    text::{labels, lookahead, other_games, story},
};
use super::{
    action_space, boards,
    delegate::{delegate_to_files, engine_types},
};
use crate::engine::{
    CombatantId, Dice, Held, Param, PartialAction, Rest, Rested, Ruleset,
    ids::Addressee,
    ruleset::Looker,
    space::grid::{Grid, Sight, Square},
};
use serde::{Deserialize, Serialize};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sovereign;

engine_types!(Sovereign);

impl Ruleset for Sovereign {
    const NAME: &'static str = "sovereign";
    const LIES_IN_WAIT: &'static [&'static str] = &["surprise", "surprised"];
    const OPEN_REMAINING: &'static [&'static str] = &["main", "move"];
    type StandingOrder = StandingOrder;
    type Event = Event;
    type Space = Grid;
    delegate_to_files!();

    fn options(fight: &FightState, who: CombatantId, so_far: &PartialAction) -> Result<Param<Action>, Refusal> {
        action_space::options(fight, who, so_far)
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
    fn may_interject(fight: &FightState, who: CombatantId, choice: &Choice) -> bool {
        instants::may_interject(fight, who, choice)
    }
    const INTERJECTED: &'static [&'static str] = verbs::HELD;
    fn interjected(fight: &FightState, who: CombatantId, action: &Action) -> Option<Choice> {
        instants::interjected(fight, who, action)
    }
    fn begins_unseen(known: &FightState) -> bool {
        turn::begins_unseen(known)
    }
    fn acts_beside(fight: &FightState, who: CombatantId) -> bool {
        turn::is_beside(fight, who)
    }
    fn unseen_beside(options: &mut Options, on: bool) {
        options.unseen_beside = on;
    }
    fn instants(fight: &FightState, who: CombatantId) -> Vec<Choice> {
        instants::instants(fight, who)
    }
    fn instant(cx: &mut Cx<'_>, who: CombatantId, choice: &Choice) -> Flow {
        instants::take(cx, who, choice)
    }
    fn obey(
        fight: &FightState,
        who: CombatantId,
        order: &StandingOrder,
        question: &Question,
        offers: &[Choice],
    ) -> Option<usize> {
        instants::obey(fight, who, *order, question, offers)
    }
    fn evolve(fight: &mut FightState, fact: &Fact) {
        fact::evolve(fight, fact);
    }
    fn missing(fight: &FightState, fact: &Fact) -> Option<String> {
        references::missing(fight, fact)
    }
    fn missing_in_event(fight: &FightState, event: &Event) -> Option<String> {
        references::missing_in_event(fight, event)
    }

    fn again(fact: &Fact, before: &FightState, now: &FightState) -> Option<Fact> {
        references::again(fact, before, now)
    }
    fn begins_hidden(sheet: &Sheet) -> bool {
        sheet.hidden
    }
    fn begins_with(sheet: &Sheet) -> Vec<Held<Self>> {
        lasting::begins_with(sheet)
    }
    fn ask_words(fight: &FightState, to: Addressee, question: &Question) -> String {
        labels::ask(fight, to, question)
    }
    fn choice_words(fight: &FightState, question: &Question, choice: &Choice) -> String {
        labels::choice(fight, question, choice)
    }
    fn order_words(order: &StandingOrder) -> String {
        StandingOrder::ALL.iter().find(|it| it.1 == *order).map_or("", |it| it.0).to_owned()
    }
    fn order_menu() -> Vec<(&'static str, StandingOrder)> {
        StandingOrder::ALL.to_vec()
    }
    fn violation_words(fight: &FightState, violation: &Violation) -> (String, Option<Rule>) {
        violation.words(fight)
    }
    fn phase_words(phase: Phase) -> String {
        labels::phase(phase).to_owned()
    }
    fn condition_words(condition: &Condition) -> String {
        labels::condition(*condition).to_owned()
    }
    fn is_plain_to_see(condition: &Condition) -> bool {
        matches!(condition, Condition::Prone | Condition::Burning | Condition::Retreating | Condition::Unconscious)
    }
    fn condition_named(name: &str) -> Option<Condition> {
        labels::condition_named(name)
    }
    fn condition_menu() -> Vec<String> {
        Condition::ALL.into_iter().map(|it| labels::condition(it).to_owned()).collect()
    }
    fn reaches(fight: &FightState, who: CombatantId) -> Vec<Square> {
        lookahead::reaches(fight, who)
    }
    fn threatens(fight: &FightState, who: CombatantId) -> Vec<Square> {
        lookahead::threatens(fight, who)
    }
    fn sight_words(fight: &FightState, from: &Looker<Self>, to: &Looker<Self>, sight: Option<&Sight>) -> Vec<String> {
        lookahead::sight_words(fight, from, to, sight)
    }
    fn warning(fight: &FightState, who: CombatantId, action: &Action) -> Option<String> {
        lookahead::warning(fight, who, action)
    }
    fn set_fight(fight: &FightState, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
        values::set_fight(fight, name, value)
    }
    fn rests() -> Vec<Rest> {
        lasting::RESTS.to_vec()
    }
    fn rest(sheet: &Sheet, kind: &str, dice: &mut dyn Dice) -> Rested<Sheet> {
        lasting::rest(sheet, kind, dice)
    }
    fn board(now: &Grid, fields: &[(String, String)]) -> Result<Grid, String> {
        boards::grid(now, fields)
    }
}
