//! Whose turn it is: R5-R10, R18 and rulings A1, A23, A25, A28. [`due`] says what follows by itself, [`may_begin`] who may act.

use crate::engine::{CombatantId, SideId, Stage, Transition, TurnOrder, fight_state::ClockOn};
use crate::rules::ingenuity::{
    Combatant, Condition, Cx, Fact, FightState, Ingenuity, Phase, Resource, TableFact, Violation,
    chapters::cost::Cost,
    model::state::{ACTIONS, Between, down, is_conscious, is_up},
};

/// R5-R9: what comes next when nobody has a choice. No new round begins once nobody is left who could act in it (A28).
pub fn due(fight: &FightState) -> Option<Transition<Ingenuity>> {
    if fight.stage != Stage::Fighting || fight.system.achieved.is_some() {
        return None;
    }
    if !fight.system.coming.is_empty() {
        return Some(Transition::PhaseBegins(Phase::Befalls));
    }
    if let Some((_, ally)) = fight.system.lent {
        let gone = !fight.find(ally).is_some_and(is_up);
        return gone.then_some(Transition::ClockRanOut(ClockOn::Combatant(ally)));
    }
    if let Some(who) = fight.turns.active {
        let is_over = nothing_left(fight, who) || goes_on_unseen(fight, who) || holds_up_the_round(fight);
        return is_over.then_some(Transition::TurnEnds(who));
    }
    if let Some((who, _)) = fight.system.turn_of {
        return Some(Transition::TurnEnds(who)); // ended by the GM's hand, or its owner has left: the round goes on all the same
    }
    match fight.system.between {
        Between::Turns => {
            let side = fight.turns.side_up()?;
            if fight.members(side).any(|it| in_order(fight, it)) {
                return None;
            }
            Some(match (next_side(fight, side, None), fight.turns.phase) {
                (Some(_), _) => Transition::Passes(side),
                (None, Some(phase)) => Transition::PhaseEnds(phase),
                (None, None) => Transition::RoundEnds,
            })
        }
        Between::Rounds if !fight.system.surprise_over => Some(Transition::PhaseBegins(Phase::Surprise)),
        Between::Rounds => goes_on(fight).then_some(Transition::RoundBegins),
    }
}

/// A28 One team left: rounds go on until the GM confirms the end, so that the one who stands may still kill, heal or take up what lies
/// there (R23, R58). Where nobody stands there is nothing to wait for.
fn goes_on(fight: &FightState) -> bool {
    sides_standing(fight) > 0
}

/// A28: how many teams have someone who is conscious.
pub fn sides_standing(fight: &FightState) -> usize {
    fight.sides.iter().filter(|side| fight.members(side.id).any(is_conscious)).count()
}

/// R11: whether the actions of a turn are used up, so that the next team may simply go on.
pub fn is_done(fight: &FightState, who: CombatantId) -> bool {
    fight.find(who).is_none_or(|it| it.budget.left(Resource::Action) == 0) && fight.system.lent.is_none()
}

/// A turn ends by itself when its owner cannot act, or nothing is left that is worth waiting for: no action, no step, no fate.
fn nothing_left(fight: &FightState, who: CombatantId) -> bool {
    let it = fight.combatant(who);
    let may_step = it.place.is_some() && !it.state.moved && !it.state.stepped && !it.is(&Condition::Grappled);
    !is_up(it) || (is_done(fight, who) && !may_step && it.state.fate == 0)
}

/// R5, R8, R9, R10: whether a combatant still has a turn in this round.
pub fn eligible(fight: &FightState, it: &Combatant) -> bool {
    is_up(it) && !fight.turns.is_spent(it.id) && !is_surprised(fight, it)
}

/// R6: the same, where the order waits for them.
pub fn in_order(fight: &FightState, it: &Combatant) -> bool {
    eligible(fight, it) && !is_beside(fight, it.id)
}

/// R6, in place of it where the table plays so: whether a combatant's turns are taken beside the order, because nobody may know that they are
/// there. Where nobody else can act the order is theirs, and so is the round of surprise that they come by unseen (R9).
pub fn is_beside(fight: &FightState, who: CombatantId) -> bool {
    fight.options.unseen_beside
        && !surprising(fight)
        && fight.is_unknown(who)
        && fight.combatants.iter().any(|it| is_up(it) && !it.is_unknown())
}

