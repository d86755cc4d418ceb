//! serenity's client with every answer counted: for first replies to interactions, which no limit binds. Everything else goes through the
//! REST client.

use super::traffic::Traffic;
use serde_json::Value;
use serenity::{all::CreateAttachment, http::Http};
use std::sync::Arc;

/// The client.
pub struct CountedHttp {
    http: Arc<Http>,
    traffic: Traffic,
}

impl CountedHttp {
    /// The same client, counted in `traffic`.
    pub fn new(http: Arc<Http>, traffic: Traffic) -> CountedHttp {
        CountedHttp { http, traffic }
    }

    /// Where its answers are counted.
    pub fn traffic(&self) -> &Traffic {
        &self.traffic
    }

    /// Sends the first reply to an interaction.
    ///
    /// # Errors
    /// As serenity's.
    pub async fn first_reply(
        &self,
        interaction: u64,
        token: &str,
        body: &Value,
        files: Vec<CreateAttachment>,
    ) -> serenity::Result<()> {
        let returned = self.http.create_interaction_response(interaction.into(), token, body, files).await;
        self.traffic.serenity_asked("POST /interactions/{interaction}/{token}/callback", &returned);
        returned
    }
}
