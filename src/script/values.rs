//! Compares a value written in a script with the fight's, the way a person would.

use super::typed::{first_word, unquoted};

/// Fields that every system probably has, for suggestions.
pub(super) const COMMON_FIELDS: &[&str] = &[
    "acted",
    "reacted",
    "turn",
    "place",
    "side",
    "player",
    "hidden",
    "concealed",
    "conditions",
    "standing",
    "main",
    "bonus",
    "move",
    "health",
    "weapons",
    "in-hand",
    "items",
    "injuries",
    "orders",
    "dying",
    "dead",
    "down",
    "stable",
    "initiative",
    "round",
    "phase",
];
/// The most words in a field's name.
const FIELD_WORDS: usize = 4;

/// The field's name, its expected value and its actual value. A field without a value should be "yes"; `not dying` means `dying no`. If
/// several names start with the same words (`durability`, `durability straight sword`), the one with the written value counts, otherwise
/// the longest one that leaves a value after it.
pub(super) fn read_field(written: &str, read: &dyn Fn(&str) -> Option<String>) -> Option<(String, String, String)> {
    let mut name = String::new();
    let mut best: Option<(String, String, String)> = None;
    let mut rest = written.trim();
    for _ in 0..FIELD_WORDS {
        let (word, after) = first_word(rest);
        if word.is_empty() {
            break;
        }
        name = if name.is_empty() { word.to_owned() } else { format!("{name} {word}") };
        rest = after;
        if let Some(found) = read(&name) {
            let wanted = if rest.is_empty() { "yes" } else { unquoted(rest) };
            let holds = same(wanted, &found);
            if holds || best.is_none() || !rest.is_empty() {
                best = Some((name.clone(), wanted.to_owned(), found));
            }
            if holds {
                break;
            }
        }
    }
    if best.is_some() {
        return best;
    }
    let denied = written.trim().strip_prefix("not ")?.trim();
    Some((denied.to_owned(), "no".to_owned(), read(denied)?))
}

/// What people write for a value besides the fight's own word for it.
const ALSO: &[(&str, &[&str])] = &[
    ("left", &["yes", "available", "unused", "unspent", "free", "1"]),
    ("used", &["no", "spent", "gone", "unavailable", "0"]),
    ("held", &["immune", "passed", "holds"]),
    ("broken", &["failed", "fails", "routed"]),
    ("half a zone", &["half", "half zone", "0.5", "0.5 zones"]),
    ("1 zone", &["1", "one zone", "one"]),
    ("2 zones", &["2", "two zones"]),
];

/// A value without optional parts: its case, the word "border", a count of one, a plus, the order of a border's zones.
fn plain(it: &str) -> String {
    let lower = it.trim().to_lowercase();
    match lower.as_str() {
        "yes" | "on" | "true" => return "yes".to_owned(),
        "no" | "off" | "false" => return "no".to_owned(),
        "" | "none" | "nobody" | "nothing" | "-" => return "none".to_owned(),
        _ => {}
    }
    let bare = lower.strip_prefix("border ").unwrap_or(&lower); // a border is named by its zones
    let bare = bare.strip_suffix(" x1").unwrap_or(bare);
    let bare = bare.strip_prefix('+').unwrap_or(bare);
    let bare = &bare.replace("/ac ", "/"); // Shock 2/AC 15
    match bare.split_once('/') {
        Some((a, b)) if b < a && !a.starts_with(|it: char| it.is_ascii_digit()) => format!("{b}/{a}"),
        _ => bare.to_owned(),
    }
}

