//! The first exchange with Discord, before anybody plays: the gateway's address, who we are, how many connections to make, and our
//! commands. If Discord asks us to wait, we wait as long as it says. It knows no fights and leaves nothing running.

use super::{
    app_context::AppContext,
    app_error::AppError,
    clock_skew::ClockSkew,
    connecting::Unreachable,
    gateway_for_bots::{GatewayForBots, wait_out},
    http_interactions::ApplicationKey,
    rest::{RestResponse, WireError, authorization},
    traffic::Traffic,
};
use crate::{
    config::{ApiBase, ShardRange},
    store::{BOT_SCOPE, Snowflake, Store, StoreError},
    telemetry::Secret,
};
use reqwest::{
    Method,
    header::{AUTHORIZATION, DATE, HeaderValue},
};
use serde_json::Value;
use serenity::all::{CreateCommand, InstallationContext, InteractionContext};
use sha2::{Digest as _, Sha256};
use std::{sync::Arc, time::Duration};

/// One of our commands.
type Command = poise::Command<Arc<AppContext>, AppError>;

/// The longest that Discord may make us wait at startup, in total. After that, whoever runs the service restarts us.
const PATIENCE: Duration = Duration::from_secs(15 * 60);

/// The servers we're in.
const SERVERS: &str = "/users/@me/guilds";

/// Why the bot couldn't start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Discord's API isn't there.
    #[error(transparent)]
    Unreachable(#[from] Unreachable),
    /// The token can't be sent.
    #[error(transparent)]
    Token(#[from] WireError),
    /// The HTTP client can't be set up.
    #[error("no secure connection is possible: {0}")]
    Client(#[from] reqwest::Error),
    /// Discord refused us.
    #[error("Discord rejects DISCORD_TOKEN (401): is it the bot\u{2019}s complete, current token?")]
    Unauthorised,
    /// Discord failed.
    #[error("Discord refused the connection: {0}")]
    Discord(String),
    /// A proxy doesn't know one of the routes of Discord's API.
    #[error("{base} doesn't pass on {path} to Discord (501)")]
    NotPassedOn {
        /// Its address.
        base: String,
        /// The route.
        path: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Interactions can't be received over HTTP.
    #[error(
        "interactions can't be received at {place} ({why}); choose another place under [discord] interactions_listen"
    )]
    Interactions {
        /// Where.
        place: String,
        /// The system's message.
        why: std::io::Error,
    },
}

/// Who the bot is.
pub(super) struct OwnIdentity {
    /// Our application's id.
    pub(super) application_id: Snowflake,
    /// Its public key, if Discord says.
    pub(super) key: Option<ApplicationKey>,
}

/// The gateway connections to make.
#[derive(Clone, Copy, Debug)]
pub(super) struct Connections {
    /// Which.
    pub(super) shards: ShardRange,
    /// How many sessions Discord lets the bot start within five seconds, each of another bucket.
    pub(super) max_concurrency: u32,
}

/// The client and token for these requests.
pub(super) struct Opening<'a> {
    client: &'a reqwest::Client,
    api: &'a ApiBase,
    authorization: HeaderValue,
    /// How much longer Discord may make us wait.
    patience: Duration,
    traffic: &'a Traffic,
    skew: &'a ClockSkew,
    /// Whether an answer had Discord's rate limits in its headers.
    has_seen_limits: bool,
}

impl<'a> Opening<'a> {
    /// Over `client`, to `api`, as the bot with this token. Answers are counted in `traffic`, and their times go to `skew`.
    ///
    /// # Errors
    /// If the token has characters that can't be in a header.
    pub(super) fn new(
        client: &'a reqwest::Client,
        api: &'a ApiBase,
        token: &Secret,
        (traffic, skew): (&'a Traffic, &'a ClockSkew),
    ) -> Result<Self, StartError> {
        let authorization = authorization(token)?;
        Ok(Opening { client, api, authorization, patience: PATIENCE, traffic, skew, has_seen_limits: false })
    }

    /// The same, but Discord may make it wait only so long.
    pub(super) fn patient_for(self, patience: Duration) -> Self {
        Opening { patience, ..self }
    }

    /// Whether the server's answers so far had Discord's rate limits in their headers, by which the bot paces itself.
    pub(super) fn has_seen_limits(&self) -> bool {
        self.has_seen_limits
    }

