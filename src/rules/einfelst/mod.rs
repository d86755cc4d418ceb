//! Einfelst Wilds: initiative cards, slow and fast manoeuvres, reactions declared before the roll, pools of d6, Harm in levels, fear, fire and
//! poison. This page only delegates. Read on in this order: [`rule`] (the checklist), [`sheet`], [`gear`] and [`state`] (who fights),
//! [`options`] and [`board`] (how and where), [`actions`] and [`barred`] (what may be done when), [`ambush`], [`turn`] and [`swap`] (cards),
//! [`testing`], [`attack`], [`reaction`], [`harm`], [`hold`], [`flight`], [`movement`], [`task`], [`peril`], [`fear`], [`fire`], [`poison`],
//! [`lasting`], then how it is told: [`narrate`], [`words`], [`fields`]. The README beside it leads from each rule to its function.

pub mod actions;
pub mod ambush;
pub mod attack;
pub mod barred;
pub mod board;
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
pub mod rule;
pub mod sheet;
pub mod state;
pub mod swap;
pub mod task;
pub mod testing;
pub mod turn;
pub mod words;

#[cfg(test)]
mod tests;

pub use actions::Action;
pub use barred::Barred;
pub use fact::Fact;
pub use options::Options;
pub use reaction::{Choice, Order, Question};
pub use rule::Rule;
pub use sheet::Sheet;
pub use state::{Condition, Phase, Pot, Shared, State};

use super::{boards, names::key, ways};
use crate::engine::{
    self, Budget, CombatantId, Draft, Passage, Record, Ruleset, SideId, Slot, Verb,
    ids::Addressee,
    play::Whim,
    space::zones::Zones,
    view::{Details, Line, Mark, Vital},
};
use serde::{Deserialize, Serialize};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Einfelst;

/// A fight of Einfelst Wilds as it stands.
pub type Field = engine::Field<Einfelst>;
/// Somebody in it.
pub type Combatant = engine::Combatant<Einfelst>;
/// The context of a rule.
pub type Cx<'a> = engine::Cx<'a, Einfelst>;
/// What a rule gives back.
pub type Flow<T = ()> = engine::Flow<Einfelst, T>;
/// A fact that every system knows.
pub type TableFact = engine::Fact<Einfelst>;
/// A roll.
pub type Roll = engine::Roll<Einfelst>;
/// Why not.
pub type Refusal = engine::Refusal<Einfelst>;

impl Ruleset for Einfelst {
    const NAME: &'static str = "einfelst";
    type Sheet = Sheet;
    type State = State;
    type Shared = Shared;
    type Options = Options;
    type Action = Action;
    type Question = Question;
    type Choice = Choice;
    type Order = Order;
    type Fact = Fact;
    type Rule = Rule;
    type Barred = Barred;
    type Condition = Condition;
    type Pot = Pot;
    type Phase = Phase;
    type Space = Zones;

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
        menus::options(field, who, so_far)
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
    fn obey(_: &Field, _: CombatantId, order: &Order, question: &Question, offers: &[Choice]) -> Option<usize> {
        reaction::obey(*order, question, offers)
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
    fn lasting(field: &Field, who: CombatantId) -> Sheet {
        lasting::lasting(field, who)
    }
    fn lasting_words(field: &Field, who: CombatantId) -> Vec<String> {
        lasting::words(field, who)
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
    fn order_words(order: &Order) -> String {
        words::order(*order).to_owned()
    }
    fn order_menu() -> Vec<(&'static str, Order)> {
        Order::ALL.to_vec()
    }
    fn barred_words(field: &Field, barred: &Barred) -> (String, Option<Rule>) {
        words::barred(field, barred)
    }
    fn phase_words(_: Phase) -> String {
        "between turns".to_owned()
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
    fn option_fields(options: &Options) -> Vec<(String, String)> {
        options::options(options)
    }
    fn set_fight(field: &Field, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
        fields::set_fight(field, name, value)
    }
    fn read_fight(field: &Field, name: &str) -> Option<String> {
        fields::read_fight(field, &key(name))
    }
    fn board(now: &Zones, fields: &[(String, String)]) -> Result<Zones, String> {
        boards::zones(now, fields)
    }
}
