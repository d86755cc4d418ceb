//! Keeps people's open private turn menus up to date. When a turn ends, its menu says so and who is next; when the turn comes round again,
//! it's a menu again, as long as Discord lets a private message be edited.

use super::{
    super::{
        components::{first_menu, first_menu_suggestion},
        kept_menus,
        message::Message,
        open_turn_menus::OpenTurnMenu,
        publisher_context::PublisherContext,
        rest::RestOutcome,
    },
    open_pages::{self, FROM_NOW_ON},
    snapshot::Snapshot,
};
use crate::{
    store::{EncounterId, Status},
    table::live_fights::TableError,
};
use std::{sync::Arc, time::Duration};
use tokio::sync::watch;

/// A user who has just pressed gets the answer to the press; menus that change because of somebody else can wait this long.
const SETTLES: Duration = Duration::from_millis(500);

/// How often to look for menus that Discord soon won't let us edit any more.
const LOOKS_FOR_OLD_ONES: Duration = Duration::from_secs(60);

/// Keeps one fight's menus up to date, those that an earlier process has opened too, as long as there are snapshots.
pub async fn keep(context: Arc<PublisherContext>, id: EncounterId, mut looks: watch::Receiver<Option<Arc<Snapshot>>>) {
    Box::pin(kept_menus::restore(&context, id)).await;
    loop {
        let changed = tokio::time::timeout(LOOKS_FOR_OLD_ONES, looks.changed()).await;
        if matches!(changed, Ok(Err(_))) {
            return Box::pin(close_deleted(&context, id)).await;
        }
        let mut again = changed.is_ok();
        // A busy fight lets no minute pass without a change.
        if !again {
            Box::pin(say_farewells(&context, id)).await;
            Box::pin(open_pages::refresh(&context, id, false)).await;
        }
        while again {
            tokio::time::sleep(SETTLES).await;
            Box::pin(say_farewells(&context, id)).await;
            let is_over = looks.borrow_and_update().as_ref().is_some_and(|it| it.header.status == Status::Over);
            again = false;
            for user in context.turn_menus().users(id) {
                again |= Box::pin(set_right(&context, id, user, is_over)).await.is_err();
            }
            again |= !Box::pin(open_pages::refresh(&context, id, is_over)).await;
        }
    }
}

/// What a menu says of a fight that has been deleted.
const DELETED: &str = "That fight has been deleted.";

/// If the fight has been deleted, nobody goes on with its menus.
async fn close_deleted(context: &PublisherContext, id: EncounterId) {
    let users = context.turn_menus().users(id);
    if (!users.is_empty() || !context.pages().of(id).is_empty()) && is_deleted(context, id).await {
        open_pages::refresh(context, id, true).await;
        for open in users.into_iter().filter_map(|user| context.turn_menus().of(user, id)) {
            let _ = close(context, id, open, DELETED);
        }
    }
}

async fn say_farewells(context: &PublisherContext, id: EncounterId) {
    for old in context.turn_menus().take_aged(id, context.now_ms()) {
        say_farewell(context, id, old).await;
    }
}

/// Draws a menu a last time: from now on it changes only when it's pressed, and says so.
async fn say_farewell(context: &PublisherContext, id: EncounterId, old: OpenTurnMenu) {
    let (caller, tag) = (old.caller.clone(), old.tag);
    let Some(handle) = context.table(id) else { return };
    let now = handle.look(move |service| first_menu::as_it_stands(service, &caller, tag)).await;
    let Ok(Some((mut message, _))) = now else { return };
    message.content.push_str(FROM_NOW_ON);
    drop(context.rest().edit_reply(old.token, old.message_id, message.private()));
}

/// What a look at a fight says of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen<T> {
    /// What it shows now.
    As(T),
    /// Its combatant has left the fight.
    Left,
    /// Nothing: the fight isn't in this process any more.
    Lost,
}

/// `Err` if the fight is too busy to say.
fn seen<T>(look: Result<Option<T>, TableError>) -> Result<Seen<T>, Busy> {
    match look {
        Err(TableError::Busy) => Err(Busy),
        Err(_) => Ok(Seen::Lost),
        Ok(now) => Ok(now.map_or(Seen::Left, Seen::As)),
    }
}

/// Whether the store doesn't know a fight any more, as far as it says.
async fn is_deleted(context: &PublisherContext, id: EncounterId) -> bool {
    matches!(context.store().encounter(id).await, Ok(None))
}

/// The fight is too busy, or its user: try later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Busy;

