//! Sovereign, a hack of Worlds Without Number by Beau Rancourt: sides that act as a whole, Main, Move, Free and Instant actions, Shock, and
//! a grid with sight and cover. This page only delegates. Read on in this order: [`rule`] (the checklist), [`sheet`], [`gear`] and
//! [`state`] (who fights), [`options`] and [`board`] (how and where), [`actions`] and [`barred`] (what may be done when), [`turn`],
//! [`checks`], [`attack`], [`instants`], [`screen`], [`swarm`], [`manoeuvres`], [`execution`], [`harm`], [`oil`], [`morale`], [`movement`],
//! [`items`], [`deeds`], [`lasting`],
//! [`looks`], then how it is told: [`narrate`], [`words`], [`fields`]. The README beside it leads from each rule to its function.

pub mod actions;
pub mod attack;
pub mod barred;
pub mod board;
pub mod checks;
pub mod deeds;
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
mod refusals;
pub mod rule;
pub mod screen;
pub mod sheet;
pub mod state;
pub mod swarm;
pub mod turn;
pub mod words;

#[cfg(test)]
mod tests;

pub use actions::Action;
pub use barred::Barred;
pub use fact::Fact;
pub use instants::{Choice, Question};
pub use options::Options;
pub use rule::Rule;
pub use sheet::Sheet;
pub use state::{Condition, Phase, Pot, Shared, State};

use super::{boards, names::key, ways};
use crate::engine::{
    self, Budget, CombatantId, Dice, Draft, Held, Passage, Record, Rest, Rested, Ruleset, SideId, Slot, Verb,
    ids::Addressee,
    play::Whim,
    ruleset::Looker,
    space::grid::{Grid, Sight, Square},
    view::{Details, Line, Mark, Vital},
};
use serde::{Deserialize, Serialize};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sovereign;

/// A fight of Sovereign as it stands.
pub type Field = engine::Field<Sovereign>;
/// Somebody in it.
pub type Combatant = engine::Combatant<Sovereign>;
/// The context of a rule.
pub type Cx<'a> = engine::Cx<'a, Sovereign>;
/// What a rule gives back.
pub type Flow<T = ()> = engine::Flow<Sovereign, T>;
/// A fact that every system knows.
pub type TableFact = engine::Fact<Sovereign>;
/// A roll.
pub type Roll = engine::Roll<Sovereign>;
/// Why not.
pub type Refusal = engine::Refusal<Sovereign>;

impl Ruleset for Sovereign {
    const NAME: &'static str = "sovereign";
    type Sheet = Sheet;
    type State = State;
    type Shared = Shared;
    type Options = Options;
    type Action = Action;
    type Question = Question;
    type Choice = Choice;
    type Order = instants::Order;
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
    fn turn_given(field: &Field, who: CombatantId) -> Vec<TableFact> {
        turn::given(field, who)
    }
    fn fresh(sheet: &Sheet) -> (State, Budget<Pot>) {
        state::fresh(sheet)
    }
    fn begins_hidden(sheet: &Sheet) -> bool {
        sheet.hidden
    }
    fn begins_with(sheet: &Sheet) -> Vec<Held<Self>> {
        lasting::begins_with(sheet)
    }
    fn tell(field: &Field, records: &[Record<Self>]) -> Vec<Line> {
        narrate::tell(field, records)
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
    fn barred_words(field: &Field, barred: &Barred) -> (String, Option<Rule>) {
        refusals::barred(field, barred)
    }
    fn phase_words(phase: Phase) -> String {
        words::phase(phase).to_owned()
    }
    fn condition_words(condition: &Condition) -> String {
        words::condition(*condition).to_owned()
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
        fields::read(field, who, &key(name))
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
    fn option_fields(options: &Options) -> Vec<(String, String)> {
        options::options(options)
    }
    fn set_fight(field: &Field, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
        fields::set_fight(field, name, value)
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
    fn rest(sheet: &Sheet, kind: &str, dice: &mut dyn Dice) -> Rested<Sheet> {
        lasting::rest(sheet, kind, dice)
    }
    fn board(now: &Grid, fields: &[(String, String)]) -> Result<Grid, String> {
        boards::grid(now, fields)
    }
}
