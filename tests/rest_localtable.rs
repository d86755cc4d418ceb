//! The REST client at the local table: Discord accepts what it sends, and nothing is lost or duplicated when responses fail to arrive.
#![cfg(feature = "bot")]

use std::{sync::Arc, time::Duration};

use axum::http::Method;
use serde_json::Value;
use umpire::config::ApiBase;
use umpire::discord::{
    message::{ActionRow, Button, Embed, Field, File, Look, Message, Select, SelectOption},
    rest::{GaveUp, Gone, Patience, RestClient, RestOutcome},
};
use umpire::localtable::{
    self, LocalTable, Strict, TableSettings, TimeSource, Turned,
    faults::{CallFault, PlannedFault},
    permissions,
};
use umpire::telemetry::Secret;

const MESSAGES: &str = "/channels/*/messages";

async fn table_and_client(settings: TableSettings) -> (LocalTable, RestClient, u64) {
    let table = localtable::open(settings).await.expect("open");
    let base = ApiBase::parse(&table.base_url()).expect("loopback");
    let client = base.client().expect("a client");
    base.reach(&client).await.expect("the stand-in answers as Discord does");
    let patience = Patience { pause_min: Duration::from_millis(10), tries_max: 4, ..Patience::default() };
    let skew = umpire::discord::clock_skew::ClockSkew::of(std::sync::Arc::new(umpire::table::SystemClock::default()));
    let token = Secret::new(table.bot_token());
    let clock = std::sync::Arc::new(umpire::table::SystemClock::default());
    let traffic = umpire::discord::traffic::Traffic::new(std::sync::Arc::default(), clock);
    let rest =
        RestClient::to_discord(client, base, &token, patience, std::sync::Arc::new(skew), traffic).expect("a token");
    let channel_id = table.channel_id("table").expect("the channel").to_string().parse().expect("a snowflake");
    (table, rest, channel_id)
}

fn order(table: &LocalTable, method: Method, path: &str, times: u32, fault: CallFault) {
    table.order(PlannedFault { method: Some(method), path: path.into(), times, fault });
}

fn contents(messages: &[Value]) -> Vec<&str> {
    messages.iter().filter_map(|message| message["content"].as_str()).collect()
}

fn sent(outcome: RestOutcome) -> u64 {
    match outcome {
        RestOutcome::Sent { message_id } => message_id,
        other => panic!("{other:?}"),
    }
}

/// A tracker with everything on it, at Discord's limits, is accepted; its edit replaces all of it; its picture is uploaded and stays.
#[tokio::test]
async fn a_full_message_is_taken() {
    let (table, rest, channel_id) = table_and_client(TableSettings::default()).await;
    let gwen = table.seat("Gwen").expect("a seat");
    let field = |n: usize| Field { name: format!("Side {n}"), value: "ready".into(), inline: true };
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x03\x08\x02\0\0\0";
    let full = Message {
        embeds: vec![Embed {
            title: "Gatehouse brawl".into(),
            description: "x".repeat(4_096),
            colour: Some(0xA0_30_30),
            fields: (0..25).map(field).collect(),
            footer: "round 2".into(),
            author: "Murdham".into(),
            image: "map.png".into(),
        }],
        rows: vec![
            ActionRow::Buttons(
                (0..5)
                    .map(|n| Button::asking(format!("Button {n}"), format!("u1:d:1:{n}")).looking(Look::Primary))
                    .collect(),
            ),
            ActionRow::Select(Select::one(
                "u1:m:1:1:1",
                "Whom?",
                (0..25).map(|n| SelectOption::new(format!("Foe {n}"), n.to_string())).collect(),
            )),
        ],
        files: vec![File { name: "map.png".into(), description: "The gatehouse".into(), bytes: Arc::from(*png) }],
        ..Message::text("x".repeat(2_000))
    };
    let message_id = sent(rest.send(channel_id, full, "1-1").await);
    let posted = gwen
        .sees("the tracker", |message| message["embeds"][0]["fields"][24]["name"] == "Side 24")
        .await
        .expect("posted");
    assert_eq!(posted["embeds"][0]["image"]["width"], 2);

    let answer = Message { answers: Some(message_id), ..Message::text("an answer") };
    sent(rest.send(channel_id, answer, "1-2").await);
    let kept = Message { keeps_files: true, ..Message::text("smaller") };
    assert_eq!(rest.edit(channel_id, message_id, kept).await, RestOutcome::Edited);
    let smaller = gwen.sees("the edit", |message| message["content"] == "smaller").await.expect("edited");
    assert_eq!(smaller["components"].as_array().map(Vec::len), Some(0), "nothing of the former state stays");
    assert_eq!(smaller["attachments"].as_array().map(Vec::len), Some(1), "but the picture");
    assert_eq!(rest.edit(channel_id, message_id, Message::text("bare")).await, RestOutcome::Edited);
    let bare = gwen.sees("the edit", |message| message["content"] == "bare").await.expect("edited");
    assert_eq!(bare["attachments"].as_array().map(Vec::len), Some(0));
}

