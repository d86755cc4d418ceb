//! One fight and its log: an input is decided, written along with the messages that tell it, and only then happens. If writing fails,
//! nothing has changed and the actor is told. It waits for nothing but the store; its owner calls it when time has passed.
//!
//! Long because: whatever happens to a fight goes through here.

pub use super::{
    caller::{Caller, InputOrigin},
    service_error::{OpenError, ServiceError},
};

use super::{
    away::AwayPlayers,
    chains::Chains,
    first_players::FirstPlayers,
    gms::{gms_now_and, gms_text},
    group_in_progress::GroupInProgress,
    last_stories::LastStories,
    public_numbers::Numbers,
    seen_clock::SeenClock,
    setting_keys::{FightSetting, GM_CHANNEL, GMS},
    turn_end::TurnEnd,
};
use crate::{
    engine::{
        Actor, CombatantId, Dice, PromptId, Scripted, Seat, Seed, Seeded, Stage,
        view::{Scene, Viewer},
    },
    failpoint,
    rules::{Newcomer, Proposal, Request, Session, Story, UserError, story::brief::ShortSentence},
    store::{self, Append, AppendError, FORMAT_VERSION, Header, Snowflake, Status, Store, StoreError, encounter_scope},
    telemetry::Reference,
};
use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

/// An answer counts from when it was sent, but at most this many milliseconds back.
pub const TIMED_BACK_AT_MOST_MS: i64 = 3_000;

/// Where the dice come from.
pub(super) enum DiceBox {
    /// The committed seed.
    Seed(Seed),
    /// A script's dice.
    Script(Scripted),
}

/// One fight and its log.
pub struct EncounterService {
    pub(super) header: Header,
    pub(super) session: Box<dyn Session>,
    pub(super) dice: DiceBox,
    pub(super) store: Arc<dyn Store>,
    pub(super) gms: Vec<Seat>,
    pub(super) away_players: AwayPlayers,
    /// Whom Umpire plays only since their GM has left the table.
    pub(super) left_by_gm: Vec<CombatantId>,
    pub(super) numbers: Numbers,
    pub(super) chains: Option<Chains>,
    pub(super) discreet: bool,
    pub(super) settings: BTreeMap<String, String>,
    pub(super) status: Status,
    pub(super) last_at_ms: i64,
    pub(super) seen_clock: SeenClock,
    /// No deadline falls before this after a restart, or once people are back, in milliseconds since the epoch.
    pub(super) held_until_ms: i64,
    /// How far the wall clock is from the counting one: see [`super::Clock::drift_ms`].
    pub(super) drift_ms: i64,
    /// Who last acted without ending a turn, and with which combatant: what a late bare `/end` was meant for.
    pub(super) did_last: Option<(Seat, CombatantId)>,
    /// Whose turn ends with the action under way.
    pub(super) turn_end: Option<TurnEnd>,
    /// What has happened last.
    pub(super) last_stories: LastStories,
    /// Who sits at the table, where that's known: on the local table.
    pub(super) seated: Option<Vec<Seat>>,
    /// Whether a player has.
    pub(super) first_players: FirstPlayers,
    /// The row for which Umpire found nothing that's possible.
    pub(super) umpire_at_a_loss: Option<u64>,
    /// The row of its last move, if that told the channel nothing: there's nothing to read before the next.
    pub(super) moved_unread_at: Option<u64>,
    /// What a group does by its GM's order.
    pub(super) group: Option<GroupInProgress>,
    /// How many orders groups have been given or rid of: what was worked out for an earlier one doesn't count.
    pub(super) group_orders: u32,
}

impl EncounterService {
    /// The same service for a table whose channel must not learn about unseen combatants even from the turn order. Play scripts are about
    /// rules and don't use it.
    #[must_use]
    pub fn discreet(mut self) -> EncounterService {
        self.session.keep_secrets();
        self.discreet = true;
        self
    }

    /// The same service with a script's dice.
    #[must_use]
    pub fn scripted(mut self, dice: Scripted) -> EncounterService {
        self.dice = DiceBox::Script(dice);
        self
    }

    /// The script's dice, if there are any.
    pub fn script_dice(&mut self) -> Option<&mut Scripted> {
        match &mut self.dice {
            DiceBox::Script(dice) => Some(dice),
            DiceBox::Seed(_) => None,
        }
    }

