//! What tables may choose: rulings that have alternatives. Each with its name and its default.

use super::sheet;
use crate::rules::names::key;
use serde::{Deserialize, Serialize};

/// What tables may choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// R19: whether players' characters must keep to their trait slots.
    pub slots: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { slots: true }
    }
}

/// Reads one option.
///
/// # Errors
/// What there is.
pub fn set_option(options: &mut Options, name: &str, value: &str) -> Result<(), String> {
    match key(name).as_str() {
        "slots" => options.slots = sheet::yes(value)?,
        _ => {
            let known: Vec<String> = self::options(options).into_iter().map(|it| it.0).collect();
            return Err(format!("TD2e has no option \u{201c}{name}\u{201d}. It has {}.", known.join(", ")));
        }
    }
    Ok(())
}

/// The options with their values.
pub fn options(options: &Options) -> Vec<(String, String)> {
    vec![("slots".to_owned(), if options.slots { "on" } else { "off" }.to_owned())]
}
