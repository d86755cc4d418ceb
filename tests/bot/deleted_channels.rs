//! Channels, threads, roles and servers that disappear under a fight, and permissions that are taken away: the fight closes or pauses, and
//! whoever has to know is told.

use crate::{
    corner_cases::call,
    discord_edge_cases::{is_asked, is_tracker, take},
    fixture::{Stage, export_of, id, labels, run, says},
    forged_components::seq,
    play::leader_strikes,
    private::private_messages,
};
use serde_json::{Value, json};
use umpire::localtable::{Id, driver::TableUser, permissions::EMBED_LINKS};

/// A thread in #tavern with a fight of Ana's Balthasar against a bandit, starting with the foes' step. The bandit attacks.
async fn thread_fight(stage: &Stage) -> (Id, TableUser, TableUser) {
    let tavern = stage.table.channel_id("tavern").expect("a channel");
    let body = json!({ "name": "duel", "type": 11 });
    let thread = call(stage, reqwest::Method::POST, &format!("/channels/{tavern}/threads"), &body).await;
    let thread: Id = thread["id"].as_str().and_then(|it| it.parse().ok()).unwrap_or_else(|| panic!("{thread}"));
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    gwen.go_to(thread);
    ana.go_to(thread);
    run(&mut gwen, "encounter start", &[("name", "Duel")]).await;
    run(&mut ana, "join", &[("template", "balthasar")]).await;
    run(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Foes")]).await;
    run(&mut gwen, "gm fight", &[("name", "initiative"), ("value", "Foes")]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    run(&mut gwen, "attack", &[("as", "Bandit"), ("target", "Balthasar")]).await;
    ana.sees("the question", is_asked).await.expect("asked");
    ana.sees("a tracker", is_tracker).await.expect("there");
    (thread, gwen, ana)
}

/// An archived thread is reopened by a new message, and everything continues; the GM is told about a locked one, and told again when it
/// works.
#[tokio::test]
async fn a_thread_that_closes_is_opened_again_or_told() {
    let stage = Stage::set().await;
    let (thread, mut gwen, mut ana) = thread_fight(&stage).await;
    let asked = ana.sees("the question", is_asked).await.expect("asked");
    stage.table.archive(thread, false);
    ana.press(&asked, &take(&asked)).await.expect("answered");
    stage.turn(5_100).await;
    ana.sees("the outcome", says(" damage")).await.expect("told");
    ana.sees("the tracker", |it| is_tracker(it) && !says("Waiting for Balthasar")(it)).await.expect("it follows");

    stage.table.archive(thread, true);
    let from = stage.table.calls_so_far();
    run(&mut gwen, "gm set", &[("name", "Balthasar"), ("field", "health"), ("value", "5")]).await;
    stage.table.call_since(from, "a refusal", |it| it.status == 403).await.expect("Discord refuses");
    let mut at_home = stage.seat("Gwen");
    private_messages(&stage.table, &mut at_home).await;
    at_home.sees("the warning", says("nothing is lost")).await.expect("the GM hears it");
    stage.table.archive(thread, false);
    run(&mut gwen, "gm set", &[("name", "Balthasar"), ("field", "health"), ("value", "4")]).await;
    ana.sees("what was not told", says("Balthasar\u{2019}s health to 5")).await.expect("told late, not lost");
    ana.sees("the rest", says("Balthasar\u{2019}s health to 4")).await.expect("told");
    at_home.sees("the warning is cleared", says("permissions there are back")).await.expect("cleared");
    at_home.sees_no("the warning", says("nothing is lost")).await.expect("the same message");
    stage.judge();
}

/// If a channel is deleted during a fight, the fight ends too; its account, with the export, goes to the GM privately.
#[tokio::test]
async fn a_fight_whose_channel_is_deleted_is_closed_and_accounted_for() {
    let stage = Stage::set().await;
    let (thread, gwen, _ana) = thread_fight(&stage).await;
    let mut at_home = stage.seat("Gwen");
    private_messages(&stage.table, &mut at_home).await;
    stage.table.delete_channel(thread);
    let account = at_home.sees("the account", says("**Duel** is over after")).await.expect("in private");
    let url = export_of(&account);
    let export = reqwest::get(url).await.expect("fetched").text().await.expect("text");
    assert!(umpire::verify::check(&export).bad.is_empty());
    assert!(stage.bot().app.tables().all().is_empty(), "no fight goes on for nobody");
    drop(gwen);
}

/// A deleted channel takes its threads along, which Discord doesn't announce: their fights are closed at once.
#[tokio::test]
async fn a_fight_whose_threads_channel_is_deleted_is_closed_and_accounted_for() {
    let stage = Stage::set().await;
    let (_thread, _gwen, _ana) = thread_fight(&stage).await;
    let (mut gwen, bob) = (stage.seat("Gwen"), stage.seat("Bob"));
    run(&mut gwen, "encounter start", &[("name", "Elsewhere")]).await;
    bob.sees("another fight", says("gathering")).await.expect("begun");
    let mut at_home = stage.seat("Gwen");
    private_messages(&stage.table, &mut at_home).await;
    stage.table.delete_channel(stage.table.channel_id("tavern").expect("a channel"));
    at_home.sees("the account", says("**Duel** is over after")).await.expect("in private");
    let left: Vec<_> = stage.bot().app.tables().all().into_iter().map(|it| it.channel_id).collect();
    assert_eq!(left, [stage.table.channel_id("table").expect("a channel").0], "the other goes on");
    stage.judge();
}

/// Whoever tidies up a server costs the others nothing: all its deletions together are a few look-ups, and the fight whose thread went with its
/// channel is found all the same.
#[tokio::test]
async fn many_deleted_channels_ask_discord_little() {
    let stage = Stage::set().await;
    let (thread, _gwen, _ana) = thread_fight(&stage).await;
    let mut at_home = stage.seat("Gwen");
    private_messages(&stage.table, &mut at_home).await;
    let tickets: Vec<Id> = (0..20).map(|number| stage.table.add_channel(&format!("ticket-{number}"))).collect();
    let before = stage.table.calls_so_far();
    tickets.into_iter().for_each(|it| stage.table.delete_channel(it));
    stage.table.delete_channel(stage.table.channel_id("tavern").expect("a channel"));
    at_home.sees("the account", says("**Duel** is over after")).await.expect("in private");
    let calls = stage.table.calls_since(before);
    let looked: Vec<&str> = calls.iter().filter(|it| it.method == "GET").map(|it| it.path.as_str()).collect();
    let guild = stage.table.guild_id();
    assert_eq!(
        looked,
        [format!("/guilds/{guild}/channels"), format!("/guilds/{guild}/threads/active"), format!("/channels/{thread}")]
    );
}

/// A channel deleted while the bot is away: its fight is found to have no channel, and closed.
#[tokio::test]
async fn a_channel_that_was_deleted_while_the_bot_was_away() {
    let mut stage = Stage::set().await;
    let (thread, _gwen, _ana) = thread_fight(&stage).await;
    let mut at_home = stage.seat("Gwen");
    private_messages(&stage.table, &mut at_home).await;
    stage.bot_goes().await;
    stage.table.delete_channel(thread);
    stage.bot_comes().await;
    at_home.sees("the account", says("**Duel** is over after")).await.expect("in private");
}

/// A server removes the bot: its fight is paused; when the bot is back, everything is told and the GM can resume.
#[tokio::test]
async fn a_server_that_lets_the_bot_go_and_takes_it_back() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
    let before = seq(&stage).await;
    stage.table.let_bot_go(true);
    paused(&stage, &handle).await;
    stage.turn(3_600_000).await;
    assert_eq!(seq(&stage).await, before + 1, "the pause, and nothing else: no clock has run");
    stage.table.let_bot_go(false);
    bob.sees("the pause", |it| labels(it).contains(&"Resume".to_owned())).await.expect("told");
    run(&mut gwen, "encounter resume", &[]).await;
    bob.sees("the question", |it| id(it) == id(&asked) && is_asked(it)).await.expect("still there");
    bob.sees("the tracker", |it| is_tracker(it) && labels(it).contains(&"Pause".to_owned())).await.expect("goes on");
    stage.judge();
}

/// Waits until a fight is paused, checking whenever something happens at the table.
async fn paused(stage: &Stage, handle: &umpire::table::Handle) {
    for _ in 0..10_000 {
        if handle.look(|service| service.session().paused()).await.expect("a live fight") {
            return;
        }
        tokio::task::yield_now().await;
    }
    panic!("{} is not paused; the bot made {} calls", handle.id, stage.table.calls_so_far());
}

/// The GM role is deleted: whoever started the fight is still its GM, and those who were GMs by role no longer are.
#[tokio::test]
async fn the_gms_role_is_deleted() {
    let stage = Stage::set().await;
    let mut gwen = stage.seat("Gwen");
    run(&mut gwen, "settings", &[("gm_role", "GM")]).await;
    let mut ana = stage.seat("Ana");
    run(&mut ana, "encounter start", &[("name", "Hers")]).await;
    assert!(run(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Foes")]).await.starts_with("Added "));
    stage.table.delete_role("GM");
    assert!(run(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Foes")]).await.contains("Only the GM"));
    assert!(run(&mut ana, "gm add", &[("template", "bandit"), ("side", "Foes")]).await.starts_with("Added "));
    assert_eq!(run(&mut ana, "encounter end", &[]).await, "Done.");
    stage.judge();
}

/// Embeds are forbidden during a fight: it continues in plain text, the tracker says what's missing and why, and both return to normal once
/// it's granted.
#[tokio::test]
async fn a_permission_that_is_lost_is_done_without_and_its_warning_cleared() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    let boxed = |it: &Value| is_tracker(it) && it["embeds"].as_array().is_some_and(|it| !it.is_empty());
    bob.sees("the tracker", boxed).await.expect("with boxes");
    let channel = stage.table.channel_id("table").expect("a channel");
    stage.table.set_bot_overwrite(channel, 0, EMBED_LINKS);
    stage.turn(5_100).await;
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    let lacks = |it: &Value| {
        is_tracker(it)
            && says("Umpire lacks **Embed Links** in this channel. Trackers and results come as plain text")(it)
    };
    let bare = |it: &Value| {
        is_tracker(it) && says("Umpire lacks Embed Links in this channel. Trackers and results come as plain text")(it)
    };
    let told = bob.sees("the tracker", |it| lacks(it) || bare(it)).await.expect("it says what is missing");
    assert!(says("Sybilla: ")(&told) && told["embeds"] == json!([]), "in plain text: {}", told["content"]);
    bob.sees("the story", says("Sybilla shoots at Bandit 1")).await.expect("told all the same");
    for _ in 0..6 {
        run(&mut gwen, "gm answer", &[("choice", "default")]).await;
    }
    bob.sees("the roll", |it| says("damage")(it) && says("By R")(it)).await.expect("as a sentence");
    stage.table.set_bot_overwrite(channel, EMBED_LINKS, 0);
    stage.turn(5_100).await;
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "3")]).await;
    bob.sees("the tracker", |it| boxed(it) && !says("Umpire lacks")(it) && says("health 3/6")(it))
        .await
        .expect("as before");
    stage.judge();
}

/// A tracker that Discord refuses for good leaves nothing waiting for it: a finished fight comes to rest.
#[tokio::test]
async fn a_tracker_that_is_refused_for_good_is_not_waited_for() {
    let stage = Stage::set().await;
    let (mut gwen, private, _ana, _bob) = crate::gm_channel::paired(&stage).await;
    let tracker = private.sees("the tracker", crate::gm_channel::everything).await.expect("there");
    let gm = crate::gm_channel::channel(&stage, "gm");
    stage.table.set_bot_overwrite(gm, 0, umpire::localtable::permissions::SEND_MESSAGES);
    let path = format!("/channels/{gm}/messages/{}", id(&tracker));
    call(&stage, reqwest::Method::DELETE, &path, &Value::Null).await;
    let from = stage.table.calls_so_far();
    for value in ["3", "2"] {
        run(&mut gwen, "gm set", &[("name", "Lurker"), ("field", "health"), ("value", value)]).await;
    }
    stage.table.call_since(from, "a refusal", |it| it.status == 403).await.expect("Discord refuses");
    let (app, fight) = (&stage.bot().app, stage.bot().app.tables().all()[0].id);
    run(&mut gwen, "encounter end", &[]).await;
    let mut due = vec![];
    for _ in 0..400 {
        due = app.store().due_of(fight).await.expect("readable");
        if due.is_empty() {
            break;
        }
        run(&mut gwen, "encounter status", &[]).await;
    }
    assert!(due.is_empty(), "{:?}", due.iter().map(|it| &it.notice.kind).collect::<Vec<_>>());
    let refused = stage.table.calls_since(from).iter().filter(|it| it.status == 403).count();
    assert!(refused <= 16, "{refused} refusals");
}
