//! Anyone who is hidden must not show: pairs of fights that differ in nothing but someone unseen who acts beside the order. Whatever
//! everyone is told, and the fight as everyone sees it, must be the same in both, as long as the unseen do not attack.

use super::super::Sovereign;
use crate::{
    engine::{
        Actor, CombatantId, Encounter, Menus, PromptId, Ruleset, Seat, Seed, Seeded, Wording,
        encounter::{Effect, Input},
        random_play::{self, PlayRng, PlayStyle},
        view::{self, Audience, Discretion, Viewer},
    },
    rules::{
        Newcomer, Request, Session,
        tests::{Table, one, pair},
    },
};

const PAIRS: u64 = 40;
const STEPS: usize = 40;

fn opening(rng: &mut PlayRng, ghost: bool) -> Encounter<Sovereign> {
    let board = [("size", "12x6"), ("walls", "E2-E4")];
    let mut table = Table::<Sovereign>::open(&[("unseen-beside", "on")], &board, &["Heroes", "Foes", "Lurkers"]);
    let arms = ["dagger", "great sword", "large bow"];
    let mut people = vec![("Ana", "Heroes", "B2", false), ("Bob", "Heroes", "B4", false)];
    people.extend([("Orc", "Foes", "J2", false), ("Goblin", "Foes", "J4", false)]);
    let drawn: Vec<&str> = people.iter().map(|_| rng.pick(&arms).copied().unwrap_or_default()).collect();
    // A side of its own, or one more of the foes; near enough that ways and strikes could tell of it.
    let side = one(rng, &["Lurkers", "Foes"]);
    people.extend(ghost.then_some(("Ghost", side, one(rng, &["H6", "D3", "F2"]), true)));
    for (index, (name, side, at, hidden)) in people.into_iter().enumerate() {
        let owner = (side == "Heroes").then_some(Seat(10 + index as u64));
        let armed = drawn.get(index).copied().unwrap_or("dagger");
        let fields =
            vec![pair("hp", "6"), pair("weapons", armed), pair("feats", one(rng, &["none", "alert", "alert 2"]))];
        let (name, side) = (name.to_owned(), Some(side.to_owned()));
        let newcomer = Newcomer { name, side, owner, fields, hidden, count: 1, ..Newcomer::default() };
        table.join(newcomer, Some(at.to_owned()));
        if hidden {
            let who = table.0.find(Viewer::Gm, "Ghost").expect("has joined");
            table.ask(Request::Order { who, order: "never ask me".to_owned() });
        }
    }
    table.ready()
}

/// One of the two, with what everyone has been told and shown.
struct PairedFight {
    fight: Encounter<Sovereign>,
    told: Vec<String>,
    /// The questions that everyone has been shown, in order: by their place in it the channel's buttons name them.
    shown: Vec<PromptId>,
}

impl PairedFight {
    fn put(&mut self, actor: Actor, input: Input<Sovereign>, seed: &Seed) {
        let mut dice = Seeded::at(seed, self.fight.used);
        let before = self.fight.clone();
        let rows =
            self.fight.advance(actor, input.clone(), &mut dice, 0).unwrap_or_else(|why| panic!("{input:?}: {why:?}"));
        let mut now = before;
        for row in rows {
            now.evolve(&row);
            let Effect::Ran { records, .. } = &row.effect else { continue };
            let lines = Sovereign::story_lines(now.now(), records);
            let open = lines.into_iter().filter(|it| it.audience == Audience::Everyone);
            self.told.extend(open.map(|it| format!("{} {:?} {:?}", it.text, it.roll, it.rules)));
        }
    }

    fn ghost(&self) -> Option<CombatantId> {
        self.fight.now().combatants.iter().find(|it| &*it.name == "Ghost").map(|it| it.id)
    }

    fn scene(&mut self) -> Vec<String> {
        let mut scene = view::scene_at(&self.fight, Viewer::Everyone, Discretion::Kept);
        scene.seq = 0; // numbers of its own are the channel's
        for prompt in &mut scene.prompts {
            if !self.shown.contains(&prompt.id) {
                self.shown.push(prompt.id);
            }
            let place = self.shown.iter().position(|it| *it == prompt.id).expect("it is shown now");
            prompt.id = PromptId { seq: 0, ordinal: place as u32 };
        }
        format!("{scene:#?}").lines().map(str::to_owned).collect()
    }
}

/// Fails with the first line that differs.
fn agree(without: &[String], with_ghost: &[String], what: &str) {
    let at = (0..without.len().max(with_ghost.len())).find(|it| without.get(*it) != with_ghost.get(*it));
    assert!(at.is_none(), "{what}: {:#?}", at.map(|it| [without.get(it), with_ghost.get(it)]));
}

/// R5: nobody who sees nothing of Ghost can tell that there is a Ghost.
#[test]
fn the_unseen_do_not_show() {
    let (mut ghostly, mut steps, mut found) = (0, 0, 0);
    for number in 0..PAIRS {
        let seed = Seed::new([number as u8; 32]);
        let mut rng = PlayRng::new(number);
        let mut pair = [false, true].map(|ghost| PairedFight {
            fight: opening(&mut PlayRng::new(number), ghost),
            told: vec![],
            shown: vec![],
        });
        for _ in 0..STEPS {
            let Some(step) = random_play::next(&pair[0].fight, &mut rng, PlayStyle::BRISK, 0) else { break };
            let asked = |paired: &PairedFight| paired.fight.prompts().iter().map(|it| it.id).collect::<Vec<_>>();
            let (ours, theirs) = (asked(&pair[0]), asked(&pair[1]));
            pair[0].put(step.actor, step.input.clone(), &seed);
            let same = match step.input.clone() {
                Input::Answer { prompt, choice } => {
                    let index = ours.iter().position(|it| *it == prompt).expect("it is open");
                    Input::Answer { prompt: theirs[index], choice }
                }
                other => other,
            };
            pair[1].put(step.actor, same, &seed);
            steps += 1;
            let who = pair[1].ghost().expect("the second has one");
            while rng.percent(60)
                && pair[1].fight.pending.is_none()
                && Sovereign::may_act(pair[1].fight.now()).contains(&who)
            {
                let action = Sovereign::at_random(pair[1].fight.now(), who, &mut rng);
                let quiet = action.filter(|it| {
                    use super::super::Action::*;
                    matches!(it, Disengage | GoProne | Wield(_) | Sheathe(_) | Hold(_) | TotalDefense | End)
                });
                let Some(action) = quiet else { continue };
                pair[1].put(Actor::Table, Input::Act { who, action }, &seed);
                ghostly += 1;
            }
            let [without, with_ghost] = &mut pair;
            // C1: anyone who runs into Ghost has found Ghost.
            if with_ghost.told.iter().any(|it| it.contains("runs into Ghost")) {
                found += 1;
                break;
            }
            agree(&without.told, &with_ghost.told, &format!("seed {number}: what is told"));
            agree(&without.scene(), &with_ghost.scene(), &format!("seed {number}: what is shown"));
        }
    }
    assert!(found < PAIRS / 4, "{found} pairs found Ghost");
    assert!(ghostly > 100 && steps > 400, "{ghostly} deeds of the unseen, {steps} steps");
}
