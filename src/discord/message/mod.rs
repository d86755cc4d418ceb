//! A message as the bot composes it: content, embeds, rows of buttons and menus, pictures, and whom it may ping.
//!
//! It's complete and contains everything to show, so an edit is a full redraw and the last one wins. [`Message::check`] checks it against
//! Discord's limits before it's sent; [`split`] cuts long text into several messages. Neither drops a word.

mod check;
pub mod split;

use std::sync::Arc;

use super::limits;
use serde::Serialize;
use serde_json::{Value, json};

pub use check::OverLimit;

/// What one message shows. `Default` is an empty message, which Discord refuses.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Message {
    /// The text above the embeds, with markdown. Names in it have been escaped by [`super::text::escape`].
    pub content: String,
    /// Embeds below the text, at most ten.
    pub embeds: Vec<Embed>,
    /// Rows of buttons or one menu each, at most five.
    pub rows: Vec<ActionRow>,
    /// Pictures and exports uploaded with the message. In an edit they replace the existing ones.
    pub files: Vec<File>,
    /// What it says instead of its text and embeds if Discord refuses its files; `None` if they only are missing then.
    pub instead_of_files: Option<String>,
    /// In an edit without files: keep the existing pictures. Otherwise they're removed.
    pub keeps_files: bool,
    /// The users that this message pings where it mentions them. Edits ping nobody; roles and everyone are never pinged.
    pub pings: Vec<u64>,
    /// The message in the same channel that this one replies to. If that's gone, it's sent anyway.
    pub answers: Option<u64>,
    /// Only the user sees it. This only has an effect in a reply to an interaction.
    pub private: bool,
    /// Links in the content have no preview.
    pub without_previews: bool,
    /// It notifies though it pings nobody: for direct messages. Other messages without pings are silent.
    pub loud: bool,
}

/// An embed. An empty text means that the part is absent.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Embed {
    /// The bold line at the top.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The text, with markdown.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The colour of its edge, 0xRRGGBB. Never the only thing that carries a meaning.
    #[serde(rename = "color", skip_serializing_if = "Option::is_none")]
    pub colour: Option<u32>,
    /// Titled paragraphs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Field>,
    /// The small line at the bottom, without markdown.
    #[serde(skip_serializing_if = "String::is_empty", serialize_with = "as_text")]
    pub footer: String,
    /// The small line at the top, without markdown.
    #[serde(skip_serializing_if = "String::is_empty", serialize_with = "as_name")]
    pub author: String,
    /// The name of a file of this message to show below the text. It has no description for screen readers here, so the text has to say
    /// what it shows.
    #[serde(skip_serializing_if = "String::is_empty", serialize_with = "as_attachment")]
    pub image: String,
}

fn as_text<S: serde::Serializer>(text: &str, to: S) -> Result<S::Ok, S::Error> {
    json!({ "text": text }).serialize(to)
}

fn as_name<S: serde::Serializer>(name: &str, to: S) -> Result<S::Ok, S::Error> {
    json!({ "name": name }).serialize(to)
}

fn as_attachment<S: serde::Serializer>(file: &str, to: S) -> Result<S::Ok, S::Error> {
    json!({ "url": format!("attachment://{file}") }).serialize(to)
}

/// A titled paragraph of an embed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Field {
    /// Its title.
    pub name: String,
    /// Its text, with markdown.
    pub value: String,
    /// Whether it may be placed beside another.
    pub inline: bool,
}

/// One row of components.
#[derive(Debug, Clone, PartialEq)]
pub enum ActionRow {
    /// One to five buttons.
    Buttons(Vec<Button>),
    /// One select menu, alone in its row.
    Select(Select),
}

/// A button.
#[derive(Debug, Clone, PartialEq)]
pub struct Button {
    /// Its text. No markdown; see [`super::text::label`].
    pub label: String,
    /// Its colour, which only repeats what the label says.
    pub look: Look,
    /// What pressing it does.
    pub does: Press,
    /// Greyed out and not clickable.
    pub disabled: bool,
}

/// A button's colour. Docs, "Button Styles".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Look {
    /// What most people want.
    Primary,
    /// Any other.
    #[default]
    Secondary,
    /// A good outcome.
    Success,
    /// Can't be undone.
    Danger,
}

/// What pressing a button does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Press {
    /// Sends us this custom_id; see [`super::custom_id`].
    Asks(String),
    /// Opens an address. We aren't notified.
    Opens(String),
}

