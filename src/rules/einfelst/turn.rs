//! Rounds and turns: R1-R4, R10, R11 and rulings A4, A10, A11, A22, A28. The order is a row of turns, each with a card; the lowest card that
//! has not been played acts next, so that a swap in mid-round neither gives nor takes a turn (A5).
//!
//! Long because: dealing, whose turn it is and what is left of it all read one row of turns.

use super::{
    Cx, Einfelst, FightState, Flow, Rule, TableFact, Violation, ambush,
    fact::Fact,
    fire, perils, poison,
    state::{Phase, TurnRow, is_here, is_player, is_up, up},
    verbs::{self, Cost},
};
use crate::engine::{CombatantId, Moment, SideId, Stage, Transition, TurnOrder, turns::Listing};
use std::cmp::Reverse;

/// R4, A28: what comes next when nobody has a choice. No new round begins unless two sides have somebody who stands, or somebody who stands
/// burns or is poisoned. Where the unseen act beside the order one side is enough.
pub fn due(fight: &FightState) -> Option<Transition<Einfelst>> {
    if fight.stage != Stage::Fighting {
        return None;
    }
    if !fight.system.called.is_empty() {
        return Some(Transition::PhaseBegins(Phase::Called));
    }
    if fight.turns.round > 0
        && let Some(who) = cardless(fight)
    {
        return Some(Transition::Joins(who));
    }
    if let Some(who) = fight.turns.active {
        return (nothing_left(fight, who) || is_beside(fight, who)).then_some(Transition::TurnEnds(who));
    }
    if fight.turns.round == 0 {
        return Some(Transition::RoundBegins);
    }
    // A turn that the GM has ended by hand.
    if let Some(row) = fight.system.rows.iter().find(|it| it.acting && !is_beside(fight, it.owner)) {
        return Some(Transition::TurnEnds(row.owner));
    }
    let next = up_next(fight);
    match next.as_slice() {
        [] => goes_on(fight).then_some(Transition::RoundBegins),
        [one] if up(fight, *one) => Some(Transition::TurnBegins(*one)),
        several => several.iter().find(|it| !up(fight, **it)).map(|it| Transition::TurnEnds(*it)),
    }
}

/// Somebody who came with others, or came back, and has drawn no card yet.
fn cardless(fight: &FightState) -> Option<CombatantId> {
    fight.ids().find(|it| is_here(fight, *it) && !fight.system.rows.iter().any(|row| row.owner == *it))
}

/// Whether another round is worth beginning.
fn goes_on(fight: &FightState) -> bool {
    let suffers = |it: &super::Combatant| it.state.fire.is_some() || it.state.poison.is_some();
    let plays = |it: &super::Combatant| is_up(fight, it) && !is_beside(fight, it.id);
    let sides = fight.sides.iter().filter(|side| fight.members(side.id).any(plays)).count();
    // Rounds pass whether or not anybody is there unseen: they have one turn in each, and it tells nothing.
    let on = |it: &super::Combatant| fight.options.unseen_beside || suffers(it);
    sides > 1 || fight.combatants.iter().any(|it| plays(it) && on(it))
}

/// R4 Rounds, where the table plays so: whether somebody's turns are taken beside the order, because nobody may know that they are there.
/// Where nobody else stands the order is theirs, or nobody could ever act.
pub fn is_beside(fight: &FightState, who: CombatantId) -> bool {
    let unseen = |it: &super::Combatant| it.hidden && !is_player(it);
    fight.options.unseen_beside
        && fight.find(who).is_some_and(unseen)
        && fight.combatants.iter().any(|it| is_up(fight, it) && !unseen(it))
}

/// Whether somebody may act now although it is another's turn: once a round for each card, whenever their player likes.
pub fn may_act_beside(fight: &FightState, who: CombatantId) -> bool {
    fight.stage == Stage::Fighting && fight.turns.round > 0 && up(fight, who) && beside_row(fight, who).is_some()
}

/// The turn that somebody takes beside the order: that of their lowest card which is not done.
fn beside_row(fight: &FightState, who: CombatantId) -> Option<usize> {
    if !is_beside(fight, who) {
        return None;
    }
    let own = fight.system.rows.iter().enumerate().filter(|it| it.1.owner == who && !it.1.done);
    own.min_by_key(|it| (it.1.card, it.0)).map(|it| it.0)
}

