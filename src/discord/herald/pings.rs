//! Pings: an edit pings nobody, so whoever is newly asked gets one short message with a mention and the way to the question. It goes
//! when the question is answered. Nobody else is ever mentioned with effect.

use super::{
    super::{
        compose::words,
        courier::{Gone, Outcome},
        message::Message,
        text,
    },
    Peek,
    scribe::Scribe,
};
use crate::{
    engine::view::PromptView,
    store::{ShownMessage, Snowflake},
};

/// One ping that shall stand.
struct Wanted {
    slot: String,
    seat: Snowflake,
    nonce: String,
    text: String,
}

impl Scribe {
    /// Sends the pings that are missing and takes away those that are answered. Whether all of it got through.
    pub(super) async fn ping(&mut self, peek: &Peek) -> bool {
        let shown = match self.house.store.messages(self.id).await {
            Ok(shown) => shown,
            Err(trouble) => {
                tracing::error!(encounter = self.id, %trouble, "the messages of a fight cannot be read");
                return false;
            }
        };
        let wanted = self.wanted(peek, &shown);
        let mut all_done = true;
        for ping in wanted.iter().filter(|ping| !shown.iter().any(|it| it.slot == ping.slot)) {
            all_done &= self.send_ping(peek, ping).await;
        }
        for old in shown.iter().filter(|it| it.slot.starts_with("ping:")) {
            if !wanted.iter().any(|ping| ping.slot == old.slot) {
                all_done &= self.take_ping_away(old).await;
            }
        }
        all_done
    }

    fn wanted(&self, peek: &Peek, shown: &[ShownMessage]) -> Vec<Wanted> {
        let mut wanted = vec![];
        let gm = peek.gms.first().copied();
        for prompt in peek.scene.prompts.iter().filter(|it| !it.answered) {
            let seats: Vec<u64> = match prompt.seats.is_empty() {
                true => gm.into_iter().collect(),
                false => prompt.seats.iter().map(|it| it.0).collect(),
            };
            let story = format!("story:{}", prompt.id.seq);
            let link = shown.iter().find(|it| it.slot == story);
            let link = link.map(|it| text::message_link(peek.header.guild_id, it.channel_id, it.message_id));
            let text = |seat: u64| self.ping_text(seat, prompt, link.as_deref().unwrap_or_default());
            wanted.extend(seats.iter().enumerate().map(|(index, seat)| Wanted {
                slot: format!("ping:{}:{seat}", prompt.id),
                seat: *seat,
                nonce: format!("p{}-{}-{index}", self.id, prompt.id),
                text: text(*seat),
            }));
        }
        for id in &peek.gm_asked {
            wanted.extend(gm.map(|seat| Wanted {
                slot: format!("ping:{id}:{seat}"),
                seat,
                nonce: format!("p{}-{id}-g", self.id),
                text: format!("<@{seat}>, the table asks the GM: press **GM\u{2026}** below the tracker."),
            }));
        }
        wanted
    }

    fn ping_text(&self, seat: u64, prompt: &PromptView, link: &str) -> String {
        let until = prompt.deadline_ms.map(|at| format!(" {}", words::countdown(at))).unwrap_or_default();
        format!("<@{seat}>, **{}** is asked{until}: {link}", text::escape(&prompt.to_name))
            .trim_end_matches(": ")
            .to_owned()
    }

    async fn send_ping(&mut self, peek: &Peek, ping: &Wanted) -> bool {
        let channel = peek.header.channel_id;
        let message = Message { without_previews: true, ..Message::text(ping.text.clone()).pinging(ping.seat) };
        match self.house.courier.send(channel, message, ping.nonce.clone()).await {
            Outcome::Sent { message_id } => {
                let slot = ping.slot.clone();
                let shown = ShownMessage { slot, channel_id: channel, message_id, created_at_ms: self.house.now_ms() };
                if let Err(trouble) = self.house.store.put_message(self.id, shown).await {
                    tracing::error!(encounter = self.id, %trouble, "a ping could not be noted");
                    return false;
                }
                true
            }
            Outcome::Forbidden { permission, .. } => {
                self.forbidden(peek, "call who is asked", permission).await;
                false
            }
            outcome => matches!(outcome, Outcome::Gone(_) | Outcome::Rejected { .. }) || Self::is_closing(&outcome),
        }
    }

    async fn take_ping_away(&mut self, old: &ShownMessage) -> bool {
        let outcome = self.house.courier.delete(old.channel_id, old.message_id).await;
        let gone =
            matches!(outcome, Outcome::Deleted | Outcome::Superseded | Outcome::Gone(Gone::Message | Gone::Channel));
        if !gone {
            tracing::warn!(encounter = self.id, ?outcome, "an answered ping could not be taken away");
            return Self::is_closing(&outcome)
                || matches!(outcome, Outcome::Forbidden { .. } | Outcome::Rejected { .. });
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
