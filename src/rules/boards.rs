//! Reads a typed or drawn board of squares; [`zones`] reads a board of zones. Systems that fight on squares share this; they decide what
//! the ground means for a fight. `docs/BOARDS.md` documents the format.

pub mod choosing;
mod drawing;
mod legend;
mod zones;

#[cfg(test)]
mod tests;

pub use drawing::Drawing;
pub use zones::zones;

use super::names::key;
use crate::engine::space::{
    Space,
    feature::FeatureKind,
    grid::{Barrier, Compass, Diagonals, Edge, EdgeKind, Grid, SIDE_MAX, Square, Unit},
};
use legend::{feature, height};

/// The maximum number of squares in each direction.
const SIZE_MAX: i16 = SIDE_MAX;
/// The most problems listed for a board; it says how many more there are.
const PROBLEMS_MAX: usize = 12;
/// The field that holds a drawing.
pub const DRAWN: &str = "draw";
/// The field that says where combatants stand.
pub const PEOPLE: &str = "place";

/// What a field of a board describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Drawn,
    Size,
    Diagonals,
    Walls,
    Rough,
    Heights,
    /// Edges of one kind; `None` for all kinds.
    Edges(Option<EdgeKind>),
    /// Features of one kind; `None` for all kinds.
    Features(Option<FeatureKind>),
}

impl Part {
    fn named(name: &str) -> Option<Part> {
        let name = key(name);
        Some(match name.as_str() {
            DRAWN | "drawing" | "drawn" | "map" | "rows" => Part::Drawn,
            "size" | "grid" | "squares" => Part::Size,
            "diagonals" | "diagonal" => Part::Diagonals,
            "walls" | "wall" | "solid" => Part::Walls,
            "rough" | "difficult" => Part::Rough,
            "heights" | "height" | "elevation" => Part::Heights,
            "edges" | "edge" => Part::Edges(None),
            "windows" | "window" => Part::Edges(Some(EdgeKind::Window)),
            "slits" | "slit" => Part::Edges(Some(EdgeKind::Slit)),
            "doors" | "door" => Part::Edges(Some(EdgeKind::Door)),
            "open-doors" | "open-door" => Part::Edges(Some(EdgeKind::OpenDoor)),
            "features" | "feature" => Part::Features(None),
            _ => Part::Features(Some(FeatureKind::named(&name)?)),
        })
    }
}

/// Reads a board: `size="20x12"`, `walls="C3, C4-C8, D1=4"`, `rough="D5-F6"`, `heights="A1-B2=10"`, `edges="C3 north, D4/E4 window"`,
/// `hazards="C3: pit"`, or all of it drawn: `draw="..#../..~.."`. A range is a rectangle between two corners; whatever isn't named stays as
/// it is. Combatants aren't part of the board: see [`people`].
///
/// # Errors
/// Everything that's wrong with the board, one sentence per line.
pub fn grid(now: &Grid, fields: &[(String, String)]) -> Result<Grid, String> {
    let mut problems = vec![];
    let mut parts = vec![];
    for (name, value) in fields.iter().filter(|it| key(&it.0) != PEOPLE) {
        match Part::named(name) {
            Some(part) => parts.push((part, value.as_str())),
            None => problems.push(format!(
                "A board of squares has size, walls, rough, heights, edges, windows, slits, doors, features, diagonals, draw and place, \
                 and no \u{201c}{name}\u{201d}."
            )),
        }
    }
    // A drawing applies before the other fields, and a size before whatever lies within it.
    parts.sort_by_key(|it| match it.0 {
        Part::Drawn => 0,
        Part::Size | Part::Diagonals => 1,
        Part::Walls | Part::Rough | Part::Heights | Part::Edges(None) | Part::Features(None) => 2,
        Part::Edges(_) | Part::Features(_) => 3,
    });
    let mut grid = now.clone();
    for (part, value) in parts {
        if let Err(what) = lay(&mut grid, part, value) {
            problems.extend(what);
        }
    }
    match problems.len() {
        0 => {
            keep_within(&mut grid);
            Ok(grid)
        }
        _ => Err(told(&problems)),
    }
}

fn told(problems: &[String]) -> String {
    let more = problems.len().saturating_sub(PROBLEMS_MAX);
    let mut told: Vec<String> = problems.iter().take(PROBLEMS_MAX).cloned().collect();
    if more > 0 {
        told.push(format!("And {more} more."));
    }
    told.join("\n")
}

