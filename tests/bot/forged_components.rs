//! What a malicious group has and a browser doesn't: components that the bot never drew, and a check of every call for things that must
//! never happen.

use crate::fixture::Stage;
use serde_json::{Value, json};
use umpire::localtable::{Call, LocalTable, driver::TableUser};

/// A message that looks like the bot's own, with buttons with these ids. Returns the message's id.
pub async fn forged(stage: &Stage, ids: &[String]) -> String {
    let channel = stage.table.channel_id("table").expect("a channel");
    let button =
        |(index, id): (usize, &String)| json!({ "type": 2, "style": 2, "label": format!("b{index}"), "custom_id": id });
    let buttons: Vec<Value> = ids.iter().enumerate().map(button).collect();
    let rows: Vec<Value> = buttons.chunks(5).map(|row| json!({ "type": 1, "components": row })).collect();
    posted(stage, &json!({ "content": "forged", "components": rows }), &channel.to_string()).await
}

/// A message with one menu with this id and this value.
pub async fn forged_menu(stage: &Stage, id: &str, value: &str) -> String {
    let channel = stage.table.channel_id("table").expect("a channel");
    let menu = json!({ "type": 3, "custom_id": id, "options": [{ "label": "x", "value": value }] });
    let body = json!({ "content": "forged", "components": [{ "type": 1, "components": [menu] }] });
    posted(stage, &body, &channel.to_string()).await
}

async fn posted(stage: &Stage, body: &Value, channel: &str) -> String {
    let mut body = body.clone();
    body["allowed_mentions"] = json!({ "parse": [] });
    // It's the test's message, not the bot's, so it mustn't count towards the bot's limits.
    stage.table.enforce_limits(false);
    let answer = reqwest::Client::new()
        .post(format!("{}/api/v10/channels/{channel}/messages", stage.table.base_url()))
        .header("Authorization", format!("Bot {}", stage.table.bot_token()))
        .header("Content-Type", "application/json")
        .body(body.to_string())
        .send()
        .await
        .expect("sent");
    stage.table.enforce_limits(true);
    let text = answer.text().await.expect("a text");
    let answer: Value = serde_json::from_str(&text).expect("an answer");
    answer["id"].as_str().unwrap_or_else(|| panic!("not posted: {text}")).to_owned()
}

/// Presses a component by id, as a tampered page would. Returns what the bot said privately, if anything.
pub async fn pressed(seat: &mut TableUser, message: &str, custom_id: &str, values: &[&str]) -> String {
    let before = crate::fixture::last_id(seat);
    let mut act = json!({ "op": "press", "message_id": message, "custom_id": custom_id });
    if !values.is_empty() {
        act["values"] = json!(values);
    }
    seat.act(act).await.unwrap_or_else(|why| panic!("{custom_id}: {why}"));
    crate::fixture::reply_after(seat, before)
}

/// The fight log's current number.
pub async fn seq(stage: &Stage) -> u64 {
    let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
    handle.look(|service| service.session().seq()).await.expect("a live fight")
}

/// Everyone pinged is the one the message calls, and nothing else pings anyone. Discord refuses nothing except by a planned fault.
pub fn pings_only_the_prompted(table: &LocalTable) {
    for call in table.calls_since(0) {
        let Some(message) = message_of(&call) else { continue };
        if message["content"] == "forged" {
            continue;
        }
        let allowed = &message["allowed_mentions"];
        assert!(allowed.is_object(), "{} {} says nothing of mentions: {message}", call.method, call.path);
        assert_eq!(allowed["parse"], json!([]), "{message}");
        assert_eq!(allowed["roles"].as_array().map_or(0, Vec::len), 0, "{message}");
        let content = message["content"].as_str().unwrap_or_default();
        for user in allowed["users"].as_array().into_iter().flatten() {
            let user = user.as_str().expect("an id");
            let called = [
                "you have a question to answer",
                "question for the GM",
                "that nobody else knows about",
                "asks to take over as GM",
            ];
            let mention = format!("<@{user}>");
            let is_call = content.starts_with(&format!("{mention}, ")) && called.iter().any(|it| content.contains(it))
                || content.starts_with(&mention) && content.ends_with("Is the fight over?");
            // Several players on one side are called to their turn by one message.
            let calls = |line: &str| line.contains(&mention) && line.contains(" may act ");
            let is_turn = content.lines().any(calls);
            // A story asks them on a line of its own.
            let asks = |line: &&str| {
                line.contains(&mention) && ["Answer ", "answers", "No hurry"].iter().any(|it| line.contains(it))
            };
            // Whoever's character has gone down is told what that means, and who can help.
            let tells = |line: &str| line.starts_with("<@") && line.contains(">: **") && line.contains(&mention);
            let is_down = content.lines().any(|line| tells(line) || line.ends_with(&format!("{mention})")));
            assert!(
                is_call || is_turn || is_down || content.lines().any(|line| asks(&line)),
                "{user} is pinged by {content}"
            );
        }
    }
}

/// The messages posted to call this person, oldest first: allowed to ping them, and mentioning them.
pub fn calls_of(table: &LocalTable, name: &str) -> Vec<Value> {
    let user = table.user_id(name).expect("a person").to_string();
    let calls = table.calls_since(0);
    let posted = calls.iter().filter(|it| it.method == "POST" && it.path.ends_with("/messages") && it.status == 200);
    let called = posted.filter(|it| {
        let mentions = it.body["content"].as_str().is_some_and(|it| it.contains(&format!("<@{user}>")));
        let users = it.body["allowed_mentions"]["users"].as_array();
        mentions && users.is_some_and(|it| it.iter().any(|it| *it == user.as_str()))
    });
    called.map(|it| it.answer.clone()).collect()
}

/// Discord refused nothing that the bot sent.
pub fn nothing_was_refused(table: &LocalTable) {
    // Being told to wait isn't a refusal.
    let bad = |call: &std::sync::Arc<Call>| call.status >= 400 && call.status != 429 && call.fault.is_none();
    let refused: Vec<String> = table
        .calls_since(0)
        .iter()
        .filter(|call| bad(call))
        .map(|call| format!("{} {} -> {} {}", call.method, call.path, call.status, call.answer))
        .collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

/// The message in a call, if it sends or changes one.
pub fn message_of(call: &Call) -> Option<Value> {
    if call.method == "GET" || call.method == "DELETE" {
        return None;
    }
    if call.path.ends_with("/callback") {
        return matches!(call.body["type"].as_u64(), Some(4 | 7)).then(|| call.body["data"].clone());
    }
    let is_message = call.path.contains("/messages") || call.path.starts_with("/webhooks/");
    (is_message && call.body.is_object()).then(|| call.body.clone())
}
