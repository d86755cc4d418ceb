//! The table's clock: the machine's own, or one that stands still until a test turns it. The gateway's heartbeats do
//! not follow it.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::Notify;

/// Where the local table takes the time from.
#[derive(Clone, Debug, Default)]
pub enum TimeSource {
    /// The machine's clock.
    #[default]
    System,
    /// A clock that only moves when somebody turns it.
    Turned(Turned),
}

/// The hands of a clock that is turned by a test; copies share them.
#[derive(Clone, Debug)]
pub struct Turned {
    now_ms: Arc<AtomicI64>,
    turned: Arc<Notify>,
}

impl Turned {
    /// A clock that stands at this moment, in Unix milliseconds.
    pub fn at(now_ms: i64) -> Self {
        Self { now_ms: Arc::new(AtomicI64::new(now_ms)), turned: Arc::default() }
    }

    /// Turns it forward; whatever falls due happens before the table answers anything else.
    pub fn advance(&self, by_ms: i64) {
        self.now_ms.fetch_add(by_ms, Ordering::SeqCst);
        self.turned.notify_one();
    }

    /// What it shows, in Unix milliseconds.
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

    /// Returns when it is worth looking again whether a deadline has passed.
    pub(super) async fn tick(&self) {
        /// How late a deadline may be noticed, in real milliseconds. An answer that comes too late is refused in any
        /// case.
        const TICK_MS: u64 = 100;
        match self {
            Self::System => tokio::time::sleep(std::time::Duration::from_millis(TICK_MS)).await,
            Self::Turned(turned) => turned.turned.notified().await,
        }
    }
}