    /// The gateway's address. Nothing may start before this is known: serenity would fall back to the real Discord's.
    ///
    /// # Errors
    /// If the server isn't there, or doesn't answer like Discord.
    pub(super) async fn gateway(&mut self) -> Result<String, StartError> {
        loop {
            match self.api.reach(self.client).await {
                Err(Unreachable::Busy { retry_after, .. }) => self.wait(retry_after).await?,
                reached => return Ok(reached?),
            }
        }
    }

    /// Our application as every proxy knows it: without its settings.
    ///
    /// # Errors
    /// If Discord refuses.
    pub(super) async fn known_application(&mut self) -> Result<Value, StartError> {
        self.ask(Method::GET, "/oauth2/applications/@me", None).await
    }

    /// Who we are.
    ///
    /// # Errors
    /// If Discord refuses.
    pub(super) async fn identity(&mut self) -> Result<OwnIdentity, StartError> {
        let told = self.known_application().await?;
        let id = told["id"].as_str().and_then(|it| it.parse().ok());
        let application_id =
            id.ok_or_else(|| StartError::Discord("the answer doesn't name the application".to_owned()))?;
        Ok(OwnIdentity { application_id, key: told["verify_key"].as_str().and_then(ApplicationKey::parse) })
    }

    /// Our application, with its settings.
    ///
    /// # Errors
    /// If Discord refuses.
    pub(super) async fn application(&mut self) -> Result<Value, StartError> {
        self.ask(Method::GET, "/applications/@me", None).await
    }

    /// The next servers that we're in, with our permissions there, after this one; `None` if there are no more.
    ///
    /// # Errors
    /// If Discord refuses.
    pub(super) async fn servers_after(&mut self, last: Option<&Value>) -> Result<Option<Vec<Value>>, StartError> {
        let after = last.and_then(|it| it["id"].as_str()).unwrap_or("0");
        let told = self.ask(Method::GET, &format!("{SERVERS}?limit=200&after={after}"), None).await?;
        let fresh = |it: &Value| it["id"].as_str().is_some_and(|id| id != after);
        let next: Vec<Value> = told.as_array().into_iter().flatten().filter(|it| fresh(it)).cloned().collect();
        Ok(Some(next).filter(|it| !it.is_empty()))
    }

    /// How to connect to the gateway, and how often that's still allowed today.
    ///
    /// # Errors
    /// If Discord refuses.
    pub(super) async fn gateway_for_bots(&mut self) -> Result<Value, StartError> {
        self.ask(Method::GET, "/gateway/bot", None).await
    }

    /// The gateway connections to make: those wanted, or all that Discord recommends.
    ///
    /// # Errors
    /// If Discord refuses.
    pub(super) async fn connections(&mut self, wanted: Option<ShardRange>) -> Result<Connections, StartError> {
        let told = GatewayForBots::read(&self.gateway_for_bots().await?);
        let shards = wanted.unwrap_or_else(|| ShardRange::all(told.shards));
        Ok(Connections { shards, max_concurrency: told.max_concurrency })
    }

    /// Waits until a session can be started for each of these shards today, however long that is. Whoever may resume others' sessions needs fewer,
    /// and waits for each.
    ///
    /// # Errors
    /// If Discord refuses.
    pub(super) async fn wait_for_sessions(&mut self, shards: ShardRange) -> Result<(), StartError> {
        while let Some(wait) = GatewayForBots::read(&self.gateway_for_bots().await?).wait_for(shards.count()) {
            wait_out(wait).await;
        }
        Ok(())
    }

    /// Registers our commands with Discord, replacing the previous ones, unless it already has these. Discord limits how often commands may
    /// be created per day.
    ///
    /// # Errors
    /// If Discord refuses, or the store fails.
    pub(super) async fn register(
        &mut self,
        store: &dyn Store,
        application: Snowflake,
        only_guild: Option<Snowflake>,
        commands: Vec<Command>,
    ) -> Result<(), StartError> {
        let (path, key) = match only_guild {
            Some(guild) => {
                (format!("/applications/{application}/guilds/{guild}/commands"), format!("commands:{guild}"))
            }
            None => (format!("/applications/{application}/commands"), "commands".to_owned()),
        };
        let ours = as_registered(commands, only_guild.is_some());
        let known = self.ask(Method::GET, &path, None).await?;
        // Discord changes the commands it's sent, but a version number shows whether they're still the same.
        if store.setting(application, BOT_SCOPE, &key).await? == Some(fingerprint(&ours, &known)) {
            return Ok(());
        }
        let known = self.ask(Method::PUT, &path, Some(&ours)).await?;
        store.set_setting(application, BOT_SCOPE, &key, &fingerprint(&ours, &known)).await?;
        tracing::info!("the commands have been registered");
        Ok(())
    }

