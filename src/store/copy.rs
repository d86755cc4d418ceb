//! Moves a database, from SQLite to PostgreSQL or back, or into another of its kind: every row as it is, in one transaction, and then proves
//! that both have the same rows. The source is only read.

use std::fmt;

use sha2::{Digest as _, Sha256};
use thiserror::Error;

use super::copied_tables::{Cell, META, TABLES, Table};
use super::database_message::database_message;
use super::error::StoreOpenError;
use super::place::DatabasePlace;
use super::postgres::{self, PostgresOptions};
use super::sqlite::{self, SqliteOptions};
use super::whole_tables::WholeTables;

/// How many bytes of a page are written by one statement: with pictures, all of it would be a hundred mebibytes.
const STATEMENT_BYTES: usize = 8 * 1024 * 1024;

/// Why a database wasn't copied. The target is as it was then, unless it's [`CopyError::Unsure`].
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CopyError {
    /// One of the two can't be opened.
    #[error(transparent)]
    Open(#[from] StoreOpenError),
    /// There's nothing to copy.
    #[error("There\u{2019}s no Umpire database at {0}.")]
    NoSource(String),
    /// The source was written by an older build.
    #[error(
        "The database {0} is an older Umpire\u{2019}s. Start this Umpire with it once, so that it\u{2019}s brought up to date, stop it, and copy again."
    )]
    OldSource(String),
    /// The target has something in it.
    #[error(
        "The database {0} isn\u{2019}t empty, so nothing was copied. Name a database without fights, characters and settings."
    )]
    NotEmpty(String),
    /// One of them failed.
    #[error("The database {database} failed ({why}), so nothing was copied.")]
    Failed {
        /// Which.
        database: String,
        /// Its message.
        why: String,
    },
    /// The target failed at the commit.
    #[error(
        "The database {database} failed at the very end ({why}), so the copy may be there whole, or not at all. Copy again: if it\u{2019}s there, the database isn\u{2019}t empty."
    )]
    Unsure {
        /// The target.
        database: String,
        /// Its message.
        why: String,
    },
    /// What was read back isn't what was written.
    #[error("The table {table:?} isn\u{2019}t the same in both databases, so nothing was copied. Please report this.")]
    Differs {
        /// Its name.
        table: &'static str,
    },
}

/// A table that's the same in both databases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiedTable {
    /// Its name.
    pub name: &'static str,
    /// How many rows it has.
    pub rows: u64,
    /// The SHA-256 of all its rows in order, in hex.
    pub digest: String,
}

/// What was copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiedTables(pub Vec<CopiedTable>);

impl fmt::Display for CopiedTables {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |table: &str, one: &str, some: &str| {
            let rows = self.0.iter().find(|it| it.name == table).map_or(0, |it| it.rows);
            format!("{} {}", grouped(rows), if rows == 1 { one } else { some })
        };
        let fights = counted("encounters", "fight", "fights");
        let (rows, characters) = (counted("log", "row", "rows"), counted("characters", "character", "characters"));
        write!(out, "{fights}, {rows}, {characters}: all the same in both.")
    }
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Copies all of a database into an empty one, which is created if it's missing, and compares the two. Nobody may write to either meanwhile:
/// what's written to the source after this has begun isn't copied.
///
/// # Errors
/// See [`CopyError`].
pub async fn copy(from: &DatabasePlace, to: &DatabasePlace) -> Result<CopiedTables, CopyError> {
    let mut source = source(from).await?;
    let mut target: Box<dyn WholeTables> = match to {
        DatabasePlace::File(path) => Box::new(sqlite::opened_for_copy(&SqliteOptions::new(path)).await?),
        DatabasePlace::Postgres(url) => {
            Box::new(postgres::opened_for_copy(&PostgresOptions::from_url(url).map_err(StoreOpenError::from)?).await?)
        }
    };
    let copied = copy_all((from, source.as_mut()), (to, target.as_mut())).await;
    for connection in [source, target] {
        // What was to be kept has been committed: another program that opens the database finds it.
        if let Err(error) = connection.close().await {
            tracing::warn!(%error, "a database didn't close cleanly; nothing is lost, the next start cleans up");
        }
    }
    copied
}

