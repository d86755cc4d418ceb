//! What a combatant has learned: maneuvers (C12), talents (C17) and powers (C13). Maneuvers and talents are rows of
//! `config/rulesets/ingenuity/`, powers are typed on the sheet. A row that nothing reads does not load; what it does is written where it
//! is done.

use crate::rules::ingenuity::{
    Condition,
    model::{
        gear::{DamageType, list, nothing},
        sheet::Attribute,
    },
};
use crate::rules::{
    data_rows::{self, Rows},
    names::key,
};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// How a maneuver goes (C12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ManeuverKind {
    /// An attack from near, whose result also meets a second defence.
    Strike,
    /// A test against a defence.
    Force,
    /// Free: up from prone.
    Rise,
    /// A reaction to someone who moves away.
    Opportunity,
    /// A reaction after a parry.
    Riposte,
}

/// A maneuver.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Maneuver {
    /// Its name.
    pub name: String,
    /// How it goes.
    pub kind: ManeuverKind,
    /// What it costs.
    pub stamina: i32,
    /// The attribute of its test.
    #[serde(default)]
    pub attribute: Option<Attribute>,
    /// The skill of its test.
    #[serde(default)]
    pub skill: Option<String>,
    /// Proficiencies that fit.
    #[serde(default)]
    pub proficiencies: Vec<String>,
    /// What its result meets.
    #[serde(default)]
    pub against: Option<String>,
    /// The condition it brings.
    #[serde(default)]
    pub causes: Option<String>,
}

impl Maneuver {
    /// Whether any rule reads the row.
    fn does_something(&self) -> bool {
        let hits = self.against.as_deref() == Some("constitution")
            && self.causes.as_deref().is_some_and(|it| Condition::named(it).is_some());
        match self.kind {
            ManeuverKind::Strike => hits,
            ManeuverKind::Force => hits && self.attribute.is_some() && self.skill.is_some(),
            ManeuverKind::Rise | ManeuverKind::Opportunity | ManeuverKind::Riposte => self.causes.is_none(),
        }
    }
}

impl Rows for Maneuver {
    const TABLE: &'static str = "maneuver";
    fn all() -> &'static [Maneuver] {
        maneuvers()
    }
    fn name(&self) -> &str {
        &self.name
    }
    fn problems(&self) -> Vec<String> {
        nothing(self.does_something())
    }
}

static MANEUVERS: LazyLock<Vec<Maneuver>> = LazyLock::new(|| {
    data_rows::load(
        "config/rulesets/ingenuity/maneuvers.toml",
        include_str!("../../../../config/rulesets/ingenuity/maneuvers.toml"),
    )
});

/// The maneuvers there are.
pub fn maneuvers() -> &'static [Maneuver] {
    &MANEUVERS
}

/// The maneuver of this name.
pub fn maneuver(typed: &str) -> Option<&'static Maneuver> {
    maneuvers().iter().find(|it| key(&it.name) == key(typed))
}

/// A talent.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Talent {
    /// Its name.
    pub name: String,
    /// C6: endurance more.
    #[serde(default)]
    pub endurance: i32,
    /// C6: stamina more.
    #[serde(default)]
    pub stamina: i32,
    /// C6: focus more.
    #[serde(default)]
    pub focus: i32,
    /// C17: the rank from which one acts in every surprise round.
    #[serde(default)]
    pub unsurprised: Option<u8>,
    /// C17: the rank from which nobody sneaks up on one.
    #[serde(default)]
    pub watchful: Option<u8>,
}

impl Talent {
    /// Whether any rule reads the row.
    fn does_something(&self) -> bool {
        self.endurance + self.stamina + self.focus > 0 || self.unsurprised.is_some() || self.watchful.is_some()
    }
}

impl Rows for Talent {
    const TABLE: &'static str = "talent";
    fn all() -> &'static [Talent] {
        talents()
    }
    fn name(&self) -> &str {
        &self.name
    }
    fn problems(&self) -> Vec<String> {
        nothing(self.does_something())
    }
}

static TALENTS: LazyLock<Vec<Talent>> = LazyLock::new(|| {
    data_rows::load(
        "config/rulesets/ingenuity/talents.toml",
        include_str!("../../../../config/rulesets/ingenuity/talents.toml"),
    )
});

/// The talents there are.
pub fn talents() -> &'static [Talent] {
    &TALENTS
}

/// The talent of this name.
pub fn talent(typed: &str) -> Option<&'static Talent> {
    let exact = talents().iter().find(|it| it.name == typed); // the common case, met many times in every deed
    exact.or_else(|| {
        let typed = key(typed);
        talents().iter().find(|it| key(&it.name) == typed)
    })
}

/// C13: a power.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Power {
    /// Its name.
    pub name: String,
    /// From 1 to 3.
    pub tier: u8,
    /// What it does as an attack; none where it is none.
    pub damage: Option<i32>,
    /// The type of its damage.
    pub damage_type: DamageType,
    /// The condition it brings.
    pub causes: Option<String>,
    /// Metres it reaches.
    pub range: u32,
}

impl Power {
    /// C13: what it costs.
    pub fn focus(&self) -> i32 {
        i32::from(self.tier)
    }

    /// C13: what must be reached.
    pub fn difficulty(&self) -> i32 {
        2 + 2 * i32::from(self.tier)
    }
}

/// "firebolt: tier 1 damage 4 fire range 20", "hush: tier 2 stunned".
///
/// # Errors
/// What is wrong with it.
pub fn powers(value: &str) -> Result<Vec<Power>, String> {
    list(value).into_iter().map(power).collect()
}

fn power(typed: &str) -> Result<Power, String> {
    let (name, made) = typed.split_once(':').unwrap_or((typed, ""));
    let mut it = Power {
        name: name.trim().to_owned(),
        tier: 1,
        damage: None,
        damage_type: DamageType::Typeless,
        causes: None,
        range: 20,
    };
    let mut words = made.split_whitespace();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|it| it.parse::<i32>().ok()).filter(|it| (0..=99).contains(it));
        match key(word).as_str() {
            "tier" => match number() {
                Some(tier @ 1..=3) => it.tier = tier as u8,
                _ => return Err(format!("{name}: a tier must be 1, 2 or 3 (C13).")),
            },
            "damage" => it.damage = Some(number().ok_or_else(|| format!("{name}: damage takes a number."))?),
            "range" => it.range = number().ok_or_else(|| format!("{name}: range takes metres."))?.unsigned_abs(),
            other => match (DamageType::named(other), Condition::named(other)) {
                (Some(of), _) => it.damage_type = of,
                (None, Some(_)) => it.causes = Some(other.to_owned()),
                (None, None) => {
                    return Err(format!(
                        "{name}: \u{201c}{word}\u{201d} isn\u{2019}t clear here. Write it as tier 1 damage 4 fire."
                    ));
                }
            },
        }
    }
    if it.damage.is_none() && it.causes.is_none() {
        return Err(format!(
            "{name}: a power has to do damage or cause a condition, such as {name}: tier 1 damage 4 fire."
        ));
    }
    Ok(it)
}

/// A power as [`powers`] reads it.
pub fn power_words(it: &Power) -> String {
    let damage = it.damage.map(|damage| format!(" damage {damage} {}", it.damage_type.name())).unwrap_or_default();
    let causes = it.causes.as_ref().map(|it| format!(" {it}")).unwrap_or_default();
    format!("{}: tier {}{damage}{causes} range {}", it.name, it.tier, it.range)
}
