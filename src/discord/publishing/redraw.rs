//! Answers a press on a story or question with the message as it's redrawn, or takes it away: an interaction's reply doesn't count towards the channel's limits, so the answer
//! shows at once however busy the channel is. The press's handler offers its reply; the publisher, about to edit that very message, hands
//! over the new version instead, and edits or deletes the message itself after all if the reply isn't accepted.

use super::super::{
    message::Message,
    rest::{InteractionToken, RestClient, RestOutcome},
};
use crate::store::Snowflake;
use dashmap::DashMap;
use std::time::Duration;
use tokio::{
    sync::oneshot,
    time::{Instant, timeout, timeout_at},
};

/// How long after a press the publisher may say what becomes of the message; after that, it edits or deletes it itself.
pub const REDRAWN_WITHIN: Duration = Duration::from_millis(1_000);
/// How long the publisher waits to hear whether Discord accepted the reply.
const TAKEN_WITHIN: Duration = Duration::from_secs(3);

/// What becomes of the pressed message, for the reply.
#[derive(Debug)]
pub struct Redrawn {
    /// What it shows now; `None` if it goes away.
    pub message: Option<Message>,
    /// Reports whether Discord accepted it.
    pub taken: oneshot::Sender<bool>,
}

/// What a handler of a press waits for.
pub type Offer = oneshot::Receiver<Redrawn>;

/// Redraws a message whose press has been answered, or takes it away, as often as the publisher says so soon; `again` offers it once more.
pub async fn redraw_answered(rest: RestClient, press: InteractionToken, mut offer: Offer, again: impl Fn() -> Offer) {
    let until = Instant::now() + REDRAWN_WITHIN;
    while let Ok(Ok(Redrawn { message, taken })) = timeout_at(until, offer).await {
        // What's pressed for several questions settles one after the other.
        offer = again();
        if taken.is_closed() {
            continue; // the publisher has already seen to it, and perhaps to more
        }
        let outcome = match message {
            Some(message) => rest.edit_reply(press.clone(), None, message).await,
            None => rest.delete_reply(press.clone(), None).await,
        };
        // If nobody waits for that any more, the message has already been edited or deleted.
        let _ = taken.send(matches!(outcome, RestOutcome::Edited | RestOutcome::Deleted));
    }
}

/// The offered replies, by the message that was pressed.
#[derive(Debug, Default)]
pub struct Offers {
    open: DashMap<Snowflake, oneshot::Sender<Redrawn>>,
}

impl Offers {
    /// Offers a reply. It gets the new content if the message is redrawn before the receiver is dropped.
    pub fn make(&self, message: Snowflake) -> Offer {
        let (offer, redrawn) = oneshot::channel();
        self.open.retain(|_, open| !open.is_closed());
        self.open.insert(message, offer);
        redrawn
    }

    /// Shows the message in an offered reply, or has it taken away by it. Returns whether that worked.
    pub(super) async fn take(&self, id: Snowflake, message: Option<&Message>) -> bool {
        let Some((_, offer)) = self.open.remove(&id) else { return false };
        let (taken, answer) = oneshot::channel();
        let redrawn = Redrawn { message: message.cloned(), taken };
        offer.send(redrawn).is_ok() && matches!(timeout(TAKEN_WITHIN, answer).await, Ok(Ok(true)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An offer is used once; if nobody is waiting for it, or Discord doesn't accept the reply, the edit still has to be made.
    #[tokio::test(start_paused = true)]
    async fn an_offer_is_used_once() {
        let offers = Offers::default();
        let message = Message::text("He dodges.");
        assert!(!offers.take(7, Some(&message)).await, "nobody has pressed");
        for is_taken in [true, false] {
            let offer = offers.make(7);
            let reply = async {
                let redrawn = offer.await.expect("redrawn");
                assert_eq!(redrawn.message.as_ref(), Some(&message));
                redrawn.taken.send(is_taken).expect("awaited");
            };
            let (taken, ()) = tokio::join!(offers.take(7, Some(&message)), reply);
            assert_eq!(taken, is_taken);
            assert!(!offers.take(7, Some(&message)).await, "once");
        }
        drop(offers.make(7));
        assert!(!offers.take(7, None).await, "nobody waits");
        let _silent = offers.make(7);
        assert!(!offers.take(7, Some(&message)).await, "never answered");
    }
}
