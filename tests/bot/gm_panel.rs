//! "GM…" is a panel: groups of foes at one press, everything else by menus and forms. Nothing typed is lost on an error, and what ends or
//! takes back asks once.

use crate::{
    fixture::{Stage, id, is_private, labels, last_id, run, run_once, says},
    forged_components::{forged, pressed},
};
use serde_json::Value;
use umpire::{
    engine::view::Viewer,
    localtable::driver::{FirstAnswer, TableUser},
    store::MenuStore as _,
};

/// Gwen's panel, opened from the tracker.
pub async fn panel(gwen: &mut TableUser) -> Value {
    let has_button = |it: &Value| !is_private(it) && labels(it).contains(&"GM\u{2026}".to_owned());
    let tracker = gwen.sees("the tracker", has_button).await.expect("there");
    let before = last_id(gwen);
    gwen.press(&tracker, "GM\u{2026}").await.expect("answered");
    gwen.sees("the panel", |it| id(it) > before && is_private(it)).await.expect("opened")
}

/// The newest state of a private message.
pub fn now(seat: &TableUser, message: &Value) -> Value {
    seat.messages().into_iter().find(|it| id(it) == id(message)).expect("it stays")
}

/// Chooses a tool, and returns what the panel shows then.
pub async fn tool(gwen: &mut TableUser, label: &str) -> Value {
    let panel = panel(gwen).await;
    gwen.choose(&panel, &[label]).await.expect("answered");
    now(gwen, &panel)
}

/// Opens a form by a choice in a menu.
pub async fn form(gwen: &mut TableUser, message: &Value, label: &str) -> Value {
    match gwen.choose(message, &[label]).await.expect("answered") {
        FirstAnswer::Modal(form) => form,
        other => panic!("no form: {other:?}"),
    }
}

/// Fills in a form by its fields' names, and submits it.
pub async fn fill(gwen: &mut TableUser, form: &Value, typed: &[(&str, &str)]) {
    let inputs: Vec<Value> =
        form["components"].as_array().into_iter().flatten().map(|row| row["components"][0].clone()).collect();
    let label = |name: &str| inputs.iter().find(|it| it["custom_id"] == name).and_then(|it| it["label"].as_str());
    let typed: Vec<(&str, &str)> =
        typed.iter().map(|(name, value)| (label(name).unwrap_or_else(|| panic!("{name}: {form}")), *value)).collect();
    gwen.submit(form, &typed).await.expect("answered");
}

pub async fn scene(stage: &Stage) -> umpire::engine::view::Scene {
    let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
    handle.scene(Viewer::Gm).await.expect("live")
}

pub fn vitals(scene: &umpire::engine::view::Scene, name: &str) -> String {
    let mut all = scene.sides.iter().flat_map(|it| &it.members);
    all.find(|it| it.name == name).map(|it| format!("{:?} {:?}", it.vitals, it.conditions)).expect("there")
}

