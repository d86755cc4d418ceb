//! /privacy: what's kept of somebody, and deleting it; servers that removed the bot; /about.

use crate::{
    fixture::{KEPT_FOR, Stage, id, is_private, labels, run, says},
    play::leader_strikes,
};
use serde_json::Value;
use umpire::{
    discord::housekeeping,
    localtable::driver::TableUser,
    store::{MemoryStore, NewEncounter, Status, Store, encounter_scope},
    table::forget::{ForgetOutcome, forget_in},
    verify::{self, ExportedFight},
};

const DAY_MS: i64 = 24 * 3_600_000;

/// The file of /privacy.
async fn file(seat: &mut TableUser) -> Value {
    run(seat, "privacy", &[]).await;
    let shown = seat.messages().into_iter().filter(is_private).max_by_key(id).expect("a reply");
    let url = shown["attachments"][0]["url"].as_str().expect("a file");
    reqwest::get(url).await.expect("fetched").json().await.expect("JSON")
}

/// Asks for everything to be deleted, and returns what they're told.
async fn delete(seat: &mut TableUser) -> String {
    let with = |seat: &TableUser, label: &str| {
        let all = seat.messages().into_iter().filter(is_private);
        all.filter(|it| labels(it).iter().any(|it| it == label)).max_by_key(id).expect("a button")
    };
    run(seat, "privacy", &[]).await;
    let shown = with(seat, "Delete\u{2026}");
    seat.press(&shown, "Delete\u{2026}").await.expect("asked once");
    let asked = with(seat, "Cancel");
    seat.press(&asked, "Delete").await.expect("deleted");
    let told = seat.sees("the answer", |it| it["id"] == asked["id"] && labels(it).is_empty()).await.expect("told");
    told["content"].as_str().unwrap_or_default().to_owned()
}

/// Everything that the store keeps, as text: whatever it is and wherever, so that nothing is overlooked.
fn everything(store: &MemoryStore) -> String {
    format!("{store:?}")
}

/// A person sees what's kept of them, and nobody else's. After they delete it there's nothing left that names them, their fights verify with
/// the heads that the channel showed, and the files made of them are the same as before, byte for byte.
#[tokio::test]
async fn a_person_sees_what_is_kept_and_deletes_it() {
    let stage = Stage::set().await;
    let mut ana = stage.seat("Ana");
    run(&mut ana, "character create", &[("name", "Mira"), ("fields", "str=9 health=4")]).await;
    run(&mut ana, "party create", &[("name", "The Company")]).await;
    run(&mut ana, "preferences", &[("pings", "none")]).await;
    let (mut gwen, mut ana, mut bob) = stage.brawl("").await;
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    run(&mut gwen, "gm answer", &[("choice", "Take the hit"), ("name", "Bandit 1")]).await;
    stage.turn(40_000).await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let dodge = labels(&asked).into_iter().find(|it| it.starts_with("Dodge")).expect("a dodge");
    bob.press(&asked, &dodge).await.expect("answered");
    run(&mut ana, "pass", &[]).await;
    run(&mut gwen, "gm control", &[("name", "Theobald"), ("player", &format!("<@{}>", ana.user()))]).await;
    bob.sees("the handover", says("now plays")).await.expect("told");
    run(&mut gwen, "gm seat", &[("player", &ana.user().to_string())]).await;
    let store = stage.store.as_ref();
    let fight = stage.bot().app.tables().all()[0].id;

    let kept = file(&mut ana).await;
    assert_eq!(kept["you"], ana.user().to_string());
    assert_eq!(kept["characters"][0]["name"], "Mira");
    assert_eq!(kept["parties"][0]["name"], "The Company");
    assert_eq!((&kept["fights"][0]["name"], &kept["fights"][0]["status"]), (&"Brawl".into(), &"fighting".into()));
    assert!(kept["fights"][0]["your_number"].is_u64(), "{kept}");
    assert!(!kept.to_string().contains(&bob.user().to_string()), "Bob\u{2019}s business: {kept}");

    let told = delete(&mut ana).await;
    assert!(told.contains("statistics are deleted") && told.contains("1 fight that isn\u{2019}t over"), "{told}");
    let after = file(&mut ana).await;
    assert!(after["characters"] == Value::Array(vec![]) && after["parties"] == Value::Array(vec![]), "{after}");
    assert_eq!(after["settings"], serde_json::json!({}));

    run(&mut gwen, "encounter end", &[]).await;
    let end = bob.sees("the account", says("is over after")).await.expect("an account");
    let before = ExportedFight::from_store(store, fight).await.expect("exported");
    let text = serde_json::to_string(&before).expect("JSON");
    let people = [&gwen, &ana, &bob].map(|it| it.user().to_string());
    assert!(people.iter().all(|it| !text.contains(it)), "files name nobody");
    assert!(everything(&stage.store).contains(&people[1]), "the store still does");

    let told = delete(&mut ana).await;
    assert!(told.contains("In 1 finished fight, a number has taken the place of your account."), "{told}");
    let kept = everything(&stage.store);
    assert!(!kept.contains(&people[1]), "she\u{2019}s nowhere");
    assert!(kept.contains(&people[0]) && kept.contains(&people[2]), "the others are");
    let after = ExportedFight::from_store(store, fight).await.expect("exported");
    assert_eq!(serde_json::to_string(&after).expect("JSON"), text, "byte for byte");
    let head = after.chain.as_ref().expect("a chain").head.clone();
    let shown = end["content"].as_str().unwrap_or_default().to_owned() + &end["embeds"].to_string();
    // As much of it as the end of a fight shows.
    let record = after.record.as_ref().expect("a record").chain.head[..20].to_owned();
    assert!(shown.contains(&record), "the channel showed {record}: {shown}");
    let given = verify::ShownRecord { seed_hashes: vec![after.commitment.clone()], heads: vec![head, record] };
    let findings = verify::check_against(&text, &given);
    assert_eq!(findings.bad, Vec::<String>::new());
    assert!(run(&mut ana, "stats", &[]).await.contains("You haven\u{2019}t rolled in any finished fight"));
    assert_eq!(file(&mut ana).await["fights"], Value::Array(vec![]));
    stage.judge();
}

