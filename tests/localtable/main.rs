//! The local table over the wire: real HTTP, real sockets, a bot that is nothing but this file's calls. What Discord
//! refuses, it refuses.
#![cfg(feature = "bot")]

mod bot;
mod door;
mod faults;
mod gateway;
mod interactions;
#[path = "../common/spec.rs"]
mod judge;
mod limits;
mod page;
mod permissions;
mod restart;
mod routes;
mod spec;
mod uploads;
