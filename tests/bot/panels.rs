//! A private turn menu is always accurate: it says when its turn is over and who is next, becomes the player's menu again when the turn
//! comes round, and tells only its presser about superfluous presses.

use crate::fixture::{Stage, id, is_private, labels, last_id, run, says};
use serde_json::Value;
use umpire::store::MenuStore as _;

/// Sybilla's menu, opened by Ana.
async fn opened(ana: &mut umpire::localtable::driver::TableUser) -> Value {
    let tracker = ana.sees("the tracker", |it| labels(it).contains(&"Act as\u{2026}".to_owned())).await.expect("there");
    ana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let menu = |it: &Value| is_private(it) && says("Sybilla\u{2019}s turn")(it) && !labels(it).is_empty();
    ana.sees("the menu", menu).await.expect("shown")
}

/// The step goes to the other side and comes back: the menu follows, and comes where it can be seen.
#[tokio::test]
async fn a_menu_follows_its_turn() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _) = stage.brawl("").await;
    let menu = opened(&mut ana).await;
    assert!(labels(&menu).contains(&"Attack".to_owned()), "{:?}", labels(&menu));

    run(&mut gwen, "gm turn", &[("side", "Foes")]).await;
    let idle = |it: &Value| id(it) == id(&menu) && says("Sybilla can\u{2019}t act now.")(it);
    let over = ana.sees("that it is over", idle).await.expect("the menu says so");
    assert!(says("The GM plays now.")(&over), "who is next: {over}");
    assert!(!labels(&over).iter().any(|it| it == "End turn" || it == "Attack"), "{:?}", labels(&over));

    run(&mut gwen, "gm turn", &[("side", "Players")]).await;
    let again = |it: &Value| is_private(it) && id(it) > id(&menu) && labels(it).contains(&"Attack".to_owned());
    let again = ana.sees("her menu again, below what has been posted since", again).await.expect("it is hers again");
    ana.sees_no("where it was", |it| id(it) == id(&menu)).await.expect("it's in one place");

    run(&mut gwen, "encounter end", &[]).await;
    ana.sees_no("the menu", |it| id(it) == id(&again)).await.expect("it goes with the fight");
    stage.judge();
}

/// What's left of a turn is what's left now, also after a command and an undo.
#[tokio::test]
async fn a_menu_says_what_is_left_now() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _) = stage.brawl("").await;
    let menu = opened(&mut ana).await;
    let first = id(&menu);
    let shows = |what: &'static str| move |it: &Value| id(it) >= first && is_private(it) && says(what)(it);
    ana.sees("all of it", shows("bonus action left")).await.expect("in the menu");
    run(&mut ana, "act", &[("what", "Drop"), ("with", "bow")]).await;
    ana.sees("what is left after a command", shows("bonus action used")).await.expect("in the menu");
    run(&mut gwen, "gm undo", &[]).await;
    ana.sees("what is left after an undo", shows("bonus action left")).await.expect("in the menu");
    stage.judge();
}

/// A restart doesn't let go of a menu: it says that its turn is over, and becomes a menu again. Nothing of it is in the store once it's closed.
#[tokio::test]
async fn a_menu_follows_its_turn_over_a_restart() {
    let mut stage = Stage::set().await;
    let (mut gwen, mut ana, _) = stage.brawl("").await;
    let fight = stage.bot().app.tables().all().into_iter().next().expect("a fight").id;
    let menu = opened(&mut ana).await;
    ana.press(&menu, "Attack").await.expect("answered");
    let same = |it: &Value| id(it) == id(&menu);
    ana.sees("whom", |it| same(it) && !labels(it).contains(&"End turn".to_owned())).await.expect("in the middle of it");
    stage.bot_goes().await;
    assert_eq!(stage.store.private_menus(fight).await.expect("a store").len(), 1);
    stage.bot_comes().await;
    // What it offered may no longer hold.
    let first = |it: &Value| same(it) && labels(it).contains(&"End turn".to_owned());
    ana.sees("the turn\u{2019}s first menu", first).await.expect("drawn once more");
    run(&mut gwen, "gm turn", &[("side", "Foes")]).await;
    let idle = |it: &Value| id(it) == id(&menu) && says("Sybilla can\u{2019}t act now.")(it);
    ana.sees("that it is over", idle).await.expect("the menu says so");

    stage.bot_goes().await;
    stage.bot_comes().await;
    run(&mut gwen, "gm turn", &[("side", "Players")]).await;
    let again = |it: &Value| is_private(it) && id(it) > id(&menu) && labels(it).contains(&"Attack".to_owned());
    let again = ana.sees("her menu again", again).await.expect("it is hers again");
    ana.sees_no("where it was", |it| id(it) == id(&menu)).await.expect("it's in one place");

    stage.bot_goes().await;
    stage.bot_comes().await;
    run(&mut gwen, "encounter end", &[]).await;
    ana.sees_no("the menu", |it| id(it) == id(&again)).await.expect("it goes with the fight");
    stage.bot_goes().await;
    assert_eq!(stage.store.private_menus(fight).await.expect("a store"), []);
    stage.judge();
}

