//! How long questions wait, which a GM may change in the middle of a fight. The paces are configured for all systems together.

use super::{
    app_context::AppContext, app_error::AppError, interaction_context::InteractionContext, start_fight::pace_named,
};
use crate::{
    config::{PaceName, PaceSettings},
    engine::view::Viewer,
    rules::{Request, wording::time_words},
    table::Handle,
};

/// Sets the pace from the next action on. Returns the sentence for whoever has set it.
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
    let told = match app.pace().pace(name).prompt_ms {
        Some(_) => format!("The pace is now {}.", with_time(*app.pace(), name)),
        None => "The clock is off now: questions wait for as long as it takes.".to_owned(),
    };
    // The questions of an action in progress keep the time that it began with.
    let is_asked = handle.look(|service| service.scene(Viewer::Gm).prompts.iter().any(|it| !it.answered)).await?;
    Ok(if is_asked { format!("{told} What\u{2019}s being decided now keeps its time.") } else { told })
}

/// A pace and how long questions wait at it: "live (30 seconds for a question)".
pub fn with_time(paces: PaceSettings, name: PaceName) -> String {
    format!("{} ({})", name.name(), time(paces, name))
}

/// How long questions wait at a pace, in words.
pub fn time(paces: PaceSettings, name: PaceName) -> String {
    match paces.pace(name).prompt_ms {
        Some(ms) => format!("{} for a question", time_words(ms)),
        None => "no clock".to_owned(),
    }
}
