//! The way to one fight. While the fight is awake, that's its mailbox. While it rests, only what's here is in memory; whoever puts something in
//! gives it a mailbox at once, and has it taken up from the store behind that. So two who come at the same time wake it once, and what both put
//! in is read in order.

use super::{forecast::NextRow, table_message::TableMessage};
use crate::store::EncounterId;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tokio::sync::{Semaphore, mpsc};

/// The number of messages a fight's mailbox holds; further senders wait.
const MAILBOX: usize = 256;
/// How many senders can wait for one mailbox before more are turned away. Each is an interaction or a read of our own, and takes no more
/// memory than its request.
const WAITING_MAX: usize = 4_096;

/// A mailbox, from outside. Cheap to clone.
#[derive(Clone)]
pub(super) struct Mailbox {
    /// Boxed, because a mailbox reserves room for many messages and most of it is empty.
    pub sender: mpsc::Sender<Box<TableMessage>>,
    /// One permit for each sender that may wait.
    pub places: Arc<Semaphore>,
    next_row: NextRow,
}

/// The same mailbox, as the fight's task has it.
pub(super) struct Inbox {
    pub messages: mpsc::Receiver<Box<TableMessage>>,
    /// The number of the next row, for whoever watches it.
    pub next_row: NextRow,
}

impl Inbox {
    /// A new mailbox and its two ends.
    pub fn new() -> (Mailbox, Inbox) {
        let (sender, messages) = mpsc::channel(MAILBOX);
        let next_row = NextRow::default();
        let mailbox = Mailbox { sender, places: Arc::new(Semaphore::new(WAITING_MAX)), next_row: next_row.clone() };
        (mailbox, Inbox { messages, next_row })
    }

    /// Whether nothing is in it and nobody has a place in it.
    fn is_empty(&self) -> bool {
        self.messages.capacity() == self.messages.max_capacity()
    }
}

/// What's known of a fight that rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rest {
    /// When something last happened in it, in milliseconds since the epoch; `None` if that's in its log alone, because this process hasn't had it
    /// in memory yet.
    pub last_at_ms: Option<i64>,
    /// When something happens in it by itself, in milliseconds since the epoch; `None` if nothing does.
    pub due_ms: Option<i64>,
}

impl Rest {
    /// Nothing is known yet: it only waits to be taken up.
    pub const UNKNOWN: Rest = Rest { last_at_ms: None, due_ms: Some(i64::MIN) };

    /// Whether this process hasn't had it in memory yet and has to.
    pub fn is_unknown(&self) -> bool {
        self.last_at_ms.is_none()
    }
}

/// Who wakes fights. Both are called while the address is locked, so that its state and what's kept elsewhere about it always agree.
pub(super) trait Wakes: Send + Sync {
    /// Has a fight taken up from the store, and its inbox read. Returns whether that's still done.
    fn wakes(self: Arc<Self>, address: &Arc<FightAddress>, rest: Rest, inbox: Inbox) -> bool;

    /// A fight rests now.
    fn rests(&self, id: EncounterId, rest: Rest);
}

enum State {
    Awake(Mailbox),
    Resting(Rest),
    /// Its task has ended, or it can't be read.
    Gone,
}

/// The way to one fight.
pub(super) struct FightAddress {
    pub id: EncounterId,
    state: Mutex<State>,
    waker: Weak<dyn Wakes>,
}

/// Why a message couldn't be put in.
pub(super) enum NotPut {
    /// The mailbox is full.
    Full(Box<TableMessage>, Mailbox),
    /// Nobody reads there any more.
    Gone,
}

impl FightAddress {
    /// To a fight whose task reads this mailbox.
    pub fn awake(id: EncounterId, mailbox: Mailbox, waker: Weak<dyn Wakes>) -> FightAddress {
        FightAddress { id, state: Mutex::new(State::Awake(mailbox)), waker }
    }

    /// To a fight that rests.
    pub fn resting(id: EncounterId, rest: Rest, waker: Weak<dyn Wakes>) -> FightAddress {
        FightAddress { id, state: Mutex::new(State::Resting(rest)), waker }
    }

    /// Puts a message in, and wakes the fight if it rests.
    pub fn put(self: &Arc<Self>, message: Box<TableMessage>) -> Result<(), NotPut> {
        let mut state = self.state();
        let mailbox = match &*state {
            State::Awake(mailbox) => mailbox.clone(),
            State::Gone => return Err(NotPut::Gone),
            State::Resting(rest) => {
                let (rest, (mailbox, inbox)) = (*rest, Inbox::new());
                if !self.waker.upgrade().is_some_and(|it| it.wakes(self, rest, inbox)) {
                    return Err(NotPut::Gone);
                }
                *state = State::Awake(mailbox.clone());
                mailbox
            }
        };
        // Still locked: it can't go to rest between the look and the message.
        mailbox.sender.try_send(message).map_err(|error| match error {
            mpsc::error::TrySendError::Full(message) => NotPut::Full(message, mailbox.clone()),
            mpsc::error::TrySendError::Closed(_) => NotPut::Gone,
        })
    }

    /// Puts a message in that isn't worth waking or waiting for.
    pub fn put_if_awake(&self, message: TableMessage) {
        if let State::Awake(mailbox) = &*self.state() {
            let _ = mailbox.sender.try_send(Box::new(message)); // nor worth being told that it's full
        }
    }

    /// Lets the fight rest, unless its mailbox has something in it. Afterwards nothing more comes in this inbox.
    pub fn rests(&self, inbox: &Inbox, rest: Rest) -> bool {
        let mut state = self.state();
        inbox.is_empty() && self.lies_down(&mut state, rest)
    }

