//! Whole tables, for a copy: reads them page by page in the order of their keys, and writes rows as they are.

use async_trait::async_trait;
use sqlx::{AssertSqlSafe, Executor as _, Row as _, query, query_scalar};

use super::super::{self as dialect, Connection, Row};
use crate::store::copied_tables::{Cell, CellKind, META, TABLES, Table};
use crate::store::whole_tables::WholeTables;

/// How many rows are read at once, and written by one statement. A picture or a body has at most a mebibyte; no table has so many columns that it's
/// too many parameters (SQLite takes 32,766, PostgreSQL 65,535).
const PAGE: usize = 128;

/// `$first`, `$first + 1` and so on.
fn placeholders(first: usize, count: usize) -> String {
    (first..first + count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
}

/// Reads the first page of a table, or the one after a row with the key in the parameters. By an index, so that it takes no longer than its rows do.
pub(super) fn page(table: &Table, is_first: bool) -> String {
    let columns: Vec<&str> = table.columns[..table.key].iter().map(|it| it.0).collect();
    let (first, key) = (columns[0], columns.join(", "));
    let since = match is_first {
        true => format!("{first} IS NOT NULL"),
        false => format!("({key}) > ({})", placeholders(1, table.key)),
    };
    format!("SELECT {} FROM {} WHERE {since} ORDER BY {key} LIMIT {PAGE}", names(table), table.name)
}

fn names(table: &Table) -> String {
    table.columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

fn cell(row: &Row, at: usize, kind: CellKind) -> Result<Cell, sqlx::Error> {
    Ok(match kind {
        CellKind::Number => row.try_get::<Option<i64>, _>(at)?.map_or(Cell::Null, Cell::Number),
        CellKind::Text => row.try_get::<Option<String>, _>(at)?.map_or(Cell::Null, Cell::Text),
        CellKind::Bytes => row.try_get::<Option<Vec<u8>>, _>(at)?.map_or(Cell::Null, Cell::Bytes),
    })
}

/// A statement with these cells as its parameters, each of its column's type.
macro_rules! bound {
    ($sql:expr, $cells:expr) => {
        $cells.fold(query(AssertSqlSafe($sql)), |statement, (cell, (_, kind))| match (cell, kind) {
            (Cell::Number(it), _) => statement.bind(*it),
            (Cell::Text(it), _) => statement.bind(it.clone()),
            (Cell::Bytes(it), _) => statement.bind(it.clone()),
            (Cell::Null, CellKind::Number) => statement.bind(None::<i64>),
            (Cell::Null, CellKind::Text) => statement.bind(None::<String>),
            (Cell::Null, CellKind::Bytes) => statement.bind(None::<Vec<u8>>),
        })
    };
}

#[async_trait]
impl WholeTables for Connection {
    async fn begin_reading(&mut self) -> Result<(), sqlx::Error> {
        self.execute(dialect::MOMENT).await.map(drop)
    }

    async fn begin_writing(&mut self) -> Result<(), sqlx::Error> {
        self.execute(dialect::WRITE).await.map(drop)
    }

    async fn commit(&mut self) -> Result<(), sqlx::Error> {
        self.execute("COMMIT").await.map(drop)
    }

    async fn close(self: Box<Self>) -> Result<(), sqlx::Error> {
        sqlx::Connection::close(*self).await
    }

    async fn is_empty(&mut self) -> Result<bool, sqlx::Error> {
        for table in &TABLES {
            let any = format!("SELECT count(*) FROM (SELECT 1 FROM {} LIMIT 1) AS found", table.name);
            if query_scalar::<_, i64>(AssertSqlSafe(any)).fetch_one(&mut *self).await? > 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn page(&mut self, table: &Table, after: Option<&[Cell]>) -> Result<Vec<Vec<Cell>>, sqlx::Error> {
        let sql = page(table, after.is_none());
        let after = after.map_or(&[][..], |it| &it[..table.key]);
        let rows = bound!(sql, after.iter().zip(table.columns)).fetch_all(&mut *self).await?;
        rows.iter()
            .map(|row| table.columns.iter().enumerate().map(|(at, (_, kind))| cell(row, at, *kind)).collect())
            .collect()
    }

    async fn insert(&mut self, table: &Table, rows: &[Vec<Cell>]) -> Result<(), sqlx::Error> {
        let width = table.columns.len();
        let values = (0..rows.len()).map(|row| format!("({})", placeholders(row * width + 1, width)));
        let values = values.collect::<Vec<_>>().join(", ");
        let sql = format!("INSERT INTO {} ({}) VALUES {values}", table.name, names(table));
        bound!(sql, rows.iter().flat_map(|row| row.iter().zip(table.columns))).execute(&mut *self).await.map(drop)
    }

    async fn clear_meta(&mut self) -> Result<(), sqlx::Error> {
        self.execute(AssertSqlSafe(format!("DELETE FROM {}", META.name))).await.map(drop)
    }

    async fn last_number(&mut self, table: &Table) -> Result<i64, sqlx::Error> {
        let highest = format!("SELECT coalesce(max(id), 0) FROM {}", table.name);
        let highest: i64 = query_scalar(AssertSqlSafe(highest)).fetch_one(&mut *self).await?;
        let given: Option<i64> = query_scalar(dialect::LAST_NUMBER).bind(table.name).fetch_optional(&mut *self).await?;
        Ok(highest.max(given.unwrap_or(0)))
    }

    async fn go_on_after(&mut self, table: &Table, number: i64) -> Result<(), sqlx::Error> {
        for sql in dialect::GO_ON_AFTER {
            query(*sql).bind(table.name).bind(number).execute(&mut *self).await?;
        }
        Ok(())
    }
}
