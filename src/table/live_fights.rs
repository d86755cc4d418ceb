//! The live fights: a task for each, with a mailbox that orders incoming messages and a deadline it never misses. A problem in one fight
//! doesn't affect the others.

pub use super::handle::{Handle, TableError};

use super::{
    clock::Clock,
    fight_index::FightIndex,
    forecast::{Forecasts, NextRow},
    handle::TableMessage,
    holds::Holds,
    live::Live,
    new_fight::NewFight,
    publisher::Publisher,
    service::{Caller, EncounterService, InputOrigin, OpenError, ServiceError},
    setting_keys::GM_CHANNEL,
    umpire_thinks::{ThinkingPlaces, UmpireThinks},
};
use crate::{
    config::ShardRange,
    rules::Request,
    store::{EncounterId, Header, Snowflake, Store, StoreError},
};
use std::sync::Arc;
use tokio::{
    sync::{Semaphore, mpsc},
    task::JoinHandle,
};

/// The number of messages a fight's mailbox holds; further senders wait.
const MAILBOX: usize = 256;
/// How many senders can wait for one mailbox before more are turned away. Each is an interaction or a read of our own, and takes no more
/// memory than its request.
const WAITING_MAX: usize = 4_096;
/// The default delay, in milliseconds, for a deadline that passed while the program was down, so that nobody misses it because of a
/// restart.
pub const GRACE_AFTER_RESTART_MS: i64 = 20_000;

/// Why a fight couldn't be reopened.
#[derive(Debug, thiserror::Error)]
pub enum ReopenError {
    /// It can't be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It isn't allowed.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

/// All live fights of one application.
pub struct Tables {
    application_id: Snowflake,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    publisher: Arc<dyn Publisher>,
    fights: Arc<FightIndex>,
    tasks: std::sync::Mutex<Vec<JoinHandle<()>>>,
    restart_grace_ms: i64,
    thinking_places: ThinkingPlaces,
    pub(super) forecasts: Forecasts,
    holds: Holds,
}

impl Tables {
    /// Starts without fights: see [`Tables::take_up`].
    pub fn new(
        application_id: Snowflake,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        publisher: Arc<dyn Publisher>,
    ) -> Tables {
        let thinking_places = ThinkingPlaces::default();
        Tables {
            forecasts: Forecasts::new(thinking_places.clone()),
            application_id,
            store,
            clock,
            publisher,
            fights: Arc::default(),
            tasks: std::sync::Mutex::default(),
            restart_grace_ms: GRACE_AFTER_RESTART_MS,
            thinking_places,
            holds: Holds::new(ShardRange::all(1)),
        }
    }

    /// Does work that takes a while off the async threads, as many at once as there are cores; `None` if it panics.
    pub async fn think<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        self.thinking_places.think(work).await
    }

    /// Only the fights of servers whose events arrive on these shards.
    #[must_use]
    pub fn on_shards(mut self, shards: ShardRange) -> Tables {
        self.holds = Holds::new(shards);
        self
    }

    /// The shards whose servers' fights these are.
    pub fn shards(&self) -> ShardRange {
        self.holds.shards()
    }

    /// Stops the deadlines of a shard's fights until [`Tables::go_on`], while nobody there can be heard.
    pub fn hold(&self, shard: u32) {
        self.holds.hold(shard, self.clock.now_ms());
    }

    /// Whether the deadlines of a shard's fights stand still.
    pub fn is_held(&self, shard: u32) -> bool {
        self.holds.is_held(shard)
    }

    /// As [`Tables::hold`], for all shards and from the beginning, as if nobody had been heard for a long time.
    #[must_use]
    pub fn held(self) -> Tables {
        self.holds.hold_all();
        self
    }

    /// Lets the deadlines of a shard's fights fire again because people there can be heard. Those that passed in the meantime are delayed by
    /// `grace_ms`, unless the hold was very short. Does nothing if there was no hold.
    pub fn go_on(&self, shard: u32, grace_ms: i64) {
        self.holds.go_on(shard, self.clock.now_ms(), grace_ms);
    }

    /// Sets another delay, in milliseconds, for deadlines that passed while the program was down.
    #[must_use]
    pub fn with_restart_grace_ms(mut self, grace_ms: i64) -> Tables {
        self.restart_grace_ms = grace_ms;
        self
    }

