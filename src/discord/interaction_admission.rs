//! Which interactions are handled: those from servers the bot is in, until it shuts down. Everyone else is told why not. After closing, it
//! says when the last admitted interaction has ended. It remembers nobody.

use super::{
    bot_permissions,
    interaction_context::{Came, InteractionContext},
};
use crate::{config::ShardRange, store::Snowflake};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::watch;

/// Admits interactions.
#[derive(Debug)]
pub struct InteractionAdmission {
    /// By which a server's shard is known.
    shards: ShardRange,
    /// By shard.
    servers: Mutex<BTreeMap<u32, ShardServers>>,
    state: watch::Sender<State>,
}

/// The servers of one shard.
#[derive(Debug, Default)]
struct ShardServers {
    /// Whether Discord has said which they are; until then there are only those that the bot has joined since.
    is_ready: bool,
    known: BTreeSet<Snowflake>,
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

impl InteractionAdmission {
    /// For these shards, of whose servers nothing is known yet.
    pub fn new(shards: ShardRange) -> InteractionAdmission {
        InteractionAdmission { shards, servers: Mutex::default(), state: watch::Sender::new(State::default()) }
    }

    /// Admits an interaction from this server, or a private one (`None`).
    ///
    /// # Errors
    /// See [`NotAdmitted`].
    pub fn admit(&self, server: Option<Snowflake>) -> Result<Admitted<'_>, NotAdmitted> {
        if server.is_some_and(|it| self.is_in(it) == Some(false)) {
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

    /// A shard's READY names the servers there that the bot is in. Returns those that it no longer names: they have removed the bot.
    pub fn shard_ready(&self, shard: u32, servers: impl IntoIterator<Item = Snowflake>) -> Vec<Snowflake> {
        let mut all = self.servers();
        let here = all.entry(shard).or_default();
        let mut named: BTreeSet<Snowflake> = servers.into_iter().collect();
        if !std::mem::replace(&mut here.is_ready, true) {
            // Joined after the session began; events are handled in no particular order.
            named.append(&mut here.known);
        }
        let gone = here.known.difference(&named).copied().collect();
        here.known = named;
        gone
    }

    /// The bot is in this server.
    pub fn guild_joined(&self, server: Snowflake) {
        self.servers().entry(self.shards.shard_of(Some(server))).or_default().known.insert(server);
    }

    /// Whether the bot is in this server, as far as Discord has said; `None` until it has said anything of the server's shard.
    pub fn is_in(&self, server: Snowflake) -> Option<bool> {
        let servers = self.servers();
        let here = servers.get(&self.shards.shard_of(Some(server))).filter(|it| it.is_ready);
        here.map(|it| it.known.contains(&server))
    }

    /// The servers of a shard that the bot is in; `None` until Discord has said.
    pub fn servers_of(&self, shard: u32) -> Option<Vec<Snowflake>> {
        let servers = self.servers();
        servers.get(&shard).filter(|it| it.is_ready).map(|it| it.known.iter().copied().collect())
    }

    /// The bot has been removed from a server.
    pub fn guild_left(&self, server: Snowflake) {
        self.servers().entry(self.shards.shard_of(Some(server))).or_default().known.remove(&server);
    }

    fn servers(&self) -> MutexGuard<'_, BTreeMap<u32, ShardServers>> {
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
        let admission = InteractionAdmission::new(ShardRange::all(1));
        assert!(admission.admit(Some(1)).is_ok(), "Discord hasn't said yet");
        assert!(admission.shard_ready(0, [1, 2]).is_empty());
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

    /// Each shard's READY names its own servers, and only those: of another's nothing is known, and whoever is no longer named is gone.
    #[tokio::test]
    async fn each_shard_names_its_own_servers() {
        let admission = InteractionAdmission::new(ShardRange::all(2));
        let at = |shard: u64, number: u64| shard << 22 | number;
        let (here, other, elsewhere) = (at(0, 1), at(0, 2), at(1, 1));
        admission.guild_joined(elsewhere);
        assert!(admission.shard_ready(0, [here, other]).is_empty());
        assert_eq!([here, at(0, 3)].map(|it| admission.is_in(it)), [Some(true), Some(false)]);
        assert_eq!([elsewhere, at(1, 2)].map(|it| admission.is_in(it)), [None, None], "before its READY");
        assert!(admission.admit(Some(at(1, 2))).is_ok());
        assert!(admission.shard_ready(1, [at(1, 2)]).is_empty(), "what was joined meanwhile isn't gone");
        assert_eq!(
            [elsewhere, at(1, 2), at(1, 3)].map(|it| admission.is_in(it)),
            [Some(true), Some(true), Some(false)]
        );
        assert_eq!(admission.shard_ready(0, [here]), [other]);
        assert_eq!([other, elsewhere].map(|it| admission.is_in(it)), [Some(false), Some(true)]);
    }
}
