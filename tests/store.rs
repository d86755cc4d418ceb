//! What every store promises, tested with each: in memory, in SQLite and in PostgreSQL.
#![cfg(feature = "bot")]

#[path = "common/stores.rs"]
mod stores;

use stores::promises;
use umpire::engine::Seed;
use umpire::store::{
    Append, AppendError, CharacterKey, CommittedSeed, FightPerson, MAX_BODY_BYTES, MAX_NAME_CHARS, MAX_NONCE_CHARS,
    NewEncounter, Notice, OutgoingState, SeedBytes, ShownMessage, Status, Store, StoreError, StoredRow,
};

/// The largest id that Discord's format allows: all 64 bits must survive.
const APPLICATION: u64 = u64::MAX;
const OTHER_APPLICATION: u64 = 7;
const CHANNEL: u64 = 1_234_567_890_123_456_789;

promises![
    a_fight_comes_back_as_it_was,
    rows_come_in_order_and_since,
    a_batch_must_continue_the_log,
    a_batch_is_kept_whole_or_not_at_all,
    an_interaction_counts_once,
    a_channel_has_one_fight_that_is_not_over,
    only_the_applications_own_fights_and_messages,
    a_persons_finished_fights_are_found,
    the_seed_is_kept_apart_and_never_printed,
    a_reopened_fight_has_a_new_seed,
    the_outbox_is_sent_in_order_and_once,
    messages_are_found_by_slot,
    no_two_messages_share_a_nonce,
    characters_have_names_of_their_own,
    settings_stay_in_their_scope,
    text_is_bounded,
    text_has_no_nul,
    nothing_happens_after_closing,
];

fn seed(byte: u8) -> CommittedSeed {
    let seed = Seed::new([byte; 32]);
    CommittedSeed { commitment: seed.commitment(), seed: SeedBytes::new(seed.bytes()) }
}

fn fight(application_id: u64, channel_id: u64) -> NewEncounter {
    NewEncounter {
        application_id,
        guild_id: Some(55),
        channel_id,
        system: "murdham".into(),
        name: "The bridge at Öd".into(),
        created_at_ms: 1_700_000_000_000,
        status: Status::Gathering,
        seed: seed(1),
        opening: r#"{"combatants":[]}"#.into(),
        format_version: 1,
        rows: vec![],
        settings: vec![],
        people: vec![],
    }
}

