//! Swapping cards: R5 at the start of a round, R6 and R24 against someone's will, rulings A5 and A28. Only cards change hands; a turn
//! that's over stays over, and a turn in progress goes on.

use super::order;
use crate::engine::{CombatantId, Stage, ids::Addressee};
use crate::rules::einfelst::{
    Choice, Condition, Cx, FightState, Flow, Question, Rule, TableFact, Violation,
    model::{
        fact::{Event, Fact},
        state::{TurnRow, enemies, is, is_here, is_player},
    },
};

/// R5 Swapping cards: at the start of a round, before anyone has acted, between two player characters who can talk.
pub fn check(fight: &FightState, who: CombatantId, target: CombatantId) -> Result<(), Violation> {
    if fight.stage != Stage::Fighting {
        return Err(Violation::NoFight);
    }
    if fight.find(target).is_none() {
        return Err(Violation::NobodyThere);
    }
    if who == target {
        return Err(Violation::Oneself);
    }
    for one in [who, target] {
        if !fight.find(one).is_some_and(is_player) {
            return Err(Violation::OnlyPlayers(one));
        }
    }
    if enemies(fight, who, target) {
        return Err(Violation::NoAlly(target));
    }
    if fight.system.acted || fight.turns.round == 0 {
        return Err(Violation::TooLateToSwap);
    }
    order::able(fight, who)?;
    let silent = |it: CombatantId| is(fight, it, Condition::Gagged) || is(fight, it, Condition::Silenced);
    for one in [who, target] {
        if silent(one) || order::able(fight, one).is_err() {
            return Err(Violation::CannotTalk(one));
        }
        if own(fight, one).is_none() {
            return Err(Violation::NoCard(one));
        }
    }
    Ok(())
}

/// R5 Swapping cards: if the other one agrees, the cards change hands before the first turn.
pub fn swap(cx: &mut Cx<'_>, who: CombatantId, target: CombatantId) -> Flow {
    cx.cite(Rule::Swap);
    let same = cx.combatant(who).controller == cx.combatant(target).controller;
    if !same {
        let question = Question::SwapCards { from: who };
        let choice = cx.ask(Addressee::Combatant(target), question, |_| vec![Choice::Refuse, Choice::Agree])?;
        if choice != Choice::Agree {
            cx.tell(Event::KeepsCard { who: target, from: who });
            return Ok(());
        }
    }
    // Nobody has acted, so a turn that was announced hasn't begun yet.
    if let Some(active) = cx.turns.active {
        cx.apply(TableFact::TurnEnded(active));
        cx.apply(TableFact::Restored(active));
        let mut rows = cx.system.rows.clone();
        rows.iter_mut().for_each(|it| it.acting = false);
        cx.change(Fact::RowsAre(rows));
    }
    let theirs = own(cx, target);
    exchange(cx, who, target, theirs);
    Ok(())
}

/// The turn whose card the combatant gives away: the one in progress, otherwise the one on their highest card.
fn own(fight: &FightState, who: CombatantId) -> Option<usize> {
    let rows = || fight.system.rows.iter().enumerate().filter(|it| it.1.owner == who);
    rows().find(|it| it.1.acting).or_else(|| rows().max_by_key(|it| it.1.card)).map(|it| it.0)
}

/// R6 Outmanoeuvring: the other's cards that the combatant could swap for.
pub fn cards(fight: &FightState, who: CombatantId, of: CombatantId) -> Vec<u8> {
    let Some(own) = own(fight, who).map(|it| fight.system.rows[it].card) else { return vec![] };
    if !is_here(fight, of) {
        return vec![];
    }
    let mut cards: Vec<u8> = fight.system.rows.iter().filter(|it| it.owner == of).map(|it| it.card).collect();
    cards.retain(|it| *it != own); // a second deck has cards alike
    cards.sort_unstable();
    cards
}

/// R6 Outmanoeuvring, R24, A5, A28: forces a swap in mid-round.
pub fn forced(cx: &mut Cx<'_>, who: CombatantId, with: CombatantId, card: u8) {
    cx.cite(Rule::Outmanoeuvre);
    cx.cite(Rule::SwapMidRound);
    let theirs = cx.system.rows.iter().position(|it| it.owner == with && it.card == card);
    exchange(cx, who, with, theirs);
}

/// A28 The row of turns: two cards change hands, and nothing else; anyone who swaps leaves a shared card.
fn exchange(cx: &mut Cx<'_>, who: CombatantId, with: CombatantId, theirs: Option<usize>) {
    let (Some(mine), Some(theirs)) = (own(cx, who), theirs) else { return };
    cx.cite(Rule::TurnRow);
    let mut rows: Vec<TurnRow> = cx.system.rows.clone();
    let (a, b) = (rows[mine].card, rows[theirs].card);
    (rows[mine].card, rows[theirs].card) = (b, a);
    rows[mine].group = None;
    rows[theirs].group = None;
    cx.tell(Event::Swapped { who, with, gets: b, gives: a });
    order::lay(cx, rows);
}
