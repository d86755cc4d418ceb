//! Murdham: rounds, turns, attacks, reactions, blasts, stunts, grips, harm, morale, chases, the wear of gear, sneaking, fear, size,
//! powers, fast and slow phases, the chaos of combat. This page only delegates. Read on in this order: [`rule`] (the checklist),
//! [`sheet`], [`skills`], [`gear`], [`items`], [`bulk`] and [`state`] (who fights), [`options`] and [`board`] (how and where), [`actions`] and [`violation`] (what may be
//! done when), [`turn`] and [`chaos`], [`attack`], [`reaction`], [`counter`], [`blast`], [`stunt`], [`nonlethal`], [`hold`], [`felling`],
//! [`damage`], [`harm`], [`movement`], [`sneak`], [`bonus`], [`lasting`] (what outlives the fight), then how it is told: [`narrate`],
//! [`words`], [`blow_words`], [`fields`]. The README beside it leads from each rule to its function.

pub mod actions;
pub mod attack;
pub mod beside;
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
mod elsewhere;
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
mod references;
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
pub mod violation;
pub mod wear;
pub mod wings;
pub mod words;

#[cfg(test)]
pub(crate) mod tests;

pub use actions::{Action, Manner, Pace, With};
pub use fact::Fact;
pub use options::Options;
pub use reaction::{Choice, Order, Question};
pub use rule::Rule;
pub use sheet::Sheet;
pub use state::{Condition, Phase, Pot, Shared, State};
pub use violation::Violation;

use super::{
    room::{by_its_files, types_of},
    ways,
};
use crate::engine::{
    CombatantId, Dice, Draft, Held, Rest, Rested, Ruleset, SideId, Slot, ids::Addressee, space::zones::Zones,
};
use serde::{Deserialize, Serialize};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Murdham;

types_of!(Murdham);

impl Ruleset for Murdham {
    const NAME: &'static str = "murdham";
    const OPEN_PURSE: &'static [&'static str] = &["main", "bonus"];
    type Order = Order;
    type Space = Zones;
    by_its_files!();

    fn begins_unseen(known: &Field) -> bool {
        turn::begins_unseen(known)
    }
    fn options(field: &Field, who: CombatantId, so_far: &Draft) -> Result<Slot<Action>, Refusal> {
        ways::options(field, who, so_far)
    }
    fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
        typed::meant_by(verb, typed)
    }
    fn obey(field: &Field, who: CombatantId, order: &Order, question: &Question, offers: &[Choice]) -> Option<usize> {
        reaction::obey(field, who, *order, question, offers)
    }
    fn evolve(field: &mut Field, fact: &Fact) {
        evolve::evolve(field, fact);
    }
    fn missing(field: &Field, fact: &Fact) -> Option<String> {
        references::missing(field, fact)
    }
    fn step_given(field: &Field, side: SideId) -> Vec<TableFact> {
        turn::step_given(field, side)
    }
    fn begins_hidden(sheet: &Sheet) -> bool {
        sheet.concealed // R40
    }
    fn begins_with(sheet: &Sheet) -> Vec<Held<Self>> {
        lasting::begins_with(sheet)
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
        matches!(
            condition,
            Condition::Incapacitated
                | Condition::Stunned
                | Condition::Entangled
                | Condition::Grabbed
                | Condition::Frenzied
        )
    }
    fn condition_named(name: &str) -> Option<Condition> {
        Condition::ALL.into_iter().find(|it| fields::key(words::condition(*it)) == fields::key(name))
    }
    fn condition_menu() -> Vec<String> {
        Condition::ALL.into_iter().map(|it| words::condition(it).to_owned()).collect()
    }
    fn afflictions(_: &Field, of: &Combatant) -> Vec<&'static str> {
        words::afflictions(of)
    }
    fn shelter(_: &Field, of: &Combatant) -> Vec<&'static str> {
        words::shelter(of)
    }
    fn chosen_by(question: &Question) -> Option<CombatantId> {
        match question {
            Question::Shelter { from, .. } => Some(*from),
            _ => None,
        }
    }
    fn acts_beside(field: &Field, who: CombatantId) -> bool {
        beside::is_beside(field, who)
    }
    fn unseen_beside(options: &mut Options, on: bool) {
        options.unseen_beside = on;
    }
    fn set_fight(field: &Field, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
        fields::set_fight(field, name, value)
    }
    fn board(now: &Zones, fields: &[(String, String)]) -> Result<Zones, String> {
        board::board(now, fields)
    }
}
