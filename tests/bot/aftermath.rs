//! What lasts of a fight: told when it ends, written once when the GM says yes.

use crate::{
    between_fights::import,
    fixture::{Stage, id, is_private, labels, run, says},
};
use serde_json::{Value, json};
use umpire::localtable::{
    driver::TableUser,
    faults::{CallFault, PlannedFault},
};

/// A fight that has ended: Ana's Mira with 4 of 9 health, incapacitated; Bob's Olga unhurt; a bandit dead.
async fn fought(stage: &Stage) -> (TableUser, TableUser, TableUser, Value) {
    let (mut gwen, ana, bob) = fighting(stage).await;
    run(&mut gwen, "encounter end", &[]).await;
    let asked =
        gwen.sees("what lasts", |it| is_private(it) && says("The aftermath of **Brawl**")(it)).await.expect("told");
    (gwen, ana, bob, asked)
}

/// The same, just before its end.
async fn fighting(stage: &Stage) -> (TableUser, TableUser, TableUser) {
    let (mut gwen, mut ana, mut bob) = (stage.seat("Gwen"), stage.seat("Ana"), stage.seat("Bob"));
    run(&mut ana, "character create", &[("name", "Mira"), ("fields", "str=9 items=\"healing draught x2\"")]).await;
    run(&mut bob, "character create", &[("name", "Olga"), ("fields", "str=7")]).await;
    run(&mut gwen, "encounter start", &[("name", "Brawl")]).await;
    run(&mut ana, "join", &[("name", "Mira")]).await;
    run(&mut bob, "join", &[("name", "Olga")]).await;
    run(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Foes")]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    for (name, field, value) in [
        ("Mira", "health", "4"),
        ("Mira", "items", "healing draught"),
        ("Mira", "incapacitated", "yes"),
        ("Bandit", "dead", "yes"),
    ] {
        run(&mut gwen, "gm set", &[("name", name), ("field", field), ("value", value)]).await;
    }
    (gwen, ana, bob)
}

fn custom_id(message: &Value, label: &str) -> Value {
    let rows = message["components"].as_array().into_iter().flatten();
    let mut all = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    all.find(|it| it["label"] == label).expect(label)["custom_id"].clone()
}

/// The GM is told everything privately, with the question; players only their own; a bandit keeps nothing.
#[tokio::test]
async fn each_is_told_their_own() {
    let stage = Stage::set().await;
    let (gwen, mut ana, mut bob, asked) = fought(&stage).await;
    for part in [
        "health\\: was 9, is now 4",
        "items\\: was healing draught x2, is now healing draught x1",
        "plight\\: was well, is now critical",
        "Mira is incapacitated until the end of the stretch.",
        "**Olga**",
        "nothing changed.",
    ] {
        assert!(says(part)(&asked), "{part}: {}", asked["content"]);
    }
    assert!(!says("Bandit")(&asked));
    assert_eq!(labels(&asked), ["Save them", "Don’t save"]);
    let account = ana.sees("the account", says("is over after")).await.expect("told");
    for (seat, own, other) in [(&mut ana, "Mira", "Olga"), (&mut bob, "Olga", "Mira")] {
        seat.press(&account, "Aftermath\u{2026}").await.expect("answered");
        let page = seat.sees("one's own", |it| is_private(it) && says("The aftermath of")(it)).await.expect("told");
        assert!(says(own)(&page) && !says(other)(&page) && labels(&page).is_empty(), "{page}");
        assert!(says("The GM hasn’t decided yet")(&page));
    }
    assert!(!gwen.messages().iter().any(|it| !is_private(it) && says("healing draught x1")(it)));
    stage.judge();
}

