//! Attacks that do no damage: R34 and what it lists, disarm R35 and grapple R36; a net, a stunning flash (C11), the stunning blow of a
//! skill (C12). What being held or entangled then means is `hold.rs`.

use crate::engine::{
    CombatantId, Ends, Held,
    ids::Addressee,
    space::zones::{ZoneId, ZonePlace},
};
use crate::rules::murdham::{
    Combatant, Cx, FightState, Flow, Question, Rule, TableFact, Violation,
    chapters::{
        attack::Blow,
        damage::{self, Hit, weapon_of},
        demon, hold, manipulation, power,
        reaction::Choice,
        saves,
    },
    model::{
        event::Event,
        fact::Fact,
        manner::Manner,
        sheet::{Ability, SkillEffect},
        state::{Condition, Phase, half_up, has},
    },
};

/// R34 Non-lethal attacks: whether a blow does no damage by its kind, and so comes last in a counter.
pub fn is_non_lethal(fight: &FightState, blow: &Blow) -> bool {
    match blow.how {
        Manner::Grapple | Manner::Disarm(_) | Manner::Stun => true,
        Manner::FinalBlow => false,
        Manner::Normal | Manner::HoldBack | Manner::Indirect | Manner::Sight | Manner::Single | Manner::Sweep => {
            weapon_of(fight, blow.by, blow.with).is_some_and(|it| it.die == 0)
        }
    }
}

/// R35 Disarm: what a combatant could be made to drop: the weapons in hand.
pub fn droppable(fight: &FightState, who: CombatantId) -> impl Iterator<Item = u8> {
    let gear = fight.find(who).map(|it| it.state.gear.clone()).unwrap_or_default();
    (0u8..)
        .zip(0..gear.len())
        .filter(move |(_, at)| gear[*at].at.in_hand() && gear[*at].weapon.can_drop())
        .map(|it| it.0)
}

/// R35 Disarm, R36 Grapple: what else stands in the way of them, besides being nearby.
pub fn aim(fight: &FightState, by: CombatantId, at: CombatantId, how: Manner) -> Result<(), Violation> {
    match how {
        Manner::Disarm(gear) if !droppable(fight, at).any(|it| it == gear) => Err(Violation::NothingToDrop(at)),
        Manner::Grapple if hold::held_by(fight, by) == Some(at) => Err(Violation::HeldAlready(at)),
        _ => Ok(()),
    }
}

/// R34 Non-lethal attacks: what becomes of one that nothing answers any more.
pub fn lands(cx: &mut Cx<'_>, blow: &Blow, reacted: bool) -> Flow {
    cx.cite(Rule::NonLethal);
    if power::is_told(cx, blow) {
        power::works(cx, blow);
        return Ok(());
    }
    demon::touches(cx, blow);
    match blow.how {
        Manner::Grapple => grapple(cx, blow.by, blow.at),
        Manner::Disarm(gear) => disarm(cx, blow, gear),
        Manner::Stun => stunning_blow(cx, &Hit::of(blow, reacted)),
        _ => words(cx, blow),
    }
}

/// R36 Grapple: a STR save, or the target is grabbed.
fn grapple(cx: &mut Cx<'_>, by: CombatantId, at: CombatantId) -> Flow {
    cx.cite(Rule::Grapple);
    if !resists(cx, by, at, SkillEffect::Wrestles, Rule::Grapple, "against being grabbed")? {
        hold::grabs(cx, by, at);
    }
    Ok(())
}

/// R35 Disarm: a STR save, or the weapon that the attacker chose falls. Who stands there instead of the first target may hold
/// something else: then the attacker chooses anew.
fn disarm(cx: &mut Cx<'_>, blow: &Blow, chosen: u8) -> Flow {
    cx.cite(Rule::Disarm);
    let theirs: Vec<u8> = droppable(cx, blow.at).collect();
    let same = blow.first == blow.at;
    let gear = match theirs.as_slice() {
        [] => None,
        _ if same => theirs.iter().copied().find(|it| *it == chosen),
        all => {
            let question = Question::DropWhich { from: blow.at };
            let offers: Vec<Choice> = all.iter().map(|it| Choice::Drop(*it)).collect();
            match cx.ask(Addressee::Combatant(blow.by), question, |_| offers.clone())? {
                Choice::Drop(gear) => Some(gear),
                _ => None,
            }
        }
    };
    let Some(gear) = gear else {
        cx.tell(Event::NothingDropped(blow.at));
        return Ok(());
    };
    if !resists(cx, blow.by, blow.at, SkillEffect::Disarms, Rule::Disarm, "against being disarmed")? {
        drops(cx, blow.at, gear);
    }
    Ok(())
}

