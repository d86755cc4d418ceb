//! A fight as it's played: an attack, a reaction by button, the wrong person, a double click, silence, the end.

use crate::fixture::{Stage, export_of, is_private, labels, reply_after, run, says};
use crate::forged_components::calls_of;
use serde_json::Value;
use umpire::localtable::driver::TableUser;

/// The foes' step comes, and the Leader attacks Bob's Theobald. Returns the message that asks Bob.
pub async fn leader_strikes(gwen: &mut TableUser, bob: &TableUser) -> Value {
    run(gwen, "gm turn", &[("side", "Foes")]).await;
    assert_eq!(run(gwen, "attack", &[("as", "Leader"), ("target", "Theobald")]).await, "Done.");
    let asks = |it: &Value| labels(it).iter().any(|label| label.starts_with("Take the hit"));
    bob.sees("the question", asks).await.expect("Bob is asked")
}

/// A typed attack is refereed: the player of the one attacked is asked, and the question's message becomes the result with its rolls in
/// full; what foes can do is only for the GM; the tracker follows.
#[tokio::test]
async fn an_attack_asks_and_its_message_becomes_the_result() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = stage.brawl("").await;
    let tracker = bob.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    assert_eq!(labels(&tracker), ["Act as\u{2026}", "Pass", "Pause", "Rules", "GM\u{2026}"]);

    assert_eq!(run(&mut ana, "attack", &[("target", "Bandit 1")]).await, "Done.");
    let story = bob.sees("the question", |it| labels(it).contains(&"GM answers\u{2026}".to_owned()));
    let story = story.await.expect("a story");
    assert_eq!(calls_of(&stage.table, "Gwen")[0]["id"], story["id"], "it calls the GM itself");
    bob.press(&story, "GM answers\u{2026}").await.expect("answered");
    bob.sees("a refusal", says("Only the GM can open this")).await.expect("only for Bob");
    gwen.press(&story, "GM answers\u{2026}").await.expect("answered");
    let answers = |it: &Value| labels(it).iter().any(|it| it.starts_with("Take the hit (default"));
    let panel = gwen.sees("her page", |it| is_private(it) && answers(it)).await;
    let panel = panel.expect("a page");
    gwen.press(&panel, "Take the hit").await.expect("answered");
    let result = |it: &Value| it["id"] == story["id"] && says(" damage")(it);
    let result = bob.sees("the result", result).await.expect("the same message");
    assert!(says("-# R13")(&result), "the rule is cited: {result}");
    assert_eq!(labels(&result), ["Details"], "nothing else is left to press");
    bob.sees("the tracker", |it| it["id"] == tracker["id"] && says("used")(it)).await.expect("it follows");
    stage.judge();
}

/// A player reacts by button. Anyone else is told privately whose it is; a second click changes nothing and says so.
#[tokio::test]
async fn only_the_one_who_is_asked_answers_and_only_once() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    assert!(
        says("silence means \u{201c}Take the hit\u{201d}")(&asked),
        "it says what silence does: {}",
        asked["content"]
    );
    assert!(says("<t:")(&asked), "it counts down");
    let dodge = labels(&asked).into_iter().find(|it| it.starts_with("Dodge")).expect("a dodge is offered");

    let before = crate::fixture::last_id(&ana);
    ana.press(&asked, &dodge).await.expect("answered");
    let told = reply_after(&ana, before);
    assert!(told.contains("for Theobald"), "whose it is: {told}");
    assert!(bob.messages().iter().all(|it| !says("for Theobald.")(it)), "a refusal is private");

    bob.press(&asked, &dodge).await.expect("answered");
    let before = crate::fixture::last_id(&bob);
    // The second press of a double click, before the message has changed: the same button by its custom_id.
    let custom_id = custom_id(&asked, &dodge);
    let again = serde_json::json!({ "op": "press", "message_id": asked["id"], "custom_id": custom_id });
    if bob.act(again).await.is_ok() {
        let told = reply_after(&bob, before);
        assert!(told.contains("already settled"), "in words: {told}");
    }
    let result = |it: &Value| it["id"] == asked["id"] && says("vs AGI")(it);
    bob.sees("the result", result).await.expect("the same message, with the save");
    stage.judge();
}

/// Silence takes the default once the deadline and the grace period have passed, and the story says what was done.
#[tokio::test]
async fn silence_takes_the_default() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    stage.turn(29_000).await;
    assert!(labels(&bob.sees("it still", |it| it["id"] == asked["id"]).await.expect("there")).len() > 1);
    stage.turn(2_600).await;
    let result = |it: &Value| it["id"] == asked["id"] && !labels(it).iter().any(|label| label.starts_with("Dodge"));
    let result = bob.sees("the result", result).await.expect("the default applies");
    assert!(says("takes the hit")(&result), "{}", result["content"]);
    stage.judge();
}

