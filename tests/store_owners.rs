//! Two processes that both believe they own a fight can't both write to it: of two appends at the same place one is kept, and the other is
//! told of the conflict. The same holds for everything else that's checked before it's written. Each process is a store of its own on one
//! database; in PostgreSQL also a writer that takes no lock.
#![cfg(feature = "bot")]

#[path = "common/new_fights.rs"]
mod new_fights;
#[path = "common/postgres_schema.rs"]
mod postgres_schema;

use std::sync::Arc;

use new_fights::fight;
use postgres_schema::PostgresSchema;
use sqlx::{Connection as _, Executor as _, Row as _};
use tokio::task::JoinHandle;
use umpire::store::{
    Append, AppendError, CharacterKey, Leased, LeasedShards, SettingNews, ShownMessage, SqliteOptions, SqliteStore,
    Store, StoreError, StoredRow,
};

const APPLICATION: u64 = 7;
const ROUNDS: i64 = 100;

fn row(encounter: i64, seq: i64, body: &str, interaction_id: Option<u64>) -> Append {
    let row =
        StoredRow { seq, at_ms: seq, actor: "user:5".into(), interaction_id, body: body.into(), format_version: 1 };
    Append { rows: vec![row], ..Append::new(encounter) }
}

type Owner = Arc<dyn Store>;

/// Two fights, each in a channel of its own.
async fn two_fights(store: &Owner) -> (i64, i64) {
    let [one, other] = [1, 2].map(|channel| store.create_encounter(fight(APPLICATION, channel)));
    (one.await.expect("a free channel"), other.await.expect("a free channel"))
}

/// Waits until what's being done waits for a lock that this connection holds.
async fn until_blocked<T>(schema: &PostgresSchema, holder: i32, doing: &JoinHandle<T>) {
    let mut watch = schema.raw().await;
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))";
    while sqlx::query_scalar::<_, i64>(waits).bind(holder).fetch_one(&mut watch).await.expect("a count") == 0 {
        assert!(!doing.is_finished(), "it waits for what {holder} holds");
    }
}

/// Runs both at once, each on a thread of its own.
async fn at_once<T: Send + 'static>(
    one: impl Future<Output = T> + Send + 'static,
    other: impl Future<Output = T> + Send + 'static,
) -> [T; 2] {
    let (one, other) = (tokio::spawn(one), tokio::spawn(other));
    [one.await.expect("no panic"), other.await.expect("no panic")]
}

/// The same row from both owners, many times over: exactly one is kept, and it's the one whose owner was told so.
async fn only_one_appends(owners: [Owner; 2]) {
    let id = owners[0].create_encounter(fight(APPLICATION, 1)).await.expect("a free channel");
    let mut kept = vec![];
    for seq in 1..=ROUNDS {
        let append = |owner: usize| {
            let (store, batch) = (owners[owner].clone(), row(id, seq, &format!("\"{owner}\""), None));
            async move { store.append(batch).await }
        };
        let done = at_once(append(0), append(1)).await;
        let winner = done.iter().position(Result::is_ok).expect("one of them continues the log");
        let conflict = AppendError::Conflict { encounter: id, head_seq: seq, first_seq: seq };
        assert_eq!(done[1 - winner], Err(conflict), "row {seq}");
        kept.push(format!("\"{winner}\""));
    }
    for owner in &owners {
        let saved = owner.load(id).await.expect("a fight without gaps");
        assert_eq!(saved.rows.into_iter().map(|it| it.body).collect::<Vec<_>>(), kept);
    }
}

/// A channel, an interaction and a character's name are each given to one of two who want them at the same moment, and the other is told
/// which is in the way.
async fn what_is_unique_is_given_once(owners: [Owner; 2]) {
    for round in 1..=ROUNDS.unsigned_abs() {
        let create = |owner: usize| {
            let store = owners[owner].clone();
            async move { store.create_encounter(fight(APPLICATION, round)).await }
        };
        let opened = at_once(create(0), create(1)).await;
        let id = *opened.iter().flatten().next().expect("the channel is free");
        assert!(opened.contains(&Err(StoreError::ChannelTaken { encounter: id })), "{opened:?}");

        let other = owners[0]
            .create_encounter(fight(APPLICATION, ROUNDS.unsigned_abs() + round))
            .await
            .expect("a free channel");
        let click = |owner: usize| {
            let (store, batch) = (owners[owner].clone(), row([id, other][owner], 1, "{}", Some(round)));
            async move { store.append(batch).await }
        };
        let clicked = at_once(click(0), click(1)).await;
        let winner = clicked.iter().position(Result::is_ok).expect("the click is new");
        let done = AppendError::AlreadyDone { encounter: [id, other][winner], seq: 1 };
        assert_eq!(clicked[1 - winner], Err(done));

        let save = |owner: usize| {
            let store = owners[owner].clone();
            let key = CharacterKey { application_id: 7, guild_id: 1, owner_id: round, system: "murdham".into() };
            async move { store.create_character(key, "Ana", "{}", 1).await }
        };
        let saved = at_once(save(0), save(1)).await;
        assert!(saved.contains(&Err(StoreError::NameTaken { name: "Ana".into() })), "{saved:?}");
        assert_eq!(saved.iter().flatten().count(), 1);
    }
}

