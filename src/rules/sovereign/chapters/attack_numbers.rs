//! What an attack comes to: R20, R22, R30, R33-R41, R48. What is added to the roll, to damage and to Shock are three lists of the same
//! things, and are read side by side.

use super::checks::modifier;
use crate::engine::{CombatantId, roll::Modifier};
use crate::rules::sovereign::{
    Condition, FightState, Rule,
    model::{
        blow::{Blow, HitPurpose, Manner, With},
        board::{self, Cover},
        feats::Feat,
        gear::{DamageDice, Leads, Shock, Weapon},
        sheet::{Attribute, Sheet, Skill},
        state::{self, Phase, feat, is, weapon},
    },
};

/// R33: the attribute by which a weapon is used: of two the better.
pub fn attribute(fight: &FightState, by: CombatantId, weapon: &Weapon) -> Attribute {
    let sheet = &fight.combatant(by).sheet;
    match weapon.leads {
        Leads::Str => Attribute::Str,
        Leads::Dex => Attribute::Dex,
        Leads::Either if sheet.modifier(Attribute::Dex) > sheet.modifier(Attribute::Str) => Attribute::Dex,
        Leads::Either => Attribute::Str,
    }
}

/// R14, R15: the skill with which a weapon is used: of several the best.
pub fn skill(fight: &FightState, by: CombatantId, weapon: &Weapon, manner: Manner) -> Skill {
    let sheet = &fight.combatant(by).sheet;
    let best = |all: &[Skill]| {
        let first = all[0];
        all.iter().copied().fold(first, |best, it| if sheet.level_of(it) > sheet.level_of(best) { it } else { best })
    };
    match manner {
        Manner::Strike if weapon.is_fists() => Skill::Brawl,
        Manner::Strike => Skill::Stab,
        Manner::Throw if weapon.oil => Skill::Shoot,
        Manner::Throw => best(&[Skill::Shoot, Skill::Stab, Skill::Exert]),
        Manner::Shoot => Skill::Shoot,
    }
}

/// R30, R35, A19: what the situation adds to an attack roll, each with its rule.
pub fn situations(
    fight: &FightState,
    by: CombatantId,
    at: CombatantId,
    with: With,
    manner: Manner,
) -> Vec<(Modifier, Rule)> {
    let Some(weapon) = weapon(fight, by, with) else { return vec![] };
    let mut all = vec![];
    let mut add = |name: &str, by: i32, rule: Rule| all.push((modifier(name, by), rule));
    let ranged = manner != Manner::Strike;
    let adjacent = if ranged { board::adjacent(fight, by, at) } else { true };
    if is(fight, at, Condition::Prone) {
        if adjacent { add("prone target", 2, Rule::Prone) } else { add("distant prone target", -2, Rule::Prone) }
    }
    if !ranged && is(fight, by, Condition::Prone) {
        add("prone", -4, Rule::Situations);
    }
    if ranged
        && let (Some(range), Some(far)) = (weapon.range, board::distance_ft(fight, by, at))
        && far > range.normal_ft
    {
        add("long range", -2, Rule::Situations);
    }
    if ranged && board::enemy_in_melee_range(fight, by) {
        let knife = weapon.thrown && weapon.small && feat(fight, by, Feat::CloseCombatant) > 0;
        if feat(fight, by, Feat::Deadeye) >= 2 {
            add("in melee, Deadeye", 0, Rule::Deadeye);
        } else if knife {
            add("in melee, Close Combatant", 0, Rule::CloseCombatant);
        } else {
            let bow = weapon.shoots() && weapon.two_handed;
            add("in melee", -4, if bow { Rule::Deadeye } else { Rule::Ranged });
        }
    }
    if ranged && is(fight, at, Condition::Unseen) {
        add("unseen target", -4, Rule::Situations);
    }
    match board::cover(fight, by, at) {
        Cover::None => {}
        Cover::Half => add("half cover", -2, Rule::HalfCover),
        Cover::Full => add("full cover", -4, Rule::FullCover),
    }
    all
}

/// C19 Armsmaster: whether the mastery of arms adds to an attack roll.
pub(super) fn masters(sheet: &Sheet, with: With, manner: Manner) -> bool {
    sheet.feat(Feat::Armsmaster) >= 2 && manner != Manner::Shoot && with != With::Unarmed
}

