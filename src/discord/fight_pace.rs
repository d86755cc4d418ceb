//! How long questions wait, which a GM may change in the middle of a fight. The paces are configured for all systems together.

use super::{
    app_context::AppContext, app_error::AppError, interaction_context::InteractionContext, start_fight::pace_named,
};
use crate::{
    config::{PaceName, PaceSettings},
    rules::{Request, wording::time_words},
    table::Handle,
};

/// Sets the pace from the next question on. Returns the sentence for whoever has set it.
///
/// # Errors
/// If there's no pace of that name, or for anybody but the GM.
pub async fn change(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
    typed: &str,
) -> Result<String, AppError> {
    let name = pace_named(Some(typed), app.pace().default)?;
    let request = Request::Pace { prompt_ms: app.pace().pace(name).prompt_ms };
    handle.ask(app.caller(context).await, request, app.input_origin(context)).await?;
    Ok(format!("The pace is now {}: {}.", name.name(), waits(*app.pace(), name)))
}

/// How long questions wait at a pace, in words.
pub fn waits(paces: PaceSettings, name: PaceName) -> String {
    match paces.pace(name).prompt_ms {
        Some(ms) => format!("a question waits {}", time_words(ms)),
        None => "a question waits until it\u{2019}s answered".to_owned(),
    }
}
