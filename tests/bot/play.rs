//! A fight as it is played: by typing, by clicking, with a reaction.

use crate::stage::{Stage, labels, run, says};

/// A typed attack is refereed: the person attacked is asked by buttons in the story's message, answers, and the same message becomes
/// the result with its rolls laid open; the tracker follows.
#[tokio::test]
async fn an_attack_asks_and_its_message_becomes_the_result() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    let tracker = bob.sees("the tracker", says("**Brawl**")).await.expect("a tracker");
    println!("{tracker:#}");
    let reply = run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    println!("reply: {reply}");
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    for message in gwen.messages() {
        println!("---- {}\n{}\n{:?}", message["content"].as_str().unwrap(), message["embeds"], labels(&message));
    }
    let reply = run(&mut gwen, "who", &[]).await;
    println!("{reply}");
    stage.judge();
}
