//! A press, and the fight it belongs to.

use crate::{
    discord::{
        app_context::AppContext, app_error::AppError, custom_id::CustomId, interaction_context::InteractionContext,
        message::Message, reply::Answer,
    },
    store::Snowflake,
    table::Handle,
};

/// A press: what was pressed, by whom, and what was chosen.
pub struct Pressed {
    /// The interaction.
    pub context: InteractionContext,
    /// What was chosen in a menu.
    pub values: Vec<String>,
    /// Whether it's on a private message, which is then the one to redraw.
    pub is_private: bool,
    /// The message it's on, or from whose parts the form was opened; 0 for a form from a command.
    pub message_id: Snowflake,
}

impl Pressed {
    /// A number for the menus drawn in answer to this press, so that their custom_ids are new. A client keeps showing the last choice in a
    /// menu that it takes for the same one; a new menu shows its placeholder.
    pub fn fresh(&self) -> u32 {
        // Both halves: the upper one changes with the time, the lower one within a moment.
        (self.context.id ^ (self.context.id >> 32)) as u32
    }

    /// The private message that was pressed; `None` if it isn't private, or isn't known.
    pub fn private_message(&self) -> Option<Snowflake> {
        Some(self.message_id).filter(|it| self.is_private && *it != 0)
    }

    /// A private message: in place of the one that was pressed, if only the presser sees that one.
    pub fn shown(&self, message: Message) -> Answer {
        match self.is_private {
            true => Answer::Update(message.private()),
            false => Answer::Say(message.private()),
        }
    }
}

/// The live fight that a button speaks of, if it is in this channel.
pub(super) fn table(app: &AppContext, pressed: &Pressed, id: &CustomId) -> Result<Handle, AppError> {
    let encounter = i64::try_from(id.encounter()).unwrap_or(0);
    match app.table(encounter) {
        Some(handle)
            if handle.channel_id == pressed.context.channel_id
                || app.tables().gm_channel_of(encounter) == Some(pressed.context.channel_id) =>
        {
            Ok(handle)
        }
        _ => Err(AppError::say(
            "That fight is over. \u{201c}Play again\u{201d} below its account opens it anew; /encounter start begins another.",
        )),
    }
}

/// The button means nothing.
pub(super) fn nothing_chosen() -> AppError {
    AppError::say("Nothing was chosen.")
}
