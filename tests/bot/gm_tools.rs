//! The tools of the GM's panel: a channel of the GM's own, the pace, and vitals with the conditions that end.

use crate::{
    fixture::{Stage, id, labels, run, says},
    gm_panel::{fill, form, now, panel, scene, tool, vitals},
};
use serde_json::Value;
use umpire::localtable::driver::{FirstAnswer, TableUser};

/// What the button says that brings a refused form back.
const AGAIN: &str = "Back to the form";

/// The panel finds a channel for its GM, until there's one, and sets the pace.
#[tokio::test]
async fn the_panel_has_a_channel_and_a_pace() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    let list = tool(&mut gwen, "Pace\u{2026}").await;
    assert!(list.to_string().contains("30 seconds for a question, as now"), "{list}");
    gwen.choose(&list, &["none"]).await.expect("answered");
    assert!(
        says("The clock is off now: questions wait for as long as it takes.")(&now(&gwen, &list)),
        "{}",
        now(&gwen, &list)
    );
    assert_eq!(scene(&stage).await.prompt_ms, None);

    let offer = tool(&mut gwen, "A channel of your own\u{2026}").await;
    let use_it = "Use #gm as the GM\u{2019}s channel";
    assert!(labels(&offer).contains(&use_it.to_owned()), "{offer}");
    gwen.press(&offer, use_it).await.expect("answered");
    let paired = |it: &Value| id(it) == id(&offer) && says("is now the GM\u{2019}s channel of the fight")(it);
    gwen.sees("that it's paired", paired).await.expect("told");
    let panel = panel(&mut gwen).await;
    assert!(!panel.to_string().contains("A channel of your own"), "there is one: {panel}");
    stage.judge();
}

/// Whoever is healed needs no second form to be rid of a condition: one form is one change, which one undo takes back. What can't be ended is
/// refused before anything is done.
#[tokio::test]
async fn conditions_end_in_the_form_that_heals() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    run(&mut gwen, "gm set", &[("name", "Bandit 1"), ("field", "health"), ("value", "2")]).await;
    run(&mut gwen, "gm set", &[("name", "Bandit 1"), ("field", "morale"), ("value", "failed")]).await;
    run(&mut gwen, "gm condition", &[("name", "Bandit 1"), ("condition", "blind")]).await;
    let list = tool(&mut gwen, "Damage or heal\u{2026}").await;
    let form_ = form(&mut gwen, &list, "Bandit 1").await;
    assert!(form_.to_string().contains("now: blind, failed morale"), "{form_}");
    fill(&mut gwen, &form_, &[("health", "=5"), ("ends", "deaf")]).await;
    let told = gwen.messages().pop().expect("told");
    assert!(says("could end\\: blind, failed morale.")(&told), "{told}");
    assert!(vitals(&scene(&stage).await, "Bandit 1").contains("2/8"), "nothing is done by halves");
    let FirstAnswer::Modal(again) = gwen.press(&told, AGAIN).await.expect("answered") else { panic!() };
    fill(&mut gwen, &again, &[("ends", "Blind, failed morale, ")]).await;
    let has = vitals(&scene(&stage).await, "Bandit 1");
    assert!(has.contains("5/8") && !has.contains("blind") && !has.contains("failed morale"), "{has}");
    run(&mut gwen, "gm undo", &[]).await;
    let has = vitals(&scene(&stage).await, "Bandit 1");
    assert!(has.contains("2/8") && has.contains("blind") && has.contains("failed morale"), "{has}");

    let list = tool(&mut gwen, "Give or end a condition\u{2026}").await;
    gwen.choose(&list, &["Bandit 1"]).await.expect("answered");
    gwen.choose(&now(&gwen, &list), &["failed morale"]).await.expect("answered");
    assert!(!vitals(&scene(&stage).await, "Bandit 1").contains("failed morale"));
    stage.judge();
}

/// Why a form was refused goes once it no longer matters: with the next refusal, or when the form is accepted, wherever it was opened again.
#[tokio::test]
async fn an_old_refusal_goes() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    for (typed, kept) in [("often", 1), ("never", 1), ("=5", 0)] {
        let list = tool(&mut gwen, "Damage or heal\u{2026}").await;
        let it = form(&mut gwen, &list, "Bandit 1").await;
        fill(&mut gwen, &it, &[("health", typed)]).await;
        let refusals =
            |it: &TableUser| it.messages().iter().filter(|it| labels(it).contains(&AGAIN.to_owned())).count();
        let others = |it: &Value| labels(it).contains(&AGAIN.to_owned()) && !(kept == 1 && says(typed)(it));
        gwen.sees_no("an older refusal", others).await.expect("taken away");
        assert_eq!(refusals(&gwen), kept, "{typed}");
    }
    stage.judge();
}

/// A press for all leaves those in hiding where they are; they have a button of their own beside it.
#[tokio::test]
async fn those_in_hiding_have_a_button_of_their_own() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    run(&mut gwen, "gm hide", &[("name", "Leader")]).await;
    run(&mut gwen, "gm turn", &[("side", "Foes")]).await;
    let panel = panel(&mut gwen).await;
    let theirs = "Leader (hidden) as suggested";
    assert!(labels(&panel).contains(&theirs.to_owned()), "{:?}", labels(&panel));
    gwen.press(&panel, theirs).await.expect("answered");
    let stop = labels(&now(&gwen, &panel)).into_iter().find(|it| it.starts_with("Stop: ")).expect("an order");
    assert_eq!(stop, "Stop: Leader acts as Umpire would");
    stage.judge();
}
