//! The task of one live fight: it reads its messages one by one, keeps its deadlines and lets Umpire move, until the fight is over or rests.

use super::{
    clock::Clock,
    fight_address::{FightAddress, Inbox},
    publisher::Publisher,
    service::{EncounterService, InputOrigin, ServiceError},
    table_message::TableMessage,
    umpire::MoveDue,
    umpire_thinks::UmpireThinks,
};
use crate::{
    engine::Actor,
    failpoint,
    rules::{Request, Story, session::Thought},
    store::Status,
};
use std::{sync::Arc, time::Duration};
use tokio::sync::watch;

/// The longest sleep in milliseconds: clocks may jump, so the deadline is checked at least this often.
const LOOK_AGAIN_MS: i64 = 60_000;
/// What happens within this many milliseconds isn't worth resting for.
pub(super) const AWAKE_BEFORE_MS: i64 = 120_000;

/// One fight's task.
pub(super) struct Live {
    pub service: EncounterService,
    pub inbox: Inbox,
    pub address: Arc<FightAddress>,
    pub clock: Arc<dyn Clock>,
    pub publisher: Arc<dyn Publisher>,
    pub not_before_ms: i64,
    pub umpire: UmpireThinks,
    pub grace_ms: i64,
    pub all_not_before_ms: watch::Receiver<i64>,
    /// It rests once nobody has touched it for this many milliseconds; never if 0.
    pub rest_after_ms: i64,
    /// When somebody last asked for something, in milliseconds since the epoch, even if it was refused; 0 if nobody has.
    pub asked_at_ms: i64,
}

/// Why a fight's task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// The fight is over.
    Over,
    /// It rests.
    Resting,
    /// The program stops.
    Stopped,
}

impl Live {
    /// Reads messages and keeps deadlines until the fight is over or rests, or the program stops. What it needs only while it works is boxed: it
    /// waits most of the time.
    pub async fn run(&mut self) -> Left {
        self.inbox.next_row.is(self.service.session().seq());
        loop {
            let wait = self.wait();
            let umpire_waits = if self.umpire.is_busy() { None } else { self.service.umpire_due_ms() };
            let umpire_waits = umpire_waits.map(|it| self.until(it));
            tokio::select! {
                message = self.inbox.messages.recv() => match message.map(|it| *it) {
                    None | Some(TableMessage::Stop) => return Left::Stopped,
                    Some(TableMessage::MayRest) => if Box::pin(self.rests()).await { return Left::Resting },
                    Some(message) => Box::pin(self.read(message)).await,
                },
                // Never closed: the tables outlive their tasks; if they don't, nothing is held.
                Ok(()) = self.all_not_before_ms.changed() => {}
                () = tokio::time::sleep(wait) => Box::pin(self.tick()).await,
                () = tokio::time::sleep(umpire_waits.unwrap_or_default()), if umpire_waits.is_some() => Box::pin(self.umpire_moves()).await,
                (due, thought) = self.umpire.done() => Box::pin(self.umpire_plays(due, thought)).await,
            }
            self.inbox.next_row.is(self.service.session().seq());
            if self.service.status() == Status::Over {
                return Left::Over;
            }
        }
    }

    /// Goes to rest, if nobody has touched the fight for long enough, nothing happens in it soon and everything has been shown. Returns whether it
    /// rests.
    async fn rests(&mut self) -> bool {
        let (id, now_ms) = (self.service.header().id, self.clock.now_ms());
        let untouched_ms = now_ms - self.asked_at_ms.max(self.service.last_at_ms());
        let is_due = self.service.due_ms().is_some_and(|it| it < now_ms + AWAKE_BEFORE_MS);
        if self.rest_after_ms == 0 || untouched_ms < self.rest_after_ms || is_due || self.umpire.is_busy() {
            return false;
        }
        if !self.service.can_rest() || !self.publisher.lets_go(id) {
            return false;
        }
        let noted = match self.service.note_rest().await {
            Ok(rest) if self.address.rests(&self.inbox, rest) => return true,
            Ok(_) => self.service.forget_rest().await, // somebody came in that moment
            Err(error) => Err(error),
        };
        if let Err(error) = noted {
            tracing::warn!(encounter = id, %error, "what\u{2019}s noted of a fight that rests couldn\u{2019}t be written");
        }
        false
    }

    fn wait(&self) -> Duration {
        self.until(self.service.next_deadline_ms().unwrap_or(i64::MAX))
    }

    /// The time until something that's due then, in milliseconds since the epoch, can happen.
    fn until(&self, due_ms: i64) -> Duration {
        let now_ms = self.clock.now_ms();
        let due_ms = due_ms.max(self.not_before());
        let left_ms = due_ms.saturating_sub(now_ms).clamp(0, LOOK_AGAIN_MS);
        Duration::from_millis(left_ms.unsigned_abs())
    }

    fn not_before(&self) -> i64 {
        self.not_before_ms.max(*self.all_not_before_ms.borrow())
    }

