//! Umpire plays in a live fight: foes of the GM's by button, a restart while its target is asked, and a fight in which nobody is GM.

use crate::{
    fixture::{Stage, id, is_private, labels, last_id, run, says},
    forged_components::{forged, pressed},
    play::{custom_id, leader_strikes},
};
use serde_json::Value;
use umpire::localtable::driver::TableUser;

/// So often time passes before something should have come.
const TURNS_MAX: usize = 40;

/// Lets two seconds pass.
async fn time_passes(stage: &Stage) {
    stage.turn(2_000).await;
    // What Umpire thinks of comes from another thread: its next message is waited for, not its time.
    let calls = stage.table.calls_so_far();
    let next = stage.table.call_since(calls, "anything", |_| true);
    let _ = tokio::time::timeout(std::time::Duration::from_millis(200), next).await;
}

/// Lets time pass until somebody is shown this.
async fn until(stage: &Stage, seat: &TableUser, what: &str, shown: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..TURNS_MAX {
        if let Some(found) = seat.messages().into_iter().rev().find(&shown) {
            return found;
        }
        time_passes(stage).await;
    }
    panic!("{what} doesn\u{2019}t come: {:#?}", seat.messages());
}

/// Lets time pass until the log has a move of Umpire's.
async fn umpire_moves(stage: &Stage) {
    let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
    for _ in 0..TURNS_MAX {
        let log = handle.look(|it| it.session().export()).await.expect("live");
        if log["rows"].as_array().expect("rows").iter().any(|it| it["actor"].to_string().contains("Umpire")) {
            return;
        }
        time_passes(stage).await;
    }
    panic!("Umpire doesn\u{2019}t move");
}

fn is_asked(message: &Value) -> bool {
    labels(message).iter().any(|it| it.starts_with("Take the hit"))
}

/// The GM hands all foes to Umpire with a button of the panel, and takes them back. They strike by themselves; the bot restarts while their
/// target is asked, and the old button still works.
#[tokio::test]
async fn foes_are_handed_over_by_button_and_a_restart_loses_nothing() {
    let mut stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = stage.brawl("").await;
    let tracker = gwen.sees("the tracker", |it| labels(it).contains(&"GM\u{2026}".to_owned())).await.expect("there");
    ana.press(&tracker, "GM\u{2026}").await.expect("answered");
    ana.sees("a refusal", says("Only the GM can open this")).await.expect("not hers");
    gwen.press(&tracker, "GM\u{2026}").await.expect("answered");
    let has = |label: &'static str| move |it: &Value| is_private(it) && labels(it).contains(&label.to_owned());
    let panel = gwen.sees("her buttons", has("Umpire plays everyone from now on")).await.expect("there");
    gwen.press(&panel, "Umpire plays everyone from now on").await.expect("answered");
    let panel = gwen.sees("the way back", has("I’ll play everyone from now on")).await.expect("there");
    ana.sees("who is played", says("Umpire plays Leader")).await.expect("in the tracker");
    gwen.press(&panel, "I’ll play everyone from now on").await.expect("answered");
    let panel = gwen.sees("her buttons again", has("Umpire plays everyone from now on")).await.expect("there");
    gwen.press(&panel, "Umpire plays everyone from now on").await.expect("answered");
    run(&mut ana, "pass", &[]).await;
    run(&mut bob, "pass", &[]).await;
    let asked = until(&stage, &bob, "a question", is_asked).await;
    stage.bot_goes().await;
    stage.bot_comes().await;
    let is_anas = asked.to_string().contains(&format!("<@{}>", ana.user()));
    let owner = if is_anas { &mut ana } else { &mut bob };
    let default = labels(&asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("a default");
    owner.press(&asked, &default).await.expect("the old button works");
    let done = |it: &Value| it["id"] == asked["id"] && !is_asked(it);
    owner.sees("the result", done).await.expect("in the same message");
    assert_eq!(bob.messages().iter().filter(|it| id(it) == id(&asked)).count(), 1);
    stage.judge();
}

/// What the GM takes back is the GM's own: characters that their players have lent to Umpire aren't among "all".
#[tokio::test]
async fn all_are_the_gms_own() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    run(&mut ana, "autopilot", &[]).await;
    ana.sees("that she's played", says("Umpire plays Sybilla")).await.expect("in the tracker");
    let tracker = gwen.sees("the tracker", |it| labels(it).contains(&"GM\u{2026}".to_owned())).await.expect("there");
    gwen.press(&tracker, "GM\u{2026}").await.expect("answered");
    let has = |label: &'static str| move |it: &Value| is_private(it) && labels(it).contains(&label.to_owned());
    let panel = gwen.sees("her buttons", has("Umpire plays everyone from now on")).await.expect("there");
    let is_anas = |it: &String| it == "I’ll play everyone from now on" || it.contains("I play Sybilla");
    assert!(!labels(&panel).iter().any(is_anas), "{:?}", labels(&panel));
    assert!(labels(&panel).contains(&"Undo: handing Sybilla to Umpire".to_owned()), "{:?}", labels(&panel));
    gwen.press(&panel, "Umpire plays everyone from now on").await.expect("answered");
    let panel = gwen.sees("the way back", has("I’ll play everyone from now on")).await.expect("there");
    gwen.press(&panel, "I’ll play everyone from now on").await.expect("answered");
    let panel = gwen.sees("her buttons again", has("Umpire plays everyone from now on")).await.expect("there");
    assert!(!labels(&panel).contains(&"I’ll play everyone from now on".to_owned()), "{:?}", labels(&panel));
    ana.sees("that she's still played", says("Umpire plays Sybilla.")).await.expect("in the tracker");
    stage.judge();
}