/// R10: the turn out of which somebody acts: the one under way, or theirs beside the order.
fn own_row(fight: &FightState, who: CombatantId) -> Option<usize> {
    let acting = fight.system.rows.iter().position(|it| it.acting && it.owner == who);
    acting.or_else(|| beside_row(fight, who))
}

/// A turn ends by itself when both manoeuvres are spent, or its owner cannot go on.
fn nothing_left(fight: &FightState, who: CombatantId) -> bool {
    !up(fight, who) || left(fight, who) == (false, false)
}

/// R10: which manoeuvres are left of the turn under way: slow, fast.
pub fn left(fight: &FightState, who: CombatantId) -> (bool, bool) {
    let own = own_row(fight, who).map(|it| &fight.system.rows[it]);
    // Whoever of a group has not begun yet has the row that is up.
    let row = own.or_else(|| turns_left(fight).into_iter().find(|it| it.owner == who));
    row.map_or((false, false), |it| (it.slow, it.fast))
}

/// The turns of this round that are still to be taken, the next first: the lowest card, on a tie player characters first (A4).
fn turns_left(fight: &FightState) -> Vec<&TurnRow> {
    let spent = |it: &TurnRow| fight.turns.is_spent(it.owner) || is_beside(fight, it.owner);
    let mut left: Vec<&TurnRow> =
        fight.system.rows.iter().filter(|it| !it.done && is_here(fight, it.owner) && !spent(it)).collect();
    left.sort_by_key(|it| key(fight, it));
    left
}

fn key(fight: &FightState, row: &TurnRow) -> (u8, Reverse<bool>, Option<String>, CombatantId) {
    let player = fight.find(row.owner).is_some_and(is_player);
    (row.card, Reverse(player), row.group.clone(), row.owner)
}

/// A22 On one card: those one of whom acts next; several only where they share a card.
pub fn up_next(fight: &FightState) -> Vec<CombatantId> {
    let left = turns_left(fight);
    let Some(first) = left.first() else { return vec![] };
    let together = |it: &&&TurnRow| it.owner == first.owner || (it.group.is_some() && it.group == first.group);
    let mut owners: Vec<CombatantId> =
        left.iter().filter(|it| it.card == first.card).filter(together).map(|it| it.owner).collect();
    owners.dedup();
    owners
}

/// A22: whether somebody's turn is on the card on which another acts now.
pub fn waits_on_same_card(fight: &FightState, who: CombatantId) -> bool {
    let acting = fight.system.rows.iter().find(|it| it.acting);
    acting.is_some_and(|now| {
        let same = |it: &TurnRow| it.owner == who && !it.done && it.card == now.card && it.group.is_some();
        now.group.is_some() && fight.system.rows.iter().any(|it| same(it) && it.group == now.group)
    })
}

/// R4 Rounds: why somebody whose card is not up cannot act.
pub fn not_now(fight: &FightState, who: CombatantId) -> Violation {
    let up = fight.turns.active.or_else(|| up_next(fight).first().copied());
    match up.filter(|it| fight.find(*it).is_some_and(|it| !it.hidden)) {
        _ if is_beside(fight, who) => Violation::HadTheirTurn(who),
        Some(up) => Violation::NotTheirTurn { who, up },
        None => Violation::NotTheirTurnYet(who),
    }
}

/// Whose turn it is, or whose it could be, and who may act beside the order.
pub fn may_act(fight: &FightState) -> Vec<CombatantId> {
    let mut all = match fight.turns.active {
        _ if fight.stage != Stage::Fighting => return vec![],
        Some(who) => vec![who],
        None => up_next(fight).into_iter().filter(|it| up(fight, *it)).collect(),
    };
    all.extend(fight.ids().filter(|it| fight.turns.active != Some(*it) && may_act_beside(fight, *it)));
    all
}

/// Nobody passes for a side: each has a turn, and ends it.
pub fn check_pass(_: &FightState, _: SideId) -> Result<(), Violation> {
    Err(Violation::NoPassing)
}

