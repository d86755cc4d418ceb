//! A lone newcomer sits down at each ready fight and plays one hero to the end; nobody else is there, and nobody is GM. Also what sitting
//! down and leaving do.
#![cfg(feature = "bot")]

#[path = "common/ready_table.rs"]
mod ready_table;

use ready_table::{GM, Table, begun, seat_of};
use umpire::{
    engine::{Actor, CombatantId, Seat, Seed, view::Viewer},
    rules::Request,
    script::ready,
    store::Status,
    table::{Caller, Command, EncounterService, InputOrigin},
};

/// The most steps that a fight takes, Umpire's and the newcomer's.
const STEPS_MAX: usize = 4_000;

fn ana() -> Caller {
    Caller { seat: seat_of(0), has_gm_role: false }
}

/// The heroes that this seat plays now.
fn played_by(table: &Table, seat: Seat) -> Vec<CombatantId> {
    let names = table.service.session().names(Viewer::Gm);
    names.into_iter().filter(|it| it.player == Some(seat)).map(|it| it.id).collect()
}

/// Who sent the rows of the log, one after the other.
fn actors(table: &Table) -> Vec<String> {
    let log = table.service.session().export();
    log["rows"].as_array().expect("rows").iter().map(|it| it["actor"].to_string()).collect()
}

/// What the newcomer does now, if anything: answers with the default, attacks if she can, else ends her turn.
async fn ana_plays(table: &mut Table) -> bool {
    let (scene, player) = (table.scene(), Actor::Player(ana().seat));
    if let Some(prompt) = scene.prompts.iter().find(|it| !it.answered) {
        let is_hers = prompt.seats.contains(&ana().seat);
        if is_hers {
            table.puts(player, &Request::Answer { prompt: prompt.id, choice: 0 }).await;
        }
        return is_hers;
    }
    let own = played_by(table, ana().seat);
    let ready: Vec<CombatantId> = scene.may_act.iter().copied().filter(|it| own.contains(it)).collect();
    for who in ready {
        let verbs = table.service.session().verbs(Viewer::Seat(ana().seat), who);
        let strikes = verbs.iter().any(|it| it.name == "attack");
        let ends = verbs.iter().any(|it| it.name == "end");
        // A newcomer looks around a little before she ends her turn.
        if !strikes && ends && table.rng.percent(50) {
            table
                .puts(player, &Request::Act { who, draft: umpire::engine::partial_action::PartialAction::of("end") })
                .await;
            return true;
        }
        if let Some(request) = table.action(who, true) {
            table.puts(player, &request).await;
            return true;
        }
        if let Some(side) = table.service.session().side_up() {
            table.puts(player, &Request::Pass { side }).await;
            return true;
        }
    }
    false
}

/// One step of a fight at which only Ana sits: hers, Umpire's, or time that runs out.
async fn step(table: &mut Table) -> bool {
    let is_decided = table.scene().details.decided.is_some();
    if !is_decided && ana_plays(table).await {
        return true;
    }
    match table.service.umpire_due_ms() {
        Some(due_ms) => {
            table.now_ms = table.now_ms.max(due_ms);
            table.service.umpire_moves(table.now_ms).await.expect("kept");
            true
        }
        None => table.waits().await,
    }
}

/// Every ready fight is played to its end from one seat, in a few different ways; it ends by itself, nothing waits for the GM, and the log
/// comes out the same when it's decided again.
#[tokio::test]
async fn each_ready_fight_is_played_to_its_end_from_one_seat() {
    for ready in ready::all().0 {
        for seed in 0..3 {
            let mut table = begun(&ready, seed).await;
            let begun_rows = actors(&table).len();
            table.service.seated(vec![ana().seat], table.now_ms).await.expect("kept");
            assert_eq!(played_by(&table, ana().seat).len(), ready.characters_of(0).len(), "{}", ready.name);
            let mut steps = 0;
            while table.service.status() != Status::Over {
                let moved = step(&mut table).await;
                assert!(moved, "{} {seed} stands still: {:#?}", ready.name, table.scene());
                steps += 1;
                assert!(steps < STEPS_MAX, "{} {seed} doesn\u{2019}t end: {:#?}", ready.name, table.scene());
            }
            let actors = actors(&table).split_off(begun_rows);
            assert!(!actors.iter().any(|it| it.contains("Gm")), "{}: nobody is GM", ready.name);
            let by = |whose: &str| actors.iter().filter(|it| it.contains(whose)).count();
            println!("{} {seed}: {steps} steps, {} by Umpire, {} by Ana", ready.name, by("Umpire"), by("Player"));
            assert!(by("Umpire") > 0, "{}", ready.name);
            table.service.session().audit(&Seed::new(table.dice)).unwrap_or_else(|why| panic!("{}: {why}", ready.name));
        }
    }
}

