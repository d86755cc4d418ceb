//! The Discord side: what the bot sends, what presses and typed text mean, and what Discord allows. It only sees of a fight what the table
//! gives it; no rule is decided here.
//!
//! Reading order: [`limits`] and [`message`] (what may be sent), [`text`] (what people typed), [`custom_id`] (what a button
//! carries), [`bot_permissions`], [`connecting`] (the clients that talk to Discord), [`rest`] (how a message gets there); then the bot: [`bot`] (start
//! and end), [`framework`] (how events come), [`app_context`] (what all share), [`commands`] and [`components`] (what people do), [`reply`]
//! (how they are answered), [`compose`] (what messages look like), [`publishing`] (how the channel is kept up to date); and what is kept between
//! fights: [`character_file`], [`attachments`], [`aftermath`].

mod abandoned_fights;
pub mod aftermath;
mod answer_advice;
pub mod app_context;
pub mod app_error;
pub mod attachments;
mod board_background;
pub mod bot;
pub mod bot_permissions;
mod brought_pictures;
pub mod channel_watch;
mod chaos_of_combat;
pub mod character_file;
pub mod clock_skew;
pub mod combatant_tag;
pub mod commands;
pub mod components;
pub mod compose;
pub mod connecting;
mod connection_watch;
pub mod counted_http;
pub mod custom_id;
pub mod deleted_channels;
mod deletions;
pub mod diagnosis;
pub mod drafts;
mod end_fight;
mod field_meanings;
mod forecast;
pub mod framework;
pub mod full_log;
pub mod gateway_for_bots;
mod gm_activity;
mod gm_pairing;
mod group_rows;
pub mod guild_settings;
pub mod housekeeping;
mod http_interactions;
pub mod interaction_admission;
pub mod interaction_context;
mod interaction_door;
mod join_requests;
mod joining;
mod kept_menus;
mod left_servers;
pub mod limits;
pub mod look_budget;
pub mod map_attachment;
mod map_pictures;
pub mod map_renderer;
pub mod member_permissions;
mod menu_changes;
pub mod message;
pub mod observer;
mod odds_in_time;
mod open_pages;
pub mod open_ready_fight;
mod open_turn_menus;
mod own_dice;
mod own_privacy;
mod parties;
mod passing_refusals;
pub mod picture_library;
mod pings_wanted;
mod play_again;
mod portraits;
mod practice;
mod prepared_encounters;
mod private_map;
pub mod publisher_context;
pub mod publishing;
pub mod ready_fights;
mod ready_made;
pub mod reply;
pub mod rest;
mod rule_lookup;
pub mod saved_characters;
mod session_starts;
mod shard_lease;
pub mod start_fight;
mod startup;
mod system_choice;
mod table_commands;
pub mod text;
pub mod thinking_times;
pub mod throttle;
pub mod traffic;
mod unreadable_events;
pub mod unreadable_fight;
mod word_to_gm;
