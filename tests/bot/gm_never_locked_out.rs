//! The GM is never locked out: in the middle of a question they can answer for anyone, withdraw, set, place, hand over, add combatants, and
//! end the fight; and if they have left, others with the role can continue.

use crate::{
    fixture::{Stage, labels, run, says},
    forged_components::{nothing_was_refused, seq},
    play::leader_strikes,
};

/// In the middle of a question to a player, each of the GM's commands does what it says.
#[tokio::test]
async fn in_the_middle_of_a_question_everything_goes() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, bob) = stage.brawl("").await;
    leader_strikes(&mut gwen, &bob).await;
    let tried: &[(&str, &[(&str, &str)])] = &[
        ("gm set", &[("name", "Theobald"), ("field", "health"), ("value", "4")]),
        ("gm condition", &[("name", "Sybilla"), ("condition", "incapacitated")]),
        ("gm place", &[("name", "Sybilla"), ("at", "Here")]),
        ("gm hide", &[("name", "Bandit 1"), ("hidden", "true")]),
        ("gm control", &[("name", "Theobald"), ("player", "Ana")]),
        ("gm add", &[("template", "bandit"), ("side", "Foes"), ("count", "2")]),
        ("gm side", &[("name", "Third")]),
        ("orders", &[("as", "Bandit 1"), ("order", "ask me")]),
        ("encounter pause", &[]),
        ("gm answer", &[("choice", "Take the hit"), ("name", "Theobald")]),
        ("encounter resume", &[]),
        ("gm answer", &[("choice", "Take the hit"), ("name", "Theobald")]),
    ];
    for (command, options) in tried {
        let before = seq(&stage).await;
        let told = run(&mut gwen, command, options).await;
        println!("/{command} {options:?} => {told}");
        if *command == "gm answer" && told.contains("paused") {
            continue;
        }
        assert!(seq(&stage).await > before, "/{command} {options:?}: {told}");
    }
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// The fight is ended in the middle of a question: the unfinished action is taken back, and the account is told.
#[tokio::test]
async fn the_fight_is_ended_in_the_middle_of_a_question() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    leader_strikes(&mut gwen, &bob).await;
    assert!(run(&mut ana, "encounter end", &[]).await.contains("Only the GM"));
    stage.turn(6_000).await;
    assert_eq!(run(&mut gwen, "encounter end", &[]).await, "Done.");
    let account = bob.sees("the account", says("is over after")).await.expect("an account");
    let url = crate::fixture::export_of(&account);
    let export = reqwest::get(url).await.expect("fetched").text().await.expect("text");
    assert!(umpire::verify::check(&export).bad.is_empty());
    assert!(
        !bob.messages().iter().any(|it| labels(it).iter().any(|it| it.starts_with("Take the hit"))),
        "nothing is asked any more"
    );
    stage.judge();
}

/// The GM withdraws and undoes in the middle of a question; after that the old button does nothing.
#[tokio::test]
async fn what_is_half_done_is_withdrawn_and_its_buttons_are_dead() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, mut bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let take = labels(&asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("the default");
    let id = crate::play::custom_id(&asked, &take);
    assert_eq!(run(&mut gwen, "gm undo", &[]).await, "Done.");
    bob.sees("it is taken back", says("Taken back")).await.expect("told");
    let before = seq(&stage).await;
    let again = crate::forged_components::forged(&stage, std::slice::from_ref(&id)).await;
    let told = crate::forged_components::pressed(&mut bob, &again, &id, &[]).await;
    assert!(told.contains("already settled"), "{told}");
    assert_eq!(seq(&stage).await, before);
    stage.judge();
}

/// What's taken back is struck out where it was told, so that nobody who scrolls up thinks it happened; earlier text isn't.
#[tokio::test]
async fn what_is_taken_back_is_struck_out() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, bob) = stage.brawl("").await;
    run(&mut gwen, "gm turn", &[("side", "Foes")]).await;
    run(&mut gwen, "end", &[("as", "Leader")]).await;
    let told = bob.sees("the end of the turn", says("Leader skips the turn.")).await.expect("told");
    run(&mut gwen, "gm undo", &[]).await;
    let struck = bob.sees("it is struck out", says("This was taken back")).await.expect("struck");
    assert_eq!(struck["id"], told["id"]);
    let content = struck["content"].as_str().unwrap_or_default();
    let mut sentences = content.lines().skip(1).filter(|it| !it.starts_with("-#"));
    assert!(sentences.all(|it| it.starts_with("~~") && it.ends_with("~~")), "every sentence: {content}");
    let others = bob.messages().into_iter().filter(|it| it["id"] != told["id"] && says("~~")(it)).count();
    assert_eq!(others, 0, "nothing else");
    stage.judge();
}

/// Two GMs: anyone with the role can answer, undo and end as well as the one who started, even in the middle of a question.
#[tokio::test]
async fn whoever_has_the_role_takes_over() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "settings", &[("gm_role", "GM")]).await;
    run(&mut ana, "encounter start", &[("name", "Ana's")]).await;
    run(&mut ana, "gm add", &[("template", "leader"), ("side", "Foes")]).await;
    let mut bob = stage.seat("Bob");
    run(&mut bob, "join", &[("template", "theobald")]).await;
    run(&mut ana, "gm fight", &[("name", "initiative"), ("value", "Foes")]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    run(&mut gwen, "attack", &[("as", "Leader"), ("target", "Theobald")]).await;
    bob.sees("the question", |it| labels(it).iter().any(|it| it.starts_with("Take the hit"))).await.expect("asked");
    // The one who started is gone; the other closes it.
    assert_eq!(run(&mut gwen, "encounter end", &[]).await, "Done.");
    stage.judge();
}
