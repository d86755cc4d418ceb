//! Discord's own specification as a judge: every call by a bot, and every response from the stand-in, is checked against
//! `../shared/discord/openapi.json` and twilight's validators. It doesn't judge what it doesn't know. If the file is missing it says so,
//! and fails if `CI` is set.

use std::{
    collections::{BTreeMap, HashMap},
    path::PathBuf,
    sync::{LazyLock, Mutex},
};

use jsonschema::{Registry, Validator};
use serde_json::{Value, json};
use twilight_model::{
    application::command::Command,
    channel::message::{Component, Embed},
};

/// The variable that gives another path for the specification.
const ELSEWHERE: &str = "UMPIRE_DISCORD_SPEC";

/// The specification, compiled as far as needed so far.
pub struct Spec {
    operations: Vec<Operation>,
    registry: &'static Registry<'static>,
    compiled: Mutex<HashMap<usize, Option<&'static Validator>>>,
}

struct Operation {
    method: String,
    /// Literal segments, or `None` for a variable one.
    path: Vec<Option<String>>,
    request: Option<usize>,
    /// Schemas by status, `200` or `4XX`; without a schema the response has no body.
    answers: BTreeMap<String, Option<usize>>,
}

/// One call, from the stand-in's log or a proxy.
pub struct Exchange<'a> {
    /// GET, POST …
    pub method: &'a str,
    /// Below `/api/v10`.
    pub path: &'a str,
    /// The JSON sent (`payload_json` of a multipart request), or null.
    pub request: &'a Value,
    /// The response's status.
    pub status: u16,
    /// The response's JSON, or null.
    pub answer: &'a Value,
}

static SPEC: LazyLock<Option<Spec>> = LazyLock::new(Spec::read);

