//! R22 Counter: two attacks that fall together, and which of them lands first. Whether a combatant counters is `reaction.rs`.

use crate::engine::{CombatantId, roll::Keep};
use crate::rules::murdham::{
    Cx, Flow, Roll, Rule,
    chapters::{
        attack::{self, Blow, Reasons, aim_back, land},
        damage::{self, Hit},
        durability, hold, nonlethal, omen, power, sneak,
    },
    model::{
        event::Event,
        fact::Fact,
        manner::{Manner, With},
        sheet::SkillEffect,
        state::{able, has},
    },
};

/// R22 Counter, rulings A1, A2, A28: both roll; anyone who suffers more after reductions is hit first, and if that puts them out of
/// the fight their own blow does not land; as much on both sides falls at once. R34: what does no damage comes last. Gives back whether
/// the attack struck its target down.
pub fn counter(cx: &mut Cx<'_>, blow: &Blow, back: With, how: Manner) -> Flow<bool> {
    let (reply, reasons) = begin(cx, blow, back, how)?;
    if !attack::to_hit(cx, &reply, &reasons)? {
        return land(cx, blow, true);
    }
    match (nonlethal::is_non_lethal(cx, blow), nonlethal::is_non_lethal(cx, &reply)) {
        (false, false) => both_harm(cx, blow, &reply),
        (true, true) => neither_harms(cx, blow, &reply),
        (false, true) => harm_first(cx, blow, &reply),
        (true, false) => {
            harm_first(cx, &reply, blow)?;
            Ok(false)
        }
    }
}

/// R22 Counter, ruling A28: the blow that answers another, and why it would need a WIT save. Nobody answers it in turn.
pub fn begin(cx: &mut Cx<'_>, blow: &Blow, back: With, how: Manner) -> Flow<(Blow, Reasons)> {
    sneak::reveal(cx, blow.at);
    cx.cite(Rule::Counter);
    cx.cite(Rule::NoAnswer);
    let reasons = match aim_back(cx, blow, back, how) {
        Ok(reasons) => reasons,
        Err(violation) => return cx.refuse(violation),
    };
    let (by, at) = (blow.at, blow.by);
    let reply = Blow {
        by,
        first: at,
        at,
        with: back,
        how,
        unaware: false,
        from_hiding: false,
        opportunity: false,
        reacted: vec![],
    };
    cx.change(Fact::Swung { by, at, with: back, how, opportunity: false, counter: true, unaware: false });
    power::pay_for_counter(cx, &reply);
    Ok((reply, reasons))
}

fn both_harm(cx: &mut Cx<'_>, blow: &Blow, reply: &Blow) -> Flow<bool> {
    let (hit, hit_back) = (Hit::of(blow, true), Hit::of(reply, true));
    let attack = damage::roll(cx, &hit);
    // Both roll at the same time; what an omen makes of it comes after, and before it is compared.
    let answer = damage::roll(cx, &hit_back);
    let attack = omen::spare(cx, attack, |cx| damage::roll(cx, &hit))?;
    let answer = omen::spare(cx, answer, |cx| damage::roll(cx, &hit_back))?;
    let first = who_is_hit_first(cx, blow.by, reply.by, attack.suffers(), answer.suffers());
    cx.tell(Event::FirstHit(first));
    let mut felled = false;
    let order = if first == Some(blow.by) { [reply, blow] } else { [blow, reply] };
    for (index, now) in order.into_iter().enumerate() {
        let damage = if now.by == blow.by { &attack } else { &answer };
        if index == 1 && first.is_some() && !able(cx, now.by) {
            forestalled(cx, now.by);
            durability::strains(cx, damage); // R50: it was used all the same
            break;
        }
        let down = attack::hits(cx, now, damage)?;
        felled |= down && now.by == blow.by;
    }
    Ok(felled)
}

/// R22 Counter, ruling A2, C12 fast attack: who of the two is hit first; nobody if both are at once.
pub fn who_is_hit_first(
    cx: &mut Cx<'_>,
    attacker: CombatantId,
    other: CombatantId,
    attack: i32,
    answer: i32,
) -> Option<CombatantId> {
    let (fast, fast_back) =
        (has(cx, attacker, SkillEffect::FirstInCounters), has(cx, other, SkillEffect::FirstInCounters));
    if fast != fast_back {
        cx.cite(Rule::Skills);
        return Some(if fast { other } else { attacker });
    }
    if attack == 0 || answer == 0 {
        cx.cite(Rule::AfterArmour);
    }
    match attack.cmp(&answer) {
        std::cmp::Ordering::Greater => Some(other),
        std::cmp::Ordering::Less => Some(attacker),
        std::cmp::Ordering::Equal => None,
    }
}

/// A1: a combatant's own blow does not land any more.
pub fn forestalled(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::HitFirst);
    cx.tell(Event::Forestalled(who));
}

/// R34 Non-lethal attacks: the blow that does no damage comes last, if its striker is still able to strike it.
fn harm_first(cx: &mut Cx<'_>, hard: &Blow, soft: &Blow) -> Flow<bool> {
    cx.cite(Rule::NonLethal);
    cx.tell(Event::FirstHit(Some(hard.at)));
    let felled = land(cx, hard, true)?;
    if able(cx, soft.by) {
        nonlethal::lands(cx, soft, true)?;
    } else {
        forestalled(cx, soft.by);
    }
    Ok(felled)
}

/// A1: two blows that do no damage are a tie and land together; with the option, one of them by lot first, and then who is held by it
/// does nothing more. Fast attack decides as between any two.
fn neither_harms(cx: &mut Cx<'_>, blow: &Blow, reply: &Blow) -> Flow<bool> {
    let mut first = who_is_hit_first(cx, blow.by, reply.by, 0, 0);
    if first.is_none() && !cx.options.non_lethal_together {
        let die = cx.plain_die(2);
        first = Some(if die.faces[0] == 1 { reply.by } else { blow.by });
        cx.cite(Rule::HitFirst);
        cx.rolled(Roll::total(
            None,
            Rule::NonLethal,
            "which lands first (1 the attack, 2 the counter)",
            vec![die],
            Keep::All,
            vec![],
        ));
    }
    cx.tell(Event::FirstHit(first));
    let (one, other) = if first == Some(blow.by) { (reply, blow) } else { (blow, reply) };
    nonlethal::lands(cx, one, true)?;
    if first.is_some() && (!able(cx, other.by) || hold::is_entangled(cx, other.by)) {
        forestalled(cx, other.by);
    } else {
        nonlethal::lands(cx, other, true)?;
    }
    Ok(false)
}
