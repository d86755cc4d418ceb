//! A fight as it is played: by typing, by clicking, with a reaction.

use crate::stage::{Stage, is_private, labels, run, says};

/// A typed attack is refereed: the person attacked is asked by buttons in the story's message, answers, and the same message becomes
/// the result with its rolls laid open; the tracker follows.
#[tokio::test]
async fn an_attack_asks_and_its_message_becomes_the_result() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = stage.brawl("").await;
    let tracker = bob.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    assert_eq!(labels(&tracker), ["Act as\u{2026}", "Pass", "Pause", "Rules", "GM\u{2026}"]);

    assert_eq!(run(&mut ana, "attack", &[("target", "Bandit 1")]).await, "Done.");
    let story =
        bob.sees("the question", |it| labels(it).contains(&"GM answers\u{2026}".to_owned())).await.expect("a story");
    gwen.sees("the ping of the GM", says("it is yours to answer")).await.expect("a ping");
    bob.press(&story, "GM answers\u{2026}").await.expect("answered");
    bob.sees("a refusal", says("This page is the GM\u{2019}s.")).await.expect("only for Bob");
    gwen.press(&story, "GM answers\u{2026}").await.expect("answered");
    let panel =
        gwen.sees("her page", |it| is_private(it) && labels(it).contains(&"Take it (default)".to_owned())).await;
    let panel = panel.expect("a page");
    gwen.press(&panel, "Take it (default)").await.expect("answered");
    let others =
        gwen.sees("the guards", |it| it["id"] == panel["id"] && labels(it).contains(&"All: Let it happen".to_owned()));
    let others = others.await.expect("the same page");
    gwen.press(&others, "All: Let it happen").await.expect("answered");
    let result =
        bob.sees("the result", |it| it["id"] == story["id"] && it["embeds"].to_string().contains("damage")).await;
    result.expect("the same message");
    bob.sees_no("the ping any more", says("it is yours to answer")).await.expect("gone");
    bob.sees("the tracker", |it| it["id"] == tracker["id"] && says("used")(it)).await.expect("it follows");
    for message in gwen.messages() {
        println!(
            "---- {} {}\n{}\n{:?}",
            message["id"],
            message["content"].as_str().unwrap(),
            message["embeds"],
            labels(&message)
        );
    }
    stage.judge();
}
