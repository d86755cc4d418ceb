//! The table's own file: what was there before the process ended is there afterwards.

use serde_json::{Value, json};
use umpire::localtable::{self, JournalError, LocalTableError, TableSettings, limits};

use crate::bot::{Bot, button};

fn kept_in(folder: &tempfile::TempDir) -> TableSettings {
    TableSettings { file: Some(folder.path().join("table.jsonl")), ..TableSettings::default() }
}

/// When the process is killed, channels, messages with buttons and pictures, commands, ids, the token, private replies and running
/// interactions survive: the old button works, and the old interaction's token is valid for the rest of its time.
#[tokio::test]
async fn the_old_button_works_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bot = Bot::at(kept_in(&folder)).await;
    bot.register(json!([{ "name": "go", "description": "Go." }])).await;
    let message = bot.post(json!({ "content": "ready?", "components": [button("go:1", "Go")] })).await;
    let path = format!("{}/messages", bot.channel("table"));
    let picture = json!({ "embeds": [{ "title": "Map", "image": { "url": "attachment://map.png" } }] });
    let (_, pictured) = bot.call_with_files("POST", &path, &picture, &[("map.png", b"not really a picture")]).await;
    let mut ana = bot.table.seat("Ana").expect("a seat");
    let (_, interaction) = tokio::join!(ana.command("go", &[]), async {
        let interaction = bot.interaction().await;
        bot.answer(&interaction, json!({ "type": 4, "data": { "content": "private", "flags": 64 } })).await;
        interaction
    });
    let before =
        (bot.table.bot_token(), bot.table.application_id(), bot.table.guild_id(), bot.channel_id("table"), ana.user());
    // What a process killed here leaves behind: its current file, with a line it had only started.
    let left = folder.path().join("left.jsonl");
    std::fs::copy(folder.path().join("table.jsonl"), &left).expect("copied");
    let mut torn = std::fs::OpenOptions::new().append(true).open(&left).expect("opened");
    std::io::Write::write_all(&mut torn, br#"{"key":"message/99","value":{"id"#).expect("written");

    let mut bot = Bot::at(TableSettings { file: Some(left), ..TableSettings::default() }).await;
    let mut ana = bot.table.seat("Ana").expect("a seat");
    let after =
        (bot.table.bot_token(), bot.table.application_id(), bot.table.guild_id(), bot.channel_id("table"), ana.user());
    assert_eq!(before, after);
    let seen: Vec<_> = ana.messages().iter().map(|message| message["content"].clone()).collect();
    assert_eq!(seen, ["ready?", "", "private"]);
    let (outcome, press) = tokio::join!(ana.press(&message, "Go"), async {
        let press = bot.interaction().await;
        bot.answer(&press, json!({ "type": 6 })).await;
        press
    });
    outcome.expect("the old button works");
    assert_eq!(press["data"]["custom_id"], "go:1");
    let newer = |id: &Value, than: &Value| {
        id.as_str().map(str::len).zip(id.as_str()) > than.as_str().map(str::len).zip(than.as_str())
    };
    assert!(newer(&press["id"], &interaction["id"]), "ids go on rising");

    let original = format!("{}/messages/@original", bot.webhook(&interaction));
    assert_eq!(bot.call_bare("PATCH", &original, json!({ "content": "still private" })).await.0, 200);
    bot.clock.advance(limits::TOKEN_MS);
    assert_eq!(bot.call_bare("PATCH", &original, json!({ "content": "late" })).await.0, 401);
    // The new process serves the picture on its own port.
    let (_, again) = bot.call("GET", &format!("{path}/{}", pictured["id"].as_str().expect("an id")), Value::Null).await;
    let url = again["embeds"][0]["image"]["url"].as_str().expect("a link").to_owned();
    assert!(url.starts_with(&bot.table.base_url()));
    let picture = reqwest::get(url).await.expect("an answer");
    assert_eq!(picture.headers()["content-type"], "image/png");
    assert_eq!(picture.bytes().await.expect("a picture").as_ref(), b"not really a picture");
}

/// What was deleted stays deleted, and a nonce is remembered.
#[tokio::test]
async fn what_was_deleted_stays_deleted() {
    let folder = tempfile::tempdir().expect("a folder");
    let bot = Bot::at(kept_in(&folder)).await;
    let once = json!({ "content": "once", "nonce": 5, "enforce_nonce": true });
    let first = bot.post(once.clone()).await;
    let gone = bot.post(json!({ "content": "gone" })).await;
    let path = format!("{}/messages/{}", bot.channel("table"), gone["id"].as_str().expect("an id"));
    assert_eq!(bot.call("DELETE", &path, Value::Null).await.0, 204);
    bot.table.shutdown().await;
    let bot = Bot::at(kept_in(&folder)).await;
    assert_eq!(bot.call("GET", &path, Value::Null).await.1["code"], 10008);
    assert_eq!(bot.post(once).await["id"], first["id"]);
}

/// Two tables never share a file, and another program's file is named and left as it is.
#[tokio::test]
async fn a_file_in_use_or_foreign_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let _first = localtable::open(kept_in(&folder)).await.expect("open");
    let second = localtable::open(kept_in(&folder)).await;
    assert!(matches!(second, Err(LocalTableError::Journal(JournalError::InUse(_)))));
    let letter = folder.path().join("letter.txt");
    std::fs::write(&letter, "Dear Ana,\n").expect("written");
    let foreign = localtable::open(TableSettings { file: Some(letter.clone()), ..TableSettings::default() }).await;
    assert!(matches!(foreign, Err(LocalTableError::Journal(JournalError::Foreign { line: 1, .. }))));
    assert_eq!(std::fs::read_to_string(&letter).expect("read"), "Dear Ana,\n");
}
