//! What bears on a test beforehand: what is said of the next one, and what a point of fate is spent on (C1, C3, C8).

use serde::{Deserialize, Serialize};

/// One of the dice of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WhichDie {
    /// The attribute's.
    Attribute,
    /// The skill's.
    Skill,
    /// The luck die.
    Luck,
}

/// What is said of a combatant's next test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Circumstances {
    /// Sources of advantage.
    pub advantage: u8,
    /// Sources of disadvantage.
    pub disadvantage: u8,
    /// C3: help.
    pub bonus: i32,
    /// The number to reach.
    pub difficulty: Option<i32>,
    /// C8: this die shows its most.
    pub most: Option<WhichDie>,
    /// C8: and these, each for a point of its own.
    #[serde(default)]
    pub besides: [Option<WhichDie>; 2],
}

impl Circumstances {
    /// C8: the dice that show their most.
    pub fn shown(self) -> impl Iterator<Item = WhichDie> {
        self.most.into_iter().chain(self.besides.into_iter().flatten())
    }

    /// C8: with one die more that shows its most.
    pub fn with_most(mut self, die: WhichDie) -> Circumstances {
        let free = std::iter::once(&mut self.most).chain(&mut self.besides).find(|it| it.is_none());
        if let Some(free) = free {
            *free = Some(die);
        }
        self
    }
}

/// What a point of fate is spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Boon {
    /// The GM answers a question truly.
    Question,
    /// One action more in this turn.
    Action,
    /// Half of the most endurance comes back.
    Endurance,
    /// The same of stamina.
    Stamina,
    /// The same of focus.
    Focus,
    /// One die of the next test shows its most.
    Maximise(WhichDie),
    /// The next damage is halved.
    Halve,
}

impl Boon {
    /// All of them, by the word for each.
    pub const ALL: [(&'static str, Boon); 9] = [
        ("action", Boon::Action),
        ("endurance", Boon::Endurance),
        ("stamina", Boon::Stamina),
        ("focus", Boon::Focus),
        ("question", Boon::Question),
        ("maximise-attribute", Boon::Maximise(WhichDie::Attribute)),
        ("maximise-skill", Boon::Maximise(WhichDie::Skill)),
        ("maximise-luck", Boon::Maximise(WhichDie::Luck)),
        ("halve", Boon::Halve),
    ];

    /// Its word.
    pub fn name(self) -> &'static str {
        Boon::ALL.iter().find(|it| it.1 == self).map_or("", |it| it.0)
    }
}
