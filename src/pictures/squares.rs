//! A map of squares: coordinates along its edges, the ground, what stands between squares, where combatants stand and, if wanted, what the
//! combatant whose turn it is could do, or a line of sight. The list of names below it is drawn elsewhere.

use super::{
    block, letters,
    plan::{Labels, MapPlan},
    svg::{Colour, Paint, Svg, TextAnchor},
    tokens::{self, FAINT, GROUND, INK},
};
use crate::engine::view::{
    Feature, FeatureKind, Ray, Spot,
    grid::{Barrier, Compass, Edge, EdgeKind, Grid, Square, column_words},
};

/// A square's side on a small board; it shrinks on larger ones.
const SIDE_MAX: f32 = 40.0;
const SIDE_MIN: f32 = 24.0;
/// The preferred width of a board.
const WIDE_BEST: f32 = 880.0;
/// The space for the coordinates.
const RULER: f32 = 24.0;
/// From this many rows or columns on, the coordinates are on both ends.
const RULED_TWICE: i16 = 13;
/// From this many squares of one height on, not every one shows its number.
const NUMBERED_MAX: usize = 60;

const FLOOR: Colour = "#2c313b";
const LINE: Colour = "#4a5262";
const RAISED: Colour = "#3c4658";
const SOLID: Colour = "#98a1b2";
const HATCH: Colour = "#8a7a55";
const WALL: Colour = "#f4f5f7";
const REACH: Colour = "#8fe0a0";
const REACH_GROUND: Colour = "#2b433f";
const THREAT: Colour = "#ff9d8a";
const SIGHT: Colour = "#ffe14d";

/// A point of the picture.
type Point = (f32, f32);

/// Where a combatant is drawn in a square, in fractions of its side.
#[derive(Clone, Copy)]
struct Room {
    /// From the top of the square to the centre of the token.
    middle: f32,
    /// The token's radius.
    size: f32,
    /// The position of the number of further combatants there, from the square's top left corner, and how far it extends.
    others: (Point, f32),
}

const ROOMY: Room = Room { middle: 0.5, size: 0.36, others: ((0.8, 0.22), 0.2) };
/// For a square with a number or a symbol in its upper corners, or a number on an edge.
const TIGHT: Room = Room { middle: 0.56, size: 0.26, others: ((0.84, 0.83), 0.17) };

/// A measured map of squares.
pub struct SquareMap<'a> {
    plan: &'a MapPlan,
    grid: &'a Grid,
    labels: &'a Labels,
    side: f32,
}

impl<'a> SquareMap<'a> {
    /// Measures the map.
    pub fn new(plan: &'a MapPlan, grid: &'a Grid, labels: &'a Labels) -> SquareMap<'a> {
        let longest = f32::from(grid.wide.max(grid.high).max(1));
        SquareMap { plan, grid, labels, side: (WIDE_BEST / longest).clamp(SIDE_MIN, SIDE_MAX).floor() }
    }

    /// Its width and height, with the coordinates: long rows have their number at both ends, and long columns their letter.
    pub fn size(&self) -> (f32, f32) {
        let rulers = |count: i16| if count >= RULED_TWICE { 2.0 } else { 1.0 } * RULER;
        let side = |count: i16| f32::from(count) * self.side + rulers(count) + 4.0;
        (side(self.grid.wide), side(self.grid.high))
    }

    /// Draws it with its top left corner at `origin`.
    pub fn draw(&self, svg: &mut Svg, origin: Point) {
        let origin = (origin.0 + RULER, origin.1 + RULER);
        let size = (f32::from(self.grid.wide) * self.side, f32::from(self.grid.high) * self.side);
        svg.rect(origin, size, 0.0, Paint::fill(FLOOR));
        self.ground(svg, origin);
        self.lattice(svg, origin);
        self.heights(svg, origin);
        self.rulers(svg, origin);
        self.turn(svg, origin);
        self.features(svg, origin);
        for (edge, barrier) in &self.grid.edges {
            self.barrier(svg, origin, *edge, *barrier);
        }
        if let Some(ray) = self.plan.ray {
            self.ray(svg, origin, ray);
        }
        self.people(svg, origin);
    }

    fn corner(&self, (x, y): Point, at: Square) -> Point {
        (x + f32::from(at.x) * self.side, y + f32::from(at.y) * self.side)
    }

    fn middle(&self, origin: Point, at: Square) -> Point {
        let (x, y) = self.corner(origin, at);
        (x + self.side / 2.0, y + self.side / 2.0)
    }

    /// Fills squares, adjacent ones in one go.
    fn fill<'b>(&self, svg: &mut Svg, origin: Point, squares: impl Iterator<Item = &'b Square>, colour: Colour) {
        let mut all: Vec<Square> = squares.filter(|it| self.grid.holds(**it)).copied().collect();
        all.sort_by_key(|it| (it.y, it.x));
        all.dedup();
        for run in all.chunk_by(|a, b| a.y == b.y && a.x + 1 == b.x) {
            svg.rect(self.corner(origin, run[0]), (run.len() as f32 * self.side, self.side), 0.0, Paint::fill(colour));
        }
    }