    /// The fight couldn't be woken now, and rests on.
    pub fn rests_on(&self, rest: Rest) {
        self.lies_down(&mut self.state(), rest);
    }

    fn lies_down(&self, state: &mut State, rest: Rest) -> bool {
        let Some(waker) = self.waker.upgrade() else { return false };
        *state = State::Resting(rest);
        waker.rests(self.id, rest);
        true
    }

    /// Nobody reads here any more.
    pub fn close(&self) {
        *self.state() = State::Gone;
    }

    /// Whether nobody reads here any more.
    pub fn is_gone(&self) -> bool {
        match &*self.state() {
            State::Awake(mailbox) => mailbox.sender.is_closed(),
            State::Resting(_) => false,
            State::Gone => true,
        }
    }

    /// What's known of the fight, if it rests.
    pub fn rest(&self) -> Option<Rest> {
        match &*self.state() {
            State::Resting(rest) => Some(*rest),
            State::Awake(_) | State::Gone => None,
        }
    }

    /// The number of its next row; if it isn't awake, one that's past already.
    pub fn next_row(&self) -> NextRow {
        match &*self.state() {
            State::Awake(mailbox) => mailbox.next_row.clone(),
            State::Resting(_) | State::Gone => NextRow::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Keeps the inboxes of whom it wakes, and wakes nobody once it's closed.
    #[derive(Default)]
    struct Woken {
        inboxes: Mutex<Vec<(Rest, Inbox)>>,
        is_closed: AtomicBool,
    }

    impl Woken {
        fn take(&self) -> Vec<(Rest, Inbox)> {
            std::mem::take(&mut *self.inboxes.lock().expect("no panic"))
        }
    }

    impl Wakes for Woken {
        fn wakes(self: Arc<Self>, _: &Arc<FightAddress>, rest: Rest, inbox: Inbox) -> bool {
            self.inboxes.lock().expect("no panic").push((rest, inbox));
            !self.is_closed.load(Ordering::Relaxed)
        }

        fn rests(&self, _: EncounterId, _: Rest) {}
    }

    const REST: Rest = Rest { last_at_ms: Some(5), due_ms: Some(9) };

    fn resting() -> (Arc<Woken>, Arc<FightAddress>) {
        let woken = Arc::<Woken>::default();
        let waker: Arc<dyn Wakes> = woken.clone();
        let address = Arc::new(FightAddress::resting(1, REST, Arc::downgrade(&waker)));
        (woken, address)
    }

    fn seen(deadline_ms: i64) -> Box<TableMessage> {
        Box::new(TableMessage::ClockIsSeen { deadline_ms })
    }

    fn numbers(inbox: &mut Inbox) -> Vec<i64> {
        std::iter::from_fn(|| inbox.messages.try_recv().ok())
            .filter_map(|it| if let TableMessage::ClockIsSeen { deadline_ms } = *it { Some(deadline_ms) } else { None })
            .collect()
    }

    /// The first who comes wakes it, and what others put in while it's being read follows in order.
    #[test]
    fn whoever_comes_first_wakes_it_once() {
        let (woken, address) = resting();
        assert_eq!(address.rest(), Some(REST));
        address.put_if_awake(*seen(0));
        assert!(woken.take().is_empty(), "that's not worth it");
        for number in [1, 2, 3] {
            assert!(address.put(seen(number)).is_ok());
        }
        let mut all = woken.take();
        assert_eq!((all.len(), all[0].0, address.rest()), (1, REST, None));
        assert_eq!(numbers(&mut all[0].1), [1, 2, 3]);
    }

    /// It doesn't go to rest over what has just been put in, and what comes afterwards wakes it again.
    #[test]
    fn nothing_is_lost_on_the_way_to_rest() {
        let (woken, address) = resting();
        assert!(address.put(seen(1)).is_ok());
        let (_, mut inbox) = woken.take().remove(0);
        assert!(!address.rests(&inbox, REST), "somebody is there");
        assert_eq!(numbers(&mut inbox), [1]);
        assert!(address.rests(&inbox, REST));
        assert!(address.put(seen(2)).is_ok());
        assert!(inbox.messages.try_recv().is_err(), "not into the old one");
        assert_eq!(numbers(&mut woken.take().remove(0).1), [2]);
    }

    /// Whoever waits for room in a full mailbox has come as well.
    #[tokio::test]
    async fn whoever_waits_for_room_keeps_it_awake() {
        let (woken, address) = resting();
        for number in 0..MAILBOX as i64 {
            assert!(address.put(seen(number)).is_ok());
        }
        let Err(NotPut::Full(message, mailbox)) = address.put(seen(-1)) else { panic!("it's full") };
        let waiting = tokio::spawn(async move { mailbox.sender.send(message).await.is_ok() });
        tokio::task::yield_now().await;
        let (_, mut inbox) = woken.take().remove(0);
        assert_eq!(numbers(&mut inbox).len(), MAILBOX, "the last has a place by now, but nothing in it");
        assert!(!address.rests(&inbox, REST));
        assert!(waiting.await.expect("no panic"));
        assert_eq!(numbers(&mut inbox), [-1]);
    }

    /// When the program stops, or the task ends, nobody is woken and whoever comes is told.
    #[test]
    fn nobody_is_woken_at_the_end() {
        let (woken, address) = resting();
        woken.is_closed.store(true, Ordering::Relaxed);
        assert!(matches!(address.put(seen(1)), Err(NotPut::Gone)));
        let (_woken, address) = resting();
        address.close();
        assert!(address.is_gone() && address.rest().is_none());
        assert!(matches!(address.put(seen(1)), Err(NotPut::Gone)));
        let (woken, address) = resting();
        drop(woken);
        assert!(matches!(address.put(seen(1)), Err(NotPut::Gone)));
    }
}
