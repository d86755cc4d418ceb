//! What `umpire doctor` learns from Discord that the program's own test can't show: another clock, other intents.

use crate::{fixture::Stage, rest_proxy::RestProxy};
use std::sync::Arc;
use umpire::{
    config::ApiBase,
    discord::diagnosis::{self, DiagnosedBot, Finding, Gravity},
    localtable::Strict,
    table::{Clock, SystemClock},
    telemetry::Secret,
};

async fn findings(stage: &Stage, clock: Arc<dyn Clock>) -> Vec<Finding> {
    findings_at(stage, &stage.table.base_url(), clock).await
}

/// The same, through a server in between.
async fn findings_at(stage: &Stage, api: &str, clock: Arc<dyn Clock>) -> Vec<Finding> {
    let api = ApiBase::parse(api).expect("loopback");
    let token = Secret::new(stage.table.bot_token());
    let bot = DiagnosedBot { api: &api, token: &token, interactions_listen: None, shards: stage.shards };
    diagnosis::discord(&bot, clock).await
}

/// A clock that differs from Discord's is named with by how much and what to do.
#[tokio::test]
async fn a_clock_that_differs_is_named() {
    struct Fast(i64);
    impl Clock for Fast {
        fn now_ms(&self) -> i64 {
            self.0
        }
    }
    let stage = Stage::set().await;
    let fast = findings(&stage, Arc::new(Fast(stage.clock.now_ms() + 7_000))).await;
    let found = fast.iter().find(|it| it.text.contains("clock")).expect("a finding");
    assert_eq!(found.gravity, Gravity::Wrong);
    assert!(found.text.contains("at least 6.0 s ahead of Discord's") && found.text.contains("NTP"), "{}", found.text);
    let right = findings(&stage, Arc::new(Fast(stage.clock.now_ms()))).await;
    assert!(right.iter().any(|it| it.text.contains("clock agrees") && it.gravity == Gravity::Fine), "{right:?}");
    stage.judge();
}

/// Where too few starts are left, so that a bot that's started now would wait, that's wrong.
#[tokio::test]
async fn a_start_that_would_wait_is_wrong() {
    let stage = Stage::strict(Strict { session_starts: 21, ..Strict::default() }).await;
    let found = findings(&stage, Arc::new(SystemClock::default())).await;
    let told = found.iter().find(|it| it.text.contains("may connect to Discord 20 more times")).expect("a finding");
    assert!(told.gravity == Gravity::Wrong && told.text.contains("would wait"), "{}", told.text);
}

/// Privileged intents that are on are noted: the bot needs none.
#[tokio::test]
async fn needless_intents_are_noted() {
    let stage = Stage::strict(Strict { privileged_intents: true, ..Strict::default() }).await;
    let found = findings(&stage, Arc::new(SystemClock::default())).await;
    let intents = found.iter().find(|it| it.text.contains("privileged")).expect("a finding");
    assert_eq!(intents.gravity, Gravity::Note);
    assert!(intents.text.contains("Presence, Server Members and Message Content"), "{}", intents.text);
}

/// What a proxy means is noted, and whether it passes on Discord's rate limits.
#[tokio::test]
async fn a_proxy_is_noted() {
    let stage = Stage::set().await;
    for (passes_limits, words) in [(true, "It passes on Discord's rate limits"), (false, "It doesn't pass on")] {
        let proxy = RestProxy::open(&stage.table.base_url(), passes_limits).await;
        let found = findings_at(&stage, proxy.base_url(), Arc::new(SystemClock::default())).await;
        let told = found.iter().find(|it| it.text.contains("rather than to Discord itself")).expect("a finding");
        assert!(told.gravity == Gravity::Note && told.text.contains(words), "{}", told.text);
        assert!(told.text.contains(proxy.base_url()), "{}", told.text);
    }
}

/// What a proxy doesn't pass on is noted, and everything else is looked at. Twilight's doesn't know where an application's settings are.
#[tokio::test]
async fn what_a_proxy_does_not_pass_on_is_noted() {
    let stage = Stage::set().await;
    let proxy = RestProxy::open_without(&stage.table.base_url(), true, Some("v10/applications/@me")).await;
    let found = findings_at(&stage, proxy.base_url(), Arc::new(SystemClock::default())).await;
    let told = found.iter().find(|it| it.text.contains("doesn't pass on /applications/@me")).expect("a finding");
    assert!(told.gravity == Gravity::Note && told.text.contains("Ask Discord itself once"), "{}", told.text);
    assert!(found.iter().any(|it| it.text.contains("The token is valid")), "{found:?}");
    assert!(found.iter().any(|it| it.text.contains("every permission")), "{found:?}");
    assert!(!found.iter().any(|it| it.text.contains("intents are right:")), "{found:?}");
}
