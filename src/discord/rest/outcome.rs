//! The outcome of a request in terms that the table can act on, and how Discord's responses are read as one.

use super::request::{RestRequest, Route};
use super::wire::RestResponse;
use serde_json::Value;

/// The outcome of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RestOutcome {
    /// The message has been posted.
    Sent {
        /// Its id.
        message_id: u64,
    },
    /// The message has been edited.
    Edited,
    /// The message has been deleted, as requested.
    Deleted,
    /// The direct-message channel with a user.
    Opened {
        /// Its channel.
        channel_id: u64,
    },
    /// What was looked up, as Discord's JSON.
    Found(Value),
    /// A later edit or deletion of the same message replaced it and reports its own outcome.
    Superseded,
    /// Nothing was sent: Discord knows the nonce from a message that has since been deleted (10008). It's sent again with another.
    NonceUsed,
    /// Its target no longer exists. For a deletion that's as good as done.
    Gone(Gone),
    /// Discord forbids it. Retrying is pointless until someone changes permissions.
    Forbidden {
        /// Discord's code, e.g. 50013.
        code: u64,
        /// The missing permission, if known.
        permission: Option<&'static str>,
    },
    /// The message can't be edited any more: it's too old for so many edits (30046), or its thread has been archived (50083). A new one
    /// replaces it.
    TooOld,
    /// Discord doesn't understand it, or it exceeds a limit: our bug. It's logged in full.
    Rejected {
        /// The response's status; 0 if it was found over a limit before sending.
        status: u16,
        /// Discord's code, e.g. 50035.
        code: u64,
        /// Discord's message, with its tree of errors.
        detail: String,
    },
    /// It didn't get through. It may be retried later with the same nonce.
    GaveUp(GaveUp),
}

/// What no longer exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gone {
    /// The message (10008).
    Message,
    /// The channel or thread (10003).
    Channel,
    /// The interaction: its fifteen minutes are over (10015, 10062, 50027).
    Interaction,
    /// The user (10013).
    User,
    /// What was looked up (404).
    LookedUp,
}

/// Why a request was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GaveUp {
    /// Discord didn't answer, or only with its own errors (5xx), too many times.
    Unanswered,
    /// Discord asked for a longer wait than we allow.
    RateLimited,
    /// The bot's token was rejected (401).
    Unauthorised,
    /// Too many requests are waiting; nothing was sent.
    QueueFull,
    /// The program is shutting down; it may or may not have been sent.
    Closing,
}

impl RestOutcome {
    /// Whether the request has had its effect.
    #[must_use]
    pub fn is_done(&self) -> bool {
        matches!(
            self,
            Self::Sent { .. } | Self::Edited | Self::Deleted | Self::Opened { .. } | Self::Found(_) | Self::Superseded
        )
    }
}

/// How to handle a response.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Reading {
    /// Report it to the caller.
    Settled(RestOutcome),
    /// Wait as long as Discord says, then retry.
    Wait {
        /// How long, in milliseconds.
        retry_after_ms: u64,
        /// Whether it applies to the whole bot.
        is_global: bool,
    },
    /// Discord has a problem: retry, with growing pauses.
    Again,
}

/// Reads a response. The code matters more than the status: 30046 comes as a 429, an expired interaction as a 401.
pub(super) fn read(request: &RestRequest, answer: &RestResponse) -> Reading {
    let code = answer.body["code"].as_u64().unwrap_or(0);
    let settled = match (code, answer.status) {
        (_, 200..=299) => done(request, answer),
        (_, 404) if matches!(request, RestRequest::LookUp(_)) => RestOutcome::Gone(Gone::LookedUp),
        (10008, _) if matches!(request, RestRequest::Send { .. }) => RestOutcome::NonceUsed,
        (10008, _) => RestOutcome::Gone(Gone::Message),
        (10003, _) => RestOutcome::Gone(Gone::Channel),
        (10015 | 10062 | 50027, _) => RestOutcome::Gone(Gone::Interaction),
        (10013, _) => RestOutcome::Gone(Gone::User),
        (30046, _) => RestOutcome::TooOld,
        // In an archived thread nothing can be edited, but a new message reopens it.
        (50083, _) if matches!(request, RestRequest::Edit { .. }) => RestOutcome::TooOld,
        (_, 429) => {
            return Reading::Wait {
                retry_after_ms: answer.retry_after_ms.unwrap_or(1_000),
                is_global: answer.is_global,
            };
        }
        (_, 408 | 500..) => return Reading::Again,
        (_, 401) => RestOutcome::GaveUp(GaveUp::Unauthorised),
        // An archived or locked thread, or a word that the server's moderation blocks: nothing we can fix, whatever the status.
        (50083 | 160_005 | 200_000 | 200_001 | 240_000, _) => RestOutcome::Forbidden { code, permission: None },
        (_, 403) => RestOutcome::Forbidden { code, permission: missing_permission(request, code) },
        (_, status) => RestOutcome::Rejected { status, code, detail: detail(answer) },
    };
    Reading::Settled(settled)
}

fn done(request: &RestRequest, answer: &RestResponse) -> RestOutcome {
    let id = answer.body["id"].as_str().and_then(|id| id.parse().ok());
    match (request, id) {
        (RestRequest::LookUp(_), _) => RestOutcome::Found(answer.body.clone()),
        (RestRequest::Send { .. } | RestRequest::FollowUp { .. }, Some(message_id)) => RestOutcome::Sent { message_id },
        (RestRequest::OpenPrivate { .. }, Some(channel_id)) => RestOutcome::Opened { channel_id },
        (RestRequest::Edit { .. } | RestRequest::EditReply { .. }, _) => RestOutcome::Edited,
        (RestRequest::Delete { .. } | RestRequest::DeleteReply { .. }, _) => RestOutcome::Deleted,
        (_, None) => {
            RestOutcome::Rejected { status: answer.status, code: 0, detail: "the answer carries no id".to_owned() }
        }
    }
}

