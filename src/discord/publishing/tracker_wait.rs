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

/// What a tracker shows, as far as it matters for when it's edited.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    turn: Turn,
    /// The open questions, and those of them that the GM answers.
    asked: Vec<PromptId>,
    gms: Vec<PromptId>,
    /// Whether anything but a question waits for the GM.
    gm_is_awaited: bool,
}

impl Shown {
    fn of(scene: &Scene, gm_is_awaited: bool) -> Shown {
        let open = || scene.prompts.iter().filter(|it| !it.answered && !it.is_umpires);
        Shown {
            turn: Turn::of(scene),
            asked: open().map(|it| it.id).collect(),
            gms: open().filter(|it| it.seats.is_empty()).map(|it| it.id).collect(),
            gm_is_awaited,
        }
    }

    /// Whether somebody is asked something now that isn't shown, while nothing else has moved on.
    fn misses_a_question(&self, now: &Shown) -> bool {
        let is_same_time = (self.turn.stage, self.turn.paused, self.turn.round, &self.turn.phase)
            == (now.turn.stage, now.turn.paused, now.turn.round, &now.turn.phase);
        is_same_time && now.asked.iter().any(|it| !self.asked.contains(it))
    }

    /// How long the players' tracker may go on showing this.
    fn players_delay(&self, now: &Shown, delays: TrackerDelays) -> Duration {
        match () {
            // It would say that somebody is waited for who has answered.
            () if has_answered(&self.asked, &now.asked) => Duration::ZERO,
            () if self.misses_a_question(now) => delays.answer,
            () if self.turn == now.turn => delays.same_turn,
            () => Duration::ZERO,
        }
    }

    /// The same of the GM's. While nothing waits for the GM, it's only read, and the fight's own tracker tells whose turn it is.
    fn gms_delay(&self, now: &Shown, delays: TrackerDelays, is_heard: bool) -> Duration {
        match () {
            () if has_answered(&self.gms, &now.gms) => Duration::ZERO,
            () if self.misses_a_question(now) => delays.answer,
            () if self.gm_is_awaited != now.gm_is_awaited || is_heard => Duration::ZERO,
            () if !now.gm_is_awaited || self.turn == now.turn => delays.same_turn,
            () => Duration::ZERO,
        }
    }
}

/// Whether one of the questions that are shown is no longer open.
fn has_answered(shown: &[PromptId], open: &[PromptId]) -> bool {
    shown.iter().any(|it| !open.contains(it))
}

/// What a tracker was last drawn from.
#[derive(Clone, Debug)]
struct Drawn {
    shows: Shown,
    /// [`Scene::seq`], which for players only changes with what they see.
    seq: u64,
    at_ms: i64,
}

/// How long one tracker has been behind.
#[derive(Debug, Default)]
pub(super) struct TrackerWait {
    drawn: Option<Drawn>,
    /// Since when.
    since: Option<Instant>,
}

impl TrackerWait {
    /// It shows this now.
    pub(super) fn drew(&mut self, scene: &Scene, gm_is_awaited: bool, now_ms: i64) {
        let drawn = Drawn { shows: Shown::of(scene, gm_is_awaited), seq: scene.seq, at_ms: now_ms };
        *self = TrackerWait { drawn: Some(drawn), since: None };
    }

    /// What it shows no longer counts.
    pub(super) fn lost(&mut self) {
        *self = TrackerWait::default();
    }

    /// Until when the players' tracker waits; `None` if it's edited now.
    pub(super) fn for_players(&mut self, snapshot: &Snapshot, delays: TrackerDelays, now: Instant) -> Option<Instant> {
        // A wait that began with what players don't see would tell them of it.
        if self.drawn.as_ref().is_some_and(|it| it.seq == snapshot.scene.seq) {
            self.since = None;
            return None;
        }
        let drawn = self.drawn_of(snapshot.header.status);
        let delay =
            drawn.map_or(Duration::ZERO, |it| it.shows.players_delay(&Shown::of(&snapshot.scene, false), delays));
        self.until(delay, now)
    }

    /// The same of the GM's; `is_heard` says whether the GM has done anything since a time.
    pub(super) fn for_the_gm(
        &mut self,
        snapshot: &Snapshot,
        delays: TrackerDelays,
        now: Instant,
        is_heard: impl Fn(i64) -> bool,
    ) -> Option<Instant> {
        let shows = Shown::of(&snapshot.gm.scene, gm_is_awaited(snapshot));
        let drawn = self.drawn_of(snapshot.header.status);
        let delay = drawn.map_or(Duration::ZERO, |it| it.shows.gms_delay(&shows, delays, is_heard(it.at_ms)));
        self.until(delay, now)
    }