/// Whether the turn under way was begun beside the order.
pub fn begun_beside(fight: &FightState) -> bool {
    fight.turns.active.is_some() && fight.system.turn_of.is_none()
}

/// Whether the turn under way is beside the order, and its owner unseen still: it holds nobody up.
pub fn goes_on_beside(fight: &FightState) -> bool {
    begun_beside(fight) && fight.turns.active.is_some_and(|it| is_beside(fight, it))
}

/// Whether a turn beside the order is under way, and nobody else has one left: what follows by itself would tell that a combatant is there if it
/// waited.
fn holds_up_the_round(fight: &FightState) -> bool {
    let waited_for = |side: SideId| fight.members(side).any(|it| in_order(fight, it));
    goes_on_beside(fight) && fight.system.between == Between::Turns && !fight.turns.side_up().is_some_and(waited_for)
}

/// Whether a combatant is seen no longer in the middle of a turn that they began in the order, and has something left to do in it.
pub fn goes_on_unseen(fight: &FightState, who: CombatantId) -> bool {
    let in_the_order = fight.turns.active == Some(who) && fight.system.turn_of.is_some();
    in_the_order && is_beside(fight, who) && !nothing_left(fight, who)
}

/// The turn under way goes on beside the order: the next team need not wait for its end.
pub fn leaves_the_order(cx: &mut Cx<'_>, who: CombatantId) {
    let side = cx.system.turn_of.map_or(cx.combatant(who).side, |it| it.1);
    cx.change(Fact::TurnOf(None));
    if let Some(next) = next_side(cx, side, None) {
        cx.apply(TableFact::SideUp(next));
    }
}

/// R9 Surprise round, R10: whether a combatant has no turn in it.
pub fn is_surprised(fight: &FightState, it: &Combatant) -> bool {
    surprising(fight) && !fight.system.surprise.contains(&it.side) && !cannot_be_surprised(it)
}

/// R10 Not to be surprised, C17: by danger sense, or because the GM says so.
pub fn cannot_be_surprised(it: &Combatant) -> bool {
    it.state.surprised.map_or_else(|| it.sheet.has_rank(|talent| talent.unsurprised), |surprised| !surprised)
}

/// R6, R7: the next team round the circle with someone who has a turn left; the one it starts from comes last.
pub fn next_side(fight: &FightState, from: SideId, but: Option<CombatantId>) -> Option<SideId> {
    let TurnOrder::Alternating { circle, .. } = &fight.turns.order else { return None };
    let start = circle.iter().position(|it| *it == from).unwrap_or(0);
    let round = (1..=circle.len()).map(|step| circle[(start + step) % circle.len()]);
    round.into_iter().find(|side| fight.members(*side).any(|it| Some(it.id) != but && in_order(fight, it)))
}

/// R6: whose slot it would be once this turn is over.
pub fn next_after(fight: &FightState, active: CombatantId) -> Option<SideId> {
    let from = fight.system.turn_of.map_or_else(|| fight.find(active).map(|it| it.side), |it| Some(it.1))?;
    next_side(fight, from, Some(active))
}

/// R5, R6, R9: whether a combatant may take the slot that is this team's.
pub fn check_slot(fight: &FightState, who: CombatantId, up: Option<SideId>) -> Result<(), Violation> {
    let it = fight.combatant(who);
    if is_surprised(fight, it) {
        return Err(Violation::Surprised(who));
    }
    if fight.turns.is_spent(who) {
        let beside = is_beside(fight, who);
        return Err(if beside { Violation::HadTurnBeside(who) } else { Violation::HadTheirTurn(who) });
    }
    if is_beside(fight, who) {
        return Ok(());
    }
    match up {
        Some(up) if up != it.side => Err(Violation::NotTheirTeam { who, up }),
        Some(_) => Ok(()),
        None => Err(Violation::NobodysTurn),
    }
}

/// Those who may begin or go on with a turn now.
pub fn may_act(fight: &FightState) -> Vec<CombatantId> {
    if fight.stage != Stage::Fighting || fight.system.achieved.is_some() {
        return vec![];
    }
    match (fight.system.lent, fight.turns.active) {
        (Some((_, ally)), _) => vec![ally],
        (None, Some(who)) if !goes_on_beside(fight) => vec![who],
        _ => fight.ids().filter(|it| may_begin(fight, *it, Cost::NOTHING).is_ok()).collect(),
    }
}

