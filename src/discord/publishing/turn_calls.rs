//! Turn notifications. If a story tells what ended the turn before, it notifies them itself (see `call_in_story`). Otherwise it's one short
//! message if a turn has begun and nobody has acted within a moment, one for a whole side; it's edited to drop those who have acted, and
//! deleted when nobody is left or the turn is over.
//!
//! Players are notified in the fight's channel, based on what everyone sees. The GM is notified in the GMs' channel if there is one,
//! otherwise in the fight's channel too, for visible foes. The player of somebody hidden gets a direct message. Each of the three follows
//! its own order of turns in its own task, so that no timing gives away another.
//!
//! The slot of a notification records what it's for, so that after a restart the new process knows who has been notified and notifies
//! nobody twice.

use super::{
    super::{
        message::Message,
        pings_wanted::Pings,
        publisher_context::PublisherContext,
        rest::{Gone, PendingRequest, RestOutcome},
        text,
    },
    send,
    snapshot::Snapshot,
    turn_call_words::{Called, message, when, with_act_as},
    turns::{CALLED_AFTER, GM_CALLED_AFTER, Next, Step, Steps},
    who_is_called::{called_openly, gm_without_a_channel, waits_for_the_gm},
};
use crate::{
    engine::view::FighterView,
    failpoint,
    store::{EncounterId, ShownMessage, Snowflake, Status},
};
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{Mutex, watch},
    time::Instant,
};

/// How long to wait before a retry.
const AGAIN_AFTER: Duration = Duration::from_secs(5);
/// Recorded in place of a notification's message while it's being sent, so that one sent but not recorded is found after a crash.
const ON_ITS_WAY: Snowflake = 0;
/// Recorded in place of a notification that's deleted or part of a story, so that nobody is notified of that turn again.
pub(super) const TAKEN_UP: Snowflake = 1;

/// Whom a message notifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Audience {
    /// Those who everyone sees may act, in the fight's channel.
    Channel,
    /// The GM, in the GMs' channel.
    Gms,
    /// The player of somebody hidden, in a direct message.
    Alone(Snowflake),
}

/// The prefix of direct messages' slots.
const ALONE: &str = "turn:alone:";

impl Audience {
    /// The prefix of its slots; a [`Step`] follows.
    pub(super) fn prefix(self) -> String {
        match self {
            Audience::Channel => "turn:open:".to_owned(),
            Audience::Gms => "gm:turn:".to_owned(),
            Audience::Alone(seat) => format!("{ALONE}{seat}:"),
        }
    }
}

/// The notifications that a task manages.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kept {
    /// Those in the fight's channel.
    Open,
    /// Direct messages.
    Alone,
    /// Those in the GMs' channel. That channel's task says when no player can see it.
    Gms,
}

/// A fight's turn notifications.
pub(super) struct TurnCalls {
    pub(super) context: Arc<PublisherContext>,
    pub(super) id: EncounterId,
    /// Held during an update, so that nothing is being sent when the fight ends.
    pub(super) known: Mutex<Known>,
    /// Whether there's a newer snapshot than the one being processed: a notification that's still waiting to be sent may be for a turn that
    /// has passed.
    is_late: watch::Sender<bool>,
    /// Whether the GMs' channel has been cleared since the last snapshot, because a player can see it.
    left: AtomicBool,
}

/// What this process knows about its notifications.
#[derive(Default)]
pub(super) struct Known {
    pub(super) steps: HashMap<Audience, Steps>,
    /// The text of each, by slot.
    said: HashMap<String, String>,
    /// The newest state of which a story has called somebody: an older snapshot has nothing more to say.
    pub(super) told_at: u64,
    /// Whether a group was acting by its order, when last looked at.
    group_acts: HashMap<Audience, bool>,
    /// Edits being sent, by slot.
    edits: HashMap<String, PendingRequest>,
}

