//! A live fight: [`EncounterService`] judges what comes, writes it down, and only then lets it happen; [`Tables`] keeps one task for each,
//! with its mailbox and its deadline. Commands typed at any front end become requests in [`command`]. Nothing here draws
//! anything or knows Discord's wire: what there is to tell goes into the store's outbox, and a [`Publisher`] is rung.

mod away;
pub mod chains;
pub mod clock;
pub mod command;
pub mod live;
mod meant;
mod news;
pub mod numbers;
pub mod remains;
mod seen_clock;
pub mod service;
mod synonyms;
pub mod words;

pub use clock::{Clock, SystemClock};
pub use command::{Command, CommandReply};
pub use live::{Handle, NewFight, Publisher, Tables};
pub use service::{Caller, EncounterService, InputOrigin, ServiceError};
pub use synonyms::other_names;
