//! R9-R12: what a verb costs. It is shown, checked and spent from here.

use super::{instants, turn};
use crate::{
    engine::{CombatantId, Stage},
    rules::sovereign::{
        Condition, Cx, FightState, Rule, TableFact, Violation,
        model::state::{Phase, Resource, is, is_up},
    },
};

/// What a verb costs.
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
    /// Nothing, on their own turn.
    Free,
    /// The Main action, at any time.
    Instant,
    /// Nothing, at any time.
    FreeInstant,
    /// What the weapon that is reloaded says: for menus alone.
    AsWeapon,
    /// Nothing, whenever its verb allows it.
    Nothing,
}

impl Cost {
    /// What a menu says.
    pub const fn words(self) -> &'static str {
        match self {
            Cost::Main => "Main",
            Cost::Move | Cost::Hold => "Move",
            Cost::Both => "Move and Main",
            Cost::Free => "Free",
            Cost::Instant => "Instant, the Main",
            Cost::FreeInstant => "Instant",
            Cost::AsWeapon => "as the weapon",
            Cost::Nothing => "nothing",
        }
    }

    /// R5, R12, R31: whether it is a combatant's turn, or they need none.
    ///
    /// # Errors
    /// Why not.
    pub fn may_be_paid_now(self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        let Some(it) = fight.find(who) else { return Err(Violation::NobodyThere) };
        if fight.stage != Stage::Fighting {
            return Err(Violation::NoFight);
        }
        if !is_up(it) {
            return Err(Violation::Down(who));
        }
        if turn::may_act_now(fight, who) || it.state.hold.is_some() {
            return Ok(());
        }
        if fight.turns.phase == Some(Phase::Surprise) && is(fight, who, Condition::Surprised) {
            return Err(Violation::Unready(who));
        }
        match self {
            Cost::Instant | Cost::FreeInstant if instants::ready(fight, who) => Ok(()),
            Cost::Instant | Cost::FreeInstant => Err(Violation::Unready(who)),
            _ => Err(turn::not_their_turn(fight, who)),
        }
    }

    /// R9, R10: whether a combatant may spend it now, and has it left.
    ///
    /// # Errors
    /// Why not.
    pub fn check(self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        if self == Cost::Nothing {
            return Ok(());
        }
        self.may_be_paid_now(fight, who)?;
        let budget = &fight.combatant(who).budget;
        let (main, moves) = (budget.left(Resource::Main) > 0, budget.left(Resource::Move) > 0);
        match self {
            Cost::Main | Cost::Both | Cost::Instant | Cost::Hold if !main => Err(Violation::MainSpent(who)),
            Cost::Both | Cost::Hold if !moves => Err(Violation::NoMove(who)),
            Cost::Move if !main && !moves => Err(Violation::MoveSpent(who)),
            _ => Ok(()),
        }
    }

    /// Spends it. R10: the Main action can buy a second Move.
    pub fn spend(self, cx: &mut Cx<'_>, who: CombatantId) {
        let took = |from: Resource| TableFact::Took { who, from, amount: 1 };
        match self {
            Cost::Main => {
                cx.cite(Rule::MainAction);
                cx.apply(took(Resource::Main));
            }
            Cost::Move => {
                let moves = cx.combatant(who).budget.left(Resource::Move);
                let from = if moves == 0 { Resource::Main } else { Resource::Move };
                if from == Resource::Main {
                    cx.cite(Rule::MainAction);
                }
                cx.cite(Rule::MoveAction);
                cx.apply(took(from));
            }
            Cost::Both => {
                Cost::Main.spend(cx, who);
                cx.cite(Rule::MoveAction);
                cx.apply(took(Resource::Move));
            }
            Cost::Instant => cx.apply(took(Resource::Main)),
            Cost::Hold => cx.apply(took(Resource::Move)),
            Cost::Free | Cost::FreeInstant | Cost::AsWeapon | Cost::Nothing => {}
        }
    }
}
