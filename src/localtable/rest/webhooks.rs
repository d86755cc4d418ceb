//! `/webhooks/{application}/{token}`: follow-ups and an interaction's first reply.

use axum::http::Method;

use super::route::{RouteAnswer, RouteCall, RouteResult};
use crate::localtable::{
    Id,
    check::message::{Route, draft},
    discord_state::DiscordState,
    refusal::Refusal,
};

impl DiscordState {
    pub(super) fn webhook_routes(
        &mut self,
        method: &Method,
        token: &str,
        rest: &[&str],
        asked: &RouteCall<'_>,
    ) -> RouteResult {
        match (method.as_str(), rest) {
            ("POST", []) => {
                // The token comes first: an expired one is reported whatever the form contains.
                self.by_token(token)?;
                let draft = draft("", asked.body, asked.uploads, Route::FollowUp)?;
                let message = self.follow_up(token, draft)?;
                Ok(RouteAnswer::ok(self.message_object(&message)))
            }
            ("GET", ["messages", which]) => {
                let message = self.of_token(token, which_one(which)?)?;
                Ok(RouteAnswer::ok(self.message_object(&message)))
            }
            ("PATCH", ["messages", which]) => {
                self.of_token(token, which_one(which)?)?;
                let draft = draft("", asked.body, asked.uploads, Route::WebhookEdit)?;
                let message = self.edit_by_token(token, which_one(which)?, draft)?;
                Ok(RouteAnswer::ok(self.message_object(&message)))
            }
            ("DELETE", ["messages", which]) => {
                let message = self.of_token(token, which_one(which)?)?;
                self.delete(message.channel, message.id);
                Ok(RouteAnswer::nothing())
            }
            _ => Err(Refusal::no_route()),
        }
    }
}

/// `None` is `@original`.
fn which_one(text: &str) -> Result<Option<Id>, Refusal> {
    if text == "@original" {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| Refusal::unknown_message())
}
