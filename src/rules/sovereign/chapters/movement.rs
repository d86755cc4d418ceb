//! Moving: R1, R10, R23, R24, R29-R31 and the grid's facts. A walk is taken square by square, so that those whose reach it leaves strike
//! where they can, and a held action waits where it was meant to.

use super::{cost::Cost, harm, instants};
use crate::engine::{
    CombatantId, Ends, Held,
    ids::Addressee,
    space::{Space, grid::Square},
};
use crate::rules::sovereign::{
    Condition, Cx, FightState, Flow, Rule, TableFact, Violation,
    model::{
        board::{self, Walk},
        fact::{Event, Fact},
        feats::Feat,
        question::{Choice, Question},
        state::{Trigger, enemies, feat, grappling, is, known, up},
    },
};
use std::cell::LazyCell;

/// C1, R23: the way to a square within so many squares of movement.
///
/// # Errors
/// The rule that forbids it.
pub fn way_to(fight: &FightState, who: CombatantId, to: Square, most: u32) -> Result<Walk, Violation> {
    may_end(fight, who, to, most)?;
    board::way(fight, who, to, most).ok_or_else(|| too_far(who, most))
}

/// C1, R23: whether a walk of so many squares may end on a square, as far as that can be told without looking for the way.
fn may_end(fight: &FightState, who: CombatantId, to: Square, most: u32) -> Result<(), Violation> {
    match board::place(fight, who) {
        None => Err(Violation::NoPlace(who)),
        Some(from) if from == to => Err(Violation::AlreadyThere),
        Some(_) if grappling(fight, who) => Err(Violation::InGrapple(who)),
        Some(_) if !fight.space.open(to) => Err(Violation::Wall),
        Some(_) if board::taken(fight, who, to) => Err(Violation::Taken),
        Some(from) if fight.space.distance(&from, &to).is_none_or(|it| it > most) => Err(too_far(who, most)),
        Some(_) => Ok(()),
    }
}

fn too_far(who: CombatantId, most: u32) -> Violation {
    Violation::TooFar { who, ft: most * board::SQUARE_FT }
}

/// R23: whether a combatant can run to a square.
///
/// # Errors
/// The rule that forbids it.
pub fn check_run(fight: &FightState, who: CombatantId, to: Square) -> Result<(), Violation> {
    way_to(fight, who, to, board::squares_of_movement(fight, who)).map(|_| ())
}

/// The same for many squares: one search of the board answers for all.
pub fn check_runs(fight: &FightState, who: CombatantId, all: &[Square]) -> Vec<Result<(), Violation>> {
    let most = board::squares_of_movement(fight, who);
    let ways = LazyCell::new(|| board::ways(fight, who, most));
    let one = |to: &Square| {
        may_end(fight, who, *to, most)?;
        if ways.contains_key(to) { Ok(()) } else { Err(too_far(who, most)) }
    };
    all.iter().map(one).collect()
}

/// R23: the foes whose reach a way leaves, each once, of those that the walker knows of.
pub fn provoked(fight: &FightState, who: CombatantId, way: &Walk) -> Vec<CombatantId> {
    let Some(mut from) = board::place(fight, who) else { return vec![] };
    let mut foes = vec![];
    for to in &way.squares {
        let new: Vec<CombatantId> =
            board::left_by(fight, who, from, *to).into_iter().filter(|it| !foes.contains(it)).collect();
        foes.extend(new.into_iter().filter(|it| known(fight, who, *it)));
        from = *to;
    }
    foes
}

/// R23 Run: a Move. Before it draws attacks of opportunity anyone who moves is asked, unless they or the table will not be.
///
/// # Errors
/// When a combatant must be asked.
pub fn run(cx: &mut Cx<'_>, who: CombatantId, to: Square) -> Flow {
    cx.cite(Rule::Run);
    cx.cite(Rule::Scale);
    let most = board::squares_of_movement(cx, who);
    let way = match way_to(cx, who, to, most) {
        Ok(way) => way,
        Err(violation) => return cx.refuse(violation),
    };
    let foes = provoked(cx, who, &way);
    if !foes.is_empty() && cx.options.warn {
        let question = Question::Provokes { who, foes };
        let to = Addressee::Combatant(who);
        if cx.ask(to, question, |_| vec![Choice::Stay, Choice::MoveAnyway])? == Choice::Stay {
            cx.tell(Event::Stays(who));
            return Ok(());
        }
    }
    if !instants::declared(cx, who, Trigger::Moves)? {
        return Ok(());
    }
    let Ok(way) = way_to(cx, who, to, most) else { return given_back(cx, who) };
    Cost::Move.spend(cx, who);
    walks(cx, who, &way.squares)
}

