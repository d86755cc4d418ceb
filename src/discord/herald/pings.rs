//! Pings: an edit pings nobody, so whoever is newly asked gets one short message with a mention and the way to the question. It goes
//! when they have answered. Nobody else is ever mentioned with effect. A task of its own: the channel's story must not wait for it.
//!
//! What the channel may not know of is not called out there. What the GM is asked calls the GM in the GMs' channel if there is one (see
//! `gm_channel`); without one, and for a player whose hidden character is asked, the call is a private message.

use super::{
    super::{
        courier::{Gone, Outcome},
        house::House,
        message::Message,
        text,
    },
    Peek,
};
use crate::{
    engine::Addressee,
    failpoint,
    store::{EncounterId, ShownMessage, Snowflake},
};
use std::{collections::BTreeSet, sync::Arc, time::Duration};
use tokio::sync::{Mutex, watch};

/// How long to wait before what did not get through is tried again.
const AGAIN_AFTER: Duration = Duration::from_secs(5);
/// Noted in place of a ping's message while it is on its way, so that one which was sent and not noted is found after a crash.
const ON_ITS_WAY: Snowflake = 0;

/// Slots of pings that went to somebody alone.
const PRIVATE: &str = "ping-private:";

/// One fight's pings.
pub(super) struct Pinger {
    house: Arc<House>,
    id: EncounterId,
    /// Held while pings are being set right, so that the fight's end finds none on its way.
    at_it: Mutex<()>,
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
            Way::Channel => format!("ping:{}:{}", self.story, self.seat),
            Way::Private => format!("{PRIVATE}{}:{}", self.story, self.seat),
        }
    }

    /// The ping that a slot is for.
    fn of_slot(slot: &str) -> Option<Wanted> {
        let (way, rest) = match slot.strip_prefix(PRIVATE) {
            Some(rest) => (Way::Private, rest),
            None => (Way::Channel, slot.strip_prefix("ping:")?),
        };
        let (story, seat) = rest.split_once(':')?;
        Some(Wanted { way, story: story.parse().ok()?, seat: seat.parse().ok()? })
    }

    /// The last digits tell people apart; an action asks a handful of them.
    fn nonce(&self, encounter: EncounterId) -> String {
        let letter = if self.way == Way::Channel { 'p' } else { 'd' };
        format!("{letter}{encounter}-{}-{}", self.story, self.seat % 10_000_000)
    }
}

impl Pinger {
    /// Of one fight.
    pub(super) fn new(house: Arc<House>, id: EncounterId) -> Pinger {
        Pinger { house, id, at_it: Mutex::default() }
    }

