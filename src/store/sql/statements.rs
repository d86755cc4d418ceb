//! What a statement of the writer's comes to.

use crate::store::error::StoreError;

/// The outer error is the database's, the inner one a refusal.
pub(super) type Tried<T, E> = Result<Result<T, E>, sqlx::Error>;

/// Whether the database refused a row because `what` ("table.column", or an index's name) already exists.
pub(super) fn repeats(error: &sqlx::Error, what: &str) -> bool {
    error.as_database_error().is_some_and(|error| error.is_unique_violation() && error.message().contains(what))
}

pub(super) fn count(rows: u64) -> i64 {
    i64::try_from(rows).unwrap_or(i64::MAX)
}

/// The count, or the refusal if there was nothing to change.
pub(super) fn some(rows: u64, missing: impl FnOnce() -> StoreError) -> Result<i64, StoreError> {
    if rows == 0 { Err(missing()) } else { Ok(count(rows)) }
}