/// Whoever asked while a fight went on is forgotten there after its end without asking again.
#[tokio::test]
async fn who_asked_during_a_fight_is_forgotten_after_it() {
    let stage = Stage::set().await;
    let (mut gwen, ana, mut bob) = stage.brawl("").await;
    // A message calls him, so that its slot has his account in it.
    let asked = leader_strikes(&mut gwen, &bob).await;
    let dodge = labels(&asked).into_iter().find(|it| it.starts_with("Dodge")).expect("a dodge");
    bob.press(&asked, &dodge).await.expect("answered");
    assert!(delete(&mut bob).await.contains("within an hour after the end"));
    run(&mut gwen, "encounter end", &[]).await;
    ana.sees("the account", says("is over after")).await.expect("an account");
    let bob = bob.user().to_string();
    assert!(everything(&stage.store).contains(&format!(":{bob}\"")), "it called him");
    housekeeping::tend(&stage.bot().app, KEPT_FOR).await.expect("looked");
    let text = everything(&stage.store);
    assert!(!text.contains(&bob), "he\u{2019}s nowhere");
    let later = stage.store.settings(stage.table.application_id().0, "bot").await.expect("kept");
    assert!(later.iter().all(|it| !it.0.contains("forget")), "nothing is left to do: {later:?}");
}

/// A fight that an older build wrote has ids in its chain: its files stay as they are and verify, and nobody is forgotten in it.
#[tokio::test]
async fn an_older_log_keeps_its_ids_and_verifies() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    run(&mut gwen, "encounter end", &[]).await;
    bob.sees("the account", says("is over after")).await.expect("an account");
    let application = stage.table.application_id().0;
    let id = stage.store.fights_of(application, ana.user().0, "title").await.expect("kept")[0].header.id;
    let (saved, seeds) = (stage.store.load(id).await.expect("kept"), stage.store.seeds(id).await.expect("kept"));
    let scope = encounter_scope(id);
    let title = stage.store.setting(application, &scope, "title").await.expect("kept").expect("a title");
    let mut title: Value = serde_json::from_str(&title).expect("JSON");
    (title["format"], title["gm"]) = (3.into(), gwen.user().to_string().into());
    let old = MemoryStore::new();
    let gms = stage.store.setting(application, &scope, "gms").await.expect("kept").expect("GMs");
    let settings = vec![("title".to_owned(), title.to_string()), ("gms".to_owned(), gms)];
    let new = NewEncounter {
        application_id: application,
        guild_id: None,
        channel_id: 1,
        system: saved.header.system,
        name: saved.header.name,
        created_at_ms: saved.header.created_at_ms,
        status: Status::Over,
        seed: seeds[0].1.clone(),
        opening: saved.opening,
        format_version: 1,
        rows: saved.rows,
        settings,
        // As the migration has written them, so that her fights are found.
        people: stage.store.people(id).await.expect("kept"),
    };
    let id = old.create_encounter(new).await.expect("written");
    let header = old.encounter(id).await.expect("read").expect("there");
    let export = serde_json::to_string(&ExportedFight::from_store(&old, id).await.expect("exported")).expect("JSON");
    assert!(export.contains(&ana.user().to_string()));
    assert_eq!(verify::check(&export).bad, Vec::<String>::new());
    assert_eq!(forget_in(&old, &header, ana.user().0).await, Ok(ForgetOutcome::Kept));
    assert!(everything(&old).contains(&ana.user().to_string()));
}

