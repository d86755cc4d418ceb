//! The names under which the store knows messages that more than one publisher looks for.

/// The tracker.
pub const TRACKER: &str = "tracker";
