//! The textures of the ground: each kind in a few shapes that all squares of it share, laid out by the squares' coordinates. They stay dark,
//! so that whoever stands on them stands out.

use super::{
    lattice::{Lattice, speck},
    palette::{HOLE, HOLE_CRACKS},
    svg::{Colour, LineSegment, Paint, PicturePoint, Svg},
    terrain::Terrain,
};
use crate::engine::view::grid::Square;

/// The plain floor.
pub const FLOOR: Colour = "#2b303a";
/// A flagstone that's a little darker than the others.
const FLOOR_WORN: Colour = "#272c35";

/// The colour below a texture.
pub fn base(terrain: Terrain) -> Colour {
    match terrain {
        Terrain::Floor | Terrain::Raised => FLOOR,
        Terrain::Rough => "#37342f",
        Terrain::Rubble => "#31343a",
        Terrain::Shallows => "#29505f",
        Terrain::Water => "#1b3a5c",
        Terrain::Woods => "#20342a",
        Terrain::Marsh => "#34352a",
        Terrain::Pit => HOLE,
        Terrain::Fire => "#3f2620",
    }
}

/// How much of it covers a picture where that's difficult ground.
const ROUGH_COVER: f32 = 0.45;

/// All kinds that have a texture.
const DRAWN: [Terrain; 8] = [
    Terrain::Rough,
    Terrain::Rubble,
    Terrain::Marsh,
    Terrain::Water,
    Terrain::Shallows,
    Terrain::Pit,
    Terrain::Fire,
    Terrain::Woods,
];

/// Draws the ground of all squares that are shown: all of it, or only what's on the floor, which somebody's picture shows already.
pub fn ground(svg: &mut Svg, lattice: &Lattice, with_floor: bool, of: impl Fn(Square) -> Terrain) {
    if with_floor {
        let worn = |at: Square| of(at) == Terrain::Floor && speck(at, 1) < 0.22;
        svg.rects(&lattice.fills(worn), Paint::fill(FLOOR_WORN));
    }
    for terrain in DRAWN {
        let here: Vec<Square> = lattice.squares().filter(|it| of(*it) == terrain).collect();
        if here.is_empty() {
            continue;
        }
        if with_floor && base(terrain) != FLOOR {
            svg.rects(&lattice.fills(|it| of(it) == terrain), Paint::fill(base(terrain)));
        }
        if !with_floor && terrain == Terrain::Rough {
            // Its strokes alone are lost on a picture.
            svg.rects(&lattice.fills(|it| of(it) == terrain), Paint::fill(base(terrain)).sheer(ROUGH_COVER));
        }
        texture(svg, lattice, terrain, &here);
        let edge = |wet: bool| {
            lattice.border(|it| if wet { of(it).is_wet() || !lattice.shows(it) } else { of(it) == terrain })
        };
        match terrain {
            Terrain::Water | Terrain::Shallows => svg.lines(&edge(true), Paint::edge("#6f9cc4", 1.6)),
            Terrain::Pit => {
                svg.lines(&edge(false), Paint::edge("#7b8494", 3.0));
                svg.lines(&edge(false), Paint::edge(HOLE, 1.2).dashed());
            }
            _ => {}
        }
    }
}

