//! Pictures of the board: from a [`Scene`](crate::engine::view::Scene) to an SVG and then a PNG, with the same content in words beside it.
//! They show what the scene's viewer sees and nothing else, load nothing, read no clock, and are reproducible byte for byte. Nothing here
//! knows what displays them.
//!
//! `plan` extracts what to draw from a scene; `words` says it in text. `arrange` assigns cells to zones, `zones` draws the zone map from
//! `block`s, `squares` draws a map of squares, `tokens` draws combatants and the legend (for any kind of map), `letters` knows the font,
//! `svg` and `png` write. `forecast` and `account` draw no board, but charts, of what a forecast found and of a battle that's over.

mod account;
mod arrange;
mod block;
mod charts;
mod forecast;
mod letters;
mod plan;
mod png;
mod squares;
mod squares_words;
mod svg;
mod tokens;
mod words;
mod zones;

#[cfg(test)]
mod squares_tests;
#[cfg(test)]
mod tests;

pub use account::{AccountChart, FighterRow, LuckRow, SideLine, TimeRow};
pub use forecast::ForecastChart;
pub use plan::MapPlan;
pub use png::PictureError;

use crate::engine::view::{Feature, Ground, Spot, grid::EdgeKind};
use block::Block;
use plan::Labels;
use png::Packing;
use squares::SquareMap;
use svg::Svg;
use tokens::LegendPiece;
use zones::ZoneMap;

/// The margin around everything.
const MARGIN: f32 = 16.0;
/// The minimum width of a picture.
const WIDE_MIN: f32 = 300.0;

