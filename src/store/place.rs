//! Where a database is, as hosts write it: a path, or a URL. Opens whichever store it means.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Store;
use super::append_timer::AppendTimer;
use super::error::StoreOpenError;
use super::postgres::{PostgresOptions, PostgresStore};
use super::postgres_error::PostgresOpenError;
use super::sqlite::{SqliteOptions, SqliteStore};
use super::synchronous::Synchronous;
use crate::telemetry::Secret;

/// Where a database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabasePlace {
    /// A SQLite file.
    File(PathBuf),
    /// A PostgreSQL database, by its URL, which may contain a password.
    Postgres(Secret),
}

/// Prints the path, or the database and its server, never a password.
impl fmt::Display for DatabasePlace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatabasePlace::File(path) => path.display().fmt(out),
            DatabasePlace::Postgres(url) => match PostgresOptions::from_url(url) {
                Ok(options) => out.write_str(&options.database()),
                Err(_) => out.write_str("in PostgreSQL"),
            },
        }
    }
}

impl DatabasePlace {
    /// Reads a path, `sqlite://` and a path, or `postgres://user:password@host/database`.
    ///
    /// # Errors
    /// A URL of another kind, or one that can't be read.
    pub fn parse(place: &Path) -> Result<DatabasePlace, StoreOpenError> {
        if place.to_str().is_some_and(is_mistyped_postgres) {
            return Err(PostgresOpenError::BadUrl("it doesn’t begin with postgres://".to_owned()).into());
        }
        let Some((scheme, rest)) = place.to_str().and_then(|it| it.split_once("://")) else {
            return Ok(DatabasePlace::File(place.to_owned()));
        };
        match scheme.to_ascii_lowercase().as_str() {
            "postgres" | "postgresql" => {
                let url = Secret::new(format!("postgres://{rest}"));
                PostgresOptions::from_url(&url)?;
                Ok(DatabasePlace::Postgres(url))
            }
            "sqlite" if !rest.is_empty() => Ok(DatabasePlace::File(PathBuf::from(rest))),
            other => Err(StoreOpenError::UnknownKind(other.to_owned())),
        }
    }

    /// Whether it's a server on another machine whose certificate isn't checked.
    #[must_use]
    pub fn is_unverified(&self) -> bool {
        match self {
            DatabasePlace::File(_) => false,
            DatabasePlace::Postgres(url) => PostgresOptions::from_url(url).is_ok_and(|it| it.is_unverified()),
        }
    }

    /// Opens the store, and creates it if it's missing.
    ///
    /// # Errors
    /// See [`StoreOpenError`].
    pub async fn open(
        &self,
        synchronous: Synchronous,
        appended: Option<AppendTimer>,
    ) -> Result<Arc<dyn Store>, StoreOpenError> {
        Ok(match self {
            DatabasePlace::File(path) => {
                Arc::new(SqliteStore::open(SqliteOptions { synchronous, appended, ..SqliteOptions::new(path) }).await?)
            }
            DatabasePlace::Postgres(url) => {
                let mut options = PostgresOptions::from_url(url)?;
                (options.synchronous, options.appended) = (synchronous, appended);
                Arc::new(PostgresStore::open(options).await?)
            }
        })
    }

    /// Looks whether the store could be opened, and changes nothing. Returns whether there's one already.
    ///
    /// # Errors
    /// See [`StoreOpenError`].
    pub async fn inspect(&self) -> Result<bool, StoreOpenError> {
        match self {
            DatabasePlace::File(path) => SqliteStore::inspect(&SqliteOptions::new(path)).await,
            DatabasePlace::Postgres(url) => PostgresStore::inspect(&PostgresOptions::from_url(url)?).await,
        }
    }
}