/// What a press was refused with stays until its reader presses something else there; then it no longer stands in the way.
#[tokio::test]
async fn a_refusal_goes_with_the_next_press() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _) = stage.brawl("").await;
    let tracker = ana.sees("the tracker", |it| labels(it).contains(&"Pass".to_owned())).await.expect("there");
    let pass = crate::play::custom_id(&tracker, "Pass");
    run(&mut gwen, "gm set", &[("name", "Theobald"), ("field", "hp"), ("value", "4")]).await;
    let message = crate::forged_components::forged(&stage, std::slice::from_ref(&pass)).await;
    let told = crate::forged_components::pressed(&mut ana, &message, &pass, &[]).await;
    assert!(told.contains("Something has happened since"), "{told}");
    let refusal = |it: &Value| is_private(it) && says("Something has happened since")(it);
    ana.sees("why not", refusal).await.expect("it's there to be read");
    ana.press(&tracker, "Rules").await.expect("answered");
    ana.sees_no("it any more", refusal).await.expect("it has been read");
    stage.judge();
}

/// Discord lets a menu be edited for fifteen minutes. Before that it says that it no longer changes, also if the program was away until then;
/// the next press opens a fresh one in its place, which is kept up to date again.
#[tokio::test]
async fn an_old_menu_says_so_and_a_press_makes_it_new() {
    const MINUTE_MS: i64 = 60_000;
    const OLD: &str = "This menu is old and no longer changes by itself";
    let mut stage = Stage::set().await;
    let (mut gwen, mut ana, _) = stage.brawl("").await;
    let fight = stage.bot().app.tables().all().into_iter().next().expect("a fight").id;
    let menu = opened(&mut ana).await;
    let old = |it: &Value| id(it) == id(&menu) && says(OLD)(it);
    stage.turn(12 * MINUTE_MS).await;
    run(&mut gwen, "encounter pause", &[]).await;
    let paused = |it: &Value| id(it) == id(&menu) && says("The fight is paused")(it);
    let paused = ana.sees("that it rests", paused).await.expect("it still changes");
    assert!(!says(OLD)(&paused), "{paused}");
    stage.bot_goes().await;
    stage.clock.advance(MINUTE_MS);
    stage.bot_comes().await;
    ana.sees("that it's old", old).await.expect("it says so");
    run(&mut gwen, "encounter resume", &[]).await;

    // It's too late for any edit of the old one.
    stage.turn(3 * MINUTE_MS).await;
    let still = crate::presses::again(&ana, &menu);
    assert!(old(&still), "{still}");
    let button = labels(&still).into_iter().next().expect("a button");
    ana.press(&still, &button).await.expect("answered");
    let fresh = ana.sees("it anew", |it| id(it) == id(&menu) && !says(OLD)(it)).await.expect("it's a menu again");
    assert!(says("Sybilla\u{2019}s turn")(&fresh), "{fresh}");
    run(&mut gwen, "gm turn", &[("side", "Foes")]).await;
    let idle = |it: &Value| id(it) == id(&menu) && says("Sybilla can\u{2019}t act now.")(it);
    ana.sees("that it is over", idle).await.expect("the menu says so");
    stage.bot_goes().await;
    let kept = stage.store.private_menus(fight).await.expect("a store");
    assert_eq!(kept.len(), 1, "only the new one");
    stage.judge();
}

