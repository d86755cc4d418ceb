//! Joining a side that needs the GM's approval: the GM is asked, and the player waits for `/gm admit`. It admits nobody itself.

use super::{
    app_context::AppContext, app_error::AppError, interaction_context::InteractionContext, message::Message, text,
    word_to_gm,
};
use crate::{
    rules::spelling::is_same,
    table::{Handle, ServiceError, live_fights::TableError, service_error::TAKES_YES},
};

/// The number of their combatants that a player may have waiting for approval.
const WAITING_MAX: usize = 20;

/// The result of joining. If the side needs approval ([`ServiceError::TakesYes`]), the GM is asked.
///
/// # Errors
/// What went wrong, or a sentence that the GM has been asked.
pub async fn or_ask_the_gm<T>(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
    joined: Result<T, TableError>,
) -> Result<T, AppError> {
    let newcomer = match joined {
        Err(TableError::Service(ServiceError::TakesYes(newcomer))) => *newcomer,
        other => return Ok(other?),
    };
    let gm = handle.look(|service| service.gms().first().map(|it| it.0)).await?;
    let text = format!(
        "<@{}> asks to join the {} as {} in <#{}>. To let them in, type /gm admit player: there. They\u{2019}ll see everything that side sees.",
        context.user_id,
        text::escape(&text::one_line(newcomer.side.as_deref().unwrap_or_default())),
        text::escape(&text::one_line(&newcomer.name)),
        handle.channel_id
    );
    // Requests for finished fights are dropped.
    app.gm_activity().join_requests.retain(|(fight, _), _| app.table(*fight).is_some());
    let asked = AppError::say(format!("{TAKES_YES} The GM has been asked and can let you in with /gm admit."));
    // A repeated request for the same combatant replaces the first.
    let mut waiting = app.gm_activity().join_requests.entry((handle.id, context.user_id)).or_default();
    let is_first = waiting.is_empty();
    if let Some(known) = waiting.iter_mut().find(|it| is_same(&it.name, &newcomer.name)) {
        let is_told = known.side == newcomer.side;
        *known = newcomer;
        if is_told {
            return Err(asked);
        }
    } else if waiting.len() >= WAITING_MAX {
        return Err(AppError::say(format!("You already have {WAITING_MAX} requests waiting for the GM.")));
    } else {
        waiting.push(newcomer);
    }
    drop(waiting);
    let message = Message::text(text);
    // The GM is pinged once per person, however many combatants they bring.
    let message = if is_first { message.loud() } else { message };
    let (rest, channel) = (app.rest().clone(), app.tables().gm_channel_of(handle.id));
    tokio::spawn(async move { word_to_gm::tell(&rest, channel, gm, message).await });
    Err(asked)
}
