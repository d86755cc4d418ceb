//! How the bot starts and stops: what it tells Discord, what it does when Discord makes it wait, and what's left of it.

use crate::fixture::{Stage, is_private, labels, says};
use axum::http::Method;
use serde_json::{Value, json};
use umpire::localtable::{
    Call, LocalTable,
    faults::{CallFault, PlannedFault},
};

/// The calls that registered commands.
fn registrations(table: &LocalTable) -> Vec<std::sync::Arc<Call>> {
    let calls = table.calls_since(0);
    calls
        .into_iter()
        .filter(|it| it.method == Method::PUT && it.path.ends_with("/commands") && it.status == 200)
        .collect()
}

/// Commands are registered once, not at every start; and again if Discord has different ones.
#[tokio::test]
async fn commands_are_registered_only_when_they_have_changed() {
    let mut stage = Stage::set().await;
    assert_eq!(registrations(&stage.table).len(), 1);
    stage.bot_goes().await;
    stage.bot_comes().await;
    assert_eq!(registrations(&stage.table).len(), 1, "nothing has changed");
    stage.bot_goes().await;
    let (call, token) = (registrations(&stage.table).remove(0), stage.table.bot_token());
    let other = json!([{ "name": "other", "description": "Somebody else\u{2019}s." }]);
    let url = format!("{}/api/v10{}", stage.table.base_url(), call.path);
    let put = reqwest::Client::new().put(url).header("authorization", format!("Bot {token}")).json(&other);
    assert_eq!(put.send().await.expect("an answer").status(), 200);
    stage.bot_comes().await;
    let all = registrations(&stage.table);
    assert_eq!(all.len(), 3, "the other one, and ours in its place");
    assert_eq!(all[2].body, all[0].body);
    stage.judge();
}

/// A 429 on any of the first requests is waited out, for as long as it says.
#[tokio::test]
async fn patience_that_discord_asks_for_at_the_start_is_had() {
    let mut stage = Stage::set().await;
    stage.bot_goes().await;
    for path in ["/gateway", "/gateway/bot", "/oauth2/applications/@me", "/applications/*/commands"] {
        let fault = CallFault::RateLimited { retry_after_ms: 20, global: path == "/gateway/bot" };
        stage.table.order(PlannedFault { method: None, path: path.to_owned(), times: 2, fault });
    }
    let before = stage.table.calls_so_far();
    stage.bot_comes().await;
    let refused = stage.table.calls_since(before).iter().filter(|it| it.status == 429).count();
    assert_eq!(refused, 8, "each of them twice");
    let mut ana = stage.seat("Ana");
    ana.command("ping", &[]).await.expect("it is there");
    stage.judge();
}

/// Commands are only registered for servers that have the bot.
#[tokio::test]
async fn commands_are_for_servers_alone() {
    let stage = Stage::set().await;
    let call = registrations(&stage.table).remove(0);
    for command in call.body.as_array().expect("a list") {
        assert_eq!(command["integration_types"], json!([0]), "{}", command["name"]);
        assert_eq!(command["contexts"], json!([0]), "{}", command["name"]);
    }
    stage.judge();
}

/// Where the bot isn't a member, it says so, with the invite link, and does nothing.
#[tokio::test]
async fn where_the_bot_is_not_a_member_it_says_so() {
    let stage = Stage::set().await;
    let mut gwen = stage.seat("Gwen");
    stage.table.let_bot_go(true);
    for (command, options) in [("encounter start", &[("name", "Brawl")][..]), ("ping", &[])] {
        let said = crate::fixture::run(&mut gwen, command, options).await;
        assert!(said.contains("a member of this server") && said.contains("oauth2/authorize"), "/{command}: {said}");
    }
    assert!(stage.bot().app.tables().all().is_empty(), "nothing was begun");
    stage.table.let_bot_go(false);
    let said = crate::fixture::run(&mut gwen, "encounter start", &[("name", "Brawl")]).await;
    assert!(!said.contains("not a member"), "{said}");
    let begun = |it: &Value| crate::fixture::says("gathering")(it);
    gwen.sees("the fight", begun).await.expect("it has begun");
    stage.judge();
}

