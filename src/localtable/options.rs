//! What people fill in: a command's options, a select's values, a modal's texts, checked against what the bot asked for.

use serde_json::{Map, Value, json};

use super::{
    Id,
    check::{
        command::{SUB_COMMAND, SUB_COMMAND_GROUP},
        component,
    },
    discord_state::DiscordState,
    limits,
};

/// Where something is filled in: at the table, on this server.
type Place<'a> = (&'a DiscordState, Id);

/// A command's options in the form the bot gets.
pub(super) struct Fitted {
    /// The command's name with subcommands, separated by spaces.
    pub(super) full_name: String,
    pub(super) options: Vec<Value>,
    /// The users, roles and channels referred to.
    pub(super) resolved: Value,
    /// The type of the option being typed.
    pub(super) focused_type: Option<i64>,
}

/// Checks the given options against their definitions. While someone is still typing, missing or wrong values are tolerated.
pub(super) fn fit(
    place: Place<'_>,
    name: &str,
    defined: &[Value],
    given: &[Value],
    typing: bool,
) -> Result<Fitted, String> {
    let subs = defined.iter().any(is_sub);
    if subs {
        let chosen = given.first().ok_or_else(|| format!("/{name} needs a subcommand."))?;
        let wanted = chosen["name"].as_str().unwrap_or_default();
        let sub = defined
            .iter()
            .find(|option| option["name"] == wanted)
            .ok_or_else(|| format!("There is no command /{name} {wanted}."))?;
        let none = Vec::new();
        let (inner, filled) =
            (sub["options"].as_array().unwrap_or(&none), chosen["options"].as_array().unwrap_or(&none));
        let fitted = fit(place, &format!("{name} {wanted}"), inner, filled, typing)?;
        let options = vec![json!({ "name": wanted, "type": sub["type"], "options": fitted.options })];
        return Ok(Fitted { options, ..fitted });
    }
    let mut fitted =
        Fitted { full_name: name.to_owned(), options: Vec::new(), resolved: json!({}), focused_type: None };
    for option in given {
        let wanted = option["name"].as_str().unwrap_or_default();
        let definition = defined
            .iter()
            .find(|definition| definition["name"] == wanted)
            .ok_or_else(|| format!("/{name} has no option {wanted}."))?;
        let kind = definition["type"].as_i64().unwrap_or(0);
        let mut out = json!({ "name": wanted, "type": kind });
        if option["focused"] == true && typing {
            if definition["autocomplete"] != true {
                return Err(format!("{wanted} has no suggestions."));
            }
            fitted.focused_type = Some(kind);
            out["focused"] = json!(true);
            out["value"] = option["value"].clone();
            if out["value"].is_null() {
                out["value"] = json!("");
            }
        } else {
            match value(place, definition, &option["value"], &mut fitted.resolved) {
                Ok(value) => out["value"] = value,
                Err(_) if typing => continue,
                Err(reason) => return Err(reason),
            }
        }
        fitted.options.push(out);
    }
    let missing = defined
        .iter()
        .find(|option| option["required"] == true && !given.iter().any(|one| one["name"] == option["name"]));
    match missing {
        Some(option) if !typing => Err(format!("/{name} needs {}.", option["name"].as_str().unwrap_or_default())),
        _ => Ok(fitted),
    }
}

fn is_sub(option: &Value) -> bool {
    matches!(option["type"].as_i64(), Some(SUB_COMMAND | SUB_COMMAND_GROUP))
}

/// One option's value, of the right type and in its range.
fn value(place: Place<'_>, definition: &Value, given: &Value, resolved: &mut Value) -> Result<Value, String> {
    let name = definition["name"].as_str().unwrap_or_default();
    let kind = definition["type"].as_i64().unwrap_or(0);
    let number = given.as_f64().or_else(|| given.as_str().and_then(|text| text.trim().parse().ok()));
    let value = match kind {
        3 => {
            let text = given.as_str().ok_or_else(|| format!("{name} must be a text."))?;
            let length = text.chars().count() as i64;
            let (least, most) = (definition["min_length"].as_i64(), definition["max_length"].as_i64());
            if text.is_empty() || least.is_some_and(|least| length < least) {
                return Err(format!("{name} is too short."));
            }
            if length > most.unwrap_or(limits::OPTION_TEXT) {
                return Err(format!("{name} can have at most {} characters.", most.unwrap_or(limits::OPTION_TEXT)));
            }
            json!(text)
        }
        4 => {
            let whole = number.filter(|number| number.fract() == 0.0 && number.abs() <= limits::SAFE_NUMBER);
            json!(whole.ok_or_else(|| format!("{name} must be a whole number."))? as i64)
        }
        5 => json!(given.as_bool().ok_or_else(|| format!("{name} must be true or false."))?),
        6..=9 => {
            let text = given.as_str().unwrap_or_default();
            let digits = text.trim_start_matches(['<', '@', '!', '&', '#']).trim_end_matches('>');
            let id = digits.parse().map_err(|_| format!("{name} must be a member, role or channel of this server."))?;
            resolve(place, kind, id, resolved)
                .ok_or_else(|| format!("{name} must be a member, role or channel of this server."))?;
            json!(id)
        }
        11 => {
            // `uploads` has stored the file and replaced its bytes with its description.
            let id = given["id"].as_str().ok_or_else(|| format!("{name} must be a file."))?;
            resolved["attachments"][id] = given.clone();
            json!(id)
        }
        10 => json!(number.ok_or_else(|| format!("{name} must be a number."))?),
        _ => return Err(format!("The local table can\u{2019}t fill in {name}.")),
    };
    if let Some(number) = value.as_f64() {
        if definition["min_value"].as_f64().is_some_and(|least| number < least) {
            return Err(format!("{name} must be at least {}.", definition["min_value"]));
        }
        if definition["max_value"].as_f64().is_some_and(|most| number > most) {
            return Err(format!("{name} must be at most {}.", definition["max_value"]));
        }
    }
    let choices = definition["choices"].as_array().filter(|choices| !choices.is_empty());
    if choices.is_some_and(|choices| !choices.iter().any(|choice| choice["value"] == value)) {
        return Err(format!("{name} must be one of its choices."));
    }
    Ok(value)
}

