//! The account of a battle, in all five systems: it adds up, has nothing in it of somebody hidden, and forgets what was taken back. The
//! fights are played by rule of thumb, twice at once: the second has somebody hidden in it, of whom nobody is told anything.

use crate::{
    engine::{
        Actor, Addressee, CombatantId, Controller, DiceLuck, GameSystem, Input, Log, LogRow, Refusal, Scripted, Seat,
        Seed, Seeded, SideId, TableFact, Transition,
        fight_state::Shown,
        playing::{self, Player, Style},
        ruleset::is_settled,
        view::Viewer,
    },
    rules::{
        Fight, Newcomer, Request, Session, System,
        session::{BattleAccount, HarmSum, PlayedBy},
        with_ruleset,
    },
};

const GM: Actor = Actor::Gm(Seat(9));
const SEED: [u8; 32] = [5; 32];
/// The players' characters, by their players' seats.
const HEROES: [&str; 2] = ["Ana", "Bela"];
/// From one decision to the next.
const PACE_MS: i64 = 7_000;

/// Two players' characters against two foes, or three, of whom one is hidden.
fn line_up<R: GameSystem>(ghost: bool) -> Log<R> {
    let mut fight = Fight::<R>::open(&[]).expect("opens");
    let templates = fight.templates();
    let mut ask = |request: Request| {
        let proposal = fight.propose(GM, &request, &mut Scripted::default(), 0);
        proposal.map(|it| fight.commit(it)).is_ok()
    };
    assert!(ask(Request::UnseenBeside { on: true }));
    for name in ["Heroes", "Foes"] {
        assert!(ask(Request::Side { name: name.to_owned() }));
    }
    let people = [("Ana", 0), ("Bela", 0), ("Foe", 1), ("Fiend", 1), ("Ghost", 1)];
    for (index, (name, side)) in people.into_iter().enumerate().filter(|it| ghost || it.1.0 != "Ghost") {
        let newcomer = Newcomer {
            name: name.to_owned(),
            side: Some(["Heroes", "Foes"][side].to_owned()),
            owner: (side == 0).then_some(Seat(index as u64)),
            hidden: name == "Ghost",
            count: 1,
            ..Newcomer::default()
        };
        let joins = |it: &&String| ask(Request::Join(Newcomer { template: Some((*it).clone()), ..newcomer.clone() }));
        templates.iter().skip(index).chain(&templates).find(joins).expect("somebody who may join");
    }
    Log::new(fight.log().now().clone())
}

/// Takes one step in a fight.
fn put<R: GameSystem>(log: &mut Log<R>, actor: Actor, input: Input<R>, at_ms: i64) -> Result<(), Refusal<R>> {
    let mut dice = Seeded::at(&Seed::new(SEED), log.now().used);
    let rows = log.now().clone().advance(actor, input, &mut dice, at_ms);
    rows.map(|rows| rows.into_iter().for_each(|it| log.append(it)))
}

/// Who takes this step.
fn actor<R: GameSystem>(log: &Log<R>, input: &Input<R>) -> Actor {
    let who = match input {
        Input::Act { who, .. } => Some(*who),
        Input::Answer { prompt, .. } => match log.now().prompts().iter().find(|it| it.id == *prompt).map(|it| it.to) {
            Some(Addressee::Combatant(who)) => Some(who),
            _ => None,
        },
        _ => None,
    };
    match who.and_then(|it| log.now().now().find(it)).map(|it| it.controller) {
        Some(Controller::Player(seat)) => Actor::Player(seat),
        _ => GM,
    }
}

/// Somebody hidden may have a turn, or be asked, of which nobody is told: they pass.
fn let_the_hidden_pass<R: GameSystem>(log: &mut Log<R>, ghost: CombatantId, at_ms: i64) {
    let sides: Vec<SideId> = log.now().now().sides.iter().map(|it| it.id).collect();
    for turn in 0..20 {
        let asked = log.now().prompts().iter().find(|it| it.to == Addressee::Combatant(ghost) && it.answered.is_none());
        if let Some(asked) = asked {
            let answer = Input::Answer { prompt: asked.id, choice: asked.offers[0].clone() };
            put(log, GM, answer, at_ms).expect("the GM answers");
        } else if log.now().now().turns.phase.map(R::phase_words).as_deref() == Some("ambush") {
            let _ = put(log, GM, Input::pass(sides[turn % 2]), at_ms);
        }
    }
}

