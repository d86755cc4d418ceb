//! How players spell: reduces typed text to one line without invisible characters, and defines what counts when two names are compared.

use unicode_normalization::UnicodeNormalization as _;

/// The most combining marks kept on one letter: enough for every living script, too few to reach the line above.
pub const MARKS_MAX: usize = 3;

/// Whether a character moves text around, hides it, or can't be seen at all: controls, direction marks, zero-width characters, tags,
/// variation selectors beyond the two for emoji, blank letters that pass for a name, and private use.
fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
            | '\u{FE00}'..='\u{FE0D}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}' | '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFF}')
}

/// Joiners (zero width, but needed between the parts of an emoji and in Persian and Indic words) and the two emoji selectors.
pub fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200C}' | '\u{200D}' | '\u{FE0E}' | '\u{FE0F}')
}

/// The combining marks that get stacked.
pub fn is_mark(character: char) -> bool {
    matches!(character, '\u{0300}'..='\u{036F}' | '\u{0483}'..='\u{0489}' | '\u{0591}'..='\u{05BD}' | '\u{0610}'..='\u{061A}'
        | '\u{064B}'..='\u{065F}' | '\u{06D6}'..='\u{06DC}' | '\u{0E31}' | '\u{0E34}'..='\u{0E3A}' | '\u{0E47}'..='\u{0E4E}'
        | '\u{0EB1}' | '\u{0EB4}'..='\u{0EBC}' | '\u{0EC8}'..='\u{0ECE}' | '\u{0F71}'..='\u{0F84}' | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{302A}'..='\u{302F}' | '\u{3099}' | '\u{309A}'
        | '\u{A670}'..='\u{A672}' | '\u{FE20}'..='\u{FE2F}')
}

/// One line of plain text: every run of white space becomes one space, invisible characters are removed, stacks of marks are limited, and a
/// joiner only stays between two visible characters. Doesn't limit the length.
#[must_use]
pub fn one_line(typed: &str) -> String {
    let mut line = String::with_capacity(typed.len());
    let mut marks = 0;
    for character in typed.chars() {
        if character.is_whitespace() {
            if !line.is_empty() && !line.ends_with(' ') {
                line.push(' ');
            }
            marks = 0;
        } else if is_unseen(character) {
            // Dropped: it's invisible.
        } else if is_joiner(character) || is_mark(character) {
            // Neither can start a word: it would attach to whatever we print before it.
            marks += 1;
            let has_letter = !line.is_empty() && !line.ends_with(' ');
            if has_letter && marks <= MARKS_MAX && !(is_joiner(character) && line.ends_with(is_joiner)) {
                line.push(character);
            }
        } else {
            line.push(character);
            marks = 0;
        }
    }
    let kept = line.trim_end_matches([' ', '\u{200C}', '\u{200D}']).len();
    line.truncate(kept);
    line
}

/// The keyboard character for one that a phone puts in its place: straight quotes for curly ones, a hyphen for any dash.
fn straight(character: char) -> char {
    match character {
        '\u{B4}' | '\u{2BC}' | '\u{2018}' | '\u{2019}' | '\u{201B}' | '\u{2032}' => '\'',
        '\u{201C}'..='\u{201F}' | '\u{2033}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        _ => character,
    }
}

/// A text in the form used for comparison: what looks the same is the same. Unicode compatibility forms (NFKC), capitals, white space, the
/// shape of quotes and dashes, and invisible characters make no difference.
#[must_use]
pub fn folded(typed: &str) -> String {
    let fold = |text: &str| one_line(text).to_lowercase();
    if typed.is_ascii() {
        return fold(typed);
    }
    // Lower-casing can undo the normal form, and normalising can produce white space.
    let straight: String = typed.chars().map(straight).nfkc().collect();
    let folded: String = fold(&straight).nfkc().filter(|it| !is_joiner(*it)).collect();
    folded.trim().to_owned()
}

/// Whether two names look the same to readers.
#[must_use]
pub fn is_same(one: &str, other: &str) -> bool {
    folded(one) == folded(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A decorated name is still the same name; a different letter makes a different name.
    #[test]
    fn what_looks_the_same_is_the_same() {
        let dressed = [
            "foes",
            "  FOES ",
            "Foes\u{200B}",
            "\u{FEFF}Foes",
            "F\u{200D}oes",
            "Fo\u{AD}es",
            "Foes\u{FE0F}",
            "\u{FF26}oes",
            "\u{1D405}oes",
            "F\u{24DE}es",
            "Foes\u{A0}",
            "Foe\u{E0073}s\u{7}",
            "Foe\u{17F}",
        ];
        for typed in dressed {
            assert!(is_same(typed, "Foes"), "{typed:?}");
            assert_eq!(folded(&folded(typed)), folded(typed), "{typed:?}");
        }
        for other in ["F\u{43E}es", "Foe", "Fo es", "F\u{F6}es", ""] {
            assert!(!is_same(other, "Foes"), "{other:?}");
        }
        assert!(is_same("E\u{301}va", "\u{C9}VA"));
    }

    /// A phone curls quotes and lengthens hyphens by itself.
    #[test]
    fn a_phones_quotes_and_dashes_are_a_keyboards() {
        for (phone, keyboard) in [
            ("alchemist\u{2019}s fire", "alchemist's fire"),
            ("alchemist\u{2018}s fire", "Alchemist\u{B4}s fire"),
            ("two\u{2013}handed", "two-handed"),
            ("two\u{2011}handed", "two\u{2014}handed"),
            ("\u{201C}the Axe\u{201D}", "\"The Axe\""),
        ] {
            assert!(is_same(phone, keyboard), "{phone}");
            assert_eq!(folded(&folded(phone)), folded(phone));
        }
        assert!(!is_same("alchemist\u{2019}s fire", "alchemists fire"));
    }
}
