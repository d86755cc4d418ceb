//! One verb, one file: what a verb is called and costs, what it asks for, when it may be done and what it does stand together. `verbs!`
//! makes the rest from a system's list of them: its `Action`, its menus, the words for each. No verb of any system is here.

use super::action_space::{ActionSpace, Verdict, Writing};
use crate::engine::{CombatantId, Cx, FightState, Flow, Refusal, Ruleset};

/// What a verb is, to whoever reads a menu; `C` is what the system's verbs cost.
#[derive(Clone, Copy, Debug)]
pub struct VerbInfo<C> {
    /// Its name, as typed: `attack`.
    pub name: &'static str,
    /// What its button says.
    pub label: &'static str,
    /// What it costs: shown, checked and spent by the same value.
    pub cost: C,
    /// One sentence that says what it does.
    pub help: &'static str,
    /// Other words for it, as keys.
    pub aliases: &'static [&'static str],
}

/// One thing that an action is filled in with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument<P> {
    /// Its parameter's name, as typed: `target`.
    pub param: &'static str,
    /// The question that a menu puts.
    pub ask: &'static str,
    /// What stands there.
    pub part: P,
    /// Whether it may be left out: the first way that is [`Verb::is_unasked`] then stands in.
    pub may_be_left_out: bool,
    /// How it is written, if it is text.
    pub writing: Option<Writing>,
}

impl<P> Argument<P> {
    /// One that must be given.
    pub const fn new(param: &'static str, ask: &'static str, part: P) -> Argument<P> {
        Argument { param, ask, part, may_be_left_out: false, writing: None }
    }

    /// One that may be left out.
    pub const fn optional(param: &'static str, ask: &'static str, part: P) -> Argument<P> {
        Argument { param, ask, part, may_be_left_out: true, writing: None }
    }
}

/// What the verbs of a system have in common.
pub trait VerbSystem: ActionSpace {
    /// What verbs cost.
    type Cost: Copy + 'static;
    /// The verbs, in the order in which a menu shows them.
    const ENTRIES: &'static [VerbEntry<Self>];
    /// That nobody is there to be seen.
    const NOBODY_THERE: Self::Violation;

    /// Whether somebody may do anything now.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn may_begin(fight: &FightState<Self>, who: CombatantId) -> Result<(), Self::Violation>;
    /// Whether somebody can pay this.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn can_pay(fight: &FightState<Self>, who: CombatantId, cost: Self::Cost) -> Result<(), Self::Violation>;
    /// That there is nothing of this name.
    fn unknown(typed: &str) -> Self::Violation;
    /// Why somebody who is listed for nothing cannot be chosen.
    fn wrong_target(fight: &FightState<Self>, who: CombatantId, other: CombatantId) -> Self::Violation;
}

/// Something that can be done in a turn, with everything there is to say about it.
pub trait Verb<R: VerbSystem>: Clone + PartialEq + 'static {
    /// What menus say of it.
    const INFO: VerbInfo<R::Cost>;

    /// Every way to do it, legal or not: a menu lists the legal ones, and a person who names another is told why not.
    fn candidates(fight: &FightState<R>, who: CombatantId) -> Vec<Self>;

    /// What it is filled in with, in the order in which a menu asks.
    fn arguments(&self) -> impl IntoIterator<Item = Argument<<R as ActionSpace>::Part>> {
        None
    }

    /// Whether it may be begun at all, whatever it is filled in with.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn may_begin(fight: &FightState<R>, who: CombatantId) -> Result<(), R::Violation> {
        <R as VerbSystem>::may_begin(fight, who)
    }

    /// Whether it may be done so, by somebody who may begin it and can pay for it.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check(&self, _fight: &FightState<R>, _who: CombatantId) -> Result<(), R::Violation> {
        Ok(())
    }

    /// The same of many at once: where one flood over a grid answers for all, a verb says so here.
    fn check_all(fight: &FightState<R>, who: CombatantId, all: &[&Self]) -> Vec<Result<(), R::Violation>> {
        all.iter().map(|it| it.check(fight, who)).collect()
    }

    /// Does it, once it has been checked.
    ///
    /// # Errors
    /// When somebody must be asked first, or a rule refuses it after all.
    fn perform(&self, cx: &mut Cx<'_, R>, who: CombatantId) -> Flow<R>;

    /// What is worth knowing before choosing it for this parameter: by default why it is not possible now.
    fn note(&self, fight: &FightState<R>, who: CombatantId, _param: &str) -> String {
        self.may_be_done(fight, who).err().map_or_else(String::new, |it| R::violation_words(fight, &it).0)
    }

    /// The same of many that are all possible.
    fn notes(fight: &FightState<R>, who: CombatantId, param: &str, all: &[&Self]) -> Vec<String> {
        all.iter().map(|it| it.note(fight, who, param)).collect()
    }

    /// Whether it is what somebody means who says nothing of this parameter.
    fn is_unasked(&self, _fight: &FightState<R>, _who: CombatantId, _param: &str) -> bool {
        true
    }

    /// The same with what was written.
    fn written(self, _text: &str) -> Self {
        self
    }

    /// Why there is no way at all to do it: by default, that nobody is there to be seen.
    fn no_candidates(_fight: &FightState<R>, _who: CombatantId) -> R::Violation {
        R::NOBODY_THERE
    }

    /// What is meant by arguments as they were typed, where it is something else.
    fn meant(_typed: &[(String, String)]) -> Option<Vec<(String, String)>> {
        None
    }
}

