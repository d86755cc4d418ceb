//! Sends the message for a slot of a fight with the slot's nonce: if a second process sends it again, no duplicate appears. If Discord
//! knows the nonce from a deleted message, another is used.

use super::{
    super::{
        message::Message,
        publisher_context::PublisherContext,
        rest::{GaveUp, PendingRequest, RestOutcome},
    },
    message_slots::TRACKER,
};
use crate::store::{EncounterId, Snowflake};
use futures_util::FutureExt;
use std::{future::pending, pin::pin};

/// How many nonces are tried. Each is new, so if even the second is in use, somebody deletes as fast as we write.
const NONCES_MAX: u32 = 4;

/// Sends it; whatever Discord rejects goes again without its files, the largest first. The outcome is never [`RestOutcome::NonceUsed`].
pub(super) async fn send(
    context: &PublisherContext,
    encounter: EncounterId,
    slot: &str,
    channel: Snowflake,
    mut message: Message,
) -> RestOutcome {
    loop {
        let send = |nonce: &str| context.rest().send(channel, message.clone(), nonce);
        let outcome = under_a_nonce(context, encounter, slot, channel, send, pending()).await;
        let RestOutcome::Rejected { .. } = outcome else { return outcome };
        let Some(smaller) = message.without_largest_file() else { return outcome };
        tracing::warn!(encounter, slot, ?outcome, "a message goes again without its largest file");
        message = smaller;
    }
}

/// The same for a message that can wait: the channel's other messages go first. If it's withdrawn while it waits, it isn't sent, and its
/// outcome is [`RestOutcome::Superseded`].
pub(super) async fn send_later(
    context: &PublisherContext,
    encounter: EncounterId,
    slot: &str,
    channel: Snowflake,
    message: Message,
    unless: impl Future<Output = ()>,
) -> RestOutcome {
    let send = |nonce: &str| context.rest().send_later(channel, message.clone(), nonce);
    under_a_nonce(context, encounter, slot, channel, send, unless).await
}

async fn under_a_nonce(
    context: &PublisherContext,
    encounter: EncounterId,
    slot: &str,
    channel: Snowflake,
    send: impl Fn(&str) -> PendingRequest,
    unless: impl Future<Output = ()>,
) -> RestOutcome {
    let mut unless = pin!(unless.fuse());
    for _ in 0..NONCES_MAX {
        let nonce = match context.store().nonce(encounter, slot).await {
            Ok(nonce) => nonce,
            Err(error) => {
                tracing::error!(encounter, slot, %error, "a message has no nonce");
                break;
            }
        };
        let mut receipt = send(&nonce);
        let outcome = tokio::select! {
            biased;
            outcome = &mut receipt => outcome,
            () = &mut unless => {
                context.rest().take_back(channel, &nonce);
                receipt.await
            }
        };
        match outcome {
            RestOutcome::NonceUsed => {
                tracing::info!(encounter, slot, "Discord knows the nonce from a message that is gone");
                if let Err(error) = context.store().renew_nonce(encounter, slot).await {
                    tracing::error!(encounter, slot, %error, "a nonce could not be renewed");
                    break;
                }
            }
            outcome => {
                // Nobody's menu jumps because the tracker has moved down.
                if matches!(outcome, RestOutcome::Sent { .. }) && slot != TRACKER {
                    context.turn_menus().bury(encounter, channel);
                }
                return outcome;
            }
        }
    }
    RestOutcome::GaveUp(GaveUp::Unanswered)
}
