//! A fight's GMs' channel. It has a task of its own, so that neither channel ever waits for the other and neither's timing reveals anything
//! about the other. It's only used while no player of the fight can see it. If a player can, its tracker and questions are deleted at once,
//! the GM is told privately, and everything pauses until that's fixed.
//!
//! Long because: the steps of one update, and what ends it, are read from top to bottom.

use super::{
    super::{
        answer_advice::{AdviceWork, Advised, SUGGESTED_MAX},
        bot_permissions::{ATTACH_FILES, EMBED_LINKS},
        compose::{gm, prompt::Advice, same_question, tracker::Tracker},
        gm_shortcuts, group_rows,
        limits::ROWS_MAX,
        map_attachment::{EditedPicture, as_seen},
        map_pictures::with_brought,
        member_permissions::Unknown,
        message::Message,
        pings_wanted::Pings,
        play_again,
        publisher_context::PublisherContext,
        rest::{Gone, RestOutcome},
        text,
    },
    decided,
    gm_onlookers::{KnownOnlookers, NotKnown},
    gm_secrets::GmSecrets,
    send,
    snapshot::Snapshot,
    tracker_wait::{TrackerWait, gm_is_awaited},
    turn_calls::{Kept, TurnCalls},
};
use crate::{
    engine::{PromptId, Seat, Stage, view::PromptView},
    pictures::MapPlan,
    rules::story::stored::StoryView,
    store::{EncounterId, Outgoing, ShownMessage, Snowflake, Status},
    table::{Caller, NoticeKind},
};
use std::{collections::HashMap, sync::Arc, time::Duration};
use tokio::{
    sync::{Mutex, watch},
    time::Instant,
};

/// How long to wait before a retry.
const AGAIN_AFTER: Duration = Duration::from_secs(5);
/// The tracker's slot.
const TRACKER: &str = "gm:tracker";
/// The last actions are told in so many characters: less than a field of an embed takes, so that the people stay in sight.
const LAST_CHARS_MAX: usize = 900;
/// The slot of the message with the open questions.
const ASKED: &str = "gm:asked";
/// With more messages below it than this, the tracker moves to the bottom.
const BELOW_MAX: u32 = 12;
/// When it's older than this, it's replaced, before Discord begins to limit its edits (at an hour).
const AGE_MAX_MS: i64 = 50 * 60 * 1_000;

/// One fight's GMs' channel.
pub(super) struct GmChannel {
    pub(super) context: Arc<PublisherContext>,
    pub(super) id: EncounterId,
    /// Held during an update, so that nothing is being sent when the fight ends.
    known: Mutex<Known>,
    /// Turn notifications for the GM's combatants. They have a task of their own, since they wait until nothing else has to be sent.
    calls: Arc<TurnCalls>,
    call_looks: watch::Sender<Option<Arc<Snapshot>>>,
}

/// What this process knows about the channel.
#[derive(Default)]
pub(super) struct Known {
    /// What each message shows.
    drawn: HashMap<String, Message>,
    /// The tracker's map, with everything that only the GM sees.
    map: EditedPicture,
    /// Who can see it.
    onlookers: KnownOnlookers,
    /// What's said beside the answers to the questions.
    advice: HashMap<PromptId, Advice>,
    /// The questions that the GM has been pinged for.
    called: Vec<PromptId>,
    /// The leak that the GM has been told about.
    told: Vec<Snowflake>,
    /// Whether everything there is in plain text.
    pub(super) is_plain: bool,
    /// What the tracker shows of whose turn it is, and how long it has been behind.
    wait: TrackerWait,
    /// Until when the tracker waits.
    held_until: Option<Instant>,
    /// What only the GM may know of the last actions, and what of it the tracker doesn't show yet.
    secrets: GmSecrets,
    /// When this update began.
    looked_at_ms: i64,
    /// How often the channel has been updated; in the first update, nothing drawn before is taken for granted.
    rounds: u64,
}

