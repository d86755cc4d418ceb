//! Pings: the message that asks mentions those whom it asks, and so calls them itself. An edit pings nobody, so anyone who is asked later gets
//! one short message with a mention and the way to the question, never before that stands there. It goes when they have answered. Nobody else is ever mentioned with effect. A task of its own: the channel's story must not wait for it.
//!
//! What the channel may not know of is not called out there. What the GM is asked calls the GM in the GMs' channel if there is one (see
//! `gm_channel`); without one, and for a player whose hidden character is asked, the call is a private message.

use super::{
    super::{
        compose::gm::is_umpires,
        message::Message,
        publisher_context::PublisherContext,
        rest::{Gone, RestOutcome},
        text,
    },
    send,
    snapshot::Snapshot,
};
use crate::{
    engine::Addressee,
    failpoint,
    rules::story::stored::StoryView,
    store::{EncounterId, ShownMessage, Snowflake},
};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
    time::Duration,
};
use tokio::sync::{Mutex, watch};

/// How long to wait before what did not get through is tried again.
const AGAIN_AFTER: Duration = Duration::from_secs(5);
/// Noted in place of a ping's message while it is on its way, so that one which was sent and not noted is found after a crash.
const ON_ITS_WAY: Snowflake = 0;

/// Slots of pings in the channel.
const CHANNEL: &str = "ping:";
/// Slots of pings that went to someone alone.
const PRIVATE: &str = "ping-private:";

/// Slots of those whom a story has called itself, by mentioning them in the message that is noted there.
const CALLED: &str = "called:";

/// The slot of a story.
pub(super) fn story_slot(told: &StoryView) -> String {
    format!("story:{}", told.began_seq)
}

/// The slot under which it is noted that a story's own message has called someone.
pub(super) fn called_slot(story: u64, seat: Snowflake) -> String {
    format!("{CALLED}{story}:{seat}")
}

/// One fight's pings.
pub(super) struct Pinger {
    context: Arc<PublisherContext>,
    id: EncounterId,
    /// Which message each ping leads to. Held while pings are being set right, so that the fight's end finds none on its way.
    leads_to: Mutex<HashMap<String, Snowflake>>,
}

/// The message that asks.
enum Asking {
    Shown(ShownMessage),
    /// It is on its way: no ping may overtake it.
    Coming,
    /// It will not come: we may not write there, or it is a secret.
    Never,
}

/// Where a ping goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// Into the fight's channel.
    Channel,
    /// To the person alone.
    Private,
}

/// One ping that shall stand: one for each person and action, however many questions there are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Wanted {
    way: Way,
    /// The story's number where it goes into the channel; else the row that began the action, of which nobody else hears.
    story: u64,
    seat: Snowflake,
}

impl Wanted {
    fn slot(&self) -> String {
        match self.way {
            Way::Channel => format!("{CHANNEL}{}:{}", self.story, self.seat),
            Way::Private => format!("{PRIVATE}{}:{}", self.story, self.seat),
        }
    }
}

impl Pinger {
    /// Of one fight.
    pub(super) fn new(context: Arc<PublisherContext>, id: EncounterId) -> Pinger {
        Pinger { context, id, leads_to: Mutex::default() }
    }

    /// Keeps the pings as the newest look at the fight wants them, until nobody looks any more.
    pub(super) async fn work(self: Arc<Pinger>, mut looks: watch::Receiver<Option<Arc<Snapshot>>>) {
        while looks.changed().await.is_ok() {
            loop {
                let Some(snapshot) = looks.borrow_and_update().clone() else { break };
                if self.ping(&snapshot).await {
                    break;
                }
                tokio::select! {
                    () = tokio::time::sleep(AGAIN_AFTER) => {}
                    changed = looks.changed() => if changed.is_err() { return },
                }
            }
        }
    }

