//! What a publisher looks at before it ends because its fight goes to rest.

use super::encounter_publisher::EncounterPublisher;

impl EncounterPublisher {
    /// Whether everything has been shown and nothing is on its way.
    pub(super) async fn has_nothing_left(&self) -> bool {
        let is_idle = !self.has_failed() && self.tracker_waits.is_none() && self.tracker_on_its_way.is_none();
        // What waits for the GMs' channel counts as well.
        is_idle && self.context.store().due_of(self.id).await.is_ok_and(|it| it.is_empty())
    }

    /// Forgets what's known of the fight's channels: while it rests, they're as after a restart.
    pub(super) fn unwatch(&self) {
        let channel = self.context.table(self.id).map(|it| it.channel_id);
        let gm_channel = self.context.tables().gm_channel_of(self.id);
        channel.into_iter().chain(gm_channel).for_each(|it| self.context.watch().forget(it));
    }
}
