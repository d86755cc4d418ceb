//! A framed piece of a map: a heading, what lies there, who stands there. Zones are blocks, and so are borders with something to show. A
//! block knows its own size and draws itself; others decide where it goes.

use super::{
    lattice::Lattice,
    letters,
    palette::{FAINT, GROUND, INK},
    plan::{Labels, MapPlan},
    svg::{Colour, Paint, Svg, TextAnchor},
    terrain::Terrain,
    textures,
    tokens::TokenMark,
};
use crate::engine::view::{Feature, FeatureKind, grid::Square};

const PAD: f32 = 10.0;
/// There's already some space below the last line of text.
const PAD_BELOW: f32 = 6.0;
const NOTE_SIZE: f32 = 12.0;
const NOTE_HIGH: f32 = 18.0;
/// The maximum width of a heading or a note before it's shortened or wrapped.
const LINE_WIDE_MAX: f32 = 210.0;
const GAP: f32 = 12.0;
/// The size of a patch of texture.
const PATCH: f32 = 44.0;
/// A token's radius.
const TOKEN: f32 = 19.0;
/// From a token's top to its middle, with room for the ring of whoever's turn it is.
const TO_MIDDLE: f32 = 29.0;
/// From a token's middle to its name's baseline.
const TO_NAME: f32 = 41.0;
/// The space a token takes, with its name below it.
const TOKEN_HIGH: f32 = 78.0;
const NAME_SIZE: f32 = 14.0;
/// A token's least and greatest width.
const TOKEN_WIDE: (f32, f32) = (58.0, 104.0);

/// How a block looks.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Its background.
    pub fill: Colour,
    /// Its edge's colour.
    pub edge: Colour,
    /// The radius of its corners.
    pub round: f32,
    /// The size of its heading.
    pub heading_size: f32,
    /// Its minimum width.
    pub wide_min: f32,
    /// The most tokens drawn; the block says how many more there are.
    pub tokens_max: usize,
    /// The most columns of tokens.
    pub columns_max: usize,
    /// What the ground looks like.
    pub terrain: Terrain,
}

/// A zone's frame.
pub const ZONE: Frame = Frame {
    fill: "#2c313b",
    edge: "#98a1b2",
    round: 8.0,
    heading_size: 16.0,
    wide_min: 104.0,
    tokens_max: 16,
    columns_max: 2,
    terrain: Terrain::Floor,
};
/// The frame of a single zone, which has more room.
pub const ALONE: Frame = Frame { tokens_max: 48, columns_max: 6, ..ZONE };
/// A border's frame.
pub const BORDER: Frame = Frame {
    fill: "#454c5a",
    edge: "#c4cad4",
    round: 6.0,
    heading_size: 12.5,
    wide_min: 0.0,
    tokens_max: 4,
    columns_max: 1,
    terrain: Terrain::Floor,
};

/// A measured piece of a map.
#[derive(Clone, Debug)]
pub struct Block {
    frame: Frame,
    heading: String,
    /// The text to the right of the heading.
    aside: String,
    notes: Vec<(FeatureKind, String)>,
    /// The combatants, with their names as there's room for them.
    tokens: Vec<(usize, String)>,
    more: usize,
    columns: usize,
    /// Width and height.
    pub size: (f32, f32),
}

impl Block {
    /// Measures a block.
    pub fn new(
        frame: Frame,
        (heading, aside): (&str, &str),
        features: &[Feature],
        here: &[usize],
        labels: &Labels,
    ) -> Block {
        let heading = letters::fitting(heading, frame.heading_size, LINE_WIDE_MAX);
        let notes: Vec<(FeatureKind, String)> = features.iter().flat_map(note).collect();
        let shown = if here.len() > frame.tokens_max { frame.tokens_max - 1 } else { here.len() };
        let written = |it: &usize| (*it, letters::fitting(&labels.tokens[*it].text, NAME_SIZE, TOKEN_WIDE.1));
        let tokens: Vec<(usize, String)> = here[..shown].iter().map(written).collect();
        let more = here.len() - shown;
        let cells = shown + usize::from(more > 0);
        let columns = match cells {
            0..=1 => 1,
            2..=4 => 2,
            5..=9 => 3,
            10..=16 => 4,
            _ => 6,
        };
        let mut block = Block {
            frame,
            heading,
            aside: aside.to_owned(),
            notes,
            tokens,
            more,
            columns: columns.min(frame.columns_max),
            size: (0.0, 0.0),
        };
        block.size = block.measured();
        block
    }

