//! What every store promises about pictures: each is kept once, as long as a board or a character refers to it. Tested with every store.
#![cfg(feature = "bot")]

#[path = "common/stores.rs"]
mod stores;

use stores::promises;
use umpire::engine::Seed;
use umpire::store::{
    Append, Background, CharacterKey, CommittedSeed, FINISHED_BACKGROUNDS_MAX, MAX_PICTURE_BYTES, NewEncounter,
    Preparation, SeedBytes, Status, Store, StoreError, StoredPicture,
};

const APPLICATION: u64 = u64::MAX;
const GUILD: u64 = 1 << 63;

promises![
    a_picture_goes_with_the_last_that_needs_it,
    a_prepared_encounter_keeps_its_background,
    old_fights_of_a_channel_lose_theirs,
    what_is_no_picture_is_not_kept,
];

/// A picture that's all one byte, with a hash of its own.
fn picture(byte: u8) -> StoredPicture {
    StoredPicture { hash: format!("{byte:02x}").repeat(32), bytes: vec![byte; 100] }
}

fn below(picture: &StoredPicture) -> Background {
    let (wide_px, high_px, square_hundredths, left_px, top_px) = (1_000, 700, 3_333, -12, 8);
    Background { picture: picture.hash.clone(), wide_px, high_px, square_hundredths, left_px, top_px }
}

async fn fight(store: &dyn Store, channel_id: u64) -> i64 {
    let seed = Seed::new([1; 32]);
    let new = NewEncounter {
        application_id: APPLICATION,
        guild_id: Some(GUILD),
        channel_id,
        system: "murdham".into(),
        name: "Brawl".into(),
        created_at_ms: 1,
        status: Status::Gathering,
        format_version: 1,
        opening: "{}".into(),
        seed: CommittedSeed { seed: SeedBytes::new([1; 32]), commitment: seed.commitment() },
        rows: vec![],
        people: vec![],
        settings: vec![],
    };
    store.create_encounter(new).await.unwrap()
}

async fn character(store: &dyn Store, name: &str) -> i64 {
    let key = CharacterKey { application_id: APPLICATION, guild_id: GUILD, owner_id: 1, system: "murdham".into() };
    store.create_character(key, name, "{}", 1).await.unwrap()
}

async fn is_kept(store: &dyn Store, it: &StoredPicture) -> bool {
    let kept = store.picture(&it.hash).await.unwrap();
    assert!(kept.as_ref().is_none_or(|kept| *kept == it.bytes));
    kept.is_some()
}

/// Two boards and a character share a picture: it stays until none of them needs it, whether it's replaced, taken away or its character
/// deleted.
async fn a_picture_goes_with_the_last_that_needs_it(store: &dyn Store) {
    let (one, other) = (picture(1), picture(2));
    let (gate, yard, ana) = (fight(store, 1).await, fight(store, 2).await, character(store, "Ana").await);
    store.set_background(gate, below(&one), Some(one.clone())).await.unwrap();
    store.set_background(yard, below(&one), None).await.unwrap();
    store.set_portrait(ana, one.clone()).await.unwrap();
    assert_eq!(store.background(gate).await.unwrap(), Some(below(&one)));
    assert_eq!(store.portraits(&[ana, 99]).await.unwrap(), [(ana, one.hash.clone())]);

    let moved = Background { square_hundredths: 7_000, ..below(&one) };
    store.set_background(gate, moved.clone(), None).await.unwrap();
    assert_eq!(store.background(gate).await.unwrap(), Some(moved), "the same picture, laid otherwise");
    store.set_background(gate, below(&other), Some(other.clone())).await.unwrap();
    assert!(store.remove_background(yard).await.unwrap() && !store.remove_background(yard).await.unwrap());
    assert!(is_kept(store, &one).await && is_kept(store, &other).await, "the portrait is left");
    store.set_portrait(ana, other.clone()).await.unwrap();
    assert!(!is_kept(store, &one).await, "replaced");
    store.remove_background(gate).await.unwrap();
    assert!(is_kept(store, &other).await);
    assert!(store.delete_character(ana).await.unwrap());
    assert!(!is_kept(store, &other).await, "gone with its character");
    assert!(!store.remove_portrait(ana).await.unwrap());
}

