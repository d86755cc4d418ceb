//! Size (C43-C47): what being tiny, small, large or massive makes of health, damage, armour, room and reach, and who wins by it. It
//! does not know what blow, grip or step asks.

use crate::engine::{CombatantId, space::zones::ZonePlace};
use crate::rules::{
    murdham::{
        Combatant, FightState,
        model::state::{self, nearby},
    },
    names::key,
};
use serde::{Deserialize, Serialize};

/// How large a combatant is, from the smallest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Size {
    /// A mouse.
    Tiny,
    /// A cat.
    Small,
    /// A human.
    #[default]
    Medium,
    /// A troll.
    Large,
    /// A giant.
    Massive,
}

impl Size {
    /// All of them, by name.
    pub const ALL: [(&'static str, Size); 5] = [
        ("tiny", Size::Tiny),
        ("small", Size::Small),
        ("medium", Size::Medium),
        ("large", Size::Large),
        ("massive", Size::Massive),
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        Size::ALL[self as usize].0
    }

    /// The size of this name.
    pub fn named(value: &str) -> Result<Size, String> {
        let name = key(value);
        let found = Size::ALL.iter().find(|it| it.0 == name || name == format!("{}-sized", it.0));
        found.map(|it| it.1).ok_or_else(|| "tiny, small, medium, large or massive.".to_owned())
    }

    /// C43 Size: health and damage, four times and twice as much or a half and a quarter, rounded up.
    pub fn scale(self, number: i32) -> i32 {
        match self {
            Size::Tiny => number.div_euclid(4) + i32::from(number.rem_euclid(4) > 0),
            Size::Small => state::half_up(number),
            Size::Medium => number,
            Size::Large => number * 2,
            Size::Massive => number * 4,
        }
    }

    /// C43 Size: an armour value; the small have the same as anyone.
    pub fn armour(self, value: i32) -> i32 {
        match self {
            Size::Tiny | Size::Small | Size::Medium => value,
            Size::Large => value * 2,
            Size::Massive => value * 4,
        }
    }

    /// How much room they take, in sixteenths of someone of medium size.
    fn sixteenths(self) -> usize {
        match self {
            Size::Tiny => 1,
            Size::Small => 4,
            Size::Medium => 16,
            Size::Large => 64,
            Size::Massive => 256,
        }
    }
}

/// How large a combatant is.
pub fn of(fight: &FightState, who: CombatantId) -> Size {
    fight.find(who).map_or(Size::Medium, |it| it.sheet.size)
}

/// Whether the first is larger than the second.
pub fn larger(fight: &FightState, one: CombatantId, other: CombatantId) -> bool {
    of(fight, one) > of(fight, other)
}

/// C44 The larger wins: STR saves and contests against someone smaller pass by themselves, and against someone larger fail;
/// `None` where dice decide.
pub fn settles(fight: &FightState, who: CombatantId, against: CombatantId) -> Option<bool> {
    match of(fight, who).cmp(&of(fight, against)) {
        std::cmp::Ordering::Greater => Some(true),
        std::cmp::Ordering::Less => Some(false),
        std::cmp::Ordering::Equal => None,
    }
}

/// C43 Size: whether a melee attack reaches: nearby, and for the massive one zone further.
pub fn in_reach(fight: &FightState, by: CombatantId, at: CombatantId) -> bool {
    match of(fight, by) {
        Size::Massive => fight.distance(by, at).is_some_and(|zones| zones <= 1),
        _ => nearby(fight, by, at),
    }
}

/// C10 Zones, C43 Size: whether a combatant fits: eight of medium size to a zone, two to a border, one to a doorway; the dead take no
/// room. Anyone who comes along needs room as well. Ruling A30: a place where nobody stands has room for one, however large.
pub fn has_room(fight: &FightState, who: CombatantId, along: Option<CombatantId>, at: ZonePlace) -> bool {
    let comes = |it: CombatantId| it == who || Some(it) == along;
    let mut there = 0;
    let under = |it: &Combatant| larger(fight, who, it.id) && state::enemies(fight, who, it.id);
    for it in fight.combatants.iter().filter(|it| takes_room(fight, who, it, at) && !comes(it.id)) {
        // C45: smaller enemies are no hindrance.
        there += if under(it) { 0 } else { it.sheet.size.sixteenths() };
    }
    let more = of(fight, who).sixteenths() + along.map_or(0, |it| of(fight, it).sixteenths());
    let holds = fight.space.holds(at) * 16;
    let alone = there == 0 && along.is_none_or(|it| larger(fight, who, it));
    if alone { holds > 0 } else { there + more <= holds }
}

/// Whether a combatant is in another's way there. The concealed make way for their enemies: a place that is full of nobody would show them.
fn takes_room(fight: &FightState, who: CombatantId, it: &Combatant, at: ZonePlace) -> bool {
    it.place == Some(at) && !it.state.dead && !(it.is_hidden() && state::enemies(fight, who, it.id))
}

/// Whether a place holds all who are there, smaller enemies counted.
pub fn fits_beside(fight: &FightState, who: CombatantId, at: ZonePlace) -> bool {
    let all = fight.combatants.iter().filter(|it| takes_room(fight, who, it, at) && it.id != who);
    let there: usize = all.map(|it| it.sheet.size.sixteenths()).sum();
    there + of(fight, who).sixteenths() <= fight.space.holds(at) * 16
}

/// A30: whether a combatant is only there because nobody else is: they would not fit by their size.
pub fn fills(fight: &FightState, who: CombatantId, at: ZonePlace) -> bool {
    of(fight, who).sixteenths() > fight.space.holds(at) * 16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C43: the factors of the page, rounded up; armour is never less than anyone's.
    #[test]
    fn size_scales_health_damage_and_armour() {
        let scaled = Size::ALL.map(|it| it.1.scale(9));
        assert_eq!(scaled, [3, 5, 9, 18, 36]);
        assert_eq!(Size::ALL.map(|it| it.1.scale(0)), [0; 5]);
        assert_eq!(Size::ALL.map(|it| it.1.armour(1)), [1, 1, 1, 2, 4]);
        assert_eq!(Size::ALL.map(|it| Size::named(it.0)), Size::ALL.map(|it| Ok(it.1)));
    }
}
