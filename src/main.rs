//! The program: parses the command line and calls the rest. What each command does is elsewhere.

use clap::Parser;
use std::{
    io::{self, Write},
    process::ExitCode,
    sync::LazyLock,
    time::{Duration, Instant, SystemTime},
};
use umpire::{
    cli::{Cli, CliCommand, ForecastArgs, Simulate, StoreCommand},
    config::{self, Overrides, Settings},
    doctor,
    engine::view::Viewer,
    failpoint, heartbeat, replay, report,
    rules::{System, session::ForecastPlan},
    script, serve,
    simulate::{self, LineUps, styles::StyleMatch},
    store_copy, telemetry, verify,
};

/// The system's allocator holds on to the memory that hundreds of fights need at the moment they end; this one gives most of it back.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long the program waits for the reason of its exit to be written.
const LAST_WORDS: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    let (global, command) = match Cli::parse().command() {
        Ok(parsed) => parsed,
        Err(why) => why.exit(),
    };
    let out = &mut io::stdout().lock();
    let held = match command {
        CliCommand::Script(it) => script::command(&it.files, it.json, out),
        CliCommand::Odds(it) => script::odds::command(&it.file, &it.line, it.json, out),
        CliCommand::Verify(it) => {
            // If a file makes the rules panic, the user gets a message instead.
            std::panic::set_hook(Box::new(|_| {}));
            verify::command(&it.file, &verify::ShownRecord { seed_hashes: it.seed_hash, heads: it.head }, out)
        }
        CliCommand::Replay(it) => {
            std::panic::set_hook(Box::new(|_| {}));
            replay::command(&it.file, it.to, it.gm, out)
        }
        CliCommand::Report(it) => {
            std::panic::set_hook(Box::new(|_| {}));
            let viewer = if it.gm { Viewer::Gm } else { Viewer::Everyone };
            report::command(&it.file, it.picture.as_deref(), viewer, out)
        }
        CliCommand::Simulate(it) => simulated(&it, out),
        CliCommand::Forecast(it) => forecast(&it, out),
        CliCommand::Serve(it) => settings(&global.overrides(Some(&it))).and_then(|settings| run(settings, out)),
        CliCommand::Store(StoreCommand::Copy(it)) => store_copy::command(&it.from, &it.to, out),
        CliCommand::Doctor => doctor::command(config::load(&global.overrides(None), &config::Process), out),
        CliCommand::Health => settings(&global.overrides(None)).map(|settings| health(&settings, out)),
    };
    match held {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            // The exit code says it too, if nothing can be written.
            telemetry::within(LAST_WORDS, move || _ = writeln!(io::stderr(), "umpire: {why}"));
            ExitCode::from(2)
        }
    }
}

fn simulated(it: &Simulate, out: &mut dyn Write) -> io::Result<bool> {
    let system = System::named(&it.system).map_err(|why| io::Error::other(why.text))?;
    let plan = simulate::SimulationPlan { system, fights: it.fights, per_side: it.per_side, seed: it.seed };
    let line_ups = if it.uneven { LineUps::ByLot } else { LineUps::Even };
    let played =
        it.styles().map(|styles| StyleMatch { plan, line_ups, styles, playouts: it.playouts, clock: processor_time });
    if let Some(path) = &it.export {
        let one = played.as_ref().map_or_else(|| simulate::one(&plan), simulate::styles::one);
        let (session, seed) = one.map_err(io::Error::other)?;
        verify::ExportedFight::simulated(session.as_ref(), &seed, "A simulated fight").save(path)?;
    }
    match (it.calibration, &played) {
        (Some(line_ups), _) => simulate::calibration::command(&plan, line_ups, it.json, out),
        (None, Some(played)) => simulate::styles::command(played, it.json, out),
        (None, None) => simulate::command(&plan, out),
    }
}

/// This thread's processor time, so that a busy machine doesn't matter; the time since the start where the system doesn't tell it. On Linux,
/// it's the first number in this file, in nanoseconds.
fn processor_time() -> Duration {
    static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = stat.and_then(|it| it.split_whitespace().next()?.parse().ok());
    spent.map_or_else(|| STARTED.elapsed(), Duration::from_nanos)
}

fn forecast(it: &ForecastArgs, out: &mut dyn Write) -> io::Result<bool> {
    let plan = ForecastPlan::read(it.fights, it.style.as_deref(), Some(it.target), it.seed);
    let plan = plan.map_err(|why| io::Error::other(why.text))?;
    script::forecast::command(&it.file, &plan, it.json, out)
}

fn settings(overrides: &Overrides) -> io::Result<Settings> {
    config::load(overrides, &config::Process).map_err(|bad| io::Error::other(bad.to_string()))
}

fn run(settings: Settings, out: &mut dyn Write) -> io::Result<bool> {
    let _log =
        telemetry::start(&settings.log_filter, settings.log_format).map_err(|bad| io::Error::other(bad.to_string()))?;
    if let Some(armed) = failpoint::arm().map_err(|bad| io::Error::other(bad.to_string()))? {
        tracing::warn!(armed, "this process will die there, on purpose");
    }
    serve::serve(settings, out)
}

/// Reports whether this database's Umpire is alive.
fn health(settings: &Settings, out: &mut dyn Write) -> bool {
    let told = heartbeat::look(&settings.heartbeat_file, SystemTime::now(), settings.heartbeat_stale);
    let (alive, text) = match told {
        Ok(state) => (true, format!("Umpire is alive: {state}.")),
        Err(why) => (false, why.to_string()),
    };
    // If only the exit code matters, nobody reads it.
    let _ = writeln!(out, "{text}");
    alive
}
