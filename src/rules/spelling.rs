//! How people spell: what they typed, on one line and without what cannot be seen, and what of it counts when two names are compared.

use unicode_normalization::UnicodeNormalization as _;

/// Combining marks kept on one letter: enough for every living script, too few to climb over the line above.
pub const MARKS_MAX: usize = 3;

/// Whether a character moves text about, hides it, or cannot be seen at all: controls, direction marks, zero width characters,
/// tags, variation selectors beyond the two for emoji, blank letters that pass for a name, and unassigned private use.
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

/// The combining marks that stacks are made of.
pub fn is_mark(character: char) -> bool {
    matches!(character, '\u{0300}'..='\u{036F}' | '\u{0483}'..='\u{0489}' | '\u{0591}'..='\u{05BD}' | '\u{0610}'..='\u{061A}'
        | '\u{064B}'..='\u{065F}' | '\u{06D6}'..='\u{06DC}' | '\u{0E31}' | '\u{0E34}'..='\u{0E3A}' | '\u{0E47}'..='\u{0E4E}'
        | '\u{0EB1}' | '\u{0EB4}'..='\u{0EBC}' | '\u{0EC8}'..='\u{0ECE}' | '\u{0F71}'..='\u{0F84}' | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{302A}'..='\u{302F}' | '\u{3099}' | '\u{309A}'
        | '\u{A670}'..='\u{A672}' | '\u{FE20}'..='\u{FE2F}')
}

/// One line of plain text: every stretch of white space is one space, nothing unseen is left, stacks of marks are bounded, a joiner
/// stands only between two characters that can be seen. Its length is not bounded here.
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
            // Dropped: it cannot be seen, so nobody misses it.
        } else if is_joiner(character) || is_mark(character) {
            // Neither opens a word: on its own it would sit on whatever we print before it.
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

/// The sign that a keyboard has for one that a phone puts in its place: straight quotes for curly ones, a hyphen for any dash.
fn straight(character: char) -> char {
    match character {
        '\u{B4}' | '\u{2BC}' | '\u{2018}' | '\u{2019}' | '\u{201B}' | '\u{2032}' => '\'',
        '\u{201C}'..='\u{201F}' | '\u{2033}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        _ => character,
    }
}

/// A text as it is compared with others: what looks the same is the same. Forms that Unicode calls compatible (NFKC), capitals, white
/// space, the shape of quotes and dashes, and whatever cannot be seen make no difference.
#[must_use]
pub fn folded(typed: &str) -> String {
    let fold = |text: &str| one_line(text).to_lowercase();
    if typed.is_ascii() {
        return fold(typed);
    }
    // Lower case may undo the form, and the form may bring white space to light.
    let straight: String = typed.chars().map(straight).nfkc().collect();
    let folded: String = fold(&straight).nfkc().filter(|it| !is_joiner(*it)).collect();
    folded.trim().to_owned()
}

/// Whether two names are one to whoever reads them.
#[must_use]
pub fn is_same(one: &str, other: &str) -> bool {
    folded(one) == folded(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However a name is dressed up, it is the name; another letter is another name.
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
