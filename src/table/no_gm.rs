//! A fight in which nobody is GM: Umpire plays whoever the GM would, answers what the rules ask of a GM by their default, and ends the fight
//! once it looks decided. Somebody who plays in such a fight is a player, whoever opened it.

use super::{
    service::{Caller, EncounterService, InputOrigin, ServiceError},
    setting_keys::{FightSetting, GM_SEAT, UMPIRE},
};
use crate::{
    engine::{
        Actor, Seat, Stage,
        view::{Scene, Viewer},
    },
    rules::{Handover, Request},
    store::{Status, StoreError},
};

/// How long after the last thing that happened a decided fight ends if nobody could do anything more, in milliseconds.
const ENDS_AFTER_MS: i64 = 6_000;
/// How long if somebody still could: get up a friend, take a thing, run.
const ENDS_AFTER_ALL_MS: i64 = 90_000;

impl EncounterService {
    /// Whether nobody is GM, so that Umpire answers what the rules ask of one.
    pub fn umpire_is_gm(&self) -> bool {
        self.setting(GM_SEAT) == Some(UMPIRE)
    }

    /// From now on nobody is GM, or somebody is again.
    ///
    /// # Errors
    /// If the store fails; then nothing has changed.
    pub(super) async fn let_umpire_be_gm(&mut self, on: bool) -> Result<(), StoreError> {
        let setting = FightSetting::UmpireIsGm(on);
        self.settle(setting.key(), &setting.value()).await
    }

    /// A caller as an actor of the fight. Where nobody is GM, whoever opened the fight prepares it as its GM, and plays in it as a player.
    pub fn actor(&self, caller: &Caller) -> Actor {
        let has_seat = caller.has_gm_role || self.gms.contains(&caller.seat);
        match has_seat && !self.only_plays(caller.seat) {
            true => Actor::Gm(caller.seat),
            false => Actor::Player(caller.seat),
        }
    }

    /// Whether somebody plays in this fight, and so isn't its GM.
    pub(super) fn only_plays(&self, seat: Seat) -> bool {
        self.umpire_is_gm()
            && self.session.stage() != Stage::Gathering
            && self.session.names(Viewer::Gm).iter().any(|it| [it.owner, it.player].contains(&Some(seat)))
    }

    /// Whether this caller may end the fight: its GM or, where nobody is, anyone who plays in it.
    pub(super) fn may_end(&self, caller: &Caller) -> bool {
        self.actor(caller).is_gm() || self.only_plays(caller.seat)
    }

    /// When Umpire ends this fight because it looks decided and nobody is GM, in milliseconds since the epoch. As long as somebody could
    /// still do something, it takes longer, and without a pace it's left to them.
    pub(super) fn umpire_ends_at_ms(&self) -> Option<i64> {
        if self.status != Status::Fighting || !self.umpire_is_gm() || self.session.paused() {
            return None;
        }
        let scene = self.session.scene(Viewer::Gm);
        if scene.details.decided.is_none() || scene.prompts.iter().any(|it| !it.answered) {
            return None;
        }
        let wait_ms = match a_player_may_act(&scene) {
            true => ENDS_AFTER_ALL_MS.max(scene.prompt_ms?),
            false => ENDS_AFTER_MS,
        };
        Some(self.last_at_ms + wait_ms)
    }

    /// Ends the fight, if it's time.
    ///
    /// # Errors
    /// If the store fails, or the fight is faulted.
    pub async fn umpire_ends(&mut self, now_ms: i64) -> Result<(), ServiceError> {
        if self.is_deserted() || self.umpire_ends_at_ms().is_none_or(|it| it > now_ms) {
            return Ok(());
        }
        self.ask(Actor::Table, &Request::End, InputOrigin::default(), now_ms).await.map(|_| ())
    }

    /// Where nobody is GM, hands everybody to Umpire whom nobody plays. Before the beginning, the one who prepares the fight still does.
    pub(super) async fn leave_nobody_unplayed(&mut self, now_ms: i64) -> Result<(), ServiceError> {
        if !self.umpire_is_gm() || self.status == Status::Over {
            return Ok(());
        }
        let scene = self.session.scene(Viewer::Gm);
        let all = scene.sides.iter().flat_map(|it| &it.members);
        let who: Vec<_> = all.filter(|it| it.player.is_none() && it.umpire.is_none()).map(|it| it.id).collect();
        if who.is_empty() {
            return Ok(());
        }
        // A GM who sits there has chosen it.
        if self.seated.as_ref().is_some_and(|seated| !self.gms.iter().any(|it| seated.contains(it))) {
            self.left_by_gm.extend(&who);
        }
        let request = Request::Autopilot { who, to: Handover::Usual };
        self.ask_once(Actor::Table, &request, InputOrigin::default(), now_ms).await.map(|_| ())
    }

    /// A GM who's back at a table that knows who sits there plays again whom they played before.
    pub(super) async fn give_the_gm_back(&mut self, now_ms: i64) -> Result<(), ServiceError> {
        let left = std::mem::take(&mut self.left_by_gm);
        let scene = self.session.scene(Viewer::Gm);
        let all = scene.sides.iter().flat_map(|it| &it.members);
        let is_umpires = all.filter(|it| it.player.is_none() && it.umpire.is_some());
        let who: Vec<_> = is_umpires.map(|it| it.id).filter(|it| left.contains(it)).collect();
        if who.is_empty() {
            return Ok(());
        }
        let request = Request::Autopilot { who, to: Handover::Off };
        self.ask_once(Actor::Table, &request, InputOrigin::default(), now_ms).await.map(|_| ())
    }
}

/// Whether it's a person's turn to do something.
fn a_player_may_act(scene: &Scene) -> bool {
    let mut all = scene.sides.iter().flat_map(|it| &it.members);
    all.any(|it| it.player.is_some() && it.umpire.is_none() && scene.may_act.contains(&it.id))
}
