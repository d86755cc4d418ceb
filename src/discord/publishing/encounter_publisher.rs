//! The publisher of one fight: wakes when the fight changes, updates the channel, and ends when the fight is over or rests and everything is
//! published.
//!
//! Long because: what wakes it, what it then does in order, and what it knows are read together.

use super::{
    super::{
        app_error::AppError,
        bot_permissions::{ATTACH_FILES, EMBED_LINKS},
        compose::{ChannelStyle, plain_text},
        deleted_channels,
        limits::CONTENT_MAX,
        map_attachment::EditedPicture,
        message::{Message, split},
        publisher_context::PublisherContext,
        rest::{GaveUp, Gone, PendingRequest, RestOutcome},
    },
    decided,
    gm_channel::GmChannel,
    hub::WakeSignal,
    message_slots::TRACKER,
    open_turn_menus,
    pings::Pinger,
    send,
    snapshot::Snapshot,
    tracker_wait::TrackerWait,
    turn_calls::{Kept, TurnCalls},
    who_is_called::players_up,
};
use crate::{
    store::{EncounterId, Outgoing, Snowflake, Status},
    table::NoticeKind,
};
use std::{
    collections::HashMap,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tokio::{sync::watch, task::JoinSet, time::Instant};

/// How long a publisher waits before it retries what didn't get through.
const AGAIN_AFTER: Duration = Duration::from_secs(10);
/// The minimum time between two edits of a tracker. Discord allows five edits in five seconds per channel, including stories.
const TRACKER_PACE: Duration = Duration::from_millis(1_500);
/// The same when it's a player's turn now that wasn't: whoever is called looks at it at once.
const HANDED_ON_PACE: Duration = Duration::from_millis(300);
/// How many drawn messages are remembered, so that an unchanged one isn't sent again.
const DRAWINGS_MAX: usize = 16;

/// Discord's code for a missing permission. Docs, "JSON Error Codes".
const MISSING_PERMISSIONS: u64 = 50_013;
/// Discord's code for an archived thread. Docs, "JSON Error Codes".
const ARCHIVED: u64 = 50_083;
/// Replaces the rest of a message that's too long without embeds.
const LEFT_OUT: &str = "\nSee the rest with /encounter status.";
/// Replaces a file that couldn't be sent with its message.
pub(super) const NO_FILES: &str = "\nThe attachment is missing: Umpire lacks **Attach Files** in this channel.";

/// The reason why a publisher woke.
enum Woken {
    Changed,
    MayEnd,
    TrackerEdited(RestOutcome),
    TrackerMayGo,
}

/// The message that told the GM about a missing permission; 0 if it didn't get through.
#[derive(Clone, Copy, Debug)]
struct Told {
    channel_id: u64,
    message_id: u64,
}

/// The outcome of a tracker edit; pending for ever if there's none.
async fn arrived(receipt: &mut Option<PendingRequest>) -> RestOutcome {
    match receipt {
        Some(receipt) => receipt.await,
        None => std::future::pending().await,
    }
}

/// One fight's publisher.
pub(super) struct EncounterPublisher {
    pub(super) context: Arc<PublisherContext>,
    pub(super) id: EncounterId,
    wake: Arc<WakeSignal>,
    /// What each message shows, as far as known.
    drawn: HashMap<String, Message>,
    /// The clock between actions on the newest tracker, by its end, until players are known to see it.
    pub(super) clock_shown: Option<i64>,
    /// A tracker edit that's being sent.
    pub(super) tracker_on_its_way: Option<PendingRequest>,
    /// Whether the GM has been told of a missing permission, and where.
    told_forbidden: Option<Told>,
    /// How many failures there have been in a row.
    failures: u32,
    /// How often the channel has been updated.
    rounds: u64,
    /// When the tracker was last edited.
    pub(super) tracker_edited_at: Option<Instant>,
    /// The time from that edit to the next.
    tracker_pace: Duration,
    /// What it shows of whose turn it is, and how long it has been behind.
    pub(super) tracker_wait: TrackerWait,
    /// The newest row of an undo by which open turn menus were outdated.
    undone_to: i64,
    /// Until when it waits for changes to share its edit.
    tracker_held: Option<Instant>,
    /// The players who could act when the tracker was last drawn.
    pub(super) players_shown: Vec<Snowflake>,
    /// The newest snapshot that the tracker doesn't show yet.
    pub(super) tracker_waits: Option<Arc<Snapshot>>,
    /// Whether the stored tracker turned out to be gone or too old, so that a new one replaces it.
    pub(super) tracker_lost: bool,
    /// Whether anything that a previous process may have left of the tracker has been dealt with.
    pub(super) tracker_tidied: bool,
    /// The tracker's map.
    pub(super) tracker_map: EditedPicture,
    looks: watch::Sender<Option<Arc<Snapshot>>>,
    pinger: Arc<Pinger>,
    /// Turn notifications, in the channel and in direct messages.
    pub(super) open_calls: Arc<TurnCalls>,
    /// The slot of the newest story that calls somebody to their turn, and that line: later edits of it keep it.
    pub(super) calling: Option<(String, String)>,
    lone_calls: Arc<TurnCalls>,
    gm_looks: watch::Sender<Option<Arc<Snapshot>>>,
    gm_channel: Arc<GmChannel>,
    /// The tasks for pings and for the GMs' channel: they end when there are no more snapshots.
    others: JoinSet<()>,
}

impl EncounterPublisher {
    pub(super) fn new(context: Arc<PublisherContext>, id: EncounterId, wake: Arc<WakeSignal>) -> EncounterPublisher {
        let (looks, seen) = watch::channel(None);
        let pinger = Arc::new(Pinger::new(context.clone(), id));
        let mut others = JoinSet::new();
        others.spawn(open_turn_menus::keep(context.clone(), id, seen.clone()));
        let [open_calls, lone_calls] = [Kept::Open, Kept::Alone].map(|kept| {
            let calls = Arc::new(TurnCalls::new(context.clone(), id));
            others.spawn(calls.clone().work(kept, seen.clone()));
            calls
        });
        others.spawn(pinger.clone().work(seen));
        let (gm_looks, gm_seen) = watch::channel(None);
        let gm_channel = Arc::new(GmChannel::new(context.clone(), id));
        others.spawn(gm_channel.calling());
        others.spawn(gm_channel.clone().work(gm_seen));
        EncounterPublisher {
            context,
            id,
            wake,
            drawn: HashMap::new(),
            clock_shown: None,
            tracker_on_its_way: None,
            told_forbidden: None,
            failures: 0,
            rounds: 0,
            tracker_edited_at: None,
            tracker_pace: TRACKER_PACE,
            tracker_wait: TrackerWait::default(),
            undone_to: 0,
            tracker_held: None,
            players_shown: vec![],
            tracker_waits: None,
            tracker_lost: false,
            tracker_tidied: false,
            tracker_map: EditedPicture::default(),
            looks,
            pinger,
            open_calls,
            calling: None,
            lone_calls,
            gm_looks,
            gm_channel,
            others,
        }
    }

    /// Works until the fight is over or goes to rest, and everything is published. Each live fight keeps this task, and those of the other
    /// workers, so what they need only while they work is boxed.
    pub(super) async fn work(mut self) {
        loop {
            let wake = self.wake.clone();
            let tracker_goes_in = self.context.time_until(self.tracker_may_go());
            let waits = self.tracker_waits.is_some();
            let woken = tokio::select! {
                () = wake.changed.notified() => Woken::Changed,
                () = wake.may_end.notified() => Woken::MayEnd,
                outcome = arrived(&mut self.tracker_on_its_way) => Woken::TrackerEdited(outcome),
                () = tokio::time::sleep(tracker_goes_in), if waits => Woken::TrackerMayGo,
            };
            let _at_work = self.context.hub().works();
            if self.context.hub().is_closing() {
                break;
            }
            match woken {
                Woken::Changed => wake.is_news.store(false, Ordering::Relaxed),
                Woken::MayEnd => {
                    if Box::pin(self.has_nothing_left()).await {
                        self.unwatch();
                        break;
                    }
                    continue;
                }
                Woken::TrackerEdited(outcome) => {
                    self.tracker_on_its_way = None;
                    if !Box::pin(self.tracker_edited(outcome)).await {
                        continue;
                    }
                }
                Woken::TrackerMayGo => {
                    if let Some(snapshot) = self.tracker_waits.take()
                        && !Box::pin(self.draw_tracker(&snapshot)).await
                    {
                        self.try_again_later();
                    }
                    continue;
                }
            }
            if wake.forget.swap(false, Ordering::Relaxed) {
                self.drawn.clear();
            }
            match Box::pin(self.bring_up_to_date()).await {
                Ok(true) => break,
                Ok(false) => {}
                Err(error) => {
                    tracing::error!(encounter = self.id, %error, "a fight can't be published");
                    self.try_again_later();
                }
            }
        }
        let EncounterPublisher { context, id, looks, gm_looks, gm_channel, mut others, .. } = self;
        drop((looks, gm_looks, gm_channel)); // each ends when nobody looks any more
        while others.join_next().await.is_some() {}
        context.hub().let_go(id);
    }

    /// Updates the channel. Returns whether the fight is over and everything is published.
    async fn bring_up_to_date(&mut self) -> Result<bool, AppError> {
        // The outbox is read before the state, so no row is newer than the state shown with it.
        let due = self.due().await?;
        let snapshot = Arc::new(Snapshot::at(&self.context, self.id).await?);
        if !self.tell(&snapshot, &due).await {
            self.try_again_later();
            return Ok(false);
        }
        Ok(snapshot.header.status == Status::Over && self.due().await?.is_empty())
    }

    /// Returns whether everything got through. Stories come first; the tracker waits for its turn, and pings have a task of their own.
    async fn tell(&mut self, snapshot: &Arc<Snapshot>, due: &[Outgoing]) -> bool {
        // Before anything is sent here: neither channel waits for the other.
        self.gm_looks.send_replace(Some(snapshot.clone()));
        let due = self.without_secrets(due).await;
        let (ends, due): (Vec<Outgoing>, Vec<Outgoing>) =
            due.into_iter().partition(|it| NoticeKind::End.is_of(&it.notice));
        let (taken_back, stories): (Vec<Outgoing>, Vec<Outgoing>) =
            due.into_iter().partition(|it| NoticeKind::TakenBack.is_of(&it.notice));
        let stories = self.work_off(snapshot, &stories).await;
        // Once for each undo, and nobody who has opened or pressed theirs since.
        if let Some(newest) = taken_back.iter().max_by_key(|it| it.id).filter(|it| it.id > self.undone_to) {
            self.undone_to = newest.id;
            self.context.turn_menus().outdated(self.id, newest.notice.created_at_ms);
        }
        self.looks.send_replace(Some(snapshot.clone()));
        self.rounds += 1;
        let open = Some(snapshot.header.channel_id).filter(|_| snapshot.gm.channel.is_none());
        let stories =
            decided::keep(&self.context, self.id, snapshot, (decided::OPEN, open, &snapshot.scene)).await && stories;
        let over = snapshot.header.status == Status::Over;
        if over && !ends.is_empty() {
            // A finished fight is only resumed for what's due, so its summary comes last.
            let closed = stories && self.close(snapshot).await && self.work_off(snapshot, &ends).await;
            let told = self.gm_channel.set_right(snapshot).await && closed;
            return told && self.mark_taken_back(snapshot, &taken_back).await;
        }
        if over && !self.gm_channel.set_right(snapshot).await {
            return false;
        }
        let is_handed_on = players_up(snapshot).iter().any(|it| !self.players_shown.contains(it));
        self.tracker_pace = if is_handed_on { HANDED_ON_PACE } else { TRACKER_PACE };
        let (delays, now) = (self.context.tracker_delays(), self.context.instant());
        self.tracker_held = match self.drawn.contains_key(TRACKER) && !self.tracker_lost {
            true => self.tracker_wait.for_players(snapshot, delays, now),
            false => None,
        };
        let tracker = if !over && now < self.tracker_may_go() && self.tracker_edited_at.is_some() {
            self.watch(snapshot);
            self.tracker_waits = Some(snapshot.clone());
            true
        } else {
            self.tracker_waits = None;
            self.draw_tracker(snapshot).await
        };
        stories && tracker && self.mark_taken_back(snapshot, &taken_back).await
    }

    /// Removes everything from the channel that looks as if the fight were still going on. Returns whether everything got through.
    async fn close(&mut self, snapshot: &Snapshot) -> bool {
        if let Some(before) = self.tracker_on_its_way.take() {
            self.tracker_edited(before.await).await;
        }
        self.tracker_waits = None;
        if !self.draw_tracker(snapshot).await {
            return false;
        }
        if let Some(receipt) = self.tracker_on_its_way.take() {
            let outcome = receipt.await;
            let can_come = matches!(outcome, RestOutcome::GaveUp(_));
            self.tracker_edited(outcome).await;
            if can_come {
                return false;
            }
        }
        self.open_calls.set_right(Kept::Open, snapshot).await.is_none()
            && self.lone_calls.set_right(Kept::Alone, snapshot).await.is_none()
            && self.pinger.ping(snapshot).await
    }

    /// The time from which the tracker may be edited again: Discord allows few edits per channel, and stories need them more.
    fn tracker_may_go(&self) -> Instant {
        let paced = self.tracker_edited_at.map_or_else(|| self.context.instant(), |at| at + self.tracker_pace);
        self.tracker_held.map_or(paced, |held| held.max(paced))
    }

    /// Requests another update of the channel.
    pub(super) fn wake_again(&self) {
        self.wake.ring();
    }

    /// Whether anything has failed since the last success.
    pub(super) fn has_failed(&self) -> bool {
        self.failures > 0
    }

    /// Pauses grow, because Discord blocks clients that fail too often.
    pub(super) fn try_again_later(&mut self) {
        let wake = self.wake.clone();
        let pause = AGAIN_AFTER.saturating_mul(1 << self.failures.min(5));
        self.failures += 1;
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            wake.ring();
        });
    }

    /// Whether this process knows what the messages show. In the first round, a message may be from the previous process.
    pub(super) fn has_worked_before(&self) -> bool {
        self.rounds > 0
    }

    /// Whether a slot already shows this.
    pub(super) fn shows(&self, slot: &str, message: &Message) -> bool {
        self.drawn.get(slot) == Some(message)
    }

    /// Records what a slot shows.
    pub(super) fn drew(&mut self, slot: &str, message: Message) {
        if self.drawn.len() >= DRAWINGS_MAX && !self.drawn.contains_key(slot) {
            // Only the tracker and the pending story are ever redrawn without a row in the outbox.
            self.drawn.retain(|known, _| known == TRACKER);
        }
        self.drawn.insert(slot.to_owned(), message);
    }

    /// What a slot shows is no longer known.
    pub(super) fn forget(&mut self, slot: &str) {
        self.drawn.remove(slot);
    }

    /// The current form of this fight's messages.
    pub(super) async fn style(&self, snapshot: &Snapshot) -> ChannelStyle {
        let channel = snapshot.header.channel_id;
        let settled = snapshot.told_plainly(&self.context).await;
        let watch = &self.context.watch();
        ChannelStyle { is_plain: settled || !watch.allows(channel, EMBED_LINKS), lacks: watch.lacks(channel) }
    }

    /// Something got through, so whatever was forbidden is allowed again; whoever was told of the problem is told that it's over.
    pub(super) fn worked(&mut self) {
        self.failures = 0;
        let Some(told) = self.told_forbidden.take().filter(|it| it.message_id != 0) else { return };
        let context = self.context.clone();
        let encounter = self.id;
        tokio::spawn(async move {
            let message = Message::text("Umpire\u{2019}s permissions there are back, and everything has been posted.");
            let outcome = context.rest().edit(told.channel_id, told.message_id, message).await;
            tracing::debug!(encounter, ?outcome, "a warning was cleared");
        });
    }

    /// A permission is missing: the GM is told, once until it works again.
    pub(super) async fn forbidden(
        &mut self,
        snapshot: &Snapshot,
        what: &str,
        code: u64,
        permission: Option<&'static str>,
    ) {
        if self.told_forbidden.is_some() {
            return;
        }
        self.told_forbidden = Some(Told { channel_id: 0, message_id: 0 });
        let channel = snapshot.header.channel_id;
        tracing::warn!(encounter = self.id, channel, what, permission, "Discord doesn\u{2019}t allow it");
        let known = self.context.watch().lacks(channel);
        let lack = match (permission, known) {
            _ if code == ARCHIVED => format!("<#{channel}> is closed, so Umpire couldn\u{2019}t {what} there."),
            (_, Some(known)) => format!("Umpire couldn\u{2019}t {what} in <#{channel}>. {known}"),
            (Some(name), None) => {
                format!("Umpire lacks the **{name}** permission in <#{channel}> and couldn\u{2019}t {what}.")
            }
            (None, None) => {
                format!("Umpire lacks a permission in <#{channel}>, or it\u{2019}s locked, and couldn\u{2019}t {what}.")
            }
        };
        let text = format!(
            "{lack} The fight goes on and nothing is lost: commands get private replies, and once someone who manages the channel has fixed it, everything is posted."
        );
        if let RestOutcome::Sent { message_id } =
            self.write_to_gm(snapshot, "forbidden:private", Message::text(text)).await
            && let Some(told) = &mut self.told_forbidden
        {
            told.message_id = message_id;
        }
    }

    /// Sends the GM a direct message.
    pub(super) async fn write_to_gm(&mut self, snapshot: &Snapshot, slot: &str, message: Message) -> RestOutcome {
        let Some(gm) = snapshot.gms.first() else { return RestOutcome::Gone(Gone::User) };
        match self.context.rest().open_private(*gm).await {
            RestOutcome::Opened { channel_id } => {
                if let Some(told) = &mut self.told_forbidden {
                    told.channel_id = channel_id;
                }
                let outcome = send::send(&self.context, self.id, slot, channel_id, message.loud()).await;
                tracing::debug!(encounter = self.id, ?outcome, "the GM was written to in private");
                outcome
            }
            outcome => outcome,
        }
    }

    /// The channel is gone, and so is the fight.
    pub(super) fn place_is_gone(&self) {
        if let Some(handle) = self.context.table(self.id) {
            let context = self.context.clone();
            tokio::spawn(async move { deleted_channels::channel_deleted(&context, handle.channel_id).await });
        }
    }

    /// Sends a new message; if Discord refuses its files or embeds, without them and with a note. Returns what it finally shows.
    pub(super) async fn send(&self, slot: &str, channel: u64, message: Message) -> (RestOutcome, Message) {
        let mut message = self.without_what_is_refused(channel, message);
        loop {
            let outcome = send::send(&self.context, self.id, slot, channel, message.clone()).await;
            match self.simpler(channel, &message, &outcome) {
                Some(simpler) => message = simpler,
                None => return (outcome, message),
            }
        }
    }

    /// Edits a message in the same way.
    pub(super) async fn edit(&self, channel: u64, message_id: u64, message: Message) -> (RestOutcome, Message) {
        let mut message = self.without_what_is_refused(channel, message);
        // A reply doesn't depend on our permissions, but it has no files.
        if message.files.is_empty() && self.context.hub().offers.take(message_id, Some(&message)).await {
            return (RestOutcome::Edited, message);
        }
        loop {
            let outcome = self.context.rest().edit(channel, message_id, message.clone()).await;
            match self.simpler(channel, &message, &outcome) {
                Some(simpler) => message = simpler,
                None => return (outcome, message),
            }
        }
    }

    /// A message without files if we know that we may attach none.
    fn without_what_is_refused(&self, channel: u64, message: Message) -> Message {
        match message.files.is_empty() || self.context.watch().allows(channel, ATTACH_FILES) {
            true => message,
            false => without_files(message),
        }
    }

    /// The same message without the part that Discord probably refused, if it refused any.
    fn simpler(&self, channel: u64, message: &Message, outcome: &RestOutcome) -> Option<Message> {
        let RestOutcome::Forbidden { code: MISSING_PERMISSIONS, .. } = outcome else { return None };
        if !message.embeds.is_empty() {
            self.context.watch().lost(channel, EMBED_LINKS);
            let flat = plain_text::flattened(message.clone());
            let most = CONTENT_MAX - LEFT_OUT.len() - NO_FILES.len();
            let mut pieces = split::pieces(&flat.content, most);
            let more = if pieces.len() > 1 { LEFT_OUT } else { "" };
            let content = if pieces.is_empty() { String::new() } else { pieces.swap_remove(0) };
            return Some(Message { content: format!("{content}{more}"), ..flat });
        }
        if !message.files.is_empty() {
            self.context.watch().lost(channel, ATTACH_FILES);
            return Some(without_files(message.clone()));
        }
        None
    }

    /// Whether an outcome means that we're shutting down: then nothing more is tried.
    pub(super) fn is_closing(outcome: &RestOutcome) -> bool {
        matches!(outcome, RestOutcome::GaveUp(GaveUp::Closing))
    }
}

/// The same without its files. It says so, unless it already says what's missing.
fn without_files(message: Message) -> Message {
    let embeds = if message.instead_of_files.is_some() { vec![] } else { message.embeds };
    let content = message.instead_of_files.unwrap_or(message.content);
    let said = if content.contains("Attach Files") { "" } else { NO_FILES };
    Message { content: format!("{content}{said}"), embeds, files: vec![], instead_of_files: None, ..message }
}
