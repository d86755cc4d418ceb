//! A fight as a value, and the rows of its log. [`Encounter::decide`](super::decide) turns an input into a row; [`Encounter::evolve`]
//! applies a row. Evolving contains no rules and can't fail, so a log loads for ever.

use super::{
    dice::{Face, Used},
    fact::{Record, TableFact},
    fight_state::{Combatant, FightState, RunningClock, Stage, TurnClock},
    ids::{Actor, CombatantId, PromptId, Seat, SideId},
    prompt::{COMES_BACK_WITH_MS, GRACE_MS, Prompt, Reply},
    ruleset::{Ruleset, RulesetTypes, Transition},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Everything that can happen to a fight.
#[allow(missing_docs, reason = "a field that its name and type explain needs no more")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Input<R: RulesetTypes> {
    /// A combatant acts.
    Act { who: CombatantId, action: R::Action },
    /// A side passes, or one of its players wants to.
    Pass {
        /// The side that passes.
        side: SideId,
        /// Whether a player's pass leaves those their turn whom Umpire plays. Rows from before Umpire was asked don't say it: theirs
        /// passed for all.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        leaves_umpire: bool,
    },
    /// A combatant joins. The fight assigns the id.
    Join(Box<Combatant<R>>),
    /// The GM adds several combatants at once, each as if alone. The fight assigns the ids.
    Company(Vec<Combatant<R>>),
    /// A combatant leaves.
    Leave { who: CombatantId },
    /// A beginning or an end. The GM begins and ends the fight; the table does all others.
    #[serde(rename = "Passage")]
    Transition(Transition<R>),
    /// The GM changes something by hand.
    Patch(Vec<TableFact<R>>),
    /// An answer to an open question.
    Answer { prompt: PromptId, choice: R::Choice },
    /// An instant used while a question is open.
    Interject {
        /// The combatant who uses it.
        who: CombatantId,
        choice: R::Choice,
    },
    /// Standing orders. While an action is pending, they apply from the next action on.
    Orders {
        who: CombatantId,
        /// All of the combatant's orders, newest first.
        orders: Arc<Vec<R::StandingOrder>>,
    },
    /// A deadline has passed.
    Tick,
    /// Takes the pending action back to its start.
    Withdraw,
    /// Takes back everything from this row on.
    Undo {
        /// The row's number.
        from: u64,
    },
    /// Stops all clocks.
    Pause,
    /// Restarts all clocks.
    Resume,
}

impl<R: RulesetTypes> Input<R> {
    /// A side passes, with everyone on it whom Umpire plays.
    pub fn pass(side: SideId) -> Input<R> {
        Input::Pass { side, leaves_umpire: false }
    }
}

/// What an accepted input did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Effect<R: RulesetTypes> {
    /// A procedure ran. It added these records, and it's either done or waits for these prompts.
    Ran {
        /// The records added since the action's last row.
        records: Vec<Record<R>>,
        /// The replies that let a waiting procedure continue.
        replies: Vec<Reply<R>>,
        /// Open questions; empty when the action is done.
        prompts: Vec<Prompt<R>>,
    },
    /// One of several sealed answers.
    Sealed {
        /// The open questions, with this answer noted.
        prompts: Vec<Prompt<R>>,
    },
    /// Facts that apply once the pending action is done.
    Later(Vec<TableFact<R>>),
    /// The pending action was withdrawn, as if it had never begun.
    Withdrawn,
    /// Everything from this row on was taken back.
    Reverted {
        /// The row's number.
        from: u64,
    },
    /// The clocks stopped.
    Paused,
    /// The clocks restarted.
    Resumed,
}

impl<R: RulesetTypes> Effect<R> {
    /// The records that it added; none if it ran nothing.
    pub fn records(&self) -> &[Record<R>] {
        match self {
            Effect::Ran { records, .. } => records,
            _ => &[],
        }
    }
}

/// One accepted input: a line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct LogRow<R: RulesetTypes> {
    /// The row's number, counted from 1 without gaps.
    pub seq: u64,
    /// When the input was accepted, in milliseconds since the epoch.
    pub at_ms: i64,
    /// Who sent the input.
    pub actor: Actor,
    /// The input as it was sent.
    pub input: Input<R>,
    /// The dice rolled.
    pub faces: Vec<Face>,
    /// The dice used up by the end of this row.
    pub used: Used,
    /// What the input did.
    pub effect: Effect<R>,
}

