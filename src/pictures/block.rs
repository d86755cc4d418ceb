//! A framed piece of a map: a heading, what lies there, who stands there. Zones are blocks, and so are borders with something to show. A
//! block knows its own size and draws itself; others decide where it goes.

use super::{
    letters,
    plan::{Labels, MapPlan},
    svg::{Colour, Paint, Svg, TextAnchor},
    tokens::{self, FAINT, FittedToken, INK, TOKEN_HIGH},
};
use crate::engine::view::{Feature, FeatureKind};

const PAD: f32 = 10.0;
/// There's already some space below the last line of text.
const PAD_BELOW: f32 = 6.0;
const NOTE_SIZE: f32 = 12.0;
const NOTE_HIGH: f32 = 18.0;
/// The maximum width of a heading or a note before it's shortened or wrapped.
const LINE_WIDE_MAX: f32 = 210.0;
const GAP: f32 = 12.0;

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
};
/// The frame of a single zone, which has more room.
pub const ALONE: Frame = Frame { tokens_max: 48, columns_max: 4, ..ZONE };
/// The frame of the legend of combatants below squares.
pub const LIST: Frame = Frame { tokens_max: 60, columns_max: 4, ..ZONE };
/// A border's frame.
pub const BORDER: Frame = Frame {
    fill: "#454c5a",
    edge: "#c4cad4",
    round: 6.0,
    heading_size: 12.5,
    wide_min: 0.0,
    tokens_max: 4,
    columns_max: 1,
};

/// A measured piece of a map.
#[derive(Clone, Debug)]
pub struct Block {
    frame: Frame,
    heading: String,
    /// The text to the right of the heading.
    aside: String,
    notes: Vec<(FeatureKind, String)>,
    tokens: Vec<(usize, FittedToken)>,
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
        by: (&MapPlan, &Labels),
    ) -> Block {
        let (plan, labels) = by;
        let heading = letters::fitting(heading, frame.heading_size, LINE_WIDE_MAX);
        let notes: Vec<(FeatureKind, String)> = features.iter().flat_map(note).collect();
        let shown = if here.len() > frame.tokens_max { frame.tokens_max - 1 } else { here.len() };
        let written = |it: &usize| (*it, tokens::write(plan, labels, *it));
        let tokens: Vec<(usize, FittedToken)> = here[..shown].iter().map(written).collect();
        let more = here.len() - shown;
        let cells = shown + usize::from(more > 0);
        let columns = match cells {
            0..=5 => 1,
            6..=12 => 2,
            13..=27 => 3,
            _ => 4,
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
        let more = if self.more > 0 { letters::width(&self.more_words(), NOTE_SIZE) } else { 0.0 };
        self.tokens.iter().map(|it| it.1.wide).fold(more, f32::max)
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
    pub fn draw(&self, svg: &mut Svg, (x, y): (f32, f32), (wide, high): (f32, f32), plan: &MapPlan) {
        svg.rect((x, y), (wide, high), self.frame.round, Paint::fill(self.frame.fill).edged(self.frame.edge, 1.5));
        let mut line = y + PAD;
        if !self.heading.is_empty() {
            let (size, base) = (self.frame.heading_size, line + self.frame.heading_size - 1.0);
            svg.text((x + PAD, base), size, TextAnchor::Start, true, INK, &self.heading);
            svg.text((x + wide - PAD, base), NOTE_SIZE, TextAnchor::End, false, FAINT, &self.aside);
            line += self.heading_high();
        }
        for (kind, words) in &self.notes {
            sign(svg, (x + PAD, line + NOTE_HIGH / 2.0), *kind);
            svg.text((x + PAD + to_note(*kind), line + 13.0), NOTE_SIZE, TextAnchor::Start, false, INK, words);
            line += NOTE_HIGH;
        }
        let (top, step) = (y + self.above_tokens(), self.token_wide() + GAP);
        let at = |number: usize| {
            let (column, row) = (number / self.rows().max(1), number % self.rows().max(1));
            (x + PAD + column as f32 * step, top + row as f32 * TOKEN_HIGH)
        };
        for (number, (who, written)) in self.tokens.iter().enumerate() {
            let token = &plan.tokens[*who];
            tokens::token(svg, at(number), token, written);
        }
        if self.more > 0 {
            let (x, y) = at(self.tokens.len());
            svg.text((x, y + TOKEN_HIGH / 2.0 + 4.0), NOTE_SIZE, TextAnchor::Start, true, INK, &self.more_words());
        }
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
            svg.text((x + 6.0, y + 4.5), 10.0, TextAnchor::Middle, true, "#14161a", "!");
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
