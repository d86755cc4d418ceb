//! The store's promise, end to end: the real program, killed at every step and at any moment, and restarted beside a Discord that never
//! noticed. The local table (the stand-in for Discord) lives in the test; Umpire is a separate process with its own database.
//!
//! Nothing here looks inside the program: what counts is what its log contains, what the channel shows, and that the two agree.
#![cfg(all(feature = "bot", unix))]

mod autopilot;
mod deadlines;
mod doctor;
mod export;
mod failpoints;
mod health;
#[path = "../common/spec.rs"]
mod judge;
mod kills;
mod max_concurrency;
mod over_http;
mod play;
#[path = "../common/postgres_schema.rs"]
mod postgres_schema;
#[path = "../common/private.rs"]
mod private;
mod shards;
mod start;
mod takeover;
mod turn_calls;
mod two_servers;
mod world;
