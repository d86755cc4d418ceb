//! Where the database is, and how it is opened.

use std::path::PathBuf;
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

/// The database's location and how to open it.
#[derive(Debug, Clone)]
pub struct SqliteOptions {
    /// The file. Created if it's missing; its directory must exist.
    pub path: PathBuf,
    /// How soon a commit is on disk.
    pub synchronous: Synchronous,
    /// How long to wait for another process that has locked the file.
    pub busy_timeout: Duration,
}

impl SqliteOptions {
    /// The file at `path`, with SQLite's safest settings, waiting 5 s for another process.
    pub fn new(path: impl Into<PathBuf>) -> SqliteOptions {
        SqliteOptions { path: path.into(), synchronous: Synchronous::default(), busy_timeout: Duration::from_secs(5) }
    }
}
