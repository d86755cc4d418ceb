//! Opens the file. Inspects it read-only first, so that a file that is damaged, newer or another program's is named and left as it was,
//! byte for byte; only then opens it for writing and upgrades it.

use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _, query_scalar};

use super::dialect::sql::versions::{self, VersionFault};
use super::dialect::{self, Connect};
use super::options::SqliteOptions;
use crate::store::error::StoreOpenError;
use crate::store::synchronous::Synchronous;

/// This build's migrations, from `migrations/`. Each new one also sets `user_version` to its number.
static MIGRATIONS: LazyLock<Migrator> =
    LazyLock::new(|| versions::migrator(include!(concat!(env!("OUT_DIR"), "/migrations.rs"))));
/// `PRAGMA application_id` of our files: "UMPR".
const APPLICATION_ID: i64 = 0x554d_5052;
/// The first 16 bytes of every SQLite file. <https://www.sqlite.org/fileformat.html#the_database_header>
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// Connections for reading. Reads are short, and the writer has its own.
const READERS: u32 = 4;
/// The pages that each of them keeps, as SQLite counts them: below 0 in KiB. A fight is read once, when it's woken; the system keeps the file's
/// pages as well.
const READER_CACHE: &str = "-256";

/// The parts of an opened store.
pub(super) struct Opened {
    pub(super) readers: SqlitePool,
    pub(super) writer: SqliteConnection,
    /// How to create another writer.
    pub(super) connect: Connect,
}

pub(super) async fn open(options: &SqliteOptions) -> Result<Opened, StoreOpenError> {
    let path = &options.path;
    // Absolute, because SQLite interprets names like ":memory:" and "file:..." specially.
    let file = std::path::absolute(path).map_err(|error| failed(path, &error))?;
    if look_at_file(path, &file)? {
        look_inside(path, &file, options).await?;
    }

    let connect = SqliteConnectOptions::new()
        .filename(&file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(match options.synchronous {
            Synchronous::Full => SqliteSynchronous::Full,
            Synchronous::Normal => SqliteSynchronous::Normal,
        })
        .foreign_keys(true)
        .busy_timeout(options.busy_timeout)
        .disable_statement_logging();
    let mut writer = connect.connect().await.map_err(|error| explain(path, &error))?;
    bring_up_to_date(path, &mut writer).await?;
    let readers = SqlitePoolOptions::new()
        .max_connections(READERS)
        .connect_with(connect.clone().create_if_missing(false).read_only(true).pragma("cache_size", READER_CACHE))
        .await
        .map_err(|error| explain(path, &error))?;
    Ok(Opened { readers, writer, connect: Connect(connect) })
}

/// Checks whether the file can be used, and leaves it as it is. Returns whether it exists.
pub(super) async fn inspect(options: &SqliteOptions) -> Result<bool, StoreOpenError> {
    let path = &options.path;
    let file = std::path::absolute(path).map_err(|error| failed(path, &error))?;
    if !look_at_file(path, &file)? {
        let mut trial = file.into_os_string();
        trial.push(".trial");
        let unwritable = |why: std::io::Error| StoreOpenError::Unwritable { path: path.clone(), why: why.to_string() };
        std::fs::write(&trial, "").and_then(|()| std::fs::remove_file(&trial)).map_err(unwritable)?;
        return Ok(false);
    }
    look_inside(path, &file, options).await?;
    let connect = SqliteConnectOptions::new().filename(&file).busy_timeout(options.busy_timeout);
    let explain = |error: sqlx::Error| explain(path, &error);
    let mut db = connect.disable_statement_logging().connect().await.map_err(explain)?;
    let mut transaction = db.begin_with("BEGIN IMMEDIATE").await.map_err(explain)?;
    versions::prove_writable(&mut transaction).await.map_err(explain)?;
    transaction.rollback().await.map_err(explain)?;
    // Nothing is left of what was written, so closing can't lose anything.
    let _ = db.close().await;
    Ok(true)
}

/// A connection that only reads, and whether the database has all of this build's migrations; `None` if there's no database. Never
/// `immutable`: a bot may begin to write at any time, and a transaction must keep what it sees as of one moment.
pub(super) async fn to_read(options: &SqliteOptions) -> Result<Option<(SqliteConnection, bool)>, StoreOpenError> {
    let path = &options.path;
    let file = std::path::absolute(path).map_err(|error| failed(path, &error))?;
    if !look_at_file(path, &file)? {
        return Ok(None);
    }
    look_inside(path, &file, options).await?;
    let mut db = read_only(path, &file, options, false).await?;
    let is_current = versions::is_current(&mut db, &MIGRATIONS).await.map_err(|error| explain(path, &error))?;
    Ok(Some((db, is_current)))
}

/// Where SQLite keeps what isn't in the file yet.
fn write_ahead_log(file: &Path) -> PathBuf {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    PathBuf::from(log)
}

async fn read_only(
    path: &Path,
    file: &Path,
    options: &SqliteOptions,
    immutable: bool,
) -> Result<SqliteConnection, StoreOpenError> {
    let connect = SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .immutable(immutable)
        .busy_timeout(options.busy_timeout)
        .disable_statement_logging();
    connect.connect().await.map_err(|error| explain(path, &error))
}

/// Checks the file from outside. Returns whether there's a database to look into; an empty or missing file is a new one.
fn look_at_file(path: &Path, file: &Path) -> Result<bool, StoreOpenError> {
    match std::fs::metadata(file) {
        Ok(found) if !found.is_file() => return Err(StoreOpenError::NotAFile(path.to_owned())),
        Ok(found) if found.len() == 0 => return Ok(false),
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let directory = file.parent().unwrap_or(file);
            return if directory.is_dir() { Ok(false) } else { Err(StoreOpenError::NoDirectory(directory.to_owned())) };
        }
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            return Err(StoreOpenError::NoDirectory(file.parent().unwrap_or(file).to_owned()));
        }
        Err(error) => return Err(failed(path, &error)),
    }
    let mut start = [0; 16];
    match std::fs::File::open(file).and_then(|mut opened| opened.read_exact(&mut start)) {
        Ok(()) if &start == MAGIC => Ok(true),
        Ok(()) => Err(StoreOpenError::NotADatabase(path.to_owned())),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err(StoreOpenError::NotADatabase(path.to_owned())),
        Err(error) => Err(failed(path, &error)),
    }
}

