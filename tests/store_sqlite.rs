//! What only the SQLite store promises: files that aren't ours are left as they were, a killed process loses nothing that was answered, and
//! many fights share a commit without affecting each other's.
#![cfg(feature = "bot")]

#[path = "common/new_fights.rs"]
mod new_fights;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use new_fights::fight;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tempfile::TempDir;
use umpire::failpoint;
use umpire::store::{
    Append, AppendError, Notice, SqliteOptions, SqliteStore, Store, StoreError, StoreOpenError, StoredRow,
};

const APPLICATION: u64 = 7;

fn directory() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("umpire.db");
    (directory, file)
}

fn options(file: &Path) -> SqliteOptions {
    SqliteOptions { busy_timeout: Duration::from_millis(20), ..SqliteOptions::new(file) }
}

async fn open(file: &Path) -> SqliteStore {
    SqliteStore::open(options(file)).await.expect("our own database")
}

/// A connection that bypasses the store, for what another build or program might do.
async fn raw(file: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(file).create_if_missing(true).connect().await.expect("a connection")
}

async fn run(file: &Path, sql: &'static str) {
    let mut connection = raw(file).await;
    sqlx::raw_sql(sql).execute(&mut connection).await.expect("plain SQL");
    connection.close().await.expect("a clean end");
}

async fn begin(store: &SqliteStore, channel_id: u64) -> i64 {
    store.create_encounter(fight(APPLICATION, channel_id)).await.expect("a free channel")
}

fn blow(encounter: i64, seq: i64) -> Append {
    let interaction_id = Some(encounter.unsigned_abs() * 1_000_000 + seq.unsigned_abs());
    let row = StoredRow {
        seq,
        at_ms: seq,
        actor: "user:5".into(),
        interaction_id,
        body: format!("[{seq}]"),
        format_version: 1,
    };
    let notice = Notice {
        seq,
        kind: "story".into(),
        slot: format!("story:{seq}"),
        channel_id: 1,
        nonce: format!("e{encounter}s{seq}"),
        payload: "{}".into(),
        created_at_ms: seq,
    };
    Append { rows: vec![row], outbox: vec![notice], ..Append::new(encounter) }
}

/// Every file in the directory with its bytes.
fn contents(directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = std::fs::read_dir(directory).expect("a directory");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files.into_iter().map(|file| (file.clone(), std::fs::read(&file).expect("a file"))).collect()
}

/// Opens a file that must be refused, and checks that no byte and no file in its directory has changed.
async fn refused(file: &Path) -> StoreOpenError {
    let before = contents(file.parent().expect("a directory"));
    let error = SqliteStore::open(options(file)).await.expect_err("it must be refused");
    assert_eq!(contents(file.parent().expect("a directory")), before, "{error}");
    assert!(error.to_string().contains(&*file.to_string_lossy()), "the file is named: {error}");
    error
}

/// A written fight is there when the database is opened again, and a proper shutdown leaves one file.
#[tokio::test]
async fn a_fight_outlives_the_store() {
    let (directory, file) = directory();
    let store = open(&file).await;
    let id = begin(&store, 1).await;
    store.append(blow(id, 1)).await.expect("it continues");
    let saved = store.load(id).await;
    store.close().await;
    assert_eq!(contents(directory.path()).len(), 1, "no write-ahead log is left");

    let store = open(&file).await;
    assert_eq!(store.load(id).await, saved);
    assert_eq!(store.due(APPLICATION).await.expect("a message").len(), 1);
    assert_eq!(store.seed(id).await.expect("a seed").expose(), &[3; 32]);
    store.close().await;
}

/// A file that isn't SQLite's, one that's too short, and a directory are named and left alone; an empty file is a new database.
#[tokio::test]
async fn what_is_no_database_is_refused() {
    let (directory, file) = directory();
    for text in [
        "I keep my shopping list here, and it is longer than a header.\n".repeat(9),
        "x".into(),
        "SQLite format 3".into(),
    ] {
        std::fs::write(&file, text).expect("a file");
        assert!(matches!(refused(&file).await, StoreOpenError::NotADatabase(_)));
    }
    let inside = directory.path().join("folder");
    std::fs::create_dir(&inside).expect("a directory");
    let error = SqliteStore::open(options(&inside)).await.expect_err("it must be refused");
    assert!(matches!(error, StoreOpenError::NotAFile(_)), "{error}");
    std::fs::write(&file, "").expect("a file");
    open(&file).await.close().await;
}

