//! The program: reads the command line and hands over. What each command does is elsewhere.

use clap::Parser;
use std::{io, process::ExitCode};
use umpire::{
    cli::{Cli, Command},
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
        Command::Simulate(it) => match System::named(&it.system) {
            Ok(system) => {
                let plan = simulate::Plan { system, fights: it.fights, per_side: it.per_side, seed: it.seed };
                simulate::command(&plan, out)
            }
            Err(why) => Err(io::Error::other(why.text)),
        },
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
