//! What is used up: draughts, antidotes, poisons. What they do is `bonus.rs` and `poison.rs`.

use crate::rules::{murdham::model::gear::list, names::key};
use serde::{Deserialize, Serialize};

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

    /// Whether it heals.
    pub fn heals(self) -> bool {
        matches!(self, Item::HealingDraught | Item::MedicineBox)
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        Item::ALL.iter().find(|it| it.1 == self).map_or("", |it| it.0)
    }
}

/// "healing draught", or "healing draught x2".
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
pub(super) fn counted(typed: &str) -> (&str, u8) {
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
