//! The colours of all pictures in the dark theme; `theme` turns them for the light one. Sides are bright
//! and the ground is dark, whatever is drawn on it; `contrast` in the tests measures how far they are apart.

use super::svg::Colour;

/// The picture's background colour.
pub const GROUND: Colour = "#1e2127";
/// The same colour as a number.
pub const GROUND_RGB: u32 = 0x1e_21_27;
/// The colour of primary text.
pub const INK: Colour = "#f4f5f7";
/// The colour of secondary text.
pub const FAINT: Colour = "#c4cad4";
/// The dark line round everything that has to stand out.
pub const HALO: Colour = "#101216";
/// The rings of whoever's turn it is, the inner and the outer one, and the dark line round both.
pub const TURN_INNER: Colour = "#fffefa";
pub const TURN: Colour = "#ffe34a";
pub const TURN_EDGE: Colour = "#0d0f13";
/// Where somebody can get to.
pub const REACH: Colour = "#8fe0a0";
/// What somebody threatens.
pub const THREAT: Colour = "#ff9d8a";
/// A combatant who is down.
pub const DOWN: Colour = "#7d8592";
/// A hole in the ground, and the cracks that lead down into it.
pub const HOLE: Colour = "#0b0c0f";
pub const HOLE_CRACKS: Colour = "#2e333d";
/// What lies over a dark place.
pub const DARKNESS: Colour = "#0f1115";
/// What nobody whose map it is has seen.
pub const UNSEEN: Colour = "#15181e";

/// The colours that aren't turned, each with what it is on a light map: what says something by its darkness is darker there, too, than what's
/// around it, and the rings of whoever's turn it is are bright in a dark line.
pub const KEPT_ON_LIGHT: [(Colour, Colour); 7] = [
    (HOLE, "#3a3f48"),
    (HOLE_CRACKS, "#5c636f"),
    (DARKNESS, "#4b515c"),
    (UNSEEN, "#8d94a0"),
    (TURN_INNER, "#fffefc"),
    (TURN, "#ffd91f"),
    (TURN_EDGE, "#16181d"),
];

/// The sides' colours; after the last they repeat.
const SIDES: [Colour; 6] = ["#8ab8ff", "#ff9d8a", "#ffd866", "#8fe0a0", "#d2a8ff", "#7fe0e0"];
/// The colours of combatants' discs, all dark enough for bright letters.
const DISCS: [Colour; 8] = ["#24426b", "#5c2c3e", "#265038", "#54421f", "#452e66", "#1f5058", "#5e3822", "#3d4450"];

/// The colours by which things are told apart, which a picture of few colours keeps as they are.
pub fn with_meaning() -> impl Iterator<Item = Colour> {
    [GROUND, INK, FAINT, HALO, TURN, TURN_INNER, TURN_EDGE, DOWN, REACH, THREAT].into_iter().chain(SIDES)
}

/// A side's colour, by the side's place.
pub fn side_colour(side: usize) -> Colour {
    SIDES[side % SIDES.len()]
}

/// The colour of a combatant's disc: the same as long as its name is.
pub fn disc_colour(name: &str) -> Colour {
    let sum = name.bytes().fold(7_u32, |sum, it| sum.wrapping_mul(31).wrapping_add(u32::from(it)));
    DISCS[(sum >> 3) as usize % DISCS.len()]
}

/// The colour of an arc of health that's this long.
pub fn health_colour(share: f32) -> Colour {
    match share {
        it if it > 0.67 => "#7ee787",
        it if it > 0.34 => "#ffd33d",
        _ => "#ff8a7a",
    }
}
