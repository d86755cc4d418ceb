//! Odds before the dice: the chance that something hits, the harm to expect, and the chance that it puts somebody out of the fight.
//!
//! There's no second formula. The action or answer is resolved by the procedures that resolve it in the fight, on a copy, with dice of the
//! odds' own: every face of every die where there are few (exact), otherwise many rolls from a seed (about). The fight's own dice are never
//! looked at and never change.
//!
//! Questions that come up on the way get their default, as if nobody answered in time; standing orders are obeyed. So the odds of an attack
//! are those against a target that doesn't react, and the odds of a reaction are those of that reaction. What follows after the action (the
//! next turn, the next round) doesn't count.

mod all_faces;
mod faces;

pub use all_faces::odds;

use super::{
    dice::Dice,
    encounter::{Effect, Encounter, Input, LogRow},
    fact::Record,
    fight_state::FightState,
    ids::{Actor, Addressee, CombatantId, SideId},
    panics::survives,
    play_rng::PlayRng,
    ruleset::{BlowTally, OUT, Overview, Striking},
};
use faces::Walk;

/// How much work odds may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The most courses of events for which every face is tried.
    pub courses: u32,
    /// How often it's rolled instead, if there are more.
    pub rolls: u32,
    /// The seed of those rolls.
    pub seed: u64,
}

impl Effort {
    /// For one question, with time to think: rolled odds are within 1 point in 99 of 100 cases.
    pub const THOROUGH: Effort = Effort { courses: 50_000, rolls: 20_000, seed: 1 };
    /// For a menu of many: rolled odds are within 5 points in 99 of 100 cases.
    pub const QUICK: Effort = Effort { courses: 1_500, rolls: 600, seed: 1 };
}

/// What something is likely to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// To whom; `None` for an action aimed at nobody in particular: then it's any foe.
    pub whom: Option<CombatantId>,
    /// The chance that they're hit, from 0 to 1.
    pub hit: f64,
    /// The harm to expect, in the system's own points, a miss being 0.
    pub damage: f64,
    /// The chance that it puts them out of the fight, from 0 to 1.
    pub out: f64,
    /// The chance that it saves them from death or brings them back, if they're down, from 0 to 1.
    pub saved: f64,
    /// Whether every face of every die was tried; otherwise these are shares of many rolls.
    pub exact: bool,
    /// Whether somebody of another side could react on the way, and was taken not to.
    pub unless_they_react: bool,
    /// Everybody whose numbers it rests on: who acts, who rolls, who is asked, who is struck.
    pub rests_on: Vec<CombatantId>,
}

impl Odds {
    /// Whether there's anything to tell.
    pub fn is_nothing(&self) -> bool {
        self.hit == 0.0 && self.damage == 0.0 && self.out == 0.0
    }
}

/// The odds of an action or an answer in a fight as somebody knows it. `None` if it's refused, if nobody's harm is in question, or if it
/// can't be told from what they know, or once nobody waits for it any more.
pub fn of<R: Striking>(
    known: &Encounter<R>,
    input: &Input<R>,
    effort: Effort,
    is_wanted: &dyn Fn() -> bool,
) -> Option<Odds> {
    survives(|| Start::of(known, input, is_wanted)?.odds(effort)).flatten()
}

/// Of an action that may save a friend who's down: how likely it is to, if no foe hinders it. `None` for anything else. Foes, and what they
/// could do about it, aren't looked at.
pub fn of_saving<R: Striking>(
    known: &Encounter<R>,
    input: &Input<R>,
    effort: Effort,
    is_wanted: &dyn Fn() -> bool,
) -> Option<Odds> {
    let Input::Act { who, action } = input else { return None };
    let whom = R::target(action).filter(|it| it != who && are_friends(known, *who, *it))?;
    let worth = R::worth(&known.fight, whom);
    if worth > OUT || worth <= 0.0 {
        return None;
    }
    survives(|| {
        let mut alone = known.clone();
        let side = alone.fight.find(*who)?.side;
        let foes: Vec<_> = alone.fight.combatants.iter().filter(|it| it.side != side).cloned().collect();
        alone.fight.combatants.retain(|it| it.side == side);
        foes.iter().for_each(|it| R::forget(&mut alone.fight, it));
        Start::of(&alone, input, is_wanted)?.odds(effort)
    })
    .flatten()
    .filter(|it| it.saved > 0.0)
}

/// Of an action or an answer by which somebody steps in for a friend: what it's likely to do to whoever does it. `None` for anything else,
/// and where [`of`] tells nothing.
pub fn of_stepping_in<R: Striking>(
    known: &Encounter<R>,
    input: &Input<R>,
    effort: Effort,
    is_wanted: &dyn Fn() -> bool,
) -> Option<Odds> {
    of_another(known, input, effort, is_wanted, |by, whom| (by != whom && are_friends(known, by, whom)).then_some(by))
}

