//! The settings file's keys: which values each allows, and reading a file against them. The defaults come from the embedded file, so its
//! explanations always match what's in force.

use super::api_base::REQUESTS_PER_SECOND_MAX;
use toml::{Table, Value};

/// The defaults, with every key explained. This is the file that a host copies and changes.
pub const DEFAULTS: &str = include_str!("../../config/umpire.toml");

/// The values a key allows.
#[derive(Debug, Clone, Copy)]
enum Holds {
    /// Any text.
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number in a range.
    Number(i64, i64),
    /// True or false.
    Flag,
}

/// Every key, in the order of the embedded file.
const KEYS: &[(&str, Holds)] = &[
    ("database.path", Holds::Text),
    ("database.synchronous", Holds::Word(&["full", "normal"])),
    ("discord.api", Holds::Text),
    ("discord.trust_api", Holds::Flag),
    ("discord.shards", Holds::Text),
    ("discord.interactions_listen", Holds::Text),
    ("discord.requests_per_second", Holds::Number(1, REQUESTS_PER_SECOND_MAX as i64)),
    ("discord.drain_seconds", Holds::Number(0, 60)),
    ("pace.default", Holds::Word(&["live", "relaxed", "post", "none"])),
    ("pace.prompt_seconds", Holds::Number(10, 600)),
    ("pace.relaxed_seconds", Holds::Number(10, 3_600)),
    ("pace.post_hours", Holds::Number(1, 336)),
    ("pace.restart_grace_seconds", Holds::Number(0, 600)),
    ("pace.call_turns", Holds::Flag),
    ("fights.rest_after_minutes", Holds::Number(0, 525_600)),
    ("fights.close_untouched_after_days", Holds::Number(1, 3_650)),
    ("local_table.port", Holds::Number(0, 65_535)),
    ("local_table.ready_fight", Holds::Flag),
    ("local_table.umpire_plays", Holds::Flag),
    ("local_table.file", Holds::Text),
    ("log.filter", Holds::Text),
    ("log.format", Holds::Word(&["text", "json"])),
    ("health.file", Holds::Text),
    ("health.stale_seconds", Holds::Number(4, 600)),
    ("health.listen", Holds::Text),
    ("privacy.forget_servers_after_days", Holds::Number(1, 3_650)),
    ("about.host", Holds::Text),
    ("about.privacy", Holds::Text),
    ("about.terms", Holds::Text),
];

/// The values in force: the file's if they're valid, otherwise the defaults.
pub(super) struct Values {
    given: Table,
    defaults: Table,
}

fn at<'a>(table: &'a Table, key: &str) -> Option<&'a Value> {
    let (section, name) = key.split_once('.')?;
    table.get(section)?.as_table()?.get(name)
}

impl Holds {
    fn takes(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Text, Value::String(_)) | (Self::Flag, Value::Boolean(_)) => true,
            (Self::Word(words), Value::String(text)) => words.contains(&text.as_str()),
            (Self::Number(least, most), Value::Integer(number)) => (least..=most).contains(number),
            _ => false,
        }
    }

    fn wants(self) -> String {
        match self {
            Self::Text => "a text in quotes".to_owned(),
            Self::Word(words) => {
                format!("one of {}", words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", "))
            }
            Self::Number(least, most) => format!("a whole number from {least} to {most}"),
            Self::Flag => "true or false".to_owned(),
        }
    }
}

