//! How something is done: with what, in which manner, at which pace, and the words by which each is typed. What comes of it is not here.

use serde::{Deserialize, Serialize};

/// With what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum With {
    /// Bare hands.
    Unarmed,
    /// A weapon, by its number among what a combatant carries.
    Gear(u8),
    /// The weapons of both hands at once (Ambidexterity).
    Both,
}

/// How an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Manner {
    /// As it comes.
    Normal,
    /// Held back: impaired (R15).
    HoldBack,
    /// To kill someone who lies there (R16).
    FinalBlow,
    /// Lobbed (R19).
    Indirect,
    /// A power, invoked at sight (C49).
    Sight,
    /// A blast at one large target (C47).
    Single,
    /// At everyone smaller around (C46).
    Sweep,
    /// To stun: a skill (C12).
    Stun,
    /// To grab (R36).
    Grapple,
    /// To make a combatant drop this, by its number among what they carry (R35).
    Disarm(u8),
}

/// The manners of an attack, by their words.
pub const MANNERS: [(&str, Manner); 6] = [
    ("normal", Manner::Normal),
    ("hold-back", Manner::HoldBack),
    ("final-blow", Manner::FinalBlow),
    ("indirect", Manner::Indirect),
    ("stun", Manner::Stun),
    ("single", Manner::Single),
];

/// How a combatant moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// On foot.
    Walk,
    /// Unseen, as far as an AGI save goes.
    Sneak,
    /// As fast as can be; with a full movement.
    Sprint,
    /// Over difficult ground (C31).
    Balance,
    /// Across a gap (C32).
    Leap,
    /// Up or down (C33).
    Climb,
    /// Through water (C34).
    Swim,
    /// Through the air (C58).
    Fly,
}

/// The ways of moving, by their words.
pub const PACES: [(&str, Pace); 8] = [
    ("walk", Pace::Walk),
    ("sneak", Pace::Sneak),
    ("sprint", Pace::Sprint),
    ("balance", Pace::Balance),
    ("leap", Pace::Leap),
    ("climb", Pace::Climb),
    ("swim", Pace::Swim),
    ("fly", Pace::Fly),
];

/// How a combatant is worked upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sway {
    /// C35: so that the next turn is lost.
    Distract,
    /// C36: so that they are frightened.
    Intimidate,
    /// C37: so that they must spend the next turn on doing harm.
    Taunt,
}

/// Who is faster, or lasts longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Speed {
    /// As it stands on their sheets: who sprints faster.
    AsTheyRun,
    /// Those who flee, the GM says.
    Faster,
    /// The pursuers, the GM says.
    Slower,
}

/// Who is faster, by the words for it.
pub const SPEEDS: [(&str, Speed); 3] =
    [("as-they-run", Speed::AsTheyRun), ("faster", Speed::Faster), ("slower", Speed::Slower)];

/// The word for this one.
pub fn word_of<T: PartialEq>(words: &[(&'static str, T)], meant: T) -> &'static str {
    words.iter().find(|it| it.1 == meant).map_or("", |it| it.0)
}