/// What's kept of a server that removed the bot is deleted after the days that the host has set, and not before; if it's invited again in time,
/// everything is there.
#[tokio::test]
async fn a_server_that_removed_the_bot_is_deleted_in_time() {
    let stage = Stage::set().await;
    let (_gwen, mut ana, _bob) = stage.brawl("").await;
    run(&mut ana, "character create", &[("name", "Mira"), ("fields", "str=9 health=4")]).await;
    let (app, application) = (stage.bot().app.clone(), stage.table.application_id().0);
    let (store, guild) = (stage.store.as_ref(), stage.table.guild_id().0);
    let is_member = async |wanted: bool| {
        for _ in 0..10_000 {
            if app.admission().is_in(guild) == Some(wanted) {
                return;
            }
            tokio::task::yield_now().await;
        }
        panic!("the bot hasn\u{2019}t heard of it");
    };
    let kept = async || store.guilds(application).await.expect("read").contains(&guild);
    housekeeping::tend(&app, KEPT_FOR).await.expect("looked");
    stage.table.let_bot_go(true);
    is_member(false).await;
    housekeeping::tend(&app, KEPT_FOR).await.expect("looked");
    stage.clock.advance(29 * DAY_MS);
    housekeeping::tend(&app, KEPT_FOR).await.expect("looked");
    stage.table.let_bot_go(false);
    is_member(true).await;
    housekeeping::tend(&app, KEPT_FOR).await.expect("looked");
    stage.clock.advance(29 * DAY_MS);
    stage.table.let_bot_go(true);
    is_member(false).await;
    housekeeping::tend(&app, KEPT_FOR).await.expect("looked");
    assert!(kept().await && !app.tables().all().is_empty(), "the days begin anew");
    stage.clock.advance(30 * DAY_MS);
    housekeeping::tend(&app, KEPT_FOR).await.expect("looked");
    for _ in 0..10_000 {
        if app.tables().all().is_empty() {
            break;
        }
        tokio::task::yield_now().await;
    }
    housekeeping::tend(&app, KEPT_FOR).await.expect("looked");
    assert!(!kept().await, "nothing is left of it");
    assert_eq!(store.belongings(application, ana.user().0).await.expect("read").characters, []);
}

/// A server that removed the bot while the gateway was lost, so that nothing was heard of it, is found out by the next READY.
#[tokio::test]
async fn a_server_that_removed_the_bot_unheard_is_found_out() {
    let stage = Stage::set().await;
    let _seats = stage.brawl("").await;
    let (app, application) = (stage.bot().app.clone(), stage.table.application_id().0);
    let guild = stage.table.guild_id().0;
    let left = async || {
        let scope = format!("guild:{guild}");
        stage.store.setting(application, &scope, "left_at_ms").await.expect("read").is_some()
    };
    stage.table.shut_gateway(true);
    stage.table.drop_gateway();
    stage.table.bot_online(false).await.expect("lost");
    stage.table.let_bot_go(true);
    housekeeping::tend(&app, KEPT_FOR).await.expect("looked");
    assert!(!left().await, "nobody knows yet");
    stage.table.invalidate_sessions(1);
    stage.table.shut_gateway(false);
    stage.table.bot_online(true).await.expect("a new session");
    let heard = async {
        while app.admission().is_in(guild) != Some(false) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(30), heard).await.expect("READY names no such server");
    housekeeping::tend(&app, KEPT_FOR).await.expect("looked");
    assert!(left().await, "noted, to be deleted in time");
    let is_paused = async {
        while !app.tables().all()[0].look(|it| it.session().paused()).await.expect("a fight") {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(30), is_paused).await.expect("its fight is paused");
}

/// /about says what this is and where to find what's kept.
#[tokio::test]
async fn about_says_what_this_is() {
    let stage = Stage::set().await;
    let told = run(&mut stage.seat("Cem"), "about", &[]).await;
    assert!(told.contains("referees tabletop combat") && told.contains("/privacy") && told.contains("MIT"), "{told}");
    stage.judge();
}
