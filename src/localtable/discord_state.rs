//! What's at the table: the servers, their channels, people and messages. Changed under one lock, and written to its file as it changes. Knows
//! nothing about sockets' bytes or HTTP.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use serde_json::Value;

pub(super) use super::records::{Attachment, Cause, Channel, Ids, Message, Overwrite, Reaction, Role, User};

use super::{
    Id, TimeSource,
    call_log::Calls,
    interaction_record::Interactions,
    interactions_endpoint::InteractionsEndpoint,
    journal::Journal,
    limits,
    planned_faults::PlannedFault,
    rate_limits::Buckets,
    refusal::Refusal,
    sessions::Gateway,
    settings::{FightChannels, Strict},
    snowflake::Mint,
    tabs::Page,
};

/// The number of messages that a channel keeps; older ones are forgotten.
const MESSAGES_KEPT: usize = 2_000;

/// Everything at the table.
pub(super) struct DiscordState {
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
    /// The fight channels that this table was opened with.
    pub(super) fight_channels: Vec<FightChannels>,
    pub(super) messages: HashMap<Id, BTreeMap<Id, Message>>,
    pub(super) files: HashMap<Id, axum::body::Bytes>,
    /// Files attached to commands, oldest first. They belong to no message and aren't stored in the table's file.
    pub(super) uploads: std::collections::VecDeque<Id>,
    /// The application's global commands (`None`) and the servers'.
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
    /// When the bot was added to it, in milliseconds; before the table was opened if `None`.
    pub(super) bot_joined_ms: Option<i64>,
    /// Where interactions go; over the gateway if `None`.
    pub(super) endpoint: Option<InteractionsEndpoint>,
    pub(super) journal: Journal,
}

impl DiscordState {
    /// Everything that its file holds.
    pub(super) fn everything(&self) -> impl Iterator<Item = (String, Value)> {
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

    pub(super) fn remember_nonce(&mut self, message: &Message) {
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
