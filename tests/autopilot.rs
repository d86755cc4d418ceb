//! Umpire plays foes in a live fight: it moves when it's its turn and never while a person is asked, people's presses win, and a restart
//! neither loses nor doubles a move.
#![cfg(feature = "bot")]

use std::sync::Arc;
use umpire::{
    engine::{Actor, Addressee, Seat, Seed, view::Viewer},
    rules::{Request, System, session::Thought},
    store::{EncounterId, MemoryStore, Store},
    table::{Caller, Clock, Command, EncounterService, InputOrigin, NewFight, Publisher, Tables},
};

const GM: Caller = Caller { seat: Seat(1), has_gm_role: false };
const ANA: Caller = Caller { seat: Seat(2), has_gm_role: false };
const SEED: [u8; 32] = [3; 32];
const NOW_MS: i64 = 1_790_000_000_000;

fn new_fight(system: System) -> (NewFight, Vec<Request>) {
    let new = NewFight {
        application_id: 9,
        guild_id: None,
        channel_id: 3,
        system,
        name: "Eight".to_owned(),
        options: vec![],
        gm: GM.seat,
    };
    let mut laid: Vec<Request> = ["Players", "Foes"].map(|name| Request::Side { name: name.to_owned() }).into();
    laid.push(Request::Pace { prompt_ms: Some(30_000) });
    (new, laid)
}

/// A fight with a clock that moves only by hand.
struct Fight {
    store: Arc<dyn Store>,
    service: EncounterService,
    now_ms: i64,
}

impl Fight {
    async fn open(system: System) -> Fight {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let (new, laid) = new_fight(system);
        let service = EncounterService::open(store.clone(), new, SEED, &laid, NOW_MS).await.expect("opened");
        Fight { store, service, now_ms: NOW_MS }
    }

    /// Ana's four characters against eight bandits who have the initiative.
    async fn eight() -> Fight {
        let mut it = Fight::open(System::Murdham).await;
        let anas = [("template", "theobald"), ("side", "Players"), ("player", "<@2>"), ("count", "4")];
        it.run(&GM, "gm add", &anas).await;
        it.run(&GM, "gm add", &[("template", "bandit"), ("side", "Foes"), ("count", "8")]).await;
        it.run(&GM, "gm fight", &[("name", "initiative"), ("value", "Foes")]).await;
        it.run(&GM, "gm autopilot", &[("who", "Bandit")]).await;
        it.run(&GM, "encounter begin", &[]).await;
        it
    }

    /// Ana's Theobald and, played by Umpire, Sybilla, against two bandits. It's the step of Ana's side.
    async fn beside_an_ally() -> Fight {
        let mut it = Fight::open(System::Murdham).await;
        it.run(&GM, "gm add", &[("template", "theobald"), ("side", "Players"), ("player", "<@2>")]).await;
        it.run(&GM, "gm add", &[("template", "sybilla"), ("side", "Players"), ("autopilot", "simple")]).await;
        it.run(&GM, "gm add", &[("template", "bandit"), ("side", "Foes"), ("count", "2")]).await;
        it.run(&GM, "gm fight", &[("name", "initiative"), ("value", "Players")]).await;
        it.run(&GM, "encounter begin", &[]).await;
        it
    }

    async fn run(&mut self, caller: &Caller, path: &str, options: &[(&str, &str)]) {
        let done =
            self.service.command(caller, &Command::new(path, options), InputOrigin::default(), self.now_ms).await;
        done.unwrap_or_else(|why| panic!("/{path} {options:?}: {why}"));
    }

    /// Lets Umpire make its next move, if it has one.
    async fn umpire_moves(&mut self) -> bool {
        let Some(due_ms) = self.service.umpire_due_ms() else { return false };
        self.now_ms = self.now_ms.max(due_ms);
        self.service.umpire_moves(self.now_ms).await.expect("the store holds");
        true
    }

    /// Whoever is asked stays silent.
    async fn nobody_answers(&mut self) {
        self.now_ms = self.service.next_deadline_ms().expect("somebody is asked");
        self.service.tick(self.now_ms).await.expect("kept");
    }

