//! Secrets: for the players, a fight with someone hidden looks like one without: no name, no count, no place, and not one extra message,
//! until they reveal themselves.

use crate::{
    fixture::{Stage, id, is_private, labels, run, says},
    forged_components::message_of,
    play::leader_strikes,
};
use serde_json::Value;
use umpire::localtable::driver::TableUser;

/// What people see of a message: no ids.
fn shown(message: &Value) -> String {
    format!("{} {} {:?}", message["content"].as_str().unwrap_or_default(), message["embeds"], labels(message))
}

/// The same evening, with or without a hidden archer. Returns the number of messages in the channel after each step, and Ana's private
/// replies.
async fn evening(stage: &Stage, hidden: bool) -> (Vec<usize>, Vec<String>) {
    let (mut gwen, mut ana, mut bob) = stage.brawl("").await;
    let mut counts = vec![];
    let mut answers = vec![];
    ana.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    // What the GM does in secret happens in both, to someone or to nobody.
    if hidden {
        run(&mut gwen, "gm add", &[("name", "Lurker"), ("template", "archer"), ("side", "Foes"), ("hidden", "true")])
            .await;
        run(&mut gwen, "gm set", &[("name", "Lurker"), ("field", "health"), ("value", "3")]).await;
        run(&mut gwen, "gm condition", &[("name", "Lurker"), ("condition", "prone")]).await;
        run(&mut gwen, "gm turn", &[("what", "spend"), ("name", "Lurker")]).await;
        run(&mut gwen, "gm turn", &[("what", "restore"), ("name", "Lurker")]).await;
        run(&mut gwen, "gm add", &[("name", "Ghost"), ("template", "bandit"), ("side", "Foes"), ("hidden", "true")])
            .await;
        run(&mut gwen, "gm undo", &[]).await;
        run(&mut gwen, "gm set", &[("name", "Lurker"), ("field", "health"), ("value", "4")]).await;
        run(&mut gwen, "gm undo", &[]).await;
        run(&mut gwen, "orders", &[("as", "Lurker"), ("order", "ask me")]).await;
    }
    stage.turn(6_000).await;
    // Something everyone sees, so that everything told before it has arrived.
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await;
    ana.sees("the wound", says("The GM sets Sybilla\u{2019}s health to 5"))
        .await
        .unwrap_or_else(|why| panic!("{why}: {:#?}", ana.messages().iter().map(shown).collect::<Vec<_>>()));
    counts.push(public(&ana));
    answers.push(run(&mut ana, "who", &[("name", "Lurker")]).await);
    answers.push(run(&mut ana, "attack", &[("target", "Lurker")]).await);
    answers.push(run(&mut ana, "help", &[]).await);
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    let story =
        bob.sees("the question", |it| labels(it).contains(&"GM answers\u{2026}".to_owned())).await.expect("asked");
    counts.push(public(&ana));
    for _ in 0..6 {
        run(&mut gwen, "gm answer", &[("choice", "default")]).await;
    }
    bob.sees("the end of it", |it| it["id"] == story["id"] && labels(it) == ["Details"]).await.expect("done");
    run(&mut ana, "end", &[]).await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    counts.push(public(&ana));
    answers.push(labels(&asked).join("/"));
    let take = labels(&asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("the default");
    bob.press(&asked, &take).await.expect("answered");
    answers.push(run(&mut ana, "move", &[("to", "nowhere")]).await);
    (counts, answers)
}

fn public(seat: &TableUser) -> usize {
    seat.messages().iter().filter(|it| !is_private(it)).count()
}

/// The channel has the same number of messages with and without someone hidden, and players' private replies are the same word for word.
#[tokio::test]
async fn an_evening_with_somebody_hidden_looks_like_one_without() {
    let with = Stage::set().await;
    let without = Stage::set().await;
    let (counts, answers) = evening(&with, true).await;
    let (plain_counts, plain_answers) = evening(&without, false).await;
    let ana = with.seat("Ana");
    let all: Vec<String> = ana.messages().iter().filter(|it| !is_private(it)).map(shown).collect();
    assert_eq!(answers, plain_answers);
    assert_eq!(counts, plain_counts, "{all:#?}");
    with.judge();
}

/// Nothing sent to the channel, and no reply to a player, names them, counts them or says where they are.
#[tokio::test]
async fn no_request_names_somebody_hidden() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = (stage.seat("Gwen"), stage.seat("Ana"), stage.seat("Bob"));
    run(&mut gwen, "encounter start", &[]).await;
    run(&mut gwen, "gm board", &[("fields", "zones=Yard,Loft borders=Yard-Loft")]).await;
    run(&mut ana, "join", &[("template", "sybilla")]).await;
    run(&mut bob, "join", &[("template", "theobald")]).await;
    run(&mut gwen, "gm add", &[("template", "leader"), ("side", "Foes")]).await;
    run(&mut gwen, "gm add", &[("name", "Lurker"), ("template", "archer"), ("side", "Foes"), ("hidden", "true")]).await;
    run(&mut gwen, "gm place", &[("name", "Lurker"), ("at", "Loft")]).await;
    run(&mut gwen, "gm hide", &[("name", "Leader"), ("hidden", "true")]).await;
    run(&mut gwen, "gm hide", &[("name", "Leader"), ("hidden", "false")]).await;
    run(&mut gwen, "gm fight", &[("name", "initiative"), ("value", "Players")]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    // In the ambush only concealed combatants act; the Lurker waits, then leaves their turn in the middle.
    let turn = run(&mut ana, "attack", &[("target", "Leader")]).await;
    assert!(!turn.contains("Lurker"), "{turn}");
    run(&mut gwen, "act", &[("as", "Lurker"), ("what", "sneak"), ("to", "Yard")]).await;
    for seat in [&mut ana, &mut bob] {
        for command in ["who", "encounter status", "help", "pass", "end", "encounter undo"] {
            run(seat, command, &[]).await;
        }
        if let Some(tracker) = seat.messages().iter().rev().find(|it| labels(it).contains(&"Act as\u{2026}".to_owned()))
        {
            seat.press(tracker, "Act as\u{2026}").await.expect("answered");
        }
    }
    run(&mut gwen, "gm turn", &[("what", "give"), ("name", "Lurker")]).await;
    run(&mut gwen, "act", &[("as", "Lurker"), ("what", "sneak"), ("to", "Yard")]).await;
    for (command, options) in
        [("attack", vec![("target", "Leader")]), ("act", vec![("what", "wait")]), ("pass", vec![])]
    {
        let told = run(&mut ana, command, &options).await;
        assert!(!told.contains("Lurker"), "{command}: {told}");
    }
    if let Some(tracker) = ana.messages().iter().rev().find(|it| labels(it).contains(&"Act as\u{2026}".to_owned())) {
        ana.press(tracker, "Act as\u{2026}").await.expect("answered");
    }
    run(&mut gwen, "gm control", &[("name", "Lurker")]).await;
    // The ambushers are done, unseen: for everyone else the fight begins now.
    run(&mut gwen, "end", &[("as", "Lurker")]).await;
    for side in ["Foes", "Players", "Foes"] {
        run(&mut gwen, "pass", &[("side", side)]).await;
    }
    ana.sees("the beginning", says("The fight begins.")).await.expect("told at last");
    assert!(!ana.messages().iter().any(says("concealed")), "nobody hears of an ambush");
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await;
    ana.sees("the wound", says("The GM sets Sybilla\u{2019}s health to 5")).await.expect("told");
    for seat in [&ana, &bob] {
        for message in seat.messages() {
            let text = shown(&message);
            assert!(!text.contains("Lurker"), "{} is shown: {text}", id(&message));
            assert!(!text.contains("Loft\\: "), "{} shows somebody in the loft: {text}", id(&message));
        }
    }
    let channel = format!("/channels/{}/messages", stage.table.channel_id("table").expect("a channel"));
    for call in stage.table.calls_since(0).iter().filter(|it| it.path.starts_with(&channel)) {
        let Some(message) = message_of(call) else { continue };
        assert!(!message.to_string().contains("Lurker"), "{message}");
    }
    stage.judge();
}

/// An undo that takes the beginning of a fight back is told to everyone who has seen it begin.
#[tokio::test]
async fn a_beginning_that_is_taken_back_is_told() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "encounter start", &[("name", "Docks")]).await;
    run(&mut ana, "join", &[("template", "theobald")]).await;
    run(&mut gwen, "gm add", &[("name", "Lurker"), ("template", "archer"), ("side", "Foes"), ("hidden", "true")]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    run(&mut gwen, "attack", &[("as", "Lurker"), ("target", "Theobald")]).await;
    ana.sees("the shot", |it| says("Lurker")(it) && says("Theobald")(it)).await.expect("told");
    run(&mut gwen, "gm undo", &[]).await;
    ana.sees("that it's taken back", says("Taken back")).await.expect("told");
    ana.sees("the shot, struck out", |it| says("~~")(it) && says("Lurker")(it)).await.expect("it isn't true any more");
    stage.judge();
}

