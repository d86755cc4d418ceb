//! Records the menus that people open, so that they can be updated. Opening a second one takes the first away.

use super::{first_menu::as_it_stands, open_page, pressed::Pressed};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        combatant_tag::CombatantTag,
        limits::{CONTENT_MAX, length},
        open_pages::ToolMessage,
        open_turn_menus::OpenTurnMenu,
        reply::Answer,
    },
    store::EncounterId,
    table::{Caller, Handle},
};

/// Records that a user is shown the menu of one of their combatants: what it says, and whether it's the first of a turn, with nothing in it
/// that isn't in the next as well. Any other menu they have open is taken away.
pub(super) async fn note(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    caller: &Caller,
    tag: CombatantTag,
    (says, is_first): (&str, bool),
) {
    open_page::who_is_chosen(app, pressed, handle, caller);
    let is_whole = length(says) <= CONTENT_MAX; // what comes in several messages cannot be told from its first
    let asker = caller.clone();
    let now = handle.look(move |service| as_it_stands(service, &asker, tag)).await.ok().flatten();
    // A press redraws its own message, which stays where it is.
    let is_redrawn = |it: &OpenTurnMenu| pressed.is_private && it.is_in(pressed.message_id);
    let redrawn = app.turn_menus().of(caller.seat.0, handle.id).filter(is_redrawn);
    let before = match now.filter(|_| is_whole) {
        Some((_, has_turn)) => app.turn_menus().open(
            handle.id,
            OpenTurnMenu {
                token: pressed.context.token.clone(),
                since_ms: app.publishing().now_ms(),
                message_id: None,
                shown_at: pressed.private_message(),
                channel_id: pressed.context.channel_id,
                is_buried: redrawn.is_some_and(|it| it.is_buried),
                is_first,
                caller: caller.clone(),
                tag,
                has_turn,
                says: says.to_owned(),
            },
        ),
        None => app.turn_menus().close(caller.seat.0, handle.id),
    };
    take_away(app, before.filter(|it| !is_redrawn(it)));
}

/// The user is shown something else in answer to this press: the menu they have open is taken away, unless it was in the same message.
pub(super) fn closes(app: &AppContext, pressed: &Pressed, handle: &Handle, caller: &Caller) {
    let before = app.turn_menus().close(caller.seat.0, handle.id);
    take_away(app, before.filter(|it| !(pressed.is_private && it.is_in(pressed.message_id))));
}

/// The GM's panel comes to the message that's pressed, which shows a turn menu: the panel is taken away where it was, whatever it shows there
/// by now, and the menu is open no longer. If it doesn't come, both stay as they were.
pub(super) async fn panel_comes_here(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    caller: &Caller,
    opens: impl Future<Output = Result<Answer, AppError>>,
) -> Result<Answer, AppError> {
    if !pressed.is_private {
        return opens.await;
    }
    let whose = (pressed.context.user_id, handle.id);
    let before = app.pages().take_panel(whose);
    let answer = opens.await;
    if answer.is_err() {
        app.pages().put_back(whose, before);
        return answer;
    }
    if let Some(before) = before.tools.filter(ToolMessage::may_be_deleted) {
        app.take_away_soon(before.token, None);
    }
    closes(app, pressed, handle, caller);
    answer
}

/// Whether what was pressed may be in the menu that its user has open.
pub(super) fn is_pressed(app: &AppContext, pressed: &Pressed, id: EncounterId) -> bool {
    let open = app.turn_menus().of(pressed.context.user_id, id);
    pressed.is_private && open.is_some_and(|it| it.is_in(pressed.message_id))
}

/// Removes a menu that its user doesn't go on with, if Discord still lets it be deleted.
pub(super) fn take_away(app: &AppContext, before: Option<OpenTurnMenu>) {
    if let Some(before) = before.filter(|it| it.may_be_edited(app.publishing().now_ms())) {
        match before.shown_at {
            // It's there, and nobody is to go on with it.
            Some(at) => {
                app.turn_menus().leaves(at);
                drop(app.rest().delete_reply(before.token, before.message_id));
            }
            None => app.take_away_soon(before.token, before.message_id),
        }
    }
}
