//! Draws a map of zones: ways like corridors that open into the zones, signs across them, what lies and who stands where, what somebody could
//! do, and the last deeds, which go round those whom they pass and lie below names only.

use super::{
    block::Block,
    covered::{Bounds, meet},
    crossings::{SIGN_ABOVE_LONG, SIGN_LONG},
    palette::{FAINT, GROUND, HALO, REACH, THREAT},
    route::{self, InTheWay},
    shortened::Shortened,
    signs::{Says, StateSign},
    svg::{Paint, PicturePoint, Svg},
    traces,
    zones::{Ports, ZoneMap},
};
use crate::engine::view::{Crossing, Spot};

/// How wide a corridor is: its dark edge, its edge, its floor.
const CORRIDOR: [f32; 3] = [30.0, 26.0, 22.0];
/// How far it reaches into the zones at its ends.
const MOUTH: f32 = 3.0;
/// The radius of the ring where a move began.
const BEGAN: f32 = 12.0;
/// The distance of that ring from the edge of its zone.
const BEGAN_INSIDE: f32 = 24.0;

/// How far a way keeps from a point that isn't a combatant.
const END_REACH: f32 = 0.1;

/// How far inside a zone's edge the line is round where somebody can get to, and round what they threaten.
const REACH_INSIDE: f32 = 5.0;
const THREAT_INSIDE: f32 = 9.0;

/// A dot's radius, and where it goes on its line, the best place first: shares of the way to the right and down.
const DOT: f32 = 5.5;
const DOT_PLACES: [PicturePoint; 6] = [(1.0, 1.0), (1.0, 0.75), (1.0, 0.5), (1.0, 0.25), (0.5, 1.0), (1.0, 0.0)];
/// A wedge's side.
const WEDGE: f32 = 15.0;

/// Where a line stands so far inside a block, as its corner and size.
fn rim(blocks: &[PlacedBlock<'_>], spot: &Spot, inside: f32) -> Option<(PicturePoint, PicturePoint)> {
    let (_, _, (x, y), (wide, high)) = blocks.iter().find(|it| it.0 == *spot)?;
    Some(((x + inside, y + inside), (wide - 2.0 * inside, high - 2.0 * inside)))
}

/// A block with the place where it's drawn.
type PlacedBlock<'a> = (Spot, &'a Block, PicturePoint, PicturePoint);

