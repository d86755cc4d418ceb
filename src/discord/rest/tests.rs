//! The REST client against a simulated Discord, in virtual time over a wire that's a function.

use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use serde_json::json;
use tokio::time::{Instant, sleep};

use super::*;

/// What the stand-in does with the n-th request: how long it takes and what it returns.
type Script = Box<dyn Fn(&RestRequest, usize) -> (u64, Result<RestResponse, WireError>) + Send + Sync>;

struct StandIn {
    script: Script,
    began: Instant,
    requests: AtomicUsize,
    /// When (in milliseconds) and what.
    log: Mutex<Vec<(u64, String)>>,
}

impl StandIn {
    fn new(
        script: impl Fn(&RestRequest, usize) -> (u64, Result<RestResponse, WireError>) + Send + Sync + 'static,
    ) -> Arc<Self> {
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
    async fn carry(&self, request: &RestRequest) -> Result<RestResponse, WireError> {
        let at_ms = self.began.elapsed().as_millis() as u64;
        let said = request.message().map_or_else(String::new, |message| message.content.clone());
        self.log
            .lock()
            .expect("no writer panics")
            .push((at_ms, format!("{} {} {said}", request.method(), request.path())));
        let (takes_ms, answer) = (self.script)(request, self.requests.fetch_add(1, Ordering::SeqCst));
        sleep(Duration::from_millis(takes_ms)).await;
        answer
    }
}

fn ok(n: usize) -> Result<RestResponse, WireError> {
    Ok(RestResponse { status: 200, body: json!({ "id": (1_000 + n).to_string() }), ..RestResponse::default() })
}

fn status(status: u16) -> Result<RestResponse, WireError> {
    Ok(RestResponse { status, ..RestResponse::default() })
}

fn rest(wire: &Arc<StandIn>, patience: Patience) -> RestClient {
    RestClient::new(Arc::clone(wire) as Arc<dyn Wire>, patience, Box::new(|| 0.5))
}

fn text(content: impl Into<String>) -> Message {
    Message::text(content)
}

/// A bucket as Discord keeps it: a number of requests per window; beyond it, a 429 that says how long to wait.
struct Bucket {
    limit: u32,
    window_ms: u64,
    state: Mutex<(Option<Instant>, u32)>,
}

impl Bucket {
    fn new(limit: u32, window_ms: u64) -> Self {
        Self { limit, window_ms, state: Mutex::new((None, 0)) }
    }

