//! The settings: read from a file, the environment and the command line, checked as a whole, and returned as one value. Opens nothing and
//! starts nothing; everything wrong is reported at once, each problem with its key.
//!
//! Long because: half of it are its tests, which need the settings as a whole.

mod api_base;
mod file;
mod shard_range;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::engine::AnswerPace;
use crate::telemetry::{self, LogFormat, Secret};

pub use api_base::{ApiBase, BadBase, DISCORD, REQUESTS_PER_SECOND_MAX};
pub use file::DEFAULTS;
pub use shard_range::{BadShards, ShardRange};

/// The default settings file, below the directory that Umpire starts in.
pub const USUAL_FILE: &str = "config/umpire.toml";

/// All settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Where the database is: a file, or a URL, which can contain a password.
    pub database: Secret<PathBuf>,
    /// How safely a commit is written to disk.
    pub synchronous: SqliteSynchronous,
    /// The bot's token; without one the local table opens.
    pub token: Option<Secret>,
    /// The base URL of Discord's API.
    pub api: ApiBase,
    /// The connections to the gateway that are this process's; all that Discord recommends if `None`.
    pub shards: Option<ShardRange>,
    /// Where Discord's requests with interactions are received, as host and port; nowhere if `None`.
    pub interactions_listen: Option<String>,
    /// The maximum requests per second with the bot's token.
    pub requests_per_second: u32,
    /// How long pending messages can take at shutdown.
    pub drain: Duration,
    /// How long players have to answer.
    pub pace: PaceSettings,
    /// The local table.
    pub local_table: LocalTableSettings,
    /// The log filter.
    pub log_filter: String,
    /// How a line of the log is written.
    pub log_format: LogFormat,
    /// The heartbeat file, which shows that Umpire is alive.
    pub heartbeat_file: PathBuf,
    /// The maximum age of that file.
    pub heartbeat_stale: Duration,
    /// Where `/livez`, `/readyz` and `/metrics` are served, as host and port; nowhere if `None`.
    pub health_listen: Option<String>,
    /// How long a server that has removed the bot is kept.
    pub forget_servers_after: Duration,
    /// How long nobody must have touched a fight before it rests; zero if none does.
    pub rest_fights_after: Duration,
    /// How long a fight stays open that nobody touches.
    pub close_fights_after: Duration,
    /// What `/about` says of the host.
    pub about: AboutSettings,
}

/// What `/about` says of the host.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AboutSettings {
    /// Their name.
    pub host: Option<String>,
    /// Where their privacy policy is.
    pub privacy: Option<String>,
    /// Where their terms of service are.
    pub terms: Option<String>,
}

/// How soon a commit is on disk: SQLite's `synchronous`, and PostgreSQL's `synchronous_commit`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SqliteSynchronous {
    /// A commit survives a power cut.
    Full,
    /// A commit survives a crash of the process; a power cut can lose the last ones.
    Normal,
}

/// How long players have to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaceSettings {
    /// The pace of a new fight.
    pub default: PaceName,
    /// The time for a prompt at a live table, in milliseconds.
    pub prompt_ms: i64,
    /// The time for a prompt at a relaxed table, in milliseconds.
    pub relaxed_ms: i64,
    /// The time for a prompt in play by post, in milliseconds.
    pub post_ms: i64,
    /// How long a deadline that passed while Umpire was down still waits, in milliseconds.
    pub restart_grace_ms: i64,
    /// Whether players are called when their turn has begun.
    pub call_turns: bool,
}

/// A pace by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaceName {
    /// Everyone is at the table.
    Live,
    /// Nobody hurries.
    Relaxed,
    /// Answers come by the hour.
    Post,
    /// No clock.
    None,
}

