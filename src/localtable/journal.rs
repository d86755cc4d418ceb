//! The local table's own file: lines of JSON, each of which puts something under a key or removes it (`null`). A line is written before the
//! change is shown, in one call, so killing the process loses nothing that was answered; a torn last line is dropped at the next start. (It
//! isn't synced to disk: a power cut can cost the last moments of a game on loopback; the bot's own database doesn't share this weakness.)

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use serde::Serialize;
use serde_json::{Value, json};

/// The version of the file's format. A file with another version is left untouched.
const FORMAT: u64 = 1;
/// The number of bytes written since the last rewrite after which the file is rewritten.
const UNTIDY_BYTES: usize = 64 * 1024 * 1024;

/// Why the file can't be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Reading or writing failed.
    #[error("the local table's file {path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's message.
        error: io::Error,
    },
    /// Another process has it open.
    #[error("the local table's file {0} is in use by another process")]
    InUse(PathBuf),
    /// It isn't one of ours, or has a newer version.
    #[error("{path}, line {line}, isn't a local table's file of format 1; the file is left as it is")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The first line that can't be read.
        line: usize,
    },
    /// It's one of our files, but this entry isn't valid.
    #[error("{path}: the entry {key} can't be read; the file is left as it is")]
    Entry {
        /// The file.
        path: PathBuf,
        /// The entry's key.
        key: String,
    },
}

/// The file; none if the table is only in memory.
#[derive(Debug, Default)]
pub(super) struct Journal {
    open: Option<Open>,
}

#[derive(Debug)]
struct Open {
    path: PathBuf,
    file: File,
    written_bytes: usize,
}

impl Journal {
    /// Opens the file and reads its contents, key by key.
    pub(super) fn open(path: &Path) -> Result<(Self, BTreeMap<String, Value>), JournalError> {
        let failed = |error| JournalError::Io { path: path.to_owned(), error };
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        lock(&file, path)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed)?;
        let kept = read(path, &text)?;
        let mut journal = Self { open: Some(Open { path: path.to_owned(), file, written_bytes: 0 }) };
        journal.rewrite(kept.iter().map(|(key, value)| (key.clone(), value.clone())))?;
        Ok((journal, kept))
    }

    /// Whether anything is written at all.
    pub(super) fn is_kept(&self) -> bool {
        self.open.is_some()
    }

    /// Stores something under a key.
    pub(super) fn put(&mut self, key: &str, thing: &impl Serialize) {
        let Some(open) = &mut self.open else { return };
        let line = serde_json::to_value(thing).map(|value| format!("{}\n", json!({ "key": key, "value": value })));
        let written = line.map_err(io::Error::other).and_then(|line| {
            open.written_bytes += line.len();
            open.file.write_all(line.as_bytes())
        });
        if let Err(error) = written {
            tracing::error!(%error, key, "the local table's file wasn't written: the next start forgets this");
        }
    }

    /// Removes what's under a key.
    pub(super) fn remove(&mut self, key: &str) {
        self.put(key, &Value::Null);
    }

    /// Whether it's time to rewrite the file.
    pub(super) fn is_untidy(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.written_bytes > UNTIDY_BYTES)
    }

    /// Writes everything to a new file beside it, which then replaces it.
    pub(super) fn rewrite(&mut self, everything: impl Iterator<Item = (String, Value)>) -> Result<(), JournalError> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let path = open.path.clone();
        let failed = |error| JournalError::Io { path: path.clone(), error };
        let mut beside = path.clone().into_os_string();
        beside.push(".new");
        let beside = PathBuf::from(beside);
        let mut text = format!("{}\n", json!({ "key": "format", "value": FORMAT }));
        for (key, value) in everything {
            text.push_str(&json!({ "key": key, "value": value }).to_string());
            text.push('\n');
        }
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(&beside).map_err(failed)?;
        lock(&file, &path)?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)?;
        std::fs::rename(&beside, &path).map_err(failed)?;
        *open = Open { path: path.clone(), file, written_bytes: 0 };
        Ok(())
    }
}

fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(std::fs::TryLockError::WouldBlock) => Err(JournalError::InUse(path.to_owned())),
        Err(std::fs::TryLockError::Error(error)) => Err(JournalError::Io { path: path.to_owned(), error }),
    }
}

fn read(path: &Path, text: &str) -> Result<BTreeMap<String, Value>, JournalError> {
    let mut kept = BTreeMap::new();
    for (i, line) in text.split_inclusive('\n').enumerate() {
        // Only a line that was being written when the process died lacks its line break.
        if !line.ends_with('\n') {
            break;
        }
        let foreign = || JournalError::Foreign { path: path.to_owned(), line: i + 1 };
        let entry: Value = serde_json::from_str(line).map_err(|_| foreign())?;
        let key = entry["key"].as_str().ok_or_else(foreign)?;
        if (i == 0) != (key == "format") || (i == 0 && entry["value"] != FORMAT) {
            return Err(foreign());
        }
        match &entry["value"] {
            _ if i == 0 => None,
            Value::Null => kept.remove(key),
            value => kept.insert(key.to_owned(), value.clone()),
        };
    }
    // A file with contents but without a complete line wasn't written by us.
    if !text.is_empty() && !text.contains('\n') {
        return Err(JournalError::Foreign { path: path.to_owned(), line: 1 });
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After a torn last line, stored entries are there and removed ones aren't.
    #[test]
    fn a_torn_line_is_dropped_and_the_rest_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table.jsonl");
        let (mut journal, kept) = Journal::open(&path).expect("a new file");
        assert!(kept.is_empty());
        journal.put("a", &1);
        journal.put("b", &2);
        journal.remove("a");
        drop(journal);
        OpenOptions::new().append(true).open(&path).expect("open").write_all(b"{\"key\":\"c\",\"va").expect("written");
        let (_journal, kept) = Journal::open(&path).expect("the same file");
        assert_eq!(kept.into_iter().collect::<Vec<_>>(), [("b".to_owned(), json!(2))]);
    }

    /// Two processes never share a file, and other programs' files stay as they are.
    #[test]
    fn a_file_in_use_or_foreign_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table.jsonl");
        let _first = Journal::open(&path).expect("a new file");
        assert!(matches!(Journal::open(&path), Err(JournalError::InUse(_))));
        let other = folder.path().join("letter.txt");
        std::fs::write(&other, "Dear Ana,\nhello").expect("written");
        assert!(matches!(Journal::open(&other), Err(JournalError::Foreign { line: 1, .. })));
        assert_eq!(std::fs::read_to_string(&other).expect("read"), "Dear Ana,\nhello");
    }
}