/// A verb's place among a system's actions.
pub trait VerbOf<A>: Sized {
    /// The action that it is.
    fn into_action(self) -> A;
    /// It, if this action is one.
    fn of(action: &A) -> Option<&Self>;
}

/// A verb as an action has it, filled in.
pub trait FilledVerb<R: VerbSystem> {
    /// Whether it may be done now: begun, paid for, and done so.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn may_be_done(&self, fight: &FightState<R>, who: CombatantId) -> Result<(), R::Violation>;
    /// Does it.
    ///
    /// # Errors
    /// When somebody must be asked first, or a rule refuses it after all.
    fn done(&self, cx: &mut Cx<'_, R>, who: CombatantId) -> Flow<R>;
    /// What it is filled in with.
    fn filled(&self) -> Vec<Argument<R::Part>>;
    /// What is worth knowing before choosing it for this parameter.
    fn noted(&self, fight: &FightState<R>, who: CombatantId, param: &str) -> String;
    /// Whether it is what somebody means who says nothing of this parameter.
    fn goes_unasked(&self, fight: &FightState<R>, who: CombatantId, param: &str) -> bool;
}

impl<R: VerbSystem, V: Verb<R>> FilledVerb<R> for V {
    fn may_be_done(&self, fight: &FightState<R>, who: CombatantId) -> Result<(), R::Violation> {
        may_be_paid::<R, V>(fight, who)?;
        self.check(fight, who)
    }
    fn done(&self, cx: &mut Cx<'_, R>, who: CombatantId) -> Flow<R> {
        self.perform(cx, who)
    }
    fn filled(&self) -> Vec<Argument<R::Part>> {
        self.arguments().into_iter().collect()
    }
    fn noted(&self, fight: &FightState<R>, who: CombatantId, param: &str) -> String {
        self.note(fight, who, param)
    }
    fn goes_unasked(&self, fight: &FightState<R>, who: CombatantId, param: &str) -> bool {
        self.is_unasked(fight, who, param)
    }
}

fn may_be_paid<R: VerbSystem, V: Verb<R>>(fight: &FightState<R>, who: CombatantId) -> Result<(), R::Violation> {
    V::may_begin(fight, who)?;
    R::can_pay(fight, who, V::INFO.cost)
}

type Actions<R> = [<R as Ruleset>::Action];
type Verdicts<R> = Vec<Verdict<R>>;
/// Arguments as they were typed: each parameter's name, and what stands there.
type Typed = Vec<(String, String)>;

type Judge<R> = fn(&FightState<R>, CombatantId, &Actions<R>) -> Option<Verdicts<R>>;
type Notes<R> = fn(&FightState<R>, CombatantId, &str, &[&<R as Ruleset>::Action]) -> Option<Vec<String>>;

/// A verb of a system's list: what can be asked of it before it is filled in.
#[derive(Clone, Copy)]
pub struct VerbEntry<R: VerbSystem> {
    /// What menus say of it.
    pub info: VerbInfo<R::Cost>,
    /// [`Verb::candidates`], as actions.
    pub candidates: fn(&FightState<R>, CombatantId) -> Vec<R::Action>,
    /// [`Verb::may_begin`].
    pub may_begin: fn(&FightState<R>, CombatantId) -> Result<(), R::Violation>,
    /// [`Verb::no_candidates`].
    pub no_candidates: fn(&FightState<R>, CombatantId) -> R::Violation,
    /// [`Verb::meant`].
    pub meant: fn(&[(String, String)]) -> Option<Typed>,
    /// The verdict on each of these; `None` if not all are of this verb.
    pub verdicts: Judge<R>,
    /// [`Verb::notes`]; `None` if not all are of this verb.
    pub notes: Notes<R>,
    /// [`Verb::written`]; the action itself if it is of another verb.
    pub written: fn(R::Action, &str) -> R::Action,
}

impl<R: VerbSystem> VerbEntry<R> {
    /// The entry of a verb.
    pub const fn of<V: Verb<R> + VerbOf<R::Action>>() -> VerbEntry<R> {
        VerbEntry {
            info: V::INFO,
            candidates: |fight, who| V::candidates(fight, who).into_iter().map(V::into_action).collect(),
            may_begin: V::may_begin,
            no_candidates: V::no_candidates,
            meant: V::meant,
            verdicts: |fight, who, all| {
                let all: Vec<&V> = all.iter().map(V::of).collect::<Option<_>>()?;
                let verdicts = match may_be_paid::<R, V>(fight, who) {
                    Ok(()) => V::check_all(fight, who, &all),
                    Err(violation) => vec![Err(violation); all.len()],
                };
                Some(verdicts.into_iter().map(|it| it.map_err(Refusal::Violation)).collect())
            },
            notes: |fight, who, param, all| {
                let all: Vec<&V> = all.iter().map(|it| V::of(it)).collect::<Option<_>>()?;
                Some(V::notes(fight, who, param, &all))
            },
            written: |action, text| match V::of(&action) {
                Some(it) => it.clone().written(text).into_action(),
                None => action,
            },
        }
    }
}

/// The entry of a verb by its name.
pub fn entry<R: VerbSystem>(verb: &str) -> Option<&'static VerbEntry<R>> {
    R::ENTRIES.iter().find(|it| it.info.name == verb)
}