/// One kind's texture on these squares.
pub fn texture(svg: &mut Svg, lattice: &Lattice, terrain: Terrain, here: &[Square]) {
    let (side, many) = (lattice.side, here.iter().copied());
    match terrain {
        Terrain::Floor | Terrain::Raised => {}
        Terrain::Rough => {
            svg.lines(&many.flat_map(|it| ruts(lattice, it)).collect::<Vec<_>>(), strokes("#7d7566", side));
        }
        Terrain::Marsh => {
            svg.lines(&many.flat_map(|it| tufts(lattice, it)).collect::<Vec<_>>(), strokes("#85904f", side))
        }
        Terrain::Rubble => {
            let all: Vec<Vec<PicturePoint>> = many.flat_map(|it| stones(lattice, it)).collect();
            svg.shapes(&all, Paint::fill("#4d5563").edged("#79828f", 1.0));
        }
        Terrain::Water => svg.lines(
            &many.flat_map(|it| waves(lattice, it, lattice.details(3))).collect::<Vec<_>>(),
            strokes("#3f74ab", side),
        ),
        Terrain::Shallows => {
            svg.lines(
                &many.flat_map(|it| waves(lattice, it, lattice.details(2))).collect::<Vec<_>>(),
                strokes("#5fa3b8", side),
            );
            let all: Vec<(PicturePoint, f32)> = here.iter().flat_map(|it| pebbles(lattice, *it)).collect();
            svg.discs(&all, Paint::fill("#7c8a90").edged("#1d3a45", 1.0));
        }
        Terrain::Woods => {
            let all: Vec<(PicturePoint, f32)> = many.flat_map(|it| crowns(lattice, it)).collect();
            svg.discs(&all, Paint::fill("#2f5a3a").edged("#16261c", 1.4));
            let lit: Vec<(PicturePoint, f32)> =
                all.iter().map(|((x, y), r)| ((x - r * 0.25, y - r * 0.28), r * 0.5)).collect();
            svg.discs(&lit, Paint::fill("#3f7349"));
        }
        Terrain::Pit => {
            svg.lines(&many.flat_map(|it| cracks(lattice, it)).collect::<Vec<_>>(), strokes(HOLE_CRACKS, side))
        }
        Terrain::Fire => {
            let flames: Vec<Vec<PicturePoint>> = many.flat_map(|it| flames(lattice, it, 1.0)).collect();
            svg.shapes(&flames, Paint::fill("#b5501e"));
            let hearts: Vec<Vec<PicturePoint>> = here.iter().flat_map(|it| flames_of(lattice, *it)).collect();
            svg.shapes(&hearts, Paint::fill("#e8a33d"));
        }
    }
}

fn strokes(colour: Colour, side: f32) -> Paint {
    Paint::edge(colour, (side * 0.035).max(1.0))
}

fn flames_of(lattice: &Lattice, at: Square) -> Vec<Vec<PicturePoint>> {
    flames(lattice, at, 0.5)
}

/// Small tufts: three blades each.
pub fn tufts(lattice: &Lattice, at: Square) -> Vec<LineSegment> {
    let tuft = |number: u32| {
        let corner = [(0.06, 0.3), (0.6, 0.36), (0.14, 0.88), (0.66, 0.92)][number as usize];
        let (x, y) = (corner.0 + 0.18 * speck(at, 10 + number), corner.1 - 0.08 * speck(at, 20 + number));
        let blade =
            |from: f32, to: f32, high: f32| (lattice.within(at, (x + from, y)), lattice.within(at, (x + to, y - high)));
        [blade(0.04, -0.02, 0.12), blade(0.08, 0.08, 0.15), blade(0.12, 0.18, 0.12)]
    };
    (0..lattice.details(4)).flat_map(tuft).collect()
}

/// Ruts and roots: short strokes that lie every which way.
pub fn ruts(lattice: &Lattice, at: Square) -> Vec<LineSegment> {
    let rut = |number: u32| {
        let cell = [(0.2, 0.2), (0.7, 0.14), (0.46, 0.44), (0.82, 0.56), (0.16, 0.68), (0.58, 0.84)][number as usize];
        let turn = std::f32::consts::TAU * speck(at, 180 + number);
        let (dx, dy) = (0.1 * turn.cos(), 0.1 * turn.sin());
        let bend = lattice.within(at, (cell.0 + 0.04 * turn.sin(), cell.1 - 0.04 * turn.cos()));
        [(lattice.within(at, (cell.0 - dx, cell.1 - dy)), bend), (bend, lattice.within(at, (cell.0 + dx, cell.1 + dy)))]
    };
    (0..lattice.details(6)).flat_map(rut).collect()
}

