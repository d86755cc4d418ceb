//! How a combatant looks on any map: a disc with initials or a portrait in a ring of the side's colour and shape, and an arc of health. Whoever's
//! turn it is has a bright double ring; whoever is down lies flat and grey. Knows nothing about places.

use super::{
    covered::Bounds,
    drawing::{Light, PlacedPicture, Window},
    letters,
    palette::{DOWN, FAINT, GROUND, HALO, INK, TURN, TURN_EDGE, TURN_INNER, disc_colour, health_colour, side_colour},
    plan::Token,
    raster::PictureHash,
    svg::{Colour, Paint, PicturePoint, Svg, TextAnchor},
};

/// How flat somebody lies who is down, and how wide.
pub const FLAT: f32 = 0.62;
const LONG: f32 = 1.05;
/// The middles of the rings of whoever's turn it is, and where the dark line round them begins.
const TURN_RINGS: (f32, f32) = (1.24, 1.42);
const TURN_FROM: f32 = 1.14;
/// The middle of the dashed ring of whoever's hidden, and the width of the dark line below it.
const HIDDEN_RING: (f32, f32) = (1.3, 3.2);
/// How far and how high the cross reaches of somebody who's down, in their sizes, and half the width of its dark line.
const CROSS: (f32, f32) = (1.16, 0.79);
const CROSS_LINE: f32 = 1.5;
/// The disc of somebody who's down.
const LYING: Colour = "#363b44";
/// The mark on the floor, in fractions of the square's side: how far below its middle, half its width and height, and where its cross is.
const ON_FLOOR: (f32, PicturePoint, PicturePoint) = (0.29, (0.46, 0.19), (0.4, 0.41));
/// The size of its cross.
const ON_FLOOR_CROSS: f32 = 0.34;
/// The inner edge of the side's ring.
const RING: f32 = 0.84;
/// The middle of the arc of health, and its width.
const ARC: (f32, f32) = (0.75, 0.17);
/// The same round a portrait.
const THIN_ARC: (f32, f32) = (0.785, 0.1);
/// The size below which a token shares its square.
pub const SMALL_BELOW: f32 = 14.0;

/// The sides' shapes, as far as they reach beyond the ring; after the last they repeat.
const SHAPES: [&[PicturePoint]; 6] = [
    &[],
    &[(-0.96, -0.96), (0.96, -0.96), (0.96, 0.96), (-0.96, 0.96)],
    &[(0.0, -1.45), (1.3, 0.9), (-1.3, 0.9)],
    &[(0.0, -1.35), (1.35, 0.0), (0.0, 1.35), (-1.35, 0.0)],
    &[(-0.7, -1.1), (0.7, -1.1), (1.32, 0.0), (0.7, 1.1), (-0.7, 1.1), (-1.32, 0.0)],
    &[(0.0, -1.3), (1.24, -0.38), (0.78, 1.12), (-0.78, 1.12), (-1.24, -0.38)],
];

/// What's drawn of a combatant, whatever the map.
#[derive(Clone, Copy, Debug, Default)]
pub struct TokenMark<'a> {
    /// The index of the side in the list.
    pub party: usize,
    /// The letters in it.
    pub text: &'a str,
    /// The colour of its disc.
    pub disc: Option<Colour>,
    /// What's on the disc in place of the letters.
    pub portrait: Option<&'a PictureHash>,
    /// The share of health that's left, as far as it's known.
    pub health: Option<f32>,
    /// Whether the combatant is down.
    pub down: bool,
    /// Whether the combatant is hidden.
    pub hidden: bool,
    /// Whether it's their turn.
    pub acting: bool,
}