impl GmChannel {
    /// Of one fight.
    pub(super) fn new(context: Arc<PublisherContext>, id: EncounterId) -> GmChannel {
        let calls = Arc::new(TurnCalls::new(context.clone(), id));
        GmChannel { context, id, known: Mutex::default(), calls, call_looks: watch::Sender::default() }
    }

    /// Sends the GM's turn notifications until there are no more snapshots.
    pub(super) fn calling(&self) -> impl Future<Output = ()> + Send + use<> {
        self.calls.clone().work(Kept::Gms, self.call_looks.subscribe())
    }

    /// Keeps the channel up to date with the newest snapshot, until there are no more.
    pub(super) async fn work(self: Arc<GmChannel>, mut looks: watch::Receiver<Option<Arc<Snapshot>>>) {
        while looks.changed().await.is_ok() {
            loop {
                let Some(snapshot) = looks.borrow_and_update().clone() else { break };
                let at_work = self.context.hub().works();
                let is_done = Box::pin(self.set_right(&snapshot)).await;
                drop(at_work);
                let held_until = self.known.lock().await.held_until;
                let again_in = match (is_done, held_until) {
                    (true, None) => break,
                    (true, Some(at)) => self.context.time_until(at),
                    (false, _) => AGAIN_AFTER,
                };
                tokio::select! {
                    () = tokio::time::sleep(again_in) => {}
                    changed = looks.changed() => if changed.is_err() { return },
                }
            }
        }
    }

    /// Updates the channel. Returns whether everything got through, or never can.
    pub(super) async fn set_right(&self, snapshot: &Arc<Snapshot>) -> bool {
        let mut known = self.known.lock().await;
        known.held_until = None;
        known.looked_at_ms = self.context.now_ms();
        known.rounds += 1;
        let Some(channel) = snapshot.gm.channel else {
            return self.leave(&mut known).await
                && self.end_in_private(snapshot).await
                && self.drop_due(snapshot, "no channel is paired").await;
        };
        match known.onlookers.of(&self.context, snapshot, channel).await {
            Ok(people) if people.is_empty() => {}
            Ok(people) => {
                self.leave(&mut known).await;
                self.warn(&mut known, snapshot, channel, people).await;
                // A finished fight waits for nothing any more.
                return snapshot.header.status != Status::Over
                    || (self.end_in_private(snapshot).await
                        && self.drop_due(snapshot, "players can see the channel").await);
            }
            Err(NotKnown::NotYet) => return false,
            // Until it's known, nothing is shown; but an ending doesn't wait for ever.
            Err(NotKnown::Unknown(why)) => {
                if why == Unknown::NotThere {
                    self.gone(snapshot, channel).await;
                }
                return snapshot.header.status == Status::Over
                    && self.end_in_private(snapshot).await
                    && self.drop_due(snapshot, "Discord did not say who sees it").await;
            }
        }
        known.told.clear();
        known.is_plain = self.is_plain(snapshot, channel).await;
        self.tell(&mut known, snapshot, channel).await
            && self.ask(&mut known, snapshot, channel).await
            && self.call(snapshot).await
            && decided::keep(&self.context, self.id, snapshot, (decided::GMS, Some(channel), &snapshot.gm.scene)).await
            && self.track(&mut known, snapshot, channel).await
            && self.end(&mut known, snapshot, channel).await
    }

    /// Whether its messages are in plain text: if the fight's are, or if the GM wants it.
    async fn is_plain(&self, snapshot: &Snapshot, channel: Snowflake) -> bool {
        let guild_settings = &self.context.guild_settings();
        if snapshot.told_plainly(&self.context).await || !self.context.watch().allows(channel, EMBED_LINKS) {
            return true;
        }
        for gm in &snapshot.gms {
            if guild_settings.is_plain_for(*gm).await {
                return true;
            }
        }
        false
    }

