//! Reads a board drawn in text: one symbol for each square and, optionally, symbols between them. Reports everything wrong with a drawing
//! at once, with line and column. `docs/BOARDS.md` says what the symbols mean. Contains no rules.

use super::legend::Sign;
use crate::engine::space::grid::{Barrier, Compass, Edge, EdgeKind, Grid, SIDE_MAX, Square, Unit};
use std::{collections::BTreeMap, fmt};

/// A parsed drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The ground, with only what's drawn on it.
    pub grid: Grid,
    /// Where combatants stand, by name.
    pub people: Vec<(String, Square)>,
}

/// A mistake in a drawing, and where it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DrawingProblem {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1; 0 for the whole line.
    pub column: usize,
    /// What's wrong there, as a sentence.
    pub what: String,
}

impl fmt::Display for DrawingProblem {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (0, _) => write!(to, "{}", self.what),
            (line, 0) => write!(to, "Line {line}: {}", self.what),
            (line, column) => write!(to, "Line {line}, column {column}: {}", self.what),
        }
    }
}

/// A line of the drawing: its number, its characters and its text.
type DataRow<'a> = (usize, Vec<char>, &'a str);

/// Everything found while reading a drawing.
struct Reader {
    grid: Grid,
    people: Vec<(String, Square)>,
    signs: BTreeMap<char, Sign>,
    problems: Vec<DrawingProblem>,
}

/// Reads a drawing: rows of symbols, and lines that say what a symbol means. Rows are separated by line breaks, or by `/` on a single line.
pub fn read(text: &str, unit: Unit) -> Result<Drawing, Vec<DrawingProblem>> {
    let is_one_line = !text.trim().contains('\n') && text.contains('/') && !text.trim().starts_with("//");
    let text = if is_one_line { text.trim().replace('/', "\n") } else { text.to_owned() };
    let mut reader =
        Reader { grid: Grid { unit, ..Grid::default() }, people: vec![], signs: BTreeMap::new(), problems: vec![] };
    let mut rows: Vec<DataRow<'_>> = vec![];
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_end();
        match line.trim_start() {
            said if said.starts_with("//") || said.starts_with("```") => rows.push((index + 1, vec![], "")),
            said if said.contains(['=', ':']) => {
                reader.sign(index + 1, said);
                rows.push((index + 1, vec![], ""));
            }
            _ => rows.push((index + 1, line.chars().map(|it| if it == '\t' { ' ' } else { it }).collect(), line)),
        }
    }
    let is_empty = |row: &DataRow<'_>| row.2.trim().is_empty();
    let start = rows.iter().position(|it| !is_empty(it)).unwrap_or(rows.len());
    let end = rows.iter().rposition(|it| !is_empty(it)).map_or(start, |it| it + 1);
    match &rows[start..end] {
        [] => reader.say(0, 0, "This drawing has no rows. Write a sign for each square, as in ..#../..~.."),
        rows if rows[0].1.iter().find(|it| **it != ' ') == Some(&'+') => reader.with_edges(rows),
        rows => reader.plain(rows),
    }
    if reader.problems.is_empty() {
        return Ok(Drawing { grid: reader.grid, people: reader.people });
    }
    reader.problems.sort();
    Err(reader.problems)
}

impl Reader {
    fn say(&mut self, line: usize, column: usize, what: impl Into<String>) {
        self.problems.push(DrawingProblem { line, column, what: what.into() });
    }

    /// A line that says what a symbol means: `p = hazard: pit`, `A = Ana`.
    fn sign(&mut self, line: usize, said: &str) {
        let (sign, meaning) = said.split_once(['=', ':']).expect("one of them is in it");
        let mut letters = sign.trim().chars();
        let (Some(sign), None) = (letters.next(), letters.next()) else {
            return self.say(
                line,
                1,
                format!("\u{201c}{}\u{201d} is neither a single sign nor a field of a board.", sign.trim()),
            );
        };
        if ".#~+/ ".contains(sign) || sign.is_ascii_digit() {
            return self.say(line, 1, format!("{sign} already has a meaning. Use a letter instead."));
        }
        if self.signs.contains_key(&sign) {
            return self.say(line, 1, format!("You\u{2019}ve already said what {sign} means."));
        }
        match Sign::read(sign, meaning, self.grid.unit) {
            Ok(meaning) => drop(self.signs.insert(sign, meaning)),
            Err(why) => self.say(line, 0, why),
        }
    }

    /// One symbol per square; spaces between them don't count.
    fn plain(&mut self, rows: &[DataRow<'_>]) {
        let squares = |row: &DataRow<'_>| -> Vec<(usize, char)> {
            row.1.iter().enumerate().filter(|it| *it.1 != ' ').map(|(at, it)| (at + 1, *it)).collect()
        };
        let wide = squares(&rows[0]).len();
        if !self.sized(rows[0].0, wide, rows.len()) {
            return;
        }
        for (y, row) in rows.iter().enumerate() {
            let squares = squares(row);
            if squares.len() != wide {
                let what = format!("This row has {} squares, but the first has {wide}.", squares.len());
                self.say(row.0, 0, what);
            }
            for (x, (column, sign)) in squares.into_iter().enumerate().take(wide) {
                self.square(Square { x: x as i16, y: y as i16 }, sign, (row.0, column));
            }
        }
    }

