//! The courier against a Discord of our own: in virtual time over a wire that is a function, and once over a real socket.

use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use serde_json::json;
use tokio::time::{Instant, sleep};

use super::*;

/// What a stand-in does with the n-th request: how long it takes and what it answers.
type Script = Box<dyn Fn(&Errand, usize) -> (u64, Result<Answer, WireTrouble>) + Send + Sync>;

struct StandIn {
    script: Script,
    began: Instant,
    requests: AtomicUsize,
    /// When (in milliseconds) and what.
    log: Mutex<Vec<(u64, String)>>,
}

impl StandIn {
    fn new(script: impl Fn(&Errand, usize) -> (u64, Result<Answer, WireTrouble>) + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self {
            script: Box::new(script),
            began: Instant::now(),
            requests: AtomicUsize::new(0),
            log: Mutex::default(),
        })
    }

    fn log(&self) -> Vec<(u64, String)> {
        self.log.lock().expect("no writer panics").clone()
    }
}

#[async_trait]
impl Wire for StandIn {
    async fn carry(&self, errand: &Errand) -> Result<Answer, WireTrouble> {
        let at_ms = self.began.elapsed().as_millis() as u64;
        let said = errand.message().map_or_else(String::new, |message| message.content.clone());
        self.log
            .lock()
            .expect("no writer panics")
            .push((at_ms, format!("{} {} {said}", errand.method(), errand.path())));
        let (takes_ms, answer) = (self.script)(errand, self.requests.fetch_add(1, Ordering::SeqCst));
        sleep(Duration::from_millis(takes_ms)).await;
        answer
    }
}

fn ok(n: usize) -> Result<Answer, WireTrouble> {
    Ok(Answer { status: 200, body: json!({ "id": (1_000 + n).to_string() }), ..Answer::default() })
}

fn status(status: u16) -> Result<Answer, WireTrouble> {
    Ok(Answer { status, ..Answer::default() })
}

fn courier(wire: &Arc<StandIn>, patience: Patience) -> Courier {
    Courier::new(Arc::clone(wire) as Arc<dyn Wire>, patience, Box::new(|| 0.5))
}

fn text(content: impl Into<String>) -> Message {
    Message::text(content)
}

/// A bucket as Discord keeps it: so many requests in a window; beyond it a 429 that says how long.
struct Bucket {
    limit: u32,
    window_ms: u64,
    state: Mutex<(Option<Instant>, u32)>,
}

impl Bucket {
    fn new(limit: u32, window_ms: u64) -> Self {
        Self { limit, window_ms, state: Mutex::new((None, 0)) }
    }

    fn ask(&self, n: usize) -> Result<Answer, WireTrouble> {
        let mut state = self.state.lock().expect("no writer panics");
        let now = Instant::now();
        let window = Duration::from_millis(self.window_ms);
        if state.0.is_none_or(|began| now >= began + window) {
            *state = (Some(now), 0);
        }
        let left_ms = (state.0.expect("just set") + window - now).as_millis() as u64;
        let headers = |remaining| Answer {
            bucket: Some("messages".into()),
            limit: Some(self.limit),
            remaining: Some(remaining),
            reset_after_ms: Some(left_ms),
            ..Answer::default()
        };
        if state.1 >= self.limit {
            return Ok(Answer { status: 429, body: json!({ "code": 0 }), retry_after_ms: Some(left_ms), ..headers(0) });
        }
        state.1 += 1;
        Ok(Answer { status: 200, body: json!({ "id": (1_000 + n).to_string() }), ..headers(self.limit - state.1) })
    }
}

/// 20 messages into a bucket of 5 per 2 s: all arrive, in order, in the 6 s that are possible, and without a single 429.
#[tokio::test(start_paused = true)]
async fn a_burst_is_paced_by_the_headers() {
    let bucket = Bucket::new(5, 2_000);
    let wire = StandIn::new(move |_, n| (10, bucket.ask(n)));
    let courier = courier(&wire, Patience::default());
    let receipts: Vec<Receipt> = (0..20).map(|n| courier.send(1, text(format!("line {n}")), format!("n{n}"))).collect();
    for (n, receipt) in receipts.into_iter().enumerate() {
        assert_eq!(receipt.await, Outcome::Sent { message_id: 1_000 + n as u64 });
    }
    let log = wire.log();
    let said: Vec<String> =
        log.iter().map(|(_, line)| line.rsplit("messages ").next().unwrap_or_default().to_owned()).collect();
    assert_eq!(said, (0..20).map(|n| format!("line {n}")).collect::<Vec<_>>(), "each once, in order");
    assert!(log[19].0 < 6_200, "the last went after {} ms", log[19].0);
}

