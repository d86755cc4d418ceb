//! Application commands: their names, options and choices, and how they fit together.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Fields, modal::choice_list, not_a_choice};
use crate::localtable::{
    limits,
    refusal::{Form, Refusal, at},
};

/// A chat command, the only type with options.
pub(in crate::localtable) const CHAT_INPUT: i64 = 1;
/// A subcommand.
pub(in crate::localtable) const SUB_COMMAND: i64 = 1;
/// A group of subcommands.
pub(in crate::localtable) const SUB_COMMAND_GROUP: i64 = 2;

const COMMAND_KEYS: &[&str] = &[
    "id",
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "options",
    "default_member_permissions",
    "dm_permission",
    "default_permission",
    "contexts",
    "integration_types",
    "nsfw",
    "handler",
];
const OPTION_KEYS: &[&str] = &[
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "required",
    "choices",
    "options",
    "channel_types",
    "min_value",
    "max_value",
    "min_length",
    "max_length",
    "autocomplete",
];

/// Reads the whole list of a scope's commands. Names are unique per type.
pub(in crate::localtable) fn commands(body: &Value) -> Result<Vec<Value>, Refusal> {
    let Some(list) = body.as_array() else {
        return Err(Refusal::field("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"));
    };
    let mut form = Form::default();
    let read: Vec<Value> =
        list.iter().enumerate().filter_map(|(i, value)| command(&mut form, &i.to_string(), value)).collect();
    fits_together(&mut form, &read);
    form.finish()?;
    Ok(read)
}

/// Reads one command from a POST or PATCH.
pub(in crate::localtable) fn one(body: &Value) -> Result<Value, Refusal> {
    let mut form = Form::default();
    let read = command(&mut form, "", body);
    form.finish()?;
    read.ok_or_else(Refusal::not_json)
}

/// Whether these commands can exist side by side.
pub(in crate::localtable) fn beside(all: &[Value]) -> Result<(), Refusal> {
    let mut form = Form::default();
    fits_together(&mut form, all);
    form.finish()
}

