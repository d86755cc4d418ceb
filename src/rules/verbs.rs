//! One verb, one file: a verb's name, cost, arguments, checks and effect are together. From a system's list of verbs, `verbs!` makes the
//! rest: its `Action`, its menus and their words. Contains no verbs of any system.

mod list_macro;

pub(crate) use list_macro::verbs;

pub use crate::engine::VerbKind;

use super::action_space::{self, ActionSpace, Verdict, Writing};
use crate::engine::{CombatantId, Cx, FightState, Flow, Purpose, Refusal, RulesetTypes};

/// A verb as menus show it; `C` is the system's type of cost.
#[derive(Clone, Copy, Debug)]
pub struct VerbInfo<C> {
    /// The name as typed: `attack`.
    pub name: &'static str,
    /// The button's label.
    pub label: &'static str,
    /// What sort of thing it is: menus group by it.
    pub kind: VerbKind,
    /// The cost: shown, checked and spent from this one value.
    pub cost: C,
    /// One sentence saying what it does.
    pub help: &'static str,
    /// Aliases, as keys.
    pub aliases: &'static [&'static str],
}

/// One argument of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument<P> {
    /// The parameter's name as typed: `target`.
    pub param: &'static str,
    /// The question a menu asks.
    pub ask: &'static str,
    /// The argument's value.
    pub part: P,
    /// Whether it can be left out: then the first candidate that is [`Verb::is_unasked`] is used.
    pub may_be_left_out: bool,
    /// How it's entered, if it's free text.
    pub writing: Option<Writing>,
}

impl<P> Argument<P> {
    /// A required argument.
    pub const fn new(param: &'static str, ask: &'static str, part: P) -> Argument<P> {
        Argument { param, ask, part, may_be_left_out: false, writing: None }
    }

    /// An optional argument.
    pub const fn optional(param: &'static str, ask: &'static str, part: P) -> Argument<P> {
        Argument { param, ask, part, may_be_left_out: true, writing: None }
    }
}

/// What a system's verbs have in common.
pub trait VerbSystem: ActionSpace {
    /// The type of a verb's cost.
    type Cost: Copy + 'static;
    /// The verbs, in menu order.
    const ENTRIES: &'static [VerbEntry<Self>];
    /// The refusal if there's no visible target.
    const NOBODY_THERE: Self::Violation;
    /// Verbs that random play rarely picks, so that fights don't all end in them before anything has happened.
    const SELDOM: &'static [&'static str] = &[];

    /// Whether the combatant can do anything now.
    fn may_begin(fight: &FightState<Self>, who: CombatantId) -> Result<(), Self::Violation>;
    /// Whether the combatant can pay this cost.
    fn can_pay(fight: &FightState<Self>, who: CombatantId, cost: Self::Cost) -> Result<(), Self::Violation>;
    /// The verdict on a filled-in verb before its own check, if there is one: by default, that they can't pay for it.
    fn decided(
        fight: &FightState<Self>,
        who: CombatantId,
        verb: &dyn FilledVerb<Self>,
    ) -> Option<Result<(), Self::Violation>> {
        Self::can_pay(fight, who, verb.costs(fight, who)).err().map(Err)
    }
    /// The refusal for an unknown name.
    fn unknown(typed: &str) -> Self::Violation;
    /// Why a combatant who isn't a candidate for anything can't be chosen.
    fn wrong_target(fight: &FightState<Self>, who: CombatantId, other: CombatantId) -> Self::Violation;
    /// Whether this reason can never go away during the fight, as with a bow that can't lob.
    fn is_never(_violation: &Self::Violation) -> bool {
        false
    }
    /// Whether nothing that costs this much is possible now: its candidates needn't be looked at. It only saves time.
    fn is_closed(_fight: &FightState<Self>, _who: CombatantId, _cost: Self::Cost) -> bool {
        false
    }
    /// The verb meant by a word that depends on the combatant's situation; any other word means its verb or alias.
    fn resolve(_fight: &FightState<Self>, _who: CombatantId, _typed: &str) -> Option<&'static str> {
        None
    }
}