    async fn read(&mut self, message: TableMessage) {
        if matches!(message, TableMessage::Command { .. } | TableMessage::Ask { .. }) {
            failpoint::hit("interaction.received");
        }
        let now_ms = self.clock.now_ms();
        let before = self.service.session().seq();
        self.service.wall_has_gone(self.clock.drift_ms());
        if !matches!(message, TableMessage::Look(_) | TableMessage::ClockIsSeen { .. }) {
            self.asked_at_ms = now_ms;
        }
        match message {
            TableMessage::Command { caller, command, receipt, tell } => {
                let reply = self.service.command(&caller, &command, receipt, now_ms).await;
                self.service.ends_turn(now_ms).await;
                // A setting of the table isn't a row of the log, but it still has to be shown.
                let is_new = matches!(&reply, Ok(it) if it.happened);
                self.ring(before, is_new || is_fault(&reply));
                let _ = tell.send(reply);
            }
            TableMessage::Ask { caller, request, only_if, then, receipt, tell } => {
                let actor = self.service.actor(&caller);
                let mut reply = match only_if(&self.service) {
                    true => self.service.ask(actor, &request, receipt, now_ms).await.map(Some),
                    false => Ok(None),
                };
                if let Ok(Some(told)) = &mut reply {
                    let requests = then(&mut self.service);
                    told.extend(self.asks_on(actor, requests, receipt, now_ms).await);
                }
                self.service.ends_turn(now_ms).await;
                self.ring(before, is_fault(&reply));
                let _ = tell.send(reply);
            }
            TableMessage::Look(look) => look(&self.service),
            TableMessage::ClockIsSeen { deadline_ms } => {
                if self.service.clock_is_seen(deadline_ms, now_ms) {
                    self.publisher.changed(self.service.header().id);
                }
            }
            TableMessage::Gms { gms, tell } => {
                let _ = tell.send(self.service.set_gms(gms).await);
            }
            TableMessage::Settle { key, value, tell } => {
                let settled = self.service.settle(key, &value).await;
                self.publisher.changed(self.service.header().id);
                let _ = tell.send(settled);
            }
            TableMessage::Seated { seats, tell } => {
                let was_deserted = self.service.is_deserted();
                let seated = self.service.seated(seats, now_ms).await;
                if was_deserted && self.service.next_deadline_ms().is_some_and(|it| it < now_ms + self.grace_ms) {
                    self.not_before_ms = now_ms + self.grace_ms; // whoever has just come gets time to read
                    self.service.held_until_ms = self.not_before_ms;
                }
                self.ring(before, true);
                let _ = tell.send(seated);
            }
            TableMessage::MayRest | TableMessage::Stop => {}
        }
        let before = self.service.session().seq();
        if let Err(error) = self.service.starts_without_players(now_ms).await {
            tracing::error!(encounter = self.service.header().id, %error, "nobody plays for players who haven\u{2019}t come");
        }
        self.ring(before, false);
    }

    /// Does what follows from a request of this actor's, but for what's settled already. An interaction can cause just one row, and has.
    async fn asks_on(&mut self, actor: Actor, requests: Vec<Request>, receipt: InputOrigin, now_ms: i64) -> Vec<Story> {
        let (mut told, receipt) = (vec![], InputOrigin { interaction: None, ..receipt });
        for request in requests {
            match self.service.ask(actor, &request, receipt, now_ms).await {
                Ok(stories) => told.extend(stories),
                Err(ServiceError::Refused(_)) => {}
                Err(error) => {
                    let id = self.service.header().id;
                    tracing::error!(encounter = id, %error, "an answer that goes with another couldn\u{2019}t be given");
                }
            }
        }
        told
    }

    async fn tick(&mut self) {
        let now_ms = self.clock.now_ms();
        if now_ms < self.not_before() {
            return;
        }
        let before = self.service.session().seq();
        let ticked = self.service.tick(now_ms).await;
        self.service.ends_turn(now_ms).await;
        match ticked {
            Ok(_) => self.ring(before, false),
            Err(error) => {
                tracing::error!(encounter = self.service.header().id, %error, "a deadline couldn\u{2019}t be kept; trying again");
                self.not_before_ms = now_ms + 1_000;
                self.ring(before, matches!(error, ServiceError::Faulted));
            }
        }
    }

    /// Begins to work out Umpire's next move, or ends a fight that nobody runs, if it's time for it.
    async fn umpire_moves(&mut self) {
        let now_ms = self.clock.now_ms();
        if now_ms < self.not_before() || self.service.umpire_due_ms().is_none_or(|it| it > now_ms) {
            return;
        }
        if let Some((due, thinking)) = self.service.umpires_choices() {
            return self.umpire.begin(due, thinking);
        }
        let before = self.service.session().seq();
        let ended = self.service.umpire_ends(now_ms).await;
        self.umpire_has_moved(before, ended, now_ms);
    }

    async fn umpire_plays(&mut self, due: MoveDue, thought: Thought) {
        let now_ms = self.clock.now_ms();
        if now_ms < self.not_before() {
            return; // nobody can be heard any more; it's worked out again
        }
        let before = self.service.session().seq();
        let played = self.service.umpire_plays(due, thought, now_ms).await;
        self.service.ends_turn(now_ms).await;
        self.umpire_has_moved(before, played, now_ms);
    }

    fn umpire_has_moved(&mut self, before: u64, moved: Result<(), ServiceError>, now_ms: i64) {
        match moved {
            Ok(()) => self.ring(before, false),
            Err(error) => {
                tracing::error!(encounter = self.service.header().id, %error, "a move of Umpire\u{2019}s couldn\u{2019}t be made; trying again");
                self.not_before_ms = now_ms + 1_000;
                self.ring(before, matches!(error, ServiceError::Faulted));
            }
        }
    }

    /// Wakes the publisher if the log has grown. That can happen even if the input was refused, when a withdrawal or a player's return came
    /// before it.
    fn ring(&self, before: u64, in_any_case: bool) {
        if in_any_case || self.service.session().seq() != before {
            self.publisher.changed(self.service.header().id);
        }
    }
}

fn is_fault<T>(reply: &Result<T, ServiceError>) -> bool {
    matches!(reply, Err(ServiceError::Faulted))
}
