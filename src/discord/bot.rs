//! The bot: assembles its parts, connects, resumes fights in progress and shuts down in order. It knows no rules and answers nobody itself.

use super::{
    app_context::{AppContext, AppParts, Seeds},
    attachments::Attachments,
    bot_permissions,
    clock_skew::ClockSkew,
    commands, connection_watch,
    counted_http::CountedHttp,
    framework,
    housekeeping::{self, KeptFor},
    http_interactions::{HttpInteractionParts, HttpInteractions},
    interaction_intake::{GatewayEvents, InteractionIntake},
    kept_menus,
    kept_sessions::KeptSessions,
    observer::Observer,
    publisher_context::{PublisherContext, PublisherParts},
    publishing::{self, hub::PublisherHub},
    rest::{Patience, RestClient},
    session_starts::SessionStarts,
    shard_lease,
    shard_starter::{self, ShardStarter, StarterParts},
    startup::Opening,
    thinking_times::ThinkingTimes,
    throttle::{Throttle, ThrottleLimits},
    tracker_delays::TrackerDelays,
    traffic::Traffic,
    unreadable_events::UnreadableEvents,
};
use crate::{
    config::{AboutSettings, ApiBase, PaceSettings, ShardRange},
    metrics::Metrics,
    store::{Lease, Snowflake, Store},
    table::{Clock, Publisher as _, Tables},
    telemetry::Secret,
};
use serenity::all::Framework as _;
use std::{net::SocketAddr, sync::Arc, time::Duration};
use tokio::task::JoinHandle;

pub use super::startup::StartError;

/// How long interactions in progress may take at shutdown.
const LAST_INTERACTIONS: Duration = Duration::from_secs(3);
/// How long pending writes may take once nothing more can be sent.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// How long the gateway may take to close.
const GATEWAY_CLOSES: Duration = Duration::from_secs(2);

/// The bot's settings and connections.
pub struct BotSettings {
    /// Its token.
    pub token: Secret,
    /// The address of Discord's API.
    pub api: ApiBase,
    /// The connections to the gateway that are this process's; all that Discord recommends if `None`.
    pub shards: Option<ShardRange>,
    /// Where Discord's requests with interactions are received, as host and port; nowhere if `None`.
    pub interactions_listen: Option<String>,
    /// Where fights are stored.
    pub store: Arc<dyn Store>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Where the seeds of new fights come from.
    pub seeds: Seeds,
    /// The pacing of requests.
    pub patience: Patience,
    /// The time limits for players.
    pub pace: PaceSettings,
    /// How long pending messages may take at shutdown.
    pub drain: Duration,
    /// Registers commands in this server only, where they appear at once; everywhere if `None`.
    pub only_guild: Option<Snowflake>,
    /// Where what it does is counted.
    pub metrics: Arc<Metrics>,
    /// How long what nobody needs is kept.
    pub kept_for: KeptFor,
    /// How long nobody must have touched a fight before it rests; zero if none does.
    pub rest_after: Duration,
    /// What `/about` says of the host.
    pub about: AboutSettings,
    /// How fast people may use the bot.
    pub throttle: ThrottleLimits,
    /// How long odds and suggestions may take.
    pub thinking: ThinkingTimes,
    /// How much later the trackers show what's told elsewhere already.
    pub tracker_delays: TrackerDelays,
}

/// A running bot.
pub struct Bot {
    /// Its context.
    pub app: Arc<AppContext>,
    starter: Arc<ShardStarter>,
    running: JoinHandle<Result<(), serenity::Error>>,
    publisher: JoinHandle<()>,
    housekeeping: JoinHandle<()>,
    /// Keeps open menus in the store.
    menus: JoinHandle<()>,
    /// The sessions that whoever has the shards next may resume, and what keeps them in the store; none if nobody else can have the shards.
    sessions: Option<(Arc<KeptSessions>, JoinHandle<()>)>,
    /// The right to its shards.
    lease: Lease,
    /// Receives interactions over HTTP.
    interactions: Option<HttpInteractions>,
    /// Hears of settings that other processes change.
    hears: JoinHandle<()>,
    /// Ends with why the bot has to stop.
    watch: JoinHandle<String>,
    drain: Duration,
}

