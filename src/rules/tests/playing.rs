//! Umpire as a player, in all five systems: its choices are always accepted, the same state and seed give the same choice, what's hidden
//! doesn't change it, and worth follows what happens to somebody. A failure prints the seed.

use crate::{
    engine::{
        Actor, CombatantId, Encounter, FightState, GameSystem, Input, Scripted, Seat, Seed, Seeded, Stage, Transition,
        playing::{self, Decision, Player, Style},
        ruleset::OUT,
        view::Mark,
    },
    rules::{
        Fight, Newcomer, Request, Session, System, TurnPatch, einfelst::Einfelst, ingenuity::Ingenuity,
        murdham::Murdham, sovereign::Sovereign, td2e::Td2e, with_ruleset,
    },
};

const GM: Actor = Actor::Gm(Seat(1));

fn ask<R: GameSystem>(fight: &mut Fight<R>, request: Request) {
    let mut dice = Seeded::at(&Seed::new([7; 32]), fight.log().now().used);
    let proposal = fight.propose(GM, &request, &mut dice, 0);
    fight.commit(proposal.unwrap_or_else(|why| panic!("{request:?}: {}", why.text)));
}

/// Two heroes and two foes of the ready-made ones; the last hero may be joined by one who's hidden.
fn open<R: GameSystem>(ghost: bool) -> Fight<R> {
    let mut fight = Fight::<R>::open(&[]).expect("opens");
    let templates = fight.templates();
    for name in ["Heroes", "Foes"] {
        ask(&mut fight, Request::Side { name: name.to_owned() });
    }
    let people = [("Ana", "Heroes"), ("Foe", "Foes"), ("Bela", "Heroes"), ("Fiend", "Foes"), ("Ghost", "Heroes")];
    for (index, (name, side)) in people.into_iter().enumerate().filter(|it| ghost || it.1.0 != "Ghost") {
        let newcomer = Newcomer {
            name: name.to_owned(),
            side: Some(side.to_owned()),
            template: templates.get(index % 2).cloned(),
            hidden: name == "Ghost",
            count: 1,
            ..Newcomer::default()
        };
        ask(&mut fight, Request::Join(newcomer));
    }
    fight
}

fn player(style: Style, seed: u64) -> Player {
    Player { style, seed, playouts: 12 }
}

/// Plays on until the fight is over or so many decisions have been made, with each style in turn, and shows every state to `look`.
fn play<R: GameSystem>(styles: &[Style], seed: u64, most: usize, look: &mut dyn FnMut(&Encounter<R>)) -> usize {
    let mut now = open::<R>(false).log().now().clone();
    let mut dice = Seeded::at(&Seed::new([seed as u8; 32]), now.used);
    let mut input = Input::Transition(Transition::FightBegins);
    for made in 0..most {
        let said = input.clone();
        if let Err(why) = now.advance(Actor::Table, input, &mut dice, 0) {
            panic!("{}, seed {seed}, decision {made}: {said:?} is refused: {why:?}", R::NAME);
        }
        look(&now);
        let Some(decision) = playing::due(&now).filter(|_| now.fight.stage != Stage::Over) else { return made };
        let player = player(styles[made % styles.len()].clone(), seed + made as u64);
        let Some(next) = playing::choose(&now, &decision, &player) else { return made };
        input = next;
    }
    most
}

/// Whatever a style chooses is accepted, wherever random play has led to.
#[test]
fn every_choice_is_accepted() {
    let all = ["simple", "random", "mindless", "cautious", "random", "cowardly", "protect Ana", "random"];
    let styles: Vec<Style> = all.iter().map(|it| it.parse().expect("a style")).collect();
    for system in System::ALL {
        for seed in 1..=6 {
            let made = with_ruleset!(system, R => play::<R>(&styles, seed, 150, &mut |_| {}));
            assert!(made > 4, "{}, seed {seed}: only {made} decisions", system.name());
        }
    }
}

/// Worth is between 0 and 1, and at or below the mark of who's out exactly for those whom the tracker calls down.
#[test]
fn worth_agrees_with_the_tracker() {
    fn agrees<R: GameSystem>(now: &Encounter<R>) {
        for it in &now.now().combatants {
            let (worth, (mark, word)) = (R::worth(now.now(), it.id), R::standing(now.now(), it));
            assert!((0.0..=1.0).contains(&worth), "{} of {}", worth, it.name);
            assert!(mark != Mark::Down || worth <= OUT, "{}: {} is {word}, worth {worth}", R::NAME, it.name);
        }
    }
    for system in System::ALL {
        with_ruleset!(system, R => play::<R>(&[Style::Random, Style::Simple], 3, 120, &mut agrees::<R>));
    }
}

