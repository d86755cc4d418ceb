//! Who plays a player's character while the player isn't there: the GM, or Umpire if the table says so. It's the player's again as soon as
//! they act, answer, or sit down.

use super::{
    autopilot,
    command::{Command, CommandReply},
    resolve,
    service::{Caller, EncounterService, InputOrigin, ServiceError},
    setting_keys::{AWAY, AWAY_PLAYED_BY, UMPIRE},
};
use crate::{
    engine::{Actor, CombatantId, Controller, Seat, playing::Style, view::Viewer},
    rules::{Absence, Handover, NameView, Request, Story, UserError, wording},
    store::encounter_scope,
};

impl EncounterService {
    /// Whether nobody sits at a table that knows who does: then nothing moves, and nobody's time runs out.
    pub fn is_deserted(&self) -> bool {
        self.seated.as_ref().is_some_and(Vec::is_empty)
    }

    /// These people sit at the table now. Whoever has just sat down gets their characters back; Umpire plays those of anyone who isn't
    /// there, and is the GM if no GM is. If nobody is there at all, everything stays as it is and waits.
    ///
    /// # Errors
    /// If the store fails, or the fight is faulted.
    pub async fn seated(&mut self, seats: Vec<Seat>, now_ms: i64) -> Result<(), ServiceError> {
        let before = self.seated.replace(seats.clone()).unwrap_or_default();
        if seats.is_empty() {
            return Ok(());
        }
        let has_gm = self.gms.iter().any(|it| seats.contains(it));
        if has_gm == self.umpire_is_gm() {
            self.let_umpire_be_gm(!has_gm).await.map_err(|it| ServiceError::Store(it.to_string()))?;
        }
        let is_new = |seat: &Seat| seats.contains(seat) && !before.contains(seat);
        for (who, seat) in self.away_players.all() {
            if is_new(&seat) {
                self.give_back(who, seat, now_ms).await?;
            }
        }
        let names = self.session.names(Viewer::Gm);
        let absent: Vec<(CombatantId, Seat)> = names
            .iter()
            .filter_map(|it| Some((it.id, it.player?)))
            .filter(|it| !seats.contains(&it.1) && !self.gms.contains(&it.1))
            .collect();
        if !absent.is_empty() {
            self.stand_in(absent, Style::default(), Absence::EmptySeat, now_ms).await?;
        }
        self.leave_nobody_unplayed(now_ms).await
    }

    /// Whether somebody else plays a character of this caller's while they're away.
    pub fn is_away(&self, caller: &Caller) -> bool {
        !self.away_players.of(caller.seat).is_empty()
    }

    /// Gives a character back to its player who was away.
    pub(super) async fn give_back(&mut self, who: CombatantId, seat: Seat, now_ms: i64) -> Result<(), ServiceError> {
        let back = Request::Control { who, to: Controller::Player(seat) };
        self.ask_once(Actor::Table, &back, InputOrigin::default(), now_ms).await?;
        self.away_players.is_back(who);
        self.keep_away().await;
        Ok(())
    }

    /// Hands characters of players who were silent too often to the GM or, if the table wants that, to Umpire, who is careful with them.
    pub(super) async fn takes_over(&mut self, silent: Vec<CombatantId>, now_ms: i64) -> Vec<Story> {
        let mut stories = vec![];
        for who in silent {
            // Stored first: a character whose player nobody remembers couldn't be given back.
            self.keep_away().await;
            let away = match self.umpire_plays_the_away() {
                true => Request::StandIn { who: vec![who], style: Style::Cautious, why: Absence::Silence },
                false => Request::Control { who, to: Controller::Gm },
            };
            match self.ask_once(Actor::Table, &away, InputOrigin::default(), now_ms).await {
                Ok(more) => stories.extend(more),
                Err(error) => {
                    tracing::warn!(encounter = self.header.id, %error, "a silent player's character stays with them");
                    self.away_players.is_back(who);
                }
            }
        }
        stories
    }

    /// Umpire plays these characters until their players are back.
    ///
    /// # Errors
    /// If the store fails, or the fight is faulted.
    pub(super) async fn stand_in(
        &mut self,
        absent: Vec<(CombatantId, Seat)>,
        style: Style,
        why: Absence,
        now_ms: i64,
    ) -> Result<Vec<Story>, ServiceError> {
        let who: Vec<CombatantId> = absent.iter().map(|it| it.0).collect();
        self.away_players.leave(absent);
        self.keep_away().await;
        let request = Request::StandIn { who: who.clone(), style, why };
        let done = self.ask_once(Actor::Table, &request, InputOrigin::default(), now_ms).await;
        if done.is_err() {
            who.into_iter().for_each(|it| self.away_players.is_back(it));
        }
        done
    }

    /// `/autopilot`: a player lets Umpire play their characters, or takes them back.
    ///
    /// # Errors
    /// If they have none here, the style is unknown, or the store fails.
    pub(super) async fn lend(
        &mut self,
        caller: &Caller,
        command: &Command,
        now_ms: i64,
    ) -> Result<CommandReply, ServiceError> {
        let to = autopilot::handover_here(self.session(), command.get("style").unwrap_or_default())?;
        let named = command.get("as").filter(|it| !it.is_empty());
        let own: Vec<NameView> = match named {
            Some(_) => {
                let who = self.acting(caller, command)?;
                self.own(caller).into_iter().filter(|it| it.id == who).collect()
            }
            None => self.own(caller),
        };
        let own = own.into_iter().filter(|it| [it.player, it.owner].contains(&Some(caller.seat)));
        let (mine, lent): (Vec<NameView>, Vec<NameView>) = own.partition(|it| it.player == Some(caller.seat));
        if mine.is_empty() && lent.is_empty() {
            return Err(UserError::say(resolve::NOBODY_OF_YOURS).into());
        }
        let names = |all: &[NameView]| wording::list(&all.iter().map(|it| it.name.clone()).collect::<Vec<_>>());
        let style = match to {
            Handover::Off => {
                let away = self.away_players.all();
                let mut back = vec![];
                for it in lent.into_iter().filter(|it| away.contains(&(it.id, caller.seat))) {
                    self.give_back(it.id, caller.seat, now_ms).await?;
                    back.push(it);
                }
                return Ok(match back.is_empty() {
                    true => CommandReply::told("Umpire plays none of your characters."),
                    false => CommandReply::done(format!("You play {} again.", names(&back))),
                });
            }
            Handover::Usual => Style::default(),
            Handover::In(style) => style,
        };
        if mine.is_empty() {
            return Ok(CommandReply::told(
                "Somebody else plays your characters already. Act or answer to get them back.",
            ));
        }
        let told = format!("Umpire plays {} from the next action on. Act or answer to get them back.", names(&mine));
        let absent = mine.into_iter().map(|it| (it.id, caller.seat)).collect();
        self.stand_in(absent, style, Absence::Wish, now_ms).await?;
        Ok(CommandReply::done(told))
    }

    fn umpire_plays_the_away(&self) -> bool {
        self.umpire_is_gm() || self.setting(AWAY_PLAYED_BY) == Some(UMPIRE)
    }

    async fn keep_away(&mut self) {
        let scope = encounter_scope(self.header.id);
        let away = self.away_players.to_keep();
        let kept = self.store.set_setting(self.header.application_id, &scope, AWAY, &away).await;
        if let Err(error) = kept {
            tracing::error!(encounter = self.header.id, %error, "it couldn\u{2019}t be noted who is away");
        }
    }
}
