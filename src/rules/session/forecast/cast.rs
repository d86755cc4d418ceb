//! Who takes part in a forecast, and what can be asked of a line-up without knowing its system.

use crate::engine::{
    FightState, GameSystem,
    playing::forecast::ForecastTally,
    space::{
        Space,
        feature::{Feature, FeatureKind},
        ground::Ground,
    },
    view::list,
};
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
    /// Plays the fights with these numbers, as long as it's told to go on; it asks before every action. Fights that it didn't finish aren't in
    /// the tally.
    fn play_while(&self, numbers: Range<u32>, goes_on: &dyn Fn() -> bool) -> ForecastTally;
    /// Plays the fights with these numbers.
    fn play(&self, numbers: Range<u32>) -> ForecastTally {
        self.play_while(numbers, &|| true)
    }
    /// The same line-up with so many of the foes' most common kind more, or so many foes fewer if negative, and the change in words: "one
    /// Bandit fewer". `None` if that can't be: the fight would have no foes, or an action is in progress.
    fn changed(&self, by: i8) -> Option<(String, Arc<dyn Forecastable>)>;
}

/// What nobody in a forecast looks out for.
pub(super) fn blind_spots<R: GameSystem>(fight: &FightState<R>) -> Vec<String> {
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
