//! What the larger do to the smaller: moving over them (C45), sweeping round among them (C46), throwing whom they hold (C56).

use crate::engine::{
    CombatantId,
    ids::Addressee,
    space::{
        Space,
        zones::{ZoneId, ZonePlace},
    },
};
use crate::rules::murdham::{
    Choice, Combatant, Cx, FightState, Flow, Question, Rule, TableFact, Violation,
    chapters::{attack, blast, cost, damage, hold, movement, trap},
    model::{
        event::Event,
        fact::Fact,
        manner::{Manner, With},
        size,
        state::{Resource, able, enemies},
        weapon_names::name_of,
    },
    refusals::{ZoneCount, ZonesAway},
};

/// How far someone smaller is thrown, in zones.
const THROW_ZONES: u32 = 2;
/// What being thrown does: direct damage.
const THROW_DIE: u16 = 4;

/// What those suffer who do not make way.
const TRAMPLE_DIE: u16 = 4;

/// Enemies who are smaller and stand where a combatant stands.
fn underfoot(fight: &FightState, who: CombatantId) -> Vec<CombatantId> {
    let at = fight.combatant(who).place;
    let small = |it: &CombatantId| {
        let other = fight.combatant(*it);
        at.is_some()
            && other.place == at
            && !other.state.dead
            && !other.is_hidden()
            && enemies(fight, who, *it)
            && size::larger(fight, who, *it)
    };
    fight.ids().filter(small).collect()
}

/// C45 Trampling: once in a turn, after having moved in it, over smaller enemies in the same place.
pub fn check(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    let moved = fight.turns.active == Some(who) && cost::left(fight, who, Resource::Still) == 0;
    let again = fight.combatant(who).state.trampled_in == Some(fight.turns.round);
    match () {
        () if underfoot(fight, who).is_empty() => Err(Violation::NobodyUnderfoot(who)),
        () if !moved || again => Err(Violation::NotToTrample(who)),
        () => Ok(()),
    }
}

/// C45 Trampling: each shifts aside by half a zone, where there is room, or suffers d4 damage. Who lies there suffers it.
pub fn trample(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.cite(Rule::Trample);
    let round = cx.turns.round;
    cx.change(Fact::Tramples { who, round });
    drives_aside(cx, who)
}

/// C45 Trampling: where there is no room beside smaller enemies, someone larger moves over them.
pub fn in_the_way(cx: &mut Cx<'_>, who: CombatantId, at: ZonePlace) -> Flow {
    if underfoot(cx, who).is_empty() || size::fits_beside(cx, who, at) {
        return Ok(());
    }
    cx.cite(Rule::Trample);
    drives_aside(cx, who)
}

fn drives_aside(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    for small in underfoot(cx, who) {
        let question = Question::Underfoot { by: who, at: small };
        let choice = cx.ask(Addressee::Combatant(small), question, |fight| offers(fight, small))?;
        match choice {
            Choice::Aside(at) => cx.apply(TableFact::Placed { who: small, at: Some(at) }),
            _ => damage::trodden(cx, who, small, TRAMPLE_DIE)?,
        }
    }
    Ok(())
}

/// Shifting aside comes first: silence is not trodden upon.
fn offers(fight: &FightState, who: CombatantId) -> Vec<Choice> {
    let Some(here) = fight.combatant(who).place.filter(|_| able(fight, who)) else { return vec![Choice::StandFast] };
    let beside: Vec<ZonePlace> =
        fight.space.half_steps(here).into_iter().filter(|at| movement::has_room(fight, who, *at)).collect();
    beside.into_iter().map(Choice::Aside).chain([Choice::StandFast]).collect()
}

/// The zone that a combatant strikes round in: their own; on a border the first of the two.
fn around(fight: &FightState, who: CombatantId) -> Option<ZoneId> {
    fight.space.zones_of(fight.combatant(who).place?).next()
}

/// C46 Sweep: with a melee weapon or bare hands, if an enemy who is smaller is there to be struck.
pub fn check_sweep(fight: &FightState, who: CombatantId, with: With) -> Result<(), Violation> {
    let weapon = match with {
        With::Both => return Err(Violation::NoSweep(name_of(fight, who, with))),
        with => attack::armed(fight, who, with)?,
    };
    if weapon.is_some_and(|it| it.range.is_some() || it.blast || it.die == 0 || it.unaware) {
        return Err(Violation::NoSweep(name_of(fight, who, with)));
    }
    let Some(zone) = around(fight, who) else { return Err(Violation::NobodyUnderfoot(who)) };
    let there = |it: &Combatant| it.place.is_some_and(|at| fight.space.zones_of(at).any(|at| at == zone));
    let struck = |it: &Combatant| {
        it.side != fight.combatant(who).side && !it.is_hidden() && !it.state.dead && size::larger(fight, who, it.id)
    };
    let any = fight.combatants.iter().any(|it| there(it) && struck(it));
    if any { Ok(()) } else { Err(Violation::NobodyUnderfoot(who)) }
}

/// C46 Sweep: a melee blast (R31) against the smaller ones alone, for half damage.
pub fn sweep(cx: &mut Cx<'_>, who: CombatantId, with: With) -> Flow {
    cx.cite(Rule::Sweep);
    match around(cx, who) {
        Some(zone) => blast::melee(cx, who, zone, with, Manner::Sweep, |fight, it| size::larger(fight, who, it)),
        None => Ok(()),
    }
}

/// C56 The larger grip: someone smaller who is held is thrown within range 2, where there is room.
pub fn check_throw(fight: &FightState, who: CombatantId, target: CombatantId, to: ZonePlace) -> Result<(), Violation> {
    let held = hold::held_by(fight, who).filter(|held| *held == target && size::larger(fight, who, *held));
    let held = held.ok_or(Violation::NotToThrow(who))?;
    let from = fight.combatant(who).place.ok_or(Violation::NotToThrow(who))?;
    let far = fight.space.distance(&from, &to);
    match () {
        () if fight.combatant(held).place == Some(to) => Err(Violation::AlreadyThere),
        () if far.is_none_or(|zones| zones > THROW_ZONES) => {
            Err(Violation::OutOfRange { target: held, far: ZonesAway(far), range: ZoneCount(THROW_ZONES) })
        }
        () if !movement::has_room(fight, held, to) => Err(Violation::Full(fight.space.place_words(&to))),
        () => Ok(()),
    }
}

/// C56 The larger grip: thrown instead of shoved: d4 direct damage, and free.
pub fn throw(cx: &mut Cx<'_>, who: CombatantId, held: CombatantId, to: ZonePlace) -> Flow {
    cx.cite(Rule::Thrown);
    cx.tell(Event::Thrown { by: who, who: held });
    hold::loosened(cx, held, Some(who));
    cx.apply(TableFact::Placed { who: held, at: Some(to) });
    damage::straight(cx, held, THROW_DIE, Rule::Thrown, "being thrown")?;
    trap::catches(cx, held, to, true).map(|_| ()) // C57
}
