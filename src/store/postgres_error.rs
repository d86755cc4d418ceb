//! Why PostgreSQL can't be used, worded for the person who has to fix it. Never contains a password.

use thiserror::Error;

/// Why a database in PostgreSQL wasn't opened.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PostgresOpenError {
    /// The URL can't be read.
    #[error(
        "The database\u{2019}s URL can\u{2019}t be used: {0}. It looks like postgres://user:password@host/database."
    )]
    BadUrl(String),
    /// Nobody answers there.
    #[error(
        "No PostgreSQL server answers at {server} ({why}). Start it, or correct the host and port in the database\u{2019}s URL."
    )]
    Unreachable {
        /// The host and port, or the socket's directory.
        server: String,
        /// The message of the system.
        why: String,
    },
    /// The connection wouldn't be as safe as the URL asks for: the server has no TLS, or no certificate that proves that it's the right one.
    #[error("The PostgreSQL server at {server} doesn\u{2019}t meet {sslmode}, which the URL asks for: {why}.")]
    Untrusted {
        /// The host and port.
        server: String,
        /// The URL's `sslmode`, as it's written.
        sslmode: &'static str,
        /// The reason, and what to do.
        why: String,
    },
    /// The file that's to tell whom to trust isn't there.
    #[error("The database\u{2019}s URL names {file} as sslrootcert, which can\u{2019}t be read ({why}).")]
    NoRootCertificate {
        /// Its path.
        file: String,
        /// The message of the system.
        why: String,
    },
    /// The server doesn't let this user in.
    #[error(
        "The PostgreSQL server at {server} doesn\u{2019}t let {user:?} in ({why}). Check the user and the password."
    )]
    Refused {
        /// The host and port.
        server: String,
        /// The user's name.
        user: String,
        /// The server's message.
        why: String,
    },
    /// The server has no such database.
    #[error(
        "The PostgreSQL server at {server} has no database {name:?}. Create it (createdb {name}), or name another one in the URL."
    )]
    NoDatabase {
        /// The host and port.
        server: String,
        /// The database's name.
        name: String,
    },
    /// The database isn't fit for Umpire's tables.
    #[error("Umpire can\u{2019}t use the database {database}: {why}. It hasn\u{2019}t been touched.")]
    Unsuited {
        /// The database and its server.
        database: String,
        /// The reason.
        why: String,
    },
    /// Another process holds the lock that writers take.
    #[error(
        "Another program has been writing to the database {database} for more than 5 seconds. Stop it and start again."
    )]
    Locked {
        /// The database and its server.
        database: String,
    },
    /// Anything else.
    #[error("The database {database} can\u{2019}t be opened: {why}.")]
    Failed {
        /// The database and its server.
        database: String,
        /// The server's message.
        why: String,
    },
}
