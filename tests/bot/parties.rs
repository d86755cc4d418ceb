//! Parties, which join in one command, and rests.

use crate::{
    between_fights::import,
    fixture::{Stage, run, says},
};
use serde_json::Value;
use umpire::localtable::driver::TableUser;

async fn keep(seat: &mut TableUser, name: &str, fields: &str) {
    let told = run(seat, "character create", &[("name", name), ("fields", fields)]).await;
    assert!(told.contains("Saved."), "{told}");
}

/// Three players' characters in one party.
async fn party(stage: &Stage) -> (TableUser, TableUser, TableUser) {
    let (mut gwen, mut ana, mut bob) = (stage.seat("Gwen"), stage.seat("Ana"), stage.seat("Bob"));
    keep(&mut ana, "Mira", "str=9 health=4").await;
    keep(&mut ana, "Nils", "str=8 health=3").await;
    keep(&mut bob, "Olga", "str=7 health=1").await;
    assert!(run(&mut gwen, "party create", &[("name", "The Company")]).await.contains("is ready"));
    for (seat, character) in [(&mut ana, "Mira"), (&mut bob, "Olga"), (&mut gwen, "Nils")] {
        let told = run(seat, "party add", &[("party", "The C"), ("character", character)]).await;
        assert!(told.contains("now belongs to **The Company**"), "{told}");
    }
    (gwen, ana, bob)
}

/// A party is created, shown, and joined by the GM in one command with everyone's sheets; characters already in the fight are named. A
/// player only brings their own, and nobody removes or deletes another's.
#[tokio::test]
async fn a_party_joins_in_one_command() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = party(&stage).await;
    assert!(run(&mut ana, "party create", &[("name", "the company")]).await.contains("already"));
    assert!(run(&mut bob, "party add", &[("party", "The"), ("character", "Mira")]).await.contains("Mira"), "not his");
    let shown = run(&mut bob, "party show", &[("name", "The Company")]).await;
    let order: Vec<usize> = ["Mira", "Olga", "Nils"].iter().map(|it| shown.find(it).expect(it)).collect();
    assert!(order.is_sorted() && shown.contains(&format!("<@{}>", ana.user())), "{shown}");
    assert!(run(&mut bob, "party list", &[]).await.contains("**The Company** (murdham), 3 characters"));
    assert!(
        run(&mut bob, "party delete", &[("name", "The Company")])
            .await
            .contains("only they or a GM of this server can delete it")
    );
    let not_his = run(&mut bob, "party remove", &[("party", "The Company"), ("character", "Mira")]).await;
    assert!(not_his.contains("You can’t remove"), "{not_his}");
    run(&mut gwen, "encounter start", &[("name", "Brawl")]).await;
    let told = run(&mut bob, "party join", &[("name", "The Company")]).await;
    assert_eq!(told, "Olga is in the fight.", "his own only");
    let told = run(&mut gwen, "party join", &[("name", "The Company")]).await;
    assert!(told.starts_with("Mira and Nils are in the fight."), "{told}");
    assert!(told.contains("**Olga** stays out: Olga is already in the fight."), "{told}");
    ana.sees("them all", |it| ["health 4/9", "health 3/8", "health 1/7"].iter().all(|part| says(part)(it)))
        .await
        .expect("with their own sheets");
    let own = ana.autocomplete("party join", &[], ("name", "")).await.expect("suggestions");
    assert_eq!(own.len(), 1);
    run(&mut ana, "character delete", &[("name", "Nils")]).await;
    assert!(!run(&mut bob, "party show", &[("name", "The Company")]).await.contains("Nils"), "who is gone has left");
    stage.judge();
}

/// A fight's GM who has nothing to do with a party can't bring other people's characters into it.
#[tokio::test]
async fn strangers_bring_nobody() {
    let stage = Stage::set().await;
    let (_gwen, _ana, _bob) = party(&stage).await;
    let mut dana = stage.seat("Dana");
    run(&mut dana, "encounter start", &[("name", "Trap")]).await;
    let told = run(&mut dana, "party join", &[("name", "The Company")]).await;
    assert!(told.contains("None of your characters belong to The Company"), "{told}");
    assert!(
        run(&mut dana, "rest", &[("kind", "night"), ("party", "The Company")]).await.contains("None of The Company")
    );
    assert!(run(&mut dana, "rest", &[("kind", "night"), ("name", "Mira")]).await.contains("You have no character"));
    stage.judge();
}

/// A rest restores what the system says: to a player's own character or, for a GM, to a party; the kinds are suggested.
#[tokio::test]
async fn a_rest_gives_back() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = party(&stage).await;
    let kinds = ana.autocomplete("rest", &[], ("kind", "")).await.expect("suggestions");
    let kinds: Vec<&str> = kinds.iter().filter_map(|it: &Value| it["value"].as_str()).collect();
    assert_eq!(kinds, ["stretch", "night", "week"]);
    assert!(run(&mut ana, "rest", &[("kind", "night")]).await.contains("Say who rests with name\\: Mira, Nils."));
    let told = run(&mut ana, "rest", &[("kind", "stretch"), ("name", "Mira")]).await;
    assert_eq!(told, "**Mira** (stretch): nothing changes");
    let told = run(&mut ana, "rest", &[("kind", "night"), ("party", "The Company")]).await;
    assert!(told.contains("**Mira** (night): health\\: was 4, is now 9") && !told.contains("Olga"), "her own: {told}");
    let told = run(&mut gwen, "rest", &[("kind", "night"), ("party", "The Company")]).await;
    assert!(told.contains("**Olga** (night): health\\: was 1, is now 7"), "{told}");
    assert!(run(&mut bob, "character show", &[("name", "Olga")]).await.contains("health: 7"));
    assert!(run(&mut bob, "rest", &[("kind", "siesta")]).await.contains("no kind of rest called"));
    let odd = import(&mut ana, &[], "a.json", br#"{"character":[{"system":"murdham","name":"Pia"}]}"#).await;
    assert!(odd.contains("**Pia**"), "{odd}");
    stage.judge();
}