/// Another program's database is left alone, whichever journal mode it uses.
#[tokio::test]
async fn another_programs_database_is_refused() {
    for sql in [
        "CREATE TABLE songs (title TEXT); INSERT INTO songs VALUES ('La Paloma');",
        "PRAGMA journal_mode = WAL; CREATE TABLE songs (title TEXT);",
        "PRAGMA application_id = 12; CREATE TABLE encounters (id INTEGER);",
    ] {
        let (_directory, file) = directory();
        run(&file, sql).await;
        assert!(matches!(refused(&file).await, StoreOpenError::Foreign(_)), "{sql}");
    }
}

/// The same fight and slot in two databases: a fresh one, whose fights start at 1 again, repeats no nonce of the previous one. A reopened
/// one continues with its own.
#[tokio::test]
async fn a_fresh_database_has_nonces_of_its_own() {
    let (directory, _) = directory();
    let mut all = vec![];
    for file in ["one.db", "two.db", "one.db"] {
        let store = open(&directory.path().join(file)).await;
        let known = store.open_encounters(APPLICATION).await.expect("read").first().map(|it| it.id);
        let id = match known {
            Some(id) => id,
            None => begin(&store, 5).await,
        };
        all.push(store.nonce(id, "tracker").await.expect("a nonce"));
        store.close().await;
    }
    assert_eq!(all[0], all[2]);
    assert_ne!(all[0], all[1]);
}

/// A newer build's database is left alone, whether its tables, its migrations or only its formats are newer.
#[tokio::test]
async fn a_newer_database_is_refused() {
    for sql in [
        "UPDATE meta SET value = '1000' WHERE key = 'format_version';",
        "INSERT INTO _sqlx_migrations SELECT 1000, 'later', installed_on, 1, x'00', 0 FROM _sqlx_migrations LIMIT 1;",
        "PRAGMA user_version = 1000;",
    ] {
        let (_directory, file) = directory();
        open(&file).await.close().await;
        run(&file, sql).await;
        let error = refused(&file).await;
        assert!(matches!(error, StoreOpenError::Newer { found: 1000, .. }), "{sql}: {error}");
    }
}

/// A database with a different migration of the same number, or a half-finished one, is left alone.
#[tokio::test]
async fn a_different_builds_database_is_refused() {
    for sql in ["UPDATE _sqlx_migrations SET checksum = x'00';", "UPDATE _sqlx_migrations SET success = 0;"] {
        let (_directory, file) = directory();
        open(&file).await.close().await;
        run(&file, sql).await;
        let error = refused(&file).await;
        assert!(matches!(error, StoreOpenError::Different { .. }), "{sql}: {error}");
    }
}

/// A damaged database is left alone: garbage over one page in the middle, or a missing end.
#[tokio::test]
async fn a_damaged_database_is_refused() {
    let (_directory, file) = directory();
    let store = open(&file).await;
    let id = begin(&store, 1).await;
    for seq in 1..=50 {
        store.append(blow(id, seq)).await.expect("it continues");
    }
    store.close().await;
    let whole = std::fs::read(&file).expect("a database");
    // One page of the fight's rows, which nothing but a check of the whole file would notice before the fight is loaded.
    let mut scrawled = whole.clone();
    let holds = |page: &[u8]| page.windows(8).any(|bytes| bytes == b"story:25");
    let page = scrawled.chunks_mut(4096).find(|page| holds(page)).expect("a page with that row");
    page[..64].fill(0xa5);
    for damaged in [&scrawled[..], &whole[..whole.len() / 2]] {
        std::fs::write(&file, damaged).expect("a file");
        let error = refused(&file).await;
        assert!(matches!(error, StoreOpenError::Corrupt { .. }), "{error}");
    }
    std::fs::write(&file, &whole).expect("a file");
    open(&file).await.close().await;
}

/// A database that another process is writing is reported as in use, at startup and not in the middle of a fight.
#[tokio::test]
async fn a_locked_database_is_refused() {
    let (_directory, file) = directory();
    open(&file).await.close().await;
    let mut other = raw(&file).await;
    let transaction = other.begin_with("BEGIN EXCLUSIVE").await.expect("nobody else is there");
    let error = SqliteStore::open(options(&file)).await.expect_err("it must be refused");
    assert!(matches!(error, StoreOpenError::Locked(_)), "{error}");
    transaction.rollback().await.expect("a clean end");
    open(&file).await.close().await;
}