/// Beginnings and ends.
///
/// # Errors
/// When a rule refuses it, or somebody must be asked.
pub fn transition(cx: &mut Cx<'_>, transition: &Transition<Einfelst>) -> Flow {
    match transition {
        Transition::FightBegins => fight_begins(cx),
        Transition::Joins(who) => joins(cx, *who),
        Transition::RoundBegins => round_begins(cx),
        Transition::TurnBegins(who) => {
            begin(cx, *who);
            Ok(())
        }
        Transition::TurnEnds(who) if goes_on_unseen(cx, *who) => {
            leaves_the_order(cx, *who);
            Ok(())
        }
        Transition::TurnEnds(who) => {
            end(cx, *who);
            Ok(())
        }
        Transition::PhaseBegins(Phase::Called) => perils::next(cx),
        Transition::FightEnds => {
            cx.apply(TableFact::StageSet(Stage::Over));
            Ok(())
        }
        Transition::RoundEnds | Transition::PhaseEnds(_) | Transition::Passes(_) | Transition::ClockRanOut(_) => Ok(()),
    }
}

/// R1 Combat begins, R2 Initiative cards: an ambush is tested for, then everybody draws.
fn fight_begins(cx: &mut Cx<'_>) -> Flow {
    if cx.combatants.is_empty() {
        return cx.refuse(Violation::NobodyToFight);
    }
    cx.cite(Rule::Begins);
    cx.apply(TableFact::StageSet(Stage::Fighting));
    let hidden: Vec<CombatantId> =
        cx.combatants.iter().filter(|it| it.sheet.hidden && !it.hidden).map(|it| it.id).collect();
    for who in hidden {
        cx.apply(TableFact::Hid { who, hidden: true });
    }
    let extra = ambush::lies_in_wait(cx);
    deal(cx, &extra);
    Ok(())
}

/// R2 Initiative cards, R3, R32, R33, rulings A4, A11: everybody draws, in the order of joining; foes on one card draw it once; who has
/// won an ambush draws one more and keeps the lower.
fn deal(cx: &mut Cx<'_>, extra: &[CombatantId]) {
    cx.cite(Rule::Cards);
    let all: Vec<CombatantId> = cx.ids().filter(|it| is_here(cx, *it)).collect();
    let many = all.iter().filter(|it| !is_beside(cx, **it)).count() > DECK;
    let mut dealt: Vec<(String, u8)> = vec![];
    let mut rows = vec![];
    for who in all {
        let group = group_of(cx, who, many);
        let beside = is_beside(cx, who);
        let known = group.as_ref().and_then(|group| dealt.iter().find(|it| it.0 == *group));
        let cards = match known {
            Some((_, card)) => {
                let card = *card;
                if !beside {
                    cx.cite(Rule::SharedCard);
                }
                if many && !beside {
                    cx.cite(Rule::ManyCards);
                }
                cx.note(Fact::Shares { who, card });
                vec![card]
            }
            None => draw(cx, who, extra.contains(&who)),
        };
        // Who is not seen draws for nobody else.
        if let (Some(group), Some(card), false) = (&group, cards.first(), beside) {
            dealt.push((group.clone(), *card));
        }
        rows.extend(cards.into_iter().map(|card| row(who, card, group.clone())));
    }
    lay(cx, rows);
}

/// R2: so many cards there are.
const DECK: usize = 10;
/// A card is drawn again at most so often: with fair dice it never comes to that.
const MOST_TRIES: u32 = 1000;

fn row(owner: CombatantId, card: u8, group: Option<String>) -> TurnRow {
    TurnRow { owner, card, group, done: false, slow: true, fast: true, acting: false, tried: false }
}

