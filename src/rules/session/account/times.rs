//! How long people took, to act and to answer, and how often they were asked: only what the channel saw, so that nothing unseen shows in a
//! time.

use super::super::{
    looking_back::{Noted, Step},
    question_count::players_asked,
};
use crate::engine::{
    Actor, CombatantId, Controller, GameSystem, Input, PromptId, Seat, Stage,
    encounter::Effect,
    view::{self, Discretion},
};
use std::collections::{BTreeMap, BTreeSet};

/// What a person did, and after how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Timed {
    Acted(i64),
    Answered(i64),
}

/// What each person did.
#[derive(Default)]
pub(super) struct Times {
    pub(super) all: Noted<(Seat, Timed)>,
    /// Every question that a player was asked, also those that were taken back.
    pub(super) asked: BTreeSet<(PromptId, Seat)>,
    /// Since when a combatant could act, the table waiting for nothing else.
    ready: BTreeMap<CombatantId, i64>,
    /// Since when a question has been open to a player.
    open: BTreeMap<(PromptId, Seat), i64>,
    paused_at: Option<i64>,
}

impl Times {
    /// Follows a row.
    pub(super) fn follow<R: GameSystem>(&mut self, step: &Step<'_, R>) {
        let (row, at_ms) = (step.row, step.row.at_ms);
        self.all.follow(step);
        match (&row.effect, self.paused_at) {
            (Effect::Paused, _) => self.paused_at = Some(at_ms),
            (Effect::Resumed, Some(since)) => {
                let stood = at_ms - since;
                self.ready.values_mut().chain(self.open.values_mut()).for_each(|it| *it += stood);
                self.paused_at = None;
            }
            _ => {}
        }
        match (row.actor, &row.input) {
            (Actor::Player(seat), Input::Act { who, .. }) => {
                if let Some(since) = self.ready.get(who) {
                    self.all.note(step.began, (seat, Timed::Acted(at_ms - since)));
                }
            }
            (Actor::Player(seat), Input::Answer { prompt, .. }) => {
                if let Some(since) = self.open.remove(&(*prompt, seat)) {
                    self.all.note(step.began, (seat, Timed::Answered(at_ms - since)));
                }
            }
            _ => {}
        }
        self.see_who_is_asked(step);
        self.see_who_is_ready(step);
    }

    fn see_who_is_asked<R: GameSystem>(&mut self, step: &Step<'_, R>) {
        let asked = players_asked(step.after);
        for it in asked.iter().filter(|it| self.asked.insert(**it)) {
            self.open.insert(*it, step.row.at_ms);
        }
        self.open.retain(|it, _| asked.contains(it));
    }

    fn see_who_is_ready<R: GameSystem>(&mut self, step: &Step<'_, R>) {
        let known = view::as_known(step.after.now(), step.viewer, Discretion::Kept);
        let is_asked = || step.after.pending.is_some() && !view::prompts(step.after, step.viewer).is_empty();
        let able = match known.stage {
            Stage::Fighting if !is_asked() => R::may_act(&known),
            _ => vec![],
        };
        let is_players =
            |who: &CombatantId| matches!(known.find(*who).map(|it| it.controller), Some(Controller::Player(_)));
        // Whatever the reader is told of may be what somebody was waiting for, or has to think about.
        if !matches!(step.row.effect, Effect::Paused | Effect::Resumed) && !step.told().is_empty() {
            self.ready.clear();
        }
        self.ready.retain(|it, _| able.contains(it));
        able.into_iter().filter(is_players).for_each(|it| {
            self.ready.entry(it).or_insert(step.row.at_ms);
        });
    }
}
