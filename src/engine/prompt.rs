//! Questions to people, and their answers. A prompt is state like any other: it survives a restart with its id and its time.

use super::{
    fact::TableFact,
    ids::{Addressee, CombatantId, PromptId, Seat},
    ruleset::Ruleset,
};
use serde::{Deserialize, Serialize};

/// A question that comes back has at least this much time left.
pub const COMES_BACK_WITH_MS: i64 = 10_000;
/// Silence takes effect this long after the deadline that is shown, so that the network beats nobody.
pub const GRACE_MS: i64 = 1_500;

/// How answers take effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PromptKind {
    /// The only question: its answer takes effect at once, and while it is open others may interject.
    Alone,
    /// Nothing happens until all have answered, and nobody may interject.
    Sealed,
    /// Each answer takes effect at once.
    Open,
}

/// How an answer came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnswerOrigin {
    /// The person asked.
    Seat(Seat),
    /// The GM, for them.
    Gm,
    /// Nobody in time: the default.
    Silence,
    /// An order given in advance.
    Order,
}

/// One open question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Prompt<R: Ruleset> {
    /// Its name, for ever.
    pub id: PromptId,
    /// Who is asked.
    pub to: Addressee,
    /// What about.
    pub question: R::Question,
    /// Never empty. The first is what silence means.
    pub offers: Vec<R::Choice>,
    /// Whether others must answer too before anything happens.
    pub kind: PromptKind,
    /// When silence is taken for an answer, in milliseconds since the epoch; `None` never.
    pub deadline_ms: Option<i64>,
    /// What is left of its time while the table is paused.
    pub paused_left_ms: Option<i64>,
    /// The answer, where others are still awaited.
    pub answered: Option<(R::Choice, AnswerOrigin)>,
}

/// What a procedure was answered, in the order in which it asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Reply<R: Ruleset> {
    /// One answer to `ask`, or all the answers to `ask_all`, in the order asked.
    Answers(Vec<(R::Choice, AnswerOrigin)>),
    /// An instant taken while a question was open.
    Interject {
        /// By whom.
        who: CombatantId,
        /// Which.
        choice: R::Choice,
    },
    /// One answer in an open window: an instant taken, or a pass.
    Window {
        /// Which question of the action.
        ordinal: u32,
        /// By whom.
        to: Addressee,
        /// Which.
        choice: R::Choice,
        /// How it came.
        how: AnswerOrigin,
    },
    /// The GM changed something while a question was open.
    Patched(Vec<TableFact<R>>),
}

impl<R: Ruleset> Prompt<R> {
    /// What is left of its time, also while the table is paused; `None` if it has no end.
    pub fn left_ms(&self, at_ms: i64) -> Option<i64> {
        self.paused_left_ms.or_else(|| Some(self.deadline_ms?.saturating_sub(at_ms).max(0)))
    }
}
