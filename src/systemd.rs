//! Tells systemd that the bot is starting, ready, still running, or stopping, if systemd wants to know (`Type=notify`, `WatchdogSec=`).
//! Everywhere else it does nothing. Like the heartbeat, it says nothing about whether Discord is reachable: a restart wouldn't fix that.

use sd_notify::NotifyState;
use std::time::Duration;

/// How often systemd hears of us if there's no watchdog, or a slow one.
const INTERVAL: Duration = Duration::from_secs(10);
/// How much longer a start may take each time systemd hears that it still goes on. Discord may make it wait for minutes.
const STARTS_WITHIN: Duration = Duration::from_secs(60);

/// The bot's state, for systemd.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceState {
    /// Whether it has started.
    pub is_ready: bool,
    /// The same in a few words, for `systemctl status`.
    pub status: String,
}

/// Tells systemd the state until it's dropped or aborted: at once, and at least twice in the watchdog's time. Once it's ready, it says so.
pub async fn run(state: impl Fn() -> ServiceState + Send) {
    let mut interval = tokio::time::interval(interval(watchdog()));
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut is_told = false;
    loop {
        interval.tick().await;
        let now = state();
        tell(&[NotifyState::Watchdog, NotifyState::Status(&now.status)]);
        if !now.is_ready {
            tell(&[NotifyState::ExtendTimeoutUsec(u32::try_from(STARTS_WITHIN.as_micros()).unwrap_or(u32::MAX))]);
        } else if !is_told {
            ready();
            is_told = true;
        }
    }
}

/// The bot has started. Saying it twice is harmless.
pub fn ready() {
    tell(&[NotifyState::Ready]);
}

/// The bot is shutting down, in order.
pub fn stopping() {
    tell(&[NotifyState::Stopping]);
}

fn tell(news: &[NotifyState<'_>]) {
    // Without systemd nothing is sent and that's no error.
    if let Err(why) = sd_notify::notify(false, news) {
        tracing::debug!(%why, "systemd cannot be told");
    }
}

/// The time in which systemd wants to hear of this process; `None` if it doesn't.
fn watchdog() -> Option<Duration> {
    let mut within_us = 0;
    sd_notify::watchdog_enabled(false, &mut within_us).then(|| Duration::from_micros(within_us))
}

/// How often to tell. sd_watchdog_enabled(3): "every half of the time".
fn interval(watchdog: Option<Duration>) -> Duration {
    watchdog.map_or(INTERVAL, |it| (it / 2).clamp(Duration::from_millis(10), INTERVAL))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A watchdog hears twice in its time, and never less often than every ten seconds.
    #[test]
    fn a_watchdog_hears_in_time() {
        assert_eq!(interval(None), INTERVAL);
        assert_eq!(interval(Some(Duration::from_secs(4))), Duration::from_secs(2));
        assert_eq!(interval(Some(Duration::from_secs(600))), INTERVAL);
        assert!(interval(Some(Duration::ZERO)) > Duration::ZERO, "no busy loop");
    }
}
