//! Builds menus from candidate actions. For each verb, a system lists every way to fill its parameters; this module uses the system's own
//! check to sort them, parameter by parameter, into what's legal now and what can only be named. It decides nothing and knows no system.

use super::{
    boards::choosing,
    names::{has_key, key},
};
use crate::engine::{
    CombatantId, FightState, Overview, Param, Refusal, RulesetTypes, VerbView,
    partial_action::{Candidate, ParamValue, PartialAction},
    random_play::{self, PlayRng},
};
use std::collections::BTreeMap;

/// Why a candidate isn't legal; `Ok` if it is.
pub type Verdict<R> = Result<(), Refusal<R>>;

/// A parameter filled with free text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writing {
    /// The question to ask.
    pub ask: &'static str,
    /// The maximum length in characters.
    pub max_chars: usize,
    /// Whether it can stay empty.
    pub optional: bool,
}

/// A system whose menus are built from candidate actions.
pub trait ActionSpace: Overview {
    /// The value of one parameter of an action.
    type Part: Clone + PartialEq;
    /// Every verb, in menu order.
    const VERBS: &'static [VerbView];
    /// Aliases, as (word, verb).
    const ALSO: &'static [(&'static str, &'static str)] = &[];

    /// All aliases of verbs.
    fn aliases() -> Vec<&'static str> {
        Self::ALSO.iter().map(|it| it.0).collect()
    }
    /// The verb that this key is an alias of.
    fn alias(typed: &str) -> Option<&'static str> {
        Self::ALSO.iter().find(|it| it.0 == typed).map(|it| it.1)
    }
    /// Verbs that random play rarely picks, so that fights don't all end in them before anything has happened.
    const SELDOM: &'static [&'static str] = &[];

    /// Every way to fill a verb's parameters, legal or not.
    fn actions_of(fight: &FightState<Self>, who: CombatantId, verb: &str) -> Vec<Self::Action>;
    /// The action's parameter with this index, in the order they're filled.
    fn part(action: &Self::Action, index: usize) -> Option<(&'static str, Self::Part)>;
    /// The value that this part gives the parameter, and its label.
    fn filled(fight: &FightState<Self>, who: CombatantId, part: &Self::Part) -> (ParamValue, String);
    /// The question for a parameter.
    fn ask(slot: &str, action: &Self::Action) -> &'static str;
    /// What players should know before choosing this candidate for the parameter.
    fn note(fight: &FightState<Self>, who: CombatantId, slot: &str, action: &Self::Action) -> String;
    /// As [`ActionSpace::note`], for many candidates at once, all of them legal: a system in which one flood over a grid answers for many
    /// overrides it.
    fn notes(fight: &FightState<Self>, who: CombatantId, slot: &str, ways: &[&Self::Action]) -> Vec<String> {
        ways.iter().map(|it| Self::note(fight, who, slot, it)).collect()
    }
    /// Whether this parameter can be left out: then the first candidate that is [`ActionSpace::unasked`] is used.
    fn may_be_left_out(slot: &str, action: &Self::Action) -> bool;
    /// Whether this value is what players mean if they leave the parameter out.
    fn unasked(_fight: &FightState<Self>, _who: CombatantId, _slot: &str, _action: &Self::Action) -> bool {
        true
    }
    /// Whether players have to name this candidate to get it: it's possible, but on no menu, and never a default.
    fn is_named_only(_fight: &FightState<Self>, _who: CombatantId, _slot: &str, _action: &Self::Action) -> bool {
        false
    }
    /// Whether the verb can be started at all.
    fn may_begin(fight: &FightState<Self>, who: CombatantId, verb: &str) -> Verdict<Self>;
    /// Whether this reason can never go away during the fight, as with a bow that can't lob.
    fn is_never(_violation: &Self::Violation) -> bool {
        false
    }
    /// Whether it's clear without looking at its candidates that the verb has no legal one now; this saves checking a hundred of them.
    fn is_closed(_fight: &FightState<Self>, _who: CombatantId, _verb: &str) -> bool {
        false
    }
    /// Why nothing at all can be done with the verb now.
    fn no_candidates(fight: &FightState<Self>, who: CombatantId, verb: &str) -> Refusal<Self>;
    /// Why a value that isn't even listed can't be chosen.
    fn unknown_value(fight: &FightState<Self>, who: CombatantId, given: &ParamValue) -> Refusal<Self>;
    /// As [`ActionSpace::unknown_value`], for a verb with a reason of its own.
    fn unknown_value_of(fight: &FightState<Self>, who: CombatantId, _verb: &str, given: &ParamValue) -> Refusal<Self> {
        Self::unknown_value(fight, who, given)
    }
    /// The verb a player means by a word, if that depends on the combatant's situation.
    fn resolve_verb(_fight: &FightState<Self>, _who: CombatantId, typed: &str) -> Option<&'static str> {
        meant::<Self>(typed)
    }
    /// Whether this parameter of the action is free text; its part is then only a placeholder.
    fn writing(_slot: &str, _action: &Self::Action) -> Option<Writing> {
        None
    }
    /// The action with its free text.
    fn written(_fight: &FightState<Self>, action: Self::Action, _text: &str) -> Self::Action {
        action
    }
    /// A random legal action among these candidates. A system that can check many as fast as one overrides it.
    fn draw(
        fight: &FightState<Self>,
        who: CombatantId,
        mut ways: Vec<Self::Action>,
        rng: &mut PlayRng,
    ) -> Option<Self::Action> {
        for _ in 0..SINGLY {
            let action = rng.take(&mut ways)?;
            if Self::check(fight, who, &action).is_ok() {
                return Some(action);
            }
        }
        let verdicts = Self::verdicts(fight, who, &ways);
        let mut legal: Vec<Self::Action> =
            ways.into_iter().zip(verdicts).filter(|it| it.1.is_ok()).map(|it| it.0).collect();
        rng.take(&mut legal)
    }
    /// The verdict on each of several candidates at once; a system in which one flood over a grid answers for many overrides it.
    fn verdicts(fight: &FightState<Self>, who: CombatantId, ways: &[Self::Action]) -> Vec<Verdict<Self>> {
        ways.iter().map(|it| Self::check(fight, who, it)).collect()
    }
}

