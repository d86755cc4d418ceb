//! The tracker of one fight: drawn from the state, edited in place, and made anew at the bottom when it has scrolled away, is too old to
//! edit, or somebody has removed it. An edit's outcome is always looked at: a stale tracker is how bots lie.

use super::{
    super::{
        compose::tracker::{Tracker, tracker},
        courier::{Gone, Outcome},
        message::Message,
    },
    Peek,
    scribe::Scribe,
};
use crate::{
    failpoint,
    store::{ShownMessage, Snowflake, Status},
};

/// The name under which the store knows the tracker's message.
pub(super) const SLOT: &str = "tracker";
/// More messages below it than this, and it moves to the bottom: about what a phone shows at a time.
const BELOW_MAX: u32 = 8;
/// Older than this it is made anew, before Discord begins to limit its edits (at an hour).
const AGE_MAX_MS: i64 = 50 * 60 * 1_000;

impl Scribe {
    /// Draws the tracker. Whether it got through or is on its way.
    pub(super) async fn draw_tracker(&mut self, peek: &Peek) -> bool {
        let message = tracker(&Tracker {
            encounter: self.id.unsigned_abs(),
            name: &peek.header.name,
            scene: &peek.scene,
            faulted: peek.header.status == Status::Faulted,
            commitment: &peek.header.commitment,
        });
        let shown = match self.house.store.message(self.id, SLOT).await {
            Ok(shown) => shown,
            Err(trouble) => {
                tracing::error!(encounter = self.id, %trouble, "the tracker cannot be found");
                return false;
            }
        };
        let over = peek.header.status == Status::Over;
        self.house.watch.tracker_is(peek.header.channel_id, shown.as_ref().map_or(0, |it| it.message_id));
        self.watch(peek);
        match shown {
            Some(shown) if over || !self.is_far(&shown) => self.edit_tracker(&shown, message).await,
            old => self.new_tracker(peek, old, message).await,
        }
    }

    /// Has the channel watched as the fight now wants it.
    pub(super) fn watch(&self, peek: &Peek) {
        match peek.header.status {
            Status::Over => self.house.watch.forget(peek.header.channel_id),
            _ => self.house.watch.set(peek.header.channel_id, peek.hushed, peek.gms.clone()),
        }
    }

    fn is_far(&self, shown: &ShownMessage) -> bool {
        self.house.watch.below(shown.channel_id) > BELOW_MAX || self.house.now_ms() - shown.created_at_ms > AGE_MAX_MS
    }

    async fn edit_tracker(&mut self, shown: &ShownMessage, message: Message) -> bool {
        if self.shows(SLOT, &message) {
            return true;
        }
        failpoint::hit("tracker.before_edit");
        self.drew(SLOT, message.clone());
        self.tracker_edited_at = Some(tokio::time::Instant::now());
        // Not waited for: a story must not wait for the tracker's pace. A newer edit takes the place of one that still waits.
        self.tracker_on_its_way = Some(self.house.courier.edit(shown.channel_id, shown.message_id, message));
        true
    }

    async fn new_tracker(&mut self, peek: &Peek, old: Option<ShownMessage>, message: Message) -> bool {
        let (channel, now_ms) = (peek.header.channel_id, self.house.now_ms());
        let before = old.as_ref().map_or(0, |it| it.message_id);
        let nonce = format!("t{}-{}-{}", self.id, peek.scene.seq, before % 1_000_000);
        match self.house.courier.send(channel, message.clone(), nonce).await {
            Outcome::Sent { message_id } => {
                failpoint::hit("tracker.after_send");
                self.worked();
                self.drew(SLOT, message);
                self.tracker_on_its_way = None;
                self.tracker_edited_at = Some(tokio::time::Instant::now());
                self.note_tracker(peek, message_id, now_ms).await;
                if let Some(old) = old {
                    let outcome = self.house.courier.delete(old.channel_id, old.message_id).await;
                    if !outcome.is_done() && !matches!(outcome, Outcome::Gone(_)) {
                        tracing::warn!(encounter = self.id, ?outcome, "the old tracker could not be removed");
                    }
                }
                true
            }
            Outcome::Forbidden { permission, .. } => {
                self.forbidden(peek, "show the tracker", permission).await;
                false
            }
            outcome => {
                tracing::warn!(encounter = self.id, ?outcome, "the tracker could not be shown");
                matches!(outcome, Outcome::Gone(_) | Outcome::Rejected { .. }) || Self::is_closing(&outcome)
            }
        }
    }

    async fn note_tracker(&self, peek: &Peek, message_id: Snowflake, created_at_ms: i64) {
        let channel = peek.header.channel_id;
        self.house.watch.tracker_is(channel, message_id);
        let shown = ShownMessage { slot: SLOT.to_owned(), channel_id: channel, message_id, created_at_ms };
        if let Err(trouble) = self.house.store.put_message(self.id, shown).await {
            tracing::error!(encounter = self.id, %trouble, "the tracker could not be noted");
        }
    }

    /// What became of an edit. Whether the tracker must be drawn anew.
    pub(super) async fn tracker_edited(&mut self, outcome: Outcome) -> bool {
        failpoint::hit("tracker.after_edit");
        match outcome {
            Outcome::Edited | Outcome::Superseded => {
                self.worked();
                false
            }
            Outcome::Gone(Gone::Message) | Outcome::TooOld => {
                self.forget(SLOT);
                match self.house.store.delete_message(self.id, SLOT).await {
                    Ok(_) => true,
                    Err(trouble) => {
                        tracing::error!(encounter = self.id, %trouble, "a lost tracker could not be forgotten");
                        false
                    }
                }
            }
            outcome => {
                tracing::warn!(encounter = self.id, ?outcome, "the tracker could not be edited");
                self.forget(SLOT);
                false
            }
        }
    }
}
