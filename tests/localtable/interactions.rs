//! Interactions: answered once, within three seconds, and valid for a quarter of an hour, on a clock that the test moves.

use serde_json::{Value, json};
use umpire::localtable::{
    driver::{DriveError, FirstAnswer},
    limits,
};

use crate::{
    bot::{Bot, button},
    judge,
};

const PLAIN: fn() -> Value = || json!([{ "name": "go", "description": "Go." }]);

/// Runs `/go` and returns its interaction, answered with `body`.
async fn go(bot: &mut Bot, body: Value) -> (Result<FirstAnswer, DriveError>, Value, (u16, Value)) {
    let mut ana = bot.table.seat("Ana").expect("a seat");
    let (outcome, (interaction, answer)) = tokio::join!(ana.command("go", &[]), async {
        let interaction = bot.interaction().await;
        let answer = bot.answer(&interaction, body).await;
        (interaction, answer)
    });
    (outcome, interaction, answer)
}

/// An interaction says who, where, and with which permissions, and everyone sees its reply; a second reply is refused (40060).
#[tokio::test]
async fn an_interaction_is_answered_once() {
    let mut bot = Bot::start().await;
    bot.register(PLAIN()).await;
    let said = json!({ "type": 4, "data": { "content": "gone" } });
    let (outcome, interaction, answer) = go(&mut bot, said.clone()).await;
    assert_eq!((outcome.expect("answered"), answer), (FirstAnswer::Done, (204, Value::Null)));
    assert_eq!(interaction["member"]["user"]["global_name"], "Ana");
    assert_eq!(interaction["data"]["name"], "go");
    assert!(interaction["member"]["permissions"].is_string() && interaction["app_permissions"].is_string());
    let (status, answer) = bot.answer(&interaction, said).await;
    assert_eq!((status, &answer["code"]), (400, &json!(40060)));
    let bob = bot.table.seat("Bob").expect("a seat");
    let message = bob.sees("the answer", |message| message["content"] == "gone").await.expect("posted");
    assert_eq!((&message["type"], &message["interaction_metadata"]["id"]), (&json!(20), &interaction["id"]));
    judge::judge(&bot.table);
}

/// An interaction that doesn't exist, or whose token belongs to another, is unknown (10062).
#[tokio::test]
async fn an_unknown_interaction_is_refused() {
    let mut bot = Bot::start().await;
    bot.register(PLAIN()).await;
    let (_, interaction, _) = go(&mut bot, json!({ "type": 4, "data": { "content": "gone" } })).await;
    let mut other = interaction.clone();
    other["token"] = json!("made-up");
    for unknown in [other, json!({ "id": "1", "token": interaction["token"] })] {
        let (status, answer) = bot.answer(&unknown, json!({ "type": 5 })).await;
        assert_eq!((status, &answer["code"]), (404, &json!(10062)));
    }
}

/// Three seconds without a reply: the person is told, and a later reply is refused (10062). A millisecond less is in time.
#[tokio::test]
async fn three_seconds_without_an_answer_is_a_failure() {
    let mut bot = Bot::start().await;
    bot.register(PLAIN()).await;
    let mut ana = bot.table.seat("Ana").expect("a seat");
    let (outcome, ()) = tokio::join!(ana.command("go", &[]), async {
        let interaction = bot.interaction().await;
        bot.clock.advance(limits::ACKNOWLEDGE_MS - 1);
        assert_eq!(bot.answer(&interaction, json!({ "type": 5 })).await.0, 204);
    });
    assert_eq!(outcome.expect("in time"), FirstAnswer::Thinking);
    let (outcome, late) = tokio::join!(ana.command("go", &[]), async {
        let interaction = bot.interaction().await;
        bot.clock.advance(limits::ACKNOWLEDGE_MS);
        interaction
    });
    assert!(matches!(outcome, Err(DriveError::Failed(reason)) if reason == "The application did not respond"));
    let (status, answer) = bot.answer(&late, json!({ "type": 5 })).await;
    assert_eq!((status, &answer["code"]), (404, &json!(10062)));
    let (status, answer) = bot.call_bare("POST", &bot.webhook(&late), json!({ "content": "sorry" })).await;
    assert_eq!((status, &answer["code"]), (404, &json!(10015)), "its webhook was never made");
}

