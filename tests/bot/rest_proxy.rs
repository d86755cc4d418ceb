//! A proxy between the bot and Discord's API, as a host may have one that paces several processes together.

use crate::fixture::{Stage, run, says};
use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use std::sync::{Arc, Mutex};

/// Passes requests on to a server, and remembers them. It stops with the test's runtime.
pub struct RestProxy {
    address: String,
    proxied: Arc<Proxied>,
}

struct Proxied {
    client: reqwest::Client,
    to: String,
    /// Whether answers keep the headers with Discord's rate limits.
    passes_limits: bool,
    /// Whose path ends like this isn't passed on.
    knows_not: Option<&'static str>,
    /// What has been asked for, by path, and with which token.
    seen: Mutex<Vec<(String, Option<String>)>>,
}

impl RestProxy {
    /// In front of this server.
    pub async fn open(to: &str, passes_limits: bool) -> RestProxy {
        RestProxy::open_without(to, passes_limits, None).await
    }

    /// The same, but it answers 501 where a path ends like this.
    pub async fn open_without(to: &str, passes_limits: bool, knows_not: Option<&'static str>) -> RestProxy {
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        let proxied = Arc::new(Proxied { client, to: to.to_owned(), passes_limits, knows_not, seen: Mutex::default() });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("bound"));
        let routes = Router::new().fallback(pass_on).with_state(proxied.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        RestProxy { address, proxied }
    }

    /// Where it is.
    pub fn base_url(&self) -> &str {
        &self.address
    }

    /// What has been asked for, by path, and with which token.
    fn seen(&self) -> Vec<(String, Option<String>)> {
        self.proxied.seen.lock().expect("nobody panics").clone()
    }
}

async fn pass_on(State(proxied): State<Arc<Proxied>>, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    let token = parts.headers.get("authorization").and_then(|it| it.to_str().ok()).map(str::to_owned);
    proxied.seen.lock().expect("nobody panics").push((parts.uri.path().to_owned(), token));
    if proxied.knows_not.is_some_and(|it| parts.uri.path().ends_with(it)) {
        return (StatusCode::NOT_IMPLEMENTED, "proxy: Failed to parse API path").into_response();
    }
    parts.headers.remove("host");
    let url = format!("{}{}", proxied.to, parts.uri);
    let body = to_bytes(body, usize::MAX).await.expect("a body");
    let answer = proxied.client.request(parts.method, url).headers(parts.headers).body(body).send().await;
    let answer = answer.expect("an answer");
    let (status, mut headers) = (answer.status(), answer.headers().clone());
    headers.remove("transfer-encoding");
    if !proxied.passes_limits {
        for name in ["bucket", "limit", "remaining", "reset", "reset-after"] {
            headers.remove(format!("x-ratelimit-{name}"));
        }
    }
    (status, headers, Body::from(answer.bytes().await.expect("a body"))).into_response()
}

/// A fight is played through a proxy: every request goes there, with the bot's token where Discord wants it, whether or not the proxy shows
/// Discord's rate limits, and nothing is lost to them.
#[tokio::test]
async fn a_fight_is_played_through_a_proxy() {
    for passes_limits in [true, false] {
        let mut stage = Stage::set().await;
        stage.bot_goes().await;
        let proxy = RestProxy::open(&stage.table.base_url(), passes_limits).await;
        stage.api = Some(proxy.base_url().to_owned());
        let before = stage.table.calls_so_far();
        stage.bot_comes().await;
        let (mut gwen, ana, _bob) = stage.brawl("").await;
        // More than a channel's limit allows at once.
        for health in 1..=6 {
            let value = health.to_string();
            run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", &value)]).await;
        }
        ana.sees("the last of them", says("Sybilla\u{2019}s health to 6")).await.expect("told");
        let refused = stage.table.calls_since(before).iter().filter(|it| it.status == 429).count();
        assert_eq!(refused == 0, passes_limits, "{refused}");
        let calls: Vec<String> =
            stage.table.calls_since(before).iter().map(|it| format!("/api/v10{}", it.path)).collect();
        let mut seen = proxy.seen();
        let token = format!("Bot {}", stage.table.bot_token());
        for (path, with) in &seen {
            // A reply to an interaction has a token of its own in its path.
            let is_open = path == "/api/v10/gateway" || path.starts_with("/api/v10/webhooks/");
            assert!(with.as_ref() == Some(&token) || is_open && with.is_none(), "{path}: {with:?}");
        }
        seen.truncate(calls.len());
        assert!(seen.len() > 20, "{}", seen.len());
        let sorted = |mut all: Vec<String>| {
            all.sort();
            all
        };
        let seen = sorted(seen.into_iter().map(|it| it.0).collect());
        assert_eq!(sorted(calls), seen, "none has gone past it");
        stage.judge();
        stage.ends().await;
    }
}
