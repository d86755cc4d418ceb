//! The book, in its own order: turns, tests, attacks and what saves from them, harm, movement, sneaking, recovery.

pub mod attack;
pub mod cost;
pub mod evasion;
pub mod harm;
pub mod movement;
pub mod recovery;
pub mod sneak;
pub mod testing;
pub mod turn;
