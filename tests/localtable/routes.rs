//! The routes that a bot reads and writes with its token, one after the other, each response checked against the specification.

use serde_json::{Value, json};
use umpire::localtable::{Strict, TableSettings, limits, permissions};

use crate::{bot::Bot, judge};

/// The bot reads itself, its application, the server and the people.
#[tokio::test]
async fn the_bot_reads_what_there_is() {
    let bot = Bot::start().await;
    let guild = format!("/guilds/{}", bot.table.guild_id());
    let ana = bot.table.user_id("Ana").expect("a person");
    for (path, key, value) in [
        ("/gateway".to_owned(), "url", json!(format!("ws://{}/gateway", bot.table.address()))),
        ("/gateway/bot".into(), "shards", json!(1)),
        ("/users/@me".into(), "username", json!("Umpire")),
        ("/oauth2/applications/@me".into(), "id", json!(bot.table.application_id())),
        ("/applications/@me".into(), "id", json!(bot.table.application_id())),
        (guild.clone(), "name", json!("The Local Table")),
        (format!("{guild}/members/{ana}"), "deaf", json!(false)),
        (format!("/users/{ana}"), "global_name", json!("Ana")),
        (bot.channel("table"), "name", json!("table")),
    ] {
        let (status, answer) = bot.call("GET", &path, Value::Null).await;
        assert_eq!((status, &answer[key]), (200, &value), "{path}");
    }
    for (path, count) in
        [(format!("{guild}/channels"), 3), (format!("{guild}/roles"), 3), ("/users/@me/guilds".into(), 1)]
    {
        let (status, answer) = bot.call("GET", &path, Value::Null).await;
        assert_eq!((status, answer.as_array().map(Vec::len)), (200, Some(count)), "{path}");
    }
    judge::judge(&bot.table);
}

/// Commands are added and removed one by one or all at once; one that keeps its name keeps its id.
#[tokio::test]
async fn commands_come_and_go() {
    let bot = Bot::start().await;
    let everywhere = format!("/applications/{}/commands", bot.table.application_id());
    for scope in [bot.commands(), everywhere] {
        let (status, first) = bot.call("POST", &scope, json!({ "name": "a", "description": "d" })).await;
        assert_eq!(status, 201);
        let (status, again) = bot.call("POST", &scope, json!({ "name": "a", "description": "e" })).await;
        assert_eq!((status, &again["id"], &again["description"]), (200, &first["id"], &json!("e")));
        let one = format!("{scope}/{}", first["id"].as_str().expect("an id"));
        let (status, changed) = bot.call("PATCH", &one, json!({ "description": "f" })).await;
        assert_eq!((status, &changed["name"], &changed["description"]), (200, &json!("a"), &json!("f")));
        let list = json!([{ "name": "a", "description": "d" }, { "name": "b", "description": "d" }]);
        let (_, list) = bot.call("PUT", &scope, list).await;
        assert_eq!(list[0]["id"], first["id"]);
        assert_eq!(bot.call("DELETE", &one, Value::Null).await.0, 204);
        let (_, left) = bot.call("GET", &scope, Value::Null).await;
        assert_eq!((left.as_array().map(Vec::len), &left[0]["name"]), (Some(1), &json!("b")));
    }
    judge::judge(&bot.table);
}

/// History is read newest first: the latest, before, after and around a message.
#[tokio::test]
async fn history_is_read_from_any_place() {
    let bot = Bot::start().await;
    let mut ids = Vec::new();
    for i in 0..6 {
        ids.push(bot.post(json!({ "content": format!("{i}") })).await["id"].as_str().expect("an id").to_owned());
    }
    let path = format!("{}/messages", bot.channel("table"));
    for (query, wanted) in [
        ("limit=2".to_owned(), "54"),
        (format!("before={}&limit=2", ids[3]), "21"),
        (format!("after={}&limit=2", ids[1]), "32"),
        (format!("around={}&limit=3", ids[3]), "432"),
        ("&limit=1".into(), "5"),
    ] {
        let (status, answer) = bot.call("GET", &format!("{path}?{query}"), Value::Null).await;
        let said: String =
            answer.as_array().expect("a list").iter().filter_map(|message| message["content"].as_str()).collect();
        assert_eq!((status, said.as_str()), (200, wanted), "{query}");
    }
    for query in ["limit=101", "limit=0", "before=x"] {
        assert_eq!(bot.call("GET", &format!("{path}?{query}"), Value::Null).await.1["code"], 50035, "{query}");
    }
    judge::judge(&bot.table);
}

