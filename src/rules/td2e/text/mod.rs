//! All that players read of a fight but its refusals: what happened, what things are called, what other games' words mean here.

pub mod labels;
pub mod once_down;
pub mod other_games;
pub mod story;

use super::{
    Choice, Combatant, Condition, FightState, Phase, Question, Rule, StandingOrder, Td2e, Violation,
    chapters::movement, model::board,
};
use crate::{
    engine::{CombatantId, Overview, Wording, ids::Addressee, ruleset::SquareSight, space::grid::Square},
    rules::delegate::delegate,
};

impl Wording for Td2e {
    delegate!(wording);
    fn ask_words(_: &FightState, _: Addressee, question: &Question) -> String {
        match *question {}
    }
    fn choice_words(_: &FightState, question: &Question, _: &Choice) -> String {
        match *question {}
    }
    fn order_words(order: &StandingOrder) -> String {
        match *order {}
    }
    fn order_menu() -> Vec<(&'static str, StandingOrder)> {
        vec![]
    }
    fn phase_words(phase: Phase) -> String {
        match phase {}
    }
    fn condition_words(condition: &Condition) -> String {
        labels::condition(*condition).to_owned()
    }
}

impl Overview for Td2e {
    const OPEN_REMAINING: &'static [&'static str] = &["turn"];
    const SIGHT: Option<SquareSight> = Some(board::sees_square);
    delegate!(overview);
    fn is_plain_to_see(condition: &Condition) -> bool {
        matches!(condition, Condition::Unconscious | Condition::Grabbed)
    }
    fn reaches(fight: &FightState, who: CombatantId) -> Vec<Square> {
        movement::walks(fight, who).into_keys().collect()
    }
    fn could_reach(fight: &FightState, who: CombatantId) -> Vec<Square> {
        movement::walks_in_a_turn(fight, who).into_keys().collect()
    }
    fn threatens(fight: &FightState, who: CombatantId) -> Vec<Square> {
        board::threatened(fight, who)
    }
}
