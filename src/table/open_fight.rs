//! How a fight comes to the table: opened, taken up again from the store after a restart, or reopened after its end.

use super::{
    away::AwayPlayers,
    chains::{Chains, TITLE, Title},
    first_players::FirstPlayers,
    gms::{gms_read, gms_since, gms_text},
    last_stories::LastStories,
    new_fight::NewFight,
    people::FightPeople,
    public_numbers::{Numbers, SALT_SLOT},
    seen_clock::SeenClock,
    service::{DiceBox, EncounterService, InputOrigin, OpenError, ServiceError, rows},
    setting_keys::{AWAY, GMS, GROUP},
};
use crate::{
    engine::{Actor, Dice, Seed, Seeded, view::Viewer},
    failpoint,
    rules::{Request, Session, Story, System, UserError},
    store::{
        self, Append, AppendError, CommittedSeed, EncounterId, FORMAT_VERSION, SeedBytes, Status, Store,
        encounter_scope,
    },
};
use std::{collections::BTreeMap, sync::Arc};

impl EncounterService {
    /// Opens a fight that's already set up before anyone sees it. `laid` are GM requests that are in the log like any others, but the
    /// channel isn't told about them one by one, because the first thing it shows includes them all. If one is refused, it and those after
    /// it are left out and the program's log says so. When this returns, the fight is in the store, set up, or not at all.
    ///
    /// # Errors
    /// If an option is invalid or the store fails; [`StoreError::ChannelTaken`](crate::store::StoreError::ChannelTaken) if the channel already
    /// has one.
    pub async fn open(
        store: Arc<dyn Store>,
        new: NewFight,
        seed: [u8; 32],
        laid: &[Request],
        now_ms: i64,
    ) -> Result<EncounterService, OpenError> {
        let session = new.system.open(&new.options).map_err(|problems| {
            let list: Vec<String> = problems.into_iter().map(|(field, why)| format!("{field}: {why}")).collect();
            UserError::say(list.join("\n"))
        })?;
        EncounterService::open_with(store, new, session, seed, laid, now_ms).await
    }

    /// Opens a prepared encounter ([`Session::prepared`]) with the options it was prepared with.
    ///
    /// # Errors
    /// As [`EncounterService::open`]; also if the preparation can't be read.
    pub async fn open_prepared(
        store: Arc<dyn Store>,
        new: NewFight,
        opening: &str,
        seed: [u8; 32],
        laid: &[Request],
        now_ms: i64,
    ) -> Result<EncounterService, OpenError> {
        let prepared = new.system.load(opening, &[])?;
        let session = new.system.load(&prepared.opening_anew(), &[])?;
        EncounterService::open_with(store, new, session, seed, laid, now_ms).await
    }

    async fn open_with(
        store: Arc<dyn Store>,
        new: NewFight,
        mut session: Box<dyn Session>,
        seed: [u8; 32],
        laid: &[Request],
        now_ms: i64,
    ) -> Result<EncounterService, OpenError> {
        let opening = session.opening();
        let mut people = FightPeople::default();
        let gm = people.number(new.gm.0);
        let title = Title::of(session.as_ref(), &new.name, gm, now_ms, &Seed::new(seed));
        let rows = lay(session.as_mut(), Actor::Gm(new.gm), &Seed::new(seed), laid, now_ms);
        for log in std::iter::once(&opening).chain(rows.iter().map(|it| &it.body)) {
            people.hide(&mut serde_json::from_str(log).expect("written here"));
        }
        let commitment = title.commitment.clone();
        let id = store
            .create_encounter(store::NewEncounter {
                application_id: new.application_id,
                guild_id: new.guild_id,
                channel_id: new.channel_id,
                system: new.system.name().to_owned(),
                name: new.name,
                created_at_ms: now_ms,
                status: Status::Gathering,
                seed: CommittedSeed { seed: SeedBytes::new(seed), commitment },
                opening,
                format_version: FORMAT_VERSION,
                rows,
                settings: vec![(GMS.to_owned(), gms_text(&[new.gm])), (TITLE.to_owned(), title.line().to_string())],
                people: people.take_new(),
            })
            .await?;
        failpoint::hit("table.opened");
        EncounterService::load(store, id).await
    }

