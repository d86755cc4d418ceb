//! A fight as a value, and the rows of its log. [`Encounter::decide`](super::decide) judges an input and makes a row of it;
//! [`Encounter::evolve`] takes a row in. Evolving holds no rules and cannot fail, so a log loads for ever.

use super::{
    dice::{Face, Used},
    fact::{Record, TableFact},
    fight_state::{Combatant, FightState, RunningClock, Stage, TurnClock},
    ids::{Actor, CombatantId, PromptId, Seat, SideId},
    prompt::{COMES_BACK_WITH_MS, GRACE_MS, Prompt, Reply},
    ruleset::{Ruleset, Transition},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What can happen to a fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Input<R: Ruleset> {
    /// A combatant does something.
    Act {
        /// Who.
        who: CombatantId,
        /// What.
        action: R::Action,
    },
    /// A side passes, or one of its players wants to.
    Pass {
        /// The side.
        side: SideId,
    },
    /// Somebody joins. The id is given by the fight.
    Join(Box<Combatant<R>>),
    /// Several join at once, by the GM's hand: each as if alone. The ids are given by the fight.
    Company(Vec<Combatant<R>>),
    /// Somebody leaves.
    Leave {
        /// Who.
        who: CombatantId,
    },
    /// A beginning or an end: by the GM those of the fight, by the table all others.
    #[serde(rename = "Passage")]
    Transition(Transition<R>),
    /// The GM changes something by hand.
    Patch(Vec<TableFact<R>>),
    /// An answer.
    Answer {
        /// To which question.
        prompt: PromptId,
        /// Which.
        choice: R::Choice,
    },
    /// An instant, while a question is open.
    Interject {
        /// By whom.
        who: CombatantId,
        /// Which.
        choice: R::Choice,
    },
    /// Orders given in advance; while an action is pending they hold from the next on.
    Orders {
        /// Whose.
        who: CombatantId,
        /// All of them, the newest first.
        orders: Arc<Vec<R::StandingOrder>>,
    },
    /// A deadline has passed.
    Tick,
    /// The pending action is taken back to its start.
    Withdraw,
    /// Everything from this row on is taken back.
    Undo {
        /// The row.
        from: u64,
    },
    /// All clocks stand still.
    Pause,
    /// They go on.
    Resume,
}

/// What an accepted input did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Effect<R: Ruleset> {
    /// A procedure ran: these records are new, and it is done, or waits for these.
    Ran {
        /// What is new since the action's last row.
        records: Vec<Record<R>>,
        /// The reply that let it go on, where it had been waiting.
        replies: Vec<Reply<R>>,
        /// Open questions; none when the action is done.
        prompts: Vec<Prompt<R>>,
    },
    /// One of several sealed answers.
    Sealed {
        /// The open questions, with the answer noted.
        prompts: Vec<Prompt<R>>,
    },
    /// Facts that take hold when the pending action is done.
    Later(Vec<TableFact<R>>),
    /// The pending action never was.
    Withdrawn,
    /// Everything from this row on never was.
    Reverted {
        /// The row.
        from: u64,
    },
    /// The clocks stand.
    Paused,
    /// The clocks run.
    Resumed,
}

/// One accepted input: a line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct LogRow<R: Ruleset> {
    /// Its number, from 1, without gaps.
    pub seq: u64,
    /// When it was accepted, in milliseconds since the epoch.
    pub at_ms: i64,
    /// By whom.
    pub actor: Actor,
    /// What.
    pub input: Input<R>,
    /// The dice that fell.
    pub faces: Vec<Face>,
    /// How much of the dice had been used after it.
    pub used: Used,
    /// What it did.
    pub effect: Effect<R>,
}

