//! What a start reads of the fights that aren't over.
#![cfg(feature = "bot")]

#[path = "common/new_fights.rs"]
mod new_fights;
#[path = "common/stores.rs"]
mod stores;

use new_fights::fight;
use stores::promises;
use umpire::store::{Append, NewEncounter, Status, Store, StoredRow, encounter_scope};

const APPLICATION: u64 = 7;
const OTHER_APPLICATION: u64 = 8;
const CHANNEL: u64 = 1_000;

promises![open_fights_come_in_pages];

/// A start reads the open fights page by page, with two settings of each: nobody else's, and none that's over.
async fn open_fights_come_in_pages(store: &dyn Store) {
    const COUNT: u64 = 501;
    for number in 0..COUNT {
        let settings = vec![("rests".to_owned(), number.to_string())];
        let new = NewEncounter { settings, ..fight(APPLICATION, CHANNEL + COUNT - number) };
        store.create_encounter(new).await.expect("a fight");
    }
    let theirs = store.create_encounter(fight(OTHER_APPLICATION, CHANNEL)).await.expect("not our channel");
    store.set_setting(OTHER_APPLICATION, &encounter_scope(theirs), "rests", "theirs").await.expect("a setting");
    let first = store.open_fights(APPLICATION, None, ["rests", "gm_channel"]).await.expect("a page");
    let second = store.open_fights(APPLICATION, first.last().map(|it| it.channel_id), ["rests", "gm_channel"]).await;
    let second = second.expect("a page");
    assert_eq!((first.len(), second.len()), (500, 1));
    let all: Vec<u64> = first.iter().chain(&second).map(|it| it.channel_id).collect();
    assert_eq!(all, (CHANNEL + 1..=CHANNEL + COUNT).collect::<Vec<_>>(), "each once, by channel");
    let last = &second[0];
    assert_eq!((last.guild_id, last.head_seq, &last.values), (None, 0, &[Some("0".to_owned()), None]));
    assert_eq!(store.open_fights(APPLICATION, Some(last.channel_id), ["rests", "gms"]).await, Ok(vec![]));

    store.set_setting(APPLICATION, &encounter_scope(last.id), "gm_channel", "7").await.expect("a setting");
    let row = StoredRow {
        seq: 1,
        at_ms: 1,
        actor: "user:5".into(),
        interaction_id: None,
        body: "{}".into(),
        format_version: 1,
    };
    store.append(Append { rows: vec![row], ..Append::new(last.id) }).await.expect("it continues");
    store.append(Append { status: Some(Status::Over), ..Append::new(first[0].id) }).await.expect("a status");
    let page = store.open_fights(APPLICATION, Some(CHANNEL), ["rests", "gm_channel"]).await.expect("a page");
    assert_eq!((page.len(), page[0].channel_id), (500, CHANNEL + 2), "the first is over");
    let last = &page[499];
    assert_eq!((last.head_seq, &last.values), (1, &[Some("0".to_owned()), Some("7".to_owned())]));
}
