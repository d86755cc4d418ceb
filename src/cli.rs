//! The command line, as a value. Parses and explains it; what each command does is elsewhere.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::{
    config::Overrides,
    engine::playing::{Style, USUAL_PLAYOUTS, UnknownStyle},
};

/// Umpire referees tabletop combat, on Discord or at a local table on this machine.
///
/// If DISCORD_TOKEN is set, it connects to Discord and prints its invite link. Otherwise it opens the local table and prints the address.
#[derive(Debug, Clone, PartialEq, Eq, Parser)]
#[command(name = "umpire", version, max_term_width = 100)]
pub struct Cli {
    /// Options that apply to every command.
    #[command(flatten)]
    pub global: Global,
    /// `umpire` alone means `umpire serve`, with the same options.
    #[command(flatten)]
    serve: Serve,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

/// Options that every command takes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub struct Global {
    /// The database: a file, or postgres://user@host/database [default: umpire.db] [env: UMPIRE_DATABASE]
    #[arg(long, global = true, value_name = "PLACE")]
    pub database: Option<PathBuf>,
    /// The settings file [default: config/umpire.toml if it exists]
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// What to log, such as "umpire=debug,warn"
    #[arg(long, global = true, value_name = "FILTER")]
    pub log: Option<String>,
}

/// The command to run.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum CliCommand {
    /// Play: on Discord if DISCORD_TOKEN is set, otherwise at the local table (this is the default)
    Serve(Serve),
    /// Run play scripts and report where the rules disagree with them
    Script(ScriptArgs),
    /// Check an exported fight: its dice match its seed, its outcomes follow the rules, and it's the fight that was played
    Verify(Verify),
    /// Make a page of an exported fight that anybody can open in a browser, play through and check, without a network
    Replay(Replay),
    /// Give the account of an exported fight: who did what to whom, the luck of the dice, the time people took, and what lasts
    Report(ReportArgs),
    /// Run fights from a seed, played at random or in a style, and report who won
    Simulate(Simulate),
    /// Play a script and print what a line would be likely to do at its end: the chance to hit, the damage, the chance to put somebody out
    Odds(OddsArgs),
    /// Play a script's fight on from where it ends, again and again, and report how often each side wins and what would make it even
    Forecast(ForecastArgs),
    /// Move a database
    #[command(subcommand)]
    Store(StoreCommand),
    /// Check whether the Umpire that uses this database is alive; exit code 0 if so
    Health,
    /// Look at the settings, the database, the token, the permissions and the clock, and say what's wrong and what to do; exit code 0 if
    /// nothing is
    Doctor,
}

/// What to do with a database.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum StoreCommand {
    /// Copy all of a database into an empty one, from SQLite to PostgreSQL or back, and prove that both have the same rows. Stop the bot
    /// first: what it writes meanwhile isn't copied
    Copy(StoreCopy),
}

/// Options of `store copy`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct StoreCopy {
    /// The database to copy, which is only read: a file, or postgres://user@host/database (its password can be in PGPASSWORD)
    pub from: PathBuf,
    /// The empty database to copy it to; a file is created
    pub to: PathBuf,
}

/// Options of `serve`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub struct Serve {
    /// This process's connections to Discord's gateway, such as 0-3/8 for the first four of eight [env: UMPIRE_SHARDS] [default: all]
    #[arg(long, value_name = "SHARDS")]
    pub shards: Option<String>,
    /// The local table's port on 127.0.0.1; 0 picks a free one
    #[arg(long, value_name = "PORT")]
    pub local_table_port: Option<u16>,
    /// Open the local table without the ready-to-play fights
    #[arg(long)]
    pub open_no_ready_fight: bool,
}

/// Options of `script`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct ScriptArgs {
    /// The scripts
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

/// Options of `odds`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct OddsArgs {
    /// The script that leads up to it
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// A line as in a script: "/attack target:Bandit 1" as the GM, "@ana /attack target:Bandit 1" as a player knows it, "press Dodge as:Ana";
    /// repeat it for several
    #[arg(long, required = true, value_name = "LINE")]
    pub line: Vec<String>,
    /// Print the result as JSON, a line each
    #[arg(long)]
    pub json: bool,
}

/// Options of `verify`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub struct Verify {
    /// The exported fight
    pub file: PathBuf,
    /// What the tracker called "Dice committed", or its first digits; repeat it for each seed of a reopened fight
    #[arg(long, value_name = "HASH")]
    pub seed_hash: Vec<String>,
    /// A head of a chain: from the message at the fight's end, or the short form from a tracker's small print; repeat it for every head you
    /// have
    #[arg(long, value_name = "HEAD")]
    pub head: Vec<String>,
}

