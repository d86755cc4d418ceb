//! A world in a folder: a Discord that stays, a database, and a program that comes and dies.

use std::{
    fs::File,
    future::Future,
    path::{Path, PathBuf},
    process::{ExitStatus, Stdio},
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, sqlite::SqliteConnectOptions};
use tokio::{
    process::{Child, Command},
    sync::OnceCell,
};
use umpire::{
    localtable::{self, LocalTable, TableSettings, driver::TableUser},
    store::{EncounterId, Header, SqliteOptions, SqliteStore, Store},
    table::EncounterService,
};

/// How long anything can take before a test gives up. Every wait ends as soon as what it waits for has happened.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// SIGABRT, the signal of a failpoint. POSIX defines the number.
pub const ABORTED: i32 = 6;
/// SIGKILL.
pub const KILLED: i32 = 9;

/// A fight that has begun, as files: Ana's Sybilla against the GM's Bandit, whose turn is first.
struct Template {
    table: Vec<u8>,
    database: Vec<u8>,
}

static TEMPLATE: OnceCell<Template> = OnceCell::const_new();

/// The program died.
#[derive(Debug)]
pub struct Died(pub ExitStatus);

/// Discord, the database, and maybe the program.
pub struct World {
    folder: tempfile::TempDir,
    /// Discord.
    pub table: LocalTable,
    bot: Option<Child>,
    starts: usize,
    /// The log's length when the world was copied from the template.
    pub rows_before: usize,
    /// The number of calls Discord had received by then.
    pub calls_before: usize,
}

impl World {
    /// A Discord where nothing has happened, and no program.
    pub async fn empty() -> World {
        World::in_folder(tempfile::tempdir().expect("a folder")).await
    }

