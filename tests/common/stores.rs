//! The stores, for the promises that all of them must keep.

#[path = "postgres_schema.rs"]
pub mod postgres_schema;

/// Runs each promise, a function that takes a store, against the in-memory store, the SQLite store and, if there's a server, the PostgreSQL
/// store.
macro_rules! promises {
    ($($promise:ident),* $(,)?) => {
        mod memory {
            $(#[tokio::test] async fn $promise() { super::$promise(&umpire::store::MemoryStore::new()).await; })*
        }
        mod sqlite {
            $(#[tokio::test] async fn $promise() {
                let directory = tempfile::tempdir().expect("a directory");
                let options = umpire::store::SqliteOptions::new(directory.path().join("umpire.db"));
                let store = umpire::store::SqliteStore::open(options).await.expect("a new database");
                super::$promise(&store).await;
                umpire::store::Store::close(&store).await;
            })*
        }
        mod postgres {
            $(#[tokio::test] async fn $promise() {
                let Some(schema) = super::stores::postgres_schema::PostgresSchema::create().await else { return };
                let store = schema.open().await;
                super::$promise(&store).await;
                umpire::store::Store::close(&store).await;
                schema.drop().await;
            })*
        }
    };
}

pub(crate) use promises;