impl Known {
    /// Forgets edits that failed, so that they're sent again. Returns whether none is being sent any more.
    fn look_at_edits(&mut self) -> bool {
        let Known { said, edits, .. } = self;
        edits.retain(|slot, edit| match edit.look() {
            None => true,
            Some(RestOutcome::GaveUp(_)) => {
                said.remove(slot);
                false
            }
            Some(_) => false,
        });
        edits.is_empty()
    }
}

impl TurnCalls {
    /// Of one fight.
    pub(super) fn new(context: Arc<PublisherContext>, id: EncounterId) -> TurnCalls {
        TurnCalls {
            context,
            id,
            known: Mutex::default(),
            is_late: watch::Sender::new(false),
            left: AtomicBool::new(false),
        }
    }

    /// Keeps the notifications up to date with the newest snapshot, until there are no more.
    pub(super) async fn work(self: Arc<TurnCalls>, kept: Kept, mut looks: watch::Receiver<Option<Arc<Snapshot>>>) {
        while looks.changed().await.is_ok() {
            loop {
                let Some(snapshot) = looks.borrow_and_update().clone() else { break };
                self.is_late.send_replace(false);
                let at_work = self.context.hub().works();
                let mut set_right = Box::pin(self.set_right(kept, &snapshot));
                let again_at = tokio::select! {
                    again_at = &mut set_right => again_at,
                    Ok(()) = looks.changed() => {
                        self.is_late.send_replace(true);
                        set_right.await;
                        continue;
                    }
                };
                drop(at_work);
                let Some(again_at) = again_at else { break };
                tokio::select! {
                    () = tokio::time::sleep_until(again_at) => {}
                    changed = looks.changed() => if changed.is_err() { return },
                }
            }
        }
    }

    /// Sends missing notifications and deletes outdated ones. Returns when to check again, if that isn't all.
    pub(super) async fn set_right(&self, kept: Kept, snapshot: &Snapshot) -> Option<Instant> {
        let all: Vec<Snowflake> = snapshot.players.iter().chain(&snapshot.gms).copied().collect();
        let settings = self.context.guild_settings();
        let unpinged = &settings.unpinged(snapshot.header.guild_id, &all, Pings::Turns).await;
        let mut known = self.known.lock().await;
        if snapshot.gm.scene.seq < known.told_at {
            return None; // a newer one follows
        }
        let Ok(shown) = self.context.store().messages(self.id).await else { return Some(Instant::now() + AGAIN_AFTER) };
        match kept {
            Kept::Open => self.open(&mut known, snapshot, &shown, unpinged).await,
            Kept::Alone => self.alone(&mut known, snapshot, &shown, unpinged).await,
            Kept::Gms => self.gms(&mut known, snapshot, &shown, unpinged).await,
        }
    }

    async fn open(
        &self,
        known: &mut Known,
        snapshot: &Snapshot,
        shown: &[ShownMessage],
        unpinged: &[Snowflake],
    ) -> Option<Instant> {
        self.see_a_group_end(known, Audience::Channel, snapshot);
        let next = self.next(known, Audience::Channel, snapshot, shown, called_openly(snapshot, unpinged));
        self.keep(known, Audience::Channel, next, Some(snapshot.header.channel_id), shown, &when(&snapshot.scene, "."))
            .await
    }

