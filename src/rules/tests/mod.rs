//! What every system's tests share: how to set up a fight, and what must hold in every system. A system's own tests are in its folder.

mod account;
mod facts;
mod fog;
mod forecast;
mod noninterference;
mod odds;
mod other_games;
pub mod page;
mod playing;
mod questions;
pub mod random_fights;
mod table;

pub use table::{Table, one, pair, read_sheet};
