//! Attacks: R14, R15, R33-R41 and R48, the straight line from the aim to the harm. What others do after the roll is `instants.rs`, who
//! steps in before it is `screen.rs`.

pub use super::attack_numbers::{
    armour_class, damage_bonuses, dice, hits, shield_takes, shock, shock_applies, situations, skill, threatens,
};

use super::{
    attack_numbers::{masters, sure, to_hit},
    checks::modifier,
    cost::Cost,
    harm, instants, items,
    movement::given_back,
    oil, screen,
};
use crate::engine::{
    CombatantId,
    roll::{Keep, Modifier, Target},
};
use crate::rules::sovereign::{
    Condition, Cx, FightState, Flow, Rule, Violation,
    model::{
        blow::{Blow, HitPurpose, How, Manner, With},
        board,
        fact::{Event, Fact},
        feats::Feat,
        gear::{Reload, Weapon},
        sheet::Skill,
        state::{self, Trigger, enemies, feat, grappling, is, known, up, weapon},
    },
};

type Roll = crate::rules::sovereign::Roll;

/// An attack about to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Swing {
    /// The attacker.
    pub by: CombatantId,
    /// The target.
    pub at: CombatantId,
    /// With what.
    pub with: With,
    /// How.
    pub how: How,
    /// What a hit does.
    pub aim: HitPurpose,
    /// What is added to the roll.
    pub more: Vec<Modifier>,
    /// R17: how many others are in the swarm.
    pub swarm: Option<u8>,
    /// The rule that it is made by, if it is none of the ordinary two.
    pub by_rule: Option<Rule>,
}

impl Swing {
    /// An ordinary one.
    pub fn new(by: CombatantId, at: CombatantId, with: With, how: How) -> Swing {
        Swing { by, at, with, how, aim: HitPurpose::Harm, more: vec![], swarm: None, by_rule: None }
    }
}

/// How an attack came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It hit whom it fell on.
    Hit(CombatantId),
    /// It missed.
    Missed,
    /// The attacker was stopped before it landed.
    Stopped,
}

/// R14, R15: whether this attack can be made now, and how the weapon is used.
///
/// # Errors
/// The rule that forbids it.
pub fn aim(fight: &FightState, by: CombatantId, at: CombatantId, with: With, how: How) -> Result<Manner, Violation> {
    let (weapon, arm) = could_aim(fight, by, at, with, how)?;
    let reach =
        if weapon.long { 10.max(fight.combatant(by).sheet.reach_ft) } else { fight.combatant(by).sheet.reach_ft };
    if weapon.strikes() && how != How::Throw && board::within(fight, by, at, reach) {
        return if board::sees(fight, by, at) { Ok(Manner::Strike) } else { Err(Violation::NotSeen(at)) };
    }
    let Some(range) = weapon.range else {
        let far = board::distance_ft(fight, by, at).unwrap_or(0);
        return Err(Violation::OutOfReach { target: at, far, reach });
    };
    shootable(fight, by, at, weapon, range.long_ft)?;
    if arm.is_some_and(|it| !it.loaded) && !reloads_freely(fight, by, weapon) {
        return Err(Violation::Unloaded { who: by, what: weapon.name.clone(), takes: items::reload_takes(weapon) });
    }
    Ok(if weapon.thrown { Manner::Throw } else { Manner::Shoot })
}

/// R14, R15: whether this attack can be made from anywhere, as far as its target and its weapon go.
///
/// # Errors
/// The rule that forbids it.
pub fn could_aim(
    fight: &FightState,
    by: CombatantId,
    at: CombatantId,
    with: With,
    how: How,
) -> Result<(&Weapon, Option<&state::Arm>), Violation> {
    let Some(target) = fight.find(at).filter(|_| known(fight, by, at)) else { return Err(Violation::NobodyThere) };
    if !enemies(fight, by, at) {
        return Err(Violation::OwnSide(at));
    }
    if target.state.dead || target.is(&Condition::Fled) {
        return Err(Violation::Gone(at));
    }
    let Some(weapon) = weapon(fight, by, with) else { return Err(Violation::NotCarried) };
    if grappling(fight, by) && with != With::Unarmed {
        return Err(Violation::InGrapple(by));
    }
    let arm = match with {
        With::Unarmed => None,
        With::Weapon(index) => fight.combatant(by).state.arms.get(usize::from(index)),
    };
    if arm.is_some_and(|it| it.count == 0) {
        return Err(Violation::NotCarried);
    }
    if arm.is_some_and(|it| !it.ready) {
        return Err(Violation::Stowed { who: by, what: weapon.name.clone() });
    }
    if how == How::Spare && !weapon.less_lethal {
        return Err(Violation::TooLethal(weapon.name.clone()));
    }
    if how == How::Throw && !weapon.thrown {
        return Err(Violation::NotThrown(weapon.name.clone()));
    }
    Ok((weapon, arm))
}