/// An action half done: what began it, what has been answered, what has been rolled. Nothing else is needed to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Pending<R: Ruleset> {
    /// The row that began it.
    pub began_seq: u64,
    /// Who began it.
    pub actor: Actor,
    /// What began it.
    pub input: Input<R>,
    /// The answers so far.
    pub replies: Vec<Reply<R>>,
    /// The faces so far.
    pub faces: Vec<Face>,
    /// The records so far.
    pub records: Vec<Record<R>>,
    /// The open questions.
    pub prompts: Vec<Prompt<R>>,
    /// What was left of questions that are covered now, by ordinal, in milliseconds.
    pub covered: Vec<(u32, i64)>,
    /// Facts that take hold when it is done.
    pub later: Vec<TableFact<R>>,
    /// The fight with the facts so far, to show and to judge by.
    pub now: FightState<R>,
}

/// A fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Encounter<R: Ruleset> {
    /// As of the last action that was completed.
    #[serde(rename = "field")]
    pub fight: FightState<R>,
    /// The action under way.
    pub pending: Option<Box<Pending<R>>>,
    /// The number of the next row.
    pub seq: u64,
    /// How much of the dice has been used.
    pub used: Used,
    /// Whether all clocks stand still.
    pub paused: bool,
    /// Since when the clock between actions runs, in milliseconds since the epoch.
    pub clock_since_ms: Option<i64>,
}

impl<R: Ruleset> Encounter<R> {
    /// A fight in which nothing has happened.
    pub fn new(fight: FightState<R>) -> Encounter<R> {
        Encounter { fight, pending: None, seq: 1, used: Used::default(), paused: false, clock_since_ms: None }
    }

    /// The fight to show and to judge by: with the facts of the action under way.
    pub fn now(&self) -> &FightState<R> {
        self.pending.as_ref().map_or(&self.fight, |it| &it.now)
    }

    /// The open questions.
    pub fn prompts(&self) -> &[Prompt<R>] {
        self.pending.as_ref().map_or(&[], |it| &it.prompts)
    }

    /// When the clock between actions runs out, in milliseconds since the epoch; `None` while it stands.
    pub fn clock_deadline_ms(&self) -> Option<i64> {
        Some(self.clock_since_ms?.saturating_add(self.fight.clock?.left_ms))
    }

    /// The clock between actions, if there is one.
    pub fn clock(&self) -> Option<RunningClock> {
        Some(RunningClock { left_ms: self.fight.clock?.left_ms, deadline_ms: self.clock_deadline_ms() })
    }

    /// When the fight next wants an [`Input::Tick`], grace included.
    pub fn next_deadline_ms(&self) -> Option<i64> {
        let prompts = self.prompts().iter().filter(|it| it.answered.is_none()).filter_map(|it| it.deadline_ms);
        prompts.chain(self.clock_deadline_ms()).min().map(|it| it.saturating_add(GRACE_MS))
    }

    /// Takes in a row that was decided on this very state. A [`Effect::Reverted`] row is the log's to take in.
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

    fn ran(&mut self, row: &LogRow<R>, records: &[Record<R>], replies: &[Reply<R>], prompts: &[Prompt<R>]) {
        if self.pending.is_none() && prompts.is_empty() {
            records.iter().for_each(|record| self.fight.take(record)); // the common case: begun and done in one row
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

    /// The clock between actions, with what is left of it at this moment.
    pub(super) fn clock_at(&self, at_ms: i64) -> Option<TurnClock> {
        let clock = self.fight.clock?;
        let ran_ms = self.clock_since_ms.map_or(0, |since| at_ms.saturating_sub(since).max(0));
        Some(TurnClock { left_ms: clock.left_ms.saturating_sub(ran_ms).max(0), ..clock })
    }

    fn stop_clock(&mut self, at_ms: i64) {
        self.fight.clock = self.clock_at(at_ms);
        self.clock_since_ms = None;
    }

    /// Lets the clock between actions run from now, if anything runs now.
    pub(super) fn start_clock(&mut self, at_ms: i64) {
        let runs = self.pending.is_none() && !self.paused && self.fight.stage != Stage::Over;
        self.clock_since_ms = (runs && self.fight.clock.is_some()).then_some(at_ms);
    }

    /// The pending action never was; what waited for its end takes hold.
    pub(super) fn withdraw(&mut self) {
        if let Some(pending) = self.pending.take() {
            pending.later.iter().for_each(|fact| self.fight.evolve(fact));
        }
    }

    /// The seats of those who play in this fight.
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