/// Somebody who comes back reads what happened, a line a round, during the fight and after it. A private "Done." goes away by itself.
#[tokio::test]
async fn a_recap_tells_a_line_a_round() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, mut bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    gwen.sees_no("the note", |it| is_private(it) && it["content"] == "Done.").await.expect("gone by itself");
    let take = labels(&asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("the default");
    bob.press(&asked, &take).await.expect("answered");
    stage.turn(40_000).await; // nobody steps in
    bob.sees("the result", |it| it["id"] == asked["id"] && says(" damage")(it)).await.expect("told");
    let told = run(&mut bob, "encounter recap", &[]).await;
    assert!(told.starts_with("Round 1") && told.lines().count() == 1, "{told}");
    let harmed =
        bob.messages().iter().any(|it| it["id"] == asked["id"] && (says(" left)")(it) || says(" health left")(it)));
    let expected = if harmed { "Leader wounded Theobald" } else { "nothing to tell" };
    assert!(told.contains(expected), "{told}: {}", crate::presses::again(&bob, &asked));
    stage.turn(40_000).await;
    run(&mut gwen, "encounter end", &[]).await;
    bob.sees("the account", says("is over after")).await.expect("an account");
    let after = run(&mut bob, "encounter recap", &[]).await;
    assert!(after.starts_with(told.trim_end_matches('.')), "{after} after {told}");
    stage.judge();
}

/// The end: who stands, how long it took, the seed with its commitment, and an export that verifies.
#[tokio::test]
async fn the_end_gives_an_account_and_an_export_that_holds() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, mut bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let take = labels(&asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("the default");
    bob.press(&asked, &take).await.expect("answered");
    assert!(run(&mut bob, "encounter end", &[]).await.contains("Only the GM"));
    stage.turn(40_000).await;
    run(&mut gwen, "encounter end", &[]).await;
    let account = bob.sees("the account", says("is over after")).await.expect("an account");
    let lead = account["content"].as_str().expect("text");
    assert!(lead.starts_with("**Brawl** is over after"), "{lead}");
    // The picture leads, and isn't repeated; the page to open is named; what programs read is last, in small print.
    let text = account["embeds"][0]["description"].as_str().expect("a box below the picture");
    for part in ["standing: ", "Sybilla (health 6/6)", "Open **fight-1.html** in any browser"] {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
    assert!(!text.contains("**Health:**") && !text.contains("**Luck:**"), "{text}");
    let small: Vec<&str> = text.lines().skip_while(|it| !it.starts_with("-# ")).collect();
    assert!(
        small.iter().all(|it| it.starts_with("-# ")) && small.join("").contains("umpire verify fight-1.json --head ")
    );
    let attached = account["attachments"].as_array().expect("attachments");
    let names: Vec<&str> = attached.iter().filter_map(|it| it["filename"].as_str()).collect();
    assert_eq!(names, ["fight-1.png", "fight-1.html", "fight-1.json"]);
    let picture = attached.iter().find(|it| it["filename"].as_str().is_some_and(|it| it.ends_with(".png")));
    let described = picture.and_then(|it| it["description"].as_str()).expect("a picture with a description");
    assert!(
        described.starts_with("Charts of the battle. Health: Players (start, then by round): 100 %"),
        "{described}"
    );
    let accounts = bob.messages().iter().filter(|it| says("is over after")(it)).count();
    assert_eq!(accounts, 1, "it\u{2019}s one message");
    let url = export_of(&account);
    let export = reqwest::get(url).await.expect("fetched").text().await.expect("text");
    let findings = umpire::verify::check(&export);
    assert!(findings.bad.is_empty(), "{findings:?}");
    assert!(run(&mut gwen, "encounter status", &[]).await.contains("There’s no fight in this channel"));
    run(&mut gwen, "encounter start", &[]).await;
    stage.judge();
}

/// The id behind a label.
pub fn custom_id(message: &Value, label: &str) -> String {
    let rows = message["components"].as_array().into_iter().flatten();
    let mut parts = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let found = parts.find(|it| it["label"] == label).unwrap_or_else(|| panic!("no {label}"));
    found["custom_id"].as_str().expect("an id").to_owned()
}

/// A foe's numbers are only for the GM: when a foe dodges, the channel sees the dice and the outcome, not the number to reach.
#[tokio::test]
async fn a_foes_numbers_stay_with_the_gm() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    let story =
        bob.sees("the question", |it| labels(it).contains(&"GM answers\u{2026}".to_owned())).await.expect("a story");
    run(&mut gwen, "gm answer", &[("choice", "Dodge"), ("name", "Bandit 1")]).await;
    let dodged = |it: &Value| it["id"] == story["id"] && says("R21 Dodge")(it);
    let result = bob.sees("the dodge", dodged).await.expect("told");
    let text = format!("{} {}", result["content"], result["embeds"]);
    assert!(!text.contains("AGI 8"), "{text}");
    stage.judge();
}
