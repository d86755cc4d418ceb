//! The program: reads the command line and hands over. What each command does is elsewhere.

use clap::Parser;
use std::{
    io::{self, Write},
    process::ExitCode,
};
use umpire::{
    cli::{Cli, Command, Simulate},
    rules::System,
    script, simulate, verify,
};

fn main() -> ExitCode {
    let (_, command) = match Cli::parse().command() {
        Ok(parsed) => parsed,
        Err(why) => why.exit(),
    };
    let out = &mut io::stdout().lock();
    let held = match command {
        Command::Script(it) => script::command(&it.files, it.json, out),
        Command::Verify(it) => verify::command(&it.file, out),
        Command::Simulate(it) => simulated(&it, out),
        Command::Serve(_) | Command::Health => Err(io::Error::other("this build cannot do that yet")),
    };
    match held {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("umpire: {why}");
            ExitCode::from(2)
        }
    }
}

fn simulated(it: &Simulate, out: &mut dyn Write) -> io::Result<bool> {
    let system = System::named(&it.system).map_err(|why| io::Error::other(why.text))?;
    let plan = simulate::Plan { system, fights: it.fights, per_side: it.per_side, seed: it.seed };
    if let Some(path) = &it.export {
        let (session, seed) = simulate::one(&plan).map_err(io::Error::other)?;
        verify::ExportedFight::of(session.as_ref(), &seed, &seed.commitment().to_string()).save(path)?;
    }
    simulate::command(&plan, out)
}
