//! Special movement (C30-C34): balancing, leaping, climbing and swimming, each with its AGI save, and falling. Sprinting is
//! `movement.rs`, sneaking `sneak.rs`. How hard the ground is, is for the table to say: anyone who moves names the way of moving.

use crate::engine::{CombatantId, Ends, Held, space::zones::ZonePlace};
use crate::rules::murdham::{
    Combatant, Cx, FightState, Flow, Rule, TableFact,
    chapters::{damage, flying, saves},
    model::{
        event::Event,
        fact::Fact,
        manner::Pace,
        sheet::{Ability, SkillEffect},
        state::{self, Condition, Flag, Resource, able, has},
    },
};

/// The die of a trip: direct damage.
const TRIP_DIE: u16 = 4;

/// What makes a way of moving easy, and the rule that asks for a save where nothing does.
fn asks(how: Pace) -> Option<(SkillEffect, Rule, &'static str)> {
    match how {
        Pace::Balance => Some((SkillEffect::SureFooted, Rule::Balance, "balancing")),
        Pace::Leap => Some((SkillEffect::SureFooted, Rule::Leap, "leaping")),
        Pace::Climb => Some((SkillEffect::Climbs, Rule::Climb, "climbing")),
        Pace::Swim => Some((SkillEffect::Swims, Rule::Swim, "swimming")),
        Pace::Walk | Pace::Sneak | Pace::Sprint | Pace::Fly => None,
    }
}

fn manages(cx: &mut Cx<'_>, who: CombatantId, how: Pace) -> Flow<bool> {
    let Some((skill, rule, why)) = asks(how) else { return Ok(true) };
    cx.cite(rule);
    if has(cx, who, skill) {
        cx.cite(Rule::Skills);
        return Ok(true);
    }
    saves::save(cx, who, Ability::Agi, rule, why)
}

fn flag(cx: &mut Cx<'_>, who: CombatantId, flag: Flag, on: bool) {
    if cx.combatant(who).state.is(flag) != on {
        cx.change(Fact::Flagged { who, flag, on });
    }
}

/// C31 Balance, C32 Leap, C33 Climb, C34 Swim: before the first step. Gives back whether a combatant moves at all.
pub fn sets_out(cx: &mut Cx<'_>, who: CombatantId, how: Pace) -> Flow<bool> {
    if asks(how).is_some() {
        cx.cite(Rule::SpecialMovement);
    }
    if how != Pace::Climb && cx.combatant(who).state.is(Flag::Climbing) {
        lets_go_of_the_wall(cx, who);
    }
    if how != Pace::Swim {
        flag(cx, who, Flag::Swimming, false);
    }
    flying::takes_off(cx, who, how == Pace::Fly);
    match how {
        Pace::Walk | Pace::Sneak | Pace::Sprint | Pace::Fly => Ok(true),
        Pace::Balance | Pace::Leap => {
            let manages = manages(cx, who, how)?;
            if !manages {
                falls(cx, who, if how == Pace::Leap { Rule::Leap } else { Rule::Balance })?;
            }
            Ok(manages)
        }
        Pace::Climb => {
            if !cx.combatant(who).state.is(Flag::Climbing) {
                let from = cx.combatant(who).place;
                cx.change(Fact::Climbs { who, from });
                flag(cx, who, Flag::Climbing, true);
            }
            Ok(true)
        }
        Pace::Swim => {
            let calm = is_calm(cx, who);
            if cx.combatant(who).state.is(Flag::Swimming) || calm || manages(cx, who, how)? {
                flag(cx, who, Flag::Swimming, true);
                return Ok(true);
            }
            flag(cx, who, Flag::Swimming, true);
            goes_under(cx, who);
            Ok(false)
        }
    }
}

/// C34 Swim: calm water asks for no save: its zone bears the note, as in `Pond (calm)`.
fn is_calm(fight: &FightState, who: CombatantId) -> bool {
    let Some(at) = fight.combatant(who).place else { return false };
    let mut zones = fight.space.zones_of(at).filter_map(|it| fight.space.zones.get(usize::from(it.0)));
    zones.any(|it| it.traits.iter().any(|said| said.to_lowercase().contains("calm")))
}