/// R33, R34, R48: everything that is added to an attack roll besides the situation.
pub(super) fn to_hit(fight: &FightState, by: CombatantId, with: With, manner: Manner) -> Vec<Modifier> {
    let Some(weapon) = weapon(fight, by, with) else { return vec![] };
    let it = fight.combatant(by);
    let attribute = attribute(fight, by, weapon);
    let skill = skill(fight, by, weapon, manner);
    let all = [
        (if it.sheet.is_foe() { "hit dice" } else { "attack bonus" }, it.sheet.attack_bonus()),
        (attribute.name(), it.sheet.modifier(attribute)),
        (skill.name(), it.sheet.level_of(skill)),
        ("magic", weapon.magic),
        ("Armsmaster", i32::from(masters(&it.sheet, with, manner))),
        ("two weapons", if state::dual(it) { -1 } else { 0 }),
        ("GM", it.state.modifier),
    ];
    all.iter().filter(|it| it.1 != 0).map(|it| modifier(it.0, it.1)).collect()
}

/// R22, R20, C25: the AC of a combatant now.
pub fn armour_class(fight: &FightState, who: CombatantId) -> i32 {
    let it = fight.combatant(who);
    let defends = if it.is(&Condition::Defending) { 2 } else { 0 };
    let charges = if it.is(&Condition::Charging) { -2 } else { 0 };
    let screens = if it.state.screens.is_some() && it.sheet.feat(Feat::ValiantDefender) >= 2 { 2 } else { 0 };
    it.sheet.armour_class(state::shielded(it)) + defends + charges + screens
}

/// R33, A9: whether a blow hits as things are now.
pub fn hits(fight: &FightState, blow: &Blow) -> bool {
    blow.fate.unwrap_or(blow.sure || blow.total >= armour_class(fight, blow.at))
}

/// The dice of damage: those of the weapon, or better ones for trained fists (C27).
pub fn dice(fight: &FightState, by: CombatantId, with: With) -> DamageDice {
    const TRAINED: [DamageDice; 5] = [
        DamageDice::one(6),
        DamageDice::one(8),
        DamageDice::one(10),
        DamageDice::one(12),
        DamageDice { count: 1, sides: 12, plus: 1 },
    ];
    if with == With::Unarmed && feat(fight, by, Feat::Unarmed) > 0 {
        let brawl = fight.combatant(by).sheet.check_skill(Skill::Brawl).clamp(0, 4);
        return TRAINED[brawl as usize];
    }
    weapon(fight, by, with).map_or(DamageDice::one(2), |it| it.dice)
}

/// R36, R48: everything that is added to damage, each with its rule.
pub fn damage_bonuses(fight: &FightState, blow: &Blow) -> Vec<(Modifier, Rule)> {
    let Some(weapon) = weapon(fight, blow.by, blow.with) else { return vec![] };
    let it = fight.combatant(blow.by);
    let sheet = &it.sheet;
    let attribute = attribute(fight, blow.by, weapon);
    let unarmed = blow.with == With::Unarmed;
    let armsmaster = sheet.feat(Feat::Armsmaster) > 0 && blow.manner != Manner::Shoot && !unarmed;
    let deadeye = sheet.feat(Feat::Deadeye) > 0 && blow.manner != Manner::Strike && !armsmaster;
    let all = [
        (attribute.name(), sheet.modifier(attribute), Rule::Damage),
        ("Brawl", if unarmed { sheet.level_of(Skill::Brawl) } else { 0 }, Rule::Damage),
        ("magic", weapon.magic, Rule::Damage),
        ("Killing Blow", sheet.killing_blow(), Rule::KillingBlow),
        ("Armsmaster", if armsmaster { sheet.level_of(Skill::Stab) } else { 0 }, Rule::Armsmaster),
        ("Deadeye", if deadeye { sheet.level_of(Skill::Shoot) } else { 0 }, Rule::Deadeye),
        ("two weapons", if both_reach(fight, blow) { 2 } else { 0 }, Rule::DualWield),
    ];
    all.iter().filter(|it| it.1 != 0).map(|it| (modifier(it.0, it.1), it.2)).collect()
}

