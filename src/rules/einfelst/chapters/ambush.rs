//! Ambushes: R32, R33 and ruling A12. Before the cards are drawn, this decides who draws a second one.

use super::{
    order::is_beside,
    testing::{self, Test},
};
use crate::engine::{CombatantId, SideId};
use crate::rules::einfelst::{
    Combatant, Cx, FightState, Rule,
    model::{
        fact::{Event, Fact},
        sheet::Ambushes,
        state::{Ambush, Skill, is_up},
    },
};

/// R32 Ambush, R33 Surprise: who draws a second card.
pub fn lies_in_wait(cx: &mut Cx<'_>) -> Vec<CombatantId> {
    let Some((ambush, ambushers)) = planned(cx) else { return vec![] };
    // What the ambush causes is told with the next line: if all ambushers are unseen, nobody may read it.
    let seen = ambushers.iter().find(|it| !is_beside(cx, **it));
    match seen.or(ambushers.first()).copied() {
        Some(first) => cx.aside(first, |cx| springs(cx, &ambush, ambushers)),
        None => springs(cx, &ambush, ambushers),
    }
}

/// R32, R33: the ambushers' test against the others', if there's a test. If nobody may know of the tester, the others' test is secret too.
/// An unseen combatant only watches for the others if nobody else can.
fn springs(cx: &mut Cx<'_>, ambush: &Ambush, ambushers: Vec<CombatantId>) -> Vec<CombatantId> {
    let others: Vec<CombatantId> = cx.combatants.iter().filter(|it| it.side != ambush.side).map(|it| it.id).collect();
    let Some(tester) = ambush.tester else {
        cx.cite(Rule::Surprise);
        cx.tell(Event::Surprised { side: ambush.side });
        return ambushers;
    };
    cx.cite(Rule::Ambush);
    cx.cite(Rule::SneakDice);
    let sneak = testing::test(cx, &Test::of(tester, Skill::Sneak, Rule::Ambush, "ambush").counted()).successes;
    let watch = cx.options.watch;
    let noticed = match keenest(cx, &others, watch) {
        Some(watcher) => {
            let test = Test::of(watcher, watch, Rule::Ambush, "noticing").counted();
            let test = if cx.options.unseen_beside { test.against(tester) } else { test };
            testing::test(cx, &test).successes
        }
        None => 0,
    };
    let won = sneak > noticed; // A12: a tie is a failure
    cx.tell(Event::Ambushed { side: ambush.side, won });
    if !won {
        return others;
    }
    for who in &ambushers {
        cx.change(Fact::FirstDice { who: *who, dice: sneak - noticed - 1 });
    }
    ambushers
}

/// Who lies in ambush: what the Director said, otherwise what the sheets say.
fn planned(fight: &FightState) -> Option<(Ambush, Vec<CombatantId>)> {
    let of = |side: SideId| -> Vec<CombatantId> { fight.members(side).map(|it| it.id).collect() };
    if let Some(ambush) = &fight.system.ambush {
        return Some((ambush.clone(), of(ambush.side)));
    }
    let mut marked: Vec<&Combatant> =
        fight.combatants.iter().map(|it| &**it).filter(|it| it.sheet.ambush != Ambushes::No).collect();
    marked.sort_by_key(|it| is_beside(fight, it.id)); // those who are seen go first
    let side = marked.first()?.side;
    let ours = || marked.iter().filter(move |it| it.side == side);
    let tester = ours().find(|it| it.sheet.ambush == Ambushes::ByTest).map(|it| it.id);
    Some((Ambush { side, tester }, ours().map(|it| it.id).collect()))
}

/// The one of them most likely to notice.
fn keenest(fight: &FightState, among: &[CombatantId], skill: Skill) -> Option<CombatantId> {
    let awake = among.iter().copied().filter(|it| is_up(fight, fight.combatant(*it)));
    let dice = |it: CombatantId| testing::pool(fight, it, skill, 0, "").dice;
    awake.max_by_key(|it| (!is_beside(fight, *it), dice(*it), std::cmp::Reverse(*it)))
}
