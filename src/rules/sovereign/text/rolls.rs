//! What rolls are called. The log keeps the words that it has always had, so that every export goes on verifying; people read nouns, which
//! read well both after a name and before the dice: "Ana's shove: 2d6 (3, 4) …".

use crate::{engine::Modifier, rules::sovereign::Roll};

/// A roll as people read it.
pub fn readable(roll: &Roll) -> Roll {
    let modifiers = roll.modifiers.iter().map(|it| Modifier { name: modifier_name(&it.name).to_owned(), by: it.by });
    Roll { what: roll_name(&roll.what), modifiers: modifiers.collect(), ..roll.clone() }
}

/// A modifier's name, as people read it.
fn modifier_name(kept: &str) -> &str {
    match kept {
        "larger than oneself" => "larger target",
        "rounds since" => "time since the injury",
        "helpers" => "help",
        "the others" => "the group",
        "precisely murderous" => "Precisely Murderous",
        other => other,
    }
}

/// A roll's name, as people read it.
fn roll_name(kept: &str) -> String {
    let (stem, rest) = kept.find(" (").map_or((kept, ""), |at| kept.split_at(at));
    let noun = match stem {
        "a miss of trained fists" => "glancing blow",
        "to catch them" => "pursuit",
        "against to catch them" | "to break free" => "escape",
        "the shot" => "shot",
        "to stabilise" => "stabilising check",
        "to shove" => "shove",
        "against to shove" => "shove resistance",
        "to grapple" => "grapple",
        "against to grapple" => "grapple resistance",
        "to hold on" => "hold",
        "to move the held" => "wrestling check",
        "against to move the held" => "wrestling resistance",
        "the grip" => "grip damage",
        "where it lands, clockwise from the north" => "landing spot, clockwise from the north",
        "splashing oil" => "oil splash",
        "to get past the screen" => "push past the screen",
        "to screen" | "against to get the spell past the screen" => "screen",
        "to get the spell past the screen" => "spell",
        "to come upon them unseen" => "ambush",
        "to break in on them" => "break-in",
        "against to come upon them unseen" | "against to break in on them" => "watchfulness",
        other => return of_something(other) + rest,
    };
    format!("{noun}{rest}")
}

/// The names that say of what: a weapon, a skill, a side.
fn of_something(stem: &str) -> String {
    let prefixed = |prefix: &str| stem.strip_prefix(prefix);
    if let Some(weapon) = prefixed("attack, ") {
        format!("{weapon} attack")
    } else if let Some(weapon) = prefixed("damage, ") {
        format!("{weapon} damage")
    } else if let Some(side) = prefixed("initiative, ") {
        format!("{} initiative", crate::rules::wording::of_the(side))
    } else if let Some(skill) = prefixed("to use ") {
        format!("{skill} check")
    } else {
        stem.to_owned()
    }
}
