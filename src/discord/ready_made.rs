//! A system's ready-made sheets, in the order in which whoever chooses wants them.

use super::worn::worn;
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

/// The fields of a sheet that tell one hero from another at a glance, besides what they wear.
const TELLING: [&str; 4] = ["class", "race", "weapons", "items"];

/// What a ready-made sheet is, in a few words: "warrior; sword, spear; chain, shield". Empty if it has none of that.
pub fn summary(session: &dyn Session, template: &str) -> String {
    let fields = session.check_sheet(Some(template), &[]).unwrap_or_default();
    let of = |name: &&'static str| fields.iter().find(|it| it.0 == **name).map(|it| names_alone(&it.1));
    let told = TELLING.iter().filter_map(of).filter(|it| !matches!(it.as_str(), "" | "none"));
    told.chain(worn(&fields)).collect::<Vec<_>>().join("; ")
}

/// A list without what's said of its things: "bow, dagger" of "bow: missile great, dagger: simple hand".
fn names_alone(list: &str) -> String {
    list.split(", ").map(|it| it.split_once(':').map_or(it, |it| it.0)).collect::<Vec<_>>().join(", ")
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
            for hero in heroes {
                let summary = summary(session.as_ref(), &hero);
                assert!((4..=100).contains(&summary.chars().count()), "{system:?}, {hero}: {summary:?}");
            }
        }
    }

    /// What tells heroes apart is said in words, whatever their system's sheets call it.
    #[test]
    fn a_hero_is_told_in_words() {
        for (system, hero, told) in [
            (System::Murdham, "theobald", "axe; heavy armour, shield"),
            (System::Td2e, "pip", "gnome; sling, dagger"),
            (System::Sovereign, "hildred", "warrior; sword, spear; chain, shield"),
            (System::Einfelst, "torvald-the-smith", "two-handed, knife; armour 2"),
            (System::Ingenuity, "roland", "greatsword, sap; armour 3/1"),
        ] {
            assert_eq!(summary(judge(system).expect("opens").as_ref(), hero), told);
        }
    }
}
