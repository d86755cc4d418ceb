//! Umpire, a referee for tabletop combat. The modules, from the inside out: [`engine`] is what every rule system shares, [`rules`] contains
//! the systems; both are pure. The rest (feature `bot`) brings them to a table.

#[cfg(feature = "bot")]
pub mod cli;
#[cfg(feature = "bot")]
pub mod config;
#[cfg(feature = "bot")]
pub mod discord;
#[cfg(feature = "bot")]
pub mod doctor;
#[cfg(feature = "bot")]
pub mod failpoint;
#[cfg(feature = "bot")]
pub mod health;
#[cfg(feature = "bot")]
pub mod heartbeat;
#[cfg(feature = "bot")]
pub mod localtable;
#[cfg(feature = "bot")]
pub mod metrics;
#[cfg(feature = "bot")]
mod observed_bot;
#[cfg(feature = "pictures")]
pub mod pictures;
#[cfg(feature = "bot")]
pub mod replay;
#[cfg(feature = "bot")]
pub mod report;
#[cfg(feature = "bot")]
pub mod script;
#[cfg(feature = "bot")]
mod seating;
#[cfg(feature = "bot")]
pub mod serve;
#[cfg(feature = "bot")]
pub mod store;
#[cfg(feature = "bot")]
pub mod store_copy;
#[cfg(all(feature = "bot", unix))]
mod systemd;
#[cfg(feature = "bot")]
pub mod table;
#[cfg(feature = "bot")]
pub mod telemetry;
#[cfg(feature = "bot")]
pub mod verify;

pub use umpire_core::{engine, rules, simulate};

/// Tests of the bot and the pictures have a fight of the core's tests.
#[cfg(test)]
#[path = "rules/murdham/tests/table.rs"]
#[allow(dead_code)]
mod test_fight;
