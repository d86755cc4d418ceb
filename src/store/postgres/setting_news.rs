//! Hears of changed settings by LISTEN: a trigger of the table `settings` notifies, whichever process wrote.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::mpsc;

use crate::store::setting_news::SettingNews;

/// The channel that the trigger notifies.
const CHANNEL: &str = "umpire_settings";
/// How many changes wait for their reader.
const WAITING_MAX: usize = 256;
/// How long after a failure it's tried again.
const AGAIN_AFTER: Duration = Duration::from_secs(2);

/// Listens on a connection of its own.
pub(super) async fn listen(options: PgConnectOptions) -> Result<mpsc::Receiver<SettingNews>, sqlx::Error> {
    let pool = PgPoolOptions::new().max_connections(1).connect_with(options).await?;
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.listen(CHANNEL).await?;
    let (tell, news) = mpsc::channel(WAITING_MAX);
    tokio::spawn(async move {
        loop {
            let heard = tokio::select! {
                heard = listener.try_recv() => heard,
                () = tell.closed() => return,
            };
            // It connects again by itself, and says that it did.
            let it = match heard {
                Ok(Some(it)) => read(it.payload()),
                Ok(None) => Some(SettingNews::Missed),
                Err(error) => {
                    tracing::warn!(%error, "the database doesn\u{2019}t tell of changed settings");
                    tokio::time::sleep(AGAIN_AFTER).await;
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

/// What the trigger says; `None` if it's somebody else's.
fn read(payload: &str) -> Option<SettingNews> {
    let (application, scope) = payload.split_once(' ')?;
    let application = application.parse::<i64>().ok()?.cast_unsigned();
    Some(SettingNews::Changed { application, scope: scope.to_owned() })
}
