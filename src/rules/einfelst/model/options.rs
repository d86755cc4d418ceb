//! Options: rulings and Director's choices with alternatives, each with its name and default.

use super::{
    sheet::{self, HARM_POINTS},
    state::{Position, Skill},
};
use crate::rules::names::key;
use serde::{Deserialize, Serialize};

/// A table's options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// R3: foes who are all alike share one card.
    pub shared_cards: bool,
    /// A6: whether blows can be dodged.
    pub dodge_melee: bool,
    /// A7: what holding on is rolled with.
    pub hold: Skill,
    /// A24: shots at a target in cover need an extra success.
    pub cover_demands: bool,
    /// R20: the GM's own keep their Harm in slots too.
    pub npc_slots: bool,
    /// A2: the Harm points that put a combatant out of action.
    pub harm_points: u8,
    /// §3 Harm: only Harm that affects the test takes dice away.
    pub harm_fitting: bool,
    /// A27: the position of Fear tests.
    pub position: Position,
    /// R32: what notices an ambush.
    pub watch: Skill,
    /// C2: player characters keep to starting values.
    pub starting_values: bool,
    /// R4: hidden combatants of the GM's act beside the order, so that neither the order nor the open cards give them away. A table whose
    /// GM has a channel of their own plays this way.
    #[serde(default)]
    pub unseen_beside: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            shared_cards: false,
            dodge_melee: false,
            hold: Skill::Force,
            cover_demands: false,
            npc_slots: false,
            harm_points: HARM_POINTS,
            harm_fitting: false,
            position: Position::Risky,
            watch: Skill::Read,
            starting_values: false,
            unseen_beside: false,
        }
    }
}

/// A position by its name.
pub fn position(value: &str) -> Result<Position, String> {
    let named = Position::ALL.iter().find(|it| it.0 == key(value));
    named.map(|it| it.1).ok_or_else(|| "Choose controlled, risky or desperate (R36, A27).".to_owned())
}

/// Reads one option.
pub fn set_option(options: &mut Options, name: &str, value: &str) -> Result<(), String> {
    let yes = || sheet::yes(value);
    let skill = |one: Skill, other: Skill| match Skill::named(value) {
        Some(it) if it == one || it == other => Ok(it),
        _ => Err(format!("{} or {}.", one.name().to_lowercase(), other.name().to_lowercase())),
    };
    match key(name).as_str() {
        "shared-cards" | "share-cards" | "group-cards" => options.shared_cards = yes()?,
        "dodge-melee" => options.dodge_melee = yes()?,
        "hold" => options.hold = skill(Skill::Force, Skill::Endure)?,
        "cover-demands" | "cover" => options.cover_demands = yes()?,
        "npc-harm" => {
            options.npc_slots = match key(value).as_str() {
                "slots" | "levels" => true,
                "points" | "harm-points" => false,
                _ => return Err("points or slots (R20).".to_owned()),
            }
        }
        "harm-points" | "npc-maximum" => {
            options.harm_points = match value.trim().parse() {
                Ok(it @ 1..=60) => it,
                _ => return Err("a number from 1 to 60 (A2).".to_owned()),
            }
        }
        "harm-counts" => {
            options.harm_fitting = match key(value).as_str() {
                "all" | "always" => false,
                "fitting" | "bearing" => true,
                _ => return Err("all, or fitting: only Harm that affects the test.".to_owned()),
            }
        }
        "position" => options.position = position(value)?,
        "watch" | "ambush-against" => options.watch = skill(Skill::Read, Skill::Track)?,
        "starting-values" | "starting-limits" => options.starting_values = yes()?,
        "unseen-beside" => options.unseen_beside = yes()?,
        _ => {
            let known: Vec<String> = self::options(options).into_iter().map(|it| it.0).collect();
            return Err(format!("Einfelst Wilds has no option \u{201c}{name}\u{201d}. It has {}.", known.join(", ")));
        }
    }
    Ok(())
}

/// The options with their values.
pub fn options(options: &Options) -> Vec<(String, String)> {
    let on = |it: bool| if it { "on" } else { "off" }.to_owned();
    [
        ("shared-cards", on(options.shared_cards)),
        ("dodge-melee", on(options.dodge_melee)),
        ("hold", options.hold.name().to_lowercase()),
        ("cover-demands", on(options.cover_demands)),
        ("npc-harm", if options.npc_slots { "slots" } else { "points" }.to_owned()),
        ("harm-points", options.harm_points.to_string()),
        ("harm-counts", if options.harm_fitting { "fitting" } else { "all" }.to_owned()),
        ("position", options.position.name().to_owned()),
        ("watch", options.watch.name().to_lowercase()),
        ("starting-values", on(options.starting_values)),
        ("unseen-beside", on(options.unseen_beside)),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}