/// After a deferral the first follow-up replaces "thinking" and keeps its visibility; the next is a separate message.
#[tokio::test]
async fn the_first_follow_up_takes_the_place_of_thinking() {
    let mut bot = Bot::start().await;
    bot.register(PLAIN()).await;
    let (outcome, interaction, _) = go(&mut bot, json!({ "type": 5, "data": { "flags": 64 } })).await;
    assert_eq!(outcome.expect("deferred"), FirstAnswer::Thinking);
    let original = format!("{}/messages/@original", bot.webhook(&interaction));
    let (_, thinking) = bot.call_bare("GET", &original, Value::Null).await;
    assert_eq!(thinking["flags"], 64 | 128, "ephemeral and loading");

    let (status, first) = bot.call_bare("POST", &bot.webhook(&interaction), json!({ "content": "first" })).await;
    assert_eq!((status, &first["id"], &first["flags"]), (200, &thinking["id"], &json!(64)));
    let (_, second) = bot.call_bare("POST", &bot.webhook(&interaction), json!({ "content": "second" })).await;
    assert_ne!(second["id"], first["id"]);
    assert_eq!(second["flags"], 0, "a follow-up says for itself whether it is private");
    let bob = bot.table.seat("Bob").expect("a seat");
    assert!(bob.messages().iter().all(|message| message["content"] != "first"));
    assert!(bob.messages().iter().any(|message| message["content"] == "second"));

    let (_, edited) = bot.call_bare("PATCH", &original, json!({ "content": "first, edited" })).await;
    assert_eq!((&edited["id"], &edited["content"]), (&first["id"], &json!("first, edited")));
    let path = format!("{}/messages/{}", bot.webhook(&interaction), second["id"].as_str().expect("an id"));
    assert_eq!(bot.call_bare("DELETE", &path, Value::Null).await.0, 204);
    assert_eq!(bot.call_bare("GET", &path, Value::Null).await.0, 404);
    // The bot's own token can't reach an ephemeral message.
    let path = format!("{}/messages/{}", bot.channel("table"), first["id"].as_str().expect("an id"));
    assert_eq!(bot.call("PATCH", &path, json!({ "content": "x" })).await.1["code"], 10008);
    judge::judge(&bot.table);
}

/// A token expires after fifteen minutes (401, 50027); until the last millisecond it's valid.
#[tokio::test]
async fn a_token_is_dead_after_fifteen_minutes() {
    let mut bot = Bot::start().await;
    bot.register(PLAIN()).await;
    let (_, interaction, _) = go(&mut bot, json!({ "type": 4, "data": { "content": "gone" } })).await;
    let original = format!("{}/messages/@original", bot.webhook(&interaction));
    bot.clock.advance(limits::TOKEN_MS - 1);
    assert_eq!(bot.call_bare("PATCH", &original, json!({ "content": "in time" })).await.0, 200);
    bot.clock.advance(1);
    for (method, path, body) in [
        ("PATCH", original.clone(), json!({ "content": "late" })),
        ("GET", original, Value::Null),
        ("POST", bot.webhook(&interaction), json!({ "content": "late" })),
    ] {
        let (status, answer) = bot.call_bare(method, &path, body).await;
        assert_eq!((status, &answer["code"]), (401, &json!(50027)));
    }
    judge::judge(&bot.table);
}

/// A button press includes the message; the reply can change that message, or be deferred.
#[tokio::test]
async fn a_press_changes_its_message() {
    let mut bot = Bot::start().await;
    let message = bot.post(json!({ "content": "ready?", "components": [button("go:1", "Go")] })).await;
    let mut ana = bot.table.seat("Ana").expect("a seat");
    let (outcome, answer) = tokio::join!(ana.press(&message, "Go"), async {
        let press = bot.interaction().await;
        assert_eq!((&press["type"], &press["data"]["custom_id"]), (&json!(3), &json!("go:1")));
        assert_eq!(press["message"]["id"], message["id"]);
        let update = json!({ "type": 7, "data": { "content": "gone", "components": [] } });
        bot.call_bare("POST", &format!("{}?with_response=true", crate::bot::callback(&press)), update).await
    });
    assert_eq!(outcome.expect("answered"), FirstAnswer::Done);
    assert_eq!((answer.0, &answer.1["resource"]["message"]["content"]), (200, &json!("gone")));
    assert!(
        matches!(ana.press(&message, "Go").await, Err(DriveError::Missing { .. })),
        "the button is gone from the message"
    );
    let forged = json!({ "op": "press", "message_id": message["id"], "custom_id": "go:1" });
    assert!(matches!(ana.act(forged).await, Err(DriveError::Refused(_))), "and cannot be made up");

    let message = bot.post(json!({ "content": "again?", "components": [button("go:2", "Go")] })).await;
    let (outcome, ()) = tokio::join!(ana.press(&message, "Go"), async {
        let press = bot.interaction().await;
        assert_eq!(bot.answer(&press, json!({ "type": 6 })).await.0, 204);
        let (_, original) =
            bot.call_bare("GET", &format!("{}/messages/@original", bot.webhook(&press)), Value::Null).await;
        assert_eq!(original["id"], message["id"], "@original is the message that was pressed");
        let (_, more) = bot.call_bare("POST", &bot.webhook(&press), json!({ "content": "private", "flags": 64 })).await;
        assert_ne!(more["id"], message["id"]);
    });
    assert_eq!(outcome.expect("acknowledged"), FirstAnswer::Done);
    judge::judge(&bot.table);
}

