//! What the GM gets when a fight has ended: its whole log, since the players' channel has only the record of what everyone saw, and the
//! question what of it shall last. Both are rows of the outbox, written with the end itself, so that each comes once, also after a kill.
//! It decides nothing about who may read: that is settled in `gm_channel`.

use super::{
    super::{aftermath, compose::plain_text, full_log, rest::RestOutcome},
    gm_channel::{Done, GmChannel, Known},
    send,
    snapshot::Snapshot,
};
use crate::{
    store::{Outgoing, Snowflake, Status},
    table::NoticeKind,
};

impl GmChannel {
    /// Tells the GMs' channel what is due of the end. Whether all of it got through, or can never.
    pub(super) async fn end(&self, known: &mut Known, snapshot: &Snapshot, channel: Snowflake) -> bool {
        let Some(due) = self.due_of_the_end(snapshot).await else { return false };
        for row in due {
            let message = match NoticeKind::of(&row.notice) {
                Some(NoticeKind::GmLog) => {
                    full_log::message(&self.context, self.id, &snapshot.header.name).await.map(Some)
                }
                _ => aftermath::for_the_gms_channel(&self.context, self.id).await,
            };
            let done = match message {
                Ok(Some(message)) => {
                    let message = if known.is_plain { plain_text::flattened(message) } else { message };
                    self.show(known, &row.notice.slot, channel, None, message).await
                }
                Ok(None) => Done::Never("nobody takes anything home"),
                Err(error) => {
                    tracing::error!(encounter = self.id, %error, slot = row.notice.slot, "an end cannot be told to the GM");
                    Done::NotYet
                }
            };
            if !self.mark(&row, &done).await {
                return false;
            }
        }
        true
    }

    /// Where there is no channel for it, or none that is secret, the whole log goes to the first GM alone. What lasts is under the button below the account.
    pub(super) async fn end_in_private(&self, snapshot: &Snapshot) -> bool {
        let Some(due) = self.due_of_the_end(snapshot).await else { return false };
        let log = due.into_iter().find(|it| NoticeKind::GmLog.is_of(&it.notice));
        let (Some(row), Some(gm)) = (log, snapshot.gms.first()) else { return true };
        let channel_id = match self.context.rest().open_private(*gm).await {
            RestOutcome::Opened { channel_id } => channel_id,
            outcome => return !matches!(outcome, RestOutcome::GaveUp(_)),
        };
        let Ok(message) = full_log::message(&self.context, self.id, &snapshot.header.name).await else { return false };
        let slot = format!("{}:private", row.notice.slot);
        let done = match send::send(&self.context, self.id, &slot, channel_id, message).await {
            RestOutcome::Sent { message_id } => Done::Shown { message_id, made_ms: self.context.now_ms() },
            RestOutcome::GaveUp(_) => Done::NotYet,
            _ => Done::Never("the GM takes no private messages"),
        };
        self.mark(&row, &done).await
    }

    /// What is due of an end. A fight that has been opened again since has none any more.
    async fn due_of_the_end(&self, snapshot: &Snapshot) -> Option<Vec<Outgoing>> {
        let mut due = self.due().await?;
        due.retain(|it| matches!(NoticeKind::of(&it.notice), Some(NoticeKind::GmLog | NoticeKind::GmLasting)));
        if snapshot.header.status == Status::Over {
            return Some(due);
        }
        // A look from before the end says nothing about it.
        for row in due.iter().filter(|it| it.notice.seq.unsigned_abs() < snapshot.gm.scene.seq) {
            self.mark(row, &Done::Never("the fight was opened again")).await;
        }
        Some(vec![])
    }
}
