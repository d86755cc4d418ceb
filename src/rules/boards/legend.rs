//! What a symbol of a drawn board stands for: a kind of ground, or a combatant.

use crate::engine::space::{
    feature::Feature,
    grid::{Grid, Square, Unit},
};

/// The maximum length of a feature, in characters.
const FEATURE_MAX_CHARS: usize = 40;
/// The maximum height, in feet.
pub const HEIGHT_MAX_FT: u16 = 500;

/// What a symbol stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Sign {
    /// A kind of ground.
    Ground(GroundKind),
    /// A combatant on the floor.
    Person(String),
}

/// A kind of ground.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroundKind {
    height_ft: Option<u16>,
    difficult: bool,
    /// Whether it's solid, and how high in feet if not up to the ceiling.
    solid: Option<Option<u16>>,
    features: Vec<String>,
}

impl Sign {
    /// Parses a symbol's meaning: a capital letter is a combatant, everything else is ground.
    pub fn read(sign: char, meaning: &str, unit: Unit) -> Result<Sign, String> {
        let meaning = meaning.trim();
        match () {
            () if meaning.is_empty() => Err(format!("Say what {sign} stands for.")),
            () if sign.is_uppercase() => Ok(Sign::Person(meaning.to_owned())),
            () => Ok(Sign::Ground(GroundKind::read(meaning, unit)?)),
        }
    }
}

impl GroundKind {
    /// Parses words separated by commas: `height 10`, `difficult`, `solid`, `solid 4`, `floor`, `hazard: pit`.
    pub fn read(words: &str, unit: Unit) -> Result<GroundKind, String> {
        let mut ground = GroundKind::default();
        for said in words.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            let lower = said.to_lowercase();
            let (first, rest) = lower.split_once(|it: char| it.is_whitespace() || it == ':').unwrap_or((&lower, ""));
            match first {
                "floor" | "plain" => {}
                "difficult" | "rough" => ground.difficult = true,
                "height" | "high" | "ground" => ground.height_ft = Some(height(rest, unit)?),
                "solid" | "wall" | "block" if rest.is_empty() => ground.solid = Some(None),
                "solid" | "wall" | "block" => ground.solid = Some(Some(height(rest, unit)?)),
                _ => ground.features.push(feature(said)?),
            }
        }
        Ok(ground)
    }

    /// Applies it to a square.
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

/// A height in the board's unit: `10`, `10 ft`, `10ft high`; `2`, `0.8 m`. Returns fifths of a square's side.
///
/// # Errors
/// If it isn't a height, or too much.
pub fn height(typed: &str, unit: Unit) -> Result<u16, String> {
    let lower = typed.trim().to_lowercase();
    let is_number = |it: char| it.is_ascii_digit() || it == '.';
    let (number, said) = lower.split_at(lower.find(|it| !is_number(it)).unwrap_or(lower.len()));
    let said = said.trim().trim_end_matches("high").trim();
    let fits = match unit {
        Unit::Feet => matches!(said, "" | "ft" | "ft." | "feet" | "foot" | "'"),
        Unit::Metres => matches!(said, "" | "m" | "m." | "metre" | "metres" | "meter" | "meters"),
    };
    let (whole, rest) = number.split_once('.').unwrap_or((number, "0"));
    let tenths = if rest.len() == 1 { rest.parse::<u16>().ok() } else { None };
    let fifths = whole.parse::<u16>().ok().zip(tenths).and_then(|(whole, tenths)| {
        let part = tenths * unit.fifths();
        whole.checked_mul(unit.fifths()).filter(|_| part.is_multiple_of(10))?.checked_add(part / 10)
    });
    fifths.filter(|it| fits && *it <= HEIGHT_MAX_FT).ok_or_else(|| {
        let step = if unit == Unit::Metres { ", in steps of 0.2" } else { "" };
        let most = unit.number(HEIGHT_MAX_FT);
        format!(
            "A height must be a number of {} up to {most}{step}, not \u{201c}{}\u{201d}.",
            unit.name(),
            typed.trim()
        )
    })
}

/// What lies in a square, in its words.
pub fn feature(typed: &str) -> Result<String, String> {
    let words = Feature::read(typed).words();
    match words.chars().count() {
        1..=FEATURE_MAX_CHARS => Ok(words),
        _ => {
            Err(format!("\u{201c}{words}\u{201d} must be 1 to {FEATURE_MAX_CHARS} characters long to fit on a board."))
        }
    }
}
