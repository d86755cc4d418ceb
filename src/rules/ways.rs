//! Menus made of ways. A system lists, for each verb, every way to fill its slots; this sorts them by the system's own check into
//! what is legal now and what can only be named, slot after slot. Nothing is decided here, and no system is known.

use super::{
    boards::choosing,
    names::{has_key, key},
};
use crate::engine::{
    CombatantId, Field, Refusal, Ruleset, Slot, Verb,
    draft::{Draft, Fill, Pick},
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
pub trait Ways: Ruleset {
    /// What stands in one slot of an action.
    type Part: Clone + PartialEq;
    /// Every verb, in the order in which a menu shows them.
    const VERBS: &'static [Verb];
    /// Other words for a verb, as (word, verb).
    const ALSO: &'static [(&'static str, &'static str)];
    /// Verbs that random play thinks of only now and then, so that not every fight ends in them before anything has happened.
    const SELDOM: &'static [&'static str] = &[];

    /// All ways to fill the slots of a verb, legal or not.
    fn ways(field: &Field<Self>, who: CombatantId, verb: &str) -> Vec<Self::Action>;
    /// The slot of an action with this number, in the order in which they are filled.
    fn part(action: &Self::Action, index: usize) -> Option<(&'static str, Self::Part)>;
    /// What fills a slot in this way, and what it is called.
    fn filled(field: &Field<Self>, who: CombatantId, part: &Self::Part) -> (Fill, String);
    /// The question a slot puts.
    fn ask(slot: &str) -> &'static str;
    /// What is worth knowing before choosing this way in this slot.
    fn note(field: &Field<Self>, who: CombatantId, slot: &str, action: &Self::Action) -> String;
    /// The same of many ways at once, all of them open: where one flood over a grid answers for many, a system says so here.
    fn notes(field: &Field<Self>, who: CombatantId, slot: &str, ways: &[&Self::Action]) -> Vec<String> {
        ways.iter().map(|it| Self::note(field, who, slot, it)).collect()
    }
    /// Whether anything may go without saying in this slot: then the first way that is [`Ways::unasked`] stands in.
    fn may_be_left_out(slot: &str) -> bool;
    /// Whether this way of filling the slot is what somebody means who says nothing of it.
    fn unasked(_field: &Field<Self>, _who: CombatantId, _slot: &str, _action: &Self::Action) -> bool {
        true
    }
    /// Whether nobody thinks of this way who does not name it in this slot: it is possible, but on no menu, and nobody does it unasked.
    fn is_named_only(_field: &Field<Self>, _who: CombatantId, _slot: &str, _action: &Self::Action) -> bool {
        false
    }
    /// Whether this verb could be begun at all.
    ///
    /// # Errors
    /// Why not.
    fn may_begin(field: &Field<Self>, who: CombatantId, verb: &str) -> Verdict<Self>;
    /// Whether no moment of the fight takes this reason away, as of a bow that is not made for lobbing.
    fn is_never(_violation: &Self::Violation) -> bool {
        false
    }
    /// Whether it is known without a look at its ways that none of a verb's is open now: it spares looking at a hundred of them.
    fn is_closed(_field: &Field<Self>, _who: CombatantId, _verb: &str) -> bool {
        false
    }
    /// Why nothing at all can be done with a verb now.
    fn nothing_of(field: &Field<Self>, who: CombatantId, verb: &str) -> Refusal<Self>;
    /// Why something that is not even listed cannot be chosen.
    fn unheard_of(field: &Field<Self>, who: CombatantId, given: &Fill) -> Refusal<Self>;
    /// The same of one verb, where it has a reason of its own.
    fn unheard_of_with(field: &Field<Self>, who: CombatantId, _verb: &str, given: &Fill) -> Refusal<Self> {
        Self::unheard_of(field, who, given)
    }
    /// The verb that somebody means by a word, where that depends on how they stand.
    fn meant_by_whom(_field: &Field<Self>, _who: CombatantId, typed: &str) -> Option<&'static str> {
        meant::<Self>(typed)
    }
    /// Whether this slot of the action is written; its part then only holds the place.
    fn writing(_slot: &str, _action: &Self::Action) -> Option<Writing> {
        None
    }
    /// The action with what was written.
    fn written(_field: &Field<Self>, action: Self::Action, _text: &str) -> Self::Action {
        action
    }
    /// One of these ways at random that is open. Who judges many at once as fast as one, does so here.
    fn draw(
        field: &Field<Self>,
        who: CombatantId,
        mut ways: Vec<Self::Action>,
        rng: &mut PlayRng,
    ) -> Option<Self::Action> {
        for _ in 0..SINGLY {
            let action = rng.take(&mut ways)?;
            if Self::check(field, who, &action).is_ok() {
                return Some(action);
            }
        }
        let verdicts = Self::verdicts(field, who, &ways);
        let mut legal: Vec<Self::Action> =
            ways.into_iter().zip(verdicts).filter(|it| it.1.is_ok()).map(|it| it.0).collect();
        rng.take(&mut legal)
    }
    /// The verdict on each of several ways at once: a system in which one flood over a grid answers for many says so here.
    fn verdicts(field: &Field<Self>, who: CombatantId, ways: &[Self::Action]) -> Vec<Verdict<Self>> {
        ways.iter().map(|it| Self::check(field, who, it)).collect()
    }
}

