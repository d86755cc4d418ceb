//! Modals and autocompletions: replies to interactions other than messages.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Fields, component, not_a_choice};
use crate::localtable::{
    limits,
    refusal::{Form, Refusal, at},
};

/// Reads a modal: one to five rows with one text input each.
pub(in crate::localtable) fn modal(data: &Value) -> Result<Value, Refusal> {
    let mut form = Form::default();
    let form_ = &mut form;
    let Some(fields) = Fields::open(form_, "data", data, &["custom_id", "title", "components"]) else {
        return Err(Refusal::field("data", "BASE_TYPE_REQUIRED", "This field is required"));
    };
    let custom_id = fields.required_text(form_, "custom_id", limits::CUSTOM_ID);
    let title = fields.required_text(form_, "title", limits::MODAL_TITLE);
    let list = fields.list(form_, "components", 1..=limits::MODAL_ROWS).unwrap_or_default();
    if list.is_empty() {
        form_.wrong("data.components", "BASE_TYPE_REQUIRED", "This field is required");
    }
    let mut custom_ids = BTreeSet::new();
    let rows: Vec<Value> = list
        .iter()
        .enumerate()
        .filter_map(|(i, row)| {
            let place = at("data.components", i);
            let fields = Fields::open(form_, &place, row, &["type", "id", "components"])?;
            if fields.value("type").and_then(Value::as_i64) != Some(component::ROW) {
                not_a_choice(form_, &fields.place("type"), "1,");
            }
            let inputs = fields.list(form_, "components", 1..=1)?;
            let input = text_input(form_, &at(&fields.place("components"), 0), inputs.first()?, &mut custom_ids)?;
            Some(json!({ "type": component::ROW, "id": 2 * i + 1, "components": [input] }))
        })
        .collect();
    form.finish()?;
    Ok(json!({ "custom_id": custom_id, "title": title, "components": rows }))
}

fn text_input(form: &mut Form, place: &str, value: &Value, custom_ids: &mut BTreeSet<String>) -> Option<Value> {
    let known =
        ["type", "id", "custom_id", "style", "label", "min_length", "max_length", "required", "value", "placeholder"];
    let fields = Fields::open(form, place, value, &known)?;
    if fields.value("type").and_then(Value::as_i64) != Some(component::TEXT_INPUT) {
        not_a_choice(form, &fields.place("type"), "4,");
    }
    let custom_id = fields.required_text(form, "custom_id", limits::CUSTOM_ID);
    if !custom_ids.insert(custom_id.to_owned()) {
        form.wrong(
            &fields.place("custom_id"),
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "Component custom id cannot be duplicated",
        );
    }
    let label = fields.required_text(form, "label", limits::INPUT_LABEL);
    let style = fields.whole(form, "style", 1..=2);
    if style.is_none() && fields.value("style").is_none() {
        form.wrong(&fields.place("style"), "BASE_TYPE_REQUIRED", "This field is required");
    }
    let most = limits::INPUT_TEXT as i64;
    let least = fields.whole(form, "min_length", 0..=most);
    let max = fields.whole(form, "max_length", 1..=most);
    if least.unwrap_or(0) > max.unwrap_or(most) {
        let place = fields.place("min_length");
        form.wrong(&place, "TEXT_INPUT_COMPONENT_MIN_LENGTH_TOO_LARGE", "min_length is larger than max_length");
    }
    let mut out = json!({
        "type": component::TEXT_INPUT, "id": custom_ids.len() * 2, "custom_id": custom_id, "label": label,
        "style": style.unwrap_or(1),
        "required": fields.yes(form, "required").unwrap_or(true), "min_length": least, "max_length": max,
    });
    if let Some(text) = fields.text(form, "value", 0..=max.unwrap_or(most) as usize) {
        out["value"] = json!(text);
    }
    if let Some(text) = fields.text(form, "placeholder", 0..=limits::INPUT_PLACEHOLDER) {
        out["placeholder"] = json!(text);
    }
    Some(out)
}

/// Reads an autocompletion's choices for an option of this type (3 text, 4 whole number, 10 number).
pub(in crate::localtable) fn choices(data: &Value, option_type: i64) -> Result<Vec<Value>, Refusal> {
    let mut form = Form::default();
    let mut read = Vec::new();
    if let Some(fields) = Fields::open(&mut form, "data", data, &["choices"]) {
        match fields.list(&mut form, "choices", 0..=limits::CHOICES) {
            Some(list) => read = choice_list(&mut form, "data.choices", list, option_type),
            None => form.wrong("data.choices", "BASE_TYPE_REQUIRED", "This field is required"),
        }
    }
    form.finish()?;
    Ok(read)
}

/// A list of choices, for an option's definition or an autocompletion.
pub(super) fn choice_list(form: &mut Form, place: &str, list: &[Value], option_type: i64) -> Vec<Value> {
    list.iter()
        .enumerate()
        .filter_map(|(i, value)| {
            let fields = Fields::open(form, &at(place, i), value, &["name", "name_localizations", "value"])?;
            let name = fields.required_text(form, "name", limits::CHOICE_NAME);
            let value = fields.value("value").cloned().unwrap_or_default();
            let right = match option_type {
                3 => value.is_string(),
                4 => value.is_i64(),
                _ => value.is_number(),
            };
            if !right {
                form.wrong(&fields.place("value"), "BASE_TYPE_REQUIRED", "The value is not of the option's type.");
            }
            if value.as_str().is_some_and(|text| text.chars().count() > limits::CHOICE_VALUE || text.is_empty()) {
                form.wrong(&fields.place("value"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.");
            }
            if value.as_f64().is_some_and(|number| number.abs() > limits::SAFE_NUMBER) {
                form.wrong(&fields.place("value"), "NUMBER_TYPE_RANGE", "The number is too large.");
            }
            Some(json!({ "name": name, "value": value }))
        })
        .collect()
}