/// Whether a value is as expected: neither case nor the order of a list matters; `8` also matches `8/9`, but a zone isn't the border it
/// shares; yes matches on, and one or more of a count; no matches none of it.
pub(super) fn same(wanted: &str, found: &str) -> bool {
    let also = |it: &&(&str, &[&str])| it.0.eq_ignore_ascii_case(found.trim());
    if ALSO.iter().find(also).is_some_and(|it| it.1.contains(&wanted.trim().to_lowercase().as_str())) {
        return true;
    }
    let listed = |it: &str| {
        let mut all: Vec<String> = it.split([',', ';']).map(plain).collect();
        all.sort_unstable();
        all
    };
    let first = found.split('/').next().unwrap_or(found);
    let count = |it: &str| it.trim().parse::<u32>().ok();
    match plain(wanted).as_str() {
        "yes" if count(found).is_some_and(|it| it > 0) => return true,
        "no" | "none" if count(found) == Some(0) || plain(found) == "none" => return true,
        "0" if plain(found) == "none" => return true,
        _ => {}
    }
    plain(wanted) == plain(found)
        || listed(wanted) == listed(found)
        || (found.contains('/') && is_number(first) && plain(wanted) == plain(first))
}

/// Whether it's a number, with or without a sign.
fn is_number(it: &str) -> bool {
    it.trim().trim_start_matches(['+', '-', '\u{2212}']).starts_with(|it: char| it.is_ascii_digit())
}

/// Whether a text contains this part, ignoring case and the shape of quotes.
pub(super) fn holds(text: &str, part: &str) -> bool {
    let plain =
        |it: &str| it.to_lowercase().replace(['\u{2019}', '\u{2018}'], "'").replace(['\u{201c}', '\u{201d}'], "\"");
    plain(text).contains(&plain(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values are compared as a person would: 8 is 8/9, yes is on, lists in any order.
    #[test]
    fn values_are_compared_as_people_do() {
        let alike = [
            ("8", "8/9"),
            ("Yes", "on"),
            ("dying, blind", "blind, dying"),
            ("none", ""),
            ("4", "4"),
            ("Yard/Gate", "Gate/Yard"),
            ("healing draught", "healing draught x1"),
            ("available", "left"),
            ("half", "half a zone"),
            ("yes", "2"),
            ("no", "0"),
            ("no", "none"),
            ("0", "none"),
            ("+1", "1"),
            ("1/15", "1/AC 15"),
        ];
        for (wanted, found) in alike {
            assert!(same(wanted, found), "{wanted} {found}");
        }
        for (wanted, found) in [
            ("9", "8/9"),
            ("yes", "no"),
            ("dying", "blind, dying"),
            ("1", "10"),
            ("yes", "0"),
            ("no", "1"),
            ("Gate", "Gate/Yard"),
            ("Yard", "Gate/Yard"),
        ] {
            assert!(!same(wanted, found), "{wanted} {found}");
        }
    }

    /// A field's name can have several words; without a value it should be "yes", with "not" it shouldn't.
    #[test]
    fn a_field_reads_its_name_and_value() {
        let read = |name: &str| match name {
            "health" => Some("8/9".to_owned()),
            "max health" => Some("9".to_owned()),
            "durability" => Some("4".to_owned()),
            "durability straight sword" => Some("9".to_owned()),
            "dying" => Some("no".to_owned()),
            _ => None,
        };
        let three = |a: &str, b: &str, c: &str| Some((a.to_owned(), b.to_owned(), c.to_owned()));
        assert_eq!(read_field("health 8", &read), three("health", "8", "8/9"));
        assert_eq!(read_field("max health 9", &read), three("max health", "9", "9"));
        assert_eq!(read_field("dying", &read), three("dying", "yes", "no"));
        assert_eq!(read_field("not dying", &read), three("dying", "no", "no"));
        let sword = "durability straight sword";
        assert_eq!(read_field("durability 4", &read), three("durability", "4", "4"));
        assert_eq!(read_field("durability straight sword 9", &read), three(sword, "9", "9"));
        assert_eq!(read_field("durability straight sword 8", &read), three(sword, "8", "9"));
        assert_eq!(read_field("hunger 3", &read), None);
    }

    #[test]
    fn quotes_and_apostrophes_are_taken_as_typed() {
        assert!(holds("It is the Bandits\u{2019} step.", "bandits' STEP"));
    }
}