/// The verb that is meant by its name, its label or another word for it, whether it is possible now or not.
pub fn meant<R: Ways>(typed: &str) -> Option<&'static str> {
    let typed = key(typed);
    let also = R::ALSO.iter().find(|it| it.0 == typed).map(|it| it.1);
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
pub const fn verb(name: &'static str, label: &'static str, cost: &'static str, blurb: &'static str) -> Verb {
    Verb { name, label, cost, blurb }
}

/// What somebody may do now.
pub fn verbs<R: Ways>(field: &Field<R>, who: CombatantId) -> Vec<Verb> {
    let open = |verb: &str| {
        let ways = thought_of(field, who, R::ways(field, who, verb));
        // The first is judged alone: most often it is open, and the others need not be looked at.
        let (first, rest) = ways.split_at(ways.len().min(1));
        first.iter().any(|it| R::check(field, who, it).is_ok())
            || R::verdicts(field, who, rest).iter().any(Result::is_ok)
    };
    let may = |verb: &&Verb| may_be_open(field, who, verb.name) && open(verb.name);
    R::VERBS.iter().filter(may).cloned().collect()
}

/// Something that somebody may do now, at random: a verb, then a way of it. It is what filling random slots comes to.
pub fn at_random<R: Ways>(field: &Field<R>, who: CombatantId, rng: &mut PlayRng) -> Option<R::Action> {
    let mut verbs: Vec<&str> = R::VERBS.iter().map(|it| it.name).collect();
    let mut last = vec![];
    if !R::SELDOM.is_empty() && !rng.percent(SELDOM_PERCENT) {
        (last, verbs) = verbs.into_iter().partition(|it| R::SELDOM.contains(it));
    }
    while let Some(verb) = rng.take(&mut verbs).or_else(|| rng.take(&mut last)) {
        if !may_be_open(field, who, verb) {
            continue;
        }
        if let Some(action) = R::draw(field, who, thought_of(field, who, R::ways(field, who, verb)), rng) {
            return Some(worded(field, who, action));
        }
    }
    None
}

fn may_be_open<R: Ways>(field: &Field<R>, who: CombatantId, verb: &str) -> bool {
    !R::is_closed(field, who, verb) && R::may_begin(field, who, verb).is_ok()
}

/// The ways that come to mind without anybody being named.
fn thought_of<R: Ways>(field: &Field<R>, who: CombatantId, mut ways: Vec<R::Action>) -> Vec<R::Action> {
    ways.retain(|it| !R::is_named_only(field, who, TARGET_SLOT, it));
    ways
}

