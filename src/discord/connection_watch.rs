//! Watches this process's connections to the gateway, each by itself. While nobody on a shard can be heard, the clocks of its fights stop; and
//! no reconnecting uses up the starts of a session that Discord allows a day, beyond which it resets the bot's token.

use super::{observer::Observer, session_starts::SessionStarts};
use crate::table::Tables;
use std::time::Duration;

/// How often it's looked. serenity says that a connection is lost once it can't be resumed, or once a heartbeat isn't acknowledged: with Discord's,
/// after at most 83 seconds. Until then the clocks go on.
const EVERY: Duration = Duration::from_secs(1);
/// How many looks apart Discord is asked how many starts are left, while connections come and go.
const ASKS_EVERY: u32 = 60;

/// Looks every second, until too few starts are left. Returns why the bot has to stop.
pub(super) async fn watch(observer: &Observer, tables: &Tables, grace_ms: i64, starts: &SessionStarts) -> String {
    let mut interval = tokio::time::interval(EVERY);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut restlessness = Restlessness::default();
    loop {
        interval.tick().await;
        let standing = observer.shards().await;
        for it in &standing {
            // READY says so sooner; here it's made up for what a look and READY at the same moment could get wrong.
            match it.is_up {
                true => tables.go_on(it.shard, grace_ms),
                false if !tables.is_held(it.shard) => {
                    tracing::warn!(
                        it.shard,
                        "Discord\u{2019}s gateway isn\u{2019}t heard on this shard; its clocks stop"
                    );
                    tables.hold(it.shard);
                }
                false => {}
            }
        }
        let are_all_up = standing.iter().all(|it| it.is_up);
        if restlessness.asks(are_all_up)
            && !are_all_up
            && let Some(why) = starts.used_up().await
        {
            return why;
        }
    }
}

/// Whether connections come and go.
#[derive(Debug, Default)]
struct Restlessness {
    /// Whether one was down since Discord was to be asked.
    is_restless: bool,
    /// How many looks there were since then.
    looks: u32,
}

impl Restlessness {
    /// Whether Discord is to be asked how many starts are left: once a minute in which a connection was down.
    fn asks(&mut self, is_up: bool) -> bool {
        self.is_restless |= !is_up;
        self.looks += 1;
        if self.looks < ASKS_EVERY {
            return false;
        }
        self.looks = 0;
        std::mem::take(&mut self.is_restless)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discord_is_asked_once_in_a_minute_with_a_connection_down() {
        let mut seen = Restlessness::default();
        let mut minute = |up: bool| (0..ASKS_EVERY).filter(|it| seen.asks(up || *it > 3)).count();
        assert_eq!([minute(false), minute(true), minute(false), minute(false)], [1, 0, 1, 1]);
    }
}
