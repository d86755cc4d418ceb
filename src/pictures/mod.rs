//! Pictures of the board: from a [`Scene`](crate::engine::view::Scene) to an SVG and then a PNG, with the same content in words beside it.
//! They show what the scene's viewer sees and nothing else, load nothing, read no clock, and are reproducible byte for byte. Nothing here
//! knows what displays them.
//!
//! `brought` checks and keeps the pictures that people bring, `raster` has their pixels, `with_pictures` says where they belong on a map, and
//! `drawing` holds them and the shapes in layers.
//!
//! `plan` extracts what to draw from a scene; `words` says it in text. `arrange` assigns cells to zones, `zones` lays out the zone map from
//! `block`s and `zone_drawing` draws it, with `scenery` on the zones, `crossings` between them and `route`s round people; `squares` draws a
//! map of squares with its `people`, `tokens` draws combatants and `legend` the legend (for any kind of map), `palette` has the colours,
//! `letters` knows the font, `svg` and `png` write. `forecast` and `account` draw no board, but charts, of what a forecast found and of a
//! battle that's over.

mod account;
mod arrange;
mod block;
mod brought;
mod charts;
mod covered;
mod crossings;
mod crowd;
mod cutout;
mod drawing;
mod few_colours;
mod fog;
mod forecast;
mod lattice;
mod legend;
mod letters;
mod palette;
mod people;
mod plan;
mod png;
mod raster;
mod relief;
mod route;
mod scenery;
mod shortened;
mod signs;
mod squares;
mod squares_words;
mod svg;
mod terrain;
mod textures;
mod theme;
mod tokens;
mod traces;
mod turn_marks;
mod walls;
mod with_pictures;
mod words;
mod zone_drawing;
mod zones;

#[cfg(test)]
mod brought_tests;
#[cfg(test)]
mod contrast_tests;
#[cfg(test)]
mod crowd_tests;
#[cfg(test)]
mod fog_tests;
#[cfg(test)]
mod names_tests;
#[cfg(test)]
mod squares_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tokens_tests;
#[cfg(test)]
mod traces_tests;
#[cfg(test)]
mod with_pictures_tests;

pub use account::{ACCOUNT_ROWS_MAX, AccountChart, FighterRow, LuckRow, SideLine, TimeRow, bracketed};
pub use brought::{
    BadPicture, BroughtPicture, UPLOAD_BYTES_MAX, UPLOAD_PIXELS_MAX, board as brought_board,
    portrait as brought_portrait, raster as kept_raster,
};
pub use forecast::ForecastChart;
pub use plan::MapPlan;
pub use png::PictureError;
pub use raster::{PictureHash, Raster, Rasters};
pub use theme::Theme;
pub use with_pictures::{BoardPicture, MapPictures};

use crate::engine::view::{
    Ground, Spot,
    grid::{Grid, Square},
};
use block::Block;
use cutout::Cutout;
use drawing::LayeredDrawing;
use legend::LegendPiece;
use plan::{Labels, Token};
use png::Packing;
use shortened::Shortened;
use squares::SquareMap;
use std::collections::BTreeSet;
use svg::Svg;
use zones::ZoneMap;

/// The margin around everything.
const MARGIN: f32 = 16.0;
/// The minimum width of a picture.
const WIDE_MIN: f32 = 300.0;

