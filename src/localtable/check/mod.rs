//! Reads requests as strictly as Discord: reports every fault at once, each with its place, and ignores nothing silently. Only checks the
//! form; permissions are checked elsewhere.

pub(super) mod command;
pub(super) mod component;
pub(super) mod embed;
pub(super) mod message;
pub(super) mod modal;

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use super::{
    Id,
    refusal::{Form, at},
};

/// An object of a form.
pub(super) struct Fields<'a> {
    /// The object's path, such as `embeds.0`.
    pub(super) at: String,
    map: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    /// Opens an object; a key outside `known` is a fault. (Discord ignores such keys, but a bot that sends one has a typo.)
    pub(super) fn open(form: &mut Form, place: &str, value: &'a Value, known: &[&str]) -> Option<Self> {
        let Some(map) = value.as_object() else {
            form.wrong(place, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
            return None;
        };
        for key in map.keys().filter(|key| !known.contains(&key.as_str())) {
            form.wrong(&at(place, key), "UNKNOWN_KEY", "This key is not part of the form.");
        }
        Some(Self { at: place.to_owned(), map })
    }

    /// The path of one of its fields.
    pub(super) fn place(&self, key: &str) -> String {
        at(&self.at, key)
    }

    /// Whether the key is present, even if null.
    pub(super) fn names(&self, key: &str) -> bool {
        self.map.contains_key(key)
    }

    /// The value, unless it is absent or null.
    pub(super) fn value(&self, key: &str) -> Option<&'a Value> {
        self.map.get(key).filter(|value| !value.is_null())
    }

    /// A text with a length in this range, in characters.
    pub(super) fn text(&self, form: &mut Form, key: &str, length: RangeInclusive<usize>) -> Option<&'a str> {
        let value = self.value(key)?;
        let Some(text) = value.as_str() else {
            form.wrong(&self.place(key), "BASE_TYPE_STRING", "Must be a string.");
            return None;
        };
        let characters = text.chars().count();
        if characters > *length.end() {
            form.wrong(
                &self.place(key),
                "BASE_TYPE_MAX_LENGTH",
                format!("Must be {} or fewer in length.", length.end()),
            );
        } else if *length.start() > 0 && text.trim().is_empty() {
            form.wrong(&self.place(key), "BASE_TYPE_REQUIRED", "This field is required");
        }
        Some(text)
    }

    /// A required text.
    pub(super) fn required_text(&self, form: &mut Form, key: &str, longest: usize) -> &'a str {
        if self.value(key).is_none() {
            form.wrong(&self.place(key), "BASE_TYPE_REQUIRED", "This field is required");
        }
        self.text(form, key, 1..=longest).unwrap_or_default()
    }

    /// A whole number in a range.
    pub(super) fn whole(&self, form: &mut Form, key: &str, range: RangeInclusive<i64>) -> Option<i64> {
        let value = self.value(key)?;
        match value.as_i64() {
            None => {
                form.wrong(&self.place(key), "NUMBER_TYPE_COERCE", "Value is not an integer.");
                None
            }
            Some(number) if !range.contains(&number) => {
                let (least, most) = (range.start(), range.end());
                form.wrong(
                    &self.place(key),
                    "NUMBER_TYPE_RANGE",
                    format!("Value should be between {least} and {most}."),
                );
                None
            }
            number => number,
        }
    }

    /// A boolean.
    pub(super) fn yes(&self, form: &mut Form, key: &str) -> Option<bool> {
        let value = self.value(key)?;
        if value.as_bool().is_none() {
            form.wrong(&self.place(key), "BASE_TYPE_BOOLEAN", "Must be either true or false.");
        }
        value.as_bool()
    }

    /// A list with a length in this range.
    pub(super) fn list(&self, form: &mut Form, key: &str, length: RangeInclusive<usize>) -> Option<&'a [Value]> {
        let value = self.value(key)?;
        let Some(list) = value.as_array() else {
            form.wrong(&self.place(key), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
            return None;
        };
        if !length.contains(&list.len()) {
            let (least, most) = (length.start(), length.end());
            form.wrong(
                &self.place(key),
                "BASE_TYPE_BAD_LENGTH",
                format!("Must be between {least} and {most} in length."),
            );
        }
        Some(list)
    }

    /// A snowflake: a string of digits.
    pub(super) fn id(&self, form: &mut Form, key: &str) -> Option<Id> {
        let value = self.value(key)?;
        let id = value.as_str().and_then(|text| text.parse().ok()).or_else(|| value.as_u64().map(Id));
        if id.is_none() {
            form.wrong(&self.place(key), "NUMBER_TYPE_COERCE", format!("Value {value} is not snowflake."));
        }
        id
    }

    /// A link that a client would open: http or https, and for pictures also `attachment://name`.
    pub(super) fn link(&self, form: &mut Form, key: &str, attachments: bool) -> Option<&'a str> {
        let link = self.text(form, key, 1..=super::limits::URL)?;
        let pictured = attachments && link.starts_with("attachment://");
        if !pictured && !link.starts_with("http://") && !link.starts_with("https://") {
            form.wrong(
                &self.place(key),
                "URL_TYPE_INVALID_SCHEME",
                "Scheme is not supported. Scheme must be one of ('http', 'https').",
            );
        }
        Some(link)
    }
}

/// A value that isn't in a list of known ones.
pub(super) fn not_a_choice(form: &mut Form, place: &str, choices: &str) {
    form.wrong(place, "BASE_TYPE_CHOICES", format!("Value must be one of ({choices})."));
}
