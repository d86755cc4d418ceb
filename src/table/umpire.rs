//! Umpire's moves at the table: when the next is due, and what becomes of it. What Umpire does is worked out elsewhere, on a copy of the
//! fight, and counts only if the fight is still as it was. People come first: whatever they do in the meantime stands, and Umpire thinks
//! again.

use super::{
    service::{EncounterService, ServiceError},
    setting_keys::UMPIRE_PAUSE,
};
use crate::{
    engine::{Actor, view::Viewer},
    rules::session::{Thinking, Thought},
    store::Status,
};

/// The pause before a move of Umpire's, in milliseconds, so that people can follow.
const LIVE_PAUSE_MS: i64 = 1_500;
/// From this pace on, in milliseconds per question, nobody is watching and Umpire doesn't pause.
const BY_POST_FROM_MS: i64 = 3_600_000;

/// What a move is worked out for: the row that will have it, and how many orders groups had been given or rid of by then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveDue {
    seq: u64,
    group_orders: u32,
}

impl EncounterService {
    /// When Umpire makes its next move, in milliseconds since the epoch; `None` if it isn't its move. To end a fight that nobody runs is a
    /// move as well.
    pub fn umpire_due_ms(&self) -> Option<i64> {
        if self.status != Status::Fighting || self.is_deserted() {
            return None;
        }
        match self.own_move_is_due() || self.group_is_due() {
            true => Some(self.last_at_ms + self.umpires_pause_ms()),
            false => self.umpire_ends_at_ms(),
        }
    }

    /// Whether it's Umpire's move and Umpire hasn't already found nothing to do.
    pub(super) fn own_move_is_due(&self) -> bool {
        self.session.umpire_is_due() && self.umpire_at_a_loss != Some(self.session.seq())
    }

    /// What a move is for that's worked out now.
    pub fn move_due(&self) -> MoveDue {
        MoveDue { seq: self.session.seq(), group_orders: self.group_orders }
    }

    /// How long Umpire waits before each of its moves, in milliseconds, so that people can read what has happened.
    fn umpires_pause_ms(&self) -> i64 {
        if self.moved_unread_at == Some(self.session.seq()) {
            return 0;
        }
        let chosen = self.setting(UMPIRE_PAUSE).and_then(|it| it.parse().ok());
        chosen.unwrap_or_else(|| match self.session.scene(Viewer::Gm).prompt_ms {
            Some(BY_POST_FROM_MS..) => 0,
            _ => LIVE_PAUSE_MS,
        })
    }

    /// What works out Umpire's next move, or that of a group by its GM's order, and what it's for. It may take a while.
    pub fn umpires_choices(&self) -> Option<(MoveDue, Thinking)> {
        let seed = self.thinking_seed(Viewer::Everyone);
        let own = self.own_move_is_due().then(|| self.session.umpires_choices(seed)).flatten();
        Some((self.move_due(), own.or_else(|| self.group_choices(seed))?))
    }

    /// The seed of what Umpire thinks now. It follows from what this viewer has seen, so that it's another each time and nothing hidden
    /// changes it.
    pub(super) fn thinking_seed(&self, viewer: Viewer) -> u64 {
        self.header.id.unsigned_abs() ^ self.moment(viewer).rotate_left(32)
    }

    /// Makes Umpire's move: the first of its choices that's accepted. Does nothing if the fight is no longer as it was when they were made.
    /// If none is accepted, the move is left to the GM.
    ///
    /// # Errors
    /// If the store fails, or the fight is faulted.
    pub async fn umpire_plays(&mut self, due: MoveDue, thought: Thought, now_ms: i64) -> Result<(), ServiceError> {
        let seq = due.seq;
        if thought.failed {
            tracing::error!(encounter = self.header.id, seq, "a bug in Umpire\u{2019}s thinking was survived");
        }
        let Some(mover) = self.mover().filter(|_| self.move_due() == due) else { return Ok(()) };
        for choice in thought.choices {
            if self.session.seq() != seq || self.session.paused() {
                return Ok(());
            }
            match self.moves(mover, &choice, now_ms).await {
                Ok(()) => return Ok(()),
                Err(ServiceError::Refused(why)) => {
                    tracing::warn!(encounter = self.header.id, %why, ?choice, "a choice of Umpire\u{2019}s was refused; trying the next");
                }
                Err(error) => return Err(error),
            }
        }
        if self.session.seq() == seq {
            tracing::error!(encounter = self.header.id, seq, "Umpire found nothing to do; the GM has to");
            match mover {
                Actor::Umpire => self.umpire_at_a_loss = Some(seq),
                _ => self.set_group(None).await?,
            }
        }
        Ok(())
    }

    /// Thinks and moves at once, for those who move time by hand.
    ///
    /// # Errors
    /// As [`EncounterService::umpire_plays`].
    pub async fn umpire_moves(&mut self, now_ms: i64) -> Result<(), ServiceError> {
        if self.umpire_due_ms().is_none_or(|it| it > now_ms) {
            return Ok(());
        }
        match self.umpires_choices() {
            Some((due, think)) => self.umpire_plays(due, think(), now_ms).await,
            None => self.umpire_ends(now_ms).await,
        }
    }
}
