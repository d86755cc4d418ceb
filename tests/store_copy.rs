//! `umpire store copy`: a database copied from SQLite to PostgreSQL and back has the same rows, each compared with its own; ids go on after the
//! highest ever given; the source stays as it was; and a target that isn't empty is refused.
#![cfg(feature = "bot")]

#[path = "common/postgres_schema.rs"]
mod postgres_schema;

use std::path::{Path, PathBuf};

use postgres_schema::PostgresSchema;
use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Row as _, TypeInfo as _, ValueRef as _};
use umpire::engine::Seed;
use umpire::store::{
    self, Append, Background, CharacterKey, CharacterWrite, CommittedSeed, DatabasePlace, FightPerson, MenuChange,
    NewEncounter, NewParty, Notice, Preparation, PrivateMenu, SeedBytes, Settlement, ShownMessage, SqliteOptions,
    SqliteStore, Status, Store, StoredPicture, StoredRow, Synchronous,
};

/// All 64 bits must survive.
const APPLICATION: u64 = u64::MAX;
const GUILD: u64 = 1 << 63;
const ANA: u64 = u64::MAX - 1;

/// Tables with something in each of them, and numbers that were given and whose rows are gone.
async fn fill(store: &dyn Store) {
    let seed = Seed::new([3; 32]);
    let seed = CommittedSeed { commitment: seed.commitment(), seed: SeedBytes::new(seed.bytes()) };
    for channel_id in [1, 2, u64::MAX] {
        let new = NewEncounter {
            application_id: APPLICATION,
            guild_id: (channel_id != 2).then_some(GUILD),
            channel_id,
            system: "murdham".into(),
            name: "Die Brücke bei Öd 🏰".into(),
            created_at_ms: 1_700_000_000_000,
            status: Status::Fighting,
            seed: seed.clone(),
            opening: r#"{"name":"a \u0000 b"}"#.into(),
            format_version: 1,
            rows: vec![],
            settings: vec![("gm".into(), "5".into())],
            people: vec![FightPerson { person_id: ANA, number: u64::MAX }],
        };
        let id = store.create_encounter(new).await.expect("a free channel");
        // More than a page of rows.
        for first in [1, 101] {
            let row = |seq: i64| StoredRow {
                seq,
                at_ms: seq,
                actor: format!("user:{ANA}"),
                interaction_id: (seq % 3 == 0)
                    .then_some(channel_id.wrapping_mul(1_000).wrapping_add(seq.unsigned_abs())),
                body: format!(r#"{{"facts":["“{seq}”"]}}"#),
                format_version: 1,
            };
            let notice = Notice {
                seq: first,
                kind: "story".into(),
                slot: format!("story:{first}"),
                channel_id,
                nonce: format!("e{id}s{first}"),
                payload: "{}".into(),
                created_at_ms: 1,
            };
            let rows = (first..first + 100).map(row).collect();
            store.append(Append { rows, outbox: vec![notice], ..Append::new(id) }).await.expect("it continues");
        }
        for due in store.due_of(id).await.expect("two messages").iter().take(1) {
            store.mark_failed(due.id, "500").await.expect("it is due");
            store.mark_sent(due.id, u64::MAX, 5).await.expect("it is due");
        }
        let shown = ShownMessage { slot: "Ärger".into(), channel_id, message_id: 4, created_at_ms: 5 };
        store.put_message(id, shown).await.expect("a slot");
        let hash = hex::encode([u8::try_from(id).expect("few"); 32]);
        let background = Background {
            picture: hash.clone(),
            wide_px: u32::MAX,
            high_px: 1,
            square_hundredths: 7,
            left_px: i32::MIN,
            top_px: -1,
        };
        let picture = StoredPicture { hash, bytes: vec![0, 255, 1, 0] };
        let body = r#"{"token":"t"}"#.to_owned();
        let menu = PrivateMenu { encounter: id, user_id: u64::MAX, expires_at_ms: 9, body };
        store.keep_menus(vec![MenuChange::Open(menu)], 0).await.expect("a fight");
        store.set_background(id, background.clone(), Some(picture.clone())).await.expect("a board");
        let key = CharacterKey { application_id: APPLICATION, guild_id: GUILD, owner_id: ANA, system: "td2e".into() };
        let create = CharacterWrite::Create { key, name: format!("Zoë {id}"), sheet: "{}".into() };
        let settles = Settlement {
            encounter: id,
            head_seq: 200,
            written: true,
            decided_by: ANA,
            decided_at_ms: 9,
            outcome: "{}".into(),
        };
        let character = store.write_characters(vec![create], Some(settles), 1).await.expect("a free name")[0];
        store.set_portrait(character, picture).await.expect("a character");
        let party = NewParty {
            application_id: APPLICATION,
            guild_id: GUILD,
            owner_id: ANA,
            system: "td2e".into(),
            name: format!("The {id}"),
            created_at_ms: 1,
        };
        let party = store.create_party(party).await.expect("a free name");
        store.add_to_party(party, character).await.expect("both are there");
        let preparation = Preparation {
            application_id: APPLICATION,
            guild_id: GUILD,
            owner_id: ANA,
            system: "td2e".into(),
            name: format!("Ambush {id}"),
            opening: "{}".into(),
            background: Some(background),
            format_version: 1,
            updated_at_ms: 1,
        };
        store.save_preparation(preparation, None).await.expect("saved");
        store.set_setting(APPLICATION, &format!("user:{ANA}"), &format!("k{id}"), "true").await.expect("a setting");
    }
    let all = store.characters(APPLICATION, GUILD, None).await.expect("three");
    assert!(store.delete_character(all.last().expect("three").id).await.expect("a store"), "its number is gone");
    store.check_writable().await.expect("it can be written");
}

const TABLES: [&str; 19] = [
    "meta",
    "encounters",
    "openings",
    "seeds",
    "log",
    "outbox",
    "messages",
    "nonces",
    "fight_people",
    "settlements",
    "characters",
    "settings",
    "parties",
    "party_members",
    "preparations",
    "pictures",
    "backgrounds",
    "portraits",
    "private_menus",
];

/// Every row of a SQLite file, table by table, as text.
async fn rows(file: &Path) -> Vec<(&'static str, Vec<String>)> {
    let mut db = SqliteConnectOptions::new().filename(file).read_only(true).connect().await.expect("a database");
    let cell = |row: &SqliteRow, at: usize| match row.try_get_raw(at).expect("a column") {
        value if value.is_null() => "NULL".to_owned(),
        value => match value.type_info().name() {
            "INTEGER" => row.get::<i64, _>(at).to_string(),
            "BLOB" => hex::encode(row.get::<Vec<u8>, _>(at)),
            _ => format!("{:?}", row.get::<String, _>(at)),
        },
    };
    let mut all = vec![];
    for table in TABLES {
        let found = sqlx::query(AssertSqlSafe(format!("SELECT * FROM {table}"))).fetch_all(&mut db).await.expect(table);
        let mut rows: Vec<String> =
            found.iter().map(|row| (0..row.len()).map(|at| cell(row, at)).collect::<Vec<_>>().join(" | ")).collect();
        rows.sort();
        all.push((table, rows));
    }
    all
}

async fn filled(folder: &Path) -> PathBuf {
    let file = folder.join("from.db");
    let store = SqliteStore::open(SqliteOptions::new(&file)).await.expect("a new database");
    fill(&store).await;
    store.close().await;
    file
}

fn place(text: &str) -> DatabasePlace {
    DatabasePlace::parse(Path::new(text)).expect("a place")
}

fn at(path: &Path) -> DatabasePlace {
    DatabasePlace::File(path.to_owned())
}

/// How many bytes of a SQLite file are only in the write-ahead log beside it.
fn logged(file: &Path) -> u64 {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).map_or(0, |it| it.len())
}

