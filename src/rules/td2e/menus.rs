//! What is offered: for each verb all ways to fill its slots. Which of them are legal is `actions.rs`'s to say.

use super::{
    Action, Field, Refusal, Td2e,
    actions::{self, may_go_on},
    attack::{self, Intent, With},
    board,
    gear::Category,
    movement,
    state::{Pot, enemies, weapon},
    testing, turn,
    violation::Violation,
    words,
};
use crate::{
    engine::{CombatantId, Verb, draft::Fill, space::Space, space::grid::Square},
    rules::{
        names::key,
        ways::{self, Ways, Writing, verb},
    },
};

/// What stands in one slot of an action.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Somebody.
    Who(CombatantId),
    /// A weapon.
    With(With),
    /// What becomes of the target.
    How(Intent),
    /// A square.
    To(Square),
    /// What is written.
    Text,
}

/// A written text has at most so many characters.
const TEXT_MAX_CHARS: usize = 200;

/// The intents, by their words.
pub const INTENTS: [(&str, Intent); 2] = [("kill", Intent::Kill), ("knock-out", Intent::KnockOut)];

/// Other words for what becomes of a foe.
const MEANT: [(&str, &[&str]); 2] = [
    ("kill", &["slay", "lethal", "dead"]),
    (
        "knock-out",
        &["ko", "knockout", "knocked-out", "knock", "subdue", "nonlethal", "non-lethal", "unconscious", "stun"],
    ),
];

/// A13: what is meant by `how`, in other words.
pub fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
    let verb = ways::meant::<Td2e>(verb)?;
    if verb == "use" && typed.len() == 1 && ["with", "target", "to"].contains(&key(&typed[0].0).as_str()) {
        return Some((verb, vec![("text".to_owned(), typed[0].1.clone())])); // with what, is the table's own affair
    }
    if verb != "attack" {
        return None;
    }
    let (_, how) = typed.iter().find(|it| key(&it.0) == "how")?;
    let intent = MEANT.iter().find(|it| it.1.contains(&key(how).as_str()))?.0;
    let other =
        |it: &(String, String)| if key(&it.0) == "how" { (it.0.clone(), intent.to_owned()) } else { it.clone() };
    Some((verb, typed.iter().map(other).collect()))
}

