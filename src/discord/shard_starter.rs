//! Starts this process's connections to the gateway, and starts them again when they have lost their session. Discord lets a bot start one session
//! every five seconds in each bucket (the shard's number modulo `max_concurrency`; docs, "Gateway: Sharding"), whichever of its processes starts
//! it, and so many a day. serenity's own queue starts one every five seconds whatever the bucket, and knows of no other process, so it isn't used.
//!
//! A session that another process of these shards has left is resumed instead, which Discord limits by neither (docs, "Gateway: Resuming").

use super::{
    framework,
    gateway_for_bots::wait_out,
    interaction_intake::InteractionIntake,
    kept_sessions::{KeptSession, KeptSessions},
    resumed_shard::resumed,
    session_starts::SessionStarts,
    startup::Connections,
};
use crate::{
    config::ApiBase,
    store::{Lease, Snowflake, Store},
};
use serenity::{
    all::{Client, Framework, Http, RawEventHandler, ShardId, ShardInfo, ShardManager},
    client::ClientBuilder,
    gateway::{
        ConnectionStage, Shard, ShardMessenger, ShardRunner, ShardRunnerInfo, ShardRunnerMessage, ShardRunnerOptions,
    },
};
use std::{sync::Arc, time::Duration};
use tokio::sync::{Mutex, OwnedMutexGuard, watch};

/// How far apart two sessions of a bucket start.
const APART: Duration = Duration::from_secs(5);
/// How long connecting may take.
const CONNECTS_WITHIN: Duration = Duration::from_secs(10);
/// How long after connecting a session is taken to have started, even if READY hasn't come.
const STARTED_WITHIN: Duration = Duration::from_secs(5);
/// How often it's looked whether READY has come.
const LOOKS_EVERY: Duration = Duration::from_millis(50);
/// How long after a failure it's tried again.
const AGAIN_AFTER: Duration = Duration::from_secs(5);
/// How long a connection may take that's to resume a session, how often it's tried, and how far apart.
const RESUMING_CONNECTS_WITHIN: Duration = Duration::from_secs(4);
const RESUMING_TRIES: u32 = 3;
const RESUMING_TRIED_EVERY: Duration = Duration::from_secs(1);
/// How long Discord may take to resume a session, or to say that it can't.
const RESUMES_WITHIN: Duration = Duration::from_secs(10);
/// The code with which a connection that's no longer wanted is closed: the session ends.
const ENDS: u16 = 1000;
/// The same if somebody may resume the session: any other code than 1000 and 1001. Docs, "Gateway: Disconnecting".
const KEEPS_SESSION: u16 = 4000;

/// What a starter needs.
pub(super) struct StarterParts {
    /// Whose sessions.
    pub(super) application: Snowflake,
    /// Which.
    pub(super) connections: Connections,
    /// Where the gateway is.
    pub(super) gateway: String,
    /// Among all processes, says whose turn it is.
    pub(super) store: Arc<dyn Store>,
    /// Asks how many sessions may still be started.
    pub(super) starts: Arc<SessionStarts>,
    /// Where the events go.
    pub(super) framework: Arc<dyn Framework>,
    /// Where they go before they're read.
    pub(super) raw_events: Arc<dyn RawEventHandler>,
    /// Hears of sessions that go on.
    pub(super) intake: Arc<InteractionIntake>,
    /// Keeps the sessions for whoever has these shards next; `None` if nobody else can have them.
    pub(super) sessions: Option<Arc<KeptSessions>>,
}

/// Starts connections.
pub(super) struct ShardStarter {
    parts: StarterParts,
    client: Client,
    gateway: Arc<Mutex<String>>,
    /// One for each bucket: held by whichever shard of this process has its turn.
    buckets: Vec<Arc<Mutex<()>>>,
    closing: watch::Sender<bool>,
}

/// The right to start a session, until dropped.
struct Turn {
    _here: OwnedMutexGuard<()>,
    _everywhere: Lease,
}

/// serenity's client, whose queue of shards nobody works off: it ends with the runtime in which it was to run.
///
/// # Errors
/// If Discord refuses.
#[allow(clippy::result_large_err, reason = "it's serenity's error")]
pub(super) async fn client_without_queue(http: Http) -> Result<Client, serenity::Error> {
    let built = tokio::task::spawn_blocking(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async { ClientBuilder::new_with_http(http, framework::intents()).await })
    });
    built.await.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()))
}

