//! Attacks: R13, R15-R19, and the straight line from the swing to the harm. What may happen in between is `reaction.rs`; dice and
//! armour are `damage.rs`.
//!
//! Long because: an attack is one straight line from aiming to the stroke, and each step of it is a rule.

use crate::engine::CombatantId;
use crate::rules::murdham::{
    Cx, FightState, Flow, Rule, Violation,
    chapters::{
        blast,
        cost::left,
        counter,
        damage::{self, Damage, Hit},
        demon, felling, flying, harm, hold, nonlethal, omen, power, reaction, saves, sneak, stunt,
    },
    model::{
        event::Event,
        fact::Fact,
        manner::{Manner, With},
        nature::BeingKind,
        powers,
        sheet::{Ability, SkillEffect, Weapon},
        size::{self, Size},
        skills,
        state::{At, Condition, Flag, Resource, enemies, half_up, has, nearby},
        weapon_names::name_of,
    },
    refusals::{ZoneCount, ZonesAway},
};
use std::sync::Arc;

/// An attack under way. A reaction may give it another target.
#[derive(Clone, Debug, PartialEq)]
pub struct Blow {
    /// Who strikes.
    pub by: CombatantId,
    /// At whom it was aimed.
    pub first: CombatantId,
    /// Who is to be hit.
    pub at: CombatantId,
    /// With what.
    pub with: With,
    /// How.
    pub how: Manner,
    /// The first target knew nothing of it.
    pub unaware: bool,
    /// The attacker came out of concealment: nobody on the other side knew of it.
    pub from_hiding: bool,
    /// It falls on someone who moves away.
    pub opportunity: bool,
    /// Those who have reacted to it, or were guarded against it (A27).
    pub reacted: Vec<CombatantId>,
}

/// A reason for a WIT save to hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveReason {
    /// R17: the target can't be seen.
    Unseen,
    /// C13: the attacker is blind.
    Blind,
    /// R18: the target is beyond half range.
    BeyondHalfRange,
    /// A6: the attacker has moved.
    Moving,
    /// R19: the shot is lobbed.
    Indirect,
    /// R13: the GM says so.
    Circumstances,
}

impl SaveReason {
    /// What it's called in the roll.
    fn words(self) -> &'static str {
        match self {
            SaveReason::Unseen => "the target cannot be seen",
            SaveReason::Blind => "blind",
            SaveReason::BeyondHalfRange => "beyond half range",
            SaveReason::Moving => "moving",
            SaveReason::Indirect => "indirect",
            SaveReason::Circumstances => "challenging circumstances",
        }
    }
}

/// Why an attack needs a WIT save; one save for all of them (A5).
pub type Reasons = Vec<SaveReason>;

/// The reasons in a row: "moving, challenging circumstances".
pub fn reasons_words(reasons: &[SaveReason]) -> String {
    reasons.iter().map(|it| it.words()).collect::<Vec<_>>().join(", ")
}

/// R13, R16-R19, R29: whether this attack can be made, and why it would need a WIT save.
pub fn aim(
    fight: &FightState,
    by: CombatantId,
    at: CombatantId,
    with: With,
    how: Manner,
) -> Result<Reasons, Violation> {
    if how == Manner::Single && size::of(fight, at) < Size::Large {
        return Err(Violation::NotLarge(at)); // C47
    }
    if blast::is_blast(fight, by, with) && how != Manner::Single {
        return blast::aim_at(fight, by, at, with, how);
    }
    let reasons = aim_past(fight, by, at, with, how)?;
    if fight.combatant(at).state.is(Flag::Barrier) && how != Manner::Indirect {
        return Err(Violation::BehindBarrier(at)); // R29
    }
    Ok(reasons)
}

