//! What other processes have changed in the settings that this one may have read before.

use super::ids::Snowflake;

/// A change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingNews {
    /// Something in this scope of an application was set or deleted.
    Changed {
        /// Whose bot.
        application: Snowflake,
        /// The scope: "guild:123", "user:5".
        scope: String,
    },
    /// Changes may have been missed.
    Missed,
}
