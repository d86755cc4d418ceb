//! What a database says of its failures.

/// The database's own message, without the statement, its parameters, or the place in the database's source; otherwise the driver's.
pub(super) fn database_message(error: &sqlx::Error) -> String {
    error.as_database_error().map_or_else(|| error.to_string(), |error| error.message().to_owned())
}
