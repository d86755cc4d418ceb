//! Embeds: reads them, checks their limits, and converts them to the form in which Discord returns them.

use serde_json::{Map, Value, json};

use super::Fields;
use crate::localtable::{
    limits,
    refusal::{Form, at},
};

const KEYS: &[&str] = &[
    "type",
    "url",
    "title",
    "color",
    "timestamp",
    "description",
    "author",
    "image",
    "thumbnail",
    "footer",
    "fields",
    "provider",
    "video",
];
const PICTURE_KEYS: &[&str] = &[
    "url",
    "proxy_url",
    "width",
    "height",
    "placeholder",
    "placeholder_version",
    "description",
    "is_animated",
    "flags",
    "content_type",
];

/// Reads a message's embeds. Pictures keep `attachment://name`; they're resolved when the message is shown.
pub(in crate::localtable) fn embeds(form: &mut Form, place: &str, list: &[Value]) -> Vec<Value> {
    let mut together = 0;
    let read = list
        .iter()
        .enumerate()
        .filter_map(|(i, value)| embed(form, &at(place, i), value))
        .inspect(|(_, characters)| together += characters)
        .map(|(embed, _)| embed)
        .collect();
    if together > limits::EMBEDS_TOGETHER {
        let most = limits::EMBEDS_TOGETHER;
        form.wrong(place, "MAX_EMBED_SIZE_EXCEEDED", format!("Embed size exceeds maximum size of {most}"));
    }
    read
}

/// Whether an embed shows anything; an empty one doesn't make a message.
pub(in crate::localtable) fn shows_something(embed: &Value) -> bool {
    ["title", "description", "fields", "author", "footer", "image", "thumbnail"]
        .iter()
        .any(|key| embed.get(key).is_some())
}

/// One embed, and the number of its characters that count.
fn embed(form: &mut Form, place: &str, value: &Value) -> Option<(Value, usize)> {
    let fields = Fields::open(form, place, value, KEYS)?;
    let mut out = Map::new();
    let mut characters = 0;
    out.insert("type".into(), json!("rich"));
    for (key, longest) in [("title", limits::EMBED_TITLE), ("description", limits::EMBED_DESCRIPTION)] {
        if let Some(text) = fields.text(form, key, 0..=longest).filter(|text| !text.is_empty()) {
            characters += text.chars().count();
            out.insert(key.into(), json!(text));
        }
    }
    if let Some(url) = fields.link(form, "url", false) {
        out.insert("url".into(), json!(url));
    }
    if let Some(colour) = fields.whole(form, "color", 0..=limits::COLOUR) {
        out.insert("color".into(), json!(colour));
    }
    if let Some(moment) = fields.text(form, "timestamp", 1..=64) {
        if !looks_like_a_moment(moment) {
            form.wrong(
                &fields.place("timestamp"),
                "DATE_TIME_TYPE_PARSE",
                format!("Could not parse {moment}. Should be ISO8601."),
            );
        }
        out.insert("timestamp".into(), json!(moment));
    }
    for (key, name, longest) in [("author", "name", limits::EMBED_AUTHOR), ("footer", "text", limits::EMBED_FOOTER)] {
        if let Some(part) =
            fields.value(key).and_then(|value| captioned(form, &fields.place(key), value, name, longest))
        {
            characters += part[name].as_str().map_or(0, |text| text.chars().count());
            out.insert(key.into(), part);
        }
    }
    for key in ["image", "thumbnail"] {
        if let Some(value) = fields.value(key)
            && let Some(picture) = Fields::open(form, &fields.place(key), value, PICTURE_KEYS)
            && let Some(url) = picture.link(form, "url", true)
        {
            out.insert(key.into(), json!({ "url": url }));
        }
    }
    if let Some(list) = fields.list(form, "fields", 0..=limits::EMBED_FIELDS).filter(|list| !list.is_empty()) {
        let read: Vec<Value> = list
            .iter()
            .enumerate()
            .filter_map(|(i, value)| field(form, &at(&fields.place("fields"), i), value))
            .collect();
        let length = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
        characters += read.iter().map(|field| length(&field["name"]) + length(&field["value"])).sum::<usize>();
        out.insert("fields".into(), Value::Array(read));
    }
    Some((Value::Object(out), characters))
}

/// The author or the footer: a caption with an optional picture.
fn captioned(form: &mut Form, place: &str, value: &Value, name: &str, longest: usize) -> Option<Value> {
    let fields = Fields::open(form, place, value, &[name, "url", "icon_url", "proxy_icon_url"])?;
    let caption = fields.required_text(form, name, longest);
    let mut out = json!({ name: caption });
    if let Some(url) = fields.link(form, "url", false) {
        out["url"] = json!(url);
    }
    if let Some(url) = fields.link(form, "icon_url", true) {
        out["icon_url"] = json!(url);
    }
    Some(out)
}

fn field(form: &mut Form, place: &str, value: &Value) -> Option<Value> {
    let fields = Fields::open(form, place, value, &["name", "value", "inline"])?;
    let name = fields.required_text(form, "name", limits::EMBED_FIELD_NAME);
    let text = fields.required_text(form, "value", limits::EMBED_FIELD_VALUE);
    let inline = fields.yes(form, "inline").unwrap_or(false);
    Some(json!({ "name": name, "value": text, "inline": inline }))
}

/// `2026-11-20T09:30:00`, with or without fractions and zone.
fn looks_like_a_moment(text: &str) -> bool {
    const PATTERN: &[u8] = b"0000-00-00T00:00:00";
    text.len() >= PATTERN.len()
        && text.bytes().zip(PATTERN).all(|(byte, wanted)| match wanted {
            b'0' => byte.is_ascii_digit(),
            b'T' => byte == b'T' || byte == b' ',
            exact => byte == *exact,
        })
}
