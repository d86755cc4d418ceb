//! How long a reader may take.

use sqlx::{Executor as _, query_scalar};

use super::dialect::sql::convert::world;
use super::open::READER;
use super::test_database::{DROP_TEST, test_connection};
use crate::store::error::StoreError;

/// A question that takes too long is interrupted, and whoever asked is told that.
#[tokio::test]
async fn a_reader_has_its_time() {
    let Some((mut db, ())) = test_connection().await else { return };
    db.execute(READER).await.expect("settings");
    let limit: String = query_scalar("SHOW statement_timeout").fetch_one(&mut db).await.expect("a setting");
    assert_eq!(limit, "10s");
    db.execute("SET default_transaction_read_only = off; SET statement_timeout = 1").await.expect("settings");
    let error = query_scalar::<_, String>("SELECT pg_sleep(600)::text").fetch_one(&mut db).await.expect_err("no");
    assert_eq!(world(error), StoreError::TookTooLong);
    db.execute("SET statement_timeout = 0").await.expect("a setting");
    db.execute(DROP_TEST).await.expect("the test ends");
}
