//! One style of play against another, in fights whose sides change ends every other time: who wins, how often, how fast.

use super::{Arena, MOST_ROWS, SimulateError, SimulationPlan, seed};
use crate::{
    engine::{
        Actor, GameSystem, Input, Seeded, SideId, Stage, Transition,
        playing::{self, Player, Style},
        ruleset::OUT,
    },
    rules::with_ruleset,
};
use serde::Serialize;
use std::{
    io::{self, Write},
    time::Instant,
};

/// The round at which a fight is given up.
const MOST_ROUNDS: u32 = 1_000;

/// Two styles and the fights they play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StyleMatch {
    /// The fights.
    pub plan: SimulationPlan,
    /// The two styles.
    pub styles: [Style; 2],
    /// The most playouts for one cunning choice.
    pub playouts: u32,
}

/// The results of a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MatchTally {
    /// The number of fights.
    pub fights: u32,
    /// The fights that each style won.
    pub wins: [u32; 2],
    /// The fights that nobody won: nobody was left standing, or both sides were.
    pub draws: u32,
    /// Those of the draws that were given up.
    pub cut: u32,
    /// The total number of rounds.
    pub rounds: u64,
    /// The most rounds a fight took.
    pub most_rounds: u32,
    /// The total number of decisions.
    pub decisions: u64,
}

/// Plays a match. The same seed plays the same fights.
///
/// # Errors
/// If a choice was refused although its own fight allows it: a bug of ours.
pub fn run(it: &StyleMatch) -> Result<MatchTally, SimulateError> {
    with_ruleset!(it.plan.system, R => Arena::<R>::new(&it.plan)?.matched(it))
}

impl<R: GameSystem> Arena<R> {
    fn matched(&self, it: &StyleMatch) -> Result<MatchTally, SimulateError> {
        let mut tally = MatchTally { fights: it.plan.fights, ..MatchTally::default() };
        for fight in 0..it.plan.fights {
            self.duel(it, fight, &mut tally)?;
        }
        Ok(tally)
    }

    /// One fight. The same people meet twice, with the styles changed round.
    fn duel(&self, it: &StyleMatch, fight: u32, tally: &mut MatchTally) -> Result<(), SimulateError> {
        let mut now = self.of(fight / 2).clone();
        let swapped = usize::from(fight % 2 == 1);
        let mut dice = Seeded::at(&seed(&it.plan, fight), now.used);
        let sides: Vec<SideId> = now.now().sides.iter().map(|it| it.id).collect();
        let of_style = |side: Option<SideId>| {
            let index = sides.iter().position(|it| Some(*it) == side)?;
            Some(index ^ swapped)
        };
        let own_seed = it.plan.seed.wrapping_add(u64::from(fight)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut rows = 0;
        let mut input = Some(Input::Transition(Transition::FightBegins));
        while let Some(step) = input.take() {
            let said = step.clone();
            let added = now.advance(Actor::Table, step, &mut dice, 0).map_err(|why| SimulateError::Refused {
                fight,
                step: format!("{said:?}"),
                why: format!("{why:?}"),
            })?;
            rows += added.len();
            let standing = sides.iter().filter(|side| stands::<R>(now.now(), **side)).count();
            let settled = now.pending.is_none() && standing < 2;
            if settled || rows >= MOST_ROWS || now.now().turns.round >= MOST_ROUNDS || now.fight.stage == Stage::Over {
                break;
            }
            let Some(decision) = playing::due(&now) else { break };
            let index = of_style(decision.side()).unwrap_or(0);
            let style = if decision.side().is_some() { it.styles[index].clone() } else { Style::Simple };
            let player = Player { style, seed: own_seed.wrapping_add(rows as u64), playouts: it.playouts };
            input = playing::choose(&now, &decision, &player);
            tally.decisions += 1;
        }
        let round = now.now().turns.round;
        tally.rounds += u64::from(round);
        tally.most_rounds = tally.most_rounds.max(round);
        let standing: Vec<SideId> = sides.iter().copied().filter(|it| stands::<R>(now.now(), *it)).collect();
        match standing.as_slice() {
            [one] => tally.wins[of_style(Some(*one)).unwrap_or(0)] += 1,
            _ => tally.draws += 1,
        }
        tally.cut += u32::from(rows >= MOST_ROWS || round >= MOST_ROUNDS);
        Ok(())
    }
}

/// Whether anyone on a side still fights.
fn stands<R: GameSystem>(fight: &crate::engine::FightState<R>, side: SideId) -> bool {
    fight.members(side).any(|it| R::worth(fight, it.id) > OUT)
}

#[derive(Serialize)]
struct Report<'a> {
    system: &'a str,
    per_side: u8,
    seed: u64,
    first: String,
    second: String,
    #[serde(flatten)]
    tally: &'a MatchTally,
    mean_rounds: f64,
    seconds: f64,
}

