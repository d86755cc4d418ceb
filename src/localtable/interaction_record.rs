//! One interaction, and all that are remembered, as values.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{limits, snowflake::Id};

/// The source of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Kind {
    /// A slash command.
    Command,
    /// A button or a select.
    Component,
    /// An option being typed, with its type.
    Autocomplete(i64),
    /// A submitted modal.
    Modal,
}

impl Kind {
    /// Discord's number for it.
    pub(super) fn number(self) -> u8 {
        match self {
            Self::Command => 2,
            Self::Component => 3,
            Self::Autocomplete(_) => 4,
            Self::Modal => 5,
        }
    }
}

/// The interaction's state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum State {
    /// Not answered yet.
    Waiting,
    /// Not answered within three seconds.
    Failed,
    /// Answered. `original` is what `@original` means; `loading` until the first follow-up replaces it.
    Answered { original: Option<Id>, loading: bool },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Interaction {
    pub(super) id: Id,
    pub(super) token: String,
    pub(super) kind: Kind,
    pub(super) user: Id,
    pub(super) channel: Id,
    /// The command's name, or the custom_id.
    pub(super) name: String,
    /// The message whose component was pressed, or that the modal came from.
    pub(super) message: Option<Id>,
    pub(super) created_ms: i64,
    pub(super) state: State,
    /// The page's nonce for it.
    pub(super) nonce: Value,
    /// The modal it was answered with, until that's submitted.
    pub(super) modal: Option<Value>,
    /// The page's socket that waits for it.
    #[serde(skip)]
    pub(super) socket: Option<u64>,
}

/// All interactions whose tokens are still valid.
#[derive(Debug, Default)]
pub(super) struct Interactions {
    pub(super) all: BTreeMap<Id, Interaction>,
    pub(super) by_token: HashMap<String, Id>,
    /// The unanswered ones, oldest first.
    pub(super) waiting: BTreeSet<(i64, Id)>,
}

impl Interactions {
    pub(super) fn iter(&self) -> impl Iterator<Item = &Interaction> {
        self.all.values()
    }

    pub(super) fn restore(&mut self, interaction: Interaction) {
        self.by_token.insert(interaction.token.clone(), interaction.id);
        if interaction.state == State::Waiting {
            self.waiting.insert((interaction.created_ms + limits::ACKNOWLEDGE_MS, interaction.id));
        }
        self.all.insert(interaction.id, interaction);
    }

    pub(super) fn remove(&mut self, id: Id) {
        if let Some(gone) = self.all.remove(&id) {
            self.by_token.remove(&gone.token);
            self.waiting.remove(&(gone.created_ms + limits::ACKNOWLEDGE_MS, id));
        }
    }
}
