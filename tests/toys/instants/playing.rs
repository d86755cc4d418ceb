//! How it's played by rule of thumb: everything that can be done is as good as anything else.

use super::*;
use umpire::engine::{BlowTally, Playable, Purpose, Striking, fact::Record, random_play, ruleset::PlaceOf};

/// More ways than anyone has here.
const MOST: usize = 200;

impl Playable for Duel {
    fn worth(fight: &FightState<Duel>, who: CombatantId) -> f64 {
        if fight.find(who).is_some_and(standing) { 1.0 } else { 0.0 }
    }

    fn ways(fight: &FightState<Duel>, who: CombatantId, purpose: Purpose) -> Vec<Action> {
        Duel::legal(fight, who, purpose)
    }

    fn tempting(fight: &FightState<Duel>, who: CombatantId, purpose: Purpose) -> Vec<Action> {
        Duel::ways(fight, who, purpose)
    }

    fn legal(fight: &FightState<Duel>, who: CombatantId, purpose: Purpose) -> Vec<Action> {
        let all = random_play::actions(fight, who, MOST).unwrap_or_default();
        if purpose == Purpose::Other { all } else { vec![] }
    }

    fn target(action: &Action) -> Option<CombatantId> {
        match action {
            Action::Attack(at) | Action::Shoot(at) => Some(*at),
            _ => None,
        }
    }

    fn place(_: &Action) -> Option<PlaceOf<Duel>> {
        None
    }

    fn promise(_: &FightState<Duel>, _: CombatantId, _: &Action) -> f64 {
        1.0
    }

    fn price(_: &FightState<Duel>, _: &Question, _: &Choice) -> f64 {
        0.0
    }
}

impl Striking for Duel {
    fn tally(record: &Record<Duel>, tally: &mut BlowTally) {
        if let Record::Fact(TableFact::System(Note::Hurt { who, by })) = record {
            tally.strikes(*who, *by);
        }
    }

    fn at_stake(question: &Question) -> Option<CombatantId> {
        match question {
            Question::Blow { on, .. } | Question::Shot { on, .. } => Some(*on),
            _ => None,
        }
    }
}