/// R3 One card for several, A4: the group somebody shares a card with: as their sheet says; else, if the table wants it or there are more
/// than ten, the GM's own who are all alike.
fn group_of(fight: &FightState, who: CombatantId, many: bool) -> Option<String> {
    let it = fight.combatant(who);
    if let Some(group) = &it.sheet.group {
        return Some(format!("{} of side {}", group, it.side.0));
    }
    if is_player(it) || it.sheet.cards > 1 || !(fight.options.shared_cards || many) {
        return None;
    }
    let beside = is_beside(fight, who);
    let alike = |other: &&std::sync::Arc<super::Combatant>| {
        let same = other.side == it.side && other.sheet.group.is_none() && other.sheet == it.sheet;
        same && !is_player(other) && (beside || !is_beside(fight, other.id))
    };
    let first = fight.combatants.iter().find(alike)?;
    let several = fight.combatants.iter().filter(alike).count() > 1;
    several.then(|| format!("like {}", first.id))
}

/// R2, A4, A11, R32: draws as many cards as somebody has, and one more out of an ambush, of which the highest goes.
fn draw(cx: &mut Cx<'_>, who: CombatantId, extra: bool) -> Vec<u8> {
    let sheet = cx.combatant(who).sheet.clone();
    let mut cards: Vec<u8> = sheet.card.into_iter().collect();
    let beside = is_beside(cx, who);
    if let (Some(card), false) = (sheet.card, beside) {
        let gone: Vec<u8> = cx.system.gone.iter().copied().chain([card]).collect();
        cx.note(Fact::Gone(gone));
    }
    let wanted = usize::from(sheet.cards) + usize::from(extra);
    while cards.len() < wanted {
        let card = match beside {
            true => unseen_card(cx, who, &cards),
            false => one_card(cx, who),
        };
        cards.push(card);
    }
    let drawn = cards.clone();
    cards.sort_unstable();
    if extra {
        cx.cite(Rule::SeveralCards);
        cards.pop();
    }
    if sheet.cards > 1 && !beside {
        cx.cite(Rule::SeveralCards);
    }
    if sheet.card.is_some() || drawn.len() > 1 {
        cx.note(Fact::Drew { who, drawn, kept: cards.clone() }); // one that is drawn shows itself
    }
    cards
}

/// R2 Initiative cards, A4: one card of the deck; an empty deck is shuffled anew.
fn one_card(cx: &mut Cx<'_>, who: CombatantId) -> u8 {
    if cx.system.gone.len() >= DECK {
        cx.cite(Rule::ManyCards);
        cx.note(Fact::Gone(vec![]));
    }
    let lying = cx.system.gone.clone();
    let (card, roll) = card_but(cx, who, &lying);
    cx.note(Fact::Gone(lying.into_iter().chain([card]).collect()));
    cx.rolled(roll);
    card
}

/// R2 Initiative cards, for somebody who acts beside the order: from a deck of the GM's own, so that no card that is drawn openly depends
/// on it. As long as there are others it is one that nobody has.
fn unseen_card(cx: &mut Cx<'_>, who: CombatantId, drawn: &[u8]) -> u8 {
    let theirs = cx.system.rows.iter().filter(|it| is_beside(cx, it.owner)).map(|it| it.card);
    let mut lying: Vec<u8> = cx.system.gone.iter().copied().chain(theirs).chain(drawn.iter().copied()).collect();
    if (1..=DECK as u8).all(|it| lying.contains(&it)) {
        lying = drawn.to_vec();
    }
    let (card, roll) = card_but(cx, who, &lying);
    cx.rolled(roll);
    card
}

/// A card that is none of these; one drawn by somebody who is hidden only the GM sees.
fn card_but(cx: &mut Cx<'_>, who: CombatantId, lying: &[u8]) -> (u8, super::Roll) {
    let mut tries = 0;
    let (die, secret, card) = loop {
        let (die, secret) = cx.own_die(who, DECK as u16);
        let card = die.faces[0] as u8;
        tries += 1;
        // One that lies on the table already is not in the deck. Dice that never end on another would be a fault of theirs.
        if !lying.contains(&card) || tries == MOST_TRIES {
            break (die, secret, card);
        }
    };
    let what = "initiative card";
    let roll = super::Roll::total(Some(who), Rule::Cards, what, vec![die], crate::engine::roll::Keep::All, vec![]);
    (card, super::Roll { secret, ..roll })
}

/// The row of turns is laid out, and the order of slots that the table shows follows from it.
pub fn lay(cx: &mut Cx<'_>, rows: Vec<TurnRow>) {
    cx.note(Fact::RowsAre(rows));
    let order = listed(cx);
    if cx.turns.order != order {
        cx.apply(TableFact::OrderSet(order));
    }
}

