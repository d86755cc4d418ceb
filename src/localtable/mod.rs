//! The local table: a Discord stand-in on loopback, with a page to play on. It serves the REST routes and the gateway that a bot uses, in
//! Discord's wire formats, as strictly as Discord, and seats people at the page beside it.
//!
//! It refuses to listen on anything but loopback, to answer foreign hosts and pages, and to know anything about the bot or the engine: the
//! two only communicate over the wire.
//!
//! Reading order: [`limits`], `discord_state` (what there is), `messages` and `interactions` (what happens), `rest` and `gateway` (what the bot says
//! and hears), `user_actions` and `page` (what people do and see), [`driver`] and [`faults`] (for tests).

mod assets;
mod call_log;
mod check;
mod clock;
mod discord_state;
pub mod driver;
pub mod faults;
pub mod gateway;
mod gateway_socket;
mod guilds;
mod initial_guild;
mod interaction_record;
mod interaction_requests;
mod interaction_responses;
mod interactions;
mod interactions_endpoint;
mod journal;
pub mod limits;
mod load;
mod messages;
mod objects;
mod options;
mod origin_check;
mod page;
mod page_socket;
pub mod permissions;
mod planned_faults;
mod rate_limits;
mod records;
mod refusal;
mod rest;
mod sessions;
mod settings;
mod shared_state;
mod snowflake;
mod tabs;
mod uploads;
mod user_actions;

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    extract::{Path, Query, State, ws::WebSocketUpgrade},
    http::{HeaderValue, StatusCode, header},
    middleware,
    response::{IntoResponse, Response},
    routing::{any, get},
    serve::ListenerExt,
};
use serde_json::Value;
use tokio::sync::watch;

pub use call_log::Call;
pub use clock::{TimeSource, Turned};
pub use journal::JournalError;
pub use settings::{FightChannels, Strict, TableSettings};
pub use snowflake::Id;

use discord_state::DiscordState;
use shared_state::{SharedState, stopped};

/// Why the table couldn't be opened.
#[derive(Debug, thiserror::Error)]
pub enum LocalTableError {
    /// Its file can't be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The port is taken, or there's no loopback.
    #[error("the local table can't listen on 127.0.0.1:{port}: {error}")]
    Listen {
        /// The requested port.
        port: u16,
        /// The system's message.
        error: std::io::Error,
    },
}

/// An open table. It closes when it's shut down or dropped.
pub struct LocalTable {
    shared: Arc<SharedState>,
    stop: watch::Sender<bool>,
    served: Option<tokio::task::JoinHandle<()>>,
}

/// Opens a table on loopback.
///
/// # Errors
/// If the port is taken, or the file is in use, has another format, or can't be read or written.
pub async fn open(settings: TableSettings) -> Result<LocalTable, LocalTableError> {
    let listen = |error| LocalTableError::Listen { port: settings.port, error };
    let mut discord = DiscordState::open(&settings)?;
    discord.fight_channels.clone_from(&settings.fight_channels);
    let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, settings.port)).await.map_err(listen)?;
    let port = listener.local_addr().map_err(listen)?.port();
    discord.authority = format!("127.0.0.1:{port}");
    let (stop, stopping) = watch::channel(false);
    let shared = Arc::new(SharedState {
        discord: Mutex::new(discord),
        port,
        changes: watch::channel(0).0,
        stopping: stopping.clone(),
    });
    let listener = listener.tap_io(|socket| {
        // Without it the gateway's small frames would wait 40 ms for each other.
        if let Err(error) = socket.set_nodelay(true) {
            tracing::warn!(%error, "a socket of the local table is slow");
        }
    });
    let app = routes(shared.clone());
    let served = tokio::spawn(serve(listener, app, shared.clone(), stopping));
    Ok(LocalTable { shared, stop, served: Some(served) })
}

async fn serve(
    listener: impl axum::serve::Listener<Addr = SocketAddr>,
    app: Router,
    shared: Arc<SharedState>,
    stopping: watch::Receiver<bool>,
) {
    /// How long calls in progress can take once the table closes, in milliseconds. Sockets are closed at once.
    const LAST_CALLS_MS: u64 = 250;
    let (mut until, mut ends) = (stopping.clone(), stopping);
    let server = axum::serve(listener, app).with_graceful_shutdown(async move { stopped(&mut until).await });
    let last_call = async move {
        stopped(&mut ends).await;
        tokio::time::sleep(std::time::Duration::from_millis(LAST_CALLS_MS)).await;
    };
    tokio::select! {
        served = server => if let Err(error) = served { tracing::error!(%error, "the local table has stopped") },
        () = watch_deadlines(shared) => {}
        () = last_call => {}
    }
}

