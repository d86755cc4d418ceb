//! A connection to the gateway that resumes a session which another process had. serenity's shards only resume sessions of their own, so this
//! one is told that it has had that one, by the same events, and then resumes it as after a loss of its connection.

use super::kept_sessions::KeptSession;
use serenity::{
    all::{Event, GatewayEvent},
    gateway::{GatewayError, Shard},
};
use tracing::subscriber::{NoSubscriber, with_default};

/// How far apart its heartbeats are. serenity takes what the gateway asks for only from a connection that starts a session; it asks for 41 s, and more
/// often is never wrong. Docs, "Gateway: Sending Heartbeats".
const HEARTBEAT_MS: u64 = 20_000;

/// Resumes a session on a new shard. Whether Discord accepts that shows in its events.
///
/// # Errors
/// If the gateway can't be reached.
#[allow(clippy::result_large_err, reason = "it's serenity's error")]
pub(super) async fn resumed(mut shard: Shard, kept: &KeptSession) -> Result<Shard, serenity::Error> {
    let ready = serde_json::to_value(&kept.ready).and_then(serde_json::from_value).map_err(serenity::Error::Json)?;
    let session = GatewayEvent::Dispatch(kept.sequence, Event::Ready(ready));
    // Nothing is heartbeaten before the session is resumed.
    shard.reset().await;
    // serenity would warn that events are missing between none and these.
    with_default(NoSubscriber::new(), || {
        for event in [GatewayEvent::Hello(HEARTBEAT_MS), session] {
            shard.handle_event(&Ok(event))?;
        }
        Ok::<_, serenity::Error>(())
    })?;
    if shard.session_id().is_none() {
        return Err(serenity::Error::Gateway(GatewayError::NoSessionId));
    }
    shard.resume().await?;
    Ok(shard)
}