/// A27: an act that has become impossible before a die of it fell costs nothing.
///
/// # Errors
/// Never.
pub fn given_back(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.cite(Rule::GivenBack);
    cx.tell(Event::GivenBack(who));
    Ok(())
}

/// R23, A8: walks square by square; whose reach is left strikes first, and who drops lies where they were struck.
///
/// # Errors
/// When a combatant must be asked.
pub fn walks(cx: &mut Cx<'_>, who: CombatantId, squares: &[Square]) -> Flow {
    walk(cx, who, squares, true)
}

/// The same without attacks of opportunity on the way, where only the start draws them (R20, R21).
///
/// # Errors
/// When a combatant must be asked.
pub fn walks_untouched(cx: &mut Cx<'_>, who: CombatantId, squares: &[Square]) -> Flow {
    walk(cx, who, squares, false)
}

fn walk(cx: &mut Cx<'_>, who: CombatantId, squares: &[Square], draws: bool) -> Flow {
    if squares.iter().any(|it| cx.space.rough.contains(it)) {
        cx.cite(Rule::Grid);
    }
    let mut struck: Vec<CombatantId> = vec![];
    let mut safe = board::place(cx, who);
    for to in squares {
        let Some(from) = board::place(cx, who) else { return Ok(()) };
        // Anyone who has moved meanwhile may stand in the way now.
        if board::violation(cx, who, *to, squares.last() == Some(to)) {
            cx.cite(Rule::Grid);
            stop_on_free_ground(cx, who, safe);
            cx.tell(Event::Stopped(who));
            return Ok(());
        }
        if let Some(unseen) = board::unseen_at(cx, who, *to, squares.last() == Some(to)) {
            cx.cite(Rule::Grid);
            stop_on_free_ground(cx, who, safe);
            runs_into(cx, who, unseen);
            return Ok(());
        }
        if draws {
            for foe in
                board::left_by(cx, who, from, *to).into_iter().filter(|it| !struck.contains(it)).collect::<Vec<_>>()
            {
                struck.push(foe);
                cx.cite(Rule::Run);
                instants::opportunity(cx, foe, who)?;
            }
        }
        if !up(cx, who) {
            cx.cite(Rule::OpportunityDetails);
            stop_on_free_ground(cx, who, safe);
            cx.tell(Event::Stopped(who));
            return Ok(());
        }
        cx.apply(TableFact::Placed { who, at: Some(*to) });
        if !board::taken(cx, who, *to) {
            safe = Some(*to);
        }
        if let Some(from) = Some(from).filter(|_| comes_within_reach(cx, who, from, *to))
            && !instants::declared(cx, who, Trigger::Approaches)?
        {
            stop_on_free_ground(cx, who, safe.or(Some(from)));
            return Ok(());
        }
    }
    Ok(())
}

/// C1: a combatant has run into another they knew nothing of: neither is hidden from the other any longer.
fn runs_into(cx: &mut Cx<'_>, who: CombatantId, unseen: CombatantId) {
    for it in [unseen, who] {
        cx.come_into_sight(it);
    }
    cx.tell(Event::RanInto { who, unseen });
}

/// C1: whether someone who is moved to a square by another meets a third there whom that one didn't know of. Then they don't end up
/// there.
pub fn meets(cx: &mut Cx<'_>, who: CombatantId, by: CombatantId, at: Square) -> bool {
    let Some(unseen) = board::unseen_at(cx, by, at, true).filter(|it| *it != who) else { return false };
    cx.cite(Rule::Grid);
    runs_into(cx, who, unseen);
    true
}

/// Nobody lies on a square where an ally stands whom they were passing.
fn stop_on_free_ground(cx: &mut Cx<'_>, who: CombatantId, safe: Option<Square>) {
    let here = board::place(cx, who);
    if here.is_some_and(|it| board::taken(cx, who, it)) && safe.is_some() && safe != here {
        cx.apply(TableFact::Placed { who, at: safe });
    }
}

/// R31: whether a step leads into the reach of someone who holds an action for that.
fn comes_within_reach(fight: &FightState, who: CombatantId, from: Square, to: Square) -> bool {
    let waits = |foe: &crate::rules::sovereign::Combatant| {
        foe.state.waits_for(Trigger::Approaches, who) && enemies(fight, foe.id, who)
    };
    fight.combatants.iter().filter(|it| waits(it)).any(|foe| {
        let Some(at) = foe.place else { return false };
        let reach = board::reach_ft(fight, foe.id);
        let feet = |square: &Square| fight.space.distance(&at, square).map_or(u32::MAX, |it| it * board::SQUARE_FT);
        feet(&from) > reach && feet(&to) <= reach
    })
}

