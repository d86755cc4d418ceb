//! Where the open fights are found: by id, by channel, by server, by their GMs' channel. No look-up goes through all of them.

use super::handle::Handle;
use crate::store::{EncounterId, Snowflake};
use std::{
    collections::{BTreeSet, HashMap},
    sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
};

/// The open fights, awake or resting. One lock for all ways to find them, so that they always agree; nothing is awaited while it's held.
#[derive(Default)]
pub(super) struct FightIndex(RwLock<Ways>);

#[derive(Default)]
struct Ways {
    fights: HashMap<EncounterId, Handle>,
    by_channel: HashMap<Snowflake, EncounterId>,
    by_guild: HashMap<Snowflake, BTreeSet<EncounterId>>,
    gm_channels: HashMap<EncounterId, Snowflake>,
    by_gm_channel: HashMap<Snowflake, EncounterId>,
}

impl FightIndex {
    /// Adds a fight, or returns the one with its id that's open already. Another fight in its channel makes room for it.
    pub fn add(&self, handle: &Handle) -> Result<(), Handle> {
        let mut ways = self.write();
        if let Some(live) = ways.at(handle.channel_id).filter(|it| it.id == handle.id && !it.address.is_gone()) {
            return Err(live.clone());
        }
        if let Some(other) = ways.by_channel.get(&handle.channel_id).copied() {
            ways.remove(other);
        }
        ways.remove(handle.id);
        ways.by_channel.insert(handle.channel_id, handle.id);
        if let Some(guild) = handle.guild_id {
            ways.by_guild.entry(guild).or_default().insert(handle.id);
        }
        ways.fights.insert(handle.id, handle.clone());
        Ok(())
    }

    /// Forgets a fight whose task reads no more messages. One that has been taken up anew in the meantime stays.
    pub fn remove_stopped(&self, id: EncounterId) {
        let mut ways = self.write();
        if ways.fights.get(&id).is_some_and(|it| it.address.is_gone()) {
            ways.remove(id);
        }
    }

    /// Gives a fight a channel for its GMs, or takes it away.
    pub fn pair(&self, id: EncounterId, channel: Option<Snowflake>) {
        self.write().pair(id, channel);
    }

    /// The fight with this id.
    pub fn get(&self, id: EncounterId) -> Option<Handle> {
        self.read().fights.get(&id).cloned()
    }

    /// The fight in a channel.
    pub fn at(&self, channel: Snowflake) -> Option<Handle> {
        self.read().at(channel).cloned()
    }

    /// The fight that this GMs' channel belongs to.
    pub fn of_gm_channel(&self, channel: Snowflake) -> Option<Handle> {
        let ways = self.read();
        ways.by_gm_channel.get(&channel).and_then(|id| ways.fights.get(id)).cloned()
    }

    /// The GMs' channel of a fight.
    pub fn gm_channel_of(&self, id: EncounterId) -> Option<Snowflake> {
        self.read().gm_channels.get(&id).copied()
    }

    /// A server's fights, the oldest first.
    pub fn of_guild(&self, guild: Snowflake) -> Vec<Handle> {
        let ways = self.read();
        let ids = ways.by_guild.get(&guild).into_iter().flatten();
        ids.filter_map(|id| ways.fights.get(id)).cloned().collect()
    }

    /// The fights that have a GMs' channel.
    pub fn paired(&self) -> Vec<Handle> {
        let ways = self.read();
        ways.gm_channels.keys().filter_map(|id| ways.fights.get(id)).cloned().collect()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.read().fights.len()
    }

    /// All of them.
    pub fn all(&self) -> Vec<Handle> {
        self.read().fights.values().cloned().collect()
    }

    fn read(&self) -> RwLockReadGuard<'_, Ways> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Ways> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ways {
    fn at(&self, channel: Snowflake) -> Option<&Handle> {
        self.by_channel.get(&channel).and_then(|id| self.fights.get(id))
    }

    fn pair(&mut self, id: EncounterId, channel: Option<Snowflake>) {
        if let Some(before) = self.gm_channels.remove(&id) {
            self.by_gm_channel.remove(&before);
        }
        if let Some(channel) = channel {
            // A channel that showed another fight's secrets shows this one's now.
            if let Some(other) = self.by_gm_channel.insert(channel, id) {
                self.gm_channels.remove(&other);
            }
            self.gm_channels.insert(id, channel);
        }
    }

