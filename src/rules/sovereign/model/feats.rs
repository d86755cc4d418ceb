//! Feats and their levels. What a feat does is written where it's done; how many levels it has says `config/rulesets/sovereign/feats.toml`.

use super::gear::list;
use crate::rules::names::key;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::LazyLock};

/// A feat, each with levels 1 and 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Feat {
    /// C22.
    #[serde(rename = "alert")]
    Alert,
    /// C19.
    #[serde(rename = "armsmaster")]
    Armsmaster,
    /// C29.
    #[serde(rename = "assassin")]
    Assassin,
    /// C21.
    #[serde(rename = "close combatant")]
    CloseCombatant,
    /// C23.
    #[serde(rename = "deadeye")]
    Deadeye,
    /// C24.
    #[serde(rename = "die hard")]
    DieHard,
    /// C30.
    #[serde(rename = "gifted chirurgeon")]
    Chirurgeon,
    /// C28.
    #[serde(rename = "impervious defense")]
    Impervious,
    /// C20.
    #[serde(rename = "shocking assault")]
    ShockingAssault,
    /// C27.
    #[serde(rename = "unarmed combatant")]
    Unarmed,
    /// C25.
    #[serde(rename = "valiant defender")]
    ValiantDefender,
    /// C26.
    #[serde(rename = "whirlwind assault")]
    Whirlwind,
}

impl Feat {
    /// All of them, by name.
    pub const ALL: [(&'static str, Feat); 12] = [
        ("alert", Feat::Alert),
        ("armsmaster", Feat::Armsmaster),
        ("assassin", Feat::Assassin),
        ("close combatant", Feat::CloseCombatant),
        ("deadeye", Feat::Deadeye),
        ("die hard", Feat::DieHard),
        ("gifted chirurgeon", Feat::Chirurgeon),
        ("impervious defense", Feat::Impervious),
        ("shocking assault", Feat::ShockingAssault),
        ("unarmed combatant", Feat::Unarmed),
        ("valiant defender", Feat::ValiantDefender),
        ("whirlwind assault", Feat::Whirlwind),
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        Feat::ALL.iter().find(|it| it.1 == self).map_or("", |it| it.0)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Feats {
    feat: BTreeMap<Feat, u8>,
}

static FEATS: LazyLock<BTreeMap<Feat, u8>> = LazyLock::new(|| {
    let text = include_str!("../../../../config/rulesets/sovereign/feats.toml");
    let read: Feats = toml::from_str(text).expect("feats.toml is checked by a test");
    for (name, feat) in Feat::ALL {
        assert!(read.feat.contains_key(&feat), "feats.toml lacks {name}");
    }
    read.feat
});

/// How many levels a feat has.
pub fn levels(feat: Feat) -> u8 {
    FEATS.get(&feat).copied().unwrap_or(1)
}

/// Feats as typed: `armsmaster 2, alert`.
pub fn feats(value: &str) -> Result<Vec<(Feat, u8)>, String> {
    let mut all: Vec<(Feat, u8)> = vec![];
    for typed in list(value) {
        let (name, level) = match typed.rsplit_once([' ', '-']) {
            Some((name, level)) if level.parse::<u8>().is_ok() => (name, level.parse().unwrap_or(1)),
            _ => (typed, 1),
        };
        let name = key(name).replace("defence", "defense");
        let Some((_, feat)) = Feat::ALL.into_iter().find(|it| key(it.0) == name) else {
            let known: Vec<&str> = Feat::ALL.iter().map(|it| it.0).collect();
            return Err(format!(
                "\u{201c}{typed}\u{201d} isn\u{2019}t a known feat. Choose from {}.",
                known.join(", ")
            ));
        };
        if !(1..=levels(feat)).contains(&level) {
            return Err(format!("{} has no level {level}.", feat.name()));
        }
        all.retain(|it| it.0 != feat);
        all.push((feat, level));
    }
    Ok(all)
}
