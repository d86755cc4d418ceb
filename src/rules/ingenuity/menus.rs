//! What is offered: for each verb all ways to fill its slots, and what people type instead of their words. Which of them are legal is
//! `actions.rs`'s to say.
//!
//! Long because: the verbs of three tables stand here with their slots, each list beside the one it must agree with.

use super::{
    Action, Barred, Field, Ingenuity, Refusal,
    actions::{self, may_begin},
    attack::{self, With},
    command,
    fate::Boon,
    gear::{self, ManeuverKind},
    movement, power,
    ready::{self, READIABLE},
    sheet::{Attribute, PROFICIENCIES, SKILLS},
    state::{ACTIONS, At, enemies, in_hand, known, weapon},
    words,
};
use crate::{
    engine::{
        CombatantId, Verb,
        draft::Fill,
        space::{Space, grid::Square},
    },
    rules::{
        names::key,
        ways::{self, Ways, Writing, verb},
    },
};

/// The longest text that somebody writes.
const TEXT_MAX_CHARS: usize = 200;
/// R14: the longest task, in actions.
const LONGEST: u16 = 12;

/// What stands in one slot of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Somebody.
    Who(CombatantId),
    /// A weapon.
    With(With),
    /// Items to hold.
    Held(Vec<u8>),
    /// One item.
    Item(u8),
    /// A word: an attribute, a proficiency, a skill, a name.
    Word(String),
    /// A power.
    Power(u8),
    /// A square.
    To(Square),
    /// Text.
    Text,
}

fn word(text: &str) -> Part {
    Part::Word(text.to_owned())
}

/// What an action is called with all that fills it: "attack: Orc, spear, strength, martial".
pub fn called(field: &Field, who: CombatantId, action: &Action) -> String {
    let filled: Vec<String> = (0..)
        .map_while(|index| Ingenuity::part(action, index))
        .map(|it| Ingenuity::filled(field, who, &it.1).1)
        .filter(|it| !it.is_empty())
        .collect();
    let verb = action.verb().replace('-', " ");
    if filled.is_empty() { verb } else { format!("{verb}: {}", filled.join(", ")) }
}

/// Where one can go by this verb; nowhere where the fight has no squares.
fn squares(field: &Field, who: CombatantId, build: fn(Option<Square>) -> Action) -> Vec<Action> {
    if field.find(who).and_then(|it| it.place).is_none() {
        return vec![build(None)];
    }
    let ground = movement::Ground::of(field, who);
    let mut near: Vec<(Square, u32)> = ground.walks().iter().map(|it| (*it.0, *it.1)).collect();
    near.sort_by_key(|it| (it.1, it.0.y, it.0.x));
    let far = field.space.places().into_iter().filter(|it| !ground.walks().contains_key(it));
    near.iter().map(|it| it.0).chain(far).map(|to| build(Some(to))).collect()
}

/// What somebody could attack with: what is in hand, thrown after held, bare hands, and what is not in hand.
fn weapons(field: &Field, who: CombatantId) -> Vec<With> {
    let Some(it) = field.find(who) else { return vec![] };
    let all = || it.state.gear.iter().enumerate().filter(|it| it.1.item.is_weapon());
    let ready = |gear: &super::state::Gear| gear.at == At::Hand || gear.item.hands == 0;
    let strike = all().filter(|it| ready(it.1)).map(|it| With::Item(it.0 as u8));
    let thrown = all().filter(|it| ready(it.1) && it.1.item.thrown.is_some()).map(|it| With::Thrown(it.0 as u8));
    let else_where = all().filter(|it| !ready(it.1)).map(|it| With::Item(it.0 as u8));
    strike.chain(thrown).chain([With::BareHands]).chain(else_where).collect()
}

/// Every set of items that two hands could hold.
fn handfuls(field: &Field, who: CombatantId) -> Vec<Action> {
    let Some(it) = field.find(who) else { return vec![] };
    let count = it.state.gear.len() as u8;
    let singles = (0..count).map(|it| vec![it]);
    let pairs = (0..count).flat_map(|a| (0..count).filter(move |b| *b != a).map(move |b| vec![a, b]));
    singles.chain(pairs).chain([vec![]]).map(|held| Action::Brandish { held }).collect()
}

