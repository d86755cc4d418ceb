//! The bot, end to end: the real one, over the wire, at the local table, with people who type and press. At the end of each test, every
//! request and every response is checked against Discord's specification.
#![cfg(feature = "bot")]

#[path = "../common/spec.rs"]
mod judge;
#[path = "../common/private.rs"]
mod private;

mod aftermath;
mod again;
mod busy;
mod clicks;
mod commands;
mod corners;
mod doors;
mod edges;
mod files;
mod forge;
mod gm_channel;
mod gm_seats;
mod limits;
mod locked;
mod manners;
mod map;
mod nasty;
mod panels;
mod parties;
mod people;
mod pings;
mod play;
mod prepared;
mod secrets;
mod squares;
mod stage;
mod start;
mod strangers;
mod systems;
mod trouble;
mod turn_calls;
mod world;