/// There and back: every row of every table is the same, and both copies say so.
#[tokio::test]
async fn there_and_back_every_row_is_the_same() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let from = filled(folder.path()).await;
    let before = std::fs::read(&from).expect("a file");
    let postgres = place(schema.url());
    let there = store::copy(&at(&from), &postgres).await.expect("an empty database");
    let back = folder.path().join("back.db");
    let returned = store::copy(&postgres, &at(&back)).await.expect("a new file");
    assert_eq!(there, returned, "the same counts and digests");
    assert_eq!(there.to_string(), "3 fights, 600 rows, 2 characters: all the same in both.");
    assert_eq!(logged(&back), 0, "all is in the file itself");
    let (first, last) = (rows(&from).await, rows(&back).await);
    assert_eq!(first, last);
    assert!(first.iter().all(|(_, rows)| !rows.is_empty()), "no table is left out of the test");
    assert_eq!(std::fs::read(&from).expect("a file"), before, "the source is only read");
    assert_eq!(logged(&from), 0);
    schema.drop().await;
}

/// In the copy, new rows get numbers that nobody has had, not even a row that's gone; nonces go on; and all can be read as before.
#[tokio::test]
async fn a_copy_goes_on_where_its_source_ended() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let from = filled(folder.path()).await;
    let back = folder.path().join("back.db");
    let postgres = place(schema.url());
    store::copy(&at(&from), &postgres).await.expect("an empty database");
    store::copy(&postgres, &at(&back)).await.expect("a new file");
    let mut next = vec![];
    for place in [at(&from), postgres, at(&back)] {
        let store = place.open(Synchronous::Full, None).await.expect("a store");
        let saved = store.load(1).await.expect("a fight");
        let nonce = store.nonce(1, "Ärger").await.expect("a nonce");
        let key = CharacterKey { application_id: APPLICATION, guild_id: GUILD, owner_id: 1, system: "td2e".into() };
        let character = store.create_character(key, "New", "{}", 1).await.expect("a free name");
        let append = Append {
            rows: vec![StoredRow { seq: 201, interaction_id: None, ..saved.rows[0].clone() }],
            ..Append::new(1)
        };
        store.append(append).await.expect("it continues");
        next.push((saved, nonce, character, store.seeds(1).await.expect("seeds"), store.portraits(&[1, 2]).await));
        store.close().await;
    }
    assert_eq!(next[0].2, 4, "three were made, and the last of them is gone");
    assert_eq!(next[0], next[1]);
    assert_eq!(next[0], next[2]);
    schema.drop().await;
}

