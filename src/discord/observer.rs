//! How the running bot stands, for whoever watches over it: whether it's ready, and what its metrics can't know by themselves. It changes
//! nothing, apart from one write that proves that the store takes writes.

use super::app_context::AppContext;
use crate::{
    metrics::{ShardStanding, Standing},
    telemetry,
};
use serenity::{all::ShardManager, gateway::ConnectionStage};
use std::{sync::Arc, time::Duration};

/// How long the store may take to prove that it takes writes.
const WRITES_WITHIN: Duration = Duration::from_secs(3);

/// Looks at a running bot. It's cheap to clone.
#[derive(Clone)]
pub struct Observer {
    app: Arc<AppContext>,
    shards: Arc<ShardManager>,
}

impl Observer {
    /// Looks at this bot.
    pub(super) fn new(app: Arc<AppContext>, shards: Arc<ShardManager>) -> Observer {
        Observer { app, shards }
    }

    /// Why the bot can't be played with now, in sentences; none if it's ready.
    pub async fn not_ready(&self) -> Vec<String> {
        let down: Vec<String> =
            self.shards().await.iter().filter(|it| !it.is_up).map(|it| it.shard.to_string()).collect();
        let mut reasons = vec![];
        if !down.is_empty() {
            reasons.push(format!(
                "No events arrive from Discord's gateway on shard {} of {}.",
                down.join(", "),
                self.app.tables().shards().total()
            ));
        }
        if self.app.admission().is_closed() {
            reasons.push("Umpire is shutting down.".to_owned());
        }
        match tokio::time::timeout(WRITES_WITHIN, self.app.store().check_writable()).await {
            Ok(Ok(())) => {}
            Ok(Err(why)) => reasons.push(format!("The store can't be written: {why}.")),
            Err(_) => reasons.push(format!("The store took longer than {} s to write.", WRITES_WITHIN.as_secs())),
        }
        reasons
    }

    /// Whether every connection to the gateway is up.
    pub async fn is_connected(&self) -> bool {
        self.shards().await.iter().all(|it| it.is_up)
    }

    /// How things stand.
    pub async fn standing(&self) -> Standing {
        let app = &self.app;
        // What other processes have to send in their servers is theirs to report.
        let due = app.store().oldest_due(app.application_id()).await.unwrap_or_default();
        let ours = due.iter().filter(|(guild, _)| app.tables().shards().serves(*guild));
        let oldest = ours.map(|(_, since)| *since).min();
        let waited_ms = oldest.map_or(0, |since| (app.now_ms() - since).max(0).unsigned_abs());
        let fights = app.tables().counts();
        Standing {
            queued: app.rest().waiting().into_iter().collect(),
            oldest_undelivered: Duration::from_millis(waited_ms),
            live_fights: fights.live,
            resting_fights: fights.resting,
            shards: self.shards().await,
            panics: telemetry::panics(),
        }
    }

    /// Every connection there should be, by number.
    pub(super) async fn shards(&self) -> Vec<ShardStanding> {
        let runners = self.shards.runners.lock().await;
        let standing = |shard| {
            let runner = runners.iter().find(|it| it.0.0 == shard).map(|it| it.1);
            ShardStanding {
                shard,
                is_up: runner.is_some_and(|it| it.stage == ConnectionStage::Connected),
                latency: runner.and_then(|it| it.latency),
            }
        };
        self.app.tables().shards().numbers().map(standing).collect()
    }
}
