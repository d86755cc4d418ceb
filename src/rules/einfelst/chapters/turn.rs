//! Rounds and turns: R1, R4 and ruling A28: what comes next, how a fight, a round and a turn begin, and how a turn ends.

use super::{ambush, cards, cost, fire, order, perils, poison};
use crate::engine::{CombatantId, Moment, SideId, Stage, Transition};
use crate::rules::einfelst::{
    Combatant, Cx, Einfelst, FightState, Flow, Rule, TableFact, Violation,
    model::{
        fact::{Event, Fact},
        state::{Phase, TurnRow, is_here, is_player, is_up, up},
    },
};

/// R4, A28: what comes next if nobody has a choice. A new round needs two sides with someone standing, or someone standing who burns or is
/// poisoned. If hidden combatants act beside the order, one side is enough.
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
        return (nothing_left(fight, who) || order::is_beside(fight, who)).then_some(Transition::TurnEnds(who));
    }
    if fight.turns.round == 0 {
        return Some(Transition::RoundBegins);
    }
    // A turn that the GM ended by hand.
    if let Some(row) = fight.system.rows.iter().find(|it| it.acting && !order::is_beside(fight, it.owner)) {
        return Some(Transition::TurnEnds(row.owner));
    }
    let next = order::up_next(fight);
    match next.as_slice() {
        [] => goes_on(fight).then_some(Transition::RoundBegins),
        [one] if up(fight, *one) => Some(Transition::TurnBegins(*one)),
        several => several.iter().find(|it| !up(fight, **it)).map(|it| Transition::TurnEnds(*it)),
    }
}

/// A combatant who came in or came back and hasn't drawn a card yet.
fn cardless(fight: &FightState) -> Option<CombatantId> {
    fight.ids().find(|it| is_here(fight, *it) && !fight.system.rows.iter().any(|row| row.owner == *it))
}

/// Whether another round is worth starting.
fn goes_on(fight: &FightState) -> bool {
    let suffers = |it: &Combatant| it.state.fire.is_some() || it.state.poison.is_some();
    let plays = |it: &Combatant| is_up(fight, it) && !order::is_beside(fight, it.id);
    let sides = fight.sides.iter().filter(|side| fight.members(side.id).any(plays)).count();
    // Rounds go on whether or not anyone is hidden: they give each of them a turn, and so give nothing away.
    let on = |it: &Combatant| fight.options.unseen_beside || suffers(it);
    sides > 1 || fight.combatants.iter().any(|it| plays(it) && on(it))
}

/// A turn ends by itself when both manoeuvres are spent or the combatant can't go on.
fn nothing_left(fight: &FightState, who: CombatantId) -> bool {
    !up(fight, who) || cost::left(fight, who) == (false, false)
}

/// Whose turn it is or could be, and who can act beside the order.
pub fn may_act(fight: &FightState) -> Vec<CombatantId> {
    let mut all = match fight.turns.active {
        _ if fight.stage != Stage::Fighting => return vec![],
        Some(who) => vec![who],
        None => order::up_next(fight).into_iter().filter(|it| up(fight, *it)).collect(),
    };
    all.extend(fight.ids().filter(|it| fight.turns.active != Some(*it) && order::may_act_beside(fight, *it)));
    all
}

/// Sides don't pass: each combatant has a turn and ends it.
pub fn check_pass(_: &FightState, _: SideId) -> Result<(), Violation> {
    Err(Violation::NoPassing)
}

/// What happens as fights, rounds, phases and turns begin and end.
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

/// R1 Combat begins, R2 Initiative cards: the ambush is tested, then everyone draws.
fn fight_begins(cx: &mut Cx<'_>) -> Flow {
    if cx.combatants.is_empty() {
        return cx.refuse(Violation::NobodyToFight);
    }
    cx.cite(Rule::Begins);
    cx.apply(TableFact::StageSet(Stage::Fighting));
    let hidden: Vec<CombatantId> =
        cx.combatants.iter().filter(|it| it.sheet.hidden && !it.is_hidden()).map(|it| it.id).collect();
    for who in hidden {
        cx.apply(TableFact::Hid { who, hidden: true });
    }
    let extra = ambush::lies_in_wait(cx);
    cards::deal(cx, &extra);
    Ok(())
}

/// R2, C2: a combatant joins; in the middle of a fight they draw a card and act this round.
fn joins(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    let it = cx.combatant(who);
    if is_player(it) && cx.options.starting_values && !it.sheet.is_starting() {
        return cx.refuse(Violation::NotStarting(who));
    }
    if it.sheet.hidden && !it.is_hidden() {
        cx.apply(TableFact::Hid { who, hidden: true });
    }
    if cx.stage != Stage::Fighting {
        return Ok(());
    }
    cx.cite(Rule::Cards);
    let group = cards::group_of(cx, who, false);
    let seen = |it: &&TurnRow| order::is_beside(cx, who) || !order::is_beside(cx, it.owner);
    let known = cx.system.rows.iter().filter(seen).find(|it| group.is_some() && it.group == group).map(|it| it.card);
    let cards = match known {
        Some(card) => {
            cx.cite(Rule::SharedCard);
            cx.tell(Event::Shares { who, card });
            vec![card]
        }
        None => cards::draw(cx, who, false),
    };
    let mut rows = cx.system.rows.clone();
    rows.extend(cards.into_iter().map(|card| TurnRow::new(who, card, group.clone())));
    order::lay(cx, rows);
    Ok(())
}

