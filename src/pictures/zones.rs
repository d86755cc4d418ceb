//! A map of zones, laid out: each zone is a block in its cell, each border a way between two of them, with a sign or a block of its own if it
//! has something to show. Ways run straight between neighbours and otherwise through the alleys between cells; none runs behind a zone.

use super::{
    arrange::{Cell, arrange},
    block::{self, Block, Frame},
    crossings::{self, BorderSign},
    plan::{Labels, MapPlan},
    scenery::ZoneLook,
};
use crate::engine::view::{Spot, ZoneGround};

/// The minimum width of an alley between two columns or rows.
const ALLEY: f32 = 34.0;
/// The width of a lane: the space for a line along an alley.
const LANE: f32 = 34.0;
/// The space around a border's block.
const ROOM: f32 = 12.0;
/// The distance between a zone's corner and the first line that ends there.
const PORT: f32 = 26.0;
/// How wide and high a sign is that stands on a border alone, and how high one is above what's on a border.
const SIGN: f32 = 32.0;
const SIGN_ABOVE: f32 = 24.0;

/// How a border's line runs.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Run {
    /// Straight across the alley between neighbours; true if they're side by side.
    Straight(bool),
    /// Along the alley above a row, in this lane.
    Row { alley: usize, lane: f32 },
    /// Along the alley before a column, in this lane.
    Column { alley: usize, lane: f32 },
    /// Along a row's alley and then along a column's.
    Corner { row: usize, row_lane: f32, column: usize, column_lane: f32 },
}

/// The alleys and cells along one direction.
#[derive(Clone, Debug, Default)]
struct Axis {
    /// The space of each alley: for what's in it, and for lines along it.
    alleys: Vec<(f32, f32)>,
    /// The size of each row or column.
    cells: Vec<f32>,
}

impl Axis {
    fn new(cells: usize) -> Axis {
        let inner = |at: usize| if at == 0 || at == cells { 0.0 } else { ALLEY };
        Axis { alleys: (0..=cells).map(|it| (inner(it), 0.0)).collect(), cells: vec![0.0; cells] }
    }

    /// A new lane along an alley; returns its centre, counted from the end of what's in the alley.
    fn lane(&mut self, alley: usize, wide: f32) -> f32 {
        let lanes = &mut self.alleys[alley].1;
        *lanes += wide;
        *lanes - wide / 2.0
    }

    fn start_of_alley(&self, at: usize) -> f32 {
        self.alleys[..at].iter().map(|it| it.0 + it.1).sum::<f32>() + self.cells[..at].iter().sum::<f32>()
    }

    fn start_of_cell(&self, at: usize) -> f32 {
        self.start_of_alley(at) + self.alleys[at].0 + self.alleys[at].1
    }

    fn middle_of_alley(&self, at: usize) -> f32 {
        self.start_of_alley(at) + self.alleys[at].0 / 2.0
    }

    fn at_lane(&self, alley: usize, lane: f32) -> f32 {
        self.start_of_alley(alley) + self.alleys[alley].0 + lane
    }

    fn all(&self) -> f32 {
        self.start_of_alley(self.cells.len()) + self.alleys[self.cells.len()].0 + self.alleys[self.cells.len()].1
    }

    /// The centre of the alley closest to the middle of a stretch and within it, or the stretch's own middle.
    fn best_within(&self, one: f32, other: f32) -> f32 {
        let (from, to) = (one.min(other), one.max(other));
        let middle = f32::midpoint(from, to);
        let inner = (1..self.cells.len()).map(|it| self.middle_of_alley(it)).filter(|it| (from..=to).contains(it));
        inner.min_by(|a, b| (a - middle).abs().total_cmp(&(b - middle).abs())).unwrap_or(middle)
    }
}

/// What stands on a border: a sign, a block, or both.
#[derive(Clone, Debug)]
pub(super) struct OnBorder {
    pub(super) sign: Option<BorderSign>,
    pub(super) block: Block,
}

impl OnBorder {
    fn is_empty(&self) -> bool {
        self.sign.is_none() && self.block.is_empty()
    }

    /// Its width and height.
    pub(super) fn size(&self) -> (f32, f32) {
        match (self.sign, self.block.is_empty()) {
            (Some(_), true) => (SIGN, SIGN),
            _ => self.block.size,
        }
    }
}

/// A map of zones, laid out.
pub struct ZoneMap<'a> {
    pub(super) plan: &'a MapPlan,
    pub(super) labels: &'a Labels,
    pub(super) ground: &'a ZoneGround,
    pub(super) cells: Vec<Cell>,
    pub(super) zones: Vec<Block>,
    pub(super) borders: Vec<OnBorder>,
    runs: Vec<Run>,
    across: Axis,
    down: Axis,
}