/// A question to a foe shows the channel neither what the foe could do nor its numbers, in the story, the status and the suggestions.
#[tokio::test]
async fn what_a_foe_could_answer_is_the_gms_alone() {
    let stage = Stage::set().await;
    let (_gwen, mut ana, bob) = stage.brawl("").await;
    run(&mut ana, "attack", &[("target", "Leader")]).await;
    bob.sees("the question", |it| labels(it).contains(&"GM answers\u{2026}".to_owned())).await.expect("asked");
    run(&mut ana, "encounter status", &[]).await;
    for field in ["choice", "name"] {
        let offered = ana.autocomplete("gm answer", &[], (field, "")).await.expect("suggestions");
        assert!(!Value::from(offered.clone()).to_string().contains("Dodge"), "{offered:?}");
    }
    for message in ana.messages() {
        assert!(!shown(&message).contains("Dodge"), "{}", shown(&message));
    }
    stage.judge();
}

/// The end of a fight, its account and players' private pages don't reveal what only the GM may read.
#[tokio::test]
async fn the_account_and_the_details_keep_what_is_the_gms() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    run(&mut gwen, "gm add", &[("name", "Lurker"), ("template", "archer"), ("side", "Foes"), ("hidden", "true")]).await;
    let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
    let rows = crate::forged_components::seq(&stage).await;
    let ids: Vec<String> = (0..rows.min(20))
        .map(|row| format!("u1:d:{}:{row:x}", handle.id))
        .filter(|it| !it.ends_with(|c: char| c > 'f'))
        .collect();
    let message = crate::forged_components::forged(&stage, &ids).await;
    for id in &ids {
        let told = crate::forged_components::pressed(&mut ana, &message, id, &[]).await;
        assert!(!told.contains("Lurker"), "{id}: {told}");
    }
    stage.turn(6_000).await;
    run(&mut gwen, "encounter end", &[]).await;
    let account = bob.sees("the account", says("is over after")).await.expect("an account");
    let told = crate::fixture::words(&account);
    assert!(!told.contains("Lurker"), "{told}");
    for id in &ids {
        let told = crate::forged_components::pressed(&mut ana, &message, id, &[]).await;
        assert!(!told.contains("Lurker"), "{id}: {told}");
    }
    stage.judge();
}

