//! Odds agree with what happens: an attack is resolved many times with the dice of a fight, and counted by what the fight shows afterwards.
//! A failure prints the system. Play scripts have numbers worked out by hand from the rules.

use crate::{
    engine::{
        Actor, Addressee, CombatantId, Effect, Encounter, GameSystem, Input, ParamValue, PartialAction, Prompt,
        Ruleset, Seat, Seed, Seeded, Transition, Used,
        fight_state::Shown,
        odds::{self, Effort},
        ruleset::{BlowTally, OUT, Purpose},
        view::Viewer,
    },
    rules::{
        Fight, Newcomer, ParamView, Request, Session, System, TurnPatch,
        einfelst::Einfelst,
        ingenuity::Ingenuity,
        murdham::Murdham,
        session::{OddsOf, OddsShown, OddsView, SuggestFor},
        sovereign::Sovereign,
        td2e::Td2e,
        tests::{pair, table::Table},
        with_ruleset,
    },
};

/// How often an attack is resolved.
const RESOLVED: u32 = 3_000;

/// A duel of two with this ready-made sheet, begun.
fn duel<R: GameSystem>(template: &str) -> Encounter<R> {
    let mut table = Table::<R>::open(&[], &[], &["Heroes", "Foes"]);
    for (name, side) in [("Ana", "Heroes"), ("Orc", "Foes")] {
        let (side, template) = (Some(side.to_owned()), Some(template.to_owned()));
        table.join(Newcomer { name: name.to_owned(), side, template, count: 1, ..Newcomer::default() }, None);
    }
    let mut now = table.ready();
    let mut dice = Seeded::at(&Seed::new([5; 32]), Used::default());
    now.advance(Actor::Table, Input::Transition(Transition::FightBegins), &mut dice, 0).expect("begins");
    now
}

/// A fight in which somebody can strike, their target, and the blow.
fn blow<R: GameSystem>() -> (Encounter<R>, CombatantId, Input<R>) {
    for (template, _) in R::templates() {
        let now = duel::<R>(&template);
        for who in R::may_act(&now.fight) {
            let blows = R::legal(&now.fight, who, Purpose::Strike);
            let mut aimed = blows.into_iter().filter(|it| R::promise(&now.fight, who, it) > 0.0);
            if let Some((action, whom)) = aimed.find_map(|it| R::target(&it).map(|whom| (it, whom))) {
                return (now, whom, Input::Act { who, action });
            }
        }
    }
    panic!("{}: nobody can strike", R::NAME)
}

/// What becomes of it with the dice of a fight, if nobody reacts: shares of hits and of those put out, and the mean harm.
fn resolved<R: GameSystem>(now: &Encounter<R>, whom: CombatantId, input: &Input<R>) -> [f64; 3] {
    let mut sums = [0.0; 3];
    for seed in 0..RESOLVED {
        let mut bytes = [3; 32];
        bytes[..4].copy_from_slice(&seed.to_le_bytes());
        let mut dice = Seeded::at(&Seed::new(bytes), Used::default());
        let (mut fight, mut step, mut tally) = (now.clone(), input.clone(), BlowTally::default());
        loop {
            let row = fight.decide(Actor::Table, step, &mut dice, 0).expect("legal");
            if let Effect::Ran { records, .. } = &row.effect {
                records.iter().for_each(|it| R::tally(it, &mut tally));
            }
            fight.evolve(&row);
            let Some(asked) = fight.prompts().iter().find(|it| it.answered.is_none()) else { break };
            step = Input::Answer { prompt: asked.id, choice: asked.offers[0].clone() };
        }
        let harm: f64 = tally.suffered().iter().filter(|it| it.0 == whom).map(|it| it.1).sum();
        let is_out = R::worth(&fight.fight, whom) <= OUT;
        for (sum, it) in sums.iter_mut().zip([
            f64::from(u8::from(tally.who_is_hit().contains(&whom))),
            harm,
            f64::from(u8::from(is_out)),
        ]) {
            *sum += it / f64::from(RESOLVED);
        }
        // What the tally says of harm shows in the fight.
        let lost = R::worth(&now.fight, whom) - R::worth(&fight.fight, whom);
        assert!((harm > 0.0) == (lost > 0.0) || harm > 0.0, "{}: {harm} harm, worth lost {lost}", R::NAME);
    }
    sums
}