/// Starts the bot. When this returns, commands are registered, fights are resumed and the bot is connecting.
///
/// # Errors
/// See [`StartError`].
pub async fn start(settings: BotSettings) -> Result<Bot, StartError> {
    let client = settings.api.client()?;
    let traffic = Traffic::new(settings.metrics, settings.clock.clone());
    let skew = Arc::new(ClockSkew::of(settings.clock.clone()));
    let mut opening = Opening::new(&client, &settings.api, &settings.token, (&traffic, &skew))?;
    let gateway = opening.gateway().await?;
    let identity = opening.identity().await?;
    let application_id = identity.application_id;
    let shards = opening.connections(settings.shards).await?.shards;
    let lease = shard_lease::wait_for(settings.store.as_ref(), application_id, shards).await?;
    // It may have stood by for long.
    let connections = opening.connections(Some(shards)).await?;
    if !lease.is_shared() {
        opening.wait_for_sessions(shards).await?;
    }
    opening.register(settings.store.as_ref(), application_id, settings.only_guild, commands::all()).await?;
    let intake: Arc<InteractionIntake> = Arc::default();
    let interactions = match settings.interactions_listen {
        None => None,
        Some(place) => {
            let key = identity.key.ok_or_else(|| StartError::Discord("the answer has no public key".to_owned()))?;
            let (intake, skew, traffic) = (Arc::downgrade(&intake), skew.clone(), traffic.clone());
            let parts = HttpInteractionParts { key, intake, shards, skew, traffic };
            let opened = HttpInteractions::open(&place, parts).await;
            Some(opened.map_err(|why| StartError::Interactions { place, why })?)
        }
    };
    let http = settings.api.http(client.clone(), &settings.token);
    // Its connections to the API end with the runtime that serenity's client is made in.
    let for_gateway = settings.api.http(settings.api.client()?, &settings.token);
    http.set_application_id(application_id.into());
    let attachments = Attachments::new(client.clone(), &settings.api);
    let starts = Arc::new(SessionStarts {
        client: client.clone(),
        api: settings.api.clone(),
        token: settings.token.clone(),
        traffic: traffic.clone(),
        skew: skew.clone(),
    });
    let (api, patience) = (settings.api, settings.patience);
    let rest =
        RestClient::to_discord(client.clone(), api.clone(), &settings.token, patience, skew.clone(), traffic.clone())?;
    let hub = Arc::new(PublisherHub::default());
    let (store, clock) = (settings.store, settings.clock);
    let throttle_clock = clock.clone();
    let http = Arc::new(CountedHttp::new(Arc::new(http), traffic.clone()));
    let tables = Tables::new(application_id, store.clone(), clock.clone(), hub.clone())
        .with_restart_grace_ms(settings.pace.restart_grace_ms)
        .with_rest_after_ms(i64::try_from(settings.rest_after.as_millis()).unwrap_or(i64::MAX))
        .on_shards(shards)
        .held();
    let parts = PublisherParts {
        application_id,
        registry: Arc::new(rest.clone()),
        rest,
        store,
        clock,
        tables,
        hub: hub.clone(),
        pace: settings.pace,
        thinking: settings.thinking,
        tracker_delays: settings.tracker_delays,
    };
    let seeds = settings.seeds;
    let about = settings.about;
    let throttle = Throttle::new(settings.throttle, throttle_clock);
    let parts = (PublisherContext::new(parts), AppParts { http, attachments, skew, seeds, about, throttle });
    let app = Arc::new(AppContext::new(parts.0, parts.1));
    app.tables().take_up().await?;
    // Fights that ended before everything was published still have deadlines.
    for due in app.store().due(application_id).await? {
        let header = app.store().encounter(due.encounter).await?;
        if header.is_some_and(|it| shards.serves(it.guild_id)) {
            hub.changed(due.encounter);
        }
    }
    let mut news = app.store().setting_news().await?;
    let publisher = tokio::spawn(publishing::run(app.publishing().clone()));
    let client = shard_starter::client_without_queue(for_gateway).await.map_err(refused)?;
    let mut events = GatewayEvents::new(framework::framework(app.clone(), commands::all()), intake.clone());
    events.init(&client).await;
    let sessions =
        lease.is_shared().then(|| Arc::new(KeptSessions::new(app.store().clone(), application_id, shards.total())));
    let starter = Arc::new(ShardStarter::new(
        client,
        StarterParts {
            application: application_id,
            connections,
            gateway,
            store: app.store().clone(),
            starts: starts.clone(),
            framework: Arc::new(events),
            raw_events: Arc::new(UnreadableEvents(traffic)),
            intake,
            sessions: sessions.clone(),
        },
    ));
    let running = tokio::spawn(starter.clone().run());
    let observer = Observer::new(app.clone(), starter.manager().clone());
    let watch = tokio::spawn({
        let (observer, app, grace_ms) = (observer.clone(), app.clone(), settings.pace.restart_grace_ms);
        async move { connection_watch::watch(&observer, app.tables(), grace_ms, &starts).await }
    });
    let hears = tokio::spawn({
        let app = app.clone();
        async move {
            while let Some(it) = news.recv().await {
                app.guild_settings().heard(&it);
            }
        }
    });
    let housekeeping = tokio::spawn(housekeeping::keep(observer, app.clone(), settings.kept_for));
    let menus = tokio::spawn(kept_menus::keep(app.publishing().clone()));
    let sessions = sessions.map(|it| (it.clone(), tokio::spawn(it.keep(app.clone()))));
    tracing::info!(application_id, %shards, %api, "the bot is starting");
    if let Some(interactions) = &interactions {
        tracing::info!(address = %interactions.address(), "interactions are received over HTTP");
    }
    Ok(Bot {
        lease,
        interactions,
        hears,
        housekeeping,
        menus,
        sessions,
        watch,
        app,
        starter,
        running,
        publisher,
        drain: settings.drain,
    })
}

