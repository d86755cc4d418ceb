//! A message's rows, buttons and selects. The newer layout components (flag `IS_COMPONENTS_V2`) aren't supported and are refused.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Fields, not_a_choice};
use crate::localtable::{
    limits,
    refusal::{Form, at},
};

/// Type of a row.
pub(in crate::localtable) const ROW: i64 = 1;
/// Type of a button.
pub(in crate::localtable) const BUTTON: i64 = 2;
/// Type of a select with given options.
pub(in crate::localtable) const STRING_SELECT: i64 = 3;
/// Type of a text input, which is only allowed in a modal.
pub(in crate::localtable) const TEXT_INPUT: i64 = 4;
/// Types of the selects of users, roles, both, and channels.
pub(in crate::localtable) const ENTITY_SELECTS: std::ops::RangeInclusive<i64> = 5..=8;
/// A button that opens a link and reports nothing.
const LINK_STYLE: i64 = 5;

/// What a message's components have used so far.
#[derive(Default)]
struct Count {
    /// The number given to the last component; Discord numbers those without one.
    numbered: i64,
    custom_ids: BTreeSet<String>,
}

impl Count {
    fn number(&mut self, form: &mut Form, fields: &Fields<'_>) -> i64 {
        self.numbered += 1;
        fields.whole(form, "id", 0..=i64::from(i32::MAX)).filter(|id| *id > 0).unwrap_or(self.numbered)
    }