/// The same without a word about it: something was spent.
fn keep(cx: &mut Cx<'_>, rows: Vec<TurnRow>) {
    cx.note(Fact::RowsAre(rows));
}

/// The order of slots: by card, those on one card in one slot; the one that is up is that of the turn under way, else of the next.
pub fn listed(fight: &FightState) -> TurnOrder {
    let mut rows: Vec<&TurnRow> = fight.system.rows.iter().filter(|it| is_here(fight, it.owner)).collect();
    rows.sort_by_key(|it| key(fight, it));
    let mut slots: Vec<(Listing, Option<String>, bool, bool)> = vec![];
    for it in rows {
        match slots.last_mut() {
            Some((slot, group, acting, done))
                if it.group.is_some() && *group == it.group && slot.label == it.card.to_string() =>
            {
                slot.owners.push(it.owner);
                *acting |= it.acting;
                *done &= it.done || is_beside(fight, it.owner);
            }
            _ => {
                let slot = Listing { owners: vec![it.owner], label: it.card.to_string() };
                slots.push((slot, it.group.clone(), it.acting, it.done || is_beside(fight, it.owner)));
            }
        }
    }
    let at = slots.iter().position(|it| it.2).or_else(|| slots.iter().position(|it| !it.3)).unwrap_or(slots.len());
    TurnOrder::Listed { slots: slots.into_iter().map(|it| it.0).collect(), at }
}

/// R2, C2: somebody joins; in the middle of a fight they draw, and act in this round.
fn joins(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    let it = cx.combatant(who);
    if is_player(it) && cx.options.starting_values && !it.sheet.is_starting() {
        return cx.refuse(Violation::NotStarting(who));
    }
    if it.sheet.hidden && !it.hidden {
        cx.apply(TableFact::Hid { who, hidden: true });
    }
    if cx.stage != Stage::Fighting {
        return Ok(());
    }
    cx.cite(Rule::Cards);
    let group = group_of(cx, who, false);
    let seen = |it: &&TurnRow| is_beside(cx, who) || !is_beside(cx, it.owner);
    let known = cx.system.rows.iter().filter(seen).find(|it| group.is_some() && it.group == group).map(|it| it.card);
    let cards = match known {
        Some(card) => {
            cx.cite(Rule::SharedCard);
            cx.note(Fact::Shares { who, card });
            vec![card]
        }
        None => draw(cx, who, false),
    };
    let mut rows = cx.system.rows.clone();
    rows.extend(cards.into_iter().map(|card| row(who, card, group.clone())));
    lay(cx, rows);
    Ok(())
}

/// R4 Rounds, A10: a round begins; manoeuvres are renewed, cards stay; fire burns and poison works.
fn round_begins(cx: &mut Cx<'_>) -> Flow {
    let round = cx.turns.round + 1;
    cx.cite(Rule::Rounds);
    cx.apply(TableFact::RoundBegan(round));
    cx.note(Fact::Acted(false));
    let rows = cx.system.rows.iter().filter(|it| is_here(cx, it.owner));
    let rows: Vec<TurnRow> = rows.map(|it| row(it.owner, it.card, it.group.clone())).collect();
    lay(cx, rows);
    let all: Vec<CombatantId> = cx.ids().collect();
    for who in all {
        if round > 1 && cx.combatant(who).state.first_dice > 0 {
            cx.note(Fact::FirstDice { who, dice: 0 }); // A12: in the first round only
        }
        if is_here(cx, who) && round > 1 {
            fire::burns_on(cx, who)?;
            poison::works_on(cx, who)?;
        }
    }
    Ok(())
}

/// A turn begins.
fn begin(cx: &mut Cx<'_>, who: CombatantId) {
    cx.apply(TableFact::TurnBegan(who));
    let next = turns_left(cx).into_iter().find(|it| it.owner == who).cloned();
    let mut rows = cx.system.rows.clone();
    if let Some(row) = next.and_then(|next| rows.iter_mut().find(|it| **it == next)) {
        row.acting = true;
        if row.group.is_some() {
            cx.cite(Rule::TheirOwnOrder);
        }
    }
    lay(cx, rows);
    if cx.combatant(who).sheet.cards > 1 {
        cx.cite(Rule::SeveralCards);
    }
    cx.note(Fact::Up(who));
}

