//! Encounters that a GM prepares ahead of time.

use crate::fixture::{Stage, is_private, run, says};
use serde_json::Value;

/// Set up in one channel, saved, and opened in another: board, options, sides, names, wounds, and who is hidden; the first fight's players
/// are left out. It can be opened twice.
#[tokio::test]
async fn what_was_saved_is_opened_as_it_was() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "encounter start", &[("name", "Draft"), ("options", "fat=on")]).await;
    assert!(run(&mut gwen, "encounter save", &[("name", "Gate")]).await.contains("nothing to save yet"));
    run(&mut gwen, "gm board", &[("fields", "zones=\"Gate, Yard\"")]).await;
    run(&mut gwen, "gm side", &[("name", "Wolves")]).await;
    run(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Foes"), ("count", "2")]).await;
    run(&mut gwen, "gm add", &[("template", "archer"), ("name", "Lurker"), ("side", "Foes"), ("hidden", "true")]).await;
    run(&mut gwen, "gm place", &[("name", "Lurker"), ("at", "Yard")]).await;
    run(&mut gwen, "gm set", &[("name", "Bandit 2"), ("field", "health"), ("value", "3")]).await;
    run(&mut ana, "join", &[("template", "sybilla")]).await;
    assert!(run(&mut ana, "encounter save", &[("name", "Mine")]).await.contains("Only the GM"));
    let told = run(&mut gwen, "encounter save", &[("name", "Gate")]).await;
    assert!(told.contains("Lurker, hidden, at Yard") && !told.contains("Sybilla"), "{told}");
    let again = run(&mut gwen, "encounter save", &[("name", "gate")]).await;
    assert!(again.contains("replaces the earlier one"), "{again}");
    run(&mut gwen, "encounter begin", &[]).await;
    let late = run(&mut gwen, "encounter save", &[("name", "Late")]).await;
    assert!(late.contains("has already begun"), "{late}");
    assert!(run(&mut ana, "encounter list", &[]).await.contains("You have no prepared encounter"), "it is Gwen's");
    assert!(run(&mut ana, "encounter open", &[("name", "Gate")]).await.contains("no prepared encounter of yours"));
    let there = run(&mut gwen, "encounter open", &[("name", "Gate")]).await;
    assert!(there.contains("There’s already a fight in this channel"), "{there}");

    let tavern = stage.table.channel_id("tavern").expect("a channel");
    let (mut gwen2, mut ana2) = (stage.seat("Gwen"), stage.seat("Ana"));
    gwen2.go_to(tavern);
    ana2.go_to(tavern);
    let told = run(&mut gwen2, "encounter open", &[("name", "Ga")]).await;
    assert!(told.contains("**gate** is open") && told.contains("Lurker, hidden, at Yard"), "{told}");
    let tracker = ana2.sees("the tracker", says("Bandit 2")).await.expect("told");
    assert!(says("Bandit 1")(&tracker) && !says("Lurker")(&tracker) && !says("Sybilla")(&tracker), "{tracker}");
    run(&mut gwen2, "encounter status", &[]).await;
    let whole = |it: &Value| is_private(it) && ["Lurker", "3/8", "Wolves"].iter().all(|part| says(part)(it));
    gwen2.sees("all of it", whole).await.expect("told");
    run(&mut ana2, "join", &[("template", "sybilla")]).await;
    run(&mut gwen2, "gm fight", &[("name", "initiative"), ("value", "Players")]).await;
    run(&mut gwen2, "encounter begin", &[]).await;
    let public: Vec<_> = ana2.messages().into_iter().filter(|it| !is_private(it)).collect();
    assert!(!public.iter().any(says("Lurker")), "nothing in the channel names who is hidden");
    run(&mut gwen2, "encounter end", &[]).await;
    ana2.sees("the account", says("is over")).await.expect("told");
    run(&mut gwen2, "encounter open", &[("name", "gate")]).await;
    assert!(run(&mut gwen2, "encounter delete", &[("name", "gate")]).await.contains("is deleted"));
    let who = run(&mut gwen2, "who", &[("name", "Lurker")]).await;
    assert!(who.contains("wit"), "the fight goes on: {who}");
    stage.judge();
}

/// An encounter is prepared on one line without opening a fight; every mistake is reported with its group.
#[tokio::test]
async fn an_encounter_is_written_down_in_a_line() {
    let stage = Stage::set().await;
    let mut gwen = stage.seat("Gwen");
    let prepare = [
        ("name", "Ambush"),
        (
            "foes",
            "bandit x3 at=Yard; archer hidden at=Roof name=\"Old Tom\"; name=Ogre str=14 folk=other side=Monsters",
        ),
        ("board", "zones=\"Gate, Yard, Roof\""),
        ("options", "fat=on"),
    ];
    let told = run(&mut gwen, "encounter prepare", &prepare).await;
    for part in ["Bandit 3 at Yard", "Old Tom, hidden, at Roof", "Monsters: Ogre at Gate", "fat on"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(run(&mut gwen, "encounter list", &[]).await.contains("**Ambush** (murdham): 5 of the GM"));
    assert!(run(&mut gwen, "encounter list", &[("name", "Amb")]).await.contains("Old Tom, hidden"));
    for (foes, why) in [
        ("bandti", "Did you mean bandit"),
        ("bandit at=Cellar", "Cellar"),
        ("bandit wit=99", "from 1 to 19"),
        ("bandit x99", "1 to 20 foes"),
        ("str=3", "A foe needs a template or a name"),
    ] {
        let told = run(&mut gwen, "encounter prepare", &[("name", "Bad"), ("foes", foes)]).await;
        assert!(told.contains(why), "{foes}: {told}");
    }
    let bare = run(&mut gwen, "encounter prepare", &[("name", "Bad")]).await;
    let bare = bare.replace('\\', "");
    assert!(["foes:", "board:", "background:"].iter().all(|it| bare.contains(it)) && !bare.contains("/gm"), "{bare}");
    let chaos = run(&mut gwen, "encounter prepare", &[("name", "Bad"), ("options", "luck=on")]).await;
    assert!(chaos.contains("no option"), "{chaos}");
    assert!(!run(&mut gwen, "encounter list", &[]).await.contains("Bad"));
    stage.judge();
}