/// `umpire simulate --first … --second …`: plays, and prints who won, in words or as JSON.
///
/// # Errors
/// If writing to `out` fails.
pub fn command(it: &StyleMatch, json: bool, out: &mut dyn Write) -> io::Result<bool> {
    let began = Instant::now();
    let tally = match run(it) {
        Ok(tally) => tally,
        Err(why) => {
            writeln!(out, "{why}")?;
            return Ok(false);
        }
    };
    let [first, second] = it.styles.clone().map(|it| it.to_string());
    let report = Report {
        system: it.plan.system.name(),
        per_side: it.plan.per_side,
        seed: it.plan.seed,
        first,
        second,
        tally: &tally,
        mean_rounds: tally.rounds as f64 / f64::from(tally.fights.max(1)),
        seconds: began.elapsed().as_secs_f64(),
    };
    if json {
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)?;
        return Ok(true);
    }
    let Report { per_side, first, second, mean_rounds, seconds, .. } = &report;
    writeln!(
        out,
        "{} fights of {per_side} against {per_side}, {}, seed {}: {first} against {second}, who change sides every other fight",
        tally.fights, report.system, report.seed
    )?;
    writeln!(out, "  {first} won {}, {second} won {}, nobody won {}", tally.wins[0], tally.wins[1], tally.draws)?;
    writeln!(
        out,
        "  a fight has {mean_rounds:.1} rounds, the longest {}; {} were given up",
        tally.most_rounds, tally.cut
    )?;
    writeln!(out, "  {} decisions in {seconds:.2} s", tally.decisions)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::System;

    fn matched(system: System, styles: [Style; 2], fights: u32, seed: u64) -> StyleMatch {
        StyleMatch { plan: SimulationPlan { system, fights, per_side: 3, seed }, styles, playouts: 24 }
    }

    /// In every system, rules of thumb beat random play, and fights between two who follow them come to an end.
    #[test]
    fn rules_of_thumb_beat_chance_and_end_their_fights() {
        for system in System::ALL {
            let seed = 3;
            let tally = run(&matched(system, [Style::Simple, Style::Random], 12, seed)).expect("plays");
            assert!(tally.wins[0] >= 9, "{}, seed {seed}: {tally:?}", system.name());
            let tally = run(&matched(system, [Style::Simple, Style::Simple], 8, seed)).expect("plays");
            assert!(tally.cut == 0 && tally.rounds < 8 * 20, "{}, seed {seed}: {tally:?}", system.name());
        }
    }

    /// In every system, a search beats random play, however little it may think.
    #[test]
    fn cunning_beats_chance() {
        for system in System::ALL {
            let seed = 5;
            let it = StyleMatch { playouts: 12, ..matched(system, [Style::Cunning, Style::Random], 4, seed) };
            let tally = run(&it).expect("plays");
            assert!(tally.wins[0] >= 3, "{}, seed {seed}: {tally:?}", system.name());
        }
    }

    /// A style that isn't one gets the list; a match is told in words and as JSON.
    #[test]
    fn a_match_is_told_in_words_and_as_json() {
        let it = matched(System::Td2e, [Style::Simple, Style::Mindless], 2, 1);
        let told = |json| {
            let mut out = vec![];
            assert!(command(&it, json, &mut out).expect("writes"));
            String::from_utf8(out).expect("is text")
        };
        assert!(told(false).contains("simple against mindless"), "{}", told(false));
        let json: serde_json::Value = serde_json::from_str(&told(true)).expect("is JSON");
        assert_eq!(json["fights"], 2);
        for field in ["wins", "draws", "mean_rounds", "decisions", "seconds"] {
            assert!(!json[field].is_null(), "{field}: {json}");
        }
    }
}
