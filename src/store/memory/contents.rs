//! What the store in memory holds, and what may be put there.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::super::{
    bounds,
    error::{AppendError, StoreError},
    fight_person::FightPerson,
    ids::*,
    people::*,
    pictures::Background,
    private_menus::PrivateMenu,
    records::*,
    seed::CommittedSeed,
    setting_news::SettingNews,
};
use tokio::sync::mpsc::{self, error::TrySendError};

/// Everything, behind one lock; no operation awaits while it holds it.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) closed: bool,
    pub(super) encounters: BTreeMap<EncounterId, Kept>,
    pub(super) interactions: HashMap<Snowflake, (EncounterId, i64)>,
    pub(super) outbox: BTreeMap<OutgoingId, Outgoing>,
    pub(super) nonces: HashSet<String>,
    pub(super) messages: BTreeMap<(EncounterId, String), ShownMessage>,
    /// The salt that makes nonces differ from other stores', and the number each slot has used up.
    pub(super) salt: String,
    pub(super) used_nonces: HashMap<(EncounterId, String), i64>,
    pub(super) characters: BTreeMap<CharacterId, Character>,
    pub(super) settings: BTreeMap<(Snowflake, String, String), String>,
    pub(super) parties: BTreeMap<PartyId, Party>,
    pub(super) preparations: BTreeMap<PreparationId, Preparation>,
    pub(super) settlements: BTreeMap<(EncounterId, i64), Settlement>,
    pub(super) people: HashMap<EncounterId, Vec<FightPerson>>,
    pub(super) pictures: HashMap<String, Vec<u8>>,
    pub(super) backgrounds: BTreeMap<EncounterId, Background>,
    pub(super) private_menus: BTreeMap<(EncounterId, Snowflake), PrivateMenu>,
    pub(super) portraits: BTreeMap<CharacterId, String>,
    /// Who hears of changed settings.
    pub(super) news: Vec<mpsc::Sender<SettingNews>>,
    // The last ids assigned. Never reused, even after a deletion.
    pub(super) last_encounter: EncounterId,
    pub(super) last_outgoing: OutgoingId,
    pub(super) last_character: CharacterId,
    pub(super) last_party: PartyId,
    pub(super) last_preparation: PreparationId,
}

#[derive(Debug)]
pub(super) struct Kept {
    pub(super) header: Header,
    pub(super) opening: String,
    pub(super) rows: Vec<StoredRow>,
    pub(super) seeds: Vec<(i64, CommittedSeed)>,
}

impl Contents {
    pub(super) fn kept(&self, id: EncounterId) -> Result<&Kept, StoreError> {
        self.encounters.get(&id).ok_or(StoreError::NoSuchEncounter(id))
    }

    pub(super) fn open_in(&self, application: Snowflake, channel: Snowflake) -> Option<&Header> {
        self.encounters.values().map(|kept| &kept.header).find(|header| {
            header.application_id == application && header.channel_id == channel && header.status != Status::Over
        })
    }

    /// Tells whoever listens that a server's or a person's settings have changed, as PostgreSQL does: here, everybody who has the store is one process.
    pub(super) fn tell(&mut self, application: Snowflake, scope: &str) {
        if scope.starts_with("user:") || scope.starts_with("guild:") {
            let news = SettingNews::Changed { application, scope: scope.to_owned() };
            self.news.retain(|to| !matches!(to.try_send(news.clone()), Err(TrySendError::Closed(_))));
        }
    }

    /// Every reason to refuse a batch, checked before any of it is kept.
    pub(super) fn refusal(&self, batch: &Append) -> Result<(), AppendError> {
        for interaction in batch.rows.iter().filter_map(|row| row.interaction_id) {
            if let Some(&(encounter, seq)) = self.interactions.get(&interaction) {
                return Err(AppendError::AlreadyDone { encounter, seq });
            }
        }
        let header = &self.kept(batch.encounter)?.header;
        if let Some(first) = batch.rows.first()
            && first.seq != header.head_seq + 1
        {
            let (encounter, head_seq, first_seq) = (header.id, header.head_seq, first.seq);
            return Err(AppendError::Conflict { encounter, head_seq, first_seq });
        }
        if header.status == Status::Over
            && batch.status.is_some_and(|status| status != Status::Over)
            && let Some(other) = self.open_in(header.application_id, header.channel_id)
        {
            return Err(StoreError::ChannelTaken { encounter: other.id }.into());
        }
        let mut fresh = HashSet::new();
        for notice in &batch.outbox {
            if self.nonces.contains(&notice.nonce) || !fresh.insert(&notice.nonce) {
                return Err(StoreError::NonceTaken { nonce: notice.nonce.clone() }.into());
            }
        }
        Ok(())
    }

    /// Notes which message shows a slot, and that its nonce is used up.
    pub(super) fn show(&mut self, encounter: EncounterId, shown: ShownMessage) {
        if self.is_of_forgotten(encounter, &shown.slot) {
            return;
        }
        let place = (encounter, shown.slot.clone());
        let (id, before) = (shown.message_id, self.messages.insert(place.clone(), shown));
        if id != 0 && before.is_none_or(|it| it.message_id != id) {
            *self.used_nonces.entry(place).or_default() += 1;
        }
    }

    pub(super) fn named(&self, key: &CharacterKey, name: &str) -> Option<&Character> {
        let name = bounds::folded(name);
        self.characters.values().find(|character| character.key == *key && bounds::folded(&character.name) == name)
    }

    /// A message of the outbox; `None` if it's finished.
    pub(super) fn due_mut(&mut self, id: OutgoingId) -> Result<Option<&mut Outgoing>, StoreError> {
        let outgoing = self.outbox.get_mut(&id).ok_or(StoreError::NoSuchOutgoing(id))?;
        Ok(Some(outgoing).filter(|outgoing| outgoing.state == OutgoingState::Due))
    }
}
