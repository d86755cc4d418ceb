//! One request to Discord: its HTTP form, and its rate limits.

use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};

use super::{super::message::Message, look_up::LookUp};

/// A request other than an interaction's first reply.
#[derive(Debug, Clone)]
pub enum RestRequest {
    /// A new message in a channel.
    Send {
        /// The channel.
        channel_id: u64,
        /// The content.
        message: Arc<Message>,
        /// Its nonce, at most 25 characters: for a few minutes Discord creates no second message with the same nonce and returns the first
        /// instead, so retrying never duplicates one.
        nonce: Arc<str>,
        /// Whether the channel's other messages go first: it has a queue of its own and leaves them the last slots of the rate limit.
        can_wait: bool,
    },
    /// An edit of one of our messages.
    Edit {
        /// The channel.
        channel_id: u64,
        /// The message.
        message_id: u64,
        /// The new content.
        message: Arc<Message>,
        /// Whether the channel's other edits go first: it has a queue of its own and leaves them the last slots of the rate limit.
        can_wait: bool,
    },
    /// The deletion of a message, ours or, with Manage Messages, somebody else's.
    Delete {
        /// The channel.
        channel_id: u64,
        /// The message.
        message_id: u64,
    },
    /// Another reply to an interaction. The first after a deferral replaces "thinking" and inherits its privacy.
    FollowUp {
        /// The interaction.
        interaction: InteractionToken,
        /// The content.
        message: Arc<Message>,
    },
    /// An edit of a reply to an interaction.
    EditReply {
        /// The interaction.
        interaction: InteractionToken,
        /// Which follow-up, or `None` for the first reply.
        message_id: Option<u64>,
        /// The new content.
        message: Arc<Message>,
    },
    /// The deletion of a reply to an interaction.
    DeleteReply {
        /// The interaction.
        interaction: InteractionToken,
        /// Which follow-up, or `None` for the first reply.
        message_id: Option<u64>,
    },
    /// Opening the direct-message channel with a user.
    OpenPrivate {
        /// The user.
        user_id: u64,
    },
    /// Something that's only read. It has a share of the bot's limit, so that it never holds up what people wait for.
    LookUp(LookUp),
}

/// What lets us reply to an interaction for fifteen minutes. It's secret: it prints without its token.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct InteractionToken {
    /// The bot's application.
    pub application_id: u64,
    /// The interaction's token.
    pub token: Arc<str>,
}

impl std::fmt::Debug for InteractionToken {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "InteractionToken({})", self.application_id)
    }
}

/// What shares a queue and, until Discord says otherwise, a rate limit: one kind of request in one channel.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Route {
    /// New messages in a channel, in order.
    Send(u64),
    /// New messages in a channel that can wait, in order.
    SendLater(u64),
    /// Edits in a channel, only the newest of each message.
    Edit(u64),
    /// Edits in a channel that can wait.
    EditLater(u64),
    /// Deletions in a channel.
    Delete(u64),
    /// Everything that follows one interaction, in order.
    Interaction(InteractionToken),
    /// Opening direct-message channels.
    OpenPrivate,
    /// One kind of look-up.
    LookUp {
        /// Its template.
        template: &'static str,
        /// The server or channel.
        resource: u64,
    },
}

impl RestRequest {
    /// The queue it belongs to.
    #[must_use]
    pub fn route(&self) -> Route {
        match self {
            Self::Send { channel_id, can_wait: false, .. } => Route::Send(*channel_id),
            Self::Send { channel_id, .. } => Route::SendLater(*channel_id),
            Self::Edit { channel_id, can_wait: false, .. } => Route::Edit(*channel_id),
            Self::Edit { channel_id, .. } => Route::EditLater(*channel_id),
            Self::Delete { channel_id, .. } => Route::Delete(*channel_id),
            Self::FollowUp { interaction, .. }
            | Self::EditReply { interaction, .. }
            | Self::DeleteReply { interaction, .. } => Route::Interaction(interaction.clone()),
            Self::OpenPrivate { .. } => Route::OpenPrivate,
            Self::LookUp(it) => Route::LookUp { template: it.template(), resource: it.resource() },
        }
    }

    /// Its message, if any.
    #[must_use]
    pub fn message(&self) -> Option<&Arc<Message>> {
        match self {
            Self::Send { message, .. }
            | Self::Edit { message, .. }
            | Self::FollowUp { message, .. }
            | Self::EditReply { message, .. } => Some(message),
            Self::Delete { .. } | Self::DeleteReply { .. } | Self::OpenPrivate { .. } | Self::LookUp(_) => None,
        }
    }