    /// A world in which the fight has begun, and no program.
    pub async fn with_a_fight() -> World {
        let template = TEMPLATE.get_or_init(a_fight).await;
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("table.jsonl"), &template.table).expect("copied");
        std::fs::write(folder.path().join("umpire.db"), &template.database).expect("copied");
        let mut world = World::in_folder(folder).await;
        world.rows_before = world.log().await.len();
        world
    }

    async fn in_folder(folder: tempfile::TempDir) -> World {
        let settings = TableSettings { file: Some(folder.path().join("table.jsonl")), ..TableSettings::default() };
        let table = localtable::open(settings).await.expect("a table");
        let calls_before = table.calls_so_far();
        let world = World { folder, table, bot: None, starts: 0, rows_before: 0, calls_before };
        // Turn calls depend on the machine's clock, so they have their own test.
        world.configure("[pace]\nrestart_grace_seconds = 1\ncall_turns = false\n");
        world
    }

    /// Writes the program's settings file.
    pub fn configure(&self, toml: &str) {
        std::fs::write(self.folder.path().join("umpire.toml"), toml).expect("written");
    }

    /// A file of this name beside the database.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The database's file.
    pub fn database(&self) -> PathBuf {
        self.folder.path().join("umpire.db")
    }

    /// A person at the table.
    pub fn seat(&self, name: &str) -> TableUser {
        self.table.seat(name).expect("a seat")
    }

    /// The program's command line, as a host would start it.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_umpire"));
        command
            .env_clear()
            .env("DISCORD_TOKEN", self.table.bot_token())
            .env("UMPIRE_DISCORD_API", self.table.base_url())
            .current_dir(self.folder.path())
            .args(["--database", "umpire.db", "--config"])
            .arg(self.folder.path().join("umpire.toml"))
            .stdin(Stdio::null())
            .kill_on_drop(true);
        command
    }

    /// Starts the program, with or without an armed failpoint. It may not be ready yet when this returns.
    pub fn bot_starts(&mut self, failpoint: Option<&str>) {
        assert!(self.bot.is_none(), "one program is enough");
        self.starts += 1;
        let log = File::create(self.folder.path().join(format!("{}.log", self.starts))).expect("a log");
        let mut command = self.command();
        command.stdout(Stdio::null()).stderr(log);
        if let Some(failpoint) = failpoint {
            command.env(umpire::failpoint::VARIABLE, failpoint);
        }
        self.bot = Some(command.spawn().expect("the program starts"));
    }

    /// Starts the program and waits until it's connected to the table.
    pub async fn bot_comes(&mut self) {
        self.bot_starts(None);
        let ready = self.until_ready().await;
        ready.unwrap_or_else(|died| panic!("the program ended at its start: {died:?}\n{}", self.logs()));
    }

    /// Waits until the program is connected to the table.
    pub async fn until_ready(&mut self) -> Result<(), Died> {
        let bot = self.bot.as_mut().expect("a program");
        tokio::select! {
            biased;
            status = bot.wait() => Err(self.died(status.expect("it ended")).await),
            ready = self.table.bot_is_ready() => {
                ready.expect("the program comes to the table");
                Ok(())
            }
        }
    }

    /// Runs something while the program lives.
    pub async fn meanwhile<T>(&mut self, what: impl Future<Output = T>) -> Result<T, Died> {
        let bot = self.bot.as_mut().expect("a program");
        tokio::select! {
            biased;
            status = bot.wait() => Err(self.died(status.expect("it ended")).await),
            it = what => Ok(it),
        }
    }

    /// The same, for something that reads the world.
    pub async fn meanwhile_here<T>(&mut self, what: impl AsyncFnOnce(&World) -> T) -> Result<T, Died> {
        let mut bot = self.bot.take().expect("a program");
        let ended = tokio::select! {
            biased;
            status = bot.wait() => Err(status.expect("it ended")),
            it = what(self) => Ok(it),
        };
        match ended {
            Ok(it) => {
                self.bot = Some(bot);
                Ok(it)
            }
            Err(status) => Err(self.died(status).await),
        }
    }

    async fn died(&mut self, status: ExitStatus) -> Died {
        self.bot = None;
        self.table.bot_online(false).await.expect("Discord notices");
        Died(status)
    }

    /// Kills the program, as the kernel or a power cut would.
    pub async fn kill(&mut self) {
        let mut bot = self.bot.take().expect("a program");
        bot.start_kill().expect("it lives");
        self.bot = Some(bot);
        let Died(status) = self.until_it_ends().await;
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(KILLED));
    }

    /// Asks the program to end, as systemd and Docker do, and waits for it: at most a few seconds.
    pub async fn bot_goes(&mut self) {
        terminate(self.bot.as_ref().expect("a program"));
        let Died(status) = self.until_it_ends().await;
        assert!(status.success(), "it ended in good order: {status:?}\n{}", self.logs());
    }

    /// Waits until the program has ended by itself.
    pub async fn until_it_ends(&mut self) -> Died {
        let bot = self.bot.as_mut().expect("a program");
        let ended = tokio::time::timeout(PATIENCE, bot.wait()).await;
        let status = ended.unwrap_or_else(|_| panic!("the program lives on\n{}", self.logs())).expect("it ended");
        self.died(status).await
    }

    /// What the programs have logged so far.
    pub fn logs(&self) -> String {
        let log = |start| std::fs::read_to_string(self.folder.path().join(format!("{start}.log"))).unwrap_or_default();
        (1..=self.starts).map(|start| format!("---- start {start}\n{}", log(start))).collect()
    }

    /// The database as it is on disk, without touching it: a copy with its write-ahead log, opened elsewhere.
    pub async fn as_it_lies(&self) -> (tempfile::TempDir, Arc<dyn Store>) {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["umpire.db", "umpire.db-wal"] {
            let from = self.folder.path().join(name);
            if from.exists() {
                std::fs::copy(from, folder.path().join(name)).expect("copied");
            }
        }
        let store = open(&folder.path().join("umpire.db")).await;
        (folder, store)
    }

    /// The log as it is on disk while no program runs: each row complete.
    pub async fn log(&self) -> Vec<umpire::store::StoredRow> {
        assert!(self.bot.is_none(), "a copy is whole only while nobody writes");
        let (_folder, store) = self.as_it_lies().await;
        let header = self.fight(store.as_ref()).await;
        let rows = store.load(header.id).await.expect("a fight").rows;
        store.close().await;
        rows
    }

    /// Lets time pass while no program runs, without waiting: everything written is moved into the past.
    pub async fn time_passes(&self, by_ms: i64) {
        assert!(self.bot.is_none(), "time passes by itself while the program lives");
        let file = SqliteConnectOptions::new().filename(self.database());
        let mut db = file.connect().await.expect("a database");
        for (table, column) in [("openings", "body"), ("log", "body"), ("outbox", "payload")] {
            let read = AssertSqlSafe(format!("SELECT rowid, {column} FROM {table}"));
            let rows: Vec<(i64, String)> = sqlx::query_as(read).fetch_all(&mut db).await.expect("rows");
            for (row, text) in rows {
                let write = AssertSqlSafe(format!("UPDATE {table} SET {column} = ? WHERE rowid = ?"));
                let write = sqlx::query(write).bind(earlier(&text, by_ms)).bind(row);
                write.execute(&mut db).await.expect("written");
            }
        }
        for (table, column) in [("log", "at_ms"), ("encounters", "created_at_ms"), ("messages", "created_at_ms")] {
            let write = AssertSqlSafe(format!("UPDATE {table} SET {column} = {column} - {by_ms}"));
            sqlx::query(write).execute(&mut db).await.expect("written");
        }
        db.close().await.expect("closed");
    }

    /// The newest fight of the channel.
    pub async fn fight(&self, store: &dyn Store) -> Header {
        self.any_fight(store).await.expect("a fight")
    }

    /// The newest fight of the channel, if there is any.
    pub async fn any_fight(&self, store: &dyn Store) -> Option<Header> {
        let channel = self.table.channel_id("table").expect("a channel").0;
        let fights = store.encounters_in(self.table.application_id().0, channel).await.expect("readable");
        fights.into_iter().next()
    }

    /// The live database.
    pub async fn store(&self) -> Arc<dyn Store> {
        open(&self.database()).await
    }

    /// Checks every call against Discord's specification.
    pub fn judge(&self) {
        crate::judge::judge(&self.table);
    }
}