/// The action with some words where it has room for them.
fn worded<R: Ways>(field: &Field<R>, who: CombatantId, action: R::Action) -> R::Action {
    let with_words = R::written(field, action.clone(), play::WORDS);
    match with_words != action && R::check(field, who, &with_words).is_ok() {
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
pub fn options<R: Ways>(field: &Field<R>, who: CombatantId, so_far: &Draft) -> Result<Slot<R::Action>, Refusal<R>> {
    let Some(verb) = R::meant_by_whom(field, who, &so_far.verb) else {
        return Err(R::unheard_of(field, who, &Fill::Word(so_far.verb.clone())));
    };
    R::may_begin(field, who, verb)?;
    let mut left: Vec<Judged<R>> = judged(field, who, R::ways(field, who, verb));
    let mut index = 0;
    while let Some((slot, _)) = left.first().and_then(|it| R::part(&it.0, index)) {
        if let Some(Writing { ask, max_chars, optional }) = left.first().and_then(|it| R::writing(slot, &it.0)) {
            let Some(text) = so_far.word(slot) else {
                none_is_open(&left)?;
                return Ok(Slot::Write { name: slot, ask, max_chars, optional });
            };
            left = judged(field, who, left.into_iter().map(|it| R::written(field, it.0, text)).collect());
        } else {
            let Some(given) = so_far.get(slot) else {
                left.retain(|it| !R::is_named_only(field, who, slot, &it.0));
                return match left.is_empty() {
                    true => Err(R::nothing_of(field, who, verb)),
                    false => Ok(choose(field, who, slot, index, &left)),
                };
            };
            let mut meant = vec![false; left.len()];
            for it in fills(field, who, &left, index).into_iter().filter(|it| fits(&it.fill, &it.label, given)) {
                it.ways.into_iter().for_each(|way| meant[way] = true);
            }
            let mut meant = meant.into_iter();
            left.retain(|_| meant.next() == Some(true));
            if left.is_empty() {
                return Err(R::unheard_of_with(field, who, verb, given));
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
        None => Err(R::nothing_of(field, who, verb)),
        Some((action, verdict)) => verdict.map(|()| Slot::Done(action)),
    }
}

/// Each way with its verdict.
fn judged<R: Ways>(field: &Field<R>, who: CombatantId, ways: Vec<R::Action>) -> Vec<Judged<R>> {
    let verdicts = R::verdicts(field, who, &ways);
    ways.into_iter().zip(verdicts).collect()
}

/// The refusal of the first way, where all are closed.
fn none_is_open<R: Ways>(left: &[Judged<R>]) -> Verdict<R> {
    match left.first() {
        Some((_, verdict)) if left.iter().all(|it| it.1.is_err()) => verdict.clone(),
        _ => Ok(()),
    }
}

/// One fill of a slot, and the ways that have it, by their numbers.
struct Filled<P> {
    part: P,
    fill: Fill,
    label: String,
    ways: Vec<usize>,
}

/// The different fills of one slot among these ways, in their order. There may be as many as a board has squares, so no two of them are
/// compared that are not called the same.
fn fills<R: Ways>(field: &Field<R>, who: CombatantId, ways: &[Judged<R>], index: usize) -> Vec<Filled<R::Part>> {
    let mut all: Vec<Filled<R::Part>> = vec![];
    let mut called: BTreeMap<Fill, Vec<usize>> = BTreeMap::new();
    for (way, part) in (0..).zip(ways).filter_map(|(way, it)| Some((way, R::part(&it.0, index)?.1))) {
        if let Some(same) = all.last_mut().filter(|it| it.part == part) {
            same.ways.push(way);
            continue;
        }
        let (fill, label) = R::filled(field, who, &part);
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

fn fits(fill: &Fill, label: &str, given: &Fill) -> bool {
    match (fill, given) {
        (Fill::Word(word), Fill::Word(typed) | Fill::Text(typed)) => {
            let typed = key(typed);
            has_key(word, &typed) || has_key(label, &typed)
        }
        _ => fill == given,
    }
}

fn choose<R: Ways>(
    field: &Field<R>,
    who: CombatantId,
    name: &'static str,
    index: usize,
    left: &[Judged<R>],
) -> Slot<R::Action> {
    let (mut legal, mut closed) = (vec![], vec![]);
    for it in fills(field, who, left, index) {
        let open = it.ways.iter().map(|way| &left[*way]).find(|way| way.1.is_ok());
        match open {
            Some(way) => legal.push((it, way)),
            None => closed.push((&left[it.ways[0]], it)),
        }
    }
    let notes = R::notes(field, who, name, &legal.iter().map(|it| &it.1.0).collect::<Vec<_>>());
    let picks = legal.into_iter().zip(notes).map(|((it, _), note)| {
        let says_all = |way: &usize| left[*way].1.is_ok() && is_unasked(field, who, index + 1, &left[*way].0);
        let needs_more = !it.ways.iter().any(says_all);
        Pick { fill: it.fill, label: it.label, note, group: "", needs_more, never: false }
    });
    let picks: Vec<Pick> = picks.collect();
    // A board has thousands of squares where nobody can go, and why is known.
    let why_not = |way: &Judged<R>| match &way.1 {
        Err(Refusal::Violation(unavailable)) if name == PLACE_SLOT => R::violation_words(field, unavailable).0,
        _ => R::note(field, who, name, &way.0),
    };
    let is_never =
        |way: &usize| matches!(&left[*way].1, Err(Refusal::Violation(unavailable)) if R::is_never(unavailable));
    let unavailable = closed.into_iter().map(|(way, it)| {
        let (note, never) = (why_not(way), it.ways.iter().all(is_never));
        Pick { fill: it.fill, label: it.label, note, group: "", needs_more: false, never }
    });
    let unavailable = unavailable.collect();
    let picks = match name {
        PLACE_SLOT => choosing::in_order_of_use(field, who, picks),
        _ => choosing::with_distances(field, who, picks),
    };
    let default = if R::may_be_left_out(name) { by_itself(field, who, name, index, left) } else { None };
    Slot::Choose { name, ask: R::ask(name), picks, unavailable, default }
}

/// Whether all that may be left out from this slot on is what is meant by who says nothing of it.
fn is_unasked<R: Ways>(field: &Field<R>, who: CombatantId, from: usize, action: &R::Action) -> bool {
    (from..).map_while(|index| R::part(action, index)).all(|(slot, _)| {
        !R::may_be_left_out(slot) || R::writing(slot, action).is_some() || R::unasked(field, who, slot, action)
    })
}

/// What goes without saying: the first legal way that nobody would say. Where nothing is legal, the first way leads on to the
/// refusal that says why.
fn by_itself<R: Ways>(
    field: &Field<R>,
    who: CombatantId,
    slot: &str,
    index: usize,
    left: &[Judged<R>],
) -> Option<Fill> {
    let unasked = |way: &&Judged<R>| R::unasked(field, who, slot, &way.0);
    let chosen = match left.iter().any(|it| it.1.is_ok()) {
        // What would go without saying but is not legal leads on to its refusal, rather than to a question about all the rest.
        true => left.iter().filter(unasked).find(|it| it.1.is_ok()).or_else(|| left.iter().find(unasked)),
        false => left.iter().find(unasked).or(left.first()),
    };
    chosen.and_then(|it| R::part(&it.0, index)).map(|it| R::filled(field, who, &it.1).0)
}
