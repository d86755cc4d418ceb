//! The small typed forms: quotes, fields, commands, dice, times. Knows no statements and no fights.

use crate::table::{Command, other_names};

/// The number of sides of a card, unless the system says otherwise.
pub const CARD_SIDES: u16 = 10;
/// The most faces queued by one word.
const MOST_DICE: u16 = 100;

/// The names of all options of all commands: each starts an option wherever it appears, and so does an alias of one of this command's
/// options ([`other_names`]). Any other word with a colon does so only if its value follows immediately, as in `fat:on`.
const OPTION_NAMES: &[&str] = &[
    "as",
    "at",
    "choice",
    "condition",
    "count",
    "dice",
    "field",
    "fields",
    "from",
    "hidden",
    "how",
    "item",
    "kind",
    "name",
    "off",
    "options",
    "order",
    "pace",
    "place",
    "player",
    "rule",
    "show",
    "side",
    "speed",
    "style",
    "system",
    "target",
    "template",
    "text",
    "to",
    "turn",
    "value",
    "what",
    "with",
];
/// Free text: inside it, only a known option ends the value.
const FREE_TEXT: &[&str] = &["text"];
/// Commands whose free text can follow them directly.
const TEXT_FOLLOWS: &[&str] = &["say"];

/// The text without one pair of quotes around it.
pub(super) fn unquoted(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(text)
}

/// The first word, and what follows it.
pub(super) fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// The parts between these separators, ignoring separators in quotes.
pub(super) fn split_outside_quotes(text: &str, at: char) -> Vec<&str> {
    let mut quoted = false;
    text.split(|it: char| {
        if it == '"' {
            quoted = !quoted;
        }
        it == at && !quoted
    })
    .map(str::trim)
    .collect()
}

/// Nothing but `name=value`.
pub(super) fn only_fields(text: &str) -> Result<Vec<(String, String)>, String> {
    match fields(text, '=', &|_| false)? {
        (before, fields) if before.is_empty() => Ok(fields),
        (before, _) => Err(format!("\u{201c}{before}\u{201d} is not written as name=value")),
    }
}

/// The text before the first `name=`, then each name with its value, which runs up to the next name or its closing quote. `also` marks
/// further words that start a field.
pub(super) fn fields(
    text: &str,
    sign: char,
    also: &dyn Fn(&str) -> bool,
) -> Result<(String, Vec<(String, String)>), String> {
    let mut before = String::new();
    let mut fields: Vec<(String, String)> = vec![];
    for word in words(text)? {
        let begins = match word.split_once(sign) {
            Some((name, _)) => is_name(name) || also(word),
            None => also(word),
        };
        if begins {
            let at = word.find([sign, ':']).unwrap_or(word.len());
            let (name, value) = (&word[..at], &word[at + 1..]);
            fields.push((name.to_lowercase(), value.to_owned()));
            continue;
        }
        let open = fields.last_mut().map_or(&mut before, |it| &mut it.1);
        if !open.is_empty() {
            open.push(' ');
        }
        open.push_str(word);
    }
    for (_, value) in &mut fields {
        *value = unquoted(value).to_owned();
    }
    Ok((before, fields))
}

/// Words separated by spaces; quotes keep words together.
pub(super) fn words(text: &str) -> Result<Vec<&str>, String> {
    if text.matches('"').count() % 2 == 1 {
        return Err("a quote is not closed".to_owned());
    }
    let mut quoted = false;
    let words = text.split(|it: char| {
        if it == '"' {
            quoted = !quoted;
        }
        it.is_whitespace() && !quoted
    });
    Ok(words.filter(|it| !it.is_empty()).collect())
}

pub(super) fn is_name(word: &str) -> bool {
    word.starts_with(|it: char| it.is_ascii_alphabetic())
        && word.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '-' | '_'))
}

/// A command as typed in Discord: its words, then options whose values run up to the next `option:`.
///
/// # Errors
/// If a quote isn't closed or there's no command.
pub fn command(typed: &str) -> Result<Command, String> {
    let mut path: Vec<&str> = vec![];
    let mut options: Vec<(String, String)> = vec![];
    for word in words(typed)? {
        let joins = matches!(path.as_slice(), ["join" | "character", ..] | ["gm", "add" | "board", ..]);
        let in_text = match options.last() {
            Some(last) => FREE_TEXT.contains(&last.0.as_str()),
            None => path.len() > 1 && TEXT_FOLLOWS.contains(&path[0]), // the text follows the command directly
        };
        let begins = word.split_once(':').filter(|(name, value)| {
            let known =
                OPTION_NAMES.iter().any(|it| it.eq_ignore_ascii_case(name)) || also_known(&path, &options, name);
            is_name(name) && (known || (!in_text && (joins || options.is_empty() || !value.is_empty())))
        });
        match (begins, options.last_mut()) {
            (Some((name, value)), _) => options.push((name.to_lowercase(), value.to_owned())),
            (None, None) => path.push(unquoted(word)),
            (None, Some((_, value))) => {
                if !value.is_empty() {
                    value.push(' ');
                }
                value.push_str(word);
            }
        }
    }
    if path.is_empty() {
        return Err("a command is missing after the slash".to_owned());
    }
    for (_, value) in &mut options {
        *value = unquoted(value).to_owned();
    }
    Ok(Command { path: path.join(" "), options }) // a value may be part of the path and keeps its capitals
}

