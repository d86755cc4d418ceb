//! A fight at a table that knows who sits there waits for its first player. Otherwise a GM who sits down alone would watch Umpire play the heroes
//! before anybody has come for them. The GM may start it without them.

use super::{
    first_players::FirstPlayers,
    service::{EncounterService, InputOrigin, ServiceError},
};
use crate::{
    engine::{Actor, Stage, view::Viewer},
    rules::Request,
};

impl EncounterService {
    /// Only the GM sits at the table. Returns whether the fight waits for its players: a new one does, and stands still.
    ///
    /// # Errors
    /// If the store fails, or the fight is faulted.
    pub(super) async fn waits_for_players(&mut self, now_ms: i64) -> Result<bool, ServiceError> {
        let scene = self.session.scene(Viewer::Gm);
        if self.first_players == FirstPlayers::Here || scene.round > 1 {
            return Ok(false);
        }
        if scene.stage == Stage::Fighting && !scene.paused {
            self.ask_once(Actor::Table, &Request::Pause, InputOrigin::default(), now_ms).await?;
            self.first_players = FirstPlayers::Awaited;
        }
        Ok(true)
    }

    /// A player sits at the table: a fight that has waited for one starts.
    ///
    /// # Errors
    /// If the store fails, or the fight is faulted.
    pub(super) async fn players_are_here(&mut self, now_ms: i64) -> Result<(), ServiceError> {
        let has_waited = std::mem::replace(&mut self.first_players, FirstPlayers::Here) == FirstPlayers::Awaited;
        if has_waited && self.session.paused() {
            self.ask_once(Actor::Table, &Request::Resume, InputOrigin::default(), now_ms).await?;
        }
        Ok(())
    }

    /// If the GM has resumed a fight that waited for its players, it starts without them: Umpire plays for them until they come.
    ///
    /// # Errors
    /// If the store fails, or the fight is faulted.
    pub async fn starts_without_players(&mut self, now_ms: i64) -> Result<(), ServiceError> {
        if self.first_players != FirstPlayers::Awaited || self.session.paused() {
            return Ok(());
        }
        self.first_players = FirstPlayers::Here;
        match self.seated.clone() {
            Some(seats) => self.seated(seats, now_ms).await,
            None => Ok(()),
        }
    }
}
