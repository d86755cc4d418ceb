//! Incoming messages: new ones, edits, and the `data` of an interaction's reply.

use serde_json::Value;

use super::{Fields, component, embed, not_a_choice};
use crate::localtable::{
    Id, limits,
    refusal::{Form, Refusal, at},
    rest::upload::Upload,
};

/// Only its addressee sees the message.
pub(in crate::localtable) const EPHEMERAL: u64 = 1 << 6;
/// The bot is still thinking; shown until the first follow-up.
pub(in crate::localtable) const LOADING: u64 = 1 << 7;
/// Links show no previews.
const SUPPRESS_EMBEDS: u64 = 1 << 2;
/// The message triggers no notification sound.
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;

/// The route a message comes by; each has its own keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::localtable) enum Route {
    /// `POST /channels/…/messages`.
    Create,
    /// `PATCH /channels/…/messages/…`.
    Edit,
    /// The `data` of an interaction's reply.
    Callback,
    /// `POST /webhooks/…`.
    FollowUp,
    /// `PATCH /webhooks/…/messages/…`.
    WebhookEdit,
}

/// A file that an edit keeps, or one sent with the request.
#[derive(Clone, Debug)]
pub(in crate::localtable) enum Attached {
    /// Already there.
    Kept(Id),
    /// New.
    New { filename: String, description: Option<String>, title: Option<String>, bytes: axum::body::Bytes },
}

/// Whom a message can ping.
#[derive(Clone, Debug)]
pub(in crate::localtable) struct AllowedMentions {
    pub(in crate::localtable) everyone: bool,
    /// `None` means everyone named in the content.
    pub(in crate::localtable) users: Option<Vec<Id>>,
    /// `None` means every role named in the content.
    pub(in crate::localtable) roles: Option<Vec<Id>>,
    pub(in crate::localtable) replied_user: bool,
}

/// What a request says about a message. `None` means it doesn't say.
#[derive(Clone, Debug, Default)]
pub(in crate::localtable) struct Draft {
    pub(in crate::localtable) content: Option<String>,
    pub(in crate::localtable) embeds: Option<Vec<Value>>,
    pub(in crate::localtable) components: Option<Vec<Value>>,
    pub(in crate::localtable) attachments: Option<Vec<Attached>>,
    /// Whether the attachments replace the existing ones (an edit that lists them) or are added.
    pub(in crate::localtable) replaces_attachments: bool,
    pub(in crate::localtable) flags: Option<u64>,
    pub(in crate::localtable) allowed_mentions: Option<AllowedMentions>,
    pub(in crate::localtable) nonce: Option<Value>,
    pub(in crate::localtable) enforce_nonce: bool,
    pub(in crate::localtable) reply_to: Option<Reply>,
}

/// The message that this one replies to.
#[derive(Clone, Copy, Debug)]
pub(in crate::localtable) struct Reply {
    pub(in crate::localtable) message: Id,
    pub(in crate::localtable) fail_if_not_exists: bool,
}

impl Draft {
    /// Whether it would show anything.
    pub(in crate::localtable) fn is_empty(&self) -> bool {
        self.content.as_deref().unwrap_or("").trim().is_empty()
            && !self.embeds.iter().flatten().any(embed::shows_something)
            && self.attachments.as_ref().is_none_or(Vec::is_empty)
            && self.components.as_ref().is_none_or(Vec::is_empty)
    }
}

impl Route {
    fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Create => &[
                "content",
                "embeds",
                "allowed_mentions",
                "sticker_ids",
                "components",
                "flags",
                "attachments",
                "poll",
                "message_reference",
                "nonce",
                "enforce_nonce",
                "tts",
            ],
            Self::Edit => &["content", "embeds", "flags", "allowed_mentions", "components", "attachments"],
            Self::Callback => {
                &["content", "embeds", "allowed_mentions", "components", "attachments", "poll", "tts", "flags"]
            }
            Self::FollowUp => &[
                "content",
                "embeds",
                "allowed_mentions",
                "components",
                "attachments",
                "poll",
                "tts",
                "flags",
                "username",
                "avatar_url",
                "thread_name",
            ],
            Self::WebhookEdit => {
                &["content", "embeds", "allowed_mentions", "components", "attachments", "poll", "flags"]
            }
        }
    }

    fn is_edit(self) -> bool {
        matches!(self, Self::Edit | Self::WebhookEdit)
    }
}

