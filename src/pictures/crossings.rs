//! What stands on the border of two zones, as a sign across the way between them: a doorway, a door, a window, a wall. What sign it is follows
//! from the border itself and from the words about it, which mean nothing else here. How a border is crossed always shows: by its sign, or in words.

use super::{
    lattice::Lattice,
    palette::{HALO, INK},
    svg::{Colour, LineSegment, Paint, PicturePoint, Svg},
    walls,
};
use crate::engine::view::{
    BorderView, Crossing, Feature, FeatureKind, ZoneGround,
    grid::{Barrier, Compass, Edge, EdgeKind, Square},
};

/// A sign on a border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BorderSign {
    /// An opening for one at a time.
    Doorway,
    /// A closed door.
    Door,
    /// A locked door.
    LockedDoor,
    /// Bars: a portcullis, a gate.
    Bars,
    /// A window.
    Window,
    /// An arrow slit.
    Slit,
    /// A low wall, or something else that one can look over.
    LowWall,
    /// Something that bars the way.
    Barricade,
    /// A wall without a way through.
    Wall,
}

/// The words that make a sign, in the order in which they count.
const WORDS: [(BorderSign, &[&str]); 6] = [
    (BorderSign::Slit, &["slit", "slits", "loophole", "loopholes"]),
    (BorderSign::Window, &["window", "windows"]),
    (BorderSign::Bars, &["portcullis", "bars", "grate", "grille", "gate", "gates"]),
    (BorderSign::Door, &["door", "doors", "hatch", "trapdoor"]),
    (BorderSign::LowWall, &["wall", "fence", "railing", "parapet", "hedge", "balustrade"]),
    (BorderSign::Barricade, &["barricade", "planks", "wreck"]),
];
/// What a door is called that's locked, and one that's open.
const LOCKED: [&str; 5] = ["locked", "barred", "bolted", "sealed", "jammed"];
const OPEN: [&str; 3] = ["open", "broken", "raised"];

/// How long a sign is.
pub const SIGN_LONG: f32 = 48.0;
/// How long it is above what else is on a border.
pub const SIGN_ABOVE_LONG: f32 = 30.0;
const BARS: Colour = "#a8b0bd";
const PLANK: Colour = "#b07a3f";

impl BorderSign {
    /// The sign on a border, and the words it stands for; none if nothing stands there.
    pub fn on(border: &BorderView) -> Option<(BorderSign, String)> {
        let by_words = border.features.iter().find_map(|it| Some((BorderSign::of(it)?, it.words())));
        by_words.or_else(|| {
            let sign = if border.way == Crossing::Doorway { BorderSign::Doorway } else { BorderSign::Wall };
            Some((sign, way_words(border.way)?.to_owned()))
        })
    }

    /// Whether a border with this sign is plainly one that's crossed in this way.
    fn says(self, way: Crossing) -> bool {
        match self {
            BorderSign::Door | BorderSign::LockedDoor | BorderSign::Bars => true,
            BorderSign::Doorway => way == Crossing::Doorway,
            BorderSign::Wall => way == Crossing::Closed,
            _ => false,
        }
    }

    fn of(feature: &Feature) -> Option<BorderSign> {
        let (what, kind) = (feature.what.to_lowercase(), feature.kind);
        if matches!(kind, FeatureKind::Hazard | FeatureKind::Concealment) {
            return None; // A wall of fire is none.
        }
        let words = || what.split(|it: char| !it.is_alphabetic());
        let is_said = |all: &[&str]| words().any(|it| all.contains(&it));
        match WORDS.iter().find(|it| is_said(it.1)).map(|it| it.0) {
            Some(BorderSign::Door | BorderSign::Bars) if is_said(&OPEN) => Some(BorderSign::Doorway),
            Some(BorderSign::Door) if is_said(&LOCKED) => Some(BorderSign::LockedDoor),
            Some(BorderSign::LowWall) if kind == FeatureKind::Barrier && is_said(&["wall"]) && !is_said(&["low"]) => {
                Some(BorderSign::Wall)
            }
            None if kind == FeatureKind::Barrier => Some(BorderSign::Barricade),
            None if kind == FeatureKind::Cover => Some(BorderSign::LowWall),
            other => other,
        }
    }

    /// How far it has to be lifted in a legend so that what hangs from it is in line, in fractions of a token's size.
    pub fn hangs(self) -> f32 {
        if self == BorderSign::Doorway { 0.7 } else { 0.0 }
    }

