//! What happens to messages, anyone who causes it: they're posted, edited, deleted and pinned, and the gateway and the page are told.

use serde_json::{Value, json};

use super::{
    Id,
    check::message::{AllowedMentions, Attached, Draft, EPHEMERAL, LOADING},
    discord_state::{Attachment, Cause, DiscordState, Message},
    gateway, limits, permissions,
    refusal::Refusal,
};

/// A message about to be posted.
pub(super) struct Posting {
    pub(super) channel: Id,
    pub(super) author: Id,
    pub(super) kind: u8,
    pub(super) cause: Option<Cause>,
    pub(super) reply_to: Option<Id>,
    /// The only person who sees it, if it's ephemeral.
    pub(super) only_for: Option<Id>,
    /// Flags in addition to the draft's.
    pub(super) flags: u64,
}

impl Posting {
    /// An ordinary message.
    pub(super) fn ordinary(channel: Id, author: Id) -> Self {
        Self { channel, author, kind: 0, cause: None, reply_to: None, only_for: None, flags: 0 }
    }
}

impl DiscordState {
    /// Posts a message and tells everyone concerned.
    pub(super) fn post(&mut self, posting: Posting, draft: Draft) -> Message {
        let id = self.new_id();
        let attachments = self.take_attachments(&[], draft.attachments.as_deref().unwrap_or_default());
        let content = draft.content.unwrap_or_default().trim().to_owned();
        let ephemeral = if posting.only_for.is_some() { EPHEMERAL } else { 0 };
        let mut message = Message {
            id,
            channel: posting.channel,
            author: posting.author,
            kind: posting.kind,
            content,
            edited_ms: None,
            flags: draft.flags.unwrap_or(0) & !EPHEMERAL | ephemeral | posting.flags,
            embeds: draft.embeds.unwrap_or_default(),
            components: draft.components.unwrap_or_default(),
            attachments,
            mentions: Vec::new(),
            mention_roles: Vec::new(),
            mention_everyone: false,
            pinned_ms: None,
            nonce: draft.nonce,
            reply_to: posting.reply_to,
            cause: posting.cause,
            only_for: posting.only_for,
            reactions: Vec::new(),
            old_edits_ms: Vec::new(),
        };
        self.find_mentions(&mut message, draft.allowed_mentions.as_ref());
        self.store_message(message.clone());
        self.announce("MESSAGE_CREATE", &message);
        message
    }

    /// Changes a message by what the draft names, and tells everyone concerned.
    pub(super) fn revise(&mut self, mut message: Message, draft: Draft) -> Result<Message, Refusal> {
        let replaced = draft.replaces_attachments || draft.attachments.is_some();
        let kept: Vec<Attachment> = match (&draft.attachments, draft.replaces_attachments) {
            (Some(list), true) => {
                let named = |attachment: &&Attachment| {
                    list.iter().any(|one| matches!(one, Attached::Kept(id) if *id == attachment.id))
                };
                message.attachments.iter().filter(named).cloned().collect()
            }
            (None, true) => Vec::new(),
            _ => message.attachments.clone(),
        };
        let mut after = Draft {
            content: Some(draft.content.clone().unwrap_or_else(|| message.content.clone())),
            embeds: Some(draft.embeds.clone().unwrap_or_else(|| message.embeds.clone())),
            components: Some(draft.components.clone().unwrap_or_else(|| message.components.clone())),
            attachments: draft.attachments.clone(),
            ..Draft::default()
        };
        if after.is_empty() && kept.is_empty() {
            return Err(Refusal::empty_message());
        }
        let old: Vec<Id> = message.attachments.iter().map(|attachment| attachment.id).collect();
        if replaced {
            message.attachments = self.take_attachments(&kept, draft.attachments.as_deref().unwrap_or_default());
            for gone in old.iter().filter(|id| !message.attachments.iter().any(|attachment| attachment.id == **id)) {
                self.files.remove(gone);
                self.forget("file", *gone);
            }
        }
        // Replacing "thinking" isn't an edit: the message has never said anything else.
        message.edited_ms = (message.flags & LOADING == 0).then(|| self.now_ms());
        message.content = after.content.take().unwrap_or_default().trim().to_owned();
        message.embeds = after.embeds.take().unwrap_or_default();
        message.components = after.components.take().unwrap_or_default();
        message.flags &= !LOADING;
        if let Some(flags) = draft.flags {
            // On an existing message, only the previews can still be switched.
            const SUPPRESS_EMBEDS: u64 = 1 << 2;
            message.flags = message.flags & !SUPPRESS_EMBEDS | flags & SUPPRESS_EMBEDS;
        }
        if draft.content.is_some() {
            self.find_mentions(&mut message, draft.allowed_mentions.as_ref());
        }
        self.store_message(message.clone());
        self.announce("MESSAGE_UPDATE", &message);
        Ok(message)
    }

