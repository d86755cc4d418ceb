//! Movement: R21, R24, R26, R27, R30, R31, R31b and rulings A3, A31: moving, sprinting, stepping, standing up, lying down, cover.

use super::{
    Action, Condition, Cx, FightState, Flow, Rule, TableFact, Violation, attack, board, fact::Fact, opportunity,
    sheet::half_up, state::Resource, turn, verbs,
};
use crate::engine::{CombatantId, Ends, space::grid::Square};
use std::{cell::OnceCell, collections::BTreeMap};

/// R31: metres of a step.
const STEP_M: u32 = 1;

/// Where somebody can walk, found out once and only if asked for: it takes a flood over the grid.
pub struct WalkingGround<'a> {
    fight: &'a FightState,
    who: CombatantId,
    walks: OnceCell<BTreeMap<Square, u32>>,
}

impl WalkingGround<'_> {
    /// The ground before somebody.
    pub fn of(fight: &FightState, who: CombatantId) -> WalkingGround<'_> {
        WalkingGround { fight, who, walks: OnceCell::new() }
    }

    /// R31b, A31: the squares within one move, and what each costs.
    pub fn walks(&self) -> &BTreeMap<Square, u32> {
        self.walks.get_or_init(|| board::reach(self.fight, self.who, speed(self.fight, self.who)))
    }
}

/// C6 Speed in metres; the crippled and the encumbered have half of it (C9).
pub fn speed(fight: &FightState, who: CombatantId) -> u32 {
    let it = fight.combatant(who);
    let whole = it.sheet.stat("speed").max(0);
    let slow = it.is(&Condition::Crippled) || it.is(&Condition::Encumbered);
    u32::try_from(if slow { half_up(whole) } else { whole }).unwrap_or(0)
}

/// R21, R26, R31, A3: whether somebody may go there so.
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    fight: &FightState,
    who: CombatantId,
    how: &Action,
    to: Option<Square>,
    ground: &WalkingGround<'_>,
) -> Result<(), Violation> {
    let it = fight.combatant(who);
    let lent = fight.system.lent.is_some_and(|lent| lent.1 == who);
    let (moved, stepped) = (verbs::has_moved(fight, who) && !lent, verbs::has_stepped(fight, who) && !lent);
    if attack::is_grappled(fight, who) {
        return Err(Violation::Grappled(who));
    }
    match how {
        Action::Move { .. } if moved => return Err(Violation::Moved(who)),
        Action::Move { .. } if stepped => return Err(Violation::Stepped(who)),
        Action::Step { .. } if it.state.shifts => {}
        Action::Step { .. } if moved => return Err(Violation::MovedNoStep(who)),
        Action::Step { .. } if stepped => return Err(Violation::Stepped(who)),
        Action::Sprint { .. } if !(moved || (stepped && fight.options.step_counts)) => {
            return Err(Violation::NotMoved(who));
        }
        Action::Sprint { .. } if it.state.stamina < 1 => {
            return Err(Violation::NoStamina { who, cost: 1, rule: Rule::Sprint });
        }
        _ => {}
    }
    let metres = metres(fight, who, how);
    let rule = match how {
        Action::Step { .. } => Rule::Step,
        Action::Sprint { .. } => Rule::Sprint,
        _ => Rule::Move,
    };
    match (to, it.place) {
        (None, None) if !board::has_squares(fight) => Ok(()),
        (None, _) | (_, None) => Err(Violation::NoPlace(who)),
        (Some(to), Some(at)) if to == at => Err(Violation::AlreadyThere),
        (Some(to), _) if board::taken(fight, who, to) => Err(Violation::Taken),
        (Some(to), _) => match ground.walks().get(&to) {
            Some(cost) if *cost <= metres => Ok(()),
            _ => Err(Violation::TooFar { who, metres, rule }),
        },
    }
}

/// R21, R26, R31: how many metres this is at most.
fn metres(fight: &FightState, who: CombatantId, how: &Action) -> u32 {
    if matches!(how, Action::Step { .. }) { STEP_M } else { speed(fight, who) }
}

