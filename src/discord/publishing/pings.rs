//! Pings: a message with a question mentions the people asked and thereby pings them. An edit pings nobody, so whoever is asked later gets
//! a short message with a mention and a link to the question, but never before the question is there. It's deleted once they have answered.
//! Nobody else is ever pinged. This is a task of its own: the channel's story must not wait for it.
//!
//! Secrets aren't mentioned in the channel. Questions to the GM ping the GM in the GMs' channel if there is one (see `gm_channel`); without
//! one, and for a player whose hidden character is asked, the ping is a direct message.

use super::{
    super::{
        message::Message,
        pings_wanted::Pings,
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

/// How long to wait before a retry.
const AGAIN_AFTER: Duration = Duration::from_secs(5);
/// Recorded in place of a ping's message while it's being sent, so that one sent but not recorded is found after a crash.
const ON_ITS_WAY: Snowflake = 0;

/// The prefix of slots for pings in the channel.
const CHANNEL: &str = "ping:";
/// The prefix of slots for pings in direct messages.
const PRIVATE: &str = "ping-private:";

/// The prefix of slots for people whom a story pinged itself, by mentioning them in the message recorded there.
const CALLED: &str = "called:";

/// The slot of a story.
pub(super) fn story_slot(told: &StoryView) -> String {
    format!("story:{}", told.began_seq)
}

/// The slot that records whom a story's own message has pinged.
pub(super) fn called_slot(story: u64, seat: Snowflake) -> String {
    format!("{CALLED}{story}:{seat}")
}

/// One fight's pings.
pub(super) struct Pinger {
    context: Arc<PublisherContext>,
    id: EncounterId,
    /// The message that each ping links to. Held during an update, so that no ping is being sent when the fight ends.
    leads_to: Mutex<HashMap<String, Snowflake>>,
}

/// The message with the question.
enum Asking {
    Shown(ShownMessage),
    /// It's being sent: no ping may overtake it.
    Coming,
    /// It won't be sent: we may not write there, or it's secret.
    Never,
}

/// Where a ping is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// To the fight's channel.
    Channel,
    /// To the person, as a direct message.
    Private,
}

/// A ping that's needed: one for each person and action, however many questions there are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Wanted {
    way: Way,
    /// In the channel, the story's number; otherwise the row that began the action, which nobody else sees.
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

    /// Keeps the pings up to date with the newest snapshot, until there are no more.
    pub(super) async fn work(self: Arc<Pinger>, mut looks: watch::Receiver<Option<Arc<Snapshot>>>) {
        while looks.changed().await.is_ok() {
            loop {
                let Some(snapshot) = looks.borrow_and_update().clone() else { break };
                let at_work = self.context.hub().works();
                let is_done = Box::pin(self.ping(&snapshot)).await;
                drop(at_work);
                if is_done {
                    break;
                }
                tokio::select! {
                    () = tokio::time::sleep(AGAIN_AFTER) => {}
                    changed = looks.changed() => if changed.is_err() { return },
                }
            }
        }
    }

    /// Sends missing pings and deletes answered ones. Returns whether everything got through.
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
        let asked: Vec<Snowflake> = wanted.iter().map(|it| it.seat).collect();
        let settings = self.context.guild_settings();
        let unpinged = settings.unpinged(snapshot.header.guild_id, &asked, Pings::Questions).await;
        wanted.retain(|it| !unpinged.contains(&it.seat));
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
                // The question it linked to is gone and is now elsewhere.
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

    /// The story's message with the question; `None` if the store doesn't say.
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
            // The story reports that we may not write here; the question can be answered without a ping too.
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

    /// The message of a ping that was being sent when the previous process died. Sending it again with its nonce finds it; if it was never
    /// sent, it's sent now but pings nobody.
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

/// The text of a ping; it links to the message with the question, if there is one.
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
    for prompt in scene.prompts.iter().filter(|it| !it.answered && !it.is_umpires) {
        let is_open = snapshot.scene.prompts.iter().any(|it| it.id == prompt.id);
        // The GM may be told about the action, if everyone knows that it's going on.
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