/// The same, whatever stands in between.
fn aim_past(
    fight: &FightState,
    by: CombatantId,
    at: CombatantId,
    with: With,
    how: Manner,
) -> Result<Reasons, Violation> {
    let (Some(attacker), Some(target)) = (fight.find(by), fight.find(at)) else { return Err(Violation::NobodyThere) };
    if target.is_hidden() && enemies(fight, by, at) {
        return Err(Violation::NobodyThere);
    }
    if !enemies(fight, by, at) {
        return Err(Violation::OwnSide(at));
    }
    if target.state.dead {
        return Err(Violation::Dead(at));
    }
    if with == With::Both {
        return both(fight, by, at, how);
    }
    let weapon = armed(fight, by, with)?;
    if weapon.is_some_and(|it| it.power.is_some()) {
        power::check_invoker(fight, by, with)?;
    }
    let holds = hold::held_by(fight, by) == Some(at);
    if weapon.is_some_and(|it| it.unaware) && !holds && !sneak::is_unaware(fight, by, at) {
        return Err(Violation::NeedsUnaware(name_of(fight, by, with)));
    }
    if weapon.is_some_and(|it| it.ridden) && !(attacker.state.is(Flag::Riding) && moved(fight, by)) {
        return Err(Violation::NotRiding(name_of(fight, by, with)));
    }
    if weapon.is_some_and(|it| it.holy) && !matches!(target.sheet.kind, BeingKind::Demon | BeingKind::Undead) {
        return Err(Violation::OnlyUnholy(name_of(fight, by, with)));
    }
    if holds && weapon.is_some_and(|it| it.is_bulky()) {
        return Err(Violation::TooBulky(name_of(fight, by, with)));
    }
    if how == Manner::FinalBlow {
        return final_blow(fight, by, at, weapon);
    }
    fits(fight, by, with, weapon, how)?;
    nonlethal::aim(fight, by, at, how)?;
    let mut reasons = match (weapon, weapon.and_then(|it| it.range)) {
        (Some(weapon), _) if weapon.power.is_some() && how != Manner::Sight => melee(fight, by, at)?,
        (Some(weapon), Some(_)) if how == Manner::Indirect || (how == Manner::Single && weapon.lobbed_only) => {
            indirect(fight, by, at, weapon)?
        }
        (Some(weapon), Some(_)) => ranged(fight, by, at, weapon)?,
        _ if how == Manner::Indirect => return Err(Violation::NotThatWay(name_of(fight, by, with))),
        _ => melee(fight, by, at)?,
    };
    if attacker.state.is(Flag::Challenging) {
        reasons.push(SaveReason::Circumstances);
    }
    Ok(reasons)
}

/// Whether this can be done with that: nothing is held back that does no damage, nobody grapples with a weapon, and a blast needs a
/// zone.
fn fits(
    fight: &FightState,
    by: CombatantId,
    with: With,
    weapon: Option<&Arc<Weapon>>,
    how: Manner,
) -> Result<(), Violation> {
    let harmless = weapon.is_some_and(|it| it.die == 0);
    let fits = match how {
        Manner::Grapple | Manner::Disarm(_) => with == With::Unarmed,
        Manner::HoldBack => !harmless,
        Manner::Stun if !has(fight, by, SkillEffect::Stuns) => match skills::that(SkillEffect::Stuns) {
            Some(skill) => return Err(Violation::NeedsSkill { who: by, skill }),
            None => false,
        },
        Manner::Stun => !harmless,
        Manner::Sight => weapon.is_some_and(|it| it.power.is_some()),
        Manner::Single => weapon.is_some_and(|it| it.blast),
        Manner::Normal | Manner::FinalBlow | Manner::Indirect => true,
        Manner::Sweep => false, // it names nobody
    };
    let blast = weapon.is_some_and(|it| it.blast);
    if fits && (!blast || how == Manner::Single) {
        Ok(())
    } else {
        Err(Violation::NotThatWay(name_of(fight, by, with)))
    }
}

