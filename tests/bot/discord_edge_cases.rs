//! Discord's edge cases, each provoked at the stand-in: old messages, expired tokens, lost replies, slow work, a slow channel, a silent
//! gateway. Whatever happens, nothing is lost, nothing becomes stale unnoticed, and nobody's time runs out while they can't be heard. Channels
//! and servers that disappear are in `deleted_channels.rs`.

use crate::{
    fixture::{Stage, id, is_private, labels, run, says},
    forged_components::{nothing_was_refused, seq},
    play::leader_strikes,
};
use serde_json::{Value, json};
use umpire::localtable::{
    Strict,
    driver::{FirstAnswer, TableUser},
    faults::{CallFault, PlannedFault},
    permissions::{ATTACH_FILES, SEND_MESSAGES},
};

pub fn is_tracker(it: &Value) -> bool {
    !is_private(it) && labels(it).iter().any(|label| label == "Pause" || label == "Resume")
}

pub fn take(asked: &Value) -> String {
    labels(asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("the default")
}

pub fn is_asked(it: &Value) -> bool {
    labels(it).iter().any(|label| label.starts_with("Take the hit"))
}

/// Discord limits edits of messages older than an hour (30046): the tracker moves before that, and a story that can no longer be edited is
/// told in a new message, and the old one loses its buttons. Everything is sent with the bot's token: an interaction's has long expired
/// (50027).
#[tokio::test]
async fn old_messages_make_room_for_fresh_ones() {
    let stage = Stage::strict(Strict { old_edits_an_hour: 0, ..Strict::default() }).await;
    let (mut gwen, _ana, bob) = stage.brawl("").await;
    run(&mut gwen, "gm fight", &[("name", "pace"), ("value", "post")]).await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    assert!(says("Answer by <t:")(&asked) && says(":f> (<t:")(&asked), "a date and an hour: {}", asked["content"]);
    let tracker =
        bob.sees("the tracker", |it| is_tracker(it) && says("Waiting for Theobald")(it)).await.expect("there");
    let from = stage.table.calls_so_far();
    stage.turn(52 * 60_000).await;
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await;
    let moved = bob.sees("it has moved", |it| is_tracker(it) && id(it) > id(&tracker)).await.expect("in time");
    bob.sees_no("the old one", |it| id(it) == id(&tracker)).await.expect("gone");
    stage.turn(12 * 3_600_000).await;
    // A press would be answered in its reply, which has no such limit; a typed answer isn't.
    run(&mut gwen, "gm answer", &[("name", "Theobald"), ("choice", "Take the hit")]).await;
    let told = |it: &Value| id(it) > id(&asked) && says("Leader swings at Theobald")(it) && !is_private(it);
    bob.sees("the outcome", told).await.expect("in a fresh message");
    bob.sees_no("the old question", |it| id(it) == id(&asked)).await.expect("gone, with its buttons");
    bob.sees("the tracker", |it| is_tracker(it) && id(it) > id(&moved)).await.expect("has moved again");
    bob.sees_no("an older one", |it| is_tracker(it) && id(it) <= id(&moved)).await.expect("one tracker");
    let edits = stage.table.calls_since(from);
    assert!(edits.iter().all(|it| !it.path.starts_with("/webhooks/")), "nothing goes by an interaction's token");
    stage.judge();
}

/// A busy fight: forty simultaneous changes become a handful of edits of the tracker, and the last change shows.
#[tokio::test]
async fn a_busy_fights_tracker_is_edited_a_few_times() {
    let stage = Stage::set().await;
    let (mut gwen, ana, _bob) = stage.brawl("").await;
    let tracker = ana.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    let from = stage.table.calls_so_far();
    let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
    let gm = umpire::table::Caller { seat: umpire::engine::Seat(gwen.user().0), has_gm_role: false };
    for health in (1..=5).cycle().take(40) {
        let health = f64::to_string(&f64::from(health));
        let options = [("name", "Sybilla"), ("field", "health"), ("value", health.as_str())];
        handle
            .command(gm.clone(), umpire::table::Command::new("gm set", &options), Default::default())
            .await
            .expect("set");
    }
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "6")]).await;
    ana.sees("the last of them", |it| is_tracker(it) && says("health 6/6")(it)).await.expect("shown");
    let path = format!("/messages/{}", id(&tracker));
    let edits =
        stage.table.calls_since(from).iter().filter(|it| it.method == "PATCH" && it.path.ends_with(&path)).count();
    assert!(edits <= 8, "{edits} edits of the tracker");
    stage.judge();
}

