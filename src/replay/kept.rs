//! What moments are made of. Most of it is the same from one moment to the next, so each thing is kept once, a moment is a list of them, and
//! of a list only what has changed since the moment before is kept.

use serde::Serialize;
use std::collections::HashMap;

/// Things of one kind, each once, in the order in which they first came.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(super) struct Kept<T> {
    all: Vec<T>,
    #[serde(skip)]
    known: HashMap<String, usize>,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Kept { all: vec![], known: HashMap::new() }
    }
}

impl<T> Kept<T> {
    /// All of them.
    pub(super) fn all(&self) -> &[T] {
        &self.all
    }
}

impl<T: Serialize> Kept<T> {
    /// Keeps a thing. Returns its place.
    pub(super) fn keep(&mut self, thing: T) -> usize {
        let next = self.all.len();
        let at = *self.known.entry(serde_json::to_string(&thing).expect("plain values")).or_insert(next);
        if at == next {
            self.all.push(thing);
        }
        at
    }
}

/// A change to a list: the place, counted in the list as the changes before have left it; how many go; and what comes in their stead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(super) struct Change(Vec<usize>);

/// This many equal neighbours show that two lists go on alike.
const ALIKE: usize = 3;

/// The changes that turn one list into the other, from its beginning to its end.
pub(super) fn changes(before: &[usize], now: &[usize]) -> Vec<Change> {
    let mut all = vec![];
    let (mut old, mut new) = (0, 0);
    while old < before.len() || new < now.len() {
        if old < before.len() && new < now.len() && before[old] == now[new] {
            (old, new) = (old + 1, new + 1);
            continue;
        }
        let (gone, come) = until_alike(&before[old..], &now[new..]);
        all.push(Change([&[new, gone], &now[new..new + come]].concat()));
        (old, new) = (old + gone, new + come);
    }
    all
}

/// After how many elements of each the rests of two lists begin alike, or end.
fn until_alike(before: &[usize], now: &[usize]) -> (usize, usize) {
    let is_alike = |old: usize, new: usize| {
        let (old, new) = (&before[old..], &now[new..]);
        let many = ALIKE.min(old.len()).min(new.len());
        old[..many] == new[..many] && (many == ALIKE || old.len() == new.len())
    };
    let of = |sum: usize| (0..=sum).map(move |come| (sum - come, come));
    let pairs = (1..=before.len() + now.len()).flat_map(of);
    let mut pairs = pairs.filter(|(gone, come)| *gone <= before.len() && *come <= now.len());
    pairs.find(|(gone, come)| is_alike(*gone, *come)).unwrap_or((before.len(), now.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What two lists share is kept once.
    #[test]
    fn things_are_kept_once() {
        let mut kept = Kept::default();
        let places: Vec<usize> = ["<rect/>", "<g>", "<rect/>"].into_iter().map(|it| kept.keep(it.to_owned())).collect();
        assert_eq!(
            (places, serde_json::to_string(&kept).expect("a list").as_str()),
            (vec![0, 1, 0], r#"["<rect/>","<g>"]"#)
        );
    }

    /// The changes between any two lists turn the one into the other, and those of a long list are as few as what has changed.
    #[test]
    fn changes_lead_from_one_list_to_the_next() {
        let after = |before: &[usize], changes: &[Change]| {
            let mut list = before.to_vec();
            for Change(it) in changes {
                drop(list.splice(it[0]..it[0] + it[1], it[2..].iter().copied()));
            }
            list
        };
        let long: Vec<usize> = (0..50).collect();
        let lists: [&[usize]; 7] =
            [&[], &[1], &[1, 2, 3, 4, 5], &[1, 9, 3, 4, 5, 6], &[5, 4, 3, 2, 1], &[2, 2, 2, 2], &long];
        for (before, now) in lists.iter().flat_map(|before| lists.iter().map(move |now| (before, now))) {
            assert_eq!(after(before, &changes(before, now)), **now, "from {before:?}");
        }
        let mut moved = long.clone();
        moved[10] = 70;
        moved.splice(30..32, [71, 72, 73]);
        assert_eq!(changes(&long, &moved), [Change(vec![10, 1, 70]), Change(vec![30, 2, 71, 72, 73])]);
    }
}