    /// What Ana reads once she has typed `/pass`: the reply, or why not.
    async fn anas_pass(&mut self) -> Result<String, String> {
        let pass = Command::new("pass", &[]);
        let done = self.service.command(&ANA, &pass, InputOrigin::default(), self.now_ms).await;
        done.map(|it| it.text).map_err(|why| why.to_string())
    }

    fn side_up(&self) -> String {
        let up = self.service.session().side_up().expect("somebody's step");
        self.service.session().sides().into_iter().find(|side| side.id == up).expect("known").name.to_string()
    }

    fn is_asked(&self) -> bool {
        self.service.scene(Viewer::Gm).prompts.iter().any(|it| !it.answered)
    }

    /// Who sent the inputs of the log, and what they were.
    fn inputs(&self) -> Vec<(String, String)> {
        let log = self.service.session().export();
        let rows = log["rows"].as_array().expect("rows").clone();
        rows.iter().map(|it| (it["actor"].to_string(), it["input"].to_string())).collect()
    }

    fn umpires_acts(&self) -> usize {
        self.inputs().iter().filter(|it| it.0.contains("Umpire") && it.1.contains("Act")).count()
    }
}

/// In every system, a fight that Umpire plays alone goes on by itself until it's decided, and the same log comes out when it's decided again.
#[tokio::test]
async fn umpire_plays_every_system() {
    let line_ups = [
        (System::Murdham, "theobald", "bandit"),
        (System::Td2e, "brannoc", "goblin"),
        (System::Einfelst, "torvald-the-smith", "brigand"),
        (System::Sovereign, "hildred", "goblin"),
        (System::Ingenuity, "boudica", "goblin"),
    ];
    for (system, hero, foe) in line_ups {
        let mut it = Fight::open(system).await;
        it.run(&GM, "gm add", &[("template", hero), ("side", "Players"), ("count", "2")]).await;
        it.run(&GM, "gm add", &[("template", foe), ("side", "Foes"), ("count", "3")]).await;
        it.run(&GM, "gm autopilot", &[("who", "all"), ("style", "simple")]).await;
        it.run(&GM, "encounter begin", &[]).await;
        let mut moves = 0;
        while moves < 60 {
            if !it.umpire_moves().await {
                // What the rules ask the GM is the GM's to answer.
                let is_gms =
                    it.service.scene(Viewer::Gm).prompts.iter().any(|it| !it.answered && it.to == Addressee::Gm);
                if !is_gms {
                    break;
                }
                it.nobody_answers().await;
            }
            moves += 1;
        }
        let scene = it.service.scene(Viewer::Gm);
        assert!(
            moves == 60 || scene.details.decided.is_some(),
            "{system:?} stands still after {moves} moves: {scene:?}"
        );
        assert!(it.umpires_acts() > 0, "{system:?}");
        it.service.session().audit(&Seed::new(SEED)).unwrap_or_else(|why| panic!("{system:?}: {why}"));
    }
}

/// Eight foes play their round without a press of the GM's. Umpire waits while Ana is asked, and while it's her side's step.
#[tokio::test]
async fn eight_foes_play_a_round_without_a_press() {
    let mut it = Fight::eight().await;
    assert_eq!(it.service.umpire_due_ms(), Some(NOW_MS + 1_500), "a pause first");
    let presses = |it: &Fight| it.inputs().iter().filter(|it| it.0.contains("Gm")).count();
    let before = presses(&it);
    for _ in 0..200 {
        let scene = it.service.scene(Viewer::Gm);
        if scene.round > 1 || scene.details.decided.is_some() {
            break;
        }
        if it.umpire_moves().await {
            continue;
        }
        match it.is_asked() {
            true => it.nobody_answers().await,
            false => it.run(&ANA, "pass", &[]).await,
        }
    }
    let scene = it.service.scene(Viewer::Gm);
    assert!(scene.round > 1 || scene.details.decided.is_some(), "the round ends: {scene:?}");
    assert_eq!(presses(&it), before);
    assert!(it.umpires_acts() >= 8, "{:?}", it.inputs());
}

