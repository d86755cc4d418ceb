//! `/guilds/…` and `/users/…`: the servers, their roles and members, and the people in it.

use axum::http::Method;
use serde_json::{Value, json};

use super::route::{RouteAnswer, RouteCall, RouteResult};
use crate::localtable::{
    Id,
    check::Fields,
    discord_state::{Channel, DiscordState},
    limits, permissions,
    refusal::{Form, Refusal},
};

impl DiscordState {
    pub(super) fn guild_routes(
        &mut self,
        method: &Method,
        guild: Id,
        rest: &[&str],
        asked: &RouteCall<'_>,
    ) -> RouteResult {
        let get = *method == Method::GET;
        match rest {
            [] if get => Ok(RouteAnswer::ok(self.guild(guild))),
            ["channels"] if get => Ok(RouteAnswer::ok(Value::Array(self.guild_channels(guild, false)))),
            ["channels"] if *method == Method::POST => self.create_channel(guild, asked),
            ["threads", "active"] if get => Ok(RouteAnswer::ok(json!({
                "threads": self.guild_channels(guild, true), "members": [], "has_more": false,
            }))),
            ["roles"] if get => Ok(RouteAnswer::ok(Value::Array(self.all_roles(guild)))),
            ["roles", id] if get => {
                let id = id.parse().map_err(|_| Refusal::unknown_role())?;
                let role = self.role_in(guild, id).ok_or_else(Refusal::unknown_role)?;
                Ok(RouteAnswer::ok(self.role(role)))
            }
            ["members"] if get && !self.strict.privileged_intents => Err(Refusal::missing_access()),
            ["members"] if get => {
                let most = asked.limit(1, 1_000)?;
                let after = asked.id("after")?.unwrap_or_default();
                let members = self.users.keys().filter(|id| **id > after).take(most).map(|id| self.member(*id, guild));
                Ok(RouteAnswer::ok(Value::Array(members.collect())))
            }
            ["members", id] if get => {
                let id = id.parse().map_err(|_| Refusal::unknown_member())?;
                if self.users.contains_key(&id) && !self.gone.contains(&id) {
                    Ok(RouteAnswer::ok(self.member(id, guild)))
                } else {
                    Err(Refusal::unknown_member())
                }
            }
            _ => Err(Refusal::no_route()),
        }
    }

    pub(super) fn user_routes(&mut self, method: &Method, rest: &[&str], asked: &RouteCall<'_>) -> RouteResult {
        let get = *method == Method::GET;
        match rest {
            ["@me"] if get => Ok(RouteAnswer::ok(self.current_user())),
            ["@me", "guilds"] if get => {
                let guild = |id: Id| {
                    json!({
                        "id": id, "name": self.guild_name(id), "icon": null, "banner": null, "owner": false,
                        "features": [],
                        "permissions": self.server_permissions(self.ids.bot, id).to_string(),
                    })
                };
                Ok(RouteAnswer::ok(self.guilds().map(guild).collect()))
            }
            ["@me", "channels"] if *method == Method::POST => self.open_direct(asked),
            [id] if get => {
                let id = id.parse().map_err(|_| Refusal::unknown_user())?;
                if self.users.contains_key(&id) {
                    Ok(RouteAnswer::ok(self.user(id)))
                } else {
                    Err(Refusal::unknown_user())
                }
            }
            _ => Err(Refusal::no_route()),
        }
    }

    /// Direct messages between the bot and a user: always the same channel.
    fn open_direct(&mut self, asked: &RouteCall<'_>) -> RouteResult {
        let mut form = Form::default();
        let fields = Fields::open(&mut form, "", asked.body, &["recipient_id"]);
        let recipient = fields.and_then(|fields| fields.id(&mut form, "recipient_id"));
        if recipient.is_none() {
            form.wrong("recipient_id", "BASE_TYPE_REQUIRED", "This field is required");
        }
        form.finish()?;
        let recipient = recipient
            .filter(|id| self.users.get(id).is_some_and(|user| !user.bot))
            .ok_or_else(Refusal::cannot_message_user)?;
        let known = self.channels.values().find(|channel| channel.recipient == Some(recipient)).cloned();
        let channel = match known {
            Some(channel) => channel,
            None => {
                let id = self.new_id();
                let name = self.users.get(&self.ids.bot).map_or_else(String::new, |bot| bot.name.clone());
                let channel = Channel { id, kind: 1, name, recipient: Some(recipient), ..Channel::default() };
                self.store_channel(channel.clone());
                self.tell_page_of_channels();
                channel
            }
        };
        Ok(RouteAnswer::ok(self.channel(&channel)))
    }

    fn create_channel(&mut self, guild: Id, asked: &RouteCall<'_>) -> RouteResult {
        if self.server_permissions(self.ids.bot, guild) & permissions::MANAGE_CHANNELS == 0 {
            return Err(Refusal::missing_permissions());
        }
        let mut form = Form::default();
        let known =
            ["name", "type", "topic", "position", "rate_limit_per_user", "parent_id", "nsfw", "permission_overwrites"];
        let Some(fields) = Fields::open(&mut form, "", asked.body, &known) else { return Err(Refusal::not_json()) };
        let name = fields.required_text(&mut form, "name", limits::CHANNEL_NAME).to_owned();
        let topic = fields.text(&mut form, "topic", 0..=limits::TOPIC).map(str::to_owned);
        let position = fields.whole(&mut form, "position", 0..=1_000).unwrap_or(self.channels.len() as i64);
        fields.whole(&mut form, "type", 0..=0);
        let overwrites = super::channels::overwrites(&mut form, &fields);
        form.finish()?;
        let id: Id = self.new_id();
        let overwrites = overwrites.unwrap_or_default();
        let position = position as u32;
        let elsewhere = Some(guild).filter(|it| *it != self.ids.guild);
        let channel = Channel { id, guild: elsewhere, name, topic, position, overwrites, ..Channel::default() };
        Ok(RouteAnswer::created(self.add_channel(guild, &channel)))
    }

    /// Adds a channel to a server and tells everyone.
    pub(in crate::localtable) fn add_channel(&mut self, guild: Id, channel: &Channel) -> Value {
        self.store_channel(channel.clone());
        let value = self.channel(channel);
        self.dispatch(Some(guild), "CHANNEL_CREATE", crate::localtable::gateway::GUILDS, &value);
        self.tell_page_of_channels();
        value
    }
}