fn refused(error: serenity::Error) -> StartError {
    match &error {
        serenity::Error::Http(serenity::http::HttpError::UnsuccessfulRequest(answer)) => {
            match answer.status_code.as_u16() {
                401 => StartError::Unauthorised,
                status => StartError::Discord(format!("{status} {}", answer.error.message)),
            }
        }
        other => StartError::Discord(other.to_string()),
    }
}

impl Bot {
    /// The invite link, with exactly the permissions the bot needs.
    pub fn invite_url(&self) -> String {
        bot_permissions::invite_url(self.app.application_id())
    }

    /// Where interactions are received over HTTP, if they are.
    pub fn interactions_address(&self) -> Option<SocketAddr> {
        self.interactions.as_ref().map(HttpInteractions::address)
    }

    /// Looks at it from outside.
    pub fn observer(&self) -> Observer {
        Observer::new(self.app.clone(), self.starter.manager().clone())
    }

    /// Returns once the connection has ended for good, with the reason. Before [`Bot::shutdown`], that's an error.
    pub async fn ended(&mut self) -> String {
        let ended = tokio::select! {
            Ok(why) = &mut self.watch => return why,
            why = self.lease.lost() => {
                // What's left to say is the other one's to say.
                self.drain = Duration::ZERO;
                self.interactions = None;
                if let Some((_, keeps)) = self.sessions.take() {
                    keeps.abort();
                }
                self.starter.close().await;
                if tokio::time::timeout(GATEWAY_CLOSES, &mut self.running).await.is_err() {
                    self.running.abort();
                }
                return format!("another Umpire may have this one\u{2019}s shards now: {why}");
            }
            ended = &mut self.running => ended,
        };
        match ended {
            Ok(Ok(())) => "the connection to Discord was closed".to_owned(),
            Ok(Err(error)) => refused(error).to_string(),
            Err(panic) => format!("the connection to Discord failed: {panic}"),
        }
    }

    /// Shuts down in order: new interactions are turned away with a notice, fights finish their current work, pending messages get their
    /// time, publishers stop and the connection ends. When this returns, nothing uses the store any more. It always returns, unlike
    /// serenity's own shutdown, which waits for a gateway that may not be there.
    pub async fn shutdown(mut self) {
        let app = &self.app;
        app.admission().close();
        // Events that come from now on are handled by nobody here, so they're to come again to whoever resumes the sessions.
        if let Some((sessions, keeps)) = self.sessions {
            keeps.abort();
            let _ = keeps.await;
            sessions.tell(app.admission(), true).await;
        }
        if !app.admission().drained(LAST_INTERACTIONS).await {
            tracing::warn!("a reply is still being sent");
        }
        app.tables().close().await;
        let drained = app.rest().drain(self.drain).await;
        tracing::info!(left = drained.left, "the bot is shutting down");
        self.publisher.abort();
        self.housekeeping.abort();
        self.menus.abort();
        self.hears.abort();
        self.watch.abort();
        drop(self.interactions);
        app.hub().close(LAST_WORDS).await;
        self.starter.close().await;
        // One that `ended` has seen the end of can't be awaited again.
        if !self.running.is_finished() && tokio::time::timeout(GATEWAY_CLOSES, &mut self.running).await.is_err() {
            tracing::warn!("the gateway didn\u{2019}t close in time");
            self.running.abort();
            let _ = self.running.await;
        }
        // Ended or aborted: either way, no task is left.
        let _ = (self.publisher.await, self.housekeeping.await, self.hears.await, self.menus.await);
        kept_menus::write(app.publishing()).await;
        if !self.watch.is_finished() {
            let _ = self.watch.await;
        }
    }
}
