//! A system's checklist: its rules with number, title and sentence, one per line. The list of rules and the page that players read come
//! from the same lines, so neither can lack one. What a rule does is defined elsewhere.

/// Makes `Rule`, a system's rules and rulings, from lines of name, number, title and sentence. A number that starts with `A` marks our own
/// ruling. An attribute before a line gives the name it has in logs.
macro_rules! checklist {
    ($($(#[$stored_as:meta])? $rule:ident $number:literal $title:literal $sentence:literal;)*) => {
        /// A rule or a ruling.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub enum Rule {
            $(#[doc = concat!($number, " ", $title, ".")] $(#[$stored_as])? $rule,)*
        }

        impl $crate::engine::Citable for Rule {
            fn citation(&self) -> $crate::engine::Citation {
                let (number, title, sentence) = match self {
                    $(Rule::$rule => ($number, $title, $sentence),)*
                };
                $crate::engine::Citation { number, title, sentence, ruling: number.starts_with('A') }
            }

            fn all() -> Vec<Rule> {
                vec![$(Rule::$rule),*]
            }
        }
    };
}
pub(crate) use checklist;

#[cfg(test)]
mod tests {
    use crate::{
        engine::{Citable, RulesetTypes},
        rules::{System, with_ruleset},
    };

    /// `/rule` finds a rule by its number or its title: no two of a system share one, and each has a sentence.
    #[test]
    fn every_rule_is_found_by_its_number() {
        for system in System::ALL {
            let all: Vec<_> =
                with_ruleset!(system, R => <R as RulesetTypes>::Rule::all().iter().map(Citable::citation).collect());
            for (index, it) in all.iter().enumerate() {
                assert!(it.sentence.ends_with('.') && !it.title.is_empty(), "{} {}", system.name(), it.number);
                let twice = all[..index].iter().find(|other| other.number == it.number || other.title == it.title);
                assert!(twice.is_none(), "{}: {} {:?} stands twice", system.name(), it.number, it.title);
            }
        }
    }
}
