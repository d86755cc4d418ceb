//! How the table treats people: who is asked which of their combatants they mean, what's said unasked, and what only the person concerned
//! ever sees. What's read aloud to people who can't see it is in `text_mode.rs`.

use crate::{
    fixture::{Stage, export_of, id, is_private, labels, last_id, run, says},
    forged_components::nothing_was_refused,
    play::leader_strikes,
};
use serde_json::{Value, json};
use umpire::localtable::driver::TableUser;

pub fn public(seat: &TableUser) -> Vec<Value> {
    seat.messages().into_iter().filter(|it| !is_private(it)).collect()
}

pub fn content(message: &Value) -> String {
    message["content"].as_str().unwrap_or_default().to_owned()
}

/// A player with several combatants that could act, who doesn't say which, is asked privately, and the typed command continues with the
/// answer.
#[tokio::test]
async fn which_of_yours_is_asked_privately() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    run(&mut ana, "join", &[("template", "balthasar")]).await;
    run(&mut gwen, "gm turn", &[("side", "Players")]).await;
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    let asked =
        ana.sees("the question", |it| is_private(it) && says("Which of your characters")(it)).await.expect("asked");
    assert_eq!(labels(&asked), ["Sybilla", "Balthasar"]);
    assert!(!bob.messages().iter().any(says("Which of your characters")), "nobody else is bothered");
    ana.choose(&asked, &["Sybilla"]).await.expect("answered");
    bob.sees("the attack", says("Sybilla shoots at Bandit 1")).await.expect("it goes on as it was typed");
    // The typed command runs once: the old list doesn't run it again.
    let again = ana.messages().into_iter().find(|it| id(it) == id(&asked)).expect("still there");
    assert!(labels(&again).is_empty(), "{again}");
    stage.judge();
}

/// One order for all of a player's combatants, on one line.
#[tokio::test]
async fn one_order_for_all() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    let told = run(&mut gwen, "orders", &[("order", "never ask me to guard"), ("as", "all")]).await;
    assert_eq!(
        told,
        "From the next action on, Leader, Bandit 1 and Bandit 2 follow this order\\: never ask me to guard."
    );
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    let story =
        bob.sees("the question", |it| labels(it).contains(&"GM answers\u{2026}".to_owned())).await.expect("asked");
    run(&mut gwen, "gm answer", &[("choice", "Take the hit"), ("name", "Bandit 1")]).await;
    let done = |it: &Value| id(it) == id(&story) && labels(it) == ["Details"];
    bob.sees("the result", done).await.expect("nobody is asked to guard");
    stage.judge();
}

/// The first fight in a server explains itself, once, in three lines.
#[tokio::test]
async fn the_first_fight_explains_itself_once() {
    let stage = Stage::set().await;
    let mut gwen = stage.seat("Gwen");
    for _ in 0..2 {
        run(&mut gwen, "encounter start", &[]).await;
        gwen.sees("a tracker", |it| labels(it).contains(&"Join".to_owned())).await.expect("there");
        run(&mut gwen, "encounter end", &[]).await;
    }
    let explained: Vec<Value> =
        public(&gwen).into_iter().filter(|it| content(it).contains("always shows the current state")).collect();
    assert_eq!(explained.len(), 1);
    assert_eq!(content(&explained[0]).lines().count(), 3);
    stage.judge();
}

/// `/help` begins with what this person can do now: a question to answer, a turn to take, or who is awaited.
#[tokio::test]
async fn help_begins_with_what_you_can_do_now() {
    let stage = Stage::set().await;
    let mut dana = stage.seat("Dana");
    assert!(run(&mut dana, "help", &[]).await.starts_with("There’s no fight in this channel."));
    let (mut gwen, mut ana, mut bob) = stage.brawl("").await;
    let told = run(&mut ana, "help", &[]).await;
    assert!(told.starts_with("**Sybilla** can act: Attack"), "{told}");
    leader_strikes(&mut gwen, &bob).await;
    let told = run(&mut bob, "help", &[]).await;
    let first = told.lines().next().unwrap_or_default().to_owned();
    assert!(first.starts_with("**Answer now** by <t:") && first.contains("for Theobald"), "{first}");
    assert!(first.ends_with("Silence means \u{201c}Take the hit\u{201d}."), "{first}");
    stage.judge();
}

