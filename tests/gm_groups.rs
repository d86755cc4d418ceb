//! The GM orders several foes at one press: they act one after the other, wait while a person is asked, and stop as soon as the GM does
//! anything else. Counts the presses that eight foes cost their GM in a round, in every system.
#![cfg(feature = "bot")]

use std::sync::Arc;
use umpire::{
    engine::{
        Addressee, Seat, Seed,
        view::{Mark, Viewer},
    },
    rules::{Request, System},
    store::{MemoryStore, Store},
    table::{Caller, Command, EncounterService, InputOrigin, NewFight, group_orders::Orderable},
};

const GM: Caller = Caller { seat: Seat(1), has_gm_role: false };
const ANA: Caller = Caller { seat: Seat(2), has_gm_role: false };
const SEED: [u8; 32] = [3; 32];
const NOW_MS: i64 = 1_790_000_000_000;
/// The most presses that eight foes may cost in a round.
const PRESSES_MAX: usize = 10;
/// An order in the GM's panel: GM… and the button. In the GM's channel the second is enough.
const PRESSES_OF_AN_ORDER: usize = 2;
/// So many things happen before a round is over, or something stands still.
const STEPS_MAX: usize = 600;

/// A fight with a clock that moves only by hand.
struct Fight {
    store: Arc<dyn Store>,
    service: EncounterService,
    now_ms: i64,
}

impl Fight {
    /// Two heroes of Ana's against eight foes of one kind.
    async fn of(system: System, hero: &str, foe: &str) -> Fight {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
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
        let service = EncounterService::open(store.clone(), new, SEED, &laid, NOW_MS).await.expect("opened");
        let mut it = Fight { store, service, now_ms: NOW_MS };
        let anas = [("template", hero), ("side", "Players"), ("player", "<@2>"), ("count", "2")];
        it.run(&GM, "gm add", &anas).await;
        it.run(&GM, "gm add", &[("template", foe), ("side", "Foes"), ("count", "8")]).await;
        it
    }

    /// Eight bandits who have the initiative, and the fight has begun.
    async fn bandits() -> Fight {
        let mut it = Fight::of(System::Murdham, "theobald", "bandit").await;
        it.run(&GM, "gm fight", &[("name", "initiative"), ("value", "Foes")]).await;
        it.run(&GM, "encounter begin", &[]).await;
        it
    }

    async fn tries(&mut self, caller: &Caller, path: &str, options: &[(&str, &str)]) -> Result<String, String> {
        let command = Command::new(path, options);
        let done = self.service.command(caller, &command, InputOrigin::default(), self.now_ms).await;
        done.map(|it| it.text).map_err(|why| why.to_string())
    }

    async fn run(&mut self, caller: &Caller, path: &str, options: &[(&str, &str)]) -> String {
        self.tries(caller, path, options).await.unwrap_or_else(|why| panic!("/{path} {options:?}: {why}"))
    }

    /// The program ends, and another takes the fight up.
    async fn restarts(&mut self) {
        let id = self.service.header().id;
        self.service = EncounterService::load(self.store.clone(), id).await.expect("taken up again");
    }

