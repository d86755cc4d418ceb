//! What the table can ask of a fight without knowing its system, and what it gets back. The session resolves words that a person typed; ids
//! and indices come from what was shown.

use super::story::fallen::Fallen;
use crate::engine::{
    CombatantId, PromptId, Seat, SideId,
    fight_state::{Controller, Shown},
    partial_action::{Param, PartialAction},
    playing::{Style, UnknownStyle},
    ruleset::Citation,
    view::{Audience, Line, PromptView},
};
use serde::Serialize;
use std::any::Any;

/// Who plays combatants from now on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Handover {
    /// A person.
    #[default]
    Off,
    /// Umpire, each in its usual style.
    Usual,
    /// Umpire, in this style.
    In(Style),
}

/// A combatant who is about to join.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Newcomer {
    /// The name; numbered if it's taken or `count` is above one.
    pub name: String,
    /// The side by name. Created if it doesn't exist; the first side if left out.
    pub side: Option<String>,
    /// The player whose character it is; `None` for the GM's.
    pub owner: Option<Seat>,
    /// A ready-made sheet to start from.
    pub template: Option<String>,
    /// Fields of the sheet; they override the template's.
    pub fields: Vec<(String, String)>,
    /// Where it stands, by name; if left out, where newcomers do.
    pub at: Option<String>,
    /// Whether it's hidden from the other sides.
    pub hidden: bool,
    /// The number of identical combatants; at least one.
    pub count: u8,
    /// The number of the saved character it is, if any: what lasts of the fight can then be written to it.
    pub saved: Option<i64>,
    /// Whether Umpire plays it; not for a player's character.
    pub autopilot: Handover,
}

/// Why Umpire plays a player's character for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// Nobody sits in the player's seat.
    EmptySeat,
    /// The player has been silent too often.
    Silence,
    /// The player wants it.
    Wish,
}

/// A change to the turn order by the GM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnPatch {
    /// Makes it this side's step.
    Side(SideId),
    /// Ends the current turn.
    End,
    /// Gives this combatant a turn.
    Give(CombatantId),
    /// Uses up the combatant's turn of this round.
    Spend(CombatantId),
    /// Gives the combatant their turn of this round back.
    Restore(CombatantId),
}

/// What can be asked of a fight.
#[allow(missing_docs, reason = "a field that its name and type explain needs no more")]
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// The GM adds a side.
    Side {
        /// The side's name.
        name: String,
    },
    /// The GM sets one of the system's options.
    Option {
        /// The option's name.
        name: String,
        /// The option's value.
        value: String,
    },
    /// Moves the turns of unseen combatants outside the turn order, or back into it.
    UnseenBeside {
        /// Whether they're outside the order.
        on: bool,
    },
    /// The GM sets how long players have to answer.
    Pace {
        /// Milliseconds per question; `None` for no limit.
        prompt_ms: Option<i64>,
    },
    /// The GM replaces or changes the board.
    Board {
        /// The board's fields, as listed on the system's page.
        fields: Vec<(String, String)>,
    },
    /// The GM sets a value of the fight as a whole (`initiative`).
    SetFight {
        /// The value's name.
        name: String,
        /// The new value.
        value: String,
    },
    /// A combatant joins.
    Join(Newcomer),
    /// A combatant leaves.
    Leave { who: CombatantId },
    /// The GM begins the fight.
    Begin,
    /// The GM ends the fight.
    End,
    /// A combatant acts.
    Act {
        who: CombatantId,
        /// The action, put together by [`Session::draft`](super::session::Session::draft) or from menus.
        draft: PartialAction,
    },
    /// A side passes, or one of its players wants to.
    Pass { side: SideId },
    /// An answer to a question, by the number of the offer.
    Answer {
        prompt: PromptId,
        /// The offer's index, from 0.
        choice: usize,
    },
    /// An instant while someone else is being asked, by its index in the list from
    /// [`Session::instants`](super::session::Session::instants).
    Interject {
        /// The combatant who uses it.
        who: CombatantId,
        /// The instant's index, from 0.
        choice: usize,
    },
    /// A standing order, by its words; "ask me" cancels all of them.
    Order {
        who: CombatantId,
        /// The order's words.
        order: String,
    },
    /// Applies whatever is due because nobody answered in time.
    Tick,
    /// Takes the current action back to its start.
    Withdraw,
    /// Takes back the last action.
    Undo,
    /// Stops all clocks.
    Pause,
    /// Restarts all clocks.
    Resume,
    /// The GM sets a combatant's value.
    Set {
        who: CombatantId,
        /// The field's name.
        field: String,
        /// The new value.
        value: String,
    },
    /// The GM gives a combatant a condition or removes it.
    Condition {
        who: CombatantId,
        /// The condition's name.
        name: String,
        /// Whether the combatant gets it.
        on: bool,
    },
    /// The GM puts a combatant somewhere.
    Place {
        who: CombatantId,
        /// The place's name.
        at: String,
    },
    /// The GM changes several combatants at once: places them, sets a value, gives or ends a condition, hides or reveals them.
    Each(Vec<Request>),
    /// The GM changes the turn order.
    Turn(TurnPatch),
    /// The GM lets someone else play a combatant.
    Control {
        who: CombatantId,
        /// Who plays it now.
        to: Controller,
    },
    /// The GM hands combatants to Umpire, or takes them back.
    Autopilot {
        who: Vec<CombatantId>,
        /// Who plays them from now on.
        to: Handover,
    },
    /// Umpire plays players' characters until they're back.
    StandIn { who: Vec<CombatantId>, style: Style, why: Absence },
    /// What Umpire does for a combatant it plays: one of the choices from
    /// [`Session::umpires_choices`](super::session::Session::umpires_choices).
    Umpire {
        /// The input, as a row of the log has it.
        input: String,
        /// Whether a bug was survived when it was worked out. The GM is told.
        failed: bool,
    },
    /// The GM shows a combatant, and sets how much of it.
    Reveal {
        who: CombatantId,
        /// How much of it is shown; unchanged if left out.
        shown: Option<Shown>,
    },
    /// The GM hides a combatant or shows it again.
    Hide {
        who: CombatantId,
        /// Whether it's hidden now.
        hidden: bool,
    },
}