impl<'a> ZoneMap<'a> {
    /// Lays it out.
    pub fn new(plan: &'a MapPlan, ground: &'a ZoneGround, labels: &'a Labels) -> ZoneMap<'a> {
        let pairs: Vec<(usize, usize)> = ground.borders.iter().map(|it| (it.a, it.b)).collect();
        let cells = arrange(ground.zones.len(), &pairs);
        let keys = crossings::keys(ground);
        let frame = if ground.zones.len() == 1 { block::ALONE } else { block::ZONE };
        let zone = |at: usize| {
            let (zone, here) = (&ground.zones[at], plan.at(Spot::Zone(at)));
            let full = if here.len() >= usize::from(zone.holds) { ", full" } else { "" };
            let aside = format!("holds {}{full}", zone.holds);
            let frame = Frame { look: Some(ZoneLook::of(&zone.name, &zone.features)), ..frame };
            Block::new(frame, (&labels.zones[at].text, &aside), &zone.features, &here, labels)
        };
        let border = |at: usize| {
            let border = &ground.borders[at];
            let here = plan.at(Spot::Border(at));
            let sign = BorderSign::on(border).map(|it| it.0);
            let kept_free = if sign.is_some() { SIGN_ABOVE } else { 0.0 };
            let frame = Frame { kept_free, ..block::BORDER };
            let (way, features) = crossings::unsaid(border, &keys);
            let block = Block::new(frame, (way.unwrap_or(""), ""), &features, &here, labels);
            OnBorder { sign, block }
        };
        let zones: Vec<Block> = (0..ground.zones.len()).map(zone).collect();
        let borders: Vec<OnBorder> = (0..ground.borders.len()).map(border).collect();
        let columns = cells.iter().map(|it| it.column + 1).max().unwrap_or(0);
        let rows = cells.iter().map(|it| it.row + 1).max().unwrap_or(0);
        let (mut across, mut down) = (Axis::new(columns), Axis::new(rows));
        for (cell, block) in cells.iter().zip(&zones) {
            widen(&mut across.cells[cell.column], block.size.0);
            widen(&mut down.cells[cell.row], block.size.1);
        }
        let mut runs = vec![];
        for (border, block) in ground.borders.iter().zip(&borders) {
            runs.push(run(&mut across, &mut down, (cells[border.a], cells[border.b]), block));
        }
        ZoneMap { plan, labels, ground, cells, zones, borders, runs, across, down }
    }

    /// Its width and height.
    pub fn size(&self) -> (f32, f32) {
        (self.across.all(), self.down.all())
    }

    /// A cell's corner and size.
    pub(super) fn rect(&self, cell: Cell, origin: (f32, f32)) -> ((f32, f32), (f32, f32)) {
        let corner = (origin.0 + self.across.start_of_cell(cell.column), origin.1 + self.down.start_of_cell(cell.row));
        (corner, (self.across.cells[cell.column], self.down.cells[cell.row]))
    }

    /// A border's two zones, the one above or to the left first.
    pub(super) fn ends(&self, at: usize) -> (usize, usize) {
        let border = &self.ground.borders[at];
        let place = |it: usize| (self.cells[it].row, self.cells[it].column);
        if place(border.a) <= place(border.b) { (border.a, border.b) } else { (border.b, border.a) }
    }

    /// The points of a border's line.
    pub(super) fn line(&self, at: usize, ports: &mut Ports, origin: (f32, f32)) -> Vec<(f32, f32)> {
        let (one, other) = self.ends(at);
        let (from, to) = (self.cells[one], self.cells[other]);
        let (a, b) = (self.rect(from, origin), self.rect(to, origin));
        let middle = |it: ((f32, f32), (f32, f32))| (it.0.0 + it.1.0 / 2.0, it.0.1 + it.1.1 / 2.0);
        let (bottom, right) =
            (|it: ((f32, f32), (f32, f32))| it.0.1 + it.1.1, |it: ((f32, f32), (f32, f32))| it.0.0 + it.1.0);
        let rightwards = to.column >= from.column;
        match self.runs[at] {
            Run::Straight(true) => vec![(right(a), middle(a).1), (b.0.0, middle(a).1)],
            Run::Straight(false) => vec![(middle(a).0, bottom(a)), (middle(a).0, b.0.1)],
            Run::Row { alley, lane } => {
                let y = origin.1 + self.down.at_lane(alley, lane);
                let x = ports.next((one, Side::Bottom, rightwards), a.0.0, a.1.0);
                let (side, end) = if from.row == to.row { (Side::Bottom, bottom(b)) } else { (Side::Top, b.0.1) };
                let to_x = ports.next((other, side, !rightwards), b.0.0, b.1.0);
                vec![(x, bottom(a)), (x, y), (to_x, y), (to_x, end)]
            }
            Run::Column { alley, lane } => {
                let x = origin.0 + self.across.at_lane(alley, lane);
                let (side, start) = if alley > from.column { (Side::Right, right(a)) } else { (Side::Left, a.0.0) };
                let y = ports.next((one, side, true), a.0.1, a.1.1);
                let (side, end) = if alley > to.column { (Side::Right, right(b)) } else { (Side::Left, b.0.0) };
                let to_y = ports.next((other, side, false), b.0.1, b.1.1);
                vec![(start, y), (x, y), (x, to_y), (end, to_y)]
            }
            Run::Corner { row, row_lane, column, column_lane } => {
                let y = origin.1 + self.down.at_lane(row, row_lane);
                let x = ports.next((one, Side::Bottom, rightwards), a.0.0, a.1.0);
                let turn = origin.0 + self.across.at_lane(column, column_lane);
                let (side, end) = if column > to.column { (Side::Right, right(b)) } else { (Side::Left, b.0.0) };
                let to_y = ports.next((other, side, false), b.0.1, b.1.1);
                vec![(x, bottom(a)), (x, y), (turn, y), (turn, to_y), (end, to_y)]
            }
        }
    }

    /// Whether a border's way runs from left to right where its sign is.
    pub(super) fn is_level(&self, at: usize) -> bool {
        matches!(self.runs[at], Run::Straight(true) | Run::Row { .. } | Run::Corner { .. })
    }

    /// The centre of what's on a border.
    pub(super) fn middle(&self, at: usize, line: &[(f32, f32)], origin: (f32, f32)) -> (f32, f32) {
        let (from, _) = self.ends(at);
        let cell = self.cells[from];
        match self.runs[at] {
            Run::Straight(true) => (origin.0 + self.across.middle_of_alley(cell.column + 1), line[0].1),
            Run::Straight(false) => (line[0].0, origin.1 + self.down.middle_of_alley(cell.row + 1)),
            Run::Row { .. } | Run::Corner { .. } => {
                (origin.0 + self.across.best_within(line[1].0 - origin.0, line[2].0 - origin.0), line[1].1)
            }
            Run::Column { .. } => {
                (line[1].0, origin.1 + self.down.best_within(line[1].1 - origin.1, line[2].1 - origin.1))
            }
        }
    }
}

/// Chooses how a line runs, and reserves space for it and its block.
fn run(across: &mut Axis, down: &mut Axis, (one, other): (Cell, Cell), on: &OnBorder) -> Run {
    let (a, b) = if (one.row, one.column) <= (other.row, other.column) { (one, other) } else { (other, one) };
    let size = on.size();
    let (wide, high) = if on.is_empty() { (0.0, 0.0) } else { (size.0 + 2.0 * ROOM, size.1 + 2.0 * ROOM) };
    match (a.column.abs_diff(b.column), b.row - a.row) {
        (1, 0) => {
            widen(&mut across.alleys[b.column].0, wide);
            widen(&mut down.cells[a.row], high + 2.0 * PORT);
            Run::Straight(true)
        }
        (0, 1) => {
            widen(&mut down.alleys[b.row].0, high);
            widen(&mut across.cells[a.column], wide + 2.0 * PORT);
            Run::Straight(false)
        }
        (0, _) => Run::Column { alley: a.column + 1, lane: across.lane(a.column + 1, wide.max(LANE)) },
        (_, 0 | 1) => Run::Row { alley: a.row + 1, lane: down.lane(a.row + 1, high.max(LANE)) },
        (1, _) => {
            let alley = a.column.max(b.column);
            Run::Column { alley, lane: across.lane(alley, wide.max(LANE)) }
        }
        _ => {
            let column = if b.column > a.column { b.column } else { b.column + 1 };
            let row_lane = down.lane(a.row + 1, high.max(LANE));
            Run::Corner { row: a.row + 1, row_lane, column, column_lane: across.lane(column, LANE) }
        }
    }
}

fn widen(room: &mut f32, to: f32) {
    *room = room.max(to);
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Top,
    Bottom,
    Left,
    Right,
}

/// Where lines end at zones: beside each other, starting from the corners, so that the middle stays free for neighbours.
#[derive(Default)]
pub(super) struct Ports {
    taken: Vec<(usize, Side, bool)>,
}

impl Ports {
    /// The next port on a side, starting from its far corner if `far`, otherwise from its near one.
    fn next(&mut self, port: (usize, Side, bool), start: f32, room: f32) -> f32 {
        let before = self.taken.iter().filter(|it| **it == port).count() as f32;
        self.taken.push(port);
        let in_by = (PORT + before * PORT).min(room * 0.45);
        if port.2 { start + room - in_by } else { start + in_by }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::view::{BorderView, Crossing, Ground, ZoneView},
        pictures::plan::{Party, Token},
    };

