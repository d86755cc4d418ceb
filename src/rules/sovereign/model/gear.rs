//! Weapons: what they are, and how they are typed. Their numbers are rows of `config/rulesets/sovereign/weapons.toml`; what the words of a
//! row do is written where it's done. A word that nothing reads doesn't load.

use crate::rules::names::key;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, LazyLock},
};

/// More weapons than this nobody carries.
const MOST_WEAPONS: usize = 10;

/// Dice of damage: `2d6+1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DamageDice {
    /// How many.
    pub count: u16,
    /// How many sides.
    pub sides: u16,
    /// What is always added.
    pub plus: i32,
}

impl DamageDice {
    /// One die.
    pub const fn one(sides: u16) -> DamageDice {
        DamageDice { count: 1, sides, plus: 0 }
    }

    /// The most that it can come to.
    pub fn most(self) -> i32 {
        i32::from(self.count) * i32::from(self.sides) + self.plus
    }

    /// Reads `d6`, `2d6+1`.
    pub fn read(typed: &str) -> Option<DamageDice> {
        let lower = typed.trim().to_lowercase();
        let (count, rest) = lower.split_once('d')?;
        let (sides, plus) = match rest.split_once('+') {
            Some((sides, plus)) => (sides, plus.parse().ok()?),
            None => (rest, 0),
        };
        let count = if count.is_empty() { 1 } else { count.parse().ok()? };
        let it = DamageDice { count, sides: sides.parse().ok()?, plus };
        let sane = (1..=10).contains(&it.count) && (2..=100).contains(&it.sides) && (0..=50).contains(&it.plus);
        sane.then_some(it)
    }
}

impl fmt::Display for DamageDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count > 1 {
            write!(f, "{}", self.count)?;
        }
        write!(f, "d{}", self.sides)?;
        if self.plus > 0 { write!(f, "+{}", self.plus) } else { Ok(()) }
    }
}

/// R37, R38: what a miss does, and up to which AC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shock {
    /// Points.
    pub points: i32,
    /// The highest AC it applies to; `None` for any.
    pub ac: Option<i32>,
}

impl Shock {
    /// As people read it: "2/AC 15", "5/-".
    pub fn words(self) -> String {
        match self.ac {
            Some(ac) => format!("{}/AC {ac}", self.points),
            None => format!("{}/-", self.points),
        }
    }
}

impl fmt::Display for Shock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ac {
            Some(ac) => write!(f, "{}/{ac}", self.points),
            None => write!(f, "{}/-", self.points),
        }
    }
}

/// R33: by which attribute a weapon is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Leads {
    /// Strength.
    Str,
    /// Dexterity.
    Dex,
    /// The attacker's choice: the better one.
    Either,
}

/// R27: how it is reloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reload {
    /// Not at all.
    No,
    /// With a Move.
    Move,
    /// With a Main action.
    Main,
}

/// Feet of normal and of long range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    /// Without a penalty.
    pub normal_ft: u32,
    /// At most.
    pub long_ft: u32,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weapon {
    /// What its owner calls it.
    pub name: String,
    /// Its damage.
    pub dice: DamageDice,
    /// Its Shock.
    pub shock: Option<Shock>,
    /// Its attribute.
    pub leads: Leads,
    /// How far it is shot or thrown.
    pub range: Option<Range>,
    /// It can be thrown, and is a melee weapon else; oil only thrown.
    pub thrown: bool,
    /// It takes both hands.
    pub two_handed: bool,
    /// How it is reloaded.
    pub reload: Reload,
    /// It reaches 10 ft.
    pub long: bool,
    /// It may leave its victim alive.
    pub less_lethal: bool,
    /// Precisely Murderous.
    pub murderous: bool,
    /// Small enough to hide, a knife.
    pub small: bool,
    /// Claw or fang: cannot be dropped or thrown away.
    pub natural: bool,
    /// Burns.
    pub oil: bool,
    /// Magic bonus to attack, damage and Shock.
    pub magic: i32,
}

impl Weapon {
    /// Whether it's no weapon but bare hands.
    pub fn is_fists(&self) -> bool {
        self.name == FISTS_NAME
    }

    /// Whether it is shot, not swung or thrown.
    pub fn shoots(&self) -> bool {
        self.range.is_some() && !self.thrown
    }

    /// Whether one can strike with it.
    pub fn strikes(&self) -> bool {
        !self.shoots() && !self.oil
    }

