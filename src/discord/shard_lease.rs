//! Of several processes with the same shards, one plays and the others stand by: each waits here until the one that plays is gone, and then
//! takes up its fights.

use crate::{
    config::ShardRange,
    store::{Lease, Leased, LeasedShards, Snowflake, Store, StoreError},
};
use std::time::Duration;

/// How often whoever stands by tries again.
const EVERY: Duration = Duration::from_secs(1);
/// How many tries apart it's logged.
const LOGGED_EVERY: u32 = 300;

/// Waits until the shards are this process's.
///
/// # Errors
/// If the store fails at the first try; later it's tried again.
pub(super) async fn wait_for(
    store: &dyn Store,
    application: Snowflake,
    shards: ShardRange,
) -> Result<Lease, StoreError> {
    let wanted = LeasedShards { application, numbers: shards.numbers(), total: shards.total() };
    for tries in 0_u32.. {
        let is_logged = tries % LOGGED_EVERY == 0;
        match store.lease(&wanted).await {
            Ok(Leased::Granted(lease)) => return Ok(lease),
            Ok(Leased::Taken(shard)) if is_logged => {
                tracing::info!(%shards, shard, "another Umpire has this shard; this one stands by until that one is gone");
            }
            Ok(Leased::OtherTotal(other)) if is_logged => tracing::warn!(
                %shards,
                "another Umpire counts {other} shards in all; this one waits until none does that any more"
            ),
            Ok(_) => {}
            Err(error) if tries == 0 => return Err(error),
            Err(error) => {
                tracing::warn!(%error, "the database doesn\u{2019}t say whether another Umpire has the shards")
            }
        }
        tokio::time::sleep(EVERY).await;
    }
    unreachable!("the numbers of the tries never end")
}