/// The verb with this name, label or alias, whether or not it's possible now.
pub fn meant<R: ActionSpace>(typed: &str) -> Option<&'static str> {
    let typed = key(typed);
    let also = R::alias(&typed);
    R::VERBS.iter().map(|it| (it.name, key(it.label))).find(|it| it.0 == typed || it.1 == typed).map(|it| it.0).or(also)
}

/// The parameter that's a place, in every system.
const PLACE_SLOT: &str = "to";
/// The parameter that's the target, in every system.
const TARGET_SLOT: &str = "target";
/// The number of candidates checked one by one before the rest are checked together.
const SINGLY: usize = 6;
/// The percentage of turns in which random play considers the rarely used verbs.
const SELDOM_PERCENT: u8 = 15;

/// What a combatant can do now.
pub fn verbs<R: ActionSpace>(fight: &FightState<R>, who: CombatantId) -> Vec<VerbView> {
    let open = |verb: &str| {
        let ways = thought_of(fight, who, R::actions_of(fight, who, verb));
        // Check the first one alone: it's legal most of the time, and then the others needn't be checked.
        let (first, rest) = ways.split_at(ways.len().min(1));
        first.iter().any(|it| R::check(fight, who, it).is_ok())
            || R::verdicts(fight, who, rest).iter().any(Result::is_ok)
    };
    let may = |verb: &&VerbView| may_be_open(fight, who, verb.name) && open(verb.name);
    R::VERBS.iter().filter(may).cloned().collect()
}

/// A random action that the combatant can take now: a verb, then a way to do it. Equivalent to filling random parameters.
pub fn at_random<R: ActionSpace>(fight: &FightState<R>, who: CombatantId, rng: &mut PlayRng) -> Option<R::Action> {
    let mut verbs: Vec<&str> = R::VERBS.iter().map(|it| it.name).collect();
    let mut last = vec![];
    if !R::SELDOM.is_empty() && !rng.percent(SELDOM_PERCENT) {
        (last, verbs) = verbs.into_iter().partition(|it| R::SELDOM.contains(it));
    }
    while let Some(verb) = rng.take(&mut verbs).or_else(|| rng.take(&mut last)) {
        if !may_be_open(fight, who, verb) {
            continue;
        }
        if let Some(action) = R::draw(fight, who, thought_of(fight, who, R::actions_of(fight, who, verb)), rng) {
            return Some(worded(fight, who, action));
        }
    }
    None
}

fn may_be_open<R: ActionSpace>(fight: &FightState<R>, who: CombatantId, verb: &str) -> bool {
    !R::is_closed(fight, who, verb) && R::may_begin(fight, who, verb).is_ok()
}

