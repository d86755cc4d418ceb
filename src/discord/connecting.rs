//! serenity's client and our own, configured so that neither can connect to anything but the chosen server, and the first request: where
//! the gateway is. Pacing is the REST client's job.

use super::rest::RestResponse;
use crate::{config::ApiBase, telemetry::Secret};
use serenity::{
    builder::CreateAllowedMentions,
    http::{Http, HttpBuilder},
};
use std::time::Duration;

/// Timeouts for connecting and for a whole request.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// Why the server can't be used.
#[derive(Debug, thiserror::Error)]
pub enum Unreachable {
    /// It didn't answer.
    #[error("Discord's API at {base} didn't answer: {why}")]
    Silent {
        /// Its address.
        base: String,
        /// The innermost cause.
        why: String,
    },
    /// It asked us to come back later (429).
    #[error("Discord's API at {base} is rate limiting us (429)")]
    Busy {
        /// Its address.
        base: String,
        /// How much later.
        retry_after: Duration,
    },
    /// It answered, but not as Discord does.
    #[error("{base} answered GET /api/v10/gateway with {status}, not as Discord does; is UMPIRE_DISCORD_API right?")]
    NotDiscord {
        /// Its address.
        base: String,
        /// The answer's status.
        status: u16,
    },
    /// The gateway it names would receive the token unencrypted.
    #[error("{base} names the gateway {gateway:?}; it must be wss, or ws on this machine")]
    BadGateway {
        /// Its address.
        base: String,
        /// The gateway it names.
        gateway: String,
    },
}

impl ApiBase {
    /// The HTTP client for our own requests and serenity's. It follows no redirects, so that tokens and text stay on this server; it times
    /// out after ten seconds and ignores proxy settings for this machine's own addresses.
    ///
    /// # Errors
    /// If TLS can't be set up.
    pub fn client(&self) -> reqwest::Result<reqwest::Client> {
        let builder = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(REQUEST_TIMEOUT)
            .tcp_nodelay(true)
            // Docs, "API Reference: User Agent".
            .user_agent(concat!("DiscordBot (umpire, ", env!("CARGO_PKG_VERSION"), ")"));
        if self.is_local() { builder.no_proxy().build() } else { builder.build() }
    }

    /// serenity's client for this base. serenity silently ignores `proxy` unless its ratelimiter is off, so the two are only ever set
    /// together, here; the REST client does the pacing. Mentions ping nobody by default.
    #[must_use]
    pub fn http(&self, client: reqwest::Client, token: &Secret) -> Http {
        HttpBuilder::new(token.expose())
            .client(client)
            .proxy(self.to_string())
            .ratelimiter_disabled(true)
            .default_allowed_mentions(CreateAllowedMentions::new())
            .build()
    }

    /// Asks the server where its gateway is. The bot starts only if this succeeds: otherwise serenity would connect to the real Discord
    /// with just a warning.
    ///
    /// # Errors
    /// If it doesn't answer, doesn't answer as Discord does, or names an unencrypted gateway on another machine.
    pub async fn reach(&self, client: &reqwest::Client) -> Result<String, Unreachable> {
        #[derive(serde::Deserialize)]
        struct Gateway {
            url: String,
        }
        let base = self.to_string();
        let answer = client
            .get(self.route("/gateway"))
            .send()
            .await
            .map_err(|error| Unreachable::Silent { base: base.clone(), why: innermost(&error) })?;
        let status = answer.status();
        if status == reqwest::StatusCode::TOO_MANY_REQUESTS {
            let headers = answer.headers().clone();
            let told = RestResponse::read(status.as_u16(), &headers, &answer.bytes().await.unwrap_or_default());
            let retry_after = Duration::from_millis(told.retry_after_ms.unwrap_or(1_000));
            return Err(Unreachable::Busy { base, retry_after });
        }
        let gateway = match answer.json::<Gateway>().await {
            Ok(gateway) if status.is_success() => gateway.url,
            _ => return Err(Unreachable::NotDiscord { base, status: status.as_u16() }),
        };
        let is_safe = ApiBase::is_safe_gateway(&gateway);
        if is_safe { Ok(gateway) } else { Err(Unreachable::BadGateway { base, gateway }) }
    }
}

/// The root cause ("Connection refused"), which is what a host wants to read.
fn innermost(error: &dyn std::error::Error) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// serenity's proxy is active: with the ratelimiter on, it would be ignored and requests would go to the real Discord.
    #[test]
    fn serenity_goes_where_we_say_and_pings_nobody() {
        let base = ApiBase::parse("http://127.0.0.1:4000").expect("local");
        let http = base.http(base.client().expect("a client"), &Secret::new("x".into()));
        assert!(http.ratelimiter.is_none());
        assert_eq!(http.proxy.as_deref(), Some("http://127.0.0.1:4000"));
        let mentions = serde_json::to_value(http.default_allowed_mentions).expect("json");
        assert_eq!(
            (&mentions["parse"], &mentions["users"], &mentions["roles"]),
            (&serde_json::json!([]), &serde_json::json!([]), &serde_json::json!([]))
        );
    }

    async fn stand_in(answer: (u16, &'static str)) -> ApiBase {
        let app = axum::Router::new().route(
            "/api/v10/gateway",
            axum::routing::get(move || async move {
                (axum::http::StatusCode::from_u16(answer.0).expect("a status"), answer.1)
            }),
        );
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base = ApiBase::parse(&format!("http://{}", listener.local_addr().expect("bound"))).expect("local");
        tokio::spawn(async move { axum::serve(listener, app).await });
        base
    }

    /// If the server doesn't answer as Discord does, the bot doesn't start, and says why.
    #[tokio::test]
    async fn a_server_that_is_not_discord_stops_the_start() {
        let base = stand_in((200, r#"{"url":"ws://127.0.0.1:4001/ws"}"#)).await;
        let client = base.client().expect("a client");
        assert_eq!(base.reach(&client).await.expect("reached"), "ws://127.0.0.1:4001/ws");
        for (status, body) in [(404, "{}"), (200, "<html>"), (302, ""), (500, r#"{"url":"wss://x.example"}"#)] {
            let base = stand_in((status, body)).await;
            assert!(matches!(base.reach(&client).await, Err(Unreachable::NotDiscord { .. })), "{status} {body}");
        }
        let base = stand_in((200, r#"{"url":"ws://gateway.example"}"#)).await;
        assert!(matches!(base.reach(&client).await, Err(Unreachable::BadGateway { .. })));
        let free = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base = ApiBase::parse(&format!("http://{}", free.local_addr().expect("bound"))).expect("local");
        drop(free);
        assert!(matches!(base.reach(&client).await, Err(Unreachable::Silent { .. })));
    }
}
