//! Old logs load for ever: every exported fight in `tests/logs/` is read, folds to the end it had when it was played, and verifies.
//!
//! Never change a file there. A new kind of log content (a new fact, a new format version) gets another file, made by the test at the end
//! of this file.
#![cfg(feature = "bot")]

#[path = "common/ready_table.rs"]
mod ready_table;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Deserialize, Serialize};
use umpire::{
    engine::{
        Actor, Seat, Seed,
        view::{PromptView, Viewer},
    },
    rules::{Request, Session, System},
    script::ready,
    simulate::{self, SimulationPlan},
    store::{MemoryStore, Store},
    table::{Caller, Command, EncounterService, InputOrigin, NewFight},
    verify::{self, ExportedFight},
};

/// Logs decided by a rule that has been fixed since, with the rule. They still fold to their end, but are now decided differently: `umpire
/// verify` says so.
const MENDED: &[(&str, &str)] = &[
    (
        "murdham-1-chaos.fight.json",
        "R34-R36: an attack may also be countered by grappling or disarming, so that more is offered",
    ),
    ("murdham-1-reactions.fight.json", "R34-R36: the same"),
    ("murdham-1-simulated.fight.json", "R34-R36: the same"),
    (
        "einfelst-1-ready.fight.json",
        "R2: the card of somebody hidden comes from the secret dice, so that no open one depends on it",
    ),
];

/// If set, the last test here saves the fights whose names are new.
const KEEP: &str = "UMPIRE_KEEP_LOGS";

/// The most rows kept of a simulated fight.
const ROWS_MAX: usize = 400;

/// The state of a fight when its log was saved.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct End {
    stage: String,
    round: u32,
    /// The number of the next row.
    seq: u64,
    /// By name: the side, the health, and whether the mark is that of a combatant who is down.
    fighters: BTreeMap<String, (String, String, bool)>,
}

impl End {
    fn of(session: &dyn Session) -> End {
        let scene = session.scene(Viewer::Gm);
        let fighter = |side: &str, it: &umpire::engine::view::FighterView| {
            let health = session.read(it.id, "health").unwrap_or_default();
            let down = it.mark == umpire::engine::view::Mark::Down;
            (it.name.to_string(), (side.to_owned(), health, down))
        };
        let all = scene.sides.iter().flat_map(|side| side.members.iter().map(|it| fighter(&side.name, it)));
        End { stage: format!("{:?}", scene.stage), round: scene.round, seq: scene.seq, fighters: all.collect() }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs")
}

fn name_of(path: &Path) -> String {
    path.file_name().and_then(|it| it.to_str()).unwrap_or_default().to_owned()
}

/// The kept logs, by file.
fn logs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).expect("the folder").map(|it| it.expect("an entry").path());
    let mut logs: Vec<PathBuf> = entries.filter(|it| name_of(it).ends_with(".fight.json")).collect();
    logs.sort();
    logs
}

fn end_beside(log: &Path) -> PathBuf {
    log.with_file_name(name_of(log).replace(".fight.json", ".end.json"))
}

fn loaded(text: &str) -> Box<dyn Session> {
    let fight: ExportedFight = serde_json::from_str(text).expect("an exported fight");
    let rows: Vec<String> = fight.rows.iter().map(ToString::to_string).collect();
    let system = System::named(&fight.system).expect("a system");
    system.load(&fight.opening.to_string(), &rows).expect("it loads")
}

/// Every kept log loads, folds to the end recorded when it was played, and comes out the same when it's decided again.
#[test]
fn old_logs_load_fold_and_verify() {
    let logs = logs();
    assert!(logs.len() >= 3, "one log at least of each shape is kept");
    for system in System::ALL.map(System::name) {
        let kept = |played: &str| {
            logs.iter().any(|log| name_of(log).starts_with(&format!("{system}-")) && name_of(log).contains(played))
        };
        assert!(
            kept("simulated") && (kept("ready") || kept("reactions")),
            "a fight at a desk and a simulated one of {system} are kept"
        );
    }
    for log in logs {
        let (name, text) = (name_of(&log), std::fs::read_to_string(&log).expect("readable"));
        let end = std::fs::read_to_string(end_beside(&log)).expect("its end is noted beside it");
        let end: End = serde_json::from_str(&end).expect("an end");
        assert_eq!(End::of(loaded(&text).as_ref()), end, "{name} folds to another end");
        if MENDED.iter().any(|(mended, _)| *mended == name) {
            continue;
        }
        let findings = verify::check(&text);
        assert_eq!(findings.bad, Vec::<String>::new(), "{name}");
        assert_eq!(findings.good.len(), 2, "{name}: {:?}", findings.good);
    }
}