impl ZoneMap<'_> {
    /// Draws it with its top left corner at `origin`. Returns what it had no room for.
    pub fn draw(&self, svg: &mut Svg, origin: PicturePoint) -> Shortened {
        let mut ports = Ports::default();
        let count = self.borders.len();
        let lines: Vec<Vec<PicturePoint>> = (0..count).map(|it| self.line(it, &mut ports, origin)).collect();
        let middles: Vec<PicturePoint> = (0..count).map(|it| self.middle(it, &lines[it], origin)).collect();
        let blocks = self.placed(&middles, origin);
        for (_, block, corner, size) in blocks.iter().filter(|it| matches!(it.0, Spot::Zone(_))) {
            block.ground(svg, *corner, *size);
        }
        self.corridors(svg, &lines);
        self.signs(svg, &middles);
        for (_, block, corner, size) in blocks.iter().filter(|it| matches!(it.0, Spot::Border(_))) {
            block.ground(svg, *corner, *size);
        }
        self.signs_of_blocks(svg, &middles);
        self.turn(svg, &blocks);
        for (_, block, corner, _) in &blocks {
            block.people(svg, *corner, (self.plan, self.labels));
        }
        let around = self.in_the_way(&blocks, origin);
        self.trail(svg, (&lines, &middles), &blocks, &around);
        if let Some((by, at)) = self.plan.attack
            && let (Some(by), Some(at)) = (token(&blocks, by), token(&blocks, at))
        {
            traces::attack_along(svg, &route::bow(by, at, &around));
        }
        let signs: Vec<StateSign> =
            blocks.iter().flat_map(|(_, block, corner, _)| block.signs(*corner, (self.plan, self.labels))).collect();
        signs.iter().for_each(|it| it.draw(svg));
        for (_, block, corner, size) in &blocks {
            block.words(svg, *corner, size.0, self.plan);
        }
        let people = around.people.iter().map(|((x, y), far)| (x - far, y - far, x + far, y + far));
        let taken: Vec<Bounds> = around.words.iter().copied().chain(people).collect();
        self.turn_marks(svg, &blocks, &middles, &taken);
        Shortened { has_more_states: signs.iter().any(|it| it.says == Says::More), ..Shortened::default() }
    }

    /// All blocks that are drawn.
    fn placed(&self, middles: &[PicturePoint], origin: PicturePoint) -> Vec<PlacedBlock<'_>> {
        let zones = self.cells.iter().zip(&self.zones).enumerate().map(|(at, (cell, block))| {
            let (corner, size) = self.rect(*cell, origin);
            (Spot::Zone(at), block, corner, size)
        });
        let borders = self.borders.iter().zip(middles).enumerate().filter(|it| !it.1.0.block.is_empty());
        let borders = borders.map(|(at, (on, (x, y)))| {
            let (block, (wide, high)) = (&on.block, on.block.size);
            (Spot::Border(at), block, (x - wide / 2.0, y - high / 2.0), block.size)
        });
        zones.chain(borders).collect()
    }

    /// The ways between zones. Where they cross, the later one goes over the earlier one.
    fn corridors(&self, svg: &mut Svg, lines: &[Vec<PicturePoint>]) {
        for (line, border) in lines.iter().zip(&self.ground.borders) {
            if border.way == Crossing::Closed {
                svg.path(line, false, Paint::edge(GROUND, 9.0));
                svg.path(line, false, Paint::edge(FAINT, 3.0).dashed());
                continue;
            }
            let [dark, edge, floor] = CORRIDOR;
            svg.path(line, false, Paint::edge(HALO, dark));
            svg.path(line, false, Paint::edge("#98a1b2", edge));
            svg.path(&longer(line), false, Paint::edge("#39404c", floor));
        }
    }

    /// Signs that stand on a way alone.
    fn signs(&self, svg: &mut Svg, middles: &[PicturePoint]) {
        for (at, on) in self.borders.iter().enumerate().filter(|it| it.1.block.is_empty()) {
            if let Some(sign) = on.sign {
                sign.draw(svg, middles[at], SIGN_LONG, self.is_level(at));
            }
        }
    }

    /// Signs above what else is on a border.
    fn signs_of_blocks(&self, svg: &mut Svg, middles: &[PicturePoint]) {
        for (on, (x, y)) in self.borders.iter().zip(middles).filter(|it| !it.0.block.is_empty()) {
            if let Some(sign) = on.sign {
                sign.draw(svg, (*x, y - on.block.size.1 / 2.0 + 14.0), SIGN_ABOVE_LONG, false);
            }
        }
    }

    /// Where somebody can get to: a line round it. What they threaten: a dashed line.
    fn turn(&self, svg: &mut Svg, blocks: &[PlacedBlock<'_>]) {
        let Some(turn) = &self.plan.turn else { return };
        for (corner, size) in turn.reach.iter().filter_map(|it| rim(blocks, it, REACH_INSIDE)) {
            svg.rect(corner, size, 5.0, Paint::edge(HALO, 5.0));
            svg.rect(corner, size, 5.0, Paint::edge(REACH, 2.6));
        }
        for (corner, size) in turn.threat.iter().filter_map(|it| rim(blocks, it, THREAT_INSIDE)) {
            svg.rect(corner, size, 4.0, Paint::edge(HALO, 5.0));
            svg.rect(corner, size, 4.0, Paint::edge(THREAT, 2.4).dashed());
        }
    }

    /// A dot on the lines of the first kind, a wedge in those of the second: in corners, or elsewhere on the
    /// rim if a corner is taken.
    fn turn_marks(&self, svg: &mut Svg, blocks: &[PlacedBlock<'_>], middles: &[PicturePoint], taken: &[Bounds]) {
        let Some(turn) = &self.plan.turn else { return };
        let is_free = |it: &Bounds| !taken.iter().any(|other| meet(*it, *other));
        let dot = |spot: &Spot| match (rim(blocks, spot, REACH_INSIDE), spot) {
            (Some((corner, size)), _) => {
                let places = DOT_PLACES.map(|(right, low)| {
                    (corner.0 + 3.0 + (size.0 - 6.0) * right, corner.1 + 3.0 + (size.1 - 6.0) * low)
                });
                let free = |(x, y): &&PicturePoint| is_free(&(x - DOT, y - DOT, x + DOT, y + DOT));
                Some(*places.iter().find(free).unwrap_or(&places[0]))
            }
            (None, Spot::Border(at)) => middles.get(*at).copied(),
            _ => None,
        };
        let dots: Vec<(PicturePoint, f32)> = turn.reach.iter().filter_map(dot).map(|it| (it, DOT)).collect();
        svg.discs(&dots, Paint::fill(REACH).edged(HALO, 1.6));
        for ((x, y), (_, high)) in turn.threat.iter().filter_map(|it| rim(blocks, it, THREAT_INSIDE)) {
            let (left, bottom) = (x - 2.0, y + high + 2.0);
            // Along the left edge, from below.
            let lows = [0.0, 0.25, 0.5, 0.75, 1.0].map(|up| bottom - up * (high + 4.0 - WEDGE));
            let free = |low: &&f32| is_free(&(left, **low - WEDGE, left + WEDGE, **low));
            let low = *lows.iter().find(free).unwrap_or(&bottom);
            let wedge = vec![(left, low), (left + WEDGE, low), (left, low - WEDGE)];
            svg.shapes(&[wedge], Paint::fill(THREAT).edged(HALO, 1.6));
        }
    }

    /// What ways keep clear of.
    fn in_the_way(&self, blocks: &[PlacedBlock<'_>], origin: PicturePoint) -> InTheWay {
        let (wide, high) = self.size();
        InTheWay {
            people: blocks.iter().flat_map(|(_, block, corner, _)| block.all_tokens(*corner)).collect(),
            words: blocks
                .iter()
                .flat_map(|(_, block, corner, size)| block.covered(*corner, size.0, self.plan))
                .collect(),
            within: (origin.0, origin.1, origin.0 + wide, origin.1 + high),
        }
    }

    /// The last move, from where it began over the borders that it crossed to whoever moved.
    fn trail(
        &self,
        svg: &mut Svg,
        ways: (&[Vec<PicturePoint>], &[PicturePoint]),
        blocks: &[PlacedBlock<'_>],
        around: &InTheWay,
    ) {
        let Some((who, spots)) = &self.plan.trail else { return };
        let crossed: Vec<Vec<PicturePoint>> =
            spots.windows(2).filter_map(|it| self.crossed((it[0], it[1]), ways)).collect();
        let Some(first) = crossed.first().and_then(|it| it.first()) else { return };
        let began = spots.first().and_then(|it| self.began(*it, *first, blocks, around));
        let mut points: Vec<PicturePoint> = began.into_iter().collect();
        for way in &crossed {
            // Within a zone it goes from one border to the next.
            if let (Some(last), Some(next)) = (points.last(), way.first()) {
                points.extend(route::bow((*last, END_REACH), (*next, END_REACH), around));
            }
            points.extend(way);
        }
        let to = token(blocks, *who);
        if let (Some(last), Some(to)) = (points.last(), to) {
            points.extend(route::bow((*last, END_REACH), to, around));
        }
        let others: Vec<(PicturePoint, f32)> =
            around.people.iter().filter(|it| to.is_none_or(|to| to.0 != it.0)).copied().collect();
        let points = route::round_people(&points, &others);
        traces::trail(svg, &points, if began.is_some() { BEGAN } else { 0.0 });
        if let [.., before, last] = points.as_slice() {
            traces::head(svg, *before, *last);
        }
    }

    /// The way over a border, or half of it if somebody stops there.
    fn crossed(
        &self,
        step: (Spot, Spot),
        (lines, middles): (&[Vec<PicturePoint>], &[PicturePoint]),
    ) -> Option<Vec<PicturePoint>> {
        let (from, to, at) = match step {
            (Spot::Zone(from), Spot::Zone(to)) => {
                let joins = |it: usize| [(from, to), (to, from)].contains(&self.ends(it));
                (Some(from), Some(to), (0..lines.len()).find(|it| joins(*it))?)
            }
            (Spot::Zone(from), Spot::Border(at)) => (Some(from), None, at),
            (Spot::Border(at), Spot::Zone(to)) => (None, Some(to), at),
            _ => return None,
        };
        let (mut line, middle) = (lines.get(at)?.clone(), *middles.get(at)?);
        let (first, last) = self.ends(at);
        if from == Some(last) || to == Some(first) {
            line.reverse();
        }
        let near = |it: usize| distance(middle, (line[it], line[it + 1]));
        let cut = (0..line.len() - 1).min_by(|a, b| near(*a).total_cmp(&near(*b)))? + 1;
        match (from, to) {
            (Some(_), None) => Some(line[..cut].iter().copied().chain([middle]).collect()),
            (None, Some(_)) => Some(std::iter::once(middle).chain(line[cut..].iter().copied()).collect()),
            _ => Some(line),
        }
    }

    /// Where a move began: in its zone, where nobody stands and nothing is written, close to where it left the zone.
    fn began(
        &self,
        spot: Spot,
        left: PicturePoint,
        blocks: &[PlacedBlock<'_>],
        around: &InTheWay,
    ) -> Option<PicturePoint> {
        let (_, block, corner, size) = blocks.iter().find(|it| it.0 == spot)?;
        let Spot::Zone(_) = spot else { return None };
        let inside = |value: f32, from: f32, long: f32| {
            value.clamp(from + BEGAN_INSIDE.min(long / 2.0), from + long - BEGAN_INSIDE.min(long / 2.0))
        };
        let near = (inside(left.0, corner.0, size.0), inside(left.1, corner.1, size.1));
        let is_free = |it: &PicturePoint| {
            let far = BEGAN + 3.0;
            let ring: Bounds = (it.0 - far, it.1 - far, it.0 + far, it.1 + far);
            let apart = |other: &(PicturePoint, f32)| (other.0.0 - it.0).hypot(other.0.1 - it.1) > other.1 + far;
            around.people.iter().all(apart) && !around.words.iter().any(|other| meet(ring, *other))
        };
        std::iter::once(near).chain(block.free_place(*corner, *size)).find(is_free).or(Some(near))
    }
}

/// The middle of somebody's token, and how far it reaches.
fn token(blocks: &[PlacedBlock<'_>], who: usize) -> Option<(PicturePoint, f32)> {
    blocks.iter().find_map(|(_, block, corner, _)| block.token(who, *corner))
}

/// A line that goes on a little at both ends.
fn longer(line: &[PicturePoint]) -> Vec<PicturePoint> {
    let mut line = line.to_vec();
    let on = |end: PicturePoint, before: PicturePoint| {
        let (dx, dy) = (end.0 - before.0, end.1 - before.1);
        let far = dx.hypot(dy).max(0.1);
        (end.0 + dx / far * MOUTH, end.1 + dy / far * MOUTH)
    };
    if let [first, second, ..] = *line.as_slice() {
        line[0] = on(first, second);
    }
    if let [.., before, last] = *line.as_slice() {
        let end = line.len() - 1;
        line[end] = on(last, before);
    }
    line
}

/// How far a point is from a level or upright line.
fn distance(at: PicturePoint, (from, to): (PicturePoint, PicturePoint)) -> f32 {
    let near = |value: f32, one: f32, other: f32| value.clamp(one.min(other), one.max(other)) - value;
    near(at.0, from.0, to.0).hypot(near(at.1, from.1, to.1))
}
