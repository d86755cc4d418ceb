//! Turns what happened into outbox rows: for the channel, for the GMs' channel, or only for storage. Each line's readers decide who is
//! told; other code decides what a message looks like.

use super::{chains::Chains, notice_kind::NoticeKind, public_numbers::Numbers, service::EncounterService};
use crate::{
    engine::{
        Stage,
        view::{Audience, Viewer},
    },
    rules::{Proposal, Request, Story},
    store::Notice,
};

impl EncounterService {
    /// The kind of news a request makes: `setup` for what's laid out before the fight begins, `story` for everything else.
    fn kind_of(&self, request: &Request) -> NoticeKind {
        // As everyone knows it: until the ambushers are done, the others are still gathering.
        match (self.session.scene(Viewer::Everyone).stage, request) {
            (Stage::Gathering, Request::Begin | Request::End | Request::Act { .. } | Request::Pass { .. }) => {
                NoticeKind::Story
            }
            (Stage::Gathering, Request::Answer { .. } | Request::Interject { .. } | Request::Tick) => NoticeKind::Story,
            (Stage::Gathering, _) => NoticeKind::Setup,
            _ => NoticeKind::Story,
        }
    }

    /// A proposal's outbox rows: the slot names the action, the payload is the [`Story`]. Something with nothing new for the channel
    /// becomes a `secret` row; something new also goes into the public record; what only the GM may read goes to the GM's channel as a
    /// separate `gm` row.
    pub(super) fn notices(
        &self,
        proposal: &mut Proposal,
        (numbers, mut chains): (&mut Numbers, Option<&mut Chains>),
        request: &Request,
        now_ms: i64,
    ) -> Vec<Notice> {
        let Some(seq) = proposal.rows.last().map(|it| it.seq) else { return vec![] };
        // From the first thing that shows everyone that the fight has begun, it's told as a fight.
        let begins = proposal.stories.iter().any(|it| it.begins);
        let kind = if begins { NoticeKind::Story } else { self.kind_of(request) };
        let before = self.session.pending_story();
        let (id, mut all) = (self.header.id, vec![]);
        for (index, story) in proposal.stories.iter_mut().enumerate() {
            let kind = match kind {
                NoticeKind::Story if numbers.tell(story, before.as_ref()) => NoticeKind::Story,
                NoticeKind::Story => NoticeKind::Secret,
                other => other,
            };
            if let Some(chains) = &mut chains {
                if let (NoticeKind::Story, Some(number)) = (kind, story.number) {
                    chains.tell(story, number, now_ms);
                }
                story.record = chains.to_keep();
            }
            // Only where the undo is told may the things it takes back look different.
            let is_told = kind == NoticeKind::Story;
            let taken_back = story.takes_back.iter().filter(|it| is_told && numbers.story_of(**it).is_some());
            let taken_back: Vec<u64> = taken_back.copied().collect();
            let nonce = match kind {
                NoticeKind::Story => format!("s{id}-{}", numbers.announcements()),
                _ => format!("h{id}-{seq}-{index}"),
            };
            let notice = Notice {
                seq: seq as i64,
                kind: kind.name().to_owned(),
                slot: format!("story:{}", story.began_seq),
                channel_id: self.header.channel_id,
                nonce,
                payload: serde_json::to_string(story).expect("stories are plain values"),
                created_at_ms: now_ms,
            };
            // If the GM took back what was still under way, the GM's channel is told as well. The rest is among the last actions there.
            let is_undo = matches!(request, Request::Undo) && story.withdrawn;
            let is_kept = |it: Audience| it != Audience::Everyone && !it.is_asker();
            let secret = story.lines.iter().any(|it| is_kept(it.audience)) || story.withdrawn;
            if let Some(channel_id) = self.gm_channel().filter(|_| secret) {
                let (slot, nonce) = (format!("gm:{}", story.began_seq), format!("g{id}-{seq}-{index}"));
                let mut told = story.clone();
                told.lines.iter_mut().filter(|_| is_undo).for_each(|it| it.audience = Audience::Gm);
                let payload = serde_json::to_string(&told).expect("stories are plain values");
                all.push(Notice {
                    kind: NoticeKind::Gm.name().to_owned(),
                    slot,
                    channel_id,
                    nonce,
                    payload,
                    ..notice.clone()
                });
            }
            for began in taken_back {
                let payload = serde_json::to_string(&Story::plain(began, vec![])).expect("stories are plain values");
                let (kind, nonce) = (NoticeKind::TakenBack.name().to_owned(), format!("b{id}-{seq}-{began}"));
                all.push(Notice { kind, slot: format!("story:{began}"), nonce, payload, ..notice.clone() });
            }
            all.push(notice);
        }
        all
    }
}

impl EncounterService {
    /// At the end of a fight, tells its account in the slot `end`, sends the GM the whole log, and asks in the GMs' channel, if there is
    /// one, what lasts.
    pub(super) fn last_notices(&self, proposal: &Proposal, announcements: u64, now_ms: i64) -> Vec<Notice> {
        let Some(last) = proposal.rows.last() else { return vec![] };
        let (id, seq) = (self.header.id, last.seq as i64);
        // A reopened fight ends again, and each end has its own account.
        let notice = |kind: NoticeKind, slot: &str, channel_id: u64, nonce: String| Notice {
            seq,
            kind: kind.name().to_owned(),
            slot: format!("{slot}:{seq}"),
            channel_id,
            nonce,
            payload: serde_json::to_string(&Story::plain(last.seq, vec![])).expect("stories are plain values"),
            created_at_ms: now_ms,
        };
        let mut all = vec![notice(NoticeKind::End, "end", self.header.channel_id, format!("e{id}-{announcements}"))];
        let channel = self.gm_channel();
        all.push(notice(NoticeKind::GmLog, "gm:end", channel.unwrap_or(0), format!("l{id}-{seq}")));
        if let Some(channel) = channel {
            all.push(notice(NoticeKind::GmLasting, "gm:lasting", channel, format!("f{id}-{seq}")));
        }
        all
    }
}