/// Something falls to the ground where a combatant stands.
pub fn drops(cx: &mut Cx<'_>, who: CombatantId, gear: u8) {
    let place = cx.combatant(who).place.unwrap_or(ZonePlace::In(ZoneId(0)));
    cx.change(Fact::Dropped { who, gear, place });
}

/// C12 Skills: who wrestles or disarms by skill is not resisted by a save, and resists without one, unless both have the skill.
fn resists(
    cx: &mut Cx<'_>,
    by: CombatantId,
    at: CombatantId,
    effect: SkillEffect,
    rule: Rule,
    why: &str,
) -> Flow<bool> {
    let (attacks, defends) = (has(cx, by, effect), has(cx, at, effect));
    if attacks == defends {
        return saves::against(cx, at, Some(by), Ability::Str, rule, why);
    }
    cx.cite(Rule::Skills);
    let skilled = if defends { at } else { by };
    let skill = cx.combatant(skilled).sheet.skills.iter().copied().find(|it| it.does(effect));
    if let Some(skill) = skill {
        cx.tell(Event::NoSave { who: at, skill, resists: defends });
    }
    Ok(defends)
}

/// C12 Skills, strike to stun: the damage die is rolled but does no damage; at least half of the health that is left puts the target
/// out of the fight.
fn stunning_blow(cx: &mut Cx<'_>, hit: &Hit) -> Flow {
    cx.cite(Rule::Skills);
    let rolled = damage::roll(cx, hit).rolled;
    let enough = half_up(cx.combatant(hit.on).state.health).max(1);
    let stunned = rolled >= enough;
    cx.tell(Event::Stunning { who: hit.on, stunned });
    if stunned {
        let held = Held { what: Condition::Incapacitated, ends: Ends::Fight, from: None };
        cx.apply(TableFact::Gained { who: hit.on, held });
    }
    Ok(())
}

/// C11 Weapons' words: what else a weapon does to whom it hits: a net entangles, a flash stuns, a mancatcher grabs unless a STR save
/// passes.
pub fn words(cx: &mut Cx<'_>, blow: &Blow) -> Flow {
    let Some(weapon) = weapon_of(cx, blow.by, blow.with) else { return Ok(()) };
    let (grab, stun, entangle) = (weapon.grab, weapon.stun, weapon.entangle);
    if cx.combatant(blow.at).state.dead {
        return Ok(());
    }
    if entangle {
        cx.cite(Rule::Keywords);
        hold::nets(cx, blow.at);
    }
    if stun {
        cx.cite(Rule::Keywords);
        stuns(cx, blow.at);
    }
    if grab && hold::held_by(cx, blow.by) != Some(blow.at) {
        cx.cite(Rule::Keywords);
        grapple(cx, blow.by, blow.at)?;
    }
    Ok(())
}

/// C22 Stunned: the next turn is lost: that of this round if it hasn't been taken yet, otherwise that of the next. No turn is lost twice.
pub fn stuns(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Stunned);
    let turns = &cx.turns;
    let taken = turns.is_spent(who) || turns.active == Some(who) || turns.phase == Some(Phase::Ambush);
    let round = turns.round + u32::from(taken);
    if !loses_turn(cx, who) {
        if !taken {
            manipulation::taunt_is_over(cx, who);
        }
        let held = Held { what: Condition::Stunned, ends: Ends::Round(round), from: None };
        cx.apply(TableFact::Gained { who, held });
    }
}

/// C22 Stunned: at the end of a round: whoever is stunned without a date has lost this round's turn, or loses that of the next.
pub fn stuns_pass(cx: &mut Cx<'_>) {
    let undated =
        |it: &Combatant| it.conditions.iter().any(|it| it.what == Condition::Stunned && it.ends == Ends::Fight);
    let all: Vec<CombatantId> = cx.combatants.iter().filter(|it| undated(it)).map(|it| it.id).collect();
    for who in all {
        if cx.turns.is_spent(who) {
            let ends = Ends::Round(cx.turns.round + 1);
            cx.apply(TableFact::Gained { who, held: Held { what: Condition::Stunned, ends, from: None } });
        } else {
            cx.apply(TableFact::Lost { who, what: Condition::Stunned });
        }
    }
}

/// C22 Stunned: whether it is the turn of this round that a combatant loses.
pub fn loses_turn(fight: &FightState, who: CombatantId) -> bool {
    let Some(it) = fight.find(who) else { return false };
    let stunned = it.conditions.iter().find(|it| it.what == Condition::Stunned).map(|it| it.ends);
    match stunned {
        Some(Ends::Round(round)) => round <= fight.turns.round,
        Some(_) => true,
        None => false,
    }
}
