//! Whose turn it is: R4 and rulings A4, A22, A28. The order is a row of turns, each with a card. The lowest card that hasn't been played
//! acts next, so a swap in mid-round neither gives nor takes a turn (A5).

use crate::engine::{CombatantId, Stage, TurnOrder, turns::Listing};
use crate::rules::einfelst::{
    Combatant, Cx, FightState, TableFact, Violation,
    model::{
        fact::Fact,
        state::{TurnRow, is_here, is_out, is_player, is_up, up},
    },
};
use std::cmp::Reverse;

/// R4 Rounds, with the option for it: whether the combatant acts beside the order, because nobody may know that they're there. If only such
/// combatants are left standing, the order is theirs, otherwise nobody could ever act.
pub fn is_beside(fight: &FightState, who: CombatantId) -> bool {
    let unseen = |it: &Combatant| it.is_hidden() && !is_player(it);
    fight.options.unseen_beside
        && fight.find(who).is_some_and(unseen)
        && fight.combatants.iter().any(|it| is_up(fight, it) && !unseen(it))
}

/// Whether the combatant can act although it's another's turn: once per round for each card, whenever their player likes.
pub fn may_act_beside(fight: &FightState, who: CombatantId) -> bool {
    fight.stage == Stage::Fighting && fight.turns.round > 0 && up(fight, who) && beside_row(fight, who).is_some()
}

/// The turn that the combatant takes beside the order: that of their lowest card not yet played.
pub fn beside_row(fight: &FightState, who: CombatantId) -> Option<usize> {
    if !is_beside(fight, who) {
        return None;
    }
    let own = fight.system.rows.iter().enumerate().filter(|it| it.1.owner == who && !it.1.done);
    own.min_by_key(|it| (it.1.card, it.0)).map(|it| it.0)
}

/// R10: the combatant's current turn: the one in progress, or theirs beside the order.
pub fn own_row(fight: &FightState, who: CombatantId) -> Option<usize> {
    let acting = fight.system.rows.iter().position(|it| it.acting && it.owner == who);
    acting.or_else(|| beside_row(fight, who))
}

/// The turns still to be taken this round, the next one first: by card, and player characters first on a tie (A4).
pub fn turns_left(fight: &FightState) -> Vec<&TurnRow> {
    let spent = |it: &TurnRow| fight.turns.is_spent(it.owner) || is_beside(fight, it.owner);
    let mut left: Vec<&TurnRow> =
        fight.system.rows.iter().filter(|it| !it.done && is_here(fight, it.owner) && !spent(it)).collect();
    left.sort_by(|a, b| key(fight, a).cmp(&key(fight, b)));
    left
}

fn key<'a>(fight: &FightState, row: &'a TurnRow) -> (u8, Reverse<bool>, Option<&'a str>, CombatantId) {
    let player = fight.find(row.owner).is_some_and(is_player);
    (row.card, Reverse(player), row.group.as_deref(), row.owner)
}

/// A22 On one card: who can act next; several only if they share a card.
pub fn up_next(fight: &FightState) -> Vec<CombatantId> {
    let left = turns_left(fight);
    let Some(first) = left.first() else { return vec![] };
    let together = |it: &&&TurnRow| it.owner == first.owner || (it.group.is_some() && it.group == first.group);
    let mut owners: Vec<CombatantId> =
        left.iter().filter(|it| it.card == first.card).filter(together).map(|it| it.owner).collect();
    owners.dedup();
    owners
}

/// A22: whether the combatant's turn is on the card that someone else is acting on.
pub fn waits_on_same_card(fight: &FightState, who: CombatantId) -> bool {
    let acting = fight.system.rows.iter().find(|it| it.acting);
    acting.is_some_and(|now| {
        let same = |it: &TurnRow| it.owner == who && !it.done && it.card == now.card && it.group.is_some();
        now.group.is_some() && fight.system.rows.iter().any(|it| same(it) && it.group == now.group)
    })
}

