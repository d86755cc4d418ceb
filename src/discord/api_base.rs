//! Where Discord is: the real one, or the server that `UMPIRE_DISCORD_API` names. It refuses every address to which the bot's token
//! could travel in the clear, and makes the two clients that talk to it (serenity's and our own) so that neither can go elsewhere.

use std::fmt;
use std::time::Duration;

use reqwest::Url;
use serenity::builder::CreateAllowedMentions;
use serenity::http::{Http, HttpBuilder};

use super::rest::RestResponse;
use crate::telemetry::Secret;

/// The real Discord.
pub const DISCORD: &str = "https://discord.com";

/// How long connecting may take, and how long a whole request.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// The server's address, without `/api/v10`: https, or http on this very machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiBase {
    url: Url,
}

/// Why an address is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadBase {
    /// Not an address.
    #[error("UMPIRE_DISCORD_API is {given:?}, which is not a web address ({why}); write it like {DISCORD}")]
    NotAnAddress {
        /// What was given.
        given: String,
        /// What the parser says.
        why: String,
    },
    /// The token would travel in the clear.
    #[error(
        "UMPIRE_DISCORD_API is {given:?}; http is only for this machine (127.0.0.1, ::1, localhost), anything else must be https"
    )]
    InTheClear {
        /// What was given.
        given: String,
    },
    /// More than an address: a user, a query, the API's own path.
    #[error("UMPIRE_DISCORD_API is {given:?}; leave out {what}")]
    TooMuch {
        /// What was given, without any password.
        given: String,
        /// What must go.
        what: &'static str,
    },
}

/// Why the server cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Unreachable {
    /// It did not answer.
    #[error("Discord's API at {base} did not answer: {why}")]
    Silent {
        /// Its address.
        base: String,
        /// The innermost cause.
        why: String,
    },
    /// It asks us to come later (429).
    #[error("Discord's API at {base} asks for patience (429)")]
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
    /// The gateway it names would carry the token in the clear.
    #[error("{base} names the gateway {gateway:?}; it must be wss, or ws on this machine")]
    BadGateway {
        /// Its address.
        base: String,
        /// The gateway it names.
        gateway: String,
    },
}

fn is_this_machine(url: &Url) -> bool {
    // `Url` has already evened out spellings such as 127.1 and 0x7f.1; a name other than localhost could resolve to anything.
    match url.host_str().map(|host| host.trim_start_matches('[').trim_end_matches(']')) {
        Some("localhost") => true,
        Some(host) => host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback()),
        None => false,
    }
}

impl ApiBase {
    /// The real Discord.
    #[must_use]
    pub fn discord() -> Self {
        Self { url: Url::parse(DISCORD).expect("a constant address") }
    }

    /// Takes an address as typed.
    ///
    /// # Errors
    /// If it is none, if the token would travel in the clear, or if it holds more than an address.
    pub fn parse(given: &str) -> Result<Self, BadBase> {
        let mut url = Url::parse(given.trim())
            .map_err(|why| BadBase::NotAnAddress { given: given.to_owned(), why: why.to_string() })?;
        if !url.username().is_empty() || url.password().is_some() {
            // The address is repeated without them: whatever stands there is likely a secret.
            let given = format!("{}://…@{}", url.scheme(), url.host_str().unwrap_or_default());
            return Err(BadBase::TooMuch { given, what: "the user and password" });
        }
        let given = given.to_owned();
        match url.scheme() {
            "https" => {}
            "http" if is_this_machine(&url) => {}
            "http" => return Err(BadBase::InTheClear { given }),
            other => {
                let why = format!("its scheme is {other:?}");
                return Err(BadBase::NotAnAddress { given, why });
            }
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(BadBase::TooMuch { given, what: "everything from ? or # on" });
        }
        let path = url.path().trim_end_matches('/').to_owned();
        if path.split('/').any(|part| part == "api") {
            return Err(BadBase::TooMuch { given, what: "the /api part: it is added" });
        }
        url.set_path(&path);
        Ok(Self { url })
    }