/// Checks the database without writing: whether it's ours, its version, and whether it's intact.
async fn look_inside(path: &Path, file: &Path, options: &SqliteOptions) -> Result<(), StoreOpenError> {
    // After a kill there's a write-ahead log, whose rows count: SQLite must read both, which needs its index file beside them. If there's
    // no log, `immutable` promises that nobody is writing, and SQLite creates no file at all.
    let is_logged = || write_ahead_log(file).exists();
    let logged = is_logged();
    match looked_inside(path, file, options, !logged).await {
        // Somebody has begun to write since: what looked damaged may have been half of a change.
        Err(StoreOpenError::Corrupt { .. }) if !logged && is_logged() => {
            looked_inside(path, file, options, false).await
        }
        verdict => verdict,
    }
}

async fn looked_inside(
    path: &Path,
    file: &Path,
    options: &SqliteOptions,
    immutable: bool,
) -> Result<(), StoreOpenError> {
    let mut db = read_only(path, file, options, immutable).await?;
    let verdict = examine(path, &mut db).await;
    // Nothing was written, so closing can't lose anything.
    let _ = db.close().await;
    verdict
}

async fn examine(path: &Path, db: &mut SqliteConnection) -> Result<(), StoreOpenError> {
    let explain = |error: sqlx::Error| explain(path, &error);
    let application: i64 = query_scalar("PRAGMA application_id").fetch_one(&mut *db).await.map_err(explain)?;
    if application != APPLICATION_ID {
        // A first start that was killed leaves at most sqlx's own table behind; anything else isn't ours.
        let others = "SELECT count(*) FROM sqlite_schema WHERE tbl_name <> '_sqlx_migrations'";
        let others: i64 = query_scalar(others).fetch_one(&mut *db).await.map_err(explain)?;
        return if others == 0 { Ok(()) } else { Err(StoreOpenError::Foreign(path.to_owned())) };
    }
    let fault = |fault: VersionFault| fault.about(path);
    versions::examine(&mut *db, &MIGRATIONS).await.map_err(fault)?;
    let version: i64 = query_scalar("PRAGMA user_version").fetch_one(&mut *db).await.map_err(explain)?;
    versions::newer("schema", version, versions::known(&MIGRATIONS)).map_err(fault)?;
    let verdict: String = query_scalar("PRAGMA quick_check(1)").fetch_one(&mut *db).await.map_err(explain)?;
    if verdict == "ok" { Ok(()) } else { Err(StoreOpenError::Corrupt { path: path.to_owned(), why: verdict }) }
}

