//! A command as it was typed, at any front end, and the reply to it.

use crate::rules::{UserError, story::stored::StoryLine};

/// A command: its path (`attack`, `gm set`) and its options as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// The command's words, without the slash: `encounter begin`.
    pub path: String,
    /// Its options, by name.
    pub options: Vec<(String, String)>,
}

/// The private reply; what everyone hears is in the stories.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CommandReply {
    /// One sentence, or a page.
    pub text: String,
    /// Whether something happened in the fight.
    pub happened: bool,
    /// Lines that the channel isn't told but this person may read: their side's, or their own. Empty for the GM, who gets them elsewhere.
    pub own: Vec<StoryLine>,
}

impl CommandReply {
    pub(super) fn done(text: impl Into<String>) -> CommandReply {
        CommandReply { text: text.into(), happened: true, own: vec![] }
    }
    pub(super) fn told(text: impl Into<String>) -> CommandReply {
        CommandReply { text: text.into(), happened: false, own: vec![] }
    }
}

/// The commands of a fight, for help and to check that a front end knows them all.
pub const PATHS: &[&str] = &[
    "attack",
    "act",
    "move",
    "pass",
    "end",
    "say",
    "who",
    "sight",
    "orders",
    "join",
    "leave",
    "autopilot",
    "encounter begin",
    "encounter end",
    "encounter status",
    "encounter recap",
    "encounter undo",
    "encounter pause",
    "encounter resume",
    "gm add",
    "gm remove",
    "gm set",
    "gm condition",
    "gm place",
    "gm turn",
    "gm chase",
    "gm undo",
    "gm control",
    "gm autopilot",
    "gm group",
    "gm fight",
    "gm option",
    "gm board",
    "gm side",
    "gm hide",
    "gm reveal",
    "gm answer",
];

impl Command {
    /// A command with these options.
    pub fn new(path: &str, options: &[(&str, &str)]) -> Command {
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Command { path: path.to_owned(), options }
    }

    /// An option by its name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    pub(super) fn need(&self, name: &str) -> Result<&str, UserError> {
        self.get(name)
            .filter(|it| !it.is_empty())
            .ok_or_else(|| UserError::say(format!("/{} needs {name}:\u{2026}", self.path)))
    }

    pub(super) fn except(&self, names: &[&str]) -> Vec<(String, String)> {
        let kept = |it: &&(String, String)| !names.iter().any(|name| it.0.eq_ignore_ascii_case(name));
        self.options.iter().filter(kept).cloned().collect()
    }
}
