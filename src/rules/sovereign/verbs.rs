//! What somebody can do, and whether they may do it now: the action table, R9 to R12 and every row below it. [`check`] is the truth about
//! legality; the menus list what it accepts.

use super::{
    Condition, Cx, FightState, Flow, Rule, Violation,
    attack::{self, How, Swing, With},
    board, execution,
    fact::Fact,
    gear::Feat,
    harm, instants, items,
    manoeuvres::{self, Push},
    movement, screen,
    sheet::{Attribute, Skill},
    skills,
    skills::{Mood, Pursuit},
    state::{Phase, Resource, Trigger, enemies, feat, grappling, is, is_up, known},
    swarm::{self, Part},
    turn,
};
use crate::engine::{CombatantId, Stage, space::grid::Square};
use serde::{Deserialize, Serialize};
use std::{cell::OnceCell, collections::BTreeMap};

/// Something somebody does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)] // the fields are whom, with what and where to; each act's own line says the rest
pub enum Action {
    /// R14, R15.
    Attack { target: CombatantId, with: With, how: How },
    /// R17.
    Swarm { target: CombatantId, with: With, part: Part },
    /// R20.
    Charge {
        target: CombatantId,
        with: With,
        #[serde(default = "kill")]
        how: How,
        to: Option<Square>,
    },
    /// R16.
    Snap { target: CombatantId, with: With },
    /// R22.
    TotalDefense,
    /// R21.
    Screen { target: CombatantId, to: Option<Square> },
    /// R23.
    Run { to: Square },
    /// R24.
    Disengage,
    /// R25.
    UseSkill { skill: Skill, attribute: Attribute },
    /// C7.
    Stabilise { target: CombatantId },
    /// C7.
    Help { target: CombatantId },
    /// R26.
    Ready { arm: u8 },
    /// R26.
    Stow { arm: u8 },
    /// R26, R48.
    Wield { arms: Vec<u8> },
    /// R26.
    Sheathe { arm: u8 },
    /// R27.
    Reload { arm: u8 },
    /// R28.
    PickUp { index: usize },
    /// R29.
    StandUp,
    /// R30.
    GoProne,
    /// R11.
    Drop { arm: u8 },
    /// R31.
    Hold {
        trigger: Trigger,
        #[serde(default)]
        foe: Option<CombatantId>,
    },
    /// R42.
    Shove { target: CombatantId, with: With, push: Push },
    /// R43.
    Grapple { target: CombatantId },
    /// R43.
    BreakFree,
    /// R46.
    Drag {
        #[serde(default)]
        target: Option<CombatantId>,
        to: Square,
    },
    /// R46.
    Hurl {
        #[serde(default)]
        target: Option<CombatantId>,
        to: Option<Square>,
    },
    /// R43.
    Release { target: Option<CombatantId> },
    /// R49.
    TakeAim { target: CombatantId },
    /// R49.
    Execute { target: CombatantId, with: With, how: How },
    /// C15.
    Cast { spell: String, target: Option<CombatantId> },
    /// C16.
    Drink { index: usize },
    /// C26.
    Whirlwind,
    /// R50.
    Flee,
    /// C31.
    Chase {
        how: Pursuit,
        #[serde(default)]
        mood: Mood,
    },
    /// A25.
    End,
}

/// R31, A10: the verbs that a held action may answer with while others are asked, besides those that are instants anyway.
pub const HELD: &[&str] = &[
    "attack",
    "swarm",
    "screen",
    "run",
    "disengage",
    "skill",
    "stabilise",
    "help",
    "ready",
    "stow",
    "wield",
    "sheathe",
    "reload",
    "pick-up",
    "stand",
    "prone",
    "drop",
    "shove",
    "grapple",
    "break-free",
    "drag",
    "hurl",
    "release",
    "cast",
    "drink",
    "whirlwind",
    "flee",
];

/// What a charge was before it could end in a throw at will.
fn kill() -> How {
    How::Kill
}

/// R9 to R12: what an act takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// The Main action.
    Main,
    /// The Move, or the Main action in its place.
    Move,
    /// Both.
    Both,
    /// The Move itself, with the Main action kept.
    Hold,
    /// Nothing, on one's own turn.
    Free,
    /// The Main action, at any time.
    Instant,
    /// Nothing, at any time.
    FreeInstant,
}

