//! Text mode: what's read aloud to people who can't see the boxes and columns, for a fight, a server, a person and the GM's channel.

use crate::{
    fixture::{Stage, id, is_private, labels, last_id, run, says},
    play::leader_strikes,
    wording_and_privacy::{content, public},
};
use serde_json::{Value, json};

/// A table in text mode: everything shown in the channel has no boxes and no code, says the same, and changes back when the GM says so.
#[tokio::test]
async fn a_table_in_text_mode() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = stage.brawl("").await;
    let refused = run(&mut ana, "gm fight", &[("name", "text"), ("value", "on")]).await;
    assert!(refused.contains("Only the GM"), "{refused}");
    let told = run(&mut gwen, "gm fight", &[("name", "text"), ("value", "on")]).await;
    assert_eq!(told, "This fight is now told in plain text.");
    let plain = |it: &Value| labels(it).contains(&"Pause".to_owned()) && says("Sybilla: ready, health 6 of 6.")(it);
    bob.sees("the tracker", plain).await.expect("in plain text");
    let asked = leader_strikes(&mut gwen, &bob).await;
    let take = labels(&asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("the default");
    bob.press(&asked, &take).await.expect("answered");
    stage.turn(40_000).await;
    bob.sees("the blow", |it| id(it) == id(&asked) && says(" damage")(it) && says("By R")(it))
        .await
        .expect("with its roll as a sentence");
    stage.turn(5_100).await;
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await;
    bob.sees("the tracker", says("Sybilla: ready, health 5 of 6.")).await.expect("it follows");
    for message in public(&bob).iter().filter(|it| id(it) >= id(&asked)) {
        assert_eq!(message["embeds"], json!([]), "{message}");
        assert!(!content(message).contains('`') && !content(message).contains("-# "), "{message}");
    }
    run(&mut gwen, "gm fight", &[("name", "text"), ("value", "off")]).await;
    let boxed = |it: &Value| labels(it).contains(&"Pause".to_owned()) && it["embeds"][0]["fields"].is_array();
    bob.sees("the tracker", boxed).await.expect("with boxes again");
    stage.judge();
}

/// A server in text mode uses it for all its fights; a single fight can be told differently.
#[tokio::test]
async fn a_server_in_text_mode() {
    let stage = Stage::set().await;
    let mut gwen = stage.seat("Gwen");
    let told = run(&mut gwen, "settings", &[("text", "true")]).await;
    assert!(told.contains("Fights are told: in plain text."), "{told}");
    let (mut gwen, _ana, bob) = stage.brawl("").await;
    bob.sees("the tracker", says("Sybilla: ready, health 6 of 6.")).await.expect("in plain text");
    run(&mut gwen, "gm fight", &[("name", "text"), ("value", "off")]).await;
    let boxed = |it: &Value| labels(it).contains(&"Pause".to_owned()) && it["embeds"][0]["fields"].is_array();
    bob.sees("the tracker", boxed).await.expect("this one with boxes");
    stage.judge();
}

/// A person in text mode gets what only they see in plain text, wherever they are and even after a restart; others see it as usual, and
/// anyone can ask for the status in plain text.
#[tokio::test]
async fn a_person_in_text_mode() {
    let mut stage = Stage::set().await;
    let (_gwen, mut ana, mut bob) = stage.brawl("").await;
    assert!(run(&mut ana, "preferences", &[]).await.contains("boxes and symbols"));
    assert!(run(&mut ana, "preferences", &[("text", "true")]).await.contains("plain text"));
    stage.bot_goes().await;
    stage.bot_comes().await;
    let before = last_id(&ana);
    let status = run(&mut ana, "encounter status", &[]).await;
    assert!(status.contains("Sybilla: ready, health 6 of 6.") && status.contains("Dice committed: "), "{status}");
    run(&mut ana, "rule", &[("rule", "counter")]).await;
    run(&mut ana, "help", &[]).await;
    let tracker = ana.sees("the tracker", |it| labels(it).contains(&"Act as\u{2026}".to_owned())).await.expect("there");
    ana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let menu =
        ana.sees("the turn", |it| is_private(it) && labels(it).contains(&"Attack".to_owned())).await.expect("a menu");
    assert!(content(&menu).starts_with("Sybilla\u{2019}s turn (only you see this)"), "{}", content(&menu));
    ana.press(&menu, "Attack").await.expect("answered");
    ana.sees("the next step", |it| id(it) == id(&menu) && content(it) != content(&menu)).await.expect("redrawn");
    for message in ana.messages().iter().filter(|it| is_private(it) && id(it) > before) {
        assert_eq!(message["embeds"], json!([]), "{message}");
        for sign in ["**", "`", "\u{b7}", "\u{2192}"] {
            assert!(!content(message).contains(sign), "{sign} in {}", content(message));
        }
    }
    let before = last_id(&bob);
    assert!(run(&mut bob, "encounter status", &[("text", "true")]).await.contains("Sybilla: ready, health 6 of 6."));
    run(&mut bob, "encounter status", &[]).await;
    let boxed = |it: &Value| is_private(it) && id(it) > before && it["embeds"][0]["fields"].is_array();
    bob.sees("his own", boxed).await.expect("with boxes");
    stage.judge();
}

/// The GM's channel in text mode: its tracker, questions and secret lines have no boxes and no symbols and say the same; a GM who prefers
/// text mode gets it automatically, and it changes back.
#[tokio::test]
async fn the_gms_channel_in_text_mode() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    run(&mut gwen, "gm add", &[("name", "Lurker"), ("template", "archer"), ("side", "Foes"), ("hidden", "true")]).await;
    let gm = stage.table.channel_id("gm").expect("a channel");
    run(&mut gwen, "gm channel", &[("channel", &gm.to_string())]).await;
    let mut private = stage.seat("Gwen");
    private.go_to(gm);
    let is_plain = |it: &Value| it["embeds"].as_array().is_none_or(Vec::is_empty) && !content(it).contains("**");
    let everything = |it: &Value| !is_private(it) && says("For the GM only: everything")(it);
    let boxed = private.sees("the tracker", |it| everything(it) && !is_plain(it)).await.expect("with boxes");
    run(&mut gwen, "preferences", &[("text", "true")]).await;
    let tracker = private.sees("it again", |it| everything(it) && is_plain(it)).await.expect("in plain text");
    assert_eq!(tracker["id"], boxed["id"], "the same message");
    for part in ["For the GM only: everything about the fight", "Lurker: ", "hidden", "Leader: ready, health "] {
        assert!(says(part)(&tracker), "{part}: {}", content(&tracker));
    }
    run(&mut gwen, "gm set", &[("name", "Lurker"), ("field", "health"), ("value", "1")]).await;
    let secret = private.sees("the secret", says("The GM sets Lurker\u{2019}s health to 1")).await.expect("told");
    assert!(is_plain(&secret), "{secret}");
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    let asks = |it: &Value| !is_private(it) && says("question for the GM:")(it);
    let asked = private.sees("the question", asks).await.expect("asked");
    assert!(is_plain(&asked) && says("Bandit 1: ")(&asked), "{}", content(&asked));
    private.press(&asked, "Take the hit").await.expect("answered");
    run(&mut gwen, "preferences", &[("text", "false")]).await;
    private.sees("boxes again", |it| everything(it) && !is_plain(it)).await.expect("as before");
    run(&mut gwen, "gm fight", &[("name", "text"), ("value", "on")]).await;
    private.sees("the fight\u{2019}s own text mode", |it| everything(it) && is_plain(it)).await.expect("here, too");
    stage.judge();
}