    /// The address of a path of the API: `route("/gateway")` is `https://discord.com/api/v10/gateway`.
    #[must_use]
    pub fn route(&self, path: &str) -> String {
        format!("{self}/api/v10{path}")
    }

    /// Whether it is on this machine.
    #[must_use]
    pub fn is_local(&self) -> bool {
        is_this_machine(&self.url)
    }

    /// The client that our own requests and serenity's go through: it follows no redirect, so that neither token nor text goes
    /// elsewhere, gives up after ten seconds, and takes no proxy from the environment on the way to this machine.
    ///
    /// # Errors
    /// If TLS cannot be set up.
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

    /// serenity's client for this base. `proxy` is ignored in silence unless its ratelimiter is off, so the two are set here together
    /// and nowhere else; pacing is the REST client's. By default it pings nobody.
    #[must_use]
    pub fn http(&self, client: reqwest::Client, token: &Secret) -> Http {
        HttpBuilder::new(token.expose())
            .client(client)
            .proxy(self.to_string())
            .ratelimiter_disabled(true)
            .default_allowed_mentions(CreateAllowedMentions::new())
            .build()
    }

    /// Asks the server where its gateway is. The bot starts only if this succeeds: serenity would otherwise fall back to the real
    /// Discord's gateway with no more than a warning.
    ///
    /// # Errors
    /// If it does not answer, does not answer as Discord does, or names a gateway in the clear on another machine.
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
        let is_safe = Url::parse(&gateway)
            .is_ok_and(|url| url.scheme() == "wss" || (url.scheme() == "ws" && is_this_machine(&url)));
        if is_safe { Ok(gateway) } else { Err(Unreachable::BadGateway { base, gateway }) }
    }
}

impl fmt::Display for ApiBase {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.url.as_str().trim_end_matches('/'))
    }
}

/// The cause below all wrappings ("Connection refused"), which is what a host wants to read.
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

    /// https anywhere, http on this machine only, and nothing that merely looks like this machine.
    #[test]
    fn only_addresses_that_keep_the_token_safe() {
        for (given, taken) in [
            ("https://discord.com", "https://discord.com"),
            (" https://discord.com/ ", "https://discord.com"),
            ("https://proxy.example/discord/", "https://proxy.example/discord"),
            ("http://127.0.0.1:4000", "http://127.0.0.1:4000"),
            ("http://127.200.3.4:1", "http://127.200.3.4:1"),
            ("http://[::1]:4000", "http://[::1]:4000"),
            ("http://LOCALHOST:4000/", "http://localhost:4000"),
        ] {
            assert_eq!(ApiBase::parse(given).expect(given).to_string(), taken);
        }
        for refused in [
            "http://discord.com",
            "http://127.0.0.1.example",
            "http://localhost.example",
            "http://10.0.0.1",
            "http://0.0.0.0:80",
            "http://[::ffff:10.0.0.1]",
            "http://128.0.0.1",
        ] {
            assert!(matches!(ApiBase::parse(refused), Err(BadBase::InTheClear { .. })), "{refused}");
        }
        for refused in ["", "discord.com", "ftp://discord.com", "file:///etc/passwd", "https://", "ws://127.0.0.1"] {
            assert!(matches!(ApiBase::parse(refused), Err(BadBase::NotAnAddress { .. })), "{refused}");
        }
        for refused in ["https://a.example/api/v10", "https://a.example/?x", "https://a.example/#x"] {
            assert!(matches!(ApiBase::parse(refused), Err(BadBase::TooMuch { .. })), "{refused}");
        }
        let error = ApiBase::parse("http://me:hunter2@127.0.0.1").unwrap_err().to_string();
        assert!(!error.contains("hunter2") && error.contains("leave out the user and password"), "{error}");
    }

    /// serenity's proxy is in force: it is ignored while the ratelimiter is on, and then calls go to the real Discord.
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

    /// Without a server that answers as Discord does the bot does not start, and says why.
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
