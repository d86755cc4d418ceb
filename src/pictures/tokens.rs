//! How a combatant looks on any map: a disc with initials or a portrait in a ring of the side's colour and shape, an arc of health, letters for what
//! state they're in. Whoever's turn it is has a bright double ring; whoever is down lies flat and grey. Knows nothing about places.

use super::{
    drawing::{Light, PlacedPicture, Window},
    letters,
    palette::{DOWN, FAINT, GROUND, HALO, INK, TURN, colour_of, disc_of, health_colour},
    plan::Token,
    raster::PictureHash,
    svg::{Colour, Paint, PicturePoint, Svg, TextAnchor},
};

/// How far a token reaches from its middle, in its sizes, rings included.
pub const REACH: f32 = 1.45;
/// How flat somebody lies who is down.
const FLAT: f32 = 0.62;
/// The inner edge of the side's ring.
const RING: f32 = 0.84;
/// The middle of the arc of health, and its width.
const ARC: (f32, f32) = (0.75, 0.17);
/// The same round a portrait.
const THIN_ARC: (f32, f32) = (0.785, 0.1);
/// The size below which a token shares its square.
const SMALL_BELOW: f32 = 14.0;
/// The size from which a token has letters for states.
const SIGNED_FROM: f32 = 8.0;

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
    /// The letters of the states they're in.
    pub signs: &'a [char],
    /// Whether the combatant is down.
    pub down: bool,
    /// Whether the combatant is hidden.
    pub hidden: bool,
    /// Whether it's their turn.
    pub acting: bool,
}

impl<'a> TokenMark<'a> {
    /// What to draw of a combatant, with these initials and letters.
    pub fn of(token: &'a Token, text: &'a str, signs: &'a [char]) -> TokenMark<'a> {
        TokenMark {
            party: token.party,
            text,
            disc: Some(disc_of(&token.name)),
            portrait: token.portrait.as_ref(),
            health: token.health.map(|it| it.share()),
            signs,
            down: token.down,
            hidden: token.hidden,
            acting: token.acting,
        }
    }

    /// Draws it around a point with this radius.
    pub fn draw(self, svg: &mut Svg, middle: PicturePoint, size: f32) {
        let colour = colour_of(self.party);
        if self.acting {
            svg.circle(middle, size * 1.36, Paint::edge(HALO, size * 0.34 + 2.0));
            svg.circle(middle, size * 1.26, Paint::edge(INK, (size * 0.1).max(1.2)));
            // On the largest maps it would be thinner than a pixel.
            svg.circle(middle, size * 1.42, Paint::edge(TURN, (size * 0.12).max(2.2)));
        }
        match self.down {
            true => self.lying(svg, middle, size, colour),
            false => self.standing(svg, middle, size, colour),
        }
        if self.hidden {
            svg.circle(middle, size * 1.3, Paint::edge(HALO, 3.2));
            svg.circle(middle, size * 1.3, Paint::edge(INK, 1.6).dashed());
        }
        self.signs(svg, middle, size);
    }

    fn standing(self, svg: &mut Svg, middle: PicturePoint, size: f32, colour: Colour) {
        self.outline(svg, middle, (size, size), Paint::fill(HALO).edged(HALO, 4.0));
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
        let flat = (size * 1.05, size * FLAT);
        self.outline(svg, middle, flat, Paint::fill(HALO).edged(HALO, 4.0));
        self.outline(svg, middle, flat, Paint::fill(DOWN).edged(colour, 1.5));
        let inner = (flat.0 * RING, flat.1 * RING);
        svg.ellipse(middle, inner, Paint::fill("#363b44"));
        match self.portrait {
            Some(_) => self.portrait(svg, middle, inner),
            None => self.initials(svg, middle, size * 0.72, FAINT),
        }
        let ((x, y), arm) = ((middle.0 + flat.0 * 0.86, middle.1 - flat.1 * 0.86), size * 0.2);
        let cross = [((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm))];
        svg.lines(&cross, Paint::edge(HALO, size * 0.1 + 3.0));
        svg.lines(&cross, Paint::edge(INK, size * 0.1 + 0.6));
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

    /// A letter for each state, from the upper left corner on.
    fn signs(self, svg: &mut Svg, middle: PicturePoint, size: f32) {
        for ((place, round), letter) in sign_places(middle, size, self.down).zip(self.signs) {
            sign(svg, place, round, *letter);
        }
    }
}

/// Where a token's signs are, and how large: at its rim, so that they don't cover the initials; above somebody who lies there, who's too
/// flat for that. The smallest tokens have no room for any.
pub fn sign_places((x, y): PicturePoint, size: f32, down: bool) -> impl Iterator<Item = (PicturePoint, f32)> {
    let round = (size * 0.36).max(6.5);
    let far = size + round * if size < SMALL_BELOW { 0.75 } else { 0.4 };
    let around = [(-0.76, -0.65), (-1.0, 0.12), (-0.62, 0.78)].map(|(dx, dy)| (x + dx * far, y + dy * far));
    let above = [0.0, 1.0, 2.0].map(|it| (x - size * 0.8 + it * round * 2.1, y - size * FLAT - round));
    let places = if down && size >= SMALL_BELOW { above } else { around };
    let shown = if size < SIGNED_FROM { 0 } else { places.len() };
    places.into_iter().take(shown).map(move |it| (it, round))
}

/// The sign of a state: its letter in a small bright disc.
pub fn sign(svg: &mut Svg, (x, y): PicturePoint, round: f32, letter: char) {
    svg.circle((x, y), round, Paint::fill(INK).edged(HALO, 1.6));
    let high = round * 1.4;
    svg.text((x, y + high * 0.36), high, TextAnchor::Middle, HALO, &letter.to_string());
}