/// The action table: what each act takes.
pub fn cost(fight: &FightState, who: CombatantId, action: &Action) -> Cost {
    match action {
        Action::Attack { .. } if fight.combatant(who).state.another => Cost::Free,
        Action::Swarm { target, part: Part::Strike, .. } if swarm::assailants(fight, *target).contains(&who) => {
            Cost::FreeInstant
        }
        Action::Ready { arm } if items::readies_at_once(fight, who, *arm) => Cost::FreeInstant,
        Action::Disengage if feat(fight, who, Feat::CloseCombatant) >= 2 => Cost::Free,
        Action::Stabilise { .. } if fight.combatant(who).budget.left(Resource::Chirurgeon) > 0 => Cost::Free,
        Action::Reload { arm } => match items::reload_cost(fight, who, *arm) {
            None => Cost::Free,
            Some(Resource::Main) => Cost::Main,
            Some(_) => Cost::Move,
        },
        Action::TotalDefense | Action::Snap { .. } => Cost::Instant,
        Action::Charge { .. } => Cost::Both,
        Action::Hold { .. } => Cost::Hold,
        Action::Screen { .. }
        | Action::Run { .. }
        | Action::PickUp { .. }
        | Action::StandUp
        | Action::Drink { .. }
        | Action::Flee => Cost::Move,
        Action::Wield { .. }
        | Action::Sheathe { .. }
        | Action::GoProne
        | Action::Drop { .. }
        | Action::Release { .. }
        | Action::Whirlwind
        | Action::Chase { .. }
        | Action::End => Cost::Free,
        _ => Cost::Main,
    }
}

/// Whether somebody may do this now.
///
/// # Errors
/// The rule that forbids it.
pub fn check(fight: &FightState, who: CombatantId, action: &Action) -> Result<(), Violation> {
    check_knowing(fight, who, action, &Ground::of(fight, who))
}

/// Where somebody can run, found out once and only if asked for: it takes a flood over the grid.
struct Ground<'a> {
    fight: &'a FightState,
    who: CombatantId,
    runs: OnceCell<BTreeMap<Square, u32>>,
}

impl Ground<'_> {
    fn of(fight: &FightState, who: CombatantId) -> Ground<'_> {
        Ground { fight, who, runs: OnceCell::new() }
    }

    fn runs(&self) -> &BTreeMap<Square, u32> {
        let most = || board::squares_of_movement(self.fight, self.who);
        self.runs.get_or_init(|| board::reach(self.fight, self.who, most()))
    }
}

/// The same for many at once: where one can run is found out once.
pub fn check_all(fight: &FightState, who: CombatantId, actions: &[Action]) -> Vec<Result<(), Violation>> {
    let ground = Ground::of(fight, who);
    actions.iter().map(|it| check_knowing(fight, who, it, &ground)).collect()
}

fn check_knowing(fight: &FightState, who: CombatantId, action: &Action, ground: &Ground<'_>) -> Result<(), Violation> {
    if *action == Action::End && turn::is_over_already(fight, who) {
        return Ok(());
    }
    may_go_on(fight, who, cost(fight, who, action))?;
    affords(fight, who, cost(fight, who, action)).map_err(|why| match (action, why) {
        (Action::TotalDefense, Violation::MainSpent(who)) => Violation::NoMainToDefend(who),
        (_, why) => why,
    })?;
    match action {
        Action::Run { to } if !grappling(fight, who) && ground.runs().contains_key(to) => Ok(()),
        _ => possible(fight, who, action),
    }
}

/// R5, R12, R31: whether it is somebody's turn, or they need none.
///
/// # Errors
/// Why not.
pub fn may_go_on(fight: &FightState, who: CombatantId, cost: Cost) -> Result<(), Violation> {
    let Some(it) = fight.find(who) else { return Err(Violation::NobodyThere) };
    if fight.stage != Stage::Fighting {
        return Err(Violation::NoFight);
    }
    if !is_up(it) {
        return Err(Violation::Down(who));
    }
    if turn::may_act(fight).contains(&who) || it.state.hold.is_some() {
        return Ok(());
    }
    if fight.turns.phase == Some(Phase::Surprise) && is(fight, who, Condition::Surprised) {
        return Err(Violation::Unready(who));
    }
    match cost {
        Cost::Instant | Cost::FreeInstant if instants::ready(fight, who) => Ok(()),
        Cost::Instant | Cost::FreeInstant => Err(Violation::Unready(who)),
        _ => Err(Violation::NotTheirTurn { who, up: fight.turns.active, side: fight.turns.side_up() }),
    }
}

/// R9, R10: whether somebody has what it takes left.
fn affords(fight: &FightState, who: CombatantId, cost: Cost) -> Result<(), Violation> {
    let it = fight.combatant(who);
    let (main, moves) = (it.budget.left(Resource::Main) > 0, it.budget.left(Resource::Move) > 0);
    match cost {
        Cost::Main | Cost::Both | Cost::Instant | Cost::Hold if !main => Err(Violation::MainSpent(who)),
        Cost::Both | Cost::Hold if !moves => Err(Violation::NoMove(who)),
        Cost::Move if !main && !moves => Err(Violation::MoveSpent(who)),
        _ => Ok(()),
    }
}