/// Each shape that a log can have is in one of them, so that none is kept in vain: prompts and every origin of an answer, withdrawn
/// actions, undo, pauses, patches, the chaos of combat.
#[test]
fn every_shape_is_kept() {
    let all: String = logs().iter().map(|it| std::fs::read_to_string(it).expect("readable")).collect();
    let all: String = all.split_whitespace().collect();
    let shapes = [
        r#""Answers":["#,
        r#""Silence""#,
        r#""Order""#,
        r#""Gm""#,
        r#"{"Seat":"#,
        r#""Withdrawn""#,
        r#""Reverted":"#,
        r#""Paused""#,
        r#""Resumed""#,
        r#""Join":"#,
        r#""Leave":"#,
        r#""Patch":"#,
        r#""Pass":"#,
        r#""ClockSet":"#,
        r#""Tick""#,
        r#""kind":"Open""#,
    ];
    let missing: Vec<&str> = shapes.into_iter().filter(|shape| !all.contains(shape)).collect();
    assert!(missing.is_empty(), "no kept log has {missing:?}");
}

const GM: Seat = ready_table::GM;
const ANA: Seat = Seat(2);
const BOB: Seat = Seat(3);

/// A fight played here, to be saved.
struct Played {
    service: EncounterService,
    now_ms: i64,
    seed: [u8; 32],
}

impl Played {
    async fn begun(seed: u8, options: &[(&str, &str)]) -> Played {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let now_ms = 1_790_000_000_000;
        let new = NewFight {
            application_id: 1,
            guild_id: Some(2),
            channel_id: 3,
            system: System::Murdham,
            name: "Kept".to_owned(),
            options: options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            gm: GM,
        };
        let sides = ["Players", "Foes"].map(|name| Request::Side { name: name.to_owned() });
        let service = EncounterService::open(store, new, [seed; 32], &sides, now_ms).await.expect("opened");
        let mut it = Played { service, now_ms, seed: [seed; 32] };
        it.run(ANA, "join", &[("template", "sybilla"), ("side", "Players")]).await;
        it.run(BOB, "join", &[("template", "theobald"), ("side", "Players")]).await;
        it.run(GM, "gm add", &[("template", "leader"), ("side", "Foes")]).await;
        it.run(GM, "gm add", &[("template", "bandit"), ("side", "Foes"), ("count", "2")]).await;
        it
    }

    async fn run(&mut self, seat: Seat, path: &str, options: &[(&str, &str)]) {
        self.now_ms += 1_000;
        let caller = Caller { seat, has_gm_role: false };
        let done =
            self.service.command(&caller, &Command::new(path, options), InputOrigin::default(), self.now_ms).await;
        done.unwrap_or_else(|why| panic!("/{path} {options:?}: {why}"));
    }

    fn open(&self) -> Vec<PromptView> {
        self.service.scene(Viewer::Gm).prompts.into_iter().filter(|it| !it.answered).collect()
    }

    /// Answers every open question with the first label that starts with one of these words, otherwise the default.
    async fn answer_all(&mut self, words: &[&str]) {
        while let Some(prompt) = self.open().first() {
            let actor = prompt.seats.first().map_or(Actor::Gm(GM), |seat| Actor::Player(*seat));
            let wanted = words.iter().find_map(|word| prompt.labels.iter().position(|it| it.starts_with(word)));
            let request = Request::Answer { prompt: prompt.id, choice: wanted.unwrap_or(0) };
            self.ask(actor, request).await;
        }
    }

    async fn ask(&mut self, actor: Actor, request: Request) {
        self.now_ms += 500;
        let done = self.service.ask(actor, &request, InputOrigin::default(), self.now_ms).await;
        done.unwrap_or_else(|why| panic!("{request:?}: {why}"));
    }

    /// Lets the next deadline pass.
    async fn silence(&mut self) {
        self.now_ms = self.service.next_deadline_ms().expect("a deadline").max(self.now_ms);
        assert!(!self.service.tick(self.now_ms).await.expect("kept").is_empty(), "something happened");
    }

    fn keep(self, name: &str) {
        let seed = Seed::new(self.seed);
        let commitment = seed.commitment().to_string();
        keep(name, self.service.session(), &ExportedFight::of(self.service.session(), &seed, &commitment));
    }
}

