//! The world around a fight: messages and channels that someone deletes, storms of refusals, a slow Discord, a lost permission, a gateway
//! that restarts, two simultaneous fights, many simultaneous presses. The fight continues, and nothing is told twice or lost.

use crate::{
    fixture::{Stage, id, is_private, labels, run, says},
    forged_components::{nothing_was_refused, seq},
    play::{custom_id, leader_strikes},
};
use serde_json::{Value, json};
use umpire::localtable::{
    faults::{CallFault, PlannedFault},
    permissions::{SEND_MESSAGES, VIEW_CHANNEL},
};

fn take(asked: &Value) -> String {
    labels(asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("the default")
}

/// The question to Theobald is settled; others may now be asked to guard him.
fn settled(asked: &Value) -> impl Fn(&Value) -> bool + use<> {
    let asked = asked["id"].clone();
    move |it| it["id"] == asked && !labels(it).iter().any(|it| it.starts_with("Take the hit"))
}

/// Deletes a message in the fight's channel, as a person would.
pub async fn delete(stage: &Stage, message: &Value) {
    let channel = stage.table.channel_id("table").expect("a channel");
    let url = format!("{}/api/v10/channels/{channel}/messages/{}", stage.table.base_url(), id(message));
    let client = reqwest::Client::new();
    let request = client.delete(url).header("Authorization", format!("Bot {}", stage.table.bot_token()));
    assert!(request.send().await.expect("sent").status().is_success());
}

/// A deleted tracker comes back with the next thing that happens; so does a story that asks someone, with its buttons.
#[tokio::test]
async fn what_somebody_deletes_comes_again() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, mut bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let waits = |it: &Value| labels(it).contains(&"Pause".to_owned()) && says("Waiting for Theobald")(it);
    let tracker = bob.sees("the tracker", waits).await.expect("a tracker");
    delete(&stage, &tracker).await;
    delete(&stage, &asked).await;
    stage.turn(5_100).await;
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await;
    let again = |it: &Value| id(it) != id(&asked) && labels(it).iter().any(|it| it.starts_with("Take the hit"));
    let again = bob.sees("the question again", again).await.expect("asked anew");
    bob.press(&again, &take(&again)).await.expect("answered");
    stage.turn(5_100).await;
    let tracker = |it: &Value| labels(it).contains(&"Pause".to_owned());
    bob.sees("a tracker again", tracker).await.expect("made anew");
    bob.sees("the outcome", settled(&again)).await.expect("told");
    stage.judge();
}

/// A storm of refusals and failures on everything sent: in the end everything is told, each thing once.
#[tokio::test]
async fn a_storm_loses_and_doubles_nothing() {
    let stage = Stage::set().await;
    let (mut gwen, ana, mut bob) = stage.brawl("").await;
    ana.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    stage.turn(5_100).await;
    let order = |fault, times| PlannedFault { method: None, path: "/channels/**".into(), times, fault };
    stage.table.order(order(CallFault::RateLimited { retry_after_ms: 50, global: false }, 2));
    stage.table.order(order(CallFault::Status { status: 502, performed: true }, 1));
    stage.table.order(order(CallFault::RateLimited { retry_after_ms: 50, global: true }, 1));
    stage.table.order(order(CallFault::Cut { performed: true }, 1));
    let asked = leader_strikes(&mut gwen, &bob).await;
    bob.press(&asked, &take(&asked)).await.expect("answered");
    stage.turn(5_100).await;
    ana.sees("the outcome", settled(&asked)).await.expect("told");
    let deed = asked["content"].as_str().and_then(|it| it.lines().next()).expect("what is done");
    assert_eq!(ana.messages().iter().filter(|it| says(deed)(it)).count(), 1, "told once");
    assert_eq!(ana.messages().iter().filter(|it| labels(it).contains(&"Pause".to_owned())).count(), 1, "one tracker");
    stage.judge();
}