/// A missing directory is reported as such; so is one that can't be written (unless the test runs as root, who can always write).
#[tokio::test]
async fn a_directory_that_cannot_be_written_is_named() {
    let (directory, file) = directory();
    let nowhere = directory.path().join("no").join("umpire.db");
    let error = SqliteStore::open(options(&nowhere)).await.expect_err("it must be refused");
    assert!(matches!(error, StoreOpenError::NoDirectory(_)), "{error}");
    std::fs::write(&file, "").expect("a file");
    let below_a_file = file.join("umpire.db");
    let error = SqliteStore::open(options(&below_a_file)).await.expect_err("it must be refused");
    assert!(matches!(error, StoreOpenError::NoDirectory(_)), "{error}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let closed = directory.path().join("closed");
        std::fs::create_dir(&closed).expect("a directory");
        std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o555)).expect("our directory");
        if std::fs::write(closed.join("probe"), "").is_err() {
            let error = SqliteStore::open(options(&closed.join("umpire.db"))).await.expect_err("it must be refused");
            assert!(matches!(error, StoreOpenError::Unwritable { .. }), "{error}");
        }
    }
}

/// Names that SQLite interprets specially are file names here.
#[tokio::test]
async fn a_path_is_a_path() {
    let (directory, _) = directory();
    for name in [":memory:", "file:x?mode=memory", "100% ö #1.db"] {
        let file = directory.path().join(name);
        let store = open(&file).await;
        let id = begin(&store, 1).await;
        store.close().await;
        let store = open(&file).await;
        assert!(store.encounter(id).await.expect("a store").is_some(), "{name}");
        store.close().await;
    }
}

/// A backup made while fights continue is a complete database, and never overwrites anything.
#[tokio::test]
async fn a_backup_is_a_database() {
    let (directory, file) = directory();
    let store = open(&file).await;
    let id = begin(&store, 1).await;
    store.append(blow(id, 1)).await.expect("it continues");
    let copy = directory.path().join("copy.db");
    store.backup(&copy).await.expect("a new file");
    store.append(blow(id, 2)).await.expect("it continues");
    assert!(matches!(store.backup(&copy).await, Err(StoreError::Failed(_))));
    assert_eq!(store.load(id).await.expect("it is there").rows.len(), 2);
    store.close().await;
    let restored = open(&copy).await;
    assert_eq!(restored.load(id).await.expect("it is there").rows.len(), 1);
    assert_eq!(restored.seed(id).await.expect("a seed").expose(), &[3; 32]);
    restored.append(blow(id, 2)).await.expect("it goes on from there");
    restored.close().await;
}

/// 64 fights at once: every append is kept in its own fight, in order, and the refused ones among them (an outdated append and a double
/// click each time) are answered as such and affect nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_fights_share_commits_and_no_refusal() {
    const BLOWS: i64 = 10;
    let (_directory, file) = directory();
    let store = Arc::new(open(&file).await);
    let mut fights = Vec::new();
    for channel in 0..64 {
        let store = Arc::clone(&store);
        fights.push(tokio::spawn(async move {
            let id = begin(&store, channel).await;
            for seq in 1..=BLOWS {
                let stale = Append {
                    rows: vec![StoredRow { interaction_id: None, ..blow(id, seq).rows[0].clone() }],
                    ..Append::new(id)
                };
                let (first, second, third) =
                    tokio::join!(store.append(blow(id, seq)), store.append(blow(id, seq)), store.append(stale));
                assert_eq!(first, Ok(()));
                assert_eq!(second, Err(AppendError::AlreadyDone { encounter: id, seq }));
                assert_eq!(third, Err(AppendError::Conflict { encounter: id, head_seq: seq, first_seq: seq }));
            }
            id
        }));
    }
    for fight in fights {
        let id = fight.await.expect("no fight fails");
        let saved = store.load(id).await.expect("it is there");
        assert_eq!(saved.rows, (1..=BLOWS).map(|seq| blow(id, seq).rows[0].clone()).collect::<Vec<_>>());
        assert_eq!(store.outbox(id).await.expect("messages").len(), 10);
    }
    assert_eq!(store.open_encounters(APPLICATION).await.expect("fights").len(), 64);
    store.close().await;
}

/// While another process locks the file for too long, an append fails and none of it is kept; afterwards the writer continues.
#[tokio::test]
async fn the_writer_survives_a_failure_of_the_database() {
    let (_directory, file) = directory();
    let store = open(&file).await;
    let id = begin(&store, 1).await;
    let mut other = raw(&file).await;
    let transaction = other.begin_with("BEGIN IMMEDIATE").await.expect("nobody else is writing");
    let failed = store.append(blow(id, 1)).await;
    assert!(matches!(failed, Err(AppendError::Store(StoreError::Failed(_)))), "{failed:?}");
    assert_eq!(store.rows_since(id, 0).await, Ok(vec![]));
    transaction.rollback().await.expect("a clean end");
    store.append(blow(id, 1)).await.expect("the writer has a new connection");
    store.close().await;
}

