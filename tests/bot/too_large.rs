//! Discord takes no message as large as this one: whatever can be sent without its files is, and nobody waits for ever.

use crate::fixture::{Stage, id, is_private, last_id, run, says};
use reqwest::Method;
use serde_json::Value;
use umpire::localtable::{
    driver::FirstAnswer,
    faults::{CallFault, PlannedFault},
};

/// Discord's status for what's too large. RFC 9110, section 15.5.14.
const TOO_LARGE: CallFault = CallFault::Status { status: 413, performed: false };

fn files(message: &Value) -> Vec<String> {
    let all = message["attachments"].as_array().into_iter().flatten();
    all.map(|it| it["filename"].as_str().unwrap_or_default().rsplit('.').next().unwrap_or_default().to_owned())
        .collect()
}

fn refuse(stage: &Stage, method: Method, path: &str, times: u32) {
    stage.table.order(PlannedFault { method: Some(method), path: path.to_owned(), times, fault: TOO_LARGE });
}

/// The GM's log comes without its page, by itself and on request, and at last without any file.
#[tokio::test]
async fn a_log_comes_without_its_page() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, bob) = stage.brawl("").await;
    let gm = stage.table.channel_id("gm").expect("a channel");
    run(&mut gwen, "gm channel", &[("channel", &gm.to_string())]).await;
    let mut private = stage.seat("Gwen");
    private.go_to(gm);
    private.sees("the second tracker", says("For the GM only: everything")).await.expect("there");
    refuse(&stage, Method::POST, &format!("/channels/{gm}/messages"), 1);
    run(&mut gwen, "encounter end", &[]).await;
    let log = private.sees("the whole log", says("This is its whole log")).await.expect("there");
    assert_eq!(files(&log), ["json"], "{log}");
    assert!(says("Discord didn\u{2019}t take fight-1-gm.html (")(&log), "{log}");
    bob.sees("the account", says("is over after")).await.expect("told");
    for (times, left) in [(1, vec!["json"]), (2, vec![])] {
        refuse(&stage, Method::PATCH, "/webhooks/**", times);
        let before = last_id(&gwen);
        run(&mut gwen, "encounter log", &[]).await;
        let log =
            gwen.sees("the whole log", |it| id(it) > before && says("This is its whole log")(it)).await.expect("there");
        assert_eq!(files(&log), left, "{log}");
        assert!(is_private(&log) && says("so it\u{2019}s missing here")(&log), "{log}");
    }
    stage.judge();
}

/// Whoever has been told that Umpire is thinking gets a sentence, even if Discord rejects the answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn thinking_ends_with_a_sentence() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
    let (go_on, wait) = std::sync::mpsc::channel::<()>();
    let busy = tokio::spawn(async move { handle.look(move |_| wait.recv()).await });
    let before = last_id(&gwen);
    refuse(&stage, Method::PATCH, "/webhooks/**", 1);
    let outcome = gwen.command("gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await;
    assert_eq!(outcome.expect("acknowledged"), FirstAnswer::Thinking);
    go_on.send(()).expect("it waits");
    busy.await.expect("no panic").expect("a live fight").expect("told to go on");
    let told = |it: &Value| id(it) > before && says("Discord didn\u{2019}t take the answer to this.")(it);
    gwen.sees("the answer", told).await.expect("it comes");
    stage.judge();
}