/// A press while the bot shuts down is told that it's restarting; and once it's gone, nothing is left that could touch the store.
#[tokio::test]
async fn a_press_during_a_shutdown_hears_of_it_and_nothing_is_left_behind() {
    let (log, _listening) = crate::fixture::listen();
    let mut stage = Stage::set().await;
    let (mut gwen, _ana, mut bob) = stage.brawl("").await;
    let asked = crate::play::leader_strikes(&mut gwen, &bob).await;
    // Requests that can't reach Discord keep the bot running for as long as it's allowed.
    let fault = CallFault::Status { status: 500, performed: false };
    stage.table.order(PlannedFault { method: None, path: "/channels/**".to_owned(), times: 1_000, fault });
    let health = [("name", "Leader"), ("field", "health"), ("value", "5")];
    assert!(crate::fixture::run(&mut gwen, "gm set", &health).await.contains("is now 5"));
    let dodge = crate::fixture::labels(&asked).into_iter().find(|it| it.starts_with("Dodge")).expect("a dodge");
    let press = async {
        let before = crate::fixture::last_id(&bob);
        bob.press(&asked, &dodge).await.expect("answered");
        crate::fixture::reply_after(&bob, before)
    };
    let (said, left) = stage.bot_goes_while(press).await;
    assert_eq!(said, "Umpire is restarting; nothing is lost. Press again in a moment.");
    assert!(left.is_none(), "something of the bot goes on");
    assert_eq!(crate::fixture::heard(&log, "ERROR"), Vec::<String>::new());
    stage.table.cancel_orders();
    stage.bot_comes().await;
    bob.press(&asked, &dodge).await.expect("the old button works");
    let result = |it: &Value| it["id"] == asked["id"] && crate::fixture::says("vs AGI")(it);
    bob.sees("the result", result).await.expect("in the same message");
    assert_eq!(crate::fixture::heard(&log, "ERROR"), Vec::<String>::new(), "nor at the start");
    stage.judge();
}

/// A server that invites the bot reads what it does, once, and one press opens a practice fight in which Umpire plays everybody else.
#[tokio::test]
async fn a_new_server_is_greeted_and_can_practise() {
    let stage = Stage::set().await;
    let (mut ana, mut bob) = (stage.seat("Ana"), stage.seat("Bob"));
    let greets = |it: &Value| labels(it).contains(&"Practice fight".to_owned());
    assert!(!ana.messages().iter().any(greets), "at the start, it has been there for long");
    stage.table.let_bot_go(true);
    stage.table.let_bot_go(false);
    let welcome = ana.sees("the greeting", greets).await.expect("greeted");
    assert!(says("referees tabletop fights")(&welcome), "{}", welcome["content"]);
    ana.press(&welcome, "Practice fight").await.expect("answered");
    ana.sees("who she plays", |it| is_private(it) && says("You play Sybilla")(it)).await.expect("told");
    let tracker = ana.sees("the tracker", says("Nobody is GM")).await.expect("there");
    assert!(says("Umpire plays")(&tracker) && says("Gatehouse brawl")(&tracker), "{}", tracker["content"]);
    bob.press(&welcome, "Practice fight").await.expect("answered");
    bob.sees("that it's taken", |it| is_private(it) && says("is already running here")(it)).await.expect("told");
    assert_eq!(ana.messages().iter().filter(|it| greets(it)).count(), 1);
    stage.judge();
}

/// A server that has had the bot for longer isn't greeted, however it comes to be named.
#[tokio::test]
async fn a_server_that_has_long_had_the_bot_is_not_greeted() {
    let stage = Stage::set().await;
    let mut ana = stage.seat("Ana");
    let (admission, guild) = (stage.bot().app.admission(), stage.table.guild_id().0);
    stage.table.send_event("GUILD_DELETE", &json!({ "id": guild.to_string() }));
    let until = async |is_in: bool| {
        let comes = async {
            while admission.is_in(guild) != Some(is_in) {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(30), comes).await.expect("it hears of it");
    };
    until(false).await;
    // It says when the bot joined it: before the table was opened.
    stage.table.send_guild();
    until(true).await;
    for _ in 0..3 {
        crate::fixture::run(&mut ana, "ping", &[]).await;
    }
    assert!(!ana.messages().iter().any(|it| labels(it).contains(&"Practice fight".to_owned())));
    stage.judge();
}

/// Where it may write nowhere, it says nothing, and works all the same.
#[tokio::test]
async fn a_server_without_a_place_to_write_is_not_greeted() {
    let stage = Stage::set().await;
    let mut ana = stage.seat("Ana");
    stage.table.let_bot_go(true);
    for name in ["table", "tavern", "gm"] {
        let channel = stage.table.channel_id(name).expect("a channel");
        stage.table.set_bot_overwrite(channel, 0, 1 << 11);
    }
    stage.table.let_bot_go(false);
    ana.command("ping", &[]).await.expect("it is there");
    assert!(!ana.messages().iter().any(|it| labels(it).contains(&"Practice fight".to_owned())));
    stage.judge();
}
