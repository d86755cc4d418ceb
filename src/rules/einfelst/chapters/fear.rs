//! Fear: R35, R36 and rulings A13, A27. How a frightened character reacts is up to their player; nothing is forced on them.

use super::{
    harm,
    testing::{self, Test},
};
use crate::engine::{CombatantId, ids::Addressee};
use crate::rules::einfelst::{
    Choice, Cx, FightState, Flow, Question, Rule,
    model::{
        board,
        fact::{Event, Fact},
        state::{Dread, Position, Skill, is_here, is_player},
        track::HarmKind,
    },
};

/// R35: the most dice that company gives.
const MOST_COMPANY: usize = 3;

/// R35 Fear, A13: a die for each player character in the zone, the tester included, except those with severe Mental Harm.
pub fn company(fight: &FightState, who: CombatantId) -> u8 {
    if !is_player(fight.combatant(who)) {
        return 0; // it is the player characters' courage
    }
    let steady = |it: &CombatantId| {
        let one = fight.combatant(*it);
        is_player(one) && is_here(fight, *it) && one.state.mental.severe == 0 && board::same_zone(fight, who, *it)
    };
    fight.ids().filter(steady).count().min(MOST_COMPANY) as u8
}

/// R36 What fear does: the Mental Harm of a failed test.
fn harm_of(position: Position) -> u8 {
    match position {
        Position::Controlled => 2,
        Position::Risky => 3,
        Position::Desperate => 4,
    }
}

/// R35 Fear, R36, A13, A27: Endure against the Fear value; on a failure the character takes Harm and their player says how they react.
pub fn test(cx: &mut Cx<'_>, who: CombatantId, value: u8, position: Option<Position>) -> Flow {
    cx.cite(Rule::FearTest);
    cx.cite(Rule::FearDice);
    cx.cite(Rule::Position);
    let position = position.or(cx.system.position).unwrap_or(cx.options.position);
    let company = company(cx, who);
    let what = format!("Fear {value}, {}", position.name());
    let test = Test {
        needed: Some(value),
        more: company,
        why: "company",
        ..Test::of(who, Skill::Endure, Rule::FearTest, &what)
    };
    let passed = testing::test(cx, &test).passed();
    cx.cite(Rule::FearTable);
    cx.tell(Event::Faced { who, passed });
    if passed {
        if position == Position::Controlled {
            let state = &cx.combatant(who).state;
            let (dice, demand) = (state.next_dice + 1, state.demand);
            cx.change(Fact::NextIs { who, dice, demand });
        }
        return Ok(());
    }
    harm::suffer(cx, who, harm_of(position), HarmKind::Mental)?;
    reacts(cx, who)
}

/// R36: freeze, flee, faint, attack, or something the player thinks of.
fn reacts(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    if !is_player(cx.combatant(who)) {
        return Ok(());
    }
    let all = [Dread::Freeze, Dread::Flee, Dread::Faint, Dread::Attack, Dread::Improvise].map(Choice::Dread);
    if let Choice::Dread(dread) = cx.ask(Addressee::Combatant(who), Question::React, |_| all.to_vec())? {
        cx.cite(Rule::FearTable);
        cx.change(Fact::Reacts { who, dread });
    }
    Ok(())
}
