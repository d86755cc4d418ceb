//! Which interactions are handled: those from servers the bot is in, until it shuts down. Everyone else is told why not. After closing, it
//! says when the last admitted interaction has ended. It remembers nobody.

use super::{
    bot_permissions,
    interaction_context::{Came, InteractionContext},
};
use crate::store::Snowflake;
use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::watch;

/// Admits interactions.
#[derive(Debug)]
pub struct InteractionAdmission {
    /// The servers the bot is in; `None` until Discord has said.
    servers: Mutex<Option<BTreeSet<Snowflake>>>,
    state: watch::Sender<State>,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    closed: bool,
    in_progress: usize,
}

/// Why an interaction isn't handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAdmitted {
    /// The bot is shutting down.
    ShuttingDown,
    /// The bot isn't in that server.
    NotAMember,
}

/// An interaction in progress, until dropped.
#[derive(Debug)]
pub struct Admitted<'a>(&'a InteractionAdmission);

impl Drop for Admitted<'_> {
    fn drop(&mut self) {
        self.0.state.send_modify(|it| it.in_progress -= 1);
    }
}

impl Default for InteractionAdmission {
    fn default() -> Self {
        InteractionAdmission { servers: Mutex::default(), state: watch::Sender::new(State::default()) }
    }
}

impl InteractionAdmission {
    /// Admits an interaction from this server, or a private one (`None`).
    ///
    /// # Errors
    /// See [`NotAdmitted`].
    pub fn admit(&self, server: Option<Snowflake>) -> Result<Admitted<'_>, NotAdmitted> {
        let knows = self.servers();
        if let (Some(server), Some(ours)) = (server, knows.as_ref())
            && !ours.contains(&server)
        {
            return Err(NotAdmitted::NotAMember);
        }
        let admitted = self.state.send_if_modified(|it| {
            it.in_progress += usize::from(!it.closed);
            !it.closed
        });
        if admitted { Ok(Admitted(self)) } else { Err(NotAdmitted::ShuttingDown) }
    }

    /// Admits nothing any more.
    pub fn close(&self) {
        self.state.send_modify(|it| it.closed = true);
    }

    /// Whether nothing is admitted any more.
    pub fn is_closed(&self) -> bool {
        self.state.borrow().closed
    }

    /// Waits until no interaction is in progress, or until this time has passed. Returns whether none is.
    pub async fn drained(&self, at_most: Duration) -> bool {
        let mut state = self.state.subscribe();
        let drained = state.wait_for(|it| it.in_progress == 0);
        tokio::time::timeout(at_most, drained).await.is_ok()
    }

    /// Discord names servers the bot is in.
    pub fn guild_joined(&self, servers: impl IntoIterator<Item = Snowflake>) {
        self.servers().get_or_insert_default().extend(servers);
    }

    /// Whether the bot is in this server, as far as Discord has said; `None` until it has said anything.
    pub fn is_in(&self, server: Snowflake) -> Option<bool> {
        self.servers().as_ref().map(|it| it.contains(&server))
    }

    /// The bot has been removed from a server.
    pub fn guild_left(&self, server: Snowflake) {
        self.servers().get_or_insert_default().remove(&server);
    }

    /// Whether the bot is in this server, as far as Discord has said.
    pub fn is_member_of(&self, server: Snowflake) -> bool {
        self.servers().as_ref().is_some_and(|it| it.contains(&server))
    }

    fn servers(&self) -> MutexGuard<'_, Option<BTreeSet<Snowflake>>> {
        self.servers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl NotAdmitted {
    /// What the person is told.
    pub fn sentence(self, context: &InteractionContext) -> String {
        match (self, context.came) {
            (NotAdmitted::ShuttingDown, Came::ByCommand) => {
                "Umpire is restarting; nothing is lost. Type it again in a moment.".to_owned()
            }
            (NotAdmitted::ShuttingDown, _) => {
                "Umpire is restarting; nothing is lost. Press again in a moment.".to_owned()
            }
            (NotAdmitted::NotAMember, _) => format!(
                "Umpire isn\u{2019}t a member of this server, so it can\u{2019}t run a fight here. Someone who manages the server can add it: <{}>",
                bot_permissions::invite_url(context.token.application_id)
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Once the servers are known, others are refused; after closing everyone is; and the last interaction in progress is waited for.
    #[tokio::test(start_paused = true)]
    async fn admits_until_closed() {
        let admission = InteractionAdmission::default();
        assert!(admission.admit(Some(1)).is_ok(), "Discord hasn't said yet");
        admission.guild_joined([1, 2]);
        assert!(admission.admit(Some(1)).is_ok() && admission.admit(None).is_ok());
        assert_eq!(admission.admit(Some(3)).unwrap_err(), NotAdmitted::NotAMember);
        admission.guild_left(2);
        assert_eq!(admission.admit(Some(2)).unwrap_err(), NotAdmitted::NotAMember);
        let last = admission.admit(Some(1)).expect("admitted");
        admission.close();
        assert_eq!(admission.admit(Some(1)).unwrap_err(), NotAdmitted::ShuttingDown);
        assert!(!admission.drained(Duration::from_secs(1)).await);
        drop(last);
        assert!(admission.drained(Duration::from_secs(1)).await);
    }
}
