//! Search: every legal choice is tried by playing on with rules of thumb for everybody, and the one after which most of one's own side is
//! left, and least of the others, is taken. Playouts go where they matter: after each round the worse half is dropped. Every choice meets the
//! same dice, which are the player's own.

use super::{Decision, Player, Style, Thumb, due, simple};
use crate::engine::{
    dice::{Dice, Used},
    encounter::{Encounter, Input},
    fight_state::{FightState, Stage},
    ids::{Actor, CombatantId, SideId},
    play_rng::PlayRng,
    ruleset::{Playable, Purpose},
};

/// How many rounds a playout looks ahead.
const ROUNDS_AHEAD: u32 = 2;
/// The most steps of a playout.
const MOST_STEPS: usize = 120;
/// The most choices tried; the least promising are left out.
const MOST_CHOICES: usize = 24;
/// The most choices tried of one combatant for one purpose.
const MOST_FOR_ONE: usize = 8;

/// What the search does; `None` if nothing could be tried.
pub fn choose<R: Playable>(known: &Encounter<R>, decision: &Decision, player: &Player) -> Option<Input<R>> {
    let side = decision.side()?;
    let mut left = choices(known, decision);
    if left.len() < 2 {
        return left.pop();
    }
    let rounds = left.len().ilog2() + u32::from(!left.len().is_power_of_two());
    let each_round = player.playouts / rounds.max(1);
    let mut tried: Vec<(f64, u32, Input<R>)> = left.drain(..).map(|it| (0.0, 0, it)).collect();
    let mut seeds = PlayRng::new(player.seed ^ known.seq.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    while tried.len() > 1 {
        for _ in 0..(each_round / tried.len() as u32).max(1) {
            let seed = seeds.bits();
            for it in &mut tried {
                let value = playout(known, side, &it.2, seed)?;
                it.0 += value;
                it.1 += 1;
            }
        }
        tried.sort_by(|a, b| (b.0 / f64::from(b.1)).total_cmp(&(a.0 / f64::from(a.1))));
        tried.truncate(tried.len().div_ceil(2));
    }
    tried.pop().map(|it| it.2)
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

/// Plays on after this choice, and says how much better off the side is than the others. A choice that turns out not to be possible is worth
/// less than any that is.
fn playout<R: Playable>(known: &Encounter<R>, side: SideId, choice: &Input<R>, seed: u64) -> Option<f64> {
    let mut dice = OwnDice(PlayRng::new(seed));
    let mut now = known.clone();
    let until = now.fight.turns.round + ROUNDS_AHEAD;
    if now.advance(Actor::Table, choice.clone(), &mut dice, 0).is_err() {
        return Some(f64::from(i16::MIN));
    }
    for _ in 0..MOST_STEPS {
        if now.fight.stage == Stage::Over || now.fight.turns.round >= until {
            break;
        }
        let Some(decision) = due(&now) else { break };
        let Some(step) = simple::choose(&now, &decision, &Style::Simple) else { break };
        if now.advance(Actor::Table, step, &mut dice, 0).is_err() {
            break; // as far as it can be told
        }
    }
    Some(balance(now.now(), side))
}

/// The worth of a side less that of all others.
fn balance<R: Playable>(fight: &FightState<R>, side: SideId) -> f64 {
    let signed = |it: &CombatantId| {
        let worth = R::worth(fight, *it);
        if fight.combatant(*it).side == side { worth } else { -worth }
    };
    fight.ids().map(|it| signed(&it)).sum()
}

/// The player's own dice: nothing is committed, nobody sees them.
struct OwnDice(PlayRng);

impl Dice for OwnDice {
    fn face(&mut self, sides: u16, _secret: bool) -> u16 {
        self.0.below(usize::from(sides)) as u16 + 1
    }
    fn used(&self) -> Used {
        Used::default()
    }
}