/// Checks one of this build's fights, and saves it if it's new and that's requested.
fn keep(name: &str, session: &dyn Session, fight: &ExportedFight) {
    let text = serde_json::to_string(fight).expect("plain values") + "\n";
    assert_eq!(verify::check(&text).bad, Vec::<String>::new(), "{name}");
    let log = folder().join(format!("{name}.fight.json"));
    if log.exists() || std::env::var_os(KEEP).is_none() {
        return;
    }
    std::fs::write(&log, text).expect("written");
    let end = serde_json::to_string_pretty(&End::of(session)).expect("plain values") + "\n";
    std::fs::write(end_beside(&log), end).expect("written");
}

/// Reactions, answered in every way; a withdrawn action; an undone action; a pause; the GM's own changes.
async fn reactions() -> Played {
    let mut it = Played::begun(11, &[]).await;
    it.run(GM, "gm fight", &[("name", "initiative"), ("value", "Foes")]).await;
    it.run(GM, "encounter begin", &[]).await;
    it.run(BOB, "orders", &[("order", "always dodge")]).await;
    it.run(GM, "attack", &[("target", "Theobald"), ("as", "Bandit 1")]).await;
    it.answer_all(&["Let"]).await;
    it.run(GM, "end", &[("as", "Bandit 1")]).await;
    // Begun, asked, and withdrawn; then begun again, and nobody answers.
    it.run(ANA, "attack", &[("target", "Leader")]).await;
    it.ask(Actor::Gm(GM), Request::Withdraw).await;
    it.run(ANA, "attack", &[("target", "Leader")]).await;
    it.run(GM, "encounter pause", &[]).await;
    it.run(GM, "encounter resume", &[]).await;
    while !it.open().is_empty() {
        it.silence().await;
    }
    it.run(GM, "gm undo", &[]).await;
    it.run(ANA, "attack", &[("target", "Bandit 2")]).await;
    it.answer_all(&["Let"]).await;
    it.run(ANA, "end", &[]).await;
    it.run(GM, "attack", &[("target", "Theobald"), ("as", "Leader")]).await;
    it.answer_all(&["Counter"]).await;
    it.run(GM, "end", &[("as", "Leader")]).await;
    it.run(GM, "gm set", &[("name", "Theobald"), ("field", "health"), ("value", "4")]).await;
    it.run(GM, "gm add", &[("template", "archer"), ("side", "Foes"), ("hidden", "yes")]).await;
    it.run(GM, "gm hide", &[("name", "Archer"), ("hidden", "no")]).await;
    it.run(GM, "gm control", &[("name", "Sybilla")]).await;
    it.run(GM, "leave", &[("as", "Bandit 1")]).await;
    it.run(GM, "encounter end", &[]).await;
    it
}

/// The chaos of combat: clocks that run out on a side and on a person, a pass, an answer in time.
async fn chaos() -> Played {
    let mut it = Played::begun(12, &[("chaos", "on")]).await;
    it.run(GM, "gm fight", &[("name", "initiative"), ("value", "Players")]).await;
    it.run(GM, "encounter begin", &[]).await;
    it.silence().await;
    it.run(GM, "attack", &[("target", "Sybilla"), ("as", "Bandit 1")]).await;
    it.answer_all(&["Counter", "Dodge"]).await;
    it.run(GM, "end", &[("as", "Bandit 1")]).await;
    it.run(BOB, "attack", &[("target", "Leader")]).await;
    it.answer_all(&["Dodge"]).await;
    it.silence().await;
    it.run(GM, "pass", &[("side", "Foes")]).await;
    it.run(GM, "encounter end", &[]).await;
    it
}

/// What the GM does in a ready fight between its actions, one after another: the log contents that a system's own rules don't produce.
fn commands(table: &ready_table::Table, other: &str) -> Vec<Command> {
    let ana = table.service.session().names(Viewer::Gm)[0].name.to_string();
    let foes = table.scene().sides[1].name.to_string();
    let late = [("template", other), ("side", &foes), ("name", "Late"), ("hidden", "yes")];
    vec![
        Command::new("gm undo", &[]),
        Command::new("encounter pause", &[]),
        Command::new("encounter resume", &[]),
        Command::new("gm add", &late),
        Command::new("gm hide", &[("name", "Late"), ("hidden", "no")]),
        Command::new("leave", &[("as", "Late")]),
        Command::new("gm control", &[("name", &ana)]),
    ]
}

