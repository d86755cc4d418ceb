//! Random legal play: whatever is listed is accepted, whatever is refused is refused without harm, fights end, and the log folds
//! to the live state and audits. The seed is printed when it fails.

use super::Murdham;
use crate::{
    engine::{
        Actor, CombatantId, Dice, Encounter, FightState, Input, Log, LogRow, Param, PartialAction, Ruleset, Seat, Seed,
        Seeded, Side, SideId, Stage, TableFact, Transition, Used,
        fight_state::{Combatant, Controller},
        partial_action::ParamValue,
        refusal::Refusal,
    },
    rules::murdham::{Action, Options, board, options, sheet, state, turn},
};
use std::sync::Arc;

const GM: Actor = Actor::Gm(Seat(1));
const WEAPONS: [&str; 13] = [
    "none",
    "axe: martial hand, dagger: simple hand",
    "bow: missile great, dagger: simple hand",
    "pole: martial great",
    "handgun, sabre: martial hand",
    "garrotte, acid vial",
    "sling: missile hand indirect",
    "long gun",
    "alchemist's fire, flash powder, dagger: simple hand",
    "mancatcher, net",
    "net, whip: simple hand",
    "cannon",
    "mortar",
];
const TRAITS: [&str; 8] =
    ["none", "none", "none", "none", "frightening", "terrifying, fast", "regeneration, slow", "frenzied"];
const SKILLS: [&str; 16] = [
    "Sorcery, Bravery",
    "Sorcery, Acrobatics",
    "Battle frenzy, Climb, Swim",
    "Leadership, Sneak",
    "none",
    "Fast dodge",
    "Fast attack",
    "Fleet footed, Quick draw",
    "Brawling",
    "Shield mastery",
    "Sneak attack, Skilled strike",
    "Ambidexterity, Steady aim, Skilled shot",
    "Wrestling, Strike to stun",
    "Disarm, Fast attack",
    "Cleaving strike, Lethal attack",
    "Piercing strike, Wrestling, Disarm",
];

/// A chooser of its own, so that the dice of the fight are those of the log alone.
struct Choices(Seeded);

impl Choices {
    fn below(&mut self, most: usize) -> usize {
        usize::from(self.0.face(most.max(1) as u16, true)) - 1
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        if all.is_empty() { None } else { all.get(self.below(all.len())) }
    }
}

/// A fight under way, with everything that was decided written down.
struct Play {
    log: Log<Murdham>,
    live: Encounter<Murdham>,
    seed: Seed,
    at_ms: i64,
}

impl Play {
    fn input(&mut self, actor: Actor, input: Input<Murdham>) -> Result<(), Refusal<Murdham>> {
        self.at_ms += 250;
        let mut dice = Seeded::at(&self.seed, self.live.used);
        let mut after = self.live.clone();
        let rows: Vec<LogRow<Murdham>> = after.advance(actor, input, &mut dice, self.at_ms)?;
        self.live = after;
        for row in rows {
            self.log.append(row);
        }
        Ok(())
    }

    fn fight(&self) -> &FightState<Murdham> {
        self.live.now()
    }
}

