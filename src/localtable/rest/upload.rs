//! A file that came with a request.

use axum::body::Bytes;

/// A file sent with a request.
#[derive(Clone, Debug)]
pub(in crate::localtable) struct Upload {
    /// The `n` of its part `files[n]`.
    pub(in crate::localtable) number: u64,
    pub(in crate::localtable) filename: String,
    pub(in crate::localtable) bytes: Bytes,
}
