//! Search: every choice worth trying is tried by playing the fight on to its end with rules of thumb for everybody. What the rule of thumb would
//! do is the yardstick: another choice is only taken if it did clearly better, so that chance seldom makes the search play worse than the rule.
//!
//! Playouts go where they matter: after each round of them the worse half of the choices is dropped. Playouts of the same number roll the same
//! dice for the same deeds, so that choices differ by what they do and not by luck. The dice are the player's own.

use super::{
    decision::{Decision, due},
    player::Player,
    simple::{self, Thumb},
    style::Style,
};
use crate::engine::{
    dice::{Dice, Used},
    encounter::{Encounter, Input},
    fight_state::{Combatant, FightState, Stage},
    ids::{Actor, Addressee, CombatantId, SideId},
    play_rng::PlayRng,
    ruleset::{OUT, Playable, Purpose},
};
use std::sync::Arc;

/// The most steps of a playout; most fights end before.
const MOST_STEPS: usize = 400;
/// The most choices tried; the least promising are left out.
const MOST_CHOICES: usize = 8;
/// How many standard errors another choice has to be ahead of the rule of thumb's.
const CLEARLY: f64 = 0.7;
/// What having won counts for beside the worth of everybody left.
const VICTORY: f64 = 2.0;
/// The value of a choice that can't be made.
const IMPOSSIBLE: f64 = -1_000.0;
/// The most choices tried of one combatant for one purpose.
const MOST_FOR_ONE: usize = 8;

/// One choice, and the values of its playouts so far. The playouts of the same number met the same dice.
struct Tried<R: Playable> {
    input: Input<R>,
    values: Vec<f64>,
}