/// After an action that asks somebody, the menu waits with the table, and goes on by itself as soon as they have answered.
#[tokio::test]
async fn a_menu_goes_on_once_a_question_is_answered() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _) = stage.brawl("").await;
    let menu = opened(&mut ana).await;
    ana.press(&menu, "Attack").await.expect("answered");
    for _ in 0..3 {
        let at = crate::presses::again(&ana, &menu);
        if says("waiting for")(&at) {
            break;
        }
        let first = labels(&at).into_iter().find(|it| it != "Back").expect("a choice");
        let in_menu = at["components"][0]["components"][0]["options"].is_array();
        let done = if in_menu { ana.choose(&at, &[&first]).await } else { ana.press(&at, &first).await };
        done.expect("answered");
    }
    let waits = |it: &Value| id(it) == id(&menu) && says("waiting for")(it);
    let asked = ana.sees("that the table waits", waits).await;
    assert!(asked.is_ok(), "{}", crate::presses::again(&ana, &menu));
    while run(&mut gwen, "gm answer", &[("choice", "default")]).await == "Done." {}
    let goes_on = |it: &Value| is_private(it) && id(it) >= id(&menu) && says("Sybilla")(it) && !says("waiting for")(it);
    let goes_on = ana.sees("whose turn it is now", goes_on).await;
    assert!(goes_on.is_ok(), "{}", crate::presses::again(&ana, &menu));
    stage.judge();
}

/// If it's opened a second time, the first one goes away: two different ones would both claim to be right.
#[tokio::test]
async fn a_second_menu_closes_the_first() {
    let stage = Stage::set().await;
    let (_gwen, mut ana, _) = stage.brawl("").await;
    let first = opened(&mut ana).await;
    let tracker = ana.sees("the tracker", |it| !is_private(it) && labels(it).contains(&"Act as\u{2026}".to_owned()));
    let tracker = tracker.await.expect("there");
    ana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    ana.sees_no("the first one", |it| id(it) == id(&first)).await.expect("it's taken away");
    let menu = |it: &Value| is_private(it) && id(it) > id(&first) && labels(it).contains(&"Attack".to_owned());
    ana.sees("the second one", menu).await.expect("it is open");
    stage.judge();
}

/// A turn that has ended by itself can be ended again, as often as someone likes: they're told, and the channel hears nothing.
#[tokio::test]
async fn a_superfluous_end_is_told_to_its_presser_alone() {
    let stage = Stage::set().await;
    let (_gwen, mut ana, bob) = stage.brawl("").await;
    run(&mut ana, "act", &[("what", "surrender")]).await;
    bob.sees("her surrender", says("surrenders.")).await.expect("told");
    let public = || bob.messages().into_iter().filter(|it| !is_private(it)).count();
    let before = public();
    for _ in 0..3 {
        let told = run(&mut ana, "end", &[]).await;
        assert!(told.contains("Sybilla\u{2019}s turn is already over."), "{told}");
    }
    assert!(!bob.messages().iter().any(says("over already")), "the channel need not know");
    let tracker = ana.sees("the tracker", |it| !is_private(it) && labels(it).contains(&"Act as\u{2026}".to_owned()));
    let tracker = tracker.await.expect("there");
    let answered = last_id(&ana);
    ana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let menu =
        ana.sees("the menu", |it| is_private(it) && id(it) > answered && says("Sybilla")(it)).await.expect("shown");
    assert!(!says("over already")(&menu), "an answer is told once: {menu}");
    assert_eq!(public(), before);
    stage.judge();
}

/// How an attack is made goes without saying; "All choices…" beside the question asks for it as well.
#[tokio::test]
async fn all_choices_are_a_press_away() {
    let stage = Stage::set().await;
    let (_gwen, mut ana, _bob) = stage.brawl("").await;
    let menu = opened(&mut ana).await;
    let now = |ana: &umpire::localtable::driver::TableUser| {
        ana.messages().into_iter().find(|it| id(it) == id(&menu)).expect("it stays")
    };
    ana.press(&menu, "Attack").await.expect("answered");
    ana.press(&now(&ana), "All choices\u{2026}").await.expect("answered");
    let target = labels(&now(&ana)).into_iter().find(|it| it.starts_with("Bandit 1")).expect("a target");
    ana.press(&now(&ana), &target).await.expect("answered");
    ana.press(&now(&ana), "bow (default)").await.expect("answered");
    assert!(says("How?")(&now(&ana)), "{}", now(&ana)["content"]);
    assert!(labels(&now(&ana)).iter().any(|it| it.starts_with("hold-back") || it.starts_with("hold back")));
    stage.judge();
}