fn row(seq: i64) -> StoredRow {
    let body = format!(r#"{{"facts":[{seq}]}}"#);
    StoredRow { seq, at_ms: 1000 + seq, actor: "user:5".into(), interaction_id: None, body, format_version: 1 }
}

fn rows(encounter: i64, seqs: impl IntoIterator<Item = i64>) -> Append {
    Append { rows: seqs.into_iter().map(row).collect(), ..Append::new(encounter) }
}

fn notice(seq: i64, nonce: &str) -> Notice {
    Notice {
        seq,
        kind: "story".into(),
        slot: format!("story:{nonce}"),
        channel_id: CHANNEL,
        nonce: nonce.into(),
        payload: r#"{"content":"hello"}"#.into(),
        created_at_ms: 2000 + seq,
    }
}

async fn begun(store: &dyn Store) -> i64 {
    store.create_encounter(fight(APPLICATION, CHANNEL)).await.expect("a free channel")
}

/// What was stored comes back, every field, and the header has the fight's status.
async fn a_fight_comes_back_as_it_was(store: &dyn Store) {
    let id = begun(store).await;
    let second = StoredRow { interaction_id: Some(u64::MAX - 1), actor: "clock".into(), ..row(2) };
    let batch = Append { rows: vec![row(1), second.clone()], status: Some(Status::Fighting), ..Append::new(id) };
    store.append(batch).await.expect("it continues");

    let saved = store.load(id).await.expect("it is there");
    let new = fight(APPLICATION, CHANNEL);
    assert_eq!(saved.opening, new.opening);
    assert_eq!(saved.rows, [row(1), second]);
    let header = saved.header;
    assert_eq!((header.application_id, header.guild_id, header.channel_id), (APPLICATION, Some(55), CHANNEL));
    assert_eq!((&header.system, &header.name), (&new.system, &new.name));
    assert_eq!((header.created_at_ms, header.format_version), (new.created_at_ms, 1));
    assert_eq!((header.status, header.head_seq), (Status::Fighting, 2));
    assert_eq!(header.commitment, seed(1).commitment);
    assert_eq!(store.encounter(id).await, Ok(Some(header.clone())));
    assert_eq!(store.encounter_in(APPLICATION, CHANNEL).await, Ok(Some(header)));
    assert_eq!(store.load(id + 1).await, Err(StoreError::NoSuchEncounter(id + 1)));
    assert_eq!(store.encounter(id + 1).await, Ok(None));
}

/// The log is read in order, from anywhere.
async fn rows_come_in_order_and_since(store: &dyn Store) {
    let id = begun(store).await;
    for seq in 1..=12 {
        store.append(rows(id, [seq])).await.expect("it continues");
    }
    let seqs = |rows: Vec<StoredRow>| rows.iter().map(|row| row.seq).collect::<Vec<_>>();
    assert_eq!(seqs(store.rows_since(id, 0).await.expect("a log")), (1..=12).collect::<Vec<_>>());
    assert_eq!(seqs(store.rows_since(id, 9).await.expect("a log")), [10, 11, 12]);
    assert_eq!(store.rows_since(id, 12).await, Ok(vec![]));
    assert_eq!(store.rows_since(id + 1, 0).await, Ok(vec![]));
}

/// Appending at a number that's taken, or leaving a gap, returns where the log ends; a batch that contradicts itself is refused.
async fn a_batch_must_continue_the_log(store: &dyn Store) {
    let id = begun(store).await;
    store.append(rows(id, [1, 2])).await.expect("it continues");
    for first_seq in [1, 2, 4] {
        let conflict = AppendError::Conflict { encounter: id, head_seq: 2, first_seq };
        assert_eq!(store.append(rows(id, [first_seq])).await, Err(conflict));
    }
    for seqs in [vec![3, 5], vec![3, 3], vec![4, 3], vec![0]] {
        let refused = store.append(rows(id, seqs.clone())).await;
        assert!(matches!(refused, Err(AppendError::Store(StoreError::Malformed(_)))), "{seqs:?}: {refused:?}");
    }
    assert_eq!(store.append(rows(id + 1, [1])).await, Err(StoreError::NoSuchEncounter(id + 1).into()));
    store.append(rows(id, [3])).await.expect("the refused batches left the place free");
}

/// A batch whose last part is refused leaves no row, no message, no status and no seed behind.
async fn a_batch_is_kept_whole_or_not_at_all(store: &dyn Store) {
    let id = begun(store).await;
    store.append(Append { outbox: vec![notice(0, "taken")], ..Append::new(id) }).await.expect("a fresh nonce");
    let before = (store.load(id).await, store.outbox(id).await, store.seeds(id).await);
    let batch = Append {
        outbox: vec![notice(1, "fresh"), notice(1, "taken")],
        status: Some(Status::Over),
        reseed: Some(seed(9)),
        ..rows(id, [1])
    };
    assert_eq!(store.append(batch.clone()).await, Err(StoreError::NonceTaken { nonce: "taken".into() }.into()));
    assert_eq!((store.load(id).await, store.outbox(id).await, store.seeds(id).await), before);
    let twice = Append { outbox: vec![notice(1, "once"), notice(1, "once")], ..batch };
    assert_eq!(store.append(twice).await, Err(StoreError::NonceTaken { nonce: "once".into() }.into()));
    assert_eq!((store.load(id).await, store.outbox(id).await, store.seeds(id).await), before);
}

/// A click delivered twice is recognised, with the row it caused, even if the second delivery would continue the log, or comes for another
/// fight.
async fn an_interaction_counts_once(store: &dyn Store) {
    let id = begun(store).await;
    let other = store.create_encounter(fight(APPLICATION, CHANNEL + 1)).await.expect("another channel");
    let click = |encounter, seq| Append {
        rows: vec![StoredRow { interaction_id: Some(99), ..row(seq) }],
        ..Append::new(encounter)
    };
    store.append(click(id, 1)).await.expect("the first click");
    let done = Err(AppendError::AlreadyDone { encounter: id, seq: 1 });
    for again in [click(id, 1), click(id, 2), click(other, 1)] {
        assert_eq!(store.append(again).await, done);
    }
    let twice = vec![StoredRow { interaction_id: Some(3), ..row(2) }, StoredRow { interaction_id: Some(3), ..row(3) }];
    let refused = store.append(Append { rows: twice, ..Append::new(id) }).await;
    assert!(matches!(refused, Err(AppendError::Store(StoreError::Malformed(_)))), "{refused:?}");
    assert_eq!(store.load(id).await.expect("it is there").rows.len(), 1);
    assert_eq!(store.load(other).await.expect("it is there").rows.len(), 0);
}

/// One fight per channel, including a faulted one; when it's over the channel is free, and it can't be reopened over another.
async fn a_channel_has_one_fight_that_is_not_over(store: &dyn Store) {
    let first = begun(store).await;
    let taken = StoreError::ChannelTaken { encounter: first };
    let status = |encounter, status| Append { status: Some(status), ..Append::new(encounter) };
    for kept in [Status::Fighting, Status::Paused, Status::Faulted] {
        store.append(status(first, kept)).await.expect("a status");
        assert_eq!(store.create_encounter(fight(APPLICATION, CHANNEL)).await, Err(taken.clone()));
    }
    store.append(status(first, Status::Over)).await.expect("a status");
    assert_eq!(store.encounter_in(APPLICATION, CHANNEL).await, Ok(None));
    let second = begun(store).await;
    assert!(second > first, "ids are never used again");
    let other = StoreError::ChannelTaken { encounter: second };
    assert_eq!(store.append(status(first, Status::Paused)).await, Err(other.into()));
    store.append(status(second, Status::Over)).await.expect("a status");
    store.append(status(first, Status::Paused)).await.expect("the channel is free");
    let here = store.encounters_in(APPLICATION, CHANNEL).await.expect("two fights");
    assert_eq!(here.iter().map(|header| header.id).collect::<Vec<_>>(), [second, first]);
}

/// The finished fights in which somebody has a number: newest first, from a time on, and no more than wanted.
async fn a_persons_finished_fights_are_found(store: &dyn Store) {
    const PERSON: u64 = 1_122_334_455_667_788_990;
    let over = |id| Append { status: Some(Status::Over), ..Append::new(id) };
    let mut ids = vec![];
    let fights = [(1_000, vec![PERSON]), (2_000, vec![PERSON + 1, PERSON]), (3_000, vec![]), (4_000, vec![PERSON])];
    for (at, people) in fights {
        let people = (1..).zip(people).map(|(number, person_id)| FightPerson { person_id, number }).collect();
        // What's in the texts doesn't count: nobody reads them for this.
        let opening = format!(r#"[{PERSON}]"#);
        let new = NewEncounter { created_at_ms: at, opening, people, ..fight(APPLICATION, CHANNEL) };
        let id = store.create_encounter(new).await.expect("a free channel");
        store.append(over(id)).await.expect("it ends");
        ids.push(id);
    }
    let people = vec![FightPerson { person_id: PERSON, number: 1 }];
    let open = NewEncounter { people: people.clone(), ..fight(APPLICATION, CHANNEL) };
    store.create_encounter(open).await.expect("a free channel");
    let elsewhere = NewEncounter { people, ..fight(OTHER_APPLICATION, CHANNEL) };
    let elsewhere = store.create_encounter(elsewhere).await.expect("not our channel");
    store.append(over(elsewhere)).await.expect("a status");
    for (since_ms, most, expected) in [
        (0, 10, vec![ids[3], ids[1], ids[0]]),
        (2_000, 10, vec![ids[3], ids[1]]),
        (0, 1, vec![ids[3]]),
        (4_001, 10, vec![]),
    ] {
        let found = store.finished_fights_of(APPLICATION, PERSON, since_ms, most).await.expect("headers");
        assert_eq!(found.iter().map(|it| it.id).collect::<Vec<_>>(), expected, "{since_ms}, {most}");
    }
    assert_eq!(store.finished_fights_of(APPLICATION, PERSON + 2, 0, 10).await, Ok(vec![]));
}

/// Two applications on one database see only their own fights and send only their own messages, even in the same channel.
async fn only_the_applications_own_fights_and_messages(store: &dyn Store) {
    let ours = begun(store).await;
    let theirs = store.create_encounter(fight(OTHER_APPLICATION, CHANNEL)).await.expect("not our channel");
    for id in [ours, theirs] {
        let outbox = vec![notice(1, &format!("e{id}s1"))];
        store.append(Append { outbox, ..rows(id, [1]) }).await.expect("it continues");
    }
    for (application, id) in [(APPLICATION, ours), (OTHER_APPLICATION, theirs)] {
        let open = store.open_encounters(application).await.expect("one fight");
        assert_eq!(open.iter().map(|header| header.id).collect::<Vec<_>>(), [id]);
        let due = store.due(application).await.expect("one message");
        assert_eq!(due.iter().map(|outgoing| outgoing.encounter).collect::<Vec<_>>(), [id]);
        assert_eq!(
            store.encounter_in(application, CHANNEL).await.expect("one fight").map(|header| header.id),
            Some(id)
        );
    }
    store.append(Append { status: Some(Status::Over), ..Append::new(ours) }).await.expect("a status");
    assert_eq!(store.open_encounters(APPLICATION).await, Ok(vec![]));
    assert_eq!(store.open_encounters(OTHER_APPLICATION).await.expect("one fight").len(), 1);
}

/// Only `seed` and `seeds` return the secret; no debug output, no header and no saved fight shows it.
async fn the_seed_is_kept_apart_and_never_printed(store: &dyn Store) {
    let id = begun(store).await;
    assert_eq!(store.seed(id).await.expect("a seed").expose(), &[1; 32]);
    assert_eq!(store.seed(id + 1).await, Err(StoreError::NoSuchEncounter(id + 1)));
    let printed = format!(
        "{:?} {:?} {:?} {:?}",
        fight(APPLICATION, CHANNEL),
        store.load(id).await,
        store.seed(id).await,
        store.seeds(id).await,
    );
    assert!(printed.contains("[secret]"));
    for secret in [hex::encode([1; 32]), "1, 1, 1".to_owned(), "\\x01".to_owned()] {
        assert!(!printed.contains(&secret), "{printed}");
    }
}

/// A fight whose seed was shown continues with a new one, and the old one is kept for auditing the earlier rows.
async fn a_reopened_fight_has_a_new_seed(store: &dyn Store) {
    let id = begun(store).await;
    store.append(rows(id, [1, 2])).await.expect("it continues");
    store.append(Append { reseed: Some(seed(2)), ..rows(id, [3]) }).await.expect("it continues");
    assert_eq!(store.seed(id).await, Ok(seed(2).seed));
    assert_eq!(store.encounter(id).await.expect("it is there").expect("it is there").commitment, seed(2).commitment);
    assert_eq!(store.seeds(id).await, Ok(vec![(0, seed(1)), (3, seed(2))]));
    // The first seed also decided the rows that set up the fight.
    let laid = [1, 2].map(|seq| StoredRow { interaction_id: None, ..row(seq) });
    let laid = NewEncounter { rows: laid.to_vec(), ..fight(APPLICATION, CHANNEL + 50) };
    let laid = store.create_encounter(laid).await.expect("opened");
    assert_eq!(store.seeds(laid).await.expect("one").iter().map(|it| it.0).collect::<Vec<_>>(), [0]);
    // Reopened again before anything was rolled: the seed in between has no rows.
    store.append(Append { reseed: Some(seed(3)), ..Append::new(id) }).await.expect("a seed");
    assert_eq!(store.seeds(id).await, Ok(vec![(0, seed(1)), (3, seed(3))]));
}

/// A slot keeps its nonce until its message is noted or forgotten, so that a message that may have been sent is sent again with the same
/// nonce. After that, or when the store is told that Discord knows the nonce from a message that's gone, it gets another. Slots and fights
/// have their own.
async fn no_two_messages_share_a_nonce(store: &dyn Store) {
    let id = begun(store).await;
    let other = store.create_encounter(fight(APPLICATION, CHANNEL + 1)).await.expect("a free channel");
    let shown =
        |message_id| ShownMessage { slot: "ping:1:5".into(), channel_id: CHANNEL, message_id, created_at_ms: 1 };
    let nonce = async || store.nonce(id, "ping:1:5").await.expect("a nonce");
    let mut all = vec![nonce().await];
    store.put_message(id, shown(0)).await.expect("on its way");
    assert_eq!(all, [nonce().await], "it may have been sent, so it is the same");
    store.put_message(id, shown(7)).await.expect("noted");
    all.push(nonce().await);
    store.put_message(id, shown(7)).await.expect("noted twice");
    assert_eq!(all[1], nonce().await);
    store.delete_message(id, "ping:1:5").await.expect("forgotten");
    all.push(nonce().await);
    store.renew_nonce(id, "ping:1:5").await.expect("in use");
    all.push(nonce().await);
    all.push(store.nonce(id, "ping:1:6").await.expect("a nonce"));
    all.push(store.nonce(other, "ping:1:5").await.expect("a nonce"));
    store.append(Append { outbox: vec![notice(1, "told")], ..rows(id, [1]) }).await.expect("it continues");
    all.push(store.nonce(id, "story:told").await.expect("a nonce"));
    store.mark_sent(store.due_of(id).await.expect("one")[0].id, 9, 1).await.expect("it was due");
    all.push(store.nonce(id, "story:told").await.expect("a nonce"));
    assert!(all.iter().all(|it| it.chars().count() == MAX_NONCE_CHARS), "{all:?}");
    let distinct: std::collections::BTreeSet<&String> = all.iter().collect();
    assert_eq!(distinct.len(), all.len(), "{all:?}");
    assert_eq!(store.nonce(other + 1, "x").await, Err(StoreError::NoSuchEncounter(other + 1)));
}

/// Messages wait in the order written until they're sent or given up; sending updates their slot, and noting it late changes nothing.
async fn the_outbox_is_sent_in_order_and_once(store: &dyn Store) {
    let id = begun(store).await;
    let tracker = |nonce| Notice { kind: "tracker".into(), slot: "tracker".into(), ..notice(1, nonce) };
    let outbox = vec![tracker("a"), notice(1, "b"), tracker("c")];
    store.append(Append { outbox: outbox.clone(), ..rows(id, [1]) }).await.expect("it continues");
    let due = store.due(APPLICATION).await.expect("three messages");
    assert_eq!(store.due_of(due[0].encounter).await.as_ref(), Ok(&due), "all of one fight");
    assert_eq!(store.due_of(due[0].encounter + 1).await, Ok(vec![]), "and none of another");
    assert_eq!(due.iter().map(|outgoing| outgoing.notice.clone()).collect::<Vec<_>>(), outbox);
    assert!(due.iter().all(|outgoing| outgoing.state == OutgoingState::Due && outgoing.attempts == 0));
    let ids: Vec<i64> = due.iter().map(|outgoing| outgoing.id).collect();

    store.mark_sent(ids[0], 100, 5000).await.expect("it was due");
    store.mark_failed(ids[1], "500: try again").await.expect("it is due");
    store.mark_failed(ids[1], &"x".repeat(100_000)).await.expect("a long reason is cut");
    store.mark_sent(ids[2], 102, 5002).await.expect("it was due");
    store.mark_sent(ids[0], 100, 9999).await.expect("twice is harmless");
    let shown = ShownMessage { slot: "tracker".into(), channel_id: CHANNEL, message_id: 102, created_at_ms: 5002 };
    assert_eq!(store.message(id, "tracker").await, Ok(Some(shown)));

    let left = store.due(APPLICATION).await.expect("one message");
    assert_eq!(left.iter().map(|outgoing| (outgoing.id, outgoing.attempts)).collect::<Vec<_>>(), [(ids[1], 2)]);
    assert!(left[0].note.as_ref().is_some_and(|note| note.len() < 1000));
    store.mark_dropped(ids[1], "403: the channel is gone").await.expect("it was due");
    assert_eq!(store.due(APPLICATION).await, Ok(vec![]));
    // Two may find it due at the same moment: for the later one it's already done.
    let before = store.outbox(id).await.expect("the outbox");
    assert_eq!(store.mark_dropped(ids[1], "again").await, Ok(()));
    assert_eq!(store.mark_failed(ids[1], "again").await, Ok(()));
    assert_eq!(store.outbox(id).await.expect("the outbox"), before, "and stays as it is");
    let nobodys = ids[2] + 1;
    assert_eq!(store.mark_dropped(nobodys, "why").await, Err(StoreError::NoSuchOutgoing(nobodys)));
    assert_eq!(store.mark_failed(nobodys, "why").await, Err(StoreError::NoSuchOutgoing(nobodys)));
    assert_eq!(store.mark_sent(ids[2] + 1, 1, 1).await, Err(StoreError::NoSuchOutgoing(ids[2] + 1)));
    let all = store.outbox(id).await.expect("three messages");
    let states: Vec<_> = all.iter().map(|outgoing| (outgoing.state, outgoing.message_id)).collect();
    let sent = |message| (OutgoingState::Sent, Some(message));
    assert_eq!(states, [sent(100), (OutgoingState::Dropped, None), sent(102)]);
    assert_eq!(all[1].note.as_deref(), Some("403: the channel is gone"));
}

/// A slot's message is replaced, listed and forgotten; slots of the same name in other fights are separate.
async fn messages_are_found_by_slot(store: &dyn Store) {
    let id = begun(store).await;
    let other = store.create_encounter(fight(APPLICATION, CHANNEL + 1)).await.expect("another channel");
    let shown =
        |slot: &str, message_id| ShownMessage { slot: slot.into(), channel_id: CHANNEL, message_id, created_at_ms: 1 };
    for (encounter, message) in
        [(id, shown("tracker", 1)), (id, shown("prompt:3", 2)), (other, shown("tracker", 3)), (id, shown("tracker", 4))]
    {
        store.put_message(encounter, message).await.expect("a slot");
    }
    assert_eq!(store.messages(id).await, Ok(vec![shown("prompt:3", 2), shown("tracker", 4)]));
    assert_eq!(store.messages(other).await, Ok(vec![shown("tracker", 3)]));
    assert_eq!(store.delete_message(id, "tracker").await, Ok(true));
    assert_eq!(store.delete_message(id, "tracker").await, Ok(false));
    assert_eq!(store.message(id, "tracker").await, Ok(None));
    assert_eq!(store.message(other, "tracker").await, Ok(Some(shown("tracker", 3))));
    let nowhere = store.put_message(other + 1, shown("tracker", 5)).await;
    assert_eq!(nowhere, Err(StoreError::NoSuchEncounter(other + 1)));
}

/// An owner has one character of a name for a system in a guild, ignoring case; everywhere else the name is free.
async fn characters_have_names_of_their_own(store: &dyn Store) {
    let key = CharacterKey { application_id: APPLICATION, guild_id: 0, owner_id: 5, system: "murdham".into() };
    let id = store.create_character(key.clone(), "Ärla", "{}", 1).await.expect("a free name");
    let taken = store.create_character(key.clone(), "äRLA", "{}", 1).await;
    assert_eq!(taken, Err(StoreError::NameTaken { name: "äRLA".into() }));
    for elsewhere in [
        CharacterKey { application_id: OTHER_APPLICATION, ..key.clone() },
        CharacterKey { guild_id: 55, ..key.clone() },
        CharacterKey { owner_id: 6, ..key.clone() },
        CharacterKey { system: "einfelst".into(), ..key.clone() },
    ] {
        store.create_character(elsewhere, "Ärla", "{}", 1).await.expect("a free name");
    }
    let berit = store.create_character(key.clone(), "Berit", "{}", 1).await.expect("a free name");
    let taken = store.update_character(berit, "ÄRLA", "{}", 2).await;
    assert_eq!(taken, Err(StoreError::NameTaken { name: "ÄRLA".into() }));
    store.update_character(id, "ÄRLA", r#"{"might":4}"#, 3).await.expect("its own name");
    let found = store.find_character(&key, "ärla").await.expect("a store").expect("it is there");
    assert_eq!((found.id, &*found.name, &*found.sheet, found.updated_at_ms), (id, "ÄRLA", r#"{"might":4}"#, 3));
    assert_eq!(found.key, key);
    assert_eq!(store.character(id).await, Ok(Some(found)));

    let names = |list: Vec<umpire::store::Character>| {
        list.into_iter()
            .map(|character| (character.key.owner_id, character.key.system, character.name))
            .collect::<Vec<_>>()
    };
    let of = |owner, system: &str, name: &str| (owner, system.to_owned(), name.to_owned());
    let mine = names(store.characters(APPLICATION, 0, Some(5)).await.expect("a store"));
    assert_eq!(mine, [of(5, "murdham", "Berit"), of(5, "murdham", "ÄRLA"), of(5, "einfelst", "Ärla")]);
    assert_eq!(store.characters(APPLICATION, 0, None).await.expect("a store").len(), 4);
    assert_eq!(store.delete_character(id).await, Ok(true));
    assert_eq!(store.delete_character(id).await, Ok(false));
    assert_eq!(store.character(id).await, Ok(None));
    assert_eq!(store.update_character(id, "x", "{}", 4).await, Err(StoreError::NoSuchCharacter(id)));
    let again = store.create_character(key, "ärla", "{}", 5).await.expect("the name is free again");
    assert!(again > berit, "ids are never used again");
}

/// A setting is found only under its application, scope and key.
async fn settings_stay_in_their_scope(store: &dyn Store) {
    store.set_setting(APPLICATION, "guild:1", "chaos", "true").await.expect("a setting");
    store.set_setting(APPLICATION, "guild:1", "chaos", "false").await.expect("a new value");
    store.set_setting(APPLICATION, "guild:1", "a", "1").await.expect("a setting");
    store.set_setting(APPLICATION, "guild:12", "chaos", "2").await.expect("another scope");
    store.set_setting(OTHER_APPLICATION, "guild:1", "chaos", "3").await.expect("another application");
    assert_eq!(store.setting(APPLICATION, "guild:1", "chaos").await, Ok(Some("false".into())));
    assert_eq!(store.setting(APPLICATION, "guild:2", "chaos").await, Ok(None));
    let all = vec![("a".to_owned(), "1".to_owned()), ("chaos".to_owned(), "false".to_owned())];
    assert_eq!(store.settings(APPLICATION, "guild:1").await, Ok(all));
    assert_eq!(store.delete_setting(APPLICATION, "guild:1", "chaos").await, Ok(true));
    assert_eq!(store.delete_setting(APPLICATION, "guild:1", "chaos").await, Ok(false));
    assert_eq!(store.setting(APPLICATION, "guild:12", "chaos").await, Ok(Some("2".into())));
    assert_eq!(store.setting(OTHER_APPLICATION, "guild:1", "chaos").await, Ok(Some("3".into())));
}

/// Every text from outside has a limit, in characters for names and in bytes for bodies; at the limit it's accepted.
async fn text_is_bounded(store: &dyn Store) {
    let name = "ö".repeat(MAX_NAME_CHARS);
    let at_limit =
        NewEncounter { name: name.clone(), opening: "x".repeat(MAX_BODY_BYTES), ..fight(APPLICATION, CHANNEL) };
    let id = store.create_encounter(at_limit).await.expect("just short enough");
    let too_long =
        |refused: Result<i64, StoreError>| assert!(matches!(refused, Err(StoreError::Length { .. })), "{refused:?}");
    for name in [format!("{name}ö"), String::new()] {
        too_long(store.create_encounter(NewEncounter { name, ..fight(APPLICATION, 2) }).await);
    }
    too_long(
        store.create_encounter(NewEncounter { opening: "x".repeat(MAX_BODY_BYTES + 1), ..fight(APPLICATION, 2) }).await,
    );
    let long = StoredRow { body: "x".repeat(MAX_BODY_BYTES + 1), ..row(1) };
    let nonce = notice(1, &"n".repeat(26));
    for batch in [
        Append { rows: vec![long], ..Append::new(id) },
        Append { outbox: vec![nonce], ..rows(id, [1]) },
        rows(id, 1..=1000),
    ] {
        let refused = store.append(batch).await;
        assert!(matches!(refused, Err(AppendError::Store(StoreError::Length { .. }))), "{refused:?}");
    }
    let key = CharacterKey { application_id: 1, guild_id: 0, owner_id: 5, system: "murdham".into() };
    too_long(store.create_character(key.clone(), &format!("{name}ö"), "{}", 1).await);
    too_long(store.create_character(key, "a", &"x".repeat(MAX_BODY_BYTES + 1), 1).await);
    let setting = store.set_setting(APPLICATION, "guild:1", "key", &"x".repeat(MAX_BODY_BYTES + 1)).await;
    assert!(matches!(setting, Err(StoreError::Length { .. })), "{setting:?}");
    assert_eq!(store.load(id).await.expect("it is there").rows, []);
}

/// U+0000 is refused before it can spoil what others write in PostgreSQL; in notes it's left out, and nothing is called so.
async fn text_has_no_nul(store: &dyn Store) {
    let bad = NewEncounter { name: "The\0bridge".into(), ..fight(APPLICATION, CHANNEL) };
    let refused = store.create_encounter(bad).await.expect_err("a bad name");
    assert_eq!(refused.to_string(), "a name can't contain the invisible character U+0000; leave it out");
    let id = begun(store).await;
    let bad = Append { rows: vec![StoredRow { body: "\0".into(), ..row(1) }], ..Append::new(id) };
    assert_eq!(store.append(bad).await, Err(StoreError::Nul { what: "a body" }.into()));
    store.append(Append { outbox: vec![notice(1, "n")], ..rows(id, [1]) }).await.expect("it continues");
    let due = store.due_of(id).await.expect("a message");
    store.mark_failed(due[0].id, "5\u{0}0\u{0}").await.expect("it's due");
    assert_eq!(store.due_of(id).await.expect("a message")[0].note.as_deref(), Some("50"));
    assert_eq!(store.delete_setting(APPLICATION, "guild:1", "a\0").await, Ok(false));
    assert_eq!(store.delete_message(id, "\0").await, Ok(false));
}

/// After closing, every operation says so and nothing hangs.
async fn nothing_happens_after_closing(store: &dyn Store) {
    let id = begun(store).await;
    store.close().await;
    store.close().await;
    assert_eq!(store.append(rows(id, [1])).await, Err(StoreError::Closed.into()));
    assert_eq!(store.load(id).await, Err(StoreError::Closed));
    assert_eq!(store.create_encounter(fight(APPLICATION, 2)).await, Err(StoreError::Closed));
}
