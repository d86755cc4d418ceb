//! The local table over the wire: real HTTP, real sockets, and a bot that consists of nothing but this file's calls. It refuses what
//! Discord refuses.
#![cfg(feature = "bot")]

mod access;
mod bot;
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
mod two_guilds;
mod uploads;
