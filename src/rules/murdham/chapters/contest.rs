//! Contests (C62): two measure themselves by one ability. What is at stake, and what the winner has of it, the GM says: nothing here knows it.

use crate::engine::{CombatantId, roll::Keep};
use crate::rules::murdham::{
    Cx, FightState, Flow, Roll, Rule, Violation,
    chapters::{omen, sneak},
    model::{
        event::Event,
        fact::Fate,
        sheet::Ability,
        size,
        state::{ability as now, enemies, is_able},
    },
};
use std::cmp::Ordering;

/// The abilities in which people measure themselves, by their words.
pub const ABILITIES: [(&str, Ability); 3] = [("STR", Ability::Str), ("AGI", Ability::Agi), ("WIT", Ability::Wit)];

/// C62 Contests, ruling A34: whether two can measure themselves: the other is there, awake, and no enemy who is concealed.
pub fn check(fight: &FightState, who: CombatantId, target: CombatantId) -> Result<(), Violation> {
    let Some(it) = fight.find(target).filter(|it| !it.is_hidden() || !enemies(fight, who, it.id)) else {
        return Err(Violation::NobodyThere);
    };
    match () {
        () if target == who || fight.distance(who, target).is_none() => Err(Violation::NobodyThere),
        () if it.state.dead => Err(Violation::Dead(target)),
        () if !is_able(it) => Err(Violation::NotAwake(target)),
        () => Ok(()),
    }
}

/// C62 Contests: each has the ability less a d20, and the higher wins; a tie is rolled again. C44: in strength the larger wins without
/// dice. C15: who loses may spend an omen on rolling again.
pub fn contest(cx: &mut Cx<'_>, who: CombatantId, ability: Ability, target: CombatantId) -> Flow {
    cx.cite(Rule::Contest);
    cx.cite(Rule::ContestCosts);
    sneak::reveal(cx, who);
    cx.tell(Event::Contests { who, ability, target });
    if let (Ability::Str, Some(larger)) = (ability, size::settles(cx, who, target)) {
        cx.cite(Rule::LargerWins);
        let (winner, loser) = if larger { (who, target) } else { (target, who) };
        cx.tell(Event::WinsContest { winner, loser, ability });
        return Ok(());
    }
    let (mut own, mut others) = (margin(cx, who, ability), margin(cx, target, ability));
    loop {
        let (winner, loser) = match own.cmp(&others) {
            Ordering::Equal => {
                cx.tell(Event::Tied { who, target });
                (own, others) = (margin(cx, who, ability), margin(cx, target, ability));
                continue;
            }
            Ordering::Greater => (who, target),
            Ordering::Less => (target, who),
        };
        if !omen::again(cx, loser, Fate::Contest)? {
            cx.tell(Event::WinsContest { winner, loser, ability });
            return Ok(());
        }
        let again = margin(cx, loser, ability);
        *(if loser == who { &mut own } else { &mut others }) = again;
    }
}

/// The ability less a d20.
fn margin(cx: &mut Cx<'_>, who: CombatantId, ability: Ability) -> i32 {
    let (die, secret) = cx.own_die(who, 20);
    let face = i32::from(die.faces[0]);
    let what = format!("{} contest", ability.name());
    let roll = Roll::total(Some(who), Rule::Contest, what, vec![die], Keep::All, vec![]);
    cx.rolled(Roll { secret, ..roll });
    let number = now(cx.combatant(who), ability);
    cx.tell(Event::Measured { who, ability, number, face });
    number - face
}
