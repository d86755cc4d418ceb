//! What every store promises about what's kept of a person and of a server, and about forgetting them. Tested with every store.
#![cfg(feature = "bot")]

#[path = "common/stores.rs"]
mod stores;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, query_scalar};
use stores::promises;
use umpire::engine::Seed;
use umpire::store::{
    Append, Background, CharacterKey, CommittedSeed, FightPerson, ForgottenPerson, MAX_BODY_BYTES, MenuChange,
    NewEncounter, NewParty, Notice, Preparation, PrivateMenu, SeedBytes, Settlement, ShownMessage, SqliteOptions,
    SqliteStore, Status, Store, StoreError, StoredPicture, StoredRow, encounter_scope,
};

/// All 64 bits must survive.
const APPLICATION: u64 = u64::MAX;
const GUILD: u64 = 1 << 60;
const ELSEWHERE: u64 = (1 << 60) + 1;
const ANA: u64 = (1 << 62) + 11;
const BOB: u64 = (1 << 62) + 12;

promises![
    people_have_numbers,
    a_person_is_forgotten_where_a_fight_is_over,
    slots_name_nobody_who_is_forgotten,
    what_was_being_sent_names_nobody_who_is_forgotten,
    belongings_go,
    a_server_goes,
    menus_last_no_longer_than_their_tokens,
];

fn row(seq: i64) -> StoredRow {
    let (actor, body) = (format!("player {ANA}"), format!("[{ANA}]"));
    StoredRow { seq, at_ms: seq, actor, interaction_id: None, body, format_version: 1 }
}

fn fight(guild: u64, channel_id: u64, status: Status) -> NewEncounter {
    let seed = Seed::new([3; 32]);
    NewEncounter {
        application_id: APPLICATION,
        guild_id: Some(guild),
        channel_id,
        system: "murdham".into(),
        name: "The bridge".into(),
        created_at_ms: 1,
        status,
        seed: CommittedSeed { commitment: seed.commitment(), seed: SeedBytes::new(seed.bytes()) },
        opening: format!("[{ANA}]"),
        format_version: 1,
        rows: vec![row(1)],
        settings: vec![("gms".into(), format!("[{ANA}]"))],
        people: vec![FightPerson { person_id: ANA, number: 1 }],
    }
}

fn key(guild_id: u64, owner_id: u64) -> CharacterKey {
    CharacterKey { application_id: APPLICATION, guild_id, owner_id, system: "murdham".into() }
}

/// People get their numbers with the rows that name them, once; and their fights are found by them.
async fn people_have_numbers(store: &dyn Store) {
    let one = store.create_encounter(fight(GUILD, 1, Status::Fighting)).await.unwrap();
    let two = store.create_encounter(fight(GUILD, 2, Status::Over)).await.unwrap();
    let [ana, bob] = [(ANA, 1), (BOB, 2)].map(|(person_id, number)| FightPerson { person_id, number });
    store.append(Append { people: vec![bob], ..Append::new(one) }).await.unwrap();
    store.meet(one, vec![bob, ana]).await.expect("twice is once");
    assert_eq!(store.people(one).await.unwrap(), [ana, bob]);
    let fights = async |person, key: &str| {
        let all = store.fights_of(APPLICATION, person, key).await.unwrap();
        all.into_iter().map(|it| (it.header.id, it.number, it.value)).collect::<Vec<_>>()
    };
    let gms = Some(format!("[{ANA}]"));
    assert_eq!(fights(ANA, "gms").await, [(two, 1, gms.clone()), (one, 1, gms)]);
    assert_eq!((fights(BOB, "other").await, fights(3, "gms").await), (vec![(one, 2, None)], vec![]));
    assert_eq!(store.fights_of(1, ANA, "gms").await.unwrap(), [], "another application's");
    assert_eq!(store.meet(99, vec![ana]).await, Err(StoreError::NoSuchEncounter(99)));
}

