//! A database for tests of the statements themselves.

use super::dialect::Connection;
use super::open::open;
use super::options::SqliteOptions;

/// Asks how a statement would be run.
pub(super) const EXPLAIN: [&str; 2] = ["SELECT 1", "EXPLAIN QUERY PLAN"];
/// What the answer calls reading or ordering a whole table.
pub(super) const WHOLE: [&str; 2] = ["SCAN ", "TEMP B-TREE"];

/// Our tables in a file that goes with the folder.
pub(super) async fn test_connection() -> Option<(Connection, tempfile::TempDir)> {
    let folder = tempfile::tempdir().expect("a folder");
    let options = SqliteOptions::new(folder.path().join("umpire.db"));
    let opened = open(&options).await.expect("a new database");
    opened.readers.close().await;
    Some((opened.writer, folder))
}
/// Ends a test.
pub(super) const DROP_TEST: &str = "SELECT 1";
