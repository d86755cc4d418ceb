//! Forecasts, in all five systems: they're the same whoever plays which part, never touch the fight, know what's hidden as the GM does, try
//! changes to the foes, and say what's missing.

use crate::{
    engine::{
        Actor, Scripted, Seat,
        playing::{Style, forecast::ForecastTally},
    },
    rules::{
        Handover, Newcomer, Request, Session, System,
        session::{ForecastPlan, ForecastReport, ForecastRun},
    },
};
use std::cell::Cell;

/// A fight of one kind of the system's ready-made ones who don't hide: so many heroes, so many foes.
fn fight(system: System, heroes: u8, foes: u8) -> Box<dyn Session> {
    let mut fight = system.open(&[]).expect("opens");
    let kind = kind(fight.as_ref());
    for name in ["Heroes", "Foes"] {
        ask(fight.as_mut(), Request::Side { name: name.to_owned() });
    }
    for (name, side, count) in [("Hero", "Heroes", heroes), ("Bandit", "Foes", foes)] {
        if count > 0 {
            ask(fight.as_mut(), Request::Join(Newcomer { count, ..newcomer(name, side, &kind) }));
        }
    }
    fight
}

fn kind(fight: &dyn Session) -> String {
    let hides = |it: &String| {
        let fields = fight.check_sheet(Some(it), &[]).unwrap_or_else(|why| panic!("{it}: {}", why.text));
        fields.iter().any(|it| it.0 == "hidden" && it.1 == "yes")
    };
    fight.templates().into_iter().find(|it| !hides(it)).expect("somebody who doesn't hide")
}

fn newcomer(name: &str, side: &str, template: &str) -> Newcomer {
    let (name, side) = (name.to_owned(), Some(side.to_owned()));
    Newcomer { name, side, template: Some(template.to_owned()), count: 1, ..Newcomer::default() }
}

fn ask(fight: &mut dyn Session, request: Request) {
    let proposal = fight.propose(Actor::Gm(Seat(1)), &request, &mut Scripted::default(), 0);
    fight.commit(proposal.unwrap_or_else(|why| panic!("{request:?}: {}", why.text)));
}

fn plan(fights: u32, seed: u64) -> ForecastPlan {
    ForecastPlan { fights: Some(fights), ..ForecastPlan::usual(seed) }
}

fn run(fight: &dyn Session, plan: &ForecastPlan) -> ForecastRun {
    fight.forecast(plan).unwrap_or_else(|why| panic!("{}", why.text))
}

fn report(fight: &dyn Session, fights: u32, seed: u64) -> ForecastReport {
    run(fight, &plan(fights, seed)).to_the_end()
}

/// Pieces played in any order, on any thread, add up to the same; another seed gives another forecast; and the fight is as it was.
#[test]
#[expect(clippy::disallowed_methods, reason = "the caller's threads are what's tested")]
fn a_forecast_is_the_same_whoever_plays_which_part() {
    for system in System::ALL {
        let fight = fight(system, 2, 2);
        let before = fight.export();
        let batch = run(fight.as_ref(), &plan(20, 7)).next_batch().expect("the fight as it is");
        let in_order = batch.line_up.play(0..20);
        assert_eq!((in_order.fights, in_order.rounds.fights()), (20, 20), "{}", system.name());
        let mut backwards = batch.nothing_yet();
        let threads: Vec<_> = batch
            .pieces()
            .into_iter()
            .rev()
            .map(|piece| {
                let line_up = batch.line_up.clone();
                std::thread::spawn(move || line_up.play(piece))
            })
            .collect();
        threads.into_iter().for_each(|it| backwards.add(&it.join().expect("plays")));
        assert_eq!(in_order, backwards, "{}", system.name());
        let other = run(fight.as_ref(), &plan(20, 8)).next_batch().expect("again").line_up.play(0..20);
        assert_ne!(in_order, other, "{}", system.name());
        assert_eq!(before, fight.export(), "{}: the fight is as it was", system.name());
    }
}

/// Whether to go on is asked before every action, also where every move takes thought; a fight that was given up isn't counted.
#[test]
fn a_forecast_can_be_given_up_within_a_fight() {
    for (system, style) in System::ALL.into_iter().flat_map(|it| [(it, Style::Simple), (it, Style::Cunning)]) {
        let fight = fight(system, 2, 2);
        let batch = run(fight.as_ref(), &ForecastPlan { style: Some(style.clone()), ..plan(20, 7) }).next_batch();
        let line_up = batch.expect("the fight as it is").line_up;
        let looks = Cell::new(0);
        let until = |most: u32| {
            looks.set(0);
            line_up.play_while(0..2, &|| {
                looks.set(looks.get() + 1);
                looks.get() <= most
            })
        };
        assert_eq!(until(u32::MAX), line_up.play(0..2), "{}, {style}", system.name());
        let whole = looks.get();
        assert!(whole > 8, "{}, {style}: {whole} looks in two fights", system.name());
        assert_eq!((until(3).fights, looks.get() < whole), (0, true), "{}, {style}", system.name());
        assert_eq!(until(whole - 1).fights, 1, "{}, {style}: the second isn't finished", system.name());
    }
}

