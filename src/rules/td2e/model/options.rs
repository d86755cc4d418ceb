//! What tables may choose: rulings that have alternatives. Each with its name and its default, which is the page's.

use crate::rules::names::key;
use crate::rules::td2e::model::sheet;
use serde::{Deserialize, Serialize};

/// What tables may choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// R19: whether players' characters must keep to their trait slots.
    pub slots: bool,
    /// A4: whether shots can be evaded.
    pub evade_ranged: bool,
    /// A7: what advantage and disadvantage come to together.
    pub both: Both,
    /// A12: what a hit does to a combatant at 0 HP.
    pub hit_while_dying: WhileDying,
    /// A13: what becomes of the GM's own at 0 HP.
    pub foes: Foes,
    /// A22: whether one may step round the same enemies before an attack.
    pub free_step: bool,
    /// R1: the GM's own take their turns beside the order as long as they are hidden, so that the order tells of nobody who is not
    /// seen. A table whose GM has a channel of their own plays so.
    pub unseen_beside: bool,
    /// A21: anyone who runs into someone unseen stops before them and finds them. Fights that were opened before this rule play on without it:
    /// their openings do not say it.
    #[serde(default = "is_of_old", skip_serializing_if = "std::ops::Not::not")]
    pub finds_unseen: bool,
}

/// What holds where an opening does not say whether the unseen are found.
fn is_of_old() -> bool {
    false
}

/// A7 Disadvantage wins: what advantage and disadvantage come to together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Both {
    /// Disadvantage.
    #[default]
    Disadvantage,
    /// Neither.
    Normal,
}

/// A12 Hit while down: what a hit does to a combatant at 0 HP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum WhileDying {
    /// Nothing.
    #[default]
    Nothing,
    /// It costs one of the tests that are left.
    Attempt,
}

/// A13 Foes at nothing: what becomes of the GM's own at 0 HP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Foes {
    /// They are out.
    #[default]
    Out,
    /// They stabilise or die like players' characters, unless a combatant meant to knock them out.
    Stabilise,
}

const BOTH: [(&str, Both); 2] = [("disadvantage", Both::Disadvantage), ("normal", Both::Normal)];
const WHILE_DYING: [(&str, WhileDying); 2] = [("nothing", WhileDying::Nothing), ("attempt", WhileDying::Attempt)];
const FOES: [(&str, Foes); 2] = [("out", Foes::Out), ("stabilise", Foes::Stabilise)];

impl Default for Options {
    fn default() -> Options {
        Options {
            slots: true,
            evade_ranged: true,
            both: Both::default(),
            hit_while_dying: WhileDying::default(),
            foes: Foes::default(),
            free_step: true,
            unseen_beside: false,
            finds_unseen: true,
        }
    }
}

/// Reads one option.
///
/// # Errors
/// What there is.
pub fn set_option(options: &mut Options, name: &str, value: &str) -> Result<(), String> {
    let yes = || sheet::yes(value).map_err(|why| format!("{name} must be {why}"));
    match key(name).as_str() {
        "slots" => options.slots = yes()?,
        "evade-ranged" => options.evade_ranged = yes()?,
        "both" => options.both = one_of(name, value, &BOTH)?,
        "hit-while-dying" => options.hit_while_dying = one_of(name, value, &WHILE_DYING)?,
        "foes" => options.foes = one_of(name, &value.replace('z', "s"), &FOES)?,
        "free-step" => options.free_step = yes()?,
        "unseen-beside" => options.unseen_beside = yes()?,
        _ => {
            let known: Vec<String> = self::options(options).into_iter().map(|it| it.0).collect();
            return Err(format!(
                "TD2e has no option called \u{201c}{name}\u{201d}. Its options are {}.",
                known.join(", ")
            ));
        }
    }
    Ok(())
}

fn one_of<T: Copy>(name: &str, value: &str, all: &[(&str, T)]) -> Result<T, String> {
    let words = || all.iter().map(|it| it.0).collect::<Vec<_>>().join(" or ");
    let found = all.iter().find(|it| it.0 == key(value)).map(|it| it.1);
    found.ok_or_else(|| format!("{name} must be {}, not \u{201c}{value}\u{201d}.", words()))
}

/// The options with their values.
pub fn options(options: &Options) -> Vec<(String, String)> {
    fn word<T: PartialEq>(all: &[(&'static str, T)], value: &T) -> &'static str {
        all.iter().find(|it| it.1 == *value).map_or("", |it| it.0)
    }
    let on = |yes: bool| if yes { "on" } else { "off" };
    [
        ("slots", on(options.slots)),
        ("evade-ranged", on(options.evade_ranged)),
        ("both", word(&BOTH, &options.both)),
        ("hit-while-dying", word(&WHILE_DYING, &options.hit_while_dying)),
        ("foes", word(&FOES, &options.foes)),
        ("free-step", on(options.free_step)),
        ("unseen-beside", on(options.unseen_beside)),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .to_vec()
}