/// What an action is filled in with for a parameter of this name.
pub fn argument<R: VerbSystem>(verb: &dyn FilledVerb<R>, param: &str) -> Option<Argument<R::Part>> {
    verb.filled().into_iter().find(|it| it.param == param)
}

/// Makes a system's `Action` from its verbs, and with it its menus and what typed commands and random play ask. Each is a module, its type,
/// and `(it)` where the type has fields: a verb without any stands in the log by its name alone.
macro_rules! verbs {
    ($system:ident: $($module:ident :: $Verb:ident $(($it:ident))?),* $(,)?) => {
        /// Something that somebody does: a verb, filled in.
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum Action {
            $(#[doc = concat!("See `", stringify!($module), "`.")] $Verb $(($crate::rules::verbs::verbs!(@type $it $module::$Verb)))?,)*
        }

        impl Action {
            /// The verb, with what it is filled in with.
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

        /// The verbs, in the order in which a menu shows them.
        const ENTRIES: &[$crate::rules::verbs::VerbEntry<$system>] =
            &[$($crate::rules::verbs::VerbEntry::of::<$module::$Verb>()),*];

        impl $crate::rules::action_space::ActionSpace for $system {
            type Part = Part;
            const VERBS: &'static [$crate::engine::VerbView] = &[$({
                let info = <$module::$Verb as $crate::rules::verbs::Verb<$system>>::INFO;
                $crate::engine::VerbView { name: info.name, label: info.label, cost: info.cost.words(), blurb: info.help }
            }),*];

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
                ENTRIES.iter().fold(action, |action, it| (it.written)(action, text))
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
    (@type $it:ident $type:ty) => { $type };
    (@value $module:ident :: $Verb:ident) => { &$module::$Verb };
    (@value $module:ident :: $Verb:ident $it:ident) => { $it };
}
pub(crate) use verbs;
