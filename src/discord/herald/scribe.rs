//! The scribe of one fight: wakes when it is rung, brings the channel up to date, and goes when the fight is over and told.

use super::{
    super::{
        courier::{GaveUp, Outcome, Receipt},
        house::House,
        message::Message,
    },
    Peek, Rope,
};
use crate::store::{EncounterId, Status};
use std::{
    collections::HashMap,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

/// How long a scribe waits before it tries again what did not get through.
const AGAIN_AFTER: Duration = Duration::from_secs(10);
/// How many drawings are remembered, so that what looks the same is not sent again.
const DRAWINGS_MAX: usize = 16;

/// One fight's scribe.
pub(super) struct Scribe {
    pub(super) house: Arc<House>,
    pub(super) id: EncounterId,
    rope: Arc<Rope>,
    /// What each message shows, as far as we know.
    drawn: HashMap<String, Message>,
    /// An edit of the tracker on its way.
    pub(super) tracker_on_its_way: Option<Receipt>,
    /// Whether it has been said that we may not write here.
    told_forbidden: bool,
    /// How often it has brought the channel up to date.
    rounds: u64,
}

impl Scribe {
    pub(super) fn new(house: Arc<House>, id: EncounterId, rope: Arc<Rope>) -> Scribe {
        Scribe { house, id, rope, drawn: HashMap::new(), tracker_on_its_way: None, told_forbidden: false, rounds: 0 }
    }

    /// Works until the fight is over and told.
    pub(super) async fn work(mut self) {
        loop {
            let rope = self.rope.clone();
            match &mut self.tracker_on_its_way {
                Some(receipt) => tokio::select! {
                    () = rope.ring.notified() => {}
                    outcome = receipt => {
                        self.tracker_on_its_way = None;
                        if !self.tracker_edited(outcome).await {
                            continue;
                        }
                    }
                },
                None => rope.ring.notified().await,
            }
            if rope.forget.swap(false, Ordering::Relaxed) {
                self.drawn.clear();
            }
            match Peek::at(&self.house, self.id).await {
                Ok(peek) => {
                    let told = self.tell(&peek).await;
                    if told && peek.header.status == Status::Over {
                        break;
                    }
                    if !told {
                        self.try_again_later();
                    }
                }
                Err(trouble) => {
                    tracing::error!(encounter = self.id, %trouble, "a fight cannot be looked at");
                    self.try_again_later();
                }
            }
        }
        self.house.bell.let_go(self.id);
    }

    /// Brings the channel up to date. Whether all of it got through.
    async fn tell(&mut self, peek: &Peek) -> bool {
        let stories = self.work_off(peek).await;
        let pings = self.ping(peek).await;
        let tracker = self.draw_tracker(peek).await;
        self.rounds += 1;
        stories && pings && tracker
    }

    fn try_again_later(&self) {
        let rope = self.rope.clone();
        tokio::spawn(async move {
            tokio::time::sleep(AGAIN_AFTER).await;
            rope.ring.notify_one();
        });
    }

    /// Whether this process knows what the messages show. In the first round a message may stem from the one before.
    pub(super) fn has_worked_before(&self) -> bool {
        self.rounds > 0
    }

    /// Whether a slot shows this already.
    pub(super) fn shows(&self, slot: &str, message: &Message) -> bool {
        self.drawn.get(slot) == Some(message)
    }

    /// Notes what a slot shows.
    pub(super) fn drew(&mut self, slot: &str, message: Message) {
        if self.drawn.len() >= DRAWINGS_MAX && !self.drawn.contains_key(slot) {
            // Only the tracker and the pending story are ever drawn again without a row of the outbox.
            self.drawn.retain(|known, _| known == super::tracker::SLOT);
        }
        self.drawn.insert(slot.to_owned(), message);
    }

    /// Nothing is known of a slot any more.
    pub(super) fn forget(&mut self, slot: &str) {
        self.drawn.remove(slot);
    }

    /// Something got through, so whatever was forbidden is allowed again.
    pub(super) fn worked(&mut self) {
        self.told_forbidden = false;
    }

    /// We may not do something here: the GM hears it, once until it works again.
    pub(super) async fn forbidden(&mut self, peek: &Peek, what: &str, permission: Option<&'static str>) {
        if std::mem::replace(&mut self.told_forbidden, true) {
            return;
        }
        let channel = peek.header.channel_id;
        tracing::warn!(encounter = self.id, channel, what, permission, "Discord forbids it");
        let lack = permission.map_or_else(|| "a permission".to_owned(), |it| format!("the permission **{it}**"));
        let text = format!(
            "Umpire lacks {lack} in <#{channel}> and could not {what}. The fight goes on and nothing is lost: as soon as somebody \
             who manages the channel grants it, everything is told."
        );
        let Some(gm) = peek.gms.first() else { return };
        if let Outcome::Opened { channel_id } = self.house.courier.open_private(*gm).await {
            let nonce = format!("f{}-{}", self.id, peek.scene.seq);
            let outcome = self.house.courier.send(channel_id, Message::text(text), nonce).await;
            tracing::debug!(?outcome, "the GM was told of a missing permission");
        }
    }

    /// Whether an outcome means that we are closing down: then nothing more is tried.
    pub(super) fn is_closing(outcome: &Outcome) -> bool {
        matches!(outcome, Outcome::GaveUp(GaveUp::Closing))
    }
}
