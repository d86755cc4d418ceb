//! A map of squares: coordinates along its edges, the ground, what stands between squares, where combatants stand and, if wanted, what the
//! combatant whose turn it is could do, or a line of sight. On a large board it's the part around the action.

use super::{
    block,
    covered::{self, Bounds, Covered, meet},
    cutout::{Cutout, square},
    drawing::{Light, PlacedPicture, Window},
    fog,
    lattice::Lattice,
    legend::LegendPiece,
    letters,
    palette::{FAINT, GROUND, HALO, INK},
    people::People,
    plan::{Labels, MapPlan},
    relief,
    shortened::Shortened,
    svg::{Colour, LineSegment, Paint, PicturePoint, Svg, TextAnchor},
    terrain::Terrain,
    textures, traces,
    turn_marks::{self, TakenByOthers},
    walls,
    with_pictures::BoardPicture,
};
use crate::engine::view::{
    Feature, FeatureKind, Ray, Spot,
    grid::{Edge, EdgeKind, Grid, Shade, Square, column_words},
};
use std::collections::BTreeMap;

/// A square's side on a small board; it shrinks on larger ones.
const SIDE_MAX: f32 = 60.0;
const SIDE_MIN: f32 = 24.0;
/// The preferred width of a board.
const WIDE_BEST: f32 = 720.0;
/// The space for the coordinates.
const RULER: f32 = 24.0;
/// From this many rows or columns on, the coordinates are on both ends.
const RULED_TWICE: i16 = 13;

const LINE: Colour = "#444c5b";
const SIGHT: Colour = "#ffe14d";

/// A measured map of squares.
pub struct SquareMap<'a> {
    plan: &'a MapPlan,
    grid: &'a Grid,
    labels: &'a Labels,
    cutout: Cutout,
    side: f32,
    terrain: BTreeMap<Square, Terrain>,
}

