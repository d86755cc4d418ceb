//! A roll as it is shown and kept: dice, faces, what was added and why, the number to reach, the outcome and the rule. The
//! breakdown under a message, the export, the audit and the odds all read this; none of them computes it again.

use super::{ids::CombatantId, ruleset::Ruleset};
use serde::{Deserialize, Serialize};

/// One die of a roll with all its faces: the first throw, and those that followed from it (an exploding die rolls on).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Die {
    /// How many sides it has.
    pub sides: u16,
    /// Its faces in the order in which they fell.
    pub faces: Vec<u16>,
    /// What the die counts for, explosions included.
    pub counts: i32,
    /// Whether it counts at all (of two dice of which the lower is kept, one does not).
    pub kept: bool,
}

/// Which of several dice count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keep {
    /// All of them, added.
    All,
    /// The lowest.
    Lowest,
    /// The highest.
    Highest,
}

/// Something that changes a total, by its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    /// What it comes from, in the table's words: "shield", "cover", "half range".
    pub name: String,
    /// How much is added; negative takes away.
    pub by: i32,
}

/// What the total is compared with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// Passes with this or less.
    AtMost {
        /// What the number is: "AGI".
        name: String,
        /// The number.
        number: i32,
    },
    /// Passes with this or more.
    AtLeast {
        /// What the number is.
        name: String,
        /// The number.
        number: i32,
    },
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RollOutcome {
    /// The target was reached.
    Passed,
    /// It was not.
    Failed,
    /// There was nothing to reach: the total is the result.
    Total,
}

/// One roll of the fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Roll<R: Ruleset> {
    /// Whose roll it is; `None` when the table rolls (initiative between sides, a threshold for all).
    pub who: Option<CombatantId>,
    /// The rule that calls for it.
    pub rule: R::Rule,
    /// What is rolled for, in a few words: "AGI save", "damage, short sword".
    pub what: String,
    /// The dice.
    pub dice: Vec<Die>,
    /// Which of them count.
    pub keep: Keep,
    /// What was added to the dice.
    pub modifiers: Vec<Modifier>,
    /// What it is compared with, if anything.
    pub target: Option<Target>,
    /// Dice that count, and modifiers.
    pub total: i32,
    /// What came of it.
    pub outcome: RollOutcome,
    /// Whether only the GM sees it.
    pub secret: bool,
}

impl<R: Ruleset> Roll<R> {
    /// A roll that is its total: works out which dice are kept and adds the modifiers.
    pub fn total(
        who: Option<CombatantId>,
        rule: R::Rule,
        what: impl Into<String>,
        mut dice: Vec<Die>,
        keep: Keep,
        modifiers: Vec<Modifier>,
    ) -> Roll<R> {
        let chosen = match keep {
            Keep::All => None,
            Keep::Lowest => (0..dice.len()).min_by_key(|&it| dice[it].counts),
            Keep::Highest => (0..dice.len()).rev().max_by_key(|&it| dice[it].counts),
        };
        for (index, die) in dice.iter_mut().enumerate() {
            die.kept = chosen.is_none_or(|it| it == index);
        }
        let total = dice.iter().filter(|it| it.kept).map(|it| it.counts).sum::<i32>()
            + modifiers.iter().map(|it| it.by).sum::<i32>();
        Roll {
            who,
            rule,
            what: what.into(),
            dice,
            keep,
            modifiers,
            target: None,
            total,
            outcome: RollOutcome::Total,
            secret: false,
        }
    }

    /// The same roll, judged against a target.
    pub fn against(mut self, target: Target) -> Roll<R> {
        let passed = match &target {
            Target::AtMost { number, .. } => self.total <= *number,
            Target::AtLeast { number, .. } => self.total >= *number,
        };
        self.outcome = if passed { RollOutcome::Passed } else { RollOutcome::Failed };
        self.target = Some(target);
        self
    }

    /// Whether it is a pool: each die is a success or none, and the total is how many succeed.
    pub fn is_pool(&self) -> bool {
        let is_counted =
            |it: &Die| matches!(it.faces[..], [face] if (0..=1).contains(&it.counts) && it.counts != i32::from(face));
        !self.dice.is_empty() && self.dice.iter().all(is_counted)
    }

    /// Whether the target was reached.
    pub fn passed(&self) -> bool {
        self.outcome == RollOutcome::Passed
    }
}