/// Plays both fights: the second has somebody hidden in it, to whom the GM does things in between.
fn played<R: GameSystem>() -> [Log<R>; 2] {
    let [mut plain, mut haunted] = [false, true].map(line_up::<R>);
    let ghost = haunted.now().now().combatants.iter().find(|it| &*it.name == "Ghost").expect("there").id;
    let mut input = Some(Input::Transition(Transition::FightBegins));
    for step in 1..400 {
        let Some(next) = input.take() else { break };
        let (by, at_ms) = (actor(&plain, &next), step * PACE_MS);
        if step % 3 == 0 && haunted.now().pending.is_none() {
            let shown = if step % 2 == 0 { Shown::Exact } else { Shown::State };
            let secretly = Input::Patch(vec![TableFact::ShownAs { who: ghost, shown }]);
            put(&mut haunted, GM, secretly, at_ms - 3_000).expect("the GM may");
        }
        let same = match next.clone() {
            Input::Answer { prompt, choice } => {
                let at = plain.now().prompts().iter().position(|it| it.id == prompt).expect("open");
                let mut open = haunted.now().prompts().iter().filter(|it| it.to != Addressee::Combatant(ghost));
                Input::Answer { prompt: open.nth(at).expect("open as well").id, choice }
            }
            other => other,
        };
        put(&mut plain, by, next, at_ms).unwrap_or_else(|why| panic!("{}, step {step}: {why:?}", R::NAME));
        put(&mut haunted, by, same, at_ms).unwrap_or_else(|why| panic!("{}, step {step}: {why:?}", R::NAME));
        let_the_hidden_pass(&mut haunted, ghost, at_ms);
        if plain.now().pending.is_none() && is_settled(plain.now().now()) {
            break;
        }
        let Some(decision) = playing::due(plain.now()) else { break };
        input = playing::choose(plain.now(), &decision, &Player { style: Style::Simple, seed: 5, playouts: 0 });
    }
    let ends = 500 * PACE_MS;
    for log in [&mut plain, &mut haunted] {
        put(log, GM, Input::Transition(Transition::FightEnds), ends).expect("the GM ends it");
    }
    [plain, haunted]
}

fn session<R: GameSystem>(log: &Log<R>) -> Fight<R> {
    let rows: Vec<String> = log.rows().iter().map(|it| serde_json::to_string(it).expect("plain values")).collect();
    Fight::load(&serde_json::to_string(log.opening()).expect("plain values"), &rows).expect("reads back")
}

/// Hits and points of all together; no points if those of some aren't told.
fn sum(all: impl Iterator<Item = HarmSum>) -> (u32, Option<u32>) {
    all.fold((0, Some(0)), |(hits, points), it| (hits + it.hits, points.zip(it.points).map(|(a, b)| a + b)))
}

