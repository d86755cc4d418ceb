//! What's kept about a person, in memory.

use super::super::{
    error::StoreError, fight_person::FightPerson, ids::*, persons_fight::PersonsFight, privacy::*, records::*,
};
use super::contents::Contents;

impl Contents {
    pub(super) fn people_of(&self, encounter: EncounterId) -> Vec<FightPerson> {
        let mut people = self.people.get(&encounter).cloned().unwrap_or_default();
        people.sort_by_key(|it| it.number);
        people
    }

    /// Newest first.
    pub(super) fn fights_of(&self, application: Snowflake, person: Snowflake, key: &str) -> Vec<PersonsFight> {
        let headers = self.encounters.values().rev().map(|it| &it.header);
        let fights = headers.filter(|it| it.application_id == application).filter_map(|header| {
            let number = self.people.get(&header.id)?.iter().find(|it| it.person_id == person)?.number;
            let value = self.settings.get(&(application, encounter_scope(header.id), key.to_owned())).cloned();
            Some(PersonsFight { header: header.clone(), number, value })
        });
        fights.collect()
    }

    pub(super) fn meet(&mut self, encounter: EncounterId, new: &[FightPerson]) {
        let known = self.people.entry(encounter).or_default();
        for it in new {
            if !known.iter().any(|other| other.person_id == it.person_id || other.number == it.number) {
                known.push(*it);
            }
        }
    }

    pub(super) fn belongings(&self, application: Snowflake, person: Snowflake) -> Belongings {
        let characters = self.characters.values().filter(|it| is_theirs(&it.key, application, person));
        let parties = self.parties.values();
        let preparations = self.preparations.values();
        Belongings {
            characters: characters.cloned().collect(),
            parties: parties.filter(|it| (it.application_id, it.owner_id) == (application, person)).cloned().collect(),
            preparations: preparations
                .filter(|it| (it.application_id, it.owner_id) == (application, person))
                .cloned()
                .collect(),
        }
    }

    pub(super) fn delete_belongings(&mut self, application: Snowflake, person: Snowflake) -> i64 {
        let before = self.kept_between_fights();
        self.characters.retain(|_, it| !is_theirs(&it.key, application, person));
        self.parties.retain(|_, it| (it.application_id, it.owner_id) != (application, person));
        self.preparations.retain(|_, it| (it.application_id, it.owner_id) != (application, person));
        let scope = format!("user:{person}");
        self.settings.retain(|key, _| (key.0, &key.1) != (application, &scope));
        self.leave_parties();
        before - self.kept_between_fights()
    }

    pub(super) fn forget(&mut self, it: ForgottenPerson) -> Result<bool, StoreError> {
        let kept = self.encounters.get_mut(&it.encounter).ok_or(StoreError::NoSuchEncounter(it.encounter))?;
        if kept.header.status != Status::Over || kept.header.head_seq != it.head_seq {
            return Ok(false);
        }
        let application = kept.header.application_id;
        kept.opening = it.opening.unwrap_or_else(|| std::mem::take(&mut kept.opening));
        for (seq, actor, body) in it.rows {
            if let Some(row) = kept.rows.iter_mut().find(|row| row.seq == seq) {
                (row.actor, row.body) = (actor, body);
            }
        }
        for (id, payload) in it.outbox {
            if let Some(outgoing) = self.outbox.get_mut(&id).filter(|out| out.encounter == it.encounter) {
                outgoing.notice.payload = payload;
            }
        }
        for (key, value) in it.settings {
            self.settings.insert((application, encounter_scope(it.encounter), key), value);
        }
        for (head_seq, decided_by, outcome) in it.settlements {
            if let Some(settlement) = self.settlements.get_mut(&(it.encounter, head_seq)) {
                (settlement.decided_by, settlement.outcome) = (decided_by, outcome);
            }
        }
        let people = self.people.entry(it.encounter).or_default().iter_mut();
        people.filter(|known| known.person_id == it.person_id).for_each(|known| known.person_id = known.number);
        self.forget_messages((it.encounter, it.person_id, it.number));
        Ok(true)
    }

    /// Whether a message's slot names somebody who has been forgotten in the fight.
    pub(super) fn is_of_forgotten(&self, encounter: EncounterId, slot: &str) -> bool {
        let known = self.people.get(&encounter).map(Vec::as_slice).unwrap_or_default();
        known.iter().any(|it| it.person_id < FIRST_ID)
            && people_in_slot(slot).any(|named| known.iter().all(|it| it.person_id != named))
    }

