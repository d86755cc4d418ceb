//! Reads a typed board of zones and borders, with what lies in them. Systems that fight in zones share it; it knows no rules about what
//! cover or a hazard does.

use crate::{
    engine::space::{
        feature::{Feature, FeatureKind},
        zones::{BORDER_HOLDS, Border, BorderId, DOORWAY_HOLDS, ZONE_HOLDS, Zone, ZoneId, ZonePlace, Zones},
    },
    rules::names::key,
};

/// The most zones on a board.
const MOST_ZONES: usize = 40;
/// The most features in one place.
const MOST_FEATURES: usize = 6;
/// The maximum length of a feature, in characters.
const FEATURE_MAX_CHARS: usize = 40;

/// Reads a board: `zones="Gate, Yard"` and `borders="Gate-Yard, Yard-Tower (doorway), Tower-Gate (closed)"`. Brackets say how many
/// combatants a place holds and what lies in it: `Yard (6, dark, hazard: brazier)`. Without `borders`, each zone adjoins the next;
/// `borders=none` separates them all. `cover`, `concealment`, `barriers` and `hazards` name places and what lies there (`hazards="Yard:
/// brazier"`); each replaces everything of its kind. Without `zones`, the current board is changed.
pub fn zones(now: &Zones, fields: &[(String, String)]) -> Result<Zones, String> {
    let is = |name: &str, wanted: &str| key(name).trim_end_matches('s') == wanted;
    let known = |name: &str| is(name, "zone") || is(name, "border") || FeatureKind::named(name).is_some();
    if let Some((other, _)) = fields.iter().find(|it| !known(&it.0)) {
        return Err(format!(
            "A board can have zones, borders, cover, concealment, barriers and hazards, but not \u{201c}{other}\u{201d}."
        ));
    }
    let typed = |wanted: &str| fields.iter().find(|it| is(&it.0, wanted)).map(|it| it.1.as_str());
    let mut board = match (typed("zone"), typed("border")) {
        (None, None) if !fields.is_empty() => now.clone(),
        (None, Some(_)) if now != &Zones::default() => Zones { zones: now.zones.clone(), borders: vec![] },
        (zones, _) => Zones { zones: read_zones(zones.unwrap_or_default())?, borders: vec![] },
    };
    match (typed("zone"), typed("border")) {
        (_, Some(borders)) => read_borders(&mut board, items(borders))?,
        (Some(_), None) => {
            let row = board.zones.windows(2).map(|it| format!("{}-{}", it[0].name, it[1].name)).collect();
            read_borders(&mut board, row)?;
        }
        (None, None) => {}
    }
    for (name, places) in fields {
        if let Some(kind) = FeatureKind::named(name) {
            lay_out(&mut board, kind, places)?;
        }
    }
    Ok(board)
}

fn read_zones(typed: &str) -> Result<Vec<Zone>, String> {
    let mut zones: Vec<Zone> = vec![];
    for typed in items(typed) {
        let (name, notes) = noted(&typed);
        if name.is_empty() || name.chars().count() > 40 || name.contains(['/', '-', ':']) {
            return Err(format!(
                "\u{201c}{name}\u{201d} can\u{2019}t be a zone\u{2019}s name. A name needs 1 to 40 characters, without - / or :."
            ));
        }
        if zones.iter().any(|it| key(&it.name) == key(name)) {
            return Err(format!("Two zones are called {name}."));
        }
        let holds = notes.iter().find_map(|it| it.parse().ok()).unwrap_or(ZONE_HOLDS);
        let mut traits = vec![];
        for note in notes.iter().filter(|it| it.parse::<u8>().is_err()) {
            add(&mut traits, name, Feature::read(note))?;
        }
        zones.push(Zone { name: name.to_owned(), holds, traits });
    }
    match zones.len() {
        1..=MOST_ZONES => Ok(zones),
        _ => Err(format!("A board needs 1 to {MOST_ZONES} zones, such as zones=\"Gate, Yard\".")),
    }
}

