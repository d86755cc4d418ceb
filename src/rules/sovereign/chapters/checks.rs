//! Skill checks, opposed checks and saves: companion facts C3 to C5 and ruling A1. What follows from them is not decided here.

use crate::engine::{
    CombatantId,
    roll::{Die, Keep, Modifier, Target},
};
use crate::rules::sovereign::{
    Cx, FightState, Roll, Rule,
    model::sheet::{Attribute, Skill},
};

/// C3: what an untutored check is made against.
const DIFFICULTY: i32 = 10;
/// A1: what the other side's modifier is added to where only one side rolls.
const PASSIVE: i32 = 8;

/// A modifier by its name.
pub fn modifier(name: impl Into<String>, by: i32) -> Modifier {
    Modifier { name: name.into(), by }
}

/// How a combatant goes about a check.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The combatant.
    pub who: CombatantId,
    /// By which attribute.
    pub attribute: Attribute,
    /// With which skill.
    pub skill: Skill,
    /// What else is added.
    pub more: Vec<Modifier>,
}

impl Check {
    /// A plain check.
    pub fn of(who: CombatantId, attribute: Attribute, skill: Skill) -> Check {
        Check { who, attribute, skill, more: vec![] }
    }

    /// The same with something added, unless it is nothing.
    pub fn with(mut self, name: &str, by: i32) -> Check {
        if by != 0 {
            self.more.push(modifier(name, by));
        }
        self
    }

    /// "DEX/Heal".
    pub fn words(&self) -> String {
        format!("{}/{}", self.attribute.name(), self.skill.name())
    }

    /// C3, C9: everything that is added, by name.
    pub fn modifiers(&self, fight: &FightState) -> Vec<Modifier> {
        let sheet = &fight.combatant(self.who).sheet;
        let mut all = vec![];
        let by = sheet.modifier(self.attribute);
        if by != 0 {
            all.push(modifier(self.attribute.name(), by));
        }
        let skill = sheet.check_skill(self.skill);
        if skill != 0 {
            all.push(modifier(self.skill.name(), skill));
        }
        let worn = sheet.worn.row();
        let hampered = match self.skill {
            Skill::Sneak => worn.sneak,
            Skill::Exert => worn.exert,
            _ => 0,
        };
        if hampered != 0 {
            all.push(modifier(worn.name.clone(), hampered));
        }
        all.extend(self.more.iter().cloned());
        all
    }

    /// What is added, in one number.
    pub fn total(&self, fight: &FightState) -> i32 {
        self.modifiers(fight).iter().map(|it| it.by).sum()
    }
}

/// The better of two ways to make a check; of equal ones the first.
pub fn better(fight: &FightState, a: Check, b: Check) -> Check {
    if b.total(fight) > a.total(fight) { b } else { a }
}

/// Dice of their own, secret if nobody knows of them, or if they are rolled against a combatant nobody knows of.
fn dice(cx: &mut Cx<'_>, who: CombatantId, count: usize, against: Option<CombatantId>) -> (Vec<Die>, bool) {
    let by = against.filter(|it| cx.is_unknown(*it)).unwrap_or(who);
    let rolled: Vec<(Die, bool)> = (0..count).map(|_| cx.own_die(by, 6)).collect();
    let secret = rolled.iter().any(|it| it.1);
    (rolled.into_iter().map(|it| it.0).collect(), secret)
}

fn roll(cx: &mut Cx<'_>, check: &Check, rule: Rule, what: &str, against: Option<CombatantId>) -> Roll {
    let sheet = cx.combatant(check.who).sheet.clone();
    if !sheet.is_foe() && sheet.check_skill(check.skill) < 0 {
        cx.cite(Rule::Unskilled);
    }
    let worn = sheet.worn.row();
    if (check.skill == Skill::Sneak && worn.sneak != 0) || (check.skill == Skill::Exert && worn.exert != 0) {
        cx.cite(Rule::Armour);
    }
    let modifiers = check.modifiers(cx);
    let (dice, secret) = dice(cx, check.who, 2, against);
    let what = format!("{what} ({})", check.words());
    Roll { secret, ..Roll::total(Some(check.who), rule, what, dice, Keep::All, modifiers) }
}

