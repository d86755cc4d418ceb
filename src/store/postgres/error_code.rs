//! PostgreSQL's codes for what went wrong. Docs, "Appendix A. PostgreSQL Error Codes".

/// The server's code for what went wrong.
pub(super) fn code(error: &sqlx::Error) -> Option<String> {
    Some(error.as_database_error()?.code()?.into_owned())
}
