//! Everything that prevents a start is named in one sentence, with an exit code other than 0, and nothing is touched; and the program
//! always ends within seconds when asked.

use std::{
    collections::BTreeMap,
    io::Write as _,
    path::Path,
    process::{Output, Stdio},
    time::{Duration, Instant},
};

use sqlx::{ConnectOptions as _, Connection as _, sqlite::SqliteConnectOptions};
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::Command,
};
use umpire::localtable::faults::{CallFault, PlannedFault};

use crate::world::{World, terminate};

/// How long the program can take to end, whatever it's doing.
const ENDS_WITHIN: Duration = Duration::from_secs(15);

async fn refused(command: &mut Command) -> String {
    let ended = tokio::time::timeout(crate::world::PATIENCE, command.output()).await;
    let Output { status, stdout, stderr } = ended.expect("it ends by itself").expect("it runs");
    let said = String::from_utf8(stderr).expect("text");
    assert!(!status.success(), "{status:?}: {said}");
    assert!(!said.contains("panicked"), "{said}");
    assert_eq!(stdout, b"", "nothing is promised");
    said
}

/// Every file of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("readable").map(|it| it.expect("an entry").path());
    let named = entries.map(|it| (it.file_name().expect("a name").to_string_lossy().into_owned(), it));
    named.map(|(name, path)| (name, std::fs::read(path).expect("a file"))).collect()
}

/// A database that's damaged, cut off, newer, another program's or not a database at all is named and left as it is, byte for byte, with no
/// file beside it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_cannot_be_used_is_named_and_left_alone() {
    let world = World::with_a_fight().await;
    let whole = std::fs::read(world.database()).expect("a file");
    let newer = edited(&whole, "UPDATE meta SET value = '99' WHERE key = 'format_version'").await;
    let foreign = edited(&whole, "PRAGMA application_id = 7").await;
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[100..middle].fill(0xa5);
    let cases: [(&str, &[u8], &str); 5] = [
        ("newer", &newer, "was written by a newer Umpire (format 99; this one knows 1)"),
        ("another program's", &foreign, "is another program\u{2019}s SQLite database"),
        ("damaged", &damaged, "is damaged"),
        ("cut off", &whole[..whole.len() / 2], "is damaged"),
        ("a letter", b"Dear Ana,\nhow are you these days?\n", "isn\u{2019}t an Umpire database"),
    ];
    for (case, bytes, sentence) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("umpire.db");
        std::fs::write(&file, bytes).expect("written");
        let before = files(folder.path());
        let said = refused(world.command().current_dir(folder.path())).await;
        let plain = said.replace('\'', "\u{2019}");
        assert!(plain.contains(sentence), "{case}: {said}");
        assert!(said.contains("umpire.db") && said.contains("hasn't been touched"), "{case}: {said}");
        assert_eq!(files(folder.path()), before, "{case}: nothing was touched or made");
    }
    assert_eq!(world.table.calls_so_far(), world.calls_before, "Discord was not called");
}

/// The database with a statement run on it.
async fn edited(whole: &[u8], statement: &'static str) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("umpire.db");
    std::fs::write(&file, whole).expect("written");
    let mut db = SqliteConnectOptions::new().filename(&file).connect().await.expect("a database");
    sqlx::query(statement).execute(&mut db).await.expect("edited");
    db.close().await.expect("closed");
    std::fs::read(&file).expect("a file")
}

/// A token that Discord rejects, a Discord that isn't there, an unencrypted one, and another server that nobody has said may have the token: one
/// sentence each, and the token in none of them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_discord_that_cannot_be_used_is_named() {
    let world = World::empty().await;
    let said = refused(world.command().env("DISCORD_TOKEN", "not.the.token")).await;
    assert!(said.contains("Discord rejects DISCORD_TOKEN (401)"), "{said}");
    assert!(!said.contains("not.the.token"), "{said}");

    let nobody = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let closed = format!("http://{}", nobody.local_addr().expect("an address"));
    drop(nobody);
    let said = refused(world.command().env("UMPIRE_DISCORD_API", &closed)).await;
    assert!(said.contains(&closed), "{said}");
    assert!(!said.contains(&world.table.bot_token()), "{said}");

    for (api, why) in [("http://discord.com", "https"), ("http://discord.example", "trust_api = true")] {
        let said = refused(world.command().env("UMPIRE_DISCORD_API", api)).await;
        assert!(said.contains(why), "{said}");
        assert!(!said.contains(&world.table.bot_token()), "{said}");
    }
}