/// Messages are edited in part, pinned by both routes, replied to, and deleted one by one or many at once.
#[tokio::test]
async fn messages_live_and_go() {
    let mut bot = Bot::start().await;
    let channel = bot.channel("table");
    let message = bot.post(json!({ "content": "one", "embeds": [{ "title": "kept" }] })).await;
    let id = message["id"].as_str().expect("an id").to_owned();
    let (status, edited) = bot.call("PATCH", &format!("{channel}/messages/{id}"), json!({ "content": "two" })).await;
    assert_eq!((status, &edited["content"], &edited["embeds"][0]["title"]), (200, &json!("two"), &json!("kept")));
    assert!(edited["edited_timestamp"].is_string());
    assert_eq!(bot.line.event("MESSAGE_UPDATE").await["content"], "two");

    assert_eq!(bot.call("PUT", &format!("{channel}/messages/pins/{id}"), Value::Null).await.0, 204);
    bot.line.event("CHANNEL_PINS_UPDATE").await;
    assert_eq!(bot.line.event("MESSAGE_CREATE").await["type"], 6, "a system message says so");
    let (_, pins) = bot.call("GET", &format!("{channel}/messages/pins"), Value::Null).await;
    assert_eq!(pins["items"][0]["message"]["id"], id.as_str());
    let (_, pins) = bot.call("GET", &format!("{channel}/pins"), Value::Null).await;
    assert_eq!(pins[0]["pinned"], true);
    assert_eq!(bot.call("DELETE", &format!("{channel}/pins/{id}"), Value::Null).await.0, 204);

    let reply = bot.post(json!({ "content": "answer", "message_reference": { "message_id": id } })).await;
    assert_eq!((&reply["type"], &reply["referenced_message"]["id"]), (&json!(19), &json!(id)));
    let many: Value = json!({ "messages": [id, reply["id"]] });
    assert_eq!(bot.call("POST", &format!("{channel}/messages/bulk-delete"), many.clone()).await.0, 204);
    assert_eq!(bot.line.event("MESSAGE_DELETE_BULK").await["ids"].as_array().map(Vec::len), Some(2));
    assert_eq!(bot.call("GET", &format!("{channel}/messages/{id}"), Value::Null).await.1["code"], 10008);
    let one = json!({ "messages": ["1"] });
    assert_eq!(bot.call("POST", &format!("{channel}/messages/bulk-delete"), one).await.1["code"], 50016);
    bot.clock.advance(limits::BULK_DELETE_DAYS * 86_400_000 + 1);
    assert_eq!(bot.call("POST", &format!("{channel}/messages/bulk-delete"), many).await.1["code"], 50034);
    assert_eq!(bot.call("POST", &format!("{channel}/typing"), Value::Null).await.0, 204);
    judge::judge(&bot.table);
}

/// Files arrive as multipart, are served back, survive an edit that names them and disappear with one that doesn't.
#[tokio::test]
async fn files_are_kept_and_let_go() {
    let bot = Bot::start().await;
    let path = format!("{}/messages", bot.channel("table"));
    let described = json!([{ "id": 0, "description": "A map" }, { "id": 1, "filename": "../log.txt" }]);
    let body = json!({ "content": "files", "attachments": described });
    let files: [(&str, &[u8]); 2] = [("map.png", b"map"), ("x.txt", b"log")];
    let (status, message) = bot.call_with_files("POST", &path, &body, &files).await;
    assert_eq!(status, 200, "{message}");
    let [map, log] = [&message["attachments"][0], &message["attachments"][1]];
    assert_eq!(
        (&map["filename"], &map["description"], &map["content_type"]),
        (&json!("map.png"), &json!("A map"), &json!("image/png"))
    );
    assert_eq!(log["filename"], ".._log.txt", "no path survives");
    let fetched = reqwest::get(log["url"].as_str().expect("a link")).await.expect("an answer");
    assert_eq!(fetched.headers()["content-disposition"], "attachment", "only pictures are shown in place");
    assert_eq!(fetched.bytes().await.expect("bytes").as_ref(), b"log");

    let (_, page) =
        bot.call_with_files("POST", &path, &json!({ "content": "a page" }), &[("fight.html", b"<p>")]).await;
    let link = page["attachments"][0]["url"].as_str().expect("a link");
    let fetched = reqwest::get(link).await.expect("an answer");
    assert_eq!(fetched.headers()["content-disposition"], "attachment");
    let opened = reqwest::get(format!("{link}?open")).await.expect("an answer");
    let policy = opened.headers()["content-security-policy"].to_str().expect("text");
    assert!(policy.starts_with("sandbox allow-scripts") && !policy.contains("same-origin"), "{policy}");
    assert!(policy.contains("default-src 'none'") && !opened.headers().contains_key("content-disposition"));

    let one = format!("{path}/{}", message["id"].as_str().expect("an id"));
    let keep = json!({ "attachments": [{ "id": map["id"] }] });
    let (status, edited) = bot.call("PATCH", &one, keep).await;
    assert_eq!((status, edited["attachments"].as_array().map(Vec::len)), (200, Some(1)));
    assert_eq!(reqwest::get(log["url"].as_str().expect("a link")).await.expect("an answer").status().as_u16(), 404);
    let embed = json!({ "title": "Map", "image": { "url": "attachment://next.png" } });
    let next = json!({ "embeds": [embed], "attachments": [{ "id": 0 }] });
    let (_, edited) = bot.call_with_files("PATCH", &one, &next, &[("next.png", b"next")]).await;
    assert_eq!(edited["attachments"], json!([]), "what an embed shows is not listed again");
    let url = edited["embeds"][0]["image"]["url"].as_str().expect("a link");
    assert_eq!(reqwest::get(url).await.expect("an answer").bytes().await.expect("bytes").as_ref(), b"next");
    judge::judge(&bot.table);
}

