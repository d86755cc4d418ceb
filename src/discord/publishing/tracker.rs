//! The tracker of one fight: drawn from the state, edited in place, and reposted at the bottom when it has scrolled away, is too old to
//! edit, or has been deleted. An edit's outcome is always checked: a stale tracker misleads players.

use super::{
    super::{
        bot_permissions::ATTACH_FILES,
        compose::{styled::tracker_in, tracker::Tracker},
        map_attachment::as_seen,
        map_pictures::with_brought,
        message::Message,
        rest::{Gone, RestOutcome},
    },
    encounter_publisher::EncounterPublisher,
    message_slots::TRACKER,
    snapshot::Snapshot,
    who_is_called::players_up,
};
use crate::{
    failpoint,
    pictures::MapPlan,
    store::{ShownMessage, Snowflake, Status, StoreError},
};

/// The slot of a tracker that's being replaced, until it's deleted. It's how a crash's leftovers are found.
const BEFORE: &str = "tracker-before";
/// With more messages below it than this, it moves to the bottom: about one phone screen.
const BELOW_MAX: u32 = 8;
/// When it's older than this, it's replaced, before Discord begins to limit its edits (at an hour).
const AGE_MAX_MS: i64 = 50 * 60 * 1_000;

impl EncounterPublisher {
    /// Draws the tracker. Returns whether it got through or is being sent.
    pub(super) async fn draw_tracker(&mut self, snapshot: &Snapshot) -> bool {
        let drawn = Tracker {
            encounter: self.id.unsigned_abs(),
            name: &snapshot.header.name,
            scene: &snapshot.scene,
            faulted: snapshot.header.status == Status::Faulted,
            commitment: &snapshot.header.commitment,
            last: &[],
            chain: &snapshot.chain,
        };
        let message = tracker_in(&drawn, &self.style(snapshot).await);
        self.players_shown = players_up(snapshot);
        // What waits for the GM mustn’t show in when this tracker is edited.
        self.tracker_wait.drew(&snapshot.scene, false, self.context.now_ms());
        let shown = match self.context.store().message(self.id, TRACKER).await {
            Ok(shown) => shown,
            Err(error) => {
                tracing::error!(encounter = self.id, %error, "the tracker cannot be found");
                return false;
            }
        };
        let Ok(half_moved) = self.half_moved(shown.as_ref()).await else { return false };
        let over = snapshot.header.status == Status::Over;
        self.context.watch().tracker_is(snapshot.header.channel_id, shown.as_ref().map_or(0, |it| it.message_id));
        self.watch(snapshot);
        match shown {
            Some(shown) if !half_moved && !self.tracker_lost && (over || !self.is_far(&shown)) => {
                let message = self.with_map(snapshot, message, false).await;
                self.clock_shown = snapshot.clock_deadline_ms;
                self.edit_tracker(&shown, message).await
            }
            // Nobody will miss it.
            _ if over && self.tracker_lost => true,
            old => {
                let message = self.with_map(snapshot, message, true).await;
                self.clock_shown = snapshot.clock_deadline_ms;
                self.new_tracker(snapshot, old, message).await
            }
        }
    }

    /// The tracker with the map, if we may attach one.
    async fn with_map(&mut self, snapshot: &Snapshot, message: Message, anew: bool) -> Message {
        if !self.context.watch().allows(snapshot.header.channel_id, ATTACH_FILES) {
            self.tracker_map.lost();
            return message;
        }
        let theme = self.context.guild_settings().of(snapshot.header.guild_id).await.theme;
        let plan = with_brought(&self.context, self.id, MapPlan::of(&snapshot.scene).in_theme(theme)).await;
        self.tracker_map.put_on(self.context.map_renderer(), message, plan, anew).await
    }

    /// Watches the channel as the fight currently requires.
    pub(super) fn watch(&self, snapshot: &Snapshot) {
        match snapshot.header.status {
            Status::Over => self.context.watch().forget(snapshot.header.channel_id),
            _ => self.context.watch().set(snapshot.header.channel_id, snapshot.hushed, snapshot.gms.clone()),
        }
    }

    fn is_far(&self, shown: &ShownMessage) -> bool {
        self.context.watch().below(shown.channel_id) > BELOW_MAX
            || self.context.now_ms() - shown.created_at_ms > AGE_MAX_MS
    }

    /// Whether a previous process died while it moved the tracker to the bottom, with the new one perhaps sent but not recorded. If it died
    /// a little later, the old one is still there and is deleted.
    async fn half_moved(&mut self, shown: Option<&ShownMessage>) -> Result<bool, StoreError> {
        if self.tracker_tidied {
            return Ok(false);
        }
        match (shown, self.context.store().message(self.id, BEFORE).await?) {
            // A first tracker may also have been sent and not recorded.
            (None, None) => return Ok(false),
            (Some(shown), Some(before)) if shown.message_id == before.message_id => return Ok(true),
            (_, Some(before)) => self.remove(&before).await,
            (Some(_), None) => {}
        }
        self.tracker_tidied = true;
        Ok(false)
    }

    async fn edit_tracker(&mut self, shown: &ShownMessage, message: Message) -> bool {
        if self.shows(TRACKER, &as_seen(&message)) && !self.tracker_map.has_news() {
            return true;
        }
        failpoint::hit("tracker.before_edit");
        self.drew(TRACKER, as_seen(&message));
        self.tracker_edited_at = Some(self.context.instant());
        // It isn't awaited: a story must not wait for the tracker's pace. A newer edit replaces one that's still waiting.
        self.tracker_on_its_way = Some(self.context.rest().edit_later(shown.channel_id, shown.message_id, message));
        true
    }

