//! What the table can ask of a fight without knowing its system, and what it hears back. Words that a person typed are resolved
//! by the session; ids and indices come from what was shown.

use crate::engine::{
    CombatantId, PromptId, Seat, SideId,
    fight_state::{Controller, Shown},
    partial_action::{Param, PartialAction},
    ruleset::Citation,
    view::{Audience, Line, PromptView},
};
use serde::Serialize;
use std::any::Any;

/// Somebody who is to join.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Newcomer {
    /// The name; numbered if it is taken or `count` is above one.
    pub name: String,
    /// The side by name; made if there is none of that name, the first one if left out.
    pub side: Option<String>,
    /// Whose character it is; `None` for the GM's.
    pub owner: Option<Seat>,
    /// A ready-made sheet to begin with.
    pub template: Option<String>,
    /// Fields of the sheet, over the template's.
    pub fields: Vec<(String, String)>,
    /// Whether the other sides must not see them.
    pub hidden: bool,
    /// How many alike; at least one.
    pub count: u8,
    /// The saved character that they are, if they are one: what lasts of the fight can then be written to it.
    pub saved: Option<i64>,
}

/// A change of the order by the GM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnPatch {
    /// It is this side's step.
    Side(SideId),
    /// The turn under way ends.
    End,
    /// It is this combatant's turn.
    Give(CombatantId),
    /// Their turn of this round is used up.
    Spend(CombatantId),
    /// They have their turn of this round back.
    Restore(CombatantId),
}

/// What can be asked of a fight.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// The GM names a side.
    Side {
        /// Its name.
        name: String,
    },
    /// The GM sets an option of the system.
    Option {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// Those whom nobody sees take their turns beside the order, or in it again.
    UnseenBeside {
        /// Which.
        on: bool,
    },
    /// The GM sets how long people have to answer; `None` for no clock.
    Pace {
        /// Milliseconds for one question.
        prompt_ms: Option<i64>,
    },
    /// The GM draws the place.
    Board {
        /// Its fields, as the system's page lists them.
        fields: Vec<(String, String)>,
    },
    /// The GM sets a value of the fight as a whole (`initiative`).
    SetFight {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// Somebody joins.
    Join(Newcomer),
    /// Somebody leaves.
    Leave {
        /// Who.
        who: CombatantId,
    },
    /// The GM opens the fight.
    Begin,
    /// The GM closes it.
    End,
    /// A combatant does something.
    Act {
        /// Who.
        who: CombatantId,
        /// What, put together by [`Session::draft`](super::session::Session::draft) or from menus.
        draft: PartialAction,
    },
    /// A side passes, or one of its players wants to.
    Pass {
        /// Which.
        side: SideId,
    },
    /// An answer to a question, by the number of the offer.
    Answer {
        /// Which question.
        prompt: PromptId,
        /// Which offer, from 0.
        choice: usize,
    },
    /// An instant, while somebody else is asked, by its number among those that [`Session::instants`](super::session::Session::instants) lists.
    Interject {
        /// By whom.
        who: CombatantId,
        /// Which, from 0.
        choice: usize,
    },
    /// An order given in advance, by its words; "ask me" takes all back.
    Order {
        /// For whom.
        who: CombatantId,
        /// Which.
        order: String,
    },
    /// What silence would now do, is done.
    Tick,
    /// The action under way is taken back to its start.
    Withdraw,
    /// The last deed is taken back.
    Undo,
    /// All clocks stand still.
    Pause,
    /// They go on.
    Resume,
    /// The GM sets a value of somebody.
    Set {
        /// Of whom.
        who: CombatantId,
        /// Which field.
        field: String,
        /// Its value.
        value: String,
    },
    /// The GM puts somebody under a condition, or lifts it.
    Condition {
        /// Whom.
        who: CombatantId,
        /// Which.
        name: String,
        /// Whether it sets in.
        on: bool,
    },
    /// The GM puts somebody somewhere.
    Place {
        /// Whom.
        who: CombatantId,
        /// Where, by name.
        at: String,
    },
    /// The GM changes the order.
    Turn(TurnPatch),
    /// The GM lets somebody else play a combatant.
    Control {
        /// Whom.
        who: CombatantId,
        /// Who plays them now.
        to: Controller,
    },
    /// The GM shows somebody, and how much of them.
    Reveal {
        /// Whom.
        who: CombatantId,
        /// How much; as before if left out.
        shown: Option<Shown>,
    },
    /// The GM hides somebody, or shows them.
    Hide {
        /// Whom.
        who: CombatantId,
        /// Whether they are hidden now.
        hidden: bool,
    },
}

/// Why something was not done: one sentence, with the rule if one forbids it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[error("{text}")]
pub struct UserError {
    /// The sentence.
    pub text: String,
    /// The rule.
    pub rule: Option<Citation>,
    /// Set when a half-done action no longer fits the rules of this build and must be withdrawn.
    pub diverged: bool,
    /// Set when nothing is wrong with what was asked for: the fight is paused, or somebody must answer first.
    pub for_now: bool,
}

impl UserError {
    /// A refusal without a rule.
    pub fn say(text: impl Into<String>) -> UserError {
        UserError { text: text.into(), rule: None, diverged: false, for_now: false }
    }
}

/// One row of the log, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowText {
    /// Its number.
    pub seq: u64,
    /// When, in milliseconds since the epoch.
    pub at_ms: i64,
    /// By whom, as "gm 5", "player 7", "table".
    pub actor: String,
    /// The row, as JSON.
    pub body: String,
}

