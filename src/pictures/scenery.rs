//! How zones look: the ground by what they're called and what's said of all of them, and what lies somewhere in them as a small picture of
//! it. As with squares, the words mean nothing here but looks.

use super::{
    lattice::{Lattice, speck},
    palette::{DARKNESS, HALO},
    svg::{Colour, LineSegment, Paint, PicturePoint, Svg, TextAnchor},
    terrain::Terrain,
    textures,
};
use crate::engine::view::{Feature, FeatureKind, grid::Square};

/// What the ground of a zone is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoneFloor {
    /// Ground that squares can have as well.
    Natural(Terrain),
    /// Flagstones.
    Flags,
    /// Cobblestones: a yard, a street.
    Cobbles,
    /// Planks: a house, a deck.
    Boards,
    /// Grass.
    Grass,
    /// Trodden earth.
    Earth,
    /// The top of a wall or a tower, with its battlements.
    Battlements,
}

/// How the ground of a zone looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneLook {
    /// What it's made of.
    pub floor: ZoneFloor,
    /// Whether it's higher than what's around it.
    pub high: bool,
    /// Whether it's dark there.
    pub dark: bool,
}

/// Words that a zone's name ends with, and what its ground is then. The first that fits counts.
const FLOORS: [(ZoneFloor, &[&str]); 5] = [
    (
        ZoneFloor::Battlements,
        &["wall", "walls", "rampart", "ramparts", "battlements", "parapet", "tower", "turret", "keep"],
    ),
    (ZoneFloor::Cobbles, &["yard", "court", "street", "square", "market", "gate", "gates", "alley", "plaza", "quay"]),
    (
        ZoneFloor::Boards,
        &[
            "hall", "house", "inn", "tavern", "taproom", "mill", "barn", "stable", "room", "deck", "ship", "bridge",
            "loft", "attic", "cabin", "kitchen", "gallery", "balcony", "stage", "pier", "dock", "shop",
        ],
    ),
    (ZoneFloor::Grass, &["meadow", "grass", "green", "garden", "lawn", "pasture", "hill", "moor", "heath", "glade"]),
    (
        ZoneFloor::Earth,
        &["road", "path", "lane", "track", "trail", "camp", "clearing", "field", "beach", "cave", "cavern", "mine"],
    ),
];

/// Words for ground that's higher than what's around it.
const HIGH: [&str; 14] = [
    "high", "height", "heights", "raised", "hill", "ledge", "roof", "roofs", "loft", "attic", "balcony", "gallery",
    "platform", "rooftop",
];

impl ZoneLook {
    /// How a zone with this name looks, in which these things lie.
    pub fn of(name: &str, features: &[Feature]) -> ZoneLook {
        let plain = || features.iter().filter(|it| it.kind == FeatureKind::Plain).map(|it| it.what.as_str());
        let words = |said: &str| -> Vec<String> {
            said.to_lowercase().split(|it: char| !it.is_alphabetic()).map(str::to_owned).collect()
        };
        let said: Vec<String> = std::iter::once(name).chain(plain()).flat_map(words).collect();
        let ends = |all: &[&str]| said.iter().any(|it| all.iter().any(|end| it == end || is_compound(it, end)));
        let floor = match Terrain::of_zone(name, features) {
            Terrain::Floor => FLOORS.iter().find(|it| ends(it.1)).map_or(ZoneFloor::Flags, |it| it.0),
            natural => ZoneFloor::Natural(natural),
        };
        let is_said = |all: &[&str]| said.iter().any(|it| all.contains(&it.as_str()));
        ZoneLook { floor, high: is_said(&HIGH), dark: is_said(&["dark", "darkness", "unlit"]) }
    }

    /// The colour below everything else.
    pub fn base(self) -> Colour {
        match self.floor {
            ZoneFloor::Natural(terrain) => textures::base(terrain),
            ZoneFloor::Flags => "#2f3540",
            ZoneFloor::Cobbles => "#2b3038",
            ZoneFloor::Boards => "#3a3029",
            ZoneFloor::Grass => "#27372c",
            ZoneFloor::Earth => "#39332b",
            ZoneFloor::Battlements => "#3f4551",
        }
    }

