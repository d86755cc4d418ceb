//! All that players read of a fight but its refusals: what happened, what things are called, what other games' words mean here.

pub mod labels;
pub mod lookahead;
pub mod once_down;
pub mod other_games;
mod rolls;
pub mod story;

use super::{
    Choice, Combatant, Condition, FightState, Phase, Question, Rule, Sovereign, StandingOrder, Violation, model::board,
};
use crate::{
    engine::{
        CombatantId, Overview, Wording,
        ids::Addressee,
        ruleset::{Looker, SquareSight},
        space::grid::{Sight, Square},
    },
    rules::delegate::delegate,
};

impl Wording for Sovereign {
    delegate!(wording);
    fn ask_words(fight: &FightState, to: Addressee, question: &Question) -> String {
        labels::ask(fight, to, question)
    }
    fn choice_words(fight: &FightState, question: &Question, choice: &Choice) -> String {
        labels::choice(fight, question, choice)
    }
    fn order_words(order: &StandingOrder) -> String {
        StandingOrder::ALL.iter().find(|it| it.1 == *order).map_or("", |it| it.0).to_owned()
    }
    fn order_menu() -> Vec<(&'static str, StandingOrder)> {
        StandingOrder::ALL.to_vec()
    }
    fn phase_words(phase: Phase) -> String {
        labels::phase(phase).to_owned()
    }
    fn condition_words(condition: &Condition) -> String {
        labels::condition(*condition).to_owned()
    }
    fn awaited_words(fight: &FightState, question: &Question) -> Option<String> {
        labels::awaited(fight, question)
    }
}

impl Overview for Sovereign {
    const OPEN_REMAINING: &'static [&'static str] = &["main", "move"];
    const SIGHT: Option<SquareSight> = Some(board::sees_square);
    delegate!(overview);
    fn has_left(of: &Combatant) -> bool {
        of.is(&Condition::Fled)
    }
    fn is_plain_to_see(condition: &Condition) -> bool {
        matches!(condition, Condition::Prone | Condition::Burning | Condition::Retreating | Condition::Unconscious)
    }
    fn reaches(fight: &FightState, who: CombatantId) -> Vec<Square> {
        lookahead::reaches(fight, who)
    }
    fn could_reach(fight: &FightState, who: CombatantId) -> Vec<Square> {
        lookahead::could_reach(fight, who)
    }
    fn threatens(fight: &FightState, who: CombatantId) -> Vec<Square> {
        lookahead::threatens(fight, who)
    }
    fn sight_words(fight: &FightState, from: &Looker<Self>, to: &Looker<Self>, sight: Option<&Sight>) -> Vec<String> {
        lookahead::sight_words(fight, from, to, sight)
    }
}