/// A slow Discord: the press is answered anyway, and what others do meanwhile doesn't wait.
#[tokio::test]
async fn a_slow_discord_holds_nobody_up() {
    let stage = Stage::set().await;
    let (mut gwen, ana, bob) = stage.brawl("").await;
    ana.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    let slow = CallFault::Slow { real_ms: 6_000 };
    stage.table.order(PlannedFault { method: None, path: "/channels/**".into(), times: 3, fault: slow });
    let began = std::time::Instant::now();
    for health in ["5", "4", "3"] {
        run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", health)]).await;
    }
    assert!(began.elapsed() < std::time::Duration::from_secs(5), "{:?}", began.elapsed());
    stage.turn(5_100).await;
    bob.sees("the last of it", says("The GM sets Sybilla\u{2019}s health to 3")).await.expect("told");
    stage.judge();
}

/// The bot loses access to the channel in the middle of a question: the fight continues with private replies, and the person is told.
#[tokio::test]
async fn sight_of_the_channel_is_lost_in_the_middle() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, mut bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let channel = stage.table.channel_id("table").expect("a channel");
    stage.table.set_bot_overwrite(channel, 0, SEND_MESSAGES | VIEW_CHANNEL);
    bob.press(&asked, &take(&asked)).await.expect("answered all the same");
    assert_eq!(
        run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "2")]).await,
        "Sybilla’s health is now 2."
    );
    stage.table.set_bot_overwrite(channel, SEND_MESSAGES | VIEW_CHANNEL, 0);
    stage.turn(5_100).await;
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "3")]).await;
    bob.sees("the outcome", settled(&asked)).await.expect("told late, not lost");
    bob.sees("the tracker", says("health 3/6")).await.expect("redrawn");
    stage.judge();
}

/// Fifty presses in a burst, by three people, on every button of a question, and again after it: one answer counts, all are replied to.
#[tokio::test]
async fn fifty_presses_make_one_answer() {
    let stage = Stage::set().await;
    let (mut gwen, ana, bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let before = seq(&stage).await;
    let all: Vec<String> =
        labels(&asked).into_iter().filter(|it| it.starts_with("Take the hit") || it.starts_with("Dodge")).collect();
    let mut pressing = tokio::task::JoinSet::new();
    for n in 0..50 {
        let mut seat = stage.seat(["Bob", "Ana", "Dana"][n % 3]);
        let press =
            json!({ "op": "press", "message_id": asked["id"], "custom_id": custom_id(&asked, &all[n % all.len()]) });
        pressing.spawn(async move { seat.act(press).await.map(drop).map_err(|it| it.to_string()) });
    }
    while let Some(pressed) = pressing.join_next().await {
        // Once it's answered the button is gone, and the table says so itself; the bot replies to everyone.
        match pressed.expect("no panic") {
            Ok(()) => {}
            Err(why) => assert!(why.contains("no such button"), "{why}"),
        }
    }
    ana.sees("the outcome", settled(&asked)).await.expect("told");
    let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
    let answers =
        handle.look(|service| service.session().export()["rows"].to_string().matches("\"Answer\":").count()).await;
    assert_eq!(answers.expect("a live fight"), 1);
    assert!(seq(&stage).await > before);
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// A click after the deadline and its grace period, on a button that's still there, is late: the default has been taken.
#[tokio::test]
async fn a_late_click_changes_nothing() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, mut bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let dodge = labels(&asked).into_iter().find(|it| it.starts_with("Dodge")).expect("a dodge");
    let old = crate::forged_components::forged(&stage, &[custom_id(&asked, &dodge)]).await;
    stage.turn(31_600).await;
    bob.sees("the default", settled(&asked)).await.expect("taken");
    let before = seq(&stage).await;
    let told = crate::forged_components::pressed(&mut bob, &old, &custom_id(&asked, &dodge), &[]).await;
    assert!(told.contains("already settled"), "{told}");
    assert_eq!(seq(&stage).await, before);
    stage.judge();
}

/// The gateway restarts and Discord delivers an interaction a second time: it's been handled, and nothing happens again.
#[tokio::test]
async fn the_gateway_starts_anew() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    for round in 0..3 {
        match round {
            0 => stage.table.ask_to_reconnect(),
            1 => stage.table.drop_gateway(),
            _ => stage.table.close_gateway(4000),
        }
        stage.table.bot_is_ready().await.expect("back");
    }
    bob.press(&asked, &take(&asked)).await.expect("answered");
    stage.turn(5_100).await;
    ana.sees("the outcome", settled(&asked)).await.expect("told");
    ana.sees("a tracker", |it| labels(it).contains(&"Pause".to_owned())).await.expect("there");
    assert_eq!(ana.messages().iter().filter(|it| labels(it).contains(&"Pause".to_owned())).count(), 1, "one tracker");
    run(&mut gwen, "gm turn", &[("side", "Players")]).await;
    run(&mut ana, "pass", &[]).await;
    stage.judge();
}

