//! Pictures of the place: from a [`Scene`](crate::engine::view::Scene) to an SVG and from there to a PNG, with the same in words beside
//! it. They show what the scene's viewer sees and nothing else, load nothing, read no clock, and come out the same byte for byte.
//! Nothing here knows what shows them.
//!
//! `plan` takes from a scene what is drawn; `words` says it in text. `arrange` gives zones their cells, `zones` draws the map from
//! `block`s, `tokens` draws people and the legend (for any kind of map), `letters` knows the font, `svg` and `png` write.

mod arrange;
mod block;
mod letters;
mod plan;
mod png;
mod svg;
mod tokens;
mod words;
mod zones;

#[cfg(test)]
mod tests;

pub use plan::Plan;
pub use png::PictureError;

use crate::engine::view::{Ground, ZoneGround};
use block::Block;
use plan::Labels;
use svg::Svg;
use tokens::Sign;
use zones::ZoneMap;

/// The room around everything.
const MARGIN: f32 = 16.0;
/// No picture is narrower.
const WIDE_MIN: f32 = 300.0;

impl Plan {
    /// The picture as a PNG.
    ///
    /// # Errors
    /// See [`PictureError`].
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        png::png(&self.svg(), tokens::GROUND_RGB)
    }

    /// The picture as an SVG.
    pub fn svg(&self) -> String {
        let labels = self.labels();
        let nothing = ZoneGround::default();
        let (ground, heading) = match &self.ground {
            Ground::Zones(ground) => (ground, "Not on the map"),
            Ground::Squares(_) => (&nothing, "Not on the map"),
            Ground::Nowhere => (&nothing, "In the fight"),
        };
        let map = ZoneMap::new(self, ground, &labels);
        let beside = self.nowhere();
        let beside = Block::new(block::ALONE, (heading, ""), &[], &beside, (self, &labels));
        let has_beside = !self.nowhere().is_empty();
        let (map_wide, map_high) = map.size();
        let wide = map_wide.max(if has_beside { beside.size.0 } else { 0.0 }).max(WIDE_MIN);
        let signs = self.signs(&labels);
        let legend_high = tokens::legend(None, (0.0, 0.0), wide, &signs);
        let mut y = MARGIN;
        let mut svg = Svg::default();
        map.draw(&mut svg, (MARGIN + (wide - map_wide) / 2.0, y));
        y += map_high + MARGIN;
        if has_beside {
            beside.draw(&mut svg, (MARGIN, y), beside.size, self);
            y += beside.size.1 + MARGIN;
        }
        tokens::legend(Some(&mut svg), (MARGIN, y), wide, &signs);
        svg.finish((wide + 2.0 * MARGIN, y + legend_high + MARGIN / 2.0), tokens::GROUND)
    }

    /// What the legend explains: only what is in the picture.
    fn signs(&self, labels: &Labels) -> Vec<Sign> {
        let mut signs: Vec<Sign> = vec![];
        for (at, party) in self.parties.iter().enumerate() {
            if self.tokens.iter().any(|it| it.party == at) {
                signs.push(Sign::Party(at, party.letter, party.name.clone()));
            }
        }
        if self.tokens.iter().any(|it| it.down) {
            signs.push(Sign::Down);
        }
        if self.tokens.iter().any(|it| it.hidden) {
            signs.push(Sign::Hidden);
        }
        if labels.notes > 0 {
            signs.push(Sign::Words(
                "Notes: names in letters that this picture lacks; the text form has them.".to_owned(),
            ));
        }
        if labels.has_gaps {
            signs.push(Sign::Words(format!("{} stands for signs that this picture lacks.", letters::LACKING)));
        }
        signs
    }
}
