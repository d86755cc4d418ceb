//! Weapons, armour and items: what they are, and how they are typed. The weapons' numbers are rows of
//! `config/rulesets/murdham/weapons.toml`; what the words of a row do is written where it is done.

use super::{fields::key, power::Power};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, LazyLock};

/// More weapons than this nobody carries.
const MOST_THINGS: usize = 12;

/// No name of a weapon is longer, in characters.
pub const NAME_MAX_CHARS: usize = 40;

/// A weapon: its own name, and what its kind says. A row of `config/rulesets/murdham/weapons.toml`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weapon {
    /// What its owner calls it; the kind's name if they call it nothing.
    pub name: String,
    /// Its kind.
    #[serde(default)]
    pub kind: String,
    /// The damage die.
    pub die: u16,
    /// How many hands it takes.
    pub hands: u8,
    /// How far it reaches, in zones; `None` for melee.
    #[serde(default)]
    pub range: Option<u32>,
    /// Once in a fight.
    #[serde(default)]
    pub reload: bool,
    /// Ignores armour.
    #[serde(default)]
    pub direct: bool,
    /// What does the harm, if not a blow: such damage is direct.
    #[serde(default)]
    pub element: Option<Element>,
    /// Hits a zone and everybody in it and on its borders.
    #[serde(default)]
    pub blast: bool,
    /// Who is hit makes a STR save or is grabbed.
    #[serde(default)]
    pub grab: bool,
    /// Who is hit loses the next turn.
    #[serde(default)]
    pub stun: bool,
    /// Who is hit is entangled.
    #[serde(default)]
    pub entangle: bool,
    /// Harms demons and the undead, and nobody else.
    #[serde(default)]
    pub holy: bool,
    /// May be lobbed.
    #[serde(default)]
    pub indirect: bool,
    /// Can only be lobbed.
    #[serde(default)]
    pub lobbed_only: bool,
    /// Gone after one attack.
    #[serde(default)]
    pub used_up: bool,
    /// Only against somebody who is unaware of it, or whom its owner holds.
    #[serde(default)]
    pub unaware: bool,
    /// It is a shield, with which one can also strike.
    #[serde(default)]
    pub shield: bool,
    /// How well it is made.
    #[serde(default)]
    pub make: Make,
    /// Claws and teeth: it is never stowed, put down or taken away.
    #[serde(default)]
    pub natural: bool,
    /// It is a power scroll, which is no weapon: the power is invoked from it.
    #[serde(default)]
    pub power: Option<Power>,
}

/// How well something is made, and how it has fared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Make {
    /// Its durability roll is a d8, not a d4.
    #[serde(default)]
    pub robust: bool,
    /// It is always as good as damaged.
    #[serde(default)]
    pub fragile: bool,
    /// It was damaged in an earlier fight.
    #[serde(default)]
    pub damaged: bool,
}

