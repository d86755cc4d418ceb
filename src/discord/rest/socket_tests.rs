//! Real HTTP: headers, bodies, authorization, files and errors.

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::super::message::File;
use super::*;
use crate::config::ApiBase;
use crate::telemetry::Secret;

#[derive(Debug, Clone)]
struct Seen {
    line: String,
    authorization: String,
    body: String,
}

fn text(content: &str) -> Message {
    Message::text(content)
}

type Log = Arc<Mutex<Vec<Seen>>>;

async fn answer(State(log): State<Log>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let line = format!("{} {}", parts.method, parts.uri);
    let authorization =
        parts.headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let body: Bytes = axum::body::to_bytes(body, 1 << 20).await.expect("a body");
    let body = String::from_utf8_lossy(&body).into_owned();
    let nth = {
        let mut log = log.lock().expect("no writer panics");
        log.push(Seen { line: line.clone(), authorization, body });
        log.iter().filter(|seen| seen.line == line).count()
    };
    match (line.as_str(), nth) {
        ("POST /api/v10/channels/1/messages", 1) => (
            axum::http::StatusCode::TOO_MANY_REQUESTS,
            [("retry-after", "1"), ("x-ratelimit-scope", "user"), ("x-ratelimit-bucket", "abc")],
            json!({ "message": "You are being rate limited.", "retry_after": 0.06, "global": false, "code": 0 })
                .to_string(),
        )
            .into_response(),
        ("POST /api/v10/channels/1/messages", 2) => axum::http::StatusCode::BAD_GATEWAY.into_response(),
        ("POST /api/v10/channels/2/messages", _) => {
            let body = json!({ "code": 50035, "message": "Invalid Form Body", "errors": { "content": {} } });
            (axum::http::StatusCode::BAD_REQUEST, body.to_string()).into_response()
        }
        (line, _) if line.starts_with("DELETE") => axum::http::StatusCode::NO_CONTENT.into_response(),
        _ => axum::Json(json!({ "id": "77" })).into_response(),
    }
}

fn skew() -> Arc<crate::discord::clock_skew::ClockSkew> {
    Arc::new(crate::discord::clock_skew::ClockSkew::of(Arc::new(crate::table::SystemClock::default())))
}

fn traffic() -> crate::discord::traffic::Traffic {
    crate::discord::traffic::Traffic::new(Arc::default(), Arc::new(crate::table::SystemClock::default()))
}

async fn stand_in() -> (Log, RestClient) {
    let log = Log::default();
    let app = axum::Router::new().fallback(answer).with_state(Arc::clone(&log));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let base = ApiBase::parse(&format!("http://{}", listener.local_addr().expect("bound"))).expect("local");
    tokio::spawn(async move { axum::serve(listener, app).await });
    let wire =
        DiscordWire::new(base.client().expect("a client"), base, &Secret::new("tok.en".into()), skew(), traffic())
            .expect("a token");
    let patience = Patience { pause_min: Duration::from_millis(10), ..Patience::default() };
    (log, RestClient::new(Arc::new(wire), patience, Box::new(|| 0.0)))
}

/// A 429 and a 5xx on the way, with the same nonce each time, enforced; the wait is the body's, since the header's is less precise.
#[tokio::test]
async fn a_message_gets_through() {
    let (log, rest) = stand_in().await;
    let began = std::time::Instant::now();
    assert_eq!(rest.send(1, text("hello"), "7-12").await, RestOutcome::Sent { message_id: 77 });
    assert!((60..900).contains(&began.elapsed().as_millis()), "{:?}", began.elapsed());
    let seen = log.lock().expect("no writer panics").clone();
    assert_eq!(seen.len(), 3);
    for request in seen {
        let body: Value = serde_json::from_str(&request.body).expect("json");
        assert_eq!(
            (&body["nonce"], &body["enforce_nonce"], &body["content"]),
            (&json!("7-12"), &json!(true), &json!("hello"))
        );
        assert_eq!(body["allowed_mentions"]["parse"], json!([]));
        assert_eq!(request.authorization, "Bot tok.en");
    }
}

