//! The door: which visits are let in. Those from servers whose member we are, for as long as we are open; anyone who comes otherwise hears
//! why. When it is closed, it knows when the last who is inside has gone. It remembers nobody.

use super::{
    interaction_context::{Came, InteractionContext},
    permissions,
};
use crate::store::Snowflake;
use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::watch;

/// Lets visits in.
#[derive(Debug)]
pub struct Door {
    /// The servers whose member we are; `None` until Discord has said.
    servers: Mutex<Option<BTreeSet<Snowflake>>>,
    state: watch::Sender<State>,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    closed: bool,
    inside: usize,
}

/// Why someone is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnedAway {
    /// We are closing.
    Closing,
    /// We are not a member of that server.
    Stranger,
}

/// Someone inside, until dropped.
#[derive(Debug)]
pub struct Inside<'a>(&'a Door);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.0.state.send_modify(|it| it.inside -= 1);
    }
}

impl Default for Door {
    fn default() -> Self {
        Door { servers: Mutex::default(), state: watch::Sender::new(State::default()) }
    }
}

impl Door {
    /// Lets someone of this server in.
    ///
    /// # Errors
    /// See [`TurnedAway`].
    pub fn enter(&self, server: Option<Snowflake>) -> Result<Inside<'_>, TurnedAway> {
        let knows = self.servers();
        if let (Some(server), Some(ours)) = (server, knows.as_ref())
            && !ours.contains(&server)
        {
            return Err(TurnedAway::Stranger);
        }
        let entered = self.state.send_if_modified(|it| {
            it.inside += usize::from(!it.closed);
            !it.closed
        });
        if entered { Ok(Inside(self)) } else { Err(TurnedAway::Closing) }
    }

    /// Lets nobody in any more.
    pub fn close(&self) {
        self.state.send_modify(|it| it.closed = true);
    }

    /// Whether nobody is let in any more.
    pub fn is_closed(&self) -> bool {
        self.state.borrow().closed
    }

    /// Waits until nobody is inside, at most so long. Whether nobody is.
    pub async fn everybody_gone(&self, at_most: Duration) -> bool {
        let mut state = self.state.subscribe();
        let gone = state.wait_for(|it| it.inside == 0);
        tokio::time::timeout(at_most, gone).await.is_ok()
    }

    /// Discord names servers whose member we are.
    pub fn joined(&self, servers: impl IntoIterator<Item = Snowflake>) {
        self.servers().get_or_insert_default().extend(servers);
    }

    /// A server has let us go.
    pub fn left(&self, server: Snowflake) {
        self.servers().get_or_insert_default().remove(&server);
    }

    fn servers(&self) -> MutexGuard<'_, Option<BTreeSet<Snowflake>>> {
        self.servers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TurnedAway {
    /// What the visitor hears.
    pub fn sentence(self, context: &InteractionContext) -> String {
        match (self, context.came) {
            (TurnedAway::Closing, Came::ByCommand) => {
                "Umpire is restarting; nothing is lost. Type it again in a moment.".to_owned()
            }
            (TurnedAway::Closing, _) => "Umpire is restarting; nothing is lost. Press again in a moment.".to_owned(),
            (TurnedAway::Stranger, _) => format!(
                "Umpire isn\u{2019}t a member of this server, so it can\u{2019}t run a fight here. Someone who manages the server can add it: <{}>",
                permissions::invite_url(context.token.application_id)
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Strangers are turned away once it is known who is one, everyone when the door is closed, and the last to leave is waited for.
    #[tokio::test(start_paused = true)]
    async fn a_door() {
        let door = Door::default();
        assert!(door.enter(Some(1)).is_ok(), "nobody has said yet");
        door.joined([1, 2]);
        assert!(door.enter(Some(1)).is_ok() && door.enter(None).is_ok());
        assert_eq!(door.enter(Some(3)).unwrap_err(), TurnedAway::Stranger);
        door.left(2);
        assert_eq!(door.enter(Some(2)).unwrap_err(), TurnedAway::Stranger);
        let guest = door.enter(Some(1)).expect("let in");
        door.close();
        assert_eq!(door.enter(Some(1)).unwrap_err(), TurnedAway::Closing);
        assert!(!door.everybody_gone(Duration::from_secs(1)).await);
        drop(guest);
        assert!(door.everybody_gone(Duration::from_secs(1)).await);
    }
}