/// R4 Rounds: why the combatant can't act while their card isn't up.
pub fn not_now(fight: &FightState, who: CombatantId) -> Violation {
    let up = fight.turns.active.or_else(|| up_next(fight).first().copied());
    match up.filter(|it| fight.find(*it).is_some_and(|it| !it.is_hidden())) {
        _ if is_beside(fight, who) => Violation::HadTheirTurn(who),
        Some(up) => Violation::NotTheirTurn { who, up },
        None => Violation::NotTheirTurnYet(who),
    }
}

/// Sets the row of turns, and the order that the table shows.
pub fn lay(cx: &mut Cx<'_>, rows: Vec<TurnRow>) {
    cx.change(Fact::RowsAre(rows));
    let order = listed(cx);
    if cx.turns.order != order {
        cx.apply(TableFact::OrderSet(order));
    }
}

/// As [`lay`], where only manoeuvres have been spent.
pub fn keep(cx: &mut Cx<'_>, rows: Vec<TurnRow>) {
    cx.change(Fact::RowsAre(rows));
}

/// The order as slots: by card, with those who share a card in one slot. The slot of the turn in progress is up, otherwise the next one's.
pub fn listed(fight: &FightState) -> TurnOrder {
    let mut rows: Vec<&TurnRow> = fight.system.rows.iter().filter(|it| is_here(fight, it.owner)).collect();
    rows.sort_by(|a, b| key(fight, a).cmp(&key(fight, b)));
    let mut slots: Vec<(Listing, Option<&str>, bool, bool)> = vec![];
    for it in rows {
        match slots.last_mut() {
            Some((slot, group, acting, done))
                if it.group.is_some() && *group == it.group.as_deref() && slot.label == it.card.to_string() =>
            {
                slot.owners.push(it.owner);
                *acting |= it.acting;
                *done &= it.done || is_beside(fight, it.owner);
            }
            _ => {
                let slot = Listing { owners: vec![it.owner], label: it.card.to_string() };
                slots.push((slot, it.group.as_deref(), it.acting, it.done || is_beside(fight, it.owner)));
            }
        }
    }
    let at = slots.iter().position(|it| it.2).or_else(|| slots.iter().position(|it| !it.3)).unwrap_or(slots.len());
    TurnOrder::Listed { slots: slots.into_iter().map(|it| it.0).collect(), at }
}

/// R10: whether the combatant's turn has ended by itself and anyone who is up hasn't done anything yet: a late `end` is then answered, and
/// ends nobody else's turn.
pub fn is_over_already(fight: &FightState, who: CombatantId) -> bool {
    let rows = &fight.system.rows;
    let fresh = rows.iter().all(|it| !it.acting || (it.owner != who && it.slow && it.fast));
    let had = rows.iter().any(|it| it.owner == who && it.done);
    let last_round = fight.turns.round > 1 && rows.iter().all(|it| !it.done);
    let over = fight.turns.active != Some(who) && !may_act_beside(fight, who);
    fight.stage == Stage::Fighting && over && fresh && (had || last_round)
}

/// R4 Rounds, A22: whether the combatant can act in a turn now.
pub fn may_go_on(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    if fight.find(who).is_none() {
        return Err(Violation::NobodyThere);
    }
    if fight.stage != Stage::Fighting {
        return Err(Violation::NoFight);
    }
    able(fight, who)?;
    match fight.turns.active {
        Some(active) if active == who => Ok(()),
        _ if may_act_beside(fight, who) => Ok(()),
        Some(_) if waits_on_same_card(fight, who) => Err(Violation::NotYet(who)),
        active => match active.is_none() && up_next(fight).contains(&who) {
            true => Ok(()),
            false => Err(not_now(fight, who)),
        },
    }
}

/// Whether the combatant is in the fight and able to act.
pub fn able(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    let Some(it) = fight.find(who) else { return Err(Violation::NobodyThere) };
    match () {
        () if it.state.fled => Err(Violation::Fled(who)),
        () if is_out(fight, it) => Err(Violation::Out(who)),
        () if !is_up(fight, it) => Err(Violation::Unconscious(who)),
        () => Ok(()),
    }
}
