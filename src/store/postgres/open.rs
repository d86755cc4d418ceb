//! Opens the database. Inspects it first, so that one that's newer, another program's or unsuited is named and left as it was; only then
//! creates or upgrades Umpire's tables.

use std::sync::LazyLock;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnection, PgPool, PgPoolOptions};
use sqlx::{Connection as _, Executor as _, query_as, query_scalar};

use super::dialect::sql::versions::{self, VersionFault};
use super::dialect::{COPY, Connect, WRITE, WRITER, code};
use super::options::PostgresOptions;
use crate::store::database_message::database_message;
use crate::store::error::StoreOpenError;
use crate::store::postgres_error::PostgresOpenError;

/// This build's migrations, from `migrations/postgres/`.
static MIGRATIONS: LazyLock<Migrator> =
    LazyLock::new(|| versions::migrator(include!(concat!(env!("OUT_DIR"), "/postgres_migrations.rs"))));
/// Connections for reading. Reads are short, and the writer has its own.
const READERS: u32 = 4;
/// Set on a reader's connection. A question that takes longer would keep the few readers from everybody else.
pub(super) const READER: &str = "SET default_transaction_read_only = on; SET statement_timeout = '10s'";
/// How long to wait for the server.
const PATIENCE: Duration = Duration::from_secs(10);
/// The oldest server that has all we use: PostgreSQL 13.
const OLDEST: i32 = 130_000;

/// The parts of an opened store.
pub(super) struct Opened {
    pub(super) readers: PgPool,
    pub(super) writer: PgConnection,
    /// How to create another writer.
    pub(super) connect: Connect,
}

pub(super) async fn open(options: &PostgresOptions) -> Result<Opened, StoreOpenError> {
    let explain = |error: sqlx::Error| explain(options, &error);
    let connect = Connect::to(options.connect.clone(), options.synchronous);
    let mut writer = connected(&connect, options).await?;
    examine(options, &mut writer).await?;
    // While another process upgrades the database, which may take minutes, this one waits.
    writer.execute("SET lock_timeout = 0").await.map_err(explain)?;
    versions::migrate(&mut writer, &MIGRATIONS).await.map_err(|fault| fault.about(options))?;
    writer.execute(WRITER).await.map_err(explain)?;
    // Takes the writers' lock even if there's nothing to upgrade: better to learn now than in the middle of a fight that it can't be had.
    let mut transaction = writer.begin_with(WRITE).await.map_err(explain)?;
    versions::raise_format(&mut transaction).await.map_err(explain)?;
    transaction.commit().await.map_err(explain)?;
    let readers = PgPoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(PATIENCE)
        .after_connect(|reader, _| Box::pin(async move { reader.execute(READER).await.map(drop) }))
        .connect_with(options.connect.clone())
        .await
        .map_err(explain)?;
    Ok(Opened { readers, writer, connect })
}

/// Checks whether the database can be used, and leaves it as it is. Returns whether it has Umpire's tables.
pub(super) async fn inspect(options: &PostgresOptions) -> Result<bool, StoreOpenError> {
    let explain = |error: sqlx::Error| explain(options, &error);
    let connect = Connect::to(options.connect.clone(), options.synchronous);
    let mut db = connected(&connect, options).await?;
    let is_ours = examine(options, &mut db).await?;
    if is_ours {
        let mut transaction = db.begin_with(WRITE).await.map_err(explain)?;
        versions::prove_writable(&mut transaction).await.map_err(explain)?;
        transaction.rollback().await.map_err(explain)?;
    }
    // Nothing is left of what was written, so closing can't lose anything.
    let _ = db.close().await;
    Ok(is_ours)
}

/// A connection to read from, and whether the database has all of this build's migrations; `None` if it has none of our tables.
pub(super) async fn to_read(options: &PostgresOptions) -> Result<Option<(PgConnection, bool)>, StoreOpenError> {
    let connect = Connect::to(options.connect.clone(), options.synchronous);
    let mut db = connected(&connect, options).await?;
    if !examine(options, &mut db).await? {
        return Ok(None);
    }
    db.execute(COPY).await.map_err(|error| explain(options, &error))?;
    let is_current = versions::is_current(&mut db, &MIGRATIONS).await.map_err(|error| explain(options, &error))?;
    Ok(Some((db, is_current)))
}