/// An unfinished action: what began it, the answers so far and the dice so far. That's all it takes to continue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Pending<R: RulesetTypes> {
    /// The number of the row that began it.
    pub began_seq: u64,
    /// Who began it.
    pub actor: Actor,
    /// The input that began it.
    pub input: Input<R>,
    /// The replies so far.
    pub replies: Vec<Reply<R>>,
    /// The faces rolled so far.
    pub faces: Vec<Face>,
    /// The records so far.
    pub records: Vec<Record<R>>,
    /// The open questions.
    pub prompts: Vec<Prompt<R>>,
    /// The time left of questions that are covered at the moment, as (ordinal, milliseconds).
    pub covered: Vec<(u32, i64)>,
    /// Facts that apply once the action is done.
    pub later: Vec<TableFact<R>>,
    /// The fight including the facts so far, for display and for checks.
    pub now: FightState<R>,
}

/// A fight, as of its last row: a value that can be copied, compared, stored, and played on from anywhere.
///
/// Deciding an input gives a row and changes nothing; evolving applies the row.
///
/// ```
/// use umpire_core::{
///     engine::{Actor, Encounter, FightState, Input, Refusal, Scripted, Seat, Side, SideId, TableFact},
///     rules::td2e::Td2e,
/// };
///
/// let mut encounter = Encounter::<Td2e>::new(FightState::new(Default::default(), Default::default()));
/// let (mut dice, at_ms) = (Scripted::default(), 0);
/// let name = Input::Patch(vec![TableFact::SideNamed(Side { id: SideId(1), name: "Heroes".into() })]);
///
/// let player = encounter.decide(Actor::Player(Seat(2)), name.clone(), &mut dice, at_ms);
/// assert_eq!(player, Err(Refusal::GmOnly));
///
/// let row = encounter.decide(Actor::Gm(Seat(1)), name, &mut dice, at_ms).expect("a GM may name a side");
/// assert!(encounter.now().sides.is_empty());
/// encounter.evolve(&row);
/// assert_eq!(encounter.now().side_name(SideId(1)), "Heroes");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Encounter<R: RulesetTypes> {
    /// The fight as of the last completed action.
    #[serde(rename = "field")]
    pub fight: FightState<R>,
    /// The action in progress.
    pub pending: Option<Box<Pending<R>>>,
    /// The number of the next row.
    pub seq: u64,
    /// The dice used up so far.
    pub used: Used,
    /// Whether all clocks are stopped.
    pub paused: bool,
    /// When the clock between actions started running, in milliseconds since the epoch.
    pub clock_since_ms: Option<i64>,
}

impl<R: Ruleset> Encounter<R> {
    /// An encounter without any rows.
    pub fn new(fight: FightState<R>) -> Encounter<R> {
        Encounter { fight, pending: None, seq: 1, used: Used::default(), paused: false, clock_since_ms: None }
    }

    /// The fight including the facts of the action in progress, for display and for checks.
    pub fn now(&self) -> &FightState<R> {
        self.pending.as_ref().map_or(&self.fight, |it| &it.now)
    }

    /// The open questions.
    pub fn prompts(&self) -> &[Prompt<R>] {
        self.pending.as_ref().map_or(&[], |it| &it.prompts)
    }

    /// The first question that isn't answered yet.
    pub fn next_asked(&self) -> Option<&Prompt<R>> {
        self.prompts().iter().find(|it| it.answered.is_none())
    }

    /// When the clock between actions runs out, in milliseconds since the epoch; `None` while it's stopped.
    pub fn clock_deadline_ms(&self) -> Option<i64> {
        Some(self.clock_since_ms?.saturating_add(self.fight.clock?.left_ms))
    }

    /// The clock between actions, if there is one.
    pub fn clock(&self) -> Option<RunningClock> {
        Some(RunningClock { left_ms: self.fight.clock?.left_ms, deadline_ms: self.clock_deadline_ms() })
    }

    /// When the fight next needs an [`Input::Tick`], in milliseconds since the epoch, grace period included.
    pub fn next_deadline_ms(&self) -> Option<i64> {
        let prompts = self.prompts().iter().filter(|it| it.answered.is_none()).filter_map(|it| it.deadline_ms);
        prompts.chain(self.clock_deadline_ms()).min().map(|it| it.saturating_add(GRACE_MS))
    }