/// Two fights in two channels with the same people: what's done in one doesn't affect the other.
#[tokio::test]
async fn two_fights_of_the_same_people() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    let tavern = stage.table.channel_id("tavern").expect("a channel");
    let (mut gwen2, mut ana2) = (stage.seat("Gwen"), stage.seat("Ana"));
    gwen2.go_to(tavern);
    ana2.go_to(tavern);
    run(&mut gwen2, "encounter start", &[("name", "Second")]).await;
    run(&mut ana2, "join", &[("template", "balthasar")]).await;
    run(&mut gwen2, "gm add", &[("template", "leader"), ("side", "Foes")]).await;
    run(&mut gwen2, "gm fight", &[("name", "initiative"), ("value", "Foes")]).await;
    run(&mut gwen2, "encounter begin", &[]).await;
    run(&mut gwen2, "attack", &[("as", "Leader"), ("target", "Balthasar")]).await;
    let asked = ana2
        .sees("her question", |it| labels(it).iter().any(|it| it.starts_with("Take the hit")))
        .await
        .expect("asked");
    assert_eq!(run(&mut ana, "attack", &[("target", "Bandit 1")]).await, "Done.", "the first goes on");
    ana2.press(&asked, &take(&asked)).await.expect("answered");
    run(&mut gwen2, "encounter end", &[]).await;
    ana2.sees("the account", says("**Second** is over")).await.expect("told there");
    assert!(!bob.messages().iter().any(says("is over after")), "and not here");
    assert!(run(&mut gwen, "encounter status", &[]).await.is_empty() || !bob.messages().is_empty());
    assert_eq!(
        run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await,
        "Sybilla’s health is now 5."
    );
    stage.judge();
}

/// Double clicks on each kind of button in the channel or on a private page: each is answered, and acts once.
#[tokio::test]
async fn each_button_may_be_pressed_twice() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    let mut twin = stage.seat("Gwen");
    gwen.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    stage.turn(6_000).await;
    for label in ["Act as\u{2026}", "Rules", "GM\u{2026}", "Pause", "Resume", "Pass", "Pass"] {
        let tracker =
            gwen.sees(label, |it| !is_private(it) && labels(it).contains(&label.to_owned())).await.expect("there");
        let press = json!({ "op": "press", "message_id": tracker["id"], "custom_id": custom_id(&tracker, label) });
        let (first, second) = tokio::join!(gwen.act(press.clone()), twin.act(press));
        let fine = |it: &Result<_, umpire::localtable::driver::DriveError>| match it {
            Ok(_) => true,
            Err(why) => why.to_string().contains("no such button"),
        };
        assert!(fine(&first) && fine(&second), "{label}: {first:?} {second:?}");
        stage.turn(6_000).await;
    }
    nothing_was_refused(&stage.table);
    stage.judge();
}
