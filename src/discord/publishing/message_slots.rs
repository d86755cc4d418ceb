//! The slot names in the store for messages that more than one publisher uses.

/// The tracker.
pub const TRACKER: &str = "tracker";
