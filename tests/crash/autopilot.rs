//! Umpire plays a foe, and the program dies while the foe's target is being asked.

use umpire::engine::Actor;

use crate::{
    play::{Play, answered, nothing_is_lost_or_doubled, settled},
    world::World,
};

/// The Bandit strikes without a press of the GM's; the program is killed before Ana has answered. The next one asks the same question with the
/// same buttons, and nothing has happened twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_in_the_middle_of_a_reaction_to_umpire_loses_nothing() {
    let mut world = World::with_a_fight().await;
    let mut play = Play::at(&world);
    world.bot_comes().await;
    let handed = play.gwen.command("gm autopilot", &[("who", "Bandit")]);
    answered(&mut world, "/gm autopilot", handed).await.expect("it lives");
    let ana = &mut play.ana;
    let asked = |it: &serde_json::Value| crate::play::buttons(it).iter().any(|(label, _)| label == crate::play::DODGE);
    let question = world.meanwhile(ana.sees("the question", asked)).await.expect("it lives");
    play.question = Some(question.unwrap_or_else(|why| panic!("{why}\n{}", world.logs())));
    world.kill().await;
    let before = world.log().await;
    let own = umpire::rules::story::actor_text(Actor::Umpire);
    assert!(before.iter().any(|it| it.actor == own), "Umpire has acted");
    world.bot_comes().await;
    play.dodge(&mut world).await.expect("it lives");
    // Otherwise Umpire may act in the very moment in which the program ends; that's told by the next.
    let back = play.gwen.command("gm autopilot", &[("who", "Bandit"), ("style", "off")]);
    answered(&mut world, "/gm autopilot", back).await.expect("it lives");
    settled(&mut world, &play.gwen).await.expect("it lives");
    world.bot_goes().await;
    let rows = world.log().await;
    assert!(rows.iter().zip(1..).all(|(row, seq)| row.seq == seq), "nothing lost or doubled");
    assert_eq!(rows[..before.len()], before, "what had happened stands");
    nothing_is_lost_or_doubled(&world, &play.gwen).await;
    world.judge();
}