impl<'a> TokenMark<'a> {
    /// What to draw of a combatant, with these initials.
    pub fn of(token: &'a Token, text: &'a str) -> TokenMark<'a> {
        TokenMark {
            party: token.party,
            text,
            disc: Some(disc_colour(&token.name)),
            portrait: token.portrait.as_ref(),
            health: token.health.map(|it| it.share()),
            down: token.down,
            hidden: token.hidden,
            acting: token.acting,
        }
    }

    /// Draws it around a point with this radius.
    pub fn draw(self, svg: &mut Svg, middle: PicturePoint, size: f32) {
        let colour = side_colour(self.party);
        if self.acting {
            let (from, to) = (size * TURN_FROM, turn_reach(size));
            svg.circle(middle, f32::midpoint(from, to), Paint::edge(TURN_EDGE, to - from));
            svg.circle(middle, size * TURN_RINGS.0, Paint::edge(TURN_INNER, (size * 0.1).max(1.2)));
            svg.circle(middle, size * TURN_RINGS.1, Paint::edge(TURN, outer_wide(size)));
        }
        match self.down {
            true => self.lying(svg, middle, size, colour),
            false => self.standing(svg, middle, size, colour),
        }
        if self.hidden {
            let (ring, wide) = HIDDEN_RING;
            svg.circle(middle, size * ring, Paint::edge(HALO, wide));
            svg.circle(middle, size * ring, Paint::edge(INK, wide / 2.0).dashed());
        }
    }

    fn standing(self, svg: &mut Svg, middle: PicturePoint, size: f32, colour: Colour) {
        self.outline(svg, middle, (size, size), Paint::fill(HALO).edged(HALO, 2.0 * halo(size)));
        self.outline(svg, middle, (size, size), Paint::fill(colour));
        svg.circle(middle, size * RING, Paint::fill(HALO));
        // A portrait needs more room than initials.
        let (arc, inner) = if self.portrait.is_some() { (THIN_ARC, 0.73) } else { (ARC, 0.66) };
        let disc = size * if self.health.is_some() { inner } else { 0.78 };
        svg.circle(middle, disc, Paint::fill(self.disc.unwrap_or(GROUND)));
        self.portrait(svg, middle, (disc, disc));
        if let Some(share) = self.health {
            svg.arc(middle, size * arc.0, share, Paint::edge(health_colour(share), size * arc.1));
        }
        if self.portrait.is_none() {
            self.initials(svg, middle, size, INK);
        }
    }

    /// The portrait, as wide as its disc; of somebody who's down it's grey.
    fn portrait(self, svg: &mut Svg, (x, y): PicturePoint, (wide, high): (f32, f32)) {
        let Some(picture) = self.portrait.cloned() else { return };
        let (corner, size) = ((x - wide, y - wide), (2.0 * wide, 2.0 * wide));
        let window = Window::Ellipse((x, y), (wide, high));
        let light = if self.down { Light::Grey } else { Light::Full };
        svg.picture(PlacedPicture { picture, corner, size, window, light });
    }

    fn lying(self, svg: &mut Svg, middle: PicturePoint, size: f32, colour: Colour) {
        let flat = (size * LONG, size * FLAT);
        self.outline(svg, middle, flat, Paint::fill(HALO).edged(HALO, 2.0 * halo(size)));
        self.outline(svg, middle, flat, Paint::fill(DOWN).edged(colour, 1.5));
        let inner = (flat.0 * RING, flat.1 * RING);
        svg.ellipse(middle, inner, Paint::fill(LYING));
        match self.portrait {
            Some(_) => self.portrait(svg, middle, inner),
            None => self.initials(svg, middle, size * 0.72, FAINT),
        }
        cross(svg, (middle.0 + flat.0 * 0.86, middle.1 - flat.1 * 0.86), size);
    }

    /// The side's shape, round the ring.
    fn outline(self, svg: &mut Svg, (x, y): PicturePoint, (wide, high): (f32, f32), paint: Paint) {
        let points: Vec<PicturePoint> =
            SHAPES[self.party % SHAPES.len()].iter().map(|(dx, dy)| (x + dx * wide, y + dy * high)).collect();
        svg.path(&points, true, paint);
        svg.ellipse((x, y), (wide, high), paint);
    }

    fn initials(self, svg: &mut Svg, (x, y): PicturePoint, size: f32, ink: Colour) {
        // In the smallest, letters are as large as the disc allows.
        let mut high = size * if size < SMALL_BELOW { 0.96 } else { 0.86 };
        let wide = letters::width(self.text, high);
        if wide > size * 1.26 {
            high *= size * 1.26 / wide;
        }
        svg.text((x, y + high * 0.36), high, TextAnchor::Middle, ink, self.text);
    }
}

