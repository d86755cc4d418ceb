//! "Suggest", end to end: in the menu of a turn and beside a question, one to three things to do with what they're likely to do, each done by
//! one press; and what becomes of a suggestion that's too old or somebody else's.

use crate::{
    fixture::{Stage, is_private, labels, last_id, reply_after, run, says},
    forged_components::{forged, pressed, seq},
    play::{custom_id, leader_strikes},
};
use serde_json::Value;
use umpire::localtable::driver::TableUser;

fn has(label: &str) -> impl Fn(&Value) -> bool + use<> {
    let label = label.to_owned();
    move |it| labels(it).iter().any(|known| known.starts_with(&label))
}

/// The numbered lines of a message.
fn suggestions(message: &Value) -> Vec<String> {
    let content = message["content"].as_str().unwrap_or_default();
    let is_one = |it: &&str| it.starts_with(|it: char| it.is_ascii_digit()) && it.contains(". ");
    content.lines().filter(is_one).map(str::to_owned).collect()
}

/// There are one to three, and they say with numbers what they're likely to do.
fn are_suggested(message: &Value) {
    let told = suggestions(message);
    assert!((1..=3).contains(&told.len()), "{message}");
    let has_odds = |it: &&String| it.split_once(": ").is_some_and(|it| it.1.contains(|it: char| it.is_ascii_digit()));
    assert!(told.iter().any(|it| has_odds(&it)), "{told:?}");
}

/// A brawl whose table shows all odds.
async fn brawl(stage: &Stage) -> (TableUser, TableUser, TableUser) {
    let (mut gwen, ana, bob) = stage.brawl("").await;
    run(&mut gwen, "gm fight", &[("name", "odds"), ("value", "open")]).await;
    (gwen, ana, bob)
}

/// Opens Ana's menu and presses "Suggest" in it.
async fn suggested_to(ana: &mut TableUser) -> Value {
    let tracker = ana.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    ana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let menu = ana.sees("her turn", |it| is_private(it) && has("Suggest")(it)).await.expect("a menu");
    ana.press(&menu, "Suggest").await.expect("answered");
    // The page comes at once; what takes longer is edited in.
    let shown = |it: &Value| it["id"] == menu["id"] && says("What Umpire would do")(it) && !suggestions(it).is_empty();
    ana.sees("what Umpire would do", shown).await.expect("in the same menu")
}

/// In the menu of a turn: only its player sees them, and one press does what's suggested.
#[tokio::test]
async fn a_turn_is_suggested_and_one_press_does_it() {
    let stage = Stage::set().await;
    let (_gwen, mut ana, bob) = brawl(&stage).await;
    let shown = suggested_to(&mut ana).await;
    are_suggested(&shown);
    assert_eq!(labels(&shown).len(), suggestions(&shown).len() + 1, "each is a button, and there's a way back");
    assert!(labels(&shown).contains(&"Back".to_owned()));
    assert!(!bob.messages().iter().any(|it| it["id"] == shown["id"]), "nobody else sees them");
    let before = seq(&stage).await;
    ana.press(&shown, &labels(&shown)[0]).await.expect("answered");
    let done = |it: &Value| it["id"] == shown["id"] && !says("What Umpire would do")(it);
    ana.sees("what came of it", done).await.expect("in the same menu");
    assert!(seq(&stage).await > before, "it's done");
    bob.sees("the story", |it| !is_private(it) && it["embeds"].to_string().contains("Sybilla")).await.expect("told");
    stage.judge();
}

/// One press does what's suggested and ends the turn: at once, or as soon as whoever is asked about it has answered.
#[tokio::test]
async fn a_turn_can_end_with_what_is_suggested() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = brawl(&stage).await;
    let tracker = ana.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    ana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let ends = "\u{2026} and end the turn";
    let menu = ana.sees("her turn", |it| is_private(it) && has(ends)(it)).await.expect("a menu");
    ana.press(&menu, ends).await.expect("answered");
    bob.sees("the shot", says("Sybilla shoots at")).await.expect("it's done");
    let is_over = |it: &Value| it["id"] == menu["id"] && says("Sybilla\u{2019}s turn is over")(it);
    let is_asked = bob.messages().iter().any(has("GM answers"));
    assert!(is_asked && !ana.messages().iter().any(is_over), "not before the foe has answered");
    run(&mut gwen, "gm set", &[("name", "Leader"), ("field", "health"), ("value", "5")]).await; // which is beside it
    while run(&mut gwen, "gm answer", &[("choice", "default")]).await == "Done." {}
    ana.sees("that her turn is over", is_over).await.expect("told in her menu");
    stage.judge();
}