/// The same fight, with a value of Ana's set.
fn with<R: GameSystem>(name: &str, value: &str) -> (FightState<R>, CombatantId) {
    let mut fight = open::<R>(false).log().now().fight.clone();
    let ana = fight.ids().next().expect("Ana");
    let facts = R::set(&fight, ana, name, value).unwrap_or_else(|why| panic!("{}: {why}", R::NAME));
    facts.iter().for_each(|it| fight.evolve(it));
    (fight, ana)
}

/// The unhurt are worth 1, the hurt less, the dead nothing, each by the system's own values.
#[test]
fn worth_falls_with_what_a_fight_takes() {
    fn falls<R: GameSystem>(unhurt: f64, hurt: (&str, &str), out: (&str, &str)) {
        let fight = open::<R>(false).log().now().fight.clone();
        let ana = fight.ids().next().expect("Ana");
        let whole = R::worth(&fight, ana);
        assert!(whole >= unhurt, "{}: {whole}", R::NAME);
        let of = |(name, value)| {
            let (fight, ana) = with::<R>(name, value);
            R::worth(&fight, ana)
        };
        let (hurt, out) = (of(hurt), of(out));
        assert!(hurt < whole && hurt > OUT && out <= OUT, "{}: {whole}, {hurt}, {out}", R::NAME);
    }
    falls::<Td2e>(1.0, ("hp", "1"), ("dead", "yes"));
    falls::<Murdham>(1.0, ("health", "1"), ("dead", "yes"));
    falls::<Ingenuity>(1.0, ("endurance", "1"), ("dead", "yes"));
    falls::<Einfelst>(1.0, ("points", "1"), ("fled", "yes"));
    falls::<Sovereign>(1.0, ("hp", "1"), ("dead", "yes"));
}

/// A foe's turn, with or without somebody hidden on the other side.
fn foes_choice<R: GameSystem>(ghost: bool, style: &Style) -> String {
    let mut fight = open::<R>(ghost);
    ask(&mut fight, Request::Begin);
    let foe = CombatantId(2);
    ask(&mut fight, Request::Turn(TurnPatch::Give(foe)));
    let now = fight.log().now();
    let side = now.fight.combatant(foe).side;
    let decision = Decision::Act { side, who: vec![foe] };
    format!("{:?}", playing::choose(now, &decision, &player(style.clone(), 5)))
}

/// Somebody hidden doesn't change what a foe does.
#[test]
fn what_is_hidden_changes_nothing() {
    for system in System::ALL {
        for style in ["simple", "mindless", "cautious", "random"] {
            let style = style.parse().expect("a style");
            let [plain, haunted] = [false, true].map(|it| with_ruleset!(system, R => foes_choice::<R>(it, &style)));
            assert_eq!(plain, haunted, "{}, {style}", system.name());
            assert!(!plain.contains("CombatantId(5)"), "{}, {style}: {plain}", system.name());
        }
    }
}

/// The same state, seed and budget give the same cunning choice, and it's accepted; the fight itself isn't touched by the search.
#[test]
fn a_cunning_choice_is_the_same_again() {
    fn again<R: GameSystem>() {
        let mut now = open::<R>(false).log().now().clone();
        let mut dice = Seeded::at(&Seed::new([9; 32]), now.used);
        now.advance(Actor::Table, Input::Transition(Transition::FightBegins), &mut dice, 0).expect("begins");
        let decision = playing::due(&now).expect("somebody acts");
        let before = now.clone();
        let player = player(Style::Cunning, 11);
        let [first, second] = [(), ()].map(|()| playing::choose(&now, &decision, &player).expect("a choice"));
        assert_eq!(first, second, "{}", R::NAME);
        assert_eq!(now, before, "{}", R::NAME);
        now.advance(Actor::Table, first, &mut Scripted::default(), 0)
            .map(|_| ())
            .unwrap_or_else(|why| panic!("{}: {why:?}", R::NAME));
    }
    for system in System::ALL {
        with_ruleset!(system, R => again::<R>());
    }
}