/// A ready fight, played at random for a while and ended: the first question is withdrawn with its action, the next is left to silence, the
/// GM answers the third on someone's behalf, and then everyone gives an order; the others are answered at random.
async fn try_ready(seed: u64, system: System, (other, order): (&str, &str)) -> Option<Played> {
    let ready = ready::all().0.into_iter().find(|it| it.system == system).expect("every system has one");
    let mut table = ready_table::begun(&ready, seed).await;
    let mut befalls = commands(&table, other).into_iter();
    let mut asked = 0;
    for step in 0..300 {
        if step >= 60 && (asked > 6 || order.is_empty()) {
            break;
        }
        let open = table.scene().prompts.into_iter().find(|it| !it.answered);
        asked += u32::from(open.is_some());
        match open {
            Some(_) if asked == 1 => table.puts(Actor::Gm(GM), &Request::Withdraw).await,
            Some(_) if asked == 2 => assert!(table.waits().await, "a question has a deadline"),
            Some(prompt) if asked == 3 => {
                table.puts(Actor::Gm(GM), &Request::Answer { prompt: prompt.id, choice: 0 }).await;
                for who in table.service.session().names(Viewer::Gm).into_iter().filter(|_| !order.is_empty()) {
                    table.puts(Actor::Gm(GM), &Request::Order { who: who.id, order: order.to_owned() }).await;
                }
            }
            // Nobody acts while it's paused.
            None if (step % 3 == 2 || table.service.session().paused()) && befalls.len() > 0 => {
                let command = befalls.next().expect("one is left");
                table.now_ms += 1_000;
                let caller = Caller { seat: ready_table::GM, has_gm_role: false };
                let done = table.service.command(&caller, &command, InputOrigin::default(), table.now_ms).await;
                done.unwrap_or_else(|why| panic!("/{} {:?}: {why}", command.path, command.options));
            }
            _ if !table.step(step % 3 > 0).await => break,
            _ => {}
        }
    }
    if (asked <= 3 && !order.is_empty()) || befalls.len() > 0 {
        return None; // it was over too soon
    }
    let mut it = Played { service: table.service, now_ms: table.now_ms, seed: table.dice };
    while it.service.session().scene(Viewer::Gm).prompts.iter().any(|it| !it.answered) {
        it.silence().await;
    }
    it.run(GM, "encounter end", &[]).await;
    Some(it)
}

/// The first of these fights in which all of that happened.
async fn ready_fight(system: System, words: (&str, &str)) -> Played {
    for seed in 11..41 {
        if let Some(played) = try_ready(seed, system, words).await {
            return played;
        }
    }
    panic!("{}: no ready fight of thirty asks enough", system.name());
}

/// This build can also play and verify the fights that the kept logs came from. Their results are free to change; the kept logs aren't.
/// With [`KEEP`] set, one whose name is new is saved.
#[tokio::test]
async fn such_fights_can_still_be_played() {
    reactions().await.keep("murdham-2-reactions");
    chaos().await.keep("murdham-2-chaos");
    ready_fight(System::Td2e, ("goblin", "")).await.keep("td2e-1-ready");
    ready_fight(System::Einfelst, ("wolf", "never ask me")).await.keep("einfelst-1-ready");
    ready_fight(System::Sovereign, ("goblin", "never ask me")).await.keep("sovereign-1-ready");
    ready_fight(System::Ingenuity, ("wolf", "never ask")).await.keep("ingenuity-1-ready");
    for (system, version, per_side) in
        [("murdham", 2, 3), ("td2e", 1, 2), ("einfelst", 1, 2), ("sovereign", 1, 2), ("ingenuity", 1, 2)]
    {
        if system == "ingenuity" && std::env::var_os(KEEP).is_none() {
            continue; // its rounds continue for ever (A28), which takes long
        }
        let plan = SimulationPlan { system: System::named(system).expect("it is one"), fights: 1, per_side, seed: 11 };
        let (session, seed) = simulate::one(&plan).expect("a fight");
        let commitment = seed.commitment().to_string();
        let mut fight = ExportedFight::of(session.as_ref(), &seed, &commitment);
        fight.rows.truncate(ROWS_MAX);
        let cut = loaded(&serde_json::to_string(&fight).expect("plain values"));
        keep(&format!("{system}-{version}-simulated"), cut.as_ref(), &fight);
    }
}
