//! A private menu that's shown at once, with whatever takes longer (what Umpire would do, odds) in it if that's there within a moment;
//! otherwise it's edited in once it's there, unless its user has gone on in the meantime.

use super::{open_panel, pressed::Pressed};
use crate::{
    discord::{
        app_context::AppContext,
        combatant_tag::CombatantTag,
        message::Message,
        odds_in_time::WAITS,
        open_panels::OpenPanel,
        reply::{Answer, Later},
    },
    table::{Caller, Handle},
};
use std::future::Future;

/// Shows a menu, and whether it's the first of a turn (see [`open_panel::note`]); `better` is the same with what takes
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
    match tokio::time::timeout(WAITS, &mut better).await {
        Ok(better) => {
            let menu = better.unwrap_or(menu);
            open_panel::note(app, pressed, handle, caller, tag, (&menu.content, is_first)).await;
            pressed.shown(menu)
        }
        Err(_) => {
            open_panel::note(app, pressed, handle, caller, tag, (&menu.content, is_first)).await;
            let (context, token) = (app.publishing().clone(), pressed.context.token.clone());
            let (user, fight) = (caller.seat.0, handle.id);
            let presses = context.panels().presses_of(user);
            let has_turn = context.panels().of(user, fight).is_some_and(|it| it.has_turn);
            let later = async move {
                let message = better.await?;
                // Its turn may have ended in the meantime, which it then says, or its user may be about to see
                // something else.
                let is_there = |it: &OpenPanel| it.token == token && it.has_turn == has_turn && it.message_id.is_none();
                let is_there = context.panels().of(user, fight).is_some_and(|it| is_there(&it));
                (is_there && context.panels().presses_of(user) == presses).then(|| message.private())
            };
            Answer::Improved { now: Box::new(pressed.shown(menu)), later: Later(Box::pin(later)) }
        }
    }
}