    async fn alone(
        &self,
        known: &mut Known,
        snapshot: &Snapshot,
        shown: &[ShownMessage],
        unpinged: &[Snowflake],
    ) -> Option<Instant> {
        let gm = gm_without_a_channel(snapshot);
        let player = |it: &FighterView| it.player.map(|seat| seat.0).or(gm.filter(|_| waits_for_the_gm(snapshot, it)));
        // Whoever was notified in the channel looks at the fight anyway.
        let may_act = |it: &&FighterView| snapshot.scene.may_act.contains(&it.id);
        let open: Vec<Snowflake> = members(snapshot.scene.sides.iter()).filter(may_act).filter_map(player).collect();
        let hidden = members(snapshot.gm.scene.sides.iter()).filter(|it| it.hidden).filter_map(player);
        let noted = shown.iter().filter_map(|it| it.slot.strip_prefix(ALONE)?.split(':').next()?.parse().ok());
        let mut seats: Vec<Snowflake> = hidden.chain(noted).collect();
        seats.sort_unstable();
        seats.dedup();
        let mut again = None;
        for seat in seats {
            let audience = Audience::Alone(seat);
            let own = |it: &FighterView| {
                player(it).filter(|it2| it.hidden && *it2 == seat && !open.contains(it2) && !unpinged.contains(it2))
            };
            if gm == Some(seat) {
                self.see_a_group_end(known, audience, snapshot);
            }
            let next = self.next(known, audience, snapshot, shown, own);
            let way = format!(
                " in <#{}>, and only you know. Press **Act as\u{2026}** below the tracker there.",
                snapshot.header.channel_id
            );
            let at = self.keep(known, audience, next, None, shown, &when(&snapshot.gm.scene, &way)).await;
            again = again.into_iter().chain(at).min();
        }
        again
    }

    async fn gms(
        &self,
        known: &mut Known,
        snapshot: &Snapshot,
        shown: &[ShownMessage],
        unpinged: &[Snowflake],
    ) -> Option<Instant> {
        let channel = snapshot.gm.channel.filter(|_| !self.left.load(Ordering::Acquire))?;
        let gm = snapshot.gms.first().copied().filter(|it| !unpinged.contains(it));
        let is_gms = |it: &FighterView| it.player.is_none() && waits_for_the_gm(snapshot, it);
        self.see_a_group_end(known, Audience::Gms, snapshot);
        let next = self.next(known, Audience::Gms, snapshot, shown, |it| gm.filter(|_| is_gms(it)));
        // If the GMs' channel has changed, notifications in the old one are deleted.
        let moved = |it: &&ShownMessage| it.slot.starts_with(&Audience::Gms.prefix()) && it.channel_id != channel;
        for old in shown.iter().filter(moved) {
            if !self.take_away(old, false).await {
                return Some(Instant::now() + AGAIN_AFTER);
            }
        }
        let here: Vec<ShownMessage> = shown.iter().filter(|it| !moved(it)).cloned().collect();
        let why = snapshot.gm.group_outlived.as_ref().map_or_else(String::new, |it| format!(": {}", text::escape(it)));
        self.keep(known, Audience::Gms, next, Some(channel), &here, &when(&snapshot.gm.scene, &format!("{why}."))).await
    }

    /// Whoever is left once a group no longer acts waits for its GM, who wasn't notified before.
    fn see_a_group_end(&self, known: &mut Known, audience: Audience, snapshot: &Snapshot) {
        let acts = snapshot.gm.acting_group().is_some();
        if known.group_acts.insert(audience, acts) == Some(true) && !acts {
            known.steps.entry(audience).or_default().again(self.context.instant());
        }
    }

    /// No player can see the GMs' channel now, so notifications are allowed there.
    pub(super) fn enter(&self) {
        self.left.store(false, Ordering::Release);
    }

    /// Deletes the notifications in the GMs' channel, and allows none until it's entered again. Returns whether they're gone.
    pub(super) async fn leave(&self) -> bool {
        self.left.store(true, Ordering::Release);
        let mut known = self.known.lock().await;
        known.steps.remove(&Audience::Gms);
        let Ok(shown) = self.context.store().messages(self.id).await else { return false };
        let mut all_done = true;
        for old in shown.iter().filter(|it| it.slot.starts_with(&Audience::Gms.prefix())) {
            all_done &= self.take_away(old, false).await;
        }
        all_done
    }

    /// Whether there are notifications in this fight now.
    pub(super) fn are_wanted(&self, snapshot: &Snapshot) -> bool {
        self.context.pace().call_turns && snapshot.header.status == Status::Fighting && !snapshot.is_deserted
    }