    /// Draws the ground of a zone into a rectangle with this edge.
    pub fn draw(self, svg: &mut Svg, corner: PicturePoint, size: PicturePoint, (edge, round): (Colour, f32)) {
        svg.rect(corner, size, round, Paint::fill(self.base()));
        let inner = ((corner.0 + MARGIN, corner.1 + MARGIN), (size.0 - 2.0 * MARGIN, size.1 - 2.0 * MARGIN));
        let lattice = fitted(inner.0, inner.1);
        let all: Vec<Square> = lattice.squares().collect();
        match self.floor {
            ZoneFloor::Natural(terrain) => textures::texture(svg, &lattice, terrain, &all),
            ZoneFloor::Flags => courses(svg, inner, 30.0, Paint::edge("#3b4250", 1.2)),
            ZoneFloor::Cobbles => svg.discs(&cobbles(inner), Paint::fill("#363d48")),
            ZoneFloor::Boards => courses(svg, inner, 14.0, Paint::edge("#29211c", 1.4)),
            ZoneFloor::Grass => {
                let blades = all.iter().flat_map(|it| textures::tufts(&lattice, *it)).collect::<Vec<_>>();
                svg.lines(&blades, Paint::edge("#4a6c4b", 1.5));
            }
            ZoneFloor::Earth => {
                let ruts = all.iter().flat_map(|it| textures::ruts(&lattice, *it)).collect::<Vec<_>>();
                svg.lines(&ruts, Paint::edge("#5b5142", 1.5));
            }
            ZoneFloor::Battlements => {
                courses(svg, inner, 20.0, Paint::edge("#333944", 1.4));
                svg.shapes(&merlons(corner, size), Paint::fill("#7f8897").edged(HALO, 1.2));
            }
        }
        if self.high && self.floor != ZoneFloor::Battlements {
            slopes(svg, corner, size);
        }
        if self.dark {
            svg.rect(corner, size, round, Paint::fill(DARKNESS).sheer(0.42));
            svg.lines(&hatching(inner), Paint::edge(DARKNESS, 2.6));
        }
        svg.rect(corner, size, round, Paint::edge(HALO, 4.0));
        svg.rect(corner, size, round, Paint::edge(edge, 1.8));
    }
}

/// The distance of a texture from the edge of its zone.
const MARGIN: f32 = 4.0;

/// Whether a word is a compound that ends with another one of more than three letters: "millyard", "gatehouse".
fn is_compound(word: &str, end: &str) -> bool {
    end.len() > 3 && word.len() > end.len() + 2 && word.ends_with(end)
}

/// Squares that fill a rectangle as well as they can.
fn fitted((x, y): PicturePoint, (wide, high): PicturePoint) -> Lattice {
    let sides = (1..=40_i16).map(|columns| (columns, wide / f32::from(columns)));
    let whole = |side: f32| (high / side).floor().max(1.0);
    let left = |side: f32| (high - whole(side) * side).abs();
    let close = sides.filter(|it| (30.0..=58.0).contains(&it.1)).min_by(|a, b| left(a.1).total_cmp(&left(b.1)));
    let (columns, side) = close.unwrap_or((1, wide.min(high)));
    let rows = whole(side);
    let origin = (x, y + (high - rows * side) / 2.0);
    Lattice { origin, side, first: Square { x: 0, y: 0 }, wide: columns, high: rows as i16 }
}

/// Stones or planks in courses about so high, each course's joints apart from those of the next.
fn courses(svg: &mut Svg, ((x, y), (wide, high)): (PicturePoint, PicturePoint), about: f32, paint: Paint) {
    let count = (high / about).round().max(1.0);
    let (course, long) = (high / count, about.max(18.0) * 1.9);
    let mut joints: Vec<LineSegment> = vec![];
    for number in 0..count as u32 {
        let top = y + number as f32 * course;
        if number > 0 {
            joints.push(((x, top), (x + wide, top)));
        }
        let mut at = x + long * (0.3 + 0.55 * speck(Square { x: 0, y: number as i16 }, 300));
        while at < x + wide - 6.0 {
            joints.push(((at, top), (at, top + course)));
            at += long * (0.85 + 0.3 * speck(Square { x: at as i16, y: number as i16 }, 301));
        }
    }
    svg.lines(&joints, paint);
}

/// Cobblestones, those of every second row moved by half a stone.
fn cobbles(((x, y), (wide, high)): (PicturePoint, PicturePoint)) -> Vec<(PicturePoint, f32)> {
    let (across, down) = ((wide / 15.0).floor().max(1.0), (high / 13.5).floor().max(1.0));
    let (step_x, step_y) = (wide / across, high / down);
    let row = |row: u32| {
        let moved = row % 2;
        (0..across as u32 - moved).map(move |column| {
            let at = Square { x: column as i16, y: row as i16 };
            let middle = (
                x + (column as f32 + 0.5 + 0.5 * moved as f32) * step_x + 1.4 * (speck(at, 310) - 0.5),
                y + (row as f32 + 0.5) * step_y,
            );
            (middle, 4.9 + 1.3 * speck(at, 311))
        })
    };
    (0..down as u32).flat_map(row).collect()
}

