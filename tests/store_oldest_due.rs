//! How long messages have been waiting in the outbox, for each server.
#![cfg(feature = "bot")]

#[path = "common/new_fights.rs"]
mod new_fights;
#[path = "common/stores.rs"]
mod stores;

use new_fights::fight;
use stores::promises;
use umpire::store::{Append, NewEncounter, Notice, Store};

const APPLICATION: u64 = 7;
const OTHER_APPLICATION: u64 = 8;
const CHANNEL: u64 = 1_000;
const GUILD: u64 = 5;

promises![the_oldest_is_told_for_each_server];

fn notice(slot: &str, created_at_ms: i64) -> Notice {
    Notice {
        seq: 1,
        kind: "story".into(),
        slot: slot.into(),
        channel_id: CHANNEL,
        nonce: format!("{slot}{created_at_ms}"),
        payload: "{}".into(),
        created_at_ms,
    }
}

/// The oldest message of each server, whichever of its fights it belongs to and whenever it was put in; none that has been sent or given up, and
/// no other application's.
async fn the_oldest_is_told_for_each_server(store: &dyn Store) {
    let mut fights = vec![];
    for (number, guild_id) in [(0, None), (1, Some(GUILD)), (2, Some(GUILD)), (3, Some(u64::MAX))] {
        let new = NewEncounter { guild_id, ..fight(APPLICATION, CHANNEL + number) };
        fights.push(store.create_encounter(new).await.expect("a fight"));
    }
    let theirs = store.create_encounter(fight(OTHER_APPLICATION, CHANNEL)).await.expect("their fight");
    assert_eq!(store.oldest_due(APPLICATION).await, Ok(vec![]));
    let due = [(fights[0], vec![40, 30]), (fights[1], vec![20]), (fights[2], vec![10, 50]), (theirs, vec![1])];
    for (id, all) in due {
        let outbox = all.into_iter().map(|at_ms| notice("story", at_ms)).collect();
        store.append(Append { outbox, ..Append::new(id) }).await.expect("messages");
    }
    let oldest = || async {
        let mut all = store.oldest_due(APPLICATION).await.expect("readable");
        all.sort_unstable();
        all
    };
    assert_eq!(oldest().await, [(None, 30), (Some(GUILD), 10)]);
    for (at, out) in store.due_of(fights[2]).await.expect("two").into_iter().enumerate() {
        match at {
            0 => store.mark_sent(out.id, 9, 60).await.expect("it was due"),
            _ => store.mark_dropped(out.id, "403").await.expect("it was due"),
        }
    }
    assert_eq!(oldest().await, [(None, 30), (Some(GUILD), 20)]);
}