/// Runs missing migrations, and makes sure that this process can write at all.
async fn bring_up_to_date(path: &Path, db: &mut SqliteConnection) -> Result<(), StoreOpenError> {
    versions::migrate(&mut *db, &MIGRATIONS).await.map_err(|fault| fault.about(path))?;
    // Takes the write lock even if there's nothing to upgrade: better to learn now than in the middle of a fight that another process holds
    // it.
    let explain = |error: sqlx::Error| explain(path, &error);
    let mut transaction = db.begin_with(dialect::WRITE).await.map_err(explain)?;
    versions::raise_format(&mut transaction).await.map_err(explain)?;
    transaction.commit().await.map_err(explain)
}

impl VersionFault {
    fn about(self, path: &Path) -> StoreOpenError {
        let database = path.display().to_string();
        match self {
            VersionFault::Newer { what, found, known } => StoreOpenError::Newer { database, what, found, known },
            VersionFault::Different(version) => StoreOpenError::Different { database, version },
            VersionFault::Failed(error) => explain(path, &error),
            VersionFault::Other(why) => StoreOpenError::Failed { path: path.to_owned(), why },
        }
    }
}

fn failed(path: &Path, error: &dyn std::error::Error) -> StoreOpenError {
    StoreOpenError::Failed { path: path.to_owned(), why: error.to_string() }
}

/// Explains SQLite's result codes to a host. <https://www.sqlite.org/rescode.html>
fn explain(path: &Path, error: &sqlx::Error) -> StoreOpenError {
    let code = error.as_database_error().and_then(|error| error.code()).and_then(|code| code.parse::<i64>().ok());
    let (path, why) = (path.to_owned(), error.to_string());
    // The low byte is the primary code; the rest adds detail.
    match code.map(|code| code & 0xff) {
        Some(5 | 6) => StoreOpenError::Locked(path),
        Some(3 | 8 | 14 | 23) => StoreOpenError::Unwritable { path, why },
        Some(11) => StoreOpenError::Corrupt { path, why },
        Some(26) => StoreOpenError::NotADatabase(path),
        _ => StoreOpenError::Failed { path, why },
    }
}

#[cfg(test)]
mod tests {
    use sqlx::query;

    use super::*;

    /// What a copy reads is as of one moment, even if somebody begins to write after it was opened and their log is merged into the file.
    #[tokio::test]
    async fn a_copy_reads_one_moment() {
        let directory = tempfile::tempdir().expect("a directory");
        let options = SqliteOptions::new(directory.path().join("umpire.db"));
        let writer = || async {
            let Opened { readers, writer, .. } = open(&options).await.expect("a database");
            readers.close().await;
            writer
        };
        writer().await.close().await.expect("a clean end");
        assert!(!write_ahead_log(&options.path).exists(), "nobody has it open");
        let (mut source, _) = to_read(&options).await.expect("it can be read").expect("it's there");
        query(dialect::MOMENT).execute(&mut source).await.expect("a moment");
        query("SELECT * FROM meta").fetch_all(&mut source).await.expect("rows");
        let mut writer = writer().await;
        let write = "INSERT INTO settings (application_id, scope, key, value) VALUES (1, 'a', 'b', 'c')";
        query(write).execute(&mut writer).await.expect("it's written");
        query("PRAGMA wal_checkpoint").execute(&mut writer).await.expect("it's merged");
        writer.close().await.expect("a clean end");
        let found: i64 = query_scalar("SELECT count(*) FROM settings").fetch_one(&mut source).await.expect("a count");
        assert_eq!(found, 0);
    }

    /// FULL unless NORMAL was requested (SQLite's numbers 2 and 1), on the writing connection, which uses a write-ahead log and foreign
    /// keys.
    #[tokio::test]
    async fn the_writer_is_as_safe_as_was_asked() {
        for (synchronous, number) in [(Synchronous::default(), 2_i64), (Synchronous::Normal, 1)] {
            let directory = tempfile::tempdir().expect("a directory");
            let options = SqliteOptions { synchronous, ..SqliteOptions::new(directory.path().join("umpire.db")) };
            let Opened { readers, mut writer, .. } = open(&options).await.expect("a new database");
            for (pragma, wanted) in [("PRAGMA synchronous", number), ("PRAGMA foreign_keys", 1)] {
                assert_eq!(
                    query_scalar::<_, i64>(pragma).fetch_one(&mut writer).await.expect(pragma),
                    wanted,
                    "{pragma}"
                );
            }
            let journal: String = query_scalar("PRAGMA journal_mode").fetch_one(&mut writer).await.expect("a mode");
            assert_eq!(journal, "wal");
            let write = query("INSERT INTO meta (key, value) VALUES ('a', 'b')").execute(&readers).await;
            assert!(write.is_err(), "the readers cannot write");
            readers.close().await;
        }
    }
}
