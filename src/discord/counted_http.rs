//! serenity's client with every answer counted: for first replies to interactions, and for looking things up. Everything else goes through
//! the REST client.

use super::traffic::Traffic;
use serde_json::Value;
use serenity::{
    all::CreateAttachment,
    http::{Http, LightMethod, Request, Route},
};
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

    /// Looks something up.
    ///
    /// # Errors
    /// As serenity's.
    pub async fn get(&self, route: Route<'_>) -> serenity::Result<Value> {
        let template = template(&route);
        let returned = self.http.fire(Request::new(route, LightMethod::Get)).await;
        self.traffic.serenity_asked(template, &returned);
        returned
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

/// The route of a look-up, without ids.
fn template(route: &Route<'_>) -> &'static str {
    match route {
        Route::Guild { .. } => "GET /guilds/{guild}",
        Route::Channel { .. } => "GET /channels/{channel}",
        Route::GuildMember { .. } => "GET /guilds/{guild}/members/{member}",
        Route::ChannelThreadMember { .. } => "GET /channels/{channel}/thread-members/{member}",
        _ => "GET another",
    }
}