impl Request {
    /// The combatant that the GM changes by hand; `None` for any other request.
    pub fn changed(&self) -> Option<CombatantId> {
        match self {
            Request::Set { who, .. }
            | Request::Condition { who, .. }
            | Request::Place { who, .. }
            | Request::Reveal { who, .. }
            | Request::Hide { who, .. } => Some(*who),
            _ => None,
        }
    }
}

/// Why something wasn't done: one sentence, and the rule if one forbids it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[error("{text}")]
pub struct UserError {
    /// The sentence, as the person reads it.
    pub text: String,
    /// The rule that forbids it, if one does.
    pub rule: Option<Citation>,
    /// Whether an unfinished action no longer fits this build's rules and must be withdrawn.
    pub diverged: bool,
    /// Whether nothing is wrong with the request itself: the fight is paused, or someone has to answer first.
    pub for_now: bool,
}

impl UserError {
    /// A refusal without a rule.
    pub fn say(text: impl Into<String>) -> UserError {
        UserError { text: text.into(), rule: None, diverged: false, for_now: false }
    }

    /// What anybody but the GM hears about what's the GM's alone.
    pub fn gm_only() -> UserError {
        UserError::say("Only the GM can do that.")
    }
}

impl From<UnknownStyle> for UserError {
    fn from(unknown: UnknownStyle) -> UserError {
        UserError::say(unknown.to_string())
    }
}

/// One row of the log, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowText {
    /// The row's number.
    pub seq: u64,
    /// When it was accepted, in milliseconds since the epoch.
    pub at_ms: i64,
    /// Who sent the input: "gm 5", "player 7", "table", "umpire".
    pub actor: String,
    /// The row as JSON.
    pub body: String,
}

/// The story of one action so far. One message shows it from its first question to its result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Story {
    /// The row that began the action: the message's key.
    pub began_seq: u64,
    /// All lines so far. Each says who may read it.
    pub lines: Vec<Line>,
    /// How many of the lines were told before.
    pub told_before: usize,
    /// The questions it waits for, as the GM sees them; empty when it's done.
    pub prompts: Vec<PromptView>,
    /// The same questions as everyone in the channel sees them.
    pub open_prompts: Vec<PromptView>,
    /// Whether it was withdrawn.
    pub withdrawn: bool,
    /// Its number among the stories told in the channel, from 1; `None` while nothing in it is for the channel. Set by the table.
    pub number: Option<u64>,
    /// All questions of this story that the channel has been shown, in the order they came up. Set by the table.
    pub asked: Vec<PromptId>,
    /// The lines of the public record stored with it. Set by the table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub record: Vec<serde_json::Value>,
    /// The players' characters who have gone down in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fallen: Vec<Fallen>,
    /// Whether it tells how the fight began, for players it was kept from: for them, the fight begins with this.
    #[serde(skip)]
    pub begins: bool,
    /// If it tells of an undo, the rows that began what was taken back. Not part of the text.
    #[serde(skip)]
    pub takes_back: Vec<u64>,
}

impl Story {
    /// A story with these lines and no questions.
    pub fn plain(began_seq: u64, lines: Vec<Line>) -> Story {
        Story {
            began_seq,
            lines,
            told_before: 0,
            prompts: vec![],
            open_prompts: vec![],
            withdrawn: false,
            number: None,
            asked: vec![],
            record: vec![],
            fallen: vec![],
            begins: false,
            takes_back: vec![],
        }
    }

    /// The part for everyone in the channel: its lines, its questions, whether it was withdrawn. `None` if there's no such part.
    ///
    /// A question asked again in the same words counts as the same question.
    pub fn open_part(&self) -> Option<(Vec<&Line>, Vec<PromptView>, bool)> {
        let lines: Vec<&Line> = self.lines.iter().filter(|it| it.audience == Audience::Everyone).collect();
        let unnamed = |it: &PromptView| PromptView { id: PromptId { seq: 0, ordinal: 0 }, ..it.clone() };
        let prompts: Vec<PromptView> = self.open_prompts.iter().map(unnamed).collect();
        (!lines.is_empty() || !prompts.is_empty()).then_some((lines, prompts, self.withdrawn))
    }
}

/// An accepted input that has to be written before it happens: [`Session::commit`](super::session::Session::commit) applies it, and
/// dropping it discards it.
#[must_use = "what is not committed does not happen"]
pub struct Proposal {
    /// The rows to append, in order.
    pub rows: Vec<RowText>,
    /// The stories to tell, in order.
    pub stories: Vec<Story>,
    /// The rows in the fight's own types, whatever its system.
    pub(super) staged: Box<dyn Any + Send>,
}

/// The next parameter of a partial action, in any system; a complete action only says that it's complete.
pub type ParamView = Param<()>;

/// A combatant's names and players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NameView {
    /// The combatant.
    pub id: CombatantId,
    /// The combatant's name at the table.
    pub name: String,
    /// The side it fights on.
    pub side: SideId,
    /// Who plays it; `None` for the GM.
    pub player: Option<Seat>,
    /// The player whose character it is.
    pub owner: Option<Seat>,
}