/// Whether an act is possible as far as everything but turn and actions goes.
fn possible(fight: &FightState, who: CombatantId, action: &Action) -> Result<(), Violation> {
    match action {
        Action::Attack { target, with, how } => attack::aim(fight, who, *target, *with, *how).map(|_| ()),
        Action::Swarm { target, with, part } => swarm::check(fight, who, *target, *with, *part),
        Action::Charge { target, with, how, to } => {
            swarm::check_charge(fight, who, *target, (*with, *how), *to).map(|_| ())
        }
        Action::Snap { .. } if !instants::may_snap(fight, who) => Err(Violation::Untrained(who)),
        Action::Snap { target, with } => attack::aim(fight, who, *target, *with, How::Kill).map(|_| ()),
        Action::TotalDefense if is(fight, who, Condition::Defending) => Err(Violation::DefendsAlready(who)),
        Action::Screen { target, to } => screen::check(fight, who, *target, *to).map(|_| ()),
        Action::Run { to } => movement::way_to(fight, who, *to, board::squares_of_movement(fight, who)).map(|_| ()),
        Action::Disengage if clear(fight, who) => Err(Violation::ClearAlready(who)),
        Action::Stabilise { target } => harm::check_stabilise(fight, who, *target),
        Action::Help { target } => harm::check_help(fight, who, *target),
        Action::Ready { arm } => items::check_ready(fight, who, *arm),
        Action::Stow { arm } => items::check_stow(fight, who, *arm),
        Action::Wield { arms } => items::check_wield(fight, who, arms),
        Action::Sheathe { arm } => items::check_sheathe(fight, who, *arm),
        Action::Reload { arm } => items::check_reload(fight, who, *arm),
        Action::PickUp { index } => items::check_pick_up(fight, who, *index),
        Action::StandUp if !is(fight, who, Condition::Prone) => Err(Violation::Stands(who)),
        Action::GoProne if is(fight, who, Condition::Prone) => Err(Violation::ProneAlready(who)),
        Action::Drop { arm } => items::check_drop(fight, who, *arm),
        Action::Hold { .. } if fight.combatant(who).state.hold.is_some() => Err(Violation::NoMove(who)),
        Action::Hold { foe: Some(foe), .. } if !known(fight, who, *foe) => Err(Violation::NobodyThere),
        Action::Hold { foe: Some(foe), .. } if !enemies(fight, who, *foe) => Err(Violation::OwnSide(*foe)),
        Action::Shove { target, with, push } => manoeuvres::check_shove(fight, who, *target, *with, *push),
        Action::Grapple { target } => manoeuvres::check_grapple(fight, who, *target),
        Action::BreakFree => manoeuvres::check_break_free(fight, who),
        Action::Drag { to, .. } => manoeuvres::check_drag(fight, who, *to).map(|_| ()),
        Action::Hurl { to, .. } => manoeuvres::check_hurl(fight, who, *to).map(|_| ()),
        Action::Release { .. } => manoeuvres::check_release(fight, who),
        Action::TakeAim { target } => execution::check_aim(fight, who, *target),
        Action::Execute { target, with, how } => execution::check(fight, who, *target, *with, *how).map(|_| ()),
        Action::Cast { target, .. } => skills::check_cast(fight, who, *target),
        Action::Drink { index } if fight.combatant(who).state.potions.len() <= *index => Err(Violation::NotCarried),
        Action::Whirlwind => harm::check_whirlwind(fight, who),
        Action::Flee => movement::check_flee(fight, who),
        Action::Chase { .. } => skills::check_chase(fight, who),
        Action::End if fight.combatant(who).state.hold.is_some() && !turn::may_act(fight).contains(&who) => {
            Err(Violation::NotTheirTurn { who, up: fight.turns.active, side: fight.turns.side_up() })
        }
        _ => Ok(()),
    }
}

/// R24: whether nobody who is adjacent could strike anyway.
fn clear(fight: &FightState, who: CombatantId) -> bool {
    !fight.combatant(who).state.clear_of.is_empty() && board::guards(fight, who).is_empty()
}

/// Does it.
///
/// # Errors
/// When it is refused after all, or somebody must be asked.
pub fn perform(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
    if *action == Action::End && turn::is_over_already(cx, who) {
        cx.note(Fact::OverAlready(who));
        return Ok(());
    }
    let held = cx.combatant(who).state.hold.is_some();
    if turn::may_act(cx).contains(&who) {
        turn::begins(cx, who);
    }
    if held {
        cx.cite(Rule::Hold);
        cx.cite(Rule::HoldRemaining);
    }
    if disturbs(action) && cx.combatant(who).state.aim.is_some() {
        cx.cite(Rule::Unsuspecting);
        cx.note(Fact::AimIs { who, aim: None });
    }
    does(cx, who, action)?;
    if held && cx.combatant(who).budget.left(Resource::Main) == 0 && cx.combatant(who).state.hold.is_some() {
        cx.note(Fact::HoldIs { who, hold: None, foe: None });
    }
    Ok(())
}

