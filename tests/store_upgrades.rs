//! What an upgrade makes of what older builds wrote. To get there, the migrations concerned are run once more over what those builds left.
#![cfg(feature = "bot")]

#[path = "common/postgres_schema.rs"]
mod postgres_schema;

use postgres_schema::PostgresSchema;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};
use umpire::engine::Seed;
use umpire::store::{
    CommittedSeed, FightPerson, NewEncounter, SeedBytes, ShownMessage, SqliteOptions, SqliteStore, Status, Store,
    StoredRow,
};

const APPLICATION: u64 = 1 << 60;
const ANA: u64 = 80_351_110_224_678_912;
const BOB: u64 = 90_351_110_224_678_912;
const CEM: u64 = 90_351_110_224_678_913;

fn fight(channel_id: u64, people: Vec<FightPerson>) -> NewEncounter {
    let seed = Seed::new([3; 32]);
    NewEncounter {
        application_id: APPLICATION,
        guild_id: Some(1),
        channel_id,
        system: "murdham".into(),
        name: "The bridge".into(),
        created_at_ms: 1,
        status: Status::Over,
        seed: CommittedSeed { commitment: seed.commitment(), seed: SeedBytes::new(seed.bytes()) },
        opening: format!(r#"{{"name":"a \u0000 \"Gm\":{CEM}","at_ms":1700000000000,"actor":{{"Gm":{ANA}}}}}"#),
        format_version: 1,
        rows: vec![StoredRow {
            seq: 1,
            at_ms: 1,
            actor: "table".into(),
            interaction_id: None,
            body: format!(r#"{{"votes":[{ANA},{BOB}],"cards":[{{"owner":2}},{{"Seat":18446744073709551615}}]}}"#),
            format_version: 1,
        }],
        settings: vec![],
        people,
    }
}

/// What older builds left: a fight whose people nobody noted, and one in which somebody was forgotten who still stands in slots.
async fn left_by_older_builds(store: &dyn Store) -> [i64; 2] {
    let old = store.create_encounter(fight(1, vec![])).await.expect("a fight");
    let people = [(1, 1), (BOB, 2)].map(|(person_id, number)| FightPerson { person_id, number });
    let forgotten = store.create_encounter(fight(2, people.to_vec())).await.expect("a fight");
    let slots =
        [format!("called:1:{ANA}"), format!("called:1:{BOB}"), "story:1".into(), format!("turn:alone:{ANA}:2.1")];
    for slot in slots {
        let shown = ShownMessage { slot, channel_id: 2, message_id: 5, created_at_ms: 1 };
        store.put_message(forgotten, shown).await.expect("a fight");
    }
    [old, forgotten]
}

/// What those of this build make of it.
async fn is_upgraded(store: &dyn Store, [old, forgotten]: [i64; 2]) {
    let people = store.people(old).await.expect("people");
    let ids: Vec<u64> = people.iter().map(|it| it.person_id).collect();
    assert_eq!(ids, [ANA, BOB], "nobody is met whom somebody only typed");
    let fights = store.finished_fights_of(APPLICATION, ANA, 0, 5).await.expect("fights");
    assert_eq!(fights.iter().map(|it| it.id).collect::<Vec<_>>(), [old]);
    let messages = store.messages(forgotten).await.expect("messages");
    let slots: Vec<&str> = messages.iter().map(|it| it.slot.as_str()).collect();
    assert_eq!(slots, [&format!("called:1:{BOB}"), "story:1"]);
    assert_eq!(store.people(forgotten).await.expect("people").len(), 2, "whose people are known stays as it is");
}

/// In SQLite.
#[tokio::test]
async fn sqlite_is_upgraded() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("umpire.db");
    let open = async || SqliteStore::open(SqliteOptions::new(&path)).await.expect("a database");
    let store = open().await;
    let fights = left_by_older_builds(&store).await;
    store.close().await;
    let mut db = SqliteConnectOptions::new().filename(&path).connect().await.expect("a database");
    db.execute("DELETE FROM _sqlx_migrations WHERE version > 7; PRAGMA user_version = 7").await.expect("as before");
    db.close().await.expect("a clean end");
    let store = open().await;
    is_upgraded(&store, fights).await;
    store.close().await;
}

/// In PostgreSQL.
#[tokio::test]
async fn postgres_is_upgraded() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let store = schema.open().await;
    let fights = left_by_older_builds(&store).await;
    store.close().await;
    schema.run("DELETE FROM _sqlx_migrations WHERE version > 3").await;
    let store = schema.open().await;
    is_upgraded(&store, fights).await;
    store.close().await;
    schema.drop().await;
}
