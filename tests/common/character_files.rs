//! The body of the fuzz target `characters` (`fuzz/`), which the bot's tests also run on seeded bytes. In a file of its own, because it
//! needs the character file reader and nothing else.

use umpire::discord::character_file::{Language, in_words, read, write};

/// The maximum length of an answer about a bad file, in bytes, however long the file is.
const WORDS_MAX: usize = 64 * 1024;

/// Any bytes as a character file: it's read, or refused in a message of limited length that says where the mistakes are; and what was read
/// is written and read back unchanged in both formats.
pub fn characters(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for language in [Language::Toml, Language::Json] {
        match read(&text, language) {
            Ok(all) => {
                for other in [Language::Toml, Language::Json] {
                    let file = write(&all, other);
                    let again = read(&file, other).unwrap_or_else(|why| panic!("{}\n{file}", in_words(&why)));
                    assert!(again == all, "{file}");
                }
            }
            Err(problems) => {
                let words = in_words(&problems);
                assert!(!words.trim().is_empty() && words.len() < WORDS_MAX, "{} bytes", words.len());
            }
        }
    }
}
