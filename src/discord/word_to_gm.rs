//! A word to a fight's GM where only GMs see it: in the GMs' channel if the fight has one, otherwise in private.

use super::{
    message::Message,
    rest::{RestClient, RestOutcome},
};
use crate::store::Snowflake;

/// Tells the GM something in the GMs' channel, or `gm` in private if there's none. Returns once Discord has it, or has refused it.
pub(super) async fn tell(rest: &RestClient, channel: Option<Snowflake>, gm: Option<Snowflake>, message: Message) {
    let channel = match (channel, gm) {
        (Some(channel), _) => channel,
        (None, Some(gm)) => match rest.open_private(gm).await {
            RestOutcome::Opened { channel_id } => channel_id,
            outcome => return tracing::warn!(?outcome, "a GM couldn\u{2019}t be told something"),
        },
        (None, None) => return,
    };
    let outcome = rest.send_once(channel, message).await;
    if !outcome.is_done() {
        tracing::warn!(?outcome, "a GM couldn\u{2019}t be told something");
    }
}
