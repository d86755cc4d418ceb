//! What's kept between fights, in memory. Everything is checked before anything changes.

use super::super::{bounds, error::StoreError, ids::*, people::*, pictures::StoredPicture, records::*};
use super::contents::Contents;

impl Contents {
    pub(super) fn write_characters(
        &mut self,
        writes: &[CharacterWrite],
        settles: Option<Settlement>,
        at_ms: i64,
    ) -> Result<Vec<CharacterId>, StoreError> {
        if let Some(settlement) = &settles {
            self.kept(settlement.encounter)?;
            if self.settlements.contains_key(&(settlement.encounter, settlement.head_seq)) {
                return Err(StoreError::AlreadySettled(settlement.encounter));
            }
        }
        // On a copy, so that if one is refused, none of the others remain.
        let before = (self.characters.clone(), self.last_character);
        let written = writes.iter().map(|write| self.write_character(write, at_ms)).collect::<Result<Vec<_>, _>>();
        match written {
            Ok(_) => self.settlements.extend(settles.map(|it| ((it.encounter, it.head_seq), it))),
            Err(_) => (self.characters, self.last_character) = before,
        }
        written
    }

    fn write_character(&mut self, write: &CharacterWrite, at_ms: i64) -> Result<CharacterId, StoreError> {
        let taken = |it: Option<&Character>, id: Option<CharacterId>| it.is_some_and(|other| Some(other.id) != id);
        let (id, character) = match write {
            CharacterWrite::Create { key, name, sheet } => {
                if taken(self.named(key, name), None) {
                    return Err(StoreError::NameTaken { name: name.clone() });
                }
                self.last_character += 1;
                let id = self.last_character;
                let (key, name, sheet) = (key.clone(), name.clone(), sheet.clone());
                (id, Character { id, key, name, sheet, updated_at_ms: at_ms })
            }
            CharacterWrite::Update { id, expected, name, sheet } => {
                let now = self.characters.get(id).ok_or(StoreError::NoSuchCharacter(*id))?;
                if now.sheet != *expected {
                    return Err(StoreError::CharacterChanged(*id));
                }
                if taken(self.named(&now.key, name), Some(*id)) {
                    return Err(StoreError::NameTaken { name: name.clone() });
                }
                let (key, name, sheet) = (now.key.clone(), name.clone(), sheet.clone());
                (*id, Character { id: *id, key, name, sheet, updated_at_ms: at_ms })
            }
        };
        self.characters.insert(id, character);
        Ok(id)
    }

    pub(super) fn parties_of(&self, application: Snowflake, guild: Snowflake) -> Vec<Party> {
        let here = self.parties.values().filter(|it| it.application_id == application && it.guild_id == guild);
        let mut here: Vec<Party> = here.cloned().collect();
        here.sort_by_cached_key(|it| (bounds::folded(&it.name), it.id));
        here
    }

    pub(super) fn create_party(&mut self, new: NewParty) -> Result<PartyId, StoreError> {
        let folded = bounds::folded(&new.name);
        if self.parties_of(new.application_id, new.guild_id).iter().any(|it| bounds::folded(&it.name) == folded) {
            return Err(StoreError::NameTaken { name: new.name });
        }
        self.last_party += 1;
        let id = self.last_party;
        let NewParty { application_id, guild_id, owner_id, system, name, .. } = new;
        self.parties.insert(id, Party { id, application_id, guild_id, owner_id, system, name, members: vec![] });
        Ok(id)
    }

    pub(super) fn add_to_party(&mut self, party: PartyId, character: CharacterId) -> Result<bool, StoreError> {
        let known = self.characters.contains_key(&character);
        let party = self.parties.get_mut(&party).ok_or(StoreError::NoSuchParty(party))?;
        if !known {
            return Err(StoreError::NoSuchCharacter(character));
        }
        let is_new = !party.members.contains(&character);
        if is_new {
            party.members.push(character);
        }
        Ok(is_new)
    }

    pub(super) fn preparations_of(
        &self,
        application: Snowflake,
        guild: Snowflake,
        owner: Snowflake,
    ) -> Vec<(PreparationId, Preparation)> {
        let own = |it: &Preparation| it.application_id == application && it.guild_id == guild && it.owner_id == owner;
        let all = self.preparations.iter().filter(|it| own(it.1));
        let mut all: Vec<_> = all.map(|(id, it)| (*id, it.clone())).collect();
        all.sort_by_cached_key(|(id, it)| (bounds::folded(&it.name), *id));
        all
    }

    pub(super) fn save_preparation(
        &mut self,
        it: Preparation,
        new: Option<StoredPicture>,
    ) -> Result<PreparationId, StoreError> {
        self.pictures.extend(new.map(|it| (it.hash, it.bytes)));
        if let Some(picture) = it.background.as_ref().map(|it| &it.picture)
            && !self.pictures.contains_key(picture)
        {
            return Err(StoreError::NoSuchPicture(picture.clone()));
        }
        let same = |known: &Preparation| bounds::folded(&known.name) == bounds::folded(&it.name);
        let known = self.preparations_of(it.application_id, it.guild_id, it.owner_id);
        let id = known.into_iter().find(|(_, known)| same(known)).map(|it| it.0).unwrap_or_else(|| {
            self.last_preparation += 1;
            self.last_preparation
        });
        self.preparations.insert(id, it);
        self.drop_unused_pictures();
        Ok(id)
    }
}
