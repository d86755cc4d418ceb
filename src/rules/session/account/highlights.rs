//! The best blow and the narrowest escape, in a sentence each.

use super::{
    super::looking_back::Turn,
    health::{Level, Sample},
};
use crate::engine::CombatantId;

/// A blow that hurt.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Blow {
    pub(super) round: u32,
    pub(super) by: CombatantId,
    pub(super) turn: Turn,
    /// How whoever was struck stood before and after.
    pub(super) before: Level,
    pub(super) after: Level,
}

/// A share above this isn't much of an escape.
const NARROW: f64 = 0.5;

/// The blow that took the most of somebody's health: of those of whom that's known, and of others by how they looked.
pub(super) fn best_blow<'a>(
    blows: impl Iterator<Item = &'a Blow>,
    name: impl Fn(CombatantId) -> String,
) -> Option<String> {
    let took = |it: &Blow| it.before.left - it.after.left;
    let foes = blows.filter(|it| it.before.side == it.after.side && took(it) > 0.0);
    // The first of the best, where several are as good.
    let best = foes.fold(None::<&Blow>, |best, it| match best {
        Some(best) if (took(best), best.turn) >= (took(it), it.turn) => Some(best),
        _ => Some(it),
    })?;
    let (by, whom, round) = (name(best.by), name(best.before.who), best.round);
    let percent = |share: f64| format!("{:.0} %", (share * 100.0).clamp(1.0, 100.0));
    Some(match (best.turn, best.before.looks) {
        (Turn::Down, Some(looks)) => {
            format!("{by} put {whom} down, who had looked {looks} until then, in round {round}.")
        }
        (Turn::Down, None) if best.before.left >= 1.0 => {
            format!("{by} put {whom} down, who had been unhurt until then, in round {round}.")
        }
        (Turn::Down, None) => {
            format!(
                "{by} put {whom} down, who had {} of their health left until then, in round {round}.",
                percent(best.before.left)
            )
        }
        (_, Some(looks)) => {
            let now = best.after.looks.unwrap_or(looks);
            format!("{by} left {whom}, who had looked {looks} until then, {now} in round {round}.")
        }
        (_, None) => format!("{by} took {} of {whom}\u{2019}s health in round {round}.", percent(took(best))),
    })
}

/// Who was closest to falling, or fell, of those whose health is known and who were up at the end, or came round with it.
pub(super) fn narrowest_escape(
    samples: &[&Sample],
    at_the_end: &[Level],
    name: impl Fn(CombatantId) -> String,
) -> Option<String> {
    let fight: Vec<(u32, &Sample)> = samples.iter().filter_map(|it| Some((it.round?, *it))).collect();
    let last = fight.last()?.1;
    let up: Vec<CombatantId> = at_the_end.iter().filter(|it| it.left > 0.0).map(|it| it.who).collect();
    let levels = fight.iter().flat_map(|(round, sample)| sample.of.iter().map(|it| (*round, it)));
    let close = levels.filter(|(_, it)| it.looks.is_none() && it.left <= NARROW && up.contains(&it.who));
    let (round, closest) = close.min_by(|a, b| a.1.left.total_cmp(&b.1.left))?;
    let (who, round) = (name(closest.who), round.max(1));
    Some(match closest.left {
        0.0 if last.find(closest.who).is_some_and(|it| it.left <= 0.0) => {
            let round = last_fell(&fight, closest.who).max(1);
            format!("{who} was down in round {round} and came round when the fight ended.")
        }
        0.0 => format!("{who} was down in round {round} and up again at the end."),
        left => format!(
            "{who} had {:.0} % of their health left in round {round} and was up at the end.",
            (left * 100.0).max(1.0)
        ),
    })
}

