//! What `health` asks about while `umpire serve` runs: the bot, once Discord has let it in, and before that the little that is known.

use crate::{
    discord::observer::Observer,
    health::Observed,
    metrics::{Metrics, Standing},
    table::Clock,
    telemetry,
};
use async_trait::async_trait;
use std::sync::{Arc, OnceLock};

/// A bot that may not have started yet.
pub struct ObservedBot {
    metrics: Arc<Metrics>,
    clock: Arc<dyn Clock>,
    bot: OnceLock<Observer>,
}

impl ObservedBot {
    /// Nobody yet; what is counted is in `metrics`, by this clock.
    pub fn new(metrics: Arc<Metrics>, clock: Arc<dyn Clock>) -> ObservedBot {
        ObservedBot { metrics, clock, bot: OnceLock::new() }
    }

    /// It has started. A second one isn't observed.
    pub fn started(&self, bot: Observer) {
        let _ = self.bot.set(bot);
    }
}

#[async_trait]
impl Observed for ObservedBot {
    async fn not_ready(&self) -> Vec<String> {
        match self.bot.get() {
            Some(bot) => bot.not_ready().await,
            None => vec!["Umpire is starting; Discord has not let it in yet.".to_owned()],
        }
    }

    async fn metrics(&self) -> String {
        let standing = match self.bot.get() {
            Some(bot) => bot.standing().await,
            None => Standing { panics: telemetry::panics(), ..Standing::default() },
        };
        self.metrics.text(&standing, self.clock.now_ms())
    }
}
