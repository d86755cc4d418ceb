//! TD2e, a house rewrite of Tiny Dungeon 2e: initiative by 2d6, one deed a turn, tests with one, two or three dice, damage reduction,
//! stabilising. This page only delegates. Read on in this order: [`rule`] (the checklist), [`sheet`], [`gear`] and [`state`] (who fights),
//! [`options`] and [`board`] (how and where), [`actions`] and [`violation`] (what may be done when), [`turn`], [`testing`], [`attack`],
//! [`evasion`], [`harm`], [`movement`], [`sneak`], [`lasting`] (what outlives the fight), then how it is told: [`narrate`], [`words`], [`fields`]. The README beside it leads from each rule
//! to its function.

pub mod actions;
pub mod attack;
pub mod board;
mod elsewhere;
pub mod evasion;
pub mod fact;
pub mod fields;
pub mod gear;
pub mod harm;
pub mod lasting;
mod menus;
pub mod movement;
pub mod narrate;
pub mod options;
mod references;
pub mod rule;
pub mod sheet;
pub mod sneak;
pub mod state;
pub mod testing;
pub mod turn;
pub mod violation;
pub mod words;

#[cfg(test)]
mod tests;

pub use actions::Action;
pub use attack::{Intent, With};
pub use fact::Fact;
pub use options::Options;
pub use rule::Rule;
pub use sheet::Sheet;
pub use state::{Condition, Phase, Pot, Shared, State};
pub use violation::Violation;

use super::{
    boards,
    names::key,
    room::{by_its_files, types_of},
    ways,
};
use crate::engine::{
    CombatantId, Dice, Draft, Rest, Rested, Ruleset, Slot,
    ids::Addressee,
    space::grid::{Grid, Square},
};
use serde::{Deserialize, Serialize};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Td2e;

types_of!(Td2e);

/// TD2e asks nobody anything: evading is chosen beforehand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {}

/// No question, no choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {}

/// No question, no order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {}

impl Ruleset for Td2e {
    const NAME: &'static str = "td2e";
    const OPEN_PURSE: &'static [&'static str] = &["turn"];
    type Order = Standing;
    type Space = Grid;
    by_its_files!();

    fn options(field: &Field, who: CombatantId, so_far: &Draft) -> Result<Slot<Action>, Refusal> {
        ways::options(field, who, so_far)
    }
    fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
        menus::meant_by(verb, typed)
    }
    fn obey(_: &Field, _: CombatantId, order: &Standing, _: &Question, _: &[Choice]) -> Option<usize> {
        match *order {}
    }
    fn evolve(field: &mut Field, fact: &Fact) {
        fact::evolve(field, fact);
    }
    fn missing(field: &Field, fact: &Fact) -> Option<String> {
        references::missing(field, fact)
    }
    fn turn_spent(field: &Field, who: CombatantId, spent: bool) -> Vec<TableFact> {
        turn::spent(field, who, spent)
    }
    fn hidden(field: &Field, who: CombatantId) -> Vec<TableFact> {
        turn::hidden(field, who)
    }
    fn begins_anew(options: &mut Options) {
        options.finds_unseen = true;
    }
    fn begins_hidden(sheet: &Sheet) -> bool {
        sheet.hidden
    }
    fn ask_words(_: &Field, _: Addressee, question: &Question) -> String {
        match *question {}
    }
    fn choice_words(_: &Field, question: &Question, _: &Choice) -> String {
        match *question {}
    }
    fn order_words(order: &Standing) -> String {
        match *order {}
    }
    fn order_menu() -> Vec<(&'static str, Standing)> {
        vec![]
    }
    fn violation_words(field: &Field, violation: &Violation) -> (String, Option<Rule>) {
        words::violation(field, violation)
    }
    fn phase_words(phase: Phase) -> String {
        match phase {}
    }
    fn condition_words(condition: &Condition) -> String {
        words::condition(*condition).to_owned()
    }
    fn is_plain_to_see(condition: &Condition) -> bool {
        matches!(condition, Condition::Unconscious | Condition::Grabbed)
    }
    fn condition_named(name: &str) -> Option<Condition> {
        Condition::ALL.into_iter().find(|it| key(words::condition(*it)) == key(name))
    }
    fn condition_menu() -> Vec<String> {
        Condition::ALL.into_iter().map(|it| words::condition(it).to_owned()).collect()
    }
    fn reaches(field: &Field, who: CombatantId) -> Vec<Square> {
        movement::walks(field, who).into_keys().collect()
    }
    fn threatens(field: &Field, who: CombatantId) -> Vec<Square> {
        board::threatened(field, who)
    }
    fn acts_beside(field: &Field, who: CombatantId) -> bool {
        turn::is_beside(field, who)
    }
    fn unseen_beside(options: &mut Options, on: bool) {
        options.unseen_beside = on;
    }
    fn rests() -> Vec<Rest> {
        lasting::RESTS.to_vec()
    }
    fn rest(sheet: &Sheet, kind: &str, _: &mut dyn Dice) -> Rested<Sheet> {
        lasting::rest(sheet, kind)
    }
    fn board(now: &Grid, fields: &[(String, String)]) -> Result<Grid, String> {
        boards::grid(now, fields)
    }
}
