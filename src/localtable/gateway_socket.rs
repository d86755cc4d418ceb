//! The gateway's socket: Discord's opcodes over text frames, single compressed payloads, or one compressed stream.

use std::{io::Write, sync::Arc, time::Duration};

use axum::extract::ws::{CloseFrame, Message as Raw, WebSocket};
use flate2::{Compress, Compression, FlushCompress, write::ZlibEncoder};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::{
    gateway::{self, Frame, Shard},
    shared_state::{SharedState, stopped},
};

/// The size from which payloads are compressed for a client that has asked for it.
const COMPRESSED_FROM_BYTES: usize = 4_096;
/// The largest payload a client can send (Discord's reference, "Sending events": 4096 bytes).
const PAYLOAD_BYTES: usize = 4_096;
/// The number of payloads a client can send per minute (Discord's reference, "Rate limiting").
const PAYLOADS_A_MINUTE: u32 = 120;

/// How payloads are put into frames.
enum Packing {
    Text,
    Payload,
    Stream(Box<Compress>),
}

impl Packing {
    fn pack(&mut self, text: &str) -> Raw {
        match self {
            Self::Payload if text.len() >= COMPRESSED_FROM_BYTES => {
                let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
                // Writing to memory doesn't fail; if it did, the text itself would do just as well.
                match encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()) {
                    Ok(bytes) => Raw::binary(bytes),
                    Err(_) => Raw::text(text),
                }
            }
            Self::Stream(compress) => {
                let mut out = Vec::with_capacity(text.len() / 2 + 64);
                let mut rest = text.as_bytes();
                loop {
                    let before = compress.total_in();
                    out.reserve(rest.len() / 2 + 64);
                    let status = compress.compress_vec(rest, &mut out, FlushCompress::Sync);
                    rest = &rest[(compress.total_in() - before) as usize..];
                    // A flush is complete when there's room left in the output.
                    if status.is_err() || (rest.is_empty() && out.len() < out.capacity()) {
                        break Raw::binary(out);
                    }
                }
            }
            Self::Text | Self::Payload => Raw::text(text),
        }
    }
}

