//! The private turn menus that people have open. As a turn ends, its menu says so and who is next; when the turn comes round it is one's
//! menu again, for as long as Discord lets a private message be edited. Whoever opens a second one finds the first closed. Kept in memory
//! alone: after a restart an old menu still works when it is pressed, it only no longer changes by itself.

use super::{
    app_context::AppContext,
    combatant_tag::CombatantTag,
    components::{self, Pressed},
    limits::{CONTENT_MAX, length},
    message::Message,
    publishing::Snapshot,
    rest::InteractionToken,
};
use crate::{
    store::{EncounterId, Status},
    table::{Caller, Handle, live::TableError},
};
use dashmap::DashMap;
use std::{sync::Arc, time::Duration};
use tokio::{sync::watch, time::Instant};

/// Discord takes edits of a private message for fifteen minutes; after so many there is one left for the network.
const EDITED_FOR: Duration = Duration::from_secs(14 * 60);
/// Whoever has just pressed is answered by the press; a menu that is changed by somebody else's doing can wait so long.
const SETTLES: Duration = Duration::from_millis(500);

/// All that are open, by who looks at them and of which fight.
#[derive(Debug, Default)]
pub struct OpenPanels(DashMap<(u64, EncounterId), OpenPanel>);

/// One that is open.
#[derive(Clone, Debug)]
struct OpenPanel {
    /// What lets us edit it, and since when.
    token: InteractionToken,
    since: Instant,
    caller: Caller,
    whom: CombatantTag,
    /// Whether it lets somebody act.
    has_turn: bool,
    /// What it says where it lets nobody act.
    says: String,
}

impl OpenPanels {
    /// Takes note that somebody is shown the menu of one of theirs. The one that they had open elsewhere is closed.
    pub async fn note(
        app: &AppContext,
        pressed: &Pressed,
        handle: &Handle,
        caller: &Caller,
        whom: CombatantTag,
        says: &str,
    ) {
        let key = (caller.seat.0, handle.id);
        let is_whole = length(says) <= CONTENT_MAX; // what comes in several messages cannot be told from its first
        let asker = caller.clone();
        let now = handle.look(move |service| components::turn_as_it_stands(service, &asker, whom)).await.ok().flatten();
        let before = match now.filter(|_| is_whole) {
            Some((_, has_turn)) => app.panels.0.insert(
                key,
                OpenPanel {
                    token: pressed.context.token.clone(),
                    since: Instant::now(),
                    caller: caller.clone(),
                    whom,
                    has_turn,
                    says: says.to_owned(),
                },
            ),
            None => app.panels.0.remove(&key).map(|it| it.1),
        };
        if let Some(before) = before.filter(|it| !pressed.is_private && it.may_be_edited()) {
            let closed = Message::text("You\u{2019}ve opened a newer copy of this menu below.").private();
            drop(app.rest.edit_reply(before.token, None, closed));
        }
    }
}

impl OpenPanel {
    fn may_be_edited(&self) -> bool {
        self.since.elapsed() < EDITED_FOR
    }
}

/// Keeps the menus of one fight true, as long as anybody looks at it.
pub async fn keep(app: Arc<AppContext>, id: EncounterId, mut looks: watch::Receiver<Option<Arc<Snapshot>>>) {
    while looks.changed().await.is_ok() {
        let mut again = true;
        while again {
            tokio::time::sleep(SETTLES).await;
            let is_over = looks.borrow_and_update().as_ref().is_some_and(|it| it.header.status == Status::Over);
            let open: Vec<u64> = app.panels.0.iter().filter(|it| it.key().1 == id).map(|it| it.key().0).collect();
            again = false;
            for user in open {
                again |= set_right(&app, id, user, is_over).await.is_err();
            }
        }
    }
}

/// Whether a menu has a turn to show. `Err` where the fight is too busy to say.
fn seen<T>(look: Result<Option<T>, TableError>) -> Result<Option<T>, Busy> {
    match look {
        Err(TableError::Busy) => Err(Busy),
        other => Ok(other.ok().flatten()),
    }
}

/// The fight is too busy to be looked at: another time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Busy;

/// Draws one menu again if what it says has come to be untrue.
async fn set_right(app: &AppContext, id: EncounterId, user: u64, is_over: bool) -> Result<(), Busy> {
    let key = (user, id);
    let Some(open) = app.panels.0.get(&key).map(|it| it.clone()) else { return Ok(()) };
    if !open.may_be_edited() {
        app.panels.0.remove(&key);
        return Ok(());
    }
    let (caller, whom) = (open.caller.clone(), open.whom);
    let now = match app.table(id).filter(|_| !is_over) {
        Some(handle) => seen(handle.look(move |service| components::turn_as_it_stands(service, &caller, whom)).await)?,
        None => None,
    };
    let Some((message, has_turn)) = now else {
        app.panels.0.remove(&key);
        let why = if is_over { "This fight is over." } else { "That character is no longer in this fight." };
        drop(app.rest.edit_reply(open.token, None, Message::text(why).private()));
        return Ok(());
    };
    // In the middle of a choice nobody is interrupted: the next press says what has happened meanwhile.
    if has_turn && open.has_turn || open.says.ends_with(&message.content) {
        return Ok(());
    }
    let is_same = |it: &OpenPanel| it.token == open.token;
    let Some(mut kept) = app.panels.0.get_mut(&key).filter(|it| is_same(it)) else { return Ok(()) };
    kept.has_turn = has_turn;
    kept.says.clone_from(&message.content);
    drop(kept);
    drop(app.rest.edit_reply(open.token, None, message.private()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fight that has no time is no fight from which somebody has gone.
    #[test]
    fn a_busy_fight_is_looked_at_again() {
        assert_eq!(seen::<u8>(Err(TableError::Busy)), Err(Busy));
        assert_eq!(
            (seen(Ok(Some(1))), seen::<u8>(Ok(None)), seen::<u8>(Err(TableError::Gone))),
            (Ok(Some(1)), Ok(None), Ok(None))
        );
    }
}
