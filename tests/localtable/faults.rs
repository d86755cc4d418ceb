//! Planned faults: they hit the calls they're meant for, as often as planned, and look like Discord's.

use reqwest::Method;
use serde_json::{Value, json};
use umpire::localtable::{
    Strict, TableSettings,
    faults::{CallFault, PlannedFault},
};

use crate::bot::Bot;

fn on_messages(times: u32, fault: CallFault) -> PlannedFault {
    PlannedFault { method: Some(Method::POST), path: "/channels/*/messages".into(), times, fault }
}

/// A 429 has Discord's headers and body, per route or global, and posts nothing.
#[tokio::test]
async fn a_rate_limit_looks_like_discords() {
    let bot = Bot::start().await;
    let path = format!("{}/messages", bot.channel("table"));
    let token = format!("Bot {}", bot.table.bot_token());
    for global in [false, true] {
        bot.table.order(on_messages(1, CallFault::RateLimited { retry_after_ms: 1_250, global }));
        let request = bot.request("POST", &path, json!({ "content": "x" })).header("authorization", &token);
        let answer = request.send().await.expect("an answer");
        assert_eq!(answer.status().as_u16(), 429);
        let header = |name: &str| answer.headers().get(name).map(|value| value.to_str().expect("text").to_owned());
        assert_eq!(header("retry-after").as_deref(), Some("2"));
        assert_eq!(header("x-ratelimit-scope").as_deref(), Some(if global { "global" } else { "user" }));
        assert_eq!(header("x-ratelimit-global").as_deref(), global.then_some("true"));
        assert_eq!(header("x-ratelimit-reset-after").as_deref(), (!global).then_some("1.250"));
        assert_eq!(header("x-ratelimit-remaining").as_deref(), (!global).then_some("0"));
        assert_eq!(header("x-ratelimit-bucket").is_some(), !global);
        let body: Value = serde_json::from_slice(&answer.bytes().await.expect("a body")).expect("JSON");
        let wanted =
            json!({ "message": "You are being rate limited.", "retry_after": 1.25, "global": global, "code": 0 });
        assert_eq!(body, wanted);
    }
    let (_, messages) = bot.call("GET", &path, Value::Null).await;
    assert_eq!(messages, json!([]), "refused calls did nothing");
    bot.post(json!({ "content": "the orders are used up" })).await;
}

/// 5xx and cut connections happen before or after the call is performed, and the log says which fault it was.
#[tokio::test]
async fn a_call_may_be_lost_before_or_after_it_was_carried_out() {
    let bot = Bot::start().await;
    let path = format!("{}/messages", bot.channel("table"));
    let mut posted = 0;
    for (fault, performed) in [
        (CallFault::Status { status: 502, performed: false }, false),
        (CallFault::Status { status: 500, performed: true }, true),
        (CallFault::Cut { performed: false }, false),
        (CallFault::Cut { performed: true }, true),
    ] {
        bot.table.order(on_messages(1, fault));
        let before = bot.table.calls_so_far();
        let token = format!("Bot {}", bot.table.bot_token());
        let answer = bot.request("POST", &path, json!({ "content": "x" })).header("authorization", token).send().await;
        match fault {
            CallFault::Status { status, .. } => assert_eq!(answer.expect("an answer").status().as_u16(), status),
            _ => assert!(answer.is_err(), "the connection breaks off"),
        }
        assert_eq!(bot.table.calls_since(before)[0].fault, Some(fault));
        posted += usize::from(performed);
        let (_, messages) = bot.call("GET", &path, Value::Null).await;
        assert_eq!(messages.as_array().map(Vec::len), Some(posted));
    }
}