/// Opens a database in the test.
pub async fn open(path: &Path) -> Arc<dyn Store> {
    Arc::new(SqliteStore::open(SqliteOptions::new(path)).await.expect("a database"))
}

/// A fight as the database has it: the fold of its log.
pub async fn folded(store: &Arc<dyn Store>, id: EncounterId) -> EncounterService {
    EncounterService::load(store.clone(), id).await.expect("the log folds")
}

/// SIGTERM.
pub fn terminate(child: &Child) {
    let id = child.id().expect("it lives").to_string();
    let sent = std::process::Command::new("kill").args(["-TERM", &id]).status().expect("kill is there");
    assert!(sent.success());
}

/// Milliseconds since the epoch, as the program counts them.
pub fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    i64::try_from(since.as_millis()).expect("before the year 292 million")
}

/// The same text as if written earlier: every timestamp in it (a number of 13 digits; ids have more) is moved back by this much.
fn earlier(text: &str, by_ms: i64) -> String {
    let mut all = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|it: char| it.is_ascii_digit()) {
        let end = rest[start..].find(|it: char| !it.is_ascii_digit()).map_or(rest.len(), |length| start + length);
        let (before, number) = (&rest[..start], &rest[start..end]);
        all.push_str(before);
        match number.parse::<i64>() {
            Ok(moment) if number.len() == 13 => all.push_str(&(moment - by_ms).to_string()),
            _ => all.push_str(number),
        }
        rest = &rest[end..];
    }
    all + rest
}

/// Plays the beginning once, through the program, and keeps what it left behind.
async fn a_fight() -> Template {
    let mut world = World::empty().await;
    world.bot_comes().await;
    let (mut gwen, mut ana) = (world.seat("Gwen"), world.seat("Ana"));
    type Typed<'a> = (&'a str, &'a [(&'a str, &'a str)]);
    let gms: [Typed; 3] = [
        ("gm add", &[("template", "bandit"), ("side", "Foes")]),
        ("gm fight", &[("name", "initiative"), ("value", "Foes")]),
        ("encounter begin", &[]),
    ];
    gwen.command("encounter start", &[("name", "Brawl")]).await.expect("a fight");
    // Strong enough that none of the bandit's attacks brings her to 0: then nobody is asked about death, whatever the dice.
    ana.command("join", &[("template", "sybilla"), ("fields", "str=12")]).await.expect("joined");
    for (path, options) in gms {
        gwen.command(path, options).await.unwrap_or_else(|why| panic!("/{path}: {why}\n{}", world.logs()));
    }
    crate::play::settled(&mut world, &gwen).await.expect("it lives");
    world.bot_goes().await;
    let left = |name: &str| std::fs::read(world.folder.path().join(name)).expect("a file");
    assert!(!world.folder.path().join("umpire.db-wal").exists(), "a database that was closed is one file");
    let template = Template { table: left("table.jsonl"), database: left("umpire.db") };
    world.judge();
    template
}