    /// A deterministic sequence of numbers that look random.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, most: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % most
        }
    }

    fn any_place(numbers: &mut Numbers) -> MapPlan {
        let count = 1 + numbers.below(16);
        let zone = |it: usize| ZoneView { name: format!("Zone {it}"), holds: 8, features: vec![] };
        let mut borders: Vec<BorderView> = vec![];
        for _ in 0..numbers.below(count * 2) {
            let (a, b) = (numbers.below(count), numbers.below(count));
            if a != b && !borders.iter().any(|it| [(a, b), (b, a)].contains(&(it.a, it.b))) {
                let way = [Crossing::Open, Crossing::Doorway, Crossing::Closed][numbers.below(3)];
                borders.push(BorderView { a, b, way, holds: 2, features: vec![] });
            }
        }
        let token = |it: usize, numbers: &mut Numbers| Token {
            name: format!("Bandit {it}"),
            party: 0,
            words: vec!["unhurt".to_owned()],
            states: vec![],
            health: None,
            down: false,
            hidden: false,
            acting: false,
            saved: None,
            portrait: None,
            spot: Some(match borders.len() {
                0 => Spot::Zone(numbers.below(count)),
                many if it.is_multiple_of(3) => Spot::Border(numbers.below(many)),
                _ => Spot::Zone(numbers.below(count)),
            }),
        };
        let tokens = (0..numbers.below(30)).map(|it| token(it, numbers)).collect();
        let ground = Ground::Zones(ZoneGround { zones: (0..count).map(zone).collect(), borders });
        MapPlan::new(ground, vec![Party { name: "Bandits".to_owned(), letter: 'B' }], tokens)
    }

    /// Whether a rectangle overlaps the inside of another.
    fn meet((x, y): (f32, f32), (wide, high): (f32, f32), zone: ((f32, f32), (f32, f32))) -> bool {
        let ((left, top), (zone_wide, zone_high)) = zone;
        x + wide > left + 0.1 && x < left + zone_wide - 0.1 && y + high > top + 0.1 && y < top + zone_high - 0.1
    }

    /// On any board: no line runs through a zone or ends anywhere but at its own two, no zone overlaps another, no border's block overlaps
    /// a zone, and everything is on the sheet.
    #[test]
    fn lines_go_round_zones() {
        let mut numbers = Numbers(7);
        for _ in 0..150 {
            let plan = any_place(&mut numbers);
            let Ground::Zones(ground) = &plan.ground else { unreachable!() };
            let labels = plan.labels();
            let map = ZoneMap::new(&plan, ground, &labels);
            let zones: Vec<_> = map.cells.iter().map(|it| map.rect(*it, (0.0, 0.0))).collect();
            let apart =
                |one: usize| zones.iter().enumerate().all(|(at, it)| at == one || !meet(it.0, it.1, zones[one]));
            assert!((0..zones.len()).all(apart), "{ground:?}");
            let mut ports = Ports::default();
            for (at, border) in ground.borders.iter().enumerate() {
                let line = map.line(at, &mut ports, (0.0, 0.0));
                for step in line.windows(2) {
                    let corner = (step[0].0.min(step[1].0), step[0].1.min(step[1].1));
                    let size = ((step[0].0 - step[1].0).abs(), (step[0].1 - step[1].1).abs());
                    assert!(size.0 < 0.1 || size.1 < 0.1, "a line runs askew: {line:?}");
                    assert!(!zones.iter().any(|it| meet(corner, size, *it)), "through a zone: {line:?} in {ground:?}");
                }
                let touches = |end: (f32, f32), zone: usize| {
                    let ((x, y), (wide, high)) = zones[zone];
                    (x - 0.1..=x + wide + 0.1).contains(&end.0) && (y - 0.1..=y + high + 0.1).contains(&end.1)
                };
                let ends = map.ends(at);
                assert!([(border.a, border.b), (border.b, border.a)].contains(&ends));
                assert!(touches(line[0], ends.0) && touches(line[line.len() - 1], ends.1), "{line:?} in {ground:?}");
                let (on, middle) = (&map.borders[at], map.middle(at, &line, (0.0, 0.0)));
                let size = on.size();
                let corner = (middle.0 - size.0 / 2.0, middle.1 - size.1 / 2.0);
                if !on.is_empty() {
                    assert!(!zones.iter().any(|it| meet(corner, size, *it)), "on a zone: {border:?} in {ground:?}");
                    let (wide, high) = map.size();
                    assert!(corner.0 >= 0.0 && corner.0 + size.0 <= wide + 0.1, "{border:?} in {ground:?}");
                    assert!(corner.1 >= 0.0 && corner.1 + size.1 <= high + 0.1, "{border:?} in {ground:?}");
                }
            }
        }
    }
}