/// Whatever is refused, and to whomever: the channel doesn't get a single extra message.
#[tokio::test]
async fn a_refusal_never_lands_in_the_channel() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    stage.turn(5_100).await;
    ana.sees("the tracker", says("Waiting for Theobald")).await.expect("it stands");
    let before = public(&ana).len();
    let refused: &[(&str, &[(&str, &str)])] = &[
        ("attack", &[("target", "Bandit 1")]),
        ("attack", &[("target", "Nobody")]),
        ("attack", &[("target", "Ban"), ("as", "Leader")]),
        ("act", &[("what", "fly")]),
        ("move", &[("to", "nowhere")]),
        ("pass", &[]),
        ("end", &[]),
        ("say", &[("text", "Hold!"), ("as", "Theobald")]),
        ("leave", &[("as", "Leader")]),
        ("orders", &[("order", "always win")]),
        ("gm set", &[("name", "Leader"), ("field", "health"), ("value", "0")]),
        ("gm undo", &[]),
        ("encounter end", &[]),
        ("encounter start", &[]),
        ("encounter reopen", &[]),
        ("rule", &[("rule", "zzzz")]),
        ("roll", &[("dice", "nonsense")]),
    ];
    for (command, options) in refused {
        let told = run(&mut ana, command, options).await;
        assert!(!told.is_empty() && told != "Done.", "/{command} {options:?}: {told}");
        assert!(told.ends_with(['.', ')', '\u{201d}', '?']), "/{command} {options:?} is told in a sentence: {told}");
    }
    for label in labels(&asked) {
        ana.press(&asked, &label).await.expect("answered");
    }
    assert_eq!(public(&ana).len(), before, "{:#?}", public(&ana).iter().map(content).collect::<Vec<_>>());
    let take = labels(&asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("the default");
    bob.press(&asked, &take).await.expect("answered");
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// Repeated names are numbered; a start that fits one name is enough; one that fits several is refused with those names.
#[tokio::test]
async fn a_start_of_a_name_is_enough() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    let health = |name: &'static str| [("name", name), ("field", "health"), ("value", "4")];
    assert_eq!(run(&mut gwen, "gm set", &health("lea")).await, "Leader’s health is now 4.");
    let told = run(&mut gwen, "gm set", &health("band")).await;
    assert!(told.contains("Bandit 1") && told.contains("Bandit 2"), "{told}");
    run(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Foes")]).await;
    assert_eq!(run(&mut gwen, "gm set", &health("Bandit 3")).await, "Bandit 3’s health is now 4.");
    stage.judge();
}

/// The pace: a server sets the pace that its fights begin with, a GM the current fight's, and each question states it correctly: in
/// seconds, with a date, or that there's no hurry.
#[tokio::test]
async fn the_pace_is_told_as_it_is() {
    let stage = Stage::set().await;
    let mut gwen = stage.seat("Gwen");
    let told = run(&mut gwen, "settings", &[("pace", "post")]).await;
    assert!(told.contains("Pace of new fights: post (24 hours for a question)."), "{told}");
    assert!(run(&mut gwen, "settings", &[("pace", "hasty")]).await.contains("live, relaxed, post or none"));
    let (mut gwen, _ana, mut bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let text = content(&asked);
    assert!(
        text.contains("Answer by <t:1790086400:f> (<t:1790086400:R>); silence means \u{201c}Take the hit\u{201d}."),
        "{text}"
    );
    let take = labels(&asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("the default");
    bob.press(&asked, &take).await.expect("answered");
    for _ in 0..4 {
        run(&mut gwen, "gm answer", &[("choice", "default")]).await;
    }
    assert_eq!(
        run(&mut gwen, "gm fight", &[("name", "pace"), ("value", "none")]).await,
        "The clock is off now: questions wait for as long as it takes."
    );
    run(&mut gwen, "gm turn", &[("what", "give"), ("name", "Bandit 1")]).await;
    run(&mut gwen, "attack", &[("as", "Bandit 1"), ("target", "Theobald")]).await;
    let asks = |it: &Value| says("Bandit 1 swings")(it) && says("No hurry. Without an answer, nothing happens.")(it);
    bob.sees("the question", asks).await.expect("no clock");
    let told = run(&mut gwen, "settings", &[("clear", "pace")]).await;
    assert!(told.contains("Pace of new fights: live (30 seconds for a question)."), "{told}");
    stage.judge();
}

/// The maximum number of combatants with the longest names: the tracker says where to find the rest, and there everyone is listed, in
/// several messages if necessary, with boxes or without.
#[tokio::test]
async fn a_full_table_is_told_whole() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "encounter start", &[("name", "Full")]).await;
    run(&mut ana, "join", &[("template", "sybilla")]).await;
    let name = "*_Brigand of the forest ~~below~~";
    // With a name each: those of a kind would share a line.
    for number in 1..=58 {
        let name = format!("{name} {number}th");
        let foe = [("name", name.as_str()), ("template", "bandit"), ("side", "Foes")];
        assert!(run(&mut gwen, "gm add", &foe).await.starts_with("Added "));
    }
    run(&mut gwen, "gm fight", &[("name", "initiative"), ("value", "Players")]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    ana.sees("the tracker", |it| says("/encounter status")(it) && labels(it).contains(&"Pause".to_owned()))
        .await
        .expect("it says where the rest is");
    for text in ["false", "true"] {
        let before = last_id(&ana);
        run(&mut ana, "encounter status", &[("text", text)]).await;
        let whole = |it: &TableUser| {
            let new = it.messages().into_iter().filter(|it| is_private(it) && id(it) > before);
            new.map(|it| content(&it)).collect::<Vec<_>>().join("\n")
        };
        let last = |it: &Value| is_private(it) && id(it) > before && says("Dice committed")(it);
        ana.sees("the last part", last).await.expect("it comes");
        for number in 1..=58 {
            let told = whole(&ana);
            assert!(told.contains(&format!("below\\~\\~ {number}th")), "text: {text}: {number} is left out of {told}");
        }
    }
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// The GM reopens a fight that was ended by mistake: it continues where it was, with a new seed, and the export of its second end contains
/// both and verifies.
#[tokio::test]
async fn a_fight_is_opened_again() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let take = labels(&asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("the default");
    bob.press(&asked, &take).await.expect("answered");
    for _ in 0..4 {
        run(&mut gwen, "gm answer", &[("choice", "default")]).await;
    }
    assert!(run(&mut gwen, "encounter reopen", &[]).await.contains("There’s a fight in this channel."));
    run(&mut gwen, "encounter end", &[]).await;
    let first = bob.sees("the account", says("is over after")).await.expect("told");
    assert!(run(&mut ana, "encounter reopen", &[]).await.contains("Only the GM"));
    let told = run(&mut gwen, "encounter reopen", &[]).await;
    assert!(told.starts_with("**Brawl** goes on where it ended."), "{told}");
    let record = reqwest::get(export_of(&first)).await.expect("fetched").json::<Value>().await.expect("JSON");
    // As much of it as a tracker shows.
    let commitment = record["seeds"][0]["commitment"].as_str().expect("a commitment")[..20].to_owned();
    let goes_on =
        |it: &Value| labels(it).contains(&"Pause".to_owned()) && says("Dice committed: ")(it) && !says(&commitment)(it);
    bob.sees("the tracker", goes_on).await.expect("committed anew");
    run(&mut gwen, "gm turn", &[("what", "give"), ("name", "Bandit 1")]).await;
    run(&mut gwen, "attack", &[("as", "Bandit 1"), ("target", "Theobald")]).await;
    for _ in 0..6 {
        run(&mut gwen, "gm answer", &[("choice", "default")]).await;
    }
    run(&mut gwen, "encounter end", &[]).await;
    let second = |it: &Value| id(it) != id(&first) && says("is over after")(it);
    let second = bob.sees("the second account", second).await.expect("told");
    let url = export_of(&second);
    let export = reqwest::get(url).await.expect("fetched").text().await.expect("text");
    let findings = umpire::verify::check(&export);
    let promised = findings.good.iter().filter(|it| it.contains("is the one that was promised")).count();
    assert!(findings.bad.is_empty() && promised == 2, "{findings:?}");
    // The channel has only the record; the whole log, with rows on both sides of the reopening, is decided again with both seeds.
    let whole = umpire::verify::ExportedFight::from_store(stage.store.as_ref(), 1).await.expect("kept");
    let findings = umpire::verify::check(&serde_json::to_string(&whole).expect("plain values"));
    let is_equal = findings.good.iter().any(|it| it.contains("rows come out equal"));
    assert!(findings.bad.is_empty() && is_equal, "{findings:?}");
    let mut swapped: Value = serde_json::from_str(&export).expect("JSON");
    swapped["seeds"].as_array_mut().expect("both").remove(0);
    swapped["seeds"][0]["after_row"] = json!(0);
    swapped["seeds"]
        .as_array_mut()
        .expect("one")
        .push(json!({ "after_row": 1, "seed": "00".repeat(32), "commitment": "" }));
    assert!(!umpire::verify::check(&swapped.to_string()).bad.is_empty(), "another seed is found out");
    stage.judge();
}