/// Whoever has attacked goes on with the same weapon: only the target is asked. Another is behind "All choices…".
#[tokio::test]
async fn the_weapon_used_last_goes_without_saying() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    let weapons = "axe: martial hand, sword: martial hand";
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "weapons"), ("value", weapons)]).await;
    let menu = opened(&mut ana).await;
    ana.press(&menu, "Attack").await.expect("answered");
    let asks = ana.messages().into_iter().find(|it| id(it) == id(&menu)).expect("it stays");
    assert!(!says("as before")(&asks), "nothing was before: {asks}");
    run(&mut ana, "attack", &[("target", "Bandit 1"), ("with", "sword")]).await;
    while run(&mut gwen, "gm answer", &[("choice", "default")]).await == "Done." {}
    run(&mut gwen, "gm turn", &[("side", "Foes")]).await;
    run(&mut gwen, "gm turn", &[("what", "give"), ("name", "Sybilla")]).await;

    let tracker = ana.sees("the tracker", |it| labels(it).contains(&"Act as\u{2026}".to_owned())).await.expect("there");
    ana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let again = |it: &Value| is_private(it) && id(it) > id(&menu) && labels(it).contains(&"Attack".to_owned());
    let again = ana.sees("her menu", again).await.expect("shown");
    ana.press(&again, "Attack").await.expect("answered");
    let asks = |it: &Value| id(it) == id(&again) && says("With **sword**, as before; **All choices\u{2026}**")(it);
    let asks = ana.sees("with what she attacks", asks).await.expect("said");
    let before = last_id(&ana);
    ana.press(&asks, "Bandit 2").await.expect("answered");
    let struck = |it: &Value| !is_private(it) && id(it) > before && says("Bandit 2 with the sword")(it);
    ana.sees("the attack", struck).await.expect("told");
    stage.judge();
}

/// Of several combatants, the question who acts is there once: a menu takes it away, it takes a menu away, and it says when it's out of date.
#[tokio::test]
async fn the_question_who_acts_is_there_once_and_up_to_date() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    run(&mut gwen, "gm turn", &[("side", "Foes")]).await;
    let tracker =
        gwen.sees("the tracker", |it| labels(it).contains(&"Act as\u{2026}".to_owned())).await.expect("there");
    let asks = |it: &Value| is_private(it) && says("Which of your characters acts?")(it);
    gwen.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let first = gwen.sees("the question", asks).await.expect("shown");
    gwen.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let second = gwen.sees("another", |it| asks(it) && id(it) > id(&first)).await.expect("shown");
    gwen.sees_no("the first", |it| id(it) == id(&first)).await.expect("it's taken away");

    gwen.press(&second, "Leader").await.expect("answered");
    let is_menu = |it: &Value| id(it) == id(&second) && says("Leader\u{2019}s turn")(it);
    gwen.sees("the Leader's menu in its place", is_menu).await.expect("shown");
    gwen.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let third = gwen.sees("the question", |it| asks(it) && id(it) > id(&second)).await.expect("shown");
    gwen.sees_no("the menu", |it| id(it) == id(&second)).await.expect("it's taken away");

    run(&mut gwen, "gm turn", &[("side", "Players")]).await;
    let none = |it: &Value| id(it) == id(&third) && says("None of your characters can act right now.")(it);
    gwen.sees("that nobody of hers can act", none).await.expect("it says so");
    stage.judge();
}

/// Whose turn ends because the GM gives it to somebody else is told, and isn't promised that they go on.
#[tokio::test]
async fn a_turn_that_is_given_away_is_told_to_whose_it_was() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    while run(&mut gwen, "gm answer", &[("choice", "default")]).await == "Done." {}
    let menu = opened(&mut ana).await;
    run(&mut gwen, "gm turn", &[("what", "give"), ("name", "Leader")]).await;
    let told = says("The GM gives the turn to Leader. That ends Sybilla\u{2019}s turn.");
    ana.sees("what it ends", told).await.expect("told");
    run(&mut gwen, "encounter pause", &[]).await;
    let says_so = says("The fight is paused, and it isn\u{2019}t Sybilla\u{2019}s turn.");
    ana.sees("her menu", |it| id(it) == id(&menu) && says_so(it)).await.expect("it says so");
    stage.judge();
}