/// R2, R15, R35: whether a shot or a throw is possible as far as sight, range and enemies go.
fn shootable(
    fight: &FightState,
    by: CombatantId,
    at: CombatantId,
    weapon: &Weapon,
    long_ft: u32,
) -> Result<(), Violation> {
    if is(fight, at, Condition::Lost) {
        return Err(Violation::PlaceUnknown(at));
    }
    if !board::sees(fight, by, at) {
        return Err(Violation::NotSeen(at));
    }
    if let Some(far) = board::distance_ft(fight, by, at).filter(|it| *it > long_ft) {
        return Err(Violation::OutOfRange { target: at, far, range: long_ft });
    }
    if weapon.shoots()
        && weapon.two_handed
        && board::enemy_in_melee_range(fight, by)
        && feat(fight, by, Feat::Deadeye) == 0
    {
        return Err(Violation::ShotInMelee { who: by, what: weapon.name.clone() });
    }
    Ok(())
}

/// R27, A12, C23: whether a combatant reloads this for free, on a turn of their own.
pub fn reloads_freely(fight: &FightState, who: CombatantId, weapon: &Weapon) -> bool {
    let sheet = &fight.combatant(who).sheet;
    let trained =
        sheet.level_of(Skill::Shoot) >= 1 || (sheet.is_foe() && (sheet.apt.contains(&Skill::Shoot) || sheet.trained));
    let slow = weapon.reload == Reload::Main && sheet.feat(Feat::Deadeye) >= 2;
    (fight.turns.active == Some(who) || super::turn::is_beside(fight, who)) && (trained || slow)
}

/// R13, R21: anyone who attacks, or is in the way of an attack, is seen from then on.
pub fn comes_into_sight(cx: &mut Cx<'_>, who: CombatantId) {
    cx.come_into_sight(who);
}

/// What an attack would do, in a few words: its dice, and its Shock.
pub fn worth(fight: &FightState, by: CombatantId, at: CombatantId, with: With, how: How) -> String {
    let dice = dice(fight, by, with);
    let shock = aim(fight, by, at, with, how).ok().and_then(|manner| shock(fight, by, with, manner));
    shock.map_or_else(|| dice.to_string(), |it| format!("{dice}, Shock {}", it.0.words()))
}

/// Whether a weapon can be used so at all.
pub fn suits(fight: &FightState, who: CombatantId, with: With, how: How) -> bool {
    weapon(fight, who, with).is_some_and(|it| match how {
        How::Kill => true,
        How::Spare => it.less_lethal,
        How::Throw => it.thrown,
    })
}

/// R9, R14, R15, A27, C26: an attack as the Main action, or as the one that a felled foe gives.
///
/// # Errors
/// When a combatant must be asked.
pub fn attack(cx: &mut Cx<'_>, who: CombatantId, target: CombatantId, with: With, how: How) -> Flow {
    if !instants::declared(cx, who, Trigger::Attacks)? {
        return Ok(());
    }
    if aim(cx, who, target, with, how).is_err() {
        return given_back(cx, who);
    }
    if cx.combatant(who).state.another {
        cx.change(Fact::Another { who, yes: false });
    } else {
        Cost::Main.spend(cx, who);
    }
    let killed = cx.combatant(who).state.killed;
    swing(cx, Swing::new(who, target, with, how))?;
    if feat(cx, who, Feat::Whirlwind) >= 2 && !killed && cx.combatant(who).state.killed {
        cx.cite(Rule::Whirlwind);
        cx.change(Fact::Another { who, yes: true });
    }
    Ok(())
}