impl Make {
    /// The words for it, by which it is also typed.
    pub const WORDS: [&'static str; 3] = ["robust", "fragile", "damaged"];

    /// Whether it comes into the fight damaged.
    pub fn begins_damaged(self) -> bool {
        self.fragile || self.damaged
    }

    /// Both.
    pub fn and(self, other: Make) -> Make {
        Make {
            robust: self.robust || other.robust,
            fragile: self.fragile || other.fragile,
            damaged: self.damaged || other.damaged,
        }
    }

    /// Its words, each after a space.
    pub fn words(self) -> String {
        let said = [self.robust, self.fragile, self.damaged];
        Make::WORDS.into_iter().zip(said).filter(|it| it.1).map(|it| format!(" {}", it.0)).collect()
    }

    /// Takes its words off the front of what was typed.
    pub fn read_front(typed: &str) -> (&str, Make) {
        let (mut rest, mut make) = (typed.trim(), Make::default());
        while let Some((word, after)) = rest.split_once(char::is_whitespace) {
            let (none, said) = Make::read(word);
            if !none.is_empty() || said == Make::default() {
                break;
            }
            make = make.and(said);
            rest = after.trim_start();
        }
        (rest, make)
    }

    /// Takes its words off the end of what was typed.
    pub fn read(typed: &str) -> (&str, Make) {
        let (mut rest, mut make) = (typed.trim(), Make::default());
        loop {
            let word = Make::WORDS.into_iter().find(|word| {
                let cut = rest.len().checked_sub(word.len()).filter(|cut| rest.is_char_boundary(*cut));
                cut.is_some_and(|cut| {
                    key(&rest[cut..]) == *word && (cut == 0 || rest[..cut].ends_with(char::is_whitespace))
                })
            });
            match word {
                Some("robust") => make.robust = true,
                Some("fragile") => make.fragile = true,
                Some(_) => make.damaged = true,
                None => return (rest, make),
            }
            rest = rest[..rest.len() - word.map_or(0, str::len)].trim_end();
        }
    }
}

/// C11 Weapons' words that may follow a kind on a sheet, for weapons of a table's own.
const WORDS: [&str; 9] = ["indirect", "blast", "grab", "stun", "direct", "fire", "cold", "heat", "lightning"];

impl Weapon {
    /// Puts one of the words that may follow a kind on it.
    fn put(&mut self, word: &str) {
        match word {
            "indirect" => self.indirect = true,
            "blast" => self.blast = true,
            "grab" => self.grab = true,
            "stun" => self.stun = true,
            "direct" => self.direct = true,
            "fire" => self.element = Some(Element::Fire),
            "cold" => self.element = Some(Element::Cold),
            "heat" => self.element = Some(Element::Heat),
            _ => self.element = Some(Element::Lightning),
        }
    }

    /// The words by which it differs from its kind, as they are typed.
    pub fn own_words(&self) -> Vec<&'static str> {
        let Some(kind) = kind(&self.kind) else { return vec![] };
        let marks = |it: &Weapon| {
            let is = |element| it.element == Some(element);
            let elements = [is(Element::Fire), is(Element::Cold), is(Element::Heat), is(Element::Lightning)];
            [&[it.indirect, it.blast, it.grab, it.stun, it.direct], &elements[..]].concat()
        };
        let differs = marks(self).into_iter().zip(marks(kind)).map(|(own, kind)| own && !kind);
        WORDS.into_iter().zip(differs).filter(|it| it.1).map(|it| it.0).collect()
    }

    /// Whether it is no weapon by rights (R52).
    pub fn is_improvised(&self) -> bool {
        self.kind.starts_with("improvised")
    }

    /// C11 Weapons' words: whether it needs both hands, and so cannot be turned on somebody whom its owner holds. A shield is as bulky,
    /// though one hand will do for it.
    pub fn is_bulky(&self) -> bool {
        self.hands > 1 || self.shield
    }

    /// R35 Disarm: whether somebody could be made to drop it: a weapon that is no shield, no claw and no scroll.
    pub fn can_drop(&self) -> bool {
        !self.shield && !self.natural && self.power.is_none()
    }

    /// Whether armour is no help against it: it says so, or it is fire, cold, heat or lightning.
    pub fn is_direct(&self) -> bool {
        self.direct || self.element.is_some()
    }
}

/// What does harm that no armour stops (C20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Element {
    /// Enhanced against what burns easily.
    Fire,
    /// Frost.
    Cold,
    /// Steam and embers.
    Heat,
    /// Enhanced against much metal.
    Lightning,
}

/// What is worn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Armour {
    /// Nothing.
    #[default]
    None,
    /// Armour value 1.
    Light,
    /// Armour value 2.
    Heavy,
}

/// Something that is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Item {
    /// Heals half of the drinker's STR.
    HealingDraught,
    /// Heals 1, as a main action.
    MedicineBox,
    /// Ends what poisons do, as a rule.
    Antidote,
    /// For a weapon: what it does is the GM's to say.
    Poison,
    /// For a weapon: d12 damage when the stretch is over.
    AdderVenom,
    /// For a weapon: paralyses.
    ScorpionOil,
    /// For a weapon: puts to sleep.
    ButterflySting,
    /// For a weapon: kills when the stretch is over.
    ChimeraSpit,
}

