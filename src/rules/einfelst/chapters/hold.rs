//! Holding: R25-R28 and rulings A7, A8, A9. The condition of the held one knows the holder. It ends when the holder lets go, moves away or
//! falls, or the held one breaks free.

use super::{
    attack, cost, order,
    reaction::Defence,
    swap,
    testing::{self, Test},
    turn,
};
use crate::engine::{CombatantId, Ends, Held, ids::Addressee};
use crate::rules::einfelst::{
    Choice, Condition, Cx, FightState, Flow, Question, Rule, TableFact, Violation,
    model::{
        board,
        fact::{Event, Fact},
        question::Extra,
        state::{Skill, TurnRow, is},
    },
};

/// R25 Grappling: whether the combatant can grapple the target.
pub fn check_grapple(fight: &FightState, who: CombatantId, target: CombatantId) -> Result<(), Violation> {
    attack::foe(fight, who, target)?;
    match () {
        () if !board::same_zone(fight, who, target) => Err(Violation::NotSameZone(target)),
        () if !board::is_close(fight, who, target) => Err(Violation::NotClose(target)),
        () if is(fight, target, Condition::Restrained) => Err(Violation::HeldAlready(target)),
        () => Ok(()),
    }
}

/// R25 Grappling, A9: Force, against breaking free by Force; with a success left, the target is restrained.
pub fn grapple(cx: &mut Cx<'_>, who: CombatantId, target: CombatantId) -> Flow {
    cx.cite(Rule::Grapple);
    let unseen = attack::is_seen(cx, who);
    cx.tell(Event::Grapples { by: who, at: target });
    let offers = |fight: &FightState| match cost::reaction_left(fight, target) {
        Some(_) if !unseen => vec![Choice::TakeIt, Choice::BreakFree],
        _ => vec![Choice::TakeIt],
    };
    let choice = cx.ask(Addressee::Combatant(target), Question::Grappled { by: who }, offers)?;
    let defence = (choice == Choice::BreakFree).then_some(Defence {
        skill: Skill::Force,
        rule: Rule::Grapple,
        what: "breaking free",
    });
    if defence.is_some() {
        cx.cite(Rule::BeforeTheRoll);
        cx.cite(Rule::GrappleCancels);
        cost::reacts(cx, target);
    }
    let clash = attack::opposed(cx, &Test::of(who, Skill::Force, Rule::Grapple, "grapple"), target, defence);
    let Some(extra) = clash.extra else {
        cx.tell(Event::Missed { by: who, at: target });
        return Ok(());
    };
    let held = Held { what: Condition::Restrained, ends: Ends::WhileHeldBy(who), from: Some(who) };
    cx.apply(TableFact::Gained { who: target, held });
    spend(cx, who, target, extra, Extra::Grapple)
}

/// R26 A hand over the mouth, R6, A23: what the extra successes of a grapple or a push can buy.
pub fn spend(cx: &mut Cx<'_>, who: CombatantId, target: CombatantId, extra: u8, of: Extra) -> Flow {
    let (mut left, mut bought) = (extra, vec![]);
    while left > 0 {
        let question = Question::Extra { by: who, at: target, left, of };
        let choice = cx.ask(Addressee::Combatant(who), question, |fight| {
            let once = |it: fn(&Choice) -> bool| !bought.iter().any(it);
            let mut all = vec![Choice::Enough];
            if of == Extra::Grapple && once(|it| *it == Choice::Gag) {
                all.push(Choice::Gag);
            }
            if once(|it| matches!(it, Choice::Outmanoeuvre(_))) {
                all.extend(swap::cards(fight, who, target).into_iter().map(Choice::Outmanoeuvre));
            }
            all
        })?;
        match choice {
            Choice::Gag => {
                cx.cite(Rule::HandOverMouth);
                let held = Held { what: Condition::Gagged, ends: Ends::WhileHeldBy(who), from: Some(who) };
                cx.apply(TableFact::Gained { who: target, held });
            }
            Choice::Outmanoeuvre(card) => {
                cx.cite(Rule::Price);
                swap::forced(cx, who, target, card);
            }
            _ => break,
        }
        bought.push(choice);
        left -= 1;
    }
    Ok(())
}

