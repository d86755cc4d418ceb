//! A bot driven by hand: it calls routes, listens to the gateway, and leaves everything else to the test.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, tungstenite::Message};
use umpire::localtable::{self, Id, LocalTable, TableSettings, TimeSource, Turned, gateway};

/// The starting time: 20 November 2026.
pub const START_MS: i64 = 1_795_167_000_000;

/// The real time after which a test gives up on an event.
const PATIENCE: Duration = Duration::from_secs(10);

pub struct Bot {
    pub table: LocalTable,
    pub clock: Turned,
    http: reqwest::Client,
    pub line: Line,
}

/// A gateway connection.
pub struct Line {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The last sequence number received.
    pub seq: u64,
    /// The session, after READY.
    pub session: String,
}

impl Line {
    /// Connects and receives HELLO.
    pub async fn open(table: &LocalTable, query: &str) -> Self {
        let url = format!("ws://{}/gateway{query}", table.address());
        let (socket, _) = tokio_tungstenite::connect_async(url).await.expect("the gateway takes the call");
        let mut line = Self { socket, seq: 0, session: String::new() };
        let hello = line.next().await.expect("HELLO");
        assert_eq!(hello["op"], 10);
        assert!(hello["d"]["heartbeat_interval"].is_u64());
        line
    }

    /// Connects and identifies as a shard of two.
    pub async fn of_shard(table: &LocalTable, number: u64, intents: u64) -> Self {
        let mut line = Self::open(table, "?v=10&encoding=json").await;
        let properties = json!({ "os": "linux", "browser": "test", "device": "test" });
        let data =
            json!({ "token": table.bot_token(), "intents": intents, "properties": properties, "shard": [number, 2] });
        line.send(json!({ "op": 2, "d": data })).await;
        line
    }

    /// Nothing has come since the last event: a heartbeat is acknowledged first.
    pub async fn hears_nothing(&mut self) {
        self.send(json!({ "op": 1, "d": self.seq })).await;
        let next = self.next().await.expect("an acknowledgement");
        assert_eq!(next["op"], 11, "this came before it: {next}");
    }

    pub async fn send(&mut self, payload: Value) {
        self.socket.send(Message::text(payload.to_string())).await.expect("sent");
    }

    pub async fn identify(&mut self, token: &str, intents: u64) {
        let properties = json!({ "os": "linux", "browser": "test", "device": "test" });
        self.send(json!({ "op": 2, "d": { "token": token, "intents": intents, "properties": properties } })).await;
    }

    pub async fn resume(&mut self, token: &str, session: &str, seq: u64) {
        self.send(json!({ "op": 6, "d": { "token": token, "session_id": session, "seq": seq } })).await;
    }

    /// The next frame's bytes, or the closing code (0 for a connection that broke).
    pub async fn raw(&mut self) -> Result<Vec<u8>, u16> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("the gateway says something");
            match frame {
                Some(Ok(Message::Text(text))) => return Ok(text.as_bytes().to_vec()),
                Some(Ok(Message::Binary(bytes))) => return Ok(bytes.to_vec()),
                Some(Ok(Message::Close(frame))) => return Err(frame.map_or(0, |frame| frame.code.into())),
                Some(Ok(_)) => {}
                None | Some(Err(_)) => return Err(0),
            }
        }
    }

    /// The next payload, or the closing code.
    pub async fn next(&mut self) -> Result<Value, u16> {
        let payload: Value = serde_json::from_slice(&self.raw().await?).expect("JSON");
        if let Some(seq) = payload["s"].as_u64() {
            self.seq = seq;
        }
        if payload["t"] == "READY" {
            self.session = payload["d"]["session_id"].as_str().expect("a session").to_owned();
        }
        Ok(payload)
    }

    /// The data of the next event with this name; others are skipped.
    pub async fn event(&mut self, name: &str) -> Value {
        loop {
            let payload =
                self.next().await.unwrap_or_else(|code| panic!("closed with {code} while waiting for {name}"));
            if payload["t"] == name {
                return payload["d"].clone();
            }
        }
    }
}

impl Bot {
    /// A table in memory with a stopped clock, and a bot that listens to servers and messages.
    pub async fn start() -> Self {
        Self::at(TableSettings::default()).await
    }

    pub async fn at(settings: TableSettings) -> Self {
        Self::with_intents(settings, gateway::GUILDS | gateway::GUILD_MESSAGES).await
    }

    pub async fn with_intents(settings: TableSettings, intents: u64) -> Self {
        let clock = Turned::at(START_MS);
        let table = localtable::open(TableSettings { clock: TimeSource::Turned(clock.clone()), ..settings })
            .await
            .expect("open");
        let mut line = Line::open(&table, "?v=10&encoding=json").await;
        line.identify(&table.bot_token(), intents).await;
        line.event("GUILD_CREATE").await;
        Self { table, clock, http: reqwest::Client::new(), line }
    }

