//! What somebody can do, what it costs, and whether they may do it now. [`check`] is the truth about legality; the menus list what it
//! accepts. What there is to do is `action.rs`; how each thing is done stands in the file of its chapter.

use super::{
    Action, Cx, FightState, Flow, Rule, TableFact, Violation, attack, board, carry, command,
    fact::Fact,
    fate, hands,
    learned::{self, ManeuverKind},
    maneuver, movement, power, ready,
    state::{ACTIONS, At, Between, Condition, Phase, Resource, held, is_up},
    task, turn,
};
use crate::engine::{CombatantId, Ends, Held, Stage};

/// R11, R13: how many actions something takes; nothing where it is free.
pub fn cost(fight: &FightState, who: CombatantId, action: &Action) -> u16 {
    match action {
        Action::Drop { .. }
        | Action::DropProne
        | Action::Step { .. }
        | Action::Trigger(_)
        | Action::Fate(_)
        | Action::Continue
        | Action::Abandon
        | Action::Decline
        | Action::Begin
        | Action::End => 0,
        Action::Maneuver { what, .. } => {
            let rises = learned::maneuver(what).is_some_and(|it| it.kind == ManeuverKind::Rise);
            u16::from(!rises)
        }
        Action::Resuscitate { .. } => 2,
        Action::KillingStrike { .. } => 3,
        Action::Task { actions, .. } => *actions,
        Action::Reload { item } => super::state::gear(fight, who, *item).map_or(1, |it| it.item.reload.max(1)),
        _ => 1,
    }
}