/// Nobody is GM: whoever opens the fight prepares it and then plays like anybody else; Umpire plays the foes, what needs a GM is left out
/// with a sentence, and whoever plays ends it.
#[tokio::test]
async fn a_fight_without_a_gm() {
    let stage = Stage::set().await;
    let (mut dana, mut ana) = (stage.seat("Dana"), stage.seat("Ana"));
    let told = run(&mut dana, "encounter start", &[("name", "Alone"), ("gm", "nobody")]).await;
    assert!(told.contains("can be umpire, so that nobody is GM"), "{told}");
    let told = run(&mut dana, "encounter start", &[("name", "Alone"), ("gm", "umpire")]).await;
    assert!(told.contains("Nobody is GM"), "{told}");
    run(&mut dana, "gm add", &[("template", "bandit"), ("count", "2"), ("autopilot", "cautious")]).await;
    let told = run(&mut dana, "gm add", &[("template", "leader"), ("autopilot", "bravely")]).await;
    assert!(told.contains("cunning, mindless"), "{told}");
    run(&mut dana, "gm add", &[("template", "leader"), ("side", "Foes")]).await;
    run(&mut dana, "join", &[("template", "theobald")]).await;
    run(&mut ana, "join", &[("template", "sybilla")]).await;
    run(&mut dana, "gm fight", &[("name", "initiative"), ("value", "Players")]).await;
    run(&mut dana, "encounter begin", &[]).await;
    let tracker = ana.sees("the tracker", says("Nobody is GM")).await.expect("begun");
    assert!(says("Umpire plays Bandit 1, Bandit 2 and Leader")(&tracker), "{tracker}");
    assert!(run(&mut dana, "gm undo", &[]).await.contains("Only the GM"), "she plays now");
    dana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    dana.sees("what is left out", says("because nobody is GM here")).await.expect("told");
    let told = run(&mut dana, "act", &[("what", "contest"), ("target", "Leader"), ("how", "STR")]).await;
    assert!(told.contains("nobody is GM"), "{told}");
    run(&mut dana, "pass", &[]).await;
    run(&mut ana, "pass", &[]).await;
    until(&stage, &ana, "a question", is_asked).await;
    assert!(!ana.messages().iter().any(says("the GM answers")), "there's no GM who could");
    let mut stranger = stage.seat("Cem");
    assert!(run(&mut stranger, "encounter end", &[]).await.contains("Only the GM"));
    let told = run(&mut ana, "encounter end", &[]).await;
    assert!(told.contains("Done"), "{told}");
    ana.sees("the account", says("is over after")).await.expect("ended");
    stage.judge();
}