/// In every system the odds of an attack are what happens; and the fight isn't touched.
#[test]
fn odds_agree_with_what_happens() {
    fn agrees<R: GameSystem>() {
        let (now, whom, input) = blow::<R>();
        let before = now.clone();
        let odds = odds::of(&now, &input, Effort { courses: 3_000, rolls: 3_000, seed: 9 }, &|| true).expect("odds");
        assert_eq!(now, before, "{}", R::NAME);
        assert!(odds.hit > 0.0 && odds.damage > 0.0 && odds.whom == Some(whom), "{}: {odds:?}", R::NAME);
        let [hit, damage, out] = resolved(&now, whom, &input);
        // Four standard errors of both.
        let near = |odd: f64, found: f64| (odd - found).abs() <= 4.0 * (0.5 / f64::from(RESOLVED)).sqrt();
        assert!(near(odds.hit, hit) && near(odds.out, out), "{}: {odds:?}, found {hit} and {out}", R::NAME);
        assert!((odds.damage - damage).abs() <= 0.1 * damage.max(0.5), "{}: {odds:?}, found {damage}", R::NAME);
    }
    for system in System::ALL {
        with_ruleset!(system, R => agrees::<R>());
    }
}

/// Rolled odds come near the exact ones, and say that they're rolled.
#[test]
fn rolled_odds_come_near_the_exact_ones() {
    let (now, _, input) = blow::<Sovereign>();
    let exact = odds::of(&now, &input, Effort::THOROUGH, &|| true).expect("odds");
    let rolled = odds::of(&now, &input, Effort { courses: 1, ..Effort::THOROUGH }, &|| true).expect("odds");
    assert!(exact.exact && !rolled.exact, "{exact:?} {rolled:?}");
    assert!(
        (exact.hit - rolled.hit).abs() < 0.015 && (exact.damage - rolled.damage).abs() < 0.15,
        "{exact:?} {rolled:?}"
    );
}

const GM: Actor = Actor::Gm(Seat(1));
const ANA: CombatantId = CombatantId(1);
const ORC: CombatantId = CombatantId(2);
/// Ana's player.
const PLAYER: Viewer = Viewer::Seat(Seat(7));

fn ask<R: GameSystem>(fight: &mut Fight<R>, request: Request) {
    let mut dice = Seeded::at(&Seed::new([7; 32]), fight.log().now().used);
    let proposal = fight.propose(GM, &request, &mut dice, 0);
    fight.commit(proposal.unwrap_or_else(|why| panic!("{}: {request:?}: {}", R::NAME, why.text)));
}

fn newcomer(name: &str, side: &str, owner: Option<Seat>, template: &str) -> Request {
    let (side, template, name) = (Some(side.to_owned()), Some(template.to_owned()), name.to_owned());
    Request::Join(Newcomer { hidden: name == "Ghost", name, side, owner, template, count: 1, ..Newcomer::default() })
}

/// It's Ana's turn; the orc is the GM's.
fn anas_turn<R: GameSystem>(template: &str) -> Fight<R> {
    let no_slots: &[_] = if R::NAME == Td2e::NAME { &[pair("slots", "off")] } else { &[] }; // players may have any sheet
    let mut fight = Fight::<R>::open(no_slots).expect("opens");
    for request in [
        Request::UnseenBeside { on: true },
        Request::Side { name: "Heroes".to_owned() },
        Request::Side { name: "Foes".to_owned() },
        newcomer("Ana", "Heroes", Some(Seat(7)), template),
        newcomer("Orc", "Foes", None, template),
        Request::Begin,
    ] {
        ask(&mut fight, request);
    }
    if !R::may_act(&fight.log().now().fight).contains(&ANA) {
        ask(&mut fight, Request::Turn(TurnPatch::Give(ANA)));
    }
    fight
}