impl ShardStarter {
    /// With this client, see [`client_without_queue`].
    pub(super) fn new(client: Client, parts: StarterParts) -> ShardStarter {
        let gateway = Arc::new(Mutex::new(parts.gateway.clone()));
        let buckets = (0..parts.connections.max_concurrency).map(|_| Arc::default()).collect();
        ShardStarter { parts, client, gateway, buckets, closing: watch::Sender::new(false) }
    }

    /// Knows each connection that there is.
    pub(super) fn manager(&self) -> &Arc<ShardManager> {
        &self.client.shard_manager
    }

    /// Starts all connections and keeps them, until they're closed.
    ///
    /// # Errors
    /// The first that Discord has closed for good: the token or the intents aren't right.
    pub(super) async fn run(self: Arc<Self>) -> Result<(), serenity::Error> {
        let mut all = tokio::task::JoinSet::new();
        for number in self.parts.connections.shards.numbers() {
            let starter = self.clone();
            all.spawn(async move { starter.keep(number).await });
        }
        while let Some(ended) = all.join_next().await {
            match ended {
                Ok(ended) => ended?,
                Err(panic) => std::panic::resume_unwind(panic.into_panic()),
            }
        }
        Ok(())
    }

    /// Closes all connections. Their sessions end, unless another process may resume them. [`ShardStarter::run`] returns once they have.
    pub(super) async fn close(&self) {
        let _ = self.closing.send_replace(true);
        let code = if self.parts.sessions.is_some() { KEEPS_SESSION } else { ENDS };
        for (id, runner) in self.manager().runners.lock().await.iter() {
            runner.runner_tx.send_to_shard(ShardRunnerMessage::Shutdown(*id, code));
        }
    }

    /// Keeps one connection.
    async fn keep(&self, number: u32) -> Result<(), serenity::Error> {
        let mut closing = self.closing.subscribe();
        let resumed = tokio::select! {
            biased;
            _ = closing.wait_for(|it| *it) => return Ok(()),
            runner = self.resumed(number) => runner,
        };
        let was_up = match resumed {
            Some(runner) => self.runs_resumed(number, runner).await?,
            None => false,
        };
        let mut is_first = !was_up;
        loop {
            let mut runner = tokio::select! {
                biased;
                _ = closing.wait_for(|it| *it) => return Ok(()),
                runner = self.started(number, is_first) => runner,
            };
            is_first = false;
            // Ends once its session is lost, or it's closed.
            Box::pin(runner.run()).await?;
        }
    }

    /// Keeps a connection that resumes a session, until its session is lost or it's closed. Returns whether Discord has resumed it.
    async fn runs_resumed(&self, number: u32, mut runner: ShardRunner) -> Result<bool, serenity::Error> {
        let mut runs = Box::pin(runner.run());
        let mut overdue = Box::pin(tokio::time::sleep(RESUMES_WITHIN));
        let mut is_up = false;
        loop {
            tokio::select! {
                ended = &mut runs => {
                    ended?;
                    break;
                }
                () = until_ready(self.manager(), ShardId(number)), if !is_up => is_up = true,
                () = &mut overdue, if !is_up => {
                    tracing::warn!(shard = number, "Discord says nothing of the session; the shard gets a new one");
                    break;
                }
            }
        }
        self.parts.intake.starts_anew(number);
        Ok(is_up)
    }

    /// A connection that resumes the session that this shard had in another process; `None` if there's none, or it can't be reached.
    async fn resumed(&self, number: u32) -> Option<ShardRunner> {
        let kept = self.parts.sessions.as_ref()?.of(number).await?;
        for tries in 1..=RESUMING_TRIES {
            let connecting = tokio::time::timeout(RESUMING_CONNECTS_WITHIN, self.connected(number, Some(&kept)));
            match connecting.await.unwrap_or(Err(serenity::Error::Other("no answer"))) {
                Ok(runner) => {
                    tracing::info!(shard = number, sequence = kept.sequence, "the shard resumes its last session");
                    return Some(runner);
                }
                Err(error) => {
                    tracing::warn!(shard = number, tries, %error, "the gateway can\u{2019}t be reached to resume the shard\u{2019}s last session");
                }
            }
            if tries < RESUMING_TRIES {
                tokio::time::sleep(RESUMING_TRIED_EVERY).await;
            }
        }
        self.parts.intake.starts_anew(number);
        None
    }

