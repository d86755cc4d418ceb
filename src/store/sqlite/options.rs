//! Where the file is, and how it is opened.

use std::path::PathBuf;
use std::time::Duration;

use crate::store::append_timer::AppendTimer;
use crate::store::synchronous::Synchronous;

/// The database's location and how to open it.
#[derive(Debug, Clone)]
pub struct SqliteOptions {
    /// The file. Created if it's missing; its directory must exist.
    pub path: PathBuf,
    /// How soon a commit is on disk.
    pub synchronous: Synchronous,
    /// How long to wait for another process that has locked the file.
    pub busy_timeout: Duration,
    /// Who is told how long appends take.
    pub appended: Option<AppendTimer>,
}

impl SqliteOptions {
    /// The file at `path`, with SQLite's safest settings, waiting 5 s for another process.
    pub fn new(path: impl Into<PathBuf>) -> SqliteOptions {
        let (synchronous, busy_timeout) = (Synchronous::default(), Duration::from_secs(5));
        SqliteOptions { path: path.into(), synchronous, busy_timeout, appended: None }
    }
}
