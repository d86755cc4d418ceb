//! A board as it's known to people who haven't seen all of it: what's in sight as it is, what they saw before as it was then, and of the rest
//! nothing. Who sees what is for the rules to say: here it's given.

use super::{Edge, Grid, Square, SquareSet};
use serde::Serialize;
use std::{collections::BTreeMap, sync::Arc};

/// How well a square is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Shade {
    /// In sight.
    Clear,
    /// Seen before.
    Dim,
    /// Never seen.
    Dark,
}

/// What some people see of a board, and have seen of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fog {
    clear: SquareSet,
    known: SquareSet,
}

impl Fog {
    /// The fog over a board of which these squares are in sight, and those were seen at some time.
    pub fn new(clear: SquareSet, mut known: SquareSet) -> Fog {
        known.add_all(&clear);
        Fog { clear, known }
    }

    /// Whether any of so many squares was never seen.
    pub fn has_dark(&self, squares: usize) -> bool {
        self.known.iter().count() < squares
    }

    /// How well a square is known. Nothing off the board is.
    pub fn shade(&self, at: Square) -> Shade {
        match (self.clear.holds(at), self.known.holds(at)) {
            (true, _) => Shade::Clear,
            (false, true) => Shade::Dim,
            (false, false) => Shade::Dark,
        }
    }

    /// The squares in sight.
    pub fn clear(&self) -> impl Iterator<Item = Square> + '_ {
        self.clear.iter()
    }

    /// The squares seen before and not in sight now.
    pub fn dim(&self) -> impl Iterator<Item = Square> + '_ {
        self.known.iter().filter(|it| !self.clear.holds(*it))
    }
}

impl Grid {
    /// This board under fog. `seen` are the boards as they were seen, the latest last, each with the squares that were in sight then. What's
    /// between two squares is known if one of them is, as of when it was seen last.
    pub fn under(&self, fog: &Fog, seen: &[(Arc<Grid>, SquareSet)]) -> Grid {
        // What's in sight now counts as seen after everything else.
        let last = |at: Square| match fog.shade(at) {
            Shade::Clear => Some(seen.len()),
            Shade::Dim => seen.iter().rposition(|it| it.1.holds(at)),
            Shade::Dark => None,
        };
        let then = |when: usize| seen.get(when).map_or(self, |it| &*it.0);
        let of = |when: usize| move |at: &Square| last(*at) == Some(when);
        let mut known =
            Grid { wide: self.wide, high: self.high, diagonals: self.diagonals, unit: self.unit, ..Grid::default() };
        for when in 0..=seen.len() {
            let (board, is_of) = (then(when), of(when));
            known.walls.extend(board.walls.iter().filter(|it| is_of(it)));
            known.rough.extend(board.rough.iter().filter(|it| is_of(it)));
            known.wall_tops_ft.extend(of_these(&board.wall_tops_ft, &is_of));
            known.heights_ft.extend(of_these(&board.heights_ft, &is_of));
            known.features.extend(of_these(&board.features, &is_of));
            let seen_last = |edge: &Edge| {
                let (one, other) = edge.sides();
                last(one).max(last(other)) == Some(when)
            };
            known.edges.extend(board.edges.iter().filter(|it| seen_last(it.0)).map(|it| (*it.0, *it.1)));
        }
        known
    }
}

fn of_these<T: Clone>(
    all: &BTreeMap<Square, T>,
    is_one: impl Fn(&Square) -> bool,
) -> impl Iterator<Item = (Square, T)> {
    all.iter().filter(move |it| is_one(it.0)).map(|it| (*it.0, it.1.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::space::grid::{Barrier, Compass, EdgeKind};

    fn at(x: i16, y: i16) -> Square {
        Square { x, y }
    }

    fn set(grid: &Grid, squares: &[Square]) -> SquareSet {
        let mut set = SquareSet::none_of(grid);
        squares.iter().for_each(|it| set.add(*it));
        set
    }

    /// A board in fog has what's in sight as it is, what was seen as it was, and nothing else.
    #[test]
    fn a_board_is_known_as_it_was_seen() {
        let mut then = Grid { wide: 5, high: 2, ..Grid::default() };
        then.walls.insert(at(1, 1));
        then.features.insert(at(0, 0), vec!["pit".to_owned()]);
        let door = Edge::of(at(1, 0), Compass::East);
        then.edges.insert(door, Barrier { kind: EdgeKind::Door, top_ft: None });
        let mut now = then.clone();
        now.walls = [at(0, 1), at(4, 1)].into();
        now.rough.insert(at(3, 0));
        now.edges.insert(door, Barrier { kind: EdgeKind::OpenDoor, top_ft: None });
        let seen = [(Arc::new(then.clone()), set(&now, &[at(0, 0), at(0, 1), at(1, 0), at(1, 1)]))];
        let fog = Fog::new(set(&now, &[at(3, 0)]), seen[0].1.clone());
        let known = now.under(&fog, &seen);
        assert_eq!(
            known,
            Grid { rough: [at(3, 0)].into(), ..then },
            "the new walls and the opened door are out of sight"
        );
        let near = Fog::new(set(&now, &[at(2, 0)]), seen[0].1.clone());
        let known = now.under(&near, &seen);
        assert_eq!(known.edges[&door].kind, EdgeKind::OpenDoor, "a door is seen from either side");
        assert_eq!(
            [at(2, 0), at(1, 1), at(4, 1), at(9, 9)].map(|it| near.shade(it)),
            [Shade::Clear, Shade::Dim, Shade::Dark, Shade::Dark]
        );
    }
}