impl Spec {
    /// The specification. `None`, with a message, if the file is missing; a failure if `CI` is set.
    pub fn find() -> Option<&'static Self> {
        SPEC.as_ref()
    }

    fn read() -> Option<Self> {
        let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/discord/openapi.json");
        let file = std::env::var_os(ELSEWHERE).map_or(beside, PathBuf::from);
        let Ok(text) = std::fs::read_to_string(&file) else {
            let said = format!("Discord's specification is not at {}; nothing was held against it", file.display());
            assert!(std::env::var_os("CI").is_none(), "{said}");
            eprintln!("{said}");
            return None;
        };
        let document: Value = serde_json::from_str(&text).expect("the specification is JSON");
        Some(Self::new(document))
    }

    fn new(mut document: Value) -> Self {
        let mut schemas = Vec::new();
        let mut operations = Vec::new();
        let mut note = |schema: Option<&Value>| {
            schemas.push(schema?.clone());
            Some(schemas.len() - 1)
        };
        for (path, item) in document["paths"].as_object().expect("the specification has paths") {
            let literal = |segment: &str| (!segment.starts_with('{')).then(|| segment.to_owned());
            for method in ["get", "put", "post", "patch", "delete"] {
                let Some(operation) = item.get(method) else { continue };
                let json = "/content/application~1json/schema";
                let answers = operation["responses"].as_object().into_iter().flatten();
                operations.push(Operation {
                    method: method.to_uppercase(),
                    path: path.split('/').skip(1).map(literal).collect(),
                    request: note(operation.pointer(&format!("/requestBody{json}"))),
                    answers: answers
                        .map(|(status, answer)| {
                            let named =
                                answer["$ref"].as_str().and_then(|name| document.pointer(name.trim_start_matches('#')));
                            (status.clone(), note(named.unwrap_or(answer).pointer(json)))
                        })
                        .collect(),
                });
            }
        }
        document["x-judged"] = Value::Array(schemas);
        document["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
        // Tests read the specification once and keep it until they end.
        let registry = Registry::new()
            .add("urn:discord", document)
            .expect("a place for it")
            .prepare()
            .expect("the specification is sound");
        Self { operations, registry: Box::leak(Box::new(registry)), compiled: Mutex::default() }
    }

    /// Everything that's wrong with an exchange.
    pub fn faults(&self, exchange: &Exchange<'_>) -> Vec<String> {
        let Some(operation) = self.operation(exchange.method, exchange.path) else {
            return vec![format!("{} {} is not in Discord's specification", exchange.method, exchange.path)];
        };
        let mut faults = Vec::new();
        // A refused request was meant to be wrong, or is reported by the test that made it.
        if exchange.status < 400 {
            if let Some(schema) = operation.request {
                faults.extend(self.against(schema, &evened_out(exchange.request), "request"));
            } else if !exchange.request.is_null() {
                faults.push("this operation takes no body".to_owned());
            }
            faults.extend(twilight_faults(exchange));
        }
        let class = format!("{}XX", exchange.status / 100);
        let schema = operation.answers.get(&exchange.status.to_string()).or_else(|| operation.answers.get(&class));
        match schema {
            // Discord's proxies return 5xx regardless of the specification.
            None if exchange.status >= 500 => {}
            None => faults.push(format!("{} is not an answer to this operation", exchange.status)),
            Some(None) if !exchange.answer.is_null() => faults.push("this answer has no body".to_owned()),
            Some(None) => {}
            Some(Some(schema)) if exchange.status >= 400 => {
                faults.extend(self.against(*schema, &evened_out(exchange.answer), "answer"));
            }
            Some(Some(schema)) => faults.extend(self.against(*schema, exchange.answer, "answer")),
        }
        faults
            .iter()
            .map(|fault| format!("{} {} -> {}: {fault}", exchange.method, exchange.path, exchange.status))
            .collect()
    }

    /// The operation for a path; literal segments take precedence over variable ones.
    fn operation(&self, method: &str, path: &str) -> Option<&Operation> {
        let segments: Vec<&str> = path.split('/').skip(1).collect();
        let fits = |operation: &&Operation| {
            operation.method == method
                && operation.path.len() == segments.len()
                && operation
                    .path
                    .iter()
                    .zip(&segments)
                    .all(|(wanted, segment)| wanted.as_ref().is_none_or(|wanted| wanted == segment))
        };
        let literal = |operation: &&Operation| operation.path.iter().flatten().count();
        self.operations.iter().filter(fits).max_by_key(literal)
    }

    fn against(&self, schema: usize, value: &Value, what: &str) -> Vec<String> {
        let validator =
            *self.compiled.lock().expect("no other test panicked here").entry(schema).or_insert_with(|| {
                let root = json!({ "$ref": format!("urn:discord#/x-judged/{schema}") });
                let built =
                    jsonschema::options().with_registry(self.registry).build(&root).expect("the schema compiles");
                Some(Box::leak(Box::new(built)))
            });
        let Some(validator) = validator else { return Vec::new() };
        let errors = validator.iter_errors(value);
        errors.map(|error| format!("{what} at {}: {}", error.instance_path(), shortened(&error.to_string()))).collect()
    }
}

/// An error's text quotes the whole value; its beginning is enough.
fn shortened(text: &str) -> String {
    text.chars().take(600).collect()
}

/// Normalises spellings that Discord accepts but its specification doesn't: numbers for `attachments[].id`, permissions as text and, in its
/// own responses, words for the codes in an error's tree (`BASE_TYPE_REQUIRED`).
fn evened_out(value: &Value) -> Value {
    let mut value = value.clone();
    even_out(&mut value);
    value
}

fn even_out(value: &mut Value) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(even_out),
        Value::Object(map) => {
            if let Some(Value::Array(list)) = map.get_mut("attachments") {
                for attachment in list {
                    if let Some(number) = attachment["id"].as_u64() {
                        attachment["id"] = json!(number.to_string());
                    }
                }
            }
            for key in ["default_member_permissions", "allow", "deny"] {
                if let Some(number) = map.get(key).and_then(Value::as_str).and_then(|text| text.parse::<u64>().ok()) {
                    map.insert(key.into(), json!(number));
                }
            }
            for error in map.get_mut("_errors").and_then(Value::as_array_mut).into_iter().flatten() {
                error["code"] = json!(0);
            }
            map.values_mut().for_each(even_out);
        }
        _ => {}
    }
}

