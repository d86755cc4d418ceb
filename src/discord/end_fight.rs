//! Ends the fight of a channel, by command or by button, and asks the GM about its aftermath.

use super::{
    aftermath,
    app_context::AppContext,
    app_error::AppError,
    interaction_context::InteractionContext,
    reply::Answer,
    table_commands::{END, hand_over, once_more, table_in},
    unreadable_fight,
};
use crate::table::Command;

/// What's kept while the question about an ending is open.
pub const PATH: &str = "encounter end";

/// Ends the fight where the interaction is. If it isn't decided, it asks once.
///
/// # Errors
/// If there's none, or this person may not end it.
pub async fn end_here(app: &AppContext, context: &InteractionContext) -> Result<Answer, AppError> {
    if let Ok(handle) = table_in(app, context.channel_id) {
        let caller = app.caller(context).await;
        let warning = handle.look(move |service| service.warning_of_the_end(&caller)).await?;
        if let Some(warning) = warning {
            return Ok(once_more(app, context, handle.id, Command::new(PATH, &[]), &warning, END));
        }
    }
    end_now(app, context).await
}

/// Ends it without a question.
///
/// # Errors
/// As [`end_here`].
pub async fn end_now(app: &AppContext, context: &InteractionContext) -> Result<Answer, AppError> {
    let encounter = table_in(app, context.channel_id).ok().map(|it| it.id);
    if encounter.is_none()
        && let Some(closed) = unreadable_fight::close_here(app, context).await?
    {
        return Ok(closed);
    }
    let gm_channel = encounter.and_then(|id| app.tables().gm_channel_of(id));
    let done = hand_over(app, context, Command::new(PATH, &[])).await?;
    let Some(id) = encounter else { return Ok(done) };
    // What lasts is told to the GM along with it, if anyone has something to take home; where the GMs have a channel, there.
    let asked = aftermath::after_the_end(app, context, id).await?;
    Ok(match (asked, gm_channel) {
        (None, _) => done,
        (Some(asked), None) => asked,
        (Some(_), Some(channel)) => Answer::whisper(format!(
            "The fight is over. The question about its aftermath is in <#{channel}> and below the fight\u{2019}s summary."
        )),
    })
}
