//! The table's clock: the machine's own, or one that only moves when a test moves it. The gateway's heartbeats don't use it.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::Notify;

/// Where the local table gets the time from.
#[derive(Clone, Debug, Default)]
pub enum TimeSource {
    /// The machine's clock.
    #[default]
    System,
    /// A clock that only moves when a test moves it.
    Turned(Turned),
}

/// A handle that moves the test clock; copies share it.
#[derive(Clone, Debug)]
pub struct Turned {
    now_ms: Arc<AtomicI64>,
    turned: Arc<Notify>,
}

impl Turned {
    /// A clock stopped at this moment, in Unix milliseconds.
    pub fn at(now_ms: i64) -> Self {
        Self { now_ms: Arc::new(AtomicI64::new(now_ms)), turned: Arc::default() }
    }

    /// Moves it forward; everything that falls due happens before the table answers anything else.
    pub fn advance(&self, by_ms: i64) {
        self.now_ms.fetch_add(by_ms, Ordering::SeqCst);
        self.turned.notify_one();
    }

    /// The time it shows, in Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.now_ms.load(Ordering::SeqCst)
    }
}

impl TimeSource {
    /// Now, in Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        match self {
            Self::System => {
                SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_millis() as i64)
            }
            Self::Turned(turned) => turned.now_ms(),
        }
    }

    /// Returns when it's worth checking deadlines again.
    pub(super) async fn tick(&self) {
        /// How late a deadline can be noticed, in real milliseconds. A reply that comes too late is refused in any case.
        const TICK_MS: u64 = 100;
        match self {
            Self::System => tokio::time::sleep(std::time::Duration::from_millis(TICK_MS)).await,
            Self::Turned(turned) => turned.turned.notified().await,
        }
    }
}