impl<R: Playable> Tried<R> {
    fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64
    }

    /// How much better it did than another, in standard errors of the difference.
    fn lead(&self, other: &Tried<R>) -> f64 {
        let count = self.values.len() as f64;
        let gains = || self.values.iter().zip(&other.values).map(|(it, other)| it - other);
        let mean = gains().sum::<f64>() / count;
        let variance = gains().map(|it| (it - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        mean / (variance / count).sqrt().max(f64::EPSILON)
    }
}

/// The fight as a side knows it, and who it doesn't see.
type Start<'a, R> = (&'a Encounter<R>, &'a [Arc<Combatant<R>>]);

/// What the search does; `None` if nothing could be tried.
pub fn choose<R: Playable>(from: Start<'_, R>, decision: &Decision, player: &Player) -> Option<Input<R>> {
    let side = decision.side()?;
    let mut all = choices(from.0, decision).into_iter().map(|input| Tried { input, values: vec![] });
    let mut yardstick = all.next()?;
    let mut rivals: Vec<Tried<R>> = all.collect();
    let mut seeds = PlayRng::new(player.seed);
    let rounds = rivals.len().checked_ilog2().map_or(0, |it| it + 1);
    for _ in 0..rounds {
        let each = player.playouts / rounds / (rivals.len() as u32 + 1);
        for _ in 0..each.max(2) {
            let seed = seeds.bits();
            for it in rivals.iter_mut().chain([&mut yardstick]) {
                it.values.push(playout(from, side, &it.input, seed));
            }
        }
        rivals.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        rivals.truncate((rivals.len() / 2).max(1));
    }
    let best = rivals.into_iter().next().filter(|it| it.lead(&yardstick) > CLEARLY);
    Some(best.unwrap_or(yardstick).input)
}

/// Everything worth trying, the rule of thumb's choice first.
fn choices<R: Playable>(known: &Encounter<R>, decision: &Decision) -> Vec<Input<R>> {
    let first = simple::choose(known, decision, &Style::Simple);
    let rest = match decision {
        Decision::Answer { prompt, .. } => {
            let offers = known.prompts().iter().find(|it| it.id == *prompt).map_or(&[][..], |it| &it.offers);
            offers.iter().map(|it| Input::Answer { prompt: *prompt, choice: it.clone() }).collect()
        }
        Decision::Act { side, who } => acts(&known.fight, *side, who),
    };
    let mut all: Vec<Input<R>> = vec![];
    for it in first.into_iter().chain(rest) {
        if !all.contains(&it) {
            all.push(it);
        }
    }
    all.truncate(MOST_CHOICES);
    all
}

fn acts<R: Playable>(fight: &FightState<R>, side: SideId, who: &[CombatantId]) -> Vec<Input<R>> {
    let active = fight.turns.active.filter(|it| who.contains(it));
    let actors = active.map_or_else(|| who.to_vec(), |it| vec![it]);
    let mut of_each: Vec<Vec<Input<R>>> = actors.into_iter().map(|it| ways(fight, it)).collect();
    let pass = R::check_pass(fight, side).is_ok().then_some(Input::Pass { side });
    // By turns, so that everybody's best is tried before anybody's second best.
    let mut all: Vec<Input<R>> = pass.into_iter().collect();
    of_each.iter_mut().for_each(|it| it.reverse());
    while all.len() < MOST_CHOICES && of_each.iter().any(|it| !it.is_empty()) {
        all.extend(of_each.iter_mut().filter_map(Vec::pop));
    }
    all
}

/// What one combatant could do, the most promising of each purpose first, by turns.
fn ways<R: Playable>(fight: &FightState<R>, who: CombatantId) -> Vec<Input<R>> {
    let thumb = Thumb { fight, who, style: &Style::Simple };
    let mut of_each: Vec<Vec<R::Action>> = vec![];
    for purpose in Purpose::ALL {
        let appeal = |it: &R::Action| match purpose {
            Purpose::Approach => thumb.gained(it),
            _ => thumb.appeal(it, purpose),
        };
        let mut ranked: Vec<(f64, R::Action)> =
            R::legal(fight, who, purpose).into_iter().map(|it| (appeal(&it), it)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        ranked.truncate(MOST_FOR_ONE);
        of_each.push(ranked.into_iter().rev().map(|it| it.1).collect());
    }
    let mut all = vec![];
    while of_each.iter().any(|it| !it.is_empty()) {
        all.extend(of_each.iter_mut().filter_map(Vec::pop).map(|action| Input::Act { who, action }));
    }
    all
}

/// Plays the fight on after this choice, and says how much better off the side is in the end.
fn playout<R: Playable>((known, unseen): Start<'_, R>, side: SideId, choice: &Input<R>, seed: u64) -> f64 {
    let mut dice = OwnDice::new(seed);
    let mut now = known.clone();
    dice.roll_for(&now, choice);
    // What only the GM can decide is left to people.
    if now.advance(Actor::Table, choice.clone(), &mut dice, 0).is_err() || awaits_gm(&now) {
        return IMPOSSIBLE;
    }
    let mut in_progress = known.pending.is_some();
    for _ in 0..MOST_STEPS {
        if in_progress && now.pending.is_none() {
            in_progress = false;
            unseen.iter().for_each(|it| R::forget(&mut now.fight, it));
        }
        if now.fight.stage == Stage::Over || (now.pending.is_none() && is_settled(&now.fight)) {
            break;
        }
        let Some(decision) = due(&now) else { break };
        let Some(step) = simple::choose(&now, &decision, &Style::Simple) else { break };
        dice.roll_for(&now, &step);
        if now.advance(Actor::Table, step, &mut dice, 0).is_err() {
            break; // as far as it can be told
        }
    }
    balance(now.now(), side)
}

fn awaits_gm<R: Playable>(now: &Encounter<R>) -> bool {
    now.prompts().iter().any(|it| it.to == Addressee::Gm)
}

/// Whether at most one side is left.
fn is_settled<R: Playable>(fight: &FightState<R>) -> bool {
    let mut left = fight.combatants.iter().filter(|it| R::worth(fight, it.id) > OUT).map(|it| it.side);
    let first = left.next();
    left.all(|it| Some(it) == first)
}

/// The worth of a side less that of all others, and who has won.
fn balance<R: Playable>(fight: &FightState<R>, side: SideId) -> f64 {
    let of = |own: bool| {
        let members = fight.combatants.iter().filter(|it| (it.side == side) == own);
        let worths = || members.clone().map(|it| R::worth(fight, it.id));
        worths().sum::<f64>() + if worths().any(|it| it > OUT) { VICTORY } else { 0.0 }
    };
    of(true) - of(false)
}

/// The player's own dice: nothing is committed, nobody sees them. Everybody's deeds of a round have dice of their own, so that what one does
/// doesn't change what others roll.
struct OwnDice {
    seed: u64,
    rng: PlayRng,
    /// How often whom has acted in which round.
    deeds: Vec<((CombatantId, u32), u64)>,
    deed: u64,
}

impl OwnDice {
    fn new(seed: u64) -> OwnDice {
        OwnDice { seed, rng: PlayRng::new(seed), deeds: vec![], deed: 0 }
    }

    /// Takes up the dice of this step.
    fn roll_for<R: Playable>(&mut self, now: &Encounter<R>, step: &Input<R>) {
        match step {
            Input::Act { who, .. } => {
                let round = now.fight.turns.round;
                let nth = self.count((*who, round));
                self.deed = u64::from(who.0) ^ (u64::from(round) << 32) ^ (nth << 48);
            }
            Input::Answer { .. } => self.deed = self.deed.wrapping_add(1 << 24),
            _ => return,
        }
        self.rng = PlayRng::new(PlayRng::new(self.seed ^ self.deed).bits());
    }

    fn count(&mut self, deed: (CombatantId, u32)) -> u64 {
        match self.deeds.iter_mut().find(|it| it.0 == deed) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                self.deeds.push((deed, 0));
                0
            }
        }
    }
}

impl Dice for OwnDice {
    fn face(&mut self, sides: u16, _secret: bool) -> u16 {
        self.rng.below(usize::from(sides)) as u16 + 1
    }
    fn used(&self) -> Used {
        Used::default()
    }
}
