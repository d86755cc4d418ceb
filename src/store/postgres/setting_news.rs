//! Hears of changed settings by LISTEN: a trigger of the table `settings` notifies, whichever process wrote.

use std::time::Duration;

use sqlx::Executor as _;
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::mpsc;

use crate::store::setting_news::SettingNews;

/// The channel that the trigger notifies.
const CHANNEL: &str = "umpire_settings";
/// How many changes wait for their reader.
const WAITING_MAX: usize = 256;
/// How long after a failure it's tried again.
const AGAIN_AFTER: Duration = Duration::from_secs(2);

/// How the connection is watched: one that a router on the way has forgotten is never said to be gone.
#[derive(Clone, Copy)]
struct Watch {
    /// After this long without news, the server is asked whether it's there.
    every: Duration,
    /// How long it may take to answer, or to connect.
    patience: Duration,
}

const WATCH: Watch = Watch { every: Duration::from_secs(60), patience: Duration::from_secs(10) };

/// Listens on a connection of its own.
pub(super) async fn listen(options: PgConnectOptions) -> Result<mpsc::Receiver<SettingNews>, sqlx::Error> {
    listen_watched(options, WATCH).await
}

async fn listen_watched(options: PgConnectOptions, watch: Watch) -> Result<mpsc::Receiver<SettingNews>, sqlx::Error> {
    let mut listener = connected(&options).await?;
    let (tell, news) = mpsc::channel(WAITING_MAX);
    tokio::spawn(async move {
        loop {
            let heard = tokio::select! {
                heard = next(&mut listener, watch) => heard,
                () = tell.closed() => return,
            };
            let it = match heard {
                Ok(it) => it,
                Err(why) => {
                    tracing::warn!(why, "the database doesn\u{2019}t tell of changed settings");
                    listener = loop {
                        match tokio::time::timeout(watch.patience, connected(&options)).await {
                            Ok(Ok(anew)) => break anew,
                            _ if tell.is_closed() => return,
                            _ => tokio::time::sleep(AGAIN_AFTER).await,
                        }
                    };
                    Some(SettingNews::Missed)
                }
            };
            if let Some(it) = it
                && tell.send(it).await.is_err()
            {
                return;
            }
        }
    });
    Ok(news)
}

async fn connected(options: &PgConnectOptions) -> Result<PgListener, sqlx::Error> {
    let pool = PgPoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
    let mut listener = PgListener::connect_with(&pool).await?;
    // If it connected anew by itself, nobody would hear that something may have been missed.
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// The next thing heard; `None` if it's nobody's business here. An error says why nothing is heard any more.
async fn next(listener: &mut PgListener, watch: Watch) -> Result<Option<SettingNews>, String> {
    match tokio::time::timeout(watch.every, listener.try_recv()).await {
        Ok(Ok(Some(it))) => Ok(read(it.payload())),
        Ok(Ok(None)) => Err("the connection was lost".to_owned()),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => match tokio::time::timeout(watch.patience, listener.execute("SELECT 1")).await {
            Ok(Ok(_)) => Ok(None),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err(format!("no answer within {:?}", watch.patience)),
        },
    }
}

/// What the trigger says; `None` if it's somebody else's.
fn read(payload: &str) -> Option<SettingNews> {
    let (application, scope) = payload.split_once(' ')?;
    let application = application.parse::<i64>().ok()?.cast_unsigned();
    Some(SettingNews::Changed { application, scope: scope.to_owned() })
}

#[cfg(test)]
mod tests {
    use std::str::FromStr as _;

    use sqlx::postgres::PgSslMode;
    use sqlx::{ConnectOptions as _, query};
    use tokio::io::{AsyncRead, AsyncWrite, copy_bidirectional};
    use tokio::net::{TcpListener, TcpStream, UnixStream};
    use tokio::sync::watch;

    use super::*;

    trait Wire: AsyncRead + AsyncWrite + Unpin + Send {}
    impl<T: AsyncRead + AsyncWrite + Unpin + Send> Wire for T {}

    async fn server(options: &PgConnectOptions) -> Box<dyn Wire> {
        match options.get_socket() {
            Some(folder) => {
                let socket = folder.join(format!(".s.PGSQL.{}", options.get_port()));
                Box::new(UnixStream::connect(socket).await.expect("the server"))
            }
            None => Box::new(TcpStream::connect((options.get_host(), options.get_port())).await.expect("the server")),
        }
    }

    /// A router on the way to the server. With each value sent, it forgets the connections that there are: nothing comes through any more, and
    /// nobody is told.
    async fn router(options: PgConnectOptions) -> (u16, watch::Sender<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (forget, _) = watch::channel(());
        let forgets = forget.clone();
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let (mut forgotten, options) = (forgets.subscribe(), options.clone());
                tokio::spawn(async move {
                    let mut server = server(&options).await;
                    tokio::select! {
                        _ = copy_bidirectional(&mut client, &mut server) => {}
                        _ = forgotten.changed() => std::future::pending().await,
                    }
                });
            }
        });
        (port, forget)
    }

    /// A connection that's gone without a word is noticed and made anew: changes may have been missed, and later ones are heard of.
    #[tokio::test]
    async fn a_connection_that_is_silently_gone_is_made_anew() {
        let Ok(url) = std::env::var("UMPIRE_POSTGRES") else {
            eprintln!("skipped: UMPIRE_POSTGRES names no PostgreSQL (./check starts one)");
            return;
        };
        let direct = PgConnectOptions::from_str(&url).expect("a URL");
        let (port, forget) = router(direct.clone()).await;
        let routed = PgConnectOptions::new()
            .host("127.0.0.1")
            .port(port)
            .ssl_mode(PgSslMode::Disable)
            .username(direct.get_username())
            .database(direct.get_database().expect("a name"));
        let watch = Watch { every: Duration::from_millis(20), patience: Duration::from_secs(2) };
        let mut news = listen_watched(routed, watch).await.expect("it listens");
        let mut heard = async || {
            let next = tokio::time::timeout(Duration::from_secs(30), news.recv());
            next.await.expect("it's noticed").expect("it goes on")
        };
        forget.send_replace(());
        // Other tests write to the same database.
        while heard().await != SettingNews::Missed {}
        let mut other = direct.connect().await.expect("the server");
        let scope = format!("user:{}", rand::random::<u64>());
        query("SELECT pg_notify($1, $2)")
            .bind(CHANNEL)
            .bind(format!("7 {scope}"))
            .execute(&mut other)
            .await
            .expect("it's told");
        while heard().await != (SettingNews::Changed { application: 7, scope: scope.clone() }) {}
    }
}
