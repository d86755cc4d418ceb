//! How hurt a combatant is, for pictures: as a share where the viewer may know the numbers, and otherwise no finer than the word that
//! everyone reads.

use super::view::Vital;
use serde::Serialize;

/// How hurt a combatant is, as far as a viewer may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Health {
    /// The number itself.
    Left {
        /// What's left.
        now: i32,
        /// What there is at most.
        most: i32,
    },
    /// Only how the combatant looks.
    Looks(Looks),
}

/// How hurt a combatant looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Looks {
    /// Without a scratch.
    Unhurt,
    /// Hurt, but far from falling.
    Hurt,
    /// Close to falling.
    BadlyHurt,
    /// Out of the fight.
    Out,
}

impl Health {
    /// The health that a combatant's vitals tell somebody who may know the exact numbers, or only the words.
    pub fn of(vitals: &[Vital], exact: bool) -> Option<Health> {
        let vital = vitals.iter().find(|it| it.left.is_some())?;
        match (exact, vital.left) {
            (true, Some((now, most))) => Some(Health::Left { now, most }),
            _ => vital.word.and_then(Looks::of).map(Health::Looks),
        }
    }

    /// The share that's left, from 0 to 1; for looks, in thirds.
    pub fn share(self) -> f32 {
        match self {
            Health::Left { now, most } => (now as f32 / most.max(1) as f32).clamp(0.0, 1.0),
            Health::Looks(Looks::Unhurt) => 1.0,
            Health::Looks(Looks::Hurt) => 2.0 / 3.0,
            Health::Looks(Looks::BadlyHurt) => 1.0 / 3.0,
            Health::Looks(Looks::Out) => 0.0,
        }
    }
}

impl Looks {
    /// What one of the systems' words means; `None` for a word that says nothing of the kind.
    pub fn of(word: &str) -> Option<Looks> {
        match word {
            "unhurt" => Some(Looks::Unhurt),
            "hurt" | "harmed" => Some(Looks::Hurt),
            "badly hurt" | "bloodied" => Some(Looks::BadlyHurt),
            "down" | "dying" | "dead" | "unconscious" | "mortally injured" | "out of action" | "fled" => {
                Some(Looks::Out)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever may not know a number gets what its word says and nothing finer.
    #[test]
    fn a_word_says_no_more_than_itself() {
        let vital = |now, word| vec![Vital { name: "HP", exact: format!("{now}/20"), word, left: Some((now, 20)) }];
        assert_eq!(Health::of(&vital(13, Some("hurt")), true), Some(Health::Left { now: 13, most: 20 }));
        let seen = |now| Health::of(&vital(now, Some("hurt")), false);
        assert_eq!([seen(13), seen(19)], [Some(Health::Looks(Looks::Hurt)); 2]);
        assert_eq!(Health::of(&vital(13, None), false), None);
        let armour = vec![Vital { name: "AC", exact: "14".to_owned(), word: None, left: None }];
        assert_eq!(Health::of(&armour, true), None);
    }
}