    fn ground(&self, svg: &mut Svg, origin: Point) {
        self.fill(svg, origin, self.grid.heights_ft.keys(), RAISED);
        if let Some(turn) = &self.plan.turn {
            let squares: Vec<Square> = turn.reach.iter().filter_map(square).collect();
            self.fill(svg, origin, squares.iter(), REACH_GROUND);
        }
        let mut hatches = vec![];
        for at in self.grid.rough.iter().filter(|it| self.grid.holds(**it)) {
            let ((x, y), side) = (self.corner(origin, *at), self.side);
            for part in [1.0, 2.0, 3.0] {
                let along = side * part / 3.0;
                hatches.push(((x + along, y), (x, y + along)));
                if part < 3.0 {
                    hatches.push(((x + side, y + along), (x + along, y + side)));
                }
            }
        }
        svg.lines(&hatches, Paint::edge(HATCH, 1.6));
        self.fill(svg, origin, self.grid.walls.iter(), SOLID);
    }

    /// The lines between squares, stronger where the ground rises.
    fn lattice(&self, svg: &mut Svg, (x, y): Point) {
        let (wide, high) = (f32::from(self.grid.wide) * self.side, f32::from(self.grid.high) * self.side);
        let down = (0..=self.grid.wide).map(|it| x + f32::from(it) * self.side).map(|at| ((at, y), (at, y + high)));
        let across = (0..=self.grid.high).map(|it| y + f32::from(it) * self.side).map(|at| ((x, at), (x + wide, at)));
        svg.lines(&down.chain(across).collect::<Vec<_>>(), Paint::edge(LINE, 1.0));
        let mut steps = vec![];
        for at in self.grid.heights_ft.keys().filter(|it| self.grid.holds(**it)) {
            for side in [Compass::North, Compass::East, Compass::South, Compass::West] {
                let edge = Edge::of(*at, side);
                let (before, after) = edge.sides();
                let other = if before == *at { after } else { before };
                if self.grid.height_ft(other) < self.grid.height_ft(*at) {
                    steps.push(self.ends((x, y), edge));
                }
            }
        }
        svg.lines(&steps, Paint::edge(FAINT, 1.6));
    }

    /// Whether this square shows its ground's height: on a large plateau, only a few squares do.
    fn is_numbered(&self, at: Square) -> bool {
        let all = &self.grid.heights_ft;
        let differs = |dx: i16, dy: i16| all.get(&at) != all.get(&Square { x: at.x + dx, y: at.y + dy });
        let is_few = all.len() <= NUMBERED_MAX;
        let is_one_of_many = (at.x % 4 == 0 || differs(-1, 0)) && (at.y % 4 == 0 || differs(0, -1));
        all.contains_key(&at) && self.grid.open(at) && (is_few || is_one_of_many)
    }

    /// Whether the square or one of its edges has a number or a symbol that a combatant there must leave room for.
    fn is_marked(&self, at: Square) -> bool {
        let sides = [Compass::North, Compass::East, Compass::South, Compass::West];
        let is_low = |side| self.grid.edges.get(&Edge::of(at, side)).is_some_and(|it| it.top_ft.is_some());
        self.is_numbered(at) || self.grid.features.contains_key(&at) || sides.into_iter().any(is_low)
    }

    fn is_taken(&self, at: Square) -> bool {
        self.plan.tokens.iter().any(|it| it.spot == Some(Spot::Square(at)))
    }