    /// The channel no longer exists, or we can't see it: the link ends.
    async fn gone(&self, snapshot: &Snapshot, channel: Snowflake) {
        tracing::warn!(encounter = self.id, channel, "the GMs' channel is gone, or hidden from us");
        if let Some(handle) = self.context.table(self.id)
            && let Err(error) = self.context.tables().pair(&handle, None).await
        {
            tracing::error!(encounter = self.id, %error, "the GMs' channel could not be unpaired");
        }
        self.whisper(
            snapshot,
            format!(
                "The GM\u{2019}s channel of **{}** is gone, or Umpire can no longer see it, so it\u{2019}s no longer paired. The fight goes on; pair another with /gm channel.",
                text::escape(&snapshot.header.name)
            ),
        )
        .await;
    }

    async fn warn(&self, known: &mut Known, snapshot: &Snapshot, channel: Snowflake, people: Vec<Snowflake>) {
        if known.told == people {
            return;
        }
        let names: Vec<String> = people.iter().map(|it| format!("<@{it}>")).collect();
        known.told = people;
        let names = super::super::compose::words::list(&names);
        self.whisper(
            snapshot,
            format!(
                "{names} can see <#{channel}>, the GM\u{2019}s channel of **{}**, so Umpire has removed its tracker and questions there and posts nothing more. Once they can\u{2019}t see it, it resumes by itself, or with /gm channel. Until then, GM\u{2026} below the fight\u{2019}s tracker shows you everything.",
                text::escape(&snapshot.header.name)
            ),
        )
        .await;
    }

    /// Sends the first GM a direct message.
    async fn whisper(&self, snapshot: &Snapshot, text: String) {
        let Some(gm) = snapshot.gms.first() else { return };
        if let RestOutcome::Opened { channel_id } = self.context.rest().open_private(*gm).await {
            let outcome = self.context.rest().send_once(channel_id, Message::text(text).loud()).await;
            tracing::debug!(?outcome, "the GM was told something in private");
        }
    }

    /// Removes everything that could be read: the tracker, the questions and the notifications.
    async fn leave(&self, known: &mut Known) -> bool {
        known.called.clear();
        // A notification may name somebody hidden, so no more may be sent before everything else is removed.
        self.call_looks.send_replace(None);
        let no_calls = self.calls.leave().await;
        let no_question = self.remove(known, ASKED).await && self.remove(known, decided::GMS).await;
        self.remove(known, TRACKER).await && no_calls && no_question
    }

    /// Removes a message at once.
    async fn remove(&self, known: &mut Known, slot: &str) -> bool {
        self.removed(known, slot, false).await
    }

    /// Removes a question, by the reply to the press of whoever has just answered it if there's one.
    async fn take_question_away(&self, known: &mut Known) -> bool {
        self.removed(known, ASKED, true).await
    }

    /// Removes a message, by the reply to a press if that's wanted. Returns whether it's gone, or can't be removed.
    async fn removed(&self, known: &mut Known, slot: &str, by_reply: bool) -> bool {
        known.drawn.remove(slot);
        let Ok(shown) = self.context.store().message(self.id, slot).await else { return false };
        let Some(shown) = shown else { return true };
        let outcome = match by_reply && self.context.hub().offers.take(shown.message_id, None).await {
            true => RestOutcome::Deleted,
            false => self.context.rest().delete(shown.channel_id, shown.message_id).await,
        };
        let is_gone = matches!(outcome, RestOutcome::Deleted | RestOutcome::Superseded | RestOutcome::Gone(_));
        if !is_gone {
            tracing::warn!(encounter = self.id, slot, ?outcome, "a message of the GMs' channel could not be removed");
        }
        if is_gone || matches!(outcome, RestOutcome::Forbidden { .. } | RestOutcome::Rejected { .. }) {
            if let Err(error) = self.context.store().delete_message(self.id, slot).await {
                tracing::error!(encounter = self.id, %error, "a message could not be forgotten");
            }
            return true;
        }
        false
    }

