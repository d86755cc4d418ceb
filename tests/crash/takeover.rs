//! Two processes for the same shards on one PostgreSQL: one plays and the other stands by; when the first is killed in the middle of a reaction,
//! the second goes on with the fight, the question and its buttons.

use std::{
    process::Stdio,
    time::{Duration, Instant},
};

use serde_json::Value;
use tokio::process::{Child, Command};
use umpire::{
    config::ShardRange,
    localtable::{self, LocalTable, Strict, TableSettings, driver::TableUser},
    store::Store as _,
};

use crate::{postgres_schema::PostgresSchema, world::PATIENCE};

/// How soon another process has taken over, at the latest.
const TAKEN_OVER_WITHIN: Duration = Duration::from_secs(15);

/// Starts the program for one of two shards.
fn process(table: &LocalTable, schema: &PostgresSchema, folder: &std::path::Path, (name, shard): (&str, u32)) -> Child {
    std::fs::write(folder.join("umpire.toml"), "[pace]\nrestart_grace_seconds = 20\n").expect("written");
    let log = std::fs::File::create(folder.join(format!("{name}.log"))).expect("a log");
    Command::new(env!("CARGO_BIN_EXE_umpire"))
        .env_clear()
        .env("DISCORD_TOKEN", table.bot_token())
        .env("UMPIRE_DISCORD_API", table.base_url())
        .env("UMPIRE_DATABASE", schema.url())
        .env("UMPIRE_HEARTBEAT", folder.join(format!("{name}.alive")))
        .current_dir(folder)
        .args(["--config", "umpire.toml", "--shards", &format!("{shard}/2")])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .kill_on_drop(true)
        .spawn()
        .expect("the program starts")
}

/// Waits until something holds.
async fn until(what: &str, holds: impl Fn() -> bool) {
    let waiting = async {
        while !holds() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.unwrap_or_else(|_| panic!("in vain: {what}"));
}

async fn runs(seat: &mut TableUser, command: &str, options: &[(&str, &str)]) {
    seat.command(command, options).await.unwrap_or_else(|why| panic!("/{command}: {why}"));
}

fn labels(message: &Value) -> Vec<&str> {
    let rows = message["components"].as_array().into_iter().flatten();
    let all = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    all.filter_map(|it| it["label"].as_str()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_process_goes_on_in_the_middle_of_a_reaction() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let strict = Strict { shards: 2, ..Strict::default() };
    let table = localtable::open(TableSettings { strict, ..TableSettings::default() }).await.expect("a table");
    let folder = tempfile::tempdir().expect("a folder");
    let here = ShardRange::all(2).shard_of(Some(table.guild_id().0));
    let start = |name, shard| process(&table, &schema, folder.path(), (name, shard));
    let log = |name: &str| std::fs::read_to_string(folder.path().join(format!("{name}.log"))).unwrap_or_default();

    let mut first = start("first", here);
    until("the first", || table.sessions_begun() == 1).await;
    let mut elsewhere = start("elsewhere", 1 - here);
    until("the other shard", || table.sessions_begun() == 2).await;
    let mut second = start("second", here);
    until("somebody who stands by", || log("second").contains("stands by")).await;
    assert_eq!(table.sessions_begun(), 2, "who stands by starts no session");

    let seat = |name: &str| table.seat(name).expect("a seat");
    let (mut gwen, mut ana) = (seat("Gwen"), seat("Ana"));
    runs(&mut gwen, "encounter start", &[("name", "Brawl"), ("system", "murdham")]).await;
    runs(&mut ana, "join", &[("template", "sybilla")]).await;
    runs(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Foes")]).await;
    runs(&mut gwen, "gm fight", &[("name", "initiative"), ("value", "Foes")]).await;
    runs(&mut gwen, "encounter begin", &[]).await;
    runs(&mut gwen, "attack", &[("as", "Bandit"), ("target", "Sybilla")]).await;
    let is_asked = |it: &Value| labels(it).iter().any(|it| it.starts_with("Take the hit"));
    let question = ana.sees("the question", is_asked).await.expect("asked");
    let take = labels(&question).into_iter().find(|it| it.starts_with("Take the hit")).expect("a button").to_owned();

    first.kill().await.expect("killed");
    let killed = Instant::now();
    until("whoever takes over", || table.sessions_begun() == 3).await;
    println!("taken over within {:?}", killed.elapsed());
    assert!(killed.elapsed() < TAKEN_OVER_WITHIN, "{:?}\n{}", killed.elapsed(), log("second"));
    let question = ana.sees("the question", is_asked).await.expect("still asked");
    ana.press(&question, &take).await.unwrap_or_else(|why| {
        panic!(
            "{why}
{}",
            log("second")
        )
    });
    ana.sees("the result", |it| it["id"] == question["id"] && labels(it).contains(&"Details")).await.expect("told");
    runs(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await;
    assert!(elsewhere.try_wait().expect("known").is_none(), "the other shard's process plays on\n{}", log("elsewhere"));

    let store = schema.open().await;
    let fights = store.encounters_in(table.application_id().0, table.channel_id("table").expect("a channel").0).await;
    assert_eq!(fights.expect("readable").len(), 1, "one fight, whoever played it");
    store.close().await;
    for process in [&mut second, &mut elsewhere] {
        process.kill().await.expect("killed");
    }
    schema.drop().await;
}
