//! Search: every choice worth trying is tried by playing the fight on for some rounds with rules of thumb for everybody. What the rule of thumb
//! would do is the yardstick: another choice is only taken if it did clearly better, so that chance seldom makes the search play worse than
//! the rule.
//!
//! Playouts go where they matter: after each stage the worse half of the choices is dropped, and the last stage compares the best with the
//! yardstick anew. Playouts of the same number roll the same
//! dice for the same deeds, so that choices differ by what they do and not by luck. The dice are the player's own.

use super::{
    decision::Decision,
    player::Player,
    playout::{self, Start},
    simple::{self, Thumb},
    style::Style,
};
use crate::engine::{
    encounter::{Encounter, Input},
    fight_state::FightState,
    ids::{CombatantId, SideId},
    play_rng::PlayRng,
    ruleset::{OUT, Playable, Purpose},
};

/// The most choices tried; the least promising are left out.
const MOST_CHOICES: usize = 12;
/// How many rounds ahead a playout looks: until so many have begun.
const ROUNDS_AHEAD: u32 = 3;
/// How many standard errors another choice has to be ahead of the rule of thumb's.
const CLEARLY: f64 = 0.7;
/// What's added to the variance of what was seen, since a few playouts often agree by chance.
const DOUBT: f64 = 0.05;
/// What having won counts for beside the worth of everybody left.
const VICTORY: f64 = 2.0;
/// The most steps of all playouts for one choice, which keeps its time in bounds however large the fight is.
const MOST_STEPS: usize = 16_000;
/// The playouts there have to be for each choice that's tried: with little time, only the most promising are.
const LEAST_SHARE: u32 = 3;
/// The least playouts of each choice in a stage.
const LEAST_EACH: u32 = 2;
/// The value of a choice that can't be made.
pub(super) const IMPOSSIBLE: f64 = -1_000.0;
/// The most choices tried of one combatant for one purpose.
const MOST_FOR_ONE: usize = 8;

/// One choice, and the values of its playouts so far. The playouts of the same number met the same dice.
pub(super) struct Tried<R: Playable> {
    pub input: Input<R>,
    pub values: Vec<f64>,
}

impl<R: Playable> Tried<R> {
    pub fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64
    }

    /// How much better it did than another, in standard errors of the difference.
    pub fn lead(&self, other: &Tried<R>) -> f64 {
        let count = self.values.len() as f64;
        let gains = || self.values.iter().zip(&other.values).map(|(it, other)| it - other);
        let mean = gains().sum::<f64>() / count;
        let variance = gains().map(|it| (it - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        mean / ((variance + DOUBT) / count).sqrt()
    }
}

/// What the search does; `None` if nothing could be tried.
pub fn choose<R: Playable>(from: Start<'_, R>, decision: &Decision, player: &Player) -> Option<Input<R>> {
    let side = decision.side()?;
    let mut all = choices(from.0, decision).into_iter().map(|input| Tried { input, values: vec![] });
    let mut yardstick = all.next()?;
    let mut rivals: Vec<Tried<R>> = all.take((player.playouts / LEAST_SHARE).max(1) as usize).collect();
    let mut seeds = PlayRng::new(player.seed);
    let stages = rivals.len().checked_ilog2().map_or(0, |it| it + 1);
    let mut steps = 0;
    for stage in 1..=stages {
        let is_last = stage == stages;
        if is_last {
            // What has brought a choice this far is partly luck, which mustn't count again.
            rivals.iter_mut().chain([&mut yardstick]).for_each(|it| it.values.clear());
        }
        // The last stage gets two shares.
        let (shares, so_far) = if is_last { (2, stages + 1) } else { (1, stage) };
        let each = (player.playouts * shares / (stages + 1) / (rivals.len() as u32 + 1)).max(LEAST_EACH);
        let most_steps = MOST_STEPS * so_far as usize / (stages + 1) as usize;
        for nth in 0..each {
            if nth >= LEAST_EACH && steps > most_steps {
                break;
            }
            let seed = seeds.bits();
            for it in rivals.iter_mut().chain([&mut yardstick]) {
                let (value, taken) = valued(from, side, &it.input, seed);
                it.values.push(value);
                steps += taken;
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

/// How much better off the side is some rounds after this choice, and the steps it took to find out.
pub(super) fn valued<R: Playable>(from: Start<'_, R>, side: SideId, choice: &Input<R>, seed: u64) -> (f64, usize) {
    let after = playout::play(from, choice, seed, ROUNDS_AHEAD);
    after.map_or((IMPOSSIBLE, 1), |it| (balance(&it.fight, side), it.steps))
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
