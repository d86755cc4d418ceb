//! Whether a player has sat down at a fight's table. What follows from it is in `lone_gm`.

/// What's known of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum FirstPlayers {
    /// Nobody has yet, as far as is known.
    #[default]
    NotYet,
    /// Nobody has, and the fight is paused until somebody does.
    Awaited,
    /// They have, or the GM has started the fight without them.
    Here,
}
