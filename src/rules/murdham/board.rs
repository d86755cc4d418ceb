//! Reads a board of zones and borders as it is typed.

use super::fields::key;
use crate::engine::space::zones::{BORDER_HOLDS, Border, DOORWAY_HOLDS, ZONE_HOLDS, Zone, ZoneId, Zones};

/// No board has more zones or borders.
const MOST_ZONES: usize = 40;

/// Reads a board: `zones="Gate, Yard"` and `borders="Gate-Yard, Yard-Tower (doorway), Tower-Gate (closed)"`. A number in
/// brackets says how many a place holds. Without `borders`, each zone adjoins the next; `borders=none` leaves them apart.
///
/// # Errors
/// What is wrong with it.
pub fn board(fields: &[(String, String)]) -> Result<Zones, String> {
    let mut board = Zones { zones: vec![], borders: vec![] };
    let known = |name: &str| ["zone", "border"].contains(&key(name).trim_end_matches('s'));
    if let Some((other, _)) = fields.iter().find(|it| !known(&it.0)) {
        return Err(format!("A board has zones and borders, and no \u{201c}{other}\u{201d}."));
    }
    let list = |name: &str| {
        let text = fields.iter().find(|it| key(&it.0).trim_end_matches('s') == name).map_or("", |it| it.1.as_str());
        let items = text.split([',', ';', '|']).map(str::trim).filter(|it| !it.is_empty() && key(it) != "none");
        items.map(str::to_owned).collect::<Vec<_>>()
    };
    for typed in list("zone") {
        let (name, note) = noted(&typed);
        if name.is_empty() || name.chars().count() > 40 || name.contains(['/', '-']) {
            return Err(format!(
                "\u{201c}{name}\u{201d} cannot be a zone\u{2019}s name: 1 to 40 characters, without - and /."
            ));
        }
        if board.zones.iter().any(|it| key(&it.name) == key(name)) {
            return Err(format!("Two zones are called {name}."));
        }
        let holds = note.parse::<u8>().unwrap_or(ZONE_HOLDS);
        let traits = if note.is_empty() || note.parse::<u8>().is_ok() { vec![] } else { vec![note.to_owned()] };
        board.zones.push(Zone { name: name.to_owned(), holds, traits });
    }
    if board.zones.is_empty() || board.zones.len() > MOST_ZONES {
        return Err(format!("A board has 1 to {MOST_ZONES} zones: zones=\"Gate, Yard\"."));
    }
    let drawn = fields.iter().any(|it| key(&it.0).starts_with("border"));
    let in_a_row = board.zones.windows(2).map(|it| format!("{}-{}", it[0].name, it[1].name)).collect();
    for typed in if drawn { list("border") } else { in_a_row } {
        let (ends, note) = noted(&typed);
        let zone = |name: &str| board.zones.iter().position(|it| key(&it.name) == key(name)).map(|it| ZoneId(it as u8));
        let Some((a, b)) = ends.split_once(['-', '/']).and_then(|(a, b)| Some((zone(a)?, zone(b)?))) else {
            return Err(format!("\u{201c}{ends}\u{201d} is no border: two zones with a hyphen, as in Gate-Yard."));
        };
        let holds = match note {
            "doorway" => DOORWAY_HOLDS,
            other => other.parse().unwrap_or(BORDER_HOLDS),
        };
        if !["", "doorway", "closed"].contains(&note) && note.parse::<u8>().is_err() {
            return Err(format!("A border can be (doorway), (closed) or hold a (number), not ({note})."));
        }
        if a == b || board.border(a, b).is_some() || board.borders.len() >= MOST_ZONES * 4 {
            return Err(format!("The border {ends} is there already, or joins a zone to itself."));
        }
        board.borders.push(Border { a, b, holds, closed: note == "closed" });
    }
    Ok(board)
}

/// "Gate (dark)" is a name and a note.
fn noted(typed: &str) -> (&str, &str) {
    match typed.split_once('(') {
        Some((name, note)) => (name.trim(), note.trim_end().trim_end_matches(')').trim()),
        None => (typed.trim(), ""),
    }
}