/// Only the GM gets a fight's whole log, after its end and as often as they ask.
#[tokio::test]
async fn the_gm_gets_the_whole_log_when_they_ask() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    assert!(run(&mut gwen, "encounter log", &[]).await.contains("isn\u{2019}t over"), "its seed is still in use");
    run(&mut gwen, "encounter end", &[]).await;
    assert!(run(&mut ana, "encounter log", &[]).await.contains("Only the GM gets the whole log"));
    run(&mut gwen, "encounter log", &[]).await;
    let whole = |it: &Value| is_private(it) && says("This is its whole log")(it);
    let told = gwen.sees("the log", whole).await.expect("attached");
    let url = told["attachments"][0]["url"].as_str().expect("a file");
    let export = reqwest::get(url).await.expect("fetched").text().await.expect("text");
    assert!(umpire::verify::check(&export).bad.is_empty(), "{export}");
    assert!(export.contains("\"seed\""), "{export}");
    assert!(!ana.messages().iter().any(says("This is its whole log")));
    stage.judge();
}

/// Messages that ping nobody make no sound, in the channel or in replies; messages that call someone do.
#[tokio::test]
async fn only_what_calls_somebody_makes_a_sound() {
    const SILENT: u64 = 1 << 12;
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    run(&mut ana, "roll", &[("dice", "2d6")]).await;
    leader_strikes(&mut gwen, &bob).await;
    let (mut calling, mut silent) = (0, 0);
    for call in stage.table.calls_since(0) {
        let posted = call.method == axum::http::Method::POST && call.path.ends_with("/messages");
        let body = if posted { &call.body } else { &call.body["data"] };
        let flags = body["flags"].as_u64().unwrap_or(0);
        if body["content"].is_null() || flags & 64 != 0 {
            continue; // private, or no new message
        }
        let calls = body["allowed_mentions"]["users"].as_array().is_some_and(|it| !it.is_empty());
        assert_eq!(flags & SILENT == 0, calls, "{body}");
        if calls { calling += 1 } else { silent += 1 }
    }
    assert!(calling >= 1 && silent >= 3, "{calling} calling, {silent} silent");
    stage.judge();
}

/// Mentioning the bot by name isn't a command, and nothing is wrong with it.
#[tokio::test]
async fn speaking_to_the_bot_by_name_is_no_error() {
    let (log, _listening) = crate::fixture::listen();
    let stage = Stage::set().await;
    let (_gwen, mut ana, bob) = stage.brawl("").await;
    ana.say(&format!("<@{}> hello", stage.table.application_id())).await.expect("said");
    bob.sees("her", says("hello")).await.expect("it stays");
    run(&mut ana, "ping", &[]).await;
    assert_eq!(crate::fixture::heard(&log, "an event failed"), Vec::<String>::new());
}

/// A first reply lost because the connection breaks is sent again, whether or not the first one arrived.
#[tokio::test]
async fn a_first_reply_that_is_lost_is_sent_again() {
    let stage = Stage::set().await;
    let mut ana = stage.seat("Ana");
    for performed in [false, true] {
        let (log, _listening) = crate::fixture::listen();
        let path = "/interactions/*/*/callback".to_owned();
        stage.table.order(PlannedFault { method: None, path, times: 1, fault: CallFault::Cut { performed } });
        assert_eq!(ana.command("ping", &[]).await.expect("answered"), FirstAnswer::Done, "{performed}");
        run(&mut ana, "help", &[]).await;
        assert_eq!(crate::fixture::heard(&log, "a first reply was rejected"), Vec::<String>::new(), "{performed}");
    }
    stage.judge();
}

