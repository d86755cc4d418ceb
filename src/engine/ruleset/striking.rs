//! What a system tells of blows and dice, so that odds, and the account of a battle, can be read off what happened when its own procedures
//! resolved them.

use super::{Playable, RulesetTypes};
use crate::engine::{fact::Record, ids::CombatantId, luck::LuckyFaces, roll::Roll};

/// A system whose blows can be followed.
pub trait Striking: Playable {
    /// Whether everyone is told how many points of harm somebody takes whose numbers aren't open. Where not, they're only told of the hit.
    const TELLS_HARM: bool = false;
    /// Whether a roll is what a blow's damage came to, before anything is taken off it. Where everyone is told the roll, they may add it up.
    fn is_damage(_: &Roll<Self>) -> bool {
        false
    }
    /// Notes what a record says about blows: who is hit, and how much harm is done.
    fn tally(record: &Record<Self>, tally: &mut BlowTally);
    /// Whose harm the answers to a question are about; `None` if they're about nobody's.
    fn at_stake(question: &<Self as RulesetTypes>::Question) -> Option<CombatantId>;
    /// Which faces of a roll are good for the combatant whose roll it is; `None` if neither are, as where something falls by lot.
    fn lucky(roll: &Roll<Self>) -> Option<LuckyFaces> {
        roll.lucky_by_target()
    }
}

/// What became of the blows in one course of events.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlowTally {
    missing: bool,
    /// Who has struck at whom; at nobody in particular, if many are hit at once.
    blows: Vec<(CombatantId, Option<CombatantId>)>,
    hit: Vec<CombatantId>,
    harm: Vec<Harm>,
    saved: Vec<CombatantId>,
}

/// Harm that somebody has suffered from one striker.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Harm {
    whom: CombatantId,
    by: Option<CombatantId>,
    points: f64,
    /// What was rolled for it, as far as the system says so: each blow's.
    rolled: f64,
}

/// What somebody has suffered from one striker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Suffered {
    /// Who struck; `None` if nobody did.
    pub by: Option<CombatantId>,
    /// In the system's own points.
    pub points: f64,
    /// What was rolled for it, before anything was taken off; 0 if the system doesn't say.
    pub rolled: f64,
}

impl BlowTally {
    /// A blow begins: by whom, and at whom if it's somebody.
    pub fn swings(&mut self, by: CombatantId, at: Option<CombatantId>) {
        self.missing = false;
        self.blows.push((by, at));
    }

    /// Who has struck somebody who's harmed now: whoever struck at them last, or else whoever's blow could have fallen on them instead.
    pub fn striker_of(&self, whom: CombatantId) -> Option<CombatantId> {
        let mut aimed = self.blows.iter().rev().filter(|it| it.1 == Some(whom));
        let mut others = self.blows.iter().rev().filter(|it| it.0 != whom);
        aimed.next().or_else(|| others.next()).map(|it| it.0)
    }

    /// Who has suffered a striker's blow in the place of whom it was aimed at.
    pub fn stepped_in(&self, by: CombatantId, at: CombatantId) -> Option<CombatantId> {
        let is_aimed = |who: CombatantId| self.blows.contains(&(by, Some(who)));
        let took = |it: &&Harm| it.by == Some(by) && self.hit.contains(&it.whom) && !is_aimed(it.whom);
        let instead = self.harm.iter().find(took).map(|it| it.whom);
        instead.filter(|it| *it != at && !self.hit.contains(&at))
    }

    /// The blow misses. What harm it does all the same isn't a hit.
    pub fn misses(&mut self) {
        self.missing = true;
    }

    /// Somebody is hit.
    pub fn hits(&mut self, who: CombatantId) {
        if !self.hit.contains(&who) {
            self.hit.push(who);
        }
    }

    /// Somebody suffers this much harm, in the system's own points.
    pub fn harms(&mut self, who: CombatantId, points: i32) {
        self.harms_of(who, points, 0);
    }

    fn harms_of(&mut self, who: CombatantId, points: i32, rolled: i32) {
        let [points, rolled] = [points, rolled].map(|it| f64::from(it.max(0)));
        let by = self.striker_of(who);
        let known = self.harm.iter().position(|it| (it.whom, it.by) == (who, by));
        let before = known.map_or((0.0, 0.0), |at| {
            let before = self.harm.remove(at);
            (before.points, before.rolled)
        });
        self.harm.push(Harm { whom: who, by, points: before.0 + points, rolled: before.1 + rolled });
    }

    /// Somebody suffers this much harm and, unless the blow has missed, is hit by it.
    pub fn strikes(&mut self, who: CombatantId, points: i32) {
        self.strikes_of(who, points, 0);
    }

