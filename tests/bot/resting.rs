//! A fight that nobody touches for an hour rests: only its header stays in memory. Nobody notices: the first press wakes it, its deadlines fire,
//! and nothing is told twice.

use crate::{
    discord_edge_cases::{is_asked, is_tracker, take},
    fixture::{Stage, id, is_private, labels, last_id, reply_after, run, says},
    gm_channel::{everything, paired},
    play::{custom_id, leader_strikes},
};
use serde_json::Value;
use std::time::Duration;
use umpire::{
    localtable::{Strict, driver::TableUser, permissions::VIEW_CHANNEL},
    store::Store as _,
    table::{
        ServiceError,
        live_fights::{FightCounts, TableError},
    },
};

/// A patience that only a fault uses up.
const PATIENCE: Duration = Duration::from_secs(60);
const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
const AWAKE: FightCounts = FightCounts { live: 1, resting: 0 };
const ASLEEP: FightCounts = FightCounts { live: 0, resting: 1 };

/// Waits until every fight rests that may: what's still to be shown comes first.
pub async fn until_resting(stage: &Stage) {
    let tables = stage.bot().app.tables();
    let rests = async {
        while tables.counts().live > 0 {
            tables.look_after().await;
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, rests).await.expect("it comes to rest");
}

/// However long it's looked after, the only fight doesn't rest: it would at once.
async fn stays_awake(stage: &Stage) {
    let rests = tokio::time::timeout(Duration::from_secs(2), until_resting(stage)).await;
    assert!(rests.is_err() && stage.bot().app.tables().counts() == AWAKE, "somebody is there");
}

/// An hour goes by, and the only fight rests.
async fn rests(stage: &Stage) {
    stage.clock.advance(HOUR_MS);
    until_resting(stage).await;
    assert_eq!(stage.bot().app.tables().counts(), ASLEEP);
}

/// Waits until a fight is awake, without touching it.
async fn until_awake(stage: &Stage) {
    let tables = stage.bot().app.tables();
    let wakes = async {
        while tables.counts() != AWAKE {
            tables.look_after().await;
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, wakes).await.expect("it's woken");
}

/// There's one tracker, and it shows this. An old one has moved.
async fn one_tracker(seat: &TableUser, shows: impl Fn(&Value) -> bool) {
    let tracker = seat.sees("the tracker", |it| is_tracker(it) && shows(it)).await.expect("up to date");
    seat.sees_no("another", |it| is_tracker(it) && id(it) != id(&tracker)).await.expect("only one");
}

/// A brawl by post in which Bob is asked.
async fn asked(stage: &Stage) -> (TableUser, TableUser, TableUser, Value) {
    let (mut gwen, ana, bob) = stage.brawl("").await;
    run(&mut gwen, "gm fight", &[("name", "pace"), ("value", "post")]).await;
    let question = leader_strikes(&mut gwen, &bob).await;
    bob.sees("the tracker", |it| is_tracker(it) && says("Waiting for Theobald")(it)).await.expect("there");
    (gwen, ana, bob, question)
}

/// It rests after an hour and not before; while it rests nothing is sent; then the old button does what it says, in the same message, and a second
/// press is told that it's settled.
#[tokio::test]
async fn a_press_wakes_a_fight_that_rests() {
    let stage = Stage::set().await;
    let (_gwen, _ana, mut bob, question) = asked(&stage).await;
    let tables = stage.bot().app.tables();
    stage.clock.advance(HOUR_MS - 1_000);
    stays_awake(&stage).await;
    stage.clock.advance(1_000);
    until_resting(&stage).await;
    let quiet_from = stage.table.calls_so_far();
    stage.turn(5 * HOUR_MS).await;
    assert_eq!(tables.counts(), ASLEEP, "nothing wakes it");
    assert_eq!(stage.table.calls_since(quiet_from).len(), 0, "and nothing of it is drawn");

    let dodge = labels(&question).into_iter().find(|it| it.starts_with("Dodge")).expect("a dodge");
    bob.press(&question, &dodge).await.expect("the old button works");
    assert_eq!(tables.counts(), AWAKE);
    let result = |it: &Value| it["id"] == question["id"] && says("vs AGI")(it);
    bob.sees("the result", result).await.expect("in the same message");
    let before = last_id(&bob);
    let pressed = custom_id(&question, &take(&question));
    let again = serde_json::json!({ "op": "press", "message_id": question["id"], "custom_id": pressed });
    if bob.act(again).await.is_ok() {
        assert!(reply_after(&bob, before).contains("already settled"));
    }
    let deed = question["content"].as_str().and_then(|it| it.lines().next()).expect("what is done");
    assert_eq!(bob.messages().iter().filter(|it| says(deed)(it)).count(), 1, "told once");
    one_tracker(&bob, |it| !says("Waiting for Theobald")(it)).await;
    stage.judge();
}

/// Whatever anybody does begins the hour anew, even if it's refused; to look at the fight doesn't.
#[tokio::test]
async fn whoever_touches_it_keeps_it_awake() {
    let stage = Stage::set().await;
    let (_gwen, mut ana, _bob) = stage.brawl("").await;
    let tables = stage.bot().app.tables();
    for _ in 0..2 {
        stage.clock.advance(HOUR_MS - MINUTE_MS);
        assert!(run(&mut ana, "attack", &[("target", "Nobody")]).await.contains("Nobody"), "refused");
        stays_awake(&stage).await;
    }
    stage.clock.advance(HOUR_MS - MINUTE_MS);
    let has_button = |it: &Value| is_tracker(it) && labels(it).contains(&"Act as\u{2026}".to_owned());
    let tracker = ana.sees("the tracker", has_button).await.expect("there");
    ana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    stage.clock.advance(MINUTE_MS);
    until_resting(&stage).await;
    assert_eq!(tables.counts(), ASLEEP);
    stage.judge();
}

/// The deadline of a question fires on time while the fight rests, and not before.
#[tokio::test]
async fn a_deadline_fires_while_it_rests() {
    let stage = Stage::set().await;
    let (_gwen, _ana, bob, question) = asked(&stage).await;
    rests(&stage).await;
    stage.turn(23 * HOUR_MS - MINUTE_MS).await;
    assert_eq!(stage.bot().app.tables().counts(), ASLEEP, "not yet");
    assert!(bob.messages().iter().any(|it| it["id"] == question["id"] && is_asked(it)));
    stage.clock.advance(MINUTE_MS - 5_000);
    until_awake(&stage).await;
    stage.turn(0).await;
    assert!(bob.messages().iter().any(|it| it["id"] == question["id"] && is_asked(it)), "there are seconds left");
    stage.turn(5_000).await;
    assert!(bob.messages().iter().any(|it| it["id"] == question["id"] && is_asked(it)), "and one more");
    stage.turn(1_500).await;
    let settled = |it: &Value| it["id"] == question["id"] && !is_asked(it);
    bob.sees("the default", settled).await.expect("taken in time");
    stage.judge();
}

/// Thirty presses at once on a fight that rests: it's woken once, one answer counts and everybody gets a reply.
#[tokio::test]
async fn many_presses_at_once_wake_it_once() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, bob, question) = asked(&stage).await;
    let store = stage.bot().app.store().clone();
    let fight = stage.bot().app.tables().all()[0].id;
    let head = async || store.encounter(fight).await.expect("readable").expect("a fight").head_seq;
    rests(&stage).await;
    let before = head().await;
    let mut pressing = tokio::task::JoinSet::new();
    let all: Vec<String> =
        labels(&question).into_iter().filter(|it| it.starts_with("Dodge") || it.starts_with("Take")).collect();
    for n in 0..30 {
        let (mut seat, label) = (stage.seat(["Bob", "Ana", "Dana"][n % 3]), all[n % all.len()].clone());
        let pressed = custom_id(&question, &label);
        let press = serde_json::json!({ "op": "press", "message_id": question["id"], "custom_id": pressed });
        pressing.spawn(async move { seat.act(press).await.is_ok() });
    }
    while let Some(replied) = pressing.join_next().await {
        replied.expect("no panic");
    }
    bob.sees("the outcome", |it| it["id"] == question["id"] && !is_asked(it)).await.expect("told");
    assert_eq!(stage.bot().app.tables().counts(), AWAKE);
    // Of two services over one fight, one would find that the log doesn't end where it left it.
    assert_eq!(
        run(&mut gwen, "gm set", &[("name", "Leader"), ("field", "health"), ("value", "5")]).await,
        "Leader’s health is now 5."
    );
    let rows = store.rows_since(fight, before).await.expect("readable");
    assert_eq!(rows.iter().filter(|it| it.body.contains("\"Answer\"")).count(), 1, "one answer");
    stage.judge();
}