fn skills(field: &Field, who: CombatantId) -> Vec<String> {
    let own = field.find(who).into_iter().flat_map(|it| it.sheet.skills.keys().cloned());
    let mut all: Vec<String> = std::iter::once("handling".to_owned()).chain(own).collect();
    all.extend(SKILLS.iter().map(|it| (*it).to_owned()));
    let mut seen: Vec<String> = vec![];
    all.retain(|it| !seen.contains(it) && (seen.push(it.clone()), true).1);
    all
}

/// The attributes, the most likely for a task first.
const BY: [Attribute; 4] = [Attribute::Dexterity, Attribute::Intellect, Attribute::Strength, Attribute::Resolve];

fn tasks(field: &Field, who: CombatantId, counts: std::ops::RangeInclusive<u16>) -> Vec<Action> {
    let skills = skills(field, who);
    let each = |actions: u16| {
        BY.iter()
            .flat_map(|attribute| skills.iter().map(|skill| (*attribute, skill.clone())))
            .map(move |it| Action::Task { attribute: it.0, skill: it.1, actions, text: String::new() })
            .collect::<Vec<_>>()
    };
    counts.flat_map(each).collect()
}

fn maneuvers(field: &Field, who: CombatantId) -> Vec<Action> {
    let Some(it) = field.find(who) else { return vec![] };
    let foes: Vec<CombatantId> =
        field.ids().filter(|foe| enemies(field, who, *foe) && known(field, who, *foe)).collect();
    let near: Vec<With> = weapons(field, who).into_iter().filter(|it| !attack::is_ranged(field, who, *it)).collect();
    // What one has learned first.
    let mut all: Vec<&gear::Maneuver> = gear::maneuvers().iter().collect();
    all.sort_by_key(|known| !it.sheet.maneuvers.contains(&known.name));
    let make = |what: &gear::Maneuver, target, with| Action::Maneuver { what: what.name.clone(), target, with };
    all.into_iter()
        .flat_map(|what| match what.kind {
            ManeuverKind::Strike => {
                let each =
                    |foe: &CombatantId| near.iter().map(|with| make(what, Some(*foe), *with)).collect::<Vec<_>>();
                foes.iter().flat_map(each).collect()
            }
            ManeuverKind::Force => foes.iter().map(|foe| make(what, Some(*foe), With::BareHands)).collect(),
            _ => vec![make(what, None, With::BareHands)],
        })
        .collect()
}

