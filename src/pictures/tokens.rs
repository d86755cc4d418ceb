//! How a combatant looks on any map: a shape with a letter for the side, the name, and always a word beside a state's mark. Also the legend
//! that explains them. Knows nothing about zones.

use super::{
    letters,
    plan::{Labels, MapPlan, Token},
    squares_words,
    svg::{Colour, Paint, Svg, TextAnchor},
};
use crate::engine::view::Spot;

/// The picture's background colour.
pub const GROUND: Colour = "#1e2127";
/// The same colour as a number.
pub const GROUND_RGB: u32 = 0x1e_21_27;
/// The colour of primary text.
pub const INK: Colour = "#f4f5f7";
/// The colour of secondary text.
pub const FAINT: Colour = "#c4cad4";

/// A token's height.
pub const TOKEN_HIGH: f32 = 38.0;
/// A token's maximum width.
const TOKEN_WIDE_MAX: f32 = 178.0;
const NAME_SIZE: f32 = 15.0;
const WORDS_SIZE: f32 = 12.0;
const SHAPE: f32 = 11.0;
/// The distance from a token's left edge to its name.
const TO_NAME: f32 = 30.0;

/// The sides' shapes and colours; after the last they repeat, and the letters still distinguish the sides.
const PARTIES: [(Shape, Colour); 6] = [
    (Shape::Circle, "#8ab8ff"),
    (Shape::Square, "#ff9d8a"),
    (Shape::Triangle, "#ffd866"),
    (Shape::Diamond, "#8fe0a0"),
    (Shape::Hexagon, "#d2a8ff"),
    (Shape::Pentagon, "#7fe0e0"),
];

/// A side's colour, by the side's place.
pub fn colour_of(side: usize) -> Colour {
    PARTIES[side % PARTIES.len()].1
}

#[derive(Clone, Copy)]
enum Shape {
    Circle,
    Square,
    Triangle,
    Diamond,
    Hexagon,
    Pentagon,
}

/// A token as it's written: its lines fitted to the available room.
#[derive(Clone, Debug)]
pub struct FittedToken {
    /// The text in its shape.
    mark: String,
    name: String,
    words: String,
    /// Its width.
    pub wide: f32,
}

/// Fits a token's lines into its room. On a map of squares its shape shows its initials, otherwise its side's letter.
pub fn write(plan: &MapPlan, labels: &Labels, at: usize) -> FittedToken {
    let token = &plan.tokens[at];
    let most = TOKEN_WIDE_MAX - TO_NAME;
    let (mark, place) = match token.spot {
        Some(Spot::Square(square)) => (labels.initials[at].clone(), format!(" {}", squares_words::name(square))),
        _ => (plan.parties[token.party].letter.to_string(), String::new()),
    };
    let room = most - letters::width(&place, NAME_SIZE);
    let name = format!("{}{place}", letters::fitting(&labels.tokens[at].text, NAME_SIZE, room));
    let words = few(&token.words, most);
    let wide = TO_NAME + letters::width(&name, NAME_SIZE).max(letters::width(&words, WORDS_SIZE));
    FittedToken { mark, name, words, wide }
}

/// As many of the words as fit, and how many more there are.
fn few(words: &[String], most: f32) -> String {
    let words: Vec<String> = words.iter().filter_map(|it| letters::legible(it)).collect();
    let told = |count: usize| {
        let rest = words.len() - count;
        let mut line = words[..count].join(" \u{b7} ");
        if rest > 0 {
            line.push_str(&format!(" +{rest}"));
        }
        line
    };
    let fits = (1..=words.len()).rev().map(told).find(|it| letters::width(it, WORDS_SIZE) <= most);
    match (fits, words.first()) {
        (Some(line), _) => line,
        (None, Some(first)) => letters::fitting(first, WORDS_SIZE, most),
        (None, None) => String::new(),
    }
}

/// Draws a token with its top left corner there.
pub fn token(svg: &mut Svg, (x, y): (f32, f32), token: &Token, written: &FittedToken) {
    let middle = (x + SHAPE + 2.0, y + TOKEN_HIGH / 2.0);
    TokenMark { party: token.party, text: &written.mark, down: token.down, hidden: token.hidden }
        .draw(svg, middle, SHAPE);
    let colour = if token.down { FAINT } else { INK };
    let name_y = if written.words.is_empty() { middle.1 + 5.0 } else { y + 16.5 };
    svg.text((x + TO_NAME, name_y), NAME_SIZE, TextAnchor::Start, false, colour, &written.name);
    if !written.words.is_empty() {
        svg.text((x + TO_NAME, y + 32.0), WORDS_SIZE, TextAnchor::Start, false, FAINT, &written.words);
    }
}

/// A side's shape with a few letters in it: hollow and crossed out for combatants who are down, with a dashed ring for hidden ones.
#[derive(Clone, Copy, Debug)]
pub struct TokenMark<'a> {
    /// The index of the side in the list.
    pub party: usize,
    /// The letters.
    pub text: &'a str,
    /// Whether the combatant is down.
    pub down: bool,
    /// Whether the combatant is hidden.
    pub hidden: bool,
}

