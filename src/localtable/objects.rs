//! Discord's objects, complete: every field that its specification requires is there, so that no client misses one.

use serde_json::{Value, json};

use super::{
    Id,
    check::message::{EPHEMERAL, LOADING},
    discord_state::{Attachment, Channel, DiscordState, Message, Role},
    interactions_endpoint::InteractionsEndpoint,
    snowflake::timestamp,
};

impl DiscordState {
    pub(super) fn user(&self, id: Id) -> Value {
        let (name, bot) = self.users.get(&id).map_or(("Deleted User", false), |user| (user.name.as_str(), user.bot));
        let mut user = json!({
            "id": id, "username": name.to_lowercase(), "global_name": name,
            "discriminator": if bot { "4711" } else { "0" },
            "avatar": null, "banner": null, "accent_color": null, "avatar_decoration_data": null, "collectibles": null,
            "primary_guild": null, "public_flags": 0, "flags": 0,
        });
        if bot {
            user["username"] = json!(name);
            user["global_name"] = Value::Null;
            user["bot"] = json!(true);
        }
        user
    }

    /// The bot's own user object.
    pub(super) fn current_user(&self) -> Value {
        let mut user = self.user(self.ids.bot);
        for (key, value) in [
            ("mfa_enabled", json!(false)),
            ("locale", json!("en-US")),
            ("verified", json!(true)),
            ("email", Value::Null),
        ] {
            user[key] = value;
        }
        user
    }

    /// A member of a server without its user, as in messages.
    pub(super) fn partial_member(&self, id: Id, guild: Id) -> Value {
        let roles: Vec<Id> = self.member_roles(guild, id).map(|role| role.id).collect();
        json!({
            "roles": roles, "nick": null, "avatar": null, "banner": null, "joined_at": timestamp(id.created_ms()),
            "premium_since": null,
            "deaf": false, "mute": false, "flags": 0, "pending": false, "communication_disabled_until": null,
        })
    }

    pub(super) fn member(&self, id: Id, guild: Id) -> Value {
        let mut member = self.partial_member(id, guild);
        member["user"] = self.user(id);
        member
    }

    pub(super) fn role(&self, role: &Role) -> Value {
        let mut value = json!({
            "id": role.id, "name": role.name, "description": null, "permissions": role.permissions.to_string(),
            "position": role.position,
            "color": role.colour,
            "colors": { "primary_color": role.colour, "secondary_color": null, "tertiary_color": null },
            "hoist": role.position > 0, "managed": role.managed, "mentionable": !role.managed && role.position > 0,
            "icon": null,
            "unicode_emoji": null, "flags": 0,
        });
        if role.managed {
            value["tags"] = json!({ "bot_id": self.ids.bot });
        }
        value
    }

    pub(super) fn all_roles(&self, guild: Id) -> Vec<Value> {
        self.roles.keys().filter_map(|id| self.role_in(guild, *id)).map(|role| self.role(role)).collect()
    }

    pub(super) fn channel(&self, channel: &Channel) -> Value {
        if let Some(recipient) = channel.recipient {
            return json!({
                "id": channel.id, "type": channel.kind, "last_message_id": channel.last_message, "flags": 0,
                "recipients": [self.user(recipient)],
            });
        }
        let mut value = json!({
            "id": channel.id, "type": channel.kind, "guild_id": self.home(channel), "name": channel.name,
            "parent_id": channel.parent,
            "last_message_id": channel.last_message, "rate_limit_per_user": channel.slow_mode_s, "flags": 0,
            "last_pin_timestamp": channel.last_pin_ms.map(timestamp),
        });
        if channel.is_thread() {
            let messages = self.messages.get(&channel.id).map_or(0, |all| all.len());
            value["owner_id"] = json!(channel.owner);
            value["message_count"] = json!(messages);
            value["total_message_sent"] = json!(messages);
            value["member_count"] = json!(channel.members.len());
            value["thread_metadata"] = json!({
                "archived": channel.archived, "archive_timestamp": timestamp(channel.id.created_ms()),
                "locked": channel.locked,
                "auto_archive_duration": channel.archive_after_min,
                "create_timestamp": timestamp(channel.id.created_ms()),
            });
        } else {
            value["topic"] = json!(channel.topic);
            value["position"] = json!(channel.position);
            value["nsfw"] = json!(false);
            value["permission_overwrites"] = channel
                .overwrites
                .iter()
                .map(
                    |o| json!({ "id": o.id, "type": o.kind, "allow": o.allow.to_string(), "deny": o.deny.to_string() }),
                )
                .collect();
        }
        value
    }

    /// A user's membership of a thread.
    pub(super) fn thread_member(&self, channel: &Channel, user: Id) -> Value {
        json!({ "id": channel.id, "user_id": user, "join_timestamp": timestamp(channel.id.created_ms()), "flags": 0 })
    }

    /// A server's channels without threads, or only its threads.
    pub(super) fn guild_channels(&self, guild: Id, threads: bool) -> Vec<Value> {
        let wanted = |channel: &&Channel| {
            !channel.is_direct()
                && self.home(channel) == guild
                && channel.is_thread() == threads
                && !(threads && channel.archived)
        };
        self.channels.values().filter(wanted).map(|channel| self.channel(channel)).collect()
    }

