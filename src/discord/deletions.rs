//! What's deleted for good is asked about once: a saved character, a party, a prepared encounter. The command waits for the answer.

use super::{
    app_context::AppContext,
    app_error::AppError,
    combatant_tag::CombatantTag,
    compose::tracker::press,
    custom_id::CustomId,
    interaction_context::InteractionContext,
    message::{ActionRow, Look, Message},
    parties, prepared_encounters,
    reply::Answer,
    saved_characters,
    table_commands::LEFT,
    text,
};
use crate::table::Command;

/// The list id of the two answers: one page is what's deleted, [`LEFT`] is nothing.
pub const LIST: &str = "delete";
/// Where a command waits that belongs to no fight.
const NO_FIGHT: i64 = 0;

/// Whatever can be deleted.
#[derive(Clone, Copy, Debug)]
pub enum Deletable {
    /// A saved character of the user's own.
    Character,
    /// A party.
    Party,
    /// A prepared encounter of the user's own.
    Encounter,
}

impl Deletable {
    const ALL: [(Deletable, &'static str); 3] = [
        (Deletable::Character, "character delete"),
        (Deletable::Party, "party delete"),
        (Deletable::Encounter, "encounter delete"),
    ];

    fn path(self) -> &'static str {
        match self {
            Deletable::Character => Deletable::ALL[0].1,
            Deletable::Party => Deletable::ALL[1].1,
            Deletable::Encounter => Deletable::ALL[2].1,
        }
    }
}

/// Asks whether it's to be deleted.
///
/// # Errors
/// If there's no such thing, or this person may not delete it.
pub async fn ask(
    app: &AppContext,
    context: &InteractionContext,
    kind: Deletable,
    typed: &str,
) -> Result<Answer, AppError> {
    let name = match kind {
        Deletable::Character => saved_characters::own(app, context, typed).await?.name,
        Deletable::Party => parties::to_delete(app, context, typed).await?.name,
        Deletable::Encounter => prepared_encounters::named(app, context, typed).await?.name,
    };
    let button = |label: &str, page: u32| press(label, CustomId::Page { encounter: 0, list: LIST.to_owned(), page });
    let command = Command::new(kind.path(), &[("name", &name)]);
    let page = mark(&command);
    let buttons = vec![button("Delete", page).looking(Look::Danger), button("Cancel", LEFT)];
    app.drafts().keep_command(context.user_id, NO_FIGHT, command, page);
    let content = format!("Delete **{}** for good? (only you see this)", text::escape(&name));
    Ok(Answer::Say(Message { content, rows: vec![ActionRow::Buttons(buttons)], ..Message::default() }.private()))
}

/// What a question is about, as its button carries it: an older question may still stand above a newer one.
fn mark(command: &Command) -> u32 {
    CombatantTag::named(&format!("{} {}", command.path, command.get("name").unwrap_or_default())).0 % LEFT
}

/// The user's answer.
///
/// # Errors
/// If it's no longer there, or the store fails.
pub async fn answered(app: &AppContext, context: &InteractionContext, page: u32) -> Result<Answer, AppError> {
    if page == LEFT {
        app.drafts().take_command(context.user_id, NO_FIGHT);
        return Ok(Answer::Update(Message::text("Cancelled.").private()));
    }
    let gone = || AppError::say("That question is out of date, and nothing was deleted. Type the command again.");
    let command = app.drafts().take_asked(context.user_id, NO_FIGHT, page).ok_or_else(gone)?;
    let kind = Deletable::ALL.into_iter().find(|it| it.1 == command.path).ok_or_else(gone)?.0;
    let name = command.get("name").unwrap_or_default();
    let shown = text::escape(name);
    let told = match kind {
        Deletable::Character => match saved_characters::delete(app, context, name).await? {
            true => format!("{shown} is deleted. Fights they\u{2019}re in go on."),
            false => return Err(saved_characters::unknown(name)),
        },
        Deletable::Party => {
            let party = parties::to_delete(app, context, name).await?;
            app.store().delete_party(party.id).await?;
            format!("**{shown}** is deleted. Its characters stay with their players.")
        }
        Deletable::Encounter => {
            let guild = context.guild_id.unwrap_or(0);
            app.store().delete_preparation(app.application_id(), guild, context.user_id, name).await?;
            format!("**{shown}** is deleted.")
        }
    };
    Ok(Answer::Update(Message::text(told).private()))
}