    /// Resumes every unfinished fight of this application on its shards, and re-arms its deadlines. Fights that can't be read are returned and left
    /// alone.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn take_up(&self) -> Result<Vec<(Header, OpenError)>, StoreError> {
        let mut unreadable = vec![];
        let all = self.store.open_encounters(self.application_id).await?;
        for header in all.into_iter().filter(|it| self.shards().serves(it.guild_id)) {
            if let Err(error) = self.take_up_one(header.id).await {
                tracing::error!(encounter = header.id, %error, "a fight can\u{2019}t be read and is left as it is");
                unreadable.push((header, error));
            }
        }
        Ok(unreadable)
    }

    /// Resumes one fight and re-arms its deadlines. A live one stays as it is.
    ///
    /// # Errors
    /// If the store fails, or the fight can't be read.
    pub async fn take_up_one(&self, id: EncounterId) -> Result<Handle, OpenError> {
        let service = EncounterService::load(self.store.clone(), id).await?;
        let not_before_ms = self.clock.now_ms() + self.restart_grace_ms;
        let handle = self.spawn_table(service, not_before_ms);
        self.publisher.changed(handle.id);
        Ok(handle)
    }

    /// Opens a fight in a channel.
    ///
    /// # Errors
    /// If the channel already has one, an option is invalid, or the store fails.
    pub async fn open(&self, new: NewFight, seed: [u8; 32]) -> Result<Handle, OpenError> {
        self.open_laid(new, seed, &[]).await
    }

    /// Opens a fight that's already set up: see [`EncounterService::open`].
    ///
    /// # Errors
    /// As [`Tables::open`].
    pub async fn open_laid(&self, new: NewFight, seed: [u8; 32], laid: &[Request]) -> Result<Handle, OpenError> {
        let now_ms = self.clock.now_ms();
        let service = EncounterService::open(self.store.clone(), new, seed, laid, now_ms).await?;
        let handle = self.spawn_table(service, 0);
        self.publisher.changed(handle.id);
        Ok(handle)
    }

    /// Opens a prepared encounter: see [`EncounterService::open_prepared`].
    ///
    /// # Errors
    /// As [`Tables::open`]; also if the preparation can't be read.
    pub async fn open_prepared(
        &self,
        new: NewFight,
        opening: &str,
        seed: [u8; 32],
        laid: &[Request],
    ) -> Result<Handle, OpenError> {
        let now_ms = self.clock.now_ms();
        let service = EncounterService::open_prepared(self.store.clone(), new, opening, seed, laid, now_ms).await?;
        let handle = self.spawn_table(service, 0);
        self.publisher.changed(handle.id);
        Ok(handle)
    }

    /// Reopens a fight that's over: see [`EncounterService::reopen`].
    ///
    /// # Errors
    /// If it can't be read, or reopening it isn't allowed.
    pub async fn reopen(
        &self,
        id: EncounterId,
        caller: &Caller,
        seed: [u8; 32],
        receipt: InputOrigin,
    ) -> Result<Handle, ReopenError> {
        let mut service = EncounterService::load(self.store.clone(), id).await?;
        let actor = service.actor(caller);
        service.reopen(actor, seed, receipt, self.clock.now_ms()).await?;
        let handle = self.spawn_table(service, 0);
        self.publisher.changed(handle.id);
        Ok(handle)
    }

    /// The fight in a channel.
    pub fn at(&self, channel: Snowflake) -> Option<Handle> {
        self.fights.at(channel)
    }

    /// The fight that this GMs' channel belongs to.
    pub fn of_gm_channel(&self, channel: Snowflake) -> Option<Handle> {
        self.fights.of_gm_channel(channel)
    }

    /// The GMs' channel of a fight.
    pub fn gm_channel_of(&self, id: EncounterId) -> Option<Snowflake> {
        self.fights.gm_channel_of(id)
    }

    /// Pairs a fight with a channel for its GMs, or removes the pairing, and wakes the publisher.
    ///
    /// # Errors
    /// If the fight doesn't answer, or the store fails; then nothing has changed.
    pub async fn pair(&self, handle: &Handle, channel: Option<Snowflake>) -> Result<(), TableError> {
        let value = serde_json::to_string(&channel).expect("a number is JSON");
        handle.settle(GM_CHANNEL, &value).await?;
        self.fights.pair(handle.id, channel);
        match handle.by_gm(Request::UnseenBeside { on: channel.is_some() }).await {
            // A fight that's over has no turn order any more.
            Ok(_) | Err(TableError::Service(ServiceError::Refused(_))) => {}
            Err(error) => return Err(error),
        }
        self.publisher.changed(handle.id);
        Ok(())
    }

    /// The fight with this id.
    pub fn get(&self, id: EncounterId) -> Option<Handle> {
        self.fights.get(id)
    }

    /// All live fights.
    pub fn all(&self) -> Vec<Handle> {
        self.fights.all()
    }

    /// A server's live fights.
    pub fn of_guild(&self, guild: Snowflake) -> Vec<Handle> {
        self.fights.of_guild(guild)
    }

    /// The live fights that have a GMs' channel.
    pub fn paired(&self) -> Vec<Handle> {
        self.fights.paired()
    }

    /// Lets every fight finish its current message, then stops.
    pub async fn close(&self) {
        for handle in self.all() {
            let _ = handle.mailbox.send(Box::new(TableMessage::Stop)).await; // one that has already stopped needn't be told
        }
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        for task in tasks {
            let _ = task.await; // a task that panicked has already reported it
        }
    }

    fn spawn_table(&self, service: EncounterService, not_before_ms: i64) -> Handle {
        let mut service = service.discreet();
        service.held_until_ms = not_before_ms;
        let (mailbox, messages) = mpsc::channel(MAILBOX);
        let header = service.header();
        let handle = Handle {
            id: header.id,
            channel_id: header.channel_id,
            guild_id: header.guild_id,
            mailbox,
            places: Arc::new(Semaphore::new(WAITING_MAX)),
            next_row: NextRow::default(),
        };
        handle.next_row.is(service.session().seq());
        // Two services over one fight would each assume that it's as they left it.
        if let Err(live) = self.fights.add(&handle) {
            return live;
        }
        if let Some(channel) = service.gm_channel() {
            self.fights.pair(handle.id, Some(channel));
        }
        let table = Live {
            service,
            messages,
            clock: self.clock.clone(),
            publisher: self.publisher.clone(),
            fights: self.fights.clone(),
            not_before_ms,
            next_row: handle.next_row.clone(),
            umpire: UmpireThinks::new(self.thinking_places.clone()),
            grace_ms: self.restart_grace_ms,
            all_not_before_ms: self.holds.of_guild(handle.guild_id),
        };
        let mut tasks = self.tasks.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        tasks.retain(|it| !it.is_finished());
        tasks.push(tokio::spawn(table.run()));
        handle
    }
}
