//! What all rule systems share: a fight as a value, the facts that change it, the procedures that decide it, questions that suspend by
//! replay, dice, turns, space, and views. Pure: no clock, no network, no files, no `async`; time and dice are arguments. Contains no rules
//! of any system.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod advance;
mod brief;
pub mod budget;
pub mod chain;
pub mod condition;
mod cx;
pub mod decide;
pub mod dice;
pub mod encounter;
mod equation;
mod evolve;
pub mod fact;
pub mod fight_state;
pub mod fog;
mod health;
pub mod ids;
pub mod imagined;
pub mod log;
pub mod luck;
pub mod odds;
pub mod panics;
pub mod partial_action;
pub mod play_rng;
pub mod playing;
pub mod procedure;
pub mod prompt;
pub mod random_play;
pub mod redo;
pub mod references;
pub mod refusal;
pub mod roll;
pub mod ruleset;
mod scene;
pub mod space;
pub mod turns;
mod value;
pub mod view;
mod visibility;
mod wording;

pub use budget::{Budget, Refill};
pub use condition::{Ends, Held, Moment};
pub use cx::{Cx, Flow, Halt};
pub use dice::{Dice, Face, Scripted, Seed, Seeded, Used};
pub use encounter::{Effect, Encounter, Input, LogRow, Pending};
pub use fact::{AnswerOrigin, Record, TableFact};
pub use fight_state::{AnswerPace, ClockOn, Combatant, Controller, FightState, RunningClock, Side, Stage, TurnClock};
pub use ids::{Actor, Addressee, CombatantId, PromptId, Seat, SideId};
pub use log::Log;
pub use luck::{DiceLuck, LuckyFaces};
pub use partial_action::{Candidate, Param, ParamValue, PartialAction, VerbKind, VerbView};
pub use prompt::{Prompt, PromptKind, Reply};
pub use refusal::Refusal;
pub use roll::{Die, Keep, Modifier, Roll, RollOutcome, Target};
pub use ruleset::{
    BetweenFights, BlowTally, ByHand, Citable, Citation, GameSystem, Menus, NamedValues, Overview, Playable, Purpose,
    Rest, Rested, Ruleset, RulesetTypes, Striking, Transition, Wording,
};
pub use turns::{TurnOrder, Turns};
pub use value::Value;
