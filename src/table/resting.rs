//! Whether a fight can rest, and what's noted of it in the store while it does: that's all that a start reads of it.

use super::{fight_address::Rest, service::EncounterService, setting_keys::RESTS};
use crate::{
    engine::{Stage, view::Viewer},
    store::{Status, StoreError, encounter_scope},
};
use serde::{Deserialize, Serialize};

/// What's noted of a fight that rests, as JSON under [`RESTS`].
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct RestNote {
    /// The number of its next row: if there's one with it, another build has played on, and nothing else here holds.
    next_row: u64,
    last_at_ms: i64,
    due_ms: Option<i64>,
}

/// What a note says about a fight whose last row has this number; `None` if it no longer holds.
pub(super) fn noted(note: &str, head_seq: i64) -> Option<Rest> {
    let note: RestNote = serde_json::from_str(note).ok()?;
    let is_current = u64::try_from(head_seq).is_ok_and(|it| it + 1 == note.next_row);
    is_current.then_some(Rest { last_at_ms: Some(note.last_at_ms), due_ms: note.due_ms })
}

impl EncounterService {
    /// Whether nothing would be lost if only the store had it: not who sits at the table, whose turn ends by itself, how late a running clock was
    /// seen, and in which channel talk has to be removed.
    pub(super) fn can_rest(&self) -> bool {
        let is_hushed = || {
            let scene = self.session.scene(Viewer::Everyone);
            scene.details.free_talk_off && scene.stage == Stage::Fighting && !scene.paused
        };
        self.status != Status::Over
            && self.turn_end.is_none()
            && self.seated.is_none()
            && self.clock_deadline_ms().is_none()
            && !is_hushed()
    }

    /// When something happens in it by itself, in milliseconds since the epoch.
    pub(super) fn due_ms(&self) -> Option<i64> {
        self.next_deadline_ms().into_iter().chain(self.umpire_due_ms()).min()
    }

    /// Notes in the store that it rests.
    ///
    /// # Errors
    /// If the store fails; then there's no note.
    pub(super) async fn note_rest(&mut self) -> Result<Rest, StoreError> {
        let (last_at_ms, due_ms) = (self.last_at_ms, self.due_ms());
        let note = RestNote { next_row: self.session.seq(), last_at_ms, due_ms };
        let note = serde_json::to_string(&note).expect("numbers are JSON");
        let (application, scope) = (self.header.application_id, encounter_scope(self.header.id));
        self.store.set_setting(application, &scope, RESTS, &note).await?;
        Ok(Rest { last_at_ms: Some(last_at_ms), due_ms })
    }

    /// Whether the store has a note that it rests.
    pub(super) fn is_noted_to_rest(&self) -> bool {
        self.setting(RESTS).is_some()
    }

    /// Removes the note. What changes a fight from now on isn't in it, such as who's GM.
    ///
    /// # Errors
    /// If the store fails.
    pub(super) async fn forget_rest(&mut self) -> Result<(), StoreError> {
        let (application, scope) = (self.header.application_id, encounter_scope(self.header.id));
        self.store.delete_setting(application, &scope, RESTS).await?;
        self.settings.remove(RESTS);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A note holds as long as no row has followed, and what isn't one says nothing.
    #[test]
    fn a_note_holds_until_the_next_row() {
        let note = r#"{"next_row":8,"last_at_ms":70,"due_ms":90}"#;
        assert_eq!(noted(note, 7), Some(Rest { last_at_ms: Some(70), due_ms: Some(90) }));
        assert_eq!(noted(note, 8), None, "it went on");
        assert_eq!(noted(note, 6), None, "it isn't this fight's");
        assert_eq!(noted("", 7), None);
    }
}
