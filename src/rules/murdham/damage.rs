//! Damage: the weapon's die (R14), dice that explode (C2), impaired and enhanced (C3), and what takes some of it off: armour,
//! shield, cover (C4, C5, R28). What it does to somebody is `harm.rs`.

use super::{
    Cx, Field, Roll, Rule,
    actions::{Manner, With},
    attack::Blow,
    fact::{Fact, article_and_name},
    sheet::{Armour, Skill, Weapon},
    state::{At, Flag, has},
};
use crate::engine::{
    CombatantId,
    roll::{Die, Keep},
};

/// A blow that lands, as far as damage goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Who strikes.
    pub by: CombatantId,
    /// Who is hit.
    pub on: CombatantId,
    /// With what.
    pub with: With,
    /// How.
    pub how: Manner,
    /// The one who is hit knew nothing of it.
    pub unaware: bool,
    /// The one who is hit reacted to it, or is countered: the shield counts.
    pub reacted: bool,
}

impl Hit {
    /// Of a blow; `reacted` if the one who is hit reacted to it or is countered.
    pub fn of(blow: &Blow, reacted: bool) -> Hit {
        Hit { by: blow.by, on: blow.at, with: blow.with, how: blow.how, unaware: blow.unaware, reacted }
    }
}

/// Damage that was rolled, and what is taken off it.
#[derive(Clone, Debug, PartialEq)]
pub struct Damage {
    /// Who is hit.
    pub on: CombatantId,
    /// Who strikes; `None` where nobody does: a fall, a fire.
    pub by: Option<CombatantId>,
    /// With what; `None` where nobody strikes.
    pub with: Option<With>,
    /// The weapons, by their numbers among what the striker carries, on whose die that counts a 1 shows (R50, A12).
    pub ones: Vec<u8>,
    /// What the dice came to.
    pub rolled: i32,
    /// What is taken off, by name.
    pub less: Vec<(String, i32)>,
    /// Ignores armour, and helmets.
    pub direct: bool,
}

impl Damage {
    /// Damage that nobody strikes and no armour stops: a fall, a fire.
    pub fn direct(on: CombatantId, rolled: i32) -> Damage {
        Damage { on, by: None, with: None, ones: vec![], rolled, less: vec![], direct: true }
    }

    /// What is left of it after reductions, down to nothing (C4).
    pub fn suffers(&self) -> i32 {
        (self.rolled - self.less.iter().map(|it| it.1).sum::<i32>()).max(0)
    }
}

/// What somebody strikes with; `None` for bare hands.
pub fn weapon_of(field: &Field, who: CombatantId, with: With) -> Option<&Weapon> {
    match with {
        With::Unarmed => None,
        With::Gear(gear) => super::fact::weapon(field, who, gear).map(|it| &**it),
        With::Both => {
            let [one, _] = field.find(who)?.state.both_weapons()?;
            super::fact::weapon(field, who, one).map(|it| &**it)
        }
    }
}

/// R14, C2, C3: rolls the damage of a hit, and reckons what is taken off it.
pub fn roll(cx: &mut Cx<'_>, hit: &Hit) -> Damage {
    if let (With::Both, Some([one, other])) = (hit.with, cx.combatant(hit.by).state.both_weapons()) {
        // C12: of two weapons that strike together the higher roll counts.
        cx.cite(Rule::Skills);
        let [one, other] = [one, other].map(|gear| roll(cx, &Hit { with: With::Gear(gear), ..hit.clone() }));
        let ones = [&one.ones[..], &other.ones[..]].concat(); // each weapon by its own die
        let higher = if other.rolled > one.rolled { other } else { one };
        return Damage { ones, ..higher };
    }
    let direct = weapon_of(cx, hit.by, hit.with).is_some_and(|it| it.direct);
    let sides = die(cx, hit);
    let impaired = impairments(cx, hit);
    let enhanced = i32::from(cx.combatant(hit.by).state.is(Flag::Enhanced));
    let name = article_and_name(cx, hit.by, hit.with);
    let rule = if hit.with == With::Unarmed { Rule::Unarmed } else { Rule::Attack };
    for (rule, _) in &impaired {
        cx.cite(*rule);
    }
    let mut ones = vec![];
    let rolled = match impaired.len() as i32 - enhanced {
        // A17, C3: impaired twice is no damage.
        2.. => {
            cx.cite(Rule::TwiceImpaired);
            cx.note(Fact::Harmless(hit.by));
            0
        }
        net => {
            let why: Vec<&str> = impaired.iter().map(|it| it.1).collect();
            let (keep, dice, how) = match net {
                1 => (Keep::Lowest, 2, format!(" (impaired: {})", why.join(", "))),
                0 => (Keep::All, 1, String::new()),
                _ => (Keep::Highest, 2, " (enhanced)".to_owned()),
            };
            let dice = (0..dice).map(|_| exploding(cx, sides)).collect();
            let roll = Roll::total(Some(hit.by), rule, format!("damage with {name}{how}"), dice, keep, vec![]);
            let roll = cx.rolled(roll);
            let one = roll.dice.iter().any(|die| die.kept && die.faces.first() == Some(&1));
            if let (true, With::Gear(gear)) = (one, hit.with) {
                ones.push(gear);
            }
            roll.total
        }
    };
    let less = if direct { vec![] } else { protection(cx, hit) };
    Damage { on: hit.on, by: Some(hit.by), with: Some(hit.with), ones, rolled, less, direct }
}

