//! A toy system with instants: whole sides take turns, a d20 is rolled in the open, and much can still happen after that. It has parries
//! with a riposte inside them, friends to hide behind, windows in which anyone can snap or step in, conditional orders, declared triggers
//! that are kept, a chess clock if the table wants one, and no space at all.
//!
//! [`Build`] changes the rules under a fight in progress, as a new release would.

mod playing;
mod presentation;
mod procedures;

use procedures::*;
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use umpire::engine::{
    Addressee, BetweenFights, Budget, ByHand, Candidate, Citable, Citation, ClockOn, Combatant, CombatantId, Cx,
    FightState, Flow, Menus, NamedValues, Overview, Param, ParamValue, PartialAction, Refill, Refusal, Ruleset,
    RulesetTypes, SideId, Stage, TableFact, Transition, TurnClock, TurnOrder, VerbKind, VerbView, Wording,
    procedure::{Ask, combatant_of},
    roll::{Keep, Roll, Target},
    space::Space,
    view::{Audience, Details, Line, Mark, Vital},
};

/// Which release of the toy decides. Only divergence tests change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    Shipped,
    /// Attacks roll a d12.
    OtherDie,
    /// Attacks can't be parried any more.
    NoParry,
    /// The main action costs two.
    OtherFacts,
    /// Nobody is asked about an attack.
    AsksNobody,
    /// Attacks are forbidden once they have begun.
    Refuses,
    /// Attacks roll nothing and ask at once.
    NoDie,
}

thread_local! {
    static BUILD: Cell<Build> = const { Cell::new(Build::Shipped) };
}

/// Runs `body` as if in another release.
pub fn with_build<T>(build: Build, body: impl FnOnce() -> T) -> T {
    let before = BUILD.replace(build);
    let result = body();
    BUILD.set(before);
    result
}

