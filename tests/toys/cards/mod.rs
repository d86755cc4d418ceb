//! A toy system with cards: cards are drawn every round, each card is a slot, quick people hold several and a gang shares one. It has
//! phases, a side that's asked whether to redraw, questions answered unseen by many, conditions with every kind of end, resources with
//! every kind of refill, dice that only the GM sees, and a square grid with walls and rough ground.

mod playing;
mod presentation;
mod procedures;

use procedures::*;
use serde::{Deserialize, Serialize};
use umpire::engine::{
    Addressee, BetweenFights, Budget, ByHand, Candidate, Citable, Citation, Combatant, CombatantId, Cx, Die, Ends,
    FightState, Flow, Held, Menus, Moment, NamedValues, Overview, Param, ParamValue, PartialAction, Record, Refill,
    Refusal, Ruleset, RulesetTypes, SideId, Stage, TableFact, Transition, TurnOrder, VerbKind, VerbView, Wording,
    procedure::Ask,
    roll::{Keep, Roll, Target},
    space::{
        Space,
        grid::{Grid, Square},
    },
    turns::Listing,
    view::{Details, Line, Mark, Vital},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cards;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    pub grit: i32,
    /// The number of cards they hold.
    pub cards: u8,
    /// Members of one side with the same number above 0 share their slots.
    pub gang: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub grit: i32,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// In the first round the first side acts alone before everyone else.
    pub ambush: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Action {
    Walk(Square),
    Strike(CombatantId),
    Grip(CombatantId),
    LetGo,
    /// A secret die decides.
    Daze(CombatantId),
    /// Every foe decides at once, unseen, whether to flinch.
    Shout,
    Aim,
    Drink,
    Done,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Question {
    DrawAgain {
        best: u16,
    },
    Flinch {
        by: CombatantId,
    },
    /// The GM says whether the daze is fair.
    Fair {
        by: CombatantId,
        on: CombatantId,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    Keep,
    Draw,
    Stand,
    Flinch,
    Allow,
    Forbid,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StandingOrder {
    AlwaysStand,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Note {
    Lost { who: CombatantId, by: i32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    /// Until the end of the round: can't strike.
    Cowed,
    /// Until the next turn of the combatant who dazed them: can't step.
    Dazed,
    /// Until the end of their own turn: strikes harder.
    Aiming,
    /// While the other holds on: can't step.
    Gripped,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Resource {
    /// Refilled every turn.
    Steps,
    /// Refilled every round.
    Arm,
    /// Not refilled in this fight.
    Flask,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    Ambush,
    Open,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rule {
    Draw,
    Strike,
    Daze,
    Shout,
}

impl Citable for Rule {
    fn citation(&self) -> Citation {
        let (number, title, sentence) = match self {
            Rule::Draw => ("C1", "Draw", "A d12 for every slot, highest first."),
            Rule::Strike => ("C2", "Strike", "A d4, one more when aiming."),
            Rule::Daze => ("C3", "Daze", "A d6 that only the GM sees; 3 or more dazes."),
            Rule::Shout => ("C4", "Shout", "Foes flinch, or stand and may lose one."),
        };
        Citation { number, title, sentence, ruling: false }
    }
    fn all() -> Vec<Rule> {
        vec![Rule::Draw, Rule::Strike, Rule::Daze, Rule::Shout]
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Violation {
    NotYourSlot,
    TooFar,
    NothingLeft,
    Cowed,
    Held,
    NotThere,
}

impl RulesetTypes for Cards {
    type Sheet = Sheet;
    type State = State;
    type SystemState = u8;
    type Options = Options;
    type Action = Action;
    type Question = Question;
    type Choice = Choice;
    type StandingOrder = StandingOrder;
    type Fact = Note;
    type Event = super::NoEvent;
    type Rule = Rule;
    type Violation = Violation;
    type Condition = Condition;
    type Resource = Resource;
    type Phase = Phase;
    type Space = Grid;
}

impl Ruleset for Cards {
    const NAME: &'static str = "cards";

    fn transition(cx: &mut Dealing<'_>, transition: &Transition<Cards>) -> Flow<Cards> {
        match transition {
            Transition::FightBegins => cx.apply(TableFact::StageSet(Stage::Fighting)),
            Transition::RoundBegins => {
                let round = cx.turns.round + 1;
                cx.apply(TableFact::RoundBegan(round));
                for who in cx.ids().collect::<Vec<_>>() {
                    cx.apply(TableFact::Refilled { who, when: Refill::Round });
                }
                let ambush = round == 1 && cx.options.ambush;
                cx.apply(TableFact::PhaseBegan(Some(if ambush { Phase::Ambush } else { Phase::Open })));
                draw(cx)?;
            }
            Transition::TurnBegins(who) => begin_turn(cx, *who),
            Transition::TurnEnds(who) => {
                cx.apply(TableFact::TurnEnded(*who));
                if let TurnOrder::Listed { at, .. } = cx.turns.order {
                    let next = next_slot(cx, at + 1);
                    cx.apply(TableFact::SlotUp(next));
                }
            }
            Transition::PhaseEnds(_) => {
                cx.apply(TableFact::PhaseBegan(Some(Phase::Open)));
                let first = next_slot(cx, 0);
                cx.apply(TableFact::SlotUp(first));
            }
            Transition::RoundEnds => {
                let round = cx.turns.round;
                cx.end_conditions(Moment::RoundEnds(round));
                cx.apply(TableFact::OrderSet(TurnOrder::Open));
            }
            Transition::FightEnds => cx.apply(TableFact::StageSet(Stage::Over)),
            _ => {}
        }
        Ok(())
    }

    fn due(fight: &FightState<Cards>) -> Option<Transition<Cards>> {
        let up_side = |side: SideId| fight.members(side).any(standing);
        if fight.sides.iter().filter(|it| up_side(it.id)).count() < 2 || fight.turns.round > 8 {
            return Some(Transition::FightEnds);
        }
        let TurnOrder::Listed { slots, at } = &fight.turns.order else { return Some(Transition::RoundBegins) };
        match (slots.get(*at), up(fight).as_slice()) {
            (None, _) if fight.turns.phase == Some(Phase::Ambush) => Some(Transition::PhaseEnds(Phase::Ambush)),
            (None, _) => Some(Transition::RoundEnds),
            (Some(_), [only]) if fight.turns.active != Some(*only) => Some(Transition::TurnBegins(*only)),
            (Some(slot), []) => Some(Transition::TurnEnds(slot.owners.first().copied().unwrap_or(CombatantId(0)))),
            (Some(_), _) => None,
        }
    }

    fn check(fight: &FightState<Cards>, who: CombatantId, action: &Action) -> Result<(), Refusal<Cards>> {
        let violation = |violation| Err(Refusal::Violation(violation));
        if !up(fight).contains(&who) {
            return violation(Violation::NotYourSlot);
        }
        let it = fight.combatant(who);
        // The gang member who begins has the steps of a new turn.
        let arm = || if it.budget.left(Resource::Arm) == 0 { violation(Violation::NothingLeft) } else { Ok(()) };
        let seen =
            |on: &CombatantId| if foes(fight, who).contains(on) { Ok(()) } else { violation(Violation::NotThere) };
        let near = |on: &CombatantId| if in_reach(fight, who, *on) { Ok(()) } else { violation(Violation::TooFar) };
        match action {
            Action::Walk(_) if it.is(&Condition::Dazed) || it.is(&Condition::Gripped) => violation(Violation::Held),
            Action::Walk(to) => match walk_cost(fight, who, *to) {
                Some(1..) => Ok(()),
                _ => violation(Violation::TooFar),
            },
            Action::Strike(_) if it.is(&Condition::Cowed) => violation(Violation::Cowed),
            Action::Strike(on) | Action::Grip(on) => arm().and(seen(on)).and(near(on)),
            Action::Daze(on) if !in_sight(fight, who, *on) => violation(Violation::TooFar),
            Action::Daze(on) => arm().and(seen(on)),
            Action::Shout => arm(),
            Action::Aim if it.is(&Condition::Aiming) => violation(Violation::NothingLeft),
            Action::Drink if it.budget.left(Resource::Flask) == 0 => violation(Violation::NothingLeft),
            Action::LetGo if !holds(fight, who) => violation(Violation::NothingLeft),
            Action::Aim | Action::Drink | Action::LetGo | Action::Done => Ok(()),
        }
    }

    fn check_pass(_: &FightState<Cards>, _: SideId) -> Result<(), Refusal<Cards>> {
        Err(Refusal::Violation(Violation::NotYourSlot))
    }

    fn may_act(fight: &FightState<Cards>) -> Vec<CombatantId> {
        up(fight)
    }

    fn perform(cx: &mut Dealing<'_>, who: CombatantId, action: &Action) -> Flow<Cards> {
        if cx.turns.active != Some(who) {
            begin_turn(cx, who); // one of a gang
        }
        if matches!(action, Action::Strike(_) | Action::Grip(_) | Action::Daze(_) | Action::Shout) {
            cx.apply(TableFact::Took { who, from: Resource::Arm, amount: 1 });
        }
        match action {
            Action::Walk(to) => {
                let Some(amount) = walk_cost(cx, who, *to) else { return cx.refuse(Violation::TooFar) };
                cx.apply(TableFact::Took { who, from: Resource::Steps, amount });
                cx.apply(TableFact::Placed { who, at: Some(*to) });
                cx.end_conditions(Moment::LetsGo(who));
            }
            Action::Strike(on) => {
                let die = cx.plain_die(4);
                let aimed = i32::from(cx.combatant(who).is(&Condition::Aiming));
                let roll = Roll::total(Some(who), Rule::Strike, "strike", vec![die], Keep::All, vec![]);
                let by = cx.rolled(roll).total + aimed;
                harm(cx, *on, by);
            }
            Action::Grip(on) => gain(cx, *on, Condition::Gripped, Ends::WhileHeldBy(who), who),
            Action::LetGo => cx.end_conditions(Moment::LetsGo(who)),
            Action::Daze(on) => daze(cx, who, *on)?,
            Action::Shout => shout(cx, who)?,
            Action::Aim => gain(cx, who, Condition::Aiming, Ends::EndOfTurnOf(who), who),
            Action::Drink => {
                cx.apply(TableFact::Took { who, from: Resource::Flask, amount: 1 });
                cx.change(Note::Lost { who, by: -2 });
            }
            Action::Done => {
                cx.apply(TableFact::TurnEnded(who));
                cx.end_conditions(Moment::TurnEnds(who));
            }
        }
        Ok(())
    }

    fn obey(
        _: &FightState<Cards>,
        _: CombatantId,
        _: &StandingOrder,
        _: &Question,
        offers: &[Choice],
    ) -> Option<usize> {
        offers.iter().position(|it| *it == Choice::Stand)
    }

    fn evolve(fight: &mut FightState<Cards>, fact: &Note) {
        let Note::Lost { who, by } = fact;
        if let Some(state) = fight.state_mut(*who) {
            state.grit = state.grit.saturating_sub(*by);
        }
    }
}