/// A 429 storm that the headers did not announce: every message arrives all the same, in order, none twice.
#[tokio::test(start_paused = true)]
async fn a_storm_of_429_loses_nothing() {
    let wire = StandIn::new(|_, n| {
        let refused = Answer { status: 429, retry_after_ms: Some(300), is_global: n % 6 == 0, ..Answer::default() };
        (5, if n % 3 != 2 { Ok(refused) } else { ok(n) })
    });
    let courier = courier(&wire, Patience::default());
    let receipts: Vec<Receipt> = (0..10).map(|n| courier.send(1, text(format!("{n}")), format!("n{n}"))).collect();
    for receipt in receipts {
        assert!(matches!(receipt.await, Outcome::Sent { .. }));
    }
    assert_eq!(wire.log().len(), 30);
    for pair in wire.log().windows(2).filter(|pair| pair[0].1 == pair[1].1) {
        assert!(pair[1].0 >= pair[0].0 + 300, "tried again before it was told to: {pair:?}");
    }
    assert_eq!(courier.load(), Load { unsettled: 0, routes: 0 });
}

/// 5xx and cut connections are tried again with growing pauses, and given up in the end.
#[tokio::test(start_paused = true)]
async fn trouble_is_tried_again_with_growing_pauses() {
    let wire = StandIn::new(|_, n| match n {
        0 => (1, status(502)),
        1 => (1, Err(WireTrouble("cut".into()))),
        2 => (60_000, ok(n)),
        _ => (1, ok(n)),
    });
    let brave = courier(&wire, Patience::default());
    assert_eq!(brave.send(1, text("x"), "n").await, Outcome::Sent { message_id: 1_003 });
    let at: Vec<u64> = wire.log().iter().map(|(ms, _)| *ms).collect();
    // Pauses of 400, 800 and 1,600 ms by three quarters (jitter 0.5), and the third request timed out after 10 s.
    assert_eq!(at, [0, 301, 902, 12_102]);

    let dead = StandIn::new(|_, _| (1, status(503)));
    assert_eq!(courier(&dead, Patience::default()).send(1, text("x"), "n").await, Outcome::GaveUp(GaveUp::Unanswered));
    assert_eq!(dead.log().len(), 8);
}

/// A wait longer than we have is given up; so is a token that is not taken, at once.
#[tokio::test(start_paused = true)]
async fn some_things_are_not_tried_again() {
    for (answer, outcome) in [
        (
            Answer { status: 429, retry_after_ms: Some(3_600_000), ..Answer::default() },
            Outcome::GaveUp(GaveUp::RateLimited),
        ),
        (Answer { status: 401, ..Answer::default() }, Outcome::GaveUp(GaveUp::Unauthorised)),
        (
            Answer { status: 403, body: json!({ "code": 50001 }), ..Answer::default() },
            Outcome::Forbidden { code: 50001, permission: Some("View Channel") },
        ),
        (Answer { status: 404, body: json!({ "code": 10003 }), ..Answer::default() }, Outcome::Gone(Gone::Channel)),
    ] {
        let wire = StandIn::new(move |_, _| (1, Ok(answer.clone())));
        assert_eq!(courier(&wire, Patience::default()).send(1, text("x"), "n").await, outcome);
        assert_eq!(wire.log().len(), 1);
    }
}

/// 100 edits of one message become a handful of requests, and the last state is the one that stays.
#[tokio::test(start_paused = true)]
async fn the_last_edit_wins() {
    let bucket = Bucket::new(5, 2_000);
    let wire = StandIn::new(move |_, n| (40, bucket.ask(n)));
    let courier = courier(&wire, Patience::default());
    let mut receipts = Vec::new();
    for n in 0..100 {
        receipts.push(courier.edit(1, 9, text(format!("state {n}"))));
        sleep(Duration::from_millis(10)).await;
    }
    let last = receipts.pop().expect("a hundred");
    assert_eq!(last.await, Outcome::Edited);
    for receipt in receipts {
        assert!(matches!(receipt.await, Outcome::Edited | Outcome::Superseded));
    }
    let log = wire.log();
    assert!(log.len() <= 7, "{} requests", log.len());
    assert!(log.last().expect("some").1.ends_with("state 99"));
}

/// An edit that failed gives way to a newer one, and its troubles count on: nothing older ever follows something newer.
#[tokio::test(start_paused = true)]
async fn a_failed_edit_never_overwrites_a_newer_one() {
    let wire = StandIn::new(|_, n| if n < 3 { (100, status(500)) } else { (100, ok(n)) });
    let courier = courier(&wire, Patience::default());
    let old = courier.edit(1, 9, text("old"));
    sleep(Duration::from_millis(50)).await;
    let other = courier.edit(1, 8, text("other"));
    let new = courier.edit(1, 9, text("new"));
    assert_eq!((old.await, new.await, other.await), (Outcome::Superseded, Outcome::Edited, Outcome::Edited));
    let said: Vec<String> =
        wire.log().iter().map(|(_, line)| line.rsplit(' ').next().unwrap_or_default().to_owned()).collect();
    assert_eq!(said, ["old", "new", "new", "new", "other"]);
}