/// Somebody acts: their turn begins with it where several could have acted, and cards can no longer be swapped (R5).
pub fn acts(cx: &mut Cx<'_>, who: CombatantId) {
    if cx.turns.active != Some(who) && may_act_beside(cx, who) {
        return; // a turn beside the order begins with it, of which nobody else is told, nor by the cards being fixed
    }
    if cx.turns.active.is_none() {
        begin(cx, who);
    }
    has_acted(cx);
}

/// R5: somebody has acted in this round, so that cards are no longer swapped at will.
pub fn has_acted(cx: &mut Cx<'_>) {
    if !cx.system.acted {
        cx.note(Fact::Acted(true));
    }
}

/// R4 Rounds: what goes with it when the GM gives somebody's turn of this round back by hand: the lowest card that is done, else the lowest,
/// whole again.
pub fn given_back(fight: &FightState, who: CombatantId) -> Vec<TableFact> {
    let mut rows = fight.system.rows.clone();
    let Some(it) = rows.iter_mut().filter(|it| it.owner == who).min_by_key(|it| (!it.done, it.card)) else {
        return vec![];
    };
    *it = TurnRow { acting: it.acting, ..row(it.owner, it.card, it.group.clone()) };
    vec![TableFact::System(Fact::RowsAre(rows))]
}

/// A turn that the GM gives by hand: whole, and now.
pub fn given(fight: &FightState, who: CombatantId) -> Vec<TableFact> {
    let mut rows = fight.system.rows.clone();
    for row in &mut rows {
        row.done |= row.acting;
        row.acting = false;
    }
    let own =
        rows.iter().enumerate().filter(|it| it.1.owner == who).min_by_key(|it| (it.1.done, it.1.card)).map(|it| it.0);
    match own {
        Some(index) => {
            let it = &rows[index];
            rows[index] = TurnRow { acting: true, ..row(it.owner, it.card, it.group.clone()) };
        }
        None => return vec![],
    }
    vec![TableFact::System(Fact::RowsAre(rows))]
}

/// A turn ends; what is left of its manoeuvres stays for reactions (R12).
pub fn end(cx: &mut Cx<'_>, who: CombatantId) {
    let mut rows = cx.system.rows.clone();
    let acting = rows.iter().position(|it| it.acting && it.owner == who);
    let next = || turns_left(cx).first().and_then(|next| cx.system.rows.iter().position(|it| it == *next));
    let of_who = || cx.system.rows.iter().position(|it| it.owner == who && !it.done);
    let beside = beside_row(cx, who);
    let next = || next().filter(|it| cx.system.rows[*it].owner == who);
    if let Some(index) = acting.or(beside).or_else(next).or_else(of_who) {
        rows[index].done = true;
        rows[index].acting = false;
    }
    if cx.turns.active == Some(who) {
        cx.apply(TableFact::TurnEnded(who));
        cx.apply(TableFact::Restored(who)); // what is done stands in the row of turns: a second card has a second turn
    }
    lay(cx, rows);
    cx.end_conditions(Moment::TurnEnds(who));
}

/// R4, where the table plays so: whether somebody is seen no longer in the middle of their turn, and has something left to do in it.
fn goes_on_unseen(fight: &FightState, who: CombatantId) -> bool {
    fight.turns.active == Some(who) && is_beside(fight, who) && !nothing_left(fight, who)
}

/// The turn under way goes on beside the order: nobody else waits for its end.
fn leaves_the_order(cx: &mut Cx<'_>, who: CombatantId) {
    let mut rows = cx.system.rows.clone();
    rows.iter_mut().filter(|it| it.owner == who).for_each(|it| it.acting = false);
    cx.apply(TableFact::TurnEnded(who));
    cx.apply(TableFact::Restored(who));
    lay(cx, rows);
}