impl PaceName {
    /// All paces, with the word for each.
    pub const WORDS: [(PaceName, &'static str); 4] =
        [(PaceName::Live, "live"), (PaceName::Relaxed, "relaxed"), (PaceName::Post, "post"), (PaceName::None, "none")];

    /// The pace with this name.
    #[must_use]
    pub fn named(word: &str) -> Option<PaceName> {
        let word = word.trim().to_lowercase();
        PaceName::WORDS.into_iter().find(|it| it.1 == word).map(|it| it.0)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        PaceName::WORDS.iter().find(|it| it.0 == self).expect("every pace has a word").1
    }
}

impl PaceSettings {
    /// The engine's pace for a name.
    #[must_use]
    pub fn pace(&self, name: PaceName) -> AnswerPace {
        let prompt_ms = match name {
            PaceName::Live => Some(self.prompt_ms),
            PaceName::Relaxed => Some(self.relaxed_ms),
            PaceName::Post => Some(self.post_ms),
            PaceName::None => None,
        };
        AnswerPace { prompt_ms }
    }
}

/// The local table's settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalTableSettings {
    /// Its port on 127.0.0.1; 0 for any free one.
    pub port: u16,
    /// Whether it opens with a fight ready to play.
    pub ready_fight: bool,
    /// Whether Umpire plays that fight's foes, heroes in empty seats, and the GM's part while nobody is GM.
    pub umpire_plays: bool,
    /// The file for what it shows.
    pub file: PathBuf,
}

/// What the command line says about settings. `None` leaves the setting to the environment and the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides {
    /// `--config`
    pub config: Option<PathBuf>,
    /// `--database`
    pub database: Option<PathBuf>,
    /// `--log`
    pub log: Option<String>,
    /// `--shards`
    pub shards: Option<String>,
    /// `--local-table-port`
    pub local_table_port: Option<u16>,
    /// `--open-no-ready-fight`
    pub no_ready_fight: bool,
}

/// Everything that's wrong with the settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadSettings {
    /// Where the file's settings come from, in words.
    pub source: String,
    /// One sentence for each problem.
    pub problems: Vec<String>,
}

impl fmt::Display for BadSettings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "The settings ({}) have {} to fix:",
            self.source,
            match self.problems.len() {
                1 => "one thing".to_owned(),
                count => format!("{count} things"),
            }
        )?;
        self.problems.iter().try_for_each(|problem| write!(out, "\n  - {problem}"))
    }
}

impl std::error::Error for BadSettings {}

/// The outside world that settings come from, as a value, so that tests need neither files nor an environment.
pub trait Outside {
    /// An environment variable.
    fn variable(&self, name: &str) -> Option<String>;
    /// A file's text; `None` if it doesn't exist.
    fn file(&self, path: &Path) -> std::io::Result<Option<String>>;
}

/// The real outside world.
pub struct Process;

