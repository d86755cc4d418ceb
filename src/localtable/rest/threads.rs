//! Threads: created from a message or without one, joined and left.

use axum::http::Method;
use serde_json::{Value, json};

use super::route::{RouteAnswer, RouteCall, RouteResult};
use crate::localtable::{
    Id,
    check::{Fields, message::Draft},
    discord_state::{Channel, DiscordState},
    gateway, limits,
    messages::Posting,
    permissions,
    refusal::{Form, Refusal},
};

/// How long a thread can be inactive before it's archived, in minutes. Spec, `ThreadAutoArchiveDuration`.
const ARCHIVE_AFTER_MIN: [i64; 4] = [60, 1_440, 4_320, 10_080];
/// A system message: someone has started a thread.
const THREAD_CREATED: u8 = 18;

impl DiscordState {
    pub(super) fn thread_routes(
        &mut self,
        method: &Method,
        channel: Channel,
        may: u64,
        rest: &[&str],
        asked: &RouteCall<'_>,
    ) -> RouteResult {
        match (method.as_str(), rest) {
            ("POST", ["messages", message, "threads"]) => {
                let message: Id = message.parse().map_err(|_| Refusal::unknown_message())?;
                let known = self.message(channel.id, message).filter(|message| !message.is_ephemeral());
                let message = known.ok_or_else(Refusal::unknown_message)?.id;
                if self.channels.contains_key(&message) {
                    return Err(Refusal::thread_exists());
                }
                self.create_thread(&channel, may, Some(message), asked)
            }
            ("POST", ["threads"]) => self.create_thread(&channel, may, None, asked),
            (_, ["thread-members", ..]) if !channel.is_thread() => Err(Refusal::wrong_channel_type()),
            ("GET", ["thread-members"]) => {
                let members = channel.members.iter().map(|user| self.thread_member(&channel, *user));
                Ok(RouteAnswer::ok(Value::Array(members.collect())))
            }
            ("PUT" | "DELETE", ["thread-members", who]) => {
                let who =
                    if *who == "@me" { self.ids.bot } else { who.parse().map_err(|_| Refusal::unknown_member())? };
                if !self.users.contains_key(&who) {
                    return Err(Refusal::unknown_member());
                }
                self.join_thread(channel, who, *method == Method::PUT);
                Ok(RouteAnswer::nothing())
            }
            ("GET", ["thread-members", who]) => {
                let who: Id = who.parse().map_err(|_| Refusal::unknown_member())?;
                let joined = channel.members.contains(&who);
                if joined {
                    Ok(RouteAnswer::ok(self.thread_member(&channel, who)))
                } else {
                    Err(Refusal::unknown_member())
                }
            }
            _ => Err(Refusal::no_route()),
        }
    }

    fn create_thread(&mut self, parent: &Channel, may: u64, message: Option<Id>, asked: &RouteCall<'_>) -> RouteResult {
        if parent.kind != 0 {
            return Err(Refusal::wrong_channel_type());
        }
        let mut form = Form::default();
        let mut known = vec!["name", "auto_archive_duration", "rate_limit_per_user"];
        if message.is_none() {
            known.extend(["type", "invitable"]);
        }
        let Some(fields) = Fields::open(&mut form, "", asked.body, &known) else { return Err(Refusal::not_json()) };
        let name = fields.required_text(&mut form, "name", limits::CHANNEL_NAME).to_owned();
        let archive_after_min = fields.whole(&mut form, "auto_archive_duration", 60..=10_080).unwrap_or(4_320);
        if !ARCHIVE_AFTER_MIN.contains(&archive_after_min) {
            crate::localtable::check::not_a_choice(&mut form, "auto_archive_duration", "60, 1440, 4320, 10080");
        }
        let slow_mode_s = fields.whole(&mut form, "rate_limit_per_user", 0..=limits::SLOW_MODE_S).unwrap_or(0);
        // Without a message and a type, a thread is private.
        let kind = if message.is_some() { 11 } else { fields.whole(&mut form, "type", 11..=12).unwrap_or(12) as u8 };
        form.finish()?;
        let needed = if kind == 12 { permissions::CREATE_PRIVATE_THREADS } else { permissions::CREATE_PUBLIC_THREADS };
        if may & needed == 0 {
            return Err(Refusal::missing_permissions());
        }
        let id = message.unwrap_or_else(|| self.new_id());
        let thread = Channel {
            id,
            kind,
            guild: parent.guild,
            name: name.clone(),
            parent: Some(parent.id),
            slow_mode_s,
            owner: Some(self.ids.bot),
            members: vec![self.ids.bot],
            archive_after_min,
            ..Channel::default()
        };
        self.store_channel(thread.clone());
        let mut value = self.channel(&thread);
        value["member"] = self.thread_member(&thread, self.ids.bot);
        let mut event = value.clone();
        event["newly_created"] = json!(true);
        self.dispatch_in(id, "THREAD_CREATE", gateway::GUILDS, &event);
        self.tell_page_of_channels();
        match message.and_then(|id| self.message(parent.id, id)).cloned() {
            Some(started) => self.announce("MESSAGE_UPDATE", &started),
            None if kind == 11 => {
                let draft = Draft { content: Some(name), ..Draft::default() };
                self.post(Posting { kind: THREAD_CREATED, ..Posting::ordinary(parent.id, self.ids.bot) }, draft);
            }
            None => {}
        }
        Ok(RouteAnswer::created(value))
    }

    /// A user joins a thread or leaves it.
    pub(in crate::localtable) fn join_thread(&mut self, mut thread: Channel, user: Id, joins: bool) {
        if thread.members.contains(&user) == joins {
            return;
        }
        thread.members.retain(|other| *other != user);
        if joins {
            thread.members.push(user);
        }
        let (added, removed) =
            if joins { (vec![self.thread_member(&thread, user)], vec![]) } else { (vec![], vec![user]) };
        let data = json!({
            "id": thread.id, "guild_id": self.home(&thread), "member_count": thread.members.len(), "added_members": added,
            "removed_member_ids": removed,
        });
        let id = thread.id;
        self.store_channel(thread);
        self.dispatch_in(id, "THREAD_MEMBERS_UPDATE", gateway::GUILDS, &data);
    }
}
