//! `/channels/{channel}/messages` and `/pins`: what the bot writes and reads with its own token.

use axum::http::Method;
use serde_json::{Value, json};

use super::route::{RouteAnswer, RouteCall, RouteResult};
use crate::localtable::{
    Id,
    check::{
        Fields,
        message::{Draft, EPHEMERAL, Route, draft},
    },
    discord_state::{Channel, DiscordState, Message, Reaction},
    gateway, limits,
    messages::{self, Posting},
    permissions::{self, MANAGE_MESSAGES, PIN_MESSAGES, READ_MESSAGE_HISTORY},
    refusal::{Form, Refusal},
    snowflake::timestamp,
};

/// Refuses what the bot isn't permitted to do.
fn need(may: u64, needed: u64) -> Result<(), Refusal> {
    if may & needed == needed { Ok(()) } else { Err(Refusal::missing_permissions()) }
}

impl DiscordState {
    pub(super) fn message_routes(
        &mut self,
        method: &Method,
        channel: &Channel,
        may: u64,
        rest: &[&str],
        asked: &RouteCall<'_>,
    ) -> RouteResult {
        match (method.as_str(), rest) {
            ("GET", ["messages"]) => self.history(channel.id, may, asked),
            ("POST", ["messages"]) => self.create_message(channel, may, asked),
            ("POST", ["messages", "bulk-delete"]) => self.bulk_delete(channel.id, may, asked),
            ("GET", ["messages", "pins"]) => {
                let items: Vec<Value> =
                    self.pinned(channel.id, may)?.iter().map(|message| self.pinned_item(message)).collect();
                Ok(RouteAnswer::ok(json!({ "items": items, "has_more": false })))
            }
            ("GET", ["pins"]) => Ok(RouteAnswer::ok(messages::list(self, &self.pinned(channel.id, may)?))),
            ("PUT" | "DELETE", ["messages", "pins", id] | ["pins", id]) => {
                let id = id.parse().map_err(|_| Refusal::unknown_message())?;
                need(may, PIN_MESSAGES)?;
                self.pin(channel.id, id, *method == Method::PUT)?;
                Ok(RouteAnswer::nothing())
            }
            ("GET", ["messages", id]) => {
                let message = self.public_message(channel.id, id)?;
                need(may, READ_MESSAGE_HISTORY)?;
                Ok(RouteAnswer::ok(self.message_object(&message)))
            }
            ("PATCH", ["messages", id]) => self.edit_message(channel.id, may, id, asked),
            ("DELETE", ["messages", id]) => {
                let message = self.public_message(channel.id, id)?;
                if message.author != self.ids.bot {
                    need(may, MANAGE_MESSAGES)?;
                }
                self.delete(channel.id, message.id);
                Ok(RouteAnswer::nothing())
            }
            ("PUT" | "DELETE", ["messages", id, "reactions", emoji, "@me"]) => {
                let message = self.public_message(channel.id, id)?;
                let added = *method == Method::PUT;
                need(may, READ_MESSAGE_HISTORY | if added { permissions::ADD_REACTIONS } else { 0 })?;
                self.react(message, &super::unescape(emoji), self.ids.bot, added);
                Ok(RouteAnswer::nothing())
            }
            ("DELETE", ["messages", id, "reactions"]) => {
                let mut message = self.public_message(channel.id, id)?;
                need(may, MANAGE_MESSAGES)?;
                message.reactions.clear();
                self.store_message(message.clone());
                let value = self.message_object(&message);
                self.tell_page_of_message("MESSAGE_UPDATE", &message, value);
                Ok(RouteAnswer::nothing())
            }
            _ => Err(Refusal::no_route()),
        }
    }

    /// A message visible to channel routes; ephemeral ones aren't.
    fn public_message(&self, channel: Id, id: &str) -> Result<Message, Refusal> {
        let id = id.parse().map_err(|_| Refusal::unknown_message())?;
        self.message(channel, id)
            .filter(|message| !message.is_ephemeral())
            .cloned()
            .ok_or_else(Refusal::unknown_message)
    }