/// Redraws a menu if it's out of date.
async fn set_right(context: &PublisherContext, id: EncounterId, user: u64, is_over: bool) -> Result<(), Busy> {
    let presses = context.turn_menus().presses_of(user);
    let Some(open) = context.turn_menus().of(user, id) else { return Ok(()) };
    if !open.may_be_edited(context.now_ms()) {
        return Ok(());
    }
    let (caller, tag) = (open.caller.clone(), open.tag);
    let handle = context.table(id).filter(|_| !is_over);
    let now = match &handle {
        Some(handle) => seen(handle.look(move |service| first_menu::as_it_stands(service, &caller, tag)).await)?,
        None if is_over => Seen::Left,
        None => Seen::Lost,
    };
    let (message, has_turn) = match now {
        Seen::As(now) => now,
        Seen::Lost if is_deleted(context, id).await => return close(context, id, open, DELETED),
        // Another process goes on with the menu.
        Seen::Lost => return Ok(()),
        // Everybody reads that the fight is over.
        Seen::Left if is_over => {
            context.turn_menus().close(user, id);
            drop(context.rest().delete_reply(open.token, open.message_id));
            return Ok(());
        }
        Seen::Left => return close(context, id, open, "That character is no longer in this fight."),
    };
    // Nobody is interrupted in the middle of a choice: the next press shows what has happened.
    let is_to_move = has_turn && open.is_buried && (open.is_first || !open.has_turn);
    // What an earlier process has shown isn't known.
    let is_known = !open.says.is_empty();
    let is_right = match has_turn && open.has_turn {
        true => !open.shows_other_than(&message.content),
        false => open.says.ends_with(&message.content),
    };
    if is_known && is_right && !is_to_move {
        return Ok(());
    }
    let suggested = match &handle {
        Some(handle) if has_turn => {
            let suggested = first_menu_suggestion::with_suggestion(context, handle, &open.caller, tag);
            tokio::time::timeout(context.thinking().turn_menus, suggested).await.ok().flatten()
        }
        _ => None,
    };
    let message = suggested.unwrap_or(message);
    let says = message.content.clone();
    if is_to_move && let Some(moved) = post_below(context, id, &open, message.clone().private(), presses).await? {
        context.turn_menus().redrawn(id, &moved, has_turn, &says);
        return Ok(());
    }
    // Its user may be about to see something else.
    if context.turn_menus().presses_of(user) != presses {
        return Err(Busy);
    }
    if context.turn_menus().redrawn(id, &open, has_turn, &says) {
        drop(context.rest().edit_reply(open.token, open.message_id, message.private()));
    }
    Ok(())
}

/// Draws a menu a last time, with a sentence in its place.
fn close(context: &PublisherContext, id: EncounterId, open: OpenTurnMenu, why: &str) -> Result<(), Busy> {
    context.turn_menus().close(open.caller.seat.0, id);
    drop(context.rest().edit_reply(open.token, open.message_id, Message::text(why).private()));
    Ok(())
}

/// Posts a menu again, below what has been posted since, and deletes it where it was: on a phone, that's out of sight. Returns it as it's
/// now, or `None` if Discord accepts no other copy. `Err` if its user has pressed something in the meantime: then it's looked at again.
async fn post_below(
    context: &PublisherContext,
    id: EncounterId,
    open: &OpenTurnMenu,
    message: Message,
    presses: u64,
) -> Result<Option<OpenTurnMenu>, Busy> {
    let user = open.caller.seat.0;
    let is_pressed = || context.turn_menus().presses_of(user) != presses;
    if is_pressed() {
        return Err(Busy);
    }
    let RestOutcome::Sent { message_id } = context.rest().follow_up(open.token.clone(), message).await else {
        return Ok(None);
    };
    if is_pressed() || !context.turn_menus().moved(id, open, message_id) {
        context.turn_menus().leaves(message_id);
        drop(context.rest().delete_reply(open.token.clone(), Some(message_id)));
        return Err(Busy);
    }
    open.shown_at.into_iter().for_each(|it| context.turn_menus().leaves(it));
    drop(context.rest().delete_reply(open.token.clone(), open.message_id));
    Ok(context.turn_menus().of(user, id))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If the fight is too busy to answer, or the program is ending, that doesn't mean that the combatant has left it.
    #[test]
    fn a_busy_fight_is_looked_at_again() {
        assert_eq!(seen::<u8>(Err(TableError::Busy)), Err(Busy));
        assert_eq!(
            (seen(Ok(Some(1))), seen::<u8>(Ok(None)), seen::<u8>(Err(TableError::Gone))),
            (Ok(Seen::As(1)), Ok(Seen::Left), Ok(Seen::Lost))
        );
    }
}
