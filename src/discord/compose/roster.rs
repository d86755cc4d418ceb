//! A side's combatants in lines: whoever is one of several of the same kind and stands exactly as they do shares a line with them.

use super::super::text;
use crate::engine::view::{FighterView, Mark, unnumbered};

/// So many of a kind stand in one line; two are as quickly read apart.
const SHARED_MIN: usize = 3;

/// The lines of a side's combatants, in their order; a shared one stands where its first combatant would.
pub(super) fn lines(members: &[FighterView]) -> Vec<String> {
    let mut groups: Vec<(&str, String, Vec<&FighterView>)> = vec![];
    for it in members {
        let kind = unnumbered(&it.name);
        let is_numbered = it.name[kind.len()..].trim().parse::<u16>().is_ok();
        let (kind, state) = (if is_numbered { kind } else { it.name.as_str() }, states(it).join(" \u{b7} "));
        let same = |known: &&mut (&str, String, Vec<&FighterView>)| {
            known.0 == kind && known.1 == state && known.2[0].mark == it.mark && it.mark != Mark::Acting
        };
        match groups.iter_mut().find(same).filter(|_| kind.len() < it.name.len()) {
            Some(known) => known.2.push(it),
            None => groups.push((kind, state, vec![it])),
        }
    }
    let line = |name: &str, it: &FighterView, state: &str| {
        format!("{} **{}** {}", sign(it.mark), text::escape(name), text::escape(state))
    };
    let shared = |(kind, state, all): (&str, String, Vec<&FighterView>)| match all.len() >= SHARED_MIN {
        true => vec![line(&format!("{kind} {}", numbers(kind, &all)), all[0], &state)],
        false => all.iter().map(|it| line(&it.name, it, &state)).collect(),
    };
    groups.into_iter().flat_map(shared).collect()
}

/// The numbers behind their kind, in short: "1\u{2013}3, 5".
fn numbers(kind: &str, all: &[&FighterView]) -> String {
    let number = |it: &&FighterView| it.name[kind.len()..].trim().parse::<u32>().ok();
    let mut numbers: Vec<u32> = all.iter().filter_map(number).collect();
    numbers.sort_unstable();
    let in_words = |run: &[u32]| match run {
        [one] => one.to_string(),
        [a, b] => format!("{a}, {b}"),
        [first, .., last] => format!("{first}\u{2013}{last}"),
        [] => String::new(),
    };
    numbers.chunk_by(|a, b| a.checked_add(1) == Some(*b)).map(in_words).collect::<Vec<_>>().join(", ")
}

/// A combatant's line: their state, numbers and conditions.
pub(super) fn states(it: &FighterView) -> Vec<String> {
    let mut words: Vec<String> = vec![it.standing.clone()];
    words.extend(numbers_and_conditions(it));
    words.retain(|word| !word.is_empty());
    // Combatants who are down are shown as "down", and a foe's health says no more than that.
    words.dedup();
    words
}

/// A combatant's numbers and conditions, and whether they're hidden.
pub(in crate::discord) fn numbers_and_conditions(it: &FighterView) -> Vec<String> {
    let vitals = it.vitals.iter().map(|(name, value)| format!("{name} {value}").trim().to_owned());
    vitals.chain(it.conditions.iter().cloned()).chain(it.hidden.then(|| "hidden".to_owned())).collect()
}

/// How a combatant stands, as a sign before the name.
fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Ready => "`>`",
        Mark::Acting => "`*`",
        Mark::Spent => "`-`",
        Mark::Down => "`x`",
    }
}