/// In a fight that's over, every text gets its new form at once; in one that goes on, or has gone on since, nothing changes.
async fn a_person_is_forgotten_where_a_fight_is_over(store: &dyn Store) {
    let id = store.create_encounter(fight(GUILD, 1, Status::Fighting)).await.unwrap();
    let told = Notice {
        seq: 1,
        kind: "story".into(),
        slot: "story:1".into(),
        channel_id: 1,
        nonce: "n".into(),
        payload: format!("[{ANA}]"),
        created_at_ms: 1,
    };
    store.append(Append { outbox: vec![told], ..Append::new(id) }).await.unwrap();
    let settlement = Settlement {
        encounter: id,
        head_seq: 1,
        written: true,
        decided_by: ANA,
        decided_at_ms: 2,
        outcome: format!("[{ANA}]"),
    };
    store.write_characters(vec![], Some(settlement), 2).await.unwrap();
    let sent = store.outbox(id).await.unwrap()[0].id;
    let forgotten = ForgottenPerson {
        outbox: vec![(sent, "[1]".into())],
        settlements: vec![(1, 1, "[1]".into())],
        ..ana_forgotten_in(id)
    };
    assert_eq!(store.forget(forgotten.clone()).await, Ok(false), "it goes on");
    assert!(store.load(id).await.unwrap().opening.contains(&ANA.to_string()));
    store.append(Append { status: Some(Status::Over), ..Append::new(id) }).await.unwrap();
    assert_eq!(store.forget(ForgottenPerson { head_seq: 0, ..forgotten.clone() }).await, Ok(false), "it went on");
    assert_eq!(store.forget(forgotten.clone()).await, Ok(true));
    let saved = store.load(id).await.unwrap();
    assert_eq!(
        (saved.opening.as_str(), saved.rows[0].actor.as_str(), saved.rows[0].body.as_str()),
        ("[1]", "player 1", "[1]")
    );
    assert_eq!(store.outbox(id).await.unwrap()[0].notice.payload, "[1]");
    assert_eq!(store.setting(APPLICATION, &encounter_scope(id), "gms").await.unwrap().as_deref(), Some("[1]"));
    let settled = store.settlements(id).await.unwrap();
    assert_eq!((settled[0].decided_by, settled[0].outcome.as_str()), (1, "[1]"));
    assert_eq!(store.people(id).await.unwrap(), [FightPerson { person_id: 1, number: 1 }]);
    assert_eq!(store.fights_of(APPLICATION, ANA, "gms").await.unwrap(), []);
    assert_eq!(
        store.forget(ForgottenPerson { encounter: 99, ..forgotten }).await,
        Err(StoreError::NoSuchEncounter(99))
    );
}

/// What's left of Ana, who is number 1 in this fight.
fn ana_forgotten_in(encounter: i64) -> ForgottenPerson {
    ForgottenPerson {
        encounter,
        person_id: ANA,
        number: 1,
        head_seq: 1,
        opening: Some("[1]".into()),
        rows: vec![(1, "player 1".into(), "[1]".into())],
        outbox: vec![],
        settings: vec![("gms".into(), "[1]".into())],
        settlements: vec![],
    }
}

/// A channel of Ana's alone.
const DIRECT: u64 = (1 << 61) + 77;

/// A fight that's over, with messages and nonces of Ana's and Bob's, in which Ana has been forgotten. Also the first nonce that one of her slots
/// would have had under her number.
async fn fight_without_ana(store: &dyn Store) -> (i64, String) {
    let id = store.create_encounter(fight(GUILD, 1, Status::Fighting)).await.unwrap();
    let notice = |slot: String| Notice {
        seq: 1,
        kind: "story".into(),
        slot,
        channel_id: 1,
        nonce: "n".into(),
        payload: "{}".into(),
        created_at_ms: 1,
    };
    store.append(Append { outbox: vec![notice(format!("word:{ANA}"))], ..Append::new(id) }).await.unwrap();
    let messages = [
        (format!("called:12:{ANA}"), 1),
        (format!("called:12:{BOB}"), 1),
        (format!("called:12:{ANA}0"), 1),
        (format!("turn:alone:{ANA}:3.1"), DIRECT),
        (format!("ping-private:9:{ANA}"), DIRECT),
    ];
    for (slot, channel_id) in messages {
        let shown = ShownMessage { slot, channel_id, message_id: 5, created_at_ms: 1 };
        store.put_message(id, shown).await.unwrap();
    }
    let first = store.nonce(id, "ping:11:1").await.unwrap();
    let gone = format!("ping:11:{ANA}");
    let shown = ShownMessage { slot: gone.clone(), channel_id: 1, message_id: 6, created_at_ms: 1 };
    store.put_message(id, shown).await.unwrap();
    assert_eq!(store.delete_message(id, &gone).await, Ok(true), "its nonces are used up all the same");
    let menu = PrivateMenu { encounter: id, user_id: ANA, expires_at_ms: 900, body: "{}".into() };
    store.keep_menus(vec![MenuChange::Open(menu)], 0).await.unwrap();
    store.append(Append { status: Some(Status::Over), ..Append::new(id) }).await.unwrap();
    assert_eq!(store.forget(ana_forgotten_in(id)).await, Ok(true));
    (id, first)
}