/// The GM may act for a foe at any time, and what Umpire was thinking of is dropped. After the GM has taken something back, Umpire waits for
/// them. `off` ends it.
#[tokio::test]
async fn the_gms_press_wins() {
    let mut it = Fight::eight().await;
    let (seq, think) = it.service.umpires_choices().expect("it's Umpire's move");
    it.run(&GM, "attack", &[("as", "Bandit 2"), ("target", "Theobald 1")]).await;
    let rows = it.inputs().len();
    it.service.umpire_plays(seq, think(), it.now_ms).await.expect("nothing happens");
    assert_eq!(it.inputs().len(), rows, "the fight has changed");
    it.run(&GM, "gm undo", &[]).await;
    assert_eq!(it.service.umpire_due_ms(), None, "the GM says how it goes on");
    it.run(&GM, "gm autopilot", &[("who", "Foes"), ("style", "cautious")]).await;
    assert!(it.service.umpire_due_ms().is_some());
    it.run(&GM, "encounter pause", &[]).await;
    assert_eq!(it.service.umpire_due_ms(), None, "the fight is paused");
    it.run(&GM, "encounter resume", &[]).await;
    it.run(&GM, "gm fight", &[("name", "umpire-pause"), ("value", "5s")]).await;
    assert_eq!(it.service.umpire_due_ms(), Some(it.now_ms + 5_000));
    it.run(&GM, "gm autopilot", &[("who", "all"), ("style", "off")]).await;
    assert_eq!(it.service.umpire_due_ms(), None);
}

/// A restart between two moves, and one while Umpire is thinking: the fight goes on where it was, with the same choice.
#[tokio::test]
async fn a_restart_loses_and_doubles_nothing() {
    let mut it = Fight::eight().await;
    it.umpire_moves().await;
    while it.is_asked() {
        it.nobody_answers().await;
    }
    let (due, think) = it.service.umpires_choices().expect("it's Umpire's move");
    let rows = it.inputs();
    let loaded = EncounterService::load(it.store.clone(), it.service.header().id).await.expect("taken up again");
    assert_eq!(loaded.umpire_due_ms(), it.service.umpire_due_ms());
    it.service = loaded;
    assert_eq!(it.inputs(), rows);
    let (due_again, think_again) = it.service.umpires_choices().expect("it's still Umpire's move");
    assert_eq!(due_again, due);
    assert_eq!(think_again(), think(), "it chooses the same again");
}

/// If a bug is survived while Umpire thinks, what it falls back on is done, and the GM hears of it; the players don't, and the fight goes on.
#[tokio::test]
async fn a_bug_that_is_survived_leaves_a_note_and_the_fight_goes_on() {
    let mut it = Fight::eight().await;
    let (seq, think) = it.service.umpires_choices().expect("it's Umpire's move");
    let mut thought = think();
    thought.failed = true;
    for choice in &mut thought.choices {
        let Request::Umpire { failed, .. } = choice else { panic!("not Umpire's: {choice:?}") };
        *failed = true;
    }
    let before = it.inputs().len();
    it.service.umpire_plays(seq, thought, it.now_ms).await.expect("the store holds");
    assert!(it.inputs().len() > before, "it's done");
    let rows = it.store.outbox(it.service.header().id).await.expect("kept");
    let notes: Vec<_> = rows
        .iter()
        .filter_map(|it| umpire::rules::story::stored::StoryView::read(&it.notice.payload).ok())
        .flat_map(|it| it.lines)
        .filter(|it| it.text.contains("Umpire hit a bug while it thought about this move"))
        .collect();
    assert!(!notes.is_empty(), "the GM is told");
    let is_gms = |it: &umpire::rules::story::stored::StoryLine| it.audience == umpire::engine::view::Audience::Gm;
    assert!(notes.iter().all(is_gms), "{notes:?}");
    while it.is_asked() {
        it.nobody_answers().await;
    }
    let before = it.umpires_acts();
    for _ in 0..10 {
        match it.is_asked() {
            true => it.nobody_answers().await,
            false if it.umpire_moves().await => {}
            false => it.run(&ANA, "pass", &[]).await,
        }
    }
    assert!(it.umpires_acts() > before, "Umpire plays on");
}