/// All ways of a verb, legal or not.
pub fn ways(field: &Field, who: CombatantId, verb: &str) -> Vec<Action> {
    let Some(it) = field.find(who) else { return vec![] };
    let others = || field.ids().filter(move |other| *other != who && known(field, who, *other));
    let foes = || others().filter(move |foe| enemies(field, who, *foe));
    let items = 0..it.state.gear.len() as u8;
    match verb {
        "attack" => {
            let living = foes().filter(|foe| !field.combatant(*foe).state.dead);
            let with = weapons(field, who);
            let each = |target: CombatantId| {
                let way = |with: &With| {
                    let make =
                        |(attribute, proficiency)| Action::Attack { target, with: *with, attribute, proficiency };
                    let others = attack::no_ways_with(field, who, *with);
                    attack::ways_with(field, who, *with).into_iter().chain(others).map(make).collect::<Vec<_>>()
                };
                with.iter().flat_map(way).collect::<Vec<_>>()
            };
            living.flat_map(each).collect()
        }
        "brandish" => handfuls(field, who),
        "command" => command::allies(field, who).into_iter().map(|target| Action::Command { target }).collect(),
        "interact" => vec![Action::Interact { text: String::new() }],
        "pick-up" => items.map(|item| Action::PickUp { item }).collect(),
        "guard" => vec![Action::Guard],
        "move" => squares(field, who, |to| Action::Move { to }),
        "ready" => {
            // What cannot be readied can be named, to be told why not.
            let others = Ingenuity::VERBS.iter().map(|it| it.name).filter(|it| !READIABLE.contains(it));
            let ready = |it: &str| Action::Ready { verb: it.to_owned(), text: String::new() };
            let named = gear::maneuvers().iter().filter(|it| ready::is_readiable(&it.name)).map(|it| it.name.as_str());
            READIABLE.into_iter().chain(named).chain(others).map(ready).collect()
        }
        "trigger" => match &it.state.readied {
            Some(readied) => {
                let inner = match gear::maneuver(&readied.verb) {
                    Some(named) => maneuvers(field, who).into_iter().filter(|it| ready::is_named(it, named)).collect(),
                    None => ways(field, who, &readied.verb),
                };
                inner.into_iter().map(|it| Action::Trigger(Box::new(it))).collect()
            }
            None => vec![],
        },
        "resuscitate" => {
            let by = |target| {
                [Attribute::Intellect, Attribute::Dexterity].map(|attribute| Action::Resuscitate { target, attribute })
            };
            others().flat_map(by).collect()
        }
        "seek-cover" => vec![Action::SeekCover],
        "short-task" => tasks(field, who, ACTIONS..=ACTIONS),
        "extended-task" => tasks(field, who, ACTIONS + 1..=LONGEST),
        "sprint" => squares(field, who, |to| Action::Sprint { to }),
        "stand-up" => vec![Action::StandUp],
        "wait" => vec![Action::Wait],
        "drop-item" => items.map(|item| Action::Drop { item }).collect(),
        "drop-prone" => vec![Action::DropProne],
        "step" => squares(field, who, |to| Action::Step { to }),
        "reload" => items.map(|item| Action::Reload { item }).collect(),
        "killing-strike" => {
            let with = weapons(field, who);
            foes()
                .flat_map(|target| with.iter().map(move |with| Action::KillingStrike { target, with: *with }))
                .collect()
        }
        "maneuver" => maneuvers(field, who),
        "power" => {
            let count = it.sheet.powers.len() as u8;
            (0..count).flat_map(|what| foes().map(move |target| Action::Power { what, target })).collect()
        }
        "break-free" => vec![Action::BreakFree],
        "assist" => {
            let skills = skills(field, who);
            let allies = command::allies(field, who);
            let each = |target: &CombatantId| {
                let by = |attribute: &Attribute| {
                    let make = |skill: &String| Action::Assist {
                        target: *target,
                        attribute: *attribute,
                        skill: skill.clone(),
                    };
                    skills.iter().map(make).collect::<Vec<_>>()
                };
                BY.iter().flat_map(by).collect::<Vec<_>>()
            };
            allies.iter().flat_map(each).collect()
        }
        "fate" => Boon::ALL.iter().map(|it| Action::Fate(it.1)).collect(),
        "continue" => vec![Action::Continue],
        "abandon" => vec![Action::Abandon],
        "decline" => vec![Action::Decline],
        "begin" => vec![Action::Begin],
        _ => vec![Action::End],
    }
}