impl Outside for Process {
    fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    fn file(&self, path: &Path) -> std::io::Result<Option<String>> {
        match std::fs::read_to_string(path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Reads all settings.
///
/// # Errors
/// Everything that's wrong, in the file, the environment and the command line together.
pub fn load(overrides: &Overrides, outside: &dyn Outside) -> Result<Settings, BadSettings> {
    let mut problems = Vec::new();
    let (source, text) = find_file(overrides, outside, &mut problems);
    let values = file::Values::read(&text, &mut problems);
    let variable =
        |name: &str| outside.variable(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());

    let database = overrides.database.clone().or_else(|| variable("UMPIRE_DATABASE").map(PathBuf::from));
    let database = database.unwrap_or_else(|| PathBuf::from(values.text("database.path")));
    let file = neighbour(&database);
    let api = variable("UMPIRE_DISCORD_API").unwrap_or_else(|| values.text("discord.api"));
    let parse_api = if values.flag("discord.trust_api") { ApiBase::parse_trusted } else { ApiBase::parse };
    let api = parse_api(&api).unwrap_or_else(|problem| {
        problems.push(problem.to_string());
        ApiBase::discord()
    });
    let log_filter = overrides.log.clone().unwrap_or_else(|| values.text("log.filter"));
    if let Err(problem) = telemetry::filter(&log_filter) {
        problems.push(problem.to_string());
    }
    let shards = overrides.shards.clone().or_else(|| variable("UMPIRE_SHARDS"));
    let shards = read_shards(&shards.unwrap_or_else(|| values.text("discord.shards")), &mut problems);
    let interactions = variable("UMPIRE_INTERACTIONS_LISTEN");
    let interactions = interactions.unwrap_or_else(|| values.text("discord.interactions_listen"));
    let token = read_token(outside, &variable, &mut problems);
    let heartbeat = variable("UMPIRE_HEARTBEAT").unwrap_or_else(|| values.text("health.file"));
    let ms = |key: &str, unit_ms: i64| values.number(key) * unit_ms;
    let settings = Settings {
        synchronous: match values.text("database.synchronous").as_str() {
            "normal" => SqliteSynchronous::Normal,
            _ => SqliteSynchronous::Full,
        },
        token,
        api,
        shards,
        interactions_listen: listen("discord.interactions_listen", &interactions, &mut problems),
        requests_per_second: values.small("discord.requests_per_second"),
        drain: Duration::from_secs(u64::from(values.small("discord.drain_seconds"))),
        pace: PaceSettings {
            default: PaceName::named(&values.text("pace.default")).unwrap_or(PaceName::Live),
            prompt_ms: ms("pace.prompt_seconds", 1_000),
            relaxed_ms: ms("pace.relaxed_seconds", 1_000),
            post_ms: ms("pace.post_hours", 3_600_000),
            restart_grace_ms: ms("pace.restart_grace_seconds", 1_000),
            call_turns: values.flag("pace.call_turns"),
        },
        local_table: LocalTableSettings {
            port: overrides
                .local_table_port
                .unwrap_or_else(|| u16::try_from(values.small("local_table.port")).unwrap_or(0)),
            ready_fight: !overrides.no_ready_fight && values.flag("local_table.ready_fight"),
            umpire_plays: values.flag("local_table.umpire_plays"),
            // Like the heartbeat, next to the database: the two belong together, whatever folder Umpire is started in.
            file: file.parent().unwrap_or(Path::new("")).join(values.text("local_table.file")),
        },
        log_filter,
        log_format: match values.text("log.format").as_str() {
            "json" => LogFormat::Json,
            _ => LogFormat::Text,
        },
        health_listen: listen("health.listen", &values.text("health.listen"), &mut problems),
        forget_servers_after: Duration::from_secs(
            u64::from(values.small("privacy.forget_servers_after_days")) * 24 * 60 * 60,
        ),
        rest_fights_after: Duration::from_secs(u64::from(values.small("fights.rest_after_minutes")) * 60),
        close_fights_after: Duration::from_secs(
            u64::from(values.small("fights.close_untouched_after_days")) * 24 * 60 * 60,
        ),
        about: AboutSettings {
            host: Some(values.text("about.host")).filter(|it| !it.is_empty()),
            privacy: page("about.privacy", &values, &mut problems),
            terms: page("about.terms", &values, &mut problems),
        },
        heartbeat_file: match (heartbeat.as_str(), shards) {
            ("", None) => beside(&file, ".alive"),
            // The processes of one bot can run in one directory.
            ("", Some(shards)) => beside(&file, &format!(".{}.alive", shards.to_string().replace('/', "-of-"))),
            (named, _) => PathBuf::from(named),
        },
        heartbeat_stale: Duration::from_secs(u64::from(values.small("health.stale_seconds"))),
        database: Secret::new(database),
    };
    if problems.is_empty() { Ok(settings) } else { Err(BadSettings { source, problems }) }
}

/// The file that Umpire's other files lie next to: the database, or for one in PostgreSQL `umpire` in the directory it starts in.
fn neighbour(database: &Path) -> PathBuf {
    match database.to_str().and_then(|it| it.split_once("://")) {
        Some(("sqlite", file)) => PathBuf::from(file),
        Some(_) => PathBuf::from("umpire"),
        None => database.to_owned(),
    }
}

/// The address of a page; `None` for an empty text.
fn page(key: &str, values: &file::Values, problems: &mut Vec<String>) -> Option<String> {
    let text = values.text(key);
    let is_page = text.starts_with("https://") && !text.contains(|it: char| it.is_whitespace() || "<>".contains(it));
    if !text.is_empty() && !is_page {
        problems.push(format!("{key:?} is {text:?}; it must be an https address."));
    }
    Some(text).filter(|it| !it.is_empty())
}

/// Which shards; `None` for an empty text.
fn read_shards(text: &str, problems: &mut Vec<String>) -> Option<ShardRange> {
    if text.is_empty() {
        return None;
    }
    ShardRange::parse(text).map_err(|why| problems.push(format!("\"discord.shards\": {why}"))).ok()
}

/// A host and a port to listen on; `None` for an empty text.
fn listen(key: &str, text: &str, problems: &mut Vec<String>) -> Option<String> {
    let is_place =
        |text: &str| text.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok());
    if !text.is_empty() && !is_place(text) {
        problems.push(format!("{key:?} is {text:?}; it must be a host and a port, like \"127.0.0.1:9464\"."));
    }
    Some(text.to_owned()).filter(|it| !it.is_empty())
}

fn find_file(overrides: &Overrides, outside: &dyn Outside, problems: &mut Vec<String>) -> (String, String) {
    let named = overrides.config.as_deref();
    let path = named.unwrap_or(Path::new(USUAL_FILE));
    match outside.file(path) {
        Ok(Some(text)) => return (path.display().to_string(), text),
        Ok(None) if named.is_some() => problems.push(format!("There\u{2019}s no file {}.", path.display())),
        Ok(None) => return ("as built in".to_owned(), String::new()),
        Err(why) => problems.push(format!("{} can\u{2019}t be read: {why}.", path.display())),
    }
    (path.display().to_string(), String::new())
}

fn read_token(
    outside: &dyn Outside,
    variable: &dyn Fn(&str) -> Option<String>,
    problems: &mut Vec<String>,
) -> Option<Secret> {
    let given = match (variable("DISCORD_TOKEN"), variable("DISCORD_TOKEN_FILE")) {
        (Some(token), _) => token,
        (None, Some(path)) => match outside.file(Path::new(&path)) {
            Ok(Some(text)) if !text.trim().is_empty() => text.trim().to_owned(),
            Ok(_) => {
                problems.push(format!("DISCORD_TOKEN_FILE names {path}, which has no token in it."));
                return None;
            }
            Err(why) => {
                problems.push(format!("DISCORD_TOKEN_FILE names {path}, which can\u{2019}t be read: {why}."));
                return None;
            }
        },
        (None, None) => return None,
    };
    let bare = given.strip_prefix("Bot ").unwrap_or(&given).trim();
    // The token isn't repeated, whatever is wrong with it.
    if !bare.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_')) {
        problems.push(
            "DISCORD_TOKEN contains characters that tokens never have; copy it again from the developer portal."
                .to_owned(),
        );
    }
    Some(Secret::new(bare.to_owned()))
}

/// The path with a suffix added to its last part: `umpire.db` and `.alive` make `umpire.db.alive`.
fn beside(path: &Path, added: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(added);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[derive(Default)]
    struct Invented {
        variables: HashMap<&'static str, &'static str>,
        files: HashMap<&'static str, String>,
    }

    impl Outside for Invented {
        fn variable(&self, name: &str) -> Option<String> {
            self.variables.get(name).map(|text| (*text).to_owned())
        }

        fn file(&self, path: &Path) -> std::io::Result<Option<String>> {
            Ok(path.to_str().and_then(|path| self.files.get(path)).cloned())
        }
    }

    fn with_file(text: &str) -> Invented {
        Invented { files: HashMap::from([(USUAL_FILE, text.to_owned())]), ..Invented::default() }
    }

    fn problems(outside: &Invented) -> Vec<String> {
        load(&Overrides::default(), outside).expect_err("something is wrong").problems
    }

    /// Without a file, a variable or an argument, everything is as in the embedded file.
    #[test]
    fn the_defaults_are_the_embedded_file() {
        let settings = load(&Overrides::default(), &Invented::default()).expect("the defaults are fine");
        assert_eq!(settings.database, Secret::new(PathBuf::from("umpire.db")));
        assert_eq!(settings.heartbeat_file, PathBuf::from("umpire.db.alive"));
        assert_eq!(settings.synchronous, SqliteSynchronous::Full);
        assert_eq!(settings.token, None);
        assert_eq!(settings.api, ApiBase::discord());
        assert_eq!(settings.log_filter, telemetry::DEFAULT_FILTER);
        assert_eq!((settings.pace.prompt_ms, settings.pace.restart_grace_ms), (30_000, 20_000));
        assert_eq!(settings.rest_fights_after, Duration::from_secs(3_600));
        let never = load(&Overrides::default(), &with_file("[fights]\nrest_after_minutes = 0\n")).expect("fine");
        assert_eq!(never.rest_fights_after, Duration::ZERO);
        assert_eq!(settings.pace.pace(PaceName::Live), AnswerPace::LIVE);
        assert_eq!(settings.pace.pace(PaceName::Relaxed), AnswerPace::RELAXED);
        assert_eq!(settings.pace.pace(PaceName::Post), AnswerPace::BY_POST);
        assert_eq!(settings.pace.pace(PaceName::None), AnswerPace::NO_CLOCK);
        assert_eq!(load(&Overrides::default(), &with_file(DEFAULTS)), Ok(settings));
    }

    /// The command line takes precedence over the environment, and that over the file; the rest stays.
    #[test]
    fn the_nearest_source_wins() {
        let mut outside = with_file("[database]\npath = \"file.db\"\n[pace]\nrelaxed_seconds = 90\n");
        let read = |overrides: &Overrides, outside: &Invented| load(overrides, outside).expect("fine");
        assert_eq!(read(&Overrides::default(), &outside).database, Secret::new(PathBuf::from("file.db")));
        assert_eq!(read(&Overrides::default(), &outside).pace.relaxed_ms, 90_000);
        outside.variables.insert("UMPIRE_DATABASE", "environment.db");
        outside.variables.insert("UMPIRE_DISCORD_API", "http://127.0.0.1:9");
        outside.variables.insert("DISCORD_TOKEN", " Bot abc.def ");
        let settings = read(&Overrides::default(), &outside);
        assert_eq!(settings.database, Secret::new(PathBuf::from("environment.db")));
        assert!(settings.api.is_local());
        assert_eq!(settings.token.as_ref().map(|token| token.expose().as_str()), Some("abc.def"));
        assert!(!format!("{settings:?}").contains("abc.def"), "the token is not printed with the settings");
        let overrides = Overrides {
            database: Some("line.db".into()),
            local_table_port: Some(1),
            no_ready_fight: true,
            ..Overrides::default()
        };
        let settings = read(&overrides, &outside);
        assert_eq!(
            (settings.database, settings.local_table.port, settings.local_table.ready_fight),
            (Secret::new(PathBuf::from("line.db")), 1, false)
        );
    }

    /// A URL is a database in PostgreSQL; what would lie next to a file is in the directory that Umpire starts in. The password isn't printed with
    /// the settings.
    #[test]
    fn a_database_can_be_a_url() {
        let mut outside = Invented::default();
        outside.variables.insert("UMPIRE_DATABASE", "postgres://umpire:hunter2@db.example/fights");
        let settings = load(&Overrides::default(), &outside).expect("a URL");
        assert_eq!(settings.heartbeat_file, PathBuf::from("umpire.alive"));
        assert_eq!(settings.local_table.file.parent(), Some(Path::new("")));
        assert!(!format!("{settings:?}").contains("hunter2"));
        outside.variables.insert("UMPIRE_DATABASE", "sqlite:///var/umpire.db");
        let settings = load(&Overrides::default(), &outside).expect("a URL");
        assert_eq!(settings.heartbeat_file, PathBuf::from("/var/umpire.db.alive"));
    }

    /// The local table's file is next to the database, so that a restart in another folder finds both or neither.
    #[test]
    fn the_table_is_kept_with_its_database() {
        let table = |database: &str| {
            let overrides = Overrides { database: Some(database.into()), ..Overrides::default() };
            load(&overrides, &Invented::default()).expect("fine").local_table.file
        };
        assert_eq!(table("umpire.db"), PathBuf::from("umpire-table.json"));
        assert_eq!(table("/data/umpire.db"), PathBuf::from("/data/umpire-table.json"));
    }

    /// An empty variable counts as unset, and a token can be in a file.
    #[test]
    fn the_token_comes_from_one_of_two_places() {
        let mut outside = Invented { variables: HashMap::from([("DISCORD_TOKEN", " ")]), ..Invented::default() };
        assert_eq!(load(&Overrides::default(), &outside).expect("fine").token, None);
        outside.variables.insert("DISCORD_TOKEN_FILE", "/run/token");
        assert_eq!(problems(&outside), ["DISCORD_TOKEN_FILE names /run/token, which has no token in it."]);
        outside.files.insert("/run/token", "tok.en\n".to_owned());
        assert_eq!(load(&Overrides::default(), &outside).expect("fine").token, Some(Secret::new("tok.en".to_owned())));
        outside.variables.insert("DISCORD_TOKEN", "my secret");
        assert!(!problems(&outside)[0].contains("my secret"));
    }

    /// Everything wrong is reported at once, each problem with its key; an unknown key names the one that was meant.
    #[test]
    fn every_problem_is_named_at_once() {
        let mut outside = with_file(
            "databse = 1\n[pace]\npromt_seconds = 30\nrelaxed_seconds = \"15\"\npost_hours = 99999\ndefault = \"fast\"\n[log]\nfilter = \"umpire=loud\"\n[local_table]\nready_fight = 1\n[weather]\nrain = true\n",
        );
        outside.variables.insert("UMPIRE_DISCORD_API", "http://example.com");
        let found = problems(&outside);
        for expected in [
            "\"databse\" isn’t a setting; did you mean \"database\"?",
            "\"pace.promt_seconds\" isn’t a setting; did you mean \"pace.prompt_seconds\"?",
            "\"pace.relaxed_seconds\" is \"15\"; it must be a whole number from 10 to 3600.",
            "\"pace.post_hours\" is 99999; it must be a whole number from 1 to 336.",
            "\"pace.default\" is \"fast\"; it must be one of \"live\", \"relaxed\", \"post\", \"none\".",
            "\"local_table.ready_fight\" is 1; it must be true or false.",
            "\"weather\" isn’t a setting.",
        ] {
            assert!(found.iter().any(|problem| problem == expected), "{expected}\nis not among {found:#?}");
        }
        assert_eq!(found.len(), 9, "{found:#?}");
    }

    /// Where to listen is a host and a port, and nothing is listened on by default.
    #[test]
    fn health_listens_where_it_is_told() {
        let listens = |text: &str| {
            let file = with_file(&format!("[health]\nlisten = {text:?}\n"));
            load(&Overrides::default(), &file).map(|it| it.health_listen)
        };
        assert_eq!(load(&Overrides::default(), &Invented::default()).expect("fine").health_listen, None);
        for good in ["127.0.0.1:9464", "[::1]:0", "localhost:80"] {
            assert_eq!(listens(good).expect("fine"), Some(good.to_owned()));
        }
        for bad in ["9464", ":9464", "localhost", "localhost:http", "localhost:99999"] {
            let problems = listens(bad).expect_err("no place").problems;
            assert!(problems[0].contains("it must be a host and a port"), "{problems:?}");
        }
    }

    /// Another server gets the bot's token only if the host says that it may.
    #[test]
    fn another_server_must_be_trusted() {
        let mut outside = with_file("[discord]\napi = \"https://proxy.example\"\n");
        let found = problems(&outside);
        assert!(found.len() == 1 && found[0].contains("trust_api = true under [discord]"), "{found:?}");
        outside = with_file("[discord]\napi = \"http://proxy:3000\"\ntrust_api = true\n");
        let api = load(&Overrides::default(), &outside).expect("trusted").api;
        assert_eq!(api.to_string(), "http://proxy:3000");
    }

    /// Where interactions are received can also be a variable: each process of a machine has its own place.
    #[test]
    fn interactions_are_received_where_it_is_told() {
        let mut outside = with_file("[discord]\ninteractions_listen = \"127.0.0.1:9465\"\n");
        let listens = |outside: &Invented| load(&Overrides::default(), outside).expect("fine").interactions_listen;
        assert_eq!(listens(&Invented::default()), None);
        assert_eq!(listens(&outside).as_deref(), Some("127.0.0.1:9465"));
        outside.variables.insert("UMPIRE_INTERACTIONS_LISTEN", "127.0.0.1:9466");
        assert_eq!(listens(&outside).as_deref(), Some("127.0.0.1:9466"));
        outside.variables.insert("UMPIRE_INTERACTIONS_LISTEN", "9466");
        assert!(problems(&outside)[0].starts_with("\"discord.interactions_listen\" is \"9466\""));
    }

    /// /about links to pages that browsers trust, and to nothing that Discord would show as something else.
    #[test]
    fn pages_of_the_host_are_addresses() {
        let file = |text: &str| with_file(&format!("[about]\nprivacy = {text:?}\n"));
        let about = load(&Overrides::default(), &file("https://x.example/p")).expect("fine").about;
        assert_eq!(about.privacy.as_deref(), Some("https://x.example/p"));
        for bad in ["http://x.example", "x.example", "https://x.example> everyone", "https://a b"] {
            assert!(problems(&file(bad))[0].ends_with("it must be an https address."));
        }
    }

    /// A file that's named must exist; one that isn't TOML says where.
    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        let overrides = Overrides { config: Some("mine.toml".into()), ..Overrides::default() };
        let error = load(&overrides, &Invented::default()).expect_err("not there");
        assert_eq!(
            error.to_string(),
            "The settings (mine.toml) have one thing to fix:\n  - There’s no file mine.toml."
        );
        let found = problems(&with_file("[pace]\nprompt_seconds = = 3\n"));
        assert!(found.len() == 1 && found[0].starts_with("Line 2 "), "{found:?}");
    }

    /// The hosting page names every variable that's read here.
    #[test]
    fn the_hosts_page_names_every_variable() {
        let page = include_str!("../../docs/HOSTING.md");
        for name in [
            "DISCORD_TOKEN",
            "DISCORD_TOKEN_FILE",
            "UMPIRE_DATABASE",
            "UMPIRE_DISCORD_API",
            "UMPIRE_SHARDS",
            "UMPIRE_INTERACTIONS_LISTEN",
            "UMPIRE_HEARTBEAT",
        ] {
            assert!(page.contains(&format!("| `{name}` |")), "docs/HOSTING.md lacks {name}");
        }
    }
}