fn read_borders(board: &mut Zones, typed: Vec<String>) -> Result<(), String> {
    for typed in typed {
        let (ends, notes) = noted(&typed);
        let Some((a, b)) = ends.split_once(['-', '/']).and_then(|(a, b)| Some((zone(board, a)?, zone(board, b)?)))
        else {
            return Err(format!(
                "\u{201c}{ends}\u{201d} isn\u{2019}t a border. Write two zones with a hyphen, as in Gate-Yard."
            ));
        };
        if a == b || board.border(a, b).is_some() || board.borders.len() >= MOST_ZONES * 4 {
            return Err(format!("The border {ends} already exists, or joins a zone to itself."));
        }
        let mut border = Border { a, b, holds: BORDER_HOLDS, closed: false, traits: vec![] };
        for note in notes {
            let feature = Feature::read(note);
            match (note, note.parse()) {
                (_, Ok(holds)) => border.holds = holds,
                ("doorway", _) => border.holds = DOORWAY_HOLDS,
                ("closed", _) => border.closed = true,
                _ if feature.kind != FeatureKind::Plain => add(&mut border.traits, ends, feature)?,
                _ => {
                    return Err(format!(
                        "A border can be (doorway), (closed), hold a (number) or have (cover), (concealment), a (barrier) or a \
                         (hazard: what), not ({note})."
                    ));
                }
            }
        }
        board.borders.push(border);
    }
    Ok(())
}

/// `hazards="Yard: brazier, Gate-Yard: caltrops"`: replaces everything of the kind.
fn lay_out(board: &mut Zones, kind: FeatureKind, places: &str) -> Result<(), String> {
    let of_kind = |words: &String| Feature::read(words).kind == kind;
    board.zones.iter_mut().for_each(|it| it.traits.retain(|words| !of_kind(words)));
    board.borders.iter_mut().for_each(|it| it.traits.retain(|words| !of_kind(words)));
    for typed in items(places) {
        let (at, notes) = match typed.split_once(':') {
            Some((at, what)) if !at.contains('(') => (at.trim(), vec![what.trim()]),
            _ => noted(&typed),
        };
        let place = zone(board, at).map(ZonePlace::In).or_else(|| {
            let (a, b) = at.split_once(['-', '/'])?;
            board.border(zone(board, a)?, zone(board, b)?).map(ZonePlace::On)
        });
        let traits = match place {
            Some(ZonePlace::In(ZoneId(it))) => &mut board.zones[usize::from(it)].traits,
            Some(ZonePlace::On(BorderId(it))) => &mut board.borders[usize::from(it)].traits,
            None => {
                return Err(format!(
                    "\u{201c}{at}\u{201d} isn\u{2019}t a zone or border of this board, so there can\u{2019}t be any {} there.",
                    kind.word()
                ));
            }
        };
        let whats = if notes.is_empty() { vec![""] } else { notes };
        for what in whats {
            add(traits, at, Feature { kind, what: what.to_owned() })?;
        }
    }
    Ok(())
}

fn add(traits: &mut Vec<String>, place: &str, feature: Feature) -> Result<(), String> {
    let words = feature.words();
    if words.chars().count() > FEATURE_MAX_CHARS {
        return Err(format!(
            "\u{201c}{words}\u{201d} is more than the {FEATURE_MAX_CHARS} characters that fit on a board."
        ));
    }
    if traits.len() >= MOST_FEATURES {
        return Err(format!("{place} has more than {MOST_FEATURES} things in it."));
    }
    if !traits.contains(&words) {
        traits.push(words);
    }
    Ok(())
}

fn zone(board: &Zones, name: &str) -> Option<ZoneId> {
    board.zones.iter().position(|it| key(&it.name) == key(name)).map(|it| ZoneId(it as u8))
}

/// The items of a comma-separated list; commas in brackets don't separate.
fn items(typed: &str) -> Vec<String> {
    let mut depth = 0_u32;
    let parts = typed.split(|it: char| {
        match it {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(it, ',' | ';' | '|')
    });
    parts.map(str::trim).filter(|it| !it.is_empty() && key(it) != "none").map(str::to_owned).collect()
}

/// "Gate (dark, 6)" is a name and its notes.
fn noted(typed: &str) -> (&str, Vec<&str>) {
    let (name, notes) = typed.split_once('(').unwrap_or((typed, ""));
    let notes = notes.trim_end().trim_end_matches(')').split([',', ';', '|']);
    (name.trim(), notes.map(str::trim).filter(|it| !it.is_empty()).collect())
}
