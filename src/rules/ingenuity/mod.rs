//! Ingenuity: teams that alternate, three actions and a reaction, endurance before health, the luck die. This page only delegates. Read
//! on in this order: [`rule`] (the checklist), [`sheet`], [`gear`] and [`state`] (who fights), [`options`] and [`board`] (how and where),
//! [`actions`] and [`barred`] (what may be done when), [`turn`], [`carry`], [`command`], [`ready`] (the turn), [`testing`], [`attack`],
//! [`defence`], [`reaction`], [`harm`] (blows), [`maneuver`], [`power`], [`fate`], [`movement`], [`hands`], [`task`] (all else),
//! [`lasting`] (what outlives the fight), then how it is told: [`narrate`], [`words`], [`fields`]. The README beside it leads from each
//! rule to its function.

pub mod actions;
pub mod attack;
pub mod barred;
pub mod board;
pub mod carry;
pub mod command;
pub mod defence;
pub mod fact;
pub mod fate;
pub mod fields;
pub mod gear;
pub mod hands;
pub mod harm;
pub mod lasting;
pub mod maneuver;
mod menus;
pub mod movement;
pub mod narrate;
pub mod options;
pub mod power;
pub mod reaction;
pub mod ready;
pub mod rule;
pub mod sheet;
pub mod state;
pub mod task;
pub mod testing;
pub mod turn;
pub mod words;

#[cfg(test)]
mod tests;

pub use actions::Action;
pub use attack::With;
pub use barred::Barred;
pub use fact::Fact;
pub use options::Options;
pub use reaction::{Choice, Question, Standing};
pub use rule::Rule;
pub use sheet::Sheet;
pub use state::{Condition, Phase, Pot, Shared, State};

use super::ways;
use crate::engine::{
    self, Budget, CombatantId, Dice, Draft, Held, Passage, Record, Rest, Rested, Ruleset, Seat, SideId, Slot, Verb,
    ids::Addressee,
    play::Whim,
    space::grid::Grid,
    view::{Details, Line, Mark, Vital},
};
use serde::{Deserialize, Serialize};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ingenuity;

/// A fight of Ingenuity as it stands.
pub type Field = engine::Field<Ingenuity>;
/// Somebody in it.
pub type Combatant = engine::Combatant<Ingenuity>;
/// The context of a rule.
pub type Cx<'a> = engine::Cx<'a, Ingenuity>;
/// What a rule gives back.
pub type Flow<T = ()> = engine::Flow<Ingenuity, T>;
/// A fact that every system knows.
pub type TableFact = engine::Fact<Ingenuity>;
/// A roll.
pub type Roll = engine::Roll<Ingenuity>;
/// Why not.
pub type Refusal = engine::Refusal<Ingenuity>;

impl Ruleset for Ingenuity {
    const NAME: &'static str = "ingenuity";
    type Sheet = Sheet;
    type State = State;
    type Shared = Shared;
    type Options = Options;
    type Action = Action;
    type Question = Question;
    type Choice = Choice;
    type Order = Standing;
    type Fact = Fact;
    type Rule = Rule;
    type Barred = Barred;
    type Condition = Condition;
    type Pot = Pot;
    type Phase = Phase;
    type Space = Grid;

