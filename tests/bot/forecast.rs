//! Forecasts at the table: the GM's alone, with a picture and words, in the GM's channel if there's a secret one; a fight that goes on in the
//! meantime stops its forecast; and what's missing is said.

use crate::fixture::{Stage, id, is_private, labels, last_id, run, says};
use serde_json::Value;
use std::{
    sync::{
        Arc, Mutex,
        mpsc::{Sender, channel},
    },
    thread::available_parallelism,
};
use tokio::sync::oneshot;
use umpire::localtable::driver::{FirstAnswer, TableUser};

/// The private answer to a forecast. It can take longer than the time for a reply on a busy machine.
async fn forecast(seat: &mut TableUser, options: &[(&str, &str)], words: &str) -> Value {
    let before = last_id(seat);
    seat.command("encounter forecast", options).await.expect("answered");
    seat.sees("the forecast", |it| id(it) > before && is_private(it) && says(words)(it)).await.expect("a forecast")
}

/// Only the GM gets one, privately: words, a picture with the same in its description, and a button for another.
#[tokio::test]
async fn the_gm_gets_a_forecast() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    assert!(run(&mut ana, "encounter forecast", &[]).await.contains("Only the GM"));
    let told = forecast(&mut gwen, &[("fights", "40")], "**Forecast of Brawl**").await;
    for part in ["40 fights from where it stands", "Players win", "Foes win", "more rounds", "Theobald", "Bandit 2"] {
        assert!(says(part)(&told), "{part}: {told}");
    }
    let file = &told["attachments"][0];
    assert_eq!(file["content_type"], "image/png");
    assert!(file["description"].as_str().is_some_and(|it| it.starts_with("Forecast. Wins: Players")), "{file}");
    assert_eq!(labels(&told), ["Forecast again"]);
    let before = last_id(&gwen);
    gwen.press(&told, "Forecast again").await.expect("answered");
    let again = |it: &Value| id(it) > before && is_private(it) && says("40 fights from where it stands")(it);
    gwen.sees("another", again).await.expect("a forecast");
    assert!(!bob.messages().iter().any(says("Forecast of")), "nobody else is told");
    stage.judge();
}

/// With a secret channel of the GM's, it goes there; a hidden foe is in it, and in nothing that players see.
#[tokio::test]
async fn it_goes_to_the_gms_channel() {
    let stage = Stage::set().await;
    let (mut gwen, ana, _bob) = stage.brawl("").await;
    run(&mut gwen, "gm add", &[("name", "Lurker"), ("template", "archer"), ("side", "Foes"), ("hidden", "true")]).await;
    let channel = stage.table.channel_id("gm").expect("a channel");
    run(&mut gwen, "gm channel", &[("channel", &channel.to_string())]).await;
    forecast(&mut gwen, &[("fights", "20")], &format!("The forecast is in <#{channel}>")).await;
    let mut private = stage.seat("Gwen");
    private.go_to(channel);
    let there = |it: &Value| !is_private(it) && says("Forecast of Brawl")(it) && says("Lurker")(it);
    private.sees("the forecast", there).await.expect("there");
    assert!(!ana.messages().iter().any(says("Lurker")));
    stage.judge();
}

/// A prepared encounter needs somebody to fight in it: ready-made heroes, or a party. The fight in the channel is left alone.
#[tokio::test]
async fn a_prepared_encounter_is_forecast() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "encounter prepare", &[("name", "Gate"), ("system", "murdham"), ("foes", "bandit x2")]).await;
    let alone = run(&mut gwen, "encounter forecast", &[("encounter", "Gate")]).await;
    assert!(alone.contains("Nobody fights Foes yet") && alone.contains("Say who fights in it"), "{alone}");
    let heroes = [("encounter", "Gate"), ("heroes", "sybilla; theobald"), ("fights", "20")];
    let told = forecast(&mut gwen, &heroes, "**Forecast of Gate**").await;
    assert!(says("Sybilla")(&told) && says("rounds on average")(&told), "{told}");
    run(&mut ana, "character create", &[("name", "Zoe"), ("template", "sybilla"), ("system", "murdham")]).await;
    run(&mut ana, "party create", &[("name", "Crew"), ("system", "murdham")]).await;
    let empty = run(&mut gwen, "encounter forecast", &[("encounter", "Gate"), ("party", "Crew")]).await;
    assert!(empty.contains("has no characters yet"), "{empty}");
    run(&mut ana, "party add", &[("party", "Crew"), ("character", "Zoe")]).await;
    let told = forecast(&mut gwen, &[("encounter", "Gate"), ("party", "Crew"), ("fights", "20")], "Forecast of").await;
    assert!(says("Zoe")(&told), "{told}");
    assert!(
        run(&mut ana, "encounter forecast", &[("encounter", "Gate")]).await.contains("no prepared encounter of yours")
    );
    stage.judge();
}

/// A number out of bounds gets the limits, an unknown style the list, a missing fight a sentence.
#[tokio::test]
async fn what_is_missing_is_said() {
    let stage = Stage::set().await;
    let mut gwen = stage.seat("Gwen");
    assert!(run(&mut gwen, "encounter forecast", &[]).await.contains("There’s no fight in this channel"));
    run(&mut gwen, "encounter start", &[("name", "Draft")]).await;
    for (options, why) in [
        (&[][..], "Nobody is in this fight yet"),
        (&[("fights", "5")], "20 to 10,000 fights, not 5."),
        (&[("style", "brave")], "random, simple, cunning"),
        (&[("target", "0")], "from 1 to 99, not 0."),
        (&[("heroes", "sybilla")], "say who fights in a prepared encounter"),
    ] {
        let told = run(&mut gwen, "encounter forecast", options).await;
        assert!(told.contains(why), "{why}: {told}");
    }
    run(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Foes")]).await;
    let told = run(&mut gwen, "encounter forecast", &[]).await;
    assert!(told.contains("Nobody fights Foes yet"), "{told}");
    stage.judge();
}

/// Takes every place of those who think; they're given back when the sender is dropped. So a forecast gets nowhere in the meantime, however
/// fast it would be.
async fn all_places_taken(stage: &Stage) -> Sender<()> {
    let (gate, closed) = channel::<()>();
    let closed = Arc::new(Mutex::new(closed));
    for _ in 0..available_parallelism().map_or(1, usize::from) {
        let (app, closed, (taken, is_taken)) = (stage.bot().app.clone(), closed.clone(), oneshot::channel());
        tokio::spawn(async move {
            let waits = move || taken.send(()).is_ok() && closed.lock().is_ok_and(|it| it.recv().is_err());
            app.tables().think(waits).await
        });
        is_taken.await.expect("a place");
    }
    gate
}

/// A fight that goes on stops its forecast: the GM is told and can have another. Until then a second one has to wait.
#[tokio::test]
async fn a_fight_that_goes_on_stops_its_forecast() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    let before = last_id(&gwen);
    let places = all_places_taken(&stage).await;
    // By the time the answer is deferred, it's being worked out.
    let answer = gwen.command("encounter forecast", &[]).await.expect("answered");
    assert_eq!(answer, FirstAnswer::Thinking);
    let second = run(&mut gwen, "encounter forecast", &[("fights", "20")]).await;
    assert!(second.contains("already being worked out"), "{second}");
    run(&mut ana, "say", &[("text", "Halt!")]).await;
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await;
    drop(places);
    let stopped = |it: &Value| id(it) > before && says("The fight has changed, so its forecast was stopped.")(it);
    let told = gwen.sees("that it was stopped", stopped).await.expect("told");
    assert_eq!(labels(&told), ["Forecast again"]);
    stage.judge();
}