/// What was dealt was taken, in one unit: of the heroes the points are told, of the foes as well where the system tells everyone, as they were
/// rolled where everyone sees the dice, and else to the GM alone; hits count in either case. A side that lost has no health left, each player has dice and times, and the health has a point for each round and one before.
fn adds_up<R: GameSystem>(fight: &Fight<R>) {
    let [open, all] = [Viewer::Everyone, Viewer::Gm].map(|it| fight.account(it));
    let name = R::NAME;
    for account in [&open, &all] {
        assert_eq!(account.sides.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["Heroes", "Foes"], "{name}");
        assert!(account.rounds > 0 && !account.fallen.is_empty(), "{name}");
        for side in &account.sides {
            assert_eq!(side.health.len(), account.rounds as usize + 1, "{name}");
            assert!(side.health.iter().flatten().all(|it| (0.0..=1.0).contains(it)), "{name}: {side:?}");
            assert_eq!(side.health[0], Some(1.0), "{name}: everyone begins unhurt");
        }
        assert!(account.sides.iter().any(|it| it.health.last() == Some(&Some(0.0))), "{name}: somebody lost");
        assert!(account.best_blow.is_some(), "{name}");
        let [dealt, taken] =
            [sum(account.fighters.iter().map(|it| it.dealt)), sum(account.fighters.iter().map(|it| it.taken))];
        assert!(dealt.0 > 0 && dealt.0 <= taken.0 && dealt.1 <= taken.1, "{name}: {dealt:?}, {taken:?}");
    }
    let of_side =
        |account: &BattleAccount, side| sum(account.fighters.iter().filter(|it| it.side == side).map(|it| it.taken));
    assert!(
        of_side(&open, 0).1.is_some() && of_side(&open, 1).1.is_some() == ["sovereign", "murdham"].contains(&R::NAME),
        "{name}: who is told a foe\u{2019}s points"
    );
    let is_rolled = |account: &BattleAccount| account.fighters.iter().any(|it| it.dealt.as_rolled);
    assert_eq!((is_rolled(&open), is_rolled(&all)), (R::NAME == "murdham", false), "{name}");
    assert!(R::NAME != "murdham" || of_side(&open, 1).1 >= of_side(&all, 1).1, "{name}: armour takes off, never adds");
    assert!(of_side(&all, 1).1.is_some_and(|it| it > 0) && of_side(&all, 1).0 == of_side(&open, 1).0, "{name}");
    assert!(open.sides[1].by_looks && !open.sides[0].by_looks && !all.sides[1].by_looks, "{name}");
    assert_eq!(open.people.len(), 3, "{name}");
    for (at, hero) in HEROES.iter().enumerate() {
        let it = &open.people[at];
        assert_eq!(
            (it.who, it.names.as_slice()),
            (PlayedBy::Player(Seat(at as u64)), &[(*hero).to_owned()][..]),
            "{name}"
        );
        assert_eq!(it.luck, fight.dice_of(Seat(at as u64)), "{name}");
        for taken in [it.acted, it.answered].iter().filter(|it| it.times > 0) {
            assert_eq!(taken.total_ms % PACE_MS, 0, "{name}: {it:?}");
            assert!(taken.mean_ms().is_some_and(|it| it >= PACE_MS), "{name}: {it:?}");
        }
        assert!(it.answered.times <= it.questions, "{name}: {it:?}");
    }
    let heroes = &open.people[..HEROES.len()];
    assert!(heroes.iter().any(|it| it.luck.dice() > 0) && heroes.iter().any(|it| it.acted.times > 0), "{name}");
    for template in fight.templates() {
        let fields = fight.check_sheet(Some(&template), &[]).unwrap_or_else(|why| panic!("{name}: {}", why.text));
        let is_field = |it: &&str| fields.iter().any(|field| field.0 == *it);
        assert!(R::OPEN_LASTING.iter().all(is_field), "{name}: {fields:?}");
    }
    let told = |account: &BattleAccount| account.lasting.iter().map(|it| it.1.len()).sum::<usize>();
    assert!(told(&open) <= told(&all), "{name}: {:?}", open.lasting);
    let asked: u32 = open.people.iter().map(|it| it.questions).sum();
    assert_eq!(asked, fight.asked().questions, "{name}");
    let open_dice = fight.log().rows().iter().flat_map(|it| &it.faces).filter(|it| !it.secret).count();
    let counted: u32 = open.people.iter().map(|it| it.luck.dice()).sum();
    assert!(counted as usize <= open_dice && counted > 5, "{name}: {counted} of {open_dice}");
    assert_eq!(fight.dice_of(Seat(77)), DiceLuck::default(), "{name}");
}

#[test]
fn an_account_adds_up_and_has_nothing_hidden() {
    for system in System::ALL {
        with_ruleset!(system, R => {
            let [plain, haunted] = played::<R>().map(|it| session(&it));
            adds_up(&plain);
            for viewer in [Viewer::Everyone, Viewer::Seat(Seat(0))] {
                assert_eq!(plain.account(viewer), haunted.account(viewer), "{}", system.name());
            }
            let ghosts = |it: &Fight<R>| it.account(Viewer::Gm).fighters.iter().filter(|it| it.name == "Ghost").count();
            assert_eq!([ghosts(&plain), ghosts(&haunted)], [0, 1], "{}", system.name());
        });
    }
}

/// What the GM takes back is in no account, dice and times included; questions were asked all the same.
#[test]
fn an_account_forgets_what_was_taken_back() {
    for system in System::ALL {
        with_ruleset!(system, R => {
            let [mut log, _] = played::<R>();
            let first = log.rows().first().expect("it began").seq;
            put(&mut log, GM, Input::Undo { from: first }, 501 * PACE_MS).expect("the GM takes it back");
            let account = session(&log).account(Viewer::Gm);
            assert!(account.fallen.is_empty() && account.best_blow.is_none() && account.rounds == 0);
            assert!(account.people.iter().all(|it| it.luck == DiceLuck::default() && it.acted.times == 0));
            assert!(account.fighters.iter().all(|it| it.dealt == HarmSum::default()));
        });
    }
}

