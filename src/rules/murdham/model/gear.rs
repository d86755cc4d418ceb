//! Weapons and armour: what they are, and how they are typed. They are rows of `config/rulesets/murdham/weapons.toml` and `armour.toml`;
//! what the words of a row do is written where it is done, and a row that says what nothing reads does not load.

use crate::rules::{
    data_rows::{self, DataRow, Rows},
    names::has_key,
};
use crate::rules::{
    murdham::model::{
        bulk::Bulk,
        items::{Item, counted},
        powers::Power,
    },
    names::key,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};

/// More weapons than this nobody carries.
const MOST_THINGS: usize = 12;

/// No name of a weapon is longer, in characters.
pub const NAME_MAX_CHARS: usize = 40;

/// A weapon: its own name, and what its kind says. A row of `config/rulesets/murdham/weapons.toml`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// What its owner calls it; the kind's name if they call it nothing.
    pub name: String,
    /// Its kind.
    #[serde(default)]
    pub kind: String,
    /// The damage die.
    pub die: u16,
    /// How many hands it takes. A row that does not say leaves it to the bulk (C11).
    #[serde(default)]
    pub hands: u8,
    /// C11 Bulk: how much room it takes.
    #[serde(default)]
    pub bulk: Bulk,
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
    /// Hits a zone and everyone in it and on its borders.
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
    /// Only against someone who is unaware of it, or whom its owner holds.
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
    /// Only from the saddle, and only after the mount has moved.
    #[serde(default)]
    pub ridden: bool,
    /// It is laid, and catches who steps into it (C57).
    #[serde(default)]
    pub trap: bool,
    /// It is a power scroll, which is no weapon: the power is invoked from it.
    #[serde(default)]
    pub power: Option<Power>,
}

/// How well something is made, and how it has fared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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

    /// C11 Weapons' words: whether it needs both hands, and so cannot be turned on a combatant whom its owner holds. A shield is as bulky,
    /// though one hand will do for it.
    pub fn is_bulky(&self) -> bool {
        self.hands > 1 || self.shield || self.bulk >= Bulk::TWO
    }

    /// R35 Disarm: whether a combatant could be made to drop it: a weapon that is no shield, no claw and no scroll.
    pub fn can_drop(&self) -> bool {
        !self.shield && !self.natural && !self.trap && self.power.is_none()
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

/// What is worn: a row of `config/rulesets/murdham/armour.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// Its name.
    pub name: String,
    /// C4 Armour: what it takes off.
    pub value: i32,
    /// C11 Bulk.
    #[serde(default)]
    pub bulk: Bulk,
    /// C20: much metal, to lightning.
    #[serde(default)]
    pub metal: bool,
    /// Other words for it.
    #[serde(default)]
    pub also: Vec<String>,
}

#[derive(Deserialize)]
struct Shield {
    value: i32,
}

#[derive(Deserialize)]
struct Helmet {
    threshold: i32,
    bulk: Bulk,
}

/// What else `armour.toml` says.
#[derive(Deserialize)]
struct Wardrobe {
    shield: Shield,
    helmet: Helmet,
}

const ARMOUR: &str = include_str!("../../../../config/rulesets/murdham/armour.toml");

static SUITS: LazyLock<Vec<Armour>> = LazyLock::new(|| data_rows::load("config/rulesets/murdham/armour.toml", ARMOUR));
static WARDROBE: LazyLock<Wardrobe> =
    LazyLock::new(|| toml::from_str(ARMOUR).unwrap_or_else(|why| panic!("armour.toml cannot be used:\n{why}")));

impl Rows for Armour {
    const TABLE: &'static str = "armour";

    fn all() -> &'static [Armour] {
        &SUITS
    }
    fn name(&self) -> &str {
        &self.name
    }
    fn also(&self) -> &[String] {
        &self.also
    }
    fn problems(&self) -> Vec<String> {
        match self.name.as_str() {
            "none" => vec![],
            _ if self.value > 0 => vec![],
            _ => vec!["armour that takes nothing off is none".to_owned()],
        }
    }
}

impl Armour {
    /// What a combatant wears who wears nothing: the first row.
    pub fn none() -> DataRow<Armour> {
        DataRow::first(|_| true).expect("armour.toml has rows, or it would not have loaded")
    }