/// A message whose response was lost isn't posted twice when it's sent again with its nonce enforced; another nonce, or none, makes another
/// message.
#[tokio::test]
async fn a_nonce_makes_one_message() {
    let bot = Bot::start().await;
    let path = format!("{}/messages", bot.channel("table"));
    let body = json!({ "content": "once", "nonce": "7-1", "enforce_nonce": true });
    bot.table.order(on_messages(1, CallFault::Status { status: 500, performed: true }));
    assert_eq!(bot.call("POST", &path, body.clone()).await.0, 500);
    let (status, message) = bot.call("POST", &path, body).await;
    assert_eq!((status, &message["nonce"]), (200, &json!("7-1")));
    let (_, messages) = bot.call("GET", &path, Value::Null).await;
    assert_eq!(messages.as_array().map(Vec::len), Some(1));
    for body in [
        json!({ "content": "twice", "nonce": "7-2", "enforce_nonce": true }),
        json!({ "content": "thrice", "nonce": "7-1" }),
    ] {
        assert_ne!(bot.post(body).await["id"], message["id"]);
    }
}

/// A nonce belongs to its author, in all channels, and outlives its message: for some minutes the response is the message it created or,
/// once that's deleted, "Unknown Message". After that it creates another one.
#[tokio::test]
async fn a_nonce_outlives_its_message() {
    let bot = Bot::start().await;
    let body = json!({ "content": "once", "nonce": "7-1", "enforce_nonce": true });
    let first = bot.post(body.clone()).await;
    let elsewhere = format!("{}/messages", bot.channel("tavern"));
    assert_eq!(bot.call("POST", &elsewhere, body.clone()).await.1["id"], first["id"], "in another channel, too");
    let path = format!("{}/messages", bot.channel("table"));
    let message = format!("{path}/{}", first["id"].as_str().expect("an id"));
    assert_eq!(bot.call("DELETE", &message, Value::Null).await.0, 204);
    for wait_ms in [0, 299_000] {
        bot.clock.advance(wait_ms);
        let (status, refused) = bot.call("POST", &path, body.clone()).await;
        assert_eq!((status, &refused["code"]), (404, &json!(10008)));
    }
    bot.clock.advance(1_000);
    assert_ne!(bot.post(body).await["id"], first["id"]);
}

/// With rate limits on, a channel accepts five messages in five seconds and refuses the sixth; another channel and another method have
/// their own windows. The headers count down all the time.
#[tokio::test]
async fn five_messages_in_five_seconds() {
    let strict = Strict { rate_limits: true, ..Strict::default() };
    let bot = Bot::at(TableSettings { strict, ..TableSettings::default() }).await;
    let send = async |channel: &str| {
        let token = format!("Bot {}", bot.table.bot_token());
        let path = format!("{}/messages", bot.channel(channel));
        let answer = bot
            .request("POST", &path, json!({ "content": "x" }))
            .header("authorization", token)
            .send()
            .await
            .expect("an answer");
        let header = |name: &str| {
            answer.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
        };
        (answer.status().as_u16(), header("x-ratelimit-remaining"), header("x-ratelimit-reset-after"))
    };
    for remaining in (0..5).rev() {
        let (status, left, _) = send("table").await;
        assert_eq!((status, left), (200, remaining.to_string()));
    }
    // The rate limits don't use the table's clock.
    bot.clock.advance(60_000);
    let (status, left, reset_after) = send("table").await;
    assert_eq!((status, left.as_str()), (429, "0"));
    assert!((0.0..=5.0).contains(&reset_after.parse::<f64>().expect("seconds")), "{reset_after}");
    assert_eq!(send("tavern").await.0, 200);
    assert_eq!(bot.call("GET", &format!("{}/messages", bot.channel("table")), Value::Null).await.0, 200);
}

/// A slow response is correct when it comes, and blocks nobody else.
#[tokio::test]
async fn a_slow_answer_holds_up_nobody() {
    let bot = Bot::start().await;
    bot.table.order(PlannedFault {
        method: None,
        path: "/users/**".into(),
        times: 1,
        fault: CallFault::Slow { real_ms: 200 },
    });
    let order = std::sync::Mutex::new(Vec::new());
    let slow = async {
        let (status, _) = bot.call("GET", "/users/@me", Value::Null).await;
        order.lock().expect("no panic").push(("slow", status));
    };
    let quick = async {
        let (status, _) = bot.call("GET", "/gateway", Value::Null).await;
        order.lock().expect("no panic").push(("quick", status));
    };
    tokio::join!(slow, quick);
    assert_eq!(*order.lock().expect("no panic"), [("quick", 200), ("slow", 200)]);
}
