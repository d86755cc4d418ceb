//! A database's tables as a copy needs them: read whole, and written as they are.

use async_trait::async_trait;

use super::copied_tables::{Cell, Table};

/// A connection to a database that a copy reads or writes. Errors are the database's.
#[async_trait]
pub(super) trait WholeTables: Send {
    /// Begins to read, all of it as of one moment.
    async fn begin_reading(&mut self) -> Result<(), sqlx::Error>;
    /// Begins to write, all of it or nothing.
    async fn begin_writing(&mut self) -> Result<(), sqlx::Error>;
    /// Ends either.
    async fn commit(&mut self) -> Result<(), sqlx::Error>;
    /// Disconnects, and so lets SQLite move what was written into the file itself.
    async fn close(self: Box<Self>) -> Result<(), sqlx::Error>;
    /// Whether nothing is kept yet.
    async fn is_empty(&mut self) -> Result<bool, sqlx::Error>;
    /// The next rows after one, in the order of their keys.
    async fn page(&mut self, table: &Table, after: Option<&[Cell]>) -> Result<Vec<Vec<Cell>>, sqlx::Error>;
    /// Writes a page of rows as they are, at least one.
    async fn insert(&mut self, table: &Table, rows: &[Vec<Cell>]) -> Result<(), sqlx::Error>;
    /// Removes what a new database says of itself.
    async fn clear_meta(&mut self) -> Result<(), sqlx::Error>;
    /// The last number that a table has given to a row, which may be gone.
    async fn last_number(&mut self, table: &Table) -> Result<i64, sqlx::Error>;
    /// Lets a table give only higher numbers than this one.
    async fn go_on_after(&mut self, table: &Table, number: i64) -> Result<(), sqlx::Error>;
}
