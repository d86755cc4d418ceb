//! What people have begun to type and not finished, until they do. Kept in memory alone: after a restart it is typed again. Nothing of it
//! is known to anyone else.

use crate::{
    store::{CharacterId, EncounterId},
    table::Command,
};
use dashmap::DashMap;

/// So many half-filled forms of a kind are remembered at once.
const FORMS_MAX: usize = 1_000;

/// The fields of a form, by name.
pub type FormFields = Vec<(String, String)>;

/// A sheet that someone edits in a form.
#[derive(Clone, Debug, Default)]
pub struct Editing {
    /// The fields as the form showed them, and with them the name.
    pub shown: FormFields,
    /// What was typed in place of some of them and has not been taken.
    pub typed: FormFields,
}

/// A text that someone wrote in a form of the turn menu, kept until the action is whole.
#[derive(Clone, Debug)]
pub struct TypedText {
    /// The state it was written at.
    pub seq: u64,
    /// The text.
    pub text: String,
}

/// All of it, by who types.
#[derive(Debug, Default)]
pub struct Drafts {
    commands: DashMap<(u64, EncounterId), Command>,
    texts: DashMap<(u64, EncounterId), TypedText>,
    sheets: DashMap<(u64, CharacterId), Editing>,
    forms: DashMap<(u64, String), FormFields>,
}

impl Drafts {
    /// A command waits for an answer of who typed it: which of theirs is meant, or whether they are sure.
    pub fn keep_command(&self, user: u64, encounter: EncounterId, command: Command) {
        self.commands.insert((user, encounter), command);
    }

    /// The command that waits, which it does no longer.
    pub fn take_command(&self, user: u64, encounter: EncounterId) -> Option<Command> {
        self.commands.remove(&(user, encounter)).map(|it| it.1)
    }

    /// Someone has written a text of a half-made action.
    pub fn keep_text(&self, user: u64, encounter: EncounterId, text: TypedText) {
        self.texts.insert((user, encounter), text);
    }

    /// The text that was written at this state of the fight.
    pub fn text(&self, user: u64, encounter: EncounterId, seq: u64) -> Option<String> {
        self.texts.get(&(user, encounter)).filter(|it| it.seq == seq).map(|it| it.text.clone())
    }

    /// The action is done.
    pub fn drop_text(&self, user: u64, encounter: EncounterId) {
        self.texts.remove(&(user, encounter));
    }

    /// Someone opens the form of a sheet. Where too many are open, all are forgotten: nobody loses more than at a restart.
    pub fn begin_sheet(&self, user: u64, character: CharacterId, editing: Editing) {
        if self.sheets.len() >= FORMS_MAX {
            self.sheets.clear();
        }
        self.keep_sheet(user, character, editing);
    }

    /// What the form of a sheet shows now and has in it.
    pub fn keep_sheet(&self, user: u64, character: CharacterId, editing: Editing) {
        self.sheets.insert((user, character), editing);
    }

    /// The form of a sheet that someone has open.
    pub fn sheet(&self, user: u64, character: CharacterId) -> Option<Editing> {
        self.sheets.get(&(user, character)).map(|it| it.clone())
    }

    /// What was typed into a form that was refused. Where there are too many, all are forgotten, as above.
    pub fn keep_form(&self, user: u64, form: &str, typed: FormFields) {
        if self.forms.len() >= FORMS_MAX {
            self.forms.clear();
        }
        self.forms.insert((user, form.to_owned()), typed);
    }

    /// What was typed into it before; nothing, if it was not.
    pub fn form(&self, user: u64, form: &str) -> FormFields {
        self.forms.get(&(user, form.to_owned())).map(|it| it.clone()).unwrap_or_default()
    }

    /// The form has been taken.
    pub fn drop_form(&self, user: u64, form: &str) {
        self.forms.remove(&(user, form.to_owned()));
    }
}
