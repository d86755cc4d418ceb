//! Discord's side of the table: what the bot sends, what it understands when somebody presses or types, and what Discord allows.
//! It knows a fight only through what the table hands it; no rule is decided here.
//!
//! Reading order: [`limits`] and [`message`] (what may be sent), [`text`] (what people typed), [`custom_id`] (what a button
//! carries), [`permissions`], [`api_base`] (where Discord is), [`courier`] (how a message gets there).

pub mod api_base;
pub mod courier;
pub mod custom_id;
pub mod limits;
pub mod message;
pub mod permissions;
pub mod text;