impl Item {
    /// All of them, by name.
    pub const ALL: [(&'static str, Item); 8] = [
        ("healing draught", Item::HealingDraught),
        ("medicine box", Item::MedicineBox),
        ("antidote", Item::Antidote),
        ("dose of poison", Item::Poison),
        ("black adder venom", Item::AdderVenom),
        ("scorpion oil", Item::ScorpionOil),
        ("butterfly sting", Item::ButterflySting),
        ("chimera spit", Item::ChimeraSpit),
    ];

    /// Other words for them.
    const ALSO: [(&'static str, Item); 5] = [
        ("healing potion", Item::HealingDraught),
        ("draught of healing", Item::HealingDraught),
        ("draught", Item::HealingDraught),
        ("medicine", Item::MedicineBox),
        ("poison", Item::Poison),
    ];

    /// The one of this name, or of another word for it, of which there may be several.
    pub fn named(name: &str) -> Option<Item> {
        let (one, some) = (key(name), key(name.trim_end().trim_end_matches(['s', 'S'])));
        let all = || Item::ALL.iter().chain(&Item::ALSO);
        all().find(|it| key(it.0) == one).or_else(|| all().find(|it| key(it.0) == some)).map(|it| it.1)
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        Item::ALL.iter().find(|it| it.1 == self).map_or("", |it| it.0)
    }
}

#[derive(Deserialize)]
struct Arsenal {
    weapon: Vec<Weapon>,
    also: std::collections::BTreeMap<String, String>,
}

static ARSENAL: LazyLock<Arsenal> = LazyLock::new(|| {
    let text = include_str!("../../../config/rulesets/murdham/weapons.toml");
    toml::from_str::<Arsenal>(text).expect("weapons.toml is checked by a test")
});

/// The kinds of weapons there are.
pub fn kinds() -> &'static [Weapon] {
    &ARSENAL.weapon
}

/// The kind of this name, or the kind that an everyday word such as "bow" stands for.
pub fn kind(name: &str) -> Option<&'static Weapon> {
    let kind = |name: &str| kinds().iter().find(|it| key(&it.name) == key(name));
    let also = || ARSENAL.also.iter().find(|it| key(it.0) == key(name)).and_then(|it| kind(it.1));
    kind(name).or_else(also)
}

/// Reads what is worn.
///
/// # Errors
/// What there is.
pub fn armour(value: &str) -> Result<Armour, String> {
    match key(value).as_str() {
        _ if value.trim().starts_with('-') => Err("none, light or heavy.".to_owned()), // a key has no minus
        "none" | "no" | "0" => Ok(Armour::None),
        "light" | "light-armour" | "light-armor" | "1" => Ok(Armour::Light),
        "heavy" | "heavy-armour" | "heavy-armor" | "2" => Ok(Armour::Heavy),
        _ => Err("none, light or heavy.".to_owned()),
    }
}

pub(super) fn list(value: &str) -> impl Iterator<Item = &str> {
    value.split([',', ';']).map(str::trim).filter(|it| !it.is_empty() && key(it) != "none")
}

/// A kind and the words that follow it. A kind whose name ends in such a word is that kind.
fn apart(of: &str) -> (&str, Vec<&'static str>) {
    let (mut own, mut words) = (of.trim(), vec![]);
    while kind(own).is_none() {
        let Some((rest, last)) = own.rsplit_once(char::is_whitespace) else { break };
        let Some(word) = WORDS.into_iter().find(|it| key(last) == *it) else { break };
        words.push(word);
        own = rest.trim();
    }
    (own, words)
}