/// Where nobody sits, nothing moves and nobody's time runs out. Umpire plays the heroes of empty seats; whoever sits down gets theirs, and
/// whoever is gone is played for. With a GM there, nobody else answers what the GM is asked.
#[tokio::test]
async fn sitting_down_takes_a_hero_over() {
    let ready = ready::all().0.into_iter().find(|it| it.people.len() == 3).expect("one for three");
    let mut table = begun(&ready, 1).await;
    let (bob, now_ms) = (seat_of(1), table.now_ms);
    table.service.seated(vec![], now_ms).await.expect("kept");
    assert_eq!((table.service.umpire_due_ms(), table.service.next_deadline_ms()), (None, None), "nobody is there");
    table.service.seated(vec![ana().seat], now_ms).await.expect("kept");
    assert!(table.service.umpire_is_gm());
    let everybody = |table: &Table| -> usize {
        let scene = table.scene();
        scene.sides.iter().flat_map(|it| &it.members).filter(|it| it.player.is_none() && it.umpire.is_none()).count()
    };
    assert_eq!(everybody(&table), 0, "nobody is left for a GM to play");
    assert!(played_by(&table, bob).is_empty() && !played_by(&table, ana().seat).is_empty());
    table.service.seated(vec![ana().seat, bob], now_ms).await.expect("kept");
    assert!(!played_by(&table, bob).is_empty(), "Bob sits down");
    let rows = actors(&table).len();
    table.service.seated(vec![ana().seat, bob], now_ms).await.expect("kept");
    assert_eq!(actors(&table).len(), rows, "nothing changes if nobody comes or goes");
    table.service.seated(vec![bob, GM], now_ms).await.expect("kept");
    assert!(played_by(&table, ana().seat).is_empty(), "Ana has left");
    assert!(!table.service.umpire_is_gm(), "the GM is here");
    let gm = Caller { seat: GM, has_gm_role: false };
    let back = Command::new("gm autopilot", &[("who", "all"), ("style", "off")]);
    table.service.command(&gm, &back, InputOrigin::default(), now_ms).await.expect("the GM takes the foes");
    let foes = everybody(&table);
    assert!(foes > 0 && played_by(&table, ana().seat).is_empty(), "but not Ana's, who is away");
    table.service.seated(vec![bob], now_ms).await.expect("kept");
    assert_eq!(everybody(&table), 0, "the GM has left, so Umpire plays the foes again");
    table.service.seated(vec![bob, GM], now_ms).await.expect("kept");
    assert_eq!(everybody(&table), foes, "the GM is back, and has them back");
}

/// A GM who sits down alone waits for the first player: nothing moves, and no hero is Umpire's, until somebody sits down or the GM starts without
/// them. After that, a GM who is alone for a while sees Umpire play on.
#[tokio::test]
async fn a_lone_gm_waits_for_the_first_player() {
    let ready = ready::all().0.into_iter().find(|it| it.people.len() == 3).expect("one for three");
    let bob = seat_of(1);
    let gm = Caller { seat: GM, has_gm_role: false };
    let mut table = begun(&ready, 1).await;
    let now_ms = table.now_ms;
    for _ in 0..2 {
        table.service.seated(vec![GM], now_ms).await.expect("kept");
        assert_eq!((table.service.status(), table.service.umpire_due_ms()), (Status::Paused, None));
        assert!(!played_by(&table, bob).is_empty(), "his hero is still his");
    }
    table.service.starts_without_players(now_ms).await.expect("kept");
    assert_eq!(table.service.status(), Status::Paused, "nobody has said so");
    let id = table.service.header().id;
    table.service = EncounterService::load(table.store.clone(), id).await.expect("it reads back after a restart");
    table.service.seated(vec![GM], now_ms).await.expect("kept");
    assert_eq!(table.service.status(), Status::Paused, "it still waits");
    table.service.seated(vec![GM, ana().seat], now_ms).await.expect("kept");
    assert_eq!(table.service.status(), Status::Fighting, "Ana sits down");
    assert!(!played_by(&table, ana().seat).is_empty() && played_by(&table, bob).is_empty(), "Umpire plays Bob's");
    table.service.seated(vec![GM], now_ms).await.expect("kept");
    assert_eq!(table.service.status(), Status::Fighting, "Ana has only gone for a while");
    assert!(played_by(&table, ana().seat).is_empty(), "Umpire plays hers");
    assert!(step(&mut table).await, "Umpire plays");
    let id = table.service.header().id;
    table.service = EncounterService::load(table.store.clone(), id).await.expect("it reads back after a restart");
    table.service.seated(vec![GM], now_ms).await.expect("kept");
    assert_eq!(table.service.status(), Status::Fighting, "somebody has been here");

    let mut table = begun(&ready, 2).await;
    table.service.seated(vec![GM], now_ms).await.expect("kept");
    let resume = Command::new("encounter resume", &[]);
    table.service.command(&gm, &resume, InputOrigin::default(), now_ms).await.expect("the GM starts without them");
    table.service.starts_without_players(now_ms).await.expect("kept");
    assert_eq!(table.service.status(), Status::Fighting);
    assert!(played_by(&table, ana().seat).is_empty() && played_by(&table, bob).is_empty(), "Umpire plays for all");
    table.service.seated(vec![GM, bob], now_ms).await.expect("kept");
    assert!(!played_by(&table, bob).is_empty(), "Bob comes late");
}

/// Where nobody is GM, whoever plays may end the fight; somebody who doesn't play may not.
#[tokio::test]
async fn whoever_plays_ends_a_fight_without_a_gm() {
    let ready = ready::all().0.into_iter().next().expect("a ready fight");
    let mut table = begun(&ready, 1).await;
    let end = Command::new("encounter end", &[]);
    let now_ms = table.now_ms;
    let refused = table.service.command(&ana(), &end, InputOrigin::default(), now_ms).await.expect_err("there is a GM");
    assert!(refused.to_string().contains("Only the GM"), "{refused}");
    table.service.seated(vec![ana().seat], now_ms).await.expect("kept");
    let stranger = Caller { seat: Seat(77), has_gm_role: false };
    table.service.command(&stranger, &end, InputOrigin::default(), now_ms).await.expect_err("a stranger");
    table.service.command(&ana(), &end, InputOrigin::default(), now_ms).await.expect("she plays");
    assert_eq!(table.service.status(), Status::Over);
}