    pub(super) async fn due(&self) -> Option<Vec<Outgoing>> {
        match self.context.store().due_of(self.id).await {
            Ok(due) => {
                let is_own = |it: &Outgoing| NoticeKind::of(&it.notice).is_some_and(NoticeKind::is_for_the_gm);
                Some(due.into_iter().filter(is_own).collect())
            }
            Err(error) => {
                tracing::error!(encounter = self.id, %error, "the outbox cannot be read");
                None
            }
        }
    }

    /// Nothing that's due is for anybody. What the ending owes the GM isn't a snapshot's to drop that is from before it.
    async fn drop_due(&self, snapshot: &Snapshot, why: &str) -> bool {
        let Some(due) = self.due().await else { return false };
        let is_over = snapshot.header.status == Status::Over;
        let is_owed = |it: &Outgoing| NoticeKind::of(&it.notice).is_some_and(NoticeKind::is_owed_at_the_end);
        for row in due.into_iter().filter(|it| is_over || !is_owed(it)) {
            if let Err(error) = self.context.store().mark_dropped(row.id, why).await {
                tracing::error!(encounter = self.id, %error, "the outbox could not be marked");
                return false;
            }
        }
        true
    }

    /// Notes what only the GM may know of each story for the tracker; what an earlier version gave a message of its own stays there.
    async fn tell(&self, known: &mut Known, snapshot: &Snapshot, channel: Snowflake) -> bool {
        let Some(mut due) = self.due().await else { return false };
        due.retain(|it| NoticeKind::Gm.is_of(&it.notice));
        known.secrets.begin();
        let mut slots: Vec<&str> = due.iter().map(|it| it.notice.slot.as_str()).collect();
        slots.dedup();
        for slot in slots {
            let rows: Vec<&Outgoing> = due.iter().filter(|it| it.notice.slot == slot).collect();
            let Some(last) = rows.last() else { continue };
            let Ok(shown) = self.context.store().message(self.id, slot).await else { return false };
            let told = StoryView::read(&last.notice.payload).ok().filter(|_| last.notice.channel_id == channel);
            // If it never began here, there's nothing to take back.
            let told = told.filter(|it| !it.withdrawn || shown.is_some() || it.secret_lines().next().is_some());
            // In plain text, the tracker has no room to spare.
            if let (Some(told), None, false) = (&told, &shown, known.is_plain) {
                let says = gm::secrets_in_short(told, &snapshot.players);
                if known.secrets.has_room_for(told.began_seq, &says) {
                    known.secrets.note(told.began_seq, says, rows.into_iter().cloned());
                    continue;
                }
            }
            let began = told.as_ref().map(|it| it.began_seq);
            let message = told.and_then(|it| gm::secrets(&it, &snapshot.players, known.is_plain));
            let done = match message {
                Some(message) => self.show(known, slot, channel, shown, message).await,
                None => Done::Never("nothing in it is for the GM alone"),
            };
            if let Some(began) = began.filter(|_| !matches!(done, Done::NotYet)) {
                known.secrets.told_elsewhere(began);
            }
            for row in rows {
                if !self.mark(row, &done).await {
                    return false;
                }
            }
        }
        true
    }

    /// Marks a row of the outbox with its outcome. Returns whether it's done.
    pub(super) async fn mark(&self, row: &Outgoing, done: &Done) -> bool {
        let marked = match done {
            Done::Shown { message_id, made_ms } => self.context.store().mark_sent(row.id, *message_id, *made_ms).await,
            Done::Never(why) => self.context.store().mark_dropped(row.id, why).await,
            Done::NotYet => return false,
        };
        if let Err(error) = &marked {
            tracing::error!(encounter = self.id, %error, "the outbox could not be marked");
        }
        marked.is_ok()
    }