    /// Resumes a fight from the store.
    ///
    /// # Errors
    /// If the store fails or the log can't be read.
    pub async fn load(store: Arc<dyn Store>, id: EncounterId) -> Result<EncounterService, OpenError> {
        let saved = store.load(id).await?;
        let system = System::named(&saved.header.system)?;
        let last_at_ms = saved.rows.last().map_or(saved.header.created_at_ms, |it| it.at_ms);
        let settings = store.settings(saved.header.application_id, &encounter_scope(id)).await?;
        let settings: BTreeMap<String, String> = settings.into_iter().collect();
        let outbox = store.outbox(id).await?;
        let (title, seeds) = (settings.get(TITLE).map(String::as_str), store.seeds(id).await?);
        let gms_since = gms_since(settings.get(GMS).map(String::as_str));
        let told = (&outbox[..], &store.people(id).await?[..]);
        let chains = Chains::taken_up(title, &saved.opening, &saved.rows, &seeds, &gms_since, told);
        let on_record = FirstPlayers::on_record(&saved.rows);
        let rows: Vec<String> = saved.rows.into_iter().map(|it| it.body).collect();
        let session = system.load(&saved.opening, &rows)?;
        let is_awaited = on_record == FirstPlayers::Awaited;
        let first_players = if is_awaited && !session.paused() { FirstPlayers::NotYet } else { on_record };
        let seed = Seed::new(*store.seed(id).await?.expose());
        let salt = store.nonce(id, SALT_SLOT).await?;
        let away = settings.get(AWAY);
        // Whether it still stands, the fight says.
        let group = settings.get(GROUP).and_then(|it| serde_json::from_str(it).ok()).flatten();
        let gms = gms_read(settings.get(GMS).map(String::as_str));
        let mut service = EncounterService {
            status: saved.header.status,
            header: saved.header,
            left_by_gm: vec![],
            away_players: AwayPlayers::taken_up(session.as_ref(), away.map_or("[]", String::as_str)),
            numbers: Numbers::taken_up(&outbox, session.as_ref(), salt),
            chains,
            settings,
            seen_clock: SeenClock::of(session.clock()),
            session,
            discreet: false,
            dice: DiceBox::Seed(seed),
            store,
            gms,
            last_at_ms,
            held_until_ms: 0,
            drift_ms: 0,
            did_last: None,
            turn_end: None,
            last_stories: LastStories::default(),
            seated: None,
            first_players,
            umpire_at_a_loss: None,
            moved_unread_at: None,
            group,
            group_orders: 0,
        };
        service.session.umpire_is_gm(service.umpire_is_gm());
        Ok(service)
    }

    /// Reopens a fight that's over: takes back its end. Because its seed has been shown, its dice use a new one from here on, and the new
    /// commitment is shown.
    ///
    /// # Errors
    /// See [`ServiceError`]; after any of them the fight is as it was.
    pub async fn reopen(
        &mut self,
        actor: Actor,
        seed: [u8; 32],
        receipt: InputOrigin,
        now_ms: i64,
    ) -> Result<Vec<Story>, ServiceError> {
        if !actor.is_gm() {
            return Err(UserError::gm_only().into());
        }
        if self.status != Status::Over {
            return Err(UserError::say("This fight isn\u{2019}t over.").into());
        }
        let at_ms = now_ms.max(self.last_at_ms);
        let mut proposal = self.propose(actor, &Request::Undo, at_ms).await?;
        let mut numbers = self.numbers.clone();
        let commitment = Seed::new(seed).commitment();
        let status = match self.session.scene(Viewer::Gm).round {
            _ if self.session.paused() => Status::Paused,
            0 => Status::Gathering,
            _ => Status::Fighting,
        };
        let mut batch = Append::new(self.header.id);
        batch.rows = rows(&proposal, receipt.interaction);
        let mut chains = self.with_rows(&batch.rows);
        if let Some(chains) = &mut chains {
            chains.reseed(&commitment);
            batch.people = chains.take_new_people();
        }
        batch.outbox = self.notices(&mut proposal, (&mut numbers, chains.as_mut()), &Request::Undo, now_ms);
        batch.status = Some(status);
        batch.reseed = Some(CommittedSeed { seed: SeedBytes::new(seed), commitment: commitment.clone() });
        match self.store.append(batch).await {
            Ok(()) => {}
            Err(AppendError::AlreadyDone { .. }) => return Err(ServiceError::AlreadyDone),
            Err(error) => return Err(ServiceError::Store(error.to_string())),
        }
        let stories = self.session.commit(proposal);
        self.last_stories.note(&stories);
        self.seen_clock.follow(self.session.clock(), at_ms);
        (self.numbers, self.chains) = (numbers, chains);
        self.dice = DiceBox::Seed(Seed::new(seed));
        (self.header.commitment, self.header.status, self.status) = (commitment, status, status);
        self.last_at_ms = at_ms;
        Ok(stories)
    }
}

/// Applies `laid` to a fight in which nothing has happened.
fn lay(session: &mut dyn Session, gm: Actor, seed: &Seed, laid: &[Request], now_ms: i64) -> Vec<store::StoredRow> {
    let mut all = vec![];
    for request in laid {
        let mut dice = Seeded::at(seed, session.used());
        match session.propose(gm, request, &mut dice as &mut dyn Dice, now_ms) {
            Ok(proposal) => {
                all.extend(rows(&proposal, None));
                session.commit(proposal);
            }
            Err(refused) => {
                tracing::warn!(%refused, ?request, "a fight is opened with its table half laid");
                break;
            }
        }
    }
    all
}