    /// Rows of squares alternating with rows of edges, as in `+-+-+`.
    fn with_edges(&mut self, rows: &[DataRow<'_>]) {
        let left = rows.iter().filter(|it| !it.2.is_empty());
        let left = left.map(|it| it.1.iter().take_while(|it| **it == ' ').count()).min().unwrap_or(0);
        let posts: Vec<usize> = rows[0].1.iter().enumerate().filter(|it| *it.1 == '+').map(|it| it.0 - left).collect();
        let step = posts.get(1).map_or(0, |it| it - posts[0]);
        if posts[0] != 0 || step < 2 || posts.iter().enumerate().any(|(at, it)| *it != at * step) {
            let what = "A drawing with walls begins with a line of evenly spaced corners: +-+-+ or +---+---+.";
            return self.say(rows[0].0, 0, what);
        }
        let (wide, high) = (posts.len() - 1, (rows.len() - 1) / 2);
        if rows.len().is_multiple_of(2) {
            let what =
                "A drawing with walls ends the way it begins, with a line of edges below its last row of squares.";
            self.say(rows[rows.len() - 1].0, 0, what);
        }
        if !self.sized(rows[0].0, wide, high) {
            return;
        }
        for (at, (line, signs, _)) in rows.iter().enumerate() {
            let sign = |column: usize| signs.get(left + column).copied().unwrap_or(' ');
            if signs.len() > left + wide * step + 1 {
                self.say(*line, left + wide * step + 2, "There are signs to the right of the last corner.");
            }
            let y = (at / 2) as i16;
            for x in 0..=wide {
                let (column, square) = (x * step, Square { x: x as i16, y });
                let inner: Vec<char> = (column + 1..column + step).map(sign).collect();
                let inner = if x < wide { self.inner(&inner, (*line, left + column + 2)) } else { ' ' };
                match at % 2 {
                    0 => {
                        if !"+-| .'".contains(sign(column)) {
                            let what = format!("A corner must be +, not {}.", sign(column));
                            self.say(*line, left + column + 1, what);
                        }
                        self.edge(square, Compass::North, inner, (*line, left + column + 2));
                    }
                    _ => {
                        self.edge(square, Compass::West, sign(column), (*line, left + column + 1));
                        if x < wide {
                            self.square(square, inner, (*line, left + column + 2));
                        }
                    }
                }
            }
        }
    }

    /// What stands between two corners or two edges: one symbol, possibly repeated.
    fn inner(&mut self, signs: &[char], (line, column): (usize, usize)) -> char {
        let said = signs.iter().copied().find(|it| *it != ' ').unwrap_or(' ');
        if let Some(at) = signs.iter().position(|it| *it != ' ' && *it != said) {
            self.say(line, column + at, format!("{said} and {} are in the same place.", signs[at]));
        }
        said
    }

    /// Sets the size, if a board can be that large.
    fn sized(&mut self, line: usize, wide: usize, high: usize) -> bool {
        let fits = 1..=SIDE_MAX as usize;
        if !fits.contains(&wide) || !fits.contains(&high) {
            self.say(
                line,
                0,
                format!("A board can have 1 to {SIDE_MAX} columns and rows, but this one is {wide}x{high}."),
            );
            return false;
        }
        (self.grid.wide, self.grid.high) = (wide as i16, high as i16);
        true
    }

    fn square(&mut self, at: Square, sign: char, (line, column): (usize, usize)) {
        match sign {
            '.' | ' ' | '0' => {}
            '#' => drop(self.grid.walls.insert(at)),
            '~' => drop(self.grid.rough.insert(at)),
            '1'..='9' => drop(self.grid.heights_ft.insert(at, (sign as u16 - '0' as u16) * self.grid.unit.fifths())),
            _ => match self.signs.get(&sign) {
                Some(Sign::Ground(ground)) => ground.lay(&mut self.grid, at),
                Some(Sign::Person(name)) => {
                    if self.people.iter().any(|it| it.0 == *name) {
                        self.say(line, column, format!("{sign} is in two squares."));
                    } else {
                        self.people.push((name.clone(), at));
                    }
                }
                None if "|-wsdo".contains(sign) => {
                    self.say(line, column, format!("{sign} is an edge, but a square goes here."));
                }
                None if sign.is_uppercase() => {
                    self.say(line, column, format!("It isn\u{2019}t clear who {sign} is. Add a line {sign} = NAME."));
                }
                None => {
                    let what = format!(
                        "{sign} means nothing: squares are . floor, # solid, ~ difficult, 1-9 {} high, or what a line {sign} = \
                         \u{2026} says.",
                        self.grid.unit.name()
                    );
                    self.say(line, column, what);
                }
            },
        }
    }

    fn edge(&mut self, at: Square, side: Compass, sign: char, (line, column): (usize, usize)) {
        let (kind, top_ft) = match sign {
            ' ' | '.' => return,
            '|' | '-' | '#' | '+' => (EdgeKind::Wall, None),
            '1'..='9' => (EdgeKind::Wall, Some((sign as u16 - '0' as u16) * self.grid.unit.fifths())),
            'w' => (EdgeKind::Window, None),
            's' => (EdgeKind::Slit, None),
            'd' => (EdgeKind::Door, None),
            'o' => (EdgeKind::OpenDoor, None),
            _ => {
                let what = format!(
                    "{sign} isn\u{2019}t an edge. Use - and | for walls, 1-9 for walls of that height, w for a window, s for a slit, d for a door and o for an open door."
                );
                return self.say(line, column, what);
            }
        };
        self.grid.edges.insert(Edge::of(at, side), Barrier { kind, top_ft });
    }
}
