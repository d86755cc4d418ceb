//! What a fight is opened with.

use crate::{engine::Seat, rules::System, store::Snowflake};

/// A fight to open.
#[derive(Clone, Debug)]
pub struct NewFight {
    /// The Discord application it belongs to.
    pub application_id: Snowflake,
    /// The server; `None` in direct messages.
    pub guild_id: Option<Snowflake>,
    /// The channel or thread.
    pub channel_id: Snowflake,
    /// The rule system.
    pub system: System,
    /// The fight's name.
    pub name: String,
    /// The system's options, as typed.
    pub options: Vec<(String, String)>,
    /// The GM.
    pub gm: Seat,
}
