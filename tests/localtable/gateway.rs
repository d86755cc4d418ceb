//! The gateway's handshake, heartbeats, resumption, closing codes and intents.

use serde_json::{Value, json};
use umpire::localtable::{self, Strict, TableSettings, gateway, permissions};

use crate::bot::{Bot, Line};

/// HELLO, IDENTIFY (with and without "Bot "), READY, the server with its channels, and an acknowledgement for each heartbeat.
#[tokio::test]
async fn the_handshake_brings_the_server() {
    let table = localtable::open(TableSettings::default()).await.expect("open");
    for token in [table.bot_token(), format!("Bot {}", table.bot_token())] {
        let mut line = Line::open(&table, "/?v=10&encoding=json").await;
        line.identify(&token, gateway::GUILDS).await;
        let ready = line.event("READY").await;
        assert_eq!((ready["v"].as_u64(), &ready["user"]["bot"]), (Some(10), &Value::Bool(true)));
        assert_eq!(ready["application"]["id"], table.application_id().to_string());
        assert_eq!(ready["guilds"][0]["unavailable"], true);
        let guild = line.event("GUILD_CREATE").await;
        let names: Vec<_> = guild["channels"]
            .as_array()
            .expect("channels")
            .iter()
            .filter_map(|channel| channel["name"].as_str())
            .collect();
        assert_eq!(names, ["table", "gm", "tavern"]);
        assert_eq!(
            guild["members"].as_array().map(Vec::len),
            Some(1),
            "without the members' intent the bot sees itself alone"
        );
        line.send(json!({ "op": 1, "d": line.seq })).await;
        assert_eq!(line.next().await.expect("an acknowledgement")["op"], 11);
    }
}

/// What happened while the bot was away is replayed in order; an unknown session is called invalid (op 9).
#[tokio::test]
async fn a_dropped_session_resumes_and_misses_nothing() {
    let mut bot = Bot::start().await;
    let (session, seq) = (bot.line.session.clone(), bot.line.seq);
    bot.table.drop_gateway();
    assert_eq!(bot.line.next().await, Err(0), "gone without a word");
    for text in ["one", "two"] {
        bot.post(json!({ "content": text })).await;
    }
    let mut line = Line::open(&bot.table, "?v=10&encoding=json").await;
    line.resume(&bot.table.bot_token(), &session, seq).await;
    assert_eq!(line.event("MESSAGE_CREATE").await["content"], "one");
    assert_eq!(line.event("MESSAGE_CREATE").await["content"], "two");
    line.event("RESUMED").await;
    assert_eq!(line.seq, seq + 3);

    let mut stranger = Line::open(&bot.table, "?v=10&encoding=json").await;
    stranger.resume(&bot.table.bot_token(), "nobody", 1).await;
    assert_eq!(stranger.next().await.expect("op 9")["op"], 9);
}

/// A session that nobody resumes is forgotten after a while.
#[tokio::test]
async fn a_session_waits_only_so_long() {
    let mut bot = Bot::start().await;
    let (session, seq) = (bot.line.session.clone(), bot.line.seq);
    bot.table.drop_gateway();
    assert_eq!(bot.line.next().await, Err(0));
    bot.table.bot_online(false).await.expect("it is noticed");
    bot.clock.advance(gateway::RESUMABLE_MS);
    // Any call makes the table check its clock.
    let original = format!("/webhooks/{}/x/messages/@original", bot.table.application_id());
    assert_eq!(bot.call_bare("GET", &original, Value::Null).await.0, 401);
    let mut line = Line::open(&bot.table, "?v=10&encoding=json").await;
    line.resume(&bot.table.bot_token(), &session, seq).await;
    assert_eq!(line.next().await.expect("op 9")["op"], 9);
}

/// Each client fault closes the connection with Discord's code for it.
#[tokio::test]
async fn faults_of_a_client_are_closed_with_their_codes() {
    let table = localtable::open(TableSettings::default()).await.expect("open");
    let token = table.bot_token();
    let properties = json!({ "os": "linux", "browser": "test", "device": "test" });
    let identify = |token: &str, intents: u64| {
        let data = json!({ "token": token, "intents": intents, "properties": properties });
        json!({ "op": 2, "d": data })
    };
    let cases = [
        (4001, json!({ "op": 99, "d": null })),
        (4003, json!({ "op": 8, "d": {} })),
        (4004, identify("wrong", gateway::GUILDS)),
        (4013, identify(&token, 1 << 40)),
        (4014, identify(&token, gateway::GUILDS | gateway::MESSAGE_CONTENT)),
        (4010, json!({ "op": 2, "d": { "token": token, "intents": 1, "properties": properties, "shard": [1, 1] } })),
    ];
    for (code, payload) in cases {
        let mut line = Line::open(&table, "?v=10&encoding=json").await;
        line.send(payload).await;
        assert_eq!(line.next().await, Err(code));
    }
    let mut line = Line::open(&table, "?v=10&encoding=json").await;
    line.identify(&token, gateway::GUILDS).await;
    line.event("GUILD_CREATE").await;
    line.identify(&token, gateway::GUILDS).await;
    assert_eq!(line.next().await, Err(4005), "already authenticated");
}

