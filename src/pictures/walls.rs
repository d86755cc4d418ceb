//! What's solid: squares of masonry or boulders, and what stands between squares, all with a thickness. Low things look low: thinner, and
//! built of single stones.

use super::{
    lattice::{Lattice, speck},
    palette::HALO,
    svg::{Colour, LineSegment, Paint, PicturePoint, Svg},
};
use crate::engine::view::grid::{Barrier, Compass, Edge, EdgeKind, Grid, Square};

const MASONRY: Colour = "#646c7a";
const JOINT: Colour = "#535a67";
const LIT: Colour = "#a3abb8";
const SHADOW: Colour = "#1a1d23";
const WALL: Colour = "#949cab";
const BOULDER: Colour = "#6b675f";
const WOOD: Colour = "#b07a3f";
const GLASS: Colour = "#9fd0ff";

/// Half the thickness of a wall, in fractions of a square's side.
const THICK: f32 = 0.075;
/// Half the thickness of a low wall.
const THIN: f32 = 0.05;
/// How thick the leaf of an open door is at least, with its edges.
const LEAF_PX: f32 = 4.8;

/// Draws the solid squares: masonry up to the ceiling, and boulders.
pub fn solid(svg: &mut Svg, lattice: &Lattice, grid: &Grid) {
    let is_full = |at: Square| grid.walls.contains(&at) && !grid.wall_tops_ft.contains_key(&at);
    let is_low = |at: Square| grid.walls.contains(&at) && grid.wall_tops_ft.contains_key(&at);
    let side = lattice.side;
    // A shadow falls below and to the right of what's high.
    let fall = |it: Vec<LineSegment>, (dx, dy): PicturePoint| {
        it.into_iter().map(|(a, b)| ((a.0 + dx, a.1 + dy), (b.0 + dx, b.1 + dy))).collect::<Vec<_>>()
    };
    let (south, east) = (lattice.rim(Compass::South, is_full), lattice.rim(Compass::East, is_full));
    let shade = side * 0.05;
    svg.lines(&fall(south.clone(), (shade / 2.0, shade)), Paint::edge(SHADOW, shade * 2.0));
    svg.lines(&fall(east.clone(), (shade, shade / 2.0)), Paint::edge(SHADOW, shade * 2.0));
    svg.rects(&lattice.fills(is_full), Paint::fill(MASONRY));
    let joints: Vec<LineSegment> =
        lattice.squares().filter(|it| is_full(*it)).flat_map(|it| courses(lattice, it)).collect();
    svg.lines(&joints, Paint::edge(JOINT, 1.2));
    let lit: Vec<LineSegment> =
        [Compass::North, Compass::West].into_iter().flat_map(|it| lattice.rim(it, is_full)).collect();
    svg.lines(&lit, Paint::edge(LIT, 2.4));
    svg.lines(&[south, east].concat(), Paint::edge(HALO, 2.0));
    let boulders: Vec<Vec<PicturePoint>> =
        lattice.squares().filter(|it| is_low(*it)).map(|it| boulder(lattice, it)).collect();
    svg.shapes(&boulders, Paint::fill(BOULDER).edged(HALO, 2.0));
    let tops: Vec<Vec<PicturePoint>> = boulders.iter().map(|it| top(it)).collect();
    svg.shapes(&tops, Paint::fill("#807b71"));
}

/// The joints between the stones of a square, in courses.
fn courses(lattice: &Lattice, at: Square) -> Vec<LineSegment> {
    let mut joints: Vec<LineSegment> = vec![];
    let count = lattice.details(3);
    for course in 0..count {
        let (top, low) = (course as f32 / count as f32, (course + 1) as f32 / count as f32);
        if course > 0 {
            joints.push((lattice.within(at, (0.0, top)), lattice.within(at, (1.0, top))));
        }
        let x = 0.3 + 0.4 * speck(at, 200 + course);
        joints.push((lattice.within(at, (x, top)), lattice.within(at, (x, low))));
    }
    joints
}