/// Whether a text was meant as a PostgreSQL database's URL and isn't one. It isn't taken for a path, because a path is printed, and this may
/// contain a password.
fn is_mistyped_postgres(text: &str) -> bool {
    let text = text.trim_start().to_ascii_lowercase();
    let Some(rest) = text.strip_prefix("postgresql").or_else(|| text.strip_prefix("postgres")) else { return false };
    !rest.starts_with("://")
        && (rest.contains('@') || rest.contains("://") || rest.starts_with(':') || rest.starts_with("//"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paths stay paths, whatever is in them; URLs are what they say. No output of a place has its password.
    #[test]
    fn a_place_is_a_path_or_a_url() {
        let parse = |text: &str| DatabasePlace::parse(Path::new(text));
        for (text, path) in [
            ("umpire.db", "umpire.db"),
            ("/var/lib/umpire/a:b.db", "/var/lib/umpire/a:b.db"),
            ("postgres.db", "postgres.db"),
            ("postgres/umpire.db", "postgres/umpire.db"),
            ("sqlite://umpire.db", "umpire.db"),
            ("sqlite:///var/umpire.db", "/var/umpire.db"),
        ] {
            assert_eq!(parse(text).expect(text), DatabasePlace::File(path.into()));
        }
        let url = "postgres://umpire:hunter2@db.example/fights?sslmode=require";
        let place = parse(&url.replace("postgres", "PostgreSQL")).expect("a URL");
        assert_eq!(place, DatabasePlace::Postgres(Secret::new(url.to_owned())));
        assert_eq!(place.to_string(), "fights on db.example:5432");
        assert!(!format!("{place:?}").contains("hunter2"));
    }

    /// Only a server on another machine can be taken for the right one.
    #[test]
    fn another_machine_has_to_prove_itself() {
        for (url, is_unverified) in [
            ("postgres://u@db.example/d", true),
            ("postgres://u@db.example/d?sslmode=require", true),
            ("postgres://u@10.0.0.7/d?sslmode=verify-ca", true),
            ("postgres://u@db.example/d?sslmode=verify-full", false),
            ("postgres://u@localhost/d", false),
            ("postgres://u@127.0.0.1:5433/d", false),
            ("postgres://u@[::1]/d", false),
            ("postgres://u@%2Frun%2Fpostgresql/d", false),
            ("umpire.db", false),
        ] {
            let place = DatabasePlace::parse(Path::new(url)).expect(url);
            assert_eq!(place.is_unverified(), is_unverified, "{url}");
        }
    }

    /// What's wrong with a URL is said in a sentence without the password, wherever in the URL it ended up.
    #[test]
    fn a_wrong_url_is_explained() {
        for (url, sentence) in [
            ("mysql://u:hunter2@h/d", "Umpire can’t keep its database in \"mysql\"."),
            ("postgres://u:hunter2@h", "it names no database after the host"),
            ("postgres:///d?passwort=hunter2", "no parameter \"passwort\" (did you mean \"password\"?). It looks like"),
            ("postgres:///d", "it names no host"),
            ("postgres://u:hunter2@h:54x/d", "its port isn’t a number"),
            ("postgres://u:hun/ter2@h/d", "write / as %2F"),
            (
                "postgres://u:hun?ter2@h/d",
                "it has an @ after its first / or ? (in a password, write / as %2F, ? as %3F",
            ),
            ("postgres://u:/hunter2@h/d", "# as %23, & as %26, : as %3A and @ as %40"),
            ("postgres://u:hun#ter2@h/d", "it has a # (in a password"),
            ("postgres://h/d?password=hun#ter2", "it has a # (in a password"),
            ("postgres://h/d?password=hun&ter2", "there’s a parameter that Umpire doesn’t know (in a password"),
            ("postgres:/u:hunter2@h/d", "it doesn’t begin with postgres://"),
            ("postgres//u:hunter2@h/d", "it doesn’t begin with postgres://"),
            ("postgres//u:hunter2", "it doesn’t begin with postgres://"),
            ("PostgreSQL:u:hunter2@h/d", "it doesn’t begin with postgres://"),
            ("postgress://u:hunter2@h/d", "it doesn’t begin with postgres://"),
            ("postgres:/u:hunter2://h/d", "it doesn’t begin with postgres://"),
            ("postgres://h/d?sslmode=hunter2", "its sslmode isn’t disable, allow, prefer, require"),
        ] {
            let said = DatabasePlace::parse(Path::new(url)).expect_err(url).to_string();
            assert!(said.contains(sentence), "{url}: {said}");
            assert!(!said.contains("hunter2") && !said.contains("ter2"), "{url}: {said}");
        }
    }
}
