//! A PostgreSQL for tests, if there's one: `UMPIRE_POSTGRES` is the URL of a database in which each test makes a schema of its own. `./check`
//! starts a server and sets it. Without it the tests say that they were skipped; with it, a server that doesn't answer is a failure.
#![allow(dead_code)] // no single test uses all of it

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _};
use umpire::store::{PostgresOptions, PostgresStore};
use umpire::telemetry::Secret;

/// A schema that nobody else uses, until it's dropped.
pub struct PostgresSchema {
    name: String,
    url: String,
}

impl PostgresSchema {
    /// A new one; `None` if there's no server to make it on, which is said on standard error.
    pub async fn create() -> Option<PostgresSchema> {
        let Ok(server) = std::env::var("UMPIRE_POSTGRES") else {
            eprintln!("skipped: UMPIRE_POSTGRES names no PostgreSQL (./check starts one)");
            return None;
        };
        let name = format!("umpire_test_{:016x}", rand::random::<u64>());
        let joined = if server.contains('?') { '&' } else { '?' };
        let url = format!("{server}{joined}options[search_path]={name}&application_name={name}");
        let it = PostgresSchema { url, name };
        it.run(format!("CREATE SCHEMA {}", it.name)).await;
        Some(it)
    }

    /// The URL by which a store uses only this schema.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// How a store opens it.
    pub fn options(&self) -> PostgresOptions {
        PostgresOptions::from_url(&Secret::new(self.url.clone())).expect("a URL")
    }

    /// A store in it.
    pub async fn open(&self) -> PostgresStore {
        PostgresStore::open(self.options()).await.expect("the server answers, and the schema is ours")
    }

    /// A connection that bypasses the store, for what another build or program might do.
    pub async fn raw(&self) -> PgConnection {
        let options: PgConnectOptions = self.url.parse().expect("a URL");
        options.connect().await.expect("the server that UMPIRE_POSTGRES names answers")
    }

    /// Runs plain SQL in it.
    pub async fn run(&self, sql: impl Into<String>) {
        let mut connection = self.raw().await;
        connection.execute(AssertSqlSafe(sql.into())).await.expect("plain SQL");
        connection.close().await.expect("a clean end");
    }

    /// Drops it with everything in it.
    pub async fn drop(self) {
        self.run(format!("DROP SCHEMA {} CASCADE", self.name)).await;
    }
}
