//! A line-up of one system: a fight to be played on, as it is or with more or fewer of the foes' most common kind.

use super::{
    super::super::wording::{plural, unnumbered},
    cast::{ForecastCast, Forecastable, blind_spots},
};
use crate::engine::{
    Actor, Combatant, CombatantId, Controller, Encounter, FightState, GameSystem, Input, SideId, Stage,
    panics::survives,
    playing::{
        Style,
        forecast::{ForecastTally, Forecaster},
    },
    random_play::PlayRng,
    ruleset::OUT,
    view::list,
};
use std::{ops::Range, sync::Arc};

/// A fight to be played on.
pub(super) struct LineUp<R: GameSystem> {
    forecaster: Forecaster<R>,
    cast: ForecastCast,
    style: Option<Style>,
    seed: u64,
}

impl<R: GameSystem> LineUp<R> {
    pub(super) fn new(now: &Encounter<R>, style: Option<Style>, seed: u64) -> LineUp<R> {
        let forecaster = Forecaster::new(now, style.clone(), seed);
        let fight = now.now();
        let sides = forecaster.sides();
        let place = |side: SideId| sides.iter().position(|it| *it == side).unwrap_or_default();
        let of = |it: &CombatantId| fight.find(*it).map(|it| (it.name.to_string(), place(it.side)));
        let cast = ForecastCast {
            sides: sides.iter().map(|it| fight.side_name(*it).to_owned()).collect(),
            combatants: forecaster.combatants().iter().filter_map(of).collect(),
            players: players(fight).map_or(0, place),
            is_under_way: fight.stage == Stage::Fighting,
            blind_spots: blind_spots(fight),
        };
        LineUp { forecaster, cast, style, seed }
    }

    /// The encounter with so many more of the foes' most common kind, or so many foes fewer, and the change in words.
    fn with_change(&self, by: i8) -> Option<(String, Encounter<R>)> {
        let mut now = self.forecaster.start().clone();
        if now.pending.is_some() {
            return None;
        }
        let kinds = kinds(&now.fight);
        let (words, inputs) = if by > 0 { more(&now.fight, &kinds, by)? } else { fewer(&kinds, by)? };
        let mut dice = PlayRng::new(self.seed);
        for input in inputs {
            now.advance(Actor::Table, input, &mut dice, 0).ok()?;
        }
        let has_foes = now.fight.combatants.iter().any(|it| is_foe(&now.fight, it));
        (has_foes && now.pending.is_none()).then_some((words, now))
    }
}

impl<R: GameSystem> Forecastable for LineUp<R> {
    fn cast(&self) -> &ForecastCast {
        &self.cast
    }

    fn play_while(&self, numbers: Range<u32>, goes_on: &dyn Fn() -> bool) -> ForecastTally {
        self.forecaster.play(numbers, goes_on)
    }

    fn changed(&self, by: i8) -> Option<(String, Arc<dyn Forecastable>)> {
        let (words, now) = survives(|| self.with_change(by)).flatten()?;
        Some((words, Arc::new(LineUp::new(&now, self.style.clone(), self.seed))))
    }
}

/// The side that players are on: the first with a player's character, or else the first with anyone.
fn players<R: GameSystem>(fight: &FightState<R>) -> Option<SideId> {
    let has = |side: SideId, owned: bool| fight.members(side).any(|it| !owned || it.owner.is_some());
    let first = |owned| fight.sides.iter().map(|it| it.id).find(|it| has(*it, owned));
    first(true).or_else(|| first(false))
}

/// Whether somebody still fights against the players' side.
fn is_foe<R: GameSystem>(fight: &FightState<R>, it: &Combatant<R>) -> bool {
    Some(it.side) != players(fight) && it.owner.is_none() && R::worth(fight, it.id) > OUT
}

/// Foes of one side with the same sheet.
type Kind<R> = Vec<Arc<Combatant<R>>>;

/// The foes by their kinds, the most common kind first; of kinds that are as common, the one that came last, since leaders often come first.
fn kinds<R: GameSystem>(fight: &FightState<R>) -> Vec<Kind<R>> {
    let mut kinds: Vec<Kind<R>> = vec![];
    // Whoever is taking their turn stays.
    let foes = fight.combatants.iter().filter(|it| is_foe(fight, it) && fight.turns.active != Some(it.id));
    for it in foes {
        match kinds.iter_mut().find(|kind| kind[0].sheet == it.sheet && kind[0].side == it.side) {
            Some(kind) => kind.push(it.clone()),
            None => kinds.push(vec![it.clone()]),
        }
    }
    kinds.reverse();
    kinds.sort_by_key(|it| std::cmp::Reverse(it.len()));
    kinds
}

/// A change in words, and what makes it.
type Change<R> = (String, Vec<Input<R>>);

/// Takes foes away, the most common first, the last of each kind first.
fn fewer<R: GameSystem>(kinds: &[Kind<R>], by: i8) -> Option<Change<R>> {
    let mut left = usize::from(by.unsigned_abs());
    let (mut parts, mut inputs) = (vec![], vec![]);
    for kind in kinds {
        let many = left.min(kind.len());
        if many > 0 {
            parts.push(counted(many, &kind[0].name));
            inputs.extend(kind.iter().rev().take(many).map(|it| Input::Leave { who: it.id }));
            left -= many;
        }
    }
    (left == 0).then(|| (format!("{} fewer", list(&parts)), inputs))
}

/// Adds foes like the most common, unhurt and in the place of the last of them.
fn more<R: GameSystem>(fight: &FightState<R>, kinds: &[Kind<R>], by: i8) -> Option<Change<R>> {
    let (like, many) = (kinds.first()?.last()?, usize::from(by.unsigned_abs()));
    let name = unnumbered(&like.name);
    let free = (1..).map(|number| format!("{name} {number}"));
    let free = free.filter(|name| !fight.combatants.iter().any(|it| *it.name == **name));
    let join = |name: String| {
        let (state, budget) = R::fresh(&like.sheet);
        Input::Join(Box::new(Combatant {
            name: name.into(),
            controller: Controller::Gm,
            state,
            budget,
            conditions: R::begins_with(&like.sheet),
            saved: None,
            ..Combatant::clone(like)
        }))
    };
    Some((format!("{} more", counted(many, name)), free.take(many).map(join).collect()))
}

/// "one Bandit", "2 Bandits".
fn counted(many: usize, name: &str) -> String {
    match (many, unnumbered(name)) {
        (1, name) => format!("one {name}"),
        (_, name) => format!("{many} {}", plural(name)),
    }
}