fn build() -> Build {
    BUILD.get()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duel;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    pub hp: i32,
    pub armour: i32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub hp: i32,
    pub braced: bool,
    /// A declared trigger: snap at whoever shoots next.
    pub watching: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// A chess clock for each side's step.
    pub clock_ms: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Action {
    Attack(CombatantId),
    Shoot(CombatantId),
    /// Everyone else decides at once, unseen; then the fire.
    Blast,
    /// "I snap at whoever shoots next."
    Watch,
    Hide,
    Wait,
    /// Everyone who comes along needs permission: a question inside a window.
    Rally,
    /// Two questions to the GM at once.
    Appeal,
    /// Notes what is left of the clock, then asks the next in line.
    Tally,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Question {
    Blow { by: CombatantId, on: CombatantId, total: i32 },
    Shelter { of: CombatantId },
    Blast { by: CombatantId },
    Shot { by: CombatantId, on: CombatantId, total: i32 },
    Trigger { by: CombatantId },
    Rally { by: CombatantId },
    Grant { to: CombatantId },
    Appeal { number: u8 },
    Tally,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Choice {
    TakeIt,
    Parry,
    HideBehind(CombatantId),
    Agree,
    Brace,
    Snap(CombatantId),
    StepIn,
    Uphold(u8),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StandingOrder {
    /// Take it, whatever it is.
    NeverAsk,
    AlwaysParry,
    /// Brace, but only if it turns the shot into a miss.
    BraceIfItSaves,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Note {
    Hurt { who: CombatantId, by: i32 },
    Braced(CombatantId),
    Watches { who: CombatantId, on: bool },
    Unbraced,
    Heartened(CombatantId),
    Upheld(u8),
    Tallied(i64),
}

/// State of the fight as a whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SystemState {
    pub upheld: Vec<u8>,
    pub tallied_ms: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rule {
    Attack,
    Parry,
    Blast,
    Snap,
    Damage,
}

impl Citable for Rule {
    fn citation(&self) -> Citation {
        let (number, title, sentence) = match self {
            Rule::Attack => ("T1", "Attack", "Roll d20; armour or more hits."),
            Rule::Parry => ("T2", "Parry", "Roll d20; the attacker's number or more turns it back."),
            Rule::Blast => ("T3", "Blast", "Everybody decides at once; bracing halves it."),
            Rule::Snap => ("T4", "Snap", "Whoever has a main action left may snap at the shooter."),
            Rule::Damage => ("T5", "Damage", "A d6."),
        };
        Citation { number, title, sentence, ruling: false }
    }
    fn all() -> Vec<Rule> {
        vec![Rule::Attack, Rule::Parry, Rule::Blast, Rule::Snap, Rule::Damage]
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Violation {
    MainSpent,
    NotYourStep,
    Down,
    NotThere,
    Changed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Resource {
    Main,
}

/// No space at all: everyone is near everyone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nowhere;

/// The only place there is. (Not `()`, because JSON can't distinguish `Some` from `None` for it.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Here(pub u8);

impl Space for Nowhere {
    const CLOSE: u32 = 0;
    type Place = Here;
    fn distance(&self, _: &Here, _: &Here) -> Option<u32> {
        Some(0)
    }
    fn place_words(&self, _: &Here) -> String {
        "here".to_owned()
    }
    fn place_named(&self, _: &str) -> Option<Here> {
        Some(Here(0))
    }
    fn places(&self) -> Vec<Here> {
        vec![Here(0)]
    }
}

impl RulesetTypes for Duel {
    type Sheet = Sheet;
    type State = State;
    type SystemState = SystemState;
    type Options = Options;
    type Action = Action;
    type Question = Question;
    type Choice = Choice;
    type StandingOrder = StandingOrder;
    type Fact = Note;
    type Event = super::NoEvent;
    type Rule = Rule;
    type Violation = Violation;
    type Condition = ();
    type Resource = Resource;
    type Phase = ();
    type Space = Nowhere;
}

impl Ruleset for Duel {
    const NAME: &'static str = "duel";

    fn transition(cx: &mut Duelling<'_>, transition: &Transition<Duel>) -> Flow<Duel> {
        match transition {
            Transition::FightBegins => cx.apply(TableFact::StageSet(Stage::Fighting)),
            Transition::RoundBegins => {
                let round = cx.turns.round + 1;
                cx.apply(TableFact::RoundBegan(round));
                cx.change(Note::Unbraced);
                for who in cx.ids().collect::<Vec<_>>() {
                    cx.apply(TableFact::Refilled { who, when: Refill::Round });
                }
                let order: Vec<SideId> = cx.sides.iter().map(|it| it.id).collect();
                let first = order.first().copied();
                cx.apply(TableFact::OrderSet(TurnOrder::Sides { order, at: 0 }));
                wind_clock(cx, first);
            }
            Transition::RoundEnds => cx.apply(TableFact::OrderSet(TurnOrder::Open)),
            Transition::Passes(side) | Transition::ClockRanOut(ClockOn::Side(side)) => next_side(cx, *side),
            Transition::FightEnds => {
                cx.apply(TableFact::ClockSet(None));
                cx.apply(TableFact::StageSet(Stage::Over));
            }
            _ => {}
        }
        Ok(())
    }

    fn due(fight: &FightState<Duel>) -> Option<Transition<Duel>> {
        let up = |side: SideId| fight.members(side).any(standing);
        if fight.sides.iter().filter(|it| up(it.id)).count() < 2 || fight.turns.round > 40 {
            return Some(Transition::FightEnds);
        }
        match (&fight.turns.order, fight.turns.side_up()) {
            (TurnOrder::Sides { .. }, Some(side)) if fight.members(side).any(free) => None,
            (TurnOrder::Sides { .. }, Some(side)) => Some(Transition::Passes(side)),
            (TurnOrder::Sides { .. }, None) => Some(Transition::RoundEnds),
            _ => Some(Transition::RoundBegins),
        }
    }

    fn check(fight: &FightState<Duel>, who: CombatantId, action: &Action) -> Result<(), Refusal<Duel>> {
        let it = fight.combatant(who);
        let violation = |violation| Err(Refusal::Violation(violation));
        if !standing(it) {
            return violation(Violation::Down);
        }
        if !free(it) {
            return violation(Violation::MainSpent);
        }
        if fight.turns.side_up() != Some(it.side) {
            return violation(Violation::NotYourStep);
        }
        match action {
            Action::Attack(target) | Action::Shoot(target) if !targets(fight, who).contains(target) => {
                violation(Violation::NotThere)
            }
            _ => Ok(()),
        }
    }

    fn check_pass(fight: &FightState<Duel>, side: SideId) -> Result<(), Refusal<Duel>> {
        if fight.turns.side_up() == Some(side) { Ok(()) } else { Err(Refusal::Violation(Violation::NotYourStep)) }
    }

    fn may_act(fight: &FightState<Duel>) -> Vec<CombatantId> {
        let Some(side) = fight.turns.side_up() else { return vec![] };
        fight.members(side).filter(|it| free(it)).map(|it| it.id).collect()
    }

    fn perform(cx: &mut Duelling<'_>, who: CombatantId, action: &Action) -> Flow<Duel> {
        cx.apply(TableFact::TurnBegan(who));
        spend(cx, who);
        match action {
            Action::Attack(target) => attack(cx, who, *target)?,
            Action::Shoot(target) => shoot(cx, who, *target)?,
            Action::Blast => blast(cx, who)?,
            Action::Watch => cx.change(Note::Watches { who, on: true }),
            Action::Hide => cx.apply(TableFact::Hid { who, hidden: true }),
            Action::Wait => {}
            Action::Rally => rally(cx, who)?,
            Action::Appeal => appeal(cx)?,
            Action::Tally => tally(cx, who)?,
        }
        cx.apply(TableFact::TurnEnded(who));
        Ok(())
    }

    fn instants(fight: &FightState<Duel>, who: CombatantId) -> Vec<Choice> {
        let may = fight.find(who).is_some_and(|it| free(it) && !it.state.braced);
        if may { vec![Choice::Brace] } else { vec![] }
    }

    fn instant(cx: &mut Duelling<'_>, who: CombatantId, choice: &Choice) -> Flow<Duel> {
        spend(cx, who);
        match choice {
            Choice::Snap(at) => {
                cx.cite(Rule::Snap);
                harm(cx, *at);
            }
            _ => cx.change(Note::Braced(who)),
        }
        Ok(())
    }

    fn obey(
        fight: &FightState<Duel>,
        who: CombatantId,
        order: &StandingOrder,
        question: &Question,
        offers: &[Choice],
    ) -> Option<usize> {
        let wanted = match (order, question) {
            (StandingOrder::NeverAsk, _) => Choice::TakeIt,
            (StandingOrder::AlwaysParry, Question::Blow { .. }) => Choice::Parry,
            (StandingOrder::BraceIfItSaves, Question::Shot { on, total, .. }) if *on == who => {
                let it = fight.combatant(who);
                let saves = !it.state.braced && *total < it.sheet.armour + 2;
                if !saves {
                    return None;
                }
                Choice::Brace
            }
            _ => return None,
        };
        offers.iter().position(|it| *it == wanted)
    }

    fn evolve(fight: &mut FightState<Duel>, fact: &Note) {
        match fact {
            Note::Hurt { who, by } => {
                if let Some(state) = fight.state_mut(*who) {
                    state.hp = state.hp.saturating_sub(*by);
                }
            }
            Note::Braced(who) => {
                if let Some(state) = fight.state_mut(*who) {
                    state.braced = true;
                }
            }
            Note::Watches { who, on } => {
                if let Some(state) = fight.state_mut(*who) {
                    state.watching = *on;
                }
            }
            Note::Heartened(who) => {
                if let Some(state) = fight.state_mut(*who) {
                    state.hp = state.hp.saturating_add(1);
                }
            }
            Note::Upheld(number) => fight.system.upheld.push(*number),
            Note::Tallied(left_ms) => fight.system.tallied_ms = *left_ms,
            Note::Unbraced => {
                let everybody: Vec<CombatantId> = fight.ids().collect();
                for who in everybody {
                    if let Some(state) = fight.state_mut(who) {
                        state.braced = false;
                    }
                }
            }
        }
    }
}
