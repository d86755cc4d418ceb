//! Two processes for the same shards on one PostgreSQL: one plays and the other stands by; when the first is killed in the middle of a reaction,
//! the second goes on with the fight, the question and its buttons.

use std::{process::Command, time::Instant};

use tokio::process::Child;
use umpire::localtable::Strict;

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
    shards.until_kept(2).await;
    first.kill().await.expect("killed");
    let killed = Instant::now();
    shards.until_resumed(1).await;
    println!("taken over within {:?}", killed.elapsed());
    assert!(killed.elapsed() < TAKEN_OVER_WITHIN, "{:?}\n{}", killed.elapsed(), shards.log("second"));
    blow.is_taken().await.unwrap_or_else(|why| panic!("{why}\n{}", shards.log("second")));
    blow.goes_on("5").await;
    let log = || shards.log("elsewhere");
    assert!(elsewhere.try_wait().expect("known").is_none(), "the other shard\u{2019}s process plays on\n{}", log());
    shards.only_fight("table").await;
    shards.close([second, elsewhere]).await;
}

/// The first process plays until Ana is asked.
async fn plays(shards: &Shards, shard: u32) -> (Child, Blow) {
    let first = shards.start("first", shard);
    shards.until_sessions(1).await;
    (first, Blow::strikes(&shards.table, "table").await)
}

/// A second process resumes the session.
async fn resumes(shards: &Shards, shard: u32) -> Child {
    let second = shards.start("second", shard);
    shards.until_resumed(1).await;
    second
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
    shards.until_kept(1).await;
    let second = shards.start("second", here);
    until("a process that stands by", || shards.log("second").contains("stands by")).await;
    signal(&first, "-STOP");
    let paused = Instant::now();
    shards.until_resumed(1).await;
    println!("taken over within {:?}", paused.elapsed());
    assert!(paused.elapsed() < TAKEN_OVER_WITHIN, "{:?}\n{}", paused.elapsed(), shards.log("second"));
    signal(&first, "-CONT");
    let ended = tokio::time::timeout(crate::world::PATIENCE, first.wait()).await.expect("it ends").expect("known");
    assert!(!ended.success() && shards.log("first").contains("another Umpire may have"), "{}", shards.log("first"));
    shards.close([second]).await;
}

/// Discord lets a bot start one session in five seconds here, and resume any number: four shards are resumed at once, and what's due in their fights
/// comes in time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_shards_of_one_bucket_are_taken_over_at_once() {
    let strict = Strict { shards: 4, max_concurrency: Some(16), ..Strict::default() };
    let Some(shards) = Shards::strict(strict, true).await else { return };
    shards.configure("[pace]\nprompt_seconds = 10\nrestart_grace_seconds = 0\ncall_turns = false\n");
    let table = &shards.table;
    let mut first = shards.start_all("first");
    shards.until_sessions(4).await;
    table.set_max_concurrency(1);
    shards.until_kept(4).await;
    let second = shards.start_all("second");
    until("a process that stands by", || shards.log("second").contains("stands by")).await;

    let (mut own, mut other) = tokio::join!(Blow::strikes(table, "table"), Blow::strikes(table, "other-table"));
    first.kill().await.expect("killed");
    let killed = Instant::now();
    shards.until_resumed(4).await;
    println!("four shards are taken over within {:?}", killed.elapsed());
    let (mine, theirs) = tokio::join!(own.is_not_answered(), other.is_not_answered());
    let log = || shards.log("second");
    mine.and(theirs).unwrap_or_else(|why| panic!("{why}\n{}", log()));
    assert!(killed.elapsed() < TAKEN_OVER_WITHIN, "{:?}\n{}", killed.elapsed(), log());
    own.goes_on("5").await;
    other.goes_on("5").await;
    assert_eq!((table.sessions_begun(), table.sessions_refused()), (4, 0), "{}", log());
    shards.close([second]).await;
}

/// What the process that died had handled may come again, and changes nothing. What was pressed while nobody was there, Discord has said that it failed,
/// so it isn't done behind anybody's back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_comes_again_is_not_done_again() {
    let Some(shards) = Shards::open(false).await else { return };
    let here = shard_of(shards.table.guild_id());
    let (mut first, mut blow) = plays(&shards, here).await;
    shards.until_kept(1).await;
    first.kill().await.expect("killed");
    let before = shards.only_fight("table").await;
    blow.is_pressed_in_vain().await;

    shards.forget_progress().await;
    let second = resumes(&shards, here).await;
    let log = || shards.log("second");
    blow.gwen.command("encounter status", &[]).await.unwrap_or_else(|why| panic!("{why}\n{}", log()));
    assert_eq!(shards.only_fight("table").await, before, "{}", log());
    blow.is_taken().await.unwrap_or_else(|why| panic!("{why}\n{}", log()));
    shards.close([second]).await;
}

/// A press that the process which died had answered comes again as well: it isn't answered again, and the message that was pressed stays.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_answered_is_not_answered_again() {
    let Some(shards) = Shards::open(false).await else { return };
    let here = shard_of(shards.table.guild_id());
    let (mut first, mut blow) = plays(&shards, here).await;
    shards.until_kept(1).await;
    blow.is_taken().await.expect("taken");
    first.kill().await.expect("killed");
    let (before, from) = (blow.result(), shards.table.calls_so_far());

    shards.forget_progress().await;
    let second = resumes(&shards, here).await;
    blow.goes_on("5").await;
    let refused: Vec<String> =
        shards.table.calls_since(from).iter().filter(|it| it.status >= 400).map(|it| format!("{it:?}")).collect();
    assert_eq!(refused, Vec::<String>::new(), "{}", shards.log("second"));
    assert_eq!(blow.result(), before, "{}", shards.log("second"));
    shards.close([second]).await;
}

/// If Discord doesn't resume the session, the shard gets a new one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_is_over_is_followed_by_a_new_one() {
    let Some(shards) = Shards::open(false).await else { return };
    let here = shard_of(shards.table.guild_id());
    let (mut first, mut blow) = plays(&shards, here).await;
    shards.until_kept(1).await;
    first.kill().await.expect("killed");
    shards.table.invalidate_sessions(1);
    let second = shards.start("second", here);
    shards.until_sessions(2).await;
    assert_eq!(shards.table.sessions_resumed(), 0, "{}", shards.log("second"));
    blow.is_taken().await.unwrap_or_else(|why| panic!("{why}\n{}", shards.log("second")));
    shards.close([second]).await;
}

/// A process that's stopped in order leaves its session to the next one, even where Discord would let none start any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_stopped_leaves_its_session() {
    let strict = Strict { session_starts: 21, ..Strict::default() };
    let Some(shards) = Shards::strict(strict, false).await else { return };
    let here = shard_of(shards.table.guild_id());
    let (mut first, mut blow) = plays(&shards, here).await;
    signal(&first, "-TERM");
    let ended = tokio::time::timeout(crate::world::PATIENCE, first.wait()).await.expect("it ends").expect("known");
    assert!(ended.success(), "{}", shards.log("first"));
    let second = resumes(&shards, here).await;
    blow.is_taken().await.unwrap_or_else(|why| panic!("{why}\n{}", shards.log("second")));
    assert_eq!(shards.table.sessions_begun(), 1, "{}", shards.log("second"));
    shards.close([second]).await;
}
