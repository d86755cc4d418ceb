//! The gateway's sessions: who is connected, what each has been sent, and what it may know. `gateway_socket` handles the socket's bytes.

use std::collections::VecDeque;

use serde_json::{Value, json};
use tokio::sync::mpsc;

pub(super) use super::sessions::{Frame, Shard};

use super::{
    Id,
    discord_state::{DiscordState, Message},
    limits,
    sessions::Session,
};

/// Servers, roles, channels, threads, pins.
pub const GUILDS: u64 = 1 << 0;
/// Members; privileged.
pub const GUILD_MEMBERS: u64 = 1 << 1;
/// Presences; privileged.
pub const GUILD_PRESENCES: u64 = 1 << 8;
/// Messages in channels.
pub const GUILD_MESSAGES: u64 = 1 << 9;
/// Reactions in channels.
pub const GUILD_MESSAGE_REACTIONS: u64 = 1 << 10;
/// "… is typing" in channels.
pub const GUILD_MESSAGE_TYPING: u64 = 1 << 11;
/// Direct messages.
pub const DIRECT_MESSAGES: u64 = 1 << 12;
/// The content of messages; privileged.
pub const MESSAGE_CONTENT: u64 = 1 << 15;
/// The three intents that must be granted.
pub const PRIVILEGED: u64 = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT;
/// Every bit that Discord has assigned.
pub const ALL_INTENTS: u64 = (1 << 26) - 1;

/// The number of frames that can wait for a slow socket before it's dropped.
pub(super) const LINE: usize = 20_000;
/// How long a session waits for its client, in milliseconds. Discord doesn't document it; in practice it's minutes.
pub const RESUMABLE_MS: i64 = 5 * 60 * 1_000;
/// The number of sessions kept; the disconnected one that's oldest goes first.
const SESSIONS: usize = 16;

impl DiscordState {
    /// Whether a session of this shard may be started now, by `max_concurrency`; notes that it is.
    pub(super) fn admits(&mut self, shard: Shard) -> bool {
        let Some(keys) = self.strict.max_concurrency else { return true };
        let (key, now_ms) = (shard.number % u64::from(keys.max(1)), self.now_ms());
        let last_ms = self.gateway.identified_ms.get(&key);
        let is_admitted = last_ms.is_none_or(|it| now_ms - it >= limits::IDENTIFY_WINDOW_MS);
        if is_admitted {
            self.gateway.identified_ms.insert(key, now_ms);
        }
        is_admitted
    }

    /// Counts the start of a session. `false` if it's one more than Discord allows: then all sessions end.
    pub(super) fn counts_start(&mut self) -> bool {
        self.gateway.starts += 1;
        let is_allowed = self.gateway.starts <= self.strict.session_starts;
        if !is_allowed {
            self.tell_gateway(&Frame::Close(4004, "Authentication failed."));
        }
        is_allowed
    }

    /// A new session. The client on this line gets READY and the servers whose events arrive on this shard.
    pub(super) fn identify(&mut self, intents: u64, shard: Shard, line: mpsc::Sender<Frame>) -> String {
        self.gateway.opened += 1;
        let id = format!("{:016x}{:016x}", self.ids.bot.0, self.gateway.opened ^ (self.now_ms() as u64) << 16);
        let sessions = &mut self.gateway.sessions;
        if sessions.len() >= SESSIONS
            && let Some(oldest) = sessions.iter().position(|session| session.line.is_none())
        {
            sessions.remove(oldest);
        }
        let is_in = |guild: &Id| !self.bot_is_out || *guild != self.ids.guild;
        let here: Vec<Id> = self.guilds().filter(|guild| shard.has(*guild) && is_in(guild)).collect();
        let guilds: Value = here.iter().map(|guild| json!({ "id": guild, "unavailable": true })).collect();
        let ready = json!({
            "v": 10, "user": self.current_user(), "guilds": guilds,
            "session_id": id,
            "session_type": "normal", "resume_gateway_url": format!("ws://{}/gateway", self.authority), "shard": shard.told(),
            "application": { "id": self.ids.application, "flags": self.application_flags() }, "private_channels": [],
            "presences": [], "relationships": [], "user_settings": {}, "geo_ordered_rtc_regions": [],
            "guild_join_requests": [],
            "_trace": ["local table"],
        });
        let mut session =
            Session { id: id.clone(), seq: 0, intents, shard, sent: VecDeque::new(), line: Some(line), gone_ms: None };
        session.push("READY", &ready.to_string());
        for guild in here.into_iter().filter(|_| intents & GUILDS != 0) {
            session.push("GUILD_CREATE", &self.guild_create(guild).to_string());
        }
        self.gateway.sessions.push(session);
        self.tell_page_of_bot();
        id
    }

