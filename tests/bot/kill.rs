//! Killed at every step from a received click to a published message, and started again: nothing accepted is lost, nothing is asked or
//! told twice, and the old button works. The real program, its own process, its own database.

use crate::{
    play::leader_strikes,
    stage::{brawl_at, labels, says},
};
use serde_json::Value;
use std::{path::Path, process::Stdio, time::Duration};
use tokio::process::{Child, Command};
use umpire::{
    failpoint,
    localtable::{self, LocalTable, Settings, drive::Seat},
};

/// The program at this table; it is killed when it is let go of.
fn program(table: &LocalTable, home: &Path, failpoint: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_umpire"))
        .arg("serve")
        .arg("--database")
        .arg(home.join("umpire.db"))
        .current_dir(home)
        .env("DISCORD_TOKEN", table.bot_token())
        .env("UMPIRE_DISCORD_API", table.base_url())
        .env(failpoint::VARIABLE, failpoint)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("the program starts")
}

async fn killed_at(name: &'static str) {
    let home = tempfile::tempdir().expect("a directory");
    let table = localtable::open(Settings::default()).await.expect("a table");
    let mut first = program(&table, home.path(), "");
    table.bot_is_ready().await.expect("ready");
    let (mut gwen, _ana, mut bob) = brawl_at(&table, "").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let dodge = labels(&asked).into_iter().find(|it| it.starts_with("Dodge")).expect("a dodge");
    first.kill().await.expect("killed");
    table.bot_online(false).await.expect("gone");

    let mut second = program(&table, home.path(), name);
    // One that dies while it starts is killed all the same.
    let ready = tokio::select! {
        ready = table.bot_is_ready() => ready.is_ok(),
        _ = second.wait() => false,
    };
    if ready {
        // Whether it is answered depends on where it dies.
        let _ = bob.press(&asked, &dodge).await;
    }
    let died = tokio::time::timeout(Duration::from_secs(20), second.wait()).await;
    let died = died.unwrap_or_else(|_| panic!("{name} was never passed")).expect("a status");
    assert!(!died.success(), "{name}: it died");
    table.bot_online(false).await.expect("gone");

    let _third = program(&table, home.path(), "");
    table.bot_is_ready().await.expect("ready again");
    let is_result = |it: &Value| it["id"] == asked["id"] && it["embeds"].to_string().contains("AGI");
    if bob.messages().iter().any(|it| it["id"] == asked["id"] && labels(it).contains(&dodge)) {
        // Either it was not accepted, and counts now, or it was, and this is refused in words.
        let _ = bob.press(&asked, &dodge).await;
    }
    bob.sees("the result", is_result).await.unwrap_or_else(|why| panic!("{name}: {why}"));
    let is_tracker = |it: &Value| labels(it).contains(&"Pause".to_owned());
    bob.sees("the tracker", is_tracker).await.unwrap_or_else(|why| panic!("{name}: {why}"));
    bob.sees_no("a ping", says("it is yours to answer")).await.unwrap_or_else(|why| panic!("{name}: {why}"));
    let deed = asked["content"].as_str().and_then(|it| it.lines().next()).expect("what is done").to_owned();
    once(&bob, name, "the story", says(&deed));
    once(&bob, name, "the tracker", is_tracker);
    crate::judge::judge(&table);
}

fn once(seat: &Seat, name: &str, what: &str, matches: impl Fn(&Value) -> bool) {
    let count = seat.messages().iter().filter(|it| matches(it)).count();
    assert_eq!(count, 1, "{name}: {what} stands once in the channel");
}

/// Every failpoint there is, so that a new one is tested from its first day.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_every_step_nothing_is_lost_or_doubled() {
    let all: Vec<_> = failpoint::ALL.iter().map(|(name, _)| tokio::spawn(killed_at(name))).collect();
    for one in all {
        one.await.expect("held");
    }
}
