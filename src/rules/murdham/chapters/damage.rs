//! Damage: the weapon's die (R14), dice that explode (C2), impaired and enhanced (C3), and what takes some of it off: armour,
//! shield, cover (C4, C5, R28). What it does to a combatant is `harm.rs`.

use crate::engine::{
    CombatantId,
    roll::{Die, Keep},
};
use crate::rules::murdham::{
    Cx, FightState, Flow, Roll, Rule,
    chapters::{
        attack::{self, Blow},
        harm, omen, power, special_movement,
    },
    model::{
        event::Event,
        gear,
        manner::{Manner, With},
        nature::Trait,
        sheet::{Element, SkillEffect, Weapon},
        size,
        state::{At, Condition, Flag, Gear, enemies, half_up, has},
        weapon_names,
    },
};

/// How the roll of what a weapon or bare hands do begins.
pub const WITH: &str = "damage with";
/// How the roll of damage that nobody deals with a weapon begins: a fall, a trap.
pub const BY: &str = "damage by";

/// R14 Unarmed: the die of bare hands.
const UNARMED_DIE: u16 = 4;
/// No die is larger that a skill makes larger.
const LARGEST_DIE: u16 = 12;
/// R28 Cover: what it adds to the armour value.
const COVER_VALUE: i32 = 1;

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
    /// One of the further targets of a blast, to whom skill does no more (C12).
    pub unskilled: bool,
}

impl Hit {
    /// Of a blow; `reacted` if the one who is hit reacted to it or is countered.
    pub fn of(blow: &Blow, reacted: bool) -> Hit {
        let Blow { by, at, with, how, unaware, .. } = *blow;
        Hit { by, on: at, with, how, unaware, reacted, unskilled: false }
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
    /// What does it, if not a blow (C20).
    pub element: Option<Element>,
}

impl Damage {
    /// Damage that nobody strikes and no armour stops: a fall, a fire.
    pub fn direct(on: CombatantId, rolled: i32) -> Damage {
        Damage { on, by: None, with: None, ones: vec![], rolled, less: vec![], direct: true, element: None }
    }

