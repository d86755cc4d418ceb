//! `umpire doctor`: looks at everything that a bot needs, says in sentences what's wrong and what to do about it, and changes nothing. It never
//! prints the token.

use crate::{
    config::{BadSettings, Settings},
    discord::diagnosis::{self, DiagnosedBot, Finding, Gravity},
    heartbeat::{self, NotAlive},
    store::DatabasePlace,
    table::SystemClock,
};
use std::{
    io::{self, Write},
    sync::Arc,
    time::SystemTime,
};

/// Looks, and writes down what it finds. Returns whether nothing is wrong.
///
/// # Errors
/// If it can't be written, or no runtime can be had.
pub fn command(settings: Result<Settings, BadSettings>, out: &mut dyn Write) -> io::Result<bool> {
    let findings = match settings {
        Ok(settings) => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(examined(&settings))
        }
        Err(bad) => vec![Finding::wrong(bad.to_string())],
    };
    let wrong = findings.iter().filter(|it| it.gravity == Gravity::Wrong).count();
    for it in &findings {
        let grade = match it.gravity {
            Gravity::Fine => "fine ",
            Gravity::Note => "note ",
            Gravity::Wrong => "WRONG",
        };
        writeln!(out, "{grade}  {}", it.text)?;
    }
    match wrong {
        0 => writeln!(out, "\nNothing is wrong.")?,
        1 => writeln!(out, "\nOne thing is wrong.")?,
        some => writeln!(out, "\n{some} things are wrong.")?,
    }
    Ok(wrong == 0)
}

async fn examined(settings: &Settings) -> Vec<Finding> {
    let mut findings = vec![Finding::fine("The settings can be read.")];
    findings.extend(database(settings).await);
    match &settings.token {
        None => findings.push(Finding::note(
            "There's no token, so `umpire` opens the local table. For Discord, set DISCORD_TOKEN or DISCORD_TOKEN_FILE.",
        )),
        Some(token) => {
            let interactions_listen = settings.interactions_listen.as_deref();
            let shards = settings.shards;
            let bot = DiagnosedBot { api: &settings.api, token, interactions_listen, shards };
            findings.extend(diagnosis::discord(&bot, Arc::new(SystemClock::default())).await);
        }
    }
    findings.push(running(settings));
    findings
}

/// Whether the database can be used, and what others can do on the way to it.
async fn database(settings: &Settings) -> Vec<Finding> {
    let place = match DatabasePlace::parse(settings.database.expose()) {
        Ok(place) => place,
        Err(why) => return vec![Finding::wrong(why.to_string())],
    };
    let mut findings = vec![match (place.inspect().await, &place) {
        (Ok(true), DatabasePlace::File(_)) => {
            Finding::fine(format!("The database {place} is whole and can be written."))
        }
        (Ok(true), DatabasePlace::Postgres(_)) => {
            Finding::fine(format!("The PostgreSQL database {place} is Umpire's and can be written."))
        }
        (Ok(false), DatabasePlace::File(_)) => {
            Finding::fine(format!("There's no database {place} yet; Umpire can create it."))
        }
        (Ok(false), DatabasePlace::Postgres(_)) => Finding::fine(format!(
            "The PostgreSQL database {place} is empty; Umpire creates its tables at its first start."
        )),
        (Err(why), _) => Finding::wrong(why.to_string()),
    }];
    if place.is_unverified() {
        findings.push(Finding::note(format!(
            "The database {place} is on another machine, and Umpire doesn't check that it's the right one: whoever can reach the network in between could read the password and everything else. Add sslmode=verify-full to its URL."
        )));
    }
    findings
}

/// Whether a bot is running on this database.
fn running(settings: &Settings) -> Finding {
    match heartbeat::look(&settings.heartbeat_file, SystemTime::now(), settings.heartbeat_stale) {
        Ok(state) => Finding::fine(format!("Umpire is running: {state}.")),
        Err(NotAlive::NoSign(_)) => Finding::note("Umpire isn't running."),
        Err(why) => Finding::wrong(format!("{why} If it hangs, start it again, and keep its log.")),
    }
}