/// R24, C21: what disengaging takes.
pub fn disengage_cost(fight: &FightState, who: CombatantId) -> Cost {
    if feat(fight, who, Feat::CloseCombatant) >= 2 { Cost::Free } else { Cost::Main }
}

/// R24: whether someone adjacent could still strike.
///
/// # Errors
/// That nobody could.
pub fn check_disengage(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    let is_clear =
        !fight.combatant(who).state.clear_of.is_empty() && board::opportunity_attackers(fight, who).is_empty();
    if is_clear { Err(Violation::ClearAlready(who)) } else { Ok(()) }
}

/// R24 Disengage, C21, A11: nothing draws an attack for the rest of the round from those who are adjacent now.
pub fn disengage(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Disengage);
    let cost = disengage_cost(cx, who);
    if cost == Cost::Free {
        cx.cite(Rule::CloseCombatant);
        cx.cite(Rule::FreeAction);
    }
    cost.spend(cx, who);
    let reached = |foe: &CombatantId| {
        enemies(cx, who, *foe) && (board::adjacent(cx, who, *foe) || board::in_reach_of(cx, who, *foe))
    };
    let clear: Vec<CombatantId> = cx.ids().filter(reached).collect();
    cx.change(Fact::ClearOf { who, foes: clear });
}

/// R29: whether a combatant lies.
///
/// # Errors
/// That they stand.
pub fn check_stand(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    if is(fight, who, Condition::Prone) { Ok(()) } else { Err(Violation::Stands(who)) }
}

/// R29 Stand up, with what they have dropped.
///
/// # Errors
/// When a combatant must be asked.
pub fn stand(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.cite(Rule::StandUp);
    let attackers = board::opportunity_attackers(cx, who);
    Cost::Move.spend(cx, who);
    if !instants::opportunities(cx, who, attackers)? {
        return Ok(());
    }
    cx.apply(TableFact::Lost { who, what: Condition::Prone });
    let here = board::place(cx, who);
    let own = |it: &crate::rules::sovereign::model::state::Lying| it.of == who && it.at == here;
    while let Some(index) = cx.system.lying.iter().position(own) {
        cx.change(Fact::PickedUp { who, index });
    }
    Ok(())
}

/// R30: whether a combatant stands.
///
/// # Errors
/// That they lie.
pub fn check_prone(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    if is(fight, who, Condition::Prone) { Err(Violation::ProneAlready(who)) } else { Ok(()) }
}

/// R30 Go prone: for nothing.
pub fn prone(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::FreeAction);
    cx.cite(Rule::Prone);
    harm::gains(cx, who, Condition::Prone);
}

/// R31: whether a combatant can hold an action, for this enemy if one is named.
///
/// # Errors
/// The rule that forbids it.
pub fn check_hold(fight: &FightState, who: CombatantId, foe: Option<CombatantId>) -> Result<(), Violation> {
    match foe {
        _ if fight.combatant(who).state.hold.is_some() => Err(Violation::NoMove(who)),
        Some(foe) if !known(fight, who, foe) => Err(Violation::NobodyThere),
        Some(foe) if !enemies(fight, who, foe) => Err(Violation::OwnSide(foe)),
        _ => Ok(()),
    }
}

/// R31 Hold an action: the Move is spent; the Main action waits until the round ends.
pub fn hold(cx: &mut Cx<'_>, who: CombatantId, trigger: Trigger, foe: Option<CombatantId>) {
    cx.cite(Rule::Hold);
    Cost::Hold.spend(cx, who);
    cx.change(Fact::HoldIs { who, hold: Some(trigger), foe });
    super::turn::end(cx, who);
}

/// R50: whether a combatant can flee from the fight.
///
/// # Errors
/// The rule that forbids it.
pub fn check_flee(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    if grappling(fight, who) { Err(Violation::InGrapple(who)) } else { Ok(()) }
}

/// R50: flees from the fight: a Move, with what it draws.
///
/// # Errors
/// When a combatant must be asked.
pub fn flee(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.cite(Rule::Morale);
    cx.cite(Rule::Run);
    let attackers = board::opportunity_attackers(cx, who);
    Cost::Move.spend(cx, who);
    if !instants::opportunities(cx, who, attackers)? {
        return Ok(());
    }
    if is(cx, who, Condition::Retreating) {
        cx.apply(TableFact::Lost { who, what: Condition::Retreating });
    }
    cx.change(Fact::LetsGo(who));
    cx.apply(TableFact::Gained { who, held: Held { what: Condition::Fled, ends: Ends::Fight, from: None } });
    cx.apply(TableFact::Placed { who, at: None });
    super::turn::end(cx, who);
    super::morale::losses(cx, who)
}