    /// Keeps the pings as the newest look at the fight wants them, until nobody looks any more.
    pub(super) async fn work(self: Arc<Pinger>, mut looks: watch::Receiver<Option<Arc<Peek>>>) {
        while looks.changed().await.is_ok() {
            loop {
                let Some(peek) = looks.borrow_and_update().clone() else { break };
                if self.ping(&peek).await {
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
    pub(super) async fn ping(&self, peek: &Peek) -> bool {
        let _at_it = self.at_it.lock().await;
        let shown = match self.house.store.messages(self.id).await {
            Ok(shown) => shown,
            Err(trouble) => {
                tracing::error!(encounter = self.id, %trouble, "the messages of a fight cannot be read");
                return false;
            }
        };
        let wanted = wanted(peek);
        let slots: Vec<String> = wanted.iter().map(Wanted::slot).collect();
        let mut all_done = true;
        let is_ping = |slot: &str| slot.starts_with("ping:") || slot.starts_with(PRIVATE);
        for old in shown.iter().filter(|it| is_ping(&it.slot) && !slots.contains(&it.slot)) {
            all_done &= self.take_away(old).await;
        }
        let stands = |slot: &str| shown.iter().any(|it| it.slot == slot && it.message_id != ON_ITS_WAY);
        for ping in wanted.iter().filter(|ping| !stands(&ping.slot())) {
            let story = peek.pending.as_ref().map(|it| format!("story:{}", it.began_seq)).unwrap_or_default();
            let link = shown.iter().find(|it| it.slot == story);
            let link = link.map(|it| text::message_link(peek.header.guild_id, it.channel_id, it.message_id));
            all_done &= self.send(peek, ping, link).await;
        }
        all_done
    }

    async fn send(&self, peek: &Peek, ping: &Wanted, link: Option<String>) -> bool {
        let link = link.filter(|_| ping.way == Way::Channel);
        let content = match (ping.way, link) {
            (_, Some(link)) => format!("<@{}>, it is yours to answer: {link}", ping.seat),
            (Way::Channel, None) => {
                format!("<@{}>, the table asks the GM: press **GM\u{2026}** below the tracker.", ping.seat)
            }
            (Way::Private, None) => format!(
                "<@{}>, you are asked something in <#{}> that nobody else knows of. Press **{}** below its tracker.",
                ping.seat,
                peek.header.channel_id,
                if peek.gms.contains(&ping.seat) { "GM\u{2026}" } else { "Act as\u{2026}" }
            ),
        };
        let channel = match ping.way {
            Way::Channel => peek.header.channel_id,
            Way::Private => match self.house.courier.open_private(ping.seat).await {
                Outcome::Opened { channel_id } => channel_id,
                outcome => {
                    tracing::warn!(encounter = self.id, ?outcome, "somebody could not be called privately");
                    return !matches!(outcome, Outcome::GaveUp(_));
                }
            },
        };
        let message = Message { without_previews: true, ..Message::text(content).pinging(ping.seat) };
        if !self.note(ping, channel, ON_ITS_WAY).await {
            return false;
        }
        match self.house.courier.send(channel, message, ping.nonce(self.id)).await {
            Outcome::Sent { message_id } => {
                failpoint::hit("ping.after_send");
                self.note(ping, channel, message_id).await
            }
            // The story says that we may not write here; the question itself is answered as well without a ping.
            outcome => {
                tracing::warn!(encounter = self.id, ?outcome, "somebody could not be called");
                matches!(outcome, Outcome::Gone(_) | Outcome::Rejected { .. } | Outcome::Forbidden { .. })
            }
        }
    }

    async fn note(&self, ping: &Wanted, channel_id: Snowflake, message_id: Snowflake) -> bool {
        let shown = ShownMessage { slot: ping.slot(), channel_id, message_id, created_at_ms: self.house.now_ms() };
        match self.house.store.put_message(self.id, shown).await {
            Ok(()) => true,
            Err(trouble) => {
                tracing::error!(encounter = self.id, %trouble, "a ping could not be noted");
                false
            }
        }
    }

    /// The message of a ping that was on its way when a process before this one died. Sending it again under its nonce tells; if it
    /// was never sent, it comes now, but calls nobody.
    async fn found(&self, old: &ShownMessage) -> Outcome {
        let Some(ping) = Wanted::of_slot(&old.slot).filter(|it| it.way == Way::Channel) else {
            return Outcome::Gone(Gone::Message);
        };
        let message = Message::text("Somebody was asked, and has answered.");
        self.house.courier.send(old.channel_id, message, ping.nonce(self.id)).await
    }

    async fn take_away(&self, old: &ShownMessage) -> bool {
        let outcome = match old.message_id {
            ON_ITS_WAY => match self.found(old).await {
                Outcome::Sent { message_id } => self.house.courier.delete(old.channel_id, message_id).await,
                outcome => outcome,
            },
            message_id => self.house.courier.delete(old.channel_id, message_id).await,
        };
        match outcome {
            Outcome::Deleted | Outcome::Superseded | Outcome::Gone(Gone::Message | Gone::Channel) => {}
            outcome => {
                tracing::warn!(encounter = self.id, ?outcome, "an answered ping could not be taken away");
                return matches!(outcome, Outcome::Forbidden { .. } | Outcome::Rejected { .. });
            }
        }
        match self.house.store.delete_message(self.id, &old.slot).await {
            Ok(_) => true,
            Err(trouble) => {
                tracing::error!(encounter = self.id, %trouble, "a ping could not be forgotten");
                false
            }
        }
    }
}

fn wanted(peek: &Peek) -> BTreeSet<Wanted> {
    let Some(pending) = &peek.pending else { return BTreeSet::new() };
    let gm = peek.gms.first().copied();
    let has_gm_channel = peek.gm.channel.is_some();
    let in_channel = |seat: Snowflake| Some(Wanted { way: Way::Channel, story: pending.number?, seat });
    let in_private = |seat: Snowflake| Wanted { way: Way::Private, story: pending.began_seq, seat };
    let mut wanted = BTreeSet::new();
    for prompt in peek.gm.scene.prompts.iter().filter(|it| !it.answered) {
        let is_open = peek.scene.prompts.iter().any(|it| it.id == prompt.id);
        // The GM has an account of it that everybody knows to be going on, if it is one.
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
