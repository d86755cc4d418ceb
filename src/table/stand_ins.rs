//! Who plays a player's character while the player isn't there: the GM, or Umpire if the table says so. It's the player's again at their
//! first press, or as soon as they sit down; one they lend while they play another, once they act or answer for it.

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
    /// there, and is the GM if no GM is. If nobody is there at all, everything stays as it is and waits; if only the GM is, a new fight waits
    /// for its first player.
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
            if has_gm {
                self.give_the_gm_back(now_ms).await?;
            }
        }
        let is_new = |seat: &Seat| seats.contains(seat) && !before.contains(seat);
        for (who, seat) in self.away_players.all() {
            if is_new(&seat) {
                self.give_back(who, seat, now_ms).await?;
            }
        }
        if seats.iter().all(|it| self.gms.contains(it)) {
            if self.waits_for_players(now_ms).await? {
                return Ok(());
            }
        } else {
            self.players_are_here(now_ms).await?;
        }
        let names = self.session.names(Viewer::Gm);
        let absent: Vec<(CombatantId, Seat)> = names
            .iter()
            .filter_map(|it| Some((it.id, it.player?)))
            .filter(|it| !seats.contains(&it.1) && !self.gms.contains(&it.1))
            .collect();
        if !absent.is_empty() {
            self.stand_in(absent, Style::Cautious, Absence::EmptySeat, now_ms).await?;
        }
        self.leave_nobody_unplayed(now_ms).await
    }

    /// The caller's characters that the GM or Umpire plays while the caller is away.
    pub fn away(&self, caller: &Caller) -> Vec<NameView> {
        self.own_among(caller, &self.away_players.of(self.session(), caller.seat))
    }

    /// All characters that the GM or Umpire plays because their players are away.
    pub fn absent(&self) -> Vec<CombatantId> {
        self.away_players.all().into_iter().map(|it| it.0).collect()
    }

    /// Those of them who come back at the caller's first press, whatever it is.
    pub fn back_at_a_press(&self, caller: &Caller) -> Vec<NameView> {
        self.own_among(caller, &self.away_players.back_at_a_press(self.session(), caller.seat))
    }

    fn own_among(&self, caller: &Caller, these: &[CombatantId]) -> Vec<NameView> {
        self.own(caller).into_iter().filter(|it| these.contains(&it.id)).collect()
    }

    /// The GM has settled who plays this character, or it's gone: its player is no longer away from it.
    pub(super) async fn settle_who_plays(&mut self, who: CombatantId) {
        if self.away_players.all().iter().any(|it| it.0 == who) {
            self.away_players.is_back(who);
            self.keep_away().await;
        }
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
        self.away_players.leave(absent, why == Absence::Wish);
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
        let own = own.into_iter().filter(|it| self.is_theirs(caller.seat, it)).collect::<Vec<_>>();
        if own.is_empty() {
            return Err(UserError::say(resolve::NOBODY_OF_YOURS).into());
        }
        let away = self.away_players.of(self.session(), caller.seat);
        let (back, own): (Vec<NameView>, Vec<NameView>) = own.into_iter().partition(|it| away.contains(&it.id));
        let (mine, others): (Vec<NameView>, Vec<NameView>) =
            own.into_iter().partition(|it| it.player == Some(caller.seat));
        let names = |all: &[NameView]| wording::list(&all.iter().map(|it| it.name.clone()).collect::<Vec<_>>());
        let style = match to {
            Handover::Off => {
                for it in &back {
                    self.give_back(it.id, caller.seat, now_ms).await?;
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
            let told = match back.is_empty() {
                true => format!("The GM has given {} to somebody else.", names(&others)),
                false => format!("Somebody else plays {} already. {}", names(&back), self.way_back(caller, &[])),
            };
            return Ok(CommandReply::told(told));
        }
        let told = format!("Umpire plays {} from the next action on. {}", names(&mine), self.way_back(caller, &mine));
        let absent = mine.into_iter().map(|it| (it.id, caller.seat)).collect();
        self.stand_in(absent, style, Absence::Wish, now_ms).await?;
        Ok(CommandReply::done(told))
    }

    /// How a player who lends these gets them back.
    fn way_back(&self, caller: &Caller, lent: &[NameView]) -> &'static str {
        let is_played = |it: &NameView| it.player == Some(caller.seat) && !lent.iter().any(|lent| lent.id == it.id);
        match self.own(caller).iter().any(is_played) {
            true => "Act or answer for them to get them back, or type /autopilot style:off.",
            false => "Press any button here to take them back.",
        }
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
