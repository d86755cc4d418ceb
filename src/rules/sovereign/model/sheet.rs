//! Who a combatant is before the fight: attributes, skills, class or hit dice, weapons, armour, feats. [`read`] takes a sheet as it was typed
//! and gives back a checked one or every problem at once, each with its field. Derived numbers are here; what a fight changes is not.

pub use super::sheet_fields::{fields, read, template_heroes, template_styles, templates};
use super::{
    armour::Worn,
    feats::Feat,
    gear::{self, Stock},
};
use crate::rules::names::key;
pub use crate::rules::wording::yes;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Attribute {
    /// Strength.
    Str,
    /// Dexterity.
    Dex,
    /// Constitution.
    Con,
    /// Intelligence.
    Int,
    /// Wisdom.
    Wis,
}

impl Attribute {
    /// All of them, by name.
    pub const ALL: [(&'static str, Attribute); 5] = [
        ("STR", Attribute::Str),
        ("DEX", Attribute::Dex),
        ("CON", Attribute::Con),
        ("INT", Attribute::Int),
        ("WIS", Attribute::Wis),
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        Attribute::ALL[self as usize].0
    }
}

/// A skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Skill {
    /// Feats of strength and running.
    Exert,
    /// Medicine.
    Heal,
    /// Lore.
    Know,
    /// Magic.
    Magic,
    /// Seeing and hearing.
    Notice,
    /// Not being seen or heard.
    Sneak,
    /// Bare hands.
    Brawl,
    /// Bows and thrown weapons.
    Shoot,
    /// Melee weapons.
    Stab,
}

impl Skill {
    /// All of them, by name.
    pub const ALL: [(&'static str, Skill); 9] = [
        ("Exert", Skill::Exert),
        ("Heal", Skill::Heal),
        ("Know", Skill::Know),
        ("Magic", Skill::Magic),
        ("Notice", Skill::Notice),
        ("Sneak", Skill::Sneak),
        ("Brawl", Skill::Brawl),
        ("Shoot", Skill::Shoot),
        ("Stab", Skill::Stab),
    ];
    /// R33: those with which one fights.
    pub const COMBAT: [Skill; 3] = [Skill::Brawl, Skill::Shoot, Skill::Stab];

    /// What it is called.
    pub fn name(self) -> &'static str {
        Skill::ALL[self as usize].0
    }

    /// The skill of this name.
    pub fn named(typed: &str) -> Option<Skill> {
        Skill::ALL.iter().find(|it| key(it.0) == key(typed)).map(|it| it.1)
    }
}

/// What a combatant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Class {
    /// C17, C18.
    Warrior,
    /// Neither.
    Expert,
    /// Neither.
    Mage,
    /// A warrior in part.
    PartialWarrior,
    /// R34: a foe with hit dice.
    Foe,
}

impl Class {
    /// All of them, by name.
    pub const ALL: [(&'static str, Class); 5] = [
        ("warrior", Class::Warrior),
        ("expert", Class::Expert),
        ("mage", Class::Mage),
        ("partial warrior", Class::PartialWarrior),
        ("foe", Class::Foe),
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        Class::ALL[self as usize].0
    }
}

/// C1, R47: how large a combatant is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Size {
    /// Man-sized.
    #[default]
    Normal,
    /// Much larger, but humanoid.
    Large,
    /// Only barely plausible to manhandle.
    Huge,
    /// Eight times as large in some direction.
    Colossal,
}

impl Size {
    /// All of them, by name.
    pub const ALL: [(&'static str, Size); 4] =
        [("normal", Size::Normal), ("large", Size::Large), ("huge", Size::Huge), ("colossal", Size::Colossal)];
}

/// A checked sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// STR, DEX, CON, INT, WIS.
    pub attributes: [i32; 5],
    /// In the order of `Skill::ALL`.
    pub skills: [i32; 9],
    /// What they are.
    pub class: Class,
    /// Level, or hit dice.
    pub level: i32,
    /// Hit points when unhurt.
    pub max_hp: i32,
    /// Hit points at the beginning.
    pub hp: i32,
    /// AC as given, if it is not worked out.
    pub ac: Option<i32>,
    /// Attack bonus as given, if it is not worked out.
    pub attack: Option<i32>,
    /// The saving throw as given.
    pub save: Option<i32>,
    /// Armour and shield.
    pub worn: Worn,
    /// Weapons at hand.
    pub weapons: Vec<Stock>,
    /// Weapons in the pack.
    pub stowed: Vec<Stock>,
    /// Names of the weapons held at the beginning; empty means the first.
    pub in_hand: Vec<String>,
    /// Feats with their levels.
    pub feats: Vec<(Feat, u8)>,
    /// A foe's bonus to checks it is apt for.
    pub skill: i32,
    /// Skills a foe is apt for.
    pub apt: Vec<Skill>,
    /// Skills a foe is inapt for.
    pub inapt: Vec<Skill>,
    /// R16: a foe with the focus for Snap Attacks.
    pub trained: bool,
    /// R50: fights to the death.
    pub fearless: bool,
    /// C6: does not simply die at 0 HP.
    pub named: bool,
    /// How large.
    pub size: Size,
    /// Feet of reach without a long weapon.
    pub reach_ft: u32,
    /// Feet of movement.
    pub movement_ft: u32,
    /// C7: a healer's kit.
    pub kit: bool,
    /// Potions at hand, each with the dice it heals, if any.
    pub potions: Vec<(String, Option<gear::DamageDice>)>,
    /// Spells.
    pub spells: Vec<String>,
    /// C33: System Strain.
    pub strain: i32,
    /// C8.
    pub frail: bool,
    /// R8: expects a fight.
    pub expecting: bool,
    /// R49: suspects nothing.
    pub unsuspecting: bool,
    /// Begins the fight unseen.
    pub hidden: bool,
    /// What can be done once a day and was done today.
    pub used_today: Vec<Feat>,
    /// Did not outlive the last fight.
    pub dead: bool,
}

/// C3: what a score adds.
pub fn modifier_of(score: i32) -> i32 {
    match score {
        ..=3 => -2,
        4..=7 => -1,
        8..=13 => 0,
        14..=17 => 1,
        18.. => 2,
    }
}

/// Half, rounded up.
pub fn half_up(number: i32) -> i32 {
    number.div_euclid(2) + number.rem_euclid(2)
}

impl Sheet {
    /// What an attribute adds.
    pub fn modifier(&self, of: Attribute) -> i32 {
        modifier_of(self.attributes[of as usize])
    }

