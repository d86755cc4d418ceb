//! The GM's tools that are wanted most are buttons.

use crate::{
    fixture::{Stage, labels, run, says},
    gm_channel::everything,
    gm_panel::{fill, form, now, panel, scene, vitals},
};
use serde_json::Value;
use umpire::localtable::driver::FirstAnswer;

/// What a GM does most has a button: in the panel, and in the GM's own tracker, where nobody joins.
#[tokio::test]
async fn the_tools_wanted_most_are_buttons() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    let it = panel(&mut gwen).await;
    gwen.press(&it, "Damage or heal\u{2026}").await.expect("answered");
    let list = now(&gwen, &it);
    let asked = form(&mut gwen, &list, "Theobald").await;
    fill(&mut gwen, &asked, &[("health", "4")]).await;
    assert!(vitals(&scene(&stage).await, "Theobald").contains("5/9"), "{}", vitals(&scene(&stage).await, "Theobald"));
    let it = panel(&mut gwen).await;
    gwen.press(&it, "Condition\u{2026}").await.expect("answered");
    assert!(says("Whose condition?")(&now(&gwen, &it)), "{}", now(&gwen, &it));
    run(&mut gwen, "encounter end", &[]).await;

    run(&mut gwen, "encounter start", &[("name", "Ford")]).await;
    let channel = stage.table.channel_id("gm").expect("a channel");
    run(&mut gwen, "gm channel", &[("channel", &channel.to_string())]).await;
    let mut private = stage.seat("Gwen");
    private.go_to(channel);
    let is_gathering = |it: &Value| everything(it) && labels(it).contains(&"Begin".to_owned());
    let tracker = private.sees("the GM\u{2019}s tracker", is_gathering).await.expect("there");
    assert_eq!(labels(&tracker), ["Add foes\u{2026}", "Lay out the board\u{2026}", "Begin", "GM\u{2026}"]);
    private.press(&tracker, "Add foes\u{2026}").await.expect("answered");
    let list = private.sees("the list", says("Which foe or character?")).await.expect("opened");
    let asked = form(&mut private, &list, "Bandit").await;
    fill(&mut private, &asked, &[("count", "3")]).await;
    private.sees("the foes", |it| everything(it) && says("Bandit 1\u{2013}3")(it)).await.expect("added");
    let FirstAnswer::Modal(board) = private.press(&tracker, "Lay out the board\u{2026}").await.expect("answered")
    else {
        panic!("no form")
    };
    fill(&mut private, &board, &[("zones", "Gate, Yard")]).await;
    private.sees("the board", |it| everything(it) && labels(it).contains(&"Map".to_owned())).await.expect("laid out");
    stage.judge();
}