/// R48: whether the target is within range of both weapons that are wielded, one of which this is.
fn both_reach(fight: &FightState, blow: &Blow) -> bool {
    let it = fight.combatant(blow.by);
    let With::Weapon(index) = blow.with else { return false };
    if !state::dual(it) || !it.state.in_hand.contains(&index) {
        return false;
    }
    let reaches = |arm: &state::Arm| {
        let melee = if arm.weapon.strikes() { if arm.weapon.long { 10 } else { it.sheet.reach_ft } } else { 0 };
        board::within(fight, blow.by, blow.at, arm.weapon.range.map_or(melee, |range| range.long_ft.max(melee)))
    };
    state::held(it).all(|(_, arm)| reaches(arm))
}

/// R37-R39, C17, C19-C21, C27: the Shock of a blow, with the rules of its parts; `None` without.
pub fn shock(fight: &FightState, by: CombatantId, with: With, manner: Manner) -> Option<(Shock, Vec<Rule>)> {
    let weapon = weapon(fight, by, with)?;
    let sheet = &fight.combatant(by).sheet;
    if manner != Manner::Strike {
        return None;
    }
    let mut rules = vec![Rule::ShockBonuses];
    let brawl = sheet.check_skill(Skill::Brawl);
    let own = match with {
        With::Unarmed if sheet.feat(Feat::Unarmed) > 0 && brawl >= 1 => {
            rules.push(Rule::UnarmedCombatant);
            Some(Shock { points: brawl, ac: Some(15) })
        }
        _ => weapon.shock,
    };
    let Shock { mut points, mut ac } = own?;
    points += sheet.modifier(attribute(fight, by, weapon)) + weapon.magic;
    if sheet.killing_blow() > 0 {
        rules.push(Rule::KillingBlow);
        points += sheet.killing_blow();
    }
    let armsmaster = if with == With::Unarmed { 0 } else { sheet.feat(Feat::Armsmaster) };
    if armsmaster > 0 {
        rules.push(Rule::Armsmaster);
        points += sheet.level_of(Skill::Stab);
    }
    if sheet.feat(Feat::ShockingAssault) >= 2 {
        points += 2;
    }
    let as_ten = [
        (armsmaster >= 2, Rule::Armsmaster),
        (sheet.feat(Feat::ShockingAssault) >= 1, Rule::ShockingAssault),
        (sheet.feat(Feat::CloseCombatant) >= 2, Rule::CloseCombatant),
    ];
    for (_, rule) in as_ten.into_iter().filter(|it| it.0) {
        rules.push(rule);
        ac = None; // every Shock reaches an AC of 10
    }
    Some((Shock { points: points.max(0), ac }, rules))
}

/// R19, R22, R37, R41, A4, A5: the Shock that a blow does if it misses, and at least if it hits; a shield is not looked at.
pub fn shock_applies(fight: &FightState, blow: &Blow) -> Option<i32> {
    let (Shock { points, ac }, _) = shock(fight, blow.by, blow.with, blow.manner)?;
    if blow.ignored || is(fight, blow.at, Condition::Defending) {
        return None;
    }
    if blow.swarm.is_none() {
        let close = feat(fight, blow.at, Feat::CloseCombatant) > 0;
        if close || ac.is_some_and(|most| armour_class(fight, blow.at) > most) {
            return None;
        }
    }
    Some(points)
}

/// R40, A6: whether a shield would take this Shock.
pub fn shield_takes(fight: &FightState, blow: &Blow) -> bool {
    let it = fight.combatant(blow.at);
    blow.swarm.is_none() && state::shielded(it) && !it.state.shield_used && state::is_up(it)
}

/// Whether a blow threatens anything as things are now: it hits, or does something on a miss.
pub fn threatens(fight: &FightState, blow: &Blow) -> bool {
    let shocks = blow.aim == HitPurpose::Harm
        && shock_applies(fight, blow).is_some_and(|it| it > 0)
        && !shield_takes(fight, blow);
    hits(fight, blow) || shocks
}

/// C29: whether this attack cannot miss: a small weapon, point-blank, in a surprise round, on someone surprised.
pub(super) fn sure(fight: &FightState, by: CombatantId, at: CombatantId, with: With) -> bool {
    const POINT_BLANK_FT: u32 = 10;
    fight.turns.phase == Some(Phase::Surprise)
        && feat(fight, by, Feat::Assassin) > 0
        && is(fight, at, Condition::Surprised)
        && weapon(fight, by, with).is_some_and(|it| it.small)
        && board::within(fight, by, at, POINT_BLANK_FT)
}
