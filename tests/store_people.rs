//! What every store promises about what's kept between fights: characters written together, what settles a fight, parties, prepared
//! encounters. Tested with every store.
#![cfg(feature = "bot")]

#[path = "common/new_fights.rs"]
mod new_fights;
#[path = "common/stores.rs"]
mod stores;

use stores::promises;
use umpire::store::{
    CharacterKey, CharacterWrite, NewEncounter, NewParty, Preparation, Settlement, Status, Store, StoreError,
};

/// All 64 bits must survive.
const APPLICATION: u64 = u64::MAX;
const GUILD: u64 = 1 << 63;
const ANA: u64 = 11;
const BOB: u64 = 12;

promises![
    characters_are_written_together_or_not_at_all,
    a_fight_is_settled_once,
    parties_hold_characters_until_they_go,
    prepared_encounters_are_their_owners,
];

fn key(owner_id: u64) -> CharacterKey {
    CharacterKey { application_id: APPLICATION, guild_id: GUILD, owner_id, system: "murdham".into() }
}

fn create(owner: u64, name: &str, sheet: &str) -> CharacterWrite {
    CharacterWrite::Create { key: key(owner), name: name.into(), sheet: sheet.into() }
}

fn update(id: i64, expected: &str, name: &str, sheet: &str) -> CharacterWrite {
    CharacterWrite::Update { id, expected: expected.into(), name: name.into(), sheet: sheet.into() }
}

async fn sheet_of(store: &dyn Store, id: i64) -> String {
    store.character(id).await.unwrap().expect("it is there").sheet
}

/// Several characters are written in one go; if one is refused, none is written.
async fn characters_are_written_together_or_not_at_all(store: &dyn Store) {
    let ids = store.write_characters(vec![create(ANA, "Mira", "1"), create(ANA, "Nils", "2")], None, 5).await.unwrap();
    assert_eq!((sheet_of(store, ids[0]).await, sheet_of(store, ids[1]).await), ("1".into(), "2".into()));
    let both = vec![create(ANA, "Olga", "3"), update(ids[0], "1", "Mira", "1b"), create(ANA, "Pia", "4")];
    let more = store.write_characters(both, None, 6).await.unwrap();
    assert_eq!(more[1], ids[0], "the id of one that is changed is its own");
    assert_eq!((sheet_of(store, more[0]).await, sheet_of(store, more[2]).await), ("3".into(), "4".into()));
    assert_eq!(sheet_of(store, ids[0]).await, "1b");

    let count = async || store.characters(APPLICATION, GUILD, Some(ANA)).await.unwrap().len();
    let before = count().await;
    let stale = vec![create(ANA, "Quin", "5"), update(ids[1], "1", "Nils", "x")];
    assert_eq!(store.write_characters(stale, None, 7).await, Err(StoreError::CharacterChanged(ids[1])));
    let taken = vec![create(ANA, "Quin", "5"), create(ANA, "MIRA", "6")];
    assert_eq!(store.write_characters(taken, None, 7).await, Err(StoreError::NameTaken { name: "MIRA".into() }));
    let gone = vec![create(ANA, "Quin", "5"), update(9_999, "1", "Nobody", "6")];
    assert_eq!(store.write_characters(gone, None, 7).await, Err(StoreError::NoSuchCharacter(9_999)));
    let twins = vec![create(ANA, "Quin", "5"), create(ANA, "quin", "6")];
    assert!(matches!(store.write_characters(twins, None, 7).await, Err(StoreError::NameTaken { .. })));
    assert_eq!(count().await, before, "nothing of them is kept");
    store.write_characters(vec![create(BOB, "Mira", "7")], None, 8).await.expect("somebody else's may be called so");
}

async fn fight(store: &dyn Store) -> i64 {
    let new = NewEncounter { guild_id: Some(GUILD), status: Status::Over, ..new_fights::fight(APPLICATION, 1) };
    store.create_encounter(new).await.unwrap()
}

/// What lasts of a fight is decided once; a second yes changes no sheet, and a yes that fails decides nothing.
async fn a_fight_is_settled_once(store: &dyn Store) {
    let encounter = fight(store).await;
    let id = store.write_characters(vec![create(ANA, "Mira", "9")], None, 1).await.unwrap()[0];
    assert_eq!(store.settlements(encounter).await.unwrap(), []);
    let yes = Settlement {
        encounter,
        head_seq: 7,
        written: true,
        decided_by: BOB,
        decided_at_ms: 2,
        outcome: "[\"health\"]".into(),
    };
    let stale = store.write_characters(vec![update(id, "8", "Mira", "4")], Some(yes.clone()), 2).await;
    assert_eq!(stale, Err(StoreError::CharacterChanged(id)));
    assert_eq!(store.settlements(encounter).await.unwrap(), [], "nothing is decided by what failed");
    store.write_characters(vec![update(id, "9", "Mira", "4")], Some(yes.clone()), 2).await.unwrap();
    let again = Settlement { written: false, decided_at_ms: 3, ..yes.clone() };
    let twice = store.write_characters(vec![update(id, "4", "Mira", "0")], Some(again), 3).await;
    assert_eq!(twice, Err(StoreError::AlreadySettled(encounter)));
    assert_eq!(
        (sheet_of(store, id).await, store.settlements(encounter).await.unwrap()),
        ("4".into(), vec![yes.clone()])
    );
    let anew = Settlement { head_seq: 9, ..yes.clone() };
    store
        .write_characters(vec![], Some(anew.clone()), 4)
        .await
        .expect("the fight has been opened again and has ended anew");
    assert_eq!(store.settlements(encounter).await.unwrap(), [yes, anew]);
    let nowhere = Settlement {
        encounter: 999,
        head_seq: 1,
        written: true,
        decided_by: 1,
        decided_at_ms: 1,
        outcome: "[]".into(),
    };
    assert_eq!(store.write_characters(vec![], Some(nowhere), 1).await, Err(StoreError::NoSuchEncounter(999)));
}

