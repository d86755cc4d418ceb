//! Reads that must reach the end of their transaction.

use crate::store::error::StoreError;

/// Runs to its end, even if the caller stops waiting. A transaction that's dropped between its BEGIN and the database's answer isn't rolled back
/// by sqlx: its connection would go back to the pool inside it, and whoever reads there next would see the past.
///
/// # Errors
/// Those of the read; [`StoreError::Closed`] if the runtime ends first.
pub(super) async fn uninterrupted<T: Send + 'static>(
    read: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    match tokio::spawn(read).await {
        Ok(answer) => answer,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(StoreError::Closed),
        },
    }
}