    /// The words that describe it, which [`weapon`] reads back.
    pub fn spec(&self) -> String {
        let mut words = vec![self.dice.to_string()];
        words.extend(self.shock.map(|it| format!("shock {it}")));
        words.push(
            match self.leads {
                Leads::Str => "str",
                Leads::Dex => "dex",
                Leads::Either => "str/dex",
            }
            .to_owned(),
        );
        words.extend(self.range.map(|it| format!("range {}/{}", it.normal_ft, it.long_ft)));
        words.extend(match self.reload {
            Reload::No => None,
            Reload::Move => Some("reload".to_owned()),
            Reload::Main => Some("slow-reload".to_owned()),
        });
        let marks = [
            (self.thrown, "thrown"),
            (self.two_handed, "two-handed"),
            (self.long, "long"),
            (self.less_lethal, "less-lethal"),
            (self.murderous, "murderous"),
            (self.small, "small"),
            (self.natural, "natural"),
            (self.oil, "oil"),
        ];
        words.extend(marks.iter().filter(|it| it.0).map(|it| it.1.to_owned()));
        words.join(" ")
    }
}

fn read_spec(name: &str, spec: &str) -> Result<Weapon, String> {
    let mut it = Weapon {
        name: name.to_owned(),
        dice: DamageDice::one(6),
        shock: None,
        leads: Leads::Str,
        range: None,
        thrown: false,
        two_handed: false,
        reload: Reload::No,
        long: false,
        less_lethal: false,
        murderous: false,
        small: false,
        natural: false,
        oil: false,
        magic: 0,
    };
    let lower = spec.to_lowercase();
    let mut words = lower.split([' ', ';']).filter(|it| !it.is_empty());
    while let Some(word) = words.next() {
        match word {
            "str" => it.leads = Leads::Str,
            "dex" => it.leads = Leads::Dex,
            "str/dex" | "dex/str" | "either" | "s/d" => it.leads = Leads::Either,
            "shock" => it.shock = Some(shock(words.next().unwrap_or_default())?),
            "range" => it.range = Some(range(words.next().unwrap_or_default())?),
            "reload" | "r" => it.reload = Reload::Move,
            "slow-reload" | "sr" => it.reload = Reload::Main,
            "thrown" | "t" => it.thrown = true,
            "two-handed" | "2h" => it.two_handed = true,
            "long" => it.long = true,
            "less-lethal" | "ll" => it.less_lethal = true,
            "murderous" | "precisely-murderous" | "pm" => it.murderous = true,
            "small" => it.small = true,
            "natural" => it.natural = true,
            "oil" => it.oil = true,
            _ => match (DamageDice::read(word), word.strip_prefix('+').and_then(|it| it.parse::<i32>().ok())) {
                (Some(dice), _) => it.dice = dice,
                (None, Some(magic)) if (1..=5).contains(&magic) => it.magic = magic,
                _ => return Err(format!("\u{201c}{word}\u{201d} means nothing for the weapon {name}.")),
            },
        }
    }
    if it.thrown && it.range.is_none() {
        it.range = Some(Range { normal_ft: 10, long_ft: 30 });
    }
    Ok(it)
}

fn shock(typed: &str) -> Result<Shock, String> {
    let bad = || format!("write Shock as points and AC, such as 2/15 or 5/-, not \u{201c}{typed}\u{201d}.");
    let (points, ac) = typed.split_once('/').ok_or_else(bad)?;
    let points = points.parse().ok().filter(|it| (0..=30).contains(it)).ok_or_else(bad)?;
    let ac = if ac == "-" { None } else { Some(ac.parse().map_err(|_| bad())?) };
    Ok(Shock { points, ac })
}

fn range(typed: &str) -> Result<Range, String> {
    let read =
        typed.split_once('/').and_then(|(a, b)| Some(Range { normal_ft: a.parse().ok()?, long_ft: b.parse().ok()? }));
    let sane = read.filter(|it| (5..=it.long_ft).contains(&it.normal_ft) && it.long_ft <= 2_000);
    sane.ok_or_else(|| format!("write a range in feet, such as 30/60, not \u{201c}{typed}\u{201d}."))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Armoury {
    weapon: BTreeMap<String, String>,
    also: BTreeMap<String, String>,
}

struct Known {
    weapons: Vec<Weapon>,
    also: BTreeMap<String, String>,
}

static ARMOURY: LazyLock<Known> = LazyLock::new(|| {
    let text = include_str!("../../../../config/rulesets/sovereign/weapons.toml");
    let read: Armoury = toml::from_str(text).expect("weapons.toml is checked by a test");
    let (mut weapons, mut problems) = (vec![], vec![]);
    for (name, spec) in &read.weapon {
        match read_spec(name, spec) {
            Ok(it) => weapons.push(it),
            Err(why) => problems.push(why),
        }
    }
    problems
        .extend(read.also.values().filter(|it| !read.weapon.contains_key(*it)).map(|it| format!("there is no {it}.")));
    assert!(problems.is_empty(), "weapons.toml: {}", problems.join(" "));
    Known { weapons, also: read.also }
});

/// The weapons there are.
pub fn armoury() -> &'static [Weapon] {
    &ARMOURY.weapons
}