    /// Resumes a session where its client left off. `false` if it's unknown or too much was missed.
    pub(super) fn resume(&mut self, id: &str, seq: u64, line: mpsc::Sender<Frame>) -> bool {
        let Some(session) = self.gateway.sessions.iter_mut().find(|session| session.id == id) else { return false };
        let oldest = session.sent.front().map_or(session.seq + 1, |(oldest, _)| *oldest);
        if seq > session.seq || seq + 1 < oldest {
            return false;
        }
        (session.line, session.gone_ms) = (Some(line), None);
        let missed: Vec<_> =
            session.sent.iter().filter(|(sent, _)| *sent > seq).map(|(_, text)| text.clone()).collect();
        for text in missed {
            session.tell(Frame::Text(text));
        }
        session.push("RESUMED", r#"{"_trace":["local table"]}"#);
        self.gateway.resumed += 1;
        self.tell_page_of_bot();
        true
    }

    /// The socket of a session is gone. A properly closed session ends with it.
    pub(super) fn hang_up(&mut self, id: &str, line: &mpsc::Sender<Frame>, ends: bool) {
        let now_ms = self.now_ms();
        let ours = |session: &Session| session.line.as_ref().is_none_or(|other| other.same_channel(line));
        if let Some(at) = self.gateway.sessions.iter().position(|session| session.id == id && ours(session)) {
            self.gateway.sessions[at].line = None;
            self.gateway.sessions[at].gone_ms = Some(now_ms);
            if ends {
                self.gateway.sessions.remove(at);
            }
        }
        self.tell_page_of_bot();
    }

    /// Forgets the sessions that nobody has resumed.
    pub(super) fn forget_sessions(&mut self) {
        let now_ms = self.now_ms();
        let waited = |session: &Session| session.gone_ms.is_some_and(|gone_ms| now_ms - gone_ms >= RESUMABLE_MS);
        self.gateway.sessions.retain(|session| !waited(session));
    }

    /// Whether the bot is connected.
    pub(super) fn bot_is_online(&self) -> bool {
        self.gateway.sessions.iter().any(|session| session.line.is_some())
    }

    /// Sends an event of a server, or of direct messages, to every session where it arrives that has asked for its kind (`0` is for everyone).
    pub(super) fn dispatch(&mut self, guild: Option<Id>, event: &str, intent: u64, data: &Value) {
        let text = data.to_string();
        for session in self.gateway.sessions.iter_mut().filter(|it| it.shard.hears(guild)) {
            if intent == 0 || session.intents & intent != 0 {
                session.push(event, &text);
            }
        }
    }

    /// Sends a message's event. Without the content intent, other people's content is blank unless it mentions the bot.
    pub(super) fn dispatch_message(&mut self, event: &str, message: &Message, value: &Value) {
        if !self.sees(self.ids.bot, message.channel) {
            return;
        }
        let guild = self.guild_of(message.channel);
        let direct = guild.is_none();
        let intent = if direct { DIRECT_MESSAGES } else { GUILD_MESSAGES };
        let whole = self.message_event(message, value);
        let open = direct || message.author == self.ids.bot || message.mentions.contains(&self.ids.bot);
        let text = whole.to_string();
        let blank = (!open).then(|| {
            let mut blank = whole;
            blank["content"] = json!("");
            for key in ["embeds", "attachments", "components"] {
                blank[key] = json!([]);
            }
            blank.to_string()
        });
        let hears = |it: &Session| it.intents & intent != 0 && it.shard.hears(guild);
        for session in self.gateway.sessions.iter_mut().filter(|it| hears(it)) {
            let may_read = session.intents & MESSAGE_CONTENT != 0;
            session.push(event, blank.as_deref().filter(|_| !may_read).unwrap_or(&text));
        }
    }

    /// Sends the same frame to every connected socket.
    pub(super) fn tell_gateway(&mut self, frame: &Frame) {
        for session in &mut self.gateway.sessions {
            session.tell(frame.clone());
        }
    }

    /// Sends a frame to the sockets of one shard.
    pub(super) fn tell_shard(&mut self, number: u64, frame: &Frame) {
        for session in self.gateway.sessions.iter_mut().filter(|it| it.shard.number == number) {
            session.tell(frame.clone());
        }
    }

    /// Events in a channel that the bot can't see aren't sent.
    pub(super) fn dispatch_in(&mut self, channel: Id, event: &str, intent: u64, data: &Value) {
        if self.sees(self.ids.bot, channel) {
            self.dispatch(self.guild_of(channel), event, intent, data);
        }
    }
}
