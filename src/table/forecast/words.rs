//! A forecast in words, for whoever reads rather than looks at the picture. Names stand in it as they are.

use crate::rules::{
    session::{ForecastReport, TriedChange},
    wording::list,
};

/// As a whole percentage: "62 %".
pub fn percent(share: f64) -> String {
    format!("{:.0}\u{a0}%", share * 100.0)
}

/// The chances in one line: "Players win 62 % (± 3), Foes win 38 % (± 3)."
pub fn in_one_line(it: &ForecastReport) -> String {
    let with_margin = |share: f64| format!("{} (\u{b1}\u{a0}{})", percent(share), margin_points(it.margin(share)));
    let wins = |(place, name): (usize, &String)| format!("{name} win {}", with_margin(it.tally.chance(place)));
    let mut parts: Vec<String> = it.cast.sides.iter().enumerate().map(wins).collect();
    let others = [
        (it.tally.nobody, "nobody is left standing in"),
        (it.tally.stalemates, "neither side can go on in"),
        (it.tally.cut_off, "the fight is too long to call in"),
    ];
    let others = others.into_iter().filter(|it| it.0 > 0);
    parts.extend(others.map(|(fights, words)| format!("{words} {}", small_percent(it.tally.share(fights)))));
    format!("{}.", parts.join(", "))
}

/// All of it, a sentence or two in each line.
pub fn in_words(it: &ForecastReport) -> Vec<String> {
    let style = match &it.style {
        Some(style) => format!("everyone is played in the style \u{201c}{style}\u{201d}"),
        None => "everyone is played in their own style, or else in the style \u{201c}simple\u{201d}".to_owned(),
    };
    let from = if it.cast.is_under_way { " from where it stands" } else { "" };
    let mut lines =
        vec![format!("{} fights{from}, in which {style}.", grouped(it.tally.fights)), in_one_line(it), rounds(it)];
    lines.extend((0..it.cast.sides.len()).filter_map(|side| out(it, side)));
    lines.push(even(it));
    lines.extend(it.cast.blind_spots.iter().cloned());
    lines
}

/// The length of the fights.
fn rounds(it: &ForecastReport) -> String {
    let rounds = &it.tally.rounds;
    let more = if it.cast.is_under_way { "more rounds" } else { "rounds" };
    format!(
        "It takes {:.1} {more} on average (standard deviation {:.1}): half of the fights are over after {}, nine in ten after {}.",
        rounds.mean(),
        rounds.spread(),
        rounds.within(0.5),
        rounds.within(0.9)
    )
}

/// Who of a side is out at the end, how often, and what they have left otherwise.
fn out(it: &ForecastReport, side: usize) -> Option<String> {
    let members = it.cast.combatants.iter().enumerate().filter(|(_, who)| who.1 == side);
    let one = |(place, (name, _)): (usize, &(String, usize))| {
        let out = percent(it.tally.share(it.tally.out[place]));
        let left = it.tally.mean_left(place).map_or_else(String::new, |left| format!(" ({})", percent(left)));
        format!("{name} {out}{left}")
    };
    let all: Vec<String> = members.map(one).collect();
    let side = &it.cast.sides[side];
    (!all.is_empty()).then(|| {
        format!(
            "{side}, out of the fight at its end (in brackets: the strength they have left if they survive): {}.",
            all.join(", ")
        )
    })
}

/// What would make it even.
fn even(it: &ForecastReport) -> String {
    let (side, target) = (&it.cast.sides[it.cast.players], percent(it.target));
    let chance = |tried: &TriedChange| {
        let margin = margin_points(tried.margin);
        format!("with {}, {side} win {} (\u{b1}\u{a0}{margin})", tried.change, percent(tried.chance))
    };
    let tried: Vec<String> = it.nearest.iter().map(chance).collect();
    if it.margin(it.chance()) >= (it.chance() - it.target).abs() {
        let more = if tried.is_empty() { String::new() } else { format!(" For comparison: {}.", list(&tried)) };
        return format!("That\u{2019}s as near to {target} as this forecast can tell.{more}");
    }
    match tried.as_slice() {
        [] => format!("None of the changes to the foes that Umpire tried brings {side} closer to {target}."),
        all => format!("Nearest to {target}: {}.", list(all)),
    }
}

/// A margin in percentage points: at least one, or none would seem to be left.
fn margin_points(margin: f64) -> String {
    format!("{:.0}", (margin * 100.0).max(1.0))
}

/// A share that isn't nothing.
fn small_percent(share: f64) -> String {
    if share < 0.005 { "fewer than 1\u{a0}%".to_owned() } else { percent(share) }
}

/// A number with its thousands apart: "1,000".
fn grouped(number: u32) -> String {
    match (number / 1_000, number % 1_000) {
        (0, rest) => rest.to_string(),
        (thousands, rest) => format!("{thousands},{rest:03}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Actor, Scripted, Seat};
    use crate::rules::{Newcomer, Request, Session, System, session::ForecastPlan};

    fn fight() -> Box<dyn Session> {
        let mut fight = System::Td2e.open(&[]).expect("opens");
        for (name, side, count) in [("Ana", "Players", 1), ("Orc", "Orcs", 2)] {
            for request in [
                Request::Side { name: side.to_owned() },
                Request::Join(Newcomer {
                    name: name.to_owned(),
                    side: Some(side.to_owned()),
                    template: fight.templates().first().cloned(),
                    count,
                    ..Newcomer::default()
                }),
            ] {
                let proposal = fight.propose(Actor::Gm(Seat(1)), &request, &mut Scripted::default(), 0);
                fight.commit(proposal.expect("accepted"));
            }
        }
        fight
    }

    /// The words name the sides, the rounds, everyone who may be out, and what would make it even.
    #[test]
    fn a_forecast_is_told_in_words() {
        let plan = ForecastPlan::read(Some(60), None, None, 4).expect("a plan");
        let report = fight().forecast(&plan).unwrap_or_else(|why| panic!("{}", why.text)).to_the_end();
        let told = in_words(&report).join("\n").replace('\u{a0}', " ");
        for part in [
            "60 fights, in which everyone is played in their own style, or else in the style \u{201c}simple\u{201d}.",
            "Players win ",
            "Orcs win ",
            "rounds on average",
            "Players, out of the fight at its end (in brackets: the strength they have left if they survive): Ana ",
            "if they survive): Orc 1 ",
            "with one Orc fewer, Players win ",
        ] {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert_eq!((grouped(60), grouped(1_000), grouped(10_005)), ("60".into(), "1,000".into(), "10,005".into()));
        assert_eq!((small_percent(0.001), margin_points(0.0)), ("fewer than 1\u{a0}%".into(), "1".into()));
    }
}