    pub(super) fn guild(&self, guild: Id) -> Value {
        json!({
            "id": guild, "name": self.guild_name(guild), "icon": null, "icon_hash": null, "description": null,
            "home_header": null,
            "splash": null, "discovery_splash": null, "features": [], "banner": null, "owner_id": self.ids.owner,
            "application_id": null,
            "region": "deprecated", "afk_channel_id": null, "afk_timeout": 300, "system_channel_id": null,
            "system_channel_flags": 0,
            "widget_enabled": false, "widget_channel_id": null, "verification_level": 0, "roles": self.all_roles(guild),
            "default_message_notifications": 0, "mfa_level": 0, "explicit_content_filter": 0, "max_presences": null,
            "max_members": 500_000,
            "max_stage_video_channel_users": 50, "max_video_channel_users": 25, "vanity_url_code": null,
            "premium_tier": 0,
            "premium_subscription_count": 0, "preferred_locale": "en-US", "rules_channel_id": null,
            "safety_alerts_channel_id": null,
            "public_updates_channel_id": null, "premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0,
            "emojis": [],
            "stickers": [], "incidents_data": null,
        })
    }

    /// A server as sent by the gateway. Without the members intent the bot only sees itself.
    pub(super) fn guild_create(&self, id: Id) -> Value {
        let mut guild = self.guild(id);
        let whole = json!({
            "joined_at": timestamp(self.bot_joined_ms.unwrap_or(self.ids.bot.created_ms())), "large": false, "unavailable": false,
            "member_count": self.users.len(),
            "members": [self.member(self.ids.bot, id)], "channels": self.guild_channels(id, false),
            "threads": self.guild_channels(id, true),
            "presences": [], "voice_states": [], "stage_instances": [], "guild_scheduled_events": [],
            "soundboard_sounds": [],
        });
        if let (Some(guild), Value::Object(whole)) = (guild.as_object_mut(), whole) {
            guild.extend(whole);
        }
        guild
    }

    pub(super) fn application(&self) -> Value {
        json!({
            "id": self.ids.application, "name": "Umpire", "icon": null, "description": "A referee at the local table.",
            "summary": "",
            "type": null, "bot": self.user(self.ids.bot), "bot_public": true, "bot_require_code_grant": false,
            "verify_key": self.verify_key(), "flags": self.application_flags(), "flags_new": "0", "redirect_uris": [],
            "interactions_endpoint_url": self.endpoint.as_ref().map(InteractionsEndpoint::url), "role_connections_verification_url": null, "event_webhooks_url": null,
            "owner": self.user(self.ids.owner), "approximate_guild_count": self.guilds().count(), "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": null,
            "eligible_oauth2_scopes": [],
            "integration_types_config": { "0": {} },
        })
    }

    /// The flags for the privileged intents that the application has.
    pub(super) fn application_flags(&self) -> u64 {
        /// GATEWAY_PRESENCE_LIMITED, GATEWAY_GUILD_MEMBERS_LIMITED, GATEWAY_MESSAGE_CONTENT_LIMITED.
        const PRIVILEGED: u64 = 1 << 13 | 1 << 15 | 1 << 19;
        if self.strict.privileged_intents { PRIVILEGED } else { 0 }
    }

    /// A file in Discord's format; `ephemeral` if only one person sees it, as with a command's option.
    pub(super) fn attachment(&self, attachment: &Attachment, ephemeral: bool) -> Value {
        let url = self.attachment_url(attachment);
        let mut value = json!({
            "id": attachment.id, "filename": attachment.filename, "size": attachment.size,
            "content_type": attachment.content_type,
            "url": url, "proxy_url": url,
        });
        if let Some((width, height)) = attachment.extent {
            value["width"] = json!(width);
            value["height"] = json!(height);
        }
        if let Some(description) = &attachment.description {
            value["description"] = json!(description);
        }
        if let Some(title) = &attachment.title {
            value["title"] = json!(title);
        }
        if ephemeral {
            value["ephemeral"] = json!(true);
        }
        value
    }

    fn attachment_url(&self, attachment: &Attachment) -> String {
        format!("http://{}/table/attachments/{}/{}", self.authority, attachment.id, attachment.filename)
    }

    /// An embed with its pictures resolved to the message's files. Pictures it shows aren't listed as attachments again.
    fn shown_embed(&self, message: &Message, embed: &Value, shown: &mut Vec<Id>) -> Value {
        let mut embed = embed.clone();
        for (part, key) in [("image", "url"), ("thumbnail", "url"), ("author", "icon_url"), ("footer", "icon_url")] {
            let Some(name) = embed[part][key].as_str().and_then(|url| url.strip_prefix("attachment://")) else {
                continue;
            };
            let found = message.attachments.iter().find(|attachment| attachment.filename == name);
            let Some(attachment) = found else { continue };
            shown.push(attachment.id);
            let url = self.attachment_url(attachment);
            embed[part][if key == "url" { "proxy_url" } else { "proxy_icon_url" }] = json!(url);
            embed[part][key] = json!(url);
            if let Some((width, height)) = attachment.extent.filter(|_| key == "url") {
                embed[part]["width"] = json!(width);
                embed[part]["height"] = json!(height);
            }
        }
        embed
    }

