//! The slash commands. Each only defines its name and options; the table does the work: the command becomes a
//! [`table::Command`](crate::table::Command), as in a play script. Nothing is decided here.

mod about;
mod actions;
pub mod autocomplete;
#[cfg(test)]
mod autocomplete_tests;
mod character;
mod context;
mod dice;
mod encounter;
mod gm;
mod gm_channel;
mod gm_seats;
mod help;
mod joining;
mod lookups;
mod map;
mod option_values;
mod party;
mod ping;
mod prepared;
mod resting;
mod settings;

use super::{app_context::AppContext, app_error::AppError};
use std::sync::Arc;

#[cfg(test)]
pub(super) use help::help_text;

/// All commands, for registration.
pub fn all() -> Vec<poise::Command<Arc<AppContext>, AppError>> {
    vec![
        encounter::encounter(),
        joining::join(),
        joining::leave(),
        joining::autopilot(),
        character::character(),
        party::party(),
        resting::rest(),
        actions::attack(),
        actions::act(),
        actions::r#move(),
        actions::pass(),
        actions::end(),
        actions::say(),
        lookups::who(),
        map::show(),
        map::sight(),
        lookups::rule(),
        lookups::orders(),
        dice::roll(),
        lookups::stats(),
        about::privacy(),
        about::about(),
        gm::gm(),
        help::help(),
        ping::ping(),
        settings::preferences(),
        settings::settings(),
    ]
}
