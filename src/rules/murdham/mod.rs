//! Murdham: rounds, turns, attacks, reactions, blasts, stunts, grips, harm, morale, chases, the wear of gear, sneaking, fear, size,
//! powers, fast and slow phases, the chaos of combat. This page only delegates. Read on in this order: `rules` (the checklist),
//! `sheet`, `skills`, `gear`, `items`, `bulk` and `state` (who fights), `options` and `board` (how and where), `verbs` and `violation` (what may be
//! done when), `turn` and `chaos`, `attack`, `reaction`, `counter`, `blast`, `stunt`, `nonlethal`, `hold`, `felling`,
//! `damage`, `harm`, `movement`, `sneak`, `bonus`, `lasting` (what outlives the fight), then how it is told: `story`,
//! `labels`, `blow_words`, `values`. The README beside it leads from each rule to its function.

mod attack;
mod beside;
mod blast;
mod blow_words;
mod board;
mod bonus;
mod bulk;
mod candidates;
mod carried;
mod chaos;
mod chase;
mod condition;
mod contest;
mod counter;
mod damage;
mod demon;
mod dose;
mod evolve;
mod fact;
mod fear;
mod felling;
mod footing;
mod gear;
mod harm;
mod hold;
mod injury;
mod items;
mod labels;
mod lasting;
mod menus;
mod morale;
mod movement;
mod nature;
mod nonlethal;
mod omen;
mod options;
mod other_games;
mod power;
mod reaction;
mod references;
mod refusals;
mod rules;
mod saves;
mod sheet;
mod size;
mod skills;
mod sneak;
mod state;
mod story;
mod stunt;
mod sway;
mod synonyms;
mod trample;
mod trap;
mod turn;
mod values;
mod verbs;
mod violation;
mod wear;
mod wings;

#[cfg(test)]
pub(crate) mod tests;

pub use fact::Fact;
pub use options::Options;
pub use reaction::{Choice, Question, StandingOrder};
pub use rules::Rule;
pub use sheet::Sheet;
pub use state::{Condition, Phase, Resource, State, SystemState};
pub use verbs::{Action, Manner, Pace, With};
pub use violation::Violation;

use super::{
    action_space,
    delegate::{delegate_to_files, engine_types},
};
use crate::engine::{
    CombatantId, Dice, Held, Param, PartialAction, Rest, Rested, Ruleset, SideId, ids::Addressee, space::zones::Zones,
};
use serde::{Deserialize, Serialize};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Murdham;

engine_types!(Murdham);

impl Ruleset for Murdham {
    const NAME: &'static str = "murdham";
    const OPEN_REMAINING: &'static [&'static str] = &["main", "bonus"];
    type StandingOrder = StandingOrder;
    type Space = Zones;
    delegate_to_files!();

    fn begins_unseen(known: &FightState) -> bool {
        turn::begins_unseen(known)
    }
    fn options(fight: &FightState, who: CombatantId, so_far: &PartialAction) -> Result<Param<Action>, Refusal> {
        action_space::options(fight, who, so_far)
    }
    fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
        synonyms::meant_by(verb, typed)
    }
    fn obey(
        fight: &FightState,
        who: CombatantId,
        order: &StandingOrder,
        question: &Question,
        offers: &[Choice],
    ) -> Option<usize> {
        reaction::obey(fight, who, *order, question, offers)
    }
    fn evolve(fight: &mut FightState, fact: &Fact) {
        evolve::evolve(fight, fact);
    }
    fn missing(fight: &FightState, fact: &Fact) -> Option<String> {
        references::missing(fight, fact)
    }
    fn step_given(fight: &FightState, side: SideId) -> Vec<TableFact> {
        turn::step_given(fight, side)
    }
    fn begins_hidden(sheet: &Sheet) -> bool {
        sheet.concealed // R40
    }
    fn begins_with(sheet: &Sheet) -> Vec<Held<Self>> {
        lasting::begins_with(sheet)
    }
    fn lasting_words(fight: &FightState, who: CombatantId) -> Vec<String> {
        lasting::words(fight, who)
    }
    fn rests() -> Vec<Rest> {
        lasting::RESTS.to_vec()
    }
    fn rest(sheet: &Sheet, kind: &str, _dice: &mut dyn Dice) -> Rested<Sheet> {
        lasting::rest(sheet, kind)
    }
    fn ask_words(fight: &FightState, to: Addressee, question: &Question) -> String {
        labels::ask(fight, to, question)
    }
    fn choice_words(fight: &FightState, question: &Question, choice: &Choice) -> String {
        labels::choice(fight, question, choice)
    }
    fn order_words(order: &StandingOrder) -> String {
        labels::order(*order).to_owned()
    }
    fn order_menu() -> Vec<(&'static str, StandingOrder)> {
        StandingOrder::ALL.iter().map(|it| (labels::order(*it), *it)).collect()
    }
    fn violation_words(fight: &FightState, violation: &Violation) -> (String, Option<Rule>) {
        refusals::violation(fight, violation)
    }
    fn phase_words(phase: Phase) -> String {
        labels::phase(phase).to_owned()
    }
    fn condition_words(condition: &Condition) -> String {
        labels::condition(*condition).to_owned()
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
        Condition::ALL.into_iter().find(|it| values::key(labels::condition(*it)) == values::key(name))
    }
    fn condition_menu() -> Vec<String> {
        Condition::ALL.into_iter().map(|it| labels::condition(it).to_owned()).collect()
    }
    fn afflictions(_: &FightState, of: &Combatant) -> Vec<&'static str> {
        labels::afflictions(of)
    }
    fn shelter(_: &FightState, of: &Combatant) -> Vec<&'static str> {
        labels::shelter(of)
    }
    fn chosen_by(question: &Question) -> Option<CombatantId> {
        match question {
            Question::Shelter { from, .. } => Some(*from),
            _ => None,
        }
    }
    fn acts_beside(fight: &FightState, who: CombatantId) -> bool {
        beside::is_beside(fight, who)
    }
    fn unseen_beside(options: &mut Options, on: bool) {
        options.unseen_beside = on;
    }
    fn set_fight(fight: &FightState, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
        values::set_fight(fight, name, value)
    }
    fn board(now: &Zones, fields: &[(String, String)]) -> Result<Zones, String> {
        board::board(now, fields)
    }
}