/// What a combatant does while hidden is in no message, and neither is what the GM does to them or takes back. (That one of the Foes' turns
/// begins and ends does show: the turn order is public.)
#[tokio::test]
async fn a_hidden_turn_leaves_no_trace() {
    let stage = Stage::set().await;
    let (mut gwen, ana, _bob) = stage.brawl("").await;
    run(&mut gwen, "gm add", &[("name", "Lurker"), ("template", "archer"), ("side", "Foes"), ("hidden", "true")]).await;
    ana.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    stage.turn(6_000).await;
    run(&mut gwen, "gm turn", &[("side", "Foes")]).await;
    stage.turn(6_000).await;
    ana.sees("their step", says("Foes")).await.expect("told");
    let verbs = gwen.autocomplete("act", &[("as", "Lurker")], ("what", "")).await.expect("suggestions");
    println!("{verbs:?}");
    for (command, options) in [
        ("act", vec![("as", "Lurker"), ("what", "Equip"), ("with", "dagger")]),
        ("act", vec![("as", "Lurker"), ("what", "Drop"), ("with", "bow")]),
        ("gm undo", vec![]),
        ("gm condition", vec![("name", "Lurker"), ("condition", "blind")]),
        ("gm undo", vec![]),
        ("gm place", vec![("name", "Lurker"), ("at", "Here")]),
        ("leave", vec![("as", "Lurker")]),
        ("gm undo", vec![]),
    ] {
        let before: Vec<String> = ana.messages().iter().filter(|it| !is_private(it)).map(shown).collect();
        println!("/{command} {options:?} => {}", run(&mut gwen, command, &options).await);
        stage.turn(6_000).await;
        run(&mut gwen, "encounter status", &[]).await;
        let after: Vec<String> = ana.messages().iter().filter(|it| !is_private(it)).map(shown).collect();
        assert_eq!(before.len(), after.len(), "/{command} {options:?} told: {:#?}", after.last());
        assert!(after.iter().all(|it| !it.contains("Lurker")), "/{command}: {after:#?}");
    }
    // Told last, so that nothing still on its way is missed.
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await;
    ana.sees("the wound", says("The GM sets Sybilla\u{2019}s health to 5")).await.expect("told");
    let all: Vec<String> = ana.messages().iter().filter(|it| !is_private(it)).map(shown).collect();
    assert!(
        all.iter().all(|it| !it.contains("Lurker") && !it.contains("taken back") && !it.contains("Taken back")),
        "{all:#?}"
    );
    stage.judge();
}

