//! Conditions (C9), and stances of ours: what they are, and what they are called.

use crate::rules::names::key;
use serde::{Deserialize, Serialize};

/// A condition (C9), or a stance of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    /// Physical damage at the beginning of each turn.
    Bleeding(u8),
    /// Disadvantage on what has a target.
    Blinded,
    /// Fire damage at the beginning of each turn.
    Burning(u8),
    /// Disadvantage to ranged attackers.
    Cover,
    /// Half speed.
    Crippled,
    /// Disadvantage on strength and dexterity, half speed.
    Encumbered,
    /// No actions.
    Incapacitated,
    /// Health lost at the beginning of each turn.
    Poison(u8),
    /// Ranged attackers have disadvantage, those from near advantage.
    Prone,
    /// A penalty to all tests.
    Sickness(u8),
    /// One action less at the next turn.
    Stunned,
    /// Prone and incapacitated.
    Unconscious,
    /// R20: +1 to all defences.
    Guarding,
    /// R24: behind cover until the next turn.
    SeekingCover,
    /// C12: held, and cannot move.
    Grappled,
    /// R37: does not see who attacks.
    Unaware,
    /// R38: has foes on two opposite sides, where there are no squares to tell.
    Flanked,
}

impl Condition {
    /// All of them, with 1 where there is an amount.
    pub const ALL: [Condition; 17] = [
        Condition::Bleeding(1),
        Condition::Blinded,
        Condition::Burning(1),
        Condition::Cover,
        Condition::Crippled,
        Condition::Encumbered,
        Condition::Incapacitated,
        Condition::Poison(1),
        Condition::Prone,
        Condition::Sickness(1),
        Condition::Stunned,
        Condition::Unconscious,
        Condition::Guarding,
        Condition::SeekingCover,
        Condition::Grappled,
        Condition::Unaware,
        Condition::Flanked,
    ];

    /// Whether it is the same, whatever the amount.
    pub fn is_like(self, other: Condition) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }

    /// How much of it there is; `None` where there is no amount.
    pub fn amount(self) -> Option<u8> {
        match self {
            Condition::Bleeding(it) | Condition::Burning(it) | Condition::Poison(it) | Condition::Sickness(it) => {
                Some(it)
            }
            _ => None,
        }
    }

    /// The same with another amount, where it has one.
    pub fn with_amount(self, amount: u8) -> Condition {
        match self {
            Condition::Bleeding(_) => Condition::Bleeding(amount),
            Condition::Burning(_) => Condition::Burning(amount),
            Condition::Poison(_) => Condition::Poison(amount),
            Condition::Sickness(_) => Condition::Sickness(amount),
            other => other,
        }
    }

    /// What it is called, without its amount.
    pub fn name(self) -> &'static str {
        match self {
            Condition::Bleeding(_) => "bleeding",
            Condition::Blinded => "blinded",
            Condition::Burning(_) => "burning",
            Condition::Cover => "cover",
            Condition::Crippled => "crippled",
            Condition::Encumbered => "encumbered",
            Condition::Incapacitated => "incapacitated",
            Condition::Poison(_) => "poison",
            Condition::Prone => "prone",
            Condition::Sickness(_) => "sickness",
            Condition::Stunned => "stunned",
            Condition::Unconscious => "unconscious",
            Condition::Guarding => "guarding",
            Condition::SeekingCover => "seeking cover",
            Condition::Grappled => "grappled",
            Condition::Unaware => "unaware",
            Condition::Flanked => "flanked",
        }
    }

    /// What it is called, with its amount.
    pub fn words(self) -> String {
        self.amount().map_or_else(|| self.name().to_owned(), |amount| format!("{} {amount}", self.name()))
    }

    /// The condition of this name; a number behind it is its amount.
    pub fn named(typed: &str) -> Option<Condition> {
        let typed = key(typed);
        let (name, amount) = match typed.rsplit_once('-') {
            Some((name, amount)) => match amount.parse::<u8>() {
                Ok(amount) => (name.to_owned(), amount.max(1)),
                Err(_) => (typed.clone(), 1),
            },
            None => (typed.clone(), 1),
        };
        let name = match name.as_str() {
            "poisoned" => "poison",
            "sick" | "sickened" => "sickness",
            "blind" => "blinded",
            "in-cover" | "behind-cover" => "cover",
            "guard" | "on-guard" => "guarding",
            "seek-cover" => "seeking-cover",
            "stun" => "stunned",
            "surprised-by-attack" | "unseeing" | "cannot-see" => "unaware",
            other => other,
        };
        Condition::ALL.into_iter().find(|it| key(it.name()) == name).map(|it| it.with_amount(amount))
    }
}
