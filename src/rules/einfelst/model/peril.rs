//! What the Director calls for, and how it's typed as a value of its field: `2 desperate`, `3, 2`, `15 soft`.

use super::{
    state::{Fire, Position, Skill},
    track::HarmKind,
};
use crate::rules::einfelst::FightState;
use serde::{Deserialize, Serialize};

/// What the Director calls for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Peril {
    /// R35: a Fear test against this value.
    Fear {
        /// The successes needed.
        value: u8,
        /// How bad it is; `None` for the table's default.
        position: Option<Position>,
    },
    /// R37: the combatant catches fire.
    Fire(Fire),
    /// R38: poison of this toxicity.
    Poison(u8),
    /// R39: a fall.
    Fall {
        /// The distance in feet.
        feet: u16,
        /// Onto hard ground.
        hard: bool,
    },
    /// R40: tiredness, hunger or thirst.
    Need {
        /// Which: "hungry".
        what: String,
        /// The kind of Harm.
        kind: HarmKind,
    },
    /// R34: Harm of a kind that the Director names.
    Harm {
        /// The amount.
        amount: u8,
        /// The kind.
        kind: HarmKind,
    },
    /// C1, C6: a test of this action.
    Test {
        /// The action.
        skill: Skill,
        /// The successes needed.
        needed: u8,
    },
}

/// The numbers in a text, in order.
pub fn numbers(value: &str) -> Vec<u16> {
    value.split(|it: char| !it.is_ascii_digit()).filter_map(|it| it.parse().ok()).collect()
}

/// One of the numbers, if it's from 1 to the maximum.
fn small(value: &str, index: usize, most: u8) -> Option<u8> {
    let number = numbers(value).get(index).and_then(|it| u8::try_from(*it).ok());
    number.filter(|it| (1..=most).contains(it))
}

fn says(value: &str, word: &str) -> bool {
    value.split(|it: char| !it.is_alphabetic()).any(|it| it.eq_ignore_ascii_case(word))
}

/// The number of the first of these words that the text contains.
fn named(value: &str, words: [(&str, u8); 3]) -> Option<u8> {
    words.into_iter().find(|it| says(value, it.0)).map(|it| it.1)
}

fn kind(value: &str) -> HarmKind {
    if says(value, "mental") { HarmKind::Mental } else { HarmKind::Physical }
}

impl Peril {
    /// R35: "2", "2 desperate", or the name of a frightening combatant, whose sheet has the value.
    pub fn fear(fight: &FightState, typed: &str) -> Result<Peril, String> {
        let position = Position::ALL.iter().find(|it| says(typed, it.0)).map(|it| it.1);
        let feared = fight.combatants.iter().filter(|it| typed.to_lowercase().contains(&it.name.to_lowercase()));
        let of_sheet = feared.map(|it| it.sheet.fear).max().filter(|it| *it > 0);
        let value = if numbers(typed).is_empty() { of_sheet } else { small(typed, 0, 20) };
        let value = value
            .ok_or("fear takes the Fear value, as in 2 or 2 desperate, or the name of a frightening foe (R35).")?;
        Ok(Peril::Fear { value, position })
    }

    /// R37, A14: its damage and the successes that put it out: "3", "3, 2".
    pub fn fire(typed: &str) -> Result<Peril, String> {
        let damage = small(typed, 0, 20);
        let damage =
            damage.ok_or("fire takes its damage and the successes that put it out, as in 3 or 3, 2 (R37, A14).")?;
        let needed = numbers(typed).get(1).map_or(1, |it| (*it).clamp(1, 20) as u8);
        Ok(Peril::Fire(Fire { damage, needed, done: 0 }))
    }

    /// R37: a fire that any success puts out; it does 1 damage unless the value says otherwise.
    pub fn burning(typed: &str) -> Peril {
        let damage = numbers(typed).first().map_or(1, |it| (*it).clamp(1, 20) as u8);
        Peril::Fire(Fire { damage, needed: 1, done: 0 })
    }

    /// R38: its toxicity.
    pub fn poison(typed: &str) -> Result<Peril, String> {
        let by_name = named(typed, [("weak", 3), ("strong", 6), ("extreme", 9)]);
        let toxicity = if numbers(typed).is_empty() { by_name } else { small(typed, 0, 40) };
        Ok(Peril::Poison(toxicity.ok_or("poison takes its toxicity: 3, 6, 9, or weak, strong, extreme (R38).")?))
    }

    /// R39: "15", "15 soft".
    pub fn fall(typed: &str) -> Result<Peril, String> {
        let feet = numbers(typed).first().copied().ok_or("fall takes feet, as in 15, or 15 soft (R39).")?;
        Ok(Peril::Fall { feet: feet.min(1000), hard: !says(typed, "soft") && !says(typed, "water") })
    }

    /// R40: "physical" or "mental", and which need, if it says so.
    pub fn need(what: &str, typed: &str) -> Peril {
        let what = ["tired", "hungry", "thirsty"].into_iter().find(|it| says(typed, it)).unwrap_or(what);
        Peril::Need { what: what.to_owned(), kind: kind(typed) }
    }

    /// R34: "2 mental".
    pub fn harm(typed: &str) -> Result<Peril, String> {
        let amount = small(typed, 0, 60).ok_or("harm takes an amount and its kind, as in 2 mental (R34).")?;
        Ok(Peril::Harm { amount, kind: kind(typed) })
    }

    /// C1, C6: "Read", "Read hard", "Force 2".
    pub fn test(typed: &str) -> Result<Peril, String> {
        let skill = typed.split(|it: char| !it.is_alphabetic()).find_map(Skill::named);
        let skill = skill.ok_or("test takes an action, as in Read, or Read hard (C6).")?;
        let level = named(typed, [("normal", 1), ("challenging", 2), ("hard", 3)]);
        let number = numbers(typed).first().map(|it| (*it).clamp(1, 20) as u8);
        Ok(Peril::Test { skill, needed: number.or(level).unwrap_or(1) })
    }
}
