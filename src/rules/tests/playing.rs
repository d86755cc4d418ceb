//! Umpire as a player, in all five systems: its choices are always accepted, the same state and seed give the same choice, what's hidden
//! doesn't change it, and worth follows what happens to somebody. A failure prints the seed.

use crate::{
    engine::{
        Actor, CombatantId, Controller, Dice, Encounter, FightState, GameSystem, Input, Purpose, Scripted, Seat, Seed,
        Seeded, SideId, Stage, TableFact, Transition, Used,
        playing::{self, Decision, PlayOut, Player, Style, Styles},
        ruleset::{OUT, is_settled},
        view::Mark,
    },
    rules::{
        Fight, Newcomer, Request, Session, System, einfelst::Einfelst, ingenuity::Ingenuity, murdham::Murdham,
        sovereign::Sovereign, td2e::Td2e, tests::pair, with_ruleset,
    },
};

const GM: Actor = Actor::Gm(Seat(1));

fn ask<R: GameSystem>(fight: &mut Fight<R>, request: Request) {
    let mut dice = Seeded::at(&Seed::new([7; 32]), fight.log().now().used);
    let proposal = fight.propose(GM, &request, &mut dice, 0);
    fight.commit(proposal.unwrap_or_else(|why| panic!("{request:?}: {}", why.text)));
}

/// Two heroes and two foes of the ready-made ones; the last hero may be joined by one who's hidden.
fn open<R: GameSystem>(ghost: bool, on_board: bool) -> Fight<R> {
    let mut fight = Fight::<R>::open(&[]).expect("opens");
    let templates = fight.templates();
    ask(&mut fight, Request::UnseenBeside { on: true });
    let squares = matches!(R::NAME, "td2e" | "ingenuity" | "sovereign");
    let (fields, places) = if squares {
        (SQUARES, ["C3", "H4", "C5", "I5", "D4"])
    } else {
        (ZONES, ["Gate", "Yard", "Gate", "Wall", "Yard"])
    };
    if on_board {
        ask(&mut fight, Request::Board { fields: fields.iter().map(|it| pair(it.0, it.1)).collect() });
    }
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
        if on_board {
            let who = CombatantId(index as u16 + 1);
            ask(&mut fight, Request::Place { who, at: places[index].to_owned() });
        }
    }
    fight
}

const SQUARES: &[(&str, &str)] = &[("size", "12x8"), ("walls", "E5-E7")];
const ZONES: &[(&str, &str)] = &[("zones", "Gate, Yard, Wall"), ("borders", "Gate-Yard, Yard-Wall")];

fn player(style: Style, seed: u64) -> Player {
    Player { style, seed, playouts: 6 }
}

/// Plays on until the fight is over or so many decisions have been made, with each style in turn, and shows every state to `look`.
fn play<R: GameSystem>(styles: &[Style], seed: u64, most: usize, look: &mut dyn FnMut(&Encounter<R>)) -> usize {
    play_from(open::<R>(false, false).log().now().clone(), styles, seed, most, look)
}

fn play_from<R: GameSystem>(
    mut now: Encounter<R>,
    styles: &[Style],
    seed: u64,
    most: usize,
    look: &mut dyn FnMut(&Encounter<R>),
) -> usize {
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
    let all = ["simple", "random", "cunning", "mindless", "cautious", "random", "cowardly", "protect Ana", "random"];
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
    let mut fight = open::<R>(false, false).log().now().fight.clone();
    let ana = fight.ids().next().expect("Ana");
    let facts = R::set(&fight, ana, name, value).unwrap_or_else(|why| panic!("{}: {why}", R::NAME));
    facts.iter().for_each(|it| fight.evolve(it));
    (fight, ana)
}