async fn with(strict: Strict) -> localtable::LocalTable {
    localtable::open(TableSettings { strict, ..TableSettings::default() }).await.expect("open")
}

/// Of two shards, the server's events arrive on one: the one that its id says.
#[tokio::test]
async fn a_servers_events_arrive_on_its_shard() {
    let table = with(Strict { shards: 2, ..Strict::default() }).await;
    let here = (table.guild_id().0 >> 22) % 2;
    let (mut its, mut other) =
        (Line::of_shard(&table, here, gateway::GUILDS).await, Line::of_shard(&table, 1 - here, gateway::GUILDS).await);
    let (ready, empty) = (its.event("READY").await, other.event("READY").await);
    assert_eq!((&ready["shard"], ready["guilds"].as_array().map(Vec::len)), (&json!([here, 2]), Some(1)));
    assert_eq!((&empty["shard"], empty["guilds"].as_array().map(Vec::len)), (&json!([1 - here, 2]), Some(0)));
    its.event("GUILD_CREATE").await;
    table.send_event("CHANNEL_UPDATE", &json!({ "name": "seen here" }));
    assert_eq!(its.event("CHANNEL_UPDATE").await["name"], "seen here");
    other.hears_nothing().await;
}

/// Two sessions with the same rate limit key within five seconds: the second is invalid (op 9).
#[tokio::test]
async fn too_many_sessions_at_once_are_refused() {
    let table = with(Strict { shards: 2, max_concurrency: Some(1), ..Strict::default() }).await;
    Line::of_shard(&table, 0, gateway::GUILDS).await.event("READY").await;
    assert_eq!(Line::of_shard(&table, 1, gateway::GUILDS).await.next().await.expect("op 9")["op"], 9);
    let table = with(Strict { shards: 2, max_concurrency: Some(2), ..Strict::default() }).await;
    Line::of_shard(&table, 0, gateway::GUILDS).await.event("READY").await;
    Line::of_shard(&table, 1, gateway::GUILDS).await.event("READY").await;
}

/// One session more than a day has ends all of them.
#[tokio::test]
async fn more_sessions_than_a_day_has_end_all() {
    let table = with(Strict { shards: 2, session_starts: 1, ..Strict::default() }).await;
    let mut first = Line::of_shard(&table, 0, gateway::GUILDS).await;
    first.event("READY").await;
    assert_eq!(Line::of_shard(&table, 1, gateway::GUILDS).await.next().await, Err(4004));
    let end = loop {
        match first.next().await {
            Ok(_) => {}
            Err(code) => break code,
        }
    };
    assert_eq!(end, 4004);
}

/// A client that stops its heartbeats is disconnected (4009).
#[tokio::test]
async fn a_silent_client_is_closed() {
    let strict = Strict { heartbeat_ms: 40, ..Strict::default() };
    let table = localtable::open(TableSettings { strict, ..TableSettings::default() }).await.expect("open");
    let mut line = Line::open(&table, "?v=10&encoding=json").await;
    assert_eq!(line.next().await, Err(4009));
}

/// A mute gateway swallows acknowledgements; what it swallowed is replayed.
#[tokio::test]
async fn a_mute_gateway_says_nothing_and_forgets_nothing() {
    let mut bot = Bot::start().await;
    let (session, seq) = (bot.line.session.clone(), bot.line.seq);
    bot.table.mute_gateway(true);
    bot.line.send(json!({ "op": 1, "d": seq })).await;
    bot.post(json!({ "content": "unheard" })).await;
    // Frames are swallowed when the socket takes them from its queue, so the drop behind them comes after.
    bot.table.drop_gateway();
    assert_eq!(bot.line.next().await, Err(0), "no acknowledgement and no message came before the end");
    bot.table.mute_gateway(false);
    let mut line = Line::open(&bot.table, "?v=10&encoding=json").await;
    line.resume(&bot.table.bot_token(), &session, seq).await;
    assert_eq!(line.event("MESSAGE_CREATE").await["content"], "unheard");
}

