//! `/gm place`: one combatant or several, all in one place or each in its own. Everything is checked before anybody moves, and every problem
//! is said at once.

use super::{command::Command, who_is_meant};
use crate::{
    engine::{CombatantId, view::Viewer},
    rules::{Request, Session, UserError, boards, names::key, spelling::folded},
};

/// What separates names, and places.
const SEPARATORS: [char; 3] = [',', ';', '\n'];

/// The request: `name:` is a name, several with commas, or one name for Goblin 1 to 8; `at:` is a place for all, or one for each in the same
/// order. `name:` may also say both, as `Goblin 1 = Gate, Goblin 2 = Yard`.
///
/// # Errors
/// Every name and place that isn't there, each with the closest that is.
pub(super) fn request(session: &dyn Session, command: &Command) -> Result<Request, UserError> {
    let typed = command.need("name")?;
    let mut problems = vec![];
    let mut placed: Vec<(CombatantId, String)> = vec![];
    if typed.contains('=') {
        for pair in parts(typed) {
            match pair.split_once('=') {
                Some((name, at)) => place(session, (name, at.trim()), &mut placed, &mut problems),
                None => problems.push(format!("Say where \u{201c}{pair}\u{201d} goes, as {pair} = \u{2026}")),
            }
        }
    } else {
        let at = command.need("at")?;
        let names = if is_one(session, typed) { vec![typed] } else { parts(typed).collect() };
        let places: Vec<&str> = parts(at).collect();
        match session.place_meant(at) {
            Err(_) if places.len() > 1 => {
                let (meant, unknown) = meant_by(session, &names);
                problems.extend(unknown);
                let each: Vec<CombatantId> = meant.iter().flatten().copied().collect();
                // "Goblin" is five of them, each with a place of its own; or each name is, and all who have it go to the same.
                let groups = match () {
                    () if each.len() == places.len() => each.into_iter().map(|it| vec![it]).collect(),
                    () if names.len() == places.len() || !problems.is_empty() => meant,
                    () => {
                        return Err(UserError::say(format!(
                            "You named {} and {}. Name one place for all, or one for each in the same order.",
                            counted(each.len(), "combatant"),
                            counted(places.len(), "place")
                        )));
                    }
                };
                for (who, at) in groups.into_iter().zip(places) {
                    problems.extend(session.place_meant(at).err().map(|it| it.text));
                    who.into_iter().for_each(|it| put(&mut placed, it, at));
                }
            }
            whole => {
                let (meant, unknown) = meant_by(session, &names);
                problems.extend(unknown);
                meant.into_iter().flatten().for_each(|it| put(&mut placed, it, at));
                problems.extend(whole.err().map(|it| it.text));
            }
        }
    }
    if !problems.is_empty() {
        let nobody = if placed.is_empty() { "" } else { "\nNobody has been moved." };
        return Err(UserError::say(problems.join("\n") + nobody));
    }
    match <[(CombatantId, String); 1]>::try_from(placed) {
        Ok([(who, at)]) => Ok(Request::Place { who, at }),
        Err(who) if who.is_empty() => Err(UserError::say("Say who goes where: /gm place name:\u{2026} at:\u{2026}")),
        Err(who) => Ok(Request::Each(who.into_iter().map(|(who, at)| Request::Place { who, at }).collect())),
    }
}

/// A board's fields, in which a word for several who stand somewhere, such as Goblin for Goblin 1 to 8, has become each one's name. What
/// can't be read stays as it is.
pub(super) fn each_on_board(session: &dyn Session, fields: &[(String, String)]) -> Vec<(String, String)> {
    let names = session.names(Viewer::Gm);
    let each = |field: &(String, String)| match boards::people(std::slice::from_ref(field)) {
        Ok(people) if key(&field.0) == boards::PEOPLE => {
            let stands = |(typed, at): &(String, String)| match who_is_meant::meant(session, typed, &|_| true) {
                Ok(who) => {
                    let named = names.iter().filter(|it| who.contains(&it.id));
                    named.map(|it| format!("{} at {at}", it.name)).collect()
                }
                Err(_) => vec![format!("{typed} at {at}")],
            };
            (field.0.clone(), people.iter().flat_map(stands).collect::<Vec<_>>().join(", "))
        }
        _ => field.clone(),
    };
    fields.iter().map(each).collect()
}

/// Whom each of these names means, and what's wrong with those that mean nobody.
fn meant_by(session: &dyn Session, names: &[&str]) -> (Vec<Vec<CombatantId>>, Vec<String>) {
    let (mut meant, mut unknown) = (vec![], vec![]);
    for name in names {
        match who_is_meant::meant(session, name, &|_| true) {
            Ok(who) => meant.push(who),
            Err(why) => unknown.push(why.text),
        }
    }
    (meant, unknown)
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn parts(typed: &str) -> impl Iterator<Item = &str> {
    typed.split(SEPARATORS).map(str::trim).filter(|it| !it.is_empty())
}

/// Whether the whole is one combatant's name, commas and all.
fn is_one(session: &dyn Session, typed: &str) -> bool {
    session.names(Viewer::Gm).iter().any(|it| folded(&it.name) == folded(typed))
}

fn place(
    session: &dyn Session,
    (name, at): (&str, &str),
    placed: &mut Vec<(CombatantId, String)>,
    problems: &mut Vec<String>,
) {
    let (who, place) = (who_is_meant::meant(session, name.trim(), &|_| true), session.place_meant(at));
    problems.extend(who.as_ref().err().map(|it| it.text.clone()));
    problems.extend(place.err().map(|it| it.text));
    who.into_iter().flatten().for_each(|it| put(placed, it, at));
}

/// Whoever is named twice goes to the last place named.
fn put(placed: &mut Vec<(CombatantId, String)>, who: CombatantId, at: &str) {
    placed.retain(|it| it.0 != who);
    placed.push((who, at.to_owned()));
}
