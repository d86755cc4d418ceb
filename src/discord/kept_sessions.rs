//! Keeps the gateway's sessions in the store as well, so that the process that takes their shards over resumes them: a bot may resume any number at
//! once, but start only one in five seconds in each bucket. Docs, "Gateway: Resuming". What each of them has been sent is counted here; whether a
//! session can still be resumed, only Discord knows.
//!
//! Of what a process that died had been sent, the last second or two come again. Of that, interactions aren't handled again (see
//! `interaction_intake`).

use super::{app_context::AppContext, framework, interaction_admission::InteractionAdmission};
use crate::store::{BOT_SCOPE, Snowflake, Store, StoreError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use serenity::all::{Context, Event, RawEventHandler, Ready};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

/// How often the store is told. What was sent since the time before isn't told yet: it may not have been handled.
const EVERY: Duration = Duration::from_secs(1);

/// A session to resume.
#[derive(Clone, Debug)]
pub(super) struct KeptSession {
    /// What it began with, and the servers it has now.
    pub(super) ready: Ready,
    /// The number of the last event that has been handled.
    pub(super) sequence: u64,
}

/// The part that changes all the time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Progress {
    session_id: String,
    sequence: u64,
    /// Those of another build may be others.
    intents: u64,
}

/// A session that this process has, or is starting: what has been sent in it.
pub(super) struct HeardSession {
    /// Discord numbers what it sends from 1. Too many are counted if Discord replays from the start, after it closed with 4007: then the next process
    /// can't resume, and starts a new session.
    heard: AtomicU64,
    /// What it began with, but for its servers; `None` until then.
    ready: Mutex<Option<Value>>,
    /// Who hears the events as well.
    also: Arc<dyn RawEventHandler>,
}

#[serenity::async_trait]
impl RawEventHandler for HeardSession {
    async fn raw_event(&self, context: Context, event: Event) {
        if let Event::Ready(it) = &event {
            *self.ready.lock().unwrap_or_else(PoisonError::into_inner) = without_servers(&it.ready);
        }
        self.heard.fetch_add(1, Ordering::Relaxed);
        self.also.raw_event(context, event).await;
    }
}

/// One of this process's sessions, and what the store knows of it.
struct Followed {
    session: Arc<HeardSession>,
    /// What had been heard the time before.
    before: u64,
    told: Option<Progress>,
    /// The session and its servers whose READY the store has.
    told_of: Option<(String, Vec<Snowflake>)>,
}

/// This process's sessions.
pub(super) struct KeptSessions {
    store: Arc<dyn Store>,
    application: Snowflake,
    /// How many shards there are.
    total: u32,
    followed: Mutex<BTreeMap<u32, Followed>>,
    /// Whether the store couldn't be told the last time.
    fails: AtomicBool,
}

/// What the store is to be told of a shard's session.
struct News {
    shard: u32,
    progress: Progress,
    of: (String, Vec<Snowflake>),
    /// What it began with, with its servers, as the store is to have it; `None` if it has it.
    ready: Option<String>,
}

impl KeptSessions {
    /// Those of a bot with so many shards, in this store.
    pub(super) fn new(store: Arc<dyn Store>, application: Snowflake, total: u32) -> KeptSessions {
        KeptSessions { store, application, total, followed: Mutex::default(), fails: AtomicBool::default() }
    }

    /// The session that a shard had last, if this build could resume it.
    pub(super) async fn of(&self, shard: u32) -> Option<KeptSession> {
        let [progress, ready] = self.keys(shard);
        let read = async {
            let progress = self.store.setting(self.application, BOT_SCOPE, &progress).await?;
            let ready = self.store.setting(self.application, BOT_SCOPE, &ready).await?;
            Ok::<_, StoreError>(progress.zip(ready))
        };
        match read.await {
            Ok(kept) => kept.and_then(|(progress, ready)| understood(&progress, &ready)),
            Err(error) => {
                tracing::warn!(shard, %error, "the shard\u{2019}s last session can\u{2019}t be read; it gets a new one");
                None
            }
        }
    }

    /// A shard's next session: this one, or a new one. Returns who is to hear what's sent in it, and tells `also`.
    pub(super) fn follow(
        &self,
        shard: u32,
        kept: Option<&KeptSession>,
        also: Arc<dyn RawEventHandler>,
    ) -> Arc<HeardSession> {
        let before = kept.map_or(0, |it| it.sequence);
        let ready = kept.and_then(|it| without_servers(&it.ready));
        let session = Arc::new(HeardSession { heard: AtomicU64::new(before), ready: Mutex::new(ready), also });
        let followed = Followed { session: session.clone(), before, told: None, told_of: None };
        self.followed().insert(shard, followed);
        session
    }

