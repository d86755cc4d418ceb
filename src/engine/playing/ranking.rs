//! The best things to do, for people who want a hint: each choice gets the same number of playouts, on the same dice.

use super::{
    decision::Decision,
    player::Player,
    playout::Start,
    simple::{self, Thumb},
    style::Style,
    trial::{IMPOSSIBLE, Share, Trial, Tried},
};
use crate::engine::{
    encounter::{Encounter, Input},
    fight_state::FightState,
    ids::CombatantId,
    ruleset::{Playable, Purpose},
};

/// A choice that's this many standard errors behind the best isn't worth mentioning.
const CLEARLY_WORSE: f64 = 1.5;
/// The fewest playouts of each choice.
const FEWEST: usize = 4;
/// The most blows that are compared, and the most choices for any other purpose.
const MOST: (usize, usize) = (4, 2);

/// The best by their playouts, best first, without any that are clearly worse. Once nobody waits for more, it's by the playouts so far.
pub fn by_playouts<R: Playable>(
    from: Start<'_, R>,
    decision: &Decision,
    player: &Player,
    is_wanted: &dyn Fn() -> bool,
) -> Vec<Input<R>> {
    let Some(side) = decision.side() else { return vec![] };
    let inputs = match decision {
        Decision::Answer { .. } => by_thumb(from.0, decision),
        Decision::Act { who, .. } => acts(from.0, decision, who),
    };
    let mut all: Vec<Tried<R>> = inputs.into_iter().map(Tried::new).collect();
    let mut trial = Trial::new(from, side, player);
    while let Some((first, others)) = all.split_first_mut()
        && (first.tries() < FEWEST || !trial.is_over(Share::All))
        && (first.tries() == 0 || is_wanted())
    {
        trial.go_on(Share::All, first, others);
    }
    all.retain(|it| it.mean() > IMPOSSIBLE / 2.0);
    all.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
    let close = all.iter().take_while(|it| all[0].lead(it) < CLEARLY_WORSE).count();
    all.truncate(close.max(1));
    all.into_iter().map(|it| it.input).collect()
}

/// What the rule of thumb would do, and whatever else is to some purpose. Nobody needs a hint to do nothing.
fn acts<R: Playable>(known: &Encounter<R>, decision: &Decision, who: &[CombatantId]) -> Vec<Input<R>> {
    let mut all = by_thumb(known, decision);
    for who in who {
        for purpose in Purpose::ALL.into_iter().filter(|it| *it != Purpose::End) {
            let promising = most_promising(&known.fight, *who, purpose);
            all.extend(promising.into_iter().map(|action| Input::Act { who: *who, action }));
        }
    }
    let mut once: Vec<Input<R>> = vec![];
    for it in all {
        if !once.contains(&it) {
            once.push(it);
        }
    }
    once
}

/// What would save a player's character, if anything can.
pub fn rescue<R: Playable>(known: &Encounter<R>, decision: &Decision) -> Option<Input<R>> {
    let Decision::Act { who, .. } = decision else { return None };
    let of = |who: &CombatantId| {
        let action = most_promising(&known.fight, *who, Purpose::Rescue).into_iter().next()?;
        Some(Input::Act { who: *who, action })
    };
    who.iter().find_map(of)
}

fn most_promising<R: Playable>(fight: &FightState<R>, who: CombatantId, purpose: Purpose) -> Vec<R::Action> {
    let thumb = Thumb { fight, who, style: &Style::Simple };
    let appeal = |it: &R::Action| match purpose {
        Purpose::Approach => thumb.gained(it),
        _ => thumb.appeal(it, purpose),
    };
    let mut ranked: Vec<(f64, R::Action)> =
        R::legal(fight, who, purpose).into_iter().map(|it| (appeal(&it), it)).filter(|it| it.0 > 0.0).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.truncate(if purpose == Purpose::Strike { MOST.0 } else { MOST.1 });
    ranked.into_iter().map(|it| it.1).collect()
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
