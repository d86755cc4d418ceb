//! Bulk (C11): how much room things take, by halves. One is usual; what has two or more takes both hands and cannot be turned on a combatant
//! who is held (C11). How much a combatant can carry is not asked here: anyone who carries too much is encumbered, as the GM says.

use crate::rules::murdham::{
    Combatant,
    model::{gear, items::Item, state::At},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, iter::Sum};

/// How much room something takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bulk {
    halves: u16,
}

impl Bulk {
    /// Half: a phial, a scroll.
    pub const HALF: Bulk = Bulk { halves: 1 };
    /// As usual.
    pub const ONE: Bulk = Bulk { halves: 2 };
    /// For both hands.
    pub const TWO: Bulk = Bulk { halves: 4 };

    /// So many times as much.
    fn times(self, count: u8) -> Bulk {
        Bulk { halves: self.halves.saturating_mul(u16::from(count)) }
    }
}

impl Default for Bulk {
    fn default() -> Bulk {
        Bulk::ONE
    }
}

impl Sum for Bulk {
    fn sum<I: Iterator<Item = Bulk>>(all: I) -> Bulk {
        Bulk { halves: all.fold(0, |sum, it| sum.saturating_add(it.halves)) }
    }
}

impl fmt::Display for Bulk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.halves / 2, if self.halves.is_multiple_of(2) { "" } else { ".5" })
    }
}

impl Serialize for Bulk {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(f64::from(self.halves) / 2.0)
    }
}

impl<'de> Deserialize<'de> for Bulk {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Bulk, D::Error> {
        let halves = f64::deserialize(from)? * 2.0;
        if halves.fract() != 0.0 || !(0.0..=64.0).contains(&halves) {
            return Err(serde::de::Error::custom("bulk goes by halves, from 0 to 32"));
        }
        Ok(Bulk { halves: halves as u16 })
    }
}

/// C11 Bulk: of an item. What is drunk or smeared is small.
fn of_item(item: Item) -> Bulk {
    if item == Item::MedicineBox { Bulk::ONE } else { Bulk::HALF }
}

/// C11 Bulk: of all that a combatant carries and wears. What they are by nature is none.
pub fn carried(it: &Combatant) -> Bulk {
    let state = &it.state;
    let gear = state.gear.iter().filter(|it| it.at != At::Gone && !it.weapon.natural).map(|it| it.weapon.bulk);
    let items = state.items.iter().map(|(item, count)| of_item(*item).times(*count));
    let worn = state.helmet.then(gear::helmet_bulk).into_iter().chain([state.armour.bulk]);
    gear.chain(items).chain(worn).sum()
}