fn fits_together(form: &mut Form, all: &[Value]) {
    let mut names = BTreeSet::new();
    for (i, command) in all.iter().enumerate() {
        if !names.insert((command["type"].as_i64(), command["name"].as_str())) {
            form.wrong(
                &at(&i.to_string(), "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            );
        }
    }
    for kind in 1..=3 {
        let most = if kind == CHAT_INPUT { limits::COMMANDS } else { limits::CONTEXT_COMMANDS };
        if all.iter().filter(|command| command["type"] == kind).count() > most {
            let said = format!("Maximum number of application commands reached ({most}).");
            form.wrong("", "APPLICATION_COMMANDS_MAX", said);
        }
    }
}

fn command(form: &mut Form, place: &str, value: &Value) -> Option<Value> {
    let fields = Fields::open(form, place, value, COMMAND_KEYS)?;
    let kind = fields.whole(form, "type", 1..=3).unwrap_or(CHAT_INPUT);
    let name = fields.required_text(form, "name", limits::COMMAND_NAME);
    let mut description = "";
    if kind == CHAT_INPUT {
        well_named(form, &fields.place("name"), name);
        description = fields.required_text(form, "description", limits::COMMAND_DESCRIPTION);
    } else if fields.text(form, "description", 0..=0).is_some_and(|text| !text.is_empty()) {
        form.wrong(
            &fields.place("description"),
            "APPLICATION_COMMAND_INVALID_DESCRIPTION",
            "Context menu commands cannot have a description",
        );
    }
    let list = fields.list(form, "options", 0..=limits::COMMAND_OPTIONS).unwrap_or_default();
    if kind != CHAT_INPUT && !list.is_empty() {
        form.wrong(
            &fields.place("options"),
            "APPLICATION_COMMAND_INVALID_OPTIONS",
            "Context menu commands cannot have options",
        );
    }
    let options = options(form, &fields.place("options"), list, 0);
    let together = characters(&json!({ "name": name, "description": description, "options": options }));
    if together > limits::COMMAND_TOGETHER {
        let most = limits::COMMAND_TOGETHER;
        form.wrong(place, "APPLICATION_COMMAND_TOO_LARGE", format!("Command exceeds maximum size ({most})"));
    }
    let permissions = fields.value("default_member_permissions").map(|value| {
        let bits = value.as_str().and_then(|text| text.parse::<u64>().ok()).or_else(|| value.as_u64());
        if bits.is_none() {
            form.wrong(&fields.place("default_member_permissions"), "NUMBER_TYPE_COERCE", "Not a set of permissions.");
        }
        bits.unwrap_or(0).to_string()
    });
    let list_or = |key: &str, default: Value| fields.value(key).cloned().unwrap_or(default);
    Some(json!({
        "type": kind, "name": name, "description": description, "options": options,
        "name_localizations": list_or("name_localizations", Value::Null),
        "description_localizations": list_or("description_localizations", Value::Null),
        "default_member_permissions": permissions, "dm_permission": fields.yes(form, "dm_permission").unwrap_or(true),
        "contexts": list_or("contexts", Value::Null), "integration_types": list_or("integration_types", json!([0])),
        "nsfw": fields.yes(form, "nsfw").unwrap_or(false),
    }))
}

/// Chat commands and options: lower case letters, digits, `-` and `_`, in any script (reference, "Application command
/// naming").
fn well_named(form: &mut Form, place: &str, name: &str) {
    let right = name.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_' || c == '\'');
    if !right || name.to_lowercase() != name {
        form.wrong(place, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
    }
}

/// What counts towards a command's size: names, descriptions and the values of choices.
fn characters(value: &Value) -> usize {
    let own = ["name", "description"]
        .iter()
        .filter_map(|key| value[key].as_str())
        .map(|text| text.chars().count())
        .sum::<usize>();
    let choices = value["choices"].as_array().into_iter().flatten();
    let choices: usize = choices
        .map(|choice| {
            ["name", "value"]
                .iter()
                .filter_map(|key| choice[key].as_str())
                .map(|text| text.chars().count())
                .sum::<usize>()
        })
        .sum();
    own + choices + value["options"].as_array().into_iter().flatten().map(characters).sum::<usize>()
}

/// Options at `depth` 0 (a command's), 1 (a subcommand's or a group's) or 2 (those of a subcommand in a group).
fn options(form: &mut Form, place: &str, list: &[Value], depth: u8) -> Vec<Value> {
    let read: Vec<Value> =
        list.iter().enumerate().filter_map(|(i, value)| option(form, &at(place, i), value, depth)).collect();
    let mut names = BTreeSet::new();
    let mut optional_seen = false;
    for (i, option) in read.iter().enumerate() {
        if !names.insert(option["name"].as_str().unwrap_or_default()) {
            let place = at(&at(place, i), "name");
            form.wrong(&place, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name is already used");
        }
        let required = option["required"] == true;
        if required && optional_seen {
            let said = "Required options must be placed before non-required options";
            form.wrong(&at(&at(place, i), "required"), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", said);
        }
        optional_seen |= !required;
    }
    let sub = read.iter().filter(|option| is_sub(option)).count();
    if sub > 0 && sub < read.len() {
        let said = "Sub-command and sub-command group option types are mutually exclusive to all other types";
        form.wrong(place, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", said);
    }
    read
}

fn is_sub(option: &Value) -> bool {
    matches!(option["type"].as_i64(), Some(SUB_COMMAND | SUB_COMMAND_GROUP))
}

fn option(form: &mut Form, place: &str, value: &Value, depth: u8) -> Option<Value> {
    let fields = Fields::open(form, place, value, OPTION_KEYS)?;
    let Some(kind) = fields.whole(form, "type", 1..=11) else {
        not_a_choice(form, &fields.place("type"), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11");
        return None;
    };
    let name = fields.required_text(form, "name", limits::COMMAND_NAME);
    well_named(form, &fields.place("name"), name);
    let description = fields.required_text(form, "description", limits::COMMAND_DESCRIPTION);
    let mut out = json!({ "type": kind, "name": name, "description": description });
    for key in ["name_localizations", "description_localizations"] {
        if let Some(value) = fields.value(key) {
            out[key] = value.clone();
        }
    }
    let inner = fields.list(form, "options", 0..=limits::COMMAND_OPTIONS).unwrap_or_default();
    if kind == SUB_COMMAND || kind == SUB_COMMAND_GROUP {
        sub_option(form, &fields, kind, inner, depth, &mut out);
        return Some(out);
    }
    if !inner.is_empty() {
        form.wrong(
            &fields.place("options"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Only subcommands have options",
        );
    }
    out["required"] = json!(fields.yes(form, "required").unwrap_or(false));
    bounds(form, &fields, kind, &mut out);
    let list = fields.list(form, "choices", 0..=limits::CHOICES).unwrap_or_default();
    let autocomplete = fields.yes(form, "autocomplete").unwrap_or(false);
    if (!list.is_empty() || autocomplete) && !matches!(kind, 3 | 4 | 10) {
        form.wrong(
            place,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Only strings and numbers have choices or autocomplete",
        );
    }
    if !list.is_empty() && autocomplete {
        let said = "Autocomplete options cannot have choices";
        form.wrong(&fields.place("autocomplete"), "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", said);
    }
    if !list.is_empty() {
        out["choices"] = Value::Array(choice_list(form, &fields.place("choices"), list, kind));
        let mut names = BTreeSet::new();
        for (i, choice) in list.iter().enumerate() {
            if !names.insert(choice["name"].as_str().unwrap_or_default()) {
                let place = at(&fields.place("choices"), i);
                form.wrong(
                    &place,
                    "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE",
                    "The specified choice name is already used",
                );
            }
        }
    }
    if autocomplete {
        out["autocomplete"] = json!(true);
    }
    if let Some(list) = fields.list(form, "channel_types", 0..=20) {
        out["channel_types"] = json!(list);
    }
    Some(out)
}

fn sub_option(form: &mut Form, fields: &Fields<'_>, kind: i64, inner: &[Value], depth: u8, out: &mut Value) {
    let place = fields.place("options");
    if (kind == SUB_COMMAND_GROUP && depth > 0) || depth > 1 {
        form.wrong(
            &fields.place("type"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Subcommands cannot be nested this deep",
        );
        return;
    }
    for key in
        ["required", "choices", "autocomplete", "min_value", "max_value", "min_length", "max_length", "channel_types"]
    {
        let said = fields.value(key).is_some_and(|value| *value != json!(false) && *value != json!([]));
        if said {
            form.wrong(&fields.place(key), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Not for subcommands");
        }
    }
    let read = options(form, &place, inner, depth + 1);
    if kind == SUB_COMMAND_GROUP && (read.is_empty() || read.iter().any(|option| option["type"] != SUB_COMMAND)) {
        form.wrong(&place, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A group holds subcommands and nothing else");
    }
    if kind == SUB_COMMAND && read.iter().any(is_sub) {
        form.wrong(&place, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Subcommands cannot hold subcommands");
    }
    out["options"] = Value::Array(read);
}

/// Least and most: a value's for numbers, a length's for texts.
fn bounds(form: &mut Form, fields: &Fields<'_>, kind: i64, out: &mut Value) {
    let number = |key: &str| fields.value(key).and_then(Value::as_f64);
    for key in ["min_value", "max_value"] {
        let Some(value) = fields.value(key) else { continue };
        // Some clients write the whole number 1 as 1.0.
        let whole = value.as_f64().is_some_and(|number| number.fract() == 0.0);
        let right = if kind == 4 { whole } else { kind == 10 && value.is_number() };
        if !right || value.as_f64().is_some_and(|number| number.abs() > limits::SAFE_NUMBER) {
            form.wrong(&fields.place(key), "NUMBER_TYPE_COERCE", "Not a bound for this option.");
        }
        out[key] = if kind == 4 { json!(value.as_f64().unwrap_or(0.0) as i64) } else { value.clone() };
    }
    for (key, least) in [("min_length", 0), ("max_length", 1)] {
        if let Some(value) = fields.whole(form, key, least..=limits::OPTION_TEXT) {
            if kind != 3 {
                form.wrong(
                    &fields.place(key),
                    "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                    "Only strings have a length",
                );
            }
            out[key] = json!(value);
        }
    }
    for (least, most) in [("min_value", "max_value"), ("min_length", "max_length")] {
        if number(least).zip(number(most)).is_some_and(|(least, most)| least > most) {
            form.wrong(
                &fields.place(least),
                "APPLICATION_COMMAND_OPTIONS_MIN_GREATER_THAN_MAX",
                "The minimum is larger than the maximum",
            );
        }
    }
}