/// The GM adds hidden bandits by a form, which says what's wrong with a place and keeps what was typed; the players see nothing of it.
#[tokio::test]
async fn the_gm_adds_and_places_by_forms() {
    let stage = Stage::set().await;
    let (mut gwen, ana, _bob) = stage.brawl("").await;
    let first = panel(&mut gwen).await;
    let board = form(&mut gwen, &first, "Lay out the board\u{2026}").await;
    fill(&mut gwen, &board, &[("zones", "Gate, Yard"), ("fields", "hazards=\"Yard: brazier\"")]).await;
    let list = tool(&mut gwen, "Add combatants\u{2026}").await;
    let form_ = form(&mut gwen, &list, "Archer").await;
    let typed = [("count", "2"), ("at", "Yart"), ("hidden", "yes"), ("name", "Sniper")];
    fill(&mut gwen, &form_, &typed).await;
    let told = gwen.sees("what is wrong", says("Did you mean Yard")).await.expect("told");
    assert!(!scene(&stage).await.sides.iter().flat_map(|it| &it.members).any(|it| it.name.starts_with("Sniper")));
    let FirstAnswer::Modal(again) = gwen.press(&told, "Back to the form").await.expect("answered") else { panic!() };
    assert!(again.to_string().contains("Yart") && again.to_string().contains("Sniper"), "{again}");
    fill(&mut gwen, &again, &[("at", "Yard")]).await;
    let all = scene(&stage).await;
    let snipers: Vec<_> =
        all.sides.iter().flat_map(|it| &it.members).filter(|it| it.name.starts_with("Sniper")).collect();
    assert!(snipers.len() == 2 && snipers.iter().all(|it| it.hidden), "{snipers:?}");
    assert!(!ana.messages().iter().any(says("Sniper")), "players see nothing of them");

    let list = tool(&mut gwen, "Reveal or hide\u{2026}").await;
    gwen.choose(&list, &["All Snipers"]).await.expect("answered");
    assert!(says("Sniper 1 and Sniper 2 are in plain sight now.")(&now(&gwen, &list)), "{}", now(&gwen, &list));
    assert!(!scene(&stage).await.sides.iter().flat_map(|it| &it.members).any(|it| it.hidden));

    let panel = panel(&mut gwen).await;
    let form_ = form(&mut gwen, &panel, "Place several\u{2026}").await;
    fill(&mut gwen, &form_, &[("name", "Bandit, Leader"), ("at", "Gate")]).await;
    let told = gwen.sees("where they are", says("Bandit 1, Bandit 2 and Leader are now at Gate.")).await.expect("told");
    assert_eq!(id(&told), id(&panel), "in the panel\u{2019}s place");
    // It stays there, ready for the next: what's replaced by another goes away after a moment.
    for _ in 0..100 {
        run(&mut gwen, "encounter status", &[]).await;
        assert!(gwen.messages().iter().any(|it| id(it) == id(&panel)), "the panel is still there");
    }
    stage.judge();
}

/// A restart doesn't let go of the panel either: it follows the fight, and another takes it away. Nothing of it is in the store after the end.
#[tokio::test]
async fn the_panel_follows_the_fight_over_a_restart() {
    let mut stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    let fight = stage.bot().app.tables().all().into_iter().next().expect("a fight").id;
    let it = panel(&mut gwen).await;
    stage.bot_goes().await;
    assert_eq!(stage.store.private_menus(fight).await.expect("a store").len(), 1);
    stage.bot_comes().await;
    run(&mut gwen, "gm turn", &[("side", "Foes")]).await;
    let can = |there: &Value| id(there) == id(&it) && labels(there).iter().any(|it| it == "All Bandits as suggested");
    gwen.sees("what the Foes can do", can).await.expect("the panel follows");
    panel(&mut gwen).await;
    gwen.sees_no("the first", |there| id(there) == id(&it)).await.expect("one at a time");
    run(&mut gwen, "encounter end", &[]).await;
    gwen.sees_no("a panel", |there| is_private(there) && labels(there).contains(&"Refresh".to_owned()))
        .await
        .expect("over");
    stage.bot_goes().await;
    assert_eq!(stage.store.private_menus(fight).await.expect("a store"), []);
    stage.judge();
}

/// The custom_ids of a message's menus.
fn menus(message: &Value) -> Vec<String> {
    let rows = message["components"].as_array().into_iter().flatten();
    let parts = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    parts.filter(|it| it["type"] == 3).map(|it| it["custom_id"].to_string()).collect()
}

