//! A forecast of a fight, for callers that don't know its system: whether one can be made, of whom, and with which changes to the foes. How
//! fights are played on is the engine's; who has the time for it is the caller's, who gets the work in batches of small pieces.
//!
//! `cast` is who takes part; `line_up` is a fight to be played on, as it is or with more or fewer foes; `plan` is how; `run` hands the work out
//! and puts together the report.

mod cast;
mod line_up;
mod plan;
mod run;

pub use cast::{ForecastCast, Forecastable};
pub use plan::ForecastPlan;
pub use run::{ForecastBatch, ForecastReport, ForecastRun, TriedChange};

use super::{super::request::UserError, Fight, autopilot::has_its_ward};
use crate::engine::{FightState, GameSystem, Side, Stage, playing::Style, ruleset::stands};
use line_up::LineUp;
use std::sync::Arc;

impl<R: GameSystem> Fight<R> {
    /// The work of a forecast of the fight as it is now, as its GM knows it.
    pub(super) fn forecast_run(&self, plan: &ForecastPlan) -> Result<ForecastRun, UserError> {
        let fight = self.fight();
        can_be_forecast(fight)?;
        if let Some(style) = &plan.style {
            has_its_ward(fight, style)?;
        }
        let thinks = match &plan.style {
            Some(style) => *style == Style::Cunning,
            None => fight.combatants.iter().any(|it| it.autopilot == Some(Style::Cunning)),
        };
        let fights = plan.fights(thinks)?;
        let style = plan.style.clone();
        Ok(ForecastRun::new(Arc::new(LineUp::new(self.now(), style, plan.seed)), plan, fights, thinks))
    }
}

/// Whether there's a fight to be forecast at all, or what's missing.
fn can_be_forecast<R: GameSystem>(fight: &FightState<R>) -> Result<(), UserError> {
    if fight.stage == Stage::Over {
        return Err(UserError::say("This fight is over, so there\u{2019}s nothing left to forecast."));
    }
    if fight.sides.is_empty() {
        return Err(UserError::say("This fight has no sides yet. Add them with /gm side, then the combatants."));
    }
    let has = |standing: bool| {
        let counts = move |it: &&Side| match standing {
            true => stands(fight, it.id),
            false => fight.members(it.id).next().is_some(),
        };
        fight.sides.iter().filter(counts).map(|it| it.name.to_string()).collect::<Vec<_>>()
    };
    let sides = has(false);
    let first = &fight.sides[0].name;
    match sides.as_slice() {
        [] => Err(UserError::say(
            "Nobody is in this fight yet. Players join with /join, and foes come with /gm add; then there\u{2019}s something to forecast.",
        )),
        [only] if *only == **first => Err(UserError::say(format!(
            "{only} have nobody to fight. Add foes on another side with /gm add; then there\u{2019}s something to forecast."
        ))),
        [only] => Err(UserError::say(format!(
            "Nobody fights {only} yet. A forecast needs the characters on the other side, too: they join with /join or /party join."
        ))),
        _ => match has(true).as_slice() {
            [] => Err(UserError::say("Nobody in this fight is still standing.")),
            [only] => Err(UserError::say(format!("Only {only} still stand, so this fight is decided."))),
            _ => Ok(()),
        },
    }
}
