//! A channel in which a fight is kept ready never ends in a dead end: below the account of a fight stands the next, also after a restart.

use crate::stage::{Stage, labels, run, says};
use umpire::{
    discord::ready_fight::{ReadySeats, ready_fight},
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

/// What `serve` does for each ready fight as the bot comes up.
fn keep(stage: &Stage) {
    let seats = seats(stage);
    stage.bot().app.ready.insert(seats.channel_id, (seats, ready()));
}

/// Ended, and begun anew by whoever likes, once: a second press says that it is under way.
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
    ana.sees("a refusal", says("is under way here")).await.expect("told");
    stage.judge();
}

/// Where none is kept ready, as on Discord, the account has no such button.
#[tokio::test]
async fn elsewhere_nothing_is_promised() {
    let stage = Stage::set().await;
    let (mut gwen, ana, _) = stage.brawl("").await;
    run(&mut gwen, "encounter end", &[]).await;
    let over = ana.sees("the account", says("is over after")).await.expect("there");
    assert!(labels(&over).is_empty(), "{over}");
    stage.judge();
}
