//! The tabs of the page, as values.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::snowflake::Id;

/// What a tab shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looks {
    /// The first screen: nobody has taken the seat.
    Nowhere,
    /// A channel that it's about to say.
    Unsaid,
    /// Any channel: it doesn't say which.
    Anywhere,
    /// This channel.
    At(Id),
}

/// A tab of the page, or a test driver in its place.
#[derive(Debug)]
pub(super) struct Tab {
    pub(super) socket: u64,
    pub(super) user: Id,
    pub(super) looks: Looks,
    pub(super) line: mpsc::Sender<Arc<str>>,
}

/// All tabs.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) tabs: Vec<Tab>,
    pub(super) opened: u64,
}