/// One connection, from HELLO to its end.
pub(super) async fn serve(shared: Arc<SharedState>, mut socket: WebSocket, stream: bool) {
    let (line, mut frames) = mpsc::channel::<Frame>(gateway::LINE);
    let mut connection = Connection {
        heartbeat_ms: shared.discord().strict.heartbeat_ms,
        shared: shared.clone(),
        line,
        session: None,
        packing: if stream {
            Packing::Stream(Box::new(Compress::new(Compression::fast(), true)))
        } else {
            Packing::Text
        },
        payloads: 0,
    };
    let hello =
        json!({ "op": 10, "t": null, "s": null, "d": { "heartbeat_interval": connection.heartbeat_ms, "_trace": [] } });
    if !connection.send(&mut socket, &hello.to_string()).await {
        return;
    }
    let mut minute = tokio::time::interval(Duration::from_secs(60));
    let patience = Duration::from_millis(connection.heartbeat_ms * 3 / 2);
    let mut heard = tokio::time::Instant::now();
    let mut closed_properly = false;
    let mut stopping = shared.stopping.clone();
    loop {
        let end = tokio::select! {
            biased;
            () = stopped(&mut stopping) => Some(Frame::Close(1001, "The local table is closing.")),
            _ = minute.tick() => { connection.payloads = 0; None }
            () = tokio::time::sleep_until(heard + patience) => Some(Frame::Close(4009, "Session timed out.")),
            incoming = socket.recv() => match incoming {
                None | Some(Err(_)) => Some(Frame::Drop),
                Some(Ok(Raw::Close(frame))) => {
                    closed_properly = frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
                    Some(Frame::Drop)
                }
                Some(Ok(Raw::Text(text))) => {
                    heard = tokio::time::Instant::now();
                    connection.receive(&mut socket, text.as_str()).await
                }
                Some(Ok(Raw::Binary(bytes))) => {
                    heard = tokio::time::Instant::now();
                    connection.receive(&mut socket, &String::from_utf8_lossy(&bytes)).await
                }
                Some(Ok(_)) => None,
            },
            frame = frames.recv() => match frame {
                Some(Frame::Text(text)) => (!connection.send(&mut socket, &text).await).then_some(Frame::Drop),
                other => other,
            },
        };
        match end {
            None => {}
            Some(Frame::Close(code, reason)) => {
                let _ = socket.send(Raw::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
                break;
            }
            Some(_) => break,
        }
    }
    if let Some(session) = &connection.session {
        shared.discord().hang_up(session, &connection.line, closed_properly);
        shared.changed();
    }
}

struct Connection {
    shared: Arc<SharedState>,
    heartbeat_ms: u64,
    line: mpsc::Sender<Frame>,
    session: Option<String>,
    packing: Packing,
    payloads: u32,
}

impl Connection {
    /// Sends a payload, unless the gateway is mute. `false` if the socket is gone.
    async fn send(&mut self, socket: &mut WebSocket, text: &str) -> bool {
        if self.shared.discord().gateway.mute {
            return true;
        }
        let packed = self.packing.pack(text);
        socket.send(packed).await.is_ok()
    }

    async fn receive(&mut self, socket: &mut WebSocket, text: &str) -> Option<Frame> {
        self.payloads += 1;
        if self.payloads > PAYLOADS_A_MINUTE {
            return Some(Frame::Close(4008, "Rate limited."));
        }
        if text.len() > PAYLOAD_BYTES {
            return Some(Frame::Close(4002, "Decode error."));
        }
        let Ok(payload) = serde_json::from_str::<Value>(text) else { return Some(Frame::Close(4002, "Decode error.")) };
        match payload["op"].as_u64() {
            Some(1) => {
                let ack = json!({ "op": 11, "t": null, "s": null, "d": null });
                (!self.send(socket, &ack.to_string()).await).then_some(Frame::Drop)
            }
            Some(2) if self.session.is_some() => Some(Frame::Close(4005, "Already authenticated.")),
            Some(2) => self.identify(&payload["d"], socket).await,
            Some(6) => self.resume(&payload["d"], socket).await,
            Some(3 | 4 | 8) if self.session.is_some() => None,
            Some(3 | 4 | 8) => Some(Frame::Close(4003, "Not authenticated.")),
            _ => Some(Frame::Close(4001, "Unknown opcode.")),
        }
    }

    fn knows_token(&self, said: &Value) -> bool {
        let said = said.as_str().unwrap_or_default();
        let said = said.strip_prefix("Bot ").unwrap_or(said);
        said == self.shared.discord().token
    }

    async fn invalid_session(&mut self, socket: &mut WebSocket) -> Option<Frame> {
        let invalid = json!({ "op": 9, "t": null, "s": null, "d": false });
        (!self.send(socket, &invalid.to_string()).await).then_some(Frame::Drop)
    }

    /// Whether the next session is to be called invalid.
    fn invalidated(&self) -> bool {
        let mut discord = self.shared.discord();
        let invalid = discord.gateway.invalidate > 0;
        discord.gateway.invalidate = discord.gateway.invalidate.saturating_sub(1);
        invalid
    }

    async fn identify(&mut self, data: &Value, socket: &mut WebSocket) -> Option<Frame> {
        if !self.knows_token(&data["token"]) {
            return Some(Frame::Close(4004, "Authentication failed."));
        }
        let Some(shard) = Shard::read(&data["shard"]) else { return Some(Frame::Close(4010, "Invalid shard.")) };
        let Some(intents) = data["intents"].as_u64().filter(|intents| intents & !gateway::ALL_INTENTS == 0) else {
            return Some(Frame::Close(4013, "Invalid intent(s)."));
        };
        if intents & gateway::PRIVILEGED != 0 && !self.shared.discord().strict.privileged_intents {
            return Some(Frame::Close(4014, "Disallowed intent(s)."));
        }
        if !data["properties"].is_object() {
            return Some(Frame::Close(4002, "Decode error."));
        }
        if !self.shared.discord().counts_start() {
            return Some(Frame::Close(4004, "Authentication failed."));
        }
        if self.invalidated() || !self.shared.discord().admits(shard) {
            return self.invalid_session(socket).await;
        }
        if data["compress"] == true && matches!(self.packing, Packing::Text) {
            self.packing = Packing::Payload;
        }
        self.session = Some(self.shared.discord().identify(intents, shard, self.line.clone()));
        self.shared.changed();
        None
    }

    async fn resume(&mut self, data: &Value, socket: &mut WebSocket) -> Option<Frame> {
        if !self.knows_token(&data["token"]) {
            return Some(Frame::Close(4004, "Authentication failed."));
        }
        let id = data["session_id"].as_str().unwrap_or_default().to_owned();
        let seq = data["seq"].as_u64().unwrap_or_default();
        let resumed = !self.invalidated() && self.shared.discord().resume(&id, seq, self.line.clone());
        if !resumed {
            return self.invalid_session(socket).await;
        }
        self.session = Some(id);
        self.shared.changed();
        None
    }
}
