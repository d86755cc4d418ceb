//! What charts have in common: how wide they are, their titles, texts and bars. A bar always has its name and its number beside it, so that
//! nothing rests on colour. They're as wide as a phone shows without shrinking them.

use super::{
    MARGIN, letters,
    palette::INK,
    svg::{Colour, Paint, Svg, TextAnchor},
};

/// The width of what's drawn; with its margins, about as wide as a phone's screen.
pub(super) const WIDE: f32 = 340.0;
pub(super) const TITLE_SIZE: f32 = 16.0;
pub(super) const TEXT_SIZE: f32 = 15.0;
pub(super) const SMALL_SIZE: f32 = 13.0;
pub(super) const LINE: f32 = 20.0;
pub(super) const BAR: f32 = 12.0;
pub(super) const GAP: f32 = 12.0;
/// The colour of what's nobody's.
pub(super) const PLAIN: Colour = "#c4cad4";
/// What a bar is filled up with.
pub(super) const TROUGH: Colour = "#3a404b";

/// A part's title. Returns where the part goes on.
pub(super) fn title(svg: &mut Svg, y: f32, words: &str) -> f32 {
    svg.text((MARGIN, y + TITLE_SIZE), TITLE_SIZE, TextAnchor::Start, INK, words);
    y + TITLE_SIZE + 10.0
}

/// A name and what's said of it, at the two ends of a line, or below each other if they don't fit beside each other. Returns the next line.
pub(super) fn named_line(svg: &mut Svg, y: f32, name: &str, said: &str) -> f32 {
    let name = legible(name);
    let fits = letters::width(&name, TEXT_SIZE) + 10.0 + letters::width(said, TEXT_SIZE) <= WIDE;
    let name = letters::fitting(&name, TEXT_SIZE, WIDE);
    svg.text((MARGIN, y + TEXT_SIZE), TEXT_SIZE, TextAnchor::Start, INK, &name);
    let y = if fits { y } else { y + LINE };
    svg.text((MARGIN + WIDE, y + TEXT_SIZE), TEXT_SIZE, TextAnchor::End, INK, said);
    y + LINE
}

/// A bar that's full to this share.
pub(super) fn bar(svg: &mut Svg, at: (f32, f32), wide: f32, share: f64, colour: Colour) {
    svg.rect(at, (wide, BAR), 3.0, Paint::fill(TROUGH));
    if share > 0.0 {
        svg.rect(at, ((wide * share as f32).max(2.0), BAR), 3.0, Paint::fill(colour));
    }
}

/// A name as the font can show it.
pub(super) fn legible(name: &str) -> String {
    letters::legible(name).unwrap_or_else(|| letters::LACKING.to_string())
}

/// A share from 0 to 1 in percent.
pub(super) fn percent(share: f64) -> String {
    match share {
        0.0 => "0 %".to_owned(),
        few if few < 0.005 => "<1 %".to_owned(),
        _ => format!("{:.0} %", share * 100.0),
    }
}

/// As many of these sentences as fit into `most` of JavaScript's character units (UTF-16).
pub(super) fn sentences_within(sentences: impl IntoIterator<Item = String>, most: usize) -> String {
    let length = |text: &str| text.encode_utf16().count();
    let mut said = String::new();
    for sentence in sentences {
        if length(&said) + length(&sentence) + 1 > most {
            break;
        }
        said.push_str(if said.is_empty() { "" } else { " " });
        said.push_str(&sentence);
    }
    said
}
