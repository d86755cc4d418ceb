//! A roll as it's shown and stored: dice, faces, modifiers and their reasons, the number to reach, the outcome and the rule. The breakdown
//! under a message, the export, the audit and the odds all read it; none of them recomputes it.

use super::{ids::CombatantId, luck::LuckyFaces, ruleset::RulesetTypes};
use serde::{Deserialize, Serialize};

/// One die of a roll with all its faces: the first one rolled, and any that followed from it (an exploding die rolls again).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Die {
    /// The number of sides.
    pub sides: u16,
    /// The faces in the order rolled.
    pub faces: Vec<u16>,
    /// The die's value, explosions included.
    pub counts: i32,
    /// Whether the die counts (if the lower of two dice is kept, the other doesn't).
    pub kept: bool,
}

/// Which of several dice count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keep {
    /// All of them, added.
    All,
    /// The lowest alone.
    Lowest,
    /// The highest alone.
    Highest,
}

/// Something that changes a total, by its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    /// Where it comes from, in the table's words: "shield", "cover", "half range".
    pub name: String,
    /// The amount added; negative to subtract.
    pub by: i32,
}

/// What the total is compared with.
#[allow(missing_docs, reason = "a field that its name and type explain needs no more")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// Passes with this number or less.
    AtMost {
        /// The number's name: "AGI".
        name: String,
        number: i32,
    },
    /// Passes with this number or more.
    AtLeast {
        /// The number's name.
        name: String,
        number: i32,
    },
}

/// The outcome of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RollOutcome {
    /// It reached the target.
    Passed,
    /// It missed the target.
    Failed,
    /// There was no target: the total is the result.
    Total,
}

/// One roll of the fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Roll<R: RulesetTypes> {
    /// Whose roll it is; `None` if the table rolls (initiative between sides, a threshold for everyone).
    pub who: Option<CombatantId>,
    /// The rule that asks for the roll.
    pub rule: R::Rule,
    /// What the roll is for, in a few words: "AGI save", "damage, short sword".
    pub what: String,
    /// Every die rolled, kept or not.
    pub dice: Vec<Die>,
    /// Which of the dice count.
    pub keep: Keep,
    /// What was added to the dice.
    pub modifiers: Vec<Modifier>,
    /// What the total is compared with, if anything.
    pub target: Option<Target>,
    /// The sum of the dice that count and the modifiers.
    pub total: i32,
    /// Whether it reached its target.
    pub outcome: RollOutcome,
    /// Whether only the GM sees it.
    pub secret: bool,
}

impl<R: RulesetTypes> Roll<R> {
    /// A roll without a target: determines which dice are kept and adds the modifiers.
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

    /// The same roll, compared with a target.
    pub fn against(mut self, target: Target) -> Roll<R> {
        let passed = match &target {
            Target::AtMost { number, .. } => self.total <= *number,
            Target::AtLeast { number, .. } => self.total >= *number,
        };
        self.outcome = if passed { RollOutcome::Passed } else { RollOutcome::Failed };
        self.target = Some(target);
        self
    }

    /// Whether the roll is a pool: each die is a success or not, and the total is the number of successes.
    pub fn is_pool(&self) -> bool {
        let is_counted =
            |it: &Die| matches!(it.faces[..], [face] if (0..=1).contains(&it.counts) && it.counts != i32::from(face));
        !self.dice.is_empty() && self.dice.iter().all(is_counted)
    }

    /// Which faces are good for whoever rolls, by what the total is compared with; `None` if it's compared with nothing.
    pub fn lucky_by_target(&self) -> Option<LuckyFaces> {
        self.target.as_ref().map(|it| match it {
            Target::AtMost { .. } => LuckyFaces::Low,
            Target::AtLeast { .. } => LuckyFaces::High,
        })
    }

    /// Whether the roll reached its target.
    pub fn passed(&self) -> bool {
        self.outcome == RollOutcome::Passed
    }
}