    /// All open questions in one message. A new question pings the GM, which only a new message can do.
    async fn ask(&self, known: &mut Known, snapshot: &Snapshot, channel: Snowflake) -> bool {
        let mut open = gm::gms_own(&snapshot.gm.scene.prompts);
        open.retain(|it| !it.is_umpires);
        let open = if snapshot.header.status == Status::Over { vec![] } else { open };
        let advice = self.advice(known, snapshot, &open).await;
        let gm = snapshot.gms.first().copied();
        let asked = (open.as_slice(), advice.as_slice());
        let message = gm::asked(self.id.unsigned_abs(), asked, gm, &snapshot.players, known.is_plain);
        let Some(mut message) = message else {
            known.called.clear();
            return self.take_question_away(known).await;
        };
        let settings = self.context.guild_settings();
        let unpinged = settings.unpinged(snapshot.header.guild_id, &message.pings, Pings::Questions).await;
        message.pings.retain(|it| !unpinged.contains(it));
        let ids: Vec<_> = open.iter().map(|it| it.id).collect();
        let calls = ids.iter().any(|it| !known.called.contains(it));
        let Ok(shown) = self.context.store().message(self.id, ASKED).await else { return false };
        // After a restart, the existing message has already pinged.
        let elsewhere = shown.as_ref().is_some_and(|it| it.channel_id != channel);
        let calls = elsewhere || (calls && (known.rounds > 1 || shown.is_none()));
        if calls && shown.is_some() && !self.take_question_away(known).await {
            return false;
        }
        let shown = if calls { None } else { shown };
        match self.show(known, ASKED, channel, shown, message).await {
            Done::Shown { message_id, made_ms } => {
                known.called = ids;
                self.note(ASKED, channel, message_id, made_ms).await
            }
            Done::Never(_) => true,
            Done::NotYet => false,
        }
    }

    /// What's said beside the answers to the first few questions. It's worked out once for each, and hardly keeps the question waiting.
    async fn advice(&self, known: &mut Known, snapshot: &Snapshot, open: &[PromptView]) -> Vec<Advice> {
        known.advice.retain(|id, _| open.iter().any(|it| it.id == *id));
        let is_one = same_question::of(self.id.unsigned_abs(), open).is_some();
        let first = if is_one { &[] } else { &open[..open.len().min(SUGGESTED_MAX)] };
        let new: Vec<PromptView> = first.iter().filter(|it| !known.advice.contains_key(&it.id)).cloned().collect();
        if let (false, Some(gm), Some(handle)) = (new.is_empty(), snapshot.gms.first(), self.context.table(self.id)) {
            let (gm, about) = (Caller { seat: Seat(*gm), has_gm_role: false }, new.clone());
            let work = handle.look(move |service| AdviceWork::of(service, &gm, &about)).await;
            let advised = match work {
                Ok(work) => work.within(&self.context, self.context.thinking().asked).await,
                Err(_) => vec![],
            };
            for (at, it) in new.iter().enumerate() {
                known.advice.insert(it.id, advised.get(at).map(Advised::in_short).unwrap_or_default());
            }
        }
        first.iter().map(|it| known.advice.get(&it.id).cloned().unwrap_or_default()).collect()
    }

    /// Notifies the GM of their combatants' turns. For a finished fight: returns whether no notification is left.
    async fn call(&self, snapshot: &Arc<Snapshot>) -> bool {
        self.calls.enter();
        self.call_looks.send_replace(Some(snapshot.clone()));
        snapshot.header.status != Status::Over || self.calls.set_right(Kept::Gms, snapshot).await.is_none()
    }

