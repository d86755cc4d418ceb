//! A bot at a Discord that accepts everything and keeps nothing, so that only the bot's own memory is counted: the tables, the publishers, the
//! REST client and the store are the real ones.
#![allow(dead_code)] // not everybody needs all of it

use async_trait::async_trait;
use serde_json::{Value, json};
use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use umpire::{
    config::{ApiBase, PaceName, PaceSettings},
    discord::{
        app_context::{AppContext, AppParts},
        attachments::Attachments,
        clock_skew::ClockSkew,
        counted_http::CountedHttp,
        member_permissions::{Registry, Unknown},
        publisher_context::{PublisherContext, PublisherParts},
        publishing::{hub::PublisherHub, run},
        rest::{LookUp, Patience, RestClient, RestRequest, RestResponse, Wire, WireError},
        start_fight::laid,
        thinking_times::ThinkingTimes,
        throttle::{Throttle, ThrottleLimits},
        tracker_delays::TrackerDelays,
        traffic::Traffic,
    },
    engine::Seat,
    rules,
    store::Store,
    table::{Caller, Clock, Command, Handle, InputOrigin, NewFight, SystemClock, Tables},
    telemetry::Secret,
};

pub const APPLICATION: u64 = 9;
const GUILD: u64 = 100;
const GM: Caller = Caller { seat: Seat(1), has_gm_role: false };
/// How long nothing must be sent before it counts as quiet: longer than a tracker waits for its turn.
const QUIET: Duration = Duration::from_secs(4);
/// How long anything can take.
const PATIENCE: Duration = Duration::from_secs(240);

/// The process's resident memory in megabytes; 0 if there's no such file.
pub fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
    let kilobytes: Option<u64> = line.and_then(|it| it.split_whitespace().next()?.parse().ok());
    kilobytes.unwrap_or(0) / 1_000
}

/// A Discord that accepts everything, keeps nothing, and counts.
#[derive(Default)]
pub struct Void {
    requests: AtomicU64,
    messages: AtomicU64,
    questions: AtomicU64,
}

impl Void {
    /// How many new messages have been sent to it.
    pub fn messages(&self) -> u64 {
        self.messages.load(Ordering::Relaxed)
    }

    /// How many of them asked somebody something with a time limit.
    pub fn questions(&self) -> u64 {
        self.questions.load(Ordering::Relaxed)
    }
}

#[async_trait]
impl Wire for Void {
    async fn carry(&self, request: &RestRequest) -> Result<RestResponse, WireError> {
        let id = self.requests.fetch_add(1, Ordering::Relaxed) + 1_000_000;
        if let RestRequest::Send { message, .. } = request {
            self.messages.fetch_add(1, Ordering::Relaxed);
            self.questions.fetch_add(message.content.contains("silence means").into(), Ordering::Relaxed);
        }
        let status = if matches!(request, RestRequest::Delete { .. }) { 204 } else { 200 };
        Ok(RestResponse { status, body: json!({ "id": id.to_string() }), ..RestResponse::default() })
    }
}

#[async_trait]
impl Registry for Void {
    async fn look_up(&self, _: LookUp) -> Result<Value, Unknown> {
        Err(Unknown::NotThere)
    }
}

/// The system's clock, and some time more.
#[derive(Default)]
pub struct Later {
    clock: SystemClock,
    pub more_ms: AtomicI64,
}

impl Clock for Later {
    fn now_ms(&self) -> i64 {
        self.clock.now_ms() + self.more_ms.load(Ordering::Relaxed)
    }
}

/// A bot at such a Discord.
pub fn app(store: Arc<dyn Store>, void: Arc<Void>, clock: Arc<dyn Clock>) -> Arc<AppContext> {
    app_in(store, void, clock, 20_000)
}

