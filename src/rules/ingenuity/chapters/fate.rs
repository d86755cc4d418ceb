//! Fate: C8 and ruling A17. A point asks the GM a true question, makes a die its most, gives an action, restores half a pool, or halves a
//! damage. Said beforehand; asked about a die only by anyone who wants it, about a damage when it would cost health, about death always.

use crate::engine::{CombatantId, ids::Addressee};
use crate::rules::ingenuity::{
    Choice, Cx, Event, Fact, FightState, Flow, Question, Resource, Rule, StandingOrder, TableFact, Violation,
    chapters::cost::Cost,
    model::{
        circumstances::{Boon, WhichDie},
        sheet::half_up,
    },
};

/// C8: whether a point can be spent on this.
///
/// # Errors
/// If there is none, or nothing to gain.
pub fn check(fight: &FightState, who: CombatantId, on: Boon) -> Result<(), Violation> {
    let it = fight.combatant(who);
    Cost::FATE.check_pools(fight, who, Rule::Fate)?;
    let full = |now: i32, pool: &str| now >= it.sheet.stat(pool);
    let nothing = match on {
        Boon::Endurance => full(it.state.endurance, "endurance"),
        Boon::Stamina => full(it.state.stamina, "stamina"),
        Boon::Focus => full(it.state.focus, "focus"),
        Boon::Maximise(die) => it.state.next.shown().any(|it| it == die),
        Boon::Halve => it.state.halves,
        Boon::Question | Boon::Action => false,
    };
    if nothing { Err(Violation::NothingToGain) } else { Ok(()) }
}

fn take(cx: &mut Cx<'_>, who: CombatantId, on: Boon) {
    cx.cite(Rule::Fate);
    cx.tell(Event::FateSpent { who, on });
    Cost::FATE.spend_pools(cx, who);
}

/// C8: a point is spent on this.
pub fn spend(cx: &mut Cx<'_>, who: CombatantId, on: Boon) {
    take(cx, who, on);
    let it = cx.combatant(who);
    let half = |now: i32, pool: &str| (now + half_up(it.sheet.stat(pool))).min(it.sheet.stat(pool));
    let next = it.state.next;
    let fact = match on {
        Boon::Question => return,
        Boon::Action => {
            let left = it.budget.left(Resource::Action) + 1;
            cx.apply(TableFact::ResourceSet { who, resource: Resource::Action, left });
            return;
        }
        Boon::Endurance => Fact::EnduranceIs { who, left: half(it.state.endurance, "endurance") },
        Boon::Stamina => Fact::StaminaIs { who, left: half(it.state.stamina, "stamina") },
        Boon::Focus => Fact::FocusIs { who, left: half(it.state.focus, "focus") },
        Boon::Maximise(die) => Fact::NextIs { who, next: next.with_most(die) },
        Boon::Halve => Fact::Halves { who, on: true },
    };
    cx.change(fact);
}

/// C8: the dice that show their most: said beforehand, a point each, or now by anyone who wants to be asked.
pub fn asked_after(cx: &mut Cx<'_>, who: CombatantId, said: Vec<WhichDie>) -> Flow<Vec<WhichDie>> {
    let it = cx.combatant(who);
    if !said.is_empty() || it.state.fate < 1 || !it.orders.contains(&StandingOrder::AskFate) {
        return Ok(said);
    }
    let dice = [WhichDie::Attribute, WhichDie::Skill, WhichDie::Luck].map(Choice::ThisDie);
    let offers: Vec<Choice> = std::iter::once(Choice::KeepFate).chain(dice).collect();
    match cx.ask(Addressee::Combatant(who), Question::Maximise { who }, |_| offers.clone())? {
        Choice::ThisDie(die) => {
            take(cx, who, Boon::Maximise(die));
            Ok(vec![die])
        }
        _ => Ok(vec![]),
    }
}

/// C8: a damage is halved after all that takes it off: said beforehand, or asked where it would cost health. Halves round up.
pub fn halved(cx: &mut Cx<'_>, who: CombatantId, taken: i32) -> Flow<i32> {
    let it = cx.combatant(who);
    if it.state.halves {
        cx.cite(Rule::Fate);
        cx.change(Fact::Halves { who, on: false });
        return Ok(half_up(taken));
    }
    if it.state.fate < 1 || taken <= it.state.endurance || it.state.health == 0 {
        return Ok(taken);
    }
    let question = Question::Halve { who, amount: taken };
    if cx.ask(Addressee::Combatant(who), question, |_| vec![Choice::KeepFate, Choice::SpendFate])? == Choice::KeepFate {
        return Ok(taken);
    }
    take(cx, who, Boon::Halve);
    Ok(half_up(taken))
}

/// C8, A17: a luck test against death that has failed shows 20 instead, where that helps.
pub fn cheats_death(cx: &mut Cx<'_>, who: CombatantId, number: i32) -> Flow<bool> {
    if cx.combatant(who).state.fate < 1 || number > 20 {
        return Ok(false);
    }
    let question = Question::CheatDeath { who, number };
    let offers = vec![Choice::SpendFate, Choice::KeepFate];
    if cx.ask(Addressee::Combatant(who), question, |_| offers.clone())? == Choice::KeepFate {
        return Ok(false);
    }
    take(cx, who, Boon::Maximise(WhichDie::Luck));
    Ok(true)
}