/// A select menu of texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Select {
    /// What's sent to us with the choice; see [`super::custom_id`].
    pub custom_id: String,
    /// Its text before anything is chosen.
    pub placeholder: String,
    /// One to twenty-five options.
    pub options: Vec<SelectOption>,
    /// How many may be chosen: minimum and maximum.
    pub takes: (u8, u8),
}

/// One line of a select menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectOption {
    /// Its text.
    pub label: String,
    /// What's sent back if it's chosen.
    pub value: String,
    /// A smaller second line, or empty.
    pub description: String,
    /// Whether it's preselected.
    pub chosen: bool,
}

/// A file uploaded with a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its name with an extension, such as `map.png`. Only letters, digits, `-`, `_` and `.`, or an embed can't show it.
    pub name: String,
    /// What it shows, in words, for those who can't see it.
    pub description: String,
    /// Its contents.
    pub bytes: Arc<[u8]>,
}

impl Message {
    /// A message with only text.
    #[must_use]
    pub fn text(content: impl Into<String>) -> Self {
        Self { content: content.into(), ..Self::default() }
    }

    /// Like `self`, but only the user sees it.
    #[must_use]
    pub fn private(self) -> Self {
        Self { private: true, ..self }
    }

    /// Like `self`, but it notifies though it pings nobody.
    #[must_use]
    pub fn loud(self) -> Self {
        Self { loud: true, ..self }
    }

    /// Like `self`, but it pings that user, who must be mentioned in the content.
    #[must_use]
    pub fn pinging(mut self, user_id: u64) -> Self {
        self.pings.push(user_id);
        self
    }

    /// What to send if Discord rejects `self`: the same without its largest file, which it names. `None` if it has no files.
    #[must_use]
    pub fn without_largest_file(mut self) -> Option<Self> {
        let largest = self.files.iter().enumerate().max_by_key(|(_, it)| it.bytes.len())?.0;
        let File { name, bytes, .. } = self.files.remove(largest);
        for embed in self.embeds.iter_mut().filter(|it| it.image == name) {
            embed.image.clear();
        }
        let missing = format!(
            "\nDiscord didn\u{2019}t take {name} ({} kB), so it\u{2019}s missing here.",
            bytes.len().div_ceil(1_000)
        );
        let room = limits::CONTENT_MAX - limits::length(&missing);
        self.content = split::pieces(&self.content, room).into_iter().next().unwrap_or_default() + &missing;
        Some(self)
    }

    /// The body of "Create Message", of an interaction's reply or of a follow-up: Discord's JSON, with every part.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut body = self.shown();
        let silent = self.pings.is_empty() && !self.private && !self.loud;
        let flags =
            (u64::from(self.private) << 6) | (u64::from(self.without_previews) << 2) | (u64::from(silent) << 12);
        if flags != 0 {
            body["flags"] = flags.into();
        }
        if let Some(message_id) = self.answers {
            body["message_reference"] = json!({ "message_id": message_id.to_string(), "fail_if_not_exists": false });
        }
        if !self.files.is_empty() {
            body["attachments"] = self.attachments();
        }
        body
    }

    /// The body of "Edit Message" and of a component's update: all parts, so that nothing of the previous state stays.
    #[must_use]
    pub fn to_edit_json(&self) -> Value {
        let mut body = self.shown();
        if !self.keeps_files || !self.files.is_empty() {
            body["attachments"] = self.attachments();
        }
        body
    }

    fn shown(&self) -> Value {
        let users: Vec<String> = self.pings.iter().map(u64::to_string).collect();
        json!({
            "content": self.content,
            "embeds": self.embeds,
            "components": self.rows.iter().map(ActionRow::to_json).collect::<Vec<_>>(),
            "allowed_mentions": { "parse": [], "users": users, "replied_user": false },
        })
    }

    fn attachments(&self) -> Value {
        let file = |(id, file): (usize, &File)| {
            let mut entry = json!({ "id": id.to_string(), "filename": file.name });
            if !file.description.is_empty() {
                entry["description"] = file.description.as_str().into();
            }
            entry
        };
        self.files.iter().enumerate().map(file).collect()
    }
}

impl ActionRow {
    fn to_json(&self) -> Value {
        let components = match self {
            ActionRow::Buttons(buttons) => buttons.iter().map(Button::to_json).collect(),
            ActionRow::Select(select) => vec![select.to_json()],
        };
        json!({ "type": 1, "components": components })
    }
}