    fn ask(&self, n: usize) -> Result<RestResponse, WireError> {
        let mut state = self.state.lock().expect("no writer panics");
        let now = Instant::now();
        let window = Duration::from_millis(self.window_ms);
        if state.0.is_none_or(|began| now >= began + window) {
            *state = (Some(now), 0);
        }
        let left_ms = (state.0.expect("just set") + window - now).as_millis() as u64;
        let headers = |remaining| RestResponse {
            bucket: Some("messages".into()),
            limit: Some(self.limit),
            remaining: Some(remaining),
            reset_after_ms: Some(left_ms),
            ..RestResponse::default()
        };
        if state.1 >= self.limit {
            return Ok(RestResponse {
                status: 429,
                body: json!({ "code": 0 }),
                retry_after_ms: Some(left_ms),
                ..headers(0)
            });
        }
        state.1 += 1;
        Ok(RestResponse {
            status: 200,
            body: json!({ "id": (1_000 + n).to_string() }),
            ..headers(self.limit - state.1)
        })
    }
}

/// 20 messages into a bucket of 5 per 2 s: all arrive, in order, in the minimum of 6 s, and without a single 429.
#[tokio::test(start_paused = true)]
async fn a_burst_is_paced_by_the_headers() {
    let bucket = Bucket::new(5, 2_000);
    let wire = StandIn::new(move |_, n| (10, bucket.ask(n)));
    let rest = rest(&wire, Patience::default());
    let receipts: Vec<PendingRequest> =
        (0..20).map(|n| rest.send(1, text(format!("line {n}")), format!("n{n}"))).collect();
    for (n, receipt) in receipts.into_iter().enumerate() {
        assert_eq!(receipt.await, RestOutcome::Sent { message_id: 1_000 + n as u64 });
    }
    let log = wire.log();
    let said: Vec<String> =
        log.iter().map(|(_, line)| line.rsplit("messages ").next().unwrap_or_default().to_owned()).collect();
    assert_eq!(said, (0..20).map(|n| format!("line {n}")).collect::<Vec<_>>(), "each once, in order");
    assert!(log[19].0 < 6_200, "the last went after {} ms", log[19].0);
}

/// A storm of 429s that no header announced: every message still arrives, in order, none twice.
#[tokio::test(start_paused = true)]
async fn a_storm_of_429_loses_nothing() {
    let wire = StandIn::new(|_, n| {
        let refused =
            RestResponse { status: 429, retry_after_ms: Some(300), is_global: n % 6 == 0, ..RestResponse::default() };
        (5, if n % 3 != 2 { Ok(refused) } else { ok(n) })
    });
    let rest = rest(&wire, Patience::default());
    let receipts: Vec<PendingRequest> = (0..10).map(|n| rest.send(1, text(format!("{n}")), format!("n{n}"))).collect();
    for receipt in receipts {
        assert!(matches!(receipt.await, RestOutcome::Sent { .. }));
    }
    assert_eq!(wire.log().len(), 30);
    for pair in wire.log().windows(2).filter(|pair| pair[0].1 == pair[1].1) {
        assert!(pair[1].0 >= pair[0].0 + 300, "tried again before it was told to: {pair:?}");
    }
    assert_eq!(rest.load(), Load { unsettled: 0, routes: 0 });
}

/// 5xx and broken connections are retried with growing pauses, and given up in the end.
#[tokio::test(start_paused = true)]
async fn trouble_is_tried_again_with_growing_pauses() {
    let wire = StandIn::new(|_, n| match n {
        0 => (1, status(502)),
        1 => (1, Err(WireError("cut".into()))),
        2 => (60_000, ok(n)),
        _ => (1, ok(n)),
    });
    let brave = rest(&wire, Patience::default());
    assert_eq!(brave.send(1, text("x"), "n").await, RestOutcome::Sent { message_id: 1_003 });
    let at: Vec<u64> = wire.log().iter().map(|(ms, _)| *ms).collect();
    // Pauses of 400, 800 and 1,600 ms times three quarters (jitter 0.5), and the third request timed out after 10 s.
    assert_eq!(at, [0, 301, 902, 12_102]);

    let dead = StandIn::new(|_, _| (1, status(503)));
    assert_eq!(rest(&dead, Patience::default()).send(1, text("x"), "n").await, RestOutcome::GaveUp(GaveUp::Unanswered));
    assert_eq!(dead.log().len(), 8);
}

/// A wait longer than we allow is given up; a rejected token is given up at once.
#[tokio::test(start_paused = true)]
async fn some_things_are_not_tried_again() {
    for (answer, outcome) in [
        (
            RestResponse { status: 429, retry_after_ms: Some(3_600_000), ..RestResponse::default() },
            RestOutcome::GaveUp(GaveUp::RateLimited),
        ),
        (RestResponse { status: 401, ..RestResponse::default() }, RestOutcome::GaveUp(GaveUp::Unauthorised)),
        (
            RestResponse { status: 403, body: json!({ "code": 50001 }), ..RestResponse::default() },
            RestOutcome::Forbidden { code: 50001, permission: Some("View Channel") },
        ),
        (
            RestResponse { status: 404, body: json!({ "code": 10003 }), ..RestResponse::default() },
            RestOutcome::Gone(Gone::Channel),
        ),
    ] {
        let wire = StandIn::new(move |_, _| (1, Ok(answer.clone())));
        assert_eq!(rest(&wire, Patience::default()).send(1, text("x"), "n").await, outcome);
        assert_eq!(wire.log().len(), 1);
    }
}

/// 100 edits of one message become a handful of requests, and the last state wins.
#[tokio::test(start_paused = true)]
async fn the_last_edit_wins() {
    let bucket = Bucket::new(5, 2_000);
    let wire = StandIn::new(move |_, n| (40, bucket.ask(n)));
    let rest = rest(&wire, Patience::default());
    let mut receipts = Vec::new();
    for n in 0..100 {
        receipts.push(rest.edit(1, 9, text(format!("state {n}"))));
        sleep(Duration::from_millis(10)).await;
    }
    let last = receipts.pop().expect("a hundred");
    assert_eq!(last.await, RestOutcome::Edited);
    for receipt in receipts {
        assert!(matches!(receipt.await, RestOutcome::Edited | RestOutcome::Superseded));
    }
    let log = wire.log();
    assert!(log.len() <= 7, "{} requests", log.len());
    assert!(log.last().expect("some").1.ends_with("state 99"));
}

/// A failed edit gives way to a newer one, which inherits its failures: nothing older ever follows something newer.
#[tokio::test(start_paused = true)]
async fn a_failed_edit_never_overwrites_a_newer_one() {
    let wire = StandIn::new(|_, n| if n < 3 { (100, status(500)) } else { (100, ok(n)) });
    let rest = rest(&wire, Patience::default());
    let old = rest.edit(1, 9, text("old"));
    sleep(Duration::from_millis(50)).await;
    let other = rest.edit(1, 8, text("other"));
    let new = rest.edit(1, 9, text("new"));
    assert_eq!(
        (old.await, new.await, other.await),
        (RestOutcome::Superseded, RestOutcome::Edited, RestOutcome::Edited)
    );
    let said: Vec<String> =
        wire.log().iter().map(|(_, line)| line.rsplit(' ').next().unwrap_or_default().to_owned()).collect();
    assert_eq!(said, ["old", "new", "new", "new", "other"]);
}

/// A message that's too old to edit is reported at once, and edits of the channel's other messages go on.
#[tokio::test(start_paused = true)]
async fn one_old_message_holds_up_no_edits() {
    let wire = StandIn::new(|request, n| match request {
        RestRequest::Edit { message_id: 1, .. } => {
            let (limit, remaining, reset_after_ms) = (Some(1), Some(0), Some(3_000_000));
            let body = json!({ "code": 30046, "retry_after": 3_000.0 });
            (
                1,
                Ok(RestResponse {
                    status: 429,
                    body,
                    limit,
                    remaining,
                    reset_after_ms,
                    retry_after_ms: reset_after_ms,
                    ..RestResponse::default()
                }),
            )
        }
        _ => (1, ok(n)),
    });
    let rest = rest(&wire, Patience::default());
    let (old, young) = (rest.edit(1, 1, text("old")), rest.edit(1, 2, text("young")));
    assert_eq!((old.await, young.await), (RestOutcome::TooOld, RestOutcome::Edited));
    assert!(wire.began.elapsed() < Duration::from_secs(1));
}

/// A message that keeps changing keeps its place among others that change.
#[tokio::test(start_paused = true)]
async fn a_busy_message_keeps_its_turn() {
    let wire = StandIn::new(|_, n| (100, ok(n)));
    let rest = rest(&wire, Patience::default());
    let mut receipts = vec![rest.edit(1, 1, text("first"))];
    sleep(Duration::from_millis(1)).await;
    for n in 0..5 {
        receipts.push(rest.edit(1, 2, text(format!("busy {n}"))));
        receipts.push(rest.edit(1, 3 + n, text("calm")));
    }
    for receipt in receipts {
        let _ = receipt.await;
    }
    assert!(wire.log()[1].1.ends_with("busy 4"), "{:?}", wire.log());
}

/// A deletion supersedes waiting edits, and finding nothing to delete is just as good.
#[tokio::test(start_paused = true)]
async fn a_removal_takes_its_edits_along() {
    let wire = StandIn::new(|request, n| match request {
        RestRequest::Delete { .. } => {
            (10, Ok(RestResponse { status: 404, body: json!({ "code": 10008 }), ..RestResponse::default() }))
        }
        _ => (10, ok(n)),
    });
    let rest = rest(&wire, Patience::default());
    let edit = rest.edit(1, 9, text("too late"));
    let removal = rest.delete(1, 9);
    assert_eq!((edit.await, removal.await), (RestOutcome::Superseded, RestOutcome::Gone(Gone::Message)));
    assert_eq!(wire.log().len(), 1);
    assert_eq!(rest.drain(Duration::from_secs(1)).await, Drained { left: 0 });
}

/// A channel that hangs, fails or is full holds up no other.
#[tokio::test(start_paused = true)]
async fn a_slow_channel_is_slow_alone() {
    let wire = StandIn::new(|request, n| match request.route() {
        Route::Send(1) => (9_000, status(500)),
        Route::Send(2) => {
            (1, Ok(RestResponse { status: 429, retry_after_ms: Some(60_000), ..RestResponse::default() }))
        }
        _ => (20, ok(n)),
    });
    let rest = rest(&wire, Patience::default());
    let stuck: Vec<PendingRequest> = (0..50).map(|n| rest.send(1 + n % 2, text("x"), format!("n{n}"))).collect();
    let began = Instant::now();
    for n in 0..10 {
        assert!(matches!(rest.send(3, text("x"), format!("m{n}")).await, RestOutcome::Sent { .. }));
    }
    assert_eq!(rest.edit(1, 9, text("x")).await, RestOutcome::Edited, "edits of the stuck channel pass too");
    assert!(began.elapsed() < Duration::from_millis(300), "{:?}", began.elapsed());
    drop(stuck);
}

/// Whatever doesn't fit is refused with an error, and memory stays limited.
#[tokio::test(start_paused = true)]
async fn a_full_queue_says_so() {
    let wire = StandIn::new(|_, n| (1_000, ok(n)));
    let rest = rest(&wire, Patience { queue_max: 10, waiting_max: 25, ..Patience::default() });
    let receipts: Vec<PendingRequest> = (0..30).map(|n| rest.send(1 + n / 15, text("x"), format!("n{n}"))).collect();
    assert_eq!(rest.load(), Load { unsettled: 20, routes: 2 });
    for channel_id in 3..20 {
        drop(rest.send(channel_id, text("x"), "n"));
    }
    assert_eq!(rest.load().unsettled, 25);
    let mut refused = 0;
    for receipt in receipts {
        refused += usize::from(receipt.await == RestOutcome::GaveUp(GaveUp::QueueFull));
    }
    assert_eq!(refused, 10);
}

/// At shutdown, waiting requests are still sent, nothing new is accepted, and whatever is left after the deadline is given up with an
/// error.
#[tokio::test(start_paused = true)]
async fn a_drain_finishes_and_then_closes() {
    let wire =
        StandIn::new(|request, n| if request.route() == Route::Send(2) { (1, status(500)) } else { (100, ok(n)) });
    let rest = rest(&wire, Patience::default());
    let fine: Vec<PendingRequest> = (0..5).map(|n| rest.send(1, text("x"), format!("n{n}"))).collect();
    let stuck = rest.send(2, text("x"), "n");
    let began = Instant::now();
    assert_eq!(rest.drain(Duration::from_secs(3)).await, Drained { left: 1 });
    assert_eq!(began.elapsed(), Duration::from_secs(3));
    for receipt in fine {
        assert!(matches!(receipt.await, RestOutcome::Sent { .. }));
    }
    assert_eq!(stuck.await, RestOutcome::GaveUp(GaveUp::Closing));
    assert_eq!(rest.send(1, text("x"), "late").await, RestOutcome::GaveUp(GaveUp::Closing));
    assert_eq!(rest.load(), Load { unsettled: 0, routes: 0 });
}

/// A message over a limit is our bug: it's reported and never sent.
#[tokio::test(start_paused = true)]
async fn what_discord_would_refuse_is_not_sent() {
    let wire = StandIn::new(|_, n| (1, ok(n)));
    let rest = rest(&wire, Patience::default());
    assert!(matches!(rest.send(1, text("x".repeat(2_001)), "n").await, RestOutcome::Rejected { status: 0, .. }));
    assert!(matches!(rest.send(1, text("x"), "n".repeat(26)).await, RestOutcome::Rejected { status: 0, .. }));
    assert!(matches!(rest.edit(1, 2, Message::default()).await, RestOutcome::Rejected { status: 0, .. }));
    assert!(wire.log().is_empty());
}

/// Discord's side of a random bad day: each channel's messages, with nonces enforced.
#[derive(Default)]
struct Board {
    sent: HashMap<u64, Vec<String>>,
    nonces: HashMap<(u64, String), usize>,
    edited: HashMap<(u64, u64), String>,
}

impl Board {
    fn perform(&mut self, request: &RestRequest) -> usize {
        let said = request.message().map_or_else(String::new, |message| message.content.clone());
        match request {
            RestRequest::Send { channel_id, nonce, .. } => {
                let next = self.nonces.len();
                let id = *self.nonces.entry((*channel_id, nonce.to_string())).or_insert(next);
                if id == next {
                    self.sent.entry(*channel_id).or_default().push(said);
                }
                id
            }
            RestRequest::Edit { channel_id, message_id, .. } => {
                self.edited.insert((*channel_id, *message_id), said);
                0
            }
            _ => 0,
        }
    }
}

/// Whatever fails and however responses are delayed or lost: every message appears once and in order, and every edited message ends up with
/// the last content requested.
#[tokio::test(start_paused = true)]
async fn random_bad_days_lose_and_double_nothing() {
    use rand::{RngExt as _, SeedableRng as _};
    for seed in 0..40 {
        let board = Arc::new(Mutex::new(Board::default()));
        let (theirs, luck) = (Arc::clone(&board), Mutex::new(rand_chacha::ChaCha8Rng::seed_from_u64(seed)));
        let wire = StandIn::new(move |request, _| {
            let mut luck = luck.lock().expect("no writer panics");
            let fate = luck.random_range(0..10);
            let retry_after_ms = Some(luck.random_range(0..4_000));
            let id = if matches!(fate, 0..=6) { theirs.lock().expect("no writer panics").perform(request) } else { 0 };
            let answer = match fate {
                0..=4 => ok(id),
                5 | 8 => status(503),
                6 | 9 => Err(WireError("cut".into())),
                _ => Ok(RestResponse {
                    status: 429,
                    retry_after_ms,
                    is_global: luck.random_bool(0.2),
                    ..RestResponse::default()
                }),
            };
            (luck.random_range(0..2_000), answer)
        });
        let patience = Patience { tries_max: 200, refusals_max: 200, ..Patience::default() };
        let rest = rest(&wire, patience);
        let mut dice = rand_chacha::ChaCha8Rng::seed_from_u64(1_000 + seed);
        let mut expected = Board::default();
        for n in 0..120 {
            let (channel_id, message_id) = (dice.random_range(1..6), dice.random_range(1..4));
            let request = if dice.random_bool(0.4) {
                RestRequest::Send {
                    channel_id,
                    message: Arc::new(text(format!("line {n}"))),
                    nonce: format!("n{n}").into(),
                    can_wait: false,
                }
            } else {
                RestRequest::Edit {
                    channel_id,
                    message_id,
                    message: Arc::new(text(format!("state {n}"))),
                    can_wait: false,
                }
            };
            expected.perform(&request);
            drop(rest.post(request));
            sleep(Duration::from_millis(dice.random_range(0..300))).await;
        }
        assert_eq!(rest.drain(Duration::from_secs(36_000)).await, Drained { left: 0 }, "seed {seed}");
        let board = board.lock().expect("no writer panics");
        assert_eq!(board.sent, expected.sent, "seed {seed}");
        assert_eq!(board.edited, expected.edited, "seed {seed}");
    }
}

/// A request that's still waiting can be withdrawn; one that's being sent, or has been tried, goes on.
#[tokio::test(start_paused = true)]
async fn what_waits_can_be_taken_back() {
    let bucket = Bucket::new(5, 2_000);
    let wire = StandIn::new(move |_, n| (40, bucket.ask(n)));
    let rest = rest(&wire, Patience::default());
    for n in 0..3 {
        assert!(matches!(rest.send(1, text("talk"), format!("t{n}")).await, RestOutcome::Sent { .. }));
    }
    let (late, wanted) = (rest.send_later(1, text("late"), "late"), rest.send_later(1, text("wanted"), "wanted"));
    sleep(Duration::from_millis(100)).await; // both wait for the next window
    rest.take_back(1, "late");
    rest.take_back(1, "nobody's");
    rest.take_back(2, "wanted");
    assert_eq!(late.await, RestOutcome::Superseded);
    assert!(matches!(wanted.await, RestOutcome::Sent { .. }));
    rest.take_back(1, "wanted");
    assert_eq!(wire.log().len(), 4);
    assert_eq!(rest.drain(Duration::from_secs(1)).await, Drained { left: 0 });
}
