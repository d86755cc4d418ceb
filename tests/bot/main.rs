//! The bot, end to end: the real one, over the wire, at the local table, with people who type and press. At the end of each test, every
//! request and every response is checked against Discord's specification.
#![cfg(feature = "bot")]

#[path = "../common/spec.rs"]
mod judge;
#[path = "../common/private.rs"]
mod private;

mod abandoned;
mod access_changes;
mod aftermath;
mod autopilot;
mod between_fights;
mod clicks;
mod commands;
mod corner_cases;
mod damaged_logs;
mod deleted_channels;
mod discord_edge_cases;
mod disruptions;
mod doctor;
mod files;
mod fixture;
mod forecast;
mod forged_components;
mod gm_channel;
mod gm_never_locked_out;
mod gm_pairing;
mod gm_panel;
mod gm_questions;
mod gm_seats;
mod gm_shortcuts;
mod gm_tools;
mod health;
mod hostile_input;
mod http_interactions;
mod joining_sides;
mod limits;
mod map;
mod old_questions;
mod outsiders;
mod own_dice;
mod panels;
mod parties;
mod pictures;
mod pings;
mod play;
mod play_again;
mod prepared;
mod presses;
mod privacy;
mod rate_limit_pressure;
mod recovery;
mod requests;
mod rest_proxy;
mod resting;
mod secrets;
mod shards;
mod shared_settings;
mod spans;
mod squares;
mod start;
mod suggest;
mod systems;
mod text_mode;
mod throttle;
mod too_large;
mod turn_calls;
mod wording_and_privacy;
