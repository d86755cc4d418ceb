//! The best things to do, for people who want a hint: each choice gets the same number of playouts, on the same dice.

use super::{
    decision::Decision,
    player::Player,
    playout::Start,
    search::{IMPOSSIBLE, Tried, choices, valued},
    simple,
    style::Style,
};
use crate::engine::{
    encounter::{Encounter, Input},
    play_rng::PlayRng,
    ruleset::Playable,
};

/// A choice that's this many standard errors behind the best isn't worth mentioning.
const CLEARLY_WORSE: f64 = 2.0;
/// The fewest playouts of each choice.
const FEWEST: u32 = 4;

/// The best by their playouts, best first, without any that are clearly worse.
pub fn by_playouts<R: Playable>(from: Start<'_, R>, decision: &Decision, player: &Player) -> Vec<Input<R>> {
    let Some(side) = decision.side() else { return vec![] };
    let mut all: Vec<Tried<R>> =
        choices(from.0, decision).into_iter().map(|input| Tried { input, values: vec![] }).collect();
    let mut seeds = PlayRng::new(player.seed);
    for _ in 0..(player.playouts / all.len().max(1) as u32).max(FEWEST) {
        let seed = seeds.bits();
        all.iter_mut().for_each(|it| it.values.push(valued(from, side, &it.input, seed).0));
    }
    all.retain(|it| it.mean() > IMPOSSIBLE / 2.0);
    all.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
    let close = all.iter().take_while(|it| all[0].lead(it) < CLEARLY_WORSE).count();
    all.truncate(close.max(1));
    all.into_iter().map(|it| it.input).collect()
}

/// By rule of thumb: what it would do; for a question, then the other answers by what they seem to cost.
pub fn by_thumb<R: Playable>(known: &Encounter<R>, decision: &Decision) -> Vec<Input<R>> {
    let mut all: Vec<Input<R>> = simple::choose(known, decision, &Style::Simple).into_iter().collect();
    if let Decision::Answer { prompt, .. } = decision
        && let Some(asked) = known.prompts().iter().find(|it| it.id == *prompt)
    {
        let price = |it: &R::Choice| R::price(known.now(), &asked.question, it);
        let mut others: Vec<&R::Choice> = asked.offers.iter().collect();
        others.sort_by(|a, b| price(a).total_cmp(&price(b)));
        for choice in others {
            let input = Input::Answer { prompt: *prompt, choice: choice.clone() };
            if !all.contains(&input) {
                all.push(input);
            }
        }
    }
    all
}
