//! Turn calls and a program that dies: nobody is called twice, and nobody is forgotten.

use std::os::unix::process::ExitStatusExt;

use crate::{
    play::ends,
    world::{ABORTED, Died, World},
};
use umpire::localtable::Call;

fn calls(call: &Call) -> bool {
    let content = call.body["content"].as_str().unwrap_or_default();
    call.method == "POST" && call.path.ends_with("/messages") && content.contains(" may act ")
}

/// Killed before the call, the program calls afterwards. Killed when Discord has the call but nobody has noted it, the next program sends
/// it again with the same nonce, by which Discord finds the existing one. The call disappears with the fight.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_around_a_call_calls_once() {
    let mut world = World::with_a_fight().await;
    // The built-in default applies: calls are on.
    world.configure("[pace]\nrestart_grace_seconds = 1\n");
    let before = world.table.calls_so_far();
    world.bot_comes().await;
    world.kill().await;
    assert!(!world.table.calls_since(before).iter().any(|it| calls(it)), "it died too soon to call");
    world.bot_starts(Some("call.after_send"));
    let Died(status) = world.until_it_ends().await;
    assert_eq!(status.signal(), Some(ABORTED), "{}", world.logs());
    let first = world.table.call_since(before, "the call", calls).await.expect("called");
    let between = world.table.calls_so_far();
    world.bot_comes().await;
    let again = world.table.call_since(between, "the same call", calls).await.expect("sent again");
    assert_eq!(
        first.answer["id"], again.answer["id"],
        "Discord has one message: {:?} and {:?}",
        first.body, again.body
    );
    let mut gwen = world.seat("Gwen");
    assert_eq!(gwen.messages().iter().filter(|it| it["id"] == first.answer["id"]).count(), 1);
    ends(&mut gwen).await.expect("ended");
    gwen.sees_no("the call", |it| it["id"] == first.answer["id"]).await.expect("gone");
    assert_eq!(world.table.calls_since(before).iter().filter(|it| calls(it)).count(), 2);
    world.bot_goes().await;
    world.judge();
}