/// A message that changes all the time keeps its place among the others that change.
#[tokio::test(start_paused = true)]
async fn a_busy_message_keeps_its_turn() {
    let wire = StandIn::new(|_, n| (100, ok(n)));
    let courier = courier(&wire, Patience::default());
    let mut receipts = vec![courier.edit(1, 1, text("first"))];
    sleep(Duration::from_millis(1)).await;
    for n in 0..5 {
        receipts.push(courier.edit(1, 2, text(format!("busy {n}"))));
        receipts.push(courier.edit(1, 3 + n, text("calm")));
    }
    for receipt in receipts {
        let _ = receipt.await;
    }
    assert!(wire.log()[1].1.ends_with("busy 4"), "{:?}", wire.log());
}

/// A removal makes edits that wait needless, and finding nothing to remove is as good.
#[tokio::test(start_paused = true)]
async fn a_removal_takes_its_edits_along() {
    let wire = StandIn::new(|errand, n| match errand {
        Errand::Delete { .. } => (10, Ok(Answer { status: 404, body: json!({ "code": 10008 }), ..Answer::default() })),
        _ => (10, ok(n)),
    });
    let courier = courier(&wire, Patience::default());
    let edit = courier.edit(1, 9, text("too late"));
    let removal = courier.delete(1, 9);
    assert_eq!((edit.await, removal.await), (Outcome::Superseded, Outcome::Gone(Gone::Message)));
    assert_eq!(wire.log().len(), 1);
    assert_eq!(courier.drain(Duration::from_secs(1)).await, Drained { left: 0 });
}

/// One channel that hangs, fails or is full holds up no other.
#[tokio::test(start_paused = true)]
async fn a_slow_channel_is_slow_alone() {
    let wire = StandIn::new(|errand, n| match errand.route() {
        Route::Send(1) => (9_000, status(500)),
        Route::Send(2) => (1, Ok(Answer { status: 429, retry_after_ms: Some(60_000), ..Answer::default() })),
        _ => (20, ok(n)),
    });
    let courier = courier(&wire, Patience::default());
    let stuck: Vec<Receipt> = (0..50).map(|n| courier.send(1 + n % 2, text("x"), format!("n{n}"))).collect();
    let began = Instant::now();
    for n in 0..10 {
        assert!(matches!(courier.send(3, text("x"), format!("m{n}")).await, Outcome::Sent { .. }));
    }
    assert_eq!(courier.edit(1, 9, text("x")).await, Outcome::Edited, "edits of the stuck channel pass too");
    assert!(began.elapsed() < Duration::from_millis(300), "{:?}", began.elapsed());
    drop(stuck);
}

/// What does not fit is refused aloud, and the memory stays bounded.
#[tokio::test(start_paused = true)]
async fn a_full_queue_says_so() {
    let wire = StandIn::new(|_, n| (1_000, ok(n)));
    let courier = courier(&wire, Patience { queue_max: 10, waiting_max: 25, ..Patience::default() });
    let receipts: Vec<Receipt> = (0..30).map(|n| courier.send(1 + n / 15, text("x"), format!("n{n}"))).collect();
    assert_eq!(courier.load(), Load { unsettled: 20, routes: 2 });
    for channel_id in 3..20 {
        drop(courier.send(channel_id, text("x"), "n"));
    }
    assert_eq!(courier.load().unsettled, 25);
    let mut refused = 0;
    for receipt in receipts {
        refused += usize::from(receipt.await == Outcome::GaveUp(GaveUp::QueueFull));
    }
    assert_eq!(refused, 10);
}

/// At the end what waits is still brought, nothing new is taken, and after the deadline what is left is given up aloud.
#[tokio::test(start_paused = true)]
async fn a_drain_finishes_and_then_closes() {
    let wire = StandIn::new(|errand, n| if errand.route() == Route::Send(2) { (1, status(500)) } else { (100, ok(n)) });
    let courier = courier(&wire, Patience::default());
    let fine: Vec<Receipt> = (0..5).map(|n| courier.send(1, text("x"), format!("n{n}"))).collect();
    let stuck = courier.send(2, text("x"), "n");
    let began = Instant::now();
    assert_eq!(courier.drain(Duration::from_secs(3)).await, Drained { left: 1 });
    assert_eq!(began.elapsed(), Duration::from_secs(3));
    for receipt in fine {
        assert!(matches!(receipt.await, Outcome::Sent { .. }));
    }
    assert_eq!(stuck.await, Outcome::GaveUp(GaveUp::Closing));
    assert_eq!(courier.send(1, text("x"), "late").await, Outcome::GaveUp(GaveUp::Closing));
    assert_eq!(courier.load(), Load { unsettled: 0, routes: 0 });
}