/// Options of `replay`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct Replay {
    /// The exported fight: the players' file, or the GM's, which also shows how the fight stood
    pub file: PathBuf,
    /// Where to write the page [default: beside the fight, as .html]
    #[arg(long, value_name = "FILE")]
    pub to: Option<PathBuf>,
    /// As the GM knew it, secrets included, instead of as its players did
    #[arg(long)]
    pub gm: bool,
}

/// Options of `report`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct ReportArgs {
    /// The exported fight: its whole log, which the GM gets
    pub file: PathBuf,
    /// Draw it as well, as a PNG
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// As the GM knew it, secrets included, instead of as its players did
    #[arg(long)]
    pub gm: bool,
}

/// Options of `simulate`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct Simulate {
    /// The rule system
    #[arg(long, default_value = "murdham")]
    pub system: String,
    /// How many fights
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub fights: u32,
    /// The seed: the same seed plays the same fights
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The number of fighters on each side
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=30))]
    pub per_side: u8,
    /// How the first side plays: random, simple, cunning, mindless, cautious, cowardly or "protect NAME"
    #[arg(long, value_name = "STYLE", value_parser = style)]
    pub first: Option<Style>,
    /// How the second side plays; the two change sides every other fight
    #[arg(long, value_name = "STYLE", value_parser = style)]
    pub second: Option<Style>,
    /// Instead, forecast this many random line-ups and compare the forecasts with fresh fights; --fights says how many fights each has
    #[arg(long, value_name = "LINE-UPS", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub calibration: Option<u32>,
    /// How many playouts a cunning choice may take
    #[arg(long, default_value_t = USUAL_PLAYOUTS, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub playouts: u32,
    /// Draw each side of styles' fights at random instead of giving both the same people
    #[arg(long)]
    pub uneven: bool,
    /// Print the result of styles against each other as JSON
    #[arg(long)]
    pub json: bool,
    /// Write the first fight to this file, for `umpire verify`
    #[arg(long, value_name = "FILE")]
    pub export: Option<PathBuf>,
}

/// Options of `forecast`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct ForecastArgs {
    /// The play script
    pub file: PathBuf,
    /// How many fights, from 20 to 10,000 [default: 1000; 50 if somebody is played cunningly]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub fights: Option<i64>,
    /// How everyone is played: random, simple, cunning, mindless, cautious, cowardly or "protect NAME" [default: each in their own style,
    /// or simply]
    #[arg(long)]
    pub style: Option<String>,
    /// The first side's chance in percent that counts as even
    #[arg(long, default_value_t = 50, allow_negative_numbers = true)]
    pub target: i64,
    /// The seed: the same seed gives the same forecast
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Print the forecast as JSON
    #[arg(long)]
    pub json: bool,
}

fn style(typed: &str) -> Result<Style, UnknownStyle> {
    typed.parse()
}

impl Simulate {
    /// The styles that play against each other; `None` if neither is named. One that isn't named is simple.
    #[must_use]
    pub fn styles(&self) -> Option<[Style; 2]> {
        let named = self.first.is_some() || self.second.is_some() || self.json;
        named.then(|| [self.first.clone(), self.second.clone()].map(Option::unwrap_or_default))
    }
}

impl Cli {
    /// The command to run. `umpire` alone serves.
    ///
    /// # Errors
    /// If options of `serve` come before another command, where they'd mean nothing.
    pub fn command(self) -> Result<(Global, CliCommand), clap::Error> {
        let stray = self.serve != Serve::default();
        let command = match self.command {
            None => CliCommand::Serve(self.serve),
            Some(CliCommand::Serve(serve)) => CliCommand::Serve(Serve {
                shards: serve.shards.or(self.serve.shards),
                local_table_port: serve.local_table_port.or(self.serve.local_table_port),
                open_no_ready_fight: serve.open_no_ready_fight || self.serve.open_no_ready_fight,
            }),
            Some(_) if stray => {
                let sentence = "--shards, --local-table-port and --open-no-ready-fight belong to `umpire serve`";
                return Err(Cli::command_factory().error(clap::error::ErrorKind::ArgumentConflict, sentence));
            }
            Some(other) => other,
        };
        Ok((self.global, command))
    }

    fn command_factory() -> clap::Command {
        <Self as clap::CommandFactory>::command()
    }
}

