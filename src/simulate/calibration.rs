//! Whether forecasts are right: for many line-ups by lot, the forecast chance beside the frequency in fresh fights. Those are played as at a
//! table: row by row, with committed dice of their own, each choice made from what its side sees.

use super::{LineUps, SimulateError, SimulationPlan, line_up, seed};
use crate::{
    engine::{
        Actor, Encounter, GameSystem, Input, Seeded, SideId, Stage, Transition,
        playing::{self, Player, Style, forecast::Forecaster},
        random_play::PlayRng,
        ruleset::{is_settled, standing},
    },
    rules::with_ruleset,
};
use serde::Serialize;
use std::{
    f64::consts::PI,
    io::{self, Write},
    time::Instant,
};

/// The round at which a fresh fight is given up.
const MOST_ROUNDS: u32 = 100;

/// The forecasts of some line-ups beside what came of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Calibration {
    /// For each line-up the first side's forecast chance and its share of the fresh fights, both from 0 to 1.
    pub line_ups: Vec<(f64, f64)>,
    /// The fights in each forecast, and the fresh ones of each line-up.
    pub fights: u32,
}

impl Calibration {
    /// By how much forecast and frequency differ on average, from 0 to 1.
    pub fn mean_difference(&self) -> f64 {
        self.mean(|(chance, share)| (chance - share).abs())
    }

    /// The largest difference, from 0 to 1.
    pub fn largest_difference(&self) -> f64 {
        self.line_ups.iter().map(|(chance, share)| (chance - share).abs()).fold(0.0, f64::max)
    }

    /// The mean of forecast less frequency, from -1 to 1: what the forecast promises too much.
    pub fn bias(&self) -> f64 {
        self.mean(|(chance, share)| chance - share)
    }

    /// The mean difference to be expected of perfect forecasts, since both shares are counted in so many fights.
    pub fn by_chance_alone(&self) -> f64 {
        let of = |(chance, share): (f64, f64)| {
            let middle = (chance + share) / 2.0;
            let variance = 2.0 * middle * (1.0 - middle) / f64::from(self.fights.max(1));
            (variance * 2.0 / PI).sqrt()
        };
        self.mean(of)
    }

    fn mean(&self, of: impl Fn((f64, f64)) -> f64) -> f64 {
        self.line_ups.iter().map(|it| of(*it)).sum::<f64>() / self.line_ups.len().max(1) as f64
    }
}

/// Forecasts so many line-ups by lot and plays fresh fights of each, as many as the plan has for each. The same plan gives the same.
///
/// # Errors
/// If a line-up is refused, or a choice although its own fight allows it: a bug of ours.
pub fn run(plan: &SimulationPlan, line_ups: u32) -> Result<Calibration, SimulateError> {
    with_ruleset!(plan.system, R => calibrated::<R>(plan, line_ups))
}

fn calibrated<R: GameSystem>(plan: &SimulationPlan, line_ups: u32) -> Result<Calibration, SimulateError> {
    let mut rng = PlayRng::new(plan.seed);
    let mut calibration = Calibration { line_ups: vec![], fights: plan.fights };
    for number in 0..line_ups {
        let start = line_up::<R>(plan.per_side, LineUps::ByLot, &mut rng)?;
        let first = start.now().sides.first().map(|it| it.id);
        let forecast = Forecaster::new(&start, Some(Style::Simple), rng.bits());
        let place = forecast.sides().iter().position(|it| Some(*it) == first).unwrap_or_default();
        let chance = forecast.play(0..plan.fights, &|| true).chance(place);
        let mut won = 0;
        for fight in 0..plan.fights {
            let end = fresh(plan, number * plan.fights + fight, start.clone())?;
            won += u32::from(end.is_some() && end == first);
        }
        calibration.line_ups.push((chance, f64::from(won) / f64::from(plan.fights.max(1))));
    }
    Ok(calibration)
}

