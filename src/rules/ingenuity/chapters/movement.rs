//! Movement: R21, R24, R26, R27, R30, R31, R31b and rulings A3, A31: moving, sprinting, stepping, standing up, lying down, cover.

use crate::engine::{CombatantId, Ends, space::grid::Square};
use crate::rules::ingenuity::{
    Condition, Cx, Event, Fact, FightState, Flow, Resource, Rule, TableFact, Violation,
    chapters::{attack, conditions, cost::Cost, opportunity, order},
    model::{
        board::{self, Metres},
        sheet::half_up,
    },
};
use std::{cell::OnceCell, collections::BTreeMap};

/// How a combatant goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// R21.
    Move,
    /// R26.
    Sprint,
    /// R31.
    Step,
}

/// R31: metres of a step.
const STEP_M: u32 = 1;

/// Where a combatant can walk, found out once and only if asked for: it takes a flood over the grid.
pub struct WalkingGround<'a> {
    fight: &'a FightState,
    who: CombatantId,
    walks: OnceCell<BTreeMap<Square, u32>>,
}

impl WalkingGround<'_> {
    /// The ground before a combatant.
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

/// R21, R26, R31, A3: whether a combatant may go there so.
pub fn check(
    fight: &FightState,
    who: CombatantId,
    how: Stride,
    to: Option<Square>,
    ground: &WalkingGround<'_>,
) -> Result<(), Violation> {
    let it = fight.combatant(who);
    let lent = fight.system.lent.is_some_and(|lent| lent.1 == who);
    let (moved, stepped) = (order::has_moved(fight, who) && !lent, order::has_stepped(fight, who) && !lent);
    if attack::is_grappled(fight, who) {
        return Err(Violation::Grappled(who));
    }
    match how {
        Stride::Move if moved => return Err(Violation::Moved(who)),
        Stride::Move if stepped => return Err(Violation::Stepped(who)),
        Stride::Step if it.state.shifts => {}
        Stride::Step if moved => return Err(Violation::MovedNoStep(who)),
        Stride::Step if stepped => return Err(Violation::Stepped(who)),
        Stride::Sprint if !(moved || (stepped && fight.options.step_counts)) => {
            return Err(Violation::NotMoved(who));
        }
        Stride::Sprint => Cost::SPRINT.check_pools(fight, who, Rule::Sprint)?,
        _ => {}
    }
    let metres = metres(fight, who, how);
    let rule = match how {
        Stride::Step => Rule::Step,
        Stride::Sprint => Rule::Sprint,
        Stride::Move => Rule::Move,
    };
    match (to, it.place) {
        (None, None) if !board::has_squares(fight) => Ok(()),
        (None, _) | (_, None) => Err(Violation::NoPlace(who)),
        (Some(to), Some(at)) if to == at => Err(Violation::AlreadyThere),
        (Some(to), _) if board::taken(fight, who, to) => Err(Violation::Taken),
        (Some(to), _) => match ground.walks().get(&to) {
            Some(cost) if *cost <= metres => Ok(()),
            _ => Err(Violation::TooFar { who, most: Metres(metres), rule }),
        },
    }
}

/// R21, R26, R31: how many metres this is at most.
fn metres(fight: &FightState, who: CombatantId, how: Stride) -> u32 {
    if how == Stride::Step { STEP_M } else { speed(fight, who) }
}

/// R21 Move, R26 Sprint, R31 Step.
pub fn go(cx: &mut Cx<'_>, who: CombatantId, how: Stride, to: Option<Square>) -> Flow {
    let step = how == Stride::Step;
    match how {
        Stride::Step => {
            cx.cite(Rule::Step);
            cx.cite(Rule::StepOrMove);
        }
        Stride::Sprint => {
            cx.cite(Rule::Sprint);
            Cost::SPRINT.spend_pools(cx, who);
            if cx.combatant(who).state.stepped {
                cx.cite(Rule::StepOrMove);
            }
        }
        Stride::Move => cx.cite(Rule::Move),
    }
    let shift = cx.combatant(who).state.shifts;
    if cx.turns.active == Some(who) && !shift {
        cx.change(Fact::Went { who, step });
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

/// R21: a combatant has run into another they knew nothing of: neither is hidden from the other any longer.
pub fn runs_into(cx: &mut Cx<'_>, who: CombatantId, unseen: CombatantId) {
    for it in [unseen, who] {
        attack::comes_into_sight(cx, it);
    }
    cx.tell(Event::RanInto { who, unseen });
}

/// R24: anyone who goes elsewhere is behind that cover no more.
pub fn leaves_cover(cx: &mut Cx<'_>, who: CombatantId) {
    conditions::lose(cx, who, Condition::SeekingCover);
}

/// C12: anyone who goes away from a combatant they hold lets go.
pub fn lets_go_far(cx: &mut Cx<'_>, who: CombatantId) {
    let free: Vec<CombatantId> = cx
        .combatants
        .iter()
        .filter(|it| it.conditions.iter().any(|held| held.what == Condition::Grappled && held.from == Some(who)))
        .filter(|it| !board::within(cx, who, it.id, 1))
        .map(|it| it.id)
        .collect();
    for it in free {
        conditions::lose(cx, it, Condition::Grappled);
    }
}

/// R24 Seek cover: whether there is any, as far as the board says.
pub fn check_cover(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    let covered = fight.combatant(who).is(&Condition::Cover) || board::sheltered(fight, who) != Some(false);
    if covered { Ok(()) } else { Err(Violation::NoCover(who)) }
}

/// R24 Seek cover: until the next turn.
pub fn seek_cover(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::SeekCover);
    conditions::gain(cx, who, Condition::SeekingCover, Ends::TurnOf(who), None);
}

/// R27 Stand up.
pub fn stand_up(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::StandUp);
    conditions::lose(cx, who, Condition::Prone);
}

/// R30 Drop prone.
pub fn drop_prone(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::DropProne);
    conditions::gain(cx, who, Condition::Prone, Ends::Fight, None);
}

/// R21, R31: the squares that a combatant can still get to in the turn they have or could take, for the map.
pub fn reaches(fight: &FightState, who: CombatantId) -> Vec<Square> {
    let gone = order::has_moved(fight, who) || order::has_stepped(fight, who) || attack::is_grappled(fight, who);
    if gone || !order::may_act(fight).contains(&who) {
        return vec![];
    }
    let metres = if order::actions_left(fight, who) > 0 { speed(fight, who) } else { STEP_M };
    board::reach(fight, who, metres).into_keys().collect()
}

/// R21, R31: the squares that a combatant could get to in a turn of their own, for the map.
pub fn could_reach(fight: &FightState, who: CombatantId) -> Vec<Square> {
    if attack::is_grappled(fight, who) {
        return vec![];
    }
    board::reach(fight, who, speed(fight, who)).into_keys().collect()
}

/// What is left of a combatant's movement in this turn, in metres.
pub fn metres_left(fight: &FightState, who: CombatantId) -> u32 {
    let it = fight.combatant(who);
    match it.state.moved || it.state.stepped || it.budget.left(Resource::Action) == 0 {
        true => 0,
        false => speed(fight, who),
    }
}
