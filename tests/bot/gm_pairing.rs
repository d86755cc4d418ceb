//! A fight's private channel for its GM, offered as the fight is started.

use crate::{
    fixture::{Stage, id, is_private, labels, run, says},
    gm_channel::{channel, everything},
};
use serde_json::Value;

/// Whoever starts a fight is offered the server's private channel for GMs, if there's one, and the panel.
#[tokio::test]
async fn the_gms_channel_is_a_press_away() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    let use_it = "Use #gm as the GM\u{2019}s channel";
    run(&mut ana, "encounter start", &[("name", "Hers")]).await;
    let opened = |it: &Value| is_private(it) && says("you\u{2019}re the GM")(it);
    let hers = ana.sees("her reply", opened).await.expect("shown");
    assert_eq!(labels(&hers), ["Add foes\u{2026}"], "she can\u{2019}t see #gm");
    run(&mut ana, "encounter end", &[]).await;

    run(&mut gwen, "encounter start", &[("name", "Brawl")]).await;
    let opened = gwen.sees("her reply", opened).await.expect("shown");
    assert_eq!(labels(&opened), ["Add foes\u{2026}", use_it]);
    gwen.press(&opened, use_it).await.expect("answered");
    let paired = |it: &Value| id(it) == id(&opened) && says("is now the GM\u{2019}s channel of the fight")(it);
    gwen.sees("that it's paired", paired).await.expect("told");
    let mut private = stage.seat("Gwen");
    private.go_to(channel(&stage, "gm"));
    private.sees("the GM\u{2019}s tracker", everything).await.expect("there");
    let again = gwen.press(&opened, use_it).await;
    assert!(again.is_err(), "the button is gone");
    stage.judge();
}