/// Without permission to attach files, the account of a fight is told anyway and says what's missing.
#[tokio::test]
async fn an_account_without_its_file() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, bob) = stage.brawl("").await;
    let channel = stage.table.channel_id("table").expect("a channel");
    stage.table.set_bot_overwrite(channel, 0, ATTACH_FILES);
    run(&mut gwen, "encounter end", &[]).await;
    let account = bob.sees("the account", says("is over after")).await.expect("told");
    assert!(says("Umpire lacks **Attach Files**")(&account), "{}", account["content"]);
    assert_eq!(account["attachments"], json!([]));
    // What no file has is in the message.
    assert!(says("The dice seed was")(&account) && !says("umpire verify")(&account), "{}", account["content"]);
    stage.judge();
}

/// Requests refused for lack of permission aren't repeated over and over: Discord locks out bots that do that.
#[tokio::test]
async fn nothing_is_asked_for_in_vain_again_and_again() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, bob) = stage.brawl("").await;
    bob.sees("the tracker", is_tracker).await.expect("there");
    let channel = stage.table.channel_id("table").expect("a channel");
    stage.table.set_bot_overwrite(channel, 0, SEND_MESSAGES);
    let from = stage.table.calls_so_far();
    for health in ["1", "2", "3"] {
        run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", health)]).await;
    }
    stage.table.call_since(from, "a refusal", |it| it.status == 403).await.expect("Discord refuses");
    let refused = stage.table.calls_since(from).iter().filter(|it| it.status == 403).count();
    assert!(refused <= 12, "{refused} refusals for three deeds");
    stage.table.set_bot_overwrite(channel, SEND_MESSAGES, 0);
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "6")]).await;
    bob.sees("all of it", says("Sybilla\u{2019}s health to 2")).await.expect("told");
    stage.judge();
}

/// A rate limit in one channel blocks no other channel.
#[tokio::test]
async fn one_slow_channel_holds_up_no_other() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, bob) = stage.brawl("").await;
    bob.sees("the tracker", is_tracker).await.expect("there");
    let tavern = stage.table.channel_id("tavern").expect("a channel");
    let mut there = stage.seat("Dana");
    there.go_to(tavern);
    let limited = CallFault::RateLimited { retry_after_ms: 60_000, global: false };
    stage.table.order(PlannedFault { method: None, path: format!("/channels/{tavern}/**"), times: 50, fault: limited });
    let from = stage.table.calls_so_far();
    run(&mut there, "encounter start", &[("name", "Slow")]).await;
    stage.table.call_since(from, "a 429", |it| it.status == 429).await.expect("limited");
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await;
    bob.sees("the deed", says("Sybilla\u{2019}s health to 5")).await.expect("told at once");
    assert!(there.messages().iter().all(is_private), "nothing has got through there");
}

/// Slow work is acknowledged in time ("thinking"), and answered when it's done.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn slow_work_is_acknowledged_in_time() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
    let (go_on, wait) = std::sync::mpsc::channel::<()>();
    let busy = tokio::spawn(async move { handle.look(move |_| wait.recv()).await });
    let before = crate::fixture::last_id(&gwen);
    let outcome = gwen.command("gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await;
    assert_eq!(outcome.expect("acknowledged"), FirstAnswer::Thinking);
    go_on.send(()).expect("it waits");
    busy.await.expect("no panic").expect("a live fight").expect("told to go on");
    gwen.sees("the answer", |it| id(it) > before && says("Sybilla’s health is now 5.")(it)).await.expect("it comes");
    stage.judge();
}

