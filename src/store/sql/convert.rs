//! Between our values and those of the database.

use super::super::was_interrupted;
use crate::store::database_message::database_message;
use crate::store::error::StoreError;
use crate::store::ids::Snowflake;

/// Discord's ids are unsigned and the database's integers are signed: same 64 bits.
pub(super) const fn bits(id: Snowflake) -> i64 {
    id.cast_signed()
}

/// The database's error message, without the statement or its parameters.
pub(in super::super::super) fn world(error: sqlx::Error) -> StoreError {
    match error {
        sqlx::Error::PoolClosed => StoreError::Closed,
        sqlx::Error::ColumnDecode { index, source } => StoreError::Unreadable(format!("column {index}: {source}")),
        error if was_interrupted(&error) => StoreError::TookTooLong,
        error => StoreError::Failed(database_message(&error)),
    }
}
