//! Keeps the open fights: a task for each that's awake, and the header of each that rests. Wakes them when somebody comes or something is due,
//! and has them rest when nobody has touched them for long.

use super::{
    clock::Clock,
    deadline_holds::DeadlineHolds,
    fight_address::{FightAddress, Inbox, Rest, Wakes},
    fight_index::FightIndex,
    handle::Handle,
    live::{Left, Live},
    publisher::Publisher,
    roster::Roster,
    service::{EncounterService, OpenError},
    table_message::TableMessage,
    umpire_thinks::{ThinkingPlaces, UmpireThinks},
};
use crate::store::{EncounterId, OpenFight, Snowflake, Store, StoreError};
use futures_util::{StreamExt as _, stream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tokio::task::JoinSet;

/// How much earlier than it has to, in milliseconds, a fight is woken in which something is due: longer than until the next look, and it has to
/// be read.
const EARLY_MS: i64 = 15_000;
/// How many fights are woken at once for something that's due. Whoever presses a button in another doesn't wait for them.
const WAKING_AT_ONCE: usize = 8;

/// What all open fights share.
pub(super) struct Keeper {
    pub store: Arc<dyn Store>,
    pub clock: Arc<dyn Clock>,
    pub publisher: Arc<dyn Publisher>,
    pub fights: FightIndex,
    pub holds: DeadlineHolds,
    pub thinking_places: ThinkingPlaces,
    pub restart_grace_ms: i64,
    /// How long nobody must have touched a fight before it rests, in milliseconds; 0 if none does.
    pub rest_after_ms: i64,
    pub roster: Mutex<Roster>,
    pub tasks: Mutex<JoinSet<()>>,
}

impl Keeper {
    /// Adds a fight that's awake and runs its task; one that's open already stays as it is. No deadline of it fires before `not_before_ms`.
    pub fn admit(self: &Arc<Self>, service: EncounterService, not_before_ms: i64) -> Handle {
        let (mailbox, inbox) = Inbox::new();
        let header = service.header();
        let address = Arc::new(FightAddress::awake(header.id, mailbox, self.as_waker()));
        let (id, channel_id, guild_id) = (header.id, header.channel_id, header.guild_id);
        let handle = Handle { id, channel_id, guild_id, address: address.clone() };
        // Two services over one fight would each assume that it's as they left it.
        if let Err(open) = self.fights.add(&handle) {
            return open;
        }
        if let Some(channel) = service.gm_channel() {
            self.fights.pair(handle.id, Some(channel));
        }
        // After the program has been told to stop, it isn't run.
        if self.roster().wakes(handle.id, None) {
            self.spawn(Awake::new(self.clone(), address).run(service, inbox, not_before_ms));
        }
        handle
    }

    /// Adds a fight that rests; one that's open already stays as it is.
    pub fn lay(self: &Arc<Self>, fight: &OpenFight, rest: Rest, gm_channel: Option<Snowflake>) {
        let OpenFight { id, channel_id, guild_id, .. } = *fight;
        if self.fights.get(id).is_some() {
            return;
        }
        // Before anybody can find and wake it.
        self.roster().rests(id, rest);
        let address = Arc::new(FightAddress::resting(id, rest, self.as_waker()));
        if self.fights.add(&Handle { id, channel_id, guild_id, address }).is_ok() {
            self.fights.pair(id, gm_channel);
        }
    }

    /// Wakes every fight in which something is due soon, unless nobody there can be heard.
    pub async fn wake_due(&self) {
        let until_ms = self.clock.now_ms() + EARLY_MS;
        let due = self.roster().due_by(until_ms);
        let is_heard = |it: &Handle| *self.holds.of_guild(it.guild_id).borrow() <= until_ms;
        let wakes = |it: &Handle| it.address.rest().is_some_and(|rest| rest.is_unknown() || is_heard(it));
        let due = due.into_iter().filter_map(|id| self.fights.get(id)).filter(wakes);
        // What fails is logged where it does, and is due again.
        stream::iter(due).for_each_concurrent(WAKING_AT_ONCE, |it| async move { _ = it.look(|_| ()).await }).await;
    }

    /// Asks every fight that's awake to rest if it may. It doesn't wait for them.
    pub fn let_rest(&self) {
        self.awake().iter().for_each(|it| it.address.put_if_awake(TableMessage::MayRest));
    }

    /// The fights that are awake.
    pub fn awake(&self) -> Vec<Handle> {
        let awake: Vec<EncounterId> = self.roster().awake().collect();
        awake.into_iter().filter_map(|id| self.fights.get(id)).collect()
    }

    /// Lets every fight that's awake finish its current message, then stops. None wakes any more.
    pub async fn close(&self) {
        self.roster().close();
        for handle in self.awake() {
            handle.stop().await;
        }
        let mut tasks = std::mem::take(&mut *self.tasks());
        while tasks.join_next().await.is_some() {} // a task that panicked has already reported it
    }

    pub fn roster(&self) -> MutexGuard<'_, Roster> {
        self.roster.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tasks(&self) -> MutexGuard<'_, JoinSet<()>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn as_waker(self: &Arc<Self>) -> Weak<dyn Wakes> {
        let waker: Arc<dyn Wakes> = self.clone();
        Arc::downgrade(&waker)
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = self.tasks();
        while tasks.try_join_next().is_some() {} // those that have ended
        // Boxed: what an ended one leaves until then is small.
        tasks.spawn(Box::pin(task));
    }

    /// Takes a fight up that rested, and runs it.
    async fn wake_up(self: Arc<Self>, address: Arc<FightAddress>, rest: Rest, inbox: Inbox) {
        let id = address.id;
        // From here on, so that a panic while it's read leaves no address at which nobody reads.
        let mut awake = Awake::new(self.clone(), address);
        match self.read(id).await {
            Ok(service) => {
                let grace_ms = if rest.is_unknown() { self.clock.now_ms() + self.restart_grace_ms } else { 0 };
                if rest.is_unknown() {
                    self.publisher.changed(id);
                }
                let task = Box::pin(awake.run(service, inbox, grace_ms));
                task.await;
            }
            Err(OpenError::Store(error)) if !is_for_good(&error) => {
                tracing::error!(encounter = id, %error, "a fight couldn\u{2019}t be woken; it\u{2019}s tried again");
                awake.rests = true;
                awake.address.rests_on(rest);
            }
            Err(error) => {
                tracing::error!(encounter = id, %error, "this fight can\u{2019}t be read and is left as it is");
                drop(awake);
                self.fights.remove_stopped(id);
            }
        }
    }

    /// Reads a fight that will be awake.
    ///
    /// # Errors
    /// If the store fails, or the fight can't be read.
    pub async fn read(&self, id: EncounterId) -> Result<EncounterService, OpenError> {
        let mut service = EncounterService::load(self.store.clone(), id).await?;
        if service.is_noted_to_rest() {
            service.forget_rest().await?;
        }
        Ok(service)
    }
}

