//! A person who's asked is called, once, by a message that leads to the question: first by the question's own message. Also if they're
//! asked again, if the database is new, and if someone deletes the question.

use crate::{
    disruptions::delete,
    fixture::{Stage, id, labels, run, says},
    forged_components::{calls_of, nothing_was_refused},
    play::leader_strikes,
};
use reqwest::Method;
use serde_json::Value;
use std::sync::Arc;
use umpire::{
    localtable::{
        driver::TableUser,
        faults::{CallFault, PlannedFault},
    },
    store::MemoryStore,
};

fn asks(message: &Value) -> bool {
    labels(message).iter().any(|it| it.starts_with("Take the hit"))
}

/// Takes the blow, so that others can be asked whether they step in. Returns the message that leads them to it.
async fn guards_are_asked(bob: &mut TableUser, asked: &Value) -> Value {
    let take = labels(asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("the default");
    bob.press(asked, &take).await.expect("answered");
    bob.sees("the call of a guard", says("you have a question to answer")).await.expect("called")
}

/// The question's message calls everyone it asks, and no other message does. A person asked later gets a short one with a link, which is
/// deleted once it's answered.
#[tokio::test]
async fn the_story_calls_whom_it_asks() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let call = guards_are_asked(&mut bob, &asked).await;
    let called = calls_of(&stage.table, "Bob");
    assert_eq!(called.iter().map(|it| &it["id"]).collect::<Vec<_>>(), [&asked["id"]], "once, by the question");
    assert_eq!(calls_of(&stage.table, "Ana").last().map(id), Some(id(&call)));
    assert!(call["content"].as_str().expect("text").ends_with(&format!("/{}", id(&asked))), "{}", call["content"]);
    let guards = ana.sees("the guards", |it| it["id"] == asked["id"] && says("Let it happen")(it)).await;
    let label = labels(&guards.expect("asked")).into_iter().find(|it| it.contains("Let it happen")).expect("a way out");
    let guards = ana.sees("the guards", |it| labels(it).contains(&label)).await.expect("asked");
    ana.press(&guards, &label).await.expect("answered");
    ana.sees_no("the call any more", says("you have a question to answer")).await.expect("gone");
    stage.judge();
}

/// A question asked again after an undo calls again, and Discord accepts every message.
#[tokio::test]
async fn who_is_asked_again_is_called_again() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, mut bob) = stage.brawl("").await;
    let first = leader_strikes(&mut gwen, &bob).await;
    guards_are_asked(&mut bob, &first).await;
    for times in 2..4 {
        run(&mut gwen, "gm undo", &[]).await;
        bob.sees_no("the call", says("you have a question to answer")).await.expect("taken back");
        run(&mut gwen, "attack", &[("as", "Leader"), ("target", "Theobald")]).await;
        let open = |it: &Value| id(it) > id(&first) && asks(it);
        let asked = bob.sees("the question again", open).await.expect("asked");
        guards_are_asked(&mut bob, &asked).await;
        assert!(calls_of(&stage.table, "Bob").len() >= times, "{times}");
        assert!(calls_of(&stage.table, "Ana").len() >= times, "{times}");
    }
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// A new database starts at fight 1 again; Discord still remembers the previous one, whose pings are deleted.
#[tokio::test]
async fn a_fresh_database_calls_like_the_first() {
    let mut stage = Stage::set().await;
    for database in ["one", "two"] {
        if database == "two" {
            stage.bot_goes().await;
            stage.store = Arc::new(MemoryStore::salted(database));
            stage.bot_comes().await;
        }
        let (mut gwen, _ana, mut bob) = stage.brawl("").await;
        let before = calls_of(&stage.table, "Ana").len();
        let asked = leader_strikes(&mut gwen, &bob).await;
        guards_are_asked(&mut bob, &asked).await;
        assert_eq!(calls_of(&stage.table, "Ana").len(), before + 1, "{database}");
        run(&mut gwen, "encounter end", &[]).await;
        bob.sees_no("the call", says("you have a question to answer")).await.expect("gone");
    }
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// Discord knows the nonce from a message that's gone: the question is asked anyway, with another nonce.
#[tokio::test]
async fn a_nonce_in_use_hinders_nothing() {
    let mut stage = Stage::set().await;
    // The same salt, as if a database from a copy continued where the first one has already been.
    for round in 0..2 {
        if round > 0 {
            stage.bot_goes().await;
            stage.store = Arc::new(MemoryStore::new());
            stage.bot_comes().await;
        }
        let (mut gwen, _ana, mut bob) = stage.brawl("").await;
        let asked = leader_strikes(&mut gwen, &bob).await;
        guards_are_asked(&mut bob, &asked).await;
        run(&mut gwen, "encounter end", &[]).await;
        bob.sees_no("the call", says("you have a question to answer")).await.expect("gone");
        for message in bob.messages().iter().filter(|it| !crate::fixture::is_private(it)) {
            delete(&stage, message).await;
        }
    }
    let again = stage.table.calls_since(0).iter().filter(|it| it.answer["code"] == 10008).count();
    assert!(again > 0, "nonces were in use");
    stage.judge();
}

/// A deleted question is posted again and calls again, and nothing leads to the old one any more; even if it's deleted before Discord has
/// answered that it exists.
#[tokio::test]
async fn a_deleted_question_comes_again_and_calls_again() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, mut bob) = stage.brawl("").await;
    stage.table.order(PlannedFault {
        method: Some(Method::POST),
        path: "/channels/*/messages".into(),
        times: 1,
        fault: CallFault::Late { real_ms: 700 },
    });
    let first = leader_strikes(&mut gwen, &bob).await;
    delete(&stage, &first).await;
    let second = bob.sees("the question again", |it| id(it) > id(&first) && asks(it)).await.expect("asked anew");
    assert_eq!(calls_of(&stage.table, "Bob").last().map(id), Some(id(&second)), "it calls, too");
    let call = guards_are_asked(&mut bob, &second).await;
    assert!(call["content"].as_str().expect("text").ends_with(&format!("/{}", id(&second))), "{}", call["content"]);
    delete(&stage, &second).await;
    let third = |it: &Value| id(it) > id(&call) && says("Let it happen")(it);
    let third = bob.sees("the question a third time", third).await.expect("asked anew");
    assert_eq!(calls_of(&stage.table, "Ana").last().map(id), Some(id(&third)), "it calls itself");
    bob.sees_no("what led to the old one", says("you have a question to answer")).await.expect("gone");
    stage.judge();
}
