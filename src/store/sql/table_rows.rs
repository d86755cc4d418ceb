//! Whole tables, for a copy: reads them page by page in the order of their keys, and writes rows as they are.

use async_trait::async_trait;
use sqlx::{AssertSqlSafe, Executor as _, Row as _, query, query_scalar};

use super::super::{self as dialect, Connection, Row};
use crate::store::tables::{Cell, CellKind, META, TABLES, Table};
use crate::store::whole_tables::WholeTables;

/// How many rows are read at once. A picture or a body has at most a mebibyte.
const PAGE: usize = 128;

/// A column, or 0 for an empty cell, in what orders the rows.
fn key_column((name, kind): &(&'static str, CellKind)) -> String {
    match kind {
        CellKind::Number => format!("coalesce({name}, 0)"),
        CellKind::Text | CellKind::Bytes => (*name).to_owned(),
    }
}

fn placeholders(count: usize) -> String {
    (1..=count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
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
    ($sql:expr, $cells:expr, $table:expr) => {
        $cells.iter().zip($table.columns).fold(query(AssertSqlSafe($sql)), |statement, (cell, (_, kind))| {
            match (cell, kind) {
                (Cell::Number(it), _) => statement.bind(*it),
                (Cell::Text(it), _) => statement.bind(it.clone()),
                (Cell::Bytes(it), _) => statement.bind(it.clone()),
                (Cell::Null, CellKind::Number) => statement.bind(None::<i64>),
                (Cell::Null, CellKind::Text) => statement.bind(None::<String>),
                (Cell::Null, CellKind::Bytes) => statement.bind(None::<Vec<u8>>),
            }
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
        let key = table.columns[..table.key].iter().map(key_column).collect::<Vec<_>>().join(", ");
        let since = after.map_or_else(String::new, |_| format!("WHERE ({key}) > ({})", placeholders(table.key)));
        let sql = format!("SELECT {} FROM {} {since} ORDER BY {key} LIMIT {PAGE}", names(table), table.name);
        let after: Vec<Cell> = after.unwrap_or_default()[..after.map_or(0, |_| table.key)]
            .iter()
            .map(|it| if *it == Cell::Null { Cell::Number(0) } else { it.clone() })
            .collect();
        let rows = bound!(sql, after, table).fetch_all(&mut *self).await?;
        rows.iter()
            .map(|row| table.columns.iter().enumerate().map(|(at, (_, kind))| cell(row, at, *kind)).collect())
            .collect()
    }

    async fn insert(&mut self, table: &Table, row: &[Cell]) -> Result<(), sqlx::Error> {
        let (names, values) = (names(table), placeholders(table.columns.len()));
        let sql = format!("INSERT INTO {} ({names}) VALUES ({values})", table.name);
        bound!(sql, row, table).execute(&mut *self).await.map(drop)
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
