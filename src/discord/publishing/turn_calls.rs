//! Calls to anyone who may act: one short message when a turn has begun and has not been taken up within a moment, one for all of a side. Who
//! has acted is no longer named in it, and it goes when nobody is left or the turn is over; so none is ever stale.
//!
//! Players are called in the fight's channel, by what everyone sees. The GM is called in the GMs' channel if there is one, else there too,
//! for foes that everyone sees. Who plays someone hidden is called alone. Each of the three has an order of turns of its own to follow
//! and a task of its own, so that no pace tells of the others.
//!
//! What a call is for is noted in its slot, so that a process after this one knows who has been called: it calls nobody twice.

use super::{
    super::{
        compose::words,
        message::Message,
        publisher_context::PublisherContext,
        rest::{Gone, PendingRequest, RestOutcome},
        text,
    },
    message_slots::TRACKER,
    send,
    snapshot::Snapshot,
    turns::{Next, Step, Steps},
};
use crate::{
    engine::view::{FighterView, Mark, Scene},
    failpoint,
    store::{EncounterId, ShownMessage, Snowflake, Status},
};
use std::{
    collections::HashMap,
    pin::pin,
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

/// How long to wait before what did not get through is tried again.
const AGAIN_AFTER: Duration = Duration::from_secs(5);
/// So many characters of a call the names take; as many people as a fight has can be mentioned besides.
const NAMES_MAX_CHARS: usize = 400;
/// Noted in place of a call's message while it is on its way, so that one which was sent and not noted is found after a crash.
const ON_ITS_WAY: Snowflake = 0;
/// Noted in place of a call's message that is gone, so that nobody is called to that turn again.
const TAKEN_UP: Snowflake = 1;

/// Whom one message calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Audience {
    /// Anyone who may act as everyone sees, in the fight's channel.
    Channel,
    /// The GM, in the GMs' channel.
    Gms,
    /// One person alone, who plays someone hidden.
    Alone(Snowflake),
}

/// What the slots of those begin with who are called alone.
const ALONE: &str = "turn:alone:";

impl Audience {
    /// What its slots begin with; a [`Step`] follows.
    fn prefix(self) -> String {
        match self {
            Audience::Channel => "turn:open:".to_owned(),
            Audience::Gms => "gm:turn:".to_owned(),
            Audience::Alone(seat) => format!("{ALONE}{seat}:"),
        }
    }
}

/// Which calls a task keeps.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kept {
    /// Those in the fight's channel.
    Open,
    /// Those to people alone.
    Alone,
    /// Those in the GMs' channel. It is for anyone who keeps that channel to say when no player can look into it.
    Gms,
}

/// Calls of one fight.
pub(super) struct TurnCalls {
    context: Arc<PublisherContext>,
    id: EncounterId,
    /// Held while calls are being set right, so that the fight's end finds none on its way.
    known: Mutex<Known>,
    /// Whether there is a newer look at the fight than that by which calls are being set right: one that still waits to be sent may be for
    /// a turn that has passed.
    is_late: watch::Sender<bool>,
    /// Whether the GMs' channel has been left since the last look, because a player can see it.
    left: AtomicBool,
}

/// What this process knows of its calls.
#[derive(Default)]
struct Known {
    steps: HashMap<Audience, Steps>,
    /// What each says, by slot.
    said: HashMap<String, String>,
    /// Edits that are on their way, by slot.
    edits: HashMap<String, PendingRequest>,
}