fn opening(choices: &mut Choices) -> (Encounter<Murdham>, Vec<Combatant<Murdham>>) {
    let mut chosen = Options::default();
    for (name, values) in [
        ("fat", ["on", "off"]),
        ("chaos", ["on", "off"]),
        ("full-move", ["2", "3"]),
        ("guard-final-blow", ["yes", "no"]),
        ("non-lethal", ["together", "random"]),
        ("blast-damage", ["each", "one"]),
    ] {
        options::set_option(&mut chosen, name, values[choices.below(2)]).expect("an option");
    }
    let board = [("zones", "Gate, Yard, Tower"), ("borders", "Gate-Yard, Yard-Tower (doorway), Tower-Gate (closed)")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
    let board = board::board(&<Murdham as Ruleset>::Space::default(), &board).expect("a board");
    let mut fight = FightState::new(chosen, board);
    for (id, name) in [(1, "Players"), (2, "Bandits"), (3, "Ghouls")].iter().take(2 + choices.below(2)) {
        fight.evolve(&TableFact::SideNamed(Side { id: SideId(*id), name: (*name).into() }));
    }
    let people = (0..2 + choices.below(7)).map(|index| somebody(&fight, index, choices)).collect();
    (Encounter::new(fight), people)
}

fn somebody(fight: &FightState<Murdham>, index: usize, choices: &mut Choices) -> Combatant<Murdham> {
    let side = fight.sides[if index < 2 { index } else { choices.below(fight.sides.len()) }].id;
    let mut number = |from: usize, to: usize| (from + choices.below(to - from + 1)).to_string();
    let (wit, strength, agi) = (number(1, 15), number(3, 15), number(1, 15));
    let typed = [
        ("wit", wit.as_str()),
        ("str", strength.as_str()),
        ("agi", agi.as_str()),
        ("weapons", WEAPONS[choices.below(WEAPONS.len())]),
        ("skills", SKILLS[choices.below(SKILLS.len())]),
        ("armour", ["none", "light", "heavy"][choices.below(3)]),
        ("shield", ["no", "no", "yes", "2"][choices.below(4)]),
        ("helmet", ["no", "yes"][choices.below(2)]),
        ("items", ["none", "healing draught x2"][choices.below(2)]),
        ("concealed", ["no", "no", "no", "yes"][choices.below(4)]),
        ("size", ["medium", "medium", "medium", "small", "large", "massive"][choices.below(6)]),
        ("kind", ["creature", "creature", "undead"][choices.below(3)]),
        ("traits", TRAITS[choices.below(TRAITS.len())]),
        ("powers", ["none", "none", "eldritch blast", "bewitch, illusion"][choices.below(4)]),
        ("mana", ["0", "2"][choices.below(2)]),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()));
    let sheet = sheet::read(&typed).expect("a sheet");
    let (state, budget) = state::fresh(&sheet);
    let seat = (side == SideId(1)).then_some(Seat(10 + index as u64));
    Combatant {
        id: CombatantId(index as u16 + 1),
        name: format!("Fighter {index}").into(),
        side,
        controller: seat.map_or(Controller::Gm, Controller::Player),
        owner: seat,
        sheet: Arc::new(sheet),
        state,
        conditions: vec![],
        budget,
        place: fight.space.zones.first().map(|_| {
            crate::engine::space::zones::ZonePlace::In(crate::engine::space::zones::ZoneId(choices.below(2) as u8))
        }),
        orders: Arc::new(vec![]),
        hidden: false,
        shown: crate::engine::fight_state::Shown::State,
        saved: None,
    }
}

/// Fills the slots of a random verb at random. Everything on the way must be offered without a refusal.
fn random_action(
    fight: &FightState<Murdham>,
    who: CombatantId,
    choices: &mut Choices,
) -> Option<(PartialAction, Action)> {
    let verbs = Murdham::verbs(fight, who);
    // Attacks twice as often as all else together, so that fights end.
    let attack = verbs.iter().find(|it| it.name == "attack").filter(|_| choices.below(3) > 0);
    let verb = attack.or_else(|| choices.one_of(&verbs))?;
    let mut draft = PartialAction::of(verb.name);
    loop {
        match Murdham::options(fight, who, &draft).unwrap_or_else(|why| panic!("{draft:?} is offered: {why:?}")) {
            Param::Done(action) => return Some((draft, action)),
            Param::Write { name, .. } => draft = draft.with(name, ParamValue::Text("a word".to_owned())),
            Param::Choose { name, candidates, unavailable, default, .. } => {
                let candidate = choices.one_of(&candidates).unwrap_or_else(|| panic!("{draft:?} can be gone on with"));
                let named = |it| candidates.iter().chain(&unavailable).any(|candidate| candidate.fill == it);
                assert!(default.is_none_or(named), "a default is named, if only to be refused");
                draft = draft.with(name, candidate.fill.clone());
            }
        }
    }
}

/// Nonsense is refused in words, without a panic, and nothing changes.
fn nonsense(play: &mut Play, choices: &mut Choices) {
    let verbs = [
        "attack",
        "grapple",
        "disarm",
        "stunt",
        "blast",
        "shove",
        "break-free",
        "move",
        "full-move",
        "use",
        "equip",
        "unequip",
        "pick-up",
        "put-down",
        "yield",
        "end",
        "fly",
    ];
    let who = CombatantId(1 + choices.below(9) as u16);
    let fill = match choices.below(4) {
        0 => ParamValue::Who(CombatantId(choices.below(12) as u16)),
        1 => ParamValue::Word("Tower".to_owned()),
        2 => ParamValue::Word("axe".to_owned()),
        _ => ParamValue::Text("\u{1f9a7}".to_owned()),
    };
    let slot = ["target", "with", "how", "to"][choices.below(4)];
    let draft = PartialAction::of(verbs[choices.below(verbs.len())]).with(slot, fill);
    let before = play.live.clone();
    match Murdham::options(play.fight(), who, &draft) {
        Err(why) => drop(format!(
            "{:?}",
            Murdham::violation_words(
                play.fight(),
                match &why {
                    Refusal::Violation(violation) => violation,
                    _ => return,
                }
            )
        )),
        Ok(Param::Done(action)) => {
            let legal = play.live.pending.is_none() && Murdham::check(play.fight(), who, &action).is_ok();
            let mut after = play.live.clone();
            let mut dice = Seeded::at(&play.seed, play.live.used);
            let taken = after.advance(GM, Input::Act { who, action }, &mut dice, play.at_ms).is_ok();
            assert_eq!(taken, legal, "{draft:?}");
        }
        Ok(_) => {}
    }
    let action = Action::Attack {
        target: CombatantId(choices.below(12) as u16),
        with: super::super::With::Gear(choices.below(9) as u8),
        how: super::super::Manner::FinalBlow,
    };
    drop(Murdham::check(play.fight(), who, &action));
    assert_eq!(play.live, before);
}

