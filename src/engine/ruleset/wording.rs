//! How a system tells what happened, asks, and refuses.

use super::Ruleset;
use crate::engine::{fact::Record, fight_state::FightState, ids::Addressee, roll::Die, view::Line};

/// A system's sentences: the story, the questions and their answers, the refusals, and what things are called.
pub trait Wording: Ruleset {
    /// The story of an action so far, in lines.
    fn story_lines(fight: &FightState<Self>, records: &[Record<Self>]) -> Vec<Line>;
    /// Whether an event only says whose turn begins, so that it doesn't describe what was done in that turn.
    fn begins_turn(_event: &Self::Event) -> bool {
        false
    }
    /// The text of a question for the person asked.
    fn ask_words(fight: &FightState<Self>, to: Addressee, question: &Self::Question) -> String;
    /// A choice's label on its button.
    fn choice_words(fight: &FightState<Self>, question: &Self::Question, choice: &Self::Choice) -> String;
    /// What everyone may know about a question to the GM, in words that follow "waiting for the GM:". `None` if that's the GM's secret, or
    /// if it mentions a combatant missing from the fight, which is as its reader knows it.
    fn awaited_words(_fight: &FightState<Self>, _question: &Self::Question) -> Option<String> {
        None
    }
    /// Why something is refused: one sentence that also says what to do instead, and the rule.
    fn violation_words(fight: &FightState<Self>, violation: &Self::Violation) -> (String, Option<Self::Rule>);
    /// A standing order in words.
    fn order_words(order: &Self::StandingOrder) -> String;
    /// The orders a player can give, with the word for each.
    fn order_menu() -> Vec<(&'static str, Self::StandingOrder)>;
    /// A phase's name.
    fn phase_words(phase: Self::Phase) -> String;
    /// A condition's name.
    fn condition_words(condition: &Self::Condition) -> String;
    /// A die in words, if its faces alone don't say what it is or what it counts: a luck die, or one whose highest face counts less.
    fn die_words(_die: &Die) -> Option<String> {
        None
    }
}