/// R21 Move, R26 Sprint, R31 Step.
///
/// # Errors
/// When somebody must be asked.
pub fn go(cx: &mut Cx<'_>, who: CombatantId, how: &Action, to: Option<Square>) -> Flow {
    let step = matches!(how, Action::Step { .. });
    match how {
        Action::Step { .. } => {
            cx.cite(Rule::Step);
            cx.cite(Rule::StepOrMove);
        }
        Action::Sprint { .. } => {
            cx.cite(Rule::Sprint);
            let left = cx.combatant(who).state.stamina - 1;
            cx.note(Fact::StaminaIs { who, left });
            if cx.combatant(who).state.stepped {
                cx.cite(Rule::StepOrMove);
            }
        }
        _ => cx.cite(Rule::Move),
    }
    let shift = cx.combatant(who).state.shifts;
    if cx.turns.active == Some(who) && !shift {
        cx.note(Fact::Went { who, step });
    }
    leaves_cover(cx, who);
    let Some(to) = to else { return Ok(()) };
    cx.cite(Rule::Diagonals);
    if !step {
        cx.cite(Rule::DiagonalsOfMove);
    }
    if let Some(unseen) = board::unseen_at(cx, who, to, true).filter(|_| step) {
        runs_into(cx, who, unseen);
        return Ok(());
    }
    if step {
        cx.apply(TableFact::Placed { who, at: Some(to) });
        lets_go_far(cx, who);
        return Ok(());
    }
    let metres = metres(cx, who, how);
    opportunity::walks(cx, who, to, metres)
}

/// R21: somebody has run into another of whom they knew nothing: neither is hidden from the other any longer.
pub fn runs_into(cx: &mut Cx<'_>, who: CombatantId, unseen: CombatantId) {
    for it in [unseen, who] {
        attack::comes_into_sight(cx, it);
    }
    cx.note(Fact::RanInto { who, unseen });
}

/// R24: whoever goes elsewhere is behind that cover no more.
pub fn leaves_cover(cx: &mut Cx<'_>, who: CombatantId) {
    verbs::lose(cx, who, Condition::SeekingCover);
}

/// C12: whoever goes away from somebody they hold lets go.
pub fn lets_go_far(cx: &mut Cx<'_>, who: CombatantId) {
    let free: Vec<CombatantId> = cx
        .combatants
        .iter()
        .filter(|it| it.conditions.iter().any(|held| held.what == Condition::Grappled && held.from == Some(who)))
        .filter(|it| !board::within(cx, who, it.id, 1))
        .map(|it| it.id)
        .collect();
    for it in free {
        verbs::lose(cx, it, Condition::Grappled);
    }
}

/// R24 Seek cover: until the next turn.
pub fn seek_cover(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::SeekCover);
    verbs::gain(cx, who, Condition::SeekingCover, Ends::TurnOf(who), None);
}

/// R27 Stand up.
pub fn stand_up(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::StandUp);
    verbs::lose(cx, who, Condition::Prone);
}

/// R30 Drop prone.
pub fn drop_prone(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::DropProne);
    verbs::gain(cx, who, Condition::Prone, Ends::Fight, None);
}

/// R21, R31: the squares that somebody can still get to in the turn they have or could take, for the map.
pub fn reaches(fight: &FightState, who: CombatantId) -> Vec<Square> {
    let gone = verbs::has_moved(fight, who) || verbs::has_stepped(fight, who) || attack::is_grappled(fight, who);
    if gone || !turn::may_act(fight).contains(&who) {
        return vec![];
    }
    let metres = if verbs::actions_left(fight, who) > 0 { speed(fight, who) } else { STEP_M };
    board::reach(fight, who, metres).into_keys().collect()
}

/// What is left of somebody's movement in this turn, in metres.
pub fn metres_left(fight: &FightState, who: CombatantId) -> u32 {
    let it = fight.combatant(who);
    match it.state.moved || it.state.stepped || it.budget.left(Resource::Action) == 0 {
        true => 0,
        false => speed(fight, who),
    }
}
