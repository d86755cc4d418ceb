//! The store's promise, end to end: the real program, killed at every step and at any moment, and started again beside a Discord that
//! never noticed. The local table (Discord's stand-in) lives in the test; Umpire is a process of its own with its own database.
//!
//! Nothing here looks into the program: what counts is what its log holds, what the channel shows, and that the two agree.
#![cfg(all(feature = "bot", unix))]

mod calls;
mod deadlines;
mod export;
mod failpoints;
#[path = "../common/spec.rs"]
mod judge;
mod kills;
mod play;
#[path = "../common/private.rs"]
mod private;
mod start;
mod world;
