//! "There is a failpoint at every step from receipt to published message, and a test kills and resumes at each."

use std::{collections::BTreeSet, os::unix::process::ExitStatusExt};

use futures_util::{StreamExt, stream};
use serde_json::Value;
use umpire::{
    failpoint::ALL,
    localtable::{
        Call,
        faults::{CallFault, PlannedFault},
    },
};

use crate::{
    play::{DODGE, Opened, Play, Stood, acted, buttons, nothing_is_lost_or_doubled, opened, settled, stood},
    world::{ABORTED, Died, World},
};

/// The number of worlds alive at the same time.
const AT_ONCE: usize = 6;

/// What's going on when the program dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    /// A fight is opened and begun.
    Opening,
    /// An attack, a question, an answer.
    Blow,
    /// The same, after so much talk that the tracker moves to the bottom.
    Moving,
    /// The GM ends the fight.
    Ending,
}

/// Kills the program at the n-th pass of one step, restarts it, and plays on from what the log contains.
async fn killed_at(act: Act, name: &'static str, hit: usize) {
    let case = format!("{act:?} at {name}:{hit}");
    let mut world = if act == Act::Opening { World::empty().await } else { World::with_a_fight().await };
    let mut play = Play::at(&world);
    let (mut at, mut opening, mut kept) = (Stood::Before, Opened::default(), vec![]);
    let calls = world.table.calls_so_far();
    world.bot_starts(Some(&format!("{name}:{hit}")));
    let mut deaths = 0;
    loop {
        let went = match act {
            Act::Opening => play.open(&mut world, &opening).await,
            Act::Blow => play.go_on(&mut world, at).await,
            Act::Moving if deaths == 0 => match play.chat(&mut world, calls).await {
                Ok(()) => play.go_on(&mut world, at).await,
                died => died,
            },
            Act::Moving => play.go_on(&mut world, at).await,
            Act::Ending => play.end(&mut world, opening.over).await,
        };
        let Err(Died(status)) = went else { break };
        assert_eq!(status.signal(), Some(ABORTED), "{case} kills by abort\n{}", world.logs());
        deaths += 1;
        assert_eq!(deaths, 1, "{case}: it was armed once");
        opening = opened(&world).await;
        if act != Act::Opening {
            (at, kept) = (stood(&world).await, world.log().await);
        }
        world.bot_starts(None);
    }
    assert_eq!(deaths, 1, "{case}: it was passed so often\n{}", world.logs());
    world.bot_goes().await;
    let rows = world.log().await;
    assert_eq!(rows[..kept.len()], kept[..], "{case}: what was on disk at the kill stands");
    let inputs = acted(&rows[world.rows_before..]).len();
    match act {
        Act::Opening => {
            assert!((4..=5).contains(&inputs), "{case}: each step once, the initiative perhaps again: {rows:#?}")
        }
        Act::Blow | Act::Moving => assert_eq!(inputs, 2, "{case}: one blow, one answer: {rows:#?}"),
        Act::Ending => assert_eq!(inputs, 1, "{case}: one end"),
    }
    nothing_is_lost_or_doubled(&world, &play.gwen).await;
    world.judge();
}

/// The passes of a step to kill at during an act; empty if the act doesn't take that step.
fn hits(act: Act, name: &str) -> &'static [usize] {
    match (act, name) {
        // The question itself calls the person it asks; for someone asked later, see below.
        (_, "ping.after_send" | "call.after_send") | (Act::Opening, "tracker.after_note") => &[],
        (Act::Opening, "tracker.after_send") => &[1],
        (Act::Moving, "tracker.after_send" | "tracker.after_note") => &[1],
        (Act::Moving, _) => &[],
        (Act::Opening, _) => &[1],
        (_, "table.opened" | "tracker.after_send" | "tracker.after_note") => &[],
        // Edits of the tracker are merged, so only the first is certain.
        (Act::Blow, "tracker.before_edit" | "tracker.after_edit") => &[1],
        // The attack and the answer.
        (Act::Blow, _) => &[1, 2],
        (Act::Ending, _) => &[1],
    }
}

async fn at_every_step(act: Act) {
    let cases = ALL.iter().flat_map(|(name, _)| hits(act, name).iter().map(|hit| killed_at(act, name, *hit)));
    stream::iter(cases).buffer_unordered(AT_ONCE).collect::<Vec<()>>().await;
}

/// At every step of an attack and its answer: the log has each accepted action exactly once, every story is shown exactly once, the old
/// button works, the tracker shows the fold of the log, and the failpoint was really hit.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_during_a_blow_loses_and_doubles_nothing() {
    at_every_step(Act::Blow).await;
    at_every_step(Act::Moving).await;
}

/// The same while a fight is opened: there's one tracker, and whoever started the fight is its GM.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_at_the_beginning_loses_and_doubles_nothing() {
    at_every_step(Act::Opening).await;
}

/// The same while a fight is ended: one account of it, and no tracker that still looks alive.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_at_the_end_loses_and_doubles_nothing() {
    at_every_step(Act::Ending).await;
}

