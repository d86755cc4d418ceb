//! A framed piece of a map: a heading, what lies there, who stands there. Zones are blocks, and so are borders with something to show. A
//! block knows its own size and draws itself; others decide where it goes.

use super::{
    covered::Bounds,
    letters,
    palette::{FAINT, GROUND, INK},
    plan::{Labels, MapPlan},
    scenery::{self, ZoneLook},
    signs::{self, StateSign},
    svg::{Colour, Paint, PicturePoint, Svg, TextAnchor},
    tokens::TokenMark,
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
/// The space between the picture of a thing and its words.
const SPOT_GAP: f32 = 2.0;
const SPOT_LINE_HIGH: f32 = 15.0;
/// The longest line of words below the picture of a thing.
const SPOT_WIDE_MAX: f32 = 130.0;
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
    /// What the ground looks like, if it's a zone. What lies in a zone is shown, elsewhere it's only written.
    pub look: Option<ZoneLook>,
    /// Space that's kept free above the tokens, for a sign.
    pub kept_free: f32,
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
    look: None,
    kept_free: 0.0,
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
    look: None,
    kept_free: 0.0,
};

/// Something that's shown, with its words in lines.
type ShownThing = (Feature, Vec<String>);

/// A measured piece of a map.
#[derive(Clone, Debug)]
pub struct Block {
    frame: Frame,
    heading: String,
    /// The text to the right of the heading.
    aside: String,
    notes: Vec<(FeatureKind, String)>,
    /// What lies there and is shown, each with its words in lines, in rows.
    spots: Vec<Vec<ShownThing>>,
    /// The combatants, with their names as there's room for them.
    tokens: Vec<(usize, String)>,
    more: usize,
    more_words: String,
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
        let is_shown = |it: &&Feature| frame.look.is_some() && scenery::is_spot(it);
        let notes: Vec<(FeatureKind, String)> = features.iter().filter(|it| !is_shown(it)).flat_map(note).collect();
        let spots = in_rows(features.iter().filter(is_shown).map(shown).collect());
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
            spots,
            tokens,
            more,
            more_words: if more > 0 { format!("+{more} more") } else { String::new() },
            columns: columns.min(frame.columns_max),
            size: (0.0, 0.0),
        };
        block.size = block.measured();
        block
    }

    /// Whether it would be an empty frame.
    pub fn is_empty(&self) -> bool {
        self.heading.is_empty() && self.notes.is_empty() && self.spots.is_empty() && self.tokens.is_empty()
    }

    fn measured(&self) -> (f32, f32) {
        let aside = if self.aside.is_empty() { 0.0 } else { GAP + letters::width(&self.aside, NOTE_SIZE) };
        let heading = letters::width(&self.heading, self.frame.heading_size) * 1.03 + aside;
        let notes = self.notes.iter().map(|it| to_note(it.0) + letters::width(&it.1, NOTE_SIZE)).fold(0.0, f32::max);
        let spots = self.spots.iter().map(|it| it.iter().map(spot_wide).sum::<f32>()).fold(0.0, f32::max);
        let tokens = self.columns as f32 * (self.token_wide() + GAP) - GAP;
        let wide = heading.max(notes).max(spots).max(tokens) + 2.0 * PAD;
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
        let spots: f32 = self.spots.iter().map(|it| spots_high(it)).sum();
        let notes = self.notes.len() as f32 * NOTE_HIGH;
        PAD + self.frame.kept_free + heading + notes + spots + if self.tokens.is_empty() { 0.0 } else { 2.0 }
    }

    fn heading_high(&self) -> f32 {
        self.frame.heading_size * 1.5
    }

    /// Draws it into a rectangle at least as large as the block, with the content at the top left.
    pub fn draw(&self, svg: &mut Svg, corner: PicturePoint, size: PicturePoint, by: (&MapPlan, &Labels)) {
        self.ground(svg, corner, size);
        self.people(svg, corner, by);
        self.signs(corner, by).iter().for_each(|it| it.draw(svg));
        self.words(svg, corner, size.0, by.0);
    }

    /// The middle of a combatant's token, if it's in a block with its corner there, and how far it reaches.
    pub fn token(&self, who: usize, corner: PicturePoint) -> Option<(PicturePoint, f32)> {
        let number = self.tokens.iter().position(|it| it.0 == who)?;
        Some((self.middle(number, corner), TOKEN * 1.5))
    }

    /// Everybody's token, and how far it reaches with the letters of its states.
    pub fn all_tokens(&self, corner: PicturePoint) -> impl Iterator<Item = (PicturePoint, f32)> {
        (0..self.tokens.len()).map(move |it| (self.middle(it, corner), TOKEN * 1.5))
    }

    /// Where somebody else would stand who isn't drawn there, if there's room in a rectangle this wide and high.
    pub fn free_place(&self, corner: PicturePoint, (wide, high): PicturePoint) -> Option<PicturePoint> {
        let taken = self.tokens.len() + usize::from(self.more > 0);
        let (x, y) = self.middle(taken, corner);
        let fits = x + TOKEN <= corner.0 + wide && y + TOKEN <= corner.1 + high;
        fits.then_some((x, y))
    }

    fn middle(&self, number: usize, (x, y): PicturePoint) -> PicturePoint {
        let (column, row) = (number % self.columns, number / self.columns);
        let across = (column as f32 + 0.5) * (self.token_wide() + GAP) - GAP / 2.0;
        (x + PAD + across, y + self.above_tokens() + row as f32 * TOKEN_HIGH + TO_MIDDLE)
    }

    /// Draws those who are in it.
    pub fn people(&self, svg: &mut Svg, corner: PicturePoint, (plan, labels): (&MapPlan, &Labels)) {
        for (number, (who, _)) in self.tokens.iter().enumerate() {
            TokenMark::of(&plan.tokens[*who], &labels.initials[*who]).draw(svg, self.middle(number, corner), TOKEN);
        }
    }

    /// The signs of their states.
    pub fn signs(&self, corner: PicturePoint, (plan, labels): (&MapPlan, &Labels)) -> Vec<StateSign> {
        let of = |(number, (who, _)): (usize, &(usize, String))| {
            let token = &plan.tokens[*who];
            signs::signs(token, &labels.signs_of(token), (self.middle(number, corner), TOKEN, 0.0), |_| true)
        };
        self.tokens.iter().enumerate().flat_map(of).collect()
    }

    /// Writes what's written in it.
    pub fn words(&self, svg: &mut Svg, corner: PicturePoint, wide: f32, plan: &MapPlan) {
        for it in self.written(corner, wide, plan) {
            if let Some(kind) = it.kind {
                sign(svg, (it.at.0 - to_note(kind), it.at.1 - 4.0), kind);
            }
            // On a plain strip, in case a texture or a line runs below it.
            let strip = if self.frame.look.is_some() { GROUND } else { self.frame.fill };
            let (left, top, right, bottom) = it.bounds();
            svg.rect((left, top), (right - left, bottom - top), 4.0, Paint::fill(strip));
            svg.text(it.at, it.size, it.anchor, it.colour, it.text);
        }
    }

    /// What the words cover.
    pub fn covered(&self, corner: PicturePoint, wide: f32, plan: &MapPlan) -> Vec<Bounds> {
        self.written(corner, wide, plan).iter().map(Written::bounds).collect()
    }

    /// Everything that's written, and where.
    fn written<'b>(&'b self, (x, y): PicturePoint, wide: f32, plan: &MapPlan) -> Vec<Written<'b>> {
        let mut all = vec![];
        let mut line = y + PAD + self.frame.kept_free;
        let text = |at, size, anchor, colour, text: &'b str| Written { at, size, anchor, colour, text, kind: None };
        if !self.heading.is_empty() {
            let (size, base) = (self.frame.heading_size, line + self.frame.heading_size - 1.0);
            all.push(text((x + PAD, base), size, TextAnchor::Start, INK, &self.heading));
            all.push(text((x + wide - PAD, base), NOTE_SIZE, TextAnchor::End, FAINT, &self.aside));
            line += self.heading_high();
        }
        for (kind, words) in &self.notes {
            let at = (x + PAD + to_note(*kind), line + 13.0);
            all.push(Written { kind: Some(*kind), ..text(at, NOTE_SIZE, TextAnchor::Start, INK, words) });
            line += NOTE_HIGH;
        }
        for ((_, lines), (middle, top)) in self.spot_places((x, y)) {
            for (number, words) in lines.iter().enumerate() {
                let base = top + scenery::SPOT.1 + SPOT_GAP + 12.0 + number as f32 * SPOT_LINE_HIGH;
                all.push(text((middle, base), NOTE_SIZE, TextAnchor::Middle, INK, words));
            }
        }
        for (number, (who, name)) in self.tokens.iter().enumerate() {
            let (x, y) = self.middle(number, (x, y));
            let colour = if plan.tokens[*who].down { FAINT } else { INK };
            all.push(text((x, y + TO_NAME), NAME_SIZE, TextAnchor::Middle, colour, name));
        }
        if self.more > 0 {
            let (x, y) = self.middle(self.tokens.len(), (x, y));
            all.push(text((x, y + 4.0), NOTE_SIZE, TextAnchor::Middle, INK, &self.more_words));
        }
        all.retain(|it| !it.text.is_empty());
        all
    }

    /// Everything that lies there and is shown, with the middle of its upper edge, in a block with its corner there.
    fn spot_places(&self, (x, y): PicturePoint) -> Vec<(&ShownThing, PicturePoint)> {
        let heading = if self.heading.is_empty() { 0.0 } else { self.heading_high() };
        let mut line = y + PAD + self.frame.kept_free + heading + self.notes.len() as f32 * NOTE_HIGH;
        let mut all = vec![];
        for row in &self.spots {
            let mut left = x + PAD;
            for it in row {
                all.push((it, (left + (spot_wide(it) - GAP) / 2.0, line)));
                left += spot_wide(it);
            }
            line += spots_high(row);
        }
        all
    }

    /// The block's ground, and what lies on it.
    pub fn ground(&self, svg: &mut Svg, origin: PicturePoint, size: PicturePoint) {
        let Frame { fill, edge, round, look, .. } = self.frame;
        match look {
            Some(look) => look.draw(svg, origin, size, (edge, round)),
            None => svg.rect(origin, size, round, Paint::fill(fill).edged(edge, 1.5)),
        }
        for ((it, _), (middle, top)) in self.spot_places(origin) {
            scenery::spot(svg, (middle, top + scenery::SPOT.1 / 2.0), it);
        }
    }
}