    /// The numbers of heights, in the board's unit: of ground in the corner of its square, of a low solid square in its centre.
    fn heights(&self, svg: &mut Svg, origin: Point) {
        let size = (self.side * 0.27).max(8.0);
        for (at, height_ft) in self.grid.heights_ft.iter().filter(|it| self.is_numbered(*it.0)) {
            let (x, y) = self.corner(origin, *at);
            svg.text(
                (x + self.side - 2.5, y + size),
                size,
                TextAnchor::End,
                false,
                INK,
                &self.grid.unit.number(*height_ft),
            );
        }
        for (at, top_ft) in self.grid.wall_tops_ft.iter().filter(|it| self.grid.walls.contains(it.0)) {
            let (x, y) = self.middle(origin, *at);
            svg.text((x, y + size * 0.35), size, TextAnchor::Middle, true, GROUND, &self.grid.unit.number(*top_ft));
        }
    }

    fn rulers(&self, svg: &mut Svg, (x, y): Point) {
        let size = (self.side * 0.36).clamp(9.0, 13.0);
        let (right, bottom) = (x + f32::from(self.grid.wide) * self.side, y + f32::from(self.grid.high) * self.side);
        for column in 0..self.grid.wide {
            let (at, name) = (x + (f32::from(column) + 0.5) * self.side, column_words(column));
            svg.text((at, y - 7.0), size, TextAnchor::Middle, false, FAINT, &name);
            if self.grid.high >= RULED_TWICE {
                svg.text((at, bottom + size + 5.0), size, TextAnchor::Middle, false, FAINT, &name);
            }
        }
        for row in 0..self.grid.high {
            let (at, name) = (y + (f32::from(row) + 0.5) * self.side + size * 0.36, (row + 1).to_string());
            svg.text((x - 6.0, at), size, TextAnchor::End, false, FAINT, &name);
            if self.grid.wide >= RULED_TWICE {
                svg.text((right + 6.0, at), size, TextAnchor::Start, false, FAINT, &name);
            }
        }
    }

    /// A dot where the combatant whose turn it is could still go; a wedge in the corner of squares they threaten.
    fn turn(&self, svg: &mut Svg, origin: Point) {
        let Some(turn) = &self.plan.turn else { return };
        for at in turn.reach.iter().filter_map(square) {
            svg.circle(self.middle(origin, at), self.side * 0.08, Paint::fill(REACH));
        }
        let wedge = self.side * 0.26;
        for at in turn.threat.iter().filter_map(square).filter(|it| self.grid.holds(*it)) {
            let (x, y) = self.corner(origin, at);
            let y = y + self.side - 1.0;
            svg.path(&[(x + 1.0, y), (x + 1.0 + wedge, y), (x + 1.0, y - wedge)], true, Paint::fill(THREAT));
        }
    }

    fn features(&self, svg: &mut Svg, origin: Point) {
        for (at, words) in self.grid.features.iter().filter(|it| self.grid.holds(*it.0)) {
            // A combatant would cover the symbol, so there it goes in the corner.
            let (x, y) = match self.is_taken(*at) {
                true => {
                    let (x, y) = self.corner(origin, *at);
                    (x + 8.0, y + 8.0)
                }
                false => self.middle(origin, *at),
            };
            match words.iter().map(|it| Feature::read(it)).map(|it| it.kind).min() {
                None => {}
                Some(FeatureKind::Plain) => svg.text((x, y + 5.0), 14.0, TextAnchor::Middle, true, INK, "*"),
                Some(kind) => block::sign(svg, (x - 6.0, y), kind),
            }
        }
    }

    /// The two ends of an edge.
    fn ends(&self, origin: Point, edge: Edge) -> (Point, Point) {
        let (x, y) = self.corner(origin, edge.of);
        match edge == Edge::of(edge.of, Compass::North) {
            true => ((x, y), (x + self.side, y)),
            false => ((x, y), (x, y + self.side)),
        }
    }

