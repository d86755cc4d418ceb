//! Whose private menus and pages have changed in which fight since the store was told of them (see `kept_menus`).

use crate::store::EncounterId;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, PoisonError},
};
use tokio::sync::Notify;

/// Whose, and in which fight.
pub type Whose = (u64, EncounterId);

/// What the store hasn't been told yet.
#[derive(Debug, Default)]
pub struct MenuChanges {
    changed: Mutex<BTreeSet<Whose>>,
    kept_until_ms: Mutex<BTreeMap<Whose, i64>>,
    has_changed: Notify,
}

/// What the store is being told of. Unless that's [done](Telling::done), it's told with the next change or at the next look, even if whoever was
/// telling it is stopped in the middle.
#[derive(Debug)]
pub struct Telling<'a> {
    changes: &'a MenuChanges,
    whose: BTreeSet<Whose>,
}

impl MenuChanges {
    /// Something of theirs has changed that the store is to know.
    pub fn note(&self, whose: Whose) {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner).insert(whose);
        self.has_changed.notify_one();
    }

    /// Returns once the store is to be told of something.
    pub async fn come(&self) {
        self.has_changed.notified().await;
    }

    /// The store is to keep what somebody has open until then. Returns until when it does: never less than before, since it would take something
    /// that ends earlier for another process's, older one.
    pub fn keep_until(&self, whose: Whose, until_ms: i64) -> i64 {
        let mut kept = self.kept_until_ms.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.entry(whose).or_insert(until_ms);
        *kept = until_ms.max(*kept);
        *kept
    }

    /// Somebody has nothing open any more.
    pub fn keep_nothing(&self, whose: Whose) {
        self.kept_until_ms.lock().unwrap_or_else(PoisonError::into_inner).remove(&whose);
    }

    /// What the store hasn't been told yet.
    pub fn to_tell(&self) -> Telling<'_> {
        let whose = std::mem::take(&mut *self.changed.lock().unwrap_or_else(PoisonError::into_inner));
        Telling { changes: self, whose }
    }
}

impl Telling<'_> {
    /// Whose it's about.
    pub fn whose(&self) -> &BTreeSet<Whose> {
        &self.whose
    }

    /// The store knows.
    pub fn done(mut self) {
        self.whose.clear();
    }
}

impl Drop for Telling<'_> {
    fn drop(&mut self) {
        let whose = std::mem::take(&mut self.whose);
        self.changes.changed.lock().unwrap_or_else(PoisonError::into_inner).extend(whose);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever is stopped while telling the store leaves nothing untold.
    #[test]
    fn what_was_not_told_is_told_again() {
        let changes = MenuChanges::default();
        changes.note((7, 1));
        let stopped = changes.to_tell();
        changes.note((6, 1));
        drop(stopped);
        let telling = changes.to_tell();
        assert_eq!(telling.whose(), &[(6, 1), (7, 1)].into());
        telling.done();
        assert!(changes.to_tell().whose().is_empty());
    }
}
