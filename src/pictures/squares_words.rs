//! A map of squares in words: the ground in rectangles, and what stands between squares. `words` says where combatants are.

use super::plan::MapPlan;
use crate::engine::view::{
    Feature, Ground, Spot,
    grid::{Barrier, Compass, Edge, Grid, Square, column_words},
};
use std::collections::{BTreeMap, BTreeSet};

/// The most pieces listed of a kind; it says how many more there are.
const LISTED_MAX: usize = 60;

/// The ground, one line for each kind.
pub fn ground(grid: &Grid) -> Vec<String> {
    let last = Square { x: grid.wide - 1, y: grid.high - 1 };
    let mut lines = vec![format!("Board: {} by {} squares, A1 to {}.", grid.wide, grid.high, name(last))];
    let (low, full): (BTreeSet<Square>, BTreeSet<Square>) =
        grid.walls.iter().partition(|it| grid.wall_tops_ft.contains_key(it));
    lines.extend(said("Solid", pieces(&full)));
    let low: BTreeMap<Square, u16> =
        low.into_iter().filter_map(|it| Some((it, *grid.wall_tops_ft.get(&it)?))).collect();
    lines.extend(said("Solid and low", by_height(grid, &low)));
    lines.extend(said("Difficult", pieces(&grid.rough)));
    lines.extend(said("High", by_height(grid, &grid.heights_ft)));
    lines.extend(edges(grid));
    lines.extend(said("Here lies", what_lies(grid)));
    lines
}

/// What lies on squares, each thing once with the rectangles in which it lies: "woods (B2-H9, C10)".
fn what_lies(grid: &Grid) -> Vec<String> {
    let mut things: Vec<(String, BTreeSet<Square>)> = vec![];
    let mut order: Vec<(&Square, &Vec<String>)> = grid.features.iter().collect();
    order.sort_by_key(|it| (it.0.y, it.0.x));
    for (at, words) in order {
        for words in words.iter().map(|it| Feature::read(it).words()) {
            match things.iter_mut().find(|it| it.0 == words) {
                Some(thing) => drop(thing.1.insert(*at)),
                None => things.push((words, BTreeSet::from([*at]))),
            }
        }
    }
    things.iter().map(|(words, squares)| format!("{words} ({})", listed(pieces(squares)))).collect()
}

/// What the combatant whose turn it is could do.
pub fn turn(plan: &MapPlan) -> Vec<String> {
    let Some(turn) = &plan.turn else { return vec![] };
    let squares = |all: &[Spot]| -> BTreeSet<Square> {
        let square = |it: &Spot| if let Spot::Square(at) = it { Some(*at) } else { None };
        all.iter().filter_map(square).collect()
    };
    let mut lines = said(&turn.reach_opening(), pieces(&squares(&turn.reach)));
    lines.extend(said(&format!("{} threatens", turn.name), pieces(&squares(&turn.threat))));
    lines
}

/// What's in sight and what was seen before, on a board in fog.
pub fn fog(plan: &MapPlan) -> Vec<String> {
    let Some(fog) = &plan.fog else { return vec![] };
    let (clear, dim): (BTreeSet<Square>, BTreeSet<Square>) = (fog.clear().collect(), fog.dim().collect());
    let mut lines = said("In sight", pieces(&clear));
    if clear.is_empty() {
        lines.push("Nothing is in sight.".to_owned());
    }
    lines.extend(said("Seen before", pieces(&dim)));
    let squares = match &plan.ground {
        Ground::Squares(board) => usize::try_from(board.wide * board.high).unwrap_or(0),
        _ => 0,
    };
    lines.extend(fog.has_dark(squares).then(|| "Nobody has seen the rest yet.".to_owned()));
    lines
}

/// A square's name.
pub fn name(at: Square) -> String {
    format!("{}{}", column_words(at.x), at.y + 1)
}

fn said(what: &str, pieces: Vec<String>) -> Vec<String> {
    if pieces.is_empty() {
        return vec![];
    }
    vec![format!("{what}: {}.", listed(pieces))]
}