    /// Tells the store every second, for ever.
    pub(super) async fn keep(self: Arc<Self>, app: Arc<AppContext>) {
        let mut interval = tokio::time::interval(EVERY);
        interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            interval.tick().await;
            self.tell(app.admission(), false).await;
        }
    }

    /// Tells the store how far each session is, if it has gone on: by now, if everything that was heard has been handled.
    pub(super) async fn tell(&self, admission: &InteractionAdmission, all_is_handled: bool) {
        let news: Vec<News> = self
            .followed()
            .iter_mut()
            .filter_map(|(shard, it)| it.news(*shard, admission.servers_of(*shard)?, all_is_handled))
            .collect();
        let told = futures_util::future::join_all(news.iter().map(|it| self.write(it))).await;
        for (news, done) in news.into_iter().zip(told) {
            match done {
                Ok(()) => {
                    self.fails.store(false, Ordering::Relaxed);
                    if let Some(it) = self.followed().get_mut(&news.shard) {
                        it.told = Some(news.progress);
                        it.told_of = Some(news.of);
                    }
                }
                Err(error) if self.fails.swap(true, Ordering::Relaxed) => {
                    tracing::debug!(news.shard, %error, "a session could not be noted");
                }
                Err(error) => {
                    tracing::warn!(news.shard, %error, "sessions can\u{2019}t be noted; whoever takes over would have to start new ones");
                }
            }
        }
    }

    async fn write(&self, news: &News) -> Result<(), StoreError> {
        let [progress, ready] = self.keys(news.shard);
        if let Some(it) = &news.ready {
            self.store.set_setting(self.application, BOT_SCOPE, &ready, it).await?;
        }
        self.store.set_setting(self.application, BOT_SCOPE, &progress, &json!(news.progress).to_string()).await
    }

    fn keys(&self, shard: u32) -> [String; 2] {
        ["session", "session_ready"].map(|it| format!("{it}:{shard}/{}", self.total))
    }

    fn followed(&self) -> MutexGuard<'_, BTreeMap<u32, Followed>> {
        self.followed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Followed {
    /// What has changed since the store was told; `None` if nothing has, or the session hasn't begun.
    fn news(&mut self, shard: u32, servers: Vec<Snowflake>, all_is_handled: bool) -> Option<News> {
        let ready = self.session.ready.lock().unwrap_or_else(PoisonError::into_inner);
        let ready = ready.as_ref()?;
        let session_id = ready["session_id"].as_str()?.to_owned();
        let of = (session_id.clone(), servers);
        let ready = (self.told_of.as_ref() != Some(&of)).then(|| {
            let servers = of.1.iter().map(|it| json!({ "id": it.to_string(), "unavailable": true }));
            let mut whole = ready.clone();
            whole["guilds"] = servers.collect();
            whole.to_string()
        });
        let heard = self.session.heard.load(Ordering::Relaxed);
        let before = std::mem::replace(&mut self.before, heard);
        let sequence = if all_is_handled { heard } else { before };
        let progress = Progress { session_id, sequence, intents: framework::intents().bits() };
        let is_news = ready.is_some() || self.told.as_ref() != Some(&progress);
        // Before anything has been handled there's nothing to resume from.
        (sequence > 0 && is_news).then_some(News { shard, progress, of, ready })
    }
}

/// What a session began with, but for its servers, of which there may be thousands: they're kept elsewhere, as they change.
fn without_servers(ready: &Ready) -> Option<Value> {
    let mut ready = ready.clone();
    ready.guilds.clear();
    serde_json::to_value(&ready).ok()
}

/// A session as the store has it; `None` if it's not one of this build's, or its two parts aren't of the same.
fn understood(progress: &str, ready: &str) -> Option<KeptSession> {
    let Progress { session_id, sequence, intents } = serde_json::from_str(progress).ok()?;
    let ready: Ready = serde_json::from_str(ready).ok()?;
    let fits = session_id == ready.session_id && intents == framework::intents().bits();
    fits.then_some(KeptSession { ready, sequence })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{config::ShardRange, store::MemoryStore};

    struct Nobody;
    #[serenity::async_trait]
    impl RawEventHandler for Nobody {}

    fn ready(session: &str) -> Value {
        json!({ "v": 10, "user": { "id": "5", "username": "Umpire", "discriminator": "0001", "bot": true, "global_name": null, "avatar": null },
            "guilds": [], "session_id": session, "resume_gateway_url": "wss://one.example", "shard": [1, 4],
            "application": { "id": "6", "flags": 0 } })
    }

    /// What's kept is the number of what had been heard the time before, and all of it at the end; with the servers of now. One of another build,
    /// or of which half is another's, isn't resumed.
    #[tokio::test]
    async fn a_session_is_kept_as_far_as_it_was_handled() {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let kept = KeptSessions::new(store.clone(), 6, 4);
        let admission = InteractionAdmission::new(ShardRange::all(4));
        let sent = |session: &HeardSession, more: u64| session.heard.fetch_add(more, Ordering::Relaxed);
        let session = kept.follow(1, None, Arc::new(Nobody));
        *session.ready.lock().expect("ours") = Some(ready("abc"));
        sent(&session, 3);
        kept.tell(&admission, false).await;
        assert!(kept.of(1).await.is_none(), "its servers aren\u{2019}t known yet");

        admission.shard_ready(1, [1 << 22]);
        kept.tell(&admission, false).await;
        assert!(kept.of(1).await.is_none(), "nothing is known to be handled");
        sent(&session, 4);
        kept.tell(&admission, false).await;
        let read = kept.of(1).await.expect("kept");
        assert_eq!((read.sequence, read.ready.session_id.as_str(), read.ready.guilds[0].id.get()), (3, "abc", 1 << 22));
        assert_eq!(read.ready.user.id, 5);
        kept.tell(&admission, true).await;
        assert_eq!(kept.of(1).await.expect("kept").sequence, 7);
        assert!(kept.of(2).await.is_none(), "another shard\u{2019}s");

        let next = kept.follow(1, Some(&read), Arc::new(Nobody));
        sent(&next, 1);
        admission.guild_joined(5 << 22);
        kept.tell(&admission, true).await;
        let read = kept.of(1).await.expect("kept");
        assert_eq!((read.sequence, read.ready.guilds.len()), (4, 2));

        let other = json!({ "session_id": "abc", "sequence": 4, "intents": 1 });
        store.set_setting(6, BOT_SCOPE, "session:1/4", &other.to_string()).await.expect("set");
        assert!(kept.of(1).await.is_none(), "with other intents");
        let fits = json!({ "session_id": "def", "sequence": 4, "intents": framework::intents().bits() });
        store.set_setting(6, BOT_SCOPE, "session:1/4", &fits.to_string()).await.expect("set");
        assert!(kept.of(1).await.is_none(), "of another session");
    }
}