    fn passage(cx: &mut Cx<'_>, passage: &Passage<Self>) -> Flow {
        turn::passage(cx, passage)
    }
    fn due(field: &Field) -> Option<Passage<Self>> {
        turn::due(field)
    }
    fn check(field: &Field, who: CombatantId, action: &Action) -> Result<(), Refusal> {
        actions::check(field, who, action).map_err(Refusal::Barred)
    }
    fn check_pass(field: &Field, side: SideId) -> Result<(), Refusal> {
        turn::check_pass(field, side).map_err(Refusal::Barred)
    }
    fn may_act(field: &Field) -> Vec<CombatantId> {
        turn::may_act(field)
    }
    fn verbs(field: &Field, who: CombatantId) -> Vec<Verb> {
        ways::verbs(field, who)
    }
    fn options(field: &Field, who: CombatantId, so_far: &Draft) -> Result<Slot<Action>, Refusal> {
        ways::options(field, who, so_far)
    }
    fn at_random(field: &Field, who: CombatantId, whim: &mut Whim) -> Option<Action> {
        ways::at_random(field, who, whim)
    }
    fn perform(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
        actions::perform(cx, who, action)
    }
    fn obey(
        field: &Field,
        who: CombatantId,
        order: &Standing,
        question: &Question,
        offers: &[Choice],
    ) -> Option<usize> {
        reaction::obey(field, who, *order, question, offers)
    }
    fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
        menus::meant_by(verb, typed)
    }
    fn instants(field: &Field, who: CombatantId) -> Vec<Choice> {
        ready::instants(field, who)
    }
    fn may_interject(field: &Field, who: CombatantId, choice: &Choice) -> bool {
        ready::may_interject(field, who, choice)
    }
    const INTERJECTED: &'static [&'static str] = &["trigger"];
    fn interjected(who: CombatantId, action: &Action) -> Option<Choice> {
        ready::interjected(who, action)
    }
    fn instant(cx: &mut Cx<'_>, who: CombatantId, choice: &Choice) -> Flow {
        ready::interject(cx, who, choice)
    }
    fn evolve(field: &mut Field, fact: &Fact) {
        fact::evolve(field, fact);
    }
    fn turn_given(field: &Field, who: CombatantId) -> Vec<TableFact> {
        turn::given(field, who)
    }
    fn fresh(sheet: &Sheet) -> (State, Budget<Pot>) {
        state::fresh(sheet)
    }
    fn tell(field: &Field, records: &[Record<Self>]) -> Vec<Line> {
        narrate::tell(field, records)
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
        reaction::first_orders(owner)
    }
    fn order_menu() -> Vec<(&'static str, Standing)> {
        Standing::ALL.into_iter().map(|it| (words::order(it), it)).collect()
    }
    fn barred_words(field: &Field, barred: &Barred) -> (String, Option<Rule>) {
        words::barred(field, barred)
    }
    fn phase_words(phase: Phase) -> String {
        words::phase(phase).to_owned()
    }
    fn condition_words(condition: &Condition) -> String {
        words::condition(*condition)
    }
    fn condition_named(name: &str) -> Option<Condition> {
        words::condition_named(name)
    }
    fn condition_menu() -> Vec<String> {
        Condition::ALL.into_iter().map(|it| words::bare(it).to_owned()).collect()
    }
    fn purse(field: &Field, who: CombatantId) -> Vec<(String, String)> {
        words::purse(field, who)
    }
    fn vitals(field: &Field, of: &Combatant) -> Vec<Vital> {
        words::vitals(field, of)
    }
    fn standing(field: &Field, of: &Combatant) -> (Mark, String) {
        words::standing(field, of)
    }
    fn shelter(_: &Field, of: &Combatant) -> Vec<&'static str> {
        words::shelter(of)
    }
    fn details(field: &Field) -> Details {
        words::details(field)
    }
    fn read(field: &Field, who: CombatantId, name: &str) -> Option<String> {
        fields::read(field, who, name)
    }
    fn set(field: &Field, who: CombatantId, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
        fields::set(field, who, name, value)
    }
    fn sheet(fields: &[(String, String)]) -> Result<Sheet, Vec<(String, String)>> {
        sheet::read(fields)
    }
    fn sheet_fields(sheet: &Sheet) -> Vec<(String, String)> {
        sheet::fields(sheet)
    }
    fn templates() -> Vec<(String, Sheet)> {
        sheet::templates()
    }
    fn set_option(options: &mut Options, name: &str, value: &str) -> Result<(), String> {
        options::set_option(options, name, value)
    }
    fn unseen_beside(options: &mut Options, on: bool) {
        options.unseen_beside = on;
    }
    fn option_fields(options: &Options) -> Vec<(String, String)> {
        options::options(options)
    }
    fn set_fight(field: &Field, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
        fields::set_fight(field, name, value)
    }
    fn read_fight(field: &Field, name: &str) -> Option<String> {
        fields::read_fight(field, name)
    }
    fn begins_with(sheet: &Sheet) -> Vec<Held<Self>> {
        lasting::begins_with(sheet)
    }
    fn lasting(field: &Field, who: CombatantId) -> Sheet {
        lasting::lasting(field, who)
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