async fn in_sqlite(promise: impl AsyncFn([Owner; 2])) {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("umpire.db");
    let open = async || SqliteStore::open(SqliteOptions::new(&file)).await.expect("a database");
    let owners: [Owner; 2] = [Arc::new(open().await), Arc::new(open().await)];
    promise(owners.clone()).await;
    for owner in owners {
        owner.close().await;
    }
}

async fn in_postgres(promise: impl AsyncFn([Owner; 2])) {
    let Some(schema) = PostgresSchema::create().await else { return };
    let owners: [Owner; 2] = [Arc::new(schema.open().await), Arc::new(schema.open().await)];
    promise(owners.clone()).await;
    for owner in owners {
        owner.close().await;
    }
    schema.drop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_one_appends_in_sqlite() {
    in_sqlite(only_one_appends).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_one_appends_in_postgres() {
    in_postgres(only_one_appends).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_unique_is_given_once_in_sqlite() {
    in_sqlite(what_is_unique_is_given_once).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_unique_is_given_once_in_postgres() {
    in_postgres(what_is_unique_is_given_once).await;
}

/// The writers' lock isn't what keeps a fight whole. Another writer that doesn't take it has moved the head, and hasn't committed yet when our
/// append comes: the compare-and-set waits for it and finds the head moved. If it only wrote the row, the row's key refuses ours.
#[tokio::test]
async fn a_writer_without_the_lock_is_found_out() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let store: Owner = Arc::new(schema.open().await);
    let id = store.create_encounter(fight(APPLICATION, 1)).await.expect("a free channel");
    store.append(row(id, 1, "{}", None)).await.expect("it continues");

    let mut raw = schema.raw().await;
    let mut theirs = raw.begin().await.expect("a transaction");
    let moved = "UPDATE encounters SET head_seq = head_seq + 1 WHERE head_seq = 1 RETURNING pg_backend_pid()";
    let their_pid: i32 = theirs.fetch_one(moved).await.expect("one fight").get(0);
    let insert = "INSERT INTO log (encounter_id, seq, at_ms, actor, body, format_version)
                  SELECT id, 2, 1, 'clock', '\"theirs\"', 1 FROM encounters";
    theirs.execute(insert).await.expect("a row");
    let ours = tokio::spawn({
        let store = store.clone();
        async move { store.append(row(id, 2, "\"ours\"", None)).await }
    });
    until_blocked(&schema, their_pid, &ours).await;
    theirs.commit().await.expect("a commit");
    let conflict = AppendError::Conflict { encounter: id, head_seq: 2, first_seq: 2 };
    assert_eq!(ours.await.expect("no panic"), Err(conflict));
    assert_eq!(store.load(id).await.expect("a fight").rows[1].body, "\"theirs\"");

    raw.execute("INSERT INTO log (encounter_id, seq, at_ms, actor, body, format_version) SELECT id, 3, 1, 'clock', '{}', 1 FROM encounters")
        .await
        .expect("a row that no head counts");
    let refused = store.append(row(id, 3, "\"ours\"", None)).await;
    assert!(matches!(&refused, Err(AppendError::Store(StoreError::Failed(why))) if why.contains("log")), "{refused:?}");
    assert_eq!(store.encounter(id).await.expect("a fight").expect("it is there").head_seq, 2);
    store.close().await;
    schema.drop().await;
}

/// A process that sleeps in the middle of a change, with the lock of all who change what isn't of one fight, keeps nobody from playing: rows,
/// messages and nonces of other fights are written meanwhile. Only what needs the lock waits, and is done once it's free.
#[tokio::test]
async fn who_sleeps_with_the_lock_stops_no_fight() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let store: Owner = Arc::new(schema.open().await);
    let (theirs, ours) = two_fights(&store).await;
    let mut raw = schema.raw().await;
    let mut sleeper = raw.begin().await.expect("a transaction");
    sleeper.execute("LOCK TABLE meta IN SHARE ROW EXCLUSIVE MODE").await.expect("free");
    let moved = "UPDATE encounters SET head_seq = 1 WHERE id = $1 RETURNING pg_backend_pid()";
    let their_pid: i32 = sqlx::query_scalar(moved).bind(theirs).fetch_one(&mut *sleeper).await.expect("a fight");

    store.append(row(ours, 1, "{}", Some(5))).await.expect("it doesn't wait");
    let shown = ShownMessage { slot: "tracker".into(), channel_id: 2, message_id: 9, created_at_ms: 1 };
    store.put_message(ours, shown).await.expect("it doesn't wait");
    store.renew_nonce(ours, "tracker").await.expect("it doesn't wait");
    assert_eq!(store.load(ours).await.expect("a fight").rows.len(), 1);

    let opened = tokio::spawn({
        let store = store.clone();
        async move { store.create_encounter(fight(APPLICATION, 3)).await }
    });
    until_blocked(&schema, their_pid, &opened).await;
    store.append(row(ours, 2, "{}", Some(6))).await.expect("it doesn't wait behind what does");
    assert!(!opened.is_finished(), "the lock is still held");
    sleeper.rollback().await.expect("it wakes");
    assert!(opened.await.expect("no panic").is_ok());
    store.close().await;
    schema.drop().await;
}

/// A process that sleeps in the middle of a row of one fight keeps nobody from playing another. What it holds up is written once it's free.
#[tokio::test]
async fn who_sleeps_with_a_fight_stops_no_other() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let store: Owner = Arc::new(schema.open().await);
    let (theirs, ours) = two_fights(&store).await;
    let mut raw = schema.raw().await;
    let mut sleeper = raw.begin().await.expect("a transaction");
    let touched = "UPDATE encounters SET head_seq = head_seq WHERE id = $1 RETURNING pg_backend_pid()";
    let their_pid: i32 = sqlx::query_scalar(touched).bind(theirs).fetch_one(&mut *sleeper).await.expect("a fight");

    let held_up = tokio::spawn({
        let store = store.clone();
        async move { store.append(row(theirs, 1, "{}", Some(5))).await }
    });
    until_blocked(&schema, their_pid, &held_up).await;
    for seq in 1..=20 {
        store.append(row(ours, seq, "{}", None)).await.expect("it doesn't wait");
    }
    assert!(!held_up.is_finished(), "the other\u{2019}s row is still held");
    sleeper.rollback().await.expect("it wakes");
    assert_eq!(held_up.await.expect("no panic"), Ok(()));
    assert_eq!(store.load(theirs).await.expect("a fight").rows.len(), 1);
    store.close().await;
    schema.drop().await;
}

/// What's held up longer than a lock may take is refused.
#[tokio::test]
async fn a_fight_that_is_held_too_long_is_refused() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let store: Owner = Arc::new(schema.open().await);
    let id = store.create_encounter(fight(APPLICATION, 1)).await.expect("a free channel");
    let mut raw = schema.raw().await;
    let mut sleeper = raw.begin().await.expect("a transaction");
    sleeper.execute("UPDATE encounters SET head_seq = head_seq").await.expect("a fight");
    let held_up = tokio::spawn({
        let store = store.clone();
        async move { store.append(row(id, 1, "{}", Some(5))).await }
    });
    let refused = held_up.await.expect("no panic");
    assert!(
        matches!(&refused, Err(AppendError::Store(StoreError::Failed(why))) if why.contains("lock timeout")),
        "{refused:?}"
    );
    store.close().await;
    sleeper.rollback().await.expect("it wakes");
    schema.drop().await;
}