/// C12 Skills: the ambidextrous strike with the weapons of both hands, if they could with each.
fn both(fight: &FightState, by: CombatantId, at: CombatantId, how: Manner) -> Result<Reasons, Violation> {
    let pair = fight.combatant(by).state.both_weapons().filter(|_| has(fight, by, SkillEffect::EitherHand));
    let [one, other] = pair.ok_or(Violation::NoPair(by))?;
    let harmless = |gear| damage::weapon_of(fight, by, With::Gear(gear)).is_some_and(|it| it.die == 0);
    if harmless(one) || harmless(other) {
        return Err(Violation::NoPair(by));
    }
    let mut reasons = aim_past(fight, by, at, With::Gear(one), how)?;
    for reason in aim_past(fight, by, at, With::Gear(other), how)? {
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    Ok(reasons)
}

/// The weapon, if it can be used at all: it is in a hand that can be used, and not fired.
pub fn armed(fight: &FightState, by: CombatantId, with: With) -> Result<Option<&Arc<Weapon>>, Violation> {
    flying::check_attack(fight, by)?;
    let With::Gear(gear) = with else { return Ok(None) };
    let Some(gear) = fight.combatant(by).state.gear.get(usize::from(gear)) else { return Err(Violation::NotCarried) };
    match gear {
        it if !powers::is_own_power(&it.weapon) && (!it.at.in_hand() || useless_arm(fight, by, it.at)) => {
            Err(Violation::NotInHand(it.weapon.name.clone()))
        }
        it if it.fired => Err(Violation::Fired(it.weapon.name.clone())),
        it => Ok(Some(&it.weapon)),
    }
}

/// C13 Conditions: an injured arm is useless.
pub(super) fn useless_arm(fight: &FightState, who: CombatantId, hand: At) -> bool {
    let it = fight.combatant(who);
    let (primary, other) = (it.is(&Condition::PrimaryArmInjury), it.is(&Condition::SecondaryArmInjury));
    match hand {
        At::Primary => primary,
        At::Off => other,
        At::Both => primary || other,
        At::Stowed | At::Gone => false,
    }
}

/// R16 Final blow: nearby and incapacitated.
fn final_blow(
    fight: &FightState,
    by: CombatantId,
    at: CombatantId,
    weapon: Option<&Arc<Weapon>>,
) -> Result<Reasons, Violation> {
    if weapon.is_some_and(|it| it.lobbed_only) {
        return Err(Violation::NotThatWay(weapon.map_or_else(String::new, |it| it.name.clone())));
    }
    if !nearby(fight, by, at) {
        return Err(Violation::NotNearby(at));
    }
    if !fight.combatant(at).is(&Condition::Incapacitated) {
        return Err(Violation::NotHelpless(at));
    }
    Ok(vec![])
}

/// R17 Melee attack: a nearby target; if it cannot be seen, a WIT save.
fn melee(fight: &FightState, by: CombatantId, at: CombatantId) -> Result<Reasons, Violation> {
    if !size::in_reach(fight, by, at) {
        return Err(Violation::NotNearby(at));
    }
    let mut reasons = vec![];
    if fight.combatant(at).state.is(Flag::Unseen) {
        reasons.push(SaveReason::Unseen);
    }
    if fight.combatant(by).is(&Condition::Blind) {
        reasons.push(SaveReason::Blind);
    }
    Ok(reasons)
}

/// R18 Ranged attack, ruling A6: in sight and in range; beyond half range or after moving a WIT save, both is impossible.
fn ranged(fight: &FightState, by: CombatantId, at: CombatantId, weapon: &Weapon) -> Result<Reasons, Violation> {
    if weapon.lobbed_only {
        return Err(Violation::NotThatWay(weapon.name.clone()));
    }
    if fight.combatant(at).state.is(Flag::Unseen) {
        return Err(Violation::NotSeen(at));
    }
    if fight.combatant(by).is(&Condition::Blind) {
        return Err(Violation::Blind(by));
    }
    let beyond_half = in_range(fight, by, at, weapon)?;
    match (beyond_half, moved(fight, by)) {
        (true, true) => Err(Violation::FarAndMoving(at)),
        (true, false) => Ok(vec![SaveReason::BeyondHalfRange]),
        (false, true) => Ok(vec![SaveReason::Moving]),
        (false, false) => Ok(vec![]),
    }
}

/// R19 Indirect attack: sight does not matter; only beyond half range, never after moving, always a WIT save.
fn indirect(fight: &FightState, by: CombatantId, at: CombatantId, weapon: &Weapon) -> Result<Reasons, Violation> {
    if !weapon.indirect {
        return Err(Violation::NotThatWay(weapon.name.clone()));
    }
    if fight.combatant(by).is(&Condition::Blind) {
        return Err(Violation::Blind(by));
    }
    if !in_range(fight, by, at, weapon)? {
        return Err(Violation::TooClose(at));
    }
    if moved(fight, by) {
        return Err(Violation::LobbedOnTheMove(by));
    }
    Ok(vec![SaveReason::Indirect])
}

/// Whether the target is beyond half range; half of an odd range is rounded up, as everything is.
fn in_range(fight: &FightState, by: CombatantId, at: CombatantId, weapon: &Weapon) -> Result<bool, Violation> {
    let range = range(fight, by, weapon);
    let far = fight.distance(by, at);
    match far {
        Some(zones) if zones <= range => Ok(zones as i32 > half_up(range as i32)),
        _ => Err(Violation::OutOfRange { target: at, far: ZonesAway(far), range: ZoneCount(range) }),
    }
}

/// How far a weapon reaches in these hands: steady aim doubles it, an eye injury halves it.
pub fn range(fight: &FightState, by: CombatantId, weapon: &Weapon) -> u32 {
    let times = fight.combatant(by).sheet.best(SkillEffect::range_times).unwrap_or(1);
    let mut range = weapon.range.unwrap_or(0) * times;
    if fight.combatant(by).is(&Condition::EyeInjury) {
        range = half_up(range as i32) as u32;
    }
    range
}

/// A6: any movement in the same turn before the shot. A shot out of turn is not made on the move.
pub fn moved(fight: &FightState, by: CombatantId) -> bool {
    fight.turns.active == Some(by) && left(fight, by, Resource::Still) == 0
}

/// R13 Attack, the straight line: swing, save to hit, reactions, damage, harm.
pub fn attack(cx: &mut Cx<'_>, by: CombatantId, at: CombatantId, with: With, how: Manner) -> Flow {
    swing(cx, &Stroke { by, at, with, how, opportunity: false, stunt: None, again: false })
}

/// R33 Stunt: an attack that offers something else than damage.
pub fn with_stunt(cx: &mut Cx<'_>, by: CombatantId, at: CombatantId, with: With, text: &str) -> Flow {
    swing(cx, &Stroke { by, at, with, how: Manner::Normal, opportunity: false, stunt: Some(text), again: false })
}

/// R13 Attack and R25 Opportunity attack.
pub fn strike(cx: &mut Cx<'_>, by: CombatantId, at: CombatantId, with: With, how: Manner, opportunity: bool) -> Flow {
    swing(cx, &Stroke { by, at, with, how, opportunity, stunt: None, again: false })
}

/// An attack as it is begun.
#[derive(Clone, Copy, Debug)]
pub struct Stroke<'a> {
    /// Who strikes.
    pub by: CombatantId,
    /// At whom.
    pub at: CombatantId,
    /// With what.
    pub with: With,
    /// How.
    pub how: Manner,
    /// It falls on someone who moves away.
    pub opportunity: bool,
    /// What is offered instead of damage.
    pub stunt: Option<&'a str>,
    /// It follows another in the same turn (cleaving strike).
    pub again: bool,
}