    /// Takes the dice from a seed from now on; for scripts.
    pub fn seed_dice(&mut self, seed: [u8; 32]) {
        self.dice = DiceBox::Seed(Seed::new(seed));
    }

    /// The store's header of the fight.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// When something last happened in it, in milliseconds since the epoch.
    pub fn last_at_ms(&self) -> i64 {
        self.last_at_ms
    }

    /// The fight's status.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The fight.
    pub fn session(&self) -> &dyn Session {
        self.session.as_ref()
    }

    /// The fight as this viewer sees it, with its times as wall clocks show them.
    pub fn scene(&self, viewer: Viewer) -> Scene {
        let mut scene = self.session.scene(viewer);
        if let Some((_, at)) = &mut scene.clock {
            *at += self.seen_clock.late_ms() + self.drift_ms;
            scene.clock_ms = self.seen_clock.whole_ms();
        }
        let deadlines = scene.prompts.iter_mut().filter_map(|it| it.deadline_ms.as_mut());
        deadlines.for_each(|at| *at = (*at).max(self.held_until_ms) + self.drift_ms);
        scene
    }

    /// When the clock between actions would run out if it had been seen at once, if one is running.
    pub fn clock_deadline_ms(&self) -> Option<i64> {
        self.seen_clock.deadline_ms()
    }

    /// People can now see the clock that would run out at this time: from now on it has its full time. Returns whether that changes the
    /// display.
    pub fn clock_is_seen(&mut self, deadline_ms: i64, now_ms: i64) -> bool {
        self.seen_clock.is_seen(deadline_ms, now_ms)
    }

    /// Notes how far the wall clock is from the counting one.
    pub(super) fn wall_has_gone(&mut self, drift_ms: i64) {
        self.drift_ms = drift_ms;
    }

    /// The fight's own GMs, not counting those with the GM role.
    pub fn gms(&self) -> &[Seat] {
        &self.gms
    }

