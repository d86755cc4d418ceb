//! A forecast of a fight, for callers that don't know its system: whether one can be made, of whom, and with which changes to the foes. How
//! fights are played on is the engine's; who has the time for it is the caller's, who gets the work in batches of small pieces.
//!
//! `line_up` is a fight to be played on, as it is or with more or fewer foes; `plan` is how; `run` hands the work out and puts together the
//! report.

mod line_up;
mod plan;
mod run;

pub use plan::ForecastPlan;
pub use run::{ForecastBatch, ForecastReport, ForecastRun, TriedChange};

use super::{super::request::UserError, Fight};
use crate::engine::{
    FightState, GameSystem, Stage,
    playing::{Style, forecast::ForecastTally},
    ruleset::OUT,
    space::{
        Space,
        feature::{Feature, FeatureKind},
        ground::Ground,
    },
    view::list,
};
use line_up::LineUp;
use serde::Serialize;
use std::{ops::Range, sync::Arc};

/// Who takes part in a forecast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ForecastCast {
    /// The names of the sides that have anyone on them, in the order of [`ForecastTally::wins`].
    pub sides: Vec<String>,
    /// The combatants' names, each with its side's place in `sides`, in the order of [`ForecastTally::out`].
    pub combatants: Vec<(String, usize)>,
    /// The place of the players' side.
    pub players: usize,
    /// Whether the fight has begun, so that rounds are counted from now.
    pub is_under_way: bool,
    /// What the forecast doesn't take into account, in sentences for the GM.
    pub blind_spots: Vec<String>,
}

/// A line-up whose fights can be played on. What it does depends on nothing but its own fight, style and seed.
pub trait Forecastable: Send + Sync {
    /// Who takes part.
    fn cast(&self) -> &ForecastCast;
    /// Plays the fights with these numbers.
    fn play(&self, numbers: Range<u32>) -> ForecastTally;
    /// The same line-up with so many of the foes' most common kind more, or so many foes fewer if negative, and the change in words: "one
    /// Bandit fewer". `None` if that can't be: the fight would have no foes, or an action is in progress.
    fn changed(&self, by: i8) -> Option<(String, Arc<dyn Forecastable>)>;
}

impl<R: GameSystem> Fight<R> {
    /// The work of a forecast of the fight as it is now, as its GM knows it.
    pub(super) fn forecast_run(&self, plan: &ForecastPlan) -> Result<ForecastRun, UserError> {
        let fight = self.fight();
        can_be_forecast(fight)?;
        if let Some(Style::Protect(name)) = &plan.style
            && !fight.combatants.iter().any(|it| *it.name == **name)
        {
            return Err(UserError::say(format!("Nobody here is called \u{201c}{name}\u{201d}.")));
        }
        let thinks = match &plan.style {
            Some(style) => *style == Style::Cunning,
            None => fight.combatants.iter().any(|it| it.autopilot == Some(Style::Cunning)),
        };
        let fights = plan.fights(thinks)?;
        let style = plan.style.clone();
        Ok(ForecastRun::new(Arc::new(LineUp::new(self.now(), style, plan.seed)), plan, fights))
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
        let counts =
            move |it: &&crate::engine::Side| fight.members(it.id).any(|it| !standing || R::worth(fight, it.id) > OUT);
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

/// What nobody in a forecast looks out for.
fn blind_spots<R: GameSystem>(fight: &FightState<R>) -> Vec<String> {
    let features: Vec<Feature> = match fight.space.ground() {
        Ground::Nowhere => vec![],
        Ground::Zones(ground) => {
            let of_zones = ground.zones.into_iter().flat_map(|it| it.features);
            of_zones.chain(ground.borders.into_iter().flat_map(|it| it.features)).collect()
        }
        Ground::Squares(grid) => grid.features.values().flatten().map(|it| Feature::read(it)).collect(),
    };
    let is_trap = |it: &&Feature| it.kind == FeatureKind::Hazard || it.what.to_lowercase().contains("trap");
    let mut traps: Vec<String> = features.iter().filter(is_trap).map(Feature::words).collect();
    traps.sort();
    traps.dedup();
    let mut spots = R::blind_spots(fight);
    if !traps.is_empty() {
        spots.push(format!("Traps and hazards whose effect is the GM\u{2019}s to say are left out: {}.", list(&traps)));
    }
    spots
}