/// What twilight's validators say about the messages and commands in a request.
fn twilight_faults(exchange: &Exchange<'_>) -> Vec<String> {
    let (path, request) = (exchange.path, exchange.request);
    let mut faults = Vec::new();
    // A change of a command only names what changes, so it isn't a whole command.
    if path.contains("/commands") && exchange.method == "PATCH" {
        return faults;
    }
    if path.contains("/commands") {
        let one = std::slice::from_ref(request);
        for command in request.as_array().map_or(one, Vec::as_slice).iter().filter(|command| command.is_object()) {
            faults.extend(command_fault(command));
        }
        return faults;
    }
    let message = if path.ends_with("/callback") { &request["data"] } else { request };
    if !path.contains("/messages") && !path.contains("/webhooks") && !path.ends_with("/callback") {
        return faults;
    }
    let mut say = |fault: String| faults.push(format!("twilight: {fault}"));
    if let Some(content) = message["content"].as_str()
        && let Err(fault) = twilight_validate::message::content(content)
    {
        say(fault.to_string());
    }
    let mut embeds = message["embeds"].clone();
    for embed in embeds.as_array_mut().into_iter().flatten() {
        if embed["type"].is_null() {
            embed["type"] = json!("rich");
        }
        for field in embed
            .get_mut("fields")
            .and_then(Value::as_array_mut)
            .into_iter()
            .flatten()
            .filter(|field| field["inline"].is_null())
        {
            field["inline"] = json!(false);
        }
    }
    match serde_json::from_value::<Option<Vec<Embed>>>(embeds.take()) {
        Err(fault) => say(format!("embeds: {fault}")),
        Ok(embeds) => {
            if let Err(fault) = twilight_validate::message::embeds(&embeds.unwrap_or_default()) {
                say(fault.to_string());
            }
        }
    }
    // A form's components aren't a message's.
    if request["type"] == 9 && path.ends_with("/callback") {
        return faults;
    }
    match serde_json::from_value::<Option<Vec<Component>>>(message["components"].clone()) {
        Err(fault) => say(format!("components: {fault}")),
        Ok(components) => {
            if let Err(fault) = twilight_validate::message::components(&components.unwrap_or_default(), false) {
                say(fault.to_string());
            }
        }
    }
    faults
}

fn command_fault(command: &Value) -> Option<String> {
    let mut command = command.clone();
    command["version"] = json!("1");
    if command["type"].is_null() {
        command["type"] = json!(1);
    }
    for key in ["default_member_permissions", "options", "description"] {
        match (&command[key], key) {
            (Value::Number(number), "default_member_permissions") => command[key] = json!(number.to_string()),
            (Value::Null, "options") => command[key] = json!([]),
            (Value::Null, "description") => command[key] = json!(""),
            _ => {}
        }
    }
    match serde_json::from_value::<Command>(command) {
        Err(fault) => Some(format!("twilight: command: {fault}")),
        Ok(command) => twilight_validate::command::command(&command)
            .and_then(|()| twilight_validate::command::options(&command.options))
            .err()
            .map(|fault| format!("twilight: {}: {fault}", command.name)),
    }
}

/// Checks every call in a table's log against the specification.
///
/// # Panics
/// With everything that's wrong.
pub fn judge(table: &umpire::localtable::LocalTable) {
    let Some(spec) = Spec::find() else { return };
    let faults: Vec<String> = table
        .calls_since(0)
        .iter()
        // A response from an injected fault isn't the stand-in's own.
        .filter(|call| call.fault.is_none())
        .flat_map(|call| {
            spec.faults(&Exchange {
                method: call.method.as_str(),
                path: &call.path,
                request: &call.body,
                status: call.status,
                answer: &call.answer,
            })
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
