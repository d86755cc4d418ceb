//! Processes that have some of a bot's shards each, on one PostgreSQL, and what's played with them.

use std::{process::Stdio, time::Duration};

use serde_json::Value;
use sqlx::postgres::PgConnection;
use tokio::process::{Child, Command};
use umpire::{
    config::ShardRange,
    localtable::{
        self, Id, LocalTable, Strict, TableSettings,
        driver::{DriveError, TableUser},
    },
    store::{Header, Store as _, StoredRow},
};

use crate::{play::buttons, postgres_schema::PostgresSchema, world::PATIENCE};

/// How soon another process has taken over, at the latest.
pub const TAKEN_OVER_WITHIN: Duration = Duration::from_secs(15);

/// A Discord of two shards or more, a database, and a folder with what the processes log.
pub struct Shards {
    pub table: LocalTable,
    total: u32,
    schema: PostgresSchema,
    folder: tempfile::TempDir,
}

impl Shards {
    /// New ones; `None` if there's no PostgreSQL.
    pub async fn open(second_guild: bool) -> Option<Shards> {
        Shards::strict(Strict::default(), second_guild).await
    }

    /// The same, with Discord set differently.
    pub async fn strict(strict: Strict, second_guild: bool) -> Option<Shards> {
        let schema = PostgresSchema::create().await?;
        let total = strict.shards.max(2);
        let strict = Strict { shards: total, ..strict };
        let settings = TableSettings { strict, second_guild, ..TableSettings::default() };
        let table = localtable::open(settings).await.expect("a table");
        let folder = tempfile::tempdir().expect("a folder");
        let it = Shards { table, total, schema, folder };
        it.configure("[pace]\nrestart_grace_seconds = 20\n");
        Some(it)
    }

    /// The settings of programs that start from now on.
    pub fn configure(&self, settings: &str) {
        std::fs::write(self.folder.path().join("umpire.toml"), settings).expect("written");
    }

    /// Starts the program for one shard.
    pub fn start(&self, name: &str, shard: u32) -> Child {
        self.start_with(name, &format!("{shard}/{}", self.total))
    }

    /// Starts the program for all shards.
    pub fn start_all(&self, name: &str) -> Child {
        self.start_with(name, &format!("0-{}/{}", self.total - 1, self.total))
    }

    fn start_with(&self, name: &str, shards: &str) -> Child {
        let folder = self.folder.path();
        let log = std::fs::File::create(folder.join(format!("{name}.log"))).expect("a log");
        Command::new(env!("CARGO_BIN_EXE_umpire"))
            .env_clear()
            .env("DISCORD_TOKEN", self.table.bot_token())
            .env("UMPIRE_DISCORD_API", self.table.base_url())
            .env("UMPIRE_DATABASE", self.schema.url())
            .env("UMPIRE_HEARTBEAT", folder.join(format!("{name}.alive")))
            .current_dir(folder)
            .args(["--config", "umpire.toml", "--shards", shards])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .expect("the program starts")
    }

    /// Takes the turn to start sessions of a bucket, until dropped.
    pub async fn takes_turn(&self, bucket: u32) -> PgConnection {
        let mut db = self.schema.raw().await;
        let key = format!("{} starts sessions of bucket {bucket}", self.table.application_id().0);
        let lock = "SELECT pg_advisory_lock(hashtextextended('umpire ' || current_schema() || ' ' || $1, 0))";
        sqlx::query(lock).bind(key).execute(&mut db).await.expect("it is free");
        db
    }

    /// What a process has logged so far.
    pub fn log(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(format!("{name}.log"))).unwrap_or_default()
    }

    /// Waits until so many sessions have been started.
    pub async fn until_sessions(&self, count: u64) {
        until(&format!("{count} sessions"), || self.table.sessions_begun() == count).await;
    }

    /// Waits until so many sessions have been resumed.
    pub async fn until_resumed(&self, count: u64) {
        until(&format!("{count} sessions resumed"), || self.table.sessions_resumed() == count).await;
    }

    /// Waits until the database has so many sessions.
    pub async fn until_kept(&self, count: i64) {
        let mut db = self.schema.raw().await;
        let waiting = async {
            let kept = "SELECT count(*) FROM settings WHERE scope = 'bot' AND key LIKE 'session:%'";
            while sqlx::query_scalar::<_, i64>(kept).fetch_one(&mut db).await.expect("readable") != count {}
        };
        tokio::time::timeout(PATIENCE, waiting).await.unwrap_or_else(|_| panic!("in vain: {count} sessions kept"));
    }

    /// Has the database know only the beginning of each session.
    pub async fn forget_progress(&self) {
        let begins = "UPDATE settings SET value = jsonb_set(value::jsonb, '{sequence}', '1')::text
            WHERE scope = 'bot' AND key LIKE 'session:%'";
        self.schema.run(begins).await;
    }

    /// The only fight of a channel, with its rows.
    pub async fn only_fight(&self, channel: &str) -> (Header, Vec<StoredRow>) {
        let store = self.schema.open().await;
        let channel = self.table.channel_id(channel).expect("a channel").0;
        let fights = store.encounters_in(self.table.application_id().0, channel).await.expect("readable");
        let [fight] = fights.as_slice() else { panic!("one fight, whoever played it: {fights:?}") };
        let rows = store.load(fight.id).await.expect("a fight").rows;
        store.close().await;
        (fight.clone(), rows)
    }

    /// Kills the processes, and drops the database.
    pub async fn close<const N: usize>(self, processes: [Child; N]) {
        for mut process in processes {
            process.kill().await.expect("killed");
        }
        self.schema.drop().await;
    }
}

