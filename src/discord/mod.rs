//! Discord's side of the table: what the bot sends, what it understands when someone presses or types, and what Discord allows.
//! It knows a fight only through what the table hands it; no rule is decided here.
//!
//! Reading order: [`limits`] and [`message`] (what may be sent), [`text`] (what people typed), [`custom_id`] (what a button
//! carries), [`permissions`], [`connecting`] (the clients that talk to Discord), [`rest`] (how a message gets there); then the bot: [`bot`] (start
//! and end), [`framework`] (how events come), [`app_context`] (what all share), [`commands`] and [`components`] (what people do), [`reply`]
//! (how they are answered), [`compose`] (what messages look like), [`publishing`] (how the channel is kept up to date); and what is kept between
//! fights: [`character_file`], [`attachments`], [`aftermath`].

pub mod aftermath;
pub mod app_context;
pub mod app_error;
pub mod attachments;
pub mod bot;
mod chaos_of_combat;
pub mod character_file;
pub mod combatant_tag;
pub mod commands;
pub mod components;
pub mod compose;
pub mod connecting;
pub mod custom_id;
pub mod door;
pub mod drawings;
pub mod framework;
pub mod gm_book;
pub mod guild_settings;
pub mod interaction_context;
mod join_requests;
mod joining;
pub mod limits;
pub mod map;
pub mod message;
pub mod open_panels;
mod opening;
mod parties;
pub mod permissions;
mod preparations;
mod private_map;
pub mod publisher_context;
pub mod publishing;
pub mod ready_fight;
pub mod ready_fights;
pub mod reply;
pub mod rest;
pub mod rights;
mod rule_lookup;
pub mod saved_characters;
pub mod skew;
pub mod starting;
mod systems;
mod table_commands;
pub mod text;
pub mod unfinished;
pub mod unreadable;
pub mod vanished;
pub mod watch;
pub mod whole_log;
