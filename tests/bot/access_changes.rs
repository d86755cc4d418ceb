//! What changes in a server's channels and roles wakes only what it concerns.

use crate::{
    fixture::{Stage, run, says},
    gm_channel::{channel, everything, paired},
};
use std::sync::Arc;
use umpire::localtable::{Call, permissions::VIEW_CHANNEL};

/// Discord isn't asked who sees the GM's channel because another channel changes, however often; and if its own overwrites keep changing,
/// it's asked a few times.
#[tokio::test]
async fn a_flood_of_changes_asks_discord_little() {
    let stage = Stage::set().await;
    let (mut gwen, private, _ana, bob) = paired(&stage).await;
    private.sees("the second tracker", everything).await.expect("there");
    let (gm, tavern) = (channel(&stage, "gm"), channel(&stage, "tavern"));
    let asked = |since: usize| {
        let calls = stage.table.calls_since(since);
        let looks = |it: &&Arc<Call>| it.method == "GET" && it.path == format!("/channels/{gm}");
        calls.iter().filter(looks).count()
    };
    let before = stage.table.calls_so_far();
    for bit in 0..40 {
        stage.table.set_overwrite(tavern, bob.user(), 0, 1 << bit);
    }
    run(&mut gwen, "gm set", &[("name", "Lurker"), ("field", "health"), ("value", "2")]).await;
    private.sees("what the GM did", says("The GM sets Lurker\u{2019}s health to 2")).await.expect("told");
    assert_eq!(asked(before), 0, "the tavern has nothing to do with it");
    for bit in 0..40 {
        stage.table.set_overwrite(gm, bob.user(), 0, 1 << (bit % 8) | VIEW_CHANNEL);
        tokio::task::yield_now().await;
    }
    run(&mut gwen, "gm set", &[("name", "Lurker"), ("field", "health"), ("value", "1")]).await;
    private.sees("what the GM did next", says("The GM sets Lurker\u{2019}s health to 1")).await.expect("told");
    assert!((1..=6).contains(&asked(before)), "asked {} times", asked(before));
    stage.judge();
}