/// R33 to R41 and A28: one attack from the screen to the harm. It costs nothing by itself.
///
/// # Errors
/// When a combatant must be asked.
pub fn swing(cx: &mut Cx<'_>, swing: Swing) -> Flow<Outcome> {
    let Ok(manner) = aim(cx, swing.by, swing.at, swing.with, swing.how) else { return Ok(Outcome::Stopped) };
    takes_in_hand(cx, swing.by, swing.with);
    cx.tell(Event::Swung { by: swing.by, at: swing.at, with: swing.with, manner });
    comes_into_sight(cx, swing.by);
    harm::alarms(cx, swing.at);
    let at = screen::falls_on(cx, swing.by, swing.at)?;
    let blow = roll(cx, &swing, at, manner);
    cx.change(Fact::BlowBegan(blow));
    instants::after_the_roll(cx)?;
    let Some(blow) = cx.system.blows.last().cloned() else { return Ok(Outcome::Stopped) };
    cx.change(Fact::BlowEnded);
    if !up(cx, blow.by) {
        cx.cite(Rule::SnapTiming);
        cx.tell(Event::Stopped(blow.by));
        return Ok(Outcome::Stopped);
    }
    let hit = hits(cx, &blow);
    if blow.aim == HitPurpose::Manoeuvre {
        if !hit {
            cx.tell(Event::Missed { by: blow.by, at: blow.at });
        }
        leaves_hand(cx, &blow);
        return Ok(if hit { Outcome::Hit(blow.at) } else { Outcome::Missed });
    }
    if weapon(cx, blow.by, blow.with).is_some_and(|it| it.oil) {
        oil::lands(cx, &blow, hit)?;
        leaves_hand(cx, &blow);
    } else if hit {
        let points = damage(cx, &blow);
        leaves_hand(cx, &blow);
        harm::suffer(cx, blow.at, points, Some(blow.by), blow.spare)?;
    } else {
        misses(cx, &blow)?;
    }
    Ok(if hit { Outcome::Hit(blow.at) } else { Outcome::Missed })
}

/// R33: the d20.
fn roll(cx: &mut Cx<'_>, swing: &Swing, at: CombatantId, manner: Manner) -> Blow {
    let (by, with) = (swing.by, swing.with);
    cx.cite(match manner {
        Manner::Strike => Rule::Melee,
        Manner::Throw | Manner::Shoot => Rule::Ranged,
    });
    let sheet = cx.combatant(by).sheet.clone();
    cx.cite(if sheet.is_foe() { Rule::NpcAttack } else { Rule::AttackRoll });
    let weapon = weapon(cx, by, with).cloned();
    let used = weapon.as_ref().map_or(Skill::Brawl, |it| skill(cx, by, it, manner));
    if !sheet.is_foe() && sheet.level_of(used) < 0 {
        cx.cite(Rule::Unskilled);
    }
    if weapon.as_ref().is_some_and(|it| it.long) {
        cx.cite(Rule::LongReach);
    }
    let mut modifiers = to_hit(cx, by, with, manner);
    modifiers.extend(swing.more.iter().cloned());
    for (it, rule) in situations(cx, by, at, with, manner) {
        cx.cite(rule);
        match rule {
            Rule::Prone => cx.cite(Rule::ProneOnce),
            Rule::HalfCover | Rule::FullCover if cx.combatant(at).state.cover.is_none() => cx.cite(Rule::SightExactly),
            _ => {}
        }
        if it.by != 0 {
            cx.cite(Rule::Situations);
            modifiers.push(it);
        }
    }
    if cx.combatant(by).state.modifier != 0 {
        cx.cite(Rule::Variants);
        cx.change(Fact::ModifierIs { who: by, by: 0 });
    }
    if state::dual(cx.combatant(by)) {
        cx.cite(Rule::DualWield);
    }
    if masters(&sheet, with, manner) {
        cx.cite(Rule::Armsmaster);
    }
    cx.cite(swing.by_rule.unwrap_or(Rule::AttackRoll));
    let die = cx.plain_die(20);
    let name = weapon.map_or_else(|| "attack".to_owned(), |it| format!("attack, {}", it.name));
    let number = armour_class(cx, at);
    let rolled = Roll::total(Some(by), Rule::AttackRoll, name, vec![die], Keep::All, modifiers)
        .against(Target::AtLeast { name: "AC".to_owned(), number });
    let total = cx.rolled(rolled).total;
    let sure = sure(cx, by, at, with);
    if sure {
        cx.cite(Rule::Assassin);
    }
    let spare = swing.how == How::Spare;
    Blow { by, at, with, manner, aim: swing.aim, spare, total, sure, fate: None, ignored: false, swarm: swing.swarm }
}