/// Where actions are free, as Sovereign's reloads are, a little thought doesn't go round in circles.
#[test]
fn nobody_thinks_in_circles() {
    for system in System::ALL {
        let mut fight = system.open(&[]).expect("opens");
        for side in ["Heroes", "Foes"] {
            ask(fight.as_mut(), Request::Side { name: side.to_owned() });
            for template in fight.templates().iter().take(4) {
                ask(fight.as_mut(), Request::Join(newcomer(&format!("{side} {template}"), side, template)));
            }
        }
        let plan = ForecastPlan { style: Some(Style::Cunning), ..plan(20, 1) };
        let line_up = run(fight.as_ref(), &plan).next_batch().expect("the fight as it is").line_up;
        let acts = Cell::new(0);
        let tally = line_up.play_while(0..3, &|| {
            acts.set(acts.get() + 1);
            acts.get() < 1_000
        });
        assert_eq!(tally.fights, 3, "{}: after {} acts", system.name(), acts.get());
    }
}

/// Thought takes time, so a piece of work is one fight where somebody is played cunningly.
#[test]
fn a_piece_with_thought_is_one_fight() {
    let pieces = |fight: &dyn Session, style| {
        let batch = run(fight, &ForecastPlan { style, ..plan(20, 7) }).next_batch().expect("the fight as it is");
        batch.pieces().into_iter().map(|it| it.len()).max()
    };
    let mut fight = fight(System::Td2e, 1, 1);
    assert_eq!(pieces(fight.as_ref(), None), Some(5));
    assert_eq!(pieces(fight.as_ref(), Some(Style::Cunning)), Some(1));
    let foe = fight.find(crate::engine::view::Viewer::Gm, "Bandit").expect("there");
    ask(fight.as_mut(), Request::Autopilot { who: vec![foe], to: Handover::In(Style::Cunning) });
    assert_eq!(pieces(fight.as_ref(), None), Some(1));
}

/// Every fight has one end, whoever is out is counted, and more heroes win more often.
#[test]
fn what_is_counted_fits_together() {
    let ends = |it: &ForecastTally| it.wins.iter().sum::<u32>() + it.nobody + it.stalemates + it.cut_off;
    for system in System::ALL {
        let (few, many) = (fight(system, 1, 2), fight(system, 3, 2));
        let (few, many) = (report(few.as_ref(), 30, 3), report(many.as_ref(), 30, 3));
        for it in [&few, &many] {
            assert_eq!((it.tally.fights, ends(&it.tally)), (30, 30), "{}", system.name());
            let lost = it.tally.wins[1];
            let out = it.tally.out.iter().zip(&it.cast.combatants).filter(|it| it.1.1 == 0).map(|it| *it.0);
            assert!(out.min().expect("a hero") >= lost, "{}: who loses is out: {it:?}", system.name());
        }
        assert!(few.chance() < 0.4 && many.chance() > 0.6, "{}: {} {}", system.name(), few.chance(), many.chance());
        assert_eq!(few.cast.sides, ["Heroes", "Foes"]);
    }
}

/// A fight that's too hard is tried with fewer foes, one that's too easy with more, and what comes nearest to even is named.
#[test]
fn what_would_make_it_even_is_tried() {
    for system in System::ALL {
        let hard = report(fight(system, 1, 3).as_ref(), 20, 5);
        assert!(hard.chance() < 0.5, "{}", system.name());
        assert!(hard.nearest.iter().all(|it| it.by < 0), "{}: {:?}", system.name(), hard.nearest);
        assert!(hard.nearest.iter().any(|it| it.change == "2 Bandits fewer"), "{:?}", hard.nearest);
        let easy = report(fight(system, 3, 1).as_ref(), 20, 5);
        assert!(easy.nearest.iter().all(|it| it.by > 0) && !easy.nearest.is_empty(), "{:?}", easy.nearest);
        let off = |at: usize| (easy.nearest[at].chance - 0.5).abs();
        assert!(easy.nearest.len() < 2 || off(0) <= off(1), "{:?}", easy.nearest);
    }
    let alone = report(fight(System::Td2e, 1, 1).as_ref(), 20, 5);
    assert!(alone.nearest.iter().all(|it| it.by > 0), "the last foe isn't taken away: {:?}", alone.nearest);
}