    /// Applies a row that was decided on exactly this state. Only the log can apply an [`Effect::Reverted`] row.
    pub fn evolve(&mut self, row: &LogRow<R>) {
        debug_assert_eq!(row.seq, self.seq, "rows come in order");
        self.stop_clock(row.at_ms);
        self.seq = row.seq + 1;
        self.used = row.used;
        match &row.effect {
            Effect::Ran { records, replies, prompts } => self.ran(row, records, replies, prompts),
            Effect::Sealed { prompts } => {
                if let Some(pending) = &mut self.pending {
                    pending.prompts.clone_from(prompts);
                }
            }
            Effect::Later(facts) => {
                if let Some(pending) = &mut self.pending {
                    pending.later.extend_from_slice(facts);
                }
            }
            Effect::Withdrawn => self.withdraw(),
            Effect::Reverted { .. } => {}
            Effect::Paused => {
                self.paused = true;
                for prompt in self.pending.iter_mut().flat_map(|it| &mut it.prompts) {
                    prompt.paused_left_ms = prompt.left_ms(row.at_ms);
                    prompt.deadline_ms = None;
                }
            }
            Effect::Resumed => {
                self.paused = false;
                for prompt in self.pending.iter_mut().flat_map(|it| &mut it.prompts) {
                    let left = prompt.paused_left_ms.take().map(|left| left.max(COMES_BACK_WITH_MS));
                    prompt.deadline_ms = left.map(|left| row.at_ms.saturating_add(left));
                }
            }
        }
        self.start_clock(row.at_ms);
    }

    /// As [`Encounter::evolve`] with a row whose records lead to this fight.
    pub(super) fn become_after(&mut self, row: &LogRow<R>, after: FightState<R>) {
        self.seq = row.seq + 1;
        self.used = row.used;
        self.fight = after;
        self.start_clock(row.at_ms);
    }

    fn ran(&mut self, row: &LogRow<R>, records: &[Record<R>], replies: &[Reply<R>], prompts: &[Prompt<R>]) {
        if self.pending.is_none() && prompts.is_empty() {
            records.iter().for_each(|record| self.fight.take(record)); // the common case: begun and finished in one row
            return;
        }
        let waiting: Vec<TableFact<R>> = match (&self.pending, &row.input) {
            (Some(_), Input::Patch(facts)) => facts.iter().filter(|it| it.waits()).cloned().collect(),
            _ => vec![],
        };
        let mut pending = self.pending.take().unwrap_or_else(|| {
            Box::new(Pending {
                began_seq: row.seq,
                actor: row.actor,
                input: row.input.clone(),
                replies: vec![],
                faces: vec![],
                records: vec![],
                prompts: vec![],
                covered: vec![],
                later: vec![],
                now: self.fight.clone(),
            })
        });
        pending.later.extend(waiting);
        records.iter().for_each(|record| pending.now.take(record));
        if prompts.is_empty() {
            self.fight = pending.now;
            pending.later.iter().for_each(|fact| self.fight.evolve(fact));
            return;
        }
        for prompt in pending.prompts.iter().filter(|it| !prompts.iter().any(|open| open.id == it.id)) {
            pending.covered.extend(prompt.left_ms(row.at_ms).map(|left| (prompt.id.ordinal, left)));
        }
        pending.records.extend_from_slice(records);
        pending.replies.extend_from_slice(replies);
        pending.faces.extend_from_slice(&row.faces);
        pending.prompts = prompts.to_vec();
        self.pending = Some(pending);
    }

    /// The clock between actions with the time left at this moment.
    pub(super) fn clock_at(&self, at_ms: i64) -> Option<TurnClock> {
        let clock = self.fight.clock?;
        let ran_ms = self.clock_since_ms.map_or(0, |since| at_ms.saturating_sub(since).max(0));
        Some(TurnClock { left_ms: clock.left_ms.saturating_sub(ran_ms).max(0), ..clock })
    }

    fn stop_clock(&mut self, at_ms: i64) {
        self.fight.clock = self.clock_at(at_ms);
        self.clock_since_ms = None;
    }

    /// Starts the clock between actions now, unless something stops it.
    pub(super) fn start_clock(&mut self, at_ms: i64) {
        let runs = self.pending.is_none() && !self.paused && self.fight.stage != Stage::Over;
        self.clock_since_ms = (runs && self.fight.clock.is_some()).then_some(at_ms);
    }

    /// Withdraws the pending action; whatever waited for its end applies now.
    pub(super) fn withdraw(&mut self) {
        if let Some(pending) = self.pending.take() {
            pending.later.iter().for_each(|fact| self.fight.evolve(fact));
        }
    }

    /// The seats of this fight's players.
    pub fn seats(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = self.now().combatants.iter().filter_map(|it| it.owner).collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }
}

impl<R: Ruleset> FightState<R> {
    fn take(&mut self, record: &Record<R>) {
        if let Record::Fact(fact) = record {
            self.evolve(fact);
        }
    }
}