    /// Whether `later` supersedes this one: it's a later edit of the same message, or its deletion.
    #[must_use]
    pub fn is_superseded_by(&self, later: &RestRequest) -> bool {
        match (self, later) {
            (
                Self::Edit { channel_id, message_id, .. },
                Self::Edit { channel_id: there, message_id: other, .. }
                | Self::Delete { channel_id: there, message_id: other },
            ) => channel_id == there && message_id == other,
            (
                Self::EditReply { interaction, message_id, .. },
                Self::EditReply { interaction: there, message_id: other, .. }
                | Self::DeleteReply { interaction: there, message_id: other },
            ) => interaction == there && message_id == other,
            _ => false,
        }
    }

    /// Its method.
    #[must_use]
    pub fn method(&self) -> Method {
        match self {
            Self::Send { .. } | Self::FollowUp { .. } | Self::OpenPrivate { .. } => Method::POST,
            Self::Edit { .. } | Self::EditReply { .. } => Method::PATCH,
            Self::Delete { .. } | Self::DeleteReply { .. } => Method::DELETE,
            Self::LookUp(_) => Method::GET,
        }
    }

    /// Its path below `/api/v10`.
    #[must_use]
    pub fn path(&self) -> String {
        let reply = |interaction: &InteractionToken, message_id: &Option<u64>| {
            let which = message_id.map_or_else(|| "@original".to_owned(), |id| id.to_string());
            format!("/webhooks/{}/{}/messages/{which}", interaction.application_id, interaction.token)
        };
        match self {
            Self::Send { channel_id, .. } => format!("/channels/{channel_id}/messages"),
            Self::Edit { channel_id, message_id, .. } | Self::Delete { channel_id, message_id } => {
                format!("/channels/{channel_id}/messages/{message_id}")
            }
            Self::FollowUp { interaction, .. } => {
                format!("/webhooks/{}/{}", interaction.application_id, interaction.token)
            }
            Self::EditReply { interaction, message_id, .. } | Self::DeleteReply { interaction, message_id } => {
                reply(interaction, message_id)
            }
            Self::OpenPrivate { .. } => "/users/@me/channels".to_owned(),
            Self::LookUp(it) => it.path(),
        }
    }

    /// Its method and path without ids, as in Discord's documents.
    #[must_use]
    pub fn template(&self) -> &'static str {
        match self {
            Self::Send { .. } => "POST /channels/{channel}/messages",
            Self::Edit { .. } => "PATCH /channels/{channel}/messages/{message}",
            Self::Delete { .. } => "DELETE /channels/{channel}/messages/{message}",
            Self::FollowUp { .. } => "POST /webhooks/{application}/{token}",
            Self::EditReply { .. } => "PATCH /webhooks/{application}/{token}/messages/{message}",
            Self::DeleteReply { .. } => "DELETE /webhooks/{application}/{token}/messages/{message}",
            Self::OpenPrivate { .. } => "POST /users/@me/channels",
            Self::LookUp(it) => it.template(),
        }
    }

    /// Its body.
    #[must_use]
    pub fn body(&self) -> Option<Value> {
        match self {
            Self::Send { message, nonce, .. } => {
                let mut body = message.to_json();
                body["nonce"] = (&**nonce).into();
                body["enforce_nonce"] = true.into();
                Some(body)
            }
            Self::FollowUp { message, .. } => Some(message.to_json()),
            Self::Edit { message, .. } | Self::EditReply { message, .. } => Some(message.to_edit_json()),
            Self::OpenPrivate { user_id } => Some(json!({ "recipient_id": user_id.to_string() })),
            Self::Delete { .. } | Self::DeleteReply { .. } | Self::LookUp(_) => None,
        }
    }

    /// Whether it's sent with the bot's token. An interaction's replies carry their own and don't count towards the global limit.
    #[must_use]
    pub fn needs_bot_token(&self) -> bool {
        !matches!(self, Self::FollowUp { .. } | Self::EditReply { .. } | Self::DeleteReply { .. })
    }
}

impl Route {
    /// What Discord counts separately within one bucket: the channel, or the interaction. Docs, "Rate Limits: top-level resources".
    pub(super) fn resource(&self) -> String {
        match self {
            Self::Send(channel)
            | Self::SendLater(channel)
            | Self::Edit(channel)
            | Self::EditLater(channel)
            | Self::Delete(channel) => channel.to_string(),
            Self::Interaction(interaction) => interaction.token.to_string(),
            Self::OpenPrivate => String::new(),
            Self::LookUp { resource, .. } => resource.to_string(),
        }
    }
}