/// The last round in which somebody went down; 0 if they never did.
fn last_fell(fight: &[(u32, &Sample)], who: CombatantId) -> u32 {
    let (mut fell, mut is_up) = (0, true);
    for (round, it) in fight.iter().filter_map(|(round, sample)| Some((*round, sample.find(who)?))) {
        if is_up && it.left <= 0.0 {
            fell = round;
        }
        is_up = it.left > 0.0;
    }
    fell
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::SideId;

    fn level(who: u16, left: f64, looks: Option<&'static str>) -> Level {
        Level { who: CombatantId(who), side: SideId(1), left, looks }
    }

    fn name(who: CombatantId) -> String {
        ["Ana", "Bo", "Orc"][usize::from(who.0)].to_owned()
    }

    /// Among equals the first counts, and putting somebody down counts for more than as much harm that doesn't.
    #[test]
    fn the_best_blow_takes_the_most() {
        let blow = |round, turn, before, after| Blow {
            round,
            by: CombatantId(0),
            turn,
            before: level(2, before, Some("hurt")),
            after: level(2, after, Some("badly hurt")),
        };
        let all = [
            blow(1, Turn::Wounded, 0.6, 0.3),
            blow(2, Turn::Down, 0.3, 0.0),
            blow(3, Turn::Down, 0.3, 0.0),
            blow(4, Turn::Wounded, 0.3, 0.3),
        ];
        let told = |all: &[Blow]| best_blow(all.iter(), name);
        assert_eq!(told(&all).as_deref(), Some("Ana put Orc down, who had looked hurt until then, in round 2."));
        assert_eq!(
            told(&all[..1]).as_deref(),
            Some("Ana left Orc, who had looked hurt until then, badly hurt in round 1.")
        );
        assert_eq!(told(&all[3..]), None);
        let open = Blow { before: level(1, 0.9, None), after: level(1, 0.4, None), ..blow(5, Turn::Wounded, 0.0, 0.0) };
        assert_eq!(told(&[open]).as_deref(), Some("Ana took 50 % of Bo\u{2019}s health in round 5."));
    }

    /// Who's down when the last round ends and comes round with the end of the fight has escaped; who stays down hasn't.
    #[test]
    fn who_comes_round_with_the_end_has_escaped() {
        let sample =
            |round, ana: f64, bo: f64| Sample { round: Some(round), of: vec![level(0, ana, None), level(1, bo, None)] };
        let all = [sample(1, 0.9, 0.4), sample(2, 0.0, 0.0)];
        let told = |end: [f64; 2]| {
            let end = [level(0, end[0], None), level(1, end[1], None)];
            narrowest_escape(&all.iter().collect::<Vec<_>>(), &end, name)
        };
        let came_round = "Ana was down in round 2 and came round when the fight ended.";
        assert_eq!(told([0.1, 0.0]).as_deref(), Some(came_round));
        assert_eq!(told([0.0, 0.0]), None);
        // Of somebody who was up in between, it's the last time they went down.
        let again = [0.5, 0.0, 0.3, 0.3, 0.0, 0.0];
        let again: Vec<Sample> = (1..).zip(again).map(|(round, left)| sample(round, left, 1.0)).collect();
        let told = narrowest_escape(&again.iter().collect::<Vec<_>>(), &[level(0, 0.1, None)], name);
        assert_eq!(told.as_deref(), Some("Ana was down in round 5 and came round when the fight ended."));
    }

    /// Only those who were up at the end escaped, and only what's known of them is told.
    #[test]
    fn an_escape_is_narrow() {
        let sample = |round, ana: f64, bo: f64, orc: f64| Sample {
            round: Some(round),
            of: vec![level(0, ana, None), level(1, bo, None), level(2, orc, Some("hurt"))],
        };
        let all = [sample(1, 0.4, 1.0, 0.3), sample(2, 0.2, 0.6, 0.1), sample(3, 0.7, 0.6, 0.1)];
        let told = |all: &[Sample]| {
            let end = all.last().map_or_else(Vec::new, |it| it.of.clone());
            narrowest_escape(&all.iter().collect::<Vec<_>>(), &end, name)
        };
        assert_eq!(told(&all).as_deref(), Some("Ana had 20 % of their health left in round 2 and was up at the end."));
        let fell = [all[0].clone(), sample(2, 0.0, 0.5, 0.1)];
        assert_eq!(told(&fell).as_deref(), Some("Bo had 50 % of their health left in round 2 and was up at the end."));
        let rose = [fell[1].clone(), sample(2, 0.1, 0.5, 0.1)];
        assert_eq!(told(&rose).as_deref(), Some("Ana was down in round 2 and up again at the end."));
        assert_eq!(told(&[sample(1, 0.8, 0.6, 0.0)]), None);
    }
}
