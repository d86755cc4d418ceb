//! Who makes a request, and where it came from.

use crate::{engine::Seat, store::Snowflake};

/// The person making a request, as the transport knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The person.
    pub seat: Seat,
    /// Whether one of their roles makes them a GM here.
    pub has_gm_role: bool,
}

/// Where an input came from, and when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputOrigin {
    /// Its interaction; stored with the row, so that it can cause only one.
    pub interaction: Option<Snowflake>,
    /// When it was sent, in milliseconds since the epoch; `None` for now.
    pub sent_ms: Option<i64>,
}