    /// Whether it would be an empty frame.
    pub fn is_empty(&self) -> bool {
        self.heading.is_empty() && self.notes.is_empty() && self.tokens.is_empty()
    }

    fn measured(&self) -> (f32, f32) {
        let aside = if self.aside.is_empty() { 0.0 } else { GAP + letters::width(&self.aside, NOTE_SIZE) };
        let heading = letters::width(&self.heading, self.frame.heading_size) * 1.03 + aside;
        let notes = self.notes.iter().map(|it| to_note(it.0) + letters::width(&it.1, NOTE_SIZE)).fold(0.0, f32::max);
        let tokens = self.columns as f32 * (self.token_wide() + GAP) - GAP;
        let wide = heading.max(notes).max(tokens) + 2.0 * PAD;
        let high = self.above_tokens() + self.rows() as f32 * TOKEN_HIGH + PAD_BELOW;
        (wide.max(self.frame.wide_min).ceil(), high.ceil())
    }

    fn token_wide(&self) -> f32 {
        self.tokens.iter().map(|it| letters::width(&it.1, NAME_SIZE)).fold(TOKEN_WIDE.0, f32::max)
    }

    fn rows(&self) -> usize {
        (self.tokens.len() + usize::from(self.more > 0)).div_ceil(self.columns.max(1))
    }

    fn above_tokens(&self) -> f32 {
        let heading = if self.heading.is_empty() { 0.0 } else { self.heading_high() };
        PAD + heading + self.notes.len() as f32 * NOTE_HIGH + if self.tokens.is_empty() { 0.0 } else { 2.0 }
    }

    fn heading_high(&self) -> f32 {
        self.frame.heading_size * 1.5
    }

    fn more_words(&self) -> String {
        format!("+{} more", self.more)
    }

    /// Draws it into a rectangle at least as large as the block, with the content at the top left.
    pub fn draw(&self, svg: &mut Svg, corner: (f32, f32), size: (f32, f32), by: (&MapPlan, &Labels)) {
        self.ground(svg, corner, size);
        self.content(svg, corner, size.0, by);
    }

    /// The middle of a combatant's token, if it's in a block with its corner there, and how far it reaches.
    pub fn token(&self, who: usize, corner: (f32, f32)) -> Option<((f32, f32), f32)> {
        let number = self.tokens.iter().position(|it| it.0 == who)?;
        Some((self.middle(number, corner), TOKEN * 1.5))
    }

    fn middle(&self, number: usize, (x, y): (f32, f32)) -> (f32, f32) {
        let (column, row) = (number % self.columns, number / self.columns);
        let across = (column as f32 + 0.5) * (self.token_wide() + GAP) - GAP / 2.0;
        (x + PAD + across, y + self.above_tokens() + row as f32 * TOKEN_HIGH + TO_MIDDLE)
    }

    /// Draws what's in it.
    pub fn content(&self, svg: &mut Svg, (x, y): (f32, f32), wide: f32, (plan, labels): (&MapPlan, &Labels)) {
        let mut line = y + PAD;
        if !self.heading.is_empty() {
            let (size, base) = (self.frame.heading_size, line + self.frame.heading_size - 1.0);
            self.written(svg, (x + PAD, base), size, TextAnchor::Start, INK, &self.heading);
            self.written(svg, (x + wide - PAD, base), NOTE_SIZE, TextAnchor::End, FAINT, &self.aside);
            line += self.heading_high();
        }
        for (kind, words) in &self.notes {
            sign(svg, (x + PAD, line + NOTE_HIGH / 2.0), *kind);
            self.written(svg, (x + PAD + to_note(*kind), line + 13.0), NOTE_SIZE, TextAnchor::Start, INK, words);
            line += NOTE_HIGH;
        }
        let middle = |number: usize| self.middle(number, (x, y));
        for (number, (who, name)) in self.tokens.iter().enumerate() {
            let (token, at) = (&plan.tokens[*who], middle(number));
            let signs = labels.signs_of(token);
            TokenMark::of(token, &labels.initials[*who], &signs).draw(svg, at, TOKEN);
            let colour = if token.down { FAINT } else { INK };
            self.written(svg, (at.0, at.1 + TO_NAME), NAME_SIZE, TextAnchor::Middle, colour, name);
        }
        if self.more > 0 {
            let (x, y) = middle(self.tokens.len());
            self.written(svg, (x, y + 4.0), NOTE_SIZE, TextAnchor::Middle, INK, &self.more_words());
        }
    }

