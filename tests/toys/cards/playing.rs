//! How it's played by rule of thumb: everything that can be done is as good as anything else.

use super::*;
use umpire::engine::{BlowTally, Playable, Purpose, Striking, random_play, ruleset::PlaceOf};

/// More ways than anyone has here.
const MOST: usize = 200;

impl Playable for Cards {
    fn worth(fight: &FightState<Cards>, who: CombatantId) -> f64 {
        if fight.find(who).is_some_and(standing) { 1.0 } else { 0.0 }
    }

    fn ways(fight: &FightState<Cards>, who: CombatantId, purpose: Purpose) -> Vec<Action> {
        Cards::legal(fight, who, purpose)
    }

    fn tempting(fight: &FightState<Cards>, who: CombatantId, purpose: Purpose) -> Vec<Action> {
        Cards::ways(fight, who, purpose)
    }

    fn legal(fight: &FightState<Cards>, who: CombatantId, purpose: Purpose) -> Vec<Action> {
        let all = random_play::actions(fight, who, MOST).unwrap_or_default();
        if purpose == Purpose::Other { all } else { vec![] }
    }

    fn target(action: &Action) -> Option<CombatantId> {
        match action {
            Action::Strike(at) | Action::Grip(at) | Action::Daze(at) => Some(*at),
            _ => None,
        }
    }

    fn place(action: &Action) -> Option<PlaceOf<Cards>> {
        match action {
            Action::Walk(to) => Some(*to),
            _ => None,
        }
    }

    fn promise(_: &FightState<Cards>, _: CombatantId, _: &Action) -> f64 {
        1.0
    }

    fn price(_: &FightState<Cards>, _: &Question, _: &Choice) -> f64 {
        0.0
    }
}

impl Striking for Cards {
    fn tally(record: &Record<Cards>, tally: &mut BlowTally) {
        if let Record::Fact(TableFact::System(Note::Lost { who, by })) = record
            && *by > 0
        {
            tally.strikes(*who, *by);
        }
    }

    fn at_stake(question: &Question) -> Option<CombatantId> {
        match question {
            Question::Fair { on, .. } => Some(*on),
            Question::DrawAgain { .. } | Question::Flinch { .. } => None,
        }
    }
}
