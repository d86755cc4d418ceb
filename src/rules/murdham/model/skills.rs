//! Skills (C12): what they are and how they are typed. They are rows of `config/rulesets/murdham/skills.toml`; what an effect does is
//! written where it is done, and a row that names an effect nothing reads does not load.

use crate::rules::data_rows::{self, DataRow, Rows};
use crate::rules::murdham::model::{gear::list, powers};
use serde::Deserialize;
use std::sync::LazyLock;

/// A skill: a row of `config/rulesets/murdham/skills.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skill {
    /// Its name.
    pub name: String,
    /// What it does.
    pub effects: Vec<SkillEffect>,
    /// Other words for it.
    #[serde(default)]
    pub also: Vec<String>,
}

/// What a skill does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkillEffect {
    /// Lands first in counters, unless both have it.
    FirstInCounters,
    /// One dodge a round that is not the turn.
    FastDodge,
    /// Dodges opportunity attacks without spending the turn (R26).
    DodgesOpportunities,
    /// Sprints so many zones further, and every second one in a row without a save.
    SprintsFurther(u16),
    /// Bare hands do damage of this die, not impaired.
    UnarmedDie(u16),
    /// So much armour against bare hands.
    ArmourAgainstUnarmed(i32),
    /// Strikes down one, and strikes at another.
    Cleaves,
    /// Critical damage may kill.
    Kills,
    /// Armour that is less than the roll is none.
    Pierces,
    /// A blow that puts out of the fight without harm.
    Stuns,
    /// Grapples without a save, and is not grappled.
    Wrestles,
    /// Disarms without a save, and is not disarmed.
    Disarms,
    /// So many times the damage to the larger.
    TimesAgainstLarger(i32),
    /// The shield counts against every attack one is aware of.
    ShieldWhenAware,
    /// The melee die has so many sides more.
    MeleeDieUp(u16),
    /// The ranged die has so many sides more.
    RangedDieUp(u16),
    /// The damage die against the unaware.
    DieAgainstUnaware(u16),
    /// Ranges are so many times as long.
    RangeTimes(u32),
    /// The off hand is as good, and both weapons strike at once.
    EitherHand,
    /// Any number of things in hand by one bonus action.
    DrawsFreely,
    /// Immune to fear; terror is fear.
    Brave,
    /// Frenzied at will.
    Rages,
    /// Rallies the frightened within so many zones, once in a fight.
    Rallies(u32),
    /// Balancing and leaping need no save.
    SureFooted,
    /// Climbing needs no save and does not impair attacks.
    Climbs,
    /// Swimming needs no save and does not impair attacks.
    Swims,
    /// Sneaking needs no save.
    Sneaks,
    /// Invokes profane powers.
    Invokes,
}

impl SkillEffect {
    /// Zones more of a sprint.
    pub fn sprints_further(self) -> Option<u16> {
        if let SkillEffect::SprintsFurther(zones) = self { Some(zones) } else { None }
    }

    /// The die of bare hands.
    pub fn unarmed_die(self) -> Option<u16> {
        if let SkillEffect::UnarmedDie(sides) = self { Some(sides) } else { None }
    }

    /// Armour against bare hands.
    pub fn armour_against_unarmed(self) -> Option<i32> {
        if let SkillEffect::ArmourAgainstUnarmed(value) = self { Some(value) } else { None }
    }

    /// What damage to the larger is multiplied by.
    pub fn times_against_larger(self) -> Option<i32> {
        if let SkillEffect::TimesAgainstLarger(times) = self { Some(times) } else { None }
    }

    /// Sides more of the melee die.
    pub fn melee_die_up(self) -> Option<u16> {
        if let SkillEffect::MeleeDieUp(sides) = self { Some(sides) } else { None }
    }

    /// Sides more of the ranged die.
    pub fn ranged_die_up(self) -> Option<u16> {
        if let SkillEffect::RangedDieUp(sides) = self { Some(sides) } else { None }
    }

    /// The damage die against the unaware.
    pub fn die_against_unaware(self) -> Option<u16> {
        if let SkillEffect::DieAgainstUnaware(sides) = self { Some(sides) } else { None }
    }

    /// What ranges are multiplied by.
    pub fn range_times(self) -> Option<u32> {
        if let SkillEffect::RangeTimes(times) = self { Some(times) } else { None }
    }

    /// How far away the frightened are rallied, in zones.
    pub fn rallies(self) -> Option<u32> {
        if let SkillEffect::Rallies(zones) = self { Some(zones) } else { None }
    }
}

static SKILLS: LazyLock<Vec<Skill>> = LazyLock::new(|| {
    data_rows::load(
        "config/rulesets/murdham/skills.toml",
        include_str!("../../../../config/rulesets/murdham/skills.toml"),
    )
});

impl Rows for Skill {
    const TABLE: &'static str = "skill";

    fn all() -> &'static [Skill] {
        &SKILLS
    }
    fn name(&self) -> &str {
        &self.name
    }
    fn also(&self) -> &[String] {
        &self.also
    }
    fn problems(&self) -> Vec<String> {
        if self.effects.is_empty() { vec!["it has no effect".to_owned()] } else { vec![] }
    }
}

impl Skill {
    /// Whether it does this.
    pub fn does(&self, effect: SkillEffect) -> bool {
        self.effects.contains(&effect)
    }
}

/// The first skill that does this, to be named to who has none.
pub fn that(effect: SkillEffect) -> Option<DataRow<Skill>> {
    DataRow::first(|it: &Skill| it.does(effect))
}

/// Reads a list of skills.
pub fn skills(value: &str) -> Result<Vec<DataRow<Skill>>, String> {
    let mut all = vec![];
    for typed in list(value) {
        // The skill in one power is the skill in powers.
        let power = || powers::named(typed).and_then(|_| that(SkillEffect::Invokes));
        let Some(skill) = DataRow::<Skill>::named(typed).or_else(power) else {
            let known: Vec<&str> = Skill::all().iter().map(|it| it.name.as_str()).collect();
            return Err(format!(
                "\u{201c}{typed}\u{201d} isn\u{2019}t a skill in these rules. Choose from {}.",
                known.join(", ")
            ));
        };
        if !all.contains(&skill) {
            all.push(skill);
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A skill whose effect nothing reads, that has none, or that lacks its number does not load, and all of that is said at once.
    #[test]
    fn a_skill_that_nothing_reads_does_not_load() {
        let text = "[[skill]]\nname = \"Juggling\"\neffects = [\"juggles\"]\n[[skill]]\nname = \"Idling\"\neffects = []\n\
                    [[skill]]\nname = \"Boxing\"\neffects = [\"unarmed-die\"]\n";
        let why = data_rows::read::<Skill>(text).expect_err("nothing reads that");
        assert_eq!(why.len(), 3, "{why:?}");
        assert!(why[0].contains("juggles") && why[1].contains("Idling") && why[2].contains("Boxing"), "{why:?}");
        assert!(Skill::all().len() > 20);
    }

    /// A log from before skills were rows still reads.
    #[test]
    fn old_names_of_skills_read() {
        let skill: DataRow<Skill> = serde_json::from_str("\"FleetFooted\"").expect("an old name");
        assert_eq!(serde_json::to_string(&skill).expect("a name"), "\"Fleet footed\"");
    }
}
