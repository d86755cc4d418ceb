//! Which system is meant: the one named, or the one played in the channel.

use super::{app_context::AppContext, app_error::AppError, interaction_context::InteractionContext};
use crate::rules::{Session, System};

/// The system with this name, or the first.
///
/// # Errors
/// The systems there are.
pub fn system_named(typed: Option<&str>) -> Result<System, AppError> {
    match typed {
        Some(typed) => Ok(System::named(typed)?),
        None => Ok(System::ALL[0]),
    }
}

/// The system with this name; otherwise that of the channel's current fight, its last fight, or the first.
///
/// # Errors
/// The systems there are; or that the store fails.
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

/// An empty fight of the system, for looking up sheets and rules.
///
/// # Errors
/// If the system can't be opened at all.
pub fn judge(system: System) -> Result<Box<dyn Session>, AppError> {
    system.open(&[]).map_err(|problems| {
        let list: Vec<String> = problems.into_iter().map(|(field, why)| format!("{field}: {why}")).collect();
        AppError::say(list.join("\n"))
    })
}