    /// What it was drawn from, if the fight goes on.
    fn drawn_of(&self, status: Status) -> Option<&Drawn> {
        self.drawn.as_ref().filter(|_| status == Status::Fighting)
    }

    fn until(&mut self, delay: Duration, now: Instant) -> Option<Instant> {
        let until = *self.since.get_or_insert(now) + delay;
        (now < until).then_some(until)
    }
}

/// Whether anything waits for the GM, but for questions, which have a message of their own: a turn, a pause, the end, or a fight that hasn't
/// begun.
pub(super) fn gm_is_awaited(snapshot: &Snapshot) -> bool {
    let scene = &snapshot.gm.scene;
    let mut members = scene.sides.iter().flat_map(|it| &it.members);
    let has_turn =
        members.any(|it| it.player.is_none() && scene.may_act.contains(&it.id) && waits_for_the_gm(snapshot, it));
    has_turn
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

    fn shown(whose: &str, questions: &[(u32, bool)], gm_is_awaited: bool) -> Shown {
        let ids = |gms_only: bool| {
            let meant = questions.iter().filter(|it| !gms_only || it.1);
            meant.map(|it| PromptId { seq: 1, ordinal: it.0 }).collect()
        };
        let turn = Turn {
            stage: Stage::Fighting,
            paused: false,
            round: 1,
            phase: None,
            whose: whose.to_owned(),
            may_act: vec![],
            clock: None,
        };
        Shown { turn, asked: ids(false), gms: ids(true), gm_is_awaited }
    }

    /// What would tell wrongly whose turn it is, or who's waited for, is edited at once; what's told elsewhere waits for more.
    #[test]
    fn the_players_tracker_never_tells_wrongly_whom_it_waits_for() {
        let anas = shown("Ana", &[], false);
        let asks = shown("Ana", &[(1, false)], false);
        assert_eq!(anas.players_delay(&anas, DELAYS), DELAYS.same_turn);
        assert_eq!(anas.players_delay(&shown("Bo", &[], false), DELAYS), Duration::ZERO);
        assert_eq!(anas.players_delay(&asks, DELAYS), DELAYS.answer, "the question has a message of its own");
        assert_eq!(asks.players_delay(&anas, DELAYS), Duration::ZERO, "answered");
        assert_eq!(
            asks.players_delay(&shown("Ana", &[(2, false)], false), DELAYS),
            Duration::ZERO,
            "answered, and another"
        );
        let mut next_round = asks.clone();
        next_round.turn.round = 2;
        assert_eq!(anas.players_delay(&next_round, DELAYS), Duration::ZERO);
    }

    /// The GM's is edited at once when the GM is to act or has acted, and a little later while only players do.
    #[test]
    fn the_gms_tracker_hurries_for_the_gm() {
        let (anas, bos) = (shown("Ana", &[], false), shown("Bo", &[], false));
        let (orcs, wolfs) = (shown("Orc", &[], true), shown("Wolf", &[], true));
        let delay = |from: &Shown, to: &Shown| from.gms_delay(to, DELAYS, false);
        assert_eq!(delay(&anas, &bos), DELAYS.same_turn, "a turn that isn\u{2019}t the GM\u{2019}s");
        assert_eq!(anas.gms_delay(&bos, DELAYS, true), Duration::ZERO, "the GM has done something");
        assert_eq!((delay(&anas, &orcs), delay(&orcs, &anas)), (Duration::ZERO, Duration::ZERO));
        assert_eq!(delay(&orcs, &wolfs), Duration::ZERO, "whom the GM is to act for");
        assert_eq!(delay(&orcs, &orcs), DELAYS.same_turn);
        let asks_gm = shown("Ana", &[(1, true)], false);
        assert_eq!(delay(&anas, &asks_gm), DELAYS.answer, "the question pings the GM itself");
        assert_eq!(delay(&asks_gm, &anas), Duration::ZERO, "answered");
        let asks_bo = shown("Ana", &[(1, false)], false);
        assert_eq!(delay(&asks_bo, &anas), DELAYS.same_turn, "a player has answered");
    }
}
