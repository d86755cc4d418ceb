//! What the tests of every system share: how a fight is set up for them, and what must be so in each of them. What a system tests of its
//! own stands in its folder.

pub mod by_lot;
mod other_games;
pub mod page;
mod pairs;
mod table;

pub use table::{Table, one, pair, read_sheet};
