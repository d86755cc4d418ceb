//! What changes in a server's channels and roles wakes only what it concerns.

use crate::{
    fixture::{Stage, run, says},
    gm_channel::{channel, everything, paired},
};
use std::sync::Arc;
use umpire::localtable::{Call, Id, permissions::VIEW_CHANNEL};

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

/// While the GM's channel of one server's fight changes without end, a fight of another server is played on: what's done there is told, nobody asks
/// about its channels, and Discord refuses nothing.
#[tokio::test]
async fn a_flood_in_one_server_leaves_another_alone() {
    let stage = Stage::of_two_servers().await;
    let (_gwen, private, _ana, bob) = paired(&stage).await;
    private.sees("the second tracker", everything).await.expect("there");
    let (flooded, own) = (channel(&stage, "gm"), channel(&stage, "other-gm"));
    let mut gwen = stage.seat("Gwen");
    gwen.go_to(channel(&stage, "other-table"));
    run(&mut gwen, "encounter start", &[("name", "Elsewhere"), ("system", "murdham")]).await;
    run(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Foes")]).await;
    let told = run(&mut gwen, "gm channel", &[("channel", &own.to_string())]).await;
    assert!(told.contains("is now the GM\u{2019}s channel of the fight"), "{told}");
    let mut theirs = stage.seat("Gwen");
    theirs.go_to(own);
    theirs.sees("its second tracker", everything).await.expect("there");

    let since = stage.table.calls_so_far();
    for health in ["5", "4", "3", "2"] {
        for bit in 0..40 {
            stage.table.set_overwrite(flooded, bob.user(), 0, 1 << (bit % 8) | VIEW_CHANNEL);
        }
        run(&mut gwen, "gm set", &[("name", "Bandit"), ("field", "health"), ("value", health)]).await;
        let done = format!("The GM sets Bandit\u{2019}s health to {health}");
        theirs.sees("what the GM did", says(&done)).await.expect("told");
    }
    let calls = stage.table.calls_since(since);
    let looks = |id: Id| calls.iter().filter(|it| it.method == "GET" && it.path == format!("/channels/{id}")).count();
    assert_eq!(looks(own), 0, "nothing has changed there");
    assert!((1..=12).contains(&looks(flooded)), "{}", looks(flooded));
    assert_eq!(calls.iter().filter(|it| it.status == 429).count(), 0);
    stage.judge();
}
