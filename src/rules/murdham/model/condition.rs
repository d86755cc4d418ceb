//! How a combatant is: conditions (C13), injuries (C9), morale, flight, fears, and what the GM says of them. What being so means is written
//! where it bears.

use crate::engine::CombatantId;
use crate::rules::murdham::model::sheet::Ability;
use serde::{Deserialize, Serialize};

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    /// Cannot act, defenceless.
    Incapacitated,
    /// Half speed.
    Hobbled,
    /// Half speed, fails AGI saves.
    Encumbered,
    /// Melee needs a WIT save; no ranged attacks.
    Blind,
    /// Ranged weapons reach half as far.
    EyeInjury,
    /// Cannot approach what they fear.
    Frightened,
    /// Must run from what they fear, or cowers.
    Terrified,
    /// Impaired attacks, abilities two less.
    Confused,
    /// Only attacks, or closes in.
    Frenzied,
    /// No speech, no powers.
    Silenced,
    /// Must spend the next turn on harming one enemy.
    Taunted,
    /// Can only break free.
    Entangled,
    /// Held by a combatant, and entangled by that.
    Grabbed,
    /// Loses the next turn.
    Stunned,
    /// The primary arm is useless.
    PrimaryArmInjury,
    /// The other arm is useless.
    SecondaryArmInjury,
}

impl Condition {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Condition::Incapacitated => "incapacitated",
            Condition::Hobbled => "hobbled",
            Condition::Encumbered => "encumbered",
            Condition::Blind => "blind",
            Condition::EyeInjury => "eye injury",
            Condition::Frightened => "frightened",
            Condition::Terrified => "terrified",
            Condition::Confused => "confused",
            Condition::Frenzied => "frenzied",
            Condition::Silenced => "silenced",
            Condition::Taunted => "taunted",
            Condition::Entangled => "entangled",
            Condition::Grabbed => "grabbed",
            Condition::Stunned => "stunned",
            Condition::PrimaryArmInjury => "primary arm injury",
            Condition::SecondaryArmInjury => "secondary arm injury",
        }
    }

    /// All of them.
    pub const ALL: [Condition; 16] = [
        Condition::Incapacitated,
        Condition::Hobbled,
        Condition::Encumbered,
        Condition::Blind,
        Condition::EyeInjury,
        Condition::Frightened,
        Condition::Terrified,
        Condition::Confused,
        Condition::Frenzied,
        Condition::Silenced,
        Condition::Taunted,
        Condition::Entangled,
        Condition::Grabbed,
        Condition::Stunned,
        Condition::PrimaryArmInjury,
        Condition::SecondaryArmInjury,
    ];
}

/// Something that lasts after the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Injury {
    /// 1: a scar.
    Scar,
    /// 2: STR is less.
    Str,
    /// 3: WIT is less.
    Wit,
    /// 4: AGI is less, and hobbled.
    Agi,
    /// 5: the other arm is useless.
    SecondaryArm,
    /// 5: the primary arm is useless.
    PrimaryArm,
    /// 6: an eye.
    Eye,
}

/// An injury that a combatant has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hurt {
    /// Which.
    pub injury: Injury,
    /// How much of its ability it costs.
    #[serde(default)]
    pub loss: u8,
    /// It never heals.
    #[serde(default)]
    pub permanent: bool,
}

impl Injury {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Injury::Scar => "scar",
            Injury::Str => "weakened",
            Injury::Wit => "dazed",
            Injury::Agi => "lamed",
            Injury::SecondaryArm => "secondary arm",
            Injury::PrimaryArm => "primary arm",
            Injury::Eye => "eye",
        }
    }

    /// The ability that it costs some of.
    pub fn ability(self) -> Option<Ability> {
        match self {
            Injury::Str => Some(Ability::Str),
            Injury::Wit => Some(Ability::Wit),
            Injury::Agi => Some(Ability::Agi),
            Injury::Scar | Injury::SecondaryArm | Injury::PrimaryArm | Injury::Eye => None,
        }
    }

    /// All of them.
    pub const ALL: [Injury; 7] =
        [Injury::Scar, Injury::Str, Injury::Wit, Injury::Agi, Injury::SecondaryArm, Injury::PrimaryArm, Injury::Eye];
}

/// How a combatant stands to morale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Morale {
    /// No check was made yet.
    #[default]
    Steady,
    /// Passed a check: immune for the rest of the fight.
    Held,
    /// Failed: must surrender or retreat.
    Broken,
}

impl Morale {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Morale::Steady => "steady",
            Morale::Held => "immune",
            Morale::Broken => "failed",
        }
    }

    /// All of them.
    pub const ALL: [Morale; 3] = [Morale::Steady, Morale::Held, Morale::Broken];
}

/// Whether a combatant runs away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Flight {
    /// No.
    #[default]
    Stays,
    /// Ran away; there may be a chase.
    Away,
    /// Got away for good.
    Escaped,
}

/// What the GM says of a combatant's circumstances, or of their next attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Flag {
    /// Behind cover (R28).
    Cover,
    /// Partially obscured (R27).
    Obscured,
    /// Behind a barrier (R29).
    Barrier,
    /// Hangs from something that is climbed: attacks are impaired (C33).
    Climbing,
    /// In turbulent water: attacks are impaired (C34).
    Swimming,
    /// In the air (C58).
    Flying,
    /// In the saddle.
    Riding,
    /// Made of what burns easily, or covered in it (C20).
    Flammable,
    /// Carries much metal (C20).
    Metal,
    /// Cannot be seen by enemies (R17, R18).
    Unseen,
    /// Immune to fear, and so to morale (R46).
    Fearless,
    /// Does not know of the next attacker (R20).
    Unaware,
    /// The next attack is made in challenging circumstances (R13).
    Challenging,
    /// The next attack goes through cover (R28).
    Penetrating,
    /// The next attack is enhanced.
    Enhanced,
    /// The next attack is impaired.
    Hindered,
}

impl Flag {
    /// Those that speak of one attack and are over after it.
    pub const OF_THE_NEXT_ATTACK: [Flag; 4] = [Flag::Challenging, Flag::Penetrating, Flag::Enhanced, Flag::Hindered];
}

/// Someone who is feared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fear {
    /// Who.
    pub of: CombatantId,
    /// Terror, else fear.
    pub terror: bool,
}
