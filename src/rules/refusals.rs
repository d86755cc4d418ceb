//! The table of a system's refusals: the reason, the rule it rests on, and the sentence that players read, side by side. Contains no
//! system's sentences.

use super::wording::{of_the, the};
use crate::engine::{CombatantId, FightState, RulesetTypes, SideId};
use serde::{Deserialize, Serialize};

/// A value that can appear in a sentence.
pub trait InWords<R: RulesetTypes> {
    /// The value in words.
    fn in_words(&self, fight: &FightState<R>) -> String;
}

impl<R: RulesetTypes> InWords<R> for CombatantId {
    fn in_words(&self, fight: &FightState<R>) -> String {
        fight.find(*self).map_or("This character", |it| &*it.name).to_owned()
    }
}

impl<R: RulesetTypes> InWords<R> for String {
    fn in_words(&self, _: &FightState<R>) -> String {
        self.clone()
    }
}

/// A side's name after "the".
impl<R: RulesetTypes> InWords<R> for SideId {
    fn in_words(&self, fight: &FightState<R>) -> String {
        the(fight.side_name(*self)).to_owned()
    }
}

/// A side as a possessive: "the Orcs' turn".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner(pub SideId);

impl<R: RulesetTypes> InWords<R> for Owner {
    fn in_words(&self, fight: &FightState<R>) -> String {
        of_the(fight.side_name(self.0))
    }
}

macro_rules! numbers_in_words {
    ($($number:ty),*) => {
        $(impl<R: RulesetTypes> InWords<R> for $number {
            fn in_words(&self, _: &FightState<R>) -> String {
                self.to_string()
            }
        })*
    };
}
numbers_in_words!(i32, u8, u32);

/// A distance on a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Squares(pub u32);

impl std::fmt::Display for Squares {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            0 => f.write_str("none"),
            1 => f.write_str("1 square"),
            count => write!(f, "{count} squares"),
        }
    }
}

impl<R: RulesetTypes> InWords<R> for Squares {
    fn in_words(&self, _: &FightState<R>) -> String {
        self.to_string()
    }
}

/// Makes `Violation` from lines of reason, rule and sentence: `Down(who: CombatantId) [Dropping] "{who} is down and can't act.";`. Names in
/// braces are the reason's own values. A reason that rests on no rule leaves it out, and one whose value determines the rule names that
/// value: `[=rule]`.
macro_rules! refusals {
    ($($(#[$doc:meta])* $Reason:ident $(($value:ident: $of:ty))? $({ $($field:ident: $type:ty),* })? $([$($rule:ident)? $(=$cited:ident)?])? $sentence:literal;)*) => {
        /// Why an action isn't allowed.
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[allow(missing_docs, reason = "the sentences say what a reason's values are")]
        pub enum Violation {
            $($(#[$doc])* $Reason $(($of))? $({ $($field: $type),* })?,)*
        }

        impl Violation {
            /// One sentence that also says what to do instead, and the rule.
            #[allow(unused_variables, reason = "a value may be there for the rule alone")]
            pub fn words(&self, fight: &FightState) -> (String, Option<Rule>) {
                match self {
                    $(Violation::$Reason $(($value))? $({ $($field),* })? => {
                        let rule: &[Rule] = &[$($(Rule::$rule)? $(*$cited)?)?];
                        $(let $value = $crate::rules::refusals::InWords::in_words($value, fight);)?
                        $($(let $field = $crate::rules::refusals::InWords::in_words($field, fight);)*)?
                        (format!($sentence), rule.first().copied())
                    })*
                }
            }
        }
    };
}
pub(crate) use refusals;