impl TokenMark<'_> {
    /// Draws it around a point with this radius.
    pub fn draw(self, svg: &mut Svg, (x, y): (f32, f32), size: f32) {
        let (shape, colour) = PARTIES[self.party % PARTIES.len()];
        let paint = if self.down { Paint::fill(GROUND).edged(colour, 2.0) } else { Paint::fill(colour) };
        let around =
            |points: &[(f32, f32)]| points.iter().map(|(dx, dy)| (x + dx * size, y + dy * size)).collect::<Vec<_>>();
        match shape {
            Shape::Circle => svg.circle((x, y), size, paint),
            Shape::Square => {
                let half = size * 10.0 / 11.0;
                svg.rect((x - half, y - half), (2.0 * half, 2.0 * half), 3.0, paint);
            }
            Shape::Triangle => svg.path(&around(&[(0.0, -1.2), (1.2, 0.95), (-1.2, 0.95)]), true, paint),
            Shape::Diamond => svg.path(&around(&[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)]), true, paint),
            Shape::Hexagon => {
                let points = [(-0.55, -1.0), (0.55, -1.0), (1.15, 0.0), (0.55, 1.0), (-0.55, 1.0), (-1.15, 0.0)];
                svg.path(&around(&points), true, paint);
            }
            Shape::Pentagon => {
                let points = [(0.0, -1.15), (1.1, -0.3), (0.7, 1.0), (-0.7, 1.0), (-1.1, -0.3)];
                svg.path(&around(&points), true, paint);
            }
        }
        let (lower, room) = if matches!(shape, Shape::Triangle) { (0.55, 1.25) } else { (0.41, 1.6) };
        let ink = if self.down { INK } else { "#14161a" };
        let mut high = size * 12.5 / 11.0;
        let wide = letters::width(self.text, high);
        if wide > size * room {
            high *= size * room / wide;
        }
        svg.text((x, y + lower * size * high / (size * 12.5 / 11.0)), high, TextAnchor::Middle, false, ink, self.text);
        if self.down {
            let (x, y, arm) = (x + size * 0.82, y + size * 0.73, size * 0.36);
            svg.circle((x, y), size * 0.59, Paint::fill(GROUND));
            svg.lines(
                &[((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm))],
                Paint::edge(INK, size * 0.2),
            );
        }
        if self.hidden {
            svg.circle((x, y), size * 14.0 / 11.0, Paint::edge(INK, 1.2).dashed());
        }
    }
}

/// A piece of the legend.
#[derive(Clone, Debug)]
pub enum LegendPiece {
    /// A side: its index in the list, its letter and its name.
    Party(usize, char, String),
    /// Combatants who are down.
    Down,
    /// Hidden combatants.
    Hidden,
    /// A sentence.
    Words(String),
}

/// The height of a legend line.
const LEGEND_HIGH: f32 = 28.0;

/// Draws the legend from there on, in lines no wider than `most`, or measures it if there's nothing to draw on. Returns its height.
pub fn legend(mut svg: Option<&mut Svg>, (x, y): (f32, f32), most: f32, signs: &[LegendPiece]) -> f32 {
    let (mut at_x, mut at_y) = (x, y);
    for sign in signs {
        let (text, has_mark) = match sign {
            LegendPiece::Party(_, _, name) => (name.clone(), true),
            LegendPiece::Down => ("down".to_owned(), true),
            LegendPiece::Hidden => ("hidden".to_owned(), true),
            LegendPiece::Words(words) => (words.clone(), false),
        };
        let to_text = if has_mark { TO_NAME + 2.0 } else { 0.0 };
        let text = letters::legible(&text).unwrap_or_default();
        for (number, line) in letters::lines(&text, 13.0, most - to_text).into_iter().enumerate() {
            let wide = to_text + letters::width(&line, 13.0) + 22.0;
            if (at_x > x && at_x + wide - 22.0 > x + most) || number > 0 {
                (at_x, at_y) = (x, at_y + LEGEND_HIGH);
            }
            if let Some(svg) = svg.as_deref_mut() {
                let middle = (at_x + SHAPE + 2.0, at_y + LEGEND_HIGH / 2.0);
                match sign {
                    LegendPiece::Party(party, letter, _) if number == 0 => {
                        let text = &letter.to_string();
                        TokenMark { party: *party, text, down: false, hidden: false }.draw(svg, middle, SHAPE);
                    }
                    LegendPiece::Down => {
                        TokenMark { party: 0, text: "", down: true, hidden: false }.draw(svg, middle, SHAPE)
                    }
                    LegendPiece::Hidden => {
                        TokenMark { party: 0, text: "", down: false, hidden: true }.draw(svg, middle, SHAPE)
                    }
                    _ => {}
                }
                svg.text(
                    (at_x + to_text, at_y + LEGEND_HIGH / 2.0 + 4.5),
                    13.0,
                    TextAnchor::Start,
                    false,
                    FAINT,
                    &line,
                );
            }
            at_x += wide;
        }
    }
    if signs.is_empty() { 0.0 } else { at_y - y + LEGEND_HIGH }
}
