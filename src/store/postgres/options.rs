//! Where the database is: reads its URL. Nothing here prints the password.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr as _;

use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnectOptions, PgSslMode};

use crate::store::append_timer::AppendTimer;
use crate::store::postgres_error::PostgresOpenError;
use crate::store::synchronous::Synchronous;
use crate::telemetry::Secret;

/// What may follow the `?` of a URL. <https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS>
const PARAMETERS: [&str; 14] = [
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "options",
    "password",
    "port",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "statement-cache-capacity",
    "target_session_attrs",
    "user",
];

/// How many letters of a parameter may be mistyped.
const NEAR: usize = 2;
/// What most often spoils a URL.
const ESCAPES: &str = "in a password, write / as %2F, ? as %3F, # as %23, & as %26, : as %3A and @ as %40";

/// The database's location and how to open it.
#[derive(Clone)]
pub struct PostgresOptions {
    pub(super) connect: PgConnectOptions,
    /// The file with the certificates of those who are trusted, if it's named.
    pub(super) root_certificate: Option<PathBuf>,
    /// How soon a commit is on disk.
    pub synchronous: Synchronous,
    /// Who is told how long appends take.
    pub appended: Option<AppendTimer>,
}

impl fmt::Debug for PostgresOptions {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "PostgresOptions({}, {:?})", self.database(), self.synchronous)
    }
}

impl PostgresOptions {
    /// The database at a URL: `postgres://user:password@host:port/database`, and after a `?` what PostgreSQL's own programs understand, such as
    /// `sslmode=verify-full`. What it leaves out comes from the variables that those programs read, such as `PGPASSWORD`, and from
    /// `~/.pgpass`.
    ///
    /// # Errors
    /// [`PostgresOpenError::BadUrl`], which never contains the password.
    pub fn from_url(url: &Secret) -> Result<PostgresOptions, PostgresOpenError> {
        let url = url.expose();
        let bad = |why: &str| PostgresOpenError::BadUrl(why.to_owned());
        let Some(rest) = ["postgres://", "postgresql://"].iter().find_map(|it| url.strip_prefix(it)) else {
            return Err(bad("it doesn’t begin with postgres://"));
        };
        let after = rest.find(['/', '?']).map_or("", |at| &rest[at..]);
        if after.contains('@') {
            return Err(bad(&format!("it has an @ after its first / or ? ({ESCAPES})")));
        }
        if rest.contains('#') {
            return Err(bad(&format!("it has a # ({ESCAPES})")));
        }
        let (place, parameters) = rest.split_once('?').unwrap_or((rest, ""));
        for key in parameters.split('&').filter(|it| !it.is_empty()).map(|it| it.split('=').next().unwrap_or(it)) {
            // What isn't nearly a parameter may be the rest of a password with an unescaped `&`.
            if !PARAMETERS.contains(&key) && !key.starts_with("options[") {
                let near = PARAMETERS.iter().min_by_key(|it| strsim::damerau_levenshtein(it, key));
                return Err(match near.filter(|it| strsim::damerau_levenshtein(it, key) <= NEAR) {
                    Some(near) => bad(&format!("it has no parameter {key:?} (did you mean {near:?}?)")),
                    None => bad(&format!("after its ? there’s a parameter that Umpire doesn’t know ({ESCAPES})")),
                });
            }
        }
        let connect = PgConnectOptions::from_str(url).map_err(|error| bad(&unreadable(&error)))?;
        if connect.get_database().is_none_or(str::is_empty) {
            return Err(bad("it names no database after the host"));
        }
        let hostless = place.is_empty() || place.starts_with('/');
        if hostless && !parameters.contains("host") && std::env::var_os("PGHOST").is_none() {
            return Err(bad("it names no host"));
        }
        let connect = connect.disable_statement_logging();
        let named = parameters.split('&').find_map(|it| it.strip_prefix("sslrootcert=")).map(str::to_owned);
        let root_certificate = named.or_else(|| std::env::var("PGSSLROOTCERT").ok()).map(PathBuf::from);
        Ok(PostgresOptions { connect, root_certificate, synchronous: Synchronous::default(), appended: None })
    }

    /// The database and its server, for sentences.
    #[must_use]
    pub fn database(&self) -> String {
        format!("{} on {}", self.connect.get_database().unwrap_or("?"), self.server())
    }

    /// Whether the server is on another machine and its certificate isn't checked, or there's none.
    pub(crate) fn is_unverified(&self) -> bool {
        let host = self.connect.get_host();
        let address = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
        let is_here = self.connect.get_socket().is_some()
            || host.starts_with('/')
            || host == "localhost"
            || address.is_ok_and(|it| it.is_loopback());
        !is_here && !matches!(self.connect.get_ssl_mode(), PgSslMode::VerifyFull)
    }

    /// How safe the connection is to be, as the URL says it.
    pub(super) fn sslmode(&self) -> &'static str {
        match self.connect.get_ssl_mode() {
            PgSslMode::Disable => "sslmode=disable",
            PgSslMode::Allow => "sslmode=allow",
            PgSslMode::Prefer => "sslmode=prefer",
            PgSslMode::Require => "sslmode=require",
            PgSslMode::VerifyCa => "sslmode=verify-ca",
            PgSslMode::VerifyFull => "sslmode=verify-full",
        }
    }

    /// The server's host and port, or the directory of its socket.
    pub(super) fn server(&self) -> String {
        match self.connect.get_socket() {
            Some(socket) => socket.display().to_string(),
            None => format!("{}:{}", self.connect.get_host(), self.connect.get_port()),
        }
    }
}

/// What's wrong with a URL, without repeating any of it: a password with an unescaped `@` or `/` ends up in strange places.
fn unreadable(error: &sqlx::Error) -> String {
    let sqlx::Error::Configuration(why) = error else { return "it can’t be read".to_owned() };
    let why = why.to_string();
    if why.contains("port") {
        return format!("its port isn’t a number ({ESCAPES})");
    }
    match why.contains("ssl") {
        true => "its sslmode isn’t disable, allow, prefer, require, verify-ca or verify-full".to_owned(),
        false => format!("it can’t be read ({ESCAPES})"),
    }
}
