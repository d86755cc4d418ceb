//! How somebody on a map looks, whatever the map: a shape with a letter for the side, the name, and beside a state's mark always its
//! word. And the legend that explains them. Nothing here knows of zones.

use super::{
    letters,
    plan::{Label, Party, Token},
    svg::{At, Colour, Paint, Svg},
};

/// The ground of the picture.
pub const GROUND: Colour = "#1e2127";
/// The same as a number.
pub const GROUND_RGB: u32 = 0x1e_21_27;
/// What is to be read.
pub const INK: Colour = "#f4f5f7";
/// What is to be read second.
pub const FAINT: Colour = "#c4cad4";

/// How high a token is.
pub const TOKEN_HIGH: f32 = 38.0;
/// A token is at most so wide.
const TOKEN_WIDE_MAX: f32 = 178.0;
const NAME_SIZE: f32 = 15.0;
const WORDS_SIZE: f32 = 12.0;
const SHAPE: f32 = 11.0;
/// From a token's left edge to its name.
const TO_NAME: f32 = 30.0;

/// The shapes and colours of the sides; after the last they come again, and the letters go on telling them apart.
const PARTIES: [(Shape, Colour); 6] = [
    (Shape::Circle, "#8ab8ff"),
    (Shape::Square, "#ff9d8a"),
    (Shape::Triangle, "#ffd866"),
    (Shape::Diamond, "#8fe0a0"),
    (Shape::Hexagon, "#d2a8ff"),
    (Shape::Pentagon, "#7fe0e0"),
];

#[derive(Clone, Copy)]
enum Shape {
    Circle,
    Square,
    Triangle,
    Diamond,
    Hexagon,
    Pentagon,
}

/// A token as it is written: its lines are fitted to the room there is.
#[derive(Clone, Debug)]
pub struct Written {
    name: String,
    words: String,
    /// How wide it is.
    pub wide: f32,
}

/// Fits a token's lines into the room that a token has.
pub fn write(token: &Token, label: &Label) -> Written {
    let most = TOKEN_WIDE_MAX - TO_NAME;
    let name = letters::fitting(&label.text, NAME_SIZE, most);
    let words = few(&token.words, most);
    let wide = TO_NAME + letters::width(&name, NAME_SIZE).max(letters::width(&words, WORDS_SIZE));
    Written { name, words, wide }
}

/// As many of the words as there is room for, and how many more there are.
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
pub fn token(svg: &mut Svg, (x, y): (f32, f32), token: &Token, party: &Party, written: &Written) {
    let middle = (x + SHAPE + 2.0, y + TOKEN_HIGH / 2.0);
    mark(svg, middle, token.party, party.letter, token.down, token.hidden);
    let colour = if token.down { FAINT } else { INK };
    let name_y = if written.words.is_empty() { middle.1 + 5.0 } else { y + 16.5 };
    svg.text((x + TO_NAME, name_y), NAME_SIZE, At::Start, false, colour, &written.name);
    if !written.words.is_empty() {
        svg.text((x + TO_NAME, y + 32.0), WORDS_SIZE, At::Start, false, FAINT, &written.words);
    }
}

/// The shape of a side with its letter: hollow and with a cross for who is down, with a dashed ring for who is hidden.
fn mark(svg: &mut Svg, (x, y): (f32, f32), party: usize, letter: char, down: bool, hidden: bool) {
    let (shape, colour) = PARTIES[party % PARTIES.len()];
    let paint = if down { Paint::fill(GROUND).edged(colour, 2.0) } else { Paint::fill(colour) };
    let around =
        |points: &[(f32, f32)]| points.iter().map(|(dx, dy)| (x + dx * SHAPE, y + dy * SHAPE)).collect::<Vec<_>>();
    match shape {
        Shape::Circle => svg.circle((x, y), SHAPE, paint),
        Shape::Square => svg.rect((x - 10.0, y - 10.0), (20.0, 20.0), 3.0, paint),
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
    let lower = if matches!(shape, Shape::Triangle) { 6.0 } else { 4.5 };
    let ink = if down { INK } else { "#14161a" };
    svg.text((x, y + lower), 12.5, At::Middle, false, ink, &letter.to_string());
    if down {
        let (x, y) = (x + 9.0, y + 8.0);
        svg.circle((x, y), 6.5, Paint::fill(GROUND));
        svg.path(&[(x - 4.0, y - 4.0), (x + 4.0, y + 4.0)], false, Paint::edge(INK, 2.2));
        svg.path(&[(x - 4.0, y + 4.0), (x + 4.0, y - 4.0)], false, Paint::edge(INK, 2.2));
    }
    if hidden {
        svg.circle((x, y), SHAPE + 3.0, Paint::edge(INK, 1.2).dashed());
    }
}

/// A piece of the legend.
#[derive(Clone, Debug)]
pub enum Sign {
    /// A side by its place in the list.
    Party(usize, char, String),
    /// Who is down.
    Down,
    /// Who is hidden.
    Hidden,
    /// A sentence.
    Words(String),
}

/// How high a line of the legend is.
const LEGEND_HIGH: f32 = 28.0;

/// Draws the legend from there on, in lines no wider than `most`, or measures it if there is nothing to draw on. How high it is.
pub fn legend(mut svg: Option<&mut Svg>, (x, y): (f32, f32), most: f32, signs: &[Sign]) -> f32 {
    let (mut at_x, mut at_y) = (x, y);
    for sign in signs {
        let (text, has_mark) = match sign {
            Sign::Party(_, _, name) => (name.clone(), true),
            Sign::Down => ("down".to_owned(), true),
            Sign::Hidden => ("hidden".to_owned(), true),
            Sign::Words(words) => (words.clone(), false),
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
                    Sign::Party(party, letter, _) if number == 0 => mark(svg, middle, *party, *letter, false, false),
                    Sign::Down => mark(svg, middle, 0, ' ', true, false),
                    Sign::Hidden => mark(svg, middle, 0, ' ', false, true),
                    _ => {}
                }
                svg.text((at_x + to_text, at_y + LEGEND_HIGH / 2.0 + 4.5), 13.0, At::Start, false, FAINT, &line);
            }
            at_x += wide;
        }
    }
    if signs.is_empty() { 0.0 } else { at_y - y + LEGEND_HIGH }
}
