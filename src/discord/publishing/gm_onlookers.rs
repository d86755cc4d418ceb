//! Who of a fight's players can see its GMs' channel, as far as it's known: Discord is asked again once something has changed that it rests
//! on, and after some time.

use super::{
    super::{
        member_permissions::{self, Onlookers, Unknown},
        publisher_context::PublisherContext,
    },
    snapshot::Snapshot,
};
use crate::store::Snowflake;

/// Who can see the channel is checked again after this long even if no event has arrived, in milliseconds: roles may change without one.
const ASK_AGAIN_MS: i64 = 5 * 60 * 1_000;
/// Why nobody knows who can see the channel.
pub(super) enum NotKnown {
    /// Discord doesn't say, or the channel isn't there.
    Unknown(Unknown),
    /// Discord has been asked too often about this server just now; it's known in a moment. Until then, nothing is shown in the channel.
    NotYet,
}

/// What's known of a channel's onlookers.
#[derive(Default)]
pub(super) struct KnownOnlookers {
    /// The result of the last look.
    looked: Option<Looked>,
}

/// Who could see the channel at some time.
#[derive(Clone, PartialEq, Eq)]
struct Looked {
    channel: Snowflake,
    people: Vec<Snowflake>,
    /// The last change of access before it was looked.
    change: u64,
    at_ms: i64,
    /// The players who can, and what that rests on.
    onlookers: Onlookers,
}

impl KnownOnlookers {
    /// The players of the fight who can see the channel.
    ///
    /// # Errors
    /// If the channel isn't there, if Discord doesn't say, or if it has been asked too often.
    pub(super) async fn of(
        &mut self,
        context: &PublisherContext,
        snapshot: &Snapshot,
        channel: Snowflake,
    ) -> Result<Vec<Snowflake>, NotKnown> {
        let (guild, now_ms) = (snapshot.header.guild_id.ok_or(NotKnown::Unknown(Unknown::Silent))?, context.now_ms());
        let activity = context.gm_activity();
        // Before the look, so that a change during it isn't missed.
        let before = activity.changes();
        if let Some(looked) = &self.looked
            && (looked.channel, &looked.people) == (channel, &snapshot.others)
            && activity.last_change(&looked.onlookers.rests_on) <= looked.change
            && now_ms - looked.at_ms < ASK_AGAIN_MS
        {
            return Ok(looked.onlookers.people.clone());
        }
        if !context.look_budget().take(guild) {
            return Err(NotKnown::NotYet);
        }
        let onlookers = member_permissions::onlookers(context.registry(), guild, channel, &snapshot.others).await;
        let onlookers = onlookers.map_err(NotKnown::Unknown)?;
        let (people, seen_by) = (snapshot.others.clone(), onlookers.people.clone());
        self.looked = Some(Looked { channel, people, change: before, at_ms: now_ms, onlookers });
        Ok(seen_by)
    }
}
