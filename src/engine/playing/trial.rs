//! Choices on trial: each is tried by playouts, until those that it was given are spent. Playouts of the same number roll the same dice for
//! the same deeds, so that choices differ by what they do and not by luck.

use super::{
    player::Player,
    playout::{self, Start},
};
use crate::engine::{
    encounter::Input,
    fight_state::FightState,
    ids::SideId,
    play_rng::PlayRng,
    ruleset::{OUT, Playable},
};

/// How many rounds ahead a playout looks: until so many have begun. Far enough that whoever only puts off what comes gains nothing by it.
const ROUNDS_AHEAD: u32 = 8;
/// The most steps of all playouts for one choice, which keeps its time in bounds however large the fight is.
const MOST_STEPS: usize = 12_000;
/// How many playouts each choice gets at a time, and the fewest.
const AT_A_TIME: (u32, u32) = (8, 2);
/// A few playouts often agree by chance: so many more are supposed to have been seen, with this variance.
const SUPPOSED: (f64, f64) = (3.0, 0.5);
/// What having won counts for beside the worth of everybody left.
const VICTORY: f64 = 2.0;
/// The value of a choice that can't be made.
pub const IMPOSSIBLE: f64 = -1_000.0;

/// One choice, and the values of its playouts so far. The playouts of the same number met the same dice.
pub struct Tried<R: Playable> {
    /// The choice.
    pub input: Input<R>,
    values: Vec<f64>,
}

impl<R: Playable> Tried<R> {
    /// A choice that hasn't been tried yet.
    pub fn new(input: Input<R>) -> Tried<R> {
        Tried { input, values: vec![] }
    }

    /// How often it was tried.
    pub fn tries(&self) -> usize {
        self.values.len()
    }

    /// As if it hadn't been tried yet.
    pub fn forget(&mut self) {
        self.values.clear();
    }

    /// The mean value.
    pub fn mean(&self) -> f64 {
        mean(self.values.iter().copied())
    }

    /// How much better it did than another that met the same dice, in standard errors of the difference; 0 before the first playout.
    pub fn lead(&self, other: &Tried<R>) -> f64 {
        let (gain, error) = self.gain(other);
        gain / error
    }

    /// The most by which it may be better than another that met the same dice, as far as can be told: endless before the first playout.
    pub fn most_gain(&self, other: &Tried<R>) -> f64 {
        let (gain, error) = self.gain(other);
        if self.values.is_empty() { f64::INFINITY } else { gain + 2.0 * error }
    }

    /// How much better it did than another, with the standard error.
    fn gain(&self, other: &Tried<R>) -> (f64, f64) {
        let count = self.values.len() as f64;
        let gains = self.values.iter().zip(&other.values).map(|(it, other)| it - other);
        let gain = mean(gains.clone());
        let squares = gains.map(|it| (it - gain).powi(2)).sum::<f64>() + SUPPOSED.0 * SUPPOSED.1;
        let variance = squares / ((count - 1.0).max(0.0) + SUPPOSED.0);
        (gain, (variance / count.max(1.0)).sqrt())
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = values.fold((0.0_f64, 0.0), |(count, sum), it| (count + 1.0, sum + it));
    sum / count.max(1.0)
}

/// A share of the playouts that a player may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// The first half.
    Half,
    /// All of them.
    All,
}

/// The playouts that a player may have for one decision.
pub struct Trial<'a, R: Playable> {
    from: Start<'a, R>,
    side: SideId,
    seeds: PlayRng,
    given: u32,
    playouts: u32,
    steps: usize,
}

impl<'a, R: Playable> Trial<'a, R> {
    /// None is spent yet.
    pub fn new(from: Start<'a, R>, side: SideId, player: &Player) -> Trial<'a, R> {
        Trial { from, side, seeds: PlayRng::new(player.seed), given: player.playouts, playouts: 0, steps: 0 }
    }

    /// Whether this share of them is spent.
    pub fn is_over(&self, share: Share) -> bool {
        let of = match share {
            Share::Half => 2,
            Share::All => 1,
        };
        of * self.playouts >= self.given || of as usize * self.steps >= MOST_STEPS
    }

    /// Some more playouts of each choice, all on the same dice, as long as this share isn't spent.
    pub fn go_on(&mut self, share: Share, first: &mut Tried<R>, others: &mut [Tried<R>]) {
        for nth in 0..AT_A_TIME.0 {
            if nth >= AT_A_TIME.1 && self.is_over(share) {
                return;
            }
            let seed = self.seeds.bits();
            for it in others.iter_mut().chain([&mut *first]) {
                let value = self.value(&it.input, seed);
                it.values.push(value);
            }
        }
    }

    /// How much better off the side is some rounds after this choice.
    fn value(&mut self, choice: &Input<R>, seed: u64) -> f64 {
        let after = playout::play(self.from, choice, seed, ROUNDS_AHEAD);
        self.playouts += 1;
        self.steps += after.as_ref().map_or(1, |it| it.steps);
        after.map_or(IMPOSSIBLE, |it| balance(&it.fight, self.side))
    }
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
