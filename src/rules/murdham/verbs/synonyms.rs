//! Other words for what is typed: an attack whose `how` is a deed of its own, a way of moving that is given as a verb, a place for a target.
//! Nothing is decided here.

use crate::rules::action_space;
use crate::rules::{
    murdham::{
        Murdham,
        model::{
            manner::{PACES, SPEEDS, Speed, word_of},
            sheet::Item,
        },
        verbs::menus::{HELD, STAY},
    },
    names::key,
};

fn meant(typed: &str) -> Option<&'static str> {
    action_space::meant::<Murdham>(typed)
}

/// An attack whose `how` is a verb of its own is that verb: `attack how:grapple`; what is given as `stunt` is the text of one, and a
/// zone is a target.
pub fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
    let mut said = typed.to_vec();
    let manner = match key(verb).as_str() {
        "hold-back" => Some("hold-back"),
        "final-blow" | "kill" => Some("final-blow"),
        _ => None,
    };
    if let Some(manner) = manner {
        said.push(("how".to_owned(), manner.to_owned()));
        return Some(("attack", said));
    }
    // A way of moving that is given as a verb: `climb to:Wall`.
    if let Some((pace, _)) = PACES.iter().find(|it| it.0 == key(verb)).filter(|_| meant(verb) == Some("full-move")) {
        said.retain(|it| key(&it.0) != "how");
        said.push(("how".to_owned(), (*pace).to_owned()));
        return Some(("full-move", said));
    }
    let verb = meant(verb).filter(|it| ["attack", "blast", "shove", "use", "chase"].contains(it))?;
    if verb == "chase" {
        for (_, value) in said.iter_mut().filter(|it| ["how", "speed", "pace"].contains(&key(&it.0).as_str())) {
            let also = SPEEDS_ALSO.iter().find(|it| it.0 == key(value)).map(|it| it.1);
            if let Some(speed) = also {
                word_of(&SPEEDS, speed).clone_into(value);
            }
        }
        return (said != typed).then_some((verb, said));
    }
    if verb == "use" {
        // An item may be called by another word for it.
        for (_, value) in said.iter_mut().filter(|it| ["with", "item"].contains(&key(&it.0).as_str())) {
            if let Some(item) = Item::named(value) {
                item.name().clone_into(value);
            }
        }
        return (said != typed).then_some((verb, said));
    }
    if verb == "shove" {
        let given = |names: &[&str]| typed.iter().any(|it| names.contains(&key(&it.0).as_str()));
        for (slot, names, value) in [("target", &["target"][..], HELD), ("to", &["to", "zone", "place", "at"], STAY)] {
            if !given(names) {
                said.push((slot.to_owned(), value.to_owned()));
            }
        }
        return Some((verb, said));
    }
    for (name, _) in said.iter_mut().filter(|it| ["zone", "at", "where"].contains(&key(&it.0).as_str())) {
        *name = "target".to_owned();
    }
    if let Some((name, _)) = said.iter_mut().find(|it| verb == "attack" && key(&it.0) == "stunt") {
        *name = "text".to_owned();
        return Some(("stunt", said));
    }
    let how = said.iter().position(|it| verb == "attack" && key(&it.0) == "how");
    let other = how.and_then(|how| meant(&said[how].1)).filter(|it| HOWS.contains(it));
    if let (Some(how), Some(other)) = (how, other) {
        said.remove(how);
        return Some((other, said));
    }
    (said != typed).then_some((verb, said))
}

/// Verbs that may be given as the `how` of an attack.
const HOWS: [&str; 5] = ["grapple", "disarm", "stunt", "blast", "sweep"];

/// Other words for them, as a table talks of a chase.
const SPEEDS_ALSO: [(&str, Speed); 9] = [
    ("equal", Speed::AsTheyRun),
    ("even", Speed::AsTheyRun),
    ("same", Speed::AsTheyRun),
    ("normal", Speed::AsTheyRun),
    ("longer", Speed::Faster),
    ("fleeing-faster", Speed::Faster),
    ("fleers-faster", Speed::Faster),
    ("pursuers-faster", Speed::Slower),
    ("fleeing-slower", Speed::Slower),
];