/// C2 Damage dice: the highest face counts one less, and the same die is rolled again and added, as long as it shows its highest.
pub fn exploding(cx: &mut Cx<'_>, sides: u16) -> Die {
    let (mut faces, mut counts) = (vec![], 0);
    loop {
        let face = cx.die(sides);
        faces.push(face);
        counts += i32::from(face);
        if face < sides || sides < 2 {
            return Die { sides, faces, counts, kept: true };
        }
        counts -= 1;
        cx.cite(Rule::DamageDice);
    }
}

/// R14 Unarmed: d4, or d6 for brawlers; a weapon its own die. Skilled strike and shot are a step up, sneak attack is a d12.
fn die(field: &Field, hit: &Hit) -> u16 {
    let has = |skill| has(field, hit.by, skill);
    if hit.unaware && has(Skill::SneakAttack) {
        return 12;
    }
    match weapon_of(field, hit.by, hit.with) {
        None if has(Skill::Brawling) => 6,
        None => 4,
        Some(weapon) => {
            let skilled = if weapon.range.is_some() { Skill::SkilledShot } else { Skill::SkilledStrike };
            if has(skilled) { (weapon.die + 2).min(12) } else { weapon.die }
        }
    }
}

/// R14, R15, R27, C11: all that impairs the damage, with the rule and a word for each.
fn impairments(field: &Field, hit: &Hit) -> Vec<(Rule, &'static str)> {
    let attacker = field.combatant(hit.by);
    let mut all = vec![];
    match hit.with {
        With::Unarmed if !has(field, hit.by, Skill::Brawling) => all.push((Rule::Unarmed, "unarmed")),
        With::Gear(gear) if attacker.state.gear.get(usize::from(gear)).is_some_and(|it| it.at == At::Off) => {
            let alone = attacker.state.in_hand().count() == 1;
            if !alone && !has(field, hit.by, Skill::Ambidexterity) {
                all.push((Rule::Keywords, "off hand"));
            }
        }
        _ => {}
    }
    if hit.how == Manner::HoldBack {
        all.push((Rule::HoldBack, "held back"));
    }
    if field.combatant(hit.on).state.is(Flag::Obscured) {
        all.push((Rule::Concealment, "concealment"));
    }
    if attacker.state.is(Flag::Hindered) {
        all.push((Rule::Impaired, "circumstances"));
    }
    all
}

/// C4 Armour, C5 Shield, R28 Cover, R29 Barrier: what is taken off the damage, by name.
fn protection(cx: &mut Cx<'_>, hit: &Hit) -> Vec<(String, i32)> {
    let target = cx.combatant(hit.on);
    let mut less: Vec<(Rule, &str, i32)> = vec![];
    match target.state.armour {
        Armour::None => {}
        Armour::Light => less.push((Rule::Armour, "light armour", 1)),
        Armour::Heavy => less.push((Rule::Armour, "heavy armour", 2)),
    }
    let aware = !hit.unaware && target.sheet.has(Skill::ShieldMastery);
    match target.state.shields() {
        0 => {}
        1 if hit.reacted || aware => less.push((Rule::Shield, "shield", 1)),
        1 => {}
        _ => less.push((Rule::Shield, "two shields", 1)),
    }
    if hit.with == With::Unarmed && target.sheet.has(Skill::Brawling) {
        less.push((Rule::Skills, "brawling", 1));
    }
    // R28: the attack may go through. R29: a barrier whose owner is hit all the same is only cover; a lobbed shot comes over it.
    let barrier = target.state.is(Flag::Barrier) && hit.how != Manner::Indirect;
    if (target.state.is(Flag::Cover) || barrier) && !cx.combatant(hit.by).state.is(Flag::Penetrating) {
        less.push((if barrier { Rule::Barrier } else { Rule::Cover }, "cover", 1));
    }
    less.into_iter()
        .map(|(rule, name, by)| {
            cx.cite(rule);
            (name.to_owned(), by)
        })
        .collect()
}