    /// What the newest snapshot requires for an audience.
    fn next<'a>(
        &self,
        known: &mut Known,
        audience: Audience,
        snapshot: &'a Snapshot,
        shown: &[ShownMessage],
        seat: impl Fn(&FighterView) -> Option<Snowflake>,
    ) -> Next<Called<'a>> {
        if !self.are_wanted(snapshot) {
            known.steps.remove(&audience);
            return Next::Nothing;
        }
        let steps = known.steps.entry(audience).or_insert_with(|| {
            // A previous process may have sent a notification.
            let prefix = audience.prefix();
            let noted = shown.iter().filter(|it| it.slot.starts_with(&prefix)).max_by_key(|it| it.created_at_ms);
            let noted = noted.and_then(|it| Some((it.slot.strip_prefix(&prefix)?.parse().ok()?, it.message_id)));
            noted.map_or_else(Steps::default, |(step, message)| Steps::taken_up_again(step, message != TAKEN_UP))
        });
        let scene = if audience == Audience::Channel { &snapshot.scene } else { &snapshot.gm.scene };
        match audience {
            // Nothing else that they could see tells them.
            Audience::Alone(_) => steps.see_at_once(scene, seat),
            Audience::Channel => steps.see(scene, seat, self.context.instant(), CALLED_AFTER),
            Audience::Gms => {
                let after = if snapshot.gm.did_last { GM_CALLED_AFTER } else { CALLED_AFTER };
                steps.see(scene, seat, self.context.instant(), after)
            }
        }
    }

    /// Makes sure that the required notification is there, and no other for its audience. Returns when to check again, if that isn't all.
    async fn keep(
        &self,
        known: &mut Known,
        audience: Audience,
        next: Next<Called<'_>>,
        channel: Option<Snowflake>,
        shown: &[ShownMessage],
        when: &(dyn Fn(&Called<'_>) -> String + Sync),
    ) -> Option<Instant> {
        let prefix = audience.prefix();
        let step = known.steps.get(&audience).and_then(Steps::step);
        let slot = step.map(|it: &Step| format!("{prefix}{it}"));
        let mut all_done = known.look_at_edits();
        // Outdated ones are deleted before anybody is notified again.
        for old in shown.iter().filter(|it| it.slot.starts_with(&prefix)) {
            let is_this = Some(&old.slot) == slot.as_ref();
            if !is_this || (matches!(next, Next::Nothing) && old.message_id != TAKEN_UP) {
                known.said.remove(&old.slot);
                known.edits.remove(&old.slot);
                all_done &= self.take_away(old, is_this).await;
            }
        }
        let mut again = None;
        match (next, slot) {
            (Next::Later(at), _) => again = Some(Instant::now() + self.context.time_until(at)),
            (Next::Call(called), Some(slot)) => {
                let there = shown.iter().find(|it| it.slot == slot && it.message_id != ON_ITS_WAY);
                let message = message(&called, &when(&called));
                // In a direct message, the button would belong to no fight.
                let message = if channel.is_some() { with_act_as(message, self.id) } else { message };
                let content = message.content.clone();
                let done = match there {
                    Some(_) if known.said.get(&slot) == Some(&content) => true,
                    // It turned out that nobody can be notified.
                    Some(there) if there.message_id == TAKEN_UP => true,
                    Some(there) => {
                        // It pings nobody again, and every question goes first.
                        let edit = self.context.rest().edit_later(there.channel_id, there.message_id, message);
                        known.edits.insert(slot.clone(), edit);
                        all_done = false; // until it is known what became of it
                        true
                    }
                    None => {
                        // A record of its being sent may be a previous process's, or belong to a request that got no response.
                        let may_stand = shown.iter().any(|it| it.slot == slot);
                        self.send(audience, &slot, channel, message, may_stand).await
                    }
                };
                if done {
                    known.said.insert(slot, content);
                }
                all_done &= done;
            }
            _ => {}
        }
        if !all_done {
            let soon = Instant::now() + AGAIN_AFTER;
            again = Some(again.map_or(soon, |it: Instant| it.min(soon)));
        }
        again
    }

    /// Sends a notification; if one with its nonce got through earlier, that's the one. Returns whether it's done.
    async fn send(
        &self,
        audience: Audience,
        slot: &str,
        channel: Option<Snowflake>,
        message: Message,
        may_stand: bool,
    ) -> bool {
        let channel = match (audience, channel) {
            (Audience::Alone(seat), _) => match self.context.rest().open_private(seat).await {
                RestOutcome::Opened { channel_id } => channel_id,
                outcome => return self.not_called(slot, 0, &outcome).await,
            },
            (_, Some(channel)) => channel,
            (_, None) => return true,
        };
        // Recorded before it's sent, so that one left behind by a crash is found.
        if !self.note(slot, channel, ON_ITS_WAY).await {
            return false;
        }
        let mut is_late = self.is_late.subscribe();
        let late = async { drop(is_late.wait_for(|it| *it).await) };
        match send::send_later(&self.context, self.id, slot, channel, message, late).await {
            RestOutcome::Superseded => {
                // Without the record, the next one would use another nonce and ping somebody a second time.
                if !may_stand && let Err(error) = self.context.store().delete_message(self.id, slot).await {
                    tracing::error!(encounter = self.id, %error, "a call that was not sent stays noted");
                }
                false // whether it is still wanted, the newer look tells
            }
            RestOutcome::Sent { message_id } => {
                failpoint::hit("call.after_send");
                self.note(slot, channel, message_id).await
            }
            outcome => self.not_called(slot, channel, &outcome).await,
        }
    }

    /// Nobody could be notified. Returns whether that's recorded.
    async fn not_called(&self, slot: &str, channel: Snowflake, outcome: &RestOutcome) -> bool {
        tracing::warn!(encounter = self.id, ?outcome, "nobody could be called to their turn");
        !matches!(outcome, RestOutcome::GaveUp(_)) && self.note(slot, channel, TAKEN_UP).await
    }

    pub(super) async fn note(&self, slot: &str, channel_id: Snowflake, message_id: Snowflake) -> bool {
        let shown =
            ShownMessage { slot: slot.to_owned(), channel_id, message_id, created_at_ms: self.context.now_ms() };
        match self.context.store().put_message(self.id, shown).await {
            Ok(()) => true,
            Err(error) => {
                tracing::error!(encounter = self.id, %error, "a call could not be noted");
                false
            }
        }
    }

    /// Deletes a notification; while its turn goes on, a record stays, so that nobody is notified of it again. Returns whether it's done.
    async fn take_away(&self, old: &ShownMessage, stays: bool) -> bool {
        let outcome = match old.message_id {
            TAKEN_UP => RestOutcome::Deleted,
            // From a previous process. Sending it again with its nonce finds it; if it was never sent, it's sent now but pings nobody.
            ON_ITS_WAY => {
                let message = Message::text("That turn is over.");
                match send::send(&self.context, self.id, &old.slot, old.channel_id, message).await {
                    RestOutcome::Sent { message_id } => self.context.rest().delete(old.channel_id, message_id).await,
                    outcome => outcome,
                }
            }
            message_id => self.context.rest().delete(old.channel_id, message_id).await,
        };
        match outcome {
            RestOutcome::Deleted | RestOutcome::Superseded | RestOutcome::Gone(Gone::Message | Gone::Channel) => {}
            outcome => {
                tracing::warn!(encounter = self.id, ?outcome, "a call could not be taken away");
                if !matches!(outcome, RestOutcome::Forbidden { .. } | RestOutcome::Rejected { .. }) {
                    return false;
                }
            }
        }
        match stays {
            true => self.note(&old.slot, old.channel_id, TAKEN_UP).await,
            false => self.context.store().delete_message(self.id, &old.slot).await.is_ok(),
        }
    }
}

fn members<'a>(
    sides: impl Iterator<Item = &'a crate::engine::view::SideView>,
) -> impl Iterator<Item = &'a FighterView> {
    sides.flat_map(|it| &it.members)
}
