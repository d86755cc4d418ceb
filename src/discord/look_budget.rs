//! How often Discord is asked who can see a server's GMs' channels. It's counted per server, over all its fights: somebody who reorders its roles
//! causes a change with every step, and nobody elsewhere should notice.

use crate::store::Snowflake;
use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, PoisonError},
    time::Duration,
};
use tokio::time::Instant;

/// So many looks in a server within so long. Each costs a request for the server, one or two for the channel and one a player.
const LOOKS_MAX: usize = 5;
const LOOKS_WITHIN: Duration = Duration::from_secs(4);

/// When each server was looked at lately.
#[derive(Debug, Default)]
pub struct LookBudget(Mutex<HashMap<Snowflake, VecDeque<Instant>>>);

impl LookBudget {
    /// Permits a look now, or none for the moment.
    pub fn take(&self, server: Snowflake) -> bool {
        let mut servers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        servers.retain(|_, looks| {
            while looks.front().is_some_and(|it| it.elapsed() >= LOOKS_WITHIN) {
                looks.pop_front();
            }
            !looks.is_empty()
        });
        let looks = servers.entry(server).or_default();
        let may = looks.len() < LOOKS_MAX;
        if may {
            looks.push_back(Instant::now());
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All of a server's fights share its looks, no other server does, and they come back.
    #[tokio::test(start_paused = true)]
    async fn each_server_has_its_own() {
        let budget = LookBudget::default();
        assert_eq!((0..50).filter(|_| budget.take(1)).count(), LOOKS_MAX);
        assert!(budget.take(2));
        tokio::time::advance(LOOKS_WITHIN).await;
        assert!(budget.take(1));
        assert_eq!(budget.0.lock().expect("unlocked").len(), 1, "the other is forgotten");
    }
}
