//! Profane powers (C48-C50): a scroll in hand, the skill, a voice, and mana or corruption. A power that does damage is an attack
//! (`attack.rs`); any other is a non-lethal one (R34), of which the GM tells what it does. Rites, mishaps and soulblight are not here.

use crate::engine::CombatantId;
use crate::rules::murdham::model::powers::On;
use crate::rules::murdham::model::powers::PowerEffect;
use crate::rules::murdham::model::powers::SIGHT_ZONES;
use crate::rules::murdham::model::powers::on_scroll;
use crate::rules::murdham::{
    Cx, FightState, Flow, Rule, Violation,
    chapters::{
        attack::{self, Blow},
        reaction::Choice,
        sneak,
    },
    model::{
        event::Event,
        fact::Fact,
        gear::Weapon,
        manner::{Manner, With},
        powers, skills,
        state::{Condition, Flag, enemies, has},
        weapon_names,
    },
    refusals::{ZoneCount, ZonesAway},
};

/// What a power costs who has no mana, and again for more than their level.
const CORRUPTION_FOR_MANA: i32 = 2;
/// C61 Powers of their own: whether this is one.
fn is_own(fight: &FightState, who: CombatantId, with: With) -> bool {
    let With::Gear(gear) = with else { return false };
    weapon_names::weapon(fight, who, gear).is_some_and(|it| powers::is_own_power(it))
}

/// Whether something is used at range: a shot, or a power invoked at sight.
pub fn at_range(weapon: &Weapon, how: Manner) -> bool {
    weapon.range.is_some() && (weapon.power.is_none() || how == Manner::Sight)
}

/// C48 Powers: skill, voice, and a scroll that is in hand.
pub fn check_invoker(fight: &FightState, who: CombatantId, with: With) -> Result<(), Violation> {
    match () {
        () if is_own(fight, who, with) => Ok(()),
        () if !has(fight, who, skills::SkillEffect::Invokes) => Err(Violation::NoSorcery(who)),
        () if fight.combatant(who).is(&Condition::Silenced) => Err(Violation::Silenced(who)),
        () => Ok(()),
    }
}

/// C48 Powers: whether a combatant can invoke what is on this scroll on this target, near or at sight.
pub fn check(
    fight: &FightState,
    who: CombatantId,
    scroll: u8,
    target: Option<CombatantId>,
    sight: bool,
) -> Result<(), Violation> {
    let with = With::Gear(scroll);
    let power = on_scroll(fight, who, with).ok_or(Violation::NotCarried)?;
    attack::armed(fight, who, with)?;
    check_invoker(fight, who, with)?;
    match (power.on, target) {
        (On::Nobody, None) if !sight => Ok(()),
        (On::Nobody, _) | (_, None) => Err(Violation::NobodyThere),
        (on, Some(at)) if on == On::Enemy || enemies(fight, who, at) => {
            let how = if sight { Manner::Sight } else { Manner::Normal };
            attack::aim(fight, who, at, with, how).map(|_| ())
        }
        (_, Some(at)) => check_friend(fight, who, at, sight),
    }
}

/// C49 Range of powers: near, or in sight within range 8, of which an injured eye leaves half.
fn check_friend(fight: &FightState, who: CombatantId, at: CombatantId, sight: bool) -> Result<(), Violation> {
    let it = fight.find(at).ok_or(Violation::NobodyThere)?;
    let halved = fight.combatant(who).is(&Condition::EyeInjury);
    let range = if halved { SIGHT_ZONES / 2 } else { SIGHT_ZONES };
    let far = fight.distance(who, at);
    match () {
        () if it.state.dead => Err(Violation::Dead(at)),
        () if at == who => {
            if sight {
                Err(Violation::NobodyThere)
            } else {
                Ok(())
            }
        }
        () if !sight => {
            if far == Some(0) {
                Ok(())
            } else {
                Err(Violation::NotNearby(at))
            }
        }
        () if it.state.is(Flag::Unseen) => Err(Violation::NotSeen(at)),
        () if fight.combatant(who).is(&Condition::Blind) => Err(Violation::Blind(who)),
        () if far.is_none_or(|zones| zones > range) => {
            Err(Violation::OutOfRange { target: at, far: ZonesAway(far), range: ZoneCount(range) })
        }
        () => Ok(()),
    }
}