/// An attack, from the swing to what it comes to.
pub fn swing(cx: &mut Cx<'_>, stroke: &Stroke<'_>) -> Flow {
    let Stroke { by, at, with, how, opportunity, .. } = *stroke;
    let reasons = match aim(cx, by, at, with, how) {
        Ok(reasons) => reasons,
        Err(violation) => return cx.refuse(violation),
    };
    if how == Manner::Single {
        cx.cite(Rule::BlastOnLarge);
    } else if let Some(zone) = blast::zone_for(cx, by, at, with) {
        return blast::attack(cx, by, zone, with);
    }
    let mut blow = Blow {
        by,
        first: at,
        at,
        with,
        how,
        unaware: sneak::is_unaware(cx, by, at),
        from_hiding: cx.combatant(by).is_hidden(),
        opportunity,
        reacted: vec![],
    };
    if !opportunity {
        cx.cite(if how == Manner::FinalBlow { Rule::FinalBlow } else { Rule::Attack });
    }
    sneak::reveal(cx, by);
    cx.change(Fact::Swung { by, at, with, how, opportunity, counter: false, unaware: blow.unaware });
    let hits = to_hit(cx, &blow, &reasons)?;
    let mut countered_by = None;
    let mut felled = false;
    let instead = match stroke.stunt {
        Some(text) if hits => stunt::propose(cx, &blow, text)?,
        _ => false,
    };
    let outcome = if hits && !instead { reaction::answer(cx, &mut blow)? } else { reaction::Outcome::Missed };
    match outcome {
        reaction::Outcome::Missed => {}
        reaction::Outcome::Countered(back, manner) => {
            felled = counter::counter(cx, &blow, back, manner)?;
            spend_weapon(cx, blow.at, back);
            countered_by = Some(blow.at);
        }
        reaction::Outcome::Stands { reacted } => felled = land(cx, &blow, reacted)?,
    }
    spend_weapon(cx, by, with);
    afterwards(cx, &blow, at, countered_by);
    if felled && !stroke.again {
        felling::cleave(cx, &blow)?;
    }
    Ok(())
}