impl Ways for Ingenuity {
    type Part = Part;
    const VERBS: &'static [Verb] = &[
        verb("attack", "Attack", "1 action", "One attack with what is in hand, or bare hands."),
        verb("move", "Move", "1 action", "As far as your speed, once a turn."),
        verb("maneuver", "Maneuver", "1 action, stamina", "An attack or a test that does something besides."),
        verb("power", "Power", "1 action, focus", "A power of yours against somebody."),
        verb("guard", "Guard", "ends the turn", "+1 to all defences and their tests until your next turn."),
        verb(
            "ready",
            "Ready an Action",
            "ends the turn",
            "Name an action and what sets it off; it is then a reaction.",
        ),
        verb("wait", "Wait", "ends the turn", "One reaction more until your next turn."),
        verb(
            "seek-cover",
            "Seek Cover",
            "1 action",
            "Behind cover, ranged attackers have disadvantage until your next turn.",
        ),
        verb("sprint", "Sprint", "1 action, 1 stamina", "After having moved, move again."),
        verb("step", "Step", "free", "One metre, once a turn, instead of a move."),
        verb("stand-up", "Stand Up", "1 action", "Be prone no more."),
        verb("drop-prone", "Drop Prone", "free", "Harder to shoot, easier to strike from near."),
        verb("brandish", "Brandish", "1 action", "Choose what you hold."),
        verb("reload", "Reload", "actions by weapon", "Make it ready to shoot again."),
        verb("interact", "Interact", "1 action", "Use a thing nearby."),
        verb("pick-up", "Pick up", "1 action", "Take up what you dropped."),
        verb("drop-item", "Drop Item", "free", "Let go of something in hand."),
        verb("command", "Command", "1 action, 2 focus", "An ally gets one action now."),
        verb("assist", "Assist", "1 action", "Help somebody with their next test."),
        verb("resuscitate", "Resuscitate", "2 actions", "Go prone and try to wake somebody."),
        verb("killing-strike", "Killing Strike", "3 actions", "Kill somebody who lies unconscious."),
        verb("short-task", "Short Task", "3 actions", "Something short that takes a test."),
        verb(
            "extended-task",
            "Extended Task",
            "more than 3 actions",
            "Something longer that takes a test, over several turns.",
        ),
        verb("break-free", "Break free", "1 action", "Get out of somebody's hold."),
        verb("fate", "Fate", "free, 1 fate", "Spend a point of fate."),
        verb("trigger", "Trigger", "a reaction", "What you readied for has come: do it."),
        verb("continue", "Continue", "what is missing", "Go on with what you began."),
        verb("abandon", "Abandon", "free", "Drop what you began."),
        verb("decline", "Decline", "nothing", "Do nothing on command."),
        verb("begin", "Take the turn", "nothing", "The turn is yours."),
        verb("end", "End turn", "nothing", "End the turn."),
    ];
    const ALSO: &'static [(&'static str, &'static str)] = &[
        ("strike", "attack"),
        ("shoot", "attack"),
        ("throw", "attack"),
        ("walk", "move"),
        ("go", "move"),
        ("run", "sprint"),
        ("dash", "sprint"),
        ("ready-action", "ready"),
        ("ready-an-action", "ready"),
        ("readied", "trigger"),
        ("release", "trigger"),
        ("fire-readied", "trigger"),
        ("cover", "seek-cover"),
        ("take-cover", "seek-cover"),
        ("stand", "stand-up"),
        ("get-up", "stand-up"),
        ("prone", "drop-prone"),
        ("go-prone", "drop-prone"),
        ("draw", "brandish"),
        ("wield", "brandish"),
        ("equip", "brandish"),
        ("drop", "drop-item"),
        ("pickup", "pick-up"),
        ("use", "interact"),
        ("help", "assist"),
        ("revive", "resuscitate"),
        ("wake", "resuscitate"),
        ("finish-off", "killing-strike"),
        ("execute", "killing-strike"),
        ("task", "short-task"),
        ("activity", "short-task"),
        ("extended-action", "extended-task"),
        ("extended", "extended-task"),
        ("manoeuvre", "maneuver"),
        ("escape", "break-free"),
        ("finish", "continue"),
        ("go-on", "continue"),
        ("resume", "continue"),
        ("finish-reloading", "continue"),
        ("cancel", "abandon"),
        ("take-turn", "begin"),
        ("start-turn", "begin"),
        ("nothing", "decline"),
        ("end-turn", "end"),
    ];

    fn ways(field: &Field, who: CombatantId, verb: &str) -> Vec<Action> {
        ways(field, who, verb)
    }

    fn part(action: &Action, index: usize) -> Option<(&'static str, Part)> {
        Some(match (action, index) {
            (Action::Trigger(inner), _) => return Ingenuity::part(inner, index),
            (
                Action::Attack { target, .. }
                | Action::Command { target }
                | Action::Resuscitate { target, .. }
                | Action::KillingStrike { target, .. }
                | Action::Assist { target, .. },
                0,
            ) => ("target", Part::Who(*target)),
            (Action::Attack { with, .. } | Action::KillingStrike { with, .. }, 1) => ("with", Part::With(*with)),
            (Action::Attack { attribute, .. }, 2)
            | (Action::Resuscitate { attribute, .. } | Action::Assist { attribute, .. }, 1) => {
                ("how", word(attribute.name()))
            }
            (Action::Attack { proficiency, .. }, 3) => ("by", word(proficiency)),
            (Action::Assist { skill, .. }, 2) => ("with", word(skill)),
            (Action::Brandish { held }, 0) => ("with", Part::Held(held.clone())),
            (Action::Drop { item } | Action::Reload { item } | Action::PickUp { item }, 0) => {
                ("with", Part::Item(*item))
            }
            (Action::Interact { .. }, 0) => ("text", Part::Text),
            (Action::Ready { verb, .. }, 0) => ("how", word(verb)),
            (Action::Ready { .. }, 1) => ("trigger", Part::Text),
            (Action::Task { attribute, .. }, 0) => ("how", word(attribute.name())),
            (Action::Task { skill, .. }, 1) => ("with", word(skill)),
            (Action::Task { actions, .. }, 2) if *actions > ACTIONS => ("to", word(&actions.to_string())),
            (Action::Task { actions, .. }, 2) if *actions <= ACTIONS => ("text", Part::Text),
            (Action::Task { .. }, 3) => ("text", Part::Text),
            (Action::Move { to: Some(to) } | Action::Sprint { to: Some(to) } | Action::Step { to: Some(to) }, 0) => {
                ("to", Part::To(*to))
            }
            (Action::Maneuver { what, .. }, 0) => ("how", word(what)),
            (Action::Maneuver { target: Some(target), .. } | Action::Power { target, .. }, 1) => {
                ("target", Part::Who(*target))
            }
            (Action::Maneuver { what, with, .. }, 2)
                if gear::maneuver(what).is_some_and(|it| it.kind == ManeuverKind::Strike) =>
            {
                ("with", Part::With(*with))
            }
            (Action::Power { what, .. }, 0) => ("how", Part::Power(*what)),
            (Action::Fate(boon), 0) => ("how", word(boon.name())),
            _ => return None,
        })
    }

    fn filled(field: &Field, who: CombatantId, part: &Part) -> (Fill, String) {
        let called = |name: String| (Fill::Word(name.clone()), name);
        let item =
            |index: &u8| super::state::gear(field, who, *index).map_or_else(String::new, |it| it.item.name.clone());
        match part {
            Part::Who(id) => (Fill::Who(*id), field.name(*id).to_owned()),
            Part::With(with @ With::Thrown(_)) => {
                called(weapon(field, who, *with).map_or_else(String::new, |it| format!("{}, thrown", it.name)))
            }
            Part::With(with) => called(weapon(field, who, *with).map_or_else(String::new, |it| it.name.clone())),
            Part::Held(held) if held.is_empty() => called("nothing".to_owned()),
            Part::Held(held) => called(held.iter().map(item).collect::<Vec<_>>().join(", ")),
            Part::Item(index) => called(item(index)),
            Part::Word(text) if text.is_empty() => called("none".to_owned()),
            Part::Word(text) => (Fill::Word(text.clone()), text.replace('-', " ")),
            Part::Power(index) => {
                called(power::power(field, who, *index).map_or_else(String::new, |it| it.name.clone()))
            }
            Part::To(at) => called(field.space.place_words(at)),
            Part::Text => called(String::new()),
        }
    }

    fn ask(slot: &str) -> &'static str {
        match slot {
            "target" => "Whom?",
            "with" => "With what?",
            "how" => "How?",
            "by" => "By which proficiency?",
            "to" => "Where to?",
            _ => "What?",
        }
    }

    fn note(field: &Field, who: CombatantId, slot: &str, action: &Action) -> String {
        let mut notes = vec![];
        if let (Action::Attack { with, attribute, proficiency, .. }, true) = (action, slot != "target") {
            let sheet = &field.combatant(who).sheet;
            let item = weapon(field, who, *with);
            let damage = item.map_or(0, |it| it.damage.unwrap_or(0));
            let types =
                item.map(|it| it.types.iter().map(|it| it.name()).collect::<Vec<_>>().join("/")).unwrap_or_default();
            let (die, combat, by) =
                (sheet.attribute(*attribute), sheet.skill("combat"), sheet.proficiency(proficiency));
            notes.push(format!("d{die} + d{combat} + {by}, damage {damage} {types}"));
        }
        if let Err(barred) = actions::check(field, who, action) {
            notes.push(words::barred(field, &barred).0);
        }
        notes.join("; ")
    }

    fn may_be_left_out(slot: &str) -> bool {
        matches!(slot, "with" | "how" | "by")
    }

    fn unasked(field: &Field, who: CombatantId, slot: &str, action: &Action) -> bool {
        match action {
            Action::Trigger(inner) => Ingenuity::unasked(field, who, slot, inner),
            // Who has a weapon in hand does not punch unasked.
            Action::Attack { with, .. } | Action::KillingStrike { with, .. } if slot == "with" => {
                let armed = in_hand(field.combatant(who)).any(|it| it.1.item.is_weapon());
                *with != With::BareHands || !armed
            }
            _ => true,
        }
    }

    fn writing(slot: &str, _: &Action) -> Option<Writing> {
        let (ask, optional) = match slot {
            "text" => ("What?", true),
            "trigger" => ("When is it to happen?", false),
            _ => return None,
        };
        Some(Writing { ask, max_chars: TEXT_MAX_CHARS, optional })
    }

    fn written(_: &Field, action: Action, text: &str) -> Action {
        with_text(action, text)
    }

    fn may_begin(field: &Field, who: CombatantId, verb: &str) -> Result<(), Refusal> {
        may_begin(field, who, verb).map_err(Refusal::Barred)
    }

    fn nothing_of(field: &Field, who: CombatantId, verb: &str) -> Refusal {
        Refusal::Barred(match verb {
            "trigger" if field.combatant(who).state.readied.is_none() => Barred::NothingReadied(who),
            "pick-up" | "drop-item" | "reload" | "power" => Barred::NothingThere,
            "command" => Barred::NobodyToCommand(who),
            _ => Barred::NobodyThere,
        })
    }

    fn unheard_of(field: &Field, who: CombatantId, given: &Fill) -> Refusal {
        Refusal::Barred(match given {
            Fill::Word(word) | Fill::Text(word) => Barred::NoSuchThing(word.clone()),
            Fill::Who(other) => match field.find(*other) {
                Some(it) if it.state.dead => Barred::Dead(*other),
                Some(it) if it.hidden && enemies(field, who, *other) => Barred::NobodyThere,
                Some(_) if enemies(field, who, *other) => Barred::NotAnAlly(*other),
                Some(_) => Barred::OwnSide(*other),
                None => Barred::NobodyThere,
            },
        })
    }

    fn verdicts(field: &Field, who: CombatantId, ways: &[Action]) -> Vec<Result<(), Refusal>> {
        actions::check_all(field, who, ways).into_iter().map(|it| it.map_err(Refusal::Barred)).collect()
    }
}