/// The candidates that needn't be named explicitly.
fn thought_of<R: ActionSpace>(fight: &FightState<R>, who: CombatantId, mut ways: Vec<R::Action>) -> Vec<R::Action> {
    ways.retain(|it| !R::is_named_only(fight, who, TARGET_SLOT, it));
    ways
}

/// The action with some words where it takes free text.
fn worded<R: ActionSpace>(fight: &FightState<R>, who: CombatantId, action: R::Action) -> R::Action {
    let with_words = R::written(fight, action.clone(), random_play::WORDS);
    match with_words != action && R::check(fight, who, &with_words).is_ok() {
        true => with_words,
        false => action,
    }
}

/// A candidate with its verdict.
type Judged<R> = (<R as RulesetTypes>::Action, Verdict<R>);

/// The next parameter of a partial action.
pub fn options<R: ActionSpace>(
    fight: &FightState<R>,
    who: CombatantId,
    so_far: &PartialAction,
) -> Result<Param<R::Action>, Refusal<R>> {
    let Some(verb) = R::resolve_verb(fight, who, &so_far.verb) else {
        return Err(R::unknown_value(fight, who, &ParamValue::Word(so_far.verb.clone())));
    };
    R::may_begin(fight, who, verb)?;
    let mut left: Vec<Judged<R>> = judged(fight, who, R::actions_of(fight, who, verb));
    let mut index = 0;
    while let Some((slot, _)) = left.first().and_then(|it| R::part(&it.0, index)) {
        if let Some(Writing { ask, max_chars, optional }) = left.first().and_then(|it| R::writing(slot, &it.0)) {
            let Some(text) = so_far.word(slot) else {
                none_is_open(&left)?;
                return Ok(Param::Write { name: slot, ask, max_chars, optional });
            };
            left = judged(fight, who, left.into_iter().map(|it| R::written(fight, it.0, text)).collect());
        } else {
            let Some(given) = so_far.get(slot) else {
                left.retain(|it| !R::is_named_only(fight, who, slot, &it.0));
                return match left.is_empty() {
                    true => Err(R::no_candidates(fight, who, verb)),
                    false => Ok(choose(fight, who, slot, index, &left)),
                };
            };
            let mut meant = vec![false; left.len()];
            for it in fills(fight, who, &left, index).into_iter().filter(|it| fits(&it.fill, &it.label, given)) {
                it.ways.into_iter().for_each(|way| meant[way] = true);
            }
            let mut meant = meant.into_iter();
            left.retain(|_| meant.next() == Some(true));
            if left.is_empty() {
                return Err(R::unknown_value_of(fight, who, verb, given));
            }
        }
        index += 1;
    }
    if index > 0 {
        none_is_open(&left)?;
    }
    // Two swords on the ground have the same label: the one that can be picked up is meant.
    let open = left.iter().position(|it| it.1.is_ok()).unwrap_or(0);
    match left.into_iter().nth(open) {
        None => Err(R::no_candidates(fight, who, verb)),
        Some((action, verdict)) => verdict.map(|()| Param::Done(action)),
    }
}

/// Each candidate with its verdict.
fn judged<R: ActionSpace>(fight: &FightState<R>, who: CombatantId, ways: Vec<R::Action>) -> Vec<Judged<R>> {
    let verdicts = R::verdicts(fight, who, &ways);
    ways.into_iter().zip(verdicts).collect()
}

/// The first candidate's refusal, if none is legal.
fn none_is_open<R: ActionSpace>(left: &[Judged<R>]) -> Verdict<R> {
    match left.first() {
        Some((_, verdict)) if left.iter().all(|it| it.1.is_err()) => verdict.clone(),
        _ => Ok(()),
    }
}

/// One value of a parameter, and the indices of the candidates that have it.
struct Filled<P> {
    part: P,
    fill: ParamValue,
    label: String,
    ways: Vec<usize>,
}

/// The distinct values of one parameter among these candidates, in order. There can be as many as a board has squares, so it only compares
/// those with the same label.
fn fills<R: ActionSpace>(
    fight: &FightState<R>,
    who: CombatantId,
    ways: &[Judged<R>],
    index: usize,
) -> Vec<Filled<R::Part>> {
    let mut all: Vec<Filled<R::Part>> = vec![];
    let mut called: BTreeMap<ParamValue, Vec<usize>> = BTreeMap::new();
    for (way, part) in (0..).zip(ways).filter_map(|(way, it)| Some((way, R::part(&it.0, index)?.1))) {
        if let Some(same) = all.last_mut().filter(|it| it.part == part) {
            same.ways.push(way);
            continue;
        }
        let (fill, label) = R::filled(fight, who, &part);
        let namesakes = called.entry(fill.clone()).or_default();
        match namesakes.iter().find(|it| all[**it].part == part) {
            Some(same) => all[*same].ways.push(way),
            None => {
                namesakes.push(all.len());
                all.push(Filled { part, fill, label, ways: vec![way] });
            }
        }
    }
    all
}