fn answer(play: &mut Play, choices: &mut Choices) {
    let open: Vec<_> = play.live.prompts().iter().filter(|it| it.answered.is_none()).cloned().collect();
    let prompt = choices.one_of(&open).expect("somebody is awaited");
    if choices.below(12) == 0 {
        play.at_ms += 60_000;
        return play.input(Actor::Table, Input::Tick).expect("silence is an answer");
    }
    let choice = *choices.one_of(&prompt.offers).expect("offers");
    for offer in &prompt.offers {
        assert!(!Murdham::choice_words(play.fight(), &prompt.question, offer).is_empty());
    }
    play.input(GM, Input::Answer { prompt: prompt.id, choice }).expect("what is offered is accepted");
}

fn one_step(play: &mut Play, choices: &mut Choices) {
    if !play.live.prompts().is_empty() {
        return answer(play, choices);
    }
    let ready = turn::may_act(play.fight());
    let yields =
        play.fight().ids().filter(|it| choices.below(20) == 0 && !Murdham::verbs(play.fight(), *it).is_empty());
    let who = yields.collect::<Vec<_>>().first().copied().or_else(|| choices.one_of(&ready).copied());
    let Some(who) = who else {
        return play.input(GM, Input::Transition(Transition::FightEnds)).expect("the GM ends it");
    };
    let side = play.fight().turns.side_up().expect("a step");
    if play.fight().turns.active.is_none() && choices.below(8) == 0 {
        return play.input(GM, Input::Pass { side }).expect("a side may pass");
    }
    let drawn = random_action(play.fight(), who, choices);
    let (draft, action) =
        drawn.unwrap_or_else(|| panic!("{:?} may act and can do nothing", play.fight().combatant(who)));
    play.input(GM, Input::Act { who, action }).unwrap_or_else(|why| panic!("{draft:?} is listed: {why:?}"));
}

fn play(number: u8) {
    let mut bytes = [number; 32];
    bytes[0] = 77;
    let mut choices = Choices(Seeded::at(&Seed::new(bytes), Used::default()));
    let (encounter, people) = opening(&mut choices);
    let mut play =
        Play { log: Log::new(encounter.clone()), live: encounter, seed: Seed::new([number; 32]), at_ms: 1_000 };
    for it in people {
        play.input(GM, Input::Join(Box::new(it))).expect("joins");
    }
    play.input(GM, Input::Transition(Transition::FightBegins)).expect("begins");
    let mut steps = 0;
    while play.fight().stage == Stage::Fighting {
        steps += 1;
        assert!(steps < 6_000, "seed {number}: the fight ends");
        nonsense(&mut play, &mut choices);
        one_step(&mut play, &mut choices);
        drop(Murdham::details(play.fight()));
    }
    let rows = play.log.rows().to_vec();
    for row in &rows {
        let text = serde_json::to_string(row).expect("rows are plain values");
        assert_eq!(&serde_json::from_str::<LogRow<Murdham>>(&text).expect("and read back"), row);
    }
    let folded = Log::fold(play.log.opening().clone(), rows);
    assert_eq!(folded.now(), &play.live, "seed {number}: the fold is the fight");
    play.log.audit(&play.seed).unwrap_or_else(|why| panic!("seed {number}: {why}"));
}

/// Listed is accepted, nonsense is refused, fights end, the log folds and audits.
#[test]
fn random_fights_hold_together() {
    for number in 0..24 {
        let run = std::panic::catch_unwind(|| play(number));
        if let Err(why) = run {
            eprintln!("the seed is {number}");
            std::panic::resume_unwind(why);
        }
    }
}