/// The shard of two where a server's events arrive.
pub fn shard_of(guild: Id) -> u32 {
    ShardRange::all(2).shard_of(Some(guild.0))
}

/// Waits until something holds.
pub async fn until(what: &str, holds: impl Fn() -> bool) {
    let waiting = async {
        while !holds() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.unwrap_or_else(|_| panic!("in vain: {what}"));
}

/// A fight in which the GM's Bandit has struck Ana's Sybilla, and Ana is asked what she does.
pub struct Blow {
    pub gwen: TableUser,
    ana: TableUser,
    question: Value,
}

fn is_asked(message: &Value) -> bool {
    hit(message).is_some()
}

/// The button's label by which the hit is taken.
fn hit(message: &Value) -> Option<String> {
    buttons(message).into_iter().map(|it| it.0).find(|it| it.starts_with("Take the hit"))
}

impl Blow {
    /// Opens a fight in a channel and plays until the question is there.
    pub async fn strikes(table: &LocalTable, channel: &str) -> Blow {
        let seat = |name: &str| {
            let mut seat = table.seat(name).expect("a seat");
            seat.go_to(table.channel_id(channel).expect("a channel"));
            seat
        };
        let (mut gwen, mut ana) = (seat("Gwen"), seat("Ana"));
        runs(&mut gwen, "encounter start", &[("name", "Brawl"), ("system", "murdham")]).await;
        runs(&mut ana, "join", &[("template", "sybilla")]).await;
        runs(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Foes")]).await;
        runs(&mut gwen, "gm fight", &[("name", "initiative"), ("value", "Foes")]).await;
        runs(&mut gwen, "encounter begin", &[]).await;
        runs(&mut gwen, "attack", &[("as", "Bandit"), ("target", "Sybilla")]).await;
        let question = ana.sees("the question", is_asked).await.expect("asked");
        Blow { gwen, ana, question }
    }

    /// Ana answers by the button that has been there since she was asked, and the result takes the question's place.
    pub async fn is_taken(&mut self) -> Result<(), DriveError> {
        let asked = self.ana.sees("the question", is_asked).await?;
        assert_eq!((&asked["id"], buttons(&asked)), (&self.question["id"], buttons(&self.question)), "its old buttons");
        self.ana.press(&self.question, &hit(&asked).expect("a button")).await?;
        let is_result = |it: &Value| it["id"] == asked["id"] && buttons(it).iter().any(|it| it.0 == "Details");
        self.ana.sees("the result", is_result).await.map(drop)
    }

    /// What stands where she was asked: its text and its buttons.
    pub fn result(&self) -> Option<[Value; 2]> {
        let there = self.ana.messages().into_iter().find(|it| it["id"] == self.question["id"])?;
        Some(["content", "components"].map(|it| there[it].clone()))
    }

    /// Ana presses the same while nobody is there, and Discord says that it has failed.
    pub async fn is_pressed_in_vain(&mut self) {
        let label = hit(&self.question).expect("a button");
        self.ana.press(&self.question, &label).await.expect_err("nobody is there");
    }

    /// Nobody answers, and the default is taken.
    pub async fn is_not_answered(&self) -> Result<(), DriveError> {
        let told =
            |it: &Value| it["id"] == self.question["id"] && it["content"].to_string().contains("no answer in time");
        self.ana.sees("the default, in words", told).await.map(drop)
    }

    /// The GM changes how Sybilla is.
    pub async fn goes_on(&mut self, health: &str) {
        runs(&mut self.gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", health)]).await;
    }
}

async fn runs(seat: &mut TableUser, command: &str, options: &[(&str, &str)]) {
    seat.command(command, options).await.unwrap_or_else(|why| panic!("/{command}: {why}"));
}