/// A fight that rests answers everything as one that's awake: menus, the GM's panel, status, recap and log, an undo.
#[tokio::test]
async fn it_answers_as_if_it_had_been_awake() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "2")]).await;
    let status = run(&mut ana, "encounter status", &[]).await;
    let who = run(&mut gwen, "who", &[("name", "Leader")]).await;
    let tracker = ana.sees("the tracker", |it| is_tracker(it) && says("health 2/6")(it)).await.expect("up to date");
    let recap = run(&mut ana, "encounter recap", &[]).await;

    rests(&stage).await;
    assert_eq!(run(&mut ana, "encounter status", &[]).await, status);
    rests(&stage).await;
    assert_eq!(run(&mut ana, "encounter recap", &[]).await, recap);
    rests(&stage).await;
    assert_eq!(run(&mut gwen, "who", &[("name", "Leader")]).await, who);
    rests(&stage).await;
    assert!(run(&mut gwen, "encounter log", &[]).await.contains("isn\u{2019}t over"));

    rests(&stage).await;
    let before = last_id(&ana);
    ana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let menu = |it: &Value| id(it) > before && is_private(it) && says("Sybilla\u{2019}s turn")(it);
    let menu = ana.sees("her menu", menu).await.expect("opened");
    rests(&stage).await;
    ana.press(&menu, "Attack").await.expect("the old menu goes on");
    ana.sees("whom", |it| it["id"] == menu["id"] && labels(it).iter().any(|it| it.starts_with("Bandit")))
        .await
        .expect("asked");

    rests(&stage).await;
    let before = last_id(&gwen);
    gwen.press(&tracker, "GM\u{2026}").await.expect("answered");
    let panel =
        |it: &Value| id(it) > before && is_private(it) && labels(it).iter().any(|it| it.starts_with("Add combatants"));
    gwen.sees("her panel", panel).await.expect("opened");

    rests(&stage).await;
    let undone = run(&mut gwen, "gm undo", &[]).await;
    assert_eq!(undone, "Done.");
    one_tracker(&ana, says("health 6/6")).await;
    stage.judge();
}