/// A verb that is passed over unseen has no way that would be open, and many are.
#[test]
fn what_is_passed_over_is_closed() {
    use crate::{
        engine::play::{PlayRng, PlayStyle, next},
        rules::action_space::ActionSpace,
    };
    let seed = Seed::new([3; 32]);
    let (mut encounter, people) = opening(&mut Choices(Seeded::at(&seed, Used::default())));
    let mut dice = Seeded::at(&seed, Used::default());
    for it in people {
        encounter.advance(GM, Input::Join(Box::new(it)), &mut dice, 0).expect("joins");
    }
    let (mut rng, mut passed_over, mut at_ms) = (PlayRng::new(5), 0, 0);
    while let Some(step) = next(&encounter, &mut rng, PlayStyle::BRISK, at_ms).filter(|_| passed_over < 2_000) {
        let fight = encounter.now();
        for who in fight.ids() {
            for verb in Murdham::VERBS.iter().filter(|it| Murdham::is_closed(fight, who, it.name)) {
                let open = |it: &Action| Murdham::check(fight, who, it).is_ok();
                assert_eq!(Murdham::actions_of(fight, who, verb.name).into_iter().find(open), None, "{}", verb.name);
                passed_over += 1;
            }
        }
        at_ms = step.at_ms;
        encounter.advance(step.actor, step.input, &mut dice, at_ms).expect("what is drawn is accepted");
    }
    assert!(passed_over >= 200, "{passed_over}");
}

/// What is drawn without the menus is what the menus list: the same actions, and something whenever there is anything.
#[test]
fn what_is_drawn_at_random_is_listed() {
    let drawn: i32 = (41..46).map(drawn_and_listed).sum();
    assert!(drawn > 100, "{drawn}");
}

/// How often something was drawn in a fight of this seed.
fn drawn_and_listed(number: u8) -> i32 {
    use crate::engine::play::{PlayRng, PlayStyle, actions, next};
    let seed = Seed::new([number; 32]);
    let (mut encounter, people) = opening(&mut Choices(Seeded::at(&seed, Used::default())));
    let mut dice = Seeded::at(&seed, Used::default());
    for it in people {
        encounter.advance(GM, Input::Join(Box::new(it)), &mut dice, 0).expect("joins");
    }
    let mut rng = PlayRng::new(u64::from(number));
    let (mut drawn, mut at_ms) = (0, 0);
    while let Some(step) = next(&encounter, &mut rng, PlayStyle::BRISK, at_ms).filter(|_| drawn < 300) {
        let fight = encounter.now();
        for who in Murdham::may_act(fight) {
            let listed = actions(fight, who, usize::MAX).expect("every listed draft leads somewhere");
            match Murdham::at_random(fight, who, &mut rng) {
                // In other words than the walk over the menus writes.
                Some(
                    Action::Say { .. }
                    | Action::Interact { .. }
                    | Action::Improvise { .. }
                    | Action::Stunt { .. }
                    | Action::Shove { .. },
                ) => {}
                Some(action) => assert!(listed.contains(&action), "{action:?} is listed"),
                None => assert_eq!(listed, [], "nothing is listed either"),
            }
            drawn += 1;
        }
        at_ms = step.at_ms;
        encounter.advance(step.actor, step.input, &mut dice, at_ms).expect("what is drawn is accepted");
    }
    drawn
}

/// People dither, run out of time, take back and pause: whatever is listed is still accepted, and the log folds and audits.
#[test]
fn unruly_fights_hold_together() {
    use crate::engine::play::{PlayEnd, PlayRng, PlayStyle, play};
    for number in 100..116_u8 {
        let mut bytes = [number; 32];
        bytes[0] = 77;
        let (encounter, people) = opening(&mut Choices(Seeded::at(&Seed::new(bytes), Used::default())));
        let seed = Seed::new([number; 32]);
        let mut log = Log::new(encounter);
        for it in people {
            let mut dice = Seeded::at(&seed, log.now().used);
            let row = log.now().decide(GM, Input::Join(Box::new(it)), &mut dice, 0).expect("joins");
            log.append(row);
        }
        let rest = play(&mut log, &seed, &mut PlayRng::new(u64::from(number)), PlayStyle::UNRULY, 1_500)
            .unwrap_or_else(|why| panic!("seed {number}: {why:?}"));
        let decided = Murdham::details(log.now().now()).decided;
        assert!(rest != PlayEnd::Stuck || decided.is_some(), "seed {number}: nobody may do anything");
        let folded = Log::fold(log.opening().clone(), log.rows().to_vec());
        assert_eq!(folded.now(), log.now(), "seed {number}");
        log.audit(&seed).unwrap_or_else(|why| panic!("seed {number}: {why}"));
    }
}
