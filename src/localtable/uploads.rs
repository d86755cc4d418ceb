//! Files that people attach to a command's option. They're stored as Discord's client uploads them: before the command is sent, under their
//! own id, at a URL from which the bot can fetch them. The newest [`limits::UPLOADS_KEPT`] are kept.

use serde_json::{Value, json};

use super::{
    Id,
    discord_state::{Attachment, DiscordState},
    limits,
    messages::content_type,
};

impl DiscordState {
    /// Stores every file among these options, at any depth, and replaces its bytes with its description.
    pub(super) fn take_uploads(&mut self, options: &mut [Value]) -> Result<Vec<Id>, String> {
        let mut taken = Vec::new();
        let took = self.take_each(options, &mut taken);
        if took.is_err() {
            for id in &taken {
                self.forget_upload(*id);
            }
        }
        took.map(|()| taken)
    }

    fn take_each(&mut self, options: &mut [Value], taken: &mut Vec<Id>) -> Result<(), String> {
        for option in options {
            if let Some(inner) = option["options"].as_array_mut() {
                self.take_each(inner, taken)?;
            }
            // A made-up description could refer to someone else's file.
            if option["value"].is_object() {
                let (id, description) = self.take_upload(&option["value"])?;
                taken.push(id);
                option["value"] = description;
            }
        }
        Ok(())
    }

    fn take_upload(&mut self, file: &Value) -> Result<(Id, Value), String> {
        let filename = file_name(file["filename"].as_str().unwrap_or_default());
        let hex = file["hex"].as_str().ok_or("A file is attached by its name and its bytes.")?;
        if hex.len() / 2 > limits::PAGE_FILE_BYTES {
            return Err(format!("A file can have at most {} bytes at the local table.", limits::PAGE_FILE_BYTES));
        }
        let bytes = hex::decode(hex).map_err(|_| "The file didn\u{2019}t arrive complete.".to_owned())?;
        let id = self.new_id();
        let attachment = Attachment {
            id,
            content_type: content_type(&filename).to_owned(),
            filename,
            size: bytes.len(),
            extent: None,
            description: None,
            title: None,
        };
        self.files.insert(id, bytes.into());
        self.uploads.push_back(id);
        if self.uploads.len() > limits::UPLOADS_KEPT
            && let Some(oldest) = self.uploads.pop_front()
        {
            self.files.remove(&oldest);
        }
        Ok((id, json!(self.attachment(&attachment, true))))
    }

    /// Removes a file attached to a command that came to nothing.
    pub(super) fn forget_upload(&mut self, id: Id) {
        self.files.remove(&id);
        self.uploads.retain(|it| *it != id);
    }
}

/// A file's name in a URL: Discord replaces everything but letters, digits, points and dashes with an underscore.
fn file_name(given: &str) -> String {
    let plain = |it: char| if it.is_ascii_alphanumeric() || matches!(it, '.' | '-' | '_') { it } else { '_' };
    let name: String = given.chars().take(limits::FILE_NAME).map(plain).collect();
    match name.trim_matches('.') {
        "" => "unknown".to_owned(),
        _ => name,
    }
}