/// The response to a message that arrived is lost, twice: it's sent again and appears once.
#[tokio::test]
async fn a_lost_answer_doubles_nothing() {
    let (table, rest, channel_id) = table_and_client(TableSettings::default()).await;
    let gwen = table.seat("Gwen").expect("a seat");
    order(&table, Method::POST, MESSAGES, 1, CallFault::Cut { performed: true });
    order(&table, Method::POST, MESSAGES, 1, CallFault::Status { status: 502, performed: true });
    let message_id = sent(rest.send(channel_id, Message::text("once"), "7-12").await);
    let messages = gwen.messages();
    assert_eq!(
        contents(&messages).iter().filter(|content| **content == "once").count(),
        1,
        "{:?}",
        contents(&messages)
    );
    let posted = messages.iter().find(|message| message["content"] == "once").expect("posted");
    assert_eq!(posted["id"], message_id.to_string());
}

/// Limits and failures on every call of a burst: everything arrives, in order, once.
#[tokio::test]
async fn a_bad_day_loses_nothing() {
    let (table, rest, channel_id) = table_and_client(TableSettings::default()).await;
    let gwen = table.seat("Gwen").expect("a seat");
    order(&table, Method::POST, MESSAGES, 3, CallFault::RateLimited { retry_after_ms: 60, global: false });
    order(&table, Method::POST, MESSAGES, 1, CallFault::RateLimited { retry_after_ms: 60, global: true });
    order(&table, Method::POST, MESSAGES, 2, CallFault::Status { status: 503, performed: false });
    order(&table, Method::POST, MESSAGES, 1, CallFault::Cut { performed: false });
    let before = contents(&gwen.messages()).len();
    let receipts: Vec<_> =
        (0..12).map(|n| rest.send(channel_id, Message::text(format!("line {n}")), format!("7-{n}"))).collect();
    for receipt in receipts {
        sent(receipt.await);
    }
    let messages = gwen.messages();
    assert_eq!(contents(&messages)[before..], (0..12).map(|n| format!("line {n}")).collect::<Vec<_>>());
}

/// Permanent refusals by Discord come back as what they are.
#[tokio::test]
async fn refusals_are_told_apart() {
    let (table, rest, channel_id) = table_and_client(TableSettings::default()).await;
    let text = || Message::text("x");
    let message_id = sent(rest.send(channel_id, text(), "1").await);
    assert_eq!(rest.delete(channel_id, message_id).await, RestOutcome::Deleted);
    assert_eq!(rest.delete(channel_id, message_id).await, RestOutcome::Gone(Gone::Message));
    assert_eq!(rest.edit(channel_id, message_id, text()).await, RestOutcome::Gone(Gone::Message));
    assert_eq!(rest.send(1, text(), "2").await, RestOutcome::Gone(Gone::Channel));
    table.set_bot_permissions(permissions::BOT & !permissions::SEND_MESSAGES);
    let RestOutcome::Forbidden { code: 50013, permission: Some("Send Messages") } =
        rest.send(channel_id, text(), "3").await
    else {
        panic!("it may not send")
    };
    table.set_bot_permissions(0);
    let RestOutcome::Forbidden { code: 50001, permission: Some("View Channel") } =
        rest.send(channel_id, text(), "4").await
    else {
        panic!("it may not see")
    };
    order(&table, Method::POST, MESSAGES, 9, CallFault::Status { status: 500, performed: false });
    assert_eq!(rest.send(channel_id, text(), "5").await, RestOutcome::GaveUp(GaveUp::Unanswered));
}

/// A message older than an hour accepts only so many edits; then the REST client says so instead of waiting for an hour.
#[tokio::test]
async fn an_old_message_is_told_to_be_one() {
    let turned = Turned::at(1_795_000_000_000);
    let settings = TableSettings {
        clock: TimeSource::Turned(turned.clone()),
        strict: Strict { old_edits_an_hour: 2, ..Strict::default() },
        ..TableSettings::default()
    };
    let (_table, rest, channel_id) = table_and_client(settings).await;
    let message_id = sent(rest.send(channel_id, Message::text("tracker"), "1").await);
    turned.advance(3_600_001);
    let mut outcomes = Vec::new();
    for n in 0..3 {
        outcomes.push(rest.edit(channel_id, message_id, Message::text(format!("state {n}"))).await);
    }
    assert_eq!(outcomes, [RestOutcome::Edited, RestOutcome::Edited, RestOutcome::TooOld]);
}