/// Files as large as Discord takes arrive whole; a larger one is refused for its size.
#[tokio::test]
async fn large_files_arrive() {
    let bot = Bot::start().await;
    let path = format!("{}/messages", bot.channel("table"));
    let body = json!({ "content": "the whole log", "attachments": [{ "id": 0 }] });
    let large = vec![b'7'; limits::FILE_BYTES];
    let (status, message) = bot.call_with_files("POST", &path, &body, &[("log.json", &large[..5 << 20])]).await;
    assert_eq!((status, message["attachments"][0]["size"].as_u64()), (200, Some(5 << 20)), "{message}");
    let (status, message) = bot.call_with_files("POST", &path, &body, &[("log.json", &large)]).await;
    assert_eq!(status, 200, "{message}");
    let too_large = [large, vec![b'7']].concat();
    assert_eq!(bot.call_with_files("POST", &path, &body, &[("log.json", &too_large)]).await.0, 413);
    judge::judge(&bot.table);
}

/// Threads are created from a message or alone, written to with a separate permission, joined, archived and deleted.
#[tokio::test]
async fn threads_live_and_go() {
    let mut bot = Bot::start().await;
    let channel = bot.channel("table");
    let message = bot.post(json!({ "content": "fight" })).await;
    let id = message["id"].as_str().expect("an id").to_owned();
    let (status, thread) =
        bot.call("POST", &format!("{channel}/messages/{id}/threads"), json!({ "name": "The fight" })).await;
    assert_eq!((status, &thread["id"], &thread["type"]), (201, &json!(id), &json!(11)));
    bot.line.event("THREAD_CREATE").await;
    let twice = bot.call("POST", &format!("{channel}/messages/{id}/threads"), json!({ "name": "Again" })).await;
    assert_eq!(twice.1["code"], 160_004);
    let inside = format!("/channels/{id}/messages");
    assert_eq!(bot.call("POST", &inside, json!({ "content": "here" })).await.0, 200);
    bot.table.set_bot_permissions(permissions::BOT & !permissions::SEND_MESSAGES_IN_THREADS);
    assert_eq!(bot.call("POST", &inside, json!({ "content": "here" })).await.1["code"], 50013);
    bot.table.set_bot_permissions(permissions::BOT & !permissions::SEND_MESSAGES);
    assert_eq!(
        bot.call("POST", &inside, json!({ "content": "here" })).await.0,
        200,
        "writing in threads is a permission of its own"
    );
    bot.table.set_bot_permissions(permissions::BOT);

    let (status, alone) = bot.call("POST", &format!("{channel}/threads"), json!({ "name": "Alone", "type": 11 })).await;
    assert_eq!(status, 201, "{alone}");
    let alone = format!("/channels/{}", alone["id"].as_str().expect("an id"));
    assert_eq!(bot.call("PUT", &format!("{alone}/thread-members/@me"), Value::Null).await.0, 204);
    let (status, archived) = bot.call("PATCH", &alone, json!({ "archived": true })).await;
    assert_eq!((status, &archived["thread_metadata"]["archived"]), (200, &json!(true)));
    assert_eq!(bot.call("DELETE", &alone, Value::Null).await.1["code"], 50013, "deleting needs Manage Threads");
    bot.table.set_bot_permissions(permissions::BOT | permissions::MANAGE_THREADS);
    assert_eq!(bot.call("DELETE", &alone, Value::Null).await.0, 200);
    assert_eq!(bot.call("GET", &alone, Value::Null).await.1["code"], 10003);
    let (_, active) = bot.call("GET", &format!("/guilds/{}/threads/active", bot.table.guild_id()), Value::Null).await;
    assert_eq!(active["threads"].as_array().map(Vec::len), Some(1));
    judge::judge(&bot.table);
}