    /// What is left of it after reductions, down to nothing (C4).
    pub fn suffers(&self) -> i32 {
        (self.rolled - self.less.iter().map(|it| it.1).sum::<i32>()).max(0)
    }
}

/// What a combatant strikes with; `None` for bare hands.
pub fn weapon_of(fight: &FightState, who: CombatantId, with: With) -> Option<&Weapon> {
    match with {
        With::Unarmed => None,
        With::Gear(gear) => weapon_names::weapon(fight, who, gear).map(|it| &**it),
        With::Both => {
            let [one, _] = fight.find(who)?.state.both_weapons()?;
            weapon_names::weapon(fight, who, one).map(|it| &**it)
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
    let direct = weapon_of(cx, hit.by, hit.with).is_some_and(|it| it.is_direct());
    let element = weapon_of(cx, hit.by, hit.with).and_then(|it| it.element);
    let sides = die(cx, hit);
    let impaired = impairments(cx, hit);
    let enhanced = enhancements(cx, hit);
    // Nobody is to count whom a blast has found, no matter who set it off.
    let secret = cx.is_unknown(hit.on) || cx.combatant(hit.on).is_hidden() && enemies(cx, hit.by, hit.on);
    let name = weapon_names::logged_name(cx, hit.by, hit.with);
    let rule = if hit.with == With::Unarmed { Rule::Unarmed } else { Rule::Attack };
    for (rule, _) in impaired.iter().chain(&enhanced) {
        cx.cite(*rule);
    }
    let mut ones = vec![];
    let rolled = match impaired.len() as i32 - enhanced.len() as i32 {
        // A17, C3: impaired twice is no damage.
        2.. => {
            cx.cite(Rule::TwiceImpaired);
            cx.tell(Event::Harmless(hit.by));
            0
        }
        net => {
            let words = |all: &[(Rule, &'static str)]| all.iter().map(|it| it.1).collect::<Vec<_>>().join(", ");
            let (keep, dice, how) = match net {
                1 => (Keep::Lowest, 2, format!(" (impaired: {})", words(&impaired))),
                0 => (Keep::All, 1, String::new()),
                _ => (Keep::Highest, 2, format!(" (enhanced: {})", words(&enhanced))),
            };
            let dice = (0..dice).map(|_| explode(cx, sides, secret)).collect();
            let roll = Roll::total(Some(hit.by), rule, format!("{WITH} {name}{how}"), dice, keep, vec![]);
            let roll = cx.rolled(Roll { secret, ..roll });
            let one = roll.dice.iter().any(|die| die.kept && die.faces.first() == Some(&1));
            if let (true, With::Gear(gear)) = (one, hit.with) {
                ones.push(gear);
            }
            roll.total
        }
    };
    let rolled = scaled(cx, hit.by, rolled);
    let rolled = against_monsters(cx, hit, rolled);
    let rolled = in_manner(hit.how, rolled);
    let less = if direct { vec![] } else { protection(cx, hit) };
    let less = if pierces(cx, hit, rolled, &less) { vec![] } else { less };
    Damage { on: hit.on, by: Some(hit.by), with: Some(hit.with), ones, rolled, less, direct, element }
}

/// What a hit would do before it's rolled, after what is taken off it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// On average.
    pub average: i32,
    /// With the die's highest face, without exploding.
    pub full: i32,
}

/// What a hit can be expected to do. Of two weapons that strike together, it's what the better one does: as [`roll`] has it, the higher counts.
pub fn expected(fight: &FightState, hit: &Hit) -> Expected {
    if let (With::Both, Some(both)) = (hit.with, fight.combatant(hit.by).state.both_weapons()) {
        let [one, other] = both.map(|gear| expected(fight, &Hit { with: With::Gear(gear), ..hit.clone() }));
        return Expected { average: one.average.max(other.average), full: one.full.max(other.full) };
    }
    let sides = i32::from(die(fight, hit));
    let (average, full) = match impairments(fight, hit).len() as i32 - enhancements(fight, hit).len() as i32 {
        2.. => (0, 0),
        1 => (half_up(sides) / 2 + 1, sides),
        0 => (sides / 2 + 1, sides), // it explodes
        _ => (sides * 2 / 3 + 1, sides),
    };
    let slays = times_against(fight, hit).unwrap_or(1);
    let direct = weapon_of(fight, hit.by, hit.with).is_some_and(|it| it.is_direct());
    let less: i32 = if direct { 0 } else { taken_off(fight, hit).iter().map(|it| it.2).sum() };
    let suffers = |rolled: i32| {
        let rolled = in_manner(hit.how, size::of(fight, hit.by).scale(rolled) * slays);
        let less = if goes_through(fight, hit, rolled, less) { 0 } else { less };
        (rolled - less).max(0)
    };
    Expected { average: suffers(average), full: suffers(full) }
}

/// Whether two hits of one blast would be rolled for with the same dice (A16).
pub fn alike(fight: &FightState, one: &Hit, other: &Hit) -> bool {
    let net = |hit: &Hit| (impairments(fight, hit).len() as i32 - enhancements(fight, hit).len() as i32).clamp(-1, 2);
    let hidden = |hit: &Hit| fight.combatant(hit.on).is_hidden(); // the dice against the concealed are the GM's alone
    hidden(one) == hidden(other) && die(fight, one) == die(fight, other) && net(one) == net(other)
}

/// A16, with one roll for all: the dice that fell for another count for this one too; what is taken off is their own.
pub fn again(cx: &mut Cx<'_>, hit: &Hit, same: &Damage) -> Damage {
    let less = if same.direct { vec![] } else { protection(cx, hit) };
    Damage { on: hit.on, ones: vec![], less, ..same.clone() }
}

/// C12 monster slaying: twice the damage to anyone who is larger.
fn against_monsters(cx: &mut Cx<'_>, hit: &Hit, from: i32) -> i32 {
    let Some(times) = times_against(cx, hit).filter(|_| from > 0) else { return from };
    cx.cite(Rule::Skills);
    cx.tell(Event::Slain { on: hit.on, to: from * times });
    from * times
}

/// C12 monster slaying: how many times the damage, if the one who's hit is larger.
fn times_against(fight: &FightState, hit: &Hit) -> Option<i32> {
    let slays = fight.combatant(hit.by).sheet.best(SkillEffect::times_against_larger);
    slays.filter(|_| size::larger(fight, hit.on, hit.by))
}

/// C46 Sweep: half. C47 Single: twice.
fn in_manner(how: Manner, rolled: i32) -> i32 {
    match how {
        Manner::Sweep => half_up(rolled),
        Manner::Single => rolled * 2,
        _ => rolled,
    }
}

/// C43 Size: what the size of the one who strikes makes of the damage.
fn scaled(cx: &mut Cx<'_>, by: CombatantId, from: i32) -> i32 {
    let to = size::of(cx, by).scale(from);
    if to != from {
        cx.cite(Rule::Size);
        cx.tell(Event::Scaled { by, from, to });
    }
    to
}

/// Direct damage that nobody deals: a fall, a trip, being thrown. An omen may spare some of it.
pub fn straight(cx: &mut Cx<'_>, who: CombatantId, sides: u16, rule: Rule, what: &str) -> Flow {
    let fall = |cx: &mut Cx<'_>| {
        let die = exploding(cx, sides);
        let roll = Roll::total(Some(who), rule, format!("{BY} {what}"), vec![die], Keep::All, vec![]);
        Damage::direct(who, cx.rolled(roll).total)
    };
    let damage = fall(cx);
    let damage = omen::spare(cx, damage, fall)?;
    harm::suffer(cx, &damage)
}

/// Damage that nobody deals, but that armour stops: a trap.
pub fn fallen_upon(cx: &mut Cx<'_>, who: CombatantId, sides: u16, rule: Rule, what: &str) -> Flow {
    let snap = |cx: &mut Cx<'_>| {
        let die = exploding(cx, sides);
        let roll = Roll::total(Some(who), rule, format!("{BY} {what}"), vec![die], Keep::All, vec![]);
        let rolled = cx.rolled(roll).total;
        Damage { less: armour_of(cx, who), direct: false, ..Damage::direct(who, rolled) }
    };
    let damage = snap(cx);
    let damage = omen::spare(cx, damage, snap)?;
    harm::suffer(cx, &damage)
}

/// C4 Armour, C43 Size: what is worn, or a hide of their own, whichever is better, takes off.
fn armour_of(cx: &mut Cx<'_>, who: CombatantId) -> Vec<(String, i32)> {
    let worn = worn(cx, who);
    if worn.is_some() {
        cx.cite(Rule::Armour);
    }
    worn.into_iter().collect()
}

fn worn(fight: &FightState, who: CombatantId) -> Option<(String, i32)> {
    let it = fight.combatant(who);
    let (armour, hide, size) = (it.state.armour, it.sheet.hide, it.sheet.size);
    let (name, value) = match armour.value >= hide {
        true => (format!("{} armour", armour.name), armour.value),
        false => ("hide".to_owned(), hide),
    };
    (value != 0).then(|| (name, size.armour(value)))
}

/// C45 Trampling: damage by a combatant's weight; armour counts, size makes no more of it.
pub fn trodden(cx: &mut Cx<'_>, by: CombatantId, who: CombatantId, sides: u16) -> Flow {
    let hit =
        Hit { by, on: who, with: With::Unarmed, how: Manner::Normal, unaware: false, reacted: false, unskilled: false };
    let tread = |cx: &mut Cx<'_>| {
        let die = exploding(cx, sides);
        let roll = Roll::total(Some(by), Rule::Trample, format!("{BY} trampling"), vec![die], Keep::All, vec![]);
        let rolled = cx.rolled(roll).total;
        Damage { less: protection(cx, &hit), direct: false, ..Damage::direct(who, rolled) }
    };
    let damage = tread(cx);
    let damage = omen::spare(cx, damage, tread)?;
    harm::suffer(cx, &damage)
}

/// C2 Damage dice: the highest face counts one less, and the same die is rolled again and added, as long as it shows its highest.
pub fn exploding(cx: &mut Cx<'_>, sides: u16) -> Die {
    let secret = false;
    explode(cx, sides, secret)
}

/// A die that exploded in words, with what its highest face counts: `d6 (6, 6, 3; each 6 counts as 5)`.
pub fn die_words(die: &Die) -> Option<String> {
    let counts = || format!("d{0} ({1}; each {0} counts as {2})", die.sides, die.thrown(), die.sides - 1);
    (die.faces.len() > 1).then(counts)
}

fn explode(cx: &mut Cx<'_>, sides: u16, secret: bool) -> Die {
    let (mut faces, mut counts) = (vec![], 0);
    loop {
        let face = if secret { cx.secret_die(sides) } else { cx.die(sides) };
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
fn die(fight: &FightState, hit: &Hit) -> u16 {
    let sheet = &fight.combatant(hit.by).sheet;
    if let Some(die) = sheet.best(SkillEffect::die_against_unaware).filter(|_| hit.unaware) {
        return die;
    }
    match weapon_of(fight, hit.by, hit.with) {
        None => sheet.best(SkillEffect::unarmed_die).unwrap_or(UNARMED_DIE),
        Some(weapon) if hit.unskilled => weapon.die,
        Some(weapon) => {
            let up =
                if power::at_range(weapon, hit.how) { SkillEffect::ranged_die_up } else { SkillEffect::melee_die_up };
            sheet.best(up).map_or(weapon.die, |up| (weapon.die + up).min(LARGEST_DIE))
        }
    }
}

/// A power is as good from either hand, and claws and teeth are in none.
fn in_off_hand(it: &Gear) -> bool {
    it.at == At::Off && it.weapon.power.is_none() && !it.weapon.natural
}

/// R14, R15, R27, C11: all that impairs the damage, with the rule and a word for each.
fn impairments(fight: &FightState, hit: &Hit) -> Vec<(Rule, &'static str)> {
    let attacker = fight.combatant(hit.by);
    let mut all = vec![];
    match hit.with {
        With::Unarmed if attacker.sheet.best(SkillEffect::unarmed_die).is_none() => {
            all.push((Rule::Unarmed, "unarmed"))
        }
        With::Gear(gear) if attacker.state.gear.get(usize::from(gear)).is_some_and(in_off_hand) => {
            let alone = attacker.state.in_hand().count() == 1;
            if !alone && !has(fight, hit.by, SkillEffect::EitherHand) {
                all.push((Rule::Keywords, "off hand"));
            }
        }
        _ => {}
    }
    all.extend(special_movement::hinders(fight, hit.by));
    if attacker.is(&Condition::Confused) {
        all.push((Rule::Confused, "confused"));
    }
    if hit.how == Manner::HoldBack {
        all.push((Rule::HoldBack, "held back"));
    }
    if fight.combatant(hit.on).state.is(Flag::Obscured) {
        all.push((Rule::Concealment, "concealment"));
    }
    if attacker.state.is(Flag::Hindered) {
        all.push((Rule::Impaired, "circumstances"));
    }
    all
}

/// C3, C20: all that enhances the damage; however much it is, it counts one by one only against what impairs.
fn enhancements(fight: &FightState, hit: &Hit) -> Vec<(Rule, &'static str)> {
    let target = fight.combatant(hit.on);
    let mut all = vec![];
    if fight.combatant(hit.by).state.is(Flag::Enhanced) {
        all.push((Rule::Impaired, "circumstances"));
    }
    match weapon_of(fight, hit.by, hit.with).and_then(|it| it.element) {
        Some(Element::Fire) if target.state.is(Flag::Flammable) || target.sheet.is(Trait::Flammable) => {
            all.push((Rule::Elements, "it burns easily"))
        }
        Some(Element::Lightning) if target.state.is(Flag::Metal) || target.state.armour.metal => {
            all.push((Rule::Elements, "much metal"));
        }
        Some(_) | None => {}
    }
    all
}

/// C12 piercing strike: in melee, armour that the roll exceeds is no help.
fn pierces(cx: &mut Cx<'_>, hit: &Hit, rolled: i32, less: &[(String, i32)]) -> bool {
    let pierces = goes_through(cx, hit, rolled, less.iter().map(|it| it.1).sum());
    if pierces {
        cx.cite(Rule::Skills);
    }
    pierces
}

/// The same, for so much armour.
fn goes_through(fight: &FightState, hit: &Hit, rolled: i32, armour: i32) -> bool {
    let melee = weapon_of(fight, hit.by, hit.with).is_none_or(|it| it.range.is_none());
    melee && has(fight, hit.by, SkillEffect::Pierces) && armour > 0 && rolled > armour
}

/// C4 Armour, C5 Shield, R28 Cover, R29 Barrier: what is taken off the damage, by name.
fn protection(cx: &mut Cx<'_>, hit: &Hit) -> Vec<(String, i32)> {
    let all = taken_off(cx, hit).into_iter().map(|(rule, name, by)| {
        cx.cite(rule);
        (name, by)
    });
    all.collect()
}

/// The same, each with its rule.
fn taken_off(fight: &FightState, hit: &Hit) -> Vec<(Rule, String, i32)> {
    let target = fight.combatant(hit.on);
    let mut less: Vec<(Rule, String, i32)> =
        worn(fight, hit.on).into_iter().map(|(name, by)| (Rule::Armour, name, by)).collect();
    let size = target.sheet.size;
    let aware = !hit.unaware && target.sheet.has(SkillEffect::ShieldWhenAware);
    let held = target.state.in_hand().filter(|(_, it)| it.weapon.shield);
    match held.filter(|(_, it)| !attack::useless_arm(fight, hit.on, it.at)).count() {
        0 => {}
        1 if hit.reacted || aware => less.push((Rule::Shield, "shield".to_owned(), size.armour(gear::shield_value()))),
        1 => {}
        _ => less.push((Rule::Shield, "two shields".to_owned(), size.armour(gear::shield_value()))),
    }
    if let (With::Unarmed, Some(value)) = (hit.with, target.sheet.best(SkillEffect::armour_against_unarmed)) {
        less.push((Rule::Skills, "brawling".to_owned(), value));
    }
    // R28: the attack may go through. R29: a barrier whose owner is hit all the same is only cover; a lobbed shot comes over it.
    let barrier = target.state.is(Flag::Barrier) && hit.how != Manner::Indirect;
    if (target.state.is(Flag::Cover) || barrier) && !fight.combatant(hit.by).state.is(Flag::Penetrating) {
        less.push((if barrier { Rule::Barrier } else { Rule::Cover }, "cover".to_owned(), COVER_VALUE));
    }
    less
}
