//! The two stores, for the promises that both must keep.

/// Runs each promise, a function that takes a store, against the in-memory store and the SQLite store.
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
    };
}

pub(crate) use promises;