impl Ways for Td2e {
    type Part = Part;
    const VERBS: &'static [Verb] = &[
        verb("attack", "Attack", "the turn", "Attack an enemy, walking up first if they are within one movement."),
        verb("grab", "Grab", "the turn", "Grab an enemy with bare hands; the GM says what happens."),
        verb("use", "Use an object", "the turn", "Use something at hand; the GM says what happens."),
        verb("evade", "Evade", "the turn", "Test against every attack that succeeds, until your next turn."),
        verb("extricate", "Get out", "the turn", "Try to get out of combat and move away."),
        verb(
            "move",
            "Move",
            "movement",
            "Walk; within one movement you may still attack, farther it is the whole turn.",
        ),
        verb("advance", "Advance", "movement", "Walk towards an enemy, as far as two movements go."),
        verb("attend", "Attend", "the turn", "A medic helps somebody at 0 HP to stabilise."),
        verb("sneak", "Sneak", "the turn", "Try to get out of sight."),
        verb("finish", "Finish", "the turn", "The GM has somebody finished who lies there."),
        verb("end", "End turn", "nothing", "End the turn."),
    ];
    const ALSO: &'static [(&'static str, &'static str)] = &[
        ("strike", "attack"),
        ("shoot", "attack"),
        ("hit", "attack"),
        ("grapple", "grab"),
        ("wrestle", "grab"),
        ("hold", "grab"),
        ("interact", "use"),
        ("use-object", "use"),
        ("item", "use"),
        ("dodge", "evade"),
        ("defend", "evade"),
        ("disengage", "extricate"),
        ("retreat", "extricate"),
        ("escape", "extricate"),
        ("walk", "move"),
        ("approach", "advance"),
        ("advance-and-attack", "attack"),
        ("charge", "advance"),
        ("medic", "attend"),
        ("stabilise", "attend"),
        ("stabilize", "attend"),
        ("hide", "sneak"),
        ("finishing-blow", "finish"),
        ("pass", "end"),
        ("wait", "end"),
    ];

    fn ways(field: &Field, who: CombatantId, verb: &str) -> Vec<Action> {
        let Some(it) = field.find(who) else { return vec![] };
        let foes = || field.ids().filter(|foe| enemies(field, who, *foe) && board::seen(field, who, *foe));
        match verb {
            "attack" => {
                let mut with: Vec<With> = (0..it.sheet.weapons.len()).map(|it| With::Weapon(it as u8)).collect();
                with.push(With::Unarmed);
                let living = foes().filter(|it| !field.combatant(*it).state.dead);
                let each = |target| with.iter().flat_map(move |with| INTENTS.map(|it| (target, *with, it.1)));
                living.flat_map(each).map(|(target, with, how)| Action::Attack { target, with, how }).collect()
            }
            "grab" => {
                let living = foes().filter(|it| !field.combatant(*it).state.dead);
                living.map(|target| Action::Grab { target }).collect()
            }
            "use" => vec![Action::Use { text: String::new() }],
            "evade" => vec![Action::Evade],
            "extricate" if !board::has_squares(field) => vec![Action::Extricate { to: None }],
            "extricate" => {
                let out = movement::ways_out(field, who);
                // What is too near or too far can be named, to be told why not; so can their own square.
                let places = field.space.places().into_iter().filter(|at| !out.contains_key(at));
                let places: Vec<Square> = places.collect();
                out.keys().copied().chain(places).map(|to| Action::Extricate { to: Some(to) }).collect()
            }
            "move" => {
                let walks = movement::walks(field, who);
                let mut near: Vec<Square> = walks.keys().copied().collect();
                near.sort_by_key(|it| (walks[it], it.y, it.x));
                let far = field.space.places().into_iter().filter(|it| !walks.contains_key(it));
                let far: Vec<Square> = far.collect();
                near.into_iter().chain(far).map(|to| Action::Move { to }).collect()
            }
            "advance" => foes().map(|target| Action::Advance { target }).collect(),
            "attend" => {
                let patients = field.ids().filter(|it| *it != who && board::seen(field, who, *it));
                patients.map(|target| Action::Attend { target }).collect()
            }
            "sneak" => vec![Action::Sneak],
            "finish" => foes().map(|target| Action::Finish { target }).collect(),
            _ => vec![Action::End],
        }
    }

    fn part(action: &Action, index: usize) -> Option<(&'static str, Part)> {
        Some(match (action, index) {
            (Action::Attack { target, .. }, 0)
            | (
                Action::Grab { target }
                | Action::Advance { target }
                | Action::Attend { target }
                | Action::Finish { target },
                0,
            ) => ("target", Part::Who(*target)),
            (Action::Use { .. }, 0) => ("text", Part::Text),
            (Action::Attack { with, .. }, 1) => ("with", Part::With(*with)),
            (Action::Attack { how, .. }, 2) => ("how", Part::How(*how)),
            (Action::Move { to } | Action::Extricate { to: Some(to) }, 0) => ("to", Part::To(*to)),
            _ => return None,
        })
    }

    fn filled(field: &Field, who: CombatantId, part: &Part) -> (Fill, String) {
        let called = |name: String| (Fill::Word(name.clone()), name);
        match *part {
            Part::Who(id) => (Fill::Who(id), field.name(id).to_owned()),
            Part::With(With::Unarmed) => called("unarmed".to_owned()),
            Part::With(With::Weapon(index)) => {
                called(weapon(field, who, index).map_or_else(String::new, |it| it.name.clone()))
            }
            Part::How(how) => {
                let word = INTENTS.iter().find(|it| it.1 == how).map_or("", |it| it.0);
                (Fill::Word(word.to_owned()), word.replace('-', " "))
            }
            Part::To(at) => called(field.space.place_words(&at)),
            Part::Text => called(String::new()),
        }
    }

    fn ask(slot: &str) -> &'static str {
        match slot {
            "target" => "Whom?",
            "with" => "With what?",
            "how" => "What becomes of a foe at 0 HP?",
            "to" => "Where to?",
            _ => "What?",
        }
    }

    fn note(field: &Field, who: CombatantId, slot: &str, action: &Action) -> String {
        let mut notes = vec![];
        match action {
            Action::Attack { target, with, .. } => {
                if let (true, Some(blow)) = (slot != "target", attack::blow(field, who, *with)) {
                    let count = testing::how_many(attack::dice_of(field, who, &blow));
                    let dice = if count == 1 { "die" } else { "dice" };
                    notes.push(format!("{count} {dice}, {} damage", blow.damage));
                }
                match attack::aim(field, who, *target, *with) {
                    Ok(Some(step)) => notes.push(format!("walks to {} first", field.space.place_words(&step.to))),
                    Ok(None) => {}
                    Err(violation) => notes.push(words::violation(field, &violation).0),
                }
            }
            Action::Move { to } => return move_note(field, who, movement::walks(field, who).get(to)),
            _ => {
                if let Err(violation) = actions::check(field, who, action) {
                    notes.push(words::violation(field, &violation).0);
                }
            }
        }
        notes.join("; ")
    }

    fn notes(field: &Field, who: CombatantId, slot: &str, ways: &[&Action]) -> Vec<String> {
        let walks = std::cell::OnceCell::new();
        let note = |way: &&Action| match way {
            Action::Move { to } => move_note(field, who, walks.get_or_init(|| movement::walks(field, who)).get(to)),
            _ => Self::note(field, who, slot, way),
        };
        ways.iter().map(note).collect()
    }

    fn may_be_left_out(slot: &str) -> bool {
        matches!(slot, "with" | "how" | "to")
    }

    fn unasked(field: &Field, who: CombatantId, slot: &str, action: &Action) -> bool {
        match action {
            // Who carries a weapon does not punch unasked, and who shoots does not walk into combat unasked.
            Action::Attack { target, with, .. } if slot == "with" => {
                let sheet = &field.combatant(who).sheet;
                let is_archer = sheet.weapons.first().is_some_and(|it| it.category == Category::Ranged);
                let walks = || matches!(attack::aim(field, who, *target, *with), Ok(Some(_)));
                let armed = *with != With::Unarmed || sheet.weapons.is_empty() || sheet.monk.is_some();
                armed && !(is_archer && walks())
            }
            Action::Attack { how, .. } => *how == Intent::Kill,
            // A5: who says only that they want out goes as near as can be.
            Action::Extricate { to: Some(to) } => movement::nearest_out(field, who) == Some(*to),
            Action::Move { .. } => false,
            _ => true,
        }
    }

    fn writing(slot: &str, _: &Action) -> Option<Writing> {
        (slot == "text").then_some(Writing { ask: "What, and how?", max_chars: TEXT_MAX_CHARS, optional: true })
    }

    fn written(_: &Field, action: Action, text: &str) -> Action {
        match action {
            Action::Use { .. } => Action::Use { text: text.to_owned() },
            other => other,
        }
    }

    fn may_begin(field: &Field, who: CombatantId, verb: &str) -> Result<(), Refusal> {
        if verb == "end" && turn::is_over_already(field, who) {
            return Ok(());
        }
        may_go_on(field, who).map_err(Refusal::Violation)
    }

    fn nothing_of(_: &Field, who: CombatantId, verb: &str) -> Refusal {
        Refusal::Violation(match verb {
            "move" => Violation::NoPlace(who),
            _ => Violation::NobodyThere,
        })
    }

    fn unheard_of(field: &Field, who: CombatantId, given: &Fill) -> Refusal {
        Refusal::Violation(match given {
            Fill::Word(word) | Fill::Text(word) => Violation::NoSuchThing(word.clone()),
            Fill::Who(other) => match field.find(*other) {
                Some(it) if it.state.dead => Violation::Dead(*other),
                Some(_) if !enemies(field, who, *other) => Violation::OwnSide(*other),
                _ => Violation::NobodyThere,
            },
        })
    }

    fn verdicts(field: &Field, who: CombatantId, ways: &[Action]) -> Vec<Result<(), Refusal>> {
        actions::check_all(field, who, ways).into_iter().map(|it| it.map_err(Refusal::Violation)).collect()
    }
}

/// What a walk of this cost takes beyond what is left of the movement.
fn move_note(field: &Field, who: CombatantId, cost: Option<&u32>) -> String {
    let left = field.combatant(who).budget.left(Pot::Squares);
    if cost.is_some_and(|it| *it > u32::from(left)) { "the whole turn".to_owned() } else { String::new() }
}