/// The story of one action, as far as it has come. One message shows it from its first question to its result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Story {
    /// The row that began the action: the message's key.
    pub began_seq: u64,
    /// All its lines so far. Each says who may read it.
    pub lines: Vec<Line>,
    /// How many of the lines were told before.
    pub told_before: usize,
    /// The questions it waits for, as the GM sees them; none when it is done.
    pub prompts: Vec<PromptView>,
    /// Those questions as whoever reads the channel sees them.
    pub open_prompts: Vec<PromptView>,
    /// Whether it was withdrawn.
    pub withdrawn: bool,
    /// Its number among the stories that the channel was told, from 1; `None` as long as nothing of it is for the channel. Given by
    /// the table.
    pub number: Option<u64>,
    /// The questions that the channel has ever been shown of it, in the order in which they came up. Given by the table.
    pub asked: Vec<PromptId>,
    /// The lines of the public record that are kept with it. Given by the table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub record: Vec<serde_json::Value>,
    /// Whether it tells how the fight began, to those from whom that was kept: to them it begins with this.
    #[serde(skip)]
    pub begins: bool,
    /// The rows that began what this takes back, if it tells of an undo. It is no part of what is told.
    #[serde(skip)]
    pub takes_back: Vec<u64>,
}

impl Story {
    /// A story of these lines, which asks nobody.
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
            begins: false,
            takes_back: vec![],
        }
    }

    /// What of it is for whoever reads the channel: its lines, its questions, whether it was withdrawn. `None` if nothing is.
    ///
    /// A question that is put anew in the same words is the same question.
    pub fn open_part(&self) -> Option<(Vec<&Line>, Vec<PromptView>, bool)> {
        let lines: Vec<&Line> = self.lines.iter().filter(|it| it.audience == Audience::Everyone).collect();
        let unnamed = |it: &PromptView| PromptView { id: PromptId { seq: 0, ordinal: 0 }, ..it.clone() };
        let prompts: Vec<PromptView> = self.open_prompts.iter().map(unnamed).collect();
        (!lines.is_empty() || !prompts.is_empty()).then_some((lines, prompts, self.withdrawn))
    }
}

/// An input that was found good, to be written before it happens: [`Session::commit`](super::session::Session::commit) takes it, and whoever
/// drops it discards it.
#[must_use = "what is not committed does not happen"]
pub struct Proposal {
    /// The rows to append, in order.
    pub rows: Vec<RowText>,
    /// What there is to tell, in order.
    pub stories: Vec<Story>,
    /// The rows as the fight reads them, of whatever system it is.
    pub(super) staged: Box<dyn Any + Send>,
}

/// The slot of a half-written action to be filled next, of any system: a whole action says only that it is whole.
pub type ParamView = Param<()>;

/// Somebody in the fight, as far as names go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NameView {
    /// Who.
    pub id: CombatantId,
    /// The name.
    pub name: String,
    /// The side.
    pub side: SideId,
    /// Who plays them: `None` for the GM.
    pub player: Option<Seat>,
    /// Whose character it is.
    pub owner: Option<Seat>,
}