/// Reads a message. `place` is its path in the request (`data` in an interaction's reply).
pub(in crate::localtable) fn draft(
    place: &str,
    body: &Value,
    uploads: &[Upload],
    route: Route,
) -> Result<Draft, Refusal> {
    let mut form = Form::default();
    let Some(fields) = Fields::open(&mut form, place, body, route.keys()) else { return Err(Refusal::not_json()) };
    let form_ = &mut form;
    let mut draft = Draft {
        content: fields.text(form_, "content", 0..=limits::CONTENT).map(str::to_owned),
        flags: flags(form_, &fields),
        ..Draft::default()
    };
    if let Some(list) = fields.list(form_, "embeds", 0..=limits::EMBEDS) {
        draft.embeds = Some(embed::embeds(form_, &fields.place("embeds"), list));
    }
    if let Some(list) = fields.list(form_, "components", 0..=limits::ROWS) {
        draft.components = Some(component::rows(form_, &fields.place("components"), list));
    }
    if let Some(value) = fields.value("allowed_mentions") {
        draft.allowed_mentions = allowed_mentions(form_, &fields.place("allowed_mentions"), value);
    }
    for key in ["poll", "sticker_ids"] {
        if fields.value(key).is_some_and(|value| *value != serde_json::json!([])) {
            form_.wrong(&fields.place(key), "UNSUPPORTED", "The local table has no polls and no stickers.");
        }
    }
    fields.yes(form_, "tts");
    draft.enforce_nonce = fields.yes(form_, "enforce_nonce").unwrap_or(false);
    draft.nonce = nonce(form_, &fields);
    if let Some(value) = fields.value("message_reference") {
        draft.reply_to = reply(form_, &fields.place("message_reference"), value);
    }
    attachments(form_, &fields, uploads, route, &mut draft);
    // An edit with null for content or lists empties them.
    if route.is_edit() || route == Route::Callback {
        for (key, empty) in [("embeds", &mut draft.embeds), ("components", &mut draft.components)] {
            if fields.names(key) && empty.is_none() {
                *empty = Some(Vec::new());
            }
        }
        if fields.names("content") && draft.content.is_none() {
            draft.content = Some(String::new());
        }
    }
    form.finish()?;
    Ok(draft)
}

fn flags(form: &mut Form, fields: &Fields<'_>) -> Option<u64> {
    let flags = fields.whole(form, "flags", 0..=i64::from(i32::MAX))? as u64;
    if flags & !(EPHEMERAL | SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS) != 0 {
        not_a_choice(form, &fields.place("flags"), "4, 64, 4096");
    }
    Some(flags)
}

fn nonce(form: &mut Form, fields: &Fields<'_>) -> Option<Value> {
    let value = fields.value("nonce")?;
    if value.is_string() {
        fields.text(form, "nonce", 0..=limits::NONCE);
    } else if !value.is_i64() && !value.is_u64() {
        form.wrong(&fields.place("nonce"), "NONCE_TYPE_INVALID", "A nonce is an integer or a string.");
    }
    Some(value.clone())
}

fn reply(form: &mut Form, place: &str, value: &Value) -> Option<Reply> {
    let fields =
        Fields::open(form, place, value, &["type", "message_id", "channel_id", "guild_id", "fail_if_not_exists"])?;
    let message = fields.id(form, "message_id");
    if message.is_none() {
        form.wrong(&fields.place("message_id"), "BASE_TYPE_REQUIRED", "This field is required");
    }
    Some(Reply { message: message?, fail_if_not_exists: fields.yes(form, "fail_if_not_exists").unwrap_or(true) })
}