impl Values {
    /// Reads a file's text and records what's wrong; invalid values are replaced by the defaults so that reading can continue.
    pub(super) fn read(text: &str, problems: &mut Vec<String>) -> Self {
        let defaults: Table = DEFAULTS.parse().expect("the embedded settings parse; a test reads them");
        let mut given = text.parse::<Table>().unwrap_or_else(|error| {
            let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].lines().count().max(1));
            problems.push(format!("Line {line} isn\u{2019}t TOML: {}.", error.message()));
            Table::new()
        });
        for (section, value) in &given {
            match value.as_table() {
                Some(entries) if KEYS.iter().any(|(key, _)| key.starts_with(&format!("{section}."))) => {
                    let keys = entries.keys().map(|name| format!("{section}.{name}"));
                    problems.extend(
                        keys.filter(|key| !KEYS.iter().any(|(known, _)| known == key)).map(|key| unknown(&key)),
                    );
                }
                _ => problems.push(unknown(section)),
            }
        }
        for (key, holds) in KEYS {
            let Some(value) = at(&given, key).filter(|value| !holds.takes(value)) else { continue };
            problems.push(format!("{key:?} is {value}; it must be {}.", holds.wants()));
            if let Some((section, name)) = key.split_once('.')
                && let Some(Value::Table(entries)) = given.get_mut(section)
            {
                entries.remove(name);
            }
        }
        Self { given, defaults }
    }

    fn value(&self, key: &str) -> &Value {
        at(&self.given, key)
            .or_else(|| at(&self.defaults, key))
            .expect("every key has a default; a test holds the two lists together")
    }

    pub(super) fn text(&self, key: &str) -> String {
        self.value(key).as_str().expect("checked while reading").to_owned()
    }

    pub(super) fn number(&self, key: &str) -> i64 {
        self.value(key).as_integer().expect("checked while reading")
    }

    /// A number whose range fits 32 bits.
    pub(super) fn small(&self, key: &str) -> u32 {
        u32::try_from(self.number(key)).expect("no key of this kind has wider bounds")
    }

    pub(super) fn flag(&self, key: &str) -> bool {
        self.value(key).as_bool().expect("checked while reading")
    }
}

/// A sentence about an unknown key, with the closest known one if there is any.
fn unknown(key: &str) -> String {
    let sections = KEYS.iter().filter_map(|(known, _)| known.split_once('.')).map(|(section, _)| section);
    let known = KEYS.iter().map(|(known, _)| *known).chain(sections);
    let nearest = known
        .map(|known| (strsim::damerau_levenshtein(known, key), known))
        .chain(
            KEYS.iter()
                .filter(|(known, _)| known.rsplit('.').next() == key.rsplit('.').next())
                .map(|(known, _)| (0, *known)),
        )
        .min()
        .filter(|(distance, known)| *distance <= known.len().min(key.len()) / 3);
    match nearest {
        Some((_, known)) => format!("{key:?} isn\u{2019}t a setting; did you mean {known:?}?"),
        None => format!("{key:?} isn\u{2019}t a setting."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The embedded file has every key and no other, each with a valid value and a comment that explains it.
    #[test]
    fn every_key_is_in_the_file_and_explained() {
        let defaults: Table = DEFAULTS.parse().expect("it parses");
        let in_file: Vec<String> = DEFAULTS
            .lines()
            .scan(String::new(), |section, line| {
                if let Some(name) = line.strip_prefix('[') {
                    *section = name.trim_end_matches(']').to_owned();
                }
                let key = line.split_once(" = ").filter(|_| !line.starts_with('#'));
                Some(key.map(|(name, _)| format!("{section}.{name}")))
            })
            .flatten()
            .collect();
        assert_eq!(in_file, KEYS.iter().map(|(key, _)| *key).collect::<Vec<_>>());
        for (key, holds) in KEYS {
            assert!(holds.takes(at(&defaults, key).expect(key)), "{key}");
        }
        let mut before = "";
        for line in DEFAULTS.lines() {
            assert!(
                !line.contains(" = ") || line.starts_with('#') || before.starts_with('#'),
                "{line} has no explanation"
            );
            before = line;
        }
    }

    /// A key in the wrong section, or misspelled, names the right one; one that resembles nothing names none.
    #[test]
    fn slips_of_the_pen_are_understood() {
        for (slip, meant) in [
            ("database.pace_ms", None),
            ("discord.prompt_seconds", Some("pace.prompt_seconds")),
            ("pace.relaxed_second", Some("pace.relaxed_seconds")),
            ("logs", Some("log")),
            ("port", Some("local_table.port")),
            ("weather.rain", None),
        ] {
            let sentence = unknown(slip);
            match meant {
                Some(meant) => assert!(sentence.ends_with(&format!("did you mean {meant:?}?")), "{sentence}"),
                None => assert!(sentence.ends_with("isn’t a setting."), "{sentence}"),
            }
        }
    }
}