fn fits(fill: &ParamValue, label: &str, given: &ParamValue) -> bool {
    match (fill, given) {
        (ParamValue::Word(word), ParamValue::Word(typed) | ParamValue::Text(typed)) => {
            let typed = key(typed);
            has_key(word, &typed) || has_key(label, &typed)
        }
        _ => fill == given,
    }
}

fn choose<R: ActionSpace>(
    fight: &FightState<R>,
    who: CombatantId,
    name: &'static str,
    index: usize,
    left: &[Judged<R>],
) -> Param<R::Action> {
    let (mut legal, mut closed) = (vec![], vec![]);
    for it in fills(fight, who, left, index) {
        let open = it.ways.iter().map(|way| &left[*way]).find(|way| way.1.is_ok());
        match open {
            Some(way) => legal.push((it, way)),
            None => closed.push((&left[it.ways[0]], it)),
        }
    }
    let notes = R::notes(fight, who, name, &legal.iter().map(|it| &it.1.0).collect::<Vec<_>>());
    let candidates = legal.into_iter().zip(notes).map(|((it, _), note)| {
        let says_all = |way: &usize| left[*way].1.is_ok() && is_unasked(fight, who, index + 1, &left[*way].0);
        let needs_more = !it.ways.iter().any(says_all);
        Candidate { fill: it.fill, label: it.label, note, group: "", needs_more, never: false }
    });
    let candidates: Vec<Candidate> = candidates.collect();
    // A board has thousands of squares that can't be reached, for a known reason.
    let why_not = |way: &Judged<R>| match &way.1 {
        Err(Refusal::Violation(unavailable)) if name == PLACE_SLOT => R::violation_words(fight, unavailable).0,
        _ => R::note(fight, who, name, &way.0),
    };
    let is_never =
        |way: &usize| matches!(&left[*way].1, Err(Refusal::Violation(unavailable)) if R::is_never(unavailable));
    let unavailable = closed.into_iter().map(|(way, it)| {
        let (note, never) = (why_not(way), it.ways.iter().all(is_never));
        Candidate { fill: it.fill, label: it.label, note, group: "", needs_more: false, never }
    });
    let unavailable = unavailable.collect();
    let candidates = match name {
        PLACE_SLOT => choosing::in_order_of_use(fight, who, candidates),
        _ => choosing::with_distances(fight, who, candidates),
    };
    let first = left.first().map(|it| &it.0);
    let default = if first.is_some_and(|it| R::may_be_left_out(name, it)) {
        by_itself(fight, who, name, index, left)
    } else {
        None
    };
    Param::Choose { name, ask: first.map_or("", |it| R::ask(name, it)), candidates, unavailable, default }
}

/// Whether every parameter from this one on has the value players mean when they leave it out.
fn is_unasked<R: ActionSpace>(fight: &FightState<R>, who: CombatantId, from: usize, action: &R::Action) -> bool {
    (from..).map_while(|index| R::part(action, index)).all(|(slot, _)| {
        !R::may_be_left_out(slot, action) || R::writing(slot, action).is_some() || R::unasked(fight, who, slot, action)
    })
}

/// The default: the first legal candidate with unasked values. If none is legal, the first candidate leads to the refusal that says why.
fn by_itself<R: ActionSpace>(
    fight: &FightState<R>,
    who: CombatantId,
    slot: &str,
    index: usize,
    left: &[Judged<R>],
) -> Option<ParamValue> {
    let unasked = |way: &&Judged<R>| R::unasked(fight, who, slot, &way.0);
    let chosen = match left.iter().any(|it| it.1.is_ok()) {
        // A default that isn't legal leads to its refusal rather than to a question about everything else.
        true => left.iter().filter(unasked).find(|it| it.1.is_ok()).or_else(|| left.iter().find(unasked)),
        false => left.iter().find(unasked).or(left.first()),
    };
    chosen.and_then(|it| R::part(&it.0, index)).map(|it| R::filled(fight, who, &it.1).0)
}
