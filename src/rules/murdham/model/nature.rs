//! The kinds of being (C52) and the traits (C51, C53), by name. What they do is in `chapters/nature.rs`.

use super::gear::list;
use crate::rules::names::key;
use serde::{Deserialize, Serialize};

/// The kind of being.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum BeingKind {
    /// Lives.
    #[default]
    Creature,
    /// Was built.
    Construct,
    /// Came from elsewhere.
    Demon,
    /// Neither lives nor is dead.
    Undead,
}

impl BeingKind {
    /// All of them, by name.
    pub const ALL: [(&'static str, BeingKind); 4] = [
        ("creature", BeingKind::Creature),
        ("construct", BeingKind::Construct),
        ("demon", BeingKind::Demon),
        ("undead", BeingKind::Undead),
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        BeingKind::ALL[self as usize].0
    }

    /// The kind of this name.
    pub fn named(value: &str) -> Result<BeingKind, String> {
        let found = BeingKind::ALL.iter().find(|it| it.0 == key(value));
        found.map(|it| it.1).ok_or_else(|| "creature, construct, demon or undead.".to_owned())
    }
}

/// What a combatant is like by nature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trait {
    /// Causes fear within range 4.
    Frightening,
    /// Causes terror within range 4.
    Terrifying,
    /// Recovers half of the lost health at the start of the turn, unless burnt.
    Regeneration,
    /// No mind that could be frightened or talked to.
    Mindless,
    /// Double speed.
    Fast,
    /// Half speed.
    Slow,
    /// Always frenzied.
    Frenzied,
    /// Burns easily (C20).
    Flammable,
    /// Whom it touches suffers corruption (C59).
    Corrupting,
    /// Critical damage makes two of it (C60).
    Splits,
    /// Flies, but neither attacks nor stays still in the air (C58).
    LandingFlyer,
    /// Flies, but does not stay still in the air.
    SwoopingFlyer,
    /// Flies as it likes.
    HoveringFlyer,
}

impl Trait {
    /// All of them, by name.
    pub const ALL: [(&'static str, Trait); 13] = [
        ("frightening", Trait::Frightening),
        ("terrifying", Trait::Terrifying),
        ("regeneration", Trait::Regeneration),
        ("mindless", Trait::Mindless),
        ("fast", Trait::Fast),
        ("slow", Trait::Slow),
        ("frenzied", Trait::Frenzied),
        ("flammable", Trait::Flammable),
        ("corrupting", Trait::Corrupting),
        ("split", Trait::Splits),
        ("landing flyer", Trait::LandingFlyer),
        ("swooping flyer", Trait::SwoopingFlyer),
        ("hovering flyer", Trait::HoveringFlyer),
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        Trait::ALL[self as usize].0
    }
}

/// Reads a list of traits.
pub fn traits(value: &str) -> Result<Vec<Trait>, String> {
    let mut all = vec![];
    for typed in list(value) {
        let Some((_, found)) = Trait::ALL.iter().find(|it| key(it.0) == key(typed)) else {
            let known: Vec<&str> = Trait::ALL.iter().map(|it| it.0).collect();
            return Err(format!(
                "\u{201c}{typed}\u{201d} is no trait that anything here reads. Traits: {}.",
                known.join(", ")
            ));
        };
        if !all.contains(found) {
            all.push(*found);
        }
    }
    Ok(all)
}