/// The teeth of battlements, along the edges.
fn merlons((x, y): PicturePoint, (wide, high): PicturePoint) -> Vec<Vec<PicturePoint>> {
    let deep = 6.0;
    let along = |long: f32| {
        let count = ((long - 8.0) / 20.0).floor().max(1.0);
        let step = (long - 8.0) / count;
        (0..count as u32).map(move |it| (4.0 + it as f32 * step + step * 0.2, step * 0.6)).collect::<Vec<_>>()
    };
    let block = |left: f32, top: f32, wide: f32, high: f32| {
        vec![(left, top), (left + wide, top), (left + wide, top + high), (left, top + high)]
    };
    let rows = along(wide)
        .into_iter()
        .flat_map(|(at, long)| [block(x + at, y, long, deep), block(x + at, y + high - deep, long, deep)]);
    let columns = along(high)
        .into_iter()
        .flat_map(|(at, long)| [block(x, y + at, deep, long), block(x + wide - deep, y + at, deep, long)]);
    rows.chain(columns).collect()
}

/// Strokes across a rectangle.
fn hatching(((x, y), (wide, high)): (PicturePoint, PicturePoint)) -> Vec<LineSegment> {
    let count = ((wide + high) / HATCH) as u32;
    let stroke = |number: u32| {
        let at = (number as f32 + 0.5) * HATCH;
        let (right, left) = (at.min(wide), (at - high).max(0.0));
        ((x + right, y + at - right), (x + left, y + at - left))
    };
    (0..count).map(stroke).collect()
}

/// The distance of such strokes.
const HATCH: f32 = 12.0;

/// The rim of high ground: a ridge, and strokes that lead down from it.
fn slopes(svg: &mut Svg, (x, y): PicturePoint, (wide, high): PicturePoint) {
    let deep = 8.0;
    let (left, top, right, bottom) = (x + deep, y + deep, x + wide - deep, y + high - deep);
    let many = |long: f32| (long / 9.0).floor().max(1.0) as u32;
    let far = |number: u32| if number.is_multiple_of(2) { deep - 2.5 } else { deep - 4.5 };
    let mut strokes: Vec<LineSegment> = vec![];
    for number in 0..many(wide - 2.0 * deep) {
        let at = left + (number as f32 + 0.5) * 9.0;
        strokes.extend([((at, top), (at, top - far(number))), ((at, bottom), (at, bottom + far(number)))]);
    }
    for number in 0..many(high - 2.0 * deep) {
        let at = top + (number as f32 + 0.5) * 9.0;
        strokes.extend([((left, at), (left - far(number), at)), ((right, at), (right + far(number), at))]);
    }
    svg.lines(&strokes, Paint::edge("#8390a6", 1.2));
    svg.rect((left, top), (right - left, bottom - top), 5.0, Paint::edge("#191c22", 3.4));
    svg.rect((left, top), (right - left, bottom - top), 5.0, Paint::edge("#98a4b8", 1.6));
}

/// How wide and high the picture of a thing in a zone is.
pub const SPOT: PicturePoint = (58.0, 34.0);

/// Whether something in a zone lies in one place of it, and has a picture there.
pub fn is_spot(it: &Feature) -> bool {
    it.kind != FeatureKind::Plain || matches!(terrain_of(it), Terrain::Pit | Terrain::Fire)
}

fn terrain_of(it: &Feature) -> Terrain {
    Terrain::of(std::iter::once(it.what.as_str()))
}

/// Draws something that lies in a zone, round this point.
pub fn spot(svg: &mut Svg, (x, y): PicturePoint, it: &Feature) {
    let terrain = terrain_of(it);
    let half = (SPOT.0 / 2.0 - 1.0, SPOT.1 / 2.0 - 1.0);
    let side = 24.0;
    let lattice = Lattice { origin: (x - side, y - side / 2.0), side, first: Square { x: 1, y: 2 }, wide: 2, high: 1 };
    let squares: Vec<Square> = lattice.squares().collect();
    match terrain {
        Terrain::Floor | Terrain::Raised => return object(svg, (x, y), it.kind),
        Terrain::Pit => {
            svg.ellipse((x, y), half, Paint::fill("#7b8494").edged(HALO, 1.6));
            svg.ellipse((x, y + 1.5), (half.0 - 4.0, half.1 - 4.0), Paint::fill(textures::base(terrain)));
        }
        Terrain::Fire => {
            let stone = |number: u32| {
                let turn = std::f32::consts::TAU * number as f32 / 12.0;
                ((x + 22.0 * turn.cos(), y + 4.0 + 11.0 * turn.sin()), 4.2)
            };
            svg.ellipse((x, y + 4.0), (22.0, 11.0), Paint::fill(textures::base(terrain)));
            svg.discs(&(0..12).map(stone).collect::<Vec<_>>(), Paint::fill("#5d6470").edged(HALO, 1.2));
        }
        Terrain::Woods | Terrain::Rubble => {}
        _ => svg.ellipse((x, y), half, Paint::fill(textures::base(terrain)).edged(HALO, 1.6)),
    }
    match terrain {
        Terrain::Fire => {
            let fire = Lattice { origin: (x - 16.0, y - 21.0), side: 32.0, wide: 1, ..lattice };
            textures::texture(svg, &fire, terrain, &squares[..1]);
        }
        _ => textures::texture(svg, &lattice, terrain, &squares),
    }
}