impl MapPlan {
    /// The picture as a PNG.
    ///
    /// # Errors
    /// See [`PictureError`].
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        png::png(&self.svg(), tokens::GROUND_RGB, Packing::Quick)
    }

    /// The picture as an SVG.
    pub fn svg(&self) -> String {
        let labels = self.labels();
        let map = match &self.ground {
            Ground::Zones(ground) => Map::Zones(Box::new(ZoneMap::new(self, ground, &labels))),
            Ground::Squares(grid) => Map::Squares(SquareMap::new(self, grid, &labels)),
            Ground::Nowhere => Map::Nothing,
        };
        let blocks = self.blocks(&labels);
        let (map_wide, map_high) = map.size();
        let wide = blocks.iter().map(|it| it.size.0).fold(map_wide.max(WIDE_MIN), f32::max);
        let signs = self.signs(&labels);
        let legend_high = tokens::legend(None, (0.0, 0.0), wide, &signs);
        let mut y = MARGIN;
        let mut svg = Svg::default();
        map.draw(&mut svg, (MARGIN + (wide - map_wide) / 2.0, y));
        y += map_high + MARGIN;
        for block in blocks {
            block.draw(&mut svg, (MARGIN, y), block.size, self);
            y += block.size.1 + MARGIN;
        }
        tokens::legend(Some(&mut svg), (MARGIN, y), wide, &signs);
        svg.finish((wide + 2.0 * MARGIN, y + legend_high + MARGIN / 2.0), tokens::GROUND)
    }

    /// What's below the map: on squares, the list of combatants; and combatants that are nowhere on the map.
    fn blocks(&self, labels: &Labels) -> Vec<Block> {
        let block = |heading: &str, who: &[usize]| {
            let frame = if matches!(self.ground, Ground::Squares(_)) { block::LIST } else { block::ALONE };
            (!who.is_empty()).then(|| Block::new(frame, (heading, ""), &[], who, (self, labels)))
        };
        let on_squares: Vec<usize> =
            (0..self.tokens.len()).filter(|it| matches!(self.tokens[*it].spot, Some(Spot::Square(_)))).collect();
        let nowhere = if self.ground == Ground::Nowhere { "In the fight" } else { "Not on the map" };
        block("On the map", &on_squares).into_iter().chain(block(nowhere, &self.nowhere())).collect()
    }

    /// What the legend explains: only what's in the picture.
    fn signs(&self, labels: &Labels) -> Vec<LegendPiece> {
        let mut signs: Vec<LegendPiece> = vec![];
        for (at, party) in self.parties.iter().enumerate() {
            if self.tokens.iter().any(|it| it.party == at) {
                signs.push(LegendPiece::Party(at, party.letter, party.name.clone()));
            }
        }
        if self.tokens.iter().any(|it| it.down) {
            signs.push(LegendPiece::Down);
        }
        if self.tokens.iter().any(|it| it.hidden) {
            signs.push(LegendPiece::Hidden);
        }
        signs.extend(self.signs_of_squares());
        if labels.notes > 0 {
            signs.push(LegendPiece::Words(
                "Notes: names with characters this picture can\u{2019}t show. The text form has them.".to_owned(),
            ));
        }
        if labels.has_gaps {
            signs.push(LegendPiece::Words(format!(
                "{} stands for characters this picture can\u{2019}t show.",
                letters::LACKING
            )));
        }
        signs
    }

    /// What the legend says about a map of squares.
    fn signs_of_squares(&self) -> Vec<LegendPiece> {
        let Ground::Squares(grid) = &self.ground else { return vec![] };
        let mut words = vec![];
        if !grid.rough.is_empty() {
            words.push("Hatched: difficult.".to_owned());
        }
        if !grid.heights_ft.is_empty()
            || !grid.wall_tops_ft.is_empty()
            || grid.edges.values().any(|it| it.top_ft.is_some())
        {
            words.push(format!("Numbers: {} above the floor.", grid.unit.name()));
        }
        if grid.walls.iter().any(|it| grid.holds(*it)) {
            words.push("Grey square: solid.".to_owned());
        }
        let walls = || grid.edges.values().filter(|it| it.kind == EdgeKind::Wall);
        if walls().any(|it| it.top_ft.is_none()) {
            words.push("Thick line: wall.".to_owned());
        }
        if walls().any(|it| it.top_ft.is_some()) {
            words.push("Dashed line: low wall.".to_owned());
        }
        let stands = |kind: EdgeKind| grid.edges.values().any(|it| it.kind == kind);
        let kinds = [
            (EdgeKind::Window, "thin double line: window"),
            (EdgeKind::Slit, "line with a gap: slit"),
            (EdgeKind::Door, "box: door"),
            (EdgeKind::OpenDoor, "posts with a leaf: open door"),
        ];
        words.extend(kinds.into_iter().filter(|it| stands(it.0)).map(|it| format!("{}.", sentence(it.1))));
        let features = grid.features.iter().take(FEATURES_MAX).map(|(at, features)| {
            let features: Vec<String> = features.iter().map(|it| Feature::read(it).words()).collect();
            format!("{}: {}.", squares_words::name(*at), features.join(", "))
        });
        words.extend(features);
        if grid.features.len() > FEATURES_MAX {
            words.push(format!(
                "{} more squares have something in them. See the text form.",
                grid.features.len() - FEATURES_MAX
            ));
        }
        if self.tokens.iter().any(|it| it.spot.is_some_and(|at| matches!(at, Spot::Square(_)) && self.at(at).len() > 1))
        {
            words.push("+1: one more in the same square.".to_owned());
        }
        if let Some(turn) = &self.turn {
            if !turn.reach.is_empty() {
                words.push(format!("Dots: where {} can still get to.", turn.name));
            }
            if !turn.threat.is_empty() {
                words.push(format!("Wedges: what {} threatens.", turn.name));
            }
        }
        if let Some(ray) = self.ray {
            words.push(
                if ray.is_clear { "Yellow line: seen along it." } else { "Dashed line with a cross: not seen." }
                    .to_owned(),
            );
        }
        words.into_iter().map(LegendPiece::Words).collect()
    }
}

/// The most squares with features listed in the legend.
const FEATURES_MAX: usize = 10;

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |it| format!("{}{}", it.to_uppercase(), letters.as_str()))
}

/// A map of zones or of squares.
enum Map<'a> {
    Zones(Box<ZoneMap<'a>>),
    Squares(SquareMap<'a>),
    Nothing,
}

impl Map<'_> {
    fn size(&self) -> (f32, f32) {
        match self {
            Map::Zones(it) => it.size(),
            Map::Squares(it) => it.size(),
            Map::Nothing => (0.0, 0.0),
        }
    }

    fn draw(&self, svg: &mut Svg, origin: (f32, f32)) {
        match self {
            Map::Zones(it) => it.draw(svg, origin),
            Map::Squares(it) => it.draw(svg, origin),
            Map::Nothing => {}
        }
    }
}
