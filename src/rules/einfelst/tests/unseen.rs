//! Hidden combatants must not show: pairs of fights that only differ in a hidden combatant who acts beside the order. What everyone is told,
//! and the fight as everyone sees it, must be the same in both, as long as the hidden one attacks nobody.

use super::super::{Action, Einfelst};
use crate::{
    engine::{
        Actor, Addressee, CombatantId, Encounter, Menus, Record, Ruleset, Seat, Seed, Seeded, Wording,
        encounter::{Effect, Input},
        prompt::Prompt,
        random_play::{self, PlayRng, PlayStyle},
        view::{self, Audience, Discretion, Viewer},
    },
    rules::{
        Newcomer,
        session::unseen,
        tests::{Table, pair},
    },
};

const PAIRS: u64 = 30;
const STEPS: usize = 40;

/// A fight with Ghost, who has this many cards, or without; Ghost joins before or after the others.
fn opening(rng: &mut PlayRng, ghost: Option<&str>, early: bool) -> Encounter<Einfelst> {
    let board = [("zones", "Gate, Yard, Hall"), ("borders", "Gate-Yard, Yard-Hall")];
    let system = rng.pick(&["on", "off"]).copied().unwrap_or_default();
    let options = [("unseen-beside", "on"), ("shared-cards", system)];
    let mut table = Table::<Einfelst>::open(&options, &board, &["Heroes", "Foes", "Lurkers"]);
    let arms = ["knife", "two-handed", "longbow"];
    let mut people = vec![("Ana", "Heroes", "Gate"), ("Bob", "Heroes", "Gate")];
    people.extend([("Orc", "Foes", "Yard"), ("Goblin", "Foes", "Yard")]);
    let drawn: Vec<&str> = people.iter().map(|_| rng.pick(&arms).copied().unwrap_or_default()).collect();
    let side = rng.pick(&["Lurkers", "Foes"]).copied().unwrap_or_default();
    let mut armed: Vec<(&str, &str, &str, &str)> =
        people.into_iter().zip(drawn).map(|((name, side, at), arms)| (name, side, at, arms)).collect();
    if ghost.is_some() {
        armed.insert(if early { 1 } else { armed.len() }, ("Ghost", side, "Hall", "knife"));
    }
    for (index, (name, side, at, arms)) in armed.into_iter().enumerate() {
        let mut fields = vec![pair("attributes", "3, 3, 3, 3, 3"), pair("weapons", arms)];
        let hidden = name == "Ghost";
        fields.extend(ghost.filter(|_| hidden).map(|cards| pair("cards", cards)));
        let owner = (side == "Heroes").then_some(Seat(10 + index as u64));
        let (name, side) = (name.to_owned(), Some(side.to_owned()));
        let newcomer = Newcomer { name, side, owner, fields, hidden, count: 1, ..Newcomer::default() };
        table.join(newcomer, Some(at.to_owned()));
    }
    table.ready()
}

/// One of the two, with what everyone has been told.
struct PairedFight {
    fight: Encounter<Einfelst>,
    told: Vec<String>,
}

impl PairedFight {
    /// Plays the input, then what the unseen answer at once because a pause would show.
    fn put(&mut self, actor: Actor, input: Input<Einfelst>, seed: &Seed) {
        self.advance(actor, input, seed);
        while let Some(answer) = unseen::answer(&self.fight) {
            self.advance(Actor::Table, answer, seed);
        }
    }

    /// The same input as this fight numbers it: prompts have numbers of their own.
    fn own(&self, input: &Input<Einfelst>, of: &Encounter<Einfelst>) -> Input<Einfelst> {
        let Input::Answer { prompt, choice } = input else { return input.clone() };
        let meant = of.prompts().iter().find(|it| it.id == *prompt).expect("is open there");
        let same = |it: &&Prompt<Einfelst>| it.to == meant.to && it.question == meant.question;
        let prompt = self.fight.prompts().iter().find(same).map_or(*prompt, |it| it.id);
        Input::Answer { prompt, choice: choice.clone() }
    }

    fn advance(&mut self, actor: Actor, input: Input<Einfelst>, seed: &Seed) {
        let mut dice = Seeded::at(seed, self.fight.used);
        let ghost = self.id("Ghost");
        let mut now = self.fight.clone();
        let rows =
            self.fight.advance(actor, input.clone(), &mut dice, 0).unwrap_or_else(|why| panic!("{input:?}: {why:?}"));
        for row in rows {
            now.evolve(&row);
            let Effect::Ran { records, .. } = &row.effect else { continue };
            let lines = Einfelst::story_lines(now.now(), records);
            let open = lines.into_iter().filter(|it| it.audience == Audience::Everyone);
            self.told.extend(open.map(|it| format!("{} {:?} {:?}", it.text, it.roll, it.rules)));
            let unseen =
                |it: &&Record<Einfelst>| matches!(it, Record::Rolled(roll) if roll.who.is_some() && roll.who == ghost);
            let open = records.iter().filter(unseen).find(|it| !matches!(it, Record::Rolled(roll) if roll.secret));
            assert!(open.is_none(), "{input:?} rolls in the open: {open:?}");
        }
    }

