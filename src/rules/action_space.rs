//! Menus made of ways. A system lists, for each verb, every way to fill its slots; this sorts them by the system's own check into
//! what is legal now and what can only be named, slot after slot. Nothing is decided here, and no system is known.

use super::{
    boards::choosing,
    names::{has_key, key},
};
use crate::engine::{
    CombatantId, FightState, Param, Refusal, Ruleset, VerbView,
    partial_action::{Candidate, ParamValue, PartialAction},
    play::{self, PlayRng},
};
use std::collections::BTreeMap;

/// Why a way is closed; `Ok` where it is open.
pub type Verdict<R> = Result<(), Refusal<R>>;

/// A slot that is filled in somebody's own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writing {
    /// The question it puts.
    pub ask: &'static str,
    /// How long it may be.
    pub max_chars: usize,
    /// Whether it may stay empty.
    pub optional: bool,
}

/// A system whose menus are made of ways.
pub trait ActionSpace: Ruleset {
    /// What stands in one slot of an action.
    type Part: Clone + PartialEq;
    /// Every verb, in the order in which a menu shows them.
    const VERBS: &'static [VerbView];
    /// Other words for a verb, as (word, verb).
    const ALSO: &'static [(&'static str, &'static str)] = &[];

    /// All other words for verbs.
    fn aliases() -> Vec<&'static str> {
        Self::ALSO.iter().map(|it| it.0).collect()
    }
    /// The verb for which this key is another word.
    fn alias(typed: &str) -> Option<&'static str> {
        Self::ALSO.iter().find(|it| it.0 == typed).map(|it| it.1)
    }
    /// Verbs that random play thinks of only now and then, so that not every fight ends in them before anything has happened.
    const SELDOM: &'static [&'static str] = &[];

    /// All ways to fill the slots of a verb, legal or not.
    fn actions_of(fight: &FightState<Self>, who: CombatantId, verb: &str) -> Vec<Self::Action>;
    /// The slot of an action with this number, in the order in which they are filled.
    fn part(action: &Self::Action, index: usize) -> Option<(&'static str, Self::Part)>;
    /// What fills a slot in this way, and what it is called.
    fn filled(fight: &FightState<Self>, who: CombatantId, part: &Self::Part) -> (ParamValue, String);
    /// The question a slot puts.
    fn ask(slot: &str, action: &Self::Action) -> &'static str;
    /// What is worth knowing before choosing this way in this slot.
    fn note(fight: &FightState<Self>, who: CombatantId, slot: &str, action: &Self::Action) -> String;
    /// The same of many ways at once, all of them open: where one flood over a grid answers for many, a system says so here.
    fn notes(fight: &FightState<Self>, who: CombatantId, slot: &str, ways: &[&Self::Action]) -> Vec<String> {
        ways.iter().map(|it| Self::note(fight, who, slot, it)).collect()
    }
    /// Whether anything may go without saying in this slot: then the first way that is [`ActionSpace::unasked`] stands in.
    fn may_be_left_out(slot: &str, action: &Self::Action) -> bool;
    /// Whether this way of filling the slot is what somebody means who says nothing of it.
    fn unasked(_field: &FightState<Self>, _who: CombatantId, _slot: &str, _action: &Self::Action) -> bool {
        true
    }
    /// Whether nobody thinks of this way who does not name it in this slot: it is possible, but on no menu, and nobody does it unasked.
    fn is_named_only(_field: &FightState<Self>, _who: CombatantId, _slot: &str, _action: &Self::Action) -> bool {
        false
    }
    /// Whether this verb could be begun at all.
    ///
    /// # Errors
    /// Why not.
    fn may_begin(fight: &FightState<Self>, who: CombatantId, verb: &str) -> Verdict<Self>;
    /// Whether no moment of the fight takes this reason away, as of a bow that is not made for lobbing.
    fn is_never(_violation: &Self::Violation) -> bool {
        false
    }
    /// Whether it is known without a look at its ways that none of a verb's is open now: it spares looking at a hundred of them.
    fn is_closed(_field: &FightState<Self>, _who: CombatantId, _verb: &str) -> bool {
        false
    }
    /// Why nothing at all can be done with a verb now.
    fn no_candidates(fight: &FightState<Self>, who: CombatantId, verb: &str) -> Refusal<Self>;
    /// Why something that is not even listed cannot be chosen.
    fn unknown_value(fight: &FightState<Self>, who: CombatantId, given: &ParamValue) -> Refusal<Self>;
    /// The same of one verb, where it has a reason of its own.
    fn unknown_value_of(fight: &FightState<Self>, who: CombatantId, _verb: &str, given: &ParamValue) -> Refusal<Self> {
        Self::unknown_value(fight, who, given)
    }
    /// The verb that somebody means by a word, where that depends on how they stand.
    fn resolve_verb(_field: &FightState<Self>, _who: CombatantId, typed: &str) -> Option<&'static str> {
        meant::<Self>(typed)
    }
    /// Whether this slot of the action is written; its part then only holds the place.
    fn writing(_slot: &str, _action: &Self::Action) -> Option<Writing> {
        None
    }
    /// The action with what was written.
    fn written(_field: &FightState<Self>, action: Self::Action, _text: &str) -> Self::Action {
        action
    }
    /// One of these ways at random that is open. Who judges many at once as fast as one, does so here.
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
    /// The verdict on each of several ways at once: a system in which one flood over a grid answers for many says so here.
    fn verdicts(fight: &FightState<Self>, who: CombatantId, ways: &[Self::Action]) -> Vec<Verdict<Self>> {
        ways.iter().map(|it| Self::check(fight, who, it)).collect()
    }
}