/// Opens somebody's menu with the newest tracker's button.
async fn acts_as(seat: &mut TableUser) -> Value {
    let has_button = |it: &Value| !is_private(it) && labels(it).contains(&"Act as\u{2026}".to_owned());
    let tracker = seat.sees("the tracker", has_button).await.expect("there");
    let before = last_id(seat);
    seat.press(&tracker, "Act as\u{2026}").await.expect("answered");
    seat.sees("the menu", |it| id(it) > before && is_private(it)).await.expect("opened")
}

/// Ana lets Umpire play her own character, and takes it back, by command and by her first press. Nobody else can hand a character over.
#[tokio::test]
async fn a_player_lends_their_own_character_and_no_other() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    let told = run(&mut ana, "autopilot", &[("as", "Theobald")]).await;
    assert!(told.contains(&format!("<@{}> plays Theobald.", bob.user())), "{told}");
    let told = run(&mut gwen, "gm autopilot", &[("who", "Theobald")]).await;
    assert!(told.contains("Theobald belongs to a player"), "{told}");
    let told = run(&mut ana, "autopilot", &[("style", "bravely")]).await;
    assert!(told.contains("cunning, mindless"), "{told}");
    let told = run(&mut stage.seat("Cem"), "autopilot", &[]).await;
    assert!(told.contains("You don\u{2019}t play anyone"), "{told}");
    assert!(run(&mut ana, "autopilot", &[("style", "off")]).await.contains("plays none of your characters"));
    for by_press in [false, true] {
        let told = run(&mut ana, "autopilot", &[("style", "cautious")]).await;
        assert!(told.starts_with("Umpire plays Sybilla from the next action on."), "{told}");
        bob.sees("who is played", says("Umpire plays Sybilla.")).await.expect("in the tracker");
        match by_press {
            false => assert_eq!(run(&mut ana, "autopilot", &[("style", "off")]).await, "You play Sybilla again."),
            true => {
                let menu = acts_as(&mut ana).await;
                assert!(says("You play Sybilla again.")(&menu) && says("Sybilla\u{2019}s turn")(&menu), "{menu}");
            }
        }
        let tracker = |it: &Value| !is_private(it) && says("May act")(it) && says("Umpire plays Sybilla")(it);
        bob.sees_no("that Umpire plays her", tracker).await.expect("she's Ana's");
    }
    stage.judge();
}

/// Ana plays two characters and lends one: menus of the other leave it lent, and what's pressed there isn't lost. A press in an older menu of
/// the one she lent brings it back. Bob, whose it was, gets nothing back.
#[tokio::test]
async fn a_menu_gives_back_only_the_one_it_is_for() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = stage.brawl("").await;
    run(&mut bob, "autopilot", &[]).await;
    run(&mut gwen, "gm control", &[("name", "Theobald"), ("player", &format!("<@{}>", ana.user()))]).await;
    let menu = acts_as(&mut bob).await;
    assert!(says("You don\u{2019}t play anyone")(&menu) && !says("again")(&menu), "{menu}");

    let which = acts_as(&mut ana).await;
    let his = custom_id(&which, "Theobald");
    let his_again = forged(&stage, std::slice::from_ref(&his)).await;
    ana.press(&which, "Theobald").await.expect("answered");
    let menu = ana.sees("his turn", |it| is_private(it) && says("Theobald\u{2019}s turn")(it)).await.expect("a menu");
    let attack = custom_id(&menu, "Attack");
    let attack_again = forged(&stage, std::slice::from_ref(&attack)).await;
    let told = run(&mut ana, "autopilot", &[("as", "Theobald")]).await;
    assert!(told.contains("Act or answer for them to get them back"), "{told}");
    let menu = acts_as(&mut ana).await;
    assert!(says("Sybilla\u{2019}s turn")(&menu) && !says("again")(&menu), "{menu}");
    ana.press(&menu, "Attack").await.expect("answered");
    let next = |it: &Value| id(it) == id(&menu) && !says("Sybilla\u{2019}s turn")(it) && !says("meantime")(it);
    ana.sees("the next step", next).await.expect("the press counts");
    assert!(run(&mut gwen, "encounter status", &[]).await.contains("Umpire plays Theobald"), "he stays lent");
    let told = pressed(&mut ana, &attack_again, &attack, &[]).await;
    assert!(told.contains("You play Theobald again.") && told.contains("Theobald\u{2019}s turn"), "{told}");
    run(&mut ana, "autopilot", &[]).await;
    let told = pressed(&mut ana, &his_again, &his, &[]).await;
    assert!(told.contains("You play Theobald again.") && told.contains("Theobald\u{2019}s turn"), "{told}");
    assert!(run(&mut gwen, "encounter status", &[]).await.contains("Umpire plays Sybilla"), "she stays lent");
    stage.judge();
}