/// The mark on the floor of those who lie where somebody else stands: flat and grey, with a cross in the square's corner, where no ring
/// covers it.
pub fn on_floor(svg: &mut Svg, (x, y): PicturePoint, side: f32) {
    let (below, (wide, high), (cross_x, cross_y)) = ON_FLOOR;
    let (middle, flat) = ((x, y + below * side), (wide * side, high * side));
    svg.ellipse(middle, flat, Paint::fill(HALO).edged(HALO, 2.0 * halo(flat.1)));
    svg.ellipse(middle, flat, Paint::fill(LYING).edged(FAINT, 1.5));
    cross(svg, (x + cross_x * side, y + cross_y * side), side * ON_FLOOR_CROSS);
}

/// What that mark takes on a square with its middle there.
pub fn floor_bounds((x, y): PicturePoint, side: f32) -> Bounds {
    let (below, (wide, high), _) = ON_FLOOR;
    (x - wide * side, y + (below - high) * side, x + side / 2.0, y + side / 2.0)
}

/// The cross of somebody who's down.
fn cross(svg: &mut Svg, (x, y): PicturePoint, size: f32) {
    let arm = size * 0.2;
    let cross = [((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm))];
    svg.lines(&cross, Paint::edge(HALO, size * 0.1 + 3.0));
    svg.lines(&cross, Paint::edge(INK, size * 0.1 + 0.6));
}

/// How wide the dark line round a ring is.
fn halo(size: f32) -> f32 {
    (size * 0.12).clamp(0.6, 2.0)
}

/// How wide the outer ring of whoever's turn it is is: on the largest maps it would be thinner than a pixel.
fn outer_wide(size: f32) -> f32 {
    (size * 0.12).max(2.2)
}

/// How far the rings of whoever's turn it is reach.
fn turn_reach(size: f32) -> f32 {
    size * TURN_RINGS.1 + outer_wide(size) / 2.0 + (size * 0.04).max(0.8)
}

/// How far everything reaches that's drawn of somebody, from the middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TokenReach {
    /// To each side.
    pub wide: f32,
    /// Up and down.
    pub high: f32,
    /// In the direction in which it reaches farthest.
    pub round: f32,
}

/// How far everything reaches that's drawn of a combatant of this size.
pub fn reach(token: &Token, size: f32) -> TokenReach {
    let shape = SHAPES[token.party % SHAPES.len()];
    let most = |of: fn(&PicturePoint) -> f32| shape.iter().map(of).fold(1.0_f32, |most, it| most.max(it.abs()));
    let (wide, high) = (most(|it| it.0), most(|it| it.1));
    let (mut x, mut y) = (wide * size, high * size);
    (x, y) = match token.down {
        true => (x * LONG + halo(size), y * FLAT + halo(size)),
        false => (x + halo(size), y + halo(size)),
    };
    if token.down {
        (x, y) = (x.max(size * CROSS.0 + CROSS_LINE), y.max(size * CROSS.1 + CROSS_LINE));
    }
    let (ring, line) = HIDDEN_RING;
    let rings =
        [if token.acting { turn_reach(size) } else { 0.0 }, if token.hidden { size * ring + line / 2.0 } else { 0.0 }];
    let rings = rings.into_iter().fold(0.0, f32::max);
    let corners = shape.iter().map(|(x, y)| x.hypot(*y)).fold(1.0, f32::max) * if token.down { LONG } else { 1.0 };
    let cross = if token.down { size * CROSS.0.hypot(CROSS.1) + CROSS_LINE } else { 0.0 };
    let round = (corners * size + halo(size)).max(cross).max(rings);
    TokenReach { wide: x.max(rings), high: y.max(rings), round }
}
