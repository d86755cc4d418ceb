//! Murdham: rounds, turns, attacks, reactions, blasts, stunts, grips, harm, morale, chases, the wear of gear, sneaking, fear, size,
//! powers, fast and slow phases, the chaos of combat. This page only delegates. Read on in this order: [`rule`] (the checklist),
//! [`sheet`], [`skills`], [`gear`], [`items`], [`bulk`] and [`state`] (who fights), [`options`] and [`board`] (how and where), [`actions`] and [`barred`] (what may be
//! done when), [`turn`] and [`chaos`], [`attack`], [`reaction`], [`counter`], [`blast`], [`stunt`], [`nonlethal`], [`hold`], [`felling`],
//! [`damage`], [`harm`], [`movement`], [`sneak`], [`bonus`], [`lasting`] (what outlives the fight), then how it is told: [`narrate`],
//! [`words`], [`blow_words`], [`fields`]. The README beside it leads from each rule to its function.

pub mod actions;
pub mod attack;
pub mod barred;
pub mod blast;
pub mod blow_words;
pub mod board;
pub mod bonus;
pub mod bulk;
pub mod carried;
pub mod chaos;
pub mod chase;
pub mod condition;
pub mod contest;
pub mod counter;
pub mod damage;
pub mod demon;
pub mod dose;
pub mod evolve;
pub mod fact;
pub mod fear;
pub mod felling;
pub mod fields;
pub mod footing;
pub mod gear;
pub mod harm;
pub mod hold;
pub mod injury;
pub mod items;
pub mod lasting;
mod listed;
mod menus;
pub mod morale;
pub mod movement;
pub mod narrate;
pub mod nature;
pub mod nonlethal;
pub mod omen;
pub mod options;
pub mod power;
pub mod reaction;
pub mod refusals;
pub mod rule;
pub mod saves;
pub mod sheet;
pub mod size;
pub mod skills;
pub mod sneak;
pub mod state;
pub mod stunt;
pub mod sway;
pub mod trample;
pub mod trap;
pub mod turn;
mod typed;
pub mod wear;
pub mod wings;
pub mod words;

#[cfg(test)]
pub(crate) mod tests;

pub use actions::{Action, Manner, Pace, With};
pub use barred::Barred;
pub use fact::Fact;
pub use options::Options;
pub use reaction::{Choice, Order, Question};
pub use rule::Rule;
pub use sheet::Sheet;
pub use state::{Condition, Phase, Pot, Shared, State};

use super::ways;
use crate::engine::{
    self, Budget, CombatantId, Dice, Draft, Held, Passage, Record, Rest, Rested, Ruleset, SideId, Slot, Verb,
    ids::Addressee,
    play::Whim,
    space::zones::Zones,
    view::{Details, Line, Mark, Vital},
};
use serde::{Deserialize, Serialize};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Murdham;

/// A fight of Murdham as it stands.
pub type Field = engine::Field<Murdham>;
/// Somebody in it.
pub type Combatant = engine::Combatant<Murdham>;
/// The context of a rule.
pub type Cx<'a> = engine::Cx<'a, Murdham>;
/// What a rule gives back.
pub type Flow<T = ()> = engine::Flow<Murdham, T>;
/// A fact that every system knows.
pub type TableFact = engine::Fact<Murdham>;
/// A roll.
pub type Roll = engine::Roll<Murdham>;
/// Why not.
pub type Refusal = engine::Refusal<Murdham>;

impl Ruleset for Murdham {
    const NAME: &'static str = "murdham";
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
    fn begins_unseen(known: &Field) -> bool {
        turn::begins_unseen(known)
    }
    fn verbs(field: &Field, who: CombatantId) -> Vec<Verb> {
        ways::verbs(field, who)
    }
    fn options(field: &Field, who: CombatantId, so_far: &Draft) -> Result<Slot<Action>, Refusal> {
        ways::options(field, who, so_far)
    }
    fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
        typed::meant_by(verb, typed)
    }
    fn at_random(field: &Field, who: CombatantId, whim: &mut Whim) -> Option<Action> {
        ways::at_random(field, who, whim)
    }
    fn perform(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
        actions::perform(cx, who, action)
    }
    fn obey(field: &Field, who: CombatantId, order: &Order, question: &Question, offers: &[Choice]) -> Option<usize> {
        reaction::obey(field, who, *order, question, offers)
    }
    fn evolve(field: &mut Field, fact: &Fact) {
        evolve::evolve(field, fact);
    }
    fn turn_given(field: &Field, who: CombatantId) -> Vec<TableFact> {
        turn::given(field, who)
    }
    fn step_given(field: &Field, side: SideId) -> Vec<TableFact> {
        turn::step_given(field, side)
    }
    fn fresh(sheet: &Sheet) -> (State, Budget<Pot>) {
        state::fresh(sheet)
    }
    fn begins_hidden(sheet: &Sheet) -> bool {
        sheet.concealed // R40
    }
    fn begins_with(sheet: &Sheet) -> Vec<Held<Self>> {
        lasting::begins_with(sheet)
    }
    fn lasting(field: &Field, who: CombatantId) -> Sheet {
        lasting::lasting(field, who)
    }
    fn lasting_words(field: &Field, who: CombatantId) -> Vec<String> {
        lasting::words(field, who)
    }
    fn rests() -> Vec<Rest> {
        lasting::RESTS.to_vec()
    }
    fn rest(sheet: &Sheet, kind: &str, _dice: &mut dyn Dice) -> Rested<Sheet> {
        lasting::rest(sheet, kind)
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
        Order::ALL.iter().map(|it| (words::order(*it), *it)).collect()
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
        Condition::ALL.into_iter().find(|it| fields::key(words::condition(*it)) == fields::key(name))
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
    fn board(now: &Zones, fields: &[(String, String)]) -> Result<Zones, String> {
        board::board(now, fields)
    }
}