impl Wakes for Keeper {
    fn wakes(self: Arc<Self>, address: &Arc<FightAddress>, rest: Rest, inbox: Inbox) -> bool {
        let is_open = self.roster().wakes(address.id, Some(rest));
        if is_open {
            self.spawn(self.clone().wake_up(address.clone(), rest, inbox));
        }
        is_open
    }

    fn rests(&self, id: EncounterId, rest: Rest) {
        self.roster().rests(id, rest);
    }
}

/// A fight that's awake or being woken. When it's dropped, also by a panic, nobody reads the fight's messages any more, unless it rests.
struct Awake {
    keeper: Arc<Keeper>,
    address: Arc<FightAddress>,
    rests: bool,
}

impl Awake {
    fn new(keeper: Arc<Keeper>, address: Arc<FightAddress>) -> Awake {
        Awake { keeper, address, rests: false }
    }

    /// The task of a fight. Its state is there once, and not once more for each function that it passes through.
    fn run(
        mut self,
        service: EncounterService,
        inbox: Inbox,
        not_before_ms: i64,
    ) -> impl Future<Output = ()> + Send + 'static {
        let keeper = self.keeper.clone();
        let mut service = service.discreet();
        service.held_until_ms = not_before_ms;
        let (id, all_not_before_ms) = (self.address.id, keeper.holds.of_guild(service.header().guild_id));
        let mut live = Live {
            service,
            inbox,
            address: self.address.clone(),
            clock: keeper.clock.clone(),
            publisher: keeper.publisher.clone(),
            not_before_ms,
            umpire: UmpireThinks::new(keeper.thinking_places.clone()),
            grace_ms: keeper.restart_grace_ms,
            all_not_before_ms,
            rest_after_ms: keeper.rest_after_ms,
            asked_at_ms: 0,
        };
        async move {
            let left = live.run().await;
            self.rests = left == Left::Resting;
            drop(self);
            if left == Left::Over {
                keeper.fights.remove_stopped(id);
            }
        }
    }
}

impl Drop for Awake {
    fn drop(&mut self) {
        if !self.rests {
            self.address.close();
            self.keeper.roster().ends(self.address.id);
        }
    }
}

/// Whether trying again wouldn't help.
fn is_for_good(error: &StoreError) -> bool {
    matches!(error, StoreError::Unreadable(_) | StoreError::NoSuchEncounter(_))
}
