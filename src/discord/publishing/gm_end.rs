//! What the GM gets when a fight ends: the complete log, since the players' channel only has the record of what everyone saw, and the
//! question of what should last. Both are rows of the outbox, written together with the ending, so that each is sent exactly once, even
//! after a crash. Who may read them is decided in `gm_channel`.

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
    /// Publishes what's due of the ending in the GMs' channel. Returns whether everything got through, or never can.
    pub(super) async fn end(&self, known: &mut Known, snapshot: &Snapshot, channel: Snowflake) -> bool {
        let Some(due) = self.due_of_the_end(snapshot).await else { return false };
        for row in due {
            let message = match NoticeKind::of(&row.notice) {
                Some(NoticeKind::GmLog) => {
                    Box::pin(full_log::message(&self.context, self.id, &snapshot.header.name)).await.map(Some)
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

    /// If there's no such channel, or none that's secret, the complete log only goes to the first GM. The lasting changes are under the
    /// button below the summary.
    pub(super) async fn end_in_private(&self, snapshot: &Snapshot) -> bool {
        let Some(due) = self.due_of_the_end(snapshot).await else { return false };
        let log = due.into_iter().find(|it| NoticeKind::GmLog.is_of(&it.notice));
        let (Some(row), Some(gm)) = (log, snapshot.gms.first()) else { return true };
        let channel_id = match self.context.rest().open_private(*gm).await {
            RestOutcome::Opened { channel_id } => channel_id,
            outcome => return !matches!(outcome, RestOutcome::GaveUp(_)),
        };
        let message = Box::pin(full_log::message(&self.context, self.id, &snapshot.header.name)).await;
        let Ok(message) = message else { return false };
        let slot = format!("{}:private", row.notice.slot);
        let done = match send::send(&self.context, self.id, &slot, channel_id, message).await {
            RestOutcome::Sent { message_id } => Done::Shown { message_id, made_ms: self.context.now_ms() },
            RestOutcome::GaveUp(_) => Done::NotYet,
            _ => Done::Never("the GM takes no private messages"),
        };
        self.mark(&row, &done).await
    }

    /// What's due of an ending. A fight that has since been reopened has nothing due.
    async fn due_of_the_end(&self, snapshot: &Snapshot) -> Option<Vec<Outgoing>> {
        let mut due = self.due().await?;
        due.retain(|it| NoticeKind::of(&it.notice).is_some_and(NoticeKind::is_owed_at_the_end));
        if snapshot.header.status == Status::Over {
            return Some(due);
        }
        // A snapshot from before the ending says nothing about it.
        for row in due.iter().filter(|it| it.notice.seq.unsigned_abs() < snapshot.gm.scene.seq) {
            self.mark(row, &Done::Never("the fight was opened again")).await;
        }
        Some(vec![])
    }
}