    /// The same, of a system that says what was rolled for it.
    pub fn strikes_of(&mut self, who: CombatantId, points: i32, rolled: i32) {
        self.harms_of(who, points, rolled);
        if !self.missing {
            self.hits(who);
        }
    }

    /// Somebody who was down is saved from death, or is on their way back.
    pub fn saves(&mut self, who: CombatantId) {
        self.saved.push(who);
    }

    /// Whether somebody was saved.
    pub fn is_saved(&self, who: CombatantId) -> bool {
        self.saved.contains(&who)
    }

    /// Forgets what has happened so far, but not whether the blow in progress has missed.
    pub fn forget(&mut self) {
        self.hit.clear();
        self.harm.clear();
        self.saved.clear();
    }

    /// Whether there has been a blow at all, whatever became of it.
    pub fn has_begun(&self) -> bool {
        self.missing || !(self.blows.is_empty() && self.hit.is_empty() && self.harm.is_empty())
    }

    /// Who was hit.
    pub fn who_is_hit(&self) -> &[CombatantId] {
        &self.hit
    }

    /// Who suffered how much in all.
    pub fn suffered(&self) -> Vec<(CombatantId, f64)> {
        let mut all: Vec<(CombatantId, f64)> = vec![];
        for harm in &self.harm {
            match all.iter_mut().find(|it| it.0 == harm.whom) {
                Some(it) => it.1 += harm.points,
                None => all.push((harm.whom, harm.points)),
            }
        }
        all
    }

    /// How much somebody suffered from each who struck them, in the order of their last blows.
    pub fn suffered_from(&self, whom: CombatantId) -> impl Iterator<Item = Suffered> {
        let of = |it: &Harm| Suffered { by: it.by, points: it.points, rolled: it.rolled };
        self.harm.iter().filter(move |it| it.whom == whom).map(of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Harm that a miss does isn't a hit; the next blow is.
    #[test]
    fn a_miss_that_hurts_is_no_hit() {
        let (ana, orc) = (CombatantId(1), CombatantId(2));
        let mut tally = BlowTally::default();
        tally.swings(ana, Some(orc));
        tally.misses();
        tally.strikes(orc, 2);
        assert_eq!((tally.who_is_hit(), tally.suffered()), (&[][..], vec![(orc, 2.0)]));
        tally.swings(ana, Some(orc));
        tally.strikes(orc, 3);
        tally.strikes(ana, -1);
        assert_eq!((tally.who_is_hit(), tally.suffered()), (&[orc, ana][..], vec![(orc, 5.0), (ana, 0.0)]));
    }

    /// A blow and its counter each harm whom they're aimed at; whoever steps into a blow is struck by the same one.
    #[test]
    fn harm_has_its_striker() {
        let [ana, orc, bo] = [1, 2, 3].map(CombatantId);
        let mut tally = BlowTally::default();
        assert_eq!(tally.striker_of(orc), None);
        tally.swings(ana, Some(orc));
        tally.swings(orc, Some(ana));
        assert_eq!([ana, orc, bo].map(|it| tally.striker_of(it)), [Some(orc), Some(ana), Some(orc)]);
        tally.swings(bo, None);
        assert_eq!([orc, bo].map(|it| tally.striker_of(it)), [Some(ana), Some(orc)]);
    }

    /// Whoever steps into a blow has suffered it; a counter, and a blow that was aimed at them, are no such thing.
    #[test]
    fn somebody_else_may_suffer_a_blow() {
        let [ana, orc, bo] = [1, 2, 3].map(CombatantId);
        let mut tally = BlowTally::default();
        tally.swings(orc, Some(ana));
        assert_eq!(tally.stepped_in(orc, ana), None);
        tally.swings(ana, Some(orc));
        tally.strikes(orc, 1);
        assert_eq!(tally.stepped_in(orc, ana), None, "a counter");
        tally.swings(orc, Some(ana));
        tally.strikes(bo, 3);
        assert_eq!(tally.stepped_in(orc, ana), Some(bo));
        tally.swings(orc, Some(bo));
        assert_eq!(tally.stepped_in(orc, ana), None, "at both of them");
    }

    /// Of several who strike the same one, each has done their own harm.
    #[test]
    fn several_strikers_have_their_own_harm() {
        let [ana, one, two] = [1, 2, 3].map(CombatantId);
        let mut tally = BlowTally::default();
        for (by, points) in [(one, 4), (two, 2), (one, 1)] {
            tally.swings(by, Some(ana));
            tally.strikes(ana, points);
        }
        let from: Vec<_> = tally.suffered_from(ana).map(|it| (it.by, it.points)).collect();
        assert_eq!(from, [(Some(two), 2.0), (Some(one), 5.0)]);
        assert_eq!(tally.suffered(), [(ana, 7.0)]);
    }
}