impl MapPlan {
    /// The picture as a PNG, without what people have brought.
    ///
    /// # Errors
    /// See [`PictureError`].
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        self.encoded(&Rasters::new())
    }

    /// The picture with those brought pictures whose pixels are at hand: then it's a JPEG, because a photograph has too many colours for a
    /// small PNG.
    ///
    /// # Errors
    /// See [`PictureError`].
    pub fn encoded(&self, rasters: &Rasters) -> Result<Vec<u8>, PictureError> {
        let plan = self.with_only(|it| rasters.contains_key(it));
        png::encoded(&plan.drawing(), rasters, plan.theme().of(palette::GROUND_RGB), Packing::Quick)
    }

    /// The picture as an SVG, without what people have brought.
    pub fn svg(&self) -> String {
        self.with_only(|_| false).drawing().svg()
    }

    /// The theme that it's drawn in: what somebody has brought is only drawn on in the dark one.
    fn theme(&self) -> Theme {
        if self.background.is_some() { Theme::Dark } else { self.theme }
    }

    fn drawing(&self) -> LayeredDrawing {
        self.dark_drawing().in_theme(self.theme())
    }

    fn dark_drawing(&self) -> LayeredDrawing {
        let labels = self.labels();
        let map = match &self.ground {
            Ground::Zones(ground) => Map::Zones(Box::new(ZoneMap::new(self, ground, &labels))),
            Ground::Squares(grid) => Map::Squares(SquareMap::new(self, grid, &labels)),
            Ground::Nowhere => Map::Nothing,
        };
        let blocks = self.blocks(&labels);
        let (map_wide, map_high) = map.size();
        let wide = blocks.iter().map(|it| it.size.0).fold(map_wide.max(WIDE_MIN), f32::max);
        let mut y = MARGIN;
        let mut svg = Svg::default();
        let shortened = map.draw(&mut svg, (MARGIN + (wide - map_wide) / 2.0, y));
        y += map_high + MARGIN;
        for block in blocks {
            block.draw(&mut svg, (MARGIN, y), block.size, (self, &labels));
            y += block.size.1 + MARGIN;
        }
        let legend_high = legend::legend(&mut svg, (MARGIN, y), wide, &self.signs(&labels, map.cutout(), &shortened));
        svg.finish((wide + 2.0 * MARGIN, y + legend_high + MARGIN / 2.0), palette::GROUND)
    }

    /// What's below the map: combatants that are nowhere on it.
    fn blocks(&self, labels: &Labels) -> Vec<Block> {
        let nowhere = self.nowhere();
        let heading = if self.ground == Ground::Nowhere { "In the fight" } else { "Not on the map" };
        let block = || Block::new(block::ALONE, (heading, ""), &[], &nowhere, labels);
        (!nowhere.is_empty()).then(block).into_iter().collect()
    }

    /// What the legend explains: only what's in the picture.
    fn signs(&self, labels: &Labels, cutout: Option<Cutout>, shortened: &Shortened) -> Vec<LegendPiece> {
        let mut signs: Vec<LegendPiece> = vec![];
        for (at, party) in self.parties.iter().enumerate() {
            if self.tokens.iter().any(|it| it.party == at) {
                signs.push(LegendPiece::Party(at, party.letter, party.name.clone()));
            }
        }
        signs.extend(labels.states.iter().map(|(letter, state)| LegendPiece::Sign(*letter, state.clone())));
        if shortened.has_more_states {
            signs.push(LegendPiece::MoreStates);
        }
        if self.tokens.iter().any(|it| it.hidden) {
            signs.push(LegendPiece::Hidden);
        }
        if let Ground::Zones(ground) = &self.ground {
            signs.extend(crossings::keys(ground).into_iter().map(|(sign, words)| LegendPiece::OnBorder(sign, words)));
        }
        signs.extend(shortened.words(self, labels).into_iter().map(LegendPiece::Words));
        signs.extend(self.signs_of_squares(cutout));
        signs.extend(self.turn_explained().into_iter().map(LegendPiece::Words));
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

    /// What the legend says about a map of squares: what has a sign and no texture, which part of the board it is, and who isn't on it.
    fn signs_of_squares(&self, cutout: Option<Cutout>) -> Vec<LegendPiece> {
        let (Ground::Squares(grid), Some(cutout)) = (&self.ground, cutout) else { return vec![] };
        let mut signs = squares::keys(grid, cutout);
        let mut words = vec![];
        if let Some(height) = squares::lowest_height(grid, cutout) {
            words.push(format!("{}: height above the floor.", grid.unit.words(height)));
        }
        let unexplained = squares::unexplained(grid, cutout);
        let more = unexplained.len().saturating_sub(FEATURES_MAX);
        for (said, at) in unexplained.into_iter().take(FEATURES_MAX) {
            let at: BTreeSet<Square> = at.into_iter().collect();
            words.push(format!("{}: {said}.", squares_words::pieces(&at).join(", ")));
        }
        if more > 0 {
            words.push(format!("{more} more kinds of things lie here. See the text form."));
        }
        if let Some(fog) = &self.fog {
            words.extend(fog::explained(fog, cutout));
        }
        if let Some(ray) = self.ray {
            words.push(
                if ray.is_clear { "Yellow line: seen along it." } else { "Dashed line with a cross: not seen." }
                    .to_owned(),
            );
        }
        if cutout != Cutout::whole(grid) {
            words.push(self.part(grid, cutout));
        }
        signs.extend(words.into_iter().map(LegendPiece::Words));
        signs
    }

    /// What the marks of what somebody could do mean.
    fn turn_explained(&self) -> Vec<String> {
        let Some(turn) = &self.turn else { return vec![] };
        let reach = (!turn.reach.is_empty()).then(|| format!("Dots: where {}.", turn.reach_words()));
        let threat = (!turn.threat.is_empty()).then(|| format!("Wedges: what {} threatens.", turn.name));
        reach.into_iter().chain(threat).collect()
    }

    /// Which part of a board it is, and who stands elsewhere.
    fn part(&self, grid: &Grid, cutout: Cutout) -> String {
        let (first, last) = (squares_words::name(cutout.first), squares_words::name(cutout.last()));
        let mut said = format!("Part of {} by {} squares: {first} to {last}.", grid.wide, grid.high);
        let off = |it: &&Token| matches!(it.spot, Some(Spot::Square(at)) if !cutout.holds(at));
        let elsewhere = self.tokens.iter().filter(off).count();
        if elsewhere > 0 {
            let whole = if elsewhere == 1 { "1 more is" } else { "more are" };
            let count = if elsewhere == 1 { String::new() } else { format!("{elsewhere} ") };
            said.push_str(&format!(" {count}{whole} elsewhere on it."));
        }
        said
    }
}

/// The most kinds of things listed in the legend.
const FEATURES_MAX: usize = 8;

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

    /// The part of a board of squares that's shown.
    fn cutout(&self) -> Option<Cutout> {
        if let Map::Squares(it) = self { Some(it.cutout()) } else { None }
    }

    fn draw(&self, svg: &mut Svg, origin: (f32, f32)) -> Shortened {
        match self {
            Map::Zones(it) => it.draw(svg, origin),
            Map::Squares(it) => it.draw(svg, origin),
            Map::Nothing => Shortened::default(),
        }
    }
}