/// The action with what was written in it, also where it is readied.
fn with_text(action: Action, written: &str) -> Action {
    let text = written.to_owned();
    match action {
        Action::Interact { .. } => Action::Interact { text },
        Action::Ready { verb, .. } => Action::Ready { verb, text },
        Action::Task { attribute, skill, actions, .. } => Action::Task { attribute, skill, actions, text },
        Action::Trigger(inner) => Action::Trigger(Box::new(with_text(*inner, written))),
        other => other,
    }
}

/// What is meant by a verb and slots as they were typed: `attack` with `how: grapple` is a maneuver, `attribute:` and `proficiency:` are
/// `how:` and `by:`, and what stands in one slot may belong in two, as in `how: strength martial`.
pub fn meant_by(typed_verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
    let mut verb = ways::meant::<Ingenuity>(typed_verb);
    let mut slots: Vec<(String, String)> = vec![];
    let mut put = |name: &str, value: &str| slots.push((name.to_owned(), value.to_owned()));
    if verb.is_none()
        && let Some(maneuver) = gear::maneuver(typed_verb)
    {
        verb = Some("maneuver");
        put("how", &maneuver.name);
    }
    let mut verb = verb?;
    let mut aimed = None;
    for (name, value) in typed {
        let name = key(name);
        match (verb, name.as_str()) {
            ("attack", "how" | "maneuver") if gear::maneuver(value).is_some() => {
                verb = "maneuver";
                put("how", value);
            }
            (_, "maneuver" | "power" | "boon") => put("how", value),
            ("ready", "trigger" | "text" | "when" | "condition" | "if") => put("trigger", value),
            ("ready", "how" | "verb" | "action" | "with") => {
                let first = value.split_whitespace().next().unwrap_or_default();
                let known = ways::meant::<Ingenuity>(value).or(ways::meant::<Ingenuity>(first));
                put("how", known.unwrap_or(value));
            }
            ("ready", "target") => aimed = Some(value.as_str()),
            ("interact", "target" | "with" | "item" | "what") => put("text", value),
            ("command", "text") => {}
            ("extended-task", "actions" | "cost" | "to") => {
                put("to", value.split_whitespace().next().unwrap_or_default());
            }
            ("brandish", "with" | "item" | "items" | "text") => {
                put("with", &value.replace(" and ", ", ").replace(" + ", ", "))
            }
            (
                "attack" | "short-task" | "extended-task" | "assist" | "resuscitate" | "trigger",
                "how" | "attribute" | "skill" | "proficiency" | "by" | "using",
            ) => {
                by_words(verb, &name, value, &mut put);
            }
            ("attack" | "killing-strike" | "trigger", "with") => put("with", &weapon_word(value)),
            _ => put(&name, value),
        }
    }
    // Whom a readied action is meant for is part of what sets it off.
    if let (Some(whom), Some((_, trigger))) = (aimed, slots.iter_mut().find(|it| it.0 == "trigger")) {
        *trigger = format!("{trigger} ({whom})");
    }
    // What is left out must not be taken from the text.
    let has = |slots: &[(String, String)], name: &str| slots.iter().any(|it| it.0 == name);
    if ["short-task", "extended-task", "assist"].contains(&verb) && !has(&slots, "with") {
        slots.push(("with".to_owned(), "handling".to_owned()));
    }
    if verb == "extended-task" && !has(&slots, "to") {
        slots.push(("to".to_owned(), (ACTIONS + 1).to_string()));
    }
    Some((verb, slots))
}