/// Of an answer of whoever is at stake: what it's likely to do in return to the foe whose action it answers. `None` for anything else, and
/// where [`of`] tells nothing.
pub fn of_striking_back<R: Striking>(
    known: &Encounter<R>,
    input: &Input<R>,
    effort: Effort,
    is_wanted: &dyn Fn() -> bool,
) -> Option<Odds> {
    of_another(known, input, effort, is_wanted, |by, whom| {
        striker(known).filter(|it| by == whom && !are_friends(known, by, *it))
    })
}

/// What an action or an answer is likely to do to somebody other than whoever is at stake, chosen by who does it and who that is.
fn of_another<R: Striking>(
    known: &Encounter<R>,
    input: &Input<R>,
    effort: Effort,
    is_wanted: &dyn Fn() -> bool,
    choose: impl Fn(CombatantId, CombatantId) -> Option<CombatantId>,
) -> Option<Odds> {
    survives(|| {
        let start = Start::of(known, input, is_wanted)?;
        let who = choose(start.by?, start.whom?)?;
        let subjects = vec![(who, R::worth(&known.fight, who))];
        Start { whom: Some(who), subjects, ..start }.odds(effort)
    })
    .flatten()
}

fn are_friends<R: Striking>(known: &Encounter<R>, one: CombatantId, other: CombatantId) -> bool {
    let side = |it| known.fight.find(it).map(|it| it.side);
    side(one).is_some() && side(one) == side(other)
}

/// The most questions that come up on the way.
const MOST_QUESTIONS: usize = 60;
/// The steps that a course may have on average. Where everybody is asked there are many more, and fewer courses are followed.
const USUAL_STEPS: u32 = 4;
/// The fewest courses that are rolled, however many steps they have.
const FEWEST_ROLLS: u32 = 30;
/// After so many courses it's estimated how many there are.
const GLANCE: u32 = 128;
/// Dice deeper than this aren't all tried: there's no end to dice that explode.
const DEEPEST: usize = 64;

/// Where all courses of events begin.
struct Start<'a, R: Striking> {
    known: &'a Encounter<R>,
    input: &'a Input<R>,
    /// Who acts or answers.
    by: Option<CombatantId>,
    side: Option<SideId>,
    whom: Option<CombatantId>,
    /// Of whom it's told: one, or all foes, each with their worth before.
    subjects: Vec<(CombatantId, f64)>,
    /// The blow in progress.
    before: BlowTally,
    is_wanted: &'a dyn Fn() -> bool,
}

/// Who does what's in progress.
fn striker<R: Striking>(known: &Encounter<R>) -> Option<CombatantId> {
    match known.pending.as_ref()?.input {
        Input::Act { who, .. } => Some(who),
        _ => None,
    }
}

/// Whom the action in progress is aimed at.
fn aimed_at<R: Striking>(known: &Encounter<R>) -> Option<CombatantId> {
    match &known.pending.as_ref()?.input {
        Input::Act { action, .. } => R::target(action),
        _ => None,
    }
}

/// Sums over courses, each with its weight.
#[derive(Default)]
struct Sums {
    weight: f64,
    hit: f64,
    damage: f64,
    out: f64,
    saved: f64,
    unless_they_react: bool,
    rests_on: Vec<CombatantId>,
    /// The action and the answers in all courses.
    steps: u32,
}

