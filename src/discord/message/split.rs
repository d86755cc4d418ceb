//! Cuts long text into pieces that fit, in the best place available: between paragraphs, else lines, else sentences, else words. Together,
//! the pieces contain every word; a code block that's cut is closed before the cut and reopened after it.

use super::super::limits::{length, width};

const FENCE: &str = "```";

/// Cuts `text` into pieces of at most `max` characters. Only white space at a cut is dropped. An empty text has no pieces.
///
/// # Panics
/// If `max` is less than 32, where a code block's fences would leave no room.
#[must_use]
pub fn pieces(text: &str, max: usize) -> Vec<String> {
    assert!(max >= 32, "a piece has room for two fences and some text");
    let mut pieces = Vec::new();
    let mut rest = text.trim_end();
    let mut opening: Option<String> = None;
    while !rest.trim().is_empty() {
        let prefix = opening.as_ref().map_or_else(String::new, |fence| format!("{fence}\n"));
        if length(&prefix) + length(rest) <= max {
            pieces.push(format!("{prefix}{rest}"));
            break;
        }
        // Room for a closing fence is reserved whether or not it's needed: a simpler rule for four characters.
        let room = max - length(&prefix) - (FENCE.len() + 1);
        let cut = cut_at(rest, room);
        let (head, tail) = rest.split_at(cut);
        opening = open_fence(head, opening);
        let close = if opening.is_some() { "\n```" } else { "" };
        pieces.push(format!("{prefix}{}{close}", head.trim_end()));
        rest = if opening.is_some() { tail.trim_start_matches('\n') } else { tail.trim_start() };
    }
    pieces
}

/// Puts whole lines together into pages of at most `max` characters and `lines_max` lines. A line that's too long for a page is cut like in
/// [`pieces`].
#[must_use]
pub fn pages(lines: &[String], max: usize, lines_max: usize) -> Vec<String> {
    let mut pages: Vec<String> = Vec::new();
    let mut on_page = lines_max;
    for line in lines.iter().flat_map(|line| if line.is_empty() { vec![String::new()] } else { pieces(line, max) }) {
        match pages.last_mut() {
            Some(page) if on_page < lines_max && length(page) + 1 + length(&line) <= max => {
                page.push('\n');
                page.push_str(&line);
                on_page += 1;
            }
            _ => {
                pages.push(line);
                on_page = 1;
            }
        }
    }
    pages
}

/// Where to cut within the first `room` characters: a byte index above 0.
fn cut_at(text: &str, room: usize) -> usize {
    let mut used = 0;
    let mut end = 0;
    for (at, character) in text.char_indices() {
        used += width(character);
        if used > room {
            break;
        }
        end = at + character.len_utf8();
    }
    let window = &text[..end];
    // A cut in the first half would make the pieces small only because the text begins with a short paragraph.
    let late = |at: usize| (at > end / 2).then_some(at);
    ["\n\n", "\n", ". ", " "]
        .iter()
        .find_map(|mark| window.rfind(mark).map(|at| at + mark.len()).and_then(late))
        .or_else(|| {
            window
                .rfind(char::is_whitespace)
                .map(|at| at + 1)
                .filter(|at| text.is_char_boundary(*at) && !text[..*at].trim().is_empty())
        })
        .unwrap_or_else(|| whole_cluster(text, end))
}

/// Moves a cut through an unbroken word back to before a backslash, a joiner or a mark, so that no escape or emoji is split.
fn whole_cluster(text: &str, end: usize) -> usize {
    let clings = |c: char| matches!(c, '\u{200D}' | '\u{FE0F}' | '\u{FE0E}' | '\u{2060}' | '\u{0300}'..='\u{036F}' | '\u{1F3FB}'..='\u{1F3FF}');
    let mut at = end;
    for _ in 0..16 {
        let before = text[..at].chars().next_back();
        let after = text[at..].chars().next();
        let halves = after.is_some_and(clings) || before.is_some_and(|c| c == '\\' || c == '\u{200D}');
        match before {
            Some(character) if halves && at > character.len_utf8() => at -= character.len_utf8(),
            _ => return at,
        }
    }
    end
}

/// The opening line of the code block that's still open after `piece`, given the one that was open before it.
fn open_fence(piece: &str, before: Option<String>) -> Option<String> {
    let mut open = before;
    let mut rest = piece;
    while let Some(at) = rest.find(FENCE) {
        rest = &rest[at + FENCE.len()..];
        open = if open.is_some() {
            None
        } else {
            let word: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric()).take(12).collect();
            let is_language = rest[word.len()..].starts_with('\n');
            Some(format!("{FENCE}{}", if is_language { word } else { String::new() }))
        };
    }
    open
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    /// Every word is still there, in order, and every piece fits.
    #[test]
    fn no_word_is_lost() {
        let story = "The Leader swings at Theobald. Theobald dodges: d20 (7) vs AGI 9. It succeeds. The blow misses.\n\nDodge R21 · a reaction is the turn R7\n".repeat(40);
        for max in [32, 80, 333, 2000] {
            let cut = pieces(&story, max);
            assert!(cut.iter().all(|piece| length(piece) <= max && !piece.trim().is_empty()));
            assert_eq!(cut.iter().flat_map(|piece| words(piece)).collect::<Vec<_>>(), words(&story), "at {max}");
        }
        assert_eq!(pieces("", 100), Vec::<String>::new());
        assert_eq!(pieces("short", 100), ["short"]);
    }

    /// A cut prefers the end of a paragraph to the end of a line, and that to a space.
    #[test]
    fn cuts_fall_where_a_reader_pauses() {
        let text = format!("{}\n\n{}", "a b. ".repeat(6).trim(), "c d ".repeat(6).trim());
        assert_eq!(pieces(&text, 40)[0], "a b. a b. a b. a b. a b. a b.");
    }

    /// An endless word is cut, but not through an emoji or an escape.
    #[test]
    fn an_endless_word_is_cut_between_characters() {
        let endless = "\u{1F469}\u{200D}\u{1F680}".repeat(60);
        let cut = pieces(&endless, 34);
        assert_eq!(cut.concat(), endless);
        assert!(
            cut.iter()
                .all(|piece| length(piece) <= 34 && !piece.starts_with('\u{200D}') && !piece.ends_with('\u{200D}'))
        );
        let escapes = "\\*".repeat(100);
        assert!(pieces(&escapes, 33).iter().all(|piece| !piece.ends_with("\\") && piece.starts_with('\\')));
    }

    /// A table in a code block stays in one in every piece.
    #[test]
    fn a_code_block_is_closed_and_opened_again() {
        let table = format!("Sides:\n```text\n{}```\nThat is all.", "> Sybilla   ready  6/6\n".repeat(12));
        let cut = pieces(&table, 120);
        assert!(cut.len() > 2);
        assert!(cut.iter().all(|piece| piece.matches(FENCE).count() % 2 == 0 && length(piece) <= 120), "{cut:#?}");
        assert!(cut[1].starts_with("```text\n> Sybilla"));
        assert_eq!(cut.concat().matches("Sybilla").count(), 12);
        assert!(cut.last().unwrap().ends_with("That is all."));
    }

    /// Pages contain whole lines and keep to both limits.
    #[test]
    fn pages_hold_whole_lines() {
        let lines: Vec<String> = (0..50).map(|n| format!("line number {n}")).collect();
        let made = pages(&lines, 100, 5);
        assert!(made.iter().all(|page| length(page) <= 100 && page.lines().count() <= 5));
        assert_eq!(made.join("\n"), lines.join("\n"));
    }
}
