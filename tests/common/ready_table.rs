//! A system's ready fight, begun and played: at random, or as players do who want to hurt a foe and be done. Doesn't say what the result
//! must be.
#![allow(dead_code)] // no single test uses all of it

use std::sync::Arc;
use umpire::{
    engine::{
        Actor, CombatantId, Seat,
        partial_action::{Candidate, ParamValue, PartialAction},
        random_play::PlayRng,
        view::{Scene, Viewer},
    },
    rules::{ParamView, Request},
    script::ready::Ready,
    store::MemoryStore,
    table::{Caller, Command, EncounterService, InputOrigin, NewFight},
};

/// A number that only the id of a person can have.
pub const SNOWFLAKE: u64 = 1 << 60;
/// The GM's seat.
pub const GM: Seat = Seat(SNOWFLAKE + 1);
/// When every fight begins, in milliseconds since the epoch.
const NOW_MS: i64 = 1_790_000_000_000;

/// The seat of a person in a ready fight, by index.
pub fn seat_of(person: usize) -> Seat {
    Seat(SNOWFLAKE + 10 + person as u64)
}

/// A ready fight that has begun, with every person in a seat of their own.
pub struct Table {
    /// The fight.
    pub service: EncounterService,
    /// The current time, in milliseconds since the epoch.
    pub now_ms: i64,
    /// The source of random choices.
    pub rng: PlayRng,
    /// The seed of the dice.
    pub dice: [u8; 32],
    /// The store it's kept in.
    pub store: Arc<MemoryStore>,
}

/// Sets it up and begins it as the GM.
pub async fn begun(ready: &Ready, seed: u64) -> Table {
    let seats: Vec<Seat> = (0..ready.people.len()).map(seat_of).collect();
    let new = NewFight {
        application_id: 1,
        guild_id: Some(1),
        channel_id: 1,
        system: ready.system,
        name: ready.name.clone(),
        options: ready.options.clone(),
        gm: GM,
    };
    let mut laid = vec![Request::Pace { prompt_ms: Some(30_000) }];
    laid.extend(ready.laid(&seats, true));
    let store = Arc::new(MemoryStore::new());
    let mut dice = [3; 32];
    dice[..8].copy_from_slice(&seed.to_le_bytes());
    let mut service = EncounterService::open(store.clone(), new, dice, &laid, NOW_MS).await.expect("opened");
    let rows = service.session().seq();
    assert!(rows >= laid.len() as u64, "{}: all of it is laid, {rows} of {}", ready.name, laid.len());
    let begin = Command::new("encounter begin", &[]);
    for (person, command) in ready.then().iter().chain([&(None, begin)]) {
        let caller = Caller { seat: person.map_or(GM, |it| seats[it]), has_gm_role: false };
        let done = service.command(&caller, command, InputOrigin::default(), NOW_MS).await;
        done.unwrap_or_else(|why| panic!("{}: /{} {:?}: {why}", ready.name, command.path, command.options));
    }
    Table { service, now_ms: NOW_MS, rng: PlayRng::new(seed), dice, store }
}

impl Table {
    /// The current state as the GM sees it.
    pub fn scene(&self) -> Scene {
        self.service.scene(Viewer::Gm)
    }

    /// Sends a request as whoever plays the combatant; if something listed is refused, the test fails.
    pub async fn puts(&mut self, actor: Actor, request: &Request) {
        self.now_ms += 100;
        let done = self.service.ask(actor, request, InputOrigin::default(), self.now_ms).await;
        done.unwrap_or_else(|why| panic!("{request:?} was listed, but: {why}"));
    }

    /// Nobody answers until something takes its default. Returns whether anything did.
    pub async fn waits(&mut self) -> bool {
        let Some(at) = self.service.next_deadline_ms() else { return false };
        self.now_ms = self.now_ms.max(at);
        self.service.tick(self.now_ms).await.expect("silence is never refused");
        true
    }

    /// One of a combatant's listed actions: random, or what a player would do who wants to hurt a foe and be done.
    pub fn action(&mut self, who: CombatantId, eager: bool) -> Option<Request> {
        let session = self.service.session();
        let mut verbs = session.verbs(Viewer::Gm, who);
        // If a whole side runs away, the fight ends before anything has happened.
        verbs.retain(|it| it.name != "chase");
        // Attack if possible; otherwise do something that may bring them closer.
        verbs.sort_by_key(|it| it.name != "attack");
        while !verbs.is_empty() {
            let strikes = eager && verbs[0].name == "attack";
            let verb = verbs.remove(if strikes { 0 } else { self.rng.below(verbs.len()) });
            let mut draft = PartialAction::of(verb.name);
            for _ in 0..12 {
                match session.param(Viewer::Gm, who, &draft) {
                    Ok(ParamView::Done(())) => return Some(Request::Act { who, draft }),
                    Ok(ParamView::Choose { name, candidates, default, .. }) => {
                        let foes = |it: &&Candidate| !eager || self.is_foe_of(who, &it.fill);
                        let meant: Vec<&Candidate> = candidates.iter().filter(foes).collect();
                        let default = default.filter(|_| eager);
                        let all = if meant.is_empty() { candidates.iter().collect() } else { meant };
                        let index = if eager { 0 } else { self.rng.below(all.len().max(1)) };
                        let Some(fill) = default.or_else(|| all.get(index).map(|it| it.fill.clone())) else { break };
                        draft = draft.with(name, fill);
                    }
                    Ok(ParamView::Write { name, .. }) => {
                        draft = draft.with(name, ParamValue::Text("so be it".to_owned()))
                    }
                    Err(_) => break,
                }
            }
        }
        None
    }

    /// Whether a candidate is a combatant of another side, or isn't a combatant at all.
    fn is_foe_of(&self, who: CombatantId, fill: &ParamValue) -> bool {
        let names = self.service.session().names(Viewer::Gm);
        let side = |id| names.iter().find(|it| it.id == id).map(|it| it.side);
        match fill {
            ParamValue::Who(it) => side(*it) != side(who),
            ParamValue::Word(_) | ParamValue::Text(_) => true,
        }
    }

    /// One step: an answer, an action, a pass, or silence. `eager` players attack and give default answers; the others do anything.
    pub async fn step(&mut self, eager: bool) -> bool {
        let scene = self.scene();
        if let Some(prompt) = scene.prompts.iter().find(|it| !it.answered) {
            // A player who's silent twice is played by the GM and no longer asked, so they give the default answer.
            let choice = if eager { 0 } else { self.rng.below(prompt.labels.len().max(1)) };
            let actor = prompt.seats.first().map_or(Actor::Gm(GM), |it| Actor::Player(*it));
            self.puts(actor, &Request::Answer { prompt: prompt.id, choice }).await;
            return true;
        }
        let mut ready = scene.may_act.clone();
        while !ready.is_empty() {
            let index = if eager { 0 } else { self.rng.below(ready.len()) };
            let who = ready.remove(index);
            if let Some(request) = self.action(who, eager) {
                self.puts(Actor::Gm(GM), &request).await;
                return true;
            }
        }
        match self.service.session().side_up() {
            Some(side) => {
                self.puts(Actor::Gm(GM), &Request::Pass { side }).await;
                true
            }
            None => self.waits().await,
        }
    }
}