/// Adds what an id refers to beside the options: 6 user, 7 channel, 8 role, 9 user or role. `None` if there's nothing of that kind.
fn resolve((discord, guild): Place<'_>, kind: i64, id: Id, resolved: &mut Value) -> Option<()> {
    let key = id.to_string();
    if matches!(kind, 6 | 9) && discord.users.contains_key(&id) {
        resolved["users"][&key] = discord.user(id);
        let mut member = discord.partial_member(id, guild);
        member["permissions"] = json!(discord.server_permissions(id, guild).to_string());
        resolved["members"][&key] = member;
        return Some(());
    }
    if let Some(role) = discord.role_in(guild, id).filter(|_| matches!(kind, 8 | 9)) {
        resolved["roles"][&key] = discord.role(role);
        return Some(());
    }
    let channel = discord.channels.get(&id).filter(|channel| kind == 7 && discord.home(channel) == guild)?;
    let mut value = discord.channel(channel);
    value["permissions"] = json!(discord.permissions(discord.ids.bot, channel).to_string());
    resolved["channels"][&key] = value;
    Some(())
}

/// What the values of a select of users, roles or channels refer to.
pub(super) fn resolve_values(place: Place<'_>, component_type: i64, values: &[Value]) -> Result<Value, String> {
    let mut resolved = Value::Object(Map::new());
    let kind = match component_type {
        5 => 6,
        6 => 8,
        7 => 9,
        8 => 7,
        _ => return Ok(resolved),
    };
    for value in values {
        let id = value.as_str().and_then(|id| id.parse().ok()).unwrap_or_default();
        resolve(place, kind, id, &mut resolved).ok_or("This can\u{2019}t be chosen.")?;
    }
    Ok(resolved)
}

/// A select's values, if they're its options and as many as it asks for.
pub(super) fn chosen(component: &Value, values: &[Value]) -> Result<Vec<Value>, String> {
    let (least, most) = (component["min_values"].as_u64().unwrap_or(1), component["max_values"].as_u64().unwrap_or(1));
    let count = values.len() as u64;
    if count < least || count > most {
        return Err(format!("Choose {least} to {most}."));
    }
    let none = Vec::new();
    let options = component["options"].as_array().unwrap_or(&none);
    let known = |value: &Value| {
        component["type"] != component::STRING_SELECT || options.iter().any(|option| option["value"] == *value)
    };
    let twice = values.iter().enumerate().any(|(i, value)| values[..i].contains(value));
    if twice || !values.iter().all(known) {
        return Err("This can\u{2019}t be chosen.".to_owned());
    }
    Ok(values.to_vec())
}

/// A modal's rows in the form the bot gets, if every text fits its input.
pub(super) fn filled(modal: &Value, given: &[Value]) -> Result<Vec<Value>, String> {
    let inputs = |rows: &[Value]| -> Vec<Value> {
        rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default()).collect()
    };
    let given = inputs(given);
    let mut rows = Vec::new();
    for (i, input) in inputs(modal["components"].as_array().map_or(&[], Vec::as_slice)).iter().enumerate() {
        let text = given
            .iter()
            .find(|one| one["custom_id"] == input["custom_id"])
            .and_then(|one| one["value"].as_str())
            .unwrap_or_default();
        let label = input["label"].as_str().unwrap_or_default();
        let length = text.chars().count() as u64;
        let required = input["required"] == true;
        if required && text.trim().is_empty() {
            return Err(format!("{label} must be filled in."));
        }
        if (required || length > 0) && length < input["min_length"].as_u64().unwrap_or(0) {
            return Err(format!("{label} needs at least {} characters.", input["min_length"]));
        }
        let most = input["max_length"].as_u64().unwrap_or(limits::INPUT_TEXT as u64);
        if length > most {
            return Err(format!("{label} can have at most {most} characters."));
        }
        let field =
            json!({ "type": component::TEXT_INPUT, "id": 2 * i + 2, "custom_id": input["custom_id"], "value": text });
        rows.push(json!({ "type": component::ROW, "id": 2 * i + 1, "components": [field] }));
    }
    Ok(rows)
}
