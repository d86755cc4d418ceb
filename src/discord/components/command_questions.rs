//! The answers to questions about a typed command (see [`table_commands`](crate::discord::table_commands)): which of the user's combatants
//! is meant, or whether to go ahead in spite of the consequences. The command continues with the answer.

use super::{
    pressed::{Pressed, nothing_chosen},
    tracker_buttons::{note_unseen, unseen},
};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        combatant_tag::CombatantTag,
        end_fight,
        message::Message,
        reply::Answer,
        table_commands::{END, LEFT, hand_over, hand_over_if},
    },
    table::Handle,
};

/// The user was warned, and confirms or cancels. If anything has happened since, they're warned again.
pub async fn sure(app: &AppContext, pressed: &Pressed, handle: &Handle, page: u32) -> Result<Answer, AppError> {
    let user = pressed.context.user_id;
    if page == LEFT {
        app.drafts().take_command(user, handle.id);
        return Ok(Answer::Update(Message::text("Cancelled.").private()));
    }
    let command = app.drafts().take_asked(user, handle.id, page);
    let command =
        command.ok_or_else(|| AppError::say("That question is out of date. Please type the command again."))?;
    let begins = command.path == "encounter begin";
    let done = match page {
        END => end_fight::end_now(app, &pressed.context).await?,
        _ => hand_over_if(app, &pressed.context, command, Some(page)).await?,
    };
    // Only hidden combatants may have begun it: the public tracker has no buttons for them.
    let unseen = if begins { unseen(app, &pressed.context, handle).await? } else { None };
    Ok(match (done, unseen) {
        (Answer::Say(_), Some(unseen)) => {
            note_unseen(app, &pressed.context, handle, pressed.private_message()).await;
            Answer::Update(unseen)
        }
        (done, _) => done.in_place(),
    })
}

/// The user chose one: the command continues, and is checked as if it had been typed with it.
pub async fn chosen(app: &AppContext, pressed: &Pressed, handle: &Handle) -> Result<Answer, AppError> {
    let who = pressed.values.first().and_then(|it| CombatantTag::read(it)).ok_or_else(nothing_chosen)?;
    let caller = app.caller(&pressed.context).await;
    let names = handle.look(move |service| service.session().names(service.viewer(&caller))).await?;
    let name = names.into_iter().find(|it| CombatantTag::named(&it.name) == who).map(|it| it.name);
    let name = name.ok_or_else(|| AppError::say("They\u{2019}re no longer in the fight."))?;
    let Some(mut command) = app.drafts().take_command(pressed.context.user_id, handle.id) else {
        return Err(AppError::say("What you typed is gone. Please type it again."));
    };
    command.options.retain(|it| it.0 != "as");
    command.options.push(("as".to_owned(), name));
    Ok(hand_over(app, &pressed.context, command).await?.in_place())
}
