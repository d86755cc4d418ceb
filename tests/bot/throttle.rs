//! Who is faster than anybody can play is told to wait, and nobody else notices.

use crate::fixture::{Stage, run};
use umpire::{discord::throttle::ThrottleLimits, localtable::driver::TableUser};

/// Forty at once, then a sentence; nobody else is held up, and after a pause it goes on.
#[tokio::test]
async fn a_flood_is_told_to_wait() {
    let mut stage = Stage::set().await;
    stage.bot_goes().await;
    stage.throttle = ThrottleLimits::default();
    stage.bot_comes().await;
    let (mut ana, mut bob) = (stage.seat("Ana"), stage.seat("Bob"));
    for _ in 0..40 {
        assert_eq!(run(&mut ana, "ping", &[]).await, "Here.");
    }
    let told = run(&mut ana, "ping", &[]).await;
    assert_eq!(told, "That\u{2019}s faster than Umpire can follow, so it did nothing. Wait a second and try again.");
    assert_eq!(run(&mut bob, "ping", &[]).await, "Here.");
    stage.clock.advance(1_000);
    assert_eq!(run(&mut ana, "ping", &[]).await, "Here.");
    let text = stage.metrics.text(&stage.bot().observer().standing().await, stage.clock.now_ms());
    assert!(text.contains("umpire_throttled_total{whom=\"person\"} 1"), "{text}");
    stage.judge();
}

/// Whoever's page asks for suggestions faster than anybody types gets none for a moment; what they do is counted apart, and nobody else
/// notices.
#[tokio::test]
async fn a_flood_of_letters_is_offered_nothing() {
    let mut stage = Stage::set().await;
    stage.bot_goes().await;
    stage.throttle = ThrottleLimits::default();
    stage.bot_comes().await;
    let (mut ana, mut bob) = (stage.seat("Ana"), stage.seat("Bob"));
    let offered = async |seat: &mut TableUser| seat.autocomplete("encounter start", &[], ("system", "")).await;
    for _ in 0..60 {
        assert!(!offered(&mut ana).await.expect("answered").is_empty());
    }
    assert!(offered(&mut ana).await.expect("answered").is_empty(), "one too many");
    assert!(!offered(&mut bob).await.expect("answered").is_empty());
    assert_eq!(run(&mut ana, "ping", &[]).await, "Here.");
    stage.clock.advance(1_000);
    assert!(!offered(&mut ana).await.expect("answered").is_empty(), "a second later there are some again");
    stage.judge();
}
