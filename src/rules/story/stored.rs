//! A story as it lies in the outbox: what [`Story`] wrote, read back by whoever shows it. Old rows are read for ever, so what is
//! new here has a default.

use crate::engine::{PromptId, Seat, view::Audience};
use crate::rules::request::Story;
use serde::Deserialize;

/// A story.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct StoryView {
    /// The row that began the action.
    pub began_seq: u64,
    /// All its lines so far.
    pub lines: Vec<StoryLine>,
    /// How many of the lines were told before.
    #[serde(default)]
    pub told_before: usize,
    /// The questions it waits for, as the GM sees them.
    #[serde(default)]
    pub prompts: Vec<StoryPrompt>,
    /// Those questions as whoever reads the channel sees them.
    #[serde(default)]
    pub open_prompts: Vec<StoryPrompt>,
    /// Whether it was withdrawn.
    #[serde(default)]
    pub withdrawn: bool,
    /// Its number among the stories that the channel was told.
    #[serde(default)]
    pub number: Option<u64>,
    /// The questions that the channel has been shown of it, in the order in which they came up.
    #[serde(default)]
    pub asked: Vec<PromptId>,
    /// The lines of the public record that are kept with it.
    #[serde(default)]
    pub record: Vec<serde_json::Value>,
    /// Whether an undo has taken back all that it tells. Known when it is drawn, not when it is written.
    #[serde(skip)]
    pub taken_back: bool,
}

/// A line of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct StoryLine {
    /// Who may read it.
    pub audience: Audience,
    /// The sentence.
    pub text: String,
    /// The roll it tells of.
    pub roll: Option<StoryRoll>,
    /// The rules it rests on.
    #[serde(default)]
    pub rules: Vec<StoryRule>,
}

/// A question of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct StoryPrompt {
    /// Who is asked, by name.
    pub to_name: String,
    /// The question.
    pub ask: String,
    /// What may be answered, the default first.
    pub labels: Vec<String>,
    /// The players who may answer; empty where only the GM may.
    #[serde(default)]
    pub seats: Vec<Seat>,
    /// Whether it has been answered and waits for others.
    #[serde(default)]
    pub answered: bool,
}

/// A roll.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct StoryRoll {
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
    pub rule: StoryRule,
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct StoryRule {
    /// Its number.
    pub number: String,
    /// Its name.
    pub title: String,
    /// A ruling of ours.
    #[serde(default)]
    pub ruling: bool,
}

impl StoryView {
    /// Reads an outbox row's payload.
    ///
    /// # Errors
    /// If it is not one.
    pub fn read(payload: &str) -> Result<StoryView, serde_json::Error> {
        serde_json::from_str(payload)
    }

    /// The same of a story that has not been written.
    pub fn of(story: &Story) -> StoryView {
        let value = serde_json::to_value(story).expect("stories are plain values");
        serde_json::from_value(value).expect("a story reads as it was written")
    }

    /// The lines that are not for whoever reads the channel: one side's, one person's, the GM's.
    pub fn secret_lines(&self) -> impl Iterator<Item = &StoryLine> {
        self.lines.iter().filter(|it| it.audience != Audience::Everyone)
    }

    /// The lines for whoever reads the channel.
    pub fn open_lines(&self) -> impl Iterator<Item = &StoryLine> {
        self.lines.iter().filter(|it| it.audience == Audience::Everyone)
    }
}

/// How often people were asked in a fight: what a round cost its players in answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// How many were put to players; one that several may answer counts for each of them.
    pub questions: u32,
    /// How many people played, the GM not counted.
    pub players: u32,
    /// How many rounds there were.
    pub rounds: u32,
}

impl Asked {
    /// How many questions a round brought each player, in hundredths, half up; `None` if nobody played a round.
    pub fn hundredths_each(&self) -> Option<u32> {
        let turns = self.players.checked_mul(self.rounds).filter(|it| *it > 0)?;
        Some((self.questions.saturating_mul(200) + turns) / (turns * 2))
    }
}