/// Irregular stones.
fn stones(lattice: &Lattice, at: Square) -> Vec<Vec<PicturePoint>> {
    let stone = |number: u32| {
        let cell = [(0.2, 0.2), (0.68, 0.16), (0.42, 0.5), (0.8, 0.62), (0.18, 0.76), (0.56, 0.84)][number as usize];
        let r = 0.07 + 0.09 * speck(at, 30 + number);
        let turn = speck(at, 40 + number);
        let point = |it: u32| {
            let angle = std::f32::consts::TAU * (turn + it as f32 / 5.0);
            let far = r * (0.75 + 0.4 * speck(at, 50 + number * 5 + it));
            lattice.within(at, (cell.0 + far * angle.cos(), cell.1 + far * 0.8 * angle.sin()))
        };
        (0..5).map(point).collect::<Vec<_>>()
    };
    (0..lattice.details(6)).map(stone).collect()
}

/// Wavelets: each an angular crest of four strokes.
fn waves(lattice: &Lattice, at: Square, count: u32) -> Vec<LineSegment> {
    let wave = |number: u32| {
        let (x, y) = (
            0.08 + 0.44 * speck(at, 60 + number),
            (number as f32 + 0.35 + 0.4 * speck(at, 70 + number)) / count as f32,
        );
        let point = move |it: u16| {
            let part = f32::from(it);
            lattice.within(at, (x + 0.1 * part, y + if it.is_multiple_of(2) { 0.03 } else { -0.03 }))
        };
        (0..4).map(move |it| (point(it), point(it + 1)))
    };
    (0..count).flat_map(wave).collect()
}

/// The stones of a ford.
fn pebbles(lattice: &Lattice, at: Square) -> Vec<(PicturePoint, f32)> {
    let pebble = |number: u32| {
        let cell = [(0.14, 0.2), (0.8, 0.3), (0.3, 0.84), (0.82, 0.82)][number as usize];
        let place = (cell.0 + 0.08 * speck(at, 80 + number), cell.1 - 0.08 * speck(at, 90 + number));
        (lattice.within(at, place), lattice.side * (0.04 + 0.035 * speck(at, 100 + number)))
    };
    (0..lattice.details(4)).map(pebble).collect()
}

/// The crowns of trees, most of them towards the corners, where nobody stands.
fn crowns(lattice: &Lattice, at: Square) -> Vec<(PicturePoint, f32)> {
    let crown = |number: u32| {
        let cell = [(0.2, 0.22), (0.78, 0.26), (0.24, 0.78), (0.76, 0.76)][number as usize];
        let jitter = |salt| 0.14 * (speck(at, salt + number) - 0.5);
        let place = (cell.0 + jitter(110), cell.1 + jitter(120));
        (lattice.within(at, place), lattice.side * (0.15 + 0.08 * speck(at, 130 + number)))
    };
    (0..4).filter(|it| *it < 3 || speck(at, 140) < 0.6).map(crown).collect()
}

/// Lines that lead down into a pit.
fn cracks(lattice: &Lattice, at: Square) -> Vec<LineSegment> {
    [(0.1, 0.3), (0.3, 0.9), (0.72, 0.1), (0.9, 0.66)]
        .into_iter()
        .enumerate()
        .map(|(number, (x, y)): (usize, PicturePoint)| {
            let far = 0.45 + 0.25 * speck(at, 150 + number as u32);
            let to = (x + (0.5 - x) * far, y + (0.5 - y) * far);
            (lattice.within(at, (x, y)), lattice.within(at, to))
        })
        .collect()
}

/// Tongues of fire, of which a part shows: all of them or their hearts.
fn flames(lattice: &Lattice, at: Square, part: f32) -> Vec<Vec<PicturePoint>> {
    let flame = |number: u32| {
        let x = [0.24, 0.5, 0.76][number as usize];
        let high = (0.4 + 0.25 * speck(at, 160 + number)) * part;
        let half = 0.13 * part;
        let lean = 0.08 * (speck(at, 170 + number) - 0.5);
        let base = 0.86;
        [
            (x - half, base - 0.05),
            (x - half * 0.6, base - high * 0.55),
            (x + lean, base - high),
            (x + half * 0.7, base - high * 0.45),
            (x + half, base - 0.05),
            (x, base),
        ]
        .map(|it| lattice.within(at, it))
        .to_vec()
    };
    (0..3).map(flame).collect()
}