/// When the GM says yes it's written, once: a second press, a press after a restart, and a later no change nothing; characters who join
/// again start with what lasted.
#[tokio::test]
async fn a_yes_writes_it_once() {
    let mut stage = Stage::set().await;
    let (mut gwen, mut ana, _bob, asked) = fought(&stage).await;
    assert!(run(&mut ana, "character show", &[("name", "Mira")]).await.contains("health: 9"), "not before the yes");
    let press =
        |label: &str| json!({ "op": "press", "message_id": asked["id"], "custom_id": custom_id(&asked, label) });
    let (yes, no) = (press("Save them"), press("Don’t save"));
    let mut twin = stage.seat("Gwen");
    let (first, second) = tokio::join!(gwen.act(yes.clone()), twin.act(yes.clone()));
    first.expect("answered");
    // The second may find the button gone, which is fine.
    drop(second);
    gwen.sees("that it is done", says("saved these changes to the characters")).await.expect("told");
    let shown = run(&mut ana, "character show", &[("name", "Mira")]).await;
    for field in ["health: 4", "items: healing draught x1", "plight: critical"] {
        assert!(shown.contains(field), "{field}: {shown}");
    }
    let told = run(&mut ana, "rest", &[("kind", "night"), ("name", "Mira")]).await;
    assert!(told.contains("now 9"), "{told}");
    stage.bot_goes().await;
    stage.bot_comes().await;
    let old =
        crate::forged_components::forged(&stage, &[custom_id(&asked, "Save them"), no["custom_id"].clone()].map(text))
            .await;
    for custom_id in [custom_id(&asked, "Save them"), no["custom_id"].clone()] {
        let told = crate::forged_components::pressed(&mut gwen, &old, &text(custom_id), &[]).await;
        assert!(told.contains("saved these changes"), "{told}");
    }
    assert!(run(&mut ana, "character show", &[("name", "Mira")]).await.contains("health: 9"), "not written again");
    run(&mut gwen, "encounter start", &[("name", "Next")]).await;
    run(&mut ana, "join", &[("name", "Mira")]).await;
    ana.sees("her as she is", says("health 9/9")).await.expect("told");
    let who = run(&mut ana, "who", &[("name", "Mira")]).await;
    assert!(who.contains("healing draught x1"), "{who}");
    stage.judge();
}

fn text(value: Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// On a no nothing is written, and players can't say yes.
#[tokio::test]
async fn a_no_writes_nothing_and_players_decide_nothing() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob, asked) = fought(&stage).await;
    let old = crate::forged_components::forged(&stage, &[text(custom_id(&asked, "Save them"))]).await;
    let told = crate::forged_components::pressed(&mut ana, &old, &text(custom_id(&asked, "Save them")), &[]).await;
    assert!(told.contains("Only the GM decides"), "{told}");
    gwen.press(&asked, "Don’t save").await.expect("answered");
    gwen.sees("that it is done", says("left the saved characters unchanged")).await.expect("told");
    assert!(run(&mut ana, "character show", &[("name", "Mira")]).await.contains("health: 9"));
    let page = run(&mut gwen, "encounter aftermath", &[]).await;
    assert!(page.contains("left the saved characters unchanged"), "{page}");
    stage.judge();
}

/// What a character's owner has changed in the meantime stays, field by field, and is reported; a deleted character is no problem.
#[tokio::test]
async fn what_was_changed_meanwhile_is_merged() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob, asked) = fought(&stage).await;
    let file = br#"{"character":[{"system":"murdham","name":"Mira","sheet":{"str":9,"wit":12,"health":7,"items":"healing draught x2"}}]}"#;
    import(&mut ana, &[("replace", "true")], "m.json", file).await;
    run(&mut bob, "character delete", &[("name", "Olga")]).await;
    gwen.press(&asked, "Save them").await.expect("answered");
    let done = gwen.sees("that it is done", says("saved these changes")).await.expect("told");
    assert!(says("health\\: was 9, is now 4 (changed in the meantime\\: it stays 7)")(&done), "{}", done["content"]);
    assert!(says("has been deleted")(&done), "{}", done["content"]);
    let shown = run(&mut ana, "character show", &[("name", "Mira")]).await;
    for field in ["wit: 12", "health: 7", "items: healing draught x1", "plight: critical"] {
        assert!(shown.contains(field), "{field}: {shown}");
    }
    let page = run(&mut ana, "encounter aftermath", &[]).await;
    assert!(page.contains("it stays 7"), "she is told too: {page}");
    assert!(id(&done) > 0);
    stage.judge();
}

