//! Unfinished input, kept until it's complete. It's only in memory, so after a restart people type it again, and nobody else sees it.

use super::open_pages::ToolMessage;
use crate::{
    store::{CharacterId, EncounterId, Snowflake},
    table::Command,
};
use dashmap::DashMap;

/// At most this many unfinished forms of each kind are kept.
const FORMS_MAX: usize = 1_000;

/// The fields of a form, by name.
pub type FormFields = Vec<(String, String)>;

/// A sheet being edited in a form.
#[derive(Clone, Debug, Default)]
pub struct Editing {
    /// The fields as the form showed them, including the name.
    pub shown: FormFields,
    /// What the user typed for some of them that wasn't accepted.
    pub typed: FormFields,
}

/// A text from a form of the turn menu, kept until the action is complete.
#[derive(Clone, Debug)]
pub struct TypedText {
    /// The state it was written for.
    pub seq: u64,
    /// The text.
    pub text: String,
}

/// All drafts, by user.
#[derive(Debug, Default)]
pub struct Drafts {
    /// Each with the page that asks about it.
    commands: DashMap<(u64, EncounterId), (Command, u32)>,
    texts: DashMap<(u64, EncounterId), TypedText>,
    sheets: DashMap<(u64, CharacterId), Editing>,
    forms: DashMap<(u64, String), FormFields>,
    /// The messages that say why a form was refused.
    refusals: DashMap<(u64, String), ToolMessage>,
}

impl Drafts {
    /// A command waits for its user's answer: which of their combatants they mean, or whether they're sure, which this page asks.
    pub fn keep_command(&self, user: u64, encounter: EncounterId, command: Command, page: u32) {
        self.commands.insert((user, encounter), (command, page));
    }

    /// Takes the waiting command.
    pub fn take_command(&self, user: u64, encounter: EncounterId) -> Option<Command> {
        self.commands.remove(&(user, encounter)).map(|it| it.1.0)
    }

    /// Takes the waiting command if it's the one that this page asked about: an older question may still stand above a newer one.
    pub fn take_asked(&self, user: u64, encounter: EncounterId, page: u32) -> Option<Command> {
        self.commands.remove_if(&(user, encounter), |_, it| it.1 == page).map(|it| it.1.0)
    }

    /// Keeps the text for an incomplete action.
    pub fn keep_text(&self, user: u64, encounter: EncounterId, text: TypedText) {
        self.texts.insert((user, encounter), text);
    }

    /// The text written for this state of the fight.
    pub fn text(&self, user: u64, encounter: EncounterId, seq: u64) -> Option<String> {
        self.texts.get(&(user, encounter)).filter(|it| it.seq == seq).map(|it| it.text.clone())
    }

    /// The action is complete.
    pub fn drop_text(&self, user: u64, encounter: EncounterId) {
        self.texts.remove(&(user, encounter));
    }

    /// Someone opens the form of a sheet. If too many are open, all are dropped: no one loses more than in a restart.
    pub fn begin_sheet(&self, user: u64, character: CharacterId, editing: Editing) {
        if self.sheets.len() >= FORMS_MAX {
            self.sheets.clear();
        }
        self.keep_sheet(user, character, editing);
    }

    /// Updates what the form of a sheet shows and contains.
    pub fn keep_sheet(&self, user: u64, character: CharacterId, editing: Editing) {
        self.sheets.insert((user, character), editing);
    }

    /// The sheet form that the user has open.
    pub fn sheet(&self, user: u64, character: CharacterId) -> Option<Editing> {
        self.sheets.get(&(user, character)).map(|it| it.clone())
    }

    /// Keeps the contents of a refused form. If there are too many, all are dropped, as above.
    pub fn keep_form(&self, user: u64, form: &str, typed: FormFields) {
        if self.forms.len() >= FORMS_MAX {
            self.forms.clear();
        }
        self.forms.insert((user, form.to_owned()), typed);
    }

    /// The kept contents; empty if there are none.
    pub fn form(&self, user: u64, form: &str) -> FormFields {
        self.forms.get(&(user, form.to_owned())).map(|it| it.clone()).unwrap_or_default()
    }

    /// Notes why a form was refused. If there are too many, all are dropped, as above.
    pub fn keep_refusal(&self, user: u64, form: &str, refusal: ToolMessage) {
        if self.refusals.len() >= FORMS_MAX {
            self.refusals.clear();
        }
        self.refusals.insert((user, form.to_owned()), refusal);
    }

    /// The form comes back from this message.
    pub fn came_back(&self, user: u64, form: &str, message_id: Snowflake) {
        if let Some(mut it) = self.refusals.get_mut(&(user, form.to_owned())) {
            it.message_id = Some(message_id);
        }
    }

    /// Takes out the message that says why the form was refused before.
    pub fn take_refusal(&self, user: u64, form: &str) -> Option<ToolMessage> {
        self.refusals.remove(&(user, form.to_owned())).map(|it| it.1)
    }

    /// The form was accepted.
    pub fn drop_form(&self, user: u64, form: &str) {
        self.forms.remove(&(user, form.to_owned()));
    }
}
