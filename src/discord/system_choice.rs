//! Which rules are meant: the system that someone named, or the one that is played where they are.

use super::{app_context::AppContext, app_error::AppError, interaction_context::InteractionContext};
use crate::rules::{Session, System};

/// The system that was named, or the first.
///
/// # Errors
/// What there is.
pub fn system_named(typed: Option<&str>) -> Result<System, AppError> {
    match typed {
        Some(typed) => Ok(System::named(typed)?),
        None => Ok(System::ALL[0]),
    }
}

/// The system that was named; else that of the fight in the interaction's channel, of the last one there, or the first.
///
/// # Errors
/// What there is; or the store fails.
pub async fn system_here(
    app: &AppContext,
    context: &InteractionContext,
    typed: Option<&str>,
) -> Result<System, AppError> {
    if let Some(typed) = typed.filter(|it| !it.trim().is_empty()) {
        return system_named(Some(typed));
    }
    if let Some(handle) = app.table_in(context.channel_id) {
        return Ok(System::named(&handle.look(|service| service.session().system().to_owned()).await?)?);
    }
    let last = app.store().encounters_in(app.application_id(), context.channel_id).await?;
    let last = last.into_iter().max_by_key(|it| it.id);
    Ok(last.and_then(|it| System::named(&it.system).ok()).unwrap_or(System::ALL[0]))
}

/// A fight of the system in which nothing happens, to ask about its sheets and rules.
///
/// # Errors
/// If the system cannot be opened at all.
pub fn judge(system: System) -> Result<Box<dyn Session>, AppError> {
    system.open(&[]).map_err(|problems| {
        let list: Vec<String> = problems.into_iter().map(|(field, why)| format!("{field}: {why}")).collect();
        AppError::say(list.join("\n"))
    })
}