/// The question which of your combatants acts is still there after the rest, leads on, and is taken away by the next.
#[tokio::test]
async fn the_question_who_acts_outlives_the_rest() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    run(&mut gwen, "gm turn", &[("side", "Foes")]).await;
    let has_button = |it: &Value| is_tracker(it) && labels(it).contains(&"Act as\u{2026}".to_owned());
    let tracker = gwen.sees("the tracker", has_button).await.expect("there");
    gwen.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let asks = |it: &Value| is_private(it) && says("Which of your characters acts?")(it);
    let question = gwen.sees("the question", asks).await.expect("asked");
    rests(&stage).await;
    gwen.press(&question, "Leader").await.expect("answered");
    let menu = |it: &Value| it["id"] == question["id"] && says("Leader\u{2019}s turn")(it);
    gwen.sees("the Leader's menu", menu).await.expect("in its place");
    stage.judge();
}

/// While nobody on its shard can be heard, a fight that rests isn't woken for its deadline; afterwards it has its grace.
#[tokio::test]
async fn a_shard_that_is_lost_holds_those_that_rest() {
    let stage = Stage::set().await;
    let (_gwen, _ana, bob, question) = asked(&stage).await;
    rests(&stage).await;
    let tables = stage.bot().app.tables();
    stage.table.shut_gateway(true);
    stage.table.drop_shard(0);
    crate::shards::until_held(&stage, 0, true).await;
    stage.turn(48 * HOUR_MS).await;
    assert_eq!(tables.counts(), ASLEEP, "nobody can be heard");
    stage.table.shut_gateway(false);
    crate::shards::until_held(&stage, 0, false).await;
    stage.turn(19_000).await;
    assert!(bob.messages().iter().any(|it| it["id"] == question["id"] && is_asked(it)), "the grace");
    until_awake(&stage).await;
    stage.turn(2_000).await;
    bob.sees("the default", |it| it["id"] == question["id"] && !is_asked(it)).await.expect("taken then");
    stage.judge();
}

/// A restart, as when another process takes over, leaves a fight at rest: nothing of it is read or drawn, its deadline is armed, its button works.
#[tokio::test]
async fn a_restart_leaves_it_at_rest() {
    let mut stage = Stage::set().await;
    let (_gwen, _ana, mut bob, question) = asked(&stage).await;
    rests(&stage).await;
    let quiet_from = stage.table.calls_so_far();
    stage.bot_goes().await;
    stage.bot_comes().await;
    let channel = format!("/channels/{}", stage.table.channel_id("table").expect("a channel"));
    stage.turn(HOUR_MS).await;
    assert_eq!(stage.bot().app.tables().counts(), ASLEEP);
    let drawn = stage.table.calls_since(quiet_from).iter().filter(|it| it.path.starts_with(&channel)).count();
    assert_eq!(drawn, 0, "nothing is drawn");
    bob.press(&question, &take(&question)).await.expect("the old button works");
    let result = |it: &Value| it["id"] == question["id"] && !is_asked(it);
    bob.sees("the result", result).await.expect("in the same message");
    // What has happened since is no longer what was noted: another start takes the fight up.
    stage.bot_goes().await;
    stage.bot_comes().await;
    assert_eq!(stage.bot().app.tables().counts(), AWAKE);
    let deed = question["content"].as_str().and_then(|it| it.lines().next()).expect("what is done");
    assert_eq!(bob.messages().iter().filter(|it| says(deed)(it)).count(), 1, "told once");
    stage.judge();
}

