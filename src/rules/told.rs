//! A story as it lies in the outbox: what [`Story`] wrote, read back by whoever shows it. Old rows are read for ever, so what is
//! new here has a default.

use super::request::Story;
use crate::engine::{PromptId, view::Audience};
use serde::Deserialize;

/// A story.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Told {
    /// The row that began the action.
    pub began_seq: u64,
    /// All its lines so far.
    pub lines: Vec<ToldLine>,
    /// How many of the lines were told before.
    #[serde(default)]
    pub told_before: usize,
    /// The questions it waits for, as the GM sees them.
    #[serde(default)]
    pub prompts: Vec<ToldPrompt>,
    /// Whether it was withdrawn.
    #[serde(default)]
    pub withdrawn: bool,
    /// Its number among the stories that the channel was told.
    #[serde(default)]
    pub number: Option<u64>,
    /// The questions that the channel has been shown of it, in the order in which they came up.
    #[serde(default)]
    pub asked: Vec<PromptId>,
}

/// A line of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ToldLine {
    /// Who may read it.
    pub audience: Audience,
    /// The sentence.
    pub text: String,
    /// The roll it tells of.
    pub roll: Option<ToldRoll>,
    /// The rules it rests on.
    #[serde(default)]
    pub rules: Vec<ToldRule>,
}

/// A question of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ToldPrompt {
    /// Who is asked, by name.
    pub to_name: String,
    /// The question.
    pub ask: String,
    /// What may be answered, the default first.
    pub labels: Vec<String>,
    /// Whether it has been answered and waits for others.
    #[serde(default)]
    pub answered: bool,
}

/// A roll.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ToldRoll {
    /// Whose.
    pub who: String,
    /// What for.
    pub what: String,
    /// The dice with their faces.
    pub dice: Vec<String>,
    /// What was added, by name.
    pub modifiers: Vec<(String, i32)>,
    /// The number to reach.
    pub target: Option<String>,
    /// What it came to.
    pub total: i32,
    /// The outcome.
    pub outcome: String,
    /// The rule.
    pub rule: ToldRule,
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ToldRule {
    /// Its number.
    pub number: String,
    /// Its name.
    pub title: String,
    /// A ruling of ours.
    #[serde(default)]
    pub ruling: bool,
}

impl Told {
    /// Reads an outbox row's payload.
    ///
    /// # Errors
    /// If it is not one.
    pub fn read(payload: &str) -> Result<Told, serde_json::Error> {
        serde_json::from_str(payload)
    }

    /// The same of a story that has not been written.
    pub fn of(story: &Story) -> Told {
        let value = serde_json::to_value(story).expect("stories are plain values");
        serde_json::from_value(value).expect("a story reads as it was written")
    }

    /// The lines that are not for whoever reads the channel: one side's, one person's, the GM's.
    pub fn secret_lines(&self) -> impl Iterator<Item = &ToldLine> {
        self.lines.iter().filter(|it| it.audience != Audience::Everyone)
    }

    /// The lines for whoever reads the channel.
    pub fn open_lines(&self) -> impl Iterator<Item = &ToldLine> {
        self.lines.iter().filter(|it| it.audience == Audience::Everyone)
    }
}
