//! The letters of a picture: one embedded font, the widths of its letters, and which characters it lacks. It also makes text safe to draw:
//! nothing in it can break a picture, overflow it, or pretend to be something else.

use skrifa::{
    MetadataProvider,
    charmap::Charmap,
    instance::{LocationRef, Size},
    metrics::GlyphMetrics,
    raw::FontRef,
};
use std::sync::LazyLock;

/// DejaVu Sans: Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic and many symbols. Its licence is in the same folder.
pub(super) const FONT: &[u8] = include_bytes!("../../config/fonts/DejaVuSans.ttf");
/// The font's family name.
pub(super) const FAMILY: &str = "DejaVu Sans";
/// The replacement for characters that the font lacks.
pub(super) const LACKING: char = '\u{25af}';
/// What stands for the rest of a name.
pub(super) const CUT: char = '\u{2026}';
/// The most marks stacked on one letter.
const MARKS_MAX: usize = 2;
/// The length after which text is ignored, in characters: nothing that long fits anywhere.
const LOOKED_AT_CHARS: usize = 120;

struct Letters {
    map: Charmap<'static>,
    widths: GlyphMetrics<'static>,
    per_em: f32,
}

static LETTERS: LazyLock<Letters> = LazyLock::new(|| {
    let font = FontRef::new(FONT).expect("the embedded font is a font");
    let per_em = font.metrics(Size::unscaled(), LocationRef::default()).units_per_em;
    Letters {
        map: font.charmap(),
        widths: font.glyph_metrics(Size::unscaled(), LocationRef::default()),
        per_em: f32::from(per_em),
    }
});

/// Whether the font has a character.
pub fn has(letter: char) -> bool {
    LETTERS.map.map(letter).is_some()
}

/// A text's width at a size, in the size's unit. Joined letters are at most this wide.
pub fn width(text: &str, size: f32) -> f32 {
    let letters = &*LETTERS;
    let one =
        |it: char| letters.map.map(it).and_then(|glyph| letters.widths.advance_width(glyph)).unwrap_or(letters.per_em);
    text.chars().map(one).sum::<f32>() * size / letters.per_em
}

/// The text without invisible characters: control characters, direction marks, and stacks of accents.
pub fn clean(text: &str) -> String {
    let mut marks = 0;
    let kept = text.chars().take(LOOKED_AT_CHARS).filter(|it| {
        if is_mark(*it) {
            marks += 1;
            return marks <= MARKS_MAX;
        }
        marks = 0;
        !it.is_control() && !is_unseen(*it)
    });
    kept.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text with [`LACKING`] for characters the font lacks, or `None` if that would be unreadable: fewer than half of its letters are left,
/// or, for a text without letters, none of its characters.
pub fn legible(text: &str) -> Option<String> {
    let text = clean(text);
    let wordy = |it: &char| it.is_alphanumeric();
    let (all, known) = (text.chars().filter(wordy).count(), text.chars().filter(|it| wordy(it) && has(*it)).count());
    if text.is_empty() || known * 2 < all || (all == 0 && !text.chars().all(has)) {
        return None;
    }
    let mut shown = String::new();
    for letter in text.chars() {
        match has(letter) {
            true => shown.push(letter),
            false if !shown.ends_with(LACKING) => shown.push(LACKING),
            false => {}
        }
    }
    Some(shown)
}

/// The text, or as much of it as fits into `most`. An ellipsis marks the gap, before the last word if that's short, so that Bandit 1 and
/// Bandit 2 stay distinct.
pub fn fitting(text: &str, size: f32, most: f32) -> String {
    if width(text, size) <= most {
        return text.to_owned();
    }
    let tail = match text.rsplit_once(' ') {
        Some((_, last)) if last.chars().count() <= 3 => format!("\u{2026} {last}"),
        _ => "\u{2026}".to_owned(),
    };
    let room = most - width(&tail, size);
    let mut used = 0.0;
    let mut kept = String::new();
    for letter in text.chars() {
        let mut bytes = [0; 4];
        used += width(letter.encode_utf8(&mut bytes), size);
        if used > room {
            break;
        }
        kept.push(letter);
    }
    format!("{}{tail}", kept.trim_end())
}

/// Text wrapped into lines no wider than `most`; a word that's wider by itself is shortened.
pub fn lines(text: &str, size: f32, most: f32) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(fitting(word, size, most)),
        }
    }
    lines
}

/// Combining marks used by the font's scripts.
fn is_mark(it: char) -> bool {
    matches!(it, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{5bf}'..='\u{5c7}'
        | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{6d6}'..='\u{6ed}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Characters without a shape: soft hyphens, zero widths, direction marks, tags, variation selectors, noncharacters.
fn is_unseen(it: char) -> bool {
    matches!(it, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{fff0}'..='\u{fffb}' | '\u{fffe}'..='\u{ffff}' | '\u{e0000}'..='\u{e0fff}')
        || (u32::from(it) & 0xfffe) == 0xfffe
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names in the font's scripts are shown as they are; for others the reader is told.
    #[test]
    fn what_the_font_lacks_is_said() {
        for name in ["Sybilla", "Żółć", "Αλέξανδρος", "Ярослава", "שרה", "سلمى", "Bandit 2"]
        {
            assert_eq!(legible(name).as_deref(), Some(name));
        }
        assert_eq!(legible("Ana \u{1f5e1}\u{fe0f}\u{1f9d9}").as_deref(), Some("Ana \u{25af}"));
        for name in ["山田太郎", "สมชาย", "山田 1", "\u{1f9d9}\u{1f9d9}", "", "\u{202e}\u{200b}"] {
            assert_eq!(legible(name), None, "{name:?}");
        }
    }

    /// Nothing in a name reverses the line, hides, or grows into its neighbours.
    #[test]
    fn text_is_made_plain() {
        assert_eq!(clean("\u{202e}Ana\u{0}\u{7}\n Bob\u{200b}\u{feff}"), "Ana Bob");
        assert_eq!(clean(&format!("A{}na", "\u{301}".repeat(40))), "A\u{301}\u{301}na");
        assert_eq!(clean(&"x".repeat(5_000)).len(), LOOKED_AT_CHARS);
    }

    /// Long names are shortened so that names that differ by number stay different.
    #[test]
    fn long_names_are_shortened_before_their_number() {
        let long = "The dreaded Bandit of the Northern Woods";
        let (one, two) = (fitting(&format!("{long} 1"), 15.0, 140.0), fitting(&format!("{long} 2"), 15.0, 140.0));
        assert!(
            one.starts_with("The dreaded") && one.ends_with("\u{2026} 1") && two.ends_with("\u{2026} 2"),
            "{one}, {two}"
        );
        assert!(width(&one, 15.0) <= 140.0 && width(&"W".repeat(80), 15.0) > 140.0);
        assert_eq!(fitting("Ana", 15.0, 140.0), "Ana");
        assert!(
            lines("hazard: a glowing brazier full of coals", 12.0, 100.0).iter().all(|it| width(it, 12.0) <= 100.0)
        );
    }
}
