//! A fight with its whole log: folding it, undoing, and auditing it by deciding every row again.

use super::{
    dice::{Scripted, Seed, Seeded, Used},
    encounter::{Effect, Encounter, Input, LogRow},
    fact::{Record, TableFact},
    ids::{Actor, CombatantId, Seat, SideId},
    redo::{ActionChanges, done_again},
    references,
    refusal::Refusal,
    ruleset::{Overview, RulesetTypes, Transition},
    view::{Discretion, Line, Scene, Viewer, scene_at},
};

/// The opening of a fight, its rows, and the state they fold to.
#[derive(Clone, Debug)]
pub struct Log<R: RulesetTypes> {
    opening: Encounter<R>,
    rows: Vec<LogRow<R>>,
    now: Encounter<R>,
}

/// What an undo adds to the log, and what it can't save.
#[derive(Debug)]
pub struct Undone<R: RulesetTypes> {
    /// The undo's rows: the undo itself, then the actions redone after it, if any.
    pub rows: Vec<LogRow<R>>,
    /// Actions the player didn't know about that couldn't be redone, each as it was told.
    pub lost: Vec<Vec<Line>>,
}

/// A gap in the row numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {missing} is missing from the log; row {found} stands in its place")]
pub struct Gap {
    /// The number that should come next.
    pub missing: u64,
    /// The number found instead.
    pub found: u64,
}

/// What an audit found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AuditError {
    /// Deciding the row again gives a different row.
    #[error("row {seq} comes out differently when it is decided again")]
    Differs {
        /// The row's number.
        seq: u64,
    },
    /// Deciding the row again refuses it.
    #[error("row {seq} is refused when it is decided again")]
    Refused {
        /// The row's number.
        seq: u64,
    },
    /// The row refers to something that doesn't exist.
    #[error("row {seq} names something that does not exist: {what}")]
    Impossible {
        /// The row's number.
        seq: u64,
        /// What doesn't exist, and where the row names it.
        what: String,
    },
    /// No fight can begin like this.
    #[error("no fight begins with {what}")]
    Opening {
        /// What's wrong with the opening.
        what: String,
    },
}

impl<R: Overview> Log<R> {
    /// A log without rows.
    pub fn new(opening: Encounter<R>) -> Log<R> {
        Log { now: opening.clone(), opening, rows: vec![] }
    }

    /// A log read back: the fold of its rows, which must be in order without gaps.
    pub fn fold(opening: Encounter<R>, rows: Vec<LogRow<R>>) -> Log<R> {
        let now = state(&opening, &rows);
        Log { opening, rows, now }
    }

    /// A log read back from a source that may have lost rows.
    ///
    /// # Errors
    /// The first gap in the row numbers.
    pub fn read(opening: Encounter<R>, rows: Vec<LogRow<R>>) -> Result<Log<R>, Gap> {
        Log::check_order(&opening, &rows)?;
        Ok(Log::fold(opening, rows))
    }

    /// Checks that the rows follow the opening and each other.
    ///
    /// # Errors
    /// The first gap in the row numbers.
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

    /// All rows, including those that were taken back.
    pub fn rows(&self) -> &[LogRow<R>] {
        &self.rows
    }

    /// The state before the first row.
    pub fn opening(&self) -> &Encounter<R> {
        &self.opening
    }

    /// Applies and stores a row.
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