/// R27 Breaking free: only while held, and once per turn: during it, or as a reaction before or after it (R12, R15).
pub fn check_break_free(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    if !is(fight, who, Condition::Restrained) {
        return Err(Violation::NotHeld(who));
    }
    let own = || fight.system.rows.iter().filter(|it| it.owner == who);
    match order::may_go_on(fight, who) {
        Ok(()) if own().any(|it| it.acting && it.tried) => Err(Violation::Tried(who)),
        Ok(()) => Ok(()),
        Err(it) if it.is_of_turn() => match cost::could_try(fight, who) {
            _ if fight.combatant(who).state.fire.is_some() => Err(Violation::Burning(who)), // R37: no reactions while burning
            Some(_) => Ok(()),
            None if own().any(|it| it.tried) => Err(Violation::Tried(who)),
            None => Err(Violation::NoFast(who)),
        },
        Err(other) => Err(other),
    }
}

/// R27 Breaking free, A7: Force; if the holder holds on, it takes more successes than theirs, otherwise one.
pub fn break_free(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.cite(Rule::BreakFree);
    let mut rows: Vec<TurnRow> = cx.system.rows.clone();
    rows.iter_mut().filter(|it| it.acting && it.owner == who).for_each(|it| it.tried = true);
    cx.change(Fact::RowsAre(rows));
    tries(cx, who)
}

/// R12 Reactions, R15, R27: breaks free out of turn, as a reaction.
pub fn break_free_out_of_turn(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.cite(Rule::BreakFree);
    turn::has_acted(cx);
    cost::reacts_once(cx, who);
    tries(cx, who)
}

fn tries(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    let holds = match holder(cx, who) {
        None => false,
        Some(holder) => {
            let offers = |fight: &FightState| match cost::reaction_left(fight, holder) {
                Some(_) if !is(fight, holder, Condition::Restrained) => vec![Choice::LetGo, Choice::HoldOn],
                _ => vec![Choice::LetGo],
            };
            cx.ask(Addressee::Combatant(holder), Question::HoldOn { held: who }, offers)? == Choice::HoldOn
        }
    };
    let test = Test::of(who, Skill::Force, Rule::BreakFree, "breaking free");
    let freed = match holder(cx, who).filter(|_| holds) {
        None => testing::test(cx, &test).passed(),
        Some(holder) => {
            cx.cite(Rule::BeforeTheRoll);
            cx.cite(Rule::HoldByForce);
            cost::reacts(cx, holder);
            let own = testing::test(cx, &test.counted()).successes;
            let skill = cx.options.hold;
            own > testing::test(cx, &Test::of(holder, skill, Rule::HoldByForce, "holding on").counted()).successes
        }
    };
    match freed {
        true => is_free(cx, who),
        false => cx.tell(Event::StillHeld(who)),
    }
    Ok(())
}

/// R27: whether the combatant holds the target.
pub fn check_release(fight: &FightState, who: CombatantId, target: CombatantId) -> Result<(), Violation> {
    if holder(fight, target) == Some(who) { Ok(()) } else { Err(Violation::NotHolding(who)) }
}

/// R27: lets the target go.
pub fn release(cx: &mut Cx<'_>, who: CombatantId, target: CombatantId) -> Flow {
    cx.cite(Rule::BreakFree);
    cx.tell(Event::Releases { who, target });
    is_free(cx, target);
    Ok(())
}

/// The holder of a combatant.
pub fn holder(fight: &FightState, held: CombatantId) -> Option<CombatantId> {
    fight.find(held)?.conditions.iter().find(|it| it.what == Condition::Restrained)?.from
}

/// Everyone the combatant holds.
pub fn held_by(fight: &FightState, who: CombatantId) -> Vec<CombatantId> {
    fight.ids().filter(|it| holder(fight, *it) == Some(who)).collect()
}

/// Ends a hold on the combatant.
pub fn is_free(cx: &mut Cx<'_>, who: CombatantId) {
    for what in [Condition::Gagged, Condition::Restrained] {
        if cx.combatant(who).is(&what) {
            cx.apply(TableFact::Lost { who, what });
        }
    }
}

/// The combatant lets go of everyone they hold.
pub fn lets_all_go(cx: &mut Cx<'_>, who: CombatantId) {
    for held in held_by(cx, who) {
        is_free(cx, held);
    }
}
