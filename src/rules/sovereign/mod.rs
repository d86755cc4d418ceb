//! Sovereign, a hack of Worlds Without Number by Beau Rancourt: sides that act as a whole, Main, Move, Free and Instant actions, Shock, and
//! a grid with sight and cover. This page only delegates. Read on in this order: [`rule`] (the checklist), [`sheet`], [`gear`] and
//! [`state`] (who fights), [`options`] and [`board`] (how and where), [`actions`] and [`violation`] (what may be done when), [`turn`],
//! [`checks`], [`attack`], [`instants`], [`screen`], [`swarm`], [`manoeuvres`], [`execution`], [`harm`], [`oil`], [`morale`], [`movement`],
//! [`items`], [`deeds`], [`lasting`],
//! [`looks`], then how it is told: [`narrate`], [`words`], [`fields`]. The README beside it leads from each rule to its function.

pub mod actions;
pub mod attack;
pub mod board;
pub mod checks;
pub mod deeds;
mod elsewhere;
pub mod execution;
pub mod fact;
pub mod fields;
pub mod gear;
pub mod harm;
pub mod instants;
pub mod items;
pub mod lasting;
pub mod looks;
pub mod manoeuvres;
mod menus;
pub mod morale;
pub mod movement;
pub mod narrate;
pub mod oil;
pub mod options;
mod references;
mod refusals;
pub mod rule;
pub mod screen;
pub mod sheet;
pub mod state;
pub mod swarm;
pub mod turn;
pub mod violation;
pub mod words;

#[cfg(test)]
mod tests;

pub use actions::Action;
pub use fact::Fact;
pub use instants::{Choice, Question};
pub use options::Options;
pub use rule::Rule;
pub use sheet::Sheet;
pub use state::{Condition, Phase, Pot, Shared, State};
pub use violation::Violation;

use super::{
    boards,
    room::{by_its_files, types_of},
    ways,
};
use crate::engine::{
    CombatantId, Dice, Draft, Held, Rest, Rested, Ruleset, Slot,
    ids::Addressee,
    ruleset::Looker,
    space::grid::{Grid, Sight, Square},
};
use serde::{Deserialize, Serialize};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sovereign;

types_of!(Sovereign);

impl Ruleset for Sovereign {
    const NAME: &'static str = "sovereign";
    const LIES_IN_WAIT: &'static [&'static str] = &["surprise", "surprised"];
    const OPEN_PURSE: &'static [&'static str] = &["main", "move"];
    type Order = instants::Order;
    type Space = Grid;
    by_its_files!();

    fn options(field: &Field, who: CombatantId, so_far: &Draft) -> Result<Slot<Action>, Refusal> {
        ways::options(field, who, so_far)
    }
    fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
        menus::meant_by(verb, typed)
    }
    fn meant_by_them(
        field: &Field,
        who: CombatantId,
        verb: &str,
        typed: &[(String, String)],
    ) -> Option<(&'static str, Vec<(String, String)>)> {
        menus::meant_by_them(field, who, verb, typed)
    }
    fn may_interject(field: &Field, who: CombatantId, choice: &Choice) -> bool {
        instants::may_interject(field, who, choice)
    }
    const INTERJECTED: &'static [&'static str] = actions::HELD;
    fn interjected(field: &Field, who: CombatantId, action: &Action) -> Option<Choice> {
        instants::interjected(field, who, action)
    }
    fn begins_unseen(known: &Field) -> bool {
        turn::begins_unseen(known)
    }
    fn acts_beside(field: &Field, who: CombatantId) -> bool {
        turn::is_beside(field, who)
    }
    fn unseen_beside(options: &mut Options, on: bool) {
        options.unseen_beside = on;
    }
    fn instants(field: &Field, who: CombatantId) -> Vec<Choice> {
        instants::instants(field, who)
    }
    fn instant(cx: &mut Cx<'_>, who: CombatantId, choice: &Choice) -> Flow {
        instants::take(cx, who, choice)
    }
    fn obey(
        field: &Field,
        who: CombatantId,
        order: &instants::Order,
        question: &Question,
        offers: &[Choice],
    ) -> Option<usize> {
        instants::obey(field, who, *order, question, offers)
    }
    fn evolve(field: &mut Field, fact: &Fact) {
        fact::evolve(field, fact);
    }
    fn missing(field: &Field, fact: &Fact) -> Option<String> {
        references::missing(field, fact)
    }

    fn again(fact: &Fact, before: &Field, now: &Field) -> Option<Fact> {
        references::again(fact, before, now)
    }
    fn begins_hidden(sheet: &Sheet) -> bool {
        sheet.hidden
    }
    fn begins_with(sheet: &Sheet) -> Vec<Held<Self>> {
        lasting::begins_with(sheet)
    }
    fn ask_words(field: &Field, to: Addressee, question: &Question) -> String {
        words::ask(field, to, question)
    }
    fn choice_words(field: &Field, question: &Question, choice: &Choice) -> String {
        words::choice(field, question, choice)
    }
    fn order_words(order: &instants::Order) -> String {
        instants::Order::ALL.iter().find(|it| it.1 == *order).map_or("", |it| it.0).to_owned()
    }
    fn order_menu() -> Vec<(&'static str, instants::Order)> {
        instants::Order::ALL.to_vec()
    }
    fn violation_words(field: &Field, violation: &Violation) -> (String, Option<Rule>) {
        refusals::violation(field, violation)
    }
    fn phase_words(phase: Phase) -> String {
        words::phase(phase).to_owned()
    }
    fn condition_words(condition: &Condition) -> String {
        words::condition(*condition).to_owned()
    }
    fn is_plain_to_see(condition: &Condition) -> bool {
        matches!(condition, Condition::Prone | Condition::Burning | Condition::Retreating | Condition::Unconscious)
    }
    fn condition_named(name: &str) -> Option<Condition> {
        words::condition_named(name)
    }
    fn condition_menu() -> Vec<String> {
        Condition::ALL.into_iter().map(|it| words::condition(it).to_owned()).collect()
    }
    fn reaches(field: &Field, who: CombatantId) -> Vec<Square> {
        looks::reaches(field, who)
    }
    fn threatens(field: &Field, who: CombatantId) -> Vec<Square> {
        looks::threatens(field, who)
    }
    fn sight_words(field: &Field, from: &Looker<Self>, to: &Looker<Self>, sight: Option<&Sight>) -> Vec<String> {
        looks::sight_words(field, from, to, sight)
    }
    fn warning(field: &Field, who: CombatantId, action: &Action) -> Option<String> {
        looks::warning(field, who, action)
    }
    fn set_fight(field: &Field, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
        fields::set_fight(field, name, value)
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