/// A prepared encounter refers to its picture like a fight, and is found with it.
async fn a_prepared_encounter_keeps_its_background(store: &dyn Store) {
    let one = picture(1);
    let made = |background| Preparation {
        application_id: APPLICATION,
        guild_id: GUILD,
        owner_id: 1,
        system: "murdham".into(),
        name: "Gate".into(),
        opening: "{}".into(),
        background,
        format_version: 1,
        updated_at_ms: 1,
    };
    let unknown = store.save_preparation(made(Some(below(&one))), None).await;
    assert_eq!(unknown, Err(StoreError::NoSuchPicture(one.hash.clone())));
    let gate = fight(store, 1).await;
    store.set_background(gate, below(&one), Some(one.clone())).await.unwrap();
    store.save_preparation(made(Some(below(&one))), None).await.unwrap();
    store.remove_background(gate).await.unwrap();
    let found = store.find_preparation(APPLICATION, GUILD, 1, "gate").await.unwrap();
    assert_eq!(found, Some(made(Some(below(&one)))));
    assert!(is_kept(store, &one).await);
    store.save_preparation(made(None), None).await.unwrap();
    assert!(!is_kept(store, &one).await, "saved over without it");
    store.save_preparation(made(Some(below(&one))), Some(one.clone())).await.unwrap();
    assert!(is_kept(store, &one).await, "it brings its own");
    let other = store.save_preparation(made(Some(below(&one))), Some(picture(2))).await;
    assert!(matches!(other, Err(StoreError::Malformed(_))), "{other:?}");
    store.save_preparation(made(None), None).await.unwrap();
    assert_eq!(store.preparations(APPLICATION, GUILD, 1).await.unwrap(), [made(None)]);
}

/// A channel's last few finished fights keep their backgrounds, the ones before them don't; other channels keep theirs.
async fn old_fights_of_a_channel_lose_theirs(store: &dyn Store) {
    let elsewhere = fight(store, 2).await;
    store.set_background(elsewhere, below(&picture(99)), Some(picture(99))).await.unwrap();
    store.append(Append { status: Some(Status::Over), ..Append::new(elsewhere) }).await.unwrap();
    let mut fights = vec![];
    for number in 0..FINISHED_BACKGROUNDS_MAX + 3 {
        let id = fight(store, 1).await;
        let own = picture(number as u8);
        store.set_background(id, below(&own), Some(own)).await.unwrap();
        store.append(Append { status: Some(Status::Over), ..Append::new(id) }).await.unwrap();
        fights.push(id);
    }
    for (number, id) in fights.into_iter().enumerate() {
        let is_recent = number >= 2;
        assert_eq!(store.background(id).await.unwrap().is_some(), is_recent, "{number}");
        assert_eq!(is_kept(store, &picture(number as u8)).await, is_recent, "{number}");
    }
    assert!(store.background(elsewhere).await.unwrap().is_some());
}

/// Nothing too large, nothing empty, nothing under a wrong hash; and nobody's that isn't there.
async fn what_is_no_picture_is_not_kept(store: &dyn Store) {
    let (gate, ana) = (fight(store, 1).await, character(store, "Ana").await);
    let large = StoredPicture { bytes: vec![0; MAX_PICTURE_BYTES + 1], ..picture(1) };
    let empty = StoredPicture { bytes: vec![], ..picture(1) };
    let unnamed = StoredPicture { hash: "cafe".into(), ..picture(1) };
    for bad in [large, empty, unnamed] {
        assert!(store.set_portrait(ana, bad.clone()).await.is_err());
        assert!(store.set_background(gate, below(&bad), Some(bad)).await.is_err());
    }
    assert!(store.set_background(gate, below(&picture(2)), Some(picture(1))).await.is_err());
    let unknown = store.set_background(gate, below(&picture(2)), None).await;
    assert_eq!(unknown, Err(StoreError::NoSuchPicture(picture(2).hash)));
    let nobody = store.set_portrait(ana + 1, picture(1)).await;
    assert_eq!(nobody, Err(StoreError::NoSuchCharacter(ana + 1)));
    let nowhere = store.set_background(gate + 1, below(&picture(1)), Some(picture(1))).await;
    assert_eq!(nowhere, Err(StoreError::NoSuchEncounter(gate + 1)));
    assert!(!is_kept(store, &picture(1)).await);
}
