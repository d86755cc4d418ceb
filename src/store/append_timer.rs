//! How long appends take, for whoever measures it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Told how long each append took, from handing it over until it's on disk.
#[derive(Clone)]
pub struct AppendTimer(pub Arc<dyn Fn(Duration) + Send + Sync>);

impl fmt::Debug for AppendTimer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("AppendTimer")
    }
}
