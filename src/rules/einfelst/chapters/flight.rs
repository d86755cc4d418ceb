//! Fleeing and chasing: R29-R31 and ruling A19. `board.rs` knows the way out.

use super::{
    cost, hold, movement, order,
    testing::{self, Test},
    turn,
};
use crate::engine::{CombatantId, ids::Addressee, procedure::Ask, space::zones::ZoneId};
use crate::rules::einfelst::{
    Choice, Cx, FightState, Flow, Question, Rule, TableFact, Violation,
    model::{
        board,
        fact::{Event, Fact},
        state::{Condition, Skill, enemies, is, up},
    },
};

/// R29: the actions to flee by.
pub const FLEES_BY: [Skill; 2] = [Skill::Finesse, Skill::Sneak];

/// R31: the actions to chase by.
const CHASES_BY: [Skill; 2] = [Skill::Finesse, Skill::Track];

/// R29 Fleeing, R31 Chasing: opponents in the zone may give chase. With a success left, the fleer leaves the fight; with all of them
/// cancelled, they and the chasers move one zone; on a failure the fleer stays.
pub fn flee(cx: &mut Cx<'_>, who: CombatantId, by: Skill, to: Option<ZoneId>) -> Flow {
    cx.cite(Rule::Flee);
    if board::zone_of(cx, who).is_none_or(|zone| board::held_by_enemy(cx, who, zone)) {
        cx.cite(Rule::StartZone);
    }
    cx.tell(Event::Flees { who, to });
    let chasers = chasers(cx, who)?;
    let rolled = testing::test(cx, &Test::of(who, by, Rule::Flee, "flight"));
    let mut caught = 0_u8;
    for (chaser, skill) in &chasers {
        let test = Test::of(*chaser, *skill, Rule::Chase, "chase").counted();
        caught = caught.saturating_add(testing::test(cx, &test).successes);
    }
    if !rolled.passed() {
        cx.tell(Event::Stays(who));
        return Ok(());
    }
    if caught > 0 {
        cx.cite(Rule::Cancels);
    }
    if rolled.successes.saturating_sub(caught) >= rolled.needed {
        leaves(cx, who);
        return Ok(());
    }
    cx.cite(Rule::Chase);
    cx.tell(Event::Caught { who, by: chasers.iter().map(|it| it.0).collect() });
    if let Some(to) = to {
        let all = std::iter::once(who).chain(chasers.iter().map(|it| it.0));
        for runner in all.collect::<Vec<_>>() {
            movement::arrives(cx, runner, to);
        }
    }
    Ok(())
}

/// R31 Chasing, R12: all opponents in the zone who can react are asked at once.
fn chasers(cx: &mut Cx<'_>, who: CombatantId) -> Flow<Vec<(CombatantId, Skill)>> {
    let could: Vec<CombatantId> = cx.ids().filter(|it| could_chase(cx, who, *it)).collect();
    let offers: Vec<Choice> = std::iter::once(Choice::LetGo).chain(CHASES_BY.map(Choice::Chase)).collect();
    let ask = |it: &CombatantId| Ask {
        to: Addressee::Combatant(*it),
        question: Question::GiveChase { fleer: who },
        offers: offers.clone(),
    };
    let answers = cx.ask_all(could.iter().map(ask).collect())?;
    let mut all = vec![];
    for (chaser, answer) in could.into_iter().zip(answers) {
        if let Choice::Chase(skill) = answer {
            cx.cite(Rule::Chase);
            cost::reacts(cx, chaser);
            all.push((chaser, skill));
        }
    }
    Ok(all)
}

fn could_chase(fight: &FightState, who: CombatantId, chaser: CombatantId) -> bool {
    let free = !is(fight, chaser, Condition::Restrained) && !is(fight, chaser, Condition::Prone); // A8, R15
    enemies(fight, who, chaser)
        && up(fight, chaser)
        && free
        && !fight.combatant(who).is_hidden()
        && board::same_zone(fight, who, chaser)
        && cost::reaction_left(fight, chaser).is_some()
}

/// R29 Fleeing, A19: the combatant leaves the fight and the turn order.
fn leaves(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::StartZone);
    hold::lets_all_go(cx, who);
    cx.change(Fact::Fled { who, fled: true });
    if cx.turns.active == Some(who) {
        turn::end(cx, who);
    }
    let rows = cx.system.rows.iter().filter(|it| it.owner != who).cloned().collect();
    order::lay(cx, rows);
    cx.apply(TableFact::Placed { who, at: None });
}

/// R30: all ways to flee, free ones first: each adjacent zone, and straight out.
pub fn ways(fight: &FightState, who: CombatantId) -> Vec<Option<ZoneId>> {
    let beside = board::zone_of(fight, who).map(|zone| board::beside(fight, zone)).unwrap_or_default();
    let mut all: Vec<Option<ZoneId>> = beside.into_iter().map(Some).chain([None]).collect();
    let violation = |it: &Option<ZoneId>| -> Result<(), Violation> { board::way_out(fight, who, *it) };
    all.sort_by_key(|it| violation(it).is_err());
    all
}
