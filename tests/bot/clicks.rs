//! Playing with clicks alone, as on a phone.

use crate::{
    fixture::{Stage, is_private, labels, run, says},
    forged_components::{forged, pressed, seq},
    play::{custom_id, leader_strikes},
};
use serde_json::Value;
use umpire::localtable::driver::{FirstAnswer, TableUser};

fn has(label: &str) -> impl Fn(&Value) -> bool + use<> {
    let label = label.to_owned();
    move |it| labels(it).iter().any(|known| known.starts_with(&label))
}

/// "Act as…" opens the turn privately; verb, target and weapon are clicked, the attack happens, and what's left of the turn appears.
#[tokio::test]
async fn a_turn_is_played_by_clicks_alone() {
    let stage = Stage::set().await;
    let (_gwen, mut ana, bob) = stage.brawl("").await;
    let tracker = ana.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    ana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let menu = ana.sees("the turn", |it| is_private(it) && has("Attack")(it)).await.expect("a menu");
    assert!(says("only you see this")(&menu));
    assert!(!bob.messages().iter().any(|it| it["id"] == menu["id"]), "nobody else sees it");

    let mut at = menu.clone();
    ana.press(&at, "Attack").await.expect("answered");
    for _ in 0..6 {
        at = ana
            .sees("the next step", |it| it["id"] == menu["id"] && it["content"] != at["content"])
            .await
            .expect("a step");
        if says("The table waits")(&at) || says("Done.")(&at) {
            break;
        }
        let offered = labels(&at);
        let candidate = ["Bandit 1", "bow"].iter().find_map(|wanted| offered.iter().find(|it| it.starts_with(wanted)));
        let candidate = candidate.or(offered.iter().find(|it| it.contains("(default)"))).unwrap_or(&offered[0]).clone();
        ana.press(&at, &candidate).await.expect("answered");
    }
    bob.sees("the story", says("Sybilla shoots at Bandit 1")).await.expect("it happened");
    stage.judge();
}

/// Opens Ana's menu and presses "Attack" in it. Returns the tracker and the question whom.
async fn chooses_whom(ana: &mut TableUser) -> (Value, Value) {
    let tracker = ana.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    ana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let menu = ana.sees("the turn", |it| is_private(it) && has("Attack")(it)).await.expect("a menu");
    ana.press(&menu, "Attack").await.expect("answered");
    let whom = ana.sees("whom", |it| it["id"] == menu["id"] && has("Bandit 1")(it)).await.expect("a choice");
    (tracker, whom)
}

/// What somebody else does meanwhile takes no choice back that can still be made; whoever has acted doesn't do it again with an old button.
#[tokio::test]
async fn somebody_elses_deed_takes_no_choice_back() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    let (_, whom) = chooses_whom(&mut ana).await;
    let bandit = custom_id(&whom, "Bandit 1");
    let forged = forged(&stage, std::slice::from_ref(&bandit)).await;
    run(&mut gwen, "gm set", &[("name", "Leader"), ("field", "health"), ("value", "5")]).await;
    ana.press(&whom, "Bandit 1").await.expect("answered");
    bob.sees("the story", says("Sybilla shoots at Bandit 1")).await.expect("it happened");
    let before = seq(&stage).await;
    let told = pressed(&mut ana, &forged, &bandit, &[]).await;
    assert_eq!(seq(&stage).await, before, "it isn't done twice: {told}");
    stage.judge();
}

/// Presses "Bandit 1" in a menu that's older than what has happened: a fresh one appears with an explanation, and nothing is done.
async fn is_too_late(stage: &Stage, ana: &mut TableUser, whom: &Value) {
    let before = seq(stage).await;
    ana.press(whom, "Bandit 1").await.expect("answered");
    ana.sees("a fresh menu", |it| it["id"] == whom["id"] && says("Something has happened in the meantime")(it))
        .await
        .expect("fresh");
    assert_eq!(seq(stage).await, before, "nothing is done");
}

/// Whoever has gone down meanwhile isn't attacked with an old button.
#[tokio::test]
async fn somebody_who_has_gone_down_is_not_attacked() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    let (_, whom) = chooses_whom(&mut ana).await;
    run(&mut gwen, "gm condition", &[("name", "Bandit 1"), ("condition", "incapacitated")]).await;
    is_too_late(&stage, &mut ana, &whom).await;
    stage.judge();
}