/// R18, R36, R41, A3, A5, A20: the damage of a hit.
fn damage(cx: &mut Cx<'_>, blow: &Blow) -> i32 {
    cx.cite(Rule::Damage);
    let dice = dice(cx, blow.by, blow.with);
    if blow.with == With::Unarmed && feat(cx, blow.by, Feat::Unarmed) > 0 {
        cx.cite(Rule::UnarmedCombatant);
    }
    if blow.manner == Manner::Throw {
        cx.cite(Rule::Thrown);
    }
    let mut modifiers = vec![];
    for (it, rule) in damage_bonuses(cx, blow) {
        cx.cite(rule);
        modifiers.push(it);
    }
    if dice.plus > 0 {
        modifiers.push(modifier("weapon", dice.plus));
    }
    let usual = dice.most() + modifiers.iter().map(|it| it.by).sum::<i32>() - dice.plus;
    if let Some(others) = blow.swarm.filter(|it| *it > 0) {
        cx.cite(Rule::Swarm);
        modifiers.push(modifier("swarm", i32::from(others)));
    }
    let faces = (0..dice.count).map(|_| cx.plain_die(dice.sides)).collect();
    let name = weapon(cx, blow.by, blow.with).map_or_else(String::new, |it| it.name.clone());
    let rolled = Roll::total(Some(blow.by), Rule::Damage, format!("damage, {name}"), faces, Keep::All, modifiers);
    let mut points = cx.rolled(rolled).total;
    if blow.swarm.is_some() && points > usual {
        cx.cite(Rule::SwarmMaximum);
        cx.cite(Rule::UsualMaximum);
        points = usual;
    }
    if points < 0 {
        cx.cite(Rule::NoLessThanNothing);
        points = 0;
    }
    match shock_applies(cx, blow) {
        Some(floor) if floor > points => {
            cx.cite(Rule::ShockFloor);
            cx.cite(Rule::FloorAndShield);
            if blow.swarm.is_some() {
                cx.cite(Rule::SwarmShock);
                cx.cite(Rule::SwarmMiss);
            }
            cx.tell(Event::Raised { at: blow.at, from: points, to: floor });
            floor
        }
        _ => points,
    }
}

/// R37 Shock, R19, R40, A4, A6, C27: what a miss does.
fn misses(cx: &mut Cx<'_>, blow: &Blow) -> Flow {
    cx.tell(Event::Missed { by: blow.by, at: blow.at });
    let mut points = 0;
    if let Some(floor) = shock_applies(cx, blow) {
        let own = shock(cx, blow.by, blow.with, blow.manner);
        let any = own.as_ref().is_some_and(|it| it.0.ac.is_none());
        cx.cite(if blow.swarm.is_some() { Rule::SwarmShock } else { Rule::Shock });
        if blow.swarm.is_some() {
            cx.cite(Rule::SwarmMiss);
        } else if any {
            cx.cite(Rule::ShockAnyAc);
        }
        own.into_iter().flat_map(|it| it.1).for_each(|it| cx.cite(it));
        if floor > 0 && shield_takes(cx, blow) {
            cx.cite(Rule::Shield);
            cx.cite(Rule::ShieldAbsorbs);
            cx.change(Fact::ShieldTook(blow.at));
        } else {
            points = floor;
        }
    } else if feat(cx, blow.at, Feat::CloseCombatant) > 0 && shock(cx, blow.by, blow.with, blow.manner).is_some() {
        cx.cite(Rule::CloseCombatant);
        cx.tell(Event::ShockIgnored(blow.at));
    }
    if blow.with == With::Unarmed && feat(cx, blow.by, Feat::Unarmed) >= 2 && !blow.ignored {
        cx.cite(Rule::UnarmedCombatant);
        let die = cx.plain_die(6);
        let rolled =
            Roll::total(Some(blow.by), Rule::UnarmedCombatant, "a miss of trained fists", vec![die], Keep::All, vec![]);
        points += cx.rolled(rolled).total;
    }
    leaves_hand(cx, blow);
    if points > 0 {
        cx.tell(Event::Shocked { at: blow.at, points });
        harm::suffer(cx, blow.at, points, Some(blow.by), blow.spare)?;
    }
    Ok(())
}

/// R26: an attack with a weapon that is at hand takes it in hand; what is held goes away for free.
pub fn takes_in_hand(cx: &mut Cx<'_>, who: CombatantId, with: With) {
    let With::Weapon(index) = with else { return };
    if cx.combatant(who).state.in_hand.contains(&index) {
        return;
    }
    cx.cite(Rule::Ready);
    cx.change(Fact::InHand { who, arms: vec![index] });
}

/// R27, C10: a shot must be reloaded, a thrown weapon lies by its target.
fn leaves_hand(cx: &mut Cx<'_>, blow: &Blow) {
    let With::Weapon(arm) = blow.with else { return };
    let Some(weapon) = weapon(cx, blow.by, blow.with).cloned() else { return };
    match blow.manner {
        Manner::Strike => {}
        Manner::Shoot if weapon.reload != Reload::No => {
            if reloads_freely(cx, blow.by, &weapon) {
                cx.cite(Rule::Reload);
                if weapon.reload == Reload::Main {
                    cx.cite(Rule::SlowReload);
                }
                cx.change(Fact::Loaded { who: blow.by, arm, loaded: true });
            } else {
                cx.change(Fact::Loaded { who: blow.by, arm, loaded: false });
            }
        }
        Manner::Shoot => {}
        Manner::Throw => {
            if weapon.oil {
                cx.change(Fact::Parted { who: blow.by, arm, lies: None, about: false });
            } else {
                items::falls(cx, blow.by, arm, blow.at);
            }
        }
    }
}