    /// Whether it comes from Ghost, or is aimed at it.
    fn is_of_ghost(&self, input: &Input<Einfelst>) -> bool {
        let Some(ghost) = self.id("Ghost") else { return false };
        match input {
            // Its own side sees it, and may do something with it.
            Input::Act { who, action } => *who == ghost || format!("{action:?}").contains(&format!("{ghost:?}")),
            Input::Answer { prompt, .. } => {
                self.fight.prompts().iter().any(|it| it.id == *prompt && it.to == Addressee::Combatant(ghost))
            }
            _ => false,
        }
    }

    fn id(&self, name: &str) -> Option<CombatantId> {
        self.fight.now().combatants.iter().find(|it| &*it.name == name).map(|it| it.id)
    }

    /// Everything that everyone sees; ids and numbers are the channel's own.
    fn scene(&self) -> String {
        let scene = view::scene_at(&self.fight, Viewer::Everyone, Discretion::Kept);
        let name = |id: &CombatantId| self.fight.now().name(*id).to_owned();
        let may_act: Vec<String> = scene.may_act.iter().map(name).collect();
        let members: Vec<String> = scene
            .sides
            .iter()
            .flat_map(|it| &it.members)
            .map(|it| format!("{} {:?} {} {:?} {:?}", it.name, it.mark, it.standing, it.vitals, it.conditions))
            .collect();
        let asked: Vec<String> =
            scene.prompts.iter().map(|it| format!("{} {} {:?}", it.to_name, it.ask, it.labels)).collect();
        format!(
            "{:?} {} {may_act:?} {members:?} {asked:?} {:?} {:?}",
            scene.stage, scene.round, scene.details, scene.places
        )
    }
}

/// Plays both fights of each pair alike, except for what Ghost does in the second. Returns the number of Ghost's actions and of all steps.
fn compare(ghosts: [Option<&str>; 2], early: bool) -> (u64, u64) {
    let (mut ghostly, mut steps) = (0, 0);
    for number in 0..PAIRS {
        let seed = Seed::new([number as u8; 32]);
        let mut rng = PlayRng::new(number);
        let mut pair =
            ghosts.map(|it| PairedFight { fight: opening(&mut PlayRng::new(number), it, early), told: vec![] });
        for _ in 0..STEPS {
            let Some(step) = random_play::next(&pair[0].fight, &mut rng, PlayStyle::BRISK, 0) else { break };
            // What Ghost does in the first, or has done to it, is nothing: in the second it may be elsewhere.
            if pair[0].is_of_ghost(&step.input) {
                continue;
            }
            let inputs = [0, 1].map(|it| pair[it].own(&step.input, &pair[0].fight));
            pair.iter_mut().zip(inputs).for_each(|(paired, input)| paired.put(step.actor, input, &seed));
            steps += 1;
            let who = pair[1].id("Ghost").expect("the second has one");
            let free =
                |it: &PairedFight| it.fight.pending.is_none() && Einfelst::may_act(it.fight.now()).contains(&who);
            while rng.percent(60) && free(&pair[1]) {
                let action = Einfelst::at_random(pair[1].fight.now(), who, &mut rng);
                let Some(action) = action.filter(is_quiet) else { break };
                pair[1].put(Actor::Table, Input::Act { who, action }, &seed);
                ghostly += 1;
            }
            let [without, with_ghost] = &pair;
            let longest = without.told.len().max(with_ghost.told.len());
            for (index, told) in (0..longest).map(|it| (it, [without.told.get(it), with_ghost.told.get(it)])) {
                assert_eq!(told[0], told[1], "seed {number}: line {index} of what is told, by {:?}", step.input);
            }
            assert_eq!(without.scene(), with_ghost.scene(), "seed {number}: what is shown");
        }
    }
    (ghostly, steps)
}

fn is_quiet(action: &Action) -> bool {
    use Action::{Draw, End, Flee, Interact, Move, Shout, Survey, TakeCover, TurnAround, Within};
    let opens = matches!(action, Interact(it) if it.to.is_some());
    let stays = matches!(action, Survey | TurnAround | TakeCover | Draw(_) | Interact(_) | End);
    !opens && (stays || matches!(action, Shout(_) | Move(_) | Within(_) | Flee(_)))
}

/// R2, R4: players who can't see Ghost can't tell that there is one: not from the cards, the order, the dice or the tracker.
#[test]
fn the_unseen_do_not_show() {
    let (ghostly, steps) = compare([None, Some("1")], false);
    assert!(ghostly > 50 && steps > 300, "{ghostly} deeds of the unseen, {steps} steps");
}

/// R2, A11: nor how many cards it has, although it draws them before the others.
#[test]
fn nobody_knows_how_many_cards_the_unseen_have() {
    let (ghostly, steps) = compare([Some("1"), Some("3")], true);
    assert!(ghostly > 50 && steps > 300, "{ghostly} deeds of the unseen, {steps} steps");
}
