//! Anyone who is hidden must not show: pairs of fights that differ in nothing but someone unseen who acts beside the order. Whatever
//! everyone is told, and the fight as everyone sees it, must be the same in both, as long as the unseen do not attack.

use super::super::{Action, Td2e};
use crate::{
    engine::{
        Actor, CombatantId, Encounter, Menus, Record, Ruleset, Seat, Seed, Seeded, Wording,
        encounter::{Effect, Input},
        random_play::{self, PlayRng, PlayStyle},
        view::{self, Audience, Discretion, Viewer},
    },
    rules::{
        Newcomer,
        tests::{Table, pair},
    },
};

const PAIRS: u64 = 40;
const STEPS: usize = 40;

fn opening(rng: &mut PlayRng, ghost: bool) -> Encounter<Td2e> {
    let board = [("size", "12x6"), ("walls", "E2-E4")];
    let mut table =
        Table::<Td2e>::open(&[("slots", "off"), ("unseen-beside", "on")], &board, &["Heroes", "Foes", "Lurkers"]);
    let arms = ["dagger", "greatsword", "longbow"];
    let mut people = vec![("Ana", "Heroes", "B2", false), ("Bob", "Heroes", "B4", false)];
    people.extend([("Orc", "Foes", "J2", false), ("Goblin", "Foes", "J4", false)]);
    let drawn: Vec<&str> = people.iter().map(|_| rng.pick(&arms).copied().unwrap_or_default()).collect();
    people.extend(ghost.then_some(("Ghost", "Lurkers", "H6", true)));
    for (index, (name, side, at, hidden)) in people.into_iter().enumerate() {
        let owner = (side == "Heroes").then_some(Seat(10 + index as u64));
        let armed = drawn.get(index).copied().unwrap_or("dagger");
        let fields =
            vec![pair("hp", "3"), pair("weapons", armed), pair("proficiency", "daggers, bows, two-handed swords")];
        let (name, side) = (name.to_owned(), Some(side.to_owned()));
        let newcomer = Newcomer { name, side, owner, fields, hidden, count: 1, ..Newcomer::default() };
        table.join(newcomer, Some(at.to_owned()));
    }
    table.ready()
}

/// One of the two, with what everyone has been told and shown.
struct PairedFight {
    fight: Encounter<Td2e>,
    told: Vec<String>,
}

impl PairedFight {
    fn put(&mut self, actor: Actor, input: Input<Td2e>, seed: &Seed) {
        let mut dice = Seeded::at(seed, self.fight.used);
        let before = self.fight.clone();
        let rows =
            self.fight.advance(actor, input.clone(), &mut dice, 0).unwrap_or_else(|why| panic!("{input:?}: {why:?}"));
        let mut now = before;
        for row in rows {
            now.evolve(&row);
            let Effect::Ran { records, .. } = &row.effect else { continue };
            let lines = Td2e::story_lines(now.now(), records);
            let open = lines.into_iter().filter(|it| it.audience == Audience::Everyone);
            self.told.extend(open.map(|it| format!("{} {:?} {:?}", it.text, it.roll, it.rules)));
            let unseen = |it: &Record<Td2e>| matches!(it, Record::Rolled(roll) if roll.who == self.ghost());
            let open = records.iter().find(|it| unseen(it) && !matches!(it, Record::Rolled(roll) if roll.secret));
            assert!(open.is_none(), "{input:?} rolls in the open: {open:?}");
        }
    }

    fn ghost(&self) -> Option<CombatantId> {
        self.fight.now().combatants.iter().find(|it| &*it.name == "Ghost").map(|it| it.id)
    }

    /// A21: whether a combatant has run into Ghost, or Ghost into a combatant: from there on the two are not the same fight.
    fn is_found(&self) -> bool {
        let is_seen = self.fight.now().combatants.iter().any(|it| &*it.name == "Ghost" && !it.hidden);
        let met = |it: &String| it.contains(" runs into Ghost") || it.contains("Ghost runs into ");
        assert!(!is_seen || self.told.iter().any(met), "found by nobody who ran into them");
        is_seen
    }

    fn scene(&self) -> String {
        let mut scene = view::scene_at(&self.fight, Viewer::Everyone, Discretion::Kept);
        scene.seq = 0; // numbers of its own are the channel's
        format!("{scene:?}")
    }
}

/// A15, A21: anyone who strikes, and anyone who grabs instead of striking, is seen; a finishing blow falls on a combatant in the open.
fn is_quiet(action: &Action) -> bool {
    !matches!(action, Action::Attack { .. } | Action::Grab { .. } | Action::Finish { .. })
}

/// R1, R2: nobody who sees nothing of Ghost can tell that there is a Ghost.
#[test]
fn the_unseen_do_not_show() {
    let (mut ghostly, mut steps, mut found) = (0, 0, 0);
    for number in 0..PAIRS {
        let seed = Seed::new([number as u8; 32]);
        let mut rng = PlayRng::new(number);
        let mut pair =
            [false, true].map(|ghost| PairedFight { fight: opening(&mut PlayRng::new(number), ghost), told: vec![] });
        for _ in 0..STEPS {
            let Some(step) = random_play::next(&pair[0].fight, &mut rng, PlayStyle::BRISK, 0) else { break };
            pair.iter_mut().for_each(|paired| paired.put(step.actor, step.input.clone(), &seed));
            steps += 1;
            let who = pair[1].ghost().expect("the second has one");
            while !pair[1].is_found() && rng.percent(60) && Td2e::may_act(pair[1].fight.now()).contains(&who) {
                let action = Td2e::at_random(pair[1].fight.now(), who, &mut rng);
                let Some(action) = action.filter(is_quiet) else { break };
                pair[1].put(Actor::Table, Input::Act { who, action }, &seed);
                ghostly += 1;
            }
            let [without, with_ghost] = &pair;
            if with_ghost.is_found() {
                found += 1;
                break;
            }
            assert_eq!(without.told, with_ghost.told, "seed {number}: what is told");
            assert_eq!(without.scene(), with_ghost.scene(), "seed {number}: what is shown");
        }
    }
    assert!(ghostly > 100 && steps > 400, "{ghostly} deeds of the unseen, {steps} steps, found in {found} fights");
}
