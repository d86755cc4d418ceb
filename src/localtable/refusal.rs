//! Refusals in Discord's format: a status, a code, a sentence, and for an invalid form the tree that names each wrong field.

use serde_json::{Map, Value, json};

/// Why a request was refused, in Discord's words.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    pub(super) status: u16,
    pub(super) code: u32,
    pub(super) message: String,
    pub(super) errors: Option<Value>,
}

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident = $status:literal $code:literal $message:literal;)*) => {
        impl Refusal {
            $($(#[$doc])* pub(super) fn $name() -> Self {
                Self { status: $status, code: $code, message: $message.to_owned(), errors: None }
            })*
        }
    };
}

// The codes and sentences from Discord's reference, "JSON error codes".
refusals! {
    /// No such route.
    no_route = 404 0 "404: Not Found";
    /// No token, or the wrong one.
    unauthorised = 401 0 "401: Unauthorized";
    /// Not JSON, or not an object.
    not_json = 400 50109 "The request body contains invalid JSON.";
    /// More than a request may carry.
    too_large = 413 40005 "Request entity too large";
    unknown_application = 404 10002 "Unknown Application";
    unknown_channel = 404 10003 "Unknown Channel";
    unknown_guild = 404 10004 "Unknown Guild";
    unknown_member = 404 10007 "Unknown Member";
    unknown_message = 404 10008 "Unknown Message";
    unknown_overwrite = 404 10009 "Unknown Overwrite";
    unknown_role = 404 10011 "Unknown Role";
    unknown_user = 404 10013 "Unknown User";
    unknown_webhook = 404 10015 "Unknown Webhook";
    unknown_interaction = 404 10062 "Unknown interaction";
    unknown_command = 404 10063 "Unknown application command";
    /// The channel has the maximum number of pins.
    too_many_pins = 400 30003 "Maximum number of pins reached for the channel (250)";
    /// Too many edits of a message older than an hour.
    too_many_old_edits = 429 30046 "Maximum number of edits to messages older than 1 hour reached. Try again later.";
    already_acknowledged = 400 40060 "Interaction has already been acknowledged.";
    missing_access = 403 50001 "Missing Access";
    wrong_channel_type = 400 50024 "Cannot execute action on this channel type";
    others_message = 403 50005 "Cannot edit a message authored by another user";
    empty_message = 400 50006 "Cannot send an empty message";
    cannot_message_user = 403 50007 "Cannot send messages to this user";
    missing_permissions = 403 50013 "Missing Permissions";
    too_few_or_many = 400 50016 "Provided too few or too many messages to delete.";
    system_message = 403 50021 "Cannot execute action on a system message";
    dead_token = 401 50027 "Invalid Webhook Token";
    too_old_to_delete = 400 50034 "You can only bulk delete messages that are under 14 days old.";
    /// Nothing in an archived thread can be changed; a new message reopens it.
    thread_archived = 400 50083 "Thread is archived";
    thread_exists = 400 160004 "A thread has already been created for this message";
}

impl Refusal {
    /// The body of the response.
    pub(super) fn body(&self) -> Value {
        match &self.errors {
            // Every 429 says how long to wait. Spec, `RatelimitedResponse`.
            None if self.status == 429 => {
                json!({ "message": self.message, "code": self.code, "retry_after": 600.0, "global": false })
            }
            None => json!({ "message": self.message, "code": self.code }),
            Some(errors) => json!({ "message": self.message, "code": self.code, "errors": errors }),
        }
    }

    /// One wrong field.
    pub(super) fn field(at: &str, code: &'static str, message: impl Into<String>) -> Self {
        let mut form = Form::default();
        form.wrong(at, code, message);
        form.refusal()
    }
}

/// A form being read: collects everything that's wrong, each with its path (`embeds.0.title`).
#[derive(Debug, Default)]
pub(super) struct Form {
    wrong: Vec<(String, &'static str, String)>,
}

impl Form {
    /// Records what's wrong with one field.
    pub(super) fn wrong(&mut self, at: &str, code: &'static str, message: impl Into<String>) {
        /// The maximum number of faults reported.
        const FAULTS: usize = 100;
        if self.wrong.len() < FAULTS {
            self.wrong.push((at.to_owned(), code, message.into()));
        }
    }

    /// Done, or everything that's wrong.
    pub(super) fn finish(self) -> Result<(), Refusal> {
        if self.wrong.is_empty() { Ok(()) } else { Err(self.refusal()) }
    }

    fn refusal(self) -> Refusal {
        let mut tree = Value::Object(Map::new());
        for (at, code, message) in self.wrong {
            let leaf = at.split('.').filter(|step| !step.is_empty()).fold(&mut tree, |node, step| &mut node[step]);
            match leaf["_errors"].as_array_mut() {
                Some(list) => list.push(json!({ "code": code, "message": message })),
                None => leaf["_errors"] = json!([{ "code": code, "message": message }]),
            }
        }
        only_at_leaves(&mut tree);
        Refusal { status: 400, code: 50035, message: "Invalid Form Body".to_owned(), errors: Some(tree) }
    }
}

/// Discord's tree has its errors at the leaves: if parts of a field are wrong, only those are reported.
fn only_at_leaves(node: &mut Value) {
    let Some(map) = node.as_object_mut() else { return };
    if map.len() > 1 {
        map.remove("_errors");
    }
    map.values_mut().for_each(only_at_leaves);
}

/// The path of a field inside another.
pub(super) fn at(outer: &str, key: impl std::fmt::Display) -> String {
    if outer.is_empty() { key.to_string() } else { format!("{outer}.{key}") }
}