    /// Sets the fight's GMs.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn set_gms(&mut self, gms: Vec<Seat>) -> Result<(), StoreError> {
        let (application, scope) = (self.header.application_id, encounter_scope(self.header.id));
        let ids: Vec<u64> = gms.iter().map(|it| it.0).collect();
        let text = match self.chains.as_ref().is_some_and(Chains::has_gms) {
            true => {
                let kept = self.store.setting(application, &scope, GMS).await?;
                gms_now_and(kept.as_deref(), (self.session.seq() - 1, ids.clone()))
            }
            false => gms_text(&gms),
        };
        let mut chains = self.chains.clone();
        if let Some(chains) = &mut chains {
            chains.gms(&ids);
            // Whoever is named without a number would get another at the next start.
            self.store.meet(self.header.id, chains.take_new_people()).await?;
        }
        self.store.set_setting(application, &scope, GMS, &text).await?;
        self.chains = chains;
        self.gms = gms;
        // Whoever takes the seat is the GM, also where nobody was.
        if self.umpire_is_gm() { self.let_umpire_be_gm(false).await } else { Ok(()) }
    }

    /// The channel paired with the fight's, only for its GMs.
    pub fn gm_channel(&self) -> Option<Snowflake> {
        self.setting(GM_CHANNEL).and_then(|it| serde_json::from_str(it).ok())
    }

    /// The public numbers.
    pub fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// The chains of its log and its public record; `None` if it was opened by a build without chains.
    pub fn chains(&self) -> Option<&Chains> {
        self.chains.as_ref()
    }

    /// The only check for joining a fight. A player who joins a side sees what that side sees, so only the first side is open to everyone,
    /// plus any side where they already have a combatant. Every other side needs the GM's yes, whether or not there's anything to see.
    fn may_join(&self, actor: Actor, newcomer: &Newcomer) -> Result<(), ServiceError> {
        let (Actor::Player(seat), Some(typed)) = (actor, &newcomer.side) else { return Ok(()) };
        let side = self.session.find_side(typed)?;
        let sides = self.session.sides();
        let is_own = self
            .session
            .names(Viewer::Gm)
            .iter()
            .any(|it| it.side == side && [it.owner, it.player].contains(&Some(seat)));
        if is_own || sides.first().is_some_and(|it| it.id == side) {
            return Ok(());
        }
        let side = sides.into_iter().find(|it| it.id == side).map(|it| it.name.to_string());
        Err(ServiceError::TakesYes(Box::new(Newcomer { side, ..newcomer.clone() })))
    }

    /// The open question with this public id. If it was settled long ago, or the caller doesn't know about it, it doesn't exist for them.
    pub fn question_meant(&self, caller: &Caller, name: PromptId) -> PromptId {
        let open = self.scene(self.viewer(caller)).prompts.into_iter().map(|it| it.id);
        let meant = open.into_iter().find(|it| self.numbers.name_of(*it) == name);
        meant.unwrap_or(PromptId { seq: 0, ordinal: u32::MAX })
    }

    /// The people who play here and aren't its GMs.
    pub fn players(&self) -> Vec<Seat> {
        let played = self.session.names(Viewer::Gm).into_iter().filter_map(|it| it.player);
        let mut seats: Vec<Seat> = self.session.seats().into_iter().chain(played).collect();
        seats.sort_unstable();
        seats.dedup();
        seats.retain(|it| !self.gms.contains(it) || self.only_plays(*it));
        seats
    }

    /// A mark of this moment, by which outdated messages and menus are recognised. The GM's changes with every row; everyone else's only
    /// with what they can see.
    pub fn moment(&self, viewer: Viewer) -> u64 {
        match viewer {
            Viewer::Gm => self.session.seq(),
            other => self.numbers.moment(&self.session.scene(other)),
        }
    }

    /// What has happened last since the program started, oldest first: the row with which each action began, and its short account.
    pub fn last_stories(&self) -> impl Iterator<Item = &(u64, Arc<[ShortSentence]>)> {
        self.last_stories.all()
    }

    /// This fight's setting under a key.
    pub fn setting(&self, key: &str) -> Option<&str> {
        self.settings.get(key).map(String::as_str)
    }

    /// Whether the fight is told in plain text; `None` if that hasn't been settled for this fight.
    pub fn is_plain(&self) -> Option<bool> {
        let plain = FightSetting::PlainText(true);
        self.setting(plain.key()).map(|it| it == plain.value())
    }

    /// Whether the first player of a side who passes does so for all.
    pub fn first_pass_counts(&self) -> bool {
        let first = FightSetting::FirstPassCounts(true);
        self.setting(first.key()) == Some(first.value().as_str())
    }

    /// Changes a setting of this fight.
    ///
    /// # Errors
    /// If the store fails; then nothing has changed.
    pub async fn settle(&mut self, key: &str, value: &str) -> Result<(), StoreError> {
        self.store.set_setting(self.header.application_id, &encounter_scope(self.header.id), key, value).await?;
        self.settings.insert(key.to_owned(), value.to_owned());
        self.session.umpire_is_gm(self.umpire_is_gm());
        Ok(())
    }

    /// What a caller may see.
    pub fn viewer(&self, caller: &Caller) -> Viewer {
        match self.actor(caller) {
            Actor::Gm(_) | Actor::Table | Actor::Umpire => Viewer::Gm,
            Actor::Player(seat) => Viewer::Seat(seat),
        }
    }

    /// When the fight next needs [`EncounterService::tick`], in milliseconds since the epoch.
    pub fn next_deadline_ms(&self) -> Option<i64> {
        match self.status {
            Status::Faulted | Status::Over => None,
            _ if self.is_deserted() => None,
            // While the clock between actions runs, no question is open.
            _ => self.session.next_deadline_ms().map(|it| it + self.seen_clock.late_ms()),
        }
    }

    /// As [`EncounterService::ask`], for what isn't a person's own doing.
    pub(super) async fn ask_on(
        &mut self,
        actor: Actor,
        request: &Request,
        receipt: InputOrigin,
        now_ms: i64,
    ) -> Result<Vec<Story>, ServiceError> {
        for who in self.away_players.comes_back(self.session.as_ref(), actor, request) {
            if let Some(seat) = actor.seat() {
                self.give_back(who, seat, now_ms).await?;
            }
        }
        if matches!(request, Request::Begin) && actor.is_gm() {
            self.leave_nobody_unplayed(now_ms).await?;
        }
        let asked = self.ask_once(actor, request, receipt, now_ms).await;
        if asked.is_ok()
            && let Request::Control { who, .. } | Request::Leave { who } = request
        {
            self.settle_who_plays(*who).await;
        }
        if asked.is_ok() && matches!(request, Request::Join(_)) && self.status == Status::Fighting {
            self.leave_nobody_unplayed(now_ms).await?;
        }
        match asked {
            // If the first press is enough, the table passes for the rest of the side.
            Ok(mut stories) if self.waits_for_agreement(actor, request) => {
                stories.extend(self.ask_once(Actor::Table, request, InputOrigin::default(), now_ms).await?);
                Ok(stories)
            }
            Err(ServiceError::Refused(refused)) if refused.diverged => {
                let gm = Actor::Gm(self.gms.first().copied().unwrap_or(Seat(0)));
                self.ask_once(gm, &Request::Withdraw, InputOrigin::default(), now_ms).await?;
                Err(ServiceError::Refused(refused))
            }
            other => other,
        }
    }

    /// Whether a player has passed for a side that hasn't passed yet, at a table where the first press is enough.
    fn waits_for_agreement(&self, actor: Actor, request: &Request) -> bool {
        let Request::Pass { side } = request else { return false };
        let first = self.first_pass_counts() && matches!(actor, Actor::Player(_));
        let is_awaited =
            || !self.session.awaited_to_pass(*side).is_empty() || !self.session.umpire_passes_for(*side).is_empty();
        first && self.session.side_up() == Some(*side) && is_awaited()
    }

    /// Applies the defaults of everything overdue. Does nothing if nothing is.
    ///
    /// # Errors
    /// See [`ServiceError`].
    pub async fn tick(&mut self, now_ms: i64) -> Result<Vec<Story>, ServiceError> {
        if self.next_deadline_ms().is_none_or(|it| it > now_ms) {
            return Ok(vec![]);
        }
        let silent = self.away_players.awaited(self.session.as_ref());
        let mut stories = self.ask_once(Actor::Table, &Request::Tick, InputOrigin::default(), now_ms).await?;
        let silent = self.away_players.silent(self.session.as_ref(), silent);
        stories.extend(self.takes_over(silent, now_ms).await);
        Ok(stories)
    }

    pub(super) async fn ask_once(
        &mut self,
        actor: Actor,
        request: &Request,
        receipt: InputOrigin,
        now_ms: i64,
    ) -> Result<Vec<Story>, ServiceError> {
        if self.status == Status::Faulted && !matches!(request, Request::Undo | Request::Withdraw | Request::End) {
            return Err(ServiceError::Faulted);
        }
        if let Request::Join(newcomer) = request {
            self.may_join(actor, newcomer)?;
        }
        let sent_ms = receipt.sent_ms.unwrap_or(now_ms);
        let at_ms = sent_ms.clamp(now_ms - TIMED_BACK_AT_MOST_MS, now_ms).max(self.last_at_ms);
        let mut proposal = self.propose(actor, request, at_ms).await?;
        failpoint::hit("table.decided");
        let status = self.status_after(request);
        let mut batch = Append::new(self.header.id);
        batch.rows = rows(&proposal, receipt.interaction);
        let mut numbers = self.numbers.clone();
        let mut chains = self.with_rows(&batch.rows);
        batch.people = chains.as_mut().map(Chains::take_new_people).unwrap_or_default();
        batch.outbox = self.notices(&mut proposal, (&mut numbers, chains.as_mut()), request, now_ms);
        if matches!(request, Request::End) {
            batch.outbox.extend(self.last_notices(&proposal, numbers.announcements(), now_ms));
        }
        batch.status = (status != self.status).then_some(status);
        match self.store.append(batch).await {
            Ok(()) => {}
            Err(AppendError::AlreadyDone { .. }) => return Err(ServiceError::AlreadyDone),
            Err(error) => {
                self.read_again().await;
                return Err(ServiceError::Store(error.to_string()));
            }
        }
        let stories = self.session.commit(proposal);
        self.keeps_turn_end(request);
        self.last_stories.note(&stories);
        match request {
            Request::Act { who, draft } => {
                self.did_last = actor.seat().filter(|_| !draft.is_end()).map(|it| (it, *who))
            }
            Request::Pass { .. } | Request::Undo => {
                self.did_last = self.did_last.filter(|it| actor.seat() != Some(it.0))
            }
            _ => {}
        }
        self.seen_clock.follow(self.session.clock(), at_ms);
        (self.numbers, self.chains) = (numbers, chains);
        self.last_at_ms = at_ms;
        self.status = status;
        self.header.status = status;
        Ok(stories)
    }

    /// The chains with these rows added to the log.
    pub(super) fn with_rows(&self, rows: &[store::StoredRow]) -> Option<Chains> {
        let mut chains = self.chains.clone()?;
        rows.iter().for_each(|row| chains.row(&row.body));
        Some(chains)
    }

    /// A failed write may have happened after all (a commit whose reply was lost): what the store has is what counts.
    async fn read_again(&mut self) {
        match EncounterService::load(self.store.clone(), self.header.id).await {
            Ok(fresh) => {
                (self.session, self.numbers, self.chains) = (fresh.session, fresh.numbers, fresh.chains);
                self.seen_clock = fresh.seen_clock;
                if self.discreet {
                    self.session.keep_secrets();
                }
                self.settings = fresh.settings;
                self.session.umpire_is_gm(self.umpire_is_gm());
                (self.header, self.status, self.last_at_ms) = (fresh.header, fresh.status, fresh.last_at_ms);
            }
            Err(error) => {
                tracing::error!(encounter = self.header.id, %error, "the fight can\u{2019}t be read again after a failed write");
            }
        }
    }

    /// A panic in the rules is a bug of ours: this fight stops and is kept, others continue.
    pub(super) async fn propose(
        &mut self,
        actor: Actor,
        request: &Request,
        at_ms: i64,
    ) -> Result<Proposal, ServiceError> {
        let session = &self.session;
        let dice = &mut self.dice;
        let run = || match dice {
            DiceBox::Seed(seed) => {
                let mut dice = Seeded::at(seed, session.used());
                session.propose(actor, request, &mut dice as &mut dyn Dice, at_ms)
            }
            DiceBox::Script(dice) => session.propose(actor, request, dice, at_ms),
        };
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(Ok(proposal)) => Ok(proposal),
            Ok(Err(refused)) => Err(ServiceError::Refused(refused)),
            // Nothing has happened. A person would have to know; Umpire tries something else.
            Err(_) if actor == Actor::Umpire => {
                tracing::error!(
                    encounter = self.header.id,
                    ?request,
                    "the rules panicked over a choice of Umpire\u{2019}s"
                );
                Err(UserError::say("The rules failed.").into())
            }
            Err(_) => {
                let reference = Reference::new();
                tracing::error!(%reference, encounter = self.header.id, ?request, "the rules panicked; the fight is stopped");
                self.status = Status::Faulted;
                let mut batch = Append::new(self.header.id);
                batch.status = Some(Status::Faulted);
                if let Err(error) = self.store.append(batch).await {
                    tracing::error!(%reference, %error, "the fault couldn\u{2019}t be noted");
                }
                Err(ServiceError::Faulted)
            }
        }
    }

    fn status_after(&self, request: &Request) -> Status {
        match request {
            Request::End => Status::Over,
            Request::Begin | Request::Resume => Status::Fighting,
            Request::Pause => Status::Paused,
            // Repairing a faulted fight.
            Request::Undo | Request::Withdraw if self.status == Status::Faulted => match self.session.stage() {
                Stage::Gathering => Status::Gathering,
                Stage::Fighting => Status::Fighting,
                Stage::Over => Status::Over,
            },
            _ => self.status,
        }
    }
}

/// The rows of a proposal; only the first carries the interaction.
pub(super) fn rows(proposal: &Proposal, interaction: Option<Snowflake>) -> Vec<store::StoredRow> {
    let row = |(index, row): (usize, &crate::rules::RowText)| store::StoredRow {
        seq: row.seq as i64,
        at_ms: row.at_ms,
        actor: row.actor.clone(),
        interaction_id: if index == 0 { interaction } else { None },
        body: row.body.clone(),
        format_version: FORMAT_VERSION,
    };
    proposal.rows.iter().enumerate().map(row).collect()
}
