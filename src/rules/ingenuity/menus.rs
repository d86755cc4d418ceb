//! What is offered: the verbs of three tables with their slots, each list beside the one it must agree with. All ways to fill them are in
//! `choices.rs`, what people type instead of their words in `synonyms.rs`; which are legal is `verbs.rs`'s to say.

use super::{
    Action, FightState, Ingenuity, Refusal, Violation,
    attack::With,
    choices,
    learned::{self, ManeuverKind},
    power, refusals,
    state::{ACTIONS, enemies, in_hand, weapon},
    verbs::{self, may_begin},
};
use crate::{
    engine::{
        CombatantId, VerbView,
        partial_action::ParamValue,
        space::{Space, grid::Square},
    },
    rules::action_space::{ActionSpace, Writing, verb},
};

/// The longest text that somebody writes.
const TEXT_MAX_CHARS: usize = 200;

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
pub fn called(fight: &FightState, who: CombatantId, action: &Action) -> String {
    let filled: Vec<String> = (0..)
        .map_while(|index| Ingenuity::part(action, index))
        .map(|it| Ingenuity::filled(fight, who, &it.1).1)
        .filter(|it| !it.is_empty())
        .collect();
    let verb = action.verb().replace('-', " ");
    if filled.is_empty() { verb } else { format!("{verb}: {}", filled.join(", ")) }
}

impl ActionSpace for Ingenuity {
    type Part = Part;
    const VERBS: &'static [VerbView] = &[
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

    fn actions_of(fight: &FightState, who: CombatantId, verb: &str) -> Vec<Action> {
        choices::ways(fight, who, verb)
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
                if learned::maneuver(what).is_some_and(|it| it.kind == ManeuverKind::Strike) =>
            {
                ("with", Part::With(*with))
            }
            (Action::Power { what, .. }, 0) => ("how", Part::Power(*what)),
            (Action::Fate(boon), 0) => ("how", word(boon.name())),
            _ => return None,
        })
    }

    fn filled(fight: &FightState, who: CombatantId, part: &Part) -> (ParamValue, String) {
        let called = |name: String| (ParamValue::Word(name.clone()), name);
        let item =
            |index: &u8| super::state::gear(fight, who, *index).map_or_else(String::new, |it| it.item.name.clone());
        match part {
            Part::Who(id) => (ParamValue::Who(*id), fight.name(*id).to_owned()),
            Part::With(with @ With::Thrown(_)) => {
                called(weapon(fight, who, *with).map_or_else(String::new, |it| format!("{}, thrown", it.name)))
            }
            Part::With(with) => called(weapon(fight, who, *with).map_or_else(String::new, |it| it.name.clone())),
            Part::Held(held) if held.is_empty() => called("nothing".to_owned()),
            Part::Held(held) => called(held.iter().map(item).collect::<Vec<_>>().join(", ")),
            Part::Item(index) => called(item(index)),
            Part::Word(text) if text.is_empty() => called("none".to_owned()),
            Part::Word(text) => (ParamValue::Word(text.clone()), text.replace('-', " ")),
            Part::Power(index) => {
                called(power::power(fight, who, *index).map_or_else(String::new, |it| it.name.clone()))
            }
            Part::To(at) => called(fight.space.place_words(at)),
            Part::Text => called(String::new()),
        }
    }

    fn ask(slot: &str, _: &Action) -> &'static str {
        match slot {
            "target" => "Whom?",
            "with" => "With what?",
            "how" => "How?",
            "by" => "By which proficiency?",
            "to" => "Where to?",
            _ => "What?",
        }
    }

    fn note(fight: &FightState, who: CombatantId, slot: &str, action: &Action) -> String {
        let mut notes = vec![];
        if let (Action::Attack { with, attribute, proficiency, .. }, true) = (action, slot != "target") {
            let sheet = &fight.combatant(who).sheet;
            let item = weapon(fight, who, *with);
            let damage = item.map_or(0, |it| it.damage.unwrap_or(0));
            let types =
                item.map(|it| it.types.iter().map(|it| it.name()).collect::<Vec<_>>().join("/")).unwrap_or_default();
            let (die, combat, by) =
                (sheet.attribute(*attribute), sheet.skill("combat"), sheet.proficiency(proficiency));
            notes.push(format!("d{die} + d{combat} + {by}, damage {damage} {types}"));
        }
        if let Err(violation) = verbs::check(fight, who, action) {
            notes.push(refusals::violation(fight, &violation).0);
        }
        notes.join("; ")
    }

    fn notes(fight: &FightState, who: CombatantId, slot: &str, ways: &[&Action]) -> Vec<String> {
        let note = |way: &&Action| match way {
            Action::Move { .. } => String::new(), // there is only to say why one cannot, and finding that out is a flood
            _ => Self::note(fight, who, slot, way),
        };
        ways.iter().map(note).collect()
    }

    fn may_be_left_out(slot: &str, _: &Action) -> bool {
        matches!(slot, "with" | "how" | "by")
    }

    fn unasked(fight: &FightState, who: CombatantId, slot: &str, action: &Action) -> bool {
        match action {
            Action::Trigger(inner) => Ingenuity::unasked(fight, who, slot, inner),
            // Who has a weapon in hand does not punch unasked.
            Action::Attack { with, .. } | Action::KillingStrike { with, .. } if slot == "with" => {
                let armed = in_hand(fight.combatant(who)).any(|it| it.1.item.is_weapon());
                *with != With::BareHands || !armed
            }
            _ => true,
        }
    }

    fn is_named_only(fight: &FightState, who: CombatantId, slot: &str, action: &Action) -> bool {
        choices::is_named_only(fight, who, slot, action)
    }

    fn writing(slot: &str, _: &Action) -> Option<Writing> {
        let (ask, optional) = match slot {
            "text" => ("What?", true),
            "trigger" => ("When is it to happen?", false),
            _ => return None,
        };
        Some(Writing { ask, max_chars: TEXT_MAX_CHARS, optional })
    }

    fn written(_: &FightState, action: Action, text: &str) -> Action {
        with_text(action, text)
    }

    fn may_begin(fight: &FightState, who: CombatantId, verb: &str) -> Result<(), Refusal> {
        may_begin(fight, who, verb).map_err(Refusal::Violation)
    }

    fn no_candidates(fight: &FightState, who: CombatantId, verb: &str) -> Refusal {
        Refusal::Violation(match verb {
            "trigger" if fight.combatant(who).state.readied.is_none() => Violation::NothingReadied(who),
            "pick-up" | "drop-item" | "reload" | "power" => Violation::NothingThere,
            "command" => Violation::NobodyToCommand(who),
            _ => Violation::NobodyThere,
        })
    }

    fn unknown_value(fight: &FightState, who: CombatantId, given: &ParamValue) -> Refusal {
        Refusal::Violation(match given {
            ParamValue::Word(word) | ParamValue::Text(word) => Violation::NoSuchThing(word.clone()),
            ParamValue::Who(other) => match fight.find(*other) {
                Some(it) if it.state.dead => Violation::Dead(*other),
                Some(it) if it.hidden && enemies(fight, who, *other) => Violation::NobodyThere,
                Some(_) if enemies(fight, who, *other) => Violation::NotAnAlly(*other),
                Some(_) => Violation::Oneself(*other),
                None => Violation::NobodyThere,
            },
        })
    }

    fn verdicts(fight: &FightState, who: CombatantId, ways: &[Action]) -> Vec<Result<(), Refusal>> {
        verbs::check_all(fight, who, ways).into_iter().map(|it| it.map_err(Refusal::Violation)).collect()
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
