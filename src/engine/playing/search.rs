//! Search: every choice worth trying is tried by playing the fight on with rules of thumb for everybody. What the rule of thumb would do is the
//! yardstick: another choice is only taken if it did clearly better, so that chance seldom makes the search play worse than the rule.
//!
//! Playouts go where they matter: whatever falls behind is dropped early, the best of the rest is compared with the yardstick anew, and that
//! ends as soon as it's clear. The dice are the player's own.

use super::{
    decision::Decision,
    player::Player,
    playout::Start,
    simple::{self, Thumb},
    style::Style,
    trial::{Share, Trial, Tried},
};
use crate::engine::{
    encounter::{Encounter, Input},
    fight_state::FightState,
    ids::{CombatantId, SideId},
    ruleset::{Playable, Purpose},
};

/// The most choices tried; the least promising are left out.
const MOST_CHOICES: usize = 12;
/// How many standard errors another choice has to be ahead of the rule of thumb's.
const AHEAD: f64 = 0.7;
/// How many standard errors behind the rule of thumb's a choice is dropped.
const BEHIND: f64 = 1.0;
/// So many standard errors are clear, whichever way: there's no need for more playouts.
const CLEAR: f64 = 2.5;
/// A choice that's better by less than this isn't worth more playouts: a thirtieth of a combatant.
const LEAST_GAIN: f64 = 0.03;
/// The playouts there have to be for each choice that's tried: with little time, only the most promising are.
const LEAST_SHARE: u32 = 6;
/// With fewer playouts than this to compare them by, the rule of thumb stands.
const LEAST_COMPARED: usize = 4;
/// The most choices tried of one combatant for one purpose.
const MOST_FOR_ONE: usize = 8;

/// What the search does; `None` if nothing could be tried.
pub fn choose<R: Playable>(from: Start<'_, R>, decision: &Decision, player: &Player) -> Option<Input<R>> {
    let mut rivals: Vec<Tried<R>> = choices(from.0, decision).into_iter().map(Tried::new).collect();
    if rivals.is_empty() {
        return None;
    }
    let mut yardstick = rivals.remove(0);
    rivals.truncate((player.playouts / LEAST_SHARE).max(1) as usize);
    let mut trial = Trial::new(from, decision.side()?, player);
    while rivals.len() > 1 && !trial.is_over(Share::Half) {
        trial.go_on(Share::Half, &mut yardstick, &mut rivals);
        rivals.retain(|it| it.lead(&yardstick) > -BEHIND);
        rivals.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        rivals.truncate((2 * rivals.len()).div_ceil(3));
    }
    rivals.truncate(1);
    // What has brought a choice this far is partly luck, which mustn't count again.
    rivals.iter_mut().chain([&mut yardstick]).for_each(Tried::forget);
    while let [rival] = rivals.as_slice()
        && !trial.is_over(Share::All)
        && !is_clear(rival, &yardstick)
    {
        trial.go_on(Share::All, &mut yardstick, &mut rivals);
    }
    let best = rivals.pop().filter(|it| it.tries() >= LEAST_COMPARED && it.lead(&yardstick) > AHEAD);
    Some(best.unwrap_or(yardstick).input)
}

fn is_clear<R: Playable>(rival: &Tried<R>, yardstick: &Tried<R>) -> bool {
    rival.lead(yardstick).abs() > CLEAR || rival.most_gain(yardstick) < LEAST_GAIN
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
    let pass = R::check_pass(fight, side).is_ok().then_some(Input::pass(side));
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
        if purpose == Purpose::Recover {
            // To swap weapons for nothing could go on for ever.
            ranked.retain(|it| it.0 > 0.0);
        }
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
