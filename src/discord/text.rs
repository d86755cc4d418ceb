//! Makes typed text safe to show: limited, on one line, without effect on Discord's markdown, mentions or text direction. It never silently
//! drops anything people wrote except invisible characters.

use super::limits::{length, width};
pub use crate::rules::spelling::one_line;
use crate::rules::spelling::{is_joiner, is_mark};

/// The maximum length of a combatant's, weapon's or side's name, in characters.
pub const NAME_MAX: usize = 40;

/// Why a typed name or sentence isn't accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextProblem {
    /// Nothing visible is left.
    #[error("{what} is empty.")]
    Empty {
        /// The text's purpose, as the start of a sentence: "The name".
        what: &'static str,
    },
    /// It's too long.
    #[error("{what} has {length} characters; the maximum is {max}.")]
    TooLong {
        /// The text's purpose, as the start of a sentence: "The name".
        what: &'static str,
        /// Its length.
        length: usize,
        /// The maximum length.
        max: usize,
    },
}

/// A typed text of at most `max` characters, on one line.
///
/// # Errors
/// If nothing visible is left, or if it's too long: people's words aren't shortened without telling them.
pub fn bounded(what: &'static str, typed: &str, max: usize) -> Result<String, TextProblem> {
    let line = one_line(typed);
    if line.is_empty() {
        return Err(TextProblem::Empty { what });
    }
    match length(&line) {
        length if length > max => Err(TextProblem::TooLong { what, length, max }),
        _ => Ok(line),
    }
}

/// A typed name: one line, at most [`NAME_MAX`] characters. It's stored as typed and escaped where it's shown.
///
/// # Errors
/// Like [`bounded`].
pub fn name(typed: &str) -> Result<String, TextProblem> {
    bounded("The name", typed, NAME_MAX)
}

/// A text for use inside a message: every character that's special in Discord's markdown loses its effect, and nothing in it mentions,
/// links, embeds or formats a time. Readers see exactly what was typed.
///
/// A backslash disarms punctuation. Mentions are broken twice over: `<` is escaped, and a word joiner follows each `@`, so that even a
/// client that reads mentions inside escapes sees none; likewise the `://` and `www.` of links.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + 8);
    let mut line_start = true;
    let mut number_start = true;
    for (at, character) in text.char_indices() {
        let rest = &text[at + character.len_utf8()..];
        match character {
            '\\' | '*' | '_' | '~' | '`' | '|' | '<' | '>' | '[' | ']' => {
                shown.push('\\');
                shown.push(character);
            }
            // Headings, lists and small print, which only work at the start of a line.
            '#' | '-' | '+' if line_start => {
                shown.push('\\');
                shown.push(character);
            }
            // "1. " would begin a numbered list.
            '.' if number_start && !line_start => shown.push_str("\\."),
            '@' => shown.push_str("@\u{2060}"),
            ':' if rest.starts_with("//") => shown.push_str(":\u{2060}"),
            // ":sword:" would become an emoji, and "discord.gg/x" an invite card.
            ':' => shown.push_str("\\:"),
            '.' if names_an_invitation(&text[..at], rest) => shown.push_str(".\u{2060}"),
            'w' | 'W' if starts_web_address(&text[at..]) => {
                shown.push(character);
                shown.push('\u{2060}');
            }
            _ => shown.push(character),
        }
        number_start = (line_start || number_start) && (character.is_ascii_digit() || character.is_whitespace());
        line_start = character == '\n' || (line_start && character.is_whitespace());
    }
    shown
}

fn starts_web_address(text: &str) -> bool {
    text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www."))
}

fn names_an_invitation(before: &str, after: &str) -> bool {
    let host = |text: &str, word: &str| {
        text.len() >= word.len()
            && text.is_char_boundary(text.len() - word.len())
            && text[text.len() - word.len()..].eq_ignore_ascii_case(word)
    };
    host(before, "discord") && after.get(..2).is_some_and(|top| top.eq_ignore_ascii_case("gg"))
}

/// A text for places without markdown that still show mentions and hostile characters as they are: button labels, select options,
/// autocomplete choices. It's on one line and shortened with "…" to `max` characters, since such a label only refers to something whose
/// full name is in the message.
#[must_use]
pub fn label(text: &str, max: usize) -> String {
    let line = one_line(text);
    if length(&line) <= max {
        return line;
    }
    let mut short = String::new();
    let mut used = 1;
    for character in line.chars() {
        used += width(character);
        if used > max {
            break;
        }
        short.push(character);
    }
    while short.ends_with(|c: char| c == ' ' || is_joiner(c) || is_mark(c)) {
        short.pop();
    }
    short.push('…');
    short
}

/// A mention of a user. It only pings if the message allows that user.
#[must_use]
pub fn mention(user_id: u64) -> String {
    format!("<@{user_id}>")
}

/// A time as every reader's client shows it, counting down ("in 23 seconds"). Docs, "Message Formatting: Timestamps".
#[must_use]
pub fn countdown(unix_s: u64) -> String {
    format!("<t:{unix_s}:R>")
}

/// A time of day to the second, as every reader's own clock shows it.
pub fn time_of_day(unix_s: u64) -> String {
    format!("<t:{unix_s}:T>")
}

/// A date with its time of day, as every reader's client shows it. Docs, "Message Formatting: Timestamps".
#[must_use]
pub fn moment(unix_s: u64) -> String {
    format!("<t:{unix_s}:f>")
}