/// Whoever hands a character on keeps the dice they rolled for it.
#[test]
fn a_handed_on_character_leaves_its_dice_behind() {
    for system in System::ALL {
        with_ruleset!(system, R => {
            let [ended, _] = played::<R>();
            let is_end = |it: &&LogRow<R>| matches!(it.input, Input::Transition(Transition::FightEnds));
            let before = ended.rows().iter().take_while(|it| !is_end(it)).cloned().collect();
            let mut log = Log::read(ended.opening().clone(), before).expect("the log reads back");
            let rolled = session(&log).dice_of(Seat(0));
            let ana = log.now().now().combatants.iter().find(|it| &*it.name == "Ana").expect("there").id;
            let handed = TableFact::ControlPassed { who: ana, to: Controller::Player(Seat(5)) };
            put(&mut log, GM, Input::Patch(vec![handed]), 501 * PACE_MS).expect("the GM hands her on");
            let account = session(&log).account(Viewer::Gm);
            let of = |seat| account.people.iter().find(|it| it.who == PlayedBy::Player(Seat(seat))).expect("somebody who played");
            assert_eq!((&of(0).luck, of(0).names.as_slice()), (&rolled, &["Ana".to_owned()][..]), "{}", system.name());
            assert_eq!((&of(5).luck, of(5).names.as_slice()), (&DiceLuck::default(), &["Ana".to_owned()][..]));
        });
    }
}

/// What Umpire rolls is nobody else's luck: it has a line for each side, also for a player's character that it plays.
#[test]
fn umpires_dice_are_told_by_side() {
    for system in System::ALL {
        with_ruleset!(system, R => {
            let mut log = line_up::<R>(false);
            let all: Vec<CombatantId> = log.now().now().combatants.iter().map(|it| it.id).collect();
            for who in all {
                let lent = vec![
                    TableFact::ControlPassed { who, to: Controller::Gm },
                    TableFact::AutopilotSet { who, style: Some(Style::Simple) },
                ];
                put(&mut log, GM, Input::Patch(lent), 0).expect("the GM hands them over");
            }
            let mut input = Some(Input::Transition(Transition::FightBegins));
            for step in 1..200 {
                let Some(next) = input.take() else { break };
                let by = if step == 1 { GM } else { Actor::Umpire };
                if put(&mut log, by, next.clone(), step * PACE_MS).is_err() {
                    put(&mut log, GM, next, step * PACE_MS).unwrap_or_else(|why| panic!("{}: {why:?}", system.name()));
                }
                let Some(decision) = playing::due(log.now()).filter(|_| !is_settled(log.now().now())) else { break };
                input = playing::choose(log.now(), &decision, &Player { style: Style::Simple, seed: 5, playouts: 0 });
            }
            let account = session(&log).account(Viewer::Everyone);
            let rolled: Vec<(PlayedBy, &str)> = account.people.iter().filter(|it| it.luck.dice() > 0)
                .map(|it| (it.who, it.names[0].as_str())).collect();
            assert!(rolled.iter().all(|it| matches!(it.0, PlayedBy::Umpire(_))), "{}: {rolled:?}", system.name());
            assert_eq!(rolled.iter().map(|it| it.1).collect::<Vec<_>>(), ["Heroes", "Foes"], "{}", system.name());
        });
    }
}

/// C6, C7 of Sovereign: whoever lies there mortally injured when the fight ends dies of it, and the account says so, with the rule.
#[test]
fn the_account_says_why_an_end_kills() {
    let name = "Ana";
    with_ruleset!(System::Sovereign, R => {
        let mut log = line_up::<R>(false);
        put(&mut log, GM, Input::Transition(Transition::FightBegins), 0).expect("it begins");
        let mut fight = session(&log);
        let ana = fight.log().now().now().combatants.iter().find(|it| &*it.name == name).expect("there").id;
        for request in [Request::Set { who: ana, field: "hp".to_owned(), value: "0".to_owned() }, Request::End] {
            let proposal = fight.propose(GM, &request, &mut Scripted::default(), 0);
            proposal.map(|it| fight.commit(it)).expect("the GM may");
        }
        let lasting = fight.account(Viewer::Everyone).lasting;
        let told = lasting.iter().find(|it| it.0 == name).and_then(|it| it.1.last()).map(String::as_str);
        let why = "dead now: Ana wasn\u{2019}t stabilised before the fight ended, and dies (C6, C7)";
        assert_eq!(told, Some(why));
    });
}
