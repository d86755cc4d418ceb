//! Injuries as they stand on a sheet (C9): what they put a combatant under, and how they are typed.

use super::condition::{Condition, Hurt, Injury};
use crate::rules::names::key;

/// What injuries put a combatant under.
pub fn conditions(injuries: &[Hurt]) -> impl Iterator<Item = Condition> {
    let count = |wanted: Injury| injuries.iter().filter(|it| it.injury == wanted).count();
    [
        (Condition::Hobbled, count(Injury::Agi) > 0),
        (Condition::EyeInjury, count(Injury::Eye) > 0),
        (Condition::Blind, count(Injury::Eye) > 1),
        (Condition::PrimaryArmInjury, count(Injury::PrimaryArm) > 0),
        (Condition::SecondaryArmInjury, count(Injury::SecondaryArm) > 0),
    ]
    .into_iter()
    .filter(|it| it.1)
    .map(|it| it.0)
}

/// An injury as it is typed: "weakened 3", "eye permanent".
pub fn typed(hurt: &Hurt) -> String {
    let loss = if hurt.loss > 0 { format!(" {}", hurt.loss) } else { String::new() };
    format!("{}{loss}{}", hurt.injury.name(), if hurt.permanent { " permanent" } else { "" })
}

/// Injuries as they are typed.
pub fn read(value: &str) -> Result<Vec<Hurt>, String> {
    let mut all = vec![];
    for typed in value.split([',', ';']).map(str::trim).filter(|it| !it.is_empty() && key(it) != "none") {
        let lower = typed.to_lowercase();
        let (name, permanent) = match lower.strip_suffix("permanent") {
            Some(name) => (name.trim(), true),
            None => (lower.as_str(), false),
        };
        let (name, loss) = match name.rsplit_once(' ').map(|(name, loss)| (name.trim(), loss.parse::<u8>())) {
            Some((name, Ok(loss))) => (name, loss),
            _ => (name, 0),
        };
        let Some(injury) = Injury::ALL.into_iter().find(|it| key(it.name()) == key(name)) else {
            let known: Vec<&str> = Injury::ALL.into_iter().map(Injury::name).collect();
            return Err(format!("\u{201c}{typed}\u{201d} is no injury. Injuries: {}.", known.join(", ")));
        };
        if loss > 0 && injury.ability().is_none() {
            return Err(format!("{} costs no ability; leave the number out.", injury.name()));
        }
        all.push(Hurt { injury, loss, permanent });
    }
    if all.len() > 20 { Err("20 injuries at most.".to_owned()) } else { Ok(all) }
}