/// R49b: what disturbs the minute before an execution.
fn disturbs(action: &Action) -> bool {
    !matches!(
        action,
        Action::TakeAim { .. }
            | Action::Execute { .. }
            | Action::End
            | Action::Run { .. }
            | Action::Wield { .. }
            | Action::Sheathe { .. }
    )
}

fn does(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
    match action {
        Action::Attack { target, with, how } => attacks(cx, who, *target, *with, *how),
        Action::Swarm { target, with, part } => swarm::swarm(cx, who, *target, *with, *part),
        Action::Charge { target, with, how, to } => swarm::charge(cx, who, *target, (*with, *how), *to),
        Action::Snap { target, with } => instants::snap(cx, who, *target, *with),
        Action::Screen { target, to } => screen::screen(cx, who, *target, *to),
        Action::Run { to } => movement::run(cx, who, *to),
        Action::UseSkill { skill, attribute } => skills::use_skill(cx, who, *skill, *attribute),
        Action::Stabilise { target } => skills::tend(cx, who, *target, false),
        Action::Help { target } => skills::tend(cx, who, *target, true),
        Action::PickUp { index } => items::pick_up(cx, who, *index),
        Action::StandUp => movement::stand(cx, who),
        Action::Shove { target, with, push } => manoeuvres::shove(cx, who, *target, *with, *push),
        Action::Grapple { target } => manoeuvres::grapple(cx, who, *target),
        Action::Execute { target, with, how } => execution::execute(cx, who, *target, *with, *how),
        Action::Cast { spell, target } => skills::cast(cx, who, spell.clone(), *target),
        Action::Whirlwind => harm::whirlwind(cx, who),
        Action::Flee => movement::flee(cx, who),
        Action::Chase { how, mood } => skills::chase(cx, who, *how, *mood),
        _ => {
            does_at_once(cx, who, action);
            Ok(())
        }
    }
}

/// What asks nobody.
fn does_at_once(cx: &mut Cx<'_>, who: CombatantId, action: &Action) {
    match action {
        Action::TotalDefense => instants::total_defense(cx, who),
        Action::Disengage => movement::disengage(cx, who),
        Action::Ready { arm } => items::ready(cx, who, *arm),
        Action::Stow { arm } => items::stow(cx, who, *arm),
        Action::Wield { arms } => items::wield(cx, who, arms.clone()),
        Action::Sheathe { arm } => items::sheathe(cx, who, *arm),
        Action::Reload { arm } => items::reload(cx, who, *arm),
        Action::GoProne => movement::prone(cx, who),
        Action::Drop { arm } => items::drop(cx, who, *arm),
        Action::Hold { trigger, foe } => movement::hold(cx, who, *trigger, *foe),
        Action::BreakFree => manoeuvres::break_free(cx, who),
        Action::Drag { to, .. } => {
            if let Ok(held) = manoeuvres::check_drag(cx, who, *to) {
                manoeuvres::drag(cx, who, held, *to);
            }
        }
        Action::Hurl { to, .. } => {
            if let Ok(held) = manoeuvres::check_hurl(cx, who, *to) {
                manoeuvres::hurl(cx, who, held, *to);
            }
        }
        Action::Release { .. } => {
            cx.cite(Rule::Grapple);
            cx.note(Fact::Holds { by: who, whom: None });
        }
        Action::TakeAim { target } => execution::take_aim(cx, who, *target),
        Action::Drink { index } => items::drink(cx, who, *index),
        _ => turn::end(cx, who),
    }
}

/// R9, R14, R15, A27, C26: an attack as the Main action, or as the one that a felled foe gives.
fn attacks(cx: &mut Cx<'_>, who: CombatantId, target: CombatantId, with: With, how: How) -> Flow {
    if !instants::declared(cx, who, Trigger::Attacks)? {
        return Ok(());
    }
    if attack::aim(cx, who, target, with, how).is_err() {
        return movement::given_back(cx, who);
    }
    if cx.combatant(who).state.another {
        cx.note(Fact::Another { who, yes: false });
    } else {
        movement::spends(cx, who, Resource::Main);
    }
    let killed = cx.combatant(who).state.killed;
    attack::swing(cx, Swing::new(who, target, with, how))?;
    if feat(cx, who, Feat::Whirlwind) >= 2 && !killed && cx.combatant(who).state.killed {
        cx.cite(Rule::Whirlwind);
        cx.note(Fact::Another { who, yes: true });
    }
    Ok(())
}
