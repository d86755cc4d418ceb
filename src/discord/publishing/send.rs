//! Sending the message that is to show a slot of a fight, under the slot's nonce: a second process that sends it again makes no second one,
//! and a nonce that Discord knows from a message that is gone is given up for another.

use super::super::{
    message::Message,
    publisher_context::PublisherContext,
    rest::{GaveUp, PendingRequest, RestOutcome},
};
use crate::store::{EncounterId, Snowflake};
use futures_util::FutureExt;
use std::{future::pending, pin::pin};

/// How many nonces are tried. Each is a new one, so a second in use already means that someone deletes as fast as we write.
const NONCES_MAX: u32 = 4;

/// Sends it. What becomes of it is never [`RestOutcome::NonceUsed`].
pub(super) async fn send(
    context: &PublisherContext,
    encounter: EncounterId,
    slot: &str,
    channel: Snowflake,
    message: Message,
) -> RestOutcome {
    let send = |nonce: &str| context.rest().send(channel, message.clone(), nonce);
    under_a_nonce(context, encounter, slot, channel, send, pending()).await
}

/// The same, of what can wait: every other message in the channel goes first. It is not sent if that comes to pass while it waits, and
/// what becomes of it is [`RestOutcome::Superseded`].
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
            outcome => return outcome,
        }
    }
    RestOutcome::GaveUp(GaveUp::Unanswered)
}
