//! How soon a commit is on disk.

/// How soon a commit is on disk. <https://www.sqlite.org/pragma.html#pragma_synchronous>,
/// <https://www.postgresql.org/docs/current/runtime-config-wal.html#GUC-SYNCHRONOUS-COMMIT>
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Synchronous {
    /// Before the write returns: an accepted action survives a power cut. PostgreSQL does what its server is set to, which is this unless
    /// somebody changed it.
    #[default]
    Full,
    /// Soon after: it survives a crash of Umpire, but a power cut may lose the last few seconds. The database stays intact.
    Normal,
}