/// C48 Powers: a combatant invokes one. It is heard (R43) and paid for before anything else happens.
pub fn invoke(cx: &mut Cx<'_>, who: CombatantId, scroll: u8, target: Option<CombatantId>, sight: bool) -> Flow {
    cx.cite(Rule::Power);
    let with = With::Gear(scroll);
    let Some(at) = target.filter(|at| enemies(cx, who, *at)) else {
        sneak::reveal(cx, who);
        cx.tell(Event::Invoked { who, scroll, target });
        pay(cx, who, with, sight);
        cx.tell(Event::PowerWorks { who, scroll, target });
        attack::spend_weapon(cx, who, with);
        return Ok(());
    };
    pay(cx, who, with, sight);
    let (how, opportunity) = (if sight { Manner::Sight } else { Manner::Normal }, false);
    attack::strike(cx, who, at, with, how, opportunity)
}

/// C48 Powers: one mana; without it two corruption, and two more for reaching farther than the level that nobody without mana has.
fn pay(cx: &mut Cx<'_>, who: CombatantId, with: With, sight: bool) {
    if is_own(cx, who, with) {
        return cx.cite(Rule::OwnPower);
    }
    let state = &cx.combatant(who).state;
    let (mana, corruption) = (state.mana, state.corruption);
    cx.cite(Rule::Mana);
    if sight {
        cx.cite(Rule::PowerRange);
    }
    let (mana, corruption) = match mana {
        1.. => (mana - 1, corruption),
        _ => (mana, corruption + CORRUPTION_FOR_MANA * if sight { 2 } else { 1 }),
    };
    cx.change(Fact::Paid { who, mana, corruption });
}

/// C50 Reacting to powers: the powers in hand that could answer this blow: near if the attacker is near, else at sight.
pub fn counters(fight: &FightState, blow: &Blow) -> Vec<Choice> {
    let carried = (0u8..).zip(fight.combatant(blow.at).state.gear.iter());
    let in_hand =
        carried.filter(|(_, it)| it.weapon.power.is_some() && (it.at.in_hand() || powers::is_own_power(&it.weapon)));
    let offer = |(gear, _): (u8, &_)| {
        let with = With::Gear(gear);
        let suits = |how| attack::aim_back(fight, blow, with, how).is_ok();
        let near = suits(Manner::Normal).then_some(Choice::Counter(with));
        near.or_else(|| suits(Manner::Sight).then_some(Choice::CounterBy(with, Manner::Sight)))
    };
    in_hand.filter_map(offer).collect()
}

/// C50 Reacting to powers: a power that answers a blow is paid for like any.
pub fn pay_for_counter(cx: &mut Cx<'_>, reply: &Blow) {
    if on_scroll(cx, reply.by, reply.with).is_some() {
        cx.cite(Rule::Power);
        cx.cite(Rule::PowerReaction);
        pay(cx, reply.by, reply.with, reply.how == Manner::Sight);
    }
}

/// R34, C50: whether a blow is a power without damage, of which the GM tells what it does.
pub fn is_told(fight: &FightState, blow: &Blow) -> bool {
    on_scroll(fight, blow.by, blow.with).is_some_and(|it| it.effect == PowerEffect::Told)
}

/// R34, C50: it takes effect.
pub fn works(cx: &mut Cx<'_>, blow: &Blow) {
    let With::Gear(scroll) = blow.with else { return };
    cx.tell(Event::PowerWorks { who: blow.by, scroll, target: Some(blow.at) });
}