/// Lets unanswered interactions fail when their time is up.
async fn watch_deadlines(shared: Arc<SharedState>) {
    let clock = shared.discord().clock.clone();
    loop {
        clock.tick().await;
        let fallen = shared.discord().fall_due();
        if fallen {
            shared.changed();
        }
    }
}

fn routes(shared: Arc<SharedState>) -> Router {
    let mut router = Router::new()
        .route("/gateway", any(gateway_upgrade))
        .route("/gateway/", any(gateway_upgrade))
        .route("/table/socket", any(page_socket::upgrade))
        .route("/table/attachments/{id}/{filename}", get(attachment))
        .route("/api/v10/{*path}", any(rest::serve))
        .fallback(|| async { rest_not_found() });
    for (path, content_type, bytes) in assets::ASSETS {
        router = router.route(path, get(|| async { ([(header::CONTENT_TYPE, *content_type)], *bytes) }));
    }
    router.layer(middleware::from_fn_with_state(shared.clone(), origin_check::watch)).with_state(shared)
}

fn rest_not_found() -> Response {
    let refusal = refusal::Refusal::no_route();
    (StatusCode::NOT_FOUND, [(header::CONTENT_TYPE, "application/json")], refusal.body().to_string()).into_response()
}

async fn gateway_upgrade(
    State(shared): State<Arc<SharedState>>,
    Query(query): Query<std::collections::HashMap<String, String>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let text = query.get("encoding").is_none_or(|encoding| encoding == "json");
    if !text || query.get("v").is_some_and(|version| version != "10") {
        return (StatusCode::BAD_REQUEST, "The local table speaks version 10 in JSON.\n").into_response();
    }
    if shared.discord().gateway.closed {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let stream = query.get("compress").is_some_and(|compress| compress == "zlib-stream");
    upgrade.on_upgrade(move |socket| gateway_socket::serve(shared, socket, stream))
}

/// What a page in a message may do in the browser: run in an origin of its own, with what it brings, and load nothing.
const OPENED_PAGE: &str = "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; \
                           style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
                           form-action 'none'; frame-ancestors 'none'";

/// A picture or file in a message. Only pictures are displayed inline, and pages if they're opened by name; nothing is executed as the table's.
async fn attachment(
    State(shared): State<Arc<SharedState>>,
    Path((id, filename)): Path<(Id, String)>,
    Query(query): Query<std::collections::HashMap<String, String>>,
) -> Response {
    let Some(bytes) = shared.discord().files.get(&id).cloned() else { return rest_not_found() };
    let content_type = messages::content_type(&filename);
    let mut response = ([(header::CONTENT_TYPE, content_type)], bytes).into_response();
    if query.contains_key("open") && filename.to_lowercase().ends_with(".html") {
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(OPENED_PAGE));
        // HTML, "obtaining a cross-origin opener policy": a page in a sandbox with any other policy is a network error.
        let opener = header::HeaderName::from_static("cross-origin-opener-policy");
        headers.insert(opener, HeaderValue::from_static("unsafe-none"));
    } else if !content_type.starts_with("image/") {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment"));
    }
    response
}

