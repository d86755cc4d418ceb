//! An action being put together, parameter by parameter: menus, autocomplete, typed commands and random play all do it the same way.

use super::ids::CombatantId;
use serde::{Deserialize, Serialize};

/// What sort of thing a verb is, so that menus can group verbs the same way in every system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum VerbKind {
    /// Harms or hinders a foe.
    Attack,
    /// Changes where the combatant is, or how they stand.
    Move,
    /// Makes the combatant harder to harm, or somebody they protect.
    Defend,
    /// Handles weapons and other things carried or lying about.
    Gear,
    /// Brings back somebody who's down, or keeps them alive.
    Rescue,
    /// Anything else: helping, talking, looking, magic.
    Other,
    /// Decides about the turn itself: holds it, gives it to others, ends it.
    Turn,
}

/// Something a combatant can do now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerbView {
    /// The name as typed: `attack`.
    pub name: &'static str,
    /// The label on a button: "Attack".
    pub label: &'static str,
    /// What sort of thing it is.
    pub kind: VerbKind,
    /// The cost as players read it: "main action".
    pub cost: &'static str,
    /// One sentence saying what it does.
    pub blurb: &'static str,
}

/// The value of one parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ParamValue {
    /// A combatant: a target, an ally.
    Who(CombatantId),
    /// A key that the system understands: a weapon, a place, a manner.
    Word(String),
    /// Free text from a person.
    Text(String),
}

/// An action with some of its parameters filled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartialAction {
    /// The verb's name.
    pub verb: String,
    /// The parameters filled so far, by name.
    pub filled: Vec<(String, ParamValue)>,
}

/// The verb that ends a turn; in every system it has this name.
pub const END: &str = "end";
/// The verb that attacks; in every system it has this name.
pub const ATTACK: &str = "attack";

impl PartialAction {
    /// An action with only its verb known.
    pub fn of(verb: &str) -> PartialAction {
        PartialAction { verb: verb.to_owned(), filled: vec![] }
    }

    /// Whether it ends the turn.
    pub fn is_end(&self) -> bool {
        self.verb == END
    }

    /// The same with one more parameter filled.
    pub fn with(mut self, slot: &str, fill: ParamValue) -> PartialAction {
        self.filled.push((slot.to_owned(), fill));
        self
    }

    /// The value of a parameter.
    pub fn get(&self, slot: &str) -> Option<&ParamValue> {
        self.filled.iter().find(|(name, _)| name == slot).map(|(_, fill)| fill)
    }

    /// The combatant in a parameter.
    pub fn who(&self, slot: &str) -> Option<CombatantId> {
        match self.get(slot) {
            Some(ParamValue::Who(who)) => Some(*who),
            _ => None,
        }
    }

    /// The word or text in a parameter.
    pub fn word(&self, slot: &str) -> Option<&str> {
        match self.get(slot) {
            Some(ParamValue::Word(word) | ParamValue::Text(word)) => Some(word),
            _ => None,
        }
    }
}

/// One possible value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// What to fill in if it's chosen.
    pub fill: ParamValue,
    /// The label players see.
    pub label: String,
    /// What players should know before choosing: "hits automatically", "WIT save: beyond half range".
    pub note: String,
    /// The group it belongs to in a list too long to read through: "Beside a foe". Empty if none.
    pub group: &'static str,
    /// Whether it's only possible with a later parameter that still has to be chosen, such as a target the weapon in hand doesn't reach.
    pub needs_more: bool,
    /// For an unavailable candidate: whether it's impossible at any moment of the fight, like lobbing with a bow that can't lob. It can be
    /// named and is refused with its reason, but no menu calls it "not possible now".
    pub never: bool,
}

/// The next parameter to fill; `A` is the system's action.
#[derive(Clone, Debug, PartialEq)]
pub enum Param<A> {
    /// One of these.
    Choose {
        /// The parameter's name as typed: `target`, `with`, `how`, `to`.
        name: &'static str,
        /// The question shown: "Whom?".
        ask: &'static str,
        /// What's legal now. If the parameter is left out, `default` applies; a single candidate needs no choice.
        candidates: Vec<Candidate>,
        /// What can't be chosen now but can be named: choosing it gets a refusal with the reason.
        unavailable: Vec<Candidate>,
        /// The value if the parameter is left empty.
        default: Option<ParamValue>,
    },
    /// Free text from the player.
    Write {
        /// The parameter's name.
        name: &'static str,
        /// The question shown.
        ask: &'static str,
        /// The maximum length in characters.
        max_chars: usize,
        /// Whether it can be left out.
        optional: bool,
    },
    /// Nothing left to fill: this is the action.
    Done(A),
}

impl<A> Param<A> {
    /// The same without the action, for callers that don't know the system.
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
