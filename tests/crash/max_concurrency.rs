//! Several processes of one bot that start at the same moment keep to what Discord allows the bot: how many sessions at once, and how many a day.

use umpire::localtable::Strict;

use crate::shards::{Shards, until};

/// Two processes with a shard each: where Discord lets one session start every five seconds, the second waits for the first's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_take_turns_to_start_sessions() {
    let strict = Strict { max_concurrency: Some(1), ..Strict::default() };
    let Some(shards) = Shards::strict(strict, false).await else { return };
    let processes = [shards.start("first", 0), shards.start("second", 1)];
    shards.until_sessions(2).await;
    assert_eq!(shards.table.sessions_refused(), 0, "{}\n{}", shards.log("first"), shards.log("second"));
    shards.close(processes).await;
}

/// With starts left for one of them, both may read that there are enough, but only one starts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_count_each_others_sessions() {
    let strict = Strict { max_concurrency: Some(1), session_starts: 21, ..Strict::default() };
    let Some(shards) = Shards::strict(strict, false).await else { return };
    // Until both have read how many are left, neither has its turn.
    let turn = shards.takes_turn(0).await;
    let processes = [shards.start("first", 0), shards.start("second", 1)];
    for name in ["first", "second"] {
        until("both are starting", || shards.log(name).contains("the bot is starting")).await;
    }
    drop(turn);
    let waits = |name| shards.log(name).contains("it waits until it may start again");
    until("one that waits", || waits("first") || waits("second")).await;
    until("one that starts", || shards.table.sessions_begun() == 1).await;
    assert!(!(waits("first") && waits("second")));
    shards.close(processes).await;
}