    /// Newest first; around, before or after a message.
    fn history(&mut self, channel: Id, may: u64, asked: &RouteCall<'_>) -> RouteResult {
        let limit = asked.limit(50, limits::HISTORY)?;
        let (around, before, after) = (asked.id("around")?, asked.id("before")?, asked.id("after")?);
        if may & READ_MESSAGE_HISTORY == 0 {
            return Ok(RouteAnswer::ok(json!([])));
        }
        let none = Default::default();
        let public = || self.messages.get(&channel).unwrap_or(&none).values().filter(|message| !message.is_ephemeral());
        let mut found: Vec<Message> = match (around, before, after) {
            (Some(around), ..) => {
                let older = public().rev().filter(|message| message.id < around).take(limit / 2);
                let newer = public().filter(|message| message.id >= around).take(limit.div_ceil(2));
                older.chain(newer).cloned().collect()
            }
            (_, Some(before), _) => public().rev().filter(|message| message.id < before).take(limit).cloned().collect(),
            (.., Some(after)) => public().filter(|message| message.id > after).take(limit).cloned().collect(),
            _ => public().rev().take(limit).cloned().collect(),
        };
        found.sort_by_key(|message| std::cmp::Reverse(message.id));
        Ok(RouteAnswer::ok(messages::list(self, &found)))
    }

    fn create_message(&mut self, channel: &Channel, may: u64, asked: &RouteCall<'_>) -> RouteResult {
        need(may, permissions::SEND_MESSAGES)?;
        let draft = draft("", asked.body, asked.uploads, Route::Create)?;
        self.may_show(may, &draft)?;
        if channel.archived && channel.locked {
            return Err(Refusal::missing_permissions());
        }
        if channel.is_direct() && self.bot_is_out {
            return Err(Refusal::cannot_message_user());
        }
        if draft.is_empty() {
            return Err(Refusal::empty_message());
        }
        if draft.flags.unwrap_or(0) & EPHEMERAL != 0 {
            return Err(Refusal::field(
                "flags",
                "MESSAGE_FLAGS_INVALID",
                "Only an interaction's answer can be ephemeral.",
            ));
        }
        let nonce = draft.nonce.as_ref().filter(|_| draft.enforce_nonce).map(ToString::to_string);
        if let Some(made) = nonce.and_then(|nonce| self.made_by_nonce(self.ids.bot, &nonce)) {
            return Ok(RouteAnswer::ok(self.message_object(made?)));
        }
        let known = draft
            .reply_to
            .filter(|reply| self.message(channel.id, reply.message).is_some_and(|message| !message.is_ephemeral()));
        if draft.reply_to.is_some_and(|reply| reply.fail_if_not_exists) && known.is_none() {
            let said = "Unknown message";
            return Err(Refusal::field("message_reference", "REPLIES_UNKNOWN_MESSAGE", said));
        }
        if known.is_some() {
            need(may, READ_MESSAGE_HISTORY)?;
        }
        let reply_to = known.map(|reply| reply.message);
        if channel.archived {
            self.channel_changed(Channel { archived: false, ..channel.clone() });
        }
        let kind = if reply_to.is_some() { 19 } else { 0 };
        let message = self.post(Posting { kind, reply_to, ..Posting::ordinary(channel.id, self.ids.bot) }, draft);
        Ok(RouteAnswer::ok(self.message_object(&message)))
    }

    /// Embeds and files need their own permissions.
    fn may_show(&self, may: u64, draft: &Draft) -> Result<(), Refusal> {
        if draft.embeds.as_ref().is_some_and(|embeds| !embeds.is_empty()) {
            need(may, permissions::EMBED_LINKS)?;
        }
        if draft.attachments.as_ref().is_some_and(|files| !files.is_empty()) {
            need(may, permissions::ATTACH_FILES)?;
        }
        Ok(())
    }

