//! How much health everybody has left, moment by moment, as one reader may know it. Of those whose numbers aren't open, only how they look
//! counts.

use super::{super::looking_back::Step, told::SideAccount};
use crate::engine::{
    Combatant, CombatantId, FightState, GameSystem, Input, SideId, Stage, Transition,
    view::{self, Discretion, Health, Looks, Mark, Viewer},
};

/// How somebody stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Level {
    pub(super) who: CombatantId,
    pub(super) side: SideId,
    /// The share of their health that they have left; 0 if they're out.
    pub(super) left: f64,
    /// How they look, if that's all the reader knows.
    pub(super) looks: Option<&'static str>,
}

/// How everybody whom the reader knows stands at a moment of the fight.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sample {
    /// The round; `None` before the fight.
    pub(super) round: Option<u32>,
    pub(super) of: Vec<Level>,
}

impl Sample {
    /// How everybody stands after a row; `None` once the fight is over, whose end lets people come round.
    pub(super) fn after<R: GameSystem>(step: &Step<'_, R>) -> Option<Sample> {
        let known = view::as_known(step.after.now(), step.viewer, Discretion::Kept);
        let ends = matches!(step.row.input, Input::Transition(Transition::FightEnds));
        if ends || known.stage == Stage::Over {
            return None;
        }
        let round = (known.stage == Stage::Fighting).then_some(known.turns.round);
        let of = known.combatants.iter().map(|it| Level::of(&known, it, step.viewer)).collect();
        Some(Sample { round, of })
    }

    /// How everybody stands once the fight is over; as at the last of these moments if it isn't.
    pub(super) fn at_the_end<R: GameSystem>(fight: &FightState<R>, viewer: Viewer, samples: &[&Sample]) -> Vec<Level> {
        if fight.stage != Stage::Over {
            return samples.last().map_or_else(Vec::new, |it| it.of.clone());
        }
        let known = view::as_known(fight, viewer, Discretion::Kept);
        known.combatants.iter().map(|it| Level::of(&known, it, viewer)).collect()
    }

    pub(super) fn find(&self, who: CombatantId) -> Option<&Level> {
        self.of.iter().find(|it| it.who == who)
    }
}

impl Level {
    fn of<R: GameSystem>(known: &FightState<R>, it: &Combatant<R>, viewer: Viewer) -> Level {
        let is_down = R::standing(known, it).0 == Mark::Down;
        let looks = match view::knows_numbers(known, it, viewer) {
            true => None,
            false => R::vitals(known, it).into_iter().find_map(|it| it.word),
        };
        let left = match looks {
            _ if is_down => 0.0,
            None => R::health(known, it.id).clamp(0.0, 1.0),
            // Whoever looks any worse is out.
            Some(looks) => Looks::of(looks).map_or(0.0, |it| Health::Looks(it).share().into()),
        };
        Level { who: it.id, side: it.side, left, looks }
    }
}

/// No fight has more rounds; a forged file may say so.
const ROUNDS_MAX: u32 = 10_000;

/// The last round of which there's a sample.
pub(super) fn last_round(samples: &[&Sample]) -> u32 {
    samples.iter().filter_map(|it| it.round).max().unwrap_or(0).min(ROUNDS_MAX)
}

/// The health of each side that anybody has been seen of: before the fight, and at the end of each round.
pub(super) fn of_sides(samples: &[&Sample], named: &[(SideId, String)]) -> Vec<SideAccount> {
    let last = last_round(samples);
    let until = |round: u32| samples.iter().rposition(|it| it.round.is_none_or(|it| it <= round));
    let before = samples.iter().rposition(|it| it.round.is_none()).or((!samples.is_empty()).then_some(0));
    let moments: Vec<Option<usize>> = std::iter::once(before).chain((1..=last).map(until)).collect();
    let side = |(side, name): &(SideId, String)| {
        let own = |sample: usize| samples[sample].of.iter().filter(|it| it.side == *side);
        let mean = |sample: usize| {
            let mut left: Vec<f64> = own(sample).map(|it| it.left).collect();
            // Whoever was taken away when they were out counts as they were last seen.
            let mut met: Vec<CombatantId> = own(sample).map(|it| it.who).collect();
            for it in (0..sample).rev().flat_map(own) {
                if !met.contains(&it.who) {
                    met.push(it.who);
                    left.extend((it.left <= 0.0).then_some(0.0));
                }
            }
            (!left.is_empty()).then(|| left.iter().sum::<f64>() / left.len() as f64)
        };
        let all: Vec<&Level> = (0..samples.len()).flat_map(own).collect();
        let by_looks = all.iter().any(|it| it.looks.is_some());
        let health = moments.iter().map(|it| it.and_then(mean)).collect();
        (!all.is_empty()).then(|| SideAccount { name: name.clone(), health, by_looks })
    };
    named.iter().filter_map(side).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(round: Option<u32>, of: &[(u16, u8, f64)]) -> Sample {
        let level = |(who, side, left): &(u16, u8, f64)| Level {
            who: CombatantId(*who),
            side: SideId(*side),
            left: *left,
            looks: (*side == 2).then_some("hurt"),
        };
        Sample { round, of: of.iter().map(level).collect() }
    }

    /// A side's health is that of its members together, before the fight and as each round left it; a round that changed nothing counts
    /// too, and so does whoever was taken away when they were out.
    #[test]
    fn a_side_has_a_point_for_each_round() {
        let samples = [
            sample(None, &[(1, 1, 1.0), (2, 1, 1.0)]),
            sample(Some(1), &[(1, 1, 1.0), (2, 1, 0.5)]),
            sample(Some(1), &[(1, 1, 0.0), (2, 1, 0.5), (3, 2, 1.0)]),
            sample(Some(3), &[(1, 1, 0.0), (2, 1, 0.4), (3, 2, 0.0)]),
            sample(Some(4), &[(2, 1, 0.4)]),
        ];
        let named =
            [(SideId(1), "Players".to_owned()), (SideId(2), "Foes".to_owned()), (SideId(3), "Nobody".to_owned())];
        let all = of_sides(&samples.iter().collect::<Vec<_>>(), &named);
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].health, [Some(1.0), Some(0.25), Some(0.25), Some(0.2), Some(0.2)]);
        assert_eq!(all[1].health, [None, Some(1.0), Some(1.0), Some(0.0), Some(0.0)]);
        assert!(!all[0].by_looks && all[1].by_looks);
    }
}