/// "strength martial" is an attribute and a proficiency, "dexterity handling" an attribute and a skill.
fn by_words(verb: &str, name: &str, value: &str, put: &mut impl FnMut(&str, &str)) {
    let attack = matches!(verb, "attack" | "trigger");
    let mut known = false;
    for token in value.split([' ', '+', ',', '/']).map(key).filter(|it| !it.is_empty()) {
        if let Some(attribute) = Attribute::named(&token) {
            put("how", attribute.name());
            known = true;
        } else if attack && PROFICIENCIES.contains(&token.as_str()) {
            put("by", &token);
            known = true;
        } else if !attack && SKILLS.contains(&token.as_str()) {
            put("with", &token);
            known = true;
        } else if ["combat", "and", "by"].contains(&token.as_str())
            || (!attack && PROFICIENCIES.contains(&token.as_str()))
        {
            known = true;
        }
    }
    if !known {
        let slot = match (name, attack) {
            ("proficiency" | "by", true) => "by",
            ("skill", false) => "with",
            _ => "how",
        };
        put(slot, value);
    }
}

/// "knife thrown" and "unarmed", as the menus have them.
fn weapon_word(value: &str) -> String {
    let plain = key(value);
    if let Some(name) = plain.strip_suffix("-thrown").or_else(|| plain.strip_prefix("thrown-")) {
        return format!("{}, thrown", name.trim_end_matches(',').replace('-', " "));
    }
    let hands = gear::bare_hands();
    match hands.also.iter().any(|it| key(it) == plain) {
        true => hands.name.clone(),
        false => value.to_owned(),
    }
}