    fn remove(&mut self, id: EncounterId) {
        self.pair(id, None);
        let Some(handle) = self.fights.remove(&id) else { return };
        self.by_channel.remove(&handle.channel_id);
        if let Some(guild) = handle.guild_id
            && let Some(ids) = self.by_guild.get_mut(&guild)
        {
            ids.remove(&id);
            if ids.is_empty() {
                self.by_guild.remove(&guild);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::fight_address::{FightAddress, Inbox, Rest, Wakes};
    use std::sync::{Arc, Weak};

    /// Wakes nobody.
    struct Nobody;

    impl Wakes for Nobody {
        fn wakes(self: Arc<Self>, _: &Arc<FightAddress>, _: Rest, _: Inbox) -> bool {
            false
        }

        fn rests(&self, _: EncounterId, _: Rest) {}
    }

    fn fight(id: EncounterId, channel: Snowflake, guild: Snowflake) -> (Handle, Inbox) {
        let (mailbox, inbox) = Inbox::new();
        let address = Arc::new(FightAddress::awake(id, mailbox, Weak::<Nobody>::new()));
        (Handle { id, channel_id: channel, guild_id: Some(guild), address }, inbox)
    }

    fn ids(all: Vec<Handle>) -> Vec<EncounterId> {
        all.into_iter().map(|it| it.id).collect()
    }

    /// Every way leads to the same fights, and none to one that's gone.
    #[test]
    fn all_ways_agree() {
        let index = FightIndex::default();
        let (one, _one) = fight(1, 11, 5);
        let (two, _two) = fight(2, 12, 5);
        let (three, messages) = fight(3, 13, 6);
        for it in [&one, &two, &three] {
            assert!(index.add(it).is_ok());
        }
        index.pair(1, Some(21));
        index.pair(3, Some(23));
        assert_eq!(index.add(&one).err().map(|it| it.id), Some(1), "it's live");
        assert_eq!((index.at(12).map(|it| it.id), index.get(3).map(|it| it.channel_id)), (Some(2), Some(13)));
        assert_eq!(
            (ids(index.of_guild(5)), ids(index.of_guild(6)), ids(index.of_guild(7))),
            (vec![1, 2], vec![3], vec![])
        );
        assert_eq!((index.of_gm_channel(21).map(|it| it.id), index.gm_channel_of(3)), (Some(1), Some(23)));
        index.pair(2, Some(21));
        assert_eq!(
            (index.gm_channel_of(1), index.of_gm_channel(21).map(|it| it.id)),
            (None, Some(2)),
            "one fight a channel"
        );
        index.remove_stopped(3);
        assert!(index.get(3).is_some(), "it still reads");
        drop(messages);
        index.remove_stopped(3);
        assert!(index.get(3).is_none() && index.at(13).is_none() && index.of_gm_channel(23).is_none());
        assert_eq!((ids(index.of_guild(6)), ids(index.paired())), (vec![], vec![2]));
    }

    /// A channel has one fight: a new one takes the place of one that has ended, and what's left of the old one doesn't remove it.
    #[test]
    fn a_channel_has_one_fight() {
        let index = FightIndex::default();
        let (old, messages) = fight(1, 11, 5);
        let (new, _new) = fight(2, 11, 5);
        assert!(index.add(&old).is_ok() && index.add(&new).is_ok());
        assert_eq!((index.at(11).map(|it| it.id), index.get(1).is_none()), (Some(2), true));
        drop(messages);
        index.remove_stopped(1);
        assert_eq!((index.at(11).map(|it| it.id), ids(index.of_guild(5))), (Some(2), vec![2]));
    }

    /// A fight whose task has stopped is taken up anew.
    #[test]
    fn one_that_has_stopped_is_replaced() {
        let index = FightIndex::default();
        let (stopped, messages) = fight(1, 11, 5);
        assert!(index.add(&stopped).is_ok());
        drop(messages);
        let (again, _again) = fight(1, 11, 5);
        assert!(index.add(&again).is_ok());
        assert!(index.get(1).is_some_and(|it| !it.address.is_gone()));
    }
}