/// While Discord can't reach the bot, nobody's time runs out; once it can again, what ran out meanwhile waits a little longer.
#[tokio::test]
async fn nobodys_time_runs_out_while_they_cannot_be_heard() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, mut bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let before = seq(&stage).await;
    stage.bot().app.tables().hold(0);
    stage.turn(60_000).await;
    assert_eq!(seq(&stage).await, before, "held");
    stage.bot().app.tables().go_on(0, 20_000);
    stage.turn(19_000).await;
    assert_eq!(seq(&stage).await, before, "the grace");
    bob.press(&asked, &take(&asked)).await.expect("in time after all");
    assert!(seq(&stage).await > before);
    let asked = {
        run(&mut gwen, "gm answer", &[("choice", "default")]).await;
        leader_strikes_again(&mut gwen, &bob).await
    };
    let before = seq(&stage).await;
    stage.bot().app.tables().hold(0);
    stage.turn(1_000).await;
    stage.bot().app.tables().go_on(0, 20_000);
    stage.turn(31_000).await;
    bob.sees("the default", |it| id(it) == id(&asked) && !is_asked(it))
        .await
        .expect("a moment's silence changes no clock");
    assert!(seq(&stage).await > before);
    stage.judge();
}

pub async fn leader_strikes_again(gwen: &mut TableUser, bob: &TableUser) -> Value {
    run(gwen, "gm turn", &[("what", "give"), ("name", "Bandit 1")]).await;
    assert_eq!(run(gwen, "attack", &[("as", "Bandit 1"), ("target", "Theobald")]).await, "Done.");
    bob.sees("the question", |it| is_asked(it) && says("Bandit 1 swings")(it)).await.expect("asked")
}

/// After a restart, the grace period counts from when Discord reaches the bot again, not from the program's start.
#[tokio::test]
async fn the_grace_after_a_restart_counts_from_ready() {
    let mut stage = Stage::set().await;
    let (mut gwen, _ana, bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let before = seq(&stage).await;
    stage.bot_goes().await;
    stage.clock.advance(600_000);
    stage.table.mute_gateway(true);
    stage.bot_starts().await;
    stage.turn(300_000).await;
    assert_eq!(seq(&stage).await, before, "it runs, but nobody can be heard");
    stage.table.mute_gateway(false);
    stage.table.drop_gateway();
    stage.table.bot_is_ready().await.expect("ready");
    bob.sees("the question", |it| id(it) == id(&asked) && is_asked(it)).await.expect("still open");
    stage.judge();
}

/// A gateway that stops acknowledging is noticed and dropped; one that declares the session invalid gets a new one. The fight shows its
/// current state, and the buttons work.
#[tokio::test]
async fn a_gateway_that_goes_mute_or_forgets_us() {
    let stage = Stage::strict(Strict { heartbeat_ms: 300, ..Strict::default() }).await;
    let (mut gwen, _ana, mut bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    stage.table.mute_gateway(true);
    stage.table.bot_online(false).await.expect("the bot leaves a gateway that says nothing");
    stage.table.mute_gateway(false);
    stage.table.drop_gateway();
    stage.table.bot_online(true).await.expect("back");
    let begun = stage.table.sessions_begun();
    stage.table.invalidate_sessions(1);
    stage.table.drop_gateway();
    let anew = async {
        while stage.table.sessions_begun() == begun {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), anew).await.expect("back with a new session");
    bob.press(&asked, &take(&asked)).await.expect("answered");
    bob.sees("the outcome", |it| id(it) == id(&asked) && !is_asked(it)).await.expect("told");
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// A disconnected bot also shuts down quickly.
#[tokio::test]
async fn a_disconnected_bot_closes_in_good_time() {
    let mut stage = Stage::set().await;
    let (_gwen, _ana, bob) = stage.brawl("").await;
    bob.sees("the tracker", is_tracker).await.expect("there");
    stage.table.mute_gateway(true);
    stage.table.drop_gateway();
    tokio::time::timeout(std::time::Duration::from_secs(8), stage.bot_goes()).await.expect("it closes");
}