impl LocalTable {
    /// The address the table listens on.
    pub fn address(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.shared.port).into()
    }

    /// The base of every URL here, `http://127.0.0.1:PORT`; a bot gets it instead of `https://discord.com`.
    pub fn base_url(&self) -> String {
        format!("http://127.0.0.1:{}", self.shared.port)
    }

    /// The token that the bot must send.
    pub fn bot_token(&self) -> String {
        self.shared.discord().token.clone()
    }

    /// The application's id, which is also the bot's user id.
    pub fn application_id(&self) -> Id {
        self.shared.discord().ids.application
    }

    /// The table's own server.
    pub fn guild_id(&self) -> Id {
        self.shared.discord().ids.guild
    }

    /// The second server, if the table has one; its channel is `other-table`.
    pub fn second_guild_id(&self) -> Option<Id> {
        self.shared.discord().ids.second_guild
    }

    /// A channel's id by name, such as `table`.
    pub fn channel_id(&self, name: &str) -> Option<Id> {
        self.shared.discord().channels.values().find(|channel| channel.name == name).map(|channel| channel.id)
    }

    /// A person's id by name, such as `Ana`.
    pub fn user_id(&self, name: &str) -> Option<Id> {
        self.shared.discord().users.values().find(|user| user.name == name).map(|user| user.id)
    }

    /// Who sits at the page and has one of these channels before them. Someone whose tab hasn't said what it shows could be anywhere.
    pub fn who_looks_at(&self, channels: &[Id]) -> Vec<Id> {
        self.shared.discord().who_looks_at(channels)
    }

    /// Who sits at the page, whatever they look at.
    pub fn who_sits(&self) -> Vec<Id> {
        self.shared.discord().who_sits()
    }

    /// Changes whenever anything happens at the table, so also when somebody sits down or leaves.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.shared.changes.subscribe()
    }

    /// Sets the bot's permissions everywhere, by its own role, see [`permissions`].
    pub fn set_bot_permissions(&self, bits: u64) {
        let mut discord = self.shared.discord();
        let everyone: Vec<Id> = discord.guilds().collect();
        for mut role in discord.roles.values().cloned().collect::<Vec<_>>() {
            role.permissions = match role.managed {
                true => bits,
                // Permissions that everyone has would hide what the bot's role lacks.
                false if everyone.contains(&role.id) => bits & permissions::PLAYERS,
                false => continue,
            };
            discord.keep("role", role.id, &role);
            discord.roles.insert(role.id, role);
        }
    }

    /// Overwrites the bot's permissions in one channel.
    pub fn set_bot_overwrite(&self, channel: Id, allow: u64, deny: u64) {
        let mut discord = self.shared.discord();
        let bot = discord.ids.bot;
        if let Some(mut place) = discord.channels.get(&channel).cloned() {
            place.overwrites.retain(|overwrite| overwrite.id != bot);
            place.overwrites.push(discord_state::Overwrite { id: bot, kind: 1, allow, deny });
            discord.channel_changed(place);
        }
    }

    /// Overwrites a person's permissions in one channel.
    pub fn set_overwrite(&self, channel: Id, user: Id, allow: u64, deny: u64) {
        let mut discord = self.shared.discord();
        if let Some(mut place) = discord.channels.get(&channel).cloned() {
            place.overwrites.retain(|overwrite| overwrite.id != user);
            place.overwrites.push(discord_state::Overwrite { id: user, kind: 1, allow, deny });
            discord.channel_changed(place);
        }
    }

    /// Makes a person leave the server: looking them up as a member finds nobody. Their seat stays, for what they did before.
    pub fn leaves(&self, user: Id) {
        self.shared.discord().gone.insert(user);
    }

    /// Removes the bot from the table's own server, or adds it again.
    pub fn let_bot_go(&self, gone: bool) {
        let mut discord = self.shared.discord();
        discord.bot_is_out = gone;
        let guild = discord.ids.guild;
        let (event, data) = match gone {
            true => ("GUILD_DELETE", serde_json::json!({ "id": guild })),
            false => {
                discord.bot_joined_ms = Some(discord.now_ms());
                ("GUILD_CREATE", discord.guild_create(guild))
            }
        };
        discord.dispatch(Some(guild), event, gateway::GUILDS, &data);
    }

    /// Sends the table's own server once more, as Discord does when it's available again.
    pub fn send_guild(&self) {
        let mut discord = self.shared.discord();
        let guild = discord.ids.guild;
        let data = discord.guild_create(guild);
        discord.dispatch(Some(guild), "GUILD_CREATE", gateway::GUILDS, &data);
    }

    /// Refuses calls beyond the rate limits from now on, or lets them pass.
    pub fn enforce_limits(&self, enforce: bool) {
        self.shared.discord().strict.rate_limits = enforce;
    }

    /// Lets so many sessions start in five seconds from now on, each of another rate limit key.
    pub fn set_max_concurrency(&self, sessions: u32) {
        self.shared.discord().strict.max_concurrency = Some(sessions);
    }

    /// Archives a thread, and locks it.
    pub fn archive(&self, thread: Id, locked: bool) {
        let mut discord = self.shared.discord();
        if let Some(channel) = discord.channels.get(&thread).cloned() {
            discord.channel_changed(discord_state::Channel { archived: true, locked, ..channel });
        }
    }

    /// Adds a text channel to the table's own server, as a person would.
    pub fn add_channel(&self, name: &str) -> Id {
        let mut discord = self.shared.discord();
        let (id, guild) = (discord.new_id(), discord.ids.guild);
        discord.add_channel(guild, &discord_state::Channel { id, name: name.to_owned(), ..Default::default() });
        id
    }

    /// Deletes a channel or a thread, as a person would.
    pub fn delete_channel(&self, channel: Id) {
        let mut discord = self.shared.discord();
        if let Some(channel) = discord.channels.get(&channel).cloned() {
            // With every permission nothing is refused, and nobody waits for the result.
            let _ = discord.delete_channel(&channel, permissions::ALL);
        }
    }

    /// Deletes a role from its server; of two with this name, the table's own.
    pub fn delete_role(&self, name: &str) {
        let mut discord = self.shared.discord();
        let Some(id) = discord.roles.values().find(|role| role.name == name).map(|role| role.id) else { return };
        let guild = discord.roles.remove(&id).and_then(|role| role.guild).unwrap_or(discord.ids.guild);
        discord.forget("role", id);
        let mut changed = vec![];
        for user in discord.users.values_mut().filter(|user| user.roles.contains(&id)) {
            user.roles.retain(|role| *role != id);
            changed.push(user.clone());
        }
        for user in changed {
            discord.keep("user", user.id, &user);
        }
        let data = serde_json::json!({ "guild_id": guild, "role_id": id });
        discord.dispatch(Some(guild), "GUILD_ROLE_DELETE", gateway::GUILDS, &data);
    }

    /// The number of calls the bot has made.
    pub fn calls_so_far(&self) -> usize {
        self.shared.discord().calls.count()
    }

    /// The calls from this number on, as far as they're remembered.
    pub fn calls_since(&self, number: usize) -> Vec<Arc<Call>> {
        self.shared.discord().calls.since(number)
    }

    /// The interactions sent to the bot.
    pub fn interactions(&self) -> Vec<Arc<Value>> {
        self.shared.discord().calls.interactions()
    }

    /// Plans a fault.
    pub fn order(&self, order: faults::PlannedFault) {
        self.shared.discord().faults.push(order);
    }

    /// Cancels all planned faults that haven't been used up.
    pub fn cancel_orders(&self) {
        self.shared.discord().faults.clear();
    }

    /// Makes the gateway swallow everything it would send, including acknowledgements, or send again.
    pub fn mute_gateway(&self, mute: bool) {
        self.shared.discord().gateway.mute = mute;
    }

    /// Sends an event to every gateway session that has the table's own server, whatever is in it.
    pub fn send_event(&self, event: &str, content: &Value) {
        let mut discord = self.shared.discord();
        let guild = discord.ids.guild;
        discord.dispatch(Some(guild), event, 0, content);
    }

    /// Cuts every gateway connection without a close frame. Sessions can be resumed.
    pub fn drop_gateway(&self) {
        self.shared.discord().tell_gateway(&gateway::Frame::Drop);
    }

    /// While it's shut, nobody can connect to the gateway. Connections that are there stay.
    pub fn shut_gateway(&self, shut: bool) {
        self.shared.discord().gateway.closed = shut;
    }

    /// Drops the gateway connections of one shard without a close frame.
    pub fn drop_shard(&self, number: u64) {
        self.shared.discord().tell_shard(number, &gateway::Frame::Drop);
    }

    /// Closes every gateway connection with a code.
    pub fn close_gateway(&self, code: u16) {
        self.shared.discord().tell_gateway(&gateway::Frame::Close(code, "Closed on order."));
    }

    /// Asks every gateway connection to reconnect (op 7).
    pub fn ask_to_reconnect(&self) {
        let text = Arc::from(r#"{"op":7,"t":null,"s":null,"d":null}"#);
        self.shared.discord().tell_gateway(&gateway::Frame::Text(text));
    }

    /// Tells the next sessions, new or resumed, that they're invalid (op 9).
    pub fn invalidate_sessions(&self, next: u32) {
        self.shared.discord().gateway.invalidate = next;
    }

    /// The number of sessions that started from scratch.
    pub fn sessions_begun(&self) -> u64 {
        self.shared.discord().gateway.begun()
    }

    /// How often a session was resumed.
    pub fn sessions_resumed(&self) -> u64 {
        self.shared.discord().gateway.resumed
    }

    /// The number of sessions that were to start and were refused.
    pub fn sessions_refused(&self) -> u64 {
        self.shared.discord().gateway.refused()
    }

    /// Whether a bot is connected.
    pub fn bot_is_online(&self) -> bool {
        self.shared.discord().bot_is_online()
    }

    /// Closes the table: sockets are told, and calls in progress end.
    pub async fn shutdown(mut self) {
        let _ = self.stop.send(true);
        if let Some(served) = self.served.take() {
            let _ = served.await;
        }
    }
}

impl Drop for LocalTable {
    fn drop(&mut self) {
        let _ = self.stop.send(true);
    }
}
