//! What only the PostgreSQL store promises: a database that can't be used is named in one sentence, without the password, and left as it was; a
//! server's restart costs nothing; and names are told apart and ordered as in SQLite, whatever the server's language.
#![cfg(feature = "bot")]

#[path = "common/new_fights.rs"]
mod new_fights;
#[path = "common/postgres_schema.rs"]
mod postgres_schema;

use new_fights::fight;
use postgres_schema::PostgresSchema;
use sqlx::Executor as _;
use umpire::store::{PostgresOpenError, PostgresOptions, PostgresStore, Store, StoreError, StoreOpenError};
use umpire::telemetry::Secret;

/// Why the database at a URL isn't opened. Its sentence never contains the password, however it's printed.
async fn refused(url: &str) -> StoreOpenError {
    let options = PostgresOptions::from_url(&Secret::new(url.to_owned())).expect("a URL");
    assert!(!format!("{options:?}").contains("hunter2"));
    let inspected = PostgresStore::inspect(&options).await.expect_err("it can't be used");
    let error = PostgresStore::open(options).await.expect_err("it can't be used");
    assert_eq!(error.to_string(), inspected.to_string(), "the doctor says the same");
    assert!(!format!("{error} {error:?}").contains("hunter2"), "{error}");
    error
}

/// A schema's URL with another user, password and database.
fn elsewhere(schema: &PostgresSchema, user: &str, database: Option<&str>) -> String {
    let (_, place) = schema.url().split_once('@').expect("a user in UMPIRE_POSTGRES");
    let (host, rest) = place.split_once('/').expect("a database in UMPIRE_POSTGRES");
    let (own, parameters) = rest.split_once('?').expect("a schema");
    format!("postgres://{user}:hunter2@{host}/{}?{parameters}", database.unwrap_or(own))
}

/// Needs no server: nobody listens on that port.
#[tokio::test]
async fn a_server_that_is_not_there_is_named() {
    let error = refused("postgres://umpire:hunter2@127.0.0.1:1/fights").await;
    let said = error.to_string();
    assert!(said.starts_with("No PostgreSQL server answers at 127.0.0.1:1 ("), "{said}");
    assert!(said.ends_with("Start it, or correct the host and port in the database’s URL."), "{said}");
}

#[tokio::test]
async fn a_stranger_is_not_let_in() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let error = refused(&elsewhere(&schema, "umpire_stranger", None)).await;
    let StoreOpenError::Postgres(PostgresOpenError::Refused { user, .. }) = &error else { panic!("{error}") };
    assert_eq!(user, "umpire_stranger");
    assert!(error.to_string().ends_with("Check the user and the password."), "{error}");
    schema.drop().await;
}

#[tokio::test]
async fn a_missing_database_is_named() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let error = refused(&elsewhere(&schema, "umpire", Some("no_such_fights"))).await;
    let said = error.to_string();
    let sentence =
        "has no database \"no_such_fights\". Create it (createdb no_such_fights), or name another one in the URL.";
    assert!(said.ends_with(sentence), "{said}");
    schema.drop().await;
}

/// A newer format, a newer migration, and a migration that isn't this build's: each is refused, and nothing is changed.
#[tokio::test]
async fn another_builds_database_is_refused() {
    for (change, sentence) in [
        ("UPDATE meta SET value = '1000' WHERE key = 'format_version'", "was written by a newer Umpire (format 1000"),
        (
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                 VALUES (1000, 'x', true, '', 0)",
            "was written by a newer Umpire (migration 1000",
        ),
        ("UPDATE _sqlx_migrations SET checksum = 'x' WHERE version = 1", "was made by a different Umpire"),
    ] {
        let Some(schema) = PostgresSchema::create().await else { return };
        schema.open().await.close().await;
        schema.run(change).await;
        let error = refused(schema.url()).await;
        let said = error.to_string();
        assert!(said.contains(sentence) && said.contains("hasn't been touched"), "{said}");
        schema.drop().await;
    }
}

#[tokio::test]
async fn another_programs_tables_are_left_alone() {
    let Some(schema) = PostgresSchema::create().await else { return };
    schema.run("CREATE TABLE wines (name text)").await;
    let said = refused(schema.url()).await.to_string();
    assert!(said.contains("it has another program’s tables"), "{said}");
    let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()";
    let tables: i64 = sqlx::query_scalar(tables).fetch_one(&mut schema.raw().await).await.expect("a count");
    assert_eq!(tables, 1);
    schema.drop().await;
}

/// An encoding that has no letters beyond ASCII can't keep people's names.
#[tokio::test]
async fn a_database_in_another_encoding_is_refused() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let name = schema.url().rsplit('=').next().expect("a schema").to_owned();
    schema.run(format!("CREATE DATABASE {name} ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")).await;
    let said = refused(&elsewhere(&schema, "umpire", Some(&name))).await.to_string();
    assert!(said.contains("its encoding is SQL_ASCII. Create it with createdb --encoding=UTF8"), "{said}");
    schema.run(format!("DROP DATABASE {name}")).await;
    schema.drop().await;
}

/// Looking creates nothing; opening creates the tables, and looking finds them.
#[tokio::test]
async fn looking_changes_nothing() {
    let Some(schema) = PostgresSchema::create().await else { return };
    assert!(!PostgresStore::inspect(&schema.options()).await.expect("it can be used"));
    assert!(!PostgresStore::inspect(&schema.options()).await.expect("it's still empty"));
    schema.open().await.close().await;
    assert!(PostgresStore::inspect(&schema.options()).await.expect("it's ours"));
    schema.drop().await;
}