    /// Sends the pings that are missing and takes away those that are answered. Whether all of it got through.
    pub(super) async fn ping(&self, snapshot: &Snapshot) -> bool {
        let mut leads_to = self.leads_to.lock().await;
        let shown = match self.context.store().messages(self.id).await {
            Ok(shown) => shown,
            Err(error) => {
                tracing::error!(encounter = self.id, %error, "the messages of a fight cannot be read");
                return false;
            }
        };
        let Some(asking) = self.asking(snapshot, &shown).await else { return false };
        let mut wanted = wanted(snapshot);
        let mut all_done = true;
        for it in shown.iter().filter(|it| it.slot.starts_with(CALLED)) {
            if !wanted.iter().any(|ping| ping.way == Way::Channel && called_slot(ping.story, ping.seat) == it.slot) {
                all_done &= self.forget(&it.slot).await;
            }
        }
        if let Asking::Shown(story) = &asking {
            let called = |slot: &str| shown.iter().any(|it| it.slot == slot && it.message_id == story.message_id);
            wanted.retain(|it| it.way == Way::Private || !called(&called_slot(it.story, it.seat)));
        }
        let slots: Vec<String> = wanted.iter().map(Wanted::slot).collect();
        leads_to.retain(|slot, _| slots.contains(slot));
        let is_ping = |slot: &str| slot.starts_with(CHANNEL) || slot.starts_with(PRIVATE);
        for old in shown.iter().filter(|it| is_ping(&it.slot) && !slots.contains(&it.slot)) {
            all_done &= self.take_away(old).await;
        }
        for ping in &wanted {
            let slot = ping.slot();
            let link = match (&asking, ping.way) {
                (Asking::Shown(story), Way::Channel) => Some(story),
                (Asking::Coming, Way::Channel) => continue,
                _ => None,
            };
            let leads = link.map_or(0, |it| it.message_id);
            let message = message(snapshot, ping, link);
            let done = match shown.iter().find(|it| it.slot == slot && it.message_id != ON_ITS_WAY) {
                Some(_) if link.is_none() || leads_to.get(&slot) == Some(&leads) => continue,
                // The question that it led to is gone, and stands elsewhere now.
                Some(old) => {
                    let outcome = self.context.rest().edit(old.channel_id, old.message_id, message).await;
                    outcome.is_done() || !matches!(outcome, RestOutcome::GaveUp(_))
                }
                None => self.send(snapshot, ping, message).await,
            };
            if done {
                leads_to.insert(slot, leads);
            }
            all_done &= done;
        }
        all_done
    }

    /// The message of the story that asks; `None` if the store does not say.
    async fn asking(&self, snapshot: &Snapshot, shown: &[ShownMessage]) -> Option<Asking> {
        let Some(pending) = &snapshot.pending else { return Some(Asking::Never) };
        let slot = story_slot(pending);
        if let Some(story) = shown.iter().find(|it| it.slot == slot) {
            return Some(Asking::Shown(story.clone()));
        }
        match self.context.store().due_of(self.id).await {
            Ok(due) if due.iter().any(|it| it.notice.slot == slot) => Some(Asking::Coming),
            Ok(_) => Some(Asking::Never),
            Err(error) => {
                tracing::error!(encounter = self.id, %error, "the outbox cannot be read");
                None
            }
        }
    }

    async fn send(&self, snapshot: &Snapshot, ping: &Wanted, message: Message) -> bool {
        let channel = match ping.way {
            Way::Channel => snapshot.header.channel_id,
            Way::Private => match self.context.rest().open_private(ping.seat).await {
                RestOutcome::Opened { channel_id } => channel_id,
                outcome => {
                    tracing::warn!(encounter = self.id, ?outcome, "somebody could not be called privately");
                    return !matches!(outcome, RestOutcome::GaveUp(_));
                }
            },
        };
        if !self.note(ping, channel, ON_ITS_WAY).await {
            return false;
        }
        match send::send(&self.context, self.id, &ping.slot(), channel, message).await {
            RestOutcome::Sent { message_id } => {
                failpoint::hit("ping.after_send");
                self.note(ping, channel, message_id).await
            }
            // The story says that we may not write here; the question itself is answered as well without a ping.
            outcome => {
                tracing::warn!(encounter = self.id, ?outcome, "somebody could not be called");
                matches!(outcome, RestOutcome::Gone(_) | RestOutcome::Rejected { .. } | RestOutcome::Forbidden { .. })
            }
        }
    }