    async fn new_tracker(&mut self, snapshot: &Snapshot, old: Option<ShownMessage>, message: Message) -> bool {
        let (channel, now_ms) = (snapshot.header.channel_id, self.context.now_ms());
        if let Some(old) = &old
            && let Err(error) =
                self.context.store().put_message(self.id, ShownMessage { slot: BEFORE.to_owned(), ..old.clone() }).await
        {
            tracing::error!(encounter = self.id, %error, "the tracker cannot be moved");
            return false;
        }
        let (outcome, message) = self.send(TRACKER, channel, message).await;
        match outcome {
            RestOutcome::Sent { message_id } => {
                failpoint::hit("tracker.after_send");
                self.worked();
                self.clock_is_seen();
                self.drew(TRACKER, as_seen(&message));
                match message.files.is_empty() {
                    true => self.tracker_map.lost(),
                    false => self.tracker_map.arrived(),
                }
                self.tracker_on_its_way = None;
                self.tracker_lost = false;
                self.tracker_edited_at = Some(self.context.instant());
                if !self.note_tracker(snapshot, message_id, now_ms).await {
                    return false;
                }
                self.see_whether_gone(TRACKER, message_id);
                failpoint::hit("tracker.after_note");
                if let Some(old) = old {
                    self.remove(&old).await;
                }
                if !std::mem::replace(&mut self.tracker_tidied, true) {
                    // If a previous process sent it, it shows an earlier state.
                    self.tracker_on_its_way = Some(self.context.rest().edit_later(channel, message_id, message));
                }
                true
            }
            RestOutcome::Forbidden { permission, code } => {
                self.forbidden(snapshot, "show the tracker", code, permission).await;
                false
            }
            outcome => {
                if outcome == RestOutcome::Gone(Gone::Channel) {
                    self.place_is_gone();
                }
                tracing::warn!(encounter = self.id, ?outcome, "the tracker could not be shown");
                matches!(outcome, RestOutcome::Gone(_) | RestOutcome::Rejected { .. }) || Self::is_closing(&outcome)
            }
        }
    }

    /// Deletes an old tracker.
    async fn remove(&self, old: &ShownMessage) {
        let outcome = self.context.rest().delete(old.channel_id, old.message_id).await;
        if !outcome.is_done() && !matches!(outcome, RestOutcome::Gone(_)) {
            tracing::warn!(encounter = self.id, ?outcome, "the old tracker could not be removed");
        }
        if !matches!(outcome, RestOutcome::GaveUp(_))
            && let Err(error) = self.context.store().delete_message(self.id, BEFORE).await
        {
            tracing::error!(encounter = self.id, %error, "the old tracker could not be forgotten");
        }
    }

    async fn note_tracker(&self, snapshot: &Snapshot, message_id: Snowflake, created_at_ms: i64) -> bool {
        let channel = snapshot.header.channel_id;
        self.context.watch().tracker_is(channel, message_id);
        let shown = ShownMessage { slot: TRACKER.to_owned(), channel_id: channel, message_id, created_at_ms };
        match self.context.store().put_message(self.id, shown).await {
            Ok(()) => true,
            Err(error) => {
                tracing::error!(encounter = self.id, %error, "the tracker could not be noted");
                false
            }
        }
    }

    /// Discord shows the tracker: the clocks of those it names start now.
    fn clock_is_seen(&mut self) {
        if let (Some(deadline_ms), Some(handle)) = (self.clock_shown.take(), self.context.table(self.id)) {
            handle.clock_is_seen(deadline_ms);
        }
    }

    /// Handles the outcome of an edit. Returns whether the tracker must be drawn again.
    pub(super) async fn tracker_edited(&mut self, outcome: RestOutcome) -> bool {
        failpoint::hit("tracker.after_edit");
        match outcome {
            RestOutcome::Edited => {
                self.tracker_map.arrived();
                self.clock_is_seen();
            }
            RestOutcome::Forbidden { code: 50_013, .. } if self.tracker_map.is_going_up() => {
                if let Some(handle) = self.context.table(self.id) {
                    self.context.watch().lost(handle.channel_id, ATTACH_FILES);
                }
                self.tracker_map.lost();
            }
            RestOutcome::Superseded => {}
            _ => self.tracker_map.lost(),
        }
        match outcome {
            RestOutcome::Edited | RestOutcome::Superseded => {
                self.worked();
                false
            }
            RestOutcome::Gone(Gone::Message) | RestOutcome::TooOld => {
                self.forget(TRACKER);
                self.tracker_lost = true;
                true
            }
            outcome => {
                tracing::warn!(encounter = self.id, ?outcome, "the tracker could not be edited");
                self.forget(TRACKER);
                if outcome == RestOutcome::Gone(Gone::Channel) {
                    self.place_is_gone();
                }
                if matches!(outcome, RestOutcome::Forbidden { code: 50_013, .. }) {
                    // We may have lost permission for embeds: the next drawing omits them, and finds out the rest.
                    self.try_again_later();
                }
                if matches!(outcome, RestOutcome::GaveUp(_)) && !Self::is_closing(&outcome) {
                    self.try_again_later();
                }
                false
            }
        }
    }
}
