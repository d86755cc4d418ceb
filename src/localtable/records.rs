//! What's at the table, piece by piece: people, roles, channels, messages.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::snowflake::Id;

/// The ids that everything refers to.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Ids {
    pub(super) guild: Id,
    pub(super) application: Id,
    pub(super) bot: Id,
    pub(super) bot_role: Id,
    pub(super) gm_role: Id,
    pub(super) owner: Id,
    /// Another server beside `guild`, if there is one.
    #[serde(default)]
    pub(super) second_guild: Option<Id>,
}

/// A person, or the bot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct User {
    pub(super) id: Id,
    /// The displayed name.
    pub(super) name: String,
    pub(super) bot: bool,
    pub(super) roles: Vec<Id>,
    /// What the page says about the seat.
    pub(super) blurb: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Role {
    pub(super) id: Id,
    pub(super) name: String,
    pub(super) permissions: u64,
    pub(super) position: u32,
    pub(super) colour: u32,
    pub(super) managed: bool,
    /// Its server, unless that's the table's own.
    #[serde(default)]
    pub(super) guild: Option<Id>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Overwrite {
    pub(super) id: Id,
    /// 0 for a role, 1 for a member.
    pub(super) kind: u8,
    pub(super) allow: u64,
    pub(super) deny: u64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Channel {
    pub(super) id: Id,
    /// 0 text, 1 direct messages, 11 public thread, 12 private thread.
    pub(super) kind: u8,
    /// Its server, unless that's the table's own. Direct messages have none.
    #[serde(default)]
    pub(super) guild: Option<Id>,
    pub(super) name: String,
    pub(super) topic: Option<String>,
    pub(super) parent: Option<Id>,
    pub(super) position: u32,
    pub(super) overwrites: Vec<Overwrite>,
    pub(super) slow_mode_s: i64,
    /// The other person in direct messages.
    pub(super) recipient: Option<Id>,
    /// The thread's creator.
    pub(super) owner: Option<Id>,
    /// The thread's members.
    pub(super) members: Vec<Id>,
    pub(super) archived: bool,
    pub(super) locked: bool,
    pub(super) archive_after_min: i64,
    pub(super) last_message: Option<Id>,
    pub(super) last_pin_ms: Option<i64>,
}

impl Channel {
    pub(super) fn is_thread(&self) -> bool {
        matches!(self.kind, 11 | 12)
    }

    pub(super) fn is_direct(&self) -> bool {
        self.kind == 1
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Attachment {
    pub(super) id: Id,
    pub(super) filename: String,
    pub(super) content_type: String,
    pub(super) size: usize,
    /// Width and height of a picture.
    pub(super) extent: Option<(u32, u32)>,
    pub(super) description: Option<String>,
    pub(super) title: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Reaction {
    pub(super) emoji: String,
    pub(super) users: Vec<Id>,
}

/// The interaction that a message answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Cause {
    pub(super) interaction: Id,
    /// 2 command, 3 component, 5 modal.
    pub(super) kind: u8,
    pub(super) user: Id,
    /// The command's name.
    pub(super) name: String,
    /// The message whose component was pressed.
    pub(super) message: Option<Id>,
    /// For a follow-up, the first reply.
    pub(super) original: Option<Id>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Message {
    pub(super) id: Id,
    pub(super) channel: Id,
    pub(super) author: Id,
    /// 0 ordinary, 6 "pinned a message", 18 "started a thread", 19 a reply, 20 a command's reply.
    pub(super) kind: u8,
    pub(super) content: String,
    pub(super) edited_ms: Option<i64>,
    pub(super) flags: u64,
    pub(super) embeds: Vec<Value>,
    pub(super) components: Vec<Value>,
    pub(super) attachments: Vec<Attachment>,
    pub(super) mentions: Vec<Id>,
    pub(super) mention_roles: Vec<Id>,
    pub(super) mention_everyone: bool,
    pub(super) pinned_ms: Option<i64>,
    pub(super) nonce: Option<Value>,
    pub(super) reply_to: Option<Id>,
    pub(super) cause: Option<Cause>,
    /// The only person who sees it, if it's ephemeral.
    pub(super) only_for: Option<Id>,
    pub(super) reactions: Vec<Reaction>,
    /// The times of edits since the message became old.
    #[serde(default)]
    pub(super) old_edits_ms: Vec<i64>,
}

impl Message {
    pub(super) fn is_ephemeral(&self) -> bool {
        self.only_for.is_some()
    }
}
