//! Whether this build can use a database, and bringing it up to date: migrations, and the version of the JSON formats in it.

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{SqlSafeStr as _, query, query_scalar};

use super::super::Connection;
use crate::store::FORMAT_VERSION;

/// Why this build can't use the database.
pub(in super::super::super) enum VersionFault {
    /// A newer build wrote it.
    Newer { what: &'static str, found: i64, known: i64 },
    /// It ran another migration with this number.
    Different(i64),
    /// The database failed.
    Failed(sqlx::Error),
    /// Anything else, in words.
    Other(String),
}

impl From<sqlx::Error> for VersionFault {
    fn from(error: sqlx::Error) -> VersionFault {
        VersionFault::Failed(error)
    }
}

/// This build's migrations, as `build.rs` lists them: number, title and text, as `sqlx::migrate!` would. That macro builds SQLite and sqlx a
/// second time, for the compiler.
pub(in super::super::super) fn migrator(listed: &[(i64, &'static str, &'static str)]) -> Migrator {
    let migrations = listed.iter().map(|&(version, title, sql)| {
        Migration::new(version, title.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
}

/// The highest of this build's migrations.
pub(in super::super::super) fn known(ours: &Migrator) -> i64 {
    ours.iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// Refuses what's newer than this build knows.
pub(in super::super::super) fn newer(what: &'static str, found: i64, known: i64) -> Result<(), VersionFault> {
    if found <= known { Ok(()) } else { Err(VersionFault::Newer { what, found, known }) }
}

/// Writes something, which a page whose bytes don't change wouldn't. Returns how many rows.
pub(in super::super::super) async fn prove_writable(db: &mut Connection) -> Result<u64, sqlx::Error> {
    let prove = "INSERT INTO meta (key, value) VALUES ('proved', '1')
        ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(meta.value AS INTEGER) % 1000000 + 1 AS TEXT)";
    Ok(query(prove).execute(db).await?.rows_affected())
}

/// Checks, without writing, whether the formats and the migrations in the database are this build's or older.
pub(in super::super::super) async fn examine(db: &mut Connection, ours: &Migrator) -> Result<(), VersionFault> {
    newer("format", stored_format(&mut *db).await?, FORMAT_VERSION)?;
    let applied = "SELECT version, checksum, success FROM _sqlx_migrations ORDER BY version DESC";
    let applied: Vec<(i64, Vec<u8>, bool)> = sqlx::query_as(applied).fetch_all(&mut *db).await?;
    for (version, checksum, whole) in applied {
        newer("migration", version, known(ours))?;
        let ours = ours.iter().find(|migration| migration.version == version);
        if !whole || ours.is_none_or(|ours| *ours.checksum != *checksum) {
            return Err(VersionFault::Different(version));
        }
    }
    Ok(())
}

/// Whether the database has all of this build's migrations.
pub(in super::super::super) async fn is_current(db: &mut Connection, ours: &Migrator) -> Result<bool, sqlx::Error> {
    let applied: Option<i64> = query_scalar("SELECT max(version) FROM _sqlx_migrations").fetch_one(db).await?;
    Ok(applied.unwrap_or(0) >= known(ours))
}

/// Runs missing migrations.
pub(in super::super::super) async fn migrate(db: &mut Connection, ours: &Migrator) -> Result<(), VersionFault> {
    ours.run(&mut *db).await.map_err(|error| match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => VersionFault::Failed(error),
        MigrateError::VersionMismatch(version)
        | MigrateError::Dirty(version)
        | MigrateError::VersionMissing(version) => VersionFault::Different(version),
        other => VersionFault::Other(other.to_string()),
    })
}

async fn stored_format(db: &mut Connection) -> Result<i64, sqlx::Error> {
    let format = "SELECT CAST(value AS BIGINT) FROM meta WHERE key = 'format_version'";
    Ok(query_scalar(format).fetch_optional(db).await?.unwrap_or(0))
}

/// Notes that this build may write its formats from now on.
pub(in super::super::super) async fn raise_format(db: &mut Connection) -> Result<(), sqlx::Error> {
    if stored_format(&mut *db).await? < FORMAT_VERSION {
        let raise = "INSERT INTO meta (key, value) VALUES ('format_version', $1)
                     ON CONFLICT (key) DO UPDATE SET value = excluded.value";
        query(raise).bind(FORMAT_VERSION.to_string()).execute(db).await?;
    }
    Ok(())
}