    /// R34: whether it is a foe with hit dice, and not a combatant with skills.
    pub fn is_foe(&self) -> bool {
        self.class == Class::Foe
    }

    /// A skill's level; a foe's have none.
    pub fn level_of(&self, skill: Skill) -> i32 {
        if self.is_foe() { 0 } else { self.skills[skill as usize] }
    }

    /// C3: what is added to a check with this skill.
    pub fn check_skill(&self, skill: Skill) -> i32 {
        if !self.is_foe() {
            return self.skills[skill as usize];
        }
        match () {
            () if self.apt.contains(&skill) => self.skill,
            () if self.inapt.contains(&skill) => -1,
            () => 0,
        }
    }

    /// R21: the highest combat skill.
    pub fn combat_skill(&self) -> (Skill, i32) {
        let all = Skill::COMBAT.map(|it| (it, self.check_skill(it)));
        all.into_iter().max_by_key(|it| it.1).unwrap_or((Skill::Stab, 0))
    }

    /// The level of a feat; 0 without it.
    pub fn feat(&self, feat: Feat) -> u8 {
        self.feats.iter().find(|it| it.0 == feat).map_or(0, |it| it.1)
    }

    /// R33, R34: the attack bonus of class or hit dice.
    pub fn attack_bonus(&self) -> i32 {
        const EXPERT: [i32; 10] = [0, 1, 1, 2, 2, 3, 3, 4, 4, 5];
        const MAGE: [i32; 10] = [0, 0, 0, 0, 1, 1, 1, 1, 1, 2];
        const PARTIAL: [i32; 10] = [1, 2, 2, 3, 4, 5, 5, 6, 6, 7];
        let of = |table: [i32; 10]| table[(self.level.clamp(1, 10) - 1) as usize];
        self.attack.unwrap_or_else(|| match self.class {
            Class::Warrior | Class::Foe => self.level,
            Class::Expert => of(EXPERT),
            Class::Mage => of(MAGE),
            Class::PartialWarrior => of(PARTIAL),
        })
    }

    /// C17: what a warrior adds to all damage and Shock.
    pub fn killing_blow(&self) -> i32 {
        if self.class == Class::Warrior { half_up(self.level) } else { 0 }
    }

    /// C9, C28: AC before anything of the fight, with the shield or without it; a number that was given stays.
    pub fn armour_class(&self, shielded: bool) -> i32 {
        if let Some(ac) = self.ac {
            return ac;
        }
        let bare = self.worn.unarmoured() && self.feat(Feat::Impervious) > 0;
        let worn = Worn { shield: self.worn.shield && shielded, ..self.worn.clone() };
        let base = match bare {
            true => 15 + half_up(self.level) + if worn.shield { 1 + worn.shield_magic } else { 0 },
            false => worn.ac(),
        };
        base + self.modifier(Attribute::Dex)
    }

    /// C5: the number of a Physical save.
    pub fn physical(&self) -> i32 {
        let best = self.modifier(Attribute::Str).max(self.modifier(Attribute::Con));
        self.save_against(best)
    }

    /// C5: the number of an Evasion save.
    pub fn evasion(&self) -> i32 {
        self.save_against(self.modifier(Attribute::Dex).max(self.modifier(Attribute::Int)))
    }

    /// C5: the number of a Mental save.
    pub fn mental(&self) -> i32 {
        self.save_against(self.modifier(Attribute::Int).max(self.modifier(Attribute::Wis)))
    }

    fn save_against(&self, best: i32) -> i32 {
        self.save.unwrap_or(if self.is_foe() { 15 - self.level / 2 } else { 16 - self.level - best })
    }
}

/// The weapons that a combatant has at hand, shared.
pub fn arms(sheet: &Sheet) -> Vec<(Stock, bool)> {
    let at_hand = sheet.weapons.iter().map(|it| ((Arc::clone(&it.0), it.1), true));
    let packed = sheet.stowed.iter().map(|it| ((Arc::clone(&it.0), it.1), false));
    at_hand.chain(packed).collect()
}