/// A button that's disabled, or that only someone else sees, can't be pressed.
#[tokio::test]
async fn only_what_is_seen_and_on_can_be_pressed() {
    let mut bot = Bot::start().await;
    bot.register(PLAIN()).await;
    let mut off = button("off", "Off");
    off["components"][0]["disabled"] = json!(true);
    let message = bot.post(json!({ "content": "off", "components": [off] })).await;
    let mut bob = bot.table.seat("Bob").expect("a seat");
    assert!(matches!(bob.press(&message, "Off").await, Err(DriveError::Refused(_))));
    let private =
        json!({ "type": 4, "data": { "content": "yours", "flags": 64, "components": [button("mine", "Mine")] } });
    let (_, interaction, _) = go(&mut bot, private).await;
    let (_, own) =
        bot.call_bare("GET", &format!("{}/messages/@original", bot.webhook(&interaction)), Value::Null).await;
    let forged = json!({ "op": "press", "message_id": own["id"], "custom_id": "mine" });
    assert!(matches!(bob.act(forged).await, Err(DriveError::Refused(reason)) if reason == "This message is gone."));
}

/// A select sends its values: only its own options, and as many as it asks for.
#[tokio::test]
async fn a_select_brings_its_values() {
    let mut bot = Bot::start().await;
    let options: Value =
        ["Leader", "Bandit"].iter().map(|name| json!({ "label": name, "value": name.to_lowercase() })).collect();
    let select = json!({ "type": 3, "custom_id": "target", "options": options, "max_values": 2 });
    let message = bot.post(json!({ "content": "whom?", "components": [{ "type": 1, "components": [select] }] })).await;
    let mut ana = bot.table.seat("Ana").expect("a seat");
    let (outcome, press) = tokio::join!(ana.choose(&message, &["Bandit", "Leader"]), async {
        let press = bot.interaction().await;
        bot.answer(&press, json!({ "type": 6 })).await;
        press
    });
    assert_eq!((outcome.expect("taken"), &press["data"]["values"]), (FirstAnswer::Done, &json!(["bandit", "leader"])));
    for values in [json!([]), json!(["nobody"]), json!(["leader", "leader"])] {
        let forged = json!({ "op": "press", "message_id": message["id"], "custom_id": "target", "values": values });
        assert!(matches!(ana.act(forged).await, Err(DriveError::Refused(_))), "{values}");
    }
}

/// A form is submitted once, where it came from, and its texts must fit.
#[tokio::test]
async fn a_form_is_sent_in_once() {
    let mut bot = Bot::start().await;
    bot.register(PLAIN()).await;
    let mut ana = bot.table.seat("Ana").expect("a seat");
    let input = json!({ "type": 4, "custom_id": "name", "label": "Name", "style": 1, "max_length": 7 });
    let modal =
        json!({ "custom_id": "sheet", "title": "A sheet", "components": [{ "type": 1, "components": [input] }] });
    let (outcome, _) = tokio::join!(ana.command("go", &[]), async {
        let interaction = bot.interaction().await;
        bot.answer(&interaction, json!({ "type": 9, "data": modal })).await
    });
    let Ok(FirstAnswer::Modal(modal)) = outcome else { panic!("no form: {outcome:?}") };
    let refused = ana.submit(&modal, &[("Name", "")]).await;
    assert!(matches!(refused, Err(DriveError::Refused(reason)) if reason == "Name must be filled in."));
    assert!(matches!(ana.submit(&modal, &[("Name", "Sybilla!")]).await, Err(DriveError::Refused(_))));
    let (outcome, sent) = tokio::join!(ana.submit(&modal, &[("Name", "Sybilla")]), async {
        let sent = bot.interaction().await;
        bot.answer(&sent, json!({ "type": 4, "data": { "content": "Welcome", "flags": 64 } })).await;
        sent
    });
    assert_eq!(outcome.expect("taken"), FirstAnswer::Done);
    assert_eq!((&sent["type"], &sent["data"]["custom_id"]), (&json!(5), &json!("sheet")));
    assert_eq!(sent["data"]["components"][0]["components"][0]["value"], "Sybilla");
    let again = ana.submit(&modal, &[("Name", "Sybilla")]).await;
    assert!(matches!(again, Err(DriveError::Refused(reason)) if reason == "This form is no longer open."));
    judge::judge(&bot.table);
}

