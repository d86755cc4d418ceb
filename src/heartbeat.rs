//! The heartbeat: a small file that a running Umpire touches and that `umpire health` checks. A file rather than a port, because two bots
//! in one container's network would fight over a port, and a file only needs the volume that's there anyway.
//!
//! It says that the program's tasks are running. It doesn't say that Discord is reachable: a restart wouldn't fix that.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Why Umpire doesn't count as alive.
#[derive(Debug, thiserror::Error)]
pub enum NotAlive {
    /// No file: it hasn't started, or has shut down properly.
    #[error("Umpire is not running: there is no {0}.")]
    NoSign(PathBuf),
    /// A file that wasn't written by Umpire, or can't be read.
    #[error("{path} cannot be read: {why}.")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// An old file: Umpire hangs, or was killed.
    #[error("Umpire gave its last sign of life {age_s} seconds ago; more than {stale_s} is too long.")]
    Stale {
        /// The file's age in seconds.
        age_s: u64,
        /// The maximum age, in seconds.
        stale_s: u64,
    },
}

/// Touches the file: writes the time, in milliseconds since the epoch, and the state, on one line.
///
/// # Errors
/// If the file can't be written.
pub fn beat(path: &Path, now: SystemTime, state: &str) -> std::io::Result<()> {
    let at_ms = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}", std::process::id()));
    // Written to a second file that then replaces it, so that nobody ever reads half of it.
    std::fs::write(&beside, format!("{at_ms} {}\n", state.lines().next().unwrap_or_default()))?;
    std::fs::rename(&beside, path)
}

/// Removes the file, at a proper shutdown.
pub fn end(path: &Path) {
    // If there's nothing to remove, that's just as good, and at shutdown there's nobody left to tell.
    let _ = std::fs::remove_file(path);
}

/// Checks that the file is fresh, and returns its state.
///
/// # Errors
/// If it's missing, not one of ours, or too old.
pub fn look(path: &Path, now: SystemTime, stale: Duration) -> Result<String, NotAlive> {
    let unreadable = |why: String| NotAlive::Unreadable { path: path.to_owned(), why };
    let text = std::fs::read_to_string(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => NotAlive::NoSign(path.to_owned()),
        _ => unreadable(error.to_string()),
    })?;
    let (at_ms, state) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let at_ms: u64 = at_ms.parse().map_err(|_| unreadable("it holds no time".to_owned()))?;
    // A time in the future means that the clock was set back: fresh.
    let age = now.duration_since(UNIX_EPOCH).unwrap_or_default().saturating_sub(Duration::from_millis(at_ms));
    if age > stale {
        Err(NotAlive::Stale { age_s: age.as_secs(), stale_s: stale.as_secs() })
    } else {
        Ok(state.to_owned())
    }
}

/// Beats four times per `stale` until it's dropped or aborted. `state` describes the current state in a few words ("3 fights, connected").
pub async fn run(path: PathBuf, stale: Duration, state: impl Fn() -> String + Send) {
    let mut interval = tokio::time::interval((stale / 4).max(Duration::from_millis(250)));
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut has_failed = false;
    loop {
        interval.tick().await;
        match beat(&path, SystemTime::now(), &state()) {
            Ok(()) => has_failed = false,
            Err(error) if !has_failed => {
                tracing::warn!(path = %path.display(), %error, "the sign of life cannot be written; `umpire health` will call this bot dead");
                has_failed = true;
            }
            Err(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fresh file means alive, an old one doesn't, a missing one means not running, and a foreign file is named.
    #[test]
    fn only_a_fresh_sign_counts() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("umpire.db.alive");
        let began = UNIX_EPOCH + Duration::from_secs(1_800_000_000);
        let stale = Duration::from_secs(40);
        assert!(matches!(look(&path, began, stale), Err(NotAlive::NoSign(_))));
        beat(&path, began, "2 fights\nnot shown").expect("written");
        assert_eq!(look(&path, began + stale, stale).expect("alive"), "2 fights");
        assert_eq!(look(&path, began - stale, stale).expect("a clock set back"), "2 fights");
        let late = look(&path, began + Duration::from_secs(41), stale).unwrap_err().to_string();
        assert_eq!(late, "Umpire gave its last sign of life 41 seconds ago; more than 40 is too long.");
        assert_eq!(std::fs::read_dir(directory.path()).expect("read").count(), 1, "nothing is left beside it");
        end(&path);
        end(&path);
        assert!(matches!(look(&path, began, stale), Err(NotAlive::NoSign(_))));
        std::fs::write(&path, "SQLite format 3").expect("written");
        assert!(matches!(look(&path, began, stale), Err(NotAlive::Unreadable { .. })));
    }

    /// The task keeps the file fresh.
    #[tokio::test(start_paused = true)]
    async fn the_sign_is_kept_fresh() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("alive");
        let beats = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
        let counted = std::sync::Arc::clone(&beats);
        let keeping = run(path.clone(), Duration::from_secs(40), move || {
            format!("beat {}", counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
        });
        let _ = tokio::time::timeout(Duration::from_secs(45), keeping).await;
        assert_eq!(beats.load(std::sync::atomic::Ordering::Relaxed), 5, "at 0, 10, 20, 30 and 40 seconds");
        assert_eq!(look(&path, SystemTime::now(), Duration::from_secs(40)).expect("alive"), "beat 4");
    }
}