/// Where messages and nonces are kept under a forgotten person's id, the number stands; messages in a channel of theirs alone aren't known any
/// more, and nobody else's are touched.
async fn slots_name_nobody_who_is_forgotten(store: &dyn Store) {
    let (id, first) = fight_without_ana(store).await;
    let messages = store.messages(id).await.unwrap();
    let slots: Vec<&str> = messages.iter().map(|it| it.slot.as_str()).collect();
    assert_eq!(slots, ["called:12:1", &format!("called:12:{ANA}0"), &format!("called:12:{BOB}")]);
    assert_eq!(store.message(id, "called:12:1").await.unwrap().map(|it| it.message_id), Some(5));
    assert_eq!(store.outbox(id).await.unwrap()[0].notice.slot, "word:1");
    assert_eq!(store.private_menus(id).await.unwrap(), []);
    assert_ne!(store.nonce(id, "ping:11:1").await.unwrap(), first, "how many nonces it has used up isn't forgotten");
}

/// A message that was on its way to Discord while somebody was forgotten isn't kept under their id, nor is its nonce; others' are.
async fn what_was_being_sent_names_nobody_who_is_forgotten(store: &dyn Store) {
    let id = store.create_encounter(fight(GUILD, 1, Status::Over)).await.unwrap();
    store.meet(id, vec![FightPerson { person_id: BOB, number: 2 }]).await.unwrap();
    let shown = |slot: String| ShownMessage { slot, channel_id: DIRECT, message_id: 5, created_at_ms: 1 };
    store.put_message(id, shown(format!("ping:8:{ANA}"))).await.unwrap();
    assert_eq!(store.forget(ana_forgotten_in(id)).await, Ok(true));
    assert_eq!(store.put_message(id, shown(format!("ping-private:9:{ANA}"))).await, Ok(()));
    assert_eq!(store.renew_nonce(id, &format!("turn:alone:{ANA}:3.1")).await, Ok(()));
    store.put_message(id, shown(format!("called:9:{BOB}"))).await.unwrap();
    store.put_message(id, shown("story:12".into())).await.unwrap();
    let slots: Vec<String> = store.messages(id).await.unwrap().into_iter().map(|it| it.slot).collect();
    assert_eq!(slots, [format!("called:9:{BOB}"), "story:12".into()]);
}

/// The same in the very moment: the message is noted while they're being forgotten, and waits for that.
#[tokio::test]
async fn what_is_noted_while_somebody_is_forgotten_in_postgres_waits() {
    let Some(schema) = stores::postgres_schema::PostgresSchema::create().await else { return };
    let store = std::sync::Arc::new(schema.open().await);
    let id = store.create_encounter(fight(GUILD, 1, Status::Over)).await.unwrap();
    let mut raw = schema.raw().await;
    let mut forgets = raw.begin().await.expect("a transaction");
    let held = "UPDATE encounters SET head_seq = head_seq WHERE id = $1 RETURNING pg_backend_pid()";
    let their_pid: i32 = query_scalar(held).bind(id).fetch_one(&mut *forgets).await.expect("a fight");
    forgets.execute("UPDATE fight_people SET person_id = number").await.expect("one person");
    let noted = tokio::spawn({
        let store = store.clone();
        let shown = ShownMessage { slot: format!("ping:9:{ANA}"), channel_id: 1, message_id: 5, created_at_ms: 1 };
        async move { store.put_message(id, shown).await }
    });
    let mut watch = schema.raw().await;
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))";
    while query_scalar::<_, i64>(waits).bind(their_pid).fetch_one(&mut watch).await.expect("a count") == 0 {
        assert!(!noted.is_finished(), "it waits until they\u{2019}re forgotten");
    }
    forgets.commit().await.expect("forgotten");
    assert_eq!(noted.await.expect("no panic"), Ok(()));
    assert_eq!(store.messages(id).await.unwrap(), []);
    store.close().await;
    schema.drop().await;
}

