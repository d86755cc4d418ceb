//! Permissions: the bot is refused what it lacks permission for (50001, 50013), and a seat doesn't get what it may not see.

use serde_json::{Value, json};
use umpire::localtable::{driver::DriveError, permissions};

use crate::{
    bot::{Bot, button},
    judge,
};

/// Removing any permission that the bot relies on refuses what needs it (403, 50013) and nothing else.
#[tokio::test]
async fn what_the_bot_lacks_it_is_refused() {
    let bot = Bot::start().await;
    let mut ana = bot.table.seat("Ana").expect("a seat");
    ana.say("hello").await.expect("said");
    let hers = ana.messages()[0]["id"].as_str().expect("an id").to_owned();
    let table = bot.channel("table");
    let send = format!("{table}/messages");
    let picture = json!({ "content": "p", "attachments": [{ "id": 0, "filename": "a.png" }] });
    let cases = [
        (permissions::SEND_MESSAGES, "POST", send.clone(), json!({ "content": "x" })),
        (permissions::EMBED_LINKS, "POST", send.clone(), json!({ "embeds": [{ "title": "t" }] })),
        (permissions::MANAGE_MESSAGES, "DELETE", format!("{send}/{hers}"), Value::Null),
        (permissions::PIN_MESSAGES, "PUT", format!("{table}/messages/pins/{hers}"), Value::Null),
        (permissions::PIN_MESSAGES, "PUT", format!("{table}/pins/{hers}"), Value::Null),
        (permissions::READ_MESSAGE_HISTORY, "GET", format!("{send}/{hers}"), Value::Null),
        (permissions::CREATE_PUBLIC_THREADS, "POST", format!("{send}/{hers}/threads"), json!({ "name": "t" })),
        (permissions::ADD_REACTIONS, "PUT", format!("{send}/{hers}/reactions/%E2%9A%94/@me"), Value::Null),
    ];
    for (lacking, method, path, body) in cases {
        bot.table.set_bot_permissions(permissions::BOT & !lacking);
        let (status, answer) = bot.call(method, &path, body).await;
        assert_eq!((status, &answer["code"]), (403, &json!(50013)), "{method} {path}");
    }
    bot.table.set_bot_permissions(permissions::BOT & !permissions::ATTACH_FILES);
    let (status, answer) = bot.call_with_files("POST", &send, &picture, &[("a.png", b"png")]).await;
    assert_eq!((status, &answer["code"]), (403, &json!(50013)));
    bot.table.set_bot_permissions(permissions::BOT);
    assert_eq!(bot.call("DELETE", &format!("{send}/{hers}"), Value::Null).await.0, 204, "given back, it may");
    assert_eq!(bot.call("PATCH", &table, json!({ "topic": "x" })).await.1["code"], 50013, "channels are the GM's");
    judge::judge(&bot.table);
}

/// A channel that the bot can't see is out of reach (50001), and it gets no events from it. Interactions there are answered anyway.
#[tokio::test]
async fn a_channel_it_cannot_see_is_out_of_reach() {
    let mut bot = Bot::start().await;
    bot.register(json!([{ "name": "go", "description": "Go." }])).await;
    let table = bot.channel_id("table");
    bot.table.set_bot_overwrite(table, 0, permissions::VIEW_CHANNEL);
    for (method, path) in
        [("GET", ""), ("GET", "/messages"), ("POST", "/messages"), ("POST", "/typing"), ("GET", "/pins")]
    {
        let (status, answer) = bot.call(method, &format!("/channels/{table}{path}"), json!({ "content": "x" })).await;
        assert_eq!((status, &answer["code"]), (403, &json!(50001)), "{method} {path}");
    }
    let mut ana = bot.table.seat("Ana").expect("a seat");
    ana.say("unheard").await.expect("said");
    let (outcome, interaction) = tokio::join!(ana.command("go", &[]), async {
        let first = bot.line.next().await.expect("an event");
        assert_eq!(first["t"], "INTERACTION_CREATE", "the message before it was not heard");
        bot.answer(&first["d"], json!({ "type": 4, "data": { "content": "gone", "flags": 64 } })).await;
        first["d"].clone()
    });
    outcome.expect("answered");
    assert_eq!(interaction["app_permissions"], "0");
}

