//! What somebody can do, and whether they may do it now. [`check`] is the truth about legality; the menus list what it accepts.

pub mod menus;

use super::{
    Cx, FightState, Flow, Violation,
    chapters::{
        attack,
        cost::{self, Cost},
        fire, flight, hold, movement, order, swap, task, turn,
    },
    model::{
        board::{self, ZoneSpot},
        fact::Fact,
        gear::With,
        state::{Condition, Skill, is},
    },
};
use crate::engine::{CombatantId, space::zones::ZoneId};
use serde::{Deserialize, Serialize};

/// Something somebody does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// R17: attacks somebody.
    Attack {
        /// Whom.
        target: CombatantId,
        /// With what.
        with: With,
    },
    /// R25: grapples somebody.
    Grapple {
        /// Whom.
        target: CombatantId,
    },
    /// R14: pushes somebody.
    Push {
        /// Whom.
        target: CombatantId,
        /// Where to; nowhere for another spot of the zone.
        to: Option<ZoneId>,
    },
    /// R29: flees.
    Flee {
        /// By which action.
        by: Skill,
        /// Which way; nowhere for straight out.
        to: Option<ZoneId>,
    },
    /// R14: sways somebody with words.
    Sway {
        /// Whom.
        target: CombatantId,
        /// In which words, if any are given.
        #[serde(default)]
        text: String,
    },
    /// R14: lures an enemy somewhere.
    Lure {
        /// Whom.
        target: CombatantId,
        /// By which action.
        by: Skill,
        /// Where to.
        to: ZoneId,
    },
    /// R14: surveys the situation.
    Survey,
    /// R8, R14: climbs over what bars the way.
    Climb {
        /// By which action.
        by: Skill,
        /// Where to.
        to: ZoneId,
    },
    /// R8: clears what bars the way.
    Clear {
        /// Where to.
        to: ZoneId,
    },
    /// R21b: casts.
    Cast {
        /// On whom, if on anybody.
        target: Option<CombatantId>,
        /// What is tried.
        text: String,
    },
    /// R37: puts a fire out.
    Extinguish {
        /// Whose.
        target: CombatantId,
    },
    /// A2: helps somebody who is out of action.
    Help {
        /// Whom.
        target: CombatantId,
    },
    /// R15: draws or swaps a weapon.
    Draw {
        /// Which.
        with: u8,
    },
    /// C3: picks a weapon up.
    PickUp {
        /// Which.
        with: u8,
    },
    /// R15: stands up.
    Stand,
    /// R27: tries to break free.
    BreakFree,
    /// R27: lets somebody go.
    Release {
        /// Whom.
        target: CombatantId,
    },
    /// R15, A25: shouts.
    Shout {
        /// What.
        text: String,
    },
    /// R15: turns around.
    TurnAround,
    /// R15: handles a thing: opens a door, if it is one.
    Interact {
        /// The way it bars; none for anything else.
        to: Option<ZoneId>,
    },
    /// R16: moves inside the zone.
    Within {
        /// Where.
        spot: ZoneSpot,
    },
    /// R16: moves into the next zone.
    Move {
        /// Where to.
        to: ZoneId,
    },
    /// R15: takes cover.
    TakeCover,
    /// R38: gives somebody an antidote.
    Antidote {
        /// Whom.
        target: CombatantId,
    },
    /// R5: swaps cards with another player character.
    Swap {
        /// With whom.
        target: CombatantId,
    },
    /// Ends the turn.
    End,
}

/// R14 Slow manoeuvres, R15 Fast manoeuvres, ruling A25: what an action costs.
pub fn cost(action: &Action) -> Cost {
    match action {
        Action::Attack { .. }
        | Action::Grapple { .. }
        | Action::Push { .. }
        | Action::Flee { .. }
        | Action::Sway { .. }
        | Action::Lure { .. }
        | Action::Survey
        | Action::Climb { .. }
        | Action::Clear { .. }
        | Action::Cast { .. }
        | Action::Extinguish { .. }
        | Action::Help { .. } => Cost::Slow,
        Action::Shout { text } if task::is_a_word_or_two(text) => Cost::Free,
        Action::Draw { .. }
        | Action::PickUp { .. }
        | Action::Stand
        | Action::BreakFree
        | Action::Shout { .. }
        | Action::TurnAround
        | Action::Interact { .. }
        | Action::Within { .. }
        | Action::Move { .. }
        | Action::TakeCover
        | Action::Antidote { .. } => Cost::Fast,
        Action::Release { .. } | Action::Swap { .. } | Action::End => Cost::Free,
    }
}