    /// The kept files and the new ones, whose bytes are stored.
    fn take_attachments(&mut self, kept: &[Attachment], list: &[Attached]) -> Vec<Attachment> {
        let mut all = kept.to_vec();
        for attached in list {
            let Attached::New { filename, description, title, bytes } = attached else { continue };
            let id = self.new_id();
            if self.journal.is_kept() {
                self.keep("file", id, &hex::encode(bytes));
            }
            self.files.insert(id, bytes.clone());
            let content_type = content_type(filename).to_owned();
            all.push(Attachment {
                id,
                filename: filename.clone(),
                content_type,
                size: bytes.len(),
                extent: png_extent(bytes),
                description: description.clone(),
                title: title.clone(),
            });
        }
        all
    }

    /// The people and roles that the content names and may ping.
    fn find_mentions(&self, message: &mut Message, allowed: Option<&AllowedMentions>) {
        let may = |list: Option<&Option<Vec<Id>>>, id: Id| {
            list.is_none_or(|list| list.as_ref().is_none_or(|list| list.contains(&id)))
        };
        let may_all = self
            .channels
            .get(&message.channel)
            .is_some_and(|channel| self.permissions(message.author, channel) & permissions::MENTION_EVERYONE != 0);
        let home = self.home_of(message.channel);
        let everyone = message.content.contains("@everyone") || message.content.contains("@here");
        message.mention_everyone = everyone && may_all && allowed.is_none_or(|allowed| allowed.everyone);
        (message.mentions, message.mention_roles) = (Vec::new(), Vec::new());
        for piece in message.content.split("<@").skip(1) {
            let Some((inside, _)) = piece.split_once('>') else { continue };
            if let Some(role) = inside.strip_prefix('&').and_then(|digits| digits.parse().ok()) {
                let known = self.role_in(home, role).is_some_and(|role| may_all || !role.managed && role.position > 0);
                if known && may(allowed.map(|allowed| &allowed.roles), role) && !message.mention_roles.contains(&role) {
                    message.mention_roles.push(role);
                }
            } else if let Ok(user) = inside.trim_start_matches('!').parse::<Id>()
                && self.users.contains_key(&user)
                && may(allowed.map(|allowed| &allowed.users), user)
                && !message.mentions.contains(&user)
            {
                message.mentions.push(user);
            }
        }
        let replied = message.reply_to.and_then(|id| self.message(message.channel, id)).map(|replied| replied.author);
        if let Some(author) = replied
            && message.cause.is_none()
            && allowed.is_none_or(|allowed| allowed.replied_user)
            && !message.mentions.contains(&author)
        {
            message.mentions.push(author);
        }
    }

    /// Tells the gateway and the page about a message. Ephemeral ones only go to their seat.
    pub(super) fn announce(&mut self, event: &'static str, message: &Message) {
        let value = self.message_object(message);
        if !message.is_ephemeral() {
            self.dispatch_message(event, message, &value);
        }
        self.tell_page_of_message(event, message, value);
    }

    /// Deletes a message and tells everyone concerned.
    pub(super) fn delete(&mut self, channel: Id, id: Id) -> Option<Message> {
        let message = self.remove_message(channel, id)?;
        if !message.is_ephemeral() {
            let data = json!({ "id": id, "channel_id": channel, "guild_id": self.guild_of(channel) });
            self.dispatch_in(channel, "MESSAGE_DELETE", gateway::GUILD_MESSAGES, &data);
        }
        self.tell_page_of_deletion(&message);
        Some(message)
    }

