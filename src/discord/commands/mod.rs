//! The slash commands. Each says only what it is called and which options it takes; what it does is the table's: it becomes a
//! [`table::Command`](crate::table::Command), the same that a play script writes. Nothing is decided here.

mod acting;
mod character;
mod choices;
mod context;
mod dice;
mod encounter;
mod gm;
mod gm_channel;
mod help;
mod joining;
mod looking;
mod map;
mod party;
mod ping;
mod prepared;
mod resting;
mod seats;
mod settings;
pub mod suggest;
#[cfg(test)]
mod suggest_tests;

use super::{app_context::AppContext, app_error::AppError};
use std::sync::Arc;

#[cfg(test)]
pub(super) use help::help_text;

/// All commands, to be registered.
pub fn all() -> Vec<poise::Command<Arc<AppContext>, AppError>> {
    vec![
        encounter::encounter(),
        joining::join(),
        joining::leave(),
        character::character(),
        party::party(),
        resting::rest(),
        acting::attack(),
        acting::act(),
        acting::r#move(),
        acting::pass(),
        acting::end(),
        acting::say(),
        looking::who(),
        map::show(),
        map::sight(),
        looking::rule(),
        looking::orders(),
        dice::roll(),
        gm::gm(),
        help::help(),
        ping::ping(),
        settings::preferences(),
        settings::settings(),
    ]
}