impl Global {
    /// What the command line says about settings.
    #[must_use]
    pub fn overrides(&self, serve: Option<&Serve>) -> Overrides {
        Overrides {
            config: self.config.clone(),
            database: self.database.clone(),
            log: self.log.clone(),
            shards: serve.and_then(|serve| serve.shards.clone()),
            local_table_port: serve.and_then(|serve| serve.local_table_port),
            no_ready_fight: serve.is_some_and(|serve| serve.open_no_ready_fight),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<(Global, CliCommand), clap::Error> {
        Cli::try_parse_from(line.split_whitespace()).and_then(Cli::command)
    }

    /// The definitions are valid and every option is explained.
    #[test]
    fn the_definitions_are_sound() {
        let mut command = Cli::command_factory();
        command.clone().debug_assert();
        command.build();
        for part in std::iter::once(&command).chain(command.get_subcommands()) {
            for argument in
                part.get_arguments().filter(|argument| !matches!(argument.get_id().as_str(), "help" | "version"))
            {
                assert!(argument.get_help().is_some(), "{} of {}", argument.get_id(), part.get_name());
            }
        }
    }

    /// `umpire` alone serves, with options on either side of the word.
    #[test]
    fn alone_it_serves() {
        let served = |line| match parse(line) {
            Ok((_, CliCommand::Serve(serve))) => serve,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(served("umpire"), Serve::default());
        let at_4000 = Serve { local_table_port: Some(4_000), ..Serve::default() };
        assert_eq!(served("umpire --local-table-port 4000"), at_4000);
        assert_eq!(served("umpire serve --local-table-port 4000"), at_4000);
        assert_eq!(
            served("umpire --local-table-port 4000 serve --open-no-ready-fight"),
            Serve { open_no_ready_fight: true, ..at_4000 }
        );
    }

    /// The other commands, with the global options before or after the word.
    #[test]
    fn every_command_parses() {
        let (global, command) = parse("umpire --database a.db script one.play two --json --log debug").expect("parses");
        assert_eq!((global.database, global.log), (Some("a.db".into()), Some("debug".into())));
        assert_eq!(
            command,
            CliCommand::Script(ScriptArgs { files: vec!["one.play".into(), "two".into()], json: true })
        );
        assert_eq!(
            parse("umpire verify fight.json").expect("parses").1,
            CliCommand::Verify(Verify { file: "fight.json".into(), ..Verify::default() })
        );
        assert_eq!(
            parse("umpire verify fight.json --head 1a2b3c4d --head ff --seed-hash 00").expect("parses").1,
            CliCommand::Verify(Verify {
                file: "fight.json".into(),
                seed_hash: vec!["00".into()],
                head: vec!["1a2b3c4d".into(), "ff".into()]
            })
        );
        assert_eq!(
            CliCommand::Odds(OddsArgs { file: "a.play".into(), line: vec!["/end".into(), "x".into()], json: false }),
            parse("umpire odds a.play --line /end --line x").expect("parses").1
        );
        let report = ReportArgs { file: "fight.json".into(), picture: Some("fight.png".into()), gm: true };
        let parsed = parse("umpire report fight.json --picture fight.png --gm").expect("parses").1;
        assert_eq!(parsed, CliCommand::Report(report));
        assert_eq!(parse("umpire health").expect("parses").1, CliCommand::Health);
        assert_eq!(parse("umpire doctor").expect("parses").1, CliCommand::Doctor);
        let forecast =
            ForecastArgs { file: "fight.play".into(), fights: Some(200), style: None, target: 50, seed: 1, json: true };
        let parsed = parse("umpire forecast fight.play --fights 200 --json").expect("parses").1;
        assert_eq!(parsed, CliCommand::Forecast(forecast));
        let (_, command) = parse("umpire simulate --fights 5 --seed 9 --per-side 2").expect("parses");
        let plain = Simulate {
            system: "murdham".into(),
            fights: 5,
            seed: 9,
            per_side: 2,
            first: None,
            second: None,
            calibration: None,
            playouts: USUAL_PLAYOUTS,
            uneven: false,
            json: false,
            export: None,
        };
        assert_eq!(plain.styles(), None);
        assert_eq!(command, CliCommand::Simulate(plain));
        let CliCommand::Simulate(it) = parse("umpire simulate --first cunning --json").expect("parses").1 else {
            panic!("it simulates")
        };
        assert_eq!(it.styles(), Some([Style::Cunning, Style::Simple]));
        let why = parse("umpire simulate --second brave").expect_err("no style").to_string();
        assert!(why.contains("random, simple, cunning"), "{why}");
        for wrong in [
            "umpire script",
            "umpire verify",
            "umpire odds a.play",
            "umpire dance",
            "umpire simulate --fights 0",
            "umpire --local-table-port 70000",
            "umpire --local-table-port 1 health",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
