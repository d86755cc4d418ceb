//! Two processes for the same shards on one PostgreSQL: one plays and the other stands by; when the first is killed in the middle of a reaction,
//! the second goes on with the fight, the question and its buttons.

use std::{process::Command, time::Instant};

use tokio::process::Child;

use crate::shards::{Blow, Shards, TAKEN_OVER_WITHIN, shard_of, until};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_process_goes_on_in_the_middle_of_a_reaction() {
    let Some(shards) = Shards::open(false).await else { return };
    let table = &shards.table;
    let here = shard_of(table.guild_id());
    let mut first = shards.start("first", here);
    shards.until_sessions(1).await;
    let mut elsewhere = shards.start("elsewhere", 1 - here);
    shards.until_sessions(2).await;
    let second = shards.start("second", here);
    until("a process that stands by", || shards.log("second").contains("stands by")).await;
    assert_eq!(table.sessions_begun(), 2, "who stands by starts no session");

    let mut blow = Blow::strikes(table, "table").await;
    first.kill().await.expect("killed");
    let killed = Instant::now();
    shards.until_sessions(3).await;
    println!("taken over within {:?}", killed.elapsed());
    assert!(killed.elapsed() < TAKEN_OVER_WITHIN, "{:?}\n{}", killed.elapsed(), shards.log("second"));
    blow.is_taken().await.unwrap_or_else(|why| panic!("{why}\n{}", shards.log("second")));
    blow.goes_on("5").await;
    let log = || shards.log("elsewhere");
    assert!(elsewhere.try_wait().expect("known").is_none(), "the other shard\u{2019}s process plays on\n{}", log());
    shards.only_fight("table").await;
    shards.close([second, elsewhere]).await;
}

fn signal(process: &Child, name: &str) {
    let id = process.id().expect("it runs").to_string();
    assert!(Command::new("kill").args([name, &id]).status().expect("kill is there").success());
}

/// A process that's paused, as one is on a machine that freezes, loses its shards as well; when it moves again, it ends.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_process_goes_on_for_one_that_does_not_move() {
    let Some(shards) = Shards::open(false).await else { return };
    let here = shard_of(shards.table.guild_id());
    let mut first = shards.start("first", here);
    shards.until_sessions(1).await;
    let second = shards.start("second", here);
    until("a process that stands by", || shards.log("second").contains("stands by")).await;
    signal(&first, "-STOP");
    let paused = Instant::now();
    shards.until_sessions(2).await;
    println!("taken over within {:?}", paused.elapsed());
    assert!(paused.elapsed() < TAKEN_OVER_WITHIN, "{:?}\n{}", paused.elapsed(), shards.log("second"));
    signal(&first, "-CONT");
    let ended = tokio::time::timeout(crate::world::PATIENCE, first.wait()).await.expect("it ends").expect("known");
    assert!(!ended.success() && shards.log("first").contains("another Umpire may have"), "{}", shards.log("first"));
    shards.close([second]).await;
}
