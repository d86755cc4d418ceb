//! What tables may choose: rulings that have alternatives. Each with its name and its default.

use super::sheet;
use crate::rules::names::key;
use serde::{Deserialize, Serialize};

/// What tables may choose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// A1: only the acting side rolls, against 8 and the other's modifier.
    pub passive: bool,
    /// A25: the members of a side mix their turns.
    pub interleaved: bool,
    /// A29: the Party adds its best DEX score instead of the modifier.
    pub score: bool,
    /// R23: anyone who moves is asked in the channel before the move draws attacks of opportunity, and not only warned by the command.
    pub warn: bool,
    /// R5: the GM's own take their turns beside the order as long as they are hidden.
    #[serde(default)]
    pub unseen_beside: bool,
}

/// Reads one option.
pub fn set_option(options: &mut Options, name: &str, value: &str) -> Result<(), String> {
    let one_of = |on: &[&str], off: &[&str]| match key(value).as_str() {
        it if on.contains(&it) => Ok(true),
        it if off.contains(&it) => Ok(false),
        _ => Err(format!("{name} must be {} or {}, not \u{201c}{value}\u{201d}.", off[0], on[0])),
    };
    match key(name).as_str() {
        "opposed" | "opposed-checks" => {
            options.passive = one_of(&["passive", "passive-8", "8", "one", "companion"], &["rolled", "both", "roll"])?;
        }
        "passive" | "passive-8" => options.passive = sheet::yes(value)?,
        "interleaved" | "interleave" => options.interleaved = sheet::yes(value)?,
        "turns" => options.interleaved = one_of(&["interleaved", "mixed"], &["one-after-another", "in-turn"])?,
        "initiative" | "dex" => options.score = one_of(&["score", "dex-score"], &["modifier", "mod", "dex-modifier"])?,
        "warn" | "warning" => options.warn = sheet::yes(value)?,
        "unseen-beside" => options.unseen_beside = sheet::yes(value)?,
        _ => {
            let known: Vec<String> = self::options(options).into_iter().map(|it| it.0).collect();
            return Err(format!(
                "Sovereign has no option called \u{201c}{name}\u{201d}. Its options are {}.",
                known.join(", ")
            ));
        }
    }
    Ok(())
}

/// The options with their values.
pub fn options(options: &Options) -> Vec<(String, String)> {
    let on = |yes: bool| if yes { "on" } else { "off" };
    [
        ("opposed", if options.passive { "passive" } else { "rolled" }),
        ("interleaved", on(options.interleaved)),
        ("initiative", if options.score { "score" } else { "modifier" }),
        ("warn", on(options.warn)),
        ("unseen-beside", on(options.unseen_beside)),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .to_vec()
}
