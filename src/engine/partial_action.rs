//! An action being put together, slot by slot: menus, autocomplete, typed commands and random play all walk the same way.

use super::ids::CombatantId;
use serde::{Deserialize, Serialize};

/// Something a combatant may do now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerbView {
    /// Its name, as typed: `attack`.
    pub name: &'static str,
    /// What it is called on a button: "Attack".
    pub label: &'static str,
    /// What it costs, in the table's words: "main action".
    pub cost: &'static str,
    /// One sentence that says what it does.
    pub blurb: &'static str,
}

/// What stands in one slot.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ParamValue {
    /// A combatant.
    Who(CombatantId),
    /// A key that the system understands: a weapon, a place, a way of doing it.
    Word(String),
    /// Free text by a person.
    Text(String),
}

/// A half-written action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartialAction {
    /// The verb's name.
    pub verb: String,
    /// The slots filled so far, by name.
    pub filled: Vec<(String, ParamValue)>,
}

impl PartialAction {
    /// An action of which only the verb is known.
    pub fn of(verb: &str) -> PartialAction {
        PartialAction { verb: verb.to_owned(), filled: vec![] }
    }

    /// With one more slot filled.
    pub fn with(mut self, slot: &str, fill: ParamValue) -> PartialAction {
        self.filled.push((slot.to_owned(), fill));
        self
    }

    /// What stands in a slot.
    pub fn get(&self, slot: &str) -> Option<&ParamValue> {
        self.filled.iter().find(|(name, _)| name == slot).map(|(_, fill)| fill)
    }

    /// The combatant in a slot.
    pub fn who(&self, slot: &str) -> Option<CombatantId> {
        match self.get(slot) {
            Some(ParamValue::Who(who)) => Some(*who),
            _ => None,
        }
    }

    /// The word or text in a slot.
    pub fn word(&self, slot: &str) -> Option<&str> {
        match self.get(slot) {
            Some(ParamValue::Word(word) | ParamValue::Text(word)) => Some(word),
            _ => None,
        }
    }
}

/// One thing that can be put in a slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// What it puts there.
    pub fill: ParamValue,
    /// What it is called.
    pub label: String,
    /// What is worth knowing before choosing: "hits automatically", "WIT save: beyond half range".
    pub note: String,
    /// What it has in common with those beside it in the list, for a list that is too long to be read through: "Beside a foe". Empty
    /// if nothing.
    pub group: &'static str,
    /// Whether it is possible only with something that has to be said in a later slot: a target that the weapon in hand does not reach.
    pub needs_more: bool,
    /// Of one that is unavailable: whether no moment of the fight makes it possible, as a bow that is not made for lobbing. It can be named and
    /// is refused with its reason, but no menu says that it isn't possible now.
    pub never: bool,
}

/// The slot to fill next; `A` is the system's action.
#[derive(Clone, Debug, PartialEq)]
pub enum Param<A> {
    /// One of these.
    Choose {
        /// The slot's name, as typed: `target`, `with`, `how`, `to`.
        name: &'static str,
        /// The question, as shown: "Whom?".
        ask: &'static str,
        /// What is legal now. If the slot is left out, `default` stands in; a single pick needs no choosing.
        candidates: Vec<Candidate>,
        /// What cannot be chosen now but can be named: choosing it leads to a refusal that says why.
        unavailable: Vec<Candidate>,
        /// What an empty slot means.
        default: Option<ParamValue>,
    },
    /// A text.
    Write {
        /// The slot's name.
        name: &'static str,
        /// The question, as shown.
        ask: &'static str,
        /// How long it may be, in characters.
        max_chars: usize,
        /// Whether it may be left out.
        optional: bool,
    },
    /// Nothing: this is the action.
    Done(A),
}

impl<A> Param<A> {
    /// The same without the action, for whoever does not know the system.
    pub fn of_any_system(self) -> Param<()> {
        match self {
            Param::Choose { name, ask, candidates, unavailable, default } => {
                Param::Choose { name, ask, candidates, unavailable, default }
            }
            Param::Write { name, ask, max_chars, optional } => Param::Write { name, ask, max_chars, optional },
            Param::Done(_) => Param::Done(()),
        }
    }
}