/// Applies one field of a board.
fn lay(grid: &mut Grid, part: Part, value: &str) -> Result<(), Vec<String>> {
    let one = |what: String| vec![what];
    match part {
        Part::Drawn => {
            let drawn =
                drawing::read(value, grid.unit).map_err(|it| it.iter().map(ToString::to_string).collect::<Vec<_>>())?;
            *grid = Grid { diagonals: grid.diagonals, ..drawn.grid };
            Ok(())
        }
        Part::Size => size(value).map(|it| (grid.wide, grid.high) = it).map_err(one),
        Part::Diagonals => diagonals(value).map(|it| grid.diagonals = it).map_err(one),
        Part::Walls => {
            (grid.walls, grid.wall_tops_ft) = Default::default();
            each(value, |item| {
                let (at, top) = item.split_once('=').unwrap_or((item, ""));
                let top_ft = if top.is_empty() { None } else { Some(height(top, grid.unit)?) };
                for it in squares(grid, at)? {
                    grid.walls.insert(it);
                    grid.wall_tops_ft.extend(top_ft.map(|top| (it, top)));
                }
                Ok(())
            })
        }
        Part::Rough => {
            grid.rough.clear();
            each(value, |item| {
                grid.rough.extend(squares(grid, item)?);
                Ok(())
            })
        }
        Part::Heights => {
            grid.heights_ft.clear();
            each(value, |item| {
                let (at, high) = item.split_once('=').ok_or_else(|| {
                    let unit = grid.unit.name();
                    format!("Write a height as squares, = and {unit}, as in C3-D4=10, not \u{201c}{item}\u{201d}.")
                })?;
                let height_ft = height(high, grid.unit)?;
                grid.heights_ft.extend(squares(grid, at)?.into_iter().map(|it| (it, height_ft)));
                Ok(())
            })
        }
        Part::Edges(kind) => {
            grid.edges.retain(|_, it| kind.is_some_and(|kind| it.kind != kind));
            each(value, |item| {
                let (edges, barrier) = edges(grid, item, kind)?;
                grid.edges.extend(edges.into_iter().map(|it| (it, barrier)));
                Ok(())
            })
        }
        Part::Features(kind) => features(grid, kind, value),
    }
}

