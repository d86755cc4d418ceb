//! The open fights: a task for each that's awake, with a mailbox that orders incoming messages and a deadline it never misses. A problem in one
//! fight doesn't affect the others. Those that nobody touches rest, and wake when somebody comes.

pub use super::handle::{Handle, TableError};

use super::{
    clock::Clock,
    deadline_holds::DeadlineHolds,
    fight_address::Rest,
    forecast::Forecasts,
    keeper::Keeper,
    live::AWAKE_BEFORE_MS,
    new_fight::NewFight,
    publisher::Publisher,
    resting::noted,
    service::{Caller, EncounterService, InputOrigin, OpenError, ServiceError},
    setting_keys::{GM_CHANNEL, RESTS},
    umpire_thinks::ThinkingPlaces,
};
use crate::{
    config::ShardRange,
    rules::Request,
    store::{EncounterId, Snowflake, Store, StoreError},
};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::task::JoinSet;

/// The default delay, in milliseconds, for a deadline that passed while the program was down, so that nobody misses it because of a
/// restart.
pub const GRACE_AFTER_RESTART_MS: i64 = 20_000;
/// After how many milliseconds without anybody touching it a fight rests by default.
pub const REST_AFTER_MS: i64 = 3_600_000;
/// How long a start waits until fights are taken up that can't go on resting. The others follow while the bot is already there.
const TAKEN_UP_WITHIN: Duration = Duration::from_secs(1);
/// How often it's looked whether something is due in a fight that rests.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// How many looks apart fights are asked whether they rest.
const RESTS_EVERY: u64 = 12;

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

/// How many fights are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FightCounts {
    /// Those in memory.
    pub live: usize,
    /// Those that rest.
    pub resting: usize,
}

