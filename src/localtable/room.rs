//! What's at the table: the server, its channels, people and messages. Changed under one lock, and written to its file as it changes. Knows
//! nothing about sockets' bytes or HTTP.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{
    FightRoom, Id, Strict, TableSettings, TimeSource,
    buckets::Buckets,
    calls::Calls,
    faults::PlannedFault,
    gateway::Gateway,
    id::Mint,
    interactions::Interactions,
    journal::{Journal, JournalError},
    limits,
    page::Page,
    refusal::Refusal,
};

/// The number of messages that a channel keeps; older ones are forgotten.
const MESSAGES_KEPT: usize = 2_000;

/// The ids that everything refers to.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Ids {
    pub(super) guild: Id,
    pub(super) application: Id,
    pub(super) bot: Id,
    pub(super) bot_role: Id,
    pub(super) gm_role: Id,
    pub(super) owner: Id,
}

/// A person, or the bot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct User {
    pub(super) id: Id,
    /// The displayed name.
    pub(super) name: String,
    pub(super) bot: bool,
    pub(super) roles: Vec<Id>,
    /// What the page says about the seat.
    pub(super) blurb: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Role {
    pub(super) id: Id,
    pub(super) name: String,
    pub(super) permissions: u64,
    pub(super) position: u32,
    pub(super) colour: u32,
    pub(super) managed: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Overwrite {
    pub(super) id: Id,
    /// 0 for a role, 1 for a member.
    pub(super) kind: u8,
    pub(super) allow: u64,
    pub(super) deny: u64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Channel {
    pub(super) id: Id,
    /// 0 text, 1 direct messages, 11 public thread, 12 private thread.
    pub(super) kind: u8,
    pub(super) name: String,
    pub(super) topic: Option<String>,
    pub(super) parent: Option<Id>,
    pub(super) position: u32,
    pub(super) overwrites: Vec<Overwrite>,
    pub(super) slow_mode_s: i64,
    /// The other person in direct messages.
    pub(super) recipient: Option<Id>,
    /// The thread's creator.
    pub(super) owner: Option<Id>,
    /// The thread's members.
    pub(super) members: Vec<Id>,
    pub(super) archived: bool,
    pub(super) locked: bool,
    pub(super) archive_after_min: i64,
    pub(super) last_message: Option<Id>,
    pub(super) last_pin_ms: Option<i64>,
}

impl Channel {
    pub(super) fn is_thread(&self) -> bool {
        matches!(self.kind, 11 | 12)
    }

    pub(super) fn is_direct(&self) -> bool {
        self.kind == 1
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Attachment {
    pub(super) id: Id,
    pub(super) filename: String,
    pub(super) content_type: String,
    pub(super) size: usize,
    /// Width and height of a picture.
    pub(super) extent: Option<(u32, u32)>,
    pub(super) description: Option<String>,
    pub(super) title: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Reaction {
    pub(super) emoji: String,
    pub(super) users: Vec<Id>,
}

/// The interaction that a message answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Cause {
    pub(super) interaction: Id,
    /// 2 command, 3 component, 5 modal.
    pub(super) kind: u8,
    pub(super) user: Id,
    /// The command's name.
    pub(super) name: String,
    /// The message whose component was pressed.
    pub(super) message: Option<Id>,
    /// For a follow-up, the first reply.
    pub(super) original: Option<Id>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Message {
    pub(super) id: Id,
    pub(super) channel: Id,
    pub(super) author: Id,
    /// 0 ordinary, 6 "pinned a message", 18 "started a thread", 19 a reply, 20 a command's reply.
    pub(super) kind: u8,
    pub(super) content: String,
    pub(super) edited_ms: Option<i64>,
    pub(super) flags: u64,
    pub(super) embeds: Vec<Value>,
    pub(super) components: Vec<Value>,
    pub(super) attachments: Vec<Attachment>,
    pub(super) mentions: Vec<Id>,
    pub(super) mention_roles: Vec<Id>,
    pub(super) mention_everyone: bool,
    pub(super) pinned_ms: Option<i64>,
    pub(super) nonce: Option<Value>,
    pub(super) reply_to: Option<Id>,
    pub(super) cause: Option<Cause>,
    /// The only person who sees it, if it's ephemeral.
    pub(super) only_for: Option<Id>,
    pub(super) reactions: Vec<Reaction>,
    /// The times of edits since the message became old.
    #[serde(default)]
    pub(super) old_edits_ms: Vec<i64>,
}

impl Message {
    pub(super) fn is_ephemeral(&self) -> bool {
        self.only_for.is_some()
    }
}

/// Everything at the table.
pub(super) struct Room {
    pub(super) clock: TimeSource,
    pub(super) strict: Strict,
    pub(super) mint: Mint,
    pub(super) ids: Ids,
    /// The token that the bot must send.
    pub(super) token: String,
    /// `127.0.0.1:PORT`.
    pub(super) authority: String,
    pub(super) users: BTreeMap<Id, User>,
    /// Users who are no longer members.
    pub(super) gone: std::collections::BTreeSet<Id>,
    pub(super) roles: BTreeMap<Id, Role>,
    pub(super) channels: BTreeMap<Id, Channel>,
    /// The rooms for fights that this table was opened with.
    pub(super) rooms: Vec<FightRoom>,
    pub(super) messages: HashMap<Id, BTreeMap<Id, Message>>,
    pub(super) files: HashMap<Id, axum::body::Bytes>,
    /// Files attached to commands, oldest first. They belong to no message and aren't stored in the room's file.
    pub(super) uploads: std::collections::VecDeque<Id>,
    /// The application's global commands (`None`) and the server's.
    pub(super) commands: BTreeMap<Option<Id>, Vec<Value>>,
    /// The message, and its channel, that an author's nonce created, whether or not it still exists.
    pub(super) nonces: HashMap<(Id, String), (Id, Id)>,
    pub(super) interactions: Interactions,
    pub(super) gateway: Gateway,
    pub(super) page: Page,
    pub(super) buckets: Buckets,
    pub(super) calls: Calls,
    pub(super) faults: Vec<PlannedFault>,
    /// Whether the bot has been removed from the server.
    pub(super) bot_is_out: bool,
    pub(super) journal: Journal,
}

impl Room {
    /// The room from its file, or a new one.
    pub(super) fn open(settings: &TableSettings) -> Result<Self, JournalError> {
        let (journal, kept) = match &settings.file {
            Some(path) => Journal::open(path)?,
            None => (Journal::default(), BTreeMap::new()),
        };
        let now_ms = settings.clock.now_ms();
        let mut room = super::furniture::new_room(settings.clock.clone(), settings.strict.clone(), now_ms);
        room.journal = journal;
        if kept.is_empty() {
            // All at once: a process that dies here leaves no half-furnished room.
            let everything: Vec<_> = room.everything().collect();
            room.journal.rewrite(everything.into_iter())?;
        } else {
            room.restore(kept, settings)?;
        }
        room.furnish(&settings.rooms);
        Ok(room)
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

    fn everything(&self) -> impl Iterator<Item = (String, Value)> {
        fn entry<T: Serialize>(kind: &str, id: Id, thing: &T) -> (String, Value) {
            (format!("{kind}/{id}"), serde_json::to_value(thing).unwrap_or_default())
        }
        let first = [
            ("ids".to_owned(), serde_json::to_value(self.ids).unwrap_or_default()),
            ("token".to_owned(), self.token.clone().into()),
        ];
        first
            .into_iter()
            .chain(self.users.iter().map(|(id, user)| entry("user", *id, user)))
            .chain(self.roles.iter().map(|(id, role)| entry("role", *id, role)))
            .chain(self.channels.iter().map(|(id, channel)| entry("channel", *id, channel)))
            .chain(self.commands.iter().map(|(scope, list)| entry("commands", scope.unwrap_or_default(), list)))
            .chain(self.messages.values().flatten().map(|(id, message)| entry("message", *id, message)))
            .chain(self.files.iter().map(|(id, bytes)| entry("file", *id, &hex::encode(bytes))))
            .chain(self.interactions.iter().map(|interaction| entry("interaction", interaction.id, interaction)))
    }

    /// Now, in Unix milliseconds.
    pub(super) fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// An id for something created now.
    pub(super) fn new_id(&mut self) -> Id {
        let now_ms = self.now_ms();
        self.mint.next(now_ms)
    }

    /// Writes something to the file.
    pub(super) fn keep(&mut self, kind: &str, id: Id, thing: &impl Serialize) {
        if self.journal.is_kept() {
            self.journal.put(&format!("{kind}/{id}"), thing);
        }
    }

    /// Writes to the file that something is gone.
    pub(super) fn forget(&mut self, kind: &str, id: Id) {
        if self.journal.is_kept() {
            self.journal.remove(&format!("{kind}/{id}"));
        }
    }

    /// Rewrites the file if it has grown too much.
    pub(super) fn tidy(&mut self) {
        if self.journal.is_untidy() {
            let everything: Vec<_> = self.everything().collect();
            if let Err(error) = self.journal.rewrite(everything.into_iter()) {
                tracing::error!(%error, "the local table's file couldn't be compacted");
            }
        }
    }

    /// Stores a message's current version, and forgets the oldest one of a full channel.
    pub(super) fn store_message(&mut self, message: Message) {
        self.keep("message", message.id, &message);
        self.remember_nonce(&message);
        let channel = message.channel;
        if let Some(channel) = self.channels.get_mut(&channel).filter(|_| !message.is_ephemeral()) {
            channel.last_message = channel.last_message.max(Some(message.id));
        }
        let messages = self.messages.entry(channel).or_default();
        messages.insert(message.id, message);
        if messages.len() > MESSAGES_KEPT
            && let Some((oldest, _)) = messages.first_key_value()
        {
            let oldest = *oldest;
            self.remove_message(channel, oldest);
        }
    }

    /// Removes a message and its files.
    pub(super) fn remove_message(&mut self, channel: Id, id: Id) -> Option<Message> {
        let message = self.messages.get_mut(&channel)?.remove(&id)?;
        self.forget("message", id);
        for attachment in &message.attachments {
            self.files.remove(&attachment.id);
            self.forget("file", attachment.id);
        }
        Some(message)
    }

    fn remember_nonce(&mut self, message: &Message) {
        let Some(nonce) = &message.nonce else { return };
        if self.nonces.len() > limits::NONCES_KEPT {
            let since = self.now_ms() - limits::NONCE_MS;
            self.nonces.retain(|_, (_, id)| id.created_ms() > since);
        }
        let made = self.nonces.entry((message.author, nonce.to_string())).or_insert((message.channel, message.id));
        if made.1 < message.id {
            *made = (message.channel, message.id);
        }
    }

    /// The message that an author's nonce created within the last minutes, if any; `Err` says that it has been deleted.
    pub(super) fn made_by_nonce(&self, author: Id, nonce: &str) -> Option<Result<&Message, Refusal>> {
        let (channel, id) = *self.nonces.get(&(author, nonce.to_owned()))?;
        let still = self.now_ms() - id.created_ms() < limits::NONCE_MS;
        still.then(|| self.message(channel, id).ok_or_else(Refusal::unknown_message))
    }

    /// A message of a channel.
    pub(super) fn message(&self, channel: Id, id: Id) -> Option<&Message> {
        self.messages.get(&channel)?.get(&id)
    }

    /// Stores a channel's current version.
    pub(super) fn store_channel(&mut self, channel: Channel) {
        self.keep("channel", channel.id, &channel);
        self.channels.insert(channel.id, channel);
    }
}
