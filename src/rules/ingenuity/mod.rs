//! Ingenuity: teams that alternate, three actions and a reaction, endurance before health, the luck die. This page only delegates. Read
//! on in this order: `rules` (the checklist), `sheet`, `values`, `gear`, `learned` and `state` (who fights), `options` and
//! `board` (how and where), `action`, `verbs` and `violation` (what may be done when), `turn`, `carry`, `command`, `ready`
//! (the turn), `testing`, `attack`, `defence`, `question`, `reaction`, `harm` (blows), `maneuver`, `opportunity`, `power`, `fate`,
//! `movement`, `hands`, `task` (all else), `lasting` (what outlives the fight), then how it is told: `story`, `labels`, `lookahead`,
//! `refusals`, `values`. The README beside it leads from each rule to its function.

mod action;
mod attack;
mod board;
mod carry;
mod choices;
mod command;
mod defence;
mod fact;
mod fate;
mod gear;
mod hands;
mod harm;
mod labels;
mod lasting;
mod learned;
mod lookahead;
mod maneuver;
mod menus;
mod movement;
mod opportunity;
mod options;
mod other_games;
mod power;
mod question;
mod reaction;
mod ready;
mod references;
mod refusals;
mod rules;
mod sheet;
mod sheet_values;
mod state;
mod story;
mod synonyms;
mod task;
mod testing;
mod turn;
mod values;
mod verbs;
mod violation;

#[cfg(test)]
mod tests;

pub use action::Action;
pub use attack::With;
pub use fact::Fact;
pub use options::Options;
pub use question::{Choice, Question, StandingOrder};
pub use rules::Rule;
pub use sheet::Sheet;
pub use state::{Condition, Phase, Resource, State, SystemState};
pub use violation::Violation;

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
        synonyms::meant_by(verb, typed)
    }
    fn meant_by_them(
        fight: &FightState,
        who: CombatantId,
        verb: &str,
        typed: &[(String, String)],
    ) -> Option<(&'static str, Vec<(String, String)>)> {
        synonyms::meant_by(verb, typed).or_else(|| synonyms::power_meant(fight, who, verb, typed))
    }
    fn rule_of_slot(verb: &str, slot: &str) -> Option<Rule> {
        synonyms::rule_of_slot(verb, slot)
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
        ready::instants(fight, who)
    }
    fn may_interject(fight: &FightState, who: CombatantId, choice: &Choice) -> bool {
        ready::may_interject(fight, who, choice)
    }
    const INTERJECTED: &'static [&'static str] = &["trigger"];
    fn interjected(_: &FightState, who: CombatantId, action: &Action) -> Option<Choice> {
        ready::interjected(who, action)
    }
    fn instant(cx: &mut Cx<'_>, who: CombatantId, choice: &Choice) -> Flow {
        ready::interject(cx, who, choice)
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
        refusals::violation(fight, violation)
    }
    fn phase_words(phase: Phase) -> String {
        labels::phase(phase).to_owned()
    }
    fn condition_words(condition: &Condition) -> String {
        labels::condition(*condition)
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
        labels::condition_named(name)
    }
    fn condition_menu() -> Vec<String> {
        Condition::ALL.into_iter().map(|it| labels::bare(it).to_owned()).collect()
    }
    fn shelter(_: &FightState, of: &Combatant) -> Vec<&'static str> {
        labels::shelter(of)
    }
    fn acts_beside(fight: &FightState, who: CombatantId) -> bool {
        turn::is_beside(fight, who)
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