/// All open fights of one application.
pub struct Tables {
    application_id: Snowflake,
    keeper: Arc<Keeper>,
    /// Wakes fights in time and lets them rest.
    watch: Mutex<JoinSet<()>>,
    pub(super) forecasts: Forecasts,
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
        let keeper = Keeper {
            store,
            clock,
            publisher,
            fights: Default::default(),
            holds: DeadlineHolds::new(ShardRange::all(1)),
            thinking_places: thinking_places.clone(),
            restart_grace_ms: GRACE_AFTER_RESTART_MS,
            rest_after_ms: REST_AFTER_MS,
            roster: Mutex::default(),
            tasks: Mutex::default(),
        };
        Tables {
            application_id,
            keeper: Arc::new(keeper),
            watch: Mutex::default(),
            forecasts: Forecasts::new(thinking_places),
        }
    }

    /// Before there are fights.
    fn settled(mut self, settle: impl FnOnce(&mut Keeper)) -> Tables {
        settle(Arc::get_mut(&mut self.keeper).expect("no fight has been opened yet"));
        self
    }

    /// Does work that takes a while off the async threads, as many at once as there are cores; `None` if it panics.
    pub async fn think<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        self.keeper.thinking_places.think(work).await
    }

    /// Only the fights of servers whose events arrive on these shards. To be said before any fight is opened, as all of the following are.
    #[must_use]
    pub fn on_shards(self, shards: ShardRange) -> Tables {
        self.settled(|keeper| keeper.holds = DeadlineHolds::new(shards))
    }

    /// As [`Tables::hold`], for all shards and from the beginning, as if nobody had been heard for a long time.
    #[must_use]
    pub fn held(self) -> Tables {
        self.settled(|keeper| keeper.holds.hold_all())
    }

    /// Sets another delay, in milliseconds, for deadlines that passed while the program was down.
    #[must_use]
    pub fn with_restart_grace_ms(self, grace_ms: i64) -> Tables {
        self.settled(|keeper| keeper.restart_grace_ms = grace_ms)
    }

    /// Sets after how many milliseconds without anybody touching it a fight rests; never if 0.
    #[must_use]
    pub fn with_rest_after_ms(self, after_ms: i64) -> Tables {
        self.settled(|keeper| keeper.rest_after_ms = after_ms)
    }

    /// The shards whose servers' fights these are.
    pub fn shards(&self) -> ShardRange {
        self.keeper.holds.shards()
    }

    /// Stops the deadlines of a shard's fights until [`Tables::go_on`], while nobody there can be heard.
    pub fn hold(&self, shard: u32) {
        self.keeper.holds.hold(shard, self.keeper.clock.now_ms());
    }

    /// Whether the deadlines of a shard's fights stand still.
    pub fn is_held(&self, shard: u32) -> bool {
        self.keeper.holds.is_held(shard)
    }

    /// Lets the deadlines of a shard's fights fire again because people there can be heard. Those that passed in the meantime are delayed by
    /// `grace_ms`, unless the hold was very short. Does nothing if there was no hold.
    pub fn go_on(&self, shard: u32, grace_ms: i64) {
        self.keeper.holds.go_on(shard, self.keeper.clock.now_ms(), grace_ms);
    }

    /// Resumes every unfinished fight of this application on its shards, and re-arms its deadlines. Those noted to rest go on resting. The others
    /// are read, for a second before this returns, and then while the bot is already there; whoever presses a button in one has it read at once.
    /// Fights that can't be read are logged and left alone. From now on fights are also woken in time, and rest.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn take_up(&self) -> Result<(), StoreError> {
        let (keeper, application) = (&self.keeper, self.application_id);
        // What passed in the meantime, or soon will, has its grace, which only a fight that's read knows of.
        let soon_ms = keeper.clock.now_ms() + keeper.restart_grace_ms + AWAKE_BEFORE_MS;
        let mut last = None;
        loop {
            let page = keeper.store.open_fights(application, last, [RESTS, GM_CHANNEL]).await?;
            let Some(end) = page.last() else { break };
            last = Some(end.channel_id);
            for fight in page.iter().filter(|it| self.shards().serves(it.guild_id)) {
                let [note, gm_channel] = &fight.values;
                let rest = note.as_ref().filter(|_| keeper.rest_after_ms > 0).and_then(|it| noted(it, fight.head_seq));
                let rest = rest.filter(|it| it.due_ms.is_none_or(|due_ms| due_ms > soon_ms));
                let gm_channel = gm_channel.as_ref().and_then(|it| serde_json::from_str(it).ok()).flatten();
                keeper.lay(fight, rest.unwrap_or(Rest::UNKNOWN), gm_channel);
            }
        }
        let _ = tokio::time::timeout(TAKEN_UP_WITHIN, keeper.wake_due()).await; // the watch goes on with it
        self.watch.lock().unwrap_or_else(PoisonError::into_inner).spawn(watch(keeper.clone()));
        Ok(())
    }

    /// Wakes fights in which something is due soon, and asks those that nobody touches to rest. It's done every few seconds by itself.
    pub async fn look_after(&self) {
        self.keeper.wake_due().await;
        self.keeper.let_rest();
    }

    /// Resumes one fight and re-arms its deadlines. One that's open already stays as it is.
    ///
    /// # Errors
    /// If the store fails, or the fight can't be read.
    pub async fn take_up_one(&self, id: EncounterId) -> Result<Handle, OpenError> {
        let service = self.keeper.read(id).await?;
        let not_before_ms = self.keeper.clock.now_ms() + self.keeper.restart_grace_ms;
        Ok(self.admit(service, not_before_ms))
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
        let now_ms = self.keeper.clock.now_ms();
        let service = EncounterService::open(self.keeper.store.clone(), new, seed, laid, now_ms).await?;
        Ok(self.admit(service, 0))
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
        let now_ms = self.keeper.clock.now_ms();
        let service =
            EncounterService::open_prepared(self.keeper.store.clone(), new, opening, seed, laid, now_ms).await?;
        Ok(self.admit(service, 0))
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
        let mut service = self.keeper.read(id).await?;
        let actor = service.actor(caller);
        service.reopen(actor, seed, receipt, self.keeper.clock.now_ms()).await?;
        Ok(self.admit(service, 0))
    }

    /// The fight in a channel.
    pub fn at(&self, channel: Snowflake) -> Option<Handle> {
        self.keeper.fights.at(channel)
    }

    /// The fight that this GMs' channel belongs to.
    pub fn of_gm_channel(&self, channel: Snowflake) -> Option<Handle> {
        self.keeper.fights.of_gm_channel(channel)
    }

    /// The GMs' channel of a fight.
    pub fn gm_channel_of(&self, id: EncounterId) -> Option<Snowflake> {
        self.keeper.fights.gm_channel_of(id)
    }

    /// Pairs a fight with a channel for its GMs, or removes the pairing, and wakes the publisher.
    ///
    /// # Errors
    /// If the fight doesn't answer, or the store fails; then nothing has changed.
    pub async fn pair(&self, handle: &Handle, channel: Option<Snowflake>) -> Result<(), TableError> {
        let value = serde_json::to_string(&channel).expect("a number is JSON");
        handle.settle(GM_CHANNEL, &value).await?;
        self.keeper.fights.pair(handle.id, channel);
        match handle.by_gm(Request::UnseenBeside { on: channel.is_some() }).await {
            // A fight that's over has no turn order any more.
            Ok(_) | Err(TableError::Service(ServiceError::Refused(_))) => {}
            Err(error) => return Err(error),
        }
        self.keeper.publisher.changed(handle.id);
        Ok(())
    }

    /// The fight with this id.
    pub fn get(&self, id: EncounterId) -> Option<Handle> {
        self.keeper.fights.get(id)
    }

    /// All open fights.
    pub fn all(&self) -> Vec<Handle> {
        self.keeper.fights.all()
    }

    /// Those that are in memory.
    pub fn awake(&self) -> Vec<Handle> {
        self.keeper.awake()
    }

    /// How many there are.
    pub fn counts(&self) -> FightCounts {
        let live = self.keeper.roster().awake().count();
        FightCounts { live, resting: self.keeper.fights.count().saturating_sub(live) }
    }

    /// A server's open fights.
    pub fn of_guild(&self, guild: Snowflake) -> Vec<Handle> {
        self.keeper.fights.of_guild(guild)
    }

    /// The open fights that have a GMs' channel.
    pub fn paired(&self) -> Vec<Handle> {
        self.keeper.fights.paired()
    }

    /// Lets every fight finish its current message, then stops.
    pub async fn close(&self) {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner).abort_all();
        self.keeper.close().await;
    }

    /// A fight goes on as a new task.
    fn admit(&self, service: EncounterService, not_before_ms: i64) -> Handle {
        let handle = self.keeper.admit(service, not_before_ms);
        self.keeper.publisher.changed(handle.id);
        handle
    }
}

/// Looks after the fights, for ever.
async fn watch(keeper: Arc<Keeper>) {
    let mut interval = tokio::time::interval(LOOK_EVERY);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    for looks in 0_u64.. {
        interval.tick().await;
        keeper.wake_due().await;
        if looks.is_multiple_of(RESTS_EVERY) {
            keeper.let_rest();
        }
    }
}
