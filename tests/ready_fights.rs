//! The ready fights: every system has one; each opens, begins, and can be played, with every step that is listed accepted; and playing one
//! does not bury its players in questions.
#![cfg(feature = "bot")]

use std::sync::Arc;
use umpire::{
    engine::{
        Actor, Seat, Stage,
        draft::{Draft, Fill, Pick},
        play::Whim,
        view::{Mark, Scene, Viewer},
    },
    rules::{Request, SlotView, System, told::Asked},
    script::ready::{self, Ready},
    store::MemoryStore,
    table::{Caller, Command, Desk, NewFight, Receipt},
};

const GM: Seat = Seat(1);
/// No two rounds take more steps than this.
const STEPS_MAX: usize = 2_000;
/// When every fight begins, in milliseconds since the epoch.
const NOW_MS: i64 = 1_790_000_000_000;

/// A ready fight at a desk, begun, with every person in a seat of their own.
struct Table {
    desk: Desk,
    now_ms: i64,
    whim: Whim,
}

async fn begun(ready: &Ready, seed: u64) -> Table {
    let seats: Vec<Seat> = (0..ready.people.len()).map(|it| Seat(10 + it as u64)).collect();
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
    laid.extend(ready.laid(&seats));
    let store = Arc::new(MemoryStore::new());
    let mut dice = [3; 32];
    dice[..8].copy_from_slice(&seed.to_le_bytes());
    let mut desk = Desk::open(store, new, dice, &laid, NOW_MS).await.expect("opened");
    let rows = desk.session().seq();
    assert!(rows >= laid.len() as u64, "{}: all of it is laid, {rows} of {}", ready.name, laid.len());
    let begin = Command::new("encounter begin", &[]);
    for (person, command) in ready.then().iter().chain([&(None, begin)]) {
        let caller = Caller { seat: person.map_or(GM, |it| seats[it]), has_gm_role: false };
        let done = desk.command(&caller, command, Receipt::default(), NOW_MS).await;
        done.unwrap_or_else(|why| panic!("{}: /{} {:?}: {why}", ready.name, command.path, command.options));
    }
    Table { desk, now_ms: NOW_MS, whim: Whim::new(seed) }
}

impl Table {
    fn scene(&self) -> Scene {
        self.desk.scene(Viewer::Gm)
    }

    /// Puts a request as whoever plays it; a refusal of what was listed fails the test.
    async fn puts(&mut self, actor: Actor, request: &Request) {
        self.now_ms += 100;
        let done = self.desk.ask(actor, request, Receipt::default(), self.now_ms).await;
        done.unwrap_or_else(|why| panic!("{request:?} was listed, but: {why}"));
    }

    /// Nobody says anything until something takes its default. Whether anything did.
    async fn waits(&mut self) -> bool {
        let Some(at) = self.desk.next_deadline_ms() else { return false };
        self.now_ms = self.now_ms.max(at);
        self.desk.tick(self.now_ms).await.expect("silence is never refused");
        true
    }

    /// An action of somebody, put together from what is listed: by lot, or what a player would do who wants to hurt a foe and be done.
    fn action(&mut self, who: umpire::engine::CombatantId, eager: bool) -> Option<Request> {
        let session = self.desk.session();
        let mut verbs = session.verbs(Viewer::Gm, who);
        // Who can strike does; who cannot does something that may bring them nearer.
        verbs.sort_by_key(|it| it.name != "attack");
        while !verbs.is_empty() {
            let strikes = eager && verbs[0].name == "attack";
            let verb = verbs.remove(if strikes { 0 } else { self.whim.below(verbs.len()) });
            let mut draft = Draft::of(verb.name);
            for _ in 0..12 {
                match session.slot(Viewer::Gm, who, &draft) {
                    Ok(SlotView::Done(())) => return Some(Request::Act { who, draft }),
                    Ok(SlotView::Choose { name, picks, default, .. }) => {
                        let foes = |it: &&Pick| !eager || self.is_foe_of(who, &it.fill);
                        let meant: Vec<&Pick> = picks.iter().filter(foes).collect();
                        let default = default.filter(|_| eager);
                        let all = if meant.is_empty() { picks.iter().collect() } else { meant };
                        let index = if eager { 0 } else { self.whim.below(all.len().max(1)) };
                        let Some(fill) = default.or_else(|| all.get(index).map(|it| it.fill.clone())) else { break };
                        draft = draft.with(name, fill);
                    }
                    Ok(SlotView::Write { name, .. }) => draft = draft.with(name, Fill::Text("so be it".to_owned())),
                    Err(_) => break,
                }
            }
        }
        None
    }

    /// Whether a pick is somebody of another side, or nobody at all.
    fn is_foe_of(&self, who: umpire::engine::CombatantId, fill: &Fill) -> bool {
        let names = self.desk.session().names(Viewer::Gm);
        let side = |id| names.iter().find(|it| it.id == id).map(|it| it.side);
        match fill {
            Fill::Who(it) => side(*it) != side(who),
            Fill::Word(_) | Fill::Text(_) => true,
        }
    }