    fn edit_message(&mut self, channel: Id, may: u64, id: &str, asked: &RouteCall<'_>) -> RouteResult {
        let mut message = self.public_message(channel, id)?;
        if message.author != self.ids.bot {
            return Err(Refusal::others_message());
        }
        if message.kind == 6 || message.kind == 18 {
            return Err(Refusal::system_message());
        }
        if self.channels.get(&channel).is_some_and(|it| it.archived) {
            return Err(Refusal::thread_archived());
        }
        let draft = draft("", asked.body, asked.uploads, Route::Edit)?;
        self.may_show(may, &draft)?;
        self.count_old_edit(&mut message)?;
        let message = self.revise(message, draft)?;
        Ok(RouteAnswer::ok(self.message_object(&message)))
    }

    fn bulk_delete(&mut self, channel: Id, may: u64, asked: &RouteCall<'_>) -> RouteResult {
        need(may, MANAGE_MESSAGES)?;
        let mut form = Form::default();
        let list = Fields::open(&mut form, "", asked.body, &["messages"])
            .and_then(|fields| fields.list(&mut form, "messages", 0..=usize::MAX));
        form.finish()?;
        let ids: Vec<Id> = list.unwrap_or_default().iter().filter_map(|id| id.as_str()?.parse().ok()).collect();
        if ids.len() < 2 || ids.len() > limits::BULK_DELETE {
            return Err(Refusal::too_few_or_many());
        }
        let oldest_ms = self.now_ms() - limits::BULK_DELETE_DAYS * 86_400_000;
        if ids.iter().any(|id| id.created_ms() < oldest_ms) {
            return Err(Refusal::too_old_to_delete());
        }
        let public = |id: &&Id| self.message(channel, **id).is_some_and(|message| !message.is_ephemeral());
        let there: Vec<Id> = ids.iter().filter(public).copied().collect();
        for id in &there {
            if let Some(message) = self.remove_message(channel, *id) {
                self.tell_page_of_deletion(&message);
            }
        }
        let data = json!({ "ids": there, "channel_id": channel, "guild_id": self.guild_of(channel) });
        self.dispatch_in(channel, "MESSAGE_DELETE_BULK", gateway::GUILD_MESSAGES, &data);
        Ok(RouteAnswer::nothing())
    }

    /// Pinned messages, the last pinned first.
    fn pinned(&self, channel: Id, may: u64) -> Result<Vec<Message>, Refusal> {
        if may & READ_MESSAGE_HISTORY == 0 {
            return Ok(Vec::new());
        }
        let all = self.messages.get(&channel).into_iter().flatten().map(|(_, message)| message);
        let mut pinned: Vec<Message> = all.filter(|message| message.pinned_ms.is_some()).cloned().collect();
        pinned.sort_by_key(|message| std::cmp::Reverse(message.pinned_ms));
        Ok(pinned)
    }

    fn pinned_item(&self, message: &Message) -> Value {
        json!({ "pinned_at": message.pinned_ms.map(timestamp), "message": self.message_object(message) })
    }

    fn react(&mut self, mut message: Message, emoji: &str, user: Id, added: bool) {
        for reaction in message.reactions.iter_mut().filter(|reaction| reaction.emoji == emoji) {
            reaction.users.retain(|other| *other != user);
        }
        if added {
            match message.reactions.iter_mut().find(|reaction| reaction.emoji == emoji) {
                Some(reaction) => reaction.users.push(user),
                None => message.reactions.push(Reaction { emoji: emoji.to_owned(), users: vec![user] }),
            }
        }
        message.reactions.retain(|reaction| !reaction.users.is_empty());
        self.store_message(message.clone());
        let data = json!({
            "user_id": user, "channel_id": message.channel, "message_id": message.id,
            "guild_id": self.guild_of(message.channel),
            "emoji": { "id": null, "name": emoji }, "member": self.member(user, self.home_of(message.channel)), "message_author_id": message.author,
            "burst": false,
            "type": 0,
        });
        let event = if added { "MESSAGE_REACTION_ADD" } else { "MESSAGE_REACTION_REMOVE" };
        self.dispatch_in(message.channel, event, gateway::GUILD_MESSAGE_REACTIONS, &data);
        let value = self.message_object(&message);
        self.tell_page_of_message("MESSAGE_UPDATE", &message, value);
    }
}