/// R4 Rounds, A10: a round begins: manoeuvres are renewed, cards stay, fire burns and poison works.
fn round_begins(cx: &mut Cx<'_>) -> Flow {
    let round = cx.turns.round + 1;
    cx.cite(Rule::Rounds);
    cx.apply(TableFact::RoundBegan(round));
    cx.change(Fact::Acted(false));
    let rows = cx.system.rows.iter().filter(|it| is_here(cx, it.owner));
    let rows: Vec<TurnRow> = rows.map(|it| TurnRow::new(it.owner, it.card, it.group.clone())).collect();
    order::lay(cx, rows);
    let all: Vec<CombatantId> = cx.ids().collect();
    for who in all {
        if round > 1 && cx.combatant(who).state.first_dice > 0 {
            cx.change(Fact::FirstDice { who, dice: 0 }); // A12: in the first round only
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
    let next = order::turns_left(cx).into_iter().find(|it| it.owner == who).cloned();
    let mut rows = cx.system.rows.clone();
    if let Some(row) = next.and_then(|next| rows.iter_mut().find(|it| **it == next)) {
        row.acting = true;
        if row.group.is_some() {
            cx.cite(Rule::TheirOwnOrder);
        }
    }
    order::lay(cx, rows);
    if cx.combatant(who).sheet.cards > 1 {
        cx.cite(Rule::SeveralCards);
    }
    cx.tell(Event::Up(who));
}

/// A combatant acts: if several could have, their turn begins now. Cards can no longer be swapped (R5).
pub fn acts(cx: &mut Cx<'_>, who: CombatantId) {
    if cx.turns.active != Some(who) && order::may_act_beside(cx, who) {
        return; // a turn beside the order begins with it, of which nobody else is told, nor by the cards being fixed
    }
    if cx.turns.active.is_none() {
        begin(cx, who);
    }
    has_acted(cx);
}

/// R5: someone has acted this round, so cards can no longer be swapped at will.
pub fn has_acted(cx: &mut Cx<'_>) {
    if !cx.system.acted {
        cx.change(Fact::Acted(true));
    }
}

/// R4 Rounds: if the GM gives a turn back by hand: the lowest card already played, otherwise the lowest, is whole again.
pub fn given_back(fight: &FightState, who: CombatantId) -> Vec<TableFact> {
    let mut rows = fight.system.rows.clone();
    let Some(it) = rows.iter_mut().filter(|it| it.owner == who).min_by_key(|it| (!it.done, it.card)) else {
        return vec![];
    };
    *it = TurnRow { acting: it.acting, ..TurnRow::new(it.owner, it.card, it.group.clone()) };
    vec![TableFact::System(Fact::RowsAre(rows))]
}

/// A turn given by the GM's hand: whole, and now.
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
            rows[index] = TurnRow { acting: true, ..TurnRow::new(it.owner, it.card, it.group.clone()) };
        }
        None => return vec![],
    }
    vec![TableFact::System(Fact::RowsAre(rows))]
}

/// R4: a player ends their turn; if it has already ended by itself, they're told so and lose nothing.
pub fn end_by_choice(cx: &mut Cx<'_>, who: CombatantId) {
    if order::is_over_already(cx, who) {
        cx.tell(Event::OverAlready(who));
        return;
    }
    acts(cx, who);
    end(cx, who);
}

/// A turn ends; manoeuvres left can still pay for reactions (R12).
pub fn end(cx: &mut Cx<'_>, who: CombatantId) {
    let mut rows = cx.system.rows.clone();
    let acting = rows.iter().position(|it| it.acting && it.owner == who);
    let next = || order::turns_left(cx).first().and_then(|next| cx.system.rows.iter().position(|it| it == *next));
    let of_who = || cx.system.rows.iter().position(|it| it.owner == who && !it.done);
    let beside = order::beside_row(cx, who);
    let next = || next().filter(|it| cx.system.rows[*it].owner == who);
    if let Some(index) = acting.or(beside).or_else(next).or_else(of_who) {
        rows[index].done = true;
        rows[index].acting = false;
    }
    if cx.turns.active == Some(who) {
        cx.apply(TableFact::TurnEnded(who));
        cx.apply(TableFact::Restored(who)); // the row of turns keeps what is over: a second card has a second turn
    }
    order::lay(cx, rows);
    cx.end_conditions(Moment::TurnEnds(who));
}

/// R4, with the option for it: whether the combatant went out of sight in mid-turn and has something left to do in it.
fn goes_on_unseen(fight: &FightState, who: CombatantId) -> bool {
    fight.turns.active == Some(who) && order::is_beside(fight, who) && !nothing_left(fight, who)
}

/// The turn in progress goes on beside the order; nobody else waits for it.
fn leaves_the_order(cx: &mut Cx<'_>, who: CombatantId) {
    let mut rows = cx.system.rows.clone();
    rows.iter_mut().filter(|it| it.owner == who).for_each(|it| it.acting = false);
    cx.apply(TableFact::TurnEnded(who));
    cx.apply(TableFact::Restored(who));
    order::lay(cx, rows);
}
