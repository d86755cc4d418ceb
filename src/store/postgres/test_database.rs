//! A database for tests of the statements themselves.

use sqlx::{AssertSqlSafe, Executor as _};

use super::dialect::{Connect, Connection};
use super::open::{Opened, open};
use super::options::PostgresOptions;
use crate::telemetry::Secret;

/// Asks how a statement would be run. It's about which indexes there are, so it mustn't matter that the tables are empty.
pub(super) const EXPLAIN: [&str; 2] =
    ["SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off", "EXPLAIN"];
/// What the answer calls reading or ordering a whole table.
pub(super) const WHOLE: [&str; 2] = ["Seq Scan", "Sort"];

/// Our tables in a schema of their own, which [`DROP_TEST`] drops; `None` without a server.
pub(super) async fn test_connection() -> Option<(Connection, ())> {
    let Ok(server) = std::env::var("UMPIRE_POSTGRES") else {
        eprintln!("skipped: UMPIRE_POSTGRES names no PostgreSQL (./check starts one)");
        return None;
    };
    let name = format!("umpire_test_{:016x}", rand::random::<u64>());
    let joined = if server.contains('?') { '&' } else { '?' };
    let url = Secret::new(format!("{server}{joined}options[search_path]={name}"));
    let options = PostgresOptions::from_url(&url).expect("a URL");
    let connect = Connect::to(options.connect.clone(), options.synchronous);
    let mut maker = connect.connect().await.expect("the server answers");
    maker.execute(AssertSqlSafe(format!("CREATE SCHEMA {name}"))).await.expect("a schema");
    let Opened { readers, writer, .. } = open(&options).await.expect("our tables");
    readers.close().await;
    Some((writer, ()))
}
/// Ends a test.
pub(super) const DROP_TEST: &str = "DO $$ BEGIN EXECUTE 'DROP SCHEMA ' || current_schema() || ' CASCADE'; END $$";