/// The odds of Ana's attack on the orc.
fn seen<R: GameSystem>(fight: &Fight<R>, viewer: Viewer, shown: OddsShown) -> Option<OddsView> {
    let draft = PartialAction::of("attack").with("target", ParamValue::Who(ORC));
    let work = fight.odds(viewer, shown, vec![OddsOf::Act { who: ANA, draft }], Effort::QUICK);
    work(&|| true).into_iter().next().flatten()
}

/// A ready-made sheet with which Ana can attack, and the fight.
fn attackable<R: GameSystem>() -> Fight<R> {
    let mut fights = R::templates().into_iter().map(|it| anas_turn::<R>(&it.0));
    let found = fights.find(|it| seen(it, Viewer::Gm, OddsShown::Off).is_some());
    found.unwrap_or_else(|| panic!("{}: nobody can attack", R::NAME))
}

/// Whoever could step in reads what that's likely to do to their friend and what it costs themselves; to let it happen costs them nothing.
#[test]
fn whoever_steps_in_reads_what_it_costs() {
    let mut fight = anas_turn::<Murdham>("bandit");
    ask(&mut fight, newcomer("Bo", "Heroes", Some(Seat(8)), "bandit"));
    ask(&mut fight, Request::Turn(TurnPatch::Give(ORC)));
    let mut draft = PartialAction::of("attack").with("target", ParamValue::Who(ANA));
    while let Ok(ParamView::Choose { name, candidates, .. }) = fight.param(Viewer::Gm, ORC, &draft) {
        draft = draft.with(name, candidates[0].fill.clone());
    }
    ask(&mut fight, Request::Act { who: ORC, draft });
    // Ana takes the blow herself, unless somebody steps in.
    let prompt = fight.log().now().prompts()[0].id;
    ask(&mut fight, Request::Answer { prompt, choice: 0 });
    let bo = fight.log().now().now().combatants.iter().find(|it| &*it.name == "Bo").expect("Bo").id;
    let asked = |it: &&Prompt<Murdham>| it.to == Addressee::Combatant(bo);
    let prompt = fight.log().now().prompts().iter().find(asked).expect("whether Bo steps in");
    let (prompt, choices) = (prompt.id, prompt.offers.len());
    let of = (0..choices).map(|choice| OddsOf::Answer { prompt, choice }).collect();
    let told = fight.odds(Viewer::Seat(Seat(8)), OddsShown::Open, of, Effort::QUICK)(&|| true);
    let words: Vec<String> = told.into_iter().map(|it| it.map_or_else(String::new, |it| it.words)).collect();
    let [lets, steps_in] = words.as_slice() else { panic!("{words:?}") };
    assert!(lets.contains("for Ana: ") && !lets.contains("for Bo: "), "{lets}");
    assert!(steps_in.contains("for Ana: ") && steps_in.contains("; for Bo: "), "{steps_in}");
}

/// Whoever's struck and could strike back reads what each answer is likely to do to them, and of the blow what it does to their foe.
#[test]
fn whoever_strikes_back_reads_what_it_does() {
    let mut fight = anas_turn::<Murdham>("bandit");
    ask(&mut fight, Request::Turn(TurnPatch::Give(ORC)));
    let mut draft = PartialAction::of("attack").with("target", ParamValue::Who(ANA));
    while let Ok(ParamView::Choose { name, candidates, .. }) = fight.param(Viewer::Gm, ORC, &draft) {
        draft = draft.with(name, candidates[0].fill.clone());
    }
    ask(&mut fight, Request::Act { who: ORC, draft });
    let asked = &fight.log().now().prompts()[0];
    let of = (0..asked.offers.len()).map(|choice| OddsOf::Answer { prompt: asked.id, choice }).collect();
    let told = fight.odds(Viewer::Seat(Seat(7)), OddsShown::Open, of, Effort::QUICK)(&|| true);
    let words: Vec<String> = told.into_iter().map(|it| it.map_or_else(String::new, |it| it.words)).collect();
    let [takes_it, dodges, counters, ..] = words.as_slice() else { panic!("{words:?}") };
    assert!(!takes_it.contains("in return") && !dodges.contains("in return"), "{words:?}");
    let (suffered, done) = counters.split_once("; in return ").expect("both");
    assert!(
        suffered.contains("to be hit") && done.contains("to hit") && done.contains("out of the fight"),
        "{counters}"
    );
    assert!(!done.contains("anyone"), "it\u{2019}s whoever struck: {counters}");
}

