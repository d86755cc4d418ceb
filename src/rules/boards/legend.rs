//! What a sign of a drawn board stands for: a kind of ground, or somebody.

use crate::engine::space::{
    feature::Feature,
    grid::{Grid, Square},
};

/// A feature is told in a few words.
const FEATURE_MAX_CHARS: usize = 40;
/// Nothing is higher, in feet.
pub const HEIGHT_MAX_FT: u16 = 500;

/// What a sign stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Sign {
    /// A kind of ground.
    Ground(Ground),
    /// Somebody, on the floor.
    Person(String),
}

/// A kind of ground.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ground {
    height_ft: Option<u16>,
    difficult: bool,
    /// Solid; how high, if not to the ceiling.
    solid: Option<Option<u16>>,
    features: Vec<String>,
}

impl Sign {
    /// Reads it: a capital letter is somebody, everything else is ground.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(sign: char, meaning: &str) -> Result<Sign, String> {
        let meaning = meaning.trim();
        match () {
            () if meaning.is_empty() => Err(format!("What {sign} stands for is missing.")),
            () if sign.is_uppercase() => Ok(Sign::Person(meaning.to_owned())),
            () => Ok(Sign::Ground(Ground::read(meaning)?)),
        }
    }
}

impl Ground {
    /// Reads words with commas between them: `height 10`, `difficult`, `solid`, `solid 4`, `floor`, `hazard: pit`.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(words: &str) -> Result<Ground, String> {
        let mut ground = Ground::default();
        for said in words.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            let lower = said.to_lowercase();
            let (first, rest) = lower.split_once(|it: char| it.is_whitespace() || it == ':').unwrap_or((&lower, ""));
            match first {
                "floor" | "plain" => {}
                "difficult" | "rough" => ground.difficult = true,
                "height" | "high" | "ground" => ground.height_ft = Some(feet(rest)?),
                "solid" | "wall" | "block" if rest.is_empty() => ground.solid = Some(None),
                "solid" | "wall" | "block" => ground.solid = Some(Some(feet(rest)?)),
                _ => ground.features.push(feature(said)?),
            }
        }
        Ok(ground)
    }

    /// Lays it into a square.
    pub fn lay(&self, grid: &mut Grid, at: Square) {
        if let Some(height_ft) = self.height_ft {
            grid.heights_ft.insert(at, height_ft);
        }
        if self.difficult {
            grid.rough.insert(at);
        }
        if let Some(top_ft) = self.solid {
            grid.walls.insert(at);
            if let Some(top_ft) = top_ft {
                grid.wall_tops_ft.insert(at, top_ft);
            }
        }
        if !self.features.is_empty() {
            grid.features.entry(at).or_default().extend(self.features.iter().cloned());
        }
    }
}

/// A number of feet: `10`, `10 ft`, `10ft high`.
///
/// # Errors
/// If it is none, or too many.
pub fn feet(typed: &str) -> Result<u16, String> {
    let lower = typed.trim().to_lowercase();
    let (number, unit) = lower.split_at(lower.find(|it: char| !it.is_ascii_digit()).unwrap_or(lower.len()));
    let unit = unit.trim().trim_end_matches("high").trim();
    match number.parse() {
        Ok(feet) if feet <= HEIGHT_MAX_FT && matches!(unit, "" | "ft" | "ft." | "feet" | "foot" | "'") => Ok(feet),
        _ => Err(format!("A height is a number of feet up to {HEIGHT_MAX_FT}, not \u{201c}{}\u{201d}.", typed.trim())),
    }
}

/// What lies in a square, in its words.
///
/// # Errors
/// If these are too many.
pub fn feature(typed: &str) -> Result<String, String> {
    let words = Feature::read(typed).words();
    match words.chars().count() {
        1..=FEATURE_MAX_CHARS => Ok(words),
        _ => {
            Err(format!("\u{201c}{words}\u{201d} is not the 1 to {FEATURE_MAX_CHARS} characters that fit on a board."))
        }
    }
}
