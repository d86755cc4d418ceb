//! `/channels/{channel}`: channels themselves, their overwrites, and "… is typing". Messages and threads have their own files.

use axum::http::Method;
use serde_json::Value;

use super::route::{RouteAnswer, RouteCall, RouteResult};
use crate::localtable::{
    Id,
    check::Fields,
    discord_state::{Channel, DiscordState, Overwrite},
    gateway, limits,
    permissions::{self, VIEW_CHANNEL},
    refusal::{Form, Refusal, at},
};

impl DiscordState {
    pub(super) fn channel_routes(
        &mut self,
        method: &Method,
        id: Id,
        rest: &[&str],
        asked: &RouteCall<'_>,
    ) -> RouteResult {
        let channel = self.channels.get(&id).cloned().ok_or_else(Refusal::unknown_channel)?;
        let may = self.permissions(self.ids.bot, &channel);
        if may & VIEW_CHANNEL == 0 {
            return Err(Refusal::missing_access());
        }
        match (method.as_str(), rest) {
            ("GET", []) => Ok(RouteAnswer::ok(self.channel(&channel))),
            ("PATCH", []) => self.edit_channel(channel, may, asked),
            ("DELETE", []) => self.delete_channel(&channel, may),
            ("POST", ["typing"]) => {
                if may & permissions::SEND_MESSAGES == 0 {
                    return Err(Refusal::missing_permissions());
                }
                self.typing(id, self.ids.bot);
                Ok(RouteAnswer::nothing())
            }
            ("PUT" | "DELETE", ["permissions", overwrite]) => {
                self.edit_overwrite(method, channel, may, overwrite, asked)
            }
            (_, ["messages", _, "threads"] | ["threads", ..] | ["thread-members", ..]) => {
                self.thread_routes(method, channel, may, rest, asked)
            }
            (_, ["messages" | "pins", ..]) => self.message_routes(method, &channel, may, rest, asked),
            _ => Err(Refusal::no_route()),
        }
    }

    fn edit_channel(&mut self, mut channel: Channel, may: u64, asked: &RouteCall<'_>) -> RouteResult {
        let thread = channel.is_thread();
        let own = thread && channel.owner == Some(self.ids.bot);
        let needed = if thread { permissions::MANAGE_THREADS } else { permissions::MANAGE_CHANNELS };
        if channel.is_direct() {
            return Err(Refusal::wrong_channel_type());
        }
        if may & needed == 0 && !own {
            return Err(Refusal::missing_permissions());
        }
        let known: &[&str] = if thread {
            &["name", "archived", "locked", "invitable", "auto_archive_duration", "rate_limit_per_user", "flags"]
        } else {
            &[
                "name",
                "topic",
                "position",
                "nsfw",
                "rate_limit_per_user",
                "parent_id",
                "permission_overwrites",
                "type",
                "default_auto_archive_duration",
            ]
        };
        let mut form = Form::default();
        let Some(fields) = Fields::open(&mut form, "", asked.body, known) else { return Err(Refusal::not_json()) };
        if let Some(name) = fields.text(&mut form, "name", 1..=limits::CHANNEL_NAME) {
            channel.name = name.to_owned();
        }
        if fields.names("topic") {
            channel.topic = fields.text(&mut form, "topic", 0..=limits::TOPIC).map(str::to_owned);
        }
        if let Some(seconds) = fields.whole(&mut form, "rate_limit_per_user", 0..=limits::SLOW_MODE_S) {
            channel.slow_mode_s = seconds;
        }
        if let Some(position) = fields.whole(&mut form, "position", 0..=1_000) {
            channel.position = position as u32;
        }
        if let Some(minutes) = fields.whole(&mut form, "auto_archive_duration", 60..=10_080) {
            channel.archive_after_min = minutes;
        }
        channel.archived = fields.yes(&mut form, "archived").unwrap_or(channel.archived);
        channel.locked = fields.yes(&mut form, "locked").unwrap_or(channel.locked);
        if let Some(overwrites) = overwrites(&mut form, &fields) {
            if may & permissions::MANAGE_ROLES == 0 {
                return Err(Refusal::missing_permissions());
            }
            channel.overwrites = overwrites;
        }
        form.finish()?;
        Ok(RouteAnswer::ok(self.channel_changed(channel)))
    }