/// Something that's written on a block.
struct Written<'a> {
    at: PicturePoint,
    size: f32,
    anchor: TextAnchor,
    colour: Colour,
    text: &'a str,
    /// The kind of feature whose sign is before it.
    kind: Option<FeatureKind>,
}

impl Written<'_> {
    fn bounds(&self) -> Bounds {
        let (x, y) = self.at;
        let wide = letters::width(self.text, self.size) * 1.02;
        let left = match self.anchor {
            TextAnchor::Start => x,
            TextAnchor::Middle => x - wide / 2.0,
            TextAnchor::End => x - wide,
        };
        let top = y - self.size * 0.94;
        (left - 3.0, top, left + wide + 3.0, top + self.size * 1.26)
    }
}

/// A thing with its words, in lines short enough to stand below its picture.
fn shown(it: &Feature) -> ShownThing {
    let words = letters::legible(&it.words()).unwrap_or_else(|| it.kind.word().to_owned());
    (it.clone(), letters::lines(&words, NOTE_SIZE, SPOT_WIDE_MAX))
}

/// Things in rows that aren't too wide.
fn in_rows(things: Vec<ShownThing>) -> Vec<Vec<ShownThing>> {
    let mut rows: Vec<Vec<ShownThing>> = vec![];
    for it in things {
        match rows.last_mut() {
            Some(row) if row.iter().chain([&it]).map(spot_wide).sum::<f32>() <= LINE_WIDE_MAX => row.push(it),
            _ => rows.push(vec![it]),
        }
    }
    rows
}

/// How wide a thing is with its words, and with the gap behind it.
fn spot_wide((_, words): &ShownThing) -> f32 {
    words.iter().map(|it| letters::width(it, NOTE_SIZE)).fold(scenery::SPOT.0, f32::max) + GAP
}

/// How high a row of things is.
fn spots_high(row: &[ShownThing]) -> f32 {
    let lines = row.iter().map(|it| it.1.len()).max().unwrap_or(0);
    scenery::SPOT.1 + SPOT_GAP + lines as f32 * SPOT_LINE_HIGH + 5.0
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