/// Options reach the bot with their types, subcommands as a tree, people with what's known about them; invalid ones are refused at the
/// table.
#[tokio::test]
async fn options_reach_the_bot_with_their_types() {
    let mut bot = Bot::start().await;
    let options = json!([
        { "type": 6, "name": "who", "description": "d", "required": true },
        { "type": 4, "name": "health", "description": "d", "min_value": 0, "max_value": 20 },
        { "type": 3, "name": "mood", "description": "d", "choices": [{ "name": "Calm", "value": "calm" }] },
        { "type": 3, "name": "where", "description": "d", "autocomplete": true },
    ]);
    let set = json!({ "type": 1, "name": "set", "description": "d", "options": options });
    bot.register(json!([{ "name": "gm", "description": "d", "options": [set] }])).await;
    let mut ana = bot.table.seat("Ana").expect("a seat");
    let (outcome, interaction) =
        tokio::join!(ana.command("gm set", &[("who", "Bob"), ("health", "7"), ("mood", "calm")]), async {
            let interaction = bot.interaction().await;
            bot.answer(&interaction, json!({ "type": 4, "data": { "content": "set" } })).await;
            interaction
        });
    outcome.expect("answered");
    let bob = bot.table.user_id("Bob").expect("a person").to_string();
    let data = &interaction["data"];
    assert_eq!((&data["options"][0]["type"], &data["options"][0]["name"]), (&json!(1), &json!("set")));
    assert_eq!(data["options"][0]["options"][0], json!({ "name": "who", "type": 6, "value": bob }));
    assert_eq!(data["options"][0]["options"][1]["value"], 7);
    assert_eq!(data["resolved"]["users"][&bob]["global_name"], "Bob");
    for (options, reason) in [
        (vec![("health", "7")], "/gm set needs who."),
        (vec![("who", "Bob"), ("health", "21")], "health must be at most 20."),
        (vec![("who", "Bob"), ("health", "half")], "health must be a whole number."),
        (vec![("who", "Bob"), ("mood", "angry")], "mood must be one of its choices."),
        (vec![("who", "Nobody")], "who must be a member, role or channel of this server."),
    ] {
        let refused = ana.command("gm set", &options).await;
        assert!(matches!(&refused, Err(DriveError::Refused(said)) if said == reason), "{refused:?}");
    }
    // While one option is being typed, missing or wrong values elsewhere don't matter.
    let (found, typed) = tokio::join!(ana.autocomplete("gm set", &[("health", "half")], ("where", "ga")), async {
        let typed = bot.interaction().await;
        let choices = json!([{ "name": "Gate", "value": "gate" }]);
        bot.answer(&typed, json!({ "type": 8, "data": { "choices": choices } })).await;
        typed
    });
    assert_eq!(found.expect("suggestions")[0]["value"], "gate");
    assert_eq!(
        typed["data"]["options"][0]["options"][0],
        json!({ "name": "where", "type": 3, "value": "ga", "focused": true })
    );
    judge::judge(&bot.table);
}

/// An endpoint for interactions is taken only if it answers a PING and refuses a wrong signature.
#[tokio::test]
async fn an_endpoint_must_check_signatures() {
    let bot = Bot::start().await;
    let trusting = axum::Router::new().fallback(|| async { axum::Json(json!({ "type": 1 })) });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("bound"));
    tokio::spawn(async move { axum::serve(listener, trusting).await });
    let why = bot.table.set_interactions_endpoint(Some(&url)).await.expect_err("it trusts everybody").to_string();
    assert!(why.contains("a wrong signature was answered with 200"), "{why}");
    let silent = format!("{}/nothing", bot.table.base_url());
    let why = bot.table.set_interactions_endpoint(Some(&silent)).await.expect_err("no endpoint").to_string();
    assert!(why.contains("a PING was answered with (404"), "{why}");
    let (_, application) = bot.call("GET", "/applications/@me", Value::Null).await;
    assert_eq!(application["interactions_endpoint_url"], Value::Null, "neither is taken");
    assert_eq!(application["verify_key"].as_str().map(str::len), Some(64));
    judge::judge(&bot.table);
}
