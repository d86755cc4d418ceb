//! A fight with its whole log: folding it, taking back, and auditing it by deciding it again.

use super::{
    dice::{Seed, Seeded, Used},
    encounter::{Effect, Encounter, Input, Row},
    ids::Actor,
    refusal::Refusal,
    ruleset::Ruleset,
};

/// The opening of a fight, its rows, and the state they fold to.
#[derive(Clone, Debug)]
pub struct Log<R: Ruleset> {
    opening: Encounter<R>,
    rows: Vec<Row<R>>,
    now: Encounter<R>,
}

/// What an audit found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AuditError {
    /// Deciding the row again gives another one.
    #[error("row {seq} comes out differently when it is decided again")]
    Differs {
        /// The row.
        seq: u64,
    },
    /// Deciding the row again refuses it.
    #[error("row {seq} is refused when it is decided again")]
    Refused {
        /// The row.
        seq: u64,
    },
}

impl<R: Ruleset> Log<R> {
    /// A log without rows.
    pub fn new(opening: Encounter<R>) -> Log<R> {
        Log { now: opening.clone(), opening, rows: vec![] }
    }

    /// A log read back: the fold of its rows.
    pub fn fold(opening: Encounter<R>, rows: Vec<Row<R>>) -> Log<R> {
        let now = state(&opening, &rows);
        Log { opening, rows, now }
    }

    /// The state after the last row.
    pub fn now(&self) -> &Encounter<R> {
        &self.now
    }

    /// All rows, also those that were taken back.
    pub fn rows(&self) -> &[Row<R>] {
        &self.rows
    }

    /// The state before the first row.
    pub fn opening(&self) -> &Encounter<R> {
        &self.opening
    }

    /// Takes in a row.
    pub fn append(&mut self, row: Row<R>) {
        match row.effect {
            Effect::Reverted { from } => self.now = reverted(&self.opening, &self.rows, from, &row, &self.now),
            _ => self.now.evolve(row.clone()),
        }
        self.rows.push(row);
    }

    /// The row that an undo would take back to: the last thing a person did that still stands.
    pub fn last_deed(&self) -> Option<&Row<R>> {
        standing(&self.rows).into_iter().rev().map(|index| &self.rows[index]).find(|row| {
            matches!(
                row.input,
                Input::Act { .. } | Input::Pass { .. } | Input::Patch(_) | Input::Join(_) | Input::Leave { .. }
            ) || (row.actor != Actor::Table && matches!(row.input, Input::Passage(_)))
                || matches!(row.input, Input::Tick if matches!(row.effect, Effect::Ran { .. }) && self.begins(row))
        })
    }

    /// Takes back the last deed: the GM any, others their own before a die has fallen and before anybody has answered.
    ///
    /// # Errors
    /// If nothing can be taken back, or not by this person, or an action is under way.
    pub fn undo(&self, actor: Actor, at_ms: i64) -> Result<Row<R>, Refusal<R>> {
        let deed = self.last_deed().ok_or(Refusal::NothingToUndo)?;
        let since = self.rows.iter().filter(|it| it.seq >= deed.seq);
        let own = deed.actor == actor
            && since.clone().all(|it| it.faces.is_empty() && it.used == self.used_before(deed.seq))
            && since.clone().all(|it| !matches!(it.input, Input::Answer { .. } | Input::Interject { .. }));
        if !actor.is_gm() && !own {
            return Err(Refusal::TooLateToUndo);
        }
        self.now.decide(actor, Input::Undo { from: deed.seq }, &mut super::dice::Scripted::default(), at_ms)
    }

    fn used_before(&self, seq: u64) -> Used {
        self.rows.iter().take_while(|it| it.seq < seq).last().map_or(self.opening.used, |it| it.used)
    }

    fn begins(&self, row: &Row<R>) -> bool {
        // A tick that ran a clock out begins an action; one that answered a question goes on with another's.
        matches!(&row.effect, Effect::Ran { replies, .. } if replies.is_empty())
    }

    /// Decides every row again with the dice of this seed; with the same build it must come out equal.
    ///
    /// # Errors
    /// The first row that does not.
    pub fn audit(&self, seed: &Seed) -> Result<(), AuditError> {
        let mut replay = Log::new(self.opening.clone());
        for row in &self.rows {
            let used: Used = replay.now.used;
            let mut dice = Seeded::at(seed, used);
            let again: Result<Row<R>, Refusal<R>> =
                replay.now.decide(row.actor, row.input.clone(), &mut dice, row.at_ms);
            match again {
                Ok(again) if again == *row => replay.append(again),
                Ok(_) => return Err(AuditError::Differs { seq: row.seq }),
                Err(_) => return Err(AuditError::Refused { seq: row.seq }),
            }
        }
        Ok(())
    }
}

/// The fold: every row evolves the state before it, but a reverting one, which goes back to an earlier state.
fn state<R: Ruleset>(opening: &Encounter<R>, rows: &[Row<R>]) -> Encounter<R> {
    let mut now = opening.clone();
    for (index, row) in rows.iter().enumerate() {
        match row.effect {
            Effect::Reverted { from } => now = reverted(opening, &rows[..index], from, row, &now),
            _ => now.evolve(row.clone()),
        }
    }
    now
}

/// The state before row `from`, with what time and dice have cost since: neither is given back. The clock between actions goes on
/// with what it had, so nobody pays for the time that was taken back.
fn reverted<R: Ruleset>(
    opening: &Encounter<R>,
    rows: &[Row<R>],
    from: u64,
    by: &Row<R>,
    after: &Encounter<R>,
) -> Encounter<R> {
    let standing = rows.partition_point(|row| row.seq < from);
    let mut now = state(opening, &rows[..standing]);
    (now.seq, now.used, now.paused) = (by.seq + 1, by.used, after.paused);
    now.clock_since_ms = (now.field.clock.is_some() && !now.paused && now.pending.is_none()).then_some(by.at_ms);
    now
}

/// The indices of the rows that were not taken back.
fn standing<R: Ruleset>(rows: &[Row<R>]) -> Vec<usize> {
    let mut standing: Vec<usize> = Vec::with_capacity(rows.len());
    for (index, row) in rows.iter().enumerate() {
        match row.effect {
            Effect::Reverted { from } => standing.retain(|&it| rows[it].seq < from),
            _ => standing.push(index),
        }
    }
    standing
}