/// Nothing is copied over anything, and what's missing or older is named. Needs no server.
#[tokio::test]
async fn only_an_empty_target_is_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let from = filled(folder.path()).await;
    let other = folder.path().join("other.db");
    store::copy(&at(&from), &at(&other)).await.expect("a new file");
    assert_eq!(logged(&other), 0, "all is in the file itself");
    let before = rows(&other).await;
    let refused = store::copy(&at(&from), &at(&other)).await.expect_err("it's full").to_string();
    assert!(
        refused.ends_with(
            "other.db isn’t empty, so nothing was copied. Name a database without fights, characters and settings."
        ),
        "{refused}"
    );
    assert_eq!(rows(&other).await, before);

    let (none, target) = (folder.path().join("none.db"), folder.path().join("target.db"));
    let refused = store::copy(&at(&none), &at(&target)).await.expect_err("nothing there").to_string();
    assert!(refused.starts_with("There’s no Umpire database at ") && refused.ends_with("none.db."), "{refused}");
    assert!(!target.exists() && !none.exists(), "nothing is made");

    let mut old = SqliteConnectOptions::new().filename(&other).connect().await.expect("a database");
    sqlx::query("DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)")
        .execute(&mut old)
        .await
        .expect("edited");
    sqlx::Connection::close(old).await.expect("a clean end");
    let refused = store::copy(&at(&other), &at(&target)).await.expect_err("it's old").to_string();
    assert!(refused.contains("is an older Umpire’s. Start this Umpire with it once"), "{refused}");
    assert!(!target.exists(), "nothing is made");
}

/// A target that fails at its commit may have kept everything or nothing, and nobody says that nothing was copied.
#[tokio::test]
async fn a_failed_commit_is_not_called_nothing() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let from = filled(folder.path()).await;
    schema.open().await.close().await;
    schema
        .run(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not today'; END $$;
             CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON encounters DEFERRABLE INITIALLY DEFERRED
             FOR EACH ROW EXECUTE FUNCTION refuse()",
        )
        .await;
    let said = store::copy(&at(&from), &place(schema.url())).await.expect_err("it can't commit").to_string();
    assert!(
        said.contains("failed at the very end (not today), so the copy may be there whole, or not at all."),
        "{said}"
    );
    schema.drop().await;
}

/// At the command line, it says what it does, then what it has done or why not, and its exit code says it too.
#[tokio::test]
async fn the_command_says_what_it_did() {
    let folder = tempfile::tempdir().expect("a folder");
    let from = filled(folder.path()).await;
    let to = folder.path().join("to.db");
    let run = || {
        let command = std::process::Command::new(env!("CARGO_BIN_EXE_umpire"))
            .args(["store", "copy"])
            .args([&from, &to])
            .output()
            .expect("it runs");
        (command.status.success(), String::from_utf8(command.stdout).expect("text"))
    };
    let (done, said) = run();
    assert!(done && said.contains("The bot must stay stopped meanwhile"), "{said}");
    assert!(said.contains("log") && said.contains("600 rows  SHA-256 "), "{said}");
    assert!(said.ends_with("3 fights, 600 rows, 2 characters: all the same in both.\n"), "{said}");
    let (done, said) = run();
    assert!(!done && said.contains("isn’t empty, so nothing was copied."), "{said}");
}
