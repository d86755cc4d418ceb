//! Where the database is, and how it is opened.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How soon a commit is on disk. <https://www.sqlite.org/pragma.html#pragma_synchronous>
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Synchronous {
    /// Before the write returns: an accepted action survives a power cut.
    #[default]
    Full,
    /// Soon after: it survives a crash of Umpire, but a power cut may lose the last few seconds. The file stays intact.
    Normal,
}

/// Told how long each append took, from handing it over until it's on disk.
#[derive(Clone)]
pub struct AppendTimer(pub Arc<dyn Fn(Duration) + Send + Sync>);

impl fmt::Debug for AppendTimer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("AppendTimer")
    }
}

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
