//! Einfelst Wilds: initiative cards, slow and fast manoeuvres, reactions declared before the roll, pools of d6, Harm in levels, fear, fire and
//! poison. This page only delegates. Read on in this order: [`rule`] (the checklist), [`sheet`], [`gear`] and [`state`] (who fights),
//! [`options`] and [`board`] (how and where), [`actions`] and [`violation`] (what may be done when), [`ambush`], [`turn`] and [`swap`] (cards),
//! [`testing`], [`attack`], [`reaction`], [`harm`], [`hold`], [`flight`], [`movement`], [`task`], [`peril`], [`fear`], [`fire`], [`poison`],
//! [`lasting`], then how it is told: [`narrate`], [`words`], [`fields`]. The README beside it leads from each rule to its function.

pub mod actions;
pub mod ambush;
pub mod attack;
pub mod board;
mod elsewhere;
pub mod fact;
pub mod fear;
pub mod fields;
pub mod fire;
pub mod flight;
pub mod gear;
pub mod harm;
pub mod hold;
pub mod lasting;
mod menus;
pub mod movement;
pub mod narrate;
pub mod options;
pub mod peril;
pub mod poison;
pub mod reaction;
mod references;
pub mod rule;
pub mod sheet;
pub mod state;
pub mod swap;
pub mod task;
pub mod testing;
pub mod turn;
pub mod violation;
pub mod words;

#[cfg(test)]
mod tests;

pub use actions::Action;
pub use fact::Fact;
pub use options::Options;
pub use reaction::{Choice, Order, Question};
pub use rule::Rule;
pub use sheet::Sheet;
pub use state::{Condition, Phase, Pot, Shared, State};
pub use violation::Violation;

use super::{
    boards,
    room::{by_its_files, types_of},
};
use crate::engine::{CombatantId, Draft, Ruleset, Slot, ids::Addressee, space::zones::Zones};
use serde::{Deserialize, Serialize};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Einfelst;

types_of!(Einfelst);

impl Ruleset for Einfelst {
    const NAME: &'static str = "einfelst";
    const LIES_IN_WAIT: &'static [&'static str] = &["ambush", "surprise"];
    const OPEN_PURSE: &'static [&'static str] = &["slow", "fast"];
    type Order = Order;
    type Space = Zones;
    by_its_files!();

    fn options(field: &Field, who: CombatantId, so_far: &Draft) -> Result<Slot<Action>, Refusal> {
        menus::options(field, who, so_far)
    }
    fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
        menus::meant_by(verb, typed)
    }
    fn obey(_: &Field, _: CombatantId, order: &Order, question: &Question, offers: &[Choice]) -> Option<usize> {
        reaction::obey(*order, question, offers)
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
    fn turn_spent(field: &Field, who: CombatantId, spent: bool) -> Vec<TableFact> {
        if spent { vec![] } else { turn::given_back(field, who) }
    }
    fn acts_beside(field: &Field, who: CombatantId) -> bool {
        turn::is_beside(field, who)
    }
    fn unseen_beside(options: &mut Options, on: bool) {
        options.unseen_beside = on;
    }
    fn begins_hidden(sheet: &Sheet) -> bool {
        sheet.hidden
    }
    fn lasting_words(field: &Field, who: CombatantId) -> Vec<String> {
        lasting::words(field, who)
    }
    fn ask_words(field: &Field, to: Addressee, question: &Question) -> String {
        words::ask(field, to, question)
    }
    fn choice_words(field: &Field, question: &Question, choice: &Choice) -> String {
        words::choice(field, question, choice)
    }
    fn order_words(order: &Order) -> String {
        words::order(*order).to_owned()
    }
    fn order_menu() -> Vec<(&'static str, Order)> {
        Order::ALL.to_vec()
    }
    fn violation_words(field: &Field, violation: &Violation) -> (String, Option<Rule>) {
        words::violation(field, violation)
    }
    fn phase_words(_: Phase) -> String {
        "between turns".to_owned()
    }
    fn condition_words(condition: &Condition) -> String {
        words::condition(*condition).to_owned()
    }
    fn is_plain_to_see(condition: &Condition) -> bool {
        matches!(
            condition,
            Condition::Restrained
                | Condition::Gagged
                | Condition::Prone
                | Condition::InCover
                | Condition::Pinned
                | Condition::Unconscious
        )
    }
    fn condition_named(name: &str) -> Option<Condition> {
        words::condition_named(name)
    }
    fn condition_menu() -> Vec<String> {
        Condition::ALL.into_iter().map(|it| words::condition(it).to_owned()).collect()
    }
    fn warning(field: &Field, who: CombatantId, action: &Action) -> Option<String> {
        words::warning(field, who, action)
    }
    fn awaited_words(field: &Field, question: &Question) -> Option<String> {
        words::awaited(field, question)
    }
    fn afflictions(field: &Field, of: &Combatant) -> Vec<&'static str> {
        words::afflictions(field, of)
    }
    fn shelter(_: &Field, of: &Combatant) -> Vec<&'static str> {
        words::shelter(of)
    }
    fn set_fight(field: &Field, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
        fields::set_fight(field, name, value)
    }
    fn board(now: &Zones, fields: &[(String, String)]) -> Result<Zones, String> {
        boards::zones(now, fields)
    }
}
