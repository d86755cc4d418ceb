//! Play under Discord's limits, in real time: questions reach everyone at once, answers show at once, and the tracker doesn't get in the
//! way.

use crate::{
    fixture::{Stage, id, is_private, labels, run, says},
    forged_components::{calls_of, nothing_was_refused},
    play::leader_strikes,
    presses::again,
};
use serde_json::Value;
use std::time::{Duration, Instant};
use umpire::localtable::{Call, driver::TableUser};

/// Who is asked by the blast.
const PEOPLE: [&str; 5] = ["Gwen", "Ana", "Bob", "Cem", "Dana"];

/// Five players in the Gate, and a Leader beside them whose step it is, with a blast.
async fn before_a_blast(stage: &Stage) -> TableUser {
    let mut gwen = stage.seat("Gwen");
    run(&mut gwen, "encounter start", &[("name", "Blast")]).await;
    run(&mut gwen, "gm board", &[("fields", "zones=Gate,Yard borders=Gate-Yard")]).await;
    for name in PEOPLE {
        let hero = format!("Hero {name}");
        run(&mut stage.seat(name), "join", &[("name", &hero), ("fields", "agi=9"), ("side", "Players")]).await;
        run(&mut gwen, "gm place", &[("name", &hero), ("at", "Gate")]).await;
    }
    run(&mut gwen, "gm add", &[("template", "leader"), ("side", "Foes")]).await;
    run(&mut gwen, "gm set", &[("name", "Leader"), ("field", "weapons"), ("value", "alchemist's fire")]).await;
    run(&mut gwen, "gm place", &[("name", "Leader"), ("at", "Yard")]).await;
    run(&mut gwen, "gm fight", &[("name", "initiative"), ("value", "Foes")]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    gwen.sees("the tracker", says("May act: Leader")).await.expect("the foes\u{2019} step");
    gwen
}

/// The Leader's blast. Returns the message that asks everyone.
async fn blast(gwen: &mut TableUser) -> Value {
    let blast = [("as", "Leader"), ("what", "blast"), ("with", "alchemist's fire"), ("to", "Gate")];
    assert_eq!(run(gwen, "act", &blast).await, "Done.");
    gwen.sees("the question", |it| labels(it).contains(&ANSWER.to_owned())).await.expect("asked")
}

/// Whoever exceeds what Discord allows in a channel waits about this long. Docs, "Rate Limits".
const HELD_UP: Duration = Duration::from_secs(4);

/// The button by which many open their own question.
const ANSWER: &str = "Answer\u{2026}";

/// Five players, one blast: everyone has been called within two seconds, by the single message that asks them all.
#[tokio::test]
async fn five_players_are_asked_within_two_seconds() {
    let stage = Stage::calling().await;
    let mut gwen = before_a_blast(&stage).await;
    let began = Instant::now();
    let asked = blast(&mut gwen).await;
    let took = began.elapsed();
    for name in PEOPLE {
        let called = calls_of(&stage.table, name);
        assert!(called.iter().any(|it| it["id"] == asked["id"]), "{name} is called by the question");
    }
    assert!(took < Duration::from_secs(2), "{took:?}");
    stage.judge();
}

/// All five answer as fast as they can press. Nobody is held up by a limit, from the first press to the result: what the
/// bot edits meanwhile doesn't use up what Discord allows in the channel.
#[tokio::test]
async fn five_quick_answers_are_not_slowed_by_our_own_edits() {
    let stage = Stage::calling().await;
    let mut gwen = before_a_blast(&stage).await;
    let asked = blast(&mut gwen).await;
    let mut slowest = Duration::ZERO;
    for name in PEOPLE {
        let mut seat = stage.seat(name);
        let began = Instant::now();
        // While many are asked, each opens their own question; the last few find it in the message.
        let mut question = again(&seat, &asked);
        if labels(&question).contains(&ANSWER.to_owned()) {
            seat.press(&asked, ANSWER).await.expect("answered");
            let own = |it: &Value| is_private(it) && labels(it).iter().any(|it| it.contains("Dodge"));
            question = seat.sees("their own question", own).await.expect("opened");
        }
        let own = |it: &String| it.starts_with(&format!("Hero {name}: Dodge")) || it.starts_with("Dodge");
        let dodge = labels(&question).into_iter().find(own);
        let dodge = dodge.unwrap_or_else(|| panic!("{name}: {:?}", labels(&question)));
        seat.press(&question, &dodge).await.expect("answered");
        slowest = slowest.max(began.elapsed());
    }
    let last = Instant::now();
    let done = |it: &Value| it["id"] == asked["id"] && !labels(it).iter().any(|it| it.contains("Dodge"));
    gwen.sees("the result", done).await.expect("told");
    assert!(slowest < HELD_UP, "{slowest:?} for two presses");
    assert!(last.elapsed() < HELD_UP, "{:?} until the result", last.elapsed());
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// An answer given on the story shows in the reply to the press, which no limit delays; the message isn't also edited.
#[tokio::test]
async fn an_answer_redraws_the_story_in_its_reply() {
    let stage = Stage::set().await;
    let (mut gwen, ana, mut bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let before = stage.table.calls_so_far();
    let take = labels(&asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("the default");
    bob.press(&asked, &take).await.expect("answered");
    let answered = |it: &Value| it["id"] == asked["id"] && !labels(it).contains(&take);
    ana.sees("the answer", answered).await.expect("seen");
    let calls = stage.table.calls_since(before);
    let redrawn = |it: &&std::sync::Arc<Call>| it.path.ends_with("/callback") && it.body["type"] == 7;
    let edited = |it: &&std::sync::Arc<Call>| it.method == "PATCH" && it.path.ends_with(&format!("/{}", id(&asked)));
    assert_eq!(calls.iter().filter(redrawn).count(), 1);
    assert_eq!(calls.iter().filter(edited).count(), 0);
    stage.judge();
}