/// A message over a limit is our bug: it is named and never sent.
#[tokio::test(start_paused = true)]
async fn what_discord_would_refuse_is_not_sent() {
    let wire = StandIn::new(|_, n| (1, ok(n)));
    let courier = courier(&wire, Patience::default());
    assert!(matches!(courier.send(1, text("x".repeat(2_001)), "n").await, Outcome::Rejected { status: 0, .. }));
    assert!(matches!(courier.send(1, text("x"), "n".repeat(26)).await, Outcome::Rejected { status: 0, .. }));
    assert!(matches!(courier.edit(1, 2, Message::default()).await, Outcome::Rejected { status: 0, .. }));
    assert!(wire.log().is_empty());
}

mod over_a_socket {
    //! The real wire: headers, bodies, authorization, files and errors as they come over HTTP.

    use axum::body::Bytes;
    use axum::extract::{Request, State};
    use axum::response::{IntoResponse, Response};
    use serde_json::Value;

    use super::super::super::api_base::ApiBase;
    use super::super::super::message::File;
    use super::*;
    use crate::telemetry::Secret;

    #[derive(Debug, Clone)]
    struct Seen {
        line: String,
        authorization: String,
        body: String,
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

    async fn stand_in() -> (Log, Courier) {
        let log = Log::default();
        let app = axum::Router::new().fallback(answer).with_state(Arc::clone(&log));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base = ApiBase::parse(&format!("http://{}", listener.local_addr().expect("bound"))).expect("local");
        tokio::spawn(async move { axum::serve(listener, app).await });
        let wire =
            DiscordWire::new(base.client().expect("a client"), base, &Secret::new("tok.en".into())).expect("a token");
        let patience = Patience { pause_min: Duration::from_millis(10), ..Patience::default() };
        (log, Courier::new(Arc::new(wire), patience, Box::new(|| 0.0)))
    }

    /// A 429 and a 5xx on the way, the same nonce each time, enforced; the wait is the body's, not the header's coarser one.
    #[tokio::test]
    async fn a_message_gets_through() {
        let (log, courier) = stand_in().await;
        let began = std::time::Instant::now();
        assert_eq!(courier.send(1, text("hello"), "7-12").await, Outcome::Sent { message_id: 77 });
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

    /// Every errand goes where Discord expects it; an interaction's replies go without the bot's token.
    #[tokio::test]
    async fn each_errand_has_its_route() {
        let (log, courier) = stand_in().await;
        let interaction = InteractionToken { application_id: 5, token: "aW50".into() };
        let map = File { name: "map.png".into(), description: "The yard".into(), bytes: Arc::from(*b"PNG!") };
        assert_eq!(courier.edit(3, 4, Message { files: vec![map], ..text("map") }).await, Outcome::Edited);
        assert_eq!(courier.delete(3, 4).await, Outcome::Deleted);
        assert_eq!(courier.follow_up(interaction.clone(), text("x").private()).await, Outcome::Sent { message_id: 77 });
        assert_eq!(courier.edit_reply(interaction, None, text("x")).await, Outcome::Edited);
        assert_eq!(courier.open_private(6).await, Outcome::Opened { channel_id: 77 });
        let Outcome::Rejected { status: 400, code: 50035, .. } = courier.send(2, text("x"), "n").await else {
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

    /// What the headers and the body of an answer say about limits, and what a server in front of Discord says.
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
        let fine = Answer::read(200, &told, br#"{"id":"1"}"#);
        assert_eq!(
            (fine.limit, fine.remaining, fine.reset_after_ms, fine.retry_after_ms),
            (Some(5), Some(4), Some(1_250), None)
        );
        let global = Answer::read(429, &headers(&[("retry-after", "65")]), br#"{"retry_after":64.57,"global":true}"#);
        assert_eq!((global.is_global, global.retry_after_ms), (true, Some(64_570)));
        let in_front = Answer::read(429, &headers(&[("retry-after", "10")]), b"error code: 1015");
        assert_eq!((in_front.is_global, in_front.retry_after_ms), (true, Some(10_000)));
        let odd = Answer::read(429, &headers(&[("retry-after", "NaN")]), br#"{"retry_after":-1}"#);
        assert_eq!((odd.is_global, odd.retry_after_ms), (false, None));
    }

    /// A token that cannot be a header is refused without being repeated.
    #[test]
    fn a_broken_token_is_not_repeated() {
        let base = ApiBase::discord();
        let client = base.client().expect("a client");
        let trouble = DiscordWire::new(client, base, &Secret::new("abc\ndef".into())).err().expect("refused");
        assert!(!trouble.to_string().contains("abc"), "{trouble}");
    }
}