    async fn track(&self, known: &mut Known, snapshot: &Snapshot, channel: Snowflake) -> bool {
        let Ok(shown) = self.context.store().message(self.id, TRACKER).await else { return false };
        if !self.stands(known, shown.as_ref(), channel) {
            known.wait.lost();
        }
        // What the GM does from now on isn't in it.
        let (delays, looked_at_ms) = (self.context.tracker_delays(), known.looked_at_ms);
        let activity = self.context.gm_activity();
        let is_heard = |since_ms: i64| snapshot.gms.iter().any(|gm| activity.heard_since(*gm, since_ms));
        known.held_until = known.wait.for_the_gm(snapshot, delays, self.context.instant(), is_heard);
        if known.held_until.is_some() {
            return true;
        }
        known.wait.drew(&snapshot.gm.scene, gm_is_awaited(snapshot), looked_at_ms);
        let last = known.secrets.with(snapshot, LAST_CHARS_MAX);
        let done = self.draw(known, snapshot, (channel, shown), last.says).await;
        let began = match &done {
            Done::Shown { .. } => last.began,
            // It tells nothing: its secrets get messages of their own, unless those can't be posted either.
            Done::Never(_) => vec![],
            Done::NotYet => {
                known.wait.lost();
                return false;
            }
        };
        let (told, is_all) = known.secrets.told(&began);
        for row in told {
            if !self.mark(&row, &done).await {
                return false;
            }
        }
        is_all
    }

    /// Whether the tracker is there, as far as known, and shows what we drew.
    fn stands(&self, known: &Known, shown: Option<&ShownMessage>, channel: Snowflake) -> bool {
        known.drawn.contains_key(TRACKER)
            && shown.is_some_and(|it| it.channel_id == channel && !self.context.hub().has_seen_gone(it.message_id))
    }

    /// Draws the tracker. An error of the store counts as not yet.
    async fn draw(
        &self,
        known: &mut Known,
        snapshot: &Snapshot,
        (channel, shown): (Snowflake, Option<ShownMessage>),
        mut last: Vec<String>,
    ) -> Done {
        let tracker = Tracker {
            encounter: self.id.unsigned_abs(),
            name: &snapshot.header.name,
            scene: &snapshot.gm.scene,
            faulted: snapshot.header.status == Status::Faulted,
            commitment: &snapshot.header.commitment,
            last: &[],
            chain: &snapshot.gm.chain,
        };
        last.extend(snapshot.gm.group_outlived.as_ref().map(|it| format!("{}.", text::escape(it))));
        let (channel_id, notes) = (snapshot.header.channel_id, &snapshot.gm.notes);
        let mut message =
            gm::gm_tracker(&tracker, channel_id, notes, (&last, snapshot.gm.undo.as_deref()), known.is_plain);
        if tracker.scene.stage == Stage::Gathering && !tracker.faulted {
            message.rows = gm_shortcuts::gathering(tracker.encounter, message.rows);
        }
        match snapshot.gm.acting_group() {
            // While an order is carried out, the people are what matters; other orders are in the panel.
            Some(doing) => {
                gm::put_last(&mut message.rows, group_rows::stop(tracker.encounter, doing));
            }
            None => {
                let fresh = tracker.scene.seq as u32;
                let groups = group_rows::rows(tracker.encounter, tracker.scene, snapshot.gm.group.as_ref(), fresh);
                message.rows.extend(groups.into_iter().take(ROWS_MAX - message.rows.len()));
            }
        }
        let over = snapshot.header.status == Status::Over;
        if over && message.rows.len() < ROWS_MAX {
            message.rows.push(play_again::button(tracker.encounter));
        }
        let is_far = |it: &ShownMessage| {
            self.context.watch().below(channel) > BELOW_MAX || self.context.now_ms() - it.created_at_ms > AGE_MAX_MS
        };
        let moves = shown.as_ref().is_some_and(|it| it.channel_id != channel || (!over && is_far(it)));
        if moves && !self.remove(known, TRACKER).await {
            return Done::NotYet;
        }
        let shown = if moves { None } else { shown };
        let before = shown.as_ref().map(|it| it.message_id);
        let message = match self.context.watch().allows(channel, ATTACH_FILES) {
            true => {
                let theme = self.context.guild_settings().of(snapshot.header.guild_id).await.theme;
                let plan = with_brought(&self.context, self.id, MapPlan::of(&snapshot.gm.scene).in_theme(theme)).await;
                known.map.put_on(self.context.map_renderer(), message, plan, shown.is_none()).await
            }
            false => {
                known.map.lost();
                message
            }
        };
        let keeps = message.keeps_files;
        match self.show(known, TRACKER, channel, shown, message).await {
            Done::Shown { message_id, made_ms } => {
                // The message had to be replaced, and came without the picture that the old one would have kept.
                match keeps && before != Some(message_id) {
                    true => known.map.lost(),
                    false => known.map.arrived(),
                }
                match over {
                    true => self.context.watch().forget(channel),
                    false => {
                        self.context.watch().set(channel, false, snapshot.gms.clone());
                        self.context.watch().tracker_is(channel, message_id);
                    }
                }
                match self.note(TRACKER, channel, message_id, made_ms).await {
                    true => Done::Shown { message_id, made_ms },
                    false => Done::NotYet,
                }
            }
            Done::Never(_) if known.map.is_going_up() => {
                // Attaching files may be forbidden there: try once more, without.
                known.map.lost();
                self.context.watch().lost(channel, ATTACH_FILES);
                Done::NotYet
            }
            Done::Never(why) => Done::Never(why),
            Done::NotYet => {
                known.map.lost();
                Done::NotYet
            }
        }
    }

