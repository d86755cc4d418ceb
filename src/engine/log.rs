//! A fight with its whole log: folding it, taking back, and auditing it by deciding it again.

use super::{
    again::{Deed, done_again},
    dice::{Scripted, Seed, Seeded, Used},
    encounter::{Effect, Encounter, Input, LogRow},
    fact::Record,
    ids::{Actor, CombatantId},
    references,
    refusal::Refusal,
    ruleset::{Ruleset, Transition},
    view::{Discretion, Line, Scene, Viewer, scene_at},
};

/// The opening of a fight, its rows, and the state they fold to.
#[derive(Clone, Debug)]
pub struct Log<R: Ruleset> {
    opening: Encounter<R>,
    rows: Vec<LogRow<R>>,
    now: Encounter<R>,
}

/// An undo.
#[derive(Debug)]
pub struct Undone<R: Ruleset> {
    /// Its rows: the undo itself, and what is done again, if there is any.
    pub rows: Vec<LogRow<R>>,
    /// What was done without the player's knowing and is undone with their deed, each as it was told.
    pub lost: Vec<Vec<Line>>,
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
    /// The row speaks of what does not exist.
    #[error("row {seq} names something that does not exist: {what}")]
    Impossible {
        /// The row.
        seq: u64,
        /// What does not exist, with where it is named.
        what: String,
    },
    /// No fight begins so.
    #[error("no fight begins with {what}")]
    Opening {
        /// With what.
        what: String,
    },
}

impl<R: Ruleset> Log<R> {
    /// A log without rows.
    pub fn new(opening: Encounter<R>) -> Log<R> {
        Log { now: opening.clone(), opening, rows: vec![] }
    }

    /// A log read back: the fold of its rows, which must be in order and without gaps.
    pub fn fold(opening: Encounter<R>, rows: Vec<LogRow<R>>) -> Log<R> {
        let now = state(&opening, &rows);
        Log { opening, rows, now }
    }

    /// A log read back from where rows may have been lost.
    ///
    /// # Errors
    /// The first number at which another row stands, or none.
    pub fn read(opening: Encounter<R>, rows: Vec<LogRow<R>>) -> Result<Log<R>, Gap> {
        Log::check_order(&opening, &rows)?;
        Ok(Log::fold(opening, rows))
    }

    /// Whether rows follow an opening, and each other.
    ///
    /// # Errors
    /// The first number at which another row stands, or none.
    pub fn check_order(opening: &Encounter<R>, rows: &[LogRow<R>]) -> Result<(), Gap> {
        match (opening.seq..).zip(rows).find(|(seq, row)| *seq != row.seq) {
            Some((missing, row)) => Err(Gap { missing, found: row.seq }),
            None => Ok(()),
        }
    }

    /// The state after the last row.
    pub fn now(&self) -> &Encounter<R> {
        &self.now
    }

    /// All rows, also those that were taken back.
    pub fn rows(&self) -> &[LogRow<R>] {
        &self.rows
    }

    /// The state before the first row.
    pub fn opening(&self) -> &Encounter<R> {
        &self.opening
    }

