//! What tables may choose: rulings that have alternatives. Each with its name and its default.

use crate::rules::names::key;
use serde::{Deserialize, Serialize};

/// When one says how one defends oneself (A7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Declare {
    /// Once it is known that the attack hits.
    #[default]
    After,
    /// Before the attack is rolled.
    Before,
}

/// What tables may choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// A1: never more than one reaction in a round.
    pub one_reaction_a_round: bool,
    /// A3: whether a step counts as having moved, for sprinting.
    pub step_counts: bool,
    /// A7: when a dodge, a parry or an intercept is declared.
    pub declare: Declare,
    /// A19: whether a patient at 0 health wakes with 1.
    pub wakes_with_one: bool,
    /// C2: whether players are asked which die to re-roll; else the one that gains most is.
    pub asks_rerolls: bool,
    /// R6, in place of it: the GM's own take their turns beside the order as long as they are hidden, so that the order tells of nobody.
    /// A GM with a channel of their own plays so.
    #[serde(default)]
    pub unseen_beside: bool,
    /// R21: anyone who runs into someone unseen stops before them and finds them. Fights that were opened before this rule play on without it:
    /// their openings do not say it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub finds_unseen: bool,
    /// A32: whether allies are asked to step in only for a blow that goes through to the target's health, or does more than damage.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub intercepts_in_danger: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            one_reaction_a_round: false,
            step_counts: false,
            declare: Declare::After,
            wakes_with_one: true,
            asks_rerolls: false,
            unseen_beside: false,
            finds_unseen: true,
            intercepts_in_danger: false,
        }
    }
}

/// Reads one option.
///
/// # Errors
/// What there is.
pub fn set_option(options: &mut Options, name: &str, value: &str) -> Result<(), String> {
    let value = key(value);
    let one_of = |yes: &[&str], no: &[&str], names: &str| match value.as_str() {
        it if yes.contains(&it) => Ok(true),
        it if no.contains(&it) => Ok(false),
        _ => Err(format!("{name} must be {names}.")),
    };
    match key(name).as_str() {
        "reactions" | "reaction" => {
            let round = ["round", "one-per-round", "per-round"];
            options.one_reaction_a_round = one_of(&round, &["turn", "per-turn", "own-turn"], "turn or round")?;
        }
        "step-counts" | "step" => {
            options.step_counts = one_of(&["on", "yes", "moved"], &["off", "no"], "on or off")?;
        }
        "declare" | "defence" | "dodge" | "declared" => {
            let before = one_of(&["before", "before-the-roll"], &["after", "after-the-roll"], "after or before")?;
            options.declare = if before { Declare::Before } else { Declare::After };
        }
        "wakes-with" | "resuscitated" | "resuscitate" => {
            let same = ["unchanged", "0", "same", "off", "no"];
            options.wakes_with_one = one_of(&["1", "one", "on", "yes"], &same, "1 or unchanged")?;
        }
        "rerolls" | "re-rolls" => {
            options.asks_rerolls = one_of(&["ask", "asked", "on"], &["best", "auto", "off"], "best or ask")?;
        }
        "interceptors" | "intercept" | "intercepts" => {
            let always = ["always", "every-hit", "on", "all"];
            options.intercepts_in_danger = one_of(&["in-danger", "danger"], &always, "always or in-danger")?;
        }
        "unseen-beside" => options.unseen_beside = one_of(&["on", "yes"], &["off", "no"], "on or off")?,
        _ => {
            let known: Vec<String> = self::options(options).into_iter().map(|it| it.0).collect();
            return Err(format!(
                "Ingenuity has no option called \u{201c}{name}\u{201d}. Its options are {}.",
                known.join(", ")
            ));
        }
    }
    Ok(())
}

/// The options with their values.
pub fn options(options: &Options) -> Vec<(String, String)> {
    let word = |yes: bool, names: [&str; 2]| names[usize::from(!yes)].to_owned();
    [
        ("reactions", word(options.one_reaction_a_round, ["round", "turn"])),
        ("step-counts", word(options.step_counts, ["on", "off"])),
        ("declare", word(options.declare == Declare::Before, ["before", "after"])),
        ("wakes-with", word(options.wakes_with_one, ["1", "unchanged"])),
        ("rerolls", word(options.asks_rerolls, ["ask", "best"])),
        ("interceptors", word(options.intercepts_in_danger, ["in-danger", "always"])),
        ("unseen-beside", word(options.unseen_beside, ["on", "off"])),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}