/// A player's pass isn't one for the allies whom Umpire plays: Umpire acts for them before the side's step is over.
#[tokio::test]
async fn a_players_pass_leaves_umpires_allies_their_turn() {
    let mut it = Fight::beside_an_ally().await;
    assert_eq!(it.service.umpire_due_ms(), None, "Ana chooses first");
    let told = it.anas_pass().await.expect("noted");
    assert!(told.starts_with("Noted. The side passes when Umpire, which plays Sybilla, passes too"), "{told}");
    assert!(it.anas_pass().await.expect_err("once is enough").contains("already passed"));
    assert_eq!(it.side_up(), "Players");
    assert!(it.umpire_moves().await, "it's Umpire's move");
    assert_eq!(it.umpires_acts(), 1, "{:?}", it.inputs());
}

/// A pass that waits for Umpire is kept over a restart.
#[tokio::test]
async fn a_restart_keeps_a_pass_that_waits_for_umpire() {
    let mut it = Fight::beside_an_ally().await;
    it.anas_pass().await.expect("noted");
    it.service = EncounterService::load(it.store.clone(), it.service.header().id).await.expect("taken up again");
    assert_eq!(it.side_up(), "Players");
    assert!(it.umpire_moves().await, "it's Umpire's move");
    assert_eq!(it.umpires_acts(), 1, "{:?}", it.inputs());
}

/// Once all players have passed, Umpire may pass for those it plays, and the step is over. Before, it may not.
#[tokio::test]
async fn umpires_own_pass_ends_the_step_once_the_players_have_passed() {
    let mut it = Fight::beside_an_ally().await;
    let players = it.service.session().side_up().expect("their step").0;
    let input = format!("{{\"Pass\":{{\"side\":{players}}}}}");
    let pass = || Thought { choices: vec![Request::Umpire { input: input.clone(), failed: false }], failed: false };
    it.service.umpire_plays(it.service.move_due(), pass(), it.now_ms).await.expect("the store holds");
    assert_eq!(it.side_up(), "Players", "Ana may still act");
    it.anas_pass().await.expect("noted");
    it.service.umpire_plays(it.service.move_due(), pass(), it.now_ms).await.expect("the store holds");
    assert_eq!(it.side_up(), "Foes");
}

/// The GM's pass is one for all of the side, and so is the first press at a table where that counts.
#[tokio::test]
async fn the_gms_pass_and_a_first_press_that_counts_pass_for_umpire_too() {
    let mut it = Fight::beside_an_ally().await;
    it.run(&GM, "pass", &[("side", "Players")]).await;
    assert_eq!(it.side_up(), "Foes");
    let mut it = Fight::beside_an_ally().await;
    it.run(&GM, "gm fight", &[("name", "pass"), ("value", "first")]).await;
    assert_eq!(it.anas_pass().await.as_deref(), Ok("Done."));
    assert_eq!(it.side_up(), "Foes");
}

/// A player with nobody left to act for reads that the step waits for Umpire's combatants.
#[tokio::test]
async fn a_player_with_nobody_left_to_act_has_nothing_to_pass() {
    let mut it = Fight::beside_an_ally().await;
    it.run(&GM, "gm turn", &[("what", "spend"), ("name", "Theobald")]).await;
    let told = it.anas_pass().await.expect_err("not hers");
    assert!(told.contains("Only Umpire\u{2019}s combatants can still act for the Players."), "{told}");
}

/// A player's pass from before Umpire was asked passed for its combatants too. Decided again, it still does.
#[tokio::test]
async fn a_pass_of_an_older_build_is_decided_as_it_was() {
    let mut it = Fight::beside_an_ally().await;
    it.run(&GM, "pass", &[("side", "Players")]).await;
    let (opening, log) = (it.service.session().opening(), it.service.session().export());
    let mut rows = log["rows"].as_array().expect("rows").clone();
    let passed = rows.iter_mut().rfind(|it| it["input"]["Pass"].is_object()).expect("a pass");
    assert_eq!(passed["input"]["Pass"].as_object().map(|it| it.len()), Some(1), "as older builds wrote it: {passed}");
    passed["actor"] = serde_json::to_value(Actor::Player(ANA.seat)).expect("JSON");
    let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
    let again = System::Murdham.replay(&opening, &rows, &[(0, &Seed::new(SEED))]);
    assert!(again.is_ok(), "{:?}", again.err());
}