/// Whoever is added without a place comes where most of their side are, or else to the board's first zone: the form says so beforehand, and
/// the reply where they stand.
#[tokio::test]
async fn the_form_and_the_reply_say_where_new_ones_stand() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    run(&mut gwen, "gm board", &[("fields", "zones=\"Gate, Yard, Tower\"")]).await;
    let place = |it: &umpire::table::EncounterService| {
        let who = it.session().find(Viewer::Gm, "Bandit 3").expect("there");
        it.session().place_of(who)
    };
    let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
    run(&mut gwen, "gm place", &[("name", "Bandit, Leader"), ("at", "Yard")]).await;
    let list = tool(&mut gwen, "Add combatants\u{2026}").await;
    let form_ = form(&mut gwen, &list, "Bandit").await;
    let shown = form_.to_string();
    assert!(shown.contains("Where (empty: Yard)") && shown.contains("Gate, Yard, Tower"), "{shown}");
    assert!(shown.contains("; most of the foes are at "), "{shown}");
    fill(&mut gwen, &form_, &[("count", "2")]).await;
    let told = "Added Bandit 3 and Bandit 4 at Yard, where most of their side are.";
    gwen.sees("where they are", says(told)).await.expect("told");
    assert_eq!(handle.look(place).await.expect("live").as_deref(), Some("Yard"));

    let told = run(&mut gwen, "gm add", &[("template", "archer"), ("at", "Tower")]).await;
    assert_eq!(told, "Added Archer at Tower.");
    let told = run(&mut gwen, "gm add", &[("template", "archer"), ("at", "Towr")]).await;
    assert!(told.contains("Did you mean Tower?"), "{told}");
    run(&mut gwen, "gm side", &[("name", "Guards")]).await;
    let told =
        run(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Guards"), ("name", "Guard"), ("hidden", "true")])
            .await;
    assert_eq!(told, "Added Guard at Gate, where newcomers start, hidden from the other sides.");
    // Who comes openly gives nobody in hiding away.
    run(&mut gwen, "gm place", &[("name", "Guard"), ("at", "Tower")]).await;
    let told = run(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Guards"), ("name", "Watch")]).await;
    assert_eq!(told, "Added Watch at Gate, where newcomers start.");
    stage.judge();
}

/// After each use, a menu is a new one: a client would go on showing the last choice in the same one, where its placeholder belongs.
#[tokio::test]
async fn a_menu_shows_its_placeholder_after_each_use() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    let first = panel(&mut gwen).await;
    gwen.choose(&first, &["Reveal or hide\u{2026}"]).await.expect("answered");
    let list = now(&gwen, &first);
    gwen.choose(&list, &["Bandit 2"]).await.expect("answered");
    let second = now(&gwen, &first);
    assert_ne!(menus(&first), menus(&second));
    gwen.choose(&second, &["Reveal or hide\u{2026}"]).await.expect("answered");
    assert_ne!(menus(&list), menus(&now(&gwen, &first)));
    gwen.press(&now(&gwen, &first), "Back to the GM\u{2019}s panel").await.expect("answered");
    let third = now(&gwen, &first);
    // What happens elsewhere closes no menu that somebody has open.
    run(&mut gwen, "gm set", &[("name", "Theobald"), ("field", "hp"), ("value", "4")]).await;
    let follows = |it: &Value| id(it) == id(&first) && labels(it).contains(&SETS_HP.to_owned());
    let fourth = gwen.sees("the panel follows", follows).await.expect("redrawn");
    assert_eq!(menus(&third), menus(&fourth));
    // A form leaves the panel as it is, but for the choice.
    form(&mut gwen, &fourth, "Place several\u{2026}").await;
    let is_new = |it: &Value| id(it) == id(&first) && menus(it) != menus(&fourth);
    gwen.sees("the menu anew", is_new).await.expect("redrawn");
    stage.judge();
}