/// Plays a fresh fight; the side that won it, if one did.
fn fresh<R: GameSystem>(
    plan: &SimulationPlan,
    fight: u32,
    mut now: Encounter<R>,
) -> Result<Option<SideId>, SimulateError> {
    let mut dice = Seeded::at(&seed(plan, fight), now.used);
    let player = Player { style: Style::Simple, seed: 0, playouts: 0 };
    let mut input = Some(Input::Transition(Transition::FightBegins));
    while let Some(step) = input.take() {
        let said = step.clone();
        now.advance(Actor::Table, step, &mut dice, 0).map_err(|why| SimulateError::Refused {
            fight,
            step: format!("{said:?}"),
            why: format!("{why:?}"),
        })?;
        let is_settled = now.pending.is_none() && is_settled(now.now());
        if !is_settled && now.now().turns.round < MOST_ROUNDS && now.fight.stage != Stage::Over {
            input = playing::due(&now).and_then(|it| playing::choose(&now, &it, &player));
        }
    }
    let mut left = standing(now.now());
    Ok(left.next().filter(|_| left.next().is_none()))
}

#[derive(Serialize)]
struct Report<'a> {
    system: &'a str,
    per_side: u8,
    seed: u64,
    mean_difference: f64,
    largest_difference: f64,
    bias: f64,
    by_chance_alone: f64,
    seconds: f64,
    #[serde(flatten)]
    calibration: &'a Calibration,
}

/// `umpire simulate --calibration …`: plays, and prints how far forecasts are off, in words or as JSON.
///
/// # Errors
/// If writing to `out` fails.
pub fn command(plan: &SimulationPlan, line_ups: u32, json: bool, out: &mut dyn Write) -> io::Result<bool> {
    let began = Instant::now();
    let it = match run(plan, line_ups) {
        Ok(it) => it,
        Err(why) => {
            writeln!(out, "{why}")?;
            return Ok(false);
        }
    };
    let seconds = began.elapsed().as_secs_f64();
    if json {
        let report = Report {
            system: plan.system.name(),
            per_side: plan.per_side,
            seed: plan.seed,
            mean_difference: it.mean_difference(),
            largest_difference: it.largest_difference(),
            bias: it.bias(),
            by_chance_alone: it.by_chance_alone(),
            seconds,
            calibration: &it,
        };
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)?;
        return Ok(true);
    }
    let points = |share: f64| share * 100.0;
    writeln!(
        out,
        "{line_ups} line-ups of {each} against {each}, {}, seed {}: forecasts of {fights} fights beside {fights} fresh ones",
        plan.system.name(),
        plan.seed,
        each = plan.per_side,
        fights = plan.fights,
    )?;
    writeln!(
        out,
        "  they differ by {:.1} points on average ({:.1} would be chance alone), at most by {:.1}; forecasts promise {:+.1} points",
        points(it.mean_difference()),
        points(it.by_chance_alone()),
        points(it.largest_difference()),
        points(it.bias())
    )?;
    writeln!(out, "  {seconds:.1} s")?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::System;

    /// In every system, over a few line-ups, forecast and frequency differ by no more than chance lets them.
    #[test]
    fn forecasts_are_calibrated() {
        for system in System::ALL {
            let plan = SimulationPlan { system, fights: 30, per_side: 2, seed: 11 };
            let it = run(&plan, 4).expect("plays");
            assert_eq!(it.line_ups.len(), 4);
            let (off, chance) = (it.mean_difference(), it.by_chance_alone());
            assert!(off <= 2.0 * chance + 0.02, "{}, seed 11: {off} where {chance} is chance: {it:?}", system.name());
        }
    }

    /// The averages are what they say.
    #[test]
    fn averages_are_what_they_say() {
        let it = Calibration { line_ups: vec![(0.5, 0.6), (0.9, 0.7)], fights: 100 };
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(near(it.mean_difference(), 0.15) && near(it.largest_difference(), 0.2) && near(it.bias(), 0.05));
        let perfect = Calibration { line_ups: vec![(0.0, 0.0), (1.0, 1.0)], fights: 100 };
        assert!(near(perfect.by_chance_alone(), 0.0) && near(perfect.mean_difference(), 0.0));
    }
}