/// Only its own side is told what a player's hidden character does: its player in the reply to the press or command, the rest of the side
/// under Act as…; the channel, and people who play nobody, hear nothing.
#[tokio::test]
async fn what_ones_own_hidden_character_does_reaches_its_side() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = stage.brawl("").await;
    let mut dana = stage.seat("Dana");
    run(&mut gwen, "gm hide", &[("name", "Sybilla")]).await;
    ana.sees("the tracker without her", |it| says("May act: Theobald.")(it)).await.expect("hidden");
    let told = run(&mut ana, "act", &[("what", "Drop"), ("with", "bow"), ("as", "Sybilla")]).await;
    assert!(
        told.contains("Only you and your side see this:\n") && told.contains("Sybilla puts down the bow"),
        "{told}"
    );
    let tracker = bob.sees("the tracker", |it| labels(it).contains(&"Act as\u{2026}".to_owned())).await.expect("there");
    bob.press(&tracker, "Act as\u{2026}").await.expect("answered");
    bob.sees("what his side knows", |it| is_private(it) && says("puts down the bow")(it)).await.expect("told");
    dana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    run(&mut gwen, "gm set", &[("name", "Theobald"), ("field", "health"), ("value", "5")]).await;
    dana.sees("the wound", says("The GM sets Theobald\u{2019}s health to 5")).await.expect("told");
    assert!(!dana.messages().iter().any(says("puts down the bow")), "nobody else");
    assert!(!ana.messages().iter().any(|it| !is_private(it) && says("puts down the bow")(it)), "not in the channel");
    stage.judge();
}