/// As many as anybody reads, and how many more there are.
fn listed(mut pieces: Vec<String>) -> String {
    let more = pieces.len().saturating_sub(LISTED_MAX);
    pieces.truncate(LISTED_MAX);
    let rest = if more > 0 { format!(" and {more} more pieces") } else { String::new() };
    format!("{}{rest}", pieces.join(", "))
}

/// Squares as rectangles: each from its top left square, as far to the right and then down as possible.
pub fn pieces(squares: &BTreeSet<Square>) -> Vec<String> {
    let mut left = squares.clone();
    let mut order: Vec<Square> = squares.iter().copied().collect();
    order.sort_by_key(|it| (it.y, it.x));
    let mut pieces = vec![];
    for first in order {
        if !left.contains(&first) {
            continue;
        }
        let mut last = first;
        while left.contains(&Square { x: last.x + 1, ..last }) {
            last.x += 1;
        }
        let row = |y: i16| (first.x..=last.x).map(move |x| Square { x, y });
        while row(last.y + 1).all(|it| left.contains(&it)) {
            last.y += 1;
        }
        for y in first.y..=last.y {
            left.retain(|it| it.y != y || !(first.x..=last.x).contains(&it.x));
        }
        pieces.push(if first == last { name(first) } else { format!("{}-{}", name(first), name(last)) });
    }
    pieces
}

fn by_height(grid: &Grid, heights_ft: &BTreeMap<Square, u16>) -> Vec<String> {
    let mut levels: Vec<u16> = heights_ft.values().copied().collect();
    levels.sort_unstable();
    levels.dedup();
    let level = |level: u16| {
        let squares = heights_ft.iter().filter(|it| *it.1 == level).map(|it| *it.0).collect();
        pieces(&squares).into_iter().map(move |it| format!("{it} {}", grid.unit.words(level)))
    };
    levels.into_iter().flat_map(level).collect()
}

/// Edges by what stands there, adjacent ones combined: "Wall: east of C3-C5".
fn edges(grid: &Grid) -> Vec<String> {
    let mut kinds: Vec<Barrier> = grid.edges.values().copied().collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut lines = vec![];
    for kind in kinds {
        let all = || grid.edges.iter().filter(move |it| *it.1 == kind).map(|it| *it.0);
        let mut said_so = vec![];
        for (side, other) in [(Compass::North, Compass::South), (Compass::West, Compass::East)] {
            let here = |it: &Edge| *it == Edge::of(it.of, side);
            let (on, off): (BTreeSet<Edge>, BTreeSet<Edge>) = all().filter(here).partition(|it| grid.holds(it.of));
            let word = |it| match it {
                Compass::North => "north of",
                Compass::South => "south of",
                Compass::West => "west of",
                Compass::East => "east of",
            };
            let told = |edges: BTreeSet<Edge>, side| {
                let squares = edges.iter().map(|it| if side == other { it.sides().0 } else { it.of }).collect();
                lengths(&squares, matches!(side, Compass::North | Compass::South))
                    .into_iter()
                    .map(move |it| format!("{} {it}", word(side)))
            };
            said_so.extend(told(on, side));
            said_so.extend(told(off, other));
        }
        let mut what = kind.words(grid.unit);
        if let Some(first) = what.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        lines.extend(said(&what, said_so));
    }
    lines
}

/// Squares as stretches of one row or column.
fn lengths(squares: &BTreeSet<Square>, in_rows: bool) -> Vec<String> {
    let mut all: Vec<Square> = squares.iter().copied().collect();
    all.sort_by_key(|it| if in_rows { (it.y, it.x) } else { (it.x, it.y) });
    let next = |a: &Square, b: &Square| match in_rows {
        true => a.y == b.y && a.x + 1 == b.x,
        false => a.x == b.x && a.y + 1 == b.y,
    };
    let stretch = |run: &[Square]| match run {
        [one] => name(*one),
        run => format!("{}-{}", name(run[0]), name(run[run.len() - 1])),
    };
    all.chunk_by(next).map(stretch).collect()
}
