//! What a turn is spent in: whether a combatant may begin or go on with one (R1, R2, R7, R42, R53), and what is left of it (R6).

use super::{bonus, morale, movement, nonlethal, turn, unseen_turns};
use crate::{
    engine::{CombatantId, Controller, Stage, space::zones::ZonePlace},
    rules::murdham::{
        Cx, FightState, Rule, TableFact, Violation,
        model::state::{Phase, Resource, RoundStep, takes_part},
        refusals::{FastPhase, NextTurn, TurnOf},
    },
};

/// What an action takes of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing that runs out with it.
    Nothing,
    /// The main action.
    Main,
    /// The bonus action, or the main action in its place.
    Bonus,
    /// R9: the same, unless a quick draw has paid for it already (C12).
    Draw,
}

/// What an action is to the rules that leave a combatant only a few: broken morale, fear, a taunt, a frenzy, a net, a grip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// R5, R48: it is done outside a turn, so nothing of a turn matters to it.
    OutOfTurn,
    /// The end of the turn, which is open to everyone.
    End,
    /// C21: the way out of a grip or a net.
    BreakFree,
    /// A move to this place.
    Move(ZonePlace),
    /// R48: running for good.
    Flee,
    /// An attack on one enemy.
    Attack(CombatantId),
    /// R33: a stunt against one enemy.
    Stunt(CombatantId),
    /// C48: a power against a combatant.
    Invoke(CombatantId),
    /// R30, C46: an attack on everyone in an area.
    Area,
    /// C40: calming down.
    Calm,
    /// R9: drawing a weapon.
    Draw,
    /// R38: shoving the one who is held.
    Shove,
    /// R37: letting go of the one who is held.
    LetGo,
    /// R45: anything else that those who failed the morale check can still do.
    Peaceful,
    /// Anything else.
    Other,
}

/// What a verb costs, and what it is to the rules that forbid some actions and not others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// What a menu says.
    pub words: &'static str,
    /// What it takes of the turn.
    pub takes: Takes,
    /// Whether its chapter spends it: after a question, or with a rule of its own.
    pub spent_later: bool,
    /// What it is to the rules that forbid some actions.
    pub kind: ActionKind,
}

impl Cost {
    /// Nothing.
    pub const NOTHING: Cost =
        Cost { words: "nothing", takes: Takes::Nothing, spent_later: false, kind: ActionKind::Other };
    /// R6: the main action.
    pub const MAIN: Cost = Cost { words: "main action", takes: Takes::Main, ..Cost::NOTHING };
    /// R6: a bonus action.
    pub const BONUS: Cost =
        Cost { words: "bonus action", takes: Takes::Bonus, kind: ActionKind::Peaceful, ..Cost::NOTHING };
    /// R6: the turn's own zone.
    pub const MOVE: Cost = Cost { words: "half zones", ..Cost::NOTHING };

    /// What a menu says.
    pub const fn words(self) -> &'static str {
        self.words
    }

    /// The same for an action of this kind.
    pub const fn of(self, kind: ActionKind) -> Cost {
        Cost { kind, ..self }
    }

    /// Whether the turn has what it takes left.
    pub fn check(self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        match self.takes {
            Takes::Nothing => Ok(()),
            Takes::Draw if bonus::drawn_already(fight, who) => Ok(()),
            Takes::Main => main_left(fight, who),
            Takes::Bonus | Takes::Draw => bonus_left(fight, who),
        }
    }

    /// Spends it, unless its chapter does.
    pub fn spend(self, cx: &mut Cx<'_>, who: CombatantId) {
        match self.takes {
            _ if self.spent_later => {}
            Takes::Nothing => {}
            Takes::Main => spend_main(cx, who),
            Takes::Bonus | Takes::Draw => spend_bonus(cx, who),
        }
    }
}

/// R1, R2, R7, R42, R53: whether a combatant may begin a turn now, or is in the middle of theirs.
pub fn may_go_on(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    let turns = &fight.turns;
    let Some(it) = fight.find(who) else { return Err(Violation::NobodyThere) };
    if fight.stage != Stage::Fighting {
        return Err(Violation::NoFight);
    }
    if !takes_part(it) {
        return morale::check_takes_part(fight, who);
    }
    let beside = unseen_turns::is_beside(fight, who);
    match turns.active {
        Some(active) if active == who => return Ok(()),
        // The GM ends an unseen turn first; players are not held up by it.
        Some(of) if it.controller == Controller::Gm || unseen_turns::under_way(fight).is_some() => {
            return Err(Violation::TurnUnderWay(TurnOf(of)));
        }
        _ => {}
    }
    let rests = beside && turn::rests(fight); // R40: nobody knows that the fight is not decided
    if fight.system.step != RoundStep::Turns && !rests {
        return Err(Violation::BetweenRounds);
    }
    if turns.is_spent(who) {
        let (reacted, next) = (it.state.reacted_in == Some(turns.round), NextTurn(who));
        return Err(if reacted { Violation::Reacted { who, next } } else { Violation::Spent { who, next } });
    }
    if nonlethal::loses_turn(fight, who) {
        return Err(Violation::Stunned(who));
    }
    match turns.phase {
        Some(Phase::Ambush) if !it.is_hidden() => return Err(Violation::NotConcealed(who)),
        Some(Phase::Fast) if !turn::is_fast(fight, who) => {
            return Err(Violation::TooSlow { who, numbers: FastPhase(who) });
        }
        _ => {}
    }
    match turns.side_up() {
        Some(_) if beside => Ok(()),
        Some(up) if up == it.side => Ok(()),
        Some(up) => Err(Violation::NotTheirStep { side: it.side, up }),
        None => Err(Violation::BetweenRounds),
    }
}

/// What is left of a resource: before the turn has begun, all of it.
pub fn left(fight: &FightState, who: CombatantId, resource: Resource) -> u16 {
    let budget = &fight.combatant(who).budget;
    if fight.turns.active == Some(who) {
        return budget.left(resource);
    }
    match resource {
        Resource::Half => movement::halves_a_turn(fight, who),
        Resource::FastDodge => budget.left(resource),
        _ => 1,
    }
}

/// R6: whether the main action is left.
pub fn main_left(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    if left(fight, who, Resource::Main) > 0 { Ok(()) } else { Err(Violation::NoMain(who)) }
}

/// R6: whether the bonus action is left, or the main action to be used as a second one.
pub fn bonus_left(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    if left(fight, who, Resource::Bonus) + left(fight, who, Resource::Main) > 0 {
        Ok(())
    } else {
        Err(Violation::NoBonus(who))
    }
}

/// R6: the main action is spent.
pub fn spend_main(cx: &mut Cx<'_>, who: CombatantId) {
    cx.apply(TableFact::Took { who, from: Resource::Main, amount: 1 });
}

/// R6: a bonus action is spent, or the main action as a second one.
pub fn spend_bonus(cx: &mut Cx<'_>, who: CombatantId) {
    let from = if cx.combatant(who).budget.left(Resource::Bonus) > 0 {
        Resource::Bonus
    } else {
        cx.cite(Rule::Turn);
        Resource::Main
    };
    cx.apply(TableFact::Took { who, from, amount: 1 });
}