    fn custom_id(&mut self, form: &mut Form, fields: &Fields<'_>) -> String {
        let custom_id = fields.required_text(form, "custom_id", limits::CUSTOM_ID).to_owned();
        if !custom_id.is_empty() && !self.custom_ids.insert(custom_id.clone()) {
            form.wrong(
                &fields.place("custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            );
        }
        custom_id
    }
}

/// Reads a message's rows and returns them as Discord does: complete and numbered.
pub(in crate::localtable) fn rows(form: &mut Form, place: &str, list: &[Value]) -> Vec<Value> {
    let mut count = Count::default();
    list.iter().enumerate().filter_map(|(i, value)| row(form, &at(place, i), value, &mut count)).collect()
}

fn row(form: &mut Form, place: &str, value: &Value, count: &mut Count) -> Option<Value> {
    let fields = Fields::open(form, place, value, &["type", "id", "components"])?;
    if fields.value("type").and_then(Value::as_i64) != Some(ROW) {
        not_a_choice(form, &fields.place("type"), "1,");
        return None;
    }
    let id = count.number(form, &fields);
    let Some(list) = fields.list(form, "components", 1..=limits::BUTTONS_IN_A_ROW) else {
        form.wrong(&fields.place("components"), "BASE_TYPE_REQUIRED", "This field is required");
        return None;
    };
    let inside = fields.place("components");
    let read: Vec<Value> =
        list.iter().enumerate().filter_map(|(i, value)| component(form, &at(&inside, i), value, count)).collect();
    if list.len() > 1 && read.iter().any(|component| component["type"] != BUTTON) {
        form.wrong(&inside, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select menu takes a row of its own.");
    }
    Some(json!({ "type": ROW, "id": id, "components": read }))
}

fn component(form: &mut Form, place: &str, value: &Value, count: &mut Count) -> Option<Value> {
    match value.get("type").and_then(Value::as_i64) {
        Some(BUTTON) => button(form, place, value, count),
        Some(STRING_SELECT) => string_select(form, place, value, count),
        Some(kind) if ENTITY_SELECTS.contains(&kind) => entity_select(form, place, value, count),
        _ => {
            not_a_choice(form, &at(place, "type"), "2, 3, 5, 6, 7, 8");
            None
        }
    }
}

fn button(form: &mut Form, place: &str, value: &Value, count: &mut Count) -> Option<Value> {
    let known = ["type", "id", "style", "label", "emoji", "custom_id", "url", "disabled", "sku_id"];
    let fields = Fields::open(form, place, value, &known)?;
    let id = count.number(form, &fields);
    let Some(style) = fields.whole(form, "style", 1..=LINK_STYLE) else {
        if fields.value("style").is_none() {
            form.wrong(&fields.place("style"), "BASE_TYPE_REQUIRED", "This field is required");
        }
        return None;
    };
    let mut out = json!({ "type": BUTTON, "id": id, "style": style });
    if style == LINK_STYLE {
        if fields.value("custom_id").is_some() {
            form.wrong(
                place,
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            );
        }
        match fields.link(form, "url", false) {
            Some(url) => out["url"] = json!(url),
            None => form.wrong(&fields.place("url"), "BASE_TYPE_REQUIRED", "A url is required"),
        }
    } else {
        if fields.value("url").is_some() {
            form.wrong(
                place,
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            );
        }
        out["custom_id"] = json!(count.custom_id(form, &fields));
    }
    if let Some(label) = fields.text(form, "label", 0..=limits::BUTTON_LABEL).filter(|label| !label.is_empty()) {
        out["label"] = json!(label);
    }
    if let Some(emoji) = fields.value("emoji").and_then(|value| emoji(form, &fields.place("emoji"), value)) {
        out["emoji"] = emoji;
    }
    if out.get("label").is_none() && out.get("emoji").is_none() {
        form.wrong(place, "BUTTON_COMPONENT_INVALID_LABEL", "A button needs a label or an emoji");
    }
    if let Some(disabled) = fields.yes(form, "disabled") {
        out["disabled"] = json!(disabled);
    }
    Some(out)
}

fn emoji(form: &mut Form, place: &str, value: &Value) -> Option<Value> {
    let fields = Fields::open(form, place, value, &["id", "name", "animated"])?;
    let id = fields.id(form, "id");
    let name = fields.text(form, "name", 1..=32);
    if id.is_none() && name.is_none_or(|name| name.chars().any(|c| c.is_ascii_alphabetic())) {
        form.wrong(&fields.place("name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
    }
    let mut out = json!({ "name": name });
    if let Some(id) = id {
        out["id"] = json!(id);
        out["animated"] = json!(fields.yes(form, "animated").unwrap_or(false));
    }
    Some(out)
}

const SELECT_KEYS: [&str; 8] =
    ["type", "id", "custom_id", "placeholder", "min_values", "max_values", "disabled", "required"];

/// What all selects share: the custom_id, the placeholder, and how many of the `choices` can be chosen.
fn select(form: &mut Form, fields: &Fields<'_>, count: &mut Count, choices: Option<usize>) -> Value {
    let id = count.number(form, fields);
    let custom_id = count.custom_id(form, fields);
    let most = limits::SELECT_OPTIONS as i64;
    let least = fields.whole(form, "min_values", 0..=most).unwrap_or(1);
    let max = fields.whole(form, "max_values", 1..=most).unwrap_or(1);
    if least > max {
        let place = fields.place("min_values");
        form.wrong(
            &place,
            "SELECT_COMPONENT_MIN_VALUES_LARGER_THAN_MAX_VALUES",
            "min_values is larger than max_values",
        );
    }
    if choices.is_some_and(|choices| max > choices as i64) {
        let place = fields.place("max_values");
        form.wrong(&place, "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", "max_values is larger than the number of options");
    }
    let mut out = json!({ "id": id, "custom_id": custom_id, "min_values": least, "max_values": max });
    if let Some(placeholder) = fields.text(form, "placeholder", 0..=limits::PLACEHOLDER) {
        out["placeholder"] = json!(placeholder);
    }
    if let Some(disabled) = fields.yes(form, "disabled") {
        out["disabled"] = json!(disabled);
    }
    out
}

fn string_select(form: &mut Form, place: &str, value: &Value, count: &mut Count) -> Option<Value> {
    let known: Vec<&str> = SELECT_KEYS.iter().copied().chain(["options"]).collect();
    let fields = Fields::open(form, place, value, &known)?;
    let list = fields.list(form, "options", 1..=limits::SELECT_OPTIONS);
    if list.is_none() {
        form.wrong(&fields.place("options"), "BASE_TYPE_REQUIRED", "This field is required");
    }
    let list = list.unwrap_or_default();
    let mut out = select(form, &fields, count, Some(list.len()));
    out["type"] = json!(STRING_SELECT);
    let mut values = BTreeSet::new();
    let inside = fields.place("options");
    let options = list.iter().enumerate().filter_map(|(i, value)| {
        let place = at(&inside, i);
        let fields = Fields::open(form, &place, value, &["label", "value", "description", "emoji", "default"])?;
        let label = fields.required_text(form, "label", limits::SELECT_OPTION_TEXT);
        let value = fields.required_text(form, "value", limits::SELECT_OPTION_TEXT);
        if !values.insert(value) {
            form.wrong(
                &fields.place("value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            );
        }
        let mut out = json!({ "label": label, "value": value });
        if let Some(description) = fields.text(form, "description", 0..=limits::SELECT_OPTION_TEXT) {
            out["description"] = json!(description);
        }
        if let Some(chosen) = fields.yes(form, "default") {
            out["default"] = json!(chosen);
        }
        if let Some(emoji) = fields.value("emoji").and_then(|value| emoji(form, &fields.place("emoji"), value)) {
            out["emoji"] = emoji;
        }
        Some(out)
    });
    out["options"] = Value::Array(options.collect());
    let chosen =
        out["options"].as_array().map_or(0, |list| list.iter().filter(|option| option["default"] == true).count());
    if chosen as i64 > out["max_values"].as_i64().unwrap_or(1) {
        form.wrong(
            &inside,
            "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
            "More options are chosen by default than max_values",
        );
    }
    Some(out)
}

fn entity_select(form: &mut Form, place: &str, value: &Value, count: &mut Count) -> Option<Value> {
    let known: Vec<&str> = SELECT_KEYS.iter().copied().chain(["default_values", "channel_types"]).collect();
    let fields = Fields::open(form, place, value, &known)?;
    let mut out = select(form, &fields, count, None);
    out["type"] = value["type"].clone();
    for key in ["default_values", "channel_types"] {
        if let Some(list) = fields.list(form, key, 0..=limits::SELECT_OPTIONS) {
            out[key] = json!(list);
        }
    }
    Some(out)
}
