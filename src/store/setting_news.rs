//! What other processes have changed in the settings that this one may have read before.

use tokio::{sync::mpsc, task::JoinHandle};

use super::ids::Snowflake;

/// A change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingNews {
    /// Something in this scope of an application was set or deleted.
    Changed {
        /// Whose bot.
        application: Snowflake,
        /// The scope: "guild:123", "user:5".
        scope: String,
    },
    /// Changes may have been missed.
    Missed,
}

/// The changes, as they come. Dropping it ends them.
#[derive(Debug)]
pub struct SettingNewsFeed {
    heard: Option<(mpsc::Receiver<SettingNews>, JoinHandle<()>)>,
}

impl SettingNewsFeed {
    /// Nobody else changes anything.
    pub fn silent() -> SettingNewsFeed {
        SettingNewsFeed { heard: None }
    }

    /// What this task hears.
    pub(super) fn of(news: mpsc::Receiver<SettingNews>, listener: JoinHandle<()>) -> SettingNewsFeed {
        SettingNewsFeed { heard: Some((news, listener)) }
    }

    /// The next change; never if nobody else changes anything.
    pub async fn next(&mut self) -> SettingNews {
        match &mut self.heard {
            Some((news, _)) => match news.recv().await {
                Some(it) => it,
                None => std::future::pending().await,
            },
            None => std::future::pending().await,
        }
    }
}

impl Drop for SettingNewsFeed {
    fn drop(&mut self) {
        if let Some((_, listener)) = &self.heard {
            listener.abort();
        }
    }
}