/// A port that's taken is named, with the ways to choose another; and one of them is shown to work.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_port_that_is_taken_is_named_with_a_way_out() {
    let world = World::empty().await;
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let mut command = world.command();
    let said = refused(command.env_remove("DISCORD_TOKEN").args(["serve", "--local-table-port", &port])).await;
    assert!(said.contains(&format!("port {port} of this machine is taken")), "{said}");
    assert!(said.contains("--local-table-port PORT") && said.contains("[local_table]"), "{said}");
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");

    let mut command = world.command();
    command.env_remove("DISCORD_TOKEN").args(["serve", "--local-table-port", "0"]).stdout(Stdio::piped());
    let mut umpire = command.spawn().expect("it starts");
    let mut greeting = BufReader::new(umpire.stdout.take().expect("piped")).lines();
    let first = tokio::time::timeout(crate::world::PATIENCE, greeting.next_line()).await.expect("in time");
    assert!(first.expect("readable").expect("a line").starts_with("The local table is open: http://127.0.0.1:"));
    terminate(&umpire);
    assert!(tokio::time::timeout(ENDS_WITHIN, umpire.wait()).await.expect("it ends").expect("it ended").success());
}

/// If nothing can be logged (a full disk, a pipe that nobody reads any more), the fight continues, and the program ends properly.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_cannot_be_written_stops_nobody() {
    let full = || Stdio::from(std::fs::File::options().write(true).open("/dev/full").expect("Linux has it"));
    let broken = || Stdio::from(std::io::pipe().expect("a pipe").1);
    for (case, [stdout, stderr]) in [("a full disk", [full(), full()]), ("a broken pipe", [broken(), broken()])] {
        let world = World::with_a_fight().await;
        let mut command = world.command();
        command.args(["--log", "umpire=trace,serenity=debug,warn"]);
        let mut umpire = command.stdout(stdout).stderr(stderr).spawn().expect("it starts");
        let ready = tokio::select! {
            biased;
            ended = umpire.wait() => panic!("{case}: it ended at its start: {ended:?}"),
            ready = world.table.bot_is_ready() => ready,
        };
        ready.expect("it comes to the table");
        let shown = world.seat("Ana").command("encounter status", &[]).await;
        assert!(shown.is_ok(), "{case}: {shown:?}");
        terminate(&umpire);
        let ended = tokio::time::timeout(ENDS_WITHIN, umpire.wait()).await.expect("it ends").expect("it ended");
        assert!(ended.success(), "{case}: {ended:?}");
    }
}

/// A log whose pipe is full because nobody reads it blocks neither the fight nor the end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_nobody_reads_stops_nobody() {
    /// A Linux pipe's capacity: pipe(7), "Pipe capacity".
    const PIPE: usize = 65_536;
    let world = World::with_a_fight().await;
    let (unread, mut stderr) = std::io::pipe().expect("a pipe");
    stderr.write_all(&[b'\n'; PIPE]).expect("it holds so much");
    let mut command = world.command();
    command.args(["--log", "umpire=trace,serenity=debug,warn"]);
    let mut umpire = command.stdout(Stdio::null()).stderr(stderr).spawn().expect("it starts");
    world.table.bot_is_ready().await.expect("it comes to the table");
    let shown = world.seat("Ana").command("encounter status", &[]).await;
    assert!(shown.is_ok(), "{shown:?}");
    terminate(&umpire);
    let ended = tokio::time::timeout(ENDS_WITHIN, umpire.wait()).await.expect("it ends").expect("it ended");
    assert!(ended.success(), "{ended:?}");
    drop(unread);
}

/// While Discord makes the program wait at startup, the health check passes and says why; and the program ends at once when asked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn waiting_to_be_let_in_is_healthy() {
    let world = World::empty().await;
    let fault = CallFault::RateLimited { retry_after_ms: 60_000, global: false };
    world.table.order(PlannedFault { method: None, path: "/gateway".to_owned(), times: 1, fault });
    let calls = world.table.calls_so_far();
    let mut umpire = world.command().stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    world.table.call_since(calls, "it is told to wait", |it| it.status == 429).await.expect("told");
    let health = world.command().arg("health").output().await.expect("it runs");
    let said = String::from_utf8(health.stdout).expect("text");
    assert!(health.status.success() && said.contains("starting"), "{said}");
    terminate(&umpire);
    let ended = tokio::time::timeout(ENDS_WITHIN, umpire.wait()).await.expect("it ends").expect("it ended");
    assert!(ended.success(), "{ended:?}");
    let health = world.command().arg("health").output().await.expect("it runs");
    assert!(!health.status.success(), "{}", String::from_utf8_lossy(&health.stdout));
}

/// SIGTERM ends the program properly within seconds: in the middle of a fight, and while Discord isn't there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_ends_within_seconds_when_it_is_asked_to() {
    let mut world = World::with_a_fight().await;
    world.bot_comes().await;
    let asked = Instant::now();
    world.bot_goes().await;
    assert!(asked.elapsed() < ENDS_WITHIN, "{:?}", asked.elapsed());

    let mut bot = world.command().stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    world.table.bot_is_ready().await.expect("ready");
    world.table.shutdown().await;
    terminate(&bot);
    let ended = tokio::time::timeout(ENDS_WITHIN, bot.wait()).await;
    assert!(ended.expect("it does not wait for Discord").expect("it ended").success());
}