/// What was suggested is done once, however often it's pressed, and nobody else may press it.
#[tokio::test]
async fn a_suggestion_is_done_once_by_its_player() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = brawl(&stage).await;
    let shown = suggested_to(&mut ana).await;
    let first = custom_id(&shown, &labels(&shown)[0]);
    let forged = forged(&stage, std::slice::from_ref(&first)).await;
    let told = pressed(&mut bob, &forged, &first, &[]).await;
    assert!(told.contains(&format!("<@{}> plays Sybilla.", ana.user())), "{told}");
    run(&mut gwen, "gm set", &[("name", "Leader"), ("field", "health"), ("value", "5")]).await;
    ana.press(&shown, &labels(&shown)[0]).await.expect("answered");
    bob.sees("the story", says("Sybilla shoots at")).await.expect("it's done");
    let before = seq(&stage).await;
    pressed(&mut ana, &forged, &first, &[]).await;
    assert_eq!(seq(&stage).await, before, "nothing is done");
    stage.judge();
}

/// Beside a question: only the one who's asked, and a press answers. Afterwards the same button does nothing.
#[tokio::test]
async fn an_answer_is_suggested_beside_its_question() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = brawl(&stage).await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let before = last_id(&ana);
    ana.press(&asked, "Suggest").await.expect("answered");
    let told = reply_after(&ana, before);
    assert!(told.contains("already settled, or isn\u{2019}t yours"), "{told}");
    bob.press(&asked, "Suggest").await.expect("answered");
    // What the other answers would do is edited in.
    let is_whole = |it: &Value| it["content"].as_str().is_some_and(|it| it.contains("Dodge"));
    let shown = |it: &Value| is_private(it) && !suggestions(it).is_empty() && is_whole(it);
    let shown = bob.sees("what Umpire would answer", shown).await.expect("told");
    are_suggested(&shown);
    let told: Vec<&str> = shown["content"].as_str().expect("text").lines().collect();
    for label in labels(&asked).iter().filter(|it| it.starts_with("Take the hit") || it.starts_with("Dodge")) {
        let label = label.trim_end_matches(" (default)").split(':').next().unwrap_or_default();
        assert!(
            told.iter().any(|it| it.contains(label) && it.contains("damage on average")),
            "odds of {label}: {told:?}"
        );
    }
    let first = labels(&shown)[0].clone();
    let id = custom_id(&shown, &first);
    bob.press(&shown, &first).await.expect("answered");
    let settled = |it: &Value| it["id"] == asked["id"] && !has("Take the hit")(it);
    bob.sees("the result", settled).await.expect("it's answered");
    let forged = forged(&stage, std::slice::from_ref(&id)).await;
    let told = pressed(&mut bob, &forged, &id, &[]).await;
    assert!(told.contains("already settled"), "{told}");
    stage.judge();
}

/// What Umpire would answer goes away once the question is answered elsewhere.
#[tokio::test]
async fn suggested_answers_go_with_their_question() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, mut bob) = brawl(&stage).await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    bob.press(&asked, "Suggest").await.expect("answered");
    let shown = |it: &Value| is_private(it) && !suggestions(it).is_empty();
    let shown = bob.sees("what Umpire would answer", shown).await.expect("told");
    let take = labels(&asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("an answer");
    bob.press(&asked, &take).await.expect("answered");
    bob.sees_no("the suggestion", |it| it["id"] == shown["id"]).await.expect("it's gone");
    stage.judge();
}

/// The GM acts for a foe, or answers for one, in the GM's channel: "Suggest" stands beside both.
#[tokio::test]
async fn the_gm_is_suggested_something_too() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    let gm = stage.table.channel_id("gm").expect("a channel");
    run(&mut gwen, "gm channel", &[("channel", &gm.to_string())]).await;
    let mut private = stage.seat("Gwen");
    private.go_to(gm);
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    let asked = private.sees("the question", |it| !is_private(it) && has("Take the hit")(it)).await.expect("asked");
    private.press(&asked, "Suggest").await.expect("answered");
    let shown = |it: &Value| is_private(it) && !suggestions(it).is_empty();
    let shown = private.sees("what Umpire would answer", shown).await.expect("told");
    are_suggested(&shown);
    private.press(&shown, &labels(&shown)[0]).await.expect("answered");
    private.sees_no("the question any more", |it| it["id"] == asked["id"] && has("Dodge")(it)).await.expect("answered");
    while run(&mut gwen, "gm answer", &[("choice", "default")]).await == "Done." {}
    run(&mut gwen, "gm turn", &[("name", "Leader"), ("what", "give")]).await;
    let tracker = private.sees("the tracker", |it| !is_private(it) && has("Act as")(it)).await.expect("there");
    private.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let menu =
        private.sees("the Leader\u{2019}s turn", |it| is_private(it) && has("Suggest")(it) && says("Leader")(it));
    let menu = menu.await.expect("a menu");
    private.press(&menu, "Suggest").await.expect("answered");
    let shown = |it: &Value| it["id"] == menu["id"] && says("What Umpire would do")(it) && !suggestions(it).is_empty();
    let told = private.sees("what Umpire would do", shown).await;
    are_suggested(&told.unwrap_or_else(|_| panic!("in the same menu: {}", crate::presses::again(&private, &menu))));
    stage.judge();
}