/// What's waiting when the store is closed is still written and answered.
#[tokio::test]
async fn closing_writes_what_waits() {
    let (_directory, file) = directory();
    let store = open(&file).await;
    let id = begin(&store, 1).await;
    let (first, second, ()) = tokio::join!(store.append(blow(id, 1)), store.append(blow(id, 2)), store.close());
    assert_eq!((first, second), (Ok(()), Ok(())));
    let store = open(&file).await;
    assert_eq!(store.load(id).await.expect("it is there").rows.len(), 2);
    store.close().await;
}

/// A dropped store, as after a panic, loses nothing that was answered.
#[tokio::test]
async fn a_store_that_was_not_closed_loses_nothing() {
    let (_directory, file) = directory();
    let store = open(&file).await;
    let id = begin(&store, 1).await;
    store.append(blow(id, 1)).await.expect("it continues");
    drop(store);
    let store = open(&file).await;
    assert_eq!(store.load(id).await.expect("it is there").rows.len(), 1);
    store.close().await;
}

/// The child of [`a_killed_process_loses_no_answered_row`]: appends until the failpoint kills it, and reports each answered row.
#[tokio::test]
#[ignore = "run by another test, in a process of its own"]
async fn killed_child() {
    let file = std::env::var_os("UMPIRE_TEST_DATABASE").expect("the parent names the file");
    failpoint::arm().expect("the parent names a failpoint");
    let store = open(Path::new(&file)).await;
    let id = begin(&store, 1).await;
    for seq in 1..=9 {
        store.append(blow(id, seq)).await.expect("it continues");
        println!("answered {seq}");
    }
}

/// Killed before the commit of the fifth row, the process leaves four; killed after it, five. Whatever was answered is there, complete,
/// with its message; and the fight continues from there, where a repeated click is recognised.
#[tokio::test]
async fn a_killed_process_loses_no_answered_row() {
    for (failpoint, kept) in [("store.append.before_commit:5", 4), ("store.append.after_commit:5", 5)] {
        let (directory, file) = directory();
        let child = Command::new(std::env::current_exe().expect("this test"))
            .args(["--exact", "killed_child", "--ignored", "--nocapture"])
            .env("UMPIRE_TEST_DATABASE", &file)
            .env(failpoint::VARIABLE, failpoint)
            .output()
            .expect("a child");
        assert!(!child.status.success(), "the failpoint kills it");
        let said = String::from_utf8_lossy(&child.stdout).into_owned();
        let answered = (1..).take_while(|seq| said.contains(&format!("answered {seq}"))).count();
        assert_eq!(answered, 4, "{said}");
        assert!(directory.path().join("umpire.db-wal").exists(), "it had no time to tidy up");

        let store = open(&file).await;
        let open = store.open_encounters(APPLICATION).await.expect("one fight");
        let id = open[0].id;
        let rows = store.load(id).await.expect("it is there").rows;
        assert_eq!(rows.len(), kept, "{failpoint}");
        assert_eq!(store.due(APPLICATION).await.expect("messages").len(), kept);
        let next = i64::try_from(kept).expect("a small number") + 1;
        let done = AppendError::AlreadyDone { encounter: id, seq: next - 1 };
        assert_eq!(store.append(blow(id, next - 1)).await, Err(done));
        store.append(blow(id, next)).await.expect("it goes on");
        store.close().await;
    }
}

/// A killed newer build's database is refused because of its write-ahead log, and neither of the two files changes.
#[tokio::test]
async fn a_killed_newer_database_is_refused() {
    let (_directory, file) = directory();
    open(&file).await.close().await;
    let (_copies, copy) = directory();
    let mut newer = raw(&file).await;
    sqlx::raw_sql("UPDATE meta SET value = '1000';").execute(&mut newer).await.expect("plain SQL");
    let log = |file: &Path| PathBuf::from(format!("{}-wal", file.display()));
    std::fs::copy(&file, &copy).expect("a copy");
    std::fs::copy(log(&file), log(&copy)).expect("a copy");
    newer.close().await.expect("a clean end");

    let before = (std::fs::read(&copy).expect("a file"), std::fs::read(log(&copy)).expect("a file"));
    let error = SqliteStore::open(options(&copy)).await.expect_err("it must be refused");
    assert!(matches!(error, StoreOpenError::Newer { found: 1000, .. }), "{error}");
    assert_eq!((std::fs::read(&copy).expect("a file"), std::fs::read(log(&copy)).expect("a file")), before);
}