impl Known {
    /// Forgets what was not said after all, so that it is said again. Whether no edit is on its way any more.
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

/// Those who are to be called by one message: what they are called and who plays them.
type Called<'a> = Vec<(&'a FighterView, Snowflake)>;

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

    /// Keeps the calls as the newest look at the fight wants them, until nobody looks any more.
    pub(super) async fn work(self: Arc<TurnCalls>, kept: Kept, mut looks: watch::Receiver<Option<Arc<Snapshot>>>) {
        while looks.changed().await.is_ok() {
            loop {
                let Some(snapshot) = looks.borrow_and_update().clone() else { break };
                self.is_late.send_replace(false);
                let mut set_right = pin!(self.set_right(kept, &snapshot));
                let again_at = tokio::select! {
                    again_at = &mut set_right => again_at,
                    Ok(()) = looks.changed() => {
                        self.is_late.send_replace(true);
                        set_right.await;
                        continue;
                    }
                };
                let Some(again_at) = again_at else { break };
                tokio::select! {
                    () = tokio::time::sleep_until(again_at) => {}
                    changed = looks.changed() => if changed.is_err() { return },
                }
            }
        }
    }

    /// Sends the call that is missing and takes away what is over. When to look again, if that is not all.
    pub(super) async fn set_right(&self, kept: Kept, snapshot: &Snapshot) -> Option<Instant> {
        let mut known = self.known.lock().await;
        let Ok(shown) = self.context.store().messages(self.id).await else { return Some(Instant::now() + AGAIN_AFTER) };
        match kept {
            Kept::Open => self.open(&mut known, snapshot, &shown).await,
            Kept::Alone => self.alone(&mut known, snapshot, &shown).await,
            Kept::Gms => self.gms(&mut known, snapshot, &shown).await,
        }
    }

    async fn open(&self, known: &mut Known, snapshot: &Snapshot, shown: &[ShownMessage]) -> Option<Instant> {
        let gm = gm_without_a_channel(snapshot);
        let seat = |it: &FighterView| it.player.map(|seat| seat.0).or(gm.filter(|_| it.umpire.is_none()));
        let next = self.next(known, Audience::Channel, snapshot, shown, seat);
        let tracker = shown.iter().find(|it| it.slot == TRACKER);
        let link = tracker.map(|it| text::message_link(snapshot.header.guild_id, it.channel_id, it.message_id));
        let way = link.map_or_else(|| ".".to_owned(), |it| format!(": {it}"));
        self.keep(known, Audience::Channel, next, Some(snapshot.header.channel_id), shown, &when(&snapshot.scene, &way))
            .await
    }

    async fn alone(&self, known: &mut Known, snapshot: &Snapshot, shown: &[ShownMessage]) -> Option<Instant> {
        let gm = gm_without_a_channel(snapshot);
        let player = |it: &FighterView| it.player.map(|seat| seat.0).or(gm.filter(|_| it.umpire.is_none()));
        // Anyone who is called in the channel looks at the fight anyway.
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
            let own = |it: &FighterView| player(it).filter(|it2| it.hidden && *it2 == seat && !open.contains(it2));
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

    async fn gms(&self, known: &mut Known, snapshot: &Snapshot, shown: &[ShownMessage]) -> Option<Instant> {
        let channel = snapshot.gm.channel.filter(|_| !self.left.load(Ordering::Acquire))?;
        let gm = snapshot.gms.first().copied();
        let is_gms = |it: &FighterView| it.player.is_none() && it.umpire.is_none();
        let next = self.next(known, Audience::Gms, snapshot, shown, |it| gm.filter(|_| is_gms(it)));
        // Where the GMs have another channel now, what stands in the old one goes.
        let moved = |it: &&ShownMessage| it.slot.starts_with(&Audience::Gms.prefix()) && it.channel_id != channel;
        for old in shown.iter().filter(moved) {
            if !self.take_away(old, false).await {
                return Some(Instant::now() + AGAIN_AFTER);
            }
        }
        let here: Vec<ShownMessage> = shown.iter().filter(|it| !moved(it)).cloned().collect();
        self.keep(known, Audience::Gms, next, Some(channel), &here, &when(&snapshot.gm.scene, ".")).await
    }

    /// No player can look into the GMs' channel now, so calls may stand there.
    pub(super) fn enter(&self) {
        self.left.store(false, Ordering::Release);
    }

    /// Takes away what stands in the GMs' channel, and lets nothing stand there until it is entered. Whether it is gone.
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

    /// What the newest look wants of an audience.
    fn next<'a>(
        &self,
        known: &mut Known,
        audience: Audience,
        snapshot: &'a Snapshot,
        shown: &[ShownMessage],
        seat: impl Fn(&FighterView) -> Option<Snowflake>,
    ) -> Next<Called<'a>> {
        if !self.context.pace().call_turns || snapshot.header.status != Status::Fighting {
            known.steps.remove(&audience);
            return Next::Nothing;
        }
        let steps = known.steps.entry(audience).or_insert_with(|| {
            // A process before this one may have called.
            let prefix = audience.prefix();
            let noted = shown.iter().filter(|it| it.slot.starts_with(&prefix)).max_by_key(|it| it.created_at_ms);
            let noted = noted.and_then(|it| Some((it.slot.strip_prefix(&prefix)?.parse().ok()?, it.message_id)));
            noted.map_or_else(Steps::default, |(step, message)| Steps::taken_up_again(step, message != TAKEN_UP))
        });
        let scene = if audience == Audience::Channel { &snapshot.scene } else { &snapshot.gm.scene };
        steps.see(scene, seat, Instant::now())
    }

    /// Has the call stand that is wanted, and no other of its audience. When to look again, if that is not all.
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
        // What is over goes before anyone is called anew.
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
            (Next::Later(at), _) => again = Some(at),
            (Next::Call(called), Some(slot)) => {
                let there = shown.iter().find(|it| it.slot == slot && it.message_id != ON_ITS_WAY);
                let message = message(&called, &when(&called));
                let content = message.content.clone();
                let done = match there {
                    Some(_) if known.said.get(&slot) == Some(&content) => true,
                    // It has been found out that nobody can be called.
                    Some(there) if there.message_id == TAKEN_UP => true,
                    Some(there) => {
                        // It calls nobody anew, and every question goes first.
                        let edit = self.context.rest().edit_later(there.channel_id, there.message_id, message);
                        known.edits.insert(slot.clone(), edit);
                        all_done = false; // until it is known what became of it
                        true
                    }
                    None => {
                        // A note of its being on its way may be of a process before this one, or of a request that was not answered.
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

    /// Sends a call, which stands already if one under its nonce got through before. Whether it is done with.
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
        // Noted before it is sent, so that one which a crash leaves behind is found.
        if !self.note(slot, channel, ON_ITS_WAY).await {
            return false;
        }
        let mut is_late = self.is_late.subscribe();
        let late = async { drop(is_late.wait_for(|it| *it).await) };
        match send::send_later(&self.context, self.id, slot, channel, message, late).await {
            RestOutcome::Superseded => {
                // Without its note the next would go under another nonce, and call somebody a second time.
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

    /// Nobody could be called. Whether that is done with.
    async fn not_called(&self, slot: &str, channel: Snowflake, outcome: &RestOutcome) -> bool {
        tracing::warn!(encounter = self.id, ?outcome, "nobody could be called to their turn");
        !matches!(outcome, RestOutcome::GaveUp(_)) && self.note(slot, channel, TAKEN_UP).await
    }

    async fn note(&self, slot: &str, channel_id: Snowflake, message_id: Snowflake) -> bool {
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

    /// Removes a call; of the turn that still goes on a note stays, so that nobody is called to it again. Whether that is done with.
    async fn take_away(&self, old: &ShownMessage, stays: bool) -> bool {
        let outcome = match old.message_id {
            TAKEN_UP => RestOutcome::Deleted,
            // Of a process before this one. Sending it again under its nonce tells; if it was never sent, it comes now, but calls nobody.
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

/// When those who are called can act, and where: now, or after anyone who acts at this moment.
fn when<'a>(scene: &'a Scene, way: &'a str) -> impl Fn(&Called<'_>) -> String + 'a {
    move |called| {
        let waits = !called.iter().any(|it| scene.may_act.contains(&it.0.id));
        let acting = members(scene.sides.iter()).find(|it| waits && it.mark == Mark::Acting && !it.hidden);
        match acting {
            Some(it) => format!(" may act after **{}**{way}", text::escape(&it.name)),
            None => format!(" may act now{way}"),
        }
    }
}

/// The GM, if the GM is to be called in the fight's channel or alone.
fn gm_without_a_channel(snapshot: &Snapshot) -> Option<Snowflake> {
    snapshot.gms.first().copied().filter(|_| snapshot.gm.channel.is_none())
}

fn members<'a>(
    sides: impl Iterator<Item = &'a crate::engine::view::SideView>,
) -> impl Iterator<Item = &'a FighterView> {
    sides.flat_map(|it| &it.members)
}

/// The call; `when` says when, and where to go.
fn message(called: &Called<'_>, when: &str) -> Message {
    let mut seats: Vec<Snowflake> = called.iter().map(|it| it.1).collect();
    seats.sort_unstable();
    seats.dedup();
    let mentions: Vec<String> = seats.iter().map(|it| format!("<@{it}>")).collect();
    let names: Vec<String> = called.iter().map(|it| format!("**{}**", text::escape(&it.0.name))).collect();
    let content = format!("{}: {}{when}", mentions.join(" "), words::list_within(&names, NAMES_MAX_CHARS));
    let message = Message { without_previews: true, ..Message::text(content) };
    seats.into_iter().fold(message, Message::pinging)
}