/// When the most common foes are used up, others go; the last foe stays.
#[test]
fn foes_of_other_kinds_go_too() {
    let mut fight = fight(System::Td2e, 1, 2);
    ask(fight.as_mut(), Request::Join(newcomer("Chief", "Foes", "orc")));
    let base = run(fight.as_ref(), &plan(20, 1)).next_batch().expect("the fight as it is").line_up;
    let words = |by| base.changed(by).map(|it| it.0);
    let told = [words(1), words(-1), words(-2)].map(Option::unwrap_or_default);
    assert_eq!(told, ["one Bandit more", "one Bandit fewer", "2 Bandits fewer"]);
    assert_eq!(words(-3), None);
    ask(fight.as_mut(), Request::Join(newcomer("Rat", "Foes", "rabble")));
    let base = run(fight.as_ref(), &plan(20, 1)).next_batch().expect("the fight as it is").line_up;
    let (words, line_up) = base.changed(-3).expect("the Chief stays");
    assert_eq!(words, "2 Bandits and one Rat fewer");
    let left: Vec<&str> = line_up.cast().combatants.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(left, ["Hero", "Chief"]);
    assert!(base.changed(-4).is_none());
}

/// One who's hidden takes part, as the GM knows; so does one whom a fight under way has put out already.
#[test]
fn the_forecast_knows_what_the_gm_knows() {
    let mut fight = fight(System::Td2e, 2, 1);
    let open = report(fight.as_ref(), 40, 2).chance();
    let kind = kind(fight.as_ref());
    for number in 0..3 {
        let it = newcomer(&format!("Ghost {number}"), "Foes", &kind);
        ask(fight.as_mut(), Request::Join(Newcomer { hidden: true, ..it }));
    }
    let hidden = report(fight.as_ref(), 40, 2);
    assert!(hidden.cast.combatants.iter().any(|it| it.0 == "Ghost 2"), "{:?}", hidden.cast);
    assert!(hidden.chance() < open, "{} {open}", hidden.chance());
}

/// A fight under way is played on from where it stands.
#[test]
fn a_fight_under_way_is_played_on() {
    let mut fight = fight(System::Td2e, 2, 2);
    ask_rolled(fight.as_mut(), &Request::Begin);
    let before = report(fight.as_ref(), 40, 2);
    assert!(before.cast.is_under_way);
    let hero = fight.find(crate::engine::view::Viewer::Gm, "Hero 2").expect("there");
    ask(fight.as_mut(), Request::Set { who: hero, field: "hp".to_owned(), value: "0".to_owned() });
    let after = report(fight.as_ref(), 40, 2);
    assert!(after.chance() < before.chance(), "{} {}", after.chance(), before.chance());
    assert_eq!(after.tally.out[1], 40, "who is down stays down: {after:?}");
}

fn ask_rolled(fight: &mut dyn Session, request: &Request) {
    let mut dice = crate::engine::Seeded::at(&crate::engine::Seed::new([3; 32]), fight.used());
    let proposal = fight.propose(Actor::Gm(Seat(1)), request, &mut dice, 0).expect("accepted");
    fight.commit(proposal);
}

/// A fight without sides, without foes or without heroes says what's missing, and so does one that's decided.
#[test]
fn what_is_missing_is_said() {
    let why = |fight: &dyn Session| fight.forecast(&ForecastPlan::usual(1)).err().expect("refused").text;
    let bare = System::Murdham.open(&[]).expect("opens");
    assert!(why(bare.as_ref()).contains("no sides yet"), "{}", why(bare.as_ref()));
    let empty = fight(System::Murdham, 0, 0);
    assert!(why(empty.as_ref()).contains("Nobody is in this fight yet"), "{}", why(empty.as_ref()));
    let peaceful = fight(System::Murdham, 1, 0);
    assert!(why(peaceful.as_ref()).contains("Heroes have nobody to fight. Add foes"), "{}", why(peaceful.as_ref()));
    let prepared = fight(System::Murdham, 0, 2);
    assert!(why(prepared.as_ref()).contains("Nobody fights Foes yet"), "{}", why(prepared.as_ref()));
    let mut decided = fight(System::Td2e, 1, 1);
    let foe = decided.find(crate::engine::view::Viewer::Gm, "Bandit").expect("there");
    ask(decided.as_mut(), Request::Set { who: foe, field: "hp".to_owned(), value: "0".to_owned() });
    assert!(why(decided.as_ref()).contains("Only Heroes still stand"), "{}", why(decided.as_ref()));
    let whole = fight(System::Td2e, 1, 1);
    let protect = ForecastPlan { style: Some(Style::Protect("Zoe".to_owned())), ..ForecastPlan::usual(1) };
    assert!(whole.forecast(&protect).err().expect("refused").text.contains("Nobody here is called"));
}

/// Traps and hazards that nobody in a forecast looks out for are named.
#[test]
fn traps_are_named() {
    let mut fight = fight(System::Murdham, 1, 1);
    let fields = [("zones", "Gate, Yard"), ("borders", "Gate-Yard"), ("hazards", "Yard: spiked pit")];
    let fields = fields.map(|it| (it.0.to_owned(), it.1.to_owned())).to_vec();
    ask(fight.as_mut(), Request::Board { fields });
    let spots = run(fight.as_ref(), &plan(20, 1)).cast().blind_spots.clone();
    assert!(spots.len() == 1 && spots[0].contains("hazard: spiked pit"), "{spots:?}");
}