/// Whether this is an alias of one of this command's options that hasn't been given yet: `weapon:` ends a text before it, but `words:`
/// inside a text doesn't.
fn also_known(path: &[&str], given: &[(String, String)], name: &str) -> bool {
    let path = path.join(" ").to_ascii_lowercase();
    other_names(&path).any(|(known, other)| other.eq_ignore_ascii_case(name) && given.iter().all(|it| it.0 != known))
}

/// Faces with their dice: `d6=1 2d6=6,5 card=3`, as (sides, face).
pub(super) fn faces(text: &str) -> Result<Vec<(u16, u16)>, String> {
    let mut faces = vec![];
    for word in text.split_whitespace() {
        let (die, shown) = word.split_once('=').ok_or_else(|| format!("{word}: a die is written as d6=3"))?;
        let (count, sides) = kind_of_die(die).ok_or_else(|| format!("{die} is no die: d6, 2d6, card"))?;
        let shown: Vec<&str> = shown.split(',').filter(|it| !it.is_empty()).collect();
        if shown.is_empty() || count.is_some_and(|it| usize::from(it) != shown.len()) {
            return Err(format!("{word}: {die} shows {} faces here", shown.len()));
        }
        for face in shown {
            let face = face.parse().ok().filter(|it| (1..=sides).contains(it));
            faces.push((sides, face.ok_or_else(|| format!("{word}: {die} shows 1 to {sides}"))?));
        }
    }
    if faces.is_empty() { Err("no dice: dice d6=1 d20=9".to_owned()) } else { Ok(faces) }
}

/// The number of dice, if given, and of sides.
fn kind_of_die(die: &str) -> Option<(Option<u16>, u16)> {
    let die = die.to_lowercase();
    if let Some(count) = die.strip_suffix("card").or_else(|| die.strip_suffix("cards")) {
        let count = if count.is_empty() { None } else { Some(count.parse().ok()?) };
        return Some((count, CARD_SIDES));
    }
    let (count, sides) = die.split_once('d')?;
    let count =
        if count.is_empty() { None } else { Some(count.parse().ok().filter(|it| (1..=MOST_DICE).contains(it))?) };
    Some((count, sides.parse().ok().filter(|it| *it > 0)?))
}

/// A duration such as `15s`, `500ms`, `2m`, `1h`, `1m 30s` or `1.5s`, in milliseconds.
pub(super) fn duration_ms(text: &str) -> Result<i64, String> {
    let wrong = || format!("\u{201c}{text}\u{201d} is no time: 15s, 500ms, 2m, 1h");
    let mut rest: String = text.split_whitespace().collect();
    if rest.is_empty() {
        return Err(wrong());
    }
    let mut whole_ms = 0.0;
    while !rest.is_empty() {
        let number: String = rest.chars().take_while(|it| it.is_ascii_digit() || *it == '.').collect();
        let after = rest.split_off(number.len());
        let unit: String = after.chars().take_while(|it| it.is_ascii_alphabetic()).collect();
        let ms = match unit.as_str() {
            "ms" => 1.0,
            "s" => 1_000.0,
            "m" | "min" => 60_000.0,
            "h" => 3_600_000.0,
            "d" => 86_400_000.0,
            _ => return Err(wrong()),
        };
        whole_ms += number.parse::<f64>().map_err(|_| wrong())? * ms;
        rest = after[unit.len()..].to_owned();
    }
    let most_ms = 366.0 * 86_400_000.0;
    if whole_ms > most_ms { Err(wrong()) } else { Ok(whole_ms.round() as i64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, ms) in [("15s", 15_000), ("500ms", 500), ("2m", 120_000), ("1h", 3_600_000), ("1m 30s", 90_000)] {
            assert_eq!(duration_ms(text), Ok(ms));
        }
        for wrong in ["", "15", "s", "1.2.3s", "3 weeks", "99999d"] {
            assert!(duration_ms(wrong).is_err(), "{wrong}");
        }
    }
}
