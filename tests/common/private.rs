//! Finds the channel with the bot's private messages to a person.

use serde_json::{Value, json};
use umpire::localtable::{Id, LocalTable, driver::TableUser};

/// Has a user open the bot's private messages to them. Returns the channel.
pub async fn private_messages(table: &LocalTable, seat: &mut TableUser) -> Id {
    let body = json!({ "recipient_id": seat.user() });
    let request = reqwest::Client::new()
        .post(format!("{}/api/v10/users/@me/channels", table.base_url()))
        .header("Authorization", format!("Bot {}", table.bot_token()))
        .header("Content-Type", "application/json")
        .body(body.to_string());
    let text = request.send().await.expect("sent").text().await.expect("text");
    let channel: Value = serde_json::from_str(&text).expect("a channel");
    let channel = channel["id"].as_str().and_then(|it| it.parse().ok()).expect("an id");
    seat.go_to(channel);
    channel
}