/// The unhurt are worth 1, the hurt less, the dead nothing, each by the system's own values.
#[test]
fn worth_falls_with_what_a_fight_takes() {
    fn falls<R: GameSystem>(unhurt: f64, hurt: (&str, &str), out: (&str, &str)) {
        let fight = open::<R>(false, false).log().now().fight.clone();
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

/// R45: whoever fails the morale check must surrender or retreat. Umpire's people run rather than hope for mercy, unless a foe beside them
/// could strike (R25).
#[test]
fn whoever_loses_heart_flees() {
    let mut fight = open::<Murdham>(false, true);
    ask(&mut fight, Request::Begin);
    let mut now = fight.log().now().clone();
    let decision = playing::due(&now).expect("somebody acts");
    let Decision::Act { who, side } = &decision else { panic!("{decision:?}") };
    let failed = Request::Set { who: who[0], field: "morale".to_owned(), value: "failed".to_owned() };
    ask(&mut fight, failed);
    now.clone_from(fight.log().now());
    let decision = Decision::Act { side: *side, who: vec![who[0]] };
    let chosen = playing::choose(&now, &decision, &player(Style::Simple, 3));
    assert!(format!("{chosen:?}").contains("Flee"), "{chosen:?}");
}

/// Somebody hidden joins the heroes, in a fight that is otherwise the same.
fn haunted<R: GameSystem>(plain: &Encounter<R>) -> Option<Encounter<R>> {
    let with = open::<R>(true, false).log().now().clone();
    let mut ghost = with.fight.combatants.last()?.as_ref().clone();
    ghost.place = plain.fight.combatants.first()?.place.clone();
    let mut now = plain.clone();
    let mut dice = Seeded::at(&Seed::new([77; 32]), now.used);
    now.advance(GM, Input::Join(Box::new(ghost)), &mut dice, 0).ok()?;
    assert!(now.fight.find(CombatantId(5)).is_some_and(|it| it.hidden), "{}: nobody haunts", R::NAME);
    (now.seq, now.used) = (plain.seq, plain.used); // so that questions get the same numbers
    Some(now)
}

/// Both play on with the same inputs while the same people decide; what the foes choose has to be the same. How many choices were compared:
/// actions and answers.
fn compare<R: GameSystem>(plain: &Encounter<R>, style: &Style, seed: u64) -> [usize; 2] {
    let mut compared = [0; 2];
    let Some(mut ghostly) = haunted(plain) else { return compared };
    let mut plain = plain.clone();
    for step in 0..MOST_COMPARED {
        let Some(decision) = playing::due(&plain) else { break };
        let theirs = playing::due(&ghostly);
        if theirs.as_ref().map(Decision::side) != Some(decision.side()) {
            break; // whoever is hidden, or their side, has something to do
        }
        let player = player(style.clone(), seed + step);
        let foes = decision.side() == Some(SideId(2));
        let chosen = playing::choose(&plain, &decision, &player);
        if foes {
            assert_eq!(theirs.as_ref(), Some(&decision), "{}, {style}, seed {seed}, step {step}", R::NAME);
            let other = playing::choose(&ghostly, &decision, &player);
            assert_eq!(chosen, other, "{}, {style}, seed {seed}, step {step}", R::NAME);
            compared[usize::from(matches!(decision, Decision::Answer { .. }))] += 1;
        }
        let Some(input) = chosen else { break };
        for it in [&mut plain, &mut ghostly] {
            let mut dice = Seeded::at(&Seed::new([step as u8; 32]), Used::default());
            if it.advance(Actor::Table, input.clone(), &mut dice, 0).is_err() {
                return compared;
            }
        }
    }
    compared
}

/// The most decisions of one pair.
const MOST_COMPARED: u64 = 8;

/// Somebody hidden doesn't change what a foe does or answers, in any style, on a board and without one. Cunning tries the fight out in its
/// head, and so would notice a turn, a card or a head count that somebody hidden left behind in the system's state.
#[test]
fn what_is_hidden_changes_nothing() {
    fn pairs<R: GameSystem>(style: &Style, on_board: bool) -> [usize; 2] {
        let mut states: Vec<Encounter<R>> = vec![];
        let mut keep = |it: &Encounter<R>| {
            if it.pending.is_none() && it.fight.turns.round > 0 {
                states.push(it.clone());
            }
        };
        play_from(open::<R>(false, on_board).log().now().clone(), &[Style::Simple], 4, 40, &mut keep);
        let every = states.len().div_ceil(STATES).max(1);
        let mut compared = [0; 2];
        for (index, state) in states.iter().enumerate().step_by(every) {
            let [acts, answers] = compare(state, style, index as u64);
            compared = [compared[0] + acts, compared[1] + answers];
        }
        compared
    }
    for system in System::ALL {
        let mut all = [0; 2];
        for (style, on_board) in ["simple", "mindless", "cautious", "random", "cunning", "cunning"]
            .into_iter()
            .zip([true, false].into_iter().cycle())
        {
            let style = style.parse().expect("a style");
            let [acts, answers] = with_ruleset!(system, R => pairs::<R>(&style, on_board));
            all = [all[0] + acts, all[1] + answers];
        }
        assert!(all[0] > 0, "{}: no actions compared: {all:?}", system.name());
        assert!(all[1] > 0 || system == System::Td2e, "{}: no answers compared: {all:?}", system.name());
    }
}

/// What waits for the end of an action isn't known to a side yet: who joins then may be hidden.
#[test]
fn what_waits_is_not_known_yet() {
    let mut asked = None;
    let mut look = |it: &Encounter<Murdham>| asked = asked.take().or_else(|| it.pending.is_some().then(|| it.clone()));
    play(&[Style::Simple], 4, 40, &mut look);
    let plain = asked.expect("a question");
    let mut haunted = plain.clone();
    let ghost = open::<Murdham>(true, false).log().now().fight.combatants.last().expect("a ghost").clone();
    let joins = Input::Patch(vec![TableFact::Joined(Box::new(ghost.as_ref().clone()))]);
    haunted.advance(GM, joins, &mut Scripted::default(), 0).expect("waits for the end");
    haunted.seq = plain.seq;
    assert_ne!(plain, haunted);
    for side in [SideId(1), SideId(2)] {
        assert_eq!(playing::seen_by(&plain, Some(side)), playing::seen_by(&haunted, Some(side)));
    }
}

/// The states of a fight from which pairs play on.
const STATES: usize = 4;

/// A bug in the search doesn't stop a fight: the rule of thumb decides. Here the search is given somebody who doesn't exist, whom the rule of
/// thumb doesn't get to.
#[test]
fn a_panic_in_the_search_is_survived() {
    fn falls_back<R: GameSystem>() -> bool {
        let mut held = false;
        let mut look = |now: &Encounter<R>| {
            let Some(Decision::Act { side, mut who }) = playing::due(now) else { return };
            if now.fight.turns.active.is_some() || now.pending.is_some() {
                return;
            }
            who.push(CombatantId(99));
            let decision = Decision::Act { side, who };
            let simple = playing::choose(now, &decision, &player(Style::Simple, 1));
            let cunning = playing::choose(now, &decision, &player(Style::Cunning, 1));
            assert_eq!(simple, cunning, "{}", R::NAME);
            held |= matches!(simple, Some(Input::Act { .. }));
        };
        play::<R>(&[Style::Simple], 2, 30, &mut look);
        held
    }
    assert!(falls_back::<Murdham>(), "nobody could act");
}

/// The same state, seed and budget give the same cunning choice, and it's accepted; the fight itself isn't touched by the search.
#[test]
fn a_cunning_choice_is_the_same_again() {
    fn again<R: GameSystem>() {
        let mut now = open::<R>(false, false).log().now().clone();
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

/// A fight that's only imagined goes as the real one with the same dice: the same decisions, the same end, in every system, from its beginning
/// and from every question in it, with each combatant in a style of their own. What waits for the end of an action counts, too.
#[test]
fn an_imagined_fight_goes_as_the_real_one() {
    fn both<R: GameSystem>(seed: u8) -> usize {
        let mut start = open::<R>(seed.is_multiple_of(2), true).log().now().clone();
        for (it, style) in start.fight.ids().collect::<Vec<_>>().into_iter().zip(OWN_STYLES) {
            start.fight.evolve(&TableFact::AutopilotSet { who: it, style });
        }
        let dice = |used| Seeded::at(&Seed::new([seed; 32]), used);
        let (mut real, mut rolled, mut made) = (start.clone(), dice(start.used), 0);
        // Bela's player takes over, where an action is in progress only after its end.
        let taken_over = TableFact::ControlPassed { who: CombatantId(3), to: Controller::Player(Seat(9)) };
        let snapshot = |now: &Encounter<R>| {
            let mut now = now.clone();
            let patch = Input::Patch(vec![taken_over.clone()]);
            now.advance(GM, patch, &mut dice(now.used), 0).unwrap_or_else(|why| panic!("{}: {why:?}", R::NAME));
            now
        };
        let mut snapshots = vec![(snapshot(&start), 0)];
        let mut input = Input::Transition(Transition::FightBegins);
        loop {
            real.advance(Actor::Table, input, &mut rolled, 0).unwrap_or_else(|why| panic!("{}: {why:?}", R::NAME));
            let over = real.pending.is_none() && (is_settled(&real.fight) || real.fight.stage == Stage::Over);
            let Some(decision) = playing::due(&real).filter(|_| !over && real.fight.turns.round < MOST_ROUNDS) else {
                break;
            };
            if real.pending.is_some() {
                snapshots.push((snapshot(&real), made));
            }
            let Some(next) = chosen_in_own_style(&real, &decision) else { break };
            (input, made) = (next, made + 1);
        }
        assert!(made > 3, "{}, seed {seed}: little happens", R::NAME);
        real.fight.evolve(&taken_over);
        for (from, before) in &snapshots {
            let mut rolled = dice(from.used);
            let how = PlayOut {
                styles: Styles::OfCombatants,
                seed: 1,
                most_rounds: MOST_ROUNDS,
                most_decisions: 5_000,
                goes_on: &|| true,
            };
            let imagined = playing::play_out(from, &how, &mut rolled);
            let at = format!("{}, seed {seed}, from decision {before}", R::NAME);
            assert_eq!((imagined.decisions, rolled.used()), (made - before, real.used), "{at}");
            assert_eq!(imagined.fight, real.fight, "{at}");
        }
        snapshots.len() - 1
    }
    for system in System::ALL {
        let questions: usize = (1..=4).map(|seed| with_ruleset!(system, R => both::<R>(seed))).sum();
        assert!(questions > 0 || system == System::Td2e, "{}: nobody is asked anything", system.name());
    }
}

/// What's chosen by each combatant's own style, none of which needs dice.
fn chosen_in_own_style<R: GameSystem>(now: &Encounter<R>, decision: &Decision) -> Option<Input<R>> {
    let of = |(style, part): (Style, Decision)| playing::choose(now, &part, &player(style, 1));
    let all: Vec<Input<R>> = playing::by_style(now, decision).into_iter().filter_map(of).collect();
    let useful = all.iter().position(|it| !matches!(it, Input::Pass { .. }));
    all.into_iter().nth(useful.unwrap_or_default())
}

/// The styles of the combatants of a fight, in their order.
const OWN_STYLES: [Option<Style>; 5] =
    [Some(Style::Cautious), Some(Style::Mindless), None, Some(Style::Cowardly), Some(Style::Simple)];

/// The round at which an imagined fight is given up.
const MOST_ROUNDS: u32 = 40;

/// What rules of thumb look at is all that promises anything, wherever a fight has led to: nothing that could be done is overlooked.
#[test]
fn nothing_tempting_is_overlooked() {
    fn all<R: GameSystem>() {
        let mut tempted = 0;
        let mut look = |now: &Encounter<R>| {
            let fight = &now.fight;
            for who in R::may_act(fight) {
                for purpose in Purpose::ALL {
                    let promises =
                        |it: &R::Action| R::promise(fight, who, it) > 0.0 && R::check(fight, who, it).is_ok();
                    let of = |all: Vec<R::Action>| all.into_iter().filter(&promises).collect::<Vec<_>>();
                    let (tempting, ways) = (of(R::tempting(fight, who, purpose)), of(R::ways(fight, who, purpose)));
                    assert_eq!(tempting, ways, "{}: {purpose:?}", R::NAME);
                    tempted += ways.len();
                }
            }
        };
        play::<R>(&[Style::Simple, Style::Random], 4, 40, &mut look);
        assert!(tempted > 10, "{}: hardly anything was tempting", R::NAME);
    }
    for system in System::ALL {
        with_ruleset!(system, R => all::<R>());
    }
}