impl Button {
    /// A button with a custom_id.
    #[must_use]
    pub fn asking(label: impl Into<String>, custom_id: impl Into<String>) -> Self {
        Self { label: label.into(), look: Look::Secondary, does: Press::Asks(custom_id.into()), disabled: false }
    }

    /// Like `self`, in another colour.
    #[must_use]
    pub fn looking(self, look: Look) -> Self {
        Self { look, ..self }
    }

    fn to_json(&self) -> Value {
        let style = match (&self.does, self.look) {
            (Press::Opens(_), _) => 5,
            (_, Look::Primary) => 1,
            (_, Look::Secondary) => 2,
            (_, Look::Success) => 3,
            (_, Look::Danger) => 4,
        };
        let mut button = json!({ "type": 2, "style": style, "label": self.label });
        match &self.does {
            Press::Asks(custom_id) => button["custom_id"] = custom_id.as_str().into(),
            Press::Opens(url) => button["url"] = url.as_str().into(),
        }
        if self.disabled {
            button["disabled"] = true.into();
        }
        button
    }
}

impl Select {
    /// A menu in which one option is chosen.
    #[must_use]
    pub fn one(custom_id: impl Into<String>, placeholder: impl Into<String>, options: Vec<SelectOption>) -> Self {
        Self { custom_id: custom_id.into(), placeholder: placeholder.into(), options, takes: (1, 1) }
    }

    fn to_json(&self) -> Value {
        let mut select = json!({
            "type": 3,
            "custom_id": self.custom_id,
            "options": self.options.iter().map(SelectOption::to_json).collect::<Vec<_>>(),
            "min_values": self.takes.0,
            "max_values": self.takes.1,
        });
        if !self.placeholder.is_empty() {
            select["placeholder"] = self.placeholder.as_str().into();
        }
        select
    }
}

impl SelectOption {
    /// An option without a second line.
    #[must_use]
    pub fn new(label: impl Into<String>, value: impl Into<String>) -> Self {
        Self { label: label.into(), value: value.into(), description: String::new(), chosen: false }
    }

    fn to_json(&self) -> Value {
        let mut option = json!({ "label": self.label, "value": self.value });
        if !self.description.is_empty() {
            option["description"] = self.description.as_str().into();
        }
        if self.chosen {
            option["default"] = true.into();
        }
        option
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nobody is pinged unless named, and an edit shows the whole state.
    #[test]
    fn a_message_pings_only_those_named() {
        let none = Message::text("@everyone <@5>").to_json();
        assert_eq!(none["allowed_mentions"], json!({ "parse": [], "users": [], "replied_user": false }));
        let one = Message::text("<@5>: the Leader swings.").pinging(5).to_json();
        assert_eq!(one["allowed_mentions"]["users"], json!(["5"]));
        assert_eq!(one["allowed_mentions"]["parse"], json!([]));
        let edit = Message::text("x").to_edit_json();
        assert_eq!((&edit["embeds"], &edit["components"], &edit["attachments"]), (&json!([]), &json!([]), &json!([])));
    }

    /// A row, a menu, a picture and a private reply as JSON.
    #[test]
    fn the_wire_form_is_discords() {
        let message = Message {
            embeds: vec![Embed {
                title: "Map".into(),
                footer: "round 2".into(),
                image: "map.png".into(),
                ..Embed::default()
            }],
            rows: vec![
                ActionRow::Buttons(vec![Button::asking("Dodge", "d").looking(Look::Primary)]),
                ActionRow::Select(Select::one("s", "Whom?", vec![SelectOption::new("Leader", "0")])),
            ],
            files: vec![File { name: "map.png".into(), description: "The gatehouse".into(), bytes: Arc::from(*b"x") }],
            ..Message::text("Here.")
        }
        .private();
        let body = message.to_json();
        assert_eq!(
            body["embeds"][0],
            json!({ "title": "Map", "footer": { "text": "round 2" }, "image": { "url": "attachment://map.png" } })
        );
        assert_eq!(
            body["components"][0]["components"][0],
            json!({ "type": 2, "style": 1, "label": "Dodge", "custom_id": "d" })
        );
        assert_eq!(body["components"][1]["components"][0]["options"], json!([{ "label": "Leader", "value": "0" }]));
        assert_eq!(body["attachments"], json!([{ "id": "0", "filename": "map.png", "description": "The gatehouse" }]));
        assert_eq!(body["flags"], 64);
        assert_eq!(message.check(), Ok(()));
    }
}