/// Of a foe whose numbers aren't open to them, players see odds only where the table has opened all; the GM always does.
#[test]
fn a_number_that_tells_something_is_not_shown() {
    fn shows<R: GameSystem>(value: (&str, &str)) {
        let mut fight = attackable::<R>();
        let all = |fight: &Fight<R>| {
            [OddsShown::Open, OddsShown::Own, OddsShown::Off].map(|it| seen(fight, PLAYER, it).is_some())
        };
        assert_eq!(all(&fight), [true, false, false], "{}", R::NAME);
        let hurt = Request::Set { who: ORC, field: value.0.to_owned(), value: value.1.to_owned() };
        ask(&mut fight, hurt);
        assert_eq!(seen(&fight, PLAYER, OddsShown::Own), None, "{}: what's hidden changes nothing", R::NAME);
        ask(&mut fight, Request::Reveal { who: ORC, shown: Some(Shown::Everything) });
        assert_eq!(all(&fight), [true, true, false], "{}", R::NAME);
        let (own, gms) = (seen(&fight, PLAYER, OddsShown::Own), seen(&fight, Viewer::Gm, OddsShown::Off));
        assert_eq!(own.map(|it| it.odds.hit), gms.map(|it| it.odds.hit), "{}", R::NAME);
    }
    shows::<Td2e>(("hp", "1"));
    shows::<Murdham>(("health", "1"));
    shows::<Ingenuity>(("endurance", "1"));
    shows::<Einfelst>(("points", "1"));
    shows::<Sovereign>(("hp", "1"));
}

/// Nobody is told to defend themselves while the only enemy is unseen, and nobody there at all says the same.
#[test]
fn nobody_defends_against_nobody() {
    let obvious = |is_there: bool| {
        let mut fight = anas_turn::<Sovereign>("hildred");
        if is_there {
            ask(&mut fight, Request::Hide { who: ORC, hidden: true });
        } else {
            ask(&mut fight, Request::Leave { who: ORC });
        }
        let work = fight.suggestions(PLAYER, OddsShown::Open, SuggestFor::Obvious(ANA), 3);
        work.map(|it| it(&|| true).into_iter().map(|it| it.label).collect::<Vec<_>>()).map_err(|it| it.text)
    };
    assert_eq!(obvious(true), Ok(vec![]));
    assert_eq!(obvious(false), Ok(vec![]));
}

/// Somebody hidden changes neither the odds that a player sees nor what is suggested to them.
#[test]
fn somebody_hidden_changes_no_odds() {
    fn same<R: GameSystem>() -> usize {
        let mut fight = attackable::<R>();
        let template = R::templates()[0].0.clone();
        let suggested = |fight: &Fight<R>| {
            let work = fight.suggestions(PLAYER, OddsShown::Open, SuggestFor::Turn(ANA), 3);
            work.unwrap_or_else(|why| panic!("{}: {why}", R::NAME))(&|| true)
        };
        let before = (seen(&fight, PLAYER, OddsShown::Open), suggested(&fight));
        ask(&mut fight, newcomer("Ghost", "Foes", None, &template));
        let after = (seen(&fight, PLAYER, OddsShown::Open), suggested(&fight));
        assert_eq!(before, after, "{}", R::NAME);
        assert!(before.0.is_some() && !before.1.is_empty(), "{}: {before:?}", R::NAME);
        let blows = before.1.iter().filter(|it| it.label.starts_with("Attack"));
        let told = blows.inspect(|it| {
            assert!(
                it.odds.as_ref().is_some_and(|it| it.words.contains("to hit") || it.words.contains("damage")),
                "{}: {it:?}",
                R::NAME
            )
        });
        told.count()
    }
    let blows: usize = System::ALL.into_iter().map(|system| with_ruleset!(system, R => same::<R>())).sum();
    assert!(blows > 0, "nobody was told to attack");
}
