//! When a tracker is edited: at once where it would say wrongly whose turn it is, and a little later where the next change can share the edit.
//! It draws nothing and sends nothing.

use super::{super::tracker_delays::TrackerDelays, snapshot::Snapshot, who_is_called::waits_for_the_gm};
use crate::{
    engine::{CombatantId, PromptId, Stage, view::Scene},
    store::Status,
};
use std::time::Duration;
use tokio::time::Instant;

/// What a tracker says of whose turn it is.
#[derive(Clone, Debug, PartialEq)]
struct Turn {
    stage: Stage,
    paused: bool,
    round: u32,
    phase: Option<String>,
    whose: String,
    may_act: Vec<CombatantId>,
    clock: Option<(String, i64)>,
}

impl Turn {
    fn of(scene: &Scene) -> Turn {
        Turn {
            stage: scene.stage,
            paused: scene.paused,
            round: scene.round,
            phase: scene.phase.clone(),
            whose: scene.details.whose.clone(),
            may_act: scene.may_act.clone(),
            clock: scene.clock.clone(),
        }
    }
}

/// What a tracker shows.
#[derive(Clone, Debug)]
struct Shown {
    turn: Turn,
    /// The open questions.
    asked: Vec<PromptId>,
    /// Whether the GM is waited for.
    gm_is_awaited: bool,
    /// [`Scene::seq`], which for players only changes with what they see.
    seq: u64,
    at_ms: i64,
}

/// How long one tracker has been behind.
#[derive(Debug, Default)]
pub(super) struct TrackerWait {
    shown: Option<Shown>,
    /// Since when.
    since: Option<Instant>,
}

impl TrackerWait {
    /// It shows this now.
    pub(super) fn drew(&mut self, scene: &Scene, gm_is_awaited: bool, now_ms: i64) {
        let shown = Shown { turn: Turn::of(scene), asked: open(scene), gm_is_awaited, seq: scene.seq, at_ms: now_ms };
        *self = TrackerWait { shown: Some(shown), since: None };
    }

    /// What it shows no longer counts.
    pub(super) fn lost(&mut self) {
        *self = TrackerWait::default();
    }

    /// Until when the players' tracker waits; `None` if it's edited now.
    pub(super) fn for_players(&mut self, snapshot: &Snapshot, delays: TrackerDelays, now: Instant) -> Option<Instant> {
        // A wait that began with what players don't see would tell them of it.
        if self.shown.as_ref().is_some_and(|it| it.seq == snapshot.scene.seq) {
            self.since = None;
            return None;
        }
        self.wait(snapshot.header.status, &snapshot.scene, delays, now, |_| false)
    }

    /// The same of the GM's; `is_heard` says whether the GM has done anything since a time.
    pub(super) fn for_the_gm(
        &mut self,
        snapshot: &Snapshot,
        delays: TrackerDelays,
        now: Instant,
        is_heard: impl Fn(i64) -> bool,
    ) -> Option<Instant> {
        let awaited = gm_is_awaited(snapshot);
        let is_urgent = |shown: &Shown| shown.gm_is_awaited != awaited || is_heard(shown.at_ms);
        self.wait(snapshot.header.status, &snapshot.gm.scene, delays, now, is_urgent)
    }

    fn wait(
        &mut self,
        status: Status,
        scene: &Scene,
        delays: TrackerDelays,
        now: Instant,
        is_urgent: impl Fn(&Shown) -> bool,
    ) -> Option<Instant> {
        let delay = match self.shown.as_ref().filter(|_| status == Status::Fighting) {
            // It would say that somebody is waited for who has answered.
            Some(shown) if has_answered(shown, scene) => Duration::ZERO,
            Some(shown) if has_new_question(shown, scene) => delays.answer,
            Some(shown) if shown.turn == Turn::of(scene) && !is_urgent(shown) => delays.same_turn,
            _ => Duration::ZERO,
        };
        self.until(delay, now)
    }

    fn until(&mut self, delay: Duration, now: Instant) -> Option<Instant> {
        let until = *self.since.get_or_insert(now) + delay;
        (now < until).then_some(until)
    }
}

fn open(scene: &Scene) -> Vec<PromptId> {
    scene.prompts.iter().filter(|it| !it.answered && !it.is_umpires).map(|it| it.id).collect()
}

/// Whether somebody is asked something that isn't shown, while nothing else has moved on.
fn has_new_question(shown: &Shown, scene: &Scene) -> bool {
    let turn = Turn::of(scene);
    let same_time = (turn.stage, turn.paused, turn.round, &turn.phase)
        == (shown.turn.stage, shown.turn.paused, shown.turn.round, &shown.turn.phase);
    same_time && open(scene).iter().any(|it| !shown.asked.contains(it))
}

/// Whether a question that's shown is no longer open.
fn has_answered(shown: &Shown, scene: &Scene) -> bool {
    let open = open(scene);
    shown.asked.iter().any(|it| !open.contains(it))
}

/// Whether anything waits for the GM: a question, a turn, a pause, the end, or before the fight has begun.
pub(super) fn gm_is_awaited(snapshot: &Snapshot) -> bool {
    let scene = &snapshot.gm.scene;
    let is_asked = scene.prompts.iter().any(|it| !it.answered && it.seats.is_empty() && !it.is_umpires);
    let mut members = scene.sides.iter().flat_map(|it| &it.members);
    let has_turn =
        members.any(|it| it.player.is_none() && scene.may_act.contains(&it.id) && waits_for_the_gm(snapshot, it));
    is_asked
        || has_turn
        || scene.paused
        || scene.stage != Stage::Fighting
        || snapshot.gm.group_outlived.is_some()
        || scene.looks_decided().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DELAYS: TrackerDelays = TrackerDelays { answer: Duration::from_secs(4), same_turn: Duration::from_secs(5) };

    /// It waits from the first change that isn't shown, and no longer if more follow.
    #[test]
    fn a_wait_begins_with_the_first_change_that_is_not_shown() {
        let (mut wait, start) = (TrackerWait::default(), Instant::now());
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        assert_eq!(wait.until(DELAYS.same_turn, at(0)), Some(at(5)));
        assert_eq!(wait.until(DELAYS.same_turn, at(3)), Some(at(5)), "it isn\u{2019}t put off by another");
        assert_eq!(wait.until(Duration::ZERO, at(3)), None, "what\u{2019}s urgent doesn\u{2019}t wait");
        assert_eq!(wait.until(DELAYS.same_turn, at(5)), None);
        wait.lost();
        assert_eq!(wait.until(DELAYS.same_turn, at(6)), Some(at(11)));
    }
}