/// Somebody who holds the writers' lock for longer than 5 s is named, and the next write after they've gone is done.
#[tokio::test]
async fn a_lock_that_stays_is_named() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let store = schema.open().await;
    let mut other = schema.raw().await;
    other.execute("BEGIN; LOCK TABLE meta IN SHARE ROW EXCLUSIVE MODE").await.expect("a lock");
    let options = schema.options();
    let (error, written) = tokio::join!(PostgresStore::inspect(&options), store.check_writable());
    let error = error.expect_err("it's locked").to_string();
    assert!(error.starts_with("Another program has been writing to the database "), "{error}");
    assert!(matches!(&written, Err(StoreError::Failed(why)) if why.contains("lock timeout")), "{written:?}");
    other.execute("ROLLBACK").await.expect("no lock");
    store.check_writable().await.expect("nobody holds it");
    store.close().await;
    schema.drop().await;
}

/// The server ends all connections, as at a restart: the next write and the next read make new ones.
#[tokio::test]
async fn a_restarted_server_costs_nothing() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let store = schema.open().await;
    store.set_setting(1, "guild:1", "chaos", "true").await.expect("a setting");
    let mut other = schema.raw().await;
    let end = "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
               WHERE pid <> pg_backend_pid() AND application_name = current_setting('application_name')";
    let ended: i64 = sqlx::query_scalar(end).fetch_one(&mut other).await.expect("a count");
    assert!(ended >= 2, "the writer's and a reader's: {ended}");
    store.set_setting(1, "guild:1", "chaos", "false").await.expect("on a new connection");
    assert_eq!(store.setting(1, "guild:1", "chaos").await, Ok(Some("false".into())));
    store.close().await;
    schema.drop().await;
}

/// Whoever may not create tables is told how to allow it, before anything is tried; where all tables are there, it doesn't matter.
#[tokio::test]
async fn a_user_who_may_not_create_tables_is_told() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let name = schema.url().rsplit('=').next().expect("a schema").to_owned();
    schema.run(format!("CREATE ROLE {name} LOGIN; GRANT USAGE ON SCHEMA {name} TO {name}")).await;
    let url = elsewhere(&schema, &name, None);
    let said = refused(&url).await.to_string();
    assert!(said.contains(&format!("its user \"{name}\" may not create tables in the schema \"{name}\"")), "{said}");
    assert!(said.contains(&format!("GRANT CREATE ON SCHEMA {name} TO {name}. It hasn’t been touched.")), "{said}");
    schema.open().await.close().await;
    schema.run(format!("GRANT ALL ON ALL TABLES IN SCHEMA {name} TO {name}")).await;
    let options = PostgresOptions::from_url(&Secret::new(url)).expect("a URL");
    assert!(PostgresStore::inspect(&options).await.expect("it's ours, and up to date"));
    schema.run(format!("DROP OWNED BY {name}; DROP ROLE {name}")).await;
    schema.drop().await;
}

/// A connection keeps a statement with the types of its parameters: the whole log and its end are read by the same one.
#[tokio::test]
async fn the_log_and_its_end_are_read_in_turn() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let store = schema.open().await;
    let id = store.create_encounter(fight(1, 1)).await.expect("a free channel");
    for _ in 0..10 {
        assert_eq!(store.load(id).await.expect("a fight").rows, []);
        assert_eq!(store.rows_since(id, 0).await, Ok(vec![]));
    }
    store.close().await;
    schema.drop().await;
}

/// Whenever a caller stops waiting for a read of several queries, the connections still read the present afterwards.
#[tokio::test]
async fn a_read_given_up_leaves_no_past_behind() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let store = schema.open().await;
    let id = store.create_encounter(fight(1, 1)).await.expect("a free channel");
    let (mut patience, mut read) = (0, 0);
    while read < 20 {
        // Waits for a few turns of the runtime rather than for a time, and longer each time.
        let given_up = async {
            for _ in 0..patience {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            biased;
            loaded = store.load(id) => { loaded.expect("a fight"); read += 1 }
            () = given_up => {}
        }
        patience += 2;
        let value = patience.to_string();
        store.set_setting(1, "guild:1", "patience", &value).await.expect("a setting");
        let setting = || store.setting(1, "guild:1", "patience");
        let (a, b, c, d) = tokio::join!(setting(), setting(), setting(), setting());
        for found in [a, b, c, d] {
            assert_eq!(found.expect("a store").as_ref(), Some(&value));
        }
    }
    store.close().await;
    schema.drop().await;
}

/// A database that can be locked but takes no writes is found out before a bot is started on it.
#[tokio::test]
async fn what_takes_no_writes_is_found_out() {
    let Some(schema) = PostgresSchema::create().await else { return };
    schema.open().await.close().await;
    let refuse = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN RAISE EXCEPTION ''the disk is full''; END';
        CREATE TRIGGER refuses BEFORE INSERT OR UPDATE ON meta FOR EACH ROW EXECUTE FUNCTION refuse()";
    schema.run(refuse).await;
    let why = PostgresStore::inspect(&schema.options()).await.expect_err("it takes no writes").to_string();
    assert!(why.contains("the disk is full"), "{why}");
    schema.drop().await;
}