/// Applies each item of a list; collects what's wrong with any of them.
fn each(value: &str, mut lay: impl FnMut(&str) -> Result<(), String>) -> Result<(), Vec<String>> {
    let items = value.split([',', ';']).map(str::trim).filter(|it| !it.is_empty() && key(it) != "none");
    let problems: Vec<String> = items.filter_map(|it| lay(it).err()).collect();
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// `hazards="C3: pit, D4-D5: brazier"`, `features="C3: dark"`: replaces all features of the kind.
fn features(grid: &mut Grid, kind: Option<FeatureKind>, value: &str) -> Result<(), Vec<String>> {
    let of_kind =
        |words: &str| kind.is_none_or(|kind| crate::engine::space::feature::Feature::read(words).kind == kind);
    grid.features.values_mut().for_each(|it| it.retain(|words| !of_kind(words)));
    grid.features.retain(|_, it| !it.is_empty());
    each(value, |item| {
        let (at, what) = item.split_once(':').unwrap_or((item, ""));
        let words = match kind {
            Some(kind) => feature(&format!("{}: {what}", kind.word()))?,
            None => feature(what)?,
        };
        for it in squares(grid, at)? {
            grid.features.entry(it).or_default().push(words.clone());
        }
        Ok(())
    })
}

/// Edges as typed: `D4/E4`, `C3-C5 north`, followed by what stands there: `window`, `slit 7`, `4 ft`.
fn edges(grid: &Grid, item: &str, of: Option<EdgeKind>) -> Result<(Vec<Edge>, Barrier), String> {
    let plain: String = item.replace(['(', ')', '='], " ");
    let mut words = plain.split_whitespace();
    let first = words.next().unwrap_or_default();
    let (mut side, mut kind, mut top_ft) = (None, of, None);
    for word in words {
        let lower = word.to_lowercase();
        match lower.as_str() {
            "north" | "n" | "top" => side = Some(Compass::North),
            "east" | "e" | "right" => side = Some(Compass::East),
            "south" | "s" | "bottom" => side = Some(Compass::South),
            "west" | "w" | "left" => side = Some(Compass::West),
            "open" => kind = Some(EdgeKind::OpenDoor),
            "closed" => kind = Some(EdgeKind::Door),
            "door" => kind = kind.or(Some(EdgeKind::Door)),
            "ft" | "feet" | "m" | "metres" | "high" => {}
            _ => {
                match EdgeKind::ALL.into_iter().find(|it| it.word() == lower) {
                    Some(named) => kind = Some(named),
                    None => top_ft = Some(height(&lower, grid.unit).map_err(|_| {
                        format!(
                            "\u{201c}{word}\u{201d} in \u{201c}{item}\u{201d} isn\u{2019}t something an edge can have."
                        )
                    })?),
                }
            }
        }
    }
    let edges = match (first.split_once('/'), side) {
        (Some((a, b)), None) => {
            let (a, b) = (square(grid, a, item)?, square(grid, b, item)?);
            let edge =
                Edge::between(a, b).ok_or_else(|| format!("The squares of {first} don\u{2019}t share an edge."))?;
            vec![edge]
        }
        (None, Some(side)) => squares(grid, first)?.into_iter().map(|it| Edge::of(it, side)).collect(),
        _ => {
            return Err(format!(
                "An edge lies between two squares, as in D4/E4, or along one side of squares, as in C3-C5 north. \u{201c}{item}\u{201d} is neither."
            ));
        }
    };
    Ok((edges, Barrier { kind: kind.unwrap_or(EdgeKind::Wall), top_ft }))
}

fn diagonals(value: &str) -> Result<Diagonals, String> {
    match key(value).as_str() {
        "1" | "one" => Ok(Diagonals::One),
        "1-2" | "one-two" => Ok(Diagonals::OneTwo),
        _ => Err("diagonals must be one, or one-two if every second diagonal counts double.".to_owned()),
    }
}

fn size(value: &str) -> Result<(i16, i16), String> {
    let lower = value.to_lowercase().replace('\u{d7}', "x");
    let sides = lower.split_once('x').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    match sides {
        Some((wide, high)) if (1..=SIZE_MAX).contains(&wide) && (1..=SIZE_MAX).contains(&high) => Ok((wide, high)),
        _ => Err(format!(
            "A size is columns by rows, up to {SIZE_MAX} each, as in 20x12. You gave \u{201c}{value}\u{201d}."
        )),
    }
}

fn square(grid: &Grid, name: &str, typed: &str) -> Result<Square, String> {
    grid.place_named(name).ok_or_else(|| {
        format!("\u{201c}{}\u{201d} isn\u{2019}t a square of this board. Squares have names such as C4.", typed.trim())
    })
}

/// A square, or all squares of the rectangle between two.
fn squares(grid: &Grid, typed: &str) -> Result<Vec<Square>, String> {
    let (from, to) = typed.split_once(['-', ':']).unwrap_or((typed, typed));
    let (a, b) = (square(grid, from, typed)?, square(grid, to, typed)?);
    let rows = a.y.min(b.y)..=a.y.max(b.y);
    Ok(rows.flat_map(|y| (a.x.min(b.x)..=a.x.max(b.x)).map(move |x| Square { x, y })).collect())
}

/// Removes what lies beyond the edge of a board that has become smaller.
fn keep_within(grid: &mut Grid) {
    let (wide, high) = (grid.wide, grid.high);
    let holds = |it: &Square| (0..wide).contains(&it.x) && (0..high).contains(&it.y);
    grid.walls.retain(holds);
    grid.rough.retain(holds);
    grid.wall_tops_ft.retain(|it, _| holds(it));
    grid.heights_ft.retain(|it, height_ft| holds(it) && *height_ft > 0);
    grid.features.retain(|it, _| holds(it));
    grid.edges.retain(|it, _| {
        let (before, after) = it.sides();
        holds(&before) || holds(&after)
    });
}

/// Where combatants stand on a typed or drawn board: their names with the names of squares.
///
/// # Errors
/// What's wrong with it. A drawing with any mistake has no one on it: [`grid`] reports why.
pub fn people(fields: &[(String, String)]) -> Result<Vec<(String, String)>, String> {
    let mut people = vec![];
    for (name, value) in fields {
        if key(name) == PEOPLE {
            // "Ana, Bob at Gate": both.
            let mut with_the_next: Vec<&str> = vec![];
            for item in value.split([',', ';', '\n']).map(str::trim).filter(|it| !it.is_empty()) {
                let parted = [" at ", "=", ":"].iter().find_map(|it| item.rsplit_once(it));
                let Some((who, at)) = parted else {
                    with_the_next.push(item);
                    continue;
                };
                let all = with_the_next.drain(..).chain([who]);
                people.extend(all.map(|it| (it.trim().to_owned(), at.trim().to_owned())));
            }
            if let Some(item) = with_the_next.first() {
                return Err(format!(
                    "Write where a combatant stands as Ana at B3 or Ana, Bob at Gate, not \u{201c}{item}\u{201d}."
                ));
            }
        } else if Part::named(name) == Some(Part::Drawn)
            && let Ok(Drawing { grid, people: drawn }) =
                drawing::read(value, Unit::Feet).or_else(|_| drawing::read(value, Unit::Metres))
        {
            people.extend(drawn.into_iter().map(|(who, at)| (who, grid.place_words(&at))));
        }
    }
    Ok(people)
}

/// The fields of a board in a text of its own, such as a file: `name = value` lines, and the drawing. Lines keep their numbers. Works for a
/// board of zones, too.
pub fn fields_of(text: &str) -> Vec<(String, String)> {
    let mut fields = vec![];
    let mut drawn = vec![];
    for line in text.trim_start_matches('\u{feff}').lines() {
        let parted = line.find(['=', ':']).map(|at| (line[..at].trim(), line[at + 1..].trim()));
        match parted.filter(|(name, _)| name.chars().count() > 1 && name.starts_with(char::is_alphabetic)) {
            Some((name, value)) => {
                let value = value.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(value);
                fields.push((name.to_lowercase(), value.to_owned()));
                drawn.push("");
            }
            None => drawn.push(line),
        }
    }
    if drawn.iter().any(|it| !it.trim().is_empty()) {
        fields.push((DRAWN.to_owned(), drawn.join("\n")));
    }
    fields
}
