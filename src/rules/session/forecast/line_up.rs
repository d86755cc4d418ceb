//! A line-up of one system: a fight to be played on, as it is or with more or fewer of the foes' most common kind.

use super::{ForecastCast, Forecastable, blind_spots};
use crate::engine::{
    Actor, Combatant, CombatantId, Controller, Encounter, FightState, GameSystem, Input, SideId, Stage,
    panics::survives,
    playing::{
        Style,
        forecast::{ForecastTally, Forecaster},
    },
    random_play::PlayRng,
    ruleset::OUT,
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

    /// The encounter with so many more or fewer of the foes' most common kind, and a name for one of it.
    fn with_change(&self, by: i8) -> Option<(String, Encounter<R>)> {
        let mut now = self.forecaster.start().clone();
        if now.pending.is_some() {
            return None;
        }
        let kind = most_common(&now.fight)?;
        let name = without_number(&kind.last()?.name).to_owned();
        let mut dice = PlayRng::new(self.seed);
        let inputs: Vec<Input<R>> = match usize::from(by.unsigned_abs()) {
            many if by > 0 => one_more(&now.fight, kind.last()?, &name, many),
            many => {
                let foes = now.fight.combatants.iter().filter(|it| is_foe(&now.fight, it)).count();
                let go: Vec<_> = kind.iter().rev().take(many).map(|it| Input::Leave { who: it.id }).collect();
                if go.len() < many || foes <= many {
                    return None;
                }
                go
            }
        };
        for input in inputs {
            now.advance(Actor::Table, input, &mut dice, 0).ok()?;
        }
        (now.pending.is_none()).then_some((name, now))
    }
}

impl<R: GameSystem> Forecastable for LineUp<R> {
    fn cast(&self) -> &ForecastCast {
        &self.cast
    }

    fn play(&self, numbers: Range<u32>) -> ForecastTally {
        self.forecaster.play(numbers)
    }

    fn changed(&self, by: i8) -> Option<(String, Arc<dyn Forecastable>)> {
        let (name, now) = survives(|| self.with_change(by)).flatten()?;
        let (many, more) = (by.unsigned_abs(), if by > 0 { "more" } else { "fewer" });
        let words = match many {
            1 => format!("one {name} {more}"),
            _ => format!("{many} \u{d7} {name} {more}"),
        };
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

/// The foes with the most common sheet, in order; of two sheets that are as common, those who came later.
fn most_common<R: GameSystem>(fight: &FightState<R>) -> Option<Vec<Arc<Combatant<R>>>> {
    let mut kinds: Vec<Vec<Arc<Combatant<R>>>> = vec![];
    // Whoever is taking their turn stays.
    let foes = fight.combatants.iter().filter(|it| is_foe(fight, it) && fight.turns.active != Some(it.id));
    for it in foes {
        match kinds.iter_mut().find(|kind| kind[0].sheet == it.sheet && kind[0].side == it.side) {
            Some(kind) => kind.push(it.clone()),
            None => kinds.push(vec![it.clone()]),
        }
    }
    kinds.into_iter().max_by_key(Vec::len)
}

/// So many more like this one, unhurt and in the same place.
fn one_more<R: GameSystem>(fight: &FightState<R>, like: &Combatant<R>, name: &str, many: usize) -> Vec<Input<R>> {
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
            ..like.clone()
        }))
    };
    free.take(many).map(join).collect()
}

/// A name without the number at its end: "Bandit" for "Bandit 2".
fn without_number(name: &str) -> &str {
    match name.rsplit_once(' ') {
        Some((kind, number)) if !kind.is_empty() && number.chars().all(|it| it.is_ascii_digit()) => kind,
        _ => name,
    }
}