    /// Pins or unpins.
    pub(super) fn pin(&mut self, channel: Id, id: Id, pinned: bool) -> Result<(), Refusal> {
        let now_ms = self.now_ms();
        let pins = self
            .messages
            .get(&channel)
            .into_iter()
            .flatten()
            .filter(|(_, message)| message.pinned_ms.is_some())
            .count();
        let mut message = self
            .message(channel, id)
            .filter(|message| !message.is_ephemeral())
            .cloned()
            .ok_or_else(Refusal::unknown_message)?;
        if message.pinned_ms.is_some() == pinned {
            return Ok(());
        }
        if pinned && pins >= limits::PINS {
            return Err(Refusal::too_many_pins());
        }
        message.pinned_ms = pinned.then_some(now_ms);
        self.store_message(message.clone());
        if let Some(mut place) = self.channels.get(&channel).cloned() {
            place.last_pin_ms = Some(now_ms);
            self.store_channel(place);
        }
        let data = json!({
            "channel_id": channel, "guild_id": self.guild_of(channel),
            "last_pin_timestamp": super::snowflake::timestamp(now_ms),
        });
        self.dispatch_in(channel, "CHANNEL_PINS_UPDATE", gateway::GUILDS, &data);
        self.announce("MESSAGE_UPDATE", &message);
        if pinned {
            let posting = Posting { kind: 6, reply_to: Some(id), ..Posting::ordinary(channel, self.ids.bot) };
            let nobody = AllowedMentions {
                everyone: false,
                users: Some(Vec::new()),
                roles: Some(Vec::new()),
                replied_user: false,
            };
            self.post(posting, Draft { allowed_mentions: Some(nobody), ..Draft::default() });
        }
        Ok(())
    }

    /// Counts an edit of a message that has grown old; too many within an hour are refused.
    pub(super) fn count_old_edit(&self, message: &mut Message) -> Result<(), Refusal> {
        let now_ms = self.now_ms();
        if now_ms - message.id.created_ms() < limits::OLD_MESSAGE_MS {
            return Ok(());
        }
        message.old_edits_ms.retain(|then| now_ms - then < limits::OLD_MESSAGE_MS);
        if message.old_edits_ms.len() >= self.strict.old_edits_an_hour {
            return Err(Refusal::too_many_old_edits());
        }
        message.old_edits_ms.push(now_ms);
        Ok(())
    }

    /// "… is typing", for the page and the gateway.
    pub(super) fn typing(&mut self, channel: Id, user: Id) {
        let data = json!({
            "channel_id": channel, "guild_id": self.guild_of(channel), "user_id": user,
            "timestamp": self.now_ms() / 1_000,
            "member": self.member(user, self.home_of(channel)),
        });
        self.dispatch_in(channel, "TYPING_START", gateway::GUILD_MESSAGE_TYPING, &data);
        let value = json!({ "channel_id": channel, "user": self.user(user) });
        self.tell_page_in(channel, "TYPING", &value);
    }
}

/// The type suggested by a file's name. Only plain pictures get a type that a browser displays.
pub(super) fn content_type(filename: &str) -> &'static str {
    match filename.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).as_deref() {
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("gif") => "image/gif",
        Some("webp") => "image/webp",
        Some("txt" | "md" | "umpire") => "text/plain; charset=utf-8",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}

/// Width and height of a PNG, read from its header.
fn png_extent(bytes: &[u8]) -> Option<(u32, u32)> {
    let header = bytes.get(..24)?;
    if !header.starts_with(b"\x89PNG\r\n\x1a\n") {
        return None;
    }
    let number = |at: usize| header[at..at + 4].iter().fold(0u32, |sum, byte| sum << 8 | u32::from(*byte));
    Some((number(16), number(20)))
}

/// A list of messages in a route's format.
pub(super) fn list(discord: &DiscordState, messages: &[Message]) -> Value {
    messages.iter().map(|message| discord.message_object(message)).collect()
}
