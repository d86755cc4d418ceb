//! What must be so in every system under random legal play; each says only how a fight of its own is opened. The seed is printed when it
//! fails.

use crate::engine::{
    Encounter, Log, Ruleset, Seed, Seeded,
    play::{self, PlayEnd, PlayRng, PlayStyle},
};

/// Brisk people and unruly ones: what is listed is accepted, the log folds and audits, and nobody is stuck in a fight that is undecided.
/// Gives back the fights for what else must be so in them.
pub fn fights_hold_together<R: Ruleset>(
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
        let played = play::play(&mut log, &seed, &mut rng, style, most_steps);
        let rest = played.unwrap_or_else(|why| panic!("seed {number}: {why:?}"));
        let decided = R::details(log.now().now()).decided;
        assert!(rest != PlayEnd::Stuck || decided.is_some(), "seed {number}: nobody may do anything");
        let folded = Log::fold(log.opening().clone(), log.rows().to_vec());
        assert_eq!(folded.now(), log.now(), "seed {number}: the fold is the fight");
        log.audit(&seed).unwrap_or_else(|why| panic!("seed {number}: {why}"));
        fights.push(log);
    }
    fights
}

/// What is drawn at random is what the menus list, and every listed draft leads somewhere; for so many people who may act.
pub fn drawn_is_listed<R: Ruleset>(number: u8, wanted: usize, opening: impl FnOnce(&mut PlayRng) -> Encounter<R>) {
    let seed = Seed::new([number; 32]);
    let mut rng = PlayRng::new(u64::from(number));
    let mut encounter = opening(&mut rng);
    let mut dice = Seeded::at(&seed, encounter.used);
    let (mut drawn, mut at_ms) = (0, 0);
    while let Some(step) = play::next(&encounter, &mut rng, PlayStyle::BRISK, at_ms).filter(|_| drawn < wanted) {
        let fight = encounter.now();
        for who in R::may_act(fight) {
            let listed = play::actions(fight, who, usize::MAX)
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
