//! The tables that a copy takes along, in an order in which each comes after those it refers to, and what their cells hold. The same in SQLite
//! and in PostgreSQL; a migration that adds a column or a table adds it here.

/// What a column holds.
#[derive(Clone, Copy)]
pub(super) enum CellKind {
    Number,
    Text,
    Bytes,
}

use CellKind::{Bytes, Number, Text};

/// One cell of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cell {
    Null,
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// A table.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) columns: &'static [(&'static str, CellKind)],
    /// How many columns, from the first, order the rows and tell them apart: those of an index, in its order. Rows without the first aren't meant.
    pub(super) key: usize,
    /// Whether the database gives out the numbers in its column `id`, and never one twice.
    pub(super) is_numbered: bool,
}

const fn keyed(name: &'static str, key: usize, columns: &'static [(&'static str, CellKind)]) -> Table {
    Table { name, columns, key, is_numbered: false }
}

const fn numbered(name: &'static str, columns: &'static [(&'static str, CellKind)]) -> Table {
    Table { name, columns, key: 1, is_numbered: true }
}

/// What's known of the database itself: in every database, so a copy's is replaced.
pub(super) const META: Table = keyed("meta", 1, &[("key", Text), ("value", Text)]);

/// All others, which are empty in a new database.
pub(super) const TABLES: [Table; 19] = [
    numbered(
        "encounters",
        &[
            ("id", Number),
            ("application_id", Number),
            ("guild_id", Number),
            ("channel_id", Number),
            ("system", Text),
            ("name", Text),
            ("created_at_ms", Number),
            ("status", Text),
            ("format_version", Number),
            ("head_seq", Number),
        ],
    ),
    keyed("openings", 1, &[("encounter_id", Number), ("body", Text)]),
    keyed("seeds", 2, &[("encounter_id", Number), ("from_seq", Number), ("seed", Bytes), ("commitment", Text)]),
    numbered(
        "log",
        &[
            ("id", Number),
            ("encounter_id", Number),
            ("seq", Number),
            ("at_ms", Number),
            ("actor", Text),
            ("interaction_id", Number),
            ("body", Text),
            ("format_version", Number),
        ],
    ),
    numbered(
        "outbox",
        &[
            ("id", Number),
            ("encounter_id", Number),
            ("seq", Number),
            ("kind", Text),
            ("slot", Text),
            ("channel_id", Number),
            ("nonce", Text),
            ("payload", Text),
            ("state", Text),
            ("message_id", Number),
            ("attempts", Number),
            ("note", Text),
            ("created_at_ms", Number),
        ],
    ),
    keyed(
        "messages",
        2,
        &[
            ("encounter_id", Number),
            ("slot", Text),
            ("channel_id", Number),
            ("message_id", Number),
            ("created_at_ms", Number),
        ],
    ),
    keyed("nonces", 2, &[("encounter_id", Number), ("slot", Text), ("used", Number)]),
    keyed("fight_people", 2, &[("encounter_id", Number), ("person_id", Number), ("number", Number)]),
    keyed(
        "settlements",
        2,
        &[
            ("encounter_id", Number),
            ("head_seq", Number),
            ("written", Number),
            ("decided_by", Number),
            ("decided_at_ms", Number),
            ("outcome", Text),
        ],
    ),
    numbered(
        "characters",
        &[
            ("id", Number),
            ("application_id", Number),
            ("guild_id", Number),
            ("owner_id", Number),
            ("system", Text),
            ("name", Text),
            ("folded_name", Text),
            ("sheet", Text),
            ("updated_at_ms", Number),
        ],
    ),
    keyed("settings", 3, &[("application_id", Number), ("scope", Text), ("key", Text), ("value", Text)]),
    numbered(
        "parties",
        &[
            ("id", Number),
            ("application_id", Number),
            ("guild_id", Number),
            ("owner_id", Number),
            ("system", Text),
            ("name", Text),
            ("folded_name", Text),
            ("created_at_ms", Number),
        ],
    ),
    numbered("party_members", &[("id", Number), ("party_id", Number), ("character_id", Number)]),
    numbered(
        "preparations",
        &[
            ("id", Number),
            ("application_id", Number),
            ("guild_id", Number),
            ("owner_id", Number),
            ("system", Text),
            ("name", Text),
            ("folded_name", Text),
            ("opening", Text),
            ("format_version", Number),
            ("updated_at_ms", Number),
        ],
    ),
    keyed("pictures", 1, &[("hash", Text), ("bytes", Bytes)]),
    // Each has one of the two: those of fights, and those of prepared encounters.
    keyed(
        "backgrounds",
        1,
        &[
            ("encounter_id", Number),
            ("preparation_id", Number),
            ("picture", Text),
            ("wide_px", Number),
            ("high_px", Number),
            ("square_hundredths", Number),
            ("left_px", Number),
            ("top_px", Number),
        ],
    ),
    keyed(
        "backgrounds",
        1,
        &[
            ("preparation_id", Number),
            ("encounter_id", Number),
            ("picture", Text),
            ("wide_px", Number),
            ("high_px", Number),
            ("square_hundredths", Number),
            ("left_px", Number),
            ("top_px", Number),
        ],
    ),
    keyed(
        "private_menus",
        2,
        &[("encounter_id", Number), ("user_id", Number), ("expires_at_ms", Number), ("body", Text)],
    ),
    keyed("portraits", 1, &[("character_id", Number), ("picture", Text)]),
];