/// In Sovereign a side's members act one after the other in its step: one pass of Ana's lets Umpire act for all it plays, and the step then
/// waits for her again.
#[tokio::test]
async fn one_pass_leaves_all_of_umpires_allies_their_turn_where_a_whole_side_acts() {
    let mut it = Fight::open(System::Sovereign).await;
    it.run(&GM, "gm add", &[("name", "Ana"), ("template", "hildred"), ("side", "Players"), ("player", "<@2>")]).await;
    for name in ["Bea", "Cleo", "Dora"] {
        let ally = [("name", name), ("template", "hildred"), ("side", "Players"), ("autopilot", "simple")];
        it.run(&GM, "gm add", &ally).await;
    }
    it.run(&GM, "gm add", &[("template", "goblin"), ("side", "Foes"), ("count", "8")]).await;
    it.run(&GM, "gm fight", &[("name", "initiative"), ("value", "Players")]).await;
    it.run(&GM, "encounter begin", &[]).await;
    it.run(&GM, "gm turn", &[("side", "Players")]).await;
    assert_eq!(it.service.umpire_due_ms(), None, "Ana chooses first");
    it.run(&ANA, "pass", &[]).await;
    for _ in 0..60 {
        match it.is_asked() {
            true => it.nobody_answers().await,
            false if it.umpire_moves().await => {}
            false => break,
        }
    }
    let acts = it.inputs().into_iter().filter(|it| it.0.contains("Umpire"));
    let acts = acts.map(|it| serde_json::from_str::<serde_json::Value>(&it.1).expect("JSON")["Act"]["who"].as_u64());
    let acted: std::collections::BTreeSet<u64> = acts.flatten().collect();
    assert_eq!(acted.len(), 3, "{acted:?}: {:?}", it.inputs());
    assert_eq!(it.side_up(), "Players", "Ana may still act");
    it.run(&ANA, "pass", &[]).await;
    assert_eq!(it.side_up(), "Foes");
}

/// Tokio's time, from a moment in 2026 on.
struct Tokio(tokio::time::Instant);

impl Clock for Tokio {
    fn now_ms(&self) -> i64 {
        NOW_MS + i64::try_from(self.0.elapsed().as_millis()).unwrap_or(0)
    }
}

struct Nobody;

impl Publisher for Nobody {
    fn changed(&self, _: EncounterId) {}

    fn lets_go(&self, _: EncounterId) -> bool {
        true
    }
}

/// A live fight that nobody touches goes on by itself, and so it does after the program has stopped and started in the middle.
#[tokio::test(start_paused = true)]
async fn a_live_fight_goes_on_by_itself() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let clock: Arc<dyn Clock> = Arc::new(Tokio(tokio::time::Instant::now()));
    let tables = || Tables::new(9, store.clone(), clock.clone(), Arc::new(Nobody));
    let first = tables();
    let (new, laid) = new_fight(System::Td2e);
    let handle = first.open_laid(new, SEED, &laid).await.expect("opened");
    let typed: [(&str, &[(&str, &str)]); 4] = [
        ("gm add", &[("template", "brannoc"), ("side", "Players"), ("count", "2")]),
        ("gm add", &[("template", "goblin"), ("side", "Foes"), ("count", "8")]),
        ("gm autopilot", &[("who", "all"), ("style", "simple")]),
        ("encounter begin", &[]),
    ];
    for (path, options) in typed {
        handle.command(GM, Command::new(path, options), InputOrigin::default()).await.expect(path);
    }
    let begun = handle.look(|it| it.session().seq()).await.expect("live");
    let moved = |from: u64| {
        let (first, channel) = (store.clone(), handle.id);
        async move {
            // Time is paused: this minute is over as soon as nobody has anything to do but wait.
            let minute = std::time::Duration::from_secs(60);
            let _ = tokio::time::timeout(minute, std::future::pending::<()>()).await;
            let rows = first.load(channel).await.expect("kept").rows;
            assert!(rows.last().is_some_and(|it| it.seq as u64 > from + 3), "it moves by itself");
            assert!(rows.iter().zip(1..).all(|(row, seq)| row.seq == seq), "nothing lost or doubled");
            rows.len() as u64
        }
    };
    let rows = moved(begun).await;
    first.close().await;
    let second = tables();
    second.take_up().await.expect("the store holds");
    moved(rows).await;
    second.close().await;
}