/// Something a combatant can do on their turn, with everything there is to say about it.
pub trait Verb<R: VerbSystem>: Clone + PartialEq + 'static {
    /// What menus show.
    const INFO: VerbInfo<R::Cost>;
    /// What it's for: rules of thumb, by which Umpire plays, look at verbs by their purposes, and leave [`Purpose::Other`] alone; a search tries those, too.
    const PURPOSE: Purpose;

    /// What menus say about it with these arguments: it differs where one action is listed as several verbs.
    fn info(&self) -> VerbInfo<R::Cost> {
        Self::INFO
    }

    /// Every way to do it, legal or not: a menu lists the legal ones, and a player who names another is told why not.
    fn candidates(fight: &FightState<R>, who: CombatantId) -> Vec<Self>;

    /// Those worth a look by rule of thumb: all whose [`Playable::promise`](crate::engine::Playable::promise) could be more than 0. It only saves time.
    fn tempting(fight: &FightState<R>, who: CombatantId) -> Vec<Self> {
        Self::candidates(fight, who)
    }

    /// Actions of other verbs that this verb's menu also lists.
    fn others(_fight: &FightState<R>, _who: CombatantId) -> Vec<R::Action> {
        vec![]
    }

    /// The arguments, in the order a menu asks for them.
    fn arguments(&self) -> impl IntoIterator<Item = Argument<<R as ActionSpace>::Part>> {
        None
    }

    /// Whether it can be started at all, whatever its arguments.
    fn may_begin(fight: &FightState<R>, who: CombatantId) -> Result<(), R::Violation> {
        <R as VerbSystem>::may_begin(fight, who)
    }

    /// The cost with these arguments; by default, what menus show.
    fn cost(&self, _fight: &FightState<R>, _who: CombatantId) -> R::Cost {
        Self::INFO.cost
    }

    /// Whether it can be done with these arguments, by a combatant who can start it and pay for it.
    fn check(&self, _fight: &FightState<R>, _who: CombatantId) -> Result<(), R::Violation> {
        Ok(())
    }

    /// As [`Verb::check`], for many candidates at once; a verb for which one flood over a grid answers for all overrides it.
    fn check_all(fight: &FightState<R>, who: CombatantId, all: &[&Self]) -> Vec<Result<(), R::Violation>> {
        all.iter().map(|it| it.check(fight, who)).collect()
    }

    /// Does it, once it has been checked.
    fn perform(&self, cx: &mut Cx<'_, R>, who: CombatantId) -> Flow<R>;

    /// What players should know before choosing it for this parameter; by default, why it isn't possible now.
    fn note(&self, fight: &FightState<R>, who: CombatantId, _param: &str) -> String {
        self.may_be_done(fight, who).err().map_or_else(String::new, |it| R::violation_words(fight, &it).0)
    }

    /// As [`Verb::note`], for many candidates that are all possible.
    fn notes(fight: &FightState<R>, who: CombatantId, param: &str, all: &[&Self]) -> Vec<String> {
        all.iter().map(|it| it.note(fight, who, param)).collect()
    }

    /// Whether it's what players mean if they leave this parameter out.
    fn is_unasked(&self, _fight: &FightState<R>, _who: CombatantId, _param: &str) -> bool {
        true
    }

    /// Whether players have to name it in this parameter to get it: it's possible, but on no menu, and never a default.
    fn is_named_only(&self, _fight: &FightState<R>, _who: CombatantId, _param: &str) -> bool {
        false
    }

    /// The same with free text filled in.
    fn written(self, _text: &str) -> Self {
        self
    }

    /// Why there's no way at all to do it; by default, that there's no visible target.
    fn no_candidates(_fight: &FightState<R>, _who: CombatantId) -> R::Violation {
        R::NOBODY_THERE
    }

    /// Why a combatant who isn't a candidate can't be chosen; by default, the system's reason.
    fn wrong_target(fight: &FightState<R>, who: CombatantId, other: CombatantId) -> R::Violation {
        <R as VerbSystem>::wrong_target(fight, who, other)
    }

    /// The rule that says what there is to choose from for this parameter.
    fn rule_of(_param: &str) -> Option<R::Rule> {
        None
    }

    /// What typed arguments mean, if that differs from what was typed.
    fn meant(_typed: &[(String, String)]) -> Option<Vec<(String, String)>> {
        None
    }
}

/// A verb as a variant of a system's actions.
pub trait VerbOf<A>: Sized {
    /// The action made from the verb.
    fn into_action(self) -> A;
    /// The verb, if this action is one.
    fn of(action: &A) -> Option<&Self>;
}

