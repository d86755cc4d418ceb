//! The page's socket: what a tab is told when it opens and afterwards, in the page's protocol.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use umpire::localtable::TableSettings;

use crate::bot::{Bot, button};

/// A tab driven by hand.
struct Tab {
    socket: tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>,
}

impl Tab {
    async fn open(bot: &Bot, seat: &str) -> (Self, Value) {
        let user = bot.table.user_id(seat).expect("a person");
        let url = format!("ws://{}/table/socket?seat={user}", bot.table.address());
        let (socket, _) = tokio_tungstenite::connect_async(url).await.expect("the table takes the call");
        let mut tab = Self { socket };
        let hello = tab.told("HELLO").await;
        (tab, hello)
    }

    async fn act(&mut self, act: Value) {
        self.socket.send(Message::text(act.to_string())).await.expect("sent");
    }

    /// The next frame of this type; others are skipped.
    async fn told(&mut self, kind: &str) -> Value {
        loop {
            let next = tokio::time::timeout(std::time::Duration::from_secs(10), self.socket.next());
            let frame = next.await.unwrap_or_else(|_| panic!("no {kind} came")).expect("open").expect("whole");
            let frame: Value = serde_json::from_str(frame.to_text().expect("text")).expect("JSON");
            if frame["t"] == kind {
                return frame["d"].clone();
            }
        }
    }
}

