//! A channel that keeps a ready fight never ends in a dead end: below a fight's account is the next one, even after a restart.

use crate::fixture::{Stage, labels, run, says};
use umpire::{
    discord::{open_ready_fight::ready_fight, ready_fights::ReadySeats},
    engine,
    script::ready::{self, Ready},
};

fn ready() -> Ready {
    ready::all().0.into_iter().find(|it| it.system.name() == "murdham").expect("Murdham has one")
}

fn seats(stage: &Stage) -> ReadySeats {
    let seat = |name: &str| engine::Seat(stage.table.user_id(name).expect("a seat").0);
    ReadySeats {
        guild_id: stage.table.guild_id().0,
        channel_id: stage.table.channel_id("table").expect("a channel").0,
        gm_channel_id: None,
        gm: seat("Gwen"),
        players: ["Ana", "Bob", "Cem"].map(seat).to_vec(),
    }
}

/// What `serve` does for each ready fight when the bot starts.
fn keep(stage: &Stage) {
    let seats = seats(stage);
    stage.bot().app.ready_fights().keep(seats, ready());
}

/// A fight is ended and started again by anyone who likes, once: a second press says that it's running.
#[tokio::test]
async fn a_ready_fight_is_played_again() {
    let mut stage = Stage::set().await;
    keep(&stage);
    ready_fight(&stage.bot().app, &seats(&stage), &ready()).await.expect("opened");
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    ana.sees("a tracker", says("round 1")).await.expect("it has begun");
    run(&mut gwen, "encounter end", &[]).await;
    let over = ana.sees("the account", |it| labels(it).contains(&"Play again".to_owned())).await.expect("there");
    assert!(says("is over after")(&over), "{over}");

    stage.bot_goes().await;
    stage.bot_comes().await;
    keep(&stage);
    ana.press(&over, "Play again").await.expect("answered");
    ana.sees("a word to the presser", says("The fight starts over")).await.expect("told");
    ana.sees("another tracker", |it| says("round 1")(it) && labels(it).contains(&"Act as\u{2026}".to_owned()))
        .await
        .expect("it has begun");
    ana.press(&over, "Play again").await.expect("answered");
    ana.sees("a refusal", says("is already running here")).await.expect("told");
    stage.judge();
}

/// Without a ready fight, as on Discord, the account has no such button.
#[tokio::test]
async fn elsewhere_nothing_is_promised() {
    let stage = Stage::set().await;
    let (mut gwen, ana, _) = stage.brawl("").await;
    run(&mut gwen, "encounter end", &[]).await;
    let over = ana.sees("the account", says("is over after")).await.expect("there");
    assert!(labels(&over).is_empty(), "{over}");
    stage.judge();
}