/// A deadline that passes while the program is down and the fight rests gets the grace of a restart, and is shown with it.
#[tokio::test]
async fn a_deadline_that_passed_while_it_was_down_has_its_grace() {
    let mut stage = Stage::set().await;
    let (_gwen, _ana, bob, question) = asked(&stage).await;
    rests(&stage).await;
    stage.bot_goes().await;
    stage.clock.advance(48 * HOUR_MS);
    stage.bot_comes().await;
    assert_eq!(stage.bot().app.tables().counts(), AWAKE, "there's something to do");
    stage.turn(19_000).await;
    assert!(bob.messages().iter().any(|it| it["id"] == question["id"] && is_asked(it)), "the grace");
    stage.turn(21_000).await;
    bob.sees("the default", |it| it["id"] == question["id"] && !is_asked(it)).await.expect("taken then");
    stage.judge();
}

/// A player who can suddenly see the GM's channel of a fight that rests makes it empty at once, as if the fight were awake.
#[tokio::test]
async fn the_gms_channel_stays_secret_while_it_rests() {
    let stage = Stage::set().await;
    let (_gwen, private, _ana, _bob) = paired(&stage).await;
    private.sees("the second tracker", everything).await.expect("there");
    rests(&stage).await;
    assert!(private.messages().iter().any(everything), "it stays");
    let (gm, ana) = (stage.table.channel_id("gm").expect("a channel"), stage.table.user_id("Ana").expect("a person"));
    stage.table.set_overwrite(gm, ana, VIEW_CHANNEL, 0);
    private.sees_no("the second tracker", everything).await.expect("removed");
    stage.judge();
}

/// So does what nobody heard of while the program was down: a start looks who sees the channel, also of a fight that it leaves at rest.
#[tokio::test]
async fn a_start_looks_at_the_gms_channel_of_a_fight_at_rest() {
    let mut stage = Stage::set().await;
    let (_gwen, private, _ana, _bob) = paired(&stage).await;
    private.sees("the second tracker", everything).await.expect("there");
    rests(&stage).await;
    stage.bot_goes().await;
    let (gm, ana) = (stage.table.channel_id("gm").expect("a channel"), stage.table.user_id("Ana").expect("a person"));
    stage.table.set_overwrite(gm, ana, VIEW_CHANNEL, 0);
    assert!(private.messages().iter().any(everything), "nobody has removed it");
    stage.bot_comes().await;
    private.sees_no("the second tracker", everything).await.expect("removed");
    stage.judge();
}

/// If the store fails, whoever comes is told that something went wrong, not that the fight is over, and it rests on.
#[tokio::test]
async fn a_store_that_fails_loses_no_fight_that_rests() {
    let stage = Stage::set().await;
    let (_gwen, _ana, mut bob, question) = asked(&stage).await;
    rests(&stage).await;
    stage.store.close().await;
    let tables = stage.bot().app.tables();
    let looked = tables.all()[0].look(|_| ()).await;
    assert!(matches!(looked, Err(TableError::Service(ServiceError::Store(_)))), "{looked:?}");
    assert_eq!(tables.counts(), ASLEEP);
    let before = last_id(&bob);
    bob.press(&question, &take(&question)).await.expect("answered");
    let told = reply_after(&bob, before);
    assert!(told.contains("U-"), "{told}");
    assert_eq!(tables.counts(), ASLEEP);
}

/// A host can turn it off: then a fight stays awake for ever.
#[tokio::test]
async fn a_host_can_turn_it_off() {
    let mut stage = Stage::strict(Strict::default()).await;
    stage.bot_goes().await;
    stage.rest_after = Duration::ZERO;
    stage.bot_comes().await;
    let (_gwen, _ana, _bob, _question) = asked(&stage).await;
    stage.clock.advance(12 * HOUR_MS);
    stays_awake(&stage).await;
    stage.judge();
}
