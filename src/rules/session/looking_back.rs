//! A fight's log, read again row by row for whoever looks back on it, with what became of people in each row. It names only what its reader
//! has been told of: whoever they don't see did nothing, and what nobody has read of didn't happen.

use crate::engine::{
    BlowTally, CombatantId, Encounter, FightState, GameSystem, Input, Log, LogRow, Record,
    encounter::Effect,
    ruleset::Suffered,
    view::{self, Discretion, Line, Mark, Viewer},
};

/// What became of somebody in an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Turn {
    Wounded,
    Down,
    Up,
}

/// What somebody did to another, as far as the reader knows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Deed {
    /// Who did it; `None` if it was nobody else, or somebody unseen.
    pub(super) by: Option<CombatantId>,
    pub(super) whom: CombatantId,
    pub(super) turn: Turn,
    /// The harm that was done, in the system's points; 0 if an earlier blow of the action did it, and a question came before the fall. `None`
    /// if none was.
    pub(super) harm: Option<f64>,
    /// What was rolled for that harm; 0 if the system doesn't say.
    pub(super) rolled: f64,
}

/// A row of the log, with the fight before and after it.
pub(super) struct Step<'a, R: GameSystem> {
    pub(super) row: &'a LogRow<R>,
    /// The row that began the action.
    pub(super) began: u64,
    pub(super) before: &'a Encounter<R>,
    pub(super) after: &'a Encounter<R>,
    /// Who reads it.
    pub(super) viewer: Viewer,
    discretion: Discretion,
    /// The action's blows so far, with the harm of this row.
    tally: &'a BlowTally,
    /// Who was harmed in the action's rows before this one.
    harmed: &'a [CombatantId],
    doer: Option<CombatantId>,
}

/// Reads the log from its start.
pub(super) fn look_back<R: GameSystem>(
    log: &Log<R>,
    viewer: Viewer,
    discretion: Discretion,
    mut look: impl FnMut(&Step<'_, R>),
) {
    let mut again = Log::new(log.opening().clone());
    let (mut began, mut doer, mut tally, mut harmed) = (0, None, BlowTally::default(), vec![]);
    for row in log.rows() {
        let before = again.now().clone();
        if before.pending.is_none() {
            (began, tally, harmed) = (row.seq, BlowTally::default(), vec![]);
            doer = match &row.input {
                Input::Act { who, .. } => Some(*who),
                _ => None,
            };
        }
        again.append(row.clone());
        tally.forget();
        row.effect.records().iter().for_each(|it| R::tally(it, &mut tally));
        let (tally, after) = (&tally, again.now());
        look(&Step { row, began, before: &before, after, viewer, discretion, tally, harmed: &harmed, doer });
        harmed.extend(tally.suffered().iter().filter(|it| it.1 > 0.0).map(|it| it.0));
    }
}

impl<R: GameSystem> Step<'_, R> {
    /// What the row leaves behind.
    pub(super) fn records(&self) -> &[Record<R>] {
        self.row.effect.records()
    }

    /// Whether the reader knows that the fight has begun, as far as it has.
    pub(super) fn is_open(&self) -> bool {
        self.discretion == Discretion::Told || !view::begins_unseen(self.after.now(), self.viewer)
    }

    /// Whether the reader knows of this combatant after the row.
    pub(super) fn sees(&self, who: CombatantId) -> bool {
        let now = self.after.now();
        now.find(who).is_some_and(|it| self.viewer.sees(now, it))
    }

    /// The lines of the row's story that the reader may read.
    pub(super) fn told(&self) -> Vec<Line> {
        let now = self.after.now();
        let mut lines = R::story_lines(now, self.records());
        lines.retain(|it| self.viewer.may_read(now, it.audience));
        lines
    }

    /// Who was wounded, put down or brought back, of those whom the reader sees and was told about.
    pub(super) fn deeds(&self) -> Vec<Deed> {
        if !self.is_open() {
            return vec![];
        }
        let (then, now) = (self.before.now(), self.after.now());
        // What the GM changes by hand is nobody's deed, even in the middle of one.
        let by_hand = matches!(self.row.input, Input::Patch(_));
        let suffered = self.tally.suffered();
        let harm = |who| suffered.iter().find(|it| it.0 == who).map(|it| it.1);
        let by = |whom, striker: Option<CombatantId>| {
            striker.or(self.doer).filter(|it| !by_hand && *it != whom && self.sees(*it))
        };
        let mut lines: Option<Vec<Line>> = None;
        let mut deeds = vec![];
        for it in now.combatants.iter().filter(|it| self.sees(it.id)) {
            let harm = harm(it.id);
            let Some(turn) = turn(then, now, it.id, harm.is_some_and(|it| it > 0.0)) else { continue };
            // What nobody has read of didn't happen yet, as far as they know.
            let lines = lines.get_or_insert_with(|| self.told());
            if lines.iter().any(|line| line.text.contains(&*it.name)) {
                let has_fallen_since = || turn == Turn::Down && !by_hand && self.harmed.contains(&it.id);
                let mut from: Vec<Suffered> = self.tally.suffered_from(it.id).collect();
                // Whoever harmed them last has put them down.
                let last =
                    from.iter().rposition(|it| it.points > 0.0).or(from.len().checked_sub(1)).map(|at| from.remove(at));
                for Suffered { by: striker, points, rolled } in from.into_iter().filter(|it| it.points > 0.0) {
                    let (by, harm) = (by(it.id, striker), Some(points));
                    deeds.push(Deed { by, whom: it.id, turn: Turn::Wounded, harm, rolled });
                }
                let harm = last.map(|it| it.points).or_else(|| has_fallen_since().then_some(0.0));
                let striker = match last {
                    Some(last) => last.by,
                    None => harm.and_then(|_| self.tally.striker_of(it.id)),
                };
                let rolled = last.map_or(0.0, |it| it.rolled);
                deeds.push(Deed { by: by(it.id, striker), whom: it.id, turn, harm, rolled });
            }
        }
        deeds
    }
}

