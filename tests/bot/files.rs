//! The body of the fuzz target `characters`, on valid and damaged files.

#[path = "../common/character_files.rs"]
mod character_files;

use crate::between_fights::MIRA;
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// Replacements for parts of a damaged file: tokens that mean something in one of the formats.
const PARTS: [&str; 16] = [
    "[[character]]",
    "[character.sheet]",
    "name = ",
    "\"",
    "'''",
    "{",
    "}",
    "[",
    "]",
    "=",
    ",",
    "\n",
    "\u{0}",
    "\u{202e}",
    "99999999999999999999",
    "template = \"bandit\"",
];

/// 4,000 files: valid ones in both formats, cut, duplicated and sprinkled with tokens that mean something there.
#[test]
fn damaged_files_of_characters_are_read_or_refused() {
    let json = r#"{"umpire": 1, "character": [{"system": "td2e", "name": "Nils", "sheet": {}},
        {"system": "murdham", "name": "Mi\"ra", "template": "archer"}]}"#;
    let mut dice = ChaCha8Rng::seed_from_u64(11);
    for round in 0..4_000 {
        let mut text: Vec<char> = if round % 2 == 0 { MIRA } else { json }.chars().collect();
        let mut below = |end: usize| (dice.next_u32() as usize) % end.max(1);
        for _ in 0..below(4) {
            let (one, other) = (below(text.len()), below(text.len()));
            let (from, to) = (one.min(other), one.max(other));
            match below(4) {
                0 => drop(text.splice(from..to.min(from + 9), [])),
                1 => drop(text.splice(from..from, PARTS[below(PARTS.len())].chars())),
                2 => drop(text.splice(from..from, text[from..to].to_vec())),
                _ => text[from] = char::from_u32(below(0x3000) as u32).unwrap_or(' '),
            }
        }
        let text: String = text.into_iter().collect();
        let done = std::panic::catch_unwind(|| character_files::characters(text.as_bytes()));
        assert!(done.is_ok(), "round {round}: {text}");
    }
}
