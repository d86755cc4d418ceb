//! Armour and shields, and how they are typed. Their numbers are rows of `config/rulesets/sovereign/armour.toml`.

use super::gear::list;
use crate::rules::names::key;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// A kind of armour.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// Its name.
    pub name: String,
    /// C9: AC before DEX and shield.
    pub ac: i32,
    /// C9: added to Sneak checks.
    #[serde(default)]
    pub sneak: i32,
    /// C9: added to Exert checks.
    #[serde(default)]
    pub exert: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wardrobe {
    armour: Vec<Armour>,
}

static WARDROBE: LazyLock<Wardrobe> = LazyLock::new(|| {
    let text = include_str!("../../../../config/rulesets/sovereign/armour.toml");
    toml::from_str(text).expect("armour.toml is checked by a test")
});

/// The kinds of armour there are; the first is none.
pub fn wardrobe() -> &'static [Armour] {
    &WARDROBE.armour
}

/// What a combatant wears.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worn {
    /// Its name.
    pub armour: String,
    /// Magic of the armour.
    pub magic: i32,
    /// A shield.
    pub shield: bool,
    /// Magic of the shield.
    pub shield_magic: i32,
}

impl Worn {
    /// The armour's row.
    pub fn row(&self) -> &'static Armour {
        wardrobe().iter().find(|it| it.name == self.armour).unwrap_or(&wardrobe()[0])
    }

    /// C9: AC without DEX.
    pub fn ac(&self) -> i32 {
        self.row().ac + self.magic + if self.shield { 1 + self.shield_magic } else { 0 }
    }

    /// Whether no armour is worn, with a shield or without.
    pub fn unarmoured(&self) -> bool {
        self.row().name == wardrobe()[0].name
    }

    /// As a sheet keeps it.
    pub fn words(&self) -> String {
        let magic = |it: i32| if it > 0 { format!(" +{it}") } else { String::new() };
        let armour = format!("{}{}", self.row().name, magic(self.magic));
        if self.shield { format!("{armour}, shield{}", magic(self.shield_magic)) } else { armour }
    }
}

/// What is worn, as typed: `chain +1, shield`, `leather and shield`.
pub fn worn(value: &str) -> Result<Worn, String> {
    let mut worn = Worn { armour: wardrobe()[0].name.clone(), ..Worn::default() };
    let value = value.replace(" and ", ", ").replace(" + shield", ", shield");
    for typed in list(&value) {
        let (plain, magic) = match typed.split_once('+') {
            Some((plain, magic)) => {
                (plain.trim(), magic.trim().parse::<i32>().map_err(|_| format!("\u{201c}{typed}\u{201d}?"))?)
            }
            None => (typed, 0),
        };
        let wanted = key(plain);
        let wanted = wanted.trim_end_matches("-armour").trim_end_matches("-armor").trim_end_matches("-mail");
        if wanted == "shield" {
            (worn.shield, worn.shield_magic) = (true, magic);
        } else if let Some(row) = wardrobe().iter().find(|it| key(&it.name) == wanted) {
            (worn.armour, worn.magic) = (row.name.clone(), magic);
        } else {
            let all: Vec<&str> = wardrobe().iter().map(|it| it.name.as_str()).collect();
            return Err(format!(
                "\u{201c}{typed}\u{201d} is no armour that is known here: {}, with or without shield.",
                all.join(", ")
            ));
        }
    }
    Ok(worn)
}