/// R11: the actions that a combatant has for this: what is left of the turn, or what it would begin with; one on command.
pub fn actions_left(fight: &FightState, who: CombatantId) -> u16 {
    if fight.system.lent.is_some_and(|it| it.1 == who) {
        return 1;
    }
    match fight.find(who) {
        Some(it) if fight.turns.active == Some(who) => it.budget.left(Resource::Action),
        Some(it) if !fight.turns.is_spent(who) => ACTIONS - u16::from(it.is(&Condition::Stunned)),
        _ => 0,
    }
}

/// Whether a turn of theirs is under way, and not one that has yet to begin.
pub fn in_turn(fight: &FightState, who: CombatantId) -> bool {
    fight.turns.active == Some(who) || fight.system.just_ended == Some(who)
}

/// R18: whether their turn is under way.
pub fn has_turn(fight: &FightState, who: CombatantId) -> bool {
    fight.turns.active == Some(who)
}

/// R21: has moved in the turn that this would be part of.
pub fn has_moved(fight: &FightState, who: CombatantId) -> bool {
    in_turn(fight, who) && fight.combatant(who).state.moved
}

/// R31: has stepped in the turn that this would be part of.
pub fn has_stepped(fight: &FightState, who: CombatantId) -> bool {
    in_turn(fight, who) && fight.combatant(who).state.stepped
}

/// Whether a combatant can do anything at all now: the fight is on, and they can act.
pub fn check_able(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    let Some(it) = fight.find(who) else { return Err(Violation::NobodyThere) };
    if fight.stage != Stage::Fighting || fight.system.achieved.is_some() {
        return Err(Violation::NoFight);
    }
    down(it).map_or(Ok(()), |why| Err(Violation::CannotAct { who, why }))
}

/// Whether the end that a combatant asks for is that of a turn that has just ended by itself.
pub fn is_over_already(fight: &FightState, who: CombatantId) -> bool {
    let on = fight.stage == Stage::Fighting && fight.system.achieved.is_none();
    let over = fight.turns.active != Some(who) && fight.system.just_ended == Some(who);
    on && over && fight.system.lent.is_none()
}

/// R6, R8, R9, R18: whether a combatant may begin something of this kind at all.
pub fn may_begin(fight: &FightState, who: CombatantId, cost: Cost) -> Result<(), Violation> {
    check_able(fight, who)?;
    if cost.after_dodge && fight.combatant(who).state.shifts {
        return Ok(());
    }
    if let Some((_, ally)) = fight.system.lent {
        return if ally == who { Ok(()) } else { Err(Violation::WaitsFor(ally)) };
    }
    let turns = &fight.turns;
    match turns.active {
        Some(active) if active == who => return Ok(()),
        Some(_) if goes_on_beside(fight) => return check_slot(fight, who, turns.side_up()),
        Some(active) if !is_done(fight, active) || is_beside(fight, who) => {
            return Err(match fight.find_in_sight(active) {
                Some(_) => Violation::NotTheirTurn { who, up: active },
                None => Violation::NotTheirTurnYet(who),
            });
        }
        // Nothing is left of that turn: the next may simply go on.
        Some(active) => return check_slot(fight, who, next_after(fight, active)),
        None => {}
    }
    if fight.system.just_ended == Some(who) && cost.after_turn {
        return Ok(());
    }
    if fight.system.between == Between::Rounds {
        return Err(Violation::NobodysTurn);
    }
    check_slot(fight, who, turns.side_up())
}

/// R6: whether the end that a combatant asks for is that of a turn they could take now. Who has not yet said an end means the turn that
/// has ended by itself, and must not lose the next one by it.
pub fn ends_another(fight: &FightState, who: CombatantId) -> bool {
    let up = fight.turns.side_up();
    fight.system.said_end
        && fight.system.between == Between::Turns
        && eligible(fight, fight.combatant(who))
        && check_slot(fight, who, up).is_ok()
}

/// Whether the surprise round is on.
pub fn surprising(fight: &FightState) -> bool {
    fight.turns.phase == Some(Phase::Surprise)
}