async fn copy_all(
    (from, source): (&DatabasePlace, &mut dyn WholeTables),
    (to, target): (&DatabasePlace, &mut dyn WholeTables),
) -> Result<CopiedTables, CopyError> {
    let fail = |place: &DatabasePlace| {
        let database = place.to_string();
        move |error: sqlx::Error| CopyError::Failed { database, why: database_message(&error) }
    };
    source.begin_reading().await.map_err(fail(from))?;
    target.begin_writing().await.map_err(fail(to))?;
    if !target.is_empty().await.map_err(fail(to))? {
        return Err(CopyError::NotEmpty(to.to_string()));
    }
    target.clear_meta().await.map_err(fail(to))?;
    let mut copied: Vec<CopiedTable> = vec![];
    let (mut read, mut written) = (TableDigest::default(), TableDigest::default());
    for table in [&META].into_iter().chain(&TABLES) {
        // A table in several parts is told as one, under the last part.
        if copied.pop_if(|it| it.name == table.name).is_none() {
            (read, written) = (TableDigest::default(), TableDigest::default());
        }
        let mut last = None;
        while let Some(page) = next(source, table, last.as_deref()).await.map_err(fail(from))? {
            page.iter().for_each(|row| read.add(row));
            for rows in in_statements(&page) {
                target.insert(table, rows).await.map_err(fail(to))?;
            }
            last = page.into_iter().next_back();
        }
        if table.is_numbered {
            let number = source.last_number(table).await.map_err(fail(from))?;
            if number > 0 {
                target.go_on_after(table, number).await.map_err(fail(to))?;
            }
        }
        digest(target, table, &mut written).await.map_err(fail(to))?;
        let (rows, digest) = read.clone().finish();
        if written.clone().finish() != (rows, digest.clone()) {
            return Err(CopyError::Differs { table: table.name });
        }
        copied.push(CopiedTable { name: table.name, rows, digest });
    }
    // The source first: nothing that can fail comes after the target's commit.
    source.commit().await.map_err(fail(from))?;
    target
        .commit()
        .await
        .map_err(|error| CopyError::Unsure { database: to.to_string(), why: database_message(&error) })?;
    Ok(CopiedTables(copied))
}

async fn source(from: &DatabasePlace) -> Result<Box<dyn WholeTables>, CopyError> {
    let (source, is_current): (Option<Box<dyn WholeTables>>, bool) = match from {
        DatabasePlace::File(path) => match sqlite::opened_to_read(&SqliteOptions::new(path)).await? {
            Some((source, is_current)) => (Some(Box::new(source)), is_current),
            None => (None, false),
        },
        DatabasePlace::Postgres(url) => {
            let options = PostgresOptions::from_url(url).map_err(StoreOpenError::from)?;
            match postgres::opened_to_read(&options).await? {
                Some((source, is_current)) => (Some(Box::new(source)), is_current),
                None => (None, false),
            }
        }
    };
    let source = source.ok_or_else(|| CopyError::NoSource(from.to_string()))?;
    if is_current { Ok(source) } else { Err(CopyError::OldSource(from.to_string())) }
}

/// The next rows of a table; `None` at its end.
async fn next(
    db: &mut dyn WholeTables,
    table: &Table,
    last: Option<&[Cell]>,
) -> Result<Option<Vec<Vec<Cell>>>, sqlx::Error> {
    let page = db.page(table, last).await?;
    Ok((!page.is_empty()).then_some(page))
}

async fn digest(db: &mut dyn WholeTables, table: &Table, all: &mut TableDigest) -> Result<(), sqlx::Error> {
    let mut last = None;
    while let Some(page) = next(db, table, last.as_deref()).await? {
        page.iter().for_each(|row| all.add(row));
        last = page.into_iter().next_back();
    }
    Ok(())
}

/// A table's rows, counted and hashed one after another.
#[derive(Clone, Default)]
struct TableDigest {
    rows: u64,
    hash: Sha256,
}

impl TableDigest {
    /// Each cell with its kind and length before it, so that no two different rows are the same bytes.
    fn add(&mut self, row: &[Cell]) {
        self.rows += 1;
        for cell in row {
            let (kind, number);
            let bytes: &[u8] = match cell {
                Cell::Null => {
                    kind = 0_u8;
                    &[]
                }
                Cell::Number(it) => {
                    kind = 1;
                    number = it.to_be_bytes();
                    &number
                }
                Cell::Text(it) => {
                    kind = 2;
                    it.as_bytes()
                }
                Cell::Bytes(it) => {
                    kind = 3;
                    it
                }
            };
            self.hash.update([kind]);
            self.hash.update((bytes.len() as u64).to_be_bytes());
            self.hash.update(bytes);
        }
    }

    fn finish(self) -> (u64, String) {
        (self.rows, hex::encode(self.hash.finalize()))
    }
}

/// A page's rows, as many at a time as one statement writes.
fn in_statements(page: &[Vec<Cell>]) -> Vec<&[Vec<Cell>]> {
    let size = |cell: &Cell| match cell {
        Cell::Null | Cell::Number(_) => 8,
        Cell::Text(it) => it.len(),
        Cell::Bytes(it) => it.len(),
    };
    let (mut all, mut first, mut bytes) = (vec![], 0, 0);
    for (at, row) in page.iter().enumerate() {
        let more: usize = row.iter().map(size).sum();
        if at > first && bytes + more > STATEMENT_BYTES {
            all.push(&page[first..at]);
            (first, bytes) = (at, 0);
        }
        bytes += more;
    }
    all.push(&page[first..]);
    all
}