impl<'a, R: Striking> Start<'a, R> {
    fn of(known: &'a Encounter<R>, input: &'a Input<R>, is_wanted: &'a dyn Fn() -> bool) -> Option<Start<'a, R>> {
        let fight = &known.fight;
        let (by, whom) = match input {
            Input::Act { who, action } => (Some(*who), R::target(action)),
            Input::Answer { prompt, .. } => {
                let asked = known.prompts().iter().find(|it| it.id == *prompt)?;
                let by = if let Addressee::Combatant(who) = asked.to { Some(who) } else { None };
                let whom = R::at_stake(&asked.question).or_else(|| aimed_at(known))?;
                (by, Some(whom))
            }
            _ => return None,
        };
        let side = by.and_then(|it| fight.find(it)).map(|it| it.side);
        let is_subject = |who: CombatantId| match whom {
            Some(whom) => who == whom,
            None => fight.find(who).map(|it| it.side) != side,
        };
        let subjects = fight.ids().filter(|it| is_subject(*it)).map(|it| (it, R::worth(fight, it))).collect();
        let mut before = BlowTally::default();
        let records = known.pending.iter().flat_map(|it| &it.records);
        records.for_each(|it| R::tally(it, &mut before));
        before.forget();
        Some(Start { known, input, by, side, whom, subjects, before, is_wanted })
    }

    /// Exactly where that takes few courses, otherwise about.
    fn odds(&self, effort: Effort) -> Option<Odds> {
        self.exactly(effort.courses).or_else(|| self.about(effort))
    }

    /// By every face of every die; `None` if there are more courses than this.
    fn exactly(&self, most: u32) -> Option<Odds> {
        let (mut walk, mut sums) = (Walk::new(DEEPEST), Sums::default());
        for course in 1..=most {
            walk.begin();
            let (tally, end) = self.course(&mut walk, &mut sums)?;
            sums.count(self, &tally, end.now(), walk.chance());
            if !walk.next() {
                return Some(sums.odds(self, true));
            }
            if sums.steps > most.saturating_mul(USUAL_STEPS) {
                return None;
            }
            let is_hopeless = f64::from(course) / sums.weight > 2.0 * f64::from(most);
            if course % GLANCE == 0 && is_hopeless {
                return None;
            }
        }
        None
    }

    /// By rolling many times.
    fn about(&self, effort: Effort) -> Option<Odds> {
        let (mut dice, mut sums) = (PlayRng::new(effort.seed), Sums::default());
        for roll in 0..effort.rolls.max(1) {
            if roll >= FEWEST_ROLLS && sums.steps > effort.rolls.saturating_mul(USUAL_STEPS) {
                break;
            }
            let (tally, end) = self.course(&mut dice, &mut sums)?;
            sums.count(self, &tally, end.now(), 1.0);
        }
        Some(sums.odds(self, false))
    }

    /// One course of events, to the end of the action.
    fn course(&self, dice: &mut dyn Dice, sums: &mut Sums) -> Option<(BlowTally, Encounter<R>)> {
        if !(self.is_wanted)() {
            return None;
        }
        let mut tally = self.before.clone();
        let end = to_its_end(self.known.clone(), self.input.clone(), dice, |row, fight| {
            sums.steps += 1;
            if let Effect::Ran { records, .. } = &row.effect {
                records.iter().for_each(|it| {
                    R::tally(it, &mut tally);
                    sums.involves(it);
                });
            }
            if let Some(Addressee::Combatant(who)) = fight.next_asked().map(|it| it.to) {
                sums.rests(who);
                sums.unless_they_react |= fight.now().find(who).map(|it| it.side) != self.side;
            }
        })?;
        Some((tally, end))
    }
}

/// Carries an action or an answer out to the end of the action: each question on the way gets its default. After each step, it's shown with the
/// fight as it is then. `None` if it's refused, or there's no end to the questions.
pub fn to_its_end<R: Overview>(
    mut fight: Encounter<R>,
    first: Input<R>,
    dice: &mut dyn Dice,
    mut each: impl FnMut(&LogRow<R>, &Encounter<R>),
) -> Option<Encounter<R>> {
    let mut step = first;
    for _ in 0..MOST_QUESTIONS {
        let row = fight.decide(Actor::Table, step, dice, 0).ok()?;
        fight.evolve(&row);
        each(&row, &fight);
        let Some(asked) = fight.next_asked() else { return Some(fight) };
        step = Input::Answer { prompt: asked.id, choice: asked.offers.first()?.clone() };
    }
    None
}

impl Sums {
    fn rests(&mut self, who: CombatantId) {
        if !self.rests_on.contains(&who) {
            self.rests_on.push(who);
        }
    }

    fn involves<R: Striking>(&mut self, record: &Record<R>) {
        match record {
            Record::Rolled(roll) => roll.who.into_iter().for_each(|it| self.rests(it)),
            Record::Answered { to: Addressee::Combatant(who), .. } => self.rests(*who),
            _ => {}
        }
    }

    fn count<R: Striking>(&mut self, start: &Start<'_, R>, tally: &BlowTally, end: &FightState<R>, weight: f64) {
        self.weight += weight;
        let is_hit = |it: &(CombatantId, f64)| tally.who_is_hit().contains(&it.0);
        let is_out = |it: &(CombatantId, f64)| {
            let left = R::worth(end, it.0);
            left <= OUT && left < it.1
        };
        self.hit += if start.subjects.iter().any(is_hit) { weight } else { 0.0 };
        self.out += if start.subjects.iter().any(is_out) { weight } else { 0.0 };
        self.saved += if start.subjects.iter().any(|it| tally.is_saved(it.0)) { weight } else { 0.0 };
        for (who, points) in tally.suffered().iter().filter(|it| start.subjects.iter().any(|of| of.0 == it.0)) {
            self.damage += weight * points;
            self.rests(*who);
        }
    }

    fn odds<R: Striking>(mut self, start: &Start<'_, R>, exact: bool) -> Odds {
        start.by.into_iter().chain(start.whom).for_each(|it| self.rests(it));
        let pending = start
            .known
            .pending
            .iter()
            .filter_map(|it| if let Input::Act { who, .. } = it.input { Some(who) } else { None });
        pending.for_each(|it| self.rests(it));
        self.rests_on.sort_unstable();
        Odds {
            whom: start.whom,
            hit: self.hit / self.weight,
            damage: self.damage / self.weight,
            out: self.out / self.weight,
            saved: self.saved / self.weight,
            exact,
            unless_they_react: self.unless_they_react,
            rests_on: self.rests_on,
        }
    }
}
