//! What somebody can do, and whether they may do it now. [`check`] is the truth about legality; the menus list what it accepts.

use super::{
    Cx, Field, Flow, TableFact, Violation,
    attack::{self, Intent, With},
    board, evasion,
    fact::Fact,
    harm, movement, sneak,
    state::{Pot, is_up},
    turn,
};
use crate::engine::{CombatantId, Stage, space::grid::Square};
use serde::{Deserialize, Serialize};
use std::{cell::OnceCell, collections::BTreeMap};

/// Something somebody does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// R4, R5: attacks somebody, and walks up to them first if they are within one movement.
    Attack {
        /// Whom.
        target: CombatantId,
        /// With what.
        with: With,
        /// What becomes of a foe at 0 HP.
        how: Intent,
    },
    /// A15: grabs somebody with bare hands; what comes of it the GM says.
    Grab {
        /// Whom.
        target: CombatantId,
    },
    /// Uses a thing: a lever, a rope, a potion; what comes of it the GM says.
    Use {
        /// Which, and how, in words.
        text: String,
    },
    /// R4: evades until the next turn.
    Evade,
    /// R4: tries to get out of combat.
    Extricate {
        /// Where to; nowhere where the fight has no squares.
        to: Option<Square>,
    },
    /// R5, R6: walks.
    Move {
        /// Where to.
        to: Square,
    },
    /// R6: walks towards somebody, up to two movements.
    Advance {
        /// Towards whom.
        target: CombatantId,
    },
    /// R14: a medic attends to somebody.
    Attend {
        /// To whom.
        target: CombatantId,
    },
    /// R16, R17: sneaks out of sight.
    Sneak,
    /// A12: has somebody finished.
    Finish {
        /// Whom.
        target: CombatantId,
    },
    /// Ends the turn.
    End,
}

/// Whether somebody may do this now.
///
/// # Errors
/// The rule that forbids it.
pub fn check(field: &Field, who: CombatantId, action: &Action) -> Result<(), Violation> {
    if *action == Action::End && turn::is_over_already(field, who) {
        return Ok(());
    }
    may_go_on(field, who)?;
    check_knowing(field, who, action, &Ground::of(field, who))
}

/// Where somebody can walk, found out once and only if asked for: it takes a flood over the grid.
struct Ground<'a> {
    field: &'a Field,
    who: CombatantId,
    walks: OnceCell<BTreeMap<Square, u32>>,
    out: OnceCell<BTreeMap<Square, u32>>,
}

impl Ground<'_> {
    fn of(field: &Field, who: CombatantId) -> Ground<'_> {
        Ground { field, who, walks: OnceCell::new(), out: OnceCell::new() }
    }

    fn walks(&self) -> &BTreeMap<Square, u32> {
        self.walks.get_or_init(|| movement::walks(self.field, self.who))
    }

    fn out(&self) -> &BTreeMap<Square, u32> {
        self.out.get_or_init(|| movement::ways_out(self.field, self.who))
    }
}

/// The same for many at once: where one can walk is found out once.
pub fn check_all(field: &Field, who: CombatantId, actions: &[Action]) -> Vec<Result<(), Violation>> {
    if let Err(violation) = may_go_on(field, who) {
        let over = turn::is_over_already(field, who);
        let of = |it: &Action| if over && *it == Action::End { Ok(()) } else { Err(violation.clone()) };
        return actions.iter().map(of).collect();
    }
    let ground = Ground::of(field, who);
    actions.iter().map(|it| check_knowing(field, who, it, &ground)).collect()
}

fn check_knowing(field: &Field, who: CombatantId, action: &Action, ground: &Ground<'_>) -> Result<(), Violation> {
    match action {
        Action::End => return Ok(()),
        Action::Move { to } => return movement::check_walk(field, who, *to, ground.walks()),
        _ if field.combatant(who).budget.left(Pot::Deed) == 0 => return Err(Violation::Done(who)),
        _ => {}
    }
    match action {
        Action::Attack { target, with, .. } => attack::aim(field, who, *target, *with).map(|_| ()),
        Action::Grab { target } => attack::aim(field, who, *target, With::Unarmed).map(|_| ()),
        Action::Use { .. } => Ok(()),
        Action::Evade if !board::in_combat(field, who) => Err(Violation::NotInCombat(who)),
        Action::Evade if field.combatant(who).budget.left(Pot::Still) == 0 => Err(Violation::AfterMoving(who)),
        Action::Evade | Action::Move { .. } | Action::End => Ok(()),
        Action::Extricate { to } => movement::check_extricate(field, who, *to, ground.out()),
        Action::Advance { target } => movement::advance_to(field, who, *target).map(|_| ()),
        Action::Attend { target } => harm::check_attend(field, who, *target),
        Action::Sneak => sneak::check_sneak(field, who),
        Action::Finish { target } => harm::check_finish(field, who, *target),
    }
}

/// R1, R3: whether it is somebody's turn.
///
/// # Errors
/// Why not.
pub fn may_go_on(field: &Field, who: CombatantId) -> Result<(), Violation> {
    let Some(it) = field.find(who) else { return Err(Violation::NobodyThere) };
    if field.stage != Stage::Fighting {
        return Err(Violation::NoFight);
    }
    if !is_up(it) {
        return Err(Violation::Down(who));
    }
    if field.turns.active != Some(who) && !turn::may_act_beside(field, who) {
        return Err(Violation::NotTheirTurn { who, up: field.turns.active });
    }
    Ok(())
}

/// Does it.
///
/// # Errors
/// When it is refused after all.
pub fn perform(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
    if *action == Action::End && turn::is_over_already(cx, who) {
        cx.note(Fact::OverAlready(who));
        return Ok(());
    }
    turn::begin_beside(cx, who);
    match action {
        Action::Attack { target, with, how } => attack::attack(cx, who, *target, *with, *how),
        Action::Grab { target } => attack::grab(cx, who, *target),
        Action::Use { text } => {
            cx.apply(TableFact::Took { who, from: Pot::Deed, amount: 1 });
            cx.note(Fact::Uses { who, text: text.clone() });
            Ok(())
        }
        Action::Evade => evasion::evade(cx, who),
        Action::Extricate { to } => movement::extricate(cx, who, *to),
        Action::Move { to } => movement::move_to(cx, who, *to),
        Action::Advance { target } => movement::advance(cx, who, *target),
        Action::Attend { target } => harm::attend(cx, who, *target),
        Action::Sneak => sneak::sneak(cx, who),
        Action::Finish { target } => harm::finish(cx, who, *target),
        Action::End => {
            turn::end_own(cx, who);
            Ok(())
        }
    }
}
