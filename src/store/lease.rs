//! The right to some shards' fights: one process of a bot has it at a time, and loses it when it dies. Only processes that share a database need
//! one; the rest have it for ever.

use std::ops::RangeInclusive;

use tokio::sync::oneshot;

use super::ids::Snowflake;

/// Which shards a process wants, and of how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeasedShards {
    /// Whose bot.
    pub application: Snowflake,
    /// The shards, counted from 0.
    pub numbers: RangeInclusive<u32>,
    /// How many there are in all.
    pub total: u32,
}

/// The answer to a process that wants some shards.
#[derive(Debug)]
pub enum Leased {
    /// It has them.
    Granted(Lease),
    /// Another process has this one.
    Taken(u32),
    /// Another process counts so many shards in all, so its servers are not ours to tell apart.
    OtherTotal(u32),
}

/// The right, for as long as it's kept. Dropping it gives it up.
#[derive(Debug)]
pub struct Lease {
    /// Says why it's lost; `None` if it can't be.
    lost: Option<oneshot::Receiver<String>>,
}

impl Lease {
    /// One that nobody else can have.
    pub fn for_ever() -> Lease {
        Lease { lost: None }
    }

    /// One that's lost once this says why. Its keeper gives it up once nobody waits for that any more.
    pub(super) fn until(lost: oneshot::Receiver<String>) -> Lease {
        Lease { lost: Some(lost) }
    }

    /// Whether another process can have it after this one.
    pub fn is_shared(&self) -> bool {
        self.lost.is_some()
    }

    /// Returns once it's lost, with the reason.
    pub async fn lost(&mut self) -> String {
        match &mut self.lost {
            Some(lost) => lost.await.unwrap_or_else(|_| "its keeper ended".to_owned()),
            None => std::future::pending().await,
        }
    }
}