/// 50001 means that the channel isn't visible; 50013 doesn't say what's missing, but some requests leave one possibility.
fn missing_permission(request: &RestRequest, code: u64) -> Option<&'static str> {
    match (code, request) {
        (50001, _) => Some("View Channel"),
        (50013, RestRequest::Delete { .. }) => Some("Manage Messages"),
        (50013, RestRequest::Send { message, .. }) if message.files.is_empty() && message.answers.is_none() => {
            Some("Send Messages")
        }
        _ => None,
    }
}

fn detail(answer: &RestResponse) -> String {
    let message = answer.body["message"].as_str().unwrap_or("no message");
    let mut text = match answer.body.get("errors") {
        Some(errors) => format!("{message}: {errors}"),
        None => message.to_owned(),
    };
    if text.len() > 2_000 {
        // For the log; the tree of ten embeds' errors is long, and its beginning is enough.
        let cut = (0..=2_000).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(cut);
        text.push('…');
    }
    text
}

impl Route {
    /// The route for the log, without an interaction's token.
    pub(super) fn label(&self) -> &'static str {
        match self {
            Route::Send(_) | Route::SendLater(_) => "send",
            Route::Edit(_) | Route::EditLater(_) => "edit",
            Route::Delete(_) => "delete",
            Route::Interaction(_) => "reply",
            Route::OpenPrivate => "open private",
            Route::LookUp { .. } => "look up",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::super::{super::message::Message, look_up::LookUp};
    use super::*;

    fn answer(status: u16, body: serde_json::Value) -> RestResponse {
        RestResponse { status, body, ..RestResponse::default() }
    }

    /// Each of Discord's responses becomes an outcome that the table can act on.
    #[test]
    fn answers_are_read_by_code_first() {
        let message = Arc::new(Message::text("x"));
        let edit = RestRequest::Edit { channel_id: 1, message_id: 2, message: Arc::clone(&message), can_wait: false };
        let send = RestRequest::Send { channel_id: 1, message, nonce: "n".into(), can_wait: false };
        let delete = RestRequest::Delete { channel_id: 1, message_id: 2 };
        let settled = |request: &RestRequest, status, body| match read(request, &answer(status, body)) {
            Reading::Settled(outcome) => outcome,
            other => panic!("{other:?}"),
        };
        assert_eq!(settled(&send, 200, json!({ "id": "77" })), RestOutcome::Sent { message_id: 77 });
        assert_eq!(settled(&edit, 200, json!({ "id": "2" })), RestOutcome::Edited);
        assert_eq!(settled(&delete, 204, json!(null)), RestOutcome::Deleted);
        assert_eq!(settled(&edit, 404, json!({ "code": 10008 })), RestOutcome::Gone(Gone::Message));
        assert_eq!(settled(&send, 404, json!({ "code": 10008 })), RestOutcome::NonceUsed, "and nothing was sent");
        assert_eq!(settled(&send, 404, json!({ "code": 10003 })), RestOutcome::Gone(Gone::Channel));
        assert_eq!(settled(&edit, 401, json!({ "code": 50027 })), RestOutcome::Gone(Gone::Interaction));
        assert_eq!(
            settled(&edit, 429, json!({ "code": 30046, "retry_after": 300.0 })),
            RestOutcome::TooOld,
            "it comes as a 429"
        );
        assert_eq!(settled(&edit, 401, json!({ "code": 0 })), RestOutcome::GaveUp(GaveUp::Unauthorised));
        assert_eq!(
            settled(&send, 403, json!({ "code": 50001 })),
            RestOutcome::Forbidden { code: 50001, permission: Some("View Channel") }
        );
        assert_eq!(
            settled(&delete, 403, json!({ "code": 50013 })),
            RestOutcome::Forbidden { code: 50013, permission: Some("Manage Messages") }
        );
        assert_eq!(
            settled(&edit, 403, json!({ "code": 50005 })),
            RestOutcome::Forbidden { code: 50005, permission: None }
        );
        assert_eq!(
            settled(&send, 400, json!({ "code": 50083 })),
            RestOutcome::Forbidden { code: 50083, permission: None }
        );
        let bad = json!({ "code": 50035, "message": "Invalid Form Body", "errors": { "content": { "_errors": [] } } });
        let RestOutcome::Rejected { code: 50035, detail, .. } = settled(&send, 400, bad) else {
            panic!("it is our bug")
        };
        assert!(detail.contains("Invalid Form Body") && detail.contains("_errors"), "{detail}");
        let look_up = RestRequest::LookUp(LookUp::Channel(1));
        assert_eq!(settled(&look_up, 200, json!({ "id": "1" })), RestOutcome::Found(json!({ "id": "1" })));
        assert_eq!(settled(&look_up, 404, json!({ "code": 10003 })), RestOutcome::Gone(Gone::LookedUp));
        assert!(matches!(settled(&look_up, 403, json!({ "code": 50001 })), RestOutcome::Forbidden { .. }), "it exists");
        assert_eq!(read(&send, &answer(502, json!(null))), Reading::Again);
        let limited = RestResponse { retry_after_ms: Some(300), ..answer(429, json!({})) };
        assert_eq!(read(&send, &limited), Reading::Wait { retry_after_ms: 300, is_global: false });
    }
}
