//! How many sessions Discord's gateway still lets the bot start today: 1,000 as a rule. Whoever goes beyond that has all sessions ended and the
//! token reset (docs, "Gateway: Identifying"), so a bot that crashes or loses its connection in a loop has to stop before.

use serde_json::Value;
use std::time::Duration;

/// So many starts are left alone, for a bot that's started by hand.
const KEPT_BACK: u64 = 20;
/// A bot that runs stops with so few left: fewer than it needs to start, so that one that could start doesn't stop at once.
const STOPS_BELOW: u64 = 10;

/// How the gateway is to be connected to, and how often that's still allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GatewayForBots {
    /// How many shards Discord recommends.
    pub(super) shards: u32,
    /// How many sessions may still be started.
    pub(super) left: u64,
    /// How many may be started within five seconds, each of another bucket.
    pub(super) max_concurrency: u32,
    /// How long until it's as many as at first.
    reset_after: Duration,
}

impl GatewayForBots {
    /// Reads the answer to `GET /gateway/bot`. What isn't said is assumed to be plenty.
    pub(super) fn read(told: &Value) -> GatewayForBots {
        let limit = &told["session_start_limit"];
        GatewayForBots {
            shards: told["shards"].as_u64().and_then(|it| u32::try_from(it).ok()).unwrap_or(1).max(1),
            left: limit["remaining"].as_u64().unwrap_or(u64::MAX),
            max_concurrency: limit["max_concurrency"]
                .as_u64()
                .and_then(|it| u32::try_from(it).ok())
                .unwrap_or(1)
                .max(1),
            reset_after: Duration::from_millis(limit["reset_after"].as_u64().unwrap_or_default()),
        }
    }

    /// How long it'll be until a bot that runs may go on; `None` if it may.
    pub(super) fn stops_for(self) -> Option<Duration> {
        (self.left < STOPS_BELOW).then_some(self.reset_after)
    }

    /// How long to wait before this many sessions are started; `None` if they can be started now.
    pub(super) fn wait_for(self, sessions: u32) -> Option<Duration> {
        let is_enough = self.left >= u64::from(sessions) + KEPT_BACK;
        // An answer without a time would otherwise cause a busy loop.
        (!is_enough).then(|| self.reset_after.max(Duration::from_secs(60)))
    }
}

/// Waits until sessions may be started again, and tells the host so.
pub(super) async fn wait_out(wait: Duration) {
    tracing::error!(
        minutes = wait.as_secs().div_ceil(60),
        "Umpire was started so often that Discord would reset its token next; it waits until it may start again"
    );
    tokio::time::sleep(wait).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn some_starts_are_kept_back() {
        let told = |left: u64| {
            let limit = json!({ "total": 1_000, "remaining": left, "reset_after": 7_200_000, "max_concurrency": 1 });
            GatewayForBots::read(&json!({ "shards": 4, "session_start_limit": limit }))
        };
        assert_eq!(told(24).wait_for(4), None);
        assert_eq!(told(23).wait_for(4), Some(Duration::from_secs(7_200)));
        assert_eq!(told(0).wait_for(1), Some(Duration::from_secs(7_200)));
        assert_eq!(told(10).stops_for(), None, "it could start with 24, and has lost some connections since");
        assert_eq!(told(9).stops_for(), Some(Duration::from_secs(7_200)));
        let silent = GatewayForBots::read(&json!({}));
        assert_eq!((silent.shards, silent.max_concurrency, silent.wait_for(1)), (1, 1, None));
    }
}
