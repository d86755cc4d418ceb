//! Those whom Umpire plays cautiously, as it does the characters of people who aren't there: over many fights they come to less harm than if they were
//! played simply, or at least not clearly to more, and still fight. `cargo test --test cautious -- --nocapture` prints the figures.

use umpire::{
    engine::{
        Actor, CombatantId, Controller, Encounter, GameSystem, Seat, Seed, Seeded, TableFact, Used,
        playing::{PlayOut, Style, Styles, play_out},
        random_play::PlayRng,
        ruleset::OUT,
    },
    rules::{
        Fight, Newcomer, Request, Session, einfelst::Einfelst, ingenuity::Ingenuity, murdham::Murdham,
        sovereign::Sovereign, td2e::Td2e,
    },
};

/// The fights of each system, each played twice.
const FIGHTS: u64 = 300;
/// What they lose less must be this many standard errors.
const CLEARLY: f64 = 2.0;
/// The share of the foes' strength that's taken must be at least so much of what it is with everybody played simply.
const STILL_FIGHTS: f64 = 0.7;
const SQUARES: &[(&str, &str)] = &[("size", "14x8"), ("walls", "F1-F2, H6-H7")];
const SQUARES_STOOD_ON: [&str; 6] = ["C3", "B5", "C6", "K3", "K5", "L6"];
const ZONES: &[(&str, &str)] = &[("zones", "Gate, Yard, Wall"), ("borders", "Gate-Yard, Yard-Wall")];
const ZONES_STOOD_IN: [&str; 6] = ["Gate", "Gate", "Gate", "Wall", "Yard", "Wall"];

/// Three heroes and three foes of the ready-made people, on a board; the first hero is the one whose player isn't there.
fn line_up<R: GameSystem>(seed: u64) -> Encounter<R> {
    let mut rng = PlayRng::new(seed);
    let mut fight = Fight::<R>::open(&[]).expect("a fight");
    let templates = fight.templates();
    let mut ask = |request: Request| {
        let mut dice = Seeded::at(&Seed::new([7; 32]), Used::default());
        let proposal = fight.propose(Actor::Gm(Seat(0)), &request, &mut dice, 0);
        proposal.map(|it| fight.commit(it)).is_ok()
    };
    let on_squares = matches!(R::NAME, "td2e" | "ingenuity" | "sovereign");
    let (fields, places) = if on_squares { (SQUARES, SQUARES_STOOD_ON) } else { (ZONES, ZONES_STOOD_IN) };
    let fields = fields.iter().map(|it| (it.0.to_owned(), it.1.to_owned())).collect();
    assert!(ask(Request::Board { fields }));
    for name in ["Heroes", "Foes"] {
        assert!(ask(Request::Side { name: name.to_owned() }));
    }
    let mut index = 0;
    while index < places.len() {
        let template = rng.pick(&templates).expect("ready-made people").clone();
        let is_hero = index < places.len() / 2;
        let has_joined = ask(Request::Join(Newcomer {
            name: format!("Person {index}"),
            side: Some(if is_hero { "Heroes" } else { "Foes" }.to_owned()),
            owner: is_hero.then_some(Seat(index as u64 + 1)),
            template: Some(template),
            count: 1,
            ..Newcomer::default()
        }));
        if has_joined {
            let who = CombatantId(index as u16 + 1);
            assert!(ask(Request::Place { who, at: places[index].to_owned() }), "{}", places[index]);
            index += 1;
        }
    }
    fight.log().now().clone()
}

/// What the first hero has lost, whether they went down, and what the foes have lost, with the first hero played in this style.
fn played<R: GameSystem>(start: &Encounter<R>, style: &Style, seed: u64) -> [f64; 3] {
    let mut start = start.clone();
    let hero = CombatantId(1);
    for who in start.fight.ids().collect::<Vec<_>>() {
        let style = Some(if who == hero { style.clone() } else { Style::Simple });
        start.fight.evolve(&TableFact::ControlPassed { who, to: Controller::Gm });
        start.fight.evolve(&TableFact::AutopilotSet { who, style });
    }
    let mut bytes = [9; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let mut dice = Seeded::at(&Seed::new(bytes), Used::default());
    let how = PlayOut { styles: Styles::OfCombatants, seed, most_rounds: 12, most_decisions: 2_000, goes_on: &|| true };
    let end = play_out(&start, &how, &mut dice).fight;
    let side = |it: CombatantId| start.fight.combatant(it).side;
    let lost = |it: CombatantId| R::worth(&start.fight, it) - end.find(it).map_or(0.0, |_| R::worth(&end, it));
    let is_out = end.find(hero).is_none() || R::worth(&end, hero) <= OUT;
    let foes = start.fight.ids().filter(|it| side(*it) != side(hero)).map(lost).sum();
    [lost(hero), f64::from(u8::from(is_out)), foes]
}

/// How many standard errors a hero loses less.
fn compare<R: GameSystem>() -> f64 {
    let (mut less, mut less_squared, mut sums) = (0.0, 0.0, [[0.0; 3]; 2]);
    for seed in 0..FIGHTS {
        let start = line_up::<R>(seed);
        let both = [Style::Simple, Style::Cautious].map(|style| played::<R>(&start, &style, seed));
        let by = both[0][0] - both[1][0];
        (less, less_squared) = (less + by, less_squared + by * by);
        for (sum, it) in sums.iter_mut().flatten().zip(both.iter().flatten()) {
            *sum += it / FIGHTS as f64;
        }
    }
    let count = FIGHTS as f64;
    let mean = less / count;
    let error = ((less_squared / count - mean * mean) / count).sqrt();
    let [simple, cautious] = sums;
    println!(
        "{}: of {FIGHTS} fights, strength lost {:.3} simply, {:.3} cautiously ({:.1} standard errors less); down in {:.0} % and {:.0} %; \
         the foes lost {:.2} and {:.2}",
        R::NAME,
        simple[0],
        cautious[0],
        mean / error,
        100.0 * simple[1],
        100.0 * cautious[1],
        simple[2],
        cautious[2]
    );
    assert!(cautious[2] >= STILL_FIGHTS * simple[2], "{}: {simple:?} and {cautious:?}", R::NAME);
    mean / error
}

/// A hero who's played cautiously loses clearly less than one who's played simply in Murdham and TD2e, and in no system clearly more; and their
/// side still does the foes harm.
#[test]
fn the_cautious_lose_less_and_still_fight() {
    let less = [compare::<Murdham>(), compare::<Td2e>()];
    assert!(less.iter().all(|it| *it > CLEARLY), "{less:?}");
    let others = [compare::<Einfelst>(), compare::<Sovereign>(), compare::<Ingenuity>()];
    assert!(others.iter().all(|it| *it > -CLEARLY), "{others:?}");
}