/// A party's name is unique in its server and it keeps its order; a deleted character leaves it.
async fn parties_hold_characters_until_they_go(store: &dyn Store) {
    let new = |guild_id: u64, name: &str| NewParty {
        application_id: APPLICATION,
        guild_id,
        owner_id: BOB,
        system: "murdham".into(),
        name: name.into(),
        created_at_ms: 1,
    };
    let ids = store.write_characters(vec![create(ANA, "Mira", "1"), create(BOB, "Nils", "2")], None, 1).await.unwrap();
    let party = store.create_party(new(GUILD, "The Älteste")).await.unwrap();
    assert!(matches!(store.create_party(new(GUILD, "the älteste")).await, Err(StoreError::NameTaken { .. })));
    store.create_party(new(4, "The Älteste")).await.expect("another server's");
    assert!(store.add_to_party(party, ids[1]).await.unwrap());
    assert!(store.add_to_party(party, ids[0]).await.unwrap());
    assert!(!store.add_to_party(party, ids[1]).await.unwrap(), "it is in it already");
    assert_eq!(store.add_to_party(party, 999).await, Err(StoreError::NoSuchCharacter(999)));
    assert_eq!(store.add_to_party(999, ids[0]).await, Err(StoreError::NoSuchParty(999)));
    let found = store.find_party(APPLICATION, GUILD, "THE ÄLTESTE").await.unwrap().expect("it is there");
    assert_eq!((found.id, found.owner_id, found.members), (party, BOB, vec![ids[1], ids[0]]));
    assert_eq!(store.parties(APPLICATION, GUILD).await.unwrap().len(), 1);
    assert!(store.remove_from_party(party, ids[1]).await.unwrap());
    assert!(!store.remove_from_party(party, ids[1]).await.unwrap());
    store.delete_character(ids[0]).await.unwrap();
    let left = store.find_party(APPLICATION, GUILD, "The Älteste").await.unwrap().expect("it is there");
    assert_eq!(left.members, Vec::<i64>::new());
    assert!(store.delete_party(party).await.unwrap());
    assert!(!store.delete_party(party).await.unwrap());
    assert_eq!(store.find_party(APPLICATION, GUILD, "The Älteste").await.unwrap(), None);
    assert!(store.character(ids[1]).await.unwrap().is_some(), "its characters stay");
}

/// A prepared encounter belongs to its owner alone, and is replaced under the same name.
async fn prepared_encounters_are_their_owners(store: &dyn Store) {
    let made = |owner_id: u64, name: &str, opening: &str| Preparation {
        application_id: APPLICATION,
        guild_id: GUILD,
        owner_id,
        system: "murdham".into(),
        name: name.into(),
        opening: opening.into(),
        background: None,
        format_version: 1,
        updated_at_ms: 1,
    };
    let first = store.save_preparation(made(ANA, "Gate", "{}"), None).await.unwrap();
    assert_eq!(store.save_preparation(made(ANA, "GATE", "[]"), None).await.unwrap(), first, "saved over");
    store.save_preparation(made(BOB, "Gate", "0"), None).await.unwrap();
    store.save_preparation(made(ANA, "Abbey", "1"), None).await.unwrap();
    let found = store.find_preparation(APPLICATION, GUILD, ANA, "gate").await.unwrap();
    assert_eq!(found, Some(made(ANA, "GATE", "[]")));
    let names = async |owner| -> Vec<String> {
        let all = store.preparations(APPLICATION, GUILD, owner).await.unwrap();
        all.into_iter().map(|it| it.name).collect()
    };
    assert_eq!((names(ANA).await, names(BOB).await), (vec!["Abbey".into(), "GATE".into()], vec!["Gate".into()]));
    assert!(store.delete_preparation(APPLICATION, GUILD, ANA, "gate").await.unwrap());
    assert!(!store.delete_preparation(APPLICATION, GUILD, ANA, "gate").await.unwrap());
    assert_eq!(names(BOB).await, ["Gate"], "another's stays");
    let empty = store.save_preparation(made(ANA, "", "{}"), None).await;
    assert!(matches!(empty, Err(StoreError::Length { what: "a name", .. })));
}
