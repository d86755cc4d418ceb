//! What the GM is asked looks like what a player is asked: every answer is a button, and few presses lead from the ping to it.

use crate::{
    fixture::{Stage, is_private, labels, run, run_once, says},
    gm_channel::{has, paired},
    play::leader_strikes,
};
use serde_json::Value;

/// Discord's type of a button, and two of its styles. Docs, "Component Types" and "Button Styles".
const BUTTON: u64 = 2;
const PRIMARY: u64 = 1;
const SUCCESS: u64 = 3;

/// A question with many answers has a button for each, and what Umpire would answer is marked: one press from the ping to the answer. Where
/// there's no such channel, another opens the same for the GM alone.
#[tokio::test]
async fn a_question_to_the_gm_has_its_answers_as_buttons() {
    let stage = Stage::set().await;
    let (mut gwen, private, mut ana, bob) = paired(&stage).await;
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    let asked = private.sees("the question", has("Take the hit")).await.expect("asked");
    let rows = asked["components"].as_array().into_iter().flatten();
    let parts: Vec<&Value> = rows.flat_map(|row| row["components"].as_array().into_iter().flatten()).collect();
    let answers: Vec<&&Value> = parts.iter().filter(|it| it["custom_id"].as_str().is_some_and(is_answer)).collect();
    assert!(answers.len() > 5 && parts.iter().all(|it| it["type"] == BUTTON), "no closed list: {:?}", labels(&asked));
    let marked = |it: &&&&Value| it["label"].as_str().is_some_and(|it| it.contains("suggested"));
    let suggested: Vec<&&&Value> = answers.iter().filter(marked).collect();
    assert!(suggested.len() == 1 && suggested[0]["style"] == SUCCESS, "{:?}", labels(&asked));
    assert!(labels(&asked).iter().any(|it| it.contains('%')), "with odds: {:?}", labels(&asked));
    run(&mut gwen, "gm channel", &[("off", "true")]).await;
    let public = bob.sees("that the GM is asked", has("GM answers")).await.expect("asked");
    let opens = public["components"][0]["components"][0].clone();
    assert!(opens["label"] == "GM answers\u{2026}" && opens["style"] == PRIMARY, "as a player\u{2019}s: {public}");
    gwen.press(&public, "GM answers\u{2026}").await.expect("answered");
    let marked = |it: &Value| is_private(it) && labels(it).iter().any(|it| it.contains("suggested"));
    let panel = gwen.sees("her panel", marked).await.expect("with what's suggested");
    assert!(
        labels(&panel).iter().filter(|it| answers.iter().any(|known| it.starts_with(plain(known)))).count()
            >= answers.len()
    );
    gwen.press(&panel, "Take the hit").await.expect("answered");
    let is_settled = |it: &Value| it["id"] == panel["id"] && !labels(it).iter().any(|it| it.contains("Guard"));
    gwen.sees("that the guards were asked along with it", is_settled).await.expect("settled");
    bob.sees("the blow", says(" damage")).await.expect("told");
    stage.judge();
}

/// Who could step in for a foe is asked along with what the foe itself does: one press means that the one is hit and the other is its guard.
#[tokio::test]
async fn who_guards_is_asked_along_with_who_is_hit() {
    let stage = Stage::set().await;
    let (_gwen, mut private, mut ana, bob) = paired(&stage).await;
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    let asked = private.sees("the question", has("Bandit 2: Guard")).await.expect("asked");
    let means = says("\u{201c}Take the hit\u{201d} also means no \u{201c}Guard\u{201d} by");
    assert!(means(&asked), "{asked}");
    private.press(&asked, "Bandit 2: Guard").await.expect("answered");
    bob.sees("the guard", says("Bandit 2 steps in")).await.expect("told");
    let is_asked_of_guards = |it: &Value| labels(it).iter().any(|it| it.contains("Let it happen"));
    assert!(private.messages().iter().all(|it| !is_asked_of_guards(it)), "asked once");
    stage.judge();
}

/// A GM whose undo would take a player's answer back as well is asked once.
#[tokio::test]
async fn an_undo_of_what_a_player_answered_asks_once() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, mut bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let take = labels(&asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("an answer");
    bob.press(&asked, &take).await.expect("answered");
    bob.sees("the blow", says("Leader")).await.expect("told");
    let told = run_once(&mut gwen, "gm undo", &[]).await;
    let asks = format!("with what <@{}> answered in it", bob.user());
    assert!(told.contains("Undo takes all of the last action back") && told.contains(&asks), "{told}");
    stage.judge();
}

/// Who has passed is told to everyone, as long as their side hasn't.
#[tokio::test]
async fn the_tracker_tells_who_has_passed() {
    let stage = Stage::set().await;
    let (_gwen, _ana, mut bob) = stage.brawl("").await;
    run(&mut bob, "pass", &[]).await;
    bob.sees("the tracker", says("Theobald. Their side passes once everyone else")).await.expect("told");
    stage.judge();
}

/// Whether a button with this id answers a question, alone or along with the next.
fn is_answer(id: &str) -> bool {
    id.contains(":a:") || (id.contains(":n:") && id.split(':').count() == 5)
}

/// What an answer's button says without its notes.
fn plain(answer: &Value) -> &str {
    answer["label"].as_str().and_then(|it| it.split(" (").next()).unwrap_or_default()
}