/// The same with another grace after a start before a deadline that was missed fires.
pub fn app_in(store: Arc<dyn Store>, void: Arc<Void>, clock: Arc<dyn Clock>, restart_grace_ms: i64) -> Arc<AppContext> {
    let base = ApiBase::parse("http://127.0.0.1:9").expect("loopback");
    let client = base.client().expect("a client");
    let hub = Arc::new(PublisherHub::default());
    // Discord's pace isn't what's measured here.
    let patience = Patience { requests_per_second: 100_000, ..Patience::default() };
    let publishing = PublisherContext::new(PublisherParts {
        application_id: APPLICATION,
        rest: RestClient::new(void.clone(), patience, Box::new(|| 0.0)),
        registry: void,
        tables: Tables::new(APPLICATION, store.clone(), clock.clone(), hub.clone())
            .with_restart_grace_ms(restart_grace_ms),
        store,
        clock: clock.clone(),
        hub,
        pace: PaceSettings {
            default: PaceName::None,
            prompt_ms: 30_000,
            relaxed_ms: 120_000,
            post_ms: 86_400_000,
            restart_grace_ms,
            call_turns: false,
        },
        thinking: ThinkingTimes::default(),
        tracker_delays: TrackerDelays::default(),
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

/// A command of the GM's.
pub async fn gm(handle: &Handle, path: &str, options: &[(&str, &str)]) {
    let done = handle.command(GM, Command::new(path, options), InputOrigin::default()).await;
    done.unwrap_or_else(|why| panic!("/{path} {options:?}: {why}"));
}

/// A Sovereign fight in which nothing has happened.
pub async fn open_empty(app: &AppContext, number: u64) -> Handle {
    open_of(app, number, rules::System::Sovereign, PaceName::None).await
}

/// A fight of a system in which nothing has happened, at a pace.
async fn open_of(app: &AppContext, number: u64, system: rules::System, pace: PaceName) -> Handle {
    let new = NewFight {
        application_id: APPLICATION,
        guild_id: Some(GUILD),
        channel_id: 1_000 + number,
        system,
        name: "The gatehouse".to_owned(),
        options: vec![],
        gm: GM.seat,
    };
    let laid = laid(app.pace().pace(pace));
    app.tables().open_laid(new, [7; 32], &laid).await.expect("opened")
}

/// A Murdham fight in which a player is asked how their character answers a blow. Silence is an answer after a day.
pub async fn open_asking(app: &AppContext, number: u64) -> Handle {
    let handle = open_of(app, number, rules::System::Murdham, PaceName::Post).await;
    let ana = Caller { seat: Seat(2), has_gm_role: false };
    let join = Command::new("join", &[("name", "Sybilla"), ("template", "sybilla"), ("side", "Players")]);
    handle.command(ana, join, InputOrigin::default()).await.expect("she joins");
    gm(&handle, "gm add", &[("name", "Bandit"), ("template", "bandit"), ("side", "Foes")]).await;
    gm(&handle, "encounter begin", &[]).await;
    gm(&handle, "gm turn", &[("who", "Bandit")]).await;
    gm(&handle, "attack", &[("target", "Sybilla"), ("as", "Bandit")]).await;
    handle
}

/// One on a board of 18 by 12 with ten people, in its second round.
pub async fn open(app: &AppContext, number: u64) -> Handle {
    let handle = open_empty(app, number).await;
    let board = [
        ("size", "18x12"),
        ("walls", "H1-H3, H7-H12, K4"),
        ("rough", "F5-G6, L8-M9"),
        ("heights", "O1-R3=10"),
        ("windows", "H4/I4"),
        ("slits", "H6/I6"),
    ];
    gm(&handle, "gm board", &board).await;
    for (name, template, at) in
        [("Hildred", "hildred", "E5"), ("Corvane", "corvane", "C4"), ("Ottilie", "ottilie", "D6")]
    {
        gm(&handle, "gm add", &[("name", name), ("template", template), ("side", "Players")]).await;
        gm(&handle, "gm place", &[("name", name), ("at", at)]).await;
    }
    let foes =
        [("goblin", "N5"), ("goblin", "M6"), ("goblin", "P2"), ("goblin", "Q3"), ("goblin", "L5"), ("goblin", "L6")];
    for (index, (template, at)) in foes.into_iter().enumerate() {
        let name = format!("Foe {index}");
        gm(&handle, "gm add", &[("name", &name), ("template", template), ("side", "Foes")]).await;
        gm(&handle, "gm place", &[("name", &name), ("at", at)]).await;
    }
    gm(&handle, "encounter begin", &[]).await;
    for _ in 0..4 {
        let up = handle.look(|service| service.session().side_up()).await.expect("it looks");
        let Some(up) = up else { break };
        let side = handle.look(move |service| service.session().sides().into_iter().find(|it| it.id == up)).await;
        let name = side.expect("it looks").expect("a side").name;
        gm(&handle, "pass", &[("side", &name)]).await;
    }
    handle
}

/// Waits until nothing is due and nothing has been sent for a while.
pub async fn quiet(app: &AppContext, void: &Void) {
    let began = Instant::now();
    let (mut sent, mut since) = (u64::MAX, Instant::now());
    let mut look = tokio::time::interval(Duration::from_millis(100));
    loop {
        look.tick().await;
        assert!(began.elapsed() < PATIENCE, "it comes to rest");
        let now = void.requests.load(Ordering::Relaxed);
        let due = app.store().due(APPLICATION).await.expect("readable");
        if now != sent || app.rest().load().unsettled > 0 || !due.is_empty() {
            (sent, since) = (now, Instant::now());
        } else if since.elapsed() > QUIET {
            return;
        }
    }
}
