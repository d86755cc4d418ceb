//! Odds in words.

use crate::engine::odds::Odds;

/// Who suffers what odds are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sufferer<'a> {
    /// The other sides.
    Foes,
    /// Whoever is asked or acts.
    Reader,
    /// Somebody of theirs, by name.
    Friend(&'a str),
}

/// "65% to hit, 4.2 damage on average, 40% to put them out of the fight, if nobody reacts". To someone who suffers it: "65% to be hit, …";
/// to someone who could step in: "for Ana: 65% to be hit, …".
pub fn told(odds: &Odds, sufferer: Sufferer<'_>) -> String {
    let chance = percent(odds.hit);
    let about = if odds.exact || chance.contains(' ') { "" } else { "about " };
    let hit = match (sufferer, odds.whom) {
        (Sufferer::Foes, Some(_)) => "to hit",
        (Sufferer::Foes, None) => "to hit anyone",
        _ => "to be hit",
    };
    let whose = if let Sufferer::Friend(name) = sufferer { format!("for {name}: ") } else { String::new() };
    let mut parts = vec![];
    // That what always hits does, or never does, is no news beside what it does.
    let is_certain = odds.hit <= 0.0 || odds.hit >= 1.0;
    // Nor is it where somebody's life is at stake, and no blow.
    let is_life = is_certain && odds.damage <= 0.0 && sufferer != Sufferer::Foes;
    if !is_life && (!is_certain || odds.damage <= 0.0) {
        parts.push(format!("{whose}{about}{chance} {hit}"));
    }
    if odds.damage > 0.0 {
        let whose = if parts.is_empty() { format!("{whose}{about}") } else { String::new() };
        // Some blows do damage that miss.
        let anyway = if odds.hit <= 0.0 { " even on a miss" } else { "" };
        parts.push(format!("{whose}{} damage on average{anyway}", one_place(odds.damage)));
    }
    if odds.out > 0.0 || is_life {
        let whose = if parts.is_empty() { format!("{whose}{about}") } else { String::new() };
        let out = if sufferer == Sufferer::Foes { "to put them out of the fight" } else { "to go down" };
        // If it puts more of them out than it hits, it does so even with a miss.
        let anyway = if odds.hit > 0.0 && odds.out > odds.hit + 1e-9 { ", even on a miss" } else { "" };
        parts.push(format!("{whose}{} {out}{anyway}", percent(odds.out)));
    }
    let condition = if odds.unless_they_react { ", if nobody reacts" } else { "" };
    format!("{}{condition}", parts.join(", "))
}

/// Of something that may save a friend: "8% to succeed".
pub fn of_saving(odds: &Odds) -> String {
    let chance = percent(odds.saved);
    let about = if odds.exact || chance.contains(' ') { "" } else { "about " };
    format!("{about}{chance} to succeed")
}

/// A chance in whole percent. What's possible is never 0, and what isn't certain never 100.
pub fn percent(chance: f64) -> String {
    match (chance * 100.0).round() {
        0.0 if chance > 0.0 => "under 1%".to_owned(),
        100.0 if chance < 1.0 - 1e-9 => "over 99%".to_owned(),
        whole => format!("{whole}%"),
    }
}

/// A number with one decimal, unless that's 0.
pub fn one_place(number: f64) -> String {
    match (number * 10.0).round() / 10.0 {
        0.0 => "under 0.1".to_owned(),
        rounded => format!("{rounded}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::CombatantId;

    /// What may be isn't told as impossible, and what may fail isn't told as certain.
    #[test]
    fn odds_are_told_as_people_say_them() {
        let odds = Odds {
            whom: Some(CombatantId(2)),
            hit: 0.65,
            damage: 4.24,
            out: 0.0001,
            saved: 0.0,
            exact: true,
            unless_they_react: false,
            rests_on: vec![],
        };
        assert_eq!(
            told(&odds, Sufferer::Foes),
            "65% to hit, 4.2 damage on average, under 1% to put them out of the fight"
        );
        let sampled = Odds { exact: false, hit: 0.999, unless_they_react: true, out: 0.0, ..odds.clone() };
        assert_eq!(
            told(&sampled, Sufferer::Friend("Ana")),
            "for Ana: over 99% to be hit, 4.2 damage on average, if nobody reacts"
        );
        let always = Odds { hit: 1.0, out: 0.0, ..odds.clone() };
        assert_eq!(told(&always, Sufferer::Friend("Ana")), "for Ana: 4.2 damage on average");
        let grazes = Odds { hit: 0.0, out: 0.0, ..odds.clone() };
        assert_eq!(told(&grazes, Sufferer::Reader), "4.2 damage on average even on a miss");
        let [lives, dies] = [0.0, 1.0].map(|it| Odds { hit: it, out: it, damage: 0.0, ..odds.clone() });
        assert_eq!(told(&lives, Sufferer::Reader), "0% to go down");
        assert_eq!(told(&dies, Sufferer::Friend("Ana")), "for Ana: 100% to go down");
        let shocks = Odds { hit: 0.8, out: 1.0, ..odds.clone() };
        assert_eq!(
            told(&shocks, Sufferer::Foes),
            "80% to hit, 4.2 damage on average, 100% to put them out of the fight, even on a miss"
        );
        let never = Odds { hit: 0.0, damage: 0.0, out: 0.0, whom: None, ..odds };
        assert_eq!(told(&never, Sufferer::Foes), "0% to hit anyone");
        assert_eq!(of_saving(&Odds { saved: 1.0 / 36.0, ..never.clone() }), "3% to succeed");
        assert_eq!((percent(1.0), one_place(0.01), one_place(3.0)), ("100%".into(), "under 0.1".into(), "3".into()));
    }
}
