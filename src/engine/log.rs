//! A fight with its whole log: folding it, taking back, and auditing it by deciding it again.

use super::{
    dice::{Seed, Seeded, Used},
    encounter::{Effect, Encounter, Input, Row},
    fact::Record,
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

/// Rows that do not follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {missing} is missing from the log; row {found} stands in its place")]
pub struct Gap {
    /// The number that should come next.
    pub missing: u64,
    /// The number that does.
    pub found: u64,
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

    /// A log read back: the fold of its rows, which must be in order and without gaps.
    pub fn fold(opening: Encounter<R>, rows: Vec<Row<R>>) -> Log<R> {
        let now = state(&opening, &rows);
        Log { opening, rows, now }
    }

    /// A log read back from where rows may have been lost.
    ///
    /// # Errors
    /// The first number at which another row stands, or none.
    pub fn read(opening: Encounter<R>, rows: Vec<Row<R>>) -> Result<Log<R>, Gap> {
        match (opening.seq..).zip(&rows).find(|(seq, row)| *seq != row.seq) {
            Some((missing, row)) => Err(Gap { missing, found: row.seq }),
            None => Ok(Log::fold(opening, rows)),
        }
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
            Effect::Reverted { .. } => {
                self.rows.push(row);
                self.now = state(&self.opening, &self.rows);
            }
            _ => {
                self.now.evolve(&row);
                self.rows.push(row);
            }
        }
    }

    /// The row that an undo would take back to: the last thing a person did that still stands, or a clock that ran out on them.
    pub fn last_deed(&self) -> Option<&Row<R>> {
        begun(&self.rows).into_iter().rev().map(|index| &self.rows[index]).find(|row| match row.input {
            Input::Act { .. }
            | Input::Pass { .. }
            | Input::Patch(_)
            | Input::Join(_)
            | Input::Company(_)
            | Input::Leave { .. }
            | Input::Tick => true,
            Input::Passage(_) => row.actor != Actor::Table,
            _ => false,
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
            && since.clone().all(|it| !matches!(it.input, Input::Answer { .. } | Input::Interject { .. }))
            && since.clone().all(|it| !answers(&it.effect));
        if !actor.is_gm() && !own {
            return Err(Refusal::TooLateToUndo);
        }
        self.now.decide(actor, Input::Undo { from: deed.seq }, &mut super::dice::Scripted::default(), at_ms)
    }

    fn used_before(&self, seq: u64) -> Used {
        self.rows.iter().take_while(|it| it.seq < seq).last().map_or(self.opening.used, |it| it.used)
    }

    /// Decides every row again with the dice of this seed; with the same build it must come out equal.
    ///
    /// # Errors
    /// The first row that does not.
    pub fn audit(&self, seed: &Seed) -> Result<(), AuditError> {
        self.audit_with(&[(0, seed)])
    }

    /// The same for a fight that was opened again with another seed: each stands with the last row that was decided without it.
    ///
    /// # Errors
    /// The first row that does not come out equal, or for which there is no seed.
    pub fn audit_with(&self, seeds: &[(u64, &Seed)]) -> Result<(), AuditError> {
        let mut replay = Log::new(self.opening.clone());
        for row in &self.rows {
            let used: Used = replay.now.used;
            let seed = seeds.iter().rev().find(|it| it.0 < row.seq).map(|it| it.1);
            let mut dice = Seeded::at(seed.ok_or(AuditError::Differs { seq: row.seq })?, used);
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

/// Whether somebody's answer shows in it, be it an order given in advance.
fn answers<R: Ruleset>(effect: &Effect<R>) -> bool {
    let Effect::Ran { records, .. } = effect else { return false };
    records.iter().any(|it| matches!(it, Record::Answered { .. }))
}

/// The rows on which the state rests, first to last. An undo leads back to the row before the one that it names, past everything
/// between; it stands in the line itself, since it costs a number and starts the clock.
fn line<R: Ruleset>(rows: &[Row<R>]) -> Vec<usize> {
    let (mut line, mut end) = (vec![], rows.len());
    while end > 0 {
        let last = end - 1;
        line.push(last);
        end = match rows[last].effect {
            Effect::Reverted { from } => rows[..last].partition_point(|row| row.seq < from),
            _ => last,
        };
    }
    line.reverse();
    line
}

/// The fold: every row of the line evolves the state before it. An undo gives back neither numbers nor dice, and a pause outlasts
/// it. It never lands within an action, whose questions could then be answered twice, but at its start.
fn state<R: Ruleset>(opening: &Encounter<R>, rows: &[Row<R>]) -> Encounter<R> {
    let mut now = opening.clone();
    for index in line(rows) {
        let row = &rows[index];
        if !matches!(row.effect, Effect::Reverted { .. }) {
            now.evolve(row);
            continue;
        }
        now.withdraw();
        (now.seq, now.used) = (row.seq + 1, row.used);
        now.paused = paused(opening, &rows[..index]);
        now.start_clock(row.at_ms); // with what it had, so nobody pays for the time that was taken back
    }
    now
}

/// Whether the table is paused after these rows, undone or not.
fn paused<R: Ruleset>(opening: &Encounter<R>, rows: &[Row<R>]) -> bool {
    let last = rows.iter().rev().find_map(|row| match row.effect {
        Effect::Paused => Some(true),
        Effect::Resumed => Some(false),
        _ => None,
    });
    last.unwrap_or(opening.paused)
}

/// The rows that began something which still stands: neither withdrawn nor taken back.
fn begun<R: Ruleset>(rows: &[Row<R>]) -> Vec<usize> {
    let (mut begun, mut open) = (vec![], false);
    for index in line(rows) {
        match &rows[index].effect {
            Effect::Ran { prompts, .. } => {
                if !open {
                    begun.push(index);
                }
                open = !prompts.is_empty();
            }
            Effect::Withdrawn | Effect::Reverted { .. } => {
                if std::mem::take(&mut open) {
                    begun.pop();
                }
            }
            Effect::Sealed { .. } | Effect::Later(_) | Effect::Paused | Effect::Resumed => {}
        }
    }
    begun
}
