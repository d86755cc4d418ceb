//! Bear traps (C57, ruling A33): laid with a main action, they catch who steps into them. What else may lie in a place is the GM's to say.

use crate::engine::{CombatantId, space::zones::ZonePlace};
use crate::rules::murdham::{
    Cx, FightState, Flow, Rule,
    chapters::{damage, hold},
    model::{
        fact::Fact,
        state::{Flag, able},
        weapon_names,
    },
};

/// Whether what a combatant carries under this number is laid rather than put down.
pub fn is_trap(fight: &FightState, who: CombatantId, gear: u8) -> bool {
    weapon_names::weapon(fight, who, gear).is_some_and(|it| it.trap)
}

/// Whether what lies there under this number is a trap.
pub fn lies(fight: &FightState, lying: u8) -> bool {
    fight.system.ground.get(usize::from(lying)).is_some_and(|it| it.gear.weapon.trap)
}

/// Ruling A33: the trap in a place that is open, and that would catch a combatant: an enemy's, or anyone's where they are thrown into it.
fn open(fight: &FightState, who: CombatantId, at: ZonePlace, thrown: bool) -> Option<u8> {
    let side = fight.combatant(who).side;
    let theirs = |of: CombatantId| fight.find(of).is_none_or(|it| it.side != side);
    let ground = (0u8..).zip(fight.system.ground.iter());
    let mut traps = ground.filter(|(_, it)| it.gear.weapon.trap && !it.gear.fired && it.place == at);
    traps.find(|(_, it)| thrown || theirs(it.of)).map(|it| it.0)
}

/// C57 Bear traps, ruling A33: who comes into a place on foot steps into an enemy's trap there; who is thrown or shoved there, into
/// anyone's. It snaps shut: its damage, and entangled. Gives back whether a combatant was caught.
pub fn catches(cx: &mut Cx<'_>, who: CombatantId, at: ZonePlace, thrown: bool) -> Flow<bool> {
    let flies = cx.combatant(who).state.is(Flag::Flying) && !thrown;
    let Some(lying) = open(cx, who, at, thrown).filter(|_| !flies) else { return Ok(false) };
    let Some(die) = cx.system.ground.get(usize::from(lying)).map(|it| it.gear.weapon.die) else { return Ok(false) };
    cx.cite(Rule::BearTrap);
    cx.cite(Rule::LaidTrap);
    cx.change(Fact::Snaps { who, lying });
    damage::fallen_upon(cx, who, die, Rule::BearTrap, "a trap")?;
    if able(cx, who) {
        hold::nets(cx, who);
    }
    Ok(true)
}
