//! A story as stored in the outbox: what [`Story`] wrote, read back by the code that shows it. Old rows must stay readable, so new fields
//! have a default.

pub use super::fallen::Fallen;
use crate::engine::{
    PromptId, Seat,
    view::{Audience, Brief},
};
use crate::rules::request::Story;
use serde::Deserialize;

/// A story, read back from its outbox row.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct StoryView {
    /// The row that began the action.
    pub began_seq: u64,
    /// All lines so far.
    pub lines: Vec<StoryLine>,
    /// How many of the lines were told before.
    #[serde(default)]
    pub told_before: usize,
    /// The questions it waits for, as the GM sees them.
    #[serde(default)]
    pub prompts: Vec<StoryPrompt>,
    /// The same questions as everyone in the channel sees them.
    #[serde(default)]
    pub open_prompts: Vec<StoryPrompt>,
    /// Whether it was withdrawn.
    #[serde(default)]
    pub withdrawn: bool,
    /// Its number among the stories told in the channel.
    #[serde(default)]
    pub number: Option<u64>,
    /// The questions of this story that the channel has been shown, in the order they came up.
    #[serde(default)]
    pub asked: Vec<PromptId>,
    /// The lines of the public record stored with it.
    #[serde(default)]
    pub record: Vec<serde_json::Value>,
    /// The players' characters who have gone down in it.
    #[serde(default)]
    pub fallen: Vec<Fallen>,
    /// Whether an undo has taken back everything it tells. Determined when it's drawn, not when it's written.
    #[serde(skip)]
    pub taken_back: bool,
}

/// A line of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct StoryLine {
    /// Who may read it.
    pub audience: Audience,
    /// The line's sentence.
    pub text: String,
    /// The roll it's about.
    pub roll: Option<StoryRoll>,
    /// The rules it cites.
    #[serde(default)]
    pub rules: Vec<StoryRule>,
    /// How a short account tells it.
    #[serde(default)]
    pub brief: Brief,
}

/// A question of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct StoryPrompt {
    /// The name of the one asked.
    pub to_name: String,
    /// The question, as its reader sees it.
    pub ask: String,
    /// The possible answers, default first.
    pub labels: Vec<String>,
    /// The players who can answer; empty if only the GM can.
    #[serde(default)]
    pub seats: Vec<Seat>,
    /// Whether it has been answered and waits for others.
    #[serde(default)]
    pub answered: bool,
}

/// A roll of a story.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "RollRow")]
pub struct StoryRoll {
    /// Whose roll it is.
    pub who: String,
    /// What it's for.
    pub what: String,
    /// The dice, the modifiers, the total and the number to reach: "2d6 (3, 5) + 2 aim = 10 vs 8 (difficulty)".
    pub equation: String,
    /// The same in short: "2d6 (3, 5) + 2 = 10 vs 8".
    pub brief: String,
    /// "succeeds" or "fails"; `None` if the total is the result.
    pub outcome: Option<String>,
    /// The rule that asked for it.
    pub rule: StoryRule,
}

/// A roll as stored in an outbox row: builds before the equation wrote its parts, and those rows must stay readable as long as a fight
/// runs.
#[derive(Deserialize)]
struct RollRow {
    who: String,
    what: String,
    #[serde(default)]
    equation: Option<String>,
    #[serde(default)]
    brief: Option<String>,
    #[serde(default)]
    outcome: Option<String>,
    rule: StoryRule,
    #[serde(default)]
    dice: Vec<String>,
    #[serde(default)]
    modifiers: Vec<(String, i32)>,
    #[serde(default)]
    target: Option<String>,
    #[serde(default)]
    total: i32,
}

impl From<RollRow> for StoryRoll {
    fn from(row: RollRow) -> StoryRoll {
        let RollRow { who, what, equation, brief, outcome, rule, dice, modifiers, target, total } = row;
        let equation = equation.unwrap_or_else(|| {
            let mut text = dice.join(" + ");
            for (name, by) in &modifiers {
                let sign = if *by < 0 { '\u{2212}' } else { '+' };
                text.push_str(&format!(" {sign} {} {name}", by.unsigned_abs()));
            }
            if !modifiers.is_empty() || dice.len() > 1 {
                text.push_str(&format!(" = {total}"));
            }
            target.map_or(text.clone(), |target| format!("{text} vs {target}"))
        });
        let brief = brief.unwrap_or_else(|| equation.clone());
        StoryRoll { who, what, equation, brief, outcome, rule }
    }
}

/// A rule that a line cites.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct StoryRule {
    /// The rule's number.
    pub number: String,
    /// The rule's title.
    pub title: String,
    /// Whether it's our own ruling.
    #[serde(default)]
    pub ruling: bool,
}

impl StoryView {
    /// Reads an outbox row's payload.
    pub fn read(payload: &str) -> Result<StoryView, serde_json::Error> {
        serde_json::from_str(payload)
    }

    /// As [`StoryView::read`], for a story that hasn't been written.
    pub fn of(story: &Story) -> StoryView {
        let text = serde_json::to_string(story).expect("stories are plain values");
        StoryView::read(&text).expect("a story reads as it was written")
    }

    /// The lines that aren't public: for one side, one person or the GM.
    pub fn secret_lines(&self) -> impl Iterator<Item = &StoryLine> {
        self.lines.iter().filter(|it| it.audience != Audience::Everyone)
    }

    /// The lines for everyone in the channel.
    pub fn open_lines(&self) -> impl Iterator<Item = &StoryLine> {
        self.lines.iter().filter(|it| it.audience == Audience::Everyone)
    }
}

/// How often players were asked in a fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The number of questions to players; one that several can answer counts for each of them.
    pub questions: u32,
    /// The number of players, not counting the GM.
    pub players: u32,
    /// The number of rounds.
    pub rounds: u32,
}

impl Asked {
    /// The number of questions per player and round, in hundredths, rounded half up; `None` if there were no players or no rounds.
    pub fn hundredths_each(&self) -> Option<u32> {
        let turns = self.players.checked_mul(self.rounds).filter(|it| *it > 0)?;
        Some((self.questions.saturating_mul(200) + turns) / (turns * 2))
    }
}