    /// One step: an answer, an action, a pass, or silence. `eager` people attack and answer what silence means; the others do anything.
    async fn step(&mut self, eager: bool) -> bool {
        let scene = self.scene();
        if let Some(prompt) = scene.prompts.iter().find(|it| !it.answered) {
            // Who is silent twice is played by the GM and asked no more, so they say what silence means.
            let choice = if eager { 0 } else { self.whim.below(prompt.labels.len().max(1)) };
            let actor = prompt.seats.first().map_or(Actor::Gm(GM), |it| Actor::Player(*it));
            self.puts(actor, &Request::Answer { prompt: prompt.id, choice }).await;
            return true;
        }
        let mut ready = scene.may_act.clone();
        while !ready.is_empty() {
            let index = if eager { 0 } else { self.whim.below(ready.len()) };
            let who = ready.remove(index);
            if let Some(request) = self.action(who, eager) {
                self.puts(Actor::Gm(GM), &request).await;
                return true;
            }
        }
        match self.desk.session().side_up() {
            Some(side) => {
                self.puts(Actor::Gm(GM), &Request::Pass { side }).await;
                true
            }
            None => self.waits().await,
        }
    }

    /// Plays until a round is over, or one side has nobody left who stands. How many steps it took.
    async fn plays(&mut self, rounds: u32, eager: bool) -> usize {
        for step in 0..STEPS_MAX {
            let scene = self.scene();
            let standing = |it: &umpire::engine::view::SideView| it.members.iter().any(|it| it.mark != Mark::Down);
            let is_done = scene.stage == Stage::Over || scene.sides.iter().filter(|it| standing(it)).count() < 2;
            if scene.round > rounds || is_done {
                return step;
            }
            assert!(self.step(eager).await, "nobody can do anything: {:?} {:?}", scene.details.whose, scene.may_act);
        }
        panic!("{rounds} rounds take more than {STEPS_MAX} steps: {:#?}", self.scene());
    }
}

/// Every system has one that can be read, and it says what it is called.
#[test]
fn every_system_has_a_ready_fight() {
    let (good, bad) = ready::all();
    assert!(bad.is_empty(), "{bad:#?}");
    let missing: Vec<&str> =
        System::ALL.into_iter().filter(|it| !good.iter().any(|ready| ready.system == *it)).map(System::name).collect();
    assert!(missing.is_empty(), "config/rulesets/<system>/ready.play is missing for {missing:?}");
    for ready in good {
        assert!((1..=4).contains(&ready.people.len()), "{}: people for the four seats there are", ready.name);
    }
}

/// Each opens and begins, everybody whom it names is in it and somebody may act; two rounds of it are played by lot, three times.
#[tokio::test]
async fn each_opens_and_begins_and_two_rounds_are_played() {
    for ready in ready::all().0 {
        for seed in 0..3 {
            let mut table = begun(&ready, seed).await;
            let scene = table.scene();
            assert_eq!(scene.stage, Stage::Fighting, "{}", ready.name);
            for person in 0..ready.people.len() {
                let own = ready.characters_of(person);
                let names = table.desk.session().names(Viewer::Gm);
                let plays = |it: &&str| {
                    let seat = Some(Seat(10 + person as u64));
                    names.iter().any(|known| known.player == seat && known.name.eq_ignore_ascii_case(it))
                };
                assert!(!own.is_empty() && own.iter().all(plays), "{}: {own:?} of {names:?}", ready.name);
            }
            let steps = table.plays(2, false).await;
            assert!(steps > 2, "{}: {steps} steps", ready.name);
        }
    }
}

/// People who attack whenever they can and answer what silence means are asked seldom: in each system at most so many times a round each.
/// (Being asked is to react to what others do; a turn of one's own is no question.)
#[tokio::test]
async fn a_round_asks_little() {
    const FIGHTS: u64 = 4;
    const ROUNDS: u32 = 3;
    for ready in ready::all().0 {
        let (mut questions, mut turns, mut steps) = (0, 0, 0);
        for seed in 0..FIGHTS {
            let mut table = begun(&ready, seed).await;
            steps += table.plays(ROUNDS, true).await;
            let asked: Asked = table.desk.session().asked();
            questions += asked.questions;
            turns += asked.players * asked.rounds.min(ROUNDS);
        }
        let each = f64::from(questions) / f64::from(turns.max(1));
        println!(
            "{}: {questions} questions to players in {steps} steps of {FIGHTS} fights, {each:.2} for each player in a round",
            ready.system.name()
        );
        assert!(turns > 0, "{}: a round was played", ready.system.name());
        assert!(each <= QUESTIONS_MAX, "{}: {each:.2} questions for each player in a round", ready.name);
    }
}

/// So many questions a round may cost a player on average.
const QUESTIONS_MAX: f64 = 2.0;
