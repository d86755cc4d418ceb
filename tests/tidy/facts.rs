//! Facts and events stay apart: a fact that changes nothing is an event.

use super::{Source, none, sources};

/// `evolve` names every fact, and changes something by each. An arm for the rest would let a new fact compile that changes nothing.
#[test]
fn evolve_changes_something_by_each_fact() {
    let is_evolve = |it: &Source| {
        let in_model = it.path.ends_with("/model/fact.rs") || it.path.ends_with("/model/evolve.rs");
        in_model && it.text.contains("pub fn evolve(fight: &mut FightState, fact: &Fact)")
    };
    let all: Vec<Source> = sources(&["src/rules"]).into_iter().filter(is_evolve).collect();
    assert_eq!(all.len(), 5, "one of each system: {:?}", all.iter().map(|it| &it.path).collect::<Vec<_>>());
    let mut faults = vec![];
    for source in &all {
        for (number, line) in source.code(false) {
            let does_nothing = line.contains("=> {}") || line.contains("=> ()") || line.contains("unreachable!");
            if does_nothing || line.trim_start().starts_with("_ =>") {
                faults.push(format!(
                    "{}:{number}: what changes nothing is an `Event`, and told by `cx.tell`.",
                    source.path
                ));
            }
        }
    }
    none(faults);
}