    async fn ask(&mut self, method: Method, path: &str, body: Option<&Value>) -> Result<Value, StartError> {
        loop {
            let mut request = self.client.request(method.clone(), self.api.route(path));
            request = request.header(AUTHORIZATION, self.authorization.clone());
            if let Some(body) = body {
                request = request.json(body);
            }
            let silent = |error: reqwest::Error| StartError::Discord(format!("{path}: {}", error.without_url()));
            let (asked, sent_ms) = (self.traffic.asks(template(&method, path)), self.skew.now_ms());
            let answer = request.send().await.map_err(silent)?;
            let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
            if let Some(date) = headers.get(DATE).and_then(|it| it.to_str().ok()) {
                self.skew.heard(date, sent_ms);
            }
            let answer = RestResponse::read(status, &headers, &answer.bytes().await.map_err(silent)?);
            asked.answered(status);
            self.has_seen_limits |= answer.limit.is_some();
            match status {
                200..=299 => return Ok(answer.body),
                401 => return Err(StartError::Unauthorised),
                501 if !self.api.is_discord() => {
                    return Err(StartError::NotPassedOn { base: self.api.to_string(), path: path.to_owned() });
                }
                429 => self.wait(Duration::from_millis(answer.retry_after_ms.unwrap_or(1_000))).await?,
                _ => {
                    let said = answer.body["message"].as_str().unwrap_or_default();
                    return Err(StartError::Discord(format!("{path}: {status} {said} {}", answer.body["errors"])));
                }
            }
        }
    }

    async fn wait(&mut self, asked: Duration) -> Result<(), StartError> {
        // A 429 without any time would otherwise cause a busy loop.
        let asked = asked.max(Duration::from_millis(50));
        let Some(left) = self.patience.checked_sub(asked) else {
            return Err(StartError::Discord(format!("rate limited for {} s (429)", asked.as_secs())));
        };
        self.patience = left;
        tracing::warn!(?asked, "Discord is rate limiting the start");
        tokio::time::sleep(asked).await;
        Ok(())
    }
}

/// A route of the start, without ids.
fn template(method: &Method, path: &str) -> &'static str {
    match (path.ends_with("/commands"), *method == Method::PUT) {
        (true, true) => "PUT /applications/{application}/commands",
        (true, false) => "GET /applications/{application}/commands",
        _ if path == "/gateway/bot" => "GET /gateway/bot",
        _ if path == "/applications/@me" => "GET /applications/@me",
        _ if path.starts_with(SERVERS) => "GET /users/@me/guilds",
        _ => "GET /oauth2/applications/@me",
    }
}

/// Our commands as registered: installed per server, and usable only on servers.
fn as_registered(mut all: Vec<Command>, in_one_guild: bool) -> Value {
    poise::set_qualified_names(&mut all);
    let for_servers = |it: CreateCommand| {
        it.integration_types(vec![InstallationContext::Guild]).contexts(vec![InteractionContext::Guild])
    };
    let all: Vec<CreateCommand> =
        poise::builtins::create_application_commands(&all).into_iter().map(for_servers).collect();
    let mut all = serde_json::to_value(all).expect("commands are JSON");
    if in_one_guild {
        // Both apply only to global commands. Docs, "Application Command Object".
        for command in all.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
            command.remove("integration_types");
            command.remove("contexts");
        }
    }
    all
}

/// What distinguishes these commands, as Discord knows them, from any others: a JSON string.
fn fingerprint(ours: &Value, known: &Value) -> String {
    let part = |command: &Value| format!("{}:{}", command["id"], command["version"]);
    let mut known: Vec<String> = known.as_array().into_iter().flatten().map(part).collect();
    known.sort_unstable();
    format!("\"{}\"", hex::encode(Sha256::digest(format!("{ours}\n{}", known.join("\n")))))
}