/// A verb with its arguments, as part of an action.
pub trait FilledVerb<R: VerbSystem> {
    /// Whether it can be done now: started, paid for, and done with these arguments.
    fn may_be_done(&self, fight: &FightState<R>, who: CombatantId) -> Result<(), R::Violation>;
    /// What menus say of it.
    fn info(&self) -> VerbInfo<R::Cost>;
    /// For comparing verbs of different types.
    fn as_any(&self) -> &dyn std::any::Any;
    /// Whether both are the same verb with the same arguments.
    fn is_same(&self, other: &dyn FilledVerb<R>) -> bool;
    /// Whether it's possible at all, no matter whose turn it is and what it costs.
    fn possible(&self, fight: &FightState<R>, who: CombatantId) -> Result<(), R::Violation>;
    /// The cost with these arguments.
    fn costs(&self, fight: &FightState<R>, who: CombatantId) -> R::Cost;
    /// Does it.
    fn done(&self, cx: &mut Cx<'_, R>, who: CombatantId) -> Flow<R>;
    /// Its arguments, in the order a menu asks for them.
    fn filled(&self) -> Vec<Argument<R::Part>>;
    /// What players should know before choosing it for this parameter.
    fn noted(&self, fight: &FightState<R>, who: CombatantId, param: &str) -> String;
    /// Whether it's what players mean if they leave this parameter out.
    fn goes_unasked(&self, fight: &FightState<R>, who: CombatantId, param: &str) -> bool;
    /// [`Verb::is_named_only`].
    fn must_be_named(&self, fight: &FightState<R>, who: CombatantId, param: &str) -> bool;
}

impl<R: VerbSystem, V: Verb<R>> FilledVerb<R> for V {
    fn may_be_done(&self, fight: &FightState<R>, who: CombatantId) -> Result<(), R::Violation> {
        V::may_begin(fight, who)?;
        R::decided(fight, who, self).unwrap_or_else(|| self.check(fight, who))
    }
    fn info(&self) -> VerbInfo<R::Cost> {
        Verb::info(self)
    }
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
    fn is_same(&self, other: &dyn FilledVerb<R>) -> bool {
        other.as_any().downcast_ref::<V>() == Some(self)
    }
    fn possible(&self, fight: &FightState<R>, who: CombatantId) -> Result<(), R::Violation> {
        self.check(fight, who)
    }
    fn costs(&self, fight: &FightState<R>, who: CombatantId) -> R::Cost {
        self.cost(fight, who)
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
    fn must_be_named(&self, fight: &FightState<R>, who: CombatantId, param: &str) -> bool {
        self.is_named_only(fight, who, param)
    }
}

/// What [`FilledVerb::may_be_done`] says about each, with one call for all that can be paid for.
fn judge_all<R: VerbSystem, V: Verb<R>>(
    fight: &FightState<R>,
    who: CombatantId,
    all: &[&V],
) -> Vec<Result<(), R::Violation>> {
    if let Err(violation) = V::may_begin(fight, who) {
        return vec![Err(violation); all.len()];
    }
    let decided: Vec<_> = all.iter().map(|it| R::decided(fight, who, *it)).collect();
    let open: Vec<&V> = all.iter().zip(&decided).filter(|(_, it)| it.is_none()).map(|(it, _)| *it).collect();
    let mut checked = V::check_all(fight, who, &open).into_iter();
    decided.into_iter().map(|it| it.unwrap_or_else(|| checked.next().unwrap_or(Ok(())))).collect()
}

type Actions<R> = [<R as RulesetTypes>::Action];
type Verdicts<R> = Vec<Verdict<R>>;
/// Typed arguments: each parameter's name and its text.
type Typed = Vec<(String, String)>;

type Judge<R> = fn(&FightState<R>, CombatantId, &Actions<R>) -> Option<Verdicts<R>>;
type Notes<R> = fn(&FightState<R>, CombatantId, &str, &[&<R as RulesetTypes>::Action]) -> Option<Vec<String>>;

/// A verb in a system's list: what can be asked of it before it has arguments.
#[derive(Clone, Copy)]
pub struct VerbEntry<R: VerbSystem> {
    /// What menus show.
    pub info: VerbInfo<R::Cost>,
    /// [`Verb::PURPOSE`].
    pub purpose: Purpose,
    /// [`Verb::candidates`], as actions.
    pub candidates: fn(&FightState<R>, CombatantId) -> Vec<R::Action>,
    /// [`Verb::tempting`], as actions.
    pub tempting: fn(&FightState<R>, CombatantId) -> Vec<R::Action>,
    /// [`Verb::may_begin`].
    pub may_begin: fn(&FightState<R>, CombatantId) -> Result<(), R::Violation>,
    /// [`Verb::no_candidates`].
    pub no_candidates: fn(&FightState<R>, CombatantId) -> R::Violation,
    /// [`Verb::wrong_target`].
    pub wrong_target: fn(&FightState<R>, CombatantId, CombatantId) -> R::Violation,
    /// [`Verb::rule_of`].
    pub rule_of: fn(&str) -> Option<R::Rule>,
    /// [`Verb::meant`].
    pub meant: fn(&[(String, String)]) -> Option<Typed>,
    /// The verdict on each of these; `None` if not all are this verb's.
    pub verdicts: Judge<R>,
    /// [`Verb::notes`]; `None` if not all are this verb's.
    pub notes: Notes<R>,
}

impl<R: VerbSystem> VerbEntry<R> {
    /// The entry for a verb.
    pub const fn of<V: Verb<R> + VerbOf<R::Action>>() -> VerbEntry<R> {
        VerbEntry {
            info: V::INFO,
            purpose: V::PURPOSE,
            candidates: |fight, who| {
                let own = V::candidates(fight, who).into_iter().map(V::into_action);
                own.chain(V::others(fight, who)).collect()
            },
            tempting: |fight, who| V::tempting(fight, who).into_iter().map(V::into_action).collect(),
            may_begin: V::may_begin,
            no_candidates: V::no_candidates,
            wrong_target: V::wrong_target,
            rule_of: V::rule_of,
            meant: V::meant,
            verdicts: |fight, who, all| {
                let all: Vec<&V> = all.iter().map(V::of).collect::<Option<_>>()?;
                Some(judge_all(fight, who, &all).into_iter().map(|it| it.map_err(Refusal::Violation)).collect())
            },
            notes: |fight, who, param, all| {
                let all: Vec<&V> = all.iter().map(|it| V::of(it)).collect::<Option<_>>()?;
                Some(V::notes(fight, who, param, &all))
            },
        }
    }
}

/// The entry for the verb with this name.
pub fn entry<R: VerbSystem>(verb: &str) -> Option<&'static VerbEntry<R>> {
    R::ENTRIES.iter().find(|it| it.info.name == verb)
}

/// The verb that a word means, and what its typed arguments mean.
pub fn meant_by<R: VerbSystem>(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Typed)> {
    let entry = entry::<R>(action_space::meant::<R>(verb)?)?;
    Some((entry.info.name, (entry.meant)(typed)?))
}

/// The rule that says what a verb's parameter can be, if the verb names one.
pub fn rule_of_param<R: VerbSystem>(verb: &str, param: &str) -> Option<R::Rule> {
    (entry::<R>(verb)?.rule_of)(param)
}

/// The argument of an action for the parameter with this name.
pub fn argument<R: VerbSystem>(verb: &dyn FilledVerb<R>, param: &str) -> Option<Argument<R::Part>> {
    verb.filled().into_iter().find(|it| it.param == param)
}

/// The candidates of the verbs for this purpose, legal or not.
pub fn ways<R: VerbSystem>(fight: &FightState<R>, who: CombatantId, purpose: Purpose) -> Vec<R::Action> {
    open_for(fight, who, purpose).flat_map(|it| named_freely(fight, who, (it.candidates)(fight, who))).collect()
}

/// Those of them worth a look by rule of thumb.
pub fn tempting<R: VerbSystem>(fight: &FightState<R>, who: CombatantId, purpose: Purpose) -> Vec<R::Action> {
    open_for(fight, who, purpose).flat_map(|it| named_freely(fight, who, (it.tempting)(fight, who))).collect()
}

/// The legal candidates of the verbs for this purpose; each verb judges all of its own at once.
pub fn legal<R: VerbSystem>(fight: &FightState<R>, who: CombatantId, purpose: Purpose) -> Vec<R::Action> {
    let legal_of = |it: &VerbEntry<R>| {
        let ways = named_freely(fight, who, (it.candidates)(fight, who));
        let verdicts = R::verdicts(fight, who, &ways);
        ways.into_iter().zip(verdicts).filter(|it| it.1.is_ok()).map(|it| it.0).collect::<Vec<_>>()
    };
    open_for(fight, who, purpose).flat_map(legal_of).collect()
}

fn open_for<'a, R: VerbSystem>(
    fight: &'a FightState<R>,
    who: CombatantId,
    purpose: Purpose,
) -> impl Iterator<Item = &'static VerbEntry<R>> + 'a {
    let open = move |it: &&VerbEntry<R>| {
        !<R as VerbSystem>::is_closed(fight, who, it.info.cost) && (it.may_begin)(fight, who).is_ok()
    };
    R::ENTRIES.iter().filter(move |it| it.purpose == purpose).filter(open)
}

/// The candidates that needn't be named explicitly.
fn named_freely<R: VerbSystem>(fight: &FightState<R>, who: CombatantId, mut ways: Vec<R::Action>) -> Vec<R::Action> {
    ways.retain(|it| !R::is_named_only(fight, who, "target", it));
    ways
}