/// Damage by a change with its sign, a condition by two menus, revealing by one.
#[tokio::test]
async fn the_gm_changes_combatants_by_menus() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    let list = tool(&mut gwen, "Damage or heal\u{2026}").await;
    let form_ = form(&mut gwen, &list, "Theobald").await;
    fill(&mut gwen, &form_, &[("health", "many")]).await;
    let told = gwen.sees("what is wrong", says("write a change, such as -4 or just 4 for damage")).await.expect("told");
    let FirstAnswer::Modal(again) = gwen.press(&told, "Back to the form").await.expect("answered") else { panic!() };
    assert!(again.to_string().contains("many"), "{again}");
    fill(&mut gwen, &again, &[("health", "4")]).await;
    assert!(vitals(&scene(&stage).await, "Theobald").contains("5/9"), "{}", vitals(&scene(&stage).await, "Theobald"));

    // The same for each of a kind who's still up.
    let list = tool(&mut gwen, "Damage or heal\u{2026}").await;
    assert!(list.to_string().contains("the same for each of the 2"), "{list}");
    let before = scene(&stage).await;
    let form_ = form(&mut gwen, &list, "All Bandits").await;
    assert!(form_.to_string().contains("health, each"), "{form_}");
    fill(&mut gwen, &form_, &[("health", "-1")]).await;
    let after = scene(&stage).await;
    for name in ["Bandit 1", "Bandit 2"] {
        assert_ne!(vitals(&before, name), vitals(&after, name), "{name}");
    }
    assert_eq!(vitals(&before, "Leader"), vitals(&after, "Leader"));

    let list = tool(&mut gwen, "Give or end a condition\u{2026}").await;
    gwen.choose(&list, &["Bandit 1"]).await.expect("answered");
    let conditions = now(&gwen, &list);
    gwen.choose(&conditions, &["blind"]).await.expect("answered");
    assert!(vitals(&scene(&stage).await, "Bandit 1").contains("blind"), "{}", now(&gwen, &list));

    let list = tool(&mut gwen, "Reveal or hide\u{2026}").await;
    gwen.choose(&list, &["Bandit 2"]).await.expect("answered");
    let hidden = |scene: &umpire::engine::view::Scene| {
        scene.sides.iter().flat_map(|it| &it.members).find(|it| it.name == "Bandit 2").is_some_and(|it| it.hidden)
    };
    assert!(hidden(&scene(&stage).await), "hidden now");
    let list = tool(&mut gwen, "Reveal or hide\u{2026}").await;
    gwen.choose(&list, &["Bandit 2"]).await.expect("answered");
    assert!(!hidden(&scene(&stage).await), "and in plain sight again");

    let list = tool(&mut gwen, "Give a turn\u{2026}").await;
    gwen.choose(&list, &["Bandit 1"]).await.expect("answered");
    assert!(scene(&stage).await.details.whose.contains("Bandit 1"), "{}", scene(&stage).await.details.whose);

    let list = tool(&mut gwen, "Umpire plays\u{2026}").await;
    gwen.choose(&list, &["Bandit"]).await.expect("answered");
    let styles = now(&gwen, &list);
    gwen.choose(&styles, &["cautious"]).await.expect("answered");
    let played = scene(&stage).await.sides.iter().flat_map(|it| &it.members).filter(|it| it.umpire.is_some()).count();
    assert_eq!(played, 2);
    tool(&mut gwen, "Pause").await;
    assert!(scene(&stage).await.paused);
    tool(&mut gwen, "Resume").await;
    assert!(!scene(&stage).await.paused);
    stage.judge();
}

/// To end a fight that isn't decided asks once; so does taking back what a player did. Cancelled, nothing happens.
#[tokio::test]
async fn what_cannot_be_repaired_asks_once() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    run(&mut ana, "act", &[("what", "surrender")]).await;
    let before = last_id(&gwen);
    let told = run_once(&mut gwen, "encounter undo", &[]).await;
    assert!(told.contains("Sybilla acted last, whom you don\u{2019}t play."), "{told}");
    let asked = gwen.sees("the question", |it| id(it) > before && labels(it).contains(&"Cancel".to_owned())).await;
    gwen.press(&asked.expect("asked"), "Cancel").await.expect("answered");
    assert!(!ana.messages().iter().any(says("Taken back")));
    let ended = tool(&mut gwen, "End the fight\u{2026}").await;
    assert!(says("The fight isn\u{2019}t decided.")(&ended), "{ended}");
    gwen.press(&ended, "Cancel").await.expect("answered");
    assert!(!ana.messages().iter().any(says("is over after")));
    let ended = tool(&mut gwen, "End the fight\u{2026}").await;
    gwen.press(&ended, "Do it").await.expect("answered");
    ana.sees("the account", says("is over after")).await.expect("ended");
    stage.judge();
}