    /// A wall is a line, a slit one with a gap, a window a thin double line, a door a box, an open door its posts. Low ones are dashed and
    /// show their height.
    fn barrier(&self, svg: &mut Svg, origin: Point, edge: Edge, barrier: Barrier) {
        let (from, to) = self.ends(origin, edge);
        let at = |part: f32, aside: f32| {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            (from.0 + dx * part - dy / self.side * aside, from.1 + dy * part + dx / self.side * aside)
        };
        let thick = Paint::edge(WALL, 4.0);
        match barrier.kind {
            EdgeKind::Wall if barrier.top_ft.is_some() => svg.lines(&[(from, to)], thick.dashed()),
            EdgeKind::Wall => svg.lines(&[(at(-0.04, 0.0), at(1.04, 0.0))], thick),
            EdgeKind::Slit => svg.lines(&[(at(-0.04, 0.0), at(0.38, 0.0)), (at(0.62, 0.0), at(1.04, 0.0))], thick),
            EdgeKind::Window => {
                svg.lines(&[(from, to)], Paint::edge(GROUND, 5.0));
                svg.lines(&[(at(0.0, 2.0), at(1.0, 2.0)), (at(0.0, -2.0), at(1.0, -2.0))], Paint::edge("#9fd0ff", 1.6));
            }
            EdgeKind::Door => {
                svg.lines(&[(at(-0.04, 0.0), at(0.2, 0.0)), (at(0.8, 0.0), at(1.04, 0.0))], thick);
                let leaf = [at(0.2, -3.5), at(0.8, -3.5), at(0.8, 3.5), at(0.2, 3.5)];
                svg.path(&leaf, true, Paint::fill(GROUND).edged("#ffb454", 1.6));
            }
            EdgeKind::OpenDoor => {
                svg.lines(&[(at(-0.04, 0.0), at(0.2, 0.0)), (at(0.8, 0.0), at(1.04, 0.0))], thick);
                svg.lines(&[(at(0.2, 0.0), at(0.2, self.side * 0.45))], Paint::edge("#ffb454", 2.0));
            }
        }
        if let Some(top_ft) = barrier.top_ft {
            let (x, y) = at(0.5, 0.0);
            let (size, text) = ((self.side * 0.25).max(8.0), self.grid.unit.number(top_ft));
            let wide = letters::width(&text, size) + 4.0;
            svg.rect((x - wide / 2.0, y - size * 0.6), (wide, size * 1.2), 2.0, Paint::fill(GROUND));
            svg.text((x, y + size * 0.36), size, TextAnchor::Middle, false, INK, &text);
        }
    }

    fn people(&self, svg: &mut Svg, origin: Point) {
        let mut squares: Vec<Square> = self.plan.tokens.iter().filter_map(|it| square(it.spot.as_ref()?)).collect();
        squares.sort_unstable();
        squares.dedup();
        for at in squares {
            let here = self.plan.at(Spot::Square(at));
            // Combatants who stand are drawn in preference to those who lie there.
            let Some(first) = here.iter().min_by_key(|it| self.plan.tokens[**it].down) else { continue };
            let token = &self.plan.tokens[*first];
            let room = if self.is_marked(at) { TIGHT } else { ROOMY };
            let (x, y) = self.corner(origin, at);
            let middle = (x + self.side * 0.5, y + self.side * room.middle);
            let mark = tokens::TokenMark {
                party: token.party,
                text: &self.labels.initials[*first],
                down: token.down,
                hidden: token.hidden,
            };
            mark.draw(svg, middle, self.side * room.size);
            if here.len() > 1 {
                let text = format!("+{}", here.len() - 1);
                let ((right, down), size) = room.others;
                let (x, y, size) = (x + self.side * right, y + self.side * down, self.side * size);
                svg.circle((x, y), size, Paint::fill(GROUND));
                svg.text((x, y + size * 0.5), size * 1.3, TextAnchor::Middle, false, INK, &text);
            }
        }
    }

    fn ray(&self, svg: &mut Svg, (x, y): Point, ray: Ray) {
        let point = |it: (f32, f32)| (x + it.0 * self.side, y + it.1 * self.side);
        let (from, to) = (point(ray.from), point(ray.to));
        svg.lines(&[(from, to)], Paint::edge(GROUND, 5.0));
        let paint = Paint::edge(SIGHT, 2.2);
        svg.lines(&[(from, to)], if ray.is_clear { paint } else { paint.dashed() });
        svg.circle(from, 4.0, Paint::fill(SIGHT).edged(GROUND, 1.0));
        match ray.is_clear {
            true => svg.circle(to, 4.0, Paint::fill(GROUND).edged(SIGHT, 2.0)),
            false => {
                let ((x, y), arm) = ((f32::midpoint(from.0, to.0), f32::midpoint(from.1, to.1)), 6.0);
                let cross = [((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm))];
                svg.lines(&cross, Paint::edge(GROUND, 5.0));
                svg.lines(&cross, paint);
            }
        }
    }
}

/// The square of a spot.
fn square(spot: &Spot) -> Option<Square> {
    match spot {
        Spot::Square(at) => Some(*at),
        _ => None,
    }
}
