//! TD2e, a house rewrite of Tiny Dungeon 2e: initiative by 2d6, one deed a turn, tests with one, two or three dice, damage reduction,
//! stabilising. This page only delegates. Read on in this order: [`rule`] (the checklist), [`sheet`], [`gear`] and [`state`] (who fights),
//! [`options`] and [`board`] (how and where), [`actions`] and [`barred`] (what may be done when), [`turn`], [`testing`], [`attack`],
//! [`evasion`], [`harm`], [`movement`], [`sneak`], [`lasting`] (what outlives the fight), then how it is told: [`narrate`], [`words`], [`fields`]. The README beside it leads from each rule
//! to its function.

pub mod actions;
pub mod attack;
pub mod barred;
pub mod board;
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
pub mod rule;
pub mod sheet;
pub mod sneak;
pub mod state;
pub mod testing;
pub mod turn;
pub mod words;

#[cfg(test)]
mod tests;

pub use actions::Action;
pub use attack::{Intent, With};
pub use barred::Barred;
pub use fact::Fact;
pub use options::Options;
pub use rule::Rule;
pub use sheet::Sheet;
pub use state::{Condition, Phase, Pot, Shared, State};

use super::{boards, names::key, ways};
use crate::engine::{
    self, Budget, CombatantId, Dice, Draft, Passage, Record, Rest, Rested, Ruleset, SideId, Slot, Verb,
    ids::Addressee,
    play::Whim,
    space::grid::{Grid, Square},
    view::{Details, Line, Mark, Vital},
};
use serde::{Deserialize, Serialize};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Td2e;

/// A fight of TD2e as it stands.
pub type Field = engine::Field<Td2e>;
/// Somebody in it.
pub type Combatant = engine::Combatant<Td2e>;
/// The context of a rule.
pub type Cx<'a> = engine::Cx<'a, Td2e>;
/// What a rule gives back.
pub type Flow<T = ()> = engine::Flow<Td2e, T>;
/// A fact that every system knows.
pub type TableFact = engine::Fact<Td2e>;
/// A roll.
pub type Roll = engine::Roll<Td2e>;
/// Why not.
pub type Refusal = engine::Refusal<Td2e>;

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
    fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
        menus::meant_by(verb, typed)
    }
    fn at_random(field: &Field, who: CombatantId, whim: &mut Whim) -> Option<Action> {
        ways::at_random(field, who, whim)
    }
    fn perform(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
        actions::perform(cx, who, action)
    }
    fn obey(_: &Field, _: CombatantId, order: &Standing, _: &Question, _: &[Choice]) -> Option<usize> {
        match *order {}
    }
    fn evolve(field: &mut Field, fact: &Fact) {
        fact::evolve(field, fact);
    }
    fn turn_given(field: &Field, who: CombatantId) -> Vec<TableFact> {
        turn::given(field, who)
    }
    fn turn_spent(field: &Field, who: CombatantId, spent: bool) -> Vec<TableFact> {
        turn::spent(field, who, spent)
    }
    fn fresh(sheet: &Sheet) -> (State, Budget<Pot>) {
        state::fresh(sheet)
    }
    fn begins_hidden(sheet: &Sheet) -> bool {
        sheet.hidden
    }
    fn tell(field: &Field, records: &[Record<Self>]) -> Vec<Line> {
        narrate::tell(field, records)
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
    fn barred_words(field: &Field, barred: &Barred) -> (String, Option<Rule>) {
        words::barred(field, barred)
    }
    fn phase_words(phase: Phase) -> String {
        match phase {}
    }
    fn condition_words(condition: &Condition) -> String {
        words::condition(*condition).to_owned()
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
    fn purse(field: &Field, who: CombatantId) -> Vec<(String, String)> {
        words::purse(field, who)
    }
    fn vitals(field: &Field, of: &Combatant) -> Vec<Vital> {
        words::vitals(field, of)
    }
    fn standing(field: &Field, of: &Combatant) -> (Mark, String) {
        words::standing(field, of)
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
    fn read_fight(field: &Field, name: &str) -> Option<String> {
        fields::read_fight(field, name)
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
        boards::grid(now, fields)
    }
}