    /// Whether the combatant's turn is in progress and they've already done something in it. A turn taken outside the order lasts from its
    /// first action to the end of the round.
    pub fn has_acted(&self, who: CombatantId) -> bool {
        let fight = self.now.now();
        let is_beside = fight.turns.active != Some(who) && R::acts_beside(fight, who);
        let begins = |it: &Input<R>| match it {
            Input::Transition(Transition::TurnBegins(of)) => *of == who,
            // A combatant who is hidden in the middle of a turn continues that turn.
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

    /// The players who wanted this side to pass since its step began, or its slot, and haven't acted since. A turn of the side's since then
    /// has cleared their votes, but where its other members act next that's still what they want.
    pub fn passed_in_step(&self, side: SideId) -> Vec<Seat> {
        let (mut passed, mut acted) = (vec![], vec![]);
        for row in line(&self.rows).into_iter().rev().map(|it| &self.rows[it]) {
            if let (Actor::Player(seat), Input::Act { .. }) = (row.actor, &row.input) {
                acted.push(seat);
            }
            for record in row.effect.records().iter().rev() {
                match record {
                    Record::Fact(TableFact::SideUp(_) | TableFact::SlotUp(_) | TableFact::OrderSet(_)) => {
                        return passed;
                    }
                    Record::Fact(TableFact::PassVoted { side: of, seat }) if *of == side && !acted.contains(seat) => {
                        passed.push(*seat);
                    }
                    _ => {}
                }
            }
        }
        passed
    }

    /// The fight as it was just before a row, folded anew.
    pub fn before(&self, seq: u64) -> Encounter<R> {
        let rows = self.rows.iter().position(|it| it.seq >= seq).map_or(self.rows.as_slice(), |at| &self.rows[..at]);
        state(&self.opening, rows)
    }

    /// The row that an undo would return to: the last thing a person did that still stands, or a clock that ran out on them.
    pub fn last_deed(&self) -> Option<&LogRow<R>> {
        begun(&self.rows).into_iter().rev().map(|index| &self.rows[index]).find(|it| is_deed(it))
    }

    /// Takes back the last action. The GM can take back any; players only their own, before an open die has been rolled or someone has
    /// answered. Actions the player doesn't know about don't prevent it, and aren't undone with it if they can be redone: a second row
    /// redoes them.
    ///
    /// # Errors
    /// If there's nothing to take back, this person can't take it back, or an action is in progress.
    pub fn undo(&self, actor: Actor, discretion: Discretion, at_ms: i64) -> Result<Undone<R>, Refusal<R>> {
        let mut no_dice = Scripted::default();
        let (from, unknown) = match actor {
            Actor::Player(seat) => self.own_deed(actor, Viewer::Seat(seat), discretion)?,
            Actor::Umpire => return Err(Refusal::GmOnly),
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

    /// The row of the last action this player knows about, which must be their own, plus what happened since without their knowledge.
    fn own_deed(
        &self,
        actor: Actor,
        viewer: Viewer,
        discretion: Discretion,
    ) -> Result<(u64, Vec<ActionChanges<R>>), Refusal<R>> {
        let (mut end, mut unknown): (usize, Vec<ActionChanges<R>>) = (self.rows.len(), vec![]);
        let seen = |it: &Encounter<R>| Scene { seq: 0, ..scene_at(it, viewer, discretion) };
        let (mut after, mut seen_after) = (self.now.clone(), seen(&self.now));
        for (index, before) in self.states_since_own(actor).into_iter().rev() {
            let (row, since) = (&self.rows[index], &self.rows[index..end]);
            let records: Vec<Record<R>> = since.iter().flat_map(|it| it.effect.records()).cloned().collect();
            let seen_before = seen(&before);
            let told = R::story_lines(after.now(), &records);
            let is_known = row.actor == actor
                || told.iter().any(|it| viewer.may_read(after.now(), it.audience))
                || seen_before != seen_after;
            end = index;
            if !is_known {
                let facts = records.into_iter().filter_map(Record::into_fact).collect();
                unknown.push(ActionChanges { facts, before: Some(before.now().clone()), told });
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

    /// The rows that began something that still stands, back to this person's last action, each with the state before it. Folds the log
    /// only once.
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

    /// What was done and still stands, first to last: the rows of each deed, of which there's at least one.
    pub fn deeds(&self) -> Vec<Vec<&LogRow<R>>> {
        let rows = |deed: Vec<usize>| deed.into_iter().map(|it| &self.rows[it]).collect();
        deeds(&self.rows).into_iter().map(rows).collect()
    }

    /// The numbers of the rows, from this one on, that began something that still stands.
    pub fn standing_since(&self, from: u64) -> Vec<u64> {
        begun(&self.rows).into_iter().map(|it| self.rows[it].seq).filter(|it| *it >= from).collect()
    }

    /// Decides every row again with the dice of this seed; the same build must produce the same rows.
    pub fn audit(&self, seed: &Seed) -> Result<(), AuditError> {
        self.audit_with(&[(0, seed)])
    }

    /// As [`Log::audit`], for a fight that was reopened with another seed. Each seed comes with the last row decided before it.
    pub fn audit_with(&self, seeds: &[(u64, &Seed)]) -> Result<(), AuditError> {
        Log::replay(self.opening.clone(), &self.rows, seeds).map(drop)
    }

    /// As [`Log::audit_with`], for rows from an untrusted source. It decides a row only after checking that everything the input refers to
    /// exists, and applies it only if the result is the same. Returns the log they fold to.
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

/// The first row that refers to something that doesn't exist, and what that is: the reason why the log can't be folded. Rows from there on
/// aren't folded.
pub fn first_impossible<R: Overview>(opening: &Encounter<R>, rows: &[LogRow<R>]) -> Option<(u64, String)> {
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

/// Whether an undo treats this row as an action to take back.
fn is_deed<R: Overview>(row: &LogRow<R>) -> bool {
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

/// The rows that the current state rests on, first to last. An undo returns to just before the row it names and skips everything in
/// between. The undo itself stays in the list, because it takes a number and starts the clock.
fn line<R: Overview>(rows: &[LogRow<R>]) -> Vec<usize> {
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

/// The fold: every effective row evolves the state before it. An undo gives back neither numbers nor dice, and a pause survives it. It
/// never returns into the middle of an action, whose questions could then be answered twice, but to the action's start.
fn state<R: Overview>(opening: &Encounter<R>, rows: &[LogRow<R>]) -> Encounter<R> {
    let mut now = opening.clone();
    line(rows).into_iter().for_each(|index| step(&mut now, opening, rows, index));
    now
}

/// Applies one effective row.
fn step<R: Overview>(now: &mut Encounter<R>, opening: &Encounter<R>, rows: &[LogRow<R>], index: usize) {
    let row = &rows[index];
    if !matches!(row.effect, Effect::Reverted { .. }) {
        return now.evolve(row);
    }
    now.withdraw();
    (now.seq, now.used) = (row.seq + 1, row.used);
    now.paused = paused(opening, &rows[..index]);
    now.start_clock(row.at_ms); // with the time it had before, so nobody loses the time that was taken back
}

/// Whether the table is paused after these rows, whether or not they were undone.
fn paused<R: Overview>(opening: &Encounter<R>, rows: &[LogRow<R>]) -> bool {
    let last = rows.iter().rev().find_map(|row| match row.effect {
        Effect::Paused => Some(true),
        Effect::Resumed => Some(false),
        _ => None,
    });
    last.unwrap_or(opening.paused)
}

/// The rows that began something that still stands: neither withdrawn nor taken back.
fn begun<R: Overview>(rows: &[LogRow<R>]) -> Vec<usize> {
    deeds(rows).into_iter().map(|it| it[0]).collect()
}

/// What was done and still stands, neither withdrawn nor taken back: each deed's rows, of which there's at least one.
fn deeds<R: Overview>(rows: &[LogRow<R>]) -> Vec<Vec<usize>> {
    let (mut deeds, mut open): (Vec<Vec<usize>>, bool) = (vec![], false);
    for index in line(rows) {
        match &rows[index].effect {
            Effect::Ran { prompts, .. } => {
                match deeds.last_mut() {
                    Some(deed) if open => deed.push(index),
                    _ => deeds.push(vec![index]),
                }
                open = !prompts.is_empty();
            }
            Effect::Withdrawn | Effect::Reverted { .. } => {
                if std::mem::take(&mut open) {
                    deeds.pop();
                }
            }
            Effect::Sealed { .. } | Effect::Later(_) | Effect::Paused | Effect::Resumed => {
                if let Some(deed) = deeds.last_mut() {
                    deed.push(index);
                }
            }
        }
    }
    deeds
}
