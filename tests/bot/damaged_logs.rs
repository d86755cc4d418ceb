//! Fights whose log can't be read: the channel is freed, what can be read is kept, other fights aren't affected.

use crate::fixture::{Stage, is_private, run, says};
use serde_json::{Value, json};
use umpire::{
    engine::Seed,
    localtable::driver::TableUser,
    rules::System,
    store::{Append, CommittedSeed, FORMAT_VERSION, NewEncounter, SeedBytes, Status, Store, StoredRow},
};

/// With one unreadable row, the fight is no longer live. Its GM closes it and gets what can be read, and the channel is free; nobody else
/// can. Nothing about it is retried for ever.
#[tokio::test]
async fn a_fight_that_cannot_be_read_frees_its_channel() {
    let (mut stage, mut gwen, mut ana, id) = spoilt(|_| vec![r#"{"spoilt":1}"#.to_owned()]).await;
    stage.bot_comes().await;
    let app = stage.bot().app.clone();
    let told = run(&mut ana, "encounter end", &[]).await;
    assert!(told.contains("can’t be read") && told.contains("Its GM"), "{told}");
    assert!(run(&mut gwen, "encounter start", &[]).await.contains("Close it with /encounter end"));
    closed(&stage, &mut gwen, id, 1).await;
    gwen.sees("the tracker", |it| !is_private(it) && says("its log is damaged")(it)).await.expect("closed");
    assert!(app.store().due_of(id).await.expect("readable").is_empty(), "nothing is tried any more");
    assert!(run(&mut gwen, "encounter end", &[]).await.contains("There’s no fight"));
    assert!(run(&mut gwen, "encounter start", &[]).await.contains("is open"));
    stage.judge();
}

/// A corrupt row followed by a good one: everything before it is exported, and both rows as they're stored.
#[tokio::test]
async fn what_follows_a_row_that_cannot_be_read_is_kept_with_it() {
    let good = |last: &Value| {
        let mut row = last.clone();
        row["seq"] = json!(last["seq"].as_u64().expect("a number") + 2);
        vec![r#"{"spoilt":1}"#.to_owned(), row.to_string()]
    };
    let (mut stage, mut gwen, _ana, id) = spoilt(good).await;
    stage.bot_comes().await;
    closed(&stage, &mut gwen, id, 2).await;
    stage.judge();
}

/// A valid row that refers to gear nobody has: the other fights are unaffected, and this one can be closed.
#[tokio::test]
async fn a_row_that_speaks_of_what_there_is_not_spoils_one_fight_alone() {
    let of_nothing = |last: &Value| {
        let mut row = last.clone();
        row["seq"] = json!(last["seq"].as_u64().expect("a number") + 1);
        let snaps = json!({ "Fact": { "System": { "Snaps": { "who": 1, "lying": 99 } } } });
        row["effect"] = json!({ "Ran": { "records": [snaps], "replies": [], "prompts": [] } });
        vec![row.to_string()]
    };
    let (mut stage, mut gwen, _ana, id) = spoilt(of_nothing).await;
    let elsewhere = fight_in_the_store(&stage, &gwen, stage.table.channel_id("tavern").expect("a channel").0).await;
    stage.bot_comes().await;
    let live: Vec<i64> = stage.bot().app.tables().all().iter().map(|it| it.id).collect();
    assert_eq!(live, [elsewhere], "the other one is live");
    let export = closed(&stage, &mut gwen, id, 1).await;
    assert!(
        export["unreadable"]["why"]
            .to_string()
            .contains("names something that doesn’t exist: number 99 of what lies about"),
        "{export}"
    );
    stage.judge();
}

/// A fight that isn't live although it's readable (the store was slow when the bot started) isn't closed, but comes back.
#[tokio::test]
async fn a_fight_that_can_be_read_after_all_is_back() {
    let stage = Stage::set().await;
    let mut gwen = stage.seat("Gwen");
    let id = fight_in_the_store(&stage, &gwen, stage.table.channel_id("table").expect("a channel").0).await;
    let app = stage.bot().app.clone();
    let told = run(&mut gwen, "encounter end", &[]).await;
    assert!(told.contains("back as it was"), "{told}");
    assert_eq!(app.store().load(id).await.expect("kept").header.status, Status::Gathering);
    assert_eq!(app.table(id).expect("live").id, id);
    run(&mut gwen, "encounter end", &[]).await;
    assert_eq!(app.store().load(id).await.expect("kept").header.status, Status::Over);
    stage.judge();
}

/// A fight in the store that the bot hasn't heard of.
async fn fight_in_the_store(stage: &Stage, gm: &TableUser, channel_id: u64) -> i64 {
    let opening = System::named("murdham").expect("known").open(&[]).expect("no options").opening();
    let seed = CommittedSeed { seed: SeedBytes::new([9; 32]), commitment: Seed::new([9; 32]).commitment() };
    let new = NewEncounter {
        application_id: stage.table.application_id().0,
        guild_id: None,
        channel_id,
        system: "murdham".to_owned(),
        name: "Elsewhere".to_owned(),
        created_at_ms: 0,
        status: Status::Gathering,
        seed,
        opening,
        format_version: FORMAT_VERSION,
        rows: vec![],
        settings: vec![("gms".to_owned(), format!("[{}]", gm.user()))],
        people: vec![],
    };
    stage.store.create_encounter(new).await.expect("written")
}

/// A brawl with rows added, made from its last one, while the bot is away: the stage, the GM, a player, and the fight.
async fn spoilt(rows: impl Fn(&Value) -> Vec<String>) -> (Stage, TableUser, TableUser, i64) {
    let mut stage = Stage::set().await;
    let (gwen, ana, _bob) = stage.brawl("").await;
    let app = stage.bot().app.clone();
    let id = app.tables().all()[0].id;
    stage.bot_goes().await;
    let last = app.store().load(id).await.expect("kept").rows.pop().expect("a row");
    let bodies = rows(&serde_json::from_str(&last.body).expect("JSON"));
    let row = |(seq, body)| StoredRow { seq, interaction_id: None, body, ..last.clone() };
    let rows = (last.seq + 1..).zip(bodies).map(row).collect();
    app.store().append(Append { rows, ..Append::new(id) }).await.expect("written");
    (stage, gwen, ana, id)
}

/// The GM closes a fight with this many unreadable rows: all others are handed out, with the seeds, and decided the same.
async fn closed(stage: &Stage, gwen: &mut TableUser, id: i64, spoilt: usize) -> Value {
    let kept = stage.store.load(id).await.expect("kept").rows.len();
    let told = run(gwen, "encounter end", &[]).await;
    let rows = if spoilt == 1 { "1 row".to_owned() } else { format!("{spoilt} rows") };
    assert!(told.contains("**Brawl** is closed") && told.contains(&format!(": {rows} can\u{2019}t")), "{told}");
    let reply = gwen.messages().into_iter().rfind(|it| is_private(it) && says("is closed and")(it)).expect("a reply");
    let file = &reply["attachments"][0];
    assert!(file["filename"].as_str().expect("a file").contains("remains"), "{reply}");
    let text =
        reqwest::get(file["url"].as_str().expect("an address")).await.expect("fetched").text().await.expect("text");
    let export: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(export["rows"].as_array().map(Vec::len), Some(kept - spoilt), "{export}");
    assert_eq!(export["unreadable"]["rows"].as_array().map(Vec::len), Some(spoilt));
    let findings = umpire::verify::check(&text);
    assert!(findings.bad.is_empty(), "{findings:?}");
    assert!(findings.good.iter().any(|it| it.contains("is the one that was promised")), "{findings:?}");
    export
}