/// A connection for one long transaction that writes everything.
pub(super) async fn to_write_whole(options: &PostgresOptions) -> Result<PgConnection, StoreOpenError> {
    let Opened { readers, mut writer, .. } = open(options).await?;
    readers.close().await;
    writer.execute(COPY).await.map_err(|error| explain(options, &error))?;
    Ok(writer)
}

async fn connected(connect: &Connect, options: &PostgresOptions) -> Result<PgConnection, StoreOpenError> {
    match tokio::time::timeout(PATIENCE, connect.connect()).await {
        Ok(connected) => connected.map_err(|error| explain(options, &error)),
        Err(_) => {
            let why = format!("no answer within {} s", PATIENCE.as_secs());
            Err(PostgresOpenError::Unreachable { server: options.server(), why }.into())
        }
    }
}

/// Checks the database without writing: whether its server and encoding will do, whether it's ours or empty, its versions. Returns whether it
/// has our tables.
async fn examine(options: &PostgresOptions, db: &mut PgConnection) -> Result<bool, StoreOpenError> {
    let explain = |error: sqlx::Error| explain(options, &error);
    let unsuited = |why: String| PostgresOpenError::Unsuited { database: options.database(), why };
    let server = "SELECT current_setting('server_version_num')::int, current_setting('server_version'),
                         current_setting('server_encoding'), current_schema()::text,
                         coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)";
    let (number, version, encoding, schema, may_create): (i32, String, String, Option<String>, bool) =
        query_as(server).fetch_one(&mut *db).await.map_err(explain)?;
    if number < OLDEST {
        return Err(unsuited(format!("its server is PostgreSQL {version}, and Umpire needs 13 or later")).into());
    }
    if encoding != "UTF8" {
        return Err(unsuited(format!("its encoding is {encoding}. Create it with createdb --encoding=UTF8")).into());
    }
    let Some(schema) = schema else {
        return Err(unsuited("it has none of the schemas of this user’s search_path".to_owned()).into());
    };
    let tables = "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()";
    let tables: Vec<String> = query_scalar(tables).fetch_all(&mut *db).await.map_err(explain)?;
    let has = |table: &str| tables.iter().any(|it| it == table);
    if has("_sqlx_migrations") && has("meta") && has("encounters") {
        versions::examine(&mut *db, &MIGRATIONS).await.map_err(|fault| fault.about(options))?;
        let is_current = versions::is_current(db, &MIGRATIONS).await.map_err(explain)?;
        return if is_current || may_create { Ok(true) } else { Err(unsuited(forbidden(options, &schema)).into()) };
    }
    let is_empty = tables.iter().all(|it| it == "_sqlx_migrations");
    // A first start that was killed leaves at most sqlx's own table behind; anything else isn't ours.
    match is_empty {
        true if may_create => Ok(false),
        true => Err(unsuited(forbidden(options, &schema)).into()),
        false => Err(unsuited("it has another program’s tables. Create an empty one for Umpire".to_owned()).into()),
    }
}

/// Says that Umpire's tables can't be created, and how to allow it.
fn forbidden(options: &PostgresOptions, schema: &str) -> String {
    let user = options.connect.get_username();
    format!(
        "its user {user:?} may not create tables in the schema {schema:?}. Allow it: GRANT CREATE ON SCHEMA {schema} TO {user}"
    )
}

impl VersionFault {
    fn about(self, options: &PostgresOptions) -> StoreOpenError {
        let database = options.database();
        match self {
            VersionFault::Newer { what, found, known } => StoreOpenError::Newer { database, what, found, known },
            VersionFault::Different(version) => StoreOpenError::Different { database, version },
            VersionFault::Failed(error) => explain(options, &error),
            VersionFault::Other(why) => PostgresOpenError::Failed { database, why }.into(),
        }
    }
}

