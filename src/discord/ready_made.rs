//! A system's ready-made sheets, in the order in which whoever chooses wants them.

use crate::rules::session::Session;

/// Those that players play, then foes and folk.
pub fn heroes_first(session: &dyn Session) -> Vec<String> {
    let (mut heroes, others) = parted(session);
    heroes.extend(others);
    heroes
}

/// Foes and folk, then those that players play.
pub fn foes_first(session: &dyn Session) -> Vec<String> {
    let (heroes, mut others) = parted(session);
    others.extend(heroes);
    others
}

/// Those that players play; all, if the system doesn't say who that is.
pub fn heroes(session: &dyn Session) -> Vec<String> {
    let (heroes, others) = parted(session);
    if heroes.is_empty() { others } else { heroes }
}

fn parted(session: &dyn Session) -> (Vec<String>, Vec<String>) {
    let heroes = session.template_heroes();
    session.templates().into_iter().partition(|it| heroes.contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{discord::system_choice::judge, rules::System};

    /// In every system, players are offered at least three heroes and no foe, and the GM's list begins with foes and has everybody.
    #[test]
    fn heroes_are_offered_to_players_and_foes_to_the_gm() {
        for system in System::ALL {
            let session = judge(system).expect("opens");
            let (heroes, foes_first) = (heroes(session.as_ref()), foes_first(session.as_ref()));
            assert!(heroes.len() >= 3, "{system:?}: {heroes:?}");
            assert!(
                !heroes.iter().any(|it| it == "goblin" || it == "bandit" || it == "wolf"),
                "{system:?}: {heroes:?}"
            );
            assert!(!heroes.contains(&foes_first[0]), "{system:?}: {foes_first:?}");
            assert!(heroes_first(session.as_ref()).starts_with(&heroes), "{system:?}");
            assert_eq!(foes_first.len(), session.templates().len(), "{system:?}");
        }
    }
}