/// Draws a thing that has no ground of its own, by its kind.
fn object(svg: &mut Svg, (x, y): PicturePoint, kind: FeatureKind) {
    let block = |left: f32, top: f32, wide: f32, high: f32| {
        let (left, top) = (x + left, y + top);
        vec![(left, top), (left + wide, top), (left + wide, top + high), (left, top + high)]
    };
    match kind {
        FeatureKind::Cover => {
            let below = [-25.0, -8.0, 9.0].map(|left| block(left, 1.0, 16.0, 13.0));
            let above = [-16.0, 1.0].map(|left| block(left, -13.0, 16.0, 13.0));
            let crates = [below.as_slice(), &above].concat();
            svg.shapes(&crates, Paint::fill("#7a5c38").edged(HALO, 1.4));
            let braces: Vec<LineSegment> = crates.iter().map(|it| (it[0], it[2])).collect();
            svg.lines(&braces, Paint::edge("#4d3a24", 1.6));
        }
        FeatureKind::Barrier => {
            let stones =
                [(-26.0, 1.0, 17.0), (-8.0, 1.0, 18.0), (11.0, 1.0, 15.0), (-18.0, -13.0, 18.0), (1.0, -13.0, 17.0)];
            let stones = stones.map(|(left, top, wide)| block(left, top, wide, 13.0));
            svg.shapes(&stones, Paint::fill("#848c9a").edged(HALO, 1.4));
        }
        FeatureKind::Concealment => {
            let puffs = [(-16.0, 4.0, 10.0), (14.0, 5.0, 10.0), (-3.0, -4.0, 12.0), (9.0, -6.0, 8.0)];
            let puffs = puffs.map(|(dx, dy, round)| ((x + dx, y + dy), round));
            svg.discs(&puffs, Paint::fill("#6a6880").edged(HALO, 1.4));
            let lit = puffs.map(|((x, y), round)| ((x - round * 0.25, y - round * 0.3), round * 0.5));
            svg.discs(&lit, Paint::fill("#85839c"));
        }
        FeatureKind::Hazard => {
            let sign = [(x, y - 15.0), (x + 17.0, y + 14.0), (x - 17.0, y + 14.0)];
            svg.path(&sign, true, Paint::fill("#ffb454").edged(HALO, 1.6));
            svg.text((x, y + 10.5), 21.0, TextAnchor::Middle, "#14161a", "!");
        }
        FeatureKind::Plain => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Zones look as they're called, compounds too; what lies somewhere in a zone isn't its ground.
    #[test]
    fn zones_look_as_they_are_called() {
        let of = |name: &str, said: &[&str]| {
            ZoneLook::of(name, &said.iter().map(|it| Feature::read(it)).collect::<Vec<Feature>>())
        };
        let floor = |name: &str| of(name, &[]).floor;
        assert_eq!([floor("Yard"), floor("Millyard"), floor("The Main Gate")], [ZoneFloor::Cobbles; 3]);
        assert_eq!(
            [floor("Mill"), floor("Wall"), floor("Road")],
            [ZoneFloor::Boards, ZoneFloor::Battlements, ZoneFloor::Earth]
        );
        assert_eq!([floor("Here"), floor("Cell"), floor("Stonewallow")], [ZoneFloor::Flags; 3]);
        assert_eq!(floor("Old ford"), ZoneFloor::Natural(Terrain::Shallows));
        assert_eq!(of("Yard", &["hazard: pit"]).floor, ZoneFloor::Cobbles);
        assert!(of("Loft", &[]).high && of("Yard", &["high ground"]).high && !floor("Yard").eq(&floor("Loft")));
        assert!(of("Mill", &["dark"]).dark && !of("Mill", &["cover: dark crates"]).dark);
        let is = |said: &str| is_spot(&Feature::read(said));
        assert_eq!([is("cover"), is("hazard: pit"), is("brazier"), is("dark")], [true, true, true, false]);
    }
}
