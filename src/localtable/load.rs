//! The state of Discord as kept in its file, or new.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    discord_state::{DiscordState, Message},
    initial_guild::initial_guild,
    journal::{Journal, JournalError},
    settings::TableSettings,
    snowflake::Id,
};

impl DiscordState {
    /// The state from its file, or a new one.
    pub(super) fn open(settings: &TableSettings) -> Result<Self, JournalError> {
        let (journal, kept) = match &settings.file {
            Some(path) => Journal::open(path)?,
            None => (Journal::default(), BTreeMap::new()),
        };
        let now_ms = settings.clock.now_ms();
        let mut discord = initial_guild(settings.clock.clone(), settings.strict.clone(), now_ms);
        discord.journal = journal;
        if kept.is_empty() {
            if settings.second_guild {
                discord.add_second_guild();
            }
            // All at once: a process that dies here leaves no half-made guild.
            let everything: Vec<_> = discord.everything().collect();
            discord.journal.rewrite(everything.into_iter())?;
        } else {
            discord.restore(kept, settings)?;
        }
        discord.add_fight_channels(&settings.fight_channels);
        Ok(discord)
    }

    fn restore(&mut self, kept: BTreeMap<String, Value>, settings: &TableSettings) -> Result<(), JournalError> {
        (self.users, self.roles, self.channels) = Default::default();
        (self.messages, self.commands) = Default::default();
        for (key, value) in kept {
            let path = settings.file.clone().unwrap_or_default();
            self.restore_one(&key, value).ok_or(JournalError::Entry { path, key })?;
        }
        Ok(())
    }

    /// `None` if the key or the value isn't valid.
    fn restore_one(&mut self, key: &str, value: Value) -> Option<()> {
        fn thing<T: DeserializeOwned>(value: Value) -> Option<T> {
            serde_json::from_value(value).ok()
        }
        let (kind, id) = key.split_once('/').unwrap_or((key, ""));
        let id = id.parse().unwrap_or_default();
        self.mint.taken(id);
        match kind {
            "ids" => self.ids = thing(value)?,
            "token" => self.token = thing(value)?,
            "user" => drop(self.users.insert(id, thing(value)?)),
            "role" => drop(self.roles.insert(id, thing(value)?)),
            "channel" => drop(self.channels.insert(id, thing(value)?)),
            "commands" => drop(self.commands.insert((id != Id(0)).then_some(id), thing(value)?)),
            "message" => {
                let message: Message = thing(value)?;
                self.remember_nonce(&message);
                self.messages.entry(message.channel).or_default().insert(id, message);
            }
            "file" => drop(self.files.insert(id, hex::decode(value.as_str()?).ok()?.into())),
            "interaction" => self.interactions.restore(thing(value)?),
            _ => return None,
        }
        Some(())
    }
}
