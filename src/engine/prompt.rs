//! Questions to people, and their answers. A prompt is state like everything else: it survives a restart with its id and its time.

pub use super::fact::AnswerOrigin;
use super::{
    fact::TableFact,
    ids::{Addressee, CombatantId, PromptId},
    ruleset::RulesetTypes,
};
use serde::{Deserialize, Serialize};

/// The least time, in milliseconds, left for a question that comes back.
pub const COMES_BACK_WITH_MS: i64 = 10_000;
/// Silence takes effect this many milliseconds after the deadline shown, so that network delay costs nobody their answer.
pub const GRACE_MS: i64 = 1_500;

/// How answers take effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PromptKind {
    /// The only question: its answer takes effect at once, and others can interject while it's open.
    Alone,
    /// Nothing happens until everyone has answered, and nobody can interject.
    Sealed,
    /// Each answer takes effect at once.
    Open,
}

/// One open question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Prompt<R: RulesetTypes> {
    /// The question's permanent id.
    pub id: PromptId,
    /// Who is being asked.
    pub to: Addressee,
    /// What it's about; worded for each reader when it's shown.
    pub question: R::Question,
    /// The possible answers, never empty. The first is the default if nobody answers.
    pub offers: Vec<R::Choice>,
    /// How answers take effect.
    pub kind: PromptKind,
    /// When silence counts as an answer, in milliseconds since the epoch; `None` for never.
    pub deadline_ms: Option<i64>,
    /// The time left while the table is paused, in milliseconds.
    pub paused_left_ms: Option<i64>,
    /// The answer, if others still have to answer.
    pub answered: Option<(R::Choice, AnswerOrigin)>,
}

/// The answers a procedure got, in the order it asked.
#[allow(missing_docs, reason = "a field that its name and type explain needs no more")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Reply<R: RulesetTypes> {
    /// One answer to `ask`, or all the answers to `ask_all`, in the order asked.
    Answers(Vec<(R::Choice, AnswerOrigin)>),
    /// An instant used while a question was open.
    Interject {
        /// The combatant who used it.
        who: CombatantId,
        choice: R::Choice,
    },
    /// One answer in an open window: an instant, or a pass.
    Window {
        /// The question's number within the action.
        ordinal: u32,
        to: Addressee,
        choice: R::Choice,
        /// Where the answer came from.
        how: AnswerOrigin,
    },
    /// The GM changed something while a question was open.
    Patched(Vec<TableFact<R>>),
}

impl<R: RulesetTypes> Prompt<R> {
    /// The time left in milliseconds, even while the table is paused; `None` if there's no limit.
    pub fn left_ms(&self, at_ms: i64) -> Option<i64> {
        self.paused_left_ms.or_else(|| Some(self.deadline_ms?.saturating_sub(at_ms).max(0)))
    }
}