/// Explains the server's codes to a host. <https://www.postgresql.org/docs/current/errcodes-appendix.html>
fn explain(options: &PostgresOptions, error: &sqlx::Error) -> StoreOpenError {
    let (server, database) = (options.server(), options.database());
    let why = database_message(error);
    if let Some(explained) = untrusted(options, error) {
        return explained.into();
    }
    let explained = match (error, code(error).as_deref()) {
        (sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::PoolTimedOut, _) | (_, Some("57P03")) => {
            PostgresOpenError::Unreachable { server, why }
        }
        (_, Some("28000" | "28P01")) => {
            PostgresOpenError::Refused { server, user: options.connect.get_username().to_owned(), why }
        }
        (_, Some("3D000")) => {
            PostgresOpenError::NoDatabase { server, name: options.connect.get_database().unwrap_or("?").to_owned() }
        }
        (_, Some("55P03")) => PostgresOpenError::Locked { database },
        _ => PostgresOpenError::Failed { database, why },
    };
    explained.into()
}

/// Explains why the server isn't trusted, if that's what it is. The reasons are rustls's.
fn untrusted(options: &PostgresOptions, error: &sqlx::Error) -> Option<PostgresOpenError> {
    let (server, sslmode) = (options.server(), options.sslmode());
    if let sqlx::Error::Io(io) = error
        && io.kind() == std::io::ErrorKind::NotFound
        && let Some(file) = options.root_certificate.as_ref().filter(|it| !it.exists())
    {
        return Some(PostgresOpenError::NoRootCertificate { file: file.display().to_string(), why: io.to_string() });
    }
    let told = error.to_string();
    if told.contains("server does not support TLS") {
        let why = "it offers no TLS. Set ssl = on in its postgresql.conf".to_owned();
        return Some(PostgresOpenError::Untrusted { server, sslmode, why });
    }
    let (_, told) = told.split_once("invalid peer certificate: ")?;
    let why = match (told, &options.root_certificate) {
        ("UnknownIssuer", Some(file)) => {
            format!("its certificate isn\u{2019}t from an authority in {}, which sslrootcert names", file.display())
        }
        ("UnknownIssuer", None) => {
            "its certificate isn\u{2019}t from a public authority. Name the file with its own authority as sslrootcert"
                .to_owned()
        }
        (told, _) if told.contains("CaUsedAsEndEntity") => {
            "its certificate is one of an authority. Make one that isn\u{2019}t, with basicConstraints=CA:FALSE"
                .to_owned()
        }
        (told, _) => format!("its certificate isn\u{2019}t right ({told})"),
    };
    Some(PostgresOpenError::Untrusted { server, sslmode, why })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::synchronous::Synchronous;
    use crate::telemetry::Secret;

    /// `"full"` leaves it to the server, `"normal"` doesn't wait for the disk. A copy may pause for as long as it likes.
    #[tokio::test]
    async fn the_writer_is_as_safe_as_was_asked() {
        let Ok(url) = std::env::var("UMPIRE_POSTGRES") else {
            eprintln!("skipped: UMPIRE_POSTGRES names no PostgreSQL (./check starts one)");
            return;
        };
        let options = PostgresOptions::from_url(&Secret::new(url)).expect("a URL");
        for (synchronous, wanted) in [(Synchronous::Full, "on"), (Synchronous::Normal, "off")] {
            let connect = Connect::to(options.connect.clone(), synchronous);
            let mut writer = connect.connect().await.expect("the server answers");
            let shown: String =
                query_scalar("SHOW synchronous_commit").fetch_one(&mut writer).await.expect("a setting");
            assert_eq!(shown, wanted, "{synchronous:?}");
            for (statement, wanted) in [("SELECT", "5s"), (COPY, "0")] {
                writer.execute(statement).await.expect("a statement");
                let limit = "SHOW idle_in_transaction_session_timeout";
                let limit: String = query_scalar(limit).fetch_one(&mut writer).await.expect("a setting");
                assert_eq!(limit, wanted);
            }
        }
    }
}