    /// A connection whose session starts now.
    async fn started(&self, number: u32, is_first: bool) -> ShardRunner {
        loop {
            let turn = self.turn(number, is_first).await;
            // Whoever holds a turn lets others wait.
            let connected = tokio::time::timeout(CONNECTS_WITHIN, self.connected(number, None)).await;
            match connected.unwrap_or(Err(serenity::Error::Other("no answer"))) {
                Ok(runner) => {
                    let manager = self.manager().clone();
                    tokio::spawn(async move {
                        let ready = until_ready(&manager, ShardId(number));
                        let _ = tokio::time::timeout(STARTED_WITHIN, ready).await;
                        tokio::time::sleep(APART).await;
                        drop(turn);
                    });
                    return runner;
                }
                Err(error) => {
                    tracing::warn!(shard = number, %error, "the gateway can\u{2019}t be reached; it\u{2019}s tried again");
                    drop(turn);
                    tokio::time::sleep(AGAIN_AFTER).await;
                }
            }
        }
    }

    /// Waits until a session of this shard may start.
    async fn turn(&self, number: u32, is_first: bool) -> Turn {
        let bucket = number % self.parts.connections.max_concurrency;
        loop {
            let here = self.buckets[bucket as usize].clone().lock_owned().await;
            match self.parts.store.session_turn(self.parts.application, bucket).await {
                Ok(everywhere) => {
                    // Now nobody else starts one, so what's left is left for this one.
                    match self.parts.starts.wait_for_one(is_first).await {
                        None => return Turn { _here: here, _everywhere: everywhere },
                        Some(wait) => {
                            drop((here, everywhere));
                            wait_out(wait).await;
                        }
                    }
                }
                Err(error) => {
                    tracing::warn!(shard = number, %error, "the database doesn\u{2019}t say whose turn it is to connect");
                    drop(here);
                    tokio::time::sleep(AGAIN_AFTER).await;
                }
            }
        }
    }

    /// Connects, to resume a session if there's one, and has the manager know of it.
    async fn connected(&self, number: u32, kept: Option<&KeptSession>) -> Result<ShardRunner, serenity::Error> {
        let (http, manager) = (self.client.http.clone(), self.manager().clone());
        let info = ShardInfo { id: ShardId(number), total: self.parts.connections.shards.total() };
        // Discord names the place where a session goes on.
        let place = kept.map(|it| it.ready.resume_gateway_url.clone()).filter(|it| ApiBase::is_safe_gateway(it));
        let gateway = place.map_or_else(|| self.gateway.clone(), |it| Arc::new(Mutex::new(it)));
        let mut shard = Shard::new(gateway, http.token(), info, framework::intents(), None).await?;
        shard.set_application_id_callback({
            let http = http.clone();
            move |id| http.set_application_id(id)
        });
        if let Some(kept) = kept {
            self.parts.intake.resumes(number, kept.ready.clone(), self.parts.starts.skew.discord_ms());
            shard = resumed(shard, kept).await?;
        }
        let raw_events = self.parts.raw_events.clone();
        let raw_events = match &self.parts.sessions {
            Some(sessions) => sessions.follow(number, kept, raw_events),
            None => raw_events,
        };
        let runner = ShardRunner::new(ShardRunnerOptions {
            data: self.client.data.clone(),
            event_handlers: vec![],
            raw_event_handlers: vec![raw_events],
            framework: Some(self.parts.framework.clone()),
            manager: manager.clone(),
            shard,
            http,
        });
        let runner_tx = ShardMessenger::new(&runner);
        let known = ShardRunnerInfo { latency: None, runner_tx, stage: ConnectionStage::Disconnected };
        manager.runners.lock().await.insert(ShardId(number), known);
        Ok(runner)
    }
}

async fn until_ready(manager: &ShardManager, shard: ShardId) {
    loop {
        let stage = manager.runners.lock().await.get(&shard).map(|it| it.stage);
        if stage == Some(ConnectionStage::Connected) {
            return;
        }
        tokio::time::sleep(LOOKS_EVERY).await;
    }
}
