//! The gateway's sessions, as values.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::Id;

/// The number of events kept for a session that resumes.
const REPLAY: usize = 5_000;
/// An instruction to a socket.
#[derive(Clone, Debug)]
pub(super) enum Frame {
    /// Send this.
    Text(Arc<str>),
    /// Close with a code and a reason.
    Close(u16, &'static str),
    /// Disconnect without a close frame.
    Drop,
}

/// Which of how many shards a session is. Docs, "Gateway: Sharding".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    pub(super) number: u64,
    pub(super) of: u64,
}

impl Shard {
    /// What IDENTIFY says; `None` if there's no such shard.
    pub(super) fn read(said: &Value) -> Option<Shard> {
        let all = Shard { number: 0, of: 1 };
        if said.is_null() {
            return Some(all);
        }
        let [number, of] = said.as_array()?.as_slice() else { return None };
        let shard = Shard { number: number.as_u64()?, of: of.as_u64()? };
        (shard.number < shard.of).then_some(shard)
    }

    /// Whether a server's events arrive here.
    pub(super) fn has(self, guild: Id) -> bool {
        (guild.0 >> 22) % self.of == self.number
    }

    /// Whether a server's events arrive here; without a server, those of direct messages, which the first shard has.
    pub(super) fn hears(self, guild: Option<Id>) -> bool {
        guild.map_or(self.number == 0, |guild| self.has(guild))
    }

    /// As READY says it.
    pub(super) fn told(self) -> Value {
        json!([self.number, self.of])
    }
}

/// One session, connected or waiting to be resumed.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) id: String,
    pub(super) seq: u64,
    pub(super) intents: u64,
    pub(super) shard: Shard,
    pub(super) sent: VecDeque<(u64, Arc<str>)>,
    pub(super) line: Option<mpsc::Sender<Frame>>,
    /// Since when nobody has been connected.
    pub(super) gone_ms: Option<i64>,
}

/// All sessions.
#[derive(Debug, Default)]
pub(super) struct Gateway {
    pub(super) sessions: Vec<Session>,
    /// While it's mute, sockets swallow everything, including acknowledgements.
    pub(super) mute: bool,
    /// While it's closed, nobody can connect.
    pub(super) closed: bool,
    /// The number of further connections that are told their session is invalid.
    pub(super) invalidate: u32,
    pub(super) opened: u64,
    /// How often one was resumed.
    pub(super) resumed: u64,
    /// How many clients asked to start one (IDENTIFY), refused ones included.
    pub(super) starts: u64,
    /// When a session of each rate limit key was last started, in milliseconds.
    pub(super) identified_ms: HashMap<u64, i64>,
}

impl Gateway {
    /// The number of sessions that started from scratch.
    pub(super) fn begun(&self) -> u64 {
        self.opened
    }

    /// The number of clients that asked to start one and weren't let.
    pub(super) fn refused(&self) -> u64 {
        self.starts - self.opened
    }
}

impl Session {
    pub(super) fn push(&mut self, event: &str, data: &str) {
        self.seq += 1;
        let text: Arc<str> = format!(r#"{{"op":0,"t":"{event}","s":{},"d":{data}}}"#, self.seq).into();
        self.sent.push_back((self.seq, text.clone()));
        if self.sent.len() > REPLAY {
            self.sent.pop_front();
        }
        self.tell(Frame::Text(text));
    }

    pub(super) fn tell(&mut self, frame: Frame) {
        // A socket that's gone or doesn't read keeps its session; what it missed is replayed.
        if self.line.as_ref().is_some_and(|line| line.try_send(frame).is_err()) {
            self.line = None;
        }
    }
}