/// The GM's panel opens the turn menu of whoever of theirs may act in its own place, and that leads back: one message is enough. Once only one
/// side is left, it ends the fight.
#[tokio::test]
async fn the_panel_opens_turn_menus_in_its_place_and_ends_the_fight() {
    let stage = Stage::set().await;
    let (mut gwen, ana, _bob) = stage.brawl("").await;
    run(&mut gwen, "gm turn", &[("side", "Foes")]).await;
    let it = panel(&mut gwen).await;
    let opens = |label: &'static str| move |it: &Value| labels(it).iter().any(|it| it == label);
    let same = |there: &Value| id(there) == id(&it);
    gwen.sees("the Foes", |there| same(there) && opens("Leader\u{2026}")(there)).await.expect("each of them");
    gwen.press(&it, "Leader\u{2026}").await.expect("answered");
    let menu = |there: &Value| same(there) && says("Leader\u{2019}s turn")(there) && opens("GM\u{2026}")(there);
    gwen.sees("the menu in its place", menu).await.expect("opened");
    // The panel isn't drawn over it, nor taken away with it.
    run(&mut gwen, "gm set", &[("name", "Theobald"), ("field", "hp"), ("value", "4")]).await;
    gwen.sees("the menu still", menu).await.expect("it stays");
    gwen.press(&now(&gwen, &it), "GM\u{2026}").await.expect("answered");
    gwen.sees("the panel again", |there| same(there) && opens("Leader\u{2026}")(there)).await.expect("in its place");
    run(&mut gwen, "end", &[("as", "Leader")]).await;
    // It's the Players' turn.
    let follows = |there: &Value| same(there) && !opens("Leader\u{2026}")(there) && opens("Refresh")(there);
    gwen.sees("it follows", follows).await.expect("as the panel does");
    for foe in ["Leader", "Bandit 1", "Bandit 2"] {
        run(&mut gwen, "gm set", &[("name", foe), ("field", "surrendered"), ("value", "yes")]).await;
    }
    let ends = |there: &Value| same(there) && opens("End the fight")(there);
    gwen.sees("the way to end it", ends).await.expect("in the panel");
    gwen.press(&now(&gwen, &it), "End the fight").await.expect("answered");
    ana.sees("the account", says("**Players won.**")).await.expect("over");
    stage.judge();
}

/// What the button says that takes a change of the GM's back.
const SETS_HP: &str = "Undo: a change to Theobald";

/// The panel's button says what undo would take back, and follows the fight. One drawn for an earlier state takes nothing back.
#[tokio::test]
async fn undo_says_what_it_takes_back() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    let panel = panel(&mut gwen).await;
    let undo = panel["components"].as_array().into_iter().flatten().flat_map(|row| row["components"].as_array());
    let undo = undo.flatten().find(|it| it["label"].as_str().is_some_and(|it| it.starts_with("Undo")));
    let undo = undo.and_then(|it| it["custom_id"].as_str()).expect("a button").to_owned();
    run(&mut gwen, "gm set", &[("name", "Theobald"), ("field", "hp"), ("value", "4")]).await;
    let takes_it_back = |it: &Value| id(it) == id(&panel) && labels(it).contains(&SETS_HP.to_owned());
    gwen.sees("what undo would take back", takes_it_back).await.expect("the panel follows");
    let message = forged(&stage, std::slice::from_ref(&undo)).await;
    let told = pressed(&mut gwen, &message, &undo, &[]).await;
    assert!(told.contains("Something has happened since you saw that button."), "{told}");
    let is_hurt = || async { vitals(&scene(&stage).await, "Theobald").contains("4/9") };
    assert!(is_hurt().await, "nothing was taken back yet");
    gwen.press(&panel, SETS_HP).await.expect("answered");
    assert!(!is_hurt().await, "now it was: {}", now(&gwen, &panel));
    stage.judge();
}

/// The panel follows the fight: a group's order that's given elsewhere can be stopped there, and once it has ended it can't any more. While
/// one of its lists is open, nobody is interrupted. A second panel takes the first away, whatever that shows by now.
#[tokio::test]
async fn the_panel_follows_the_fight() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    let it = panel(&mut gwen).await;
    assert!(!labels(&it).iter().any(|it| it.contains("Bandits")), "{:?}", labels(&it));
    run(&mut gwen, "gm turn", &[("side", "Foes")]).await;
    let can = |there: &Value| id(there) == id(&it) && labels(there).iter().any(|it| it == "All Bandits as suggested");
    gwen.sees("that the foes can act", can).await.expect("redrawn");
    run(&mut gwen, "gm group", &[("who", "Bandit"), ("what", "as suggested")]).await;
    let stops = |there: &Value| id(there) == id(&it) && labels(there).iter().any(|it| it.starts_with("Stop: Bandit"));
    gwen.sees("a way to stop", stops).await.expect("redrawn");
    run(&mut gwen, "gm group", &[("what", "stop")]).await;
    gwen.sees("that they have stopped", can).await.expect("redrawn");

    let second = panel(&mut gwen).await;
    gwen.sees_no("the first one", |there| id(there) == id(&it)).await.expect("taken away");
    gwen.choose(&second, &["Reveal or hide\u{2026}"]).await.expect("answered");
    let list = now(&gwen, &second);
    run(&mut gwen, "gm turn", &[("side", "Players")]).await;
    assert_eq!(now(&gwen, &second)["content"], list["content"], "a list that's open stays");
    let third = panel(&mut gwen).await;
    gwen.sees_no("the list beside the new panel", |it| id(it) == id(&second)).await.expect("taken away");
    run(&mut gwen, "encounter end", &[]).await;
    gwen.sees_no("the panel of a fight that's over", |it| id(it) == id(&third)).await.expect("taken away");
    stage.judge();
}