    /// Calls a route with the bot's token.
    pub async fn call(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let token = format!("Bot {}", self.table.bot_token());
        let answer = self.request(method, path, body).header("authorization", token).send().await.expect("an answer");
        read(answer).await
    }

    /// Calls a route without a token, as for interaction replies and webhooks.
    pub async fn call_bare(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        read(self.request(method, path, body).send().await.expect("an answer")).await
    }

    pub fn request(&self, method: &str, path: &str, body: Value) -> reqwest::RequestBuilder {
        let url = format!("{}/api/v10{path}", self.table.base_url());
        let request = self.http.request(method.parse().expect("a method"), url);
        if body.is_null() { request } else { request.json(&body) }
    }

    /// Sends a message and files as multipart.
    pub async fn call_with_files(
        &self,
        method: &str,
        path: &str,
        body: &Value,
        files: &[(&str, &[u8])],
    ) -> (u16, Value) {
        let mut bytes =
            format!("--part\r\ncontent-disposition: form-data; name=\"payload_json\"\r\n\r\n{body}\r\n").into_bytes();
        for (number, (name, content)) in files.iter().enumerate() {
            let head = format!(
                "--part\r\ncontent-disposition: form-data; name=\"files[{number}]\"; filename=\"{name}\"\r\n\r\n"
            );
            bytes.extend_from_slice(head.as_bytes());
            bytes.extend_from_slice(content);
            bytes.extend_from_slice(b"\r\n");
        }
        bytes.extend_from_slice(b"--part--\r\n");
        let token = format!("Bot {}", self.table.bot_token());
        let request = self.request(method, path, Value::Null).header("authorization", token);
        let request = request.header("content-type", "multipart/form-data; boundary=part").body(bytes);
        read(request.send().await.expect("an answer")).await
    }

    /// A channel's path by its name.
    pub fn channel(&self, name: &str) -> String {
        format!("/channels/{}", self.channel_id(name))
    }

    pub fn channel_id(&self, name: &str) -> Id {
        self.table.channel_id(name).expect("a channel of this name")
    }

    /// Posts to `#table`; it must be accepted.
    pub async fn post(&self, body: Value) -> Value {
        let (status, answer) = self.call("POST", &format!("{}/messages", self.channel("table")), body).await;
        assert_eq!(status, 200, "{answer}");
        answer
    }

    /// The path of the application's commands on the server.
    pub fn commands(&self) -> String {
        format!("/applications/{}/guilds/{}/commands", self.table.application_id(), self.table.guild_id())
    }

    /// Registers commands; they must be accepted.
    pub async fn register(&self, commands: Value) {
        let (status, answer) = self.call("PUT", &self.commands(), commands).await;
        assert_eq!(status, 200, "{answer}");
    }

    /// Receives the next interaction.
    pub async fn interaction(&mut self) -> Value {
        self.line.event("INTERACTION_CREATE").await
    }

    /// Answers an interaction.
    pub async fn answer(&self, interaction: &Value, body: Value) -> (u16, Value) {
        self.call_bare("POST", &callback(interaction), body).await
    }

    /// The path of an interaction's webhook.
    pub fn webhook(&self, interaction: &Value) -> String {
        format!("/webhooks/{}/{}", self.table.application_id(), interaction["token"].as_str().expect("a token"))
    }
}

/// The path for replying to an interaction.
pub fn callback(interaction: &Value) -> String {
    let text = |key: &str| interaction[key].as_str().expect("an interaction").to_owned();
    format!("/interactions/{}/{}/callback", text("id"), text("token"))
}

async fn read(answer: reqwest::Response) -> (u16, Value) {
    let status = answer.status().as_u16();
    let bytes = answer.bytes().await.expect("a whole answer");
    (status, if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes).expect("JSON") })
}

/// A button in a row of its own.
pub fn button(custom_id: &str, label: &str) -> Value {
    json!({ "type": 1, "components": [{ "type": 2, "style": 1, "custom_id": custom_id, "label": label }] })
}

/// The codes of a form's errors at one place, `embeds.0.title`.
pub fn codes_at(answer: &Value, place: &str) -> Vec<String> {
    assert_eq!(answer["code"], 50035, "{answer}");
    assert_eq!(answer["message"], "Invalid Form Body");
    let node = place.split('.').filter(|step| !step.is_empty()).fold(&answer["errors"], |node, step| &node[step]);
    let errors = node["_errors"].as_array().unwrap_or_else(|| panic!("nothing is wrong at {place}: {answer}"));
    errors.iter().map(|error| error["code"].as_str().expect("a code").to_owned()).collect()
}