/// The link to a message, on a server (`Some`) or in direct messages (`None`).
#[must_use]
pub fn message_link(guild_id: Option<u64>, channel_id: u64, message_id: u64) -> String {
    let guild = guild_id.map_or_else(|| "@me".to_owned(), |id| id.to_string());
    format!("https://discord.com/channels/{guild}/{channel_id}/{message_id}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::spelling::MARKS_MAX;

    /// Nothing in an escaped text pings, links or formats.
    #[test]
    fn escaping_breaks_every_mention_and_mark() {
        for (typed, shown) in [
            ("*bold* __under__ ~~out~~", "\\*bold\\* \\_\\_under\\_\\_ \\~\\~out\\~\\~"),
            ("||secret||", "\\|\\|secret\\|\\|"),
            ("`code`", "\\`code\\`"),
            ("[here](http", "\\[here\\](http"),
            ("# Title", "\\# Title"),
            ("- item", "\\- item"),
            ("> quote", "\\> quote"),
            ("1. first", "1\\. first"),
            ("12. twelfth", "12\\. twelfth"),
            ("d20 vs. 3.5", "d20 vs. 3.5"),
            ("Jean-Luc #2", "Jean-Luc #2"),
            (":skull:", "\\:skull\\:"),
            ("\\*", "\\\\\\*"),
        ] {
            assert_eq!(escape(typed), shown, "{typed}");
        }
        for hostile in [
            "@everyone",
            "@here",
            "<@123>",
            "<@!123>",
            "<@&5>",
            "<#5>",
            "<t:1:R>",
            "</say:1>",
            "<:a:1>",
            "https://x.example",
            "HTTP://x",
            "www.x.example",
            "WWW.X",
            "discord.gg/x",
            "Discord.GG/x",
        ] {
            let shown = escape(hostile);
            for whole in
                ["@everyone", "@here", "<@", "<#", "<t:", "</", "<:", "://", "www.", "WWW.", "discord.gg", "Discord.GG"]
            {
                assert!(!shown.replace("\\<", "").contains(whole), "{hostile} is shown as {shown}");
            }
        }
    }

    /// Names that mirror, hide, stack or break the line are reduced to what's visible.
    #[test]
    fn a_line_has_no_unseen_characters() {
        assert_eq!(one_line("  Ana\n\tthe\r\nBold  "), "Ana the Bold");
        assert_eq!(one_line("\u{202E}gnorw\u{202C}"), "gnorw");
        assert_eq!(one_line("a\u{200B}\u{200E}\u{2066}b\u{FEFF}\u{AD}c\0\u{7}"), "abc");
        assert_eq!(one_line("\u{E0041}\u{E0042}x"), "x");
        let stacked: String = std::iter::once('a').chain(std::iter::repeat_n('\u{0321}', 60)).chain(['b']).collect();
        assert_eq!(one_line(&stacked).chars().count(), 2 + MARKS_MAX);
        assert_eq!(one_line("\u{301}a \u{301}b"), "a b", "a mark without a letter");
        assert_eq!(one_line("\u{1F469}\u{200D}\u{1F680}"), "\u{1F469}\u{200D}\u{1F680}", "a rocket pilot stays one");
        assert_eq!(one_line("a\u{200D}\u{200D}\u{200D}\u{200D}"), "a");
        assert_eq!(one_line("می\u{200C}خواهم"), "می\u{200C}خواهم");
    }

    /// A name is refused, not cut; the refusal says by how much it's too long.
    #[test]
    fn names_are_bounded_aloud() {
        assert_eq!(name(" Sybilla "), Ok("Sybilla".to_owned()));
        assert_eq!(name("\u{200B}\u{3164}\u{2800} "), Err(TextProblem::Empty { what: "The name" }));
        let long = "x".repeat(NAME_MAX + 1);
        assert_eq!(name(&long).unwrap_err().to_string(), "The name has 41 characters; the maximum is 40.");
        assert_eq!(
            name("<img onerror=alert(1)>"),
            Ok("<img onerror=alert(1)>".to_owned()),
            "kept as typed, escaped where shown"
        );
    }

    /// A label fits, shows that it was shortened, and never ends in half a character.
    #[test]
    fn labels_fit_and_say_so() {
        assert_eq!(label("Bandit 2", 80), "Bandit 2");
        assert_eq!(label("Balthasar the Magnificent", 10), "Balthasar…");
        for max in 1..12 {
            let short = label("Bål \u{1F5E1}\u{FE0F}\u{1F5E1}\u{FE0F} thasar", max);
            assert!(length(&short) <= max && short.ends_with('…'), "{short}");
        }
    }

    /// No string makes these functions panic, and a line stays one line however often it's cleaned.
    #[test]
    fn nasty_strings_are_only_strings() {
        use rand::{RngExt as _, SeedableRng as _};
        let mut dice = rand_chacha::ChaCha8Rng::seed_from_u64(20_261_120);
        for _ in 0..3_000 {
            let length_wanted = dice.random_range(0..60);
            let typed: String = (0..length_wanted)
                .map(|_| match dice.random_range(0..4) {
                    0 => char::from_u32(dice.random_range(0..0x11_0000)).unwrap_or('\u{FFFD}'),
                    1 => ['@', '<', '>', '*', '\\', ':', '/', '.', 'w', '\n', '1', '#', '-'][dice.random_range(0..13)],
                    2 => ['\u{200D}', '\u{202E}', '\u{301}', '\u{FE0F}', ' ', '\u{2060}'][dice.random_range(0..6)],
                    _ => dice.random_range('a'..='z'),
                })
                .collect();
            let line = one_line(&typed);
            assert_eq!(one_line(&line), line, "{typed:?}");
            assert!(!line.contains('\n') && !line.contains('\u{202E}'));
            assert!(!escape(&typed).contains("://"));
            assert!(length(&label(&typed, 20)) <= 20);
        }
    }
}
