//! A fight that's busier than Discord's rate limit, in real time and with Discord's limits: nothing that the rules allow is refused,
//! nothing outdated takes up a place, and in the end everything shows the final state.

use crate::fixture::{Stage, heard, labels, listen, run, says};
use umpire::discord::rest::Patience;

/// The number of simultaneous requests: more than a fight's mailbox holds.
const AT_ONCE: usize = 1_000;
/// The number that can wait in one queue of the REST client in these tests: few enough to fill it.
const QUEUE_MAX: usize = 6;

/// The log's messages about a full queue.
fn refusals(log: &std::sync::Mutex<Vec<u8>>) -> Vec<String> {
    [heard(log, "too much is waiting"), heard(log, "QueueFull"), heard(log, "very busy")].concat()
}

/// More simultaneous requests than the mailbox holds: each waits for a place, and all are answered.
#[tokio::test]
async fn whoever_asks_while_the_mailbox_is_full_waits_for_a_place() {
    let stage = Stage::set().await;
    let (_gwen, _ana, _bob) = stage.brawl("").await;
    let handle = stage.bot().app.tables().all().pop().expect("a live fight");
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

/// With short queues: actions and GM changes far faster than messages can go out, the GM's seat handed back and forth, illegal commands in
/// between, and talk in the chaos of combat that's removed. No request finds its queue full, and everything that had to arrive has.
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
        most = most.max(bot.app.rest().load().unsettled);
    }
    // One tracker, one story, one message about the seats, one removal, and what only the GM is told.
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
