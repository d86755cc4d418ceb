//! Several connections to the gateway: each is heard, or not, by itself.

use crate::{
    discord_edge_cases::{is_asked, leader_strikes_again},
    fixture::{Stage, id, run},
    forged_components::seq,
    play::leader_strikes,
};
use std::time::Duration;
use umpire::{config::ShardRange, discord::bot, localtable::Strict};

/// A patience that only a fault uses up.
const PATIENCE: Duration = Duration::from_secs(60);

/// Two connections; which one the server's events arrive on.
pub async fn of_two() -> (Stage, u32) {
    let stage = Stage::strict(Strict { shards: 2, ..Strict::default() }).await;
    let guild = stage.table.guild_id().0;
    // The second starts five seconds after the first.
    for shard in [0, 1] {
        until_held(&stage, shard, false).await;
    }
    (stage, ShardRange::all(2).shard_of(Some(guild)))
}

/// Waits until the clocks of a shard's fights stand, or go.
pub async fn until_held(stage: &Stage, shard: u32, held: bool) {
    let app = &stage.bot().app;
    let stands = async {
        while app.tables().is_held(shard) != held {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, stands).await.unwrap_or_else(|_| panic!("shard {shard}, held: {held}"));
}

/// What one connection loses stops no clock of another's fights, and one that comes back frees nothing of another.
#[tokio::test]
async fn a_shard_that_is_lost_stops_its_own_clocks_alone() {
    let (stage, here) = of_two().await;
    let elsewhere = 1 - here;
    let (mut gwen, _ana, bob) = stage.brawl("").await;
    let question = leader_strikes(&mut gwen, &bob).await;
    stage.table.shut_gateway(true);
    stage.table.drop_shard(elsewhere.into());
    until_held(&stage, elsewhere, true).await;
    stage.turn(60_000).await;
    bob.sees("the default", |it| id(it) == id(&question) && !is_asked(it)).await.expect("taken in time");

    // Sybilla is asked about her omen.
    run(&mut gwen, "gm answer", &[("choice", "default")]).await;
    let question = leader_strikes_again(&mut gwen, &bob).await;
    let asked = seq(&stage).await;
    stage.table.drop_shard(here.into());
    until_held(&stage, here, true).await;
    stage.turn(60_000).await;
    assert_eq!(seq(&stage).await, asked, "nobody can be heard");
    stage.table.shut_gateway(false);
    until_held(&stage, here, false).await;
    stage.turn(19_000).await;
    assert_eq!(seq(&stage).await, asked, "the grace");
    stage.turn(2_000).await;
    bob.sees("the default", |it| id(it) == id(&question) && !is_asked(it)).await.expect("taken then");
    stage.judge();
}

/// A process that has some of the shards leaves the fights of other servers alone.
#[tokio::test]
async fn a_process_takes_up_the_fights_of_its_own_servers() {
    let (mut stage, here) = of_two().await;
    let _seats = stage.brawl("").await;
    stage.bot_goes().await;
    let only = |shard: u32| ShardRange::parse(&format!("{shard}/2")).ok();
    stage.shards = only(1 - here);
    stage.bot_comes().await;
    assert!(stage.bot().app.tables().all().is_empty(), "it's another process's");
    let shards: Vec<u32> = stage.bot().observer().standing().await.shards.iter().map(|it| it.shard).collect();
    assert_eq!(shards, [1 - here]);
    stage.bot_goes().await;
    stage.shards = only(here);
    stage.bot_comes().await;
    assert_eq!(stage.bot().app.tables().all().len(), 1);
    let mut gwen = stage.seat("Gwen");
    let said = run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await;
    assert_eq!(said, "Sybilla’s health is now 5.");
    stage.judge();
}

/// A connection that comes back has its own fights drawn again, and no others.
#[tokio::test]
async fn a_shard_that_comes_back_is_redrawn_alone() {
    let (stage, here) = of_two().await;
    let _seats = stage.brawl("").await;
    let is_drawn = |it: &umpire::localtable::Call| it.method == "PATCH" && it.path.starts_with("/channels/");
    for (shard, is_ours) in [(1 - here, false), (here, true)] {
        stage.table.shut_gateway(true);
        stage.table.drop_shard(shard.into());
        until_held(&stage, shard, true).await;
        let calls = stage.table.calls_so_far();
        stage.table.shut_gateway(false);
        until_held(&stage, shard, false).await;
        match is_ours {
            true => drop(stage.table.call_since(calls, "the tracker", is_drawn).await.expect("drawn again")),
            false => {
                // Whatever it would cause comes before this, or beside it.
                for _ in 0..3 {
                    run(&mut stage.seat("Bob"), "ping", &[]).await;
                }
                assert!(!stage.table.calls_since(calls).iter().any(|it| is_drawn(it)), "it shows what it showed");
            }
        }
    }
    stage.judge();
}

/// As many connections as Discord lets start at once do.
#[tokio::test]
async fn connections_of_different_buckets_start_at_once() {
    let strict = Strict { shards: 4, max_concurrency: Some(4), ..Strict::default() };
    let stage = Stage::strict(strict).await;
    let all = async {
        for shard in 0..4 {
            until_held(&stage, shard, false).await;
        }
    };
    // One after the other, with the five seconds between two of a bucket, they'd take fifteen.
    tokio::time::timeout(Duration::from_secs(10), all).await.expect("all at once");
    assert_eq!((stage.table.sessions_begun(), stage.table.sessions_refused()), (4, 0));
}

/// When too few sessions are left, the bot waits rather than have its token reset.
#[tokio::test]
async fn a_bot_that_was_started_too_often_waits() {
    let mut stage = Stage::strict(Strict { session_starts: 21, ..Strict::default() }).await;
    stage.bot_goes().await;
    let (begun, calls) = (stage.table.sessions_begun(), stage.table.calls_so_far());
    assert_eq!(begun, 1);
    let starting = tokio::spawn(bot::start(stage.bot_settings()));
    let asked =
        stage.table.call_since(calls, "the question", |it| it.path.ends_with("/gateway/bot")).await.expect("asked");
    assert_eq!(asked.answer["session_start_limit"]["remaining"], 20);
    // What it does with the answer: with enough sessions left, it would be ready a moment later.
    assert!(tokio::time::timeout(Duration::from_millis(500), starting).await.is_err(), "it waits");
    assert_eq!(stage.table.sessions_begun(), begun);
}
