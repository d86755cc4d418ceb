//! Whether a player has sat down at a fight's table. What follows from it is in `lone_gm`.

use crate::{engine::Actor, rules::story::actor_text, store::StoredRow};

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

impl FirstPlayers {
    /// What the rows of a fight tell that's taken up: whether somebody but its GM has played in it, or the table's last deed was to pause it, if
    /// it's paused.
    pub fn on_record(rows: &[StoredRow]) -> FirstPlayers {
        let [table, umpire] = [Actor::Table, Actor::Umpire].map(actor_text);
        let is_a_player = |it: &StoredRow| it.actor.starts_with("player ") || it.actor == umpire;
        match rows.last() {
            _ if rows.iter().any(is_a_player) => FirstPlayers::Here,
            Some(last) if last.actor == table => FirstPlayers::Awaited,
            _ => FirstPlayers::NotYet,
        }
    }
}