/// "martial hand", or "axe: martial hand, bow: missile great indirect".
pub(super) fn weapons(value: &str) -> Result<Vec<Arc<Weapon>>, String> {
    let mut all = vec![];
    for typed in list(value) {
        let named_kind = typed.trim_end_matches(')').split_once([':', '=', '(']);
        let (name, of) = named_kind.map_or((typed, typed), |(name, of)| (name.trim(), of.trim()));
        // "sword (damaged)" says how it is made, and of no other kind; "damaged sword" is the same.
        let (of, mut make) = Make::read(of);
        let (name, of) = if of.is_empty() || named_kind.is_none() {
            let (plain, front) = Make::read_front(if of.is_empty() { name } else { of });
            make = make.and(front);
            (plain, plain)
        } else {
            (name, of)
        };
        let (own, words) = apart(of);
        let Some(row) = kind(own) else {
            let known: Vec<&str> = kinds().iter().map(|it| it.name.as_str()).collect();
            return Err(format!("\u{201c}{of}\u{201d} is no kind of weapon. Kinds: {}.", known.join(", ")));
        };
        if words.contains(&"indirect") && row.range.is_none() {
            return Err(format!("{} is a melee weapon and cannot be indirect.", row.name));
        }
        let own = if key(own) == key(&row.name) { row.name.as_str() } else { own };
        let name = if name == of { own } else { name };
        if name.is_empty() || name.chars().count() > NAME_MAX_CHARS {
            return Err(format!("a weapon's name has 1 to {NAME_MAX_CHARS} characters."));
        }
        let mut weapon = named(row, name);
        words.into_iter().for_each(|word| weapon.put(word));
        weapon.make = make.and(weapon.make);
        all.push(Arc::new(weapon));
    }
    if all.len() > MOST_THINGS { Err(format!("at most {MOST_THINGS} weapons.")) } else { Ok(all) }
}

pub(super) fn named(kind: &Weapon, name: &str) -> Weapon {
    Weapon { name: name.to_owned(), kind: kind.name.clone(), ..kind.clone() }
}

/// Weapons of the same name get numbers, so that each can be told from the others.
pub(super) fn number_alike(weapons: &mut [Arc<Weapon>]) {
    for index in 1..weapons.len() {
        let alike = weapons[..index].iter().filter(|it| it.name == weapons[index].name).count();
        let earlier = weapons[..index].iter().filter(|it| it.kind == weapons[index].kind).count();
        if alike > 0 {
            let name = format!("{} {}", weapons[index].name, earlier + 1);
            Arc::make_mut(&mut weapons[index]).name = name;
        }
    }
}

/// "healing draught", or "healing draught x2".
///
/// # Errors
/// What there is.
pub fn items(value: &str) -> Result<Vec<(Item, u8)>, String> {
    let mut all: Vec<(Item, u8)> = vec![];
    for typed in list(value) {
        let typed = typed.trim_end_matches(')').replace('(', " ");
        let (name, count) = counted(&typed);
        let Some(item) = Item::named(name) else {
            let known: Vec<&str> = Item::ALL.iter().map(|it| it.0).collect();
            return Err(format!(
                "\u{201c}{name}\u{201d} is no item that anything here reads. Items: {}.",
                known.join(", ")
            ));
        };
        if !(1..=20).contains(&count) {
            return Err("from 1 to 20 of an item.".to_owned());
        }
        match all.iter_mut().find(|it| it.0 == item) {
            Some(same) => same.1 = same.1.saturating_add(count),
            None => all.push((item, count)),
        }
    }
    Ok(all)
}

/// How many of what: "healing draught x2", "2 healing draughts", "healing draught".
fn counted(typed: &str) -> (&str, u8) {
    let number = |word: &str| word.trim_matches(['x', '\u{d7}']).parse::<u8>().ok();
    let typed = typed.trim();
    if let Some((name, count)) = typed.rsplit_once([' ', '\u{d7}'])
        && let Some(count) = number(count)
    {
        return (name.trim_end().strip_suffix(" x").unwrap_or(name).trim_end(), count);
    }
    match typed.split_once(' ').and_then(|(count, name)| number(count).map(|count| (name.trim(), count))) {
        Some(counted) => counted,
        None => (typed, 1),
    }
}