/// Every cell of every table of the database names nobody who has been forgotten.
#[tokio::test]
async fn nothing_in_sqlite_names_whoever_is_forgotten() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("umpire.db");
    let store = SqliteStore::open(SqliteOptions::new(&path)).await.expect("a new database");
    fight_without_ana(&store).await;
    store.close().await;
    let mut db = SqliteConnectOptions::new().filename(&path).connect().await.expect("a database");
    let cells = "SELECT 'SELECT quote(\"' || column.name || '\") FROM \"' || it.name || '\"'
                 FROM sqlite_schema AS it JOIN pragma_table_info(it.name) AS column WHERE it.type = 'table'";
    let cells: Vec<String> = query_scalar(cells).fetch_all(&mut db).await.expect("tables");
    let mut text = String::new();
    for cell in cells {
        let found: Vec<String> = query_scalar(AssertSqlSafe(cell)).fetch_all(&mut db).await.expect("cells");
        text += &found.join("\n");
    }
    names_only_bob(&text);
}

/// The same in PostgreSQL.
#[tokio::test]
async fn nothing_in_postgres_names_whoever_is_forgotten() {
    let Some(schema) = stores::postgres_schema::PostgresSchema::create().await else { return };
    let store = schema.open().await;
    fight_without_ana(&store).await;
    store.close().await;
    let mut db = schema.raw().await;
    let tables = "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()";
    let tables: Vec<String> = query_scalar(tables).fetch_all(&mut db).await.expect("tables");
    let mut text = String::new();
    for table in tables {
        let rows = format!("SELECT it::text FROM {table} AS it");
        let found: Vec<String> = query_scalar(AssertSqlSafe(rows)).fetch_all(&mut db).await.expect("rows");
        text += &found.join("\n");
    }
    names_only_bob(&text);
    drop(db);
    schema.drop().await;
}

/// Ana is nowhere, not even by her channel, and Bob is still there.
fn names_only_bob(text: &str) {
    assert!(text.contains(&BOB.to_string()), "{text}");
    // A longer number that begins like hers is somebody else's.
    let without_other = text.replace(&format!("{ANA}0"), "");
    assert!(!without_other.contains(&ANA.to_string()), "{text}");
    assert!(!text.contains(&DIRECT.to_string()), "{text}");
}

/// What belongs to a person is found in all servers, and deleted without touching anybody else's.
async fn belongings_go(store: &dyn Store) {
    let mira = store.create_character(key(GUILD, ANA), "Mira", "1", 1).await.unwrap();
    store.create_character(key(ELSEWHERE, ANA), "Nils", "2", 1).await.unwrap();
    let olga = store.create_character(key(GUILD, BOB), "Olga", "3", 1).await.unwrap();
    let party = |owner_id, name: &str| NewParty {
        application_id: APPLICATION,
        guild_id: GUILD,
        owner_id,
        system: "murdham".into(),
        name: name.into(),
        created_at_ms: 1,
    };
    let theirs = store.create_party(party(BOB, "Theirs")).await.unwrap();
    store.create_party(party(ANA, "Hers")).await.unwrap();
    store.add_to_party(theirs, mira).await.unwrap();
    store.add_to_party(theirs, olga).await.unwrap();
    let preparation = Preparation {
        application_id: APPLICATION,
        guild_id: ELSEWHERE,
        owner_id: ANA,
        system: "murdham".into(),
        name: "Trap".into(),
        opening: "{}".into(),
        format_version: 1,
        updated_at_ms: 1,
        background: None,
    };
    store.save_preparation(preparation, None).await.unwrap();
    let scope = format!("user:{ANA}");
    store.set_setting(APPLICATION, &scope, "text", "true").await.unwrap();
    let portrait = StoredPicture { hash: "a".repeat(64), bytes: vec![1] };
    store.set_portrait(mira, portrait.clone()).await.unwrap();

    let owned = store.belongings(APPLICATION, ANA).await.unwrap();
    let names: Vec<&str> = owned.characters.iter().map(|it| it.name.as_str()).collect();
    assert_eq!((names, owned.parties.len(), owned.preparations.len()), (vec!["Mira", "Nils"], 1, 1));
    assert_eq!(store.delete_belongings(APPLICATION, ANA).await, Ok(true));
    assert_eq!(store.belongings(APPLICATION, ANA).await.unwrap(), Default::default());
    assert_eq!(store.picture(&portrait.hash).await, Ok(None), "her portrait is gone with her character");
    assert_eq!(store.setting(APPLICATION, &scope, "text").await, Ok(None));
    assert_eq!(store.delete_belongings(APPLICATION, ANA).await, Ok(false), "there is nothing left");
    let parties = store.parties(APPLICATION, GUILD).await.unwrap();
    assert_eq!((parties.len(), parties[0].members.as_slice()), (1, &[olga][..]), "she has left theirs");
}

