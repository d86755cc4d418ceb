//! The people on the page: their tabs, and what each is told. What they do is in `user_actions`.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use tokio::sync::mpsc;

use super::{
    FightChannels, Id,
    discord_state::{Channel, DiscordState, Message},
    objects::for_page,
    tabs::{Looks, Tab},
};

/// The number of frames that can wait for a slow tab before it's dropped.
const LINE: usize = 10_000;
/// The number of messages per channel that a tab gets when it opens.
const HISTORY: usize = 100;

fn frame(kind: &str, data: &Value) -> Arc<str> {
    format!(r#"{{"t":"{kind}","d":{data}}}"#).into()
}

impl DiscordState {
    /// Opens a tab for a seat: returns its number, and the receiver of everything it's told from now on.
    pub(super) fn sit(&mut self, user: Id, looks: Looks) -> (u64, mpsc::Receiver<Arc<str>>) {
        let (line, told) = mpsc::channel(LINE);
        self.page.opened += 1;
        let socket = self.page.opened;
        self.page.tabs.push(Tab { socket, user, looks, line });
        self.tell_page_who_sits();
        let hello = self.hello(user);
        self.tell_socket(Some(socket), "HELLO", &hello);
        (socket, told)
    }

    /// Notes which channel a tab shows.
    pub(super) fn looks_at(&mut self, socket: u64, channel: Id) {
        let tab = self.page.tabs.iter_mut().find(|tab| tab.socket == socket && tab.looks != Looks::Nowhere);
        if let Some(tab) = tab {
            tab.looks = Looks::At(channel);
        }
    }

    /// Who sits at the page and has one of these channels before them.
    pub(super) fn who_looks_at(&self, channels: &[Id]) -> Vec<Id> {
        let looks = |tab: &&Tab| match tab.looks {
            Looks::Nowhere | Looks::Unsaid => false,
            Looks::Anywhere => true,
            Looks::At(channel) => channels.contains(&channel),
        };
        self.users_at(looks)
    }

    /// The people with such tabs, each once.
    fn users_at(&self, wanted: impl Fn(&&Tab) -> bool) -> Vec<Id> {
        let mut all: Vec<Id> = self.page.tabs.iter().filter(wanted).map(|tab| tab.user).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Who sits at the page, whatever they look at.
    pub(super) fn who_sits(&self) -> Vec<Id> {
        self.users_at(|tab| tab.looks != Looks::Nowhere)
    }

    /// Whether a tab is still open.
    pub(super) fn sits(&self, socket: u64) -> bool {
        self.page.tabs.iter().any(|tab| tab.socket == socket)
    }

    /// Closes a tab.
    pub(super) fn stand_up(&mut self, socket: u64) {
        self.page.tabs.retain(|tab| tab.socket != socket);
        self.tell_page_who_sits();
    }

    /// The seats, the GM's first.
    pub(super) fn seats(&self) -> Vec<Id> {
        let mut seats: Vec<Id> = self.users.values().filter(|user| !user.bot).map(|user| user.id).collect();
        seats.sort_by_key(|id| (*id != self.ids.owner, *id));
        seats
    }

    fn hello(&self, user: Id) -> Value {
        let seat = |id: &Id| {
            let role = if *id == self.ids.owner { "gm" } else { "player" };
            let blurb = self.users.get(id).map_or("", |user| user.blurb.as_str());
            let name = self.users.get(id).map_or("", |user| user.name.as_str());
            let here = |fight: &FightChannels| {
                let words = fight.blurbs.iter().find(|it| it.0 == name)?;
                Some((fight.name.clone(), Value::from(words.1.as_str())))
            };
            let blurbs: Map<String, Value> = self.fight_channels.iter().filter_map(here).collect();
            json!({ "user": self.user(*id), "role": role, "blurb": blurb, "blurbs": blurbs })
        };
        let mut messages = Map::new();
        for channel in self.visible_channels(user) {
            let all = self.messages.get(&channel.id).into_iter().flatten().map(|(_, message)| message);
            let last = all.rev().filter(|message| message.only_for.is_none_or(|only| only == user)).take(HISTORY);
            let mut last: Vec<Value> = last.map(|message| for_page(message, self.message_object(message))).collect();
            last.reverse();
            messages.insert(channel.id.to_string(), Value::Array(last));
        }
        json!({
            "now_ms": self.now_ms(), "me": self.user(user), "seats": self.seats().iter().map(seat).collect::<Vec<_>>(),
            "guild": { "id": self.ids.guild, "name": self.guild_name(self.ids.guild) }, "channels": self.channels_for_page(user),
            "commands": self.all_commands(), "permissions": self.server_permissions(user, self.ids.guild).to_string(),
            "messages": messages, "taken": self.who_sits(),
            "bot": { "user": self.user(self.ids.bot), "online": self.bot_is_online() },
        })
    }

    /// Whether the page shows a channel: it only knows the table's own server.
    fn is_on_page(&self, channel: Id) -> bool {
        self.home_of(channel) == self.ids.guild
    }

    fn visible_channels(&self, user: Id) -> Vec<&Channel> {
        let is_shown = |channel: &&Channel| self.is_on_page(channel.id) && self.sees(user, channel.id);
        let mut visible: Vec<&Channel> = self.channels.values().filter(is_shown).collect();
        visible.sort_by_key(|channel| (channel.is_direct(), channel.is_thread(), channel.position, channel.id));
        visible
    }

    fn channels_for_page(&self, user: Id) -> Value {
        let everyone_sees = |channel: &Channel| {
            let parent = channel.parent.and_then(|parent| self.channels.get(&parent)).unwrap_or(channel);
            !parent.overwrites.iter().any(|o| o.id == self.ids.guild && o.deny & super::permissions::VIEW_CHANNEL != 0)
        };
        let shown = |channel: &&Channel| {
            json!({
                "id": channel.id, "name": channel.name, "topic": channel.topic, "type": channel.kind,
                "parent_id": channel.parent,
                "gm_only": !channel.is_direct() && !everyone_sees(channel), "archived": channel.archived,
            })
        };
        self.visible_channels(user).iter().map(shown).collect()
    }

    /// The chat command with this name on a server; the server's own takes precedence.
    pub(super) fn chat_command(&self, guild: Id, name: &str) -> Option<&Value> {
        self.commands_in(guild).filter(|command| command["type"] == 1).find(|command| command["name"] == name)
    }

    /// The commands of the table's own server and the global ones; of two with the same name, the server's.
    pub(super) fn all_commands(&self) -> Vec<Value> {
        let mut all: Vec<Value> = Vec::new();
        for command in self.commands_in(self.ids.guild) {
            if !all.iter().any(|other| other["name"] == command["name"] && other["type"] == command["type"]) {
                all.push(command.clone());
            }
        }
        all.sort_by(|a, b| a["name"].as_str().cmp(&b["name"].as_str()));
        all
    }

    /// Tells one tab.
    pub(super) fn tell_socket(&mut self, socket: Option<u64>, kind: &str, data: &Value) {
        self.tell_tabs(&frame(kind, data), |tab| Some(tab.socket) == socket);
    }

    fn tell_tabs(&mut self, text: &Arc<str>, concerned: impl Fn(&Tab) -> bool) {
        // A tab that no longer reads is dropped; it opens a new socket when it wakes.
        self.page.tabs.retain(|tab| !concerned(tab) || tab.line.try_send(text.clone()).is_ok());
    }

    /// Tells every tab that sees a channel.
    pub(super) fn tell_page_in(&mut self, channel: Id, kind: &str, data: &Value) {
        if !self.is_on_page(channel) {
            return;
        }
        let users: Vec<Id> =
            self.page.tabs.iter().map(|tab| tab.user).filter(|user| self.sees(*user, channel)).collect();
        if !users.is_empty() {
            self.tell_tabs(&frame(kind, data), |tab| users.contains(&tab.user));
        }
    }

    /// Tells about a message: everyone who sees the channel, or its only reader.
    pub(super) fn tell_page_of_message(&mut self, kind: &str, message: &Message, value: Value) {
        if self.page.tabs.is_empty() || !self.is_on_page(message.channel) {
            return;
        }
        let value = for_page(message, value);
        match message.only_for {
            Some(user) => self.tell_tabs(&frame(kind, &value), |tab| tab.user == user),
            None => self.tell_page_in(message.channel, kind, &value),
        }
    }

    pub(super) fn tell_page_of_deletion(&mut self, message: &Message) {
        if !self.is_on_page(message.channel) {
            return;
        }
        let data = json!({ "id": message.id, "channel_id": message.channel });
        match message.only_for {
            Some(user) => self.tell_tabs(&frame("MESSAGE_DELETE", &data), |tab| tab.user == user),
            None => self.tell_page_in(message.channel, "MESSAGE_DELETE", &data),
        }
    }

    /// Sends every tab the channels that its seat sees now.
    pub(super) fn tell_page_of_channels(&mut self) {
        let tabs: Vec<(u64, Id)> = self.page.tabs.iter().map(|tab| (tab.socket, tab.user)).collect();
        for (socket, user) in tabs {
            let channels = self.channels_for_page(user);
            self.tell_socket(Some(socket), "CHANNELS", &channels);
        }
    }

    pub(super) fn tell_page_of_commands(&mut self) {
        let text = frame("COMMANDS", &Value::Array(self.all_commands()));
        self.tell_tabs(&text, |_| true);
    }

    /// Sends every tab whose seats are taken, so that no newcomer is offered one of them.
    fn tell_page_who_sits(&mut self) {
        let text = frame("TAKEN", &json!(self.who_sits()));
        self.tell_tabs(&text, |_| true);
    }

    pub(super) fn tell_page_of_bot(&mut self) {
        let text = frame("BOT", &json!({ "online": self.bot_is_online() }));
        self.tell_tabs(&text, |_| true);
    }
}