    async fn note(&self, ping: &Wanted, channel_id: Snowflake, message_id: Snowflake) -> bool {
        let shown = ShownMessage { slot: ping.slot(), channel_id, message_id, created_at_ms: self.context.now_ms() };
        match self.context.store().put_message(self.id, shown).await {
            Ok(()) => true,
            Err(error) => {
                tracing::error!(encounter = self.id, %error, "a ping could not be noted");
                false
            }
        }
    }

    /// The message of a ping that was on its way when a process before this one died. Sending it again under its nonce tells; if it
    /// was never sent, it comes now, but calls nobody.
    async fn found(&self, old: &ShownMessage) -> RestOutcome {
        if !old.slot.starts_with(CHANNEL) {
            return RestOutcome::Gone(Gone::Message);
        }
        let message = Message::text("A question was asked and answered.");
        send::send(&self.context, self.id, &old.slot, old.channel_id, message).await
    }

    async fn take_away(&self, old: &ShownMessage) -> bool {
        let outcome = match old.message_id {
            ON_ITS_WAY => match self.found(old).await {
                RestOutcome::Sent { message_id } => self.context.rest().delete(old.channel_id, message_id).await,
                outcome => outcome,
            },
            message_id => self.context.rest().delete(old.channel_id, message_id).await,
        };
        match outcome {
            RestOutcome::Deleted | RestOutcome::Superseded | RestOutcome::Gone(Gone::Message | Gone::Channel) => {}
            outcome => {
                tracing::warn!(encounter = self.id, ?outcome, "an answered ping could not be taken away");
                return matches!(outcome, RestOutcome::Forbidden { .. } | RestOutcome::Rejected { .. });
            }
        }
        self.forget(&old.slot).await
    }

    async fn forget(&self, slot: &str) -> bool {
        match self.context.store().delete_message(self.id, slot).await {
            Ok(_) => true,
            Err(error) => {
                tracing::error!(encounter = self.id, %error, "a ping could not be forgotten");
                false
            }
        }
    }
}

/// What a ping says; it leads to the message that asks, where there is one.
fn message(snapshot: &Snapshot, ping: &Wanted, story: Option<&ShownMessage>) -> Message {
    let button = if snapshot.gms.contains(&ping.seat) { "GM\u{2026}" } else { "Act as\u{2026}" };
    let link = story.map(|it| text::message_link(snapshot.header.guild_id, it.channel_id, it.message_id));
    let content = match (ping.way, link) {
        (_, Some(link)) => format!("<@{}>, you have a question to answer: {link}", ping.seat),
        (Way::Channel, None) => {
            format!("<@{}>, you have a question to answer: press **{button}** below the tracker.", ping.seat)
        }
        (Way::Private, None) => format!(
            "<@{}>, you have a question in <#{}> that nobody else knows about. Press **{button}** below its tracker.",
            ping.seat, snapshot.header.channel_id,
        ),
    };
    Message { without_previews: true, ..Message::text(content).pinging(ping.seat) }
}

fn wanted(snapshot: &Snapshot) -> BTreeSet<Wanted> {
    let Some(pending) = &snapshot.pending else { return BTreeSet::new() };
    let gm = snapshot.gms.first().copied();
    let has_gm_channel = snapshot.gm.channel.is_some();
    let in_channel = |seat: Snowflake| Some(Wanted { way: Way::Channel, story: pending.number?, seat });
    let in_private = |seat: Snowflake| Wanted { way: Way::Private, story: pending.began_seq, seat };
    let mut wanted = BTreeSet::new();
    let scene = &snapshot.gm.scene;
    for prompt in scene.prompts.iter().filter(|it| !it.answered && !is_umpires(scene, it)) {
        let is_open = snapshot.scene.prompts.iter().any(|it| it.id == prompt.id);
        // The GM has an account of it that everyone knows to be going on, if it is one.
        let is_known = is_open || (prompt.to == Addressee::Gm && pending.number.is_some());
        match (prompt.seats.is_empty(), is_known) {
            (true, _) if has_gm_channel => {}
            (true, true) => wanted.extend(gm.and_then(in_channel)),
            (true, false) => wanted.extend(gm.map(in_private)),
            (false, true) => wanted.extend(prompt.seats.iter().filter_map(|it| in_channel(it.0))),
            (false, false) => wanted.extend(prompt.seats.iter().map(|it| in_private(it.0))),
        }
    }
    wanted
}
