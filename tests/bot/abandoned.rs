//! A fight that nobody touches for two months is closed, and its GM reads so; nothing of it is lost.

use crate::{
    fixture::{KEPT_FOR, Stage, run, says},
    private::private_messages,
};
use umpire::discord::housekeeping;

const DAY_MS: i64 = 24 * 3_600_000;

/// It stays open a day short of it, and whatever anybody does begins the days anew.
#[tokio::test]
async fn a_fight_that_nobody_touches_is_closed() {
    let stage = Stage::set().await;
    let (mut gwen, ana, _bob) = stage.brawl("").await;
    let app = stage.bot().app.clone();
    stage.turn(59 * DAY_MS).await;
    housekeeping::tend(&app, KEPT_FOR).await.expect("looked");
    assert_eq!(app.tables().all().len(), 1, "not yet");
    run(&mut gwen, "gm set", &[("name", "Leader"), ("field", "health"), ("value", "5")]).await;
    stage.turn(59 * DAY_MS).await;
    housekeeping::tend(&app, KEPT_FOR).await.expect("looked");
    assert_eq!(app.tables().all().len(), 1, "something has happened since");
    crate::resting::until_resting(&stage).await;
    stage.turn(DAY_MS).await;
    assert_eq!(app.tables().counts().resting, 1, "it rests");
    housekeeping::tend(&app, KEPT_FOR).await.expect("looked");
    ana.sees("the end", says("**Brawl** is over after")).await.expect("told in its channel");
    let mut at_home = stage.seat("Gwen");
    private_messages(&stage.table, &mut at_home).await;
    let told = says("Nobody has touched **Brawl** in");
    let told = at_home.sees("the word to the GM", told).await.expect("told");
    let text = told["content"].as_str().expect("text");
    assert!(text.contains("for 60 days") && text.contains("/encounter reopen"), "{text}");
    run(&mut gwen, "encounter reopen", &[]).await;
    assert_eq!(app.tables().all().len(), 1, "it goes on");
    ana.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("where it was");
    stage.judge();
}

/// So is one without a GM, whose only GM was whoever opened it and plays in it.
#[tokio::test]
async fn a_practice_fight_left_alone_is_closed() {
    let stage = Stage::set().await;
    let mut ana = stage.seat("Ana");
    run(&mut ana, "encounter start", &[("name", "Practice"), ("gm", "umpire")]).await;
    run(&mut ana, "join", &[("template", "sybilla")]).await;
    run(&mut ana, "gm add", &[("template", "bandit"), ("side", "Foes")]).await;
    run(&mut ana, "encounter begin", &[]).await;
    let app = stage.bot().app.clone();
    assert_eq!(app.tables().all().len(), 1);
    stage.turn(61 * DAY_MS).await;
    housekeeping::tend(&app, KEPT_FOR).await.expect("looked");
    ana.sees("the end", says("**Practice** is over after")).await.expect("told in its channel");
    stage.judge();
}