/// One press in the panel, and the bandits act by themselves; another stops them. A player's panel has none of it.
#[tokio::test]
async fn a_group_acts_at_one_press() {
    let stage = Stage::set().await;
    let (mut gwen, ana, _bob) = stage.brawl("").await;
    run(&mut gwen, "gm turn", &[("side", "Foes")]).await;
    ana.sees("whose turn", says("The Foes")).await.expect("theirs");
    let it = panel(&mut gwen).await;
    assert!(labels(&it).contains(&"All Bandits attack Sybilla".to_owned()), "{:?}", labels(&it));
    assert!(labels(&it).contains(&"The rest pass".to_owned()), "{:?}", labels(&it));
    let to_ana = |it: &Value| labels(it).iter().any(|label| label.contains("Bandits") || label == "The rest pass");
    assert!(!ana.messages().iter().any(to_ana), "players have none of it");
    assert!(says("\u{201c}As suggested\u{201d} is for this round only")(&it), "what tells the buttons apart: {it}");
    gwen.press(&it, "All Bandits as suggested").await.expect("answered");
    let doing = now(&gwen, &it);
    let stop =
        labels(&doing).into_iter().find(|it| it.starts_with("Stop: Bandit 1 and Bandit 2")).expect("a way to stop");
    for _ in 0..20 {
        stage.turn(2_500).await;
        if ana.messages().iter().any(says("Bandit 1")) && scene(&stage).await.prompts.iter().any(|it| !it.answered) {
            break;
        }
        tokio::time::timeout(std::time::Duration::from_millis(100), ana.sees("a move", |_| false)).await.ok();
    }
    let log = stage.bot().app.tables().all().into_iter().next().expect("a fight");
    let log = log.look(|it| it.session().export()).await.expect("live");
    let acts = log["rows"].as_array().expect("rows").iter().filter(|it| it["input"]["Act"].is_object()).count();
    assert!(acts > 0, "a bandit has acted");
    gwen.press(&doing, &stop).await.expect("answered");
    assert!(!labels(&now(&gwen, &it)).iter().any(|it| it.starts_with("Stop:")), "{:?}", labels(&now(&gwen, &it)));
    stage.judge();
}

/// An ambush among its victims is asked about, and told to nobody else.
#[tokio::test]
async fn who_hides_among_foes_is_said_before_the_fight_begins() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "encounter start", &[("name", "Ford"), ("system", "murdham")]).await;
    run(&mut gwen, "gm board", &[("fields", "zones=Gate,Yard")]).await;
    run(&mut ana, "join", &[("template", "theobald")]).await;
    run(&mut gwen, "gm add", &[("template", "bandit"), ("name", "Lurker"), ("hidden", "true"), ("at", "Gate")]).await;
    run(&mut gwen, "gm place", &[("name", "Theobald"), ("at", "Gate")]).await;
    let told = run_once(&mut gwen, "encounter begin", &[]).await;
    assert!(told.contains("Lurker (Gate) is hidden, and stands right among their foes."), "{told}");
    let told = run_once(&mut ana, "encounter begin", &[]).await;
    assert!(told.contains("Only the GM") && !told.contains("Lurker"), "{told}");
    run(&mut gwen, "gm place", &[("name", "Lurker"), ("at", "Yard")]).await;
    let told = run_once(&mut gwen, "encounter begin", &[]).await;
    assert!(!told.contains("among their foes"), "{told}");
    stage.judge();
}