/// C33 Climb: at the end of the climb, which is when a zone is reached; on a border one still hangs.
pub fn arrives(cx: &mut Cx<'_>, who: CombatantId, how: Pace) -> Flow {
    let climbs = how == Pace::Climb && cx.combatant(who).state.is(Flag::Climbing);
    let arrived = matches!(cx.combatant(who).place, Some(ZonePlace::In(_)));
    if !climbs || !arrived || cx.combatant(who).state.climbs_from == cx.combatant(who).place {
        return Ok(());
    }
    if able(cx, who) && manages(cx, who, how)? {
        lets_go_of_the_wall(cx, who);
        return Ok(());
    }
    falls(cx, who, Rule::Climb)
}

fn lets_go_of_the_wall(cx: &mut Cx<'_>, who: CombatantId) {
    flag(cx, who, Flag::Climbing, false);
    if cx.combatant(who).state.climbs_from.is_some() {
        cx.change(Fact::Climbs { who, from: None });
    }
}

/// C33 Climb: at the end of a round, everyone who hangs from something.
pub fn climbers_hold_on(cx: &mut Cx<'_>) -> Flow {
    let hang = |it: &Combatant| it.state.is(Flag::Climbing) && !it.state.dead;
    let all: Vec<CombatantId> = cx.combatants.iter().filter(|it| hang(it)).map(|it| it.id).collect();
    for who in all {
        if !able(cx, who) || !manages(cx, who, Pace::Climb)? {
            falls(cx, who, Rule::Climb)?;
        }
    }
    Ok(())
}

/// C34 Swim: at the start of a round, everyone in turbulent water.
pub fn swimmers_keep_up(cx: &mut Cx<'_>) -> Flow {
    let swim = |it: &Combatant| it.state.is(Flag::Swimming) && state::is_able(it);
    let all: Vec<CombatantId> = cx.combatants.iter().filter(|it| swim(it)).map(|it| it.id).collect();
    for who in all {
        if !is_calm(cx, who) && !manages(cx, who, Pace::Swim)? {
            goes_under(cx, who);
        }
    }
    Ok(())
}

/// C34 Swim: who fails is incapacitated in the water.
fn goes_under(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Swim);
    cx.tell(Event::GoesUnder(who));
    cx.apply(TableFact::Gained { who, held: Held { what: Condition::Incapacitated, ends: Ends::Fight, from: None } });
}

/// C31, C32, C33, ruling A32: no further movement in this round; who trips suffers d4 direct damage, who falls is back where it began.
fn falls(cx: &mut Cx<'_>, who: CombatantId, rule: Rule) -> Flow {
    let round = cx.turns.round;
    if rule != Rule::Balance {
        cx.cite(Rule::Falling);
    }
    cx.change(Fact::Fell { who, round });
    cx.apply(TableFact::ResourceSet { who, resource: Resource::Half, left: 0 });
    if let (Rule::Climb, Some(back)) = (rule, cx.combatant(who).state.climbs_from)
        && cx.combatant(who).place != Some(back)
    {
        cx.apply(TableFact::Placed { who, at: Some(back) });
    }
    lets_go_of_the_wall(cx, who);
    if rule != Rule::Balance {
        return Ok(()); // what the fall itself does is for the GM to say, who knows how deep it is
    }
    damage::straight(cx, who, TRIP_DIE, rule, "a trip")
}

/// C33 Climb, C34 Swim: what impairs the attacks of someone who hangs or swims.
pub fn hinders(fight: &FightState, who: CombatantId) -> Option<(Rule, &'static str)> {
    let it = fight.combatant(who);
    match () {
        () if it.state.is(Flag::Climbing) && !it.sheet.has(SkillEffect::Climbs) => Some((Rule::Climb, "climbing")),
        () if it.state.is(Flag::Swimming) && !it.sheet.has(SkillEffect::Swims) => Some((Rule::Swim, "swimming")),
        () => None,
    }
}