/// Two processes want shards of one bot: whoever comes first has them until its connection ends, however it ends. Another bot's are no matter.
#[tokio::test]
async fn shards_belong_to_one_process() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let [one, other] = [schema.open().await, schema.open().await];
    let wanted = |numbers, total| LeasedShards { application: APPLICATION, numbers, total };
    let granted = |it: Result<Leased, StoreError>| match it.expect("the store answers") {
        Leased::Granted(lease) => lease,
        refused => panic!("{refused:?}"),
    };
    let first = granted(one.lease(&wanted(0..=3, 8)).await);
    assert!(matches!(other.lease(&wanted(3..=5, 8)).await, Ok(Leased::Taken(3))));
    let second = granted(other.lease(&wanted(4..=7, 8)).await);
    assert!(matches!(other.lease(&wanted(0..=0, 4)).await, Ok(Leased::OtherTotal(8))), "shard 0 of 4 is 0 and 4 of 8");
    let anothers = granted(other.lease(&LeasedShards { application: APPLICATION + 1, ..wanted(0..=0, 1) }).await);
    drop(first);
    let mut third = loop {
        // The server frees the locks once it has seen the end of the connection.
        match other.lease(&wanted(0..=3, 8)).await.expect("the store answers") {
            Leased::Granted(lease) => break lease,
            Leased::Taken(0) => tokio::task::yield_now().await,
            refused => panic!("{refused:?}"),
        }
    };
    let name = schema.url().rsplit('=').next().expect("a name");
    let end = format!(
        "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE locktype = 'advisory' AND granted AND application_name = '{name}'"
    );
    drop((second, anothers));
    // Another process comes first: it waits for the lock.
    let mut rival = schema.raw().await;
    let pid: i32 = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut rival).await.expect("a number");
    let rivals = tokio::spawn(async move {
        let key = format!("{APPLICATION} shard 0 of 8");
        let lock = "SELECT pg_advisory_lock(hashtextextended('umpire ' || current_schema() || ' ' || $1, 0))";
        sqlx::query(lock).bind(key).execute(&mut rival).await.expect("its turn comes");
        rival
    });
    let mut watch = schema.raw().await;
    let waits = "SELECT count(*) FROM pg_locks WHERE pid = $1 AND NOT granted";
    while sqlx::query_scalar::<_, i64>(waits).bind(pid).fetch_one(&mut watch).await.expect("a count") == 0 {
        assert!(!rivals.is_finished(), "the shard is taken");
    }
    schema.run(end.clone()).await;
    let why = tokio::time::timeout(std::time::Duration::from_secs(30), third.lost()).await.expect("it's noticed");
    assert!(!why.is_empty());
    let refused = other.set_setting(APPLICATION, "user:5", "text", "true").await;
    assert!(matches!(&refused, Err(StoreError::Failed(why)) if why.contains("lost the right")), "{refused:?}");
    drop(rivals.await.expect("no panic"));
    drop(third);
    let _after = granted(one.lease(&wanted(0..=0, 4)).await);
    one.close().await;
    other.close().await;
    schema.drop().await;
}