    /// Draws it round a point, across a way that runs from left to right or up and down.
    pub fn draw(self, svg: &mut Svg, (x, y): PicturePoint, long: f32, way_is_level: bool) {
        let half = long / 2.0;
        let (origin, side) =
            if way_is_level { ((x, y - half), Compass::West) } else { ((x - half, y), Compass::North) };
        let lattice = Lattice { origin, side: long, first: HERE, wide: 1, high: 1 };
        let (kind, top_ft) = match self {
            BorderSign::Doorway => (EdgeKind::OpenDoor, None),
            BorderSign::Door | BorderSign::LockedDoor => (EdgeKind::Door, None),
            BorderSign::Window => (EdgeKind::Window, None),
            BorderSign::Slit => (EdgeKind::Slit, None),
            BorderSign::LowWall => (EdgeKind::Wall, Some(3)),
            BorderSign::Wall => (EdgeKind::Wall, None),
            BorderSign::Bars => return bars(svg, &lattice, side),
            BorderSign::Barricade => return barricade(svg, (x, y), half),
        };
        walls::barrier(svg, &lattice, Edge::of(HERE, side), Barrier { kind, top_ft });
        if self == BorderSign::LockedDoor {
            svg.circle((x, y), long * 0.14, Paint::fill(INK).edged(HALO, 1.6));
            svg.circle((x, y - long * 0.03), long * 0.05, Paint::fill(HALO));
            svg.lines(&[((x, y), (x, y + long * 0.09))], Paint::edge(HALO, long * 0.05));
        }
    }
}

const HERE: Square = Square { x: 0, y: 0 };

/// Bars between two stubs of wall.
fn bars(svg: &mut Svg, lattice: &Lattice, side: Compass) {
    let ((from_x, from_y), (to_x, to_y)) = lattice.ends(Edge::of(HERE, side));
    let at = |part: f32| (from_x + (to_x - from_x) * part, from_y + (to_y - from_y) * part);
    svg.lines(&[(at(0.0), at(1.0))], Paint::edge(HALO, 5.0));
    svg.lines(&[(at(0.0), at(1.0))], Paint::edge(BARS, 2.0));
    let all: Vec<(PicturePoint, f32)> =
        [0.04, 0.27, 0.5, 0.73, 0.96].map(|part| (at(part), lattice.side * 0.085)).to_vec();
    svg.discs(&all, Paint::fill(BARS).edged(HALO, 1.4));
}

/// Planks nailed across each other.
fn barricade(svg: &mut Svg, (x, y): PicturePoint, half: f32) {
    let arm = half * 0.8;
    let planks: [LineSegment; 3] = [
        ((x - arm, y - arm * 0.6), (x + arm, y + arm * 0.6)),
        ((x - arm, y + arm * 0.6), (x + arm, y - arm * 0.6)),
        ((x, y - arm), (x, y + arm)),
    ];
    for plank in planks {
        svg.lines(&[plank], Paint::edge(HALO, half * 0.34 + 2.8));
        svg.lines(&[plank], Paint::edge(PLANK, half * 0.34));
    }
}

/// The signs on a map, each with the first words it stands for: what the legend explains.
pub fn keys(ground: &ZoneGround) -> Vec<(BorderSign, String)> {
    let mut keys: Vec<(BorderSign, String)> = vec![];
    for (sign, words) in ground.borders.iter().filter_map(BorderSign::on) {
        if !keys.iter().any(|it| it.0 == sign) {
            keys.push((sign, words));
        }
    }
    keys
}

/// How a border is crossed, in a word; none if there's nothing to it.
fn way_words(way: Crossing) -> Option<&'static str> {
    match way {
        Crossing::Open => None,
        Crossing::Doorway => Some("doorway"),
        Crossing::Closed => Some("closed"),
    }
}

