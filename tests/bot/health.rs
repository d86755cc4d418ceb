//! What a host sees of a running bot: whether it's ready, and its numbers.

use crate::fixture::{Stage, run};
use serde_json::json;
use umpire::{
    localtable::faults::{CallFault, PlannedFault},
    store::Store as _,
};

/// The metrics as text, now.
async fn text(stage: &Stage) -> String {
    let standing = stage.bot().observer().standing().await;
    stage.metrics.text(&standing, stage.clock.now_ms())
}

/// Returns once the bot has had every event so far: they come in order.
async fn reached(stage: &Stage) {
    assert!(!run(&mut stage.seat("Ana"), "ping", &[]).await.is_empty());
}

/// The value of a metric, by the start of its line.
fn value(text: &str, metric: &str) -> f64 {
    let line = text.lines().find(|it| it.strip_prefix(metric).is_some_and(|rest| rest.starts_with(' ')));
    let line = line.unwrap_or_else(|| panic!("no {metric} in\n{text}"));
    line.rsplit(' ').next().and_then(|it| it.parse().ok()).expect("a number")
}

/// Commands and presses are timed, answers counted by route, fights counted; and no label names anybody or any place.
#[tokio::test]
async fn the_numbers_name_nobody() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    let tracker = ana.sees("the tracker", crate::fixture::says("May act")).await.expect("a tracker");
    ana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let gm = stage.table.channel_id("gm").expect("a channel").to_string();
    run(&mut gwen, "gm channel", &[("channel", &gm)]).await;
    let text = text(&stage).await;
    assert_eq!(value(&text, "umpire_live_fights"), 1.0);
    assert_eq!(value(&text, "umpire_shard_up{shard=\"0\"}"), 1.0);
    assert!(value(&text, "umpire_acknowledgement_seconds_count{kind=\"command\"}") >= 7.0, "{text}");
    assert_eq!(value(&text, "umpire_acknowledgement_seconds_count{kind=\"press\"}"), 1.0);
    for route in [
        "GET /gateway/bot",
        "PUT /applications/{application}/commands",
        "POST /interactions/{interaction}/{token}/callback",
        "POST /channels/{channel}/messages",
        "PATCH /channels/{channel}/messages/{message}",
        "GET /guilds/{guild}",
    ] {
        assert!(value(&text, &format!("umpire_discord_answers_total{{route=\"{route}\",status=\"200\"}}")) >= 1.0);
    }
    for line in text.lines().filter(|it| !it.starts_with('#')) {
        let labels = line.split_once('}').map_or("", |it| it.0);
        let longest = labels.split(|it: char| !it.is_ascii_digit()).map(str::len).max();
        assert!(longest < Some(6), "an id in {line}");
    }
    stage.judge();
}

/// Requests that Discord calls invalid are counted for ten minutes; a broken connection is an answer that never came.
#[tokio::test]
async fn invalid_requests_are_counted_for_ten_minutes() {
    let stage = Stage::set().await;
    let mut gwen = stage.seat("Gwen");
    let order = |fault, times| PlannedFault { method: None, path: "/channels/*/messages".to_owned(), times, fault };
    stage.table.order(order(CallFault::RateLimited { retry_after_ms: 20, global: false }, 2));
    run(&mut gwen, "encounter start", &[("name", "Brawl")]).await;
    gwen.sees("the fight", crate::fixture::says("gathering")).await.expect("shown in the end");
    let now = text(&stage).await;
    assert_eq!(value(&now, "umpire_invalid_requests"), 2.0);
    let limited = "umpire_discord_answers_total{route=\"POST /channels/{channel}/messages\",status=\"429\"}";
    assert_eq!(value(&now, limited), 2.0);
    stage.clock.advance(11 * 60_000);
    let later = text(&stage).await;
    assert_eq!((value(&later, "umpire_invalid_requests"), value(&later, limited)), (0.0, 2.0));
    stage.judge();
}

/// The oldest message that Discord doesn't take has its age in the numbers, and its request waits in the queue.
#[tokio::test]
async fn what_is_not_delivered_grows_old() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    let fault = CallFault::RateLimited { retry_after_ms: 60_000, global: false };
    let path = "/channels/*/messages".to_owned();
    let calls = stage.table.calls_so_far();
    stage.table.order(PlannedFault { method: None, path, times: 100, fault });
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await;
    stage.table.call_since(calls, "a refusal", |it| it.status == 429).await.expect("refused");
    stage.clock.advance(90_000);
    let queued = "umpire_queued_requests{route=\"POST /channels/{channel}/messages\"} 1";
    let waits = async {
        loop {
            let text = text(&stage).await;
            if text.lines().any(|it| it == queued) {
                break text;
            }
            tokio::task::yield_now().await;
        }
    };
    let text = tokio::time::timeout(std::time::Duration::from_secs(30), waits).await.expect("it waits in the queue");
    assert!(value(&text, "umpire_oldest_undelivered_seconds") >= 90.0, "{text}");
}

/// The bot is ready while its gateway is up and its store takes writes; if not, it says which.
#[tokio::test]
async fn readiness_says_what_is_missing() {
    let stage = Stage::set().await;
    let observer = stage.bot().observer();
    reached(&stage).await;
    assert_eq!(observer.not_ready().await, Vec::<String>::new());
    stage.store.close().await;
    assert_eq!(observer.not_ready().await, ["The store can't be written: the database is closed."]);
    stage.bot().app.admission().close();
    assert_eq!(observer.not_ready().await[0], "Umpire is shutting down.");
}

/// A gateway that's gone makes the bot unready until it's back.
#[tokio::test]
async fn a_gateway_that_is_gone_is_not_ready() {
    let stage = Stage::set().await;
    let observer = stage.bot().observer();
    reached(&stage).await;
    stage.table.shutdown().await;
    let down = async {
        while observer.not_ready().await.is_empty() {
            tokio::task::yield_now().await;
        }
        observer.not_ready().await
    };
    let reasons = tokio::time::timeout(std::time::Duration::from_secs(30), down).await.expect("it's noticed");
    assert_eq!(reasons, ["No events arrive from Discord's gateway on shard 0 of 1."]);
    assert!(!observer.standing().await.shards[0].is_up);
}

/// An event that can't be read is counted and told to the host without its text; one of a kind that nobody waits for is neither. The bot goes
/// on.
#[tokio::test]
async fn an_event_that_cannot_be_read_is_counted() {
    let (log, _listening) = crate::fixture::listen();
    let stage = Stage::set().await;
    stage.table.send_event("CHANNEL_UPDATE", &json!({ "id": "a secret" }));
    stage.table.send_event("SOMETHING_NEW", &json!({ "id": "a secret" }));
    reached(&stage).await;
    assert_eq!(value(&text(&stage).await, "umpire_unreadable_events_total{kind=\"CHANNEL_UPDATE\"}"), 1.0);
    let told = crate::fixture::heard(&log, "couldn't be read");
    assert!(told.len() == 1 && told[0].contains("CHANNEL_UPDATE"), "{told:?}");
    assert_eq!(crate::fixture::heard(&log, "a secret"), Vec::<String>::new());
}
