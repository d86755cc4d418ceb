//! What things cost: R10-R12, R27 and ruling A10. A turn has a slow and a fast manoeuvre; what's left of it pays for reactions.

use super::order;
use crate::engine::CombatantId;
use crate::rules::einfelst::{
    Cx, FightState, Rule, Violation,
    model::{fact::Fact, state::TurnRow},
};
use std::cmp::Reverse;

/// R10: the cost of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// The slow manoeuvre.
    Slow,
    /// The fast manoeuvre; if it's spent, the slow one (R11).
    Fast,
    /// Nothing.
    Free,
    /// Nothing: it isn't part of the turn, and neither a hold nor a fire hinders it.
    Aside,
    /// R12: a manoeuvre left from any of the combatant's turns, when it isn't their turn now.
    Reaction,
}

impl Cost {
    /// The words in a menu.
    pub const fn words(self) -> &'static str {
        match self {
            Cost::Slow => "slow",
            Cost::Fast | Cost::Reaction => "fast",
            Cost::Free | Cost::Aside => "nothing",
        }
    }

    /// R10 Manoeuvres, R11: whether there's a manoeuvre left to pay with.
    pub fn check(self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        let (slow, fast) = left(fight, who);
        match self {
            Cost::Slow if !slow => Err(Violation::NoSlow(who)),
            Cost::Fast if !slow && !fast => Err(Violation::NoFast(who)),
            _ => Ok(()),
        }
    }
}

/// R10: which manoeuvres are left this turn: slow, fast.
pub fn left(fight: &FightState, who: CombatantId) -> (bool, bool) {
    let own = order::own_row(fight, who).map(|it| &fight.system.rows[it]);
    // Members of a group who haven't acted yet have the row that's up.
    let row = own.or_else(|| order::turns_left(fight).into_iter().find(|it| it.owner == who));
    row.map_or((false, false), |it| (it.slow, it.fast))
}

/// R10 Manoeuvres, R11 Fast instead of slow, A12: pays from the current turn. Without a test, it uses up the dice that an ambush gave for
/// the first manoeuvre.
pub fn pay(cx: &mut Cx<'_>, who: CombatantId, cost: Cost, tested: bool) {
    if cost == Cost::Free {
        return;
    }
    let mut rows = cx.system.rows.clone();
    let beside = order::beside_row(cx, who);
    if let Some(index) = order::own_row(cx, who) {
        let row = &mut rows[index];
        match cost {
            Cost::Slow => row.slow = false,
            _ if row.fast => row.fast = false,
            _ => {
                row.slow = false;
                cx.cite(Rule::SlowAsFast);
            }
        }
        // Beside the order this is the only way a turn ends by itself.
        row.done |= beside == Some(index) && !row.slow && !row.fast;
    }
    cx.cite(if cost == Cost::Slow { Rule::SlowTable } else { Rule::FastTable });
    order::keep(cx, rows);
    first_manoeuvre(cx, who, tested);
}

/// A12 The ambush's dice: they go into the test of the first manoeuvre, and are lost if it has none.
fn first_manoeuvre(cx: &mut Cx<'_>, who: CombatantId, tested: bool) {
    let dice = cx.combatant(who).state.first_dice;
    if dice == 0 {
        return;
    }
    cx.change(Fact::FirstDice { who, dice: 0 });
    if tested {
        cx.cite(Rule::SneakDice);
        let state = &cx.combatant(who).state;
        let (next, demand) = (state.next_dice, state.demand);
        cx.change(Fact::NextIs { who, dice: next + dice, demand });
    }
}

/// R12 Reactions, A10: the turn that a reaction is paid from, and whether it takes the slow manoeuvre. A fast one is used first: from a
/// turn that's over, then from the current one, then from one to come; then a slow one in the same order.
fn reacts_out_of(fight: &FightState, who: CombatantId, fits: fn(&TurnRow) -> bool) -> Option<(usize, bool)> {
    let rows = fight.system.rows.iter().enumerate();
    let mut own: Vec<(usize, &TurnRow)> = rows.filter(|it| it.1.owner == who && fits(it.1)).collect();
    own.sort_by_key(|it| (Reverse(it.1.done), Reverse(it.1.acting), Reverse(it.1.card)));
    let fast = own.iter().find(|it| it.1.fast).map(|it| (it.0, false));
    fast.or_else(|| own.iter().find(|it| it.1.slow).map(|it| (it.0, true)))
}

/// R12 Reactions: whether the combatant can react, and if so, whether it takes the slow manoeuvre.
pub fn reaction_left(fight: &FightState, who: CombatantId) -> Option<bool> {
    let able = order::able(fight, who).is_ok() && fight.combatant(who).state.fire.is_none(); // R37
    able.then(|| reacts_out_of(fight, who, |_| true)).flatten().map(|it| it.1)
}

/// R12 Reactions, A10: spends a manoeuvre out of turn.
pub fn reacts(cx: &mut Cx<'_>, who: CombatantId) {
    let Some(out_of) = reacts_out_of(cx, who, |_| true) else { return };
    spends(cx, who, out_of, false);
}

/// R12, R27: the turn that can still pay for what's possible once per turn.
pub fn could_try(fight: &FightState, who: CombatantId) -> Option<(usize, bool)> {
    reacts_out_of(fight, who, |it| !it.tried)
}

/// R12, R27: as [`reacts`], but once per turn.
pub fn reacts_once(cx: &mut Cx<'_>, who: CombatantId) {
    let Some(out_of) = could_try(cx, who) else { return };
    spends(cx, who, out_of, true);
}

fn spends(cx: &mut Cx<'_>, who: CombatantId, (index, slow): (usize, bool), once: bool) {
    cx.cite(Rule::Reactions);
    let mut rows = cx.system.rows.clone();
    rows[index].tried |= once;
    match slow {
        true => {
            cx.cite(Rule::TwoReactions);
            rows[index].slow = false;
        }
        false => rows[index].fast = false,
    }
    order::keep(cx, rows);
    first_manoeuvre(cx, who, true);
}
