//! The book, in its own order: turns, tests, attacks and what saves from them, harm, movement, sneaking, what outlives a fight (`lasting`).

pub mod attack;
pub mod cost;
pub mod evasion;
pub mod harm;
pub mod lasting;
pub mod movement;
pub mod sneak;
pub mod testing;
pub mod turn;
