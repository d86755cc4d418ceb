//! Watches this process's connections to the gateway, each by itself. While nobody on a shard can be heard, the clocks of its fights stop; and
//! no reconnecting uses up the starts of a session that Discord allows a day, beyond which it resets the bot's token.

use super::{observer::Observer, session_starts::SessionStarts};
use crate::table::Tables;
use std::time::Duration;

/// How often it's looked. serenity says that a connection is lost once it can't be resumed, or once a heartbeat isn't acknowledged: with Discord's,
/// after at most 83 seconds. Until then the clocks go on.
const EVERY: Duration = Duration::from_secs(1);
/// How many looks apart Discord is asked how many starts are left, if a connection is down then.
const ASKS_EVERY: u64 = 60;

/// Looks every second, until too few starts are left. Returns why the bot has to stop.
pub(super) async fn watch(observer: &Observer, tables: &Tables, grace_ms: i64, starts: &SessionStarts) -> String {
    let mut interval = tokio::time::interval(EVERY);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut looks: u64 = 0;
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
        looks += 1;
        if looks.is_multiple_of(ASKS_EVERY)
            && standing.iter().any(|it| !it.is_up)
            && let Some(why) = starts.used_up().await
        {
            return why;
        }
    }
}
