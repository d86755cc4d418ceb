//! A press on a story is answered with the story as it looks from then on: an interaction's reply is outside of the channel's limits, so the
//! answer is seen at once however busy the channel is. Anyone who deals with the press offers its reply; the publisher, about to edit that very
//! message, hands the message over instead, and edits it after all if the reply is not taken.

use super::super::message::Message;
use crate::store::Snowflake;
use dashmap::DashMap;
use std::time::Duration;
use tokio::{sync::oneshot, time::timeout};

/// How long the publisher waits to hear whether Discord took the reply.
const TAKEN_WITHIN: Duration = Duration::from_secs(3);

/// A message for the reply to the press that changed it.
#[derive(Debug)]
pub struct Redrawn {
    /// What it shows now.
    pub message: Message,
    /// To be told whether Discord took it.
    pub taken: oneshot::Sender<bool>,
}

/// The replies that are offered, by the message that was pressed.
#[derive(Debug, Default)]
pub struct Offers {
    open: DashMap<Snowflake, oneshot::Sender<Redrawn>>,
}

impl Offers {
    /// Offers a reply. What it shall show comes if that message is redrawn before the receiver is dropped.
    pub fn make(&self, message: Snowflake) -> oneshot::Receiver<Redrawn> {
        let (offer, redrawn) = oneshot::channel();
        self.open.retain(|_, open| !open.is_closed());
        self.open.insert(message, offer);
        redrawn
    }

    /// Has an offered reply show the message. Whether it does.
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

    /// An offer is used once; one that nobody waits for, and a reply that Discord did not take, leave the edit to be made.
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