/// A menu drawn for an earlier moment does nothing if what it offered isn't there any more, even if somebody else is the only one left.
#[tokio::test]
async fn an_old_menu_does_nothing() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    let (tracker, whom) = chooses_whom(&mut ana).await;
    run(&mut gwen, "gm hide", &[("name", "Bandit 1")]).await;
    run(&mut gwen, "gm hide", &[("name", "Bandit 2")]).await;
    is_too_late(&stage, &mut ana, &whom).await;
    let pass = custom_id(&tracker, "Pass");
    let stale = serde_json::json!({ "op": "press", "message_id": tracker["id"], "custom_id": pass });
    // The table only lets users press what's there; if the tracker has already been redrawn, the table says so.
    if ana.act(stale).await.is_ok() {
        ana.sees("a refusal", says("Something has happened since you saw that button")).await.expect("in words");
    }
    stage.judge();
}

/// Joining, beginning, pausing and resuming with the tracker's buttons; anyone can pause, only the GM can resume.
#[tokio::test]
async fn the_tracker_brings_people_in_and_stops_the_clocks() {
    let stage = Stage::set().await;
    let (mut gwen, mut dana) = (stage.seat("Gwen"), stage.seat("Dana"));
    run(&mut gwen, "encounter start", &[("name", "Brawl")]).await;
    run(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Foes")]).await;
    let tracker = dana.sees("the tracker", has("Join")).await.expect("a tracker");
    dana.press(&tracker, "Join").await.expect("answered");
    let menu = dana.sees("whom to play", |it| is_private(it) && has("Balthasar")(it)).await.expect("a menu");
    dana.choose(&menu, &["Balthasar"]).await.expect("answered");
    dana.sees("she is in", says("You’re in as **Balthasar**.")).await.expect("told");
    dana.sees("the tracker", says("**Balthasar**")).await.expect("it follows");
    dana.press(&tracker, "Begin").await.expect("answered");
    dana.sees("a refusal", says("Only the GM can do that.")).await.expect("told");
    gwen.press(&tracker, "Begin").await.expect("answered");
    let tracker = dana.sees("the fight", has("Pause")).await.expect("begun");
    dana.press(&tracker, "Pause").await.expect("answered");
    let tracker = dana.sees("the pause", has("Resume")).await.expect("paused");
    dana.press(&tracker, "Resume").await.expect("answered");
    dana.sees("a refusal", |it| is_private(it) && says("Only the GM can do that.")(it)).await.expect("told");
    gwen.press(&tracker, "Resume").await.expect("answered");
    dana.sees("it goes on", has("Pause")).await.expect("resumed");
    stage.judge();
}

/// A standing order is given beside a question, and answers the next one.
#[tokio::test]
async fn a_standing_order_is_given_beside_the_question() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let quiet =
        labels(&asked).into_iter().find(|it| it.starts_with("Don\u{2019}t ask Theobald again")).expect("a button");
    ana.press(&asked, &quiet).await.expect("answered");
    ana.sees("a refusal", says("That question is for Theobald.")).await.expect("told");
    bob.press(&asked, &quiet).await.expect("answered");
    let menu = bob.sees("the orders", |it| is_private(it) && says("No standing orders")(it)).await.expect("a menu");
    let order = labels(&menu).into_iter().find(|it| it != "ask me").expect("an order");
    bob.choose(&menu, &[&order]).await.expect("answered");
    bob.sees("it stands", says(&format!("Done\\: {order}"))).await.expect("told");
    stage.judge();
}

/// Text is entered in a form that the menu opens, and the rest of the turn appears after it.
#[tokio::test]
async fn a_sentence_is_said_from_the_menu() {
    let stage = Stage::set().await;
    let (_gwen, mut ana, bob) = stage.brawl("").await;
    let tracker = ana.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    ana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let menu = ana.sees("the turn", |it| is_private(it) && has("More")(it)).await.expect("a menu");
    assert!(labels(&menu).len() <= 8 && !has("Say")(&menu), "{:?}", labels(&menu));
    ana.press(&menu, "More\u{2026}").await.expect("answered");
    let menu = ana.sees("the rest", |it| it["id"] == menu["id"] && has("Say")(it)).await.expect("a menu");
    let all = menu["components"].to_string();
    assert!(
        all.contains("Weapons and gear") && all.contains("Say a few words."),
        "grouped, each in a few words: {all}"
    );
    let FirstAnswer::Modal(form) = ana.choose(&menu, &["Say"]).await.expect("answered") else { panic!("no form") };
    let label = form["components"][0]["components"][0]["label"].as_str().expect("a field").to_owned();
    ana.submit(&form, &[(&label, "Hold the *gate*!")]).await.expect("answered");
    bob.sees("her words", says("Hold the \\*gate\\*!")).await.expect("for everybody, as typed");
    ana.sees("the rest of the turn", |it| it["id"] == menu["id"] && says("Done.")(it)).await.expect("in the same menu");
    stage.judge();
}
