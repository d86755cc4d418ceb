//! Corner cases: threads, private conversations, duplicate deliveries, deleted channels, pauses before the beginning, a long fight, other
//! people's standing orders, people who leave in the middle, menus drawn before someone left.

use crate::{
    fixture::{Stage, export_of, id, is_private, labels, run, says},
    forged_components::{forged, nothing_was_refused, pressed, seq},
    play::{custom_id, leader_strikes},
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use umpire::localtable::driver::DriveError;

pub async fn call(stage: &Stage, method: reqwest::Method, path: &str, body: &Value) -> Value {
    let request = reqwest::Client::new()
        .request(method, format!("{}/api/v10{path}", stage.table.base_url()))
        .header("Authorization", format!("Bot {}", stage.table.bot_token()))
        .header("Content-Type", "application/json");
    let request = if body.is_null() { request } else { request.body(body.to_string()) };
    let text = request.send().await.expect("sent").text().await.expect("text");
    serde_json::from_str(&text).unwrap_or(Value::Null)
}

/// A fight in a thread is separate from the one in its channel.
#[tokio::test]
async fn a_thread_has_a_fight_of_its_own() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    let tavern = stage.table.channel_id("tavern").expect("a channel");
    let body = json!({ "name": "duel", "type": 11 });
    let thread = call(&stage, reqwest::Method::POST, &format!("/channels/{tavern}/threads"), &body).await;
    let thread = thread["id"].as_str().and_then(|it| it.parse().ok()).unwrap_or_else(|| panic!("{thread}"));
    gwen.go_to(thread);
    let told = run(&mut gwen, "encounter start", &[("name", "Duel")]).await;
    assert!(told.contains("is open with the rules of Murdham, and you’re the GM"), "{told}");
    ana.go_to(thread);
    run(&mut ana, "join", &[("template", "balthasar")]).await;
    run(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Foes")]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    ana.sees("the tracker", says("Balthasar")).await.expect("there");
    // The thread is deleted in the middle of its fight; the channel's fight isn't affected.
    call(&stage, reqwest::Method::DELETE, &format!("/channels/{thread}"), &Value::Null).await;
    let mut back = stage.seat("Gwen");
    let told = run(&mut back, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await;
    assert_eq!(told, "Sybilla’s health is now 5.");
    stage.judge();
}

/// In a private conversation with the bot every command says where it belongs, and none is ignored.
#[tokio::test]
async fn commands_in_a_private_conversation_are_answered() {
    let stage = Stage::set().await;
    let mut ana = stage.seat("Ana");
    let dm = call(&stage, reqwest::Method::POST, "/users/@me/channels", &json!({ "recipient_id": ana.user() })).await;
    let dm = dm["id"].as_str().and_then(|it| it.parse().ok()).unwrap_or_else(|| panic!("{dm}"));
    ana.go_to(dm);
    let tried: &[(&str, &[(&str, &str)])] = &[
        ("roll", &[("dice", "2d6")]),
        ("rule", &[("rule", "counter")]),
        ("help", &[]),
        ("attack", &[("target", "x")]),
        ("act", &[("what", "x")]),
        ("move", &[("to", "x")]),
        ("pass", &[]),
        ("end", &[]),
        ("say", &[("text", "x")]),
        ("who", &[]),
        ("orders", &[]),
        ("join", &[("name", "x")]),
        ("leave", &[]),
        ("encounter start", &[]),
        ("encounter end", &[]),
        ("character list", &[]),
        ("character create", &[("name", "x"), ("fields", "wit=9")]),
        ("gm undo", &[]),
        ("gm add", &[("template", "bandit")]),
        ("settings", &[]),
    ];
    for (command, options) in tried {
        let before = crate::fixture::last_id(&ana);
        // Discord's client doesn't offer server-only commands there.
        match ana.command(command, options).await {
            Err(why) => assert!(why.to_string().contains("refused"), "/{command}: {why}"),
            Ok(_) => {
                let told: Vec<_> = ana.messages().into_iter().filter(|it| id(it) > before).collect();
                let text = told.first().and_then(|it| it["content"].as_str()).unwrap_or_default().to_owned();
                assert!(!text.is_empty() && !text.contains("went wrong"), "/{command}: {told:?}");
                println!("/{command} => {text}");
            }
        }
    }
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// Paused before it has begun, resumed, begun while paused, joined while paused: the fight is in the right state.
#[tokio::test]
async fn pauses_where_nobody_thinks_of_them() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "encounter start", &[]).await;
    run(&mut ana, "encounter pause", &[]).await;
    println!("join: {}", run(&mut ana, "join", &[("template", "sybilla")]).await);
    println!("add: {}", run(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Foes")]).await);
    println!("fights: {}", run(&mut gwen, "encounter begin", &[]).await);
    println!("resume: {}", run(&mut gwen, "encounter resume", &[]).await);
    println!("fights: {}", run(&mut gwen, "encounter begin", &[]).await);
    println!("pause: {}", run(&mut ana, "encounter pause", &[]).await);
    println!("pause: {}", run(&mut ana, "encounter pause", &[]).await);
    println!("resume: {}", run(&mut gwen, "encounter resume", &[]).await);
    run(&mut gwen, "gm turn", &[("side", "Players")]).await;
    assert_eq!(run(&mut ana, "attack", &[("target", "Bandit")]).await, "Done.");
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// The person asked leaves, is handed to another, is hidden or is killed by the GM while the question is open: nobody is stuck.
#[tokio::test]
async fn who_is_asked_is_taken_away() {
    for (command, options) in [
        ("leave", vec![("as", "Theobald")]),
        ("gm control", vec![("name", "Theobald"), ("player", "Ana")]),
        ("gm hide", vec![("name", "Theobald"), ("hidden", "true")]),
        ("gm set", vec![("name", "Theobald"), ("field", "dead"), ("value", "yes")]),
        ("gm set", vec![("name", "Leader"), ("field", "dead"), ("value", "yes")]),
        ("gm place", vec![("name", "Leader"), ("at", "Here")]),
        ("gm hide", vec![("name", "Leader"), ("hidden", "true")]),
        ("gm turn", vec![("what", "end")]),
        ("gm turn", vec![("side", "Players")]),
        ("gm board", vec![("fields", "zones=Yard,Loft")]),
    ] {
        let stage = Stage::set().await;
        let (mut gwen, _ana, mut bob) = stage.brawl("").await;
        let asked = leader_strikes(&mut gwen, &bob).await;
        let told = run(&mut gwen, command, &options).await;
        println!("/{command} {options:?} => {told}");
        assert!(!told.contains("bug of ours"), "/{command} {options:?}: {told}");
        let dodge = labels(&asked).into_iter().find(|it| it.starts_with("Dodge")).expect("a dodge");
        let again = forged(&stage, &[custom_id(&asked, &dodge)]).await;
        let told = pressed(&mut bob, &again, &custom_id(&asked, &dodge), &[]).await;
        assert!(!told.contains("bug of ours"), "/{command} {options:?}, then dodge: {told}");
        for _ in 0..4 {
            run(&mut gwen, "gm answer", &[("choice", "default")]).await;
        }
        let told = run(&mut gwen, "gm undo", &[]).await;
        assert_eq!(told, "Done.", "/{command} {options:?}");
        assert_eq!(run(&mut gwen, "encounter end", &[]).await, "Done.");
        stage.ends().await;
    }
}

/// A private menu drawn before its owner left, was killed, or lost the character: refused with an explanation.
#[tokio::test]
async fn menus_outlive_whom_they_were_drawn_for() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    let tracker = ana.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    ana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let menu =
        ana.sees("the turn", |it| is_private(it) && labels(it).contains(&"Attack".to_owned())).await.expect("a menu");
    run(&mut gwen, "gm control", &[("name", "Sybilla")]).await;
    let before = seq(&stage).await;
    ana.press(&menu, "Attack").await.expect("answered");
    assert_eq!(seq(&stage).await, before);
    run(&mut gwen, "leave", &[("as", "Sybilla")]).await;
    let before = seq(&stage).await;
    // The menu may have been redrawn; press whichever is there.
    for message in ana.messages().iter().filter(|it| is_private(it)) {
        for label in labels(message) {
            // What has been redrawn since, or only keeps a suggestion's place, can't be pressed.
            match ana.press(message, &label).await {
                Ok(_) | Err(DriveError::Missing { .. } | DriveError::Refused(_)) => {}
                Err(why) => panic!("{label}: {why}"),
            }
        }
    }
    assert_eq!(seq(&stage).await, before);
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// An interaction delivered twice acts once, even if it's a command.
#[tokio::test]
async fn a_second_delivery_does_nothing() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, bob) = stage.brawl("").await;
    let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
    let gm = umpire::table::Caller {
        seat: umpire::engine::Seat(gwen.user().to_string().parse().expect("a number")),
        has_gm_role: false,
    };
    let receipt = umpire::table::InputOrigin { interaction: Some(77), sent_ms: None };
    let command = || umpire::table::Command::new("gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "4")]);
    handle.command(gm.clone(), command(), receipt).await.expect("done");
    let before = seq(&stage).await;
    assert!(handle.command(gm, command(), receipt).await.is_err());
    assert_eq!(seq(&stage).await, before);
    leader_strikes(&mut gwen, &bob).await;
    stage.judge();
}

/// How long Discord waits for a reply. Docs, "Interaction Callback".
const DISCORDS_LIMIT: Duration = Duration::from_secs(3);

/// A fight of five hundred rows is still answered within Discord's time limit, and its export still verifies.
#[tokio::test]
async fn five_hundred_actions() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, bob) = stage.brawl("").await;
    let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
    let gm = umpire::table::Caller {
        seat: umpire::engine::Seat(gwen.user().to_string().parse().expect("a number")),
        has_gm_role: false,
    };
    for n in 0..500 {
        let value = (1 + n % 7).to_string(); // at 0 it would be down
        let options = [("name", "Leader"), ("field", "health"), ("value", &*value)];
        handle
            .command(gm.clone(), umpire::table::Command::new("gm set", &options), Default::default())
            .await
            .expect("done");
    }
    let began = Instant::now();
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await;
    run(&mut gwen, "gm undo", &[]).await;
    assert!(began.elapsed() < DISCORDS_LIMIT, "{:?}", began.elapsed());
    run(&mut gwen, "encounter end", &[]).await;
    let account = bob.sees("the account", says("is over after")).await.expect("an account");
    let url = export_of(&account);
    let export = reqwest::get(url).await.expect("fetched").text().await.expect("text");
    assert!(umpire::verify::check(&export).bad.is_empty());
    stage.judge();
}

/// A person who started one fight needn't be a GM of another: their GM commands in another's fight are refused.
#[tokio::test]
async fn a_gm_of_one_fight_is_nobody_in_another() {
    let stage = Stage::set().await;
    let (_gwen, mut ana, _bob) = stage.brawl("").await;
    let tavern = stage.table.channel_id("tavern").expect("a channel");
    let mut there = stage.seat("Ana");
    there.go_to(tavern);
    run(&mut there, "encounter start", &[("name", "Hers")]).await;
    assert!(run(&mut there, "gm add", &[("template", "bandit"), ("side", "Foes")]).await.starts_with("Added "));
    assert!(
        run(&mut ana, "gm set", &[("name", "Leader"), ("field", "health"), ("value", "0")])
            .await
            .contains("Only the GM")
    );
    assert!(run(&mut ana, "encounter end", &[]).await.contains("Only the GM"));
    assert_eq!(run(&mut there, "encounter end", &[]).await, "Done.");
    stage.judge();
}
