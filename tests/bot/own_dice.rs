//! /stats: a person's own dice over their finished fights, for them alone, until they delete what was counted.

use crate::fixture::{Stage, export_of, id, is_private, labels, reply_after, run, says};
use serde_json::Value;
use umpire::localtable::driver::TableUser;

/// A fight in which Ana rolls something, from its start to its end.
async fn fought(stage: &Stage) -> TableUser {
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    for _ in 0..3 {
        run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
        run(&mut gwen, "gm answer", &[("choice", "Take the hit"), ("name", "Bandit 1")]).await;
        stage.turn(40_000).await;
        run(&mut gwen, "gm turn", &[("what", "give"), ("name", "Sybilla")]).await;
    }
    run(&mut gwen, "encounter end", &[]).await;
    bob.sees("the account", says("is over after")).await.expect("an account");
    ana
}

/// The newest private message with this button.
fn with_button(seat: &TableUser, label: &str) -> Value {
    let all = seat.messages().into_iter().filter(is_private);
    all.filter(|it| labels(it).iter().any(|it| it == label)).max_by_key(id).unwrap_or_else(|| panic!("no {label}"))
}

/// Somebody without a finished fight has none; a fight's dice count once it's over, and nobody else's do. What was deleted no longer counts,
/// while the fight's own export still verifies; what's fought from then on counts again.
#[tokio::test]
async fn a_person_has_their_own_dice_and_deletes_them() {
    let stage = Stage::set().await;
    let mut cem = stage.seat("Cem");
    assert!(run(&mut cem, "stats", &[]).await.contains("You haven\u{2019}t rolled in any finished fight"));
    let mut ana = fought(&stage).await;
    let told = run(&mut ana, "stats", &[]).await;
    assert!(told.starts_with("**Your dice** in 1 fight: ") && told.contains("dice"), "{told}");
    assert!(
        run(&mut cem, "stats", &[]).await.contains("You haven\u{2019}t rolled"),
        "they\u{2019}re Ana\u{2019}s alone"
    );

    let shown = with_button(&ana, "Delete\u{2026}");
    ana.press(&shown, "Delete\u{2026}").await.expect("asked once");
    let asked = with_button(&ana, "Cancel");
    assert!(says("The fights themselves stay as they are")(&asked), "{asked}");
    stage.turn(1_000).await;
    ana.press(&asked, "Delete").await.expect("deleted");
    let none = run(&mut ana, "stats", &[]).await;
    assert!(none.contains("You haven\u{2019}t rolled") && none.contains("when you deleted the others"), "{none}");
    let account = ana.sees("the account", says("is over after")).await.expect("still there");
    let url = export_of(&account);
    let export = reqwest::get(url).await.expect("fetched").text().await.expect("text");
    assert!(umpire::verify::check(&export).bad.is_empty());

    stage.turn(1_000).await;
    let mut ana = fought(&stage).await;
    let before = ana.messages().iter().map(id).max().unwrap_or(0);
    let told = run(&mut ana, "stats", &[]).await;
    assert!(told.starts_with("**Your dice** in 1 fight: ") && told.contains("Only fights opened since"), "{told}");
    assert_eq!(reply_after(&ana, before), told);
    stage.judge();
}
