//! The account at a fight's end is a promise, too: anyone can check the attachment with `umpire verify`, without us.

use std::path::Path;

use serde_json::Value;
use tokio::process::Command;

use crate::{
    play::{Play, Stood, answered, ends, settled},
    private::private_messages,
    world::World,
};

/// `umpire verify`: whether it was satisfied, and its output.
async fn verify(file: &Path) -> (bool, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_umpire")).arg("verify").arg(file).output().await.expect("it runs");
    (done.status.success(), String::from_utf8(done.stdout).expect("text"))
}

/// A fight played through the bot, with a reaction and a kill in the middle, verifies from the log that its GM gets. With one face changed
/// it doesn't, and the message names the row.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_attached_at_the_end_verifies_and_a_changed_face_does_not() {
    let mut world = World::with_a_fight().await;
    let mut play = Play::at(&world);
    world.bot_comes().await;
    play.go_on(&mut world, Stood::Before).await.expect("it lives");
    world.kill().await;
    world.bot_comes().await;
    answered(&mut world, "/encounter end", ends(&mut play.gwen)).await.expect("it lives");
    settled(&mut world, &play.gwen).await.expect("it lives");
    let mut at_home = play.gwen;
    private_messages(&world.table, &mut at_home).await;
    let account = at_home.sees("the whole log", |it| it["attachments"][0].is_object()).await;
    let account = account.unwrap_or_else(|why| panic!("{why}\n{}", world.logs()));
    let url = account["attachments"][0]["url"].as_str().expect("a link").to_owned();
    let text = reqwest::get(url).await.expect("an answer").text().await.expect("a file");
    world.bot_goes().await;
    world.judge();

    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("fight.json");
    std::fs::write(&file, &text).expect("written");
    let (good, said) = verify(&file).await;
    assert!(good, "{said}");
    assert!(said.contains("rows come out equal"), "{said}");

    let mut fight: Value = serde_json::from_str(&text).expect("JSON");
    let rows = fight["rows"].as_array_mut().expect("rows");
    let rolled = rows.iter_mut().find(|it| it["faces"][0].is_object()).expect("dice fell");
    let seq = rolled["seq"].clone();
    let face = rolled["faces"][0]["face"].as_u64().expect("a number");
    rolled["faces"][0]["face"] = Value::from(if face == 1 { 2 } else { face - 1 });
    std::fs::write(&file, fight.to_string()).expect("written");
    let (good, said) = verify(&file).await;
    assert!(!good, "{said}");
    assert!(said.contains(&format!("NOT AS IT SHOULD BE: Row {seq} comes out differently")), "{said}");
}