/// Hidden combatants without a place are said to their GM before the fight begins, and to nobody else.
#[tokio::test]
async fn unplaced_reinforcements_are_said_before_the_fight_begins() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "encounter start", &[("name", "Ford"), ("system", "td2e")]).await;
    run(&mut gwen, "gm board", &[("fields", "size=6x4")]).await;
    run(&mut ana, "join", &[("template", "brannoc")]).await;
    run(&mut gwen, "gm place", &[("name", "Brannoc"), ("at", "B2")]).await;
    run(&mut gwen, "gm add", &[("template", "goblin"), ("name", "Lurker"), ("hidden", "true")]).await;
    let told = run_once(&mut gwen, "encounter begin", &[]).await;
    assert!(told.contains("Lurker is hidden and has no place on the map yet."), "{told}");
    let told = run_once(&mut ana, "encounter begin", &[]).await;
    assert!(told.contains("Only the GM") && !told.contains("Lurker"), "{told}");
    let told = run(&mut gwen, "gm place", &[("name", "Lurker, Brannoc"), ("at", "F4")]).await;
    assert!(told.contains("Lurker and Brannoc are now at F4."), "{told}");
    let told = run(&mut gwen, "gm place", &[("name", "Lurker, Brannoc"), ("at", "A1, B2")]).await;
    assert!(told.contains("Lurker is now at A1. Brannoc is now at B2."), "{told}");
    for (name, at, why) in [
        ("Lurkr, Brannoc", "C3", "Did you mean Lurker?"),
        ("Lurker, Brannoc", "C3, Z9", "Z9"),
        ("Lurker, Brannoc", "A1, A2, A3", "You named 2 combatants and 3 places."),
        ("Lurker=A1, Brannoc", "A1", "Say where"),
    ] {
        let told = run(&mut gwen, "gm place", &[("name", name), ("at", at)]).await;
        assert!(told.contains(why), "{name} {at}: {told}");
    }
    let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
    let places = |it: &umpire::table::EncounterService| {
        let (session, viewer) = (it.session(), umpire::engine::view::Viewer::Gm);
        ["Lurker", "Brannoc"].map(|name| session.read(session.find(viewer, name).expect("there"), "place"))
    };
    let places = handle.look(places).await.expect("live");
    assert_eq!(places, ["A1", "B2"].map(|it| Some(it.to_owned())), "a refusal moves nobody");
    run_once(&mut gwen, "encounter begin", &[]).await;
    ana.sees("the beginning", says("The fight begins.")).await.expect("begun");
    stage.judge();
}

/// Everything that's written in one form happens: health and endurance both.
#[tokio::test]
async fn a_form_with_two_numbers_changes_both() {
    let stage = Stage::set().await;
    let mut gwen = stage.seat("Gwen");
    run(&mut gwen, "encounter start", &[("name", "Rampart"), ("system", "ingenuity")]).await;
    assert!(run(&mut gwen, "gm add", &[("template", "guard"), ("side", "Foes")]).await.starts_with("Added "));
    let list = tool(&mut gwen, "Damage or heal\u{2026}").await;
    let form_ = form(&mut gwen, &list, "Guard").await;
    fill(&mut gwen, &form_, &[("health", "=9"), ("endurance", "=1")]).await;
    let told = vitals(&scene(&stage).await, "Guard");
    assert!(told.contains("9/") && told.contains("1/"), "{told}");
    gwen.sees("both are told", says("health is now 9")).await.expect("confirmed");
    // It was one change.
    run(&mut gwen, "gm undo", &[]).await;
    let told = vitals(&scene(&stage).await, "Guard");
    assert!(!told.contains("\"9/") && !told.contains("\"1/"), "{told}");
    stage.judge();
}

/// What's for the GM alone is told once: in the GM's channel, if there's one, and otherwise in the panel.
#[tokio::test]
async fn the_gms_secrets_are_told_once() {
    let stage = Stage::set().await;
    let (mut gwen, private, _ana, _bob) = crate::gm_channel::paired(&stage).await;
    run(&mut gwen, "gm set", &[("name", "Lurker"), ("field", "health"), ("value", "1")]).await;
    let secret = says("The GM sets Lurker\u{2019}s health to 1 (was");
    private.sees("it", |it| !is_private(it) && secret(it)).await.expect("told there");
    let panel = panel(&mut gwen).await;
    assert!(!says("For the GM only")(&panel) && !secret(&panel), "{panel}");
    assert_eq!(private.messages().iter().filter(|it| secret(it)).count(), 1);
    stage.judge();
}
