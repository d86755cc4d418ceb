//! Who runs a fight: several GMs, handing over the seat, a GM who is gone, and who can join one of the GM's sides.

use crate::fixture::{Stage, is_private, labels, run, says};

/// A second GM can do what the first can, until the seat is taken back; the last seat can't be taken.
#[tokio::test]
async fn a_fight_may_have_several_gms() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    let mut dana = stage.seat("Dana");
    let dana_id = dana.user().to_string();
    assert!(run(&mut dana, "gm side", &[("name", "Dogs")]).await.contains("Only the GM"));
    assert!(run(&mut ana, "gm seat", &[("player", &dana_id)]).await.contains("Only the GM"));
    assert!(run(&mut gwen, "gm seat", &[("player", &dana_id)]).await.contains("is now also a GM of this fight"));
    ana.sees("everybody hears of it", says("is now also a GM of this fight")).await.expect("in the channel");
    assert_eq!(run(&mut dana, "gm side", &[("name", "Dogs")]).await, "Done.");
    assert!(run(&mut gwen, "gm seat", &[("player", &dana_id)]).await.contains("already"));
    assert!(run(&mut dana, "gm seat", &[("player", &dana_id), ("what", "remove")]).await.contains("no longer a GM"));
    assert!(run(&mut dana, "gm side", &[("name", "Cats")]).await.contains("Only the GM"));
    let gwen_id = gwen.user().to_string();
    assert!(run(&mut gwen, "gm seat", &[("player", &gwen_id), ("what", "remove")]).await.contains("needs a GM"));
    assert!(
        run(&mut gwen, "gm seat", &[("player", &dana_id), ("what", "dance")])
            .await
            .contains("add, remove or hand over")
    );
    stage.judge();
}

/// After a handover, the seat belongs to the other person, even after a restart.
#[tokio::test]
async fn the_seat_is_handed_over() {
    let mut stage = Stage::set().await;
    let (mut gwen, _ana, mut bob) = stage.brawl("").await;
    let mut dana = stage.seat("Dana");
    let told = run(&mut gwen, "gm seat", &[("player", &dana.user().to_string()), ("what", "hand over")]).await;
    assert!(told.contains("now runs this fight"), "{told}");
    assert!(run(&mut gwen, "gm undo", &[]).await.contains("Only the GM"));
    stage.bot_goes().await;
    stage.bot_comes().await;
    assert_eq!(run(&mut dana, "gm side", &[("name", "Dogs")]).await, "Done.");
    run(&mut dana, "gm turn", &[("side", "Foes")]).await;
    run(&mut dana, "attack", &[("as", "Leader"), ("target", "Theobald")]).await;
    let asked =
        bob.sees("a question", |it| labels(it).iter().any(|it| it.starts_with("Take the hit"))).await.expect("asked");
    bob.press(&asked, "Take the hit (default)").await.expect("answered");
    stage.judge();
}

/// If the GM has left the server, any player in the fight can take the seat; a stranger can't.
#[tokio::test]
async fn a_gm_who_has_left_is_replaced() {
    let stage = Stage::set().await;
    let mut dana = stage.seat("Dana");
    let (mut ana, mut cem) = (stage.seat("Ana"), stage.seat("Cem"));
    run(&mut dana, "encounter start", &[("name", "Brawl")]).await;
    run(&mut ana, "join", &[("template", "sybilla")]).await;
    assert!(run(&mut ana, "gm claim", &[]).await.contains("GM role or Manage Server"), "she is still here");
    stage.table.leaves(dana.user());
    assert!(run(&mut cem, "gm claim", &[]).await.contains("GM role or Manage Server"), "a stranger");
    assert!(run(&mut ana, "gm claim", &[]).await.contains("now runs this fight"));
    assert_eq!(run(&mut ana, "gm side", &[("name", "Dogs")]).await, "Done.");
    stage.judge();
}

/// A GM who is present but silent is asked with a ping, has ten minutes, keeps the seat by doing anything, and loses it by silence.
#[tokio::test]
async fn a_silent_gm_is_asked_first() {
    let stage = Stage::set().await;
    let (mut dana, mut gwen) = (stage.seat("Dana"), stage.seat("Gwen"));
    run(&mut dana, "encounter start", &[("name", "Brawl")]).await;
    assert!(run(&mut gwen, "gm claim", &[]).await.contains("has been asked"), "she manages the server");
    let call = format!("<@{}>, <@{}> asks to take over as GM", dana.user(), gwen.user());
    dana.sees("the call", |it| !is_private(it) && says(&call)(it)).await.expect("in the channel");
    assert!(run(&mut gwen, "gm claim", &[]).await.contains("has been asked"), "not yet");
    stage.turn(60_000).await;
    run(&mut dana, "help", &[]).await;
    stage.turn(600_000).await;
    assert!(run(&mut gwen, "gm claim", &[]).await.contains("keeps the seat"));
    assert!(run(&mut gwen, "gm claim", &[]).await.contains("has been asked"), "asked anew");
    stage.turn(599_000).await;
    assert!(run(&mut gwen, "gm claim", &[]).await.contains("has been asked"), "one second short");
    stage.turn(1_000).await;
    assert!(run(&mut gwen, "gm claim", &[]).await.contains("now runs this fight"));
    stage.judge();
}

/// Anyone can join the players; a GM's side needs the GM's yes, whether or not anyone is visible there.
#[tokio::test]
async fn a_side_of_the_gms_takes_the_gms_yes() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    let (mut dana, mut cem) = (stage.seat("Dana"), stage.seat("Cem"));
    assert_eq!(run(&mut cem, "join", &[("template", "balthasar"), ("side", "Players")]).await, "Done.");
    let told = run(&mut dana, "join", &[("template", "sybilla"), ("name", "Mira"), ("side", "Foes")]).await;
    assert!(told.contains("need the GM\u{2019}s permission"), "{told}");
    assert!(run(&mut dana, "who", &[]).await.is_empty() || !dana.messages().iter().any(says("Mira")), "she is not in");
    let dana_id = dana.user().to_string();
    assert!(run(&mut dana, "gm admit", &[("player", &dana_id)]).await.contains("Only the GM"));
    assert!(run(&mut gwen, "gm admit", &[("player", &dana_id)]).await.contains("is in"));
    dana.sees("her in the tracker", says("**Mira**")).await.expect("she is in");
    assert!(run(&mut gwen, "gm admit", &[("player", &dana_id)]).await.contains("hasn’t asked"));
    run(&mut gwen, "gm side", &[("name", "Wolves")]).await;
    let mut eve = stage.seat("Cem");
    let told = run(&mut eve, "join", &[("template", "sybilla"), ("name", "Eva"), ("side", "Wolves")]).await;
    assert!(told.contains("need the GM\u{2019}s permission"), "an empty side might not be empty: {told}");
    stage.judge();
}