/// A server goes with everything, and no other does.
async fn a_server_goes(store: &dyn Store) {
    let id = store.create_encounter(fight(GUILD, 1, Status::Over)).await.unwrap();
    let other = store.create_encounter(fight(ELSEWHERE, 2, Status::Over)).await.unwrap();
    store.create_character(key(GUILD, ANA), "Mira", "1", 1).await.unwrap();
    store.create_character(key(0, ANA), "Nils", "2", 1).await.unwrap();
    let map = StoredPicture { hash: "b".repeat(64), bytes: vec![2] };
    let (picture, wide_px, high_px, square_hundredths) = (map.hash.clone(), 100, 100, 1_000);
    let background = Background { picture, wide_px, high_px, square_hundredths, left_px: 0, top_px: 0 };
    store.set_background(id, background, Some(map.clone())).await.unwrap();
    store.set_setting(APPLICATION, &format!("guild:{GUILD}"), "gm_role", "1").await.unwrap();
    assert_eq!(store.guilds(APPLICATION).await.unwrap(), [GUILD, ELSEWHERE], "direct messages are no server");
    assert_eq!(store.delete_guild(APPLICATION, GUILD).await, Ok(true));
    assert_eq!(store.guilds(APPLICATION).await.unwrap(), [ELSEWHERE]);
    assert_eq!(store.load(id).await, Err(StoreError::NoSuchEncounter(id)));
    assert_eq!(store.settings(APPLICATION, &encounter_scope(id)).await.unwrap(), []);
    assert_eq!(store.people(id).await.unwrap(), []);
    assert_eq!(store.picture(&map.hash).await, Ok(None), "nor does its battle map stay");
    assert_eq!(store.load(other).await.unwrap().rows.len(), 1);
    assert_eq!(store.belongings(APPLICATION, ANA).await.unwrap().characters.len(), 1);
    assert_eq!(store.delete_guild(APPLICATION, GUILD).await, Ok(false));
}

/// A private menu is kept until it closes, another takes its place, its token expires or its fight goes. It prints without its body.
async fn menus_last_no_longer_than_their_tokens(store: &dyn Store) {
    let id = store.create_encounter(fight(GUILD, 1, Status::Fighting)).await.unwrap();
    let other = store.create_encounter(fight(ELSEWHERE, 2, Status::Fighting)).await.unwrap();
    let menu = |encounter, user_id, expires_at_ms| PrivateMenu {
        encounter,
        user_id,
        expires_at_ms,
        body: format!(r#"{{"token":"secret{expires_at_ms}"}}"#),
    };
    let (ana, bob) = (menu(id, ANA, 900), menu(id, BOB, 901));
    assert!(!format!("{ana:?}").contains("secret"));
    let gone = MenuChange::Open(menu(99, ANA, 900));
    let open = [ana.clone(), bob.clone(), menu(other, ANA, 950)].map(MenuChange::Open);
    store.keep_menus(open.into_iter().chain([gone]).collect(), 0).await.expect("a fight that's gone is no error");
    assert_eq!(store.private_menus(id).await.unwrap(), [ana.clone(), bob.clone()]);
    assert_eq!(store.private_menus(99).await.unwrap(), []);

    store.keep_menus(vec![], 900).await.unwrap();
    assert_eq!(store.private_menus(id).await.unwrap(), [bob], "the other has expired");
    let newer = menu(id, BOB, 2_000);
    let changes = vec![MenuChange::Closed(other, ANA), MenuChange::Open(newer.clone()), MenuChange::Closed(id, ANA)];
    store.keep_menus(changes, 901).await.expect("closing what's closed is no error");
    assert_eq!(store.private_menus(id).await.unwrap(), vec![newer.clone()], "in the place of the one before");
    let late = MenuChange::Open(menu(id, BOB, 1_999));
    store.keep_menus(vec![late], 901).await.expect("a process that no longer has the server is late");
    assert_eq!(store.private_menus(id).await.unwrap(), [newer], "the newer one stays");
    assert_eq!(store.private_menus(other).await.unwrap(), []);
    let long = PrivateMenu { body: "x".repeat(MAX_BODY_BYTES + 1), ..menu(id, ANA, 2_000) };
    assert!(store.keep_menus(vec![MenuChange::Open(long)], 0).await.is_err());
    assert_eq!(store.delete_guild(APPLICATION, GUILD).await, Ok(true));
    assert_eq!(store.private_menus(id).await.unwrap(), [], "it goes with its fight");
}