/// The verb that is meant by its name, its label or another word for it, whether it is possible now or not.
pub fn meant<R: ActionSpace>(typed: &str) -> Option<&'static str> {
    let typed = key(typed);
    let also = R::alias(&typed);
    R::VERBS.iter().map(|it| (it.name, key(it.label))).find(|it| it.0 == typed || it.1 == typed).map(|it| it.0).or(also)
}

/// The slot in which every system has a place.
const PLACE_SLOT: &str = "to";
/// The slot in which every system has whom an action is done to.
const TARGET_SLOT: &str = "target";
/// So many ways are judged one by one before all that are left are judged together.
const SINGLY: usize = 6;
/// In so many of a hundred turns random play thinks of what it seldom does.
const SELDOM_PERCENT: u8 = 15;

/// A verb as a system's list has it: its name, its label, what it costs and what it does.
pub const fn verb(name: &'static str, label: &'static str, cost: &'static str, blurb: &'static str) -> VerbView {
    VerbView { name, label, cost, blurb }
}

/// What somebody may do now.
pub fn verbs<R: ActionSpace>(fight: &FightState<R>, who: CombatantId) -> Vec<VerbView> {
    let open = |verb: &str| {
        let ways = thought_of(fight, who, R::actions_of(fight, who, verb));
        // The first is judged alone: most often it is open, and the others need not be looked at.
        let (first, rest) = ways.split_at(ways.len().min(1));
        first.iter().any(|it| R::check(fight, who, it).is_ok())
            || R::verdicts(fight, who, rest).iter().any(Result::is_ok)
    };
    let may = |verb: &&VerbView| may_be_open(fight, who, verb.name) && open(verb.name);
    R::VERBS.iter().filter(may).cloned().collect()
}

/// Something that somebody may do now, at random: a verb, then a way of it. It is what filling random slots comes to.
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

/// The ways that come to mind without anybody being named.
fn thought_of<R: ActionSpace>(fight: &FightState<R>, who: CombatantId, mut ways: Vec<R::Action>) -> Vec<R::Action> {
    ways.retain(|it| !R::is_named_only(fight, who, TARGET_SLOT, it));
    ways
}

/// The action with some words where it has room for them.
fn worded<R: ActionSpace>(fight: &FightState<R>, who: CombatantId, action: R::Action) -> R::Action {
    let with_words = R::written(fight, action.clone(), play::WORDS);
    match with_words != action && R::check(fight, who, &with_words).is_ok() {
        true => with_words,
        false => action,
    }
}

/// A way with its verdict.
type Judged<R> = (<R as Ruleset>::Action, Verdict<R>);

/// The next slot of a half-written action.
///
/// # Errors
/// Why it cannot be gone on with.
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
    // Two swords on the ground are called the same: the one that can be picked up is meant.
    let open = left.iter().position(|it| it.1.is_ok()).unwrap_or(0);
    match left.into_iter().nth(open) {
        None => Err(R::no_candidates(fight, who, verb)),
        Some((action, verdict)) => verdict.map(|()| Param::Done(action)),
    }
}

/// Each way with its verdict.
fn judged<R: ActionSpace>(fight: &FightState<R>, who: CombatantId, ways: Vec<R::Action>) -> Vec<Judged<R>> {
    let verdicts = R::verdicts(fight, who, &ways);
    ways.into_iter().zip(verdicts).collect()
}

/// The refusal of the first way, where all are closed.
fn none_is_open<R: ActionSpace>(left: &[Judged<R>]) -> Verdict<R> {
    match left.first() {
        Some((_, verdict)) if left.iter().all(|it| it.1.is_err()) => verdict.clone(),
        _ => Ok(()),
    }
}

/// One fill of a slot, and the ways that have it, by their numbers.
struct Filled<P> {
    part: P,
    fill: ParamValue,
    label: String,
    ways: Vec<usize>,
}

/// The different fills of one slot among these ways, in their order. There may be as many as a board has squares, so no two of them are
/// compared that are not called the same.
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
    // A board has thousands of squares where nobody can go, and why is known.
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

/// Whether all that may be left out from this slot on is what is meant by who says nothing of it.
fn is_unasked<R: ActionSpace>(fight: &FightState<R>, who: CombatantId, from: usize, action: &R::Action) -> bool {
    (from..).map_while(|index| R::part(action, index)).all(|(slot, _)| {
        !R::may_be_left_out(slot, action) || R::writing(slot, action).is_some() || R::unasked(fight, who, slot, action)
    })
}

/// What goes without saying: the first legal way that nobody would say. Where nothing is legal, the first way leads on to the
/// refusal that says why.
fn by_itself<R: ActionSpace>(
    fight: &FightState<R>,
    who: CombatantId,
    slot: &str,
    index: usize,
    left: &[Judged<R>],
) -> Option<ParamValue> {
    let unasked = |way: &&Judged<R>| R::unasked(fight, who, slot, &way.0);
    let chosen = match left.iter().any(|it| it.1.is_ok()) {
        // What would go without saying but is not legal leads on to its refusal, rather than to a question about all the rest.
        true => left.iter().filter(unasked).find(|it| it.1.is_ok()).or_else(|| left.iter().find(unasked)),
        false => left.iter().find(unasked).or(left.first()),
    };
    chosen.and_then(|it| R::part(&it.0, index)).map(|it| R::filled(fight, who, &it.1).0)
}