/// Without the content intent, people's messages are blank unless they mention the bot; the bot's own words are there.
#[tokio::test]
async fn content_is_blank_without_its_intent() {
    let mut bot = Bot::start().await;
    let mut ana = bot.table.seat("Ana").expect("a seat");
    ana.say("a secret").await.expect("said");
    assert_eq!(bot.line.event("MESSAGE_CREATE").await["content"], "");
    let named = format!("<@{}> hello", bot.table.application_id());
    ana.say(&named).await.expect("said");
    assert_eq!(bot.line.event("MESSAGE_CREATE").await["content"], named.as_str());
    bot.post(json!({ "content": "mine" })).await;
    assert_eq!(bot.line.event("MESSAGE_CREATE").await["content"], "mine");

    let strict = Strict { privileged_intents: true, ..Strict::default() };
    let intents = gateway::GUILDS | gateway::GUILD_MESSAGES | gateway::MESSAGE_CONTENT;
    let mut bot = Bot::with_intents(TableSettings { strict, ..TableSettings::default() }, intents).await;
    bot.table.seat("Ana").expect("a seat").say("no secret").await.expect("said");
    assert_eq!(bot.line.event("MESSAGE_CREATE").await["content"], "no secret");
}

/// Several sessions of one bot receive the same events, each with its own numbers; an intent not requested isn't received.
#[tokio::test]
async fn several_sessions_hear_what_they_asked_for() {
    let mut bot = Bot::start().await;
    let mut deaf = Line::open(&bot.table, "?v=10&encoding=json").await;
    deaf.identify(&bot.table.bot_token(), gateway::GUILDS).await;
    deaf.event("GUILD_CREATE").await;
    bot.post(json!({ "content": "hello" })).await;
    let topic = json!({ "name": "a thread", "type": 11 });
    let (status, answer) = bot.call("POST", &format!("{}/threads", bot.channel("table")), topic).await;
    assert_eq!(status, 201, "{answer}");
    assert_eq!(bot.line.event("MESSAGE_CREATE").await["content"], "hello");
    bot.line.event("THREAD_CREATE").await;
    assert_eq!(deaf.next().await.expect("the thread, and no message before it")["t"], "THREAD_CREATE");
}

/// A compressed stream and compressed single payloads contain the same as text.
#[tokio::test]
async fn compressed_frames_say_the_same() {
    use std::io::Read;
    let table = localtable::open(TableSettings::default()).await.expect("open");
    let url = format!("ws://{}/gateway?v=10&encoding=json&compress=zlib-stream", table.address());
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.expect("connected");
    let mut inflate = flate2::Decompress::new(true);
    for wanted in [Value::Null, json!("READY"), json!("GUILD_CREATE")] {
        use futures_util::{SinkExt, StreamExt};
        let frame = socket.next().await.expect("a frame").expect("whole").into_data();
        assert!(frame.ends_with(&[0, 0, 0xff, 0xff]), "each frame ends with a flush");
        let mut text = Vec::with_capacity(1 << 16);
        inflate.decompress_vec(&frame, &mut text, flate2::FlushDecompress::Sync).expect("one stream");
        let payload: Value = serde_json::from_slice(&text).expect("JSON");
        assert_eq!(payload["t"], wanted);
        if payload["op"] == 10 {
            let properties = json!({ "os": "linux", "browser": "test", "device": "test" });
            let identify =
                json!({ "op": 2, "d": { "token": table.bot_token(), "intents": 1, "properties": properties } });
            socket.send(identify.to_string().into()).await.expect("sent");
        }
    }
    let bot = Bot::start().await;
    bot.table.set_bot_permissions(permissions::BOT | permissions::MANAGE_CHANNELS);
    for _ in 0..20 {
        let path = format!("/guilds/{}/channels", bot.table.guild_id());
        assert_eq!(bot.call("POST", &path, json!({ "name": "another" })).await.0, 201);
    }
    let mut line = Line::open(&bot.table, "?v=10&encoding=json").await;
    let properties = json!({ "os": "linux", "browser": "test", "device": "test" });
    let token = bot.table.bot_token();
    line.send(json!({ "op": 2, "d": { "token": token, "intents": 1, "properties": properties, "compress": true } }))
        .await;
    line.event("READY").await;
    let packed = line.raw().await.expect("the server");
    let mut text = String::new();
    flate2::read::ZlibDecoder::new(&packed[..]).read_to_string(&mut text).expect("one payload");
    assert!(text.contains("GUILD_CREATE"));
}
