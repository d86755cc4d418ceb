//! `verbs!`, which makes a system's `Action` and its menus from the list of its verbs. It contains no verbs of any system.

/// Makes a system's `Action` and its menus from its verbs, each a module, its type, and `(it)` if the type has fields: one without any appears
/// in the log as its bare name. If an action is listed as several verbs, each `+ module::Type` names another one, which wraps the first.
macro_rules! verbs {
    ($(#[$meta:meta])* $system:ident: $($module:ident :: $Verb:ident $(($it:ident))? $(+ $also_in:ident :: $Also:ident)*),* $(,)?) => {
        /// A combatant's action: a verb with its arguments.
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        $(#[$meta])*
        pub enum Action {
            $(#[doc = concat!("See `", stringify!($module), "`.")] $Verb $(($crate::rules::verbs::verbs!(@type $it $module::$Verb)))?,)*
        }

        impl Action {
            /// The verb with its arguments.
            pub fn verb(&self) -> &dyn $crate::rules::verbs::FilledVerb<$system> {
                match self {
                    $(Action::$Verb $(($it))? => $crate::rules::verbs::verbs!(@value $module::$Verb $($it)?),)*
                }
            }
        }

        $(impl $crate::rules::verbs::VerbOf<Action> for $module::$Verb {
            fn into_action(self) -> Action {
                let _it = self;
                Action::$Verb $(({ let $it = _it; $it }))?
            }
            fn of(action: &Action) -> Option<&Self> {
                match action {
                    Action::$Verb $(($it))? => Some($crate::rules::verbs::verbs!(@value $module::$Verb $($it)?)),
                    #[allow(unreachable_patterns, reason = "a system may have one verb")]
                    _ => None,
                }
            }
        })*

        /// The verbs, in menu order.
        const ENTRIES: &[$crate::rules::verbs::VerbEntry<$system>] =
            &[$($crate::rules::verbs::VerbEntry::of::<$module::$Verb>() $(, $crate::rules::verbs::VerbEntry::of::<$also_in::$Also>())*),*];

        impl $crate::rules::action_space::ActionSpace for $system {
            type Part = Part;
            const SELDOM: &'static [&'static str] = <Self as $crate::rules::verbs::VerbSystem>::SELDOM;
            const VERBS: &'static [$crate::engine::VerbView] = &[$(
                $crate::rules::verbs::verbs!(@view <$module::$Verb as $crate::rules::verbs::Verb<$system>>::INFO)
                $(, $crate::rules::verbs::verbs!(@view <$also_in::$Also as $crate::rules::verbs::Verb<$system>>::INFO))*
            ),*];

            fn aliases() -> Vec<&'static str> {
                ENTRIES.iter().flat_map(|it| it.info.aliases.iter().copied()).collect()
            }
            fn alias(typed: &str) -> Option<&'static str> {
                ENTRIES.iter().find(|it| it.info.aliases.contains(&typed)).map(|it| it.info.name)
            }
            fn actions_of(fight: &FightState, who: $crate::engine::CombatantId, verb: &str) -> Vec<Action> {
                $crate::rules::verbs::entry::<Self>(verb).map_or_else(Vec::new, |it| (it.candidates)(fight, who))
            }
            fn part(action: &Action, index: usize) -> Option<(&'static str, Part)> {
                action.verb().filled().into_iter().nth(index).map(|it| (it.param, it.part))
            }
            fn filled(
                fight: &FightState,
                who: $crate::engine::CombatantId,
                part: &Part,
            ) -> ($crate::engine::partial_action::ParamValue, String) {
                part.value(fight, who)
            }
            fn ask(param: &str, action: &Action) -> &'static str {
                $crate::rules::verbs::argument(action.verb(), param).map_or("What?", |it| it.ask)
            }
            fn may_be_left_out(param: &str, action: &Action) -> bool {
                $crate::rules::verbs::argument(action.verb(), param).is_some_and(|it| it.may_be_left_out)
            }
            fn writing(param: &str, action: &Action) -> Option<$crate::rules::action_space::Writing> {
                $crate::rules::verbs::argument(action.verb(), param).and_then(|it| it.writing)
            }
            fn written(_: &FightState, action: Action, text: &str) -> Action {
                use $crate::rules::verbs::{Verb, VerbOf};
                match action {
                    $(Action::$Verb $(($it))? => {
                        $crate::rules::verbs::verbs!(@owned $module::$Verb $($it)?).written(text).into_action()
                    })*
                }
            }
            fn note(fight: &FightState, who: $crate::engine::CombatantId, param: &str, action: &Action) -> String {
                action.verb().noted(fight, who, param)
            }
            fn notes(
                fight: &FightState,
                who: $crate::engine::CombatantId,
                param: &str,
                all: &[&Action],
            ) -> Vec<String> {
                let of_one = ENTRIES.iter().find_map(|it| (it.notes)(fight, who, param, all));
                of_one.unwrap_or_else(|| all.iter().map(|it| it.verb().noted(fight, who, param)).collect())
            }
            fn unasked(fight: &FightState, who: $crate::engine::CombatantId, param: &str, action: &Action) -> bool {
                action.verb().goes_unasked(fight, who, param)
            }
            fn is_named_only(fight: &FightState, who: $crate::engine::CombatantId, param: &str, action: &Action) -> bool {
                action.verb().must_be_named(fight, who, param)
            }
            fn resolve_verb(fight: &FightState, who: $crate::engine::CombatantId, typed: &str) -> Option<&'static str> {
                let resolved = <Self as $crate::rules::verbs::VerbSystem>::resolve(fight, who, typed);
                resolved.or_else(|| $crate::rules::action_space::meant::<Self>(typed))
            }
            fn is_never(violation: &Violation) -> bool {
                <Self as $crate::rules::verbs::VerbSystem>::is_never(violation)
            }
            fn is_closed(fight: &FightState, who: $crate::engine::CombatantId, verb: &str) -> bool {
                let closed = |cost| <Self as $crate::rules::verbs::VerbSystem>::is_closed(fight, who, cost);
                $crate::rules::verbs::entry::<Self>(verb).is_some_and(|it| closed(it.info.cost))
            }
            fn unknown_value_of(
                fight: &FightState,
                who: $crate::engine::CombatantId,
                verb: &str,
                given: &$crate::engine::partial_action::ParamValue,
            ) -> Refusal {
                match (given, $crate::rules::verbs::entry::<Self>(verb)) {
                    ($crate::engine::partial_action::ParamValue::Who(other), Some(it)) => {
                        Refusal::Violation((it.wrong_target)(fight, who, *other))
                    }
                    _ => Self::unknown_value(fight, who, given),
                }
            }
            fn may_begin(
                fight: &FightState,
                who: $crate::engine::CombatantId,
                verb: &str,
            ) -> $crate::rules::action_space::Verdict<Self> {
                let may = $crate::rules::verbs::entry::<Self>(verb).map_or(Ok(()), |it| (it.may_begin)(fight, who));
                may.map_err(Refusal::Violation)
            }
            fn no_candidates(fight: &FightState, who: $crate::engine::CombatantId, verb: &str) -> Refusal {
                Refusal::Violation(match $crate::rules::verbs::entry::<Self>(verb) {
                    Some(it) => (it.no_candidates)(fight, who),
                    None => <Self as $crate::rules::verbs::VerbSystem>::unknown(verb),
                })
            }
            fn unknown_value(
                fight: &FightState,
                who: $crate::engine::CombatantId,
                given: &$crate::engine::partial_action::ParamValue,
            ) -> Refusal {
                use $crate::engine::partial_action::ParamValue;
                Refusal::Violation(match given {
                    ParamValue::Word(word) | ParamValue::Text(word) => {
                        <Self as $crate::rules::verbs::VerbSystem>::unknown(word)
                    }
                    ParamValue::Who(other) => {
                        <Self as $crate::rules::verbs::VerbSystem>::wrong_target(fight, who, *other)
                    }
                })
            }
            fn verdicts(
                fight: &FightState,
                who: $crate::engine::CombatantId,
                all: &[Action],
            ) -> Vec<$crate::rules::action_space::Verdict<Self>> {
                let of_one = ENTRIES.iter().find_map(|it| (it.verdicts)(fight, who, all));
                let each = |it: &Action| it.verb().may_be_done(fight, who).map_err(Refusal::Violation);
                of_one.unwrap_or_else(|| all.iter().map(each).collect())
            }
        }
    };
    (@view $info:expr) => {{
        let info = $info;
        let (name, label, kind) = (info.name, info.label, info.kind);
        $crate::engine::VerbView { name, label, kind, cost: info.cost.words(), blurb: info.help }
    }};
    (@type $it:ident $type:ty) => { $type };
    (@owned $module:ident :: $Verb:ident) => { $module::$Verb };
    (@owned $module:ident :: $Verb:ident $it:ident) => { $it };
    (@value $module:ident :: $Verb:ident) => { &$module::$Verb };
    (@value $module:ident :: $Verb:ident $it:ident) => { $it };
}
pub(crate) use verbs;