/// Unknown objects have their codes, and the bot can't edit another's message (50005).
#[tokio::test]
async fn unknown_things_have_their_codes() {
    let bot = Bot::start().await;
    let mut ana = bot.table.seat("Ana").expect("a seat");
    ana.say("mine").await.expect("said");
    let hers = ana.messages()[0]["id"].as_str().expect("an id").to_owned();
    let table = bot.channel("table");
    let body = json!({ "content": "x" });
    for (method, path, status, code) in [
        ("POST", "/channels/1/messages".to_owned(), 404, 10003),
        ("PATCH", format!("{table}/messages/1"), 404, 10008),
        ("PATCH", format!("{table}/messages/{hers}"), 403, 50005),
        ("GET", "/guilds/1".into(), 404, 10004),
        ("GET", format!("/guilds/{}/members/1", bot.table.guild_id()), 404, 10007),
        ("GET", "/users/1".into(), 404, 10013),
        ("GET", "/applications/1/commands".into(), 404, 10002),
        ("GET", format!("{}/1", bot.commands()), 404, 10063),
        ("POST", "/webhooks/1/abc".into(), 404, 10015),
        ("GET", "/nowhere".into(), 404, 0),
    ] {
        let (answered, answer) =
            bot.call(method, &path, if method == "GET" { Value::Null } else { body.clone() }).await;
        assert_eq!((answered, &answer["code"]), (status, &json!(code)), "{method} {path}");
    }
    let (status, answer) = bot.call_bare("GET", "/users/@me", Value::Null).await;
    assert_eq!((status, &answer["message"]), (401, &json!("401: Unauthorized")));
}

/// The GM's channel is for the GM: players see neither it nor its messages nor its buttons.
#[tokio::test]
async fn the_gm_channel_is_the_gms() {
    let bot = Bot::start().await;
    let gm = bot.channel_id("gm");
    let body = json!({ "content": "the ogre is at 3", "components": [button("x", "Kill")] });
    let (status, message) = bot.call("POST", &format!("/channels/{gm}/messages"), body).await;
    assert_eq!(status, 200);
    let (mut ana, mut gwen) = (bot.table.seat("Ana").expect("a seat"), bot.table.seat("Gwen").expect("a seat"));
    ana.go_to(gm);
    gwen.go_to(gm);
    assert!(ana.messages().is_empty());
    assert!(matches!(ana.say("hi").await, Err(DriveError::Refused(_))));
    let forged = json!({ "op": "press", "message_id": message["id"], "custom_id": "x" });
    assert!(matches!(ana.act(forged).await, Err(DriveError::Refused(_))));
    assert_eq!(gwen.messages().len(), 1);
}

/// Only the GM can use a command for server managers.
#[tokio::test]
async fn a_command_may_be_the_gms_alone() {
    let mut bot = Bot::start().await;
    let needed = permissions::MANAGE_GUILD.to_string();
    bot.register(json!([{ "name": "setup", "description": "d", "default_member_permissions": needed }])).await;
    let (mut ana, mut gwen) = (bot.table.seat("Ana").expect("a seat"), bot.table.seat("Gwen").expect("a seat"));
    let refused = ana.command("setup", &[]).await;
    assert!(matches!(refused, Err(DriveError::Refused(reason)) if reason == "You can’t use /setup."));
    let (outcome, _) = tokio::join!(gwen.command("setup", &[]), async {
        let interaction = bot.interaction().await;
        bot.answer(&interaction, json!({ "type": 4, "data": { "content": "done" } })).await
    });
    outcome.expect("the GM may");
}

/// Only those named by allowed_mentions are pinged, whatever the text says.
#[tokio::test]
async fn only_the_allowed_are_pinged() {
    let bot = Bot::start().await;
    let (ana, bob) = (bot.table.user_id("Ana").expect("a person"), bot.table.user_id("Bob").expect("a person"));
    let content = format!("<@{ana}> <@{bob}> @everyone");
    for (allowed, pinged) in [
        (json!({ "parse": [] }), vec![]),
        (json!({ "users": [bob] }), vec![bob]),
        (json!({ "parse": ["users"] }), vec![ana, bob]),
        (Value::Null, vec![ana, bob]),
    ] {
        let message = bot.post(json!({ "content": content, "allowed_mentions": allowed })).await;
        let mentions: Vec<_> =
            message["mentions"].as_array().expect("a list").iter().map(|user| user["id"].clone()).collect();
        assert_eq!(mentions, pinged.iter().map(|id| json!(id)).collect::<Vec<_>>(), "{allowed}");
        assert_eq!(message["mention_everyone"], false, "the bot may not ping everyone");
    }
}
