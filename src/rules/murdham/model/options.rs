//! What tables may choose: the optional rules, and the rulings that have alternatives. Each with its name and its default.

use crate::rules::{murdham::model::sheet, names::key};
use serde::{Deserialize, Serialize};

/// Whose turns the chaos of combat counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChaosFor {
    /// Player characters'.
    #[default]
    Players,
    /// Everyone's.
    Everybody,
}

/// Whose morale is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MoraleFor {
    /// Everyone's.
    Everybody,
    /// The GM's own.
    Gm,
    /// Nobody's. (Fights from before there was morale go on without it.)
    #[default]
    Nobody,
}

/// Whose gear makes durability rolls after the fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DurabilityFor {
    /// Everyone's.
    Everybody,
    /// Player characters'.
    Players,
    /// Nobody's. (Fights from before there was wear end without it.)
    #[default]
    Nobody,
}

/// What tables may choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// R53: fast and slow phases.
    #[serde(rename = "fat")]
    pub fast_and_slow: bool,
    /// R54: fifteen seconds.
    pub chaos: bool,
    /// A25: for whom.
    pub chaos_for: ChaosFor,
    /// A1: two non-lethal attacks of a counter land together, not one by lot first.
    #[serde(default = "together")]
    pub non_lethal_together: bool,
    /// A16: each target of a blast has a damage roll of its own, else one roll is for all.
    #[serde(default = "together")]
    pub blast_rolls_each: bool,
    /// A21: how many zones a full movement is, with the turn's own.
    pub full_move_zones: u16,
    /// R44, A26: whose morale is checked.
    #[serde(default)]
    pub morale: MoraleFor,
    /// R49: whose gear makes durability rolls.
    #[serde(default)]
    pub durability: DurabilityFor,
    /// A18: whether a guard may step in before a final blow.
    pub guard_final_blow: bool,
    /// A27: of players' characters near a player's character, only those are asked to guard whose guarding could save the target and wouldn't be
    /// likely to cost the guard as much.
    #[serde(default)]
    pub guards_in_danger: bool,
    /// C37: whether who taunts must pass a WIT save first.
    #[serde(default)]
    pub taunt_save: bool,
    /// R40, in place of R1: the GM's own take their turns beside the order as long as they are concealed, so that the order tells of
    /// nobody who is not seen. A table whose GM has a channel of their own plays so.
    #[serde(default)]
    pub unseen_beside: bool,
    /// C14: players' characters are human unless their sheet says otherwise.
    pub humans: bool,
}

/// What both were before they could be chosen.
fn together() -> bool {
    true
}

impl Default for Options {
    fn default() -> Options {
        Options {
            fast_and_slow: false,
            chaos: false,
            chaos_for: ChaosFor::Players,
            non_lethal_together: true,
            blast_rolls_each: true,
            full_move_zones: 2,
            morale: MoraleFor::Everybody,
            durability: DurabilityFor::Everybody,
            guard_final_blow: true,
            guards_in_danger: false,
            taunt_save: false,
            unseen_beside: false,
            humans: true,
        }
    }
}

/// Reads one option.
pub fn set_option(options: &mut Options, name: &str, value: &str) -> Result<(), String> {
    let yes = || sheet::yes(value);
    match key(name).as_str() {
        "fat" => options.fast_and_slow = yes()?,
        "chaos" => options.chaos = yes()?,
        "chaos-for" => {
            options.chaos_for = match key(value).as_str() {
                "players" => ChaosFor::Players,
                "everybody" | "everyone" | "all" => ChaosFor::Everybody,
                _ => return Err("players or everybody.".to_owned()),
            }
        }
        "non-lethal" => {
            options.non_lethal_together = match key(value).as_str() {
                "together" => true,
                "random" | "by-lot" => false,
                _ => return Err("together or random.".to_owned()),
            }
        }
        "blast-damage" | "blast-roll" | "blast-rolls" => {
            options.blast_rolls_each = match key(value).as_str() {
                "each" => true,
                "one" | "one-roll" => false,
                _ => return Err("each or one.".to_owned()),
            }
        }
        "full-move" => {
            options.full_move_zones = match value.trim() {
                "2" => 2,
                "3" => 3,
                _ => return Err("2 or 3 zones.".to_owned()),
            }
        }
        "morale" | "morale-for" => {
            options.morale = match key(value).as_str() {
                "everybody" | "everyone" | "all" | "on" => MoraleFor::Everybody,
                "gm" | "foes" => MoraleFor::Gm,
                "off" | "nobody" | "no" => MoraleFor::Nobody,
                _ => return Err("everybody, gm or off.".to_owned()),
            }
        }
        "durability" => {
            options.durability = match key(value).as_str() {
                "everybody" | "everyone" | "all" | "on" => DurabilityFor::Everybody,
                "players" => DurabilityFor::Players,
                "off" | "nobody" | "no" => DurabilityFor::Nobody,
                _ => return Err("everybody, players or off.".to_owned()),
            }
        }
        "guard-final-blow" => options.guard_final_blow = yes()?,
        "guards" | "guard" => {
            options.guards_in_danger = match key(value).as_str() {
                "in-danger" | "danger" => true,
                "always" | "every-blow" | "on" | "all" => false,
                _ => return Err("always or in-danger.".to_owned()),
            }
        }
        "taunt-save" => options.taunt_save = yes()?,
        "unseen-beside" => options.unseen_beside = yes()?,
        "humans" => options.humans = yes()?,
        _ => {
            let known: Vec<String> = self::options(options).into_iter().map(|it| it.0).collect();
            return Err(format!("Murdham has no option \u{201c}{name}\u{201d}. It has {}.", known.join(", ")));
        }
    }
    Ok(())
}

/// The options with their values.
pub fn options(options: &Options) -> Vec<(String, String)> {
    let on = |it: bool| if it { "on" } else { "off" }.to_owned();
    let chaos_for = match options.chaos_for {
        ChaosFor::Players => "players",
        ChaosFor::Everybody => "everybody",
    };
    let morale = match options.morale {
        MoraleFor::Everybody => "everybody",
        MoraleFor::Gm => "gm",
        MoraleFor::Nobody => "off",
    };
    let durability = match options.durability {
        DurabilityFor::Everybody => "everybody",
        DurabilityFor::Players => "players",
        DurabilityFor::Nobody => "off",
    };
    [
        ("fat", on(options.fast_and_slow)),
        ("chaos", on(options.chaos)),
        ("chaos-for", chaos_for.to_owned()),
        ("non-lethal", if options.non_lethal_together { "together" } else { "random" }.to_owned()),
        ("blast-damage", if options.blast_rolls_each { "each" } else { "one" }.to_owned()),
        ("full-move", options.full_move_zones.to_string()),
        ("morale", morale.to_owned()),
        ("durability", durability.to_owned()),
        ("guard-final-blow", on(options.guard_final_blow)),
        ("guards", if options.guards_in_danger { "in-danger" } else { "always" }.to_owned()),
        ("taunt-save", on(options.taunt_save)),
        ("unseen-beside", on(options.unseen_beside)),
        ("humans", on(options.humans)),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}
