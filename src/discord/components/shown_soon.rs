//! A private menu that's shown at once, with whatever takes longer (what Umpire would do, odds) in it if that's there within a moment;
//! otherwise it's edited in once it's there, unless its user has gone on in the meantime.

use super::{open_turn_menu, pressed::Pressed};
use crate::{
    discord::{
        app_context::AppContext,
        combatant_tag::CombatantTag,
        message::{ActionRow, Message},
        odds_in_time::waits_until,
        open_turn_menus::OpenTurnMenu,
        reply::{Answer, Later},
    },
    table::{Caller, Handle},
};
use std::{future::Future, time::Duration};

/// After this long, a press has been answered.
const ANSWERED_WITHIN: Duration = Duration::from_secs(1);

/// Shows a menu, and whether it's the first of a turn (see [`open_turn_menu::note`]); `better` is the same with what takes
/// longer, or `None` if it stays as it is.
pub(super) async fn shown_soon(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    caller: &Caller,
    tag: CombatantTag,
    (menu, is_first): (Message, bool),
    better: impl Future<Output = Option<Message>> + Send + 'static,
) -> Answer {
    let mut better = Box::pin(better);
    match tokio::time::timeout_at(waits_until(&pressed.context), &mut better).await {
        Ok(better) => {
            let menu = better.unwrap_or(menu);
            open_turn_menu::note(app, pressed, handle, caller, tag, (&menu.content, is_first)).await;
            pressed.shown(menu)
        }
        Err(_) => {
            open_turn_menu::note(app, pressed, handle, caller, tag, (&menu.content, is_first)).await;
            let (context, token) = (app.publishing().clone(), pressed.context.token.clone());
            let (user, fight) = (caller.seat.0, handle.id);
            let presses = context.turn_menus().presses_of(user);
            let panel = context.turn_menus().of(user, fight);
            // Nothing is edited into a menu that isn't kept up to date.
            let menu = if panel.is_some() { menu } else { without_placeholders(menu) };
            let has_turn = panel.is_some_and(|it| it.has_turn);
            let later = async move {
                let message = better.await?;
                // Its user may be about to see something else, unless they've pressed elsewhere.
                if context.turn_menus().presses_of(user) != presses {
                    tokio::time::sleep(ANSWERED_WITHIN).await;
                }
                // Its turn may have ended in the meantime, which it then says.
                let is_there =
                    |it: &OpenTurnMenu| it.token == token && it.has_turn == has_turn && it.message_id.is_none();
                let is_there = context.turn_menus().of(user, fight).is_some_and(|it| is_there(&it));
                is_there.then(|| message.private())
            };
            Answer::Improved { now: Box::new(pressed.shown(menu)), later: Later(Box::pin(later)) }
        }
    }
}

/// A menu without what only keeps a place.
fn without_placeholders(mut menu: Message) -> Message {
    let is_placeholder = |row: &ActionRow| matches!(row, ActionRow::Buttons(all) if all.iter().all(|it| it.disabled));
    menu.rows.retain(|it| !is_placeholder(it));
    menu
}