    /// Lets time pass until the next move that no person makes, if there is one.
    async fn goes_on(&mut self) -> bool {
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

    fn is_asked(&self) -> bool {
        self.service.scene(Viewer::Gm).prompts.iter().any(|it| !it.answered)
    }

    /// Who sent the actions of the log, and what they were.
    fn acts(&self) -> Vec<(String, String)> {
        let log = self.service.session().export();
        let rows = log["rows"].as_array().expect("rows").clone();
        let all = rows.iter().map(|it| (it["actor"].to_string(), it["input"].to_string()));
        all.filter(|it| it.1.contains("\"Act\"")).collect()
    }

    fn side_up(&self) -> String {
        let up = self.service.session().side_up().expect("somebody's step");
        self.service.session().sides().into_iter().find(|side| side.id == up).expect("known").name.to_string()
    }
}

/// In every system: what a round with eight foes costs the GM who plays them with "All … as suggested". The heroes are Umpire's, so that
/// nobody else delays it.
#[tokio::test]
async fn eight_foes_cost_their_gm_at_most_ten_presses_a_round() {
    let line_ups = [
        (System::Murdham, "theobald", "bandit"),
        (System::Td2e, "brannoc", "goblin"),
        (System::Einfelst, "torvald-the-smith", "brigand"),
        (System::Sovereign, "hildred", "goblin"),
        (System::Ingenuity, "boudica", "goblin"),
    ];
    for (system, hero, foe) in line_ups {
        let mut it = Fight::of(system, hero, foe).await;
        it.run(&GM, "encounter begin", &[]).await;
        it.run(&ANA, "autopilot", &[]).await;
        let (mut presses, mut rounds) = (vec![0_usize], 0);
        let mut round = it.service.scene(Viewer::Gm).round;
        for step in 0..=STEPS_MAX {
            let scene = it.service.scene(Viewer::Gm);
            assert!(step < STEPS_MAX, "{system:?} stands still: {scene:?}");
            if scene.round > round {
                (round, rounds) = (scene.round, rounds + 1);
                presses.push(0);
            }
            if rounds >= 2 || scene.details.decided.is_some() {
                break;
            }
            if it.goes_on().await {
                continue;
            }
            let counted = presses.last_mut().expect("a round");
            let mut open = scene.prompts.iter().filter(|it| !it.answered);
            if let Some(prompt) = open.next() {
                *counted += usize::from(prompt.seats.is_empty());
                it.nobody_answers().await;
                continue;
            }
            let kinds = Orderable::of(&scene).kinds;
            let what = if kinds.is_empty() { "pass" } else { "suggested" };
            *counted += PRESSES_OF_AN_ORDER;
            it.run(&GM, "gm group", &[("what", what)]).await;
        }
        println!("{system:?}: {presses:?} presses a round");
        assert!(presses.iter().all(|it| *it <= PRESSES_MAX), "{system:?}: {presses:?}");
        assert!(presses[0] > 0, "{system:?}: the foes are the GM's");
        let foes = it.acts().into_iter().filter(|it| it.0.contains("Gm")).count();
        assert!(foes >= 8, "{system:?}: {:?}", it.acts());
        it.service.session().audit(&Seed::new(SEED)).unwrap_or_else(|why| panic!("{system:?}: {why}"));
    }
}

/// Each bandit's move is one input of the GM's, with a pause before it. While Ana is asked, nobody moves; then they go on.
#[tokio::test]
async fn a_group_waits_while_a_person_is_asked() {
    let mut it = Fight::bandits().await;
    let told = it.run(&GM, "gm group", &[("who", "Bandit")]).await;
    assert!(told.starts_with("8 Bandits act as Umpire would"), "{told}");
    assert_eq!(it.service.umpire_due_ms(), Some(NOW_MS + 1_500), "a pause first");
    let mut waited = 0;
    while it.acts().len() < 8 {
        if it.is_asked() {
            assert_eq!(it.service.umpire_due_ms(), None, "Ana is asked");
            let acts = it.acts().len();
            it.nobody_answers().await;
            assert_eq!(it.acts().len(), acts);
            waited += 1;
            continue;
        }
        if !it.goes_on().await {
            it.run(&ANA, "pass", &[]).await;
        }
    }
    assert!(waited > 0, "Ana was asked");
    assert!(it.acts().iter().all(|it| it.0.contains("Gm")), "{:?}", it.acts());
}

/// Once all have acted, Umpire only answers for them, so that others can be ordered; with its last member, the order is over.
#[tokio::test]
async fn an_order_is_over_with_its_last_member() {
    let mut it = Fight::bandits().await;
    it.run(&GM, "gm group", &[("who", "Bandit 1, Bandit 2")]).await;
    assert!(it.service.group_doing().is_some_and(|it| !it.has_acted && it.words.contains("act as Umpire would")));
    while it.service.group_doing().is_some_and(|it| !it.has_acted) {
        match it.is_asked() {
            true => it.nobody_answers().await,
            false if it.goes_on().await => {}
            false => drop(it.run(&ANA, "pass", &[]).await),
        }
    }
    let doing = it.service.group_doing().expect("until the round ends");
    assert_eq!(doing.words, "answering for Bandit 1 and Bandit 2");
    // By an answer of a GM's the order goes on; a fall isn't one.
    for name in ["Bandit 1", "Bandit 2"] {
        let who = it.service.session().find(Viewer::Gm, name).expect("there");
        let falls = Request::Set { who, field: "dead".to_owned(), value: "yes".to_owned() };
        it.service.ask(umpire::engine::Actor::Table, &falls, InputOrigin::default(), it.now_ms).await.expect("falls");
    }
    assert_eq!(it.service.group_doing(), None, "nobody is left whom Umpire could answer for");
}

/// A restart in the middle doesn't end an order, and doesn't begin one again that was stopped.
#[tokio::test]
async fn a_group_outlives_a_restart() {
    let mut it = Fight::bandits().await;
    it.run(&GM, "gm group", &[("who", "Bandit"), ("what", "suggested")]).await;
    assert!(it.goes_on().await);
    while it.is_asked() {
        it.nobody_answers().await;
    }
    let (words, acts) = (it.service.group_words(), it.acts().len());
    it.restarts().await;
    assert_eq!((it.service.group_words(), words.is_some()), (words, true));
    while it.acts().len() == acts {
        assert!(it.goes_on().await || it.is_asked(), "the next one acts");
        while it.is_asked() {
            it.nobody_answers().await;
        }
        if it.service.umpire_due_ms().is_none() {
            it.run(&ANA, "pass", &[]).await;
        }
    }
    it.run(&GM, "gm group", &[("what", "stop")]).await;
    it.restarts().await;
    assert_eq!((it.service.group_words(), it.service.umpire_due_ms()), (None, None));
}

/// Whatever the GM does stops the group, and what had been worked out for it is dropped; so does `stop`. Undo takes one foe's action back.
#[tokio::test]
async fn a_group_stops_when_the_gm_acts() {
    let mut it = Fight::bandits().await;
    let told = it.tries(&GM, "gm group", &[]).await.expect_err("nothing is ordered");
    assert!(told.starts_with("Say who does what") && it.service.group_words().is_none(), "{told}");
    it.run(&GM, "gm group", &[("what", "suggested")]).await;
    it.run(&GM, "gm set", &[("name", "Theobald 1"), ("field", "health"), ("value", "9")]).await;
    assert!(it.service.group_words().is_some(), "putting something right beside it stops nobody");
    let (seq, think) = it.service.umpires_choices().expect("it's the group's move");
    it.run(&GM, "attack", &[("as", "Bandit 2"), ("target", "Theobald 1")]).await;
    let acts = it.acts().len();
    it.service.umpire_plays(seq, think(), it.now_ms).await.expect("nothing happens");
    assert_eq!((it.acts().len(), it.service.group_words()), (acts, None));
    while it.is_asked() {
        it.nobody_answers().await;
    }
    assert_eq!(it.service.umpire_due_ms(), None, "the GM has acted");

    it.run(&GM, "gm group", &[("what", "suggested")]).await;
    assert!(it.goes_on().await);
    while it.is_asked() {
        it.nobody_answers().await;
    }
    it.run(&GM, "gm undo", &[]).await;
    assert_eq!(it.service.umpire_due_ms(), None, "and has taken something back");

    it.run(&GM, "gm group", &[("what", "suggested")]).await;
    assert!(it.service.umpire_due_ms().is_some());
    assert!(it.run(&GM, "gm group", &[("what", "stop")]).await.starts_with("Stopped."));
    assert_eq!(it.service.umpire_due_ms(), None);
    assert_eq!(it.run(&GM, "gm group", &[("what", "stop")]).await, "No group is following an order.");
}

/// All bandits attack one hero: nobody strikes the other.
#[tokio::test]
async fn a_group_attacks_its_target() {
    let mut it = Fight::bandits().await;
    let target = it.service.session().find(Viewer::Gm, "Theobald 2").expect("there");
    it.run(&GM, "gm group", &[("who", "Bandit"), ("what", "attack"), ("target", "theobald 2")]).await;
    let of_attack = |it: &(String, String)| it.1.contains("\"Attack\"");
    while it.acts().iter().filter(|it| of_attack(it)).count() < 3 {
        match it.is_asked() {
            true => it.nobody_answers().await,
            false if it.goes_on().await => {}
            false => drop(it.run(&ANA, "pass", &[]).await),
        }
    }
    let at = format!("\"target\":{}", target.0);
    assert!(it.acts().iter().filter(|it| of_attack(it)).all(|it| it.1.contains(&at)), "{:?}", it.acts());
}

/// Whoever puts the target of their order out ends their turn: the GM isn't left with it half done, and nobody else begins one.
#[tokio::test]
async fn an_order_ends_with_the_turn_that_fulfils_it() {
    let mut it = Fight::bandits().await;
    it.run(&GM, "gm set", &[("name", "Theobald 2"), ("field", "health"), ("value", "1")]).await;
    it.run(&GM, "gm group", &[("who", "Bandit"), ("what", "attack"), ("target", "theobald 2")]).await;
    let is_down = |it: &Fight| {
        let scene = it.service.session().scene(Viewer::Gm);
        let mut members = scene.sides.iter().flat_map(|it| &it.members);
        members.any(|it| it.name == "Theobald 2" && it.mark == Mark::Down)
    };
    let mut steps = 0;
    while !is_down(&it) && steps < 200 {
        match it.is_asked() {
            true => it.nobody_answers().await,
            false if it.goes_on().await => {}
            false => drop(it.run(&ANA, "pass", &[]).await),
        }
        steps += 1;
    }
    assert!(is_down(&it), "eight bandits put one hero down");
    while it.is_asked() {
        it.nobody_answers().await;
    }
    while it.goes_on().await {}
    let scene = it.service.session().scene(Viewer::Gm);
    let acting: Vec<&str> = scene
        .sides
        .iter()
        .flat_map(|it| &it.members)
        .filter(|it| it.mark == Mark::Acting)
        .map(|it| it.name.as_str())
        .collect();
    assert_eq!(acting, Vec::<&str>::new(), "nobody is left in the middle of a turn");
    assert_eq!(it.service.group_words(), None, "the order is over");
}

/// Visible ones get the low numbers, so that they tell of nobody; the GM reads what the hidden ones are called then.
#[tokio::test]
async fn the_gm_reads_who_is_renamed() {
    let mut fight = Fight::of(System::Murdham, "theobald", "bandit").await;
    let archers = |count, hidden| [("template", "archer"), ("side", "Foes"), ("count", count), ("hidden", hidden)];
    fight.run(&GM, "gm add", &archers("2", "true")).await;
    let told = fight.run(&GM, "gm add", &archers("3", "false")).await;
    assert!(
        told.contains("Added Archer 1, Archer 2 and Archer 3. Hidden combatants were renumbered: Archer 1 is Archer"),
        "{told}"
    );
    let told = fight.run(&GM, "gm add", &archers("1", "false")).await;
    assert!(told.contains("Added Archer 4. Hidden combatants were renumbered"), "{told}");
}

/// Those in hiding stay there, unless they're named: nobody walks out of an ambush because the others attack.
#[tokio::test]
async fn those_in_hiding_are_not_meant() {
    let mut fight = Fight::bandits().await;
    fight.run(&GM, "gm hide", &[("name", "Bandit 7, Bandit 8")]).await;
    let scene = fight.service.session().scene(Viewer::Gm);
    let can = Orderable::of(&scene);
    assert!(!can.everyone.contains(&"Bandit 7".to_owned()) && can.everyone.len() == 6, "{can:?}");
    assert_eq!(can.in_hiding, ["Bandit 7", "Bandit 8"], "they have a button of their own");
    fight.run(&GM, "gm hide", &[("name", "Bandit 2, Bandit 3, Bandit 4, Bandit 5, Bandit 6")]).await;
    let can = Orderable::of(&fight.service.session().scene(Viewer::Gm));
    assert!(can.everyone.is_empty() && can.in_hiding.len() == 7, "also where only one is seen: {can:?}");
    fight.run(&GM, "gm undo", &[]).await;
    let told = fight.run(&GM, "gm group", &[("who", "Bandit"), ("what", "pass")]).await;
    assert!(
        told.contains("Left out because they\u{2019}re hidden (name them to include them): Bandit 7 and Bandit 8."),
        "{told}"
    );
    let told = fight.run(&GM, "gm group", &[("who", "Bandit 1, Bandit 7"), ("what", "pass")]).await;
    assert!(!told.contains("Left out"), "{told}");
}

/// Reinforcements and the place where they come are one change, which one undo takes back; nobody comes to a place that isn't there.
#[tokio::test]
async fn those_who_come_to_a_place_are_one_change() {
    let mut it = Fight::bandits().await;
    it.run(&GM, "gm board", &[("zones", "Gate, Yard"), ("place", "Bandit at Yard, Theobald at Gate")]).await;
    let places = |it: &Fight| {
        let session = it.service.session();
        let all: Vec<(String, Option<String>)> =
            session.names(Viewer::Gm).into_iter().map(|who| (who.name, session.place_of(who.id))).collect();
        all
    };
    assert_eq!(
        places(&it).iter().filter(|it| it.1.as_deref() == Some("Yard")).count(),
        8,
        "all Bandits: {:?}",
        places(&it)
    );
    let why =
        it.tries(&GM, "gm board", &[("zones", "Gate, Roof"), ("place", "Bandid at Roof")]).await.expect_err("nobody");
    assert!(why.contains("Bandid") && why.ends_with("The board is as it was."), "{why}");
    let before = places(&it);
    let archers = [("template", "archer"), ("count", "2"), ("at", "Yard")];
    let told = it.run(&GM, "gm add", &archers).await;
    assert_eq!(told, "Added Archer 1 and Archer 2 at Yard.");
    it.run(&GM, "gm undo", &[]).await;
    assert_eq!(places(&it), before);
    let why = it.tries(&GM, "gm add", &[("template", "archer"), ("at", "Yrad")]).await.expect_err("no such place");
    assert!(why.contains("Yard") && places(&it) == before, "{why}");
}

/// "The rest pass" ends the foes' step.
#[tokio::test]
async fn the_rest_pass() {
    let mut it = Fight::bandits().await;
    it.run(&GM, "attack", &[("as", "Bandit 1"), ("target", "Theobald 1")]).await;
    while it.is_asked() {
        it.nobody_answers().await;
    }
    assert_eq!(it.side_up(), "Foes");
    it.run(&GM, "gm group", &[("what", "pass")]).await;
    assert!(it.goes_on().await);
    assert_eq!(it.side_up(), "Players");
    it.run(&ANA, "act", &[("as", "Theobald 1"), ("what", "surrender")]).await;
    assert!(it.goes_on().await, "one order is enough for the phase");
    assert_eq!(it.side_up(), "Players");
    let others = it.acts().into_iter().filter(|it| it.0.contains("Gm") && !it.1.contains("\"End\""));
    assert_eq!(others.count(), 1, "only what was done before: {:?}", it.acts());
}

/// What can't be ordered is said in a sentence.
#[tokio::test]
async fn what_cannot_be_ordered_is_refused() {
    let mut it = Fight::of(System::Murdham, "theobald", "bandit").await;
    let tries = [(&GM, "hasn\u{2019}t begun", vec![("what", "suggested")]), (&ANA, "Only the GM can do that.", vec![])];
    for (who, why, options) in tries {
        let told = it.tries(who, "gm group", &options).await.expect_err(why);
        assert!(told.contains(why), "{told}");
    }
    it.run(&GM, "encounter begin", &[]).await;
    it.run(&GM, "gm autopilot", &[("who", "Bandit 1")]).await;
    let tries = [
        ("Theobald 1 belongs to a player", vec![("who", "Theobald 1")]),
        ("Umpire already plays Bandit 1", vec![("who", "Bandit 1")]),
        ("Did you mean Bandit", vec![("who", "Bandot 7")]),
        ("suggested, attack, pass or stop, not \u{201c}dance\u{201d}", vec![("what", "dance")]),
        ("Say whom they attack", vec![("what", "attack")]),
        ("There is no combatant called", vec![("what", "attack"), ("target", "Zed")]),
    ];
    for (why, options) in tries {
        let told = it.tries(&GM, "gm group", &options).await.expect_err(why);
        assert!(told.contains(why), "{told}");
    }
    let prompts = it.service.scene(Viewer::Gm).prompts;
    assert!(prompts.iter().all(|it| it.to != Addressee::Gm), "nothing was asked: {prompts:?}");
}
