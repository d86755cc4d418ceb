//! The surroundings of a pair of fights: a Discord that's a list of what it was sent, a server, a clock, and the bot's own publishers.

use super::super::{
    super::{
        app_context::{AppContext, AppParts},
        attachments::Attachments,
        clock_skew::ClockSkew,
        counted_http::CountedHttp,
        interaction_context::{Came, InteractionContext},
        member_permissions::{Registry, Unknown},
        publisher_context::{PublisherContext, PublisherParts},
        rest::{InteractionToken, LookUp, Patience, RestClient, RestRequest, RestResponse, Wire, WireError},
        thinking_times::ThinkingTimes,
        throttle::{Throttle, ThrottleLimits},
        tracker_delays::TrackerDelays,
        traffic::Traffic,
    },
    hub::PublisherHub,
    run,
};
use crate::{
    config::{ApiBase, PaceName, PaceSettings},
    engine::Seat,
    store::MemoryStore,
    table::{Caller, Clock, Tables},
    telemetry::Secret,
};
use async_trait::async_trait;
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

pub(super) const GUILD: u64 = 100;
pub(super) const PLAYERS: u64 = 200;
pub(super) const PRIVATE: u64 = 300;
pub(super) const GWEN: u64 = 1;
pub(super) const ANA: u64 = 2;
pub(super) const BOB: u64 = 3;
/// How long to wait after each public step, during which everything is published.
pub(super) const REST: Duration = Duration::from_secs(8);

/// Everything that Discord was sent, by channel, in order.
#[derive(Default)]
pub(super) struct Sent(pub(super) Mutex<HashMap<u64, Vec<String>>>);

#[async_trait]
impl Wire for Sent {
    async fn carry(&self, request: &RestRequest) -> Result<RestResponse, WireError> {
        let ok = |body: Value| RestResponse { status: 200, body, ..RestResponse::default() };
        let mut sent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut note = |channel: u64, what: String| {
            let all = sent.entry(channel).or_default();
            all.push(what);
            channel * 1_000_000 + all.len() as u64
        };
        Ok(match request {
            // A nonce is a hash that gives nothing away; everything else that's sent is compared.
            RestRequest::Send { channel_id, message, .. } => {
                let files: Vec<String> =
                    message.files.iter().map(|it| String::from_utf8_lossy(&it.bytes).into_owned()).collect();
                let id = note(*channel_id, format!("send {} {files:?}", message.to_json()));
                ok(json!({ "id": id.to_string() }))
            }
            RestRequest::Edit { channel_id, message_id, message, .. } => {
                note(*channel_id, format!("edit {message_id} {}", message.to_edit_json()));
                ok(json!({ "id": message_id.to_string() }))
            }
            RestRequest::Delete { channel_id, message_id } => {
                note(*channel_id, format!("delete {message_id}"));
                RestResponse { status: 204, ..RestResponse::default() }
            }
            RestRequest::OpenPrivate { user_id } => ok(json!({ "id": (user_id + 900).to_string() })),
            _ => return Err(WireError("nobody interacts here".to_owned())),
        })
    }
}

/// A server in which only Gwen sees the private channel.
pub(super) struct Server;

#[async_trait]
impl Registry for Server {
    async fn look_up(&self, what: LookUp) -> Result<Value, Unknown> {
        Ok(match what {
            LookUp::Guild(_) => json!({ "owner_id": GWEN.to_string(), "roles": [
                { "id": GUILD.to_string(), "permissions": "3072" },
            ] }),
            LookUp::Channel(_) => json!({ "guild_id": GUILD.to_string(), "type": 0, "permission_overwrites": [
                { "id": GUILD.to_string(), "type": 0, "allow": "0", "deny": "1024" },
            ] }),
            LookUp::Member { .. } => json!({ "roles": [] }),
            _ => return Err(Unknown::NotThere),
        })
    }
}

/// Tokio's time, from a moment in 2026.
pub(super) struct Tokio(tokio::time::Instant);

impl Clock for Tokio {
    fn now_ms(&self) -> i64 {
        1_790_000_000_000 + i64::try_from(self.0.elapsed().as_millis()).unwrap_or(0)
    }
}

pub(super) fn pace() -> PaceSettings {
    PaceSettings {
        default: PaceName::Live,
        prompt_ms: 30_000,
        relaxed_ms: 120_000,
        post_ms: 86_400_000,
        restart_grace_ms: 20_000,
        call_turns: true,
    }
}

/// A press by a user in the players' channel.
pub(super) fn context_of(user_id: u64) -> InteractionContext {
    InteractionContext {
        id: 1,
        came: Came::ByPress,
        received: tokio::time::Instant::now(),
        token: InteractionToken { application_id: 9, token: Arc::from("x") },
        user_id,
        guild_id: Some(GUILD),
        channel_id: PLAYERS,
        is_thread: false,
        roles: vec![],
        permissions: serenity::all::Permissions::empty(),
        ours: None,
    }
}

pub(super) fn caller(user: u64) -> Caller {
    Caller { seat: Seat(user), has_gm_role: false }
}

pub(super) fn app(sent: Arc<Sent>) -> Arc<AppContext> {
    let base = ApiBase::parse("http://127.0.0.1:9").expect("loopback");
    let client = base.client().expect("a client");
    let hub = Arc::new(PublisherHub::default());
    let clock: Arc<dyn Clock> = Arc::new(Tokio(tokio::time::Instant::now()));
    let store = Arc::new(MemoryStore::new());
    let publishing = PublisherContext::new(PublisherParts {
        application_id: 9,
        rest: RestClient::new(sent, Patience::default(), Box::new(|| 0.0)),
        registry: Arc::new(Server),
        tables: Tables::new(9, store.clone(), clock.clone(), hub.clone()),
        store,
        clock: clock.clone(),
        hub,
        pace: pace(),
        // What Umpire would do mustn't depend on how busy the machine is.
        thinking: ThinkingTimes::all(Duration::from_secs(60)),
        tracker_delays: TrackerDelays::none(),
    });
    let app = Arc::new(AppContext::new(
        publishing,
        AppParts {
            http: Arc::new(CountedHttp::new(
                Arc::new(base.http(client.clone(), &Secret::new("x".to_owned()))),
                Traffic::new(Arc::default(), clock.clone()),
            )),
            attachments: Attachments::new(client, &base),
            skew: Arc::new(ClockSkew::of(clock.clone())),
            seeds: Arc::new(|| [7; 32]),
            about: Default::default(),
            throttle: Throttle::new(ThrottleLimits::none(), clock.clone()),
        },
    ));
    tokio::spawn(run(app.publishing().clone()));
    app
}
