//! All that players read of a fight but its refusals: what happened, what things are called, what other games' words mean here.

mod blow_sum;
pub mod labels;
pub mod lookahead;
pub mod once_down;
pub mod other_games;
mod shortened;
pub mod story;

use super::{
    Choice, Combatant, Condition, FightState, Ingenuity, Phase, Question, Rule, StandingOrder, Violation,
    chapters::{movement, opportunity, testing},
    model::board,
};
use crate::{
    engine::{
        CombatantId, Die, Overview, Wording,
        ids::Addressee,
        ruleset::{Looker, SquareSight},
        space::grid::{Sight, Square},
    },
    rules::delegate::delegate,
};

impl Wording for Ingenuity {
    delegate!(wording);
    fn ask_words(fight: &FightState, _: Addressee, question: &Question) -> String {
        labels::ask(fight, question)
    }
    fn choice_words(fight: &FightState, question: &Question, choice: &Choice) -> String {
        labels::choice(fight, question, choice)
    }
    fn order_words(order: &StandingOrder) -> String {
        labels::order(*order).to_owned()
    }
    fn order_menu() -> Vec<(&'static str, StandingOrder)> {
        StandingOrder::ALL.into_iter().map(|it| (labels::order(it), it)).collect()
    }
    fn phase_words(phase: Phase) -> String {
        labels::phase(phase).to_owned()
    }
    fn condition_words(condition: &Condition) -> String {
        condition.words()
    }
    fn die_words(die: &Die) -> Option<String> {
        testing::die_words(die)
    }
}

impl Overview for Ingenuity {
    const OPEN_REMAINING: &'static [&'static str] = &["actions", "reaction", "begun"];
    const SIGHT: Option<SquareSight> = Some(board::sees_square);
    delegate!(overview);
    fn reaches(fight: &FightState, who: CombatantId) -> Vec<Square> {
        movement::reaches(fight, who)
    }
    fn could_reach(fight: &FightState, who: CombatantId) -> Vec<Square> {
        movement::could_reach(fight, who)
    }
    fn threatens(fight: &FightState, who: CombatantId) -> Vec<Square> {
        opportunity::threatens(fight, who)
    }
    fn sight_words(fight: &FightState, from: &Looker<Self>, to: &Looker<Self>, sight: Option<&Sight>) -> Vec<String> {
        lookahead::sight_words(fight, from, to, sight)
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
    fn shelter(_: &FightState, of: &Combatant) -> Vec<&'static str> {
        labels::shelter(of)
    }
}