fn boulder(lattice: &Lattice, at: Square) -> Vec<PicturePoint> {
    let point = |it: u32| {
        let angle = std::f32::consts::TAU * (it as f32 + 0.5 * speck(at, 210)) / 8.0;
        let far = 0.42 + 0.07 * speck(at, 220 + it);
        lattice.within(at, (0.5 + far * angle.cos(), 0.5 + far * angle.sin()))
    };
    (0..8).map(point).collect()
}

/// The lit top of a boulder.
fn top(boulder: &[PicturePoint]) -> Vec<PicturePoint> {
    let count = boulder.len().max(1) as f32;
    let middle =
        (boulder.iter().map(|it| it.0).sum::<f32>() / count, boulder.iter().map(|it| it.1).sum::<f32>() / count);
    let near =
        |it: &PicturePoint| (middle.0 + (it.0 - middle.0) * 0.66 - 1.5, middle.1 + (it.1 - middle.1) * 0.66 - 2.0);
    boulder.iter().map(near).collect()
}

/// Draws what stands on an edge.
pub fn barrier(svg: &mut Svg, lattice: &Lattice, edge: Edge, barrier: Barrier) {
    let run = Run(lattice.ends(edge));
    let stone = Paint::fill(WALL).edged(HALO, 1.4);
    // Stubs reach a little beyond the edge, so that walls meet in their corners.
    let over = THICK;
    match barrier.kind {
        EdgeKind::Wall if barrier.top_ft.is_some() => {
            for number in 0..4_u8 {
                let from = f32::from(number) / 4.0;
                svg.path(&run.block((from + 0.02, from + 0.23), THIN), true, stone);
            }
        }
        EdgeKind::Wall => svg.path(&run.block((-over, 1.0 + over), THICK), true, stone),
        EdgeKind::Slit => {
            for (from, to) in [(-over, 0.42), (0.58, 1.0 + over)] {
                svg.path(&run.block((from, to), THICK), true, stone);
            }
            svg.lines(&[(run.at(0.42, 0.0), run.at(0.58, 0.0))], Paint::edge(HALO, 2.4));
        }
        EdgeKind::Window => {
            run.stubs(svg, stone);
            svg.path(&run.block((0.16, 0.84), THIN), true, Paint::fill("#27445c").edged(GLASS, 1.4));
            svg.lines(&[(run.at(0.5, -THIN), run.at(0.5, THIN))], Paint::edge(GLASS, 1.4));
        }
        EdgeKind::Door => {
            run.stubs(svg, stone);
            svg.path(&run.block((0.16, 0.84), THIN * 1.3), true, Paint::fill(WOOD).edged(HALO, 1.4));
            svg.lines(&[(run.at(0.5, -THIN * 1.3), run.at(0.5, THIN * 1.3))], Paint::edge(HALO, 1.2));
        }
        EdgeKind::OpenDoor => {
            run.stubs(svg, stone);
            // However small it is, some wood shows between the leaf's dark edges.
            let far = 0.16 + 0.07_f32.max(LEAF_PX / lattice.side);
            let leaf = [run.at(0.16, 0.0), run.at(far, 0.0), run.at(far, 0.6), run.at(0.16, 0.6)];
            svg.path(&leaf, true, Paint::fill(WOOD).edged(HALO, 1.4));
        }
    }
}

/// Something that runs along an edge.
struct Run(LineSegment);

impl Run {
    /// A point along it, and this far aside, in fractions of a square's side.
    fn at(&self, along: f32, aside: f32) -> PicturePoint {
        let (from, to) = self.0;
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        (from.0 + dx * along - dy * aside, from.1 + dy * along + dx * aside)
    }

    /// A stretch of it with this half thickness.
    fn block(&self, (from, to): PicturePoint, half: f32) -> [PicturePoint; 4] {
        [self.at(from, -half), self.at(to, -half), self.at(to, half), self.at(from, half)]
    }

    /// The walls to both sides of an opening.
    fn stubs(&self, svg: &mut Svg, stone: Paint) {
        for (from, to) in [(-THICK, 0.16), (0.84, 1.0 + THICK)] {
            svg.path(&self.block((from, to), THICK), true, stone);
        }
    }
}
