//! What Discord sends the real program over HTTP, signed: it's answered as over the gateway, and even while the gateway is lost.

use crate::{
    health::address,
    play::{Play, Stood, nothing_is_lost_or_doubled},
    world::World,
};

/// A command arrives over HTTP, then the gateway is lost, and the press on the question is answered all the same: once, though two tabs press.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_signed_press_is_answered_without_a_gateway() {
    let mut world = World::with_a_fight().await;
    world.configure(
        "[pace]\nrestart_grace_seconds = 1\ncall_turns = false\n\
         [discord]\ninteractions_listen = \"127.0.0.1:0\"\n[log]\nformat = \"json\"\n",
    );
    world.bot_comes().await;
    let place = address(&world.logs(), "interactions are received over HTTP").expect("it says where");
    let url = format!("http://{place}/interactions");
    world.table.set_interactions_endpoint(Some(&url)).await.expect("it answers a PING, and refuses a wrong signature");
    let mut play = Play::at(&world);
    let blow = play.gwen.command("attack", &[("target", "Sybilla"), ("as", "Bandit")]);
    blow.await.unwrap_or_else(|why| panic!("/attack: {why}\n{}", world.logs()));
    world.table.shut_gateway(true);
    world.table.drop_gateway();
    world.table.bot_online(false).await.expect("it's lost");
    play.dodge(&mut world).await.expect("it lives");
    assert!(!world.table.bot_is_online(), "it was answered without a gateway");
    world.table.shut_gateway(false);
    play.go_on(&mut world, Stood::Answered).await.expect("it lives");
    world.bot_goes().await;
    nothing_is_lost_or_doubled(&world, &play.gwen).await;
    world.judge();
}
