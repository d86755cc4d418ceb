//! One fight, played on to its end by Umpire on every side.

use super::super::{
    Player,
    decision::{Decision, by_style, due},
    eyes, simple,
    style::Style,
};
use crate::engine::{
    dice::Dice,
    encounter::{Encounter, Input},
    fight_state::{FightState, Stage},
    ids::{Actor, CombatantId, SideId},
    ruleset::{Playable, Transition, standing},
};

/// The most rounds for which a fight is played on before it's cut off.
const MOST_ROUNDS: u32 = 100;
/// The most decisions after which it's cut off.
const MOST_DECISIONS: u64 = 5_000;
/// The playouts of one cunning choice: less thought than at the table, since many fights are played.
const PLAYOUTS: u32 = 24;

/// How a fight ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FightEnd<S = SideId> {
    /// Only this side still stands.
    Won(S),
    /// Nobody still stands.
    Nobody,
    /// Several sides stand, and nobody can or will do anything more.
    Stalemate,
    /// It went on for too long, and was cut off.
    CutOff,
}

impl FightEnd {
    /// The same with another name for the winner; a winner without one is a stalemate.
    pub fn map_winner<T>(self, name: impl FnOnce(SideId) -> Option<T>) -> FightEnd<T> {
        match self {
            FightEnd::Won(side) => name(side).map_or(FightEnd::Stalemate, FightEnd::Won),
            FightEnd::Nobody => FightEnd::Nobody,
            FightEnd::Stalemate => FightEnd::Stalemate,
            FightEnd::CutOff => FightEnd::CutOff,
        }
    }
}

/// How much fight is left in somebody; nothing in one who has left.
pub fn worth<R: Playable>(fight: &FightState<R>, who: CombatantId) -> f64 {
    fight.find(who).map_or(0.0, |_| R::worth(fight, who))
}

/// Plays on until at most one side stands. A fight that's still gathering begins first.
pub fn to_the_end<R: Playable>(
    now: &mut Encounter<R>,
    dice: &mut dyn Dice,
    style: Option<&Style>,
    seed: u64,
) -> FightEnd {
    let last_round = now.now().turns.round.saturating_add(MOST_ROUNDS);
    let gathers = now.now().stage == Stage::Gathering;
    if gathers && now.advance(Actor::Table, Input::Transition(Transition::FightBegins), dice, 0).is_err() {
        return FightEnd::Stalemate;
    }
    for number in 0..MOST_DECISIONS {
        let is_settled = now.pending.is_none() && standing(now.now()).nth(1).is_none();
        if is_settled || now.fight.stage == Stage::Over {
            return outcome(now.now());
        }
        if now.now().turns.round > last_round {
            return FightEnd::CutOff;
        }
        let Some(decision) = due(now) else { return outcome(now.now()) };
        let Some(input) = choose(now, &decision, style, seed.wrapping_add(number)) else { return outcome(now.now()) };
        if now.advance(Actor::Table, input, dice, 0).is_err() {
            return FightEnd::CutOff;
        }
    }
    FightEnd::CutOff
}

fn outcome<R: Playable>(fight: &FightState<R>) -> FightEnd {
    let mut left = standing(fight);
    match (left.next(), left.next()) {
        (None, _) => FightEnd::Nobody,
        (Some(side), None) => FightEnd::Won(side),
        (Some(_), Some(_)) => FightEnd::Stalemate,
    }
}

/// What's done now. Where several of a side could act who are played in different styles, the first who finds something to do acts.
fn choose<R: Playable>(now: &Encounter<R>, decision: &Decision, style: Option<&Style>, seed: u64) -> Option<Input<R>> {
    if let Some(style) = style {
        return in_style(now, decision, style, seed);
    }
    let mut last = None;
    for (style, part) in by_style(now, decision) {
        last = in_style(now, &part, &style, seed).or(last);
        if !matches!(last, None | Some(Input::Pass { .. })) {
            break;
        }
    }
    last
}

fn in_style<R: Playable>(now: &Encounter<R>, decision: &Decision, style: &Style, seed: u64) -> Option<Input<R>> {
    match style {
        Style::Random | Style::Cunning => {
            let player = Player { style: style.clone(), seed, playouts: PLAYOUTS };
            super::super::choose(now, decision, &player)
        }
        _ => {
            let known = eyes::seen_by(now, decision.side());
            let chosen = simple::choose(&known, decision, style);
            chosen.or_else(|| super::super::by_default(&known, decision))
        }
    }
}