    /// Shows a message in a slot: edits the existing one, or sends a new one.
    pub(super) async fn show(
        &self,
        known: &mut Known,
        slot: &str,
        channel: Snowflake,
        shown: Option<ShownMessage>,
        message: Message,
    ) -> Done {
        let shown = shown.filter(|it| it.channel_id == channel);
        if let Some(shown) = shown {
            let there = Done::Shown { message_id: shown.message_id, made_ms: shown.created_at_ms };
            let stands = !self.context.hub().has_seen_gone(shown.message_id);
            if stands && known.drawn.get(slot) == Some(&as_seen(&message)) && message.files.is_empty() {
                return there;
            }
            let is_told =
                message.files.is_empty() && self.context.hub().offers.take(shown.message_id, Some(&message)).await;
            let outcome = match is_told {
                true => RestOutcome::Edited,
                false => self.context.rest().edit(shown.channel_id, shown.message_id, message.clone()).await,
            };
            match outcome {
                RestOutcome::Edited | RestOutcome::Superseded => {
                    known.drawn.insert(slot.to_owned(), as_seen(&message));
                    return there;
                }
                RestOutcome::Gone(Gone::Message) | RestOutcome::TooOld => {}
                outcome => return self.not_shown(slot, &outcome),
            }
        }
        match send::send(&self.context, self.id, slot, channel, message.clone()).await {
            RestOutcome::Sent { message_id } => {
                // If a previous process sent it without recording it, it shows an earlier state.
                if known.rounds <= 1 {
                    let outcome = self.context.rest().edit(channel, message_id, message.clone()).await;
                    tracing::debug!(encounter = self.id, slot, ?outcome, "a message was brought up to date");
                }
                known.drawn.insert(slot.to_owned(), as_seen(&message));
                Done::Shown { message_id, made_ms: self.context.now_ms() }
            }
            outcome => self.not_shown(slot, &outcome),
        }
    }

    fn not_shown(&self, slot: &str, outcome: &RestOutcome) -> Done {
        tracing::warn!(encounter = self.id, slot, ?outcome, "something could not be shown in the GMs' channel");
        match outcome {
            RestOutcome::GaveUp(_) => Done::NotYet,
            _ => Done::Never("the GMs' channel did not take it"),
        }
    }

    async fn note(&self, slot: &str, channel_id: Snowflake, message_id: Snowflake, created_at_ms: i64) -> bool {
        let shown = ShownMessage { slot: slot.to_owned(), channel_id, message_id, created_at_ms };
        match self.context.store().put_message(self.id, shown).await {
            Ok(()) => true,
            Err(error) => {
                tracing::error!(encounter = self.id, %error, "a message of the GMs' channel could not be noted");
                false
            }
        }
    }
}

/// The outcome for a message.
pub(super) enum Done {
    Shown { message_id: Snowflake, made_ms: i64 },
    Never(&'static str),
    NotYet,
}