/// R13, R17-R19, ruling A5: one WIT save, if there is any reason for it; failed, the attack misses.
pub fn to_hit(cx: &mut Cx<'_>, blow: &Blow, reasons: &Reasons) -> Flow<bool> {
    if reasons.is_empty() {
        return Ok(true);
    }
    let indirect = blow.how == Manner::Indirect;
    let melee = damage::weapon_of(cx, blow.by, blow.with).is_none_or(|it| !power::at_range(it, blow.how));
    let rule = match () {
        () if reasons == &[SaveReason::Circumstances] => Rule::Attack,
        () if indirect => Rule::Indirect,
        () if melee => Rule::Melee,
        () => Rule::Ranged,
    };
    if reasons.contains(&SaveReason::Moving) {
        cx.cite(Rule::MovedBefore);
    }
    if reasons.len() > 1 {
        cx.cite(Rule::OneSave);
    }
    let hits = saves::save(cx, blow.by, Ability::Wit, rule, &reasons_words(reasons))?;
    if !hits {
        cx.tell(Event::Missed { by: blow.by, dodged: false });
    }
    Ok(hits)
}

/// Nothing answers the blow any more: damage is rolled and suffered; a final blow kills; R34: what does no damage does something else.
/// Gives back whether it struck its target down.
pub fn land(cx: &mut Cx<'_>, blow: &Blow, reacted: bool) -> Flow<bool> {
    if nonlethal::is_non_lethal(cx, blow) {
        nonlethal::lands(cx, blow, reacted)?;
        return Ok(false);
    }
    if blow.how == Manner::FinalBlow && cx.combatant(blow.at).is(&Condition::Incapacitated) {
        harm::final_blow(cx, blow.at)?;
        return Ok(cx.combatant(blow.at).state.dead);
    }
    let hit = Hit::of(blow, reacted);
    let damage = damage::roll(cx, &hit);
    let damage = omen::spare(cx, damage, |cx| damage::roll(cx, &hit))?;
    hits(cx, blow, &damage)
}

/// Rolled damage is suffered, and the weapon does what else it does to whom it hits.
pub fn hits(cx: &mut Cx<'_>, blow: &Blow, damage: &Damage) -> Flow<bool> {
    let felled = felling::suffers(cx, damage)?;
    nonlethal::words(cx, blow)?;
    demon::touches(cx, blow);
    Ok(felled)
}

/// Whether a counter with this weapon is a suitable attack, and why it would need a WIT save. R29: an attacker who peeks out from
/// behind a barrier can be countered.
pub fn aim_back(fight: &FightState, blow: &Blow, back: With, how: Manner) -> Result<Reasons, Violation> {
    aim_past(fight, blow.at, blow.by, back, how)
}

/// C11 Weapons' words: a weapon that needs reloading is fired once in a fight, some are gone after one attack.
pub fn spend_weapon(cx: &mut Cx<'_>, who: CombatantId, with: With) {
    if with == With::Both {
        let pair = cx.combatant(who).state.both_weapons();
        return pair.into_iter().flatten().for_each(|gear| spend_weapon(cx, who, With::Gear(gear)));
    }
    let With::Gear(gear) = with else { return };
    let Some(weapon) = damage::weapon_of(cx, who, with) else { return };
    let (reload, used_up) = (weapon.reload, weapon.used_up);
    if reload {
        cx.change(Fact::Fired { who, gear });
    }
    if used_up {
        cx.change(Fact::GearAt { who, gear, at: At::Gone });
    }
}

/// What the GM said of this one attack is over; whoever was unaware knows better now.
pub fn afterwards(cx: &mut Cx<'_>, blow: &Blow, first_target: CombatantId, countered_by: Option<CombatantId>) {
    for who in [Some(blow.by), countered_by].into_iter().flatten() {
        for flag in Flag::OF_THE_NEXT_ATTACK {
            if cx.combatant(who).state.is(flag) {
                cx.change(Fact::Flagged { who, flag, on: false });
            }
        }
    }
    if cx.combatant(first_target).state.is(Flag::Unaware) {
        cx.change(Fact::Flagged { who: first_target, flag: Flag::Unaware, on: false });
    }
}