    /// A message as every route and the gateway return it.
    pub(super) fn message_object(&self, message: &Message) -> Value {
        let mut shown = Vec::new();
        let embeds: Vec<Value> =
            message.embeds.iter().map(|embed| self.shown_embed(message, embed, &mut shown)).collect();
        let listed = message.attachments.iter().filter(|attachment| !shown.contains(&attachment.id));
        let attachments: Vec<Value> =
            listed.map(|attachment| self.attachment(attachment, message.is_ephemeral())).collect();
        let mut value = json!({
            "id": message.id, "channel_id": message.channel, "author": self.user(message.author), "type": message.kind,
            "content": message.content, "timestamp": timestamp(message.id.created_ms()),
            "edited_timestamp": message.edited_ms.map(timestamp), "tts": false, "flags": message.flags,
            "mention_everyone": message.mention_everyone,
            "mentions": message.mentions.iter().map(|id| self.user(*id)).collect::<Vec<_>>(),
            "mention_roles": message.mention_roles, "attachments": attachments, "embeds": embeds,
            "components": message.components,
            "pinned": message.pinned_ms.is_some(),
        });
        if let Some(nonce) = &message.nonce {
            value["nonce"] = nonce.clone();
        }
        if !message.reactions.is_empty() {
            value["reactions"] = message.reactions.iter().map(|reaction| self.reaction(reaction)).collect();
        }
        self.add_references(message, &mut value);
        value
    }

    fn reaction(&self, reaction: &super::discord_state::Reaction) -> Value {
        let count = reaction.users.len();
        json!({
            "emoji": { "id": null, "name": reaction.emoji }, "count": count,
            "count_details": { "burst": 0, "normal": count },
            "burst_colors": [], "me_burst": false, "me": reaction.users.contains(&self.ids.bot),
        })
    }

    /// What a message answers: another message, an interaction, or both.
    fn add_references(&self, message: &Message, value: &mut Value) {
        let home = self.home_of(message.channel);
        if let Some(replied) = message.reply_to {
            value["message_reference"] =
                json!({ "type": 0, "message_id": replied, "channel_id": message.channel, "guild_id": home });
            let found =
                self.message(message.channel, replied).filter(|found| !found.is_ephemeral() || message.is_ephemeral());
            // Only one step: a chain of replies isn't unrolled.
            value["referenced_message"] =
                found.map_or(Value::Null, |found| self.message_object(&Message { reply_to: None, ..found.clone() }));
        }
        if let Some(thread) = self.channels.get(&message.id).filter(|channel| channel.is_thread()) {
            value["thread"] = self.channel(thread);
        }
        let Some(cause) = &message.cause else { return };
        value["application_id"] = json!(self.ids.application);
        value["webhook_id"] = json!(self.ids.application);
        let mut metadata = json!({
            "id": cause.interaction, "type": cause.kind, "user": self.user(cause.user),
            "authorizing_integration_owners": { "0": home },
        });
        if let Some(original) = cause.original {
            metadata["original_response_message_id"] = json!(original);
        }
        match (cause.kind, cause.message) {
            (2, _) => {
                value["interaction"] = json!({
                    "id": cause.interaction, "type": 2, "name": cause.name, "user": self.user(cause.user),
                });
                metadata["name"] = json!(cause.name);
                metadata["command_type"] = json!(1);
            }
            (3, Some(pressed)) => metadata["interacted_message_id"] = json!(pressed),
            (5, pressed) => {
                let (inner, known) = match pressed {
                    Some(pressed) => (3, Some(("interacted_message_id", json!(pressed)))),
                    None => (2, None),
                };
                let mut triggering = json!({
                    "id": cause.interaction, "type": inner, "user": self.user(cause.user),
                    "authorizing_integration_owners": { "0": home },
                });
                if let Some((key, pressed)) = known {
                    triggering[key] = pressed;
                }
                metadata["triggering_interaction_metadata"] = triggering;
            }
            _ => {}
        }
        value["interaction_metadata"] = metadata;
    }

    /// A message as sent by the gateway: with the server and the author's membership.
    pub(super) fn message_event(&self, message: &Message, value: &Value) -> Value {
        let mut event = value.clone();
        if let Some(guild) = self.guild_of(message.channel) {
            event["guild_id"] = json!(guild);
            event["member"] = self.partial_member(message.author, guild);
            for (mention, id) in event["mentions"].as_array_mut().into_iter().flatten().zip(&message.mentions) {
                mention["member"] = self.partial_member(*id, guild);
            }
        }
        event["channel_type"] = json!(self.channels.get(&message.channel).map_or(0, |channel| channel.kind));
        event
    }
}

/// A message as sent to the page.
pub(super) fn for_page(message: &Message, mut value: Value) -> Value {
    value["ephemeral"] = json!(message.flags & EPHEMERAL != 0);
    value["loading"] = json!(message.flags & LOADING != 0);
    value
}
