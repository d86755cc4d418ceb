//! The legend below a map: only what's in the picture and doesn't explain itself.

use super::{
    crossings::BorderSign,
    lattice::Lattice,
    letters,
    palette::FAINT,
    signs::{Says, StateSign},
    svg::{Paint, PicturePoint, Svg, TextAnchor},
    terrain::Terrain,
    textures,
    tokens::TokenMark,
    walls,
};
use crate::engine::view::grid::{Barrier, Compass, Edge, Square};

/// A piece of the legend.
#[derive(Clone, Debug)]
pub enum LegendPiece {
    /// A side: its index in the list, its letter and its name.
    Party(usize, char, String),
    /// A letter on a token, and the state it stands for.
    Sign(char, String),
    /// The plus that stands for states.
    MoreStates,
    /// What stands between squares, and what it is.
    Opening(Barrier, &'static str),
    /// What stands on a border between zones, and what it is.
    OnBorder(BorderSign, String),
    /// Difficult ground.
    Rough,
    /// Hidden combatants.
    Hidden,
    /// A sentence.
    Words(String),
}

/// The height of a line.
const LINE_HIGH: f32 = 30.0;
const TEXT_SIZE: f32 = 14.0;
/// The radius of a token in the legend.
const TOKEN: f32 = 10.0;
/// The distance from a token's left edge to its words.
const TO_WORDS: f32 = 32.0;
const GAP: f32 = 18.0;

/// Draws the legend from there on, in lines no wider than `most`. Returns its height.
pub fn legend(svg: &mut Svg, (x, y): (f32, f32), most: f32, pieces: &[LegendPiece]) -> f32 {
    let (mut at_x, mut at_y) = (x, y);
    for piece in pieces {
        let (text, to_text) = match piece {
            LegendPiece::Party(_, _, name) => (name.clone(), TO_WORDS),
            LegendPiece::Opening(_, word) => ((*word).to_owned(), TO_WORDS),
            LegendPiece::OnBorder(_, words) => (words.clone(), TO_WORDS + 6.0),
            LegendPiece::Rough => ("difficult ground".to_owned(), TO_WORDS),
            LegendPiece::Hidden => ("hidden".to_owned(), TO_WORDS),
            LegendPiece::Sign(_, word) => (word.clone(), TO_WORDS - 8.0),
            LegendPiece::MoreStates => ("more states: see the text form".to_owned(), TO_WORDS - 8.0),
            LegendPiece::Words(words) => (words.clone(), 0.0),
        };
        let text = letters::legible(&text).unwrap_or_default();
        for (number, line) in letters::lines(&text, TEXT_SIZE, most - to_text).into_iter().enumerate() {
            let wide = to_text + letters::width(&line, TEXT_SIZE) + GAP;
            if (at_x > x && at_x + wide - GAP > x + most) || number > 0 {
                (at_x, at_y) = (x, at_y + LINE_HIGH);
            }
            let middle = (at_x + TOKEN + 4.0, at_y + LINE_HIGH / 2.0);
            if number == 0 {
                mark(svg, middle, piece);
            }
            let base = (at_x + to_text, at_y + LINE_HIGH / 2.0 + 5.0);
            svg.text(base, TEXT_SIZE, TextAnchor::Start, FAINT, &line);
            at_x += wide;
        }
    }
    if pieces.is_empty() { 0.0 } else { at_y - y + LINE_HIGH }
}

fn mark(svg: &mut Svg, middle: (f32, f32), piece: &LegendPiece) {
    match piece {
        LegendPiece::Party(party, letter, _) => {
            TokenMark { party: *party, text: &letter.to_string(), ..TokenMark::default() }.draw(svg, middle, TOKEN);
        }
        LegendPiece::Hidden => TokenMark { hidden: true, ..TokenMark::default() }.draw(svg, middle, TOKEN * 0.9),
        LegendPiece::Sign(letter, _) => sign(svg, middle, Says::State(*letter)),
        LegendPiece::MoreStates => sign(svg, middle, Says::More),
        LegendPiece::Opening(it, _) => {
            let lattice = sample((middle.0 - TOKEN, middle.1));
            walls::barrier(svg, &lattice, Edge::of(SAMPLE, Compass::North), *it);
        }
        LegendPiece::OnBorder(sign, _) => {
            sign.draw(svg, (middle.0 + 2.0, middle.1 - sign.hangs() * TOKEN), 3.0 * TOKEN, false)
        }
        LegendPiece::Rough => {
            let lattice = sample((middle.0 - TOKEN, middle.1 - TOKEN));
            svg.rect(lattice.origin, lattice.size(), 2.0, Paint::fill(textures::base(Terrain::Rough)));
            textures::texture(svg, &lattice, Terrain::Rough, &[SAMPLE]);
        }
        LegendPiece::Words(_) => {}
    }
}

fn sign(svg: &mut Svg, (x, y): (f32, f32), says: Says) {
    StateSign { place: ((x - 4.0, y), 9.0), says }.draw(svg);
}

const SAMPLE: Square = Square { x: 0, y: 0 };

/// One square of a board, as large as a token in the legend.
fn sample(origin: PicturePoint) -> Lattice {
    Lattice { origin, side: 2.0 * TOKEN, first: SAMPLE, wide: 1, high: 1 }
}