/// R11: the actions that somebody has for this: what is left of the turn, or what it would begin with; one on command.
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
fn in_turn(fight: &FightState, who: CombatantId) -> bool {
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

/// What is free and may be done although the turn has just ended by itself.
const AFTERWARDS: [&str; 4] = ["drop-item", "drop-prone", "step", "end"];
/// C7: what one may do after a dodge.
const SHIFTS: [&str; 3] = ["drop-prone", "seek-cover", "step"];

/// R6, R8, R9, R18: whether somebody may begin something of this kind at all.
///
/// # Errors
/// Why not.
pub fn may_begin(fight: &FightState, who: CombatantId, verb: &str) -> Result<(), Violation> {
    let Some(it) = fight.find(who) else { return Err(Violation::NobodyThere) };
    if fight.stage != Stage::Fighting || fight.system.achieved.is_some() {
        return Err(Violation::NoFight);
    }
    let turns = &fight.turns;
    if verb == "end" && turns.active != Some(who) && fight.system.just_ended == Some(who) && fight.system.lent.is_none()
    {
        return Ok(());
    }
    if !is_up(it) {
        return Err(Violation::CannotAct(who));
    }
    if verb == "trigger" {
        return ready::check_ready_to(fight, who);
    }
    if SHIFTS.contains(&verb) && it.state.shifts {
        return Ok(());
    }
    if let Some((_, ally)) = fight.system.lent {
        return if ally == who { Ok(()) } else { Err(Violation::WaitsFor(ally)) };
    }
    match turns.active {
        Some(active) if active == who => return Ok(()),
        Some(_) if turn::goes_on_beside(fight) => return turn::check_slot(fight, who, turns.side_up()),
        Some(active) if !turn::is_done(fight, active) || turn::is_beside(fight, who) => {
            return Err(Violation::NotTheirTurn { who, up: active });
        }
        Some(active) => {
            // Nothing is left of that turn: whoever is next may simply go on.
            let next = turn::next_after(fight, active);
            return turn::check_slot(fight, who, next);
        }
        None => {}
    }
    if fight.system.just_ended == Some(who) && AFTERWARDS.contains(&verb) {
        return Ok(());
    }
    if fight.system.between == Between::Rounds {
        return Err(Violation::NobodysTurn);
    }
    turn::check_slot(fight, who, turns.side_up())
}

/// Whether somebody may do this now.
///
/// # Errors
/// The rule that forbids it.
pub fn check(fight: &FightState, who: CombatantId, action: &Action) -> Result<(), Violation> {
    may_begin(fight, who, action.verb())?;
    check_knowing(fight, who, action, &movement::WalkingGround::of(fight, who))
}

/// The same for many at once: where one can walk is found out once.
pub fn check_all(fight: &FightState, who: CombatantId, actions: &[Action]) -> Vec<Result<(), Violation>> {
    let ground = movement::WalkingGround::of(fight, who);
    let one = |it: &Action| {
        may_begin(fight, who, it.verb())?;
        check_knowing(fight, who, it, &ground)
    };
    actions.iter().map(one).collect()
}

fn check_knowing(
    fight: &FightState,
    who: CombatantId,
    action: &Action,
    ground: &movement::WalkingGround<'_>,
) -> Result<(), Violation> {
    let it = fight.combatant(who);
    let lent = fight.system.lent.is_some_and(|lent| lent.1 == who);
    let cost = cost(fight, who, action);
    if it.state.shifts && SHIFTS.contains(&action.verb()) && !in_turn(fight, who) {
        return check_deed(fight, who, action, ground);
    }
    if lent {
        let ends = matches!(action, Action::Guard | Action::Ready { .. } | Action::Wait);
        let fits = cost == 1 && !ends;
        return match action {
            Action::Decline | Action::End => Ok(()),
            _ if !fits => Err(Violation::NotOnCommand),
            _ => check_deed(fight, who, action, ground),
        };
    }
    match (&it.state.carried, action) {
        (_, Action::End | Action::Begin) if fight.turns.active != Some(who) => return Ok(()),
        (_, Action::End) => return Ok(()),
        (_, Action::Begin) => return Err(Violation::NotTheirTurn { who, up: who }),
        (_, Action::Decline) => return Err(Violation::NoSuchThing("decline".to_owned())),
        (None, Action::Continue | Action::Abandon) => return Err(Violation::NothingBegun(who)),
        (Some(_), Action::Abandon) => return Ok(()),
        (Some(_), Action::Continue) => return carry::check(fight, who),
        (Some(carried), action) if *carried.action == *action => return carry::check(fight, who),
        (Some(_), _) if cost > 0 => return Err(Violation::MustFinish(who)),
        _ => {}
    }
    if cost > 0 {
        turn::check_trigger(fight, who, action)?;
        if actions_left(fight, who) == 0 {
            return Err(Violation::NoActions(who));
        }
    }
    check_deed(fight, who, action, ground)
}

/// A34: whether this could be done, whatever it costs.
///
/// # Errors
/// The rule that forbids it.
pub fn check_possible(fight: &FightState, who: CombatantId, action: &Action) -> Result<(), Violation> {
    check_deed(fight, who, action, &movement::WalkingGround::of(fight, who))
}

fn check_deed(
    fight: &FightState,
    who: CombatantId,
    action: &Action,
    ground: &movement::WalkingGround<'_>,
) -> Result<(), Violation> {
    let it = fight.combatant(who);
    match action {
        Action::Attack { target, with, attribute, proficiency } => {
            attack::check(fight, who, *target, *with)?;
            attack::check_how(fight, who, *with, *attribute, proficiency)
        }
        Action::Brandish { held } => hands::check_brandish(fight, who, held),
        Action::Command { target } => command::check(fight, who, *target),
        Action::PickUp { item } => hands::check_pick_up(fight, who, *item),
        Action::Move { to } | Action::Sprint { to } | Action::Step { to } => {
            movement::check(fight, who, action, *to, ground)
        }
        Action::SeekCover if !it.is(&Condition::Cover) && board::sheltered(fight, who) == Some(false) => {
            Err(Violation::NoCover(who))
        }
        Action::Ready { verb, .. } => ready::check(verb),
        Action::Trigger(inner) => ready::check_fired(fight, who, inner),
        Action::Resuscitate { target, .. } => task::check_resuscitate(fight, who, *target),
        Action::StandUp if !it.is(&Condition::Prone) => Err(Violation::NotProne(who)),
        Action::Drop { item } => match super::state::gear(fight, who, *item) {
            Some(gear) if gear.at == At::Hand => Ok(()),
            Some(gear) => Err(Violation::NotInHand(gear.item.name.clone())),
            None => Err(Violation::NothingThere),
        },
        Action::DropProne if it.is(&Condition::Prone) => Err(Violation::ProneAlready(who)),
        Action::Reload { item } => hands::check_reload(fight, who, *item),
        Action::KillingStrike { target, with } => task::check_killing_strike(fight, who, *target, *with),
        Action::Maneuver { what, target, with } => maneuver::check(fight, who, what, *target, *with),
        Action::Power { what, target } => power::check(fight, who, *what, *target),
        Action::BreakFree if held(it, Condition::Grappled).is_none() => Err(Violation::NotGrappled(who)),
        Action::Assist { target, .. } => task::check_assist(fight, who, *target),
        Action::Fate(boon) => fate::check(fight, who, *boon),
        _ => Ok(()),
    }
}

/// Does it: the turn begins with the first thing done in it (R6), what it takes is paid (R11, R14), and then it happens.
///
/// # Errors
/// When somebody must be asked.
pub fn perform(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
    if let Action::Trigger(inner) = action {
        return ready::fire(cx, who, inner);
    }
    if cx.combatant(who).state.shifts && SHIFTS.contains(&action.verb()) && !in_turn(cx, who) {
        cx.cite(Rule::DefensiveTests);
        cx.note(Fact::Shifts { who, may: false });
        return happen(cx, who, action);
    }
    if cx.system.lent.is_some_and(|it| it.1 == who) {
        return command::use_it(cx, who, action);
    }
    if cx.turns.active != Some(who) {
        // What belongs to a turn that has ended ends nobody else's, who may act beside the order.
        if cx.system.just_ended == Some(who) && AFTERWARDS.contains(&action.verb()) {
            if *action != Action::End {
                return happen(cx, who, action);
            }
            if !ends_another(cx, who) {
                cx.note(Fact::OverAlready(who));
                return Ok(());
            }
        }
        if let Some(active) = cx.turns.active {
            turn::end(cx, active);
        }
        turn::begin(cx, who)?;
        // What harms over time may have put an end to it.
        if cx.turns.active != Some(who) || !is_up(cx.combatant(who)) || check(cx, who, action).is_err() {
            return Ok(());
        }
    }
    pay(cx, who, action)
}

/// R6: whether the end that somebody asks for is that of a turn they could take now. Who has not yet said an end means the turn that
/// has ended by itself, and must not lose the next one by it.
fn ends_another(fight: &FightState, who: CombatantId) -> bool {
    let up = fight.turns.side_up();
    fight.system.said_end
        && fight.system.between == Between::Turns
        && turn::eligible(fight, fight.combatant(who))
        && turn::check_slot(fight, who, up).is_ok()
}

/// R11 Three actions, R14 Carried over, A2: what it takes is paid.
fn pay(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
    let same = cx.combatant(who).state.carried.as_ref().is_some_and(|it| *it.action == *action);
    match action {
        Action::End => {
            turn::end(cx, who);
            cx.note(Fact::SaidEnd(who));
            return Ok(());
        }
        Action::Begin => return Ok(()),
        Action::Abandon => {
            carry::abandon(cx, who);
            return Ok(());
        }
        Action::Continue => return carry::go_on(cx, who),
        _ if same => return carry::go_on(cx, who),
        _ => {}
    }
    let (takes, left) = (cost(cx, who, action), actions_left(cx, who));
    if takes > left {
        carry::begin(cx, who, action, takes, left);
        return Ok(());
    }
    cx.cite(if takes == 0 { Rule::FreeActions } else { Rule::Actions });
    if takes > 0 {
        turn::trigger_is_over(cx, who, action);
        cx.apply(TableFact::Took { who, from: Resource::Action, amount: takes });
    }
    happen(cx, who, action)
}

/// It happens, whatever it cost.
///
/// # Errors
/// When somebody must be asked.
pub fn happen(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
    match action {
        Action::Attack { target, with, attribute, proficiency } => {
            cx.cite(Rule::Attack);
            return attack::attack(cx, attack::Blow::new(who, *target, *with, *attribute, proficiency.clone()));
        }
        Action::Brandish { held } => hands::brandish(cx, who, held),
        Action::Command { target } => command::lend(cx, who, *target),
        Action::Interact { text } => task::interact(cx, who, text),
        Action::PickUp { item } => hands::pick_up(cx, who, *item),
        Action::Guard => turn::guard(cx, who),
        Action::Move { to } | Action::Sprint { to } | Action::Step { to } => return movement::go(cx, who, action, *to),
        Action::Ready { verb, text } => ready::ready(cx, who, verb, text),
        Action::Trigger(inner) => return ready::fire(cx, who, inner),
        Action::Resuscitate { target, attribute } => return task::resuscitate(cx, who, *target, *attribute),
        Action::SeekCover => movement::seek_cover(cx, who),
        Action::Task { attribute, skill, actions, text } => {
            let rule = if *actions > ACTIONS { Rule::CarryOver } else { Rule::ShortTask };
            return task::task(cx, who, rule, *attribute, skill, text);
        }
        Action::StandUp => movement::stand_up(cx, who),
        Action::Wait => turn::wait(cx, who),
        Action::Drop { item } => hands::drop_item(cx, who, *item),
        Action::DropProne => movement::drop_prone(cx, who),
        Action::Reload { item } => hands::reload(cx, who, *item),
        Action::KillingStrike { target, with } => return task::killing_strike(cx, who, *target, *with),
        Action::Maneuver { what, target, with } => return maneuver::perform(cx, who, what, *target, *with),
        Action::Power { what, target } => return power::perform(cx, who, *what, *target),
        Action::BreakFree => return maneuver::break_free(cx, who),
        Action::Assist { target, attribute, skill } => return task::assist(cx, who, *target, *attribute, skill),
        Action::Fate(boon) => fate::spend(cx, who, *boon),
        Action::Continue | Action::Abandon | Action::Decline | Action::Begin | Action::End => {}
    }
    Ok(())
}

/// Somebody comes under a condition; of those with an amount the stronger stays (C9).
pub fn gain(cx: &mut Cx<'_>, who: CombatantId, what: Condition, ends: Ends, from: Option<CombatantId>) {
    if let Some(there) = held(cx.combatant(who), what) {
        if there.amount() > what.amount() {
            return;
        }
        if there != what {
            cx.apply(TableFact::Lost { who, what: there });
        }
    }
    cx.apply(TableFact::Gained { who, held: Held { what, ends, from } });
}

/// Somebody is rid of a condition.
pub fn lose(cx: &mut Cx<'_>, who: CombatantId, like: Condition) {
    if let Some(what) = held(cx.combatant(who), like) {
        cx.apply(TableFact::Lost { who, what });
    }
}

/// Whether the surprise round is on.
pub fn surprising(fight: &FightState) -> bool {
    fight.turns.phase == Some(Phase::Surprise)
}
