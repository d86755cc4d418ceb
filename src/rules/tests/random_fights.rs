//! What must hold in every system under random legal play; each system only says how to open one of its fights. A failure prints the seed.

use crate::{
    engine::{
        Actor, CombatantId, Encounter, GameSystem, Input, Log, LogRow, Param, PartialAction, Refusal, Seat, Seed,
        Seeded,
        partial_action::ParamValue,
        random_play::{self, PlayEnd, PlayRng, PlayStyle},
    },
    rules::action_space::ActionSpace,
};

const GM: Actor = Actor::Gm(Seat(1));

/// Plays orderly and unruly fights: what's listed is accepted, the log folds and audits, and no undecided fight gets stuck. Returns the
/// fights for further checks.
pub fn fights_hold_together<R: GameSystem>(
    count: u8,
    most_steps: usize,
    mut opening: impl FnMut(&mut PlayRng) -> Encounter<R>,
) -> Vec<Log<R>> {
    let mut fights = vec![];
    for number in 0..count {
        let mut rng = PlayRng::new(u64::from(number));
        let style = if number % 2 == 0 { PlayStyle::BRISK } else { PlayStyle::UNRULY };
        let seed = Seed::new([number; 32]);
        let mut log = Log::new(opening(&mut rng));
        let played = random_play::play(&mut log, &seed, &mut rng, style, most_steps);
        let rest = played.unwrap_or_else(|why| panic!("seed {number}: {why:?}"));
        let decided = R::details(log.now().now()).decided;
        assert!(rest != PlayEnd::Stuck || decided.is_some(), "seed {number}: nobody may do anything");
        let folded = Log::fold(log.opening().clone(), log.rows().to_vec());
        assert_eq!(folded.now(), log.now(), "seed {number}: the fold is the fight");
        log.audit(&seed).unwrap_or_else(|why| panic!("seed {number}: {why}"));
        for row in log.rows() {
            let text = serde_json::to_string(row).expect("rows are plain values");
            assert_eq!(&serde_json::from_str::<LogRow<R>>(&text).expect("and read back"), row, "seed {number}");
        }
        fights.push(log);
    }
    fights
}

/// What's drawn at random is what the menus list, and every listed partial action leads somewhere; checks this for `wanted` combatants who
/// can act.
pub fn drawn_is_listed<R: GameSystem>(number: u8, wanted: usize, opening: impl FnOnce(&mut PlayRng) -> Encounter<R>) {
    let seed = Seed::new([number; 32]);
    let mut rng = PlayRng::new(u64::from(number));
    let mut encounter = opening(&mut rng);
    let mut dice = Seeded::at(&seed, encounter.used);
    let (mut drawn, mut at_ms) = (0, 0);
    while let Some(step) = random_play::next(&encounter, &mut rng, PlayStyle::BRISK, at_ms).filter(|_| drawn < wanted) {
        let fight = encounter.now();
        for who in R::may_act(fight) {
            let listed = random_play::actions(fight, who, usize::MAX)
                .unwrap_or_else(|it| panic!("seed {number}: {it:?} leads nowhere"));
            match R::at_random(fight, who, &mut rng) {
                Some(action) => assert!(listed.contains(&action), "seed {number}: {action:?} is listed"),
                None => assert_eq!(listed, [], "seed {number}: nothing is listed either"),
            }
            assert!(listed.iter().all(|it| R::check(fight, who, it).is_ok()), "seed {number}");
            drawn += 1;
        }
        at_ms = step.at_ms;
        encounter.advance(step.actor, step.input, &mut dice, at_ms).expect("what is drawn is accepted");
    }
    assert!(drawn > wanted / 3, "seed {number}: {drawn}");
}

/// Drafts of any verb with any slot filled by anything: each is refused in words or leads to what the check accepts, and nothing changes.
pub fn nonsense_is_refused<R: ActionSpace + GameSystem>(
    number: u8,
    most_steps: usize,
    opening: impl FnOnce(&mut PlayRng) -> Encounter<R>,
) {
    let slots = ["target", "with", "how", "to", "text"];
    let mut tried = 0;
    through_a_fight(number, most_steps, opening, |encounter, rng, at_ms| {
        let fight = encounter.now();
        let who = CombatantId(1 + rng.below(9) as u16);
        let filled = [
            ParamValue::Who(CombatantId(rng.below(12) as u16)),
            ParamValue::Word("Tower".to_owned()),
            ParamValue::Word("axe".to_owned()),
            ParamValue::Text("\u{1f9a7}".to_owned()),
        ];
        let filled = rng.pick(&filled).cloned().expect("one of them");
        let verbs: Vec<&str> = R::VERBS.iter().map(|it| it.name).chain(["juggle"]).collect();
        let verb = rng.pick(&verbs).copied().unwrap_or_default();
        let slot = rng.pick(&slots).copied().unwrap_or_default();
        let draft = PartialAction::of(verb).with(slot, filled);
        let refused = match R::options(fight, who, &draft) {
            Ok(Param::Done(action)) => {
                let legal = encounter.pending.is_none() && R::check(fight, who, &action).is_ok();
                let mut dice = Seeded::at(&Seed::new([number; 32]), encounter.used);
                let taken = encounter.clone().advance(GM, Input::Act { who, action }, &mut dice, at_ms).is_ok();
                assert_eq!(taken, legal, "seed {number}: {draft:?}");
                None
            }
            Ok(_) => None,
            Err(Refusal::Violation(violation)) => Some(R::violation_words(fight, &violation).0),
            Err(_) => None,
        };
        assert_ne!(refused.as_deref(), Some(""), "seed {number}: {draft:?} is refused in words");
        tried += 1;
    });
    assert!(tried > most_steps / 4, "seed {number}: {tried}");
}

/// Plays a fight briskly and looks at it before each step.
pub fn through_a_fight<R: GameSystem>(
    number: u8,
    most_steps: usize,
    opening: impl FnOnce(&mut PlayRng) -> Encounter<R>,
    mut look: impl FnMut(&Encounter<R>, &mut PlayRng, i64),
) {
    let seed = Seed::new([number; 32]);
    let mut rng = PlayRng::new(u64::from(number));
    let mut encounter = opening(&mut rng);
    let mut dice = Seeded::at(&seed, encounter.used);
    let mut at_ms = 0;
    for _ in 0..most_steps {
        look(&encounter, &mut rng, at_ms);
        let Some(step) = random_play::next(&encounter, &mut rng, PlayStyle::BRISK, at_ms) else { break };
        at_ms = step.at_ms;
        encounter.advance(step.actor, step.input, &mut dice, at_ms).expect("what is drawn is accepted");
    }
}