/// Killed when Discord has the short call to someone who's asked later in a story, but nothing has noted it: they're called once, the call
/// leads to the question, and it disappears once they've answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_at_a_call_neither_loses_nor_doubles_it() {
    let mut world = World::empty().await;
    let (mut play, mut bob) = (Play::at(&world), world.seat("Bob"));
    world.bot_starts(Some("ping.after_send"));
    world.until_ready().await.expect("it lives");
    play.gwen.command("encounter start", &[("name", "Brawl"), ("options", "guards=always")]).await.expect("a fight");
    play.ana.command("join", &[("template", "sybilla")]).await.expect("joined");
    bob.command("join", &[("template", "theobald")]).await.expect("joined");
    for (path, options) in [
        ("gm add", &[("template", "bandit"), ("side", "Foes")][..]),
        ("gm fight", &[("name", "initiative"), ("value", "Foes")]),
        ("encounter begin", &[]),
        ("attack", &[("target", "Theobald"), ("as", "Bandit")]),
    ] {
        play.gwen.command(path, options).await.unwrap_or_else(|why| panic!("/{path}: {why}\n{}", world.logs()));
    }
    let button = |it: &Value, label: &str| buttons(it).into_iter().find(|it| it.0.starts_with(label)).map(|it| it.0);
    let question = bob.sees("the question", |it| button(it, "Take the hit").is_some()).await.expect("asked");
    // The program may be gone before it has answered.
    let taken = bob.press(&question, &button(&question, "Take the hit").expect("there")).await;
    let Died(status) = world.until_it_ends().await;
    assert_eq!(status.signal(), Some(ABORTED), "{taken:?}\n{}", world.logs());

    let before = world.table.calls_so_far();
    world.bot_comes().await;
    let ana = world.table.user_id("Ana").expect("a seat");
    let calls_her = |it: &Value| {
        let content = it["content"].as_str().unwrap_or_default();
        content.starts_with(&format!("<@{ana}>, you have a question to answer"))
    };
    let called = play.gwen.sees("the call", calls_her).await;
    let called = called.unwrap_or_else(|why| panic!("{why}\n{:#?}\n{}", play.gwen.messages(), world.logs()));
    // It's sent again, because nobody knew about the first; Discord has merged both into one message.
    let again = |it: &Call| it.method == "POST" && calls_her(&it.body);
    world.table.call_since(before, "the call again", again).await.expect("sent");
    let calls = world.table.calls_since(0);
    let sent: Vec<_> = calls.iter().filter(|it| again(it)).collect();
    let made: BTreeSet<String> = sent.iter().map(|it| it.answer["id"].to_string()).collect();
    assert_eq!((sent.len(), made.len()), (2, 1), "{made:?}\n{}", world.logs());
    let content = called["content"].as_str().expect("text");
    assert!(content.ends_with(&format!("/{}", question["id"].as_str().expect("an id"))), "{content}");
    let lets = |it: &Value| it["id"] == question["id"] && button(it, "Let it happen").is_some();
    let asked = play.ana.sees("her question", lets).await.expect("asked");
    play.ana.press(&asked, &button(&asked, "Let it happen").expect("there")).await.expect("answered");
    play.gwen.sees_no("the call", calls_her).await.expect("gone");
    settled(&mut world, &play.gwen).await.expect("it lives");
    world.bot_goes().await;
    nothing_is_lost_or_doubled(&world, &play.gwen).await;
    world.judge();
}

/// No failpoint is left out; the calls to someone who's asked later in a story, and to players whose turn it is, have their own tests.
#[test]
fn every_failpoint_is_killed_at() {
    for (name, _) in ALL.iter().filter(|it| !matches!(it.0, "ping.after_send" | "call.after_send")) {
        let killed = [Act::Opening, Act::Blow, Act::Moving, Act::Ending].iter().any(|act| !hits(*act, name).is_empty());
        assert!(killed, "{name}");
    }
}

/// Killed when the answer was on disk but nobody had been told: the button in the channel still looks active. Pressing it again is refused
/// with an explanation and changes nothing, and the message becomes the result.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_button_says_that_it_is_settled() {
    let mut world = World::with_a_fight().await;
    let mut play = Play::at(&world);
    world.bot_starts(Some("store.append.after_commit:2"));
    let Err(Died(status)) = play.go_on(&mut world, Stood::Before).await else { panic!("it was to die") };
    assert_eq!(status.signal(), Some(ABORTED));
    assert_eq!(stood(&world).await, Stood::Answered);
    let before = world.log().await;
    let question = play.question.take().expect("it was seen");

    // Discord allows no edits for the moment, so the old buttons stay.
    let edits = PlannedFault {
        method: Some("PATCH".parse().expect("a method")),
        path: "/channels/*/messages/*".to_owned(),
        times: 1_000,
        fault: CallFault::RateLimited { retry_after_ms: 200, global: false },
    };
    world.table.order(edits);
    world.bot_comes().await;
    play.ana.press(&question, DODGE).await.expect("answered");
    let private = |it: &Value| it["flags"].as_u64().unwrap_or(0) & 64 != 0;
    let told = play.ana.sees("a private sentence", private).await.expect("told");
    let sentence = told["content"].as_str().unwrap_or_default();
    assert!(sentence.contains("no longer open") || sentence.contains("settled"), "{sentence}");
    world.table.cancel_orders();
    settled(&mut world, &play.gwen).await.expect("it lives");
    let result = play.gwen.sees("the result", |it| it["id"] == question["id"]).await.expect("the same message");
    let is_answer = |it: &(String, String)| it.0 != "Details";
    assert!(!buttons(&result).iter().any(is_answer), "{result:#}");
    world.bot_goes().await;
    assert_eq!(world.log().await, before, "nothing was added");
    nothing_is_lost_or_doubled(&world, &play.gwen).await;
    world.judge();
}