/// A reopened fight ends again: what has lasted since is written on another yes, over what was written before, and the old buttons decide
/// nothing about it.
#[tokio::test]
async fn a_fight_opened_again_is_settled_anew() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob, asked) = fought(&stage).await;
    gwen.press(&asked, "Save them").await.expect("answered");
    gwen.sees("that it is done", says("saved these changes")).await.expect("told");
    run(&mut gwen, "encounter reopen", &[]).await;
    assert!(run(&mut gwen, "encounter aftermath", &[]).await.contains("No fight has ended"), "it goes on");
    run(&mut gwen, "gm set", &[("name", "Mira"), ("field", "health"), ("value", "6")]).await;
    run(&mut gwen, "gm condition", &[("name", "Mira"), ("condition", "incapacitated"), ("off", "true")]).await;
    run(&mut gwen, "encounter end", &[]).await;
    let since = |it: &Value| is_private(it) && says("health\\: was 4, is now 6")(it) && !labels(it).is_empty();
    let anew = gwen.sees("what has lasted since", since).await.expect("told");
    assert!(says("plight\\: was critical, is now well")(&anew) && !says("items")(&anew), "{}", anew["content"]);
    let old = text(custom_id(&asked, "Save them"));
    let stale = crate::forged_components::forged(&stage, std::slice::from_ref(&old)).await;
    let told = crate::forged_components::pressed(&mut gwen, &stale, &old, &[]).await;
    assert!(told.contains("Save these changes"), "the old button decides nothing: {told}");
    assert!(run(&mut ana, "character show", &[("name", "Mira")]).await.contains("health: 4"));
    gwen.press(&anew, "Save them").await.expect("answered");
    gwen.sees("that it is done", |it| says("health\\: was 4, is now 6")(it) && says("saved these changes")(it))
        .await
        .expect("told");
    let shown = run(&mut ana, "character show", &[("name", "Mira")]).await;
    for field in ["health: 6", "items: healing draught x1", "plight: well"] {
        assert!(shown.contains(field), "{field}: {shown}");
    }
    stage.judge();
}

/// If there's a GM's channel, the question appears there by itself, once: even if Discord accepts it without a response and the bot
/// restarts, there's only one. After a press there, it turns into what was decided; the players' channel has the button and nothing more.
#[tokio::test]
async fn the_gms_channel_is_asked_by_itself_once() {
    let mut stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = fighting(&stage).await;
    let gm = stage.table.channel_id("gm").expect("a channel");
    run(&mut gwen, "gm channel", &[("channel", &gm.to_string())]).await;
    let mut private = stage.seat("Gwen");
    private.go_to(gm);
    private.sees("the second tracker", says("For the GM only: everything")).await.expect("there");
    let posts = format!("/channels/{gm}/messages");
    let fault = CallFault::Status { status: 503, performed: true };
    stage.table.order(PlannedFault { method: Some(reqwest::Method::POST), path: posts, times: 1_000, fault });
    let told = run(&mut gwen, "encounter end", &[]).await;
    assert!(told.contains(&format!("about its aftermath is in <#{gm}>")), "{told}");
    private.sees("the whole log", says("This is its whole log")).await.expect("Discord has it");
    stage.bot_goes().await;
    stage.table.cancel_orders();
    stage.bot_comes().await;
    let asks = |it: &Value| !is_private(it) && says("The aftermath of **Brawl**")(it);
    let asked = private.sees("the question", asks).await.expect("by itself");
    assert_eq!(labels(&asked), ["Save them", "Don’t save"]);
    assert!(says("**Mira**")(&asked) && says("**Olga**")(&asked), "of all: {}", asked["content"]);
    ana.sees("the account", |it| labels(it).contains(&"Aftermath\u{2026}".to_owned())).await.expect("with its button");
    assert!(!ana.messages().iter().any(asks), "not in the players\u{2019} channel");
    private.press(&asked, "Save them").await.expect("answered");
    let decided = |it: &Value| it["id"] == asked["id"] && says("saved these changes")(it) && labels(it).is_empty();
    private.sees("that it is done", decided).await.expect("in its place");
    assert!(run(&mut ana, "character show", &[("name", "Mira")]).await.contains("health: 4"));
    let count = |text: &str| private.messages().iter().filter(|it| !is_private(it) && says(text)(it)).count();
    assert_eq!((count("The aftermath of"), count("This is its whole log")), (1, 1), "each once");
    stage.judge();
}

/// If nobody takes anything home, nothing is asked there.
#[tokio::test]
async fn nothing_is_asked_where_nothing_lasts() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, bob) = stage.brawl("").await;
    let gm = stage.table.channel_id("gm").expect("a channel");
    run(&mut gwen, "gm channel", &[("channel", &gm.to_string())]).await;
    let mut private = stage.seat("Gwen");
    private.go_to(gm);
    run(&mut gwen, "encounter end", &[]).await;
    private.sees("the whole log", says("This is its whole log")).await.expect("there");
    bob.sees("the account", says("is over after")).await.expect("told");
    run(&mut gwen, "encounter aftermath", &[]).await;
    assert!(!private.messages().iter().any(says("The aftermath of")), "nothing to save");
    stage.judge();
}
