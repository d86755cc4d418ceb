//! What was done to a chain's lines, from the first on that isn't where it was.

use super::export::{HEAD_DIGITS, LogLine, all_heads};
use serde_json::Value;

/// A change that a chain's heads tell apart; places are in the changed lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alteration {
    /// This many lines were put in there.
    Inserted(usize),
    /// The line has changed places with this one.
    Swapped(usize),
    /// This line stood after those before it, and was moved there.
    Moved(usize),
    /// This many lines are missing, or the line was changed as well.
    Removed(usize),
    /// It was changed.
    Changed,
}

/// What was done at `at`, the first of these lines without its head in `kept`, which has the beginnings of the heads.
pub(super) fn of(kind: &str, lines: &[(LogLine, Value)], kept: &[String], at: usize) -> Alteration {
    let (before, rest) = lines.split_at(at);
    let fits = |order: &[&[(LogLine, Value)]]| {
        let heads = all_heads(kind, &order.concat());
        heads.len() == kept.len() && heads.iter().zip(kept).all(|(ours, theirs)| ours[..HEAD_DIGITS] == *theirs)
    };
    // A line that belongs here has the head that's kept.
    let belongs = super::export::next_heads(kind, before, rest).position(|it| kept.get(at) == Some(&it)).unwrap_or(0);
    if belongs > 0 {
        let (between, belonging, after) = (&rest[..belongs], &rest[belongs..=belongs], &rest[belongs + 1..]);
        let (first, others) = between.split_at(1);
        if fits(&[before, belonging, after]) {
            return Alteration::Inserted(belongs);
        }
        if fits(&[before, belonging, others, first, after]) {
            return Alteration::Swapped(at + belongs);
        }
        if fits(&[before, belonging, between, after]) {
            return Alteration::Moved(at + belongs);
        }
    }
    match kept.len().saturating_sub(lines.len()) {
        0 => Alteration::Changed,
        missing => Alteration::Removed(missing),
    }
}