/// Everyday words for weapons.
#[cfg(test)]
pub fn everyday_words() -> impl Iterator<Item = &'static str> {
    ARMOURY.also.keys().map(String::as_str)
}

/// What bare hands are called among the weapons.
const FISTS_NAME: &str = "unarmed";

/// Bare hands.
pub fn fists() -> &'static Weapon {
    static FISTS: LazyLock<Weapon> =
        LazyLock::new(|| read_spec(FISTS_NAME, "d2 str/dex less-lethal natural").expect("fists are written here"));
    &FISTS
}

/// The pieces of a list.
pub fn list(value: &str) -> impl Iterator<Item = &str> {
    value
        .split([',', ';'])
        .map(str::trim)
        .filter(|it| !it.is_empty() && !["none", "no", "-"].contains(&key(it).as_str()))
}

/// One weapon as typed: `sword`, `sword +1`, `Biter: sword +1`, `fang: d8 shock 3/15 str natural`.
pub fn weapon(typed: &str) -> Result<Weapon, String> {
    let (name, spec) = match typed.split_once(':') {
        Some((name, spec)) => (Some(name.trim()), spec.trim()),
        None => (None, typed.trim()),
    };
    let (plain, magic) = match spec.rsplit_once('+') {
        Some((plain, magic))
            if !plain.trim().is_empty() && !plain.trim_end().ends_with(|it: char| it.is_ascii_digit()) =>
        {
            (plain.trim(), magic.trim().parse::<i32>().ok().filter(|it| (1..=5).contains(it)))
        }
        _ => (spec, None),
    };
    let wanted = key(plain);
    let wanted = ARMOURY.also.iter().find(|it| key(it.0) == wanted).map_or(wanted, |it| key(it.1));
    let known = armoury().iter().find(|it| key(&it.name) == wanted).or((wanted == FISTS_NAME).then(|| fists()));
    match (known, name) {
        (Some(known), _) => {
            let own = name.map_or_else(|| key(plain).replace('-', " "), str::to_owned);
            Ok(Weapon { name: own, magic: magic.unwrap_or(known.magic), ..known.clone() })
        }
        (None, Some(name)) => read_spec(name, spec),
        (None, None) => {
            let all: Vec<&str> = armoury().iter().map(|it| it.name.as_str()).collect();
            Err(format!(
                "\u{201c}{typed}\u{201d} is no weapon that is known here: {}. One of your own is written as fang: d8 shock 3/15 str.",
                all.join(", ")
            ))
        }
    }
}

/// A weapon with how many of it there are.
pub type Stock = (Arc<Weapon>, u8);

/// A list of weapons: `sword, throwing blade x3`.
pub fn weapons(value: &str) -> Result<Vec<Stock>, String> {
    let mut all: Vec<Stock> = vec![];
    for typed in list(value).filter(|it| key(it) != FISTS_NAME) {
        let (one, count) = match typed.rsplit_once(" x") {
            Some((one, count)) => match count.parse::<u8>() {
                Ok(count) if (1..=20).contains(&count) => (one, count),
                _ => (typed, 1),
            },
            None => (typed, 1),
        };
        let mut it = weapon(one)?;
        let alike = all.iter().filter(|other| key(&other.0.name) == key(&it.name)).count();
        if alike > 0 {
            it.name = format!("{} {}", it.name, alike + 1);
        }
        all.push((Arc::new(it), count));
    }
    if all.len() > MOST_WEAPONS { Err(format!("at most {MOST_WEAPONS} weapons.")) } else { Ok(all) }
}

/// A weapon as a sheet keeps it.
pub fn written((it, count): &Stock) -> String {
    let magic = if it.magic > 0 { format!(" +{}", it.magic) } else { String::new() };
    let known = armoury().iter().find(|known| known.spec() == it.spec());
    let of = match known {
        Some(known) if key(&known.name) == key(&it.name) => format!("{}{magic}", known.name),
        Some(known) => format!("{}: {}{magic}", it.name, known.name),
        None => format!("{}: {}{magic}", it.name, it.spec()),
    };
    if *count > 1 { format!("{of} x{count}") } else { of }
}