impl<'a> SquareMap<'a> {
    /// Measures the map.
    pub fn new(plan: &'a MapPlan, grid: &'a Grid, labels: &'a Labels) -> SquareMap<'a> {
        let cutout = Cutout::of(plan, grid);
        let longest = f32::from(cutout.wide.max(cutout.high).max(1));
        let side = (WIDE_BEST / longest).clamp(SIDE_MIN, SIDE_MAX).floor();
        SquareMap { plan, grid, labels, cutout, side, terrain: terrain(grid) }
    }

    /// Its width and height, with the coordinates: long rows have their number at both ends, and long columns their letter.
    pub fn size(&self) -> (f32, f32) {
        let rulers = |count: i16| if count >= RULED_TWICE { 2.0 } else { 1.0 } * RULER;
        let side = |count: i16| f32::from(count) * self.side + rulers(count) + 4.0;
        (side(self.cutout.wide), side(self.cutout.high))
    }

    /// The part that's shown.
    pub fn cutout(&self) -> Cutout {
        self.cutout
    }

    /// Draws it with its top left corner at `origin`. Returns what it had no room for.
    pub fn draw(&self, svg: &mut Svg, origin: PicturePoint) -> Shortened {
        let Cutout { first, wide, high } = self.cutout;
        let lattice = Lattice { origin: (origin.0 + RULER, origin.1 + RULER), side: self.side, first, wide, high };
        self.ground(svg, &lattice);
        self.rulers(svg, &lattice);
        let (reach, threat) = self.turn(&lattice);
        turn_marks::lines(svg, &lattice, &reach, &threat, |at| self.is_acting_at(at));
        self.signs(svg, &lattice);
        for (edge, barrier) in self.grid.edges.iter().filter(|it| lattice.shows_edge(*it.0)) {
            walls::barrier(svg, &lattice, *edge, *barrier);
        }
        if let Some(ray) = self.plan.ray {
            self.ray(svg, &lattice, ray);
        }
        let (mut words, people, lines, shortened) = self.people(svg, &lattice);
        self.heights(svg, &lattice, &mut words);
        let around = TakenByOthers { words: &words, people: &people, lines: &lines };
        turn_marks::marks(svg, &lattice, (&reach, &threat), &around);
        shortened
    }

    fn ground(&self, svg: &mut Svg, lattice: &Lattice) {
        svg.rect(lattice.origin, lattice.size(), 0.0, Paint::fill(textures::FLOOR));
        match &self.plan.background {
            Some(background) => {
                self.background(svg, lattice, background);
                relief::tint(svg, lattice, self.grid);
            }
            None => relief::shading(svg, lattice, self.grid),
        }
        let high = |at: Square| self.grid.height_ft(at) > 0;
        textures::ground(svg, lattice, self.plan.background.is_none(), |at| match self.terrain.get(&at) {
            Some(terrain) => *terrain,
            None if high(at) || self.is_dark(at) => Terrain::Raised,
            None => Terrain::Floor,
        });
        self.lines(svg, lattice);
        relief::slopes(svg, lattice, self.grid, |at| !self.is_dark(at));
        walls::solid(svg, lattice, self.grid);
        if let Some(it) = &self.plan.fog {
            fog::lay(svg, lattice, it);
        }
    }

    /// Whether nobody whose map it is has ever seen a square.
    fn is_dark(&self, at: Square) -> bool {
        self.plan.fog.as_ref().is_some_and(|it| it.shade(at) == Shade::Dark)
    }

    /// The picture that somebody has brought, in the place of the floor: a little darker than it is, so that whoever stands on it stands out.
    fn background(&self, svg: &mut Svg, lattice: &Lattice, it: &BoardPicture) {
        let scale = lattice.side / it.square_px;
        let (x, y) = lattice.corner(Square { x: 0, y: 0 });
        svg.picture(PlacedPicture {
            picture: it.picture.clone(),
            corner: (x - it.from_px.0 * scale, y - it.from_px.1 * scale),
            size: (it.size_px.0 * scale, it.size_px.1 * scale),
            window: Window::Rect(lattice.origin, lattice.size()),
            light: Light::Dimmed,
        });
    }

    /// The lines between squares. On a picture they're light in a dark edge, so that they're seen on anything.
    fn lines(&self, svg: &mut Svg, lattice: &Lattice) {
        let ((x, y), (wide, high), side) = (lattice.origin, lattice.size(), self.side);
        let down = (0..=lattice.wide).map(|it| x + f32::from(it) * side).map(|at| ((at, y), (at, y + high)));
        let across = (0..=lattice.high).map(|it| y + f32::from(it) * side).map(|at| ((x, at), (x + wide, at)));
        let lines: Vec<LineSegment> = down.chain(across).collect();
        if self.plan.background.is_some() {
            svg.lines(&lines, Paint::edge(HALO, 2.6).sheer(0.55));
            return svg.lines(&lines, Paint::edge(FAINT, 1.0).sheer(0.7));
        }
        svg.lines(&lines, Paint::edge(LINE, 1.0));
    }

    fn is_taken(&self, at: Square) -> bool {
        self.plan.tokens.iter().any(|it| it.spot == Some(Spot::Square(at)))
    }

    /// The height of each stretch of high ground, where nothing else is written; of low solid squares, on each.
    fn heights(&self, svg: &mut Svg, lattice: &Lattice, taken: &mut Vec<Bounds>) {
        let size = (self.side * 0.26).clamp(9.0, 14.0);
        let boulders =
            self.grid.wall_tops_ft.iter().filter(|it| lattice.shows(*it.0) && self.grid.walls.contains(it.0));
        let boulders = boulders.map(|(at, top)| (lattice.middle(*at), *top));
        let all = relief::heights(lattice, self.grid, |at| self.is_taken(at) || self.terrain.contains_key(&at));
        for ((x, y), height) in all.into_iter().chain(boulders) {
            let text = self.grid.unit.words(height);
            let half = letters::width(&text, size) / 2.0 + 3.0;
            let bounds = (x - half, y - size * 0.64, x + half, y + size * 0.64);
            if !taken.iter().any(|it| meet(bounds, *it)) {
                svg.rect((bounds.0, bounds.1), (half * 2.0, size * 1.28), 3.0, Paint::fill(GROUND));
                svg.text((x, y + size * 0.36), size, TextAnchor::Middle, FAINT, &text);
                taken.push(bounds);
            }
        }
    }

    fn rulers(&self, svg: &mut Svg, lattice: &Lattice) {
        let size = (self.side * 0.36).clamp(9.0, 15.0);
        let ((x, y), (wide, high)) = (lattice.origin, lattice.size());
        let Cutout { first, wide: columns, high: rows } = self.cutout;
        for column in 0..columns {
            let (at, name) = (x + (f32::from(column) + 0.5) * self.side, column_words(first.x + column));
            svg.text((at, y - 7.0), size, TextAnchor::Middle, FAINT, &name);
            if rows >= RULED_TWICE {
                svg.text((at, y + high + size + 5.0), size, TextAnchor::Middle, FAINT, &name);
            }
        }
        for row in 0..rows {
            let (at, name) = (y + (f32::from(row) + 0.5) * self.side + size * 0.36, (first.y + row + 1).to_string());
            svg.text((x - 6.0, at), size, TextAnchor::End, FAINT, &name);
            if columns >= RULED_TWICE {
                svg.text((x + wide + 6.0, at), size, TextAnchor::Start, FAINT, &name);
            }
        }
    }

    /// The squares shown where the combatant whose turn it is could still go, and those that they threaten.
    fn turn(&self, lattice: &Lattice) -> (Vec<Square>, Vec<Square>) {
        let shown = |all: &[Spot]| all.iter().filter_map(square).filter(|it| lattice.shows(*it)).collect();
        self.plan.turn.as_ref().map_or_else(Default::default, |it| (shown(&it.reach), shown(&it.threat)))
    }

    fn is_acting_at(&self, at: Square) -> bool {
        self.plan.tokens.iter().any(|it| it.acting && it.spot == Some(Spot::Square(at)))
    }

    /// Signs for what lies in a square and has no texture; a combatant would cover one, so there it goes in the corner.
    fn signs(&self, svg: &mut Svg, lattice: &Lattice) {
        for (at, words) in self.grid.features.iter().filter(|it| lattice.shows(*it.0)) {
            if self.terrain.get(at).is_some_and(|it| *it != Terrain::Rough) {
                continue;
            }
            let (x, y) = if self.is_taken(*at) { lattice.within(*at, (0.16, 0.16)) } else { lattice.middle(*at) };
            match words.iter().map(|it| Feature::read(it).kind).min() {
                None => {}
                Some(FeatureKind::Plain) => {
                    svg.circle((x, y), 6.0, Paint::fill(HALO));
                    svg.text((x, y + 6.5), 15.0, TextAnchor::Middle, INK, "*");
                }
                Some(kind) => {
                    if self.plan.background.is_some() {
                        svg.circle((x, y), 10.0, Paint::fill(HALO));
                    }
                    block::sign(svg, (x - 6.0, y), kind);
                }
            }
        }
    }

    /// Draws everybody. Returns what's written, where they stand, the lines between them, and what there was no room for.
    fn people(&self, svg: &mut Svg, lattice: &Lattice) -> (Vec<Bounds>, Vec<Bounds>, Vec<Covered>, Shortened) {
        let mut squares: Vec<Square> = self.plan.tokens.iter().filter_map(|it| square(it.spot.as_ref()?)).collect();
        squares.sort_unstable();
        squares.dedup();
        let mut people = People::new(self.plan, self.labels, self.side);
        for at in squares.into_iter().filter(|it| lattice.shows(*it)) {
            people.put(lattice.middle(at), &self.plan.at(Spot::Square(at)));
        }
        people.draw(svg);
        let (kept_free, mut rest) = self.traces(svg, lattice, &people);
        let ((x, y), (wide, high)) = (lattice.origin, lattice.size());
        let board = (x, y, x + wide, y + high);
        let signs = people.signs(board, &kept_free);
        signs.iter().for_each(|it| it.draw(svg));
        let lines = rest.len();
        rest.extend(self.better_uncovered(lattice));
        let (words, shortened) = people.write_names(svg, board, (kept_free, &signs, &rest));
        rest.truncate(lines);
        (words, people.taken(), rest, shortened)
    }

    /// What names should rather not cover, apart from ways and attacks.
    fn better_uncovered(&self, lattice: &Lattice) -> Vec<Covered> {
        let shown = |it: &Square| lattice.shows(*it);
        let turn = self.plan.turn.iter().flat_map(|it| it.reach.iter().filter_map(square));
        let signs = self.grid.features.keys().copied();
        let mut all = covered::openings(lattice, self.grid);
        all.extend(covered::middles(lattice, turn.chain(signs).filter(shown)));
        all.extend(covered::ground(lattice, self.terrain.keys().copied().filter(shown)));
        all
    }

    /// The last move, as far as it's shown, up to whoever moved, and the last attack. Returns what no name may cover, and what it rather
    /// shouldn't.
    fn traces(&self, svg: &mut Svg, lattice: &Lattice, people: &People<'_>) -> (Vec<Bounds>, Vec<Covered>) {
        let mut rest: Vec<Covered> = vec![];
        if let Some((who, way)) = &self.plan.trail {
            let is_shown = |it: &Spot| square(it).is_some_and(|at| lattice.shows(at));
            let hidden = way.iter().rposition(|it| !is_shown(it)).map_or(0, |it| it + 1);
            let squares: Vec<Square> = way[hidden..].iter().filter_map(square).collect();
            let points: Vec<PicturePoint> = squares.iter().map(|it| lattice.middle(*it)).collect();
            let mut points = traces::beside(&points, self.side * 0.38, |it| self.is_taken(squares[it]));
            if let ([.., before, last], Some((_, reach))) = (points.as_mut_slice(), people.reach(*who)) {
                *last = traces::towards(*last, *before, reach);
            }
            traces::trail(svg, &points, if hidden == 0 { self.side * 0.3 } else { 0.0 });
            rest.extend(points.windows(2).flat_map(|it| covered::line((it[0], it[1]))));
            if let [.., before, last] = points.as_slice() {
                traces::head(svg, *before, *last);
            }
        }
        let reach = |who| people.reach(who);
        let mut kept_free = vec![];
        if let Some((by, at)) = self.plan.attack.and_then(|(by, at)| reach(by).zip(reach(at)))
            && let Some(((left, top), (right, bottom))) = traces::attack(svg, by, at)
        {
            kept_free.push((left, top, right, bottom));
            rest.extend(covered::line((by.0, at.0)));
        }
        (kept_free, rest)
    }

    fn ray(&self, svg: &mut Svg, lattice: &Lattice, ray: Ray) {
        let origin = lattice.corner(Square { x: 0, y: 0 });
        let point = |it: PicturePoint| (origin.0 + it.0 * self.side, origin.1 + it.1 * self.side);
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

/// The ground of all squares that aren't plain floor: what the words about them say, or difficult without a word.
fn terrain(grid: &Grid) -> BTreeMap<Square, Terrain> {
    let said = grid.features.iter().map(|(at, words)| (*at, Terrain::of(words.iter().map(String::as_str))));
    let mut all: BTreeMap<Square, Terrain> = said.filter(|it| it.1 != Terrain::Floor).collect();
    for at in grid.rough.iter().filter(|it| !grid.walls.contains(it)) {
        all.entry(*at).or_insert(Terrain::Rough);
    }
    all
}

/// The openings and the ground on this part of a board that have a key in the legend.
pub fn keys(grid: &Grid, cutout: Cutout) -> Vec<LegendPiece> {
    let is_shown = |edge: &Edge| cutout.holds(edge.sides().0) || cutout.holds(edge.sides().1);
    let kinds = [
        (EdgeKind::Window, "window"),
        (EdgeKind::Slit, "arrow slit"),
        (EdgeKind::Door, "door"),
        (EdgeKind::OpenDoor, "open door"),
    ];
    let opening = |(kind, word): (EdgeKind, &'static str)| {
        let mut of_kind = grid.edges.iter().filter(|it| it.1.kind == kind && is_shown(it.0));
        of_kind.next().map(|it| LegendPiece::Opening(*it.1, word))
    };
    let rough = terrain(grid).iter().any(|(at, it)| *it == Terrain::Rough && cutout.holds(*at));
    kinds.into_iter().filter_map(opening).chain(rough.then_some(LegendPiece::Rough)).collect()
}

/// The lowest height above the floor that's written on this part of a board.
pub fn lowest_height(grid: &Grid, cutout: Cutout) -> Option<u16> {
    let ground = grid.heights_ft.iter().chain(&grid.wall_tops_ft).filter(|it| cutout.holds(*it.0));
    ground.map(|it| *it.1).filter(|it| *it > 0).min()
}

/// What the map shows that has to be explained: features without a texture, by their words.
pub fn unexplained(grid: &Grid, cutout: Cutout) -> BTreeMap<String, Vec<Square>> {
    let mut all: BTreeMap<String, Vec<Square>> = BTreeMap::new();
    for (at, words) in grid.features.iter().filter(|it| cutout.holds(*it.0)) {
        if Terrain::of(words.iter().map(String::as_str)) == Terrain::Floor {
            let words: Vec<String> = words.iter().map(|it| Feature::read(it).words()).collect();
            all.entry(words.join(", ")).or_default().push(*at);
        }
    }
    all
}