/// R10: whether somebody's turn has ended by itself and whoever is up has done nothing yet: who ends it then is told so, and nothing is
/// lost.
pub fn is_over_already(fight: &FightState, who: CombatantId) -> bool {
    let rows = &fight.system.rows;
    let fresh = rows.iter().all(|it| !it.acting || (it.owner != who && it.slow && it.fast));
    let had = rows.iter().any(|it| it.owner == who && it.done);
    let last_round = fight.turns.round > 1 && rows.iter().all(|it| !it.done);
    let over = fight.turns.active != Some(who) && !may_act_beside(fight, who);
    fight.stage == Stage::Fighting && over && fresh && (had || last_round)
}

/// R10 Manoeuvres, R11 Fast instead of slow, A12: pays for something out of the turn under way. What has no test uses up the dice that an
/// ambush gave for the first manoeuvre.
pub fn pay(cx: &mut Cx<'_>, who: CombatantId, cost: Cost, tested: bool) {
    if cost == Cost::Free {
        return;
    }
    let mut rows = cx.system.rows.clone();
    let beside = beside_row(cx, who);
    if let Some(index) = own_row(cx, who) {
        let row = &mut rows[index];
        match cost {
            Cost::Slow => row.slow = false,
            _ if row.fast => row.fast = false,
            _ => {
                row.slow = false;
                cx.cite(Rule::SlowAsFast);
            }
        }
        // Beside the order no turn ends by itself but this way.
        row.done |= beside == Some(index) && !row.slow && !row.fast;
    }
    cx.cite(if cost == Cost::Slow { Rule::SlowTable } else { Rule::FastTable });
    keep(cx, rows);
    first_manoeuvre(cx, who, tested);
}

/// A12 The ambush's dice: they go into the test of the first manoeuvre, or are lost with one that has none.
fn first_manoeuvre(cx: &mut Cx<'_>, who: CombatantId, tested: bool) {
    let dice = cx.combatant(who).state.first_dice;
    if dice == 0 {
        return;
    }
    cx.note(Fact::FirstDice { who, dice: 0 });
    if tested {
        cx.cite(Rule::SneakDice);
        let state = &cx.combatant(who).state;
        let (next, demand) = (state.next_dice, state.demand);
        cx.note(Fact::NextIs { who, dice: next + dice, demand });
    }
}

/// R12 Reactions, A10: the turn out of which somebody would react, and whether it takes the slow manoeuvre: a fast one that is left, best of
/// a turn that is over, last of one to come; then a slow one in the same order.
fn reacts_out_of(fight: &FightState, who: CombatantId, fits: fn(&TurnRow) -> bool) -> Option<(usize, bool)> {
    let rows = fight.system.rows.iter().enumerate();
    let mut own: Vec<(usize, &TurnRow)> = rows.filter(|it| it.1.owner == who && fits(it.1)).collect();
    own.sort_by_key(|it| (Reverse(it.1.done), Reverse(it.1.acting), Reverse(it.1.card)));
    let fast = own.iter().find(|it| it.1.fast).map(|it| (it.0, false));
    fast.or_else(|| own.iter().find(|it| it.1.slow).map(|it| (it.0, true)))
}

/// R12 Reactions: whether somebody can react at all, and whether it takes the slow manoeuvre.
pub fn reaction_left(fight: &FightState, who: CombatantId) -> Option<bool> {
    let able = verbs::able(fight, who).is_ok() && fight.combatant(who).state.fire.is_none(); // R37
    able.then(|| reacts_out_of(fight, who, |_| true)).flatten().map(|it| it.1)
}

/// R12 Reactions, A10: spends a manoeuvre out of turn.
pub fn reacts(cx: &mut Cx<'_>, who: CombatantId) {
    let Some(out_of) = reacts_out_of(cx, who, |_| true) else { return };
    spends(cx, who, out_of, false);
}

/// R12, R27: the turn by a manoeuvre of which somebody could still try what is possible once a turn.
pub fn could_try(fight: &FightState, who: CombatantId) -> Option<(usize, bool)> {
    reacts_out_of(fight, who, |it| !it.tried)
}

/// R12, R27: the same as [`reacts`], once in each turn of theirs.
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
    keep(cx, rows);
    first_manoeuvre(cx, who, true);
}
