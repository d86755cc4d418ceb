//! Sending the message that is to show a slot of a fight, under the slot's nonce: a second process that sends it again makes no second one,
//! and a nonce that Discord knows from a message that is gone is given up for another.

use super::super::{
    courier::{GaveUp, Outcome, Receipt},
    house::House,
    message::Message,
};
use crate::store::{EncounterId, Snowflake};

/// How many nonces are tried. Each is a new one, so a second in use already means that somebody deletes as fast as we write.
const NONCES_MAX: u32 = 4;

/// Sends it. What becomes of it is never [`Outcome::NonceUsed`].
pub(super) async fn send(
    house: &House,
    encounter: EncounterId,
    slot: &str,
    channel: Snowflake,
    message: Message,
) -> Outcome {
    under_a_nonce(house, encounter, slot, |nonce| house.courier.send(channel, message.clone(), nonce)).await
}

/// The same, of what can wait: every other message in the channel goes first.
pub(super) async fn send_later(
    house: &House,
    encounter: EncounterId,
    slot: &str,
    channel: Snowflake,
    message: Message,
) -> Outcome {
    under_a_nonce(house, encounter, slot, |nonce| house.courier.send_later(channel, message.clone(), nonce)).await
}

async fn under_a_nonce(house: &House, encounter: EncounterId, slot: &str, send: impl Fn(String) -> Receipt) -> Outcome {
    for _ in 0..NONCES_MAX {
        let nonce = match house.store.nonce(encounter, slot).await {
            Ok(nonce) => nonce,
            Err(trouble) => {
                tracing::error!(encounter, slot, %trouble, "a message has no nonce");
                break;
            }
        };
        match send(nonce).await {
            Outcome::NonceUsed => {
                tracing::info!(encounter, slot, "Discord knows the nonce from a message that is gone");
                if let Err(trouble) = house.store.renew_nonce(encounter, slot).await {
                    tracing::error!(encounter, slot, %trouble, "a nonce could not be renewed");
                    break;
                }
            }
            outcome => return outcome,
        }
    }
    Outcome::GaveUp(GaveUp::Unanswered)
}