    /// The block's ground, with a texture if it's something special.
    pub fn ground(&self, svg: &mut Svg, origin: (f32, f32), (wide, high): (f32, f32)) {
        let Frame { fill, edge, round, terrain, .. } = self.frame;
        let fill = if terrain == Terrain::Floor { fill } else { textures::base(terrain) };
        svg.rect(origin, (wide, high), round, Paint::fill(fill).edged(edge, 1.5));
        if terrain == Terrain::Floor {
            return;
        }
        // A margin keeps the texture off the edge.
        let margin = 5.0;
        let count = |long: f32| ((long - 2.0 * margin) / PATCH).floor().max(1.0);
        let side = ((wide - 2.0 * margin) / count(wide)).min((high - 2.0 * margin) / count(high));
        let lattice = Lattice {
            origin: (origin.0 + margin, origin.1 + margin),
            side,
            first: Square { x: 0, y: 0 },
            wide: count(wide) as i16,
            high: count(high) as i16,
        };
        textures::texture(svg, &lattice, terrain, &lattice.squares().collect::<Vec<_>>());
    }

    /// Writes something on the block, on a plain strip in case a texture or a line runs below it.
    fn written(&self, svg: &mut Svg, (x, y): (f32, f32), size: f32, at: TextAnchor, colour: Colour, text: &str) {
        if !text.is_empty() {
            let strip = if self.frame.terrain == Terrain::Floor { self.frame.fill } else { GROUND };
            let wide = letters::width(text, size) * 1.02;
            let left = match at {
                TextAnchor::Start => x,
                TextAnchor::Middle => x - wide / 2.0,
                TextAnchor::End => x - wide,
            };
            svg.rect((left - 3.0, y - size * 0.94), (wide + 6.0, size * 1.26), 4.0, Paint::fill(strip));
        }
        svg.text((x, y), size, at, colour, text);
    }
}

/// A feature's lines; the symbol is before the first.
fn note(feature: &Feature) -> Vec<(FeatureKind, String)> {
    let words = letters::legible(&feature.words()).unwrap_or_else(|| feature.kind.word().to_owned());
    letters::lines(&words, NOTE_SIZE, LINE_WIDE_MAX - 20.0)
        .into_iter()
        .enumerate()
        .map(|(at, line)| if at == 0 { (feature.kind, line) } else { (FeatureKind::Plain, line) })
        .collect()
}

/// The distance from the edge to a note's words.
fn to_note(kind: FeatureKind) -> f32 {
    if kind == FeatureKind::Plain { 0.0 } else { 18.0 }
}

/// A feature's symbol; its word is beside it.
pub(super) fn sign(svg: &mut Svg, (x, y): (f32, f32), kind: FeatureKind) {
    match kind {
        FeatureKind::Hazard => {
            svg.path(&[(x + 6.0, y - 6.5), (x + 13.0, y + 6.0), (x - 1.0, y + 6.0)], true, Paint::fill("#ffb454"));
            svg.text((x + 6.0, y + 4.5), 10.0, TextAnchor::Middle, "#14161a", "!");
        }
        FeatureKind::Cover => {
            let wall = [(x, y + 6.0), (x, y - 2.0), (x + 4.0, y - 2.0), (x + 4.0, y - 6.0), (x + 8.0, y - 6.0)];
            let rest = [(x + 8.0, y - 2.0), (x + 12.0, y - 2.0), (x + 12.0, y + 6.0)];
            svg.path(&[wall.as_slice(), &rest].concat(), true, Paint::edge("#9fd0ff", 1.6));
        }
        FeatureKind::Barrier => svg.rect((x, y - 6.0), (12.0, 12.0), 1.0, Paint::fill("#c4cad4")),
        FeatureKind::Concealment => {
            for across in [0.0, 4.0, 8.0] {
                svg.path(&[(x + across, y + 6.0), (x + across + 4.0, y - 6.0)], false, Paint::edge("#c9b8ff", 1.8));
            }
        }
        FeatureKind::Plain => {}
    }
}
