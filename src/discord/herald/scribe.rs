//! The scribe of one fight: wakes when it is rung, brings the channel up to date, and goes when the fight is over and told.

use super::{
    super::{
        courier::{GaveUp, Outcome, Receipt},
        house::House,
        message::Message,
        trouble::Trouble,
    },
    Peek, Rope,
    gm_channel::GmChannel,
    pings::Pinger,
};
use crate::store::{EncounterId, Outgoing, Status};
use std::{
    collections::HashMap,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tokio::{sync::watch, time::Instant};

/// How long a scribe waits before it tries again what did not get through.
const AGAIN_AFTER: Duration = Duration::from_secs(10);
/// The least time between two edits of a tracker. Discord allows five edits in five seconds in a channel, stories included.
const TRACKER_PACE: Duration = Duration::from_millis(1_500);
/// How many drawings are remembered, so that what looks the same is not sent again.
const DRAWINGS_MAX: usize = 16;

/// What woke a scribe.
enum Woken {
    Rung,
    TrackerEdited(Outcome),
    TrackerMayGo,
}

/// What becomes of an edit of the tracker; never, if none is on its way.
async fn arrived(receipt: &mut Option<Receipt>) -> Outcome {
    match receipt {
        Some(receipt) => receipt.await,
        None => std::future::pending().await,
    }
}

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
    /// When the tracker was last edited, and the newest look that it does not show yet.
    pub(super) tracker_edited_at: Option<Instant>,
    pub(super) tracker_waits: Option<Arc<Peek>>,
    /// Whether the tracker that the store knows has been found gone or too old, and a new one takes its place.
    pub(super) tracker_lost: bool,
    /// Whether what a process before this one may have left of the tracker has been seen to.
    pub(super) tracker_tidied: bool,
    looks: watch::Sender<Option<Arc<Peek>>>,
    pinger: Arc<Pinger>,
    gm_looks: watch::Sender<Option<Arc<Peek>>>,
    gm_channel: Arc<GmChannel>,
}

impl Scribe {
    pub(super) fn new(house: Arc<House>, id: EncounterId, rope: Arc<Rope>) -> Scribe {
        let (looks, seen) = watch::channel(None);
        let pinger = Arc::new(Pinger::new(house.clone(), id));
        tokio::spawn(pinger.clone().work(seen));
        let (gm_looks, gm_seen) = watch::channel(None);
        let gm_channel = Arc::new(GmChannel::new(house.clone(), id));
        tokio::spawn(gm_channel.clone().work(gm_seen));
        Scribe {
            house,
            id,
            rope,
            drawn: HashMap::new(),
            tracker_on_its_way: None,
            told_forbidden: false,
            rounds: 0,
            tracker_edited_at: None,
            tracker_waits: None,
            tracker_lost: false,
            tracker_tidied: false,
            looks,
            pinger,
            gm_looks,
            gm_channel,
        }
    }

    /// Works until the fight is over and told.
    pub(super) async fn work(mut self) {
        loop {
            let rope = self.rope.clone();
            let tracker_may_go = self.tracker_may_go();
            let waits = self.tracker_waits.is_some();
            let woken = tokio::select! {
                () = rope.ring.notified() => Woken::Rung,
                outcome = arrived(&mut self.tracker_on_its_way) => Woken::TrackerEdited(outcome),
                () = tokio::time::sleep_until(tracker_may_go), if waits => Woken::TrackerMayGo,
            };
            match woken {
                Woken::Rung => {}
                Woken::TrackerEdited(outcome) => {
                    self.tracker_on_its_way = None;
                    if !self.tracker_edited(outcome).await {
                        continue;
                    }
                }
                Woken::TrackerMayGo => {
                    if let Some(peek) = self.tracker_waits.take()
                        && !self.draw_tracker(&peek).await
                    {
                        self.try_again_later();
                    }
                    continue;
                }
            }
            if rope.forget.swap(false, Ordering::Relaxed) {
                self.drawn.clear();
            }
            match self.bring_up_to_date().await {
                Ok(true) => break,
                Ok(false) => {}
                Err(trouble) => {
                    tracing::error!(encounter = self.id, %trouble, "a fight cannot be told");
                    self.try_again_later();
                }
            }
        }
        self.house.bell.let_go(self.id);
    }

    /// Brings the channel up to date. Whether the fight is over and all of it is told.
    async fn bring_up_to_date(&mut self) -> Result<bool, Trouble> {
        // The outbox before the state: then no row is newer than what the channel is shown with it.
        let due = self.due().await?;
        let peek = Arc::new(Peek::at(&self.house, self.id).await?);
        if !self.tell(&peek, &due).await {
            self.try_again_later();
            return Ok(false);
        }
        Ok(peek.header.status == Status::Over && self.due().await?.is_empty())
    }

    /// Whether all of it got through. Stories come first; the tracker waits for its turn, and pings have a task of their own.
    async fn tell(&mut self, peek: &Arc<Peek>, due: &[Outgoing]) -> bool {
        // Before anything is sent here: neither channel waits for the other.
        self.gm_looks.send_replace(Some(peek.clone()));
        let due = self.without_secrets(due).await;
        let (ends, stories): (Vec<Outgoing>, Vec<Outgoing>) = due.into_iter().partition(|it| it.notice.kind == "end");
        let stories = self.work_off(peek, &stories).await;
        self.looks.send_replace(Some(peek.clone()));
        self.rounds += 1;
        let over = peek.header.status == Status::Over;
        if over && !ends.is_empty() {
            // A fight that is over is taken up again only for what is due, so its account comes last.
            let closed = stories && self.close(peek).await && self.work_off(peek, &ends).await;
            return self.gm_channel.set_right(peek).await && closed;
        }
        if over && !self.gm_channel.set_right(peek).await {
            return false;
        }
        let tracker = if !over && Instant::now() < self.tracker_may_go() && self.tracker_edited_at.is_some() {
            self.watch(peek);
            self.tracker_waits = Some(peek.clone());
            true
        } else {
            self.tracker_waits = None;
            self.draw_tracker(peek).await
        };
        stories && tracker
    }

    /// Leaves nothing in the channel that looks as if the fight still went on. Whether all of it got through.
    async fn close(&mut self, peek: &Peek) -> bool {
        if let Some(before) = self.tracker_on_its_way.take() {
            self.tracker_edited(before.await).await;
        }
        self.tracker_waits = None;
        if !self.draw_tracker(peek).await {
            return false;
        }
        if let Some(receipt) = self.tracker_on_its_way.take() {
            let outcome = receipt.await;
            let can_come = matches!(outcome, Outcome::GaveUp(_));
            self.tracker_edited(outcome).await;
            if can_come {
                return false;
            }
        }
        self.pinger.ping(peek).await
    }

    /// The moment from which the tracker may be edited again: Discord allows a channel few edits, and stories need them more.
    fn tracker_may_go(&self) -> Instant {
        self.tracker_edited_at.map_or_else(Instant::now, |at| at + TRACKER_PACE)
    }

    pub(super) fn try_again_later(&self) {
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