/// The bot can change channels where it's permitted: names, topics within their limit, overwrites.
#[tokio::test]
async fn channels_are_changed_where_the_bot_may() {
    let mut bot = Bot::start().await;
    bot.table.set_bot_permissions(permissions::BOT | permissions::MANAGE_CHANNELS | permissions::MANAGE_ROLES);
    let channel = bot.channel("table");
    let (status, changed) =
        bot.call("PATCH", &channel, json!({ "topic": "x".repeat(1_024), "rate_limit_per_user": 5 })).await;
    assert_eq!((status, &changed["rate_limit_per_user"]), (200, &json!(5)));
    assert_eq!(bot.line.event("CHANNEL_UPDATE").await["rate_limit_per_user"], 5);
    let (status, refused) = bot.call("PATCH", &channel, json!({ "topic": "x".repeat(1_025) })).await;
    assert_eq!((status, crate::bot::codes_at(&refused, "topic").len()), (400, 1));
    let ana = bot.table.user_id("Ana").expect("a person");
    let hidden = json!({ "type": 1, "allow": "0", "deny": permissions::VIEW_CHANNEL.to_string() });
    assert_eq!(bot.call("PUT", &format!("{channel}/permissions/{ana}"), hidden).await.0, 204);
    let seat = bot.table.seat("Ana").expect("a seat");
    bot.post(json!({ "content": "unseen" })).await;
    assert!(seat.messages().is_empty());
    assert_eq!(bot.call("DELETE", &format!("{channel}/permissions/{ana}"), Value::Null).await.0, 204);
    assert_eq!(seat.messages().len(), 1);
    let made =
        bot.call("POST", &format!("/guilds/{}/channels", bot.table.guild_id()), json!({ "name": "arena" })).await;
    assert_eq!((made.0, &made.1["name"]), (201, &json!("arena")));
    judge::judge(&bot.table);
}

/// A direct message goes to one person: always the same channel, and nobody else sees it.
#[tokio::test]
async fn direct_messages_go_to_one_person() {
    let bot = Bot::start().await;
    let ana = bot.table.user_id("Ana").expect("a person");
    let (status, channel) = bot.call("POST", "/users/@me/channels", json!({ "recipient_id": ana })).await;
    assert_eq!((status, &channel["type"]), (200, &json!(1)));
    assert_eq!(bot.call("POST", "/users/@me/channels", json!({ "recipient_id": ana })).await.1["id"], channel["id"]);
    let id = channel["id"].as_str().expect("an id");
    assert_eq!(bot.call("POST", &format!("/channels/{id}/messages"), json!({ "content": "psst" })).await.0, 200);
    for (name, sees) in [("Ana", 1), ("Bob", 0), ("Gwen", 0)] {
        let mut seat = bot.table.seat(name).expect("a seat");
        seat.go_to(id.parse().expect("an id"));
        assert_eq!(seat.messages().len(), sees, "{name}");
    }
    judge::judge(&bot.table);
}

/// A message older than an hour can be edited only so often (30046); a younger one any number of times.
#[tokio::test]
async fn old_messages_are_edited_only_so_often() {
    let strict = Strict { old_edits_an_hour: 2, ..Strict::default() };
    let bot = Bot::at(TableSettings { strict, ..TableSettings::default() }).await;
    let message = bot.post(json!({ "content": "0" })).await;
    let path = format!("{}/messages/{}", bot.channel("table"), message["id"].as_str().expect("an id"));
    for i in 0..5 {
        assert_eq!(bot.call("PATCH", &path, json!({ "content": format!("young {i}") })).await.0, 200);
    }
    bot.clock.advance(limits::OLD_MESSAGE_MS);
    for i in 0..2 {
        assert_eq!(bot.call("PATCH", &path, json!({ "content": format!("old {i}") })).await.0, 200);
    }
    let (status, answer) = bot.call("PATCH", &path, json!({ "content": "once more" })).await;
    assert_eq!((status, &answer["code"]), (429, &json!(30046)));
    bot.clock.advance(limits::OLD_MESSAGE_MS + 1);
    assert_eq!(bot.call("PATCH", &path, json!({ "content": "an hour later" })).await.0, 200);
}