/// What's on a border that has to be written there: how it's crossed, and everything else, but what its sign and the legend say.
pub fn unsaid(border: &BorderView, keys: &[(BorderSign, String)]) -> (Option<&'static str>, Vec<Feature>) {
    let sign = BorderSign::on(border);
    let said = sign.clone().filter(|it| keys.contains(it)).map(|it| it.1);
    let mut left = border.features.clone();
    left.retain(|it| Some(it.words()) != said);
    let is_of_words =
        sign.is_some_and(|(sign, words)| Some(words.as_str()) != way_words(border.way) && sign.says(border.way));
    let way = way_words(border.way).filter(|it| !is_of_words && Some(*it) != said.as_deref());
    (way, left)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn border(way: Crossing, said: &[&str]) -> BorderView {
        let features = said.iter().map(|it| Feature::read(it)).collect();
        BorderView { a: 0, b: 1, way, holds: 2, features }
    }

    /// What stands on a border has a sign by its words, otherwise by how it's crossed.
    #[test]
    fn borders_have_signs() {
        let sign = |way, said: &[&str]| BorderSign::on(&border(way, said)).map(|it| it.0);
        assert_eq!(sign(Crossing::Open, &[]), None);
        assert_eq!(sign(Crossing::Doorway, &[]), Some(BorderSign::Doorway));
        assert_eq!(sign(Crossing::Closed, &[]), Some(BorderSign::Wall));
        assert_eq!(sign(Crossing::Closed, &["barrier: Locked Door"]), Some(BorderSign::LockedDoor));
        assert_eq!(sign(Crossing::Doorway, &["barrier: door"]), Some(BorderSign::Door));
        assert_eq!(sign(Crossing::Open, &["barrier: open door"]), Some(BorderSign::Doorway));
        assert_eq!(sign(Crossing::Open, &["cover: windows"]), Some(BorderSign::Window));
        assert_eq!(sign(Crossing::Open, &["hazard: caltrops", "barrier: portcullis"]), Some(BorderSign::Bars));
        assert_eq!(sign(Crossing::Open, &["hazard: caltrops"]), None);
        assert_eq!(
            [sign(Crossing::Open, &["hazard: wall of fire"]), sign(Crossing::Open, &["hazard: falling planks"])],
            [None; 2]
        );
        assert_eq!(sign(Crossing::Open, &["barrier: stone wall"]), Some(BorderSign::Wall));
        assert_eq!(
            [sign(Crossing::Open, &["barrier: low wall"]), sign(Crossing::Open, &["cover: wall"])],
            [Some(BorderSign::LowWall); 2]
        );
        assert_eq!(
            [sign(Crossing::Open, &["barrier: open gate"]), sign(Crossing::Open, &["barrier: raised portcullis"])],
            [Some(BorderSign::Doorway); 2]
        );
        assert_eq!(
            [sign(Crossing::Open, &["cover"]), sign(Crossing::Open, &["barrier"])],
            [Some(BorderSign::LowWall), Some(BorderSign::Barricade)]
        );
    }

    /// A sign that the legend explains needs no words beside it; a second thing with the same sign does.
    #[test]
    fn what_a_sign_says_is_not_written_as_well() {
        let (wall, fence) = (border(Crossing::Open, &["cover: low wall"]), border(Crossing::Open, &["cover: fence"]));
        let both = border(Crossing::Doorway, &["cover: low wall", "hazard: caltrops"]);
        let ground = ZoneGround { zones: vec![], borders: vec![wall.clone(), fence.clone(), both.clone()] };
        let keys = keys(&ground);
        assert_eq!(keys, [(BorderSign::LowWall, "cover: low wall".to_owned())]);
        assert_eq!(unsaid(&wall, &keys), (None, vec![]));
        assert_eq!(unsaid(&fence, &keys), (None, fence.features));
        assert_eq!(unsaid(&both, &keys), (Some("doorway"), vec![Feature::read("hazard: caltrops")]));
    }

    /// How a border is crossed is written there unless its sign says it; one that the legend explains in other words doesn't.
    #[test]
    fn how_a_border_is_crossed_is_never_lost() {
        let way = |of: &[BorderView]| {
            let ground = ZoneGround { zones: vec![], borders: of.to_vec() };
            let keys = keys(&ground);
            of.iter().map(|it| unsaid(it, &keys).0).collect::<Vec<_>>()
        };
        let of = |crossing, said: &str| border(crossing, &[said]);
        assert_eq!(
            way(&[of(Crossing::Closed, "cover: window"), of(Crossing::Open, "cover: window")]),
            [Some("closed"), None]
        );
        for said in ["barrier: locked door", "barrier: portcullis", "barrier: wall"] {
            assert_eq!(way(&[of(Crossing::Closed, said)]), [None], "{said}");
        }
        assert_eq!(
            way(&[of(Crossing::Closed, "barrier: open door"), of(Crossing::Doorway, "barrier: wall")]),
            [Some("closed"), Some("doorway")]
        );
        let plain = border(Crossing::Doorway, &[]);
        assert_eq!(way(&[of(Crossing::Doorway, "barrier: open door"), plain.clone()]), [None, Some("doorway")]);
        assert_eq!(way(&[plain.clone(), plain, border(Crossing::Closed, &[])]), [None; 3]);
    }
}