fn allowed_mentions(form: &mut Form, place: &str, value: &Value) -> Option<AllowedMentions> {
    let fields = Fields::open(form, place, value, &["parse", "users", "roles", "replied_user"])?;
    let parse: Vec<&str> =
        fields.list(form, "parse", 0..=3).unwrap_or_default().iter().filter_map(Value::as_str).collect();
    for kind in parse.iter().filter(|kind| !["users", "roles", "everyone"].contains(*kind)) {
        not_a_choice(form, &fields.place("parse"), &format!("'roles', 'users', 'everyone'; not {kind}"));
    }
    let mut listed = |key: &str| -> Option<Vec<Id>> {
        let list = fields.list(form, key, 0..=limits::ALLOWED_MENTIONS)?;
        let ids: Vec<Id> = list.iter().filter_map(|id| id.as_str()?.parse().ok()).collect();
        if ids.len() < list.len() {
            form.wrong(&fields.place(key), "NUMBER_TYPE_COERCE", "Not every value is a snowflake.");
        }
        if parse.contains(&key) && !list.is_empty() {
            let said = format!("parse:[\"{key}\"] and {key}: [ids...] are mutually exclusive.");
            form.wrong(place, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", said);
        }
        Some(ids)
    };
    let (users, roles) = (listed("users").unwrap_or_default(), listed("roles").unwrap_or_default());
    Some(AllowedMentions {
        everyone: parse.contains(&"everyone"),
        users: (!parse.contains(&"users")).then_some(users),
        roles: (!parse.contains(&"roles")).then_some(roles),
        replied_user: fields.yes(form, "replied_user").unwrap_or(false),
    })
}

/// The `attachments` list beside the uploaded files: an entry with the number of a file describes it, any other id is a file to keep.
fn attachments(form: &mut Form, fields: &Fields<'_>, uploads: &[Upload], route: Route, draft: &mut Draft) {
    if uploads.len() > limits::FILES {
        form.wrong(
            &fields.place("attachments"),
            "BASE_TYPE_MAX_LENGTH",
            format!("Must be {} or fewer in length.", limits::FILES),
        );
    }
    let list = fields.list(form, "attachments", 0..=limits::FILES);
    draft.replaces_attachments = list.is_some();
    if list.is_none() && uploads.is_empty() {
        return;
    }
    let mut described = std::collections::BTreeMap::new();
    let mut all = Vec::new();
    for (i, value) in list.unwrap_or_default().iter().enumerate() {
        let place = at(&fields.place("attachments"), i);
        // Clients send whole attachments back to keep them, so everything Discord itself writes into one is accepted here.
        let known = [
            "id",
            "filename",
            "description",
            "title",
            "size",
            "url",
            "proxy_url",
            "content_type",
            "width",
            "height",
            "ephemeral",
            "flags",
            "duration_secs",
            "waveform",
            "placeholder",
            "placeholder_version",
            "is_spoiler",
            "is_remix",
        ];
        let Some(entry) = Fields::open(form, &place, value, &known) else { continue };
        let Some(id) = entry.id(form, "id") else {
            form.wrong(&entry.place("id"), "BASE_TYPE_REQUIRED", "This field is required");
            continue;
        };
        let filename = entry.text(form, "filename", 1..=limits::FILE_DESCRIPTION);
        let description = entry.text(form, "description", 0..=limits::FILE_DESCRIPTION);
        let title = entry.text(form, "title", 0..=limits::FILE_DESCRIPTION);
        if uploads.iter().any(|upload| upload.number == id.0) {
            described.insert(id.0, (filename, description, title));
        } else if route == Route::Create || route == Route::FollowUp {
            form.wrong(&entry.place("id"), "ATTACHMENT_NOT_FOUND", "There is no file with this number.");
        } else {
            all.push(Attached::Kept(id));
        }
    }
    for upload in uploads {
        let (filename, description, title) = described.get(&upload.number).copied().unwrap_or_default();
        all.push(Attached::New {
            filename: bare(filename.unwrap_or(&upload.filename)),
            description: description.map(str::to_owned),
            title: title.map(str::to_owned),
            bytes: upload.bytes.clone(),
        });
    }
    draft.attachments = Some(all);
}

/// A file's name without folders, and without anything that would break a link or a header.
fn bare(filename: &str) -> String {
    let kept: String =
        filename.chars().map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' }).collect();
    if kept.trim_matches('.').is_empty() { "file".to_owned() } else { kept }
}