/// C3 Skill checks: 2d6 with attribute and skill against 10. With three dice the lowest is dropped (C30).
pub fn against_ten(cx: &mut Cx<'_>, check: &Check, rule: Rule, what: &str, three: bool) -> bool {
    cx.cite(Rule::SkillCheck);
    let mut rolled = match three {
        false => roll(cx, check, rule, what, None),
        true => {
            let (mut dice, secret) = dice(cx, check.who, 3, None);
            let lowest = (0..3).min_by_key(|it| dice[*it].counts).unwrap_or(0);
            let dropped = dice[lowest].counts;
            let modifiers = check.modifiers(cx);
            let what = format!("{what} ({})", check.words());
            let mut rolled = Roll::total(Some(check.who), rule, what, dice.clone(), Keep::All, modifiers);
            dice[lowest].kept = false;
            (rolled.dice, rolled.secret) = (dice, secret);
            rolled.total -= dropped;
            rolled
        }
    };
    rolled = rolled.against(Target::AtLeast { name: "difficulty".to_owned(), number: DIFFICULTY });
    cx.rolled(rolled).passed()
}

/// How likely [`against_ten`] is to succeed, for whoever weighs whether to try.
pub fn chance_of_ten(total: i32, three: bool) -> f64 {
    let thirds = if three { 1..=6 } else { 0..=0 };
    let all =
        (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))).flat_map(|(a, b)| thirds.clone().map(move |c| [a, b, c]));
    let (mut passed, mut count) = (0, 0);
    for dice in all {
        let lowest = dice.into_iter().min().unwrap_or_default();
        passed += i32::from(dice.into_iter().sum::<i32>() - lowest + total >= DIFFICULTY);
        count += 1;
    }
    f64::from(passed) / f64::from(count)
}

/// A roll of one of both sides of an opposed check.
pub fn contest(cx: &mut Cx<'_>, check: &Check, rule: Rule, what: &str) -> i32 {
    let rolled = roll(cx, check, rule, what, None);
    cx.rolled(rolled).total
}

/// C4 Opposed checks, ruling A1: whether the acting side wins against the other. Both roll and a tie leaves things as they are; with the
/// option `opposed: passive` only the acting side rolls, and reaching 8 and the other's modifier is enough.
pub fn opposed(cx: &mut Cx<'_>, acting: &Check, other: &Check, rule: Rule, what: &str) -> bool {
    cx.cite(Rule::OpposedCheck);
    cx.cite(Rule::BothRoll);
    if cx.options.passive {
        let number = PASSIVE + other.total(cx);
        let rolled =
            roll(cx, acting, rule, what, None).against(Target::AtLeast { name: "the other side".to_owned(), number });
        return cx.rolled(rolled).passed();
    }
    let ours = contest(cx, acting, rule, what);
    let theirs = roll(cx, other, rule, &format!("against {what}"), Some(acting.who));
    ours > cx.rolled(theirs).total
}

/// A1: what the acting side must reach against someone who does not roll.
pub fn passive(fight: &FightState, other: &Check) -> i32 {
    PASSIVE + other.total(fight)
}

/// C4 Group checks: the best of a group rolls, and each other helps or hinders by 1, as their own modifier is above or below nothing.
pub fn group(fight: &FightState, all: &[CombatantId], best: impl Fn(CombatantId) -> Check) -> Option<Check> {
    let mut checks: Vec<Check> = all.iter().map(|it| best(*it)).collect();
    checks.sort_by_key(|it| std::cmp::Reverse(it.total(fight)));
    let mut checks = checks.into_iter();
    let first = checks.next()?;
    let help: i32 = checks.map(|it| it.total(fight).signum()).sum();
    Some(first.with("the others", help))
}

/// C5 Saves: 1d20 with modifiers against a number; a 1 always fails, a 20 always succeeds.
pub fn save(cx: &mut Cx<'_>, who: CombatantId, what: &str, number: i32, modifiers: Vec<Modifier>) -> bool {
    cx.cite(Rule::Saves);
    let (die, secret) = cx.own_die(who, 20);
    let face = die.counts;
    let mut rolled = Roll { secret, ..Roll::total(Some(who), Rule::Saves, what, vec![die], Keep::All, modifiers) }
        .against(Target::AtLeast { name: what.to_owned(), number });
    let passed = match face {
        1 => false,
        20 => true,
        _ => rolled.passed(),
    };
    rolled.outcome =
        if passed { crate::engine::roll::RollOutcome::Passed } else { crate::engine::roll::RollOutcome::Failed };
    cx.rolled(rolled).passed()
}