/// Whether somebody may do this now.
pub fn check(fight: &FightState, who: CombatantId, action: &Action) -> Result<(), Violation> {
    if let Action::Swap { target } = action {
        return swap::check(fight, who, *target);
    }
    if *action == Action::End && order::is_over_already(fight, who) {
        return Ok(());
    }
    match order::may_go_on(fight, who) {
        Err(it) if it.is_of_turn() && *action == Action::BreakFree => {
            return hold::check_break_free(fight, who); // R12, R15: a reaction
        }
        other => other?,
    }
    if *action == Action::End {
        return Ok(());
    }
    hindered(fight, who, action)?;
    cost::affordable(fight, who, cost(action))?;
    match action {
        Action::Attack { target, with } => attack::aim(fight, who, *target, *with).map(|_| ()),
        Action::Grapple { target } => hold::check_grapple(fight, who, *target),
        Action::Push { target, to } => movement::check_push(fight, who, *target, *to),
        Action::Flee { to, .. } => board::way_out(fight, who, *to),
        Action::Sway { target, .. } => task::hearer(fight, who, *target),
        Action::Lure { target, to, .. } => task::check_lure(fight, who, *target, *to),
        Action::Climb { to, .. } | Action::Clear { to } => task::check_obstacle(fight, who, *to),
        Action::Cast { target: Some(target), .. } => task::hearer(fight, who, *target),
        Action::Extinguish { target } => fire::check_extinguish(fight, who, *target),
        Action::Help { target } => task::check_help(fight, who, *target),
        Action::Draw { with } => movement::check_draw(fight, who, *with),
        Action::PickUp { with } => movement::check_pick_up(fight, who, *with),
        Action::Stand if !is(fight, who, Condition::Prone) => Err(Violation::Standing(who)),
        Action::BreakFree => hold::check_break_free(fight, who),
        Action::Release { target } => hold::check_release(fight, who, *target),
        Action::Shout { .. } if is(fight, who, Condition::Gagged) => Err(Violation::Gagged(who)),
        Action::Shout { .. } if is(fight, who, Condition::Silenced) => Err(Violation::Silenced(who)),
        Action::Interact { to: Some(to) } => task::check_door(fight, who, *to),
        Action::Within { spot } => movement::check_within(fight, who, *spot),
        Action::Move { to } => movement::check_move(fight, who, *to),
        Action::TakeCover => movement::check_cover(fight, who),
        Action::Antidote { target } => task::check_antidote(fight, who, *target),
        Action::Survey
        | Action::Cast { target: None, .. }
        | Action::Stand
        | Action::Shout { .. }
        | Action::TurnAround
        | Action::Interact { to: None }
        | Action::Swap { .. }
        | Action::End => Ok(()),
    }
}

/// R28 Held, R37 Fire, ruling A8: what keeps somebody from it whatever it is aimed at.
fn hindered(fight: &FightState, who: CombatantId, action: &Action) -> Result<(), Violation> {
    let burning = fight.combatant(who).state.fire.is_some();
    let allowed_burning = matches!(action, Action::Extinguish { target } if *target == who)
        || matches!(action, Action::Flee { .. } | Action::Shout { .. });
    let frees = matches!(action, Action::BreakFree);
    if is(fight, who, Condition::Restrained) && !frees && !matches!(action, Action::Shout { .. }) {
        return Err(Violation::Restrained(who));
    }
    if burning && !allowed_burning && !(frees && is(fight, who, Condition::Restrained)) {
        return Err(Violation::Burning(who));
    }
    let walks = matches!(
        action,
        Action::Flee { .. } | Action::Move { .. } | Action::Within { .. } | Action::Climb { .. } | Action::TakeCover
    );
    if walks && is(fight, who, Condition::Prone) {
        return Err(Violation::Prone(who));
    }
    Ok(())
}

/// Does it.
pub fn perform(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
    if let Action::Swap { target } = action {
        return swap::swap(cx, who, *target);
    }
    if *action == Action::End && order::is_over_already(cx, who) {
        cx.note(Fact::OverAlready(who));
        return Ok(());
    }
    if *action == Action::BreakFree && order::may_go_on(cx, who).is_err() {
        return hold::break_free_out_of_turn(cx, who);
    }
    turn::acts(cx, who);
    let tested =
        matches!(action, Action::BreakFree) || (cost(action) == Cost::Slow && !matches!(action, Action::Help { .. }));
    cost::pay(cx, who, cost(action), tested);
    match action {
        Action::Attack { target, with } => attack::attack(cx, who, *target, *with),
        Action::Grapple { target } => hold::grapple(cx, who, *target),
        Action::Push { target, to } => movement::push(cx, who, *target, *to),
        Action::Flee { by, to } => flight::flee(cx, who, *by, *to),
        Action::Sway { target, text } => task::sway(cx, who, *target, text),
        Action::Lure { target, by, to } => task::lure(cx, who, *target, *by, *to),
        Action::Survey => task::survey(cx, who),
        Action::Climb { by, to } => task::climb(cx, who, *by, *to),
        Action::Clear { to } => task::clear(cx, who, *to),
        Action::Cast { target, text } => task::cast(cx, who, *target, text),
        Action::Extinguish { target } => fire::extinguish(cx, who, *target),
        Action::Help { target } => task::help(cx, who, *target),
        Action::Draw { with } => movement::draw(cx, who, *with),
        Action::PickUp { with } => movement::pick_up(cx, who, *with),
        Action::Stand => movement::stand(cx, who),
        Action::BreakFree => hold::break_free(cx, who),
        Action::Release { target } => hold::release(cx, who, *target),
        Action::Shout { text } => task::shout(cx, who, text),
        Action::TurnAround => task::turn_around(cx, who),
        Action::Interact { to } => task::interact(cx, who, *to),
        Action::Within { spot } => movement::within(cx, who, *spot),
        Action::Move { to } => movement::move_to(cx, who, *to),
        Action::TakeCover => movement::take_cover(cx, who),
        Action::Antidote { target } => task::antidote(cx, who, *target),
        Action::End => {
            turn::end(cx, who);
            Ok(())
        }
        Action::Swap { .. } => Ok(()),
    }
}

/// R27: those of whom somebody would let go by doing this: who walks out of the zone does, and who pushes out of it whom they hold.
pub fn let_go_by(fight: &FightState, who: CombatantId, action: &Action) -> Vec<CombatantId> {
    let held = hold::held_by(fight, who);
    match action {
        Action::Move { to } | Action::Climb { to, .. } if board::zone_of(fight, who) != Some(*to) => held,
        Action::Flee { .. } => held,
        Action::Push { target, to: Some(_) } => held.into_iter().filter(|it| it == target).collect(),
        _ => vec![],
    }
}