/// A lease whose connection is lost for a moment is had again, if nobody else wants it, and its process writes on.
#[tokio::test]
async fn a_lease_is_had_again() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let [one, other] = [schema.open().await, schema.open().await];
    let wanted = LeasedShards { application: APPLICATION, numbers: 0..=0, total: 1 };
    let Leased::Granted(mut lease) = one.lease(&wanted).await.expect("the store answers") else { panic!("it's free") };
    let name = schema.url().rsplit('=').next().expect("a name");
    let holder = format!(
        "SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE locktype = 'advisory' AND objsubid = 1 AND granted AND application_name = '{name}'
        GROUP BY pid HAVING count(*) = 2"
    );
    let mut watch = schema.raw().await;
    let mut holder = async || {
        let asked = sqlx::query_scalar::<_, i32>(sqlx::AssertSqlSafe(holder.clone()));
        asked.fetch_optional(&mut watch).await.expect("an answer")
    };
    let first = holder().await.expect("it holds the shard, and how many there are");
    schema.run(format!("SELECT pg_terminate_backend({first})")).await;
    let again = async {
        while holder().await.is_none_or(|it| it == first) {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        why = lease.lost() => panic!("{why}"),
        () = again => {}
    }
    assert!(matches!(other.lease(&wanted).await, Ok(Leased::Taken(0))));
    one.set_setting(APPLICATION, "user:5", "text", "true").await.expect("it writes on");
    one.close().await;
    other.close().await;
    schema.drop().await;
}

/// What one process sets for a server or a person, every process hears of; what it settles for a fight is its own.
#[tokio::test]
async fn changed_settings_are_heard_of_elsewhere() {
    let Some(schema) = PostgresSchema::create().await else { return };
    let [one, other] = [schema.open().await, schema.open().await];
    let mut news = other.setting_news().await.expect("the store answers");
    // Other tests write to the same database; their applications are other ones.
    let application = rand::random::<u64>();
    one.set_setting(application, "channel:7", "mine", "1").await.expect("set");
    one.set_setting(application, "user:5", "text", "true").await.expect("set");
    one.set_setting(application, "guild:9", "pace", "\"post\"").await.expect("set");
    assert!(one.delete_setting(application, "user:5", "text").await.expect("deleted"));
    let mut heard = vec![];
    while heard.len() < 3 {
        let next = tokio::time::timeout(std::time::Duration::from_secs(30), news.recv())
            .await
            .expect("heard")
            .expect("it goes on");
        match next {
            SettingNews::Changed { application: whose, scope } if whose == application => heard.push(scope),
            SettingNews::Changed { .. } => {}
            SettingNews::Missed => panic!("nothing was missed"),
        }
    }
    assert_eq!(heard, ["user:5", "guild:9", "user:5"]);
    one.close().await;
    other.close().await;
    schema.drop().await;
}
