//! One playout: a choice is made in an imagined fight, which goes on for a while with rules of thumb for everybody.

use super::{decision, simple, style::Style};
use crate::engine::{
    dice::{Dice, Used},
    encounter::{Encounter, Input},
    fight_state::{Combatant, FightState, Stage},
    ids::Addressee,
    imagined::Imagined,
    play_rng::PlayRng,
    ruleset::{Playable, is_settled},
};
use std::{cell::Cell, sync::Arc};

/// The most steps of a playout, whatever its rounds.
const MOST_STEPS: usize = 400;

/// The fight as a side knows it, and who it doesn't see.
pub type Start<'a, R> = (&'a Encounter<R>, &'a [Arc<Combatant<R>>]);

/// What came of a playout.
pub struct Played<R: Playable> {
    /// The fight at its end.
    pub fight: FightState<R>,
    /// The decisions in it: a measure of the time it took.
    pub steps: usize,
}

/// The fight some rounds after this choice; `None` if the choice can't be made, or needs the GM.
pub fn play<R: Playable>(
    (known, unseen): Start<'_, R>,
    choice: &Input<R>,
    seed: u64,
    rounds: u32,
) -> Option<Played<R>> {
    let answers_a_roll =
        matches!(choice, Input::Answer { .. }) && known.pending.as_ref().is_some_and(|it| !it.faces.is_empty());
    let has_rolled = Cell::new(answers_a_roll);
    let mut dice = OwnDice::new(seed, &has_rolled);
    let end = known.now().turns.round.saturating_add(rounds);
    let thumb = |fight: &FightState<R>, _: Addressee, question: &R::Question, offers: &[R::Choice]| {
        Some(simple::answer(fight, question, offers, &Style::Simple))
    };
    // What only the GM can decide is left to people; what comes of an action once the dice are cast isn't.
    let is_first = Cell::new(true);
    let first = |fight: &FightState<R>, to: Addressee, question: &R::Question, offers: &[R::Choice]| {
        let is_gms = is_first.replace(false) && to == Addressee::Gm && !has_rolled.get();
        if is_gms { None } else { thumb(fight, to, question, offers) }
    };
    dice.roll_for(&known.fight, choice);
    let Imagined { mut fight, is_done } = match choice {
        Input::Answer { prompt, choice } => {
            let mut now = known.imagined_answer((*prompt, choice), &mut dice, &first)?;
            unseen.iter().for_each(|it| R::forget(&mut now.fight, it));
            now
        }
        _ => known.fight.clone().imagined(choice, &mut dice, &first),
    };
    if !is_done {
        return None;
    }
    let mut steps = 1;
    while steps < MOST_STEPS {
        if fight.stage == Stage::Over || fight.turns.round >= end || is_settled(&fight) {
            break;
        }
        let Some((side, who)) = decision::acting(&fight) else { break };
        let Some(step) = simple::act(&fight, side, &who, &Style::Simple) else { break };
        dice.roll_for(&fight, &step);
        steps += 1;
        let now = fight.imagined(&step, &mut dice, &thumb);
        fight = now.fight;
        if !now.is_done {
            break; // as far as it can be told
        }
    }
    Some(Played { fight, steps })
}

/// The player's own dice: nothing is committed, nobody sees them. Everybody's deeds of a round have dice of their own, so that what one does
/// doesn't change what others roll.
struct OwnDice<'a> {
    has_rolled: &'a Cell<bool>,
    seed: u64,
    rng: PlayRng,
    /// How often whom has acted in which round; who it is goes by their place among those who are known, since how many others have joined, unseen,
    /// must make no difference.
    deeds: Vec<((usize, u32), u64)>,
    deed: u64,
}

impl OwnDice<'_> {
    fn new(seed: u64, has_rolled: &Cell<bool>) -> OwnDice<'_> {
        OwnDice { has_rolled, seed, rng: PlayRng::new(seed), deeds: vec![], deed: 0 }
    }

    /// Takes up the dice of this step.
    fn roll_for<R: Playable>(&mut self, fight: &FightState<R>, step: &Input<R>) {
        match step {
            Input::Act { who, .. } => {
                let round = fight.turns.round;
                let place = fight.ids().position(|it| it == *who).unwrap_or_default();
                let nth = self.count((place, round));
                self.deed = place as u64 ^ (u64::from(round) << 32) ^ (nth << 48);
            }
            Input::Answer { .. } => self.deed = self.deed.wrapping_add(1 << 24),
            _ => return,
        }
        self.rng = PlayRng::new(PlayRng::new(self.seed ^ self.deed).bits());
    }

    fn count(&mut self, deed: (usize, u32)) -> u64 {
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

impl Dice for OwnDice<'_> {
    fn face(&mut self, sides: u16, secret: bool) -> u16 {
        self.has_rolled.set(true);
        self.rng.face(sides, secret)
    }
    fn used(&self) -> Used {
        Used::default()
    }
}
