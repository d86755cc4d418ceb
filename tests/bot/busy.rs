//! A fight that is busier than Discord lets it be told, by the machine's clock and under Discord's limits: nothing that the rules allow is
//! refused, nothing that is superseded takes a place, and at the end everything shows the last state.

use crate::stage::{Stage, heard, labels, listen, run, says};
use umpire::discord::rest::Patience;

/// How many ask at once: more than a fight's mailbox holds.
const AT_ONCE: usize = 1_000;
/// How many wait in one queue of the courier in these tests: fewer than anything here makes wait.
const QUEUE_MAX: usize = 6;

/// What the log says of a queue that was full.
fn refusals(log: &std::sync::Mutex<Vec<u8>>) -> Vec<String> {
    [heard(log, "too much is waiting"), heard(log, "QueueFull"), heard(log, "very busy")].concat()
}

/// More ask at once than the mailbox holds, in one breath: each waits for a place, and all are answered.
#[tokio::test]
async fn whoever_asks_while_the_mailbox_is_full_waits_for_a_place() {
    let stage = Stage::set().await;
    let (_gwen, _ana, _bob) = stage.brawl("").await;
    let handle = stage.bot().app.tables.all().pop().expect("a live fight");
    let mut asking = tokio::task::JoinSet::new();
    for _ in 0..AT_ONCE {
        let handle = handle.clone();
        asking.spawn(async move { handle.look(|service| service.session().seq()).await });
    }
    while let Some(answer) = asking.join_next().await {
        assert!(answer.expect("no panic").is_ok(), "nobody is turned away");
    }
    stage.judge();
}

/// With queues of a few places: actions and changes by the GM far beyond the pace of messages, the GM's seat handed to and fro, illegal
/// commands in between, and talk in the chaos of combat that is removed. Nothing finds its queue full, and all that had to arrive has.
#[tokio::test]
async fn what_must_arrive_waits_and_what_is_superseded_takes_no_place() {
    let (log, _listening) = listen();
    let patience = Patience { queue_max: QUEUE_MAX, ..Patience::default() };
    let stage = Stage::patient(patience).await;
    let (mut gwen, mut ana, mut bob) = stage.brawl("chaos=on").await;
    let bot = stage.bot();
    let mut most = 0;
    for number in 1..=12 {
        run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", &(1 + number % 6).to_string())])
            .await;
        let refused = run(&mut ana, "attack", &[("target", "Nobody at all")]).await;
        assert_ne!(refused, "Done.");
        for what in ["add", "remove"] {
            let said = run(&mut gwen, "gm seat", &[("player", "Dana"), ("what", what)]).await;
            assert!(said.contains("GM"), "{said}");
        }
        for line in 0..3 {
            bob.say(&format!("psst {number}.{line}")).await.expect("said");
        }
        most = most.max(bot.app.rest.load().unsettled);
    }
    // One tracker, one story, one sentence about the seats, one removal, and what the GM hears alone.
    assert!(most <= 2 * QUEUE_MAX, "{most} errands waited at once");
    bob.sees_no("talk", says("psst ")).await.expect("removed");
    assert_eq!(run(&mut ana, "attack", &[("target", "Bandit 1")]).await, "Done.");
    bob.sees("the last story", says("Sybilla shoots at Bandit 1")).await.expect("told");
    bob.sees("the tracker", |it| says("health 1/")(it) && !labels(it).is_empty())
        .await
        .expect("it shows the last state");
    let seats = says("is no longer a GM of this fight");
    ana.sees("the last word about the seats", seats).await.expect("said");
    assert_eq!(refusals(&log), Vec::<String>::new());
    stage.judge();
}