/// HELLO has everything the page draws: seats, the channels this seat sees, commands, the last messages, whether the bot is there.
#[tokio::test]
async fn hello_has_everything() {
    let bot = Bot::start().await;
    bot.register(json!([{ "name": "go", "description": "Go." }])).await;
    bot.post(json!({ "content": "welcome" })).await;
    let (_tab, hello) = Tab::open(&bot, "Ana").await;
    let names = |list: &Value, key: &str| -> Vec<String> {
        list.as_array()
            .expect("a list")
            .iter()
            .map(|one| one.pointer(key).and_then(Value::as_str).unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(hello["me"]["global_name"], "Ana");
    assert_eq!(names(&hello["seats"], "/user/global_name"), ["Gwen", "Ana", "Bob", "Cem", "Dana"]);
    assert_eq!(names(&hello["seats"], "/role"), ["gm", "player", "player", "player", "player"]);
    assert_eq!(names(&hello["channels"], "/name"), ["table", "tavern"]);
    assert_eq!(names(&hello["commands"], "/name"), ["go"]);
    assert_eq!(hello["bot"]["online"], true);
    let table = bot.channel_id("table").to_string();
    assert_eq!(hello["messages"][&table][0]["content"], "welcome");
    assert_eq!(hello["taken"], json!([hello["me"]["id"]]), "her own seat is taken");
    let (_tab, hello) = Tab::open(&bot, "Gwen").await;
    assert_eq!(hello["taken"].as_array().map(Vec::len), Some(2), "and now Gwen\u{2019}s");
    assert_eq!(names(&hello["channels"], "/name"), ["table", "gm", "tavern"]);
    assert_eq!(hello["channels"][1]["gm_only"], true);
}

/// A command's whole path over the page's socket: thinking, the private reply to its seat only, in two of its tabs, and the bot's leaving.
#[tokio::test]
async fn a_command_goes_all_the_way() {
    let mut bot = Bot::start().await;
    let (mut ana, _) = Tab::open(&bot, "Ana").await;
    let (mut second, _) = Tab::open(&bot, "Ana").await;
    let (mut bob, _) = Tab::open(&bot, "Bob").await;
    bot.register(json!([{ "name": "go", "description": "Go." }])).await;
    assert_eq!(ana.told("COMMANDS").await[0]["name"], "go");
    let table = bot.channel_id("table");
    ana.act(json!({ "op": "command", "nonce": "n1", "channel_id": table, "name": "go", "options": [] })).await;
    let interaction = bot.interaction().await;
    bot.answer(&interaction, json!({ "type": 5, "data": { "flags": 64 } })).await;
    assert_eq!(ana.told("ACK").await, json!({ "nonce": "n1", "state": "thinking" }));
    bot.call_bare("POST", &bot.webhook(&interaction), json!({ "content": "for you" })).await;
    for tab in [&mut ana, &mut second] {
        let message = tab.told("MESSAGE_UPDATE").await;
        assert_eq!((&message["content"], &message["ephemeral"]), (&json!("for you"), &json!(true)));
    }
    let private = bot.post(json!({ "content": "for all" })).await;
    let message = bob.told("MESSAGE_CREATE").await;
    assert_eq!(
        (&message["id"], &message["ephemeral"]),
        (&private["id"], &json!(false)),
        "the first that Bob is told of"
    );

    ana.act(json!({ "op": "command", "nonce": "n2", "channel_id": table, "name": "nowhere" })).await;
    assert_eq!(ana.told("REFUSED").await, json!({ "nonce": "n2", "reason": "There’s no command /nowhere." }));
    ana.act(json!({ "op": "ping", "nonce": "n3" })).await;
    assert_eq!(ana.told("PONG").await["nonce"], "n3");
    bot.table.drop_gateway();
    assert_eq!(ana.told("BOT").await, json!({ "online": false }));
}

/// An unanswered command fails after three seconds on the table's clock, and the tab is told.
#[tokio::test]
async fn a_tab_is_told_of_a_failure() {
    let mut bot = Bot::start().await;
    let message = bot.post(json!({ "content": "?", "components": [button("b", "B")] })).await;
    let (mut ana, _) = Tab::open(&bot, "Ana").await;
    let table = bot.channel_id("table");
    let press =
        json!({ "op": "press", "nonce": "n1", "channel_id": table, "message_id": message["id"], "custom_id": "b" });
    ana.act(press).await;
    bot.interaction().await;
    bot.clock.advance(3_000);
    assert_eq!(ana.told("FAILED").await, json!({ "nonce": "n1", "reason": "The application did not respond" }));
}

/// What people say reaches every tab; an ephemeral message can be dismissed by its own seat and no other.
#[tokio::test]
async fn people_talk_and_dismiss() {
    let mut bot = Bot::start().await;
    bot.register(json!([{ "name": "go", "description": "Go." }])).await;
    let (mut ana, _) = Tab::open(&bot, "Ana").await;
    let (mut bob, _) = Tab::open(&bot, "Bob").await;
    let tavern = bot.channel_id("tavern");
    let name = "<img src=x onerror=alert(1)>";
    ana.act(json!({ "op": "say", "nonce": "n1", "channel_id": tavern, "content": name })).await;
    assert_eq!(bob.told("MESSAGE_CREATE").await["content"], name, "it travels as text");
    ana.act(json!({ "op": "say", "nonce": "n2", "channel_id": tavern, "content": "x".repeat(2_001) })).await;
    assert_eq!(ana.told("REFUSED").await["reason"], "A message can have at most 2000 characters.");
    ana.act(json!({ "op": "command", "nonce": "n3", "channel_id": tavern, "name": "go" })).await;
    let interaction = bot.interaction().await;
    bot.answer(&interaction, json!({ "type": 4, "data": { "content": "psst", "flags": 64 } })).await;
    let private = loop {
        let message = ana.told("MESSAGE_CREATE").await;
        if message["content"] == "psst" {
            break message;
        }
    };
    bob.act(json!({ "op": "dismiss", "nonce": "n4", "message_id": private["id"] })).await;
    assert_eq!(bob.told("REFUSED").await["nonce"], "n4");
    ana.act(json!({ "op": "dismiss", "nonce": "n5", "message_id": private["id"] })).await;
    assert_eq!(ana.told("MESSAGE_DELETE").await["id"], private["id"]);
}

/// The page and its modules are there, each with its type; an unknown seat is refused, and without one a player's is opened.
#[tokio::test]
async fn the_page_is_served() {
    let bot = Bot::start().await;
    for (path, content_type) in
        [("/", "text/html"), ("/page/style.css", "text/css"), ("/page/app.js", "text/javascript")]
    {
        let answer = reqwest::get(format!("{}{path}", bot.table.base_url())).await.expect("an answer");
        assert_eq!(answer.status().as_u16(), 200);
        assert!(answer.headers()["content-type"].to_str().expect("text").starts_with(content_type));
        assert!(!answer.bytes().await.expect("bytes").is_empty());
    }
    let url = |query: &str| format!("ws://{}/table/socket{query}", bot.table.address());
    assert!(tokio_tungstenite::connect_async(url("?seat=1")).await.is_err());
    assert!(tokio_tungstenite::connect_async(url("")).await.is_ok());
}

/// A second server isn't on the page: a tab gets neither its channels nor what's said there, openly or privately.
#[tokio::test]
async fn a_second_server_is_not_on_the_page() {
    let mut bot = Bot::at(TableSettings { second_guild: true, ..TableSettings::default() }).await;
    bot.line.event("GUILD_CREATE").await;
    let commands = format!("/applications/{}/commands", bot.table.application_id());
    assert_eq!(bot.call("PUT", &commands, json!([{ "name": "go", "description": "Go." }])).await.0, 200);
    let (mut tab, hello) = Tab::open(&bot, "Gwen").await;
    let names: Vec<_> = hello["channels"].as_array().expect("channels").iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["table", "gm", "tavern"]);
    assert_eq!(hello["guild"]["id"], json!(bot.table.guild_id()));
    let mut gwen = bot.table.seat("Gwen").expect("a seat");
    gwen.go_to(bot.channel_id("other-table"));
    gwen.say("elsewhere").await.expect("said");
    let (outcome, ()) = tokio::join!(gwen.command("go", &[]), async {
        let interaction = bot.interaction().await;
        let private = json!({ "type": 4, "data": { "content": "privately elsewhere", "flags": 64 } });
        assert_eq!(bot.answer(&interaction, private).await.0, 204);
    });
    outcome.expect("answered");
    let told: Vec<_> = gwen.messages().iter().map(|it| it["content"].clone()).collect();
    assert_eq!(told, ["elsewhere", "privately elsewhere"], "it did happen");
    bot.post(json!({ "content": "here" })).await;
    assert_eq!(tab.told("MESSAGE_CREATE").await["content"], "here", "nothing was told before it");
}