/// What became of somebody between two states of a fight; `is_hurt` if harm was done to them in between.
fn turn<R: GameSystem>(then: &FightState<R>, now: &FightState<R>, who: CombatantId, is_hurt: bool) -> Option<Turn> {
    let is_down = |fight: &FightState<R>| fight.find(who).map(|it| R::standing(fight, it).0 == Mark::Down);
    match (is_down(then)?, is_down(now)?) {
        (false, true) => Some(Turn::Down),
        (true, false) => Some(Turn::Up),
        (false, false) if is_hurt => Some(Turn::Wounded),
        _ => None,
    }
}

/// What was noted of rows, without what an undo has taken back or an action has withdrawn.
#[derive(Clone, Debug)]
pub(super) struct Noted<T>(Vec<(u64, T)>);

impl<T> Default for Noted<T> {
    fn default() -> Noted<T> {
        Noted(vec![])
    }
}

impl<T> Noted<T> {
    /// Notes something of the action that began with this row.
    pub(super) fn note(&mut self, began: u64, it: T) {
        self.0.push((began, it));
    }

    /// Forgets what this row has taken back.
    pub(super) fn follow<R: GameSystem>(&mut self, step: &Step<'_, R>) {
        match step.row.effect {
            Effect::Reverted { from } => self.0.retain(|it| it.0 < from),
            Effect::Withdrawn => self.0.retain(|it| it.0 != step.began),
            _ => {}
        }
    }

    /// The last of these of the action that began with this row.
    pub(super) fn last_of(&self, began: u64, is: impl Fn(&T) -> bool) -> Option<&T> {
        self.0.iter().rev().find(|it| it.0 == began && is(&it.1)).map(|it| &it.1)
    }

    /// What's left, in order.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.0.iter().map(|it| &it.1)
    }
}
