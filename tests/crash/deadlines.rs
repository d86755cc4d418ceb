//! "Re-arms every deadline: one that passed while it was down gets a short grace, then its default." And only in fights of its own.

use serde_json::Value;
use umpire::{
    engine::Seat as SeatId,
    rules::{Request, System},
    store::StoredRow,
    table::{Caller, Command, EncounterService, InputOrigin, NewFight},
};

use crate::{
    play::{DODGE, Play, Stood, buttons, nothing_is_lost_or_doubled, settled},
    world::{World, folded, now_ms},
};

/// How long a question in the other application's fight waits.
const PROMPT_MS: i64 = 30_000;
/// How long the program is down: longer than any question here waits.
const DOWN_MS: i64 = 300_000;
/// This program's `restart_grace_seconds`, in milliseconds.
const GRACE_MS: i64 = 2_000;

/// A world where Ana has been asked, the program has been killed, and her time is up.
async fn too_late() -> (World, Play, Value) {
    let mut world = World::with_a_fight().await;
    world.configure("[pace]\nrestart_grace_seconds = 2\ncall_turns = false\n");
    let mut play = Play::at(&world);
    world.bot_comes().await;
    let blow = play.gwen.command("attack", &[("target", "Sybilla"), ("as", "Bandit")]);
    crate::play::answered(&mut world, "/attack", blow).await.expect("it lives");
    let asked = |it: &Value| buttons(it).iter().any(|(label, _)| label == DODGE);
    let question = play.ana.sees("the question", asked).await.expect("asked");
    world.kill().await;
    world.time_passes(DOWN_MS).await;
    let (_folder, store) = world.as_it_lies().await;
    let id = world.fight(store.as_ref()).await.id;
    let deadline_ms = folded(&store, id).await.next_deadline_ms().expect("a deadline");
    assert!(deadline_ms < now_ms(), "her time is up");
    (world, play, question)
}

fn silences(rows: &[StoredRow]) -> Vec<&StoredRow> {
    rows.iter().filter(|it| it.body.contains("\"input\":\"Tick\"")).collect()
}

/// The deadline passed while the program was down: after the start it waits at least for the grace period, then takes the default, and says
/// that nobody answered in time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deadline_that_passed_meanwhile_gets_a_grace_and_then_its_default() {
    let (mut world, play, question) = too_late().await;
    let started_ms = now_ms();
    world.bot_comes().await;
    let told = |it: &Value| it["id"] == question["id"] && it["content"].to_string().contains("no answer in time");
    let result = play.ana.sees("the default, in words", told).await.expect("told");
    assert!(result["content"].to_string().contains("Sybilla takes the hit"), "{result:#}");
    settled(&mut world, &play.gwen).await.expect("it lives");
    world.bot_goes().await;
    let rows = world.log().await;
    let silences = silences(&rows);
    assert_eq!(silences.len(), 1, "{rows:#?}");
    assert!(silences[0].at_ms >= started_ms + GRACE_MS, "{} ms after the start", silences[0].at_ms - started_ms);
    assert!(silences[0].at_ms <= started_ms + 5 * GRACE_MS, "a short grace: {} ms", silences[0].at_ms - started_ms);
    nothing_is_lost_or_doubled(&world, &play.gwen).await;
    world.judge();
}

/// Within the grace period the old button still works, and no default follows.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn within_the_grace_the_old_button_still_answers() {
    let (mut world, mut play, question) = too_late().await;
    world.bot_comes().await;
    play.question = Some(question);
    play.go_on(&mut world, Stood::Asked).await.expect("it lives");
    world.bot_goes().await;
    let rows = world.log().await;
    assert_eq!(silences(&rows), Vec::<&StoredRow>::new());
    nothing_is_lost_or_doubled(&world, &play.gwen).await;
    world.judge();
}

/// Two applications in one database: the other one's fight, overdue for an hour in this very channel, stays as it is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_fights_of_another_application_are_left_alone() {
    let mut world = World::with_a_fight().await;
    world.configure("[pace]\nrestart_grace_seconds = 0\ncall_turns = false\n");
    let play = Play::at(&world);
    let (other, before) = another_applications_fight(&world).await;
    world.bot_comes().await;
    settled(&mut world, &play.gwen).await.expect("it lives");
    // Meanwhile, an action in our own fight goes through all steps, including deadlines.
    let mut play = play;
    play.go_on(&mut world, Stood::Before).await.expect("it lives");
    world.bot_goes().await;
    let store = world.store().await;
    assert_eq!(store.load(other).await.expect("kept").rows, before, "its log is as it was");
    assert!(store.messages(other).await.expect("readable").is_empty(), "nothing was told of it");
    let due = store.outbox(other).await.expect("readable");
    assert!(
        !due.is_empty() && due.iter().all(|it| it.message_id.is_none()),
        "what it had to tell waits for its own bot"
    );
    store.close().await;
    let told = |it: &Value| it["content"].to_string().contains("Theobald");
    assert!(!play.gwen.messages().iter().any(told), "nobody here hears of it");
    nothing_is_lost_or_doubled(&world, &play.gwen).await;
    world.judge();
}

/// Another application's fight in our channel, in which someone was asked an hour ago.
async fn another_applications_fight(world: &World) -> (i64, Vec<StoredRow>) {
    let store = world.store().await;
    let header = world.fight(store.as_ref()).await;
    let then_ms = now_ms() - 3_600_000;
    let gm = SeatId(1);
    let new = NewFight {
        application_id: header.application_id + 1,
        guild_id: header.guild_id,
        channel_id: header.channel_id,
        system: System::Murdham,
        name: "Another\u{2019}s".to_owned(),
        options: vec![],
        gm,
    };
    let pace = Request::Pace { prompt_ms: Some(PROMPT_MS) };
    let mut service = EncounterService::open(store.clone(), new, [7; 32], &[pace], then_ms).await.expect("opened");
    let caller = Caller { seat: gm, has_gm_role: false };
    for (path, options) in [
        ("gm side", &[("name", "Players")][..]),
        ("gm side", &[("name", "Foes")]),
        ("gm add", &[("template", "theobald"), ("side", "Players")]),
        ("gm add", &[("template", "bandit"), ("side", "Foes")]),
        ("gm control", &[("name", "Theobald"), ("player", "<@2>")]),
        ("gm fight", &[("name", "initiative"), ("value", "Foes")]),
        ("encounter begin", &[]),
        ("attack", &[("target", "Theobald"), ("as", "Bandit")]),
    ] {
        let command = Command::new(path, options);
        let done = service.command(&caller, &command, InputOrigin::default(), then_ms).await;
        done.unwrap_or_else(|why| panic!("/{path}: {why}"));
    }
    let id = service.header().id;
    assert!(service.next_deadline_ms().is_some_and(|it| it < now_ms()), "somebody is asked, and late");
    let rows = store.load(id).await.expect("kept").rows;
    store.close().await;
    (id, rows)
}