/// In the middle of an action nobody changes hands: whoever opens their menu then is told that they're next.
#[tokio::test]
async fn a_press_in_the_middle_of_an_action_counts_once_it_is_over() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = stage.brawl("").await;
    run(&mut ana, "autopilot", &[]).await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let menu = acts_as(&mut ana).await;
    assert!(says("You play Sybilla again.\nOnce the current action is over, it\u{2019}s up to you.")(&menu), "{menu}");
    let menu = acts_as(&mut ana).await;
    assert!(says("Sybilla will be yours again. The table is waiting for Theobald")(&menu), "for whom: {menu}");
    let default = labels(&asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("a default");
    bob.press(&asked, &default).await.expect("answered");
    while run(&mut gwen, "gm answer", &[("choice", "default")]).await == "Done." {}
    assert!(!run(&mut gwen, "encounter status", &[]).await.contains("Umpire plays Sybilla"));
    stage.judge();
}

/// A foe strikes Theobald, and Bob says nothing.
async fn bob_is_silent(stage: &Stage, gwen: &mut TableUser, bob: &TableUser, foe: &str) {
    run(gwen, "gm turn", &[("side", "Foes")]).await;
    run(gwen, "attack", &[("as", foe), ("target", "Theobald")]).await;
    let asked = bob.sees("the question", is_asked).await.expect("Bob is asked");
    stage.turn(32_000).await;
    bob.sees("the default", |it| it["id"] == asked["id"] && !is_asked(it)).await.expect("it applies");
    while run(gwen, "gm answer", &[("choice", "default")]).await == "Done." {}
    run(gwen, "gm set", &[("name", "Theobald"), ("field", "health"), ("value", "9")]).await;
}

/// Bob is silent twice, at a table that lets Umpire play for those who are away: Umpire plays his Theobald, cautiously, once Ana has passed.
/// At his first press, Theobald is Bob's again.
#[tokio::test]
async fn whoever_is_silent_is_played_cautiously_until_their_first_press() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = stage.brawl("").await;
    assert!(run(&mut ana, "gm fight", &[("name", "away"), ("value", "umpire")]).await.contains("Only the GM"));
    run(&mut gwen, "gm fight", &[("name", "away"), ("value", "umpire")]).await;
    bob_is_silent(&stage, &mut gwen, &bob, "Leader").await;
    assert!(!ana.messages().iter().any(says("Umpire plays")), "once isn't enough");
    bob_is_silent(&stage, &mut gwen, &bob, "Bandit 1").await;
    ana.sees("what happens", says("so Umpire now plays Theobald")).await.expect("told");
    let told = run(&mut gwen, "encounter status", &[]).await;
    assert!(told.contains("Umpire plays Theobald (cautious style)"), "{told}");
    run(&mut gwen, "gm turn", &[("side", "Players")]).await;
    let told = run(&mut ana, "pass", &[]).await;
    assert!(told.contains("when Umpire, which plays Theobald, passes too"), "{told}");
    umpire_moves(&stage).await;
    let menu = acts_as(&mut bob).await;
    assert!(says("You play Theobald again.")(&menu), "{menu}");
    bob.sees_no("that Umpire plays him", |it| !is_private(it) && says("Umpire plays Theobald.")(it))
        .await
        .expect("back");
    stage.judge();
}