    /// Stores a changed channel and tells everyone.
    pub(in crate::localtable) fn channel_changed(&mut self, channel: Channel) -> Value {
        self.store_channel(channel.clone());
        let value = self.channel(&channel);
        let event = if channel.is_thread() { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" };
        self.dispatch_in(channel.id, event, gateway::GUILDS, &value);
        self.tell_page_of_channels();
        value
    }

    pub(in crate::localtable) fn delete_channel(&mut self, channel: &Channel, may: u64) -> RouteResult {
        let needed = if channel.is_thread() { permissions::MANAGE_THREADS } else { permissions::MANAGE_CHANNELS };
        if !channel.is_direct() && may & needed == 0 {
            return Err(Refusal::missing_permissions());
        }
        let value = self.channel(channel);
        let below: Vec<Id> =
            self.channels.values().filter(|other| other.parent == Some(channel.id)).map(|other| other.id).collect();
        for gone in below.into_iter().chain([channel.id]) {
            // Threads deleted with their channel get no event of their own.
            if gone == channel.id {
                let event = if channel.is_thread() { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
                self.dispatch_in(gone, event, gateway::GUILDS, &value);
            }
            let messages: Vec<Id> = self.messages.get(&gone).into_iter().flatten().map(|(id, _)| *id).collect();
            for message in messages {
                self.remove_message(gone, message);
            }
            self.channels.remove(&gone);
            self.forget("channel", gone);
        }
        self.tell_page_of_channels();
        Ok(RouteAnswer::ok(value))
    }

    fn edit_overwrite(
        &mut self,
        method: &Method,
        mut channel: Channel,
        may: u64,
        id: &str,
        asked: &RouteCall<'_>,
    ) -> RouteResult {
        if may & permissions::MANAGE_ROLES == 0 {
            return Err(Refusal::missing_permissions());
        }
        let id: Id = id.parse().map_err(|_| Refusal::unknown_overwrite())?;
        let before = channel.overwrites.len();
        channel.overwrites.retain(|overwrite| overwrite.id != id);
        if *method == Method::DELETE && channel.overwrites.len() == before {
            return Err(Refusal::unknown_overwrite());
        }
        if *method == Method::PUT {
            let mut form = Form::default();
            let read = overwrite(&mut form, "", asked.body, Some(id));
            form.finish()?;
            channel.overwrites.extend(read);
        }
        self.channel_changed(channel);
        Ok(RouteAnswer::nothing())
    }
}

/// The `permission_overwrites` of a form.
pub(super) fn overwrites(form: &mut Form, fields: &Fields<'_>) -> Option<Vec<Overwrite>> {
    let list = fields.list(form, "permission_overwrites", 0..=100)?;
    let place = fields.place("permission_overwrites");
    Some(list.iter().enumerate().filter_map(|(i, value)| overwrite(form, &at(&place, i), value, None)).collect())
}

fn overwrite(form: &mut Form, place: &str, value: &Value, known: Option<Id>) -> Option<Overwrite> {
    let fields = Fields::open(form, place, value, &["id", "type", "allow", "deny"])?;
    let id = known.or_else(|| fields.id(form, "id"));
    if id.is_none() {
        form.wrong(&fields.place("id"), "BASE_TYPE_REQUIRED", "This field is required");
    }
    let kind = fields.whole(form, "type", 0..=1).unwrap_or(0) as u8;
    let mut bits = |key: &str| {
        let value = fields.value(key)?;
        let bits = value.as_str().and_then(|text| text.parse().ok()).or_else(|| value.as_u64());
        if bits.is_none() {
            form.wrong(&fields.place(key), "NUMBER_TYPE_COERCE", "Not a set of permissions.");
        }
        bits
    };
    let (allow, deny) = (bits("allow").unwrap_or(0), bits("deny").unwrap_or(0));
    Some(Overwrite { id: id?, kind, allow, deny })
}
