//! Answers a press on a story with the redrawn story: an interaction's reply doesn't count towards the channel's limits, so the answer
//! shows at once however busy the channel is. The press's handler offers its reply; the publisher, about to edit that very message, hands
//! over the new version instead, and edits the message after all if the reply isn't accepted.

use super::super::message::Message;
use crate::store::Snowflake;
use dashmap::DashMap;
use std::time::Duration;
use tokio::{sync::oneshot, time::timeout};

/// How long the publisher waits to hear whether Discord accepted the reply.
const TAKEN_WITHIN: Duration = Duration::from_secs(3);

/// A new version of the pressed message, for the reply.
#[derive(Debug)]
pub struct Redrawn {
    /// What it shows now.
    pub message: Message,
    /// Reports whether Discord accepted it.
    pub taken: oneshot::Sender<bool>,
}

/// The offered replies, by the message that was pressed.
#[derive(Debug, Default)]
pub struct Offers {
    open: DashMap<Snowflake, oneshot::Sender<Redrawn>>,
}

impl Offers {
    /// Offers a reply. It gets the new content if the message is redrawn before the receiver is dropped.
    pub fn make(&self, message: Snowflake) -> oneshot::Receiver<Redrawn> {
        let (offer, redrawn) = oneshot::channel();
        self.open.retain(|_, open| !open.is_closed());
        self.open.insert(message, offer);
        redrawn
    }

    /// Shows the message in an offered reply. Returns whether that worked.
    pub(super) async fn take(&self, id: Snowflake, message: &Message) -> bool {
        let Some((_, offer)) = self.open.remove(&id) else { return false };
        let (taken, answer) = oneshot::channel();
        let redrawn = Redrawn { message: message.clone(), taken };
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
        assert!(!offers.take(7, &message).await, "nobody has pressed");
        for is_taken in [true, false] {
            let offer = offers.make(7);
            let reply = async {
                let redrawn = offer.await.expect("redrawn");
                assert_eq!(redrawn.message, message);
                redrawn.taken.send(is_taken).expect("awaited");
            };
            let (taken, ()) = tokio::join!(offers.take(7, &message), reply);
            assert_eq!(taken, is_taken);
            assert!(!offers.take(7, &message).await, "once");
        }
        drop(offers.make(7));
        assert!(!offers.take(7, &message).await, "nobody waits");
        let _silent = offers.make(7);
        assert!(!offers.take(7, &message).await, "never answered");
    }
}