    /// Takes in a row.
    pub fn append(&mut self, row: LogRow<R>) {
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

    /// Whether somebody's turn is under way and they have done something in it. A turn that is taken beside the order is under way from
    /// the first that is done in it to the end of the round.
    pub fn has_acted(&self, who: CombatantId) -> bool {
        let fight = self.now.now();
        let is_beside = fight.turns.active != Some(who) && R::acts_beside(fight, who);
        let begins = |it: &Input<R>| match it {
            Input::Transition(Transition::TurnBegins(of)) => *of == who,
            // Who goes out of sight in the middle of a turn goes on with it.
            Input::Transition(Transition::TurnEnds(of)) => *of == who && !is_beside,
            Input::Transition(Transition::RoundBegins) => is_beside,
            _ => false,
        };
        let line = line(&self.rows);
        let mut back = line.iter().rev().map(|it| &self.rows[*it].input);
        let is_theirs = |it: &Input<R>| matches!(it, Input::Act { who: by, .. } if *by == who);
        let has = back.find(|it| is_theirs(it) || begins(it)).is_some_and(is_theirs);
        has && (is_beside || fight.turns.active == Some(who))
    }

    /// The row that an undo would take back to: the last thing a person did that still stands, or a clock that ran out on them.
    pub fn last_deed(&self) -> Option<&LogRow<R>> {
        begun(&self.rows).into_iter().rev().map(|index| &self.rows[index]).find(|it| is_deed(it))
    }

    /// Takes back the last deed: the GM any, others their own before an open die has fallen and before anybody has answered. What a
    /// player does not know of neither keeps them from it nor, as far as it can still be, is taken back with it: a second row, if there
    /// is one, does it again.
    ///
    /// # Errors
    /// If nothing can be taken back, or not by this person, or an action is under way.
    pub fn undo(&self, actor: Actor, discretion: Discretion, at_ms: i64) -> Result<Undone<R>, Refusal<R>> {
        let mut no_dice = Scripted::default();
        let (from, unknown) = match actor {
            Actor::Player(seat) => self.own_deed(actor, Viewer::Seat(seat), discretion)?,
            Actor::Gm(_) | Actor::Table => (self.last_deed().ok_or(Refusal::NothingToUndo)?.seq, vec![]),
        };
        let back = self.now.decide(actor, Input::Undo { from }, &mut no_dice, at_ms)?;
        let mut log = self.clone();
        log.append(back.clone());
        let (again, lost) = done_again(&log.now, Viewer::Everyone, discretion, unknown);
        let mut rows = vec![back];
        if !again.is_empty() {
            rows.push(log.now.decide(Actor::Table, Input::Patch(again), &mut no_dice, at_ms)?);
        }
        Ok(Undone { rows, lost: lost.into_iter().map(|it| it.told).collect() })
    }

    /// The row of the last deed of which this player knows, which must be theirs, and what was done since without their knowing.
    fn own_deed(
        &self,
        actor: Actor,
        viewer: Viewer,
        discretion: Discretion,
    ) -> Result<(u64, Vec<Deed<R>>), Refusal<R>> {
        let (mut end, mut unknown): (usize, Vec<Deed<R>>) = (self.rows.len(), vec![]);
        let seen = |it: &Encounter<R>| Scene { seq: 0, ..scene_at(it, viewer, discretion) };
        let (mut after, mut seen_after) = (self.now.clone(), seen(&self.now));
        for (index, before) in self.states_since_own(actor).into_iter().rev() {
            let (row, since) = (&self.rows[index], &self.rows[index..end]);
            let records: Vec<Record<R>> = since.iter().flat_map(|it| records(&it.effect)).cloned().collect();
            let seen_before = seen(&before);
            let told = R::story_lines(after.now(), &records);
            let is_known = row.actor == actor
                || told.iter().any(|it| viewer.may_read(after.now(), it.audience))
                || seen_before != seen_after;
            end = index;
            if !is_known {
                let facts = records.into_iter().filter_map(Record::into_fact).collect();
                unknown.push(Deed { facts, before: Some(before.now().clone()), told });
                (after, seen_after) = (before, seen_before);
                continue;
            }
            let has_fallen = since.iter().any(|it| it.faces.iter().any(|it| !it.secret));
            let is_answered = records.iter().any(|it| it.is_answer_known_to(viewer, before.now(), after.now()));
            if has_fallen || is_answered || (is_deed(row) && row.actor != actor) {
                return Err(Refusal::TooLateToUndo);
            }
            if is_deed(row) {
                unknown.reverse();
                return Ok((row.seq, unknown));
            }
            (after, seen_after) = (before, seen_before);
        }
        Err(Refusal::NothingToUndo)
    }

    /// The rows that began something which still stands, back to the last deed of this person, each with the state before it. The log is
    /// folded once.
    fn states_since_own(&self, actor: Actor) -> Vec<(usize, Encounter<R>)> {
        let all = begun(&self.rows);
        let own = all.iter().rposition(|it| self.rows[*it].actor == actor && is_deed(&self.rows[*it]));
        let wanted = &all[own.unwrap_or(0)..];
        let (mut now, mut states) = (self.opening.clone(), vec![]);
        for index in line(&self.rows) {
            if wanted.contains(&index) {
                states.push((index, now.clone()));
            }
            step(&mut now, &self.opening, &self.rows, index);
        }
        states
    }

    /// The rows from this one on that began something which still stands, by number.
    pub fn standing_since(&self, from: u64) -> Vec<u64> {
        begun(&self.rows).into_iter().map(|it| self.rows[it].seq).filter(|it| *it >= from).collect()
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
        Log::replay(self.opening.clone(), &self.rows, seeds).map(drop)
    }

    /// The same of rows that nobody has folded yet, since nobody knows where they come from: a row is decided only after all that its input
    /// speaks of was found to exist, and taken in only after it has come out equal. Gives back what they fold to.
    ///
    /// # Errors
    /// As [`Log::audit_with`].
    pub fn replay(opening: Encounter<R>, rows: &[LogRow<R>], seeds: &[(u64, &Seed)]) -> Result<Log<R>, AuditError> {
        references::check_opening(&opening).map_err(|what| AuditError::Opening { what })?;
        let mut replay = Log::new(opening);
        for row in rows {
            if row.seq != replay.now.seq {
                return Err(AuditError::Differs { seq: row.seq });
            }
            references::check_input(&replay.now, &row.input)
                .map_err(|what| AuditError::Impossible { seq: row.seq, what })?;
            let used: Used = replay.now.used;
            let seed = seeds.iter().rev().find(|it| it.0 < row.seq).map(|it| it.1);
            let mut dice = Seeded::at(seed.ok_or(AuditError::Differs { seq: row.seq })?, used);
            let again: Result<LogRow<R>, Refusal<R>> =
                replay.now.decide(row.actor, row.input.clone(), &mut dice, row.at_ms);
            match again {
                Ok(again) if again == *row => replay.append(again),
                Ok(_) => return Err(AuditError::Differs { seq: row.seq }),
                Err(_) => return Err(AuditError::Refused { seq: row.seq }),
            }
        }
        Ok(replay)
    }
}

/// The first row of a log that speaks of what does not exist, and what that is: why it cannot be folded. Nothing from that row on is folded.
pub fn first_impossible<R: Ruleset>(opening: &Encounter<R>, rows: &[LogRow<R>]) -> Option<(u64, String)> {
    let mut now = opening.clone();
    for (index, row) in rows.iter().enumerate() {
        if let Err(what) = references::check_effect(&now, row) {
            return Some((row.seq, what));
        }
        match row.effect {
            Effect::Reverted { .. } => now = state(opening, &rows[..=index]),
            _ => now.evolve(row),
        }
    }
    None
}

/// Whether an undo takes it back as something that was done.
fn is_deed<R: Ruleset>(row: &LogRow<R>) -> bool {
    match row.input {
        Input::Act { .. }
        | Input::Pass { .. }
        | Input::Patch(_)
        | Input::Join(_)
        | Input::Company(_)
        | Input::Leave { .. }
        | Input::Tick => true,
        Input::Transition(_) => row.actor != Actor::Table,
        _ => false,
    }
}

/// The records of what ran.
fn records<R: Ruleset>(effect: &Effect<R>) -> &[Record<R>] {
    match effect {
        Effect::Ran { records, .. } => records,
        _ => &[],
    }
}

/// The rows on which the state rests, first to last. An undo leads back to the row before the one that it names, past everything
/// between; it stands in the line itself, since it costs a number and starts the clock.
fn line<R: Ruleset>(rows: &[LogRow<R>]) -> Vec<usize> {
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
fn state<R: Ruleset>(opening: &Encounter<R>, rows: &[LogRow<R>]) -> Encounter<R> {
    let mut now = opening.clone();
    line(rows).into_iter().for_each(|index| step(&mut now, opening, rows, index));
    now
}

/// One row of the line is taken in.
fn step<R: Ruleset>(now: &mut Encounter<R>, opening: &Encounter<R>, rows: &[LogRow<R>], index: usize) {
    let row = &rows[index];
    if !matches!(row.effect, Effect::Reverted { .. }) {
        return now.evolve(row);
    }
    now.withdraw();
    (now.seq, now.used) = (row.seq + 1, row.used);
    now.paused = paused(opening, &rows[..index]);
    now.start_clock(row.at_ms); // with what it had, so nobody pays for the time that was taken back
}

/// Whether the table is paused after these rows, undone or not.
fn paused<R: Ruleset>(opening: &Encounter<R>, rows: &[LogRow<R>]) -> bool {
    let last = rows.iter().rev().find_map(|row| match row.effect {
        Effect::Paused => Some(true),
        Effect::Resumed => Some(false),
        _ => None,
    });
    last.unwrap_or(opening.paused)
}

/// The rows that began something which still stands: neither withdrawn nor taken back.
fn begun<R: Ruleset>(rows: &[LogRow<R>]) -> Vec<usize> {
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
