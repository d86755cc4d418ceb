//! What the running program tells those who watch over it: over HTTP, in its log, and systemd.

use std::{os::unix::net::UnixDatagram, process::Stdio};

use tokio::process::{Child, Command};
use umpire::localtable::faults::{CallFault, PlannedFault};

use crate::world::{PATIENCE, World, terminate};

/// Where the program says that it listens for something, from its log in JSON.
pub fn address(log: &str, message: &str) -> Option<String> {
    let lines = log.lines().filter_map(|it| serde_json::from_str::<serde_json::Value>(it).ok());
    lines.filter(|it| it["message"] == message).find_map(|it| Some(it["address"].as_str()?.to_owned()))
}

async fn get(address: &str, path: &str) -> (u16, String) {
    let answer = reqwest::get(format!("http://{address}{path}")).await.expect("an answer");
    (answer.status().as_u16(), answer.text().await.expect("text"))
}

async fn ends(mut program: Child) {
    terminate(&program);
    let ended = tokio::time::timeout(PATIENCE, program.wait()).await.expect("in time").expect("it ended");
    assert!(ended.success(), "{ended:?}");
}

/// While Discord makes the program wait it's alive and not ready; once it's in, it is, and its numbers can be read. Its log is JSON, and an
/// interaction's lines name it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_is_served_over_http() {
    let world = World::with_a_fight().await;
    world.configure("[health]\nlisten = \"127.0.0.1:0\"\n[log]\nformat = \"json\"\nfilter = \"umpire=debug,warn\"\n");
    let fault = CallFault::RateLimited { retry_after_ms: 2_000, global: false };
    world.table.order(PlannedFault { method: None, path: "/gateway".to_owned(), times: 1, fault });
    let log = world.file("json.log");
    let stderr = std::fs::File::create(&log).expect("a log");
    let program = world.command().stdout(Stdio::null()).stderr(stderr).spawn().expect("it starts");
    let calls = world.calls_before;
    world.table.call_since(calls, "it is told to wait", |it| it.status == 429).await.expect("told");
    let logged = || std::fs::read_to_string(&log).expect("a log");
    let address = address(&logged(), "health is served").expect("it says where");
    assert_eq!(get(&address, "/livez").await, (200, "alive\n".to_owned()));
    let (status, why) = get(&address, "/readyz").await;
    assert!(status == 503 && why.contains("is starting"), "{status} {why}");
    world.table.bot_is_ready().await.expect("it's let in");
    world.seat("Ana").command("encounter status", &[]).await.expect("answered");
    assert_eq!(get(&address, "/readyz").await, (200, "ready\n".to_owned()));
    let (_, numbers) = get(&address, "/metrics").await;
    for metric in ["umpire_acknowledgement_seconds_count{kind=\"command\"} 1", "umpire_live_fights 1", "# EOF"] {
        assert!(numbers.contains(metric), "{metric} isn't in\n{numbers}");
    }
    assert_eq!(get(&address, "/").await.0, 404);
    ends(program).await;
    assert!(logged().lines().all(|it| serde_json::from_str::<serde_json::Value>(it).is_ok()), "{}", logged());
}

/// A place that's taken is named, with what to do.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_place_that_is_taken_is_named() {
    let world = World::empty().await;
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let place = taken.local_addr().expect("bound").to_string();
    world.configure(&format!("[health]\nlisten = \"{place}\"\n"));
    let ended = world.command().output().await.expect("it runs");
    let said = String::from_utf8(ended.stderr).expect("text");
    assert!(!ended.status.success() && said.contains(&place) && said.contains("[health] listen"), "{said}");
}

/// systemd hears that the program starts, that it's ready once Discord has let it in and not before, that it's still alive, and that it stops.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn systemd_hears_of_it() {
    let world = World::empty().await;
    let fault = CallFault::RateLimited { retry_after_ms: 500, global: false };
    world.table.order(PlannedFault { method: None, path: "/gateway".to_owned(), times: 1, fault });
    let socket = UnixDatagram::bind(world.file("notify")).expect("a socket");
    socket.set_read_timeout(Some(PATIENCE)).expect("set");
    let as_it_is = world.command();
    let mut command = Command::new("/bin/sh");
    // systemd names the process; `exec` keeps its number.
    command.args(["-c", "WATCHDOG_PID=$$ exec \"$0\" \"$@\""]).arg(as_it_is.as_std().get_program());
    command.args(as_it_is.as_std().get_args()).env_clear();
    command.envs(as_it_is.as_std().get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.env("NOTIFY_SOCKET", world.file("notify")).env("WATCHDOG_USEC", "100000").kill_on_drop(true);
    command.current_dir(world.file("")).stdout(Stdio::null()).stderr(Stdio::null());
    let program = command.spawn().expect("it starts");
    let next = || {
        let mut bytes = [0; 1_024];
        let length = socket.recv(&mut bytes).expect("systemd hears something");
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    };
    let until = |what: &str| {
        let mut heard = vec![];
        while heard.last().is_none_or(|it: &String| !it.contains(what)) {
            heard.push(next());
            assert!(heard.len() < 10_000, "{what} never came: {heard:?}");
        }
        heard
    };
    let before = until("READY=1");
    assert!(before.iter().any(|it| it.contains("EXTEND_TIMEOUT_USEC=60000000")), "{before:?}");
    assert!(before.iter().any(|it| it.contains("STATUS=starting")), "{before:?}");
    assert!(until("WATCHDOG=1").len() < 10 && until("STATUS=0 fights").len() < 10);
    world.table.bot_is_ready().await.expect("ready");
    terminate(&program);
    until("STOPPING=1");
    ends_by_itself(program).await;
}

async fn ends_by_itself(mut program: Child) {
    let ended = tokio::time::timeout(PATIENCE, program.wait()).await.expect("in time").expect("it ended");
    assert!(ended.success(), "{ended:?}");
}
