//! Ingenuity: teams that alternate, three actions and a reaction, endurance before health, the luck die. This page only delegates. Read
//! on in this order: [`rule`] (the checklist), [`sheet`], [`values`], [`gear`], [`learned`] and [`state`] (who fights), [`options`] and
//! [`board`] (how and where), [`action`], [`actions`] and [`violation`] (what may be done when), [`turn`], [`carry`], [`command`], [`ready`]
//! (the turn), [`testing`], [`attack`], [`defence`], [`question`], [`reaction`], [`harm`] (blows), [`maneuver`], [`opportunity`], [`power`], [`fate`],
//! [`movement`], [`hands`], [`task`] (all else), [`lasting`] (what outlives the fight), then how it is told: [`narrate`], [`words`], [`looks`],
//! [`refusals`], [`fields`]. The README beside it leads from each rule to its function.

pub mod action;
pub mod actions;
pub mod attack;
pub mod board;
pub mod carry;
pub mod choices;
pub mod command;
pub mod defence;
mod elsewhere;
pub mod fact;
pub mod fate;
pub mod fields;
pub mod gear;
pub mod hands;
pub mod harm;
pub mod lasting;
pub mod learned;
pub mod looks;
pub mod maneuver;
mod menus;
pub mod movement;
pub mod narrate;
pub mod opportunity;
pub mod options;
pub mod power;
pub mod question;
pub mod reaction;
pub mod ready;
mod references;
pub mod refusals;
pub mod rule;
pub mod sheet;
pub mod state;
pub mod task;
pub mod testing;
pub mod turn;
mod typed;
pub mod values;
pub mod violation;
pub mod words;

#[cfg(test)]
mod tests;

pub use action::Action;
pub use attack::With;
pub use fact::Fact;
pub use options::Options;
pub use question::{Choice, Question, Standing};
pub use rule::Rule;
pub use sheet::Sheet;
pub use state::{Condition, Phase, Pot, Shared, State};
pub use violation::Violation;

use super::{
    room::{by_its_files, types_of},
    ways,
};
use crate::engine::{
    CombatantId, Dice, Draft, Held, Rest, Rested, Ruleset, Seat, Slot,
    ids::Addressee,
    ruleset::Looker,
    space::grid::{Grid, Sight, Square},
};
use serde::{Deserialize, Serialize};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ingenuity;

types_of!(Ingenuity);

impl Ruleset for Ingenuity {
    const NAME: &'static str = "ingenuity";
    const LIES_IN_WAIT: &'static [&'static str] = &["surprise"];
    const OPEN_PURSE: &'static [&'static str] = &["actions", "reaction", "begun"];
    type Order = Standing;
    type Space = Grid;
    by_its_files!();

    fn options(field: &Field, who: CombatantId, so_far: &Draft) -> Result<Slot<Action>, Refusal> {
        ways::options(field, who, so_far)
    }
    fn obey(
        field: &Field,
        who: CombatantId,
        order: &Standing,
        question: &Question,
        offers: &[Choice],
    ) -> Option<usize> {
        question::obey(field, who, *order, question, offers)
    }
    fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
        typed::meant_by(verb, typed)
    }
    fn meant_by_them(
        field: &Field,
        who: CombatantId,
        verb: &str,
        typed: &[(String, String)],
    ) -> Option<(&'static str, Vec<(String, String)>)> {
        typed::meant_by(verb, typed).or_else(|| typed::power_meant(field, who, verb, typed))
    }
    fn rule_of_slot(verb: &str, slot: &str) -> Option<Rule> {
        typed::rule_of_slot(verb, slot)
    }
    fn begins_anew(options: &mut Options) {
        options.finds_unseen = true;
    }
    fn begins_hidden(sheet: &Sheet) -> bool {
        sheet.hidden
    }
    fn reaches(field: &Field, who: CombatantId) -> Vec<Square> {
        movement::reaches(field, who)
    }
    fn threatens(field: &Field, who: CombatantId) -> Vec<Square> {
        opportunity::threatens(field, who)
    }
    fn warning(field: &Field, who: CombatantId, action: &Action) -> Option<String> {
        looks::warning(field, who, action)
    }
    fn sight_words(field: &Field, from: &Looker<Self>, to: &Looker<Self>, sight: Option<&Sight>) -> Vec<String> {
        looks::sight_words(field, from, to, sight)
    }
    fn instants(field: &Field, who: CombatantId) -> Vec<Choice> {
        ready::instants(field, who)
    }
    fn may_interject(field: &Field, who: CombatantId, choice: &Choice) -> bool {
        ready::may_interject(field, who, choice)
    }
    const INTERJECTED: &'static [&'static str] = &["trigger"];
    fn interjected(_: &Field, who: CombatantId, action: &Action) -> Option<Choice> {
        ready::interjected(who, action)
    }
    fn instant(cx: &mut Cx<'_>, who: CombatantId, choice: &Choice) -> Flow {
        ready::interject(cx, who, choice)
    }
    fn evolve(field: &mut Field, fact: &Fact) {
        fact::evolve(field, fact);
    }
    fn missing(field: &Field, fact: &Fact) -> Option<String> {
        references::missing(field, fact)
    }
    fn ask_words(field: &Field, _: Addressee, question: &Question) -> String {
        words::ask(field, question)
    }
    fn choice_words(field: &Field, question: &Question, choice: &Choice) -> String {
        words::choice(field, question, choice)
    }
    fn order_words(order: &Standing) -> String {
        words::order(*order).to_owned()
    }
    fn first_orders(owner: Option<Seat>) -> Vec<Standing> {
        question::first_orders(owner)
    }
    fn order_menu() -> Vec<(&'static str, Standing)> {
        Standing::ALL.into_iter().map(|it| (words::order(it), it)).collect()
    }
    fn violation_words(field: &Field, violation: &Violation) -> (String, Option<Rule>) {
        refusals::violation(field, violation)
    }
    fn phase_words(phase: Phase) -> String {
        words::phase(phase).to_owned()
    }
    fn condition_words(condition: &Condition) -> String {
        words::condition(*condition)
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
        words::condition_named(name)
    }
    fn condition_menu() -> Vec<String> {
        Condition::ALL.into_iter().map(|it| words::bare(it).to_owned()).collect()
    }
    fn shelter(_: &Field, of: &Combatant) -> Vec<&'static str> {
        words::shelter(of)
    }
    fn acts_beside(field: &Field, who: CombatantId) -> bool {
        turn::is_beside(field, who)
    }
    fn unseen_beside(options: &mut Options, on: bool) {
        options.unseen_beside = on;
    }
    fn begins_with(sheet: &Sheet) -> Vec<Held<Self>> {
        lasting::begins_with(sheet)
    }
    fn set_fight(field: &Field, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
        fields::set_fight(field, name, value)
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
