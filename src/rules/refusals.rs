//! The table of a system's refusals: a reason, the rule that it rests on, and the sentence that people read, side by side. No sentence of
//! any system is here.

use crate::engine::{CombatantId, FightState, Ruleset};
use serde::{Deserialize, Serialize};

/// What stands in a sentence, as people read it.
pub trait InWords<R: Ruleset> {
    /// It, in words.
    fn in_words(&self, fight: &FightState<R>) -> String;
}

impl<R: Ruleset> InWords<R> for CombatantId {
    fn in_words(&self, fight: &FightState<R>) -> String {
        fight.find(*self).map_or("This character", |it| &*it.name).to_owned()
    }
}

impl<R: Ruleset> InWords<R> for String {
    fn in_words(&self, _: &FightState<R>) -> String {
        self.clone()
    }
}

impl<R: Ruleset> InWords<R> for u8 {
    fn in_words(&self, _: &FightState<R>) -> String {
        self.to_string()
    }
}

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

impl<R: Ruleset> InWords<R> for Squares {
    fn in_words(&self, _: &FightState<R>) -> String {
        self.to_string()
    }
}

/// Makes `Violation` from lines of reason, rule and sentence: `Down(who: CombatantId) [Dropping] "{who} is down and can't act.";`. What the
/// sentence names in braces are the reason's own values. A reason that rests on no rule names none.
macro_rules! refusals {
    ($($(#[$doc:meta])* $Reason:ident $(($value:ident: $of:ty))? $({ $($field:ident: $type:ty),* })? $([$rule:ident])? $sentence:literal;)*) => {
        /// Why something is not allowed.
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[allow(missing_docs, reason = "the sentences say what a reason's values are")]
        pub enum Violation {
            $($(#[$doc])* $Reason $(($of))? $({ $($field: $type),* })?,)*
        }

        impl Violation {
            /// One sentence with a way on, and the rule.
            pub fn words(&self, fight: &FightState) -> (String, Option<Rule>) {
                match self {
                    $(Violation::$Reason $(($value))? $({ $($field),* })? => {
                        $(let $value = $crate::rules::refusals::InWords::in_words($value, fight);)?
                        $($(let $field = $crate::rules::refusals::InWords::in_words($field, fight);)*)?
                        let rule: &[Rule] = &[$(Rule::$rule)?];
                        (format!($sentence), rule.first().copied())
                    })*
                }
            }
        }
    };
}
pub(crate) use refusals;
