//! Play under Discord's limits, in real time: questions reach everyone at once, answers show at once, and the tracker doesn't get in the
//! way.

use crate::{
    fixture::{Stage, id, labels, run, says},
    forged_components::calls_of,
    play::leader_strikes,
};
use std::time::{Duration, Instant};
use umpire::localtable::Call;

/// Five players, one blast: everyone has been called within two seconds, by the single message that asks them all.
#[tokio::test]
async fn five_players_are_asked_within_two_seconds() {
    let stage = Stage::calling().await;
    let mut gwen = stage.seat("Gwen");
    run(&mut gwen, "encounter start", &[("name", "Blast")]).await;
    run(&mut gwen, "gm board", &[("fields", "zones=Gate,Yard borders=Gate-Yard")]).await;
    let people = ["Gwen", "Ana", "Bob", "Cem", "Dana"];
    for name in people {
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
    let began = Instant::now();
    let blast = [("as", "Leader"), ("what", "blast"), ("with", "alchemist's fire"), ("to", "Gate")];
    assert_eq!(run(&mut gwen, "act", &blast).await, "Done.");
    let asked = |it: &serde_json::Value| labels(it).contains(&"Answer\u{2026}".to_owned());
    let asked = gwen.sees("the question", asked).await.expect("asked");
    let took = began.elapsed();
    for name in people {
        let called = calls_of(&stage.table, name);
        assert!(called.iter().any(|it| it["id"] == asked["id"]), "{name} is called by the question");
    }
    assert!(took < Duration::from_secs(2), "{took:?}");
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
    let answered = |it: &serde_json::Value| it["id"] == asked["id"] && !labels(it).contains(&take);
    ana.sees("the answer", answered).await.expect("seen");
    let calls = stage.table.calls_since(before);
    let redrawn = |it: &&std::sync::Arc<Call>| it.path.ends_with("/callback") && it.body["type"] == 7;
    let edited = |it: &&std::sync::Arc<Call>| it.method == "PATCH" && it.path.ends_with(&format!("/{}", id(&asked)));
    assert_eq!(calls.iter().filter(redrawn).count(), 1);
    assert_eq!(calls.iter().filter(edited).count(), 0);
    stage.judge();
}