    /// Messages and their nonces: slots that name the person name the number. What was sent to them directly isn't known any more, as its channel
    /// is theirs alone; nor is a menu of theirs.
    fn forget_messages(&mut self, (encounter, person, number): (EncounterId, Snowflake, u64)) {
        let (person_part, number_part) = (format!(":{person}:"), format!(":{number}:"));
        let renamed = |slot: &str| {
            let new = format!("{slot}:").replace(&person_part, &number_part);
            let new = new.trim_end_matches(':');
            (new != slot).then(|| new.to_owned())
        };
        let channel = self.encounters.get(&encounter).map(|it| it.header.channel_id);
        for ((id, slot), mut shown) in std::mem::take(&mut self.messages) {
            match renamed(&slot).filter(|_| id == encounter) {
                None => _ = self.messages.insert((id, slot), shown),
                Some(_) if Some(shown.channel_id) != channel => {}
                Some(new) => {
                    shown.slot.clone_from(&new);
                    self.messages.insert((id, new), shown);
                }
            }
        }
        for ((id, slot), used) in std::mem::take(&mut self.used_nonces) {
            let slot = renamed(&slot).filter(|_| id == encounter).unwrap_or(slot);
            self.used_nonces.insert((id, slot), used);
        }
        for it in self.outbox.values_mut().filter(|it| it.encounter == encounter) {
            if let Some(new) = renamed(&it.notice.slot) {
                it.notice.slot = new;
            }
        }
        self.private_menus.remove(&(encounter, person));
    }

    pub(super) fn guilds(&self, application: Snowflake) -> Vec<Snowflake> {
        let fights = self.encounters.values().filter(|it| it.header.application_id == application);
        let mut all: Vec<Snowflake> = fights.filter_map(|it| it.header.guild_id).collect();
        let characters = self.characters.values().filter(|it| it.key.application_id == application);
        all.extend(characters.map(|it| it.key.guild_id));
        all.extend(self.parties.values().filter(|it| it.application_id == application).map(|it| it.guild_id));
        all.extend(self.preparations.values().filter(|it| it.application_id == application).map(|it| it.guild_id));
        let scopes = self.settings.keys().filter(|it| it.0 == application);
        all.extend(scopes.filter_map(|it| it.1.strip_prefix("guild:")?.parse::<Snowflake>().ok()));
        all.retain(|it| *it != 0);
        all.sort_unstable();
        all.dedup();
        all
    }

    pub(super) fn delete_guild(&mut self, application: Snowflake, guild: Snowflake) -> i64 {
        let here = |it: &Header| it.application_id == application && it.guild_id == Some(guild);
        let fights: Vec<EncounterId> =
            self.encounters.values().map(|it| &it.header).filter(|it| here(it)).map(|it| it.id).collect();
        let before = self.kept_between_fights();
        for id in &fights {
            self.encounters.remove(id);
            self.people.remove(id);
            self.private_menus.retain(|it, _| it.0 != *id);
            self.outbox.retain(|_, it| it.encounter != *id);
            self.messages.retain(|it, _| it.0 != *id);
            self.settlements.retain(|it, _| it.0 != *id);
            self.interactions.retain(|_, it| it.0 != *id);
            let scope = encounter_scope(*id);
            self.settings.retain(|key, _| (key.0, &key.1) != (application, &scope));
        }
        self.characters.retain(|_, it| (it.key.application_id, it.key.guild_id) != (application, guild));
        self.parties.retain(|_, it| (it.application_id, it.guild_id) != (application, guild));
        self.preparations.retain(|_, it| (it.application_id, it.guild_id) != (application, guild));
        let scope = format!("guild:{guild}");
        self.settings.retain(|key, _| (key.0, &key.1) != (application, &scope));
        self.leave_parties();
        before - self.kept_between_fights() + fights.len() as i64
    }

    fn kept_between_fights(&self) -> i64 {
        (self.characters.len() + self.parties.len() + self.preparations.len() + self.settings.len()) as i64
    }

    /// A deleted character leaves its parties, and nobody's pictures stay.
    fn leave_parties(&mut self) {
        let (characters, fights) = (&self.characters, &self.encounters);
        self.parties.values_mut().for_each(|it| it.members.retain(|id| characters.contains_key(id)));
        self.portraits.retain(|id, _| characters.contains_key(id));
        self.backgrounds.retain(|id, _| fights.contains_key(id));
        self.drop_unused_pictures();
    }
}

fn is_theirs(key: &CharacterKey, application: Snowflake, person: Snowflake) -> bool {
    (key.application_id, key.owner_id) == (application, person)
}
