//! A live fight: [`EncounterService`] decides inputs, writes them down, and only then lets them happen; [`Tables`] runs one task per fight,
//! with its mailbox and its deadline, and lets it rest while nobody touches it. [`command`] turns commands typed at any front end into
//! requests. Nothing here draws anything or knows Discord's protocol: what there is to tell goes into the store's outbox, and a [`Publisher`] is
//! notified.

mod arrivals;
pub mod autopilot;
mod away;
mod begin_warnings;
mod caller;
pub mod chains;
pub mod clock;
pub mod command;
mod deadline_holds;
mod fight_address;
mod fight_index;
mod first_players;
pub mod forecast;
pub mod forget;
pub mod gms;
mod group_in_progress;
pub mod group_orders;
mod handle;
mod keeper;
mod last_stories;
mod live;
pub mod live_fights;
mod lone_gm;
mod new_fight;
mod no_gm;
mod notice_kind;
mod odds;
mod odds_words;
mod open_fight;
pub mod option_values;
mod outbox_rows;
pub mod people;
mod placing;
pub mod public_numbers;
mod publisher;
mod resolve;
mod resting;
mod roster;
mod run_command;
mod seen_clock;
pub mod sentences;
pub mod service;
pub mod service_error;
pub mod setting_keys;
mod several;
mod stand_ins;
mod synonyms;
mod table_message;
mod umpire;
mod umpire_thinks;
pub mod unreadable_log;
mod vitals;
mod who_is_meant;

pub use clock::{Clock, SystemClock};
pub use command::{Command, CommandReply};
pub use live_fights::{Handle, Tables};
pub use new_fight::NewFight;
pub use notice_kind::NoticeKind;
pub use publisher::Publisher;
pub use service::{Caller, EncounterService, InputOrigin, ServiceError};
pub use several::ENDS;
pub use synonyms::other_names;
pub use who_is_meant::ALL;