/// Every request goes where Discord expects it; an interaction's replies go without the bot's token.
#[tokio::test]
async fn each_request_has_its_route() {
    let (log, rest) = stand_in().await;
    let interaction = InteractionToken { application_id: 5, token: "aW50".into() };
    let map = File { name: "map.png".into(), description: "The yard".into(), bytes: Arc::from(*b"PNG!") };
    assert_eq!(rest.edit(3, 4, Message { files: vec![map], ..text("map") }).await, RestOutcome::Edited);
    assert_eq!(rest.delete(3, 4).await, RestOutcome::Deleted);
    assert_eq!(rest.follow_up(interaction.clone(), text("x").private()).await, RestOutcome::Sent { message_id: 77 });
    assert_eq!(rest.edit_reply(interaction, None, text("x")).await, RestOutcome::Edited);
    for _ in 0..2 {
        // It is known the second time.
        assert_eq!(rest.open_private(6).await, RestOutcome::Opened { channel_id: 77 });
    }
    let RestOutcome::Rejected { status: 400, code: 50035, .. } = rest.send(2, text("x"), "n").await else {
        panic!("a bug of ours")
    };
    let seen = log.lock().expect("no writer panics").clone();
    let lines: Vec<&str> = seen.iter().map(|seen| seen.line.as_str()).collect();
    assert_eq!(
        lines,
        [
            "PATCH /api/v10/channels/3/messages/4",
            "DELETE /api/v10/channels/3/messages/4",
            "POST /api/v10/webhooks/5/aW50",
            "PATCH /api/v10/webhooks/5/aW50/messages/@original",
            "POST /api/v10/users/@me/channels",
            "POST /api/v10/channels/2/messages",
        ]
    );
    let tokens: Vec<bool> = seen.iter().map(|seen| !seen.authorization.is_empty()).collect();
    assert_eq!(tokens, [true, true, false, false, true, true]);
    assert!(
        seen[0].body.contains("payload_json") && seen[0].body.contains("files[0]") && seen[0].body.contains("PNG!")
    );
}

/// What a response's headers and body say about limits, and what a server in front of Discord says.
#[test]
fn answers_carry_their_limits() {
    let headers = |pairs: &[(&'static str, &'static str)]| {
        pairs
            .iter()
            .map(|(name, value)| {
                (reqwest::header::HeaderName::from_static(name), reqwest::header::HeaderValue::from_static(value))
            })
            .collect()
    };
    let told = headers(&[
        ("x-ratelimit-bucket", "b"),
        ("x-ratelimit-limit", "5"),
        ("x-ratelimit-remaining", "4"),
        ("x-ratelimit-reset-after", "1.25"),
    ]);
    let fine = RestResponse::read(200, &told, br#"{"id":"1"}"#);
    assert_eq!(
        (fine.limit, fine.remaining, fine.reset_after_ms, fine.retry_after_ms),
        (Some(5), Some(4), Some(1_250), None)
    );
    let global = RestResponse::read(429, &headers(&[("retry-after", "65")]), br#"{"retry_after":64.57,"global":true}"#);
    assert_eq!((global.is_global, global.retry_after_ms), (true, Some(64_570)));
    let in_front = RestResponse::read(429, &headers(&[("retry-after", "10")]), b"error code: 1015");
    assert_eq!((in_front.is_global, in_front.retry_after_ms), (true, Some(10_000)));
    let odd = RestResponse::read(429, &headers(&[("retry-after", "NaN")]), br#"{"retry_after":-1}"#);
    assert_eq!((odd.is_global, odd.retry_after_ms), (false, None));
}

/// A token that can't be a header is refused without being repeated.
#[test]
fn a_broken_token_is_not_repeated() {
    let base = ApiBase::discord();
    let client = base.client().expect("a client");
    let error =
        DiscordWire::new(client, base, &Secret::new("abc\ndef".into()), skew(), traffic()).err().expect("refused");
    assert!(!error.to_string().contains("abc"), "{error}");
}