    /// Whether it is more than nothing.
    pub fn is_worn(&self) -> bool {
        !std::ptr::eq(self, &Armour::all()[0])
    }
}

/// C5 Shield: what one takes off where it counts.
pub fn shield_value() -> i32 {
    WARDROBE.shield.value
}

/// C5 Helmet: what it adds to the threshold of critical damage.
pub fn helmet_threshold() -> i32 {
    WARDROBE.helmet.threshold
}

/// C11 Bulk: of a helmet.
pub fn helmet_bulk() -> Bulk {
    WARDROBE.helmet.bulk
}

const WEAPONS: &str = include_str!("../../../../config/rulesets/murdham/weapons.toml");

static KINDS: LazyLock<Vec<Weapon>> = LazyLock::new(|| {
    let mut kinds: Vec<Weapon> = data_rows::load("config/rulesets/murdham/weapons.toml", WEAPONS);
    for it in kinds.iter_mut().filter(|it| it.hands == 0) {
        it.hands = if it.bulk >= Bulk::TWO { 2 } else { 1 };
    }
    kinds
});

/// Everyday words, with the kind that each stands for.
#[derive(Deserialize)]
struct Words {
    also: BTreeMap<String, String>,
}

static ALSO: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let words: Words = toml::from_str(WEAPONS).unwrap_or_else(|why| panic!("weapons.toml cannot be used:\n{why}"));
    let stray: Vec<&String> = words.also.values().filter(|of| !kinds().iter().any(|it| it.name == **of)).collect();
    assert!(stray.is_empty(), "weapons.toml cannot be used: everyday words stand for {stray:?}, which are no kinds");
    words.also
});

impl Rows for Weapon {
    const TABLE: &'static str = "weapon";

    fn all() -> &'static [Weapon] {
        &KINDS
    }
    fn name(&self) -> &str {
        &self.name
    }
    fn problems(&self) -> Vec<String> {
        let does = self.die > 0 || self.entangle || self.stun || self.grab;
        let faults = [
            (!does, "it does no damage, and nothing else"),
            (self.range.is_none() && (self.indirect || self.lobbed_only), "what is lobbed has a range"),
            (self.lobbed_only && !self.indirect, "what can only be lobbed is indirect"),
            (!self.kind.is_empty() || self.power.is_some(), "kind and power are not for a row to say"),
        ];
        faults.iter().filter(|it| it.0).map(|it| it.1.to_owned()).collect()
    }
}

/// The kinds of weapons there are.
pub fn kinds() -> &'static [Weapon] {
    Weapon::all()
}

/// The kind of this name, or the kind that an everyday word such as "bow" stands for.
pub fn kind(name: &str) -> Option<&'static Weapon> {
    let kind = |key: &str| kinds().iter().find(|it| has_key(&it.name, key));
    let typed = key(name);
    let also = || ALSO.iter().find(|it| has_key(it.0, &typed)).and_then(|it| kind(&key(it.1)));
    kind(&typed).or_else(also)
}

/// Reads what is worn.
pub fn armour(value: &str) -> Result<DataRow<Armour>, String> {
    let minus = value.trim().starts_with('-'); // a key has no minus
    DataRow::named(value).filter(|_| !minus).ok_or_else(|| {
        let mut names: Vec<&str> = Armour::all().iter().map(|it| it.name.as_str()).collect();
        let last = names.pop().unwrap_or("none");
        format!("{} or {last}.", names.join(", "))
    })
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

/// Takes the weapons out of a list of items: "torch, bear trap x2". What is an item stays one.
pub(super) fn among_items(value: &str) -> (Vec<Arc<Weapon>>, String) {
    let (mut found, mut rest) = (vec![], vec![]);
    for typed in list(value) {
        let (name, count) = counted(typed);
        match kind(name).or_else(|| kind(name.trim_end_matches('s'))).filter(|_| Item::named(name).is_none()) {
            Some(kind) => found.extend((0..count.min(MOST_THINGS as u8)).map(|_| Arc::new(named(kind, &kind.name)))),
            None => rest.push(typed),
        }
    }
    (found, rest.join(", "))
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
